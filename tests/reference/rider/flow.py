"""The game from setup to the end: turns and phases (R-S, R-T, R-P to R-E)."""

from __future__ import annotations

from . import events, factions, judging, moves, space, using
from .choices import Steps, ask, ask_card
from .forms import form_changes
from .state import Event, GameOverError, Seat, State


def play(g: State) -> Steps[None]:
    """A whole game."""
    try:
        yield from setup(g)
        yield from rounds(g)
    except GameOverError:
        pass


def setup(g: State) -> Steps[None]:
    """R-S3 to R-S9, RD1."""
    g.fire("R-S3", "R-S9")
    if g.rulings["ex_cards"]:
        g.fire("R-S8")
    order = g.all_from(g.first)
    for p in order:
        warrior = yield from ask(g, p, "RD1", {f"keep warrior={card.id}": card for card in p.offers})
        p.warrior = warrior
        g.fire("R-S4")
        g.side.remove(warrior.number)
        p.forms_used = {warrior.form}
        p.facts["warrior_start"] = warrior.number
    g.fire("R-S5", "R-S6")
    n = g.rules["start_hand"]
    top = g.draw[::-1]
    for p in order:
        p.hp = p.card.hp
        factions.wake(g, p)
        p.rage = min(g.rules["start_rage"], g.rules["rage_cap"])
        p.hand = set(top[p.person * n : (p.person + 1) * n])
    del g.draw[max(0, len(g.draw) - n * len(order)) :]
    moves.refill(g)
    for place, p in enumerate(order):
        n_drawn = moves.draw(g, p, g.rules["handicap"][place])
        p.counts["drawn"] -= n_drawn


def rounds(g: State) -> Steps[None]:
    """R-T1, R-T5, R-V5."""
    seat = g.first
    while True:
        yield from turn(g, g.seats[seat])
        while g.inserted:
            p = g.seats[g.inserted.pop()]
            if p.is_alive:
                g.fire("R-T1")
                yield from turn(g, p)
        steps = [q.seat for q in g.all_from((seat + 1) % len(g.seats))]
        nxt = next(s for s in steps if g.seats[s].is_alive)
        g.fire("R-T1")
        if nxt != steps[0]:
            g.fire("R-Z4")
        if g.first in steps[: steps.index(nxt) + 1]:
            _end_round(g)
        seat = nxt


def _end_round(g: State) -> None:
    """R-T5, R-V5."""
    g.fire("R-T5")
    for p in g.seats:
        p.hp_rounds.append(p.hp if p.is_alive else 0)
    if g.round >= g.rules["round_cap"]:
        g.fire("R-V5")
        g.end_reason = 2
        raise GameOverError
    g.round += 1


def turn(g: State, p: Seat) -> Steps[None]:
    """TURN: one turn, ordinary or inserted."""
    g.turn_seat = p.seat
    g.counts["turns"] += 1
    if p.is_inverted:
        g.fire("R-T2")
        g.counts["skipped_turns"] += 1
        factions.reset(g, p, "inversion")
        clean_up(g, p)
        return
    for name, phase in (("prep", prep), ("judge", judge), ("draw", draw), ("play", play_phase),
                        ("discard", discard), ("end", end)):  # fmt: skip
        if not p.is_alive:
            g.fire("R-T4")
            break
        g.phase = name
        if name in p.skips:
            g.fire("R-T3")
            p.skips.discard(name)
            continue
        yield from phase(g, p)
    clean_up(g, p)


def _start(g: State, p: Seat, event: Event) -> Steps[bool]:
    """The event at the start of a phase; whether the phase goes on."""
    yield from events.emit(g, event)
    if g.phase in p.skips:
        g.fire("R-T3")
        p.skips.discard(g.phase)
        return False
    return p.is_alive


def prep(g: State, p: Seat) -> Steps[None]:
    """R-P1 to R-P4."""
    if g.rulings["prep_order"] == "return_first":
        take_back(g, p)
    if not p.is_up and (yield from ask(g, p, "RD2", {"reveal": True, "pass": False})):
        g.fire("R-P1")
        if (yield from factions.reveal(g, p, 1)) and p.is_alive:
            factions.supply(g, p)
    if p.is_alive:
        yield from form_changes(g, p, "prep")
    if p.is_alive and g.rulings["prep_order"] != "return_first":
        take_back(g, p)
    if p.is_alive:
        if any(skill.trigger == "prep_start" for skill in p.card.skills):
            g.fire("R-P4")
        yield from _start(g, p, Event("prep_start", object=p))


