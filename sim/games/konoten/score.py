"""The verb `score`: winners (N-E7, N-E8) and the outcome columns of RULES.md section 7."""

from sim.core import note
from sim.game import Column, Role
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import count_bits
from sim.games.konoten.layout import MAX_BASE_COST, MAX_NODES
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors

_PART_MEANINGS = {
    "vp_polish": "VP for the cards of new lenses",
    "vp_blades": "VP on the right of lenses that were run",
    "vp_owner_bonus": "VP because others ran an own lens",
    "vp_triggers": "VP of abilities that act at an event",
    "vp_wills": "VP of will abilities",
    "vp_round_end": "VP of abilities at the end of a round",
    "vp_stagnation": "VP for stagnation held at the end",
    "vp_end_nodes": "VP of abilities at the end of the game",
    "vp_multiplier": "VP that multiplying abilities added",
}

#: Counters of a seat that go to the row as they are: name -> unit, meaning.
_COUNTS = {
    "collects_normal": ("cards", "normal cards collected"), "collects_vp": ("cards", "VP cards collected"),
    "polishes": ("uses", "facility polish used (lenses made)"), "focus": ("uses", "facility focus used"),
    "negotiates": ("uses", "facility negotiate used"), "spirits": ("uses", "facility spirit used"),
    "wills": ("uses", "will abilities used"), "chains": ("runs", "new lenses run at once"),
    "act_own": ("runs", "own lenses run, chains included"), "act_foreign": ("runs", "foreign lenses run plainly"),
    "persuades": ("runs", "lenses run by persuading"), "restarts": ("runs", "lenses run by restarting"),
    "free_takes": ("runs", "lenses taken over by a will"), "final_acts": ("runs", "own lenses run at final scoring"),
    "ousted_by_others": ("workers", "own workers sent home by others"),
    "own_lens_used_by_others": ("runs", "own lenses run by others"),
    "growths": ("nodes", "nodes grown"), "growths_spent": ("nodes", "filled nodes spent"),
    "workers_gained": ("workers", "workers gained"), "workers_spent": ("workers", "workers sent to stock"),
    "ap_spent": ("AP", "action power spent"), "ap_lost_cap": ("AP", "action power lost to the cap"),
    "creativity_lost_cap": ("creativity", "creativity lost to the cap"),
    "materials_lost_grid": ("items", "new items that found no room"),
    "materials_short_supply": ("items", "items that the supply lacked"),
    "first_to_end_count": ("rounds", "rounds in which this seat ended first"), "turns_taken": ("turns", "main turns"),
}  # fmt: skip


_ROUNDS = tuple(f"round {number}" for number in range(1, st.MAX_ROUNDS + 1))
_COSTS = tuple(f"cost {cost}" for cost in range(MAX_BASE_COST + 1))


def _seat_counts() -> tuple[Column, ...]:
    return tuple(Column(name, "i2", Role.COUNT, *words, True) for name, words in _COUNTS.items())


