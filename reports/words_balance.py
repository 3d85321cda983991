"""Sentences of a sweep: which cells have equal places, and how cells are named."""

from __future__ import annotations

from analysis.settings import GRID, ONE_KEY
from analysis.sweep import Sweep
from analysis.verdict import Answer
from reports.model import VerdictLine
from reports.words_short import named, policies_of, short, upper

BALANCE = {Answer.BALANCED: "=", Answer.UNBALANCED: "!", Answer.UNDECIDED: "?"}
#: The row of the verdict on whether any value makes places equal.
EQUAL = "equal places at some value"


def asks_for_balance(sweep: Sweep, at: int) -> bool:
    """Whether cells are compared by how equal their places are."""
    return sweep.design.kind in (ONE_KEY, GRID) and len(sweep.balance) > 0 and bool((sweep.balance["at"] == at).any())


def by_answer(sweep: Sweep, at: int) -> dict[str, list[str]]:
    """Cells by the verdict on their places, in order: their values as text."""
    frame = sweep.balance[sweep.balance["at"] == at]
    found: dict[str, list[str]] = {str(answer): [] for answer in Answer}
    answers = dict(zip(frame["cell"], frame["answer"], strict=True))
    for cell in sorted(answers, key=lambda cell: _order(sweep, str(cell))):
        found[str(answers[cell])].append(cell_text(sweep, str(cell)))
    return found


def _order(sweep: Sweep, cell: str) -> list[int]:
    """What cells are sorted by: their values in the order of each path."""
    settings = sweep.design.settings
    return [path.values.index(str(settings.at[cell, path.name])) for path in sweep.design.paths]


def cell_text(sweep: Sweep, cell: str) -> str:
    """The values of a cell in few letters."""
    values = [short(str(sweep.design.settings.at[cell, path.name]), 24) for path in sweep.design.paths]
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def changed(sweep: Sweep, cell: str) -> str:
    """What a cell has other than the base."""
    settings, base = sweep.design.settings, sweep.design.base
    pairs = {path.name: str(settings.at[cell, path.name]) for path in sweep.design.paths}
    told = [f"{name} = {short(value, 30)}" for name, value in pairs.items() if value != settings.at[base, name]]
    return ", ".join(told) or "the base"


def balance_line(sweep: Sweep, at: int, style: str) -> VerdictLine:
    """Which cells have equal places, all judged at once."""
    found = by_answer(sweep, at)
    balanced, off, still = (found[str(answer)] for answer in (Answer.BALANCED, Answer.UNBALANCED, Answer.UNDECIDED))
    answer = Answer.BALANCED if balanced else Answer.UNDECIDED if still else Answer.UNBALANCED
    margin = f"{100 * sweep.margin:g} pp"
    parts = [f"all places within {margin} of fair: {named(balanced)}"] if balanced else []
    parts += [f"some place shown to be farther from fair: {named(off)}"] if off else []
    parts += [f"open, too few games: {named(still)}"] if still else []
    told = f"{upper('; '.join(parts))}. All cells are judged at once."
    of = f"{EQUAL}, {style}" if style else EQUAL
    return VerdictLine(of, str(answer), told, BALANCE[answer], "Places", of)


def equal(sweep: Sweep) -> list[str]:
    """The same for each set of policies, on the first screen."""
    lines = []
    for at in range(len(sweep.tables)):
        if asks_for_balance(sweep, at):
            style = policies_of(sweep, at)
            told = balance_line(sweep, at, "").sentence
            lines.append(f"With {style}: {told[:1].lower()}{told[1:]}" if style else told)
    return lines
