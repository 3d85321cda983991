"""STRIKE: one strike against one target (R-B1 to R-B4, weapons and gear)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import count_common
from sim.games.rider.damage import push_damage
from sim.games.rider.fixed import list_strikes, push_fixed
from sim.games.rider.people import differ_in_gender, has_cards
from sim.games.rider.picks import push_discard, push_pickcard
from sim.games.rider.respond import push_respond
from sim.games.rider.stack import answer_form, answer_low, ask, begin_options, fire, is_in, offer, pop, push
from sim.games.rider.views import list_hand
from sim.games.rider.zones import discard_hand, draw_cards, n_in_hand
from sim.kernel import kernel

# mypy: ignore-errors

# STRIKE: seat = user, other = target; n = damage, a = 1: the target's gear is pierced, b = dodges still needed,
# c = 1: it hits all the same, d = breaker cards that were payable.
(
    BEGIN, DUALITY, ASK_DODGE, DODGED, TELL, PURSUE, PURSUED, FOLLOWED, BREAK, BROKEN, HIT, CHILLED, DONE,
) = range(13)  # fmt: skip


@kernel
def push_strike(state, use, p, q):
    """The USE frame `use` lies below."""
    kind, card, element, suit, bonus = int(use.kind), int(use.card), int(use.element), int(use.suit), int(use.n)
    need = int(use.need[q]) if is_in(use.b, q) else 1
    frame = push(state, st.FRAME_STRIKE, p, q)
    frame.kind = kind
    frame.card = card
    frame.element = element
    frame.suit = suit
    frame.n = bonus
    frame.b = need


@kernel
def armed_with(state, p, kind):
    """Whether a living seat has a working weapon of a kind."""
    return is_in(state.alive, p) and state.seats[p].weapon == kind


@kernel
def is_warded(state, tables, frame, q):
    """Gear that lets a strike have no effect: tinder, ward."""
    gear = int(state.seats[q].gear)
    is_tinder = gear == codes.TINDER_GEAR and frame.element == codes.NO_ELEMENT
    is_ward = gear == codes.WARD_GEAR and frame.suit >= 0 and frame.suit % 2 == 0
    if not is_tinder and not is_ward:
        return False
    if frame.a != 0:
        note(state.core, c.R_U3, q, 0)
        return False
    if is_tinder:
        note(state.core, c.R_U13, q, 0)
    return True


@kernel
def begin_strike(state, tables, frame, p, q):
    """Tinder, the damage, duality (RD16)."""
    frame.a = armed_with(state, p, codes.PIERCER)
    if is_warded(state, tables, frame, q):
        pop(state)
        return
    frame.n += tables.strike_damage
    if armed_with(state, p, codes.AMBUSHER) and n_in_hand(state.seats[q]) == 0:
        note(state.core, c.R_U5, p, q)
        frame.n += tables.ambush_bonus
    frame.step = ASK_DODGE
    if armed_with(state, p, codes.DUALITY) and differ_in_gender(state, tables, p, q):
        note(state.core, c.R_U4, p, q)
        if state.seats[q].n_hand == 0:
            draw_cards(state, tables, p, int(tables.duality_draw))
            return
        begin_options(state)
        list_hand(state, q, codes.FORM_YIELD)
        offer(state, codes.FORM_CONCEDE, 0, 0)
        frame.step = DUALITY
        ask(state, 16, q)


@kernel
def take_duality(state, tables, frame, p, q):
    frame.step = ASK_DODGE
    if answer_form(state) == codes.FORM_YIELD:
        discard_hand(state, q, answer_low(state))
    else:
        draw_cards(state, tables, p, int(tables.duality_draw))


@kernel
def take_dodge(state, frame, q):
    """A dodge was demanded: hit, next dodge, or dodged; nothing if the target died meanwhile."""
    if not is_in(state.alive, q):
        frame.step = DONE
    elif frame.got == 0:
        frame.step = HIT
    else:
        frame.b -= 1
        frame.step = ASK_DODGE if frame.b > 0 else TELL


@kernel
def ask_pursuer(state, tables, frame, p, q):
    """R-U6: one more strike on that target (RD15)."""
    if frame.c != 0:
        frame.step = HIT
        return
    frame.step = BREAK
    if is_in(state.alive, q) and armed_with(state, p, codes.PURSUER):
        begin_options(state)
        list_strikes(state, tables, p, codes.FORM_FOLLOW)
        if state.n_options > 0:
            offer(state, codes.FORM_PASS, 0, 0)
            frame.step = PURSUED
            ask(state, 15, p)


@kernel
def take_pursuer(state, tables, frame, p, q):
    if answer_form(state) == codes.FORM_PASS:
        frame.step = BREAK
        return
    note(state.core, c.R_U6, p, q)
    frame.step = FOLLOWED
    push_fixed(state, tables, p, q, codes.FORM_FOLLOW)


@kernel
def n_breakable(state, tables, p):
    """Usable hand cards and equipment other than the breaker, not face down."""
    seat = state.seats[p]
    n = count_common(seat.hand, tables.suit_sets[codes.ANY_SUIT])
    for slot in range(3):
        if slot != codes.WEAPON and seat.slots[slot] >= 0 and seat.slot_lies[slot] != codes.FACE_DOWN:
            n += 1
    return n


@kernel
def ask_breaker(state, tables, frame, p, q):
    """R-U8: discard other cards, then the strike hits (RD15)."""
    frame.step = DONE
    if not is_in(state.alive, q) or not armed_with(state, p, codes.BREAKER):
        return
    if n_breakable(state, tables, p) >= tables.breaker_cost:
        begin_options(state)
        offer(state, codes.FORM_FORCE, 0, 0)
        offer(state, codes.FORM_PASS, 0, 0)
        frame.step = BROKEN
        ask(state, 15, p)


@kernel
def take_breaker(state, tables, frame, p):
    frame.step = DONE
    if answer_form(state) == codes.FORM_FORCE:
        note(state.core, c.R_U8, p, 0)
        frame.step = HIT
        push_discard(state, p, int(tables.breaker_cost), st.WHY_BREAKER, codes.ANY_SUIT)


@kernel
def hit(state, tables, frame, p, q):
    """The strike hits; ice_blade may replace the damage (RD15)."""
    if not is_in(state.alive, q):
        pop(state)
        return
    if armed_with(state, p, codes.ICE_BLADE) and has_cards(state, tables, q):
        begin_options(state)
        offer(state, codes.FORM_CHILL, 0, 0)
        offer(state, codes.FORM_PASS, 0, 0)
        frame.step = CHILLED
        ask(state, 15, p)
        return
    deal(state, tables, frame, p, q)


@kernel
def deal(state, tables, frame, p, q):
    """The strike's damage takes the place of its frame."""
    n, element, card, kind = int(frame.n), int(frame.element), int(frame.card), int(frame.kind)
    is_pierced, suit = int(frame.a), int(frame.suit)
    pop(state)
    state.seats[p].n_hits += 1
    note(state.core, c.R_B1, p, q)
    if kind == codes.FIRE_STRIKE or kind == codes.THUNDER_STRIKE:
        note(state.core, c.R_B2, p, q)
    elif kind != codes.STRIKE:
        note(state.core, c.R_B3, p, q)
    push_damage(state, p, q, n, element, card, kind, suit).c = is_pierced


