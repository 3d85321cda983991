"""The vocabulary of rider's data: one enumeration for kernels, loader and texts.

A word's code is its place in the list, so the lists are the only place where a code is decided.
"""

# Kinds of cards. The order matters: strikes first (kind = element), then basic, battle skill and equipment in blocks.
KINDS = (
    "strike", "fire_strike", "thunder_strike", "ice_strike", "poison_strike", "dodge", "energy", "charge",
    "break", "snatch", "surge", "duel", "coerce", "swarm", "barrage", "rally", "share_out", "nullify", "link_up",
    "flame_burst", "storm", "detain", "cut_off",
    "repeater", "piercer", "duality", "ambusher", "pursuer", "combiner", "breaker", "sweeper", "igniter", "unseater",
    "ice_blade", "reflex_gear", "tinder_gear", "damper_gear", "ward_gear", "guard_bike", "rush_bike",
)  # fmt: skip
(
    STRIKE, FIRE_STRIKE, THUNDER_STRIKE, ICE_STRIKE, POISON_STRIKE, DODGE, ENERGY, CHARGE,
    BREAK, SNATCH, SURGE, DUEL, COERCE, SWARM, BARRAGE, RALLY, SHARE_OUT, NULLIFY, LINK_UP,
    FLAME_BURST, STORM, DETAIN, CUT_OFF,
    REPEATER, PIERCER, DUALITY, AMBUSHER, PURSUER, COMBINER, BREAKER, SWEEPER, IGNITER, UNSEATER,
    ICE_BLADE, REFLEX_GEAR, TINDER_GEAR, DAMPER_GEAR, WARD_GEAR, GUARD_BIKE, RUSH_BIKE,
) = range(40)  # fmt: skip
N_KINDS = len(KINDS)
LAST_STRIKE, LAST_BASIC, LAST_BATTLE = POISON_STRIKE, CHARGE, CUT_OFF

CLASSES = ("basic", "battle_skill", "equipment")
CLASS_BASIC, CLASS_BATTLE, CLASS_EQUIPMENT = range(3)

SLOTS = ("gear", "weapon", "motorbike")
GEAR, WEAPON, MOTORBIKE = range(3)
# How a card lies in its slot.
FACE_UP, FACE_DOWN, SIDEWAYS = range(3)

#: Suits: odd codes are red.
SUITS = ("S", "H", "C", "D")
SPADE, HEART, CLUB, DIAMOND = range(4)
#: Sets of suits, as bit sets.
FILTERS = {"any": 15, "red": 10, "black": 5, "spade": 1, "heart": 2, "club": 4, "diamond": 8}
ANY_SUIT = 15
FILTERS_SPADE, FILTERS_HEART, FILTERS_CLUB, FILTERS_RED = 1, 2, 4, 10

ELEMENTS = ("none", "fire", "thunder", "ice", "poison")
NO_ELEMENT, FIRE, THUNDER, ICE, POISON = range(5)

GENDERS = ("m", "f")
SOURCES = ("none", "change", "up")
SOURCE_NONE, SOURCE_CHANGE, SOURCE_UP = range(3)

# ---- skills ----
MODES = ("S", "F", "A", "P", "V")
STATIC, FORCED, ASKED, ACTIVE, VIEW_AS = range(5)
FREQS = ("*", "t1", "p1", "g1")
FREQ_ANY, FREQ_TURN, FREQ_PHASE, FREQ_GAME = range(4)

TRIGGERS = (
    "prep_start", "judge_start", "draw_start", "discard_start", "discard_end", "end_start",
    "card_used", "targeted", "dodged", "dmg_deal", "dmg_take", "dmg_dealt", "dmg_taken", "hp_lost", "dying", "died",
    "judge_flip", "judge_done", "revealed", "formed", "linked", "hand_empty", "play", "view", "static",
)  # fmt: skip
(
    ON_PREP, ON_JUDGE, ON_DRAW, ON_DISCARD, ON_DISCARD_END, ON_END,
    ON_CARD_USED, ON_TARGETED, ON_DODGED, ON_DMG_DEAL, ON_DMG_TAKE, ON_DMG_DEALT, ON_DMG_TAKEN, ON_HP_LOST, ON_DYING,
    ON_DIED, ON_JUDGE_FLIP, ON_JUDGE_DONE, ON_REVEALED, ON_FORMED, ON_LINKED, ON_HAND_EMPTY,
    ON_PLAY, ON_VIEW, ON_STATIC,
) = range(25)  # fmt: skip
N_EVENTS = 22
N_OWN = 6  # triggers of the own turn come first

