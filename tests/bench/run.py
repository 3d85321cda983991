"""Benchmarks beside `fairseat bench`: `python tests/bench/run.py [--json]`.

The kernels against C, and the time of each verb.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]


def main() -> None:
    """Measure everything; print tables, or JSON."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["FAIRSEAT_CACHE"] = cache
        import twin
        import verbs

        found: dict[str, Any] = {"machine": platform.machine(), "twin": twin.measure()}
        found["verbs"] = [verbs.measure("kaguya", policy) for policy in ("random", "balanced")]
    print(json.dumps(found, indent=1) if "--json" in sys.argv else "\n".join(_lines(found)))


def _lines(found: dict[str, Any]) -> list[str]:
    c = found["twin"]
    lines = [f"kernels against C: {c['skipped']}"] if "skipped" in c else _twin_lines(c)
    for row in found["verbs"]:
        parts = ", ".join(f"{verb} {ns:.0f}" for verb, ns in row["ns"].items())
        lines.append(
            f"{row['game']}, games of {row['policy']}: ns a decision: {parts}"
            f" ({row['decisions']} decisions of {row['legal actions']:.1f} actions, {row['forced']} forced)"
        )
    return lines


def _twin_lines(c: dict[str, Any]) -> list[str]:
    return [
        f"kernels against C ({c['flags']}), placing dice: x{c['speed_against_c']:.2f}"
        f" ({c['kernels_ns']:.0f} and {c['c_ns']:.0f} ns a placement, same checksum)"
    ]


if __name__ == "__main__":
    main()
