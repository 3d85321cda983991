"""konoten as data: the state as the reference prints it, the log as JSON, names of decisions and of codes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from reference.konoten.data import RULINGS

from sim.games.konoten import GAME
from sim.games.konoten import clauses as c
from sim.games.konoten.tables import labels
from sim.games.konoten.view import VIEW

from .agreement import Setting, Twin, driver
from .situations import Table, loaded
from .told import data_of

DATA = loaded(())


class ViewTwin(Twin):
    """Games in which the view is asked at every point with a choice."""

    def _compare(self, legal: list[int]) -> dict[str, Any]:
        state = driver().states[0]
        shown = VIEW.state_json(state, self.info)
        assert json.loads(json.dumps(shown)) == shown, "plain data only"
        self._demand("state_json", shown, self.game.dump())
        assert VIEW.decision_name(state, self.info) == self.game.decision
        texts = [VIEW.action_text(state, self.info, code) for code in legal]
        self._demand("texts", texts, self.game.options())
        self._demand("codes", [VIEW.parse_action(state, self.info, text) for text in texts], legal)
        return shown

    def _compare_rows(self, n_seats: int) -> None:
        """Not here."""

    def _compare_notes(self) -> None:
        """Not here."""


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_state_is_that_of_the_reference(n_seats: int) -> None:
    """Every field, at every question, in games by the shipped rules; and texts that lead back to their codes."""
    twin = ViewTwin(Setting("view"))
    for number in range(6):
        twin.play(11, number, n_seats)
    assert {"N-D1", "N-D2", "N-D3", "N-D4", "N-D5"} <= twin.kinds


@pytest.mark.parametrize("number", range(6))
def test_state_is_that_of_the_reference_under_other_rulings(number: int) -> None:
    rng = random.Random(f"view {number}")
    twin = ViewTwin(Setting(f"view {number}", rulings={name: rng.choice(values) for name, values in RULINGS.items()}))
    twin.play(12, number, 2 + number % 3)


def test_state_of_a_whole_table() -> None:
    """RULES.md section 14.1, by hand."""
    table = Table("red", "orange").hand(1, 10, 40).hold(2, 1, 2, 3)
    table.lay(2, left=[2], right=[43], base=4).stand(1, 1, is_acted=False).station(2, "spirit").fill(2, 1)
    found = VIEW.state_json(table.state, DATA)
    assert (found["round"], found["phase"], found["start_seat"], found["next_start"]) == (1, "main", 1, 0)
    assert found["supply"] == {"light": 22, "rainbow": 16, "stagnation": 15}
    assert found["piles"] == {"0": 6, "1": 5, "2": 2, "3": 1, "4": 0}
    assert found["facilities"]["spirit"] == [0, 1]
    assert found["lenses"] == [
        {"lens": 1, "owner": 2, "base": 4, "left": [2, 0, 0], "right": [0, 43, 0], "worker": 1, "is_acted": False}
    ]
    assert found["seats"][0]["hand"] == [10, 40]
    assert (found["seats"][1]["nodes"], found["seats"][1]["stock"]) == ([0, 1], 3)
    assert found["seats"][1]["items"] == {"light": 1, "rainbow": 2, "stagnation": 3}
    assert found["seats"][1]["tasks"] == ["light", "rainbow", "lens"]
    assert (found["actor"], found["decision"], found["is_over"]) == (1, "N-D2", False)


def test_the_end_of_a_game() -> None:
    table = Table("red", "orange").finish()
    found = VIEW.state_json(table.state, DATA)
    assert (found["phase"], found["actor"], found["decision"], found["is_over"]) == ("end", 0, "", True)
    assert VIEW.decision_name(table.state, DATA) == ""


@pytest.mark.parametrize(
    ("entry", "data"),
    [
        ((c.FACT_ROUND, 0, 1), {"fact": "round", "seat": 1, "round": 2}),
        (
            (c.FACT_ITEMS, 1, 2 | 1 << 5 | 3 << 10),
            {"fact": "items", "seat": 2, "light": 2, "rainbow": 1, "stagnation": 3},
        ),
        ((c.FACT_VP, 3, -4), {"fact": "vp", "seat": 4, "n": -4}),
        ((c.FACT_CARD, 0, 46), {"fact": "card", "seat": 1, "card": 47}),
        ((c.FACT_LENS, 1, 0), {"fact": "lens", "seat": 2, "lens": 1}),
        ((c.FACT_NODE, 1, 0), {"fact": "node", "seat": 2, "node": 0}),
        ((c.FACT_WORKER, 1, 1), {"fact": "worker", "seat": 2, "is_acted": True}),
        ((c.N_A15, 1, 0), {"fact": "persuade", "seat": 2, "of": 1}),
        ((c.N_R13, -1, 0), {"fact": "marker", "seat": 0}),
        ((c.N_T1_LENS, 0, 2), {"fact": "task", "seat": 1, "task": "lens"}),
        ((c.CODES["N-C203"], 2, 3), {"fact": "ability", "seat": 3, "node": 3}),
        ((c.N_S1, 0, 0), None),
        ((c.CODES["N-C102 if false"], 0, 2), None),
    ],
)
def test_log_json(entry: tuple[int, int, int], data: dict[str, Any] | None) -> None:
    assert VIEW.log_json(DATA, *entry) == data


def test_every_fact_has_data() -> None:
    for code, name in enumerate(c.CLAUSES):
        if name.startswith("fact:"):
            assert VIEW.log_json(DATA, code, 0, 1)["fact"] == name.removeprefix("fact:")


def test_labels_name_the_codes_of_the_outcome() -> None:
    """Bits of masks and codes of ids, as RULES.md section 7 has them."""
    found = labels(DATA)
    ids = {column.name for column in GAME.columns if str(column.role) in ("id", "mask")}
    assert set(found) == ids
    assert len(found["cards_in_lenses"]) == 47
    assert found["cards_in_lenses"][0] == "Thin Condenser (dev_1)"
    assert found["cards_in_lenses"][46] == "Honorary Chair (dev_47)"
    assert found["nodes_final"][16 * 4 + 10] == "blue 10: Master of the House"
    assert found["tie_break_level"]["1"] == "lenses"


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [
        ("development", 1, "2 light, left 1 / right 3, 4/2"),
        ("development", 39, "15 VP, right 1, -/8"),
        ("facility", 0, "1 AP -> a lens is made"),
        ("facility", 2, "nothing -> 1 light and starts the next round; 1 worker a round"),
        ("facility", 3, "nothing -> 1 AP and 1 stagnation"),
        ("task", 0, "7 light held"),
        ("task", 2, "3 lenses made"),
        ("base", 0, ""),
    ],
)
def test_entries_in_words(kind: str, number: int, text: str) -> None:
    assert VIEW.entry_text(DATA, kind, DATA.document["cards"][kind][number]) == text


def test_nodes_in_words_follow_the_rulings() -> None:
    def text_of(name: str, *sets: tuple[str, str]) -> str:
        data = data_of(4, sets)
        entry = next(entry for entry in data.document["cards"]["node"] if entry["id"] == name)
        return VIEW.entry_text(data, "node", entry)

    assert text_of("red_6") == "after 4; no ability"
    assert text_of("red_6", ("rulings.red6_prereq", "node_4_or_7")) == "after 4 or 7; no ability"
    assert text_of("red_8") == "after 6; at the end of the game, holding 7 rainbow or more: 30 VP"
    assert text_of("red_8", ("rulings.red8_count", "exactly")).endswith("holding exactly 7 rainbow: 30 VP")
    assert text_of("orange_3") == "after S; when persuaded: 2 VP and 1 stagnation"
    assert "may give one to a seat" in text_of("yellow_9")
    assert "may give one of each kind to a seat" in text_of("yellow_9", ("rulings.yellow9_gifts", "one_per_kind"))
