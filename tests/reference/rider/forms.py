"""Form changes (R-O)."""

from __future__ import annotations

from . import events, factions, moves
from .choices import Steps, ask
from .data import Warrior
from .state import Event, Seat, State


def form_changes(g: State, p: Seat, timing: str) -> Steps[None]:
    """FORM: RD3 until pass or nothing is left."""
    done: set[str] = set()
    while p.is_alive:
        options = form_options(g, p, timing, done)
        if not options:
            return
        if timing == "prep":
            g.fire("R-P2")
        choice = yield from ask(g, p, "RD3", {**options, "pass": None})
        if choice is None:
            return
        kind, new = choice
        done.add(kind)
        yield from swap(g, p, kind, new)


def form_options(g: State, p: Seat, timing: str, done: set[str]) -> dict[str, tuple[str, Warrior] | None]:
    """What is open at this timing (R-O1 to R-O4)."""
    limit = g.rulings["form_limit"]
    if (limit == "one_total" and done) or (limit == "one_a_turn" and p.forms_this_turn):
        return {}
    if not p.is_up and g.rulings["form_hidden"] == "off":
        return {}
    now = p.card
    free = [w for w in g.data.warriors if w.group == now.group and w.form != now.form and w.number in g.side]
    found = {
        "change": [w for w in free if now.icon_change and w.source == "change"],
        "up": [w for w in free if now.icon_up and w.source == "up" and w.price <= p.rage and timing == "prep"],
        "down": [w for w in free if w.form in p.before.get(now.form, ())],
    }
    return {f"form kind={kind} warrior={w.id}": (kind, w) for kind, ws in found.items() if kind not in done for w in ws}


def swap(g: State, p: Seat, kind: str, new: Warrior) -> Steps[None]:
    """R-O5."""
    old = p.card
    if kind == "up":
        moves.spend_rage(g, p, new.price)
        p.before[new.form] = set(p.forms_used)
    elif kind == "change":
        p.before[new.form] = set(p.before.get(old.form, ()))
    p.counts[f"forms_{kind}"] += 1
    p.forms_this_turn += 1
    p.forms_used.add(new.form)
    g.side.remove(new.number)
    g.side.add(old.number)
    p.warrior = new
    hp = min(p.hp, new.hp)
    if g.rulings["form_hp"] == "keep_lost":
        hp = max(1, new.hp - (old.hp - p.hp))
    p.counts["form_caps"] += p.hp - hp
    p.hp = hp
    factions.wake(g, p)
    g.fire("R-O1", "R-O5", {"change": "R-O2", "up": "R-O3", "down": "R-O4"}[kind])
    if p.is_up:
        yield from events.emit(g, Event("formed", object=p))
