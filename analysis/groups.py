"""Win shares of what seats are or belong to (heroes, teams): pooled, judged all at once, thin ones aside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis import pooling
from analysis.blocks import Moments, Ratios
from analysis.equality import benjamini_hochberg, holm, p_values
from analysis.intervals import share_interval
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import MIN_GAMES, Ask, share_frame
from analysis.verdict import Verdict, decide
from sim.game import Column, Role

Array = np.ndarray[Any, Any]

#: Games of fewer deals than this tell too little about how deals differ.
MIN_DEALS = 10


def compared_columns(run: Run) -> tuple[Column, ...]:
    """Ids of a seat whose values' win shares are asked for."""
    return tuple(c for c in run.with_role(Role.ID, True) if c.compares)


def kind_of(column: Column) -> str:
    """What the values are called: `heroes` would need a word list, so it is always the word and an s."""
    return f"{column.compares}s"


class Labels:
    """Index of each label of a column, in the order in which they came; negative codes are none (-1)."""

    def __init__(self, run: Run, column: str) -> None:
        self.run, self.column = run, column
        self.names: dict[str, int] = {}
        self.codes: dict[int, int] = {}

    def index(self, codes: Array) -> Array:
        """Indices of codes, of the same shape."""
        found, inverse = np.unique(codes, return_inverse=True)
        for code in map(int, found):
            if code not in self.codes:
                label = self.run.label(self.column, code)
                self.codes[code] = -1 if code < 0 else self.names.setdefault(label, len(self.names))
        table = np.array([self.codes[int(code)] for code in found], np.int64)
        indices: Array = table[inverse.reshape(codes.shape)]
        return indices

    def order(self) -> list[int]:
        """Indices by the lowest code of their label."""
        first = {index: code for code, index in sorted(self.codes.items(), reverse=True) if index >= 0}
        return sorted(first, key=lambda index: first[index])


class GroupSums:
    """Credit and number by group in each block, with all that covariances need; groups come as they are seen."""

    def __init__(self) -> None:
        self.n = 0
        self.moments = Moments(0)
        self.deals, self.squares = np.zeros(0), np.zeros(0)

    def add(self, credit: Array, number: Array, squares: Array) -> None:
        """Adds block sums, each of shape (n_blocks, n groups so far)."""
        if number.shape[1] > self.n:
            more = number.shape[1] - self.n
            self.moments.widen(2 * more)
            self.deals, self.squares = np.pad(self.deals, (0, more)), np.pad(self.squares, (0, more))
            self.n += more
        self.moments.add(np.stack([credit, number], axis=2).reshape(len(credit), -1))
        self.deals += (number > 0).sum(0)
        self.squares += squares.sum(0)

    def add_seats(self, seen: Seen, indices: Array, n: int) -> None:
        """Adds seats by their group, indices of shape (n_seats, n) or, of several groups each, (n_seats, n, m)."""
        whole = indices if indices.ndim == 3 else indices[:, :, None]
        sums = [np.zeros((seen.n_blocks, n + 1)) for _ in range(3)]
        for at in range(whole.shape[2]):
            codes = np.where(whole[:, :, at] < 0, n, whole[:, :, at])
            for total, weights in zip(sums, (seen.credit, None, seen.credit**2), strict=True):
                total += seen.rows.count_blocks(codes, n + 1, weights)
        self.add(*(total[:, :n] for total in sums))

    def ratios(self, order: list[int]) -> tuple[Ratios, float, Ratios]:
        """Shares of the groups, the common share, and the differences from it."""
        at = np.array(order, int)
        above = np.zeros((len(order) + 1, 2 * self.n))
        below = np.zeros_like(above)
        above[np.arange(len(order)), 2 * at] = 1
        below[np.arange(len(order)), 2 * at + 1] = 1
        above[-1, 0::2] = below[-1, 1::2] = 1
        every = self.moments.ratios(above, below)
        n, estimate, cov = len(order), every.estimate, every.covariance
        shares = Ratios(estimate[:n], cov[:n, :n], every.weight[:n], every.n_blocks)
        moved = cov[:n, :n] - cov[:n, n:] - cov[n:, :n] + cov[n, n]
        apart = Ratios(estimate[:n] - estimate[n], moved, every.weight[:n], every.n_blocks)
        return shares, float(estimate[n]), apart


