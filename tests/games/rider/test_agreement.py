"""Kernels and plain-Python reference agree on whole games: state and legal options at each move, end, row."""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference.rider.data import RULINGS
from sizes import IS_FULL, SIZES

from sim.games.rider import GAME

from ..kit.agreement import DisagreementError, variants
from .agreement import Setting, Twin

SEED = 20_26

#: Changed constants, each a set of its own.
CONSTANTS: list[dict[str, Any]] = [
    {"rage_cap": 99, "start_rage": 3, "rage_per_discard": 2, "rage_per_turn_max": 9},
    {"rage_cap": 3, "rage_card_cost": 2},
    {"start_hand": 12, "strikes_per_phase": 3, "charges_per_turn": 2},
    {"half_share": [1, 3]},
    {"half_share": [2, 3], "reward_base": 3},
    {"round_cap": 3},
    {"base_range": 3, "strike_damage": 2, "charge_bonus": 2, "energy_heal": 2},
    {"duel_damage": 2, "area_damage": 2, "flame_damage": 3, "storm_damage": 1, "storm_low": 1, "storm_high": 13},
    {"ice_cards": 3, "damper_heal": 2},
    {"handicap": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0]},
    {"deal_warriors": 2, "deal_warriors_large": 1, "large_from": 3},
    {"near_distance": 2, "min_distance": 0, "bike_shift": 2, "link_targets": 4, "sweeper_targets": 2},
    {"unseat_cards": 0, "breaker_cost": 1, "ambush_bonus": 3, "tinder_bonus": 2, "damper_cap": 2, "duality_draw": 2},
    {"surge_draw": 4, "recast_draw": 2, "rally_heal": 2, "start_rage": 5, "rage_cap": 5, "rage_per_discard": 3},
]

#: Rulings without the one that only more than ten players need.
FREE = {name: values for name, values in RULINGS.items() if name != "allow_over_10"}

VARIANTS = variants(FREE, CONSTANTS)

#: Games with some rulings changed at once: packs, with their numbers of players.
PACKS = {
    "standin": (2, 3, 5, 8, 10), "stress": (2, 3, 5, 8, 10), "words": (2, 3, 5, 8, 10), "hoard": (2, 3, 4, 5, 8),
    "large": (11, 12),
}  # fmt: skip

#: Settings of each pack, and numbers of players in games of one change.
N_MIXED, PLAYERS = (10, (2, 3, 5, 8, 10)) if IS_FULL else (3, (2, 3))

#: Games of each setting: at full size so many by chance, and as many by styles.
N_GAMES = -(-SIZES.rider_agreement // (len(VARIANTS) + len(PACKS) * N_MIXED)) * (2 if IS_FULL else 1)


#: With both piles empty, who recasts link_up draws the same card again: a style may do so until the engine stops it.
ENDLESS = {"hoard"}


@pytest.mark.parametrize("index", range(len(VARIANTS)), ids=[name for name, _, _ in VARIANTS])
def test_variants(index: int) -> None:
    name, rules, rulings = VARIANTS[index]
    twin = Twin(Setting(name, rules, rulings))
    for number in range(N_GAMES):
        twin.play(SEED, number, PLAYERS[(index + number) % len(PLAYERS)], is_styled=(index + number) % 2 == 1)


@pytest.mark.parametrize("index", range(N_MIXED))
@pytest.mark.parametrize("pack", PACKS)
def test_packs_under_mixed_rulings(pack: str, index: int) -> None:
    """`large` is the stand-in pack with more players than there are HP cards."""
    rng = random.Random(f"{pack} {index}")
    rulings = {name: rng.choice(values) for name, values in FREE.items() if rng.random() < 0.3}
    if pack == "large":
        rulings["allow_over_10"] = True
    twin = Twin(Setting(f"{pack} {index} {rulings}", {}, rulings, "standin" if pack == "large" else pack))
    for number in range(N_GAMES):
        is_styled = (index + number) % 2 == 1 and pack not in ENDLESS
        twin.play(SEED, number, PACKS[pack][(index + number) % len(PACKS[pack])], is_styled)


def test_every_decision_point_is_met() -> None:
    """RD1 to RD16, in games of pack words."""
    twin, wanted = Twin(Setting("words", pack="words")), {f"RD{i}" for i in range(1, 17)}
    for number in range(60):
        twin.play(SEED, number, 3)
        if twin.kinds == wanted:
            break
    assert twin.kinds == wanted


def play_on(twin: Twin, n_games: int) -> None:
    for number in range(n_games):
        twin.play(SEED, number, 3)


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("strike_damage", 2, r"state.seats\[\d\].hp"),
        ("reward_base", 2, r"state.seats\[\d\].hand|state.draw_pile"),
        ("cap_test", 1, r"state.seats\[\d\].(determined|faction)|legal"),
        ("rage_card_cost", 0, "legal"),
        ("dead_share", 1, "row"),
    ],
)
def test_a_difference_is_found_and_told(field: str, value: int, path: str) -> None:
    twin = Twin(Setting("shipped with a fault"))
    assert twin.tables[0][field] != value
    twin.tables[0][field] = value
    message = rf"(?s)shipped with a fault, seed {SEED}, game \d+, 3 players, step \d+, .*({path})"
    with pytest.raises(DisagreementError, match=message):
        play_on(twin, 40)


def test_a_wrong_note_is_found_and_told() -> None:
    """Skills that mark a clause of set-up instead of themselves."""
    twin = Twin(Setting("skills without notes"))
    twin.tables[0]["skills"]["note"][:] = GAME.clauses.index("R-S2")
    with pytest.raises(DisagreementError, match=r"(?s)skills without notes, .*notes of the kernels alone: .*'R-S2'"):
        play_on(twin, 40)
