"""The TABLES record of rider: rules constants, rulings, cards, warriors and skills as kernels read them.

Everything is one record, so that a kernel gets one pointer. Sizes are capacities; the loader names the one exceeded.
"""

import numpy as np

from sim.games.rider import codes
from sim.games.rider.feature_names import FEATURE_NAMES

MAX_CARDS = 156  # game cards; sets of cards are N_WORDS words of WORD_BITS bits
WORD_BITS, N_WORDS = 52, 3
MAX_WARRIORS, MAX_GROUPS, MAX_FORMS = 256, 160, 4
MAX_GROUP_CARDS = 8  # forms and copies
MAX_SKILLS, MAX_SKILLS_OF_ONE = 256, 4
MAX_VIEWS, MAX_VIEWS_OF_ONE = 256, 8
MAX_CONDITIONS, MAX_COSTS, MAX_ROWS = 6, 4, 6  # of one skill
MAX_FACTIONS = 16
MAX_PLAYERS = 12
MAX_HAND = 16  # of the estimates for policies; larger hands count as this

CARD = np.dtype((np.record, [
    ("kind", "i1"),  # KINDS
    ("suit", "i1"),  # SUITS
    ("rank", "i1"),  # 1-13
    ("reach", "i2"),  # range of a weapon
]))  # fmt: skip

CONDITION = np.dtype((np.record, [
    ("code", "i1"),  # CONDITIONS
    ("who", "i1"),  # WHOS
    ("what", "i1"),  # kind, class, element, holding, suits
    ("n", "i2"),
]))  # fmt: skip

COST = np.dtype((np.record, [("code", "i1"), ("n", "i2"), ("suits", "i1")]))  # COSTS, FILTERS

OP = np.dtype((np.record, [
    ("code", "i1"),  # OPS
    ("who", "i1"),  # WHOS
    ("n", "i2"),
    ("what", "i1"),  # variant: element, slot, phase, MARK_FROM, LINK_WAYS, suits
    ("gate", "i1"),  # GATES
    ("note", "i2"),
]))  # fmt: skip

SKILL = np.dtype((np.record, [
    ("mode", "i1"), ("trigger", "i1"), ("freq", "i1"),
    ("n_conditions", "i1"), ("conditions", CONDITION, (MAX_CONDITIONS,)),
    ("n_costs", "i1"), ("costs", COST, (MAX_COSTS,)),
    ("picks", "i4"),  # bit set of PICKS; 0 = nobody is picked
    ("pick_max", "i1"),
    ("n_rows", "i1"), ("rows", OP, (MAX_ROWS,)),
    ("names_actor", "i1"), ("names_object", "i1"),  # a row acts on them
    ("about_people", "i1"),  # about faction or gender (R-F8)
    ("steals", "i1"),  # a face-down card will do for `has_hand`
    ("note", "i2"),
    # estimates for policies (tables_worth.py), by WHOS: cards' worth that one use gives, HP that it takes
    ("good", "f8", (len(codes.WHOS),)), ("hurt", "f8", (len(codes.WHOS),)),
    ("toggles", "f8"),  # cards' worth that linking costs an unlinked chosen one
    ("inverts", "i4"),  # bit set of WHOS that it inverts: a second time is no harm but good (R-W6)
    ("price_rage", "f8"), ("price_cards", "f8"), ("price_hp", "f8"), ("price_other", "f8"),
    ("swaps", "i1"), ("skips_judgement", "i1"), ("reaches", "i4"),  # bit set of WHOS that it does anything to
]))  # fmt: skip

#: One row `as` of a view-as skill.
VIEW = np.dtype((np.record, [
    ("skill", "i2"), ("as_kind", "i1"), ("zone", "i1"), ("suits", "i1"), ("for_use", "i1"), ("for_play", "i1"),
]))  # fmt: skip

