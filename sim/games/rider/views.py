"""Cards as another kind: view-as skills, rage, combiner; listing and spending them (R-G3, R-I2, R-U7)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.conditions import is_unused, meets_all, note_use
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.people import pay_rage
from sim.games.rider.stack import offer_cards
from sim.games.rider.zones import from_by, from_hand
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def zone_word(state, tables, p, view, w):
    """One word of the set of cards that a row of a view-as skill may take."""
    row = tables.views[view]
    seat = state.seats[p]
    suits = int(tables.suit_sets[int(row.suits), w])
    if row.zone == codes.ZONE_HAND:
        return int(seat.hand[w]) & suits
    bits = 0
    n = int(seat.n_by) if row.zone == codes.ZONE_MARK_BY else int(seat.n_on)
    for k in range(n):
        card = int(seat.by[k]) if row.zone == codes.ZONE_MARK_BY else int(seat.on[k])
        if card // WORD_BITS == w:
            bits |= 1 << (card % WORD_BITS)
    return bits & suits


@kernel
def is_view_open(state, tables, p, view, for_play):
    """Whether a row of a view-as skill may be used now, cards aside."""
    entry = tables.views[view]
    if (entry.for_play if for_play else entry.for_use) == 0:
        return False
    skill = int(entry.skill)
    row = tables.skills[skill]
    if row.about_people != 0 and state.seats[p].determined == 0:
        return False
    return is_unused(state.seats[p], skill, int(row.freq)) and meets_all(state, tables, p, skill, -1)


@small_kernel
def is_same_kind(kind, wanted):
    """Whether a kind answers a demand; a demand for a strike takes any strike."""
    return kind == wanted or (wanted == codes.STRIKE and kind <= codes.LAST_STRIKE)


@kernel
def list_view(state, tables, p, view, for_play, form):
    """Options of one row of a view-as skill, if it may be used now."""
    if is_view_open(state, tables, p, view, for_play):
        for w in range(N_WORDS):
            offer_cards(state, form, view, w, zone_word(state, tables, p, view, w))


@kernel
def list_views(state, tables, p, wanted, for_play, form):
    """Options of all view-as skills that make a card of a wanted kind."""
    row = tables.warriors[int(state.seats[p].warrior)]
    for k in range(int(row.n_views)):
        view = int(row.views[k])
        if is_same_kind(int(tables.views[view].as_kind), wanted):
            list_view(state, tables, p, view, for_play, form)


@kernel
def list_kind(state, tables, p, wanted, form):
    """Options of the usable cards of a wanted kind."""
    seat = state.seats[p]
    for w in range(N_WORDS):
        cards = int(tables.strike_set[w]) if wanted == codes.STRIKE else int(tables.kind_sets[wanted, w])
        bits = int(seat.hand[w]) & cards
        if bits != 0:
            offer_cards(state, form, 0, w, bits)


@kernel
def list_hand(state, p, form):
    """An option for every usable card."""
    seat = state.seats[p]
    for w in range(N_WORDS):
        offer_cards(state, form, 0, w, int(seat.hand[w]))


@kernel
def is_view_still(state, tables, p, view, card, for_play):
    """After the reveal: whether the view-as skill may still be used on the card (R-I3)."""
    is_still = state.seats[p].is_up != 0 and is_view_open(state, tables, p, view, for_play)
    is_still = is_still and (zone_word(state, tables, p, view, card // WORD_BITS) >> (card % WORD_BITS)) & 1 == 1
    if not is_still:
        note(state.core, c.R_I3, p, view)
    return is_still


@kernel
def needs_reveal(state, p):
    if state.seats[p].is_up == 0:
        note(state.core, c.R_I2, p, 0)
        return True
    return False


@kernel
def spend_view(state, tables, p, view, card):
    """A card leaves its zone by a view-as skill."""
    row = tables.views[view]
    skill = int(row.skill)
    note_use(state, tables, p, skill)
    note(state.core, c.EFFECT_0 + codes.OP_AS, p, skill)
    note(state.core, c.R_I4, p, skill)
    if row.zone == codes.ZONE_HAND:
        from_hand(state, p, card)
    else:
        from_by(state, p, card, row.zone == codes.ZONE_MARK_ON)


@kernel
def spend(state, tables, p, via, view, card):
    """A card leaves its owner for a use or play: plainly, for rage or by a view-as skill."""
    if via == st.VIA_SKILL:
        spend_view(state, tables, p, view, card)
        return
    if via == st.VIA_RAGE:
        pay_rage(state, p, int(tables.rage_card_cost))
        note(state.core, c.R_G3, p, card)
    from_hand(state, p, card)
