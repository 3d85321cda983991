"""All that lies on the table, as small classes, and its print as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .data import FACILITIES, MATERIALS, Card, Data, Entry, Node

#: VP parts (section 7); vp is handicap + their sum.
PARTS = (
    "vp_polish", "vp_blades", "vp_owner_bonus", "vp_triggers", "vp_wills", "vp_round_end", "vp_stagnation",
    "vp_end_nodes", "vp_multiplier",
)  # fmt: skip

WARN_TURN_LIMIT = 1


@dataclass
class Worker:
    """A worker on a lens."""

    seat: int
    is_acted: bool


@dataclass
class Lens:
    """A lens: cards by slot of each side, and the base card's cost."""

    number: int  # from 1, in the order of making
    owner: int
    left: dict[int, Card]
    right: dict[int, Card]
    base: int
    worker: Worker | None = None

    @property
    def n_cards(self) -> int:
        """Development cards (N-L12)."""
        return len(self.left) + len(self.right)

    @property
    def result_sum(self) -> int:
        """Sum of the result values."""
        return sum(card.result for card in self.right.values())

    def pays(self, kind: str) -> int:
        """Quantity of a kind on the left."""
        return sum(card.qty for card in self.left.values() if card.kind == kind)

    def yields(self, kind: str) -> int:
        """Quantity of a kind on the right."""
        return sum(card.qty for card in self.right.values() if card.kind == kind)


@dataclass
class Seat:
    """A player with a character."""

    seat: int  # 0-based
    character: str
    sheet: dict[int, Node]
    vp: int
    ap: int
    creativity: int
    items: dict[str, int]
    stock: int
    unacted: int  # workers in the lobby
    acted: int = 0
    hand: list[int] = field(default_factory=list)
    nodes: set[int] = field(default_factory=lambda: {0})
    tasks: list[str] = field(default_factory=list)  # task spaces that still hold the token
    has_ended: bool = False
    wills_used: Counter[int] = field(default_factory=Counter)
    was_locked: bool = False  # the lock node was filled at some time
    had_no_limit: bool = False  # an unlimited grid at some time
    counts: Counter[str] = field(default_factory=Counter)  # outcome columns
    points: Counter[str] = field(default_factory=Counter)  # by PARTS
    scores: list[int] = field(default_factory=list)  # after each round

    def effects(self, when: str) -> list[tuple[Node, Entry]]:
        """Effects of the filled nodes with this `when`, by rising node."""
        filled = (self.sheet[n] for n in sorted(self.nodes))
        return [(node, effect) for node in filled for effect in node.effects if effect["when"] == when]

    def passives(self, op: str) -> list[tuple[Node, Entry]]:
        """Passive ops of this name on filled nodes."""
        filled = (self.sheet[n] for n in sorted(self.nodes))
        return [(node, passive) for node in filled for passive in node.passives() if passive["op"] == op]


