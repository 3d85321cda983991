"""Writes docs/kaguya-transcript.txt: one whole game of kaguya in words.

Run `python -m tests.games.kaguya.transcript` after an intended change of rules, cards or wording, and read the
difference before committing it. All four seats play at random, so that tuning a policy does not change the file.
"""

from __future__ import annotations

from sim.games.kaguya import GAME

from ..kit import transcripts


def transcript() -> str:
    """What the file should say."""
    return transcripts.transcript(GAME, "random", n_seats=4)


if __name__ == "__main__":
    transcripts.kept_file(GAME).write_text(transcript(), encoding="utf-8")
