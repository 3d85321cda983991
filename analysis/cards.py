"""Association of cards and other ids with winning.

Here stand entries that every seat can have, compared within one game; `analysis.own` has those of single characters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.equality import benjamini_hochberg, holm, p_values
from analysis.intervals import mean_interval, share_interval
from analysis.parts import Item
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import MIN_GAMES, Ask
from sim.game import Column, Role

Array = np.ndarray[Any, Any]


class CardSums:
    """Win credit with a card minus without it, among the seats of one game, for the cards of a seat's bit set.

    Bits of the same label are copies of one card: a seat has the card if it has any of them.
    """

    def __init__(self, run: Run, column: Column) -> None:
        self.column = column
        n_bits = 8 * np.dtype(column.dtype).itemsize * column.size
        self.bits: dict[str, list[int]] = {}
        for bit in range(n_bits):
            self.bits.setdefault(run.label(column.name, bit), []).append(bit)
        self.difference, self.held, self.free = (RatioSums(len(self.bits)) for _ in range(3))
        self.names = run.characters
        self.seats, self.held_by = np.zeros(len(self.names)), np.zeros((len(self.bits), len(self.names)))

    def add(self, seen: Seen) -> None:
        self.seats += np.bincount(seen.character.ravel(), minlength=len(self.names))
        words = seen.rows[self.column.name]
        words = words if words.ndim == 3 else words[:, :, None]
        shape = (seen.n_blocks, len(self.bits))
        sums = {name: np.zeros(shape) for name in ("difference", "games", "won_with", "with")}
        for at, bits in enumerate(self.bits.values()):
            has = any_bit(words, bits)
            if has.any():
                self.held_by[at] += np.bincount(seen.character[has], minlength=len(self.names))
                self._add_bit(seen, at, has.astype(np.float64), sums)
        won = seen.rows.sum_blocks(seen.total_credit)[:, None]
        self.difference.add(sums["difference"], sums["games"])
        self.held.add(sums["won_with"], sums["with"])
        self.free.add(won - sums["won_with"], seen.n_seats * seen.n_games - sums["with"])

    def _add_bit(self, seen: Seen, bit: int, has: Array, sums: dict[str, Array]) -> None:
        n_with = has.sum(0)
        won = np.einsum("kn,kn->n", has, seen.credit)
        both = (n_with > 0) & (n_with < seen.n_seats) & seen.finished
        with np.errstate(divide="ignore", invalid="ignore"):
            without = (seen.total_credit - won) / (seen.n_seats - n_with)
            difference = np.where(both, won / n_with - without, 0.0)
        for name, values in (("difference", difference), ("games", both), ("won_with", won), ("with", n_with)):
            sums[name][:, bit] = seen.rows.sum_blocks(values)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a card that any seat ever had.

        `given_to` names the character who always had it, or who alone had it: with such a card he is compared. Those
        cards are judged at once among themselves: beside them, known to be off, any other would pass too easily.
        """
        d = self.difference
        thin = (d.x < MIN_GAMES) | is_untold(d.estimate, d.error)
        low, high = mean_interval(d.estimate, d.error, d.n_blocks_with, ask.level)
        p = p_values(d.estimate, d.error, d.n_blocks_with)
        frame = pd.DataFrame(
            {
                "column": self.column.name,
                "label": list(self.bits),
                "code": [bits[0] for bits in self.bits.values()],
                "given_to": [self._given_to(at) for at in range(len(self.bits))],
                "n": d.x.astype(np.int64),
                "seats_with": self.held.x.astype(np.int64),
                "share_with": self.held.estimate,
                "share_without": self.free.estimate,
                "difference": d.estimate,
                "se": kept(d.error, thin),
                "low": kept(low, thin),
                "high": kept(high, thin),
                "p_value": kept(p, thin),
                "is_thin": thin,
            }
        )
        frame = frame[self.held.x > 0].reset_index(drop=True)
        p, is_given = frame["p_value"].to_numpy(), (frame["given_to"] != "").to_numpy()
        p_holm, q_bh = np.full_like(p, np.nan), np.full_like(p, np.nan)
        for family in (is_given, ~is_given):
            p_holm[family], q_bh[family] = holm(p[family]), benjamini_hochberg(p[family])
        return frame.assign(p_holm=p_holm, q_bh=q_bh)

    def _given_to(self, at: int) -> str:
        held = self.held_by[at]
        if len(self.names) < 2 or not held.any():
            return ""
        bound = (held > 0) & ((held == self.seats) | (held == held.sum()))
        return self.names[int(np.argmax(bound))] if bound.any() else ""


