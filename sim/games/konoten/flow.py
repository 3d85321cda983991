"""The verbs `setup` and `apply`: everything runs on from one decision point to the next."""

from sim import rng
from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.activation import run_act
from sim.games.konoten.building import run_polish
from sim.games.konoten.effects import run_event
from sim.games.konoten.final import run_final, run_final_lenses
from sim.games.konoten.gains import draw_card, run_keep
from sim.games.konoten.growth import add_up, run_grow, run_spend_growth
from sim.games.konoten.rounds import begin_round, run_end, run_main, run_supply
from sim.games.konoten.stack import top
from sim.games.konoten.tasks import run_tasks, run_token, settle
from sim.games.konoten.turn import take_turn
from sim.games.konoten.workers import run_spend_worker, run_tax
from sim.kernel import kernel, small_kernel
from sim.verbs import shuffle

# mypy: ignore-errors

# Sub-keys of the deal stream.
KEY_NORMAL, KEY_VP = 1, 2


@kernel
def deal_cards(state, tables):
    """N-S4: two decks, and the display laid open."""
    n_normal = int(tables.n_normal)
    n_vp = int(tables.n_cards) - n_normal
    for i in range(n_normal):
        state.normal_deck[i] = i
    for i in range(n_vp):
        state.vp_deck[i] = n_normal + i
    shuffle(state.normal_deck, n_normal, rng.fold(state.core.deal_key, KEY_NORMAL))
    shuffle(state.vp_deck, n_vp, rng.fold(state.core.deal_key, KEY_VP))
    state.n_left[0] = n_normal
    state.n_left[1] = n_vp


@kernel
def lay_display(state, tables):
    """The first cards of both decks lie open."""
    for place in range(int(tables.display_normal)):
        state.display[place] = draw_card(state, 0)
    for place in range(int(tables.display_vp)):
        state.display[int(tables.display_normal) + place] = draw_card(state, 1)


@kernel
def _seat_players(state, tables):
    """N-S6 to N-S10."""
    for kind in range(3):
        state.items[kind] = tables.supply[kind]
    for p in range(int(state.core.n_seats)):
        seat = state.seats[p]
        seat.character = state.core.characters[p]
        seat.vp = tables.handicap[p]
        seat.ap = tables.start_ap
        seat.creativity = tables.start_creativity
        seat.stock = tables.start_stock
        seat.unacted = tables.start_workers
        seat.tasks = (1 << len(codes.TASKS)) - 1
        seat.nodes = 1
        seat.grown = 1
        for kind in range(3):
            n = min(int(tables.start_items[kind]), int(state.items[kind]))
            seat.items[kind] = n
            state.items[kind] -= n
        add_up(state, tables, p)
    for clause in range(c.N_S1, c.N_S11):
        note(state.core, clause, 0, 0)


@kernel
def set_table(state, tables):
    """Everything of the setup but the order of the decks, which must lie there."""
    lay_display(state, tables)
    for cost in range(len(state.piles)):
        state.piles[cost] = tables.piles[cost]
    state.next_start = -1
    state.first_ended = -1
    _seat_players(state, tables)
    begin_round(state, tables)


@kernel
def _run_frame(state, tables):
    """One step of the frame on top of the stack."""
    frame = top(state)
    kind = int(frame.kind)
    if kind == st.FRAME_EVENT:
        run_event(state, tables, frame)
    elif kind == st.FRAME_ACT:
        run_act(state, tables, frame)
    elif kind == st.FRAME_POLISH:
        run_polish(state, tables, frame)
    elif kind == st.FRAME_TASKS:
        run_tasks(state, tables, frame)
    elif kind == st.FRAME_TOKEN:
        run_token(state, tables, frame)
    elif kind == st.FRAME_KEEP:
        run_keep(state, tables, frame)
    elif kind == st.FRAME_GROW:
        run_grow(state, tables, frame)
    elif kind == st.FRAME_SPEND_WORKER:
        run_spend_worker(state, tables, frame)
    elif kind == st.FRAME_SPEND_GROWTH:
        run_spend_growth(state, tables, frame)
    elif kind == st.FRAME_TAX:
        run_tax(state, tables, frame)
    else:
        run_final_lenses(state, tables, frame)


@kernel
def _run_phase(state, tables):
    """One step of the phase; the stack is empty."""
    if state.phase == st.PHASE_MAIN:
        run_main(state, tables)
    elif state.phase == st.PHASE_SUPPLY:
        run_supply(state, tables)
    elif state.phase == st.PHASE_END:
        run_end(state, tables)
    else:
        run_final(state, tables)


@kernel
def _settle_first(state):
    """Seat from which late task checks go round: whose turn, supply or end effects it was."""
    if state.phase == st.PHASE_MAIN:
        return int(state.turn)
    return (int(state.start_seat) + max(int(state.index) - 1, 0)) % int(state.core.n_seats)


@small_kernel
def _may_settle(state):
    """Whether late task checks are due: not between the tokens of a seat's supply, which is one whole."""
    return state.dirty != 0 and not (state.phase == st.PHASE_SUPPLY and state.step == 1)


@kernel
def run(state, tables):
    """Run on until somebody is asked or the game is over."""
    while state.ask == st.ASK_NOTHING and state.core.is_over == 0:
        if state.depth > 0:
            _run_frame(state, tables)
        elif not _may_settle(state) or not settle(state, _settle_first(state)):
            _run_phase(state, tables)


@kernel
def setup(state, tables):
    """Deal, and run to the first decision. The engine has cleared the state and filled `core`."""
    deal_cards(state, tables)
    set_table(state, tables)
    run(state, tables)


@kernel
def apply(state, tables, action):
    """Take one action and run on to the next decision point or the end."""
    asked = int(state.ask)
    state.ask = st.ASK_NOTHING
    state.answer = action
    if asked == st.ASK_TURN:
        take_turn(state, tables)
    run(state, tables)
