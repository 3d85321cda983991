"""Pig solved exactly for hold-at-n players: an independent reference that shares no line with the game's folder.

A hold-at-n player looks at his own points only, so a turn is a random gain (0 = bust) whose chances depend on his own
banked points. Two ways lead to the first player's win probability: dynamic programming over (own points, rival's
points, who moves), and, for any number of players, the numbers of turns that each would need alone: they are
independent, and the least number wins, the earlier place first.

All functions take any number type: with `one=Fraction(1)` the answers are exact, with 1.0 they are float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True)
class Rules:
    """Constants of the game."""

    goal: int = 100
    sides: int = 6
    bust_face: int = 1


@dataclass(frozen=True)
class Player:
    """Holds as soon as the turn has `hold` points, or with what wins; starts with `start` points."""

    hold: int
    start: int = 0


@lru_cache(maxsize=None, typed=True)  # Fraction(1) equals 1.0
def gains(rules: Rules, need: int, one: Any) -> dict[int, Any]:
    """Chance of each gain of a turn that is held at `need` points or more; gain 0 is a bust."""
    alive = {0: one}
    done: dict[int, Any] = {0: 0 * one}
    for points in range(need):  # a total below `need` is rolled on with
        weight = alive.pop(points, 0 * one) / rules.sides
        for face in range(1, rules.sides + 1):
            if face == rules.bust_face:
                done[0] += weight
            else:
                target = alive if points + face < need else done
                target[points + face] = target.get(points + face, 0 * one) + weight
    return done


def turn(rules: Rules, player: Player, banked: int, one: Any) -> dict[int, Any]:
    """Chance of each gain of one turn of a player with `banked` points."""
    return gains(rules, min(player.hold, rules.goal - banked), one)


@dataclass(frozen=True)
class Duel:
    """What is known of a game of two, first player to move: all of it from one pass over the states."""

    wins: Any  # probability that the first player wins
    turns: Any  # mean number of turns of both together
    turns_first: Any  # mean number of turns of the first player
    busts_first: Any  # mean number of his busts
    no_bust_first: Any  # probability that he never busts


def duel(rules: Rules, first: Player, second: Player, one: Any = 1.0) -> Duel:
    """Dynamic programming over (points of the first, points of the second, who moves), from the goal down.

    A bust leaves the points as they are, so the two states of a pair of points lead to each other; for an expected
    sum that earns e when the first moves and f when the second does, with bust chances p and q,
    x = e + p y + ..., y = f + q x + ... is a pair of linear equations.
    """
    names = Duel.__dataclass_fields__
    value: dict[tuple[int, int], dict[str, tuple[Any, Any]]] = {}
    for a in range(rules.goal - 1, first.start - 1, -1):
        own = turn(rules, first, a, one)
        for b in range(rules.goal - 1, second.start - 1, -1):
            rival = turn(rules, second, b, one)
            here: dict[str, tuple[Any, Any]] = {}
            for name in names:
                x = _reward(name, "first", own[0], one)
                y = _reward(name, "second", own[0], one)
                for gain, chance in own.items():
                    if gain:
                        is_end = a + gain >= rules.goal
                        x += chance * (_end(name, "first", one) if is_end else value[a + gain, b][name][1])
                for gain, chance in rival.items():
                    if gain:
                        is_end = b + gain >= rules.goal
                        y += chance * (_end(name, "second", one) if is_end else value[a, b + gain][name][0])
                p = 0 * one if name == "no_bust_first" else own[0]  # his bust ends what is asked with "no"
                x = (x + p * y) / (1 - p * rival[0])
                here[name] = (x, y + rival[0] * x)
            value[a, b] = here
    start = value[first.start, second.start]
    return Duel(**{name: start[name][0] for name in names})


def _reward(name: str, mover: str, bust: Any, one: Any) -> Any:
    if name == "turns":
        return one
    if name == "turns_first" and mover == "first":
        return one
    return bust if name == "busts_first" and mover == "first" else 0 * one


def _end(name: str, winner: str, one: Any) -> Any:
    return one if (name == "wins" and winner == "first") or name == "no_bust_first" else 0 * one


def turns_needed(rules: Rules, player: Player, n_turns: int, one: Any = 1.0) -> list[Any]:
    """Chance that the player alone reaches the goal in exactly his t-th turn, t = 1 to `n_turns`."""
    at = {player.start: one}
    found = []
    for _ in range(n_turns):
        after: dict[int, Any] = {}
        arrived = 0 * one
        for banked, chance in at.items():
            for gain, share in turn(rules, player, banked, one).items():
                if banked + gain >= rules.goal:
                    arrived += chance * share
                else:
                    after[banked + gain] = after.get(banked + gain, 0 * one) + chance * share
        found.append(arrived)
        at = after
    return found


def race(rules: Rules, players: Sequence[Player], n_turns: int = 400, one: Any = 1.0) -> list[Any]:
    """Win probability of each place: who needs the fewest turns wins, among equals the earlier place.

    What lies beyond `n_turns` turns of everybody is left out; it is below 1e-12 for a goal of 100 and 400 turns.
    """
    needed = [turns_needed(rules, player, n_turns, one) for player in players]
    more = [_tail(chances, one) for chances in needed]  # more[j][t]: chance that j needs more than t turns
    shares = []
    for place, chances in enumerate(needed):
        share = 0 * one
        for t in range(1, n_turns + 1):
            term = chances[t - 1]
            for other in range(len(players)):
                if other != place:
                    term *= more[other][t] if other < place else more[other][t - 1]
            share += term
        shares.append(share)
    return shares


def _tail(chances: list[Any], one: Any) -> list[Any]:
    left = [one]
    for chance in chances:
        left.append(left[-1] - chance)
    return left
