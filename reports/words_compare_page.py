"""What the page of a comparison says around its numbers: answers, notes, glossary."""

from __future__ import annotations

import re
from typing import Any

from analysis.comparison import Answer, Comparison
from analysis.metrics import PLACE, SCORE_BY_PLACE, TIES, UNFINISHED
from analysis.precision import count
from analysis.verdict import rounded_up
from reports.model import Item
from reports.words_compare import (
    MOST_NAMED,
    NAMES,
    amount,
    headline,
    is_win,
    level_of,
    margin_text,
    name_of,
    same_text,
    tables_text,
    upper,
)
from reports.words_facts import assumed, block
from reports.words_groups import listed

#: Pairing that gains less than this costs.
COSTS = 0.8


def answers(found: Comparison) -> tuple[Item, ...]:
    """The questions of the first screen."""
    return (
        Item("What does it change?", headline(found)),
        Item("By how much?", _how_much(found)),
        Item("How sure is that?", _how_sure(found)),
        Item("With other policies?", _other_policies(found)),
        Item("What is assumed?", f"{assumed_on_both(found)} Everyone plays as the policies say."),
        Item("What to do next?", _next(found)),
    )


def _how_much(found: Comparison) -> str:
    lines = []
    for kind in found.kinds(0):
        rows = found.kind(kind)
        rows = rows[rows["difference"].notna()]
        if (0, kind) in found.verdicts and kind != SCORE_BY_PLACE and len(rows):
            ranked = rows.loc[rows["difference"].abs().sort_values(ascending=False, kind="stable").index]
            shown = rows if kind == PLACE and len(rows) <= MOST_NAMED else ranked.head(MOST_NAMED)
            told = "; ".join(f"{row['label']} {amount(row)}" for _, row in shown.iterrows())
            lines.append(f"{name_of(kind).capitalize()}: {told}.")
    return "\n".join(lines)


def _how_sure(found: Comparison) -> str:
    pair = found.pairs[0]
    level = f"{found.ask.level:g} % intervals"
    if pair.reason:
        a, b = (f"{count(n)} games in {count(m)} blocks" for n, m in zip(pair.n_games, pair.n_blocks, strict=True))
        return f"A: {a}; B: {b}; {level}. {unpaired_text(found)}"
    text = f"{count(pair.n_games[0])} games on each side in {count(pair.n_blocks[0])} blocks, block by block; {level}."
    if found.is_same:
        return f"{text} {same_text(found, 0).capitalize()}."
    same = f"{count(pair.n_same)} blocks are" if pair.n_same > 1 else "one block is" if pair.n_same else "no block is"
    text += f" {upper(same)} the same in every figure."
    return f"{text} {gain_text(found)}"


def unpaired_text(found: Comparison) -> str:
    return (
        f"The sides do not share their chance ({found.pairs[0].reason}): they are independent samples, and intervals "
        "are as wide as those of any two runs."
    )


def gain_text(found: Comparison) -> str:
    """How many times as many games two runs that share nothing would need, by the figures of the headline."""
    places = found.kind(PLACE)
    known = places[places["gain"].notna()]
    if not len(known):
        return ""
    low, high = float(known["gain"].min()), float(known["gain"].max())
    if high < COSTS:
        return f"Sharing chance cost precision here: two runs of other seeds need {gain_number(high)} times as many."
    if high < 1.2:
        return "Sharing chance gained nothing here: runs of seeds of their own would have told as much."
    times = gain_number(low) if gain_number(low) == gain_number(high) else f"{gain_number(low)} to {gain_number(high)}"
    first = found.verdicts.get((0, PLACE))
    of = ""
    if first and len(known) > 1:
        row: Any = found.changes.loc[first.most]
        of = f" ({gain_number(row['gain'])} for {row['label']})" if row["gain"] == row["gain"] else ""
    return (
        "Sharing chance saved games: for the same errors of changes by place, two runs of seeds of their own would "
        f"need {times} times as many{of}."
    )


def gain_number(gain: float) -> str:
    """A factor with two digits."""
    return f"{gain:.1f}" if gain < 9.95 else count(float(f"{gain:.2g}"))


def _other_policies(found: Comparison) -> str:
    if len(found.tables) < 2:
        return "None was tried: give --policy twice or more, and see whether the changes hold."
    lines = [f"With {tables_text(found, at)}: {headline(found, at)}" for at in range(1, len(found.tables))]
    flips = list(found.flips["label"])
    lines.append(
        f"The sign of the change is not the same with all policies for {listed(flips[:8])}."
        if flips
        else "No change is shown with both signs."
    )
    return "\n".join(lines)


def assumed_on_both(found: Comparison) -> str:
    a, b = assumed(found.a), assumed(found.b)
    return a if a == b else f"A: {a} B: {b}"


