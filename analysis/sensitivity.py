"""The same headlines under several policy tables: does a sign or a verdict change?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from analysis.verdict import Verdict


def _kinds(frames: Mapping[str, pd.DataFrame]) -> list[tuple[str, pd.DataFrame]]:
    """Frames of shares by kind; of groups those with enough games."""
    found = [("places", frames["places"]), ("characters", frames["characters_won"])]
    found = [(kind, frame[frame["n"] > 0] if len(frame) else frame) for kind, frame in found]
    groups = frames["groups"]
    if len(groups):
        solid = groups[~groups["is_thin"]]
        found += [(str(kind), solid[solid["kind"] == kind]) for kind in dict.fromkeys(groups["kind"])]
    return [(kind, frame) for kind, frame in found if len(frame)]


def sensitivity(frames: Mapping[str, pd.DataFrame], verdicts: Mapping[tuple[int, str], Verdict]) -> pd.DataFrame:
    """One row a headline (share minus fair line of each place and character) and table; empty with one table.

    A sign counts where the interval excludes fair that holds for all of the kind at once: of 24 single ones some would
    by chance, and who is ahead under one table and fair under another would look turned round. `is_flipped` marks
    headlines with both signs, `is_verdict_changed` those of a kind whose verdict is not the same under all tables.
    """
    if len(frames["games"]) < 2:
        return pd.DataFrame()
    parts = []
    for kind, frame in _kinds(frames):
        part = frame[["table", "label", "n", "share", "se", "low", "high", "fair", "difference"]].copy()
        part.insert(1, "kind", kind)
        fair = frame["fair"]
        part["sign"] = np.where(frame["low_all"] > fair, 1, np.where(frame["high_all"] < fair, -1, 0))
        told = {table: str(verdict.answer) for (table, about), verdict in verdicts.items() if about == kind}
        part["verdict"] = [told.get(int(table), "-") for table in frame["table"]]
        parts.append(part)
    joined = pd.concat(parts, ignore_index=True)
    by_label = joined.groupby(["kind", "label"], sort=False)["sign"]
    joined["is_flipped"] = (by_label.transform("min") < 0) & (by_label.transform("max") > 0)
    joined["is_verdict_changed"] = joined.groupby("kind")["verdict"].transform("nunique") > 1
    return joined
