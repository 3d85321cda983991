"""One page over several numbers of players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from synthetic import Truth, write_run

from analysis.study import Study, analyse
from analysis.ties import ANY
from reports.build import write_study
from reports.counts import build_counts, write_counts
from reports.model import Report
from reports.text import summary

COMMAND = "fairseat study toy --players 2,3,4"
COUNTS = (2, 3, 4)
#: Nobody is ahead of two, place 1 of three, place 3 of four.
PLACES = {2: (1.0, 1.0), 3: (1.6, 1.0, 1.0), 4: (1.0, 1.0, 1.8, 1.0)}


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> list[Study]:
    folder = tmp_path_factory.mktemp("counts")
    found = []
    for k in COUNTS:
        truth = Truth(n_blocks=60, place=PLACES[k], character=(1.0,) * k, ties=0.1, top_ties=0.1, seed=k)
        run = write_run(folder / f"{k}-players", truth)
        found.append(analyse(run, 0.01, 0.95))
        write_study(found[-1], run, "fairseat study toy")
    return found


@pytest.fixture(scope="module")
def report(studies: list[Study]) -> Report:
    return build_counts(studies, COMMAND, [f"{k}-players" for k in COUNTS])


def test_places_stand_below_each_other_by_number_of_players(report: Report, studies: list[Study]) -> None:
    table = report.table("places")
    assert table is not None
    assert table.head[:2] == ("place", "players")
    told = [(row.cells[0].text, row.cells[1].text) for row in table.rows]
    assert told == [(f"place {at}", str(k)) for at in range(1, 5) for k in COUNTS if at <= k]
    shares = [row.cells[2].sort for row in table.rows]
    expected = [study.places["share"].iloc[at] for at in range(4) for study in studies if at < len(study.places)]
    assert shares == pytest.approx(expected)


def test_what_only_some_numbers_have_is_a_dash(report: Report, studies: list[Study]) -> None:
    ties = report.table("ties")
    assert ties is not None
    some = studies[2].ties.query(f"ways > 2 and ways != {ANY}")["count"].sum()
    assert ("3-way, times" in ties.head) == bool(some)
    assert all(len(row.cells) == len(table.head) for table in report.tables for row in table.rows)


def test_verdicts_answers_and_health_say_of_which_number(report: Report) -> None:
    names = [*(f"With {k} players:" for k in COUNTS), "How sure is that?", "What is assumed?"]
    assert [item.name for item in report.answers] == names
    assert [line.split(":")[0] for line in report.answers[3].text.splitlines()] == [f"{k} players" for k in COUNTS]
    assert len(report.answers[4].text.splitlines()) == 1  # they assume the same
    assert "nobody is clearly ahead" in report.answers[0].text
    assert "place 1 is ahead" in report.answers[1].text
    assert "place 3 is ahead" in report.answers[2].text
    assert [line.subject.split(",")[0] for line in report.verdicts] == [f"{k} players" for k in COUNTS for _ in "pc"]
    assert [check.name for check in report.health if check.is_ok] == [f"{k} players" for k in COUNTS]


def test_a_failing_check_is_named(studies: list[Study]) -> None:
    health = studies[1].health.assign(is_ok=[False, *[True] * (len(studies[1].health) - 1)])
    bad = build_counts([studies[0], replace(studies[1], health=health)], COMMAND, ["a", "b"]).health
    assert [check.name for check in bad if not check.is_ok] == ["3 players", f"3 players: {health['check'].iloc[0]}"]


def test_notes_of_all_stand_once(report: Report) -> None:
    assert report.notes.count("Card data are stand-ins.") == 1


def test_the_page_links_to_every_report(studies: list[Study], tmp_path: Path) -> None:
    folders = [f"{k}-players" for k in COUNTS]
    page, report = write_counts(studies, tmp_path, folders, COMMAND)
    html = page.read_text(encoding="utf-8")
    assert page == tmp_path / "report.html"
    for folder in folders:
        assert f'<a href="{folder}/report.html">' in html
    assert COMMAND in html
    assert {path.stem for path in (tmp_path / "figures").iterdir()} == {"places", "characters"}
    table = pd.read_csv(tmp_path / "tables" / "places.csv")
    assert table.groupby("players").size().to_dict() == {2: 2, 3: 3, 4: 4}
    text = summary(report)
    assert "With 3 players: Among places, place 1 is ahead." in " ".join(text.split())
    assert max(map(len, text.split("NOTES")[0].splitlines())) <= 120
