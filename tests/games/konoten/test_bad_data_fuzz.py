"""Whatever stands in a pack: it is read, or refused in one line, and what is read can be played."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sizes import size

from sim.errors import UserError
from sim.game import GameData
from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st
from sim.games.konoten.tables import SHAPE, load
from sim.games.konoten.tables_words import OP_ARGUMENTS
from sim.rng_twin import draw

from .situations import driver

Path = tuple[str | int, ...]

WORDS = (*codes.WHENS, *codes.OPS, *codes.KINDS, *codes.CHARACTERS, *codes.REACHES, *OP_ARGUMENTS, "self", "other", "")


@cache
def document() -> dict[str, Any]:
    text = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")
    rules = (SHAPE.folder / "rules.toml").read_text(encoding="utf-8")
    return {**tomllib.loads(text), **tomllib.loads(rules)}


def paths_of(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a document."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_of(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from paths_of(inner, (*path, i))


#: Entries, rules and rulings: most mistakes are made inside them.
PATHS = [path for path in paths_of(document()) if len(path) >= 2 and path[0] != "pack"]

plain = some.one_of(
    some.integers(-5, 40), some.sampled_from(WORDS), some.booleans(), some.floats(-2, 9),
    some.sampled_from([2**31, 2**70]),
)  # fmt: skip
junk = some.recursive(
    plain,
    lambda inner: some.one_of(
        some.lists(inner, max_size=3), some.dictionaries(some.sampled_from(WORDS), inner, max_size=3)
    ),
    max_leaves=4,
)


def changed(path: Path, value: Any, is_gone: bool) -> str:
    """The pack with another value at one place, or without it, as text."""
    data = copy.deepcopy(document())
    holder: Any = data
    for step in path[:-1]:
        holder = holder[step]
    if is_gone:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return tomli_w.dumps(data)


@settings(max_examples=size(6_000, 150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=some.sampled_from(PATHS), value=junk, is_gone=some.integers(0, 4))
def test_any_change_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, path: Path, value: Any, is_gone: int
) -> None:
    """One value anywhere, of any shape, or one value less."""
    file = tmp_path_factory.getbasetemp() / "fuzz.toml"
    try:
        file.write_text(changed(path, value, is_gone == 0), encoding="utf-8")
    except (TypeError, OverflowError):
        return  # TOML itself cannot say it
    try:
        data = load(str(file), None, (), 4)
    except UserError as error:
        text = str(error)
        assert "\n" not in text
        assert text.startswith("fuzz.toml")
    else:
        play(data)


def play(data: GameData) -> None:
    """A random game with data that were accepted goes to its end."""
    table = driver()
    table.tables, table.states, table.n_seats = np.array(data.tables), np.zeros(1, GAME.state), 3
    legal = table.setup(1, 0, tuple(draw(7, seat, 2) + 2 * seat for seat in range(3)))
    n_drawn = 3
    while not table.state.core.is_over:
        assert legal
        assert n_drawn < GAME.max_decisions
        assert table.state.depth <= st.MAX_FRAMES
        legal = table.apply(legal[draw(7, n_drawn, len(legal))])
        n_drawn += 1
