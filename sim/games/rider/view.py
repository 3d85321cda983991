"""rider in words: texts of actions, the state as JSON, facts, and the game as a story."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.rider.view_entries import entry_text
from sim.games.rider.view_log import log_json
from sim.games.rider.view_state import state_json
from sim.games.rider.view_story import tell
from sim.games.rider.view_text import Names, action_text, parse


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
        return log_json(self.names(data), code, a, b)

    def tell(self, data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
        """The game in lines: a line a step of somebody's turn, with what came of it."""
        return tell(data, records, with_tables)

    def entry_text(self, data: GameData, kind: str, entry: Mapping[str, Any]) -> str:
        """What is printed on an entry of the pack."""
        return entry_text(data, kind, entry)


VIEW = RiderView()
