"""The state of kaguya: one record for the whole game. Seats, slots and days are 0-based here, faces are 1-6.

RULES.md section 14.5 says how the state is shown to people.
"""

import numpy as np

from sim.core import CORE
from sim.games.kaguya import codes

MAX_FRAMES = 40
MAX_PENDING = 32
MAX_OPTIONS = 104  # `pick n=` up to 100 tokens

# Phases.
PHASE_SETUP, PHASE_PREPARATION, PHASE_ACTION, PHASE_CONTEST, PHASE_SLOTS, PHASE_CLEANUP, PHASE_END = range(7)

# Steps of a turn (state.step in PHASE_ACTION).
TURN_NEXT, TURN_ROLLED, TURN_ASK = range(3)

# What is asked now (state.ask); all but ASK_TURN list `options`.
ASK_NOTHING, ASK_SLOT, ASK_TURN, ASK_THROW, ASK_DIE, ASK_TARGET, ASK_N, ASK_BRANCH, ASK_ACCEPT, ASK_PLACE = range(10)

# Where points are booked (frame.category).
BOOK_CARDS, BOOK_ABILITY, BOOK_ACTIVITY, BOOK_EVENT = range(4)

# Kinds of frames.
FRAME_PROGRAM, FRAME_BLOCK, FRAME_PLACE, FRAME_RESERVE = range(4)

# Stages of a program or block.
STAGE_CHECK, STAGE_ACCEPT, STAGE_COST, STAGE_OPS, STAGE_TRIGGER, STAGE_DONE = range(6)

SLOT = np.dtype((np.record, [
    ("dice", "i1", (3,)),  # faces of the dice lying there; the first n are meant
    ("n", "i1"),  # number of dice
    ("total", "i1"),  # their pip sum
    ("seat", "i1"),  # seat whose character card lies there, -1 = none
]))  # fmt: skip

SEAT = np.dtype((np.record, [
    ("character", "i1"),  # CHARACTERS
    ("score", "i2"),
    ("pool", "i1", (7,)),  # unspent dice by face (place 0 unused)
    ("n_pool", "i1"),
    ("aside", "i1", (7,)),  # dice picked for a re-roll, by face
    ("hearts", "i1"),  # hearts at home
    ("cube", "i1", (2,)),  # positions on the tracks of dice and tokens
    ("is_in", "i1"),  # still taking turns today
    ("is_ponkotsu", "i1"),
    ("is_shielded", "i1"),
    ("skips_roll", "i1"),
    ("slot", "i1"),  # slot where the card lies, -1 = off the board
    ("held", "i2"),  # tokens behind the screen
    ("stock", "i2"),  # own tokens in the stock
    ("bag", "i2"),  # own tokens in the bag
    ("removed", "i2"),  # own tokens out of the game
    ("tokens_out", "i2"),  # tokens that ever left the stock (ruling end_tokens)
    ("ability_uses", "i2"),  # today
    ("ability_turn", "i2"),  # in the turn that runs
    ("bonus_turn", "i2"), ("bonus_day", "i2"),  # event bonuses gained in the turn that runs and today
    ("has_activity", "i1"),  # the character got its activity bonus today
    ("acted", "i2"),  # acted turns so far in the game
    ("fetched", "i1"), ("fetched_acted", "i2"),  # card fetched last, and the acted turn of it
    ("n_conversion", "i1"), ("conversion", "i1", (31,)),  # own conversion cards, rising
    ("n_action", "i1"), ("action", "i1", (32,)),  # own action cards, rising
    ("n_events", "i1"), ("events", "i1", (5,)),  # event cards taken
    ("right", "i1"),  # tokens the contest allows today
    ("right_rank", "i1"),  # 0 none, 1, 2
    ("has_declined", "i1"),  # ended an acted turn without a main action since the last main action (decline_stays)
    ("choice", "i1"),  # place in today's vigour order
    # outcome counters, named as the columns of RULES.md section 7
    ("pts_slots", "i2"), ("pts_events", "i2"), ("pts_tokens", "i2"),
    ("pts_booked", "i2", (4,)),  # by BOOK_*: pts_cards, pts_ability, pts_activity, pts_event_bonus
    ("pts_stolen", "i2"), ("pts_penalty", "i2"),
    ("start_days", "i1"), ("zero_vigour_days", "i1"), ("ponkotsu_days", "i1"),
    ("rights_first", "i1"), ("rights_second", "i1"),
    ("tokens_gained", "i2"), ("tokens_bag_contest", "i2"), ("tokens_bag_effect", "i2"), ("tokens_paid", "i2"),
    ("turns_begun", "i2"), ("passes", "i2"), ("minus_rolls", "i2"), ("ponkotsu_caused", "i2"), ("cures", "i2"),
    ("dice_rolled", "i2"), ("dice_unused", "i2"),
    ("reserves", "i2"), ("takeovers_made", "i2"), ("takeovers_suffered", "i2"),
    ("recovered_conv", "i2"), ("recovered_act", "i2"),
    ("uses_action", "i2"), ("uses_conv", "i2"), ("uses_ability", "i2"),
    ("placed_own", "i2"), ("placed_other", "i2"),
    ("slots_chosen", "i1", (6,)),  # slot numbers 1-4: at setup, then each day
    ("day_scores", "i2", (5,)),  # score after each day's event phase
    ("owned", "u4", (3,)), ("used", "u4", (3,)),  # bit sets of scene cards ever owned and ever used
]))  # fmt: skip

