"""Adjusted effects in words, tables and a chart: shown where they tell something, folded away where they repeat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import lineups
import pytest
import teams
from lineups import Lineups
from synthetic import Truth, write_run

from analysis.memory import run_of
from analysis.study import Study, analyse, analyse_run
from reports.build import build_report
from reports.draw_effects import effects as chart_of
from reports.page import render
from reports.style import look
from reports.tables_effects import effects as table_of
from reports.words_effects import alike, notes_of_effects, tells

UNEVEN = Lineups(n_blocks=2000, character=(0.8, 0.4, 0.0, 0.0, -0.4, -0.8), appears=(8, 8, 8, 8, 1, 1), seed=21)


def study_of(truth: Lineups, interactions: tuple[str, ...] = ()) -> Study:
    return analyse_run(run_of(lineups.frame(truth)), 0.01, 0.95, interactions)


def test_a_balanced_plan_has_a_sentence_and_no_chart(tmp_path: Path) -> None:
    truth = Truth(n_blocks=150, place=(1.5, 1.0, 1.0, 0.8), character=(1.4, 1.0, 0.9, 0.6))
    study = analyse(write_run(tmp_path / "a", truth), 0.01, 0.95)
    assert not tells(study, 0)
    assert chart_of(study, 0) is None
    report, table = build_report(study, "x"), table_of(study, 0)
    assert "the differences that the win shares show: the plan is balanced" in table.caption
    assert [row.cells[0].text for row in table.rows][:5] == [
        "place 1", "place 2", "place 3", "place 4", "President (character)",
    ]  # fmt: skip
    places = report.table("places")
    assert places is not None
    for row, shown in zip(table.rows[:4], places.rows, strict=True):
        assert row.cells[1].sort == pytest.approx(shown.cells[2].sort, abs=0.003)
    note = " ".join(notes_of_effects(study, 0))
    assert note.startswith("No sign that place matters more for one character than for another (p = 0.")
    assert report.notes.count(note) == 1
    assert '<details id="table-effects">' in render(report)  # folded


def test_fixed_chairs_are_not_called_balanced(tmp_path: Path) -> None:
    truth = Truth(n_blocks=150, place=(1.5, 1.0, 1.0, 0.8), character=(1.4, 1.0, 0.9, 0.6))
    study = analyse(
        write_run(tmp_path / "a", truth, seating="fixed", plan_notes=["fixed seating: so it is"]), 0.01, 0.95
    )
    report = build_report(study, "x")
    assert "the plan is balanced" not in table_of(study, 0).caption
    assert sum("seating" in note or "chairs" in note for note in report.notes) == 1
    single = build_report(replace(study, manifest={**study.manifest, "block_size": 1}), "x")
    assert "150 of 1 game, fixed" in render(single)


def test_an_uneven_plan_has_a_chart_and_the_case_that_moves_most_clearly() -> None:
    study = study_of(replace(UNEVEN, home=0.3))
    assert tells(study, 0)
    with look():
        chart = chart_of(study, 0)
    assert chart is not None
    assert "circles: as the win shares have it" in chart.caption
    note = notes_of_effects(study, 0)[0]
    frame = study.effects.set_index("label")
    far = (frame["difference"] - frame["raw"]).abs() / frame["difference_se"]
    assert f"that of character {far.idxmax()}, " in note
    assert "Place does not matter alike for every character (p < 0.0001): see the table by place and character" in note


def test_what_is_open_is_said() -> None:
    columns = lineups.games(replace(UNEVEN, n_blocks=200))
    lost = (columns["character"] == 0) & (columns["credit"] > 0)
    columns["credit"][lost.any(1)] = 0.25
    columns["credit"][columns["character"] == 0] = 0.0
    total = columns["credit"].sum(1, keepdims=True)
    columns["credit"] /= total
    columns["finished"][:3] = False
    columns["credit"][:3] = 0.0
    study = analyse_run(run_of(lineups.frame_of(columns)), 0.01, 0.95)
    notes = notes_of_effects(study, 0)
    assert notes[-1].startswith("Adjusted effects: c0 never won: how far below the others is open")
    table = table_of(study, 0)
    assert "3 unfinished games are left out of the model." in table.caption


def test_interactions_have_their_rows() -> None:
    study = study_of(Lineups(n_blocks=500, character=(0.2, 0.0, 0.0, -0.2), home=0.5, seed=37), ("place:character",))
    table = table_of(study, 0)
    rows = {row.cells[0].text: row for row in table.rows}
    assert rows["c0, place 1"].cells[1].text.startswith("+")
    assert len(rows) == 24
    assert alike(study, 0).startswith("Place does not matter alike for every character")


def test_warriors_stand_within_their_faction(tmp_path: Path) -> None:
    truth = teams.Teams(n_blocks=300, strength=((3, 1.0), (8, -3.0)), rare=(11,), seed=5)
    study = analyse(teams.write_run(tmp_path / "a", truth), 0.01, 0.95)
    table = table_of(study, 0)
    names = [row.cells[0].text for row in table.rows if not row.is_thin]
    heroes = [name for name in names if "champion" in name]
    assert heroes[0] == "h03 (champion, within its side)"
    assert "h08 (champion, within its side)" in heroes[-5:]
    assert "pooled" in table.head
    with look():
        chart = chart_of(study, 0)
    assert chart is not None
    assert "A champion is compared within its side." in chart.caption


def test_places_alone_are_told_by_the_win_shares(tmp_path: Path) -> None:
    found = analyse(write_run(tmp_path / "a", Truth(n_blocks=30)), 0.01, 0.95)
    alone = replace(found, effects=found.effects[found.effects["kind"] == "place"])
    assert table_of(found, 0).rows
    assert not table_of(alone, 0).rows
    assert "log-odds" not in {item.name for item in build_report(alone, "x").glossary}