def is_untold(difference: Array, error: Array) -> Array:
    """Where the blocks tell no error of a difference: one block, or the same in each of them."""
    untold: Array = ~(error > 0) & ~(np.abs(difference) < 1e-12)
    return untold


def kept(values: Array, thin: Array) -> Array:
    """Values, but NaN where games are too few for an error, an interval or a test."""
    return np.where(thin, np.nan, values)


def any_bit(words: Array, bits: list[int]) -> Array:
    """Whether any of the bits is set; words of shape (n_seats, n, n_words), bit b in word b // bits of a word."""
    size = 8 * words.dtype.itemsize
    masks = np.zeros(words.shape[2], dtype=f"u{words.dtype.itemsize}")
    for bit in bits:
        masks[bit // size] |= masks.dtype.type(1 << bit % size)
    hits: Array = np.zeros(words.shape[:2], bool)
    for word in np.flatnonzero(masks):
        hits |= (words[:, :, word] & masks[word].astype(words.dtype)) != 0
    return hits


class IdSums:
    """Win credit by the value of an id column: of the seat, or of place 1 where the id is the game's.

    Values of the same label are one.
    """

    def __init__(self, item: Item, run: Run) -> None:
        self.item, self.column, self.run = item, item.column, run
        self.first: dict[str, int] = {}  # label -> the code that stands for it
        self.sums: dict[int, RatioSums] = {}
        self.n_blocks = 0

    def add(self, seen: Seen) -> None:
        values = self.item.of(seen).astype(np.int64)
        credit = seen.credit if self.column.is_per_seat else (seen.credit * (seen.place == 0)).sum(0)
        found, codes = np.unique(self._merged(values), return_inverse=True)
        codes = codes.reshape(values.shape)
        y = seen.rows.count_blocks(codes, len(found), credit)
        x = seen.rows.count_blocks(codes, len(found))
        self.n_blocks += seen.n_blocks
        for at, code in enumerate(found):
            self.sums.setdefault(int(code), RatioSums(1)).add(y[:, at : at + 1], x[:, at : at + 1])

    def _merged(self, values: Array) -> Array:
        """Values with one code for each label."""
        found, inverse = np.unique(values, return_inverse=True)
        codes = [self.first.setdefault(self.run.label(self.column.name, int(code)), int(code)) for code in found]
        merged: Array = np.array(codes, np.int64)[inverse.reshape(values.shape)]
        return merged

    def frame(self, run: Run, ask: Ask) -> pd.DataFrame:
        """One row a value that occurred; the intervals hold for all values of the column at once."""
        rows = []
        for code in sorted(self.sums):
            sums = self.sums[code]
            sums.n_blocks = self.n_blocks  # blocks without the value are blocks all the same
            low, high = share_interval(sums.estimate, sums.error, sums.x, self.n_blocks, ask.level, len(self.sums))
            n = int(sums.x[0])
            rows.append(
                {
                    "column": self.item.name,
                    "meaning": self.item.meaning,
                    "label": run.label(self.column.name, code),
                    "code": code,
                    "whose": "seat" if self.column.is_per_seat else "place 1",
                    "n": n,
                    "share": sums.estimate[0],
                    "se": sums.error[0],
                    "low": low[0],
                    "high": high[0],
                    "is_thin": n < MIN_GAMES,
                }
            )
        return pd.DataFrame(rows)


def card_columns(run: Run) -> tuple[Column, ...]:
    """Bit sets of a seat whose entries every character can have."""
    return tuple(c for c in run.with_role(Role.MASK, True) if not c.bits_per_character)


def own_columns(run: Run) -> tuple[Column, ...]:
    """Bit sets of a seat whose entries belong to one character each."""
    return tuple(c for c in run.with_role(Role.MASK, True) if c.bits_per_character)


def id_columns(run: Run) -> tuple[Column, ...]:
    """The game's own ids that are events or choices: not those that `analysis.groups` compares, nor bare ones."""
    own = [c for s in (False, True) for c in run.with_role(Role.ID, s)]
    return tuple(c for c in own if not (c.compares or c.options_of or c.winner_of or c.is_bare))
