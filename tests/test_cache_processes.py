"""The kernel cache under many processes: cold starts at once, killed, pruned, read-only, full, another user's."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cachekit import ONE, PLAY, ROOT, code_files, copy_toy, end, litter, play, replace_text, start
from sizes import SIZES
from toykit import TOY_FOLDER

from sim import backends
from sim.cache import prune_cache
from sim.errors import UserError
from sim.plan import make_plan
from sim.registry import find
from sim.run import simulate

PIG = ROOT / "examples" / "pig"


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A cache that holds the toy, and what the process found that filled it."""
    cache = tmp_path_factory.mktemp("warm")
    return cache, play(TOY_FOLDER, cache)


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Known results of two games: what the interpreter finds, which runs no machine code."""
    none = tmp_path_factory.mktemp("none")
    return [play(folder, none, NUMBA_DISABLE_JIT="1").total for folder in (TOY_FOLDER, PIG)]


def test_eight_cold_processes_on_two_games_get_their_own_results(known, tmp_path):
    assert known[0] != known[1]
    for number in range(SIZES.cold_rounds):
        cache = tmp_path / f"cold{number}"
        running = [start(folder, cache) for folder in (TOY_FOLDER, PIG) * 4]
        found = [end(process) for process in running]
        assert [each.total for each in found] == known * 4
        assert {each.problem for each in found} == {""}
        assert {each.n_loaded + each.n_compiled for each in found} == {1}
        assert len(code_files(cache)) == len(list(cache.iterdir())) == 2
        assert litter(cache) == []
    last = [play(folder, cache) for folder in (TOY_FOLDER, PIG)]
    assert [each.total for each in last] == known
    assert all(each.is_warm for each in last)


#: Prunes everything that is in no use, again and again, until it is told to end.
PRUNE = """
import sys
from pathlib import Path
from sim.cache import prune_cache
root = Path(sys.argv[1])
print("ready", flush=True)
for _ in range(1_000_000):
    prune_cache(root, "0" * 24, max_bytes=0, max_age_days=0)
    if (root.parent / "stop").exists():
        break
"""


def test_runs_share_a_cache_while_others_prune_it(known, tmp_path):
    """Two pruning processes at once, two games, different seeds: nobody loses a run, only a compile at the worst."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "foreign").mkdir()
    pruning = [start(cache, cache, code=PRUNE) for _ in range(2)]
    for process in pruning:
        assert process.stdout.readline() == "ready\n"
    alone = tmp_path / "alone"
    other_seed = play(TOY_FOLDER, alone, "random", "2").total
    running = [start(TOY_FOLDER, cache), start(TOY_FOLDER, cache, "random", "2"), start(PIG, cache)]
    found = [end(process) for process in running]
    (tmp_path / "stop").touch()
    for process in pruning:
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == 0
    assert [each.total for each in found] == [known[0], other_seed, known[1]]
    assert {each.problem for each in found} == {""}
    prune_cache(cache, "0" * 24, max_bytes=0, max_age_days=0)
    assert [path.name for path in cache.iterdir()] == ["foreign"]


#: Holds a kernel, says so, and waits.
HOLD = PLAY + "\nprint(flush=True)\nprint('held', flush=True)\ninput()\n"


