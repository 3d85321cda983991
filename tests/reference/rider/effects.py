"""EFFECT: what a used card does to each of its targets (section 2.6)."""

from __future__ import annotations

from . import answers, conditions, events, factions, harm, moves, space, taking, using
from .choices import Steps, ask, ask_card
from .data import DELAYED, INSTANT, STRIKES, is_of
from .state import Damage, Event, Seat, State, Use

#: Clauses of the kinds that act on each target at once.
EFFECTS = {
    "energy": "R-B5", "charge": "R-B6", "break": "R-Y1", "snatch": "R-Y2", "surge": "R-Y3", "duel": "R-Y4",
    "coerce": "R-Y5", "swarm": "R-Y6", "barrage": "R-Y7", "rally": "R-Y8", "link_up": "R-Y11",
    "flame_burst": "R-Y12",
}  # fmt: skip

#: Clauses of delayed cards.
PLACED = {"storm": "R-Y13", "detain": "R-Y14", "cut_off": "R-Y15"}


def run(g: State, use: Use) -> Steps[None]:
    """The effect on each target, counterclockwise from the user."""
    shared: list[int] = []
    if use.kind == "share_out" and use.targets:
        for _ in g.living:
            card = moves.top_card(g)
            if card is not None:
                g.resolving.add(card)
                shared.append(card)
    order = [q for q in g.all_from(use.user.seat) if q in use.targets]
    for q in order:
        if q is not order[-1]:
            g.fire("R-Z2")
        if not q.is_alive:
            g.fire("R-Z4")
        else:
            if use.kind in INSTANT and (yield from answers.nullified(g)):
                continue
            if q.is_alive:
                yield from _effect(g, use, q, shared)
    moves.bin_resolving(g, shared)


def _effect(g: State, use: Use, q: Seat, shared: list[int]) -> Steps[None]:
    kind = use.kind
    if kind in EFFECTS:
        g.fire(EFFECTS[kind])
    if kind in STRIKES:
        yield from strike(g, use, q)
    elif kind in ("swarm", "barrage"):
        yield from _area(g, use, q)
    elif kind == "share_out":
        yield from _share(g, q, shared)
    elif kind in ("break", "snatch"):
        yield from _take(g, use, q)
    elif kind == "duel":
        yield from _duel(g, use, q)
    elif kind == "coerce":
        yield from _coerce(g, use, q)
    elif kind == "link_up":
        if q.link:
            factions.reset(g, q, "link")
        else:
            yield from factions.link(g, q)
    elif kind == "flame_burst":
        yield from _burst(g, use, q)
    else:
        _at_once(g, use, q)


def _at_once(g: State, use: Use, q: Seat) -> None:
    """Effects that ask nobody."""
    kind = use.kind
    if kind == "charge":
        use.user.charge += g.rules["charge_bonus"]
    elif kind == "surge":
        moves.draw(g, q, g.rules["surge_draw"])
    elif kind in ("energy", "rally"):
        moves.heal(g, q, g.rules["energy_heal" if kind == "energy" else "rally_heal"])
    elif kind in DELAYED:
        card = use.cards[0]
        if moves.place_delayed(g, q, card):
            g.fire(PLACED[kind])
            g.resolving.remove(card)
    elif kind in using.EQUIPMENT:
        card = use.cards[0]
        g.resolving.remove(card)
        moves.equip(g, q, card)
    else:
        raise AssertionError(f"unknown kind {kind}")


def strike(g: State, use: Use, q: Seat) -> Steps[None]:
    """STRIKE."""
    p = use.user
    weapon = g.working(p, "weapon") if p.is_alive else ""
    is_pierced = weapon == "piercer"
    gear = g.working(q, "gear")
    is_tinder = gear == "tinder_gear" and use.element == "plain"
    if is_tinder or (gear == "ward_gear" and is_of(use.suit, "black")):
        if not is_pierced:
            g.fire("R-U13" if is_tinder else "EX ward_gear")
            return
        g.fire("R-U3")
    n = g.rules["strike_damage"] + use.bonus
    if weapon == "ambusher" and q.n_hand == 0:
        n += g.rules["ambush_bonus"]
        g.fire("R-U5")
    if weapon == "duality" and conditions.other_gender(g, p, q):
        yield from _duality(g, p, q)
    is_dodged = q.is_alive
    for _ in range(use.need.get(q.seat, 1)):
        is_dodged = is_dodged and (yield from answers.respond(g, q, "dodge", "use", is_pierced))
    if is_dodged and not (yield from _after_dodge(g, use, q)):
        return
    if q.is_alive and not (yield from _chill(g, use, q)):
        p.counts["hits"] += 1
        g.fire("R-B1")
        if use.kind != "strike":
            g.fire("R-B2" if use.kind in ("fire_strike", "thunder_strike") else "R-B3")
        yield from harm.damage(g, Damage(p, q, n, use.element, use, is_pierced=is_pierced))


