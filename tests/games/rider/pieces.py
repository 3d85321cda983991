"""Words for what lies on a table of rider: laying cards out, characters, and asking where things are."""

from __future__ import annotations

from typing import Any, Self

from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.layout import WORD_BITS
from sim.games.rider.view_text import Names

from ..kit import situations

#: A side of a seat: a faction from 1, minus it for a face-down warrior with that icon, or this.
VILLAIN = 100


class Pieces(situations.Table):
    """A table with words for its pieces; seats count from 1."""

    names: Names
    _is_dirty = False

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

    def hold(self, seat: int, *cards: str, is_shown: bool = False) -> Self:
        """Cards out of the draw pile into a hand."""
        for card in cards:
            number = self.take_out(card)
            self._add(self.seat(seat).hand, number)
            self.seat(seat).n_hand += 1
            if is_shown:
                self._add(self.seat(seat).shown, number)
        return self

    def lay_down(self, seat: int, *cards: str) -> Self:
        """Cards into a face-down area."""
        for card in cards:
            self._add(self.seat(seat).down, self.take_out(card))
            self.seat(seat).n_down += 1
        return self

    def wear(self, seat: int, *cards: str, lies: int = codes.FACE_UP) -> Self:
        """Equipment into its slot."""
        for card in cards:
            number = self.take_out(card)
            kind = int(self.tables[0].cards[number].kind)
            slot = codes.MOTORBIKE if kind >= codes.GUARD_BIKE else int(kind < codes.REFLEX_GEAR)
            assert self.seat(seat).slots[slot] < 0
            self.seat(seat).slots[slot] = number
            self.seat(seat).slot_lies[slot] = lies
        return self

    def delay(self, seat: int, *cards: str) -> Self:
        """Delayed cards into a judgement area, in order of placing."""
        record = self.seat(seat)
        for card in cards:
            number, n = self.take_out(card), int(record.n_judged)
            record.judged[n], record.judged_kind[n] = number, self.tables[0].cards[number].kind
            record.n_judged = n + 1
        return self

    def mark(self, seat: int, pile: str, *cards: str) -> Self:
        """Cards on a marker pile, `on` or `by`."""
        record = self.seat(seat)
        for card in cards:
            n = int(record[f"n_{pile}"])
            record[pile][n] = self.take_out(card)
            record[f"n_{pile}"] = n + 1
        return self

    def on_top(self, *cards: str) -> Self:
        """Cards on the draw pile, the first one on top."""
        for card in reversed(cards):
            number = self.take_out(card)
            self.state.draw[int(self.state.n_draw)] = number
            self.state.n_draw += 1
        return self

    def only(self, *cards: str) -> Self:
        """The draw pile is these cards, the first one on top; its others lie in the discard pile."""
        self.on_top(*cards)
        state, n = self.state, len(cards)
        for number in [int(card) for card in state.draw[: int(state.n_draw) - n]]:
            self._add(state.discard, number)
            state.n_discard += 1
        state.draw[:n] = state.draw[int(state.n_draw) - n : int(state.n_draw)].copy()
        state.n_draw = n
        return self

    def no_piles(self) -> Self:
        """Neither a draw nor a discard pile: the rest is out of the game."""
        self.state.n_draw = self.state.n_discard = 0
        self.state.discard[:] = 0
        return self

    # ---- characters ----

    def put(self, seat: int, **fields: Any) -> Self:
        """Set plain fields of a seat."""
        for name, value in fields.items():
            self.seat(seat)[name] = value
        self._is_dirty = True
        return self

    def link(self, *seats: int) -> Self:
        """Linked in this order, without an effect on factions."""
        for seat in seats:
            self.state.link_clock += 1
            self.state.linked |= 1 << seat - 1
            self.put(seat, is_linked=1, link_time=int(self.state.link_clock), leader=-1)
        return self

    def kill(self, *seats: int) -> Self:
        """Dead long ago, with their factions kept."""
        for seat in seats:
            self.state.alive &= ~(1 << seat - 1)
            self.state.n_dead += 1
            self.put(seat, is_alive=0, death_order=int(self.state.n_dead), death_round=1)
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
