"""Comparison of a run of `fairseat bench` with the JSON of an earlier one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.errors import UserError

#: What makes two rows figures of the same thing.
SAME = ("game", "policy", "n_players", "pack")
DIGESTS = ("rules_digest", "cards_digest", "kernel_digest")


def read(file: Path) -> dict[str, Any]:
    """The JSON of `fairseat bench --json`; UserError if the file holds none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"--baseline {file}: {error.strerror or error}") from error
    except ValueError as error:
        raise UserError(f"--baseline {file}: no JSON: {error}") from error
    keys = ("machine", "versions", "settings", "rows")
    missing = [key for key in keys if key not in found] if isinstance(found, dict) else list(keys)
    if missing:
        raise UserError(f"--baseline {file}: no {missing[0]!r} in it; give what `fairseat bench --json` printed")
    return found  # type: ignore[no-any-return]


def compare(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """Ratios new by old of games a second and of times, row by row, and what else differs between the runs.

    The range of a ratio holds every pair of a new and an old run.
    """
    differs = [f"machine {key}" for key in ("cpu", "n_cores") if new["machine"][key] != old["machine"].get(key)]
    differs += [name for name, version in new["versions"].items() if version != old["versions"].get(name)]
    return {"differs": differs, "rows": [_compare_row(row, old["rows"]) for row in new["rows"]]}


def _compare_row(row: dict[str, Any], olds: list[dict[str, Any]]) -> dict[str, Any]:
    about = {key: row[key] for key in SAME}
    old = next((each for each in olds if all(each.get(key) == row[key] for key in SAME)), None)
    if old is None:
        return about | {"differs": []}
    found = about | {"differs": [key for key in DIGESTS if row[key] != old.get(key)]}
    for name in [name for name in row if f"{name}_low" in row and f"{name}_low" in old]:
        if old[f"{name}_low"] > 0:
            found |= {
                f"{name}_ratio": row[name] / old[name],
                f"{name}_ratio_low": row[f"{name}_low"] / old[f"{name}_high"],
                f"{name}_ratio_high": row[f"{name}_high"] / old[f"{name}_low"],
            }
    return found
