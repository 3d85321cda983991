"""The report of a search for fair values: the frozen model, then page, pictures and tables."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pandas as pd

from analysis.fair import crossing_frame, solution_frame
from analysis.fair_result import CONFIRM, Fair, Outcome, write_frames
from analysis.precision import count, percent, points
from analysis.verdict import Answer
from reports import fair_words as words
from reports.build import FIGURES, PAGE, TABLES
from reports.model import Cell, Check, Item, Report, Row, Table, VerdictLine
from reports.tables_make import number
from reports.words_facts import assumed, deals_text, has_cards, of_data
from reports.words_groups import listed, p_text
from sim.errors import UserError
from sim.store import write_atomic

MARKS = {Answer.BALANCED: "=", Answer.UNBALANCED: "!", Answer.UNDECIDED: "?"}


def write_fair(fair: Fair, folder: Path, command: str) -> tuple[Path, Report]:
    """Writes `report.html`, `figures/*.png` and `tables/*.csv` into the folder of a search; the page and its model."""
    from reports.draw_fair import draw_all
    from reports.page import render

    try:
        write_frames(fair, folder / TABLES)
        report = replace(build_fair(fair, command), figures=draw_all(fair, folder / FIGURES))
        write_atomic(folder / PAGE, render(report))
    except OSError as error:
        place = error.filename or folder
        raise UserError(f"{place}: the report cannot be written: {error.strerror}; the games are kept") from None
    return folder / PAGE, report


def build_fair(fair: Fair, command: str) -> Report:
    """The report without figures."""
    manifest = fair.manifest
    keys = listed([key.path for key in fair.keys])
    cells = sum(n for n, _ in fair.stages)
    fresh = fair.confirmed.cells[0].n_games if fair.confirmed else 0
    confirmed = f", and {count(fresh)} fresh games of each at the answer" if fresh else ""
    names = [str(name) for name in manifest["characters"]]
    titles = [str(title) for title in manifest.get("character_titles") or names]
    latin = [(str(manifest.get("title")), str(manifest["game"]))]
    latin += [(t, n) for t, n in zip(titles, names, strict=True) if t != n]
    return Report(
        title=f"{manifest.get('title', manifest['game'])}: which {keys} {words.has_or_have(fair, 'is', 'are')} fair?",
        subtitle=(
            f"{cells} cells of {manifest['n_seats']} players with policies {listed(list(fair.tables))}: "
            f"{count(fair.n_games)} games{confirmed}; seed {fair.seed}."
        ),
        assumed=of_data(manifest),
        answers=_answers(fair),
        verdicts=_verdicts(fair),
        notes=_notes(fair),
        tables=_tables(fair),
        health=_health(fair),
        reproduce=_reproduce(fair, command),
        glossary=_glossary(fair),
        latin=tuple(sorted(latin, key=lambda pair: -len(pair[0]))),
        links=(Item("The confirmation in full", f"{CONFIRM}/{PAGE}"),) if fair.confirmed else (),
    )


def _answers(fair: Fair) -> tuple[Item, ...]:
    found = fair.found[0]
    how = words.course_text(fair) if len(fair.keys) == 1 else words.fit_text(fair)
    items = [Item("What is fair?", words.headline(fair)), Item("How do shares answer?", how)]
    if (
        found.least is not None
        and len(found.aim) > 1
        and len(found.cells.labels) > 2
        and fair.outcome != Outcome.NO_EFFECT
    ):
        key, (value, low, high) = fair.keys[0], found.least
        error = (high - low) / 4
        span = " to ".join(words.value_text(key, bound, error) for bound in (low, high))
        where = words.worst_text(found.cells, found.off, found.covariance, found.verdict)
        items.append(
            Item(
                "Are all equal anywhere?",
                f"One number cannot level {len(found.cells.labels)} shares in general. They are least unequal at "
                f"{key.path} = {words.value_text(key, value, error)} ({span}); at "
                f"{words.points_text(fair, found.best)}, in the cells, {where}.",
            )
        )
    items.append(Item("With other policies?", words.under_policies(fair)))
    items.append(Item("What to do next?", words.next_step(fair)))
    return tuple(items)


def _verdicts(fair: Fair) -> tuple[VerdictLine, ...]:
    """One line a policy table: of the fresh games, or that no value is fair."""
    kind, lines = fair.target.words.capitalize(), []
    for at, text in enumerate(fair.tables):
        of = f"policies {text}" if len(fair.tables) > 1 else ""
        subject = f"{kind}, {of}" if of else kind
        if fair.confirmed is not None:
            answer = fair.confirmed.verdicts[at].answer
            sentence = words.confirmed_text(fair, fair.confirmed, at)
            lines.append(VerdictLine(subject, str(answer), sentence, MARKS[answer], kind, of))
        else:
            is_none = fair.found[at].is_none
            answer = Answer.UNBALANCED if is_none else Answer.UNDECIDED
            sentence = _unconfirmed(fair, at)
            lines.append(VerdictLine(subject, str(answer), sentence, MARKS[answer], kind, of))
    return tuple(lines)


def _unconfirmed(fair: Fair, table: int) -> str:
    text = words.table_text(fair, table) if table else words.headline(fair)
    return text if text.endswith(".") else f"{text[:1].upper()}{text[1:]}."


def _notes(fair: Fair) -> tuple[str, ...]:
    lines = ["Only fresh games judge the value: those that chose it flatter it (the best of many is lucky, too)."]
    if fair.confirmed is None:
        lines = ["No fresh games were played: there was no value to confirm."]
    lines += [str(note) for note in fair.manifest.get("data_notes") or ()]
    if len(fair.keys) == 1:
        lines.append(
            "Between two cells the curve is a straight line. Its interval at a value holds the fair line or not; all "
            "values where it does are the interval of the crossing."
        )
    elif not fair.found[0].is_claim_wide:
        lines.append(
            "Over the whole ranges no quadratic surface fits: nothing is claimed of values far from the cells played."
        )
    if fair.lost:
        lines.append(f"Lost: {'; '.join(fair.lost)}. The answer rests on the other cells.")
    return tuple(lines)


def _tables(fair: Fair) -> tuple[Table, ...]:
    several = [_confirm_table(fair)] if fair.confirmed else []
    if len(fair.keys) == 1:
        several.append(_crossing_table(fair))
    several.append(_value_table(fair))
    several.append(_cell_table(fair))
    return tuple(table for table in several if table.rows)


def _confirm_table(fair: Fair) -> Table:
    assert fair.confirmed is not None  # who calls has looked
    rows = []
    for text, cells in zip(fair.tables, fair.confirmed.cells, strict=True):
        error = cells.errors()[0]
        for at, label in enumerate(cells.labels):
            off, half = float(cells.off[0, at]), cells.quantile(fair.ask.level) * float(error[at])
            rows.append(
                Row(
                    (
                        Cell(label),
                        Cell(text),
                        number(float(cells.shares[0, at]), percent(float(cells.shares[0, at]), float(error[at]))),
                        number(off, _interval(off, float(error[at]), off - half, off + half)),
                    )
                )
            )
    return Table(
        "confirmation",
        "Confirmation: fresh games at the answer",
        f"{words.points_text(fair, fair.best)}; seed {fair.confirmed.seed}, {count(fair.confirmed.cells[0].n_games)} "
        f"games with each set of policies. Intervals at {fair.ask.level:g} %.",
        ("who", "policies", "win share", "pp from fair"),
        tuple(rows),
    )


def _interval(value: float, error: float, low: float, high: float) -> str:
    bounds = [points(bound, error).removesuffix(" pp") for bound in (low, high)]
    return f"{points(value, error)} ({bounds[0]} to {bounds[1]})"


def _crossing_table(fair: Fair) -> Table:
    rows, key = [], fair.keys[0]
    for text, found in zip(fair.tables, fair.found, strict=True):
        frame = crossing_frame(found)
        for at, label in enumerate(found.cells.labels):
            each = frame[frame["label"] == label]
            told = [words.span_text(key, one) for one in found.crossings[at]] or ["none in the range"]
            first = float(each["value"].iloc[0]) if len(each) else float("nan")
            rows.append(Row((Cell(label), Cell(text), Cell(found.courses[at]), number(first, "; ".join(told)))))
    return Table(
        "crossings",
        "Where each is fair",
        f"Value of {key.path} at which a share crosses the fair line, with its {fair.ask.level:g} % interval.",
        ("who", "policies", "as the value grows", "fair at"),
        tuple(rows),
    )


def _value_table(fair: Fair) -> Table:
    rows = []
    for text, found in zip(fair.tables, fair.found, strict=True):
        for key, (_, row) in zip(fair.keys, solution_frame(found, fair.keys).iterrows(), strict=True):
            value, error = float(row["value"]), (float(row["high"]) - float(row["low"])) / 4
            is_sure = math.isfinite(error) and error > 0
            shown = words.value_text(key, value, error) if is_sure else words.value_text(key, round(value, 6))
            span = " to ".join(words.value_text(key, float(row[side]), error) for side in ("low", "high"))
            if not is_sure:
                span = "at the edge of the range" if row["at_edge"] else "-"
            best = float(row["best"])
            rows.append(
                Row(
                    (
                        Cell(key.path),
                        Cell(text),
                        number(value, shown),
                        Cell(span),
                        number(best, words.value_text(key, best)),
                    )
                )
            )
    return Table(
        "values",
        "Least unequal values",
        f"Where the largest distance from fair is smallest (of several keys, the sum of squares), with "
        f"{fair.ask.level:g} % intervals; and the value to play.",
        ("key", "policies", "least unequal at", "interval", "to play"),
        tuple(rows),
    )


def _cell_table(fair: Fair) -> Table:
    rows: list[Row] = []
    for text, found in zip(fair.tables, fair.found, strict=True):
        of_stages = [found.everywhere] if found.everywhere is not None else []
        for cells in [*of_stages, *([] if found.cells is found.everywhere else [found.cells])]:
            error = cells.errors()
            for at in range(cells.n):
                place = [
                    number(float(v), words.value_text(k, float(v))) for k, v in zip(fair.keys, cells.x[at], strict=True)
                ]
                shares = [
                    number(float(cells.shares[at, i]), percent(float(cells.shares[at, i]), float(error[at, i])))
                    for i in range(len(cells.labels))
                ]
                rows.append(Row((place[0], *place[1:], Cell(text), number(cells.n_games), *shares)))
    labels = fair.found[0].cells.labels
    return Table(
        "cells",
        "Cells",
        "Win shares in every cell; all cells share the seed, so that they differ by the rules and not by luck.",
        (*(key.path for key in fair.keys), "policies", "games", *labels),
        tuple(rows),
    )


def _health(fair: Fair) -> tuple[Check, ...]:
    several = len(fair.tables) > 1
    first = fair.tables[0] * several
    lost = Check("cells played", f"{len(fair.lost)} lost", "every cell was played to its end", not fair.lost, first)
    if fair.confirmed is None:
        return (lost,)
    health: pd.DataFrame = fair.confirmed.study.health
    fresh = [
        Check(row["check"], row["figure"], row["meaning"], bool(row["is_ok"]), fair.tables[int(row["table"])] * several)
        for _, row in health.iterrows()
    ]
    return (lost, *fresh)


def _reproduce(fair: Fair, command: str) -> tuple[Item, ...]:
    m = fair.manifest
    versions = ", ".join(f"{name} {value}" for name, value in sorted((m.get("versions") or {}).items()))
    cells = "; ".join(f"{n} cells of {count(games)} games" for n, games in fair.stages)
    fresh: tuple[Item, ...] = ()
    if fair.confirmed is not None:
        digest = str(fair.confirmed.study.manifest.get("rules_digest", "-"))
        fresh = Item("fresh seed", f"{fair.confirmed.seed}, derived from the seed"), Item("rules digest", digest)
    cards = (
        Item("card pack", str(m.get("pack", "-"))),
        Item("assumed card data", assumed(m)),
        Item("cards digest", str(m.get("cards_digest", "-"))),
    )
    return (
        Item("command", command),
        Item("seed", str(fair.seed)),
        *fresh,
        Item("policies", "; ".join(fair.tables)),
        Item("cells", f"{cells}, with each set of policies; {count(fair.n_games)} games in all"),
        Item("values in the data", words.points_text(fair, fair.base)),
        Item("blocks", f"of {m.get('block_size', '-')} games, {m.get('seating', '-')}"),
        Item("deals", deals_text(m)),
        *(cards if has_cards(m) else ()),
        Item("policies digest", str(m.get("policies_digest", "-"))),
        Item("source digest", str(m.get("source_digest", "-"))),
        Item("versions", versions or "-"),
    )


def _glossary(fair: Fair) -> tuple[Item, ...]:
    level = f"{fair.ask.level:g} %"
    p = p_text(fair.found[0].p_moved)
    return (
        Item("place", "Place in turn order: place 1 is first to play."),
        Item("fair", "The win share if all were equal: the mean of all seats."),
        Item("cell", "Games with one set of values. All cells have the same seed and share chance block by block."),
        Item(
            "crossing",
            f"Value at which a share is just fair; its interval holds the true one in {level} of such searches.",
        ),
        Item("least unequal", "Where the largest distance from fair is smallest."),
        Item("balanced", f"All shares asked for are shown to lie within {words.margin(fair)} of fair, by fresh games."),
        Item("unbalanced", f"Some share is shown to lie more than {words.margin(fair)} from fair."),
        Item("moves", f"Whether the values change the shares at all: here {p}."),
        Item("pp", "Percentage point: the difference between 25 % and 26 % is 1 pp."),
    )
