"""rider in words: texts of actions, the state as JSON, facts. Sentences are plain yet: one line an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.rider.clauses import CLAUSES
from sim.games.rider.view_state import state_json
from sim.games.rider.view_text import Names, action_text, parse

#: Facts whose first number is a seat.
_OF_SEAT = (
    "turn", "faction", "damage", "heal", "lost", "death", "rage", "reveal", "equip", "hand", "link",
)  # fmt: skip


class RiderView:
    """See `sim.game.View`."""

    def __init__(self) -> None:
        self._names: dict[str, Names] = {}

    def names(self, data: GameData) -> Names:
        """Ids of the data, made once."""
        if data.cards_digest + data.rules_digest not in self._names:
            self._names = {data.cards_digest + data.rules_digest: Names(data.document)}
        return self._names[data.cards_digest + data.rules_digest]

    def action_text(self, state: Any, data: GameData, action: int) -> str:
        """The canonical text of an action code."""
        return action_text(data.tables[0], self.names(data), int(action))

    def parse_action(self, state: Any, data: GameData, text: str) -> int:
        """The action code of a text."""
        return parse(state, data.tables[0], self.names(data), text)

    def state_json(self, state: Any, data: GameData) -> dict[str, Any]:
        """The state as JSON data."""
        return state_json(state, int(data.tables[0]["n_warriors"]), self.names(data))

    def decision_name(self, state: Any, data: GameData) -> str:
        """Id of the decision point, e.g. `RD4`."""
        return f"RD{int(state['ask'])}"

    def log_json(self, data: GameData, code: int, a: int, b: int) -> dict[str, Any] | None:
        """A fact or chance event with its numbers."""
        _, colon, name = CLAUSES[code].partition(":")
        if not colon:
            return None
        names = self.names(data)
        if name in ("draw", "turn_up", "first_seat"):
            return {name: names.cards[a] if name != "first_seat" else b + 1, "seat": b + 1}
        if name in ("discard", "random_card"):
            return {name: names.cards[a]}
        if name in ("equip", "hand"):
            return {name: names.cards[b], "seat": a + 1}
        if name == "reveal":
            return {name: names.warriors[b], "seat": a + 1}
        if name == "death":
            return {name: a + 1, "killer": b + 1 if b >= 0 else None}
        return {name: b, "seat": a + 1} if name in _OF_SEAT else {name: a}

    def tell(self, data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
        """One line an action, with what came of it."""
        for record in records[1:]:
            facts = [" ".join(f"{key} {value}" for key, value in entry.items()) for entry in record["log"]]
            yield f"Seat {record['seat']}: {record['action']}{': ' if facts else ''}{', '.join(facts)}"
            if with_tables:
                yield self._table(record["state"])

    def _table(self, state: Mapping[str, Any]) -> str:
        seats = (
            f"{seat['seat']}: {seat['warrior']} HP {seat['hp']} faction {seat['faction']} cards {len(seat['hand'])}"
            for seat in state["seats"]
        )
        return f"  Round {state['round']}; " + "; ".join(seats)


VIEW = RiderView()
