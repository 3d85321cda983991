"""Names, values and numbers of a sweep in few letters."""

from __future__ import annotations

from analysis.precision import count
from analysis.sweep import Sweep
from reports.words_groups import listed

#: So many settings or values are named in a sentence.
MOST_NAMED = 6
#: Letters of a value in a sentence.
MOST_LETTERS = 40


def short(text: str, width: int = MOST_LETTERS) -> str:
    """A long value cut in the middle."""
    text = " ".join(text.split()) or "(none)"
    keep = width - 5
    return text if len(text) <= width else f"{text[: keep - keep // 3].rstrip()} ... {text[-(keep // 3) :].lstrip()}"


def named(names: list[str]) -> str:
    """Names in a sentence; of very many the first."""
    some = names if len(names) <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return listed(some)


def policies_of(sweep: Sweep, at: int) -> str:
    """The policies of a table, where there are several or they are varied themselves."""
    if any(path.name == "policy" for path in sweep.design.paths):
        return ""
    return f"policies {sweep.tables[at]}" if len(sweep.tables) > 1 else ""


def upper(text: str) -> str:
    return text if any(letter.isupper() for letter in text) else text[:1].upper() + text[1:]


def span(numbers: list[int]) -> str:
    return count(numbers[0]) if len(numbers) == 1 else f"{count(numbers[0])} to {count(numbers[-1])}"
