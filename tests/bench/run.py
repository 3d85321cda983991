"""Every figure of docs/performance.md: `python tests/bench/run.py`; its options are at the end of this file.

`fairseat bench` of the shipped games and Pig, and kernels against C. Prints the tables of the page, which it can also
rewrite from the JSON of an earlier run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

PIG = "examples/pig"

#: Policies of Pig by number of players; with 4 it is also in the table of other simulators.
PIG_POLICIES = {2: ["random", "hold_20"], 4: ["random"]}


def main(arguments: list[str] | None = None) -> None:
    """Measure, or read what was measured; print tables, keep the JSON, rewrite a page."""
    import document

    asked = _parser().parse_args(arguments)
    os.chdir(ROOT)
    found = json.loads(asked.read.read_text(encoding="utf-8")) if asked.read else measure(asked)
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    blocks = document.blocks(found)
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(document.rewritten(page, blocks), encoding="utf-8")
    print("\n".join(f"{title}\n\n{text}\n" for title, text in blocks.items()))


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """The JSON of `fairseat bench`, with the comparisons with C under `against_c`."""
    from scripts import bench
    from sim import registry

    asks = []
    if asked.only != "c":
        like = bench.Ask("", None, "", None, 1, asked.seconds, asked.repeat)
        for name in registry.shipped_names():
            asks += bench.asks_of(name, ["random", registry.find(name).default_policy], like)
        for players, policies in PIG_POLICIES.items():
            asks += bench.asks_of(PIG, policies, replace(like, players=players))
    found = bench.measure(asks, _tell)
    return found | {"against_c": None if asked.only == "games" else against_c()}


def against_c() -> list[dict[str, Any]] | str:
    """Every comparison with C, or why there is none."""
    import against_c

    if not against_c.has_gcc():
        return against_c.NO_GCC
    found = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRSEAT_CACHE"] = folder
        import pig
        import placing

        for module in (placing, pig):
            _tell(f"measuring {module.__name__} against C")
            try:
                found += module.measure(Path(folder))
            except against_c.Differs as error:
                raise SystemExit(f"{module.__name__}: {error}") from error
    return found


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Every figure of docs/performance.md.")
    parser.add_argument("--only", choices=("games", "c"), help="measure only the games, or only kernels against C")
    parser.add_argument("--seconds", type=float, default=4.0, help="seconds of play for a figure, all repeats together")
    parser.add_argument("--repeat", type=int, default=9, help="runs of each figure")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the JSON here")
    parser.add_argument("--read", type=Path, metavar="FILE", help="measure nothing: take the JSON of an earlier run")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    return parser


if __name__ == "__main__":
    main()
