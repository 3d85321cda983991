"""What the features of all options share: who is a foe, harm, keep values, worked out once for a decision.

Read is only what the seat that decides may know: its own hand and warrior, and of others what lies open. `w` is a row
of weights, those of the policy or the usual ones, and `look` what harm is worth under them. By the usual ones targets
are found and what is worth playing, so that features do not depend on the weights.
"""

import numpy as np

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider.bits import count_common, lowest
from sim.games.rider.factions import count_faction, is_open, printed_faction
from sim.games.rider.layout import MAX_HAND, MAX_PLAYERS, N_WORDS, WORD_BITS
from sim.games.rider.space import hand_limit, others_in_range
from sim.games.rider.stack import is_in
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: What is seen of one seat.
FACT = np.dtype((np.record, [
    ("harm", "i1"),  # feature of harm to it
    ("attacks", "f8"), ("members", "f8"),  # on one's own side; further members of its faction
    ("large", "f8"),  # members of its faction if that is a foe's, else 0
    ("foe", "f8"),
    ("weakness", "f8"), ("kill", "f8"), ("reward", "f8"),  # 1 / (1 + defence); chance of no energy; cards
]))  # fmt: skip

#: Worth of harm to each seat under a row of weights.
LOOK = np.dtype((np.record, [
    ("h", "f8", (MAX_PLAYERS,)),  # an HP
    ("blow1", "f8", (MAX_PLAYERS,)), ("blow2", "f8", (MAX_PLAYERS,)),  # hits of 1 and 2 HP
]))  # fmt: skip

SCRATCH = np.dtype((np.record, [
    ("weights", "f8", (2, f.N_FEATURES)),  # MINE: of the policy, USUAL: the usual ones
    ("side", "i4"),  # faction that the decider belongs to or may hope for, -1 = none, 0 = not yet known
    ("is_closed", "i1"),  # nobody who is hidden can still join it (R-F3)
    ("is_looked", "i1"),  # 1: facts, chain and the look MINE are filled, 2: USUAL too
    ("is_weak", "i1"), ("own_kill", "i1"),  # HP of damage that is likely death
    ("facts", FACT, (MAX_PLAYERS,)),
    ("looks", LOOK, (2,)),  # under these weights
    ("chain", "f8"), ("most", "f8"),  # sum of foe of the linked; members of the largest faction of foes
    ("kept", "i8"), ("keep", "f8", (codes.N_KINDS,)),  # kinds whose usual keep value is known
    ("gained", "i8"), ("gain", "f8", (2, codes.N_KINDS)),  # kinds whose use is weighed, under both rows
    ("is_reach_known", "i1"), ("reach", "i4"),  # seats in range
    ("over", "f8"),  # part of a keep value that counts when a card is used
]))  # fmt: skip

MINE, USUAL = 0, 1
NO_DODGE, NO_STRIKE, NO_ENERGY = range(3)
FOE_OTHER, FOE_SAME, FOE_HIDDEN, FOE_ATTACK, FOE_LARGE, FOE_LEAST = 1.0, -1.0, 0.6, 0.1, 0.1, 0.05
MOST_ATTACKS = 4
COPY = 1.0  # keep value less for each further card of a kind
MOST_KEEP = 9.0  # of a pair of cards that is not in hand: breaker takes equipment too
WEAK_KEEP = 2.0  # more for dodge and energy while weak
BEYOND_LIMIT = 0.2


@kernel
def begin_look(state, p, weights, scratch):
    """Forget the last decision."""
    for k in range(f.N_FEATURES):
        scratch.weights[MINE, k] = weights[k]
    scratch.side = 0
    scratch.is_closed = 0
    scratch.is_looked = 0
    scratch.kept = 0
    scratch.gained = 0
    scratch.is_reach_known = 0
    scratch.over = 1.0
    seat = state.seats[p]
    hp = int(seat.hp)
    scratch.is_weak = hp <= 1 or (hp == 2 and int(seat.n_hand) <= 2)
    scratch.own_kill = -1


