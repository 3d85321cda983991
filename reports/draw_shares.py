"""Charts of win shares: places, characters, both, play styles, and how the headline settles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from analysis.precision import count, percent, points
from analysis.study import Study
from reports import draw_playtests, words_until
from reports.draw import Chart, shown
from reports.style import BAND, BLUE, DASHES, GREEN, INK, MUTE, ORANGE, SERIES, canvas, sign
from reports.words import margin_text, share_text
from reports.words_groups import MANY_GROUPS, named, of_table, styles_shown, with_games

MAX_BARS = 40
#: Lines of the chart of convergence, each with a colour and a dash of its own.
MAX_LINES = 6
#: Of many characters the strongest and the weakest are drawn, so many of each.
N_EXTREMES = 12
#: Heat maps of more places show signs only; depth and number of their tints.
MAX_WRITTEN, DEEPEST, N_TINTS = 7, 0.5, 40
#: Marker, colour and words for a share by where its interval lies.
INSIDE, ABOVE, BELOW, OPEN = (
    ("o", GREEN, "inside the margin"),
    ("^", ORANGE, "above fair"),
    ("v", BLUE, "below fair"),
    ("D", MUTE, "open"),
)


def _state(row: Any, margin: float) -> tuple[str, str, str]:
    if row["low"] > row["fair"] - margin and row["high"] < row["fair"] + margin:
        return INSIDE
    return ABOVE if row["low_all"] > row["fair"] else BELOW if row["high_all"] < row["fair"] else OPEN


def forest(study: Study, frame: pd.DataFrame, labels: list[str], kind: str = "") -> Any:
    """Points with intervals, one below the other, the fair line and the margin around it; playtests of that kind."""
    figure = canvas(1.1 + 0.36 * len(frame))
    axes = figure.add_subplot()
    fair, margin = float(frame["fair"].iloc[0]), study.ask.margin
    axes.axvspan(100 * (fair - margin), 100 * (fair + margin), color=BAND, lw=0)
    axes.axvline(100 * fair, color=INK, lw=1.2, ls=(0, (4, 2)))
    used: dict[str, Any] = {}
    error = float(frame["se"].max())  # one number of digits for the whole chart
    for at, (_, row) in enumerate(frame.iterrows()):
        marker, colour, words = _state(row, margin)
        axes.plot([100 * row["low"], 100 * row["high"]], [at, at], color=colour, lw=2.2, solid_capstyle="butt")
        (used[words],) = axes.plot(100 * row["share"], at, marker, color=colour, ms=7, ls="none")
        text = percent(row["share"], error)
        axes.text(1.02, at, text, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
    used |= draw_playtests.marks(axes, study, frame, kind)
    axes.set_yticks(range(len(frame)), labels)
    axes.set_ylim(len(frame) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.06)
    axes.set_xlabel("win share, %; dashed: fair; band: margin")
    states_legend(figure, used)
    return figure


def states_legend(figure: Any, used: dict[str, Any]) -> None:
    """The legend of where intervals lie, always in the same order, and of what else the chart has."""
    order = [words for _, _, words in (ABOVE, INSIDE, BELOW, OPEN)]
    names = sorted(used, key=lambda words: order.index(words) if words in order else len(order))
    place: dict[str, Any] = {"loc": "outside upper left", "ncols": 4, "handletextpad": 0.2, "columnspacing": 1.0}
    figure.legend([used[name] for name in names], names, **place)


def told(frame: pd.DataFrame) -> str:
    return "; ".join(f"{row['label']} {share_text(row)}" for _, row in frame.iterrows())


def states_text(study: Study, frame: pd.DataFrame) -> str:
    """Who lies where, and how to read it: the caption of a forest plot."""
    found: dict[str, list[str]] = {words: [] for _, _, words in (ABOVE, BELOW, INSIDE, OPEN)}
    for _, row in frame.iterrows():
        found[_state(row, study.ask.margin)[2]].append(str(row["label"]))
    told = "; ".join(f"{words}: {named(labels)}" for words, labels in found.items() if labels)
    return (
        f"{told[:1].upper()}{told[1:]}. Bars are {study.ask.level:g} % intervals, the band is the margin; triangles "
        "differ from fair with all judged at once, diamonds are open."
    )


def _caption(study: Study, kind: str, table: int, frame: pd.DataFrame) -> str:
    answer = str(study.verdicts[table, kind].answer)
    return f"{answer[:1].upper()}{answer[1:]} at {margin_text(study)}. {states_text(study, frame)}"


def places(study: Study, table: int) -> Chart:
    """Win share by place."""
    frame = of_table(study.places, table)
    figure = forest(study, frame, list(frame["label"]), "places")
    caption = _caption(study, "places", table, frame) + words_until.caption(study)
    caption += draw_playtests.caption(study, frame, "places")
    alt = told(frame) + draw_playtests.told(study, frame, "places")
    return Chart("places", "Win share by place", caption, alt, figure)


def characters(study: Study, table: int) -> Chart | None:
    """Win share by character, strongest first."""
    frame = of_table(with_games(study.characters_won), table)
    if not len(frame):
        return None
    ranked = frame.sort_values("share", ascending=False, kind="stable")
    ranked = ranked[ranked["label"].isin(_extremes(study, table))]
    left_out = f" {len(frame) - len(ranked)} in between are in the table only." if len(ranked) < len(frame) else ""
    figure = forest(study, ranked, shown(ranked["label"], study), "characters")
    caption = _caption(study, "characters", table, ranked) + left_out
    caption += draw_playtests.caption(study, ranked, "characters")
    alt = told(ranked) + draw_playtests.told(study, ranked, "characters")
    return Chart("characters", "Win share by character", caption, alt, figure)


def _extremes(study: Study, table: int) -> list[str]:
    """Characters that are drawn: all, or of many the strongest and the weakest."""
    frame = of_table(with_games(study.characters_won), table).sort_values("share", ascending=False, kind="stable")
    labels = list(frame["label"])
    return labels if len(labels) <= 2 * N_EXTREMES else labels[:N_EXTREMES] + labels[-N_EXTREMES:]


def cells(study: Study, table: int) -> Chart | None:
    """Place x character heat map."""
    frame = of_table(with_games(study.cells), table)
    if not len(frame):
        return None
    off = frame.pivot(index="character", columns="place", values="difference")
    off = off.reindex([name for name in dict.fromkeys(frame["character"]) if name in _extremes(study, table)])
    figure = canvas(1.1 + (0.38 if len(off) <= 8 else 0.24) * len(off))
    axes = figure.add_subplot()
    tint = _Tint(100 * max(float(np.nanmax(np.abs(off.to_numpy()))), 0.001))
    for (row, column), value in np.ndenumerate(100 * off.to_numpy()):
        if value == value:
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, color=tint(value), lw=0))
    axes.set_xlim(-0.5, len(off.columns) - 0.5)
    axes.set_ylim(len(off) - 0.5, -0.5)
    is_wide = len(off.columns) > MAX_WRITTEN
    _write_cells(axes, frame, off, 1 - study.ask.level / 100, is_wide)
    axes.set_xticks(range(len(off.columns)), [f"place {p}" if len(off.columns) <= 5 else str(p) for p in off.columns])
    if len(off.columns) > 5:
        axes.set_xlabel("place")
    axes.set_yticks(range(len(off)), shown(list(off.index), study))
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    _scale(figure, axes, tint)
    best = frame.iloc[int(frame["difference"].argmax())]
    caption = (
        f"Orange (+) is above fair, blue (-) below{', in pp' if not is_wide else ''}; * marks cells that differ from "
        "fair with all cells judged at once (Holm), ~ cells with fewer than 30 games. "
        f"Highest: {best['label']}, {points(best['difference'], best['se'])}."
    )
    return Chart("cells", "Character by place", caption, told(frame.head(60)), figure)


class _Tint:
    """Colours of a heat map: the deeper the farther from fair. See-through, so that they suit the dark page too."""

    def __init__(self, reach: float) -> None:
        self.reach = reach

    def __call__(self, value: float) -> tuple[str, float]:
        return (ORANGE if value > 0 else BLUE, round(DEEPEST * min(abs(value) / self.reach, 1.0), 3))


def _scale(figure: Any, axes: Any, tint: _Tint) -> None:
    """The scale of a heat map, beside it."""
    bar = figure.colorbar(ScalarMappable(Normalize(-tint.reach, tint.reach)), ax=axes, label="pp from fair", shrink=0.9)
    bar.outline.set_visible(False)
    for drawn in (bar.solids, bar.dividers):
        drawn.remove()
    step = 2 * tint.reach / N_TINTS
    for at in range(N_TINTS):
        low = -tint.reach + at * step
        bar.ax.add_patch(Rectangle((0, low), 1, step, color=tint(low + step / 2), lw=0))


def _write_cells(axes: Any, frame: pd.DataFrame, off: pd.DataFrame, alpha: float, is_wide: bool) -> None:
    """The difference in each cell, of a wide map its sign alone, and the mark of those that differ."""
    frame = frame[frame["character"].isin(off.index)]
    usual = float(frame["se"].median())  # one number of digits for the whole map
    at_row = {name: at for at, name in enumerate(off.index)}
    at_column = {place: at for at, place in enumerate(off.columns)}
    for _, row in frame.iterrows():
        mark = "~" if row["is_thin"] else "*" if row["p_holm"] < alpha else ""
        text = points(row["difference"], usual).removesuffix(" pp")
        where = (at_column[row["place"]], at_row[row["character"]])
        axes.text(*where, (text[0] if is_wide else text) + mark, ha="center", va="center", fontsize=9)


def styles(study: Study, table: int) -> Chart | None:
    """The headlines under each set of policies."""
    frame = study.sensitivity
    if not len(frame):
        return None
    labels = list(dict.fromkeys(styles_shown(study)["label"]))[:MAX_BARS]
    tables = list(dict.fromkeys(frame["table"]))
    gap, each = (0.22, 0.16) if len(labels) <= MANY_GROUPS else (0.1, 0.11)
    figure = canvas(1.3 + (gap + each * len(tables)) * len(labels))
    axes = figure.add_subplot()
    axes.axvspan(-100 * study.ask.margin, 100 * study.ask.margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    for at, one in enumerate(tables):
        part = of_table(frame, one).set_index("label").reindex(labels)
        y = np.arange(len(labels)) + 0.6 * ((at + 0.5) / len(tables) - 0.5)
        error = [100 * (part["share"] - part["low"]), 100 * (part["high"] - part["share"])]
        axes.errorbar(100 * part["difference"], y, xerr=error, label=study.tables[one], **sign(at))
    axes.set_yticks(range(len(labels)), shown(labels, study))
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("win share minus fair, pp; band: margin")
    figure.legend(
        loc="outside upper left", ncols=1 if max(map(len, study.tables)) > 20 else 3, title="policies", alignment="left"
    )
    flipped = list(dict.fromkeys(frame[frame["is_flipped"]]["label"]))
    seen = f"The sign changes for {named(flipped)}." if flipped else "No sign changes."
    caption = f"Does the result hold when everyone plays otherwise? {seen} Bars are {study.ask.level:g} % intervals."
    said = "; ".join(
        f"{row['label']} with {study.tables[int(row['table'])]} {share_text(row)}" for _, row in frame.iterrows()
    )
    return Chart("styles", "The same under other play styles", caption, said, figure)


def convergence(study: Study, table: int) -> Chart | None:
    """Running win share by place over the games of the plan."""
    frame = of_table(study.convergence, table)
    if frame["n"].nunique() < 3:
        return None
    figure = canvas(3.0)
    axes = figure.add_subplot()
    fair = 100 * float(of_table(study.games, table)["fair"].iloc[0])
    axes.axhspan(fair - 100 * study.ask.margin, fair + 100 * study.ask.margin, color=BAND, lw=0)
    axes.axhline(fair, color=INK, lw=1.0, ls=(0, (4, 2)))
    last = frame[frame["n"] == frame["n"].max()]
    apart = last.assign(off=(last["share"] - fair / 100).abs()).sort_values("off", ascending=False, kind="stable")
    most = sorted(apart["place"].head(MAX_LINES))
    for place in most:
        part = frame[(frame["place"] == place) & (frame["n"] > 0)]
        colour, dash = SERIES[most.index(place)], DASHES[most.index(place)]
        axes.fill_between(part["n"], 100 * part["low"], 100 * part["high"], color=colour, alpha=0.13, lw=0)
        axes.plot(part["n"], 100 * part["share"], color=colour, ls=dash, lw=1.8, label=f"place {place}")
    settled = frame[frame["n"] >= 0.1 * frame["n"].max()]
    axes.set_ylim(100 * settled["low"].min() - 0.3, 100 * settled["high"].max() + 0.3)
    axes.set_xlim(0, frame["n"].max())
    axes.xaxis.set_major_formatter(lambda value, _: count(value))
    axes.locator_params(axis="x", nbins=5)
    axes.set_xlabel("games")
    axes.set_ylabel("win share, %")
    figure.legend(loc="outside upper left", ncols=4 if len(most) == 4 else 3, handlelength=2.6)
    caption = "Win share over the first games of the plan, with intervals. Lines should run flat at the end."
    if words_until.stops(study):
        caption += " Bands are the confidence sequence: they hold at every look at once, so the run could stop at any."
    caption += f" The {MAX_LINES} places farthest from fair." if len(last) > MAX_LINES else ""
    said = "; ".join(f"place {row['place']:.0f} ends at {share_text(row)}" for _, row in last.iterrows())
    return Chart("convergence", "How the headline settles", caption, said, figure)
