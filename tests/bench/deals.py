"""What a game of a block is worth, with shared and with fresh deals: the tables of docs/design-of-blocks.md.

`python tests/bench/deals.py`, its options at the end of this file. A game is worth the variance that as many
independent games would have over the variance that blocks have: 2 means that 1,000 games are as good as 2,000.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Run:
    """What is played; without a policy the game's default."""

    game: str
    n_seats: int
    n_games: int = 60_000
    policy: str = ""

    @classmethod
    def parsed(cls, text: str) -> Run:
        """A run from GAME:PLAYERS:GAMES[:POLICY]."""
        game, n_seats, n_games, *policy = text.split(":")
        return cls(game, int(n_seats), int(n_games), *policy)


RUNS = (
    Run("kaguya", 4),
    *(Run("konoten", n) for n in (2, 3, 4)),
    *(Run("rider", n) for n in (3, 5, 8)),
    *(Run("examples/pig", n) for n in (2, 3)),
    Run("kaguya", 4, policy="random"),
    Run("konoten", 4, policy="random"),
    Run("rider", 5, policy="random"),
    Run("examples/pig", 2, policy="random"),
)
SEED = 1
#: Blocks in a row that are left out in turn for the error.
N_BATCHES = 40
#: Games played at a time.
CHUNK_GAMES = 5_000

#: Questions that are no headline: they stand last.
OF_GAMES = ("mean score", "length")
MARK, END_MARK = "<!-- deals -->", "<!-- end of deals -->"


@dataclass(frozen=True)
class Question:
    """What is estimated: the mean value of seats by their code.

    Attributes
    ----------
    code
        Group of each seat in each game, -1 for none, shape (n_games, n_seats).
    value
        Win credit or score, same shape.
    against_all
        Each group minus all seats, as verdicts have it; else each by itself.
    """

    code: Array
    value: Array
    against_all: bool = False


@dataclass(frozen=True)
class Worth:
    """What a game is worth in independent games, and the standard error of that."""

    value: float
    error: float


def worth(question: Question, block_size: int, n_batches: int = N_BATCHES) -> Worth:
    """Variance by games over the variance by blocks, groups weighted by their seats; error by the jackknife.

    Both are linearised variances of ratios: a unit (game or block) adds the square of its sum of deviations.
    """
    n_blocks = len(question.code) // block_size
    deviations = _deviations(question)
    sums = np.zeros((min(n_batches, n_blocks), 2))
    edges = np.arange(len(sums) + 1) * n_blocks // len(sums)
    for batch, (lo, hi) in enumerate(pairwise(edges * block_size)):
        games = deviations(slice(lo, hi))
        blocks = games.reshape(-1, block_size, games.shape[1]).sum(1)
        sums[batch] = (games**2).sum(), (blocks**2).sum()
    total = sums.sum(0)
    left_out = total - sums
    values = left_out[:, 0] / left_out[:, 1]
    error = np.sqrt((len(sums) - 1) * values.var())
    return Worth(float(total[0] / total[1] * (n_blocks - 1) / n_blocks), float(error))


def _deviations(question: Question) -> Callable[[slice], Array]:
    """By games: what a game adds to each group's mean, times the root of the group's seats; shape (n, n_groups)."""
    groups, index = np.unique(question.code, return_inverse=True)
    index = index.reshape(question.code.shape)
    number = np.bincount(index.ravel()).astype(np.float64)
    mean = np.bincount(index.ravel(), question.value.ravel()) / number
    counted = groups >= 0
    overall = (mean * number)[counted].sum() / number[counted].sum()

    def of(part: slice) -> Array:
        at, value = index[part], question.value[part]
        row = np.arange(len(at))[:, None] * len(groups)
        size = len(at) * len(groups)
        own = np.bincount((row + at).ravel(), (value - mean[at]).ravel(), minlength=size).reshape(-1, len(groups))
        found = own[:, counted] / np.sqrt(number[counted])
        if question.against_all:
            every = ((value - overall) * counted[at]).sum(1) / number[counted].sum()
            found -= every[:, None] * np.sqrt(number[counted])
        return found

    return of


