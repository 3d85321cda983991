"""The report of a team game with many heroes: words, tables, pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from teams import Teams, write_run

from analysis.study import analyse
from reports.build import build_report, write_study
from reports.counts import write_counts
from reports.text import summary

MANY = Teams(n_blocks=240, n_heroes=130, strength=((3, 4.0),), wolves=0.1, rare=(11, 12), seed=3)
FEW = Teams(n_blocks=120, n_heroes=12, seed=4)


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_run(tmp_path_factory.mktemp("teams") / "run", MANY)
    write_study(analyse(folder, 0.01, 0.95), folder, "fairseat study toy")
    return folder


@pytest.fixture(scope="module")
def page(run_dir: Path) -> str:
    return (run_dir / "report.html").read_text(encoding="utf-8")


def test_the_strongest_leads_and_thin_rows_come_last(run_dir: Path) -> None:
    report = build_report(analyse(run_dir, 0.01, 0.95), "x")
    table = report.table("by-champions")
    assert table is not None
    assert len(table.rows) > 120
    assert table.rows[0].cells[0].text == "h03"
    thin = [row.is_thin for row in table.rows]
    assert sum(thin) > 0
    assert thin == sorted(thin)
    solid = [row for row in table.rows if not row.is_thin]
    pooled = [row.cells[2].sort for row in solid]
    assert pooled == sorted(pooled, reverse=True)
    assert {row.cells[2].text for row in table.rows if row.is_thin} == {"too few games"}
    assert {len(row.cells) for row in table.rows} == {len(table.head)}


def test_the_words_name_who_stands_out(run_dir: Path) -> None:
    report = build_report(analyse(run_dir, 0.01, 0.95), "x")
    verdicts = {line.subject: line for line in report.verdicts}
    assert list(verdicts) == ["Places", "Sides", "Champions"]
    assert verdicts["Champions"].answer == "unbalanced"
    assert "h03 wins" in verdicts["Champions"].sentence
    answers = {item.name: item.text for item in report.answers}
    assert "Among champions, h03" in answers["Who is ahead?"]
    assert re.search(r"champions with enough games spread by [\d.]+ pp \(standard deviation\)", answers["By how much?"])
    table = report.table("by-champions")
    assert table is not None
    weakest = [row.cells[0].text for row in table.rows if not row.is_thin][-1]
    assert f"Among champions, weaken h03 or strengthen {weakest}" in answers["What to do next?"]
    assert re.search(r"equal champions: p (< 0\.0001|= 0\.00\d\d)", answers["How sure is that?"])
    notes = " ".join(report.notes)
    assert "no characters to compare" not in notes
    assert "no table shows" not in notes
    assert "no score parts" not in notes


def test_the_page_has_every_picture_and_table(run_dir: Path, page: str) -> None:
    drawn = {path.stem for path in (run_dir / "figures").iterdir()}
    expected = {"by-sides", "by-champions", "by-champions-spread", "teams", "times-rounds"}
    assert expected <= drawn
    assert all(f'id="figure-{name}"' in page for name in expected)
    for name in ("by-champions", "by-sides", "teams", "flags", "times", "told", "credits"):
        assert f'id="table-{name}"' in page
    assert re.search(r'id="table-by-sides" open', page)
    assert not re.search(r'id="table-by-champions" open', page)
    assert "nan" not in re.sub(r"<script>.*?</script>", "", page, flags=re.S).lower().split()


def test_the_terminal_shows_the_ends_of_many(run_dir: Path) -> None:
    text = summary(build_report(analyse(run_dir, 0.01, 0.95), "x"), "utf-8")
    part = text[text.index("WIN SHARE BY CHAMPION") : text.index("WHICH TEAM WINS")]
    assert "h03" in part
    assert len(part.splitlines()) < 24
    assert "more in the report" in part
    assert "too few" not in part
    assert max(map(len, part.splitlines())) <= 100


def test_several_numbers_of_players_stand_side_by_side(tmp_path: Path) -> None:
    studies = [analyse(write_run(tmp_path / str(k), Teams(120, k, 12, seed=k)), 0.01, 0.95) for k in (4, 5)]
    out = tmp_path / "both"
    out.mkdir()
    _, report = write_counts(studies, out, ["4", "5"], "x")
    table = report.table("by-champions")
    assert table is not None
    assert [row.cells[1].text for row in table.rows[:2]] == ["4", "5"]
    assert "players" in (out / "tables" / "groups.csv").read_text().splitlines()[0]


def test_a_study_of_one_block_is_told_without_errors(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "a", Teams(n_blocks=1, n_heroes=20))
    page = write_study(analyse(folder, 0.01, 0.95), folder, "x").read_text(encoding="utf-8")
    assert "too few games" in page
    assert "Of champions, none has enough games to be judged." in page
    assert "Farthest from fair among champions" not in page


def test_nobody_ever_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import teams

    original = teams.rows

    def lost(truth: Teams) -> dict[str, teams.Array]:
        columns = original(truth)
        nothing = columns["win_share"] * 0
        return columns | {"win_share": nothing, "split": nothing, "winners": columns["winners"] * 0}

    monkeypatch.setattr(teams, "rows", lost)
    folder = write_run(tmp_path / "a", FEW)
    study = analyse(folder, 0.01, 0.95)
    write_study(study, folder, "x")
    assert study.places["share"].eq(0).all()
    assert study.games["n_unfinished"].eq(0).all()
