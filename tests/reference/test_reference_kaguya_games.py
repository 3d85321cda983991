"""Whole games of the reference of kaguya: the known means of blank games, and the invariants under every ruling."""

from __future__ import annotations

import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from sizes import size

from .kaguya import Game, data, default_rules, default_rulings, load_pack
from .kaguya.data import CHARACTERS, RULINGS
from .kaguya.packs import scratch_pack
from .kaguya.playing import BLANK, BLANK_GAMES, measure_blank, new_game, play, standard_scores

PACKS = Path(__file__).parents[2] / "sim" / "games" / "kaguya" / "data" / "packs"
SCRATCH = scratch_pack()
ALTERNATIVES = [(name, value) for name, values in RULINGS.items() for value in values[1:]]


def test_blank_games_have_the_known_means() -> None:
    rows = [measure_blank(play(new_game(i), seed=i)) for i in range(size(400, 200))]
    scores = standard_scores(rows, BLANK_GAMES)
    assert max(map(abs, scores.values())) < 4, scores
    assert all(row["placements"] + row["reserves"] + row["uses"] + row["unused"] == pytest.approx(5) for row in rows), (
        "every die ends in one of four ways"
    )


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        (("all_zero_winner", "no_winner"), {"score": 11.14, "shared": 0.073}),
        (("contest_zero", "zero_counts"), {"rights": 4.40, "all_zero": 0.181, "score": 20.8}),
        (("contest_token_source", "stock"), {"score": 16.26, "held": 5.0, "zero_vigour": 0.913}),
        (("contest_ties", "tail_first"), {"rights": 0.95, "score": 15.49}),
        (("ponkotsu_measure", "single_value"), {"fools": 0.571, "score": 13.35}),
        (("beaten_die", "to_owner"), {"turns": 5.825}),
        (("stop_rule", "main_compulsory"), {"turns": 6.22}),
    ],
)
def test_blank_games_under_other_rulings(ruling: tuple[str, str], expected: dict[str, float]) -> None:
    rows = [measure_blank(play(new_game(i, rulings=dict([ruling])), seed=i)) for i in range(120)]
    scores = standard_scores(rows, expected)
    assert max(map(abs, scores.values())) < 4, scores


def test_listing_order_and_forced_points() -> None:
    game = new_game(3)
    assert (game.actor, game.decision, game.legal()) == (3, "D1", [f"slot n={n}" for n in (1, 2, 3, 4)])
    for n in (2, 4, 1):
        game.apply(f"slot n={n}")
    assert (game.actor, game.legal(), game.questions) == (0, ["slot n=3"], 3)
    game.apply("slot n=3")
    order = [text.split()[0] for text in game.legal()]
    assert order == sorted(order, key=["reserve", "use", "place", "recover", "convert", "ability", "end"].index)
    assert "ability" not in order
    dump = game.dump()
    assert (dump["phase"], dump["day"], dump["turn_seat"], dump["allowance"]) == ("action", 1, 1, 1)
    assert [len(seat["pool"]) for seat in dump["seats"]] == [5] * 4
    assert dump["stock_dice"] == 40 - 1 - 20
    assert [c["roll"] for c in game.chance] == ["today"] + ["preparation"] * 20
    with pytest.raises(ValueError, match="not legal"):
        game.apply("place char=nobody die=1")


def test_a_reserved_card_is_fetched_one_acted_turn_later() -> None:
    game = new_game(1)
    for n in (4, 3, 2, 1):
        game.apply(f"slot n={n}")
    die = game.state.seats[0].pool[0]
    card = min(game.state.display)
    game.apply(f"reserve card={card} die={die}")
    assert f"recover card={card}" not in game.legal()
    game.apply("end")
    for _ in range(3):
        game.apply("end")
    assert game.actor == 0
    game.apply(f"recover card={card}")
    assert f"convert card={card}" in game.legal()
    dump = game.dump()
    assert (dump["left_dice"], dump["seats"][0]["hearts"]) == (1, 2)


@pytest.mark.parametrize(("name", "value"), [("stop_rule", "decline_is_out"), *ALTERNATIVES])
def test_invariants_of_blank_games(name: str, value: str) -> None:
    for i in range(size(6, 2)):
        play(new_game(i, rulings={name: value}), seed=i, is_blank=True)


@pytest.mark.parametrize(("name", "value"), [("stop_rule", "decline_is_out"), *ALTERNATIVES])
def test_invariants_of_wild_games(name: str, value: str) -> None:
    for i in range(size(6, 2)):
        play(new_game(i, SCRATCH, rulings={name: value}), seed=i, is_blank=False)


def test_wild_games_run_every_op() -> None:
    ops = {op["op"] for kind in SCRATCH.values() for entry in kind for op in data.all_ops(entry["do"])}
    assert len(ops) == 33
    seen: set[str] = set()
    for i in range(60):
        seen |= play(new_game(i, SCRATCH), seed=i, is_blank=False).fired
    assert not ops - {word.removeprefix("op ") for word in seen}
    assert {"K-B4", "K-B5", "K-T9", "K-X16", "K-F6", "K-M2", "K-E14"} <= seen


def test_scarce_games() -> None:
    """Few dice, tokens and cards, and a low turn cap: the shortages and the flag come up."""
    pack = SCRATCH | {
        kind: [entry | {"copies": 2 if i < 3 else 1} for i, entry in enumerate(SCRATCH[kind])]
        for kind in ("conversion", "action")
    }
    rules = {"dice_total": 24, "tokens_per_character": 3, "conversion_deck": 18, "action_deck": 18, "turn_cap_day": 24}
    games = [play(new_game(i, pack, rules), seed=i, is_blank=False) for i in range(60)]
    rows = [game.outcome() for game in games]
    for name in ("turn_limit", "token_short", "dice_short", "reshuffles"):
        assert any(row[name] for row in rows), name
    assert set().union(*(game.fired for game in games)) >= {"K-S11", "K-S12", "K-P9", "K-T10"}


@pytest.mark.parametrize("name", ["bare", "standin", "stress"])
def test_invariants_of_the_shipped_packs(name: str) -> None:
    pack = load_pack(PACKS / f"{name}.toml")
    for i in range(size(12, 6)):
        play(new_game(i, pack, pack.get("rules")), seed=i, is_blank=name == "bare")


def test_shipped_rules_are_those_of_the_contract() -> None:
    shipped = tomllib.loads((PACKS.parent / "rules.toml").read_text(encoding="utf-8"))
    assert shipped["rules"] == default_rules()
    assert shipped["rulings"] == default_rulings()


def test_the_same_keys_give_the_same_game() -> None:
    first, second = (play(new_game(7, SCRATCH), seed=7) for _ in range(2))
    assert first.dump() == second.dump()
    assert first.outcome() == second.outcome()


def test_chance_does_not_hang_on_the_seat() -> None:
    """Preparation dice travel with the character through the seatings of a block."""
    pools = []
    for seating in permutations(CHARACTERS):
        game = Game(default_rules(), default_rulings(), BLANK, list(seating), 5, 6)
        while game.decision == "D1":
            game.apply(game.legal()[0])
        pools.append({seat["character"]: seat["pool"] for seat in game.dump()["seats"]})
    assert all(pool == pools[0] for pool in pools)
