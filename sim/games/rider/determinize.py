"""Resampling what a seat cannot see (RULES.md section 6): hands, piles, hidden warriors."""

from sim import rng
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, lowest, nth_card
from sim.games.rider.deal import candidate, count_candidates, deal_size, first_form, give_offers
from sim.games.rider.layout import MAX_CARDS, N_WORDS, WORD_BITS
from sim.games.rider.people import refresh_listeners
from sim.kernel import kernel
from sim.verbs import shuffle

# mypy: ignore-errors

# Sub-keys of the key of a resampled world.
KEY_CARDS, KEY_LENT, KEY_DEAL, KEY_PERSON, KEY_FORM, KEY_SHOWN, KEY_TABLE = range(7)
SWEEPS = 3


# ---- cards ----


@kernel
def shown_card(state, other):
    """Card of another's hand that he has just shown for flame_burst, -1 = none."""
    for k in range(int(state.depth)):
        frame = state.frames[k]
        if frame.what == st.FRAME_BURST and frame.step == 2 and frame.other == other:
            return int(frame.card2)
    return -1


@kernel
def unseen_word(state, seat, other, w):
    """One word of another's hand as far as `seat` does not see it."""
    bits = int(state.seats[other].hand[w]) & ~int(state.seats[other].shown[w])
    shown = shown_card(state, other)
    if shown >= 0 and shown // WORD_BITS == w:
        bits &= ~(1 << (shown % WORD_BITS))
    return bits


@kernel
def collect(state, seat, cards, n):
    """Cards that `seat` cannot see and that may lie anywhere: hands and face-down areas of others, the draw pile."""
    for other in range(int(state.core.n_seats)):
        if other != seat:
            for w in range(N_WORDS):
                bits = unseen_word(state, seat, other, w) | int(state.seats[other].down[w])
                while bits != 0:
                    card = w * WORD_BITS + lowest(bits)
                    bits &= bits - 1
                    if state.lent_by[card] != seat:
                        cards[n] = card
                        n += 1
    for k in range(int(state.n_draw)):
        cards[n] = state.draw[k]
        n += 1
    return n


@kernel
def hand_out(state, seat, cards, n):
    """Give every place another card out of those collected; cards lent by `seat` keep their places."""
    for other in range(int(state.core.n_seats)):
        if other != seat:
            person = state.seats[other]
            for w in range(N_WORDS):
                hidden = unseen_word(state, seat, other, w)
                person.hand[w] &= ~hidden
                n -= count_free(state, seat, hidden, w)
                keep_lent(state, seat, person.hand, hidden, w)
                down = int(person.down[w])
                person.down[w] = 0
                n -= count_free(state, seat, down, w)
                keep_lent(state, seat, person.down, down, w)
    return n


@kernel
def count_free(state, seat, bits, w):
    """Cards of a word that were collected."""
    n = 0
    while bits != 0:
        n += state.lent_by[w * WORD_BITS + lowest(bits)] != seat
        bits &= bits - 1
    return n


@kernel
def keep_lent(state, seat, cards, bits, w):
    """Put those back that `seat` lent: they are resampled apart."""
    while bits != 0:
        card = w * WORD_BITS + lowest(bits)
        bits &= bits - 1
        if state.lent_by[card] == seat:
            add(cards, card)


@kernel
def count_cards(cards):
    n = 0
    for w in range(N_WORDS):
        bits = int(cards[w])
        while bits != 0:
            bits &= bits - 1
            n += 1
    return n


@kernel
def resample_cards(state, tables, seat, key):
    """Hands, face-down areas and draw pile."""
    cards = state.spare
    n = collect(state, seat, cards, 0)
    shuffle(cards, n, rng.fold(key, KEY_CARDS))
    hand_out(state, seat, cards, n)
    for other in range(int(state.core.n_seats)):
        if other != seat:
            person = state.seats[other]
            for _ in range(int(person.n_hand) - count_cards(person.hand)):
                n -= 1
                add(person.hand, int(cards[n]))
                state.lent_by[int(cards[n])] = -1
            for _ in range(int(person.n_down) - count_cards(person.down)):
                n -= 1
                add(person.down, int(cards[n]))
    for k in range(n):
        state.draw[k] = cards[k]
        state.lent_by[int(cards[k])] = -1


