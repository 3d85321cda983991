"""Writes docs/kaguya-transcript.txt: one whole game of kaguya in words.

Run `.venv/bin/python tests/games/kaguya/transcript.py` after an intended change of rules, cards or wording, and read
the difference before committing it. All four seats play at random, so that tuning a policy does not change the file.
"""

from __future__ import annotations

from pathlib import Path

from sim.games.kaguya import GAME
from sim.plan import make_plan
from sim.playout import Player
from sim.trace import tell, trace

TRANSCRIPT = Path(__file__).resolve().parents[3] / "docs" / "kaguya-transcript.txt"
SEED = 1


def transcript() -> str:
    """The first game of the seed, as `fairseat replay` tells it."""
    data = GAME.load("standin", None, (), 4)
    plan = make_plan(GAME, 1, 4, ("random",), seed=SEED)
    player = Player(GAME, data, plan.policies, 4, SEED)
    records = trace(player, data, plan.rows(0, 0, 1), SEED)
    return "\n".join(line.rstrip() for line in tell(GAME, data, records, with_tables=False)) + "\n"


if __name__ == "__main__":
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")
