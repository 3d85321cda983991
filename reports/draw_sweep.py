"""Charts of a sweep, in page order; the tornado: how far each setting moves a target at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analysis.ranking import Moves
from analysis.settings import GRID
from analysis.sweep import Sweep
from reports.draw import Chart
from reports.draw_curves import curves, n_left_out
from reports.draw_labels import common_prefix, file_name, label, labels, words_for
from reports.draw_maps import maps
from reports.style import BAND, BLUE, MUTE, ORANGE, canvas
from reports.words_short import named, policies_of
from reports.words_sweep import amount, is_moved, ranked, targets

#: Most settings of a tornado.
MAX_ROWS = 40


def charts_of(sweep: Sweep) -> list[Chart]:
    """All charts of the page, to be drawn and saved under `style.look`."""
    if not len(sweep.frame):
        return []
    asked = [(at, target) for at in range(len(sweep.tables)) for target in targets(sweep)]
    if sweep.design.kind == GRID:  # of one setting at a time also what does not matter is worth a look
        asked = [(at, t) for at, t in asked if t == "places" or is_moved(sweep, at, t)]
    several = len(sweep.design.paths) > 1
    bars = [tornado(sweep, at, target) for at, target in asked] if several else []
    heat = maps(sweep) if sweep.design.kind == GRID else []
    tornados = [chart for chart in bars if chart]
    return [*heat, *tornados, *curves(sweep)]


def undrawn(sweep: Sweep) -> str:
    """What is not drawn, and why."""
    if not len(sweep.frame):
        return "Nothing is drawn: no cell was played to its end."
    lacking = [f"{n} more curves (those of places come first)"] if (n := n_left_out(sweep)) else []
    if sweep.design.kind == GRID and len(sweep.design.paths) > 2:
        lacking.append("heat maps, as more than two settings are varied: curves show means over the others")
    return f"Not drawn: {'; '.join(lacking)}." if lacking else ""


def tornado(sweep: Sweep, at: int, target: str) -> Chart | None:
    """The largest effect of every setting on a target, those that move it first; ranked by their bounds."""
    ranking = ranked(sweep, at, target)
    if not len(ranking):
        return None
    rows, prefix = ranking.head(MAX_ROWS), common_prefix([str(path) for path in ranking["path"]])
    figure = canvas(1.25 + 0.4 * len(rows))
    axes = figure.add_subplot()
    scale = 100.0 if rows["is_share"].iloc[0] else 1.0
    if rows["is_share"].iloc[0]:
        axes.axvspan(0, scale * sweep.margin, color=BAND, lw=0)
    used: dict[str, Any] = {}
    for y, (_, row) in enumerate(rows.iterrows()):
        used |= _bar(axes, row, y, scale)
    axes.set_yticks(range(len(rows)), labels([str(path).removeprefix(prefix) for path in rows["path"]], 22))
    axes.tick_params(axis="y", labelsize=9)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    _reach(axes, rows, scale, sweep.margin)
    axes.set_xlabel(f"largest change, {'pp; band: margin' if scale > 1 else rows['unit'].iloc[0]}")
    place: dict[str, Any] = {"loc": "outside upper left", "ncols": 3, "handletextpad": 0.3, "columnspacing": 1.0}
    figure.legend(list(used.values()), list(used), **place)
    style = policies_of(sweep, at)
    title = f"What moves {words_for(target)}{f', {style}' if style else ''}"
    name = f"tornado-{file_name(target)}{f'-{at + 1}' if at else ''}"
    return Chart(name, title, _caption(sweep, ranking, prefix), _told(rows), figure)


def _reach(axes: Any, rows: pd.DataFrame, scale: float, margin: float) -> None:
    """The axis from 0 to the farthest bound."""
    high = rows["high"].where(np.isfinite(rows["high"]), rows["difference"].abs())
    least = 1.2 * margin if scale > 1 else 0.0
    axes.set_xlim(0, 1.04 * scale * max(float(high.max()), least) or 1.0)
    axes.locator_params(axis="x", nbins=5)


def _bar(axes: Any, row: Any, y: int, scale: float) -> dict[str, Any]:
    """One setting: a bar to its largest effect, its bounds, and which way it goes; returns the mark by its words."""
    is_sure, is_up = bool(row["is_sure"]), bool(row["difference"] > 0)
    size = scale * abs(float(row["difference"]))
    colour = (ORANGE if is_up else BLUE) if is_sure else MUTE
    look: dict[str, Any] = {"color": colour, "alpha": 0.35, "lw": 0}
    axes.barh(y, size, 0.56, **(look if is_sure else {"color": "none", "ec": colour, "lw": 1.0, "hatch": "////"}))
    high = scale * float(row["high"]) if np.isfinite(row["high"]) else size
    for low, width in ((row["low_all"], 1.0), (row["low"], 2.4)):
        axes.plot([scale * float(low), high], [y, y], color=colour, lw=width, solid_capstyle="butt")
    marker, words = ("^", "upwards") if is_up else ("v", "downwards")
    marker, words = (marker, words) if is_sure else ("o", "not shown to move")
    (drawn,) = axes.plot(size, y, marker, color=colour, ms=7, ls="none")
    axes.text(1.015, y, _text(row), transform=axes.get_yaxis_transform(), va="center", fontsize=9)
    return {words: drawn}


def _text(row: Any) -> str:
    """The largest effect beside its bar, and of what it is where there are several."""
    if row["answer"] == str(Moves.SAME):
        return "same games"
    moved = amount(row, row["difference"], True).split(" ")[0]
    return f"{moved}\n{label(str(row['label']), 14, 1)}" if row["n_labels"] > 1 else moved


def _caption(sweep: Sweep, ranking: pd.DataFrame, prefix: str) -> str:
    sure = [str(path).removeprefix(prefix) for path in ranking[ranking["is_sure"]]["path"]]
    seen = f"Shown to move it: {named(sure)}." if sure else "No setting is shown to move it."
    more = f" {len(ranking) - MAX_ROWS} more are in the table." if len(ranking) > MAX_ROWS else ""
    mean = "mean " if sweep.design.kind == GRID else ""
    return (
        f"{seen} Bars end at the largest {mean}effect over all values of a setting; thick lines its {sweep.level:g} "
        f"% bounds, which know that it was picked; thin lines reach the bound of all settings at once. Ranked by these "
        f"bounds: what surely moves it by the lower one, the rest by the upper one.{more}"
    )


def _told(rows: pd.DataFrame) -> str:
    told: Sequence[str] = [
        f"{row['path']}: {row['label']} {amount(row, row['difference'], True)}, {row['answer']}"
        for _, row in rows.iterrows()
    ]
    return "; ".join(told)
