"""Rules, rulings, cards, warriors and skills, read from the same files as the game's own loader."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "sim" / "games" / "rider" / "data"

Entry = dict[str, Any]

#: Options of section 3, the default first.
RULINGS: dict[str, tuple[Any, ...]] = {
    "allow_over_10": (False, True),
    "deal_forms": ("one_per_group", "first_form", "all_cards"),
    "first_seat": ("random", "fixed"),
    "ex_cards": (False, True),
    "relabel": ("ice4_poison2", "none"),
    "prep_order": ("reveal_form_return", "return_first"),
    "hidden_stats": ("printed", "generic"),
    "cap_counts": ("living", "with_dead"),
    "cap_test": ("others_half", "self_over_floor"),
    "cap_base": ("living", "seated"),
    "link_faction": ("while_linked", "permanent", "off"),
    "link_reveal": ("normal", "join"),
    "leader_reset": ("keep", "dissolve"),
    "supply_time": ("before_skill", "after_skill"),
    "win_hidden": ("determined_only", "printed_icon"),
    "dead_share": ("at_death", "survivors_only"),
    "hidden_dead": ("none", "printed"),
    "reward_who": ("any_killer", "revealed_only"),
    "own_kill": ("none", "discard_all"),
    "reward_time": ("after_check", "before_check"),
    "dying_order": ("turn_player", "victim"),
    "charge_rescue": ("off", "self"),
    "rage_gain": ("forced_only", "voluntary_one"),
    "rage_window": ("use_only", "use_and_play"),
    "form_limit": ("one_each", "one_total", "one_a_turn"),
    "form_hp": ("keep_capped", "keep_lost"),
    "form_hidden": ("off", "on"),
    "hidden_forced": ("may_reveal", "off"),
    "down_reach": ("random", "immune"),
    "sideways_reset": ("skill_only", "own_preparation"),
    "reset_scope": ("all_states", "named"),
    "ice_pick": ("one_chosen", "one_random", "per_point"),
    "chain_start": ("victim", "turn_player"),
    "chain_reset": ("before", "after_damage"),
    "pindian_tie": ("no_win", "redraw"),
    "empty_piles": ("draw_less", "unfinished"),
}

STRIKES = ("strike", "fire_strike", "thunder_strike", "ice_strike", "poison_strike")
BASIC = (*STRIKES, "dodge", "energy", "charge")
INSTANT = (
    "break", "snatch", "surge", "duel", "coerce", "swarm", "barrage", "rally", "share_out", "nullify", "link_up",
    "flame_burst",
)  # fmt: skip
DELAYED = ("storm", "detain", "cut_off")
WEAPONS = (
    "repeater", "piercer", "duality", "ambusher", "pursuer", "combiner", "breaker", "sweeper", "igniter", "unseater",
    "ice_blade",
)  # fmt: skip
GEAR = ("reflex_gear", "tinder_gear", "damper_gear", "ward_gear")
BIKES = ("guard_bike", "rush_bike")
SLOTS = ("gear", "weapon", "motorbike")
ELEMENTS = ("plain", "fire", "thunder", "ice", "poison")
SUIT_WORDS = {"spade": "S", "heart": "H", "club": "C", "diamond": "D"}
RED, BLACK = "HD", "SC"


@dataclass(frozen=True)
class Card:
    """A card of the deck."""

    number: int  # from 0
    id: str
    kind: str
    name: str
    suit: str
    rank: int
    range: int = 0

    @property
    def class_(self) -> str:
        """basic, battle_skill or equipment."""
        return class_of(self.kind)


def class_of(kind: str) -> str:
    """Class of a kind."""
    if kind in BASIC:
        return "basic"
    return "battle_skill" if kind in INSTANT + DELAYED else "equipment"


def slot_of(kind: str) -> str:
    """Slot of a kind of equipment."""
    return "weapon" if kind in WEAPONS else "gear" if kind in GEAR else "motorbike"


def element_of(kind: str) -> str:
    """Element of a kind of strike."""
    return "plain" if kind == "strike" else kind.removesuffix("_strike")


def is_of(suit: str | None, word: str) -> bool:
    """Whether a suit (None: a card without suit) is of a colour or suit; `any` takes every card."""
    if word == "any":
        return True
    if suit is None:
        return False
    return suit in {"red": RED, "black": BLACK}.get(word, SUIT_WORDS.get(word, ""))


@dataclass(frozen=True)
class Skill:
    """A skill: a header and rows."""

    id: str
    mode: str
    trigger: str
    freq: str
    if_: tuple[tuple[Any, ...], ...]
    pay: tuple[tuple[Any, ...], ...]
    pick: tuple[str, ...]
    pick_max: int
    do: tuple[tuple[Any, ...], ...]

    @cached_property
    def is_about_sides(self) -> bool:
        """Whether it is about faction or gender (R-F8)."""
        words = {word for part in (self.if_, self.do) for row in part for word in row} | set(self.pick)
        return bool(words & {"same_faction", "diff_faction", "other_gender"})


@dataclass(frozen=True)
class Warrior:
    """A warrior card."""

    number: int  # from 0
    id: str
    group: str
    form: int
    source: str
    price: int
    icon_change: bool
    icon_up: bool
    faction: int  # from 1
    gender: str
    hp: int
    hand_limit: int
    draw: int
    supply: int
    skills: tuple[Skill, ...]


def _tuples(rows: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(row) for row in rows)


def default_rules() -> Entry:
    """The shipped constants."""
    return _shipped()["rules"]


def default_rulings() -> Entry:
    """The shipped rulings."""
    return _shipped()["rulings"]


def _shipped() -> dict[str, Entry]:
    return tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))


def load_pack(name: str = "standin") -> Entry:
    """A shipped pack, put on top of its base."""
    pack = tomllib.loads((FOLDER / "packs" / f"{name}.toml").read_text(encoding="utf-8"))
    if "base" not in pack["pack"]:
        return pack
    base = load_pack(pack["pack"]["base"])
    for kind in ("faction", "warrior", "skill", "card", "ex"):
        known = {entry["id"]: entry for entry in base[kind]}
        for entry in pack.get(kind, []):
            known[entry["id"]].update(entry)
    for part in ("rules", "rulings"):
        base[part] = base.get(part, {}) | pack.get(part, {})
    return base


class Data:
    """Rules, rulings, deck and roster of one game."""

    def __init__(self, rules: Entry | None = None, rulings: Entry | None = None, pack: Entry | None = None) -> None:
        pack = load_pack() if pack is None else pack
        self.rules = default_rules() | pack.get("rules", {}) | (rules or {})
        self.rulings = default_rulings() | pack.get("rulings", {}) | (rulings or {})
        self.factions = [entry["id"] for entry in pack["faction"]]
        self.cards = self._cards(pack["card"])
        if self.rulings["ex_cards"]:
            self._replace(pack["ex"])
        self.skills = {entry["id"]: self._skill(entry) for entry in pack["skill"]}
        self.warriors = self._warriors(pack["warrior"])
        groups: dict[str, list[Warrior]] = {}
        for warrior in self.warriors:
            groups.setdefault(warrior.group, []).append(warrior)
        self.groups = list(groups.values())

    def _cards(self, entries: list[Entry]) -> list[Card]:
        is_public = self.rulings["relabel"] == "none"
        return [self._card(i, entry, is_public) for i, entry in enumerate(entries)]

    @staticmethod
    def _card(number: int, entry: Entry, is_public: bool) -> Card:
        """R-B3: `relabel = none` turns a relabelled card back."""
        kind, name = entry["kind"], entry["name"]
        if is_public and "public_kind" in entry:
            kind = entry["public_kind"]
            name = kind.replace("_", " ").capitalize()
        return Card(number, entry["id"], kind, name, entry["suit"], entry["rank"], entry.get("range", 0))

    def _replace(self, entries: list[Entry]) -> None:
        """R-S8: an EX card takes the place, and the id, of a card of its name, else of its suit and rank."""
        done: set[int] = set()
        for entry in entries:
            new = self._card(0, entry, False)
            free = [card for card in self.cards if card.number not in done]
            same = [card for card in free if card.name == new.name]
            same = same or [card for card in free if (card.suit, card.rank) == (new.suit, new.rank)]
            if same:
                old = same[0]
                done.add(old.number)
                self.cards[old.number] = replace(new, number=old.number, id=old.id)

    @staticmethod
    def _skill(entry: Entry) -> Skill:
        return Skill(
            entry["id"], entry["mode"], entry["trigger"], entry["freq"], _tuples(entry.get("if", [])),
            _tuples(entry.get("pay", [])), tuple(entry.get("pick", [])), entry.get("pick_max", 1), _tuples(entry["do"]),
        )  # fmt: skip

    def _warriors(self, entries: list[Entry]) -> list[Warrior]:
        cards: list[Warrior] = []
        for entry in entries:
            for copy in range(1, entry.get("copies", 1) + 1):
                name = entry["id"] if copy == 1 else f"{entry['id']}_{copy}"
                cards.append(self._warrior(len(cards), name, entry))
        return cards

    def _warrior(self, number: int, name: str, entry: Entry) -> Warrior:
        return Warrior(
            number, name, entry["group"], entry.get("form", 0), entry.get("form_source", "none"),
            entry.get("rage_price", 0), entry.get("icon_change", False), entry.get("icon_up", False),
            self.factions.index(entry["faction"]) + 1, entry["gender"], entry["hp"], entry["hand_limit"],
            entry["draw"], entry["supply"], tuple(self.skills[skill] for skill in entry["skills"]),
        )  # fmt: skip
