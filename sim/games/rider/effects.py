"""EFFECT: what a used card does to one target (R-B, R-Y, R-U1)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.battle import push_area, push_burst, push_coerce, push_duel, push_share
from sim.games.rider.bits import remove
from sim.games.rider.damage import push_link
from sim.games.rider.nullify import push_nullify
from sim.games.rider.picks import push_pickcard
from sim.games.rider.stack import is_in, pop, push
from sim.games.rider.strike import push_strike
from sim.games.rider.zones import draw_cards, equip, has_judged, heal, place_judged
from sim.kernel import kernel

# mypy: ignore-errors

# EFFECT: seat = user, other = target, cause = place of the USE frame.


@kernel
def push_effect(state, p, q, use_at):
    push(state, st.FRAME_EFFECT, p, q).cause = use_at


@kernel
def give_energy(state, tables, p, q):
    """R-B5 in the own play phase, R-Y8 rally."""
    healed = heal(state, q, int(tables.energy_heal))
    state.seats[p].aid[q] += healed
    note(state.core, c.R_B5, p, q)


@kernel
def place_delayed(state, use, q):
    """A delayed card is only placed; an illegal placement leaves it to the discard pile (R-A3)."""
    card, kind = int(use.card), int(use.kind)
    if has_judged(state.seats[q], kind):
        note(state.core, c.R_A3, q, kind)
        return
    remove(state.resolving, card)
    place_judged(state, q, card, kind)
    note(state.core, c.R_Y13 + kind - codes.STORM, q, 3)


@kernel
def do_basic(state, tables, use, p, q):
    """Effects of strikes, energy, charge, delayed cards and equipment, which no nullify stops."""
    kind = int(use.kind)
    if kind <= codes.LAST_STRIKE:
        push_strike(state, use, p, q)
    elif kind == codes.ENERGY:
        give_energy(state, tables, p, q)
    elif kind == codes.CHARGE:
        state.seats[p].charged += tables.charge_bonus
        note(state.core, c.R_B6, p, 0)
    elif kind <= codes.LAST_BATTLE:
        place_delayed(state, use, q)
    else:
        remove(state.resolving, int(use.card))
        equip(state, tables, q, int(use.card))


@kernel
def do_quick(state, tables, use, p, q):
    """Instant battle skills that are done at once or only take cards."""
    kind = int(use.kind)
    if kind == codes.BREAK:
        note(state.core, c.R_Y1, p, q)
        push_pickcard(state, p, q, st.TAKE_DISCARD, 1)
    elif kind == codes.SNATCH:
        note(state.core, c.R_Y2, p, q)
        push_pickcard(state, p, q, st.TAKE_STEAL, 1)
    elif kind == codes.SURGE:
        note(state.core, c.R_Y3, p, q)
        draw_cards(state, tables, q, int(tables.surge_draw))
    elif kind == codes.RALLY:
        note(state.core, c.R_Y8, p, q)
        state.seats[p].aid[q] += heal(state, q, int(tables.rally_heal))
    else:
        note(state.core, c.R_Y11, p, q)
        push_link(state, q, 1 - int(state.seats[q].is_linked))


@kernel
def do_battle(state, tables, use, p, q):
    """Effects of instant battle skills."""
    kind, card = int(use.kind), int(use.card)
    if kind == codes.DUEL:
        push_duel(state, p, q, card)
    elif kind == codes.COERCE:
        push_coerce(state, p, q, int(use.d))
    elif kind == codes.SWARM or kind == codes.BARRAGE:
        push_area(state, p, q, kind, card)
    elif kind == codes.SHARE_OUT:
        push_share(state, p, q)
    elif kind == codes.FLAME_BURST:
        push_burst(state, p, q, card)
    else:
        do_quick(state, tables, use, p, q)


@kernel
def run_effect(state, tables, frame):
    """EFFECT: nullify window for instant battle skills, then the effect."""
    p, q = int(frame.seat), int(frame.other)
    use = state.frames[int(frame.cause)]
    if use.kind < codes.BREAK or use.kind > codes.FLAME_BURST:
        pop(state)
        do_basic(state, tables, use, p, q)
        return
    if frame.step == 0:
        frame.step = 1
        push_nullify(state, tables, frame)
        return
    is_stopped = frame.got != 0 or not is_in(state.alive, q)
    kind = int(use.kind)
    if kind == codes.DUEL or kind == codes.BREAK or kind == codes.SNATCH or kind == codes.FLAME_BURST:
        is_stopped = is_stopped or not is_in(state.alive, p)
    pop(state)
    if not is_stopped:
        do_battle(state, tables, use, p, q)
