"""Each invariant of RULES.md section 9 can fail: a state, a log or a memory that breaks it is told apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sim.core import MAX_LOG, note
from sim.games.konoten import GAME, codes
from sim.games.konoten import clauses as c
from sim.games.konoten import state as st

from ..kit.moments import broken_by
from .checker import Checker
from .invariants import TEXTS
from .moments import Moment, checker, moments

Change = Callable[[Moment], object]
Need = Callable[[Moment], object]


def token_lost(m: Moment) -> None:
    m.state.seats[2].stock -= 1


def token_twice(m: Moment) -> None:
    m.state.seats[0].nodes |= 1 << 15


def worker_negative(m: Moment) -> None:
    m.state.seats[0].unacted += m.state.seats[0].acted + 1
    m.state.seats[0].acted = -1


def light_lost(m: Moment) -> None:
    m.state["items"][codes.LIGHT] -= 1


def light_negative(m: Moment) -> None:
    seat, other = m.state.seats[0], m.state.seats[1]
    other["items"][codes.LIGHT] += seat["items"][codes.LIGHT] + 1
    seat["items"][codes.LIGHT] = -1


def pending_lost(m: Moment) -> None:
    m.state.frames[m.state.depth - 1]["items"][codes.LIGHT] += 1


def grid_too_full(m: Moment) -> None:
    m.checker.tables[0]["grid_spaces"] = 0


def ap_negative(m: Moment) -> None:
    m.state.seats[1].ap = -1


def ap_above_cap(m: Moment) -> None:
    m.state.seats[1].ap = 11


def creativity_above_cap(m: Moment) -> None:
    m.state.seats[3].creativity = 6


def card_twice(m: Moment) -> None:
    m.state.normal_deck[0] = m.state.display[0]


def card_nowhere(m: Moment) -> None:
    m.state.n_left[0] -= 1


def hand_unsorted(m: Moment) -> None:
    seat = next(seat for seat in m.state.seats if seat.n_hand > 1)
    seat.hand[0], seat.hand[1] = int(seat.hand[1]), int(seat.hand[0])


def pile_grows_alone(m: Moment) -> None:
    m.state.piles[4] += 1


def piles_swap(m: Moment) -> None:
    m.before.piles[0] -= 1


def display_hole(m: Moment) -> None:
    card = int(m.state.display[0])
    m.state.display[0] = -1
    seat = m.state.seats[0]
    place = sum(int(held) < card for held in seat.hand[: seat.n_hand])
    seat.hand[place + 1 : seat.n_hand + 1] = seat.hand[place : seat.n_hand].copy()
    seat.hand[place] = card
    seat.n_hand += 1


def display_of_other_sort(m: Moment) -> None:
    m.state.display[0], m.state.display[8] = int(m.state.display[8]), int(m.state.display[0])


def owner_changes(m: Moment) -> None:
    m.before.lenses[0].owner = 1 - min(1, int(m.state.lenses[0].owner))
    m.before.lenses[0].base_cost = m.state.lenses[0].base_cost


def cards_change(m: Moment) -> None:
    m.before.lenses[0].cards[:] = -1


def lens_too_cheap(m: Moment) -> None:
    m.checker.tables[0]["cards"]["result"] = 20


def lens_too_small(m: Moment) -> None:
    m.checker.tables[0]["lens_cards_min"] = 6


def card_in_wrong_slot(m: Moment) -> None:
    m.state.lenses[0].cards[:] = m.state.lenses[0].cards[::-1].copy()


def nothing_on_the_right(m: Moment) -> None:
    """A lens of left cards only: the right ones go to the display's empty places by way of the piles of the deck."""
    lens = m.state.lenses[0]
    for position in range(3, 6):
        if lens.cards[position] >= 0:
            m.state.normal_deck[m.state.n_left[0]] = lens.cards[position]
            m.state.n_left[0] += 1
            lens.cards[position] = -1
            lens.n_cards -= 1
    m.checker.tables[0]["lens_cards_min"] = 0


def vp_on_the_left(m: Moment) -> None:
    card = next(int(card) for card in m.state.lenses[0].cards[:3] if card >= 0)
    m.checker.tables[0]["cards"]["is_vp"][card] = 1


def acted_after_all(m: Moment) -> None:
    lens = next(lens for lens in m.state.lenses[: m.state.n_lenses] if lens.worker >= 0)
    lens.is_acted = 1 - lens.is_acted


def two_negotiations(m: Moment) -> None:
    m.state.seats[0].stock -= 2
    m.state.seats[0].stations[codes.NEGOTIATE] += 2
    m.state.stations[codes.NEGOTIATE] += 2


