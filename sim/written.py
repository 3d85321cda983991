"""What people write in one line, on the command line and in a game's files: a policy table, a change of data."""

from __future__ import annotations

import re

from sim.errors import UserError


def parse_set(text: str) -> tuple[str, str]:
    """Path and value of a change, "PATH=VALUE"."""
    path, sign, value = (piece.strip() for piece in text.partition("="))
    if not sign or not path or not value:
        raise UserError("write PATH=VALUE, for example rules.start_score=6")
    return path, value


def parse_policy(text: str) -> str | dict[int, str]:
    """A policy table: "NAME" for everybody, or names by participant number from "1=NAME,2=NAME"."""
    if not re.match(r"\s*\d+\s*=", text, re.ASCII):
        return text.strip()
    names: dict[int, str] = {}
    for part in text.split(","):
        who, sign, name = (piece.strip() for piece in part.partition("="))
        if not sign or not name or not re.fullmatch(r"\d{1,9}", who, re.ASCII):
            raise UserError(f"{part.strip()!r} is not N=NAME with N the number of a participant")
        if int(who) in names:
            raise UserError(f"participant {int(who)} is named twice")
        names[int(who)] = name
    return names
