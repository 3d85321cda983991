"""State conditions, amounts, die conditions and trigger filters (sections 8.2, 14.2, 14.6): questions, no changes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from .data import Entry
from .state import Seat, State


def all_hold(g: State, player: Seat, conditions: list[Any]) -> bool:
    """Whether every condition of an `if` list holds for a player."""
    for condition in conditions:
        is_met = holds(g, player, condition)
        word = condition if isinstance(condition, str) else next(iter(condition))
        g.fire(f"if {word} {'holds' if is_met else 'fails'}")
        if not is_met:
            return False
    return True


def holds(g: State, player: Seat, condition: Any) -> bool:
    """One condition: a word, or a table of one key."""
    if isinstance(condition, str):
        return _word_holds(g, player, condition)
    ((word, value),) = condition.items()
    measured = {
        "ponkotsu_count": _ponkotsu_count(g), "tokens": player.held, "bag": sum(p.bag for p in g.seats),
        "pool": len(player.pool), "slot_dice": len(g.dice_on(player)), "total": sum(g.dice_on(player)),
        "cards": len(player.cards),
    }  # fmt: skip
    if word == "track_at":
        return bool(player.cubes[value["track"]] == value["pos"])
    if word == "day_in":
        return g.day in value
    what, _, bound = word.rpartition("_")
    if bound == "min":
        return bool(measured[what] >= value)
    if bound == "max":
        return bool(measured[what] <= value)
    raise ValueError(f"unknown condition {word!r}")


def _word_holds(g: State, player: Seat, word: str) -> bool:
    if word == "self_ponkotsu":
        return player.is_ponkotsu
    if word == "self_normal":
        return not player.is_ponkotsu
    if word == "bag_empty":
        return all(p.bag == 0 for p in g.seats)
    if word == "score_last":
        return all(p.score >= player.score for p in g.seats)
    if word == "score_first":
        return all(p.score <= player.score for p in g.seats)
    if word == "is_start":
        return g.marker == player.seat
    if word == "not_start":
        return g.marker != player.seat
    if word == "someone_out":
        return any(not p.is_in for p in g.seats)
    raise ValueError(f"unknown condition {word!r}")


def _ponkotsu_count(g: State) -> int:
    return sum(p.is_ponkotsu for p in g.seats)


def amount(g: State, player: Seat, n: Any, die: int) -> int:
    """The amount of an op: a number, or a count times k up to a maximum. `die` = sum of the dice used."""
    if isinstance(n, int):
        return n
    g.fire(f"count {n['count']}")
    own = g.dice_on(player)
    counts = {
        "today": g.today, "die": die, "pool": len(player.pool), "slot_dice_own": len(own), "total_own": sum(own),
        "matches_own": own.count(g.today), "tokens_held": player.held, "bag_own": player.bag,
        "cards": len(player.cards), "events_held": len(player.events), "ponkotsu_count": _ponkotsu_count(g),
        "out_count": sum(not p.is_in for p in g.seats),
    }  # fmt: skip
    counted = counts[n["count"]] * int(n.get("times", 1))
    return min(counted, int(n["max"])) if "max" in n else counted


def today_test(g: State, face: int, test: str | None) -> bool:
    """A die against today's number: eq, ne, gt, lt, or no test."""
    if test is None or test == "none":
        return True
    return {"eq": face == g.today, "ne": face != g.today, "gt": face > g.today, "lt": face < g.today}[test]


def dice_fit(g: State, dice: tuple[int, ...], condition: Entry) -> bool:
    """Whether dice, faces rising, meet the die condition of an action card (its `n` apart)."""
    faces = condition.get("faces", [1, 2, 3, 4, 5, 6])
    if not all(face in faces and today_test(g, face, condition.get("today")) for face in dice):
        return False
    if not condition.get("sum_min", 0) <= sum(dice) <= condition.get("sum_max", 18):
        return False
    pattern = condition.get("pattern", "any")
    if pattern == "same":
        return len(set(dice)) == 1
    if pattern == "different":
        return len(set(dice)) == len(dice)
    if pattern == "run":
        return all(b == a + 1 for a, b in pairwise(dice))
    return True


def trigger_met(g: State, row: Entry, trigger: str, facts: dict[str, Any]) -> bool:
    """Whether a row of an event's `on` is met by what happened. `facts`: see `events.meet`."""
    if row["trigger"] != trigger:
        return False
    for name in ("mode", "kind", "who", "face", "rank"):
        if name in row and row[name] not in ("any", facts.get(name)):
            return False
    if "order" in row and row["order"] != "any" and row["order"] not in facts["order"]:
        return False
    dice = facts.get("dice", ())
    return all(face in row.get("faces", [1, 2, 3, 4, 5, 6]) and today_test(g, face, row.get("today")) for face in dice)
