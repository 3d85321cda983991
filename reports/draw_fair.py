"""Charts of a search for fair values: how shares answer to the keys, and the fresh games at the answer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analysis.fair import Found
from analysis.fair_curve import at_value
from analysis.fair_result import Fair
from analysis.precision import count, percent, points
from reports import fair_words as words
from reports import style
from reports.draw import Chart, save_charts
from reports.model import Figure
from reports.style import BAND, DASHES, INK, MUTE, SERIES, canvas, sign

Array = np.ndarray[Any, Any]

#: Lines of one panel, each with a colour and a dash of its own.
MAX_LINES = 6
#: Points at which curves are drawn, beside the cells.
N_POINTS = 61


def draw_all(fair: Fair, folder: Path) -> tuple[Figure, ...]:
    """Draws every chart and writes each as PNG into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with style.look():
        return save_charts(fair_charts(fair), f"{fair.manifest['game']}, {count(fair.n_games)} games", folder)


def fair_charts(fair: Fair) -> list[Chart]:
    """The charts, to be drawn and saved under `style.look`."""
    make = _curve if len(fair.keys) == 1 else _slices
    charts = [make(fair, table) for table in range(len(fair.tables))]
    if fair.confirmed is not None:
        charts.insert(1, _confirmation(fair))
    return charts


def _lines(found: Found) -> list[int]:
    """Labels that are drawn: those that shall be fair, of many the ones that are moved or lie farthest off."""
    every = list(range(len(found.cells.labels)))
    if len(every) <= MAX_LINES:
        return every
    aim = list(found.aim) if len(found.aim) <= MAX_LINES else []
    ranked = sorted(every, key=lambda at: -float(np.ptp(found.cells.off[:, at]) + np.abs(found.cells.off[:, at]).max()))
    return sorted(list(dict.fromkeys([*aim, *ranked]))[:MAX_LINES])


def _shown(found: Found, fair: Fair) -> list[str]:
    """Labels as this machine's fonts can draw them."""
    labels = list(found.cells.labels)
    if style.cjk_font() or not style.needs_cjk(labels):
        return labels
    m = fair.manifest
    plain = dict(zip(m.get("character_titles") or m["characters"], m["characters"], strict=True))
    return [style.WIDE.sub("?", str(plain.get(label, label))) for label in labels]


def _name(fair: Fair, what: str, table: int) -> tuple[str, str]:
    """Name and title of a chart of one policy table."""
    style_of = f" with {fair.tables[table]}" if len(fair.tables) > 1 else ""
    return (what if not table else f"{what}-{table + 1}"), f"Distance from fair by value{style_of}"


def _panel(axes: Any, fair: Fair, key: int, best: float, x: Array, lines: Sequence[tuple[str, Array, Array]]) -> None:
    """Curves with bands, the fair line with its margin, and the proposed value."""
    margin = 100 * fair.ask.margin
    axes.axhspan(-margin, margin, color=BAND, lw=0)
    axes.axhline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    axes.axvline(best, color=MUTE, lw=1.0, ls=(0, (1, 2)))
    for at, (label, off, half) in enumerate(lines):
        axes.fill_between(x, 100 * (off - half), 100 * (off + half), color=SERIES[at], alpha=0.16, lw=0)
        axes.plot(x, 100 * off, color=SERIES[at], ls=DASHES[at], lw=1.8, label=label)
    edge = 0.02 * (x[-1] - x[0])  # dots at the ends are whole
    axes.set_xlim(x[0] - edge, x[-1] + edge)
    if fair.keys[key].is_whole:
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(fair.keys[key].path)


def _of_points(found: Found, at: Iterator[tuple[Array, Array]], quantile: float) -> tuple[Array, Array]:
    """Distances (n, labels) and half widths of their intervals at points."""
    off, half = [], []
    for here, covariance in at:
        off.append(here)
        half.append(quantile * np.sqrt(np.maximum(np.diag(covariance), 0)))
    return np.array(off), np.array(half)


def _curve(fair: Fair, table: int) -> Chart:
    """One key: the shares over its range, with the crossing marked."""
    found, key = fair.found[table], fair.keys[0]
    cells, quantile = found.cells, found.cells.quantile(fair.ask.level)
    x = np.union1d(cells.x[:, 0], np.linspace(cells.x[0, 0], cells.x[-1, 0], N_POINTS))
    off, half = _of_points(found, (at_value(cells, value) for value in x), quantile)
    figure = canvas(3.5)
    axes = figure.add_subplot()
    shown, drawn = _shown(found, fair), _lines(found)
    _panel(axes, fair, 0, found.best[0], x, [(shown[at], off[:, at], half[:, at]) for at in drawn])
    for at, label in enumerate(drawn):
        axes.plot(cells.x[:, 0], 100 * cells.off[:, label], "o", ms=3.5, color=SERIES[at])
    marked = found.moved if len(found.aim) > 1 else found.aim[0]
    for one in found.crossings[marked]:
        colour = SERIES[drawn.index(marked)] if marked in drawn else INK
        axes.plot([one.low, one.high], [0, 0], color=colour, lw=5, solid_capstyle="butt", alpha=0.75)
        if math.isfinite(one.value):
            axes.plot(one.value, 0, "D", color=colour, ms=7, mec=INK)
    axes.set_ylabel("win share minus fair, pp")
    figure.legend(loc="outside upper left", ncols=3 if len(drawn) != 4 else 4, handlelength=2.4)
    name, title = _name(fair, "curve", table)
    where = "; ".join(words.span_text(key, one) for one in found.crossings[marked])
    near = where if where.startswith("anywhere") else f"at {where}"
    diamond = f"fair {near}: the diamond, with its {fair.ask.level:g} % interval as a thick bar"
    level = f"{fair.ask.level:g} %"
    caption = (
        f"{cells.labels[marked]} is {diamond if where else 'at no value of the range just fair'}. Dots are cells, "
        f"bands {level} intervals of the curves, grey is the margin, the dotted line the least unequal value that "
        f"can be played, {words.value_text(key, found.best[0])}."
    )
    left_out = len(cells.labels) - len(drawn)
    caption += f" {left_out} more are in the table only." if left_out else ""
    return Chart(name, title, caption[:1].upper() + caption[1:], _told(found), figure)