@kernel
def resample_lent(state, seat, key):
    """Cards of his face-down area of which others took some unseen: which ones, he does not know (section 6)."""
    cards = state.spare
    mine = state.seats[seat]
    n = 0
    for card in range(MAX_CARDS):
        if state.lent_by[card] == seat or (int(mine.down[card // WORD_BITS]) >> (card % WORD_BITS)) & 1:
            cards[n] = card
            n += 1
    if n == mine.n_down:
        return
    shuffle(cards, n, rng.fold(key, KEY_LENT))
    swap_lent(state, seat, cards, n)


@kernel
def swap_lent(state, seat, cards, n):
    """Deal the shuffled ones over the places where they lay."""
    mine = state.seats[seat]
    for other in range(int(state.core.n_seats)):
        hand = state.seats[other].hand
        held = 0
        for card in range(MAX_CARDS):
            w, bit = card // WORD_BITS, 1 << (card % WORD_BITS)
            if other != seat and state.lent_by[card] == seat and int(hand[w]) & bit:
                hand[w] &= ~bit
                held += 1
        state.lent_held[other] = held
    for w in range(N_WORDS):
        mine.down[w] = 0
    for k in range(n):
        state.lent_by[int(cards[k])] = -1
    for other in range(int(state.core.n_seats)):
        for _ in range(int(state.lent_held[other])):
            n -= 1
            add(state.seats[other].hand, int(cards[n]))
            state.lent_by[int(cards[n])] = seat
    for k in range(n):
        add(mine.down, int(cards[k]))


@kernel
def resample_clash(state, seat, key):
    """The card that a starter of a pindian has chosen: any usable one of his new hand."""
    frame = state.frames[max(int(state.depth) - 1, 0)]
    if state.depth > 0 and frame.what == st.FRAME_PINDIAN and frame.step == 2 and frame.seat != seat:
        starter = state.seats[int(frame.seat)]
        frame.card = nth_card(starter.hand, rng.draw(rng.fold(key, KEY_SHOWN), 0, int(starter.n_hand)))


# ---- warriors ----


@kernel
def redeal(state, tables, seat, key):
    """While warriors are chosen: everything but the own offers is dealt anew; others may have kept any of theirs."""
    pile = state.spare_warriors
    n_groups = int(tables.n_groups)
    n = 0
    for item in range(n_groups if tables.deal_forms != codes.FORMS_ALL else int(tables.n_warriors)):
        group = item if tables.deal_forms != codes.FORMS_ALL else -1
        if not is_offered_to(state, tables, seat, group, item):
            pile[n] = drawn_form(tables, item, group, key)
            n += 1
    shuffle(pile, n, rng.fold(key, KEY_DEAL))
    size, first = deal_size(state, tables), 0
    for other in range(int(state.core.n_seats)):
        if other != seat:
            give_offers(state, tables, other, pile, first)
            first += size
            rekeep(state, tables, other, key)


@kernel
def is_offered_to(state, tables, seat, group, w):
    """Whether a group (or with deal_forms all_cards a card) is among a seat's offers."""
    person = state.seats[seat]
    for k in range(int(person.n_offers)):
        if (group >= 0 and tables.warriors[int(person.offers[k])].group == group) or (
            group < 0 and person.offers[k] == w
        ):
            return True
    return False


@kernel
def drawn_form(tables, item, group, key):
    """A card that may have been dealt for a group."""
    if group < 0:
        return item
    if tables.deal_forms == codes.FORMS_FIRST:
        return first_form(tables, group)
    return candidate(
        tables, group, rng.draw(rng.fold(rng.fold(key, KEY_FORM), group), 0, count_candidates(tables, group))
    )


@kernel
def rekeep(state, tables, other, key):
    """Who has kept a warrior keeps one of his new offers."""
    person = state.seats[other]
    if person.warrior >= 0:
        k = rng.draw(rng.fold(rng.fold(key, KEY_PERSON), other), 0, int(person.n_offers))
        state.warrior_at[int(person.warrior)] = -1
        person.warrior = person.offers[k]
        person.warrior_start = person.warrior


@kernel
def place_kept(state):
    for p in range(int(state.core.n_seats)):
        if state.seats[p].warrior >= 0:
            state.warrior_at[int(state.seats[p].warrior)] = p


@kernel
def fits(state, tables, seat, other, w):
    """Whether a warrior may lie hidden at another seat: free or his own, unseen, with the numbers that were seen."""
    row = tables.warriors[w]
    person = state.seats[other]
    now = tables.warriors[int(person.warrior)]
    if row.hp != now.hp or (row.source == codes.SOURCE_UP and tables.deal_forms != codes.FORMS_ALL):
        return False
    if tables.deal_forms == codes.FORMS_FIRST and first_form(tables, int(row.group)) != w:
        return False
    if tables.hidden_stats == 0:
        if row.hand_limit < person.least_limit or (person.seen_limit != 0 and row.hand_limit != now.hand_limit):
            return False
        if person.seen_draw != 0 and row.draw_number != now.draw_number:
            return False
    return is_free_group(state, tables, seat, other, w)


@kernel
def is_free_group(state, tables, seat, other, w):
    """No other seat has the group, and it was not offered to the one who looks."""
    group = int(tables.warriors[w].group)
    if tables.deal_forms == codes.FORMS_ALL:
        if is_offered_to(state, tables, seat, -1, w):
            return False
        return state.warrior_at[w] < 0 or state.warrior_at[w] == other
    if is_offered_to(state, tables, seat, group, w):
        return False
    for p in range(int(state.core.n_seats)):
        if p != other and tables.warriors[int(state.seats[p].warrior)].group == group:
            return False
    return True


@kernel
def change_hidden(state, tables, seat, other, key):
    """Give a hidden seat any warrior that fits (one step of a Gibbs sampler)."""
    found = state.spare_warriors
    n = 0
    for w in range(int(tables.n_warriors)):
        if fits(state, tables, seat, other, w):
            found[n] = w
            n += 1
    if n == 0:
        return
    w = int(found[rng.draw(key, 0, n)])
    person = state.seats[other]
    now = int(person.warrior)
    state.warrior_at[now] = -1
    state.warrior_at[w] = other
    person.warrior = w
    if person.warrior_start != now:  # he changed form face down (option form_hidden): so he has cut off other HP
        person.form_caps += int(tables.warriors[w].hp) - int(tables.warriors[int(person.warrior_start)].hp)
    person.warrior_start = w
    person.forms_used = 1 << int(tables.warriors[w].form)


@kernel
def resample_warriors(state, tables, seat, key):
    """Warriors never revealed of others; their unchosen offers are forgotten."""
    for sweep in range(SWEEPS):
        for other in range(int(state.core.n_seats)):
            person = state.seats[other]
            if other != seat and person.determined == 0 and person.is_alive != 0:
                change_hidden(state, tables, seat, other, rng.fold(rng.fold(key, KEY_PERSON), 16 * sweep + other))
    for other in range(int(state.core.n_seats)):
        if other != seat:
            person = state.seats[other]
            for k in range(st.MAX_OFFERS):
                person.offers[k] = -1
            person.offers[0] = person.warrior_start
            if person.determined == 0:
                refresh_listeners(state, tables, other)


@kernel
def determinize(state, tables, seat, key):
    """A world that looks to `seat` as this one does, drawn from stream `key`."""
    if state.round_no == 0:
        redeal(state, tables, seat, key)
        place_kept(state)
        shuffle(state.draw, int(state.n_draw), rng.fold(key, KEY_CARDS))
    else:
        resample_warriors(state, tables, seat, key)
        resample_cards(state, tables, seat, key)
        resample_lent(state, seat, key)
        resample_clash(state, seat, key)
    state.core.table_key = rng.fold(key, KEY_TABLE)
