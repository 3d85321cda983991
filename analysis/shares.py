"""Win shares by place, character, policy and place x character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import Batches, Moments, Ratios, RatioSums, steadied
from analysis.equality import Equality, equality, holm, p_values, pair_differences, pearson
from analysis.intervals import mean_interval, share_interval, wilson_games
from analysis.run import Rows, Run
from analysis.seen import Seen
from analysis.verdict import Verdict, decide

Array = np.ndarray[Any, Any]

#: Below this number of games an estimate is shown greyed.
MIN_GAMES = 30
#: At least this many batches of consecutive blocks (where there are so many, and at most twice as many), for run health
#: and the convergence figure.
N_BATCHES = 64


class ShareSums:
    """Sums for win shares; the vector of a block is games, credit by place, then credit and seats by group.

    `games` has the same sums as if every game were a block of its own.
    """

    def __init__(self, run: Run) -> None:
        self.k, self.n_characters, self.n_policies = run.n_seats, len(run.characters), len(run.policies)
        grouped = self.n_characters + self.n_policies
        self.moments, self.games = (Moments(1 + self.k + 2 * grouped) for _ in range(2))
        self.cells = RatioSums(self.k * self.n_characters)
        self.squares = np.zeros((self.k, self.n_characters))
        self.policy_squares = np.zeros(self.n_policies)
        self.batches = Batches(1 + self.k, int(run.manifest["n_blocks"]) // N_BATCHES)

    def add(self, seen: Seen) -> None:
        vectors = self._vectors(seen)
        blocks = np.add.reduceat(vectors, seen.rows.starts, axis=0)
        self.games.add(vectors)
        self.moments.add(blocks)
        self.batches.add(blocks[:, : 1 + self.k])
        credit = seen.by_cell(seen.credit)
        self.cells.add(credit.reshape(seen.n_blocks, -1), seen.n_cells.reshape(seen.n_blocks, -1))
        policy = seen.rows["policy"].astype(np.int64)
        squares = seen.credit**2
        self.squares += seen.by_cell(squares).sum(0)
        self.policy_squares += np.bincount(policy.ravel(), squares.ravel(), minlength=self.n_policies)

    def _vectors(self, seen: Seen) -> Array:
        """Vectors of the single games, shape (n, size)."""
        policy, n = seen.rows["policy"].astype(np.int64), len(seen.rows)
        alone = Rows(seen.rows.columns, np.arange(n))
        who = ((seen.character, self.n_characters), (policy, self.n_policies))
        credit = [alone.count_blocks(codes, size, seen.credit) for codes, size in who]
        seats = [alone.count_blocks(codes, size) for codes, size in who]
        places = alone.count_blocks(seen.place, self.k, seen.credit)
        return np.concatenate([np.ones((n, 1)), places, *credit, *seats], axis=1)

    def place_test(self) -> Equality:
        """Test that all places are equal: Pearson's where every block is one game and nobody shares a win."""
        credit = self.games.cross[1 : 1 + self.k, 1 : 1 + self.k]
        wins = self.games.total[1 : 1 + self.k]
        if self.moments.n_blocks == self.games.n_blocks and np.array_equal(credit, np.diag(wins)):
            return pearson(wins)
        return equality(against_fair(self.place_ratios())[0])

    def place_ratios(self) -> Ratios:
        """Win shares by place, then the fair line."""
        return self._with_fair(1, self.k, np.arange(self.k) * 0)

    def character_ratios(self) -> Ratios:
        """Win shares by character, then the fair line."""
        below = 1 + self.k + self.n_characters + self.n_policies + np.arange(self.n_characters)
        return self._with_fair(1 + self.k, self.n_characters, below)

    def policy_ratios(self) -> Ratios:
        """Win shares by policy, then the fair line."""
        first = 1 + self.k + self.n_characters
        below = first + self.n_policies + self.n_characters + np.arange(self.n_policies)
        return self._with_fair(first, self.n_policies, below)

    def _with_fair(self, first: int, n: int, below: Array) -> Ratios:
        above = np.zeros((n + 1, len(self.moments.total)))
        under = np.zeros_like(above)
        above[np.arange(n), first + np.arange(n)] = 1
        under[np.arange(n), below] = 1
        above[n, 1 : 1 + self.k] = 1
        under[n, 0] = self.k
        return steadied(self.moments.ratios(above, under), self.games.ratios(above, under))


@dataclass(frozen=True)
class Ask:
    """What the user asks for: margin (in 0..1) and level (in percent)."""

    margin: float
    level: float


@dataclass(frozen=True)
class Group:
    """Shares of one kind (places, characters, policies): frame, paired differences, test row, verdict."""

    frame: pd.DataFrame
    differences: pd.DataFrame
    test: pd.DataFrame
    verdict: Verdict


