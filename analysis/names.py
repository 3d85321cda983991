"""Names of files as a report may hold them."""

from __future__ import annotations


def readable(text: str) -> str:
    """A name in letters: where the locale knows none beyond ASCII, Python hands names on as single escaped bytes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
