"""Section 10 of RULES.md: games of uniform play by the kernels, within 4 standard errors of both samples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reference.rider.playing import UNIFORM
from sizes import SIZES

from ..kit.means import Mean, half_digit
from . import uniform_games

Figure = Callable[[str, object], None]


@pytest.mark.parametrize("n_seats", UNIFORM)
def test_uniform_play(n_seats: int, figure: Figure) -> None:
    n = SIZES.rider_uniform
    found = uniform_games.play(n_seats, n, seed=11)
    far = []
    for name, (value, error) in UNIFORM[n_seats].items():
        mean = found[name]
        figure(f"{n} uniform games of {n_seats}: {name}", f"{mean}, printed {value}")
        if not mean.is_near(value, error, half_digit(str(value))):
            far.append(f"{name}: {mean}, printed {value} ± {error}")
    assert far == []
    assert found["unfinished"].value == 0
    if n_seats == 2:
        assert found["lone"] == Mean(1.0, 0.0)
        # The dead one wins too if his hidden killer, who reveals himself for a `died` skill, is of his faction (D25).
        assert 1.0 <= found["winners"].value < 1.002


def test_a_wrong_mean_is_far() -> None:
    value, error = UNIFORM[5]["hits"]
    assert not Mean(1.1 * value, error).is_near(value, error, 0.0005)
    assert Mean(value + 3 * error, error).is_near(value, error, 0.0005)
