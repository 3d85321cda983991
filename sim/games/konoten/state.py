"""The state of konoten: one record for the whole game. Seats, lenses and rounds are 0-based here, nodes too (0 = S)."""

import numpy as np

from sim.core import CORE
from sim.games.konoten import codes
from sim.games.konoten.layout import MAX_BASE_COST, MAX_CARDS, MAX_NODES, MAX_ROUNDS

MAX_PLAYERS = 4
MAX_LENSES = 24
MAX_NORMAL, MAX_VP_CARDS = 48, 24  # of MAX_CARDS
MAX_DISPLAY = 16
MAX_FRAMES = 40  # `tables_checks` limits the tokens where gains set off gains
MAX_OPTIONS = 160

# Phases.
PHASE_SUPPLY, PHASE_MAIN, PHASE_END, PHASE_FINAL = range(4)

# What is asked now (state.ask); only ASK_OPTIONS lists `options`, the others are listed when they are looked at.
ASK_NOTHING, ASK_TURN, ASK_BUILD, ASK_OPTIONS, ASK_TAKE = range(5)

# VP parts, named as the outcome columns (RULES.md section 7).
PARTS = (
    "vp_polish", "vp_blades", "vp_owner_bonus", "vp_triggers", "vp_wills", "vp_round_end", "vp_stagnation",
    "vp_end_nodes", "vp_multiplier",
)  # fmt: skip
(
    PART_POLISH, PART_BLADES, PART_OWNER_BONUS, PART_TRIGGERS, PART_WILLS, PART_ROUND_END, PART_STAGNATION,
    PART_END_NODES, PART_MULTIPLIER,
) = range(9)  # fmt: skip

# Kinds of frames.
(
    FRAME_EVENT, FRAME_ACT, FRAME_POLISH, FRAME_KEEP, FRAME_TOKEN, FRAME_TASKS, FRAME_GROW, FRAME_SPEND_WORKER,
    FRAME_SPEND_GROWTH, FRAME_TAX, FRAME_FINAL,
) = range(11)  # fmt: skip

# Decision points of what is asked (state.decision): N-D1 is 1.
(
    D_SUPPLY, D_TURN, D_BUILD, D_BASE, D_CHAIN, D_KEEP, D_TASK, D_GROW, D_SPEND_GROWTH, D_SPEND_WORKER, D_CONVERT,
    D_COLLECT, D_PICK, D_TAKE, D_CHOOSE, D_GIVE, D_FINAL,
) = range(1, 18)  # fmt: skip

# How a lens is run.
MODE_PLAIN, MODE_CHAIN, MODE_TAKE, MODE_FREE_TAKE, MODE_FINAL = range(5)

LENS = np.dtype((np.record, [
    ("owner", "i1"), ("base_cost", "i1"),
    ("worker", "i1"),  # seat of the worker there, -1 = none
    ("is_acted", "i1"),  # that worker
    ("n_cards", "i1"), ("result_sum", "i2"),
    ("cards", "i1", (codes.N_POSITIONS,)),  # card by position: left 1-3, right 1-3; -1 = none
    ("left", "i2", (7,)),  # quantity by KINDS
    ("right", "i2", (7,)),
    ("left_kinds", "i2"), ("right_kinds", "i2"),  # bit sets of KINDS
]))  # fmt: skip

SEAT = np.dtype((np.record, [
    ("character", "i1"),
    ("vp", "i4"), ("ap", "i2"), ("creativity", "i2"),
    ("items", "i2", (3,)),
    ("stock", "i2"),
    ("unacted", "i2"), ("acted", "i2"),  # workers in the lobby
    ("stations", "i2", (4,)),  # own workers by facility
    ("on_lenses", "i2"),  # own workers on lenses
    ("n_hand", "i1"), ("hand", "i1", (MAX_CARDS,)),  # cards, rising
    ("nodes", "i4"),  # bit set of filled nodes
    ("whens", "i4"),  # bit set of WHENS of filled nodes
    ("tasks", "i1"),  # bit set of task spaces that still hold the token
    ("has_ended", "i1"),
    ("wills_used", "i1", (MAX_NODES,)),  # this round
    ("was_locked", "i1"), ("had_no_limit", "i1"),
    # what passive ops of filled nodes add up to
    ("is_locked", "i1"), ("has_no_limit", "i1"), ("has_ban", "i1"), ("has_take_free", "i1"), ("ap_less", "i2"),
    ("mul_num", "i2"), ("mul_den", "i2"), ("mul_scope", "i1"), ("has_bonus", "i1"),
    ("n_lenses", "i1"), ("lens_cards", "i2"), ("result_sum", "i2"), ("largest", "i1"), ("base_sum", "i2"),
    ("played", "i8"),  # bit set of development cards in own lenses
    # outcome counters, named as the columns of RULES.md section 7
    ("parts", "i4", (9,)),  # by PART_*
    ("round_vp", "i4", (MAX_ROUNDS,)),
    ("collects_normal", "i2"), ("collects_vp", "i2"), ("wills", "i2"), ("focus", "i2"), ("negotiates", "i2"),
    ("spirits", "i2"), ("polishes", "i2"), ("chains", "i2"), ("act_own", "i2"), ("act_foreign", "i2"),
    ("persuades", "i2"), ("restarts", "i2"), ("free_takes", "i2"), ("final_acts", "i2"), ("ousted_by_others", "i2"),
    ("own_lens_used_by_others", "i2"), ("growths", "i2"), ("growths_spent", "i2"), ("workers_gained", "i2"),
    ("workers_spent", "i2"), ("task_round", "i1", (3,)), ("ap_spent", "i2"), ("ap_lost_cap", "i2"),
    ("creativity_lost_cap", "i2"), ("materials_lost_grid", "i2"), ("materials_short_supply", "i2"),
    ("first_to_end_count", "i2"), ("turns", "i2"),
    ("grown", "i4"),  # bit set of nodes that were ever grown
    ("acted_nodes", "i4"),  # bit set of nodes whose effect ever acted
]))  # fmt: skip

