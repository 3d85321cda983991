"""Tables of adjusted effects and of their tests."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.precision import points, show
from analysis.study import Study
from reports.model import Cell, Table
from reports.tables_make import MAX_ROWS, make, number
from reports.words_effects import doubts, is_told, what_it_adds
from reports.words_groups import of_table, p_text


def effects(study: Study, table: int) -> Table:
    """All effects of the model, kind by kind; of many levels of a kind the strongest first."""
    frame = of_table(study.effects, table)
    if not is_told(study, table):
        return Table("effects", "", "", (), ())
    has_pooled = bool(frame["pooled"].notna().any())

    def cells(row: Any) -> tuple[Cell, ...]:
        pooled = (number(row["pooled"], _log_odds(row["pooled"], row["se"])),) if has_pooled else ()
        return (
            Cell(_name(row)),
            number(row["difference"], _interval(row)),
            number(row["raw"], points(row["raw"], row["difference_se"])),
            number(row["effect"], _log_odds(row["effect"], row["se"])),
            *pooled,
            number(row["p_holm"], p_text(row["p_holm"]).removeprefix("p = ").removeprefix("p ")),
            number(row["n"]),
        )

    level = f"{study.ask.level:g} %"
    head = ("what", f"adjusted ({level})", "as seen", "log-odds", *(("pooled",) if has_pooled else ()))
    caption = (
        "Everything at once: what each is worth at a table that is otherwise average, beside the difference of win "
        "shares as seen. p is corrected within a kind."
    )
    if has_pooled:
        caption += " Pooled: log-odds pulled towards the average by as much as luck explains."
    said = " ".join(part for part in (what_it_adds(study, table), doubts(study, table)) if part)
    rows = make(_ranked(frame).head(MAX_ROWS), cells)
    return Table("effects", "Adjusted effects", f"{caption} {said}".strip(), (*head, "p (Holm)", "games"), rows)


def effect_tests(study: Study, table: int) -> Table:
    """Joint tests of the model's kinds."""

    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(row["question"]),
            number(row["statistic"], show(row["statistic"], 0.01)),
            Cell(f"{row['df1']:.4g}, {row['df2']:.4g}"),
            number(row["p_value"], p_text(row["p_value"]).removeprefix("p = ").removeprefix("p ")),
        )

    caption = "Is a kind equal, with all others in the model? Errors by block; a small p says that it is not."
    frame = of_table(study.effect_tests, table) if is_told(study, table) else pd.DataFrame()
    return Table("effect-tests", "Tests of adjusted effects", caption, ("question", "F", "df", "p"), make(frame, cells))


def _name(row: Any) -> str:
    is_plain = row["kind"] == "place" or " x " in row["kind"]
    within = f", within its {row['within']}" if row["within"] else ""
    return str(row["label"]) if is_plain else f"{row['label']} ({row['kind']}{within})"


def _interval(row: Any) -> str:
    if row["is_thin"]:
        return "too few games"
    text = points(row["difference"], row["difference_se"])
    if row["difference"] != row["difference"] or row["difference_low"] != row["difference_low"]:
        return text
    low, high = (
        points(row[end], row["difference_se"]).removesuffix(" pp") for end in ("difference_low", "difference_high")
    )
    return f"{text} ({low} to {high})"


def _log_odds(value: float, error: float) -> str:
    text = show(value, error, 3)
    return text if text == "-" or float(text) <= 0 else f"+{text}"


def _ranked(frame: pd.DataFrame) -> pd.DataFrame:
    """Kinds in their order; inside a pooled one the strongest first, and thin rows last."""
    parts = []
    for _, part in frame.groupby("kind", sort=False):
        if part["pooled"].notna().any():
            part = part.sort_values(["is_thin", "pooled"], ascending=[True, False], kind="stable")
        parts.append(part)
    return pd.concat(parts)
