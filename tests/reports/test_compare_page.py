"""The page of a comparison: every figure of the frames stands there, and the sentences about them are true."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from synthetic import Truth, write_run

from analysis.comparison import Comparison, compare_runs
from analysis.run import open_run
from reports.compare import build_comparison, write_comparison
from reports.text import summary
from reports.words_change import change_words
from reports.words_compare import amount, headline
from reports.words_compare_page import gain_number

TRUTH = Truth(
    n_blocks=150, place=(1.2, 1.0, 1.0, 0.9), character=(1.0, 1.3, 0.9, 0.8), shared_luck=0.7, ties=0.05, seed=5
)
CHANGED = replace(TRUTH, place=(1.0, 1.0, 1.0, 1.4))
COMMAND = "fairseat compare toy --b rules.handicap.4=2"


def _compare(folder: Path, *truths: Truth, handicap: int = 2, margin: float = 0.01) -> Comparison:
    """A run of TRUTH against a changed one, by name a head start of place 4; a table for each truth."""
    a = write_run(folder / "a", *[TRUTH] * len(truths))
    document = {"rules": {"handicap": [0, 0, 0, handicap]}, "policies": {"balanced": {"points": 1.0}}}
    b = write_run(folder / "b", *truths, document=document)
    return compare_runs(open_run(a), open_run(b), margin, 0.95)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    return _compare(tmp_path_factory.mktemp("two"), CHANGED, CHANGED)


@pytest.fixture(scope="module")
def page(found: Comparison, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("page")
    path, _ = write_comparison(found, folder, COMMAND)
    return folder, path.read_text(encoding="utf-8")


def test_the_headline_names_the_change_and_what_it_moves(found: Comparison) -> None:
    top = found.changes.loc[list(found.verdicts[0, "place"].moved[:2])]
    assert top["label"].iloc[0] == "place 4"
    said = " and ".join(f"{row['label']} by {amount(row)}" for _, row in top.iterrows())
    assert headline(found).startswith(f"+2 points for place 4 move {said}")
    assert re.search(r"place 4 by \+\d+(\.\d+)? pp \(\d+(\.\d+)? to \d+(\.\d+)?\)", headline(found))


def test_amounts_are_as_exact_as_their_errors() -> None:
    row = {"is_share": True, "unit": "", "label": "place 1", "difference": -0.01312, "se": 0.00103, "low": -0.0151}
    assert amount(row | {"high": -0.0111}) == "-1.31 pp (-1.51 to -1.11)"
    assert amount(row | {"se": 0.003, "low": -0.019, "high": -0.007}) == "-1.3 pp (-1.9 to -0.7)"
    mean = {"is_share": False, "unit": "points", "label": "all seats", "difference": 0.5, "se": 0.04}
    assert amount(mean | {"low": 0.42, "high": 0.58}) == "+0.50 points (0.42 to 0.58)"
    assert amount(mean | {"label": "points", "low": 0.42, "high": 0.58}) == "+0.50 (0.42 to 0.58)"
    still = {"is_share": True, "unit": "", "label": "x", "difference": 0.0, "se": 0.0, "low": 0.0, "high": 0.0}
    assert amount(still) == "0 pp"


CARDS = [(f"cards.c{i}.cost", "1", "2") for i in range(9)]
RULES = [(f"rules.r{i}", "1", "2") for i in range(5)]
PLAYERS = [("players", "3", "4"), ("rules.players", "3", "4"), ("rules.handicap.4", "", "0")]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([("rules.handicap.4", "0", "2")], ("+2 points for place 4", True)),
        ([("rules.handicap.1", "2", "1")], ("-1 point for place 1", False)),
        ([("rules.goal", "100", "50")], ("rules.goal 50 instead of 100", False)),
        ([("policies", "balanced", "spoiler")], ("policy spoiler instead of balanced", False)),
        (PLAYERS, ("4 players instead of 3", True)),
        ([("cards", "standin", "mine"), *CARDS], ("cards mine instead of standin", True)),
        (CARDS, ("9 changes of cards", True)),
        (RULES, ("rules.r0 2 instead of 1, rules.r1 2 instead of 1 and 3 more changes", True)),
        ([], ("", False)),
    ],
)
def test_changes_in_words(found: Comparison, rows: list[tuple[str, str, str]], words: tuple[str, bool]) -> None:
    differs = pd.DataFrame(rows, columns=["what", "a", "b"]).assign(is_words=False)
    assert change_words(replace(found, differs=differs)) == words


def test_every_change_stands_on_the_page(found: Comparison, page: tuple[Path, str]) -> None:
    folder, text = page
    plain = text.replace("\u00a0", " ")
    for _, row in found.changes.iterrows():
        assert amount(row) in plain, row["label"]
    written = pd.read_csv(folder / "tables" / "changes.csv")
    np.testing.assert_allclose(written["difference"], found.changes["difference"], rtol=1e-9)
    assert "rules.handicap.4" in plain
    assert COMMAND in plain
    assert "150 of 24 games" in plain
    for name in ("levels", "moves", "styles", "scores", "length"):
        assert (folder / "figures" / f"{name}.png").stat().st_size > 1000
        assert f'id="figure-{name}"' in text
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)


def test_marks_stand_beside_colours(found: Comparison, page: tuple[Path, str]) -> None:
    report = build_comparison(found, COMMAND)
    marks = {line.answer: line.mark for line in report.verdicts}
    assert marks["moved"] == "!"
    assert marks["within the margin" if "within the margin" in marks else "not enough games"] in "~?"
    moves = next(part for part in page[1].split("<figure ") if 'id="figure-moves"' in part)
    assert ">more<" in moves
    assert ">less<" in moves


def test_the_terminal_has_the_same_numbers(found: Comparison) -> None:
    told = summary(build_comparison(found, COMMAND), "utf-8")
    for _, row in found.kind("place").iterrows():
        assert amount(row) in told
    assert "RUN HEALTH: 12 of 12 checks pass" in told
    summary(build_comparison(found, COMMAND), "ascii").encode("ascii")


def test_the_gain_is_that_of_the_frame(found: Comparison) -> None:
    report = build_comparison(found, COMMAND)
    sure = next(item.text for item in report.answers if item.name == "How sure is that?")
    gains = found.kind("place")["gain"]
    assert gains.max() > 1.2  # or the sentence would be another
    assert f"would need {gain_number(gains.min())} to {gain_number(gains.max())} times as many" in sure
    assert [gain_number(gain) for gain in (1.04, 9.94, 9.96, 12.8, 347.0)] == ["1.0", "9.9", "10", "13", "350"]


def test_pairing_that_costs_is_told_so(found: Comparison) -> None:
    poor = replace(found, changes=found.changes.assign(gain=0.62))
    report = build_comparison(poor, COMMAND)
    sure = next(item.text for item in report.answers if item.name == "How sure is that?")
    assert "cost precision here: two runs of other seeds need 0.6 times as many" in sure
    assert any(note.startswith("For place 1, place 2, place 3 and others the pairing cost") for note in report.notes)
    none = build_comparison(replace(found, changes=found.changes.assign(gain=1.05)), COMMAND)
    assert "Sharing chance gained nothing here" in next(i.text for i in none.answers if i.name == "How sure is that?")


def test_a_curve_is_advised_where_one_number_was_changed(found: Comparison) -> None:
    def advised(*rows: tuple[str, str, str]) -> str:
        differs = pd.DataFrame(rows, columns=["what", "a", "b"]).assign(is_words=False)
        return build_comparison(replace(found, differs=differs), COMMAND).answers[-1].text

    assert "`--vary rules.handicap.4=0:2`" in advised(("rules.handicap.4", "0", "2"))
    assert "`--vary rules.goal=50:100`" in advised(("rules.goal", "100", "50"))
    for rows in ([("rules.goal", "1", "2")], [("rulings.ties", "share", "none")], [("players", "2", "4")]):
        assert "--vary" not in advised(*rows)
    assert "--vary" not in advised(("rules.goal", "100", "50"), ("rules.sides", "6", "8"))


def test_equal_sides_are_told_so(tmp_path: Path) -> None:
    same = _compare(tmp_path, TRUTH, handicap=0)
    assert headline(same) == "The sides are the same, and so is every figure: the same in every one of 150 blocks."
    report = build_comparison(same, COMMAND)
    assert {line.answer for line in report.verdicts} == {"the same"}
    assert report.title == "Toy of the tests: twice the same"
    # Other rules that changed no game: a difference may be rare all the same; 1 - 0.05 ** (1 / 150) is one in 50.6.
    other = _compare(tmp_path / "other", TRUTH)
    assert headline(other) == (
        "+2 points for place 4 change nothing: the same in every one of 150 blocks; "
        "if any do, then fewer than one in 50, at 95 %."
    )


def test_too_few_games_say_how_many_more(tmp_path: Path) -> None:
    few = _compare(tmp_path, replace(CHANGED, place=(1.19, 1.0, 1.0, 0.92)), margin=0.002)
    verdict = few.verdicts[0, "place"]
    assert str(verdict.answer) == "not enough games"
    assert verdict.more_games
    assert headline(few).startswith("Not enough games to say whether +2 points for place 4 move places: place ")
    assert f"about {verdict.more_games:,} more games on each side" in headline(few)


def test_independent_samples_are_called_so(tmp_path: Path) -> None:
    a = write_run(tmp_path / "a", TRUTH)
    b = write_run(tmp_path / "b", replace(TRUTH, seed=6))
    apart = compare_runs(open_run(a), open_run(b), 0.01, 0.95)
    report = build_comparison(apart, COMMAND)
    assert any("independent samples" in note for note in report.notes)
    assert "seed 5 and 6" in report.subtitle
    assert "Play both sides with one --seed" in report.answers[-1].text
