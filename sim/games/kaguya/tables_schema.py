"""What kaguya's rules constants, rulings and card entries may look like (RULES.md sections 1, 3, 8.2 and 14.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from sim.errors import UserError, unknown
from sim.games.kaguya import codes
from sim.games.kaguya.tables_words import MAX_LIST, Condition, Cost, Dice, Op, Trigger
from sim.tables.words import Strict, word

KINDS = ("conversion", "action", "initial_conversion", "initial_action", "ability", "slot", "event")

Character = Annotated[str, word("character", codes.CHARACTERS)]


class Rules(Strict):
    """Rules constants (RULES.md section 1). The first group is fixed by the kernels."""

    players: Literal[4]
    days: Literal[5]
    slots: Literal[4]
    die_faces: Literal[6]
    event_cards: Literal[15]
    events_used: Literal[5]
    score_marker: Literal[100]
    cubes_per_player: Literal[2]
    initial_conversion: Literal[1]
    initial_action: Literal[2]
    die_places_per_scene_card: Literal[1]

    start_score: int = Field(ge=0, le=1000)
    conversion_deck: int = Field(ge=1, le=codes.CONVERSION_MAX)
    action_deck: int = Field(ge=1, le=codes.ACTION_MAX)
    face_up_per_kind: int = Field(ge=1, le=4)
    dice_total: int = Field(ge=1, le=100)
    tokens_per_character: int = Field(ge=0, le=100)
    hearts_per_player: int = Field(ge=0, le=8)
    dice_track: list[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=3, max_length=3)
    token_track: list[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=3, max_length=3)
    track_start: int = Field(ge=0, le=2)
    character_dice_max: int = Field(ge=1, le=3)
    ponkotsu_ok: int = Field(ge=0, le=20)
    ponkotsu_minus: int = Field(ge=0, le=20)
    ponkotsu_pass: int = Field(ge=0, le=20)
    ponkotsu_penalty: int = Field(ge=0, le=100)
    contest_first: int = Field(ge=0, le=20)
    contest_second: int = Field(ge=0, le=20)
    event_card_points: int = Field(ge=-100, le=100)
    token_points: int = Field(ge=-20, le=20)
    ability_uses_per_day: int = Field(ge=0, le=20)
    turn_cap_day: int = Field(ge=4, le=2000)
    handicap: list[Annotated[int, Field(ge=-1000, le=1000)]] = Field(min_length=4, max_length=4)


class Entry(Strict):
    """Keys that every card entry has."""

    id: str
    name: str = Field(min_length=1)
    provenance: Annotated[str, word("provenance", codes.PROVENANCES)]
    text: str = ""
    do: list[Op] = Field(default=[], max_length=MAX_LIST)
    blank: bool = False
    conditions: list[Condition] = Field(default=[], max_length=MAX_LIST, alias="if")

    @model_validator(mode="after")
    def _blank(self) -> Entry:
        effects = [key for key in ("do", "conditions", "cost", "limit", "on") if getattr(self, key, None)]
        if self.blank and effects:
            named = effects[0].replace("conditions", "if")
            raise ValueError(f"blank = true, but there is {named!r}: leave one of them out")
        if not self.blank and not self.do:
            raise ValueError("no effect: give `do` at least one op, or say blank = true")
        return self


class Scene(Entry):
    """A scene card: conversion or action."""

    cost: list[Cost] = Field(default=[], max_length=MAX_LIST)


class Conversion(Scene):
    """A card of the conversion deck."""

    copies: int = Field(default=1, ge=0, le=30)


class Action(Scene):
    """A card of the action deck."""

    copies: int = Field(default=1, ge=0, le=30)
    dice: Dice = Dice()


class InitialConversion(Scene):
    """The conversion card that a character starts with."""

    character: Character


class InitialAction(Scene):
    """One of the two action cards that a character starts with."""

    character: Character
    copies: int = Field(default=1, ge=1, le=2)
    dice: Dice = Dice()


class Ability(Scene):
    """A character's ability."""

    character: Character
    limit: Annotated[str, word("limit of an ability", codes.LIMITS[1:3])] | None = None


class Slot(Entry):
    """The activity bonus of a slot."""

    slot: int = Field(ge=1, le=4)


class Event(Scene):
    """An event card."""

    copies: int = Field(default=1, ge=0, le=15)
    on: list[Trigger] = Field(default=[], max_length=MAX_LIST)
    limit: Annotated[str, word("limit", codes.LIMITS)] | None = None

    @field_validator("on", mode="before")
    @classmethod
    def _one_or_more(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _has_trigger(self) -> Event:
        if not self.blank and not self.on:
            raise ValueError("an event needs `on`: the trigger that fires it")
        return self


ENTRY_MODELS: Mapping[str, type[Entry]] = dict(
    zip(KINDS, (Conversion, Action, InitialConversion, InitialAction, Ability, Slot, Event), strict=True)
)

#: Keys of entries, over all kinds.
FIELDS = tuple(
    dict.fromkeys(info.alias or name for model in ENTRY_MODELS.values() for name, info in model.model_fields.items())
)


def rulings_code(name: str, value: Any) -> int:
    """Place of a ruling's value among its alternatives; UserError if it is none."""
    if not isinstance(value, str) or value not in codes.RULINGS[name]:
        raise UserError(f"{name} = {value!r}: {unknown('alternative', str(value), codes.RULINGS[name])}")
    return codes.RULINGS[name].index(value)
