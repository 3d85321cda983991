"""The rows of a skill, one after the other (R-I4): the small interpreter of section 8.3."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, has, remove
from sim.games.rider.damage import push_damage, push_link, push_lose
from sim.games.rider.factions import invert
from sim.games.rider.judge import push_judge, set_judged
from sim.games.rider.layout import N_WORDS
from sim.games.rider.people import diff_faction, gain_rage, has_cards, refresh_warrior, same_faction
from sim.games.rider.picks import push_discard, push_pickcard, random_unseen
from sim.games.rider.stack import answer_low, ask, begin_options, is_in, next_of, offer_cards, push
from sim.games.rider.views import list_hand
from sim.games.rider.zones import (
    discard,
    down_to_hand,
    draw_cards,
    from_hand,
    heal,
    lay_slot,
    mark,
    n_unseen,
    random_card,
    to_hand,
    top_card,
)  # fmt: skip
from sim.kernel import kernel

# mypy: ignore-errors

# ---- subjects ----


@kernel
def subjects(state, frame, p, who):
    """Set of seats that a row acts on; the dead are left out."""
    if who == codes.WHO_SELF:
        seats = 1 << p
    elif who == codes.WHO_CHOSEN:
        seats = int(frame.mask)
    elif who == codes.WHO_ALL:
        seats = int(state.alive)
    elif who == codes.WHO_OTHERS:
        seats = int(state.alive) & ~(1 << p)
    elif who == codes.WHO_SAME:
        seats = same_faction(state, p)
    elif who == codes.WHO_DIFF:
        seats = diff_faction(state, p)
    elif who == codes.WHO_LINKED:
        seats = int(state.linked)
    else:
        event = state.frames[int(frame.cause)]
        q = int(event.seat) if who == codes.WHO_ACTOR else int(event.other)
        seats = 1 << q if q >= 0 else 0
    return seats & int(state.alive)


@kernel
def is_gate_open(frame, gate):
    """Gates select rows by the last pindian (a) or judgement (b): 1 won or hit, 2 not."""
    if gate == codes.GATE_NONE:
        return True
    if gate == codes.GATE_WIN or gate == codes.GATE_LOSE:
        return frame.a == (1 if gate == codes.GATE_WIN else 2)
    return frame.b == (1 if gate == codes.GATE_HIT else 2)


# ---- cards ----


@kernel
def show_random(state, q, n):
    """`show`: random hand cards become visible (R-C5)."""
    seat = state.seats[q]
    for _ in range(min(n, n_unseen(seat))):
        add(seat.shown, random_unseen(state, seat))
        note(state.core, c.R_C5, q, 0)


@kernel
def upturn_random(state, q, n):
    """`upturn`: random face-down cards return to the hand, visible (R-C4)."""
    seat = state.seats[q]
    for _ in range(min(n, int(seat.n_down))):
        card = random_card(state, seat.down, int(seat.n_down))
        down_to_hand(state, q, card)
        add(seat.shown, card)
        note(state.core, c.R_C4, q, card)


@kernel
def right_all(state, tables, q):
    """`right`: all own equipment upright and face up."""
    for slot in range(3):
        if state.seats[q].slot_lies[slot] != codes.FACE_UP:
            note(state.core, c.R_C7, q, slot)
            lay_slot(state, tables, q, slot, codes.FACE_UP)


@kernel
def lay_side(state, tables, q, slot):
    """`side`: working equipment is turned sideways (R-C7)."""
    seat = state.seats[q]
    if seat.slots[slot] >= 0 and seat.slot_lies[slot] == codes.FACE_UP:
        note(state.core, c.R_C7, q, slot)
        lay_slot(state, tables, q, slot, codes.SIDEWAYS)


@kernel
def ask_card(state, frame, p, form):
    """RD14 (RD13): the options stand; without any the row is skipped."""
    if state.n_options == 0:
        note(state.core, c.R_I4, p, int(frame.skill))
        return False
    frame.step += 1  # CHOSEN
    ask(state, 13 if form == codes.FORM_REPLACE else 14, p)
    return True


@kernel
def do_mark(state, tables, frame, row, p, q):
    """`mark_on`, `mark_by`: one card from the pile, the hand or those dropped."""
    is_on = row.code == codes.OP_MARK_ON
    if row.what == codes.FROM_PILE:
        card = top_card(state, tables)
        if card >= 0:
            mark(state, q, is_on, card)
        return
    begin_options(state)
    if row.what == codes.FROM_HAND:
        list_hand(state, q, codes.FORM_MARK)
    elif p == state.turn_seat:
        for w in range(N_WORDS):
            offer_cards(state, codes.FORM_MARK, 0, w, int(state.dropped[w]) & int(state.discard[w]))
    ask_card(state, frame, p, codes.FORM_MARK)


@kernel
def take_mark(state, row, q, card):
    """RD14 `mark` is answered."""
    if row.what == codes.FROM_HAND:
        from_hand(state, q, card)
    else:
        remove(state.discard, card)
        state.n_discard -= 1
    mark(state, q, row.code == codes.OP_MARK_ON, card)


@kernel
def take_card(state, tables, frame, p):
    """The card that a row asked for was chosen."""
    row = tables.skills[int(frame.skill)].rows[int(frame.d)]
    card, q = answer_low(state), int(frame.other)
    code = int(row.code)
    if code == codes.OP_GIVE:
        from_hand(state, p, card)
        to_hand(state, q, card)
        state.seats[p].aid[q] += 1
        note(state.core, c.FACT_HAND, q, card)
    elif code == codes.OP_SWAPJUDGE:
        judged = state.frames[int(state.frames[int(frame.cause)].cause)]
        old = int(judged.card)
        from_hand(state, p, card)
        remove(state.resolving, old)
        set_judged(state, tables, judged, card)
        discard(state, old)
    else:
        take_mark(state, row, q, card)


@kernel
def do_cards(state, tables, frame, row, p, q):
    """Effects on cards; one card each time where somebody chooses."""
    code, n = int(row.code), int(row.n)
    if code == codes.OP_DRAW:
        draw_cards(state, tables, q, n)
    elif code == codes.OP_DISCARD:
        if q == p:
            push_discard(state, p, n, st.WHY_EFFECT, codes.ANY_SUIT)
        else:
            take_from(state, tables, frame, p, q, st.TAKE_DISCARD)
    elif code == codes.OP_STEAL:
        if q != p:
            take_from(state, tables, frame, p, q, st.TAKE_STEAL)
    elif code == codes.OP_GIVE:
        begin_options(state)
        if q != p:
            list_hand(state, p, codes.FORM_GIVE)
        ask_card(state, frame, p, codes.FORM_GIVE)
    elif code == codes.OP_SHOW:
        show_random(state, q, n)
    elif code == codes.OP_UPTURN:
        upturn_random(state, q, n)
    elif code == codes.OP_DOWN:
        push(state, st.FRAME_FACEDOWN, q, q).n = n
    elif code == codes.OP_DOWNEQ:
        push_pickcard(state, p, q, st.TAKE_DOWNEQ, 0).c = frame.c
    elif code == codes.OP_SIDE:
        lay_side(state, tables, q, int(row.what))
    elif code == codes.OP_RIGHT:
        right_all(state, tables, q)
    else:
        do_mark(state, tables, frame, row, p, q)


@kernel
def take_from(state, tables, frame, p, q, purpose):
    """RD11 on another, if he has a card."""
    if has_cards(state, tables, q):
        push_pickcard(state, p, q, purpose, 0).c = frame.c


# ---- body, turn, and what happens inside an event ----


@kernel
def insert_turn(state, q):
    """R-T1: a turn that is played before the next ordinary one."""
    n = int(state.n_inserted)
    if n < st.MAX_INSERTED:
        state.inserted[n] = q
        state.n_inserted = n + 1


@kernel
def do_body(state, tables, row, p, q):
    """Effects on a character and his turn."""
    code, n, what = int(row.code), int(row.n), int(row.what)
    if code == codes.OP_DAMAGE:
        push_damage(state, p, q, n, what, -1, -1, -1)
    elif code == codes.OP_LOSEHP:
        push_lose(state, q, n)
        state.seats[p].harm[q] += n
    elif code == codes.OP_HEAL:
        state.seats[p].aid[q] += heal(state, q, n)
    elif code == codes.OP_LINK:
        is_linked = int(state.seats[q].is_linked)
        push_link(state, q, 1 - is_linked if what == codes.LINK_TOGGLE else int(what == codes.LINK_ON))
    elif code == codes.OP_INVERT:
        invert(state, tables, q)
    elif code == codes.OP_HIDE:
        state.seats[q].is_up = 0
        refresh_warrior(state, tables, q)
    elif code == codes.OP_RAGE:
        gain_rage(state, tables, q, n)
    elif code == codes.OP_TURN:
        insert_turn(state, q)
    else:
        state.seats[q].skips |= 1 << what


@kernel
def do_aim(state, frame, row, use, q):
    """Effects on the targets of a card: need, cancel, redirect (R-Z3)."""
    code = int(row.code)
    other = int(state.frames[int(frame.cause)].other)
    if code == codes.OP_NEED:
        use.b |= 1 << other
        use.need[other] = row.n
    elif code == codes.OP_CANCEL:
        use.mask &= ~(1 << other)
        state.cancel_n += 1
        note(state.core, c.R_Z3, other, 0)
    elif is_in(use.mask, other) and not is_in(use.mask, q):
        use.mask = (int(use.mask) & ~(1 << other)) | (1 << q)


@kernel
def do_event(state, tables, frame, row, p, q):
    """Effects that need the event."""
    code, n = int(row.code), int(row.n)
    if code == codes.OP_JUDGE:
        push_judge(state, q, int(row.what))
        return
    if code == codes.OP_PINDIAN:
        push(state, st.FRAME_PINDIAN, p, q)
        return
    cause = state.frames[int(state.frames[int(frame.cause)].cause)]
    if code == codes.OP_HIT:
        cause.c = 1
    elif code == codes.OP_ELEMENT:
        cause.element = row.what
    elif code == codes.OP_DMG:
        cause.n = max(int(cause.n) + n, 0)
    elif code == codes.OP_DRAW_NUM:  # may pass below 0 between two skills: R-D1 counts once all are done
        cause.n = int(cause.n) + n
    elif code == codes.OP_PREVENT:
        cause.n = 0
    elif code == codes.OP_SWAPJUDGE:
        begin_options(state)
        list_hand(state, p, codes.FORM_REPLACE)
        ask_card(state, frame, p, codes.FORM_REPLACE)
    elif code == codes.OP_TAKEJUDGE:
        take_judged(state, cause, p)
    else:
        do_aim(state, frame, row, cause, q)


@kernel
def take_judged(state, judged, p):
    """`takejudge`: the judged card goes to the owner's hand."""
    card = int(judged.card)
    if card >= 0 and has(state.resolving, card):
        remove(state.resolving, card)
        to_hand(state, p, card)
        judged.card = -1
        note(state.core, c.FACT_HAND, p, card)


