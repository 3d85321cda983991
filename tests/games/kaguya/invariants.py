"""Section 9 of RULES.md as compiled code: what must hold after every action of every game.

`Checker.play` plays uniformly random games and stops at the first invariant that breaks. The checks read the state
before and after the action, the log of the action (so that turns which came and went unasked are seen), and a TRACK
record that remembers the day.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.game import GameData, GameSpec
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.kernel import entry_kernel, kernel, source_digest
from sim.playout import kernel_digest

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

TEXTS = {
    1: "all dice are somewhere, once",
    2: "a character's tokens are somewhere, once",
    3: "each scene card is in exactly one place, initial cards with their owner",
    4: "hearts at home and on cards are all there; a heart has exactly one die, which does not fall",
    5: "at most three dice on a character, at most twelve placements a day",
    6: "the four cards stand on four slots; cubes are on their tracks",
    7: "the score is the sum of its parts and not negative",
    8: "who is out stays out and is not asked for an action",
    9: "a turn begun while ponkotsu has exactly one roll or one skip, first of all",
    10: "everybody has an acted turn each day, the last one is the drop-out turn",
    11: "a card is fetched in a later acted turn, and everybody had the chance to",
    12: "one activity bonus for each character that was placed on, none for others",
    13: "0, 2, 3 or 4 characters are ponkotsu, none of them without dice",
    14: "a throw is within right and source; who is ponkotsu has no right",
    15: "slot points are the total of the slot, 0 without vigour, at most 18",
    16: "first in vigour order = tomorrow's start player = taker of the event card",
    17: "a used action card holds its dice; a conversion card is turned once a day",
    18: "the stack is empty at D1, D2, D4; legal actions exist and are different",
    19: "win shares sum to 1; rank 1 means a share of the win",
}

TRACK = np.dtype(
    (
        np.record,
        [
            ("ops", "u8"),  # bit set of the ops in the pack
            ("has_ponkotsu_cost", "i1"),
            ("placed", "i1", (4,)),  # by seat: somebody placed on the character today
            ("activity", "i1", (4,)),  # by seat: activity bonuses today
            ("acted", "i2", (4,)),  # by seat: acted turns when the last action phase ended
            ("placements", "i2"),  # placements when the day began
            ("ponkotsu", "i1", (4,)),  # by seat, as told by the log
            ("must_roll", "i1"),  # seat whose turn began and whose roll is due, -1 = nobody
            ("may_skip", "i1"),  # 1: the roll that is due may be skipped
            ("has_wrong_right", "i1"),  # 1: a ponkotsu character got a right in the contest
            ("vigour", "i2", (4,)),
            ("n_vigour", "i1"),  # players told in today's vigour order
            ("last", "i1"),  # the last of them
            ("first", "i1"),  # first in the last vigour order, -1 = none yet
            ("n_actions", "i4"),
            ("action", "i4"),  # the last action
            ("game", "i8"),
        ],
    )
)


@kernel
def has_op(track, op):
    return (int(track.ops) >> op) & 1 == 1


# ---- 1, 2, 5, 6: pieces ----


@kernel
def count_dice(state):
    """Dice in all places of invariant 1."""
    n = int(state.stock_dice) + int(state.beaten_dice) + int(state.left_dice)
    n += 1 if state.today > 0 else 0
    for p in range(4):
        for face in range(1, 7):
            n += int(state.seats[p].pool[face]) + int(state.seats[p].aside[face])
        n += int(state.slots[p].n)
    for i in range(8):
        n += 1 if state.display_die[i] > 0 else 0
    for card in range(codes.N_CARDS):
        packed = int(state.card_dice[card])
        while packed > 0:
            n += 1
            packed >>= 3
    return n


@kernel
def check_dice(state, tables):
    """1; a die that is being changed may be in the hand while its new face is asked."""
    n = count_dice(state)
    in_hand = 1 if state.depth > 0 else 0
    if state.phase == st.PHASE_SETUP:
        return n == tables.dice_total
    if n > tables.dice_total or n < tables.dice_total - in_hand or state.stock_dice < 0:
        return False
    for p in range(4):
        seat = state.seats[p]
        held = aside = 0
        for face in range(1, 7):
            if seat.pool[face] < 0 or seat.aside[face] < 0:
                return False
            held += int(seat.pool[face])
            aside += int(seat.aside[face])
        if held != seat.n_pool or (state.depth == 0 and aside != 0):
            return False
    return True


@kernel
def check_tokens(state, tables):
    for p in range(4):
        seat = state.seats[p]
        total = int(seat.stock) + int(seat.held) + int(seat.bag) + int(seat.removed)
        if total != tables.tokens_per_character or min(seat.stock, seat.held, seat.bag, seat.removed) < 0:
            return False
        if seat.removed != 0 and tables.bag_tokens_after != 1:
            return False
    return True


@kernel
def check_slots(state, tables, track):
    """5: dice on the slots and their totals; placements of a day."""
    for s in range(4):
        slot = state.slots[s]
        if slot.n < 0 or slot.n > tables.character_dice_max:
            return False
        total = 0
        for i in range(slot.n):
            if slot.dice[i] < 1 or slot.dice[i] > 6:
                return False
            total += int(slot.dice[i])
        if total != slot.total:
            return False
    most = 4 * int(tables.character_dice_max)
    return has_op(track, codes.OP_SLOT_REMOVE) or int(state.placements) - int(track.placements) <= most


@kernel
def check_board(state):
    """6."""
    for p in range(4):
        for track in range(2):
            if state.seats[p].cube[track] < 0 or state.seats[p].cube[track] > 2:
                return False
    if state.phase == st.PHASE_SETUP or state.phase == st.PHASE_SLOTS:
        return True
    for p in range(4):
        slot = int(state.seats[p].slot)
        if slot < 0 or slot > 3 or state.slots[slot].seat != p:
            return False
    return True


# ---- 3, 4: cards and hearts ----


@kernel
def places_of(state, card):
    """Places in which a scene card is found."""
    kind = 0 if card < codes.ACTION_FIRST else 1
    n = 0
    for i in range(state.n_deck[kind]):
        n += state.decks[kind, i] == card
    for i in range(8):
        n += state.display[i] == card
    n += (int(state.discards[kind]) >> (card - kind * codes.ACTION_FIRST)) & 1
    for p in range(4):
        n += owns(state.seats[p], card)
    return n


@kernel
def owns(seat, card):
    """How often a card stands among a player's cards."""
    n = 0
    for i in range(seat.n_conversion):
        n += seat.conversion[i] == card
    for i in range(seat.n_action):
        n += seat.action[i] == card
    return n


