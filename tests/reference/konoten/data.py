"""Constants, rulings and entries as plain dicts and small classes (RULES.md sections 1, 3 and 8)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import files

FOLDER = Path(__file__).parents[3] / "sim" / "games" / "konoten" / "data"

CHARACTERS = ("white", "orange", "yellow", "green", "blue", "red")
MATERIALS = ("light", "rainbow", "stagnation")
KINDS = (*MATERIALS, "creativity", "lobby", "growth", "vp")
FACILITIES = ("polish", "focus", "negotiate", "spirit")

Entry = dict[str, Any]

#: Every ruling option: the default first, then its alternatives.
RULINGS: dict[str, tuple[Any, ...]] = {
    "require_result_blade": (True, False),
    "base_choice": ("any_sufficient", "cheapest_sufficient"),
    "take_pays_base": (True, False),
    "worker_source": ("lobby", "lobby_or_lens"),
    "negotiate_reopens": (False, True),
    "start_fallback": ("stay", "first_to_end", "rotate"),
    "task_timing": ("any_moment", "end_of_action"),
    "allow_spend_start_node": (True, False),
    "growth_lock": ("while_filled", "permanent"),
    "grow_trigger_self": (False, True),
    "green_scope": ("activator", "activator_or_owner", "anyone"),
    "green5_counts": ("placed", "printed"),
    "white1_effect": ("minus_5_more", "s_becomes_minus_5"),
    "white2_mismatch": ("disjoint", "sets_differ"),
    "white7_scope": ("all_workers", "lobby_only"),
    "white9_scope": ("all_end_losses", "nodes_only"),
    "orange7_ap": ("free", "normal"),
    "yellow_links": ("from_7_and_6", "from_6_and_8"),
    "yellow_7_8": ("split", "merged"),
    "yellow9_gifts": ("one", "one_per_kind"),
    "blue8_scope": ("lens_activation", "all_vp"),
    "red6_prereq": ("node_4", "node_7", "node_4_or_7"),
    "red8_count": ("at_least", "exactly"),
}


def default_rules() -> dict[str, Any]:
    """The constants of section 1."""
    return {
        "players_min": 2, "players_max": 4, "rounds": 4,
        "tokens_per_player": 12, "start_task_tokens": 3, "start_growth": 1, "start_stock": 4, "start_workers": 4,
        "start_ap": 2, "start_creativity": 0, "start_light": 2, "start_rainbow": 2, "start_stagnation": 2,
        "supply_ap": 7, "supply_creativity": 1, "supply_tokens": 1,
        "ap_cap": 10, "creativity_cap": 5, "grid_spaces": 12,
        "supply_light": 25, "supply_rainbow": 20, "supply_stagnation": 20,
        "dev_normal": 38, "dev_vp": 9, "display_normal": 8, "display_vp": 2,
        "base_cost_0": 6, "base_cost_1": 5, "base_cost_2": 2, "base_cost_3": 1, "base_cost_4": 1,
        "collect_ap": 2, "persuade_ap": 2, "restart_ap": 3, "polish_ap": 1,
        "focus_creativity": 1, "focus_ap": 0, "focus_light": 1,
        "negotiate_ap": 0, "negotiate_light": 1, "negotiate_workers": 1,
        "spirit_ap_cost": 0, "spirit_ap": 1, "spirit_stagnation": 1,
        "lens_cards_min": 2, "lens_cards_max": 6, "slots_per_side": 3, "lens_workers": 1,
        "polish_vp_per_card": 1, "foreign_use_vp": 2,
        "task_light": 7, "task_rainbow": 5, "task_lens": 3,
        "end_stagnation_vp": -2, "wills_per_ability_per_round": 1, "turn_limit": 2000,
        "handicap": [0, 0, 0, 0],
    }  # fmt: skip


def default_rulings() -> dict[str, Any]:
    """The default of every option of section 3."""
    return {name: values[0] for name, values in RULINGS.items()}


def load_pack(name: str = "standin") -> dict[str, Any]:
    """A shipped pack file as plain data; laid over the pack named by its `base`, entry by entry."""
    return files.load_pack(FOLDER / "packs" / f"{name}.toml")


@dataclass(frozen=True)
class Card:
    """A development card."""

    number: int
    kind: str
    qty: int
    left_slot: int  # 0: fits on the right only
    right_slot: int
    material: int
    result: int

    @property
    def is_vp(self) -> bool:
        """Whether the card belongs to the VP deck."""
        return self.kind == "vp"


@dataclass(frozen=True)
class Node:
    """A node of a growth sheet, as it reads under the game's rulings."""

    number: int
    clause: str
    before: tuple[int, ...]  # one of these must be filled; empty for S
    effects: tuple[Entry, ...]

    def passives(self) -> list[Entry]:
        """Ops that act as long as the node is filled."""
        return [op for effect in self.effects if effect["when"] == "passive" for op in effect["do"]]


