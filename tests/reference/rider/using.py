"""USE: targets, costs, events, effects, and where the cards go (section 4.2, R-A)."""

from __future__ import annotations

from . import effects, events, moves, space, taking, ways
from .choices import Steps, ask, ask_seat
from .data import BIKES, DELAYED, GEAR, INSTANT, STRIKES, WEAPONS, class_of, element_of
from .state import Event, Seat, State, Use
from .ways import Way

EQUIPMENT = WEAPONS + GEAR + BIKES
SELF = ("charge", "surge", *EQUIPMENT)


def targets(g: State, p: Seat, way: Way) -> list[Seat]:
    """Legal targets of a use in the own play phase; all of them where the kind names its own."""
    kind, others = way.kind, g.others(p)
    if kind in SELF:
        return [p]
    if kind in STRIKES:
        return [q for q in others if space.in_range(g, p, q)]
    if kind == "flame_burst":
        return [q for q in g.from_seat(p.seat) if q.hand - ({way.card} if q is p else set())]
    if kind == "coerce":
        return [q for q in others if is_armed(q) and any(space.in_range(g, q, r) for r in g.living)]
    if kind in DELAYED:
        assert way.card is not None
        near = [q for q in others if kind != "cut_off" or space.is_near(g, p, q)]
        return [q for q in ([p] if kind == "storm" else near) if not moves.holds_name(g, q, way.card)]
    if kind in ("break", "snatch"):
        reach = [q for q in others if kind == "break" or space.is_near(g, p, q)]
        return [q for q in reach if taking.options(g, q, with_judgement=True)]
    return {
        "energy": [p] if p.is_wounded else [],
        "duel": others, "swarm": others, "barrage": others,
        "rally": [q for q in g.from_seat(p.seat) if q.is_wounded],
        "share_out": g.from_seat(p.seat), "link_up": g.from_seat(p.seat),
    }.get(kind, [])  # fmt: skip


def is_armed(p: Seat) -> bool:
    """A weapon that is not face down."""
    return p.slots["weapon"] is not None and p.slots["weapon"] not in p.face_down


def is_within_limits(g: State, p: Seat, kind: str) -> bool:
    """R-A4."""
    if kind in STRIKES:
        limit = g.rules["strikes_per_phase"] + space.bonus(g, p, "strikes")
        is_free = g.working(p, "weapon") == "repeater"
        if p.strikes_used >= limit:
            g.fire("R-U2" if is_free else "R-A4")
        return p.strikes_used < limit or is_free
    is_over = kind == "charge" and p.charges_used >= g.rules["charges_per_turn"]
    if is_over:
        g.fire("R-A4")
    return not is_over


def play_ways(g: State, p: Seat) -> list[Way]:
    """Legal uses in the own play phase, in listing order."""
    kinds = (*STRIKES, "energy", "charge", *INSTANT, *DELAYED, *EQUIPMENT)
    found = [*ways.natural(g, p, kinds), *ways.by_rage(g, p, "strike"), *ways.by_rage(g, p, "charge")]
    found += [*ways.by_skill(g, p, kinds, "use"), *ways.by_combiner(g, p)]
    return [way for way in found if is_within_limits(g, p, way.kind) and targets(g, p, way)]


def use_in_play(g: State, p: Seat, way: Way) -> Steps[None]:
    """RD4's use."""
    if (yield from ways.reveal_for(g, p, way)) and not (ways.can_still(p) and way in play_ways(g, p)):
        g.fire("R-I3")
        return
    cards = yield from ways.cards_of(g, p, way)
    use = make(g, p, way, cards)
    yield from _choose_targets(g, use, way)
    yield from run(g, use, way)


def make(g: State, p: Seat, way: Way, cards: list[int]) -> Use:
    """A use without targets."""
    suit = g.cards[cards[0]].suit if len(cards) == 1 else None
    return Use(p, way.kind, cards, way.via, suit, element_of(way.kind) if way.kind in STRIKES else "plain")


