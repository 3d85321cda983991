"""The cells of a sweep: every combination of values, or one change at a time; each is checked before any is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.request import Request, Setup, prepare
from scripts.variant import Vary, apply
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    from sim.cells import Cell, CellResult

GRID, ONE_AT_A_TIME = "grid", "one-at-a-time"
DESIGNS = (GRID, ONE_AT_A_TIME)

#: Cells of a sweep, at most.
MAX_CELLS = 10_000

#: Name of the cell that plays what is asked for without any change.
BASE = "base"

MAKER = "scripts.request:prepare"

Settings = Mapping[str, str]


@dataclass(frozen=True)
class VarySet:
    """Paths that are varied together: in a grid, or one at a time while the others stay as they are."""

    varies: tuple[Vary, ...]
    design: str = GRID
    name: str = ""


@dataclass(frozen=True)
class Grid:
    """The cells of a sweep.

    Attributes
    ----------
    base
        What is played without any change.
    cells
        The cells, the one named BASE first.
    spoilt
        Cells that cannot be played, in the place of an error where these are allowed.
    paths
        What is varied, in the order named.
    """

    base: Setup
    cells: tuple[Cell, ...]
    spoilt: tuple[CellResult, ...]
    paths: tuple[str, ...]

    @property
    def n_games(self) -> int:
        """Games of all cells."""
        return sum(cell.job.n_games for cell in self.cells)


def paths_of(sets: Sequence[VarySet]) -> tuple[str, ...]:
    """Every varied path once."""
    return tuple(dict.fromkeys(vary.path for one in sets for vary in one.varies))


def changes(sets: Sequence[VarySet]) -> list[tuple[Settings, bool]]:
    """Settings of every cell that is asked for, each once, and whether they are of a grid.

    Raises
    ------
    UserError
        Unknown design, nothing to vary, a path twice in a set, too many cells.
    """
    found: dict[tuple[tuple[str, str], ...], bool] = {}
    for one in sets:
        _check(one)
        n_cells = _n_cells(one)
        if len(found) + n_cells > MAX_CELLS:
            ways = (" x " if one.design == GRID else " + ").join(str(len(vary.values)) for vary in one.varies)
            shown = f"{n_cells:,} cells" + (f" ({ways})" if one.design == GRID and len(one.varies) > 1 else "")
            raise UserError(
                f"{shown}: at most {MAX_CELLS:,} can be played; name fewer values, or --design one-at-a-time"
            )
        for settings in _settings(one):
            found.setdefault(tuple(settings), one.design == GRID)
    return [(dict(settings), is_grid) for settings, is_grid in found.items()]


def _settings(one: VarySet) -> Iterator[list[tuple[str, str]]]:
    pairs = [[(vary.path, value) for value in vary.values] for vary in one.varies]
    if one.design == GRID:
        yield from map(list, product(*pairs))
    else:
        yield from ([pair] for row in pairs for pair in row)


def _n_cells(one: VarySet) -> int:
    sizes = [len(vary.values) for vary in one.varies]
    return math.prod(sizes) if one.design == GRID else sum(sizes)


def _check(one: VarySet) -> None:
    if one.design not in DESIGNS:
        raise unknown("design", one.design, DESIGNS)
    if not one.varies:
        raise UserError("nothing to vary: name --vary PATH=VALUES, like --vary rules.handicap.1=0:6")
    seen: set[str] = set()
    for vary in one.varies:
        if vary.path in seen:
            raise UserError(f"--vary {vary.path}: named twice; write all its values in one list")
        seen.add(vary.path)


def label(settings: Settings) -> str:
    """A cell in words: what is changed in it."""
    return ", ".join(f"{path}={value}" for path, value in settings.items()) or "nothing changed"


def make_grid(
    request: Request,
    n_games: int,
    sets: Sequence[VarySet],
    *,
    is_lenient: bool = False,
    on_step: Callable[[int, int], None] = lambda done, total: None,
) -> Grid:
    """Prepare every cell, so that impossible values are found before any game is played.

    Parameters
    ----------
    request
        What is played without any change.
    n_games
        Games of each policy table of a cell.
    sets
        What is varied.
    is_lenient
        An impossible cell is spoilt instead of an error.
    on_step
        Called with cells checked, and all of them.

    Raises
    ------
    UserError
        What is asked for is impossible; names the cell.
    """
    wanted, paths = changes(sets), paths_of(sets)
    if "policy" in paths and len(request.policies) > 1:
        raise UserError("--vary policy beside several --policy tables: name one --policy, or none, as what is changed")
    maker = _Maker(request, n_games, len(wanted))
    for at, (settings, is_grid) in enumerate(wanted):
        maker.add(settings, is_lenient, is_grid)
        on_step(at + 1, len(wanted))
    base = maker.cell(BASE, maker.base_settings, request, maker.base)
    return Grid(maker.base, (base, *maker.cells), tuple(maker.spoilt), paths)


class _Maker:
    """Makes cells of settings one by one."""

    def __init__(self, request: Request, n_games: int, n_cells: int) -> None:
        self._request, self._n_games = request, n_games
        self._width = len(str(n_cells))
        self.base = prepare(request, n_games)
        self.cells: list[Cell] = []
        self.spoilt: list[CellResult] = []
        self.base_settings: Settings = {}  # as a grid writes them
        self._n = 0

    def add(self, settings: Settings, is_lenient: bool, is_grid: bool) -> None:
        """Make the cell of these settings, unless it changes nothing: that is the base."""
        self._n += 1
        name = f"c{self._n:0{self._width}d}"
        try:
            request = apply(self._request, settings)
            setup = prepare(request, self._n_games)
        except UserError as error:
            reason = str(error).replace("--set ", "--vary ", 1)
            if not is_lenient:
                raise UserError(f"cell {label(settings)}: {reason}") from None
            self._spoil(name, settings, reason)
            return
        if _is_same(setup, self.base):
            if is_grid:
                self.base_settings = self.base_settings or settings
            return
        self.cells.append(self.cell(name, settings, request, setup))

    def _spoil(self, name: str, settings: Settings, reason: str) -> None:
        from sim.cells import FAILED, CellResult

        self.spoilt.append(CellResult(name, settings, FAILED, reason, Path()))

    def cell(self, name: str, settings: Settings, request: Request, setup: Setup) -> Cell:
        """A cell that plays a request."""
        from sim.cells import Cell, CellJob
        from sim.store import planned_bytes

        plan = setup.plan
        work = plan.n_total, plan.n_seats, facts_of(setup), planned_bytes(setup.game, plan)
        return Cell(name, settings, CellJob(MAKER, (request, self._n_games), *work))


def facts_of(setup: Setup) -> dict[str, Any]:
    """What must be the same when a cell is resumed."""
    from sim.tables import digest

    data = setup.data
    policies = {name: [float(weight) for weight in row] for name, row in data.weights.items()}
    return {
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "policies_digest": digest(policies)[:16],
        "tables": [setup.plan.table_text(table) for table in range(len(setup.plan.tables))],
    }


def _is_same(one: Setup, other: Setup) -> bool:
    """Whether two setups play the same games."""
    return one.plan == other.plan and one.data.document == other.data.document
