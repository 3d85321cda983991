"""How far each cell of a sweep is from equal places, and which cells are balanced with all of them judged at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.verdict import decide

Array = np.ndarray[Any, Any]


def balance(frame: pd.DataFrame, level: float, margin: float) -> pd.DataFrame:
    """Distance from fair and verdict of every cell.

    Parameters
    ----------
    frame
        Rows of kind `place` of the long table, with `at`.
    level, margin
        In percent; as a share. A reader searches the cells for balanced ones, so each verdict takes its part of the
        error of all (Bonferroni).

    Returns
    -------
    DataFrame
        at, cell, fair, imbalance (root mean square distance of the places from fair, without what luck adds), se
        (of a place, the root mean square), worst (label of the place farthest from fair), answer.
    """
    rows = []
    for at, table in frame.groupby("at", sort=False):
        n_cells = table["cell"].nunique()
        for cell, part in table.groupby("cell", sort=False):
            rows.append({"at": at, "cell": cell, **_of_cell(part, 100 - (100 - level) / n_cells, margin)})
    return pd.DataFrame(rows)


def _of_cell(part: pd.DataFrame, level: float, margin: float) -> dict[str, Any]:
    share, se = part["estimate"].to_numpy(float), part["se"].to_numpy(float)
    fair = float(share.mean())
    off = share - fair
    luck = float(np.mean(se**2))
    n_blocks, n_games = int(part["n_blocks"].iloc[0]), int(part["n_games"].iloc[0])
    verdict = decide(share, se, part["n_games"].to_numpy(float), n_blocks, n_games, fair, margin, level)
    return {
        "fair": fair,
        "imbalance": float(np.sqrt(max(0.0, float(np.mean(off**2)) - luck))) if np.isfinite(luck) else np.nan,
        "se": float(np.sqrt(luck)),
        "worst": str(part["label"].iloc[int(np.argmax(np.abs(off)))]),
        "answer": str(verdict.answer),
    }
