"""Calibration of win shares: intervals, tests, simultaneous bounds and run health over many studies of a known game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from calibration_kit import AT_LEAST, COVERAGE, Bounds, Job, Line, Tally, alarms, seed_of
from synthetic import Truth, as_run, credits

from analysis.blocks import Ratios
from analysis.equality import Equality, equality, holm, p_values, pair_differences
from analysis.health import health
from analysis.intervals import mean_interval, share_interval
from analysis.run import Rows, Run
from analysis.seen import Seen
from analysis.shares import Ask, ShareSums, against_fair, p_against_fair

Array = np.ndarray[Any, Any]

ASK = Ask(0.01, 95.0)
#: Games simulated at once.
CHUNK = 400_000
#: Checks that depend on chance, and how often a sound run fails one of them at most: 3 in 1,000 (three checks), plus
#: 3 standard errors of 4,000 studies.
HEALTH = Bounds(-np.inf, 0.003 + 3 * float(np.sqrt(0.003 / 4000)), 0.003)


@dataclass(frozen=True)
class Cell:
    """A game with a known truth, and what is asked of its studies."""

    name: str
    truth: Truth
    has_characters: bool = False
    has_health: bool = False

    @property
    def is_equal(self) -> bool:
        """Whether all places are equal in truth."""
        return len(set(self.truth.place)) == 1


def studies(truth: Truth, n_studies: int, seed: int) -> Iterator[Seen]:
    """The rows of many studies, as the analysis sees them."""
    run, games = as_run(truth), truth.n_blocks * len(truth.seatings)
    at_once = max(1, CHUNK // games)
    starts = np.arange(0, games, len(truth.seatings))
    fixed = {
        "place": np.broadcast_to(np.arange(1, truth.k + 1)[:, None], (truth.k, games)),
        "policy": np.zeros((truth.k, games), np.int16),
    }
    for first in range(0, n_studies, at_once):
        n = min(at_once, n_studies - first)
        many = replace(truth, n_blocks=n * truth.n_blocks, seed=(seed, first))  # type: ignore[arg-type]
        credit, character, finished = credits(many)
        for at in range(n):
            own = slice(at * games, (at + 1) * games)
            moving = {"win_share": credit[:, own], "character": character[:, own], "is_finished": finished[own]}
            yield Seen(run, Rows(fixed | moving, starts))


def run_cell(cell: Cell, n_studies: int) -> list[Line]:
    """All figures of a cell."""
    tally = Tally("shares", cell.name)
    run = as_run(cell.truth)
    run = run if cell.has_characters else replace(run, manifest={**run.manifest, **_one_character()})
    credit = cell.truth.cell_credit()
    exact = {"places": np.nanmean(credit, axis=1), "characters": np.nanmean(credit, axis=0)}
    spread = []
    for seen in studies(cell.truth, n_studies, seed_of(cell.name)):
        if not cell.has_characters:
            seen.character, seen.n_characters = np.zeros_like(seen.character), 1
        sums = ShareSums(run)
        sums.add(seen)
        kinds = {"places": (sums.place_ratios(), sums.place_test())}
        if cell.has_characters:
            ratios = sums.character_ratios()
            kinds["characters"] = (ratios, equality(against_fair(ratios)[0]))
        for kind, (ratios, test) in kinds.items():
            _count(tally, kind, ratios, test, exact[kind])
        spread.append((kinds["places"][0].estimate[:-1], kinds["places"][0].error[:-1] ** 2))
        if cell.has_health:
            frame = health(sums, _facts(run, len(seen.rows)))
            tally.add("sound runs that fail a check of run health", not frame["is_ok"].all(), HEALTH)
    return [*tally.lines(), _effective(cell, spread)]


def _one_character() -> dict[str, list[str]]:
    return {"characters": ["player"], "character_titles": ["Player"]}


def _count(tally: Tally, kind: str, ratios: Ratios, test: Equality, exact: Array) -> None:
    shares, fair, error = against_fair(ratios)
    n, own = ratios.n_blocks, (shares.estimate, shares.error, shares.weight, ratios.n_blocks, ASK.level)
    low, high = share_interval(*own)
    tally.add(f"intervals of {kind}", (low <= exact) & (exact <= high), COVERAGE)
    low, high = share_interval(*own, len(exact))
    tally.add(f"simultaneous bounds of {kind}", ((low <= exact) & (exact <= high)).all(), AT_LEAST)
    pairs, difference, error_of_pairs = pair_differences(shares)
    apart = exact[pairs[:, 0]] - exact[pairs[:, 1]]
    low, high = mean_interval(difference, error_of_pairs, n, ASK.level)
    tally.add(f"intervals of differences of {kind}", (low <= apart) & (apart <= high), COVERAGE)
    if np.ptp(exact) > 1e-9:
        return
    for level in (0.05, 0.01):
        tally.add(f"false alarms, equal {kind}, at {100 * level:g} %", test.p_value < level, alarms(level))
    p = holm(p_against_fair(shares, fair, error))
    tally.add(f"any false alarm, {kind} by Holm, at 5 %", p.min() < 0.05, alarms(0.05))
    if len(exact) > 2:
        p = holm(p_values(difference, error_of_pairs, n))
        tally.add(f"any false alarm, pairs of {kind} by Holm, at 5 %", p.min() < 0.05, alarms(0.05))


def _effective(cell: Cell, spread: list[tuple[Array, Array]]) -> Line:
    """Mean variance that the studies report over the variance of their shares: 1 if effective games are right."""
    shares, variances = (np.array(part) for part in zip(*spread, strict=True))
    true = shares.var(0, ddof=1)
    ratio = variances.mean() / true.mean()
    error = ratio * np.sqrt(2 / (len(shares) - 1) / (cell.truth.k - 1))
    return Line("shares", cell.name, "variance reported / true", float(ratio), float(error), Bounds(), len(shares))


def _facts(run: Run, n_games: int) -> dict[str, float]:
    n_blocks = float(run.manifest["n_blocks"])
    facts = dict.fromkeys(("n_games", "n_expected", "credit", "winners"), float(n_games))
    return facts | {
        "n_unfinished": 0.0, "worst_seating": 0.0, "design_effect": 1.0, "n_blocks": n_blocks, "n_shards": 1.0
    }  # fmt: skip


LUCK = {
    "own luck": {},
    "luck of the chair": {"shared_luck": 0.4},
    "luck that travels": {"shared_luck": 0.4, "travels": True},
}
UNEQUAL = {2: (1.3, 1.0), 3: (1.4, 1.0, 0.8), 4: (1.4, 1.1, 1.0, 0.7)}


def truth(k: int, n_blocks: int, seating: str = "all", is_equal: bool = True, **more: Any) -> Truth:
    """A truth of k players, equal or not."""
    place = (1.0,) * k if is_equal else UNEQUAL[k]
    return Truth(n_blocks, place, (1.0,) * k, seating=seating, **more)


def cells() -> list[Cell]:
    """All cells, seeds fixed by their names."""
    found = []
    for luck, more in LUCK.items():
        for ties in (0.0, 0.3, 0.6):
            name = f"4 players, 40 blocks of 24, {ties:.0%} ties, {luck}"
            found.append(Cell(name, truth(4, 40, ties=ties, **more), has_characters=not ties))
        name = f"4 unequal players, 40 blocks of 24, 30% ties, {luck}"
        found.append(Cell(name, truth(4, 40, is_equal=False, ties=0.3, **more)))
        for n_blocks in (40, 200, 1000):
            name = f"2 players, {n_blocks} blocks of 2, {luck}"
            found.append(Cell(name, truth(2, n_blocks, **more), has_health=n_blocks >= 200))
        found.append(Cell(f"2 players, 200 blocks of 2, 60% ties, {luck}", truth(2, 200, ties=0.6, **more)))
        name = f"4 players, 200 blocks of 24, {luck}"
        found.append(Cell(name, truth(4, 200, **more), has_health=True))
    for k in (2, 3, 4):
        for n_blocks in (40, 200, 1000):
            name = f"{k} players, {n_blocks} single games"
            found.append(Cell(name, truth(k, n_blocks, "fixed"), has_health=n_blocks == 1000))
        for ties in (0.3, 0.6):
            name = f"{k} players, 200 single games, {ties:.0%} ties"
            found.append(Cell(name, truth(k, 200, "fixed", ties=ties)))
        name = f"{k} unequal players, 200 single games"
        found.append(Cell(name, truth(k, 200, "fixed", is_equal=False)))
    found.append(Cell("3 unequal players, 40 blocks of 6, own luck", truth(3, 40, is_equal=False)))
    found.append(Cell("12 players, 40 blocks of 12, own luck", truth(12, 40, "rotations")))
    return found


def jobs() -> list[Job]:
    """One job a cell."""
    return [Job(cell.name, partial(run_cell, cell)) for cell in cells()]
