"""Names of days, characters, cards and slots for kaguya's texts: a card is never told by its bare number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.kaguya import codes
from sim.games.kaguya.tables import designs

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
CHARACTER_NAMES = {
    "president": "president",
    "vice": "vice-president",
    "secretary": "secretary",
    "treasurer": "treasurer",
}
PRONOUNS = {"president": "he", "vice": "she", "secretary": "she", "treasurer": "he"}
POSSESSIVES = {"he": "his", "she": "her"}
_KINDS = (
    (codes.ACTION_FIRST, "a conversion card"),
    (codes.INITIAL_CONVERSION_FIRST, "an action card"),
    (codes.INITIAL_ACTION_FIRST, "an initial conversion card"),
    (codes.EVENT_FIRST, "an initial action card"),
    (codes.N_CARDS, "an event card"),
    (codes.SLOT_FIRST, "an ability"),
    (codes.N_PROGRAMS, "a slot bonus"),
)


def entry(data: GameData, program: int) -> Mapping[str, Any]:
    """The pack's entry that a card, ability or slot bonus is written as; empty if the pack has none."""
    design = int(data.tables[0].programs[program].design)
    return designs(data.document)[design] if design >= 0 else {}


def plain(text: str) -> str:
    """Text in ASCII: what a terminal of any kind can show."""
    return text.encode("ascii", "replace").decode("ascii")


def card_name(data: GameData, program: int) -> str:
    """Quoted name of a card, ability or slot bonus."""
    name = entry(data, program).get("name")
    if name:
        return f'"{plain(str(name))}"'
    return next(kind for border, kind in _KINDS if program < border) + f" (number {program})"


def card_text(data: GameData, program: int) -> str:
    """What a player reads on a card, without the full stop; empty where the pack has no text."""
    return plain(str(entry(data, program).get("text", ""))).strip().rstrip(".")


def choices(data: GameData, program: int) -> list[str]:
    """The choices of a card as its text words them; empty unless text and data surely speak of the same ones."""
    text = card_text(data, program)
    branches = list(_branches(entry(data, program).get("do") or ()))
    if len(branches) != 1 or text.count("hoose one: ") != 1:
        return []
    offered = text.partition("hoose one: ")[2].partition(". ")[0].split("; or")
    return [part.lstrip(", ") for part in offered] if len(offered) == branches[0] else []


def _branches(ops: Sequence[Mapping[str, Any]]) -> Iterator[int]:
    """Numbers of choices of all branches among ops, nested ones too."""
    for op in ops:
        if op["op"] == "branch":
            yield len(op["options"])
        for inner in (op, *op.get("options", ())):
            yield from _branches(inner.get("do") or ())


class Cards:
    """Names cards for one telling: with their text in brackets the first time, by name alone afterwards."""

    def __init__(self, data: GameData) -> None:
        self._data = data
        self._known: set[str] = set()

    def name(self, program: int) -> str:
        """The name alone."""
        return card_name(self._data, program)

    def __call__(self, program: int) -> str:
        name, text = self.name(program), card_text(self._data, program)
        if name in self._known or not text:
            return name
        self._known.add(name)
        return f"{name} ({text})"


def slot_name(data: GameData, slot: int) -> str:
    """What the activity bonus of slot 1-4 gives, in the words of the pack."""
    found = entry(data, codes.SLOT_FIRST + slot - 1)
    return plain(str(found.get("text") or found.get("name") or "no bonus")).strip().rstrip(".")


def listed(words: Sequence[str]) -> str:
    """Words as a person lists them: `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(n: int, noun: str) -> str:
    """A number with its noun: `one token`, `2 tokens`, `no dice`."""
    plural = "dice" if noun == "die" else noun + "s"
    if n == 1:
        return f"one {noun}"
    return f"{n} {plural}" if n else f"no {plural}"
