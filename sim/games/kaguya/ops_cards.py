"""Ops on cards and the turn, and control (`branch`, `may`)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.chance import draw_card
from sim.games.kaguya.conditions import holds, is_payable
from sim.games.kaguya.pieces import (
    clear_place,
    discard,
    display_place,
    kind_of,
    own_card,
    packed_count,
    pool_add,
)
from sim.games.kaguya.stack import answer_card, answer_form, answer_low, ask, clear_options, offer, push
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def is_kind(card, kind):
    return kind == codes.KIND_ANY or kind_of(card) == kind


@kernel
def _ask_card(state, frame):
    """Ask for one of the cards offered, or say that there is none."""
    if state.n_options == 0:
        note(state.core, c.K_X3, int(frame.owner), 0)
        return True
    frame.step = 3
    ask(state, st.ASK_TARGET, int(frame.owner))
    return False


@kernel
def ready(state, tables, frame, op):
    """K-X11: a used own card without an op `ready` becomes usable again."""
    seat = state.seats[int(frame.owner)]
    if frame.step == 3:
        card = answer_card(state)
        state.is_used[card] = 0
        state.stock_dice += packed_count(state.card_dice[card])
        state.card_dice[card] = 0
        note(state.core, c.K_X11, int(frame.owner), card)
        return True
    clear_options(state)
    for is_action_form in range(2):
        # listing order is by card number: deck conversions, deck actions, initial conversion, initial actions
        first, last = (0, 60) if is_action_form == 0 else (60, 72)
        for i in range(int(seat.n_conversion)):
            _offer_used(state, tables, int(seat.conversion[i]), int(op.kind), first, last)
        for i in range(int(seat.n_action)):
            _offer_used(state, tables, int(seat.action[i]), int(op.kind), first, last)
    return _ask_card(state, frame)


@kernel
def _offer_used(state, tables, card, kind, first, last):
    if first <= card < last and state.is_used[card] == 1 and is_kind(card, kind):
        if tables.programs[card].has_ready == 1:
            note(state.core, c.K_X11, 0, card)
        else:
            offer(state, codes.FORM_PICK_CARD, card, 0)


@kernel
def own_reservation(state, frame, op):
    """`lock` and `unreserve` (K-X13)."""
    owner = int(frame.owner)
    if frame.step == 3:
        i = display_place(state, answer_card(state))
        note(state.core, c.K_X13, owner, answer_card(state))
        if op.op == codes.OP_LOCK:
            state.display_locked[i] = 1
        else:
            pool_add(state.seats[owner], int(state.display_die[i]))
            state.seats[owner].hearts += 1
            state.display_seat[i] = -1
            state.display_die[i] = 0
            state.display_locked[i] = 0
        return True
    clear_options(state)
    for i in range(8):
        is_own = state.display[i] >= 0 and state.display_seat[i] == owner
        if is_own and (op.op == codes.OP_UNRESERVE or state.display_locked[i] == 0):
            offer(state, codes.FORM_PICK_CARD, int(state.display[i]), 0)
    return _ask_card(state, frame)


@kernel
def draw(state, frame, op):
    """K-X14: look at cards of a deck, keep some, discard the rest."""
    owner = int(frame.owner)
    if frame.step == 2:
        _look(state, frame, int(op.kind), int(op.look))
        frame.a = min(int(op.keep), int(frame.n_looked))
    else:
        card = answer_card(state)
        _forget(frame, card)
        own_card(state, owner, card)
        note(state.core, c.K_X14, owner, card)
        frame.a -= 1
    if frame.a == 0:
        for i in range(int(frame.n_looked)):
            discard(state, int(frame.looked[i]))
        return True
    clear_options(state)
    for i in range(int(frame.n_looked)):
        offer(state, codes.FORM_PICK_CARD, int(frame.looked[i]), 0)
    frame.step = 3
    ask(state, st.ASK_TARGET, owner)
    return False


@kernel
def _look(state, frame, kind, n):
    """Up to n cards from the deck into the frame, rising."""
    frame.n_looked = 0
    for _ in range(n):
        card = draw_card(state, kind)
        if card < 0:
            note(state.core, c.K_X3, int(frame.owner), 0)
            return
        i = int(frame.n_looked)
        while i > 0 and frame.looked[i - 1] > card:
            frame.looked[i] = frame.looked[i - 1]
            i -= 1
        frame.looked[i] = card
        frame.n_looked += 1


@kernel
def _forget(frame, card):
    """Remove a card from those looked at."""
    n = 0
    for i in range(int(frame.n_looked)):
        if frame.looked[i] != card:
            frame.looked[n] = frame.looked[i]
            n += 1
    frame.n_looked = n


@kernel
def take_board(state, frame, op):
    """K-X14: an unreserved face-up card, no die paid."""
    if frame.step == 3:
        card = answer_card(state)
        clear_place(state, display_place(state, card))
        own_card(state, int(frame.owner), card)
        note(state.core, c.K_X14, int(frame.owner), card)
        note(state.core, c.K_P8, int(frame.owner), card)
        return True
    clear_options(state)
    for i in range(8):
        if state.display[i] >= 0 and state.display_seat[i] < 0 and is_kind(int(state.display[i]), int(op.kind)):
            offer(state, codes.FORM_PICK_CARD, int(state.display[i]), 0)
    return _ask_card(state, frame)


@kernel
def extra_main(state, frame):
    """K-X12: one more main action, in an acted turn of one's own."""
    if state.turn_seat == frame.owner and state.step != st.TURN_ROLLED:
        state.allowance += int(frame.n)
        note(state.core, c.K_X12, int(frame.owner), 0)
    else:
        note(state.core, c.K_X3, int(frame.owner), 0)
    return True


@kernel
def _push_block(state, frame, op, b):
    """The ops of branch b as a block on top of the stack."""
    block = push(state, st.FRAME_BLOCK, int(frame.owner))
    block.stage = st.STAGE_COST
    block.program = frame.program
    block.category = frame.category
    block.die = frame.die
    block.packed = frame.packed
    block.pc = op.branch_do_start[b]
    block.end = int(op.branch_do_start[b]) + int(op.branch_do_n[b])
    block.cost = op.cost_start
    block.cost_end = int(op.cost_start) + int(op.cost_n)


@kernel
def branch(state, tables, frame, op):
    """Choose one of the branches whose `if` holds."""
    owner = int(frame.owner)
    if frame.step == 3:
        _push_block(state, frame, op, answer_low(state) - 1)
        return True
    clear_options(state)
    for b in range(int(op.n_branches)):
        if holds(state, tables, owner, int(op.branch_if_start[b]), int(op.branch_if_n[b])):
            offer(state, codes.FORM_PICK_BRANCH, 0, b + 1)
    if state.n_options == 0:
        note(state.core, c.K_X3, owner, 0)
        return True
    frame.step = 3
    ask(state, st.ASK_BRANCH, owner)
    return False


@kernel
def may(state, tables, frame, op):
    """Accept or decline; accepting is offered only when the cost can be paid."""
    owner = int(frame.owner)
    if frame.step == 3:
        if answer_form(state) == codes.FORM_ACCEPT:
            _push_block(state, frame, op, 0)
        return True
    clear_options(state)
    if is_payable(state, tables, owner, int(op.cost_start), int(op.cost_n), 0):
        offer(state, codes.FORM_ACCEPT, 0, 0)
    offer(state, codes.FORM_DECLINE, 0, 0)
    frame.step = 3
    ask(state, st.ASK_ACCEPT, owner)
    return False
