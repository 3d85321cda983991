"""A finished sweep: one tidy table of all cells, curves with bands, and settings ranked by how far they move what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from analysis.balance import balance
from analysis.contrasts import Contrasts
from analysis.curves import Find, curves, slopes
from analysis.equality import p_values
from analysis.intervals import t_quantile
from analysis.metrics import KINDS, LENGTH
from analysis.ranking import rank
from analysis.settings import GRID, Design, Path, value_in
from analysis.study import ask_for
from analysis.sweep_read import Read, read_cells
from sim.cells import DONE, CellResult

Array = np.ndarray[Any, Any]

#: Columns of the long table after the varied paths.
COLUMNS = (
    *("table", "n_seats", "status", "kind", "label", "unit", "n_games", "n_blocks", "estimate", "se", "low", "high"),
    *("base", "difference", "difference_se", "difference_low", "difference_high", "p_value", "is_paired", "gain"),
)
#: What is ranked, by the kind of its metrics; other kinds by their own name, and `length` by each label.
TARGETS = {"place": "places", "character": "characters", "policy": "policies"}
#: Cells that differ in these share no chance.
APART = ("players", "seating", "deals")
#: Kinds that are in the table only.
UNRANKED = ("score by place",)


@dataclass(frozen=True)
class Sweep:
    """All results of a sweep. Frames with a column `at` count the policy tables by it.

    Attributes
    ----------
    cells
        The long table: cell, a column for each path, then `COLUMNS`; a row for each cell, policy table and metric, and
        one row without numbers for a cell that failed.
    states
        A row a cell, in order: cell, status, reason, n_seats, n_games, n_blocks, block_size, is_paired,
        why_not (why it could not be paired with the base), run_digest, rules_digest, cards_digest; then the paths.
    design
        What is varied, and how.
    level, margin
        In percent; as a share.
    tables
        Policy tables of the base.
    manifest
        Manifest of the base, or of the first cell that is done.
    frame
        Rows of `cells` that have numbers, with `at`, `target` and `is_share`.
    curves, slopes
        See `analysis.curves`.
    effects
        Every effect that was ranked: at, target, kind, label, unit, is_share, path, value, difference, se, p_value,
        n_blocks, is_paired; low and high of each by itself, low_all and high_all of all of a path and target at once.
    ranking
        See `analysis.ranking`.
    balance
        See `analysis.balance`.
    """

    cells: pd.DataFrame
    states: pd.DataFrame
    design: Design
    level: float
    margin: float
    tables: tuple[str, ...]
    manifest: Mapping[str, Any]
    frame: pd.DataFrame
    curves: pd.DataFrame
    slopes: pd.DataFrame
    effects: pd.DataFrame
    ranking: pd.DataFrame
    balance: pd.DataFrame

    def path(self, name: str) -> Path:
        """A varied path by name."""
        return next(path for path in self.design.paths if path.name == name)


def sweep_frame(cells: Sequence[CellResult], base: str, level: float) -> pd.DataFrame:
    """The long table of a sweep.

    Parameters
    ----------
    cells
        All cells, the base among them; those not done have a row without numbers.
    base
        Name of the base cell.
    level
        Level of intervals as a share, 0.5 or above and below 1.
    """
    return analyse_sweep(cells, base, 0.01, level).cells


def analyse_sweep(cells: Sequence[CellResult], base: str, margin: float, level: float) -> Sweep:
    """Analyses the cells of a sweep; each run is read once.

    Parameters
    ----------
    cells, base
        See `sweep_frame`.
    margin, level
        As shares; see `analysis.study.analyse`.
    """
    ask = ask_for(margin, level)
    read = read_cells(cells, base, ask.level)
    design = Design.of(_settings(cells, base, read.manifest), base)
    frame = read.frame
    if not len(frame):
        none = pd.DataFrame()
        return Sweep(
            _long(cells, frame, design), _states(cells, design, read), design, ask.level, margin, (), {}, *[none] * 6
        )
    frame = frame.assign(target=[target_of(*pair) for pair in zip(frame["kind"], frame["label"], strict=True)])
    find = cache(_finder(read, design.cells))
    curve = curves(frame, design, find, ask.level)
    effects = _effects(frame, curve, design, find, ask.level)
    return Sweep(
        cells=_long(cells, frame, design),
        states=_states(cells, design, read),
        design=design,
        level=ask.level,
        margin=margin,
        tables=read.tables,
        manifest=read.manifest,
        frame=frame,
        curves=curve,
        slopes=slopes(curve, design, find, ask.level),
        effects=effects,
        ranking=rank(effects, ask.level, margin),
        balance=balance(frame[frame["kind"] == "place"], ask.level, margin),
    )


def target_of(kind: str, label: str) -> str:
    """What a metric is ranked under: places, characters, ties, score, turns, ..."""
    if kind in KINDS:
        return label if kind == LENGTH else TARGETS.get(kind, kind)
    return f"{kind}s"  # what seats are or belong to, as `analysis.groups` calls it


def _settings(cells: Sequence[CellResult], base: str, manifest: Mapping[str, Any]) -> pd.DataFrame:
    """A row a cell, a column a path; where a cell does not name a path, it has the base's value."""
    names = list(dict.fromkeys(path for cell in cells for path in cell.settings))
    given = next((cell.settings for cell in cells if cell.name == base), {})
    usual = {path: str(given[path]) if path in given else value_in(manifest, path) for path in names}
    rows = [{path: str(cell.settings.get(path, usual[path])) for path in names} for cell in cells]
    return pd.DataFrame(rows, index=[cell.name for cell in cells], columns=names, dtype=object)


