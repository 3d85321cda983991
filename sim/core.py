"""What every game state starts with (CORE), and the small kernels that work on it."""

from __future__ import annotations

import numpy as np

from sim.kernel import small_kernel

#: Capacity constants. `fairseat check` names them when data exceed them.
MAX_SEATS = 12
MAX_NOTES = 384
MAX_LOG = 512
N_COUNTERS = 32

#: Fields of the CORE record: engine data that stands first in every game state.
CORE = np.dtype(
    (
        np.record,
        [
            ("deal_key", np.uint64),  # key of the stream `deal`; equal in games of one deal
            ("table_key", np.uint64),  # key of the stream `table`; equal in games of one deal
            ("policy_keys", np.uint64, (MAX_SEATS,)),  # by seat: key of the participant's stream `policy`
            ("policy_draws", np.uint32, (MAX_SEATS,)),  # by seat: draws made from that stream
            ("counters", np.uint32, (N_COUNTERS,)),  # draws made from the game's counted sub-streams
            ("n_decisions", np.int32),  # decision points asked so far, forced ones not counted
            ("longest_list", np.int32),  # length of the longest legal list so far
            ("n_log", np.int32),  # entries in `log`; may exceed MAX_LOG, then the rest was lost
            ("n_seats", np.int8),  # players in this game
            ("actor", np.int8),  # seat (0-based) that decides now
            ("is_over", np.int8),  # 1 when the game has ended
            ("end_reason", np.int8),  # how it ended: 0 while running, above 0 by the rules, below 0 unfinished
            ("is_logged", np.int8),  # 1: notes are also written to `log`
            ("characters", np.int8, (MAX_SEATS,)),  # by seat: character index
            ("participants", np.int8, (MAX_SEATS,)),  # by seat: participant index of the plan
            ("notes", np.uint8, (MAX_NOTES,)),  # 1 where the note's clause fired in this game
            ("log", np.int16, (MAX_LOG, 3)),  # (note, a, b) since the log was last emptied
        ],
    )
)


@small_kernel
def note(core, code, a, b):  # type: ignore[no-untyped-def]
    """Mark that clause (or chance event) `code` fired; while logging, keep it with two numbers."""
    core.notes[code] = 1
    if core.is_logged != 0:
        n = core.n_log
        if n < MAX_LOG:
            core.log[n, 0] = code
            core.log[n, 1] = a
            core.log[n, 2] = b
        core.n_log = n + 1
