"""Answers: dodges and strikes demanded, nullifies, rescues, what a strike may still do (RD7 to RD9, RD15, RD16)."""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider import state as st
from sim.games.rider.bits import count_common, has, meets
from sim.games.rider.features_look import (
    MINE,
    NO_DODGE,
    NO_STRIKE,
    blow,
    foe_of,
    look_around,
    look_self,
    none_of,
    own_harm,
    spent,
    spent_pair,
)  # fmt: skip
from sim.games.rider.features_skill import shown
from sim.games.rider.features_use import chain_worth, strike_worth
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def form_of(action):
    return int(action) >> 24


@small_kernel
def card_of(action):
    return int(action) & 0xFF


@kernel
def below(state, k):
    """The k-th frame from the top of the stack, 0 = top."""
    return state.frames[max(int(state.depth) - 1 - k, 0)]


@kernel
def card_cost(state, tables, p, scratch, card):
    """Feature `spend` of using a card of the hand; cards of marker piles are good for nothing else."""
    if not has(state.seats[p].hand, card):
        return 0.0
    return spent(state, tables, p, scratch, int(tables.cards[card].kind))


# ---- RD7 ----


@kernel
def demand_worth(state, tables, p, w, scratch):
    """Harm that an answer averts."""
    frame = below(state, 1)
    n = int(frame.n) if frame.what == st.FRAME_STRIKE else int(tables.area_damage)
    if frame.what == st.FRAME_DUEL:
        n = int(tables.duel_damage)
        foe = int(frame.other) if frame.seat == p else int(frame.seat)
        if foe_of(state, tables, p, scratch, foe) > 0.0:
            n += 1  # the foe may run out of strikes himself
    look_self(state, tables, p, scratch)
    return w[f.ANSWER] + own_harm(w, scratch, n)


@kernel
def weigh_respond(state, tables, p, w, scratch, actions, n, values):
    """RD7: answer or not, and with which card."""
    worth = demand_worth(state, tables, p, w, scratch)
    for i in range(n):
        form = form_of(actions[i])
        if form == codes.FORM_DECLINE:
            values[i] = 0.0
        elif form == codes.FORM_REFLEX:
            values[i] = worth
        elif form == codes.FORM_PLAY_COMBINER:
            values[i] = worth + w[f.SPEND] * spent_pair(state, tables, p, scratch)
        else:
            values[i] = worth + w[f.SPEND] * card_cost(state, tables, p, scratch, card_of(actions[i]))
            if form == codes.FORM_PLAY_VIA:
                values[i] += shown(state, tables, p, w)
            elif form == codes.FORM_PLAY_RAGE:
                values[i] += w[f.RAGE]


# ---- RD8 ----


@kernel
def chance_unanswered(state, tables, p, kind, victim):
    """Chance that the victim of a swarm or barrage holds no answer, 1 for other kinds."""
    if kind != codes.SWARM and kind != codes.BARRAGE:
        return 1.0
    if victim != p:
        return none_of(tables, NO_STRIKE if kind == codes.SWARM else NO_DODGE, state.seats[victim].n_hand)
    hand = state.seats[p].hand
    if kind == codes.SWARM:
        return 0.0 if meets(hand, tables.strike_set) else 1.0
    return 0.0 if meets(hand, tables.kind_sets[codes.DODGE]) else 1.0


@kernel
def nullify_worth(state, tables, p, w, scratch):
    """Worth of one more nullify: it stops the effect, or saves it from the last one."""
    window, frame = below(state, 0), below(state, 1)
    is_delayed = frame.what == st.FRAME_DELAYED
    victim = int(frame.seat) if is_delayed else int(frame.other)
    kind = int(frame.kind) if is_delayed else int(state.frames[int(frame.cause)].kind)
    sting = tables.sting[kind] * chance_unanswered(state, tables, p, kind, victim)
    foe = foe_of(state, tables, p, scratch, victim)
    is_taking = kind == codes.BREAK or kind == codes.SNATCH
    if not is_delayed and is_taking and foe < 0.0 and foe_of(state, tables, p, scratch, int(frame.seat)) < 0.0:
        sting = -sting  # a friend takes a delayed card away
    worth = -w[f.NULLIFY] * foe * sting
    return -worth if int(window.n) & 1 else worth


@kernel
def weigh_nullify(state, tables, p, w, scratch, actions, n, values):
    worth = nullify_worth(state, tables, p, w, scratch)
    for i in range(n):
        form = form_of(actions[i])
        if form == codes.FORM_DECLINE:
            values[i] = 0.0
            continue
        values[i] = worth + w[f.SPEND] * card_cost(state, tables, p, scratch, card_of(actions[i]))
        if form == codes.FORM_NULLIFY_VIA:
            values[i] += shown(state, tables, p, w)


# ---- RD9 ----


