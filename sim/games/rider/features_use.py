"""Using cards: what each kind is worth in the play phase (RD4) and on each target (RD5)."""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider.bits import count_common, meets
from sim.games.rider.features_look import (
    NO_DODGE,
    NO_STRIKE,
    blow,
    look_around,
    none_of,
    reach_of,
)  # fmt: skip
from sim.games.rider.space import others_near
from sim.games.rider.stack import is_in
from sim.games.rider.targets import has_strike_left, without_judged
from sim.games.rider.zones import slot_of
from sim.kernel import kernel

# mypy: ignore-errors

NEVER = -1e6


# ---- strikes ----


@kernel
def hit_chance(state, tables, q):
    """Chance that a strike is not dodged, as far as others see."""
    other = state.seats[q]
    chance = none_of(tables, NO_DODGE, other.n_hand)
    return 0.5 * chance if other.gear == codes.REFLEX_GEAR else chance


@kernel
def strike_worth(state, tables, p, w, scratch, q, element, n):
    """Expected worth of a strike of n damage on a seat; look_around has been there."""
    mine, other = state.seats[p], state.seats[q]
    gear = int(other.gear)
    if mine.weapon == codes.PIERCER:
        gear = -1
    if gear == codes.TINDER_GEAR and element == codes.NO_ELEMENT:
        return -0.1
    chance = none_of(tables, NO_DODGE, other.n_hand)
    if gear == codes.REFLEX_GEAR:
        chance *= 0.5
    if mine.weapon == codes.AMBUSHER and int(other.n_hand) + int(other.n_down) == 0:
        n += int(tables.ambush_bonus)
    if gear == codes.TINDER_GEAR and element == codes.FIRE:
        n += int(tables.tinder_bonus)
    if gear == codes.DAMPER_GEAR:
        n = min(n, int(tables.damper_cap))
    worth = chance * blow(scratch, q, n)
    if element == codes.NO_ELEMENT:
        return worth
    return worth + chance * element_worth(w, scratch, q, other, element, n)


@kernel
def element_worth(w, scratch, q, other, element, n):
    """What an element adds to a hit."""
    if element == codes.ICE:
        return w[f.ELEMENT] * scratch.h[q] if other.n_hand > 0 else 0.0
    if element == codes.POISON:
        return w[f.ELEMENT] * scratch.h[q] if other.hp <= n else 0.0
    if other.is_linked != 0:
        return w[f.CHAIN] * n * (scratch.chain - scratch.blow1[q])
    return 0.0


@kernel
def best_strike(state, tables, p, w, scratch, element, n):
    """Worth of the best target in range."""
    reach = reach_of(state, tables, p, scratch)
    best = NEVER
    for q in range(int(state.core.n_seats)):
        if is_in(reach, q):
            best = max(best, strike_worth(state, tables, p, w, scratch, q, element, n))
    return best


@kernel
def strike_gain(state, tables, p, w, scratch, kind):
    n = int(tables.strike_damage) + int(state.seats[p].charged)
    best = best_strike(state, tables, p, w, scratch, kind, n)
    if kind == codes.STRIKE and state.seats[p].weapon == codes.IGNITER:
        best = max(best, best_strike(state, tables, p, w, scratch, codes.FIRE, n))
    return best


@kernel
def charge_gain(state, tables, p, w, scratch):
    """What a charge adds to the strike that follows; nothing when none can."""
    seat = state.seats[p]
    has_strike = meets(seat.hand, tables.strike_set) or (seat.rage >= 2 and seat.n_hand >= 2)
    if not has_strike or not has_strike_left(state, tables, p) or reach_of(state, tables, p, scratch) == 0:
        return NEVER
    n = int(tables.strike_damage) + int(seat.charged)
    more = best_strike(state, tables, p, w, scratch, codes.NO_ELEMENT, n + int(tables.charge_bonus))
    return w[f.CHARGE] * (more - best_strike(state, tables, p, w, scratch, codes.NO_ELEMENT, n))


# ---- battle skills on one target ----


@kernel
def worn_worth(state, tables, q):
    """Worth of the best open equipment of a seat."""
    other = state.seats[q]
    best = 0.0
    for slot in range(3):
        if other.slots[slot] >= 0 and other.slot_lies[slot] != codes.FACE_DOWN:
            best = max(best, tables.worn[int(tables.cards[int(other.slots[slot])].kind)])
    return best


@kernel
def judged_worth(state, tables, q):
    """Harm of the worst delayed card that lies before a seat."""
    other = state.seats[q]
    worst = 0.0
    for k in range(int(other.n_judged)):
        worst = max(worst, tables.sting[int(other.judged_kind[k])])
    return worst