@kernel
def check_cards(state, tables, track):
    """3; cards that are being looked at are in no list."""
    for kind in range(2):
        first = kind * codes.ACTION_FIRST
        size = int(tables.conversion_deck) if kind == 0 else int(tables.action_deck)
        for i in range(30):
            n = places_of(state, first + i)
            if n > (1 if i < size else 0) or (n == 0 and i < size and state.depth == 0):
                return False
        if state.n_reshuffles[kind] == 0 and not has_op(track, codes.OP_DRAW) and state.phase != st.PHASE_SETUP:
            left = size - int(tables.face_up_per_kind) * (int(state.day) + 1)
            if left >= 0 and state.n_deck[kind] != left:
                return False
    for p in range(4):
        character = int(state.seats[p].character)
        first = codes.INITIAL_ACTION_FIRST + 2 * character
        if owns(state.seats[p], codes.INITIAL_CONVERSION_FIRST + character) != 1:
            return False
        if owns(state.seats[p], first) != 1 or owns(state.seats[p], first + 1) != 1:
            return False
    return True


@kernel
def check_hearts(before, state, tables, track):
    """4."""
    for p in range(4):
        n = int(state.seats[p].hearts)
        for i in range(8):
            n += state.display_seat[i] == p
        if n != tables.hearts_per_player or state.seats[p].hearts < 0:
            return False
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION
    for i in range(8):
        die = int(state.display_die[i])
        is_reserved = state.display_seat[i] >= 0
        if is_reserved != (die > 0) or die > 6 or (is_reserved and state.display[i] < 0):
            return False
        old = int(before.display_die[i])
        is_fallen = is_same_day and state.display[i] == before.display[i] and die < old
        if is_fallen and (die > 0 or not has_op(track, codes.OP_UNRESERVE)):
            return False
    return True


