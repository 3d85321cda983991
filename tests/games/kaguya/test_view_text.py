"""Text forms of kaguya's actions (RULES.md section 4)."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

import pytest

from sim.errors import UserError
from sim.games.kaguya import codes
from sim.games.kaguya.view import VIEW

from .view_data import ALL_TEXTS, small_data


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_text_and_back(text: str) -> None:
    assert VIEW.action_text(None, small_data(), VIEW.parse_action(None, small_data(), text)) == text


def test_every_form_has_a_text() -> None:
    forms = {VIEW.parse_action(None, small_data(), text) >> 24 for text in ALL_TEXTS}
    assert forms == set(range(len(codes.FORMS)))


def test_codes_are_form_card_and_low_word() -> None:
    """Section 4 and codes.py: form << 24 | card << 16 | low word."""
    parse = {text: VIEW.parse_action(None, small_data(), text) for text in ALL_TEXTS}
    assert parse["reserve card=12 die=5"] == 0 << 24 | 12 << 16 | 5
    assert parse["use card=40 dice=3,5"] == 1 << 24 | 40 << 16 | 3 | 5 << 3
    assert parse["place char=secretary die=2"] == 2 << 24 | 2 << 4 | 2
    assert parse["pick slotdie=treasurer:1"] == codes.FORM_PICK_SLOTDIE << 24 | 3 << 4 | 1
    assert parse["pick none"] == 19 << 24


def test_codes_of_a_form_rise_in_listing_order() -> None:
    """Card, then character, then faces ascending: the codes of one form rise in that order."""
    data = small_data()
    texts = [f"place char={name} die={face}" for name in codes.CHARACTERS for face in range(1, 7)]
    found = [VIEW.parse_action(None, data, text) for text in texts]
    assert found == sorted(set(found))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_dice_of_a_card_survive(n: int) -> None:
    for faces in combinations_with_replacement(range(1, 7), n):
        text = "use card=59 dice=" + ",".join(map(str, faces))
        assert VIEW.action_text(None, small_data(), VIEW.parse_action(None, small_data(), text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not known"),
        ("jump", "not known"),
        ("place die=2 char=secretary", "the form is `place char=... die=...`"),
        ("place char=secretary", "the form is"),
        ("place char=vice-president die=2", "one of president, vice, secretary, treasurer"),
        ("reserve card=87 die=2", "a whole number from 0 to 86"),
        ("reserve card=12 die=7", "a whole number from 1 to 6"),
        ("reserve card=012 die=5", "a whole number"),
        ("use card=40 dice=5,3", "rising"),
        ("use card=40 dice=1,1,1,1", "rising"),
        ("use card=40 dice=", "a whole number from 1 to 6"),
        ("slot n=5", "a whole number from 1 to 4"),
        ("pick track=choose", "one of dice, tokens"),
        ("pick slotdie=president", "a whole number from 1 to 6"),
        ("pick colour=red", "nothing called 'colour'"),
        ("pick branch=0", "a whole number from 1 to 3"),
        ("pick die=-1", "a whole number"),
    ],
)
def test_bad_text_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(UserError, match=re.escape(words)) as error:
        VIEW.parse_action(None, small_data(), text)
    assert "\n" not in str(error.value)
