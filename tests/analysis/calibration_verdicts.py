"""Calibration of verdicts: wrong ones at the border of the margin, and the power of the suggested number of games."""

from __future__ import annotations

from functools import partial

import numpy as np
from calibration_kit import STUDIES, Bounds, Job, Line, Tally, alarms, seed_of

from analysis.verdict import Answer, Verdict, decide

MARGIN = 0.01
#: Games that statistics books and simulations name for +-1 pp, 95 %, power 90 %, truth fair, all seats inside.
PLANNED = {2: 27_600, 3: 30_500, 4: 27_800, 5: 25_200}
#: Power of the suggested number: 3 standard errors of 4,000 studies around 90 %, and what rounding up two digits adds.
POWER = Bounds(0.90 - 3 * float(np.sqrt(0.09 / STUDIES)), 0.94, 0.90)


def verdict(wins: np.ndarray) -> Verdict:
    """Verdict on numbers of wins in single games."""
    n = int(wins.sum())
    share = wins / n
    error = np.sqrt(share * (1 - share) / (n - 1))
    return decide(share, error, np.full(len(wins), float(n)), n, n, 1 / len(wins), MARGIN, 95.0)


def border(k: int, n_games: int, name: str, n_studies: int) -> list[Line]:
    """A share exactly on the border: balanced and unbalanced are both wrong more than once in twenty."""
    tally = Tally("verdicts", name)
    share = np.full(k, (1 - 1 / k - MARGIN) / (k - 1))
    share[0] = 1 / k + MARGIN
    for wins in np.random.default_rng(seed_of(name)).multinomial(n_games, share, n_studies):
        answer = verdict(wins).answer
        tally.add("called balanced on the border of the margin, at 5 %", answer == Answer.BALANCED, alarms(0.05))
        tally.add("called unbalanced on the border of the margin, at 5 %", answer == Answer.UNBALANCED, alarms(0.05))
    return tally.lines()


def fair(k: int, name: str, n_studies: int) -> list[Line]:
    """The suggested number of games, if the truth is fair: against the planning table, and whether it decides."""
    n_first = 1200
    first = verdict(np.full(k, n_first // k))
    assert first.more_games is not None
    n_games = n_first + first.more_games
    tally = Tally("verdicts", name)
    for wins in np.random.default_rng(seed_of(name)).multinomial(n_games, [1 / k] * k, n_studies):
        answer = verdict(wins).answer
        tally.add("balanced after the suggested games (90 % promised)", answer == Answer.BALANCED, POWER)
        tally.add("called unbalanced though fair, at 5 %", answer == Answer.UNBALANCED, alarms(0.05))
    near = Bounds(0.98 * PLANNED[k], 1.08 * PLANNED[k])  # more are rounded up to two digits
    what = f"games suggested (planned with: {PLANNED[k]:,})"
    planned = Line("verdicts", name, what, n_games, float("nan"), near, n_studies)
    return [*tally.lines(), planned]


def suggested(share: tuple[float, ...], n_first: int, name: str, n_studies: int) -> list[Line]:
    """The suggested number of games, if the first estimates are exactly true."""
    truth = np.array(share)
    more = verdict(truth * n_first).more_games
    assert more
    tally = Tally("verdicts", name)
    answers = Answer.UNBALANCED if np.abs(truth - 1 / len(truth)).max() > MARGIN else Answer.BALANCED
    for wins in np.random.default_rng(seed_of(name)).multinomial(n_first + more, truth, n_studies):
        is_right = verdict(wins).answer == answers
        tally.add(f"{answers} after the suggested games (90 % promised)", is_right, POWER)
    return tally.lines()


def jobs() -> list[Job]:
    """One job a cell."""
    found = []
    for k in (2, 3, 4):
        for n_games in (20_000, 100_000):
            name = f"verdicts: {k} players, {n_games:,} single games, one share on the border"
            found.append(Job(name, partial(border, k, n_games, name), 5))
    for k in PLANNED:
        name = f"verdicts: {k} players, fair"
        found.append(Job(name, partial(fair, k, name), 5))
    off = {
        "2 players, 50.4 %": (0.504, 0.496),
        "2 players, 52 %": (0.52, 0.48),
        "3 players, 35.5 %": (0.355, 0.3225, 0.3225),
    }
    for what, share in off.items():
        name = f"verdicts: {what}"
        found.append(Job(name, partial(suggested, share, 5_000, name), 5))
    return found
