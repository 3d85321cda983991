"""`fairseat bench`: figures that belong together, a documented JSON, refusals. No test asserts a time."""

from __future__ import annotations

import importlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toykit import toy, toy_plan

from scripts import bench_facts, bench_rows, bench_tables
from scripts.bench_baseline import compare
from scripts.main import main
from scripts.request import Request, prepare
from sim import registry
from sim.measure import DECISION_PARTS, GAME_PARTS, Stopwatch

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
QUICK = ("--seconds", "0.05", "--repeat", "2", "--quiet")

POLICY = """
def first(state, tables, actions, n, weights, memory):
    return 0

def beyond(state, tables, actions, n, weights, memory):
    return n
"""


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """JSON of a bench of a game by path, of two styles and a policy out of a file."""
    from scripts.bench import Ask, asks_of, measure

    file = tmp_path_factory.mktemp("policy") / "mine.py"
    file.write_text(POLICY, encoding="utf-8")
    like = Ask("", None, "", None, 1, seconds=0.05, repeats=2)
    asks = asks_of(str(ROOT / TOY), ["balanced", "hasty", f"{file}:first"], like)
    told: list[str] = []
    answer = measure(asks, told.append)
    assert [line for line in told if line.startswith("measuring")] == [f"measuring {a.game}, {a.policy}" for a in asks]
    return json.loads(json.dumps(answer))  # type: ignore[no-any-return]


def keys_of(value: Any) -> set[str]:
    """Keys of JSON objects at any depth."""
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in keys_of(each)}
    return {key for each in value for key in keys_of(each)} if isinstance(value, list) else set()


def test_the_json_is_documented_key_by_key(found: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    section = page.split("### The JSON of")[1].split("\n## ")[0]
    documented = {key for key in re.findall(r"`(\w+)`", section) if not key.startswith("_")}
    plain = {key for key in keys_of(found) if not key.endswith(("_low", "_high"))} | {"cpu_share_low"}
    assert documented == plain | {"baseline", "differs"}


def test_figures_belong_together(found: dict[str, Any]) -> None:
    assert len(found["rows"]) == 3
    for row in found["rows"]:
        assert row["decisions_per_s"] == pytest.approx(row["games_per_s"] * row["decisions_per_game"], rel=1e-9)
        assert row["ns_per_decision_low"] * row["decisions_per_s_high"] == pytest.approx(1e9, rel=1e-9)
        for name in [key for key in row if f"{key}_low" in row]:
            assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
        assert min(row["cold_start_s"], row["warm_start_s"]) > 0
        assert 20 < row["peak_mb"] < 2000
        assert (row["threads"][0]["n_threads"], row["threads"][0]["speedup"]) == (1, 1)
        assert row["threads"][-1]["n_threads"] == found["machine"]["n_cores"]


def test_policies_that_share_a_kernel_share_its_start(found: dict[str, Any]) -> None:
    balanced, hasty, mine = found["rows"]
    assert balanced["kernel_digest"] == hasty["kernel_digest"] != mine["kernel_digest"]
    assert balanced["cold_start_s"] == hasty["cold_start_s"] != mine["cold_start_s"]


def test_the_tables_hold_every_row_and_machine(found: dict[str, Any]) -> None:
    for title, head, rows in bench_tables.tables(found):
        assert len(rows) == len(found["rows"]) * (len(found["rows"][0]["threads"]) if title == "Threads" else 1)
        assert all(len(row) == len(head) for row in rows)
    assert found["machine"]["cpu"] in bench_tables.machine_line(found)
    assert found["versions"]["numba"] in bench_tables.machine_line(found)


def test_missing_gcc_is_said(found: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bench_facts.gcc_version() is None
    assert "no gcc" in bench_tables.machine_line(found | {"versions": bench_facts.versions()})


def test_a_busy_machine_is_said(found: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (64.0, 0.0, 0.0))
    facts = bench_facts.machine()
    assert facts["is_busy"]
    assert "busy" in bench_tables.machine_line(found | {"machine": facts})
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 64.0, 64.0))
    assert not bench_facts.machine()["is_busy"]


# ---- parts of a game ----


