"""The rows of skills as words -> numbers (RULES.md section 8.3). A word that is not known is refused, never ignored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sim.errors import UserError, unknown
from sim.games.rider import codes

Row = Sequence[Any]

#: Words of suits and colours that a cost or condition may name.
_SUITS = {name: code for name, code in codes.FILTERS.items() if name not in ("any", "red", "black")}
_COLOURS = {name: codes.FILTERS[name] for name in ("red", "black")}
_KIND_WORDS = codes.KINDS
_VIEW_KINDS = codes.KINDS[: codes.STORM]
_SETS = ("same_faction", "diff_faction")


@dataclass(frozen=True)
class Part:
    """One row as numbers: a condition, a cost or an effect."""

    code: int
    who: int = 0
    n: int = 0
    what: int = 0
    gate: int = 0


def _look(what: str, value: Any, known: Sequence[str]) -> int:
    if value not in known:
        raise unknown(what, str(value), known)
    return known.index(value)


def _number(value: Any, low: int = 0, high: int = 20) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UserError(f"{value!r}: write a number from {low} to {high}")
    return value


def _suits(value: Any, known: dict[str, int] = codes.FILTERS) -> int:
    if value not in list(known):
        raise unknown("suit or colour", str(value), list(known))
    return known[value]


def _length(row: Row, least: int, most: int, example: str) -> None:
    if not least <= len(row) <= most:
        raise UserError(f"{list(row)}: write {example}")


def _word(row: Row, what: str, known: Sequence[str]) -> int:
    if not row or not isinstance(row[0], str):
        raise UserError(f"{list(row)}: the first entry is a {what}, such as {known[0]}")
    return _look(what, row[0], known)


# ---- conditions ----


def condition(row: Row) -> Part:
    """A row of `if`.

    Raises
    ------
    UserError
        A word or number that the vocabulary does not have.
    """
    code = _word(row, "condition", codes.CONDITIONS)
    name, arguments = row[0], row[1:]
    if name == "kind":
        _length(row, 2, 2, '["kind", "strike"]')
        return Part(code, what=_look("kind", arguments[0], _KIND_WORDS))
    if name == "class":
        _length(row, 2, 2, '["class", "battle_skill"]')
        return Part(code, what=_look("class", arguments[0], codes.CLASSES))
    if name == "element":
        _length(row, 2, 2, '["element", "fire"]')
        return Part(code, what=_look("element", arguments[0], codes.ELEMENTS))
    if name in ("suit", "colour"):
        _length(row, 2, 2, '["suit", "club"] or ["colour", "red"]')
        return Part(code, what=_suits(arguments[0], _SUITS if name == "suit" else _COLOURS))
    if name == "unlinked":
        _length(row, 2, 2, '["unlinked", "object"]')
        return Part(code, who=_look("subject", arguments[0], codes.WHOS[:3]))
    if name == "has":
        _length(row, 3, 3, '["has", "object", "hand"]')
        who = _look("subject", arguments[0], codes.WHOS[:3])
        return Part(code, who=who, what=_look("holding", arguments[1], codes.HOLDINGS))
    if name == "count":
        _length(row, 3, 3, '["count", "diff_faction", 2]')
        who = codes.WHOS.index(_SETS[_look("set", arguments[0], _SETS)])
        return Part(code, who=who, n=_number(arguments[1]))
    if name in ("hp<=", "hand<=", "rage>=", "marks>=", "living<="):
        _length(row, 2, 2, f'["{name}", 2]')
        return Part(code, n=_number(arguments[0]))
    _length(row, 1, 1, f'["{name}"]')
    return Part(code)


# ---- costs ----


def cost(row: Row) -> Part:
    """A row of `pay`: word, number, colour or suit."""
    code = _word(row, "cost", codes.COSTS)
    name = row[0]
    if name in ("invert", "link"):
        _length(row, 1, 1, f'["{name}"]')
        return Part(code)
    if name == "discard":
        _length(row, 2, 3, '["discard", 1] or ["discard", 1, "black"]')
        suits = _suits(row[2]) if len(row) == 3 else codes.ANY_SUIT
        return Part(code, n=_number(row[1], 1), what=suits)
    _length(row, 2, 2, f'["{name}", 1]')
    return Part(code, n=_number(row[1], 1))


# ---- effects ----


def _who(value: Any) -> int:
    return _look("subject", value, codes.WHOS)


def _who_n(code: int, row: Row) -> Part:
    _length(row, 3, 3, f'["{row[0]}", "self", 1]')
    return Part(code, _who(row[1]), _number(row[2], -20 if row[0] == "rage" else 1))


def _who_only(code: int, row: Row) -> Part:
    _length(row, 2, 2, f'["{row[0]}", "chosen"]')
    return Part(code, _who(row[1]), 1)


def _who_what(words: Sequence[str], what: str) -> Callable[[int, Row], Part]:
    def read(code: int, row: Row) -> Part:
        _length(row, 3, 3, f'["{row[0]}", "object", "{words[0]}"]')
        return Part(code, _who(row[1]), 1, _look(what, row[2], words))

    return read


def _mark(code: int, row: Row) -> Part:
    _length(row, 4, 4, f'["{row[0]}", "self", 1, "pile"]')
    return Part(code, _who(row[1]), _number(row[2], 1), _look("source of marks", row[3], codes.MARK_FROM))


def _damage(code: int, row: Row) -> Part:
    _length(row, 4, 4, '["damage", "chosen", 1, "fire"]')
    return Part(code, _who(row[1]), _number(row[2], 1), _look("element", row[3], codes.ELEMENTS))


def _need(code: int, row: Row) -> Part:
    _length(row, 3, 3, '["need", "object", 2]')
    return Part(code, codes.WHO_SELF, _number(row[2], 1, 9), _look("subject", row[1], ("object",)))


def _bare(code: int, row: Row) -> Part:
    _length(row, 1, 1, f'["{row[0]}"]')
    return Part(code)


def _number_only(code: int, row: Row) -> Part:
    _length(row, 2, 2, f'["{row[0]}", 1]')
    return Part(code, n=_number(row[1], -20))


def _element(code: int, row: Row) -> Part:
    _length(row, 2, 2, '["element", "ice"]')
    return Part(code, what=_look("element", row[1], codes.ELEMENTS))


def _judge(code: int, row: Row) -> Part:
    _length(row, 3, 3, '["judge", "self", "black"]')
    return Part(code, _who(row[1]), 1, _suits(row[2]))


def _swap(code: int, row: Row) -> Part:
    _length(row, 2, 2, '["swapjudge", "hand"]')
    _look("place of the new card", row[1], ("hand",))
    return Part(code)


def _limit(code: int, row: Row) -> Part:
    _length(row, 2, 2, '["hand_limit", 2] or ["hand_limit", "marks_on"]')
    return Part(code, what=1) if row[1] == "marks_on" else Part(code, n=_number(row[1], -20))


_READERS: dict[str, Callable[[int, Row], Part]] = {
    **dict.fromkeys(
        ("draw", "discard", "steal", "give", "show", "upturn", "down", "downeq", "losehp", "heal", "rage"), _who_n
    ),
    **dict.fromkeys(("right", "invert", "hide", "turn", "redirect", "pindian"), _who_only),
    **dict.fromkeys(("hit", "cancel", "prevent", "takejudge"), _bare),
    **dict.fromkeys(("dmg", "draw_num", "strikes", "targets", "range", "dist_to", "dist_from"), _number_only),
    "mark_on": _mark, "mark_by": _mark, "damage": _damage, "need": _need, "element": _element, "judge": _judge,
    "swapjudge": _swap, "hand_limit": _limit, "side": _who_what(codes.SLOTS, "slot"),
    "link": _who_what(codes.LINK_WAYS, "way"), "skip": _who_what(codes.PHASES, "phase"),
}  # fmt: skip


def effect(row: Row) -> Part:
    """A row of `do` (not `as`): word, subject, number ..., and perhaps a gate."""
    code = _word(row, "effect", codes.OPS)
    gate = codes.GATE_NONE
    if isinstance(row[-1], str) and row[-1].startswith("["):
        gate = _look("gate", row[-1], codes.GATES)
        row = row[:-1]
    part = _READERS[row[0]](code, row)
    return Part(part.code, part.who, part.n, part.what, gate)


@dataclass(frozen=True)
class View:
    """A row `as`: the kind, where the card comes from, and when."""

    kind: int
    zone: int
    suits: int
    for_use: bool
    for_play: bool


def view(row: Row) -> View:
    """A row `["as", kind, "zone:filter", "use", "play"]`."""
    _length(row, 4, 5, '["as", "strike", "hand:red", "use", "play"]')
    zone, colon, suits = str(row[2]).partition(":")
    if not colon:
        raise UserError(f'{row[2]!r}: write zone and suits, such as "hand:red"')
    for when in row[3:]:
        _look("occasion", when, ("use", "play"))
    kind = _look("kind to be made", row[1], _VIEW_KINDS)
    return View(kind, _look("zone", zone, codes.ZONES), _suits(suits), "use" in row[3:], "play" in row[3:])