# ---- 7: score ----


@kernel
def check_scores(state, tables):
    stolen = 0
    for p in range(4):
        seat = state.seats[p]
        score = int(tables.start_score) + int(tables.handicap[p])
        score += int(seat.pts_slots) + int(seat.pts_events) + int(seat.pts_tokens)
        score += int(seat.pts_stolen) + int(seat.pts_penalty)
        for i in range(4):
            score += int(seat.pts_booked[i])
        stolen += int(seat.pts_stolen)
        if score != seat.score or seat.pts_slots < 0 or seat.pts_penalty > 0:
            return False
        if tables.score_floor == 0 and seat.score < 0 and tables.handicap[p] >= 0:
            return False
    return stolen == 0


# ---- 8 to 13, 17: the day ----


@kernel
def check_out(before, state):
    """8."""
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION and state.phase == st.PHASE_ACTION
    for p in range(4):
        if is_same_day and before.seats[p].is_in == 0 and state.seats[p].is_in == 1:
            return False
    if state.ask == st.ASK_TURN and state.core.is_over == 0:
        actor = int(state.core.actor)
        return state.seats[actor].is_in == 1 and actor == state.turn_seat and state.phase == st.PHASE_ACTION
    return True


@kernel
def check_rolls(before, state, track):
    """9, from the log: after FACT_TURN of a ponkotsu player the next thing is his roll. Rights are read for 14."""
    for i in range(state.core.n_log):
        code, a = int(state.core.log[i, 0]), int(state.core.log[i, 1])
        if code == c.CHANCE_PONKOTSU:
            if track.must_roll != a:
                return False
            track.must_roll = -1
        elif code == c.FACT_TURN or code == c.FACT_OUT:
            if track.must_roll >= 0 and track.may_skip == 0:
                return False
            track.must_roll = a if code == c.FACT_TURN and track.ponkotsu[a] == 1 else -1
            track.may_skip = 1 if before.seats[a].skips_roll == 1 else 0
        elif code == c.FACT_PONKOTSU:
            track.ponkotsu[a] = 1
        elif code == c.FACT_CURE:
            track.ponkotsu[a] = 0
        elif code == c.K_X16 and has_op(track, codes.OP_SKIP_ROLL):
            track.may_skip = 1
        elif code == c.K_W11:
            track.ponkotsu[a] = 0
        elif code == c.FACT_CONTEST and track.ponkotsu[a] == 1 and int(state.core.log[i, 2]) >= 16:
            track.has_wrong_right = 1
    if track.must_roll >= 0 and track.may_skip == 0:
        return False
    track.must_roll = -1
    wrong = 0
    for p in range(4):
        wrong += track.ponkotsu[p] != state.seats[p].is_ponkotsu
    return wrong == 0


@kernel
def is_day_end(before, state):
    """Whether the action ended an action phase."""
    return before.phase == st.PHASE_ACTION and (state.phase == st.PHASE_CONTEST or state.phase == st.PHASE_SLOTS)


@kernel
def check_acted(before, state, tables, track):
    """10."""
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION
    for p in range(4):
        if is_same_day and before.seats[p].is_in == 0 and before.seats[p].acted != state.seats[p].acted:
            return False
    if not is_day_end(before, state):
        return True
    for p in range(4):
        seat = state.seats[p]
        if state.is_capped == 0 and (seat.acted <= track.acted[p] or (seat.is_in == 1 and tables.stop_rule != 2)):
            return False
        track.acted[p] = seat.acted
    return True


@kernel
def check_fetch(before, state, tables, action):
    """11."""
    if action >> 24 == codes.FORM_RECOVER:
        actor = int(before.core.actor)
        for i in range(8):
            if before.display[i] == (action >> 16) & 255:
                earlier = before.display_acted[i] < before.seats[actor].acted
                return (
                    earlier and before.display_seat[i] == actor and owns(state.seats[actor], (action >> 16) & 255) == 1
                )
        return False
    if is_day_end(before, state) and state.is_capped == 0 and tables.stop_rule != 2:
        for i in range(8):
            p = int(state.display_seat[i])
            if p >= 0 and state.display_acted[i] >= state.seats[p].acted:
                return False
    return True