def _finder(read: Read, names: list[str]) -> Find:
    def find(at: int, kind: str, label: str) -> Contrasts:
        return Contrasts(
            [read.sums(name, at, kind, label) for name in names], [read.shared.get(name) for name in names]
        )

    return find


def _long(cells: Sequence[CellResult], frame: pd.DataFrame, design: Design) -> pd.DataFrame:
    """The long table, failed cells with a row of their own."""
    failed = pd.DataFrame([{"cell": cell.name, "status": cell.status} for cell in cells if cell.status != DONE])
    every = pd.concat([part for part in (frame, failed) if len(part)], ignore_index=True)
    every = every.reindex(columns=["cell", *COLUMNS])
    every["base"] = design.base
    order = {cell.name: at for at, cell in enumerate(cells)}
    every = every.sort_values("cell", key=lambda names: names.map(order), kind="stable").reset_index(drop=True)
    for at, path in enumerate(design.paths):
        every.insert(1 + at, path.name, design.settings.loc[every["cell"], path.name].to_numpy())
    return every


def _states(cells: Sequence[CellResult], design: Design, read: Read) -> pd.DataFrame:
    rows = [{"cell": c.name, "status": c.status, "reason": c.reason, **read.facts.get(c.name, {})} for c in cells]
    columns = ["n_seats", "n_games", "n_blocks", "block_size", "is_paired", "why_not"]
    columns += ["run_digest", "rules_digest", "cards_digest"]
    states = pd.DataFrame(rows, dtype=object).reindex(columns=["cell", "status", "reason", *columns])
    states["why_not"] = [text if isinstance(text, str) else "" for text in states["why_not"]]
    return pd.concat([states, design.settings.reset_index(drop=True)], axis=1)


EFFECT = ["at", "target", "kind", "label", "unit", "is_share", "path", "value"]
_FOUND = ["difference", "se", "p_value", "n_blocks", "is_paired"]


def _effects(frame: pd.DataFrame, curve: pd.DataFrame, design: Design, find: Find, level: float) -> pd.DataFrame:
    """Differences to the base value by path and value: of the one cell that differs in it, or averaged over a grid."""
    ranked = curve[~curve["kind"].isin(UNRANKED) & curve["estimate"].notna()]
    # with another number of players the fair share is another
    ranked = ranked[(ranked["path"] != "players") | ~ranked["is_share"].astype(bool)]
    found = _averaged(ranked, design, find) if design.kind == GRID else _single(ranked, frame, design)
    return _bounded(found.reindex(columns=[*EFFECT, *_FOUND]), level)


def _bounded(effects: pd.DataFrame, level: float) -> pd.DataFrame:
    """Adds single bounds, and bounds that hold for all effects of a path on a target at once (Bonferroni)."""
    known = effects["difference"].notna()
    n = known.groupby([effects[name] for name in ("at", "target", "path")], sort=False).transform("sum")
    for low, high, tests in (("low", "high", np.ones(len(effects))), ("low_all", "high_all", n.to_numpy(float))):
        each = zip(effects["n_blocks"].fillna(1), np.maximum(tests, 1), strict=True)
        half = np.array([t_quantile(100 - (100 - level) / k, int(b)) for b, k in each]) * effects["se"].to_numpy(float)
        effects[low], effects[high] = effects["difference"] - half, effects["difference"] + half
    return effects


def _single(ranked: pd.DataFrame, frame: pd.DataFrame, design: Design) -> pd.DataFrame:
    """Differences of the cells of one-at-a-time designs, as the long table has them."""
    names = np.array(design.cells)
    by_cell: dict[str, tuple[str, str]] = {}
    for path in design.paths:
        for value in path.steps:
            by_cell |= {str(name): (path.name, value) for name in names[design.members(path, value)]}
    part = frame[frame["cell"].isin(by_cell)].drop(columns=["se"]).rename(columns={"difference_se": "se"})
    where = [by_cell[name] for name in part["cell"]]
    part = part.assign(path=[path for path, _ in where], value=[value for _, value in where])
    keys = pd.MultiIndex.from_frame(ranked[EFFECT])
    return part[pd.MultiIndex.from_frame(part[EFFECT]).isin(keys)].reset_index(drop=True)


def _averaged(ranked: pd.DataFrame, design: Design, find: Find) -> pd.DataFrame:
    """Differences of the means over a grid: between cells that differ in this path only."""
    rows = []
    for path in design.paths:
        for _, part in ranked[ranked["path"] == path.name].groupby(["at", "kind", "label"], sort=False):
            first = part.iloc[0]
            contrasts = find(first["at"], first["kind"], first["label"])
            is_known = np.isfinite(contrasts.ratio)
            start = path.base if (part["value"] == path.base).any() else str(first["value"])
            for _, row in part[part["value"] != start].iterrows():
                weights = design.partners(path, str(row["value"]), start, is_known)
                if weights.any():
                    found = contrasts.of(weights, bool(row["is_share"]))
                    d, se, n = found.estimate[0], found.se[0], found.n_groups
                    facts = (float(d), float(se), float(p_values(d, se, n)), n, path.name not in APART)
                    rows.append([*row[EFFECT], *facts])
    return pd.DataFrame(rows, columns=[*EFFECT, *_FOUND])
