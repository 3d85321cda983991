"""Runs on a real cluster of dask: the same folder as by threads, for games and policies of any place."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from clusterkit import ROOT, Cluster
from sizes import SIZES
from toykit import folder_digest, no_litter, toy_plan
from toykit import run_toy as run

from scripts.main import main
from sim.backends import Backend
from sim.errors import UserError
from sim.parcel import MOST_BYTES, pack
from sim.plan import make_plan
from sim.registry import find
from sim.run import simulate

PIG = ROOT / "examples" / "pig"

POLICY = """
def last(state, tables, actions, n, weights, memory):
    return n - 1


def beyond(state, tables, actions, n, weights, memory):
    return n  # beyond
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler with two workers, one of them with two threads."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as made:
        made.add("one", threads=2)
        made.add("two")
        yield made


@pytest.fixture
def away(tmp_path):
    """A file with policies of a user."""
    file = tmp_path / "mine.py"
    file.write_text(POLICY)
    return file


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_cluster_changes_no_byte(cluster, tmp_path, away, is_shared):
    plan = toy_plan(SIZES.cluster_games, {1: "random", 2: "hasty"}, f"{away}:last", seed=8)
    result = run(tmp_path / "here", plan, jobs=2, shard_games=SIZES.cluster_games // 10)
    there = run(
        tmp_path / "there", plan, backend=Backend("dask", cluster.address, is_shared),
        shard_games=SIZES.cluster_games // 10,
    )  # fmt: skip
    assert there == result
    assert folder_digest(tmp_path / "there") == folder_digest(tmp_path / "here")
    assert (tmp_path / "there" / "shards.jsonl").read_bytes() == (tmp_path / "here" / "shards.jsonl").read_bytes()
    assert no_litter(tmp_path / "there")


def test_every_worker_plays_and_none_plays_here(cluster, tmp_path, monkeypatch):
    from sim.playout import Player

    played = []
    monkeypatch.setattr(Player, "play", lambda self, rows, **_: played.append(len(rows)))
    run(tmp_path / "run", toy_plan(2_400, seed=1), backend=Backend("dask", cluster.address), shard_games=60)
    assert played == [0]  # no game: it was only compiled here
    assert len(list((tmp_path / "run").glob("*.parquet"))) == 40


def test_a_game_by_path_travels(cluster, tmp_path):
    """Two versions with the same rules and other data; each goes away from here before the first game is played."""
    for goal in (100, 60):
        folder = tmp_path / str(goal) / "pig"
        shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
        rules = folder / "data" / "rules.toml"
        rules.write_text(rules.read_text().replace("goal = 100", f"goal = {goal}"))
        game = find(str(folder))
        data = game.load()
        plan = make_plan(game, 600, 2, ["balanced", "random"], seed=3)
        simulate(tmp_path / f"{goal}-here", game, data, plan, shard_games=120)

        def move_away(done, total, folder=folder):
            if folder.exists():
                folder.rename(folder.with_name("away"))

        simulate(
            tmp_path / f"{goal}-there", game, data, plan, shard_games=120,
            backend=Backend("dask", cluster.address), progress=move_away,
        )  # fmt: skip
        assert folder_digest(tmp_path / f"{goal}-there") == folder_digest(tmp_path / f"{goal}-here")
    assert folder_digest(tmp_path / "60-here") != folder_digest(tmp_path / "100-here")


@pytest.mark.verify
def test_workers_of_one_host_compile_once(tmp_path):
    """Two processes with an empty kernel cache that is not the client's, and both take part in the run."""
    from distributed import Client

    def counts() -> tuple[int, int]:
        from sim.cache import cache_state

        return cache_state().n_loaded, cache_state().n_compiled

    with Cluster(tmp_path / "cluster") as made:
        for name in ("one", "two"):
            made.add(name, FAIRSEAT_CACHE=str(tmp_path / "cache"))
        plan = toy_plan(120_000, seed=2)
        run(tmp_path / "run", plan, backend=Backend("dask", made.address), shard_games=600)
        with Client(made.address, set_as_default=False) as client:
            assert sorted(client.run(counts).values()) == [(0, 1), (1, 0)]


def test_kaguya(cluster, tmp_path, capsys):
    same = ["simulate", "kaguya", "-q", "-n", str(SIZES.cluster_kaguya), "--seed", "4", "--policy", "balanced"]
    assert main([*same, "--out", str(tmp_path / "here")]) == 0
    there = ["--out", str(tmp_path / "there"), "--backend", "dask", "--scheduler", cluster.address]
    assert main([*same, *there]) == 0
    assert folder_digest(tmp_path / "there") == folder_digest(tmp_path / "here")


def test_a_whole_study(cluster, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    same = ["study", str(PIG), "-q", "-n", "2000"]
    assert main([*same, "--out", "here"]) == 0
    assert main([*same, "--out", "there", "--backend", "dask", "--scheduler", cluster.address]) == 0
    here, there = ({file.relative_to(place): file for file in Path(place).rglob("*.*")} for place in ("here", "there"))
    assert set(here) == set(there)
    differs = [name for name, file in here.items() if file.is_file() and file.read_bytes() != there[name].read_bytes()]
    assert differs == []


def test_an_error_of_a_policy_arrives_with_its_place_at_home(cluster, tmp_path, away, monkeypatch):
    monkeypatch.setattr("sim.run._try", lambda *_: None)
    with pytest.raises(UserError, match=f"{away}:beyond' chose index 3, no index of a legal action"):
        run(tmp_path / "run", toy_plan(60, f"{away}:beyond"), backend=Backend("dask", cluster.address), shard_games=6)
    assert no_litter(tmp_path / "run")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"FAIRSEAT_BOUNDSCHECK": "1"},
            r"worker tcp://.* on .*: game .*toy' here has digest \w+, the run has \w+; ",
        ),
        (
            {"change": "import sim.manifest as m; m.version = lambda name: '0.0.9'"},
            r"worker tcp://\S+ on \S+ has fairseat 0.0.9, this run has \d.*: install the same versions on every",
        ),
        (
            {"change": "sys.modules['sim'] = None"},
            r"worker tcp://\S+ has another fairseat or none \(.*\): install the",
        ),
    ],
)
def test_a_worker_of_another_kind_is_refused(cluster, tmp_path, options, message):
    with cluster.worker("other", **options), pytest.raises(UserError, match=message):
        run(tmp_path / "run", toy_plan(6_000), backend=Backend("dask", cluster.address), shard_games=60)
    assert not (tmp_path / "run").exists() or no_litter(tmp_path / "run")


