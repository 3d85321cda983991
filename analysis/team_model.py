"""Teams: a seat's win by a logistic model of its effects, with errors by block.

Members of a team win together, so seats of a game are no choice among rivals and no independent trials either. The
model is that of generalised estimating equations with independence as working correlation: the estimates of a pooled
logistic regression, whose errors come from how blocks differ, whatever the dependence within them. A linear model of
the win would only be needed where shares near 0 or 1 must add up; effects on log-odds stay in bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse, special

from analysis.block_scores import Meat
from analysis.choice_model import Reader
from analysis.design import Design
from analysis.fitting import Slope

Array = np.ndarray[Any, Any]


class Teams:
    """Seats and wins by type; errors read the games a second time.

    Parameters
    ----------
    seats, won
        Number of seats and of wins by type, shape (n types,).
    """

    def __init__(self, seats: Array, won: Array, read: Reader) -> None:
        self.seats, self.won, self._read = seats, won, read

    def slope_at(self, utility: Array) -> Slope:
        chance = special.expit(utility)
        value = float(self.won @ utility - self.seats @ np.logaddexp(0.0, utility))
        return Slope(value, self.won - self.seats * chance, sparse.diags_array(self.seats * chance * (1 - chance)))

    def meats(self, fits: Sequence[tuple[Design, Array]]) -> list[Array]:
        """For each pair of design and utilities the sum over blocks of the outer product of a block's score."""
        sums = [Meat(design) for design, _ in fits]
        by_type = [special.expit(utility) for _, utility in fits]
        for games in self._read():
            for meat, chance in zip(sums, by_type, strict=True):
                meat.add(games.block, games.types, games.credit - chance[games.types], games.n_blocks)
        return [meat.matrix() for meat in sums]
