"""Tables with one or two written cards: a conversion card with an effect, or today's event."""

from __future__ import annotations

from typing import Any

from .situations import CONVERSION, EVENT, Table

POINTS = [{"op": "points", "n": 2}]
CONVERT = f"convert card={CONVERSION}"


def effect(do: Any, cards: dict[int, Any] | None = None, entry: dict[str, Any] | None = None, **changes: Any) -> Table:
    """Seat 1 holds a conversion card that does `do`; `entry` adds `if` or `cost`."""
    return Table({CONVERSION: {"do": do, **(entry or {})}, **(cards or {})}, **changes).give(1, CONVERSION)


def event_table(on: Any, do: Any = None, cards: dict[int, Any] | None = None, **more: Any) -> Table:
    """Today's event fires on `on` and gives 2 points, or does `do`."""
    keys = {key: more.pop(key) for key in ("if", "cost", "limit") if key in more}
    return Table({EVENT: {"on": on, "do": do or POINTS, **keys}, **(cards or {})}, **more).event()


def served(table: Table) -> list[int]:
    """Seats (from 1) that got the event bonus, in order."""
    return [seat + 1 for seat, _ in table.logged("fact:bonus")]


def cube(table: Table, dice: int, tokens: int) -> Table:
    """Seat 1's cubes stand there."""
    table.seat(1).cube[:] = (dice, tokens)
    return table


def start(table: Table, seat: int) -> Table:
    """This seat holds the marker."""
    table.state.start_seat = seat - 1
    return table