def _next(found: Comparison) -> str:
    steps = []
    verdicts = {kind: verdict for (table, kind), verdict in found.verdicts.items() if table == 0}
    more = [v.more_games for v in verdicts.values() if v.answer == Answer.UNDECIDED and v.more_games]
    if more:
        total = rounded_up(max(found.pairs[0].n_games) + max(more))
        steps.append(f"Play on: about {count(total)} games on each side should decide what is open.")
    if found.pairs[0].reason.startswith(("seeds", "numbers of blocks")):
        steps.append("Play both sides with one --seed and as many games: then they share chance.")
    if len(found.tables) < 2:
        steps.append("Repeat with a second play style before believing it.")
    elif any(is_win(kind) for kind in found.flips["kind"]):
        steps.append("Find out which style is like your players: the sign depends on it.")
    if any(v.answer == Answer.MOVED for v in verdicts.values()) and (span := _span(found)):
        steps.append(f"Try values between: `fairseat sweep` with `--vary {span}` draws the whole curve.")
    return " ".join(steps) or "Nothing is open at this margin; a smaller --margin asks a harder question."


def _span(found: Comparison) -> str:
    """`rules.handicap.4=0:2` where one number was changed, and others lie between."""
    rows = found.differs[~found.differs["is_words"]]
    if len(rows) != 1:
        return ""
    what, a, b = (str(rows[name].iloc[0]) for name in ("what", "a", "b"))
    if "." not in what or not all(re.fullmatch(r"-?\d+", text) for text in (a, b)) or abs(int(b) - int(a)) < 2:
        return ""
    return f"{what}={min(int(a), int(b))}:{max(int(a), int(b))}"


def notes(found: Comparison) -> tuple[str, ...]:
    """What the reader must know before quoting a number."""
    lines = [str(found.b["notes_on_data"])] if found.b.get("notes_on_data") else []
    lines += dict.fromkeys(str(note) for m in (found.a, found.b) for note in m.get("data_notes") or ())
    lines += [f"{side}: {grouped(str(note))}." for side, note in _plan_notes(found)]
    if found.pairs[0].reason:
        lines.append(unpaired_text(found))
    lines += [text for text in (_alone(found, "a", "b"), _alone(found, "b", "a")) if text]
    if any(m.get("until") for m in (found.a, found.b)):
        lines.append(
            "A run that stopped by itself chose its number of games by what it saw: intervals may be too narrow."
        )
    other = [name for name in ("source_digest", "versions") if found.a.get(name) != found.b.get(name)]
    if other:
        lines.append("The runs were made by different versions of fairseat or its libraries: play one of them again.")
    often = ~found.changes["kind"].isin((TIES, UNFINISHED))  # errors of what is rare are cautious on purpose
    gains = list(dict.fromkeys(found.changes.loc[often & (found.changes["gain"] < COSTS), "label"]))
    if gains:
        named = listed(gains if len(gains) <= MOST_NAMED else [*gains[: MOST_NAMED - 1], "others"])
        lines.append(f"For {named} the pairing cost precision instead of gaining any: see the tables.")
    return tuple(lines) or ("Nothing in particular.",)


def _plan_notes(found: Comparison) -> list[tuple[str, str]]:
    a, b = (list(map(str, m.get("plan_notes") or ())) for m in (found.a, found.b))
    return [("both sides", note) for note in a if note in b] + [
        *(("A", note) for note in a if note not in b),
        *(("B", note) for note in b if note not in a),
    ]


def grouped(text: str) -> str:
    """A sentence of the engine with its numbers as the report writes them: 100,008."""
    return re.sub(r"\b\d{4,}\b", lambda match: f"{int(match[0]):,}", text)


def _alone(found: Comparison, side: str, other: str) -> str:
    """What only one side has: told, and not compared."""
    rows = found.changes[found.changes[other].isna() & found.changes[side].notna() & (found.changes["table"] == 0)]
    if not len(rows):
        return ""
    told = [
        f"{row['label']} ({NAMES.get(row['kind'], row['kind'])}) {level_of(row, side)}" for _, row in rows.iterrows()
    ]
    more = f", and {len(told) - 8} more" if len(told) > 8 else ""
    return f"Only {side.upper()} has {', '.join(told[:8])}{more}: told, not compared."


def glossary(found: Comparison) -> tuple[Item, ...]:
    """The words of the page."""
    level = f"{found.ask.level:g} %"
    is_team = found.b.get("wins") == "team"
    credit = "1 for each member of a winning team" if is_team else "1 for a win, 1/k for a win shared by k"
    return (
        Item("A, B", "The two sides; a change is B minus A."),
        Item("place", "Place in turn order: place 1 is first to play."),
        Item("win share", f"Mean win credit of a game: {credit}; unfinished games give 0."),
        Item("pp", "Percentage point: the difference between 25 % and 26 % is 1 pp."),
        block(found.b),
        Item(
            "common chance",
            "Block k has the same deal and the same luck on both sides, as far as the rules let them be the same. What "
            "both have in common falls out of the difference.",
        ),
        Item("interval", f"In {level} of comparisons like this one, such an interval holds the true change."),
        Item(
            "games saved",
            "The variance of the change from two runs of seeds of their own, over that of the paired one: how many "
            "times as many games those would need for the same error.",
        ),
        Item("the same", "Equal in every block: no difference was seen at all."),
        Item("within the margin", f"All changes are shown to lie within {margin_text(found)} of 0 (equivalence test)."),
        Item("moved", "Some change is shown not to be 0, with all of its kind judged at once (Holm)."),
        Item("no change shown", "No change is shown; there is no margin for scores and lengths."),
        Item("not enough games", "Neither is shown yet."),
    )
