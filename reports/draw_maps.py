"""Heat maps of a sweep over two settings: how unequal places are, and differences to the base."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from analysis.precision import points, show
from analysis.settings import Path
from analysis.sweep import Sweep
from analysis.verdict import Answer
from reports.draw import Chart
from reports.draw_labels import file_name, label, labels, upper, words_for
from reports.style import BLUE, GRID, INK, MUTE, ORANGE, canvas
from reports.words_short import policies_of
from reports.words_sweep import is_moved, targets

#: Cells of all heat maps of a page, which must stay light.
MAX_CELLS = 900
#: Columns and rows that can still be told apart, and columns wide enough for a number.
MAX_COLUMNS, MAX_WRITTEN = 40, 10
DEEPEST = 0.5
#: Targets whose fair share depends on the number of players.
SHARES = ("places", "characters", "policies")


def maps(sweep: Sweep) -> list[Chart]:
    """How unequal places are with each set of policies, then targets that are moved, as many as keep the page light."""
    if len(sweep.design.paths) != 2:
        return []
    n_cells = len(sweep.design.paths[0].values) * len(sweep.design.paths[1].values)
    most = max(1, MAX_CELLS // n_cells)
    made = [_imbalance(sweep, at) for at in range(len(sweep.tables))]
    charts = [chart for chart in made if chart][:most]
    for at in range(len(sweep.tables)):
        for target in targets(sweep):
            if target in SHARES and any(path.name == "players" for path in sweep.design.paths):
                continue  # a fair share is another
            if is_moved(sweep, at, target) and len(charts) < most and (chart := _difference(sweep, at, target)):
                charts.append(chart)
    return charts


def _imbalance(sweep: Sweep, at: int) -> Chart | None:
    """How far places are from equal in each cell."""
    frame = sweep.balance[sweep.balance["at"] == at]
    if not len(frame):
        return None
    error = float(frame["se"].median())
    pairs = zip(frame["cell"], frame["imbalance"], strict=True)
    values = {str(cell): (100 * off, points(off, error, False).removesuffix(" pp")) for cell, off in pairs}
    balanced = [str(cell) for cell in frame.loc[frame["answer"] == str(Answer.BALANCED), "cell"]]
    margin = f"{100 * sweep.margin:g} pp"
    seen = f"= marks the {len(balanced)} shown to be within {margin} of fair, all judged at once."
    seen = seen if balanced else f"No cell is shown to be within {margin} of fair."
    caption = f"Root mean square distance of the places from fair, pp, without what luck adds: faint is equal. {seen}"
    some = zip(list(values.items())[:60], frame["answer"], strict=False)
    told = "; ".join(f"{cell}: {text}, {answer}" for (cell, (_, text)), answer in some)
    return _chart(sweep, at, "imbalance", "How unequal places are", caption, told, _map(sweep, values, balanced))


def _difference(sweep: Sweep, at: int, target: str) -> Chart | None:
    """Differences to the base of what moves most in a target."""
    frame = sweep.frame[(sweep.frame["at"] == at) & (sweep.frame["target"] == target)]
    frame = frame[frame["difference"].notna()]
    if not len(frame):
        return None
    name = str(frame.groupby("label", sort=False)["difference"].agg(lambda d: float((d**2).sum())).idxmax())
    part = frame[frame["label"] == name]
    is_share = bool(part["is_share"].iloc[0])
    scale, unit = (100.0, "pp") if is_share else (1.0, str(part["unit"].iloc[0]))
    positive = part.loc[part["difference_se"] > 0, "difference_se"]
    error = scale * float(positive.median()) if len(positive) else 0.0
    pairs = zip(part["cell"], scale * part["difference"], strict=True)
    values = {str(cell): (value, _signed(show(value, error, 3))) for cell, value in pairs}
    what = name if target in ("places", "characters", "policies") else words_for(target)
    caption = f"Difference to the base, {unit}: orange (+) is more, blue (-) less, the deeper the farther."
    told = "; ".join(f"{cell}: {text}" for cell, (_, text) in list(values.items())[:60])
    return _chart(
        sweep, at, file_name(target), f"{upper(what)} against the base", caption, told, _map(sweep, values, [])
    )


def _signed(text: str) -> str:
    return f"+{text}" if float(text) > 0 else text


def _chart(sweep: Sweep, at: int, name: str, title: str, caption: str, told: str, figure: Any) -> Chart:
    lost = (sweep.states["status"] != "done").any()
    style = policies_of(sweep, at)
    framed = f" Framed: the base.{' Hatched: not played to the end.' if lost else ''}"
    full = f"{title}, {style}" if style else title
    return Chart(f"map-{name}{f'-{at + 1}' if at else ''}", full, caption + framed, told, figure)


def _axes_of(sweep: Sweep) -> tuple[Path, Path]:
    """The setting across, which has fewer values, and the one down."""
    first, second = sweep.design.paths
    return (first, second) if len(first.values) <= len(second.values) else (second, first)


def _map(sweep: Sweep, values: dict[str, tuple[float, str]], marked: list[str]) -> Any:
    """A heat map of values with their texts by cell; see-through tints, so that they suit the dark page too."""
    across, down = _axes_of(sweep)
    columns, rows = list(across.values[:MAX_COLUMNS]), list(down.values[:MAX_COLUMNS])
    is_written = len(columns) <= MAX_WRITTEN
    figure = canvas(1.05 + max((0.3 if is_written else 0.2) * len(rows), 0.6))
    axes = figure.add_subplot()
    reach = max((abs(value) for value, _ in values.values() if value == value), default=0.0) or 1.0
    for cell in sweep.design.cells:
        x_value, y_value = (str(sweep.design.settings.at[cell, path.name]) for path in (across, down))
        if x_value in columns and y_value in rows:
            x, y = columns.index(x_value), rows.index(y_value)
            value, text = values.get(cell, (np.nan, ""))
            _tint(axes, x, y, value / reach)
            text = f"{text if is_written else ''}{'=' if cell in marked else ''}"
            if text:
                axes.text(x, y, text, ha="center", va="center", fontsize=9)
            if cell == sweep.design.base:
                axes.add_patch(Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, fill=False, ec=INK, lw=1.6))
    _name_axes(axes, (across, columns), (down, rows))
    return figure


def _name_axes(axes: Any, across: tuple[Path, list[str]], down: tuple[Path, list[str]]) -> None:
    (column_path, columns), (row_path, rows) = across, down
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    step = -(-len(columns) // 12)
    axes.set_xticks(range(0, len(columns), step), labels(columns, max(5, 40 // len(columns)))[::step])
    every = 1 if len(rows) <= 20 else 2
    axes.set_yticks(range(0, len(rows), every), labels(rows, 16)[::every])
    axes.set_xlabel(label(column_path.name, 40, 1))
    axes.set_ylabel(label(row_path.name, 24, 2))
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def _tint(axes: Any, x: int, y: int, value: float) -> None:
    """One cell: deeper the farther from 0, hatched where there is no value."""
    if value != value:
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, ec=MUTE, hatch="////", lw=0.6))
        return
    depth = round(DEEPEST * min(abs(value), 1.0), 3)
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fc=(BLUE if value < 0 else ORANGE, depth), ec=GRID, lw=0.5))
