"""kaguya in words: actions as text and back, the state as JSON data, and sentences for people."""

from __future__ import annotations

from typing import Any

from sim.game import GameData
from sim.games.kaguya import view_log, view_state, view_tell, view_text


class KaguyaView:
    """What `sim.game.View` asks of a game; the methods are explained there."""

    def action_text(self, state: Any, data: GameData, action: int) -> str:
        return view_text.action_text(action)

    def parse_action(self, state: Any, data: GameData, text: str) -> int:
        return view_text.parse_action(text)

    def state_json(self, state: Any, data: GameData) -> dict[str, Any]:
        return view_state.state_json(state)

    def decision_name(self, state: Any, data: GameData) -> str:
        return view_state.decision_name(state)

    def log_json(self, data: GameData, code: int, a: int, b: int) -> dict[str, Any] | None:
        return view_log.log_json(int(code), int(a), int(b))

    def tell_action(self, before: dict[str, Any], data: GameData, seat: int, text: str) -> str:
        return view_tell.tell_action(before, data, seat, text)

    def tell_log(self, data: GameData, code: int, a: int, b: int, state: dict[str, Any]) -> str | None:
        return view_log.tell_log(data, int(code), int(a), int(b), state)

    def tell_state(self, state: dict[str, Any], data: GameData) -> str:
        return view_state.tell_state(state, data)


VIEW = KaguyaView()
