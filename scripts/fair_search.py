"""Plays the cells of `fairseat fair`, stage by stage: over the range first, then where the answer lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis import fair_design
from analysis.fair_design import Key, Point
from scripts.fair_keys import point_name, settings
from scripts.playing import Work, play_cells_into
from scripts.request import Request, Setup, prepare
from scripts.variant import apply
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.fair import Found
    from analysis.fair_cells import Cells
    from analysis.fair_target import Target
    from analysis.run import Run
    from analysis.shares import Ask
    from sim.cells import Cell, CellResult

#: Stages of a search at most.
MOST_STAGES = 4
#: The first of several stages over several keys plays this part of the games in each cell: it only has to find the way.
FIRST_PART = 4


@dataclass(frozen=True)
class Asked:
    """What is looked for.

    Attributes
    ----------
    request
        What is played but for the keys.
    keys, target, ask
        What may change, what shall be fair, margin and level.
    n_games
        Games of each cell and policy table.
    """

    request: Request
    keys: tuple[Key, ...]
    target: Target
    ask: Ask
    n_games: int

    def facts(self) -> dict[str, Any]:
        """What must not change between a start and its resumption, beside the games themselves."""
        vary = [f"{key.path}={key.low:g}:{key.high:g}{list(key.values) or ''}" for key in self.keys]
        ask = {"margin": self.ask.margin, "level": self.ask.level}
        return {"command": "fair", "vary": vary, "target": self.target.text, **ask}


@dataclass
class Stage:
    """Cells played together: all points, those that were played to the end with their runs, and the lost ones."""

    tried: list[Point] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    n_games: int = 0

    def measure(self, asked: Asked, table: int) -> Cells:
        """The cells of a policy table."""
        import numpy as np

        from analysis.fair_cells import measure

        return measure(self.runs, np.array(self.points), table, asked.target.kind)

    def with_stage(self, other: Stage) -> Stage:
        """Both stages as one; they have the same games."""
        both = (self.tried + other.tried, self.points + other.points, self.runs + other.runs, self.lost + other.lost)
        return Stage(*both, self.n_games + other.n_games)


@dataclass(frozen=True)
class Searched:
    """All stages of a search: what each policy table says, and the cells that were played."""

    found: tuple[Found, ...]
    stages: tuple[Stage, ...]

    @property
    def lost(self) -> list[str]:
        return [name for stage in self.stages for name in stage.lost]

    @property
    def n_games(self) -> int:
        return sum(stage.n_games for stage in self.stages)

    @property
    def n_cells(self) -> int:
        return sum(len(stage.points) for stage in self.stages)


def search(asked: Asked, setup: Setup, folder: Path, work: Work) -> Searched:
    """Play cells until the answer is found; `setup` is the request without any key set."""
    if len(asked.keys) == 1:
        return _search_one(asked, setup, folder, work)
    return _search_several(asked, setup, folder, work)


def first_games(asked: Asked) -> int:
    """Games of each cell of the first stage."""
    has_more = len(asked.keys) > 1 and not fair_design.is_grid(asked.keys)
    return max(1, asked.n_games // FIRST_PART) if has_more else asked.n_games


def _search_one(asked: Asked, setup: Setup, folder: Path, work: Work) -> Searched:
    key = asked.keys[0]
    stages = [play(asked, setup, fair_design.first(asked.keys), asked.n_games, folder / "stage-1", work)]
    whole = stages[0]
    while True:
        _refuse_few(whole, 2)
        main = _answers(asked, setup, whole, tables=1)[0]
        assert main.least is not None  # one key has it
        value, low, high = main.least
        played = [point[0] for point in whole.tried]
        more = fair_design.near(key, value, (high - low) / 2, played)
        if not more or len(stages) == MOST_STAGES or not _is_moved(main, asked):
            break
        points = [(one,) for one in more]
        stages.append(play(asked, setup, points, asked.n_games, folder / f"stage-{len(stages) + 1}", work))
        whole = whole.with_stage(stages[-1])
    found = _answers(asked, setup, whole)
    _refuse_still(asked, found)
    return Searched(found, tuple(stages))


def _search_several(asked: Asked, setup: Setup, folder: Path, work: Work) -> Searched:
    keys = asked.keys
    first = play(asked, setup, fair_design.first(keys), first_games(asked), folder / "stage-1", work)
    _refuse_few(first, 1 + len(keys))
    stages = [first]
    found = _answers(asked, setup, first)
    _refuse_still(asked, found)
    near: Stage | None = None
    box: tuple[list[float], list[float]] = ([], [])
    while not fair_design.is_grid(keys) and len(stages) < MOST_STAGES and _is_moved(found[0], asked):
        assert found[0].solution is not None  # several keys have it
        x = found[0].solution.x
        if near is not None and fair_design.is_inside(x, *box):
            break
        box = fair_design.box_around(keys, x)
        points = fair_design.composite(keys, *box)
        near = play(asked, setup, points, asked.n_games, folder / f"stage-{len(stages) + 1}", work)
        _refuse_few(near, 1 + len(keys))
        stages.append(near)
        found = _answers(asked, setup, first, near)
    return Searched(found, tuple(stages))


def _answers(asked: Asked, setup: Setup, stage: Stage, near: Stage | None = None, tables: int = 0) -> tuple[Found, ...]:
    """What each policy table says, or the first ones."""
    from analysis.fair import find

    found = []
    for table in range(tables or len(setup.plan.tables)):
        cells = stage.measure(asked, table)
        close = None if near is None else near.measure(asked, table)
        found.append(find(cells, asked.keys, asked.target.aim(cells.labels), asked.ask, close))
    return tuple(found)


def _is_moved(found: Found, asked: Asked) -> bool:
    return bool(found.p_moved < 1 - asked.ask.level / 100)


def _refuse_few(stage: Stage, least: int) -> None:
    if len(stage.points) < least:
        raise UserError(
            f"only {len(stage.points)} cells could be played, {least} are needed; lost: {'; '.join(stage.lost)}"
        )


def _refuse_still(asked: Asked, found: Sequence[Found]) -> None:
    """Keys that change no win in any cell answer nothing."""
    from analysis.fair_cells import is_same

    cells = [one.everywhere or one.cells for one in found]
    if all(map(is_same, cells)):
        paths = " and ".join(key.path for key in asked.keys)
        verb = "does" if len(asked.keys) == 1 else "do"
        low, high = (",".join(f"{value:g}" for value in side) for side in (cells[0].x.min(0), cells[0].x.max(0)))
        raise UserError(
            f"{paths} {verb} not move {asked.target.words}: from {low} to {high} every one of "
            f"{cells[0].n_games:,} games has the same winner"
        )


def cell_of(asked: Asked, point: Point, n_games: int) -> tuple[Cell, Setup]:
    """The cell of a point."""
    from sim.cells import Cell, CellJob
    from sim.store import planned_bytes

    request = apply(asked.request, settings(asked.keys, point))
    setup = prepare(request, n_games)
    facts = {"rules_digest": setup.data.rules_digest, "cards_digest": setup.data.cards_digest}
    work = setup.plan.n_total, setup.plan.n_seats, facts, planned_bytes(setup.game, setup.plan)
    job = CellJob("scripts.request:prepare", (request, n_games), *work)
    return Cell(point_name(asked.keys, point), settings(asked.keys, point), job), setup


def play(asked: Asked, setup: Setup, points: Sequence[Point], n_games: int, folder: Path, work: Work) -> Stage:
    """Play the cells of a stage into its folder and open their runs."""
    from analysis.run import open_run
    from sim.cells import DONE

    made = [cell_of(asked, point, n_games) for point in points]
    kept_in = f"games of {folder.name} are kept in {folder.parent}"
    results = play_cells_into(
        folder, [cell for cell, _ in made], work, label=folder.name, asked=asked.facts(), kept_in=kept_in
    )
    done = [at for at, result in enumerate(results) if result.status == DONE]
    stage = Stage(list(points), [points[at] for at in done], [open_run(results[at].run_dir) for at in done])
    stage.lost = [_lost(result) for result in results if result.status != DONE]
    stage.n_games = sum(made[at][1].plan.n_total for at in done)
    return stage


def _lost(result: CellResult) -> str:
    return (
        f"{', '.join(f'{path}={value}' for path, value in result.settings.items())} {result.status} ({result.reason})"
    )
