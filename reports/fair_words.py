"""Sentences of a search for fair values."""

from __future__ import annotations

import math

import numpy as np

from analysis.fair import POOR_FIT, Found
from analysis.fair_cells import Cells
from analysis.fair_curve import Crossing
from analysis.fair_design import Key, Point
from analysis.fair_result import Confirmed, Fair, Outcome
from analysis.precision import count, decimals, percent, points
from analysis.verdict import Answer, Verdict, rounded_up
from reports.words_groups import listed, p_text

#: So many labels are told with their shares.
MOST_TOLD = 6


def value_text(key: Key, value: float, error: float = 0.0) -> str:
    """A value of a key: as it is played, or to the digits that its error allows."""
    if not math.isfinite(value):
        return "-"
    text = f"{value:.{decimals(error)}f}" if error > 0 else f"{value:.6g}"
    return text.lstrip("-") if float(text) == 0 else text


def points_text(fair: Fair, point: Point) -> str:
    """`rules.handicap.4 = 2`, of several keys one after the other."""
    return ", ".join(f"{key.path} = {value_text(key, value)}" for key, value in zip(fair.keys, point, strict=True))


def range_text(fair: Fair) -> str:
    """`rules.handicap.4 from 0 to 6`."""
    return listed([f"{k.path} from {value_text(k, k.low)} to {value_text(k, k.high)}" for k in fair.keys])


def span_text(key: Key, one: Crossing) -> str:
    """`2.3 (2.1 to 2.5)`; a bound beyond what was played is told as such, and a crossing that is only possible."""
    if one.leaves_low and one.leaves_high:
        return "anywhere in the range, and beyond"
    error = max((one.high - one.low) / 4, (key.high - key.low) / 500)
    low, high = value_text(key, one.low, error), value_text(key, one.high, error)
    span = f"{high} or less" if one.leaves_low else f"{low} or more" if one.leaves_high else f"{low} to {high}"
    return f"{value_text(key, one.value, error)} ({span})" if math.isfinite(one.value) else f"perhaps {span}"


def margin(fair: Fair) -> str:
    return f"{100 * fair.ask.margin:g} pp"


def has_or_have(fair: Fair, one: str, several: str) -> str:
    """The verb for the keys."""
    return one if len(fair.keys) == 1 else several


def aimed(found: Found) -> list[str]:
    return [found.cells.labels[at] for at in found.aim]


def _off_text(label: str, off: float, error: float) -> str:
    side = "above" if off > 0 else "below"
    return f"{label} is {points(abs(off), error, is_signed=False)} {side} fair"


def worst_text(cells: Cells, off: np.ndarray, covariance: np.ndarray, verdict: Verdict) -> str:
    """Who is farthest from fair at a point."""
    at = verdict.worst
    return _off_text(cells.labels[at], float(off[at]), math.sqrt(max(float(covariance[at, at]), 0.0)))


def shares_text(cells: Cells, aim: tuple[int, ...]) -> str:
    """Shares of the labels that shall be fair, `24.8, 24.9, 25.1 and 25.2 %`, in a cell."""
    error = float(cells.errors()[0].max())
    keep = aim[:MOST_TOLD]
    told = [percent(float(cells.shares[0, at]), error).removesuffix(" %") for at in keep]
    more = f" and {len(aim) - len(keep)} more" if len(aim) > len(keep) else ""
    return f"{', '.join(told)} %{more}" if len(told) != 2 else f"{told[0]} and {told[1]} %"


def headline(fair: Fair) -> str:
    """The answer in a sentence or two, under the main policies."""
    found, outcome = fair.found[0], fair.outcome
    if outcome == Outcome.NO_EFFECT:
        return (
            f"{listed([key.path for key in fair.keys])} {has_or_have(fair, 'is', 'are')} not shown to move "
            f"{fair.target.words} ({p_text(found.p_moved)}): no value can be named."
        )
    if outcome == Outcome.NONE:
        where = worst_text(found.cells, found.off, found.covariance, found.verdict)
        return (
            f"No value of {range_text(fair)} makes {fair.target.words} fair within {margin(fair)}. "
            f"Least unequal: {points_text(fair, found.best)}, where {where}."
        )
    assert fair.confirmed is not None  # every other outcome rests on it
    return f"{needs(fair)} {confirmed_text(fair, fair.confirmed, 0)}".strip()


def needs(fair: Fair, table: int = 0) -> str:
    """Where fairness lies as a number that need not be playable."""
    found = fair.found[table]
    if found.solution is not None:
        parts = []
        for at, key in enumerate(fair.keys):
            value, error = float(found.solution.x[at]), float(found.solution.error[at])
            low, high = (value_text(key, float(one[at]), error) for one in (found.solution.low, found.solution.high))
            span = f" ({low} to {high})"
            edge = " (the edge of its range)" if found.solution.at_edge[at] else ""
            shown = value_text(key, value, error) if math.isfinite(error) else value_text(key, round(value, 6))
            parts.append(f"{key.path} = {shown}{edge or span * math.isfinite(error)}")
        return f"Least unequal: {', '.join(parts)}."
    key, label = fair.keys[0], found.moved if len(found.aim) > 1 else found.aim[0]
    each = found.crossings[label]
    name = found.cells.labels[label]
    if not each:
        name = name[:1].upper() + name[1:]
        return f"{name} is at no value from {value_text(key, key.low)} to {value_text(key, key.high)} just fair."
    told = " and ".join(span_text(key, one) for one in each)
    name = name[:1].upper() + name[1:]
    return f"{name} is fair with {key.path} {'= ' * (told[:1] in '-0123456789')}{told}."