CONDITIONS = (
    "actor=self", "object=self", "object!=self", "has_actor", "kind", "plain", "class", "element", "unlinked",
    "other_gender", "has", "not_own_turn", "count", "hp<=", "hand<=", "rage>=", "marks>=", "suit", "colour",
    "living<=", "same_faction",
)  # fmt: skip
(
    IF_ACTOR_SELF, IF_OBJECT_SELF, IF_OBJECT_OTHER, IF_HAS_ACTOR, IF_KIND, IF_PLAIN, IF_CLASS, IF_ELEMENT, IF_UNLINKED,
    IF_OTHER_GENDER, IF_HAS, IF_NOT_OWN_TURN, IF_COUNT, IF_HP, IF_HAND, IF_RAGE, IF_MARKS, IF_SUIT, IF_COLOUR,
    IF_LIVING, IF_SAME_FACTION,
) = range(21)  # fmt: skip
#: What `has` asks for.
HOLDINGS = ("hand", "equip", "gear", "down")
HAS_HAND, HAS_EQUIP, HAS_GEAR, HAS_DOWN = range(4)

COSTS = ("rage", "discard", "hp", "down", "invert", "mark_on", "mark_by", "link")
PAY_RAGE, PAY_DISCARD, PAY_HP, PAY_DOWN, PAY_INVERT, PAY_MARK_ON, PAY_MARK_BY, PAY_LINK = range(8)

PICKS = (
    "any", "other", "in_range", "dist1", "linked", "has_hand", "has_down", "has_set", "face_up", "same_faction",
    "diff_faction", "wounded", "not_actor", "unlinked", "other_gender",
)  # fmt: skip
(
    PICK_ANY, PICK_OTHER, PICK_IN_RANGE, PICK_DIST1, PICK_LINKED, PICK_HAS_HAND, PICK_HAS_DOWN, PICK_HAS_SET,
    PICK_FACE_UP, PICK_SAME_FACTION, PICK_DIFF_FACTION, PICK_WOUNDED, PICK_NOT_ACTOR, PICK_UNLINKED, PICK_OTHER_GENDER,
) = range(15)  # fmt: skip

WHOS = ("self", "actor", "object", "chosen", "all", "others", "same_faction", "diff_faction", "linked")
WHO_SELF, WHO_ACTOR, WHO_OBJECT, WHO_CHOSEN, WHO_ALL, WHO_OTHERS, WHO_SAME, WHO_DIFF, WHO_LINKED = range(9)

GATES = ("", "[win]", "[lose]", "[hit]", "[miss]")
GATE_NONE, GATE_WIN, GATE_LOSE, GATE_HIT, GATE_MISS = range(5)

OPS = (
    "draw", "discard", "steal", "give", "show", "upturn", "down", "downeq", "side", "right", "mark_on", "mark_by",
    "damage", "losehp", "heal", "link", "invert", "hide", "rage", "turn", "skip",
    "need", "hit", "cancel", "redirect", "element", "dmg", "prevent", "draw_num", "judge", "swapjudge", "takejudge",
    "pindian", "strikes", "targets", "range", "dist_to", "dist_from", "hand_limit", "as",
)  # fmt: skip
(
    OP_DRAW, OP_DISCARD, OP_STEAL, OP_GIVE, OP_SHOW, OP_UPTURN, OP_DOWN, OP_DOWNEQ, OP_SIDE, OP_RIGHT, OP_MARK_ON,
    OP_MARK_BY, OP_DAMAGE, OP_LOSEHP, OP_HEAL, OP_LINK, OP_INVERT, OP_HIDE, OP_RAGE, OP_TURN, OP_SKIP,
    OP_NEED, OP_HIT, OP_CANCEL, OP_REDIRECT, OP_ELEMENT, OP_DMG, OP_PREVENT, OP_DRAW_NUM, OP_JUDGE, OP_SWAPJUDGE,
    OP_TAKEJUDGE, OP_PINDIAN, OP_STRIKES, OP_TARGETS, OP_RANGE, OP_DIST_TO, OP_DIST_FROM, OP_HAND_LIMIT, OP_AS,
) = range(40)  # fmt: skip

# Variants of ops (`what` of an OP row).
MARK_FROM = ("pile", "hand", "dropped")
FROM_PILE, FROM_HAND, FROM_DROPPED = range(3)
LINK_WAYS = ("on", "off", "toggle")
LINK_ON, LINK_OFF, LINK_TOGGLE = range(3)
PHASES = ("prep", "judge", "draw", "play", "discard", "end")
PHASE_PREP, PHASE_JUDGE, PHASE_DRAW, PHASE_PLAY, PHASE_DISCARD, PHASE_END = range(6)
#: Zones from which view-as skills take cards.
ZONES = ("hand", "mark_by", "mark_on")
ZONE_HAND, ZONE_MARK_BY, ZONE_MARK_ON = range(3)

PROVENANCES = ("seed", "public", "assumed")

