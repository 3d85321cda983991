"""The event phase (K-E1 to K-E15)."""

from __future__ import annotations

import pytest

from .situations import CONVERSION, EVENT, SLOT, Table


def contest(
    *slots: tuple[int, ...], today: int = 2, held: int = 5, ponkotsu: tuple[int, ...] = (), **changes: object
) -> Table:
    """An evening: slot dice by seat, everybody holds tokens; the table stands after the last drop-out."""
    table = Table(ponkotsu_ok=1, ponkotsu_minus=0, ponkotsu_pass=0, **changes).today(today).make_ponkotsu(*ponkotsu)
    for seat, faces in enumerate(slots, start=1):
        table.lay(seat, *faces).tokens(seat, held=held)
    return table.end_day()


def rights(table: Table) -> list[int]:
    """Tokens that each seat may throw, read from the throws it is offered."""
    found = [0, 0, 0, 0]
    while table.decision == "D3":
        found[table.actor - 1] = len(table.legal) - 1
        table.apply("throw n=0")
    return found


def test_hand_case_b() -> None:
    """K-E1, section 10 (b): today 2; president 2 and secretary 0 are ponkotsu; vice 2, treasurer 1: rights 2 and 1."""
    table = contest((2, 2), (2, 2, 5), (5,), (2,), ponkotsu=(1, 3))
    assert rights(table) == [0, 2, 0, 1]


def test_matches_count_whoever_placed() -> None:
    """K-E1: slot dice that show today's number, also those of other players."""
    table = Table().today(6).tokens(2, held=3).pool(1, 6).do("place char=vice die=6").end_turn().end_day()
    assert rights(table) == [0, 2, 0, 0]


def test_counts_are_fixed_before_the_first_throw() -> None:
    """K-E1: a bonus that changes today's number or a slot die during the contest changes no right."""
    event = {"on": {"trigger": "contest", "rank": "first"}, "do": [{"op": "set_today", "how": "choose"}]}
    table = Table({EVENT: event}).event().today(2).lay(1, 2, 2).lay(2, 2).lay(3, 5).tokens(1, held=3).tokens(2, held=3)
    table.tokens(3, held=3).end_day()
    assert table.actor == 1
    table.do("throw n=0", "pick face=5")
    assert (table.decision, table.actor) == ("D3", 2)
    assert table.legal == ["throw n=0", "throw n=1"]
    table.do("throw n=0")
    assert table.json["today"] == 5
    assert table.decision == "D4"


@pytest.mark.parametrize(
    ("slots", "wanted"),
    [
        (((2, 2), (2,), (5,), ()), [2, 1, 0, 0]),
        (((2, 2, 2), (2,), (), ()), [2, 1, 0, 0]),
        (((2,), (), (), ()), [2, 0, 0, 0]),
        (((5,), (6,), (2,), (4,)), [0, 0, 2, 0]),
        (((5,), (6,), (3,), (4,)), [0, 0, 0, 0]),
        (((2, 2), (2,), (2,), (2,)), [2, 1, 1, 1]),
        (((2, 2), (2, 2), (2,), (5,)), [2, 2, 1, 0]),
        (((2,), (2,), (2,), (2,)), [2, 2, 2, 2]),
        (((2, 2, 2), (2, 2), (2,), ()), [2, 1, 0, 0]),
    ],
)
def test_ranks(slots: tuple[tuple[int, ...], ...], wanted: list[int]) -> None:
    """K-E2 highest count of at least 1; K-E3 the next lower one; K-E4 ties share a rank in full, hand case (c)."""
    assert rights(contest(*slots)) == wanted


@pytest.mark.parametrize(
    ("ruling", "wanted"), [("share", [2, 2, 1, 0]), ("tail_first", [1, 2, 0, 0]), ("share_skips_second", [2, 2, 0, 0])]
)
def test_hand_case_c(ruling: str, wanted: list[int]) -> None:
    """K-E4, section 10 (c): counts 2, 2, 1, 0; ruling contest_ties."""
    assert rights(contest((2, 2), (2, 2), (2,), (5,), contest_ties=ruling)) == wanted


@pytest.mark.parametrize(
    ("slots", "first", "second", "ties"),
    [
        (((2, 2), (2,), (5,), ()), [1, 0, 0, 0], [0, 1, 0, 0], (0, 0)),
        (((2, 2), (2, 2), (2,), (5,)), [1, 1, 0, 0], [0, 0, 1, 0], (1, 0)),
        (((2, 2), (2,), (2,), (5,)), [1, 0, 0, 0], [0, 1, 1, 0], (0, 1)),
        (((5,), (6,), (5,), (5,)), [0, 0, 0, 0], [0, 0, 0, 0], (0, 0)),
    ],
)
def test_rights_are_counted(
    slots: tuple[tuple[int, ...], ...], first: list[int], second: list[int], ties: tuple[int, int]
) -> None:
    """K-E2, K-E3, K-E4, section 14.3: days with a right of that rank, and with several at the first or second rank."""
    row = contest(*slots).outcome()
    assert [int(seat.rights_first) for seat in row.seats] == first
    assert [int(seat.rights_second) for seat in row.seats] == second
    assert (row.days_tie_most, row.days_tie_second) == ties


