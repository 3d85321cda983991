"""Charts of games: scores, gaps, ties, score parts, length, leads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.measures import GAP_LAST, GAP_SECOND
from analysis.precision import mean_interval, percent
from analysis.study import Study
from analysis.ties import ANY
from reports.draw import Chart, shown, two_lines
from reports.style import BLUE, DASHES, INK, ORANGE, PAPER, SERIES, canvas
from reports.words import share_text
from reports.words_groups import of_table

MAX_STRIPS = 24
N_BINS = 60


def _binned(frame: pd.DataFrame) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Edges and shares (percent) of a histogram with at most N_BINS bins of whole width."""
    value, n = frame["value"].to_numpy(), frame["count"].to_numpy()
    low, high = int(value.min()), int(value.max())
    width = max(1, -(-(high - low + 1) // N_BINS))
    edges = np.arange(low, high + width + 1, width)
    sums = np.bincount((value - low) // width, n, minlength=len(edges) - 1)
    return edges - 0.5, 100 * sums / n.sum()


def _steps(axes: Any, frame: pd.DataFrame, colour: str, dash: Any, label: str | None = None) -> None:
    edges, shares = _binned(frame)
    axes.stairs(shares, edges, color=colour, ls=dash, lw=1.8, label=label)
    axes.stairs(shares, edges, fill=True, color=colour, alpha=0.18, lw=0)


def scores(study: Study, table: int) -> Chart | None:
    """Distribution of scores, and quantile strips by place and character."""
    frame = of_table(study.measures, table).query("measure == 'score'")
    counts = of_table(study.histograms, table).query("measure == 'score' and group == 'all'")
    if not len(frame) or not len(counts):
        return None
    strips = frame[(frame["group"] != "all") & (frame["n"] > 0)].head(MAX_STRIPS)
    figure = canvas(2.4 + 0.28 * len(strips))
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[1.7, 0.28 * len(strips)])
    _steps(above, counts, BLUE, "-")
    above.set_ylim(0, None)
    above.set_ylabel("% of seats")
    for at, (_, row) in enumerate(strips.iterrows()):
        colour = ORANGE if row["group"] == "place" else BLUE
        below.plot([row["q05"], row["q95"]], [at, at], color=colour, lw=1.4)
        below.plot([row["q25"], row["q75"]], [at, at], color=colour, lw=6.5, solid_capstyle="butt")
        below.plot(row["q50"], at, "|", color=PAPER, ms=6.5, mew=2.2)
    below.set_yticks(range(len(strips)), shown(strips["label"], study))
    below.set_ylim(len(strips) - 0.4, -0.6)
    below.grid(axis="y", visible=False)
    every = frame.iloc[0]
    below.set_xlabel(f"score, {every['unit']}")
    mean = mean_interval(every["mean"], every["se"], every["low"], every["high"])
    caption = (
        f"Scores of finished games: mean {mean}, SD {every['sd']:.1f}. Below: median (notch), middle half (thick) and "
        "5 to 95 % (thin). Strips that lie alike mean that nobody scores systematically more."
    )
    return Chart("scores", "Scores", caption, caption, figure)


def gaps(study: Study, table: int) -> Chart | None:
    """How far winners are ahead."""
    counts = of_table(study.histograms, table)
    frame = of_table(study.measures, table).set_index("measure")
    names = [name for name in (GAP_SECOND, GAP_LAST) if (counts["measure"] == name).any()]
    if not names:
        return None
    figure = canvas(2.5)
    axes = figure.add_subplot()
    for at, name in enumerate(names):
        _steps(axes, counts[counts["measure"] == name], SERIES[at], DASHES[at], name)
    axes.set_ylim(0, None)  # when all is drawn: a limit set before would cut what comes after
    axes.set_xlabel("how far ahead, " + str(frame.loc[GAP_SECOND, "unit"]))
    axes.set_ylabel("% of games")
    figure.legend(loc="outside upper left", ncols=2, handlelength=2.6)
    said = [
        f"{name} {mean_interval(row['mean'], row['se'], row['low'], row['high'])}, median {row['q50']:g}"
        for name, row in frame.loc[names].iterrows()
    ]
    spread = "; a wide one to the last, a spread field" if GAP_LAST in names else ""
    caption = f"{'; '.join(said)}. A narrow gap to the second means close games{spread}."
    return Chart("gaps", "How close games are", caption[:1].upper() + caption[1:], caption, figure)


def ties(study: Study, table: int) -> Chart | None:
    """Shared wins and equal top scores."""
    frame = of_table(study.ties, table)
    if not len(frame):
        return None
    frame = frame[frame["ways"] == ANY]
    y = np.arange(len(frame))
    figure = canvas(0.9 + 0.46 * len(frame))
    axes = figure.add_subplot()
    axes.barh(y, 100 * frame["share"], color=BLUE, height=0.55, alpha=0.8)
    axes.hlines(y, 100 * frame["low"], 100 * frame["high"], color=INK, lw=1.4)
    for place, (_, row) in zip(y, frame.iterrows(), strict=True):
        text = percent(row["share"], row["se"]) if row["count"] else "none seen"
        axes.annotate(text, (100 * row["high"], place), (5, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(y, [two_lines(kind, 34) for kind in frame["kind"]])
    axes.set_ylim(len(frame) - 0.4, -0.6)
    axes.margins(x=0.15)
    axes.set_xlim(0, None)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("% of games")
    caption = (
        "From an equal top score to a shared win: what each tie-break leaves undecided. Thin lines are intervals; how "
        "many share is in the table."
    )
    told = "; ".join(f"{row['kind']} {share_text(row)}" for _, row in frame.iterrows())
    return Chart("ties", "Ties", caption, told, figure)


def parts(study: Study, table: int) -> Chart | None:
    """Mean points by source, and the winners' edge."""
    frame = of_table(study.parts, table)
    if not len(frame):
        return None
    every = frame[frame["group"] == "all"].sort_values("mean", ascending=False, kind="stable").head(MAX_STRIPS)
    edge = frame[frame["group"] == "edge"].set_index("column").loc[every["column"]]
    y = np.arange(len(every))
    figure = canvas(1.2 + 0.4 * len(every))
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, lw=1)
    axes.barh(y - 0.17, every["mean"], color=BLUE, height=0.3, alpha=0.85, label="mean of a seat")
    more: dict[str, Any] = {"height": 0.3, "hatch": "///", "edgecolor": INK, "lw": 0.6, "label": "winners minus others"}
    axes.barh(y + 0.17, edge["mean"], color=ORANGE, alpha=0.8, **more)
    axes.hlines(y + 0.17, edge["low"], edge["high"], color=INK, lw=1.4)
    axes.set_yticks(y, [two_lines(row["meaning"] or row["column"]) for _, row in every.iterrows()])
    axes.set_ylim(len(every) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(str(every["unit"].iloc[0]) or "points")
    figure.legend(loc="outside upper left", ncols=2)
    caption = "Where the points come from, and where winners get more of them"
    if edge["mean"].notna().any():  # not where no game has both winners and others
        top = every.iloc[int(np.nanargmax(edge["mean"].to_numpy()))]
        caption += f": most in {top['meaning'] or top['column']}"
    told = "; ".join(f"{row['meaning']} {row['mean']:.2f}" for _, row in every.iterrows())
    return Chart("parts", "Score by source", f"{caption}.", told, figure)


def length(study: Study, table: int) -> Chart:
    """Turns and decisions of a game."""
    figure = canvas(2.4)
    measures = of_table(study.measures, table).set_index("measure")
    counts = of_table(study.histograms, table)
    for at, (axes, name) in enumerate(zip(figure.subplots(1, 2), ("turns", "decisions"), strict=True)):
        _steps(axes, counts[counts["measure"] == name], SERIES[at], "-")
        axes.set_ylim(0, None)
        axes.axvline(measures.loc[name, "q50"], color=INK, lw=1.2, ls=(0, (4, 2)))
        axes.set_xlabel(name)
        axes.locator_params(axis="x", nbins=5)
        axes.set_ylabel("% of games" if not at else "")
    said = []
    for name in ("turns", "decisions"):
        low, middle, high = (float(measures.loc[[name], q].iloc[0]) for q in ("q05", "q50", "q95"))
        said.append(f"median {middle:g} {name} (5 to 95 %: {low:g} to {high:g})")
    caption = f"Length of a game, unfinished ones too: {'; '.join(said)}. Dashed: median."
    return Chart("length", "Length", caption, caption, figure)
