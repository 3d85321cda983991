"""The frozen report: every word and number that the page and the terminal show, ready to print."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """Text of a table cell, and what it is sorted by (None: by its text)."""

    text: str
    sort: float | None = None


@dataclass(frozen=True)
class Row:
    """Cells of a table row; the first is its head. `is_thin`: too few games to judge, shown greyed."""

    cells: tuple[Cell, ...]
    is_thin: bool = False


@dataclass(frozen=True)
class Table:
    """A table with its head, a caption that says what to read from it, and whether it starts folded."""

    id: str
    title: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Figure:
    """A drawn chart: SVG text for the page, PNG file name, caption that says what to see, words for who cannot see."""

    id: str
    title: str
    caption: str
    alt: str
    svg: str
    png: str


@dataclass(frozen=True)
class Item:
    """A question with its answer, a term with its meaning, or a name with its value."""

    name: str
    text: str


@dataclass(frozen=True)
class VerdictLine:
    """One verdict: about what, in one word, and the sentence. `mark` is the cue beside colour.

    `kind` is what was judged ("Places"), `of` where: the policies, or the number of players; "" where there is but one.
    `is_brief`: whether it stands in the glance at the top, too.
    """

    subject: str
    answer: str
    sentence: str
    mark: str
    kind: str = ""
    of: str = ""
    is_brief: bool = True


@dataclass(frozen=True)
class Check:
    """One line of run health; `of`: with which policies, "" where there is but one table of them."""

    name: str
    figure: str
    meaning: str
    is_ok: bool
    of: str = ""


@dataclass(frozen=True)
class Report:
    """All of a report.

    Attributes
    ----------
    title, subtitle
        The game; what was played.
    assumed
        One line on the share of assumed card data; stands beside the headline.
    answers
        The questions of the first screen with their answers; an answer may have several lines.
    verdicts
        One line each for policies (where several meet), places and characters, for every policy table; the first
        table's come first.
    notes
        What the reader must know: what is absent, what cannot be told apart, what changes with the policies.
    tables, figures
        In page order.
    health
        Run health of all policy tables.
    reproduce, glossary
        How to get the same numbers; the words.
    undrawn
        Which figures the game has no data for, and why.
    links
        Pages that this one is made of: name and address, seen from here.
    latin
        Pairs (title, plain name) of characters, for output that cannot show the title.
    """

    title: str
    subtitle: str
    assumed: str
    answers: tuple[Item, ...]
    verdicts: tuple[VerdictLine, ...]
    notes: tuple[str, ...]
    tables: tuple[Table, ...]
    health: tuple[Check, ...]
    reproduce: tuple[Item, ...]
    glossary: tuple[Item, ...]
    latin: tuple[tuple[str, str], ...]
    figures: tuple[Figure, ...] = ()
    undrawn: str = ""
    links: tuple[Item, ...] = ()

    def table(self, table_id: str) -> Table | None:
        """The table of an id, if the report has it."""
        return next((table for table in self.tables if table.id == table_id), None)
