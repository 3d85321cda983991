"""Setup: warriors, first seat, deck, opening hands (R-S)."""

from sim import rng
from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.people import gain_rage, refresh_listeners, refresh_warrior, set_ring
from sim.games.rider.stack import ask, begin_options, offer
from sim.games.rider.zones import to_hand, top_card
from sim.kernel import kernel
from sim.verbs import shuffle

# mypy: ignore-errors

# Sub-keys of the deal stream.
KEY_FORMS, KEY_WARRIORS, KEY_FIRST, KEY_DECK = 1, 2, 3, 4


@kernel
def candidate(tables, group, k):
    """The k-th card of a group that may be dealt (not reached by an up), -1 if there are fewer."""
    for i in range(int(tables.group_n[group])):
        w = int(tables.group_cards[group, i])
        if tables.warriors[w].source != codes.SOURCE_UP:
            if k == 0:
                return w
            k -= 1
    return -1


@kernel
def count_candidates(tables, group):
    n = 0
    while candidate(tables, group, n) >= 0:
        n += 1
    return n


@kernel
def first_form(tables, group):
    """The card of a group that is dealt with deal_forms first_form: the lowest form that is not reached by an up."""
    found = candidate(tables, group, 0)
    for k in range(1, count_candidates(tables, group)):
        w = candidate(tables, group, k)
        if tables.warriors[w].form < tables.warriors[found].form:
            found = w
    return found


@kernel
def make_deal_pile(tables, pile, deal_key, forms):
    """R-S3: one card of every group into `pile`; how many. `forms` is the option deal_forms."""
    key = rng.fold(deal_key, KEY_FORMS)
    n = 0
    if forms == codes.FORMS_ALL:
        for w in range(int(tables.n_warriors)):
            pile[w] = w
        return int(tables.n_warriors)
    for group in range(int(tables.n_groups)):
        if forms == codes.FORMS_FIRST:
            pile[n] = first_form(tables, group)
        else:
            k = rng.draw(rng.fold(key, group), 0, count_candidates(tables, group))
            pile[n] = candidate(tables, group, k)
        n += 1
    return n


@kernel
def deal_size(state, tables):
    """R-S4: warrior cards dealt to each seat."""
    is_large = state.core.n_seats >= tables.large_from
    return int(tables.deal_warriors_large) if is_large else int(tables.deal_warriors)


@kernel
def give_offers(state, tables, p, pile, first):
    """The warrior cards of a seat, by id."""
    seat = state.seats[p]
    n = deal_size(state, tables)
    seat.n_offers = n
    for k in range(n):
        w = int(pile[first + k])
        at = k
        while at > 0 and seat.offers[at - 1] > w:
            seat.offers[at] = seat.offers[at - 1]
            at -= 1
        seat.offers[at] = w


@kernel
def deal_warriors(state, tables):
    """R-S3, R-S4."""
    pile = state.options  # nothing is asked yet
    n = make_deal_pile(tables, pile, state.core.deal_key, int(tables.deal_forms))
    shuffle(pile, n, rng.fold(state.core.deal_key, KEY_WARRIORS))
    for w in range(len(state.warrior_at)):
        state.warrior_at[w] = -1
    for p in range(int(state.core.n_seats)):
        give_offers(state, tables, p, pile, int(state.core.participants[p]) * deal_size(state, tables))
    note(state.core, c.R_S3, n, 0)


@kernel
def clear_seats(state):
    for p in range(len(state.seats)):
        seat = state.seats[p]
        seat.warrior = -1
        seat.warrior_start = -1
        seat.leader = -1
        seat.killer = -1
        seat.reveal_turn = -1
        seat.reveal_round = -1
        seat.death_round = -1
        seat.gear = -1
        seat.weapon = -1
        seat.bike = -1
        for slot in range(3):
            seat.slots[slot] = -1
        for k in range(st.MAX_OFFERS):
            seat.offers[k] = -1
        for k in range(st.N_ROUND_HP):
            seat.round_hp[k] = -1


@kernel
def begin_game(state, tables):
    """R-S2, R-S4, R-S9: the first seat, and warriors to choose from."""
    n = int(state.core.n_seats)
    clear_seats(state)
    state.first_death_round = -1
    state.last_dead = -1
    state.turn_seat = -1
    state.alive = (1 << n) - 1
    set_ring(state)
    for card in range(len(state.lent_by)):
        state.lent_by[card] = -1
    if n > tables.hp_cards:
        note(state.core, c.R_S2, n, 0)
        state.warnings |= st.WARN_OVER_10
    if tables.ex_cards == 1:
        note(state.core, c.R_S8, 0, 0)
    if tables.first_seat == 0:
        state.first_seat = rng.draw(rng.fold(state.core.deal_key, KEY_FIRST), 0, n)
    note(state.core, c.R_S9, int(state.first_seat), 0)
    note(state.core, c.CHANCE_FIRST, 0, int(state.first_seat))
    for k in range(n):
        p = (int(state.first_seat) + k) % n
        state.seats[p].place = k + 1
        state.seats[p].is_alive = 1
    deal_warriors(state, tables)
    lay_deck(state, tables)
    ask_keep(state)


@kernel
def ask_keep(state):
    """RD1: the next seat keeps one."""
    p = (int(state.first_seat) + int(state.n_kept)) % int(state.core.n_seats)
    seat = state.seats[p]
    begin_options(state)
    for k in range(int(seat.n_offers)):
        offer(state, codes.FORM_KEEP, 0, int(seat.offers[k]))
    ask(state, 1, p)


@kernel
def take_keep(state, tables, w):
    """RD1 is answered; true when all have chosen."""
    p = int(state.core.actor)
    state.seats[p].warrior = w
    state.seats[p].warrior_start = w
    state.warrior_at[w] = p
    state.n_kept += 1
    note(state.core, c.R_S4, p, 0)
    if state.n_kept < state.core.n_seats:
        ask_keep(state)
        return False
    return True


@kernel
def settle_warriors(state, tables):
    """R-S5: HP and rage."""
    for p in range(int(state.core.n_seats)):
        seat = state.seats[p]
        row = tables.warriors[int(seat.warrior)]
        seat.hp = row.hp
        seat.hp_max = row.hp
        seat.forms_used = 1 << int(row.form)
        note(state.core, c.R_S5, p, int(row.hp))
        refresh_warrior(state, tables, p)
        refresh_listeners(state, tables, p)
        if tables.start_rage > 0:
            gain_rage(state, tables, p, int(tables.start_rage))
            seat.rage_gained = 0


@kernel
def lay_deck(state, tables):
    """The draw pile, shuffled."""
    for card in range(int(tables.n_cards)):
        state.draw[card] = card
    state.n_draw = tables.n_cards
    shuffle(state.draw, int(state.n_draw), rng.fold(state.core.deal_key, KEY_DECK))


@kernel
def deal_cards(state, tables):
    """R-S6: the opening hands by person, then the handicap by place."""
    n = int(state.core.n_seats)
    size, top = int(tables.start_hand), int(state.n_draw) - 1
    for p in range(n):
        first = int(state.core.participants[p]) * size
        for k in range(size):
            if first + k <= top:
                to_hand(state, p, int(state.draw[top - first - k]))
    state.n_draw = max(top + 1 - n * size, 0)
    for k in range(n):
        p = (int(state.first_seat) + k) % n
        for _ in range(int(tables.handicap[k])):
            card = top_card(state, tables)
            if card >= 0:
                to_hand(state, p, card)
    note(state.core, c.R_S6, n, 0)
