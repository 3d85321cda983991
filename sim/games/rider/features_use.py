"""Using cards: what each kind is worth in the play phase (RD4) and on each target (RD5).

`w` and `look` belong together: the policy's weights or the usual ones (features_look.py).
"""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider.bits import count_common, lowest, meets
from sim.games.rider.features_look import (
    MINE,
    NO_DODGE,
    NO_STRIKE,
    USUAL,
    blow,
    look_twice,
    none_of,
    reach_of,
)  # fmt: skip
from sim.games.rider.space import others_near
from sim.games.rider.stack import is_in
from sim.games.rider.targets import may_strike, unjudged
from sim.games.rider.zones import slot_of
from sim.kernel import kernel

# mypy: ignore-errors

# ---- strikes ----


@kernel
def strike_damage(state, tables, p, q, gear, element, n):
    """Damage of a strike that hits."""
    if state.seats[p].weapon == codes.AMBUSHER and int(state.seats[q].n_hand) + int(state.seats[q].n_down) == 0:
        n += int(tables.ambush_bonus)
    if gear == codes.TINDER_GEAR and element == codes.FIRE:
        n += int(tables.tinder_bonus)
    return min(n, int(tables.damper_cap)) if gear == codes.DAMPER_GEAR else n


@kernel
def strike_worth(state, tables, p, w, scratch, look, q, element, n):
    """Expected worth of a strike of n damage on a seat."""
    other = state.seats[q]
    gear = int(other.gear)
    if gear >= 0 and state.seats[p].weapon == codes.PIERCER:
        gear = -1
    if gear == codes.TINDER_GEAR and element == codes.NO_ELEMENT:
        return 0.0
    chance = none_of(tables, NO_DODGE, other.n_hand)
    if gear == codes.REFLEX_GEAR:
        chance *= 0.5
    n = strike_damage(state, tables, p, q, gear, element, n)
    worth = chance * blow(look, q, n)
    if element == codes.NO_ELEMENT:
        return worth
    return worth + chance * element_worth(w, scratch, q, other, element, n)


@kernel
def chain_worth(w, scratch, q, other, n):
    """Fire or thunder on a linked seat."""
    return w[f.CHAIN] * n * (scratch.chain - scratch.facts[q].foe) if other.is_linked != 0 else 0.0


@kernel
def element_worth(w, scratch, q, other, element, n):
    """What an element adds to a hit."""
    if element == codes.ICE:
        return w[f.ELEMENT] * scratch.facts[q].foe if other.n_hand > 0 else 0.0
    if element == codes.POISON:
        return w[f.ELEMENT] * scratch.facts[q].foe if other.hp <= n else 0.0
    return chain_worth(w, scratch, q, other, n)


@kernel
def find_mark(state, tables, p, scratch, seats, element, n):
    """Seat that a strike usually suits best, and what it is usually worth there."""
    best, at = -1e9, -1
    w, look = scratch.weights[USUAL], scratch.looks[USUAL]
    while seats != 0:
        q = lowest(seats)
        seats &= seats - 1
        worth = strike_worth(state, tables, p, w, scratch, look, q, element, n)
        if worth > best:
            best, at = worth, q
    return at, best


@kernel
def strike_use(state, tables, p, w, scratch, look, kind, n, made):
    """A strike of a kind on the seat that it usually suits best; `made` is what it is worth besides on a foe."""
    reach = reach_of(state, tables, p, scratch)
    if reach == 0:
        return 0.0
    element = kind
    if kind == codes.STRIKE and state.seats[p].weapon == codes.IGNITER:
        element = codes.FIRE
    q, usual = find_mark(state, tables, p, scratch, reach, element, n)
    worth = strike_worth(state, tables, p, w, scratch, look, q, element, n)
    return worth + made if usual > 0.0 else worth


@kernel
def can_strike_for_rage(state, tables, p, spent):
    """Whether a second card can be turned into a strike once a card and `spent` rage are gone."""
    seat = state.seats[p]
    return seat.n_hand >= 2 and int(seat.rage) >= spent + int(tables.rage_card_cost)


@kernel
def wastes_charge(state, tables, p, own):
    """Whether a card turned into a charge for rage leaves no strike: it was the only one."""
    n_left = count_common(state.seats[p].hand, tables.strike_set) - (own <= codes.LAST_STRIKE)
    return n_left <= 0 and not can_strike_for_rage(state, tables, p, int(tables.rage_card_cost))


@kernel
def strike_at_hand(state, tables, p):
    """Kind of the strike that follows a charge."""
    for kind in range(codes.LAST_STRIKE + 1):
        if meets(state.seats[p].hand, tables.kind_sets[kind]):
            return kind
    return codes.STRIKE


