"""Each invariant of RULES.md section 9 can fail: a state, a log or a memory that breaks it is told apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.core import MAX_LOG, note
from sim.games.rider import GAME, codes
from sim.games.rider import clauses as c
from sim.games.rider import state as st

from ..kit.moments import broken_by
from .checker import Checker
from .invariants import TEXTS
from .moments import Moment, checker, moments

Change = Callable[[Moment], object]
Need = Callable[[Moment], object]


# ---- changes ----


def card_drawn_stays(m: Moment) -> None:
    m.state.n_draw += 1


def card_lost_from_hand(m: Moment) -> None:
    seat = m.one("n_hand")
    m.turn_bit(seat.hand, m.card(seat.hand))
    seat.n_hand -= 1


def card_twice(m: Moment) -> None:
    m.turn_bit(m.state.discard, int(m.state.draw[0]))
    m.state.n_discard += 1


def hand_miscounted(m: Moment) -> None:
    m.one("n_hand").n_hand += 1


def card_of_nobody(m: Moment) -> None:
    m.state.seats[7].is_alive = 1


def share_not_resolving(m: Moment) -> None:
    m.turn_bit(m.state.share, int(m.state.draw[0]))


def warrior_at_two_seats(m: Moment) -> None:
    m.state.seats[1].warrior = m.state.seats[0].warrior


def warrior_in_side_pile_too(m: Moment) -> None:
    m.state.warrior_at[int(m.state.seats[0].warrior)] = -1


def rage_negative(m: Moment) -> None:
    m.state.seats[0].rage = -1


def rage_above_cap(m: Moment) -> None:
    m.state.seats[0].rage = 5


def rage_of_discards_twice(m: Moment) -> None:
    log(m, c.R_G1, 0, 2)


def hp_above_limit(m: Moment) -> None:
    m.state.seats[0].hp = m.state.seats[0].hp_max + 1


def limit_changed(m: Moment) -> None:
    m.living()[0].hp_max += 1


def living_without_hp(m: Moment) -> None:
    m.living()[0].hp = 0


def weapon_in_gear_slot(m: Moment) -> None:
    seat, slot = m.worn()
    card = int(seat.slots[slot])
    seat.slots[slot] = -1
    seat.slots[(slot + 1) % 3] = card


def two_of_one_name(m: Moment) -> None:
    seat = m.one("n_judged")
    seat.judged[1], seat.judged_kind[1] = m.state.draw[0], seat.judged_kind[0]
    seat.n_judged = 2
    m.state.draw[0] = m.state.draw[m.state.n_draw - 1]
    m.state.n_draw -= 1


def visible_elsewhere(m: Moment) -> None:
    m.turn_bit(m.state.seats[0].shown, int(m.state.draw[0]))


def empty_slot_sideways(m: Moment) -> None:
    seat, slot = next((s, k) for s in m.state.seats for k in range(3) if s.slots[k] < 0)
    seat.slot_lies[slot] = codes.SIDEWAYS


def hidden_with_faction(m: Moment) -> None:
    hidden(m).effective = 3


def determined_without_reveal(m: Moment) -> None:
    seat = hidden(m)
    seat.effective = seat.determined = 3


def other_faction_unlinked(m: Moment) -> None:
    revealed(m).effective = 1 + int(revealed(m).determined) % 5


def ends_by_a_reveal(m: Moment) -> None:
    """The log says that the last thing before the end was a reveal, and no death was open."""
    for row in m.log:
        if row[0] in (c.FACT_DEATH, c.R_K4):
            row[0] = c.R_A1
    log(m, c.FACT_REVEAL, 0, 0)
    for k in range(int(m.before.depth)):
        if m.before.frames[k].what == st.FRAME_DEATH:
            m.before.frames[k].what = st.FRAME_EVENT


def villains_share(m: Moment) -> None:
    """Two unlinked ones, both determined so."""
    one, two = revealed(m, 2)
    for seat in (one, two):
        seat.effective = seat.determined = st.VILLAIN
    m.state.n_villain_ids = 1
    for seats in (m.before.seats, m.state.seats):
        for seat in seats:
            seat.is_linked = 0


def villain_never_made(m: Moment) -> None:
    seat = revealed(m)
    seat.effective = seat.determined = st.VILLAIN + 16 * 9


def old_id_again(m: Moment) -> None:
    """An id made before, which nobody holds, comes back."""
    seat = revealed(m)
    m.before.n_villain_ids = m.state.n_villain_ids = 4
    seat.effective = seat.determined = st.VILLAIN + 16


def faction_too_large(m: Moment) -> None:
    """A faction was granted, and now all but one of four or five have it."""
    for seat in m.living()[:-1]:
        seat.effective = seat.determined = 1
        seat.is_up = seat.reveal_how = 1
        seat.is_linked = 0
    log(m, c.R_F3, 0, 1)


def ring_shifted(m: Moment) -> None:
    m.state.ring[:5] = m.state.ring[:5] * 2


def piles_forgotten(m: Moment) -> None:
    """The draw pile lies in the discard pile."""
    for card in m.state.draw[: m.state.n_draw]:
        m.turn_bit(m.state.discard, int(card))
    m.state.n_discard += m.state.n_draw
    m.state.n_draw = 0


def play_on_two_frames(m: Moment) -> None:
    m.state.depth = 2


def stack_too_deep(m: Moment) -> None:
    m.state.stack_max = 97


def no_turn(m: Moment) -> None:
    m.state.frames[0].what = st.FRAME_EVENT


def nothing_legal(m: Moment) -> None:
    m.n = 0


def same_action_twice(m: Moment) -> None:
    m.checker.actions[1] = m.checker.actions[0]


def out_of_order(m: Moment) -> None:
    actions = m.checker.actions
    actions[0], actions[m.n - 1] = int(actions[m.n - 1]), int(actions[0])


def hp_from_nowhere(m: Moment) -> None:
    m.living()[0].healed += 1


def damage_uncounted(m: Moment) -> None:
    m.state.seats[0].taken[1] += 1


def skill_face_down(m: Moment) -> None:
    log(m, c.SKILL_0 + 3, next(p for p in range(5) if m.state.seats[p].is_up == 0), 3)


def determined_twice(m: Moment) -> None:
    p = next(p for p in range(5) if m.state.seats[p].determined != 0)
    log(m, c.R_F2, p, 0)
    m.track.determined |= 1 << p


def supplied_twice(m: Moment) -> None:
    log(m, c.R_W4, 0, 0)
    log(m, c.R_W4, 0, 0)


def up_untold(m: Moment) -> None:
    hidden(m).is_up = 1
    hidden_again = next(seat for seat in m.state.seats[:5] if seat.is_up and seat.determined == 0)
    hidden_again.determined = hidden_again.effective = hidden_again.reveal_how = 1


def draws_in_skipped_turn(m: Moment) -> None:
    log(m, c.R_T2, 0, 0)
    log(m, c.CHANCE_DRAW, 5, 0)


def inverted_is_asked(m: Moment) -> None:
    m.state.seats[int(m.state.turn_seat)].is_inverted = 1


def kill_uncounted(m: Moment) -> None:
    m.state.seats[0].kills += 1


def reward_too_large(m: Moment) -> None:
    next(row for row in m.log if row[0] == c.R_K6)[2] += 1


def log_too_long(m: Moment) -> None:
    m.state.core.n_log = MAX_LOG + 1


# ---- needs ----


def log(m: Moment, code: int, a: int, b: int) -> None:
    n = int(m.state.core.n_log)
    m.state.core.log[n] = (code, a, b)
    m.state.core.n_log = n + 1


def hidden(m: Moment) -> Any:
    return next((seat for seat in m.living() if seat.determined == 0), None)


def revealed(m: Moment, n: int = 1) -> Any:
    """A living one who is determined and not linked; two of them if n is 2. None if there are not so many."""
    found = [seat for seat in m.living() if seat.determined != 0 and seat.is_linked == 0]
    if len(found) < n:
        return None
    return found[0] if n == 1 else found[:n]


def in_play(m: Moment) -> bool:
    return m.is_play


def with_hand(m: Moment) -> bool:
    return m.is_play and m.one("n_hand") is not None


def with_judged(m: Moment) -> bool:
    return m.is_play and any(seat.n_judged == 1 for seat in m.living()) and m.one("n_judged").n_judged == 1


def with_worn(m: Moment) -> bool:
    """A seat with one piece of equipment, so that the next slot is free."""
    found = m.worn() if m.is_play else None
    return found is not None and found[0].slots[(found[1] + 1) % 3] < 0


def with_hidden(m: Moment) -> bool:
    return m.is_play and hidden(m) is not None


def with_revealed(m: Moment) -> bool:
    return m.is_play and revealed(m) is not None and not m.state.n_villain_ids and not m.logged(c.FACT_FACTION)


def with_two(m: Moment) -> bool:
    return with_revealed(m) and revealed(m, 2) is not None


def with_four_hidden(m: Moment) -> bool:
    """Four live or five, all hidden and not linked, and nothing has happened to factions in this step."""
    notes = (c.FACT_DEATH, c.FACT_LINK, c.FACT_FACTION)
    is_calm = not any(m.logged(code) for code in notes) and m.state.linked == 0
    return m.is_play and is_calm and len(m.living()) > 3 and all(seat.determined == 0 for seat in m.living())


def at_end(m: Moment) -> bool:
    return bool(m.state.core.is_over) and m.state.core.end_reason > 0


def with_choice(m: Moment) -> bool:
    return m.is_play and m.n > 2


def at_reveal(m: Moment) -> bool:
    return bool(m.state.ask == 2)


def after_reward(m: Moment) -> bool:
    return len(m.logged(c.R_K6)) == len(m.logged(c.R_K4)) == len(m.logged(c.FACT_DEATH)) == 1 and not any(
        m.logged(code) for code in (c.FACT_LINK, c.FACT_REVEAL, c.R_D3)
    )


MUTATIONS: list[tuple[int, Need, Change]] = [
    (1, in_play, card_drawn_stays), (1, with_hand, card_lost_from_hand), (1, in_play, card_twice),
    (1, with_hand, hand_miscounted), (1, in_play, card_of_nobody), (1, in_play, share_not_resolving),
    (2, in_play, warrior_at_two_seats), (2, in_play, warrior_in_side_pile_too),
    (3, in_play, rage_negative), (3, in_play, rage_above_cap), (3, in_play, rage_of_discards_twice),
    (4, in_play, hp_above_limit), (4, in_play, limit_changed), (4, in_play, living_without_hp),
    (5, with_worn, weapon_in_gear_slot), (5, with_judged, two_of_one_name),
    (6, in_play, visible_elsewhere), (6, in_play, empty_slot_sideways),
    (7, with_hidden, hidden_with_faction), (7, with_hidden, determined_without_reveal),
    (7, with_revealed, other_faction_unlinked),
    (8, at_end, ends_by_a_reveal),
    (9, with_two, villains_share), (9, with_revealed, villain_never_made), (9, with_revealed, old_id_again),
    (10, with_four_hidden, faction_too_large), (10, in_play, ring_shifted),
    (11, in_play, piles_forgotten),
    (12, in_play, play_on_two_frames), (12, in_play, stack_too_deep), (12, in_play, no_turn),
    (13, in_play, nothing_legal), (13, with_choice, same_action_twice), (13, with_choice, out_of_order),
    (14, in_play, hp_from_nowhere), (14, in_play, damage_uncounted),
    (15, with_hidden, skill_face_down), (15, with_revealed, determined_twice), (15, in_play, supplied_twice),
    (15, with_hidden, up_untold),
    (16, in_play, draws_in_skipped_turn), (16, at_reveal, inverted_is_asked),
    (17, in_play, kill_uncounted), (17, after_reward, reward_too_large),
    (18, in_play, log_too_long),
]  # fmt: skip


@pytest.mark.parametrize(("number", "need", "change"), MUTATIONS, ids=[f"{m[0]}-{m[2].__name__}" for m in MUTATIONS])
def test_invariant_can_fail(number: int, need: Need, change: Change) -> None:
    moment = next(m for m in moments() if need(m))
    assert broken_by(moment) == 0, "the moment itself is sound"
    assert broken_by(moment, change) == number


def test_shares_can_fail() -> None:
    """15: of whole games."""
    found = checker()
    assert found.play(0, 1) is None
    assert found.check_row()
    rows = found.rows.copy()
    for field, factor in (("credit", 0.5), ("win_share", 0.0), ("win_share", 0.5)):
        found.rows[:] = rows
        found.rows[0]["seats"][field] *= factor
        assert not found.check_row(), field
    found.rows[:] = rows
    found.states[0].core.end_reason = st.END_CAP
    assert not found.check_row(), "nobody wins an unfinished game"


def test_every_invariant_is_shown_to_fail() -> None:
    assert {number for number, *_ in MUTATIONS} == set(TEXTS) == set(range(1, 19))


def test_a_broken_invariant_is_named() -> None:
    """The run says number, text, game and action: here from a table on which a card lies too much."""
    found = Checker(GAME.load("standin", None, (), 5))
    assert found.play(7, 1) is None
    found.blanks[0]["discard"][0] = 1
    found.blanks[0]["n_discard"] = 1
    broken = found.play(7, 3)
    assert broken is not None
    assert broken[:3] == (1, TEXTS[1], 7)


def test_a_note_is_seen() -> None:
    """`note` writes to the log that the checks read."""
    moment = next(m for m in moments() if m.is_play)
    n = int(moment.state.core.n_log)
    note.py_func(moment.state.core, c.FACT_TURN, 0, 0)
    assert moment.state.core.n_log == n + 1
