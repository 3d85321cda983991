"""Whole games of the reference of konoten: the known table of uniform play, and the invariants under every ruling."""

from __future__ import annotations

import math
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable

import pytest
from sizes import SIZES, size

from .asking import play
from .konoten import Data, Game, default_rules, default_rulings
from .konoten.data import CHARACTERS, FOLDER, RULINGS
from .konoten.invariants import Watcher
from .konoten.playing import (
    UNIFORM,
    UNIFORM_CHARACTERS,
    measure,
    new_game,
    random_rulings,
    standard_scores,
)

ALTERNATIVES = [(name, value) for name, values in RULINGS.items() for value in values[1:]]


def watched(game: Game, seed: int) -> Game:
    """Uniform play with the invariants checked after every action."""
    rng, watcher = random.Random(seed), Watcher(game)
    while not game.is_over:
        watcher.take(rng.choice(game.options()))
    watcher.end()
    return game


def test_shipped_rules_are_those_of_section_1() -> None:
    shipped = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    assert shipped["rules"] == default_rules()
    assert shipped["rulings"] == default_rulings()


def test_growth_sheets() -> None:
    pack = tomllib.loads((FOLDER / "packs" / "standin.toml").read_text(encoding="utf-8"))
    assert len(pack["node"]) == 5 * 10 + 11
    for i, character in enumerate(CHARACTERS):
        nodes = {n["number"]: n for n in pack["node"] if n["character"] == character}
        assert sorted(nodes) == list(range(len(nodes)))
        assert [n["clause"] for n in nodes.values()] == [f"N-C{i + 1}{k:02d}" for k in nodes]
        reached, found = {0}, {0}
        while found:
            found = {k for k, n in nodes.items() if k not in reached and reached & set(n["from"])}
            reached |= found
        assert reached == set(nodes), "every node is reachable from S"
        locks = [k for k, n in nodes.items() for e in n["effects"] for op in e["do"] if op["op"] == "lock"]
        assert locks == ([] if character == "white" else [2])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_uniform_play_has_the_known_means(players: int, figure: Callable[[str, object], None]) -> None:
    n = SIZES.konoten_uniform
    rows, by_character = [], defaultdict(list)
    for i in range(n):
        game = play(new_game(i, players), seed=i)
        rows.append(measure(game))
        for p in game.state.seats:
            by_character[p.character].append(p.vp)
    scores = standard_scores(rows, UNIFORM[players])
    worst = max(scores, key=lambda name: abs(scores[name]))
    figure(f"konoten reference, {players} players, {n} games: furthest mean, standard errors", (worst, scores[worst]))
    assert max(map(abs, scores.values())) < 4, scores
    if players == 4:
        shared = sum(row["shared"] for row in rows) / n
        assert abs(shared - 0.001) < 0.0005 + 4 * math.sqrt(0.001 / n + 0.001 / 20_000), "0.1 %, as printed"
        found = [{character: float(vp) for character, vp in zip(CHARACTERS, vps, strict=True)}
                 for vps in zip(*(by_character[c] for c in CHARACTERS), strict=False)]  # fmt: skip
        scores = standard_scores(found, {c: (mean, 0.15) for c, mean in UNIFORM_CHARACTERS.items()})
        assert max(map(abs, scores.values())) < 4, scores


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_under_random_rulings(players: int) -> None:
    for i in range(size(1_000, 60)):
        rulings = random_rulings(random.Random(f"{players} {i}"))
        watched(new_game(i, players, Data(rulings=rulings)), seed=i)


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES)
def test_invariants_under_each_alternative(name: str, value: object) -> None:
    for i in range(size(60, 3)):
        watched(new_game(i, 2 + i % 3, Data(rulings={name: value})), seed=i)


def test_scarce_games() -> None:
    """Few materials, tight caps, a handicap and a low turn limit: shortages and the flag come up."""
    rules = {
        "supply_light": 10, "supply_rainbow": 9, "supply_stagnation": 9, "grid_spaces": 7, "ap_cap": 8,
        "creativity_cap": 1, "handicap": [3, 0, 0, 5], "turn_limit": 90,
    }  # fmt: skip
    rows = [watched(new_game(i, 4, Data(rules)), seed=i).outcome() for i in range(60)]
    for name in ("materials_short_supply", "materials_lost_grid", "ap_lost_cap", "creativity_lost_cap"):
        assert any(seat[name] for row in rows for seat in row["seats"]), name
    assert any(row["turn_limit_hit"] for row in rows)
    assert all(row["seats"][3]["handicap"] == 5 for row in rows)


def test_random_games_meet_nearly_every_clause() -> None:
    fired: set[str] = set()
    for i in range(300):
        fired |= play(new_game(i, 4), seed=i).fired
    rows = {f"N-C{c}{k:02d}" for c in range(1, 7) for k in range(11 if c == 5 else 10)}
    rare = {"N-C106", "N-C108", "N-C109", "N-C206", "N-C207", "N-C208", "N-C209", "N-C307", "N-C308", "N-C309",
            "N-C407", "N-C408", "N-C409", "N-C506", "N-C507", "N-C508", "N-C509", "N-C510", "N-C607", "N-C608",
            "N-C609"}  # fmt: skip
    assert not rows - rare - fired
    points = {f"N-D{k}" for k in range(1, 18)} - {"N-D14", "N-D17"}
    assert not points - fired
    assert fired >= {"N-M4", "N-S11 empty deck", "N-R5", "N-R9", "N-L2 un-acted", "N-G6 start node", "N-G6 middle node"}


def test_the_same_deal_and_choices_give_the_same_game() -> None:
    first, second = (play(new_game(7, 3), seed=7) for _ in range(2))
    assert first.dump() == second.dump()
    assert first.outcome() == second.outcome()
