"""The interpreter: runs programs, blocks and their ops, one step at a time (K-X1, K-X3, K-X4, K-M8)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes, ops_board, ops_cards, ops_dice, ops_people
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import amount, can_pay_dice, holds, is_payable
from sim.games.kaguya.layout import FILTER_ANY
from sim.games.kaguya.pieces import pay_tokens, pool_faces, pool_take, seat_of
from sim.games.kaguya.placement import turn_one
from sim.games.kaguya.stack import (
    answer_form,
    answer_low,
    ask,
    ask_faces,
    ask_seats,
    clear_options,
    collect,
    collect_plain,
    offer,
    serve,
)
from sim.games.kaguya.targets import find_targets
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def _has_targets(code):
    return (
        code == codes.OP_LOSE_DIE
        or codes.OP_GAIN_TOKEN <= code <= codes.OP_LOSE_TOKEN
        or codes.OP_UNBAG <= code <= codes.OP_AFFLICT
        or code == codes.OP_MOVE_CUBE
    )


@kernel
def _begin_op(state, tables, frame, op):
    """Condition, amount and targets of an op; False when it is skipped or asks for its target."""
    owner = int(frame.owner)
    code = int(op.op)
    n = amount(state, op, owner, int(frame.die))
    if not holds(state, tables, owner, int(op.if_start), int(op.if_n)) or (
        n <= 0 and (code != codes.OP_POINTS or op.count != codes.COUNT_NUMBER or n == 0)
    ):
        note(state.core, c.K_X3, owner, code)
        frame.pc += 1
        return False
    frame.n = n
    frame.step = 2
    if not _has_targets(code):
        return True
    frame.targets = find_targets(state, tables, op, owner, n)
    if op.who == codes.WHO_OTHER or op.who == codes.WHO_ANY:
        if frame.targets == 0:
            note(state.core, c.K_X3, owner, code)
            frame.step = 0
            frame.pc += 1
        else:
            frame.step = 1
            ask_seats(state, owner, int(frame.targets))
        return False
    return True


@kernel
def _run_dice_op(state, frame, op, code):
    if code == codes.OP_GAIN_DIE:
        return ops_dice.gain_die(state, frame, op)
    if code == codes.OP_LOSE_DIE:
        return ops_dice.lose_die(state, frame)
    if code == codes.OP_REROLL:
        return ops_dice.reroll(state, frame)
    return ops_dice.change_die(state, frame, op)


@kernel
def _run_people_op(state, tables, frame, op, code):
    if code == codes.OP_BAG:
        return ops_people.bag(state, tables, frame, op)
    if code == codes.OP_SHIELD or code == codes.OP_SKIP_ROLL:
        return ops_people.guard(state, frame, code)
    if code == codes.OP_MOVE_CUBE:
        return ops_people.move_cube(state, frame, op)
    return ops_people.hit_targets(state, tables, frame, op)


@kernel
def _run_board_op(state, tables, frame, op, code):
    if code == codes.OP_EXTRA_PLACE:
        return ops_board.extra_place(state, tables, frame, op)
    if code == codes.OP_SET_TODAY:
        return ops_board.set_today(state, frame, op)
    return ops_board.change_slot_die(state, tables, frame, op)


@kernel
def _run_card_op(state, tables, frame, op, code):
    if code == codes.OP_READY:
        return ops_cards.ready(state, tables, frame, op)
    if code == codes.OP_LOCK or code == codes.OP_UNRESERVE:
        return ops_cards.own_reservation(state, frame, op)
    if code == codes.OP_DRAW:
        return ops_cards.draw(state, frame, op)
    if code == codes.OP_TAKE_BOARD:
        return ops_cards.take_board(state, frame, op)
    if code == codes.OP_EXTRA_MAIN:
        return ops_cards.extra_main(state, frame)
    if code == codes.OP_BRANCH:
        return ops_cards.branch(state, tables, frame, op)
    return ops_cards.may(state, tables, frame, op)


@kernel
def _run_op(state, tables, frame, op):
    code = int(op.op)
    if code <= codes.OP_COPY_DIE:
        return _run_dice_op(state, frame, op, code)
    if code <= codes.OP_MOVE_CUBE:
        return _run_people_op(state, tables, frame, op, code)
    if code <= codes.OP_SET_TODAY:
        return _run_board_op(state, tables, frame, op, code)
    return _run_card_op(state, tables, frame, op, code)


@kernel
def _step_ops(state, tables, frame):
    """One op, wholly or up to its next question (K-X1)."""
    op = tables.ops[int(frame.pc)]
    if frame.step == 0:
        if not _begin_op(state, tables, frame, op):
            return
    elif frame.step == 1:
        frame.targets = 1 << seat_of(state, answer_low(state))
        frame.step = 2
    pc = int(frame.pc)
    if _run_op(state, tables, frame, op):
        note(state.core, c.K_X1, int(frame.owner), int(op.op))
        frame.step = 0
        frame.pc = pc + 1
        serve(state, tables)


@kernel
def _paying_faces(tables, seat, frame, cost):
    """Own faces that pay a `die` cost and leave the further ones payable."""
    faces = pool_faces(seat) & int(cost.faces)
    for face in range(1, 7):
        if (faces >> face) & 1 and not can_pay_dice(tables, seat, int(frame.cost) + 1, int(frame.cost_end), face):
            faces &= ~(1 << face)
    return faces


@kernel
def _pay_cost(state, tables, frame, cost):
    """Pay one cost; False after asking for a die."""
    p = int(frame.owner)
    seat = state.seats[p]
    if cost.kind == codes.COST_DIE:
        if frame.step == 0:
            frame.step = 1
            ask_faces(state, p, codes.FORM_PICK_DIE, _paying_faces(tables, seat, frame, cost), False)
            return False
        pool_take(seat, answer_low(state))
        state.stock_dice += 1
        note(state.core, c.K_X7, p, 0)
    elif cost.kind == codes.COST_TOKEN:
        pay_tokens(state, p, int(cost.n))
    elif cost.kind == codes.COST_POINT:
        ops_people.book_points(state, tables, p, -int(cost.n), int(frame.category))
    elif cost.kind == codes.COST_CUBE:
        seat.cube[int(cost.track)] -= 1
    else:
        turn_one(state, tables, p, p)
    frame.step = 0
    return True


@kernel
def _step_costs(state, tables, frame):
    """Costs in printed order, in full before the ops (K-X4); then what they caused is served."""
    if frame.cost < frame.cost_end:
        if _pay_cost(state, tables, frame, tables.costs[int(frame.cost)]):
            note(state.core, c.K_X4, int(frame.owner), 0)
            frame.cost += 1
        return
    frame.stage = st.STAGE_OPS
    serve(state, tables)


@kernel
def _has_room(state, tables, p, program):
    """Whether the limit of today's event lets player p gain its bonus (K-B3)."""
    seat = state.seats[p]
    if tables.event_bonus_limit == 1 and seat.bonus_day > 0:
        return False
    if program.limit == codes.LIMIT_TURN:
        return seat.bonus_turn == 0
    if program.limit == codes.LIMIT_DAY or program.limit == codes.LIMIT_GAME:
        return seat.bonus_day == 0  # an event is in force on one day of the game
    return True


