"""The summary for the terminal, and the words of verdicts."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import synthetic
from synthetic import Truth, write_run

from analysis.study import Study, analyse
from reports.build import build_report, write_report
from reports.model import Report
from reports.page import render
from reports.text import summary
from reports.words_groups import p_text

ONE = Truth(n_blocks=200, place=(1.3, 1, 1, 0.9), character=(1, 1.5, 0.8, 0.7), ties=0.05, unfinished=0.01, seed=11)
TITLES = ["社長", "副社長", "書記", "会計"]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return analyse(write_run(tmp_path_factory.mktemp("run") / "a", ONE, character_titles=TITLES), 0.01, 0.95)


@pytest.fixture(scope="module")
def report(study: Study) -> Report:
    return build_report(study, "fairseat study toy")


def test_the_summary_has_the_numbers_of_the_page(report: Report) -> None:
    text = summary(report, "utf-8")
    for name in ("places", "characters", "ties"):
        table = report.table(name)
        assert table is not None
        for row in table.rows:
            assert row.cells[0].text in text
            assert row.cells[1].text in text
    for line in report.verdicts:
        assert f"{line.subject}: {line.answer.upper()}" in text
    for check in report.health:
        assert check.figure in text


def test_one_verdict_line_each(report: Report) -> None:
    assert [line.subject for line in report.verdicts] == ["Places", "Characters"]
    assert [line.answer for line in report.verdicts] == ["unbalanced", "unbalanced"]
    assert report.verdicts[0].sentence.startswith("Place 1 wins ")


def test_the_first_screen_names_who_is_ahead_and_who_is_last(report: Report) -> None:
    who, how_much, _, _, _, what_next = (item.text for item in report.answers)
    assert who == "Among places, place 1 is ahead.\nAmong characters, 副社長 is ahead."
    assert re.search(r"Place 1 wins .* above fair; last is place \d with \d", how_much)
    assert re.search(r"副社長 wins .* above fair; last is \S+ with \d", how_much)
    last = re.search(r"last is place (\d)", how_much).group(1)
    assert f"`--set rules.handicap.{last}=N`" in what_next
    assert "Weaken a card of 副社長, the strongest" in what_next


def test_a_head_start_is_no_option_where_the_rules_have_none(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "a", ONE, document={"rules": {"goal": 20}})
    what_next = build_report(analyse(folder, 0.01, 0.95), "x").answers[-1].text
    assert "the weakest, a head start" in what_next
    assert "--set" not in what_next


def test_policies_that_meet_are_answered_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = synthetic.rows
    monkeypatch.setattr(synthetic, "rows", lambda truth: (own := original(truth)) | {"policy": own["character"] % 2})
    who = {"policies": ["mine.py:high", "steady"], "tables": ["1=mine.py:high,2=steady"]}
    study = analyse(write_run(tmp_path / "a", ONE, **who), 0.01, 0.95)
    report = build_report(study, "x")
    shares = {
        row["label"]: f"{row['label']} wins {100 * row['share']:.1f} % (" for _, row in study.policies_won.iterrows()
    }
    best, last = ("steady", "mine.py:high") if ONE.character[1] > ONE.character[0] else ("mine.py:high", "steady")
    first = report.verdicts[0]
    assert (first.subject, first.answer) == ("Policies", "told apart")
    assert first.sentence.startswith(f"Of a seat's games, {shares[best]}")
    assert shares[last] in first.sentence
    assert report.answers[0].text.startswith(f"Among policies, {best} is ahead.")
    assert report.answers[1].text.startswith(f"{best} wins ")
    text = summary(report, "utf-8")
    assert text.split("VERDICTS\n")[1].startswith("[>] Policies: TOLD APART. ")
    assert "WIN SHARE BY POLICY\n" in text
    assert first.sentence.replace("'", "&#39;") in render(report).replace("\u00a0", " ")


def test_everyone_who_is_ahead_is_named(tmp_path: Path) -> None:
    two = Truth(n_blocks=400, place=(1.4, 0.7, 0.7, 1.4), seed=5)
    report = build_report(analyse(write_run(tmp_path / "a", two), 0.01, 0.95), "x")
    assert report.answers[0].text.startswith(
        ("Among places, place 1 and place 4 are ahead.", "Among places, place 4 and place 1 are ahead.")
    )
    assert report.verdicts[0].sentence.count(" wins ") == 4  # all four are off, and all are named


def test_a_narrow_terminal_gets_plain_names(report: Report) -> None:
    for encoding in ("cp1252", "ascii"):
        text = summary(report, encoding)
        text.encode(encoding)
        assert "?" not in text.replace("?:", "").split("VERDICTS")[1].split("WIN SHARE BY CHARACTER")[1]
        assert "secretary" in text
    lines = summary(report, "ascii").split("WIN SHARE BY CHARACTER\n")[1].splitlines()[:5]
    assert len({len(line) for line in lines}) == 1  # names of other lengths, columns still in line


def test_unfinished_games_are_told(report: Report) -> None:
    text = summary(report, "utf-8")
    assert "unfinished games are kept" in text.replace("\n  ", " ").replace("with policies balanced ", "")
    assert "[FAIL]" in text
    assert "Run health fails: unfinished games" in text.replace("\n  ", " ")


def test_balanced_and_open_verdicts(tmp_path: Path) -> None:
    fair = Truth(n_blocks=60, seed=3)
    folder = write_run(tmp_path / "a", fair)
    wide = build_report(analyse(folder, 0.2, 0.95), "x")
    assert {line.answer for line in wide.verdicts} == {"balanced"}
    assert "Every 90 % interval lies within 20 pp of the fair 25.0 %" in wide.verdicts[0].sentence
    narrow = build_report(analyse(folder, 0.01, 0.95), "x")
    assert narrow.verdicts[0].answer == "not enough games"
    assert "more games would settle it" in narrow.verdicts[0].sentence
    assert "nobody is clearly ahead" in narrow.answers[0].text


def test_several_policy_tables_have_a_verdict_each(tmp_path: Path) -> None:
    two = Truth(n_blocks=200, place=(0.7, 1, 1, 1.1), seed=12)
    report = build_report(analyse(write_run(tmp_path / "a", ONE, two), 0.01, 0.95), "x")
    subjects = [line.subject for line in report.verdicts]
    assert subjects == [
        f"{kind}, policies {name}" for name in ("balanced", "random") for kind in ("Places", "Characters")
    ]
    assert any("the sign changes for place 1" in note for note in report.notes)
    styles = report.table("styles")
    assert styles is not None
    assert "sign changes" in styles.rows[0].cells[-1].text


def test_a_game_without_score_cards_or_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = synthetic.credits

    def players(truth: Truth) -> tuple[np.ndarray, ...]:
        credit, character, finished = original(truth)
        return credit, np.zeros_like(character), finished

    monkeypatch.setattr(synthetic, "credits", players)
    own = {column.name for column in synthetic.OWN}
    bare = [column for column in synthetic.manifest(ONE, 1)["columns"] if column["name"] not in own]
    changes = {"columns": bare, "characters": ["player"], "character_titles": [], "provenance": {}}
    folder = write_run(tmp_path / "a", ONE, **changes)
    page = write_report(folder, "x", 0.01, 0.95).read_text(encoding="utf-8")
    for sentence in ("The game has no score", "no card sets", "no characters"):
        assert sentence in page
    drawn = {path.stem for path in (folder / "figures").iterdir()}
    assert drawn == {"places", "ties", "length", "convergence"}


def test_p_values_are_not_exacter_than_they_deserve() -> None:
    assert p_text(0.00000123) == "p < 0.0001"
    assert p_text(0.00345) == "p = 0.0034"
    assert p_text(0.345) == "p = 0.34"
    assert p_text(float("nan")) == "-"


def test_what_a_game_is_worth_is_told_with_its_deals(tmp_path: Path, report: Report, study: Study) -> None:
    """One over the design effect; the digits are those that 200 blocks allow."""
    told = next(item.text for item in report.answers if item.name == "How sure is that?")
    found = re.search(r"A game tells as much as (\S+) independent ones about places, (\S+) about characters\.", told)
    assert found is not None
    for text, frame in zip(found.groups(), (study.places, study.characters_won), strict=True):
        assert re.fullmatch(r"\d\.\d\d?", text)
        assert float(text) == pytest.approx(1 / frame["design_effect"].mean(), rel=0.1)
    words = {item.name: item.text for item in (*report.reproduce, *report.glossary)}
    assert words["deals"] == "shared: all games of a block have the same deal"
    assert "Its games share one deal." in words["block"]
    fresh = build_report(analyse(write_run(tmp_path / "a", ONE, deals="fresh"), 0.01, 0.95), "fairseat study toy")
    words = {item.name: item.text for item in (*fresh.reproduce, *fresh.glossary)}
    assert words["deals"] == "fresh: every game has a deal of its own"
    assert "Each game has a deal of its own." in words["block"]


def test_games_without_blocks_are_worth_what_they_are(tmp_path: Path) -> None:
    few = build_report(analyse(write_run(tmp_path / "a", Truth(n_blocks=20)), 0.01, 0.95), "fairseat study toy")
    assert "independent ones" not in next(item.text for item in few.answers if item.name == "How sure is that?")


def test_what_the_plan_says_has_grouped_digits(tmp_path: Path) -> None:
    said = ["100000 games rounded up to 100008: whole blocks of 24 games"]
    study = analyse(write_run(tmp_path / "a", ONE, plan_notes=said), 0.01, 0.95)
    assert "100,000 games rounded up to 100,008: whole blocks of 24 games." in build_report(study, "x").notes