#: One unit of pending work on the explicit stack.
FRAME = np.dtype((np.record, [
    ("kind", "i1"), ("stage", "i1"),
    ("owner", "i1"),  # seat that gains the effect and makes its choices
    ("program", "i1"),  # program number, for limits and the closing trigger
    ("category", "i1"),  # BOOK_*
    ("die", "i1"),  # amount `die`: sum of the faces put on the action card
    ("packed", "i2"),  # those faces in 3-bit groups
    ("pc", "i2"), ("end", "i2"),  # ops still to run
    ("cost", "i2"), ("cost_end", "i2"),  # costs still to pay
    ("step", "i1"),  # step inside the op (0 = not begun)
    ("n", "i2"),  # amount of the op
    ("targets", "i1"),  # bit set of seats still to be served
    ("target", "i1"),  # seat being served
    ("a", "i1"), ("b", "i1"), ("c", "i1"),  # answers kept inside an op; seat, face of a placement
    ("looked", "i1", (8,)), ("n_looked", "i1"),  # cards looked at by `draw`
]))  # fmt: skip

STATE = np.dtype((np.record, [
    ("core", CORE),
    ("phase", "i1"), ("step", "i1"),
    ("index", "i1"),  # place in a running turn-order list
    ("day", "i1"),  # 0-4
    ("start_seat", "i1"),  # today's start player = holder of the winner marker
    ("today", "i1"),  # today's number, 0 before the first roll
    ("turn_seat", "i1"),  # whose turn it is, -1 outside the action phase
    ("turns_today", "i2"),  # turns begun today
    ("allowance", "i2"),  # main actions left in this turn
    ("n_main", "i2"),  # main actions taken in this turn
    ("event", "i1"),  # event card in force, 0 = none
    ("events", "i1", (codes.N_EVENTS,)),  # shuffled; the first five are the days'
    ("n_out", "i1"),  # players out today
    ("stock_dice", "i2"), ("beaten_dice", "i2"), ("left_dice", "i2"),
    ("slots", SLOT, (4,)),
    ("seats", SEAT, (4,)),
    ("display", "i1", (8,)),  # cards face up: conversion 0-3, action 4-7, each rising; -1 = empty place
    ("display_seat", "i1", (8,)),  # who reserved it, -1 = nobody
    ("display_die", "i1", (8,)), ("display_locked", "i1", (8,)),
    ("display_acted", "i2", (8,)),  # the reserver's acted-turn count when he reserved
    ("decks", "i1", (2, 30)), ("n_deck", "i1", (2,)),  # drawn from the end
    ("discards", "i4", (2,)),  # bit sets by place in the deck's numbering
    ("n_reshuffles", "i2", (2,)),
    ("is_used", "i1", (codes.N_CARDS,)),  # turned or used today
    ("card_dice", "i2", (codes.N_CARDS,)),  # dice on an action card: faces in 3-bit groups, smallest lowest
    ("vigour_order", "i1", (4,)),
    ("throw_order", "i1", (4,)), ("n_throwers", "i1"),
    ("n_bonus", "i1"),  # event bonuses on the stack (K-B4)
    ("n_pending", "i1"), ("pending", "i1", (MAX_PENDING,)),  # seats that met the event, not yet served
    ("depth", "i1"), ("frames", FRAME, (MAX_FRAMES,)),
    ("answer", "i4"),  # the action taken last
    ("ask", "i1"), ("n_options", "i2"), ("options", "i4", (MAX_OPTIONS,)),
    ("is_passed", "i1"),  # the ponkotsu die showed Pass in this turn
    ("is_capped", "i1"),  # a day ended by the turn cap
    ("warnings", "i2"),
    ("turns", "i2"), ("takeovers", "i2"), ("placements", "i2"), ("token_short", "i2"), ("dice_short", "i2"),
    ("days_all_zero", "i1"), ("days_no_match", "i1"), ("days_tie_most", "i1"), ("days_tie_second", "i1"),
    ("ponk_days", "i1", (5,)),  # days with 0..4 ponkotsu characters at the event phase
]))  # fmt: skip
