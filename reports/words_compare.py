"""Sentences on two runs against each other: the headline, verdicts, amounts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from analysis.comparison import Answer, Change, Comparison
from analysis.metrics import CHARACTER, KINDS, LENGTH, PLACE, POLICY, SCORE, SCORE_BY_PLACE, TIES, UNFINISHED
from analysis.precision import count, decimals, percent, show
from analysis.verdict import MIN_BLOCKS
from reports.model import VerdictLine
from reports.words_change import change_words
from reports.words_groups import listed

MARKS = {Answer.SAME: "=", Answer.WITHIN: "~", Answer.MOVED: "!", Answer.UNSHOWN: "?", Answer.UNDECIDED: "?"}
#: Kinds by what a reader calls them; values that seats have are called by their own word.
NAMES = {
    PLACE: "places",
    CHARACTER: "characters",
    POLICY: "policies",
    TIES: "ties",
    SCORE: "score",
    SCORE_BY_PLACE: "score by place",
    LENGTH: "length",
    UNFINISHED: "unfinished games",
}
#: So many differences are named in a sentence.
MOST_NAMED = 4


def name_of(kind: str) -> str:
    """What a kind is called: "places", "factions"."""
    return NAMES.get(kind, f"{kind}s")


def margin_text(found: Comparison) -> str:
    return f"{100 * found.ask.margin:g} pp"


def amount(row: Any) -> str:
    """A difference with its sign and unit: `-1.3 pp (-1.5 to -1.1)`, `+0.42 points (0.40 to 0.44)`."""
    scale, unit, most = (100, " pp", 3) if row["is_share"] else (1, f" {row['unit']}", 4)
    unit = "" if row["unit"] == row["label"] else unit
    if row["difference"] == row["low"] == row["high"]:
        return f"{_plain(scale * row['difference'])}{unit}"
    places = decimals(scale * row["se"], most)
    while places < 6 and f"{scale * row['low']:.{places}f}" == f"{scale * row['high']:.{places}f}":
        places += 1
    value, low, high = (_at(scale * row[name], places) for name in ("difference", "low", "high"))
    return f"{'+' if float(value) > 0 else ''}{value}{unit} ({low} to {high})"


def _plain(value: float) -> str:
    return f"{'+' if value > 0 else ''}{show(value, 0.0, 3).rstrip('0').rstrip('.')}"


def _at(value: float, places: int) -> str:
    text = f"{round(value, 9):.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def level_of(row: Any, side: str) -> str:
    """A side's own value."""
    value, error = row[side], row[f"{side}_se"]
    return percent(value, error) if row["is_share"] else show(value, error, 4)


def headline(found: Comparison, table: int = 0) -> str:
    """The verdict in one line: what the change moves, places first."""
    if found.is_same and not len(found.differs):
        return f"The sides are the same, and so is every figure: {same_text(found, table)}."
    words, is_plural = change_words(found)
    words = words or "the other run"  # of another version of the game
    change = upper(words)
    if found.is_same:
        return f"{change} {'change' if is_plural else 'changes'} nothing: {same_text(found, table)}."
    verb = "move" if is_plural else "moves"
    places = found.verdicts.get((table, PLACE))
    if places is None:
        return f"{change}: the sides have no place in common."
    told = _headline_of(found, PLACE, places)
    others = [kind for kind in found.kinds(table) if kind != PLACE and is_win(kind) and (table, kind) in found.verdicts]
    moved = [kind for kind in others if found.verdicts[table, kind].answer == Answer.MOVED]
    if places.answer == Answer.UNDECIDED:
        text = f"Not enough games to say whether {words} {verb} places: {_moves(found, (places.most,))} so far"
        more = places.more_games
        text += f"; about {count(more)} more games on each side would settle it" if more else ""
    else:
        text = f"{change} {verb} {told}"
    for kind in moved[:1]:
        text += f"; of {name_of(kind)}, {_moves(found, found.verdicts[table, kind].moved[:1], by=' by ')}"
    return f"{text}."


def upper(text: str) -> str:
    """A sentence with a capital; a path at its start stays as it is written."""
    return text if "." in text.split(" ", 1)[0] else text[:1].upper() + text[1:]


