"""Gaining and paying: AP, creativity, materials, workers, growth; and the tasks that follow (N-M, N-G, N-T)."""

from __future__ import annotations

from typing import Any

from . import effects
from .choices import Steps, ask
from .data import MATERIALS
from .state import Seat, State

# Tracks


def gain_ap(g: State, p: Seat, n: int) -> None:
    """AP up to the cap (N-M6)."""
    kept = min(n, max(0, g.rules["ap_cap"] - p.ap))
    p.ap += kept
    if kept < n:
        p.counts["ap_lost_cap"] += n - kept
        g.fire("N-M6")


def pay_ap(p: Seat, n: int) -> None:
    """Pay AP."""
    assert 0 <= n <= p.ap
    p.ap -= n
    p.counts["ap_spent"] += n


def gain_creativity(g: State, p: Seat, n: int) -> None:
    """Creativity up to the cap (N-M6)."""
    kept = min(n, max(0, g.rules["creativity_cap"] - p.creativity))
    p.creativity += kept
    if kept < n:
        p.counts["creativity_lost_cap"] += n - kept
        g.fire("N-M6")


# Materials


def pay_items(g: State, p: Seat, items: dict[str, int]) -> None:
    """Materials back to the supply, creativity gone (N-M5)."""
    for kind, n in items.items():
        if kind in MATERIALS:
            assert 0 <= n <= p.items[kind]
            p.items[kind] -= n
            g.supply[kind] += n
            if n:
                g.fire("N-M5")
        elif kind == "creativity":
            assert 0 <= n <= p.creativity
            p.creativity -= n


def take_supply(g: State, p: Seat, items: dict[str, int]) -> dict[str, int]:
    """Take materials out of the supply, each kind cut to what is left (N-M4)."""
    batch = {}
    for kind in MATERIALS:
        wanted = items.get(kind, 0)
        batch[kind] = min(wanted, g.supply[kind])
        g.supply[kind] -= batch[kind]
        if batch[kind] < wanted:
            p.counts["materials_short_supply"] += wanted - batch[kind]
            g.fire("N-M4")
    return batch


def gain_items(g: State, p: Seat, items: dict[str, int]) -> Steps[dict[str, int]]:
    """A batch out of the supply; returns what was placed."""
    return (yield from place_batch(g, p, take_supply(g, p, items)))


def place_batch(g: State, p: Seat, batch: dict[str, int]) -> Steps[dict[str, int]]:
    """Place a batch that has left its origin (N-M2), then check tasks; returns what was placed."""
    total = sum(batch.values())
    if not total:
        return batch
    free = g.free_spaces(p)
    placed = batch
    if free > g.rules["grid_spaces"] - sum(p.items.values()) < total:
        g.fire(*(node.clause for node, _ in p.passives("no_grid_limit")))
    if total > free:
        placed = yield from _keep(g, p, batch, free)
    for kind in MATERIALS:
        p.items[kind] += placed[kind]
        g.supply[kind] += batch[kind] - placed[kind]
        p.counts["materials_lost_grid"] += batch[kind] - placed[kind]
    yield from check_tasks(g, p)
    return placed


def _keep(g: State, p: Seat, batch: dict[str, int], free: int) -> Steps[dict[str, int]]:
    """N-D6: which of the new ones to keep."""
    g.fire("N-M1", "N-M2", "N-M3", "N-D6", "N-M5")
    options = {}
    for light in range(min(batch["light"], free) + 1):
        for rainbow in range(min(batch["rainbow"], free - light) + 1):
            stagnation = free - light - rainbow
            if stagnation <= batch["stagnation"]:
                text = f"keep light={light} rainbow={rainbow} stagnation={stagnation}"
                options[text] = {"light": light, "rainbow": rainbow, "stagnation": stagnation}
    g.pending.append({"frame": "keep", "seat": p.seat + 1, **batch})
    kept: dict[str, int] = yield from ask(p, "N-D6", options)
    g.pending.pop()
    return kept


# Workers


def gain_worker(g: State, p: Seat, is_acted: bool) -> Steps[None]:
    """A token that has left its place becomes a worker in the lobby (N-G7, N-G8, N-G9)."""
    if is_acted:
        p.acted += 1
    else:
        p.unacted += 1
        p.counts["unacted_gained"] += 1
    p.counts["workers_gained"] += 1
    g.fire("N-G8" if is_acted else "N-G7", "N-G9")
    yield from effects.meet(g, p, "on_worker_gained")


def worker_from_stock(g: State, p: Seat, is_acted: bool) -> Steps[None]:
    """The same with a token from stock; nothing if there is none."""
    if p.stock:
        p.stock -= 1
        yield from gain_worker(g, p, is_acted)
    else:
        g.fire("N-G8 empty stock")


