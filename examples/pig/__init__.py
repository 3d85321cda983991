"""Pig: roll a die as often as you dare; a 1 loses the turn's points. Rules: RULES.md in this folder."""

from pathlib import Path

from sim.game import GameSpec
from sim.verbs import hide_only_chance

from .data import TABLES, load
from .outcome import COLUMNS, score
from .policy import FEATURES, features
from .rules import ACTIONS, CLAUSES, apply, legal_actions, setup
from .state import STATE
from .view import PigView

GAME = GameSpec(
    name="pig", title="Pig", seats=(2, 3, 4, 5, 6), folder=Path(__file__).parent,
    state=STATE, tables_dtype=TABLES, load=load,
    setup=setup, legal_actions=legal_actions, apply=apply, max_legal=2, max_decisions=10_000,
    clauses=CLAUSES, view=PigView(ACTIONS, CLAUSES, fields=("turn_total",), seat_fields=("banked",)),
    features=features, feature_names=FEATURES, determinize=hide_only_chance,
    score=score, columns=COLUMNS, end_reasons={1: "goal reached"},
)  # fmt: skip
