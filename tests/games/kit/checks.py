"""Invariants that every game has, as kernels."""

from __future__ import annotations

from sim.kernel import kernel

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


@kernel
def all_differ(actions, n):
    """Whether no action stands twice among the first n."""
    for i in range(n):
        for k in range(i):
            if actions[i] == actions[k]:
                return False
    return True


@kernel
def is_won_once(row, n_seats):
    """Whether the shares of a single win add up to 1, and the first places alone have one."""
    total = 0.0
    for p in range(n_seats):
        share = row.seats[p].win_share
        total += share
        if (row.seats[p].rank == 1) != (share > 0.0):
            return False
    return abs(total - 1.0) < 1e-12
