"""Checks of what policies see: features, resampled worlds, luck to come."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from sim.contract.chance import noise, some_weights
from sim.contract.result import Fault
from sim.contract.room import Room, first_difference
from sim.contract.walk import Point, check_values
from sim.core import CORE
from sim.rng_twin import mix

Array = np.ndarray[Any, Any]

#: Fields of CORE that `determinize` may change: the keys of the luck to come.
KEYS = ("deal_key", "table_key")

#: What an honest game is told in which `determinize` changes CORE only.
NOTHING_DEALT = "nothing is dealt anew: if something is face down in this game, write `determinize`"


def _spoil(room: Room, fill: int) -> None:
    """Fill scratch and the buffer of actions with bytes that must not matter: zeros, or noise from seed `fill`."""
    for name in ("scratch", "actions"):
        buffer = getattr(room.table, name)
        content = noise(fill, buffer.nbytes) if fill else bytes(buffer.nbytes)
        buffer[:] = np.frombuffer(content, buffer.dtype)


def _values(room: Room, point: Point, weights: Array, fill: int) -> Array:
    _spoil(room, fill)
    return room.table.features(point.legal, weights)


def features(room: Room) -> str:
    """Values are finite, complete, linear in the weights, and depend on the state only."""
    room.games("features")
    n_features = len(room.game.feature_names)
    for number, point in enumerate(room.points):
        room.put(point)
        with room.at(point.where):
            weights = some_weights(number, n_features)
            values = _values(room, point, weights, 0)
            _finite(room, values)
            if values.tobytes() != _values(room, point, weights, 5).tobytes():
                raise Fault(
                    "`features` gives other values when scratch holds other bytes: it depends on what an earlier call "
                    "left there; fill scratch before reading it"
                )
            if number < room.sizes.tried:
                _linear(room, point, weights, values)
    return f"{len(room.points):,} decision points, {n_features} features"


def _finite(room: Room, values: Array) -> None:
    check_values(values.tolist())
    if not np.isnan(room.table.values[len(values) :]).all():
        raise Fault(f"`features` writes more than the n = {len(values)} values that it is asked for")


def _linear(room: Room, point: Point, weights: Array, values: Array) -> None:
    """The value is the sum of weight times feature, with features that do not depend on the weights."""
    rows = np.array([_values(room, point, row, 0) for row in np.eye(len(weights))])
    sums = weights @ rows
    scale = np.abs(weights) @ np.abs(rows) + 1.0
    if (np.abs(sums - values) > 1e-9 * scale).any():
        i = int(np.argmax(np.abs(sums - values) / scale))
        raise Fault(
            f"`features`: the value of action {point.legal[i]} is {values[i]:.6g}, but weights times features add up "
            f"to {sums[i]:.6g}: a feature must not depend on the weights"
        )


def honesty(room: Room) -> str:
    """Features do not change when the hidden world is resampled."""
    n_features = len(room.game.feature_names)
    rows = [some_weights(key, n_features) for key in (1, 2)]
    kinds: Counter[str] = Counter()
    n_dealt = 0
    for point in room.points:
        core = room.put(point)
        seat = int(core["actor"])
        kinds[point.kind] += 1
        with room.at(point.where):
            before = [_values(room, point, row, 0) for row in rows]
            for key in range(room.sizes.worlds):
                room.put(point)
                room.table.determinize(seat, 1000 + key)
                n_dealt += _outside_core(room.table.state) != _outside_core(point.state)
                after = [_values(room, point, row, 0) for row in rows]
                if any(a.tobytes() != b.tobytes() for a, b in zip(after, before, strict=True)):
                    raise Fault(_leak(room, point, 1000 + key))
    listed = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))
    nothing = "" if n_dealt else f"; {NOTHING_DEALT}"
    return f"{len(room.points):,} decision points ({listed}) in {room.sizes.worlds} resampled worlds each{nothing}"


def _outside_core(state: Array) -> bytes:
    """A state's bytes after CORE, which is its first field."""
    return state.tobytes()[CORE.itemsize :]


def _leak(room: Room, point: Point, key: int) -> str:
    """Which features know something hidden."""
    names = room.game.feature_names
    known = []
    for i, row in enumerate(np.eye(len(names))):
        room.put(point)
        before = _values(room, point, row, 0)
        room.table.determinize(int(point.state[0]["core"]["actor"]), key)
        if before.tobytes() != _values(room, point, row, 0).tobytes():
            known.append(names[i])
    return (
        f"`features` knows what seat {int(point.state[0]['core']['actor']) + 1} cannot see: "
        f"{', '.join(known) or 'a feature'} changes when `determinize` resamples the hidden world (or `determinize` "
        "resamples what that seat does see)"
    )


def worlds(room: Room) -> str:
    """`determinize` is a function of its key, leaves CORE alone, and makes worlds that can be played on."""
    n_changed = 0
    for number, point in enumerate(room.points):
        seat = int(room.put(point)["actor"])
        with room.at(point.where):
            room.table.determinize(seat, number)
            world = room.table.state.copy()
            room.put(point)
            room.table.determinize(seat, number)
            if found := first_difference(world[0], room.table.state[0]):
                raise Fault(f"`determinize` called twice with one key makes two worlds: {found}")
            _core_kept(point, world)
            n_changed += world.tobytes() != point.state.tobytes()
            if number < room.sizes.tried:
                _play_on(room)
    share = n_changed / max(len(room.points), 1)
    nothing = "" if n_changed else ": nothing is hidden"
    return f"{len(room.points):,} worlds, {share:.0%} differ from the game{nothing}"


def _core_kept(point: Point, world: Array) -> None:
    for name in CORE.names or ():
        if name not in KEYS and point.state["core"][name].tobytes() != world["core"][name].tobytes():
            raise Fault(f"`determinize` writes core.{name}: of CORE it may change only {' and '.join(KEYS)}")


def _play_on(room: Room) -> None:
    """Up to ten actions in the resampled world; a fault names `determinize`."""
    try:
        for step in range(10):
            if room.table.state[0]["core"]["is_over"]:
                return
            codes = room.table.legal()
            room.table.apply(codes[mix(step) % len(codes)])
    except Fault as fault:
        raise Fault(f"a world that `determinize` made cannot be played on: {fault}") from fault


def luck(room: Room) -> str:
    """Luck to come is hidden too: where it comes from a key in CORE, `determinize` must change that key."""
    used: Counter[str] = Counter()
    for point in room.points[: room.sizes.tried]:
        seat = int(room.put(point)["actor"])
        with room.at(point.where):
            room.table.determinize(seat, 77)
            kept = [key for key in KEYS if room.table.state["core"][key] == point.state["core"][key]]
            real = _course(room, point, {})
            for key in kept:
                if any(_course(room, point, {key: 12345 + i}) != real for i in range(3)):
                    used[key] += 1
                    raise Fault(
                        f"`determinize` leaves core.{key} as it is, and later luck is drawn from it: a policy could "
                        f"work out the draws to come; end `determinize` with core.{key} = fold(key, 1)"
                    )
    return "no draw to come can be foreseen"


def _course(room: Room, point: Point, keys: dict[str, int]) -> bytes:
    """The state (without the keys) after each of up to eight actions, the same in every world."""
    core = room.put(point)
    for name, value in keys.items():
        core[name] = value
    seen = []
    for step in range(8):
        if room.table.state[0]["core"]["is_over"]:
            break
        codes = room.table.legal()
        room.table.apply(codes[mix(step) % len(codes)])
        end = room.table.state.copy()
        for name in KEYS:
            end["core"][name] = 0
        seen.append(end.tobytes())
    return b"".join(seen)
