"""The vocabulary: every constant is its word's place, and the words are those of RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games.konoten import GAME, clauses, codes
from sim.games.konoten import state as st
from sim.games.konoten.tables_words import OP_ARGUMENTS, OPS_OF

from ..kit.vocabulary import named_constants, places

RULES = (Path(codes.__file__).parent / "RULES.md").read_text(encoding="utf-8")

WORDS = {
    "OP_": codes.OPS,
    "IF_": codes.CONDITIONS,
    "REACH_": ("activator", "owner", "anyone"),
    "SPECIAL_": ("none", "lens", "marker"),
    "FORM_": (
        "supply worker", "supply grow", "collect", "will", "facility", "activate", "persuade", "restart", "end",
        "finish", "add left", "add right", "base", "chain no", "chain yes", "keep", "task worker", "task grow", "grow",
        "spend growth", "spend worker", "convert none", "convert", "will collect", "will pick", "will persuade",
        "will restart", "will gain", "give none", "give", "final stop", "final lens",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("prefix", "words"), WORDS.items(), ids=WORDS.keys())
def test_constant_is_place_of_its_word(prefix: str, words: tuple[str, ...]) -> None:
    assert named_constants(codes, prefix) == places(words)


@pytest.mark.parametrize("words", [codes.WHENS, codes.KINDS, codes.FACILITIES, codes.MATERIALS], ids="wkfm")
def test_constant_without_prefix(words: tuple[str, ...]) -> None:
    for place, word in enumerate(words):
        assert getattr(codes, word.upper()) == place


def test_forms_have_their_words() -> None:
    """Forms are named after the words of their texts, short."""
    for word, form in zip(WORDS["FORM_"], codes.FORMS, strict=True):
        assert set(word.split()) <= set(form.split())


def section(first: str, last: str) -> str:
    return RULES.split(first)[1].split(last)[0]


def test_rulings_are_those_of_section_3() -> None:
    """Names, defaults and number of alternatives, read from the table of RULES.md."""
    rows = re.findall(r"^\| `?(\w+)`? \| (.*?) \| (.*?) \| N-", section("## 3. Rulings", "## 4."), flags=re.M)
    assert [name for name, _, _ in rows] == list(codes.RULINGS)
    for name, default, others in rows:
        words = [str(word).lower() for word in codes.RULINGS[name]]
        if name not in ("yellow_links", "red6_prereq"):  # written as arrows there
            assert re.findall(r"\w+", default)[0] == words[0], name
            for word in words[1:]:
                assert word in others, (name, word)


@pytest.mark.parametrize(("words", "head"), [(codes.WHENS, "- when:"), (codes.OPS, "- do:")])
def test_words_stand_in_the_rules(words: tuple[str, ...], head: str) -> None:
    text = section("### 8.1", "### 8.2") + section("## 3. Rulings", "## 4.")
    assert head.strip("- :") in text
    for word in words:
        if word != "set_final_vp":  # how white1_effect is written as data
            assert re.search(rf"\b{word}\b", text), word


def test_every_op_has_arguments_and_a_moment() -> None:
    assert set(OP_ARGUMENTS) == set(codes.OPS)
    assert set(OPS_OF) == set(codes.WHENS)
    assert {op for ops in OPS_OF.values() for op in ops} == set(codes.OPS)


# ---- clauses ----


def test_clause_constants_are_their_places() -> None:
    for place, clause in enumerate(clauses._NAMED):
        name = re.sub(r"[^A-Z0-9]", "_", clause.upper())
        assert getattr(clauses, name) == place, clause


def test_every_clause_of_the_rules_has_a_note() -> None:
    stated = re.findall(r"^- \*\*(N-[A-Z]+\d+)\*\*", RULES, flags=re.M)
    rows = set(re.findall(r"N-C\d\d\d", section("### 8.2", "### 8.3")))
    wanted = {*stated, *rows}
    assert len(set(stated)) == len(stated)
    plain = {clause for clause in clauses.CLAUSES if re.match(r"N-[A-Z]+\d+$", clause)}
    assert plain - {"N-D4", "N-D6", "N-D8", "N-D9", "N-D10", "N-D12"} == wanted
    assert set(clauses.NODES) == rows


def test_every_alternative_of_a_decision_point_has_a_note() -> None:
    found = {int(clause[3:].split()[0]) for clause in clauses.CLAUSES if clause.startswith("N-D")}
    assert found == set(range(1, 18))
    assert [st.D_SUPPLY, st.D_FINAL] == [1, 17]


def test_counted_clauses_of_section_12() -> None:
    text = section("## 12. Coverage", "Prohibitions")
    named = set(re.findall(r"N-[A-Z]\d+", text.split("except")[1]))
    assert set(clauses.UNCOUNTED) == named
    assert set(clauses.COUNTED).isdisjoint(clauses.UNCOUNTED)
    assert len(clauses.CLAUSES) == len(set(clauses.CLAUSES))


def test_counted_alternatives_are_listed_in_section_12() -> None:
    """Those of decision points, conditions and parts of nodes; plain clauses are counted by their kind."""
    listed = set(re.findall(r"`(N-[^`]+)`", section("Alternatives and conditions have ids", "## 13.")))
    plain = {clause for clause in clauses.COUNTED if re.fullmatch(r"N-[A-CE-Z]+\d+", clause)}
    assert listed - {"N-L5"} == set(clauses.COUNTED) - plain


def test_every_outcome_column_is_named() -> None:
    named = set(re.findall(r"\b[a-z]\w*\b", section("## 7. Outcome columns", "## 8.")))
    assert {column.name for column in GAME.columns} - named == set()
