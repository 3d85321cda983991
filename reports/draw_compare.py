"""Charts of two runs against each other: both sides, and by how much they differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.comparison import Comparison, names_of
from analysis.metrics import CHARACTER, LENGTH, PLACE, POLICY, SCORE, SCORE_BY_PLACE, TIES
from analysis.precision import percent, points, show
from reports import style
from reports.draw import Chart, save_charts
from reports.model import Figure
from reports.style import BAND, BLUE, GREEN, INK, MUTE, ORANGE, canvas, sign
from reports.words_compare import amount, level_of, margin_text, name_of
from reports.words_groups import listed

#: Of more than these only those that move most are drawn.
MAX_ROWS = 24
UP, DOWN, SMALL, OPEN = (
    ("^", ORANGE, "more"),
    ("v", BLUE, "less"),
    ("o", GREEN, "inside the margin"),
    ("D", MUTE, "open"),
)


def draw_comparison(found: Comparison, folder: Path) -> tuple[Figure, ...]:
    """Draws and saves every chart that the comparison has data for."""
    folder.mkdir(exist_ok=True)
    with style.look():
        drawn = [levels(found), *(moves(found, kinds) for kinds in _win_kinds(found)), styles(found)]
        drawn += [scores(found), lengths(found)]
        charts = [chart for chart in drawn if chart is not None]
        return save_charts(charts, f"{found.a['game']}, B minus A", folder)


def _win_kinds(found: Comparison) -> list[list[str]]:
    """Kinds of shares that stand in one chart: places and characters with ties, each kind of values alone."""
    kinds = [kind for kind in found.kinds() if found.kind(kind)["is_share"].all()]
    usual = [kind for kind in kinds if kind in (PLACE, CHARACTER, POLICY, TIES)]
    return [usual, *([kind] for kind in kinds if kind not in (*usual, "unfinished"))]


def _both(found: Comparison, kinds: Sequence[str], table: int = 0) -> pd.DataFrame:
    """Rows that have a difference; of very many those that move most, in order."""
    rows = found.changes[found.changes["kind"].isin(kinds) & (found.changes["table"] == table)]
    rows = rows[rows["difference"].notna()]
    if len(rows) <= MAX_ROWS:
        return rows
    most = rows["difference"].abs().sort_values(ascending=False, kind="stable").index[:MAX_ROWS]
    return rows.loc[sorted(most, key=lambda at: -rows.loc[at, "difference"])]


def labels_of(found: Comparison, rows: pd.DataFrame) -> list[str]:
    """Labels as this machine's fonts can draw them."""
    texts = [str(label) for label in rows["label"]]
    if style.cjk_font() or not style.needs_cjk(texts):
        return texts
    for title, name in sorted(names_of(found), key=lambda pair: -len(pair[0])):
        texts = [text.replace(title, name) for text in texts]
    return [style.WIDE.sub("?", text) for text in texts]


