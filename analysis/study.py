"""The whole analysis of a run: every estimate of every policy table, as frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pandas as pd

from analysis.absent import absent
from analysis.cards import CardSums, IdSums, card_columns, id_columns, own_columns
from analysis.distinct import Distinct
from analysis.effects import EffectSums
from analysis.fates import CreditSums, FlagSums, TimeSums, credit_columns, time_columns
from analysis.groups import Compared, TeamSums, compared_columns, kind_of
from analysis.health import convergence, health, unfinished_text
from analysis.interactions import kinds_of, parse_interactions
from analysis.leads import LeadSums
from analysis.measures import GameMeasures
from analysis.own import OwnSums
from analysis.parts import GameCounts, PartSums, items
from analysis.playtest_file import Playtests
from analysis.run import Run, open_run
from analysis.seen import BASE_COLUMNS, Seen
from analysis.sensitivity import sensitivity
from analysis.shares import Ask, Group, ShareSums, cell_frame, share_groups
from analysis.ties import TieSums
from analysis.until import PlaceSequence
from analysis.verdict import Verdict
from sim.errors import UserError
from sim.game import STOPPED_BY_ENGINE, Role


@dataclass(frozen=True)
class Study:
    """All results. Every frame has a column `table`, the index of the policy table; shares are in 0..1.

    Attributes
    ----------
    manifest
        Manifest of the run.
    ask
        Margin and level asked for.
    tables
        Descriptions of the policy tables.
    characters
        Titles of the characters; empty where the game has none to compare.
    games
        One row a table: n_games, n_blocks, n_finished, n_unfinished, fair.
    places, characters_won, policies_won, cells
        Win shares: label, n, share, se, low, high, low_all, high_all (simultaneous), n_effective, design_effect,
        fair, difference, p_value, p_holm, is_thin; `cells` also place and character. Characters without a game, and
        cells without one of those who played, have n = 0 and no estimates.
    tests, differences
        Equality tests; paired differences between places, characters and policies.
    groups, group_tests, teams
        What seats are or belong to, where the game says what is compared: see `analysis.groups`. `kind` is the plural
        of what one is called; `group_tests` has one row a kind (`analysis.pooling.Spread`).
    flags, times, credits
        What became of seats: see `analysis.fates`.
    effects, effect_tests, effects_fit
        Effects of a model in which all of them stand at once: see `analysis.effects.Effects`.
    verdicts
        Verdicts by (table, "places", "characters" or a kind of `groups`).
    ties, measures, histograms, parts, counts, leads, lead_ranks, end_reasons, cards, own, ids, convergence, health
    sensitivity
        See the modules of these names; an empty frame where the game has no such columns.
    until
        One row a table of a run that was to stop when precise (half_width, level, reached, is_precise, n_games,
        look_games, n_needed); then intervals, p values and the verdict of places hold at any time of stopping.
    absent
        Sentences on what could not be analysed, and why.
    playtests, playtest_fit, played
        Real games laid over the simulated shares, if there are any (`analysis.playtests`). `playtests`: kind (places,
        characters, cells), label, n (seats), wins, share, low, high, simulated, simulated_se, difference with bounds,
        p_value, p_holm. `playtest_fit`: kind, the test that the playtests fit; told (half the width of the usual
        interval), gap_of and gap (the largest simulated difference from fair), needed (playtests that would show it;
        NaN where the simulation does not).
    """

    manifest: Mapping[str, Any]
    ask: Ask
    tables: tuple[str, ...]
    characters: tuple[str, ...]
    games: pd.DataFrame
    places: pd.DataFrame
    characters_won: pd.DataFrame
    policies_won: pd.DataFrame
    cells: pd.DataFrame
    groups: pd.DataFrame
    group_tests: pd.DataFrame
    teams: pd.DataFrame
    flags: pd.DataFrame
    times: pd.DataFrame
    credits: pd.DataFrame
    tests: pd.DataFrame
    differences: pd.DataFrame
    effects: pd.DataFrame
    effect_tests: pd.DataFrame
    effects_fit: pd.DataFrame
    verdicts: Mapping[tuple[int, str], Verdict]
    ties: pd.DataFrame
    measures: pd.DataFrame
    histograms: pd.DataFrame
    parts: pd.DataFrame
    counts: pd.DataFrame
    leads: pd.DataFrame
    lead_ranks: pd.DataFrame
    end_reasons: pd.DataFrame
    cards: pd.DataFrame
    own: pd.DataFrame
    ids: pd.DataFrame
    convergence: pd.DataFrame
    until: pd.DataFrame
    health: pd.DataFrame
    sensitivity: pd.DataFrame
    absent: tuple[str, ...]
    playtests: pd.DataFrame = field(default_factory=pd.DataFrame)
    playtest_fit: pd.DataFrame = field(default_factory=pd.DataFrame)
    played: Playtests | None = None


def analyse(run_dir: Path, margin: float, level: float, interactions: Sequence[str] = ()) -> Study:
    """Analyses the run in a folder.

    Parameters
    ----------
    run_dir
        Folder with `manifest.json` and `rows/*.parquet`.
    margin
        What still counts as balanced, as a share (0.01 is one percentage point).
    level
        Level of intervals as a share, 0.5 or above and below 1.
    interactions
        Pairs of kinds such as `place:character` whose interaction is estimated too.
    """
    ask_for(margin, level)  # before the files are read through
    return analyse_run(open_run(run_dir), margin, level, interactions)


def analyse_run(run: Run, margin: float, level: float, interactions: Sequence[str] = ()) -> Study:
    """As `analyse`, of a run that is open."""
    ask = ask_for(margin, level)
    pairs = parse_interactions(interactions, kinds_of(run.columns, len(run.characters)))
    tables: dict[int, TableSums] = {}
    columns = TableSums(run).columns
    for table, rows in run.read(columns):
        if table not in tables:
            tables[table] = TableSums(run)
        tables[table].add(Seen(run, rows))
    _refuse_endless(run.folder, tables.values())
    frames: dict[str, list[pd.DataFrame]] = {}
    verdicts: dict[tuple[int, str], Verdict] = {}
    for table in sorted(tables):
        tables[table].effects.fit(pairs, table)
        for name, frame in tables[table].frames(ask).items():
            if len(frame.columns):
                frame.insert(0, "table", table)
            frames.setdefault(name, []).append(frame)
        verdicts |= {(table, kind): verdict for kind, verdict in tables[table].verdicts(ask).items()}
    joined: dict[str, Any] = {name: pd.concat(parts, ignore_index=True) for name, parts in frames.items()}
    joined["sensitivity"] = sensitivity(joined, verdicts)
    names = tuple(run.characters) if len(run.characters) > 1 else ()
    return Study(run.manifest, ask, tuple(run.tables), names, verdicts=verdicts, absent=absent(run, columns), **joined)


def ask_for(margin: float, level: float) -> Ask:
    """The question in the units of the estimates; UserError where a share is none."""
    if not 0.5 <= level < 1:
        raise UserError(f"level {level:g}: must be a share from 0.5 to below 1, for example 0.95")
    if not 0 < margin < 1:
        raise UserError(f"margin {margin:g}: must be a share above 0 and below 1, for example 0.01 for 1 pp")
    return Ask(margin, round(100 * level, 9))


def _refuse_endless(run_dir: Path, tables: Iterable[TableSums]) -> None:
    """A run in which no game ended says nothing of its game, but that the game does not end."""
    facts = [sums.facts for sums in tables]
    n = int(sum(each["n_games"] for each in facts))
    if n and not any(each["n_finished"] for each in facts):
        raise UserError(f"{run_dir}: none of {n:,} games ended by the rules: run `fairseat check` on the game")


class Sums(Protocol):
    """Anything that is added up from rows."""

    def add(self, seen: Seen) -> None: ...


class TableSums:
    """All sums of one policy table."""

    def __init__(self, run: Run) -> None:
        self.run = run
        scores = run.with_role(Role.SCORE, True)
        self.score = scores[0].name if scores else None
        self.shares = ShareSums(run)
        self.distinct = Distinct()
        self.effects = EffectSums(run)
        self.ties = TieSums(run, self.score)
        self.measures = GameMeasures(run, self.score)
        self.parts = PartSums(run, run.with_role(Role.PART, True))
        seat_counts = [*run.with_role(Role.COUNT, True), *run.with_role(Role.FLAG, True)]
        self.counts = PartSums(run, seat_counts)
        self.game_counts = GameCounts(run)
        self.leads = LeadSums(run)
        self.cards = [CardSums(run, column) for column in card_columns(run)]
        self.own = [OwnSums(run, column) for column in own_columns(run)]
        self.ids = [IdSums(item, run) for item in items(id_columns(run))]
        self.compared = [Compared(run, column) for column in compared_columns(run)]
        self.teams = [TeamSums(run, column) for column in run.with_role(Role.ID, False) if column.winner_of]
        self.flags = FlagSums(run)
        self.times = [TimeSums(column) for column in time_columns(run)]
        self.credits = [CreditSums(column) for column in credit_columns(run)]
        self.until = PlaceSequence(run) if run.manifest.get("until") else None
        self._compared_frames: dict[Ask, list[tuple[Compared, pd.DataFrame, pd.DataFrame]]] = {}
        shapes = {"participant": (run.n_seats + 1, run.n_seats), "character": (len(run.characters), run.n_seats)}
        self.chairs = {who: np.zeros(shape) for who, shape in shapes.items()}
        self.reasons: dict[int, int] = {}
        self.facts = dict.fromkeys(("n_games", "n_finished", "credit", "winners"), 0.0)

    @property
    def columns(self) -> list[str]:
        """Names of the columns needed."""
        own = [*self.parts.columns, *self.counts.columns, *self.game_counts.columns]
        own += [*card_columns(self.run), *own_columns(self.run), *id_columns(self.run), *self.ties.breaks]
        own += self.leads.columns
        own += [c for c in self.run.with_role(Role.ID, True) if c.compares or c.options_of]
        own += [*(sums.column for sums in self.teams), *(sums.column for sums in self.credits)]
        return [*BASE_COLUMNS, *self.measures.lengths, *([self.score] if self.score else []), *(c.name for c in own)]

    def add(self, seen: Seen) -> None:
        """Adds whole blocks of rows."""
        many: list[Sums] = [self.shares, self.distinct, self.effects, self.ties, self.measures, self.parts, self.counts]
        many += [self.game_counts, self.leads, *self.cards, *self.own, *self.ids]
        many += [*self.compared, *self.teams, self.flags, *self.times, *self.credits]
        for sums in many:
            sums.add(seen)
        if self.until:
            self.until.add(seen.rows)
        for who, counts in self.chairs.items():
            counts += _by_chair(seen.rows[who], counts.shape)
        for code, n in zip(*np.unique(seen.rows["end_reason"], return_counts=True), strict=True):
            self.reasons[int(code)] = self.reasons.get(int(code), 0) + int(n)
        team = self.run.is_team
        self.facts["n_games"] += len(seen.rows)
        self.facts["n_finished"] += float(seen.finished.sum())
        self.facts["credit"] += float(seen.credit.sum())
        self.facts["winners"] += float(seen.rows["winners"].sum() if team else seen.finished.sum())

    def groups(self, ask: Ask) -> dict[str, Group]:
        """Win shares by kind; characters and policies only where there are several to compare."""
        found = share_groups(self.shares, self.run, int(self.facts["n_games"]), ask)
        return found | {"places": self.until.group(found["places"], ask)} if self.until else found

    def verdicts(self, ask: Ask) -> dict[str, Verdict]:
        found = {kind: group.verdict for kind, group in self.groups(ask).items() if kind != "policies"}
        n_blocks, n_games = self.shares.moments.n_blocks, int(self.facts["n_games"])
        for sums, frame, _ in self.compared_frames(ask):
            if (~frame["is_thin"]).sum() > 1:
                found[kind_of(sums.column)] = sums.verdict(frame, n_blocks, n_games, ask)
        return found

    def compared_frames(self, ask: Ask) -> list[tuple[Compared, pd.DataFrame, pd.DataFrame]]:
        """Frame and spread of each compared id, those with the fewest values first; they take time, so once."""
        if ask not in self._compared_frames:
            ranked = sorted(self.compared, key=lambda sums: len(sums.labels.names))
            self._compared_frames[ask] = [(sums, *sums.frame(ask)) for sums in ranked]
        return self._compared_frames[ask]

    def frames(self, ask: Ask) -> dict[str, pd.DataFrame]:
        """Frames by their name in `Study`."""
        run, groups = self.run, self.groups(ask)
        empty = pd.DataFrame()
        fair = float(groups["places"].frame["fair"].iloc[0])
        several = len(run.characters) > 1
        compared, teams = self.compared_frames(ask), [sums.frame(ask) for sums in self.teams]
        policies = groups["policies"].frame if "policies" in groups else empty
        found = {
            "games": self._games(fair),
            "places": groups["places"].frame,
            "characters_won": groups["characters"].frame if several else empty,
            "policies_won": _seen_only(policies),
            "cells": _of_players(cell_frame(self.shares, run, fair, ask)) if several else empty,
            "groups": _joined([frame for _, frame, _ in compared]),
            "group_tests": _joined([*(test for _, _, test in compared), *(test for _, test in teams)]),
            "teams": _joined([frame for frame, _ in teams]),
            "flags": self.flags.frame(ask),
            "times": _joined([sums.frame(ask) for sums in self.times]),
            "credits": _joined([sums.frame(ask) for sums in self.credits]),
            "tests": pd.concat([group.test for group in groups.values()], ignore_index=True),
            "differences": pd.concat([group.differences for group in groups.values()], ignore_index=True),
            **self.effects.frames(ask.level),
            "ties": self.ties.frame(ask, float(groups["places"].frame["design_effect"].max())),
            "measures": _joined([self.measures.frame(ask), *(sums.frame(ask) for sums in self.leads.measures)]),
            "histograms": _joined([self.measures.counts(), *(sums.counts() for sums in self.leads.measures)]),
            "parts": self._with_score_share(self.parts.frame(ask), ask),
            "counts": _joined([self.counts.frame(ask), self.game_counts.frame(ask)]),
            "leads": self.leads.frame(ask),
            "lead_ranks": self.leads.rank_frame(ask),
            "end_reasons": self._end_reasons(),
            "cards": _joined([sums.frame(ask) for sums in self.cards]),
            "own": _joined([sums.frame(ask) for sums in self.own]),
            "ids": _joined([sums.frame(run, ask) for sums in self.ids]),
            "convergence": self.until.convergence(ask.level) if self.until else convergence(self.shares, ask),
            "until": self.until.frame() if self.until else empty,
            "health": self._health(groups["places"].frame),
        }
        for name in ("measures", "histograms", "parts", "counts") if not several else ():
            if len(found[name]):  # one character is everybody
                found[name] = found[name].query("group != 'character'")
        return found

    def _games(self, fair: float) -> pd.DataFrame:
        n, finished = int(self.facts["n_games"]), int(self.facts["n_finished"])
        row = {"n_games": n, "n_blocks": self.shares.moments.n_blocks, "n_finished": finished}
        return pd.DataFrame([row | {"n_unfinished": n - finished, "fair": fair}])

    def _health(self, places: pd.DataFrame) -> pd.DataFrame:
        n = self.facts["n_games"]
        worst = max(_imbalance(counts) for counts in self.chairs.values())
        effect = places["design_effect"].max()
        facts = {
            **self.facts,
            "n_expected": float(self.run.manifest["n_games"]),
            "n_shards": float(len(self.run.shards)),
            "n_unfinished": n - self.facts["n_finished"],
            "worst_seating": worst,
            "design_effect": float(effect),
            "n_blocks": float(self.shares.moments.n_blocks),
        }
        checks = health(self.shares, facts, unfinished_text(self._end_reasons()), [self.distinct.check()])
        checks = _joined([self.until.health(), checks]) if self.until else checks
        return checks[~checks["check"].isin(self.run.unchecked)].reset_index(drop=True)

    def _end_reasons(self) -> pd.DataFrame:
        names = {int(code): str(text) for code, text in (self.run.manifest.get("end_reasons") or {}).items()}
        names.setdefault(-1, STOPPED_BY_ENGINE)
        codes = sorted(self.reasons)
        n = int(self.facts["n_games"])
        rows = [
            (code, names.get(code, f"code {code}"), code >= 0, self.reasons[code], self.reasons[code] / n)
            for code in codes
        ]
        return pd.DataFrame(rows, columns=["code", "label", "is_finished", "n", "share"])

    def _with_score_share(self, parts: pd.DataFrame, ask: Ask) -> pd.DataFrame:
        if not len(parts) or not self.score:
            return parts
        scores = self.measures.frame(ask).query("measure == 'score'").set_index(["group", "label"])["mean"]
        keys = pd.MultiIndex.from_frame(parts[["group", "label"]])
        total = scores.reindex(keys).to_numpy()
        with np.errstate(divide="ignore", invalid="ignore"):
            parts["share_of_score"] = np.where(total != 0, parts["mean"] / total, np.nan)
        return parts


def _by_chair(who: np.ndarray[Any, Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """How often each (participant or character) sat in each chair; `who` of shape (n_seats, n)."""
    chair = np.arange(shape[1])[:, None]
    return np.bincount((who.astype(np.int64) * shape[1] + chair).ravel(), minlength=shape[0] * shape[1]).reshape(shape)


def _imbalance(counts: np.ndarray[Any, Any]) -> float:
    """Largest departure of the counts (who, chair) from equal counts over the chairs, as a share of the mean."""
    seen = counts[counts.sum(1) > 0]
    mean = seen.mean(1, keepdims=True)
    return float((np.abs(seen - mean) / mean).max())


def _seen_only(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["n"] > 0].reset_index(drop=True) if len(frame) else frame


def _of_players(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells of the characters that had games at all, also those in which they had none."""
    played = cells.groupby("character")["n"].transform("sum") > 0
    return cells[played].reset_index(drop=True)


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    full = [frame for frame in frames if len(frame)]
    return pd.concat(full, ignore_index=True) if full else pd.DataFrame()
