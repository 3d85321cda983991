"""What a run says, row by row, for the templates of pages."""

from __future__ import annotations

import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.precision import count, percent, percent_interval, points, show
from analysis.study import Study, analyse
from reports.words_facts import assumed
from sim.errors import UserError

from . import plays

#: Frames of win shares by kind; other kinds are in `groups`.
FRAMES = {"places": "places", "characters": "characters_won", "cells": "cells"}
#: What counts as balanced and the level of intervals: what `fairseat study` asks unless told otherwise.
MARGIN, LEVEL = 0.01, 0.95


class UntrueError(Exception):
    """A sentence of a page does not hold for the games that were played."""


def claim(is_so: Any, sentence: str) -> None:
    """UntrueError, naming the sentence, if it is not so: then the words of the page have to be written anew."""
    if not is_so:
        raise UntrueError(f"no longer true, so write the page anew: {sentence}")


def share(row: Any) -> str:
    """`26.1 % (25.9 to 26.3)`."""
    return percent_interval(row["share"], row["se"], row["low"], row["high"])


def off(row: Any) -> str:
    """`+1.2 pp`, against fair."""
    return points(row["difference"], row["se"])


def mean(row: Any) -> str:
    """`1.42`."""
    return show(row["mean"], row["se"], 2)


class Told:
    """One run of a page."""

    def __init__(self, page: str, name: str, folder: Path, study: Study | None = None) -> None:
        self.page, self.name, self.folder = page, name, folder
        self._study = study

    @cached_property
    def study(self) -> Study:
        """The analysis, made now if it was not handed over."""
        if self._study is not None:
            return self._study
        if not self.folder.exists():
            raise UserError(f"{self.folder}: no run; play it with python -m tests.studies.make {self.page}")
        return analyse(self.folder, MARGIN, LEVEL, plays.interactions(self.page, self.name))

    # What was played

    @property
    def policies(self) -> list[str]:
        return list(self.study.tables)

    @property
    def games(self) -> str:
        """Games of each policy table."""
        return count(self.study.games["n_games"].iloc[0])

    @property
    def blocks(self) -> str:
        return count(self.study.games["n_blocks"].iloc[0])

    @property
    def unfinished(self) -> int:
        return int(self.study.games["n_unfinished"].sum())

    @property
    def assumed(self) -> str:
        return assumed(self.study.manifest)

    def fact(self, name: str) -> Any:
        """Of the manifest."""
        return self.study.manifest[name]

    @property
    def version(self) -> str:
        return f"fairseat {self.fact('versions')['fairseat']}, commit {commit()}"

    @property
    def minutes(self) -> str:
        """How long the command took, in words."""
        took = plays.times()[f"{self.page} {self.name}"]
        busy = "that had nothing else to do" if took["load"] < 1 else f"that had other work (load {took['load']:.0f})"
        return f"{max(1, round(took['seconds'] / 60))} min on two cores {busy}"

    @property
    def is_sound(self) -> bool:
        return bool(self.study.health["is_ok"].all())

    # Rows

    def table(self, policy: str = "") -> int:
        return self.policies.index(policy) if policy else 0

    def of(self, frame: str, policy: str = "", **wanted: Any) -> pd.DataFrame:
        """Rows of a frame of one policy (the first unless named), where columns are as wanted."""
        found: pd.DataFrame = getattr(self.study, frame)
        found = found[found["table"] == self.table(policy)]
        for column, value in wanted.items():
            found = found[found[column] == value]
        return found.reset_index(drop=True)

    def one(self, frame: str, policy: str = "", **wanted: Any) -> Any:
        """The only row of these."""
        return only(self.of(frame, policy, **wanted), f"{frame} {wanted}")

    def shares(self, kind: str, policy: str = "") -> pd.DataFrame:
        """Win shares of a kind."""
        return self.of(FRAMES[kind], policy) if kind in FRAMES else self.of("groups", policy, kind=kind)

    def row(self, kind: str, label: str, policy: str = "") -> Any:
        """Win share of one; its first word may do as its label."""
        frame = self.shares(kind, policy)
        return only(frame[(frame["label"] == label) | frame["label"].str.startswith(f"{label} ")], label)

    def share(self, kind: str, label: str, policy: str = "") -> str:
        return share(self.row(kind, label, policy))

    def off(self, kind: str, label: str, policy: str = "") -> str:
        return off(self.row(kind, label, policy))

    def answer(self, kind: str, policy: str = "") -> str:
        """The verdict in a word."""
        return str(self.study.verdicts[self.table(policy), kind].answer)

    def ranked(self, kind: str, policy: str = "") -> list[str]:
        """First words of the labels, best first; those with too few games are left out."""
        frame = self.shares(kind, policy)
        frame = frame[~frame["is_thin"].astype(bool)].sort_values("share", ascending=False, kind="stable")
        return [label if label.startswith("place ") else label.split()[0] for label in frame["label"]]

    def cells(self, character: str, policy: str = "") -> list[int]:
        """Places of a character, the best for it first."""
        frame = self.of("cells", policy)
        frame = frame[frame["character"].str.startswith(f"{character} ")]
        return [int(place) for place in frame.sort_values("share", ascending=False)["place"]]

    def tie(self, kind: str, policy: str = "") -> Any:
        """Row of a kind of ties of any number of seats."""
        return self.one("ties", policy, kind=kind, ways=0)

    def count(self, column: str, label: str = "all seats", policy: str = "") -> Any:
        """Row of a count or flag."""
        return self.one("counts", policy, column=column, label=label)

    def part(self, column: str, label: str = "all seats", policy: str = "") -> Any:
        """Row of a part of the score."""
        return self.one("parts", policy, column=column, label=label)

    def measure(self, name: str, label: str = "all games", policy: str = "") -> Any:
        return self.one("measures", policy, measure=name, label=label)

    def lead(self, after: int, policy: str = "") -> Any:
        """Row of the leads after a round."""
        return self.one("leads", policy, round=after)

    def card(self, label: str, column: str, policy: str = "") -> Any:
        return self.one("cards", policy, label=label, column=column)

    def node(self, label: str, column: str = "nodes_used") -> Any:
        """What only one character can have, against that character's games without it."""
        frame = self.of("own", column=column)
        return only(frame[frame["label"].str.startswith(f"{label}:")], label)

    def flag(self, column: str, policy: str = "") -> Any:
        return self.one("flags", policy, column=column)

    def time(self, column: str, label: str, policy: str = "") -> Any:
        """What became of seats to which something happened then."""
        return self.one("times", policy, column=column, label=label)

    def fair(self, policy: str = "") -> str:
        """What a seat wins on average."""
        return percent(float(self.of("games", policy)["fair"].iloc[0]), 0.003)

    def thin(self, kind: str) -> int:
        """How many of a kind have too few games."""
        return int(self.shares(kind)["is_thin"].sum())

    def top_card(self, column: str, least: int = 2000) -> Any:
        """The card with the largest difference, of those that are not rare."""
        frame = self.of("cards", column=column)
        frame = frame[frame["seats_with"] >= least]
        return frame.loc[frame["difference"].idxmax()]


def only(frame: pd.DataFrame, what: str) -> Any:
    if len(frame) != 1:
        raise ValueError(f"{what}: {len(frame)} rows, not one")
    return frame.iloc[0]


def commit() -> str:
    """Commit of the last change to what plays, analyses and reports."""
    command = ["git", "-C", str(plays.ROOT), "log", "-1", "--format=%h", "--", "sim", "analysis", "reports", "scripts"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
