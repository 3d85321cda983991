"""Verdicts on changes, what differs between two runs, signs that change with the policies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from synthetic import Truth, as_run, write_run

from analysis.comparison import Answer, Comparison, compare_runs, differences, judge, matched_tables
from analysis.run import open_run
from analysis.shares import Ask
from sim.errors import UserError

ASK = Ask(0.01, 95.0)
TRUTH = Truth(n_blocks=120, place=(1.2, 1.0, 1.0, 0.9), shared_luck=0.7, ties=0.05, seed=5)


def _rows(difference: list[float], se: float, n_blocks: int = 400, **columns: Any) -> pd.DataFrame:
    """Differences of shares with equal errors, judged as `analysis.paired` would."""
    d = np.array(difference)
    p = 2 * stats.t.sf(np.abs(d) / se, n_blocks - 1) if se else np.ones(len(d))
    facts = {"difference": d, "se": se, "p_holm": np.minimum(1, p * len(d)), "n_blocks": n_blocks, "n_same": 0}
    return pd.DataFrame(facts | {"is_share": True, "is_paired": True} | columns, index=10 + np.arange(len(d)))


def test_answers() -> None:
    moved = judge(_rows([0.02, -0.001, -0.019], 0.002), 9600, ASK)
    assert moved.answer == Answer.MOVED
    assert moved.moved == (10, 12)  # by index, largest first
    assert moved.beyond == (10, 12)  # |d| - margin = 4.5 errors
    assert moved.most == 10
    small = judge(_rows([0.004, -0.004, 0.0], 0.001), 9600, ASK)
    assert small.answer == Answer.WITHIN
    assert small.moved == (10, 11)  # not 0 all the same
    edge = judge(_rows([0.012, -0.012, 0.0], 0.002), 9600, ASK)
    assert (edge.answer, edge.beyond) == (Answer.MOVED, ())
    still = judge(_rows([0.0, 0.0], 0.0, n_same=400), 9600, ASK)
    assert still.answer == Answer.SAME


def test_equal_blocks_alone_are_no_proof() -> None:
    """Other rules that changed nothing in the few blocks there are: the interval decides."""
    few, many = (judge(_rows([0.0, 0.0], se, 60, n_same=60), 360, ASK) for se in (0.02, 0.002))
    assert few.answer == Answer.UNDECIDED
    assert many.answer == Answer.SAME


def test_what_has_no_margin_moves_or_does_not() -> None:
    assert judge(_rows([0.5], 0.1, is_share=False), 9600, ASK).answer == Answer.MOVED
    assert judge(_rows([0.1], 0.1, is_share=False), 9600, ASK).answer == Answer.UNSHOWN


def test_few_blocks_decide_nothing() -> None:
    verdict = judge(_rows([0.5, -0.5], 0.001, 10), 240, ASK)
    assert verdict.answer == Answer.UNDECIDED
    assert verdict.more_games == 480  # 20 blocks of 24 games are lacking


def test_so_many_more_games_settle_it() -> None:
    """With the games that are named, nine of ten such comparisons have an answer."""
    truth, se, n_games = np.array([0.003, -0.003]), 0.005, 9_600
    verdict = judge(_rows(list(truth), se), n_games, ASK)
    assert verdict.answer == Answer.UNDECIDED
    assert verdict.more_games is not None
    after = se * np.sqrt(n_games / (n_games + verdict.more_games))
    rng = np.random.default_rng(3)
    draws = rng.normal(0, after, 400)
    answers = [judge(_rows([truth[0] + x, truth[1] - x], after), n_games, ASK).answer for x in draws]
    settled = np.mean([answer != Answer.UNDECIDED for answer in answers])
    assert settled > 0.85
    much = judge(_rows(list(truth), se), n_games, replace(ASK, margin=0.003))  # on the edge: only "not 0" can be shown
    assert much.more_games is not None
    assert much.more_games > verdict.more_games


def test_what_differs_is_told_by_path() -> None:
    a, b = (dict(as_run(TRUTH).manifest) for _ in range(2))
    cards = {"action": [{"id": "wink", "cost": 1, "text": "Wink."}, {"id": "nod", "cost": 2}]}
    a["document"] = {"rules": {"handicap": [0, 0], "goal": 5}, "rulings": {"ties": True}, "cards": cards}
    changed = {"action": [{"id": "wink", "cost": 3, "text": "Wink!"}, {"id": "nod", "cost": 2}]}
    b["document"] = {"rules": {"handicap": [0, 2], "goal": 5}, "rulings": {"ties": False}, "cards": changed}
    b |= {"tables": ["greedy"], "seating": "fixed"}
    found = differences(a, b).set_index("what")
    assert dict(zip(found.index, zip(found["a"], found["b"], strict=True), strict=True)) == {
        "policies": ("balanced", "greedy"),
        "seating": ("balanced", "fixed"),
        "rules.handicap.2": ("0", "2"),
        "rulings.ties": ("true", "false"),
        "cards.wink.cost": ("1", "3"),
        "cards.wink.text": ("Wink.", "Wink!"),
    }
    assert list(found.index[found["is_words"]]) == ["cards.wink.text"]
    assert not len(differences(a, a))


def test_tables_are_matched_by_their_text() -> None:
    assert matched_tables(["balanced", "random"], ["random", "balanced", "greedy"]) == ((0, 1), (1, 0))
    assert matched_tables(["balanced"], ["random"]) == ((0, 0),)
    with pytest.raises(UserError, match="policy tables balanced; random and greedy: play the same ones"):
        matched_tables(["balanced", "random"], ["greedy"])


@pytest.fixture(scope="module")
def opposed(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Two policy tables; side B makes place 1 weaker with one and stronger with the other."""
    folder = tmp_path_factory.mktemp("opposed")
    weak, strong = replace(TRUTH, place=(0.6, 1, 1, 0.9)), replace(TRUTH, place=(2.4, 1, 1, 0.9))
    a, b = write_run(folder / "a", TRUTH, TRUTH), write_run(folder / "b", weak, strong)
    return compare_runs(open_run(a), open_run(b), 0.01, 0.95)


def test_signs_that_change_with_the_policies_are_named(opposed: Comparison) -> None:
    assert opposed.tables == (("balanced", "balanced"), ("random", "random"))
    assert "place 1" in set(opposed.flips["label"])
    first, second = (opposed.kind("place", table).iloc[0] for table in (0, 1))
    assert first["high"] < 0 < second["low"]
    assert opposed.verdicts[0, "place"].answer == opposed.verdicts[1, "place"].answer == Answer.MOVED
    assert opposed.verdicts[0, "place"].most == first.name


def test_health_counts_what_is_there(opposed: Comparison) -> None:
    assert opposed.health["is_ok"].all()
    checks = opposed.health[opposed.health["table"] == 0].set_index("check")["figure"]
    assert checks["games complete, A"] == "2,880"
    assert checks["wins sum to games, B"] == "1.000000"


def test_unfinished_games_fail_run_health(tmp_path: Path) -> None:
    a = write_run(tmp_path / "a", TRUTH)
    b = write_run(tmp_path / "b", replace(TRUTH, unfinished=0.01))
    found = compare_runs(open_run(a), open_run(b), 0.01, 0.95)
    bad = found.health[~found.health["is_ok"]]
    assert list(bad["check"]) == ["unfinished games, B"]
    row = found.kind("unfinished").iloc[0]
    assert row["difference"] == pytest.approx(0.01, abs=0.005)
    assert row["low"] > 0
