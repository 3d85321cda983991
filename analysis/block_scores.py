"""Scores of blocks: how far the wins of each kind of seat are from what a model expects, one row a block."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from analysis.design import Design

Array = np.ndarray[Any, Any]


class Meat:
    """Sum over blocks of the outer product of a block's score, added up from seats."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self._sum = np.zeros((design.levels.shape[1],) * 2)

    def add(self, block: Array, types: Array, residual: Array, n_blocks: int) -> None:
        """Adds whole blocks: block of each game (n,), type and residual of its seats (n_seats, n)."""
        rows = np.broadcast_to(block, types.shape).ravel()
        shape = (n_blocks, self.design.n_types)
        by_type = sparse.csr_array((residual.ravel(), (rows, types.ravel())), shape)
        scores = (by_type @ self.design.levels).toarray()
        self._sum += scores.T @ scores

    def matrix(self) -> Array:
        """Shape (n_parameters, n_parameters)."""
        coding = self.design.coding
        return np.asarray(coding.T @ self._sum @ coding)