def test_throw_up_to_the_right_of_the_own_held_tokens() -> None:
    """K-E5: 0 allowed; never more than held."""
    table = contest((2, 2), (2,), (5,), (6,))
    assert (table.actor, table.legal) == (1, ["throw n=0", "throw n=1", "throw n=2"])
    table.do("throw n=2")
    assert (table.actor, table.legal) == (2, ["throw n=0", "throw n=1"])
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_bag"]) == (3, 2)
    assert table.outcome().seats[0].tokens_bag_contest == 2
    assert rights(contest((2, 2), (2,), (5,), (6,), held=1)) == [1, 1, 0, 0]


def test_order_of_the_throws() -> None:
    """K-E5: first-rank players in turn order, then second-rank players."""
    table = Table(ponkotsu_ok=1, ponkotsu_minus=0, ponkotsu_pass=0).today(2)
    for seat, faces in enumerate(((2,), (2, 2), (2,), (2, 2)), start=1):
        table.lay(seat, *faces).tokens(seat, held=3)
    table.state.start_seat = 2
    table.end_day()
    order = []
    while table.decision == "D3":
        order.append(table.actor)
        table.apply("throw n=1")
    assert order == [4, 2, 3, 1]


@pytest.mark.parametrize(("slots", "ponkotsu"), [(((2,), (2,), (2,), (2,)), (1, 2, 3, 4)), (((5,), (5,), (), ()), ())])
def test_nobody_throws(slots: tuple[tuple[int, ...], ...], ponkotsu: tuple[int, ...]) -> None:
    """K-E6: all ponkotsu, or no match."""
    table = contest(*slots, ponkotsu=ponkotsu)
    assert table.decision == "D4"
    assert table.has_fired("K-E6")
    assert table.outcome().days_no_match == 1


def test_triggers_of_a_throw_come_before_the_next_player() -> None:
    """K-E7: `contest` and `bag` of one player right after his own decision."""
    event = {"on": [{"trigger": "contest"}, {"trigger": "bag"}], "do": [{"op": "points", "n": 1}]}
    table = Table({EVENT: event}).event().today(2).lay(1, 2, 2).lay(2, 2).tokens(1, held=3).tokens(2, held=3).end_day()
    table.do("throw n=2")
    assert (table.scores()[:2], table.actor) == ([7, 5], 2)
    table.do("throw n=0")
    assert table.scores()[:2] == [7, 6], "nothing went in: `bag` does not fire"


def test_cards_leave_the_board_dice_stay() -> None:
    """K-E8."""
    table = Table().today(1).lay(1, 6, 6).lay(3, 2).end_day()
    assert [slot["character"] for slot in table.json["slots"]] == ["", "", "", ""]
    assert [slot["dice"] for slot in table.json["slots"]] == [[6, 6], [], [2], []]


def test_vigour_is_the_number_of_tokens_found() -> None:
    """K-E9: the bag is emptied."""
    table = Table().tokens(1, bag=2).tokens(2, bag=1).tokens(3, bag=5).end_day()
    assert dict(table.logged("fact:vigour")) == {0: 2, 1: 1, 2: 5, 3: 0}
    assert [seat["tokens_bag"] for seat in table.json["seats"]] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("start", "vigour", "order"),
    [
        (2, (0, 1, 0, 1), [4, 2, 1, 3]),  # hand case (d)
        (1, (0, 0, 0, 0), [4, 3, 2, 1]),
        (1, (3, 2, 1, 0), [1, 2, 3, 4]),
        (1, (1, 1, 1, 1), [4, 3, 2, 1]),
        (3, (1, 1, 1, 1), [2, 1, 4, 3]),
        (4, (2, 0, 2, 0), [3, 1, 2, 4]),
    ],
)
def test_vigour_order(start: int, vigour: tuple[int, ...], order: list[int]) -> None:
    """K-E10, section 10 (d): highest first; ties, those at 0 included, to the later place in turn order."""
    table = Table()
    table.state.start_seat = start - 1
    for seat, n in enumerate(vigour, start=1):
        table.tokens(seat, bag=n)
    table.end_day()
    found = []
    while table.decision == "D4" and len(found) < 4:
        found.append(table.actor)
        table.apply(table.legal[0])
    assert found == order