def share_group(
    kind: str, labels: list[str], ratios: Ratios, squares: Array, n_games: int, ask: Ask, test: Equality | None = None
) -> Group:
    """Everything that is said of one kind of shares.

    Parameters
    ----------
    ratios
        Shares with the fair line as the last ratio.
    squares
        Sum of squared credits of each share.
    test
        Test that all are equal, where there is a better one than that of the covariance of block means.
    """
    shares, fair, error = against_fair(ratios)
    frame = share_frame(labels, shares.estimate, shares.error, shares.weight, squares, fair, ratios.n_blocks, ask)
    frame["difference_se"] = error
    frame["p_value"] = p_against_fair(shares, fair, error)
    frame["p_holm"] = holm(frame["p_value"].to_numpy())
    verdict = decide(shares.estimate, error, shares.weight, ratios.n_blocks, n_games, fair, ask.margin, ask.level)
    test = test or equality(shares)
    row = {"question": f"equal {kind}", "statistic": test.statistic, "df1": test.df1, "df2": test.df2}
    row |= {"p_value": test.p_value, "method": test.method}
    return Group(frame, _differences(kind, labels, shares, ask), pd.DataFrame([row]), verdict)


def against_fair(ratios: Ratios) -> tuple[Ratios, float, Array]:
    """Shares without the fair line, which is the last ratio; the fair line; standard errors of the differences."""
    n, cov = len(ratios.estimate) - 1, ratios.covariance
    shares = Ratios(ratios.estimate[:n], cov[:n, :n], ratios.weight[:n], ratios.n_blocks)
    size = np.diag(cov)[:n] + cov[n, n]
    variance = np.maximum(size - 2 * cov[:n, n], 0)
    return shares, float(ratios.estimate[n]), np.sqrt(np.where(variance <= 1e-13 * size, 0, variance))


def p_against_fair(shares: Ratios, fair: float, error: Array) -> Array:
    """p values of shares against the fair line, with the errors that they would have if they were fair.

    So they agree with Wilson's intervals: the error of a share falls with it, and a low share alone proves little.
    Where blocks do not differ (nobody ever won), the number of blocks stands in, as it does in the intervals.
    """
    n = shares.n_blocks
    games = wilson_games(shares.estimate, error, shares.weight, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        if_fair = np.sqrt(fair * (1 - fair) / games * (n / (n - 1) if n > 1 else np.nan))
    return p_values(shares.estimate - fair, if_fair, n)


def share_groups(sums: ShareSums, run: Run, n_games: int, ask: Ask) -> dict[str, Group]:
    """Win shares by kind; characters and policies only where there are several to compare."""
    squares = sums.squares
    places = [f"place {place}" for place in range(1, run.n_seats + 1)]
    ratios, test = sums.place_ratios(), sums.place_test()
    found = {"places": share_group("places", places, ratios, squares.sum(1), n_games, ask, test)}
    if len(run.characters) > 1:
        ratios = sums.character_ratios()
        found["characters"] = share_group("characters", run.characters, ratios, squares.sum(0), n_games, ask)
    if len(run.policies) > 1:
        ratios = sums.policy_ratios()
        found["policies"] = share_group("policies", run.policies, ratios, sums.policy_squares, n_games, ask)
    return found


def share_frame(
    labels: list[str], share: Array, error: Array, weight: Array, squares: Array, fair: float, n_blocks: int, ask: Ask
) -> pd.DataFrame:
    """Table of shares with intervals, effective games and simultaneous bounds (`low_all`, `high_all`)."""
    low, high = share_interval(share, error, weight, n_blocks, ask.level)
    low_all, high_all = share_interval(share, error, weight, n_blocks, ask.level, max(1, int((weight > 0).sum())))
    with np.errstate(divide="ignore", invalid="ignore"):
        independent = (squares / weight - share**2) / (weight - 1)
        effect = np.where((error > 0) & (independent > 0), error**2 / independent, np.nan)
    return pd.DataFrame(
        {
            "label": labels,
            "n": weight.round().astype(np.int64),
            "share": share,
            "se": error,
            "low": low,
            "high": high,
            "low_all": low_all,
            "high_all": high_all,
            "n_effective": weight / effect,
            "design_effect": effect,
            "fair": fair,
            "difference": share - fair,
            "is_thin": weight < MIN_GAMES,
        }
    )


def cell_frame(sums: ShareSums, run: Run, fair: float, ask: Ask) -> pd.DataFrame:
    """Win share of every character in every place."""
    places = [f"place {p}" for p in range(1, sums.k + 1)]
    labels = [f"{c}, {p}" for p in places for c in run.characters]
    cells = sums.cells
    frame = share_frame(labels, cells.estimate, cells.error, cells.x, sums.squares.ravel(), fair, cells.n_blocks, ask)
    frame.insert(0, "place", np.repeat(np.arange(1, sums.k + 1), sums.n_characters))
    frame.insert(1, "character", run.characters * sums.k)
    shares = Ratios(cells.estimate, np.diag(cells.error**2), cells.x, cells.n_blocks)
    frame["p_value"] = p_against_fair(shares, fair, cells.error)
    frame["p_holm"] = holm(frame["p_value"].to_numpy())
    return frame


def _differences(kind: str, labels: list[str], shares: Ratios, ask: Ask) -> pd.DataFrame:
    pairs, difference, error = pair_differences(shares)
    low, high = mean_interval(difference, error, shares.n_blocks, ask.level)
    p = p_values(difference, error, shares.n_blocks)
    return pd.DataFrame(
        {
            "kind": kind,
            "first": [labels[i] for i, _ in pairs],
            "second": [labels[j] for _, j in pairs],
            "difference": difference,
            "se": error,
            "low": low,
            "high": high,
            "p_value": p,
            "p_holm": holm(p),
        }
    )
