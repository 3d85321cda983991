"""Words for what seats are or belong to, and the few words that all others need too."""

from __future__ import annotations

import pandas as pd

from analysis.precision import points
from analysis.study import Study
from reports.model import Item

#: More groups than this are told by their spread and their extremes.
MANY_GROUPS = 12
#: Of more than these, so many are named in a sentence.
MOST_OF_MANY = 8
#: Of so many, the strongest and the weakest stand in the table of play styles.
N_STYLED = 4


def listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def named(labels: list[str]) -> str:
    """Labels in a sentence; of very many the first."""
    return listed(
        labels if len(labels) <= MANY_GROUPS else [*labels[:MOST_OF_MANY], f"{len(labels) - MOST_OF_MANY} more"]
    )


def of_table(frame: pd.DataFrame, table: int = 0) -> pd.DataFrame:
    """Rows of one policy table; an empty frame stays empty."""
    return frame[frame["table"] == table].reset_index(drop=True) if len(frame) else frame


def with_games(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows that have games; an empty frame stays empty."""
    return frame[frame["n"] > 0].reset_index(drop=True) if len(frame) else frame


def p_text(p: float) -> str:
    """A p value, never exacter than it deserves."""
    if p != p:
        return "-"
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}" if p < 0.01 else f"p = {p:.2f}"


def group_kinds(study: Study) -> list[str]:
    """Kinds of what seats are or belong to, in the order of the rows' columns."""
    return list(dict.fromkeys(study.groups["kind"])) if len(study.groups) else []


def group_of(study: Study, kind: str, table: int) -> pd.DataFrame:
    """Rows of one kind of groups; the index is what verdicts count by."""
    frame = of_table(study.groups, table)
    return frame[frame["kind"] == kind].reset_index(drop=True) if len(frame) else frame


def has_judged(study: Study, kind: str, table: int) -> bool:
    """Whether any row of a kind of groups has enough games; true of what is no group."""
    return kind not in group_kinds(study) or bool((~group_of(study, kind, table)["is_thin"]).any())


def judged(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows with enough games, where there are any: thin rows are never named as extremes."""
    solid = frame[~frame["is_thin"].astype(bool)]
    return solid if len(solid) else frame


def next_of_groups(study: Study, kind: str, table: int) -> str:
    """Whom to weaken and whom to strengthen: those whose own games show it."""
    frame = judged(group_of(study, kind, table)).sort_values("pooled", kind="stable")
    return (
        f"Among {kind}, weaken {frame['label'].iloc[-1]} or strengthen {frame['label'].iloc[0]} in the data (`--cards "
        "FILE`, `--set PATH=VALUE`), and play the same seed again."
    )


def styles_shown(study: Study) -> pd.DataFrame:
    """Rows of the table of play styles: of many of a kind those whose sign changes, and the extremes of the first."""
    frame = study.sensitivity
    parts = []
    for _, part in frame.groupby("kind", sort=False) if len(frame) else ():
        labels = list(dict.fromkeys(part["label"]))
        if len(labels) > MANY_GROUPS:
            first = part[part["table"] == part["table"].min()].sort_values("difference", kind="stable")["label"]
            told = {*part[part["is_flipped"]]["label"], *first.head(N_STYLED), *first.tail(N_STYLED)}
            part = part[part["label"].isin(told)]
        parts.append(part)
    return pd.concat(parts) if parts else frame


def spread_text(study: Study, kind: str, table: int) -> str:
    """How much many groups differ, beside what luck alone would show; empty for few, which are told one by one."""
    tests = of_table(study.group_tests, table)
    row = tests[tests["kind"] == kind].iloc[0]
    if row["n"] <= MANY_GROUPS or row["true"] != row["true"]:
        return ""
    error = (row["true_high"] - row["true_low"]) / 4
    seen, luck, true, low, high = (
        points(row[name], error, is_signed=False).removesuffix(" pp")
        for name in ("seen", "by_luck", "true", "true_low", "true_high")
    )
    return (
        f"Win shares of the {row['n']} {kind} with enough games spread by {seen} pp (standard deviation), where luck "
        f"alone would give {luck}; without luck it is {true} pp ({low} to {high})."
    )


def q_word() -> Item:
    told = "Of all rows with a q below 5 %, at most one in twenty is expected to be a false alarm: for screening"
    return Item("q", f"{told} (Benjamini and Hochberg).")


def group_words() -> tuple[Item, ...]:
    return (
        Item(
            "pooled",
            "The difference pulled towards the mean of all, by as much as luck explains: the best guess for one of "
            "many, and what rankings go by.",
        ),
    )
