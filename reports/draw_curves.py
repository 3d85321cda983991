"""Response curves of a sweep: places by the value of a setting, and how other targets change against the base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from analysis.settings import GRID, ONE_KEY, Path
from analysis.sweep import Sweep
from reports.draw import Chart
from reports.draw_labels import file_name, label, labels, upper, words_for
from reports.style import BAND, DASHES, INK, MARKERS, MUTE, SERIES, canvas
from reports.words_short import named, policies_of, short
from reports.words_sweep import ranked, targets

#: Values of a chart and lines of a curve, at most.
MAX_VALUES, MAX_LINES = 40, 6
#: Charts of curves on a page, which must stay light.
MAX_CURVES = 24
#: Of more values than this a line has no bars of single points.
MAX_BARS = 16
#: Between neighbouring lines at one value, as a share of the axis.
DODGE = 0.008
#: Values whose labels fit below an axis, and letters of all of them.
MAX_TICKS, TICK_LETTERS = 12, 44

_BOUNDS = ["low", "high", "low_all", "high_all"]


def curves(sweep: Sweep) -> list[Chart]:
    """The curves of the page."""
    wanted = list(_wanted(sweep))[:MAX_CURVES]
    charts = (curve(sweep, at, target, path) for at, target, path in wanted)
    return [chart for chart in charts if chart]


def n_left_out(sweep: Sweep) -> int:
    """How many curves have no room."""
    return max(0, sum(1 for _ in _wanted(sweep)) - MAX_CURVES)


def _wanted(sweep: Sweep) -> Iterator[tuple[int, str, Path]]:
    """Curves worth drawing: all of one key; else of places, and of what a setting is shown to move; strongest first."""
    for at in range(len(sweep.tables)):
        for target in targets(sweep):
            rows = ranked(sweep, at, target)
            order = [str(path) for path in rows["path"]] if len(rows) else []
            order += [path.name for path in sweep.design.paths if path.name not in order]
            sure = set(rows[rows["is_sure"]]["path"]) if len(rows) else set()
            for name in order:
                path = sweep.path(name)
                is_first = target == "places" and (sweep.design.kind == GRID or len(path.values) > 2)
                if sweep.design.kind == ONE_KEY or is_first or name in sure:
                    yield at, target, path


def curve(sweep: Sweep, at: int, target: str, path: Path) -> Chart | None:
    """A target by the value of a path: lines with bands over numbers, points with bars over other values."""
    frame, is_change = _response(sweep, at, target, path)
    if not frame["middle"].notna().any():
        return None
    shown = _shown_labels(frame)
    if path.numbers:
        figure = _lines(sweep, path, frame, shown)
    else:
        figure = _points(sweep, path, frame, shown)
    number = [one.name for one in sweep.design.paths].index(path.name) + 1
    what = f"Change of {words_for(target)}" if is_change else upper(words_for(target))
    style = policies_of(sweep, at)
    name = f"curve-{number}-{file_name(target)}{f'-{at + 1}' if at else ''}"
    title = f"{what} by {short(path.name)}{f', {style}' if style else ''}"
    left_out = frame["label"].nunique() - len(shown)
    return Chart(name, title, _caption(sweep, path, frame, left_out), _told(frame), figure)


def _response(sweep: Sweep, at: int, target: str, path: Path) -> tuple[pd.DataFrame, bool]:
    """What is drawn: label, value, x, middle and bounds in the units of the axis, fair; and whether it is a change.

    Win shares by place are drawn as they are, for the fair share is what matters; others as changes against the base,
    whose errors know what the cells have in common.
    """
    points = sweep.curves
    here = points[(points["at"] == at) & (points["target"] == target) & (points["path"] == path.name)]
    is_share = bool(here["is_share"].iloc[0])
    scale = 100.0 if is_share else 1.0
    found = sweep.effects
    found = found[(found["at"] == at) & (found["target"] == target) & (found["path"] == path.name)]
    is_change = target != "places" and bool(found["difference"].notna().any())
    frame = here.assign(middle=here["estimate"], fair=_fair(sweep, path, here) if target == "places" else np.nan)
    is_off = bool(frame["fair"].max() - frame["fair"].min() > 0.1 * sweep.margin)  # players: another fair share each
    if is_off:
        frame[["middle", *_BOUNDS]] = frame[["middle", *_BOUNDS]].sub(frame["fair"], axis=0)
        frame["fair"] = 0.0
    if is_change:
        keys = ["label", "value"]
        changed = found.set_index(keys)[["difference", *_BOUNDS]].reindex(pd.MultiIndex.from_frame(frame[keys]))
        at_base = (frame["value"] == path.base).to_numpy() & frame["estimate"].notna().to_numpy()
        changed.loc[at_base] = 0.0
        frame[["middle", *_BOUNDS]] = changed.to_numpy(float)
    frame[["middle", *_BOUNDS, "fair"]] *= scale
    unit = ("pp" if is_change or is_off else "%") if is_share else str(here["unit"].iloc[0])
    axis = (
        "change"
        if is_change
        else "win share minus fair"
        if is_off
        else "share of games"
        if target == "ties"
        else "win share"
        if is_share
        else ""
    )
    margin = scale * sweep.margin if is_share else np.nan
    return frame.assign(axis=f"{axis}, {unit}" if axis else unit, margin=margin), is_change


def _fair(sweep: Sweep, path: Path, here: pd.DataFrame) -> Any:
    """The fair share at each value, where it is one."""
    if path.name != "players" and any(other.name == "players" for other in sweep.design.paths):
        return np.nan  # means over several numbers of players
    return here.groupby("value", sort=False)["estimate"].transform("mean")


def _shown_labels(frame: pd.DataFrame) -> list[str]:
    """All labels, or of many those whose curve spans most."""
    span = frame.groupby("label", sort=False)["middle"].agg(lambda values: values.max() - values.min())
    if len(span) <= MAX_LINES:
        return [str(name) for name in span.index]
    most = set(span.sort_values(ascending=False, kind="stable").head(MAX_LINES).index)
    return [str(name) for name in span.index if name in most]


def _lines(sweep: Sweep, path: Path, frame: pd.DataFrame, shown: list[str]) -> Any:
    numbers = path.numbers or ()
    figure = canvas(3.3)
    axes = figure.add_subplot()
    reach = (max(numbers) - min(numbers)) or 1.0
    _reference(axes.axhspan, axes.axhline, frame)
    axes.axvline(numbers[path.values.index(path.base)], color=MUTE, lw=1.0, ls=(0, (1, 2)))
    for line, name in enumerate(shown):
        part = frame[(frame["label"] == name) & frame["middle"].notna()]
        x = part["x"].to_numpy(float) + DODGE * reach * (line - (len(shown) - 1) / 2)
        look: dict[str, Any] = {"color": SERIES[line], "marker": MARKERS[line], "ls": DASHES[line], "ms": 5, "lw": 1.6}
        axes.fill_between(x, part["low_all"], part["high_all"], color=SERIES[line], alpha=0.13, lw=0)
        if len(numbers) <= MAX_BARS:
            axes.vlines(x, part["low"], part["high"], color=SERIES[line], lw=1.6)
        else:
            look["markevery"] = -(-len(numbers) // MAX_TICKS)
        axes.plot(x, part["middle"], **look, label=label(name, 20, 1))
    _lost(axes, frame)
    _ticks(axes, path, reach)
    axes.set_xlabel(label(path.name, 48, 1))
    axes.set_ylabel(str(frame["axis"].iloc[0]))
    _legend(figure, axes, 2.6)
    return figure


def _lost(axes: Any, frame: pd.DataFrame) -> None:
    """Marks values whose cells were not played to the end."""
    lost = sorted(set(frame.loc[frame["estimate"].isna(), "x"]) - set(frame.loc[frame["estimate"].notna(), "x"]))
    if lost:
        look: dict[str, Any] = {"color": INK, "ms": 8, "mew": 2, "ls": "none", "clip_on": False}
        axes.plot(lost, [0.04] * len(lost), "x", **look, transform=axes.get_xaxis_transform(), label="not played")


def _legend(figure: Any, axes: Any, length: float) -> None:
    handles, names = axes.get_legend_handles_labels()
    if len(names) > 1:
        n_columns = 4 if len(names) == 4 and max(map(len, names)) < 12 else 3 if max(map(len, names)) < 16 else 2
        place: dict[str, Any] = {"loc": "outside upper left", "handletextpad": 0.4, "columnspacing": 1.0}
        figure.legend(handles, names, ncols=n_columns, handlelength=length, **place)


def _ticks(axes: Any, path: Path, reach: float) -> None:
    """A tick at each value, or at some of many."""
    numbers, texts = path.numbers or (), [label(value, 10, 1) for value in path.values]
    step = max(-(-len(texts) // MAX_TICKS), -(-len(texts) * max(map(len, texts)) // TICK_LETTERS), 1)
    axes.set_xticks(numbers[::step], texts[::step])
    axes.set_xlim(min(numbers) - 0.05 * reach, max(numbers) + 0.05 * reach)


def _reference(span: Any, line: Any, frame: pd.DataFrame) -> None:
    """The fair share, or no change, and the margin around it."""
    margin, fair = float(frame["margin"].iloc[0]), frame["fair"].dropna()
    at = float(fair.mean()) if len(fair) else 0.0
    if len(fair) or str(frame["axis"].iloc[0]).startswith("change"):
        line(at, color=INK, lw=1.0, ls=(0, (4, 2)))
        if margin == margin:
            span(at - margin, at + margin, color=BAND, lw=0)


def _points(sweep: Sweep, path: Path, frame: pd.DataFrame, shown: list[str]) -> Any:
    is_change = str(frame["axis"].iloc[0]).startswith("change")
    values = [value for value in path.values if not is_change or value != path.base][:MAX_VALUES]
    figure = canvas(1.35 + (0.22 + 0.16 * len(shown)) * len(values))
    axes = figure.add_subplot()
    _reference(axes.axvspan, axes.axvline, frame)
    for line, name in enumerate(shown):
        part = frame[frame["label"] == name].set_index("value").reindex(values)
        y = np.arange(len(values)) + 0.66 * ((line + 0.5) / len(shown) - 0.5)
        axes.hlines(y, part["low_all"], part["high_all"], color=SERIES[line], lw=0.9)
        axes.hlines(y, part["low"], part["high"], color=SERIES[line], lw=2.4)
        axes.plot(part["middle"], y, MARKERS[line], color=SERIES[line], ms=5.5, ls="none", label=label(name, 20, 1))
    played = set(frame.loc[frame["estimate"].notna(), "value"])
    for at in (at for at, value in enumerate(values) if value not in played):
        axes.text(0.02, at, "not played", transform=axes.get_yaxis_transform(), va="center", fontsize=9, color=MUTE)
    texts = dict(zip(path.values, labels(list(path.values), 20), strict=True))
    axes.set_yticks(range(len(values)), [f"{texts[v]} *" if v == path.base else texts[v] for v in values])
    axes.tick_params(axis="y", labelsize=9)
    axes.set_ylim(len(values) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axis = str(frame["axis"].iloc[0])
    axes.set_xlabel(f"{axis}; base: {label(path.base, 16, 1)}" if is_change else f"{axis}; * base")
    _legend(figure, axes, 1.0)
    return figure


def _caption(sweep: Sweep, path: Path, frame: pd.DataFrame, left_out: int) -> str:
    level = f"{sweep.level:g} %"
    is_change = str(frame["axis"].iloc[0]).startswith("change")
    bars = f"Thick bars are {level} intervals of each point by itself, thin ones hold for all at once"
    bars += "" if is_change else "; * the base"
    if path.numbers:
        single = (
            f"Bars are {level} intervals of each point by itself, bands" if len(path.values) <= MAX_BARS else "Bands"
        )
        bars = f"{single} hold for all {len(path.values)} values at once; dotted: the base"
    dashed = "no change" if is_change else "fair"
    has_line = is_change or frame["fair"].notna().any()
    line = f"; dashed: {dashed}{', with the margin' if frame['margin'].notna().any() else ''}" if has_line else ""
    over = " Means over all values of the other settings." if sweep.design.kind == GRID else ""
    gone = frame[frame["estimate"].isna() & ~frame["value"].isin(frame.loc[frame["estimate"].notna(), "value"])]
    lost = f" Not played to the end: {_values(gone)}." if len(gone) else ""
    is_fewer = bool(((frame["n_lost"] > 0) & frame["estimate"].notna()).any())
    lost += " Cells that have no like at every value are left out." if is_fewer else ""
    more = f" The {MAX_LINES} that move most; {left_out} more are in the table." if left_out else ""
    cut = f" The first {MAX_VALUES} values." if not path.numbers and len(path.values) > MAX_VALUES else ""
    return f"{bars}{line}.{over}{lost}{more}{cut}"


def _values(frame: pd.DataFrame) -> str:
    return named([short(str(value), 24) for value in dict.fromkeys(frame["value"])])


def _told(frame: pd.DataFrame) -> str:
    """The curve for who cannot see it."""
    known = frame[frame["middle"].notna()].head(60)
    points = (f"{row['label']} at {short(str(row['value']), 24)}: {row['middle']:.4g}" for _, row in known.iterrows())
    return f"{frame['axis'].iloc[0]}: {'; '.join(points)}"
