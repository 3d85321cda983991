"""What the parts of a skill must be to each other: triggers, rows, subjects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sim.errors import UserError
from sim.games.rider import codes
from sim.games.rider import tables_words as words
from sim.games.rider.tables_schema import Skill

PartT = TypeVar("PartT")

#: Events in which an effect has something to act on.
_NEEDS = {
    "need": ("card_used", "targeted"), "hit": ("dodged",), "cancel": ("targeted",), "redirect": ("targeted",),
    "element": ("card_used", "dmg_deal", "dmg_take"), "dmg": ("dmg_deal", "dmg_take"),
    "prevent": ("dmg_deal", "dmg_take"), "draw_num": ("draw_start",), "swapjudge": ("judge_flip",),
    "takejudge": ("judge_done",),
}  # fmt: skip
_STATICS = ("strikes", "targets", "range", "dist_to", "dist_from", "hand_limit")
_PEOPLE_CONDITIONS = (codes.IF_OTHER_GENDER, codes.IF_SAME_FACTION, codes.IF_COUNT)
_PEOPLE_PICKS = ("same_faction", "diff_faction", "other_gender")
_PEOPLE_WHOS = (codes.WHO_SAME, codes.WHO_DIFF)
#: Conditions that need the card or damage of an event.
_CARD_CONDITIONS = ("kind", "plain", "class", "element", "suit", "colour")
_CARD_EVENTS = (
    "card_used", "targeted", "dodged", "dmg_deal", "dmg_take", "dmg_dealt", "dmg_taken", "judge_flip", "judge_done",
)  # fmt: skip
#: Those of them that need a use or a damage; a judgement has no element.
_ELEMENT_CONDITIONS = ("plain", "element")
_ELEMENT_EVENTS = _CARD_EVENTS[:7]
_FREE_CONDITIONS = ("not_own_turn", "count", "hp<=", "hand<=", "rage>=", "marks>=", "living<=")


@dataclass(frozen=True)
class Read:
    """A skill as numbers."""

    conditions: tuple[words.Part, ...]
    costs: tuple[words.Part, ...]
    rows: tuple[words.Part, ...]
    views: tuple[words.View, ...]
    is_about_people: bool


def read_skill(skill: Skill) -> Read:
    """The rows of a skill, checked.

    Raises
    ------
    UserError
        Names the field and what would be right; the caller puts file and skill before it.
    """
    conditions = _read(skill, "if", skill.conditions, words.condition)
    costs = _read(skill, "pay", skill.pay, words.cost)
    _check_costs(skill, costs)
    _check_mode(skill)
    if skill.mode == "V":
        return Read(conditions, (), (), _views(skill), _is_about_people(conditions, skill, ()))
    if any(row and row[0] == "as" for row in skill.do):
        raise UserError(f'do: "as" is for mode V, not for mode {skill.mode}')
    rows = _read(skill, "do", skill.do, words.effect)
    _check_conditions(skill)
    for k, row in enumerate(rows):
        try:
            _check_row(skill, row, rows[:k])
        except UserError as error:
            raise UserError(f"do.{k + 1}: {error}") from None
    return Read(conditions, costs, rows, (), _is_about_people(conditions, skill, rows))


def _read(skill: Skill, key: str, rows: list[list[Any]], reader: Callable[[words.Row], PartT]) -> tuple[PartT, ...]:
    parts = []
    for k, row in enumerate(rows):
        try:
            parts.append(reader(row))
        except UserError as error:
            raise UserError(f"{key}.{k + 1}: {error}") from None
    return tuple(parts)


def _views(skill: Skill) -> tuple[words.View, ...]:
    if any(not row or row[0] != "as" for row in skill.do):
        raise UserError('do: a skill of mode V has rows ["as", kind, "zone:suits", "use", "play"] only')
    if skill.pay or skill.pick:
        raise UserError("pay: a skill of mode V has no cost and no pick; leave them out")
    _check_conditions(skill)
    return _read(skill, "do", skill.do, words.view)


def _check_costs(skill: Skill, costs: tuple[words.Part, ...]) -> None:
    """That each part can be paid whatever was taken for the parts before it (R-I3: the full cost)."""
    taken = 0  # suits of cards that the rows before may have taken
    for k, part in enumerate(costs):
        name = codes.COSTS[part.code]
        if name == "discard" and part.what != codes.ANY_SUIT and taken & part.what:
            raise UserError(f"pay.{k + 1}: a row before it may take its cards; write it first, or name other suits")
        if name != "discard" and any(other.code == part.code for other in costs[:k]):
            raise UserError(f"pay.{k + 1}: {name} stands twice; write one row")
        if name in ("discard", "down"):
            taken |= part.what if name == "discard" else codes.ANY_SUIT


def _check_mode(skill: Skill) -> None:
    wanted = {"P": "play", "V": "view", "S": "static"}.get(skill.mode)
    if wanted is not None and skill.trigger != wanted:
        raise UserError(f"trigger = {skill.trigger}: a skill of mode {skill.mode} has trigger = {wanted}")
    if wanted is None and skill.trigger in ("play", "view", "static"):
        raise UserError(f"trigger = {skill.trigger}: a skill of mode {skill.mode} waits for an event; name one")
    if skill.mode == "S" and (skill.pay or skill.pick):
        raise UserError("pay: a skill of mode S has no cost and no pick; leave them out")


def _check_conditions(skill: Skill) -> None:
    has_event = skill.mode in ("F", "A")
    for k, row in enumerate(skill.conditions):
        name = str(row[0])
        is_own = name in _FREE_CONDITIONS or (name == "has" and row[1] == "self")
        if not has_event and not is_own:
            raise UserError(f"if.{k + 1}: {name}: a skill of mode {skill.mode} has no event to ask about")
        if name in _CARD_CONDITIONS and skill.trigger not in _CARD_EVENTS:
            raise UserError(f"if.{k + 1}: {name}: {skill.trigger} has no card; it fits {', '.join(_CARD_EVENTS)}")
        if name in _ELEMENT_CONDITIONS and skill.trigger not in _ELEMENT_EVENTS:
            fitting = ", ".join(_ELEMENT_EVENTS)
            raise UserError(f"if.{k + 1}: {name}: {skill.trigger} has no element; it fits {fitting}")


def _check_row(skill: Skill, row: words.Part, before: tuple[words.Part, ...]) -> None:
    name = codes.OPS[row.code]
    if (name in _STATICS) != (skill.mode == "S"):
        fitting = "S" if name in _STATICS else "F, A or P"
        raise UserError(f"{name} is for mode {fitting}, not for mode {skill.mode}")
    if name in _NEEDS and skill.trigger not in _NEEDS[name]:
        raise UserError(f"{name} fits the trigger {' or '.join(_NEEDS[name])}, not {skill.trigger}")
    if row.who in (codes.WHO_ACTOR, codes.WHO_OBJECT) and skill.mode == "P":
        raise UserError(f"{codes.WHOS[row.who]}: a skill of mode P has no event; name self or chosen")
    if row.who == codes.WHO_CHOSEN and not skill.pick:
        raise UserError(f"{name} chosen: nobody is picked; write pick")
    _check_gate(row, before)


def _check_gate(row: words.Part, before: tuple[words.Part, ...]) -> None:
    gate = codes.GATES[row.gate]
    wanted = codes.OP_PINDIAN if gate in ("[win]", "[lose]") else codes.OP_JUDGE
    if gate and not any(part.code == wanted for part in before):
        raise UserError(f"{gate}: needs a row {codes.OPS[wanted]} before it")


def _is_about_people(conditions: tuple[words.Part, ...], skill: Skill, rows: tuple[words.Part, ...]) -> bool:
    """About faction or gender (R-F8)."""
    return (
        any(part.code in _PEOPLE_CONDITIONS for part in conditions)
        or any(pick in _PEOPLE_PICKS for pick in skill.pick)
        or any(row.who in _PEOPLE_WHOS for row in rows)
    )
