"""Sentences of pages that the numbers write: filters of the templates that take a run."""

from __future__ import annotations

from pathlib import Path

from analysis.playtest_file import for_run, read_sheet
from analysis.playtests import with_playtests
from analysis.precision import count, percent, points
from analysis.run import open_run
from reports import words_effects, words_playtests
from reports.words_groups import p_text

from . import plays
from .tell import Told


def adds(told: Told) -> str:
    """What the adjusted model says beside the shares."""
    return words_effects.what_it_adds(told.study, 0)


def moves(told: Told) -> float:
    """By how many of its errors the adjusted model moves a difference, at most."""
    frame = words_effects.moved(told.study, 0)
    return float((frame["moved"] / frame["difference_se"]).max())


def alike_p(told: Told, kind: str = "place x character") -> str:
    """p of the test that place matters alike for all."""
    return p_text(float(told.one("effect_tests", kind=kind)["p_value"]))


def strongest(told: Told, kind: str, n: int) -> str:
    """The largest adjusted differences of a kind, in words."""
    frame = told.of("effects", kind=kind)
    frame = frame.loc[frame["difference"].abs().sort_values(ascending=False).index].head(n)
    return " and ".join(
        f"{points(row['difference'], row['difference_se'])} for {row['label'].replace(', ', ' in ')}"
        for _, row in frame.iterrows()
    )


def playtested(told: Told, file: str) -> str:
    """What a file of playtests says, as the first screen of the report has it."""
    run = open_run(plays.ROOT / told.folder)
    sheet = for_run(read_sheet(Path(file)), run.manifest)
    return words_playtests.agreement(with_playtests(told.study, run, sheet), 0)[0].text


def share_of_score(column: str, told: Told) -> float:
    """What a part is of the score of a seat."""
    return float(told.part(column)["share_of_score"])


def worth(told: Told, kind: str = "places") -> str:
    """How many independent games a game is worth, the least and the most of a kind."""
    ratios = told.shares(kind)["n_effective"] / float(told.study.games["n_games"].iloc[0])
    low, high = f"{ratios.min():.2f}", f"{ratios.max():.2f}"
    return low if low == high else f"{low} to {high}"


def spread(told: Told, kind: str) -> str:
    """How far many of a kind lie apart beside luck."""
    row = told.one("group_tests", kind=kind)
    true, low, high, luck = (
        points(row[name], 0.002, is_signed=False) for name in ("true", "true_low", "true_high", "by_luck")
    )
    return f"{true} ({low.removesuffix(' pp')} to {high.removesuffix(' pp')}), where luck alone would show {luck}"


def wins_of(told: Told, label: str, policy: str = "") -> str:
    """In how many of all games a side wins."""
    row = told.one("teams", policy, label=label)
    return percent(row["share_of_all"], row["se_of_all"])


def stopped(told: Told) -> str:
    """Where a run that was to stop when precise did."""
    row = told.one("until")
    return f"{count(row['n_games'])} games, with every place known to ±{points(row['reached'], 1e-4, is_signed=False)}"
