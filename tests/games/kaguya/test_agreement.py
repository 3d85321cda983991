"""Kernels and plain-Python reference agree on whole games: legal moves, state and chance at each move, outcome row."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sizes import SIZES

from sim.games.kaguya import codes

from ..kit.agreement import DisagreementError, variants
from . import wild
from .agreement import Setting, Twin

SEED = 20_26

#: Changed constants, each a set of its own.
CONSTANTS: list[dict[str, Any]] = [
    {"handicap": [0, 1, 2, 3]},
    {"handicap": [-4, 0, 30, -1], "start_score": 4},
    {"character_dice_max": 2},
    {"character_dice_max": 1, "hearts_per_player": 1},
    {"dice_total": 24},
    {"dice_total": 17, "dice_track": [3, 4, 6], "face_up_per_kind": 2},
    {"track_start": 1},
    {"track_start": 2, "token_track": [0, 2, 5], "tokens_per_character": 7},
    {"turn_cap_day": 9},
    {"ponkotsu_ok": 1, "ponkotsu_minus": 4, "ponkotsu_pass": 2, "ponkotsu_penalty": 2},
    {"contest_first": 4, "contest_second": 3, "token_points": -1, "event_card_points": 9},
    {"ability_uses_per_day": 3, "start_score": 0},
]

N_INVENTED = 24

#: Random packs change constants and rulings as well.
VARIANTS = variants(codes.RULINGS, CONSTANTS)

#: Games of each variant and of each invented pack.
N_GAMES = -(-SIZES.agreement_games // (len(VARIANTS) + N_INVENTED))


@pytest.fixture(scope="module")
def pack_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Path of an invented pack: "wild" or a number."""
    folder = tmp_path_factory.mktemp("packs")

    @cache
    def write(name: str) -> str:
        pack = wild.wild_pack() if name == "wild" else wild.Inventor(int(name)).pack()
        return wild.write(folder, f"pack_{name}", pack)

    return write


def play(twin: Twin, index: int, number: int) -> None:
    """One game in three is played by the policy `balanced`."""
    twin.play(SEED, number, is_balanced=(index + number) % 3 == 2)


@pytest.mark.parametrize("index", range(len(VARIANTS)), ids=[name for name, _, _ in VARIANTS])
def test_variants_on_every_pack(index: int, pack_file: Callable[[str], str]) -> None:
    name, rules, rulings = VARIANTS[index]
    packs = ("standin", "bare", "stress", pack_file("wild"))
    twins = [Twin(Setting(f"{Path(pack).stem}, {name}", pack, rules, rulings)) for pack in packs]
    for number in range(N_GAMES):
        play(twins[(index + number) % 4], index, number)


@pytest.mark.parametrize("index", range(N_INVENTED))
def test_invented_packs_under_mixed_rulings(index: int, pack_file: Callable[[str], str]) -> None:
    rng = random.Random(index)
    rulings = {name: rng.choice(words) for name, words in codes.RULINGS.items() if rng.random() < 0.4}
    rules = rng.choice(CONSTANTS) if rng.random() < 0.4 else {}
    twin = Twin(Setting(f"invented pack {index}, {rules}, {rulings}", pack_file(str(index)), rules, rulings))
    for number in range(N_GAMES):
        play(twin, index, number)


def test_every_word_of_the_cards_is_met(pack_file: Callable[[str], str]) -> None:
    words = {
        *(f"op {word}" for word in codes.OPS), *(f"cost {word}" for word in codes.COSTS),
        *(f"count {word}" for word in codes.COUNTS[1:]), *(f"on {word}" for word in codes.TRIGGERS),
        *(f"limit {word}" for word in codes.LIMITS),
        *(f"if {word} {answer}" for word in codes.CONDITIONS for answer in ("holds", "fails")),
    }  # fmt: skip
    twin = Twin(Setting("wild pack", pack_file("wild")))
    for number in range(60):
        play(twin, 0, number)
        if words <= twin.marks and len(twin.kinds) == 10:
            break
    assert words - twin.marks == set()
    assert twin.kinds == {f"D{i}" for i in range(1, 11)}


def play_on(twin: Twin, n_games: int) -> None:
    for number in range(n_games):
        twin.play(SEED, number)


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("token_points", 2, r"state.seats\[0\].score"),
        ("contest_ties", 1, "state|legal|row"),
        ("ponkotsu_pass", 2, "chance"),
        ("character_dice_max", 2, "legal"),
    ],
)
def test_a_difference_is_found_and_told(field: str, value: int, path: str) -> None:
    twin = Twin(Setting("bare with a fault", "bare"))
    twin.tables[0][field] = value
    with pytest.raises(DisagreementError, match=rf"(?s)bare with a fault, seed {SEED}, game \d+, step \d+, .*({path})"):
        play_on(twin, 20)
