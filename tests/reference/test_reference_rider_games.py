"""Whole games of the reference of rider: invariants under every ruling, uniform play, what is met."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from sizes import size

from .rider import Data, Game
from .rider.data import RULINGS, load_pack
from .rider.invariants import Watcher
from .rider.playing import UNIFORM, measure, new_game, play, random_rulings, standard_scores

ALTERNATIVES = [(name, value) for name, values in RULINGS.items() for value in values[1:]]
PLAYERS = [2, 3, 5, 8, 10]


def watched(game: Game, seed: int) -> Game:
    """Uniform play with the invariants checked after every action."""
    rng, watcher = random.Random(seed), Watcher(game)
    while not game.is_over:
        watcher.take(rng.choice(game.options()))
    watcher.end()
    return game


@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_under_random_rulings(players: int) -> None:
    for i in range(size(400, 30)):
        rulings = random_rulings(random.Random(f"{players} {i}"))
        watched(new_game(i, players, Data(rulings=rulings)), seed=i)


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES)
def test_invariants_under_each_alternative(name: str, value: object) -> None:
    for i in range(size(60, 3)):
        watched(new_game(i, PLAYERS[i % 5], Data(rulings={name: value})), seed=i)


def test_twelve_players() -> None:
    for i in range(size(60, 5)):
        game = watched(new_game(i, 11 + i % 2, Data(rulings={"allow_over_10": True})), seed=i)
        assert game.outcome()["warnings"] & 1


@pytest.mark.parametrize("name", ["stress", "words"])
def test_other_packs(name: str) -> None:
    """Rare skills for everybody, and every word of the vocabulary, under random rulings."""
    pack = load_pack(name)
    fired: set[str] = set()
    for i in range(size(400, 40)):
        rulings = random_rulings(random.Random(f"{name} {i}"))
        fired |= watched(new_game(i, PLAYERS[i % 5], Data(rulings=rulings, pack=pack)), seed=i).fired
    if name == "stress":
        assert fired >= {"s10", "s12", "s20", "s25", "s33", "s46", "s52", "s58"}


def test_hands_full_of_everything() -> None:
    """Nearly the whole deck is dealt: empty piles, forgiven cards, the round cap."""
    data = Data({"round_cap": 2}, pack=load_pack("hoard"))
    rows = [watched(new_game(i, 8, data), seed=i) for i in range(size(60, 10))]
    assert any(game.outcome()["end_reason"] == 2 for game in rows)
    assert any(game.outcome()["warnings"] & 8 for game in rows)
    assert any("R-D3" in game.fired for game in rows)


@pytest.mark.parametrize("players", PLAYERS)
def test_uniform_play_has_the_known_means(players: int, figure: Callable[[str, object], None]) -> None:
    n = size(2_000, 100)
    rows = [measure(play(new_game(100_000 + i, players), seed=i)) for i in range(n)]
    scores = standard_scores(rows, UNIFORM[players])
    worst = max(scores, key=lambda name: abs(scores[name]))
    figure(f"rider reference, {players} players, {n} games: furthest mean, standard errors", (worst, scores[worst]))
    assert max(map(abs, scores.values())) < 4, scores
    assert math.fsum(row["unfinished"] for row in rows) / n <= 0.01


def test_random_games_meet_nearly_everything() -> None:
    fired: set[str] = set()
    for i in range(size(600, 150)):
        fired |= play(new_game(i, PLAYERS[i % 5]), seed=i).fired
    assert not {f"RD{k}" for k in range(1, 17)} - fired
    rare = {f"s{k}" for k in (10, 12, 15, 20, 25, 33, 38, 46, 52, 58, 65, 66)}
    assert not {f"s{k:02d}" for k in range(1, 67)} - rare - fired
    assert fired >= {f"R-F{k}" for k in (3, 4, 9, 10, 11, 12, 13)} | {"R-H5", "R-H6", "R-H7", "R-H8", "R-T2"}


def test_the_same_deal_and_choices_give_the_same_game() -> None:
    first, second = (play(new_game(7, 5), seed=7) for _ in range(2))
    assert first.dump() == second.dump()
    assert first.outcome() == second.outcome()


def test_a_roster_of_130_cards() -> None:
    """Rows alone make it larger: a second set of 13 cards for each faction."""
    pack = load_pack()
    more = [{**row, "id": f"v{row['id']}", "group": f"{row['group']}_2"} for row in pack["warrior"]]
    pack["warrior"] = [*pack["warrior"], *more]
    data = Data(pack=pack)
    assert len(data.warriors) == data.rules["warrior_cards"] == 130
    offered: set[str] = set()
    for i in range(size(60, 10)):
        game = watched(new_game(i, 10, data), seed=i)
        offered |= {w.id for p in game.state.seats for w in p.offers}
    assert any(name.startswith("v") for name in offered)
    assert any(name.startswith("w") for name in offered)
