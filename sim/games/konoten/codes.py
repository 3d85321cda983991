"""The vocabulary of konoten's data: one enumeration for kernels, loader and texts.

A word's code is its place in the list, so the lists are the only place where a code is decided. Kernels use the
constants below; tests/games/konoten/test_codes.py checks that each constant is its word's place.
"""

CHARACTERS = ("white", "orange", "yellow", "green", "blue", "red")

MATERIALS = ("light", "rainbow", "stagnation")
LIGHT, RAINBOW, STAGNATION = range(3)
#: Blades of development cards: materials first.
KINDS = (*MATERIALS, "creativity", "lobby", "growth", "vp")
CREATIVITY, LOBBY, GROWTH, VP = range(3, 7)
#: What a facility pays and yields: materials, then these.
TRACKS = (*MATERIALS, "creativity", "ap")
TRACK_CREATIVITY, TRACK_AP = 3, 4

FACILITIES = ("polish", "focus", "negotiate", "spirit")
POLISH, FOCUS, NEGOTIATE, SPIRIT = range(4)
SPECIALS = ("", "make_lens", "start_marker")
SPECIAL_NONE, SPECIAL_LENS, SPECIAL_MARKER = range(3)

TASKS = ("light", "rainbow", "lens")
TASK_LENS = 2
#: What a task counts: a material, or this.
COUNT_LENSES = 3

# Positions of a lens in the order of building: left slots 1-3, right slots 1-3.
N_POSITIONS = 6

# Moments of effects (`when`).
WHENS = (
    "passive", "will", "once", "on_grow", "on_worker_gained", "on_worker_returned", "on_lens_made", "on_activate",
    "on_lens_used", "on_persuade", "on_persuaded", "round_end", "final_run", "final_add", "final_mul",
)  # fmt: skip
(
    PASSIVE, WILL, ONCE, ON_GROW, ON_WORKER_GAINED, ON_WORKER_RETURNED, ON_LENS_MADE, ON_ACTIVATE,
    ON_LENS_USED, ON_PERSUADE, ON_PERSUADED, ROUND_END, FINAL_RUN, FINAL_ADD, FINAL_MUL,
) = range(15)  # fmt: skip

# Whose activations an `on_activate` effect acts at (`who`).
REACHES = ("activator", "activator_or_owner", "anyone")
REACH_ACTIVATOR, REACH_OWNER, REACH_ANYONE = range(3)

# Conditions (`if`).
CONDITIONS = (
    "owner_self", "owner_other", "base_min", "cards_min", "pays", "yields", "kinds_disjoint", "kinds_differ",
    "hold_none", "hold_min", "hold_exactly",
)  # fmt: skip
(
    IF_OWNER_SELF, IF_OWNER_OTHER, IF_BASE_MIN, IF_CARDS_MIN, IF_PAYS, IF_YIELDS, IF_KINDS_DISJOINT, IF_KINDS_DIFFER,
    IF_HOLD_NONE, IF_HOLD_MIN, IF_HOLD_EXACTLY,
) = range(11)  # fmt: skip
#: Conditions that look at the lens which is being run.
LENS_CONDITIONS = CONDITIONS[:8]

# What effects do (`op`).
OPS = (
    "vp", "gain", "ap", "grow", "worker_unacted", "worker_acted", "collect", "take", "pick", "choose", "convert",
    "give", "steal", "others_return_worker", "vp_per", "vp_per_worker", "vp_per_moved", "yield_bonus",
    "ap_less", "take_free", "ban", "no_grid_limit", "lock", "mul_activation", "set_final_vp",
    "run_own_lenses", "flip_losses", "mul_total",
)  # fmt: skip
(
    OP_VP, OP_GAIN, OP_AP, OP_GROW, OP_WORKER_UNACTED, OP_WORKER_ACTED, OP_COLLECT, OP_TAKE, OP_PICK, OP_CHOOSE,
    OP_CONVERT, OP_GIVE, OP_STEAL, OP_OTHERS_RETURN_WORKER, OP_VP_PER, OP_VP_PER_WORKER, OP_VP_PER_MOVED,
    OP_YIELD_BONUS, OP_AP_LESS, OP_TAKE_FREE, OP_BAN, OP_NO_GRID_LIMIT, OP_LOCK, OP_MUL_ACTIVATION, OP_SET_FINAL_VP,
    OP_RUN_OWN_LENSES, OP_FLIP_LOSSES, OP_MUL_TOTAL,
) = range(28)  # fmt: skip

