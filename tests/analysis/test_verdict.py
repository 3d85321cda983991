"""Three verdicts, and how many more games would decide."""

import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW

from analysis.verdict import Answer, decide


def verdict(share, n, margin=0.01, level=95.0):
    share = np.array(share)
    error = np.sqrt(share * (1 - share) / n)
    return decide(share, error, np.full(len(share), float(n)), n, n, 0.25, margin, level)


def test_fair_and_many_games_are_balanced() -> None:
    assert verdict([0.25, 0.2505, 0.2495, 0.25], 100_000).answer == Answer.BALANCED


def test_few_games_are_not_enough() -> None:
    found = verdict([0.25, 0.25, 0.25, 0.25], 1000)
    assert found.answer == Answer.UNDECIDED
    assert found.more_games is not None


def test_far_from_fair_is_unbalanced() -> None:
    found = verdict([0.30, 0.25, 0.25, 0.20], 100_000)
    assert found.answer == Answer.UNBALANCED
    assert found.off == (0, 3)
    assert found.worst in (0, 3)


def test_different_but_inside_the_margin_is_balanced() -> None:
    found = verdict([0.255, 0.25, 0.25, 0.245], 1_000_000)
    assert found.answer == Answer.BALANCED


def test_just_beyond_the_margin_needs_games() -> None:
    assert verdict([0.262, 0.25, 0.25, 0.238], 10_000).answer == Answer.UNDECIDED
    assert verdict([0.262, 0.25, 0.25, 0.238], 4_000_000).answer == Answer.UNBALANCED


def test_equivalence_agrees_with_statsmodels() -> None:
    rng = np.random.default_rng(4)
    agreed = {True: 0, False: 0}
    for _ in range(60):
        values = rng.random(27_000) < rng.uniform(0.244, 0.256)
        p = DescrStatsW(values.astype(float)).ttost_mean(0.24, 0.26)[0]
        if 0.04 < p < 0.06:
            continue  # Wilson and t differ in the third digit
        share = values.mean()
        error = values.std(ddof=1) / np.sqrt(len(values))
        n = len(values)
        found = decide(np.array([share]), np.array([error]), np.array([float(n)]), n, n, 0.25, 0.01, 95)
        assert (found.answer == Answer.BALANCED) == (p < 0.05)
        agreed[bool(p < 0.05)] += 1
    assert min(agreed.values()) > 5


def test_more_games_agree_with_the_planning_table() -> None:
    # 27,800 independent games: four seats, truth fair, +-1 pp, 90 % power.
    found = verdict([0.25, 0.25, 0.25, 0.25], 1000)
    assert found.more_games is not None
    assert 1000 + found.more_games == pytest.approx(27_800, rel=0.05)


def test_on_the_edge_of_the_margin_no_number_is_named() -> None:
    found = verdict([0.26, 0.25, 0.25, 0.24], 200_000)
    assert found.answer == Answer.UNDECIDED
    assert found.more_games is None


def test_the_suggested_number_decides(is_full_size: bool, figure) -> None:
    rng = np.random.default_rng(9)
    more = verdict([0.25, 0.25, 0.25, 0.25], 1000).more_games
    assert more is not None
    n_studies = 2000 if is_full_size else 200
    n = 1000 + more
    wins = rng.multinomial(n, [0.25] * 4, n_studies)
    decided = np.mean([verdict(row / n, n).answer == Answer.BALANCED for row in wins])
    figure("studies of the suggested size that end balanced (truth fair, aim 0.9)", decided)
    assert 0.85 < decided < 0.96


def test_nobody_to_judge_is_no_balance() -> None:
    nobody = decide(np.full(2, np.nan), np.full(2, np.nan), np.zeros(2), 40, 960, 0.5, 0.01, 95)
    assert (nobody.answer, nobody.more_games) == (Answer.UNDECIDED, None)


def test_a_single_block_decides_nothing() -> None:
    share = np.array([0.5, 0.25, 0.25, 0.0])
    found = decide(share, np.full(4, np.nan), np.full(4, 24.0), 1, 24, 0.25, 0.01, 95)
    assert found.answer == Answer.UNDECIDED
    assert found.more_games == 29 * 24


@pytest.mark.parametrize(("n_blocks", "answer"), [(29, Answer.UNDECIDED), (30, Answer.UNBALANCED)])
def test_few_blocks_decide_nothing_however_far_the_shares(n_blocks: int, answer: Answer) -> None:
    share, n = np.array([0.6, 0.2, 0.1, 0.1]), 24 * n_blocks
    found = decide(share, np.full(4, 0.01), np.full(4, float(n)), n_blocks, n, 0.25, 0.01, 95)
    assert found.answer == answer
    assert found.more_games == (24 if answer == Answer.UNDECIDED else 0)


def test_the_largest_of_many_by_chance_does_not_hide_the_number() -> None:
    share = 0.25 + 0.0075 * np.random.default_rng(8).standard_normal(60)
    found = decide(share, np.full(60, 0.0075), np.full(60, 3300.0), 3300, 3300, 0.25, 0.01, 95)
    assert np.abs(share - 0.25).max() > 0.01
    assert found.answer == Answer.UNDECIDED
    assert found.more_games is not None