@kernel
def look_side(state, tables, p, scratch):
    """Whose side the decider is on: while undetermined he hopes for his icon as long as it is open (R-F3)."""
    if scratch.side != 0:
        return
    mine = int(state.seats[p].effective)
    k = 0
    if mine == 0:
        mine = printed_faction(state, tables, p)
        k = 1
        if not is_open(state, tables, p, mine):
            mine = -1
    k += count_faction(state, mine, -1, False)
    scratch.is_closed = mine < 0 or k * int(tables.half_den) >= int(state.n_alive) * int(tables.half_num)
    scratch.side = mine


# ---- others ----


@kernel
def attacks_of(state, p, side, q):
    """Attacks less help that a seat was seen to give to the decider and his side."""
    other = state.seats[q]
    attacks = int(other.harm[p]) + int(other.aimed[p]) - int(other.aid[p])
    if side > 0:
        for ally in range(int(state.core.n_seats)):
            if ally != p and ally != q and state.seats[ally].effective == side:
                attacks += int(other.harm[ally]) + int(other.aimed[ally]) - int(other.aid[ally])
    return float(max(min(attacks, MOST_ATTACKS), -MOST_ATTACKS))


@kernel
def look_foe(state, tables, p, scratch, q):
    """What another living seat is to the decider; its foe value."""
    look_side(state, tables, p, scratch)
    side, fact = int(scratch.side), scratch.facts[q]
    his = int(state.seats[q].effective)
    fact.attacks = 0.0
    fact.members = 0.0
    if his == side:
        fact.harm = f.HARM_SAME
        fact.foe = FOE_SAME
        return FOE_SAME
    foe = FOE_OTHER
    fact.harm = f.HARM_OTHER
    if his == 0 and scratch.is_closed == 0:
        foe = FOE_HIDDEN
        fact.harm = f.HARM_HIDDEN
    if his != 0:
        fact.members = float(count_faction(state, his, q, False))
        foe += FOE_LARGE * fact.members
    fact.attacks = attacks_of(state, p, side, q)
    foe = max(foe + FOE_ATTACK * fact.attacks, FOE_LEAST)
    fact.foe = foe
    return foe


@kernel
def foe_of(state, tables, p, scratch, q):
    """The same for one seat alone, oneself included."""
    return FOE_SAME if q == p else look_foe(state, tables, p, scratch, q)


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
    return max(d - 0.5 * int(other.n_judged), 0.0)


@kernel
def look_at(state, tables, p, scratch, q):
    """Facts of another living seat; members of its faction if it is a foe's."""
    look_foe(state, tables, p, scratch, q)
    other, fact = state.seats[q], scratch.facts[q]
    fact.large = fact.members + 1.0 if other.effective != 0 and fact.foe > 0.0 else 0.0
    fact.weakness = 1.0 / (1.0 + defence(other))
    fact.kill = 0.0
    fact.reward = 0.0
    if other.hp <= 2:
        fact.kill = none_of(tables, NO_ENERGY, other.n_hand)
        fact.reward = fact.kill * (int(tables.reward_base) + fact.members)
    return fact.large


@kernel
def fill(state, p, scratch, row):
    """Worth of harm to the living under a row of weights."""
    w, look = scratch.weights[row], scratch.looks[row]
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q) and q != p:
            fact = scratch.facts[q]
            h = w[int(fact.harm)] + w[f.HARM_ATTACK] * fact.attacks
            if fact.large == scratch.most:
                h += w[f.HARM_LARGE] * fact.large
            one = h + fact.foe * w[f.WEAK] * fact.weakness
            prize = fact.foe * (w[f.KILL] * fact.kill + w[f.REWARD] * fact.reward)
            look.h[q] = h
            look.blow1[q] = one + prize if state.seats[q].hp <= 1 else one
            look.blow2[q] = one + h + prize
    look.h[p] = -w[f.OWN_HP]
    look.blow1[p] = -own_harm(w, scratch, 1.0)
    look.blow2[p] = -own_harm(w, scratch, 2.0)


