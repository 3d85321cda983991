"""The page of two runs against each other: the frozen model, then HTML, PNG and CSV files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.comparison import Comparison, names_of
from analysis.metrics import CHARACTER, LENGTH, PLACE, POLICY, SCORE, SCORE_BY_PLACE, TIES, UNFINISHED
from analysis.precision import count
from reports.build import FIGURES, NO_FONT, PAGE, TABLES
from reports.model import Cell, Check, Item, Report, Row, Table
from reports.tables_make import number
from reports.words_change import change_words
from reports.words_compare import amount, level_of, name_of, tables_text, verdict_lines
from reports.words_compare_page import answers, assumed_on_both, gain_number, glossary, notes
from reports.words_facts import deals_text, of_data
from reports.words_groups import p_text
from sim.errors import UserError
from sim.store import write_atomic

#: Kinds that share one table, under its id; values that seats have get one each.
TABLE_IDS = {
    PLACE: "places",
    CHARACTER: "characters",
    POLICY: "policies",
    TIES: "ties",
    UNFINISHED: "ties",
    SCORE: "scores",
    SCORE_BY_PLACE: "scores",
    LENGTH: "length",
}
TITLES = {"ties": "Ties and unfinished games", "scores": "Scores"}
#: Rows of the table of what differs.
MAX_DIFFERENCES = 200


def build_comparison(found: Comparison, command: str) -> Report:
    """The page without figures.

    Parameters
    ----------
    found
        Result of `analysis.comparison.compare_runs`.
    command
        The command line that gives the same again.
    """
    a, b = found.a, found.b
    title = b.get("title", b["game"])
    words, is_plural = change_words(found)
    asked = f"what {'do' if is_plural else 'does'} {words} change?" if words else "twice the same"
    pair = found.pairs[0]
    each = f"{count(pair.n_games[0])} games" if len(set(pair.n_games)) == 1 else " and ".join(map(count, pair.n_games))
    seeds = (
        str(a.get("seed", "-")) if a.get("seed") == b.get("seed") else f"{a.get('seed', '-')} and {b.get('seed', '-')}"
    )
    styles = "; ".join(tables_text(found, at) for at in range(len(found.tables)))
    data = of_data(a) if of_data(a) == of_data(b) else assumed_on_both(found)
    return Report(
        title=f"{title}: {asked}",
        subtitle=f"A against B, {each} on each side with {styles}; seed {seeds}.",
        assumed=data,
        answers=answers(found),
        verdicts=verdict_lines(found),
        notes=notes(found),
        tables=(*_differs(found), *_tables(found)),
        health=_health(found),
        reproduce=_reproduce(found, command),
        glossary=glossary(found),
        latin=((str(title), str(b["game"])), *sorted(names_of(found), key=lambda pair: -len(pair[0]))),
    )


def write_comparison(found: Comparison, folder: Path, command: str) -> tuple[Path, Report]:
    """Writes `report.html`, `figures/*.png` and `tables/*.csv` into a folder; returns the page and what is on it."""
    try:
        return _write_all(found, folder, command)
    except OSError as error:
        place = error.filename or folder
        raise UserError(f"{place}: the report cannot be written: {error.strerror}; the games are kept") from None


def _write_all(found: Comparison, folder: Path, command: str) -> tuple[Path, Report]:
    from reports.draw_compare import draw_comparison
    from reports.page import render
    from reports.style import cjk_font, needs_cjk

    tables = folder / TABLES
    tables.mkdir(exist_ok=True)
    changes = found.changes.assign(table=[tables_text(found, int(at)) for at in found.changes["table"]])
    for name, frame in (("changes", changes), ("differs", found.differs), ("health", found.health)):
        write_atomic(tables / f"{name}.csv", frame.to_csv(index=False, float_format="%.10g", lineterminator="\n"))
    report = build_comparison(found, command)
    figures = draw_comparison(found, folder / FIGURES)
    lacking = (NO_FONT,) if needs_cjk(title for title, _ in names_of(found)) and not cjk_font() else ()
    report = replace(report, figures=figures, notes=(*report.notes, *lacking))
    write_atomic(folder / PAGE, render(report))
    return folder / PAGE, report


def _differs(found: Comparison) -> tuple[Table, ...]:
    frame = found.differs
    if not len(frame):
        return ()
    rows = tuple(
        Row((Cell(row["what"]), Cell(row["a"] or "-"), Cell(row["b"] or "-")))
        for _, row in frame.head(MAX_DIFFERENCES).iterrows()
    )
    more = f" The first {MAX_DIFFERENCES} of {len(frame)}." if len(frame) > MAX_DIFFERENCES else ""
    caption = f"Everything that was chosen otherwise on side B; all else is equal.{more}"
    return (Table("differs", "What differs", caption, ("what", "A", "B"), rows),)


def _tables(found: Comparison) -> tuple[Table, ...]:
    """A table for each kind, or for kinds that belong together."""
    groups: dict[str, list[str]] = {}
    for kind in dict.fromkeys(found.changes["kind"]):
        groups.setdefault(TABLE_IDS.get(kind, f"by-{kind.replace(' ', '-')}"), []).append(kind)
    several = ("policies",) if len(found.tables) > 1 else ()
    head = ("", "A", "B", "change", "p (Holm)", "same blocks", "games saved", *several)
    tables = []
    for name, kinds in groups.items():
        part = found.changes[found.changes["kind"].isin(kinds)]
        rows = tuple(_row(found, row, bool(several)) for _, row in part.iterrows())
        title = TITLES.get(name, name_of(kinds[0]).capitalize())
        tables.append(Table(name, title, _caption(found, part), (name_of(kinds[0]), *head[1:]), rows))
    return tuple(tables)


def _caption(found: Comparison, part: pd.DataFrame) -> str:
    text = f"B minus A with {found.ask.level:g} % intervals; p corrected for all of the kind."
    if found.pairs[0].reason:
        return text + " The sides are independent samples."
    return text + " Same blocks: those in which nothing differs. Games saved: how many times as many seeds apart need."


def _row(found: Comparison, row: Any, is_styled: bool) -> Row:
    is_one = row["difference"] != row["difference"]
    change = Cell("-", float("nan")) if is_one else number(row["difference"], amount(row))
    p = Cell("-", float("nan")) if row["p_holm"] != row["p_holm"] else number(row["p_holm"], p_text(row["p_holm"]))
    gain = (
        Cell("-", float("nan"))
        if row["gain"] != row["gain"]
        else number(row["gain"], f"{gain_number(float(row['gain']))} times")
    )
    sides = [number(row[side], level_of(row, side)) for side in ("a", "b")]
    label = Cell(f"{row['label']}{'' if row['kind'] != SCORE_BY_PLACE else ', score'}")
    style = (Cell(tables_text(found, int(row["table"])).removeprefix("policies ")),) if is_styled else ()
    return Row((label, *sides, change, p, number(row["n_same"]), gain, *style))


def _health(found: Comparison) -> tuple[Check, ...]:
    several = len(found.tables) > 1
    return tuple(
        Check(
            row["check"],
            row["figure"],
            row["meaning"],
            bool(row["is_ok"]),
            tables_text(found, int(row["table"])) if several else "",
        )
        for _, row in found.health.iterrows()
    )


def _reproduce(found: Comparison, command: str) -> tuple[Item, ...]:
    """Everything that one needs to get the same numbers; what is equal on both sides stands once."""
    items = [Item("command", command)]
    pair = found.pairs[0]
    facts: dict[str, tuple[str, str]] = {
        "seed": (str(found.a.get("seed", "-")), str(found.b.get("seed", "-"))),
        "policies": ("; ".join(a for a, _ in found.tables), "; ".join(b for _, b in found.tables)),
        "games": (f"{count(pair.n_games[0])} with each set of policies", f"{count(pair.n_games[1])} with each"),
        "blocks": (_blocks(found.a, pair.n_blocks[0]), _blocks(found.b, pair.n_blocks[1])),
        "deals": (deals_text(found.a), deals_text(found.b)),
    }
    if facts["games"][0].split()[0] == facts["games"][1].split()[0]:
        facts["games"] = (facts["games"][0], facts["games"][0])
    for name in ("card pack", "rules digest", "cards digest", "policies digest", "source digest", "run digest"):
        key = "pack" if name == "card pack" else name.replace(" ", "_")
        facts[name] = (str(found.a.get(key, "-")), str(found.b.get(key, "-")))
    facts["versions"] = (_versions(found.a), _versions(found.b))
    for name, (a, b) in facts.items():
        items.append(Item(name, a if a == b else f"A {a}; B {b}"))
    return tuple(items)


def _blocks(manifest: Mapping[str, Any], n_blocks: int) -> str:
    size = manifest.get("block_size", "-")
    return f"{count(n_blocks)} of {'1 game' if size == 1 else f'{size} games'}, {manifest.get('seating', '-')}"


def _versions(manifest: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted((manifest.get("versions") or {}).items())) or "-"