@kernel
def take_worth(state, tables, w, scratch, q, is_mine):
    """Break or snatch on a seat: a foe's best card, or a friend's delayed one."""
    h = scratch.h[q]
    own = 0.5 * w[f.CARD] if is_mine else 0.0
    if h < 0.0:
        worst = judged_worth(state, tables, q)
        return w[f.FREE] * -h * worst + own if worst > 0.0 else w[f.TAKE] * h
    other = state.seats[q]
    best = worn_worth(state, tables, q)
    if int(other.n_hand) + int(other.n_down) > 0:
        best = max(best, 1.0)
    return w[f.TAKE] * h * best + own


@kernel
def duel_worth(state, tables, p, w, scratch, q):
    """Expected worth of a duel by the strikes that both may hold."""
    mine = count_common(state.seats[p].hand, tables.strike_set)
    none = none_of(tables, NO_STRIKE, state.seats[q].n_hand)
    win = none + (1.0 - none) * (0.0 if mine == 0 else (0.5 if mine == 1 else 0.75))
    return w[f.DUEL] * (win * blow(scratch, q, int(tables.duel_damage)) + (1.0 - win) * scratch.blow1[p])


@kernel
def burst_worth(state, tables, p, w, scratch, q, suits):
    """Flame burst with cards of so many suits in hand."""
    if q == p:
        return NEVER
    n = int(tables.flame_damage)
    worth = blow(scratch, q, n)
    if state.seats[q].is_linked != 0:
        worth += w[f.CHAIN] * n * (scratch.chain - scratch.blow1[q])
    return w[f.BURST] * 0.25 * suits * worth


@kernel
def link_worth(state, tables, p, w, scratch, q):
    """Linking a foe, resetting a friend."""
    fires = meets(state.seats[p].hand, tables.kind_sets[codes.FIRE_STRIKE]) or meets(
        state.seats[p].hand, tables.kind_sets[codes.THUNDER_STRIKE]
    )
    worth = w[f.LINK] * scratch.h[q] * (1.0 if fires else 0.5)
    return -worth if state.seats[q].is_linked != 0 else worth


@kernel
def n_suits(state, tables, p):
    """Suits in hand."""
    n = 0
    for suit in range(4):
        n += meets(state.seats[p].hand, tables.suit_sets[1 << suit])
    return n


@kernel
def target_worth(state, tables, p, w, scratch, kind, element, q):
    """Worth of a kind that names its targets, on one of them; look_around has been there."""
    if kind <= codes.LAST_STRIKE:
        n = int(tables.strike_damage) + int(state.seats[p].charged)
        return strike_worth(state, tables, p, w, scratch, q, element, n)
    if kind == codes.BREAK or kind == codes.SNATCH:
        return take_worth(state, tables, w, scratch, q, kind == codes.SNATCH)
    if kind == codes.DUEL:
        return duel_worth(state, tables, p, w, scratch, q)
    if kind == codes.DETAIN:
        return w[f.DELAY] * scratch.h[q] * (1.0 + 0.3 * int(state.seats[q].n_hand))
    if kind == codes.CUT_OFF:
        return w[f.DELAY] * scratch.h[q] * 1.5
    if kind == codes.LINK_UP:
        return link_worth(state, tables, p, w, scratch, q)
    if kind == codes.FLAME_BURST:
        return burst_worth(state, tables, p, w, scratch, q, n_suits(state, tables, p))
    return w[f.COERCE] * scratch.h[q] * (0.5 + worn_worth(state, tables, q))


# ---- kinds in the play phase ----


@kernel
def best_target(state, tables, p, w, scratch, kind, seats):
    """Worth of a kind on the best of a set of seats."""
    best = NEVER
    for q in range(int(state.core.n_seats)):
        if is_in(seats, q):
            best = max(best, target_worth(state, tables, p, w, scratch, kind, codes.NO_ELEMENT, q))
    return best


@kernel
def best_pair(state, tables, p, w, scratch):
    """Link_up on the best seat, and on a second one if that is worth it."""
    first = second = NEVER
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            worth = link_worth(state, tables, p, w, scratch, q)
            if worth > first:
                second = first
                first = worth
            else:
                second = max(second, worth)
    return first + max(second, 0.0) if tables.link_targets > 1 else first


