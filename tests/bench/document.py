"""The tables of a bench as Markdown, and a page with such tables between marks.

A mark is `<!-- bench: TITLE -->`; its table ends at the next `<!-- end -->`.
"""

from __future__ import annotations

import re
from typing import Any

from scripts import bench_tables

MACHINE, AGAINST_C = "Machine", "Kernels against C"


def blocks(found: dict[str, Any]) -> dict[str, str]:
    """Markdown by title: the machine, every table of `fairseat bench`, and kernels against C."""
    made = {MACHINE: bench_tables.machine_line(found) + "."}
    if found["rows"]:
        made |= {title: markdown(head, rows) for title, head, rows in bench_tables.tables(found)}
    pairs = found.get("against_c")
    if pairs:
        made[AGAINST_C] = pairs if isinstance(pairs, str) else markdown(*_pairs(pairs))
    return made


def _pairs(pairs: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    head = ["what", "policy", "C", "kernels, ns", "C, ns", "speed against C", "checksum of both"]
    cells = [
        [
            pair["what"],
            pair["policy"],
            f"`{pair['c']}`",
            f"{pair['kernels_ns']:.1f} a {pair['unit']}",
            f"{pair['c_ns']:.1f}",
            bench_tables.with_range(pair, "speed_against_c", ".2f"),
            f"`{pair['checksum']}`",
        ]
        for pair in pairs
    ]
    return head, cells


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows])


def rewritten(page: str, made: dict[str, str]) -> str:
    """The page with a new text after every mark; what was not measured stays. ValueError: a mark that nothing fills."""

    def fill(match: re.Match[str]) -> str:
        return f"{match[1]}\n{made[match[2]]}\n<!-- end -->" if match[2] in made else match[0]

    unknown = set(re.findall(r"<!-- bench: (.+?) -->", page)) - {MACHINE, AGAINST_C, *bench_tables.TITLES}
    if unknown:
        raise ValueError(f"no table has the title of the mark {min(unknown)!r}")
    return re.sub(r"(<!-- bench: (.+?) -->)\n.*?<!-- end -->", fill, page, flags=re.DOTALL)