@kernel
def rescue_worth(state, tables, p, w, scratch, victim):
    """Saving oneself, a friend, or letting a foe die; others' cards may be needed too."""
    if victim == p:
        return w[f.RESCUE_SELF]
    foe = foe_of(state, tables, p, scratch, victim)
    mine = count_common(state.seats[p].hand, tables.kind_sets[codes.ENERGY])
    if foe < 0.0 and mine + int(state.seats[victim].hp) < 1:
        foe *= 0.5
    return -w[f.RESCUE_FRIEND] * foe


@kernel
def weigh_rescue(state, tables, p, w, scratch, actions, n, values):
    worth = rescue_worth(state, tables, p, w, scratch, int(below(state, 0).seat))
    for i in range(n):
        form = form_of(actions[i])
        if form == codes.FORM_DECLINE:
            values[i] = 0.0
            continue
        values[i] = worth + w[f.SPEND] * card_cost(state, tables, p, scratch, card_of(actions[i]))
        if form == codes.FORM_RESCUE_VIA:
            values[i] += shown(state, tables, p, w)


# ---- RD15, RD16: strikes that are forced, followed, demanded ----


@kernel
def how_paid(state, tables, p, w, scratch, how, card):
    """Cost of a strike, below 0: plain card, rage, view-as skill, combiner."""
    if how == 3:
        return w[f.SPEND] * spent_pair(state, tables, p, scratch)
    cost = w[f.SPEND] * card_cost(state, tables, p, scratch, card)
    if how == 1:
        return cost + w[f.RAGE]
    return cost + shown(state, tables, p, w) if how == 2 else cost


@kernel
def fixed_strike(state, tables, p, w, scratch, action, first, q):
    """A strike on a target that is named: `first` is the first form of its block."""
    how, card = form_of(action) - first, card_of(action)
    kind = int(tables.cards[card].kind) if how == 0 else codes.STRIKE
    n = int(tables.strike_damage) + int(state.seats[p].charged)
    worth = strike_worth(state, tables, p, w, scratch, scratch.looks[MINE], q, kind, n)
    return worth + how_paid(state, tables, p, w, scratch, how, card)


@kernel
def ignite_worth(state, tables, p, w, scratch, frame):
    """Fire instead of a plain strike, over all targets."""
    n = int(tables.strike_damage) + int(state.seats[p].charged)
    total = 0.0
    for q in range(int(state.core.n_seats)):
        if (int(frame.mask) >> q) & 1:
            total += strike_worth(state, tables, p, w, scratch, scratch.looks[MINE], q, codes.FIRE, n)
            total -= strike_worth(state, tables, p, w, scratch, scratch.looks[MINE], q, codes.NO_ELEMENT, n)
    return total


@kernel
def weigh_chance(state, tables, p, w, scratch, action):
    """One option of RD15."""
    form, frame = form_of(action), below(state, 0)
    if form == codes.FORM_PASS:
        return 0.0
    q, look = int(frame.other), scratch.looks[MINE]
    if form == codes.FORM_MATCH:
        n = int(tables.flame_damage)
        worth = blow(look, q, n) + chain_worth(w, scratch, q, state.seats[q], n)
        return worth + w[f.SPEND] * card_cost(state, tables, p, scratch, card_of(action))
    if form == codes.FORM_IGNITE:
        return ignite_worth(state, tables, p, w, scratch, frame)
    if form == codes.FORM_UNSEAT:
        return w[f.TAKE] * scratch.facts[q].foe
    if form == codes.FORM_FORCE:
        return blow(look, q, int(frame.n)) + w[f.SPEND] * spent_pair(state, tables, p, scratch)
    if form == codes.FORM_CHILL:
        n = min(int(state.seats[q].n_hand) + int(state.seats[q].n_down), 2)
        return w[f.TAKE] * scratch.facts[q].foe * n - blow(look, q, int(frame.n))
    return fixed_strike(state, tables, p, w, scratch, action, codes.FORM_FOLLOW, q)


@kernel
def weigh_demanded(state, tables, p, w, scratch, action):
    """One option of RD16: duality, or a strike that coerce demands."""
    form, frame = form_of(action), below(state, 0)
    if frame.what == st.FRAME_STRIKE:
        if form == codes.FORM_CONCEDE:
            return -w[f.CARD] * scratch.facts[int(frame.seat)].foe * int(tables.duality_draw)
        return w[f.SPEND] * card_cost(state, tables, p, scratch, card_of(action))
    if form == codes.FORM_CONCEDE:
        weapon = int(tables.cards[int(state.seats[p].slots[codes.WEAPON])].kind)
        return -w[f.EQUIP] * tables.worn[weapon]
    return fixed_strike(state, tables, p, w, scratch, action, codes.FORM_STRIKE, int(frame.d))


@kernel
def weigh_late(state, tables, p, w, scratch, actions, n, values):
    """RD15 and RD16."""
    look_around(state, tables, p, scratch)
    for i in range(n):
        if state.ask == 15:
            values[i] = weigh_chance(state, tables, p, w, scratch, int(actions[i]))
        else:
            values[i] = weigh_demanded(state, tables, p, w, scratch, int(actions[i]))
