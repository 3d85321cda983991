"""The verb `features`: what each option is worth to a linear policy (names in feature_names.py).

One weighted sum an option; what the options share is worked out once for a decision (features_look.py). Only what the
seat that decides may know is read.
"""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider import state as st
from sim.games.rider.features_answer import (
    below,
    card_cost,
    card_of,
    form_of,
    weigh_late,
    weigh_nullify,
    weigh_rescue,
    weigh_respond,
)  # fmt: skip
from sim.games.rider.features_look import MINE, SCRATCH, begin_look, look_around, look_at_limit, spent, spent_pair
from sim.games.rider.features_pick import weigh_chosen, weigh_clash, weigh_given_up, weigh_swap, weigh_taken
from sim.games.rider.features_skill import (
    chosen_worth,
    form_worth,
    reveal_worth,
    shown,
    skill_worth,
    warrior_worth,
)  # fmt: skip
from sim.games.rider.features_use import kind_worth, target_worth, wastes_charge
from sim.kernel import kernel

# mypy: ignore-errors

__all__ = ["SCRATCH", "features"]


# ---- RD1, RD2, RD3 ----


@kernel
def weigh_warriors(state, tables, p, w, scratch, actions, n, values):
    for i in range(n):
        action = int(actions[i])
        form, card = form_of(action), card_of(action)
        if form == codes.FORM_KEEP:
            values[i] = warrior_worth(tables, w, card)
        elif form == codes.FORM_REVEAL:
            values[i] = reveal_worth(state, tables, p, w)
        elif form == codes.FORM_PASS:
            values[i] = 0.0
        else:
            values[i] = form_worth(state, tables, p, w, card, form == codes.FORM_UP)


# ---- RD4 ----


@kernel
def recast_worth(tables, w, cost):
    """New cards for a link_up."""
    usual, n = tables.usual, int(tables.recast_draw)
    worth = w[f.CARD] * n + w[f.SPEND] * cost
    if usual[f.CARD] * n + usual[f.SPEND] * cost > 0.0:
        worth += w[f.ORDER] * tables.rank_in_play[codes.LINK_UP]
    return worth


@kernel
def weigh_other(state, tables, p, w, scratch, action):
    """Options of RD4 beyond cards used plainly or for rage."""
    form, card, skill = form_of(action), card_of(action), (int(action) >> 8) & 0xFFFF
    if form == codes.FORM_END:
        return w[f.END]
    if form == codes.FORM_USE_COMBINER:
        return kind_worth(state, tables, p, w, scratch, codes.STRIKE, spent_pair(state, tables, p, scratch), 0.0)
    if form == codes.FORM_SKILL:
        return skill_worth(state, tables, p, w, scratch, skill, -1) + shown(state, tables, p, w)
    cost = card_cost(state, tables, p, scratch, card)
    if form == codes.FORM_RECAST:
        return recast_worth(tables, w, cost)
    kind = int(tables.views[skill].as_kind)
    return kind_worth(state, tables, p, w, scratch, kind, cost, 0.0) + shown(state, tables, p, w)


@kernel
def weigh_play(state, tables, p, w, scratch, actions, n, values):
    look_at_limit(state, tables, p, scratch)
    for i in range(n):
        action = int(actions[i])
        form = form_of(action)
        if form > codes.FORM_USE_RAGE_CHARGE:
            values[i] = weigh_other(state, tables, p, w, scratch, action)
            continue
        own = int(tables.cards[card_of(action)].kind)
        cost = spent(state, tables, p, scratch, own)
        kind, rage = own, 0.0
        if form == codes.FORM_USE_RAGE_CHARGE and wastes_charge(state, tables, p, own):
            values[i] = w[f.SPEND] * cost + w[f.RAGE] * int(tables.rage_card_cost)
            continue
        if form != codes.FORM_USE:
            kind = codes.STRIKE if form == codes.FORM_USE_RAGE_STRIKE else codes.CHARGE
            rage = float(tables.rage_card_cost)
        values[i] = kind_worth(state, tables, p, w, scratch, kind, cost, rage)


# ---- RD5, RD6 ----


@kernel
def weigh_targets(state, tables, p, w, scratch, actions, n, values):
    look_around(state, tables, p, scratch)
    frame, look = below(state, 0), scratch.looks[MINE]
    for i in range(n):
        action = int(actions[i])
        q = card_of(action)
        if form_of(action) == codes.FORM_DONE:
            values[i] = 0.0
        elif frame.what == st.FRAME_SKILL:
            values[i] = chosen_worth(state, w, scratch, look, tables.skills[int(frame.skill)], q)
        elif frame.what == st.FRAME_USE and frame.step == 7:
            values[i] = look.blow1[q]  # whom the coerced one is to strike
        else:
            values[i] = target_worth(
                state, tables, p, w, scratch, scratch.looks[MINE], int(frame.kind), int(frame.element), q
            )


@kernel
def weigh_asked(state, tables, p, w, scratch, actions, n, values):
    frame = below(state, 0)
    for i in range(n):
        if form_of(actions[i]) == codes.FORM_PASS:
            values[i] = 0.0
        else:
            values[i] = skill_worth(state, tables, p, w, scratch, int(frame.skill), int(frame.cause))
            values[i] += shown(state, tables, p, w)


# ---- everything ----


@kernel
def weigh_picks(state, tables, p, w, scratch, actions, n, values, asked):
    """RD11 to RD14."""
    if asked == 11:
        weigh_taken(state, tables, p, w, scratch, actions, n, values)
    elif asked == 12:
        weigh_clash(state, tables, p, w, scratch, actions, n, values)
    elif asked == 13:
        weigh_swap(state, tables, p, w, scratch, actions, n, values)
    else:
        weigh_chosen(state, tables, p, w, scratch, actions, n, values)


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions of the seat that decides: one weighted sum of features each."""
    p = int(state.core.actor)
    asked = int(state.ask)
    begin_look(state, p, weights, scratch)
    w = scratch.weights[MINE]
    if asked == 4:
        weigh_play(state, tables, p, w, scratch, actions, n, values)
    elif asked == 7:
        weigh_respond(state, tables, p, w, scratch, actions, n, values)
    elif asked == 10:
        weigh_given_up(state, tables, p, w, scratch, actions, n, values)
    elif asked == 5:
        weigh_targets(state, tables, p, w, scratch, actions, n, values)
    elif asked == 8:
        weigh_nullify(state, tables, p, w, scratch, actions, n, values)
    elif asked == 9:
        weigh_rescue(state, tables, p, w, scratch, actions, n, values)
    elif asked == 6:
        weigh_asked(state, tables, p, w, scratch, actions, n, values)
    elif asked <= 3:
        weigh_warriors(state, tables, p, w, scratch, actions, n, values)
    elif asked <= 14:
        weigh_picks(state, tables, p, w, scratch, actions, n, values, asked)
    else:
        weigh_late(state, tables, p, w, scratch, actions, n, values)
