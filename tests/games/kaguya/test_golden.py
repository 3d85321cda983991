"""One whole game in words stays as it is in docs/kaguya-transcript.txt, until somebody means to change it."""

from __future__ import annotations

from sim.games.kaguya import GAME

from ..kit.transcripts import first_difference, kept_file
from .transcript import transcript

TEXT = kept_file(GAME).read_text(encoding="utf-8")


def test_transcript() -> None:
    """To accept a change, run `python -m tests.games.kaguya.transcript` and read the difference."""
    assert first_difference(transcript(), TEXT) == ""


def test_transcript_tells_a_whole_game() -> None:
    """Five days, an end, and no bare card number among the sentences."""
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"):
        assert f"\n{day.upper()}\n" in TEXT
    assert "The game is over (scored after Friday)" in TEXT
    assert "(number" not in TEXT
    assert "card=" not in TEXT
