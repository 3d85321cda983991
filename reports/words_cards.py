"""Words for differences, and for cards."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.precision import percent, points
from analysis.study import Study
from reports.words_groups import listed

#: Stands where an estimate would say more than its games do.
TOO_FEW = "too few games"


def difference_text(row: Any) -> str:
    """`+1.2 pp (0.9 to 1.5)` of a row of differences."""
    low, high = (points(row[name], row["se"]).removesuffix(" pp") for name in ("low", "high"))
    interval = f" ({low} to {high})" if row["low"] == row["low"] else ""
    return points(row["difference"], row["se"]) + interval


def card_names(frame: pd.DataFrame, every: pd.DataFrame) -> list[str]:
    """Labels of cards, with the column where several of the report have one label."""
    columns = every.groupby("label")["column"].nunique()
    return [
        f"{row['label']} ({str(row['column']).replace('_', ' ')})" if columns[row["label"]] > 1 else str(row["label"])
        for _, row in frame.iterrows()
    ]


def what_of_cards(study: Study, frame: pd.DataFrame) -> str:
    """What the table of cards is about: cards, or what the columns are called where they share no labels."""
    if frame.groupby("label")["column"].nunique().max() > 1:
        return "Cards"
    meanings = {c["name"]: c["meaning"] or c["name"] for c in study.manifest["columns"]}
    said = listed([meanings[name] for name in dict.fromkeys(frame["column"])])
    return "Cards" if "card" in said.lower() else said[:1].upper() + said[1:]


def had_text(row: Any) -> str:
    """In what share of its games a character had an entry; only exactly none and all are called so."""
    rarer = min(row["n_with"], row["n"] - row["n_with"])
    if not rarer:
        return "never" if not row["n_with"] else "always"
    return percent(row["share_had"], rarer**0.5 / row["n"])