# ---- the loop ----


@kernel
def times_of(row, p, q):
    """How often a row is done to one subject: once for each card that somebody chooses."""
    code = int(row.code)
    if code == codes.OP_STEAL or code == codes.OP_GIVE or code == codes.OP_DOWNEQ:
        return int(row.n)
    if code == codes.OP_MARK_ON or code == codes.OP_MARK_BY or (code == codes.OP_DISCARD and p != q):
        return int(row.n)
    return 1


@kernel
def do_row(state, tables, frame, row, p, q):
    """One row on one subject."""
    code = int(row.code)
    note(state.core, int(row.note), p, q)
    if code <= codes.OP_MARK_BY:
        do_cards(state, tables, frame, row, p, q)
    elif code <= codes.OP_SKIP:
        do_body(state, tables, row, p, q)
    else:
        do_event(state, tables, frame, row, p, q)


@kernel
def keep_result(frame, row):
    """The result of a pindian or judgement that has just ended; one that was skipped leaves the earlier result."""
    if frame.got < 0:
        return
    if row.code == codes.OP_PINDIAN:
        frame.a = frame.got
    elif row.code == codes.OP_JUDGE:
        frame.b = frame.got


@kernel
def begin_row(state, frame, row, p):
    """Subjects of the next row; none if its gate is shut."""
    frame.todo = subjects(state, frame, p, int(row.who)) if is_gate_open(frame, int(row.gate)) else 0
    frame.n = 0
    frame.other = -1
    frame.got = -1
    if frame.todo == 0:
        note(state.core, c.R_I4, p, int(frame.skill))


@kernel
def run_rows(state, tables, frame, p):
    """Go on with the rows up to the next frame or question; true when all are done."""
    skill = tables.skills[int(frame.skill)]
    while frame.d < skill.n_rows:
        row = skill.rows[int(frame.d)]
        if frame.todo < 0:
            begin_row(state, frame, row, p)
        q = int(frame.other)
        if frame.n > 0 and is_in(state.alive, q):
            frame.n -= 1
        else:
            q = next_of(state, int(frame.todo) & int(state.alive), p)
            if q < 0:
                keep_result(frame, row)
                frame.d += 1
                frame.todo = -1
                continue
            frame.todo &= ~(1 << q)
            frame.other = q
            frame.n = times_of(row, p, q) - 1
        do_row(state, tables, frame, row, p, q)
        return False
    return True
