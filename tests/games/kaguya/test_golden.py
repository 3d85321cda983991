"""One whole game in words stays as it is in docs/kaguya-transcript.txt, until somebody means to change it."""

from __future__ import annotations

from .transcript import TRANSCRIPT, transcript


def test_transcript() -> None:
    """To accept a change, run tests/games/kaguya/transcript.py and read the difference."""
    found, kept = transcript().splitlines(), TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    different = next((place for place, pair in enumerate(zip(found, kept, strict=False)) if pair[0] != pair[1]), None)
    assert different is None, f"line {different + 1}: {found[different]!r}, was {kept[different]!r}"
    assert len(found) == len(kept)


def test_transcript_tells_a_whole_game() -> None:
    """Five days, an end, and no bare card number among the sentences."""
    text = TRANSCRIPT.read_text(encoding="utf-8")
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"):
        assert f"\n{day.upper()}\n" in text
    assert "The game is over (scored after Friday)" in text
    assert "(number" not in text
    assert "card=" not in text
