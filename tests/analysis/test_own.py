"""What entries that only one character can have go with: games of one character, with and without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
import synthetic
from synthetic import HABITS, Truth, rows, write_run

from analysis.study import analyse
from reports.draw_cards import MAX_OWN_ROWS, own
from reports.tables import tables

STRONG = Truth(n_blocks=400, character=(4.0, 1.0, 1.0, 1.0), shared_luck=0.3, habit_boost=0.4, seed=31)
WHO = ("President", "Vice", "Secretary", "Treasurer")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    return analyse(write_run(tmp_path_factory.mktemp("own") / "a", STRONG), 0.01, 0.95).own


def test_an_entry_that_does_nothing_has_no_part_in_the_strength_of_its_character(found: pd.DataFrame) -> None:
    strong = found.query("character == 'President' and code == 0").iloc[0]
    assert strong["share_with"] > 0.5 < strong["share_without"]  # fair is a quarter
    nothing = found[found["code"] % 4 == 0]
    assert len(nothing) == 4
    assert (nothing["difference"].abs() < 4 * nothing["se"]).all()
    assert (nothing["se"] < 0.02).all()
    assert (nothing["p_holm"] > 0.01).all()
    assert list(nothing["share_had"]) == pytest.approx([HABITS[0]] * 4, abs=0.02)


def test_an_entry_of_winners_has_the_difference_that_bayes_gives(found: pd.DataFrame) -> None:
    wins = STRONG.cell_credit().mean(0)
    of_winners, of_losers = 1 - (1 - HABITS[1]) * (1 - STRONG.habit_boost), HABITS[1]
    had = wins * of_winners + (1 - wins) * of_losers
    expected = wins * of_winners / had - wins * (1 - of_winners) / (1 - had)
    got = found[found["code"] % 4 == 1]
    assert (np.abs(got["difference"] - expected) < 4 * got["se"]).all()
    assert (got["low"] > 0).all()
    assert (got["p_holm"] < 1e-6).all()


def test_errors_are_those_of_a_clustered_regression(found: pd.DataFrame) -> None:
    """Win credit on having it: the slope is the difference, its sandwich error by block the error."""
    seats = naive.seats(rows(STRONG))
    for row in found[~found["is_thin"]].itertuples():
        games = seats[seats["character"] == row.code // 4]
        has = (games["habits"].to_numpy() >> row.code) & 1
        cluster = {"groups": games["block"].to_numpy(), "use_correction": False}
        fit = sm.OLS(games["win_share"].to_numpy(), sm.add_constant(has)).fit(cov_type="cluster", cov_kwds=cluster)
        n_blocks = games["block"].nunique()
        assert row.difference == pytest.approx(fit.params[1])
        assert row.se == pytest.approx(fit.bse[1] * np.sqrt(n_blocks / (n_blocks - 1)))
        assert (row.n, row.n_with) == (len(games), has.sum())


def test_a_character_that_always_wins(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", replace(STRONG, n_blocks=40, character=(1, 0, 0, 0))), 0.01, 0.95)
    first = study.own.iloc[0]
    assert (first["share_with"], first["share_without"], first["difference"]) == (1, 1, 0)
    assert not first["is_thin"]
    assert first["p_value"] == 1


def test_unfinished_games_are_left_out(tmp_path: Path) -> None:
    truth = replace(STRONG, n_blocks=40, unfinished=0.3)
    study = analyse(write_run(tmp_path / "a", truth), 0.01, 0.95)
    assert set(study.own["n"]) == {int(rows(truth)["is_finished"].sum())}


def test_too_few_games_say_so_and_nothing_else(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", replace(STRONG, n_blocks=100)), 0.01, 0.95)
    rare = study.own[study.own["code"] % 4 == 2]
    assert len(rare) == 4
    assert rare["is_thin"].all()
    assert (rare["n_with"] < 30).all()
    assert rare[["se", "low", "high", "p_value", "p_holm"]].isna().all(axis=None)
    table = next(table for table in tables(study) if table.id == "own-habits")
    texts = [[cell.text for cell in row.cells] for row in table.rows if row.is_thin]
    assert len(texts) == 4
    assert all("too few games" in row and not any("pp" in text for text in row) for row in texts)


def test_a_card_of_two_games_has_no_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rare(truth: Truth) -> dict[str, np.ndarray]:
        found = rows(truth)
        found["owned"] = np.where(found["game"] < 2, (found["win_share"] > 0).astype(np.int64), 0)
        return found

    monkeypatch.setattr(synthetic, "rows", rare)
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=40)), 0.01, 0.95)
    (card,) = study.cards.itertuples()
    assert (card.n, card.difference, card.is_thin) == (2, 1.0, True)
    table = next(table for table in tables(study) if table.id == "cards")
    assert [cell.text for cell in table.rows[0].cells][1:3] == ["too few games", "-"]


def test_cards_that_everybody_can_have_are_not_among_them(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", STRONG), 0.01, 0.95)
    assert set(study.cards["column"]) == {"owned"}
    assert set(study.own["column"]) == {"habits"}


def test_named_entries_are_listed_though_nobody_had_them(tmp_path: Path) -> None:
    names = [f"{who}: {what}" if what else "" for who in "abcd" for what in ("idle", "eager", "rare", "")]
    names[15] = "d: never"
    study = analyse(write_run(tmp_path / "a", replace(STRONG, n_blocks=40), labels={"habits": names}), 0.01, 0.95)
    assert list(study.own["label"]) == [name for name in names if name]
    never = study.own.iloc[-1]
    assert (never["n_with"], never["share_had"], never["is_thin"]) == (0, 0, True)
    table = next(table for table in tables(study) if table.id == "own-habits")
    assert [cell.text for cell in table.rows[-1].cells][2:-1] == ["never", "too few games", "-", "-", "-", "-"]


def test_a_chart_holds_whole_characters(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", replace(STRONG, n_blocks=40)), 0.01, 0.95)

    def titles(n_entries: int) -> list[str]:
        first = study.own.groupby("character", sort=False).head(1)
        many = [first.assign(label=first["label"] + f" {at}") for at in range(n_entries)]
        return [chart.title for chart in own(replace(study, own=pd.concat(many, ignore_index=True)), 0)]

    assert titles(3) == [f"Habits of {', '.join(WHO[:3])} and {WHO[3]}"]
    assert titles(MAX_OWN_ROWS // 2) == [f"Habits of {who}" for who in WHO]
