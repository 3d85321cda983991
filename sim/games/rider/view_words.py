"""Actions of rider as a person tells them: `play card=c045` -> "plays Dodge H2"."""

from __future__ import annotations

from typing import Any

from sim.game import GameData

_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
#: Verbs of actions about one card.
_CARD = {
    "use": "uses", "play": "plays", "recast": "recasts", "nullify": "nullifies with", "rescue": "rescues with",
    "discard": "discards", "pay": "pays with", "facedown": "turns face down", "take": "takes", "clash": "clashes with",
    "replace": "puts in its place", "gain": "takes", "give": "gives", "mark": "marks with", "show": "shows",
    "match": "discards", "follow": "follows with", "yield": "discards", "strike": "strikes with",
}  # fmt: skip
_PLAIN = {
    "reveal": "is revealed by choice", "take zone=hand": "takes a card of the hand",
    "take zone=down": "takes a face-down card", "reflex": "tries the reflex gear",
    "force": "forces the strike through", "unseat": "destroys the motorbike", "ignite": "makes it a fire strike",
    "chill": "discards cards in place of the damage", "end": "", "pass": "", "decline": "", "concede": "concedes",
    "done": "",
}  # fmt: skip
_FORMS = {"change": "changes to", "up": "goes up to", "down": "goes down to"}


class Words:
    """Names of cards, warriors, factions and skills, and the words of actions."""

    def __init__(self, data: GameData) -> None:
        cards = data.document["cards"]
        names = {entry["id"]: entry for entry in cards["card"]}
        if data.document["rulings"]["ex_cards"]:
            names |= _replaced(cards)
        self._cards = {key: f"{card['name']} {card['suit']}{_rank(card['rank'])}" for key, card in names.items()}
        self._warriors = {entry["id"]: str(entry["name"]) for entry in cards["warrior"]}
        self._forms = {entry["id"]: int(entry.get("form", 0)) for entry in cards["warrior"]}
        self._skills = {entry["id"]: str(entry.get("name") or entry["id"]) for entry in cards["skill"]}
        self.factions = ["none", *(str(entry["name"]) for entry in cards["faction"])]

    def card(self, card: str) -> str:
        """Name, suit and rank."""
        return self._cards[card]

    def warrior(self, warrior: str) -> str:
        """Name, and the number of the form where it is not the first; copies are named like their row."""
        row = warrior if warrior in self._warriors else warrior.rpartition("_")[0]
        form = self._forms[row]
        return f"{self._warriors[row]}{form or ''}"

    def faction(self, faction: int | str) -> str:
        """A faction of a fact or state."""
        if isinstance(faction, str) or faction > 100:
            return "villain" if isinstance(faction, str) else f"villain {faction - 100}"
        return self.factions[faction]

    def action(self, text: str) -> str:
        """The words of an action, without its seat; "" for one that is not told."""
        if text in _PLAIN:
            return _PLAIN[text]
        verb, *rest = text.split()
        given = dict(part.split("=", 1) for part in rest)
        if verb == "keep":
            return f"keeps {self.warrior(given['warrior'])}"
        if verb == "form":
            return f"{_FORMS[given['kind']]} {self.warrior(given['warrior'])}"
        if verb == "target":
            return f"on seat {given['seat']}"
        if verb == "skill":
            return f"uses the skill {self._skills[given['id']]}"
        return self._of_card(verb, given)

    def _of_card(self, verb: str, given: dict[str, str]) -> str:
        if given.get("via") == "combiner":
            return f"{_CARD[verb]} two cards as a strike"
        words = f"{_CARD[verb]} {self.card(given['card'])}"
        if "as" in given:
            via = "rage" if given["via"] == "rage" else self._skills[given["via"]]
            words += f" as {given['as'].replace('_', ' ')} ({via})"
        return words


def _rank(rank: int) -> str:
    return _RANKS.get(rank, str(rank))


def _replaced(cards: dict[str, Any]) -> dict[str, Any]:
    """EX cards by the id of the card that each replaces (R-S8)."""
    deck, places = cards["card"], dict[str, Any]()
    for entry in cards["ex"]:
        free = [card for card in deck if card["id"] not in places]
        same = [card for card in free if card["name"] == entry["name"]]
        same = same or [card for card in free if (card["suit"], card["rank"]) == (entry["suit"], entry["rank"])]
        places[same[0]["id"]] = entry
    return places
