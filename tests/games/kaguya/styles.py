"""The named styles at play: one styled participant against three others, and a whole table of one style.

`python -m tests.games.kaguya.styles` rewrites the figures of docs/policies.md.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from sim.games.kaguya import GAME

from ..kit import styles

STYLES = ("balanced", "contester", "engine", "vigour", "spoiler")
SEED = 20_261
DOC = Path(__file__).resolve().parents[3] / "docs" / "policies.md"
MARK, END_MARK = "<!-- figures -->", "<!-- end of figures -->"

#: Outcome columns of a seat in which styles are compared.
COLUMNS = (
    "score", "pts_slots", "pts_tokens", "pts_cards", "zero_vigour_days", "ponkotsu_days", "rights_first",
    "tokens_bag_contest", "tokens_bag_effect", "ponkotsu_caused", "reserves", "takeovers_made", "uses_action",
    "uses_conv", "placed_own", "placed_other", "cube_tokens", "recovered_act", "recovered_conv",
)  # fmt: skip

Array = np.ndarray[Any, Any]


def one_against(style: str, others: str, n_games: int) -> Array:
    """Seat records of the styled participant, who plays each character and place equally often."""
    return styles.one_against(GAME, style, others, n_games, SEED)


def table_of(style: str, n_games: int) -> Array:
    """Rows of games in which everybody plays one style."""
    return styles.rows_of(GAME, style, n_games, SEED)


def sanity(rows: Array) -> dict[str, float]:
    """Measures of RULES.md section 8.4 for a table of one style."""
    s = rows["seats"]
    bagged = s["tokens_bag_contest"].mean() + s["tokens_bag_effect"].mean()
    return {
        "score, mean": s["score"].mean(),
        "score, SD": s["score"].std(dtype=float),
        "winner's score": s["score"].max(axis=1).mean(),
        "share of points from slots": s["pts_slots"].sum() / s["score"].sum(),
        "scores above 100": (s["score"] > 100).mean(),
        "zero-vigour player-days": s["zero_vigour_days"].mean() / 5,
        "all-zero days": rows["days_all_zero"].mean() / 5,
        "tokens bagged per player-day": bagged / 5,
        "share of them by the contest": s["tokens_bag_contest"].mean() / bagged,
        "ponkotsu player-days": s["ponkotsu_days"].mean() / 5,
        "points lost to the ponkotsu die": -s["pts_penalty"].mean(),
        "placements per day": rows["placements"].mean() / 5,
        "take-overs per day": rows["takeovers"].mean() / 5,
        "turns per player-day": s["turns_begun"].mean() / 5,
        "unused dice per player-day": s["dice_unused"].mean() / 5,
        "cards fetched per player": (s["recovered_conv"] + s["recovered_act"]).mean(),
        "tokens held at the end": s["tokens_end"].mean(),
        "cube steps": (s["cube_dice"] + s["cube_tokens"]).mean(),
        "lowest share of a seat": s["win_share"].mean(axis=0).min(),
        "highest share of a seat": s["win_share"].mean(axis=0).max(),
        "lowest share of a character": min(s["win_share"][s["character"] == c].mean() for c in range(4)),
        "highest share of a character": max(s["win_share"][s["character"] == c].mean() for c in range(4)),
        "shared wins": (rows["winners"] > 1).mean(),
        "questions per game": rows["decisions"].mean(),
    }


#: Ranges of RULES.md section 8.4: (greedy low, greedy high, random low, random high).
RANGES = {
    "score, mean": (55, 85, 25, 45), "score, SD": (10, 20, 10, 20), "winner's score": (70, 100, 40, 65),
    "share of points from slots": (0.5, 0.75, 0.3, 0.65), "scores above 100": (1e-9, 0.06, 0, 0.001),
    "zero-vigour player-days": (0.03, 0.30, 0.35, 0.65), "all-zero days": (0, 0.01, 0, 0.06),
    "tokens bagged per player-day": (0.9, 2.0, 0.4, 1.1), "share of them by the contest": (0.08, 0.45, 0.08, 0.35),
    "ponkotsu player-days": (0.35, 0.80, 0.25, 0.45), "points lost to the ponkotsu die": (3, 10, 1.5, 4),
    "placements per day": (8, 11.5, 6, 9), "take-overs per day": (0.5, 3, 0.8, 2),
    "turns per player-day": (5.5, 8.5, 5, 7), "unused dice per player-day": (0, 0.3, 0.3, 1.0),
    "cards fetched per player": (3, 9, 4, 9), "tokens held at the end": (2, 7, 3, 7),
    "cube steps": (0.5, 2.5, 0.3, 1.5), "lowest share of a seat": (0.15, 0.36, 0.20, 0.30),
    "highest share of a seat": (0.15, 0.36, 0.20, 0.30), "lowest share of a character": (0.12, 0.38, 0.10, 0.35),
    "highest share of a character": (0.12, 0.38, 0.10, 0.35), "shared wins": (0, 0.03, 0, 0.03),
    "questions per game": (200, 600, 200, 600),
}  # fmt: skip

#: Measures of uniform play outside their range; docs/policies.md says why.
EXPLAINED = {"zero-vigour player-days", "all-zero days", "tokens bagged per player-day", "winner's score"}


def write_doc(n_games: int) -> None:
    """Rewrite the figures behind the mark in docs/policies.md."""
    alone = {style: one_against(style, "balanced", n_games) for style in STYLES}
    against = {style: one_against(style, "random", n_games)["win_share"].mean() for style in STYLES}
    lines = [MARK, "", f"One participant against three others, {n_games:,} games each, seed {SEED}.", ""]
    lines += ["| | " + " | ".join(STYLES) + " |", "|---|" + "---:|" * len(STYLES)]
    lines += ["| wins against three `random` | " + " | ".join(f"{100 * against[s]:.1f} %" for s in STYLES) + " |"]
    wins = " | ".join(f"{100 * alone[s]['win_share'].mean():.1f} %" for s in STYLES)
    lines += ["| wins against three `balanced` | " + wins + " |"]
    for column in COLUMNS:
        means = " | ".join(f"{alone[s][column].mean(dtype=float):.2f}" for s in STYLES)
        lines.append(f"| `{column}` (SD {alone['balanced'][column].std(dtype=float):.1f}) | {means} |")
    lines += ["", f"A table of four, {n_games:,} games; the ranges are those of RULES.md, section 8.4.", ""]
    lines += ["| | `balanced` | range | `random` | range |", "|---|---:|---|---:|---|"]
    greedy, uniform = sanity(table_of("balanced", n_games)), sanity(table_of("random", n_games))
    for name, (a, b, c, d) in RANGES.items():
        lines.append(f"| {name} | {greedy[name]:.3g} | {a:g} to {b:g} | {uniform[name]:.3g} | {c:g} to {d:g} |")
    text = DOC.read_text(encoding="utf-8")
    behind = text[text.index(END_MARK) :]
    DOC.write_text(text[: text.index(MARK)] + "\n".join([*lines, "", ""]) + behind, encoding="utf-8")


if __name__ == "__main__":
    write_doc(int(sys.argv[1]) if len(sys.argv) > 1 else 24_000)
