"""One whole game in words, kept in docs/<game>-transcript.txt."""

from __future__ import annotations

from pathlib import Path

from sim.game import GameSpec
from sim.plan import make_plan
from sim.trace import tell, trace

from .numbers import sets_for
from .players import player_of

DOCS = Path(__file__).resolve().parents[3] / "docs"


def kept_file(game: GameSpec) -> Path:
    """Where the transcript of a game is kept."""
    return DOCS / f"{game.name}-transcript.txt"


def transcript(game: GameSpec, policy: str, n_seats: int, pack: str = "standin", seed: int = 1) -> str:
    """The first game of the seed, all seats playing one policy, as `fairseat replay` tells it."""
    data = game.load(pack, None, sets_for(game, n_seats), n_seats)
    plan = make_plan(game, 1, n_seats, (policy,), seed=seed)
    player = player_of(game, data, plan)
    records = trace(player, data, plan.rows(0, 0, 1), seed)
    return "\n".join(line.rstrip() for line in tell(game, data, records, with_tables=False)) + "\n"


def first_difference(found: str, kept: str) -> str:
    """Where two texts first differ, in words; "" where they are the same."""
    new, old = found.splitlines(), kept.splitlines()
    for number, (line, was) in enumerate(zip(new, old, strict=False), start=1):
        if line != was:
            return f"line {number}: {line!r}, was {was!r}"
    return "" if len(new) == len(old) else f"{len(new)} lines, were {len(old)}"
