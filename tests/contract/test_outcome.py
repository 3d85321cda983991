"""Checks of rows that need no game: declared tie-breaks, entries of one character."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.contract.outcome import _bad_owner, _tie_break_problems
from sim.game import Column, Role

COLUMNS = (
    Column("score", "i4", Role.SCORE, "points", "points", True),
    Column("cards", "i4", Role.COUNT, "cards", "cards", True),
    Column("by_round", "i4", Role.COUNT, "points", "points by round", True, 2),
    Column("total", "i4", Role.COUNT, "points", "points of all"),
)


def problems(tie_breaks: tuple[str, ...], winners: list[bool], wins: str = "single") -> list[str]:
    game: Any = SimpleNamespace(columns=COLUMNS, tie_breaks=tie_breaks, wins=wins)
    seats = np.zeros(3, [("score", "i4"), ("cards", "i4")])
    seats["score"], seats["cards"] = [7, 9, 9], [5, 1, 2]
    return list(_tie_break_problems(game, seats, winners))


def test_tie_breaks_leave_the_winners() -> None:
    assert problems(("cards",), [False, False, True]) == []
    assert problems((), [False, True, True]) == []  # nothing is declared
    (said,) = problems(("cards",), [False, True, True])
    assert "(9, 1), (9, 2)" in said


@pytest.mark.parametrize("name", ["card", "by_round", "total"])
def test_tie_breaks_are_seat_columns_of_one_value(name: str) -> None:
    (said,) = problems((name,), [False, False, True])
    assert f"{name!r} is none" in said


def test_teams_have_no_tie_breaks() -> None:
    (said,) = problems(("cards",), [False, True, True], "team")
    assert "needs single winners" in said


@pytest.mark.parametrize("size", [1, 2])
def test_entries_of_another_character(size: int) -> None:
    column = Column("own", "u4", Role.MASK, "entries", "entries", True, size, 16)
    shape = (size,) if size > 1 else ()
    seats = np.zeros((2, 2), [("character", "i1"), ("own", "u4", shape)])
    seats["character"] = [[0, 1], [1, 0]]
    words = seats["own"].reshape(2, 2, size)
    words[0, 0, 0] = 1 << 15
    words[1, 0, 0] = 1 << 16
    assert _bad_owner(column, seats) is None
    words[1, 1, size - 1] = 1 << 31
    row, said = _bad_owner(column, seats) or (-1, "")
    assert row == 1
    assert f"bit {32 * size - 1} is set" in said
    assert f"code {2 * size - 1}" in said
    assert _bad_owner(Column("own", "u4", Role.MASK, "entries", "entries", True, size), seats) is None