# Addresses ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--backend", "dask"],
            "--backend dask without --scheduler: give the address of a dask scheduler, like tcp://",
        ),
        (["--scheduler", "tcp://a:1"], "--scheduler beside --backend threading: it is for --backend dask"),
        (["--backend", "loky", "--shared-out"], "--shared-out beside --backend loky: it is for --backend dask"),
        (["--backend", "dask", "--scheduler", "localhost"], "--scheduler 'localhost': give the address"),
        (["--backend", "dask", "--scheduler", "tcp://a:70000"], "--scheduler 'tcp://a:70000': give the address"),
        (["--backend", "dask", "--scheduler", "http://a:80"], "--scheduler 'http://a:80': give the address"),
        (["--backend", "dsk"], "unknown backend 'dsk': did you mean 'dask'?"),
    ],
)
def test_options_that_do_not_fit(tmp_path, capsys, options, message):
    assert main(["simulate", str(PIG), "--out", str(tmp_path / "run"), *options]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"fairseat: {message}")
    assert len(shown.err.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def bad_address(kind: str, cluster: Cluster) -> tuple[str, socket.socket]:
    """An address where no scheduler answers, and what holds it."""
    holder = socket.create_server(("127.0.0.1", 0))
    port = holder.getsockname()[1]
    if kind == "nobody":
        holder.close()
    elif kind == "another protocol":

        def answer() -> None:
            while True:
                try:
                    there, _ = holder.accept()
                except OSError:
                    return
                there.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)
                there.close()

        threading.Thread(target=answer, daemon=True).start()
    return f"tcp://127.0.0.1:{port}", holder


@pytest.mark.parametrize("kind", ["nobody", "silence", "another protocol"])
def test_an_address_where_no_scheduler_answers(cluster, tmp_path, capfd, monkeypatch, kind):
    """A run that is there stays as it is, also with --force."""
    monkeypatch.setattr("sim.cluster.CONNECT_SECONDS", 1.0)
    run(tmp_path / "run", toy_plan(60))
    before = folder_digest(tmp_path / "run")
    address, holder = bad_address(kind, cluster)
    toy = str(ROOT / "tests" / "toy")
    try:
        same = ["simulate", toy, "-q", "--out", str(tmp_path / "run"), "--force", "--backend", "dask"]
        assert main([*same, "--scheduler", address]) == 2
    finally:
        holder.close()
    line = f"fairseat: --scheduler {address}: no dask scheduler answers there; start one with `dask scheduler`\n"
    assert capfd.readouterr().err == line
    assert folder_digest(tmp_path / "run") == before


