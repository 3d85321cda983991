"""Two finished runs against each other: what differs between them, what that moves, and by how much.

Places, characters, policies, ties and what seats belong to are judged by a margin; scores and lengths, which have none,
only by whether they move at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.intervals import mean_interval
from analysis.metrics import PLACE, UNFINISHED
from analysis.paired import Paired, pair_runs
from analysis.run import Run
from analysis.shares import Ask
from analysis.verdict import MAX_FACTOR, MIN_BLOCKS, POWER, rounded_up, shrinkage
from sim.errors import UserError

Array = np.ndarray[Any, Any]

#: More unfinished games than this on a side are no sound run.
MAX_UNFINISHED = 0.001
#: Entries of a data file that are words about it.
_WORDS = ("about", "text", "title", "name", "name_zh", "provenance")


class Answer(StrEnum):
    """What the games say about one kind of figure."""

    SAME = "the same"
    WITHIN = "within the margin"
    MOVED = "moved"
    UNSHOWN = "no change shown"
    UNDECIDED = "not enough games"


@dataclass(frozen=True)
class Change:
    """Verdict on one kind of figure in one pair of policy tables.

    Attributes
    ----------
    answer
        The same: equal in every block, and in so many that what was not seen could not leave the margin. Within the
        margin: every (100 - 2a) % interval of a difference lies inside +-margin. Moved: some difference is not 0 with
        all of the kind judged at once (Holm). Else not enough games, or, of what has no margin, no change shown.
    most
        Index (in `Comparison.changes`) of the largest difference, of those that moved if any did.
    moved
        Indices of the differences that are not 0 with all judged at once, largest first.
    beyond
        Those of them whose simultaneous interval lies wholly outside the margin.
    more_games
        Not enough games: about how many more on each side would settle it with a chance of 90 % if the estimates were
        true; None if no sensible number is known, and of every other answer.
    """

    answer: Answer
    most: int
    moved: tuple[int, ...]
    beyond: tuple[int, ...]
    more_games: int | None


@dataclass(frozen=True)
class Comparison:
    """All that is said of two runs.

    Attributes
    ----------
    a, b
        Manifests of both.
    ask
        Margin and level.
    tables
        By pair: description of the policy table of a and of b.
    pairs
        By pair: what its differences rest on (`analysis.paired.Paired`).
    changes
        Frames of `analysis.paired` below each other, with a column `table`, the index of the pair.
    verdicts
        By (pair, kind).
    differs
        What is not the same on both sides: what (as a path for --set where it is one), a, b.
    flips
        Differences whose sign is not the same in all pairs, both shown: kind, label.
    health
        Checks of the runs: check, figure, meaning, is_ok, table.
    """

    a: Mapping[str, Any]
    b: Mapping[str, Any]
    ask: Ask
    tables: tuple[tuple[str, str], ...]
    pairs: tuple[Paired, ...]
    changes: pd.DataFrame
    verdicts: Mapping[tuple[int, str], Change]
    differs: pd.DataFrame
    flips: pd.DataFrame
    health: pd.DataFrame

    def kind(self, kind: str, table: int = 0) -> pd.DataFrame:
        """Rows of one kind in one pair of tables; the index is that of `changes`."""
        return self.changes[(self.changes["kind"] == kind) & (self.changes["table"] == table)]

    def kinds(self, table: int = 0) -> list[str]:
        """Kinds of a pair in report order."""
        return list(dict.fromkeys(self.changes.loc[self.changes["table"] == table, "kind"]))

    @property
    def is_same(self) -> bool:
        """Whether no figure differs in any block."""
        return all(not pair.reason and pair.n_same == pair.n_blocks[0] for pair in self.pairs)


def compare_runs(a: Run, b: Run, margin: float, level: float) -> Comparison:
    """Compares two runs of a game.

    Parameters
    ----------
    margin
        What still counts as no change, as a share.
    level
        Level of intervals as a share.

    Raises
    ------
    UserError
        Runs of different games, or policy tables that do not match.
    """
    if a.manifest["game"] != b.manifest["game"]:
        raise UserError(f"games {a.manifest['game']} and {b.manifest['game']}: compare two runs of one game")
    ask = Ask(margin, round(100 * level, 9))
    matched = matched_tables(a.tables, b.tables)
    pairs = tuple(pair_runs(a, b, tables, ask.level) for tables in matched)
    frames = []
    for index, pair in enumerate(pairs):
        frame = pair.frame.copy()
        frame.insert(0, "table", index)
        frames.append(frame)
    changes = pd.concat(frames, ignore_index=True)
    changes = changes[~_never(changes)].reset_index(drop=True)
    verdicts = {}
    for table, pair in enumerate(pairs):
        rows = changes[(changes["table"] == table) & changes["difference"].notna()]
        for kind, part in rows.groupby("kind", sort=False):
            verdicts[table, str(kind)] = judge(part, min(pair.n_games), ask)
    texts = tuple((a.tables[one], b.tables[two]) for one, two in matched)
    differs, health = differences(a.manifest, b.manifest), _health(pairs, changes, a, b)
    return Comparison(
        a.manifest, b.manifest, ask, texts, pairs, changes, verdicts, differs, _flips(changes, ask), health
    )


def matched_tables(a: Sequence[str], b: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Which policy table of a is set against which of b: those of one text, or one against one, else in their order."""
    if shared := [text for text in a if text in b]:
        return tuple((a.index(text), b.index(text)) for text in shared)
    if len(a) != len(b):
        raise UserError(f"policy tables {'; '.join(a)} and {'; '.join(b)}: play the same ones on both sides")
    return tuple((at, at) for at in range(len(a)))


