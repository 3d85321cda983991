"""Games with a known truth as a data frame: any line-up of characters and policies, shared wins, shared luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Lineups:
    """What the rows are made from.

    Attributes
    ----------
    n_blocks, block_size
        Blocks, and games of a block: one line-up whose seats go round the places.
    place, character, policy
        Effects in log-odds; as many seats as places. Line-ups draw characters by `appears` (rarely seen ones have a
        low weight), and each seat its policy, where there are several, evenly.
    home
        Added to the utility of character c in place c.
    ties, unfinished
        Chance that another seat shares the win; that a game stays open.
    shared_luck
        Chance that a game uses the luck of its block.
    """

    n_blocks: int = 1250
    block_size: int = 4
    place: tuple[float, ...] = (0.3, 0.0, -0.1, -0.2)
    character: tuple[float, ...] = (0.5, 0.2, 0.0, -0.1, -0.6, 0.1)
    policy: tuple[float, ...] = (0.0,)
    appears: tuple[float, ...] = ()
    home: float = 0.0
    ties: float = 0.0
    unfinished: float = 0.0
    shared_luck: float = 0.3
    seed: int = 1

    @property
    def k(self) -> int:
        return len(self.place)


def games(truth: Lineups) -> dict[str, Array]:
    """Block (n,), finished (n,), and place, character, policy and credit of the seats, each (n, k)."""
    rng, k = np.random.default_rng(truth.seed), truth.k
    n = truth.n_blocks * truth.block_size
    weight = np.log(truth.appears or np.ones(len(truth.character)))
    order = (-weight - rng.gumbel(size=(truth.n_blocks, len(weight)))).argsort(1)[:, :k]
    block = np.repeat(np.arange(truth.n_blocks), truth.block_size)
    place = (np.arange(k)[None] + np.tile(np.arange(truth.block_size), truth.n_blocks)[:, None]) % k
    character = order[block]
    policy = rng.integers(0, len(truth.policy), (truth.n_blocks, k))[block]
    utility = np.array(truth.place)[place] + np.array(truth.character)[character] + np.array(truth.policy)[policy]
    utility = utility + truth.home * (place == character)
    luck = np.where(
        (rng.random(n) < truth.shared_luck)[:, None], rng.gumbel(size=(truth.n_blocks, k))[block],
        rng.gumbel(size=(n, k)),
    )  # fmt: skip
    winner = (utility + luck).argmax(1)
    credit = np.zeros((n, k))
    credit[np.arange(n), winner] = 1.0
    tied = rng.random(n) < truth.ties
    other = (winner + rng.integers(1, k, n)) % k
    credit[tied] /= 2
    credit[tied, other[tied]] = 0.5
    finished = rng.random(n) >= truth.unfinished
    credit = credit * finished[:, None]
    return {
        "block": block, "finished": finished, "place": place, "character": character, "policy": policy,
        "credit": credit,
    }  # fmt: skip


def frame_of(found: dict[str, Array]) -> pd.DataFrame:
    """The games as a data frame with the stored columns of a run; characters and policies by name."""
    columns: dict[str, Array] = {"block": found["block"], "is_finished": found["finished"].astype(np.int8)}
    for seat in range(found["place"].shape[1]):
        columns |= {
            f"win_share_{seat + 1}": found["credit"][:, seat], f"place_{seat + 1}": found["place"][:, seat] + 1,
            f"character_{seat + 1}": np.char.add("c", found["character"][:, seat].astype(str)),
            f"policy_{seat + 1}": np.char.add("p", found["policy"][:, seat].astype(str)),
        }  # fmt: skip
    return pd.DataFrame(columns)


def frame(truth: Lineups) -> pd.DataFrame:
    return frame_of(games(truth))


def dummies(found: dict[str, Array], names: tuple[str, ...]) -> Array:
    """Dummy covariates of the seats without the first level of each, (n, k, p): a coding of the test's own."""
    parts = [found[name][..., None] == np.arange(1, found[name].max() + 1) for name in names]
    return np.concatenate(parts, axis=2).astype(float)
