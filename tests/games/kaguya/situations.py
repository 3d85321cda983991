"""Situations for tests: one game on the table, with the pieces where a test wants them, driven by texts.

Seats count from 1, as in RULES.md. Cards are blank unless a test writes them; see `Table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sim.driver import Driver
from sim.game import GameData
from sim.games.kaguya import GAME, clauses, codes
from sim.games.kaguya import state as st
from sim.games.kaguya import tables_schema as schema
from sim.games.kaguya.tables_encode import Encoder
from sim.games.kaguya.view import VIEW
from sim.rng_twin import draw, fold

from ..kit import situations

PRESIDENT, VICE, SECRETARY, TREASURER = codes.CHARACTERS

#: Cards that tests like to write on: deck cards, a conversion and an action card of the first character, an event.
CONVERSION, ACTION, EVENT = 5, 35, 80
ABILITY = codes.ABILITY_FIRST  # of the president, who sits on seat 1
SLOT = codes.SLOT_FIRST  # activity bonus of slot 1

Entry = Mapping[str, Any]


@cache
def bare() -> GameData:
    return GAME.load("bare", None, (), 4)


@cache
def driver() -> Driver:
    return Driver(GAME, bare(), 4)


def kind_of(program: int) -> str:
    """Kind of entry that stands in a program row."""
    borders = (
        (codes.ACTION_FIRST, "conversion"), (codes.INITIAL_CONVERSION_FIRST, "action"),
        (codes.INITIAL_ACTION_FIRST, "initial_conversion"), (codes.EVENT_FIRST, "initial_action"),
        (codes.N_CARDS, "event"), (codes.SLOT_FIRST, "ability"), (codes.N_PROGRAMS, "slot"),
    )  # fmt: skip
    return next(kind for border, kind in borders if program < border)


def write_cards(record: Any, cards: Mapping[int, Entry]) -> None:
    """Write entries into program rows of a TABLES record, as the loader would."""
    encoder = Encoder(record)
    for program, entry in cards.items():
        kind = kind_of(program)
        more: dict[str, Any] = {"id": f"card_{program}", "name": "Card", "provenance": "assumed"}
        if kind.startswith("initial") or kind == "ability":
            more["character"] = "president"
        if kind == "slot":
            more["slot"] = 1
        encoder.program(schema.ENTRY_MODELS[kind].model_validate({**more, **entry}), 0, [program])


class Table(situations.Table):
    """A game on the table: Monday, seat 1 on turn, the characters in their order, seat n on slot n.

    Parameters
    ----------
    cards
        Entries by program number, with the keys that matter (`do`, `if`, `cost`, `on`, `dice`, `limit`).
    seed
        Of the deal.
    characters
        Character index by seat.
    lay
        Whether the character cards are laid; else the game stands at K-S8.
    changes
        Rules constants, or rulings by their words.
    """

    def __init__(
        self,
        cards: Mapping[int, Entry] | None = None,
        seed: int = 1,
        characters: tuple[int, ...] = (0, 1, 2, 3),
        lay: bool = True,
        **changes: Any,
    ) -> None:
        super().__init__(driver(), bare().tables)
        for name, value in changes.items():
            self.tables[0][name] = codes.RULINGS[name].index(value) if name in codes.RULINGS else value
        write_cards(self.tables[0], cards or {})
        self.deal(seed, characters)
        if lay:
            for seat in (4, 3, 2, 1):
                self.apply(f"slot n={seat}")
            self.log.clear()

    # ---- driving ----

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions."""
        self.sit_down()
        return [VIEW.action_text(self.state, bare(), code) for code in driver().legal()]

    @property
    def decision(self) -> str:
        return VIEW.decision_name(self.state, bare())

    @property
    def json(self) -> dict[str, Any]:
        return VIEW.state_json(self.state, bare())

    def apply(self, text: str) -> None:
        """Take one legal action."""
        legal = self.legal
        assert text in legal, f"{text!r} is not legal for seat {self.actor} at {self.decision}: {legal}"
        self.take(VIEW.parse_action(self.state, bare(), text))

    def do(self, *texts: str) -> Table:
        """Take actions; a point with one option is taken without asking, save the end of a turn."""
        for text in texts:
            self.apply(text)
            self.settle()
        return self

    def settle(self) -> Table:
        """Take what is the only option, until somebody has a choice or a turn stands at its end."""
        while not self.is_over and self.decision != "D2" and len(self.legal) == 1:
            self.apply(self.legal[0])
        return self

    def end_turn(self) -> Table:
        return self.do("end")

    def end_day(self) -> Table:
        """Everybody drops out; the table then stands in the event phase (at the first choice there)."""
        while self.state.phase == st.PHASE_ACTION and not self.is_over:
            self.apply("end" if self.decision == "D2" else self.legal[-1])
        return self.settle()

    def choose_slots(self, *slots: int) -> Table:
        """Players choose slots in vigour order; without numbers, the first free one."""
        while self.decision == "D4":
            wanted = slots[0] if slots else 0
            slots = slots[1:]
            self.apply(f"slot n={wanted}" if wanted else self.legal[0])
        return self

    def next_day(self) -> Table:
        """The rest of the day: nobody does anything more."""
        day = int(self.state.day)
        self.end_day()
        while not self.is_over and self.state.day == day:
            self.apply(self.legal[0])
        return self

    # ---- asking ----

    def pool_of(self, seat: int) -> list[int]:
        faces: list[int] = self.json["seats"][seat - 1]["pool"]
        return faces

    def dice_on(self, seat: int) -> list[int]:
        """Slot dice of the seat's character."""
        slot = self.state.slots[self.seat(seat).slot]
        return sorted(int(face) for face in slot.dice[: slot.n])

    def ponkotsu(self) -> list[int]:
        """Seats whose characters are ponkotsu."""
        return [seat for seat in (1, 2, 3, 4) if self.seat(seat).is_ponkotsu]

    def scores(self) -> list[int]:
        return [int(self.seat(seat).score) for seat in (1, 2, 3, 4)]

    def cards_of(self, seat: int) -> list[int]:
        found = self.json["seats"][seat - 1]
        return [row["card"] for row in found["conversion"] + found["action"]]

    def offer(self, card: int) -> dict[str, Any]:
        """The row of a face-up card."""
        row: dict[str, Any] = next(row for row in self.json["display"] if row["card"] == card)
        return row

    def effect_rolls(self, seat: int, n: int) -> list[int]:
        """The next n faces of event R6 for a seat's character (section 14.1)."""
        character = int(self.seat(seat).character)
        key = fold(fold(int(self.state.core.table_key), 6), character)
        first = sum(1 for code, a, _ in self.log if code in _R6 and a == seat - 1)
        return [1 + draw(key, first + i, 6) for i in range(n)]

    # ---- setting up ----

    def pool(self, seat: int, *faces: int) -> Table:
        """Give a player exactly these dice."""
        record = self.seat(seat)
        self.state.stock_dice += int(record.n_pool) - len(faces)
        record.pool[:] = 0
        for face in faces:
            record.pool[face] += 1
        record.n_pool = len(faces)
        return self

    def lay(self, seat: int, *faces: int) -> Table:
        """Lay exactly these dice on a seat's character, unnoticed."""
        slot = self.state.slots[self.seat(seat).slot]
        self.state.stock_dice += int(slot.n) - len(faces)
        slot.n, slot.total = len(faces), sum(faces)
        slot.dice[: len(faces)] = faces
        self.seat(seat).has_activity = 1 if faces else 0
        return self

    def tokens(self, seat: int, held: int = 0, bag: int = 0) -> Table:
        record = self.seat(seat)
        total = int(record.held) + int(record.stock) + int(record.bag)
        record.held, record.bag, record.stock = held, bag, total - held - bag
        return self

    def score(self, *scores: int) -> Table:
        for seat, score in enumerate(scores, start=1):
            self.seat(seat).score = score
        return self

    def today(self, face: int) -> Table:
        self.state.today = face
        return self

    def event(self, card: int = EVENT) -> Table:
        """Today's event is this card."""
        events = self.state.events
        place, day = list(events).index(card), int(self.state.day)
        events[place], events[day] = events[day], events[place]
        self.state.event = card
        return self

    def make_ponkotsu(self, *seats: int) -> Table:
        for seat in seats:
            self.seat(seat).is_ponkotsu = 1
        return self

    def out(self, *seats: int) -> Table:
        for seat in seats:
            self.seat(seat).is_in = 0
            self.state.n_out += 1
        return self

    def show(self, *cards: int) -> Table:
        """Lay cards of the decks face up, each instead of another card of its kind."""
        for card in cards:
            kind = 0 if card < codes.ACTION_FIRST else 1
            places = range(4 * kind, 4 * kind + 4)
            if any(self.state.display[i] == card for i in places):
                continue
            row = self.state.decks[kind]
            found = list(row[: self.state.n_deck[kind]]).index(card)
            instead = next(i for i in places if self.state.display[i] not in cards and self.state.display_seat[i] < 0)
            row[found], self.state.display[instead] = self.state.display[instead], card
            self._sort_display(kind)
        return self

    def _sort_display(self, kind: int) -> None:
        places = slice(4 * kind, 4 * kind + 4)
        order = np.argsort(self.state.display[places], kind="stable")
        for name in ("display", "display_seat", "display_die", "display_locked", "display_acted"):
            self.state[name][places] = self.state[name][places][order]

    def reserve(self, seat: int, card: int, die: int, is_earlier: bool = True) -> Table:
        """A reservation that lies there, made in an earlier turn or in this one."""
        self.show(card)
        place = list(self.state.display).index(card)
        self.state.display_seat[place], self.state.display_die[place] = seat - 1, die
        self.state.display_acted[place] = self.seat(seat).acted - (1 if is_earlier else 0)
        self.seat(seat).hearts -= 1
        self.state.stock_dice -= 1
        return self

    def give(self, seat: int, *cards: int) -> Table:
        """Scene cards of the decks join a player's cards."""
        for card in cards:
            kind = 0 if card < codes.ACTION_FIRST else 1
            self._take_away(card, kind)
            record = self.seat(seat)
            name = ("conversion", "action")[kind]
            n = int(record[f"n_{name}"])
            record[name][: n + 1] = sorted([*record[name][:n], card])
            record[f"n_{name}"] = n + 1
        return self

    def _take_away(self, card: int, kind: int) -> None:
        row, n = self.state.decks[kind], int(self.state.n_deck[kind])
        if card not in row[:n]:
            place = list(self.state.display).index(card)
            self.state.display[place] = row[n - 1]
            self._sort_display(kind)
            self.state.n_deck[kind] -= 1
            return
        row[: n - 1] = [other for other in row[:n] if other != card]
        self.state.n_deck[kind] -= 1

    def turn(self, seat: int) -> Table:
        """It is this seat's turn: an acted turn with nothing done yet."""
        self.seat(seat).acted += 1
        self.state.turn_seat = self.state.index = self.state.core.actor = seat - 1
        self.state.allowance, self.state.n_main = 1, 0
        return self


_R6 = (clauses.CHANCE_GAIN, clauses.CHANCE_REROLL, clauses.CHANCE_SLOT)
