"""Kinds of fault that simulators and their statistics are prone to; each test shows the right value."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
import synthetic
from games.kaguya.test_clauses_end import finish
from synthetic import Truth, write_run
from toykit import run_toy, toy, toy_plan, toy_player

from analysis.study import analyse
from scripts.main import main
from sim import backends, store
from sim.games.kaguya import GAME
from sim.kernel import entry_kernel
from sim.plan import make_plan
from sim.playout import Player
from sim.run import Interrupted

ROOT = Path(__file__).resolve().parents[1]


def test_a_rate_has_the_games_played_as_its_denominator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dividing wins by all games of a run: who plays few of them and wins half of those wins 50 %, not 5 %.

    The same few games hold cells of a handful of games: each is judged by its own number, not by its row's.
    """
    truth = Truth(n_blocks=400)
    columns = synthetic.rows(truth)
    is_guest = (columns["character"] == 0) & (columns["block"] < 40)
    columns["character"] = np.where(is_guest, 4, columns["character"])
    wins = np.arange(960) % 2
    guest_seat = np.argmax(is_guest[:, :960], axis=0)
    credit = columns["win_share"]
    credit[:, :960] = np.eye(4)[np.where(wins == 1, guest_seat, (guest_seat + 1) % 4)].T
    monkeypatch.setattr(synthetic, "rows", lambda _: columns)
    names = ["president", "vice", "secretary", "treasurer", "guest"]
    study = analyse(write_run(tmp_path / "a", truth, characters=names, character_titles=names), 0.01, 0.95)
    guest = study.characters_won.set_index("label").loc["guest"]
    assert (guest["n"], guest["share"]) == (960, 0.5)
    assert study.games.iloc[0]["n_games"] == 9600


@pytest.mark.parametrize(
    ("scores", "share"),
    [((0, 0, 0, 0), (0.25,) * 4), ((0, 0, 0, 7), (0, 0, 0, 1)), ((7, 0, 7, 0), (0.5, 0, 0.5, 0))],
)
def test_a_score_of_nothing_is_a_score(scores: tuple[int, ...], share: tuple[float, ...]) -> None:
    """Zero read as "no score", and ties settled by the order of a list."""
    row = finish(scores, (0, 0, 0, 0)).outcome()
    assert [float(seat.win_share) for seat in row.seats] == list(share)


def outcome_checks(rows: Any, n_seats: int) -> None:
    """Credits add up to 1, and a winner has the highest score."""
    done = rows[rows["is_finished"] == 1]
    shares, scores = done["seats"]["win_share"], done["seats"]["score"]
    assert shares.shape[1] == n_seats
    assert shares.sum(axis=1) == pytest.approx(1)
    top = scores.max(axis=1, keepdims=True)
    assert (scores[shares > 0] == np.broadcast_to(top, scores.shape)[shares > 0]).all()
    assert ((shares > 0).sum(axis=1) == done["winners"]).all()


def test_every_way_to_end_names_its_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A result turned round in one of several ways to end a game. Every reason that a game states is reached."""
    plan = make_plan(GAME, 240, 4, ["random", "balanced"])
    player = Player(GAME, GAME.load(None, None, (), 4), plan.policies, 4, plan.seed)
    rows = np.concatenate([player.play(plan.rows(table, 0, 240)) for table in (0, 1)])
    outcome_checks(rows, 4)
    assert set(rows["end_reason"].tolist()) == set(GAME.end_reasons)
    small = toy_plan(240)
    rows = toy_player(small).play(small.rows(0, 0, 240))
    outcome_checks(rows, 3)
    assert set(rows["end_reason"].tolist()) == set(toy()[0].end_reasons)


def test_an_interrupted_run_has_every_game_once(tmp_path: Path) -> None:
    """A counter that starts again after a resume: stopped at 43 % and resumed, exactly the planned games are there."""
    plan = toy_plan(1200, "random", "balanced")

    def stop(done: int, total: int) -> None:
        if done >= 0.43 * total:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        run_toy(tmp_path, plan, progress=stop, shard_games=120, chunk_games=60)
    run_toy(tmp_path, plan, resume=True, shard_games=120)
    rows = store.read_columns(tmp_path, ["table", "game"]).to_pandas()
    assert len(rows) == plan.n_total == 2400
    assert rows.drop_duplicates().shape[0] == 2400
    assert rows.groupby("table")["game"].agg(["min", "max"]).to_numpy().tolist() == [[0, 1199]] * 2


def test_files_written_before_a_crash_are_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file format that is whole only when it is closed: a crash in the seventh of ten files spares the six before."""
    write = backends.write_shard

    def crash(player: Any, shard: Any, *more: Any) -> Any:
        if shard.index == 6:
            raise RuntimeError("crash")
        return write(player, shard, *more)

    monkeypatch.setattr(backends, "write_shard", crash)
    with pytest.raises(RuntimeError, match="crash"):
        run_toy(tmp_path, toy_plan(600), shard_games=60)
    files = sorted(tmp_path.glob("*.parquet"))
    assert len(files) == 6
    assert sum(len(pd.read_parquet(file)) for file in files) == 360
    query = f"select count(distinct game), min(game), max(game) from '{tmp_path}/*.parquet'"
    with duckdb.connect() as connection:
        found = connection.execute(query).fetchall()
    assert found == [(360, 0, 359)]


def test_masks_keep_their_highest_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unsigned and a signed number mixed become a fraction, which drops the low bits beyond 2**53."""
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path))

    def bits(words, out):  # type: ignore[no-untyped-def]
        for i in range(len(words)):
            word = words[i] | (np.uint64(1) << np.uint64(i))
            out[i, 0] = word
            out[i, 1] = word > np.uint64(2**63)
            out[i, 2] = (word >> np.uint64(63)) & np.uint64(1)

    words = [2**63 - 2, 2**63, 2**63 + 1, 2**64 - 16, 2**53 + 1]
    out = np.zeros((len(words), 3), np.uint64)
    entry_kernel(bits, "a" * 24)(np.array(words, np.uint64), out)
    wanted = [word | 1 << i for i, word in enumerate(words)]
    assert out.tolist() == [[word, int(word > 2**63), word >> 63 & 1] for word in wanted]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_narrow_terminal_ends_no_study(encoding: str, tmp_path: Path) -> None:
    """Names that the output's encoding lacks end the run after the work is done."""
    command = [sys.executable, "-c", "from scripts.main import run; run()", "study", "kaguya", "-n", "24"]
    options = ["--policy", "1=random", "--quiet", "--out", str(tmp_path / "かぐや")]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    done = subprocess.run([*command, *options], capture_output=True, env=environment, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"NOT ENOUGH GAMES" in done.stdout
    assert (tmp_path / "かぐや" / "report.html").is_file()


@pytest.mark.parametrize("n_games", [24, 48, 240])
def test_a_handful_of_games_decides_nothing(n_games: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A verdict, a certainty or a warning of a library (an error in tests) out of a handful of games."""
    policies = ["--policy", "balanced", "--policy", "random"]
    options = ["-n", str(n_games), "--json", "--quiet", "--out", str(tmp_path / "run")]
    assert main(["study", "kaguya", *policies, *options]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    found = json.loads(said.out)
    assert {verdict["answer"] for verdict in found["verdicts"]} == {"not enough games"}
    assert all(n_games + verdict["more_games"] >= 30 * 24 for verdict in found["verdicts"])
    for row in found["places"] + [row for row in found["characters_won"] if row["n"]]:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
