"""Slow and obvious: the same figures game by game, from a data frame with one row a seat and game."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd


def seats(columns: dict[str, np.ndarray]) -> pd.DataFrame:
    """One row a seat and game."""
    k, n = columns["win_share"].shape
    seat_columns = {name: c for name, c in columns.items() if c.ndim == 2}
    game_columns = {name: c for name, c in columns.items() if c.ndim == 1}
    frames = []
    for seat in range(k):
        frame = pd.DataFrame({name: c[seat] for name, c in seat_columns.items()})
        frames.append(frame.assign(seat=seat, **game_columns))
    assert len(frames[0]) == n
    return pd.concat(frames, ignore_index=True)


def clustered_mean(frame: pd.DataFrame, value: str) -> tuple[float, float]:
    """Mean of a column over rows, and its standard error from block sums (linearised ratio estimator)."""
    n_blocks = frame["block"].nunique()
    mean = frame[value].mean()
    residual = (frame[value] - mean).groupby(frame["block"]).sum()
    return mean, float(np.sqrt(n_blocks / (n_blocks - 1) * (residual**2).sum()) / len(frame))


def share_errors(frame: pd.DataFrame, by: str) -> np.ndarray:
    """Standard errors of win shares by place or character, everyone in every game, blocks of one size.

    Covariance of block means, and four imagined blocks of independent games where blocks differ less than those.
    """
    games = frame.pivot(index="game", columns=by, values="win_share")
    games["fair"] = games.mean(axis=1)
    blocks = games.groupby(frame.groupby("game")["block"].first()).mean()
    seen, alone = np.cov(blocks.T) / len(blocks), np.cov(games.T) / len(games)
    values, vectors = np.linalg.eigh(alone - seen)
    more = vectors @ np.diag(np.maximum(values, 0)) @ vectors.T
    return np.sqrt(np.diag(seen + 4 / (len(blocks) + 4) * more)[:-1])


def ties(frame: pd.DataFrame, k: int) -> dict[tuple[str, int], int]:
    """Numbers of shared wins and of equal top scores in finished games, by number of sharers."""
    found = dict.fromkeys(itertools.product(("win", "top"), range(2, k + 1)), 0)
    for _, game in frame[frame["is_finished"] == 1].groupby("game"):
        for kind, n in (
            ("win", int((game["win_share"] > 0).sum())),
            ("top", int((game["score"] == game["score"].max()).sum())),
        ):
            if n > 1:
                found[kind, n] += 1
    return found


def leads(columns: dict[str, np.ndarray]) -> pd.DataFrame:
    """Finished games round by round: who leads, who is last, what changes; one row a game and round."""
    found = []
    for game in np.flatnonzero(columns["is_finished"]):
        rounds = columns["round_score"][:, game].T
        won = {seat for seat, credit in enumerate(columns["win_share"][:, game]) if credit > 0}
        tops = [{seat for seat, points in enumerate(scores) if points == max(scores)} for scores in rounds]
        passed = [bool(a.isdisjoint(b)) for a, b in itertools.pairwise([*tops, won])]
        behind = max(max(max(scores) - scores[seat] for seat in won) for scores in rounds)
        for at, scores in enumerate(rounds):
            low = [seat for seat, points in enumerate(scores) if points == min(scores)]
            every = {
                "block": columns["block"][game], "game": game, "round": at + 1, "n_changes": sum(passed),
                "behind": behind, "margin": sorted(scores)[-1] - sorted(scores)[-2],
                "share": np.mean([columns["win_share"][seat, game] for seat in tops[at]]),
                "last": np.nan if len(low) == len(scores) else np.mean([columns["win_share"][s, game] for s in low]),
                "decided": all(top <= won for top in tops[at:]), "changed": passed[at - 1] if at else np.nan,
            }  # fmt: skip
            found.append(every)
    return pd.DataFrame(found)


def card_difference(frame: pd.DataFrame, bit: int) -> tuple[int, float]:
    """Games in which some finished seats had the card and some not; mean within-game difference of win share."""
    differences = []
    for _, game in frame[frame["is_finished"] == 1].groupby("game"):
        has = (game["owned"].to_numpy() >> bit) & 1 == 1
        if has.any() and not has.all():
            differences.append(game["win_share"].to_numpy()[has].mean() - game["win_share"].to_numpy()[~has].mean())
    return len(differences), float(np.mean(differences))


def bets(values: np.ndarray, half_width: float, games: int, look: int, most: float) -> list[float]:
    """Bet for a half-width on each observation of one share: by the variance of those before the last look."""
    found = []
    for t in range(len(values)):
        before = values[: t // look * look]
        squares = float(((before - before.mean()) ** 2).sum()) if len(before) else 0.0
        variance = (0.25 / games + squares) / (len(before) + 1)
        found.append(min(half_width / (variance + half_width**2), most))
    return found


def capital(values: np.ndarray, bets: list[float], candidate: float, sign: float) -> float:
    """What one coin becomes that is bet again and again on the mean being above (+1) or below (-1) the candidate."""
    coins = 1.0
    for x, bet in zip(values, bets, strict=True):
        coins *= 1 + sign * bet * (x - candidate)
    return coins


def bernstein_half_widths(values: np.ndarray, half_width: float, games: int, limit: float) -> np.ndarray:
    """Half-widths after each observation of the empirical-Bernstein confidence sequence, bets chosen for half_width."""
    bet_sum = spread = squares = total = 0.0
    found = []
    for t, x in enumerate(values):
        mean, variance = (total / t if t else 0.5), (0.25 / games + squares) / (t + 1)
        bet = min(half_width / (variance + half_width), 0.9)
        bet_sum += bet
        spread += (-np.log(1 - bet) - bet) * (x - mean) ** 2
        found.append((limit + spread) / bet_sum)
        squares += (x - mean) ** 2
        total += x
    return np.array(found)