@kernel
def check_activity(before, state, track, action):
    """12."""
    if action >> 24 == codes.FORM_PLACE:
        for p in range(4):
            if state.seats[p].character == (action & 0xFFFF) >> 4:
                track.placed[p] = 1
    for i in range(state.core.n_log):
        if state.core.log[i, 0] == c.FACT_ACTIVITY:
            track.activity[state.core.log[i, 1]] += 1
    for p in range(4):
        if track.activity[p] > 1 or track.activity[p] > track.placed[p]:
            return False
        if is_day_end(before, state) and track.activity[p] != track.placed[p]:
            return False
    return True


@kernel
def is_plain_ponkotsu(track):
    """Whether nothing in the pack changes ponkotsu or slot dice but placements."""
    if track.has_ponkotsu_cost == 1:
        return False
    for op in range(codes.OP_SLOT_SHIFT, codes.OP_SLOT_SWAP + 1):
        if has_op(track, op):
            return False
    return not (has_op(track, codes.OP_CURE) or has_op(track, codes.OP_AFFLICT) or has_op(track, codes.OP_SHIELD))


@kernel
def check_ponkotsu(state, tables, track):
    """13."""
    if not is_plain_ponkotsu(track) or state.phase != st.PHASE_ACTION or tables.ponkotsu_reset != 0:
        return True
    n = 0
    for p in range(4):
        if state.seats[p].is_ponkotsu == 1:
            n += 1
            if state.slots[state.seats[p].slot].n == 0:
                return False
    return n != 1


@kernel
def check_used(before, state, track, action):
    """17."""
    card = (action >> 16) & 255
    if (action >> 24 == codes.FORM_CONVERT or action >> 24 == codes.FORM_USE) and before.is_used[card] != 0:
        return False
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION and state.phase == st.PHASE_ACTION
    for p in range(4):
        seat = state.seats[p]
        for i in range(seat.n_action):
            if (state.card_dice[seat.action[i]] != 0) != (state.is_used[seat.action[i]] != 0):
                return False
    for k in range(codes.N_CARDS):
        if is_same_day and before.is_used[k] == 1 and state.is_used[k] == 0 and not has_op(track, codes.OP_READY):
            return False
    return True


# ---- 14 to 16: the evening ----


@kernel
def check_throw(before, state, tables, track, action):
    """14."""
    if track.has_wrong_right == 1:
        return False
    if action >> 24 != codes.FORM_THROW:
        return True
    seat = before.seats[before.core.actor]
    source = int(seat.held) if tables.contest_token_source == 0 else int(seat.stock)
    n = action & 0xFFFF
    return n <= seat.right and n <= source and seat.is_ponkotsu == 0


@kernel
def check_slot_points(before, state, track, action):
    """15."""
    for p in range(4):
        gained = int(state.seats[p].pts_slots) - int(before.seats[p].pts_slots)
        expected = 0
        is_choice = action >> 24 == codes.FORM_SLOT and before.phase == st.PHASE_SLOTS
        if is_choice and p == before.core.actor and track.vigour[p] > 0:
            expected = int(before.slots[(action & 0xFFFF) - 1].total)
        if gained != expected or gained > 18:
            return False
    return True


@kernel
def read_vigour(state, track):
    """16, K-E10: the vigour order is falling, ties in favour of the later place; its first is remembered."""
    for i in range(state.core.n_log):
        code, p, vigour = int(state.core.log[i, 0]), int(state.core.log[i, 1]), int(state.core.log[i, 2])
        if code != c.FACT_VIGOUR:
            continue
        if track.n_vigour == 0:
            track.first = p
        else:
            place = (p - int(state.start_seat)) & 3
            last_place = (int(track.last) - int(state.start_seat)) & 3
            last = int(track.vigour[track.last])
            if last < vigour or (last == vigour and last_place < place):
                return False
        track.vigour[p] = vigour
        track.last = p
        track.n_vigour += 1
    return True


