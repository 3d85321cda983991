"""What has no games or too few, and games that did not end, are shown as such."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from synthetic import Truth, write_run

from analysis.study import Study, analyse
from reports.build import build_report
from reports.draw import draw_all
from reports.model import Report
from reports.text import summary
from reports.words import notes, off_text, tables_text
from reports.words_games import BEHIND, leads

NAMES = ["president", "vice", "secretary", "treasurer", "guest", "cat"]
TRUTH = Truth(n_blocks=20, unfinished=0.05, card_boost=0.5, seed=41)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Six characters, of whom four play; one game in twenty does not end."""
    titles = [name.title() for name in NAMES]
    facts = {"characters": NAMES, "character_titles": titles, "characters_in_play": NAMES[:4]}
    return analyse(write_run(tmp_path_factory.mktemp("idle") / "a", TRUTH, **facts), 0.01, 0.95)


@pytest.fixture(scope="module")
def report(study: Study) -> Report:
    return build_report(study, "fairseat study toy")


def test_characters_without_games_have_rows_without_estimates(study: Study) -> None:
    frame = study.characters_won.set_index("label")
    assert list(frame.index) == [name.title() for name in NAMES]
    idle = frame.loc[["Guest", "Cat"]]
    assert (idle["n"] == 0).all()
    assert idle["is_thin"].all()
    assert idle[["share", "se", "low", "high", "p_value", "p_holm"]].isna().all(axis=None)
    four = analyse_four(study)
    assert list(frame["p_holm"].iloc[:4]) == pytest.approx(four)


def analyse_four(study: Study) -> list[float]:
    """Holm's correction counts the four who play, not the six who could."""
    p = study.characters_won["p_value"].to_numpy()[:4]
    order = np.argsort(p)
    found = np.empty(4)
    found[order] = np.minimum(1, np.maximum.accumulate(p[order] * [4, 3, 2, 1]))
    return list(found)


def test_the_table_says_no_games_and_a_note_names_them(report: Report) -> None:
    table = report.table("characters")
    assert table is not None
    rows = {row.cells[0].text: row for row in table.rows}
    assert [rows[name].cells[1].text for name in ("Guest", "Cat")] == ["no games"] * 2
    assert rows["Cat"].is_thin
    assert not rows["Vice"].is_thin
    assert "Guest and Cat have no games: they were not in play here. Nothing is said of them." in report.notes


def test_nobody_without_games_is_named_as_an_extreme(study: Study, report: Report, tmp_path: Path) -> None:
    first_screen = " ".join([*(item.text for item in report.answers), *(v.sentence for v in report.verdicts)])
    assert "Guest" not in first_screen
    assert "Cat" not in first_screen
    drawn = {figure.id: figure.alt for figure in draw_all(study, tmp_path)}
    assert "Guest" not in drawn["characters"]
    assert "Guest" not in drawn["cells"]
    assert not re.search(r"\bnan\b", summary(report, "utf-8"))


def test_unfinished_games_are_said_on_the_first_screen(study: Study, report: Report) -> None:
    n = int(study.games["n_unfinished"].iloc[0])
    assert n > 0
    how = next(item.text for item in report.answers if item.name == "How do games go?")
    assert f"{n} of 480 games" in how
    assert "left unfinished" in how
    assert any(note.startswith(f"{n} unfinished games") for note in report.notes)


def test_screening_has_q_beside_holm(study: Study, report: Report) -> None:
    table = report.table("cards")
    assert table is not None
    assert table.head[2:4] == ("p (Holm)", "q")
    solid = study.cards[study.cards["p_value"].notna()]
    assert (solid["q_bh"] <= solid["p_holm"] + 1e-12).all()
    assert (solid["q_bh"] >= solid["p_value"] - 1e-12).all()
    assert "q" in [item.name for item in report.glossary]


def test_cells_without_games_of_those_who_play(tmp_path: Path) -> None:
    """One fixed seating: each character has one place, and no games in the others."""
    fixed = replace(TRUTH, n_blocks=200, seating="fixed", unfinished=0.0)
    found = analyse(write_run(tmp_path / "a", fixed, seating="fixed"), 0.01, 0.95)
    assert len(found.cells) == 16
    assert (found.cells["n"] > 0).sum() == 4
    made = build_report(found, "fairseat study toy")
    table = made.table("cells")
    assert table is not None
    assert sum(row.cells[1].text == "no games" for row in table.rows) == 12
    assert all(row.is_thin for row in table.rows if row.cells[1].text == "no games")
    draw_all(found, tmp_path / "figures")


def test_one_block_has_no_design_effect_to_show(tmp_path: Path) -> None:
    note = "1 games rounded up to 24: whole blocks of 24 games"
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=1, seed=5), plan_notes=[note]), 0.01, 0.95)
    assert "1 game rounded up to 24: whole blocks of 24 games." in notes(study)
    assert set(study.health.set_index("check")["figure"][["design effect", "halves agree"]]) == {"too few blocks"}
    assert "nan" not in summary(build_report(study, "x")).split()


def test_a_share_that_is_fair_is_neither_above_nor_below() -> None:
    row = {"label": "place 1", "share": 0.25, "se": 0.01, "low": 0.23, "high": 0.27, "difference": 0.0}
    assert off_text(row | {"difference_se": 0.01}) == "place 1 wins 25.0 % (23.0 to 27.0), just what is fair"


def test_tables_of_several_policies_are_told_apart() -> None:
    assert tables_text(["random", "engine"]) == "random, engine"
    assert tables_text(["1=a, 2=b", "random"]) == "1=a, 2=b; random"


def test_one_point_behind_is_one_point(study: Study) -> None:
    measures = study.measures.copy()
    measures.loc[measures["measure"] == BEHIND, "q50"] = 1.0
    assert re.search(r"have been 1 point behind or more", leads(replace(study, measures=measures), 0))
    measures.loc[measures["measure"] == BEHIND, "q50"] = 11.0
    assert re.search(r"have been 11 points behind or more", leads(replace(study, measures=measures), 0))