# Ruling options: name -> alternatives, the default first; a value's code is its place.
RULINGS: dict[str, tuple[bool | str, ...]] = {
    "allow_over_10": (False, True),
    "deal_forms": ("one_per_group", "first_form", "all_cards"),
    "first_seat": ("random", "fixed"),
    "ex_cards": (False, True),
    "relabel": ("ice4_poison2", "none"),
    "prep_order": ("reveal_form_return", "return_first"),
    "hidden_stats": ("printed", "generic"),
    "cap_counts": ("living", "with_dead"),
    "cap_test": ("others_half", "self_over_floor"),
    "cap_base": ("living", "seated"),
    "link_faction": ("while_linked", "permanent", "off"),
    "link_reveal": ("normal", "join"),
    "leader_reset": ("keep", "dissolve"),
    "supply_time": ("before_skill", "after_skill"),
    "win_hidden": ("determined_only", "printed_icon"),
    "dead_share": ("at_death", "survivors_only"),
    "hidden_dead": ("none", "printed"),
    "reward_who": ("any_killer", "revealed_only"),
    "own_kill": ("none", "discard_all"),
    "reward_time": ("after_check", "before_check"),
    "dying_order": ("turn_player", "victim"),
    "charge_rescue": ("off", "self"),
    "rage_gain": ("forced_only", "voluntary_one"),
    "rage_window": ("use_only", "use_and_play"),
    "form_limit": ("one_each", "one_total", "one_a_turn"),
    "form_hp": ("keep_capped", "keep_lost"),
    "form_hidden": ("off", "on"),
    "hidden_forced": ("may_reveal", "off"),
    "down_reach": ("random", "immune"),
    "sideways_reset": ("skill_only", "own_preparation"),
    "reset_scope": ("all_states", "named"),
    "ice_pick": ("one_chosen", "one_random", "per_point"),
    "chain_start": ("victim", "turn_player"),
    "chain_reset": ("before", "after_damage"),
    "pindian_tie": ("no_win", "redraw"),
    "empty_piles": ("draw_less", "unfinished"),
}
LINK_PERMANENT, LINK_FACTION_OFF = 1, 2
FORMS_FIRST, FORMS_ALL = 1, 2
FORM_ONE_TOTAL, FORM_ONE_A_TURN = 1, 2
ICE_RANDOM, ICE_PER_POINT = 1, 2

# ---- actions: form << 24 | skill << 8 | low, or form << 24 | low where no skill converts ----
#: Forms in listing order of their decision points. `*` in a comment: low is a card.
FORMS = (
    "keep", "reveal", "form change", "form up", "form down",
    "use", "use strike rage", "use charge rage", "use via", "use combiner", "recast", "skill",
    "target", "done",
    "play", "play rage", "play via", "play combiner", "reflex",
    "nullify", "nullify via", "rescue", "rescue via",
    "discard", "pay", "facedown", "take", "take hand", "take down", "clash", "replace",
    "gain", "give", "mark", "show", "match", "follow", "follow rage", "follow via", "follow combiner",
    "force", "unseat", "ignite", "chill", "yield", "strike", "strike rage", "strike via", "strike combiner",
    "end", "pass", "decline", "concede",
)  # fmt: skip
(
    FORM_KEEP, FORM_REVEAL, FORM_CHANGE, FORM_UP, FORM_DOWN,
    FORM_USE, FORM_USE_RAGE_STRIKE, FORM_USE_RAGE_CHARGE, FORM_USE_VIA, FORM_USE_COMBINER, FORM_RECAST, FORM_SKILL,
    FORM_TARGET, FORM_DONE,
    FORM_PLAY, FORM_PLAY_RAGE, FORM_PLAY_VIA, FORM_PLAY_COMBINER, FORM_REFLEX,
    FORM_NULLIFY, FORM_NULLIFY_VIA, FORM_RESCUE, FORM_RESCUE_VIA,
    FORM_DISCARD, FORM_PAY, FORM_FACEDOWN, FORM_TAKE, FORM_TAKE_HAND, FORM_TAKE_DOWN, FORM_CLASH, FORM_REPLACE,
    FORM_GAIN, FORM_GIVE, FORM_MARK, FORM_SHOW, FORM_MATCH, FORM_FOLLOW, FORM_FOLLOW_RAGE, FORM_FOLLOW_VIA,
    FORM_FOLLOW_COMBINER, FORM_FORCE, FORM_UNSEAT, FORM_IGNITE, FORM_CHILL, FORM_YIELD, FORM_STRIKE, FORM_STRIKE_RAGE,
    FORM_STRIKE_VIA, FORM_STRIKE_COMBINER, FORM_END, FORM_PASS, FORM_DECLINE, FORM_CONCEDE,
) = range(53)  # fmt: skip
