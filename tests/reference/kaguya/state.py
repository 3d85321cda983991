"""All that lies on the table, as small classes, and its print as JSON (section 14.5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .data import Cards, kind_of

#: Score parts (section 7); the score is start score + handicap + their sum.
PARTS = (
    "pts_slots", "pts_events", "pts_tokens", "pts_cards", "pts_ability", "pts_activity", "pts_event_bonus",
    "pts_stolen", "pts_penalty",
)  # fmt: skip

WARN_DECK, WARN_TURN_CAP, WARN_TOKENS, WARN_DICE = 1, 2, 4, 8


@dataclass
class Reservation:
    """A heart with its die on a scene card."""

    seat: int
    die: int
    acted_turn: int  # the owner's acted turn in which it was made (K-F1)
    is_locked: bool = False


@dataclass
class OwnedCard:
    """A scene card in front of a player; a conversion card that is used lies sideways."""

    number: int
    is_used: bool = False
    dice: list[int] = field(default_factory=list)


@dataclass
class Seat:
    """A player with his character."""

    seat: int  # 0-based
    character: str
    score: int
    hearts: int
    stock: int  # own tokens in the stock
    held: int = 0
    bag: int = 0
    removed: int = 0
    pool: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)  # picked for a reroll
    cubes: dict[str, int] = field(default_factory=dict)
    cards: dict[int, OwnedCard] = field(default_factory=dict)
    events: list[int] = field(default_factory=list)
    slot: int = 0  # 0 while the card is off the board
    is_in: bool = True
    is_ponkotsu: bool = False
    is_shielded: bool = False
    skips_roll: bool = False
    has_activity: bool = False  # got his activity bonus today
    acted_turns: int = 0
    ability_today: int = 0
    ability_turn: int = 0
    bonus_turn: int = 0  # event bonuses gained since the last turn began
    bonus_day: int = 0
    tokens_left_stock: int = 0  # for `end_tokens = gained`
    counts: Counter[str] = field(default_factory=Counter)  # outcome columns
    points: Counter[str] = field(default_factory=Counter)  # by PARTS
    used: set[int] = field(default_factory=set)
    slots_chosen: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)  # after each day


class State:
    """The table. Seats are numbered from 0 here, from 1 in what is printed."""

    def __init__(
        self, rules: dict[str, Any], rulings: dict[str, str], cards: Cards, characters: list[str], keys: tuple[int, int]
    ) -> None:
        self.rules, self.rulings, self.cards = rules, rulings, cards
        self.deal_key, self.table_key = keys
        self.counters: Counter[tuple[str, str]] = Counter()  # draws made from the counted streams
        self.chance: list[dict[str, Any]] = []
        self.fired: set[str] = set()
        self.seats = [
            Seat(i, c, rules["start_score"] + rules["handicap"][i], rules["hearts_per_player"],
                 rules["tokens_per_character"], cubes={"dice": rules["track_start"], "tokens": rules["track_start"]})
            for i, c in enumerate(characters)
        ]  # fmt: skip
        self.day = 1
        self.phase = "setup"
        self.start = 0  # seat of today's start player
        self.marker = 0  # seat that holds today's-winner marker
        self.today = 0
        self.today_die = 0  # 1 while a die on the board shows today's number
        self.turn: int | None = None  # seat whose turn it is
        self.is_acted = False  # the turn is an acted one
        self.turns_today = 0
        self.allowance = 0
        self.event = 0
        self.coming: list[int] = []
        self.stock_dice: int = rules["dice_total"]
        self.beaten_dice = 0
        self.left_dice = 0
        self.slot_dice: dict[int, list[int]] = {slot: [] for slot in (1, 2, 3, 4)}
        self.display: dict[int, Reservation | None] = {}
        self.decks: dict[str, list[int]] = {"conversion": [], "action": []}
        self.discards: dict[str, list[int]] = {"conversion": [], "action": []}
        self.met: list[int] = []  # seats that met the event at this moment, not served yet
        self.is_serving = False  # an event bonus is being resolved or waits to be (K-B4)
        self.counts: Counter[str] = Counter()  # outcome columns of the game
        self.rights: list[dict[int, int]] = []  # by day: rights of the contest by seat
        self.vigours: list[list[int]] = []  # by day, by seat

    def fire(self, *clauses: str) -> None:
        """Remember that clauses fired."""
        self.fired.update(clauses)

    def order(self, first: int) -> list[Seat]:
        """The players clockwise from a seat."""
        return [self.seats[(first + i) % 4] for i in range(4)]

    def turn_order(self) -> list[Seat]:
        """From today's start player, clockwise."""
        return self.order(self.start)

    def serving_order(self) -> list[Seat]:
        """K-B5: from the player whose turn it is; outside the action phase from the start player."""
        return self.order(self.start if self.turn is None else self.turn)

    def of_character(self, character: str) -> Seat:
        """The player who sits there with a character."""
        return next(p for p in self.seats if p.character == character)

    def dice_on(self, player: Seat) -> list[int]:
        """The slot dice of a character; none while its card is off the board. The list itself, not a copy."""
        return self.slot_dice[player.slot] if player.slot else []

    def has_place(self, player: Seat) -> bool:
        """Whether another die may lie on the character."""
        return len(self.dice_on(player)) < int(self.rules["character_dice_max"])

    def reservations(self, player: Seat) -> list[int]:
        """The cards on which a player's hearts lie, numbers rising."""
        return [n for n, r in sorted(self.display.items()) if r is not None and r.seat == player.seat]

    # Points, tokens and dice: the few moves that everything else is made of.

    def add_points(self, player: Seat, n: int, part: str) -> int:
        """Add points, or lose them as far as the floor allows; returns the change."""
        if n < 0 and self.rulings["score_floor"] == "zero":
            n = -min(-n, max(player.score, 0))
        player.score += n
        player.points[part] += n
        return n

    def can_lose_points(self, player: Seat) -> bool:
        """Whether a loss of points would change anything."""
        return player.score > 0 or self.rulings["score_floor"] == "none"

    def gain_tokens(self, player: Seat, n: int) -> None:
        """Tokens from the stock behind the player's screen, as many as there are (K-S11)."""
        got = min(n, player.stock)
        if got < n:
            self.fire("K-S11")
            self.counts["token_short"] += n - got
            self.counts["warnings"] |= WARN_TOKENS
        player.stock -= got
        player.held += got
        player.counts["tokens_gained"] += got
        player.tokens_left_stock += got

    def pay_tokens(self, player: Seat, n: int) -> None:
        """Held tokens paid or lost go to their owner's stock (K-X7), as many as there are."""
        lost = min(n, player.held)
        player.held -= lost
        player.stock += lost
        player.counts["tokens_paid"] += lost

    def take_from_stock(self, n: int) -> int:
        """How many dice may be taken (K-S12); takes them."""
        got: int = min(n, self.stock_dice)
        if got < n:
            self.fire("K-S12")
            self.counts["dice_short"] += n - got
            self.counts["warnings"] |= WARN_DICE
        self.stock_dice -= got
        return got

    def put_in_bag(self, player: Seat, n: int, source: str) -> None:
        """Own held tokens ("own") or tokens of the stock ("stock") into the bag."""
        if source == "own":
            player.held -= n
        else:
            player.stock -= n
            player.tokens_left_stock += n
        player.bag += n

    def give_card(self, player: Seat, card: int) -> None:
        """A scene card joins the player's cards, conversion upright, action unused."""
        player.cards[card] = OwnedCard(card)

    # The print.

    def dump(self, actor: int, decision: str, is_over: bool) -> dict[str, Any]:
        """The state as section 14.5 writes it; `actor` from 1, 0 at the end."""
        on_slot = {p.slot: p.character for p in self.seats}
        return {
            "day": self.day, "phase": self.phase, "start_seat": self.start + 1, "today": self.today,
            "turn_seat": 0 if self.turn is None else self.turn + 1, "turns_today": self.turns_today,
            "allowance": self.allowance, "event": self.event, "stock_dice": self.stock_dice,
            "beaten_dice": self.beaten_dice, "left_dice": self.left_dice,
            "slots": [{"slot": s, "dice": sorted(d), "character": on_slot.get(s, "")}
                      for s, d in sorted(self.slot_dice.items())],
            "display": [_show_display(n, r) for n, r in sorted(self.display.items())],
            "decks": {kind: list(deck) for kind, deck in self.decks.items()},
            "discards": {kind: sorted(pile) for kind, pile in self.discards.items()},
            "coming_events": list(self.coming),
            "seats": [_show_seat(p) for p in self.seats],
            "actor": actor, "decision": decision, "is_over": is_over,
        }  # fmt: skip