COLUMNS = (
    Column("n_players", "i1", Role.COUNT, "players", "players in the game"),
    Column("start_seat", "i1", Role.ID, "", "seat that started", size=st.MAX_ROUNDS, names=_ROUNDS),
    Column("longest_list", "i2", Role.COUNT, "actions", "longest list of legal actions"),
    Column("lenses_total", "i1", Role.COUNT, "lenses", "lenses made"),
    Column("base_left", "i1", Role.COUNT, "cards", "base cards left", size=MAX_BASE_COST + 1, names=_COSTS),
    Column("normal_deck_left", "i1", Role.COUNT, "cards", "normal cards left in the deck"),
    Column("vp_deck_left", "i1", Role.COUNT, "cards", "VP cards left in the deck"),
    Column("vp_cards_unplayed", "i1", Role.COUNT, "cards", "VP cards in no lens"),
    Column("shared_win", "i1", Role.FLAG, "", "several seats share the win"),
    Column("tie_break_level", "i1", Role.ID, "", "what decided the win"),
    Column("turn_limit_hit", "i1", Role.FLAG, "", "the safety limit of turns was reached (N-R15)"),
    Column("warnings", "u4", Role.MASK, "", "bits: limit of turns"),
    Column("score", "i4", Role.SCORE, "VP", "VP at the end", True),
    *(Column(name, "i4", Role.PART, "VP", meaning, True) for name, meaning in _PART_MEANINGS.items()),
    Column("vp_handicap", "i2", Role.PART, "VP", "VP at the start", True),
    Column("round_score", "i4", Role.ROUND_SCORE, "VP", "VP after each round", True, st.MAX_ROUNDS),
    Column("lenses", "i1", Role.COUNT, "lenses", "own lenses", True),
    Column("lens_cards", "i2", Role.COUNT, "cards", "development cards in own lenses", True),
    Column("lens_result_sum", "i2", Role.COUNT, "points of result", "result values of own lenses", True),
    Column("largest_lens", "i1", Role.COUNT, "cards", "development cards in the largest own lens", True),
    Column("mean_base_cost", "f4", Role.COUNT, "AP", "mean base cost of own lenses, 0 without any", True),
    *_seat_counts(),
    Column("task_round", "i1", Role.ID, "", "round in which the task was done", True, 3, names=codes.TASKS),
    Column("workers_final", "i1", Role.COUNT, "workers", "workers at the end, wherever they stand", True),
    Column("ap_left", "i2", Role.COUNT, "AP", "action power left", True),
    Column("left_items", "i2", Role.COUNT, "items", "items left", True, 3, names=codes.MATERIALS),
    Column("hand_left", "i1", Role.COUNT, "cards", "cards left in hand", True),
    Column("lock_filled", "i1", Role.FLAG, "", "the lock node is filled at the end", True),
    Column("cards_in_lenses", "u8", Role.MASK, "cards", "development cards in own lenses", True),
    Column("nodes_used", "u4", Role.MASK, "nodes", "nodes whose ability ever acted", True, 3, MAX_NODES),
    Column("nodes_grown", "u4", Role.MASK, "nodes", "nodes ever grown", True, 3, MAX_NODES),
    Column("nodes_final", "u4", Role.MASK, "nodes", "nodes filled at the end", True, 3, MAX_NODES),
)


@kernel
def _beats(a, b):
    """How far seat a ranks above seat b: 0 not, 1 by VP, 2 lenses, 3 cards, 4 result values (N-E7)."""
    if a.vp != b.vp:
        return 1 if a.vp > b.vp else 0
    if a.n_lenses != b.n_lenses:
        return 2 if a.n_lenses > b.n_lenses else 0
    if a.lens_cards != b.lens_cards:
        return 3 if a.lens_cards > b.lens_cards else 0
    return 4 if a.result_sum > b.result_sum else 0


@kernel
def _rank(state, row):
    """Ranks, win shares and what decided the win (N-E7, N-E8)."""
    n = int(state.core.n_seats)
    n_winners = level = 0
    for p in range(n):
        rank = 1
        for q in range(n):
            rank += _beats(state.seats[q], state.seats[p]) > 0
        row.seats[p].rank = rank
        n_winners += rank == 1
    for p in range(n):
        if row.seats[p].rank == 1:
            row.seats[p].win_share = 1.0 / n_winners
            for q in range(n):
                if row.seats[q].rank != 1:
                    level = max(level, _beats(state.seats[p], state.seats[q]))
        else:
            row.seats[p].win_share = 0.0
    row.winners = n_winners
    row.shared_win = n_winners > 1
    row.tie_break_level = 4 if n_winners > 1 else max(level - 1, 0)
    note(state.core, c.N_E7, n_winners, level)
    if n_winners > 1:
        note(state.core, c.N_E8, n_winners, 0)
    elif level > 1:
        note(state.core, c.N_E7_LENSES + level - 2, n_winners, 0)