def _never(changes: pd.DataFrame) -> Array:
    """Unfinished games where all games of both sides ended."""
    none = (changes["a"].fillna(0) == 0) & (changes["b"].fillna(0) == 0)
    never: Array = ((changes["kind"] == UNFINISHED) & none).to_numpy()
    return never


def judge(rows: pd.DataFrame, n_games: int, ask: Ask) -> Change:
    """Verdict on the differences of one kind.

    Parameters
    ----------
    rows
        Rows of `analysis.paired` of one kind, with a difference each.
    n_games
        Games of the smaller side.
    """
    size, index = rows["difference"].abs(), rows.index
    significant = rows["p_holm"] < 1 - ask.level / 100
    ranked = np.argsort(-size.to_numpy(), kind="stable")
    moved = [int(index[at]) for at in ranked if significant.iloc[at]]
    most = moved[0] if moved else int(index[ranked[0]])
    n_blocks = int(rows["n_blocks"].iloc[0])
    is_same = bool((rows["is_paired"] & (rows["n_same"] == rows["n_blocks"])).all())
    if is_same and (not rows["is_share"].any() or not rows["se"].any()):
        return Change(Answer.SAME, most, (), (), None)
    if n_blocks < MIN_BLOCKS:
        return Change(Answer.UNDECIDED, most, (), (), rounded_up((MIN_BLOCKS - n_blocks) * n_games / n_blocks))
    if not rows["is_share"].all():
        return Change(Answer.MOVED if moved else Answer.UNSHOWN, most, tuple(moved), (), None)
    difference, error = rows["difference"].to_numpy(), rows["se"].to_numpy()
    low, high = mean_interval(difference, error, n_blocks, 2 * ask.level - 100)
    if bool(((low > -ask.margin) & (high < ask.margin)).all()):
        return Change(Answer.SAME if is_same else Answer.WITHIN, most, tuple(moved), (), None)
    low, high = mean_interval(difference, error, n_blocks, 100 - (100 - ask.level) / len(rows))
    outside = index[(low > ask.margin) | (high < -ask.margin)]
    if moved:
        return Change(Answer.MOVED, most, tuple(moved), tuple(int(i) for i in outside), None)
    return Change(Answer.UNDECIDED, most, (), (), _more_games(np.abs(difference), error, n_games, ask))