@kernel
def look_around(state, tables, p, scratch):
    """Facts of all living seats, and harm to them under the policy's weights, once for a decision."""
    if scratch.is_looked != 0:
        return
    scratch.is_looked = 1
    look_self(state, tables, p, scratch)
    chain = most = 0.0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            if q != p:
                most = max(most, look_at(state, tables, p, scratch, q))
            if state.seats[q].is_linked != 0:
                chain += scratch.facts[q].foe
    scratch.chain = chain
    scratch.most = most
    fill(state, p, scratch, MINE)


@kernel
def look_twice(state, tables, p, scratch):
    """The same, and under the usual weights."""
    look_around(state, tables, p, scratch)
    if scratch.is_looked == 1:
        scratch.is_looked = 2
        for k in range(f.N_FEATURES):
            scratch.weights[USUAL, k] = tables.usual[k]
        fill(state, p, scratch, USUAL)


@small_kernel
def blow(look, q, n):
    """Worth of a hit of n HP on a seat; n below 0 is harm averted."""
    if n <= 1:
        return look.blow1[q] * n
    return look.blow2[q] + (n - 2) * look.h[q]


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


# ---- oneself ----


@kernel
def look_self(state, tables, p, scratch):
    """How much damage is likely death."""
    if scratch.own_kill < 0:
        seat = state.seats[p]
        energies = count_common(seat.hand, tables.kind_sets[codes.ENERGY])
        scratch.own_kill = min(max(int(seat.hp), 1) + energies, 100)
        scratch.facts[p].foe = FOE_SAME


@kernel
def own_harm(w, scratch, n):
    """Worth of n HP to the decider himself, above 0; look_self has been there."""
    total = w[f.OWN_HP] * n
    if scratch.is_weak != 0:
        total += w[f.OWN_WEAK] * n
    return total + w[f.OWN_DEATH] if n >= scratch.own_kill else total


@kernel
def n_copies(state, tables, p, kind):
    """Further cards of a kind in hand; strikes are one kind."""
    seat = state.seats[p]
    if kind <= codes.LAST_STRIKE:
        return max(count_common(seat.hand, tables.strike_set) - 1, 0)
    return max(count_common(seat.hand, tables.kind_sets[kind]) - 1, 0)


@kernel
def usual_keep(state, tables, p, scratch, kind):
    """Usual keep value of a card in hand."""
    if (int(scratch.kept) >> kind) & 1:
        return scratch.keep[kind]
    value = tables.keep[kind] - COPY * n_copies(state, tables, p, kind)
    if scratch.is_weak != 0 and (kind == codes.DODGE or kind == codes.ENERGY):
        value += WEAK_KEEP
    scratch.kept |= 1 << kind
    scratch.keep[kind] = value
    return value


@small_kernel
def spent(state, tables, p, scratch, kind):
    """Feature `spend` of using a card of a kind."""
    return scratch.over * usual_keep(state, tables, p, scratch, kind)


@kernel
def spent_pair(state, tables, p, scratch):
    """Feature `spend` of using the two cheapest cards of the hand as one."""
    hand = state.seats[p].hand
    first = second = MOST_KEEP
    for word in range(N_WORDS):
        bits = int(hand[word])
        while bits != 0:
            kind = int(tables.cards[word * WORD_BITS + lowest(bits)].kind)
            bits &= bits - 1
            value = usual_keep(state, tables, p, scratch, kind)
            second = min(second, max(first, value))
            first = min(first, value)
    return scratch.over * (first + second)


@kernel
def kept(state, tables, p, w, scratch, kind):
    """What giving up a card of the hand costs."""
    value = w[f.KEEP] * tables.keep[kind] + w[f.COPIES] * n_copies(state, tables, p, kind)
    if scratch.is_weak != 0 and (kind == codes.DODGE or kind == codes.ENERGY):
        value += w[f.KEEP_WEAK]
    return value


@kernel
def look_at_limit(state, tables, p, scratch):
    """In the play phase cards beyond the hand limit are soon lost anyway (R-X1)."""
    seat = state.seats[p]
    if int(seat.n_hand) + int(seat.n_down) > hand_limit(state, tables, p):
        scratch.over = BEYOND_LIMIT
