"""Tables of cards, of what single characters have of their own, and of events and choices."""

from __future__ import annotations

from typing import Any

from analysis.precision import percent
from analysis.study import Study
from reports.model import Cell, Table
from reports.tables_make import MAX_ROWS, make, number
from reports.words import share_text
from reports.words_cards import TOO_FEW, card_names, difference_text, had_text, what_of_cards
from reports.words_groups import of_table, p_text


def _difference_cells(row: Any) -> tuple[Cell, ...]:
    """Difference with its interval, p, q, and both shares; where games are too few only that."""
    if row["is_thin"]:
        return (number(float("nan"), TOO_FEW), *(number(float("nan"), "-") for _ in range(4)))
    return (
        number(row["difference"], difference_text(row)),
        *(number(row[p], p_text(row[p]).removeprefix("p = ").removeprefix("p ")) for p in ("p_holm", "q_bh")),
        number(row["share_with"], percent(row["share_with"], row["se"])),
        number(row["share_without"], percent(row["share_without"], row["se"])),
    )


def cards(study: Study, table: int) -> Table:
    """Cards that everybody can have, those with too few games last."""

    def cells(row: Any) -> tuple[Cell, ...]:
        return (Cell(row["name"]), *_difference_cells(row), number(row["n"]))

    frame = of_table(study.cards, table)
    if len(frame):
        by = ["is_thin", "difference"]
        frame = frame.assign(name=card_names(frame, frame))
        given = frame["given_to"] != ""
        frame["name"] = frame["name"].where(~given, frame["name"] + ", only or always of " + frame["given_to"])
        frame = frame.sort_values(by, ascending=[True, False], kind="stable").head(MAX_ROWS)
    else:
        return Table("cards", "", "", (), ())
    what = what_of_cards(study, frame)
    head = (
        "card" if what == "Cards" else "what",
        "with minus without",
        "p (Holm)",
        "q",
        "win share with",
        "without",
        "games",
    )
    caption = (
        "Association, not cause: win share of seats with it minus seats without it in the same game. "
        "Grey: fewer than 30 games tell."
    )
    return Table("cards", what, caption, head, make(frame, cells))


def own(study: Study, table: int) -> tuple[Table, ...]:
    """What only one character can have, character by character: one table a column."""

    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(row["label"]),
            Cell(row["character"]),
            number(row["share_had"], had_text(row)),
            *_difference_cells(row),
            number(row["n"]),
        )

    frame = of_table(study.own, table)
    made = []
    for name in dict.fromkeys(frame["column"]) if len(frame) else ():
        part = frame[frame["column"] == name].head(MAX_ROWS)
        meaning = part["meaning"].iloc[0]
        head = (
            "what",
            "whose",
            "share of games",
            "with minus without",
            "p (Holm)",
            "q",
            "win share with",
            "without",
            "games",
        )
        caption = (
            f"{_upper(meaning)}: in what share of the games of the one character who can have it, and that "
            "character's win share in games with it minus games without it. Association, not cause. Grey: fewer than "
            "30 games with it, or without."
        )
        made.append(Table(f"own-{name}", f"By character: {meaning}", caption, head, make(part, cells)))
    return tuple(made)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def ids(study: Study, table: int) -> Table:
    """Win shares by what happened."""

    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(f"{row['meaning']}: {row['label']}"),
            Cell(row["whose"]),
            number(row["share"], share_text(row)),
            number(row["n"]),
        )

    frame = of_table(study.ids, table).head(MAX_ROWS)
    head = ("what", "whose win share", f"win share ({study.ask.level:g} %)", "number")
    caption = (
        "Events and choices: win share of place 1 (or of the seat itself) by what happened. Intervals hold for all "
        "values at once. Grey: fewer than 30."
    )
    return Table("ids", "Events and choices", caption, head, make(frame, cells))
