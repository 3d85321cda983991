"""The named styles at play: one styled participant against others, and whole tables of one style.

`python -m tests.games.rider.styles` (with `tests` on the path) rewrites the figures of rider in docs/policies.md.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sim.games.rider import GAME

from ..kit.styles import Array, mean, one_against, rows_of

STYLES = ("balanced", "striker", "warden", "lurker", "leveller")
SEED = 20_265
DOC = Path(__file__).resolve().parents[3] / "docs" / "policies.md"
MARKS = ("<!-- figures of rider -->", "<!-- end of the figures of rider -->")
SEATS = (2, 3, 5, 8, 10)

#: Outcome columns of a seat in which styles are compared.
COLUMNS = (
    "survived", "hidden_end", "kills", "reward_cards", "strikes", "hits", "dodges",
    "battle_skills", "equips", "rescues", "healed", "rage_gained", "rage_spent", "rage_strikes", "supply_drawn",
    "drawn", "discarded", "skill_uses",
)  # fmt: skip

#: Least difference of the means of two styles in a column that counts as one, as a part of the larger mean. (Standard
#: deviations would not do: nearly all of the spread of a count is how long the seat lived.) Chosen as what a designer
#: would call another way to play; standard errors are 2 to 5 % of most means at the size of the test.
LEAST = 0.1


def against(style: str, others: str, n_games: int, n_seats: int = 5) -> Array:
    """Seat records of the styled participant, who plays each place equally often."""
    return one_against(GAME, style, others, n_games, SEED, n_seats)


def table_of(style: str, n_games: int, n_seats: int = 5) -> Array:
    """Rows of games in which everybody plays one style."""
    return rows_of(GAME, style, n_games, SEED, n_seats)


class Share(NamedTuple):
    """Wins of one styled participant and of one of the others at the same tables: in a team game several may win."""

    one: float
    rest: float
    error: float  # standard error of the difference, from block means


def fair_share(style: str, others: str, n_games: int, n_seats: int = 5) -> Share:
    """One styled participant, who plays each place equally often, against others of one kind."""
    rows = rows_of(GAME, {1: style, **dict.fromkeys(range(2, n_seats + 1), others)}, n_games, SEED, n_seats)
    is_one = rows["seats"]["participant"] == 0
    wins = rows["seats"]["win_share"]
    one = (wins * is_one).sum(axis=1)
    rest = (wins * ~is_one).sum(axis=1) / (n_seats - 1)
    n_blocks = len(np.unique(rows["block"]))
    blocks = (one - rest).reshape(n_blocks, -1).mean(axis=1)
    return Share(float(one.mean()), float(rest.mean()), float(blocks.std(ddof=1) / n_blocks**0.5))


def n_differing(a: Array, b: Array) -> int:
    """Columns in which the means of two groups differ by more than LEAST of the larger one."""
    means = [(mean(a, column), mean(b, column)) for column in COLUMNS]
    return sum(abs(one - other) > LEAST * max(one, other) for one, other in means)


def alike(groups: dict[str, Array], least: int = 3) -> list[tuple[str, str]]:
    """Pairs of styles that differ in fewer than `least` columns."""
    return [(a, b) for a, b in combinations(groups, 2) if n_differing(groups[a], groups[b]) < least]


def sanity(rows: Array) -> dict[str, float]:
    """What RULES.md section 8 gives ranges for."""
    seats = rows["seats"]
    return {
        "rounds": mean(rows, "rounds"),
        "unfinished": 1.0 - mean(rows, "is_finished"),
        "deaths": mean(rows, "deaths_n"),
        "strikes that hit": float(seats["hits"].sum(dtype=float) / seats["strikes"].sum(dtype=float)),
        "games with a villain": float((rows["villains_n"] > 0).mean()),
    }


#: Ranges of RULES.md section 8 by number of players.
RANGES = {
    n: {
        "rounds": (8.0, 25.0), "unfinished": (0.0, 0.001), "deaths": deaths, "strikes that hit": (0.45, 0.60),
    }
    for n, deaths in ((5, (2.8, 4.0)), (8, (5.2, 7.0)))
}  # fmt: skip


def _win_lines(n_games: int) -> list[str]:
    lines = [
        f"Wins of one participant against others, {n_games:,} games each, seed {SEED}; then those of one of the others"
        " at the same tables, and the standard error of the difference in percentage points, by blocks. A faction's win"
        " counts for each of its members: wins add up to more than 1."
    ]
    lines += ["", "| players | against | " + " | ".join(STYLES) + " |", "|---:|---|" + "---:|" * len(STYLES)]
    for n_seats in SEATS:
        for others in ("random", "balanced"):
            pairs = [fair_share(style, others, n_games, n_seats) for style in STYLES]
            cells = " | ".join(f"{100 * p.one:.1f} : {100 * p.rest:.1f} ± {100 * p.error:.1f}" for p in pairs)
            lines.append(f"| {n_seats} | `{others}` | {cells} |")
    return lines


def _column_lines(n_games: int) -> list[str]:
    alone = {style: against(style, "balanced", n_games) for style in STYLES}
    lines = ["", f"One participant against four `balanced`, {n_games:,} games each: means of a seat.", ""]
    lines += ["| | " + " | ".join(STYLES) + " |", "|---|" + "---:|" * len(STYLES)]
    for column in COLUMNS:
        means = " | ".join(f"{mean(alone[style], column):.2f}" for style in STYLES)
        lines.append(f"| `{column}` (SD {alone['balanced'][column].std(dtype=float):.1f}) | {means} |")
    return lines


def _table_lines(n_games: int) -> list[str]:
    lines = ["", f"Tables of one style, {n_games:,} games each.", ""]
    lines += ["| players | style | wins a seat | never revealed | rounds | decisions | unfinished | deaths |"]
    lines[-1] += " strikes that hit | with a villain |"
    lines += ["|---:|---|" + "---:|" * 8]
    for n_seats in (*SEATS, 12):
        for style in (*STYLES, "random"):
            rows = table_of(style, n_games, n_seats)
            found, seats = sanity(rows), rows["seats"]
            cells = (
                f"{100 * mean(seats, 'win_share'):.1f} %", f"{100 * mean(seats, 'hidden_end'):.1f} %",
                f"{found['rounds']:.1f}", f"{mean(rows, 'decisions'):.0f}", f"{100 * found['unfinished']:.3f} %",
                f"{found['deaths']:.2f}", f"{found['strikes that hit']:.3f}",
                f"{100 * found['games with a villain']:.1f} %",
            )  # fmt: skip
            lines.append(f"| {n_seats} | {style} | {' | '.join(cells)} |")
    return lines


def write_doc(n_games: int) -> None:
    """Rewrite the figures between the marks in docs/policies.md."""
    lines = [MARKS[0], "", *_win_lines(n_games), *_column_lines(n_games), *_table_lines(n_games), "", MARKS[1]]
    text = DOC.read_text(encoding="utf-8")
    start, end = text.index(MARKS[0]), text.index(MARKS[1]) + len(MARKS[1])
    DOC.write_text(text[:start] + "\n".join(lines) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    write_doc(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000)
