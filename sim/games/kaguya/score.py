"""The outcome row (RULES.md section 7) and the winner (K-N5 to K-N7)."""

from sim.core import note
from sim.game import Column, Role
from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st
from sim.kernel import kernel

# mypy: ignore-errors

PART = Role.PART
COUNT = Role.COUNT

DAYS = ("mon", "tue", "wed", "thu", "fri")

COLUMNS = (
    Column("turn_limit", "i1", Role.FLAG, "", "a day was ended by the turn cap"),
    Column("tie_broken", "i1", Role.FLAG, "", "equal top scores, decided by event cards"),
    Column("top_tie", "i1", COUNT, "players", "players with the highest score, before the tie-break"),
    Column("warnings", "u4", Role.MASK, "", "bits: deck empty, turn cap, tokens short, dice short"),
    Column("takeovers", "i2", COUNT, "reservations", "reservations taken over"),
    Column("placements", "i2", COUNT, "dice", "dice placed on characters"),
    Column("token_short", "i2", COUNT, "tokens", "tokens not gained because the stock was empty"),
    Column("dice_short", "i2", COUNT, "dice", "dice not gained because the stock was empty"),
    Column("reshuffles", "i2", COUNT, "times", "discards shuffled into a new deck"),
    Column("days_all_zero", "i1", COUNT, "days", "days on which nobody had vigour"),
    Column("days_no_match", "i1", COUNT, "days", "days on which no normal character showed today's number"),
    Column("days_tie_most", "i1", COUNT, "days", "days with a shared first rank in the contest"),
    Column("days_tie_second", "i1", COUNT, "days", "days with a shared second rank in the contest"),
    Column("ponk_2", "i1", COUNT, "days", "days with two ponkotsu characters at the event phase"),
    Column("ponk_3", "i1", COUNT, "days", "days with three ponkotsu characters at the event phase"),
    Column("ponk_4", "i1", COUNT, "days", "days with four ponkotsu characters at the event phase"),
    *(Column(f"event_{day}", "i2", Role.ID, "card", f"event card of {day}") for day in DAYS),
    Column("score", "i2", Role.SCORE, "points", "final score", True),
    Column("pts_slots", "i2", PART, "points", "pips of the slots chosen with vigour", True),
    Column("pts_events", "i2", PART, "points", "event cards taken", True),
    Column("pts_tokens", "i2", PART, "points", "tokens held at the end", True),
    Column("pts_cards", "i2", PART, "points", "by scene cards, net", True),
    Column("pts_ability", "i2", PART, "points", "by the ability, net", True),
    Column("pts_activity", "i2", PART, "points", "by activity bonuses, net", True),
    Column("pts_event_bonus", "i2", PART, "points", "by event bonuses, net", True),
    Column("pts_stolen", "i2", PART, "points", "stolen from or by others, net", True),
    Column("pts_penalty", "i2", PART, "points", "lost to the ponkotsu die", True),
    Column("event_cards", "i1", COUNT, "cards", "event cards taken", True),
    Column("start_days", "i1", COUNT, "days", "days as start player", True),
    Column("zero_vigour_days", "i1", COUNT, "days", "days without a token in the bag", True),
    Column("ponkotsu_days", "i1", COUNT, "days", "days ponkotsu at the event phase", True),
    Column("rights_first", "i1", COUNT, "days", "days with the first rank in the contest", True),
    Column("rights_second", "i1", COUNT, "days", "days with the second rank in the contest", True),
    Column("tokens_gained", "i2", COUNT, "tokens", "tokens gained from the stock", True),
    Column("tokens_bag_contest", "i2", COUNT, "tokens", "tokens put into the bag by the contest", True),
    Column("tokens_bag_effect", "i2", COUNT, "tokens", "tokens put into the bag by effects", True),
    Column("tokens_paid", "i2", COUNT, "tokens", "tokens paid or lost", True),
    Column("tokens_end", "i2", COUNT, "tokens", "tokens held at the end", True),
    Column("turns_begun", "i2", COUNT, "turns", "turns begun, passed ones included", True),
    Column("passes", "i2", COUNT, "turns", "turns lost to Pass on the ponkotsu die", True),
    Column("minus_rolls", "i2", COUNT, "rolls", "rolls of the ponkotsu die with the minus face", True),
    Column("ponkotsu_caused", "i2", COUNT, "times", "characters turned ponkotsu by this seat", True),
    Column("cures", "i2", COUNT, "times", "characters cured by this seat", True),
    Column("dice_rolled", "i2", COUNT, "dice", "dice rolled", True),
    Column("dice_unused", "i2", COUNT, "dice", "dice left at the end of the action phases", True),
    Column("reserves", "i2", COUNT, "times", "reservations made, take-overs included", True),
    Column("takeovers_made", "i2", COUNT, "times", "reservations taken from others", True),
    Column("takeovers_suffered", "i2", COUNT, "times", "reservations lost to others", True),
    Column("recovered_conv", "i2", COUNT, "cards", "conversion cards fetched", True),
    Column("recovered_act", "i2", COUNT, "cards", "action cards fetched", True),
    Column("uses_action", "i2", COUNT, "times", "action cards used", True),
    Column("uses_conv", "i2", COUNT, "times", "conversion cards turned", True),
    Column("uses_ability", "i2", COUNT, "times", "ability used", True),
    Column("placed_own", "i2", COUNT, "dice", "dice placed on the own character", True),
    Column("placed_other", "i2", COUNT, "dice", "dice placed on others", True),
    Column("cube_dice", "i1", COUNT, "steps", "final position on the dice track", True),
    Column("cube_tokens", "i1", COUNT, "steps", "final position on the token track", True),
    Column("slot_first", "i1", Role.ID, "slot", "slot chosen at setup", True),
    *(Column(f"slot_{day}", "i1", Role.ID, "slot", f"slot chosen on {day}", True) for day in DAYS),
    Column("round_score", "i2", Role.ROUND_SCORE, "points", "score after each day's event phase", True, 5),
    Column("owned", "u4", Role.MASK, "cards", "scene cards owned: card k is bit k % 32 of word k // 32", True, 3),
    Column("used", "u4", Role.MASK, "cards", "scene cards used, bits as in owned", True, 3),
)


