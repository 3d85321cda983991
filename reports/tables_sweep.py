"""Tables of a sweep's page: settings by what they move, the cells with their status, values and rulings in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.precision import count, percent, points, show
from analysis.settings import Path
from analysis.sweep import Sweep
from reports.model import Cell, Row, Table
from reports.rulebook import Asked
from reports.tables_make import MAX_ROWS, make, number
from reports.words_balance import changed
from reports.words_short import policies_of, short
from reports.words_sweep import amount, holm_text, path_text, ranked, targets

NONE = number(float("nan"), "-")
#: Of more settings than this, a cell tells only what differs from the base.
MAX_SETTINGS = 4
#: Values longer than this are cut in charts.
LONG = 20
#: Letters of why a cell failed.
REASON = 120


def tables(sweep: Sweep, asked: Mapping[str, Asked]) -> tuple[Table, ...]:
    """All tables of the page, in order."""
    each = range(len(sweep.tables))
    made = [_rulings(sweep, asked)] if asked else []
    made += [_ranking(sweep, at, target) for at in each for target in targets(sweep)]
    made += [_Cells(sweep, at).table() for at in each or [0]]
    made.append(_values(sweep))
    return tuple(table for table in made if table.rows)


def _titled(sweep: Sweep, at: int, title: str) -> str:
    style = policies_of(sweep, at)
    return f"{title}, {style}" if style else title


def _ranking(sweep: Sweep, at: int, target: str) -> Table:
    head = ("setting", "largest effect", "of", "at value", "at least", "at most", "p (Holm)", "answer")
    caption = (
        f"The largest effect of each setting over all its values, with {sweep.level:g} % bounds of its size that know "
        "that it was picked; p that it moves nothing, all settings tested at once. Ranked by these bounds: what surely "
        "moves by at least, the rest by at most."
    )
    name = f"moves-{target.replace(' ', '-')}{f'-{at + 1}' if at else ''}"
    rows = make(ranked(sweep, at, target), lambda row: _moved(sweep, row))
    return Table(name, _titled(sweep, at, f"What moves {target}"), caption, head, rows)


def _moved(sweep: Sweep, row: Any) -> tuple[Cell, ...]:
    high = float(row["high"])
    return (
        Cell(path_text(sweep, str(row["path"]))),
        number(abs(row["difference"]), amount(row, row["difference"], True)),
        Cell(str(row["label"])),
        Cell(short(str(row["value"]))),
        number(row["low"], amount(row, row["low"])),
        number(high, amount(row, high)) if high < float("inf") else NONE,
        number(row["p_holm"], holm_text(row["p_holm"])),
        Cell(_kept(row["answer"])),
    )


class _Cells:
    """The table of all cells with a set of policies: what is set, whether it was played, what came out."""

    def __init__(self, sweep: Sweep, at: int) -> None:
        self.sweep, self.at, self.paths = sweep, at, sweep.design.paths
        part = sweep.frame[sweep.frame["at"] == at] if len(sweep.frame) else sweep.frame
        self.found = {(row["cell"], row["kind"], row["label"]): row for row in part.to_dict("records")}
        judged = sweep.balance[sweep.balance["at"] == at] if len(sweep.balance) else sweep.balance
        self.balance = {row["cell"]: row for row in judged.to_dict("records")}
        self.columns = self._columns()

    def table(self) -> Table:
        sweep = self.sweep
        set_heads = ["set"] if len(self.paths) > MAX_SETTINGS else [path.name for path in self.paths]
        head = ("cell", *set_heads, "status", "games", *self.columns, "imbalance", "places")
        rows = [Row(self._cells(state)) for state in sweep.states.head(MAX_ROWS).to_dict("records")]
        n = len(sweep.states)
        more = f" The first {MAX_ROWS} of {count(n)}; tables/states.csv has all." if n > MAX_ROWS else ""
        caption = f"All cells, each with its own {sweep.level:g} % interval; imbalance is how far places are from fair."
        name = f"sweep-cells{f'-{self.at + 1}' if self.at else ''}"
        return Table(name, _titled(sweep, self.at, "Cells"), caption + more, head, tuple(rows))

    def _cells(self, state: Mapping[Any, Any]) -> tuple[Cell, ...]:
        cell, balance = state["cell"], self.balance.get(state["cell"])
        is_done = state["status"] == "done"
        said = "done" if is_done else f"{state['status']}: {short(str(state['reason']), REASON)}"
        settings = [Cell(changed(self.sweep, cell))] if len(self.paths) > MAX_SETTINGS else self._settings(state)
        judged = (NONE, Cell("-"))
        if balance:
            off = balance["imbalance"]
            judged = (number(off, points(off, balance["se"], False)), Cell(_kept(balance["answer"])))
        numbers = [_estimate(self.found.get((cell, *key))) for key in self.columns.values()]
        return (Cell(cell), *settings, Cell(said), number(state["n_games"]) if is_done else NONE, *numbers, *judged)

    def _settings(self, state: Mapping[Any, Any]) -> list[Cell]:
        return [_value(path, str(state[path.name])) for path in self.paths]

    def _columns(self) -> dict[str, tuple[str, str]]:
        """Columns of numbers by their head: each place, then ties, score and length."""
        keys = list(dict.fromkeys((kind, label) for _, kind, label in self.found))
        found = {label: (kind, label) for kind, label in keys if kind == "place"}
        found |= {kind: (kind, label) for kind, label in keys if kind in ("ties", "score")}
        return found | {label: (kind, label) for kind, label in keys if (kind, label) == self._length(keys)}

    def _length(self, keys: list[tuple[str, str]]) -> tuple[str, str] | None:
        return next((key for key in keys if key[0] == "length"), None)


def _value(path: Path, text: str) -> Cell:
    """A value; of a numeric path it sorts as a number."""
    return Cell(text, path.numbers[path.values.index(text)]) if path.numbers else Cell(short(text))


def _estimate(row: Mapping[Any, Any] | None) -> Cell:
    if row is None:
        return NONE
    if row["is_share"] and row["estimate"] == row["se"] == 0:
        return number(0.0, "none")
    if row["is_share"]:
        half = points((row["high"] - row["low"]) / 2, row["se"], False).removesuffix(" pp")
        return number(row["estimate"], f"{percent(row['estimate'], row['se']).removesuffix(' %')} ±{half} %")
    half, se = (row["high"] - row["low"]) / 2, row["se"]
    text = show(row["estimate"], se, 4 if se > 0 else 2)
    return number(row["estimate"], f"{text} ±{show(half, se, 4)}" if half > 0 else text)


def _kept(text: Any) -> str:
    """Words that stay on one line."""
    return str(text).replace(" ", "\u00a0")


def _values(sweep: Sweep) -> Table:
    """Values that are too long for charts, in full."""
    every = [(path, n, value) for path in sweep.design.paths for n, value in enumerate(path.values, 1)]
    long = [(path, n, value) for path, n, value in every if len(value) > LONG][:MAX_ROWS]
    rows = [Row((Cell(p.name), number(n), Cell(v), Cell("base" if v == p.base else "-"))) for p, n, v in long]
    head, caption = ("setting", "number", "value", "which"), "What charts show shortened, and numbered where alike."
    return Table("values", "Long values in full", caption, head, tuple(rows))


def _rulings(sweep: Sweep, asked: Mapping[str, Asked]) -> Table:
    """What each ruling asks: its values and what they mean, the clauses that it reads."""
    rows = []
    order = [str(path) for path in sweep.ranking["path"]] if len(sweep.ranking) else []
    for name in dict.fromkeys([*order, *(path.name for path in sweep.design.paths)]):
        if one := asked.get(name):
            values = "; ".join(f"{value} ({meaning})" if meaning else value for value, meaning in one.values.items())
            clauses = " ".join(f"{clause}: {text}" for clause, text in one.clauses)
            texts = (path_text(sweep, name), clauses or "-", values, one.default, one.why or "-")
            rows.append(Row(tuple(Cell(text) for text in texts)))
    head = ("ruling", "clauses that it reads", "values", "default", "why the default")
    return Table("asked", "What the rulings ask", "In the order of how far they move places.", head, tuple(rows))
