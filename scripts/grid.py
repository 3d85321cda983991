"""The cells of a sweep: every combination of values, or one change at a time; each is checked before any is played."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
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
        The cells in order, the one named BASE among them.
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


def changes(sets: Sequence[VarySet]) -> list[Settings]:
    """Settings of every cell that is asked for, each once.

    Raises
    ------
    UserError
        Unknown design, nothing to vary, a path twice in a set, too many cells.
    """
    found: list[Settings] = []
    for one in sets:
        _check(one)
        n_cells = _n_cells(one)
        if len(found) + n_cells > MAX_CELLS:
            ways = (" x " if one.design == GRID else " + ").join(str(len(vary.values)) for vary in one.varies)
            shown = f"{n_cells:,} cells" + (f" ({ways})" if one.design == GRID and len(one.varies) > 1 else "")
            raise UserError(
                f"{shown}: at most {MAX_CELLS:,} can be played; name fewer values, or --design one-at-a-time"
            )
        if one.design == GRID:
            names = [vary.path for vary in one.varies]
            found += [
                dict(zip(names, values, strict=True)) for values in product(*(vary.values for vary in one.varies))
            ]
        else:
            found += [{vary.path: value} for vary in one.varies for value in vary.values]
    return [dict(key) for key in dict.fromkeys(tuple(settings.items()) for settings in found)]


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
    has_grid = any(one.design == GRID for one in sets)
    for at, settings in enumerate(wanted):
        maker.add(settings, is_lenient, has_grid)
        on_step(at + 1, len(wanted))
    cells = maker.cells if maker.has_base else [maker.cell(BASE, {}, request, maker.base), *maker.cells]
    return Grid(maker.base, tuple(cells), tuple(maker.spoilt), paths)


class _Maker:
    """Makes cells of settings one by one."""

    def __init__(self, request: Request, n_games: int, n_cells: int) -> None:
        self._request, self._n_games = request, n_games
        self._width = len(str(n_cells))
        self.base = prepare(request, n_games)
        self.cells: list[Cell] = []
        self.spoilt: list[CellResult] = []
        self.has_base = False
        self._n = 0

    def add(self, settings: Settings, is_lenient: bool, has_grid: bool) -> None:
        """Make the cell of these settings; in no grid one that changes nothing is left out."""
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
            if has_grid and not self.has_base:
                self.has_base = True
                self.cells.append(self.cell(BASE, settings, request, setup))
            return
        self.cells.append(self.cell(name, settings, request, setup))

    def _spoil(self, name: str, settings: Settings, reason: str) -> None:
        from sim.cells import FAILED, CellResult

        self.spoilt.append(CellResult(name, settings, FAILED, reason, Path()))

    def cell(self, name: str, settings: Settings, request: Request, setup: Setup) -> Cell:
        """A cell that plays a request."""
        from sim.cells import Cell, CellJob

        plan = setup.plan
        return Cell(
            name, settings, CellJob(MAKER, (request, self._n_games), plan.n_total, plan.n_seats, facts_of(setup))
        )


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
