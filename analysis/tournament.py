"""A tournament: how every policy does against every other, what rates them, and where no scale does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import Ratios
from analysis.cycles import cycles
from analysis.equality import Equality, holm, p_values, pair_differences
from analysis.intervals import mean_interval, share_interval
from analysis.meetings import MeetingSums
from analysis.ratings import Ratings, rate
from analysis.run import Run, open_run
from analysis.shares import MIN_GAMES, p_against_fair
from analysis.styles_by import by_kind
from analysis.tournament_health import health

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Tournament:
    """All results; shares are in 0..1, ratings in Elo points.

    Attributes
    ----------
    manifest
        Manifest of the run.
    level
        Level of intervals in percent.
    policies
        Names of the policies.
    units
        What errors come from, in words: blocks, or cycles of them.
    pairs
        One row a pair: first, second, n_games, n_unfinished, n_shared (won by seats of both), share (of the wins per
        seat that the first took), se, low, high, low_all, high_all (all pairs at once, Bonferroni), p_value, p_holm
        (against one half), answer ("first", "second" or "open", by the bounds for all at once), expected (share by the
        ratings), misfit (share minus expected), misfit_se, misfit_p, misfit_holm, score (mean score of the first's
        seats minus the second's), score_se, length (turns), length_se, is_thin (too few games to judge).
    matrix
        Column `policy`, then a column a policy: share of row against column. Opposite cells add to 1 exactly, the
        diagonal is empty.
    ratings
        One row a policy: policy, rating (0: the mean, weighted by what games tell), se, low, high, low_all, high_all,
        rank, rank_low, rank_high (which ranks are possible, all pairs at once), group, is_thin (see
        `analysis.ratings.Ratings`), mean_share (mean of its shares against all others) with mean_share_se, n_ahead,
        n_behind (pairs in which it is surely ahead, behind).
    differences
        Paired differences of ratings: first, second, difference, se, low_all, high_all, p_value, p_holm.
    cycles
        Rings in which each surely beats the next: policies (names joined by " > "), length, weakest (lowest share of
        its links).
    fit
        Test that the ratings explain the matrix: question, statistic, df1, df2, p_value, method.
    kinds, kind_tests
        See `analysis.styles_by`.
    health
        Checks of the run.
    """

    manifest: Mapping[str, Any]
    level: float
    policies: tuple[str, ...]
    units: str
    pairs: pd.DataFrame
    matrix: pd.DataFrame
    ratings: pd.DataFrame
    differences: pd.DataFrame
    cycles: pd.DataFrame
    fit: pd.DataFrame
    kinds: pd.DataFrame
    kind_tests: pd.DataFrame
    health: pd.DataFrame


def analyse_tournament(run_dir: Path, level: float = 0.95) -> Tournament:
    """Analyses a run whose every policy table is a meeting of two policies.

    Parameters
    ----------
    run_dir
        Folder of the run.
    level
        Level of intervals as a share.
    """
    return tournament_of(open_run(run_dir), level)


def tournament_of(run: Run, level: float = 0.95) -> Tournament:
    """As `analyse_tournament`, of a run that is open."""
    sums = MeetingSums(run)
    for table, rows in run.read(sums.columns):
        sums.add(table, rows)
    return tournament_from(sums, level)


def tournament_from(sums: MeetingSums, level: float = 0.95) -> Tournament:
    """As `analyse_tournament`, from rows that are added up already."""
    percent = round(100 * level, 9)
    rated = rate(sums.meetings(), sums.schedule.meetings[:, 0])
    shares = sums.shares()
    pairs = pair_frame(sums, shares, rated, percent)
    kinds, kind_tests = by_kind(sums, percent)
    return Tournament(
        manifest=sums.run.manifest,
        level=percent,
        policies=sums.schedule.policies,
        units=sums.units,
        pairs=pairs,
        matrix=matrix_of(sums.schedule.policies, pairs),
        ratings=rating_frame(sums.schedule.policies, sums.schedule.pairs, pairs, shares, rated, percent),
        differences=difference_frame(sums.schedule.policies, rated, percent),
        cycles=cycle_frame(sums.schedule.policies, pairs),
        fit=pd.DataFrame([_test_row("one scale explains all pairs", rated.fit)]),
        kinds=kinds,
        kind_tests=kind_tests,
        health=health(sums, rated),
    )


def _test_row(question: str, test: Equality) -> dict[str, Any]:
    row: dict[str, Any] = {"question": question, "statistic": test.statistic, "df1": test.df1, "df2": test.df2}
    return row | {"p_value": test.p_value, "method": test.method}


def pair_frame(sums: MeetingSums, shares: Ratios, rated: Ratings, level: float) -> pd.DataFrame:
    """One row a pair."""
    names, n_pairs = np.array(sums.schedule.policies), len(sums.schedule.pairs)
    first, second = names[sums.schedule.pairs].T
    share, error, won = shares.estimate, shares.error, sums.games[:, 2]
    low, high = _bounds(shares, won, level, 1)
    low_all, high_all = _bounds(shares, won, level, n_pairs)
    counted = Ratios(share, shares.covariance, won, shares.n_blocks)
    p = p_against_fair(counted, 0.5, error)
    misfit_p = p_values(rated.misfit, rated.misfit_error, rated.n_blocks)
    return pd.DataFrame(
        {
            "first": first,
            "second": second,
            "n_games": sums.games[:, 0].astype(np.int64),
            "n_unfinished": (sums.games[:, 0] - sums.games[:, 1]).astype(np.int64),
            "n_shared": sums.games[:, 3].astype(np.int64),
            "share": share,
            "se": error,
            "low": low,
            "high": high,
            "low_all": low_all,
            "high_all": high_all,
            "p_value": p,
            "p_holm": holm(p),
            "answer": np.select([low_all > 0.5, high_all < 0.5], ["first", "second"], "open"),
            "expected": rated.expected,
            "misfit": rated.misfit,
            "misfit_se": rated.misfit_error,
            "misfit_p": misfit_p,
            "misfit_holm": holm(misfit_p),
            **_mean("score", sums.score if sums.score_column else sums.score * 0),
            **_mean("length", sums.length),
            "is_thin": won < MIN_GAMES,
        }
    )


def _bounds(shares: Ratios, won: Array, level: float, n_tests: int) -> tuple[Array, Array]:
    low, high = share_interval(shares.estimate, shares.error, won, shares.n_blocks, level, n_tests)
    return np.where(won > 0, low, 0.0), np.where(won > 0, high, 1.0)


def _mean(name: str, sums: Array) -> dict[str, Array]:
    """Means of games by pair with errors over blocks; `sums` of shape (n blocks, n pairs, 2)."""
    (total, n), n_blocks = sums.sum(0).T, len(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / n
        spread = ((sums[:, :, 0] - np.nan_to_num(mean) * sums[:, :, 1]) ** 2).sum(0)
        error = np.sqrt(spread * n_blocks / (n_blocks - 1 or np.nan)) / n
    return {name: mean, f"{name}_se": error}


def matrix_of(policies: tuple[str, ...], pairs: pd.DataFrame) -> pd.DataFrame:
    """Share of row against column; opposite cells add to 1 exactly, the diagonal is NaN."""
    at = {name: index for index, name in enumerate(policies)}
    cells = np.full((len(policies), len(policies)), np.nan)
    for first, second, share in zip(pairs["first"], pairs["second"], pairs["share"], strict=True):
        cells[at[first], at[second]] = share
        cells[at[second], at[first]] = 1 - share
    frame = pd.DataFrame(cells, columns=list(policies))
    frame.insert(0, "policy", list(policies))
    return frame


def rating_frame(
    policies: tuple[str, ...], who: Array, pairs: pd.DataFrame, shares: Ratios, rated: Ratings, level: float
) -> pd.DataFrame:
    """One row a policy, in the order of the policies."""
    n = len(policies)
    error = np.sqrt(np.diag(rated.covariance))
    low, high = mean_interval(rated.rating, error, rated.n_blocks, level)
    low_all, high_all = mean_interval(rated.rating, error, rated.n_blocks, 100 - (100 - level) / n)
    better = _surely_better(rated, level)
    surely = np.zeros((n, n), bool)
    for (i, j), answer in zip(who, pairs["answer"], strict=True):
        surely[i, j], surely[j, i] = answer == "first", answer == "second"
    mean, mean_error = _mean_shares(n, who, shares)
    return pd.DataFrame(
        {
            "policy": list(policies),
            "rating": rated.rating,
            "se": error,
            "low": low,
            "high": high,
            "low_all": low_all,
            "high_all": high_all,
            "rank": 1 + (rated.rating[None, :] > rated.rating[:, None] + 1e-9).sum(1),
            "rank_low": 1 + better.sum(0),
            "rank_high": n - better.sum(1),
            "group": rated.group,
            "is_thin": rated.is_thin,
            "mean_share": mean,
            "mean_share_se": mean_error,
            "n_ahead": surely.sum(1),
            "n_behind": surely.sum(0),
        }
    )


def _surely_better(rated: Ratings, level: float) -> Array:
    """Whether row is rated above column, with all pairs judged at once."""
    n = len(rated.rating)
    pairs, difference, error = pair_differences(rated.against_each_other())
    low, high = mean_interval(difference, error, rated.n_blocks, 100 - (100 - level) / max(len(pairs), 1))
    better = np.zeros((n, n), bool)
    for (i, j), lowest, highest in zip(pairs, low, high, strict=True):
        better[i, j], better[j, i] = lowest > 0, highest < 0
    return better


def _mean_shares(n: int, who: Array, shares: Ratios) -> tuple[Array, Array]:
    """Mean share of each policy against those that it met, with errors."""
    known = np.isfinite(shares.estimate)
    form = np.zeros((n, len(who)))
    for pair in np.flatnonzero(known):
        form[who[pair, 0], pair], form[who[pair, 1], pair] = 1, -1
    with np.errstate(divide="ignore", invalid="ignore"):
        form /= np.abs(form).sum(1, keepdims=True)
    covariance = np.where(np.outer(known, known), shares.covariance, 0)
    mean = 0.5 + form @ (np.where(known, shares.estimate, 0.5) - 0.5)
    return mean, np.sqrt(np.einsum("ij,jk,ik->i", form, covariance, form))


def difference_frame(policies: tuple[str, ...], rated: Ratings, level: float) -> pd.DataFrame:
    """Paired differences of ratings."""
    pairs, difference, error = pair_differences(rated.against_each_other())
    low, high = mean_interval(difference, error, rated.n_blocks, 100 - (100 - level) / max(len(pairs), 1))
    p = p_values(difference, error, rated.n_blocks)
    names = np.array(policies)
    columns = {"first": names[pairs[:, 0]], "second": names[pairs[:, 1]], "difference": difference, "se": error}
    return pd.DataFrame({**columns, "low_all": low, "high_all": high, "p_value": p, "p_holm": holm(p)})


def cycle_frame(policies: tuple[str, ...], pairs: pd.DataFrame) -> pd.DataFrame:
    """Rings in which each surely beats the next, those with the firmest weakest link first."""
    cells = matrix_of(policies, pairs)[list(policies)].to_numpy()
    at = {name: index for index, name in enumerate(policies)}
    beats = np.zeros(cells.shape, bool)
    for _, row in pairs.iterrows():
        i, j = at[row["first"]], at[row["second"]]
        beats[i, j], beats[j, i] = row["answer"] == "first", row["answer"] == "second"
    rows = []
    for ring in cycles(beats):
        links = [float(cells[a, b]) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
        rows.append((" > ".join(policies[one] for one in ring), len(ring), min(links)))
    frame = pd.DataFrame(rows, columns=["policies", "length", "weakest"])
    return frame.sort_values("weakest", ascending=False, kind="stable").reset_index(drop=True)
