"""The TABLES record of konoten: rules constants, rulings and cards as kernels read them.

Everything is one record, so that a kernel gets one pointer. Sizes are capacities; the loader names the one exceeded.
Lists (`do`, `if`, the options of `choose`) are (start, count) ranges of the flat arrays `ops` and `conditions`.
"""

import numpy as np

from sim.games.konoten import codes

MAX_CARDS = 62  # development cards: bits of one int64
MAX_NODES = 16  # nodes of a growth sheet
MAX_EFFECTS, MAX_OPS, MAX_CONDITIONS = 160, 240, 120
MAX_PAIRS = 4  # of `convert`
MAX_BASE_COST = 4
MAX_ROUNDS = 4
N_VALUATIONS = 3  # of lenses: plain, large, quick (tables_worth)
MAX_PATH = 6
N_PHANTOMS = 2  # average cards that may still be collected: a normal one on the left, a VP card on the right
N_CHARACTERS = len(codes.CHARACTERS)

#: A development card: one blade.
CARD = np.dtype((np.record, [
    ("kind", "i1"),  # KINDS
    ("qty", "i1"),
    ("left", "i1"),  # slot on the left, 1-3; 0 = fits on the right only
    ("right", "i1"),  # slot on the right, 1-3
    ("material", "i1"), ("result", "i1"),
    ("is_vp", "i1"),
    ("design", "i2"),  # place of its entry in the pack
]))  # fmt: skip

FACILITY = np.dtype((np.record, [
    ("ap", "i2"),
    ("pays", "i2", (4,)),  # materials, creativity
    ("yields", "i2", (5,)),  # materials, creativity, AP
    ("special", "i1"),  # SPECIALS
    ("limit", "i2"),  # workers a round, 0 = any number
]))  # fmt: skip

TASK = np.dtype((np.record, [("what", "i1"), ("n", "i2")]))  # a material or COUNT_LENSES; how many

OP = np.dtype((np.record, [
    ("op", "i1"),  # OPS
    ("n", "i2"),
    ("kind", "i1"),  # a material
    ("what", "i1"),  # variant of the op: COUNTS_, WHERE_, SCOPE_, SURCHARGE_, GIFTS_
    ("items", "i2", (3,)),  # materials gained or stolen; VP of `give` by material
    ("lo", "i2"), ("hi", "i2"), ("each", "i2"),  # of `pick`
    ("n_pairs", "i1"), ("pairs", "i1", (MAX_PAIRS, 2)),  # of `convert`: from, to
    ("start", "i2"), ("count", "i1"),  # alternatives of `choose`
    ("num", "i2"), ("den", "i2"),  # factor of mul_activation and mul_total
    ("node", "i1"),  # of set_final_vp
    ("worth", "f8"),  # VP of doing it once, an estimate for heuristics (tables_worth)
]))  # fmt: skip

CONDITION = np.dtype((np.record, [
    ("kind", "i1"),  # CONDITIONS
    ("n", "i2"),  # base_min, cards_min; material of pays and yields
    ("items", "i2", (3,)),  # hold_*: how many of each material; -1 = not asked
]))  # fmt: skip

EFFECT = np.dtype((np.record, [
    ("when", "i1"),  # WHENS
    ("cost", "i2"),  # creativity of a will
    ("reach", "i1"),  # REACHES, of on_activate
    ("note", "i2"), ("note_false", "i2"),  # notes when it acts, and when its condition fails
    ("if_start", "i2"), ("if_n", "i1"),
    ("do_start", "i2"), ("do_n", "i1"),
]))  # fmt: skip

NODE = np.dtype((np.record, [
    ("is_there", "i1"),
    ("before", "i4"),  # bit set of nodes of which one must be filled; 0 = start node
    ("note", "i2"),  # note of its clause
    ("whens", "i4"),  # bit set of WHENS of its effects
    ("effect_start", "i2"), ("effect_n", "i1"),
    ("design", "i2"),  # place of its entry in the pack
    # estimates for heuristics (tables_worth); rules never read them
    ("worth", "f8", (MAX_ROUNDS,)),  # VP that its abilities bring from each round on
    ("paths", "f8", (MAX_ROUNDS, MAX_PATH)),  # VP of the best row of so many nodes (1 ...) that starts with it
    ("rate", "f8"),  # VP for each creativity of its will
    ("loss", "i2"),  # VP lost at the end, which `flips` turns into gains
    ("flips", "i1"), ("locks", "i1"),
]))  # fmt: skip

TABLES = np.dtype((np.record, [
    # rules constants (RULES.md section 1)
    ("rounds", "i2"), ("start_stock", "i2"), ("start_workers", "i2"), ("start_ap", "i2"), ("start_creativity", "i2"),
    ("start_items", "i2", (3,)), ("supply_ap", "i2"), ("supply_creativity", "i2"), ("supply_tokens", "i2"),
    ("ap_cap", "i2"), ("creativity_cap", "i2"), ("grid_spaces", "i2"), ("supply", "i2", (3,)),
    ("display_normal", "i2"), ("display_vp", "i2"), ("collect_ap", "i2"), ("persuade_ap", "i2"), ("restart_ap", "i2"),
    ("lens_cards_min", "i2"), ("lens_cards_max", "i2"), ("polish_vp_per_card", "i2"), ("foreign_use_vp", "i2"),
    ("end_stagnation_vp", "i2"), ("wills_per_ability_per_round", "i2"), ("turn_limit", "i2"),
    ("handicap", "i2", (4,)),  # VP by place in the turn order of round 1 (= seat)
    # rulings: place of the value in codes.RULINGS[name]
    *((name, "i1") for name in codes.RULINGS),
    ("n_cards", "i2"), ("n_normal", "i2"),  # normal cards come first
    ("cards", CARD, (MAX_CARDS,)),
    ("piles", "i2", (MAX_BASE_COST + 1,)),  # base cards by cost
    ("facilities", FACILITY, (len(codes.FACILITIES),)),
    ("tasks", TASK, (len(codes.TASKS),)),
    ("nodes", NODE, (N_CHARACTERS, MAX_NODES)),
    ("effects", EFFECT, (MAX_EFFECTS,)),
    ("ops", OP, (MAX_OPS,)),
    ("conditions", CONDITION, (MAX_CONDITIONS,)),
    ("has_bystanders", "i1"),  # 1 when an on_activate effect acts at others' activations
    # estimates for heuristics (tables_worth), by valuation and round: runs of a new lens, VP of a card in it by side
    ("runs", "f8", (N_VALUATIONS, MAX_ROUNDS)), ("unit_worth", "f8", (len(codes.KINDS),)),
    ("way_chance", "f8", (MAX_PATH,)),  # that a row of nodes is ended which needs so many tokens over those of supplies
    ("card_worth", "f8", (N_VALUATIONS, MAX_ROUNDS, 2, MAX_CARDS)),
    ("phantom_worth", "f8", (N_VALUATIONS, MAX_ROUNDS, N_PHANTOMS)), ("phantom_value", "i2", (N_PHANTOMS,)),
]))  # fmt: skip