WARRIOR = np.dtype((np.record, [
    ("group", "i2"), ("form", "i1"), ("source", "i1"), ("price", "i2"), ("can_change", "i1"), ("can_up", "i1"),
    ("faction", "i1"),  # from 1
    ("gender", "i1"), ("hp", "i2"), ("hand_limit", "i2"), ("draw_number", "i2"), ("supply", "i2"),
    ("n_skills", "i1"), ("skills", "i2", (MAX_SKILLS_OF_ONE,)),
    ("triggers", "i4"),  # bit set of events that its asked and forced skills wait for
    ("has_active", "i1"),
    ("n_views", "i1"), ("views", "i2", (MAX_VIEWS_OF_ONE,)),
    ("view_kinds", "i8"),  # bit set of kinds that view-as skills make
    ("has_conditional", "i1"),  # a static skill that acts under a condition
    # what static skills without a condition add
    ("strikes", "i2"), ("targets", "i2"), ("reach", "i2"), ("dist_to", "i2"), ("dist_from", "i2"), ("limit", "i2"),
    ("limit_marks", "i1"),
    ("static_notes", "i2", (MAX_SKILLS_OF_ONE,)),  # notes of its static skills, -1 = none
    ("static_effects", "i2", (MAX_SKILLS_OF_ONE,)),  # notes of their effects
    ("row", "i2"),  # place of its entry in the pack
    # estimates for policies (tables_worth.py), in cards a round: numbers, skills, skills that work face up only
    ("worth_body", "f8"), ("worth_skill", "f8"), ("worth_up", "f8"),
]))  # fmt: skip

#: Whole-number constants of [rules] that kernels read, by their names there.
CONSTANTS = (
    "deal_warriors", "deal_warriors_large", "large_from", "villain_cards", "hp_cards", "start_hand", "start_rage",
    "rage_cap", "rage_per_discard", "rage_per_turn_max", "rage_card_cost", "reward_base", "ice_cards",
    "strikes_per_phase", "strike_damage", "base_range", "charges_per_turn", "charge_bonus", "energy_heal",
    "duel_damage", "area_damage", "flame_damage", "storm_damage", "storm_low", "storm_high", "surge_draw",
    "recast_draw", "rally_heal", "link_targets", "near_distance", "min_distance", "bike_shift", "tinder_bonus",
    "damper_cap", "damper_heal", "ambush_bonus", "breaker_cost", "sweeper_targets", "duality_draw", "unseat_cards",
    "round_cap",
)  # fmt: skip

TABLES = np.dtype((np.record, [
    *((name, "i4") for name in CONSTANTS),
    ("half_num", "i4"), ("half_den", "i4"),  # half_share
    ("handicap", "i2", (MAX_PLAYERS,)),  # by place in turn order
    *((name, "i1") for name in codes.RULINGS),
    ("n_factions", "i2"), ("n_warriors", "i2"), ("n_groups", "i2"), ("n_skills", "i2"), ("n_cards", "i2"),
    ("cards", CARD, (MAX_CARDS,)),
    ("kind_sets", "i8", (codes.N_KINDS, N_WORDS)),  # cards of each kind
    ("strike_set", "i8", (N_WORDS,)),  # all strikes
    ("suit_sets", "i8", (16, N_WORDS)),  # cards of each set of suits (FILTERS)
    ("warriors", WARRIOR, (MAX_WARRIORS,)),
    ("group_n", "i1", (MAX_GROUPS,)),  # cards of each group
    ("group_cards", "i2", (MAX_GROUPS, MAX_GROUP_CARDS)),  # in data order
    ("skills", SKILL, (MAX_SKILLS,)), ("views", VIEW, (MAX_VIEWS,)),
    # estimates for policies (tables_worth.py), by kind: of holding a card, of wearing it, harm to its target, and its
    # place in the order of play
    ("keep", "f8", (codes.N_KINDS,)), ("worn", "f8", (codes.N_KINDS,)), ("sting", "f8", (codes.N_KINDS,)),
    ("rank_in_play", "f8", (codes.N_KINDS,)),
    ("usual", "f8", (len(FEATURE_NAMES),)),  # feature_names.USUAL
    # chance that a hand of 0, 1, ... cards holds no dodge, no strike, no energy
    ("none_of", "f8", (3, MAX_HAND)),
]))  # fmt: skip
