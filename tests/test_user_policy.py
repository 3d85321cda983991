"""A user's policy on the command line: its faults are one clear line, its looks ahead are honest, its code is kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from toykit import folder_digest, one_row, run_toy, toy, toy_plan

import sim.run
import sim.trial
from scripts.main import main
from sim.errors import UserError
from sim.playout import Player
from sim.trial import Trial, Tried

ROOT = Path(__file__).resolve().parents[1]
TOY = str(ROOT / "tests" / "toy")

FILE = """
import numpy as np

from sim.rng import draw, fold

TABLE = {1: 2}


def read_outside(state, tables, actions, n, weights, memory):
    k = 100 + n
    return state.hand[0, k]  # read_outside


def write_outside(state, tables, actions, n, weights, memory):
    memory[n + 20] = 1  # write_outside
    return 0


def helper(memory, n):
    memory[n + 20] = 1  # call_outside


def call_outside(state, tables, actions, n, weights, memory):
    helper(memory, n)
    return 0


def divide(state, tables, actions, n, weights, memory):
    zero = n - n
    return n // zero  # divide


def late(state, tables, actions, n, weights, memory):
    if state.core.n_decisions > 4:
        raise ValueError("too late")  # late
    return 0


def nan(state, tables, actions, n, weights, memory):
    return int(np.nan)  # nan


def beyond(state, tables, actions, n, weights, memory):
    return n


def negative(state, tables, actions, n, weights, memory):
    return -1


def greedy_hands(state, tables, actions, n, weights, memory):
    tables.goal = 3
    return 0


def makes_array(state, tables, actions, n, weights, memory):
    z = np.zeros(n)  # makes_array
    return int(z[0])


def makes_list(state, tables, actions, n, weights, memory):
    z = [1, 2, n]
    return z[0] - 1


def reads_dict(state, tables, actions, n, weights, memory):
    return TABLE[1]  # reads_dict


def writes_actions(state, tables, actions, n, weights, memory):
    actions[0] = 3  # writes_actions
    return 0


def half(state, tables, actions, n, weights, memory):
    return 0.5


def sometimes(state, tables, actions, n, weights, memory):
    if n > 2:
        return 1


def misspelt(state, tables, actions, n, weights, memory):
    return state.handz[0, 0]


def spin(state, tables, actions, n, weights, memory):
    i = 0
    while state.core.n_decisions > 6:
        i = (i + n) % 7
    return 0


def wild(game):
    apply = game.apply

    def choose(state, tables, actions, n, weights, memory, spare):
        spare[0] = state
        apply(spare[0], tables, 2000000000)
        return 0

    return choose


def slow(state, tables, actions, n, weights, memory):
    total = 0
    for i in range(50000):
        total += draw(state.core.policy_keys[state.core.actor], i, n)
    return total % n


def first(state, tables, actions, n, weights, memory):
    return 0


def last(state, tables, actions, n, weights, memory):
    return n - 1


def vandal(state, tables, actions, n, weights, memory):
    state.steps[:] = 99
    state.core.is_over = 1
    return 0


def fortune_teller(state, tables, actions, n, weights, memory):
    core = state.core
    return int(draw(fold(core.table_key, core.participants[core.actor]), 0, 6) >= 3)


def mind_reader(state, tables, actions, n, weights, memory):
    core = state.core
    return draw(core.policy_keys[(core.actor + 1) % core.n_seats], 0, n)


def highest_card(game):
    apply = game.apply

    def walked(state, seat):
        return state.steps[seat]

    def choose(state, tables, actions, n, weights, memory, spare):
        seat = state.core.actor
        best, most = 0, -1
        for i in range(1, n):
            spare[0] = state
            apply(spare[0], tables, actions[i])
            steps = walked(spare[0], seat)
            if steps > most:
                best, most = i, steps
        return best

    return choose


def no_maker(game):
    return 3


def broken_maker(game):
    return game.nothing
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The policies above as my.py in the working directory."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my.py"
    file.write_text(FILE)
    return file


def line_of(mark: str) -> int:
    return next(number for number, line in enumerate(FILE.splitlines(), 1) if line.endswith(f"# {mark}"))