@pytest.mark.parametrize("policy", ["random", "balanced"])
def test_games_played_again_are_the_same_games(policy: str) -> None:
    from sim.measure import CHOOSE, LIST, SCORE, Stopwatch

    plan = toy_plan(300, policy)
    watch = Stopwatch(*toy(), plan.policies, plan.n_seats, plan.seed)
    rows = plan.rows(0, 0, 300)
    kept = watch.keep(rows)
    assert kept is not None
    played = watch.play(rows)
    assert kept.n_games == 300
    assert kept.n_decisions == played["decisions"].sum()
    for parts in (SCORE, LIST, CHOOSE):
        assert watch._play_again(parts, kept)[1].tobytes() == played.tobytes()


#: The loop is compiled anew for each game. That a game's verbs change nothing but what they may, so that its games can
#: be played again in parts, is a demand of its contract tests too.
SPLIT = [*(pytest.param(name, marks=pytest.mark.verify) for name in registry.shipped_names()), "examples/pig"]


@pytest.mark.parametrize("name", SPLIT)
def test_games_are_split_by_verb(name: str) -> None:
    setup = prepare(Request(name, None, (), seed=5))
    watch = Stopwatch(setup.game, setup.data, setup.plan.policies, setup.plan.n_seats, 5)
    kept = watch.keep(setup.plan.rows(0, 0, 24))
    assert kept is not None, "games played again without a verb differ: it changes what it must not"
    assert kept.n_games == 24
    assert kept.n_decisions == watch.play(kept.plan_rows)["decisions"].sum()
    assert set(watch.parts(kept)) == {*DECISION_PARTS, *GAME_PARTS}


@pytest.mark.verify
def test_bench_of_konoten_has_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "konoten", "--policy", "balanced", "--json", *QUICK]) == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert set(bench_rows.part_keys().values()) <= set(row)
    assert min(row[f"{part}_ns_per_decision"] for part in DECISION_PARTS) > 0


def test_only_whole_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from sim import measure

    plan = toy_plan(300, "random")
    watch = measure.Stopwatch(*toy(), plan.policies, plan.n_seats, plan.seed)
    rows = plan.rows(0, 0, 300)
    monkeypatch.setattr(measure, "MAX_KEPT", 100)
    kept = watch.keep(rows)
    assert kept is not None
    assert 0 < kept.n_games < 300
    assert kept.n_decisions == watch.play(rows)["decisions"][: kept.n_games].sum()
    monkeypatch.setattr(measure, "MAX_KEPT", 1)
    assert watch.keep(rows) is None


def test_parts_add_up() -> None:
    """By hand: what each run of 4 games and 40 decisions took, and the parts that it means."""
    from types import SimpleNamespace

    from sim.measure import Stopwatch

    run = {"n_games": 4, "n_decisions": 40, "cpu_s": [2.0, 1.0, 4.0], "wall_s": [2.0, 1.0, 5.0], "parts": []}
    run |= {"threads": [1, 2], "threads_s": [[1.0, 1.0], [1.0, 2.0], [2.0, 2.5]], "peak_mb": 100}
    warm = [{"start_s": wall, "start_cpu_s": wall / 2} for wall in (0.5, 0.7, 0.6)]
    starts = {"cold": {"start_s": 9.0, "start_cpu_s": 8.0, "peak_mb": 300}, "warm": warm}
    row = bench_rows.figures(starts, run)
    assert (row["games_per_s"], row["games_per_s_low"], row["games_per_s_high"]) == (2, 1, 4)
    assert (row["ns_per_decision"], row["warm_start_s"], row["cpu_share_low"]) == (5e7, 0.6, 0.8)
    assert (row["cold_start_s"], row["cold_start_cpu_s"], row["warm_start_cpu_s"]) == (9, 8, 0.3)
    assert [each["speedup"] for each in row["threads"]] == [1, 1.6]
    took = iter([1.0, 3.0, 10.0, 14.0, 20.0, 30.0])
    watch: Any = SimpleNamespace(_play_again=lambda parts, kept: (next(took),), play=lambda rows: None)
    parts = Stopwatch.parts(watch, SimpleNamespace(n_games=4, n_decisions=40, plan_rows=None))  # type: ignore[arg-type]
    assert (parts["list"], parts["choose"], parts["apply"]) == pytest.approx((6e9 / 40, 10e9 / 40, 7e9 / 40))
    assert (parts["setup"], parts["score"]) == pytest.approx((2e9 / 4, 4e9 / 4))


