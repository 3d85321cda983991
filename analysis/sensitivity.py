"""The same headlines under several policy tables: does a sign or a verdict change?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from analysis.verdict import Verdict


def sensitivity(frames: Mapping[str, pd.DataFrame], verdicts: Mapping[tuple[int, str], Verdict]) -> pd.DataFrame:
    """One row a headline (share minus fair line of each place and character) and table; empty with one table.

    A sign counts where the interval of the difference excludes 0; `is_flipped` marks headlines with both signs,
    `is_verdict_changed` those of a kind whose verdict is not the same under all tables.
    """
    if len(frames["games"]) < 2:
        return pd.DataFrame()
    parts = []
    for kind, name in (("places", "places"), ("characters", "characters_won")):
        frame = frames[name]
        if not len(frame):
            continue
        part = frame[["table", "label", "n", "share", "se", "low", "high", "fair", "difference"]].copy()
        part.insert(1, "kind", kind)
        part["sign"] = np.where(frame["low"] > frame["fair"], 1, np.where(frame["high"] < frame["fair"], -1, 0))
        part["verdict"] = [str(verdicts[int(table), kind].answer) for table in frame["table"]]
        parts.append(part)
    joined = pd.concat(parts, ignore_index=True)
    by_label = joined.groupby(["kind", "label"], sort=False)["sign"]
    joined["is_flipped"] = (by_label.transform("min") < 0) & (by_label.transform("max") > 0)
    joined["is_verdict_changed"] = joined.groupby("kind")["verdict"].transform("nunique") > 1
    return joined
