"""The alternatives of section 3: what differs from the default. Some stand beside their clause in other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.games.kaguya import codes

from .situations import ACTION, CONVERSION, EVENT, Table, driver

CONVERT = f"convert card={CONVERSION}"
QUIET = {"ponkotsu_ok": 1, "ponkotsu_minus": 0, "ponkotsu_pass": 0}


def test_contest_token_source_stock() -> None:
    """K-E5: tokens come from the owner's stock, his holding is untouched."""
    table = Table(contest_token_source="stock").today(6).lay(1, 6).tokens(1, held=0).end_day()
    assert table.legal == ["throw n=0", "throw n=1", "throw n=2"]
    table.do("throw n=2")
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], table.logged("fact:bag")) == (0, [(0, 2)])
    assert table.outcome().seats[0].tokens_bag_contest == 2
    default = Table().today(6).lay(1, 6).tokens(1, held=0).end_day()
    assert default.decision == "D4", "nothing to throw"


def test_contest_token_source_stock_is_bounded_by_the_stock() -> None:
    """K-E5: up to right and source."""
    table = Table(contest_token_source="stock", tokens_per_character=2).today(6).lay(1, 6).tokens(1, held=1).end_day()
    assert table.legal == ["throw n=0", "throw n=1"]


@pytest.mark.parametrize(
    ("slots", "wanted"),
    [
        (((5,), (5,), (), ()), [2, 2, 2, 2]),
        (((2,), (5,), (), ()), [2, 1, 1, 1]),
        (((2, 2), (2,), (), ()), [2, 1, 0, 0]),
    ],
)
def test_contest_zero_zero_counts(slots: tuple[tuple[int, ...], ...], wanted: list[int]) -> None:
    """K-E2, K-E3, K-E6: 0 is a count like any other."""
    table = Table(contest_zero="zero_counts").today(2)
    for seat, faces in enumerate(slots, start=1):
        table.lay(seat, *faces).tokens(seat, held=5)
    table.end_day()
    found = [0, 0, 0, 0]
    while table.decision == "D3":
        found[table.actor - 1] = len(table.legal) - 1
        table.apply("throw n=0")
    assert found == wanted


def test_contest_zero_all_ponkotsu() -> None:
    """K-E6: all ponkotsu: nobody throws, also under zero_counts."""
    table = Table(contest_zero="zero_counts", **QUIET).make_ponkotsu(1, 2, 3, 4)
    for seat in (1, 2, 3, 4):
        table.tokens(seat, held=2)
    assert table.end_day().decision == "D4"


@pytest.mark.parametrize(("held", "wanted"), [(5, 2), (1, 1), (0, 0)])
def test_contest_throw_full(held: int, wanted: int) -> None:
    """K-E5: as many as right and source allow, without asking."""
    table = Table(contest_throw="full").today(6).lay(1, 6).tokens(1, held=held).end_day()
    assert table.decision == "D4"
    assert dict(table.logged("fact:vigour"))[0] == wanted


def test_beaten_die_to_owner() -> None:
    """K-M4: back to the loser's pool with its face."""
    table = Table(beaten_die="to_owner").reserve(2, CONVERSION, 4).pool(1, 5).pool(2, 1)
    table.do(f"reserve card={CONVERSION} die=5")
    assert (table.pool_of(2), table.json["beaten_dice"]) == ([1, 4], 0)
    default = Table().reserve(2, CONVERSION, 4).pool(1, 5).pool(2, 1).do(f"reserve card={CONVERSION} die=5")
    assert (default.pool_of(2), default.json["beaten_dice"]) == ([1], 1)


def test_stop_rule_main_compulsory() -> None:
    """K-T5: `end` is not offered while the allowance is above 0 and a main action is legal."""
    table = Table(stop_rule="main_compulsory").pool(1, 2)
    assert "end" not in table.legal
    table.do("place char=vice die=2")
    assert "end" in table.legal
    assert "end" in Table(stop_rule="main_compulsory").pool(1).legal, "nothing to do: out"
    assert "end" in Table().pool(1, 2).legal


def test_stop_rule_main_compulsory_with_an_extra_main() -> None:
    """K-T5, K-X12: the second main action is as compulsory as the first."""
    table = Table({CONVERSION: {"do": [{"op": "extra_main"}]}}, stop_rule="main_compulsory").give(1, CONVERSION)
    table.pool(1, 2, 3).do(CONVERT, "place char=vice die=2")
    assert "end" not in table.legal
    table.do("place char=vice die=3")
    assert "end" in table.legal


