"""Slow and obvious: the same figures game by game, from a data frame with one row a seat and game."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd


def seats(columns: dict[str, np.ndarray]) -> pd.DataFrame:
    """One row a seat and game."""
    k, n = columns["win_share"].shape
    seat_columns = {name: c for name, c in columns.items() if c.ndim == 2}
    game_columns = {name: c for name, c in columns.items() if c.ndim == 1}
    frames = []
    for seat in range(k):
        frame = pd.DataFrame({name: c[seat] for name, c in seat_columns.items()})
        frames.append(frame.assign(seat=seat, **game_columns))
    assert len(frames[0]) == n
    return pd.concat(frames, ignore_index=True)


def clustered_mean(frame: pd.DataFrame, value: str) -> tuple[float, float]:
    """Mean of a column over rows, and its standard error from block sums (linearised ratio estimator)."""
    n_blocks = frame["block"].nunique()
    mean = frame[value].mean()
    residual = (frame[value] - mean).groupby(frame["block"]).sum()
    return mean, float(np.sqrt(n_blocks / (n_blocks - 1) * (residual**2).sum()) / len(frame))


def ties(frame: pd.DataFrame, k: int) -> dict[tuple[str, int], int]:
    """Numbers of shared wins and of equal top scores in finished games, by number of sharers."""
    found = dict.fromkeys(itertools.product(("win", "top"), range(2, k + 1)), 0)
    for _, game in frame[frame["is_finished"] == 1].groupby("game"):
        for kind, n in (
            ("win", int((game["win_share"] > 0).sum())),
            ("top", int((game["score"] == game["score"].max()).sum())),
        ):
            if n > 1:
                found[kind, n] += 1
    return found


def card_difference(frame: pd.DataFrame, bit: int) -> tuple[int, float]:
    """Games in which some finished seats had the card and some not; mean within-game difference of win share."""
    differences = []
    for _, game in frame[frame["is_finished"] == 1].groupby("game"):
        has = (game["owned"].to_numpy() >> bit) & 1 == 1
        if has.any() and not has.all():
            differences.append(game["win_share"].to_numpy()[has].mean() - game["win_share"].to_numpy()[~has].mean())
    return len(differences), float(np.mean(differences))