@kernel
def area_gain(state, tables, p, w, scratch, kind):
    """Swarm and barrage: expected harm to all others."""
    what = NO_STRIKE if kind == codes.SWARM else NO_DODGE
    total = 0.0
    for q in range(int(state.core.n_seats)):
        other = state.seats[q]
        if q != p and is_in(state.alive, q) and other.gear != codes.TINDER_GEAR:
            total += none_of(tables, what, other.n_hand) * blow(scratch, q, int(tables.area_damage))
    return w[f.AREA] * total


@kernel
def all_gain(state, tables, p, w, scratch, kind):
    """Rally and share_out: what oneself and friends gain, less what foes do."""
    total = 0.0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            other = state.seats[q]
            if kind == codes.SHARE_OUT:
                total -= w[f.CARD] * scratch.h[q] * (1.3 if q == p else 1.0)
            elif other.hp < other.hp_max:
                total -= w[f.DAMAGE] * scratch.h[q]
    return total


@kernel
def equip_gain(state, tables, p, w, kind):
    """New equipment against what is worn."""
    seat = state.seats[p]
    slot = slot_of(kind)
    gain = tables.worn[kind]
    if kind == codes.REPEATER:
        gain += max(count_common(seat.hand, tables.strike_set) - 1, 0)
    worn = int(seat.gear) if slot == codes.GEAR else (int(seat.weapon) if slot == codes.WEAPON else int(seat.bike))
    if worn >= 0:
        gain -= tables.worn[worn]
    return w[f.EQUIP] * gain


@kernel
def heal_gain(state, tables, p, w):
    """An energy on oneself now; held back, it can do the same when one is dying."""
    seat = state.seats[p]
    hp = int(seat.hp)
    gain = w[f.HEAL]
    if hp <= 1 or (hp == 2 and seat.n_hand <= 2):
        gain += w[f.HEAL_WEAK]
    return gain


@kernel
def find_gain(state, tables, p, w, scratch, kind):
    """Worth of using a kind now, without what the card is worth in hand."""
    if kind > codes.LAST_BATTLE:
        return equip_gain(state, tables, p, w, kind)
    if kind == codes.ENERGY:
        return heal_gain(state, tables, p, w)
    if kind == codes.SURGE:
        return w[f.CARD] * int(tables.surge_draw)
    if kind == codes.STORM:
        return w[f.STORM]
    look_around(state, tables, p, w, scratch)
    if kind <= codes.LAST_STRIKE:
        return strike_gain(state, tables, p, w, scratch, kind)
    if kind == codes.CHARGE:
        return charge_gain(state, tables, p, w, scratch)
    if kind == codes.SWARM or kind == codes.BARRAGE:
        return area_gain(state, tables, p, w, scratch, kind)
    if kind == codes.RALLY or kind == codes.SHARE_OUT:
        return all_gain(state, tables, p, w, scratch, kind)
    if kind == codes.LINK_UP:
        return best_pair(state, tables, p, w, scratch)
    return best_target(state, tables, p, w, scratch, kind, possible(state, tables, p, kind))


@kernel
def possible(state, tables, p, kind):
    """Seats that a kind may name, as far as the features need to know."""
    others = int(state.alive) & ~(1 << p)
    if kind == codes.SNATCH:
        return others_near(state, tables, p, int(tables.near_distance))
    if kind == codes.CUT_OFF:
        return without_judged(state, others_near(state, tables, p, int(tables.near_distance)), kind)
    if kind == codes.DETAIN:
        return without_judged(state, others, kind)
    if kind == codes.FLAME_BURST or kind == codes.BREAK or kind == codes.COERCE:
        return holders(state, others, kind)
    return others


@kernel
def holders(state, others, kind):
    """Those of a set of seats who hold what a kind asks for."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(others, q):
            other = state.seats[q]
            has = other.n_hand > 0
            if kind == codes.COERCE:
                has = other.slots[codes.WEAPON] >= 0 and other.slot_lies[codes.WEAPON] != codes.FACE_DOWN
            elif kind == codes.BREAK:
                slots = other.slots[0] >= 0 or other.slots[1] >= 0 or other.slots[2] >= 0
                has = has or other.n_down > 0 or other.n_judged > 0 or slots
            found |= int(has) << q
    return found


@kernel
def gain_of(state, tables, p, w, scratch, kind):
    """The same, worked out once for a decision."""
    if (int(scratch.gained) >> kind) & 1:
        return scratch.gain[kind]
    gain = find_gain(state, tables, p, w, scratch, kind)
    scratch.gained |= 1 << kind
    scratch.gain[kind] = gain
    return gain


@kernel
def in_order(tables, w, kind, net):
    """What is worth playing is played in the order of play."""
    return net + w[f.ORDER] * tables.rank_in_play[kind] if net > 0.0 else net