#: One unit of pending work on the explicit stack.
FRAME = np.dtype((np.record, [
    ("kind", "i1"),
    ("seat", "i1"),  # who gains the effect and makes its choices
    ("step", "i1"),
    ("when", "i1"), ("is_bystander", "i1"),  # of an event
    ("mask", "i4"),  # event: nodes still to come; final: lenses left
    ("node", "i1"), ("effect", "i2"), ("effect_end", "i2"), ("pc", "i2"), ("end", "i2"),
    ("n", "i2"),  # units still to do; cause of a token; lens that is excepted
    ("index", "i1"),  # seat or task that is being served
    ("items", "i2", (3,)),  # batch of FRAME_KEEP
    ("is_act", "i1"),  # that batch is the one of N-L7
]))  # fmt: skip

#: The activation that runs (there is never more than one).
ACT = np.dtype((np.record, [
    ("seat", "i1"), ("lens", "i1"), ("mode", "i1"), ("source", "i1"),
    ("surcharge_what", "i1"),  # SURCHARGE_ of the op `take`
    ("slot", "i1"), ("n", "i2"),
    ("blades", "i4"), ("triggers", "i4"),  # VP
    ("placed", "i2", (3,)),  # materials of the batch of N-L7 that found room
]))  # fmt: skip

#: The lens that is being built.
BUILD = np.dtype((np.record, [
    ("cards", "i1", (codes.N_POSITIONS,)),  # by position, -1 = none
    ("last", "i1"),  # highest position used, from 1; 0 = none
    ("n", "i1"), ("n_right", "i1"),
    ("difference", "i2"),  # result values less material values
]))  # fmt: skip

STATE = np.dtype((np.record, [
    ("core", CORE),
    ("phase", "i1"), ("step", "i1"),
    ("index", "i1"),  # place in the turn order of the phase
    ("turn", "i1"),  # seat whose main turn it is
    ("n_tokens", "i1"),  # supply tokens still to take
    ("round_no", "i1"), ("start_seat", "i1"), ("starts", "i1", (MAX_ROUNDS,)),
    ("next_start", "i1"),  # seat that negotiated this round, -1 = none
    ("negotiations", "i2"),  # workers that negotiated this round
    ("first_ended", "i1"), ("n_ended", "i1"),
    ("main_turns", "i2"), ("is_limited", "i1"),
    ("dirty", "i1"),  # bit set of seats whose tasks are checked at the end of the action
    ("items", "i2", (3,)),  # common supply
    ("piles", "i2", (MAX_BASE_COST + 1,)),
    ("display", "i1", (MAX_DISPLAY,)),  # cards by place, normal places first; -1 = empty
    ("n_left", "i1", (2,)),  # cards left in the decks: normal, VP
    ("normal_deck", "i1", (MAX_NORMAL,)), ("vp_deck", "i1", (MAX_VP_CARDS,)),  # drawn from the end
    ("stations", "i2", (4,)),  # workers by facility
    ("n_lenses", "i1"), ("lenses", LENS, (MAX_LENSES,)),
    ("seats", SEAT, (MAX_PLAYERS,)),
    ("act", ACT), ("n_acts", "i1"),  # 1 while a lens is being run
    ("build", BUILD),
    ("depth", "i1"), ("frames", FRAME, (MAX_FRAMES,)),
    ("answer", "i4"),  # the action taken last
    ("ask", "i1"), ("decision", "i1"), ("n_options", "i2"), ("options", "i4", (MAX_OPTIONS,)),
]))  # fmt: skip
