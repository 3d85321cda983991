"""Situations for tests: one table of rider with cards, warriors and states where a test wants them, driven by texts.

Seats count from 1, as in texts. Warriors have 4 HP, hand limit 4, draw 2, no supply, no skills, unless a test says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sim.driver import Driver
from sim.game import GameData
from sim.games.rider import GAME, codes, turn
from sim.games.rider import state as st
from sim.games.rider.layout import WORD_BITS
from sim.games.rider.people import refresh_listeners, refresh_warrior, set_ring
from sim.games.rider.tables_encode import write_warriors
from sim.games.rider.tables_schema import Warrior
from sim.games.rider.view_text import Names, action_text
from sim.games.rider.zones import refresh_gear
from sim.kernel import entry_kernel

from ..kit import situations

# Sides of a seat: a faction from 1, minus it for a face-down warrior with that icon, or this.
VILLAIN = 100
MAX_SEATS = 12

PLAIN: Mapping[str, Any] = {
    "hp": 4, "hand_limit": 4, "draw": 2, "supply": 0, "skills": [], "gender": "m", "icon_change": False,
    "icon_up": False,
}  # fmt: skip


@cache
def driver() -> Driver:
    """The one compiled driver; tables with fewer seats set its number."""
    return Driver(GAME, loaded("standin", ()), MAX_SEATS)


@cache
def loaded(pack: str, sets: tuple[tuple[str, str], ...]) -> GameData:
    """A pack with single values changed."""
    return GAME.load(pack, None, sets, 5)


@cache
def _refresh() -> Any:
    def refresh(states, tables):  # type: ignore[no-untyped-def]
        state = states[0]
        rules = tables[0]
        set_ring(state)
        for p in range(state.core.n_seats):
            refresh_warrior(state, rules, p)
            refresh_listeners(state, rules, p)
            refresh_gear(state, rules, p)

    return entry_kernel(refresh, f"{driver().digest}refresh")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Table(situations.Table):
    """A table in the play phase of seat 1, round 1; the other cards lie in the draw pile, c001 on top.

    Parameters
    ----------
    sides
        By seat: a faction of a face-up warrior, minus an icon of a face-down one, or VILLAIN.
    skills
        Ids by seat, in one text.
    cards
        Real warrior cards by seat; others are made PLAIN.
    warriors
        Fields of plain warriors by seat.
    begin
        Step of the turn of seat 1 with which the table begins, by its name in `turn`, or `deal`: the game as dealt.
    changes
        Rules constants or rulings; `sets` are more single values as (path, text).
    """

    def __init__(
        self,
        *sides: int,
        skills: Mapping[int, str] | None = None,
        cards: Mapping[int, str] | None = None,
        warriors: Mapping[int, Mapping[str, Any]] | None = None,
        pack: str = "standin",
        begin: str = "PLAYING",
        seed: int = 1,
        sets: Iterable[tuple[str, str]] = (),
        **changes: Any,
    ) -> None:
        named = [(f"{'rulings' if n in codes.RULINGS else 'rules'}.{n}", _text(v)) for n, v in changes.items()]
        self.data = loaded(pack, (*named, *sets))
        super().__init__(driver(), self.data.tables, len(sides))
        self.names = Names(self.data.document)
        self.asked: list[tuple[str, int, list[str]]] = []
        self._silent: list[str] = []
        self._begin: tuple[int, str] | None = None
        self._is_dirty = False
        if begin != "deal":
            self._make_warriors(sides, skills or {}, cards or {}, warriors or {})
        self.deal(seed, tuple(0 for _ in sides))
        if begin != "deal":
            self._lay_out(sides)
            self.turn(1, begin)

    # ---- making ----

    def _make_warriors(self, sides: Any, skills: Any, cards: Any, warriors: Any) -> None:
        """The warrior card of each seat: the first of a group of its own, changed."""
        entries = [Warrior.model_validate(entry) for entry in self.data.document["cards"]["warrior"]]
        firsts = list({warrior.group: w for w, warrior in reversed(list(enumerate(entries)))}.values())[::-1]
        factions = [faction["id"] for faction in self.data.document["cards"]["faction"]]
        free = [w for w in firsts if not any(entries[w].group == entries[self._w(c)].group for c in cards.values())]
        self.warrior_of: list[int] = []
        for p, side in enumerate(sides, start=1):
            w = self._w(cards[p]) if p in cards else free.pop(0)
            self.warrior_of.append(w)
            icon = abs(side) if abs(side) <= len(factions) else 1
            group = entries[w].group
            for k, entry in enumerate(entries):
                if entry.group == group:
                    entries[k] = entry.model_copy(update={"faction": factions[icon - 1]})
            more = {**warriors.get(p, {}), **({"skills": skills[p].split()} if p in skills else {})}
            entries[w] = entries[w].model_copy(update={**({} if p in cards else PLAIN), **more})
        record = self.tables[0]
        record["warriors"], record["group_n"] = 0, 0
        write_warriors(record, entries, factions, [s["id"] for s in self.data.document["cards"]["skill"]])

    def _w(self, warrior: str) -> int:
        return [entry["id"] for entry in self.data.document["cards"]["warrior"]].index(warrior)

    def _lay_out(self, sides: Any) -> None:
        state = self.state
        state.n_kept, state.first_seat, state.pointer = self.n, 0, 0
        state.round_no, state.turns, state.depth = 1, 1, 0
        state.n_draw = 156
        state.draw[:] = range(155, -1, -1)
        state.warrior_at[:] = -1
        for p, side in enumerate(sides):
            record, w = state.seats[p], self.warrior_of[p]
            row = self.tables[0].warriors[w]
            state.warrior_at[w] = p
            record.place = p + 1
            record.warrior = record.warrior_start = w
            record.hp = record.hp_max = row.hp
            record.forms_used = 1 << int(row.form)
            if side > 0:
                self.face_up(p + 1, side)
        self.log.clear()

    def face_up(self, seat: int, side: int) -> None:
        """A warrior that was revealed before, with this faction."""
        state, record = self.state, self.seat(seat)
        faction = side
        if side == VILLAIN:
            faction = st.VILLAIN + 16 * int(state.n_villain_ids) + seat - 1
            state.n_villain_ids += 1
            record.is_villain = 1
        record.is_up = 1
        record.determined = record.effective = faction

    # ---- cards ----

    def take_out(self, card: str) -> int:
        """A card leaves the draw pile; its number."""
        number, state = self.names.cards.index(card), self.state
        n = int(state.n_draw)
        assert number in state.draw[:n], f"{card} is not in the draw pile"
        state.draw[: n - 1] = [other for other in state.draw[:n] if other != number]
        state.n_draw = n - 1
        self._is_dirty = True
        return number

    def _add(self, words: Any, card: int) -> None:
        words[card // WORD_BITS] |= 1 << card % WORD_BITS

    def hold(self, seat: int, *cards: str, is_shown: bool = False) -> Table:
        """Cards out of the draw pile into a hand."""
        for card in cards:
            number = self.take_out(card)
            self._add(self.seat(seat).hand, number)
            self.seat(seat).n_hand += 1
            if is_shown:
                self._add(self.seat(seat).shown, number)
        return self

    def lay_down(self, seat: int, *cards: str) -> Table:
        """Cards into a face-down area."""
        for card in cards:
            self._add(self.seat(seat).down, self.take_out(card))
            self.seat(seat).n_down += 1
        return self

    def wear(self, seat: int, *cards: str, lies: int = codes.FACE_UP) -> Table:
        """Equipment into its slot."""
        for card in cards:
            number = self.take_out(card)
            kind = int(self.tables[0].cards[number].kind)
            slot = codes.MOTORBIKE if kind >= codes.GUARD_BIKE else int(kind < codes.REFLEX_GEAR)
            assert self.seat(seat).slots[slot] < 0
            self.seat(seat).slots[slot] = number
            self.seat(seat).slot_lies[slot] = lies
        return self

    def delay(self, seat: int, *cards: str) -> Table:
        """Delayed cards into a judgement area, in order of placing."""
        record = self.seat(seat)
        for card in cards:
            number, n = self.take_out(card), int(record.n_judged)
            record.judged[n], record.judged_kind[n] = number, self.tables[0].cards[number].kind
            record.n_judged = n + 1
        return self

    def mark(self, seat: int, pile: str, *cards: str) -> Table:
        """Cards on a marker pile, `on` or `by`."""
        record = self.seat(seat)
        for card in cards:
            n = int(record[f"n_{pile}"])
            record[pile][n] = self.take_out(card)
            record[f"n_{pile}"] = n + 1
        return self

    def on_top(self, *cards: str) -> Table:
        """Cards on the draw pile, the first one on top."""
        for card in reversed(cards):
            number = self.take_out(card)
            self.state.draw[int(self.state.n_draw)] = number
            self.state.n_draw += 1
        return self

    def only(self, *cards: str) -> Table:
        """The draw pile is these cards, the first one on top; its others lie in the discard pile."""
        self.on_top(*cards)
        state, n = self.state, len(cards)
        for number in [int(card) for card in state.draw[: int(state.n_draw) - n]]:
            self._add(state.discard, number)
            state.n_discard += 1
        state.draw[:n] = state.draw[int(state.n_draw) - n : int(state.n_draw)].copy()
        state.n_draw = n
        return self

    def no_piles(self) -> Table:
        """Neither a draw nor a discard pile: the rest is out of the game."""
        self.state.n_draw = self.state.n_discard = 0
        self.state.discard[:] = 0
        return self

    # ---- characters ----

    def put(self, seat: int, **fields: Any) -> Table:
        """Set plain fields of a seat."""
        for name, value in fields.items():
            self.seat(seat)[name] = value
        self._is_dirty = True
        return self

    def link(self, *seats: int) -> Table:
        """Linked in this order, without an effect on factions."""
        for seat in seats:
            self.state.link_clock += 1
            self.state.linked |= 1 << seat - 1
            self.put(seat, is_linked=1, link_time=int(self.state.link_clock), leader=-1)
        return self

    def kill(self, *seats: int) -> Table:
        """Dead long ago, with their factions kept."""
        for seat in seats:
            self.state.alive &= ~(1 << seat - 1)
            self.state.n_dead += 1
            self.put(seat, is_alive=0, death_order=int(self.state.n_dead), death_round=1)
        return self

    def refresh(self) -> Table:
        """What follows from cards and characters is worked out anew."""
        _refresh()(self.states, self.tables)
        return self

    # ---- running ----

    def turn(self, seat: int, step: str = "BEGIN") -> Table:
        """It is a seat's turn, which stands before a step."""
        self._begin = (seat, step)
        return self

    def _clear_frame(self, k: int, what: str, seat: int, other: int) -> Any:
        frame = self.state.frames[k]
        for name in frame.dtype.names:
            frame[name] = 0
        frame.what, frame.seat, frame.other = st.FRAMES.index(what), seat - 1, other - 1
        frame.cause = frame.card = frame.card2 = frame.kind = frame.suit = frame.skill = -1
        return frame

    def _go(self) -> None:
        """Run on from where the stack stands."""
        self._is_dirty = False
        self.state.ask = 0
        self.sit_down()
        self.take(0)

    def _start(self) -> None:
        if self._begin is not None:
            seat, step = self._begin
            self._begin = None
            self.refresh()
            self.state.turn_seat = self.state.pointer = seat - 1
            self.state.depth = 1
            self._clear_frame(0, "TURN", seat, seat).step = getattr(turn, step)
            self._go()
        elif self._is_dirty and not self.is_over:
            assert self.decision == "RD4", "cards can be laid before a play phase goes on"
            self.refresh()
            self.state.frames[0].step = turn.PLAYING
            self._go()

    def push(self, what: str, seat: int = 0, other: int = 0, **fields: int) -> Table:
        """Put a frame on the stack of the play phase, and run on. Seat 0 is nobody."""
        self._start()
        assert self.decision == "RD4"
        self.state.frames[0].step = turn.PLAYING
        frame = self._clear_frame(1, what, seat, other)
        self.state.depth = 2
        for name, value in fields.items():
            frame[name] = value
        self._go()
        return self.settle()

    def damage(self, source: int, victim: int, n: int, element: str = "none", **fields: int) -> Table:
        """Damage; source 0 is nobody."""
        return self.push("DAMAGE", source, victim, n=n, element=codes.ELEMENTS.index(element), **fields)

    def lose(self, seat: int, n: int) -> Table:
        return self.push("LOSE", seat, seat, n=n)

    def reveal(self, seat: int) -> Table:
        return self.push("REVEAL", seat, seat, a=1)

    def set_link(self, seat: int, is_on: bool = True) -> Table:
        return self.push("LINK", seat, seat, n=int(is_on))

    # ---- driving ----

    def _codes(self) -> dict[str, int]:
        self._start()
        self.sit_down()
        legal = driver().legal()
        texts = {action_text(self.tables[0], self.names, code): code for code in legal}
        assert len(texts) == len(legal), "two options with one text"
        return texts

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions."""
        return list(self._codes())

    def offers(self, start: str) -> list[str]:
        """Legal actions that begin with `start`."""
        return [text for text in self.legal if text.startswith(start)]

    @property
    def decision(self) -> str:
        return "" if self.is_over else f"RD{int(self.state.ask)}"

    @property
    def where(self) -> tuple[str, int]:
        """Decision point and seat that is asked."""
        self._start()
        return self.decision, self.actor

    def do(self, *texts: str) -> Table:
        """Take actions; a point with one option is taken without asking. `asked` keeps points with a choice.

        A text may also name what was just taken without asking.
        """
        for text in texts:
            self.settle()
            legal = self._codes()
            if text not in legal and text in self._silent:
                self._silent.remove(text)
                continue
            assert text in legal, f"{text!r} is not legal for seat {self.actor} at {self.decision}: {list(legal)}"
            self.asked.append((self.decision, self.actor, list(legal)))
            self._silent = []
            self.take(legal[text])
            self.settle()
        return self

    def settle(self) -> Table:
        """Take what is the only option, until somebody has a choice."""
        self._start()
        while not self.is_over and self.decision != "RD4":
            legal = self._codes()
            assert legal, "nothing is legal"
            if len(legal) > 1:
                break
            self._silent += legal
            self.take(next(iter(legal.values())))
        return self

    def use(self, card: str, *answers: str) -> Table:
        """`use card=` and what follows; a number stands for a target."""
        return self.do(f"use card={card}", *(f"target seat={a}" if a.isdigit() else a for a in answers))

    def pass_all(self, until: str = "RD4") -> Table:
        """Take the last option, which is to pass, until a decision point comes."""
        self.settle()
        while not self.is_over and self.decision != until:
            self.do(self.legal[-1])
        return self

    # ---- asking ----

    def ids(self, words: Any) -> list[str]:
        """Ids of a set of cards."""
        return [name for k, name in enumerate(self.names.cards) if int(words[k // WORD_BITS]) >> k % WORD_BITS & 1]

    def hand(self, seat: int) -> list[str]:
        return self.ids(self.seat(seat).hand)

    def down(self, seat: int) -> list[str]:
        return self.ids(self.seat(seat).down)

    def shown(self, seat: int) -> list[str]:
        return self.ids(self.seat(seat).shown)

    def worn(self, seat: int) -> list[str]:
        """Cards in the slots gear, weapon, motorbike; "" for an empty one."""
        return [self.names.cards[int(card)] if card >= 0 else "" for card in self.seat(seat).slots]

    def judged(self, seat: int) -> list[str]:
        record = self.seat(seat)
        return [self.names.cards[int(card)] for card in record.judged[: record.n_judged]]

    def marks(self, seat: int, pile: str) -> list[str]:
        record = self.seat(seat)
        return [self.names.cards[int(card)] for card in record[pile][: record[f"n_{pile}"]]]

    @property
    def discards(self) -> list[str]:
        return self.ids(self.state.discard)

    @property
    def next_cards(self) -> list[str]:
        """The draw pile, the next drawn card first."""
        return [self.names.cards[int(card)] for card in self.state.draw[: self.state.n_draw][::-1]]

    def hps(self) -> list[int]:
        return [int(self.seat(seat).hp) for seat in range(1, self.n + 1)]

    def factions(self) -> list[int]:
        """Effective factions; the k-th villain id of the game is 100 + k."""
        found = [int(self.seat(seat).effective) for seat in range(1, self.n + 1)]
        return [101 + (f - st.VILLAIN) // 16 if f >= st.VILLAIN else f for f in found]

    def of(self, name: str) -> list[int]:
        """A field of every seat."""
        return [int(self.seat(seat)[name]) for seat in range(1, self.n + 1)]

    def living(self) -> list[int]:
        return [seat for seat in range(1, self.n + 1) if self.state.alive >> seat - 1 & 1]

    def warrior(self, seat: int) -> str:
        return self.names.warriors[int(self.seat(seat).warrior)]

    def winners(self) -> list[int]:
        row = self.outcome()
        return [seat for seat in range(1, self.n + 1) if row.seats[seat - 1].credit > 0]
