"""Setup (N-S1 to N-S12)."""

from __future__ import annotations

import pytest

from .situations import SPIRIT, Table

SEATS = (("red", "white"), ("red", "white", "blue"), ("red", "white", "blue", "green"))
SUPPLIES = ((21, 16, 16), (19, 14, 14), (17, 12, 12))


@pytest.mark.parametrize("characters", SEATS, ids=len)
def test_seat_1_starts_and_order_is_by_seat_number(characters: tuple[str, ...]) -> None:
    """N-S1: two to four seats; the order goes round by ascending number."""
    table = Table(*characters, begin="setup")
    actors = []
    while table.decision == "N-D1":
        actors.append(table.actor)
        table.apply("supply worker")
    assert actors == list(range(1, table.n + 1))
    for _ in range(table.n + 1):
        actors.append(table.actor)
        table.apply(SPIRIT)
    assert actors[table.n :] == [*range(1, table.n + 1), 1]


def test_totals_may_be_negative() -> None:
    """N-S2: VP are booked at once; a total may be negative (white's S at the end, 2 stagnation held)."""
    assert Table("white", "red").finish().vp() == [-10 - 4, -4]


def test_vp_are_booked_at_once() -> None:
    """N-S2: 13 VP of a will stand on the track before the next action."""
    table = Table("white", "red").fill(1, 2, 6).do("will node=6")
    assert table.vp() == [13, 0]


@pytest.mark.parametrize(("characters", "supply"), list(zip(SEATS, SUPPLIES, strict=True)), ids=[2, 3, 4])
def test_materials(characters: tuple[str, ...], supply: tuple[int, ...]) -> None:
    """N-S3, N-S9: 25, 20 and 20 in the game; two of each to every seat."""
    table = Table(*characters, begin="setup")
    assert table.supply == supply
    assert [table.items(seat) for seat in range(1, table.n + 1)] == [(2, 2, 2)] * table.n


def test_two_decks_are_shuffled_and_eight_and_two_laid_open() -> None:
    """N-S4: 38 cards without VP (30 left), 9 with VP (7 left), each card in exactly one place."""
    displays = set()
    for seed in range(12):
        table = Table("white", "red", begin="setup", seed=seed)
        state, shown = table.state, table.open_cards
        assert [int(n) for n in state.n_left] == [30, 7]
        assert sorted([*shown[:8], *(int(c) + 1 for c in state.normal_deck[:30])]) == list(range(1, 39))
        assert sorted([*shown[8:], *(int(c) + 1 for c in state.vp_deck[:7])]) == list(range(39, 48))
        displays.add(tuple(shown))
    assert len(displays) == 12


def test_base_piles() -> None:
    """N-S5: 6, 5, 2, 1 and 1 cards of cost 0 to 4."""
    assert [int(n) for n in Table("white", "red", begin="setup").state.piles] == [6, 5, 2, 1, 1]


def test_each_seat_has_its_character_and_twelve_tokens() -> None:
    """N-S6, N-S7, N-S12: three on tasks, one on S, four in stock, four un-acted in the lobby: 12."""
    table = Table("yellow", "white", "red", begin="setup")
    for seat, character in ((1, 2), (2, 0), (3, 5)):
        record = table.seat(seat)
        assert record.character == character
        assert bin(int(record.tasks)).count("1") == 3
        assert (table.nodes_of(seat), table.workers(seat)) == ({0}, (4, 0))
        # seat 1 holds the token of its supply in the hand, being asked
        assert record.stock == (3 if seat == 1 else 4)


def test_a_token_is_what_its_place_makes_it() -> None:
    """N-S12: the same token is potential in stock, a worker in the lobby, growth on a node."""
    worker = Table("red", "white", begin="setup").do("supply worker")
    assert (worker.seat(1).stock, worker.workers(1), worker.nodes_of(1)) == (3, (5, 0), {0})
    growth = Table("red", "white", begin="setup").do("supply grow node=1")
    assert (growth.seat(1).stock, growth.workers(1), growth.nodes_of(1)) == (3, (4, 0), {0, 1})


def test_ap_and_creativity() -> None:
    """N-S8: AP 2 and creativity 0; the first supply makes 9 and 1. Seat 2 has not had it yet."""
    table = Table("red", "white", begin="setup")
    assert (table.seat(1).ap, table.seat(1).creativity) == (9, 1)
    assert (table.seat(2).ap, table.seat(2).creativity) == (2, 0)


def test_nothing_made_yet() -> None:
    """N-S10: no VP, no hand, no lens, round 1, marker at seat 1."""
    table = Table("red", "white", begin="setup")
    assert (table.vp(), table.hand_of(1), table.hand_of(2)) == ([0, 0], [], [])
    assert (table.state.n_lenses, table.state.round_no, table.state.start_seat) == (0, 0, 0)


def test_handicap() -> None:
    """N-S10: VP at the start by place in the turn order."""
    assert Table("red", "white", begin="setup", handicap=[3, -4, 0, 0]).vp() == [3, -4]


def test_a_taken_card_is_replaced_from_its_own_deck() -> None:
    """N-S11: normal and VP places have decks of their own."""
    table = Table("white", "red").do("collect card=3")
    assert table.open_cards == [1, 2, 9, 4, 5, 6, 7, 8, 39, 40]
    table.turn(1).do("collect card=40")
    assert table.open_cards == [1, 2, 9, 4, 5, 6, 7, 8, 39, 41]


@pytest.mark.parametrize(("sort", "card", "place"), [(0, 3, 2), (1, 40, 9)])
def test_an_empty_deck_leaves_the_place_empty(sort: int, card: int, place: int) -> None:
    """N-S11: and the place is not offered again."""
    table = Table("white", "red").empty_deck(sort).do(f"collect card={card}")
    assert table.open_cards[place] == 0
    assert len(table.offers("collect")) == 9
