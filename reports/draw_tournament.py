"""Charts of a tournament: the matrix of matchups, and the ratings."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from analysis.precision import decimals, percent
from analysis.tournament import Tournament
from reports.draw import Chart, one_line
from reports.style import BLUE, GRID, INK, MUTE, ORANGE, canvas
from reports.tables_tournament import share_text
from reports.words_tournament import ranked, ranks_text, rating_text

#: Tint of a share of 0 or 1, and number of steps of the scale.
DEEPEST, N_TINTS = 0.5, 40
#: Decimals of percentages in cells, by the number of styles: at most so many styles for one.
FEW_STYLES = 6
#: Of more styles long names are cut shorter.
MANY_STYLES = 9
#: A style farther away than so many times the spread of the others (of at least so many points) stands at the edge.
FAR, LEAST = 3.0, 60.0


def charts_of(found: Tournament) -> list[Chart]:
    """All charts, in page order; to be drawn and saved under `style.look`."""
    return [matrix(found), ratings(found)]


def tint(share: float) -> tuple[str, float]:
    """Colour of a share: orange above one half, blue below, deeper fast near one half where most shares lie."""
    return (ORANGE if share > 0.5 else BLUE, round(DEEPEST * float(np.sqrt(abs(share - 0.5) / 0.5)), 3))


def matrix(found: Tournament) -> Chart:
    """Heat map of the matchups, strongest first; columns bear the numbers of the rows."""
    order = list(ranked(found)["policy"])
    cells = found.matrix.set_index("policy").loc[order, order].to_numpy()
    sure = _sure(found, order)
    n = len(order)
    figure = canvas(1.25 + (0.36 if n <= FEW_STYLES else 0.3) * n)
    axes = figure.add_subplot()
    most = 1 if n <= FEW_STYLES else 0
    places = min(most, decimals(100 * float(found.pairs["se"].median()), 2))
    for (row, column), share in np.ndenumerate(cells):
        if np.isnan(share):
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, fc="none", ec=GRID, hatch="////", lw=0))
            continue
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, color=tint(share), lw=0))
        weight = "bold" if sure[row, column] else "normal"
        axes.text(column, row, share_text(share, places), ha="center", va="center", fontsize=9, fontweight=weight)
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_xticks(range(n), [str(at) for at in range(1, n + 1)])
    axes.xaxis.tick_top()
    axes.set_yticks(
        range(n), [f"{_label(name, 22 if n <= MANY_STYLES else 16)}  {at}" for at, name in enumerate(order, start=1)]
    )
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    _scale(figure, axes)
    return Chart("matchups", "Who beats whom", _matrix_caption(found), _told(found, order, cells), figure)


def _label(name: str, width: int) -> str:
    """A style's name that leaves room for the chart; of a file's policy without the folders."""
    return one_line(name.rpartition("/")[2] if ".py:" in name else name, width)


def _sure(found: Tournament, order: list[str]) -> Any:
    sure = np.zeros((len(order), len(order)), bool)
    for _, row in found.pairs.iterrows():
        i, j = order.index(row["first"]), order.index(row["second"])
        sure[i, j] = sure[j, i] = row["answer"] != "open"
    return sure


def _scale(figure: Any, axes: Any) -> None:
    """The scale of the tints, below the map."""
    bar = axes.inset_axes((0.0, -0.07 - 0.25 / max(len(axes.get_yticks()), 1), 1.0, 0.04))
    step = 1 / N_TINTS
    for at in range(N_TINTS):
        bar.add_patch(Rectangle((at * step, 0), step, 1, color=tint((at + 0.5) * step), lw=0))
    bar.set_xlim(0, 1)
    bar.set_ylim(0, 1)
    bar.set_yticks([])
    bar.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
    bar.grid(visible=False)
    bar.spines[:].set_visible(False)


def _matrix_caption(found: Tournament) -> str:
    n_open = int((found.pairs["answer"] == "open").sum())
    unsure = "All pairs are decided." if not n_open else f"{n_open} of {len(found.pairs)} pairs are open."
    return (
        "Share, in %, of the wins per seat that the style of the row takes from that of the column (numbered as the "
        "rows, strongest first). Orange: the row is ahead; blue: behind; bold: for sure, with all pairs judged "
        f"at once. {unsure}"
    )


def _told(found: Tournament, order: list[str], cells: Any) -> str:
    usual = float(found.pairs["se"].median())
    pairs = [(i, j) for i in range(len(order)) for j in range(i + 1, len(order)) if not np.isnan(cells[i, j])]
    return "; ".join(f"{order[i]} against {order[j]} {percent(cells[i, j], usual)}" for i, j in pairs[:80])


def ratings(found: Tournament) -> Chart:
    """Ratings with intervals, strongest first; those far away stand at the edge, hollow."""
    rows = ranked(found).reset_index(drop=True)
    low, high = _window(rows)
    inner = 0.025 * (high - low)  # from the edge to a mark there
    figure = canvas(1.0 + 0.34 * len(rows))
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    for at, (_, row) in enumerate(rows.iterrows()):
        is_far = not low <= row["rating"] <= high
        if is_far:
            edge, marker = (low + inner, "<") if row["rating"] < low else (high - inner, ">")
            axes.plot(edge, at, marker, mfc="none", color=MUTE, ms=8, ls="none")
        else:
            axes.plot([row["low_all"], row["high_all"]], [at, at], color=BLUE, lw=1.0)
            axes.plot([row["low"], row["high"]], [at, at], color=BLUE, lw=2.8, solid_capstyle="butt")
            axes.plot(row["rating"], at, "o" if row["group"] == 0 else "D", color=BLUE, ms=6, ls="none")
        text = f"{row['rating']:+.0f}, rank {ranks_text(row)}"
        axes.text(1.02, at, text, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
    axes.set_yticks(range(len(rows)), [_label(str(name), 24) for name in rows["policy"]])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(low, high)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("rating, Elo points from the mean")
    return Chart("ratings", "Ratings", _rating_caption(found, rows, low, high), _ratings_told(rows), figure)


def _window(rows: Any) -> tuple[float, float]:
    """Ends of the axis: where all styles lie, or all but those that would press the others together."""
    inside = rows
    while len(inside) > 2:
        values = inside["rating"].to_numpy()  # strongest first
        gaps = {0: values[0] - values[1], len(values) - 1: values[-2] - values[-1]}
        end = max(gaps, key=lambda at: gaps[at])
        rest = np.delete(values, end)
        if gaps[end] <= FAR * max(rest.max() - rest.min(), LEAST):
            break
        inside = inside.drop(inside.index[end])
    low, high = float(inside["low_all"].min()), float(inside["high_all"].max())
    room = 0.06 * max(high - low, 1.0)
    return low - room, high + room


def _rating_caption(found: Tournament, rows: Any, low: float, high: float) -> str:
    far = [str(row["policy"]) for _, row in rows.iterrows() if not low <= row["rating"] <= high]
    outside = f" Off the scale, at the edge: {', '.join(far)}." if far else ""
    return (
        f"Thick bars are {found.level:g} % intervals, thin ones hold for all styles at once. Ranks are those that are "
        f"possible with all pairs judged at once. 100 points ahead: 64 % of the wins per seat.{outside}"
    )


def _ratings_told(rows: Any) -> str:
    return "; ".join(f"{row['policy']} {rating_text(row)}, rank {ranks_text(row)}" for _, row in rows.iterrows())
