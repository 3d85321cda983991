"""The table of docs/calibration.md."""

from __future__ import annotations

from math import isfinite

import numpy as np
from calibration_kit import COVERAGE, Line

BEGIN, END = "<!-- calibration -->", "<!-- end -->"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _number(line: Line, value: float) -> str:
    return "-" if not isfinite(value) else _percent(value) if line.bounds.rate is not None else f"{value:.3f}"


def _bounds(line: Line) -> str:
    bounds = line.bounds.for_studies(line.n)
    low, high = (_number(line, value) for value in (bounds.low, bounds.high))
    if not isfinite(bounds.low) and not isfinite(bounds.high):
        return "none"
    if not isfinite(bounds.low) or bounds.low <= 0:
        return f"at most {high}"
    is_open = not isfinite(bounds.high) or (line.bounds.rate is not None and bounds.high >= 1)
    return f"at least {low}" if is_open else f"{low} to {high}"


def _state(line: Line) -> str:
    if not isfinite(line.bounds.low) and not isfinite(line.bounds.high):
        return "-"
    return "ok" if line.is_ok else "**FAILED**"


def pooled(lines: list[Line]) -> list[str]:
    """Coverage of fixed-size 95 % intervals over all cells, against 3 standard errors of 95 %."""
    rows = []
    covered = [line for line in lines if line.bounds == COVERAGE]
    for what in dict.fromkeys(line.what for line in covered):
        part = [line for line in covered if line.what == what]
        mean = np.mean([line.figure for line in part])
        error = np.sqrt(sum(line.error**2 for line in part)) / len(part)
        state = "ok" if abs(mean - 0.95) <= 3 * error else "**FAILED**"
        bounds = f"{_percent(0.95 - 3 * error)} to {_percent(0.95 + 3 * error)}"
        rows.append(f"| {what} | {len(part)} | {_percent(mean)} | {_percent(error)} | {bounds} | {state} |")
    return rows


def tables(lines: list[Line]) -> str:
    """All lines as Markdown: what failed, the pooled coverage, then every cell."""
    judged = [line for line in lines if _state(line) != "-"]
    failed = [line for line in judged if not line.is_ok]
    numbers = sorted({f"{line.n:,}" for line in lines})
    text = [
        f"{' or '.join(numbers)} studies a cell; {len(judged)} figures with bounds, {len(failed)} of them FAILED.",
        "",
    ]
    for line in failed:
        text.append(f"- FAILED: {line.what}: {_number(line, line.figure)} ({_bounds(line)}); {line.cell}.")
    text += ["", "## Pooled coverage, %", "", "| what | cells | coverage | error | within | |"]
    text += ["|---|---|---|---|---|---|", *pooled(lines)]
    for part in dict.fromkeys(line.part for line in lines):
        text += ["", f"## {part[:1].upper()}{part[1:]}", "", "| cell | what | figure | error | bound | studies | |"]
        text.append("|---|---|---|---|---|---|---|")
        for line in (line for line in lines if line.part == part):
            cells = [line.cell, line.what, _number(line, line.figure), _number(line, line.error)]
            text.append("| " + " | ".join([*cells, _bounds(line), f"{line.n:,}", _state(line)]) + " |")
    return "\n".join(text) + "\n"


def rewritten(page: str, text: str) -> str:
    """The page with new tables between its marks."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{text}{END}{rest.split(END)[1]}"
