"""EVENT and SKILL: who is asked, and one skill from its question to its rows (R-I2 to R-I4)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import count
from sim.games.rider.conditions import is_offered, note_use, pick_seats
from sim.games.rider.damage import push_link, push_lose
from sim.games.rider.factions import invert
from sim.games.rider.people import pay_rage
from sim.games.rider.picks import push_discard
from sim.games.rider.reveal import HOW_SKILL, give_supply, push_reveal
from sim.games.rider.rows import run_rows, take_card
from sim.games.rider.stack import answer_form, answer_low, ask, begin_options, is_in, next_of, offer, pop, push
from sim.games.rider.zones import discard_mark
from sim.kernel import kernel

# mypy: ignore-errors

# Steps of SKILL.
# CHOSEN: `rows.ask_card` goes there.
ASK, ANSWERED, REVEAL, REVEALED, PICK, PICKED, PAY, ROWS, CHOSEN = range(9)

# ---- EVENT: seat = actor, other = object, cause; b = event, todo = seats still to be asked, a = seat whose skills
# are being asked, -1 = none, cursor = place in his list of skills ----


@kernel
def is_settled(state, frame):
    """Whether there is nothing left to ask about: damage that is gone, one who is no longer dying."""
    if frame.b == codes.ON_DMG_DEAL or frame.b == codes.ON_DMG_TAKE:
        cause = state.frames[int(frame.cause)]
        return cause.n <= 0 or not is_in(state.alive, int(frame.other))
    if frame.b == codes.ON_CARD_USED or frame.b == codes.ON_TARGETED:
        return not is_in(state.frames[int(frame.cause)].mask, int(frame.other))
    if frame.b == codes.ON_DODGED:
        return state.frames[int(frame.cause)].c != 0
    return frame.b == codes.ON_DYING and state.seats[int(frame.other)].hp >= 1


@kernel
def push_skill(state, p, skill, event_at, step):
    frame = push(state, st.FRAME_SKILL, p, -1)
    frame.skill = skill
    frame.cause = event_at
    frame.step = step
    frame.c = 1 - is_in(state.alive, p)


@kernel
def next_skill(state, tables, frame, p, here):
    """Push the next skill of one seat that may be used; false if there is none."""
    seat = state.seats[p]
    row = tables.warriors[int(seat.warrior)]
    for k in range(int(frame.cursor), int(row.n_skills)):
        skill = int(row.skills[k])
        entry = tables.skills[skill]
        mode = int(entry.mode)
        if entry.trigger != frame.b or (mode != codes.FORCED and mode != codes.ASKED):
            continue
        if mode == codes.FORCED and seat.is_up == 0 and tables.hidden_forced == 1:
            continue
        if is_offered(state, tables, p, skill, here):
            frame.cursor = k + 1
            is_asked = mode == codes.ASKED or seat.is_up == 0
            push_skill(state, p, skill, here, ASK if is_asked else PICK)
            return True
    return False


@kernel
def run_event(state, tables, frame):
    """EVENT: skills that wait for it, from the turn player counterclockwise (R-Z2)."""
    here = int(state.depth) - 1
    while not is_settled(state, frame):
        p = int(frame.a)
        if p < 0:
            p = next_of(state, frame.todo, int(state.turn_seat))
            if p < 0:
                break
            frame.a = p
            frame.cursor = 0
            frame.todo &= ~(1 << p)
        is_own_death = frame.b == codes.ON_DIED and frame.other == p
        if (is_in(state.alive, p) or is_own_death) and next_skill(state, tables, frame, p, here):
            return
        frame.a = -1
    pop(state)


# ---- SKILL: seat = owner, skill, cause = place of the EVENT frame, -1 without one; mask = picks, d = cost or row that
# is being done, todo and n = its subjects and cards still to come, a and b = last pindian and judgement, c = the owner
# was dead from the start, via = 1: it is the reason of his reveal ----


@kernel
def end_skill(state, tables, frame, p):
    """The skill is over; the late supply of the option supply_time, if it was the reason of the reveal."""
    is_reason = frame.via != 0
    pop(state)
    if tables.supply_time == 1 and is_reason:
        give_supply(state, tables, p)


@kernel
def ask_skill(state, frame, p):
    """RD6."""
    begin_options(state)
    offer(state, codes.FORM_SKILL, int(frame.skill), 0)
    offer(state, codes.FORM_PASS, 0, 0)
    frame.step = ANSWERED
    ask(state, 6, p)


@kernel
def take_skill(state, frame, p):
    """RD6 is answered; a face-down warrior is revealed first (R-I2)."""
    if answer_form(state) == codes.FORM_PASS:
        pop(state)
        return
    if state.seats[p].is_up == 0 and is_in(state.alive, p):
        reveal(state, frame, p)
    else:
        frame.step = PICK


@kernel
def reveal(state, frame, p):
    """The owner's face-down warrior is revealed first (R-I2)."""
    note(state.core, c.R_I2, p, int(frame.skill))
    frame.step = REVEALED
    frame.via = 1
    push_reveal(state, p, HOW_SKILL)


