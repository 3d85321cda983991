"""Pack files as plain data, whatever the game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def load_pack(path: Path) -> dict[str, Any]:
    """A pack file as plain data; laid over the pack named by its `base`, entry by entry and key by key."""
    pack = tomllib.loads(path.read_text(encoding="utf-8"))
    if "base" not in pack["pack"]:
        return pack
    whole = load_pack(path.with_name(pack["pack"]["base"] + ".toml"))
    for kind, entries in pack.items():
        if isinstance(entries, dict):
            whole[kind] = whole.get(kind, {}) | entries
        else:
            changed = {entry["id"]: entry for entry in entries}
            whole[kind] = [entry | changed.pop(entry["id"], {}) for entry in whole[kind]]
            assert not changed, f"{path}: no {kind} {sorted(changed)} in the base"
    return whole