def levels(found: Comparison) -> Chart | None:
    """Win shares by place and character on both sides, A hollow and B filled."""
    rows = _both(found, (PLACE, CHARACTER))
    if not len(rows):
        return None
    figure = canvas(1.2 + 0.34 * len(rows))
    axes = figure.add_subplot()
    fair = _fair(found)
    if fair is not None:
        axes.axvline(fair, color=INK, lw=1.2, ls=(0, (4, 2)))
    y = np.arange(len(rows))
    for at, (_, row) in enumerate(rows.iterrows()):
        axes.plot([100 * row["a"], 100 * row["b"]], [at, at], color=MUTE, lw=2.2, solid_capstyle="butt", zorder=1)
        text = f"{percent(row['a'], row['se'] or row['a_se'])[:-2]} → {percent(row['b'], row['se'] or row['b_se'])}"
        axes.text(1.02, at, text, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
    axes.plot(100 * rows["a"], y, "o", color=BLUE, mfc=style.PAPER, mew=1.8, ms=7, ls="none", label="A", zorder=2)
    axes.plot(100 * rows["b"], y, "s", color=ORANGE, ms=6, ls="none", label="B", zorder=3)
    _finish(axes, found, rows)
    axes.set_xlabel("win share, %" + ("; dashed: fair" if fair is not None else ""))
    figure.legend(loc="outside upper left", ncols=2, handletextpad=0.2)
    caption = "Each line leads from A (circle) to B (square). How sure the changes are, the next chart shows."
    said = "; ".join(f"{r['label']} {level_of(r, 'a')}, then {level_of(r, 'b')}" for _, r in rows.iterrows())
    return Chart("levels", "Win shares of A and B", caption, said, figure)


def _fair(found: Comparison) -> float | None:
    """One win in as many games as there are players; None of teams and of unequal numbers."""
    if found.a.get("wins") == "team" or found.a["n_seats"] != found.b["n_seats"]:
        return None
    return 100 / int(found.a["n_seats"])


def moves(found: Comparison, kinds: Sequence[str]) -> Chart | None:
    """Changes of shares with intervals, the zero line and the margin."""
    rows = _both(found, kinds)
    if not len(rows):
        return None
    what = "win shares" if PLACE in kinds else f"win shares of {name_of(kinds[0])}"
    figure = _forest(found, rows, 100.0, "pp; band: margin", is_judged=True)
    left = int((found.kind(kinds[0])["difference"].notna()).sum()) - len(rows) if len(kinds) == 1 else 0
    more = f" {left} that move less are in the table only." if left > 0 else ""
    caption = (
        "B minus A. Triangles differ from 0 with all of their kind judged at once; circles lie inside "
        f"{margin_text(found)} of 0, diamonds are open. Bars are {found.ask.level:g} % intervals.{more}"
    )
    name = "moves" if PLACE in kinds else f"moves-{kinds[0].replace(' ', '-')}"
    return Chart(name, f"Change of {what}", caption, told(rows), figure)


def _forest(found: Comparison, rows: pd.DataFrame, scale: float, unit: str, is_judged: bool) -> Any:
    """Differences with intervals, one below the other."""
    figure = canvas(1.1 + 0.34 * len(rows))
    axes = figure.add_subplot()
    if is_judged:
        axes.axvspan(-100 * found.ask.margin, 100 * found.ask.margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    used: dict[str, Any] = {}
    for at, (_, row) in enumerate(rows.iterrows()):
        marker, colour, words = _state(found, row)
        axes.plot([scale * row["low"], scale * row["high"]], [at, at], color=colour, lw=2.2, solid_capstyle="butt")
        (used[words],) = axes.plot(scale * row["difference"], at, marker, color=colour, ms=7, ls="none")
        shown = points(row["difference"], row["se"]) if scale == 100 else _signed(row) + (" %" if "%" in unit else "")
        axes.text(1.02, at, shown, transform=axes.get_yaxis_transform(), va="center", fontsize=9)
    _finish(axes, found, rows)
    axes.set_xlabel(f"B minus A, {unit}")
    order = [words for _, _, words in (UP, DOWN, SMALL, OPEN) if words in used]
    figure.legend([used[words] for words in order], order, loc="outside upper left", ncols=4, handletextpad=0.2)
    return figure


def _signed(row: Any) -> str:
    text = show(row["difference"], row["se"], 4)
    return f"+{text}" if float(text) > 0 else text


def _state(found: Comparison, row: Any) -> tuple[str, str, str]:
    """Marker, colour and word of a difference."""
    if row["p_holm"] < 1 - found.ask.level / 100:
        return UP if row["difference"] > 0 else DOWN
    inside = row["is_share"] and row["low"] > -found.ask.margin and row["high"] < found.ask.margin
    return SMALL if inside or row["difference"] == row["low"] == row["high"] else OPEN


def _finish(axes: Any, found: Comparison, rows: pd.DataFrame) -> None:
    """Labels at the left, room around, a line between kinds."""
    axes.set_yticks(range(len(rows)), labels_of(found, rows))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.06)
    axes.locator_params(axis="x", nbins=5)
    kinds = list(rows["kind"])
    for at in range(1, len(kinds)):
        if kinds[at] != kinds[at - 1]:
            axes.axhline(at - 0.5, color=style.GRID, lw=0.8)


def told(rows: pd.DataFrame) -> str:
    return "B minus A: " + "; ".join(f"{row['label']} {amount(row)}" for _, row in rows.iterrows())


def styles(found: Comparison) -> Chart | None:
    """Changes by place and character under each pair of policy tables."""
    if len(found.tables) < 2:
        return None
    first = _both(found, (PLACE, CHARACTER))
    labels = list(first["label"])
    figure = canvas(1.4 + (0.2 + 0.16 * len(found.tables)) * len(labels))
    axes = figure.add_subplot()
    axes.axvspan(-100 * found.ask.margin, 100 * found.ask.margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    said = []
    for table, (a, b) in enumerate(found.tables):
        part = _both(found, (PLACE, CHARACTER), table).set_index("label").reindex(labels)
        y = np.arange(len(labels)) + 0.6 * ((table + 0.5) / len(found.tables) - 0.5)
        error = 100 * np.stack([part["difference"] - part["low"], part["high"] - part["difference"]])
        name = a if a == b else f"{a} / {b}"
        axes.errorbar(100 * part["difference"], y, xerr=error, label=name, **sign(table))
        said += [f"{r['label']} with {name} {amount(r)}" for _, r in part.reset_index().dropna(subset="se").iterrows()]
    _finish(axes, found, first)
    axes.set_xlabel("B minus A, pp; band: margin")
    figure.legend(loc="outside upper left", ncols=3, title="policies", alignment="left")
    flips = [label for label in found.flips["label"] if label in labels]
    seen = f"The sign changes for {listed(flips)}." if flips else "No change is shown with both signs."
    caption = f"Does the change hold when everyone plays otherwise? {seen} Bars are {found.ask.level:g} % intervals."
    return Chart("styles", "The change under other play styles", caption, "; ".join(said), figure)


def scores(found: Comparison) -> Chart | None:
    """Changes of the mean score, of all seats and by place."""
    rows = _both(found, (SCORE, SCORE_BY_PLACE))
    if not len(rows):
        return None
    figure = _forest(found, rows, 1.0, str(rows["unit"].iloc[0]), is_judged=False)
    caption = f"Mean score of finished games, B minus A. Bars are {found.ask.level:g} % intervals; diamonds are open."
    return Chart("scores", "Change of scores", caption, told(rows), figure)


def lengths(found: Comparison) -> Chart | None:
    """Changes of the length, as shares of A's."""
    rows = _both(found, (LENGTH,))
    rows = rows[rows["a"] > 0]
    if not len(rows):
        return None
    parts = {name: 100 * rows[name] / rows["a"] for name in ("difference", "low", "high", "se")}
    figure = _forest(found, rows.assign(**parts), 1.0, "% of A", is_judged=False)
    caption = f"Length of a game, as a share of A's. {told(rows)}. Bars are {found.ask.level:g} % intervals."
    return Chart("length", "Change of length", caption, told(rows), figure)
