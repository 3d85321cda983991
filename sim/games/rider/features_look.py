"""What the features of all options share: hostility, weakness, harm, keep values, worked out once for a decision.

Read is only what the seat that decides may know: its own hand and warrior, and of others what lies open. `w` is the
weights row everywhere.
"""

import numpy as np

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider.bits import count_common
from sim.games.rider.factions import count_faction, is_open, printed_faction
from sim.games.rider.layout import MAX_HAND, MAX_PLAYERS
from sim.games.rider.space import hand_limit, others_in_range
from sim.games.rider.stack import is_in
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

SCRATCH = np.dtype((np.record, [
    ("side", "i4"),  # faction that the decider belongs to or may hope for, -1 = none
    ("is_looked", "i1"),  # h, blow1, blow2 and chain are filled
    ("h", "f8", (MAX_PLAYERS,)),  # hostility of each living seat, one's own below 0
    ("blow1", "f8", (MAX_PLAYERS,)), ("blow2", "f8", (MAX_PLAYERS,)),  # worth of 1 and of 2 HP of harm to it
    ("chain", "f8"),  # worth of 1 HP of harm to all linked seats
    ("kept", "i8"), ("keep", "f8", (codes.N_KINDS,)),  # kinds whose keep value is known
    ("gained", "i8"), ("gain", "f8", (codes.N_KINDS,)),  # kinds whose worth of use is known
    ("is_reach_known", "i1"), ("reach", "i4"),  # seats in range
    ("over", "f8"),  # share of a keep value that counts when a card is used
]))  # fmt: skip

NO_DODGE, NO_STRIKE, NO_ENERGY = range(3)


@kernel
def begin_look(state, tables, p, w, scratch):
    """Forget the last decision."""
    scratch.side = 0
    scratch.is_looked = 0
    scratch.kept = 0
    scratch.gained = 0
    scratch.is_reach_known = 0
    scratch.over = w[f.SPEND]


@kernel
def look_side(state, tables, p, scratch):
    """Whose side the decider is on: while undetermined he hopes for his icon as long as it is open (R-F3)."""
    if scratch.side != 0:
        return
    mine = int(state.seats[p].effective)
    if mine == 0:
        mine = printed_faction(state, tables, p)
        if not is_open(state, tables, p, mine):
            mine = -1
    scratch.side = mine


@kernel
def attacks_on_side(state, p, side, q, other, w):
    """Attacks and help that a seat was seen to give to the decider and his side."""
    attacks = int(other.harm[p]) + int(other.aimed[p])
    aid = int(other.aid[p])
    if side > 0:
        for ally in range(int(state.core.n_seats)):
            if ally != p and ally != q and state.seats[ally].effective == side:
                attacks += int(other.harm[ally]) + int(other.aimed[ally])
                aid += int(other.aid[ally])
    return w[f.H_ATTACK] * min(attacks, 4) + w[f.H_AID] * min(aid, 4)


@kernel
def hostility(state, tables, p, w, scratch, q):
    """How much harm to a living seat is worth."""
    if q == p:
        return -1.0
    look_side(state, tables, p, scratch)
    side = int(scratch.side)
    other = state.seats[q]
    his = int(other.effective)
    if his == side:
        return w[f.H_SAME]
    h = 0.0
    if his == 0:
        h = w[f.H_HIDDEN]
    else:
        h = w[f.H_OTHER]
        if w[f.H_LARGE] != 0.0:
            h += w[f.H_LARGE] * (count_faction(state, his, q, False))
    if w[f.H_ATTACK] != 0.0 or w[f.H_AID] != 0.0:
        h += attacks_on_side(state, p, side, q, other, w)
    return max(h, 0.05)


@kernel
def defence(other):
    """The contract's defence of a seat (RULES.md section 11)."""
    hp = int(other.hp)
    d = float(min(2 * hp + int(other.n_hand), 3 * hp))
    if other.gear >= 0:
        d += 2.0
    if other.bike == codes.GUARD_BIKE:
        d += 0.5
    if other.is_inverted != 0:
        d -= 0.5
    return d - 0.5 * int(other.n_judged)


