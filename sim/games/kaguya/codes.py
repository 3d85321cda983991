"""The vocabulary of kaguya's card data: one enumeration for kernels, loader and texts.

A word's code is its place in the list, so the lists are the only place where a code is decided. Kernels use the
constants below; tests/games/kaguya/test_codes.py checks that each constant is its word's place.
"""

CHARACTERS = ("president", "vice", "secretary", "treasurer")
CHARACTER_TITLES = ("president 会長", "vice-president 副会長", "secretary 書記", "treasurer 会計")

# Card numbers (RULES.md section 4).
N_CARDS = 87
CONVERSION_FIRST, CONVERSION_MAX = 0, 30
ACTION_FIRST, ACTION_MAX = 30, 30
INITIAL_CONVERSION_FIRST = 60  # one a character
INITIAL_ACTION_FIRST = 64  # two a character
EVENT_FIRST, N_EVENTS = 72, 15
N_PROGRAMS = N_CARDS + 8
ABILITY_FIRST = N_CARDS  # program numbers of the abilities, one a character
SLOT_FIRST = N_CARDS + 4  # program numbers of the activity bonuses, one a slot

KINDS = ("conversion", "action", "any")
KIND_CONVERSION, KIND_ACTION, KIND_ANY = range(3)

# Operations (`op`).
OPS = (
    "gain_die", "lose_die", "reroll", "set_die", "shift_die", "flip_die", "copy_die",
    "gain_token", "lose_token", "bag", "unbag", "points", "steal_points",
    "cure", "afflict", "shield", "skip_roll", "move_cube",
    "slot_shift", "slot_reroll", "slot_remove", "slot_move", "slot_swap", "extra_place", "set_today",
    "ready", "lock", "unreserve", "draw", "take_board", "extra_main", "branch", "may",
)  # fmt: skip
(
    OP_GAIN_DIE, OP_LOSE_DIE, OP_REROLL, OP_SET_DIE, OP_SHIFT_DIE, OP_FLIP_DIE, OP_COPY_DIE,
    OP_GAIN_TOKEN, OP_LOSE_TOKEN, OP_BAG, OP_UNBAG, OP_POINTS, OP_STEAL_POINTS,
    OP_CURE, OP_AFFLICT, OP_SHIELD, OP_SKIP_ROLL, OP_MOVE_CUBE,
    OP_SLOT_SHIFT, OP_SLOT_REROLL, OP_SLOT_REMOVE, OP_SLOT_MOVE, OP_SLOT_SWAP, OP_EXTRA_PLACE, OP_SET_TODAY,
    OP_READY, OP_LOCK, OP_UNRESERVE, OP_DRAW, OP_TAKE_BOARD, OP_EXTRA_MAIN, OP_BRANCH, OP_MAY,
) = range(33)  # fmt: skip

# Targets (`who`).
TARGETS = ("self", "other", "any", "others", "all", "winner")
WHO_SELF, WHO_OTHER, WHO_ANY, WHO_OTHERS, WHO_ALL, WHO_WINNER = range(6)

# Counted amounts (`n = { count = ... }`); 0 means a plain number.
COUNTS = (
    "number", "today", "die", "pool", "slot_dice_own", "total_own", "matches_own", "tokens_held", "bag_own", "cards",
    "events_held", "ponkotsu_count", "out_count",
)  # fmt: skip
(
    COUNT_NUMBER, COUNT_TODAY, COUNT_DIE, COUNT_POOL, COUNT_SLOT_DICE_OWN, COUNT_TOTAL_OWN, COUNT_MATCHES_OWN,
    COUNT_TOKENS_HELD, COUNT_BAG_OWN, COUNT_CARDS, COUNT_EVENTS_HELD, COUNT_PONKOTSU_COUNT, COUNT_OUT_COUNT,
) = range(13)  # fmt: skip

# Faces named by `face`: 1..6 are themselves.
FACES = {"roll": 0, "choose": 7, "today": 8}
FACE_ROLL, FACE_CHOOSE, FACE_TODAY = 0, 7, 8

DIRECTIONS = ("up", "down", "either")
DIR_UP, DIR_DOWN, DIR_EITHER = range(3)

SCOPES = ("own", "other", "any")
SCOPE_OWN, SCOPE_OTHER, SCOPE_ANY = range(3)

SOURCES = ("own", "stock")
SRC_OWN, SRC_STOCK = range(2)

TRACKS = ("dice", "tokens", "choose")
TRACK_DICE, TRACK_TOKENS, TRACK_CHOOSE = range(3)

TODAY_HOW = ("reroll", "choose", "shift")
HOW_REROLL, HOW_CHOOSE, HOW_SHIFT = range(3)

# State conditions (`if`).
CONDITIONS = (
    "self_ponkotsu", "self_normal", "ponkotsu_count_min", "tokens_min", "tokens_max", "bag_empty", "bag_min",
    "score_last", "score_first", "is_start", "not_start", "pool_max", "slot_dice_min", "slot_dice_max", "total_min",
    "total_max", "track_at", "day_in", "someone_out", "cards_min",
)  # fmt: skip
(
    IF_SELF_PONKOTSU, IF_SELF_NORMAL, IF_PONKOTSU_COUNT_MIN, IF_TOKENS_MIN, IF_TOKENS_MAX, IF_BAG_EMPTY, IF_BAG_MIN,
    IF_SCORE_LAST, IF_SCORE_FIRST, IF_IS_START, IF_NOT_START, IF_POOL_MAX, IF_SLOT_DICE_MIN, IF_SLOT_DICE_MAX,
    IF_TOTAL_MIN, IF_TOTAL_MAX, IF_TRACK_AT, IF_DAY_IN, IF_SOMEONE_OUT, IF_CARDS_MIN,
) = range(20)  # fmt: skip

