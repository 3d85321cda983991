"""Picking cards: to discard, pay, turn down, take, clash, replace, gain, give, mark, show (RD10 to RD14)."""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider.bits import has
from sim.games.rider.features_answer import below, card_of, form_of
from sim.games.rider.features_look import foe_of, kept, look_around, usual_keep
from sim.games.rider.features_skill import swap_worth
from sim.games.rider.features_use import equip_use
from sim.games.rider.zones import slot_with
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def lost(state, tables, p, w, scratch, card):
    """What giving up a card costs: of the hand, or worn."""
    kind = int(tables.cards[card].kind)
    if kind > codes.LAST_BATTLE and not has(state.seats[p].hand, card):
        return w[f.KEEP] * 2.0 * tables.worn[kind]
    return kept(state, tables, p, w, scratch, kind)


@kernel
def weigh_given_up(state, tables, p, w, scratch, actions, n, values):
    """RD10: the least valuable card; passing gives up nothing."""
    for i in range(n):
        if form_of(actions[i]) == codes.FORM_PASS:
            values[i] = w[f.RAGE]
        else:
            values[i] = -lost(state, tables, p, w, scratch, card_of(actions[i]))


@kernel
def taken_worth(state, tables, w, owner, foe, action):
    """RD11: one card of another."""
    form = form_of(action)
    if form == codes.FORM_TAKE_HAND:
        return w[f.TAKE] * foe
    if form == codes.FORM_TAKE_DOWN:
        return 0.9 * w[f.TAKE] * foe
    card = card_of(action)
    kind = int(tables.cards[card].kind)
    other = state.seats[owner]
    slot = slot_with(other, card)
    if slot >= 0:
        lies = other.slot_lies[slot] == codes.FACE_UP
        return w[f.TAKE] * foe * tables.worn[kind] * (1.0 if lies else 0.5)
    if has(other.hand, card):
        return w[f.TAKE] * foe * (0.5 + 0.2 * tables.keep[kind])
    return -w[f.FREE] * foe * tables.sting[kind]


@kernel
def weigh_taken(state, tables, p, w, scratch, actions, n, values):
    owner = int(below(state, 0).other)
    foe = foe_of(state, tables, p, scratch, owner)
    for i in range(n):
        values[i] = taken_worth(state, tables, w, owner, foe, int(actions[i]))


@kernel
def weigh_clash(state, tables, p, w, scratch, actions, n, values):
    """RD12: a high rank, at the price of the card."""
    for i in range(n):
        card = card_of(actions[i])
        cost = usual_keep(state, tables, p, scratch, int(tables.cards[card].kind))
        values[i] = w[f.RANK] * int(tables.cards[card].rank) + w[f.SPEND] * cost


@kernel
def weigh_swap(state, tables, p, w, scratch, actions, n, values):
    """RD13."""
    look_around(state, tables, p, scratch)
    at = int(state.frames[int(below(state, 0).cause)].cause)
    for i in range(n):
        values[i] = swap_worth(state, tables, p, w, scratch, at, card_of(actions[i]))


@kernel
def gained_worth(state, tables, p, w, scratch, card):
    """A card to be had: what it is worth in hand, or worn at once."""
    kind = int(tables.cards[card].kind)
    worth = kept(state, tables, p, w, scratch, kind)
    return worth + equip_use(state, tables, p, w, kind) if kind > codes.LAST_BATTLE else worth


@kernel
def weigh_chosen(state, tables, p, w, scratch, actions, n, values):
    """RD14: gain the best card; give, mark and show the least."""
    for i in range(n):
        card = card_of(actions[i])
        form = form_of(actions[i])
        if form == codes.FORM_GAIN:
            values[i] = gained_worth(state, tables, p, w, scratch, card)
        elif form == codes.FORM_MARK and not has(state.seats[p].hand, card):
            values[i] = -w[f.KEEP] * tables.keep[int(tables.cards[card].kind)]
        else:
            values[i] = -kept(state, tables, p, w, scratch, int(tables.cards[card].kind))
