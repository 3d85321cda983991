"""A game of rider as a person tells it at the table, from the records of its trace.

A line is one step of somebody's turn; answers and what comes of it stand in its line. Passing is not told.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.rider.view_words import Words

Record = Mapping[str, Any]

WIDTH = 110
#: Questions whose answers begin a line of their own.
_OPENING = ("RD1", "RD2", "RD3", "RD4")


def tell(data: GameData, records: Sequence[Record], with_tables: bool) -> Iterator[str]:
    """The lines of a game; `records` are the header and the actions of a trace."""
    story = Story(data, with_tables)
    for record in records:
        story.add(record)
        yield from story.told()
    yield from story.close(records[-1]["state"])


class Story:
    """What is being told: the parts of the line at work, and the lines that are ready."""

    def __init__(self, data: GameData, with_tables: bool) -> None:
        self._words = Words(data)
        self._with_tables = with_tables
        self._parts: list[str] = []
        self._lines: list[str] = []
        self._draws: list[str] = []
        self._drawer = 0
        self._seat = 0
        self._is_open = False  # whether the last part is a use that may get targets

    def told(self) -> list[str]:
        """The lines that are ready; each is handed out once."""
        lines, self._lines = self._lines, []
        return lines

    def close(self, state: Record) -> list[str]:
        """All that is left to tell, and the table at the end."""
        self._end_line()
        self._lines += ["", *self._table(state)]
        return self.told()

    def add(self, record: Record) -> None:
        """Tell one record of a trace."""
        if record["kind"] == "action":
            if record["decision"] in _OPENING:
                self._end_line()
            words = self._words.action(record["action"])
            self._say(record["seat"], words)
            self._is_open = self._is_open or words.startswith("uses ")
        for entry in record["log"]:
            self._entry(entry, record)
        if self._with_tables and record["kind"] == "action":
            self._end_line()
            self._lines += ["", *self._table(record["state"]), ""]

    # ---- lines ----

    def _say(self, seat: int, words: str) -> None:
        """Words about a seat, which is named where it is another than before."""
        self._end_draws()
        if not words:
            return
        is_target = words.startswith("on seat ")
        if is_target and self._is_open:
            last = self._parts[-1]
            self._parts[-1] = f"{last} and {words[3:]}" if " on seat " in last else f"{last} {words}"
            return
        words = f"names {words[3:]}" if is_target else words
        self._parts.append(words if seat == self._seat and self._parts else f"seat {seat} {words}")
        self._seat, self._is_open = seat, False

    def _end_draws(self) -> None:
        if self._draws:
            cards, self._draws = self._draws, []
            self._say(self._drawer, f"draws {', '.join(cards)}")

    def _end_line(self) -> None:
        self._end_draws()
        if self._parts:
            text = "; ".join(self._parts) + "."
            self._lines += textwrap.wrap(text[0].upper() + text[1:], WIDTH, subsequent_indent="    ")
        self._parts, self._seat, self._is_open = [], 0, False

    # ---- facts ----

    def _entry(self, entry: Record, record: Record) -> None:
        name = str(entry.get("fact") or entry.get("chance"))
        if name == "draw":
            self._draw(entry)
        elif name == "round":
            self._end_line()
            self._lines += ["", f"ROUND {entry['n']}", *self._table(record["state"])]
        elif name == "turn":
            self._end_line()
            self._lines += ["", f"Turn of seat {entry['seat']}"]
        elif name == "turn_up":
            self._say(entry["seat"], f"turns up {self._words.card(entry['card'])}")
        elif name == "reshuffle":
            self._end_draws()
            self._parts.append("the discard pile is shuffled")
            self._seat, self._is_open = 0, False
        elif name == "cap":
            self._end_line()
            self._lines.append("The last round is over.")
        elif "seat" in entry:
            self._say(entry["seat"], self._fact(name, entry))

    def _draw(self, entry: Record) -> None:
        if entry["seat"] != self._drawer:
            self._end_draws()
        self._drawer = entry["seat"]
        self._draws.append(self._words.card(entry["card"]))

    def _fact(self, name: str, entry: Record) -> str:
        """The words of a fact about one seat."""
        n = entry.get("n", 0)
        if name == "death":
            return "dies" if entry["by"] == 0 else f"is killed by seat {entry['by']}"
        words = {
            "damage": f"takes {n} damage", "heal": f"heals {n}", "lost": f"loses {n} HP", "rage": f"has {n} rage",
            "link": "is linked" if n else "is linked no more", "skipped": "is inverted: the turn is skipped",
            "cancel": "is no target any more", "first_seat": "has the first turn",
        }  # fmt: skip
        if name == "reveal":
            return f"is {self._words.warrior(entry['warrior'])}"
        if name == "faction":
            return f"belongs to {self._side(entry['faction'])}"
        if name in ("equip", "hand"):
            return f"{'equips' if name == 'equip' else 'gets'} {self._words.card(entry['card'])}"
        return words[name]

    def _side(self, faction: int | str) -> str:
        return "himself alone, a villain" if faction == "villain" else self._words.faction(faction)

    # ---- the table ----

    def _table(self, state: Record) -> list[str]:
        lines = ["  seat  warrior     faction    HP  rage  hand  down  equipment and judgement area"]
        return lines + [line for seat in state["seats"] for line in self._row(seat)]

    def _row(self, seat: Record) -> list[str]:
        name = self._words.warrior(seat["warrior"]) if seat["warrior"] else ""
        side = self._words.faction(seat["faction"]) if seat["was_revealed"] else "hidden"
        side = side if seat["is_alive"] else "dead"
        flags = [word for word, is_so in (("linked", seat["link"]), ("inverted", seat["is_inverted"])) if is_so]
        cards = [seat[slot] for slot in ("gear", "weapon", "motorbike") if seat[slot]] + seat["judgement"]
        shown = ", ".join([self._words.card(card) for card in cards] + flags)
        start = f"  {seat['seat']:>4}  {name:<10}  {side:<9}  {seat['hp']:>2}  {seat['rage']:>4}"
        line = f"{start}  {len(seat['hand']):>4}  {len(seat['down']):>4}  {shown}".rstrip()
        return textwrap.wrap(line, WIDTH, subsequent_indent=" " * 52, drop_whitespace=True, replace_whitespace=False)
