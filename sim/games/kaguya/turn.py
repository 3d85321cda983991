"""The action phase: whose turn it is (K-T) and what his actions do (K-M, K-F)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.chance import roll_ponkotsu
from sim.games.kaguya.legal import has_main
from sim.games.kaguya.pieces import (
    change_score,
    clear_place,
    display_place,
    kind_of,
    own_card,
    pool_add,
    pool_take,
    put_out,
    seat_of,
)
from sim.games.kaguya.placement import start_placement
from sim.games.kaguya.stack import answer_card, answer_form, answer_low, ask, collect, push, push_program, serve
from sim.kernel import kernel

# mypy: ignore-errors

MODE_NEW, MODE_OVER = 0, 1  # filter words of trigger `reserve`
DROP_FIRST, DROP_LAST, DROP_BETWEEN = 0, 1, 2  # filter words of trigger `drop_out`


@kernel
def run_turns(state, tables):
    """One step of the action phase; the stack is empty."""
    if state.step == st.TURN_NEXT:
        if _is_phase_over(state, tables):
            state.turn_seat = -1
            state.allowance = 0
            state.phase = st.PHASE_CONTEST
            state.step = 0
            if state.n_out == 4:
                note(state.core, c.K_T8, 0, 0)
        else:
            _begin_turn(state, tables)
    elif state.step == st.TURN_ROLLED:
        _open_turn(state)
    else:
        ask(state, st.ASK_TURN, int(state.turn_seat))


@kernel
def _is_phase_over(state, tables):
    """K-T8, K-T10, and the second end of ruling `stop_rule = decline_stays`."""
    if state.n_out == 4:
        return True
    if state.turns_today >= tables.turn_cap_day:
        note(state.core, c.K_T10, int(state.day), int(state.turns_today))
        state.is_capped = 1
        state.warnings |= 2
        return True
    if tables.stop_rule == 2:
        for p in range(4):
            if state.seats[p].is_in == 1 and state.seats[p].has_declined == 0:
                return False
        return True
    return False


@kernel
def _begin_turn(state, tables):
    """K-T2, K-T3: the next player who is in; a ponkotsu character rolls first."""
    p = (int(state.index) + 1) & 3
    if state.seats[p].is_in == 0:
        note(state.core, c.K_T2, p, 0)
    while state.seats[p].is_in == 0:
        p = (p + 1) & 3
    state.index = p
    state.turn_seat = p
    state.turns_today += 1
    state.turns += 1
    state.n_main = 0
    state.allowance = 0
    state.is_passed = 0
    for q in range(4):
        state.seats[q].bonus_turn = 0
        state.seats[q].ability_turn = 0
    seat = state.seats[p]
    seat.turns_begun += 1
    state.step = st.TURN_ROLLED
    note(state.core, c.FACT_TURN, p, int(state.turns_today))
    if seat.is_ponkotsu == 1:
        _roll(state, tables, p)
        serve(state, tables)


@kernel
def _roll(state, tables, p):
    """K-W5, K-W6: one roll for each turn begun while ponkotsu, unless it is skipped (K-X16)."""
    seat = state.seats[p]
    if seat.skips_roll == 1:
        seat.skips_roll = 0
        note(state.core, c.K_X16, p, p)
        return
    result = roll_ponkotsu(state, tables, p)
    note(state.core, c.K_T3, p, result)
    note(state.core, c.K_W5, p, result)
    if result == 1:
        note(state.core, c.K_W6, p, 0)
        seat.minus_rolls += 1
        seat.pts_penalty += change_score(state, tables, p, -int(tables.ponkotsu_penalty))
    elif result == 2:
        seat.passes += 1
        state.is_passed = 1
    collect(state, tables, p, codes.ON_ROLL_PONKOTSU, result, 0, 0)


@kernel
def _open_turn(state):
    """K-T4: a turn that is not passed is an acted turn with one main action."""
    if state.is_passed == 1:
        state.step = st.TURN_NEXT
        return
    seat = state.seats[int(state.turn_seat)]
    seat.acted += 1
    state.allowance = 1
    state.step = st.TURN_ASK
    note(state.core, c.K_T4, int(state.turn_seat), 0)
    if seat.is_ponkotsu == 1:
        note(state.core, c.K_W10, int(state.turn_seat), 0)


@kernel
def take_turn_action(state, tables):
    """D2: the action of the player whose turn it is (K-T5)."""
    form = answer_form(state)
    p = int(state.turn_seat)
    note(state.core, c.K_T5, p, form)
    if form == codes.FORM_END:
        _end_turn(state, tables, p)
    elif form <= codes.FORM_PLACE:
        state.n_main += 1
        state.allowance -= 1
        for q in range(4):
            state.seats[q].has_declined = 0
        if form == codes.FORM_RESERVE:
            _reserve(state, tables, p, display_place(state, answer_card(state)), answer_low(state))
        elif form == codes.FORM_USE:
            _use(state, tables, p, answer_card(state), answer_low(state))
        else:
            start_placement(state, p, seat_of(state, answer_low(state) >> 4), answer_low(state) & 15)
    elif form == codes.FORM_RECOVER:
        _fetch(state, tables, p, answer_card(state))
    elif form == codes.FORM_CONVERT:
        _convert(state, tables, p, answer_card(state))
    else:
        _use_ability(state, tables, p)


@kernel
def _end_turn(state, tables, p):
    """K-T6, K-T7."""
    state.step = st.TURN_NEXT
    if state.n_main > 0:
        note(state.core, c.K_T6, p, 0)
        return
    note(state.core, c.K_T7, p, 0)
    seat = state.seats[p]
    if tables.stop_rule == 2 and has_main(state, tables, p):
        seat.has_declined = 1
        return
    put_out(state, p)
    word = DROP_FIRST if state.n_out == 1 else (DROP_LAST if state.n_out == 4 else DROP_BETWEEN)
    collect(state, tables, p, codes.ON_DROP_OUT, word, 0, 0)
    serve(state, tables)


@kernel
def _reserve(state, tables, p, i, die):
    """K-M1 to K-M5: reserve, take over, or (ruling) raise; the triggers follow as a frame."""
    core = state.core
    seat = state.seats[p]
    loser = int(state.display_seat[i])
    old = int(state.display_die[i])
    pool_take(seat, die)
    seat.reserves += 1
    note(core, c.K_M1, p, int(state.display[i]))
    if loser < 0 or loser != p:
        seat.hearts -= 1
    if loser >= 0:
        _beat(state, tables, p, loser, old)
    state.display_seat[i] = p
    state.display_die[i] = die
    state.display_locked[i] = 0 if loser != p else state.display_locked[i]
    state.display_acted[i] = seat.acted
    if int(tables.hearts_per_player) - int(seat.hearts) >= 2:
        note(core, c.K_M5, p, 0)
    frame = push(state, st.FRAME_RESERVE, p)
    frame.a = -1 if loser == p else loser
    frame.b = old
    frame.c = die
    frame.n = MODE_NEW if loser < 0 else MODE_OVER


@kernel
def _beat(state, tables, p, loser, old):
    """K-M2, K-M4: the beaten die is spent; another's heart goes home."""
    note(state.core, c.K_M4, loser, old)
    if loser != p:
        note(state.core, c.K_M2, p, loser)
        note(state.core, c.FACT_LOST_DIE, loser, old)
        state.seats[loser].hearts += 1
        state.seats[loser].takeovers_suffered += 1
        state.seats[p].takeovers_made += 1
        state.takeovers += 1
    if tables.beaten_die == 1:
        pool_add(state.seats[loser], old)
    else:
        state.beaten_dice += 1


