"""RD4: what may be done in the play phase (R-A1)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import lowest, meets
from sim.games.rider.conditions import is_offered
from sim.games.rider.fixed import push_use
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.skills import PICK, REVEAL, push_skill
from sim.games.rider.stack import answer_form, answer_low, answer_skill, ask, begin_options, offer, offer_cards
from sim.games.rider.targets import is_usable_kind
from sim.games.rider.views import is_view_open, list_hand, zone_word
from sim.games.rider.zones import discard, from_hand
from sim.kernel import kernel

# mypy: ignore-errors

# How RD4 was answered.
ENDED, BEGUN, RECAST = range(3)


@kernel
def list_cards(state, tables, p):
    """`use card=`: usable cards whose kind may be used now; each kind is tested once."""
    seat = state.seats[p]
    known = usable = 0
    for w in range(N_WORDS):
        bits = int(seat.hand[w])
        legal = 0
        while bits != 0:
            low = bits & -bits
            card = w * WORD_BITS + lowest(bits)
            bits ^= low
            kind = int(tables.cards[card].kind)
            test = codes.STRIKE if kind <= codes.LAST_STRIKE else kind
            if (known >> test) & 1 == 0 or kind == codes.FLAME_BURST:
                known |= 1 << test
                usable &= ~(1 << test)
                if is_usable_kind(state, tables, p, kind, card):
                    usable |= 1 << test
            if (usable >> test) & 1:
                legal |= low
        offer_cards(state, codes.FORM_USE, 0, w, legal)


@kernel
def list_use_views(state, tables, p):
    """`use card= as= via=`: view-as skills for use."""
    row = tables.warriors[int(state.seats[p].warrior)]
    for k in range(int(row.n_views)):
        view = int(row.views[k])
        if is_view_open(state, tables, p, view, False):
            list_view(state, tables, p, view)


@kernel
def list_view(state, tables, p, view):
    kind = int(tables.views[view].as_kind)
    if kind != codes.FLAME_BURST:
        if is_usable_kind(state, tables, p, kind, -1):
            for w in range(N_WORDS):
                offer_cards(state, codes.FORM_USE_VIA, view, w, zone_word(state, tables, p, view, w))
        return
    for w in range(N_WORDS):
        bits = zone_word(state, tables, p, view, w)
        while bits != 0:
            card = w * WORD_BITS + lowest(bits)
            bits &= bits - 1
            if is_usable_kind(state, tables, p, kind, card):
                offer(state, codes.FORM_USE_VIA, view, card)


@kernel
def list_skills(state, tables, p):
    """`skill id=`: active skills that may be used (R-I3)."""
    row = tables.warriors[int(state.seats[p].warrior)]
    for k in range(int(row.n_skills)):
        skill = int(row.skills[k])
        if tables.skills[skill].mode == codes.ACTIVE and is_offered(state, tables, p, skill, -1):
            offer(state, codes.FORM_SKILL, skill, 0)


@kernel
def list_converted(state, tables, p):
    """Rage, view-as skills, combiner (R-G3, R-I2, R-U7)."""
    seat = state.seats[p]
    row = tables.warriors[int(seat.warrior)]
    has_rage = seat.rage >= tables.rage_card_cost and seat.n_hand > 0
    can_strike = False
    if has_rage or seat.weapon == codes.COMBINER:
        can_strike = is_usable_kind(state, tables, p, codes.STRIKE, -1)
    if has_rage:
        if can_strike:
            list_hand(state, p, codes.FORM_USE_RAGE_STRIKE)
        if is_usable_kind(state, tables, p, codes.CHARGE, -1):
            list_hand(state, p, codes.FORM_USE_RAGE_CHARGE)
    if row.n_views > 0:
        list_use_views(state, tables, p)
    if can_strike and seat.weapon == codes.COMBINER and seat.n_hand >= 2:
        offer(state, codes.FORM_USE_COMBINER, 0, 0)


@kernel
def ask_play(state, tables, p):
    """RD4."""
    begin_options(state)
    seat = state.seats[p]
    list_cards(state, tables, p)
    list_converted(state, tables, p)
    if meets(seat.hand, tables.kind_sets[codes.LINK_UP]):
        for w in range(N_WORDS):
            links = int(seat.hand[w]) & int(tables.kind_sets[codes.LINK_UP, w])
            offer_cards(state, codes.FORM_RECAST, 0, w, links)
    if tables.warriors[int(seat.warrior)].has_active != 0:
        list_skills(state, tables, p)
    offer(state, codes.FORM_END, 0, 0)
    ask(state, 4, p)


@kernel
def take_play(state, tables, p):
    """RD4 is answered: begin the use or skill; ENDED, BEGUN or RECAST: then cards are to be drawn."""
    form, card, skill = answer_form(state), answer_low(state), answer_skill(state)
    note(state.core, c.R_A1, p, form)
    if form == codes.FORM_END:
        return ENDED
    if form == codes.FORM_USE:
        push_use(state, tables, p, int(tables.cards[card].kind), card, st.VIA_NONE, -1)
    elif form == codes.FORM_USE_RAGE_STRIKE:
        push_use(state, tables, p, codes.STRIKE, card, st.VIA_RAGE, -1)
    elif form == codes.FORM_USE_RAGE_CHARGE:
        push_use(state, tables, p, codes.CHARGE, card, st.VIA_RAGE, -1)
    elif form == codes.FORM_USE_VIA:
        push_use(state, tables, p, int(tables.views[skill].as_kind), card, st.VIA_SKILL, skill)
    elif form == codes.FORM_USE_COMBINER:
        push_use(state, tables, p, codes.STRIKE, -1, st.VIA_COMBINER, -1)
    elif form == codes.FORM_RECAST:
        from_hand(state, p, card)
        discard(state, card)
        state.seats[p].battle_skills += 1
        note(state.core, c.R_Y11, p, 1)
        return RECAST
    else:
        push_skill(state, p, skill, -1, REVEAL if state.seats[p].is_up == 0 else PICK)
    return BEGUN
