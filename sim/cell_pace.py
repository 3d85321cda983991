"""How long cells take: the time that is left, and when one is given up."""

from __future__ import annotations

import time

#: Value of a timeout that is found from what was played.
AUTO = "auto"

#: A cell is given up when it told of no game for so many seconds, and for FACTOR times the longest wait before.
LEAST_SECONDS = 60.0
FACTOR = 10.0
#: The same where games are told of a whole shard at a time.
SHARD_SECONDS = 600.0
#: Seconds until a cell plays its first game: loading, compiling, trying users' policies.
FIRST_SECONDS = 900.0
#: Seconds of play before an estimate of the rest is worth saying.
TELLING_SECONDS = 1.0


class Pace:
    """Work done and the seconds that it took; a cell that is lost or a compile counts for neither."""

    def __init__(self, n_units: int) -> None:
        self._left = float(n_units)
        self._units = self._seconds = 0.0  # measured
        self._done = 0  # of the cell in play
        self._heard_at: float | None = None

    def hear(self, n_done: int, is_first: bool) -> None:
        """`n_done` units of the cell in play are done; with `is_first` they were there when it began."""
        now = time.monotonic()
        self._left -= n_done - self._done
        is_kept = is_first and n_done > 0
        if self._heard_at is not None and not is_kept:  # the time between cells is part of the pace
            self._seconds += now - self._heard_at
            self._units += n_done - self._done
        self._heard_at, self._done = now, n_done

    def pause(self) -> None:
        """What happens until the next games is no play."""
        self._heard_at = None

    def end(self, n_units: int) -> None:
        """The cell in play is done; it had `n_units`."""
        self._left -= n_units - self._done
        self._done = 0

    def lose(self, n_units: int) -> None:
        """The cell in play is over without an end."""
        self.end(n_units)
        self.pause()

    def seconds_left(self) -> float | None:
        """Seconds for the rest at the pace so far; None while there is too little to say."""
        if self._units <= 0 or self._seconds < TELLING_SECONDS:
            return None
        return max(self._left, 0.0) * self._seconds / self._units


class Patience:
    """When a cell is given up.

    Parameters
    ----------
    timeout
        "auto", seconds that a cell may play, or None.
    is_prompt
        Whether games are told of soon after they end, not a shard at a time.
    """

    def __init__(self, timeout: str | float | None, is_prompt: bool = True) -> None:
        self._timeout = timeout
        self._least = LEAST_SECONDS if is_prompt else SHARD_SECONDS
        self._longest = 0.0
        self._began_at = self._heard_at = time.monotonic()
        self._has_played = False

    def begin(self) -> None:
        """A cell begins."""
        self._began_at = self._heard_at = time.monotonic()
        self._has_played = False

    def hear(self) -> None:
        """Games of the cell have ended, or it is about to play its first."""
        now = time.monotonic()
        if self._has_played:
            self._longest = max(self._longest, now - self._heard_at)
        else:
            self._began_at, self._has_played = now, True
        self._heard_at = now

    def is_over(self) -> str:
        """Why the cell is to be given up, in words; "" while it is not."""
        now = time.monotonic()
        if self._timeout is None:
            return ""
        if not self._has_played:
            waits = now - self._began_at > FIRST_SECONDS
            return f"its first game had not begun after {FIRST_SECONDS:,.0f} s" if waits else ""
        if isinstance(self._timeout, str):
            limit = max(self._least, FACTOR * self._longest)
            return f"no game ended for {limit:,.0f} s" if now - self._heard_at > limit else ""
        is_late = now - self._began_at > self._timeout
        return f"not done after {self._timeout:g} s of play" if is_late else ""
