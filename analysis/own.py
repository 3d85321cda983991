"""What entries that only one character can have go with: his games with each of them against his games without."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import DifferenceSums
from analysis.cards import any_bit, is_untold, kept
from analysis.equality import benjamini_hochberg, holm, p_values
from analysis.intervals import mean_interval
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import MIN_GAMES, Ask
from sim.game import Column

Array = np.ndarray[Any, Any]


class OwnSums:
    """Win credit of a character with an entry of his own minus without it, over his finished games.

    Between the seats of one game nothing can be compared here: only one of them could have the entry, so the others
    would be compared with his character and not with his choice. Bits of the same label are copies of one entry.
    """

    def __init__(self, run: Run, column: Column) -> None:
        self.column, self.names = column, run.characters
        n_bits = 8 * np.dtype(column.dtype).itemsize * column.size
        self.bits: dict[tuple[int, str], list[int]] = {}
        for bit in range(min(n_bits, len(self.names) * column.bits_per_character)):
            label = run.label(column.name, bit)
            if label:  # bits without a name are no entries
                self.bits.setdefault((bit // column.bits_per_character, label), []).append(bit)
        self.is_named = column.name in (run.manifest.get("labels") or {})
        self.sums = DifferenceSums(len(self.bits))

    def add(self, seen: Seen) -> None:
        words = seen.rows[self.column.name]
        words = words if words.ndim == 3 else words[:, :, None]
        blocks = np.zeros((seen.n_blocks, len(self.bits), 4))
        whose: dict[int, tuple[Array, Array, Array]] = {}
        for at, ((character, _), bits) in enumerate(self.bits.items()):
            if character not in whose:
                whose[character] = _games_of(seen, character)
            plays, n, won = whose[character]
            if not n.any():
                continue
            has = any_bit(words, bits) & plays
            n_with = seen.rows.sum_blocks(has).sum(0) if has.any() else np.zeros_like(n)
            won_with = seen.rows.sum_blocks(seen.credit * has).sum(0) if has.any() else np.zeros_like(n)
            blocks[:, at] = np.stack([won_with, n_with, won - won_with, n - n_with], axis=1)
        self.sums.add(blocks)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row an entry that its character had, or that has a name, of the characters who played."""
        sums = self.sums
        n_with, n_without = sums.weights
        thin = np.minimum(n_with, n_without) < MIN_GAMES
        thin |= is_untold(sums.difference, sums.error)
        blocks = np.minimum(*sums.n_blocks_with)  # the side that fewer blocks tell of decides how sure the error is
        low, high = mean_interval(sums.difference, sums.error, blocks, ask.level)
        p = p_values(sums.difference, sums.error, blocks)
        with_it, without_it = sums.estimates
        frame = pd.DataFrame(
            {
                "column": self.column.name,
                "meaning": self.column.meaning or self.column.name,
                "unit": self.column.unit,
                "character": [self.names[character] for character, _ in self.bits],
                "label": [label for _, label in self.bits],
                "code": [bits[0] for bits in self.bits.values()],
                "n": (n_with + n_without).astype(np.int64),
                "n_with": n_with.astype(np.int64),
                "share_had": n_with / np.maximum(n_with + n_without, 1),
                "share_with": with_it,
                "share_without": without_it,
                "difference": sums.difference,
                "se": kept(sums.error, thin),
                "low": kept(low, thin),
                "high": kept(high, thin),
                "p_value": kept(p, thin),
                "is_thin": thin,
            }
        )
        frame = frame[(frame["n"] > 0) & (self.is_named | (frame["n_with"] > 0))].reset_index(drop=True)
        frame["p_holm"] = holm(frame["p_value"].to_numpy())
        frame["q_bh"] = benjamini_hochberg(frame["p_value"].to_numpy())
        return frame


def _games_of(seen: Seen, character: int) -> tuple[Array, Array, Array]:
    """Where a character sits in finished games, (n_seats, n); how often, and his credit, by block."""
    plays = (seen.character == character) & seen.finished
    return plays, seen.rows.sum_blocks(plays).sum(0), seen.rows.sum_blocks(seen.credit * plays).sum(0)
