"""Who leads on the way: how early a game is decided, how often the lead passes on, and who comes back from behind.

All from the scores after each round, over finished games. Shared wins and shared leads count as they are: the leaders
of a round are all who are level at the top, the winners all who share the win. After the last round comes the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import Moments, RatioSums
from analysis.intervals import mean_interval, share_interval
from analysis.measures import MeasureSums
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import MIN_GAMES, Ask
from sim.game import Role

Array = np.ndarray[Any, Any]

CHANGES, BEHIND = "changes of the lead", "winner's largest deficit"
#: Of each round: win credit of its leaders; decided, changed, last (see `LeadSums.frame`); points of margin.
_KINDS = ("share", "decided", "changed", "last", "margin")


class LeadSums:
    """What the scores after each round say of the course of a game."""

    def __init__(self, run: Run) -> None:
        rounds = [c for c in run.with_role(Role.ROUND_SCORE, True) if c.size > 1]
        scores = run.with_role(Role.SCORE, True)
        self.column = rounds[0] if rounds else None
        self.score = scores[0] if scores and rounds else None
        self.columns = tuple(c for c in (self.column, self.score) if c)
        n, self.k = self.column.size if self.column else 0, run.n_seats
        self.sums = {kind: RatioSums(n) for kind in _KINDS}
        self.ranks = RatioSums(n * self.k)
        self.gains = [Moments(3) for _ in range(n)] if self.score else []
        one, unit = [("all", "all games")], (self.column.unit or "points") if self.column else ""
        measured = ((CHANGES, "times"), (BEHIND, unit)) if self.column else ()
        self.measures = [MeasureSums(name, unit, one) for name, unit in measured]

    def add(self, seen: Seen) -> None:
        """Adds whole blocks of rows."""
        if not self.column:
            return
        score = seen.rows[self.column.name].astype(np.int64)  # (n_seats, n, rounds)
        top = score.max(0)
        leads, wins = score == top, (seen.credit > 0)[:, :, None]
        changed = _changes(leads, wins)
        ranked = np.sort(score, axis=0)
        last = (score == ranked[0]) & (ranked[0] < top)
        found = {
            "share": _mean_credit(seen, leads),
            "decided": _decided(leads, wins),
            "changed": changed[:, :-1],
            "last": _mean_credit(seen, last),
            "margin": ranked[-1] - ranked[-2],
        }
        for kind, values in found.items():
            counted = last.any(0) if kind == "last" else np.ones(top.shape, bool)
            self._add(seen, self.sums[kind], values, counted & seen.finished[:, None])
        self._add_ranks(seen, score)
        behind = np.where(wins, top - score, 0).max((0, 2))
        for sums, values in zip(self.measures, (changed.sum(1), behind), strict=True):
            sums.add_games(seen, values, seen.finished)
        if self.score:
            self._add_gains(seen, score, seen.rows[self.score.name].astype(np.float64))

    def _add(self, seen: Seen, sums: RatioSums, values: Array, counted: Array) -> None:
        kept = np.where(counted, values, 0.0)
        sums.add(seen.rows.sum_blocks(kept.T).T, seen.rows.sum_blocks(counted.T).T)

    def _add_ranks(self, seen: Seen, score: Array) -> None:
        """Credit and number of seats by how many are ahead of them, after each round."""
        ahead = (score[:, None] < score[None]).sum(1)
        finished = np.broadcast_to(seen.finished, seen.credit.shape).astype(np.float64)
        y, x = [], []
        for at in range(score.shape[2]):
            y.append(seen.rows.count_blocks(ahead[:, :, at], self.k, seen.credit * finished))
            x.append(seen.rows.count_blocks(ahead[:, :, at], self.k, finished))
        self.ranks.add(np.concatenate(y, axis=1), np.concatenate(x, axis=1))

    def _add_gains(self, seen: Seen, score: Array, final: Array) -> None:
        """Squares and product of a seat's lead on its game's mean after a round and of its gain on it till the end."""
        final = np.where(seen.finished, final - final.mean(0), 0.0)
        for at, moments in enumerate(self.gains):
            now = np.where(seen.finished, score[:, :, at] - score[:, :, at].mean(0), 0.0)
            gain = final - now
            pairs = ((now, now), (gain, gain), (now, gain))
            moments.add(seen.rows.sum_blocks(np.array([np.einsum("kn,kn->n", *pair) for pair in pairs])).T)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a round, each estimate with its error and interval (`_se`, `_low`, `_high`).

        share: mean credit of the leaders (shared leads averaged). decided: share of games in which all who lead after
        this round and after each later one win. changed: share of games in which none of the leaders of the round
        before leads after this round. last: mean credit of who is last, where not all are level. margin: points between
        the first two. runaway: correlation over seats of the lead on the game's mean with the points gained on it from
        here to the end; above 0 leads grow, below 0 they shrink.
        """
        shares = self.sums["share"]
        frame = pd.DataFrame({"round": np.arange(1, len(shares.x) + 1), "n": shares.x.astype(np.int64)})
        for kind, sums in self.sums.items():
            estimate, error = sums.estimate, sums.error
            share = kind != "margin"
            low, high = (
                share_interval(estimate, error, sums.x, sums.n_blocks, ask.level)
                if share
                else mean_interval(estimate, error, sums.n_blocks, ask.level)
            )
            first = "" if kind == "share" else f"{kind}_"
            frame = frame.assign(**{kind: estimate, f"{first}se": error, f"{first}low": low, f"{first}high": high})
        frame.loc[frame["round"] == 1, [c for c in frame if str(c).startswith("changed")]] = np.nan
        if not self.gains:
            return frame
        found = np.array([_correlation(moments) for moments in self.gains])
        low, high = mean_interval(found[:, 0], found[:, 1], shares.n_blocks, ask.level)
        return frame.assign(runaway=found[:, 0], runaway_se=found[:, 1], runaway_low=low, runaway_high=high)

    def rank_frame(self, ask: Ask) -> pd.DataFrame:
        """One row a round and rank after it (1 + number of seats ahead): mean win credit of such a seat."""
        sums = self.ranks
        low, high = share_interval(sums.estimate, sums.error, sums.x, sums.n_blocks, ask.level)
        n_rounds = len(sums.x) // self.k
        frame = pd.DataFrame(
            {
                "round": np.repeat(np.arange(1, n_rounds + 1), self.k),
                "rank": np.tile(np.arange(1, self.k + 1), n_rounds),
                "n": sums.x.astype(np.int64),
                "share": sums.estimate,
                "se": sums.error,
                "low": low,
                "high": high,
                "is_thin": sums.x < MIN_GAMES,
            }
        )
        return frame[frame["n"] > 0].reset_index(drop=True)


