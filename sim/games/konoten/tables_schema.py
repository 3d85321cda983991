"""What konoten's constants, rulings and entries may look like (RULES.md sections 1, 3 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, create_model, model_validator

from sim.errors import UserError, unknown
from sim.games.konoten import codes, layout
from sim.games.konoten import state as st
from sim.games.konoten.clauses import NODES
from sim.games.konoten.tables_words import Effect, Items
from sim.tables.words import Strict, refuse, word

KINDS = ("development", "base", "facility", "task", "character", "node")

Small = Annotated[int, Field(ge=0, le=20)]
#: A number, or the name of a constant of [rules].
Amount = int | str
Character = Annotated[str, word("character", codes.CHARACTERS)]


class Rules(Strict):
    """Rules constants (RULES.md section 1)."""

    players_min: Literal[2]
    players_max: Literal[4]
    rounds: int = Field(ge=1, le=layout.MAX_ROUNDS)
    tokens_per_player: int = Field(ge=4, le=60)
    start_task_tokens: Literal[3]
    start_growth: Literal[1]
    start_stock: Small
    start_workers: Small
    start_ap: Small
    start_creativity: Small
    start_light: Small
    start_rainbow: Small
    start_stagnation: Small
    supply_ap: Small
    supply_creativity: Small
    supply_tokens: int = Field(ge=0, le=4)
    ap_cap: int = Field(ge=1, le=100)
    creativity_cap: int = Field(ge=0, le=100)
    grid_spaces: int = Field(ge=1, le=16)  # MAX_OPTIONS: 17 x 18 / 2 ways to keep
    supply_light: int = Field(ge=0, le=100)
    supply_rainbow: int = Field(ge=0, le=100)
    supply_stagnation: int = Field(ge=0, le=100)
    dev_normal: int = Field(ge=1, le=st.MAX_NORMAL)
    dev_vp: int = Field(ge=0, le=st.MAX_VP_CARDS)
    display_normal: int = Field(ge=0, le=12)
    display_vp: int = Field(ge=0, le=4)
    base_cost_0: Small
    base_cost_1: Small
    base_cost_2: Small
    base_cost_3: Small
    base_cost_4: Small
    collect_ap: Small
    persuade_ap: Small
    restart_ap: Small
    polish_ap: Small
    focus_creativity: Small
    focus_ap: Small
    focus_light: Small
    negotiate_ap: Small
    negotiate_light: Small
    negotiate_workers: int = Field(ge=1, le=20)
    spirit_ap_cost: Small
    spirit_ap: Small
    spirit_stagnation: Small
    lens_cards_min: int = Field(ge=1, le=6)
    lens_cards_max: int = Field(ge=1, le=6)
    slots_per_side: Literal[3]
    lens_workers: Literal[1]
    polish_vp_per_card: int = Field(ge=-20, le=20)
    foreign_use_vp: int = Field(ge=-20, le=20)
    task_light: int = Field(ge=1, le=100)
    task_rainbow: int = Field(ge=1, le=100)
    task_lens: int = Field(ge=1, le=24)
    end_stagnation_vp: int = Field(ge=-20, le=20)
    wills_per_ability_per_round: int = Field(ge=0, le=20)
    turn_limit: int = Field(ge=1, le=10_000)
    handicap: list[Annotated[int, Field(ge=-500, le=500)]] = Field(min_length=4, max_length=4)


class Entry(Strict):
    """Keys that every entry has."""

    id: str
    name: str = Field(min_length=1)
    provenance: Annotated[str, word("provenance", codes.PROVENANCES)]


class Development(Entry):
    """A development card: one blade."""

    kind: Annotated[str, word("kind", codes.KINDS)]
    copies: int = Field(default=1, ge=0, le=20)
    qty: int = Field(ge=1, le=20)
    left_slot: int = Field(ge=0, le=3)
    right_slot: int = Field(ge=1, le=3)
    material: int = Field(ge=0, le=20)
    result: int = Field(ge=1, le=20)

    @model_validator(mode="after")
    def _sides(self) -> Development:
        if self.kind == "vp":
            if self.left_slot or self.material:
                raise ValueError("a vp card fits on the right only: left_slot = 0 and material = 0")
            return self
        if self.left_slot == 0:
            raise ValueError("left_slot = 0 is for vp cards; write 1 to 3")
        if self.right_slot != 4 - self.left_slot:
            raise ValueError(f"turned round, slot {self.left_slot} is right_slot = {4 - self.left_slot}")
        if self.material == 0:
            raise ValueError("material = 0 is for vp cards; write 1 or more")
        return self


class Base(Entry):
    """A pile of base cards."""

    cost: int = Field(ge=0, le=layout.MAX_BASE_COST)
    copies: Amount


def _table_of(name: str, keys: tuple[str, ...]) -> type[Strict]:
    fields: Any = dict.fromkeys(keys, (Amount, 0))
    model: type[Strict] = create_model(name, __base__=Strict, **fields)
    return model


class Facility(Entry):
    """A place of the lab map."""

    ap: Amount
    pays: _table_of("Pays", codes.TRACKS[:4]) | None = None  # type: ignore[valid-type]
    yields: _table_of("Yields", codes.TRACKS) | None = None  # type: ignore[valid-type]
    special: Annotated[str, word("special", codes.SPECIALS[1:])] | None = None
    worker_limit: Amount | None = None

    @model_validator(mode="after")
    def _sense(self) -> Facility:
        if self.special == "make_lens" and self.yields:
            raise ValueError("a facility that makes lenses yields nothing else; leave out yields")
        if (self.special == "make_lens") != (self.id == codes.FACILITIES[codes.POLISH]):
            raise ValueError(f"lenses are made at {codes.FACILITIES[codes.POLISH]}, and only there")
        return self


class TaskCondition(Strict):
    """What a task asks for."""

    hold: Annotated[str, word("kind", codes.MATERIALS)] | None = None
    n: Amount = 0
    lenses_made: Amount = 0

    @model_validator(mode="after")
    def _one(self) -> TaskCondition:
        if (self.hold is None) == (self.lenses_made == 0) or (self.hold is None) != (self.n == 0):
            raise ValueError("write { hold = KIND, n = NUMBER } or { lenses_made = NUMBER }")
        return self


class Task(Entry):
    """A personal task."""

    condition: TaskCondition


class CharacterEntry(Entry):
    """A character; its growth sheet is its nodes."""


class Variant(Strict):
    """How a node reads under another value of a ruling."""

    ruling: Annotated[str, word("ruling", codes.RULINGS)]
    value: bool | str = Field(alias="is")
    before: list[int] | None = Field(default=None, alias="from", max_length=layout.MAX_NODES)
    effects: list[Effect] | None = Field(default=None, max_length=2)

    @model_validator(mode="after")
    def _known(self) -> Variant:
        known = [shown(value) for value in codes.RULINGS[self.ruling]]
        if shown(self.value) not in known:
            raise refuse(f"value of {self.ruling}", shown(self.value), known)
        return self


class Node(Entry):
    """A node of a growth sheet."""

    clause: Annotated[str, word("clause", ("", *NODES))] = ""
    character: Character
    number: int = Field(ge=0, lt=layout.MAX_NODES)
    before: list[int] = Field(alias="from", max_length=layout.MAX_NODES)
    effects: list[Effect] = Field(max_length=2)
    variants: list[Variant] = Field(default=[], max_length=6)


ENTRY_MODELS: Mapping[str, type[Entry]] = dict(
    zip(KINDS, (Development, Base, Facility, Task, CharacterEntry, Node), strict=True)
)

#: Keys of entries, over all kinds.
FIELDS = tuple(
    dict.fromkeys(info.alias or name for model in ENTRY_MODELS.values() for name, info in model.model_fields.items())
)


def rulings_code(name: str, value: Any) -> int:
    """Place of a ruling's value among its alternatives; UserError if it is none."""
    for code, known in enumerate(codes.RULINGS[name]):
        if type(known) is type(value) and known == value:
            return code
    written = f'"{value}"' if isinstance(value, str) else shown(value)
    raise UserError(f"{name} = {written}: {unknown('alternative', shown(value), map(shown, codes.RULINGS[name]))}")


def shown(value: Any) -> str:
    """A ruling's value as it is written in a data file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


__all__ = ["ENTRY_MODELS", "FIELDS", "KINDS", "Entry", "Items", "Node", "Rules", "rulings_code", "shown"]