def spend_worker(g: State, p: Seat, except_lens: int, is_paid: bool = True) -> Steps[None]:
    """N-D10: return one own worker to stock, not the one on lens `except_lens` (0 = none is excepted).

    `is_paid`: to a lens (N-L5), else by N-C3.
    """
    options: dict[str, tuple[str, Any]] = {}
    if p.unacted:
        options["spend worker from=lobby_unacted"] = ("lobby_unacted", None)
    if p.acted:
        options["spend worker from=lobby_acted"] = ("lobby_acted", None)
    for name, places in g.facilities.items():
        if places[p.seat]:
            options[f"spend worker from=facility:{name}"] = ("facility", name)
    for lens in g.lenses:
        if lens.worker is not None and lens.worker.seat == p.seat and lens.number != except_lens:
            options[f"spend worker from=lens:{lens.number}"] = ("lens", lens)
    if not options:
        return  # an effect took the last one
    place, what = yield from ask(p, "N-D10", options)
    if place == "lobby_unacted" or (place == "lens" and not what.worker.is_acted):
        p.counts["unacted_spent"] += 1
    if place == "lobby_unacted":
        p.unacted -= 1
    elif place == "lobby_acted":
        p.acted -= 1
    elif place == "facility":
        g.facilities[what][p.seat] -= 1
    else:
        what.worker = None
    p.stock += 1
    p.counts["workers_spent"] += 1
    g.fire("N-D10", "N-G9", *([f"N-L5 {place}"] if is_paid else []))
    yield from effects.meet(g, p, "on_worker_returned")


# Growth


def growable(g: State, p: Seat) -> list[int]:
    """Nodes that can be grown now (N-G1, N-G2), rising."""
    nodes = [
        n for n, node in sorted(p.sheet.items())
        if n not in p.nodes and (not node.before or any(b in p.nodes for b in node.before))
    ]  # fmt: skip
    is_locked = p.passives("lock") or (g.rulings["growth_lock"] == "permanent" and p.was_locked)
    if is_locked and nodes:
        g.fire("N-G2", *(node.clause for node, _ in p.passives("lock")))
    return [] if is_locked else nodes


def grow(g: State, p: Seat, node: int) -> Steps[None]:
    """A token that has left its place fills a node (N-G4)."""
    assert node not in p.nodes
    listening = {*p.nodes, node} if g.rulings["grow_trigger_self"] else set(p.nodes)
    p.nodes.add(node)
    p.counts["growths"] += 1
    p.was_locked |= bool(p.passives("lock"))
    p.had_no_limit |= bool(p.passives("no_grid_limit"))
    clause = p.sheet[node].clause
    g.fire(f"{clause} grown", "N-G1", "N-G4")
    if not p.sheet[node].effects:
        g.fire(clause)
    yield from effects.meet(g, p, "once", among={node})
    yield from effects.meet(g, p, "on_grow", among=listening)


def grow_from_stock(g: State, p: Seat) -> Steps[None]:
    """N-G5: choose a node and fill it with a token from stock, if both exist."""
    nodes = growable(g, p) if p.stock else []
    if not nodes:
        g.fire("N-G5 nothing")
        return
    node: int = yield from ask(p, "N-D8", {f"grow node={n}": n for n in nodes})
    p.stock -= 1
    g.fire("N-G5", "N-G3", "N-D8")
    yield from grow(g, p, node)


def spendable_nodes(g: State, p: Seat) -> list[int]:
    """Filled nodes that may be spent as growth (N-G6), rising."""
    return [n for n in sorted(p.nodes) if n != 0 or g.rulings["allow_spend_start_node"]]


def spend_growth(g: State, p: Seat) -> Steps[None]:
    """N-D9: a filled node's token goes to stock."""
    nodes = spendable_nodes(g, p)
    if not nodes:
        return  # an effect took the last one
    node: int = yield from ask(p, "N-D9", {f"spend growth node={n}": n for n in nodes})
    p.nodes.remove(node)
    p.stock += 1
    p.counts["growths_spent"] += 1
    is_middle = any(node in p.sheet[n].before for n in p.nodes)
    g.fire("N-G6", "N-D9", "N-G6 start node" if node == 0 else "N-G6 other node")
    if is_middle:
        g.fire("N-G6 middle node")


# Tokens and tasks


def use_token(g: State, p: Seat, cause: str) -> Steps[None]:
    """A token off the stock (cause "supply") or a task space ("task light"): a worker or a growth (N-R4, N-T3)."""
    decision = "N-D1" if cause == "supply" else "N-D7"
    options: dict[str, int | None] = {f"{cause} worker": None}
    options.update({f"{cause} grow node={n}": n for n in growable(g, p)})
    g.pending.append({"frame": "token", "seat": p.seat + 1, "cause": cause})
    node: int | None = yield from ask(p, decision, options)
    g.pending.pop()
    g.fire(decision, f"{decision} worker" if node is None else f"{decision} grow", "N-G3")
    if node is None:
        yield from gain_worker(g, p, is_acted=False)
    else:
        yield from grow(g, p, node)


def check_tasks(g: State, p: Seat) -> Steps[None]:
    """N-T2; under `end_of_action` the check waits for `settle`."""
    if g.rulings["task_timing"] == "end_of_action":
        g.dirty.add(p.seat)
    else:
        yield from _reach_tasks(g, p)


def settle(g: State, first: Seat) -> Steps[None]:
    """The checks put off until the end of an action: each time the first seat in turn order from `first`."""
    while g.dirty:
        p = next(p for p in g.order(first.seat) if p.seat in g.dirty)
        g.dirty.remove(p.seat)
        g.fire("task_timing=end_of_action")
        yield from _reach_tasks(g, p)


def _reach_tasks(g: State, p: Seat) -> Steps[None]:
    for task, (what, needed) in g.data.tasks.items():
        has = len(g.lenses_of(p)) if what == "lens" else p.items[what]
        if task in p.tasks and has >= needed:
            p.tasks.remove(task)
            p.counts[f"task_round_{task}"] = g.round
            g.fire("N-T1", "N-T2", "N-T3", f"N-T1 {task}", f"N-T3 in {g.phase}")
            yield from use_token(g, p, f"task {task}")
