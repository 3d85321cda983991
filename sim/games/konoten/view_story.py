"""A game of konoten as a person tells it at the table, from the records of its trace.

A line is one main turn, one seat's supply or one seat's final scoring; what an action sets off stands in its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.konoten import view_facts as facts
from sim.games.konoten.view_act import DONE, Acts
from sim.games.konoten.view_board import tell_display, tell_hands, tell_lenses, tell_seats, tell_table, wrapped
from sim.games.konoten.view_end import tell_ranking
from sim.games.konoten.view_line import Cost, Line
from sim.games.konoten.view_names import Cards, listed, seat_names
from sim.games.konoten.view_sheet import Sheets

#: Questions whose answer begins a line of its own.
_OPENING = ("N-D2", "N-D17")
_SUPPLY, _MAIN, _END, _FINAL = range(4)

Record = Mapping[str, Any]


def tell(data: GameData, records: Sequence[Record], with_tables: bool) -> Iterator[str]:
    """The lines of a game; `records` are the header and the actions of a trace."""
    story = Story(data, records[0]["state"], with_tables)
    last = ""
    for record in records:
        story.add(record)
        for line in story.told():
            if line or last:  # never two empty lines in a row
                yield line
            last = line
    yield from story.close()


class Story:
    """What is being told: the line at work, and the lines that are ready.

    Attributes
    ----------
    vp
        VP by seat as the told gains add up.
    scored
        Seat whose final scoring is told in the line at work, 0 = none.
    """

    def __init__(self, data: GameData, state: Record, with_tables: bool) -> None:
        self.cards, self.sheets = Cards(data), Sheets(data)
        self.rules: Record = data.document["rules"]
        self.names = seat_names(state)
        self.state = state
        self.line = Line(self.names)
        self.cost = Cost(0)
        self.vp = [int(seat["vp"]) for seat in state["seats"]]
        self.memory = facts.Memory(len(self.names))
        self.scored = 0
        self.takes_pay_base = bool(data.document["rulings"]["take_pays_base"])
        self._acts = Acts(data, self.cards, self.sheets)
        self._with_tables = with_tables
        self._phase = _SUPPLY
        self._is_running = False  # a lens is run at final scoring
        self._marker = 0
        self._lines: list[str] = []
        self._open_game(state)

    def told(self) -> list[str]:
        """The lines that are ready; each is handed out once."""
        lines, self._lines = self._lines, []
        return lines

    def close(self) -> list[str]:
        """All that is left to tell."""
        self.end_line()
        if self.state["is_over"]:
            self._lines += ["", *tell_seats(self.state), *tell_lenses(self.state, self.cards)]
            ties = list(tell_ranking(self.state, self.cards))
            self._lines += ["", *ties] if ties else []
        return self.told()

    def add(self, record: Record) -> None:
        """Tell one record of a trace."""
        after = record["state"]
        if record["kind"] == "action":
            self._answer(record)
        cost = self.cost
        for entry in record["log"]:
            self._entry(entry, record)
        if record["kind"] == "action" and cost.seat:
            cost.ap += _paid(cost.seat, self.state, after, record["log"])
        if "notes_lost" in record:
            self.line.say(0, "and more than this log holds")
        self.memory.forget_caps(self, after)
        self.state = after

    def _answer(self, record: Record) -> None:
        """The words of an answer; those that begin a turn begin a line."""
        if record["decision"] in _OPENING:
            self._open_line(record)
        if record["decision"] == "N-D17":
            self._is_running = record["action"] != "final stop"
        if record["decision"] in ("N-D2", "N-D5", "N-D14"):
            self.cost = Cost(record["seat"])
        self.line.say(record["seat"], self._acts.words(record, self.state))

    def _open_line(self, record: Record) -> None:
        is_end = record["action"] == "end"
        if is_end and self.line.only(DONE):
            return  # several that end in a row share a line
        self.end_line()
        if record["decision"] == "N-D2" and self._phase == _SUPPLY:
            self._phase = _MAIN
            self._lines += ["", *tell_seats(self.state), *tell_lenses(self.state, self.cards)]
            self._lines += [*tell_hands(self.state, self.cards), ""]
        elif self._with_tables:
            self._lines += ["", *tell_table(self.state, self.cards, self.sheets), ""]

    def _entry(self, entry: Record, record: Record) -> None:
        fact = entry["fact"]
        if fact == "round":
            self._open_round(entry, record["state"])
        elif fact == "supply":
            self.memory.forget_caps(self, record["state"], but=entry["seat"])
            self.end_line()
            self.memory.tell_supply(self, entry["seat"], record["state"])
        elif fact == "end_phase":
            self.end_line()
            self._phase = _END
            self.line = Line(self.names, f"End of round {self.state['round']}: ")
        elif fact == "turn":
            self.memory.clear_causes()  # what was noted while the actions were listed
        elif fact == "marker":
            self._marker = entry["seat"]
        elif fact == "turn_limit":
            self.memory.forget_caps(self, record["state"])
            self.end_line()
            self._put("The limit of turns is reached: all seats end.")
        elif fact == "scoring":
            self._open_scoring()
        elif fact == "end_effects":
            self.memory.tell_end(self, entry["seat"], record["state"])
        else:
            facts.tell_fact(
                self,
                entry,
                record,
                is_supply=self._phase == _SUPPLY,
                is_final=self._phase == _FINAL and not self._is_running,
            )

    def _open_game(self, state: Record) -> None:
        for seat, name in zip(state["seats"], self.names, strict=True):
            self._put(f"{name} begins with {self.sheets.full(seat['character'], 0)}.")
        self._lines += ["", "Open cards (blade, places, material value / result value):"]
        self._lines += tell_display(state, self.cards)

    def _open_round(self, entry: Record, after: Record) -> None:
        first, number = entry["seat"], entry["round"]
        self.end_line()
        if number > 1:
            self._standing(number - 1)
        n = len(self.names)
        order = [self.names[(first - 1 + k) % n] for k in range(n)]
        negotiated = ", who negotiated," if number > 1 and self._marker else ""
        self._lines += ["", f"ROUND {number}", f"{order[0]}{negotiated} starts, then {listed(order[1:])}."]
        self._phase, self._marker = _SUPPLY, 0

    def _open_scoring(self) -> None:
        self.end_line()
        self._standing(int(self.state["round"]))
        self._lines += ["", "FINAL SCORING"]
        self._phase = _FINAL

    def _standing(self, number: int) -> None:
        ranked = sorted(zip(self.vp, self.names, strict=True), key=lambda pair: -pair[0])
        self._put(f"VP after round {number}: " + ", ".join(f"{name} {vp}" for vp, name in ranked) + ".")

    def end_line(self) -> None:
        """The line is ready."""
        if not self.line.is_empty:
            done = self.line.only(DONE)
            text = self.line.text(f": {self.vp[self.scored - 1]} VP" if self.scored else "")
            if len(done) > 1:
                text = f"{listed([self.names[seat - 1] for seat in done])} are done for the round."
            self._put(text)
        self.line, self.cost, self.scored = Line(self.names), Cost(0), 0
        self.memory.clear_causes()

    def _put(self, text: str) -> None:
        self._lines += wrapped(text)


def _paid(seat: int, before: Record, after: Record, log: Sequence[Record]) -> int:
    """AP that a seat paid in a record: what it had and gained, less what it has."""
    gained = sum(entry["n"] for entry in log if entry["fact"] == "ap" and entry["seat"] == seat)
    return int(before["seats"][seat - 1]["ap"]) + int(gained) - int(after["seats"][seat - 1]["ap"])
