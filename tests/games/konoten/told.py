"""Games and situations as records of a trace, and what the view tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sim.game import GameData
from sim.games.konoten import GAME
from sim.games.konoten.view import VIEW
from sim.plan import make_plan
from sim.trace import trace

from ..kit.players import player_of
from .situations import Table, loaded

Record = dict[str, Any]


class ToldTable(Table):
    """A table whose actions are kept as records; `sets` are single values as (path, text)."""

    def __init__(self, *characters: str, begin: str = "main", sets: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(*characters, begin=begin, sets=sets)
        self.data = loaded(tuple(sets))
        self.records: list[Record] = []

    def apply(self, text: str) -> None:
        if not self.records:
            self.records.append({"kind": "header", "log": [], "state": VIEW.state_json(self.state, self.data)})
            self.log.clear()
        decision, seat, is_forced, n = self.decision, self.actor, len(self.legal) == 1, len(self.log)
        super().apply(text)
        found = (VIEW.log_json(self.data, *entry) for entry in self.log[n:])
        self.records.append(
            {
                "kind": "action",
                "seat": seat,
                "decision": decision,
                "action": text,
                "is_forced": is_forced,
                "log": [entry for entry in found if entry],
                "state": VIEW.state_json(self.state, self.data),
            }
        )

    def told(self, with_tables: bool = False) -> list[str]:
        """Lines of the story, those that went on joined; without the opening of the game."""
        lines: list[str] = []
        for line in VIEW.tell(self.data, self.records, with_tables):
            indent = len(line) - len(line.lstrip())
            if lines and indent in (4, 6):  # of the story, of a table
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line)
        first = next(place for place, line in enumerate(lines) if line.startswith("Open cards"))
        return [line for line in lines[first + 1 :] if line and (with_tables or not line.startswith("  "))]


@cache
def played(n_seats: int, seed: int, n: int, sets: tuple[tuple[str, str], ...] = ()) -> list[list[Record]]:
    """Traces of random games without their outcome."""
    data = data_of(n_seats, sets)
    plan = make_plan(GAME, n, n_seats, ("random",), seed=seed)
    player = player_of(GAME, data, plan)
    return [list(trace(player, data, plan.rows(0, game, game + 1), seed))[:-1] for game in range(n)]


def data_of(n_seats: int, sets: Iterable[tuple[str, str]] = ()) -> GameData:
    """The stand-in pack with single values changed."""
    return GAME.load("standin", None, tuple(sets), n_seats)


def short_sheets() -> tuple[tuple[str, str], ...]:
    """Growth sheets of which every node but the lock can be grown at once: abilities that are rare show up."""
    nodes = data_of(4).document["cards"]["node"]
    free = [node for node in nodes if node["number"] and not any("lock" in str(e) for e in node["effects"])]
    return tuple((f"cards.{node['id']}.from", "[0]") for node in free)