def start_seat_unasked(m: Moment) -> None:
    m.state.next_start = 2 if m.state.next_start < 0 else -1


def station_miscounted(m: Moment) -> None:
    m.state.stations[codes.SPIRIT] += 1


def worker_stays_at_work(m: Moment) -> None:
    m.state.seats[0].unacted -= 1
    m.state.seats[0].stations[codes.FOCUS] += 1
    m.state.stations[codes.FOCUS] += 1


def lens_worker_miscounted(m: Moment) -> None:
    m.state.seats[0].on_lenses += 1


def grown_behind_the_lock(m: Moment) -> None:
    p = m.locked()
    filled = [node for node in range(1, 10) if m.before.seats[p].nodes >> node & 1 and node != 2]
    m.before.seats[p].nodes &= ~(1 << filled[0])


def will_too_often(m: Moment) -> None:
    m.state.seats[1].wills_used[0] = 2


def will_unpaid(m: Moment) -> None:
    m.actor.creativity += 1


def will_unflagged(m: Moment) -> None:
    m.before.seats[m.before.core.actor].wills_used[:] = m.actor.wills_used


def worker_wakes_up(m: Moment) -> None:
    seat = next(seat for seat in m.state.seats if seat.acted > 0)
    seat.acted -= 1
    seat.unacted += 1


def placed_unlogged(m: Moment) -> None:
    for row in m.state.core.log[: m.state.core.n_log]:
        if row[0] == c.N_A5:
            row[0] = c.N_A6


def ap_from_nowhere(m: Moment) -> None:
    m.before.seats[0].ap -= 1


def ap_lost(m: Moment) -> None:
    m.before.seats[0].ap += 1


def ended_is_asked(m: Moment) -> None:
    m.state.seats[m.state.core.actor].has_ended = 1


def other_is_asked(m: Moment) -> None:
    m.state.turn = (m.state.turn + 1) % 4


def ended_comes_back(m: Moment) -> None:
    m.before.seats[m.state.core.actor].has_ended = 1


def vp_without_part(m: Moment) -> None:
    m.state.seats[0].vp += 1


def vp_falls(m: Moment) -> None:
    m.before.seats[0].vp += 1


def nothing_legal(m: Moment) -> None:
    m.n = 0


def same_action_twice(m: Moment) -> None:
    m.checker.actions[1] = m.checker.actions[0]


def lens_task_unseen(m: Moment) -> None:
    m.checker.tables[0]["tasks"]["n"][codes.TASK_LENS] = 1


def lens_unowned(m: Moment) -> None:
    m.state.seats[0].n_lenses += 1


def task_comes_back(m: Moment) -> None:
    m.before.seats[0].tasks = 0


def log_too_long(m: Moment) -> None:
    m.state.core.n_log = MAX_LOG + 1


def in_main(m: Moment) -> bool:
    return m.is_in_main


def with_lens(m: Moment) -> bool:
    return m.is_in_main and m.lens() is not None


def with_left_card(m: Moment) -> bool:
    lens = m.lens()
    return m.is_in_main and lens is not None and lens.cards[:3].max() >= 0 and lens.cards[:3].min() < 0


def with_normal_right(m: Moment) -> bool:
    """A first lens of normal cards, with some on the left."""
    return with_left_card(m) and 0 <= m.lens().cards.max() < 38


def with_lens_worker(m: Moment) -> bool:
    return m.is_in_main and any(lens.worker >= 0 for lens in m.state.lenses[: m.state.n_lenses])


def with_hand(m: Moment) -> bool:
    return m.is_in_main and any(seat.n_hand > 1 for seat in m.state.seats)


def with_acted(m: Moment) -> bool:
    return m.is_in_main and any(seat.acted > 0 for seat in m.state.seats)


def is_form(form: int) -> Need:
    return lambda m: m.is_in_main and m.form == form


def is_will(m: Moment) -> bool:
    return m.before.ask == st.ASK_TURN and m.form == codes.FORM_WILL and m.actor.creativity < 4


def is_keep(m: Moment) -> bool:
    return bool(m.state.depth > 0 and m.state.frames[m.state.depth - 1].kind == st.FRAME_KEEP)


def is_supply(m: Moment) -> bool:
    return bool(m.state.phase == st.PHASE_SUPPLY and m.state.seats[0].unacted > 0)


def made_some(m: Moment) -> bool:
    return m.is_in_main and 0 < m.state.seats[0].n_lenses < 3


