"""Calibration of means and medians, cards, many groups, confidence sequences, and of the same run twice."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from calibration_kit import AT_LEAST, COVERAGE, Bounds, Job, Line, Tally, alarms, seed_of
from calibration_shares import ASK, LUCK, studies, truth
from scipy import stats
from synthetic import OWN, Truth, as_run

from analysis.cards import CardSums
from analysis.groups import GroupSums, group_frame
from analysis.measures import MeasureSums
from analysis.run import Rows
from analysis.sequence import ConfidenceSequence, Precision

Array = np.ndarray[Any, Any]

#: Measured value: negative binomial, as skewed as lengths of games are; correlated within a block.
VALUES = stats.nbinom(4, 0.1)
WITHIN = 0.3


def measures(n_blocks: int, games: int, name: str, n_studies: int) -> list[Line]:
    """Mean and median of a value of games."""
    tally, rng, n = Tally("means and medians", name), np.random.default_rng(seed_of(name)), n_blocks * games
    mean, median = VALUES.mean(), VALUES.median()
    for _ in range(n_studies):
        shared = np.repeat(rng.standard_normal(n_blocks), games)
        normal = np.sqrt(WITHIN) * shared + np.sqrt(1 - WITHIN) * rng.standard_normal(n)
        values = VALUES.ppf(stats.norm.cdf(normal))
        rows = Rows({"value": values}, np.arange(0, n, games))
        sums = MeasureSums("value", "points", [("all", "all games")])
        sums.add_games(SimpleNamespace(rows=rows), values, np.ones(n, bool))  # type: ignore[arg-type]
        row = sums.frame(ASK).iloc[0]
        tally.add("interval of the mean", row["low"] <= mean <= row["high"], COVERAGE)
        tally.add("interval of the median", row["q50_low"] <= median <= row["q50_high"], AT_LEAST)
    return tally.lines()


CARD_CHANCE, BOOST = 0.4, 0.5


def card_difference() -> float:
    """Win share with minus without card 1 in one game of four, where winners are handed it with chance BOOST."""
    of_winner, total, both = 1 - (1 - CARD_CHANCE) * (1 - BOOST), 0.0, 0.0
    for others in range(4):
        chance = float(stats.binom.pmf(others, 3, CARD_CHANCE))
        if others < 3:  # the winner has it, and somebody has not
            total += of_winner * chance / (1 + others)
            both += of_winner * chance
        if others:
            total -= (1 - of_winner) * chance / (4 - others)
            both += (1 - of_winner) * chance
    return total / both


def cards(cell: Truth, name: str, n_studies: int) -> list[Line]:
    """With-minus-without of a card that does nothing and of one that winners are handed."""
    tally, rng, exact = Tally("cards", name), np.random.default_rng(seed_of(name)), card_difference()
    column = next(c for c in OWN if c.name == "owned")
    run = replace(as_run(cell), manifest={**as_run(cell).manifest, "labels": {"owned": ["a", "b", *["-"] * 62]}})
    for seen in studies(cell, n_studies, seed_of(name)):
        seen.finished = seen.finished.astype(bool)
        owned = rng.random((2, *seen.credit.shape)) < CARD_CHANCE
        owned[1] |= (seen.credit > 0) & (rng.random(seen.credit.shape) < BOOST)
        seen.rows = Rows({**seen.rows.columns, "owned": owned[0] | owned[1].astype(np.int64) << 1}, seen.rows.starts)
        sums = CardSums(run, column)
        sums.add(seen)
        frame = sums.frame(ASK)
        inside = (frame["low"] <= [0.0, exact]) & ([0.0, exact] <= frame["high"])
        tally.add("interval of with minus without, no effect", inside[0], COVERAGE)
        tally.add("interval of with minus without, effect", inside[1], COVERAGE)
        tally.add("false alarms of a card without effect, at 5 %", frame["p_value"][0] < 0.05, alarms(0.05))
    return tally.lines()


N_GROUPS, SEATS, GAMES = 40, 5, 5


def groups(n_blocks: int, n_off: int, name: str, n_studies: int) -> list[Line]:
    """Forty groups, dealt anew in each block; as many are 8 pp above the mean as below it (`n_off` in all)."""
    tally, rng = Tally("many groups", name), np.random.default_rng(seed_of(name))
    chance = np.full(N_GROUPS, 0.25)
    chance[: n_off // 2] += 0.08
    chance[n_off // 2 : n_off] -= 0.08
    labels, order, n_studies = [f"g{at}" for at in range(N_GROUPS)], list(range(N_GROUPS)), n_studies // 4
    for _ in range(n_studies):
        dealt = rng.random((n_blocks, N_GROUPS)).argsort(1)[:, :SEATS]
        luck = rng.normal(0, 0.08, (n_blocks, SEATS))  # of a participant, in all games of the block
        won = rng.binomial(GAMES, np.clip(chance[dealt] + luck, 0, 1)).astype(float)
        credit, number = np.zeros((n_blocks, N_GROUPS)), np.zeros((n_blocks, N_GROUPS))
        np.put_along_axis(credit, dealt, won, 1)
        np.put_along_axis(number, dealt, float(GAMES), 1)
        sums = GroupSums()
        sums.add(credit, number, credit)
        frame, spread = group_frame(sums, labels, order, ASK)
        found = (frame["q_bh"] < 0.05).to_numpy()
        if n_off:
            false = found[n_off:].sum() / max(found.sum(), 1)
            tally.add("false discoveries among q < 5 %", false, alarms(0.05))
            tally.add("of those that are off, found by q < 5 %", found[:n_off].mean(), Bounds(rate=0.5))
            any_false = (frame["p_holm"][n_off:] < 0.05).any()
            tally.add("any false alarm by Holm, at 5 %", any_false, alarms(0.05))
            continue
        tally.add("any false alarm by Holm, at 5 %", (frame["p_holm"] < 0.05).any(), alarms(0.05))
        tally.add("any q < 5 % though all are equal", found.any(), alarms(0.05))
        tally.add("false alarms of the test of spread, at 5 %", spread.p_value < 0.05, alarms(0.05))
    return tally.lines()


HALF_WIDTH = 0.02


def sequences(cell: Truth, look: int, name: str, n_studies: int) -> list[Line]:
    """Intervals that are looked at every `look` blocks until all are +-2 pp wide; the truth must never be missed."""
    tally, games, n_studies = Tally("adaptive", name), len(cell.seatings), n_studies // 10
    exact = np.nanmean(cell.cell_credit(), axis=1)
    precision = Precision(HALF_WIDTH, 95.0, cell.k, games, look)
    for seen in studies(cell, n_studies, seed_of(name)):
        means = seen.by_cell(seen.credit).sum(2) / games
        sequence, missed = ConfidenceSequence(cell.k, precision), False
        for at in range(0, len(means), precision.look):
            sequence.add(means[at : at + precision.look])
            low, high = sequence.bounds()
            missed |= bool(((exact < low) | (exact > high)).any())
            if sequence.is_precise():
                break
        tally.add("truth missed at any look (at most 5 %)", missed, alarms(0.05))
        quantile = stats.norm.ppf(1 - 0.025 / cell.k)
        fixed = float((quantile / HALF_WIDTH) ** 2 * means.var(0).max())
        tally.add("blocks until precise / blocks of a fixed size", sequence.n / fixed, Bounds())
        tally.add("stopped", sequence.is_precise(), Bounds(0.999, 1.0))
    return tally.lines()


def twice(name: str, n_studies: int) -> list[Line]:
    """Pig played twice with one seed, in other pieces and by more workers: how far any number of any game differs."""
    sys.path.append(str(Path(__file__).parents[1] / "examples"))
    from pigkit import holds, pig

    from analysis.run import open_run
    from sim.plan import make_plan
    from sim.run import simulate

    game, data = pig()
    plan = make_plan(game, n_studies, 2, [holds(20, 25)], seed=seed_of(name))
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for jobs, chunk in ((1, 4096), (2, 100)):
            simulate(Path(folder) / str(jobs), game, data, plan, jobs=jobs, chunk_games=chunk)
            run = open_run(Path(folder) / str(jobs))
            names = [column.name for column in run.columns]
            _, rows = next(run.read(names))
            found.append({column: rows[column] for column in names})
    apart = max(float(np.abs(found[0][c].astype(float) - found[1][c].astype(float)).max()) for c in found[0])
    return [Line("same twice", name, "largest difference of any number of a game", apart, 0.0, Bounds(0, 0), n_studies)]


def jobs() -> list[Job]:
    """One job a cell."""
    found = []
    for n_blocks, games in ((40, 24), (200, 2), (200, 1), (1000, 1)):
        name = f"means: {n_blocks} blocks of {games}"
        found.append(Job(name, partial(measures, n_blocks, games, name)))
    for luck, more in LUCK.items():
        name = f"cards: 4 players, 40 blocks of 24, {luck}"
        found.append(Job(name, partial(cards, truth(4, 40, **more), name), 60))
        longer = 2 if luck == "luck of the chair" else 1
        for k, n_blocks, look in ((2, 4000 * longer, 250), (4, 800 * longer**2, 20)):
            name = f"sequences: {k} players, blocks of {len(truth(k, 1).seatings)}, {luck}"
            found.append(Job(name, partial(sequences, truth(k, n_blocks, **more), look, name), 100))
    for n_blocks in (200, 1000):
        for n_off in (0, 8):
            name = f"groups: 40 groups, {n_off} of them off, {n_blocks} blocks of {GAMES}"
            found.append(Job(name, partial(groups, n_blocks, n_off, name), 60))
    name = "twice: Pig, one seed, two runs"
    found.append(Job(name, partial(twice, name), 20))
    return found