def refused(policy: str, capsys: pytest.CaptureFixture[str], command: str = "simulate") -> str:
    """The one line of a command that ends with exit code 2 and leaves no run behind."""
    capsys.readouterr()
    arguments = ["--seed", "1"] if command == "replay" else ["-n", "600", "--out", "run"]
    assert main([command, TOY, "-q", "--policy", policy, *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert not list(Path().glob("run/*"))
    return shown.err


# ---- faults ----


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("read_outside", "IndexError: index is out of bounds"),
        ("write_outside", "IndexError: index is out of bounds"),
        ("call_outside", "IndexError: index is out of bounds"),
        ("divide", "ZeroDivisionError"),
        ("late", "ValueError: too late"),
        ("nan", "ValueError: NaN or infinity is no whole number"),
    ],
)
def test_an_error_in_the_kernel_names_line_and_game(name, error, mine, capsys):
    shown = refused(f"my.py:{name}", capsys)
    place = "game 0, table 1, seat 2, decision 5" if name == "late" else "game 0, table 1, seat 1, decision 1"
    assert f"policy 'my.py:{name}' stopped at my.py line {line_of(name)}: {error}" in shown
    assert f"({place})" in shown
    assert "fairseat replay --seed 1 --index 0 --table 1" in shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("beyond", "chose index 3, no index of a legal action: there are 3, from 0 (game 0, table 1, seat 1"),
        ("negative", "chose index -1, no index of a legal action"),
        ("greedy_hands", "my.py:greedy_hands writes into `tables`"),
        ("makes_array", "(my.py line {}): .*makes no lists, arrays or texts"),
        ("makes_list", "makes no lists, arrays or texts"),
        ("reads_dict", "(my.py line {}): .*Untyped global name 'TABLE'"),
        ("writes_actions", "(my.py line {}): .*`actions` and `weights` are for reading only"),
        ("half", "returns a whole number: write int("),
        ("sometimes", "every way through a policy returns an index"),
        ("misspelt", "my.py:misspelt: there is no field 'handz' in state or tables. Did you mean 'hand'?"),
        ("no_maker", "def no_maker(game) must return a function, not 3"),
        ("broken_maker", "AttributeError: 'GameSpec' object has no attribute 'nothing'"),
    ],
)
def test_other_faults_say_what_would_be_right(name, said, mine, capsys):
    shown = refused(f"my.py:{name}", capsys)
    pattern = ".*".join(re.escape(part) for part in said.split(".*"))
    if "{}" in said:
        pattern = pattern.replace(re.escape("{}"), str(line_of(name)))
    assert re.search(pattern.replace(r"\?$", "?"), shown), shown


@pytest.mark.parametrize("command", ["simulate", "replay"])
def test_a_policy_that_never_chooses(command, mine, monkeypatch, capsys):
    monkeypatch.setattr(sim.trial, "CHOOSE_SECONDS", 1.5)
    shown = refused("my.py:spin", capsys, command)
    assert "policy 'my.py:spin' did not choose within 1.5 s (seed 1, game 0, table 1, seat 1, decision 7)" in shown


def test_a_policy_that_ends_the_process(mine, capsys):
    shown = refused("1=balanced,2=my.py:wild", capsys)
    assert "policy 'my.py:wild' crashed the process (SIGSEGV; seed 1, game 0, table 1, seat 2, decision 2)" in shown


def test_a_function_that_calls_itself_is_refused(mine, capsys):
    mine.write_text(
        "def even(k):\n    return k == 0 or odd(k - 1)\n\n\ndef odd(k):\n    return k != 0 and even(k - 1)\n\n\n"
        "def best(state, tables, actions, n, weights, memory):\n    return int(even(n))\n"
    )
    assert "policy file my.py: even calls itself, which compiled policies cannot: write a loop" in refused(
        "my.py:best", capsys
    )


def test_a_run_that_is_there_survives_a_faulty_policy(mine, capsys):
    assert main(["simulate", TOY, "-q", "-n", "60", "--policy", "random", "--out", "run"]) == 0
    before = {file.name: file.read_bytes() for file in Path("run").iterdir()}
    assert main(["simulate", TOY, "-q", "-n", "60", "--policy", "my.py:late", "--out", "run", "--force"]) == 2
    assert {file.name: file.read_bytes() for file in Path("run").iterdir()} == before


def test_finished_shards_are_kept_when_a_later_game_fails(tmp_path, monkeypatch):
    """Without the trial: what it does not reach. Block 40 is the first of the policy's bad ones."""
    plan = toy_plan(1200, "random", seed=1)
    keys = {}
    for block in range(plan.n_blocks):
        row = plan.rows(0, block * plan.block_size, block * plan.block_size + 1)
        keys[block] = int(next(Player(*toy(), ["random"], 3, 1).iterate(row)).state["core"]["deal_key"][0])
    file = tmp_path / "my.py"
    file.write_text(
        "sees_all = True\n"
        "def best(state, tables, actions, n, weights, memory):\n"
        f"    if state.core.deal_key == {keys[40]}:\n"
        "        raise ValueError('block 40')\n"
        "    return 0\n"
    )
    monkeypatch.setattr(sim.run, "_try", lambda *_: None)
    bad = toy_plan(1200, f"{file}:best", seed=1)
    with pytest.raises(UserError, match=r"my.py line 4: ValueError: block 40 \(game 240, table 1") as caught:
        run_toy(tmp_path / "run", bad, shard_games=60)
    assert "--index 240" in str(caught.value)
    assert sorted(p.name for p in (tmp_path / "run").glob("games-*")) == [f"games-00-0000{i}.parquet" for i in range(4)]
    assert not list((tmp_path / "run").glob("*.tmp*"))


