"""Conditions of effects (`if`)."""

from sim.games.konoten import codes
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _one_holds(state, p, row):
    seat = state.seats[p]
    kind = int(row.kind)
    n = int(row.n)
    if kind >= codes.IF_HOLD_NONE:
        for k in range(3):
            asked = int(row.items[k])
            held = int(seat.items[k])
            if asked >= 0:
                if kind == codes.IF_HOLD_MIN and held < asked:
                    return False
                if kind != codes.IF_HOLD_MIN and held != asked:  # hold_none asks for 0
                    return False
        return True
    lens = state.lenses[int(state.act.lens)]
    if kind == codes.IF_OWNER_SELF:
        return lens.owner == p
    if kind == codes.IF_OWNER_OTHER:
        return lens.owner != p
    if kind == codes.IF_BASE_MIN:
        return lens.base_cost >= n
    if kind == codes.IF_CARDS_MIN:
        return lens.n_cards >= n
    if kind == codes.IF_PAYS:
        return lens.left[n] > 0
    if kind == codes.IF_YIELDS:
        return lens.right[n] > 0
    if kind == codes.IF_KINDS_DISJOINT:
        return int(lens.left_kinds) & int(lens.right_kinds) == 0
    return lens.left_kinds != lens.right_kinds


@kernel
def holds(state, tables, p, effect):
    """Whether every condition of an effect holds for seat p."""
    for i in range(int(effect.if_start), int(effect.if_start) + int(effect.if_n)):
        if not _one_holds(state, p, tables.conditions[i]):
            return False
    return True