def has_locked(m: Moment) -> bool:
    p = m.locked()
    return m.is_in_main and p is not None and bin(m.before.seats[p].nodes & ~5).count("1") > 0


def stays_ended(m: Moment) -> bool:
    return m.is_in_main and m.form != codes.FORM_END


MUTATIONS: list[tuple[int, Need, Change]] = [
    (1, in_main, token_lost), (1, in_main, token_twice), (1, in_main, worker_negative),
    (2, in_main, light_lost), (2, in_main, light_negative), (2, is_keep, pending_lost),
    (3, in_main, grid_too_full),
    (4, in_main, ap_negative), (4, in_main, ap_above_cap), (4, in_main, creativity_above_cap),
    (5, in_main, card_twice), (5, in_main, card_nowhere), (5, with_hand, hand_unsorted),
    (6, in_main, pile_grows_alone), (6, in_main, piles_swap),
    (7, in_main, display_hole), (7, in_main, display_of_other_sort),
    (8, with_lens, owner_changes), (8, with_lens, cards_change), (8, with_lens, lens_too_cheap),
    (8, lambda m: with_lens(m) and m.lens().n_cards < 6, lens_too_small), (8, with_left_card, card_in_wrong_slot),
    (8, with_normal_right, nothing_on_the_right),
    (9, with_left_card, vp_on_the_left),
    (10, with_lens_worker, acted_after_all),
    (11, lambda m: in_main(m) and m.state.seats[0].stock > 1, two_negotiations), (11, in_main, start_seat_unasked),
    (12, in_main, station_miscounted), (12, is_supply, worker_stays_at_work), (12, in_main, lens_worker_miscounted),
    (13, has_locked, grown_behind_the_lock),
    (14, in_main, will_too_often), (14, is_will, will_unpaid), (14, is_will, will_unflagged),
    (15, with_acted, worker_wakes_up), (15, is_form(codes.FORM_FACILITY), placed_unlogged),
    (16, in_main, ap_from_nowhere), (16, in_main, ap_lost),
    (17, in_main, ended_is_asked), (17, in_main, other_is_asked), (17, stays_ended, ended_comes_back),
    (18, in_main, vp_without_part), (18, in_main, vp_falls),
    (19, in_main, nothing_legal), (19, lambda m: m.is_in_main and m.n > 1, same_action_twice),
    (20, made_some, lens_task_unseen), (20, in_main, lens_unowned), (20, in_main, task_comes_back),
    (22, in_main, log_too_long),
]  # fmt: skip


@pytest.mark.parametrize(("number", "need", "change"), MUTATIONS, ids=[f"{m[0]}-{m[2].__name__}" for m in MUTATIONS])
def test_invariant_can_fail(number: int, need: Need, change: Change) -> None:
    moment = next(m for m in moments() if m.state.core.is_over == 0 and need(m))
    assert broken_by(moment) == 0, "the moment itself is sound"
    assert broken_by(moment, change) == number


def test_win_shares_and_starts_can_fail() -> None:
    """21."""
    found = checker()
    assert found.play(0, 1) is None
    assert found.check_row()
    rows, states = found.rows.copy(), found.states.copy()
    for spoil in (half_shares, all_first, no_start, too_short):
        found.rows[:], found.states[:] = rows, states
        spoil(found)
        assert not found.check_row(), spoil.__name__


def half_shares(found: Checker) -> None:
    found.rows[0]["seats"]["win_share"] *= 0.5


def all_first(found: Checker) -> None:
    found.rows[0]["seats"]["rank"] = 1


def no_start(found: Checker) -> None:
    found.states[0].starts[2] = 0


def too_short(found: Checker) -> None:
    found.states[0].round_no = 2


def test_every_invariant_is_shown_to_fail() -> None:
    assert {number for number, *_ in MUTATIONS} | {21} == set(TEXTS) == set(range(1, 23))


def test_a_broken_invariant_is_named() -> None:
    """The run says number, text, game and action: here from a table on which a token lies too much."""
    found = Checker(GAME.load("standin", None, (), 4))
    assert found.play(7, 1) is None
    found.blanks[0]["seats"]["stations"][1] = 1
    found.blanks[0]["stations"][codes.FOCUS] = 4
    broken = found.play(7, 3)
    assert broken is not None
    assert broken[:3] == (1, TEXTS[1], 7)


def test_a_note_is_seen() -> None:
    """`note` writes to the log that the checks read."""
    moment = next(m for m in moments() if m.is_in_main)
    n = int(moment.state.core.n_log)
    note.py_func(moment.state.core, c.FACT_LENS, 0, 0)
    assert moment.state.core.n_log == n + 1