@kernel
def _check_bonus(state, tables, frame):
    """An event bonus is served: condition, limit and cost are looked at now (RULES.md 14.2)."""
    p = int(frame.owner)
    program = tables.programs[int(frame.program)]
    if not (
        holds(state, tables, p, int(program.if_start), int(program.if_n))
        and _has_room(state, tables, p, program)
        and is_payable(state, tables, p, int(program.cost_start), int(program.cost_n), 0)
    ):
        _pop_bonus(state)
    elif program.cost_n > 0:
        frame.stage = st.STAGE_ACCEPT
        clear_options(state)
        offer(state, codes.FORM_ACCEPT, 0, 0)
        offer(state, codes.FORM_DECLINE, 0, 0)
        ask(state, st.ASK_ACCEPT, p)
    else:
        _gain_bonus(state, frame)


@kernel
def _gain_bonus(state, frame):
    p = int(frame.owner)
    seat = state.seats[p]
    seat.bonus_turn += 1
    seat.bonus_day += 1
    frame.stage = st.STAGE_COST
    if seat.is_in == 0:
        note(state.core, c.K_T9, p, int(frame.program))
    note(state.core, c.K_B3, p, int(frame.program))
    note(state.core, c.FACT_BONUS, p, int(frame.program))


@small_kernel
def _pop_bonus(state):
    state.depth -= 1
    state.n_bonus -= 1


@kernel
def _close_program(state, tables, frame):
    """The trigger of a wholly resolved card, ability or activity bonus (K-M8, K-M11)."""
    p = int(frame.owner)
    frame.stage = st.STAGE_DONE
    if frame.kind == st.FRAME_BLOCK or frame.category == st.BOOK_EVENT:
        return
    if frame.category == st.BOOK_ABILITY:
        collect_plain(state, tables, p, codes.ON_USE_ABILITY)
    elif frame.category == st.BOOK_ACTIVITY:
        collect_plain(state, tables, p, codes.ON_ACTIVITY)
    elif frame.packed != 0:
        collect(state, tables, p, codes.ON_USE_ACTION, FILTER_ANY, 0, int(frame.packed))
        note(state.core, c.K_M8, p, int(frame.program))
    else:
        collect_plain(state, tables, p, codes.ON_USE_CONVERSION)
    serve(state, tables)


@kernel
def run_program(state, tables, frame):
    """One step of a program or block on top of the stack."""
    stage = int(frame.stage)
    if stage == st.STAGE_OPS:
        if frame.pc < frame.end:
            _step_ops(state, tables, frame)
        else:
            frame.stage = st.STAGE_TRIGGER
    elif stage == st.STAGE_COST:
        _step_costs(state, tables, frame)
    elif stage == st.STAGE_TRIGGER:
        _close_program(state, tables, frame)
    elif stage == st.STAGE_CHECK:
        _check_bonus(state, tables, frame)
    elif stage == st.STAGE_ACCEPT:
        if answer_form(state) == codes.FORM_ACCEPT:
            _gain_bonus(state, frame)
        else:
            _pop_bonus(state)
    elif frame.kind == st.FRAME_PROGRAM and frame.category == st.BOOK_EVENT:
        _pop_bonus(state)
    else:
        state.depth -= 1
