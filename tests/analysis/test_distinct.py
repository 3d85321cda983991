"""Blocks that repeat are found: the same deal again and again, or in half of the run."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic import Truth, as_run
from synthetic import rows as rows_of

from analysis.distinct import Distinct
from analysis.run import Rows
from analysis.seen import Seen

BARE = ("win_share", "is_finished", "place", "participant", "character", "policy")


def check(truth: Truth, order: np.ndarray, names: tuple[str, ...] = ()) -> tuple[str, bool]:
    """Figure and verdict of a run whose block b is block order[b] of a sound one, with all columns or those named."""
    rows, size = rows_of(truth), len(truth.seatings)
    games = (size * order[:, None] + np.arange(size)).ravel()
    columns = {name: rows[name].take(games, axis=min(rows[name].ndim - 1, 1)) for name in names or rows}
    found = Distinct()
    found.add(Seen(as_run(truth), Rows(columns, np.arange(0, len(games), size))))
    _, figure, is_ok, _ = found.check()
    return figure, is_ok


@pytest.mark.parametrize(
    "truth", [Truth(n_blocks=100), Truth(n_blocks=100, seating="fixed"), Truth(100, (1, 1), (1, 1))]
)
def test_sound_blocks_differ(truth: Truth) -> None:
    assert check(truth, np.arange(100)) == ("100 of 100", True)


def test_a_seed_that_never_moves_is_found() -> None:
    assert check(Truth(n_blocks=100), np.zeros(100, int)) == ("1 of 100", False)


def test_blocks_that_are_there_twice_are_found() -> None:
    assert check(Truth(n_blocks=100), np.arange(100) % 50) == ("50 of 100", False)


def test_a_game_with_few_results_must_repeat_itself() -> None:
    """Two players, one winner, nothing else told: four kinds of blocks of two games."""
    coin = Truth(200, (1, 1), (1, 1))
    assert check(coin, np.arange(200), BARE) == ("4 of 200, few results are possible", True)
    assert check(coin, np.zeros(200, int), BARE) == ("1 of 200", False)
