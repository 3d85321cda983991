"""Skills, reveals and forms: what one use of a skill brings, what showing a warrior costs."""

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.games.rider import state as st
from sim.games.rider.bits import lowest
from sim.games.rider.conditions import pick_seats
from sim.games.rider.factions import count_faction, is_open, printed_faction
from sim.games.rider.features_look import MINE, USUAL, blow, look_twice, own_harm, usual_keep
from sim.games.rider.features_use import judged_worth
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.people import diff_faction, same_faction
from sim.games.rider.stack import is_in
from sim.kernel import kernel

# mypy: ignore-errors

CARD_KEPT = 2.5  # keep value of a cheap card, for costs whose card is not yet chosen


# ---- showing oneself ----


@kernel
def is_last_place(state, tables, p, faction):
    """Whether one more member closes a faction (R-F3)."""
    k = count_faction(state, faction, p, tables.cap_counts == 1)
    n = int(state.core.n_seats) if tables.cap_base == 1 else int(state.n_alive)
    return (k + 1) * int(tables.half_den) >= n * int(tables.half_num)


@kernel
def reveal_worth(state, tables, p, w):
    """Worth of turning one's warrior face up now."""
    seat = state.seats[p]
    row = tables.warriors[int(seat.warrior)]
    total = w[f.REVEAL] + w[f.REVEAL_SKILL] * row.worth_up
    if seat.determined != 0:
        return total
    supply = int(row.supply)
    if supply > 0:
        total += w[f.REVEAL_SUPPLY] * max(0, supply - int(seat.n_hand) - int(seat.n_down))
    others = int(state.n_alive) - 1
    faction = printed_faction(state, tables, p)
    if others > 0:
        total += w[f.REVEAL_EXPOSED] * (others - count_faction(state, faction, p, False)) / others
    if not is_open(state, tables, p, faction):
        total += w[f.REVEAL_VILLAIN]
    elif is_last_place(state, tables, p, faction):
        total += w[f.REVEAL_ROOM]
    return total


@kernel
def shown(state, tables, p, w):
    """What a skill of a face-down warrior costs or brings beside: its reveal (R-I2)."""
    return reveal_worth(state, tables, p, w) if state.seats[p].is_up == 0 else 0.0


# ---- forms ----


@kernel
def form_worth(state, tables, p, w, card, is_up):
    """Another form against the one in use."""
    seat = state.seats[p]
    old, new = tables.warriors[int(seat.warrior)], tables.warriors[card]
    total = w[f.FORM] * (new.worth_body + new.worth_skill - old.worth_body - old.worth_skill)
    total += w[f.FORM_HP] * max(int(seat.hp) - int(new.hp), 0)
    return total + w[f.RAGE] * int(new.price) if is_up else total


@kernel
def warrior_worth(tables, w, card):
    """RD1: a warrior to be kept."""
    row = tables.warriors[card]
    total = w[f.WARRIOR_BODY] * row.worth_body + w[f.WARRIOR_SKILL] * row.worth_skill
    return total + w[f.WARRIOR_SUPPLY] * int(row.supply)


# ---- one use of a skill ----


@kernel
def party_worth(state, w, scratch, look, row, who, q):
    """What a skill does to one seat."""
    good, hurt = row.good[who], row.hurt[who]
    if row.toggles != 0.0 and who == codes.WHO_CHOSEN:
        good += row.toggles if state.seats[q].is_linked != 0 else -row.toggles
    if (int(row.inverts) >> who) & 1 and state.seats[q].is_inverted != 0:
        good = -good
    total = -w[f.SKILL] * scratch.facts[q].foe * good
    return total + blow(look, q, hurt) if hurt != 0.0 else total


@kernel
def chosen_worth(state, w, scratch, look, row, q):
    """What a skill does to a seat that it picks."""
    return party_worth(state, w, scratch, look, row, codes.WHO_CHOSEN, q)


@kernel
def find_chosen(state, scratch, row, seats):
    """The pick that usually suits best, and what it is usually worth."""
    best, at = -1e9, -1
    usual, look = scratch.weights[USUAL], scratch.looks[USUAL]
    while seats != 0:
        q = lowest(seats)
        seats &= seats - 1
        worth = chosen_worth(state, usual, scratch, look, row, q)
        if worth > best:
            best, at = worth, q
    return at, best


@kernel
def best_chosen(state, tables, p, w, scratch, skill, event_at):
    """The best pick, and as many more as the skill allows while they are usually worth it."""
    row, look = tables.skills[skill], scratch.looks[MINE]
    seats = pick_seats(state, tables, p, skill, event_at)
    total, n = 0.0, 0
    while seats != 0 and n < row.pick_max:
        q, usual = find_chosen(state, scratch, row, seats)
        if n > 0 and usual <= 0.0:
            break
        total += chosen_worth(state, w, scratch, look, row, q)
        seats &= ~(1 << q)
        n += 1
    return total


