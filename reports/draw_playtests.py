"""Real games on the charts of win shares: hollow squares with thin intervals beside the simulated marks."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.study import Study
from reports.style import INK
from reports.words_groups import of_table
from reports.words_playtests import n_text, percent_of_plays

#: How far below the simulated mark, in rows.
BELOW = 0.3


def of_frame(study: Study, frame: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Rows of the playtests for the rows of a frame of shares, in its order; empty where there are none."""
    if study.played is None or not len(frame):
        return pd.DataFrame()
    rows = of_table(study.playtests, int(frame["table"].iloc[0]))
    rows = rows[rows["kind"] == kind].set_index("label")
    return rows.reindex(frame["label"]).reset_index()


def marks(axes: Any, study: Study, frame: pd.DataFrame, kind: str) -> dict[str, Any]:
    """Draws the playtests below the marks of a frame's rows; returns the entry of the legend."""
    used = {}
    for at, (_, row) in enumerate(of_frame(study, frame, kind).iterrows()):
        if row["share"] == row["share"]:
            y = at + BELOW
            axes.plot([100 * row["low"], 100 * row["high"]], [y, y], color=INK, lw=0.9)
            (mark,) = axes.plot(100 * row["share"], y, "s", mfc="none", mec=INK, mew=1.1, ms=5.5, ls="none")
            used[legend_text(study)] = mark
    return used


def legend_text(study: Study) -> str:
    """`playtests, n = 30`, games where they are known."""
    plays = study.played
    return f"playtests, n = {plays.n_games}{'' if plays.has_games else ' seats'}" if plays else ""


def caption(study: Study, frame: pd.DataFrame, kind: str) -> str:
    """What the squares are; empty where there are none."""
    if study.played is None or not len(of_frame(study, frame, kind).dropna(subset="share")):
        return ""
    name, level = study.played.name, f"{study.ask.level:g} %"
    return f" Hollow squares: {n_text(study.played)} of people ({name}), with {level} intervals."


def told(study: Study, frame: pd.DataFrame, kind: str) -> str:
    """The same for who cannot see."""
    rows = of_frame(study, frame, kind)
    each = [f"{row['label']} {percent_of_plays(row)}" for _, row in rows.iterrows() if row["share"] == row["share"]]
    return f"; in playtests {'; '.join(each)}" if each else ""