def _mean_credit(seen: Seen, chosen: Array) -> Array:
    """Mean credit of the chosen seats of each game and round, shape (n, rounds); 0 where none is."""
    n = chosen.sum(0)
    return np.asarray(np.einsum("knr,kn->nr", chosen, seen.credit) / np.maximum(n, 1))


def _decided(leads: Array, wins: Array) -> Array:
    """Whether all leaders from each round on are winners, shape (n, rounds)."""
    sound = np.all(leads <= wins, axis=0)
    return np.asarray(np.logical_and.accumulate(sound[:, ::-1], axis=1)[:, ::-1])


def _changes(leads: Array, wins: Array) -> Array:
    """Whether the lead passed on with each round, and at last with the end, shape (n, rounds + 1); not in the first."""
    stages = np.concatenate([leads, wins], axis=2)
    passed = ~(stages[:, :, 1:] & stages[:, :, :-1]).any(0)
    return np.concatenate([np.zeros((len(passed), 1), bool), passed], axis=1)


def _correlation(moments: Moments) -> tuple[float, float]:
    """Correlation out of block sums of x * x, y * y, x * y, with its error over blocks; NaN where nothing varies."""
    xx, yy, xy = moments.total
    n = moments.n_blocks
    if not (xx > 0 and yy > 0):
        return float("nan"), float("nan")
    r = float(xy / np.sqrt(xx * yy))
    form = np.array([-r / (2 * xx), -r / (2 * yy), 1 / np.sqrt(xx * yy)])
    variance = max(float(form @ moments.cross @ form), 0.0)
    return r, float(np.sqrt(variance * n / (n - 1))) if n > 1 else float("nan")
