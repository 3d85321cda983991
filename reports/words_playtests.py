"""Real games beside the simulated ones: whether they agree, what they can tell, and how many it would take."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from analysis.equality import holm
from analysis.playtest_file import Playtests
from analysis.precision import count, percent, percent_interval, points
from analysis.study import Study
from analysis.verdict import POWER
from reports.model import Item
from reports.words_groups import listed, of_table, p_text

QUESTION = "Do playtests agree?"
#: So many rows that do not fit are named in a sentence.
MOST_NAMED = 2
PEOPLE = (
    "The playtests are games of people, and the simulated ones of policies: people choose and learn otherwise. A fit "
    "does not prove that the policies play like people, and a misfit may come from the players, not from the game."
)


def n_text(plays: Playtests) -> str:
    """`30 playtests`; without ids nobody knows how many there were."""
    one, many = ("playtest", "playtests") if plays.has_games else ("seat of playtests", "seats of playtests")
    return f"{count(plays.n_games)} {one if plays.n_games == 1 else many}"


def percent_of_plays(row: Any) -> str:
    """`33 % (19 to 51)` of a row of playtests."""
    return percent_interval(row["share"], (row["high"] - row["low"]) / 4, row["low"], row["high"])


def agreement(study: Study, table: int) -> tuple[Item, ...]:
    """The line of the first screen; none without playtests."""
    if study.played is None:
        return ()
    fit = of_table(study.playtest_fit, table)
    sentences = [
        _told(study.played, fit),
        _fits(study, table, fit),
        *_needed(study.played, fit),
        *_others(study, table),
    ]
    return (Item(QUESTION, " ".join([*sentences, "People played them, not these policies."])),)


def _told(plays: Playtests, fit: pd.DataFrame) -> str:
    """What they cannot tell apart; one number where that of all kinds is the same."""
    sizes = dict.fromkeys(f"{100 * row['told']:.0f} pp" for _, row in fit.iterrows())
    each = [f"{100 * row['told']:.0f} pp for {row['kind']}" for _, row in fit.iterrows()]
    size = next(iter(sizes)) if len(sizes) == 1 else listed(each)
    return f"{n_text(plays)} cannot tell apart anything smaller than about ±{size}."


def _tested(fit: pd.DataFrame) -> str:
    return ", ".join(f"{row['kind']} {p_text(row['p_value'])}" for _, row in fit.iterrows())


def _is_off(study: Study, fit: pd.DataFrame) -> bool:
    """Whether a test of all shares fails, with all kinds judged at once."""
    return bool((pd.Series(holm(fit["p_value"].to_numpy())) < 1 - study.ask.level / 100).any())


def _fits(study: Study, table: int, fit: pd.DataFrame) -> str:
    if not _is_off(study, fit):
        return f"They fit the simulation ({_tested(fit)})."
    rows = of_table(study.playtests, table)
    off = rows[(rows["p_holm"] < 1 - study.ask.level / 100) & (rows["kind"] != "cells")]
    off = off.sort_values("p_holm", kind="stable").head(MOST_NAMED)
    named = [
        f"{row['label']} won {percent_of_plays(row)} of them, {percent(row['simulated'], 0.003)} when simulated"
        for _, row in off.iterrows()
    ]
    return f"They do not fit the simulation ({_tested(fit)}){': ' if named else ''}{'; '.join(named)}."


def _needed(plays: Playtests, fit: pd.DataFrame) -> list[str]:
    """How many playtests would show the largest simulated gaps."""
    sure = f"{100 * POWER:g} %"
    found = []
    for _, row in fit[fit["needed"].notna()].iterrows():
        gap = f"{row['gap_of']}'s simulated {points(row['gap'], abs(row['gap']) / 10)} from fair"
        if plays.has_games and plays.n_games >= row["needed"]:
            found.append(f"{gap} would show in that many with a chance of over {sure}")
        else:
            found.append(
                f"to see {gap}, with a chance of {sure}, takes about {count(_rounded(row['needed']))} playtests"
            )
    if not found:
        return ["The simulation shows no gap to look for."]
    return [f"{text[:1].upper()}{text[1:]}." for text in found]


def _rounded(number: float) -> float:
    """Up to two digits."""
    unit = 10.0 ** max(math.floor(math.log10(max(number, 1.0))) - 1, 0)
    return math.ceil(number / unit) * unit


def _others(study: Study, table: int) -> list[str]:
    """Whether they fit the games of other policies."""
    found = []
    for other in map(int, study.games["table"]):
        if other != table:
            fit = of_table(study.playtest_fit, other)
            verb = "do not fit" if _is_off(study, fit) else "fit"
            found.append(f"They {verb} games of {study.tables[other]} ({_tested(fit)}).")
    return found


def notes(study: Study) -> tuple[str, ...]:
    """What to know of the playtests before quoting them."""
    return () if study.played is None else (PEOPLE, *(f"Playtests: {note}" for note in study.played.notes))


def source(study: Study) -> tuple[Item, ...]:
    """Where the playtests come from."""
    if study.played is None:
        return ()
    return (
        Item("playtests", f"{study.played.name}, {n_text(study.played)}"),
        Item("playtests digest", study.played.digest),
    )


def words(study: Study) -> tuple[Item, ...]:
    if study.played is None:
        return ()
    text = "A game that people played; its results are laid over the simulated shares and change none of them."
    return (Item("playtest", text),)
