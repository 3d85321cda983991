"""The vocabulary: every constant is its word's place, and the words are those of RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games.kaguya import clauses, codes

from ..kit.vocabulary import named_constants, places

RULES = (Path(codes.__file__).parent / "RULES.md").read_text(encoding="utf-8")

WORDS = {
    "KIND_": codes.KINDS,
    "OP_": codes.OPS,
    "WHO_": codes.TARGETS,
    "COUNT_": codes.COUNTS,
    "DIR_": codes.DIRECTIONS,
    "SCOPE_": codes.SCOPES,
    "SRC_": codes.SOURCES,
    "TRACK_": codes.TRACKS,
    "HOW_": codes.TODAY_HOW,
    "IF_": codes.CONDITIONS,
    "COST_": codes.COSTS,
    "TODAY_": codes.TODAY_TESTS,
    "PATTERN_": codes.PATTERNS,
    "ON_": codes.TRIGGERS,
    "LIMIT_": codes.LIMITS,
    "FORM_": codes.FORMS,
}


@pytest.mark.parametrize(("prefix", "words"), WORDS.items(), ids=WORDS.keys())
def test_constant_is_place_of_its_word(prefix: str, words: tuple[str, ...]) -> None:
    assert named_constants(codes, prefix) == places(words)


def test_faces_are_no_die_faces() -> None:
    assert codes.FACES == {"roll": codes.FACE_ROLL, "choose": codes.FACE_CHOOSE, "today": codes.FACE_TODAY}
    assert not set(codes.FACES.values()) & set(range(1, 7))


def test_card_numbers_of_the_contract() -> None:
    """0-29, 30-59, 60-63, 64-71, 72-86 (section 4)."""
    assert (codes.CONVERSION_FIRST, codes.ACTION_FIRST, codes.INITIAL_CONVERSION_FIRST) == (0, 30, 60)
    assert (codes.INITIAL_ACTION_FIRST, codes.EVENT_FIRST, codes.EVENT_FIRST + codes.N_EVENTS) == (64, 72, 87)
    assert codes.N_CARDS == 87
    assert codes.N_PROGRAMS == 87 + 4 + 4


def test_rulings_are_those_of_section_3() -> None:
    """Names, defaults and number of alternatives, read from the table of RULES.md."""
    table = RULES.split("## 3. Rulings")[1].split("`decline_stays`:")[0]
    rows = re.findall(r"^\| (\w+) \| `(\w+)` \| (.*?) \| (?:K-|S)", table, flags=re.M)
    assert {name: default for name, default, _ in rows} == {name: words[0] for name, words in codes.RULINGS.items()}
    for name, _, others in rows:
        for word in codes.RULINGS[name][1:]:
            assert f"`{word}`" in others, (name, word)


def section(first: str, last: str) -> str:
    return RULES.split(first)[1].split(last)[0]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (codes.OPS, section("| family | ops (arguments): effect |", "For `lose_die` the target chooses")),
        (codes.CONDITIONS, section("- **State conditions**:", "- **Costs**")),
        (codes.COSTS, section("- **Costs**:", "- **Targets**")),
        (codes.TARGETS, section("- **Targets**", "- **Amounts**")),
        (codes.COUNTS[1:], section("- **Amounts**", "- **Triggers**")),
        (codes.TRIGGERS, section("- **Triggers**", "- **Limits**")),
        (codes.LIMITS, section("- **Limits**", "| family | ops")),
        (codes.TODAY_TESTS[1:] + codes.PATTERNS, section("- **Die conditions**", "- **State conditions**")),
    ],
)
def test_words_stand_in_the_rules(words: tuple[str, ...], text: str) -> None:
    for word in words:
        assert re.search(rf"\b{word}\b", text), word


def test_no_op_of_the_rules_is_missing() -> None:
    text = section("| family | ops (arguments): effect |", "For `lose_die` the target chooses")
    named = set(re.findall(r"`([a-z_]+)`(?: \(|,| ·|:| \(K-X16\)| \|)", text))
    assert named == set(codes.OPS)


def test_clause_constants_are_their_places() -> None:
    for place, clause in enumerate(clauses.CLAUSES):
        name = clause.replace("-", "_") if clause.startswith("K-") else clause.upper().replace(":", "_")
        assert getattr(clauses, name) == place, clause


def test_every_clause_of_the_rules_has_a_note() -> None:
    stated = re.findall(r"^- \*\*(K-[A-Z]+\d+)\*\*", RULES, flags=re.M)
    assert sorted(stated) == sorted(clause for clause in clauses.CLAUSES if clause.startswith("K-"))
    assert len(set(stated)) == len(stated)


def test_counted_clauses_of_section_12() -> None:
    named = re.findall(r"K-[A-Z]\d+", section("## 12. Coverage", '"Firing" of a prohibition').split("definitions")[1])
    assert sorted(clauses.UNCOUNTED) == sorted(named)
    assert set(clauses.COUNTED).isdisjoint(clauses.UNCOUNTED)
