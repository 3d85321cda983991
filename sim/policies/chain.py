"""Joins the kernel families of a run into one `choose` (a chain of closures)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sim.game import GameSpec
from sim.kernel import kernel
from sim.policies import linear, random, user
from sim.policies.resolve import LINEAR, RANDOM, is_users
from sim.rng import fold

#: Sub-key of a resampled world's chance; games number theirs from 0.
CHANCE = 1 << 32


def _make_blind(choose: Callable[..., Any], determinize: Callable[..., Any]) -> Any:
    """A user's policy on a copy of the state in which the hidden part and all chance to come are resampled."""

    @kernel
    def choose_blind(states, tables, n, weights, memory, desk):  # type: ignore[no-untyped-def]
        desk.worlds[0] = states[0]
        core = states[0].core
        seat = core.actor
        world = desk.worlds[0]
        key = fold(desk.search_keys[seat], core.n_decisions)
        chance = fold(key, CHANCE)
        world.core.deal_key = fold(chance, 0)
        world.core.table_key = fold(chance, 1)
        for other in range(core.n_seats):
            if other != seat:
                world.core.policy_keys[other] = fold(chance, 2 + other)
        determinize(world, tables, seat, key)
        index = choose(world, tables, desk.offer, n, weights, memory, desk.spare)
        core.policy_draws[seat] = world.core.policy_draws[seat]
        return index

    return choose_blind


def _make_sighted(choose: Callable[..., Any]) -> Any:
    """A user's policy on a copy of the state as it is: what it writes there changes no game."""

    @kernel
    def choose_sighted(states, tables, n, weights, memory, desk):  # type: ignore[no-untyped-def]
        desk.worlds[0] = states[0]
        core = states[0].core
        seat = core.actor
        world = desk.worlds[0]
        index = choose(world, tables, desk.offer, n, weights, memory, desk.spare)
        core.policy_draws[seat] = world.core.policy_draws[seat]
        return index

    return choose_sighted


def _make_plain(choose: Callable[..., Any]) -> Any:
    """A user's policy that asks for no spare state."""

    @kernel
    def choose_plain(state, tables, actions, n, weights, memory, spare):  # type: ignore[no-untyped-def]
        return choose(state, tables, actions, n, weights, memory)

    return choose_plain


def _make_own(choose: Callable[..., Any]) -> Any:
    """A family of the engine: reads the state only through `features`, which know what the seat may know."""

    @kernel
    def choose_own(states, tables, n, weights, memory, desk):  # type: ignore[no-untyped-def]
        return choose(states[0], tables, desk.actions, n, weights, memory, desk.scratch[0], desk.values)

    return choose_own


def _make_link(place: int, first: Callable[..., Any], rest: Callable[..., Any]) -> Any:
    @kernel
    def choose(family, states, tables, n, weights, memory, desk):  # type: ignore[no-untyped-def]
        if family == place:
            return first(states, tables, n, weights, memory, desk)
        return rest(family, states, tables, n, weights, memory, desk)

    return choose


def _make_last(only: Callable[..., Any]) -> Any:
    @kernel
    def choose(family, states, tables, n, weights, memory, desk):  # type: ignore[no-untyped-def]
        return only(states, tables, n, weights, memory, desk)

    return choose


def make_family(game: GameSpec, family: str) -> Any:
    """Kernel of one family: `(states, tables, n, weights, memory, desk) -> index`."""
    if family == RANDOM:
        return _make_own(random.choose)
    if family == LINEAR:
        return _make_own(linear.make_linear(game.features))
    mine = user.load_policy(family, game)
    choose = mine.choose if mine.takes_spare else _make_plain(mine.choose)
    return _make_sighted(choose) if mine.sees_all else _make_blind(choose, game.determinize)


def make_chain(game: GameSpec, families: Sequence[str]) -> Any:
    """Kernel `(family, states, tables, n, weights, memory, desk) -> index`; `family` is an index of `families`."""
    kernels = [make_family(game, family) for family in families]
    chain = _make_last(kernels[-1])
    for place in range(len(kernels) - 2, -1, -1):
        chain = _make_link(place, kernels[place], chain)
    return chain


def chain_order(used: set[str]) -> tuple[str, ...]:
    """Families of a playout in the order of its chain; a user's by name and content, wherever the file lies.

    Beside a user's policy there is always `random`: the yardstick for its speed, in the same machine code.
    """
    own = {family for family in used if not is_users(family)}
    users = sorted(used - own, key=lambda family: (user.fingerprint(family), family))
    return (*sorted(own | {RANDOM} if users else own), *users)
