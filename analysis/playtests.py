"""Real games laid over simulated shares: do they fit, what can they tell apart, how many would it take?"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.equality import holm
from analysis.intervals import wilson
from analysis.playtest_file import Playtests
from analysis.run import Run
from analysis.seen import BASE_COLUMNS, Seen
from analysis.shares import Ask, ShareSums
from analysis.study import Study
from analysis.verdict import POWER

Array = np.ndarray[Any, Any]

#: Cells of place x character with fewer seats are left out.
MIN_CELL = 10
#: Up to so many results of all games the multinomial test goes through them one by one.
MOST_RESULTS = 50_000
#: The simulated shares count as known where their variance is below this part of the playtests'.
KNOWN = 0.01
EXACT, SCORE = "exact multinomial test", "score test, covariance of simulated games"


def covariance_of_games(sums: ShareSums, kind: str, share: Array) -> tuple[Array, Array]:
    """How two groups' departures from their shares go together in a game.

    Returns
    -------
    tuple
        Mean product of the departures by pairs of seats, and number of pairs over the geometric mean of both groups'
        own, which is 1 where both sit in every game: each (n, n).
    """
    n, cross = len(share), sums.games.cross
    if kind == "places":
        credit, seats = 1 + np.arange(n), np.zeros(n, int)  # one seat a game
    else:
        credit = 1 + sums.k + np.arange(n)
        seats = credit + sums.n_characters + sums.n_policies
    mixed = share[:, None] * cross[np.ix_(seats, credit)]
    number = cross[np.ix_(seats, seats)]
    products = cross[np.ix_(credit, credit)] - mixed - mixed.T + np.outer(share, share) * number
    with np.errstate(divide="ignore", invalid="ignore"):
        mean: Array = np.where(number > 0, products / number, 0.0)
        own = np.diag(number)
        together: Array = np.where(number > 0, number / np.sqrt(np.outer(own, own)), 0.0)
    return mean, together


def with_playtests(study: Study, run: Run, plays: Playtests) -> Study:
    """The study of a run with the playtests laid over it."""
    seats, fit = compare(run, plays, study.ask)
    return replace(study, playtests=seats, playtest_fit=fit, played=plays)


def compare(run: Run, plays: Playtests, ask: Ask) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Playtests against the simulated shares of every policy table.

    Returns
    -------
    tuple
        Rows of `Study.playtests` and of `Study.playtest_fit`.
    """
    tables: dict[int, ShareSums] = {}
    for table, rows in run.read(BASE_COLUMNS):
        if table not in tables:
            tables[table] = ShareSums(run)
        tables[table].add(Seen(run, rows))
    kinds = ["places", *(["characters"] if bool((plays.seats["character"] >= 0).all()) else [])]
    seats, fits = [], []
    for table, sums in sorted(tables.items()):
        for kind in kinds:
            frame, fit = Comparison(run, plays, sums, kind, ask).frames()
            seats.append(frame.assign(table=table))
            fits.append(fit.assign(table=table))
        if "characters" in kinds:
            seats.append(_cells(run, plays, sums, ask).assign(table=table))
    return _first(pd.concat(seats, ignore_index=True)), _first(pd.concat(fits, ignore_index=True))


def _first(frame: pd.DataFrame) -> pd.DataFrame:
    frame.insert(0, "table", frame.pop("table"))
    return frame


