"""The tables of a tournament's page."""

from __future__ import annotations

import math

import pandas as pd

from analysis.precision import decimals, percent, points, show
from analysis.tournament import Tournament
from reports.model import Cell, Table
from reports.tables_make import make, number
from reports.words_tournament import (
    Row,
    mean_share_text,
    p_text,
    ranked,
    ranks_text,
    rating_text,
    ring_text,
    share_of,
    signed,
)


def share_text(share: float, places: int) -> str:
    """A percentage without its sign; one that is not 0 or 100 is not rounded to it."""
    text = f"{100 * share:.{places}f}"
    least = 10.0**-places
    if float(text) == 100 and share < 1:
        return f">{100 - least:.{places}f}"
    return f"<{least:.{places}f}" if float(text) == 0 and share > 0 else text


def tables(found: Tournament) -> tuple[Table, ...]:
    """All tables, in page order."""
    every = (_ratings(found), _matrix(found), _cycles(found), _pair_table(found))
    kinds = [_kind(found, name) for name in dict.fromkeys(found.kinds["kind"])]
    return tuple(table for table in (*every, *kinds) if table.rows)


def _ratings(found: Tournament) -> Table:
    head = ("style", "rating", "possible ranks", "mean share", "surely ahead of", "surely behind")

    def cells(row: Row) -> tuple[Cell, ...]:
        return (
            Cell(str(row["policy"])),
            number(row["rating"], rating_text(row)),
            number(row["rank"], ranks_text(row)),
            number(row["mean_share"], mean_share_text(row)),
            number(row["n_ahead"]),
            number(row["n_behind"]),
        )

    caption = (
        f"Elo points from the mean with {found.level:g} % intervals; ranks that are possible with all pairs judged at "
        "once; the mean of a style's shares against all others needs no model."
    )
    return Table("ratings", "Ratings", caption, head, make(ranked(found), cells))


def _matrix(found: Tournament) -> Table:
    order = list(ranked(found)["policy"])
    cells = found.matrix.set_index("policy").loc[order, order]
    usual = float(found.pairs["se"].median())

    def maker(row: Row) -> tuple[Cell, ...]:
        return Cell(str(row["policy"])), *(
            Cell("", math.inf) if math.isnan(row[name]) else number(row[name], share_text(row[name], _places(usual)))
            for name in order
        )

    caption = "Share, in %, of the wins per seat that the style of the row takes from that of the column."
    return Table("matrix", "Matchups", caption, ("style", *order), make(cells.reset_index(), maker))


def _places(error: float) -> int:
    return decimals(100 * error, 2) if error > 0 else 1


def _cycles(found: Tournament) -> Table:
    def cells(row: Row) -> tuple[Cell, ...]:
        return (
            Cell(ring_text(found, row["policies"])),
            number(row["length"]),
            number(row["weakest"], _plain(row["weakest"])),
        )

    caption = "Styles of which each surely beats the next and the last the first, with all pairs judged at once."
    return Table("cycles", "Rings", caption, ("ring", "styles", "weakest link"), make(found.cycles, cells))


def _plain(share: float) -> str:
    return f"{100 * share:.1f} %"


def _pair_table(found: Tournament) -> Table:
    has_score = bool(found.pairs["score"].notna().any())
    head = ("pair", "share of the first", "for sure", "by ratings", "misfit", "games")
    head = (*head, *(("score, first minus second",) if has_score else ()), "turns")

    def cells(row: Row) -> tuple[Cell, ...]:
        sure = {"first": str(row["first"]), "second": str(row["second"])}.get(str(row["answer"]), "open")
        score = (number(row["score"], signed(row["score"], row["score_se"])),) if has_score else ()
        return (
            Cell(f"{row['first']} against {row['second']}"),
            number(row["share"], share_of(row)),
            Cell(sure),
            number(row["expected"], percent(row["expected"], row["se"])),
            number(row["misfit"], points(row["misfit"], row["misfit_se"])),
            number(row["n_games"]),
            *score,
            number(row["length"], show(row["length"], row["length_se"], 2)),
        )

    caption = (
        f"Share of the wins per seat with its {found.level:g} % interval; who is ahead with all pairs judged at once."
    )
    return Table("pairs", "Pairs", caption, head, make(found.pairs, cells))


def _kind(found: Tournament, kind: str) -> Table:
    frame = found.kinds[found.kinds["kind"] == kind]
    labels, order = list(dict.fromkeys(frame["label"])), list(ranked(found)["policy"])
    by = {(row["policy"], row["label"]): row for _, row in frame.iterrows()}
    alpha = 1 - found.level / 100

    def maker(row: Row) -> tuple[Cell, ...]:
        cells = [by[row["policy"], label] for label in labels]
        texts = [points(cell["beyond"], cell["beyond_se"]).removesuffix(" pp") for cell in cells]
        marks = ["*" if cell["p_holm"] < alpha else "" for cell in cells]
        shown = (f"{text}{mark}" for text, mark in zip(texts, marks, strict=True))
        return Cell(str(row["policy"])), *(number(c["beyond"], t) for c, t in zip(cells, shown, strict=True))

    test = found.kind_tests[found.kind_tests["kind"] == kind].iloc[0]
    p = p_text(test["p_value"])
    caption = (
        f"Wins per seat, in percentage points, beyond what the style and the {kind} win on average; * marks those that "
        f"differ from 0 with all of them judged at once (Holm). All are 0: {p}. A style that hardly ever wins has "
        f"less to gain from any {kind}, which shows here too."
    )
    rows = make(pd.DataFrame({"policy": order}), maker)
    return Table(f"styles-by-{kind}", f"Styles by {kind}", caption, ("style", *labels), rows)