# Variants of ops (`what` of the OP record).
COUNTS_PLACED, COUNTS_PRINTED = 0, 1  # vp_per_moved
WHERE_ANYWHERE, WHERE_LOBBY = 0, 1  # vp_per_worker
SCOPE_ACTIVATION, SCOPE_ALL_VP = 0, 1  # mul_activation
SCOPE_ALL, SCOPE_NODES = 0, 1  # flip_losses
SURCHARGE_FREE, SURCHARGE_NORMAL = 0, 1  # take
GIFTS_ONE, GIFTS_PER_KIND = 0, 1  # give

PROVENANCES = ("seed", "public", "assumed")

# Ruling options: name -> alternatives, the default first; a value's code is its place. Those of the growth sheets
# (`variants` of nodes) only choose data.
RULINGS: dict[str, tuple[bool | str, ...]] = {
    "require_result_blade": (True, False),
    "base_choice": ("any_sufficient", "cheapest_sufficient"),
    "take_pays_base": (True, False),
    "worker_source": ("lobby", "lobby_or_lens"),
    "negotiate_reopens": (False, True),
    "start_fallback": ("stay", "first_to_end", "rotate"),
    "task_timing": ("any_moment", "end_of_action"),
    "allow_spend_start_node": (True, False),
    "growth_lock": ("while_filled", "permanent"),
    "grow_trigger_self": (False, True),
    "green_scope": ("activator", "activator_or_owner", "anyone"),
    "green5_counts": ("placed", "printed"),
    "white1_effect": ("minus_5_more", "s_becomes_minus_5"),
    "white2_mismatch": ("disjoint", "sets_differ"),
    "white7_scope": ("all_workers", "lobby_only"),
    "white9_scope": ("all_end_losses", "nodes_only"),
    "orange7_ap": ("free", "normal"),
    "yellow_links": ("from_7_and_6", "from_6_and_8"),
    "yellow_7_8": ("split", "merged"),
    "yellow9_gifts": ("one", "one_per_kind"),
    "blue8_scope": ("lens_activation", "all_vp"),
    "red6_prereq": ("node_4", "node_7", "node_4_or_7"),
    "red8_count": ("at_least", "exactly"),
}
SOURCE_LOBBY_OR_LENS = 1
BASE_CHEAPEST = 1
FALLBACK_FIRST, FALLBACK_ROTATE = 1, 2
TASKS_AT_END = 1
LOCK_PERMANENT = 1

# Action codes: form << 24 | a << 16 | low. Forms in listing order of their decision point.
FORMS = (
    "supply worker", "supply grow", "collect", "will", "activate facility", "activate", "persuade", "restart", "end",
    "lens finish", "lens add left", "lens add right", "lens base", "chain no", "chain yes", "keep",
    "task worker", "task grow", "grow", "spend growth", "spend worker", "convert none", "convert",
    "will collect", "will pick", "will persuade", "will restart", "will gain", "give none", "give",
    "final stop", "final lens",
)  # fmt: skip
(
    FORM_SUPPLY_WORKER, FORM_SUPPLY_GROW, FORM_COLLECT, FORM_WILL, FORM_FACILITY, FORM_ACTIVATE, FORM_PERSUADE,
    FORM_RESTART, FORM_END, FORM_FINISH, FORM_ADD_LEFT, FORM_ADD_RIGHT, FORM_BASE, FORM_CHAIN_NO, FORM_CHAIN_YES,
    FORM_KEEP, FORM_TASK_WORKER, FORM_TASK_GROW, FORM_GROW, FORM_SPEND_GROWTH, FORM_SPEND_WORKER, FORM_CONVERT_NONE,
    FORM_CONVERT, FORM_WILL_COLLECT, FORM_WILL_PICK, FORM_WILL_PERSUADE, FORM_WILL_RESTART, FORM_WILL_GAIN,
    FORM_GIVE_NONE, FORM_GIVE, FORM_FINAL_STOP, FORM_FINAL_LENS,
) = range(32)  # fmt: skip
# a: place in the display (collect), node, facility, lens, card, base cost, task, kind, place of a worker.
# low: source of the worker (0 = lobby, 1 + lens); keep = light | rainbow << 5 | stagnation << 10; pick = amount;
# give = receiving seat; will gain = number of the alternative; convert = number of the pair.

# Places of `spend worker`: a = one of these, low = facility or lens.
FROM_LOBBY_UNACTED, FROM_LOBBY_ACTED, FROM_FACILITY, FROM_LENS = range(4)
