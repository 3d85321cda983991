"""Each invariant of RULES.md section 9 can fail: a state, a log or a memory that breaks it is told apart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sim.core import note
from sim.games.kaguya import GAME, codes
from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st

from ..kit.moments import broken_by
from .checker import Checker
from .invariants import TEXTS
from .moments import Moment, checker, moments

Change = Callable[[Moment], object]
Need = Callable[[Moment], object]


def shift_die(m: Moment) -> None:
    m.state.stock_dice += 1


def miscount_pool(m: Moment) -> None:
    m.state.seats[0].n_pool += 1


def extra_token(m: Moment) -> None:
    m.state.seats[1].held += 1


def token_removed(m: Moment) -> None:
    m.state.seats[1].stock -= 1
    m.state.seats[1].removed += 1


def card_twice(m: Moment) -> None:
    place = next(i for i in range(4) if m.state.display[i] >= 0)
    m.state.discards[0] |= 1 << int(m.state.display[place])


def card_nowhere(m: Moment) -> None:
    m.state.n_deck[1] -= 1


def initial_card_moves(m: Moment) -> None:
    seat, other = m.state.seats[0], m.state.seats[1]
    mine = codes.INITIAL_CONVERSION_FIRST + int(seat.character)
    place = list(seat.conversion).index(mine)
    seat.conversion[place] = codes.INITIAL_CONVERSION_FIRST + int(other.character)


def deck_too_small(m: Moment) -> None:
    m.state.n_deck[0] -= 1
    m.state.discards[0] |= 1 << int(m.state.decks[0, m.state.n_deck[0]])


def heart_lost(m: Moment) -> None:
    m.state.seats[2].hearts -= 1


def die_falls(m: Moment) -> None:
    m.state.display_die[m.reserved()[0]] = 1
    m.before.display[:] = m.state.display


def die_without_heart(m: Moment) -> None:
    place = m.reserved()[0]
    m.state.seats[m.state.display_seat[place]].hearts += 1
    m.state.display_seat[place] = -1


def wrong_total(m: Moment) -> None:
    m.state.slots[0].total += 1


def too_many_dice(m: Moment) -> None:
    m.checker.tables[0]["character_dice_max"] = 2


def too_many_placements(m: Moment) -> None:
    m.state.placements += 13


def cube_off(m: Moment) -> None:
    m.state.seats[3].cube[1] = 3


def two_cards_on_a_slot(m: Moment) -> None:
    m.state.seats[0].slot = m.state.seats[1].slot


def score_wrong(m: Moment) -> None:
    m.state.seats[0].score += 1


def score_negative(m: Moment) -> None:
    m.state.seats[0].pts_booked[0] -= m.state.seats[0].score + 1
    m.state.seats[0].score = -1


def theft_from_nobody(m: Moment) -> None:
    m.state.seats[0].pts_stolen += 1
    m.state.seats[0].score += 1


def back_in(m: Moment) -> None:
    m.state.seats[m.out()[0]].is_in = 1


def out_is_asked(m: Moment) -> None:
    m.state.core.actor = m.state.turn_seat = m.out()[0]


def roll_missing(m: Moment) -> None:
    m.logged(c.CHANCE_PONKOTSU)[0][0] = c.K_M9


def roll_twice(m: Moment) -> None:
    seat = m.logged(c.CHANCE_PONKOTSU)[0][1]
    note.py_func(m.state.core, c.CHANCE_PONKOTSU, seat, 0)


def out_acts(m: Moment) -> None:
    m.state.seats[m.out()[0]].acted += 1


def nobody_acted(m: Moment) -> None:
    m.track.acted[2] = m.state.seats[2].acted


def still_in_at_the_end(m: Moment) -> None:
    m.state.seats[2].is_in = 1


def fetched_too_early(m: Moment) -> None:
    m.before.display_acted[:] = m.before.seats[m.before.core.actor].acted


def fetched_of_another(m: Moment) -> None:
    m.before.display_seat[:] = (m.before.core.actor + 1) % 4


def reservation_wasted(m: Moment) -> None:
    place = m.reserved()[0]
    m.state.display_acted[place] = m.state.seats[m.state.display_seat[place]].acted


def two_activity_bonuses(m: Moment) -> None:
    note.py_func(m.state.core, c.FACT_ACTIVITY, m.logged(c.FACT_ACTIVITY)[0][1], 0)


def activity_without_placement(m: Moment) -> None:
    m.track.placed[:] = 0


def placement_without_activity(m: Moment) -> None:
    m.track.placed[:] = 1 - m.track.placed


def lone_ponkotsu(m: Moment) -> None:
    for seat in m.state.seats:
        seat.is_ponkotsu = 0
    m.state.seats[0].is_ponkotsu = 1


def ponkotsu_without_dice(m: Moment) -> None:
    for seat in m.state.seats:
        seat.is_ponkotsu = 1
    slot = m.state.slots[m.state.seats[0].slot]
    m.state.stock_dice += slot.n
    slot.n = slot.total = 0


def right_too_small(m: Moment) -> None:
    m.before.seats[m.before.core.actor].right = 0


def source_too_small(m: Moment) -> None:
    m.before.seats[m.before.core.actor].held = 0


def right_of_a_ponkotsu(m: Moment) -> None:
    turned = next(seat for seat in range(4) if m.state.seats[seat].is_ponkotsu or m.before.seats[seat].is_ponkotsu)
    m.logged(c.FACT_CONTEST)[0][1] = turned


def one_slot_point_more(m: Moment) -> None:
    m.state.seats[m.before.core.actor].pts_slots += 1
    m.state.seats[m.before.core.actor].score += 1


def points_without_vigour(m: Moment) -> None:
    m.track.vigour[m.before.core.actor] = 0


def other_start_player(m: Moment) -> None:
    m.state.start_seat = (m.state.start_seat + 1) % 4


def event_to_nobody(m: Moment) -> None:
    m.state.seats[m.state.start_seat].n_events -= 1


def vigour_rises(m: Moment) -> None:
    rows = m.logged(c.FACT_VIGOUR)
    rows[0][2], rows[1][2] = 0, 9


def tie_for_the_earlier(m: Moment) -> None:
    rows = m.logged(c.FACT_VIGOUR)
    for place, row in enumerate(rows):
        row[1:] = ((m.state.start_seat + place) % 4, 0)


def used_without_dice(m: Moment) -> None:
    m.state.stock_dice += 1
    card = next(card for card in m.used() if m.state.card_dice[card] < 8)
    m.state.card_dice[card] = 0


def used_twice(m: Moment) -> None:
    m.before.is_used[m.action >> 16 & 255] = 1


def upright_again(m: Moment) -> None:
    m.before.is_used[3] = 1
    m.state.is_used[3] = 0


def stack_not_empty(m: Moment) -> None:
    m.state.depth = 1


def same_action_twice(m: Moment) -> None:
    m.checker.actions[1] = m.checker.actions[0]


def nothing_legal(m: Moment) -> None:
    m.n = 0


def in_day(m: Moment) -> bool:
    return m.is_in_day


def day_end(m: Moment) -> bool:
    return m.is_day_end


def in_day_with(need: Need) -> Need:
    return lambda m: m.is_in_day and need(m)


def is_form(form: int) -> Need:
    return lambda m: m.form == form


def a_used_card_of_one_die(m: Moment) -> bool:
    return m.is_in_day and any(m.state.card_dice[card] < 8 for card in m.used())


def scores_slot(m: Moment) -> bool:
    return m.form == codes.FORM_SLOT and m.before.phase == st.PHASE_SLOTS and bool(np.any(m.track.vigour > 0))


def scores_with_points(m: Moment) -> bool:
    actor = m.before.core.actor
    return scores_slot(m) and m.state.seats[actor].pts_slots > m.before.seats[actor].pts_slots


def contest_beside_a_ponkotsu(m: Moment) -> bool:
    is_ponkotsu = any(seat.is_ponkotsu for seat in m.before.seats)
    return m.is_day_end and len(m.logged(c.FACT_CONTEST)) > 0 and is_ponkotsu


def new_day(m: Moment) -> bool:
    return m.state.day > m.before.day


def roll_of_one(m: Moment) -> bool:
    return len(m.logged(c.CHANCE_PONKOTSU)) > 0 and not np.any(m.before.seats["skips_roll"])


MUTATIONS: list[tuple[int, str, Need, Change]] = [
    (1, "standin", in_day, shift_die),
    (1, "standin", in_day, miscount_pool),
    (2, "standin", in_day, extra_token),
    (2, "standin", in_day, token_removed),
    (3, "standin", in_day, card_twice),
    (3, "standin", in_day, card_nowhere),
    (3, "standin", in_day, initial_card_moves),
    (3, "bare", in_day, deck_too_small),
    (4, "standin", in_day, heart_lost),
    (4, "standin", in_day_with(Moment.reserved), die_falls),
    (4, "standin", in_day_with(Moment.reserved), die_without_heart),
    (5, "standin", in_day, wrong_total),
    (5, "standin", in_day_with(lambda m: m.state.slots["n"].max() == 3), too_many_dice),
    (5, "bare", in_day, too_many_placements),
    (6, "standin", in_day, cube_off),
    (6, "standin", in_day, two_cards_on_a_slot),
    (7, "standin", in_day, score_wrong),
    (7, "standin", in_day, score_negative),
    (7, "standin", in_day, theft_from_nobody),
    (8, "standin", in_day_with(Moment.out), back_in),
    (8, "standin", in_day_with(Moment.out), out_is_asked),
    (9, "bare", roll_of_one, roll_missing),
    (9, "bare", roll_of_one, roll_twice),
    (10, "standin", in_day_with(Moment.out), out_acts),
    (10, "standin", day_end, nobody_acted),
    (10, "standin", day_end, still_in_at_the_end),
    (11, "standin", is_form(codes.FORM_RECOVER), fetched_too_early),
    (11, "standin", is_form(codes.FORM_RECOVER), fetched_of_another),
    (11, "standin", lambda m: m.is_day_end and m.reserved(), reservation_wasted),
    (12, "standin", lambda m: m.logged(c.FACT_ACTIVITY), two_activity_bonuses),
    (12, "standin", lambda m: m.is_in_day and m.track.activity.any(), activity_without_placement),
    (12, "standin", day_end, placement_without_activity),
    (13, "bare", in_day, lone_ponkotsu),
    (13, "bare", in_day, ponkotsu_without_dice),
    (14, "standin", lambda m: m.form == codes.FORM_THROW and m.action & 15 > 0, right_too_small),
    (14, "standin", lambda m: m.form == codes.FORM_THROW and m.action & 15 > 0, source_too_small),
    (14, "bare", contest_beside_a_ponkotsu, right_of_a_ponkotsu),
    (15, "standin", scores_slot, one_slot_point_more),
    (15, "standin", scores_with_points, points_without_vigour),
    (16, "standin", new_day, other_start_player),
    (16, "standin", new_day, event_to_nobody),
    (16, "standin", lambda m: len(m.logged(c.FACT_VIGOUR)) == 4, vigour_rises),
    (16, "standin", lambda m: len(m.logged(c.FACT_VIGOUR)) == 4, tie_for_the_earlier),
    (17, "standin", a_used_card_of_one_die, used_without_dice),
    (17, "standin", is_form(codes.FORM_CONVERT), used_twice),
    (17, "bare", in_day, upright_again),
    (18, "standin", in_day, stack_not_empty),
    (18, "standin", lambda m: m.is_in_day and m.n > 1, same_action_twice),
    (18, "standin", in_day, nothing_legal),
]


@pytest.mark.parametrize(
    ("number", "pack", "need", "change"), MUTATIONS, ids=[f"{m[0]}-{m[3].__name__}" for m in MUTATIONS]
)
def test_invariant_can_fail(number: int, pack: str, need: Need, change: Change) -> None:
    moment = next(m for m in moments(pack) if m.state.core.is_over == 0 and need(m))
    assert broken_by(moment) == 0, "the moment itself is sound"
    assert broken_by(moment, change) == number


def test_win_shares_can_fail() -> None:
    found = checker("standin")
    assert found.play(0, 1) is None
    assert found.check_row()
    rows = found.rows.copy()
    found.rows[0]["seats"]["win_share"] *= 0.5
    assert not found.check_row()
    found.rows[:] = rows
    found.rows[0]["seats"]["rank"] = 1
    assert not found.check_row()


def test_every_invariant_is_shown_to_fail() -> None:
    assert {number for number, *_ in MUTATIONS} | {19} == set(TEXTS) == set(range(1, 20))


def test_a_broken_invariant_is_named() -> None:
    """The run says number, text, game and action: here from tables that lose a die."""
    found = Checker(GAME.load("bare", None, (), 4))
    assert found.play(7, 1) is None
    found.tables[0]["dice_total"] = 40
    found.blanks[0]["beaten_dice"] = 1
    broken = found.play(7, 3)
    assert broken is not None
    assert broken[:3] == (1, TEXTS[1], 7)
