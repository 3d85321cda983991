"""One whole game in words stays as it is in docs/konoten-transcript.txt, until somebody means to change it."""

from __future__ import annotations

from sim.games.konoten import GAME

from ..kit.transcripts import first_difference, kept_file
from .transcript import transcript

TEXT = kept_file(GAME).read_text(encoding="utf-8")


def test_transcript() -> None:
    """To accept a change, run `python -m tests.games.konoten.transcript` and read the difference."""
    assert first_difference(transcript(), TEXT) == ""


def test_transcript_tells_a_whole_game() -> None:
    """Four rounds, the final scoring, an end, and no code among the sentences."""
    for number in range(1, 5):
        assert f"\nROUND {number}\n" in TEXT
        assert f"\nVP after round {number}: " in TEXT
    assert "\nFINAL SCORING\n" in TEXT
    assert "The game is over (scored after the last round)" in TEXT
    for odd in ("card=", "lens=", "node=", "worker="):
        assert odd not in TEXT
