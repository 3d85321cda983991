"""Writes docs/study-*.md and their figures: `python -m tests.studies.make` (or `make studies`).

Plays every command of the pages, then fills the templates in pages/ with what was found. `--keep` plays nothing that is
there already. A template claims what its sentences say (`claim`), so a page whose words are no longer true is refused.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

import jinja2

from analysis import precision

from . import plays, tables, tell, words
from .figures import Album
from .tell import Told

#: What templates put behind a bar: `{{ run() | ties_table }}`.
FILTERS = (
    tables.shares_table,
    tables.policies_table,
    tables.numbers_table,
    tables.before_after,
    tables.ties_table,
    tables.parts_table,
    tables.teams_table,
    tables.extremes_table,
    tables.leads_table,
    tables.cards_table,
    words.adds,
    words.alike_p,
    words.moves,
    words.strongest,
    words.playtested,
    words.share_of_score,
    words.worth,
    words.spread,
    words.wins_of,
    words.stopped,
    precision.percent,
    precision.points,
    tell.share,
    tell.off,
    tell.mean,
)

DOCS = plays.ROOT / "docs"
PAGES = Path(__file__).parent / "pages"


def main(arguments: list[str] | None = None) -> None:
    """Play, and write the pages."""
    parser = argparse.ArgumentParser(description="The worked studies of docs/.")
    parser.add_argument("pages", nargs="*", help=f"of {', '.join(plays.COMMANDS)}; all unless named")
    parser.add_argument("--keep", action="store_true", help="play no run again that is there")
    asked = parser.parse_args(arguments)
    os.chdir(plays.ROOT)
    for page in asked.pages or plays.COMMANDS:
        for name in plays.COMMANDS[page]:
            if not (asked.keep and plays.folder(page, name).exists()):
                plays.play(page, name)
        write(page)


def write(page: str) -> None:
    """Write a page and its figures from the runs that are there."""
    album = Album(page, DOCS / "figures" / page)
    text = rendered(page, album)
    album.save()
    target(page).write_text(text, encoding="utf-8")
    print(f"{target(page).relative_to(plays.ROOT)}: {len(text.splitlines())} lines, {len(album.used)} figures")


def target(page: str) -> Path:
    """Where a page is kept."""
    return DOCS / f"study-{page}.md"


def rendered(page: str, album: Album) -> str:
    """The text of a page."""
    loader = jinja2.FileSystemLoader(PAGES)
    space = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined, autoescape=False, trim_blocks=True)
    runs: dict[str, Told] = {}

    def run(name: str = "study", part: str = "") -> Told:
        key = f"{name}/{part}"
        if key not in runs:
            runs[key] = Told(page, name, plays.folder(page, name) / part)
        return runs[key]

    space.filters |= {function.__name__: function for function in FILTERS}
    known = {"run": run, "figure": album.figure, "claim": tell.claim, "command": lambda name: plays.typed(page, name)}
    text = space.get_template(f"{page}.md").render(known)
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


if __name__ == "__main__":
    main()