COSTS = ("die", "token", "point", "cube", "ponkotsu")
COST_DIE, COST_TOKEN, COST_POINT, COST_CUBE, COST_PONKOTSU = range(5)

# Die condition of action cards and trigger filters.
TODAY_TESTS = ("none", "eq", "ne", "gt", "lt")
TODAY_NONE, TODAY_EQ, TODAY_NE, TODAY_GT, TODAY_LT = range(5)
PATTERNS = ("any", "same", "different", "run")
PATTERN_ANY, PATTERN_SAME, PATTERN_DIFFERENT, PATTERN_RUN = range(4)

TRIGGERS = (
    "day_start", "reserve", "lose_reservation", "recover", "use_action", "use_conversion", "use_ability", "place",
    "activity", "become_ponkotsu", "cause_ponkotsu", "roll_ponkotsu", "cure", "bag", "contest", "drop_out",
)  # fmt: skip
(
    ON_DAY_START, ON_RESERVE, ON_LOSE_RESERVATION, ON_RECOVER, ON_USE_ACTION, ON_USE_CONVERSION, ON_USE_ABILITY,
    ON_PLACE, ON_ACTIVITY, ON_BECOME_PONKOTSU, ON_CAUSE_PONKOTSU, ON_ROLL_PONKOTSU, ON_CURE, ON_BAG, ON_CONTEST,
    ON_DROP_OUT,
) = range(16)  # fmt: skip

# Filter words of triggers, by trigger; the last one of each always means "no filter" and is the default.
FILTERS = {
    "reserve": ("mode", ("new", "over", "any")),
    "recover": ("kind", KINDS),
    "place": ("who", ("own", "other", "any")),
    "roll_ponkotsu": ("face", ("ok", "minus", "pass", "any")),
    "contest": ("rank", ("first", "second", "any")),
    "drop_out": ("order", ("first", "last", "any")),
}
PLACE_ORDERS = ("first", "third", "any")
#: Triggers that carry dice, for the filters `faces` and `today`.
DIE_TRIGGERS = ("reserve", "lose_reservation", "use_action", "place")

LIMITS = ("each", "turn", "day", "game")
LIMIT_EACH, LIMIT_TURN, LIMIT_DAY, LIMIT_GAME = range(4)

PROVENANCES = ("seed", "public", "assumed")

# Ruling options: name -> alternatives, the default first; a value's code is its place.
RULINGS = {
    "contest_token_source": ("own", "stock"),
    "bag_tokens_after": ("to_stock", "removed", "to_owner"),
    "contest_ties": ("share", "tail_first", "share_skips_second"),
    "contest_zero": ("need_one", "zero_counts"),
    "contest_throw": ("up_to", "full"),
    "all_zero_winner": ("tail_wins", "no_winner"),
    "unused_dice": ("to_stock", "carry_over"),
    "beaten_die": ("lost", "to_owner"),
    "stop_rule": ("decline_is_out", "main_compulsory", "decline_stays"),
    "ponkotsu_measure": ("total", "single_value"),
    "ponkotsu_scope": ("placed_vs_others", "any_pair"),
    "ponkotsu_on_effect": ("no_test", "test"),
    "ponkotsu_reset": ("daily", "until_cured"),
    "placement_order": ("bonus_first", "test_first"),
    "score_floor": ("zero", "none"),
    "event_bonus_limit": ("as_card", "once_per_day"),
    "reserve_raise": ("forbidden", "allowed"),
    "event_preview": ("hidden", "open"),
    "end_tokens": ("held", "gained"),
}

# Action codes: form << 24 | card << 16 | low word. Forms in listing order.
FORMS = (
    "reserve", "use", "place", "recover", "convert", "ability", "end",
    "throw", "slot", "pick die", "pick slotdie", "pick face", "pick char", "pick card", "pick track", "pick n",
    "pick branch", "accept", "decline", "pick none",
)  # fmt: skip
(
    FORM_RESERVE, FORM_USE, FORM_PLACE, FORM_RECOVER, FORM_CONVERT, FORM_ABILITY, FORM_END,
    FORM_THROW, FORM_SLOT, FORM_PICK_DIE, FORM_PICK_SLOTDIE, FORM_PICK_FACE, FORM_PICK_CHAR, FORM_PICK_CARD,
    FORM_PICK_TRACK, FORM_PICK_N, FORM_PICK_BRANCH, FORM_ACCEPT, FORM_DECLINE, FORM_PICK_NONE,
) = range(20)  # fmt: skip
# Low word: reserve = die; use = faces in 3-bit groups, smallest lowest; place and pick slotdie = character << 4 | die;
# throw, pick n = n; slot = slot number 1-4; pick die, pick face = face; pick char = character; pick track = track;
# pick branch = branch number from 1. Card: card number, else 0.
