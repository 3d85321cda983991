"""Whether a lens can be run (N-L1), and what it costs in AP."""

from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import count_bits, note_passive, spendable
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def surcharge(state, tables, p, lens, mode, what):
    """AP on top for taking over an occupied lens (N-A15, N-A16, N-C201, N-C207, N-C509)."""
    if mode != st.MODE_TAKE and mode != st.MODE_FREE_TAKE:
        return 0
    if mode == st.MODE_FREE_TAKE and what == codes.SURCHARGE_FREE:
        return 0
    seat = state.seats[p]
    if lens.owner == p and seat.has_take_free != 0:
        return 0
    if lens.worker == p:
        return int(tables.restart_ap)
    return max(0, int(tables.persuade_ap) - int(seat.ap_less))


@kernel
def base_ap(tables, lens, mode):
    """AP of the hub (N-L3)."""
    if mode == st.MODE_FINAL or (mode >= st.MODE_TAKE and tables.take_pays_base != 0):
        return 0
    return int(lens.base_cost)


@kernel
def is_payable(state, tables, p, lens, mode, what, creativity_paid):
    """N-L1, after `creativity_paid` for a will; `what` is the SURCHARGE_ of a will that takes over."""
    seat = state.seats[p]
    if lens.owner != p and seat.has_ban != 0:
        note_passive(state, tables, p, codes.OP_BAN)
        return False
    spare = int(seat.ap) - surcharge(state, tables, p, lens, mode, what) - base_ap(tables, lens, mode)
    spare = min(spare, int(seat.creativity) - creativity_paid - int(lens.left[codes.CREATIVITY]))
    for kind in range(3):
        spare = min(spare, int(seat.items[kind]) - int(lens.left[kind]))
    if spare < 0:  # one branch for all: none of them can be foreseen
        return False
    if lens.left[codes.GROWTH] > 0 and count_bits(spendable(state, tables, p)) < lens.left[codes.GROWTH]:
        return False
    if lens.left[codes.LOBBY] > 0:
        executing = 0 if mode == st.MODE_FINAL else 1
        return n_workers(state, p) - executing >= lens.left[codes.LOBBY]
    return True