def confirmed_text(fair: Fair, confirmed: Confirmed, table: int) -> str:
    """What the fresh games say."""
    cells, verdict = confirmed.cells[table], confirmed.verdicts[table]
    aim = fair.found[table].aim
    games = f"fresh seed, {count(cells.n_games)} games"
    shares = f"{shares_text(cells, aim)} ({games})"
    at = points_text(fair, fair.best)
    verb = "is" if fair.target.label else "are"
    if verdict.answer == Answer.BALANCED:
        return f"With {at}, {fair.target.words} {verb} balanced within {margin(fair)}: {shares}."
    off, covariance = cells.at(0)
    where = worst_text(cells, off, covariance, verdict)
    if verdict.answer == Answer.UNBALANCED:
        return f"With {at}, {fair.target.words} {verb} not balanced within {margin(fair)}: {shares}; {where}."
    more = (
        f"about {count(verdict.more_games)} more would tell" if verdict.more_games else "no sensible number would tell"
    )
    return f"With {at}, it is open whether {fair.target.words} {verb} within {margin(fair)}: {shares}; {where}; {more}."


def table_text(fair: Fair, table: int) -> str:
    """What one policy table says, for the comparison of them."""
    found = fair.found[table]
    own = f"with {fair.tables[table]}"
    if not found.p_moved < 1 - fair.ask.level / 100:
        return f"{own}: {listed([key.path for key in fair.keys])} not shown to move {fair.target.words}"
    if found.is_none:
        where = worst_text(found.cells, found.off, found.covariance, found.verdict)
        return f"{own}: no value is fair; least unequal {points_text(fair, found.best)}, where {where}"
    return f"{own}: {points_text(fair, found.best)}. {needs(fair, table)}"


def under_policies(fair: Fair) -> str:
    """Whether other policies ask for other values."""
    if len(fair.tables) == 1:
        return f"Only {fair.tables[0]} was played: the value holds for it, and may not for other players."
    lines = [f"{table_text(fair, table)}" for table in range(len(fair.tables))]
    apart = fair.disagreeing()
    if apart:
        who = listed([fair.tables[at] for at in apart])
        lines.insert(0, f"They disagree: what is fair with {fair.tables[0]} is not with {who}.")
    elif fair.confirmed is not None:
        lines.insert(0, "No policies played contradict the value.")
    return "\n".join(line[:1].upper() + line[1:] for line in lines)


def course_text(fair: Fair) -> str:
    """How the shares answer to the key, in words."""
    found = fair.found[0]
    key = fair.keys[0]
    ways = {"rises": "rises", "falls": "falls", "turns": "rises and falls", "flat": "hardly moves"}
    told = [f"{label} {ways[course]}" for label, course in zip(found.cells.labels, found.courses, strict=True)]
    turning = [label for label, course in zip(found.cells.labels, found.courses, strict=True) if course == "turns"]
    several = [label for label, each in zip(found.cells.labels, found.crossings, strict=True) if len(each) > 1]
    lines = [f"As {key.path} grows: {listed(told[: 2 * MOST_TOLD])}."]
    if turning:
        lines.append(f"Not monotone: {listed(turning)}. More of {key.path} does not always do more.")
    if several:
        lines.append(f"More than one value may be fair for {listed(several)}: see the crossings.")
    return " ".join(lines)


def fit_text(fair: Fair) -> str:
    """Whether the surface fits, and what that means."""
    found = fair.found[0]
    assert found.surface is not None  # several keys have it
    p, degree = found.surface.p_fit, "a quadratic" if found.surface.degree == 2 else "a linear"
    if not math.isfinite(p):
        return f"{degree.capitalize()} surface through the cells; no cell is left over to tell whether it fits."
    if p < POOR_FIT:
        return f"{degree.capitalize()} surface does not fit the cells ({p_text(p)}): its values are near, not exact."
    return f"{degree.capitalize()} surface fits the cells ({p_text(p)})."


def next_step(fair: Fair) -> str:
    """What to do with the answer."""
    found, outcome = fair.found[0], fair.outcome
    paths = [key.path for key in fair.keys]
    edge = [k.path for k, value in zip(fair.keys, found.best, strict=True) if value in (k.low, k.high)]
    if outcome == Outcome.NO_EFFECT:
        return "Play more --games, or vary something else: `fairseat sweep` shows what moves a game."
    worst = found.cells.labels[found.verdict.worst]
    if outcome == Outcome.NONE and edge:
        return (
            f"The least unequal value of {listed(edge)} lies at the end of its range: widen it, or vary what "
            f"moves {worst}, which is farthest off."
        )
    if outcome in (Outcome.NONE, Outcome.UNBALANCED):
        return f"Vary more than {listed(paths)}, one --vary for each; {worst} is farthest off."
    if outcome == Outcome.UNDECIDED:
        assert fair.confirmed is not None  # it is what is open
        verdict, n = fair.confirmed.verdicts[0], fair.confirmed.cells[0].n_games
        if verdict.more_games:
            return (
                f"--confirm-games {rounded_up(n + verdict.more_games)} --resume settles it, if the estimates are true."
            )
        return "The shares lie near the edge of the margin: choose another --margin, or live with it."
    more = f" {listed(edge)} lies at the end of its range: a wider one may do better." if edge else ""
    if fair.best == fair.base:
        return f"Leave it: the data have {points_text(fair, fair.best)} already.{more}"
    return f"Set it: {' '.join(_set_text(fair))}.{more}"


def _set_text(fair: Fair) -> list[str]:
    return [f"--set {k.path}={value_text(k, value)}" for k, value in zip(fair.keys, fair.best, strict=True)]
