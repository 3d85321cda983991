"""RULES.md is whole: nothing that the code has is left out of it, and it names nothing that a reader has not."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from sim.core import CORE
from sim.driver import Driver
from sim.games.kaguya import GAME, layout
from sim.games.kaguya import state as st
from sim.games.kaguya import tables_schema as schema
from sim.games.kaguya import tables_words as words

from .rules_map import MAP
from .situations import Table

TEXT = MAP.text


def part(head: str) -> str:
    """A section or subsection by its heading, without the next of the same rank."""
    level = head.split(" ", maxsplit=1)[0]
    return re.split(rf"^#{{1,{len(level)}}} ", TEXT.split(f"\n{head}", maxsplit=1)[1], flags=re.M)[0]


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z]\w*\b", text))


def test_every_outcome_column_is_named() -> None:
    assert {column.name for column in GAME.columns} - names_in(part("## 7.")) == set()


@pytest.mark.parametrize("dtype", [st.STATE, st.SEAT, st.SLOT, st.FRAME], ids=["state", "seat", "slot", "frame"])
def test_every_field_of_the_state_is_named(dtype: np.dtype[np.void]) -> None:
    quoted = set(re.findall(r"`(\w+)`", part("### 14.7")))
    assert set(dtype.names or ()) - quoted == set()


def test_no_field_is_named_that_is_none() -> None:
    quoted = set(re.findall(r"`(\w+)`", part("### 14.7")))
    fields = {name for dtype in (st.STATE, st.SEAT, st.SLOT, st.FRAME, CORE) for name in dtype.names or ()}
    assert quoted - fields == {"may", "draw", "decline_stays"}  # ops and a ruling


def test_keys_of_the_json_are_those_printed() -> None:
    state = Table().json
    printed = set(re.findall(r'"(\w+)":', part("### 14.5")))
    found: set[str] = set()
    rows = [state, *state["seats"], *state["slots"], *state["display"], state["decks"], state["discards"]]
    rows += [row for seat in state["seats"] for row in seat["conversion"] + seat["action"]]
    for row in rows:
        found |= set(row)
    assert found == printed


def test_keys_of_entries_are_named() -> None:
    text = part("### 14.6")
    keys = {key for key in schema.FIELDS if f"`{key}`" not in text and f"`{key} =" not in text}
    assert keys == set()
    for kind, model in schema.ENTRY_MODELS.items():
        (row,) = re.findall(rf"^\| {kind} \|.*\| (.*) \|$", text, flags=re.M)
        own = {info.alias or name for name, info in model.model_fields.items()}
        assert set(re.findall(r"`(\w+)`", row)) == own - {"id", "name", "provenance", "text", "do", "if", "blank"}


def test_capacities_are_those_of_the_tables() -> None:
    text = part("### 14.6")
    room = (layout.MAX_OPS, layout.MAX_CONDITIONS, layout.MAX_COSTS, layout.MAX_TRIGGERS)
    assert "{} ops, {} conditions, {} costs and {} triggers".format(*room) in text
    assert f"at most {words.MAX_LIST} entries" in text
    assert f"{GAME.max_decisions:,} times" in part("### 14.8")
    assert 8 * 6 + 32 * 56 + 24 + 8 + 31 + 2 == 1905 <= GAME.max_legal
    assert "1,905 actions" in part("### 14.8")


def test_section_13_follows_the_tags() -> None:
    tags = re.findall(r"^- \*\*(K-[A-Z]\d+)\*\* .*\[([^\]]*)\]$", TEXT, flags=re.M)
    assert len(tags) == sum(clause.startswith("K-") for clause in GAME.clauses)
    for head, is_meant in (
        ("tag `seed` alone", lambda tag: tag == "seed"),
        ("in part", lambda tag: "seed" in tag and tag != "seed"),
        ("fill gaps (", lambda tag: "seed" not in tag),
    ):
        (line,) = [line for line in part("## 13.").splitlines() if line.startswith("Clauses") and head in line]
        assert re.findall(r"K-[A-Z]\d+", line) == [clause for clause, tag in tags if is_meant(tag)]


def test_every_section_that_is_referred_to_exists() -> None:
    heads = set(re.findall(r"^#+ (\d+(?:\.\d+)?)", TEXT, flags=re.M))
    named = set(re.findall(r"[Ss]ections? (\d+(?:\.\d+)?)", TEXT)) | set(re.findall(r"\b(14\.\d)\b", TEXT))
    assert named - heads == set()


def test_legal_lists_leak_nothing() -> None:
    """Section 6: whatever the hidden world is, the same actions are offered."""
    driver = Driver(GAME, GAME.load("standin", None, (), 4), 4)
    n_compared = 0
    for game in range(12):
        rng = random.Random(game)
        legal = driver.setup(5, game)
        while legal:
            kept = driver.states.copy()
            if rng.random() < 0.1:
                driver.resample(int(driver.state.core.actor), rng.getrandbits(63))
                assert (driver.states["decks"] != kept["decks"]).any()
                assert list(driver.legal()) == list(legal)
                n_compared += 1
            driver.states[:] = kept
            legal = driver.apply(legal[rng.randrange(len(legal))])
    assert n_compared > 300
