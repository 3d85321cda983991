"""The analysis from a notebook: a data frame with one row a game in, data frames of estimates out.

Every function takes `frame` and `about` as `analysis.memory.run_of` does, and changes neither. `frame` is what
`pandas.read_parquet` gives of a run's files, a query of them, or rows from elsewhere; `about` is the run's manifest, or
what is known of it. Shares are in 0..1, `level` too. Every result has a column `table`, the index of the policy table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import pandas as pd

from analysis import effects as effects_module
from analysis.leads import LeadSums
from analysis.memory import run_of
from analysis.parts import PartSums
from analysis.playtest_file import for_run, sheet_of
from analysis.playtests import compare
from analysis.run import Run
from analysis.seen import BASE_COLUMNS, Seen
from analysis.shares import Ask, Group, ShareSums, cell_frame, share_groups
from analysis.study import Study, Sums, analyse_run, ask_for
from analysis.ties import TieSums
from sim.errors import UserError, unknown
from sim.game import Role

About = Mapping[str, Any] | None
OfSums = TypeVar("OfSums", bound=Sums)
#: What win shares can be asked by, and the kind that the frames of a study know it by.
BY = {"place": "places", "character": "characters", "policy": "policies", "cell": "cells"}


def analyse_rows(frame: pd.DataFrame, about: About = None, margin: float = 0.01, level: float = 0.95) -> Study:
    """All that `analysis.study.analyse` finds, of rows in memory.

    Checks of the run that need files or the plan are left out where there is none.
    """
    return analyse_run(run_of(frame, about), margin, level)


def win_shares(frame: pd.DataFrame, by: str = "place", about: About = None, level: float = 0.95) -> pd.DataFrame:
    """Win shares with their intervals: one row a place, character, policy or (by "cell") character in a place.

    Columns: see `places` of `analysis.study.Study`.
    """
    if by not in BY:
        raise unknown("kind of win shares", by, BY)
    run, ask = run_of(frame, about), ask_for(0.01, level)
    if by == "cell":
        return _joined(run, ShareSums, lambda sums: cell_frame(sums, run, _places(sums, run, ask)["fair"].iloc[0], ask))
    return _joined(run, ShareSums, lambda sums: _group(sums, run, BY[by], ask).frame)


def equality(frame: pd.DataFrame, about: About = None) -> pd.DataFrame:
    """Tests that all places are equal, all characters, all policies: one row a test."""
    run, ask = run_of(frame, about), ask_for(0.01, 0.95)
    return _joined(run, ShareSums, lambda sums: pd.concat([g.test for g in _groups(sums, run, ask).values()]))


def differences(frame: pd.DataFrame, about: About = None, level: float = 0.95) -> pd.DataFrame:
    """Differences between every two places, characters and policies, paired within blocks."""
    run, ask = run_of(frame, about), ask_for(0.01, level)
    return _joined(run, ShareSums, lambda sums: pd.concat([g.differences for g in _groups(sums, run, ask).values()]))


def verdicts(frame: pd.DataFrame, about: About = None, margin: float = 0.01, level: float = 0.95) -> pd.DataFrame:
    """Balanced, unbalanced or not enough games within a margin: one row for places and one for characters.

    Columns: about, answer, worst (label of who is farthest from fair), off (labels beyond the margin), more_games (NaN
    where no sensible number is known).
    """
    run, ask = run_of(frame, about), ask_for(margin, level)
    return _joined(run, ShareSums, lambda sums: _verdicts(_groups(sums, run, ask)))


def ties(frame: pd.DataFrame, about: About = None, level: float = 0.95) -> pd.DataFrame:
    """How often the top score is equal, and still is after each tie-break, and how often the win is shared.

    One row a kind of tie and number of sharers (`ways`), from 2 on; in `ways` 0 all numbers are counted together.
    """
    run, ask = run_of(frame, about), ask_for(0.01, level)
    score = next((c.name for c in run.with_role(Role.SCORE, True)), None)
    columns = [*([score] if score else []), *(c.name for c in TieSums(run, score).breaks)]
    both = _added(run, lambda run: Both(TieSums(run, score), ShareSums(run)), columns)
    effects = {table: _places(sums.shares, run, ask)["design_effect"].max() for table, sums in both.items()}
    return _in_one({table: sums.ties.frame(ask, float(effects[table])) for table, sums in both.items()})


def scores(frame: pd.DataFrame, about: About = None, level: float = 0.95) -> pd.DataFrame:
    """Mean score and its parts with intervals, of all seats, by place and by character; winners minus others."""
    run, ask = run_of(frame, about), ask_for(0.01, level)
    columns = (*run.with_role(Role.SCORE, True), *run.with_role(Role.PART, True))
    if not columns:
        raise UserError("the rows hold no score: add columns 'score_1', 'score_2', ...")
    return _joined(run, lambda run: PartSums(run, columns), lambda sums: sums.frame(ask), [c.name for c in columns])


def leads(frame: pd.DataFrame, about: About = None, level: float = 0.95) -> pd.DataFrame:
    """How often whoever leads after a round wins in the end: one row a round."""
    run, ask = run_of(frame, about), ask_for(0.01, level)
    columns = LeadSums(run).columns
    if not columns:
        raise UserError("the rows hold no scores by round: `about` must list such a column (role 'round_score')")
    return _joined(run, LeadSums, lambda sums: sums.frame(ask), [column.name for column in columns])


def effects(
    frame: pd.DataFrame, interactions: Sequence[str] = (), about: About = None, level: float = 0.95
) -> pd.DataFrame:
    """Effects of place, character, policy and what else seats differ in, all at once in one model.

    One row a level of each kind. `interactions` are pairs such as "place:character"; see `analysis.effects.Effects`,
    which `analysis.effects.effects` gives whole for `analysis.memory.run_of(frame, about)`.
    """
    ask_for(0.01, level)
    return effects_module.effects(run_of(frame, about), interactions, level).effects


def playtests(frame: pd.DataFrame, plays: pd.DataFrame, about: About = None, level: float = 0.95) -> pd.DataFrame:
    """Results of real games against the simulated shares: one row a place, character and character in a place.

    `plays` has one row a seat and the columns of docs/reading-a-report.md (place, won, character, game, players).
    Columns: see `playtests` of `analysis.study.Study`.
    """
    run, ask = run_of(frame, about), ask_for(0.01, level)
    return compare(run, for_run(sheet_of(plays), run.manifest), ask)[0]


class Both:
    """Ties, and the win shares whose design effect stands in for ties that never happened."""

    def __init__(self, ties: TieSums, shares: ShareSums) -> None:
        self.ties, self.shares = ties, shares

    def add(self, seen: Seen) -> None:
        self.ties.add(seen)
        self.shares.add(seen)


def _added(run: Run, make: Callable[[Run], OfSums], columns: list[str]) -> dict[int, OfSums]:
    """Sums of every policy table of a run."""
    found: dict[int, OfSums] = {}
    for table, rows in run.read([*BASE_COLUMNS, *columns]):
        if table not in found:
            found[table] = make(run)
        found[table].add(Seen(run, rows))
    return dict(sorted(found.items()))


def _joined(
    run: Run, make: Callable[[Run], OfSums], tell: Callable[[OfSums], pd.DataFrame], columns: list[str] | None = None
) -> pd.DataFrame:
    """What sums tell, of every policy table."""
    return _in_one({table: tell(sums) for table, sums in _added(run, make, columns or []).items()})


def _in_one(frames: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    for table, frame in frames.items():
        frame.insert(0, "table", table)
    return pd.concat(list(frames.values()), ignore_index=True)


def _groups(sums: ShareSums, run: Run, ask: Ask) -> dict[str, Group]:
    return share_groups(sums, run, int(sums.moments.total[0]), ask)


def _group(sums: ShareSums, run: Run, kind: str, ask: Ask) -> Group:
    groups = _groups(sums, run, ask)
    if kind not in groups:
        raise UserError(f"the rows name no {kind} to compare: add columns or their names (`about`)")
    return groups[kind]


def _places(sums: ShareSums, run: Run, ask: Ask) -> pd.DataFrame:
    return _group(sums, run, "places", ask).frame


def _verdicts(groups: Mapping[str, Group]) -> pd.DataFrame:
    rows = []
    for kind, group in groups.items():
        if kind != "policies":  # they need not be equal
            labels, found = list(group.frame["label"]), group.verdict
            off = ", ".join(labels[at] for at in found.off)
            row = {"about": kind, "answer": str(found.answer), "worst": labels[found.worst], "off": off}
            rows.append(row | {"more_games": float("nan") if found.more_games is None else float(found.more_games)})
    return pd.DataFrame(rows)