def _choose_targets(g: State, use: Use, way: Way) -> Steps[None]:
    """RD5."""
    p, kind = use.user, use.kind
    free = targets(g, p, way)
    if kind not in (*STRIKES, "duel", "break", "snatch", "coerce", "flame_burst", "link_up", "detain", "cut_off"):
        use.targets = free
        return
    most = {"link_up": g.rules["link_targets"]}.get(kind, 1)
    if kind in STRIKES:
        most = _most_strike_targets(g, use)
    while free and len(use.targets) < most:
        q = yield from ask_seat(g, p, free, can_stop=bool(use.targets))
        if q is None:
            break
        use.targets.append(q)
        free.remove(q)
    if kind == "coerce":
        armed = use.targets[0]
        use.named = yield from ask_seat(g, p, [q for q in g.living if space.in_range(g, armed, q)])


def _most_strike_targets(g: State, use: Use) -> int:
    """R-U9 and static `targets`."""
    p, most = use.user, 1
    left = p.hand - set(use.cards)
    if g.working(p, "weapon") == "sweeper" and not left and not p.down:
        most = max(1, g.rules["sweeper_targets"])
        g.fire("R-U9")
    return most + space.bonus(g, p, "targets")


def run(g: State, use: Use, way: Way, is_pursuit: bool = False) -> Steps[None]:
    """From the chosen targets to the end."""
    p = use.user
    may_ignite = use.kind == "strike" and g.working(p, "weapon") == "igniter"
    if may_ignite and (yield from ask(g, p, "RD15", {"ignite": True, "pass": False})):
        use.element = "fire"
        g.fire("R-U10")
    ways.note(g, p, way)
    if way.via == "rage":
        moves.spend_rage(g, p, g.rules["rage_card_cost"])
    before = p.n_hand
    for card in sorted(use.cards):
        moves.take_off(g, p, card)
        g.resolving.add(card)
    _count(g, use, is_pursuit)
    yield from moves.emptied(g, p, before)
    yield from _announce(g, use)
    yield from effects.run(g, use)
    moves.bin_resolving(g, use.cards)


def _count(g: State, use: Use, is_pursuit: bool) -> None:
    """Limits, the charge bonus, counters."""
    p = use.user
    if use.kind in STRIKES:
        p.counts["strikes"] += 1
        p.strikes_used += p is g.player and g.phase == "play" and not is_pursuit
        use.bonus, p.charge = p.charge, 0
    p.charges_used += use.kind == "charge"
    p.counts["battle_skills"] += class_of(use.kind) == "battle_skill"
    p.counts["equips"] += use.kind in EQUIPMENT
    g.fire("R-A2")


def _announce(g: State, use: Use) -> Steps[None]:
    """card_used for each target, then targeted for each, redirected ones included."""
    for q in g.all_from(use.user.seat):
        if q.is_alive and q in use.targets:
            yield from events.emit(g, Event("card_used", use.user, q, use=use))
    asked: set[int] = set()
    while True:
        left = [q for q in g.from_seat(use.user.seat) if q in use.targets and q.seat not in asked]
        if not left:
            return
        asked.add(left[0].seat)
        yield from events.emit(g, Event("targeted", use.user, left[0], use=use))


def fixed_strike(g: State, p: Seat, decision: str, verb: str, refusal: str, target: Seat) -> Steps[bool]:
    """A strike at a fixed target (pursuer, coerce); False if he refuses or cannot."""
    while p.is_alive and target.is_alive:
        known = ways.strikes(g, p, "use", with_rage=True)
        way = yield from ask(g, p, decision, {**{w.text(g, verb): w for w in known}, refusal: None})
        if way is None:
            return False
        if decision == "RD15":
            g.fire("R-U6")
        is_new = yield from ways.reveal_for(g, p, way)
        is_legal = ways.can_still(p) and target.is_alive and way in ways.strikes(g, p, "use", with_rage=True)
        if is_new and not is_legal:
            g.fire("R-I3")
            continue
        cards = yield from ways.cards_of(g, p, way)
        use = make(g, p, way, cards)
        use.targets = [target]
        yield from run(g, use, way, is_pursuit=decision == "RD15")
        return True
    return False
