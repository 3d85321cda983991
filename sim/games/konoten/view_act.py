"""What an answer is called in the story: words that follow the name of who gave it.

An answer has no words where its consequences say it all (`keep`, `supply worker`, the steps of a lens).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.game import GameData
from sim.games.konoten import codes
from sim.games.konoten.view_names import Cards, amount, amounts, listed, seat_names
from sim.games.konoten.view_sheet import Sheets, node_number

DONE = "is done for the round"
_PLACES = {"lobby_unacted": "an un-acted worker", "lobby_acted": "an acted worker"}


class Acts:
    """Finds the words of an action text."""

    def __init__(self, data: GameData, cards: Cards, sheets: Sheets) -> None:
        self._cards, self._sheets = cards, sheets
        self._rules: Mapping[str, Any] = data.document["rules"]
        self._facilities = data.tables[0].facilities

    def words(self, record: Mapping[str, Any], before: Mapping[str, Any]) -> str:
        """Words of the action of a record; `before` is the table at which it was chosen."""
        words, arguments = _parse(record["action"])
        seat = before["seats"][record["seat"] - 1]
        node = int(arguments.get("node", 0))
        character = seat["character"]
        if words[-1:] == ["collect"]:
            paid = "without AP" if words[0] == "will" else f"for {amount(self._rules['collect_ap'], 'ap')}"
            return f"collects {self._cards.short(int(arguments['card']))} {paid}"
        if "lens" in arguments:
            return self._lens_words(words, arguments, record["seat"], before)
        if words == ["will"] and "node" in arguments:
            cost = amount(self._sheets.will_cost(character, node), "creativity")
            return f"uses {self._sheets.name(character, node)} for {cost}"
        if words[-1:] == ["grow"]:
            return f"grows {self._sheets.full(character, node)}"
        if words == ["spend", "growth"]:
            return f"gives up {self._sheets.name(character, node)} (node {node_number(node)})"
        if words == ["spend", "worker"]:
            return f"sends {_worker(arguments['from'])} to the stock"
        if words[0] == "activate":
            return self._facility_words(arguments["facility"]) + _source(arguments)
        if words[:2] == ["chain", "yes"]:
            return "runs it at once" + _source(arguments)
        return self._short_words(words, arguments, record, before)

    def _short_words(
        self, words: list[str], arguments: Mapping[str, str], record: Mapping[str, Any], before: Mapping[str, Any]
    ) -> str:
        if words == ["end"]:
            return DONE
        if words[0] == "give" and "to" in arguments:
            return f"gives {seat_names(before)[int(arguments['to']) - 1]} one {words[1]}"
        if words[0] == "convert" and words[1] != "none":
            target = _gained(before, record["state"], record["seat"])
            return f"turns one {words[1]}{f' into {target}' if target else ''}"
        if words[0] == "keep":
            return self._lost_words(arguments, before)
        return ""

    def _facility_words(self, name: str) -> str:
        """A facility by what is done there; polish is told when the lens is made."""
        row = self._facilities[codes.FACILITIES.index(name)]
        paid = dict(zip(codes.TRACKS[:4], map(int, row.pays), strict=True)) | {"ap": int(row.ap)}
        price = f" for {listed(amounts(paid))}" if any(paid.values()) else ""
        return {"polish": "", "focus": "focuses", "spirit": "gathers spirit", "negotiate": "negotiates"}[name] + (
            price if name != "polish" else ""
        )

    def _lens_words(self, words: list[str], arguments: Mapping[str, str], seat: int, before: Mapping[str, Any]) -> str:
        lens = before["lenses"][int(arguments["lens"]) - 1]
        names = seat_names(before)
        whose = f"{names[lens['owner'] - 1]}'s" if lens["owner"] != seat else "its own"
        where = f"{whose} lens {lens['lens']}"
        source, unacted = _source(arguments), "" if lens["is_acted"] else "un-acted "
        if words[-1] == "persuade":
            return f"persuades {names[lens['worker'] - 1]}'s {unacted}worker on {where}{source}"
        if words[-1] == "restart":
            return f"restarts {where}{' (its worker there was un-acted)' if unacted else ''}{source}"
        return f"runs {where}" + (" once more" if words[0] == "final" else source)

    def _lost_words(self, kept: Mapping[str, str], before: Mapping[str, Any]) -> str:
        batch = before["pending"][-1]
        lost = {kind: batch[kind] - int(kept[kind]) for kind in codes.MATERIALS}
        return f"has no room for {listed(amounts(lost))}" if any(lost.values()) else ""


def _parse(text: str) -> tuple[list[str], dict[str, str]]:
    """Words and named arguments of an action text."""
    parts = [part.partition("=") for part in text.split()]
    named = {name: value for name, equals, value in parts if equals}
    return [name for name, equals, _ in parts if not equals], named


def _source(arguments: Mapping[str, str]) -> str:
    """Where the worker comes from, if not from the lobby."""
    worker = arguments.get("worker", "lobby")
    return "" if worker == "lobby" else f" with its worker of {worker.replace(':', ' ')}"


def _worker(place: str) -> str:
    if place in _PLACES:
        return _PLACES[place]
    where, _, which = place.partition(":")
    return f"its worker on lens {which}" if where == "lens" else f"its worker at {which}"


def _gained(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> str:
    """The material of which a seat has more than before."""
    old, new = before["seats"][seat - 1]["items"], after["seats"][seat - 1]["items"]
    return next((kind for kind in codes.MATERIALS if new[kind] > old[kind]), "")