def test_stop_rule_decline_stays() -> None:
    """K-T7: who declines stays in; who cannot act is out."""
    table = Table(stop_rule="decline_stays").pool(1, 2).pool(2).end_turn()
    assert table.seat(1).is_in
    table.end_turn()
    assert not table.seat(2).is_in


@pytest.mark.parametrize(
    ("dice", "faces", "is_legal"),
    [
        ({}, (3,), True),
        ({"faces": [6]}, (3,), False),
        ({"n": 2}, (3,), False),
        ({"n": 2}, (3, 5), True),
        ({"n": 2, "pattern": "same"}, (3, 5), False),
        ({"n": 2, "pattern": "same"}, (3, 3), True),
        ({"n": 2, "pattern": "run"}, (3, 5, 6), True),
        ({"n": 3}, (3, 5), False),
        ({"n": 3, "pattern": "same"}, (5, 5, 6), False),
        ({"n": 3, "pattern": "same"}, (5, 5, 5), True),
        ({"n": 3, "pattern": "different"}, (1, 1, 5), False),
        ({"n": 3, "pattern": "different"}, (1, 2, 5), True),
        ({"n": 3, "pattern": "run"}, (1, 2, 3), True),
        ({"n": 3, "sum_min": 12}, (1, 4, 5), False),
        ({"n": 3, "sum_min": 12}, (3, 4, 5), True),
        ({"n": 3, "sum_max": 5}, (1, 1, 2, 6), True),
        ({"n": 3, "faces": [1, 2]}, (1, 2, 2), True),
        ({"n": 3, "faces": [1, 2]}, (1, 2, 3), False),
        ({"n": 3, "today": "eq"}, (4, 4, 4), True),
        ({"n": 3, "today": "eq"}, (4, 4, 5), False),
    ],
)
def test_stop_rule_decline_stays_looks_at_every_main_action(
    dice: dict[str, object], faces: tuple[int, ...], is_legal: bool
) -> None:
    """K-T7: declining puts out only if no main action was legal: here all characters are full and no heart is left."""
    table = Table({ACTION: {"dice": dice, "do": [{"op": "points", "n": 1}]}}, stop_rule="decline_stays").give(1, ACTION)
    for seat in (1, 2, 3, 4):
        table.lay(seat, 1, 1, seat)
    table.seat(1).hearts = 0
    table.state.is_used[64] = table.state.is_used[65] = 1
    table.today(4).pool(1, *faces)
    assert any(text.startswith("use") for text in table.legal) == is_legal
    table.end_turn()
    assert bool(table.seat(1).is_in) == is_legal


def test_stop_rule_decline_stays_knows_reservations() -> None:
    """K-T7: with full characters and used cards a reservation is the main action left; a 6 cannot be beaten."""
    for die, is_legal in ((5, True), (6, False)):
        table = Table(stop_rule="decline_stays").pool(1, 6)
        for seat in (1, 2, 3, 4):
            table.lay(seat, 1, 1, seat)
        table.state.is_used[64] = table.state.is_used[65] = 1
        for row in table.json["display"]:
            table.reserve(2 + row["card"] % 3, row["card"], die)
        assert any(text.startswith("reserve") for text in table.legal) == is_legal
        table.end_turn()
        assert bool(table.seat(1).is_in) == is_legal


def test_stop_rule_decline_stays_ends_when_all_declined() -> None:
    """K-T8: all still in have declined since the last main action by anyone."""
    table = Table(stop_rule="decline_stays")
    for seat in (1, 2, 3, 4):
        table.pool(seat, 1, 1)
    table.end_turn().end_turn().end_turn().do("place char=vice die=1").end_turn()
    for seat in (1, 2, 3):
        assert (table.json["phase"], table.actor) == ("action", seat)
        table.end_turn()
    assert table.actor == 4, "his main action was the last one; he has not declined since"
    table.end_turn()
    assert table.json["phase"] == "event"


def test_stop_rule_decline_stays_and_a_passed_turn() -> None:
    """K-T8: a Passed turn neither sets nor clears the mark."""
    table = Table(stop_rule="decline_stays", ponkotsu_ok=0, ponkotsu_minus=0, ponkotsu_pass=1, turn_cap_day=30)
    for seat in (1, 2, 3, 4):
        table.pool(seat, 1, 1)
    table.end_turn().end_turn().make_ponkotsu(1, 3).end_turn()
    assert table.actor == 4, "seat 3 declined as well"
    table.end_turn()
    assert table.json["phase"] == "event"
    table = Table(stop_rule="decline_stays", ponkotsu_ok=0, ponkotsu_minus=0, ponkotsu_pass=1, turn_cap_day=30)
    for seat in (1, 2, 3, 4):
        table.pool(seat, 1, 1)
    table.make_ponkotsu(3).end_turn().end_turn().end_turn()
    assert (table.json["phase"], table.actor) == ("action", 1), "seat 3 only passed: the phase goes on"


