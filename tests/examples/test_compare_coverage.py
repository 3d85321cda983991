"""Many small comparisons of Pig, played by its kernels: intervals against the exact change, and what pairing saves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pig_exact import Player, Rules, duel
from pigkit import pig, player_of
from scipy import stats
from sizes import SIZES

from analysis.blocks import RatioSums
from analysis.metrics import Metric
from analysis.paired import PairSums, Side, differences
from sim.plan import make_plan

Array = np.ndarray[Any, Any]

GOAL, HOLD = 50, 20
STUDY_BLOCKS = 200


def _blocks(start: int, seed: int) -> Array:
    """Wins of place 1, and games, by block, study and number: (STUDY_BLOCKS, studies, 2)."""
    game, data = pig(("rules.goal", str(GOAL)), ("rules.handicap.2", str(start)))
    n_games = SIZES.compare_studies * STUDY_BLOCKS * 2
    plan = make_plan(game, n_games, 2, [f"hold_{HOLD}"], seed=seed)
    rows = player_of(game, data, plan).play(plan.rows(0, 0, n_games))
    seats = rows["seats"]
    wins = (seats["win_share"] * (seats["place"] == 1)).sum(1).reshape(SIZES.compare_studies, STUDY_BLOCKS, 2).sum(2)
    return np.stack([wins.T, np.full_like(wins.T, 2)], axis=2)


@pytest.mark.parametrize(("start", "is_rare"), [(10, False), (2, True)], ids=["usual", "rare"])
def test_intervals_hold_pigs_exact_change(start: int, is_rare: bool, figure: Callable[[str, object], None]) -> None:
    rules = Rules(goal=GOAL)
    exact = duel(rules, Player(HOLD), Player(HOLD, start=start)).wins - duel(rules, Player(HOLD), Player(HOLD)).wins
    one, two, apart = _blocks(0, 41), _blocks(start, 41), _blocks(start, 42)
    n = SIZES.compare_studies
    pairs, sides = PairSums(n), (RatioSums(n), RatioSums(n))
    pairs.add(one, two)
    for sums, blocks in zip(sides, (one, two), strict=True):
        sums.add(blocks[:, :, 0], blocks[:, :, 1])
    a, b = (Side(sums.estimate, sums.error, sums.x, sums.n_blocks) for sums in sides)
    frame = differences([Metric("place", str(study), "", True) for study in range(n)], a, b, pairs, 95.0)
    inside = int(((frame["low"] <= exact) & (exact <= frame["high"])).sum())
    name = f"a head start of {start}, {STUDY_BLOCKS} blocks of Pig"
    figure(f"coverage of 95 % intervals of the change by {name}", inside / n)
    low, high = stats.binom.ppf([0.0005, 0.9995], n, 0.95)
    assert low <= inside
    assert is_rare or inside <= high
    # What the frame says of games saved is what runs of another seed would have needed.
    unpaired = (apart[:, :, 0].sum(0) - one[:, :, 0].sum(0)) / (2 * STUDY_BLOCKS)
    saved, said = float(unpaired.var() / frame["difference"].var()), float(frame["gain"].median())
    figure(f"games saved by pairing, {name}, measured and said", f"{saved:.2f} and {said:.2f}")
    if is_rare:
        assert said < 1.2 * saved  # the imagined blocks make it a cautious figure
    else:
        assert abs(np.log(said / saved)) < 0.15 + 5 * np.sqrt(4 / n)
