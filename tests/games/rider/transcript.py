"""Writes docs/rider-transcript.txt: one whole game of rider in words.

Run `python -m tests.games.rider.transcript` after an intended change of rules, cards or wording, and read the
difference before committing it. All five seats play `balanced`.
"""

from __future__ import annotations

from sim.games.rider import GAME

from ..kit import transcripts

POLICY = "balanced"


def transcript() -> str:
    """What the file should say."""
    return transcripts.transcript(GAME, POLICY, n_seats=5)


if __name__ == "__main__":
    transcripts.kept_file(GAME).write_text(transcript(), encoding="utf-8")
