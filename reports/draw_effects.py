"""Chart of adjusted differences beside those that were seen."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.precision import points
from analysis.study import Study
from reports.draw import Chart, one_line, shown
from reports.draw_shares import ABOVE, BELOW, OPEN
from reports.style import BAND, INK, MUTE, canvas
from reports.words_effects import mains, tells, what_it_adds

#: Of a kind with more levels than twice this, so many of the strongest and of the weakest are drawn.
N_EXTREMES = 6


def effects(study: Study, table: int) -> Chart | None:
    """One line a level, kind below kind; None where the model only repeats the win shares."""
    if not tells(study, table):
        return None
    frame = mains(study, table)
    frame = frame[~frame["is_thin"] & frame["difference"].notna()]
    if not len(frame):
        return None
    parts = [_extremes(part) for _, part in frame.groupby("kind", sort=False)]
    ys = _heights(parts)
    drawn = pd.concat(parts)
    figure = canvas(1.3 + 0.23 * ys[-1])
    axes = figure.add_subplot()
    margin = 100 * study.ask.margin
    axes.axvspan(-margin, margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    used: dict[str, Any] = {}
    for y, (_, row) in zip(ys, drawn.iterrows(), strict=True):
        marker, colour, words = _state(row, 1 - study.ask.level / 100)
        ends = [100 * row["difference_low"], 100 * row["difference_high"]]
        axes.plot(ends, [y, y], color=colour, lw=2)
        (used[words],) = axes.plot(100 * row["difference"], y, marker, color=colour, ms=5.5, ls="none")
        (used["as seen"],) = axes.plot(100 * row["raw"], y, "o", mfc="none", mec=MUTE, ms=6.5, ls="none")
    axes.set_yticks(ys, [one_line(label, 22) for label in shown(drawn["label"], study)], fontsize=9)
    axes.set_ylim(ys[-1] + 0.7, -0.7)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("adjusted difference, pp; band: margin", loc="right")
    figure.legend(used.values(), used.keys(), loc="outside upper left", ncols=4, handletextpad=0.2, columnspacing=1.0)
    said = "; ".join(f"{row['label']} {points(row['difference'], row['difference_se'])}" for _, row in drawn.iterrows())
    return Chart("effects", "Adjusted against as seen", _caption(study, table, frame, drawn), said, figure)


def _extremes(part: pd.DataFrame) -> pd.DataFrame:
    if len(part) <= 2 * N_EXTREMES:
        return part
    ranked = part.sort_values("difference", ascending=False, kind="stable")
    return pd.concat([ranked.head(N_EXTREMES), ranked.tail(N_EXTREMES)])


def _heights(parts: list[pd.DataFrame]) -> list[float]:
    """Where lines stand, with a gap between kinds."""
    ys: list[float] = []
    for part in parts:
        first = ys[-1] + 1.6 if ys else 0.0
        ys += [first + at for at in range(len(part))]
    return ys


def _state(row: Any, alpha: float) -> tuple[str, str, str]:
    """Marker, colour and words by whether the difference is clear with all of its kind judged at once."""
    if not row["p_holm"] < alpha:
        return OPEN
    marker, colour, _ = ABOVE if row["difference"] > 0 else BELOW
    return marker, colour, "ahead" if row["difference"] > 0 else "behind"


def _caption(study: Study, table: int, frame: pd.DataFrame, drawn: pd.DataFrame) -> str:
    left = len(frame) - len(drawn)
    more = f" {left} in between are in the table only." if left else ""
    inner = dict(frame[frame["within"] != ""][["kind", "within"]].drop_duplicates().to_numpy().tolist())
    within = "".join(f" A {kind} is compared within its {outer}." for kind, outer in inner.items())
    return (
        f"Filled: what each is worth at a table that is otherwise average, with {study.ask.level:g} % intervals; "
        f"circles: as the win shares have it. {what_it_adds(study, table)}{within}{more}"
    )