@kernel
def take_chill(state, tables, frame, p, q):
    if answer_form(state) == codes.FORM_PASS:
        deal(state, tables, frame, p, q)
        return
    pop(state)
    push_pickcard(state, p, q, st.TAKE_DISCARD, 0)
    push_pickcard(state, p, q, st.TAKE_DISCARD, 0)


@kernel
def run_strike(state, tables, frame):
    """STRIKE, in the order of section 4.2."""
    p, q, step = int(frame.seat), int(frame.other), int(frame.step)
    if step == BEGIN:
        begin_strike(state, tables, frame, p, q)
    elif step == DUALITY:
        take_duality(state, tables, frame, p, q)
    elif step == ASK_DODGE:
        frame.step = DODGED
        frame.got = 0
        push_respond(state, q, codes.DODGE, 0, int(frame.a))
    elif step == DODGED:
        take_dodge(state, frame, q)
    elif step == TELL:
        frame.step = PURSUE
        fire(state, codes.ON_DODGED, p, q, int(state.depth) - 1)
    elif step == PURSUE:
        ask_pursuer(state, tables, frame, p, q)
    elif step == PURSUED:
        take_pursuer(state, tables, frame, p, q)
    elif step == FOLLOWED:
        frame.step = PURSUE if frame.got == 0 else BREAK
    elif step == BREAK:
        ask_breaker(state, tables, frame, p, q)
    elif step == BROKEN:
        take_breaker(state, tables, frame, p)
    elif step == HIT:
        hit(state, tables, frame, p, q)
    elif step == CHILLED:
        take_chill(state, tables, frame, p, q)
    else:
        pop(state)