def test_cells_are_played_by_the_cluster(cluster, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    same = ["sweep", str(PIG), "-q", "-n", "600", "--policy", "random", "--vary", "rules.goal=20,30"]
    assert main([*same, "--out", "here"]) == 0
    assert main([*same, "--out", "there", "--backend", "dask", "--scheduler", cluster.address]) == 0
    for name in ("base", "c2"):
        assert folder_digest(tmp_path / "there" / "cells" / name) == folder_digest(tmp_path / "here" / "cells" / name)
    assert (tmp_path / "here" / "report.html").read_bytes() == (tmp_path / "there" / "report.html").read_bytes()


def test_cells_ask_for_the_scheduler_once(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr("sim.cluster.CONNECT_SECONDS", 1.0)
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{holder.getsockname()[1]}"
    for command in (["compare", str(PIG), "--b", "rules.goal=20"], ["sweep", str(PIG), "--vary", "rules.goal=20:40"]):
        out = tmp_path / command[0]
        assert main([*command, "-n", "100", "--out", str(out), "--backend", "dask", "--scheduler", address]) == 2
        line = f"fairseat: --scheduler {address}: no dask scheduler answers there; start one with `dask scheduler`\n"
        assert capfd.readouterr().err.endswith(line)
        assert not out.exists()


def test_the_address_of_a_worker(cluster, tmp_path):
    address = next(line for line in cluster.log("one").splitlines() if "Start worker at" in line).split()[-1]
    with pytest.raises(UserError, match=f"--scheduler {address}: a dask Worker answers there, not a scheduler"):
        run(tmp_path / "run", toy_plan(60), backend=Backend("dask", address))


def test_tls_without_certificates(tmp_path):
    with pytest.raises(UserError, match="tls needs certificates in dask's configuration"):
        run(tmp_path / "run", toy_plan(60), backend=Backend("dask", "tls://127.0.0.1:1"))


def test_without_the_extra(tmp_path):
    code = "import sys; sys.modules['distributed'] = None; from scripts.main import run; run()"
    options = ["simulate", str(PIG), "-q", "--out", str(tmp_path / "run"), "--backend", "dask"]
    command = [sys.executable, "-c", code, *options, "--scheduler", "tcp://127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    line = "fairseat: --backend dask: dask.distributed is not installed; pip install 'fairseat[cluster]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_dask_is_imported_where_it_is_used_only():
    code = "import sys, sim.run, sim.backends; print({'distributed', 'dask'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert shown.stdout == "set()\n"


# Parcels --------------------------------------------------------------------------------------------------------------


def test_a_parcel_holds_what_a_game_needs(tmp_path):
    game = tmp_path / "a" / "game"
    (game / "data").mkdir(parents=True)
    (game / "__init__.py").write_text("x = 1\n")
    (game / "data" / "rules.toml").write_bytes(b"\0\xff")
    for name in (".git/config", "__pycache__/x.pyc", "data/.hidden"):
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text("no")
    parcel = pack(game)
    assert [name for name, _ in parcel.files] == ["__init__.py", "data/rules.toml"]
    there = parcel.unpack(tmp_path / "b")
    assert there.name == "game"
    assert pack(there).digest == parcel.digest
    (there / "__init__.py").write_text("x = 2\n")
    assert pack(there).digest != parcel.digest
    parcel.unpack(tmp_path / "b")
    assert pack(there).files == parcel.files


def test_a_parcel_of_one_file(tmp_path, away):
    (tmp_path / "beside.py").write_text("")
    there = pack(away).unpack(tmp_path / "b")
    assert (there.name, there.read_text()) == (away.name, POLICY)
    assert [file.name for file in there.parent.iterdir()] == [away.name]


def test_a_folder_that_is_too_large_stays_at_home(tmp_path):
    (tmp_path / "big.bin").write_bytes(bytes(MOST_BYTES))
    pack(tmp_path)
    (tmp_path / "one_more").write_text("x")
    with pytest.raises(UserError, match=f"{tmp_path}: 16 MB do not travel to a cluster, at most 16 MB do"):
        pack(tmp_path)
