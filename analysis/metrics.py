"""The figures by which two runs are compared: win shares by kind, ties, score, length; as sums over blocks.

Every figure is a ratio of two sums over blocks. Labels and values are those of `analysis.study`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.groups import MIN_DEALS, Labels, compared_columns
from analysis.intervals import mean_interval, share_interval, t_quantile, wilson
from analysis.metric_values import enough_values
from analysis.run import Run
from analysis.seen import BASE_COLUMNS, Seen
from analysis.shares import MIN_GAMES, Ask, Group, ShareSums, share_groups
from analysis.ties import SHARED
from sim.game import Column, Role

Array = np.ndarray[Any, Any]

PLACE, CHARACTER, POLICY = "place", "character", "policy"
TIES, SCORE, SCORE_BY_PLACE, LENGTH, UNFINISHED = "ties", "score", "score by place", "length", "unfinished"
#: All kinds but those of values that seats have (factions), which are games' own words.
KINDS = (PLACE, CHARACTER, POLICY, TIES, SCORE, SCORE_BY_PLACE, LENGTH, UNFINISHED)
#: Numbers of a game that say how long it was, as far as its rows have them.
LENGTHS = ("turns", "rounds", "decisions")
#: Kinds of win shares that `analysis.shares` estimates, by their name there.
SHARE_KINDS = {PLACE: "places", CHARACTER: "characters", POLICY: "policies"}
#: The margin plays no part in what is taken from `share_groups`.
_ANY_MARGIN = 0.01


@dataclass(frozen=True)
class Metric:
    """One figure of a run.

    Attributes
    ----------
    kind
        `place`, `character`, `policy`, a word for what seats are or belong to (`faction`), `ties`, `score`,
        `score by place`, `length`, `unfinished`.
    label
        Which one: "place 1", a character's title, "turns".
    unit
        Unit of a mean; "" of a share.
    is_share
        Whether it lies in 0..1.
    """

    kind: str
    label: str
    unit: str
    is_share: bool


@dataclass(frozen=True)
class _Source:
    """Metrics of one kind and the sums (above, below) over blocks that give them, each (n_blocks, n labels)."""

    kind: str
    labels: tuple[str, ...]
    unit: str
    is_share: bool
    columns: tuple[str, ...]
    sums: Callable[[Seen], tuple[Array, Array]]


def metrics_of(run: Run) -> tuple[Metric, ...]:
    """The metrics that the rows of a run have, in the order of a report.

    Characters are those in play. Of values that seats have (factions), those with enough games in some policy table;
    where a game compares such, its rows are read once for it.
    """
    found = [Metric(s.kind, label, s.unit, s.is_share) for s in _sources(run, enough_values(run)) for label in s.labels]
    return tuple(found)


def block_sums(run: Run, table: int, metrics: Sequence[Metric]) -> Iterator[Array]:
    """Numerators and denominators of metrics, summed over each block, in plan order.

    Parameters
    ----------
    table
        Index of the policy table.
    metrics
        Any metrics; the sums of one that the run does not have are 0.

    Yields
    ------
    Array
        float64, shape (n_blocks_in_piece, n_metrics, 2).
    """
    read = _Reader(run, metrics)
    for _, rows in run.read(read.columns, table):
        yield read.sums(Seen(run, rows))


def estimates(run: Run, table: int = 0, level: float = 95.0) -> pd.DataFrame:
    """Every metric of a run with its error, as `analysis.study` gives them; `level` in percent.

    Columns: kind, label, unit, is_share, n_games (its denominator: games, or seats in games), n_blocks, estimate, se,
    low, high. What has no game in this policy table is left out, and values that seats have with too few.
    """
    sums = MetricSums(run, metrics_of(run))
    for _ in sums.pieces(table):
        pass
    return sums.frame(level)[sums.is_enough()].reset_index(drop=True)


class MetricSums:
    """All sums of the metrics of a run in one policy table."""

    def __init__(self, run: Run, metrics: Sequence[Metric]) -> None:
        self.run, self.metrics = run, tuple(metrics)
        self.ratios, self.shares = RatioSums(len(self.metrics)), ShareSums(run)
        self.n_games = 0

    def pieces(self, table: int) -> Iterator[Array]:
        """Adds the whole run, and gives the sums of `block_sums` on the way."""
        read = _Reader(self.run, self.metrics)
        for _, rows in self.run.read(read.columns, table):
            seen = Seen(self.run, rows)
            self.shares.add(seen)
            self.n_games += len(rows)
            piece = read.sums(seen)
            self.ratios.add(piece[:, :, 0], piece[:, :, 1])
            yield piece

    def is_enough(self) -> Array:
        """Which metrics have games at all, and of values that seats have enough of them to be judged."""
        games, deals = self.ratios.x, self.ratios.n_blocks_with
        is_value = np.array([metric.kind not in KINDS for metric in self.metrics], bool)
        return np.where(is_value, (games >= MIN_GAMES) & (deals >= MIN_DEALS), games > 0)

    def frame(self, level: float) -> pd.DataFrame:
        """One row a metric; see `estimates`."""
        ratios, ask = self.ratios, Ask(_ANY_MARGIN, level)
        weight, estimate, error = ratios.x, ratios.estimate, ratios.error
        low, high = mean_interval(estimate, error, ratios.n_blocks, level)
        shares = share_groups(self.shares, self.run, self.n_games, ask) if self.n_games else {}
        is_share = np.array([metric.is_share for metric in self.metrics], bool)
        low_share, high_share = self._share_interval(shares, level)
        frame = pd.DataFrame(
            {
                "kind": [metric.kind for metric in self.metrics],
                "label": [metric.label for metric in self.metrics],
                "unit": [metric.unit for metric in self.metrics],
                "is_share": is_share,
                "n_games": weight.round().astype(np.int64),
                "n_blocks": ratios.n_blocks,
                "estimate": estimate,
                "se": error,
                "low": np.where(is_share, low_share, low),
                "high": np.where(is_share, high_share, high),
            }
        )
        return _with_shares(frame, shares)

    def _share_interval(self, shares: Mapping[str, Group], level: float) -> tuple[Array, Array]:
        """Intervals as if all metrics were shares; of what never happened as `analysis.ties` bounds it."""
        ratios = self.ratios
        low, high = share_interval(ratios.estimate, ratios.error, ratios.x, ratios.n_blocks, level)
        quantile = t_quantile(level, ratios.n_blocks)
        effect = float(shares["places"].frame["design_effect"].max()) if shares else np.nan
        if np.isfinite(effect) and np.isfinite(quantile):
            per_game = np.array([metric.kind in (TIES, UNFINISHED) for metric in self.metrics], bool)
            never = per_game & (ratios.y == 0) & (ratios.x > 0)
            high = np.where(never, wilson(ratios.estimate, ratios.x / max(1.0, effect), quantile)[1], high)
        return low, high


def _with_shares(frame: pd.DataFrame, shares: Mapping[str, Group]) -> pd.DataFrame:
    """With the win shares that `analysis.shares` gives: their errors are steadied by its imagined blocks."""
    for kind, name in SHARE_KINDS.items():
        if name not in shares:
            continue
        group = shares[name].frame.set_index("label")[["share", "se", "low", "high"]]
        at = frame.index[(frame["kind"] == kind) & frame["label"].isin(group.index)]
        frame.loc[at, ["estimate", "se", "low", "high"]] = group.loc[frame.loc[at, "label"]].to_numpy()
    return frame


class _Reader:
    """Sums over blocks of given metrics of a run."""

    def __init__(self, run: Run, metrics: Sequence[Metric]) -> None:
        self.n = len(metrics)
        groups: dict[str, list[str]] = {}
        for metric in metrics:
            groups.setdefault(metric.kind, []).append(metric.label)
        compared = {c.compares: groups[c.compares] for c in compared_columns(run) if c.compares in groups}
        self.parts = []
        for source in _sources(run, compared):
            at = {label: index for index, label in enumerate(source.labels)}
            pairs = [(i, at[m.label]) for i, m in enumerate(metrics) if m.kind == source.kind and m.label in at]
            if pairs:
                self.parts.append((source, *np.array(pairs).T))
        self.columns = [*BASE_COLUMNS, *(name for source, _, _ in self.parts for name in source.columns)]

    def sums(self, seen: Seen) -> Array:
        found = np.zeros((seen.n_blocks, self.n, 2))
        for source, to, which in self.parts:
            above, below = source.sums(seen)
            found[:, to, 0], found[:, to, 1] = above[:, which], np.broadcast_to(below, above.shape)[:, which]
        return found


def _sources(run: Run, values: Mapping[str, Sequence[str]]) -> list[_Source]:
    """Sources of all metrics; `values` are the labels of each kind of value that seats have."""
    places = tuple(f"place {place}" for place in range(1, run.n_seats + 1))
    found = [_Source(PLACE, places, "", True, (), lambda seen: (seen.by_cell(seen.credit).sum(2), seen.n_games))]
    if len(run.characters) > 1:
        found.append(_Source(CHARACTER, _characters(run), "", True, (), _by_character(run)))
    if policies := _mixed_policies(run):
        found.append(_Source(POLICY, policies, "", True, (), _by_policy(run, policies)))
    for column in compared_columns(run):
        if labels := tuple(values.get(column.compares, ())):
            found.append(_Source(column.compares, labels, "", True, (column.name,), _by_value(run, column, labels)))
    if not run.is_team:
        found.append(_Source(TIES, (SHARED,), "", True, (), _shared))
    if scores := run.with_role(Role.SCORE, True):
        name, unit = scores[0].name, scores[0].unit or "points"
        found.append(_Source(SCORE, ("all seats",), unit, False, (name,), _score(name, False)))
        found.append(_Source(SCORE_BY_PLACE, places, unit, False, (name,), _score(name, True)))
    for name in LENGTHS:
        if any(c.name == name and not c.is_per_seat and c.size == 1 for c in run.columns):
            found.append(_Source(LENGTH, (name,), name, False, (name,), _length(name)))
    found.append(_Source(UNFINISHED, ("unfinished game",), "", True, (), _unfinished))
    return found


def _characters(run: Run) -> tuple[str, ...]:
    """Titles of the characters in play."""
    titles = dict(zip(map(str, run.manifest["characters"]), run.characters, strict=True))
    in_play = [str(name) for name in run.manifest.get("characters_in_play") or titles]
    return tuple(title for name, title in titles.items() if name in in_play)


def _mixed_policies(run: Run) -> tuple[str, ...]:
    """Policies of the tables at which several meet; a policy alone at its table wins what there is to win."""
    tables = run.manifest.get("table_policies") or [run.policies]
    met = {str(name) for names in tables if len(set(names)) > 1 for name in names}
    return tuple(name for name in run.policies if name in met)


def _by_character(run: Run) -> Callable[[Seen], tuple[Array, Array]]:
    at = [run.characters.index(title) for title in _characters(run)]
    return lambda seen: (seen.by_cell(seen.credit).sum(1)[:, at], seen.n_cells.sum(1)[:, at])


def _by_policy(run: Run, names: Sequence[str]) -> Callable[[Seen], tuple[Array, Array]]:
    at, n = [run.policies.index(name) for name in names], len(run.policies)

    def sums(seen: Seen) -> tuple[Array, Array]:
        codes = seen.rows["policy"].astype(np.int64)
        count = seen.rows.count_blocks
        return count(codes, n, seen.credit)[:, at], count(codes, n)[:, at]

    return sums


def _by_value(run: Run, column: Column, wanted: Sequence[str]) -> Callable[[Seen], tuple[Array, Array]]:
    labels, n = Labels(run, column.name), len(wanted)

    def sums(seen: Seen) -> tuple[Array, Array]:
        indices = labels.index(seen.rows[column.name])
        of_index = [wanted.index(name) if name in wanted else n for name in labels.names]
        codes = np.array([*of_index, n], np.int64)[indices]  # -1, no value, is the last one
        count = seen.rows.count_blocks
        return count(codes, n + 1, seen.credit)[:, :n], count(codes, n + 1)[:, :n]

    return sums


def _shared(seen: Seen) -> tuple[Array, Array]:
    shared = seen.finished & (seen.rows["winners"] > 1)
    return seen.rows.sum_blocks(shared)[:, None], seen.n_games


def _score(name: str, is_by_place: bool) -> Callable[[Seen], tuple[Array, Array]]:
    """Mean score over the seats of finished games, of all or by place."""

    def sums(seen: Seen) -> tuple[Array, Array]:
        values = np.where(seen.finished, seen.rows[name], 0).astype(np.float64)
        above, below = seen.by_cell(values).sum(2), seen.finished_cells.sum(2)
        return (above, below) if is_by_place else (above.sum(1, keepdims=True), below.sum(1, keepdims=True))

    return sums


def _length(name: str) -> Callable[[Seen], tuple[Array, Array]]:
    return lambda seen: (seen.rows.sum_blocks(seen.rows[name])[:, None], seen.n_games)


def _unfinished(seen: Seen) -> tuple[Array, Array]:
    return seen.rows.sum_blocks(~seen.finished)[:, None], seen.n_games
