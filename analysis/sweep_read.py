"""Reads the runs of a sweep, each once: estimates, differences to the base by block, and sums for contrasts."""

from __future__ import annotations

import tempfile
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from analysis.contrasts import Grouped
from analysis.metrics import MetricSums, metrics_of
from analysis.paired import PairSums, Side, cannot_pair, differences, n_blocks_of
from analysis.run import Run, open_run
from sim.cells import DONE, CellResult

Array = np.ndarray[Any, Any]
_FACTS = ("n_seats", "n_games", "block_size", "run_digest", "rules_digest", "cards_digest")
_DIFFERENCE = ("difference", "difference_se", "difference_low", "difference_high", "p_value", "gain")
_CHANCE = ("game", "seed", "n_seats", "seating", "deals", "block_size")


@dataclass
class Read:
    """What the runs of a sweep say.

    Attributes
    ----------
    frame
        A row a done cell, policy table and metric: cell, at, table, n_seats, status, the columns of
        `analysis.metrics.estimates`, base, difference, difference_se, difference_low, difference_high, p_value,
        is_paired, gain.
    facts
        By done cell: numbers of games and blocks, digests, whether it is paired with the base and why not.
    shared
        By done cell: what it shares chance by.
    manifest, tables
        Manifest and policy tables of the base, or of the first cell that is done.
    """

    frame: pd.DataFrame = field(default_factory=pd.DataFrame)
    facts: dict[str, dict[str, Any]] = field(default_factory=dict)
    shared: dict[str, Hashable] = field(default_factory=dict)
    manifest: Mapping[str, Any] = field(default_factory=dict)
    grouped: dict[tuple[str, int], tuple[dict[tuple[str, str], int], Array]] = field(default_factory=dict)

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(map(str, self.manifest.get("tables") or ()))

    def sums(self, cell: str, at: int, kind: str, label: str) -> Array | None:
        """Sums of a metric over groups of blocks, shape (n_groups, 2); None where the cell has none."""
        index, sums = self.grouped.get((cell, at), ({}, np.zeros((0, 0, 2))))
        return sums[:, index[kind, label]] if (kind, label) in index else None


class _Base:
    """The base in one policy table: its side of every comparison, and its block sums in a file of this process."""

    def __init__(self, run: Run, at: int, level: float) -> None:
        self.run, self.metrics = run, metrics_of(run)
        sums = MetricSums(run, self.metrics)
        n_blocks = 0
        with tempfile.TemporaryFile() as file:
            for piece in sums.pieces(at):
                file.write(np.ascontiguousarray(piece).tobytes())
                n_blocks += len(piece)
            file.flush()
            shape = (n_blocks, len(self.metrics), 2)
            self.blocks: Array = np.memmap(file, np.float64, "r", shape=shape)  # stays readable when it is closed
        self.side = Side.of(sums, sums.frame(level))


def read_cells(cells: Sequence[CellResult], base: str, level: float) -> Read:
    """Reads every cell that is done; `level` in percent."""
    done = [cell for cell in cells if cell.status == DONE]
    found, frames, bases = Read(), {}, []
    for cell in sorted(done, key=lambda cell: cell.name != base):  # the base first
        run = open_run(cell.run_dir)
        found.manifest = found.manifest or run.manifest
        if cell.name == base:
            bases = [_Base(run, at, level) for at in range(len(run.tables))]
        found.shared[cell.name] = tuple(str(run.manifest.get(name)) for name in _CHANCE)
        why_not = ""
        for at, table in enumerate(run.tables):
            frame, reason = _read_table(found, cell.name, run, at, bases[at] if at < len(bases) else None, level)
            facts: dict[str, Any] = {
                "cell": cell.name,
                "at": at,
                "table": table,
                "n_seats": run.n_seats,
                "status": DONE,
                "base": base,
            }
            frames[cell.name, at] = frame.assign(**facts)
            why_not = why_not or reason
        found.facts[cell.name] = {**_facts(run), "is_paired": not why_not, "why_not": why_not}
    in_order = [frames[cell.name, at] for cell in done for at in range(len(frames)) if (cell.name, at) in frames]
    if in_order:
        found.frame = pd.concat(in_order, ignore_index=True)
    return found


def _facts(run: Run) -> dict[str, Any]:
    return {name: run.manifest.get(name) for name in _FACTS} | {"n_blocks": n_blocks_of(run, 0)}


def _read_table(
    found: Read, cell: str, run: Run, at: int, base: _Base | None, level: float
) -> tuple[pd.DataFrame, str]:
    """Estimates of a policy table with the differences to the base, and why the two are no pairs."""
    own = metrics_of(run)
    shared = base.metrics if base else ()
    metrics = tuple(dict.fromkeys((*shared, *own)))
    sums, grouped = MetricSums(run, metrics), Grouped(len(metrics), n_blocks_of(run, at))
    reason = cannot_pair(base.run, run, (at, at)) if base else "there is no base"
    pairs, done = PairSums(len(shared)), 0
    for piece in sums.pieces(at):
        grouped.add(piece)
        if base and not reason:
            pairs.add(np.asarray(base.blocks[done : done + len(piece)]), piece[:, : len(shared)])
            done += len(piece)
    found.grouped[cell, at] = ({(m.kind, m.label): i for i, m in enumerate(metrics)}, grouped.sums)
    every = sums.frame(level)
    frame = every[sums.is_enough()].reset_index(drop=True)
    if base is None:
        return frame.assign(**dict.fromkeys(_DIFFERENCE, np.nan), is_paired=False), reason
    side = Side.of(sums, every).first(len(shared))
    compared = differences(shared, base.side, side, None if reason else pairs, level)
    return _joined(frame, compared), reason


def _joined(frame: pd.DataFrame, compared: pd.DataFrame) -> pd.DataFrame:
    """Estimates beside their differences."""
    names = dict(zip(("difference", "se", "low", "high"), _DIFFERENCE, strict=False))
    kept = ["kind", "label", "difference", "se", "low", "high", "p_value", "is_paired", "gain"]
    return frame.merge(compared[kept].rename(columns=names), on=["kind", "label"], how="left")
