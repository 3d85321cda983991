"""The whole result of a search for fair values: what every policy table says, and the confirmation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.fair import Found, cell_frame, crossing_frame, solution_frame, verdict_at
from analysis.fair_cells import Cells, measure
from analysis.fair_design import Key, Point
from analysis.fair_target import Target
from analysis.run import Run
from analysis.shares import Ask
from analysis.study import Study, analyse_run
from analysis.verdict import Answer, Verdict
from sim.rng_twin import fold
from sim.store import write_atomic


class Outcome(StrEnum):
    """What came of the search under the main policies."""

    BALANCED = "balanced"
    UNBALANCED = "unbalanced"
    UNDECIDED = "not enough games"
    NONE = "none is fair"
    NO_EFFECT = "no effect"


#: Where in the folder of a search the fresh games are.
CONFIRM = "confirm"


def confirm_seed(seed: int) -> int:
    """Seed of the fresh games: a function of the search's seed, and another number."""
    fresh = fold(seed, 0xFA12) & 0xFFFFFFFF
    return fresh if fresh != seed else fresh ^ 1


@dataclass(frozen=True)
class Confirmed:
    """Fresh games at the chosen values.

    Attributes
    ----------
    seed
        Seed of these games; no game of them took part in the choice.
    cells, verdicts
        By policy table: shares with errors, and the verdict on what shall be fair.
    study
        The whole analysis of the run.
    """

    seed: int
    cells: tuple[Cells, ...]
    verdicts: tuple[Verdict, ...]
    study: Study


@dataclass(frozen=True)
class Fair:
    """A search and its result.

    Attributes
    ----------
    manifest
        Of one of the cells: game, digests, versions.
    keys, base
        What was looked for, and the values of the keys in the data.
    target, ask, seed
        What shall be fair, margin and level, seed of the cells.
    tables, found
        Policy tables in words, and what each says; the first is the main one.
    stages
        Number of cells and games of each of them, by stage: (cells, games of a cell and table).
    n_games
        Games of all cells and tables.
    lost
        Cells that failed or timed out, in words.
    confirmed
        None where nothing was there to confirm.
    """

    manifest: Mapping[str, Any]
    keys: tuple[Key, ...]
    base: Point
    target: Target
    ask: Ask
    seed: int
    tables: tuple[str, ...]
    found: tuple[Found, ...]
    stages: tuple[tuple[int, int], ...]
    n_games: int
    lost: tuple[str, ...]
    confirmed: Confirmed | None

    @property
    def best(self) -> Point:
        """Values that are proposed: those of the main policies."""
        return self.found[0].best

    @property
    def outcome(self) -> Outcome:
        """What came of it under the main policies; only fresh games say that values are balanced."""
        if not has_effect(self.found[0], self.ask):
            return Outcome.NO_EFFECT
        if self.confirmed is None:
            return Outcome.NONE
        return Outcome(str(self.confirmed.verdicts[0].answer))

    def disagreeing(self) -> tuple[int, ...]:
        """Policy tables that are shown not to be fair at the proposed values, while the main one is not."""
        if self.confirmed is None:
            return ()
        answers = [verdict.answer for verdict in self.confirmed.verdicts]
        if answers[0] == Answer.UNBALANCED:
            return ()
        return tuple(at for at, answer in enumerate(answers) if answer == Answer.UNBALANCED)


def has_effect(found: Found, ask: Ask) -> bool:
    """Whether the keys are shown to move the shares."""
    return bool(found.p_moved < 1 - ask.level / 100)


def is_worth_confirming(found: Found, ask: Ask) -> bool:
    """Whether there is a value to confirm."""
    return has_effect(found, ask) and not found.is_none


def confirm(run: Run, seed: int, keys: Sequence[Key], best: Point, target: Target, ask: Ask) -> Confirmed:
    """What fresh games say of the chosen values."""
    tables = range(len(run.tables))
    cells = tuple(measure([run], np.array([best]), table, target.kind) for table in tables)
    verdicts = tuple(verdict_at(*one.at(0), one, target.aim(one.labels), ask) for one in cells)
    return Confirmed(seed, cells, verdicts, analyse_run(run, ask.margin, ask.level / 100))


def frames(fair: Fair) -> dict[str, pd.DataFrame]:
    """Every number of the result: cells, crossings (one key), values (by key), confirmation."""
    found: dict[str, list[pd.DataFrame]] = {}
    for text, one in zip(fair.tables, fair.found, strict=True):
        used = [one.everywhere, one.cells] if one.everywhere is not None else [one.cells]
        for stage, cells in enumerate(used):
            if stage == 0 or cells is not used[0]:
                found.setdefault("cells", []).append(cell_frame(cells, fair.keys, fair.ask).assign(table=text))
        if one.crossings:
            found.setdefault("crossings", []).append(crossing_frame(one).assign(table=text))
        found.setdefault("values", []).append(solution_frame(one, fair.keys).assign(table=text))
    if fair.confirmed is not None:
        for text, cells, verdict in zip(fair.tables, fair.confirmed.cells, fair.confirmed.verdicts, strict=True):
            frame = cell_frame(cells, fair.keys, fair.ask).assign(table=text, verdict=str(verdict.answer))
            found.setdefault("confirm", []).append(frame)
    return {name: pd.concat(parts, ignore_index=True) for name, parts in found.items()}


def write_frames(fair: Fair, folder: Path) -> None:
    """Writes every frame as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    every = frames(fair)
    for name in ("cells", "crossings", "values", "confirm"):
        if name in every:
            text = every[name].to_csv(index=False, float_format="%.10g", lineterminator="\n")
            write_atomic(folder / f"{name}.csv", text)
        else:
            (folder / f"{name}.csv").unlink(missing_ok=True)
