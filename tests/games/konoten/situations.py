"""Situations for tests: one game on the table, with the pieces where a test wants them, driven by texts.

Seats, lenses, cards and rounds count from 1, as in RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sim.driver import Driver
from sim.game import GameData
from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import add_up
from sim.games.konoten.view_text import action_text
from sim.kernel import entry_kernel

from ..kit import situations

SPIRIT, FOCUS, NEGOTIATE = (f"activate facility={name} worker=lobby" for name in ("spirit", "focus", "negotiate"))
POLISH = "activate facility=polish worker=lobby"
N_NORMAL = 38


@cache
def driver() -> Driver:
    """The one compiled driver, of four seats; tables with fewer set its number of seats."""
    return Driver(GAME, loaded(()), 4)


@cache
def loaded(sets: tuple[tuple[str, str], ...]) -> GameData:
    """The stand-in pack with single values changed."""
    return GAME.load("standin", None, sets, 4)


@cache
def _add_up() -> Any:
    def refresh(states, tables, seat):  # type: ignore[no-untyped-def]
        add_up(states[0], tables[0], seat)

    return entry_kernel(refresh, f"{driver().digest}s")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Table(situations.Table):
    """A game on the table: main phase of round 1, seat 1 on turn; all have 9 AP and 3 creativity, 4 fresh workers.

    The decks lie in the order of the card numbers, so cards 1 to 8 and 39 and 40 are open. No token was moved by the
    supply phase.

    Parameters
    ----------
    characters
        By seat; two to four.
    begin
        `main` as above, or `setup`: the game as dealt, asked for the first supply token.
    seed
        Of the deal, when it begins with the setup.
    changes
        Rules constants or rulings; `sets` are more single values as (path, text).
    """

    def __init__(
        self,
        *characters: str,
        begin: str = "main",
        seed: int = 1,
        sets: Iterable[tuple[str, str]] = (),
        **changes: Any,
    ) -> None:
        named = [(f"{'rulings' if n in codes.RULINGS else 'rules'}.{n}", _text(v)) for n, v in changes.items()]
        super().__init__(driver(), loaded((*named, *sets)).tables, len(characters))
        self.asked: list[tuple[str, list[str]]] = []
        self.deal(seed, tuple(codes.CHARACTERS.index(name) for name in characters))
        if begin == "main":
            self._open_main()

    def _open_main(self) -> None:
        state = self.state
        state.depth = 0
        state.phase, state.step, state.turn = st.PHASE_MAIN, 1, 0
        state.ask, state.decision, state.core.actor = st.ASK_TURN, st.D_TURN, 0
        n_open, n_vp = int(self.rules.display_normal), int(self.rules.display_vp)
        state.display[:] = -1
        state.display[:n_open] = range(n_open)
        state.display[n_open : n_open + n_vp] = range(N_NORMAL, N_NORMAL + n_vp)
        state.n_left[:] = (N_NORMAL - n_open, 9 - n_vp)
        state.normal_deck[: N_NORMAL - n_open] = range(N_NORMAL - 1, n_open - 1, -1)
        state.vp_deck[: 9 - n_vp] = range(46, N_NORMAL + n_vp - 1, -1)
        for p in range(self.n):
            seat = state.seats[p]
            seat.ap, seat.creativity, seat.stock = 9, 3, 4
            seat.ap_lost_cap = 0
        self.log.clear()

    # ---- driving ----

    @property
    def rules(self) -> Any:
        return self.tables[0]

    def _codes(self) -> dict[str, int]:
        self.sit_down()
        legal = driver().legal()
        texts = {action_text(self.state, self.rules, code): code for code in legal}
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
        return "" if self.is_over else f"N-D{int(self.state.decision)}"

    def apply(self, text: str) -> None:
        """Take one legal action, nothing more."""
        texts = self._codes()
        assert text in texts, f"{text!r} is not legal for seat {self.actor} at {self.decision}: {list(texts)}"
        self.take(texts[text])

    def do(self, *texts: str) -> Table:
        """Take actions; a point with one option is taken without asking. `asked` keeps points with a choice."""
        for text in texts:
            self.settle()
            self.asked.append((self.decision, self.legal))
            self.apply(text)
            self.settle()
        return self

    def settle(self) -> Table:
        """Take what is the only option, until somebody has a choice."""
        while not self.is_over and len(legal := self.legal) == 1:
            assert legal, "nothing is legal"
            self.apply(legal[0])
        return self

    def run(self, seat: int, lens: int, *answers: str) -> Table:
        """The seat takes the turn and runs a lens, by whatever action it is."""
        self.turn(seat)
        (action,) = [t for t in self.legal if f"lens={lens} " in t and t.endswith("worker=lobby")]
        return self.do(action, *answers)

    def end_round(self) -> Table:
        """All end; the table then stands at the first choice afterwards."""
        before = int(self.state.round_no)
        while not self.is_over and self.state.round_no == before and self.decision == "N-D2":
            self.apply("end")
        return self.settle()

    def finish(self) -> Table:
        """To the last round's end, nobody doing anything: supply tokens become workers, passes where they are."""
        passes = ("end", "supply worker", "give none", "convert none", "final stop")
        while not self.is_over:
            legal = self.legal
            self.apply(next((text for text in passes if text in legal), legal[0]))
        return self

    # ---- asking ----

    def lens(self, lens: int) -> Any:
        return self.state.lenses[lens - 1]

    def items(self, seat: int) -> tuple[int, int, int]:
        """Light, rainbow, stagnation in the grid."""
        light, rainbow, stagnation = (int(n) for n in self.seat(seat)["items"])
        return light, rainbow, stagnation

    @property
    def supply(self) -> tuple[int, ...]:
        return tuple(int(n) for n in self.state["items"])

    def hand_of(self, seat: int) -> list[int]:
        record = self.seat(seat)
        return [int(card) + 1 for card in record.hand[: record.n_hand]]

    @property
    def open_cards(self) -> list[int]:
        """Cards of the display by place, 0 = an empty place."""
        return [int(card) + 1 for card in self.state.display[: self.rules.display_normal + self.rules.display_vp]]

    def nodes_of(self, seat: int) -> set[int]:
        return {node for node in range(16) if int(self.seat(seat).nodes) >> node & 1}

    def part(self, seat: int, name: str) -> int:
        """VP of one part, such as `vp_wills`."""
        return int(self.seat(seat).parts[st.PARTS.index(name)])

    def vp(self) -> list[int]:
        return [int(self.seat(seat).vp) for seat in range(1, self.n + 1)]

    def workers(self, seat: int) -> tuple[int, int]:
        """Un-acted and acted workers in the lobby."""
        return int(self.seat(seat).unacted), int(self.seat(seat).acted)

    # ---- setting up ----

    def turn(self, seat: int) -> Table:
        """It is this seat's turn."""
        self.state.turn = self.state.core.actor = seat - 1
        return self

    def hold(self, seat: int, light: int = 0, rainbow: int = 0, stagnation: int = 0) -> Table:
        """Put exactly these materials into a grid, the others into the supply."""
        record = self.seat(seat)
        for kind, n in enumerate((light, rainbow, stagnation)):
            self.state["items"][kind] += record["items"][kind] - n
            record["items"][kind] = n
        return self

    def put(self, seat: int, **fields: int) -> Table:
        """Set plain fields of a seat: ap, creativity, stock, unacted, acted, vp."""
        for name, value in fields.items():
            self.seat(seat)[name] = value
        return self

    def _take_out(self, card: int) -> None:
        """Take a card (from 0) out of its deck; an open one is replaced."""
        state = self.state
        sort = 0 if card < N_NORMAL else 1
        deck = state.normal_deck if sort == 0 else state.vp_deck
        n = int(state.n_left[sort])
        if card in state.display:
            place = list(state.display).index(card)
            state.display[place] = deck[n - 1] if n else -1
        else:
            assert card in deck[:n], f"card {card + 1} is gone"
            deck[: n - 1] = [other for other in deck[:n] if other != card]
        state.n_left[sort] = max(0, n - 1)

    def hand(self, seat: int, *cards: int) -> Table:
        """Give a seat these cards, out of decks and display."""
        record = self.seat(seat)
        for card in cards:
            self._take_out(card - 1)
        held = sorted([*record.hand[: record.n_hand], *(card - 1 for card in cards)])
        record.hand[: len(held)] = held
        record.n_hand = len(held)
        return self

    def lay(self, owner: int, left: Iterable[int] = (), right: Iterable[int] = (), base: int = 0) -> Table:
        """A lens on the table, made of cards by number, without its polish VP."""
        state, record = self.state, self.seat(owner)
        lens = state.lenses[int(state.n_lenses)]
        state.n_lenses += 1
        state.piles[base] -= 1
        lens.owner, lens.base_cost, lens.worker = owner - 1, base, -1
        lens.cards[:] = -1
        for side, cards in (("left", left), ("right", right)):
            for number in cards:
                self._lay_card(lens, record, number - 1, side)
        record.n_lenses += 1
        record.base_sum += base
        record.lens_cards += lens.n_cards
        record.result_sum += lens.result_sum
        return self

    def _lay_card(self, lens: Any, record: Any, card: int, side: str) -> None:
        self._take_out(card)
        row = self.rules.cards[card]
        position = int(row.left) - 1 if side == "left" else int(row.right) + 2
        assert lens.cards[position] < 0, "marks overlap"
        lens.cards[position] = card
        lens.n_cards += 1
        lens[side][int(row.kind)] += row.qty
        lens[f"{side}_kinds"] |= 1 << int(row.kind)
        lens.result_sum += int(row.result) if side == "right" else 0
        record.played |= 1 << card

    def stand(self, lens: int, seat: int, is_acted: bool = True) -> Table:
        """A worker from the seat's lobby on a lens."""
        record = self.seat(seat)
        record.unacted -= 1
        record.on_lenses += 1
        self.lens(lens).worker, self.lens(lens).is_acted = seat - 1, int(is_acted)
        return self

    def station(self, seat: int, facility: str) -> Table:
        """A worker from the seat's lobby on a facility."""
        f = codes.FACILITIES.index(facility)
        self.seat(seat).unacted -= 1
        self.seat(seat).stations[f] += 1
        self.state.stations[f] += 1
        return self

    def fill(self, seat: int, *nodes: int) -> Table:
        """Fill nodes with tokens from stock as long as there are some; nothing fires."""
        record = self.seat(seat)
        for node in nodes:
            record.nodes |= 1 << node
            record.grown |= 1 << node
            record.stock = max(0, int(record.stock) - 1)
        return self.refresh(seat)

    def clear(self, seat: int, *nodes: int) -> Table:
        """Take tokens off nodes into stock; nothing fires."""
        for node in nodes:
            self.seat(seat).nodes &= ~(1 << node)
            self.seat(seat).stock += 1
        return self.refresh(seat)

    def refresh(self, seat: int) -> Table:
        """Work out anew what the filled nodes add up to."""
        _add_up()(self.states, self.tables, seat - 1)
        return self

    def phase(self, round_no: int) -> Table:
        """Play as if it were this round."""
        self.state.round_no = round_no - 1
        return self

    def empty_deck(self, sort: int) -> Table:
        """No card is left in a deck: 0 normal, 1 VP."""
        self.state.n_left[sort] = 0
        return self

    def piles(self, *piles: int) -> Table:
        self.state.piles[:] = piles
        return self
