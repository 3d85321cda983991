"""One whole game in words stays as it is in docs/konoten-transcript.txt, until somebody means to change it."""

from __future__ import annotations

from .transcript import TRANSCRIPT, transcript


def test_transcript() -> None:
    """To accept a change, run tests/games/konoten/transcript.py and read the difference."""
    found, kept = transcript().splitlines(), TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    different = next((place for place, pair in enumerate(zip(found, kept, strict=False)) if pair[0] != pair[1]), None)
    assert different is None, f"line {different + 1}: {found[different]!r}, was {kept[different]!r}"
    assert len(found) == len(kept)


def test_transcript_tells_a_whole_game() -> None:
    """Four rounds, the final scoring, an end, and no code among the sentences."""
    text = TRANSCRIPT.read_text(encoding="utf-8")
    for number in range(1, 5):
        assert f"\nROUND {number}\n" in text
        assert f"\nVP after round {number}: " in text
    assert "\nFINAL SCORING\n" in text
    assert "The game is over (scored after the last round)" in text
    for odd in ("card=", "lens=", "node=", "worker="):
        assert odd not in text
