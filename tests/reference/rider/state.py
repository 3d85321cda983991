"""All that lies on the table, as small classes, and its print as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from . import chance
from .data import SLOTS, Card, Data, Skill, Warrior

VILLAINS = 100  # ids of villains are above
WARN_SEATS, WARN_STACK, WARN_VILLAINS, WARN_EMPTY, WARN_DECISIONS = 1, 2, 4, 8, 16
PHASES = ("prep", "judge", "draw", "play", "discard", "end")


class GameOverError(Exception):
    """Clears the stack: the game has ended."""


@dataclass(eq=False)
class Seat:
    """A player and his warrior."""

    seat: int  # from 0
    person: int
    offers: list[Warrior]
    warrior: Warrior | None = None
    is_alive: bool = True
    is_up: bool = False  # warrior card face up
    was_revealed: bool = False
    hp: int = 0
    rage: int = 0
    link: int = 0  # order number, 0: not linked
    is_inverted: bool = False
    is_dying: bool = False
    determined: int = 0
    faction: int = 0  # effective
    leader: Seat | None = None  # whose faction he took by a link
    hand: set[int] = field(default_factory=set)
    visible: set[int] = field(default_factory=set)
    down: set[int] = field(default_factory=set)
    slots: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(SLOTS))
    face_down: set[int] = field(default_factory=set)  # equipment
    sideways: set[int] = field(default_factory=set)
    judgement: list[int] = field(default_factory=list)  # in order of placing
    mark_on: list[int] = field(default_factory=list)  # oldest first
    mark_by: set[int] = field(default_factory=set)
    strikes_used: int = 0
    charges_used: int = 0
    charge: int = 0
    skips: set[str] = field(default_factory=set)
    dropped: set[int] = field(default_factory=set)  # discarded in this discard phase
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)  # (frequency, skill)
    forms_used: set[int] = field(default_factory=set)
    before: dict[int, set[int]] = field(default_factory=dict)  # form -> forms used before the up
    forms_this_turn: int = 0
    rage_this_turn: int = 0  # gained by discarding
    counts: Counter[str] = field(default_factory=Counter)  # outcome columns
    facts: dict[str, int] = field(default_factory=dict)  # outcome columns that are set once
    skills_used: set[str] = field(default_factory=set)
    worn: set[str] = field(default_factory=set)
    hp_rounds: list[int] = field(default_factory=list)

    @property
    def card(self) -> Warrior:
        """The warrior card in use."""
        assert self.warrior is not None
        return self.warrior

    @property
    def n_hand(self) -> int:
        """Cards that count as hand cards."""
        return len(self.hand) + len(self.down)

    @property
    def equipment(self) -> list[int]:
        """Cards in the slots, ascending."""
        return sorted(card for card in self.slots.values() if card is not None)

    @property
    def open_equipment(self) -> list[int]:
        """Cards in the slots that are not face down."""
        return [card for card in self.equipment if card not in self.face_down]

    def is_working(self, card: int) -> bool:
        """Whether a card in a slot works."""
        return card not in self.face_down and card not in self.sideways

    @property
    def is_wounded(self) -> bool:
        """Below the HP limit."""
        return self.hp < self.card.hp

    @property
    def gender(self) -> str:
        """ "" before the first reveal (R-W3)."""
        return self.card.gender if self.was_revealed else ""


class State:
    """The table."""

    def __init__(self, data: Data, persons: list[int], deal_key: int, table_key: int) -> None:
        self.data, self.rules, self.rulings, self.cards = data, data.rules, data.rulings, data.cards
        n = len(persons)
        self.table_key, self.picks = table_key, 0
        size = self.rules["deal_warriors_large" if n >= self.rules["large_from"] else "deal_warriors"]
        pile = chance.deal_pile(data, deal_key)
        assert n * size <= len(pile), "too few warriors"
        offers = [sorted(pile[i * size : (i + 1) * size], key=lambda card: card.number) for i in persons]
        self.seats = [Seat(s, person, offers[s]) for s, person in enumerate(persons)]
        self.side: set[int] = {card.number for card in data.warriors}
        self.first = chance.first_seat(data, deal_key, n)
        self.draw: list[int] = chance.deck(data, deal_key)  # the top is the last
        self.discard: set[int] = set()
        self.resolving: set[int] = set()
        self.round, self.phase = 1, "setup"
        self.turn_seat = -1
        self.inserted: list[int] = []  # the next is the last
        self.n_links = 0
        self.villains: list[int] = []  # seat that each villain id was made for
        self.dead: list[Seat] = []  # in order of death
        self.stand_in: Seat | None = None
        self.end_reason = -1
        self.winner = 0
        self.winners: list[Seat] = []
        self.counts: Counter[str] = Counter()
        self.fired: set[str] = set()
        self.recent: set[str] = set()  # of these, since the last `Game.take_recent`
        if n > self.rules["hp_cards"]:
            assert self.rulings["allow_over_10"]
            self.counts["warnings"] |= WARN_SEATS
            self.fire("R-S2")

    def fire(self, *names: str) -> None:
        """Note clauses that acted."""
        self.fired.update(names)
        self.recent.update(names)

    @property
    def living(self) -> list[Seat]:
        """The living, by seat."""
        return [p for p in self.seats if p.is_alive]

    @property
    def player(self) -> Seat:
        """The turn player."""
        return self.seats[self.turn_seat]

    def all_from(self, seat: int) -> list[Seat]:
        """All seats counterclockwise from one, the dead too."""
        return self.seats[seat:] + self.seats[:seat]

    def from_seat(self, seat: int) -> list[Seat]:
        """The living, counterclockwise from one."""
        return [p for p in self.all_from(seat) if p.is_alive]

    def others(self, p: Seat) -> list[Seat]:
        """The other living, counterclockwise from him."""
        return [q for q in self.from_seat(p.seat) if q is not p]

    def skills(self, p: Seat, mode: str) -> Iterator[Skill]:
        """A character's skills of a mode."""
        return (skill for skill in p.card.skills if skill.mode == mode)

    def working(self, p: Seat, slot: str) -> str:
        """Kind of the working card in a slot, "" if there is none."""
        card = p.slots[slot]
        return self.cards[card].kind if card is not None and p.is_working(card) else ""

    def names(self, cards: Any) -> list[str]:
        """Ids of cards, ascending."""
        return [self.cards[n].id for n in sorted(cards)]

    def dump(self, actor: int, decision: str, is_over: bool) -> dict[str, Any]:
        """The table as JSON data (RULES.md 14)."""
        return {
            "round": self.round, "turn": self.counts["turns"], "turn_seat": self.turn_seat + 1,
            "first_seat": self.first + 1, "phase": self.phase,
            "draw_pile": [self.cards[n].id for n in reversed(self.draw)], "discard": self.names(self.discard),
            "resolving": self.names(self.resolving),
            "side_pile": [self.data.warriors[n].id for n in sorted(self.side)],
            "inserted": [seat + 1 for seat in reversed(self.inserted)],
            "seats": [self._seat(p) for p in self.seats],
            "actor": actor, "decision": decision, "is_over": is_over,
        }  # fmt: skip

    def _seat(self, p: Seat) -> dict[str, Any]:
        slots = {slot: "" if card is None else self.cards[card].id for slot, card in p.slots.items()}
        return {
            "seat": p.seat + 1, "is_alive": p.is_alive, "warrior": p.warrior.id if p.warrior else "",
            "is_face_up": p.is_up, "was_revealed": p.was_revealed, "hp": p.hp, "rage": p.rage, "link": p.link,
            "is_inverted": p.is_inverted, "determined": p.determined, "faction": p.faction,
            "hand": self.names(p.hand), "visible": self.names(p.visible), "down": self.names(p.down), **slots,
            "face_down": self.names(p.face_down), "sideways": self.names(p.sideways),
            "judgement": [self.cards[n].id for n in p.judgement],
            "mark_on": [self.cards[n].id for n in p.mark_on], "mark_by": self.names(p.mark_by),
            "strikes_used": p.strikes_used, "charges_used": p.charges_used, "charge": p.charge,
            "skips": [phase for phase in PHASES if phase in p.skips],
        }  # fmt: skip


