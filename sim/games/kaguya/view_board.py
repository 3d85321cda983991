"""The table of kaguya as a small picture in text, from the state as JSON data."""

from __future__ import annotations

from typing import Any

from sim.game import GameData
from sim.games.kaguya.view_names import CHARACTER_NAMES, card_name

_HEAD = (
    "", "points", "slot", "dice on it", "dice in hand", "hearts", "tokens", "in bag", "cards", "events",
    "dice + tokens a day",
)  # fmt: skip
_LEFT = {0, 3, 4}  # columns of words; the others hold numbers
_MARKS = {"is_ponkotsu": "ponkotsu", "is_shielded": "shielded", "skips_roll": "skips a roll"}


def tell_board(state: dict[str, Any], data: GameData) -> list[str]:
    """A line for each seat: points, slot with its dice, own dice, tokens, cards, what the tracks give a day."""
    rows = [_HEAD, *(_row(state, seat, data) for seat in state["seats"])]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    return [_line(row, widths) for row in rows]


def tell_offers(state: dict[str, Any], data: GameData) -> str:
    """The scene cards on the board, and who has reserved them; empty where there are none."""
    offers = [_offer(state, row, data) for row in state["display"]]
    return "On the board: " + "; ".join(offers) + "." if offers else ""


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [
        cell.ljust(width) if place in _LEFT else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=False))
    ]
    return "  " + "  ".join([*cells, *row[len(widths) :]]).rstrip()


def _row(state: dict[str, Any], seat: dict[str, Any], data: GameData) -> tuple[str, ...]:
    slot = next((slot for slot in state["slots"] if slot["character"] == seat["character"]), None)
    tables = data.tables[0]
    a_day = f"{tables.dice_track[seat['cube_dice']]} + {tables.token_track[seat['cube_tokens']]}"
    marks = [word for key, word in _MARKS.items() if seat[key]] + ([] if seat["is_in"] else ["out"])
    return (
        CHARACTER_NAMES[seat["character"]],
        str(seat["score"]),
        str(slot["slot"]) if slot else "-",
        _dice(slot["dice"]) + f" = {sum(slot['dice'])}" * (len(slot["dice"]) > 1) if slot else "-",
        _dice(seat["pool"]),
        str(seat["hearts"]),
        str(seat["tokens_held"]),
        str(seat["tokens_bag"]),
        str(len(seat["conversion"]) + len(seat["action"])),
        str(len(seat["events"])),
        a_day,
        ", ".join(marks),
    )


def _dice(faces: list[int]) -> str:
    return " ".join(map(str, faces)) or "-"


def _offer(state: dict[str, Any], row: dict[str, Any], data: GameData) -> str:
    name = card_name(data, row["card"])
    if not row["reserved_by"]:
        return name
    holder = CHARACTER_NAMES[state["seats"][row["reserved_by"] - 1]["character"]]
    return f"{name} (the {holder} with a {row['die']}{', locked' if row['is_locked'] else ''})"
