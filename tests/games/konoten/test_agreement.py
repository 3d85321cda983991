"""Kernels and plain-Python reference agree on whole games: state and legal options at each move, row, clauses."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reference.konoten.data import RULINGS
from sizes import SIZES

from ..kit.agreement import DisagreementError, variants
from . import wild
from .agreement import Setting, Twin

SEED = 20_26

#: Changed constants, each a set of its own.
CONSTANTS: list[dict[str, Any]] = [
    {"grid_spaces": 6},
    {"grid_spaces": 7, "supply_light": 9, "supply_rainbow": 9, "supply_stagnation": 9},
    {"supply_light": 8, "supply_rainbow": 8, "supply_stagnation": 8, "task_light": 4, "task_rainbow": 3},
    {"base_cost_0": 1, "base_cost_1": 1, "base_cost_2": 0, "base_cost_3": 1, "base_cost_4": 0},
    {"base_cost_0": 0, "base_cost_1": 0, "base_cost_2": 0, "base_cost_3": 2, "base_cost_4": 2},
    {"ap_cap": 8, "creativity_cap": 1, "supply_ap": 6, "supply_creativity": 2},
    {"ap_cap": 20, "supply_ap": 15, "supply_creativity": 4, "restart_ap": 1, "persuade_ap": 1},
    {"lens_cards_min": 1, "lens_cards_max": 3},
    {"lens_cards_min": 4, "lens_cards_max": 5, "supply_ap": 12, "ap_cap": 20},
    {"handicap": [0, 1, 2, 3]},
    {"handicap": [-4, 30, 0, -1], "end_stagnation_vp": 1, "foreign_use_vp": 0, "polish_vp_per_card": 0},
    {"supply_tokens": 0, "start_stock": 0, "tokens_per_player": 8},
    {"supply_tokens": 3, "start_stock": 6, "tokens_per_player": 14},
    {"turn_limit": 25},
    {"turn_limit": 60, "rounds": 2, "supply_ap": 12, "ap_cap": 15},
    {"rounds": 1, "start_ap": 10, "supply_ap": 10, "ap_cap": 20, "start_creativity": 4},
    {"rounds": 2, "start_light": 6, "start_rainbow": 4, "start_stagnation": 0},
    {"rounds": 3, "display_normal": 2, "display_vp": 1, "collect_ap": 1},
    {"wills_per_ability_per_round": 2, "supply_creativity": 3, "start_light": 5, "start_rainbow": 4},
    {"spirit_ap": 2, "spirit_stagnation": 2, "focus_creativity": 0, "focus_light": 2, "negotiate_workers": 2},
    {"foreign_use_vp": 0, "polish_vp_per_card": 0, "end_stagnation_vp": 0, "rounds": 1, "start_ap": 6},
]

VARIANTS = variants(RULINGS, CONSTANTS)

N_INVENTED = 40

#: Games of each variant and of each invented pack.
N_GAMES = -(-SIZES.konoten_agreement // (len(VARIANTS) + N_INVENTED))


@cache
def twin_of(index: int) -> Twin:
    """The games of a variant, with all that they met."""
    name, rules, rulings = VARIANTS[index]
    return Twin(Setting(name, rules, rulings))


@pytest.mark.parametrize("index", range(len(VARIANTS)), ids=[name for name, _, _ in VARIANTS])
def test_variants(index: int) -> None:
    for number in range(N_GAMES):
        twin_of(index).play(SEED, number, 2 + (index + number) % 3, is_uniform=(index + number) % 5 == 0)


@pytest.mark.parametrize("index", range(N_INVENTED))
def test_invented_packs_under_mixed_rulings(index: int, tmp_path: Path) -> None:
    rng = random.Random(index)
    rulings = {name: rng.choice(values) for name, values in RULINGS.items() if rng.random() < 0.4}
    rules = {"turn_limit": 400} | (rng.choice(CONSTANTS[:-1]) if rng.random() < 0.4 else {})
    found = wild.Inventor(index)
    twin = Twin(
        Setting(f"invented pack {index}, {rules}, {rulings}", rules, rulings, found.write(tmp_path), found.pack)
    )
    for number in range(N_GAMES):
        twin.play(SEED, number, 2 + (index + number) % 3)


LATE = {"task_timing": "end_of_action"}
MANY = {"supply_tokens": 2, "start_stock": 8, "tokens_per_player": 16}
TOGETHER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "late tasks, two supply tokens": ({**MANY, "task_rainbow": 3}, LATE),
    "late tasks of several seats": (
        {**MANY, "task_light": 4, "task_rainbow": 3},
        LATE | {"yellow9_gifts": "one_per_kind"},
    ),
    "a supply too small for the start": ({"supply_light": 5, "supply_rainbow": 3, "supply_stagnation": 1}, {}),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_constants_and_rulings_together(name: str) -> None:
    twin = Twin(Setting(name, *TOGETHER[name]))
    for number in range(4 * N_GAMES):
        twin.play(SEED, number, 2 + number % 3)


def test_vp_cards_anywhere_in_the_file(tmp_path: Path) -> None:
    """RULES.md 8.4: their numbers come after all others."""
    found = wild.Inventor(0)
    found.pack["development"].reverse()
    twin = Twin(Setting("vp cards first", {}, {}, found.write(tmp_path), found.pack))
    for number in range(N_GAMES):
        twin.play(SEED, number, 2 + number % 3)


def test_every_decision_point_is_met() -> None:
    """N-D1 to N-D17, as shipped, by games that go for the ends of the growth sheets."""
    twin = Twin(Setting("as shipped", {"supply_tokens": 2, "start_stock": 8, "tokens_per_player": 16}))
    for number in range(200):
        twin.play(SEED, number, 4)
        if len(twin.kinds) == 17:
            break
    assert twin.kinds == {f"N-D{i}" for i in range(1, 18)}


def test_every_op_stands_in_some_pack_in_every_moment() -> None:
    """The invented packs use the whole vocabulary: every op in every moment where it is allowed, every condition."""
    met: set[tuple[str, str]] = set()
    for index in range(N_INVENTED):
        for node in wild.Inventor(index).pack["node"]:
            for effect in node["effects"]:
                met |= {(effect["when"], op["op"]) for op in effect["do"]}
                met |= {("if", next(iter(condition))) for condition in effect.get("if", [])}
    wanted = {(when, op) for when, ops in wild.OPS_OF.items() for op in ops}
    wanted |= {("if", word) for word in wild.CONDITIONS}
    assert wanted - met == set()


def play_on(twin: Twin, n_games: int) -> None:
    for number in range(n_games):
        twin.play(SEED, number, 4)


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("foreign_use_vp", 3, r"state.seats\[\d\].vp"),
        ("grow_trigger_self", 1, "state|legal|row"),
        ("polish_vp_per_card", 2, r"state.seats\[\d\].vp"),
        ("lens_cards_max", 3, "state|legal"),
        ("end_stagnation_vp", -1, "state.seats"),
    ],
)
def test_a_difference_is_found_and_told(field: str, value: int, path: str) -> None:
    twin = Twin(Setting("shipped with a fault"))
    twin.tables[0][field] = value
    message = rf"(?s)shipped with a fault, seed {SEED}, game \d+, \d players, step \d+, .*({path})"
    with pytest.raises(DisagreementError, match=message):
        play_on(twin, 30)
