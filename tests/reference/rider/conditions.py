"""Who is of which side, conditions of skills and words of picks (section 8.3)."""

from __future__ import annotations

from . import space
from .data import STRIKES, Skill, class_of, is_of
from .state import Event, Seat, State


def same_faction(p: Seat, q: Seat) -> bool:
    """R-F6, R-F7: whether q is in p's same set."""
    return bool(p.was_revealed and q.was_revealed and p.faction == q.faction)


def diff_faction(p: Seat, q: Seat) -> bool:
    """R-F6, R-F7: whether q is in p's different set."""
    return bool(p.was_revealed and q.was_revealed and p.faction != q.faction)


def other_gender(g: State, p: Seat, q: Seat) -> bool:
    """R-F8: both known, and different."""
    if not (p.gender and q.gender):
        g.fire("R-F8")
    return bool(p.gender and q.gender and p.gender != q.gender)


def hold(g: State, p: Seat, skill: Skill, event: Event | None) -> bool:
    """Whether all conditions of a skill hold for its owner."""
    return all(_holds(g, p, row, event or Event("")) for row in skill.if_)


def _holds(g: State, p: Seat, row: tuple[object, ...], event: Event) -> bool:
    word, *args = row
    actor, object_ = event.actor, event.object
    other = object_ if object_ is not p else actor
    plain = {
        "actor=self": actor is p,
        "object=self": object_ is p,
        "object!=self": object_ is not None and object_ is not p,
        "has_actor": actor is not None,
        "plain": event.element == "plain",
        "not_own_turn": g.player is not p,
        "same_faction": other is not None and same_faction(p, other),
    }
    if word == "other_gender":
        return other is not None and other_gender(g, p, other)
    if word in plain:
        return plain[str(word)]
    number = args[-1] if isinstance(args[-1], int) else 0
    of_owner = {"hp<=": p.hp <= number, "hand<=": p.n_hand <= number, "rage>=": p.rage >= number,
                "marks>=": len(p.mark_on) >= number, "living<=": len(g.living) <= number}  # fmt: skip
    if word in of_owner:
        return of_owner[str(word)]
    if word == "count":
        is_counted = same_faction if args[0] == "same_faction" else diff_faction
        return sum(is_counted(p, q) for q in g.living) >= number
    if word in ("unlinked", "has"):
        who = {"self": p, "actor": actor, "object": object_}[str(args[0])]
        if who is None:
            return False
        return not who.link if word == "unlinked" else _has(who, str(args[1]))
    return _card_holds(g, str(word), str(args[0]), event)


def _has(who: Seat, what: str) -> bool:
    if what == "hand":
        return bool(who.hand)
    if what == "down":
        return bool(who.down)
    return bool(who.equipment) if what == "equip" else who.slots["gear"] is not None


def _card_holds(g: State, word: str, value: str, event: Event) -> bool:
    if word == "element":
        return event.element == ("plain" if value == "none" else value)
    card = event.card(g.cards)
    if card is None:
        return False
    kind, suit = card
    if word == "kind":
        return kind == value or (value == "strike" and kind in STRIKES)
    if word == "class":
        return class_of(kind) == value
    assert word in ("suit", "colour"), word
    return is_of(suit, value)


def picks(g: State, p: Seat, skill: Skill, event: Event | None) -> list[Seat]:
    """Characters that meet all words of a skill's pick, counterclockwise from the owner."""
    taken = event.use.targets if event is not None and event.use is not None else []
    is_redirect = any(row[0] == "redirect" for row in skill.do)
    found = [q for q in g.from_seat(p.seat) if all(_fits(g, p, q, word, skill, event) for word in skill.pick)]
    return [q for q in found if not (is_redirect and q in taken)]


def _fits(g: State, p: Seat, q: Seat, word: str, skill: Skill, event: Event | None) -> bool:
    if word == "has_hand":
        steals = any(row[:2] == ("steal", "chosen") for row in skill.do)
        return bool(q.hand) or (steals and bool(q.down) and g.rulings["down_reach"] == "random")
    if word == "in_range":
        return space.in_range(g, p, q)
    if word == "dist1":
        return q is not p and p.is_alive and space.distance(g, p, q) <= 1
    return bool({
        "any": True,
        "other": q is not p,
        "linked": q.link > 0,
        "unlinked": q.link == 0,
        "has_down": bool(q.down),
        "has_set": bool(q.face_down or q.sideways),
        "face_up": q.is_up,
        "same_faction": same_faction(p, q),
        "diff_faction": diff_faction(p, q),
        "other_gender": word == "other_gender" and other_gender(g, p, q),
        "wounded": q.is_wounded,
        "not_actor": event is None or event.actor is not q,
    }[word])  # fmt: skip