@kernel
def charge_use(state, tables, p, w, scratch, look):
    """A charge with the strike that follows; nothing when none can."""
    has_strike = meets(state.seats[p].hand, tables.strike_set) or can_strike_for_rage(state, tables, p, 0)
    if not has_strike or not may_strike(state, tables, p) or reach_of(state, tables, p, scratch) == 0:
        return 0.0
    n = int(tables.strike_damage) + int(state.seats[p].charged) + int(tables.charge_bonus)
    kind = strike_at_hand(state, tables, p)
    return strike_use(state, tables, p, w, scratch, look, kind, n, w[f.CHARGE] + w[f.STRIKE])


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
    foe = scratch.facts[q].foe
    own = 0.5 * w[f.CARD] if is_mine else 0.0
    if foe < 0.0:
        worst = judged_worth(state, tables, q)
        return w[f.FREE] * -foe * worst + own if worst > 0.0 else w[f.TAKE] * foe
    other = state.seats[q]
    best = worn_worth(state, tables, q)
    if int(other.n_hand) + int(other.n_down) > 0:
        best = max(best, 1.0)
    return w[f.TAKE] * foe * best + own


@kernel
def duel_worth(state, tables, p, w, look, q):
    """Expected worth of a duel by the strikes that both may hold."""
    mine = count_common(state.seats[p].hand, tables.strike_set)
    none = none_of(tables, NO_STRIKE, state.seats[q].n_hand)
    win = none + (1.0 - none) * (0.0 if mine == 0 else (0.5 if mine == 1 else 0.75))
    return w[f.DUEL] + win * blow(look, q, int(tables.duel_damage)) + (1.0 - win) * look.blow1[p]


@kernel
def burst_worth(state, tables, p, w, scratch, look, q):
    """Flame burst: the more suits in hand, the likelier one is the suit shown."""
    n, suits = int(tables.flame_damage), 0
    for suit in range(4):
        suits += meets(state.seats[p].hand, tables.suit_sets[1 << suit])
    worth = blow(look, q, n) + chain_worth(w, scratch, q, state.seats[q], n)
    return w[f.BURST] + 0.25 * suits * worth


@kernel
def link_worth(state, tables, p, w, scratch, q):
    """Linking a foe, resetting a friend."""
    hand = state.seats[p].hand
    has_spark = meets(hand, tables.kind_sets[codes.FIRE_STRIKE]) or meets(hand, tables.kind_sets[codes.THUNDER_STRIKE])
    worth = w[f.LINK] * scratch.facts[q].foe * (1.0 if has_spark else 0.1)
    return -worth if state.seats[q].is_linked != 0 else worth


@kernel
def target_worth(state, tables, p, w, scratch, look, kind, element, q):
    """Worth of a kind that names its targets, on one of them."""
    if kind <= codes.LAST_STRIKE:
        n = int(tables.strike_damage) + int(state.seats[p].charged)
        return strike_worth(state, tables, p, w, scratch, look, q, element, n)
    if kind == codes.BREAK or kind == codes.SNATCH:
        return take_worth(state, tables, w, scratch, q, kind == codes.SNATCH)
    if kind == codes.DUEL:
        return duel_worth(state, tables, p, w, look, q)
    if kind == codes.LINK_UP:
        return link_worth(state, tables, p, w, scratch, q)
    if kind == codes.FLAME_BURST:
        return burst_worth(state, tables, p, w, scratch, look, q)
    foe = scratch.facts[q].foe
    if kind == codes.DETAIN:
        return w[f.DELAY] * foe * (1.0 + 0.3 * int(state.seats[q].n_hand))
    if kind == codes.CUT_OFF:
        return w[f.DELAY] * foe * 1.5
    return w[f.COERCE] + w[f.TAKE] * foe * (0.2 + 0.4 * worn_worth(state, tables, q))


# ---- kinds in the play phase ----


@kernel
def find_target(state, tables, p, scratch, kind, seats):
    """Seat that a kind usually suits best, -1 = none."""
    best, at = -1e9, -1
    w, look = scratch.weights[USUAL], scratch.looks[USUAL]
    while seats != 0:
        q = lowest(seats)
        seats &= seats - 1
        worth = target_worth(state, tables, p, w, scratch, look, kind, codes.NO_ELEMENT, q)
        if worth > best:
            best, at = worth, q
    return at