def _duality(g: State, p: Seat, q: Seat) -> Steps[None]:
    """R-U4."""
    g.fire("R-U4")
    options = {f"yield card={g.cards[n].id}": n for n in sorted(q.hand)}
    card = yield from ask(g, q, "RD16", {**options, "concede": None})
    if card is None:
        moves.draw(g, p, g.rules["duality_draw"])
    else:
        q.counts["discarded"] += 1
        yield from moves.discard(g, q, card)


def _after_dodge(g: State, use: Use, q: Seat) -> Steps[bool]:
    """The event dodged, pursuer, breaker; whether the strike hits all the same."""
    p = use.user
    event = Event("dodged", p, q, use=use)
    yield from events.emit(g, event)
    may_follow = not event.is_hit and p.is_alive and q.is_alive and g.working(p, "weapon") == "pursuer"
    if may_follow:
        yield from using.fixed_strike(g, p, "RD15", "follow", "pass", q)
    if not event.is_hit and p.is_alive and q.is_alive and g.working(p, "weapon") == "breaker":
        event.is_hit = yield from _break_through(g, p)
    return event.is_hit


def _break_through(g: State, p: Seat) -> Steps[bool]:
    """R-U8."""
    n = g.rules["breaker_cost"]

    def payable() -> list[int]:
        own = {card for card in (p.slots["weapon"],) if card is not None}
        return sorted({*p.hand, *p.open_equipment} - own)

    if len(payable()) < n or not (yield from ask(g, p, "RD15", {"force": True, "pass": False})):
        return False
    g.fire("R-U8")
    for _ in range(n):
        if payable():
            card = yield from ask_card(g, p, "RD10", "pay", payable())
            yield from moves.own_discard(g, p, card)
    return True


def _chill(g: State, use: Use, q: Seat) -> Steps[bool]:
    """EX ice_blade."""
    p = use.user
    is_able = p.is_alive and g.working(p, "weapon") == "ice_blade" and bool(taking.options(g, q))
    if not is_able or not (yield from ask(g, p, "RD15", {"chill": True, "pass": False})):
        return False
    g.fire("EX ice_blade")
    for _ in range(2):
        card = yield from taking.pick_card(g, p, q)
        if card is not None:
            yield from moves.discard(g, q, card)
    return True


def _area(g: State, use: Use, q: Seat) -> Steps[None]:
    """R-Y6, R-Y7."""
    if g.working(q, "gear") == "tinder_gear":
        g.fire("R-U13")
        return
    kind = "strike" if use.kind == "swarm" else "dodge"
    if not (yield from answers.respond(g, q, kind, "play")) and q.is_alive:
        yield from harm.damage(g, Damage(use.user, q, g.rules["area_damage"], "plain", use))


def _share(g: State, q: Seat, shared: list[int]) -> Steps[None]:
    """R-Y9."""
    left = [card for card in shared if card in g.resolving]
    if left:
        card = yield from ask_card(g, q, "RD14", "gain", left)
        g.resolving.remove(card)
        q.hand.add(card)
        g.fire("R-Y9")


def _take(g: State, use: Use, q: Seat) -> Steps[None]:
    """R-Y1, R-Y2."""
    p = use.user
    card = (yield from taking.pick_card(g, p, q, with_judgement=True)) if p.is_alive else None
    if card is not None and use.kind == "break":
        yield from moves.discard(g, q, card)
    elif card is not None:
        yield from moves.give(g, q, card, p)


def _duel(g: State, use: Use, q: Seat) -> Steps[None]:
    """R-Y4."""
    now, other = q, use.user
    while now.is_alive and other.is_alive:
        if not (yield from answers.respond(g, now, "strike", "play")):
            break
        now, other = other, now
    if now.is_alive and other.is_alive:
        yield from harm.damage(g, Damage(other, now, g.rules["duel_damage"], "plain", use))


def _coerce(g: State, use: Use, q: Seat) -> Steps[None]:
    """R-Y5."""
    p, named = use.user, use.named
    if named is None or not using.is_armed(q):
        return
    can_strike = named.is_alive and space.in_range(g, q, named)
    if can_strike and (yield from using.fixed_strike(g, q, "RD16", "strike", "concede", named)):
        return
    weapon = q.slots["weapon"]
    if p.is_alive and q.is_alive and using.is_armed(q) and weapon is not None:
        yield from moves.give(g, q, weapon, p)


def _burst(g: State, use: Use, q: Seat) -> Steps[None]:
    """R-Y12."""
    p = use.user
    if not q.hand or not p.is_alive:
        return
    shown = yield from ask_card(g, q, "RD14", "show", sorted(q.hand))
    suit = g.cards[shown].suit
    same = [n for n in sorted(p.hand) if g.cards[n].suit == suit]
    if not p.is_alive or not same:
        return
    card = yield from ask(g, p, "RD15", {**{f"match card={g.cards[n].id}": n for n in same}, "pass": None})
    if card is not None:
        p.counts["discarded"] += 1
        yield from moves.discard(g, p, card)
        yield from harm.damage(g, Damage(p, q, g.rules["flame_damage"], "fire", use))
