"""Ways to use or play a card of a kind: the card itself, paying rage, view-as skills, two cards as a strike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import conditions, factions, moves
from .choices import Steps, ask_card
from .data import STRIKES, Skill, is_of
from .state import Seat, State


@dataclass(frozen=True)
class Way:
    """A card as a kind."""

    kind: str
    card: int | None  # None: the two halves of combiner, chosen later
    via: str = ""  # "", "rage", "combiner" or a skill
    skill: Skill | None = None

    def text(self, g: State, verb: str) -> str:
        """Its option."""
        parts = [verb] + ([] if self.card is None else [f"card={g.cards[self.card].id}"])
        return " ".join(parts + ([f"as={self.kind}", f"via={self.via}"] if self.via else []))


def natural(g: State, p: Seat, kinds: tuple[str, ...]) -> Iterator[Way]:
    """Usable cards of the kinds."""
    return (Way(g.cards[n].kind, n) for n in sorted(p.hand) if g.cards[n].kind in kinds)


def by_rage(g: State, p: Seat, kind: str) -> Iterator[Way]:
    """R-G3."""
    if p.rage >= g.rules["rage_card_cost"]:
        yield from (Way(kind, n, "rage") for n in sorted(p.hand))


def by_skill(g: State, p: Seat, kinds: tuple[str, ...], how: str) -> Iterator[Way]:
    """View-as skills, of a face-down warrior too (R-I2)."""
    for skill in g.skills(p, "V"):
        if skill.freq != "*" and p.uses[skill.freq, skill.id]:
            continue
        if (skill.is_about_sides and not p.was_revealed) or not conditions.hold(g, p, skill, None):
            continue
        if skill.freq != "*" and p.uses[skill.freq, skill.id]:
            continue
        for _, kind, place, *hows in skill.do:
            zone, word = place.split(":")
            cards = {"hand": p.hand, "mark_on": p.mark_on, "mark_by": p.mark_by}[zone]
            if kind in kinds and how in hows:
                yield from (Way(kind, n, skill.id, skill) for n in sorted(cards) if is_of(g.cards[n].suit, word))


def by_combiner(g: State, p: Seat) -> Iterator[Way]:
    """R-U7."""
    if g.working(p, "weapon") == "combiner" and len(p.hand) >= 2:
        yield Way("strike", None, "combiner")


def strikes(g: State, p: Seat, how: str, with_rage: bool) -> list[Way]:
    """All ways to a strike."""
    found = list(natural(g, p, STRIKES))
    if with_rage:
        found += by_rage(g, p, "strike")
    return [*found, *by_skill(g, p, STRIKES, how), *by_combiner(g, p)]


def of(g: State, p: Seat, kinds: tuple[str, ...], how: str) -> list[Way]:
    """All ways to other kinds."""
    return [*natural(g, p, kinds), *by_skill(g, p, kinds, how)]


def reveal_for(g: State, p: Seat, way: Way) -> Steps[bool]:
    """R-I2: a view-as skill of a face-down warrior reveals it first; True if it did (then the way is tested again)."""
    if way.skill is None or p.is_up:
        return False
    g.fire("R-I2")
    if (yield from factions.reveal(g, p, 2)) and p.is_alive:
        factions.supply(g, p)
    return True


def can_still(p: Seat) -> bool:
    """After the reveal: he may be dead, or hidden again."""
    return p.is_alive and p.is_up


def note(g: State, p: Seat, way: Way) -> None:
    """Count what was used."""
    if way.skill is not None:
        p.uses[way.skill.freq, way.skill.id] += 1
        p.counts["skill_uses"] += 1
        p.uses[way.skill.freq, way.skill.id] += 1
        p.skills_used.add(way.skill.id)
        g.fire(way.skill.id, "do as", "R-I4")
    if way.via == "rage":
        p.counts["rage_charges" if way.kind == "charge" else "rage_strikes"] += 1
        g.fire("R-G3")
    if way.via == "combiner":
        g.fire("R-U7")


def cards_of(g: State, p: Seat, way: Way) -> Steps[list[int]]:
    """Its cards; the halves of combiner are chosen (RD10) and stay in the hand for the moment."""
    if way.card is not None:
        return [way.card]
    first = yield from ask_card(g, p, "RD10", "pay", sorted(p.hand))
    second = yield from ask_card(g, p, "RD10", "pay", sorted(p.hand - {first}))
    return [first, second]


def spend(g: State, p: Seat, way: Way, cards: list[int]) -> int:
    """Rage and cards of something that is not placed, to the discard pile; hand cards before."""
    note(g, p, way)
    if way.via == "rage":
        moves.spend_rage(g, p, g.rules["rage_card_cost"])
    before = p.n_hand
    for card in sorted(cards):
        moves.take_off(g, p, card)
        moves.bin_card(g, card)
    return before