@kernel
def reward_of(state, tables, other, q):
    """R-K6: cards for whoever kills a seat."""
    his = int(other.effective)
    cards = int(tables.reward_base)
    return float(cards if his == 0 else cards + count_faction(state, his, q, False))


@kernel
def own_harm(state, tables, p, w, n):
    """Worth of n HP to the decider himself (above 0)."""
    seat = state.seats[p]
    hp = int(seat.hp)
    total = w[f.OWN_HP] * n
    if hp <= 1 or (hp == 2 and int(seat.n_hand) <= 2):
        total += w[f.OWN_WEAK] * n
    if hp <= n and count_common(seat.hand, tables.kind_sets[codes.ENERGY]) <= n - hp:
        total += w[f.OWN_DEATH]
    return total


@kernel
def look_at(state, tables, p, w, scratch, q):
    """Hostility of one seat, and what harm to it is worth."""
    h = hostility(state, tables, p, w, scratch, q)
    scratch.h[q] = h
    other = state.seats[q]
    if q == p:
        scratch.blow1[q] = -own_harm(state, tables, p, w, 1)
        scratch.blow2[q] = -own_harm(state, tables, p, w, 2)
    else:
        hp = int(other.hp)
        one = w[f.DAMAGE]
        first = 0.0
        if w[f.WEAK] != 0.0:
            first = w[f.WEAK] / (1.0 + max(defence(other), 0.0))
        prize = 0.0
        if hp <= 2:
            prize = (w[f.KILL] + w[f.REWARD] * reward_of(state, tables, other, q)) * tables.none_of[
                NO_ENERGY, min(int(other.n_hand), MAX_HAND - 1)
            ]
        scratch.blow1[q] = h * (one + first + (prize if hp <= 1 else 0.0))
        scratch.blow2[q] = h * (2.0 * one + first + prize)
    if other.is_linked != 0:
        scratch.chain += scratch.blow1[q]


@kernel
def look_around(state, tables, p, w, scratch):
    """Fill the scratch record for all living seats, once for a decision."""
    if scratch.is_looked != 0:
        return
    scratch.is_looked = 1
    scratch.chain = 0.0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            look_at(state, tables, p, w, scratch, q)


@small_kernel
def blow(scratch, q, n):
    """Worth of n HP of harm to a seat; look_around has been there."""
    if n <= 1:
        return scratch.blow1[q] * n
    return scratch.blow2[q] + (n - 2) * 0.5 * scratch.blow1[q]


@small_kernel
def none_of(tables, what, n):
    """Chance that n cards in hand hold none of a sort."""
    return tables.none_of[what, min(int(n), MAX_HAND - 1)]


@kernel
def reach_of(state, tables, p, scratch):
    """Set of seats in the decider's range."""
    if scratch.is_reach_known == 0:
        scratch.is_reach_known = 1
        scratch.reach = others_in_range(state, tables, p)
    return int(scratch.reach)


# ---- what one's own cards are worth ----


@kernel
def keep_of(state, tables, p, w, scratch, kind):
    """Keep value of a card in hand; further ones of its kind count less."""
    if (int(scratch.kept) >> kind) & 1:
        return scratch.keep[kind]
    seat = state.seats[p]
    if kind <= codes.LAST_STRIKE:
        n = count_common(seat.hand, tables.strike_set)
    else:
        n = count_common(seat.hand, tables.kind_sets[kind])
    value = w[f.KEEP] * tables.keep[kind] + w[f.COPIES] * max(n - 1, 0)
    hp = int(seat.hp)
    if (kind == codes.DODGE or kind == codes.ENERGY) and (hp <= 1 or (hp == 2 and int(seat.n_hand) <= 2)):
        value += w[f.KEEP_WEAK]
    scratch.kept |= 1 << kind
    scratch.keep[kind] = value
    return value


@small_kernel
def spent(state, tables, p, w, scratch, kind):
    """What it costs to use a card of a kind."""
    return scratch.over * keep_of(state, tables, p, w, scratch, kind)


@kernel
def look_at_limit(state, tables, p, w, scratch):
    """In the play phase cards beyond the hand limit are soon lost anyway (R-X1)."""
    seat = state.seats[p]
    if int(seat.n_hand) + int(seat.n_down) > hand_limit(state, tables, p):
        scratch.over = w[f.SPEND] * w[f.OVER]
