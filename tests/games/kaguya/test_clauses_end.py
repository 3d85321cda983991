"""The end (K-N1 to K-N7) and the outcome row."""

from __future__ import annotations

import pytest

from .situations import CONVERSION, Table


def friday(**changes: object) -> Table:
    """Friday evening; nobody has done anything in the week."""
    table = Table(**changes)
    while table.json["day"] < 5:
        table.next_day()
    return table.end_day()


def finish(
    scores: tuple[int, ...], events: tuple[int, ...], held: tuple[int, ...] = (0, 0, 0, 0), **changes: object
) -> Table:
    """The end of a game with these scores before event cards and tokens are counted; nobody takes Friday's card."""
    table = friday(all_zero_winner="no_winner", **changes).score(*scores)
    for seat in (1, 2, 3, 4):
        table.seat(seat).n_events = events[seat - 1]
        table.tokens(seat, held=held[seat - 1])
    return table.choose_slots()


def test_final_scoring_follows_friday_without_cleanup() -> None:
    """K-N1: the slots keep Friday's dice."""
    table = Table()
    while table.json["day"] < 5:
        table.next_day()
    table.today(1).lay(1, 6, 5).end_day().choose_slots()
    assert table.json["is_over"]
    assert (table.json["phase"], table.json["actor"], table.json["decision"]) == ("end", 0, "")
    assert [5, 6] in [slot["dice"] for slot in table.json["slots"]]
    assert table.legal == []


@pytest.mark.parametrize("points", [5, 0, -1])
def test_event_cards_score(points: int) -> None:
    """K-N2: 5 for each (a constant), booked at the end."""
    table = finish((10, 10, 10, 10), (0, 1, 2, 2), event_card_points=points)
    assert table.scores() == [10, 10 + points, 10 + 2 * points, 10 + 2 * points]
    assert [int(seat.pts_events) for seat in table.outcome().seats] == [0, points, 2 * points, 2 * points]


@pytest.mark.parametrize("points", [1, 2])
def test_held_tokens_score(points: int) -> None:
    """K-N3: 1 for each token held."""
    table = finish((10, 10, 10, 10), (0, 0, 0, 0), (0, 3, 1, 15), token_points=points)
    assert table.scores() == [10, 10 + 3 * points, 10 + points, 10 + 15 * points]
    assert [int(seat.tokens_end) for seat in table.outcome().seats] == [0, 3, 1, 15]


def test_tokens_spent_or_bagged_count_nothing() -> None:
    """K-N3."""
    cards = {CONVERSION: {"cost": [{"token": 1}], "do": [{"op": "bag", "n": 1}]}}
    table = Table(cards).give(1, CONVERSION)
    while table.json["day"] < 5:
        table.next_day()
    held = table.json["seats"][0]["tokens_held"]
    while table.actor != 1:
        table.end_turn()
    table.do(f"convert card={CONVERSION}", "pick n=1").end_day().choose_slots()
    assert table.outcome().seats[0].pts_tokens == held - 2


@pytest.mark.parametrize(("ruling", "wanted"), [("held", 10 - 2), ("gained", 10)])
def test_end_tokens_gained(ruling: str, wanted: int) -> None:
    """K-N3, ruling end_tokens: two tokens a day are ten in all, two of them are paid."""
    cards = {CONVERSION: {"cost": [{"token": 2}], "do": [{"op": "points", "n": 1}]}}
    table = Table(cards, track_start=1, end_tokens=ruling).give(1, CONVERSION).do(f"convert card={CONVERSION}")
    while not table.state.core.is_over:
        table.next_day()
    assert table.outcome().seats[0].pts_tokens == wanted


def test_end_tokens_gained_counts_those_put_straight_into_the_bag() -> None:
    """Section 14.3: also tokens bagged from the stock."""
    cards = {CONVERSION: {"do": [{"op": "bag", "n": 2, "src": "stock"}]}}
    table = Table(cards, end_tokens="gained").give(1, CONVERSION).do(f"convert card={CONVERSION}", "pick n=2")
    while not table.state.core.is_over:
        table.next_day()
    row = table.outcome().seats[0]
    assert (row.pts_tokens, row.tokens_end, row.tokens_gained) == (5 + 2, 5, 5)


def test_the_full_number_counts() -> None:
    """K-N4: 100 is no cap."""
    table = finish((99, 140, 20, 20), (1, 0, 0, 0))
    assert table.scores() == [104, 140, 20, 20]
    assert [float(seat.win_share) for seat in table.outcome().seats] == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("scores", "events", "shares", "ranks", "tie_broken"),
    [
        ((60, 40, 30, 20), (0, 0, 0, 0), (1, 0, 0, 0), (1, 2, 3, 4), 0),
        ((55, 50, 36, 25), (1, 2, 1, 1), (0, 1, 0, 0), (2, 1, 3, 4), 1),  # hand case (f)
        ((50, 50, 10, 10), (1, 1, 0, 0), (0.5, 0.5, 0, 0), (1, 1, 3, 3), 0),
        ((50, 50, 50, 10), (0, 0, 0, 0), (1 / 3, 1 / 3, 1 / 3, 0), (1, 1, 1, 4), 0),
        ((10, 10, 10, 10), (0, 0, 0, 0), (0.25, 0.25, 0.25, 0.25), (1, 1, 1, 1), 0),
        ((60, 30, 25, 10), (0, 0, 1, 0), (1, 0, 0, 0), (1, 3, 2, 4), 0),
        ((50, 50, 45, 45), (0, 0, 1, 1), (0, 0, 0.5, 0.5), (3, 3, 1, 1), 1),
    ],
)
def test_winners_and_ranks(
    scores: tuple[int, ...], events: tuple[int, ...], shares: tuple[float, ...], ranks: tuple[int, ...], tie_broken: int
) -> None:
    """K-N5 highest score; K-N6 more event cards; K-N7 shared win 1/k, lower places by the same keys."""
    row = finish(scores, events).outcome()
    assert [float(seat.win_share) for seat in row.seats] == list(shares)
    assert [int(seat["rank"]) for seat in row.seats] == list(ranks)
    assert row.tie_broken == tie_broken
    assert row.winners == sum(1 for share in shares if share > 0)


def test_hand_case_f() -> None:
    """K-N6, section 10 (f): final scores 60, 60, 41, 30 with event cards 1, 2, 1, 1: seat 2 alone wins."""
    table = finish((55, 50, 36, 25), (1, 2, 1, 1))
    assert table.scores() == [60, 60, 41, 30]
    assert [float(seat.win_share) for seat in table.outcome().seats] == [0.0, 1.0, 0.0, 0.0]


def test_outcome_ids_of_events_and_places() -> None:
    """Section 7: the five event cards of the week, and the place in turn order, which is the seat."""
    table = finish((10, 10, 10, 10), (0, 0, 0, 0))
    row = table.outcome()
    assert [int(row[f"event_{day}"]) for day in ("mon", "tue", "wed", "thu", "fri")] == list(table.state.events[:5])
    assert [int(seat.place) for seat in row.seats] == [1, 2, 3, 4]
