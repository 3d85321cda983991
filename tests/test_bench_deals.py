"""What a game of a block is worth: `worth` against closed forms, the analysis' own covariance, and its own error."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.blocks import Moments

ROOT = Path(__file__).parents[1]


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "bench"))
    monkeypatch.chdir(ROOT)
    return importlib.import_module("deals")


def one_group(deals: Any, values: Any) -> Any:
    """The mean of one value a game."""
    return deals.Question(np.zeros((len(values), 1), np.int64), values[:, None])


def test_equal_games_of_a_block_are_worth_one(deals: Any) -> None:
    values = np.repeat(np.random.default_rng(1).normal(size=500), 6)
    assert deals.worth(one_group(deals, values), 6).value == pytest.approx(1 / 6 * 499 / 500, rel=1e-12)


def test_games_that_make_up_for_each_other_are_worth_more(deals: Any) -> None:
    """Of two games of a block the second is the first turned round, once in four blocks: variance 3/4."""
    rng = np.random.default_rng(2)
    pairs = rng.normal(size=(40_000, 2))
    turned = rng.random(40_000) < 0.25
    pairs[turned, 1] = -pairs[turned, 0]
    found = deals.worth(one_group(deals, pairs.ravel()), 2)
    assert abs(found.value - 4 / 3) < 4 * found.error < 0.1


def test_the_error_is_the_spread_of_the_worth_of_many_studies(deals: Any) -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(200, 400, 1)) + rng.normal(
        size=(200, 400, 4)
    )  # half of the variance belongs to the block
    found = [deals.worth(one_group(deals, study.ravel()), 4) for study in values]
    spread = np.std([each.value for each in found])
    assert np.mean([each.value for each in found]) == pytest.approx(2 / 5, abs=0.01)
    assert np.mean([each.error for each in found]) == pytest.approx(spread, rel=0.15)


def credits(rng: np.random.Generator, n_blocks: int) -> tuple[Any, Any]:
    """Groups and win credits of four seats in blocks of six games: teams of changing size, one seat of none."""
    code = np.repeat(rng.integers(-1, 3, size=(n_blocks, 4)), 6, axis=0)
    winner = np.where(rng.random(n_blocks * 6) < 0.5, np.repeat(rng.integers(0, 3, n_blocks), 6), 0)
    return code, (code == winner[:, None]).astype(np.float64)


def test_the_variances_are_those_of_the_analysis(deals: Any) -> None:
    """Ratios of block sums, and of games as blocks of one, with covariances (`analysis.blocks`)."""
    code, value = credits(np.random.default_rng(4), 300)
    traces = {False: [], True: []}
    for size in (1, 6):
        moments = Moments(6)
        number = np.stack([(code == group).sum(1) for group in range(3)], 1)
        won = np.stack([(value * (code == group)).sum(1) for group in range(3)], 1)
        moments.add(np.concatenate([won, number], 1).reshape(-1, size, 6).sum(1).astype(np.float64))
        above = np.concatenate([np.eye(3), np.ones((1, 3))])
        found = moments.ratios(np.pad(above, ((0, 0), (0, 3))), np.pad(above, ((0, 0), (3, 0))))
        cov, weight = found.covariance, found.weight[:3]
        traces[False].append(weight @ np.diag(cov)[:3])
        traces[True].append(weight @ (np.diag(cov)[:3] + cov[3, 3] - 2 * cov[:3, 3]))
    for against_all, (games, blocks) in traces.items():
        wanted = games / blocks * 1799 / 1800  # games as blocks of one bring their own n / (n - 1)
        question = deals.Question(code, value, against_all)
        assert deals.worth(question, 6).value == pytest.approx(wanted, rel=1e-9)


def test_shared_deals_help_places_and_hurt_lengths_in_pig(deals: Any) -> None:
    """Dice travel with the person: they favour each place in turn, and make all games of a block long or short."""
    rows = deals.measure([deals.Run("examples/pig", 2, 4_000)])["rows"]
    value = {(row["deals"], row["question"]): row["value"] for row in rows}
    assert value["shared", "length"] == pytest.approx(0.5, abs=0.02)
    assert value["fresh", "length"] == pytest.approx(1, abs=0.15)
    assert value["fresh", "places"] == pytest.approx(1, abs=0.15)
    assert value["shared", "places"] > 3
    assert value["shared", "places"] == pytest.approx(value["shared", "places against fair"])  # one winner


def test_a_page_takes_the_table(deals: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{deals.MARK}\nold\n{deals.END_MARK}\nafter\n", encoding="utf-8")
    deals.main(["examples/pig:3:600:random", "--write", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text == f"before\n{deals.MARK}\n{capsys.readouterr().out}{deals.END_MARK}\nafter\n"
    assert "| examples/pig, 3 players | random | 600 in blocks of 6 | fresh |" in text
