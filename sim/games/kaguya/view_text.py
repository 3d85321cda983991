"""Action codes of kaguya as text and back: the forms of RULES.md section 4."""

from __future__ import annotations

import re
from typing import NoReturn

from sim.errors import UserError
from sim.games.kaguya import codes

FORM_SHIFT, CARD_SHIFT, LOW = 24, 16, 0xFFFF

#: Words of the forms that carry nothing.
_BARE = {
    "ability": codes.FORM_ABILITY,
    "end": codes.FORM_END,
    "accept": codes.FORM_ACCEPT,
    "decline": codes.FORM_DECLINE,
}
#: Forms of one word and the fields that follow it.
_PLAIN = {
    "reserve": (codes.FORM_RESERVE, ("card", "die")),
    "use": (codes.FORM_USE, ("card", "dice")),
    "place": (codes.FORM_PLACE, ("char", "die")),
    "recover": (codes.FORM_RECOVER, ("card",)),
    "convert": (codes.FORM_CONVERT, ("card",)),
    "throw": (codes.FORM_THROW, ("n",)),
    "slot": (codes.FORM_SLOT, ("n",)),
}
#: The one field of each `pick` form.
_PICKS = {
    "die": codes.FORM_PICK_DIE,
    "slotdie": codes.FORM_PICK_SLOTDIE,
    "face": codes.FORM_PICK_FACE,
    "char": codes.FORM_PICK_CHAR,
    "card": codes.FORM_PICK_CARD,
    "track": codes.FORM_PICK_TRACK,
    "n": codes.FORM_PICK_N,
    "branch": codes.FORM_PICK_BRANCH,
}
_EXAMPLES = "`place char=secretary die=2`, `use card=40 dice=3,5`, `pick die=4`, `pick none`, `end`"


def code(form: int, card: int = 0, low: int = 0) -> int:
    """Action code of a form, a card number (0 where there is none) and a low word."""
    return form << FORM_SHIFT | card << CARD_SHIFT | low


def split(action: int) -> tuple[int, int, int]:
    """Form, card number and low word of an action code."""
    return action >> FORM_SHIFT, action >> CARD_SHIFT & 0xFF, action & LOW


def faces_of(packed: int) -> list[int]:
    """Faces of dice packed in 3-bit groups, smallest lowest."""
    faces = []
    while packed:
        faces.append(packed & 7)
        packed >>= 3
    return faces


def action_text(action: int) -> str:
    """Text form of an action code."""
    form, card, low = split(int(action))
    word = codes.FORMS[form]
    if word.startswith("pick "):
        return f"{word}={_picked(form, card, low)}" if form != codes.FORM_PICK_NONE else word
    parts = [word]
    if form in (codes.FORM_RESERVE, codes.FORM_USE, codes.FORM_RECOVER, codes.FORM_CONVERT):
        parts.append(f"card={card}")
    if form == codes.FORM_PLACE:
        parts.append(f"char={codes.CHARACTERS[low >> 4]}")
    if form in (codes.FORM_RESERVE, codes.FORM_PLACE):
        parts.append(f"die={low & 15}")
    if form == codes.FORM_USE:
        parts.append("dice=" + ",".join(str(face) for face in faces_of(low)))
    if form in (codes.FORM_THROW, codes.FORM_SLOT):
        parts.append(f"n={low}")
    return " ".join(parts)


def _picked(form: int, card: int, low: int) -> str:
    if form == codes.FORM_PICK_SLOTDIE:
        return f"{codes.CHARACTERS[low >> 4]}:{low & 15}"
    if form == codes.FORM_PICK_CHAR:
        return codes.CHARACTERS[low]
    if form == codes.FORM_PICK_TRACK:
        return codes.TRACKS[low]
    return str(card if form == codes.FORM_PICK_CARD else low)


def parse_action(text: str) -> int:
    """Action code of a text form; the fields stand in the order of the form.

    Raises
    ------
    UserError
        If the text is no action form, or a field has a value that no game can have.
    """
    words = text.split()
    if len(words) == 1 and words[0] in _BARE:
        return code(_BARE[words[0]])
    if words == ["pick", "none"]:
        return code(codes.FORM_PICK_NONE)
    if len(words) == 2 and words[0] == "pick":
        return _parse_pick(text, words[1])
    if words and words[0] in _PLAIN:
        form, names = _PLAIN[words[0]]
        return _parse_plain(text, form, names, words[1:])
    raise UserError(f"action {text!r} is not known; write it as {_EXAMPLES}")


def _parse_plain(text: str, form: int, names: tuple[str, ...], words: list[str]) -> int:
    pairs = [word.partition("=") for word in words]
    if tuple(name for name, _, _ in pairs) != names:
        wanted = " ".join((codes.FORMS[form], *(f"{name}=..." for name in names)))
        raise UserError(f"action {text!r}: the form is `{wanted}`")
    card = low = 0
    for name, _, value in pairs:
        if name == "card":
            card = _number(text, name, value, 0, codes.N_CARDS - 1)
        elif name == "char":
            low |= _word(text, name, value, codes.CHARACTERS) << 4
        elif name == "die":
            low |= _number(text, name, value, 1, 6)
        elif name == "dice":
            low = _dice(text, value)
        else:
            low = _number(text, name, value, 1, 4) if form == codes.FORM_SLOT else _number(text, name, value, 0, 4095)
    return code(form, card, low)


def _parse_pick(text: str, word: str) -> int:
    name, _, value = word.partition("=")
    if name not in _PICKS:
        raise UserError(f"action {text!r}: nothing called {name!r} is picked; known: {', '.join(_PICKS)}, none")
    form = _PICKS[name]
    if name == "card":
        return code(form, _number(text, name, value, 0, codes.N_CARDS - 1))
    if name == "char":
        return code(form, 0, _word(text, name, value, codes.CHARACTERS))
    if name == "track":
        return code(form, 0, _word(text, name, value, codes.TRACKS[:2]))
    if name == "slotdie":
        character, _, face = value.partition(":")
        return code(form, 0, _word(text, name, character, codes.CHARACTERS) << 4 | _number(text, name, face, 1, 6))
    low, high = {"n": (0, 4095), "branch": (1, 3)}.get(name, (1, 6))
    return code(form, 0, _number(text, name, value, low, high))


def _dice(text: str, value: str) -> int:
    faces = [_number(text, "dice", part, 1, 6) for part in value.split(",")]
    if faces != sorted(faces) or len(faces) > 3:
        _refuse(text, "dice", value, "one to three faces, rising, as in 3,5")
    return sum(face << 3 * place for place, face in enumerate(faces))


def _number(text: str, name: str, value: str, low: int, high: int) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", value) or not low <= int(value) <= high:
        _refuse(text, name, value, f"a whole number from {low} to {high}")
    return int(value)


def _word(text: str, name: str, value: str, known: tuple[str, ...]) -> int:
    if value not in known:
        _refuse(text, name, value, "one of " + ", ".join(known))
    return known.index(value)


def _refuse(text: str, name: str, value: str, right: str) -> NoReturn:
    raise UserError(f"action {text!r}: {name} is {value!r}, it must be {right}")