# ---- slow ones ----


def test_a_slow_policy_is_told_with_its_time(mine, monkeypatch, capsys):
    assert main(["simulate", TOY, "-n", "60", "--policy", "my.py:slow", "--out", "run"]) == 0
    said = next(line for line in capsys.readouterr().err.splitlines() if line.startswith("my.py:slow takes"))
    times = re.fullmatch(r"my\.py:slow takes \S+ [mu]s a decision, ([\d.e+]+) times as long as random", said)
    assert times is not None, said
    assert float(times[1]) > 10


def test_a_trial_that_takes_too_long_ends_and_says_how_slow_it_was(mine, monkeypatch):
    monkeypatch.setattr(sim.trial, "SLOW_SECONDS", 0.5)
    file = Path("my.py")
    file.write_text(FILE.replace("range(50000)", "range(50000000)"))
    plan = toy_plan(600, "my.py:slow")
    trial = sim.trial.try_policies(*toy(), plan)
    assert trial.random is None
    assert trial.tables[0].per_decision > 0.005
    assert re.match(r"my\.py:slow takes \S+ m?s a decision: 600 games will take about", trial.lines(plan, 1)[0])


def test_words_for_slow_policies():
    plan = toy_plan(200_000, "my.py:deep")
    deep = Tried("my.py:deep", 10, 1000, 0.24)
    usual = Tried("random", 1000, 100_000, 0.04)
    assert Trial((deep,), usual).lines(plan, 2) == [
        "my.py:deep takes 240 us a decision, 600 times as long as random: "
        f"{plan.n_games:,} games will take about 40 min with 2 workers; -n asks for fewer"
    ]
    quick = Tried("my.py:quick", 1000, 100_000, 0.04)
    assert Trial((quick,), usual).lines(plan, 2) == ["my.py:quick takes 400 ns a decision, 1 times as long as random"]


# ---- honesty ----


def first_choices(policy: str) -> set[int]:
    """First action in games of one deal."""
    player = Player(*toy(), [policy], 3, 1)
    found = set()
    for i in range(40):
        steps = player.iterate(one_row(i, block=0))
        next(steps)
        found.add(next(steps).action)
    return found


@pytest.mark.parametrize("name", ["fortune_teller", "mind_reader"])
def test_chance_to_come_is_hidden_unless_the_file_sees_all(name, mine):
    """The next roll is fixed by the block; the neighbour's stream by game, participant and seed."""
    assert len(first_choices(f"my.py:{name}")) > 1
    Path("open.py").write_text("sees_all = True\n" + FILE)
    if name == "fortune_teller":
        assert len(first_choices(f"open.py:{name}")) == 1


def test_a_policy_cannot_change_the_game(mine):
    """Blind or sighted, it plays on a copy."""
    Path("open.py").write_text("sees_all = True\n" + FILE)
    plan = toy_plan(60, "my.py:first", "my.py:vandal", "open.py:vandal")
    player = Player(*toy(), plan.policies, 3, plan.seed)
    first, blind, sighted = (player.play(plan.rows(table, 0, 60)) for table in range(3))
    for rows in (blind, sighted):
        assert rows["seats"]["score"].tobytes() == first["seats"]["score"].tobytes()


def test_study_and_report_name_policies_that_see_all(mine, capsys):
    Path("open.py").write_text("sees_all = True\n" + FILE)
    arguments = ["study", TOY, "-q", "-n", "120", "--policy", "my.py:first", "--policy", "1=open.py:first"]
    assert main([*arguments, "--out", "run"]) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("seed 1. Sees what is hidden: open.py:first.")
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert "open.py:first plays on the true state" in page
    assert "my.py:first plays on the true state" not in page


# ---- the spare state ----


def test_looking_ahead_plays_the_highest_card(mine):
    before, checked = None, 0
    for step in Player(*toy(), ["my.py:highest_card"], 3, 1).iterate(one_row(3)):
        if before is not None and not step.is_forced:
            hand = before["hand"][0, step.seat]
            assert hand[step.action - 1] == hand.max() > 0
            checked += 1
        before = step.state
    assert checked >= 3