@dataclass(eq=False)
class Use:
    """A used card, or two as one."""

    user: Seat
    kind: str
    cards: list[int]
    via: str  # "", "rage", "combiner" or a skill
    suit: str | None
    element: str = "plain"
    targets: list[Seat] = field(default_factory=list)
    need: Counter[int] = field(default_factory=Counter)  # dodges needed by seat, where it is not 1
    bonus: int = 0
    named: Seat | None = None  # whom a coerced one is to strike


@dataclass(eq=False)
class Damage:
    """A damage on its way."""

    source: Seat | None
    victim: Seat
    n: int
    element: str
    use: Use | None = None  # the card that caused it
    is_chained: bool = False
    is_pierced: bool = False


@dataclass(eq=False)
class Judgement:
    """A judgement on its way."""

    seat: Seat
    card: int | None
    is_taken: bool = False


@dataclass(eq=False)
class Event:
    """Something that skills wait for."""

    type: str
    actor: Seat | None = None
    object: Seat | None = None
    use: Use | None = None
    damage: Damage | None = None
    judgement: Judgement | None = None
    is_hit: bool = False  # dodged: the dodge is ignored
    extra: int = 0  # draw_start: cards more

    def card(self, cards: list[Card]) -> tuple[str, str | None] | None:
        """Kind and suit of the event's card."""
        if self.judgement is not None:
            n = self.judgement.card
            return None if n is None else (cards[n].kind, cards[n].suit)
        use = self.damage.use if self.damage is not None else self.use
        return None if use is None else (use.kind, use.suit)

    @property
    def element(self) -> str:
        """Element at this moment."""
        if self.damage is not None:
            return self.damage.element
        return self.use.element if self.use is not None else ""