def _more_games(distance: Array, error: Array, n_games: int, ask: Ask) -> int | None:
    """Games to add on each side until all lie inside the margin or one is not 0, whichever is settled first."""
    tail, n = 1 - ask.level / 100, len(distance)
    distance = distance * shrinkage(distance, error, n)
    inside = stats.norm.ppf(1 - tail) + stats.norm.ppf(1 - (1 - POWER) / (2 * n))
    apart = stats.norm.ppf(1 - tail / (2 * n)) + stats.norm.ppf(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(distance < ask.margin, ask.margin - distance, 0)
        factors = [float(np.max((inside * error / room) ** 2)), float(np.min((apart * error / distance) ** 2))]
    factor = min(value for value in (*factors, MAX_FACTOR) if value == value)
    return None if factor >= MAX_FACTOR else rounded_up(max(n_games * (factor - 1), 1))


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> pd.DataFrame:
    """What two manifests do not have in common that a user chose: data by path, policies, players, seating and so on.

    Columns: what, a, b (texts; "" where there is none), is_words (it changes no game).
    """
    sides = [dict(_facts(manifest)) for manifest in (a, b)]
    names = dict.fromkeys(name for side in sides for name in side)
    rows = [(name, sides[0].get(name, ""), sides[1].get(name, ""), name.rpartition(".")[2] in _WORDS) for name in names]
    frame = pd.DataFrame(rows, columns=["what", "a", "b", "is_words"])
    lacks = (frame["a"] == "") | (frame["b"] == "")
    is_other_style = frame["what"].str.startswith("policies.") & lacks  # who plays otherwise is told by `policies`
    return frame[(frame["a"] != frame["b"]) & ~is_other_style].reset_index(drop=True)


def _facts(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    document: Mapping[str, Any] = manifest.get("document") or {}
    yield "players", str(manifest["n_seats"])
    yield "policies", "; ".join(map(str, manifest["tables"]))
    yield "characters", ", ".join(dict.fromkeys(map(str, manifest.get("characters_in_play") or ())))
    yield "seating", str(manifest.get("seating", "balanced"))
    yield "deals", str(manifest.get("deals", "shared"))
    yield "seed", str(manifest.get("seed", ""))
    yield "cards", str(manifest.get("pack", ""))
    for part in ("rules", "rulings"):
        yield from _leaves(part, document.get(part) or {})
    for cards in (document.get("cards") or {}).values():
        for card in cards if isinstance(cards, list) else ():
            if isinstance(card, Mapping):
                yield from _leaves(f"cards.{card.get('id', '')}", card)
    for name, policy in (document.get("policies") or {}).items():
        if name in manifest["policies"] and isinstance(policy, Mapping):
            yield from _leaves(f"policies.{name}", policy.get("weights") or {})


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Single values by path; entries of lists are counted from 1, as --set counts them."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}", inner)
    elif isinstance(value, list) and value:
        for number, inner in enumerate(value, start=1):
            yield from _leaves(f"{path}.{number}", inner)
    else:
        yield path, str(value).lower() if isinstance(value, bool) else str(value)


def _flips(changes: pd.DataFrame, ask: Ask) -> pd.DataFrame:
    """Differences that are shown with both signs under different policies."""
    shown = changes[changes["p_holm"] < 1 - ask.level / 100]
    signs = np.sign(shown["difference"]).groupby([shown["kind"], shown["label"]], sort=False).nunique()
    return pd.DataFrame(list(signs[signs > 1].index), columns=["kind", "label"])


def _health(pairs: Sequence[Paired], changes: pd.DataFrame, a: Run, b: Run) -> pd.DataFrame:
    rows = []
    for table, pair in enumerate(pairs):
        frame = changes[changes["table"] == table]
        for name, run, n_games in (("a", a, pair.n_games[0]), ("b", b, pair.n_games[1])):
            side = name.upper()
            is_whole = n_games == run.manifest["n_games"]
            rows.append((f"games complete, {side}", f"{n_games:,}", "as many games as the plan has", is_whole, table))
            unfinished = frame.loc[frame["kind"] == UNFINISHED, name].fillna(0).sum()
            text = f"{100 * unfinished:.3g} %"
            rows.append((f"unfinished games, {side}", text, "below 0.1 %", unfinished < MAX_UNFINISHED, table))
            if not run.is_team:
                credit = float(frame.loc[frame["kind"] == PLACE, name].sum()) + unfinished
                what = "credits of all places and unfinished games sum to 1"
                rows.append((f"wins sum to games, {side}", f"{credit:.6f}", what, abs(credit - 1) < 1e-6, table))
    return pd.DataFrame(rows, columns=["check", "figure", "meaning", "is_ok", "table"])


def names_of(comparison: Comparison) -> list[tuple[str, str]]:
    """Titles and plain names of the characters of both sides, for output that cannot show titles."""
    found: dict[str, str] = {}
    for manifest in (comparison.a, comparison.b):
        names = [str(name) for name in manifest["characters"]]
        titles = [str(title) for title in manifest.get("character_titles") or names]
        found |= {title: name for title, name in zip(titles, names, strict=True) if title != name}
    return list(found.items())