@kernel
def group_of(state, p, who):
    """Seats that a row for several acts on."""
    if who == codes.WHO_ALL:
        return int(state.alive)
    if who == codes.WHO_OTHERS:
        return int(state.alive) & ~(1 << p)
    if who == codes.WHO_SAME:
        return same_faction(state, p)
    if who == codes.WHO_DIFF:
        return diff_faction(state, p)
    return int(state.linked) & int(state.alive)


@kernel
def group_worth(state, p, w, scratch, look, row, who):
    seats = group_of(state, p, who)
    total = 0.0
    while seats != 0:
        q = lowest(seats)
        seats &= seats - 1
        total += party_worth(state, w, scratch, look, row, who, q)
    return total


@kernel
def parties_worth(state, p, w, scratch, row, event_at):
    """What a skill does to its owner, to the parties of the event, and to groups."""
    total, look = 0.0, scratch.looks[MINE]
    reaches = int(row.reaches)
    if reaches & 1:
        total += party_worth(state, w, scratch, look, row, codes.WHO_SELF, p)
    if event_at >= 0 and reaches & 6:
        event = state.frames[event_at]
        actor, other = int(event.seat), int(event.other)
        if reaches >> codes.WHO_ACTOR & 1 and actor >= 0 and is_in(state.alive, actor):
            total += party_worth(state, w, scratch, look, row, codes.WHO_ACTOR, actor)
        if reaches >> codes.WHO_OBJECT & 1 and other >= 0 and is_in(state.alive, other):
            total += party_worth(state, w, scratch, look, row, codes.WHO_OBJECT, other)
    for who in range(codes.WHO_ALL, codes.WHO_LINKED + 1):
        if reaches >> who & 1:
            total += group_worth(state, p, w, scratch, look, row, who)
    return total


@kernel
def price_of(w, scratch, row):
    """Its costs, below 0."""
    total = w[f.RAGE] * row.price_rage + w[f.SPEND] * scratch.over * CARD_KEPT * row.price_cards
    total -= w[f.SKILL] * row.price_other
    return total - own_harm(w, scratch, row.price_hp) if row.price_hp != 0.0 else total


@kernel
def skill_worth(state, tables, p, w, scratch, skill, event_at):
    """One use, by the best pick, without the reveal of a face-down owner."""
    look_twice(state, tables, p, scratch)
    row = tables.skills[skill]
    total = parties_worth(state, p, w, scratch, row, event_at) + price_of(w, scratch, row)
    if row.picks != 0:
        total += best_chosen(state, tables, p, w, scratch, skill, event_at)
    if row.swaps != 0:
        total += best_swap(state, tables, p, w, scratch, event_at)
    if row.skips_judgement != 0:
        total += w[f.SKILL] * (judged_worth(state, tables, p) - 0.5)
    return total


# ---- judgement replacement ----


@kernel
def is_hit(tables, judge, card):
    """Whether a card would be in the set judged for."""
    suit, rank = int(tables.cards[card].suit), int(tables.cards[card].rank)
    return (int(judge.b) >> suit) & 1 == 1 and judge.c <= rank <= judge.d


@kernel
def judge_sign(state, at):
    """Whether a hit is good for the one judged (1) or bad (-1): bad is storm."""
    if at > 0:
        below = state.frames[at - 1]
        if below.what == st.FRAME_DELAYED and below.kind == codes.STORM:
            return -1.0
    return 1.0


@kernel
def swap_worth(state, tables, p, w, scratch, at, card):
    """A card in place of the one judged; `at` = place of the JUDGE frame."""
    judge = state.frames[at]
    now, then = is_hit(tables, judge, int(judge.card)), is_hit(tables, judge, card)
    worth = w[f.SPEND] * usual_keep(state, tables, p, scratch, int(tables.cards[card].kind))
    if now != then:
        change = judge_sign(state, at) if then else -judge_sign(state, at)
        worth -= 2.0 * w[f.SKILL] * scratch.facts[int(judge.seat)].foe * change
    return worth


@kernel
def best_swap(state, tables, p, w, scratch, event_at):
    """The card that usually suits best; one has to be given up once the skill is accepted."""
    at = int(state.frames[event_at].cause)
    hand = state.seats[p].hand
    best, found = -1e9, -1
    for word in range(N_WORDS):
        bits = int(hand[word])
        while bits != 0:
            card = word * WORD_BITS + lowest(bits)
            bits &= bits - 1
            worth = swap_worth(state, tables, p, scratch.weights[USUAL], scratch, at, card)
            if worth > best:
                best, found = worth, card
    return swap_worth(state, tables, p, w, scratch, at, found) if found >= 0 else 0.0
