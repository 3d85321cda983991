"""One whole game in words stays as it is in docs/rider-transcript.txt, until somebody means to change it."""

from __future__ import annotations

from sim.games.rider import GAME

from ..kit.transcripts import first_difference, kept_file
from .transcript import transcript

TEXT = kept_file(GAME).read_text(encoding="utf-8")


def test_transcript() -> None:
    """To accept a change, run `python -m tests.games.rider.transcript` and read the difference."""
    assert first_difference(transcript(), TEXT) == ""


def test_transcript_tells_a_whole_game() -> None:
    """From the first seat to an end, and no code among the sentences."""
    assert "has the first turn." in TEXT
    assert "\nROUND 1\n" in TEXT
    assert "\nROUND 2\n" in TEXT
    assert "The game is over" in TEXT
    for odd in ("card=", "seat=", "warrior=", "via=", "None", "c001", "w001", "  ;", "; ;", "()"):
        assert odd not in TEXT