@pytest.mark.parametrize(
    ("ruling", "wanted"), [("to_stock", (3, 12, 0)), ("removed", (3, 10, 2)), ("to_owner", (5, 10, 0))]
)
def test_counted_tokens(ruling: str, wanted: tuple[int, int, int]) -> None:
    """K-E11: back to the owner's stock; ruling bag_tokens_after."""
    table = Table(bag_tokens_after=ruling).tokens(1, held=3, bag=2).end_day()
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_stock"], seat["tokens_removed"]) == wanted


def test_slot_choice_and_slot_points() -> None:
    """K-E12: a free slot, the old one allowed; its pips with vigour, nothing without; an empty slot gives 0."""
    table = Table().today(1).lay(1, 6, 6).lay(2, 5, 4).lay(3, 3).tokens(1, bag=2).tokens(2, bag=1).end_day()
    assert (table.decision, table.actor) == ("D4", 1)
    assert table.legal == ["slot n=1", "slot n=2", "slot n=3", "slot n=4"]
    table.apply("slot n=1")
    assert table.scores()[0] == 5 + 12
    assert (table.actor, table.legal) == (2, ["slot n=2", "slot n=3", "slot n=4"])
    table.apply("slot n=4")
    assert table.scores()[1] == 5
    assert table.actor == 4
    table.apply("slot n=2")
    assert table.scores()[3] == 5, "vigour 0: he chooses, and scores nothing"
    assert table.legal == ["slot n=3"]
    table.apply("slot n=3")
    assert [slot["character"] for slot in table.json["slots"]] == ["president", "treasurer", "secretary", "vice"]
    row = table.outcome()
    assert [int(seat.pts_slots) for seat in row.seats] == [12, 0, 0, 0]
    assert [int(seat.slot_mon) for seat in row.seats] == [1, 4, 3, 2]


def test_todays_winner() -> None:
    """K-E13: first in vigour order: marker, event card, tomorrow's start player."""
    table = Table().tokens(3, bag=1)
    card = table.json["event"]
    table.next_day()
    assert table.json["start_seat"] == 3
    assert [seat["events"] for seat in table.json["seats"]] == [[], [], [card], []]
    assert [int(seat.start_days) for seat in table.outcome().seats] == [1, 0, 1, 0]


@pytest.mark.parametrize(("ruling", "start", "owner"), [("tail_wins", 4, 3), ("no_winner", 1, None)])
def test_all_vigour_zero(ruling: str, start: int, owner: int | None) -> None:
    """K-E14: the first in vigour order (the tail) wins all the same; ruling all_zero_winner."""
    table = Table(all_zero_winner=ruling).next_day()
    assert table.json["start_seat"] == start
    assert [len(seat["events"]) for seat in table.json["seats"]] == [int(seat == owner) for seat in range(4)]
    assert table.outcome().days_all_zero == 1
    assert [int(seat.zero_vigour_days) for seat in table.outcome().seats] == [1, 1, 1, 1]


def test_friday_is_played_in_full() -> None:
    """K-E15: contest, slots, winner; the event card of Friday counts."""
    table = Table()
    while table.json["day"] < 5:
        table.next_day()
    table.today(2).lay(1, 2, 6).tokens(1, held=3)
    table.end_day()
    assert (table.decision, table.actor) == ("D3", 1)
    table.do("throw n=2")
    assert (table.decision, table.actor) == ("D4", 1)
    slot = next(slot["slot"] for slot in table.json["slots"] if slot["dice"] == [2, 6])
    score = table.scores()[0]
    table.do(f"slot n={slot}")
    table.choose_slots()
    assert table.json["is_over"]
    row = table.outcome().seats[0]
    assert row.pts_slots == 8
    assert row.score == score + 8 + 5 * int(row.event_cards) + 1
    assert row.event_cards >= 1


def test_slot_bonus_of_tomorrow_is_that_of_the_new_slot() -> None:
    """K-E12, K-B1: the card lies on the chosen slot from now on."""
    table = Table({SLOT + 3: {"do": [{"op": "points", "n": 3}]}}).tokens(1, bag=1).end_day()
    table.do("slot n=4").choose_slots()
    assert table.actor == 1
    score = table.scores()[0]
    table.pool(1, 4).do("place char=president die=4")
    assert table.scores()[0] == score + 3


def test_conversion_bag_source() -> None:
    """K-E9: tokens that op `bag` put in count like those of the contest."""
    table = (
        Table({CONVERSION: {"do": [{"op": "bag", "n": 2}]}}).give(1, CONVERSION).today(6).lay(1, 6).tokens(1, held=4)
    )
    table.do(f"convert card={CONVERSION}", "pick n=2").end_day()
    table.do("throw n=1")
    assert table.logged("fact:vigour")[0] == (0, 3)
