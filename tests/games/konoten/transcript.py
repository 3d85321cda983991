"""Writes docs/konoten-transcript.txt: one whole game of konoten in words.

Run `python -m tests.games.konoten.transcript` after an intended change of rules, cards or wording, and read the
difference before committing it. All four seats play `balanced`.
"""

from __future__ import annotations

from sim.games.konoten import GAME

from ..kit import transcripts


def transcript() -> str:
    """What the file should say."""
    return transcripts.transcript(GAME, "balanced", n_seats=4)


if __name__ == "__main__":
    transcripts.kept_file(GAME).write_text(transcript(), encoding="utf-8")