@kernel
def _beats(a, b):
    """Whether seat a ranks above seat b: score, then event cards (K-N5, K-N6)."""
    return a.score > b.score or (a.score == b.score and a.n_events > b.n_events)


@kernel
def _rank(state, row):
    """Ranks and win shares (K-N5 to K-N7)."""
    n_winners = n_top = 0
    best = int(state.seats[0].score)
    for p in range(1, 4):
        best = max(best, int(state.seats[p].score))
    for p in range(4):
        rank = 1
        for q in range(4):
            rank += _beats(state.seats[q], state.seats[p])
        row.seats[p].rank = rank
        n_winners += rank == 1
        n_top += state.seats[p].score == best
    for p in range(4):
        row.seats[p].win_share = 1.0 / n_winners if row.seats[p].rank == 1 else 0.0
    row.winners = n_winners
    row.top_tie = n_top
    row.tie_broken = n_top > n_winners
    if n_top > n_winners:
        note(state.core, c.K_N6, n_top, n_winners)
    if n_winners > 1:
        note(state.core, c.K_N7, n_winners, 0)


@kernel
def _fill_points(seat, out):
    out.score = seat.score
    out.pts_slots = seat.pts_slots
    out.pts_events = seat.pts_events
    out.pts_tokens = seat.pts_tokens
    out.pts_cards = seat.pts_booked[st.BOOK_CARDS]
    out.pts_ability = seat.pts_booked[st.BOOK_ABILITY]
    out.pts_activity = seat.pts_booked[st.BOOK_ACTIVITY]
    out.pts_event_bonus = seat.pts_booked[st.BOOK_EVENT]
    out.pts_stolen = seat.pts_stolen
    out.pts_penalty = seat.pts_penalty
    for day in range(5):
        out.round_score[day] = seat.day_scores[day]


@kernel
def _fill_counts(seat, out):
    out.event_cards = seat.n_events
    out.start_days = seat.start_days
    out.zero_vigour_days = seat.zero_vigour_days
    out.ponkotsu_days = seat.ponkotsu_days
    out.rights_first = seat.rights_first
    out.rights_second = seat.rights_second
    out.tokens_gained = seat.tokens_gained
    out.tokens_bag_contest = seat.tokens_bag_contest
    out.tokens_bag_effect = seat.tokens_bag_effect
    out.tokens_paid = seat.tokens_paid
    out.tokens_end = seat.held
    out.turns_begun = seat.turns_begun
    out.passes = seat.passes
    out.minus_rolls = seat.minus_rolls
    out.ponkotsu_caused = seat.ponkotsu_caused
    out.cures = seat.cures
    out.dice_rolled = seat.dice_rolled
    out.dice_unused = seat.dice_unused


@kernel
def _fill_actions(seat, out):
    out.reserves = seat.reserves
    out.takeovers_made = seat.takeovers_made
    out.takeovers_suffered = seat.takeovers_suffered
    out.recovered_conv = seat.recovered_conv
    out.recovered_act = seat.recovered_act
    out.uses_action = seat.uses_action
    out.uses_conv = seat.uses_conv
    out.uses_ability = seat.uses_ability
    out.placed_own = seat.placed_own
    out.placed_other = seat.placed_other
    out.cube_dice = seat.cube[0]
    out.cube_tokens = seat.cube[1]
    out.slot_first = seat.slots_chosen[0]
    out.slot_mon = seat.slots_chosen[1]
    out.slot_tue = seat.slots_chosen[2]
    out.slot_wed = seat.slots_chosen[3]
    out.slot_thu = seat.slots_chosen[4]
    out.slot_fri = seat.slots_chosen[5]
    for word in range(3):
        out.owned[word] = seat.owned[word]
        out.used[word] = seat.used[word]


@kernel
def score(state, tables, row):
    """Fill one outcome row, save the engine's columns."""
    row.turn_limit = state.is_capped
    row.warnings = state.warnings
    row.turns = state.turns
    row.takeovers = state.takeovers
    row.placements = state.placements
    row.token_short = state.token_short
    row.dice_short = state.dice_short
    row.reshuffles = int(state.n_reshuffles[0]) + int(state.n_reshuffles[1])
    row.days_all_zero = state.days_all_zero
    row.days_no_match = state.days_no_match
    row.days_tie_most = state.days_tie_most
    row.days_tie_second = state.days_tie_second
    row.ponk_2 = state.ponk_days[2]
    row.ponk_3 = state.ponk_days[3]
    row.ponk_4 = state.ponk_days[4]
    row.event_mon = state.events[0]
    row.event_tue = state.events[1]
    row.event_wed = state.events[2]
    row.event_thu = state.events[3]
    row.event_fri = state.events[4]
    for p in range(4):
        out = row.seats[p]
        out.place = p + 1
        _fill_points(state.seats[p], out)
        _fill_counts(state.seats[p], out)
        _fill_actions(state.seats[p], out)
    _rank(state, row)
