"""What happened at the table of kaguya, as phrases that follow a name: `gains 2 points`, `rolls again: 3 and 5`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from sim.game import GameData
from sim.games.kaguya.view_names import CHARACTER_NAMES, Cards, count, listed, slot_name

Entry = dict[str, Any]
#: Who (seat from 1, 0 where the words are a sentence of their own), and what he does.
Phrase = tuple[int, str]


def tidy(log: list[Entry]) -> list[Entry]:
    """The log without what another entry says as well: tokens that go into the bag, dice that are rolled at once."""
    rolled = {entry["seat"] for entry in log if entry.get("roll") == "gain"}
    kept: list[Entry] = []
    for entry in log:
        if entry.get("fact") == "dice" and entry["n"] > 0 and entry["seat"] in rolled:
            continue
        if entry.get("fact") == "bag" and kept and kept[-1] == {**entry, "fact": "tokens", "n": -entry["n"]}:
            kept.pop()
        kept.append(entry)
    return kept


def with_rolls_joined(log: list[Entry]) -> Iterator[Entry]:
    """The log with neighbouring rolls of one kind and seat made one entry, `faces` in the order of rolling."""
    for key, run in groupby(log, lambda entry: (entry.get("roll"), entry.get("seat"), entry.get("kind"))):
        if key[0] in ("gain", "reroll", "preparation"):
            yield {"roll": key[0], "seat": key[1], "faces": [entry["face"] for entry in run]}
        else:
            yield from run


def fact_phrases(entry: Entry, cards: Cards, data: GameData) -> list[Phrase]:
    """An entry of the log as phrases; none where the story tells it elsewhere or not at all."""
    tell = _TELL.get(entry["fact"] if "fact" in entry else f"roll {entry['roll']}")
    if entry.get("roll") == "gain":
        faces = entry["faces"]
        return [(entry["seat"], f"gains {count(len(faces), 'die')}"), (entry["seat"], f"rolls {_numbers(faces)}")]
    words = tell(entry, cards, data) if tell else ""
    is_own = entry.get("roll") in ("reshuffle", "slot") or (entry.get("roll") == "today" and not entry["seat"])
    return [(0 if is_own else entry["seat"], words)] if words else []


def _numbers(faces: list[int]) -> str:
    return listed([str(face) for face in faces])


def _reroll(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"rolls again: {_numbers(entry['faces'])}"


def _today(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"makes today's number {entry['face']}" if entry["seat"] else f"today's number is now {entry['face']}"


def _slot_die(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"the die rolls to a {entry['face']}"


def _ponkotsu_die(entry: Entry, cards: Cards, data: GameData) -> str:
    return "rolls the ponkotsu die " + {"ok": "(all well)", "minus": "(minus one)", "pass": "(Pass)"}[entry["face"]]


def _reshuffle(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"the {entry['kind']} deck is empty and {count(entry['face'], 'discarded card')} become the new one"


def _points(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"{'gains' if entry['n'] > 0 else 'loses'} {count(abs(entry['n']), 'point')}"


def _tokens(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"{'takes' if entry['n'] > 0 else 'gives up'} {count(abs(entry['n']), 'token')}"


def _dice(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"{'gains' if entry['n'] > 0 else 'loses'} {count(abs(entry['n']), 'die')}"


def _bag(entry: Entry, cards: Cards, data: GameData) -> str:
    if entry["n"] > 0:
        return f"puts {count(entry['n'], 'token')} into the bag"
    return f"takes {count(-entry['n'], 'token')} out of the bag"


def _bonus(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"earns the bonus of {cards(entry['card'])}"


def _activity(entry: Entry, cards: Cards, data: GameData) -> str:
    return f"gets the activity bonus of slot {entry['slot']} ({slot_name(data, entry['slot'])})"


def _always(words: str) -> Callable[[Entry, Cards, GameData], str]:
    return lambda entry, cards, data: words


_TELL: dict[str, Callable[[Entry, Cards, GameData], str]] = {
    "roll reroll": _reroll,
    "roll today": _today,
    "roll slot": _slot_die,
    "ponkotsu": _always("goes ponkotsu"),
    "roll reshuffle": _reshuffle,
    "roll ponkotsu": _ponkotsu_die,
    "points": _points,
    "tokens": _tokens,
    "dice": _dice,
    "bag": _bag,
    "cure": _always("is ponkotsu no longer"),
    "shield": _always("cannot turn ponkotsu today any more"),
    "bonus": _bonus,
    "activity": _activity,
    "out": _always("is done for the day"),
}


def cube_moves(before: dict[str, Any], after: dict[str, Any], data: GameData) -> list[Phrase]:
    """Cubes that moved on their tracks."""
    seats = zip(before["seats"], after["seats"], strict=True)
    return [(new["seat"], words) for old, new in seats for words in _cube_moves(old, new, data)]


def _cube_moves(old: dict[str, Any], new: dict[str, Any], data: GameData) -> Iterator[str]:
    tables = data.tables[0]
    for key, track, noun in (("cube_dice", tables.dice_track, "die"), ("cube_tokens", tables.token_track, "token")):
        if old[key] != new[key]:
            yield f"{'climbs' if new[key] > old[key] else 'falls back'} to {count(int(track[new[key]]), noun)} a day"


def new_cards(before: dict[str, Any], after: dict[str, Any], fetched: int, cards: Cards) -> list[Phrase]:
    """Cards that came to a player otherwise than by fetching (card number `fetched`, -1 = none)."""
    phrases: list[Phrase] = []
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for kind in ("conversion", "action"):
            had = {card["card"] for card in old[kind]} | {fetched}
            phrases += [(new["seat"], f"gets {cards(row['card'])}") for row in new[kind] if row["card"] not in had]
    return phrases


def slot_changes(before: dict[str, Any], after: dict[str, Any]) -> list[Phrase]:
    """Dice on characters that an effect changed."""
    return [
        (0, _now(CHARACTER_NAMES[new["character"]], new["dice"]))
        for old, new in zip(before["slots"], after["slots"], strict=True)
        if old["dice"] != new["dice"] and new["character"]
    ]


def _now(character: str, faces: list[int]) -> str:
    if not faces:
        return f"no die is left on the {character}"
    if len(faces) == 1:
        return f"the die on the {character} is now a {faces[0]}"
    return f"the dice on the {character} are now {_numbers(faces)}, total {sum(faces)}"
