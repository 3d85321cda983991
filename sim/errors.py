"""The one class of errors that a user can mend, and near matches for misspelt names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """Something the user can mend: shown as one line, exit code 2, no traceback.

    The line has one form: where (an option, or a file with its place), the value found there, a colon, and what would
    be right: `--seed -1: give a whole number from 0 to 2**64 - 1`, `mine.toml: [pack] name is missing: write ...`.
    No full stop at the end.
    """


def fault_text(error: OSError, place: object) -> str:
    """What went wrong with a file: its name, or else the place where it lies, and why."""
    return f"{error.filename or place}: {error.strerror or error}"


#: Of more names than these, only so many are listed: a line of hundreds of card ids says nothing.
MOST_LISTED, N_LISTED = 80, 12


def unknown(what: str, value: str, known: Iterable[str]) -> UserError:
    """Error for a name that is not known: says the near match, if any, and lists the known names, of very many some."""
    names = list(known)
    near = difflib.get_close_matches(value, names, n=1, cutoff=0.5)
    hint = f" did you mean {near[0]!r}?" if near else ""
    shown, more = names, ""
    if len(names) > MOST_LISTED:
        shown, more = names[:N_LISTED], f", ... ({len(names)} in all)"
    listed = f"known are {', '.join(shown)}{more}" if names else "none is known"
    return UserError(f"unknown {what} {value!r}:{hint} {listed}")
