"""Rows and cells of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from analysis.precision import count
from reports.model import Cell, Row

MAX_ROWS = 400
Maker = Callable[[Any], tuple[Cell, ...]]


def number(value: float, text: str | None = None) -> Cell:
    """A cell that sorts by its value; one that is not a number stays last, whichever way is sorted."""
    return Cell(count(value) if text is None else text, float(value))


def make(frame: pd.DataFrame, maker: Maker) -> tuple[Row, ...]:
    """Rows of a frame; greyed where the frame says that games are too few."""
    thin = frame["is_thin"] if "is_thin" in frame else [False] * len(frame)
    return tuple(Row(maker(row), bool(t)) for (_, row), t in zip(frame.iterrows(), thin, strict=True))
