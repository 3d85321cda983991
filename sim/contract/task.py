"""What the contract tests are asked: which game, and how much to play; all sizes in one place."""

from __future__ import annotations

from dataclasses import dataclass

#: Seed of every game that the checks play.
SEED = 1


@dataclass(frozen=True)
class Task:
    """What is checked: a game as `registry.find` takes it, with the data files that a command line named."""

    game: str
    cards: str | None = None
    rules: str | None = None
    sets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Sizes:
    """Sizes of a run of the checks.

    Attributes
    ----------
    games
        Games of each policy and number of players that are played in batches (`-n`).
    walks
        Games of each policy and number of players that are played step by step.
    points
        Decision points that are looked at closely, spread over all kinds.
    worlds
        Resampled worlds of each of them.
    tried
        Decision points of which every legal action is tried.
    told
        Games that are put into words from beginning to end.
    blocks
        Deals that are compared.
    interpreted
        Games that the interpreter plays again, and ...
    interpreter_seconds
        ... after how long it starts no further one.
    verb_seconds, game_seconds, compile_seconds
        Longest time for one step, what each game of a batch adds to it, and longest time for compiling or importing,
        before a game counts as hanging.
    max_unfinished
        Largest share of games that may stay unfinished, at `max_decisions` or at a cap of the game.
    """

    games: int = 200
    walks: int = 12
    points: int = 1000
    worlds: int = 3
    tried: int = 150
    told: int = 4
    blocks: int = 40
    interpreted: int = 6
    interpreter_seconds: float = 15.0
    verb_seconds: float = 20.0
    game_seconds: float = 0.05
    compile_seconds: float = 600.0
    max_unfinished: float = 0.01
