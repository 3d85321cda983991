"""What rider's constants and entries may look like (RULES.md sections 1 and 8)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sim.games.rider import codes, layout
from sim.games.rider import state as st
from sim.tables.words import Strict, word

#: Kinds of entries of a pack.
KINDS = ("faction", "warrior", "skill", "card", "ex")

Small = Annotated[int, Field(ge=0, le=20)]
Positive = Annotated[int, Field(ge=1, le=20)]


class Rules(Strict):
    """Rules constants (RULES.md section 1)."""

    n_players: int = Field(ge=2, le=layout.MAX_PLAYERS)
    n_players_second: int = Field(ge=2, le=layout.MAX_PLAYERS)
    n_players_max_optional: Literal[12]
    deal_warriors: int = Field(ge=1, le=st.MAX_OFFERS)
    deal_warriors_large: int = Field(ge=1, le=st.MAX_OFFERS)
    large_from: int = Field(ge=2, le=99)
    warrior_cards: int = Field(ge=0)
    game_cards: int = Field(ge=1, le=layout.MAX_CARDS)
    villain_cards: int = Field(ge=0, le=100)
    hp_cards: int = Field(ge=0, le=100)
    rage_cards: int = Field(ge=0, le=100)
    components_total: int = Field(ge=0)
    start_hand: Small
    start_rage: Small
    rage_cap: int = Field(ge=0, le=99)
    rage_per_discard: Small
    rage_per_turn_max: Small
    rage_card_cost: Small
    half_share: list[Positive] = Field(min_length=2, max_length=2)
    reward_base: Small
    ice_cards: Small
    gear_slots: Literal[1]
    weapon_slots: Literal[1]
    motorbike_slots: Literal[1]
    strikes_per_phase: Small
    strike_damage: Small
    base_range: Small
    charges_per_turn: Small
    charge_bonus: Small
    energy_heal: Positive
    duel_damage: Small
    area_damage: Small
    flame_damage: Small
    storm_damage: Small
    storm_low: int = Field(ge=1, le=13)
    storm_high: int = Field(ge=1, le=13)
    surge_draw: Small
    recast_draw: Small
    rally_heal: Small
    link_targets: Positive
    near_distance: Small
    min_distance: Small
    bike_shift: Small
    tinder_bonus: Small
    damper_cap: Small
    damper_heal: Small
    ambush_bonus: Small
    breaker_cost: Small
    sweeper_targets: Positive
    duality_draw: Small
    unseat_cards: int = Field(ge=0, le=1)
    round_cap: int = Field(ge=1, le=10_000)
    n_factions: int = Field(ge=1, le=layout.MAX_FACTIONS)
    roster_cards: int = Field(ge=1)
    max_forms: Literal[4]
    max_stack: Literal[96]
    max_legal: Literal[640]
    max_decisions: Literal[100_000]
    ex_cards_n: Small
    streams: Literal[3]
    handicap: list[Small] = Field(min_length=layout.MAX_PLAYERS, max_length=layout.MAX_PLAYERS)


class Entry(Strict):
    """Keys that every entry has."""

    id: str
    provenance: Annotated[str, word("provenance", codes.PROVENANCES)]


class Faction(Entry):
    """A faction, numbered from 1 in file order."""

    name: str = Field(min_length=1)
    name_zh: str = ""


class Warrior(Entry):
    """A warrior card: one form of a group."""

    name: str = Field(min_length=1)
    name_zh: str = ""
    group: str = Field(min_length=1)
    form: int = Field(default=0, ge=0, lt=layout.MAX_FORMS)
    form_source: Annotated[str, word("form source", codes.SOURCES)] = "none"
    rage_price: int = Field(default=0, ge=0, le=9)
    icon_change: bool = False
    icon_up: bool = False
    faction: str
    gender: Annotated[str, word("gender", codes.GENDERS)]
    hp: int = Field(ge=1, le=8)
    hand_limit: int = Field(ge=0, le=10)
    draw: int = Field(ge=0, le=5)
    supply: int = Field(default=0, ge=0, le=10)
    skills: list[str] = Field(max_length=layout.MAX_SKILLS_OF_ONE)
    copies: int = Field(default=1, ge=1, le=layout.MAX_GROUP_CARDS)

    @model_validator(mode="after")
    def _price(self) -> Warrior:
        if self.form_source != "up" and self.rage_price:
            raise ValueError(f"rage_price = {self.rage_price} is for form_source = up; write 0")
        return self


class Skill(Entry):
    """A skill: one header and rows (RULES.md section 8.3); `tables_words` reads the rows."""

    name: str = ""
    mode: Annotated[str, word("mode", codes.MODES)]
    trigger: Annotated[str, word("trigger", codes.TRIGGERS)]
    freq: Annotated[str, word("frequency", codes.FREQS)] = "*"
    conditions: list[list[Any]] = Field(default=[], alias="if", max_length=layout.MAX_CONDITIONS)
    pay: list[list[Any]] = Field(default=[], max_length=layout.MAX_COSTS)
    pick: list[Annotated[str, word("pick", codes.PICKS)]] = Field(default=[])
    pick_max: int = Field(default=1, ge=1, le=layout.MAX_PLAYERS)
    do: list[list[Any]] = Field(min_length=1, max_length=layout.MAX_ROWS)
    text: str = ""


class Card(Entry):
    """A game card."""

    kind: Annotated[str, word("kind", codes.KINDS)]
    public_kind: Annotated[str, word("kind", codes.KINDS)] | None = None
    name: str = Field(min_length=1)
    name_zh: str = ""
    suit: Annotated[str, word("suit", codes.SUITS)]
    rank: int = Field(ge=1, le=13)
    range: int | None = Field(default=None, ge=1, le=20)

    @model_validator(mode="after")
    def _weapon(self) -> Card:
        is_weapon = codes.REPEATER <= codes.KINDS.index(self.kind) <= codes.ICE_BLADE
        if is_weapon and self.range is None:
            raise ValueError(f"a weapon ({self.kind}) needs its range")
        if not is_weapon and self.range is not None:
            raise ValueError(f"range = {self.range} is for weapons, not for kind = {self.kind}")
        return self


class Ex(Card):
    """An EX card, which replaces a card of the deck (R-S8)."""


ENTRY_MODELS: dict[str, type[Entry]] = {
    "faction": Faction, "warrior": Warrior, "skill": Skill, "card": Card, "ex": Ex,
}  # fmt: skip

#: Keys of entries, over all kinds.
FIELDS = tuple(
    dict.fromkeys(info.alias or name for model in ENTRY_MODELS.values() for name, info in model.model_fields.items())
)
