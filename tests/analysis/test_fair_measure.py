"""Shares and errors of a cell are those that a study of the same run gives, for places and for characters."""

from __future__ import annotations

import numpy as np
import pytest
from toykit import run_toy, toy_plan

from analysis.fair_cells import MAX_SUMS, cells_of, measure, sum_up
from analysis.run import Run, open_run
from analysis.study import analyse_run
from sim.errors import UserError


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("toy")
    run_toy(folder, toy_plan(3_600, "balanced"))
    return open_run(folder)


@pytest.mark.parametrize(("kind", "frame"), [("place", "places"), ("character", "characters_won")])
def test_cells_agree_with_a_study(run: Run, kind: str, frame: str) -> None:
    cells = measure([run], np.array([[0.0]]), 0, kind)
    rows = getattr(analyse_run(run, 0.01, 0.95), frame).set_index("label").loc[list(cells.labels)]
    assert cells.shares[0] == pytest.approx(rows["share"].to_numpy(), abs=1e-12)
    assert cells.off[0] == pytest.approx(rows["difference"].to_numpy(), abs=1e-12)
    assert cells.weight[0] == pytest.approx(rows["n"].to_numpy())
    assert cells.errors()[0] == pytest.approx(rows["difference_se"].to_numpy(), rel=0.01)


def test_the_same_run_twice_differs_by_nothing(run: Run) -> None:
    cells = measure([run, run], np.array([[0.0], [1.0]]), 0, "place")
    assert (cells.off[0] == cells.off[1]).all()


def test_what_the_rows_lack_is_said(run: Run) -> None:
    with pytest.raises(UserError, match="no faction"):
        measure([run], np.array([[0.0]]), 0, "faction")


def test_many_blocks_are_added_up_to_few_sums() -> None:
    """Memory stays flat; shares are the same, errors nearly."""
    rng = np.random.default_rng(8)
    n = 5 * MAX_SUMS + 3
    won = rng.integers(0, 5, n)
    blocks = np.stack([np.stack([won, 4 - won], axis=1), np.full((n, 2), 4)], axis=2).astype(float)
    pieces = (blocks[at : at + 1_000] for at in range(0, n, 1_000))
    few = sum_up(pieces, n)
    assert len(few) <= MAX_SUMS
    assert few.sum(0) == pytest.approx(blocks.sum(0))
    whole, short = (
        cells_of(np.zeros((1, 1)), ["a", "b"], sums[:, None], sums.sum(1)[:, None], n, 4 * n) for sums in (blocks, few)
    )
    assert short.shares == pytest.approx(whole.shares)
    assert short.errors() == pytest.approx(whole.errors(), rel=0.05)
