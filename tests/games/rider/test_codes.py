"""The vocabulary: every constant is its word's place, and the words are those of RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games.rider import clauses, codes
from sim.games.rider import state as st
from sim.games.rider.layout import CONSTANTS
from sim.games.rider.tables import load
from sim.games.rider.tables_schema import Rules

from ..kit.vocabulary import named_constants, places

RULES = (Path(codes.__file__).parent / "RULES.md").read_text(encoding="utf-8")

#: Prefix of constants -> the list whose places they are; words are written with a blank for what is no letter.
WORDS = {
    "PICK_": codes.PICKS,
    "WHO_": ("self", "actor", "object", "chosen", "all", "others", "same", "diff", "linked"),
    "PAY_": codes.COSTS,
    "OP_": codes.OPS,
    "ZONE_": codes.ZONES,
    "PHASE_": codes.PHASES,
    "HAS_": codes.HOLDINGS,
    "SOURCE_": codes.SOURCES,
    "FROM_": codes.MARK_FROM,
    "CLASS_": ("basic", "battle", "equipment"),
    "GATE_": ("none", "win", "lose", "hit", "miss"),
    "FREQ_": ("any", "turn", "phase", "game"),
}


def section(first: str, last: str) -> str:
    return RULES.split(first)[1].split(last)[0]


@pytest.mark.parametrize(("prefix", "words"), WORDS.items(), ids=WORDS.keys())
def test_constant_is_place_of_its_word(prefix: str, words: tuple[str, ...]) -> None:
    assert named_constants(codes, prefix) == places(words)


@pytest.mark.parametrize("words", [codes.KINDS, codes.SLOTS], ids=["kinds", "slots"])
def test_constant_without_prefix(words: tuple[str, ...]) -> None:
    for place, word in enumerate(words):
        assert getattr(codes, word.upper()) == place


@pytest.mark.parametrize(("names", "words"), [
    (("SPADE", "HEART", "CLUB", "DIAMOND"), codes.SUITS),
    (("NO_ELEMENT", "FIRE", "THUNDER", "ICE", "POISON"), codes.ELEMENTS),
    (("STATIC", "FORCED", "ASKED", "ACTIVE", "VIEW_AS"), codes.MODES),
    (("FACE_UP", "FACE_DOWN", "SIDEWAYS"), ("up", "down", "sideways")),
    (("LINK_ON", "LINK_OFF", "LINK_TOGGLE"), codes.LINK_WAYS),
])  # fmt: skip
def test_constants_in_order(names: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert [getattr(codes, name) for name in names] == list(range(len(words)))


def test_strikes_stand_first_and_their_places_are_their_elements() -> None:
    """Kernels read the element of a strike from its kind."""
    for kind, element in zip(codes.KINDS[: codes.LAST_STRIKE + 1], codes.ELEMENTS, strict=True):
        assert kind == ("strike" if element == "none" else f"{element}_strike")


def test_red_suits_have_odd_codes() -> None:
    assert [code % 2 == 1 for code in range(4)] == [suit in "HD" for suit in codes.SUITS]
    assert codes.FILTERS["red"] | codes.FILTERS["black"] == codes.FILTERS["any"] == 15


def test_triggers_that_are_events_stand_first() -> None:
    assert codes.TRIGGERS[codes.N_EVENTS :] == ("play", "view", "static")
    assert codes.TRIGGERS[: codes.N_OWN] == (
        "prep_start", "judge_start", "draw_start", "discard_start", "discard_end", "end_start",
    )  # fmt: skip
    assert codes.N_EVENTS <= 31, "a warrior's triggers are bits of one number"


def test_rulings_are_those_of_section_3() -> None:
    """Names, defaults and alternatives, read from the table of RULES.md."""
    rows = re.findall(r"^\| `?(\w+)`? \| (.*?) \| (.*?) \| R-", section("## 3. Rulings", "## 4."), flags=re.M)
    named = {name: (default, others) for name, default, others in rows if name != "rage_cap"}
    assert list(named) == list(codes.RULINGS)
    assert len(codes.RULINGS) == 36
    for name, (default, others) in named.items():
        words = [str(word).lower() for word in codes.RULINGS[name]]
        assert re.findall(r"\w+", default)[0] == words[0], name
        assert re.findall(r"\w+", re.sub(r"\(.*?\)", "", others)) == words[1:], name


def test_constants_of_section_1_are_those_of_the_data() -> None:
    """Every number, with its default."""
    rules = load().document["rules"]
    rows = re.findall(r"^\| `?(\w+)`?(?: \(.*?\))? \| ([\d/]+) \|", section("## 1. Constants", "## 2."), flags=re.M)
    assert {name for name, _ in rows} | {"handicap"} >= set(Rules.model_fields)
    for name, value in rows:
        written = rules[name]
        shown = "/".join(map(str, written)) if isinstance(written, list) else str(written)
        assert shown == value, name
    assert set(CONSTANTS) <= set(Rules.model_fields)


@pytest.mark.parametrize("words", [
    codes.TRIGGERS, codes.CONDITIONS, codes.COSTS, codes.PICKS, codes.OPS, codes.WHOS, codes.GATES[1:],
], ids=["triggers", "conditions", "costs", "picks", "effects", "subjects", "gates"])  # fmt: skip
def test_words_stand_in_the_rules(words: tuple[str, ...]) -> None:
    text = section("### 8.3", "### 8.4")
    for word in words:
        assert word in text, word


def test_frames_and_points_are_those_of_section_4() -> None:
    text = section("### 4.2", "## 5.")
    for frame in st.FRAMES:
        assert re.search(rf"\b{frame}\b", text), frame
    named = [name for name in vars(st) if name.startswith("FRAME_")]
    assert sorted(getattr(st, name) for name in named) == list(range(len(st.FRAMES)))
    assert all(st.FRAMES[getattr(st, name)] == name.removeprefix("FRAME_") for name in named)
    points = re.findall(r"^\| (RD\d+) \|", section("### 4.1", "### 4.2"), flags=re.M)
    assert tuple(points) == clauses.POINTS


def test_forms_have_constants_of_their_own() -> None:
    named = named_constants(codes, "FORM_")
    for name in ("one total", "one a turn"):  # alternatives of the ruling form_limit
        named.pop(name)
    assert sorted(named.values()) == list(range(len(codes.FORMS)))


def test_clause_constants_are_their_places() -> None:
    for place, clause in enumerate(clauses.CLAUSES[: clauses.FRAME_0]):
        assert getattr(clauses, clause.replace("-", "_")) == place, clause
    assert len(clauses.CLAUSES) == len(set(clauses.CLAUSES))


def test_counted_clauses_of_section_12() -> None:
    """All clauses but the definitions, every frame, decision point, effect and stand-in skill."""
    text = section("## 12. Coverage", "## 13.")
    definitions = {f"R-{name}" for name in re.findall(r"(?:R-|, )([A-Z]\d+)\b", text.split("each counts")[0])}
    stated = set(re.findall(r"\*\*(R-[A-Z]\d+)\*\*", section("## 2. Clauses", "\n## 3.")))
    assert definitions < stated
    counted = set(clauses.COUNTED)
    assert {clause for clause in counted if re.fullmatch(r"R-[A-Z]\d+", clause)} == stated - definitions
    assert counted >= {*clauses.FRAME_NOTES, *clauses.POINTS, *clauses.EFFECTS, *(f"s{n:02d}" for n in range(1, 67))}
