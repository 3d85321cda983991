"""What one side of a comparison changes, in words."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from analysis.comparison import Comparison
from reports.words_groups import listed

#: So many changes are named in a headline.
MOST_CHANGES = 3
#: More changed entries of cards than this are counted, not named.
MOST_CARDS = 2


def change_words(found: Comparison) -> tuple[str, bool]:
    """What side B changes, in words, and whether they are plural: `+2 points for place 4`; "" where nothing is."""
    rows = found.differs[~found.differs["is_words"]]
    pieces = list(_pieces(rows, found))
    if not pieces:
        return "", False
    more = len(pieces) - MOST_CHANGES
    words = [text for text, _ in (pieces if more <= 0 else pieces[: MOST_CHANGES - 1])]
    if more > 0:
        words.append(f"{more + 1} more changes")
    return listed(words), len(pieces) > 1 or pieces[0][1]


def _pieces(rows: pd.DataFrame, found: Comparison) -> Iterable[tuple[str, bool]]:
    of_cards = rows["what"].str.startswith("cards.")
    many = int(of_cards.sum()) > MOST_CARDS
    other_players = "players" in set(rows["what"])
    for _, row in rows.iterrows():
        what, a, b = row["what"], row["a"], row["b"]
        path, _, last = what.rpartition(".")
        if (many and what.startswith("cards.")) or (other_players and path == "rules.handicap"):
            continue
        if path == "rules.handicap":
            yield _handicap(last, a, b, found)
        elif what == "cards":
            yield f"cards {b} instead of {a}", True
        elif what == "policies" and not (";" in a or ";" in b):
            yield f"{'policies' if '=' in a + b else 'policy'} {b} instead of {a}", "=" in a + b
        elif what == "players":
            yield f"{b} players instead of {a}", True
        elif what == "rules.players":
            continue  # follows from the number of players
        else:
            yield f"{what} {b or 'left out'} instead of {a or 'none'}", what in ("policies", "characters", "deals")
    if many and "cards" not in set(rows["what"]):
        yield f"{int(of_cards.sum())} changes of cards", True


def _handicap(place: str, a: str, b: str, found: Comparison) -> tuple[str, bool]:
    """A head start by place; its unit is that of the score."""
    try:
        step = float(b) - float(a)
    except ValueError:
        return f"rules.handicap.{place} {b} instead of {a}", False
    units = [c["unit"] for c in found.b["columns"] if c["role"] == "score" and c["is_per_seat"] and c["unit"]]
    unit = units[0] if units else "of handicap"
    is_one = abs(step) == 1
    return f"{step:+g} {unit.removesuffix('s') if is_one else unit} for place {place}", not is_one