@dataclass(frozen=True)
class Facility:
    """A facility of the lab map."""

    name: str
    ap: int
    pays: dict[str, int]
    yields: dict[str, int]
    special: str
    worker_limit: int  # 0: any number


class Data:
    """Rules, rulings and entries of one game, names of constants replaced by their numbers."""

    def __init__(
        self,
        rules: dict[str, Any] | None = None,
        rulings: dict[str, Any] | None = None,
        pack: dict[str, Any] | None = None,
    ) -> None:
        pack = load_pack() if pack is None else pack
        self.rules = default_rules() | pack.get("rules", {}) | (rules or {})
        self.rulings = default_rulings() | pack.get("rulings", {}) | (rulings or {})
        self.cards = self._cards(pack["development"])
        self.facilities = {entry["id"]: self._facility(entry) for entry in pack["facility"]}
        self.piles = {entry["cost"]: self._amount(entry["copies"]) for entry in pack["base"]}
        self.tasks = {entry["id"].removeprefix("task_"): self._task(entry["condition"]) for entry in pack["task"]}
        self.sheets: dict[str, dict[int, Node]] = {c: {} for c in CHARACTERS}
        for entry in pack["node"]:
            node = self._node(entry)
            self.sheets[entry["character"]][node.number] = node
        for name, is_vp in (("dev_normal", False), ("dev_vp", True)):
            assert sum(card.is_vp == is_vp for card in self.cards.values()) == self.rules[name], name

    def _amount(self, value: int | str) -> int:
        return int(self.rules[value]) if isinstance(value, str) else value

    def _amounts(self, values: dict[str, int | str]) -> dict[str, int]:
        return {kind: self._amount(value) for kind, value in values.items()}

    def _cards(self, entries: list[Entry]) -> dict[int, Card]:
        cards: dict[int, Card] = {}
        for entry in sorted(entries, key=lambda entry: entry["kind"] == "vp"):  # normal cards first
            for _ in range(entry.get("copies", 1)):
                number = len(cards) + 1
                values = {key: entry[key] for key in ("kind", "qty", "left_slot", "right_slot", "material", "result")}
                cards[number] = Card(number, **values)
        return cards

    def _facility(self, entry: Entry) -> Facility:
        pays, yields = self._amounts(entry.get("pays", {})), self._amounts(entry.get("yields", {}))
        limit = self._amount(entry.get("worker_limit", 0))
        return Facility(entry["id"], self._amount(entry["ap"]), pays, yields, entry.get("special", ""), limit)

    def _task(self, condition: Entry) -> tuple[str, int]:
        """What is counted ("light", "rainbow", "lens") and how much is needed."""
        if "hold" in condition:
            return condition["hold"], self._amount(condition["n"])
        return "lens", self._amount(condition["lenses_made"])

    def _node(self, entry: Entry) -> Node:
        for variant in entry.get("variants", []):
            if self.rulings[variant["ruling"]] == variant["is"]:
                entry = entry | {key: value for key, value in variant.items() if key in ("from", "effects")}
        return Node(entry["number"], entry["clause"], tuple(entry["from"]), tuple(entry["effects"]))