# ---- the kernel cache ----


def digest(policy: str) -> str:
    return Player(*toy(), [policy], 3, 1).digest


def test_a_file_counts_by_content_wherever_it_lies(mine, tmp_path):
    here = digest("my.py:first")
    (tmp_path / "else where").mkdir()
    moved = shutil.copy(mine, tmp_path / "else where" / "my.py")
    assert digest(f"{moved}:first") == here
    assert digest("my.py:last") != here
    mine.write_text(FILE + "# one more line\n")
    assert digest("my.py:first") != here


def test_a_file_changed_within_a_second_is_played_as_it_is_now(mine):
    """Equal size and time: Python's own bytecode files could not tell."""
    times = mine.stat()
    text = "def best(state, tables, actions, n, weights, memory):\n    return {}\n"
    for index in (0, 1):
        mine.write_text(text.format(index))
        os.utime(mine, ns=(times.st_atime_ns, times.st_mtime_ns))
        steps = list(Player(*toy(), ["my.py:best"], 3, 1).iterate(one_row(3)))
        assert {step.action for step in steps[1:] if not step.is_forced} == {index}


def test_files_of_one_name_that_change_places(mine, tmp_path):
    """Equal sets of files must not share machine code unless each name means the same file."""
    text = "def best(state, tables, actions, n, weights, memory):\n    return {}\n"
    for folders in (("a-b", "a"), ("p", "q")):
        for index, folder in enumerate(folders):
            Path(folder).mkdir()
            Path(folder, "my.py").write_text(text.format(index))
        policies = [f"{folder}/my.py:best" for folder in folders]
        for index in (0, 1):
            row = one_row(3)
            row["policies"] = index
            steps = list(Player(*toy(), policies, 3, 1).iterate(row))
            assert {step.action for step in steps[1:] if not step.is_forced} == {index}


def test_two_files_of_one_name_are_refused_where_a_report_could_not_tell_them_apart(mine, tmp_path, capsys):
    (tmp_path / "b").mkdir()
    other = shutil.copy(mine, tmp_path / "b" / "my.py")
    shown = refused(f"1={mine}:first,2={other}:first", capsys)
    assert "have one name in the report: rename one of the files" in shown


def test_a_second_process_starts_warm(mine):
    environment = os.environ | {"FAIRSEAT_CACHE": "cache", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-c", "from scripts.main import run; run()", "simulate", TOY, "-n", "60"]
    said = []
    for out in ("one", "two"):
        arguments = ["--policy", "my.py:first", "--policy", "1=my.py:last", "--out", out]
        done = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stderr)
    assert "compiled in" in said[0]
    assert "compil" not in said[1]
    assert len(list(Path("cache").glob("*/*.nbc"))) == 1  # the trial used the run's own code
    assert folder_digest(Path("one")) == folder_digest(Path("two"))
    assert not list(Path().glob("__pycache__"))


def test_worker_processes_find_a_relative_path_from_elsewhere(mine, tmp_path, monkeypatch):
    plan = toy_plan(120, "my.py:first", {1: "my.py:last"})
    run_toy(tmp_path / "threads", plan, shard_games=60)
    run_toy(tmp_path / "processes", plan, shard_games=60, backend="loky", jobs=2)
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    shutil.copy(mine, other / "my.py")
    mine.unlink()  # workers of the pool still stand in the first folder
    run_toy(tmp_path / "again", plan, shard_games=60, backend="loky", jobs=2)
    assert folder_digest(tmp_path / "threads") == folder_digest(tmp_path / "processes")
    assert folder_digest(tmp_path / "threads") == folder_digest(tmp_path / "again")


def test_a_study_file_repeats_a_study_with_policies_of_ones_own(mine, capsys):
    arguments = ["study", TOY, "-q", "-n", "60", "--policy", "1=my.py:first,2=my.py:last", "--policy", "my.py:first"]
    assert main([*arguments, "--out", "one"]) == 0
    assert main(["study", "--from", "one/study.toml", "-q", "--out", "two"]) == 0
    assert folder_digest(Path("one")) == folder_digest(Path("two"))


# ---- in the interpreter ----


def test_print_works_in_the_interpreter(mine):
    mine.write_text(
        "def best(state, tables, actions, n, weights, memory):\n    print('asked', n, memory[0])\n    return 0\n"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-c", "from scripts.main import run; run()", "replay", TOY]
    done = subprocess.run(
        [*command, "--policy", "my.py:best"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "asked 3 0.0" in done.stdout
