"""Charts of what seats are or belong to, of the teams that won, and of when things happened."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.precision import percent, points
from analysis.study import Study
from reports.draw import Chart, one_line, shown
from reports.draw_shares import ABOVE, BELOW, OPEN, forest, states_legend, states_text, told
from reports.style import BAND, DASHES, INK, MARKERS, MUTE, SERIES, canvas
from reports.words import margin_text, share_text
from reports.words_games import team_word
from reports.words_groups import MANY_GROUPS, group_kinds, group_of, of_table, p_text, spread_text

#: Of many groups the strongest and the weakest are drawn, so many of each.
N_EXTREMES = 15
#: Curves of times are drawn up to here from their ends.
NEAR_END = 0.002


def groups(study: Study, table: int) -> list[Chart]:
    """For each kind: all where they are few, else the extremes and the spread of all beside that of luck."""
    charts = []
    for kind in group_kinds(study):
        frame = group_of(study, kind, table)
        frame = frame[~frame["is_thin"] & frame["pooled"].notna()]
        if len(frame) > MANY_GROUPS:
            charts += [_extremes(study, kind, frame, table), _spread(study, kind, frame, table)]
        elif len(frame):
            charts.append(_few(study, kind, frame, table))
    return charts


def _name(kind: str) -> str:
    return f"by-{kind}".replace(" ", "-")


def _few(study: Study, kind: str, frame: pd.DataFrame, table: int) -> Chart:
    ranked = frame.sort_values("pooled", ascending=False, kind="stable")
    figure = forest(study, ranked, shown(ranked["label"], study))
    verdict = study.verdicts.get((table, kind))
    answer = f"{verdict.answer} at {margin_text(study)}. " if verdict else ""
    caption = f"{answer[:1].upper()}{answer[1:]}Win share of a seat; dashed: all seats. {states_text(study, ranked)}"
    return Chart(_name(kind), f"Win share by {kind.removesuffix('s')}", caption, told(ranked), figure)


def _extremes(study: Study, kind: str, frame: pd.DataFrame, table: int) -> Chart:
    """The strongest and the weakest by pooled difference; small circles are what was seen."""
    frame = frame.sort_values("pooled", ascending=False, kind="stable")
    n = min(N_EXTREMES, len(frame) // 2)
    ranked = pd.concat([frame.head(n), frame.tail(n)])
    figure = canvas(1.2 + 0.2 * len(ranked))
    axes = figure.add_subplot()
    margin = 100 * study.ask.margin
    axes.axvspan(-margin, margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    used: dict[str, Any] = {}
    for at, (_, row) in enumerate(ranked.iterrows()):
        y = at + (0.8 if at >= n else 0)
        clear = row["p_holm"] < 1 - study.ask.level / 100
        marker, colour, words = (ABOVE if row["difference"] > 0 else BELOW) if clear else OPEN
        axes.plot([100 * row["pooled_low"], 100 * row["pooled_high"]], [y, y], color=colour, lw=2)
        (used[words],) = axes.plot(100 * row["pooled"], y, marker, color=colour, ms=5.5, ls="none")
        (used["as seen"],) = axes.plot(100 * row["difference"], y, "o", mfc="none", mec=MUTE, ms=4.5, ls="none")
    axes.axhline(n - 0.1, color=MUTE, lw=0.8, ls=DASHES[2])
    ys = [at + (0.8 if at >= n else 0) for at in range(len(ranked))]
    axes.set_yticks(ys, [one_line(label, 22) for label in shown(ranked["label"], study)], fontsize=9)
    axes.set_ylim(ys[-1] + 0.7, -0.7)
    axes.grid(axis="y", visible=False)
    fair = percent(float(frame["fair"].iloc[0]), 0.003)
    axes.set_xlabel(f"pooled, minus {fair} of all seats, pp; band: margin")
    states_legend(figure, used)
    caption = (
        f"The {n} strongest and the {n} weakest of {len(frame)} {kind} with enough games. Filled: pulled towards the "
        f"mean by as much as luck explains, with {study.ask.level:g} % intervals; circles: as seen. Triangles differ "
        "from the mean with all judged at once (Holm). The table has all."
    )
    said = "; ".join(f"{row['label']} {points(row['pooled'], row['difference_se'])}" for _, row in ranked.iterrows())
    return Chart(_name(kind), f"Strongest and weakest {kind}", caption, said, figure)


def _spread(study: Study, kind: str, frame: pd.DataFrame, table: int) -> Chart:
    """Differences of all in order, on the band in which luck alone puts each rank."""
    frame = frame.sort_values("rank", kind="stable")
    figure = canvas(2.9)
    axes = figure.add_subplot()
    rank = frame["rank"]
    band = axes.fill_between(rank, 100 * frame["luck_low"], 100 * frame["luck_high"], color=MUTE, alpha=0.28, lw=0)
    axes.axhline(0, color=INK, lw=1.0, ls=(0, (4, 2)))
    (seen,) = axes.plot(rank, 100 * frame["difference"], "o", mfc="none", mec=MUTE, ms=4, ls="none")
    (pooled,) = axes.plot(rank, 100 * frame["pooled"], "o", color=SERIES[0], ms=3.2, ls="none")
    axes.set_xlabel(f"rank among {len(frame)} {kind}")
    axes.set_ylabel("win share minus mean, pp")
    names = ["as seen", "pooled", f"luck alone ({study.ask.level:g} % a rank)"]
    figure.legend([seen, pooled, band], names, loc="outside upper left", ncols=3, handletextpad=0.3)
    test = of_table(study.group_tests, table)
    p = float(test[test["kind"] == kind]["p_value"].iloc[0])
    caption = (
        f"{spread_text(study, kind, table)} Where the circles leave the grey band, {kind} differ by more than luck "
        f"(test that all are equal: {p_text(p)})."
    )
    return Chart(f"{_name(kind)}-spread", f"Spread of all {kind}", caption, caption, figure)


def times(study: Study, table: int) -> list[Chart]:
    """By when things had happened to seats, for each unit in which it is told."""
    frame = of_table(study.times, table)
    if not len(frame):
        return []
    charts = []
    for unit, part in frame.groupby("unit", sort=False):
        charts.append(_until(study, str(unit), part))
    return charts


def _until(study: Study, unit: str, frame: pd.DataFrame) -> Chart:
    figure = canvas(2.8)
    axes = figure.add_subplot()
    said = []
    for at, (meaning, part) in enumerate(frame.groupby("meaning", sort=False)):
        until = part[part["first"].notna() & part["last"].notna()]  # the last, open class has no end to stand at
        ends = until["last"].to_numpy()
        x = np.concatenate([[max(float(part["first"].min()) - 1, 0)], ends])
        y = np.concatenate([[0.0], 100 * until["share_until"]])
        look: dict[str, Any] = {"color": SERIES[at % 6], "ls": DASHES[at % 6], "marker": MARKERS[at % 6], "ms": 4.5}
        axes.plot(x, y, lw=1.8, label=meaning, **look)
        never = part[part["first"].isna()]
        gone = percent(float(never["part"].iloc[0]), float(never["part_se"].iloc[0])) if len(never) else "0 %"
        said.append(f"{meaning}: none for {gone} of seats")
    axes.set_ylim(0, 100)
    axes.set_xlim(0, _settled(frame))
    axes.set_xlabel(unit)
    axes.set_ylabel("% of seats until then")
    figure.legend(loc="outside upper left", ncols=2)
    caption = f"By when it had happened, of all seats of finished games. {'; '.join(said).capitalize()}."
    return Chart(f"times-{unit}", f"When it happens, in {unit}", caption, caption, figure)


def _settled(frame: pd.DataFrame) -> float:
    """Where the last curve has come near its end: what is beyond is told by the table."""
    ends = []
    for _, part in frame.groupby("meaning", sort=False):
        until = part[part["first"].notna() & part["last"].notna()]
        if len(until):
            ends.append(until[until["share_until"] >= until["share_until"].iloc[-1] - NEAR_END]["last"].iloc[0])
    return 1.04 * max([float(end) for end in ends] + [1.0])


def teams(study: Study, table: int) -> Chart | None:
    """Which team won: share of all games, and of the games in which it was there."""
    frame = of_table(study.teams, table)
    if not len(frame) or len(frame) > 2 * N_EXTREMES:
        return None
    figure = canvas(1.2 + 0.4 * len(frame))
    axes = figure.add_subplot()
    y = np.arange(len(frame))
    for at, (name, ends, shift) in enumerate(
        (("share", ("low", "high"), 0.14), ("share_of_all", ("low_of_all", "high_of_all"), -0.14))
    ):
        error = [100 * (frame[name] - frame[ends[0]]), 100 * (frame[ends[1]] - frame[name])]
        label = ("where it was there", "of all games")[at]
        look: dict[str, Any] = {"marker": MARKERS[at], "color": SERIES[at], "ms": 6, "ls": "none", "elinewidth": 2}
        axes.errorbar(100 * frame[name], y + shift, xerr=error, label=label, **look)
    fair = float(frame["fair"].dropna().iloc[0])
    axes.axvline(100 * fair, color=SERIES[0], lw=1.2, ls=(0, (4, 2)))
    axes.set_yticks(y, shown(frame["label"], study))
    axes.set_ylim(len(frame) - 0.4, -0.6)
    axes.set_xlim(-0.02 * axes.get_xlim()[1], None)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("games won, %; dashed: mean where there")
    figure.legend(loc="outside upper left", ncols=2)
    said = "; ".join(
        f"{row['label']} {percent(row['share_of_all'], row['se_of_all'])} of all"
        + ("" if row["is_outsider"] else f", {share_text(row)} where there")
        for _, row in frame.iterrows()
    )
    word = team_word(str(frame["kind"].iloc[0]))
    caption = (
        f"Bars are {study.ask.level:g} % intervals. A {word} is judged by the games in which some seat belonged to it; "
        f"lines with one mark are winners that no seat starts as."
    )
    return Chart("teams", f"Which {word} wins", caption, said, figure)
