"""Words for runs that stop when they are precise enough."""

from __future__ import annotations

import math
from typing import Any

from analysis.precision import count
from analysis.study import Study
from analysis.verdict import Verdict, rounded_up
from reports.model import Item
from reports.words_groups import of_table


def stops(study: Study) -> bool:
    """Whether the run was to stop when precise."""
    return len(study.until) > 0


def is_precise(study: Study) -> bool:
    """Whether every policy table is as precise as asked for."""
    return bool(study.until["is_precise"].all())


def asked_text(study: Study) -> str:
    """The half-width asked for, `0.2 pp`."""
    return f"{100 * float(study.until['half_width'].iloc[0]):g} pp"


def _together(study: Study) -> str:
    tables = " and sets of policies" if len(study.games) > 1 else ""
    return f"{study.until['level'].iloc[0]:g} %, all places{tables} at once"


def notes(study: Study) -> tuple[str, ...]:
    """Whether the run stopped by precision, and which numbers hold at a time of stopping that was not fixed."""
    if not stops(study):
        return ()
    games, widest = count(study.until["n_games"].iloc[0]), 100 * float(study.until["reached"].max())
    of_each = " with each set of policies" if len(study.games) > 1 else ""
    if is_precise(study):
        first = (
            f"The run stopped by itself after {games} games{of_each}: every win share by place is known to "
            f"+-{asked_text(study)} ({_together(study)})."
        )
    else:
        needed = count(study.until["n_needed"].max())
        first = (
            f"The run is not as precise as asked for: {games} games{of_each} give +-{widest:.2g} pp for the win shares "
            f"by place, not +-{asked_text(study)} ({_together(study)}). About {needed} games would; --resume with more "
            "--games goes on."
        )
    second = (
        "The intervals, p values and verdict of places come from a confidence sequence, which holds at whatever look "
        "the run stopped. All others (the test that places are equal, differences, characters, cards, lengths ...) are "
        "those of a run whose number of games was fixed beforehand. When it stopped hardly depends on who won, so they "
        "are close to right, but they do not promise it."
    )
    return first, second


def verdict_balanced(study: Study, fair: str, margin: str) -> str:
    """The sentence for places that are balanced."""
    return f"Every interval ({_together(study)}) lies within {margin} of the fair {fair}, at whatever look it stopped."


def verdict_open(study: Study, table: int, verdict: Verdict, frame: Any) -> str:
    """What would settle the verdict on places."""
    if verdict.more_games is None:
        return "No sensible number of games would settle it: the estimate lies near the edge of the margin."
    n = int(of_table(study.games, table)["n_games"].iloc[0])
    total = n + verdict.more_games
    half_width = float((frame["high"] - frame["low"]).max()) / 2 * math.sqrt(n / total)
    return (
        f"--until {_rounded_down(100 * half_width)}pp, about {count(rounded_up(total))} games, would settle it, if the "
        "estimates are true."
    )


def _rounded_down(points: float) -> str:
    """A number with one significant digit (two where the first is 1), no larger."""
    digits = 1 - math.floor(math.log10(points)) if points < 2 * 10 ** math.floor(math.log10(points)) else 0
    digits = max(digits, -math.floor(math.log10(points)))
    return f"{math.floor(points * 10**digits) / 10**digits:g}"


def games_text(study: Study) -> str:
    """How many games were asked for, for who wants to repeat it."""
    most = count(study.manifest["n_games_most"])
    return (
        f"at most {most}, stopped when precise" if is_precise(study) else f"at most {most}, not as precise as asked for"
    )


def caption(study: Study) -> str:
    """What intervals of places mean, after a caption."""
    return f" Intervals hold at whatever look the run stopped ({_together(study)})." if stops(study) else ""


def glossary(study: Study) -> tuple[Item, ...]:
    """The word for it."""
    if not stops(study):
        return ()
    text = "Intervals that hold at every look at once, so that one may stop when they are narrow enough."
    return (Item("confidence sequence", text),)