def _show_display(card: int, reservation: Reservation | None) -> dict[str, Any]:
    if reservation is None:
        return {"card": card, "reserved_by": 0, "die": 0, "is_locked": False}
    return {"card": card, "reserved_by": reservation.seat + 1, "die": reservation.die,
            "is_locked": reservation.is_locked}  # fmt: skip


def _show_seat(p: Seat) -> dict[str, Any]:
    own = [p.cards[n] for n in sorted(p.cards)]
    return {
        "seat": p.seat + 1, "character": p.character, "score": p.score,
        "pool": sorted(p.pool), "aside": sorted(p.aside), "hearts": p.hearts,
        "cube_dice": p.cubes["dice"], "cube_tokens": p.cubes["tokens"],
        "is_in": p.is_in, "is_ponkotsu": p.is_ponkotsu, "is_shielded": p.is_shielded, "skips_roll": p.skips_roll,
        "tokens_held": p.held, "tokens_stock": p.stock, "tokens_bag": p.bag, "tokens_removed": p.removed,
        "ability_uses": p.ability_today,
        "conversion": [{"card": c.number, "is_turned": c.is_used} for c in own if kind_of(c.number) == "conversion"],
        "action": [{"card": c.number, "dice": sorted(c.dice), "is_used": c.is_used}
                   for c in own if kind_of(c.number) == "action"],
        "events": list(p.events),
    }  # fmt: skip
