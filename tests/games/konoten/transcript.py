"""Writes docs/konoten-transcript.txt: one whole game of konoten in words.

Run `.venv/bin/python tests/games/konoten/transcript.py` after an intended change of rules, cards or wording, and read
the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

from sim.games.konoten import GAME
from sim.plan import make_plan
from sim.playout import Player
from sim.trace import tell, trace

TRANSCRIPT = Path(__file__).resolve().parents[3] / "docs" / "konoten-transcript.txt"
SEED = 1
N_SEATS = 4
POLICY = "balanced"


def transcript() -> str:
    """The first game of the seed, as `fairseat replay` tells it."""
    data = GAME.load("standin", None, (), N_SEATS)
    plan = make_plan(GAME, 1, N_SEATS, (POLICY,), seed=SEED)
    player = Player(GAME, data, plan.policies, N_SEATS, SEED)
    records = trace(player, data, plan.rows(0, 0, 1), SEED)
    return "\n".join(line.rstrip() for line in tell(GAME, data, records, with_tables=False)) + "\n"


if __name__ == "__main__":
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")
