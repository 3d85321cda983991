"""One main turn: what may be done (N-D2), and doing it."""

from __future__ import annotations

from typing import Any

from . import activation, building, gains, wills
from .choices import Steps
from .data import Facility
from .state import Lens, Seat, State


def turn_options(g: State, p: Seat) -> dict[str, tuple[Any, ...]]:
    """N-D2 in listing order, `end` last."""
    options: dict[str, tuple[Any, ...]] = {}
    if p.ap >= g.rules["collect_ap"]:
        options.update({f"collect card={card}": ("collect", place) for place, card in enumerate(g.display) if card})
    options.update({f"will node={node}": ("will", node) for node in wills.legal_wills(g, p)})
    for name, facility in g.data.facilities.items():
        sources = activation.sources(g, p)
        if sources and _is_open(g, p, facility):
            for source in sources:
                options[f"activate facility={name} worker={source}"] = ("facility", facility, source)
    for lens in g.lenses:
        options.update(_lens_options(g, p, lens))
    options["end"] = ("end",)
    return options


def _is_open(g: State, p: Seat, facility: Facility) -> bool:
    """Whether a facility has room, can be paid and (polish) leads to a lens."""
    if facility.worker_limit and _standing(g, facility) >= facility.worker_limit:
        g.fire("N-A10")
        return False
    if p.ap < facility.ap:
        return False
    for kind, n in facility.pays.items():
        if (p.creativity if kind == "creativity" else p.items[kind]) < n:
            return False
    return facility.special != "make_lens" or building.can_build(g, p.hand)


def _standing(g: State, facility: Facility) -> int:
    """Workers that count against the limit: of the round, or (`negotiate_reopens`) those still there."""
    if g.rulings["negotiate_reopens"] or facility.special != "start_marker":
        return sum(g.facilities[facility.name])
    return g.negotiations


def _lens_options(g: State, p: Seat, lens: Lens) -> dict[str, tuple[Any, ...]]:
    sources = activation.sources(g, p, lens.number)
    if not sources:
        return {}
    worker = lens.worker
    verb = "activate" if worker is None else "restart" if worker.seat == p.seat else "persuade"
    mode = "plain" if worker is None else "take"
    if worker is not None:
        g.fire("N-A14")
    if not activation.is_payable(g, p, lens, mode):
        return {}
    return {f"{verb} lens={lens.number} worker={source}": (verb, lens, mode, source) for source in sources}


def act(g: State, p: Seat, action: tuple[Any, ...]) -> Steps[None]:
    """One action, with everything it sets off (N-R7)."""
    verb = action[0]
    g.fire("N-D2", f"N-D2 {verb}")
    if verb == "collect":
        gains.pay_ap(p, g.rules["collect_ap"])
        g.fire("N-A1")
        wills.collect(g, p, action[1])
    elif verb == "will":
        yield from wills.use_will(g, p, action[1])
    elif verb == "facility":
        yield from run_facility(g, p, action[1], action[2])
    elif verb in ("activate", "persuade", "restart"):
        _, lens, mode, source = action
        yield from activation.run(g, p, lens, mode, source)
    else:
        end_turns(g, p)


def end_turns(g: State, p: Seat) -> None:
    """N-A18."""
    p.has_ended = True
    g.fire("N-A18")
    if g.first_ended is None:
        g.first_ended = p.seat
        p.counts["first_to_end_count"] += 1


def run_facility(g: State, p: Seat, facility: Facility, source: activation.Source) -> Steps[None]:
    """N-A5, N-A6 and the facility's own rule."""
    activation.take_worker(g, p, source)
    g.facilities[facility.name][p.seat] += 1
    g.fire("N-A5", "N-A6", "N-A12")
    gains.pay_items(g, p, facility.pays)
    gains.pay_ap(p, facility.ap)
    if facility.special == "make_lens":
        yield from building.polish(g, p)
        return
    if facility.special == "start_marker":
        g.next_start = p.seat
        g.negotiations += 1
    p.counts[{"focus": "focus", "negotiate": "negotiates", "spirit": "spirits"}[facility.name]] += 1
    g.fire({"focus": "N-A8", "negotiate": "N-A9", "spirit": "N-A11"}[facility.name])
    gains.gain_ap(g, p, facility.yields.get("ap", 0))
    gains.gain_creativity(g, p, facility.yields.get("creativity", 0))
    yield from gains.gain_items(g, p, facility.yields)
