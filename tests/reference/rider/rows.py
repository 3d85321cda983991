"""Rows of skills: what an effect word does (section 8.3, R-I4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import chance, conditions, factions, harm, judging, moves, taking
from .choices import Steps, ask_card
from .data import Skill
from .state import Damage, Event, Seat, State

MAX_INSERTED = 12
WHO = ("self", "actor", "object", "chosen", "all", "others", "same_faction", "diff_faction", "linked")


@dataclass
class Run:
    """A skill that runs."""

    owner: Seat
    skill: Skill
    event: Event | None
    chosen: list[Seat]
    was_alive: bool
    results: dict[str, str] = field(default_factory=dict)  # gate that the last judgement, or pindian, opened

    def is_stopped(self) -> bool:
        """The owner died meanwhile."""
        return self.was_alive and not self.owner.is_alive

    @property
    def about(self) -> Event:
        """The event, or an empty one."""
        return self.event or Event("")


def run(g: State, r: Run) -> Steps[None]:
    """The rows in their order."""
    for row in r.skill.do:
        gate = row[-1] if isinstance(row[-1], str) and row[-1].startswith("[") else ""
        if r.is_stopped():
            return
        if gate and gate not in r.results.values():
            g.fire("R-I4")
            continue
        word, *args = row[:-1] if gate else row
        if args and args[0] in WHO:
            known = _subjects(g, r, args[0])
            if not any(p.is_alive for p in known):
                g.fire("R-I4")
            for p in known:
                if p.is_alive and not r.is_stopped():
                    yield from _on(g, r, word, p, args[1:])
        else:
            yield from _inside(g, r, word, args)


def _subjects(g: State, r: Run, who: str) -> list[Seat]:
    """Those whom a row is about, counterclockwise from the owner."""
    p = r.owner
    single = {"self": p, "actor": r.about.actor, "object": r.about.object}
    if who in single:
        found = single[who]
        return [] if found is None else [found]
    if who == "chosen":
        return list(r.chosen)
    known = {
        "all": lambda q: True,
        "others": lambda q: q is not p,
        "same_faction": lambda q: conditions.same_faction(p, q),
        "diff_faction": lambda q: conditions.diff_faction(p, q),
        "linked": lambda q: q.link > 0,
    }[who]
    return [q for q in g.from_seat(p.seat) if known(q)]


def _on(g: State, r: Run, word: str, p: Seat, args: list[Any]) -> Steps[None]:
    """A row about one living character."""
    g.fire(f"do {word}")
    n = args[0] if args and isinstance(args[0], int) else 1
    if word in CARDS:
        for _ in range(n):
            if r.is_stopped() or not p.is_alive:
                return
            yield from CARDS[word](g, r, p, args)
    elif word == "damage":
        element = "plain" if args[1] == "none" else args[1]
        yield from harm.damage(g, Damage(r.owner, p, n, element))
    elif word == "losehp":
        yield from harm.lose(g, p, n)
    elif word == "link":
        yield from _link(g, p, args[0])
    elif word == "down":
        yield from harm.face_down(g, p, n)
    elif word == "judge":
        r.results[word] = "[hit]" if (yield from judging.judge(g, p, args[0])) else "[miss]"
    elif word == "pindian":
        r.results[word] = yield from judging.pindian(g, r.owner, p)
    else:
        _at_once(g, r, word, p, args, n)


def _link(g: State, p: Seat, how: str) -> Steps[None]:
    if p.link and how in ("off", "toggle"):
        factions.reset(g, p, "link")
    elif not p.link and how in ("on", "toggle"):
        yield from factions.link(g, p)


def _at_once(g: State, r: Run, word: str, p: Seat, args: list[Any], n: int) -> None:
    """Words that ask nobody and wake no skill."""
    if word == "draw":
        moves.draw(g, p, n)
    elif word == "heal":
        moves.heal(g, p, n)
    elif word == "rage":
        moves.gain_rage(g, p, n)
    elif word == "invert":
        factions.invert(g, p)
    elif word == "hide":
        p.is_up = False
        factions.wake(g, p)
    elif word == "turn":
        if len(g.inserted) < MAX_INSERTED:
            g.inserted.append(p.seat)
    elif word == "skip":
        p.skips.add(args[0])
    elif word == "right":
        if p.face_down or p.sideways:
            g.fire("R-C7")
        p.face_down.clear()
        p.sideways.clear()
    elif word == "side":
        card = p.slots[args[0]]
        if card is not None and p.is_working(card):
            p.sideways.add(card)
            g.fire("R-C7")
    elif word == "redirect":
        use, old = r.about.use, r.about.object
        assert use is not None
        assert old is not None
        if old in use.targets and p not in use.targets:
            use.targets[use.targets.index(old)] = p
    elif word == "need":
        assert r.about.use is not None
        r.about.use.need[p.seat] = n
    else:
        raise AssertionError(f"unknown word {word}")


def _inside(g: State, r: Run, word: str, args: list[Any]) -> Steps[None]:
    """A row about the event itself."""
    g.fire(f"do {word}")
    event = r.about
    if word == "hit":
        event.is_hit = True
    elif word == "cancel":
        if event.use is not None and event.object in event.use.targets:
            event.use.targets.remove(event.object)
            g.counts["cancel_n"] += 1
            g.fire("R-Z3")
    elif word == "element":
        place = event.damage or event.use
        if place is not None:
            place.element = "plain" if args[0] == "none" else args[0]
    elif word in ("dmg", "prevent"):
        if event.damage is not None:
            event.damage.n = 0 if word == "prevent" else max(0, event.damage.n + args[0])
    elif word == "draw_num":
        event.extra += args[0]
    elif word == "swapjudge":
        yield from _swap(g, r)
    elif word == "takejudge":
        judgement = event.judgement
        if judgement is not None and judgement.card in g.resolving:
            g.resolving.remove(judgement.card)
            r.owner.hand.add(judgement.card)
            judgement.is_taken = True
    else:
        raise AssertionError(f"unknown word {word}")


def _swap(g: State, r: Run) -> Steps[None]:
    """RD13: a hand card in place of the judgement card, which is discarded."""
    judgement, p = r.about.judgement, r.owner
    if judgement is None or judgement.card is None or not p.hand:
        g.fire("R-I4")
        return
    card = yield from ask_card(g, p, "RD13", "replace", sorted(p.hand))
    before, old = p.n_hand, judgement.card
    moves.take_off(g, p, card)
    g.resolving.add(card)
    judgement.card = card
    moves.bin_resolving(g, [old])
    yield from moves.emptied(g, p, before)


def _discard(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    if p is not r.owner:
        card = yield from taking.pick_card(g, r.owner, p)
        if card is not None:
            yield from moves.discard(g, p, card)
    elif p.hand:
        card = yield from ask_card(g, p, "RD10", "discard", sorted(p.hand))
        yield from moves.own_discard(g, p, card)


def _steal(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    if p is not r.owner:
        card = yield from taking.pick_card(g, r.owner, p)
        if card is not None:
            yield from moves.give(g, p, card, r.owner)


def _give(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    if not r.owner.hand:
        g.fire("R-I4")
    elif p is not r.owner:
        card = yield from ask_card(g, r.owner, "RD14", "give", sorted(r.owner.hand))
        yield from moves.give(g, r.owner, card, p)


def _show(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    """R-C5."""
    unseen = p.hand - p.visible
    if unseen:
        p.visible.add(chance.pick(g, unseen))
        g.fire("R-C5")
    yield from ()


def _upturn(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    """R-C4."""
    if p.down:
        card = chance.pick(g, p.down)
        p.down.remove(card)
        p.hand.add(card)
        p.visible.add(card)
        g.fire("R-C4")
    yield from ()


def _downeq(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    """R-C2, R-C6: the skill's owner chooses; the card is reset first."""
    cards = p.open_equipment
    if cards:
        card = yield from ask_card(g, r.owner, "RD11", "take", cards)
        p.sideways.discard(card)
        p.face_down.add(card)
        p.counts["down_turned"] += 1
        g.fire("R-C2", "R-C6")


