"""Run health of a tournament: checks of the run itself, each with its figure."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.health import MAX_UNFINISHED
from analysis.meetings import MeetingSums
from analysis.ratings import Ratings
from analysis.verdict import MIN_BLOCKS


def health(sums: MeetingSums, rated: Ratings) -> pd.DataFrame:
    """Checks: check, figure, is_ok, meaning."""
    n, manifest = sums.games[:, 0].sum(), sums.run.manifest
    n_expected = int(manifest["n_games"]) * len(manifest["tables"])
    unfinished = 1 - sums.games[:, 1].sum() / n
    mean = sums.seats.mean(1, keepdims=True)
    off = float((np.abs(sums.seats - mean) / mean).max())
    is_same = abs(sums.credit - sums.winners) < 1e-6 * max(sums.winners, 1)
    credit = f"{sums.credit:,.1f}".removesuffix(".0")
    rows = [
        ("games complete", f"{n:,.0f} of {n_expected:,}", n == n_expected, "rows read / planned"),
        (
            "shards verified",
            f"{len(sums.run.shards):,}",
            True,
            "files with the listed size and checksum; others are refused",
        ),
        ("enough blocks", sums.units.removesuffix(" blocks"), sums.n_blocks >= MIN_BLOCKS, "errors need blocks: >= 30"),
        (
            "unfinished games",
            f"{100 * unfinished:.3f} %",
            unfinished < MAX_UNFINISHED,
            "below 0.1 % of games; they count, and nobody wins them",
        ),
        ("credits add up", f"{credit} of {sums.winners:,.0f}", is_same, "win credits / wins to give out"),
        ("plan balanced", f"{100 * off:.2f} % off", off < 1e-9, "every style sits equally often in each chair"),
        ("ratings found", "yes" if rated.is_converged else "no", rated.is_converged, "the search for them ended"),
    ]
    return pd.DataFrame(rows, columns=["check", "figure", "is_ok", "meaning"])
