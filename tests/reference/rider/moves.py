"""Cards and numbers that move: drawing, discarding, leaving an area, healing, rage, equipment."""

from __future__ import annotations

from collections.abc import Iterable

from . import chance, events
from .choices import Steps
from .data import slot_of
from .state import WARN_EMPTY, Event, GameOverError, Seat, State


def refill(g: State) -> None:
    """R-D2: at once when the draw pile is empty and the discard pile is not."""
    if not g.draw and g.discard:
        chance.reshuffle(g)


def top_card(g: State) -> int | None:
    """The top card of the draw pile, taken off; None if both piles are empty (R-D3)."""
    if not g.draw:
        g.counts["warnings"] |= WARN_EMPTY
        g.fire("R-D3")
        if g.rulings["empty_piles"] == "unfinished":
            g.end_reason = 2
            raise GameOverError
        return None
    card = g.draw.pop()
    refill(g)
    return card


def draw(g: State, p: Seat, n: int) -> int:
    """R-D1: draw cards to the hand; how many came."""
    for done in range(n):
        card = top_card(g)
        if card is None:
            return done
        p.hand.add(card)
        p.counts["drawn"] += 1
    return max(n, 0)


def bin_card(g: State, card: int) -> None:
    """R-S7: a card that lies nowhere goes to the discard pile."""
    g.discard.add(card)
    refill(g)


def bin_resolving(g: State, cards: Iterable[int]) -> None:
    """Cards that are still being resolved go to the discard pile."""
    for card in sorted(cards):
        if card in g.resolving:
            g.resolving.remove(card)
            bin_card(g, card)


def take_off(g: State, p: Seat, card: int) -> None:
    """A card leaves an area of a character; its states end."""
    for place in (p.hand, p.visible, p.down, p.mark_by):
        place.discard(card)
    for pile in (p.judgement, p.mark_on):
        if card in pile:
            pile.remove(card)
    for slot, held in p.slots.items():
        if held == card:
            is_working = p.is_working(card)
            p.slots[slot] = None
            p.face_down.discard(card)
            if card in p.sideways:
                g.fire("R-C7")
                p.sideways.discard(card)
            is_damper = g.cards[card].kind == "damper_gear" and is_working and p.is_alive
            if is_damper and heal(g, p, g.rules["damper_heal"]):
                g.fire("R-U14")


def emptied(g: State, p: Seat, before: int) -> Steps[None]:
    """The event hand_empty, if the last card that counts as a hand card has left."""
    if before > 0 and p.n_hand == 0 and p.is_alive:
        yield from events.emit(g, Event("hand_empty", object=p))


def all_emptied(g: State, seats: list[Seat]) -> Steps[None]:
    """The event hand_empty of several whose hands became empty at once."""
    for p in seats:
        if p.is_alive:
            yield from events.emit(g, Event("hand_empty", object=p))


def discard(g: State, p: Seat, card: int) -> Steps[None]:
    """A card of a character goes to the discard pile."""
    before = p.n_hand
    take_off(g, p, card)
    bin_card(g, card)
    yield from emptied(g, p, before)


def own_discard(g: State, p: Seat, card: int) -> Steps[None]:
    """A character discards a card of his; in his own discard phase R-G1."""
    p.counts["discarded"] += 1
    if p is g.player and g.phase == "discard":
        p.dropped.add(card)
        n = min(g.rules["rage_per_discard"], g.rules["rage_per_turn_max"] - p.rage_this_turn)
        gained = gain_rage(g, p, n) if n > 0 else 0
        p.rage_this_turn += gained
        if gained:
            g.fire("R-G1")
    yield from discard(g, p, card)


def give(g: State, p: Seat, card: int, to: Seat) -> Steps[None]:
    """A card of a character goes to the hand of another."""
    before = p.n_hand
    take_off(g, p, card)
    to.hand.add(card)
    yield from emptied(g, p, before)


def turn_down(g: State, p: Seat, card: int) -> None:
    """R-C1, R-C6: a hand card goes to the face-down area."""
    p.hand.remove(card)
    if card in p.visible:
        g.fire("R-C6")
        p.visible.discard(card)
    p.down.add(card)
    p.counts["down_turned"] += 1
    g.fire("R-C1")


def heal(g: State, p: Seat, n: int) -> int:
    """R-H2: up to the HP limit."""
    gained = max(0, min(n, p.card.hp - p.hp))
    p.hp += gained
    p.counts["healed"] += gained
    return gained


def gain_rage(g: State, p: Seat, n: int) -> int:
    """R-S5: up to the cap, down to 0; what came."""
    gained = max(min(n, g.rules["rage_cap"] - p.rage), -p.rage)
    if gained < n:
        g.fire("R-S5")
    p.rage += gained
    p.counts["rage_gained"] += max(gained, 0)
    return gained


def spend_rage(g: State, p: Seat, n: int) -> None:
    """R-G2."""
    assert p.rage >= n
    p.rage -= n
    p.counts["rage_spent"] += n
    if n > 0:
        g.fire("R-G2")


def equip(g: State, p: Seat, card: int) -> None:
    """R-U1: a card lies in its slot; the old one is discarded first."""
    slot = slot_of(g.cards[card].kind)
    old = p.slots[slot]
    if old is not None:
        if old in p.face_down:
            g.fire("R-C2")
        take_off(g, p, old)
        bin_card(g, old)
    p.slots[slot] = card
    p.worn.add(g.cards[card].kind)
    g.fire("R-U1")


def place_delayed(g: State, p: Seat, card: int) -> bool:
    """R-A3: a delayed card into a judgement area; False if it may not lie there."""
    if not p.is_alive or holds_name(g, p, card):
        return False
    p.judgement.append(card)
    return True


def holds_name(g: State, p: Seat, card: int) -> bool:
    """Whether a card of that name lies in his judgement area."""
    is_held = any(g.cards[n].name == g.cards[card].name for n in p.judgement)
    if is_held:
        g.fire("R-A3")
    return is_held