def _told(found: Found) -> str:
    """Every cell in words, of many the first and the last."""
    cells = found.cells
    some = range(cells.n) if cells.n <= 8 else (0, cells.n - 1)
    error = float(cells.errors().max())
    return "; ".join(
        f"at {', '.join(f'{value:g}' for value in cells.x[at])}: "
        + ", ".join(f"{label} {points(float(cells.off[at, i]), error)}" for i, label in enumerate(cells.labels[:12]))
        for at in some
    )


def _slices(fair: Fair, table: int) -> Chart:
    """Several keys: the surface along each of them, the others at the answer."""
    found = fair.found[table]
    surface, solution = found.surface, found.solution
    assert surface is not None and solution is not None  # several keys have them  # noqa: PT018
    quantile = found.cells.quantile(fair.ask.level)
    shown, drawn = _shown(found, fair), _lines(found)
    figure = canvas(0.7 + 2.1 * len(fair.keys))
    panels = figure.subplots(len(fair.keys), 1, sharey=True, squeeze=False)[:, 0]
    for at, axes in enumerate(panels):
        x = np.linspace(found.cells.x[:, at].min(), found.cells.x[:, at].max(), N_POINTS)
        spots = np.tile(solution.x, (len(x), 1))
        spots[:, at] = x
        off, half = _of_points(found, ((surface.off(s)[0], surface.covariance_at(s)) for s in spots), quantile)
        _panel(axes, fair, at, found.best[at], x, [(shown[i], off[:, i], half[:, i]) for i in drawn])
        _mark(axes, solution.x[at], solution.low[at], solution.high[at])
        axes.set_ylabel("pp from fair")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=3 if len(drawn) != 4 else 4, handlelength=2.4)
    name, title = _name(fair, "surface", table)
    caption = (
        f"Along each key, with the others at the answer: {words.needs(fair, table)} Diamonds mark it, with "
        f"{fair.ask.level:g} % intervals; bands are those of the surface, grey is the margin, dotted lines the values "
        "that can be played."
    )
    return Chart(name, title, caption, _told(found), figure)


def _mark(axes: Any, value: float, low: float, high: float) -> None:
    """The answer on the fair line."""
    if math.isfinite(low):
        left, right = axes.get_xlim()
        axes.plot([max(low, left), min(high, right)], [0, 0], color=INK, lw=4, solid_capstyle="butt", alpha=0.6)
    axes.plot(value, 0, "D", color=INK, ms=6, clip_on=False)


def _confirmation(fair: Fair) -> Chart:
    """Shares in the fresh games, by policy table."""
    assert fair.confirmed is not None  # who calls has looked
    found = fair.found[0]
    shown = _shown(found, fair)
    drawn = list(found.aim)[: 4 * MAX_LINES] if len(found.aim) > 1 else list(range(len(shown)))[: 4 * MAX_LINES]
    n_tables = len(fair.tables)
    figure = canvas(1.3 + (0.2 + 0.14 * n_tables) * len(drawn))
    axes = figure.add_subplot()
    margin = 100 * fair.ask.margin
    axes.axvspan(-margin, margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    told = []
    for at, (text, cells) in enumerate(zip(fair.tables, fair.confirmed.cells, strict=True)):
        error = cells.errors()[0]
        y = np.arange(len(drawn)) + 0.6 * ((at + 0.5) / n_tables - 0.5)
        half = 100 * cells.quantile(fair.ask.level) * error[drawn]
        axes.errorbar(100 * cells.off[0, drawn], y, xerr=half, label=text, **sign(at))
        told += [f"{cells.labels[i]} with {text} {percent(float(cells.shares[0, i]), float(error[i]))}" for i in drawn]
    axes.set_yticks(range(len(drawn)), [shown[i] for i in drawn])
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("win share minus fair, pp; band: margin")
    figure.legend(loc="outside upper left", ncols=1 if max(map(len, fair.tables)) > 20 else 3)
    caption = (
        f"{words.confirmed_text(fair, fair.confirmed, 0)} Games of a seed of their own, so that luck that chose "
        f"the value does not judge it. Bars are {fair.ask.level:g} % intervals."
    )
    return Chart("confirmation", "Fresh games at the answer", caption, "; ".join(told), figure)
