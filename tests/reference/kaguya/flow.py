"""The game from setup to the end, but for the event phase: setup, preparation, action phase, cleanup."""

from __future__ import annotations

from . import chance, contest, events, outcome
from .actions import MAIN, act
from .choices import Steps, ask
from .data import KINDS, kind_of
from .legal import main_options, turn_options
from .ops_cards import make_ready
from .state import WARN_TURN_CAP, Seat, State


def play(g: State) -> Steps[None]:
    """A whole game."""
    yield from setup(g)
    for day in range(1, g.rules["days"] + 1):
        yield from preparation(g, day)
        yield from action_phase(g)
        note_dice_and_ponkotsu(g)
        yield from contest.event_phase(g)
        if day < g.rules["days"]:
            cleanup(g)
    outcome.final_scoring(g)
    g.phase = "end"


def setup(g: State) -> Steps[None]:
    """Section S. All is dealt before the first question (K-S8)."""
    g.coming = chance.deal_events(g)
    for kind in KINDS:
        g.decks[kind] = chance.deal_deck(g, kind)
    for player in g.seats:
        for initial in (g.cards.initial_conversion, g.cards.initial_action):
            for number in initial[player.character]:
                g.give_card(player, number)
    for player in reversed(g.seats):
        player.slot = yield from choose_slot(g, player)
        player.slots_chosen.append(player.slot)
    g.fire("K-S2", "K-S3", "K-S5", "K-S6", "K-S8", "K-S9", "K-S10")


def choose_slot(g: State, player: Seat) -> Steps[int]:
    """A free slot for the player's card."""
    taken = {p.slot for p in g.seats}
    decision = "D1" if g.phase == "setup" else "D4"
    slot: int = yield from ask(player, decision, {f"slot n={s}": s for s in (1, 2, 3, 4) if s not in taken})
    return slot


def preparation(g: State, day: int) -> Steps[None]:
    """Section P."""
    g.day, g.phase, g.turn, g.turns_today, g.allowance = day, "preparation", None, 0, 0
    for player in g.seats:
        player.is_in, player.bonus_day, player.bonus_turn = True, 0, 0
    g.seats[g.start].counts["start_days"] += 1
    for kind in KINDS:
        drawn = [chance.draw_card(g, kind) for _ in range(g.rules["face_up_per_kind"])]
        g.display.update({card: None for card in drawn if card is not None})
    g.event = g.coming.pop(0)
    if g.stock_dice:
        g.stock_dice -= 1
        g.today_die = 1
        g.today = chance.roll_today(g)
    for player in g.turn_order():
        got = g.take_from_stock(g.rules["dice_track"][player.cubes["dice"]])
        player.pool += chance.roll_preparation(g, player, got)
    for player in g.turn_order():
        g.gain_tokens(player, g.rules["token_track"][player.cubes["tokens"]])
    for player in g.turn_order():
        events.meet(g, player, "day_start")
    yield from events.serve(g)
    g.fire("K-P2", "K-P3", "K-P4", "K-P5", "K-P6", "K-P7")


def action_phase(g: State) -> Steps[None]:
    """Section T: turns, clockwise among those in, until nobody is."""
    g.phase = "action"
    idle: set[int] = set()  # `decline_stays`: who ended without a main action since the last one
    seat = g.start
    while True:
        following = [p for p in g.order(seat) if p.is_in]
        if not following or (g.rulings["stop_rule"] == "decline_stays" and all(p.seat in idle for p in following)):
            break
        if g.turns_today >= g.rules["turn_cap_day"]:
            g.counts["turn_limit"] = 1
            g.counts["warnings"] |= WARN_TURN_CAP
            g.fire("K-T10")
            break
        yield from turn(g, following[0], idle)
        seat = (following[0].seat + 1) % 4
    g.turn, g.is_acted, g.allowance = None, False, 0
    g.fire("K-T8")


