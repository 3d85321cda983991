"""Gains that set off gains: the deepest stack that the loader lets a pack build has room."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from sim.errors import UserError
from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st
from sim.games.konoten.tables_checks import MAX_CHAINED

from .agreement import driver
from .wild import Inventor

#: Each gain of a token sets off two more, on every node.
CHAIN = [
    {"when": "on_worker_gained", "do": [{"op": "worker_unacted", "n": 1}, {"op": "grow", "n": 1}]},
    {"when": "on_grow", "do": [{"op": "grow", "n": 1}, {"op": "worker_acted", "n": 1}]},
]
ONCE = [{"when": "once", "do": [{"op": "grow", "n": 1}, {"op": "worker_acted", "n": 1}]}, CHAIN[1]]


def chained(folder: Path, stock: int) -> tuple[str, list[tuple[str, str]]]:
    """A pack of such sheets, and the constants that give each player `stock` tokens more than tasks and S take."""
    found = Inventor(0)
    found.pack["pack"]["name"] = "chained"
    for node in found.pack["node"]:
        node["effects"] = ONCE if node["number"] % 2 else CHAIN
        node["from"] = [] if node["number"] == 0 else [0]
    sets = {"start_stock": stock - 1, "start_workers": 1, "tokens_per_player": stock + 4, "supply_tokens": 4}
    return found.write(folder), [(f"rules.{name}", str(n)) for name, n in (sets | {"turn_limit": 60}).items()]


def test_the_deepest_chains_have_room(tmp_path: Path) -> None:
    file, sets = chained(tmp_path, MAX_CHAINED - 4)
    driver().tables, driver().n_seats = np.array(GAME.load(file, None, sets, 4).tables), 2
    deepest = 0
    for number in range(20):
        rng = random.Random(number)
        legal = driver().setup(9, number, tuple(rng.sample(range(len(codes.CHARACTERS)), 2)))
        while legal:
            legal = driver().apply(legal[rng.randrange(len(legal))])
            driver().states[0].core.n_log = 0
        frames = driver().states[0].frames
        deepest = max([deepest, *(i + 1 for i, frame in enumerate(frames) if any(frame.tobytes()))])
    assert 12 < deepest < st.MAX_FRAMES


def test_longer_chains_are_refused(tmp_path: Path) -> None:
    file, sets = chained(tmp_path, MAX_CHAINED - 3)
    with pytest.raises(UserError, match="tokens_per_player"):
        GAME.load(file, None, sets, 4)
