"""Which values are played."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.fair_design import Key, asked, box_around, composite, fineness, first, is_grid, is_inside, near, playable
from analysis.fair_surface import terms


def whole(high: float = 6, path: str = "rules.handicap.2") -> Key:
    return Key(path, 0, high, True)


def keys_of(n: int, high: float = 6) -> list[Key]:
    return [whole(high, f"rules.handicap.{place}") for place in range(2, n + 2)]


def test_short_lists_are_played_whole_and_long_ones_spread() -> None:
    assert first([whole()]) == [(float(value),) for value in range(7)]
    assert first([whole(60)]) == [(0.0,), (10.0,), (20.0,), (30.0,), (40.0,), (50.0,), (60.0,)]
    assert first([Key("rules.rate", 0.5, 2.0, False)])[1] == (0.75,)
    assert first([Key("rules.rate", 1.0, 4.0, True, (4.0, 1.0, 2.0))]) == [(1.0,), (2.0,), (4.0,)]


@pytest.mark.parametrize(("n", "cells"), [(2, 9), (3, 15), (4, 25), (5, 27), (6, 45)])
def test_designs_tell_squares_and_products_apart(n: int, cells: int) -> None:
    points = np.array(first(keys_of(n, 10)))
    assert len(points) == cells
    design = terms((points - 5) / 5, 2)
    assert np.linalg.matrix_rank(design) == design.shape[1]


def test_small_grids_are_played_whole() -> None:
    assert len(first(keys_of(2, 3))) == 16
    assert is_grid(keys_of(2, 3))
    assert not is_grid(keys_of(2, 4))


def test_a_box_stays_within_the_ranges() -> None:
    keys = keys_of(2, 12)
    assert box_around(keys, (0.2, 11.7)) == ([0, 8], [4, 12])
    assert box_around(keys_of(1, 6), (3.4,)) == ([2], [4])
    assert is_inside((0.0, 12.0), *box_around(keys, (0.2, 11.7)))
    assert not is_inside((5.0, 12.0), *box_around(keys, (0.2, 11.7)))
    low, high = box_around(keys, (5.0, 5.0))
    assert {value for point in composite(keys, low, high) for value in point} == {3.0, 5.0, 7.0}


def test_values_near_an_answer_are_new_ones() -> None:
    assert near(whole(60), 23.4, 2.2, [0, 10, 20, 30]) == [21.0, 23.0, 24.0, 26.0]
    assert near(whole(60), 20.1, 0.1, [0, 20, 21, 19, 30]) == []
    assert near(Key("rules.rate", 1.0, 4.0, True, (1.0, 2.0, 4.0)), 2.6, 1.0, [1.0, 2.0, 4.0]) == []
    real = Key("rules.rate", 0.0, 1.0, False)
    assert fineness(real) == 0.01
    assert near(real, 0.4321, 0.05, [0.0, 0.5, 1.0]) == [0.38, 0.43, 0.44, 0.48]
    assert playable([real], (0.4321,)) == (0.43,)


def test_every_value_is_asked_where_there_are_few() -> None:
    assert asked([whole()]) == [(float(value),) for value in range(7)]
    assert len(asked(keys_of(3))) == 343
    assert len(asked([Key("rules.rate", 0.0, 1.0, False)])) == 2_000