@kernel
def run_reservation(state, tables, frame):
    """Triggers of a reservation: `reserve`, then `lose_reservation` for the loser (K-M2)."""
    p = int(frame.owner)
    if frame.step == 0:
        frame.step = 1
        collect(state, tables, p, codes.ON_RESERVE, int(frame.n), 0, int(frame.c))
        serve(state, tables)
    elif frame.step == 1:
        frame.step = 2
        if frame.a >= 0:
            collect(state, tables, int(frame.a), codes.ON_LOSE_RESERVATION, 0, 0, int(frame.b))
            serve(state, tables)
    else:
        state.depth -= 1


@kernel
def _mark_used(state, p, card):
    seat = state.seats[p]
    state.is_used[card] = 1
    seat.used[card >> 5] |= 1 << (card & 31)
    if seat.fetched == card and seat.fetched_acted == seat.acted:
        note(state.core, c.K_F2, p, card)


@kernel
def _use(state, tables, p, card, packed):
    """K-M6 to K-M8: dice onto the card, then its program."""
    seat = state.seats[p]
    total = 0
    rest = packed
    while rest != 0:
        pool_take(seat, rest & 7)
        total += rest & 7
        rest >>= 3
    state.card_dice[card] = packed
    _mark_used(state, p, card)
    seat.uses_action += 1
    note(state.core, c.K_M6, p, card)
    note(state.core, c.K_M7, p, card)
    frame = push_program(state, tables, p, card, st.BOOK_CARDS, total)
    frame.packed = packed


@kernel
def _fetch(state, tables, p, card):
    """K-F1: the card joins the own cards, the heart goes home, the die stays until cleanup (K-M4)."""
    seat = state.seats[p]
    clear_place(state, display_place(state, card))
    state.left_dice += 1
    seat.hearts += 1
    own_card(state, p, card)
    seat.fetched = card
    seat.fetched_acted = seat.acted
    kind = kind_of(card)
    if kind == codes.KIND_CONVERSION:
        seat.recovered_conv += 1
    else:
        seat.recovered_act += 1
    note(state.core, c.K_F1, p, card)
    note(state.core, c.K_P8, p, card)
    collect(state, tables, p, codes.ON_RECOVER, kind, 0, 0)
    serve(state, tables)


@kernel
def _convert(state, tables, p, card):
    """K-F4: turn an own upright conversion card."""
    _mark_used(state, p, card)
    state.seats[p].uses_conv += 1
    note(state.core, c.K_F4, p, card)
    push_program(state, tables, p, card, st.BOOK_CARDS, 0)


@kernel
def _use_ability(state, tables, p):
    """K-F5: the ability of the own character."""
    seat = state.seats[p]
    seat.ability_uses += 1
    seat.ability_turn += 1
    seat.uses_ability += 1
    note(state.core, c.K_F5, p, 0)
    push_program(state, tables, p, codes.ABILITY_FIRST + int(seat.character), st.BOOK_ABILITY, 0)