def take_back(g: State, p: Seat) -> None:
    """R-P3."""
    rights = p.sideways if g.rulings["sideways_reset"] == "own_preparation" else ()
    if p.down or p.face_down or rights:
        g.fire("R-P3")
    p.hand |= p.down
    p.down.clear()
    p.face_down.clear()
    if g.rulings["sideways_reset"] == "own_preparation":
        p.sideways.clear()


def judge(g: State, p: Seat) -> Steps[None]:
    """R-J1."""
    if (yield from _start(g, p, Event("judge_start", object=p))):
        yield from judging.judgement_phase(g, p)


def draw(g: State, p: Seat) -> Steps[None]:
    """R-D1."""
    event = Event("draw_start", object=p)
    if (yield from _start(g, p, event)):
        g.fire("R-D1")
        moves.draw(g, p, max(0, space.draw_number(g, p) + event.extra))


def play_phase(g: State, p: Seat) -> Steps[None]:
    """R-A1: RD4 until `end`."""
    for key in [key for key in p.uses if key[0] == "p1"]:
        del p.uses[key]
    while p.is_alive:
        options = play_options(g, p)
        action = yield from ask(g, p, "RD4", options)
        g.fire("R-A1")
        if action is None:
            return
        kind, value = action
        if kind == "use":
            yield from using.use_in_play(g, p, value)
        elif kind == "recast":
            g.fire("R-Y11")
            p.counts["battle_skills"] += 1
            yield from recast(g, p, value)
        else:
            yield from events.use_skill(g, p, value, None)


def recast(g: State, p: Seat, card: int) -> Steps[None]:
    """R-Y11: the card is discarded, then cards are drawn."""
    yield from moves.discard(g, p, card)
    if p.is_alive:
        moves.draw(g, p, g.rules["recast_draw"])


def play_options(g: State, p: Seat) -> dict[str, tuple[str, object] | None]:
    """RD4 in listing order."""
    options: dict[str, tuple[str, object] | None] = {}
    for way in using.play_ways(g, p):
        options[way.text(g, "use")] = ("use", way)
    for card in sorted(p.hand):
        if g.cards[card].kind == "link_up":
            options[f"recast card={g.cards[card].id}"] = ("recast", card)
    for skill in g.skills(p, "P"):
        if events.is_free(g, p, skill, None):
            options[f"skill id={skill.id}"] = ("skill", skill)
    options["end"] = None
    return options


def discard(g: State, p: Seat) -> Steps[None]:
    """R-X1, R-X2, R-G1."""
    g.phase, p.rage_this_turn = "discard", 0
    if not (yield from _start(g, p, Event("discard_start", object=p))):
        return
    n = p.n_hand - space.hand_limit(g, p)
    if n <= 0 and p.hand and g.rulings["rage_gain"] == "voluntary_one":
        options: dict[str, int | None] = {f"discard card={g.cards[c].id}": c for c in sorted(p.hand)}
        card = yield from ask(g, p, "RD10", {**options, "pass": None})
        if card is not None:
            yield from discard_one(g, p, card)
    if n > 0 and p.down:
        g.fire("R-C3")
    while n > 0 and p.hand and p.is_alive:
        yield from discard_one(g, p, (yield from ask_card(g, p, "RD10", "discard", sorted(p.hand))))
        n -= 1
    if n > 0 and p.is_alive:
        g.fire("R-X2")
    if p.is_alive:
        yield from events.emit(g, Event("discard_end", object=p))


def discard_one(g: State, p: Seat, card: int) -> Steps[None]:
    """R-X1: a card of the discard phase."""
    g.fire("R-X1")
    yield from moves.own_discard(g, p, card)


def end(g: State, p: Seat) -> Steps[None]:
    """R-E1."""
    g.fire("R-E1")
    if (yield from _start(g, p, Event("end_start", object=p))):
        yield from form_changes(g, p, "end")


def clean_up(g: State, p: Seat) -> None:
    """R-E1: what lasts for a turn ends."""
    for q in g.seats:
        for key in [key for key in q.uses if key[0] in ("t1", "p1")]:
            del q.uses[key]
        q.charge = q.strikes_used = q.charges_used = q.forms_this_turn = 0
        q.dropped.clear()
    p.skips.clear()
