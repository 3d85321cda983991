"""The named styles at play: one styled participant against others, and whole tables of one style.

`python -m tests.games.konoten.styles` rewrites the figures of konoten in docs/policies.md.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from sim.games.konoten import GAME, codes, layout

from ..kit import styles as kit
from ..kit.styles import mean
from . import plans

STYLES = ("balanced", "architect", "diplomat", "grower", "sprinter")
SEED = 20_262
DOC = Path(__file__).resolve().parents[3] / "docs" / "policies.md"
MARKS = ("<!-- figures of konoten -->", "<!-- end of the figures of konoten -->")

#: Least mean VP of a seat at tables of `balanced` by number of players (RULES.md section 8.3).
LEAST_VP = {2: 90.0, 3: 101.0, 4: 106.0}

#: Outcome columns of a seat in which styles are compared.
COLUMNS = (
    "score", "vp_blades", "vp_owner_bonus", "vp_triggers", "vp_wills", "vp_end_nodes", "lenses", "lens_cards",
    "largest_lens", "collects_normal", "collects_vp", "chains", "act_own", "act_foreign", "persuades", "restarts",
    "spirits", "negotiates", "wills", "growths", "growths_spent", "workers_gained", "workers_spent", "turns_taken",
)  # fmt: skip

Array = np.ndarray[Any, Any]


def one_against(style: str, others: str, n_games: int, n_seats: int = 4) -> Array:
    """Seat records of the styled participant, who plays each character and place equally often."""
    return kit.one_against(GAME, style, others, n_games, SEED, n_seats)


def table_of(style: str, n_games: int, n_seats: int = 4) -> Array:
    """Rows of games in which everybody plays one style."""
    return kit.rows_of(GAME, style, n_games, SEED, n_seats)


def node_shares(seats: Array, column: str, character: int) -> list[float]:
    """Share of a character's games in which each node of its sheet stands in a mask column (`nodes_grown` ...)."""
    words = seats[seats["character"] == character][column].astype(np.int64) & 0xFFFFFFFF
    at = layout.MAX_NODES * character
    bits = words[:, at // 32] >> (at % 32)
    there = GAME.load(None, None, (), 4).tables[0]["nodes"][character]["is_there"]
    return [float(((bits >> node) & 1).mean()) for node in range(layout.MAX_NODES) if there[node]]


def _style_lines(n_games: int) -> list[str]:
    alone = {style: one_against(style, "balanced", n_games) for style in STYLES}
    against = {style: one_against(style, "random", n_games) for style in STYLES}
    lines = [f"One participant against three others, {n_games:,} games each, seed {SEED}.", ""]
    lines += ["| | " + " | ".join(STYLES) + " |", "|---|" + "---:|" * len(STYLES)]
    for name, group in (("random", against), ("balanced", alone)):
        wins = " | ".join(f"{100 * mean(group[style], 'win_share'):.1f} %" for style in STYLES)
        lines.append(f"| wins against three `{name}` | {wins} |")
    for column in COLUMNS:
        means = " | ".join(f"{mean(alone[style], column):.2f}" for style in STYLES)
        lines.append(f"| `{column}` (SD {alone['balanced'][column].std(dtype=float):.1f}) | {means} |")
    return lines


def _table_lines(n_games: int) -> list[str]:
    lines = ["", f"Tables of one style, {n_games:,} games each: mean VP of a seat, and decisions in a game.", ""]
    lines += ["| players | `balanced` | at least | decisions | `random` | decisions |", "|---|" + "---:|" * 5]
    for n_seats, least in LEAST_VP.items():
        cells = []
        for style in ("balanced", "random"):
            rows = table_of(style, n_games, n_seats)
            cells += [f"{mean(rows['seats'], 'score'):.1f}", f"{rows['decisions'].mean():.0f}"]
        lines.append(f"| {n_seats} | {cells[0]} | {least:.0f} | {cells[1]} | {cells[2]} | {cells[3]} |")
    return lines


def _sheet_lines(n_games: int) -> list[str]:
    seats = table_of("balanced", n_games)["seats"].ravel()
    lines = [
        "",
        f"Growth sheets at a table of four `balanced`, {n_games:,} games: VP and wins by character, and in how",
    ]
    lines[-1] += " many games in a hundred each node was grown / had an effect / was still filled at the end."
    nodes = range(max(int(sheet["is_there"].sum()) for sheet in GAME.load(None, None, (), 4).tables[0]["nodes"]))
    lines += ["", "| character | VP | wins | " + " | ".join(str(node) for node in nodes) + " |"]
    lines += ["|---|---:|---:|" + "---|" * len(nodes)]
    for character, name in enumerate(codes.CHARACTERS):
        own = seats[seats["character"] == character]
        columns = [node_shares(seats, column, character) for column in ("nodes_grown", "nodes_used", "nodes_final")]
        cells = [" / ".join(f"{100 * share:.0f}" for share in each) for each in zip(*columns, strict=True)]
        cells += [""] * (len(nodes) - len(cells))
        wins = f"{100 * mean(own, 'win_share'):.1f} %"
        lines.append(f"| {name} | {mean(own, 'score'):.1f} | {wins} | " + " | ".join(cells) + " |")
    return lines


def _plan_lines(n_games: int) -> list[str]:
    names = codes.CHARACTERS
    lines = [
        "",
        f"Made to head for one node: VP more than playing freely, the same {n_games:,} games each, in brackets",
        "",
    ]
    lines[1] += " the standard error; in place 1 of four."
    nodes = range(1, 1 + max(len(plans.nodes_of(character)) for character in range(len(names))))
    lines += ["| character | " + " | ".join(str(node) for node in nodes) + " |", "|---|" + "---:|" * len(nodes)]
    for character, name in enumerate(names):
        plain = plans.play(character, (), n_games)
        found = [plans.best_way(character, goal, n_games, plain) for goal in plans.nodes_of(character)]
        cells = [f"{way.gain:+.1f} ({way.error:.1f})" for way in found]
        lines.append(f"| {name} | " + " | ".join(cells + [""] * (len(nodes) - len(cells))) + " |")
    return lines


def write_doc(n_games: int) -> None:
    """Rewrite the figures between the marks in docs/policies.md."""
    figures = [*_style_lines(n_games), *_table_lines(n_games), *_sheet_lines(n_games), *_plan_lines(n_games // 8)]
    lines = [MARKS[0], "", *figures, "", MARKS[1]]
    text = DOC.read_text(encoding="utf-8")
    start, end = text.index(MARKS[0]), text.index(MARKS[1]) + len(MARKS[1])
    DOC.write_text(text[:start] + "\n".join(lines) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    write_doc(int(sys.argv[1]) if len(sys.argv) > 1 else 24_000)