@kernel
def check_winner(before, state, tables, track):
    """16."""
    if not read_vigour(state, track):
        return False
    n = 0
    for p in range(4):
        n += int(state.seats[p].n_events)
    days = int(state.day)
    if state.core.is_over == 1:
        days = 5
    extra = 1 if state.phase == st.PHASE_SLOTS else 0
    is_strict = tables.all_zero_winner == 0
    if n > days + extra or (is_strict and n < days):
        return False
    is_new_day = state.day > before.day and before.phase != st.PHASE_SETUP
    if not (is_new_day or (state.core.is_over == 1 and before.core.is_over == 0)):
        return True
    if track.n_vigour != 4:
        return False
    track.n_vigour = 0
    winner = state.seats[track.first]
    if is_strict or track.vigour[track.first] > 0:
        if winner.n_events == 0 or winner.events[winner.n_events - 1] != state.events[before.day]:
            return False
        return not is_new_day or state.start_seat == track.first
    return not is_new_day or state.start_seat == before.start_seat


@kernel
def start_day(before, state, track):
    """Forget the last day when a new one began."""
    if state.day != before.day or (before.phase == st.PHASE_SETUP and state.phase != st.PHASE_SETUP):
        track.placed[:] = 0
        track.activity[:] = 0
        track.placements = before.placements


# ---- 18, 19 ----


@kernel
def check_legal(state, actions, n):
    """18."""
    if state.core.is_over == 1:
        return n == 0
    is_bottom = state.ask == st.ASK_SLOT or state.ask == st.ASK_TURN
    if n < 1 or (is_bottom and state.depth != 0):
        return False
    for i in range(n):
        for j in range(i):
            if actions[i] == actions[j]:
                return False
    return True


@kernel
def check_row(row):
    """19, after the end."""
    total = 0.0
    for p in range(4):
        seat = row.seats[p]
        total += seat.win_share
        if (seat.rank == 1) != (seat.win_share > 0.0):
            return False
    return abs(total - 1.0) < 1e-12


# ---- all of them ----


@kernel
def check_state(state, tables, track):
    """Number of the first invariant of a single state that is broken, 0 = none."""
    if not check_dice(state, tables):
        return 1
    if not check_tokens(state, tables):
        return 2
    if not check_cards(state, tables, track):
        return 3
    if not check_slots(state, tables, track):
        return 5
    if not check_board(state):
        return 6
    if not check_scores(state, tables):
        return 7
    if not check_ponkotsu(state, tables, track):
        return 13
    return 0


@kernel
def check_step(before, state, tables, track, action):
    """Number of the first invariant of a step that is broken, 0 = none."""
    if not check_hearts(before, state, tables, track):
        return 4
    if not check_out(before, state):
        return 8
    if not check_rolls(before, state, track):
        return 9
    if not check_acted(before, state, tables, track):
        return 10
    if not check_fetch(before, state, tables, action):
        return 11
    if not check_activity(before, state, track, action):
        return 12
    if not check_throw(before, state, tables, track, action):
        return 14
    if not check_slot_points(before, state, track, action):
        return 15
    if not check_winner(before, state, tables, track):
        return 16
    if not check_used(before, state, track, action):
        return 17
    return 0


@kernel
def check(before, state, tables, track, action, actions, n):
    """Number of the first invariant that an action broke, 0 = none; `actions[:n]` are legal now."""
    start_day(before, state, track)
    broken = check_state(state, tables, track)
    if broken == 0:
        broken = check_step(before, state, tables, track, action)
    if broken == 0 and not check_legal(state, actions, n):
        broken = 18
    return broken


def make_run(game: GameSpec) -> Any:
    """The compiled loop: random games from `first` on, checked after every action."""
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    max_actions = 4 * game.max_decisions

    def run(states, befores, blanks, tables, tracks, actions, rows, orders, keys, first, n_games, stop):
        rules = tables[0]
        track = tracks[0]
        for game_index in range(first, first + n_games):
            states[0] = blanks[0]
            state = states[0]
            core = state.core
            core.n_seats = 4
            core.is_logged = 1
            core.deal_key = rng.fold(keys[0], game_index)
            core.table_key = rng.fold(keys[1], game_index)
            choice_key = rng.fold(keys[2], game_index)
            for p in range(4):
                core.characters[p] = orders[game_index % 24, p]
            start_track(track, game_index)
            befores[0] = blanks[0]
            setup(state, rules)
            n = legal_actions(state, rules, actions)
            broken = check(befores[0], state, rules, track, 255 << 24, actions, n)
            while broken == 0 and core.is_over == 0 and track.n_actions < max_actions:
                if track.n_actions == stop:
                    return 0
                action = actions[rng.draw(choice_key, track.n_actions, n)]
                befores[0] = states[0]
                core.n_log = 0
                track.action = action
                track.n_actions += 1
                apply(state, rules, action)
                n = 0
                if core.is_over == 0:
                    n = legal_actions(state, rules, actions)
                broken = check(befores[0], state, rules, track, action, actions, n)
            if broken == 0 and core.is_over == 1:
                score(state, rules, rows[0])
                if not check_row(rows[0]):
                    broken = 19
            if broken != 0:
                return broken
        return 0

    return run


