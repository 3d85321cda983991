"""Text forms of konoten's actions (RULES.md section 4)."""

from __future__ import annotations

import re

import pytest

from sim.errors import UserError
from sim.games.konoten import codes
from sim.games.konoten.view import VIEW

from .situations import Table, loaded

DATA = loaded(())

#: A text of every form that needs nothing of the table.
PLAIN = [
    "supply worker",
    "supply grow node=3",
    "will node=0",
    "activate facility=polish worker=lobby",
    "activate facility=spirit worker=lens:2",
    "activate lens=4 worker=lobby",
    "persuade lens=4 worker=lobby",
    "restart lens=4 worker=lens:1",
    "end",
    "lens finish",
    "lens add card=12 side=left",
    "lens add card=47 side=right",
    "lens base=2",
    "chain no",
    "keep light=1 rainbow=0 stagnation=2",
    "task light worker",
    "task lens grow node=3",
    "grow node=10",
    "spend growth node=0",
    "spend worker from=lobby_unacted",
    "spend worker from=lobby_acted",
    "spend worker from=facility:polish",
    "spend worker from=lens:4",
    "convert none",
    "will stagnation=2",
    "will persuade lens=4 worker=lobby",
    "will restart lens=4 worker=lobby",
    "give none",
    "give light to=2",
    "final stop",
    "final lens=4",
]


@pytest.mark.parametrize("text", PLAIN)
def test_text_and_back(text: str) -> None:
    state = Table("red", "orange").state
    assert VIEW.action_text(state, DATA, VIEW.parse_action(state, DATA, text)) == text


def test_every_form_has_a_text() -> None:
    state = Table("red", "orange").state
    forms = {codes.FORMS[VIEW.parse_action(state, DATA, text) >> 24] for text in PLAIN}
    of_the_table = {"collect", "will collect", "convert", "will gain", "chain yes"}
    assert forms | of_the_table == set(codes.FORMS)


def test_cards_are_named_by_number_and_found_in_the_display() -> None:
    table = Table("red", "orange")
    for card in (1, 8, 39, 40):
        code = VIEW.parse_action(table.state, DATA, f"collect card={card}")
        assert VIEW.action_text(table.state, DATA, code) == f"collect card={card}"
    with pytest.raises(UserError, match="card 9 does not lie open; open are 1, 2, 3, 4, 5, 6, 7, 8, 39, 40"):
        VIEW.parse_action(table.state, DATA, "collect card=9")
    with pytest.raises(UserError, match="card 0 does not lie open"):
        VIEW.parse_action(table.state, DATA, "collect card=0")


def test_choices_of_a_will_are_named_by_what_they_give() -> None:
    table = Table("red", "orange").fill(1, 9)
    table.apply("will node=9")
    assert table.legal == ["will gain rainbow", "will gain worker"]
    assert [VIEW.parse_action(table.state, DATA, text) & 0xFF0000 for text in table.legal] == [0, 1 << 16]
    with pytest.raises(UserError, match="no choice 'gold'; there are rainbow, worker"):
        VIEW.parse_action(table.state, DATA, "will gain gold")


def test_conversions_are_named_by_what_is_paid() -> None:
    table = Table("yellow", "orange", begin="setup")
    table.apply("supply worker")
    assert table.legal == ["convert none", "convert stagnation", "convert light"]
    for text in table.legal:
        assert VIEW.action_text(table.state, DATA, VIEW.parse_action(table.state, DATA, text)) == text
    with pytest.raises(UserError, match="nothing turns rainbow into something here"):
        VIEW.parse_action(table.state, DATA, "convert rainbow")


@pytest.mark.parametrize(
    "text",
    ["", "jump", "activate facility=kitchen worker=lobby", "activate lens=4", "collect card=012", "lens base=-1",
     "spend worker from=lens", "keep light=1 stagnation=2 rainbow=0", "will node=3 lens=1", "give gold to=2",
     "grow node=999", "final lens=0"],
)  # fmt: skip
def test_bad_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UserError, match=re.escape(f"action {text!r} is not known; write it as")) as error:
        VIEW.parse_action(Table("red", "orange").state, DATA, text)
    assert "\n" not in str(error.value)