def test_ponkotsu_measure_single_value() -> None:
    """K-W1: any other character that shows the placed face; equal totals do not matter."""
    table = Table(ponkotsu_measure="single_value").lay(2, 4, 1).lay(3, 2, 2).lay(4, 6).pool(1, 4)
    table.do("place char=president die=4")
    assert table.ponkotsu() == [1, 2], "the total 4 of seat 3 does not count"
    default = Table().lay(2, 4, 1).lay(3, 2, 2).lay(4, 6).pool(1, 4).do("place char=president die=4")
    assert default.ponkotsu() == [1, 3]


def test_ponkotsu_measure_single_value_looks_at_the_placed_face_only() -> None:
    """K-W1: an older common face turns nobody."""
    table = Table(ponkotsu_measure="single_value").lay(1, 3).lay(2, 3).pool(1, 5).do("place char=president die=5")
    assert table.ponkotsu() == []


def test_ponkotsu_scope_any_pair() -> None:
    """K-W1: after each placement all pairs with dice are tested."""
    table = Table(ponkotsu_scope="any_pair").lay(2, 4).lay(3, 1, 3).pool(1, 6).do("place char=president die=6")
    assert table.ponkotsu() == [2, 3]
    default = Table().lay(2, 4).lay(3, 1, 3).pool(1, 6).do("place char=president die=6")
    assert default.ponkotsu() == []


def test_ponkotsu_scope_any_pair_with_single_values() -> None:
    """Section 14.3: two characters match if any face lies on both."""
    table = Table(ponkotsu_scope="any_pair", ponkotsu_measure="single_value").lay(2, 4, 1).lay(3, 1, 3).pool(1, 6)
    assert table.do("place char=president die=6").ponkotsu() == [2, 3]


def test_ponkotsu_scope_any_pair_needs_dice() -> None:
    """K-W3: two characters without dice are no pair."""
    assert Table(ponkotsu_scope="any_pair").pool(1, 6).do("place char=president die=6").ponkotsu() == []


def shifted(**changes: object) -> Table:
    """Seat 1 shifts seat 3's 3 to a 4, the total of seat 2."""
    table = Table({CONVERSION: {"do": [{"op": "slot_shift", "scope": "other", "dir": "up"}]}}, **changes)
    table.give(1, CONVERSION).lay(2, 6).lay(3, 3).lay(4, 4)
    return table.do(CONVERT, "pick slotdie=secretary:3")


def test_ponkotsu_on_effect_test() -> None:
    """K-W9: the changed character is tested as if placed on; the causer is the frame's owner."""
    assert shifted().ponkotsu() == []
    table = shifted(ponkotsu_on_effect="test")
    assert table.ponkotsu() == [3, 4]
    assert [int(row.ponkotsu_caused) for row in table.outcome().seats] == [2, 0, 0, 0]
    assert table.outcome().placements == 0


def test_ponkotsu_on_effect_test_of_single_values() -> None:
    """Section 3.1: each changed face is tested as the placed face."""
    assert shifted(ponkotsu_on_effect="test", ponkotsu_measure="single_value").ponkotsu() == [3, 4]


def test_ponkotsu_on_effect_test_both_ends_of_a_move() -> None:
    """K-W9: after slot_move both characters are tested; one whose last die left is not."""
    table = Table({CONVERSION: {"do": [{"op": "slot_move", "scope": "other"}]}}, ponkotsu_on_effect="test")
    table.give(1, CONVERSION).lay(2, 4, 2).lay(3, 2).lay(1, 6).do(CONVERT, "pick slotdie=vice:4", "pick char=secretary")
    assert table.dice_on(2) == [2]
    assert table.ponkotsu() == [1, 3], (
        "2 on the vice-president equals nobody now; 6 on the secretary equals the president"
    )
    table = Table({CONVERSION: {"do": [{"op": "slot_move", "scope": "other"}]}}, ponkotsu_on_effect="test")
    table.give(1, CONVERSION).lay(2, 4).lay(1, 4).do(CONVERT, "pick char=secretary")
    assert table.ponkotsu() == [1, 3]


