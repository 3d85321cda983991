"""The one class of errors that a user can mend, and near matches for misspelt names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """Something the user can mend: shown as one line, exit code 2, no traceback."""


def unknown(what: str, value: str, known: Iterable[str]) -> UserError:
    """Error for a name that is not known: says the near match, if any, and lists the known names."""
    names = list(known)
    near = difflib.get_close_matches(value, names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listed = ", ".join(names) if names else "none"
    return UserError(f"unknown {what} {value!r}.{hint} Known: {listed}.")