@kernel
def _set_bits(words, character, bits):
    """Bits of 16 nodes into the words of a mask column."""
    at = 16 * character
    words[at // 32] |= bits << (at % 32)


@kernel
def _fill_points(state, p, out, handicap):
    seat = state.seats[p]
    out.score = seat.vp
    out.vp_polish = seat.parts[st.PART_POLISH]
    out.vp_blades = seat.parts[st.PART_BLADES]
    out.vp_owner_bonus = seat.parts[st.PART_OWNER_BONUS]
    out.vp_triggers = seat.parts[st.PART_TRIGGERS]
    out.vp_wills = seat.parts[st.PART_WILLS]
    out.vp_round_end = seat.parts[st.PART_ROUND_END]
    out.vp_stagnation = seat.parts[st.PART_STAGNATION]
    out.vp_end_nodes = seat.parts[st.PART_END_NODES]
    out.vp_multiplier = seat.parts[st.PART_MULTIPLIER]
    out.vp_handicap = handicap
    for k in range(st.MAX_ROUNDS):
        out.round_score[k] = seat.round_vp[k]


@kernel
def _fill_counts(seat, out):
    out.collects_normal = seat.collects_normal
    out.collects_vp = seat.collects_vp
    out.wills = seat.wills
    out.focus = seat.focus
    out.negotiates = seat.negotiates
    out.spirits = seat.spirits
    out.polishes = seat.polishes
    out.chains = seat.chains
    out.act_own = seat.act_own
    out.act_foreign = seat.act_foreign
    out.persuades = seat.persuades
    out.restarts = seat.restarts
    out.free_takes = seat.free_takes
    out.final_acts = seat.final_acts
    out.ousted_by_others = seat.ousted_by_others
    out.own_lens_used_by_others = seat.own_lens_used_by_others
    out.growths = seat.growths
    out.growths_spent = seat.growths_spent
    out.workers_gained = seat.workers_gained
    out.workers_spent = seat.workers_spent
    out.ap_spent = seat.ap_spent
    out.ap_lost_cap = seat.ap_lost_cap
    out.creativity_lost_cap = seat.creativity_lost_cap
    out.materials_lost_grid = seat.materials_lost_grid
    out.materials_short_supply = seat.materials_short_supply
    out.first_to_end_count = seat.first_to_end_count
    out.turns_taken = seat.turns


@kernel
def _fill_end(state, p, out):
    seat = state.seats[p]
    out.lenses = seat.n_lenses
    out.lens_cards = seat.lens_cards
    out.lens_result_sum = seat.result_sum
    out.largest_lens = seat.largest
    out.mean_base_cost = float(seat.base_sum) / float(seat.n_lenses) if seat.n_lenses > 0 else 0.0
    for k in range(3):
        out.task_round[k] = seat.task_round[k]
        out.left_items[k] = seat.items[k]
    out.workers_final = n_workers(state, p)
    out.ap_left = seat.ap
    out.hand_left = seat.n_hand
    out.lock_filled = seat.is_locked
    out.cards_in_lenses = seat.played
    for word in range(3):
        out.nodes_final[word] = 0
        out.nodes_grown[word] = 0
        out.nodes_used[word] = 0
    character = int(seat.character)
    _set_bits(out.nodes_final, character, int(seat.nodes))
    _set_bits(out.nodes_grown, character, int(seat.grown))
    _set_bits(out.nodes_used, character, int(seat.acted_nodes))


@kernel
def score(state, tables, row):
    """Fill one outcome row, save the engine's columns."""
    n_vp = int(tables.n_cards) - int(tables.n_normal)
    row.n_players = state.core.n_seats
    row.turns = state.main_turns
    row.longest_list = state.core.longest_list
    row.lenses_total = state.n_lenses
    row.normal_deck_left = state.n_left[0]
    row.vp_deck_left = state.n_left[1]
    row.turn_limit_hit = state.is_limited
    row.warnings = state.is_limited
    for k in range(st.MAX_ROUNDS):
        row.start_seat[k] = state.starts[k]
    for cost in range(MAX_BASE_COST + 1):
        row.base_left[cost] = state.piles[cost]
    for p in range(int(state.core.n_seats)):
        out = row.seats[p]
        out.place = p + 1
        _fill_points(state, p, out, int(tables.handicap[p]))
        _fill_counts(state.seats[p], out)
        _fill_end(state, p, out)
        n_vp -= count_bits(int(state.seats[p].played) >> int(tables.n_normal))
    row.vp_cards_unplayed = n_vp
    _rank(state, row)
