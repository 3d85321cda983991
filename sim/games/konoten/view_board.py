"""The table of konoten as a small picture in text, from the state as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from sim.games.konoten import codes
from sim.games.konoten.view_names import Cards, amounts, listed, seat_names
from sim.games.konoten.view_sheet import Sheets, node_number

WIDTH = 110
_HEAD = ("", "VP", "AP", "creat.", "light", "rainb.", "stagn.", "stock", "lobby", "away", "hand", "nodes", "tasks left")
_LEFT = {0, 11, 12}  # columns of words; the others hold numbers

State = Mapping[str, Any]


def wrapped(text: str, indent: str = "") -> list[str]:
    """Text in lines of the story's width; lines after the first stand further in."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)


def tell_seats(state: State) -> list[str]:
    """A line for each seat: points, tracks, materials, tokens, cards in hand, nodes, tasks."""
    names = seat_names(state)
    rows = [_HEAD, *(_row(state, seat, names) for seat in state["seats"])]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    return [_line(row, widths) for row in rows]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.ljust(width) if place in _LEFT else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=False))
    ]
    return "  " + "  ".join([*cells, *row[len(widths) :]]).rstrip()


def _row(state: State, seat: State, names: Sequence[str]) -> tuple[str, ...]:
    number = seat["seat"]
    at_work = sum(places[number - 1] for places in state["facilities"].values())
    on_lenses = sum(lens["worker"] == number for lens in state["lenses"])
    acted = f"+{seat['lobby_acted']}" if seat["lobby_acted"] else ""
    return (
        f"{number} {names[number - 1]}",
        *(str(seat[key]) for key in ("vp", "ap", "creativity")),
        *(str(seat["items"][kind]) for kind in codes.MATERIALS),
        str(seat["stock"]),
        f"{seat['lobby_unacted']}{acted}",
        str(at_work + on_lenses),
        str(len(seat["hand"])),
        " ".join(node_number(node) for node in seat["nodes"]) or "-",
        ", ".join(seat["tasks"]) or "-",
        *(["done"] if seat["has_ended"] else []),
    )


def tell_lenses(state: State, cards: Cards) -> list[str]:
    """A line for each lens: owner, base, what it does, who stands there."""
    names = seat_names(state)
    return [line for lens in state["lenses"] for line in wrapped(_lens(lens, names, cards), "  ")]


def _lens(lens: State, names: Sequence[str], cards: Cards) -> str:
    worker = "free"
    if lens["worker"]:
        worker = f"{names[lens['worker'] - 1]}'s {'acted' if lens['is_acted'] else 'un-acted'} worker"
    return f"Lens {lens['lens']} ({names[lens['owner'] - 1]}, base {lens['base']}): {cards.lens(lens)}; {worker}"


def tell_hands(state: State, cards: Cards) -> list[str]:
    """A line for each seat that holds cards: their names and blades."""
    held = [(name, seat["hand"]) for name, seat in zip(seat_names(state), state["seats"], strict=True)]
    lines = (f"{name} holds {listed([cards.short(card) for card in hand])}." for name, hand in held if hand)
    return [part for line in lines for part in wrapped(line, "  ")]


def tell_display(state: State, cards: Cards) -> list[str]:
    """The open cards, one a line, with all that is printed on them."""
    rows = [cards.columns(card) for card in state["display"] if card]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    return ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def tell_table(state: State, cards: Cards, sheets: Sheets) -> Iterator[str]:
    """Everything that lies on the table."""
    yield from tell_seats(state)
    yield from _tell_hands(state, cards, sheets)
    yield from tell_lenses(state, cards)
    yield from _tell_places(state)
    shown = "; ".join(cards(card) for card in state["display"] if card)
    yield from wrapped(f"Open cards: {shown or 'none'}.", "  ")
    decks = state["decks"]
    piles = ", ".join(f"{n} of cost {cost}" for cost, n in state["piles"].items())
    yield from wrapped(
        f"Decks: {len(decks['normal'])} normal, {len(decks['vp'])} VP. Base cards: {piles}."
        f" Supply: {listed(amounts(state['supply'])) or 'empty'}.",
        "  ",
    )


def _tell_hands(state: State, cards: Cards, sheets: Sheets) -> Iterator[str]:
    for seat, name in zip(state["seats"], seat_names(state), strict=True):
        hand = "; ".join(cards(card) for card in seat["hand"])
        yield from wrapped(f"{name}'s hand: {hand or 'empty'}.", "  ")
        nodes = ", ".join(sheets.name(seat["character"], node) for node in seat["nodes"])
        yield from wrapped(f"{name}'s abilities: {nodes or 'none'}.", "  ")


def _tell_places(state: State) -> Iterator[str]:
    names = seat_names(state)
    busy = [
        f"{place}: " + ", ".join(f"{names[seat]} {n}" for seat, n in enumerate(workers) if n)
        for place, workers in state["facilities"].items()
        if any(workers)
    ]
    if busy:
        yield from wrapped(f"At work: {'; '.join(busy)}.", "  ")