def test_a_folder_that_another_process_uses_is_not_pruned(warm, tmp_path):
    cache = shutil.copytree(warm[0], tmp_path / "cache")
    environment = {**os.environ, "FAIRSEAT_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", HOLD, str(TOY_FOLDER)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        while process.stdout.readline() != "held\n":
            pass
        prune_cache(cache, ONE, max_bytes=0, max_age_days=0)
        assert len(code_files(cache)) == 1
        process.kill()  # however it ends, its lock goes with it
        process.wait()
    prune_cache(cache, ONE, max_bytes=0, max_age_days=0)
    assert list(cache.iterdir()) == []


#: Saves kernels in a row, and says when it starts.
SAVE = """
import sys
from pathlib import Path
from sim.cache import DigestCache
def add_one(x):
    return x + 1
files = DigestCache(add_one, sys.argv[2])._cache_file
print("ready", flush=True)
for number in range(100_000):
    files.save(number % 7, b"0123456789" * 50_000)
"""


def test_a_process_killed_while_saving_leaves_whole_files_and_litter_only(tmp_path):
    """At random moments: whatever is there loads whole, and what is half is swept a day later."""
    rng = random.Random(5)
    cache = tmp_path / "cache"
    wanted = b"0123456789" * 50_000
    for _ in range(SIZES.kills):
        process = start(cache, cache, ONE, code=SAVE)
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    found = play(cache, cache, ONE, code=CHECK)
    assert found.n_loaded == len(code_files(cache))
    assert found.total == len(wanted) * found.n_loaded > 0
    left = litter(cache)
    for file in left:
        assert ".nbc.tmp." in file.name
        os.utime(file, (time.time() - 2 * 86400,) * 2)
    prune_cache(cache, ONE)
    assert litter(cache) == []
    assert len(code_files(cache)) == found.n_loaded


#: Loads what SAVE saved: bytes in all, files, and two more words to fill the line.
CHECK = SAVE[: SAVE.index("print")] + "found = [f for f in (files.load(n) for n in range(7)) if f is not None]\n"
CHECK += "print(sum(map(len, found)), len(found), 0, 'none')\n"


@pytest.mark.parametrize("moment", ["half written", "not yet renamed"])
def test_a_process_killed_in_the_middle_leaves_litter_that_is_swept(warm, tmp_path, moment):
    cache = tmp_path / "cache"
    kill = "import os, signal\nfrom pathlib import Path\ndef die(*args):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    if moment == "half written":
        kill += (
            "plain = os.fdopen\ndef half(handle, mode):\n    os.write(handle, b'half')\n    die()\nos.fdopen = half\n"
        )
    else:
        kill += "Path.replace = die\n"
    process = start(TOY_FOLDER, cache, code=PLAY.replace("rows = ", kill + "rows = "))
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    (left,) = litter(cache)
    assert code_files(cache) == []
    os.utime(left, (time.time() - 2 * 86400,) * 2)
    assert play(TOY_FOLDER, cache) == warm[1]
    assert litter(cache) == []
    assert play(TOY_FOLDER, cache).is_warm


def as_user(number: int) -> str:
    """PLAY as a user who is not root; before that, root plays without a cache, which imports all of Numba."""
    before = "os.environ['FAIRSEAT_CACHE'] = '/dev/null/none'\n"
    before += "Player(game, game.load(), plan.policies, 3, seed).warm()\n"
    become = f"cache._state = cache.CacheState()\nos.environ['FAIRSEAT_CACHE'] = place\nos.seteuid({number})\n"
    head = "import os\nfrom sim import cache\nplace = os.environ['FAIRSEAT_CACHE']\n"
    return PLAY.replace("player = ", head + before + become + "player = ")


is_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become other users")


@is_root
def test_a_read_only_cache_is_used_and_nothing_is_kept_in_it(warm, tmp_path):
    """By rights of the folder: a system-wide cache that root filled."""
    cache = shutil.copytree(warm[0], tmp_path / "cache")
    open_to_read(cache, tmp_path)
    assert play(TOY_FOLDER, cache, code=as_user(65534)) == warm[1]._replace(n_loaded=1, n_compiled=0)
    found = play(PIG, cache, code=as_user(65534))
    assert (found.n_loaded, found.n_compiled) == (0, 1)
    assert found.problem == f"{cache / found.digest}: Permission denied"


def open_to_read(cache: Path, base: Path) -> None:
    """Let every user read a cache; pytest's own folders above it are closed."""
    for folder in (base, *list(base.parents)[:3]):  # with several workers pytest has one more
        folder.chmod(folder.stat().st_mode | 0o011)
    for path in (cache, *cache.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


@is_root
def test_code_of_another_user_is_not_run(warm, tmp_path):
    cache = shutil.copytree(warm[0], tmp_path / "cache")
    open_to_read(cache, tmp_path)
    for path in (cache, *cache.rglob("*")):
        os.chown(path, 65533, 65533)
    found = play(TOY_FOLDER, cache, code=as_user(65534))
    assert (found.total, found.n_loaded, found.n_compiled) == (warm[1].total, 0, 1)
    assert found.problem.startswith(f"{cache / found.digest} belongs to another user")


def test_a_full_file_system_means_no_cache(warm, small_disk):
    cache = small_disk("size=16k")
    found = play(TOY_FOLDER, cache)
    assert found == warm[1]._replace(problem=f"{cache / found.digest}: No space left on device")
    assert litter(cache) + code_files(cache) == []


def test_a_file_system_without_free_names_means_no_cache(warm, small_disk):
    cache = small_disk("nr_inodes=2")  # its root and the digest's folder
    found = play(TOY_FOLDER, cache)
    assert found == warm[1]._replace(problem=f"{cache / found.digest}: No space left on device")


def test_a_read_only_file_system_is_used_as_it_is(warm, small_disk):
    cache = small_disk("size=8m")
    shutil.copytree(warm[0], cache, dirs_exist_ok=True)
    subprocess.run(["mount", "-o", "remount,ro", str(cache)], check=True)
    assert play(TOY_FOLDER, cache) == warm[1]._replace(n_loaded=1, n_compiled=0)
    found = play(PIG, cache)
    assert (found.n_loaded, found.n_compiled) == (0, 1)
    assert found.problem == f"{cache / found.digest}: Read-only file system"


def test_a_limit_on_the_size_of_files_means_no_cache(warm, tmp_path):
    limit = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    found = play(TOY_FOLDER, tmp_path, code=limit + PLAY)
    assert found == warm[1]._replace(problem=f"{tmp_path / found.digest}: File too large")
    assert litter(tmp_path) + code_files(tmp_path) == []


def test_without_a_home_folder_a_run_works(warm, tmp_path):
    """No HOME, and a user whom the system does not know; or a HOME that is no folder."""
    blocker = tmp_path / "file"
    blocker.write_text("")
    nobody = "import os\nos.environ.pop('HOME')\nos.getuid = lambda: 1 << 30\n"
    options = {"XDG_CACHE_HOME": ""}
    found = play(TOY_FOLDER, "", code=PLAY.replace("player = ", nobody + "player = "), HOME="/nowhere", **options)
    problem = "there is no home folder to keep compiled code in; FAIRSEAT_CACHE names another"
    assert found == warm[1]._replace(problem=problem)
    found = play(TOY_FOLDER, "", HOME=str(blocker), **options)
    assert found.total == warm[1].total
    assert found.problem == f"{blocker}/.cache/fairseat/kernels/{found.digest}: Not a directory"


def test_workers_refuse_a_folder_that_changed_after_the_start(tmp_path, monkeypatch):
    """The game's files change between the parent's start and the workers'."""
    folder = copy_toy(tmp_path / "toy")
    game = find(str(folder))
    plan = make_plan(game, 60, 3, ["random"], seed=1)
    make_job = backends.make_job

    def late_job(*args):
        replace_text(folder / "rules.py", "1 + draw(fold(core", "2 + draw(fold(core")
        return make_job(*args)

    monkeypatch.setattr(backends, "make_job", late_job)
    with pytest.raises(UserError, match=r"here has digest [0-9a-f]{24}, the run has [0-9a-f]{24}$") as raised:
        simulate(tmp_path / "run", game, game.load(), plan, jobs=2, backend="loky")
    there, here = str(raised.value).split("digest ")[1].split(", the run has ")
    assert there != here
    assert sorted(file.name for file in (tmp_path / "run").iterdir()) == ["manifest.json"]
