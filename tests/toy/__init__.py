"""Toy: a race with a die and hidden cards; the smallest game that has every part of the contract."""

from pathlib import Path

from sim.game import Column, GameSpec, Role

from .rules import apply, determinize, features, legal_actions, load, score, setup
from .state import SCRATCH, STATE, TABLES
from .view import ToyView

GAME = GameSpec(
    name="toy", title="Toy race", seats=(2, 3, 4), default_seats=3,
    characters=("hare", "tortoise"), is_character_unique=False, character_titles=("Hare", "Tortoise"),
    state=STATE, tables_dtype=TABLES, scratch=SCRATCH,
    columns=(
        Column("rounds", "i2", Role.COUNT, "rounds", "rounds begun"),
        Column("score", "i2", Role.SCORE, "steps", "steps walked", is_per_seat=True),
        Column("cards_left", "i1", Role.COUNT, "cards", "cards never played, by value 1 to 4", True, size=4),
    ),
    feature_names=("is_roll", "card", "steps_to_goal", "_pad"),
    clauses=("T-1", "T-2", "chance:roll"), counted=("T-1", "T-2"), end_reasons={1: "goal reached"},
    max_legal=4, max_decisions=100,
    setup=setup, legal_actions=legal_actions, apply=apply, score=score, features=features, determinize=determinize,
    load=load, view=ToyView(), folder=Path(__file__).parent, notes_on_data="made up",
)  # fmt: skip
