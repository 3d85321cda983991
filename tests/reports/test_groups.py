"""The report of a team game with many heroes: words, tables, pictures."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import teams
from teams import Teams, write_run

from analysis.study import analyse
from reports.build import build_report, write_study
from reports.counts import write_counts
from reports.text import summary
from reports.words_groups import named

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


def test_balance_is_said_of_those_with_enough_games_only(run_dir: Path) -> None:
    study = analyse(run_dir, 0.9, 0.95)
    champions = study.groups[study.groups["kind"] == "champions"]
    thin = int(champions["is_thin"].sum())
    lines = {line.subject: line for line in build_report(study, "x").verdicts}
    assert lines["Champions"].answer == "balanced"
    assert lines["Champions"].sentence.endswith(f"Not judged, as they have too few games: {thin} of {len(champions)}.")
    assert thin > 0
    assert lines["Sides"].answer == "balanced"
    assert "Not judged" not in lines["Sides"].sentence


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
    assert re.search(r"; champions p (< 0\.0001|= 0\.00\d\d)", answers["How sure is that?"])
    notes = " ".join(report.notes)
    assert "no characters to compare" not in notes
    assert "no table shows" not in notes
    assert "no score parts" not in notes


def test_how_games_go_is_counted_again(run_dir: Path) -> None:
    """Length, means and winners of the answer, out of the rows themselves."""
    games = {name: column for name, column in teams.rows(MANY).items() if column.ndim == 1}
    said = {item.name: item.text for item in build_report(analyse(run_dir, 0.01, 0.95), "x").answers}[
        "How do games go?"
    ]
    middle, low, high = np.quantile(games["turns"], [0.5, 0.05, 0.95], method="inverted_cdf")
    assert f"Half of the games take up to {middle:g} turns, 90 % take {low:g} to {high:g}." in said
    assert re.search(rf"On average: {games['rounds'].mean():.1f}\d? rounds begun\.", said)
    for code, name in ((teams.WOLF, "a wolf"), (1, "Side A")):
        share = 100 * (games["winner_side"] == code).mean()
        found = re.search(rf"{name} ([\d.]+) %", said)
        assert found is not None
        assert float(found[1]) == pytest.approx(share, abs=0.5 * 10.0 ** -len(found[1].partition(".")[2]))
    assert "None of 1,200 games was left unfinished." in said


def test_unfinished_games_are_part_of_how_games_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = teams.rows
    part = {"is_finished": lambda n: np.arange(n) % 50 > 0}
    monkeypatch.setattr(
        teams, "rows", lambda t: (own := original(t)) | {k: f(len(own["game"])) for k, f in part.items()}
    )
    study = analyse(write_run(tmp_path / "a", FEW), 0.01, 0.95)
    said = {item.name: item.text for item in build_report(study, "x").answers}["How do games go?"]
    assert "12 of 600 games (2.0 %) were left unfinished." in said


def test_many_names_in_a_sentence_are_cut() -> None:
    assert named(["a", "b", "c"]) == "a, b and c"
    assert named([f"h{k}" for k in range(12)]).endswith("h10 and h11")
    assert named([f"h{k}" for k in range(30)]) == "h0, h1, h2, h3, h4, h5, h6, h7 and 22 more"


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
    part = text[text.index("WIN SHARE BY CHAMPION") : text.index("WHICH SIDE WINS")]
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
