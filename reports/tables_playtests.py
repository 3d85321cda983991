"""The table of real games against simulated ones."""

from __future__ import annotations

from typing import Any

from analysis.precision import percent, points
from analysis.study import Study
from reports.model import Cell, Table
from reports.tables_make import make, number
from reports.words_groups import of_table, p_text
from reports.words_playtests import n_text, percent_of_plays


def playtests(study: Study, table: int) -> Table:
    """Places, characters and cells: what people won, and what the policies of this table won."""
    if study.played is None:
        return Table("playtests", "", "", (), ())

    def cells(row: Any) -> tuple[Cell, ...]:
        error = (row["high"] - row["low"]) / 4
        low, high = (points(row[f"difference_{end}"], error).removesuffix(" pp") for end in ("low", "high"))
        return (
            Cell(row["label"]),
            number(row["share"], percent_of_plays(row)),
            number(row["simulated"], percent(row["simulated"], max(row["simulated_se"], 0.0005))),
            number(row["difference"], f"{points(row['difference'], error)} ({low} to {high})"),
            _p(row["p_value"]),
            _p(row["p_holm"]),
            number(row["wins"], f"{row['wins']:g}"),
            number(row["n"]),
        )

    level = f"{study.ask.level:g} %"
    head = ("who", f"playtests ({level})", "simulated", f"playtests minus simulated ({level})", "p", "p (Holm)", "wins")
    fit = of_table(study.playtest_fit, table)
    tests = "; ".join(f"all {row['kind']} {p_text(row['p_value'])} ({row['method']})" for _, row in fit.iterrows())
    caption = (
        f"{n_text(study.played)} of {study.played.name} against games of {study.tables[table]}. p: how often games "
        f"like the simulated ones would differ so much from them; {tests}. Cells need 10 seats."
    )
    rows = make(of_table(study.playtests, table), cells)
    return Table("playtests", "Playtests against simulation", caption, (*head, "seats"), rows)


def _p(value: float) -> Cell:
    return number(value, p_text(value).removeprefix("p = ").removeprefix("p "))
