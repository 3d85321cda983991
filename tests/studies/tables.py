"""Tables of pages: filters of the templates that take a run, and give Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from analysis.precision import count, percent, points

from .tell import Told, mean, off, share


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; all columns but the first to the right."""
    ruled = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ruled, *rows])


def quoted(policies: Sequence[str]) -> list[str]:
    return [f"`{policy}`" for policy in policies]


def shares_table(told: Told, kind: str, what: str = "") -> str:
    """Win shares under the first policy, and how many independent games they are worth."""
    rows = [
        [str(row["label"]), share(row), off(row), count(row["n_effective"])] for _, row in told.shares(kind).iterrows()
    ]
    return markdown([what or f"`{told.policies[0]}`", "wins", "against fair", "worth independent games"], rows)


def policies_table(told: Told, kind: str, labels: Sequence[str] = ()) -> str:
    """Win shares under each policy, with the verdict below."""
    chosen = labels or list(told.shares(kind)["label"])
    rows = [[label, *(share(told.row(kind, label, policy)) for policy in told.policies)] for label in chosen]
    answers = ["verdict", *(f"**{told.answer(kind, policy)}**" for policy in told.policies)]
    return markdown(["", *quoted(told.policies)], [*rows, answers])


def numbers_table(parts: dict[str, Told], kind: str) -> str:
    """Shares against fair under the first policy, by number of players."""
    labels = list(dict.fromkeys(label for told in parts.values() for label in told.shares(kind)["label"]))
    rows = []
    for label in labels:
        found = [told.shares(kind) for told in parts.values()]
        rows.append([label, *(_or_empty(frame[frame["label"] == label]) for frame in found)])
    answers = ["verdict", *(f"**{told.answer(kind)}**" for told in parts.values())]
    return markdown(["", *parts], [*rows, answers])


def _or_empty(frame: pd.DataFrame) -> str:
    return f"{share(frame.iloc[0])}, {off(frame.iloc[0])}" if len(frame) else ""


def before_after(told: Told, after: Told, kind: str) -> str:
    """Win shares under each policy in two runs."""
    rows = []
    for label in told.shares(kind)["label"]:
        pairs = [(told.row(kind, label, policy), after.row(kind, label, policy)) for policy in after.policies]
        rows.append([label, *(f"{percent(a['share'], a['se'])} → {share(b)}" for a, b in pairs)])
    answers = [f"{told.answer(kind, name)} → **{after.answer(kind, name)}**" for name in after.policies]
    return markdown(["", *quoted(after.policies)], [*rows, ["verdict", *answers]])


def ties_table(told: Told) -> str:
    """Ties of any number of seats in the order in which they are broken, by policy."""
    frames = [told.of("ties", policy, ways=0) for policy in told.policies]
    rows = [[kind, *(share(frame.iloc[at]) for frame in frames)] for at, kind in enumerate(frames[0]["kind"])]
    return markdown(["of all games", *quoted(told.policies)], rows)


def parts_table(told: Told, policies: Sequence[str]) -> str:
    """Points of a seat by source under some policies, and what winners have more of it under the first."""
    rows = []
    for _, row in told.of("parts", policies[0], group="all").iterrows():
        name = row["column"]
        more = told.part(name, "winners minus others", policies[0])
        means = [mean(told.part(name, policy=policy)) for policy in policies]
        rows.append([row["meaning"], *means, percent(row["share_of_score"], 0.002), mean(more)])
    head = ["points of a seat", *quoted(policies), "of the score", "winners minus others"]
    return markdown(head, rows)


def teams_table(parts: dict[str, Told]) -> str:
    """Sides by their share of all games, under the first policy of each run and the third."""
    columns = {f"{name}, `{policy}`": told.of("teams", policy) for name, told in parts.items() for policy in _two(told)}
    first = next(iter(columns.values())).sort_values("share_of_all", ascending=False, kind="stable")
    rows = []
    for label in first["label"]:
        cells = [frame[frame["label"] == label] for frame in columns.values()]
        rows.append([label, *(_of_all(frame.iloc[0]) if len(frame) else "" for frame in cells)])
    return markdown(["of all games won by", *columns], rows)


def _two(told: Told) -> list[str]:
    return [policy for policy in told.policies if policy in ("balanced", "striker")]


def _of_all(row: Any) -> str:
    return percent(row["share_of_all"], row["se_of_all"])


def extremes_table(told: Told, kind: str, n: int) -> str:
    """The first and the last of many by the pooled difference; those with too few games are left out."""
    frame = told.shares(kind)
    frame = frame[~frame["is_thin"].astype(bool)].sort_values("pooled", ascending=False, kind="stable")
    rows = [
        [row["label"], share(row), points(row["pooled"], row["difference_se"]), count(row["n"])]
        for _, row in (*frame.head(n).iterrows(), *frame.tail(n).iterrows())
    ]
    return markdown([kind, "wins", "pooled difference", "seats"], rows)


def leads_table(told: Told, rounds: Sequence[str]) -> str:
    """Who leads after each round, and what comes of it, under the first policy."""
    rows = []
    for at, name in enumerate(rounds, start=1):
        row = told.lead(at)
        changed = percent(row["changed"], row["changed_se"]) if at > 1 else ""
        decided, last = percent(row["decided"], row["decided_se"]), percent(row["last"], row["last_se"])
        rows.append([name, share(row), last, decided, changed])
    return markdown(["after", "the leader wins", "the last one wins", "decided by then", "the lead passed on"], rows)


def cards_table(told: Told, column: str, n: int, what: str = "card", least: int = 2000) -> str:
    """Cards with the largest differences at both ends; rare ones and those of one seat in every game are left out."""
    frame = told.of("cards", column=column)
    is_everywhere = frame["seats_with"] == told.study.games["n_games"].iloc[0]
    frame = frame[(frame["seats_with"] >= least) & ~is_everywhere].sort_values(
        "difference", ascending=False, kind="stable"
    )
    rows = [
        [
            str(row["label"]),
            percent(row["share_with"], row["se"]),
            percent(row["share_without"], row["se"]),
            f"{points(row['difference'], row['se'])} ({_ends(row)})",
            count(row["seats_with"]),
        ]
        for _, row in (*frame.head(n).iterrows(), *frame.tail(n).iterrows())
    ]
    return markdown([what, "with it", "without it", "difference in the same game", "seats with it"], rows)


def _ends(row: Any) -> str:
    low, high = (points(row[name], row["se"]).removesuffix(" pp") for name in ("low", "high"))
    return f"{low} to {high}"
