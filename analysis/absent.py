"""What a run cannot tell, and why."""

from __future__ import annotations

from collections.abc import Collection

from analysis.groups import compared_columns
from analysis.run import Run
from sim.game import Role

#: Columns that number the rows, and the rank, which the win shares tell.
_USED = {"game", "block", "table", "seating", "rank"}


def absent(run: Run, shown: Collection[str]) -> tuple[str, ...]:
    """Sentences on what could not be analysed; `shown` are the columns that some table tells of."""
    lines = []
    has_score = bool(run.with_role(Role.SCORE, True))
    if not has_score:
        lines.append("The game has no score: score, its parts, gaps, ties in score and who leads are left out.")
    if run.is_team:
        lines.append("Several seats may win together in full (teams): shared wins are not ties and are left out.")
    if has_score and not run.with_role(Role.PART, True):
        lines.append("The rows hold no score parts.")
    has_cards = (run.manifest.get("document") or {}).get("cards", True)
    if has_cards and not run.with_role(Role.MASK, True):
        lines.append("The rows hold no card sets of a seat: the value of single cards is left out.")
    if has_score and not any(c.size > 1 for c in run.with_role(Role.ROUND_SCORE, True)):
        lines.append("The rows hold no scores by round: how early a game is decided is left out.")
    unknown = [name for name in ("turns", "decisions") if not any(c.name == name for c in run.columns)]
    if unknown:
        lines.append(f"The rows hold no number of {' or '.join(unknown)}: the length of games is left out.")
    lines += map(str, run.manifest.get("frame_notes") or ())
    used = {*_USED, *shown, *(c.name for c in run.columns if c.is_bare)}
    unused = [c.name for c in run.columns if c.name not in used]
    if unused:
        lines.append(f"Columns of the rows that no table shows: {', '.join(unused)}.")
    if len(run.characters) < 2 and not compared_columns(run):
        lines.append("The game has no characters to compare.")
    if str(run.manifest.get("seating", "")) == "fixed" and not run.manifest.get("plan_notes"):  # the plan says so
        lines.append("The chairs were fixed: effects of place, character and policy cannot be told apart.")
    return tuple(lines)
