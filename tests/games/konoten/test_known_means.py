"""Section 10 of RULES.md: games of uniform play by the kernels, within 4 standard errors of both samples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reference.konoten.playing import UNIFORM, UNIFORM_CHARACTERS
from sizes import SIZES

from ..kit.means import Mean
from . import uniform_games

Figure = Callable[[str, object], None]

#: Half of the last digit that section 10 prints.
HALF_DIGIT = {"vp": 0.005, "decisions": 0.05, "foreign": 0.0005, "persuades": 0.0005}


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_uniform_play(n_seats: int, figure: Figure) -> None:
    n = SIZES.konoten_kernel_uniform
    found = uniform_games.play(n_seats, n, seed=11)
    known = {name: (*pair, HALF_DIGIT.get(name, 0.005)) for name, pair in UNIFORM[n_seats].items()}
    if n_seats == 4:
        known |= {f"character {c}": (vp, 0.15, 0.05) for c, vp in UNIFORM_CHARACTERS.items()}
    far = []
    for name, (value, error, rounding) in known.items():
        mean = found[name]
        figure(f"{n} uniform games of {n_seats}: {name}", f"{mean}, printed {value}")
        if not mean.is_near(value, error, rounding):
            far.append(f"{name}: {mean}, printed {value} ± {error}")
    assert far == []
    if n_seats == 4:
        assert found["shared"].value == pytest.approx(0.001, abs=4 * found["shared"].error + 0.0005)


def test_a_wrong_mean_is_far() -> None:
    assert not Mean(5.0, 0.05).is_near(4.5, 0.05, 0.005)
    assert Mean(5.0, 0.05).is_near(4.9, 0.05, 0.005)
