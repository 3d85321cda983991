"""The table of a sweep against its runs one by one; curves and slopes against block means; what was not played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sweepkit
from synthetic import Truth

from analysis.contrasts import N_GROUPS, Contrasts, Grouped, slope_weights
from analysis.metrics import block_sums, estimates, metrics_of
from analysis.paired import cannot_pair, paired
from analysis.run import Run, open_run
from analysis.settings import GRID, ONE_AT_A_TIME, ONE_KEY, Design, make_path, value_in
from analysis.sweep import COLUMNS, Sweep, analyse_sweep, sweep_frame
from sim.cells import CellResult

Array = np.ndarray[Any, Any]
SAID = ("estimate", "se", "low", "high", "n_games", "n_blocks")


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[CellResult]:
    return sweepkit.curve(tmp_path_factory.mktemp("curve"), n_tables=2)


@pytest.fixture(scope="module")
def found(cells: list[CellResult]) -> Sweep:
    return analyse_sweep(cells, "h0", 0.01, 0.95)


def test_the_table_says_of_each_cell_what_its_run_says(cells: list[CellResult], found: Sweep) -> None:
    assert list(found.cells.columns) == ["cell", "rules.handicap.4", *COLUMNS]
    assert list(dict.fromkeys(found.cells["cell"])) == [cell.name for cell in cells]
    for cell in (cell for cell in cells if cell.status == "done"):
        run = open_run(cell.run_dir)
        for at, table in enumerate(run.tables):
            part = found.cells[(found.cells["cell"] == cell.name) & (found.cells["table"] == table)]
            alone = estimates(run, at, 95.0)
            assert part[["kind", "label"]].to_numpy().tolist() == alone[["kind", "label"]].to_numpy().tolist()
            for name in SAID:
                np.testing.assert_allclose(part[name].to_numpy(float), alone[name].to_numpy(float), rtol=1e-12)
            assert set(part["rules.handicap.4"]) == {cell.settings["rules.handicap.4"]}


def test_differences_are_those_of_pairs_of_runs(cells: list[CellResult], found: Sweep) -> None:
    base = open_run(cells[0].run_dir)
    for cell in (cells[1], cells[4]):
        for at, table in enumerate(base.tables):
            both = paired(base, open_run(cell.run_dir), (at, at), 95.0)
            alone = both if isinstance(both, pd.DataFrame) else both.frame
            part = found.cells[(found.cells["cell"] == cell.name) & (found.cells["table"] == table)]
            assert part["is_paired"].all()
            for mine, theirs in (("difference", "difference"), ("difference_se", "se"), ("p_value", "p_value")):
                np.testing.assert_allclose(
                    part[mine].to_numpy(float), alone[theirs].to_numpy(float), rtol=1e-9, atol=1e-15
                )
    own = found.cells[found.cells["cell"] == "h0"]
    assert (own["difference"] == 0).all()
    assert (own["difference_se"] == 0).all()


def test_a_cell_that_is_not_done_has_a_row_without_numbers(found: Sweep) -> None:
    lost = found.cells[found.cells["cell"] == "h3"]
    assert list(lost["status"]) == ["timed out"]
    assert lost[list(SAID)].isna().all(axis=None)
    state = found.states.set_index("cell").loc["h3"]
    assert state["reason"] == sweepkit.FAILED
    assert list(found.curves.loc[found.curves["value"] == "3", "n_lost"].unique()) == [1]


def test_every_run_is_read_once_and_the_base_twice(cells: list[CellResult], monkeypatch: pytest.MonkeyPatch) -> None:
    times: dict[str, int] = {}
    read = Run.read

    def counted(self: Run, *names: Any) -> Any:
        times[self.folder.name] = times.get(self.folder.name, 0) + 1
        return read(self, *names)

    monkeypatch.setattr(Run, "read", counted)
    sweep_frame(cells, "h0", 0.95)
    assert times == {"h0": 2 * 2, "h1": 2, "h2": 2, "h4": 2}  # once a policy table; the base is a cell, too


def _block_shares(cells: list[CellResult], label: str) -> Array:
    """Win share of a place in each block of each done cell, (cells, blocks); all blocks are equally large."""
    shares = []
    for cell in (cell for cell in cells if cell.status == "done"):
        run = open_run(cell.run_dir)
        metric = next(m for m in metrics_of(run) if m.label == label)
        sums = np.concatenate(list(block_sums(run, 0, [metric])))[:, 0]
        shares.append(sums[:, 0] / sums[:, 1])
    return np.array(shares)


def test_slopes_are_those_of_lines_through_every_block(cells: list[CellResult], found: Sweep) -> None:
    by_block = np.polyfit([0, 1, 2, 4], _block_shares(cells, "place 4"), 1)[0]
    row = found.slopes.query("at == 0 and label == 'place 4' and kind == 'place'").iloc[0]
    assert row["step"] == 1
    assert row["slope"] == pytest.approx(by_block.mean(), rel=1e-9)
    assert row["se"] == pytest.approx(by_block.std(ddof=1) / np.sqrt(len(by_block)), rel=1e-9)
    assert row["low"] < row["slope"] < row["high"]


def test_means_and_effects_over_a_grid_are_those_of_block_means(tmp_path: Path) -> None:
    cells = sweepkit.grid(tmp_path)
    found = analyse_sweep(cells, "c00", 0.01, 0.95)
    assert found.design.kind == GRID
    names = [cell.name for cell in cells if cell.status == "done"]
    shares = dict(zip(names, _block_shares(cells, "place 4"), strict=True))
    row = found.curves.query(
        "kind == 'place' and label == 'place 4' and path == 'rules.handicap.4' and value == '1'"
    ).iloc[0]
    mean = np.mean([shares["c10"], shares["c11"]], axis=0)
    assert (row["n_cells"], row["n_lost"]) == (2, 1)
    assert row["estimate"] == pytest.approx(mean.mean(), rel=1e-9)
    assert row["se"] == pytest.approx(mean.std(ddof=1) / np.sqrt(60), rel=1e-9)
    effect = found.effects.query("label == 'place 4' and path == 'rules.handicap.4' and value == '1'").iloc[0]
    pairs = np.mean([shares["c10"] - shares["c00"], shares["c11"] - shares["c01"]], axis=0)  # c12 failed: no pair
    assert effect["difference"] == pytest.approx(pairs.mean(), rel=1e-9)
    plain = pairs.std(ddof=1) / np.sqrt(60)
    assert (1 - 1e-9) * plain <= effect["se"] < 1.5 * plain  # imagined groups where some blocks are equal


def test_blocks_are_grouped_evenly_and_nothing_is_lost() -> None:
    rng = np.random.default_rng(5)
    blocks = rng.random((1000, 2, 2))
    whole = Grouped(2, 1000)
    for piece in np.array_split(blocks, [3, 400, 401]):
        whole.add(piece)
    assert whole.sums.shape == (N_GROUPS, 2, 2)
    np.testing.assert_allclose(whole.sums.sum(0), blocks.sum(0))
    few = Grouped(2, 7)
    few.add(blocks[:7])
    np.testing.assert_array_equal(few.sums, blocks[:7])


def test_cells_that_share_no_chance_are_independent_samples() -> None:
    rng = np.random.default_rng(6)
    cells: list[Array | None] = [np.stack([rng.random(40), np.ones(40)], axis=1) for _ in range(2)]
    cells.append(None)
    apart, same = Contrasts(cells, ["a", "b", "a"]), Contrasts(cells, ["a", "a", "a"])
    weights = np.array([[1.0, -1.0, 0.0], [0.5, 0.0, 0.5]])
    one, two = (cell[:, 0] for cell in cells[:2] if cell is not None)
    assert apart.of(weights).se[0] == pytest.approx(np.sqrt((one.var(ddof=1) + two.var(ddof=1)) / 40))
    assert same.of(weights).se[0] == pytest.approx((one - two).std(ddof=1) / np.sqrt(40))
    assert np.isnan(apart.of(weights).estimate[1])  # a cell without the metric
    assert slope_weights([1, 2, 4]) @ np.array([5.0, 7.0, 11.0]) == pytest.approx(2)


def test_an_error_never_comes_from_the_lack_of_variation() -> None:
    cells: list[Array | None] = [np.stack([np.full(50, share), np.ones(50)], axis=1) * 24 for share in (0.5, 0.5)]
    found = Contrasts(cells, ["a", "a"]).of(np.array([1.0, -1.0]))
    assert found.estimate[0] == 0
    assert found.se[0] > 0


def test_designs_and_values_are_told_apart(tmp_path: Path) -> None:
    cells = sweepkit.one_at_a_time(tmp_path)
    found = analyse_sweep(cells, "base", 0.01, 0.95)
    assert found.design.kind == ONE_AT_A_TIME
    paths = {path.name: path for path in found.design.paths}
    assert paths["rulings.stop"].values == ("decline", "stay", "forced")  # the base's value from its data
    assert paths["rulings.stop"].numbers is None
    assert (paths["rules.start"].base, paths["rules.start"].numbers) == ("5", (5.0, 6.0))
    assert paths["rules.handicap.4"].base == "0"
    assert make_path("p", ["10", "2", "0.5"], "2").values == ("0.5", "2", "10")
    assert make_path("p", ["1_0", "2"], "2").numbers is None
    one = pd.DataFrame({"p": ["1", "2"]}, index=["a", "b"])
    assert Design.of(one, "a").kind == ONE_KEY
    assert Design.of(pd.DataFrame({"p": ["1", "2"], "q": ["1", "2"]}, index=["a", "b"]), "a").kind == GRID


def test_two_designs_in_one_sweep_compare_like_with_like(tmp_path: Path) -> None:
    """A grid of two keys and a ruling at the base alone: the ruling's base is the base, not the mean of the grid."""
    cells = [
        *sweepkit.grid(tmp_path),
        sweepkit.cell(tmp_path, "r", {"rulings.stop": "stay"}, sweepkit.BASE, handicap=7),
    ]
    found = analyse_sweep(cells, "c00", 0.01, 0.95)
    assert found.design.kind == GRID
    places = found.curves[found.curves["kind"] == "place"]
    ruling = places[places["path"] == "rulings.stop"]
    assert set(ruling["n_cells"]) == {1}
    base = found.frame.query("cell == 'c00' and kind == 'place'")
    np.testing.assert_allclose(ruling.loc[ruling["value"] == "decline", "estimate"], base["estimate"])
    assert set(places.loc[places["path"] == "rules.handicap.4", "n_cells"]) == {2}  # c12 failed: its column is left out


