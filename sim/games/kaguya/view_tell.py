"""Actions of kaguya as a person would tell them at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.game import GameData
from sim.games.kaguya import codes
from sim.games.kaguya.view_names import CHARACTER_NAMES, card_name, card_text, count, slot_name
from sim.games.kaguya.view_text import faces_of, parse_action, split


def tell_action(before: dict[str, Any], data: GameData, seat: int, text: str) -> str:
    """A sentence that tells what a seat (from 1) did, with the table as it was before."""
    form, card, low = split(parse_action(text))
    name = CHARACTER_NAMES[before["seats"][seat - 1]["character"]]
    words = _TELL[form](before, data, seat, card, low)
    return f"The {name} {words}."


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _a_die(faces: list[int]) -> str:
    return _listed([f"a {face}" for face in faces])


def _reserve(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    row = next((row for row in before["display"] if row["card"] == card), None)
    holder = int(row["reserved_by"]) if row else 0
    name = card_name(data, card)
    if row is None or not holder:
        return f"puts a heart and a {low} on {name}{card_text(data, card)}"
    if holder == seat:
        return f"raises their own {row['die']} on {name} to a {low}"
    rival = CHARACTER_NAMES[before["seats"][holder - 1]["character"]]
    return f"beats the {rival}'s {row['die']} with a {low} and takes {name} over{card_text(data, card)}"


def _use(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"puts {_a_die(faces_of(low))} on {card_name(data, card)}{card_text(data, card)}"


def _place(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    target, face = codes.CHARACTERS[low >> 4], low & 15
    own = before["seats"][seat - 1]["character"] == target
    words = f"lays a {face} on {'their own character' if own else f'the {CHARACTER_NAMES[target]}'}"
    totals = {slot["character"]: sum(slot["dice"]) for slot in before["slots"] if slot["dice"] and slot["character"]}
    total = totals.pop(target, 0) + face
    equals = [f"the {CHARACTER_NAMES[name]}" for name, other in totals.items() if other == total]
    if equals:
        return f"{words}, who now totals {total}, just like {_listed(equals)}"
    return f"{words}, who now totals {total}" if total != face else f"{words}, the first die there"


def _recover(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"fetches {card_name(data, card)} and takes the heart home"


def _convert(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"turns {card_name(data, card)} sideways{card_text(data, card)}"


def _ability(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    program = codes.ABILITY_FIRST + codes.CHARACTERS.index(before["seats"][seat - 1]["character"])
    return f"uses the ability {card_name(data, program)}{card_text(data, program)}"


def _end(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return "ends the turn"


def _throw(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"drops {count(low, 'token')} into the bag" if low else "keeps the tokens and drops none into the bag"


def _slot(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    if before["phase"] == "setup":
        return f"lays the card on slot {low} ({slot_name(data, low)})"
    faces = next(slot["dice"] for slot in before["slots"] if slot["slot"] == low)
    lying = f"where {count(sum(faces), 'pip')} {'lies' if sum(faces) == 1 else 'lie'}" if faces else "where no dice lie"
    return f"chooses slot {low}, {lying}"


def _pick(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"picks the {low}"


def _pick_slotdie(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"points at the {low & 15} on the {CHARACTER_NAMES[codes.CHARACTERS[low >> 4]]}"


def _pick_face(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"wants it to show a {low}"


def _pick_char(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    target = codes.CHARACTERS[low]
    own = before["seats"][seat - 1]["character"] == target
    return "chooses to be the target" if own else f"points at the {CHARACTER_NAMES[target]}"


def _pick_card(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"chooses {card_name(data, card)}"


def _pick_track(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"chooses the track of {('dice', 'tokens')[low]}"


def _pick_n(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"makes it {low}" if low else "wants none of it"


def _pick_branch(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return f"takes the {('first', 'second', 'third')[low - 1]} choice"


def _accept(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return "accepts the offer"


def _decline(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return "declines the offer"


def _pick_none(before: dict[str, Any], data: GameData, seat: int, card: int, low: int) -> str:
    return "leaves it at that"


_TELL: tuple[Callable[[dict[str, Any], GameData, int, int, int], str], ...] = (
    _reserve, _use, _place, _recover, _convert, _ability, _end,
    _throw, _slot, _pick, _pick_slotdie, _pick_face, _pick_char, _pick_card, _pick_track, _pick_n,
    _pick_branch, _accept, _decline, _pick_none,
)  # fmt: skip
