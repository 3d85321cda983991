"""Damage, losing HP, dying, death and what follows (R-H, R-K)."""

from __future__ import annotations

from . import answers, chance, events, factions, moves
from .choices import Steps, ask, ask_card
from .data import STRIKES
from .state import Damage, Event, Seat, State, Use


def is_strike(use: Use | None) -> bool:
    """Whether a card is a strike."""
    return use is not None and use.kind in STRIKES


def damage(g: State, d: Damage) -> Steps[None]:
    """R-H4: one damage from beginning to end."""
    source, victim = d.source, d.victim
    if source is not None:
        yield from events.emit(g, Event("dmg_deal", source, victim, damage=d))
    if not victim.is_alive:
        g.fire("R-Z4")
    if d.n > 0 and d.element == "fire" and gear_works(g, d, "tinder_gear"):
        d.n += g.rules["tinder_bonus"]
        g.fire("R-U13")
    if d.n > 0 and victim.is_alive:
        yield from events.emit(g, Event("dmg_take", source, victim, damage=d))
    cap = g.rules["damper_cap"]
    if d.n > cap and gear_works(g, d, "damper_gear"):
        d.n = cap
        g.fire("R-U14")
    if d.n <= 0 or not victim.is_alive:
        return
    is_chain = d.element in ("fire", "thunder") and victim.link > 0
    if is_chain:
        g.fire("R-H5")
    if is_chain and g.rulings["chain_reset"] == "before":
        factions.reset(g, victim, "link")
    yield from _fall(g, d)
    if is_chain and g.rulings["chain_reset"] != "before" and victim.is_alive and victim.link:
        factions.reset(g, victim, "link")
    if is_chain and not d.is_chained:
        yield from chain(g, d)


def gear_works(g: State, d: Damage, kind: str) -> bool:
    """Whether the victim's gear of a kind works against a damage (R-U3)."""
    if g.working(d.victim, "gear") != kind:
        return False
    if d.is_pierced:
        g.fire("R-U3")
    return not d.is_pierced


def _fall(g: State, d: Damage) -> Steps[None]:
    """HP falls, dying, unseater, the events after it, ice."""
    source, victim = d.source, d.victim
    victim.hp -= d.n
    g.fire("R-H4")
    if d.is_chained:
        g.fire("R-H6")
    g.counts[f"dmg_{d.element}"] += d.n
    victim.counts[f"taken_{d.element}"] += d.n
    if source is not None:
        source.counts[f"dealt_{d.element}"] += d.n
    yield from dying(g, victim, source, d.element == "poison")
    if source is not None:
        yield from _unseat(g, d, source)
        yield from events.emit(g, Event("dmg_dealt", source, victim, damage=d))
    if victim.is_alive:
        yield from events.emit(g, Event("dmg_taken", source, victim, damage=d))
    if d.element == "ice" and victim.is_alive and victim.hand:
        g.fire("R-H7")
        n = g.rules["ice_cards"] * (d.n if g.rulings["ice_pick"] == "per_point" else 1)
        yield from face_down(g, victim, n, is_random=g.rulings["ice_pick"] == "one_random")


def _unseat(g: State, d: Damage, source: Seat) -> Steps[None]:
    """R-U11."""
    bike = d.victim.slots["motorbike"]
    is_able = source.is_alive and d.victim.is_alive and g.working(source, "weapon") == "unseater"
    if not is_strike(d.use) or not is_able or bike is None or not g.rules["unseat_cards"]:
        return
    if (yield from ask(g, source, "RD15", {"unseat": True, "pass": False})):
        g.fire("R-U11")
        yield from moves.discard(g, d.victim, bike)


def chain(g: State, first: Damage) -> Steps[None]:
    """R-H5, R-H6: the other linked characters."""
    start = first.victim.seat if g.rulings["chain_start"] == "victim" else g.turn_seat
    for p in g.all_from(start):
        if p is not first.victim and p.is_alive and p.link:
            g.counts["chain_n"] += 1
            yield from damage(g, Damage(first.source, p, first.n, first.element, first.use, is_chained=True))


def face_down(g: State, p: Seat, n: int, is_random: bool = False) -> Steps[None]:
    """FACEDOWN: the owner of the hand turns usable cards face down."""
    for _ in range(n):
        if not p.hand:
            return
        if is_random:
            card = chance.pick(g, p.hand)
        else:
            card = yield from ask_card(g, p, "RD10", "facedown", sorted(p.hand))
        moves.turn_down(g, p, card)


def lose(g: State, p: Seat, n: int) -> Steps[None]:
    """R-H2: HP lost without damage."""
    p.hp -= n
    p.counts["hp_lost"] += n
    g.counts["hp_lost_total"] += n
    g.fire("R-H2")
    yield from dying(g, p, None, False)
    if p.is_alive:
        yield from events.emit(g, Event("hp_lost", object=p))


def dying(g: State, p: Seat, killer: Seat | None, is_poison: bool) -> Steps[None]:
    """R-H3, R-K1: nothing if he lives on, or stands in a dying already."""
    if p.hp > 0 or p.is_dying or not p.is_alive:
        return
    p.is_dying = True
    g.fire("R-H3")
    yield from events.emit(g, Event("dying", killer, p))
    start = g.turn_seat if g.rulings["dying_order"] == "turn_player" else p.seat
    for q in g.all_from(start):
        while p.hp <= 0 and q.is_alive and p.is_alive:
            if not (yield from answers.rescue(g, q, p, is_poison)):
                break
    p.is_dying = False
    if p.hp <= 0:
        yield from death(g, p, killer)


def death(g: State, p: Seat, killer: Seat | None) -> Steps[None]:
    """R-K2 to R-K6."""
    p.is_alive = False
    g.dead.append(p)
    factions.leave_ring(g, p)
    p.facts |= {"death_round": g.round, "death_turn": g.counts["turns"]}
    g.counts["deaths_n"] += 1
    g.fire("R-K2")
    if killer is not None:
        g.fire("R-K5")
        p.facts["killer_seat"] = killer.seat + 1
        killer.counts["kills"] += 1
        killer.counts["kills_own"] += bool(p.faction) and killer.faction == p.faction
    yield from events.emit(g, Event("died", killer, p))
    for area in (p.hand, p.down, p.equipment, p.judgement, p.mark_on, p.mark_by):
        for card in sorted(area):
            moves.take_off(g, p, card)
            moves.bin_card(g, card)
    p.facts["buried"] = 1
    g.fire("R-K3")
    if g.rulings["reward_time"] == "before_check":
        yield from reward(g, p, killer)
        g.fire("R-K4")
        factions.check_victory(g)
    else:
        g.fire("R-K4")
        factions.check_victory(g)
        yield from reward(g, p, killer)


def reward(g: State, p: Seat, killer: Seat | None) -> Steps[None]:
    """R-K6."""
    if killer is None or not killer.is_alive or killer is p:
        return
    if g.rulings["reward_who"] == "revealed_only" and not killer.was_revealed:
        return
    side = factions.side_of(g, p)
    if g.rulings["own_kill"] == "discard_all" and killer.was_revealed and side and killer.faction == side:
        for card in sorted(killer.hand):
            yield from moves.discard(g, killer, card)
        for card in killer.open_equipment:
            yield from moves.discard(g, killer, card)
        return
    n = g.rules["reward_base"] + (sum(q.faction == side for q in g.living) if side else 0)
    killer.counts["reward_cards"] += moves.draw(g, killer, n)
    g.fire("R-K6")