def turn(g: State, player: Seat, idle: set[int]) -> Steps[None]:
    """One turn, with the ponkotsu roll before it."""
    g.turn, g.is_acted, g.allowance = player.seat, False, 0
    g.turns_today += 1
    g.counts["turns"] += 1
    player.counts["turns_begun"] += 1
    for p in g.seats:
        p.bonus_turn = p.ability_turn = 0
    is_passed = player.is_ponkotsu and (yield from ponkotsu_roll(g, player))
    if not is_passed:
        yield from acted_turn(g, player, idle)
    g.is_acted = False


def ponkotsu_roll(g: State, player: Seat) -> Steps[bool]:
    """K-T3, K-W5: the roll at the beginning of a turn; returns whether the turn is passed."""
    if player.skips_roll:
        player.skips_roll = False
        g.fire("K-X16")
        return False
    side = chance.roll_ponkotsu(g, player)
    player.counts["rolls"] += 1
    if side == "minus":
        player.counts["minus_rolls"] += 1
        g.add_points(player, -g.rules["ponkotsu_penalty"], "pts_penalty")
        g.fire("K-W6")
    elif side == "pass":
        player.counts["passes"] += 1
    g.fire("K-T3", "K-W5")
    events.meet(g, player, "roll_ponkotsu", face=side)
    yield from events.serve(g)
    return side == "pass"


def acted_turn(g: State, player: Seat, idle: set[int]) -> Steps[None]:
    """K-T4 to K-T7."""
    g.is_acted, g.allowance = True, 1
    player.acted_turns += 1
    has_main = False
    while True:
        action = yield from ask(player, "D2", turn_options(g, player))
        if action[0] == "end":
            break
        if action[0] in MAIN:
            g.allowance -= 1
            has_main = True
            idle.clear()
        yield from act(g, player, action)
    if not has_main:
        yield from end_without_main(g, player, idle)


def end_without_main(g: State, player: Seat, idle: set[int]) -> Steps[None]:
    """K-T7: out for the day, or (`decline_stays`) marked."""
    if g.rulings["stop_rule"] == "decline_stays" and g.allowance > 0 and main_options(g, player):
        idle.add(player.seat)
        return
    is_first = all(p.is_in for p in g.seats)
    player.is_in = False
    is_last = not any(p.is_in for p in g.seats)
    g.fire("K-T7")
    order = [word for word, is_met in (("first", is_first), ("last", is_last)) if is_met]
    events.meet(g, player, "drop_out", order=order)
    yield from events.serve(g)


def note_dice_and_ponkotsu(g: State) -> None:
    """What the outcome columns keep of the end of the action phase."""
    n = sum(p.is_ponkotsu for p in g.seats)
    if n >= 2:
        g.counts[f"ponk_{n}"] += 1
    for player in g.seats:
        player.counts["dice_unused"] += len(player.pool)
        player.counts["ponkotsu_days"] += player.is_ponkotsu


def cleanup(g: State) -> None:
    """Section C."""
    for dice in g.slot_dice.values():
        g.stock_dice += len(dice)
        dice.clear()
    for card, reservation in g.display.items():
        if reservation is not None:
            g.stock_dice += 1
            g.seats[reservation.seat].hearts += 1
            g.fire("K-F6")
        g.discards[kind_of(card)].append(card)
    g.display = {}
    g.stock_dice += g.left_dice + g.beaten_dice + g.today_die
    g.left_dice = g.beaten_dice = g.today_die = g.today = 0
    for player in g.seats:
        for owned in player.cards.values():
            make_ready(g, owned)
        if g.rulings["unused_dice"] == "to_stock":
            g.stock_dice += len(player.pool)
            player.pool = []
        player.is_shielded = player.skips_roll = player.has_activity = False
        player.ability_today = player.ability_turn = 0
    g.fire("K-C1", "K-C2", "K-C3", "K-C4", "K-C5")