def test_ponkotsu_on_effect_removed_die() -> None:
    """K-W9: a removed die changes the total of its character."""
    table = Table({CONVERSION: {"do": [{"op": "slot_remove", "scope": "other"}]}}, ponkotsu_on_effect="test")
    table.give(1, CONVERSION).lay(2, 4, 2).lay(3, 2).do(CONVERT, "pick slotdie=vice:4")
    assert table.ponkotsu() == [2, 3]


def test_ponkotsu_reset_until_cured() -> None:
    """K-W11: survives the evening; it still bars from the contest the next day."""
    table = Table(ponkotsu_reset="until_cured", **QUIET).make_ponkotsu(1).next_day()
    assert table.ponkotsu() == [1]
    assert Table(**QUIET).make_ponkotsu(1).next_day().ponkotsu() == []


def test_score_floor_none() -> None:
    """K-W6, K-X17: scores may fall below 0."""
    table = Table(score_floor="none", ponkotsu_ok=0, ponkotsu_minus=1, ponkotsu_pass=0).score(5, 0, 5, 5)
    assert table.make_ponkotsu(2).end_turn().scores()[1] == -1
    cards = {CONVERSION: {"do": [{"op": "steal_points", "n": 3, "who": "others"}]}}
    table = Table(cards, score_floor="none").give(1, CONVERSION).score(5, 1, 0, 2).do(CONVERT)
    assert table.scores() == [14, -2, -3, -1]


def test_score_floor_none_does_not_pay_what_is_not_there() -> None:
    """K-X4: paying points needs that many points, floor or not."""
    table = Table({CONVERSION: {"cost": [{"point": 6}], "do": [{"op": "points", "n": 1}]}}, score_floor="none")
    assert CONVERT not in table.give(1, CONVERSION).legal


def test_reserve_raise_allowed() -> None:
    """K-M3: by a strictly higher die, without a heart; a new reservation for K-F3."""
    event = {
        "on": [{"trigger": "reserve", "mode": "over"}, {"trigger": "lose_reservation"}],
        "do": [{"op": "points", "n": 2}],
    }
    table = Table({EVENT: event}, reserve_raise="allowed").event().reserve(1, CONVERSION, 3).pool(1, 2, 3, 5)
    table.seat(1).hearts = 0
    raises = [text for text in table.legal if text.startswith(f"reserve card={CONVERSION}")]
    assert raises == [f"reserve card={CONVERSION} die=5"]
    assert f"recover card={CONVERSION}" in table.legal
    table.do(f"reserve card={CONVERSION} die=5")
    assert f"recover card={CONVERSION}" not in table.legal
    assert (table.offer(CONVERSION)["die"], table.offer(CONVERSION)["reserved_by"]) == (5, 1)
    assert (table.json["seats"][0]["hearts"], table.json["beaten_dice"]) == (0, 1)
    assert table.scores()[0] == 7, "mode over once; no lose_reservation"
    row = table.outcome().seats[0]
    assert (row.reserves, row.takeovers_made, row.takeovers_suffered) == (1, 0, 0)


def test_reserve_raise_of_a_locked_card_and_the_die_back() -> None:
    """Section 14.3: a lock does not hinder it; under beaten_die = to_owner the old die comes back."""
    table = Table(reserve_raise="allowed", beaten_die="to_owner").reserve(1, ACTION, 3).pool(1, 5)
    table.state.display_locked[list(table.state.display).index(ACTION)] = 1
    table.do(f"reserve card={ACTION} die=5")
    assert (table.pool_of(1), table.json["beaten_dice"]) == ([3], 0)
    assert table.offer(ACTION)["is_locked"]


@pytest.mark.parametrize(("ruling", "is_known"), [("hidden", False), ("open", True)])
def test_event_preview(ruling: str, is_known: bool) -> None:
    """K-S6: affects only what a policy may know: resampling changes the coming events, or leaves them."""
    table = Table(event_preview=ruling)
    coming = table.json["coming_events"]
    today = table.json["event"]
    seen = set()
    for key in range(20):
        table.sit_down()
        driver().resample(0, key)
        assert table.json["event"] == today
        assert today not in table.json["coming_events"]
        assert len(set(table.json["coming_events"])) == 4
        seen.add(tuple(table.json["coming_events"]))
    assert (seen == {tuple(coming)}) == is_known


def test_every_alternative_stands_in_a_test() -> None:
    """Each word that is no default is set, or passed, in a test of this folder."""
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    for name, words in codes.RULINGS.items():
        for word in words[1:]:
            assert f'"{word}"' in text, (name, word)
        assert f"{name}=" in text, name