def _mark(g: State, r: Run, p: Seat, args: list[Any], is_on: bool) -> Steps[None]:
    source, card = args[1], None
    before = p.n_hand
    if source == "pile":
        card = moves.top_card(g)
    elif source == "hand" and p.hand:
        card = yield from ask_card(g, r.owner, "RD14", "mark", sorted(p.hand))
        moves.take_off(g, p, card)
    elif source == "dropped" and r.owner.dropped & g.discard:
        card = yield from ask_card(g, r.owner, "RD14", "mark", sorted(r.owner.dropped & g.discard))
        g.discard.remove(card)
    if card is None:
        g.fire("R-I4")
        return
    if is_on:
        p.mark_on.append(card)
    else:
        p.mark_by.add(card)
    g.fire("R-L2")
    if source == "hand":
        yield from moves.emptied(g, p, before)


def _mark_on(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    yield from _mark(g, r, p, args, is_on=True)


def _mark_by(g: State, r: Run, p: Seat, args: list[Any]) -> Steps[None]:
    yield from _mark(g, r, p, args, is_on=False)


#: Words that act n times, one card each.
CARDS = {
    "discard": _discard, "steal": _steal, "give": _give, "show": _show, "upturn": _upturn, "downeq": _downeq,
    "mark_on": _mark_on, "mark_by": _mark_by,
}  # fmt: skip