def group_frame(sums: GroupSums, labels: list[str], order: list[int], ask: Ask) -> tuple[pd.DataFrame, pooling.Spread]:
    """One row a group, in order, with shares, differences from the common share, pooled ones, p values and ranks.

    Columns besides those of `share_frame`: n_deals, difference_se, p_value, p_holm, q_bh, pooled, pooled_low,
    pooled_high (differences), rank (1 = highest pooled; NaN where thin) and luck_low, luck_high: where the difference
    of that rank lies if all are equal.
    """
    shares, fair, apart = sums.ratios(order)
    n, squares = shares.weight, sums.squares[order]
    frame = share_frame(labels, shares.estimate, shares.error, n, squares, fair, shares.n_blocks, ask)
    deals = sums.deals[order]
    thin = (n < MIN_GAMES) | (deals < MIN_DEALS)
    apart = _few_deals(apart, deals)
    around = squares - 2 * fair * shares.estimate * n + fair**2 * n
    s2 = pooling.pooled_variance(apart, around)
    error, df = pooling.moderated_error(apart, s2, deals)
    p = np.where(thin, np.nan, p_values(apart.estimate, error, df + 1))
    keep = np.flatnonzero(~thin)
    spread = pooling.spread(
        apart.estimate[keep], s2[keep], apart.covariance[np.ix_(keep, keep)], shares.n_blocks, ask.level
    )
    pooled, low, high = pooling.shrunk(apart.estimate, s2, spread.true, ask.level)
    frame = frame.assign(
        is_thin=thin, n_deals=deals.astype(np.int64), difference_se=error, p_value=p, p_holm=holm(p),
        q_bh=benjamini_hochberg(p), pooled=pooled, pooled_low=low, pooled_high=high,
    )  # fmt: skip
    return _ranked(frame, apart.covariance[np.ix_(keep, keep)], ask), spread


def _few_deals(apart: Ratios, deals: Array) -> Ratios:
    """Covariance made larger where few blocks have the group: residuals from an own mean are too small by 1 in m."""
    n = apart.n_blocks
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.sqrt(deals / (deals - 1) * (n - 1) / n)
    factor = np.where(deals > 1, factor, 1.0)
    return Ratios(apart.estimate, apart.covariance * np.outer(factor, factor), apart.weight, n)


def _ranked(frame: pd.DataFrame, covariance: Array, ask: Ask) -> pd.DataFrame:
    """With the rank by difference among those that have enough games, and what luck alone gives at that rank."""
    keep = np.flatnonzero(~frame["is_thin"].to_numpy())
    for name in ("rank", "luck_low", "luck_high"):
        frame[name] = np.nan
    by_size = keep[np.argsort(-frame["difference"].to_numpy()[keep], kind="stable")]
    low, high = pooling.ranks_by_luck(covariance, ask.level)
    at = frame.index[by_size]
    frame.loc[at, "rank"] = np.arange(1.0, len(keep) + 1)
    frame.loc[at, "luck_low"], frame.loc[at, "luck_high"] = low, high
    return frame


class Compared:
    """Win shares by the value of one id of the seats; how often values could be had; flags of their seats."""

    def __init__(self, run: Run, column: Column) -> None:
        self.run, self.column = run, column
        self.labels = Labels(run, column.name)
        self.sums = GroupSums()
        self.options = next((c for c in run.with_role(Role.ID, True) if c.options_of == column.name), None)
        self.offered = GroupSums()
        self.flags = run.with_role(Role.FLAG, True)
        self.flagged = np.zeros((0, len(self.flags)))

    def add(self, seen: Seen) -> None:
        indices = self.labels.index(seen.rows[self.column.name])
        options = self.labels.index(seen.rows[self.options.name]) if self.options else None
        n = len(self.labels.names)
        self.sums.add_seats(seen, indices, n)
        if options is not None:
            self.offered.add_seats(seen, options, n)
        self.flagged = np.pad(self.flagged, ((0, n - len(self.flagged)), (0, 0)))
        kept = indices >= 0
        for at, flag in enumerate(self.flags):
            is_set = seen.rows[flag.name] != 0
            self.flagged[:, at] += np.bincount(indices[kept & is_set], minlength=n)

    def frame(self, ask: Ask) -> tuple[pd.DataFrame, pd.DataFrame]:
        """One row a value (see `group_frame`), and one row on how much they differ."""
        order = self.labels.order()
        names = {index: label for label, index in self.labels.names.items()}
        labels = [names[index] for index in order]
        frame, spread = group_frame(self.sums, labels, order, ask)
        for at, flag in enumerate(self.flags):
            frame[f"rate_{flag.name}"] = self.flagged[order, at] / np.maximum(frame["n"], 1)
        if self.options:
            frame = self._with_options(frame, labels, order, ask)
        frame.insert(0, "kind", kind_of(self.column))
        frame.insert(1, "code", [min(c for c, i in self.labels.codes.items() if i == index) for index in order])
        return frame, pd.DataFrame([{"kind": kind_of(self.column), "word": self.column.compares, **vars(spread)}])

    def _with_options(self, frame: pd.DataFrame, labels: list[str], order: list[int], ask: Ask) -> pd.DataFrame:
        """With how often each could be had, how often it then was, and the win share of those who could have it."""
        offered, _ = group_frame(self.offered, labels, order, ask)
        thin = offered["is_thin"]
        return frame.assign(
            n_offered=offered["n"],
            taken=np.where(offered["n"] > 0, frame["n"] / np.maximum(offered["n"], 1), np.nan),
            share_offered=offered["share"],
            se_offered=offered["se"],
            difference_offered=np.where(thin, np.nan, offered["difference"]),
            difference_se_offered=np.where(thin, np.nan, offered["difference_se"]),
            p_holm_offered=offered["p_holm"],
        )

    def verdict(self, frame: pd.DataFrame, n_blocks: int, n_games: int, ask: Ask) -> Verdict:
        """Whether the values with enough games are equal within the margin; indices are rows of the frame."""
        weight = np.where(frame["is_thin"], 0, frame["n"]).astype(float)
        share, error = frame["share"].to_numpy(), frame["difference_se"].to_numpy()
        fair = float(frame["fair"].iloc[0])
        return decide(share, error, weight, n_blocks, n_games, fair, ask.margin, ask.level)


