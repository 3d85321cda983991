"""Words for a small game: what a view does unless the game knows better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.errors import unknown
from sim.game import GameData


class PlainView:
    """A `sim.game.View` for a game whose actions are a fixed list of words; override what should read better.

    Parameters
    ----------
    actions
        Text of each action, by code, e.g. ("roll", "hold").
    clauses
        The game's note ids, index = note code.
    fields
        Fields of the state to show whole: numbers, a deck, counts by kind.
    seat_fields
        Fields to show that hold one value for each seat: they are cut to the seats that play.
    """

    def __init__(
        self, actions: Sequence[str], clauses: Sequence[str], fields: Sequence[str], seat_fields: Sequence[str] = ()
    ) -> None:
        self.actions = tuple(actions)
        self.clauses = tuple(clauses)
        self.fields = tuple(fields)
        self.seat_fields = tuple(seat_fields)

    def action_text(self, state: Any, data: GameData, action: int) -> str:
        """The word of an action code."""
        return self.actions[action]

    def parse_action(self, state: Any, data: GameData, text: str) -> int:
        """The code of a word."""
        if text not in self.actions:
            raise unknown("action", text, self.actions)
        return self.actions.index(text)

    def state_json(self, state: Any, data: GameData) -> dict[str, Any]:
        """Whose turn it is, and the fields to show."""
        core = state["core"]
        whole = {name: state[name].tolist() for name in self.fields}
        by_seat = {name: state[name][: core["n_seats"]].tolist() for name in self.seat_fields}
        return {"to_move": None if core["is_over"] else int(core["actor"]) + 1, **whole, **by_seat}

    def decision_name(self, state: Any, data: GameData) -> str:
        """Id of the decision point: there is one kind."""
        return "move"

    def log_json(self, data: GameData, code: int, a: int, b: int) -> dict[str, Any] | None:
        """A chance event or fact `a`, noted with the seat `b` (from 0) that it happened to; clauses are left out."""
        _, colon, name = self.clauses[code].partition(":")
        return {name: a, "seat": b + 1} if colon else None

    def tell(self, data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
        """One line an action, with what came of it."""
        for record in records[1:]:
            came = [f"{name} {value}" for entry in record["log"] for name, value in entry.items() if name != "seat"]
            yield f"Seat {record['seat']}: {record['action']}{': ' if came else ''}{', '.join(came)}"
            if with_tables:
                yield self.table(record["state"])

    def table(self, state: Mapping[str, Any]) -> str:
        """What lies on the table, from `state_json`, in one line."""
        parts = (f"{name.replace('_', ' ')} {_plain(value)}" for name, value in state.items() if name != "to_move")
        return f"  {'; '.join(parts)}"


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
