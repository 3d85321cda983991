"""Names for konoten's texts: seats by their colour, cards by name and blade, lenses by what goes in and comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.konoten import codes
from sim.games.konoten.tables import card_entries

#: What a blade's kind is called after a number: one, several.
_NOUNS = {"lobby": ("worker", "workers"), "growth": ("growth", "growths"), "vp": ("VP", "VP"), "ap": ("AP", "AP")}


def plain(text: str) -> str:
    """Text in ASCII: what a terminal of any kind can show."""
    return text.encode("ascii", "replace").decode("ascii")


def amount(n: int, kind: str) -> str:
    """A number with its kind: `2 light`, `1 worker`, `15 VP`."""
    one, several = _NOUNS.get(kind, (kind, kind))
    return f"{n} {one if n == 1 else several}"


def amounts(counts: Mapping[str, int]) -> list[str]:
    """Numbers that are not 0, with their kinds."""
    return [amount(n, kind) for kind, n in counts.items() if n]


def listed(words: Sequence[str]) -> str:
    """Words as a person lists them: `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def seat_names(state: Mapping[str, Any]) -> list[str]:
    """The colours of the seats, by seat."""
    return [str(seat["character"]).capitalize() for seat in state["seats"]]


def blade(entry: Mapping[str, Any]) -> str:
    """Quantity and kind of a development card."""
    return amount(int(entry["qty"]), str(entry["kind"]))


def places(entry: Mapping[str, Any]) -> str:
    """Where a development card may lie: `left 1 / right 3`."""
    left = f"left {entry['left_slot']} / " if entry["left_slot"] else ""
    return f"{left}right {entry['right_slot']}"


def values(entry: Mapping[str, Any]) -> str:
    """Material and result value; a card that fits on the right only has no material value."""
    return f"{entry['material'] if entry['left_slot'] else '-'}/{entry['result']}"


class Cards:
    """The development cards of a pack, by number from 1."""

    def __init__(self, data: GameData) -> None:
        self._entries = card_entries(data.document)

    def entry(self, card: int) -> Mapping[str, Any]:
        """The pack's entry."""
        return self._entries[card - 1]

    def name(self, card: int) -> str:
        """The name alone."""
        return plain(str(self.entry(card)["name"]))

    def blade(self, card: int) -> str:
        """Quantity and kind."""
        return blade(self.entry(card))

    def short(self, card: int) -> str:
        """Name and blade: `Stage Lamp (2 light)`."""
        return f"{self.name(card)} ({self.blade(card)})"

    def __call__(self, card: int) -> str:
        """All that is printed on it: `Stage Lamp (2 light, left 1 / right 3, 4/2)`."""
        return f"{self.name(card)} ({', '.join(self.columns(card)[1:])})"

    def columns(self, card: int) -> tuple[str, str, str, str]:
        """Name, blade, places, values."""
        entry = self.entry(card)
        return self.name(card), blade(entry), places(entry), values(entry)

    def side(self, cards: Iterable[int]) -> dict[str, int]:
        """Quantities of a lens's side by kind (0 = no card)."""
        entries = [self.entry(card) for card in cards if card]
        return {kind: sum(int(e["qty"]) for e in entries if e["kind"] == kind) for kind in codes.KINDS}

    def lens(self, lens: Mapping[str, Any]) -> str:
        """What goes in and what comes out: `2 rainbow -> 15 VP`."""
        left, right = (" + ".join(amounts(self.side(lens[side]))) or "nothing" for side in ("left", "right"))
        return f"{left} -> {right}"

    def made_of(self, lens: Mapping[str, Any]) -> str:
        """The cards with the values that count, and the base that they need (N-B7)."""
        left, right = ([card for card in lens[side] if card] for side in ("left", "right"))
        material = sum(int(self.entry(card)["material"]) for card in left)
        result = sum(int(self.entry(card)["result"]) for card in right)
        ins = [f"{self.name(card)} {self.entry(card)['material']}" for card in left]
        outs = [f"{self.name(card)} {self.entry(card)['result']}" for card in right]
        need = max(0, result - material)
        return f"left {' + '.join(ins) or 'nothing'}; right {' + '.join(outs) or 'nothing'}; needs base {need}"
