"""What an action of kaguya is called in a telling: a phrase that follows the name of who acts, as in `lays a 3 on ...`.

An action has no phrase where the consequences say it all, and where there was nothing to decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sim.game import GameData
from sim.games.kaguya import codes
from sim.games.kaguya.view_names import CHARACTER_NAMES, POSSESSIVES, PRONOUNS, Cards, choices, count, listed, slot_name
from sim.games.kaguya.view_text import faces_of, parse_action, split

NO_MORE = "leaves it at that"


#: Answers that say nothing where there was no other.
_ANSWERS = (codes.FORM_PICK_N, codes.FORM_PICK_BRANCH, codes.FORM_ACCEPT, codes.FORM_DECLINE, codes.FORM_PICK_NONE)


@dataclass(frozen=True)
class Act:
    """An action at the table: who (seat from 1), with which card and low word, and the table around it.

    `program` is the card or ability that surely asks for a choice, or -1.
    """

    before: dict[str, Any]
    after: dict[str, Any]
    log: list[dict[str, Any]]
    seat: int
    card: int
    low: int
    cards: Cards
    data: GameData
    program: int

    @property
    def character(self) -> str:
        """Who acts."""
        return str(self.before["seats"][self.seat - 1]["character"])

    def has(self, fact: str) -> bool:
        """Whether the action had this consequence for who acts."""
        return any(entry.get("fact") == fact and entry["seat"] == self.seat for entry in self.log)


def phrase(record: dict[str, Any], before: dict[str, Any], cards: Cards, data: GameData, program: int = -1) -> str:
    """The phrase of an action record of a trace, with the table as it was before; empty where none is needed.

    `program` is the card or ability that surely asks for a choice, -1 if another effect might.
    """
    form, card, low = split(parse_action(record["action"]))
    if record["is_forced"] and form in _ANSWERS:
        return ""
    return _TELL[form](Act(before, record["state"], record["log"], record["seat"], card, low, cards, data, program))


def own(character: str) -> str:
    """`his` or `her`."""
    return POSSESSIVES[PRONOUNS[character]]


def _reserve(act: Act) -> str:
    row = next((row for row in act.before["display"] if row["card"] == act.card), None)
    holder = int(row["reserved_by"]) if row else 0
    if row is None or not holder:
        return f"reserves {act.cards(act.card)} with a {act.low}"
    if holder == act.seat:
        return f"raises {own(act.character)} {row['die']} on {act.cards(act.card)} to a {act.low}"
    rival = CHARACTER_NAMES[act.before["seats"][holder - 1]["character"]]
    return f"takes over {act.cards(act.card)}, a {act.low} against the {rival}'s {row['die']}"


def _use(act: Act) -> str:
    dice = listed([f"a {face}" for face in faces_of(act.low)])
    return f"uses {act.cards(act.card)} with {dice}"


def _place(act: Act) -> str:
    target, face = codes.CHARACTERS[act.low >> 4], act.low & 15
    totals = {
        slot["character"]: sum(slot["dice"]) for slot in act.before["slots"] if slot["dice"] and slot["character"]
    }
    has_dice = target in totals
    total = totals.pop(target, 0) + face
    equals = [_whom(act, name) for name, other in totals.items() if other == total]
    words = f"lays a {face} on {_whom(act, target)}" + (f" (total {total})" if has_dice else "")
    return f"{words}, level with {listed(equals)}" if equals else words


def _whom(act: Act, character: str) -> str:
    return f"{own(character)} own character" if character == act.character else f"the {CHARACTER_NAMES[character]}"


def _recover(act: Act) -> str:
    return f"fetches {act.cards(act.card)}"


def _convert(act: Act) -> str:
    return f"turns {act.cards(act.card)} sideways"


def _ability(act: Act) -> str:
    return f"uses {own(act.character)} ability {act.cards(codes.ABILITY_FIRST + codes.CHARACTERS.index(act.character))}"


def _nothing(act: Act) -> str:
    return ""


def _throw(act: Act) -> str:
    return f"puts {count(act.low, 'token')} into the bag" if act.low else "puts nothing in"


def _slot(act: Act) -> str:
    if act.before["phase"] == "setup":
        return f"lays {own(act.character)} card on slot {act.low} ({slot_name(act.data, act.low)})"
    scored = sum(entry["n"] for entry in act.log if entry.get("fact") == "slot_points" and entry["seat"] == act.seat)
    if scored:
        return f"takes slot {act.low} for {count(scored, 'point')}"
    has_dice = any(slot["dice"] for slot in act.before["slots"] if slot["slot"] == act.low)
    return f"takes slot {act.low}" + (" but, without vigour, scores nothing" if has_dice else ", where no dice lie")


def _pick_die(act: Act) -> str:
    if act.has("dice"):
        return f"gives up a {act.low}"
    before, after = (Counter(state["seats"][act.seat - 1]["pool"]) for state in (act.before, act.after))
    came = list((after - before).elements())
    is_rolled = any("roll" in entry for entry in act.log)
    if len(came) == 1 and list((before - after).elements()) == [act.low] and not is_rolled:
        return f"turns a {act.low} into a {came[0]}"
    return f"picks a {act.low}"


def _pick_slotdie(act: Act) -> str:
    return f"picks the {act.low & 15} on the {CHARACTER_NAMES[codes.CHARACTERS[act.low >> 4]]}"


def _pick_face(act: Act) -> str:
    return f"makes it a {act.low}"


def _pick_char(act: Act) -> str:
    return f"picks {_whom(act, codes.CHARACTERS[act.low])}"


def _pick_card(act: Act) -> str:
    owned = [card["card"] for kind in ("conversion", "action") for card in act.after["seats"][act.seat - 1][kind]]
    held = [card["card"] for kind in ("conversion", "action") for card in act.before["seats"][act.seat - 1][kind]]
    is_new = act.card in owned and act.card not in held
    return "" if is_new else f"picks {act.cards(act.card)}"


def _pick_track(act: Act) -> str:
    return ""  # the cube that moves is told


def _pick_n(act: Act) -> str:
    if not act.low:
        return "wants none of it"
    return "" if act.has("bag") or act.has("points") or act.has("tokens") else f"chooses {act.low}"


def _pick_branch(act: Act) -> str:
    words = choices(act.data, act.program)[act.low - 1 : act.low] if act.program >= 0 else []
    nth = ("first", "second", "third")[act.low - 1]
    return f"takes the {nth} choice" + (f" ({words[0]})" if words else "")


def _accept(act: Act) -> str:
    return "accepts the offer"


def _decline(act: Act) -> str:
    return "declines the offer"


def _pick_none(act: Act) -> str:
    return NO_MORE


_TELL: tuple[Callable[[Act], str], ...] = (
    _reserve, _use, _place, _recover, _convert, _ability, _nothing,
    _throw, _slot, _pick_die, _pick_slotdie, _pick_face, _pick_char, _pick_card, _pick_track, _pick_n,
    _pick_branch, _accept, _decline, _pick_none,
)  # fmt: skip
