"""Events and the skills that wait for them (R-Z2, R-I2, R-I3); how a skill runs."""

from __future__ import annotations

from . import conditions, costs, factions, rows
from .choices import Steps, ask, ask_seat
from .data import Skill
from .state import Event, Seat, State

OWN_TURN = ("prep_start", "judge_start", "draw_start", "discard_start", "discard_end", "end_start")


def emit(g: State, event: Event) -> Steps[None]:
    """Ask all skills that wait for an event, from the turn player on."""
    asked = [g.player] if event.type in OWN_TURN else g.all_from(g.turn_seat)
    for p in asked:
        i = 0
        while listens(event, p) and i < len(p.card.skills):
            if is_settled(event):
                return
            skill = p.card.skills[i]
            i += 1
            if skill.mode in "AF" and skill.trigger == event.type:
                yield from offer(g, p, skill, event)


def listens(event: Event, p: Seat) -> bool:
    """R-Z4: the living, and the dead one's own `died` skills if his warrior was face up."""
    return p.is_alive or (event.type == "died" and event.object is p and p.is_up)


def is_settled(event: Event) -> bool:
    """Whether the asking ends early, because there is nothing left to wait for."""
    if event.type in ("dmg_deal", "dmg_take"):
        assert event.damage is not None
        return event.damage.n <= 0 or not event.damage.victim.is_alive
    if event.type == "dying":
        assert event.object is not None
        return event.object.hp >= 1 or not event.object.is_alive
    if event.type in ("card_used", "targeted"):
        assert event.use is not None
        return event.object not in event.use.targets
    return event.type == "dodged" and event.is_hit


def is_free(g: State, p: Seat, skill: Skill, event: Event | None) -> bool:
    """R-I3: whether a skill may be offered, its owner's warrior face up or not."""
    if skill.freq != "*" and p.uses[skill.freq, skill.id]:
        return False
    if skill.is_about_sides and not p.was_revealed:
        g.fire("R-F8")
        return False
    if not conditions.hold(g, p, skill, event) or not costs.payable(g, p, skill):
        return False
    named = {word for row in skill.do for word in row} & {"actor", "object"}
    people = {"actor": event.actor, "object": event.object} if event is not None else {}
    for name in named:
        who = people.get(name)
        if who is None or not who.is_alive:
            return False
    return not skill.pick or bool(conditions.picks(g, p, skill, event))


def offer(g: State, p: Seat, skill: Skill, event: Event) -> Steps[None]:
    """RD6, a reveal if needed, and the skill."""
    if not is_free(g, p, skill, event):
        return
    if skill.mode == "F" and not p.is_up and g.rulings["hidden_forced"] == "off":
        return
    if skill.mode == "A" or not p.is_up:
        options = {f"skill id={skill.id}": True, "pass": False}
        if not (yield from ask(g, p, "RD6", options)):
            return
    yield from use_skill(g, p, skill, event)


def use_skill(g: State, p: Seat, skill: Skill, event: Event | None) -> Steps[None]:
    """An accepted skill: reveal, test again, then picks, costs and rows."""
    is_late = False
    if not p.is_up and listens(event or Event(""), p):
        g.fire("R-I2")
        is_late = yield from factions.reveal(g, p, 2)
        if not (p.is_alive and p.is_up and skill in p.card.skills and is_free(g, p, skill, event)):
            g.fire("R-I3")
            if is_late and p.is_alive:
                factions.supply(g, p)
            return
    yield from run(g, p, skill, event)
    if is_late and p.is_alive:
        factions.supply(g, p)


def run(g: State, p: Seat, skill: Skill, event: Event | None) -> Steps[None]:
    """Picks (RD5), costs, rows."""
    chosen = yield from pick_seats(g, p, skill, event)
    p.uses[skill.freq, skill.id] += 1
    p.counts["skill_uses"] += 1
    p.skills_used.add(skill.id)
    g.fire(skill.id)
    if skill.mode == "F":
        g.fire("R-I2")
    was_alive = p.is_alive
    yield from costs.pay(g, p, skill)
    yield from rows.run(g, rows.Run(p, skill, event, chosen, was_alive))


def pick_seats(g: State, p: Seat, skill: Skill, event: Event | None) -> Steps[list[Seat]]:
    """One to pick_max characters, in counterclockwise order from the owner."""
    if not skill.pick:
        return []
    free = conditions.picks(g, p, skill, event)
    chosen: list[Seat] = []
    while free and len(chosen) < skill.pick_max:
        q = yield from ask_seat(g, p, free, can_stop=bool(chosen))
        if q is None:
            break
        chosen.append(q)
        free.remove(q)
    return [q for q in g.from_seat(p.seat) if q in chosen]
