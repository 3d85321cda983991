"""konoten in words: actions as text and back, the state as JSON data, and sentences for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.game import GameData
from sim.games.konoten import view_entries, view_log, view_state, view_story, view_text


class KonotenView:
    """What `sim.game.View` asks of a game; the methods are explained there."""

    def action_text(self, state: Any, data: GameData, action: int) -> str:
        return view_text.action_text(state, data.tables[0], action)

    def parse_action(self, state: Any, data: GameData, text: str) -> int:
        return view_text.parse_action(state, data.tables[0], text)

    def state_json(self, state: Any, data: GameData) -> dict[str, Any]:
        tables = data.tables[0]
        return view_state.state_json(state, int(tables.display_normal) + int(tables.display_vp))

    def decision_name(self, state: Any, data: GameData) -> str:
        return view_state.decision_name(state)

    def log_json(self, data: GameData, code: int, a: int, b: int) -> dict[str, Any] | None:
        return view_log.log_json(int(code), int(a), int(b))

    def tell(self, data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
        return view_story.tell(data, records, with_tables)

    def entry_text(self, data: GameData, kind: str, entry: Mapping[str, Any]) -> str:
        """What is printed on an entry of the pack."""
        return view_entries.entry_text(data, kind, entry)


VIEW = KonotenView()
