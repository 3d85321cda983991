"""Setup (K-S), preparation (K-P) and cleanup (K-C)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.chance import deal_decks, deal_events, draw_card, roll_preparation, roll_today
from sim.games.kaguya.pieces import clear_place, discard, gain_tokens, own_card, packed_count
from sim.games.kaguya.stack import ask, clear_options, collect_plain, offer, serve
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def set_up(state, tables):
    """K-S1 to K-S12, up to the first question of K-S8."""
    core = state.core
    for p in range(4):
        _set_up_seat(state, tables, p)
    deal_events(state)
    deal_decks(state, tables)
    for i in range(8):
        clear_place(state, i)
    for s in range(4):
        state.slots[s].seat = -1
    state.stock_dice = tables.dice_total
    state.turn_seat = -1
    state.start_seat = 0
    state.index = 3
    state.phase = st.PHASE_SETUP
    for clause in range(c.K_S1, c.K_S8):
        note(core, clause, 0, 0)
    note(core, c.K_S9, 0, 0)
    note(core, c.K_S10, 0, 0)


@kernel
def _set_up_seat(state, tables, p):
    seat = state.seats[p]
    character = int(state.core.characters[p])
    seat.character = character
    seat.score = int(tables.start_score) + int(tables.handicap[p])
    seat.hearts = tables.hearts_per_player
    seat.cube[0] = tables.track_start
    seat.cube[1] = tables.track_start
    seat.stock = tables.tokens_per_character
    seat.slot = -1
    seat.fetched = -1
    seat.is_in = 1
    own_card(state, p, codes.INITIAL_CONVERSION_FIRST + character)
    own_card(state, p, codes.INITIAL_ACTION_FIRST + 2 * character)
    own_card(state, p, codes.INITIAL_ACTION_FIRST + 2 * character + 1)


@kernel
def lay_cards(state, tables):
    """K-S8: the cards go on the slots in reverse turn order; each player chooses a free slot."""
    if state.index < 0:
        state.day = 0
        state.phase = st.PHASE_PREPARATION
        state.step = 0
        return
    ask_slot(state, int(state.index))


@kernel
def ask_slot(state, p):
    """D1 and D4: a free slot."""
    clear_options(state)
    for s in range(4):
        if state.slots[s].seat < 0:
            offer(state, codes.FORM_SLOT, 0, s + 1)
    ask(state, st.ASK_SLOT, p)


@kernel
def lay_card(state, p, s):
    """A character card comes to a slot."""
    state.slots[s].seat = p
    state.seats[p].slot = s


@kernel
def prepare(state, tables):
    """K-P1 to K-P7; step 1 is reached when the bonuses of `day_start` are resolved."""
    if state.step == 1:
        state.phase = st.PHASE_ACTION
        state.step = st.TURN_NEXT
        state.index = (int(state.start_seat) + 3) & 3
        note(state.core, c.K_T1, int(state.start_seat), 0)
        return
    core = state.core
    state.step = 1
    note(core, c.K_P1, int(state.day), 0)
    note(core, c.FACT_DAY, int(state.day), int(state.start_seat))
    _lay_display(state, tables)
    state.event = state.events[int(state.day)]
    note(core, c.K_P3, int(state.day), int(state.event))
    note(core, c.FACT_EVENT, int(state.day), int(state.event))
    state.seats[int(state.start_seat)].start_days += 1
    _roll_number(state)
    for i in range(4):
        _give_income(state, tables, (int(state.start_seat) + i) & 3)
    for i in range(4):
        p = (int(state.start_seat) + i) & 3
        gain_tokens(state, p, int(tables.token_track[int(state.seats[p].cube[1])]))
    note(core, c.K_P6, 0, 0)
    for i in range(4):
        collect_plain(state, tables, (int(state.start_seat) + i) & 3, codes.ON_DAY_START)
    if state.n_pending > 0:
        note(core, c.K_P7, int(state.event), 0)
    serve(state, tables)


@kernel
def _lay_display(state, tables):
    """K-P2: four cards of each kind, rising within the kind."""
    for kind in range(2):
        first = 4 * kind
        n = 0
        for _ in range(int(tables.face_up_per_kind)):
            card = draw_card(state, kind)
            if card < 0:
                break
            i = first + n
            while i > first and state.display[i - 1] > card:
                state.display[i] = state.display[i - 1]
                i -= 1
            state.display[i] = card
            n += 1
        for i in range(first, first + n):
            note(state.core, c.FACT_DISPLAY, int(state.display[i]), 0)
    note(state.core, c.K_P2, 0, 0)


@kernel
def _roll_number(state):
    """K-P4: today's number; its die stays on the board. Without a die in the stock there is no number."""
    note(state.core, c.K_P4, 0, 0)
    if state.stock_dice == 0:
        state.dice_short += 1
        state.warnings |= 8
        state.today = 0
        return
    state.stock_dice -= 1
    roll_today(state)


