"""Strikes used out of turn on a target that is named already: pursuer and coerce (R-U6, R-Y5)."""

from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.stack import answer_form, answer_low, answer_skill, offer, push
from sim.games.rider.views import list_hand, list_kind, list_views
from sim.kernel import kernel

# mypy: ignore-errors

# Forms stand in blocks of four: card, rage, via, combiner.
CARD, RAGE, VIA, COMBINER = range(4)
FIXED, UNCOUNTED = 1, 2  # USE.a


@kernel
def list_strikes(state, tables, p, form):
    """Strikes that p may use now, however made; `form` is the first of its block."""
    seat = state.seats[p]
    list_kind(state, tables, p, codes.STRIKE, form + CARD)
    if seat.rage >= tables.rage_card_cost:
        list_hand(state, p, form + RAGE)
    list_views(state, tables, p, codes.STRIKE, False, form + VIA)
    if seat.weapon == codes.COMBINER and seat.n_hand >= 2:
        offer(state, form + COMBINER, 0, 0)


@kernel
def push_use(state, tables, p, kind, card, via, skill):
    """USE of a card as a kind; see `use`."""
    frame = push(state, st.FRAME_USE, p, -1)
    frame.kind = kind
    frame.card = card
    frame.via = via
    frame.skill = skill
    frame.element = kind if kind <= codes.LAST_STRIKE else codes.NO_ELEMENT
    if via != st.VIA_COMBINER:
        frame.suit = tables.cards[card].suit
    return frame


@kernel
def push_fixed(state, tables, p, q, form):
    """The strike that was answered is used on q; it does not count for the limit."""
    how, card, skill = answer_form(state) - form, answer_low(state), answer_skill(state)
    if how == CARD:
        use = push_use(state, tables, p, int(tables.cards[card].kind), card, st.VIA_NONE, -1)
    elif how == RAGE:
        use = push_use(state, tables, p, codes.STRIKE, card, st.VIA_RAGE, -1)
    elif how == VIA:
        use = push_use(state, tables, p, int(tables.views[skill].as_kind), card, st.VIA_SKILL, skill)
    else:
        use = push_use(state, tables, p, codes.STRIKE, -1, st.VIA_COMBINER, -1)
    use.a = FIXED | UNCOUNTED
    use.mask = 1 << q
