"""Faults of a user's policy: one clear line before anything is written; slow ones are told with their time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from toykit import run_toy, toy, toy_plan
from userkit import FILE, TOY, line_of, refused

import sim.run
import sim.trial
from scripts.main import main
from sim.errors import UserError
from sim.playout import Player
from sim.trial import Trial, Tried


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
        (
            "misspelt",
            "my.py:misspelt does not compile with Numba (my.py line {}): there is no field 'handz': did you mean",
        ),
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


HEAD = "def chatty(state, tables, actions, n, weights, memory):\n"
HELPER = "from sim.kernel import kernel\n@kernel\ndef told(n):\n    print(n)\n    return n\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (f"{HEAD}    print('asked', n)\n    return 0\n", "chatty, mine.py line 1"),
        (f"{HELPER}{HEAD}    return told(n) - n\n", "told, mine.py line "),
    ],
)
def test_a_policy_that_prints_is_refused(tmp_path, text, where):
    """Threads that print in compiled code lock each other: the run would never end."""
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(UserError, match=rf"mine.py:chatty' prints \({where}.*: compiled games cannot; take it out"):
        run_toy(tmp_path / "run", toy_plan(6, f"{tmp_path / 'mine.py'}:chatty"))
    assert not (tmp_path / "run" / "manifest.json").exists()