class Comparison:
    """Playtests against one kind of simulated shares of one policy table."""

    def __init__(self, run: Run, plays: Playtests, sums: ShareSums, kind: str, ask: Ask) -> None:
        self.plays, self.kind, self.ask = plays, kind, ask
        names = [f"place {place}" for place in range(1, run.n_seats + 1)]
        self.labels = names if kind == "places" else run.characters
        self.n = len(self.labels)
        found = sums.place_ratios() if kind == "places" else sums.character_ratios()
        self.share, self.fair = found.estimate[: self.n], float(found.estimate[self.n])
        self.known = found.covariance[: self.n, : self.n]  # how well the simulated shares are known
        self.per_game = found.weight[: self.n] / sums.moments.total[0]  # seats of each in a game
        self.covariance, self.together = covariance_of_games(sums, kind, self.share)
        group = plays.seats["place"] - 1 if kind == "places" else plays.seats["character"]
        self.games = _of_plays(plays, group.to_numpy(), self.n)
        self.won, self.seats = self.games[:, : self.n].sum(0), self.games[:, self.n :].sum(0)
        self.has_ties = bool(np.abs(self.games[:, : self.n] % 1).max() > 0)

    def variance(self) -> Array:
        """Covariance of won minus expected, (n, n), if the playtests are like the simulated games."""
        own: Array = self.covariance * self._pairs()
        own += np.outer(self.seats, self.seats) * np.nan_to_num(self.known)
        return own

    def _pairs(self) -> Array:
        """Pairs of seats in one game; without ids those of whole games, as far as places have as many rows each."""
        number = self.games[:, self.n :]
        rows = np.bincount(self.plays.seats["place"])[1:]
        if self.plays.has_games or rows.min() < rows.max():
            pairs: Array = number.T @ number
            return pairs
        return self.together * np.sqrt(np.outer(self.seats, self.seats))

    def frames(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        seen = (self.seats > 0) & np.isfinite(self.share)
        known = np.sqrt(np.diag(self.known))
        frame = _seat_frame(self.labels, self.won, self.seats, self._effective(), self.share, known, self.ask)
        deviation = np.sqrt(np.maximum(np.diag(self.variance()), 0))
        frame["p_value"] = [self._p_value(at, deviation[at]) if seen[at] else np.nan for at in range(self.n)]
        frame["p_holm"] = holm(frame["p_value"].to_numpy())
        frame.insert(0, "kind", self.kind)
        statistic, df, p, method = self.test(seen)
        fit = {"kind": self.kind, "n_games": self.plays.n_games, "n_seats": int(self.seats.sum())}
        fit |= {"statistic": statistic, "df": df, "p_value": p, "method": method, **self._power(seen, deviation)}
        return frame[self.seats > 0].reset_index(drop=True), pd.DataFrame([fit])

    def _effective(self) -> Array:
        """Number of independent seats that tell as much, where several of a group sit in one game; never more."""
        number = self.games[:, self.n :]
        own = np.diag(self.covariance) * (number**2).sum(0)
        with np.errstate(divide="ignore", invalid="ignore"):
            part = np.where(own > 0, self.seats * self.share * (1 - self.share) / own, 1.0)
        effective: Array = np.where(number.max(0) > 1, np.minimum(part, 1.0), 1.0) * self.seats
        return effective

    def _is_known(self, at: int) -> bool:
        """Whether the error of the simulated share is small beside that of the playtests."""
        share, n = self.share[at], self.seats[at]
        return bool(np.nan_to_num(self.known[at, at], nan=np.inf) < KNOWN * share * (1 - share) / n)

    def _p_value(self, at: int, deviation: float) -> float:
        """Exact binomial test of whole wins, one seat a game; else a score test with the simulated variance."""
        is_single = self.games[:, self.n + at].max() <= 1
        if not self.has_ties and is_single and self._is_known(at):
            return float(stats.binomtest(round(self.won[at]), round(self.seats[at]), self.share[at]).pvalue)
        off = self.won[at] - self.share[at] * self.seats[at]
        return float(2 * stats.norm.sf(abs(off) / deviation)) if deviation > 0 else float(abs(off) < 1e-9)

    def test(self, seen: Array) -> tuple[float, int, float, str]:
        """Statistic, degrees of freedom, p value and method of the test that all shares are the simulated ones."""
        if self._is_multinomial(seen):
            statistic, p = multinomial_test(self.won.round().astype(int), self.share)
            return statistic, self.n - 1, p, EXACT
        off = (self.won - self.share * self.seats)[seen]
        values, vectors = np.linalg.eigh(self.variance()[np.ix_(seen, seen)])
        solid = values > max(float(values.max(initial=0.0)), 0.0) * 1e-6
        if not solid.any():
            return float("nan"), 0, float("nan"), "nothing varies"
        statistic = float(((off @ vectors[:, solid]) ** 2 / values[solid]).sum())
        return statistic, int(solid.sum()), float(stats.chi2.sf(statistic, int(solid.sum()))), SCORE

    def _is_multinomial(self, seen: Array) -> bool:
        """Whether each game has one winner among all places, simulated ones too, and the results can be listed."""
        if self.kind != "places" or self.has_ties or not seen.all():
            return False
        single = np.allclose(np.diag(self.covariance), self.share * (1 - self.share), rtol=1e-9)
        whole = bool((self.games[:, self.n :] == 1).all() and (self.games[:, : self.n].sum(1) == 1).all())
        n_results = math.comb(self.plays.n_games + self.n - 1, self.n - 1)
        return single and whole and n_results <= MOST_RESULTS and all(self._is_known(at) for at in range(self.n))

    def _power(self, seen: Array, deviation: Array) -> dict[str, Any]:
        """What difference these playtests can tell, and how many would show the largest simulated one."""
        sure = stats.norm.ppf(0.5 + self.ask.level / 200)
        with np.errstate(divide="ignore", invalid="ignore"):
            told = float(np.median((sure * deviation / self.seats)[seen])) if seen.any() else float("nan")
        gap = np.where(np.isfinite(self.share), self.share - self.fair, 0.0)
        at = int(np.abs(gap).argmax())
        deviations = np.abs(gap) / np.sqrt(np.maximum(np.diag(self.known), 1e-300))
        is_shown = 2 * stats.norm.sf(deviations[at]) * self.n < 1 - self.ask.level / 100
        one = math.sqrt(max(float(self.covariance[at, at]), 0.0))
        seats = ((sure + stats.norm.ppf(POWER)) * one / gap[at]) ** 2 if is_shown else float("nan")
        return {"told": told, "gap_of": self.labels[at], "gap": gap[at], "needed": seats / self.per_game[at]}


def _of_plays(plays: Playtests, group: Array, n: int) -> Array:
    """Credit and number of seats of each group in each playtest, (n_games, 2 n)."""
    game = plays.seats["game"].to_numpy()
    sums = np.zeros((plays.n_games, 2 * n))
    np.add.at(sums, (game, group), plays.seats["won"].to_numpy())
    np.add.at(sums, (game, n + group), 1.0)
    return sums


def _seat_frame(
    labels: list[str], won: Array, seats: Array, effective: Array, share: Array, error: Array, ask: Ask
) -> pd.DataFrame:
    """Shares of playtests and simulation with intervals; that of the difference is put together from both."""
    sure = float(stats.norm.ppf(0.5 + ask.level / 200))
    with np.errstate(divide="ignore", invalid="ignore"):
        played = np.where(seats > 0, won / seats, np.nan)
    low, high = wilson(played, effective, sure)
    own = sure * np.nan_to_num(error)
    off = played - share
    return pd.DataFrame(
        {
            "label": labels,
            "n": seats.astype(np.int64),
            "wins": won,
            "share": played,
            "low": low,
            "high": high,
            "simulated": share,
            "simulated_se": error,
            "difference": off,
            "difference_low": off - np.hypot(played - low, own),
            "difference_high": off + np.hypot(high - played, own),
        }
    )


def _cells(run: Run, plays: Playtests, sums: ShareSums, ask: Ask) -> pd.DataFrame:
    """Characters in places, of those cells that have enough seats."""
    n_characters, cells = len(run.characters), sums.cells
    code = ((plays.seats["place"] - 1) * n_characters + plays.seats["character"]).to_numpy()
    seats = np.bincount(code, minlength=len(cells.estimate)).astype(float)
    won = np.bincount(code, plays.seats["won"].to_numpy(), minlength=len(cells.estimate))
    labels = [f"{name}, place {place}" for place in range(1, run.n_seats + 1) for name in run.characters]
    frame = _seat_frame(labels, won, seats, seats, cells.estimate, cells.error, ask)
    frame["p_value"] = _cell_p_values(won, seats, cells.estimate, cells.error)
    frame = frame[seats >= MIN_CELL].reset_index(drop=True)
    frame["p_holm"] = holm(frame["p_value"].to_numpy())
    frame.insert(0, "kind", "cells")
    return frame


def _cell_p_values(won: Array, seats: Array, share: Array, error: Array) -> Array:
    """Exact binomial tests where wins are whole, else normal ones with the variance of a whole win, which is larger."""
    p = np.full(len(won), np.nan)
    for at in np.flatnonzero((seats > 0) & np.isfinite(share)):
        variance = share[at] * (1 - share[at]) / seats[at]
        known = np.nan_to_num(error[at]) ** 2
        if won[at] == round(won[at]) and known < KNOWN * variance:
            p[at] = stats.binomtest(round(won[at]), round(seats[at]), share[at]).pvalue
        elif variance + known > 0:
            p[at] = 2 * stats.norm.sf(abs(won[at] / seats[at] - share[at]) / math.sqrt(variance + known))
    return p


def multinomial_test(won: Array, share: Array) -> tuple[float, float]:
    """Pearson's statistic of whole wins, and its p value summed over all results of as many games."""
    n, k = int(won.sum()), len(won)
    expected = n * share
    bars = np.array(list(itertools.combinations(range(n + k - 1), k - 1)), np.int64).reshape(-1, k - 1)
    edges = np.concatenate([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + k - 1)], axis=1)
    results = np.diff(edges, axis=1) - 1
    statistic = ((results - expected) ** 2 / expected).sum(1)
    seen = float(((won - expected) ** 2 / expected).sum())
    chance = stats.multinomial.pmf(results, n, share / share.sum())
    return seen, min(1.0, float(chance[statistic >= seen * (1 - 1e-12)].sum()))