def questions(rows: Mapping[str, Array], compared: Mapping[str, str]) -> dict[str, Question]:
    """What is asked of a game, by name; `compared` names the columns of groups by their plural."""
    credit, place = rows["win_share"], rows["place"]
    whole = np.zeros((len(place), 1), np.int64)
    asked = {"places": Question(place, credit), "places against fair": Question(place, credit, True)}
    asked |= {plural: Question(rows[column], credit, True) for plural, column in compared.items()}
    if "score" in rows:
        asked["mean score"] = Question(whole, rows["score"].mean(1, keepdims=True))
    asked["length"] = Question(whole, rows["turns"][:, None])
    return asked


def compared_columns(name: str) -> dict[str, str]:
    """Columns of what is compared beside places, by plural: characters, and what the game declares."""
    from sim import registry

    game = registry.find(name)
    characters = {"characters": "character"} if len(game.characters) > 1 else {}
    return characters | {f"{column.compares}s": column.name for column in game.columns if column.compares}


def played(run: Run, deals: str) -> tuple[dict[str, Array], dict[str, Any]]:
    """Columns of the rows, shape (n_games, n_seats) or (n_games,), and what was played."""
    from sim import registry
    from sim.plan import make_plan
    from sim.playout import Player

    game = registry.find(run.game)
    policy = run.policy or game.default_policy
    plan = make_plan(game, run.n_games, run.n_seats, [policy], seed=SEED, deals=deals)
    player = Player(game, game.load(None, None, (), run.n_seats), plan.policies, run.n_seats, SEED)
    names = {"win_share", "place", "score", *compared_columns(run.game).values()} & set(
        player.row_dtype["seats"].base.names
    )
    found: dict[str, list[Array]] = {name: [] for name in (*names, "turns")}
    for lo in range(0, plan.n_games, CHUNK_GAMES):
        rows = player.play(plan.rows(0, lo, min(lo + CHUNK_GAMES, plan.n_games)))
        found["turns"].append(rows["turns"].astype(np.float64))
        for name in names:
            kind = np.float64 if name in ("win_share", "score") else np.int64
            found[name].append(rows["seats"][name].astype(kind))
    about = {"game": run.game, "players": run.n_seats, "policy": policy, "deals": deals}
    about |= {"n_games": plan.n_games, "block": plan.block_size}
    return {name: np.concatenate(parts) for name, parts in found.items()}, about


def measure(runs: Sequence[Run]) -> dict[str, Any]:
    """The seed, the commit, and a row for each run, way and question."""
    found = []
    for run in runs:
        for deals in ("shared", "fresh"):
            rows, about = played(run, deals)
            for what, question in questions(rows, compared_columns(run.game)).items():
                found.append(about | {"question": what, **asdict(worth(question, about["block"]))})
                print(*found[-1].values(), file=sys.stderr, flush=True)
    command = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return {"seed": SEED, "commit": commit, "rows": found}


def tables(found: Mapping[str, Any]) -> str:
    """Markdown: what was played, and a line for each run and way."""
    import document

    from analysis.precision import show

    by_line: dict[tuple[str, ...], dict[str, str]] = {}
    for row in found["rows"]:
        games = f"{row['n_games']:,} in blocks of {row['block']}"
        line = (f"{row['game']}, {row['players']} players", row["policy"], games, row["deals"])
        told = f"{show(row['value'], row['error'], 3)} ± {show(row['error'], row['error'], 3)}"
        by_line.setdefault(line, {})[row["question"]] = told
    asked = sorted(dict.fromkeys(row["question"] for row in found["rows"]), key=lambda name: name in OF_GAMES)
    head = ["game", "policy", "games", "deals", *asked]
    cells = [[*line, *(values.get(question, "") for question in asked)] for line, values in by_line.items()]
    return f"Seed {found['seed']}, commit {found['commit']}.\n\n{document.markdown(head, cells)}"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print the table, rewrite a page."""
    parser = argparse.ArgumentParser(description="What a game of a block is worth, with shared and with fresh deals.")
    parser.add_argument("runs", nargs="*", type=Run.parsed, metavar="GAME:PLAYERS:GAMES[:POLICY]", default=RUNS)
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table between the marks of this page")
    asked = parser.parse_args(arguments)
    os.chdir(ROOT)
    text = tables(measure(asked.runs))
    print(text)
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        first, rest = page.split(MARK)
        asked.write.write_text(f"{first}{MARK}\n{text}\n{END_MARK}{rest.split(END_MARK)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
