"""Actions in the canonical text of RULES.md section 4, and back."""

from __future__ import annotations

from typing import Any

from sim.errors import UserError
from sim.games.rider import codes
from sim.games.rider.tables import card_ids, skill_ids, warrior_ids

_F = codes.FORMS

#: Forms that name a card only: form -> verb.
_CARD_VERBS = {
    "use": "use", "recast": "recast", "play": "play", "nullify": "nullify", "rescue": "rescue", "discard": "discard",
    "pay": "pay", "facedown": "facedown", "take": "take", "clash": "clash", "replace": "replace", "gain": "gain",
    "give": "give", "mark": "mark", "show": "show", "match": "match", "follow": "follow", "yield": "yield",
    "strike": "strike",
}  # fmt: skip
#: Forms of a card turned into something for rage: form -> verb, kind.
_RAGE = {
    "use strike rage": ("use", "strike"), "use charge rage": ("use", "charge"), "play rage": ("play", "strike"),
    "follow rage": ("follow", "strike"), "strike rage": ("strike", "strike"),
}  # fmt: skip
#: Forms of a view-as skill: form -> verb.
_VIA = {
    "use via": "use", "play via": "play", "nullify via": "nullify", "rescue via": "rescue", "follow via": "follow",
    "strike via": "strike",
}  # fmt: skip
_COMBINER = {"use combiner": "use", "play combiner": "play", "follow combiner": "follow", "strike combiner": "strike"}
_FIXED = {"take hand": "take zone=hand", "take down": "take zone=down"}
_WARRIORS = {
    "keep": "keep",
    "form change": "form kind=change",
    "form up": "form kind=up",
    "form down": "form kind=down",
}


class Names:
    """Ids of cards, warriors and skills of one loaded data set."""

    def __init__(self, document: Any) -> None:
        self.cards = card_ids(document)
        self.warriors = warrior_ids(document)
        self.skills = skill_ids(document)


def action_text(tables: Any, names: Names, action: int) -> str:
    """The canonical text of an action code."""
    form, skill, low = _F[action >> 24], action >> 8 & 0xFFFF, action & 0xFF
    if form in _CARD_VERBS:
        return f"{_CARD_VERBS[form]} card={names.cards[low]}"
    if form in _RAGE:
        verb, kind = _RAGE[form]
        return f"{verb} card={names.cards[low]} as={kind} via=rage"
    if form in _VIA:
        view = tables["views"][skill]
        kind = codes.KINDS[int(view["as_kind"])]
        return f"{_VIA[form]} card={names.cards[low]} as={kind} via={names.skills[int(view['skill'])]}"
    if form in _COMBINER:
        return f"{_COMBINER[form]} as=strike via=combiner"
    if form in _WARRIORS:
        return f"{_WARRIORS[form]} warrior={names.warriors[low]}"
    if form == "skill":
        return f"skill id={names.skills[skill]}"
    if form == "target":
        return f"target seat={low + 1}"
    return _FIXED.get(form, form)


def parse(state: Any, tables: Any, names: Names, text: str) -> int:
    """The action code of a text form, out of those that are asked now.

    Raises
    ------
    UserError
        No option reads so.
    """
    wanted = " ".join(text.split())
    n = int(state["n_options"])
    options = [int(code) for code in state["options"][:n]]
    texts = [action_text(tables, names, code) for code in options]
    if wanted in texts:
        return options[texts.index(wanted)]
    shown = ", ".join(texts[:6]) + (" ..." if n > 6 else "")
    raise UserError(f"action {text!r}: not legal now; write one of {shown}")