# ---- options and baseline ----


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line with which a bench that cannot be done ends."""
    assert main(["bench", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("repeat", ["0", "-1", "1001"])
def test_number_of_repeats(repeat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--repeat" in refused([TOY, "--repeat", repeat], capsys)


@pytest.mark.parametrize("names", [["nosuch"], ["random", "blanced"]])
def test_names_are_checked_before_anything_is_measured(names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    options = [part for name in names for part in ("--policy", name)]
    assert repr(names[-1]) in refused([TOY, *options], capsys)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        ("{", "no JSON"),
        ("[]", "no 'machine' in it"),
        ('{"machine": {}}', "no 'versions' in it"),
    ],
)
def test_a_baseline_that_is_none(
    content: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert said in refused([TOY, "--baseline", str(file)], capsys)


def test_a_policy_that_chooses_no_action_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICY, encoding="utf-8")
    assert "chose index 3, no index of a legal action" in refused([TOY, "--policy", f"{file}:beyond", *QUICK], capsys)


def test_a_baseline_gives_ratios_with_every_pair_of_runs(found: dict[str, Any]) -> None:
    new: dict[str, Any] = json.loads(json.dumps(found))
    row = new["rows"][0]
    for name in ("games_per_s", "games_per_s_low", "games_per_s_high"):
        row[name] *= 3
    row["rules_digest"] = "other"
    new["versions"]["gcc"] = "0.0.0"
    new["rows"][1]["policy"] = "unheard of"
    compared = compare(new, found)
    first, second, third = compared["rows"]
    old = found["rows"][0]
    assert compared["differs"] == ["gcc"]
    assert first["differs"] == ["rules_digest"]
    assert first["games_per_s_ratio"] == pytest.approx(3)
    assert first["games_per_s_ratio_low"] == pytest.approx(3 * old["games_per_s_low"] / old["games_per_s_high"])
    assert first["games_per_s_ratio_high"] == pytest.approx(3 * old["games_per_s_high"] / old["games_per_s_low"])
    assert "games_per_s_ratio" not in second
    assert third["games_per_s_ratio"] == pytest.approx(1)
    titles = [title for title, _, _ in bench_tables.tables(new | {"baseline": compared})]
    assert titles[-1] == "Against the baseline"


def test_bench_prints_json_and_takes_it_back(
    found: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was measured is in `found`: here the command asks for it, prints it and reads it."""
    file, asked = tmp_path / "old.json", []

    def measure(asks: list[Any], tell: Any) -> dict[str, Any]:
        asked.extend((ask.game, ask.policy, ask.seconds, ask.repeats) for ask in asks)
        return json.loads(json.dumps(found))  # type: ignore[no-any-return]

    monkeypatch.setattr("scripts.bench.measure", measure)
    names = ["--policy", "balanced", "--policy", "hasty"]
    assert main(["bench", TOY, *names, "--json", *QUICK]) == 0
    assert asked == [(TOY, "balanced", 0.05, 2), (TOY, "hasty", 0.05, 2)]
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == found
    assert main(["bench", TOY, *names, "--baseline", str(file), *QUICK]) == 0
    shown = capsys.readouterr().out
    assert "Against the baseline" in shown
    assert "nothing" in shown


# ---- kernels against C, and the page ----

BENCH = ROOT / "tests" / "bench"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc on this machine")


