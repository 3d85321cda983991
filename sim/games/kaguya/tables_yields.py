"""A rough estimate of what a card brings: average amounts by kind of gain, for heuristic policies only.

Rules never read these numbers. A better player needs better numbers than these; a card's text stays what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.games.kaguya import layout
from sim.games.kaguya import tables_words as words

BAG, TOKENS, POINTS, DICE, CUBE, CURE, HARM, OTHER = range(layout.N_YIELDS)

#: Typical value of a counted amount in the middle of a day.
TYPICAL = {
    "today": 3.5, "die": 3.5, "pool": 3.0, "slot_dice_own": 1.5, "total_own": 5.0, "matches_own": 0.5,
    "tokens_held": 2.5, "bag_own": 0.7, "cards": 6.0, "events_held": 0.6, "ponkotsu_count": 1.4, "out_count": 0.8,
}  # fmt: skip

#: Share of players on whom an op with that target is meant to fall: gains for `self`, harm for the others.
SELF_WEIGHT = {"self": 1.0, "other": 0.0, "any": 1.0, "others": 0.0, "all": 1.0, "winner": 0.25}
OTHERS_WEIGHT = {"self": 0.0, "other": 1.0, "any": 0.0, "others": 3.0, "all": 3.0, "winner": 0.75}

#: Ops that only change one's own dice, or the board: (kind of gain, amount).
PLAIN = {
    "reroll": (DICE, 0.15), "set_die": (DICE, 0.35), "shift_die": (DICE, 0.25), "flip_die": (DICE, 0.15),
    "copy_die": (DICE, 0.15), "shield": (CURE, 0.5), "skip_roll": (CURE, 0.3), "slot_shift": (OTHER, 1.0),
    "slot_reroll": (OTHER, 0.5), "slot_remove": (OTHER, 1.0), "slot_move": (OTHER, 1.0), "slot_swap": (OTHER, 1.0),
    "set_today": (OTHER, 1.0), "extra_place": (OTHER, 1.5), "ready": (OTHER, 2.0), "lock": (OTHER, 0.7),
    "unreserve": (DICE, 0.3), "draw": (OTHER, 2.5), "take_board": (OTHER, 2.5), "extra_main": (OTHER, 0.7),
}  # fmt: skip


def yields(ops: Sequence[words.Op], costs: Sequence[words.Cost]) -> np.ndarray[Any, Any]:
    """Average gains of a list of ops after its costs, float32 by `layout.YIELDS`."""
    total = np.zeros(layout.N_YIELDS)
    for op in ops:
        total += _op(op)
    for cost in costs:
        _take_cost(total, cost)
    return total.astype(np.float32)


def worth(row: np.ndarray[Any, Any]) -> float:
    """One number for a row of yields, in points."""
    bag, tokens, points, dice, cube, cure, harm, other = (float(each) for each in row)
    return 4.0 * bag + tokens + points + 2.0 * dice + 3.0 * cube + cure + 0.5 * harm + other


def a_day(row: np.ndarray[Any, Any]) -> tuple[float, float]:
    """What a card to be reserved brings a day: bag tokens, and everything else in points."""
    bag, tokens, points, dice, cube, _, harm, other = (float(each) for each in row)
    return max(bag, 0.0), tokens + bag + points + 2.0 * dice + harm + other + 3.0 * cube


def _take_cost(total: np.ndarray[Any, Any], cost: words.Cost) -> None:
    n = cost.value if isinstance(cost.value, int) else 1
    kind = {"die": DICE, "token": TOKENS, "point": POINTS, "cube": CUBE, "ponkotsu": CURE}[cost.kind]
    total[kind] -= n


def _amount(op: words.Op) -> float:
    if op.n.count is None:
        return float(op.n.number or 0)
    return min(TYPICAL[op.n.count] * op.n.times, float(op.n.max))


def _op(op: words.Op) -> np.ndarray[Any, Any]:
    got = np.zeros(layout.N_YIELDS)
    chance = 0.6 if op.conditions else 1.0
    n = _amount(op)
    if op.op == "branch":
        return chance * np.asarray(np.mean([yields(option.do, []) for option in op.options], axis=0), dtype=np.float64)
    if op.op == "may":
        return chance * 0.7 * np.asarray(yields(op.do, op.cost), dtype=np.float64)
    if op.op in PLAIN:
        kind, amount = PLAIN[op.op]
        got[kind] = amount
    elif op.op == "bag":
        got[BAG] = n
        got[TOKENS] = 0.0 if op.src == "stock" else -n
    else:
        _people(got, op, n)
    return chance * got


def _people(got: np.ndarray[Any, Any], op: words.Op, n: float) -> None:
    """Ops on people: a gain for oneself, harm where it takes from others."""
    mine, theirs = SELF_WEIGHT[op.who], OTHERS_WEIGHT[op.who]
    gains = {"gain_die": DICE, "gain_token": TOKENS, "points": POINTS, "unbag": TOKENS}
    losses = {"lose_die": DICE, "lose_token": TOKENS}
    if op.op in gains:
        got[gains[op.op]] += mine * n
        got[HARM] -= theirs * n
    elif op.op in losses:
        got[losses[op.op]] -= mine * n if op.who != "any" else 0.0
        got[HARM] += (theirs or 1.0) * n
    elif op.op == "steal_points":
        got[POINTS] += n
        got[HARM] += n
    elif op.op == "move_cube":
        got[CUBE] += mine * op.by
        got[HARM] -= theirs * op.by
    elif op.op == "cure":
        got[CURE] += mine
    elif op.op == "afflict":
        got[HARM] += 2.0 * max(theirs, 1.0 if op.who == "any" else 0.0)
        got[CURE] -= 1.0 if op.who in ("self", "all") else 0.0