@kernel
def aimed_use(state, tables, p, w, scratch, look, kind):
    """A kind on its best target, link_up on a second one too if that is usually worth it."""
    seats = possible(state, tables, p, kind)
    q = find_target(state, tables, p, scratch, kind, seats)
    if q < 0:
        return 0.0
    worth = target_worth(state, tables, p, w, scratch, look, kind, codes.NO_ELEMENT, q)
    if kind == codes.LINK_UP and tables.link_targets > 1:
        q = find_target(state, tables, p, scratch, kind, seats & ~(1 << q))
        if q >= 0 and link_worth(state, tables, p, scratch.weights[USUAL], scratch, q) > 0.0:
            worth += link_worth(state, tables, p, w, scratch, q)
    return worth


@kernel
def area_use(state, tables, p, w, look, kind):
    """Swarm and barrage: expected harm to all others."""
    what = NO_STRIKE if kind == codes.SWARM else NO_DODGE
    total = w[f.AREA]
    for q in range(int(state.core.n_seats)):
        other = state.seats[q]
        if q != p and is_in(state.alive, q) and other.gear != codes.TINDER_GEAR:
            total += none_of(tables, what, other.n_hand) * blow(look, q, int(tables.area_damage))
    return total


@kernel
def all_use(state, p, w, scratch, kind):
    """Rally and share_out: what oneself and friends gain, less what foes do."""
    total = 0.0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            other, foe = state.seats[q], scratch.facts[q].foe
            if kind == codes.SHARE_OUT:
                total -= w[f.CARD] * foe * (1.3 if q == p else 1.0)
            elif other.hp < other.hp_max:
                total -= w[f.HELP] * foe
    return total


@kernel
def equip_use(state, tables, p, w, kind):
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
def use_worth(state, tables, p, w, scratch, look, kind):
    """Worth of using a kind now, without what the card is worth in hand."""
    if kind > codes.LAST_BATTLE:
        return equip_use(state, tables, p, w, kind)
    if kind <= codes.LAST_STRIKE:
        n = int(tables.strike_damage) + int(state.seats[p].charged)
        return strike_use(state, tables, p, w, scratch, look, kind, n, w[f.STRIKE])
    if kind == codes.ENERGY:
        return w[f.HEAL] + w[f.HEAL_WEAK] if scratch.is_weak != 0 else w[f.HEAL]
    if kind == codes.SURGE:
        return w[f.CARD] * int(tables.surge_draw)
    if kind == codes.STORM:
        return w[f.STORM]
    if kind == codes.CHARGE:
        return charge_use(state, tables, p, w, scratch, look)
    if kind == codes.SWARM or kind == codes.BARRAGE:
        return area_use(state, tables, p, w, look, kind)
    if kind == codes.RALLY or kind == codes.SHARE_OUT:
        return all_use(state, p, w, scratch, kind)
    return aimed_use(state, tables, p, w, scratch, look, kind)


@kernel
def possible(state, tables, p, kind):
    """Seats that a kind may name, as far as the features need to know."""
    others = int(state.alive) & ~(1 << p)
    if kind == codes.LINK_UP:
        return int(state.alive)
    if kind == codes.SNATCH:
        return holders(state, others_near(state, tables, p, int(tables.near_distance)), kind)
    if kind == codes.CUT_OFF:
        return unjudged(state, others_near(state, tables, p, int(tables.near_distance)), kind)
    if kind == codes.DETAIN:
        return unjudged(state, others, kind)
    return holders(state, others, kind) if kind != codes.DUEL else others


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
            elif kind != codes.FLAME_BURST:
                slots = other.slots[0] >= 0 or other.slots[1] >= 0 or other.slots[2] >= 0
                has = has or other.n_down > 0 or other.n_judged > 0 or slots
            found |= int(has) << q
    return found


@kernel
def weigh_kind(state, tables, p, scratch, kind):
    """Weigh using a kind, once for a decision."""
    if (int(scratch.gained) >> kind) & 1:
        return
    look_twice(state, tables, p, scratch)
    scratch.gained |= 1 << kind
    for row in range(2):
        scratch.gain[row, kind] = use_worth(state, tables, p, scratch.weights[row], scratch, scratch.looks[row], kind)


@kernel
def kind_worth(state, tables, p, w, scratch, kind, cost, rage):
    """Using a kind at a cost in cards (feature spend) and rage; its place in the order of play if usually worth it."""
    weigh_kind(state, tables, p, scratch, kind)
    usual = tables.usual
    worth = scratch.gain[MINE, kind] + w[f.SPEND] * cost + w[f.RAGE] * rage
    if scratch.gain[USUAL, kind] + usual[f.SPEND] * cost + usual[f.RAGE] * rage > 0.0:
        worth += w[f.ORDER] * tables.rank_in_play[kind]
    return worth