@kernel
def _give_income(state, tables, p):
    """K-P5: dice by the track, rolled at once; fewer if the stock runs short (K-S12)."""
    seat = state.seats[p]
    wanted = int(tables.dice_track[int(seat.cube[0])])
    got = min(wanted, int(state.stock_dice))
    if got < wanted:
        note(state.core, c.K_S12, p, wanted - got)
        state.dice_short += wanted - got
        state.warnings |= 8
    roll_preparation(state, p, got)
    seat.is_in = 1
    note(state.core, c.K_P5, p, got)


# ---- cleanup ----


@kernel
def clean_up(state, tables):
    """K-C1 to K-C6, then the next day."""
    core = state.core
    _clear_board(state)
    for p in range(4):
        _clean_seat(state, tables, p)
    state.event = 0
    state.n_out = 0
    state.turns_today = 0
    state.day += 1
    state.phase = st.PHASE_PREPARATION
    state.step = 0
    note(core, c.K_C1, 0, 0)
    note(core, c.K_C6, 0, 0)


@kernel
def _clear_board(state):
    """K-C1 and K-C2: all dice on the board to the stock, face-up cards to the discards, hearts home."""
    state.stock_dice += int(state.beaten_dice) + int(state.left_dice) + (1 if state.today > 0 else 0)
    state.beaten_dice = 0
    state.left_dice = 0
    state.today = 0
    for s in range(4):
        slot = state.slots[s]
        state.stock_dice += slot.n
        slot.n = 0
        slot.total = 0
    for i in range(8):
        card = int(state.display[i])
        if card >= 0:
            note(state.core, c.K_C2, card, 0)
            if state.display_seat[i] >= 0:
                note(state.core, c.K_F6, int(state.display_seat[i]), card)
                state.seats[int(state.display_seat[i])].hearts += 1
                state.stock_dice += 1
            discard(state, card)
        clear_place(state, i)


@kernel
def _clean_seat(state, tables, p):
    """K-C3 to K-C6 for one player."""
    seat = state.seats[p]
    core = state.core
    for i in range(int(seat.n_conversion)):
        card = int(seat.conversion[i])
        if state.is_used[card] == 1:
            note(core, c.K_C3, p, card)
            state.is_used[card] = 0
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        if state.is_used[card] == 1:
            note(core, c.K_C4, p, card)
            state.is_used[card] = 0
            state.stock_dice += packed_count(state.card_dice[card])
            state.card_dice[card] = 0
    if tables.unused_dice == 0 and seat.n_pool > 0:
        note(core, c.K_C5, p, int(seat.n_pool))
        state.stock_dice += seat.n_pool
        seat.n_pool = 0
        for face in range(1, 7):
            seat.pool[face] = 0
    seat.is_shielded = 0
    seat.skips_roll = 0
    seat.has_activity = 0
    seat.has_declined = 0
    seat.ability_uses = 0
    seat.ability_turn = 0
    seat.bonus_turn = 0
    seat.bonus_day = 0
    seat.is_in = 1
