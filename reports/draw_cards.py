"""Charts of what goes with winning: cards, and what single characters have of their own."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.precision import points
from analysis.study import Study
from reports.draw import Chart, one_line, shown, two_lines
from reports.draw_shares import ABOVE, BELOW, OPEN
from reports.style import INK, MARKERS, MUTE, SERIES, canvas
from reports.words_cards import TOO_FEW, card_names, had_text, what_of_cards
from reports.words_groups import listed, of_table

N_CARDS = 8
#: Rows of one chart of own entries, heads of characters too; a character's entries stay together.
MAX_OWN_ROWS = 26
#: Charts of own entries; the tables have what does not fit.
MAX_OWN_CHARTS = 6


def _mark(axes: Any, at: float, row: Any, study: Study) -> None:
    """A difference with its interval; the marker says on which side of 0 it is shown to lie."""
    is_clear = row["p_holm"] < 1 - study.ask.level / 100
    marker, colour, _ = (ABOVE if row["difference"] > 0 else BELOW) if is_clear else OPEN
    axes.plot([100 * row["low"], 100 * row["high"]], [at, at], color=colour, lw=2.2, solid_capstyle="butt")
    axes.plot(100 * row["difference"], at, marker, color=colour, ms=6)


def cards(study: Study, table: int) -> Chart | None:
    """The cards whose holders win most and least, ranked by the cautious end of the interval."""
    frame = of_table(study.cards, table)
    if not len(frame):
        return None
    frame = frame[~frame["is_thin"] & (frame["se"] > 0)]
    is_given = frame["given_to"] != ""
    frame = frame[~is_given]
    if not len(frame):
        return None
    best = frame.sort_values("low", ascending=False, kind="stable").head(N_CARDS)
    worst = frame.drop(best.index).sort_values("high", kind="stable").head(N_CARDS)
    ranked = pd.concat([best, worst]).sort_values("difference", ascending=False, kind="stable")
    labels = [two_lines(text, 30) for text in shown(card_names(ranked, of_table(study.cards, table)), study)]
    figure = canvas(0.9 + (0.36 if any("\n" in label for label in labels) else 0.3) * len(ranked))
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    for at, (_, row) in enumerate(ranked.iterrows()):
        _mark(axes, at, row, study)
    axes.set_yticks(range(len(ranked)), labels)
    axes.set_ylim(len(ranked) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("win share with minus without, pp")
    caption = (
        "Seats with it minus seats without it in the same game, most and least, ranked by the cautious end of the "
        "interval. It is association: whoever "
        "is winning may get there more easily. Triangles differ from 0 with all judged at once (Holm); of diamonds "
        "that is not shown."
    )
    caption += " What belongs to one character is left out: it would show the character." if is_given.any() else ""
    told = "; ".join(f"{row['label']} {points(row['difference'], row['se'])}" for _, row in ranked.iterrows())
    what = what_of_cards(study, of_table(study.cards, table))
    title = "Cards that go with winning" if what == "Cards" else f"What goes with winning: {what[:1].lower()}{what[1:]}"
    return Chart("cards", title, caption, told, figure)


def own(study: Study, table: int) -> tuple[Chart, ...]:
    """How often each character has what only he can have, and how he does with it; several characters a chart."""
    frame = of_table(study.own, table)
    if not len(frame):
        return ()
    judged = str(frame["column"].iloc[0])
    charts: list[list[str]] = [[]]
    n_rows = 0
    for character, part in frame.groupby("character", sort=False):
        n = 1 + part["label"].nunique()
        if charts[-1] and n_rows + n > MAX_OWN_ROWS:
            charts.append([])
            n_rows = 0
        charts[-1].append(str(character))
        n_rows += n
    return tuple(
        _own_chart(study, frame[frame["character"].isin(names)], names, judged, at)
        for at, names in enumerate(charts[:MAX_OWN_CHARTS], start=1)
    )


def _own_chart(study: Study, frame: pd.DataFrame, names: list[str], judged: str, number: int) -> Chart:
    rows = _own_rows(study, frame, names)
    figure = canvas(1.3 + 0.22 * len(rows))
    often, apart = figure.subplots(1, 2, sharey=True, width_ratios=[1, 1.15])
    columns = list(dict.fromkeys(frame["column"]))
    for index, column in enumerate(columns):
        part = frame[frame["column"] == column]
        shift = 0.26 * (index - (len(columns) - 1) / 2)  # beside each other, so that none hides another
        y = [rows[(row["character"], row["label"])][0] + shift for _, row in part.iterrows()]
        look: dict[str, Any] = {"color": SERIES[index % 6], "ms": 4.5, "ls": "none"}
        often.plot(100 * part["share_had"], y, MARKERS[index % 6], label=part["meaning"].iloc[0], **look)
    apart.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    for _, row in frame[frame["column"] == judged].iterrows():
        at = rows[(row["character"], row["label"])][0]
        if row["is_thin"]:
            look = {"color": MUTE, "fontsize": 9, "va": "center", "fontstyle": "italic"}
            apart.annotate(TOO_FEW, (0, at), (4, 0), textcoords="offset points", **look)
        else:
            _mark(apart, at, row, study)
    _own_axes(figure, often, apart, rows)
    meaning = frame[frame["column"] == judged]["meaning"].iloc[0]
    title = f"{frame['unit'].iloc[0].capitalize() or 'Own entries'} of {listed(shown(names, study))}"
    caption = (
        f"Left: in what share of the character's games. Right, for {meaning}: the character's win share in games with "
        "that minus games without. It is association: who is winning anyway may get there more easily. Triangles "
        f"differ from 0 with all judged at once (Holm); {TOO_FEW}: fewer than 30 with it, or without."
    )
    caption = caption if number == 1 else "Read as the first chart of its kind, for other characters."
    part = frame[frame["column"] == judged]
    said = "; ".join(
        f"{row['label']} {had_text(row)}"
        + (f", {TOO_FEW}" if row["is_thin"] else f", {points(row['difference'], row['se'])}")
        for _, row in part.iterrows()
    )
    return Chart(f"own-{number}", title, caption, f"{meaning}: {said}", figure)


def _own_rows(study: Study, frame: pd.DataFrame, names: list[str]) -> dict[tuple[str, str], tuple[int, str]]:
    """Height and text of each row by (character, label); a character's head has the label ""."""
    titles = study.manifest.get("character_titles") or study.manifest["characters"]
    plain = dict(zip(titles, study.manifest["characters"], strict=True))
    rows: dict[tuple[str, str], tuple[int, str]] = {}
    for name in names:
        rows[name, ""] = (len(rows), shown([name], study)[0])
        for label in dict.fromkeys(frame[frame["character"] == name]["label"]):
            (text,) = shown([str(label).removeprefix(f"{plain.get(name, name)} ")], study)
            rows[name, label] = (len(rows), one_line(text))
    return rows


def _own_axes(figure: Any, often: Any, apart: Any, rows: dict[tuple[str, str], tuple[int, str]]) -> None:
    """Scales, row names and the legend."""
    often.set_yticks([at for at, _ in rows.values()], [text for _, text in rows.values()], fontsize=9)
    for tick, (_, label) in zip(often.get_yticklabels(), rows, strict=True):
        if not label:
            tick.set_fontweight("bold")
    often.set_ylim(len(rows) - 0.4, -0.6)
    often.set_xlim(-4, 104)
    often.set_xlabel("% of its games")
    apart.set_xlabel("with minus without, pp")
    apart.tick_params(labelleft=False)
    for axes in (often, apart):
        axes.grid(axis="y", color="none")
        axes.locator_params(axis="x", nbins=5)
    figure.legend(loc="outside upper left", ncols=1, handletextpad=0.2)
