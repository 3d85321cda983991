"""Log entries of kaguya as JSON data and as sentences. Seats count from 0 in the log and from 1 in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.game import GameData
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya.view_names import CHARACTER_NAMES, DAYS, card_name, card_text, count, slot_name

PONKOTSU_FACES = ("ok", "minus", "pass")
_ROLLS = {
    c.CHANCE_TODAY: "today",
    c.CHANCE_PREPARATION: "preparation",
    c.CHANCE_GAIN: "gain",
    c.CHANCE_REROLL: "reroll",
    c.CHANCE_SLOT: "slot",
}
_RANKS = ("no rank", "first rank", "second rank")

#: Puts a seat (0-based) into words.
Who = Callable[[int], str]


def log_json(code: int, a: int, b: int) -> dict[str, Any] | None:
    """A chance outcome as data: what was rolled, by which seat (0 = nobody's die), the face. None for the rest."""
    if code in _ROLLS:
        return {"roll": _ROLLS[code], "seat": a + 1, "face": b}
    if code == c.CHANCE_PONKOTSU:
        return {"roll": "ponkotsu", "seat": a + 1, "face": PONKOTSU_FACES[b]}
    if code == c.CHANCE_RESHUFFLE:
        return {"roll": "reshuffle", "seat": 0, "face": b, "kind": codes.KINDS[a]}
    return None


def who_in(state: dict[str, Any]) -> Who:
    """How to name a seat: by its character."""
    names = [CHARACTER_NAMES[seat["character"]] for seat in state["seats"]]
    return lambda seat: f"the {names[seat]}"


def tell_log(data: GameData, code: int, a: int, b: int, state: dict[str, Any]) -> str | None:
    """A sentence that tells a log entry; None where it is not worth one. `state` says who sits where."""
    who = who_in(state)
    words = _chance(code, a, b, who) or _fact(data, code, a, b, who)
    return words[0].upper() + words[1:] + "." if words else None


def _chance(code: int, a: int, b: int, who: Who) -> str | None:
    if code == c.CHANCE_TODAY:
        return f"today's number is {b}" if a < 0 else f"{who(a)} rolls today's die again: {b}"
    if code == c.CHANCE_PREPARATION:
        return f"{who(a)} rolls a {b}"
    if code == c.CHANCE_GAIN:
        return f"{who(a)} rolls an extra die: {b}"
    if code == c.CHANCE_REROLL:
        return f"{who(a)} rolls again: {b}"
    if code == c.CHANCE_SLOT:
        return f"the die on the board now shows {b}"
    if code == c.CHANCE_PONKOTSU:
        result = ("nothing happens", "minus one", "Pass, the turn is lost")[b]
        return f"{who(a)} is ponkotsu and rolls the ponkotsu die: {result}"
    if code == c.CHANCE_RESHUFFLE:
        return f"the {codes.KINDS[a]} deck is empty; the {count(b, 'discarded card')} become the new one"
    return None


def _fact(data: GameData, code: int, a: int, b: int, who: Who) -> str | None:
    tell = _FACTS.get(code)
    return tell(data, a, b, who) if tell else None


def _day(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{DAYS[a]} begins, and {who(b)} starts"


def _event(data: GameData, a: int, b: int, who: Who) -> str:
    return f"the event of {DAYS[a]} is {card_name(data, b)}{card_text(data, b)}"


def _display(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{card_name(data, a)} is laid out{card_text(data, a)}"


def _turn(data: GameData, a: int, b: int, who: Who) -> str:
    return f"it is {who(a)}'s turn"


def _points(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} {'gains' if b > 0 else 'loses'} {count(abs(b), 'point')}"


def _tokens(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} {'takes' if b > 0 else 'gives up'} {count(abs(b), 'token')}"


def _dice(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} is {count(abs(b), 'die')} {'richer' if b > 0 else 'poorer'}"


def _bag(data: GameData, a: int, b: int, who: Who) -> str:
    if b > 0:
        return f"{count(b, 'token')} of {who(a)} {'goes' if b == 1 else 'go'} into the bag"
    return f"{count(-b, 'token')} of {who(a)} {'comes' if b == -1 else 'come'} back out of the bag"


def _ponkotsu(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} goes ponkotsu" + (f", thanks to {who(b)}" if b != a else "")


def _cure(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} comes to their senses again" + (f", thanks to {who(b)}" if b != a else "")


def _shield(data: GameData, a: int, b: int, who: Who) -> str:
    return f"nothing can turn {who(a)} ponkotsu today any more"


def _bonus(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} does what {card_name(data, b)} asks for and gets its bonus"


def _activity(data: GameData, a: int, b: int, who: Who) -> str:
    return f"the first die of the day on {who(a)} brings the activity bonus of slot {b + 1} ({slot_name(data, b + 1)})"


def _lost_die(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} loses the reservation, and the {b} that held it"


def _out(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} is done for the day"


def _contest(data: GameData, a: int, b: int, who: Who) -> str:
    rank, matches = divmod(b, 16)
    return f"{who(a)} has {count(matches, 'match')} of today's number: {_RANKS[rank]}".replace("matchs", "matches")


def _vigour(data: GameData, a: int, b: int, who: Who) -> str:
    return f"out of the bag {'comes' if b == 1 else 'come'} {count(b, 'token')} of {who(a)}"


def _slot_points(data: GameData, a: int, b: int, who: Who) -> str:
    return f"the slot brings {who(a)} {count(b, 'point')}"


def _winner(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} is the winner of the day and takes {card_name(data, b)}"


def _final(data: GameData, a: int, b: int, who: Who) -> str:
    return f"{who(a)} ends with {count(b, 'point')}"


_FACTS: dict[int, Callable[[GameData, int, int, Who], str]] = {
    c.FACT_DAY: _day,
    c.FACT_EVENT: _event,
    c.FACT_DISPLAY: _display,
    c.FACT_TURN: _turn,
    c.FACT_POINTS: _points,
    c.FACT_TOKENS: _tokens,
    c.FACT_DICE: _dice,
    c.FACT_BAG: _bag,
    c.FACT_PONKOTSU: _ponkotsu,
    c.FACT_CURE: _cure,
    c.FACT_SHIELD: _shield,
    c.FACT_BONUS: _bonus,
    c.FACT_ACTIVITY: _activity,
    c.FACT_LOST_DIE: _lost_die,
    c.FACT_OUT: _out,
    c.FACT_CONTEST: _contest,
    c.FACT_VIGOUR: _vigour,
    c.FACT_SLOT_POINTS: _slot_points,
    c.K_E13: _winner,
    c.FACT_FINAL: _final,
}
