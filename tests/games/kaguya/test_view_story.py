"""kaguya as told at the table: phrases of actions and facts, sentences, a day's beginning and end, the board."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from sim.games.kaguya import GAME, codes
from sim.games.kaguya.view import VIEW
from sim.games.kaguya.view_board import tell_board, tell_offers
from sim.games.kaguya.view_day import tell_contest, tell_opening, tell_standing, tell_vigour
from sim.games.kaguya.view_facts import fact_phrases, slot_changes, tidy, with_rolls_joined
from sim.games.kaguya.view_names import Cards, card_name, card_text, choices
from sim.games.kaguya.view_story import sentence
from sim.games.kaguya.view_tell import phrase

from .view_data import ALL_TEXTS, small_data, table_state

NAMES = ["secretary", "president", "treasurer", "vice-president"]


def state_json() -> dict[str, Any]:
    return VIEW.state_json(table_state(), small_data())


def phrase_of(seat: int, text: str, **fields: Any) -> str:
    """The phrase of an action that changed nothing, at the table of view_data."""
    record = {"seat": seat, "action": text, "is_forced": False, "log": [], "state": state_json(), **fields}
    return phrase(record, state_json(), Cards(small_data()), small_data())


def records_of(*actions: dict[str, Any]) -> list[dict[str, Any]]:
    """A trace of the table of view_data: a header, then actions of the secretary (seat 1)."""
    base = {"kind": "action", "seat": 1, "is_forced": False, "log": [], "state": state_json()}
    return [{"kind": "header", "log": [], "state": state_json()}, *({**base, **action} for action in actions)]


def told(*actions: dict[str, Any]) -> str:
    return " ".join(" ".join(VIEW.tell(small_data(), records_of(*actions), False)).split())


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (1, "place char=president die=4", "lays a 4 on the president (total 7), level with her own character"),
        (1, "place char=president die=1", "lays a 1 on the president (total 4)"),
        (1, "place char=secretary die=2", "lays a 2 on her own character (total 9)"),
        (2, "place char=vice die=2", "lays a 2 on the vice-president"),
        (1, "use card=40 dice=3,5", 'uses "Cram school" (Text of Cram school) with a 3 and a 5'),
        (1, "use card=41 dice=3", "uses an action card (number 41) with a 3"),
        (1, "convert card=12", 'turns "Love letter" (Text of Love letter) sideways'),
        (2, "ability", 'uses his ability "Command" (Text of Command)'),
        (2, "reserve card=3 die=2", "reserves a conversion card (number 3) with a 2"),
        (2, "reserve card=9 die=6", "takes over a conversion card (number 9), a 6 against the treasurer's 5"),
        (3, "reserve card=9 die=6", "raises his 5 on a conversion card (number 9) to a 6"),
        (1, "throw n=2", "puts 2 tokens into the bag"),
        (1, "throw n=0", "puts nothing in"),
        (1, "slot n=4", "takes slot 4 but, without vigour, scores nothing"),
        (1, "slot n=1", "takes slot 1, where no dice lie"),
        (1, "pick slotdie=president:3", "picks the 3 on the president"),
        (1, "pick char=vice", "picks the vice-president"),
        (1, "pick char=secretary", "picks her own character"),
        (1, "pick card=12", 'picks "Love letter" (Text of Love letter)'),
        (1, "end", ""),
    ],
)
def test_phrases_of_actions(seat: int, text: str, words: str) -> None:
    assert phrase_of(seat, text) == words


def test_a_slot_with_vigour_tells_what_it_scores() -> None:
    log = [{"fact": "slot_points", "seat": 1, "n": 7}]
    assert phrase_of(1, "slot n=4", log=log) == "takes slot 4 for 7 points"


def test_a_die_that_changes_is_told_with_both_faces() -> None:
    after = state_json()
    after["seats"][0]["pool"] = [3, 3, 5]
    assert phrase_of(1, "pick die=6", state=after) == "turns a 6 into a 5"
    assert phrase_of(1, "pick die=6", log=[{"fact": "dice", "seat": 1, "n": -1}]) == "gives up a 6"
    assert phrase_of(1, "pick die=6") == "picks a 6"


@pytest.mark.parametrize("text", ["pick n=1", "pick branch=1", "accept", "decline", "pick none"])
def test_an_answer_without_another_is_not_told(text: str) -> None:
    assert phrase_of(1, text)
    assert not phrase_of(1, text, is_forced=True)


def test_a_choice_is_told_in_the_words_of_its_card() -> None:
    data = GAME.load("standin", None, (), 4)
    by_name = {card_name(data, number): number for number in range(codes.N_CARDS)}
    report = by_name['"Annual Report"']
    assert choices(data, report)[1] == "with at least 2 tokens, gain 1 point for each of them, at most 3"
    assert len(choices(data, report)) == 3
    assert choices(data, by_name['"Matching Mugs"']) == []
    record = {"seat": 1, "action": "pick branch=3", "is_forced": False, "log": [], "state": state_json()}
    told_so = "takes the third choice (gain 2 points for each event card you hold, at most 4)"
    assert phrase(record, state_json(), Cards(data), data, report) == told_so
    assert phrase(record, state_json(), Cards(data), data) == "takes the third choice"


def test_every_choice_of_the_shipped_cards_has_words() -> None:
    """Abilities end with a sentence on their limit, which belongs to no choice."""
    data = GAME.load("standin", None, (), 4)
    programs = [n for n in range(codes.SLOT_FIRST) if "hoose one: " in card_text(data, n)]
    worded = [n for n in programs if choices(data, n)]
    assert len(worded) >= 0.8 * len(programs) > 5
    assert all("Once a day" not in words for n in worded for words in choices(data, n))


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_every_action_has_an_ascii_phrase(text: str) -> None:
    words = phrase_of(4, text)
    assert words.isascii()
    silent = text == "end" or text.startswith("pick track")  # the cube that moves is told
    assert bool(re.fullmatch(r"[a-z].*[^.]", words)) == (not silent)


@pytest.mark.parametrize(
    ("entry", "phrases"),
    [
        ({"roll": "gain", "seat": 2, "faces": [3, 5]}, [(2, "gains 2 dice"), (2, "rolls 3 and 5")]),
        ({"roll": "reroll", "seat": 2, "faces": [3, 5, 1]}, [(2, "rolls again: 3, 5 and 1")]),
        ({"roll": "today", "seat": 2, "face": 6}, [(2, "makes today's number 6")]),
        ({"roll": "ponkotsu", "seat": 1, "face": "pass"}, [(1, "rolls the ponkotsu die (Pass)")]),
        ({"fact": "ponkotsu", "seat": 1, "by": 2}, [(1, "goes ponkotsu")]),
        ({"fact": "points", "seat": 2, "n": -1}, [(2, "loses one point")]),
        ({"fact": "bag", "seat": 3, "n": -2}, [(3, "takes 2 tokens out of the bag")]),
        ({"fact": "bonus", "seat": 3, "card": 75}, [(3, 'earns the bonus of "School trip" (Text of School trip)')]),
        ({"fact": "activity", "seat": 3, "slot": 1}, [(3, "gets the activity bonus of slot 1 (Text of Ok)")]),
        ({"fact": "lost_die", "seat": 3, "face": 1}, []),  # told by the takeover
        ({"fact": "final", "seat": 3, "n": 60}, []),  # stands in the table of the end
        (
            {"roll": "reshuffle", "seat": 0, "face": 12, "kind": "action"},
            [(0, "the action deck is empty and 12 discarded cards become the new one")],
        ),
    ],
)
def test_phrases_of_facts(entry: dict[str, Any], phrases: list[tuple[int, str]]) -> None:
    assert fact_phrases(entry, Cards(small_data()), small_data()) == phrases


def test_rolls_of_one_seat_are_one_entry() -> None:
    log = [{"roll": "preparation", "seat": seat, "face": face} for seat, face in ((1, 5), (1, 2), (2, 6), (1, 3))]
    assert [(entry["seat"], entry["faces"]) for entry in with_rolls_joined(log)] == [(1, [5, 2]), (2, [6]), (1, [3])]


def test_what_is_said_twice_is_told_once() -> None:
    roll, die = {"roll": "gain", "seat": 1, "face": 5}, {"fact": "dice", "seat": 1, "n": 1}
    paid, bagged = {"fact": "tokens", "seat": 1, "n": -2}, {"fact": "bag", "seat": 1, "n": 2}
    other = {"fact": "tokens", "seat": 2, "n": -2}
    assert tidy([roll, die]) == [roll]
    assert tidy([die]) == [die]
    assert tidy([paid, bagged]) == [bagged]
    assert tidy([other, bagged]) == [other, bagged]


@pytest.mark.parametrize(
    ("phrases", "opening", "text"),
    [
        ([(1, "lays a 3"), (1, "gains one point")], "", "The secretary lays a 3 and gains one point."),
        ([(1, "lays a 3"), (2, "goes ponkotsu")], "", "The secretary lays a 3; the president goes ponkotsu."),
        ([(1, "goes ponkotsu"), (2, "goes ponkotsu")], "", "The secretary and the president go ponkotsu."),
        ([(3, "loses one point"), (4, "loses one point")], "", "The treasurer and the vice-president lose one point."),
        ([(1, "lays a 3")], "then she", "Then she lays a 3."),
        ([(0, "today's number is now 3"), (1, "rolls 2")], "", "Today's number is now 3; the secretary rolls 2."),
    ],
)
def test_sentences(phrases: list[tuple[int, str]], opening: str, text: str) -> None:
    assert sentence(phrases, NAMES, opening) == text


def test_the_text_of_a_card_stands_where_it_first_appears() -> None:
    cards = Cards(small_data())
    assert [cards(12), cards(12)] == ['"Love letter" (Text of Love letter)', '"Love letter"']


def test_a_turn_is_one_line_and_goes_on_with_a_pronoun() -> None:
    text = told({"action": "place char=vice die=1"}, {"action": "convert card=62"}, {"action": "end"})
    assert text == (
        "The secretary lays a 1 on the vice-president. Then she turns an initial conversion card (number 62) sideways."
    )


def test_a_fetched_card_is_used_in_the_same_sentence() -> None:
    text = told({"action": "recover card=40"}, {"action": "use card=40 dice=3"})
    assert text == 'The secretary fetches "Cram school" (Text of Cram school) and uses it with a 3.'
    text = told({"action": "recover card=9"}, {"action": "convert card=9"})
    assert text == "The secretary fetches a conversion card (number 9) and turns it sideways."


def test_picks_in_a_row_are_listed() -> None:
    asked = {**state_json(), "decision": "D5"}
    picks = [{"action": text, "state": asked} for text in ("pick die=3", "pick die=3", "pick die=6", "pick none")]
    text = told({"action": "convert card=62", "state": asked}, *picks)
    assert text.endswith("(number 62) sideways and picks a 3, a 3 and a 6.")


def test_a_bonus_to_another_stands_with_its_cause() -> None:
    log = [{"fact": "activity", "seat": 2, "slot": 1}, {"fact": "tokens", "seat": 2, "n": 1}]
    assert told({"action": "place char=president die=1", "log": log}) == (
        "The secretary lays a 1 on the president (total 4); "
        "the president gets the activity bonus of slot 1 (Text of Ok) and takes one token."
    )


def test_the_opening_of_a_day() -> None:
    log = [
        {"fact": "day", "day": 2, "seat": 4},
        {"fact": "display", "card": 12},
        {"fact": "display", "card": 40},
        {"fact": "event", "day": 2, "card": 75},
        {"roll": "today", "seat": 0, "face": 4},
        {"roll": "preparation", "seat": 4, "faces": [5, 5, 1]},
        {"roll": "preparation", "seat": 1, "faces": [2]},
        {"fact": "tokens", "seat": 4, "n": 2},
    ]
    assert list(tell_opening(log, NAMES, Cards(small_data()))) == [
        "",
        "TUESDAY",
        "The vice-president starts. Today's number is 4.",
        'Event: "School trip" (Text of School trip).',
        'Conversion cards: "Love letter" (Text of Love letter).',
        'Action cards: "Cram school" (Text of Cram school).',
        "The vice-president rolls 5, 5 and 1 and takes 2 tokens.",
        "The secretary rolls 2.",
    ]


def test_two_copies_of_a_card_are_named_once() -> None:
    log = [{"fact": "display", "card": 12}, {"fact": "display", "card": 12}]
    line = next(tell_opening(log, NAMES, Cards(small_data())))
    assert line == 'Conversion cards: twice "Love letter" (Text of Love letter).'


@pytest.mark.parametrize(
    ("ranked", "text"),
    [
        (
            [(1, 1, 3), (2, 2, 1), (4, 2, 1)],
            "Today's number 4 lies most often on the secretary (3 dice), "
            "next on the president and the vice-president (one die each).",
        ),
        ([(3, 1, 1)], "Today's number 4 lies most often on the treasurer (one die)."),
        ([], "No die shows today's number 4 on a character who counts: no tokens go into the bag."),
    ],
)
def test_the_contest(ranked: list[tuple[int, int, int]], text: str) -> None:
    entries = [{"seat": seat, "rank": rank, "n": n} for seat, rank, n in ranked]
    assert tell_contest(entries, state_json(), NAMES) == text


def test_a_contest_of_four_ponkotsu() -> None:
    before = state_json()
    for seat in before["seats"]:
        seat["is_ponkotsu"] = True
    assert tell_contest([], before, NAMES) == "All four are ponkotsu: nobody may put tokens into the bag."


def test_vigour_and_standing() -> None:
    vigour = [{"seat": seat, "n": n} for seat, n in ((3, 2), (1, 1), (4, 0), (2, 0))]
    assert tell_vigour(vigour, NAMES) == "Vigour: treasurer 2, secretary 1, vice-president 0, president 0."
    assert tell_standing("Monday", {1: 7, 2: 12, 3: 7, 4: 3}, NAMES) == (
        "After Monday: president 12, secretary 7, treasurer 7, vice-president 3."
    )


def test_the_board_lines_up() -> None:
    tables = small_data()
    tables.tables[0].dice_track[:] = (5, 6, 7)
    tables.tables[0].token_track[:] = (1, 2, 3)
    head, first, *others = tell_board(state_json(), tables)
    assert first.split() == ["secretary", "5", "4", "2", "5", "=", "7", "3", "3", "6", "2", "3", "2", "4", "1",
                             "6", "+", "3", "ponkotsu,", "out"]  # fmt: skip
    end = head.rindex("day") + len("day")
    assert first[:end].endswith("6 + 3")
    assert [line[end - 5 :] for line in others] == ["5 + 1"] * 3


def test_the_offers_say_who_reserved_what() -> None:
    assert "a conversion card (number 9) (the treasurer with a 5, locked)" in tell_offers(state_json(), small_data())
    assert tell_offers({**state_json(), "display": []}, small_data()) == ""


def test_the_board_is_told_after_every_action_where_asked() -> None:
    records = records_of({"action": "place char=vice die=1"}, {"action": "end"})
    lines = list(VIEW.tell(small_data(), records, True))
    assert sum("dice on it" in line for line in lines) == len(records)
    assert ("", "") not in list(pairwise(lines))


def test_dice_changed_by_an_effect() -> None:
    after = state_json()
    after["slots"][2]["dice"], after["slots"][3]["dice"] = [], [2, 6]
    assert slot_changes(state_json(), after) == [
        (0, "no die is left on the president"),
        (0, "the dice on the secretary are now 2 and 6, total 8"),
    ]


def test_the_program_of_an_ability_is_that_of_the_character() -> None:
    assert codes.ABILITY_FIRST == 87
    assert phrase_of(1, "ability") == "uses her ability an ability (number 89)"