@pytest.fixture
def against_c(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("against_c")


@pytest.fixture
def pig(against_c: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark of Pig, with few games and runs."""
    module = importlib.import_module("pig")
    monkeypatch.setattr(module, "N_GAMES", 500)
    monkeypatch.setattr(against_c, "REPEATS", 1)
    return module


@needs_gcc
def test_engine_and_both_programs_in_c_play_the_same_games(pig: Any, tmp_path: Path) -> None:
    pairs = pig.measure(tmp_path)
    assert [(pair["policy"], pair["c"]) for pair in pairs] == [
        (policy, program) for policy in ("random", "hold_20") for program in ("pig_loop.c", "pig.c")
    ]
    checksums = [pair["checksum"] for pair in pairs]
    assert checksums[0] == checksums[1] != checksums[2] == checksums[3]


@needs_gcc
@pytest.mark.parametrize(
    ("program", "policy", "before", "after"),
    [
        ("pig.c", "hold_20", "total >= hold_at", "total > hold_at"),
        ("pig.c", "random", "seat->rolls++;", ""),
        ("pig_loop.c", "hold_20", "face != tables->bust_face", "face != 2"),
        ("pig_loop.c", "random", "core->policy_draws[seat]++", "0"),
    ],
)
def test_a_program_in_c_that_does_something_else_stops_the_bench(
    program: str, policy: str, before: str, after: str, pig: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pig, "POLICIES", {policy: pig.POLICIES[policy]})
    for name in ("pig.c", "pig_loop.c"):
        (tmp_path / name).write_text((BENCH / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (tmp_path / program).read_text(encoding="utf-8")
    assert before in text
    (tmp_path / program).write_text(text.replace(before, after), encoding="utf-8")
    differs = importlib.import_module("against_c").Differs
    with pytest.raises(differs, match=r"checksums [0-9a-f]{16} and [0-9a-f]{16}"):
        pig.measure(tmp_path, tmp_path)


def test_records_in_c_have_the_layout_of_numpys(against_c: Any) -> None:
    inner = np.dtype([("a", "i1"), ("b", "f8", (2,))])
    outer = np.dtype([("first", "u2"), ("in", inner, (3,)), ("own", [("x", "i4")])])
    assert against_c.header({"in_t": inner, "out_t": outer}) == (
        "typedef struct __attribute__((packed)) { int8_t a; double b[2]; } in_t;\n"
        "typedef struct __attribute__((packed)) { uint16_t first; in_t in[3]; "
        "struct __attribute__((packed)) { int32_t x; } own; } out_t;\n"
    )


def test_a_comparison_is_the_median_of_neighbours(against_c: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0, 2, 2, 3, 3, 7, 7, 10, 10, 11, 11, 13])  # kernels 2, 4, 1 seconds; C 1, 3, 2
    monkeypatch.setattr(against_c, "REPEATS", 3)
    monkeypatch.setattr(against_c.time, "thread_time", lambda: next(clock))
    found = against_c.compare(lambda: 7, lambda: 7, 2)
    assert (found["kernels_ns"], found["c_ns"]) == (1e9, 1e9)
    assert found["speed_against_c"] == 0.75
    assert (found["speed_against_c_low"], found["speed_against_c_high"]) == (0.5, 2)


def test_without_gcc_the_bench_says_so(against_c: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run, document = importlib.import_module("run"), importlib.import_module("document")
    monkeypatch.setenv("PATH", str(tmp_path))
    told = run.against_c()
    assert told == against_c.NO_GCC
    facts = {"machine": bench_facts.machine(), "versions": bench_facts.versions(), "rows": []}
    assert document.blocks(facts | {"against_c": told})["Kernels against C"] == told


def test_the_page_takes_every_table(found: dict[str, Any], against_c: Any, tmp_path: Path) -> None:
    run, document = importlib.import_module("run"), importlib.import_module("document")
    pair = {"what": "a loop", "policy": "random", "c": "a.c", "unit": "step", "checksum": "0" * 16}
    pair |= {"kernels_ns": 2.0, "c_ns": 3.0}
    pair |= {"speed_against_c": 1.5, "speed_against_c_low": 1.4, "speed_against_c_high": 1.6}
    (tmp_path / "bench.json").write_text(json.dumps(found | {"against_c": [pair]}), encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text((ROOT / "docs" / "performance.md").read_text(encoding="utf-8"), encoding="utf-8")
    run.main(["--read", str(tmp_path / "bench.json"), "--write", str(page)])
    text = page.read_text(encoding="utf-8")
    assert "| a loop | random | `a.c` | 2.0 a step | 3.0 | 1.50 (1.40 to 1.60) |" in text
    for _, head, rows in bench_tables.tables(found):
        assert document.markdown(head, rows) in text
    plain = re.compile(r"(<!-- bench: .+? -->\n).*?<!-- end -->", re.DOTALL)
    original = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert plain.sub(r"\1", text) == plain.sub(r"\1", original)
    with pytest.raises(ValueError, match="'Nonsense'"):
        document.rewritten("<!-- bench: Nonsense -->\n<!-- end -->\n", {})