def test_values_of_the_base_are_found_in_its_data() -> None:
    card = {"id": "glance", "effect": {"gain": [1, 2], "if": "first"}, "free": True}
    manifest = {"n_seats": 4, "document": {"rules": {"track": [5, 6]}, "cards": {"action": [card]}}}
    found = {
        path: value_in(manifest, path)
        for path in (
            *("players", "rules.track.2", "rules.track", "cards.glance.effect.gain.2", "cards.glance.effect"),
            *("cards.glance.free", "rules.none"),
        )
    }
    assert found == {
        "players": "4",
        "rules.track.2": "6",
        "rules.track": "[5, 6]",
        "cards.glance.effect.gain.2": "2",
        "cards.glance.effect": '{ gain = [1, 2], if = "first" }',
        "cards.glance.free": "true",
        "rules.none": "",
    }


def test_other_numbers_of_players_are_no_pairs(tmp_path: Path) -> None:
    three = Truth(n_blocks=60, place=(1.0,) * 3, character=(1.0,) * 3, seed=3)
    cells = [
        sweepkit.cell(tmp_path, "base", {"players": "4"}, sweepkit.BASE),
        sweepkit.cell(tmp_path, "three", {"players": "3"}, three),
    ]
    found = analyse_sweep(cells, "base", 0.01, 0.95)
    state = found.states.set_index("cell").loc["three"]
    assert not state["is_paired"]
    assert state["why_not"] == cannot_pair(open_run(cells[0].run_dir), open_run(cells[1].run_dir))
    part = found.cells[found.cells["cell"] == "three"]
    assert not part["is_paired"].astype(bool).any()
    score = part[part["kind"] == "score"].iloc[0]
    assert np.isfinite(score["difference_se"])
    assert "places" not in set(found.ranking["target"])  # a fair share is another


def test_without_its_base_a_sweep_has_estimates_but_no_differences(tmp_path: Path) -> None:
    cells = sweepkit.curve(tmp_path)
    lost = CellResult("h0", {"rules.handicap.4": "0"}, "failed", "why", tmp_path)
    found = analyse_sweep([lost, *cells[1:]], "h0", 0.01, 0.95)
    played = found.cells[found.cells["status"] == "done"]
    assert played["estimate"].notna().all()
    assert played["difference"].isna().all()
    assert not len(found.ranking)
    none = analyse_sweep([lost], "h0", 0.01, 0.95)
    assert list(none.cells["status"]) == ["failed"]
