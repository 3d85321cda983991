"""Constants, rulings and cards as plain dicts (RULES.md sections 1, 3, 4 and 14.6)."""

from __future__ import annotations

from typing import Any

CHARACTERS = ("president", "vice", "secretary", "treasurer")
KINDS = ("conversion", "action")
TRACKS = ("dice", "tokens")

CONVERSION_FIRST, ACTION_FIRST = 0, 30
INITIAL_CONVERSION_FIRST, INITIAL_ACTION_FIRST, EVENT_FIRST = 60, 64, 72

Entry = dict[str, Any]

#: Every ruling option: the default first, then its alternatives.
RULINGS: dict[str, tuple[str, ...]] = {
    "contest_token_source": ("own", "stock"),
    "bag_tokens_after": ("to_stock", "removed", "to_owner"),
    "contest_ties": ("share", "tail_first", "share_skips_second"),
    "contest_zero": ("need_one", "zero_counts"),
    "contest_throw": ("up_to", "full"),
    "all_zero_winner": ("tail_wins", "no_winner"),
    "unused_dice": ("to_stock", "carry_over"),
    "beaten_die": ("lost", "to_owner"),
    "stop_rule": ("decline_is_out", "main_compulsory", "decline_stays"),
    "ponkotsu_measure": ("total", "single_value"),
    "ponkotsu_scope": ("placed_vs_others", "any_pair"),
    "ponkotsu_on_effect": ("no_test", "test"),
    "ponkotsu_reset": ("daily", "until_cured"),
    "placement_order": ("bonus_first", "test_first"),
    "score_floor": ("zero", "none"),
    "event_bonus_limit": ("as_card", "once_per_day"),
    "reserve_raise": ("forbidden", "allowed"),
    "event_preview": ("hidden", "open"),
    "end_tokens": ("held", "gained"),
}


def default_rules() -> dict[str, Any]:
    """The constants of section 1."""
    return {
        "players": 4, "days": 5, "slots": 4,
        "start_score": 5, "score_marker": 100,
        "event_cards": 15, "events_used": 5,
        "conversion_deck": 30, "action_deck": 30, "face_up_per_kind": 4,
        "dice_total": 40, "die_faces": 6, "tokens_per_character": 15,
        "hearts_per_player": 2, "cubes_per_player": 2,
        "initial_conversion": 1, "initial_action": 2,
        "dice_track": [5, 6, 7], "token_track": [1, 2, 3], "track_start": 0,
        "character_dice_max": 3, "die_places_per_scene_card": 1,
        "ponkotsu_ok": 2, "ponkotsu_minus": 3, "ponkotsu_pass": 1, "ponkotsu_penalty": 1,
        "contest_first": 2, "contest_second": 1, "event_card_points": 5, "token_points": 1,
        "ability_uses_per_day": 1, "turn_cap_day": 400,
        "handicap": [0, 0, 0, 0],
    }  # fmt: skip


def default_rulings() -> dict[str, str]:
    """The default of every option of section 3."""
    return {name: values[0] for name, values in RULINGS.items()}


def kind_of(card: int) -> str:
    """The kind of a scene card, "conversion" or "action"; initial cards have one as well."""
    is_conversion = card < ACTION_FIRST or INITIAL_CONVERSION_FIRST <= card < INITIAL_ACTION_FIRST
    return "conversion" if is_conversion else "action"


class Cards:
    """The entries of a pack by card number, character and slot."""

    def __init__(self, pack: dict[str, Any]) -> None:
        self.by_number: dict[int, Entry] = {}
        self.deck_numbers = {
            "conversion": self._number(pack["conversion"], CONVERSION_FIRST),
            "action": self._number(pack["action"], ACTION_FIRST),
        }
        self.event_numbers = self._number(pack["event"], EVENT_FIRST)
        self.initial_conversion = _by_character(pack["initial_conversion"], INITIAL_CONVERSION_FIRST, 1)
        self.initial_action = _by_character(pack["initial_action"], INITIAL_ACTION_FIRST, 2)
        for initial in (self.initial_conversion, self.initial_action):
            for numbered in initial.values():
                self.by_number.update(numbered)
        self.abilities: dict[str, Entry] = {entry["character"]: entry for entry in pack.get("ability", [])}
        self.bonuses: dict[int, Entry] = {entry["slot"]: entry for entry in pack.get("slot", [])}

    def _number(self, entries: list[Entry], first: int) -> list[int]:
        numbers: list[int] = []
        for entry in entries:
            for _ in range(entry.get("copies", 1)):
                number = first + len(numbers)
                self.by_number[number] = entry
                numbers.append(number)
        return numbers

    def contains_ready(self, card: int) -> bool:
        """Whether an op `ready` stands anywhere in the card (K-X11)."""
        return any(op["op"] == "ready" for op in all_ops(self.by_number[card].get("do", [])))


def _by_character(entries: list[Entry], first: int, each: int) -> dict[str, dict[int, Entry]]:
    """Initial cards of each character by number: in character order, then in file order."""
    dealt: dict[str, dict[int, Entry]] = {}
    for place, character in enumerate(CHARACTERS):
        own = [entry for entry in entries if entry["character"] == character for _ in range(entry.get("copies", 1))]
        dealt[character] = {first + place * each + i: entry for i, entry in enumerate(own)}
    return dealt


def all_ops(ops: list[Entry]) -> list[Entry]:
    """The ops of a list and those inside their branches."""
    found = []
    for op in ops:
        found.append(op)
        found += all_ops(op.get("do", []))
        for option in op.get("options", []):
            found += all_ops(option.get("do", []))
    return found
