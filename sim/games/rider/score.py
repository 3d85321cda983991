"""The verb `score`: winners (R-V3), ranks and the outcome columns of RULES.md section 7."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import state as st
from sim.games.rider.factions import kept_faction
from sim.games.rider.layout import MAX_SKILLS
from sim.games.rider.stack import is_in
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def has_winners(state):
    return state.core.is_over != 0 and state.core.end_reason > 0


@kernel
def has_won(state, tables, p):
    """R-V3: the living, and the dead whose kept faction is the winning one; alone the last to die counts as living."""
    if not has_winners(state):
        return False
    if is_in(state.alive, p) or (state.alive == 0 and state.last_dead == p):
        return True
    faction = kept_faction(state, tables, p)
    return tables.dead_share == 0 and faction != 0 and faction == state.winner_faction


@kernel
def is_before(state, tables, p, q):
    """Whether seat p ranks before seat q: winners (without any: survivors), then later deaths."""
    any_won = has_winners(state)
    first = has_won(state, tables, p) if any_won else is_in(state.alive, p) == 1
    second = has_won(state, tables, q) if any_won else is_in(state.alive, q) == 1
    if first or second:
        return first and not second
    return state.seats[p].death_order > state.seats[q].death_order


@kernel
def rank_all(state, tables, row):
    """Win shares, credits and ranks."""
    n = int(state.core.n_seats)
    n_winners = 0
    for p in range(n):
        n_winners += has_won(state, tables, p)
    for p in range(n):
        rank = 1
        for q in range(n):
            rank += is_before(state, tables, q, p)
        is_winner = has_won(state, tables, p)
        row.seats[p].rank = rank
        row.seats[p].win_share = 1.0 if is_winner else 0.0
        row.seats[p].credit = 1.0 / n_winners if is_winner else 0.0
    row.winners = n_winners
    row.winners_n = n_winners
    if n_winners > 0:
        note(state.core, c.R_V3, n_winners, 0)


@kernel
def faction_code(faction):
    """A faction as the columns show it: villains by the seat they were made for, from 1."""
    return 101 + (faction - st.VILLAIN) % 16 if faction >= st.VILLAIN else faction


@kernel
def winner_code(state):
    if not has_winners(state):
        return 0
    faction = int(state.winner_faction)
    return 300 - faction if faction < 0 else faction_code(faction)


@kernel
def fill_game(state, row):
    """Columns of the game."""
    row.n_seats = state.core.n_seats
    row.first_seat = state.first_seat + 1
    row.turns = state.turns
    row.winner_faction = winner_code(state)
    row.turn_limit = state.core.end_reason == st.END_CAP or state.core.end_reason == st.END_PILES
    row.rounds = state.round_no
    row.skipped_turns = state.skipped_turns
    row.stack_max = state.stack_max
    row.deaths_n = state.n_dead
    row.first_death_round = state.first_death_round
    row.reshuffles_n = state.reshuffles_n
    row.nullify_n = state.nullify_n
    row.judge_n = state.judge_n
    row.pindian_n = state.pindian_n
    row.chain_n = state.chain_n
    row.cancel_n = state.cancel_n
    row.dmg_plain = state.dmg[0]
    row.dmg_fire = state.dmg[1]
    row.dmg_thunder = state.dmg[2]
    row.dmg_ice = state.dmg[3]
    row.dmg_poison = state.dmg[4]
    row.hp_lost_total = state.hp_lost_total
    row.faction_size_max = state.faction_size_max
    row.villains_link_n = state.villains_link_n
    row.faction_changes_n = state.faction_changes_n
    row.warnings = int(state.warnings) | (st.WARN_DECISIONS if state.core.is_over == 0 else 0)


@kernel
def fill_person(state, tables, p, out):
    """Who sat there and what became of him."""
    seat = state.seats[p]
    has_kept = seat.warrior_start >= 0
    out.place = seat.place
    out.survived = is_in(state.alive, p)
    out.villain = seat.is_villain
    out.hidden_end = seat.reveal_how == 0
    out.warrior_start = seat.warrior_start
    out.warrior_end = seat.warrior
    out.group = tables.warriors[int(seat.warrior_start)].group if has_kept else -1
    out.faction_printed = tables.warriors[int(seat.warrior_start)].faction if has_kept else 0
    out.faction_end = faction_code(int(seat.effective))
    for k in range(st.MAX_OFFERS):
        out.offer[k] = seat.offers[k]
    out.reveal_how = seat.reveal_how
    out.killer_seat = seat.killer + 1 if seat.killer >= 0 else -1
    for k in range(st.N_ROUND_HP):
        out.round_hp[k] = seat.round_hp[k] if seat.round_hp[k] >= 0 else max(int(seat.hp), 0)
    for w in range(MAX_SKILLS // 64):
        out.skills_used[w] = int(seat.skills_used[2 * w]) | (int(seat.skills_used[2 * w + 1]) << 32)
    out.kinds_worn = seat.kinds_worn


@kernel
def fill_harm(seat, out):
    out.reveal_turn = seat.reveal_turn
    out.reveal_round = seat.reveal_round
    out.death_round = seat.death_round
    out.kills = seat.kills
    out.kills_own = seat.kills_own
    out.reward_cards = seat.reward_cards
    out.dealt_plain = seat.dealt[0]
    out.dealt_fire = seat.dealt[1]
    out.dealt_thunder = seat.dealt[2]
    out.dealt_ice = seat.dealt[3]
    out.dealt_poison = seat.dealt[4]
    out.taken_plain = seat.taken[0]
    out.taken_fire = seat.taken[1]
    out.taken_thunder = seat.taken[2]
    out.taken_ice = seat.taken[3]
    out.taken_poison = seat.taken[4]
    out.hp_lost = seat.hp_lost
    out.healed = seat.healed
    out.hp_end = seat.hp
    out.form_caps = seat.form_caps
    out.rescues = seat.rescues


@kernel
def fill_play(seat, out):
    out.rage_gained = seat.rage_gained
    out.rage_spent = seat.rage_spent
    out.rage_strikes = seat.rage_strikes
    out.rage_charges = seat.rage_charges
    out.forms_change = seat.forms_change
    out.forms_up = seat.forms_up
    out.forms_down = seat.forms_down
    out.supply_drawn = seat.supply_drawn
    out.strikes = seat.n_strikes
    out.hits = seat.n_hits
    out.dodges = seat.n_dodges
    out.battle_skills = seat.battle_skills
    out.equips = seat.equips
    out.drawn = seat.drawn
    out.discarded = seat.discarded
    out.down_turned = seat.down_turned
    out.linked_n = seat.linked_n
    out.inverted_n = seat.inverted_n
    out.skill_uses = seat.skill_uses


@kernel
def score(state, tables, row):
    """Fill one outcome row, save the engine's columns."""
    fill_game(state, row)
    n_living = n_villains = 0
    for p in range(int(state.core.n_seats)):
        fill_person(state, tables, p, row.seats[p])
        fill_harm(state.seats[p], row.seats[p])
        fill_play(state.seats[p], row.seats[p])
        n_living += is_in(state.alive, p)
        n_villains += int(state.seats[p].is_villain)
    row.survivors_n = n_living
    row.villains_n = n_villains
    rank_all(state, tables, row)