class TeamSums:
    """Which value of a seat column won as a team, of the games in which it was there; and who else won."""

    def __init__(self, run: Run, column: Column) -> None:
        self.column, self.of = column, run.column(column.winner_of)
        self.labels = Labels(run, self.of.name)
        self.winners = Labels(run, column.name)
        self.sums = GroupSums()
        self.of_all = Moments(1)  # games, then wins by winner
        self.seats = np.zeros(0)

    def add(self, seen: Seen) -> None:
        codes, winner = seen.rows[self.of.name], seen.rows[self.column.name]
        indices = self.labels.index(codes)
        n = len(self.labels.names)
        there = np.stack([(indices == at).any(0) for at in range(n)])
        names = list(self.labels.names)
        won_by = self.winners.index(winner)
        of_winner = [names.index(name) if name in names else -1 for name in self.winners.names]
        known = np.append(np.array(of_winner, np.int64), -1)[won_by]
        won = known[None, :] == np.arange(n)[:, None]
        self.sums.add(*(seen.rows.sum_blocks(part & there).T for part in (won, there, won)))
        self.seats = np.pad(self.seats, (0, n - len(self.seats)))
        self.seats += np.bincount(indices[indices >= 0], minlength=n)
        self.of_all.widen(1 + len(self.winners.names) - len(self.of_all.total))
        wins = [seen.rows.sum_blocks(won_by == at)[:, None] for at in range(len(self.winners.names))]
        self.of_all.add(np.concatenate([seen.n_games, *wins], axis=1))

    def frame(self, ask: Ask) -> tuple[pd.DataFrame, pd.DataFrame]:
        """One row a team and outsider, with its share of all games too; and how much teams differ."""
        order = self.labels.order()
        names = {index: label for label, index in self.labels.names.items()}
        frame, spread = group_frame(self.sums, [names[index] for index in order], order, ask)
        frame["seats_there"] = self.seats[order] / np.maximum(frame["n"], 1)
        frame["is_outsider"] = False
        alone = [index for index in self.winners.order() if list(self.winners.names)[index] not in self.labels.names]
        frame = pd.concat([frame, pd.DataFrame({"label": [list(self.winners.names)[i] for i in alone]})])
        frame["is_outsider"] = frame["is_outsider"].isna()
        frame["is_thin"] = frame["is_thin"].eq(True)  # outsiders are not judged
        frame = self._of_all(frame.reset_index(drop=True), ask)
        kind = f"winning {kind_of(self.of)}"
        frame.insert(0, "kind", kind)
        return frame, pd.DataFrame([{"kind": kind, "word": f"winning {self.of.compares}", **vars(spread)}])

    def _of_all(self, frame: pd.DataFrame, ask: Ask) -> pd.DataFrame:
        above = np.eye(len(self.of_all.total))[1:]
        below = np.zeros_like(above)
        below[:, 0] = 1
        found = self.of_all.ratios(above, below)
        low, high = share_interval(found.estimate, found.error, found.weight, found.n_blocks, ask.level)
        columns = {"share_of_all": found.estimate, "se_of_all": found.error, "low_of_all": low, "high_of_all": high}
        every = pd.DataFrame(columns, index=pd.Index(list(self.winners.names), name="label"))
        return frame.join(every, on="label")
