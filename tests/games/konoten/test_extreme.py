"""Pack `extreme`: extreme but legal values; the whole vocabulary of growth sheets acts, and the game holds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from sizes import size

from sim.game import GameData
from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st
from sim.games.konoten import tables_words as words
from sim.rng_twin import draw

from .agreement import Setting, Twin
from .situations import driver


@cache
def extreme() -> GameData:
    return GAME.load("extreme", None, (), 4)


class Silent(Twin):
    """Compares everything but the names of clauses: the pack's own nodes have none."""

    def _compare_notes(self) -> None:
        pass


def effects() -> list[dict[str, Any]]:
    return [effect for node in extreme().document["cards"]["node"] for effect in node["effects"]]


def test_every_op_stands_in_every_moment_that_takes_it() -> None:
    found = {(effect["when"], op["op"]) for effect in effects() for op in effect["do"]}
    assert {(when, op) for when, ops in words.OPS_OF.items() for op in ops} - found == set()


def test_every_condition_and_reach_stands_somewhere() -> None:
    used = extreme().tables[0]
    n = int((used.effects["if_start"] + used.effects["if_n"]).max())
    assert {int(kind) for kind in used.conditions["kind"][:n]} == set(range(len(codes.CONDITIONS)))
    assert {effect.get("who", "activator") for effect in effects()} == set(codes.REACHES)


def test_every_variant_of_an_op_stands_somewhere() -> None:
    found = {
        (op["op"], key, str(op[key]))
        for effect in effects()
        for op in effect["do"]
        for key in ("counts", "where", "scope", "surcharge", "gifts")
        if key in op
    }
    wanted = {
        ("vp_per_moved", "counts", "placed"), ("vp_per_moved", "counts", "printed"),
        ("vp_per_worker", "where", "anywhere"), ("vp_per_worker", "where", "lobby"),
        ("mul_activation", "scope", "lens_activation"), ("mul_activation", "scope", "all_vp"),
        ("flip_losses", "scope", "all"), ("flip_losses", "scope", "nodes"), ("take", "surcharge", "free"),
        ("give", "gifts", "one_per_kind"), ("give", "gifts", "one"),
    }  # fmt: skip
    assert wanted - found == set()


def test_kernels_and_reference_agree() -> None:
    """Move by move, with two to four players."""
    document = extreme().document
    pack = {**document["cards"], "rules": document["rules"], "rulings": document["rulings"]}
    twin = Silent(Setting("extreme", file="extreme", pack=pack))
    for number in range(size(300, 30)):
        twin.play(11, number, 2 + number % 3, is_uniform=number % 2 == 0)
    assert twin.kinds == {f"N-D{n}" for n in range(1, 18)}


def test_games_stay_inside_stack_and_lists() -> None:
    """Every game ends, and nothing comes near a capacity unseen."""
    table = driver()
    table.tables, table.states = np.array(extreme().tables), np.zeros(1, GAME.state)
    for number in range(size(2_000, 200)):
        table.n_seats = 2 + number % 3
        legal = table.setup(number, 0, tuple((number + seat) % 6 for seat in range(table.n_seats)))
        n_drawn = 0
        while not table.state.core.is_over:
            assert 0 < len(legal) <= GAME.max_legal
            assert table.state.depth < st.MAX_FRAMES
            legal = table.apply(legal[draw(number, n_drawn, len(legal))])
            n_drawn += 1
        assert n_drawn < GAME.max_decisions