@kernel
def start_track(track, game_index):
    """Forget the last game."""
    track.game = game_index
    track.n_actions = 0
    track.action = 0
    track.must_roll = -1
    track.first = -1
    track.n_vigour = 0
    track.has_wrong_right = 0
    track.placed[:] = 0
    track.activity[:] = 0
    track.acted[:] = 0
    track.ponkotsu[:] = 0
    track.placements = 0


def make_once(game: GameSpec) -> Any:
    """The compiled single check; with n below 0 only the legal actions are listed and counted."""
    legal_actions = game.legal_actions

    def once(states, befores, tables, tracks, action, actions, n):
        if n < 0:
            return legal_actions(states[0], tables[0], actions)
        return check(befores[0], states[0], tables[0], tracks[0], action, actions, n)

    return once


class Broken(NamedTuple):
    """An invariant that broke: number, its text, game and number of the action, and the action's code."""

    invariant: int
    text: str
    game: int
    n_actions: int
    action: int


class Checker:
    """Plays checked random games with one set of data.

    Attributes
    ----------
    states, befores, tracks, actions
        The buffers of the game that was stopped or played last.
    """

    def __init__(self, game: GameSpec, data: GameData, seed: int = 1) -> None:
        digest = source_digest([Path(__file__)], kernel_digest(game, ("invariants",), 4))
        self._run = entry_kernel(make_run(game), digest)
        self._once = entry_kernel(make_once(game), digest)
        self.tables = np.array(data.tables)
        self.states, self.befores = np.zeros(1, game.state), np.zeros(1, game.state)
        self._blanks = np.zeros(1, game.state)
        self.tracks = np.zeros(1, TRACK)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.rows = np.zeros(1, game.outcome(4))
        self._orders = np.array(list(permutations(range(4))), np.int8)
        self._keys = np.array(
            [rng.study_key(seed, purpose) for purpose in (rng.DEAL, rng.TABLE, rng.POLICY)], np.uint64
        )
        rules = self.tables[0]
        ops = {int(code) for code in rules["ops"]["op"][: _used_rows(rules)]}
        self.tracks[0]["ops"] = sum(1 << op for op in ops)
        self.tracks[0]["has_ponkotsu_cost"] = codes.COST_PONKOTSU in {int(kind) for kind in rules["costs"]["kind"]}

    def play(self, first: int, n_games: int, stop: int = -1) -> Broken | None:
        """Play games `first`.. and say what broke; `stop` halts the first one before that action."""
        number = self._run(
            self.states, self.befores, self._blanks, self.tables, self.tracks, self.actions, self.rows, self._orders,
            self._keys, first, n_games, stop,
        )  # fmt: skip
        return self._broken(int(number))

    def check(self, action: int, n: int) -> int:
        """Number of the invariant broken by the buffers as they stand, 0 = none."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, action, self.actions, n))

    def legal(self) -> int:
        """Number of legal actions now; they are in `actions`."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, 0, self.actions, -1))

    def _broken(self, number: int) -> Broken | None:
        track = self.tracks[0]
        if number == 0:
            return None
        return Broken(number, TEXTS[number], int(track["game"]), int(track["n_actions"]), int(track["action"]))


def _used_rows(rules: Any) -> int:
    """Rows of the flat array of ops that a program or an op points at."""
    programs, ops = rules["programs"], rules["ops"]
    ends = [programs["do_start"] + programs["do_n"], (ops["branch_do_start"] + ops["branch_do_n"]).ravel()]
    return int(max(end.max() for end in ends))
