"""The TABLES record of kaguya: rules constants, rulings and cards as kernels read them.

Everything is one record, so that a kernel gets one pointer. Sizes are capacities; the loader names the one exceeded.
Lists (`do`, `if`, `cost`, `on`) are (start, count) ranges of the flat arrays `ops`, `conditions`, `costs`, `triggers`.
Lists inside an op (branches, `may`) stand in the same arrays, elsewhere.
"""

import numpy as np

from sim.games.kaguya import codes

MAX_OPS, MAX_CONDITIONS, MAX_COSTS, MAX_TRIGGERS = 384, 192, 96, 48

#: What a card brings on average when it is used, as heuristics see it (tables_yields.py); rules never read it.
YIELDS = ("bag", "tokens", "points", "dice", "cube", "cure", "harm", "other")
N_YIELDS = len(YIELDS)

OP = np.dtype((np.record, [
    ("op", "i1"),  # OPS
    ("who", "i1"),  # TARGETS
    ("count", "i1"),  # COUNTS: how the amount n is found; 0 = plain number `n`
    ("n", "i2"),  # plain amount; for `shift` ops unused
    ("times", "i2"),  # factor of a counted amount
    ("most", "i2"),  # upper limit of a counted amount; 32767 = none
    ("face", "i1"),  # FACES or 1..6
    ("by", "i1"),  # steps of a shift or of a cube (negative: back)
    ("dir", "i1"),  # DIRECTIONS
    ("scope", "i1"),  # SCOPES
    ("kind", "i1"),  # KINDS
    ("src", "i1"),  # SOURCES
    ("track", "i1"),  # TRACKS
    ("how", "i1"),  # TODAY_HOW
    ("look", "i1"), ("keep", "i1"),  # of `draw`
    ("if_start", "i2"), ("if_n", "i1"),
    ("cost_start", "i2"), ("cost_n", "i1"),  # of `may`
    ("n_branches", "i1"),  # of `branch` (2-3); `may` has 1
    ("branch_do_start", "i2", (3,)), ("branch_do_n", "i1", (3,)),
    ("branch_if_start", "i2", (3,)), ("branch_if_n", "i1", (3,)),
    ("branch_yields", "f4", (3, N_YIELDS)),  # what each branch brings, for the heuristics
]))  # fmt: skip

CONDITION = np.dtype((np.record, [
    ("kind", "i1"),  # CONDITIONS
    ("a", "i2"),  # its number n; track of track_at; bit set of days (1 << day, day 1..5) of day_in
    ("b", "i2"),  # position of track_at
]))  # fmt: skip

COST = np.dtype((np.record, [
    ("kind", "i1"),  # COSTS
    ("faces", "u1"),  # of `die`: bit set 1 << face
    ("n", "i1"),  # of `token`, `point`
    ("track", "i1"),  # of `cube`: TRACK_DICE or TRACK_TOKENS
]))  # fmt: skip

TRIGGER = np.dtype((np.record, [
    ("trigger", "i1"),  # TRIGGERS
    ("filter", "i1"),  # place in its FILTERS words; 9 = any
    ("order", "i1"),  # of `place`: 1 first, 3 third, 0 any
    ("faces", "u1"),  # bit set 1 << face; 126 = any
    ("today", "i1"),  # TODAY_TESTS
]))  # fmt: skip
FILTER_ANY = 9
ANY_FACE = 126

#: One program: a card, an ability or an activity bonus. Copies of a design repeat the same row.
PROGRAM = np.dtype((np.record, [
    ("design", "i2"),  # index of the entry in the pack's list of entries; -1 for a card that is not in the pack
    ("dice_n", "i1"),  # dice put on an action card, 1-3; 0 for other kinds
    ("dice_faces", "u1"),  # bit set 1 << face that each die must be in
    ("dice_today", "i1"),  # TODAY_TESTS that each die must meet
    ("dice_pattern", "i1"),  # PATTERNS over all dice
    ("sum_min", "i1"), ("sum_max", "i1"),
    ("if_start", "i2"), ("if_n", "i1"),
    ("cost_start", "i2"), ("cost_n", "i1"),
    ("do_start", "i2"), ("do_n", "i1"),
    ("on_start", "i2"), ("on_n", "i1"), ("on_triggers", "i4"),  # bit set of the triggers in it
    ("limit", "i1"),  # LIMITS; of events and abilities
    ("has_ready", "i1"),  # 1 when an op `ready` stands anywhere in it (K-X11)
    ("is_blank", "i1"),  # 1 for an entry without effect
    ("yields", "f4", (N_YIELDS,)),  # YIELDS, costs taken off
    # sums of them, for the heuristics (tables_yields.py)
    ("worth", "f8"),  # one number, in points
    ("bag_a_day", "f8"), ("gain_a_day", "f8"),  # what a reserved card brings a day: bag tokens, the rest in points
]))  # fmt: skip

TABLES = np.dtype((np.record, [
    # rules constants (RULES.md section 1); `players`, `days`, `slots`, `die_faces` are fixed by the kernels
    ("start_score", "i2"), ("conversion_deck", "i2"), ("action_deck", "i2"),
    ("face_up_per_kind", "i2"), ("dice_total", "i2"), ("tokens_per_character", "i2"), ("hearts_per_player", "i2"),
    ("dice_track", "i2", (3,)), ("token_track", "i2", (3,)), ("track_start", "i2"), ("character_dice_max", "i2"),
    ("ponkotsu_ok", "i2"), ("ponkotsu_minus", "i2"), ("ponkotsu_pass", "i2"), ("ponkotsu_penalty", "i2"),
    ("contest_first", "i2"), ("contest_second", "i2"), ("event_card_points", "i2"), ("token_points", "i2"),
    ("ability_uses_per_day", "i2"), ("turn_cap_day", "i2"),
    ("handicap", "i2", (4,)),  # points by place in turn order on Monday (= seat)
    # rulings: place of the value in codes.RULINGS[name]
    *((name, "i1") for name in codes.RULINGS),
    ("programs", PROGRAM, (codes.N_PROGRAMS,)),  # cards 0-86, abilities 87-90, activity bonuses 91-94
    ("ops", OP, (MAX_OPS,)),
    ("conditions", CONDITION, (MAX_CONDITIONS,)),
    ("costs", COST, (MAX_COSTS,)),
    ("triggers", TRIGGER, (MAX_TRIGGERS,)),
]))  # fmt: skip