class State:
    """The table. Seats are numbered from 0 here, from 1 in what is printed."""

    def __init__(self, data: Data, characters: list[str], normal_deck: list[int], vp_deck: list[int]) -> None:
        rules = data.rules
        self.data, self.rules, self.rulings = data, rules, data.rulings
        self.seats = [
            Seat(i, c, data.sheets[c], rules["handicap"][i], rules["start_ap"], rules["start_creativity"],
                 dict.fromkeys(MATERIALS, 0), rules["start_stock"], rules["start_workers"], tasks=list(data.tasks))
            for i, c in enumerate(characters)
        ]  # fmt: skip
        self.supply: dict[str, int] = {kind: rules[f"supply_{kind}"] for kind in MATERIALS}
        for p in self.seats:
            for kind in MATERIALS:
                p.items[kind] = min(rules[f"start_{kind}"], self.supply[kind])
                self.supply[kind] -= p.items[kind]
        self.piles = dict(data.piles)
        self.decks = {"normal": list(normal_deck), "vp": list(vp_deck)}
        self.display: list[int] = []  # card by place, 0 = empty; normal places first
        for sort in ("normal", "vp"):
            self.display += [self.draw(sort) for _ in range(rules[f"display_{sort}"])]
        self.lenses: list[Lens] = []
        n = len(self.seats)
        self.facilities: dict[str, list[int]] = {name: [0] * n for name in FACILITIES}  # acted workers by seat
        self.round = 1
        self.phase = "setup"
        self.start = 0
        self.negotiations = 0  # workers that negotiated this round
        self.next_start: int | None = None  # seat that negotiated this round
        self.first_ended: int | None = None
        self.starts: list[int] = []  # start seat of each round
        self.building: list[tuple[int, str]] = []  # (card, side) of the lens being built
        self.builder: int | None = None
        self.pending: list[dict[str, Any]] = []  # what open TOKEN and KEEP decisions hold
        self.dirty: set[int] = set()  # seats whose tasks are to be checked (`task_timing = end_of_action`)
        self.counts: Counter[str] = Counter()
        self.fired: set[str] = set()

    # Looking

    def order(self, first: int) -> list[Seat]:
        """All seats in turn order, beginning with `first`."""
        n = len(self.seats)
        return [self.seats[(first + i) % n] for i in range(n)]

    def lenses_of(self, p: Seat) -> list[Lens]:
        """Lenses that a seat owns."""
        return [lens for lens in self.lenses if lens.owner == p.seat]

    def workers(self, p: Seat) -> int:
        """Workers of a seat, wherever they stand."""
        on_lenses = sum(lens.worker is not None and lens.worker.seat == p.seat for lens in self.lenses)
        return p.unacted + p.acted + sum(places[p.seat] for places in self.facilities.values()) + on_lenses

    def free_spaces(self, p: Seat) -> int:
        """Spaces for new materials; a large number without a limit."""
        if p.passives("no_grid_limit"):
            return 10**6
        return max(0, int(self.rules["grid_spaces"]) - sum(p.items.values()))

    # Doing

    def fire(self, *clauses: str) -> None:
        """Note clauses that acted."""
        self.fired.update(clauses)

    def draw(self, sort: str) -> int:
        """The next card of a deck, 0 if it is empty."""
        deck = self.decks[sort]
        return deck.pop(0) if deck else 0

    def book(self, p: Seat, part: str, n: int) -> None:
        """Book VP (N-S2); `blue8_scope = all_vp` adds to every gain."""
        p.vp += n
        p.points[part] += n
        scopes = [(node, op) for node, op in p.passives("mul_activation") if op["scope"] == "all_vp"]
        if n > 0 and scopes:
            node, op = scopes[0]
            self.fire(node.clause, "blue8_scope=all_vp")
            self.multiply(p, n, op["by"])

    def multiply(self, p: Seat, n: int, by: list[int]) -> None:
        """Book what n VP become more by a factor, rounded up."""
        more = -(-n * by[0] // by[1]) - n
        p.vp += more
        p.points["vp_multiplier"] += more

    def dump(self, actor: int, decision: str, is_over: bool) -> dict[str, Any]:
        """The state as JSON data; seats, lenses and rounds from 1."""
        return {
            "round": self.round, "phase": self.phase, "start_seat": self.start + 1,
            "next_start": 0 if self.next_start is None else self.next_start + 1,
            "negotiations": self.negotiations, "main_turns": self.counts["main_turns"],
            "supply": dict(self.supply), "piles": {str(cost): n for cost, n in sorted(self.piles.items())},
            "decks": {sort: list(deck) for sort, deck in self.decks.items()}, "display": list(self.display),
            "facilities": {name: list(places) for name, places in self.facilities.items()},
            "lenses": [_show_lens(lens) for lens in self.lenses],
            "building": [{"card": card, "side": side} for card, side in self.building],
            "pending": [dict(held) for held in self.pending],
            "seats": [_show_seat(p) for p in self.seats],
            "actor": actor, "decision": decision, "is_over": is_over,
        }  # fmt: skip


def _show_lens(lens: Lens) -> dict[str, Any]:
    worker = lens.worker
    return {
        "lens": lens.number, "owner": lens.owner + 1, "base": lens.base,
        "left": [lens.left[s].number if s in lens.left else 0 for s in (1, 2, 3)],
        "right": [lens.right[s].number if s in lens.right else 0 for s in (1, 2, 3)],
        "worker": 0 if worker is None else worker.seat + 1, "is_acted": worker is not None and worker.is_acted,
    }  # fmt: skip


def _show_seat(p: Seat) -> dict[str, Any]:
    return {
        "seat": p.seat + 1, "character": p.character, "vp": p.vp, "ap": p.ap, "creativity": p.creativity,
        "items": dict(p.items), "stock": p.stock, "lobby_unacted": p.unacted, "lobby_acted": p.acted,
        "hand": sorted(p.hand), "nodes": sorted(p.nodes), "tasks": list(p.tasks), "has_ended": p.has_ended,
        "wills_used": sorted(p.wills_used), "parts": {part: p.points[part] for part in PARTS},
    }  # fmt: skip
