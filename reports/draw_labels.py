"""Labels of a sweep's charts: long paths and values in little room, words for what is measured."""

from __future__ import annotations

import textwrap

from reports.style import WIDE, cjk_font, needs_cjk
from reports.words_short import short

WORDS = {
    "places": "win shares by place",
    "characters": "win shares by character",
    "policies": "win shares by policy",
    "score": "the score",
    "ties": "shared wins",
}


def words_for(target: str) -> str:
    """What a target is, in a sentence."""
    return WORDS.get(target, target)


def label(text: str, width: int = 22, lines: int = 2) -> str:
    """A path or value that leaves room for the chart: broken after dots and underscores, cut after so many lines."""
    text = _drawable(" ".join(text.split()) or "(none)")
    if len(text) <= width:
        return text
    loose = text.replace("_", "_ \u200b").replace(".", ". \u200b")
    whole = [part.replace(" \u200b", "") for part in textwrap.wrap(loose, width + 2, break_on_hyphens=False)]
    whole = [part.replace("\u200b", "") for part in whole]
    if len(whole) <= lines and max(map(len, whole)) <= width + 2:
        return "\n".join(whole)
    cut = short(text, width * lines - 2)
    return "\n".join(cut[at : at + width].strip() for at in range(0, len(cut), width))


def labels(texts: list[str], width: int, lines: int = 2) -> list[str]:
    """As `label`, of values that stand side by side: those that look the same when cut are numbered."""
    cut = [label(text, width, lines) for text in texts]
    alike = [text for text in cut if cut.count(text) > 1]
    pairs = enumerate(zip(texts, cut, strict=True), 1)
    return [f"{n}: {label(whole, width - 4, lines)}" if some in alike else some for n, (whole, some) in pairs]


def _drawable(text: str) -> str:
    """Text that this machine's fonts can draw."""
    return text if cjk_font() or not needs_cjk([text]) else WIDE.sub("?", text)


def common_prefix(paths: list[str]) -> str:
    """What all paths begin with, up to a dot: `rulings.`."""
    firsts = {path.split(".")[0] for path in paths}
    return f"{firsts.pop()}." if len(firsts) == 1 and all("." in path for path in paths) else ""


def file_name(text: str) -> str:
    """Text as part of a file name."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text.lower())


def upper(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]