@kernel
def retest(state, tables, frame, p):
    """After the reveal conditions are tested again; if they fail it fizzles without cost (R-I3)."""
    frame.step = PICK
    is_able = is_in(state.alive, p) and state.seats[p].is_up != 0
    if not is_able or not is_offered(state, tables, p, int(frame.skill), int(frame.cause)):
        note(state.core, c.R_I3, p, int(frame.skill))
        end_skill(state, tables, frame, p)


@kernel
def ask_pick(state, tables, frame, p):
    """RD5: one more seat, until `pick_max` or `done`."""
    skill = int(frame.skill)
    row = tables.skills[skill]
    n = count(int(frame.mask))
    left = 0
    if row.picks != 0 and n < row.pick_max:
        left = pick_seats(state, tables, p, skill, int(frame.cause)) & ~int(frame.mask)
    if left == 0:
        begin_pay(state, tables, frame, p, skill)
        return
    begin_options(state)
    q = next_of(state, left, p)
    while q >= 0:
        offer(state, codes.FORM_TARGET, 0, q)
        left &= ~(1 << q)
        q = next_of(state, left, p)
    if n > 0:
        offer(state, codes.FORM_DONE, 0, 0)
    frame.step = PICKED
    ask(state, 5, p)


@kernel
def take_pick(state, tables, frame, p):
    if answer_form(state) == codes.FORM_DONE:
        begin_pay(state, tables, frame, p, int(frame.skill))
        return
    q = answer_low(state)
    frame.mask |= 1 << q
    frame.step = PICK


@kernel
def begin_pay(state, tables, frame, p, skill):
    """The skill is used from here on."""
    note_use(state, tables, p, skill)
    if tables.skills[skill].mode == codes.FORCED:
        note(state.core, c.R_I2, p, skill)
    frame.step = PAY
    frame.d = 0


@kernel
def pay_card_cost(state, p, cost, is_dead):
    """Costs in cards; the dead pay for `died` skills of their own."""
    code, n = int(cost.code), int(cost.n)
    if code == codes.PAY_DISCARD:
        push_discard(state, p, n, st.WHY_COST, int(cost.suits)).d = is_dead
    elif code == codes.PAY_DOWN:
        frame = push(state, st.FRAME_FACEDOWN, p, p)
        frame.n = n
        frame.d = is_dead
    else:
        for _ in range(n):
            discard_mark(state, p, code == codes.PAY_MARK_ON)


@kernel
def pay_next(state, tables, frame, p):
    """One cost after the other, then the rows."""
    row = tables.skills[int(frame.skill)]
    k = int(frame.d)
    if k >= row.n_costs:
        frame.step = ROWS
        frame.d = 0
        frame.todo = -1
        return
    frame.d = k + 1
    cost = row.costs[k]
    code = int(cost.code)
    if code == codes.PAY_RAGE:
        pay_rage(state, p, int(cost.n))
    elif code == codes.PAY_HP:
        push_lose(state, p, int(cost.n))
    elif code == codes.PAY_INVERT:
        invert(state, tables, p)
    elif code == codes.PAY_LINK:
        push_link(state, p, 1)
    else:
        pay_card_cost(state, p, cost, int(frame.c))


@kernel
def run_skill(state, tables, frame):
    """SKILL: question, reveal, picks, costs, rows one by one."""
    p, step = int(frame.seat), int(frame.step)
    if PAY <= step <= ROWS and frame.c == 0 and not is_in(state.alive, p):
        end_skill(state, tables, frame, p)
    elif step == ROWS:
        if run_rows(state, tables, frame, p):
            end_skill(state, tables, frame, p)
    elif step == CHOSEN:
        frame.step = ROWS
        take_card(state, tables, frame, p)
    elif step == PAY:
        pay_next(state, tables, frame, p)
    elif step == PICK:
        ask_pick(state, tables, frame, p)
    elif step == PICKED:
        take_pick(state, tables, frame, p)
    elif step == ASK:
        ask_skill(state, frame, p)
    elif step == ANSWERED:
        take_skill(state, frame, p)
    elif step == REVEAL:
        reveal(state, frame, p)
    else:
        retest(state, tables, frame, p)