def _headline_of(found: Comparison, kind: str, verdict: Change) -> str:
    if verdict.answer == Answer.SAME:
        return f"no {kind}: all are the same in every block"
    if verdict.moved:
        small = f", all within {margin_text(found)}" if verdict.answer == Answer.WITHIN else ""
        return f"{_moves(found, verdict.moved[:2], ' and ', ' by ')}{small}"
    return f"no {kind} by as much as {margin_text(found)}: {_moves(found, (verdict.most,))} at most"


def _moves(found: Comparison, rows: Iterable[int], between: str = "; ", by: str = " ") -> str:
    """`place 1 -1.3 pp (-1.5 to -1.1); ...`."""
    every = [found.changes.loc[at] for at in rows]
    return between.join(f"{row['label']}{by}{amount(row)}" for row in every)


def is_win(kind: str) -> bool:
    """Whether a kind are win shares."""
    return kind in (PLACE, CHARACTER, POLICY) or kind not in KINDS


def same_text(found: Comparison, table: int) -> str:
    """What it means that no block differs: how rare a difference may be all the same."""
    n = found.pairs[table].n_blocks[0]
    bound = 1 - (1 - found.ask.level / 100) ** (1 / n)
    rare = (
        f"; if any do, then fewer than one in {count(math.floor(1 / bound))}, at {found.ask.level:g} %" if n > 1 else ""
    )
    return f"the same in every one of {count(n)} blocks{'' if not len(found.differs) else rare}"


def verdict_lines(found: Comparison) -> tuple[VerdictLine, ...]:
    """One line a kind for each pair of policy tables."""
    lines = []
    for (table, kind), verdict in found.verdicts.items():
        if kind == SCORE_BY_PLACE:  # the score tells it in short, a table and a chart in full
            continue
        of = tables_text(found, table) if len(found.tables) > 1 else ""
        name = name_of(kind).capitalize()
        sentence = _sentence(found, table, kind, verdict)
        subject = f"{name}, {of}" if of else name
        is_brief = is_win(kind) or kind == TIES
        mark = MARKS[verdict.answer]
        lines.append(VerdictLine(subject, str(verdict.answer), sentence, mark, name, of, is_brief))
    return tuple(lines)


def tables_text(found: Comparison, table: int) -> str:
    """The policies of a pair of tables."""
    a, b = found.tables[table]
    return f"policies {a}" if a == b else f"policies {a} against {b}"


def _sentence(found: Comparison, table: int, kind: str, verdict: Change) -> str:
    margin = margin_text(found)
    if verdict.answer == Answer.SAME:
        return f"Equal on both sides in every one of {count(found.pairs[table].n_blocks[0])} blocks."
    named = _named(found, verdict)
    if verdict.answer == Answer.WITHIN:
        level = 2 * found.ask.level - 100
        shown = f" Shown, though small: {named}." if verdict.moved else f" Largest: {named}."
        return f"Every {level:g} % interval of a change lies within {margin} of 0.{shown}"
    if verdict.answer == Answer.MOVED:
        far = [str(found.changes.loc[at, "label"]) for at in verdict.beyond]
        beyond = f" Beyond the margin of {margin}: {listed(far)}." if 0 < len(far) <= MOST_NAMED else ""
        return f"{named}.{beyond}"
    if verdict.answer == Answer.UNSHOWN:
        return f"Largest: {named}."
    return f"Largest: {named}; the margin is {margin}. {more_text(found, table, verdict)}"


def _named(found: Comparison, verdict: Change) -> str:
    rows = verdict.moved[:MOST_NAMED] or (verdict.most,)
    more = len(verdict.moved) - MOST_NAMED
    return _moves(found, rows) + (f"; and {more} more" if more > 0 else "")


def more_text(found: Comparison, table: int, verdict: Change) -> str:
    """How many more games would settle what is open."""
    if min(found.pairs[table].n_blocks) < MIN_BLOCKS:
        return (
            f"A verdict needs {MIN_BLOCKS} blocks: play about {count(verdict.more_games or 0)} more games on each side."
        )
    if verdict.more_games is None:
        return "No sensible number of games would settle it."
    return f"About {count(verdict.more_games)} more games on each side would settle it, if the estimates are true."
