"""What must not change between a start and its resumption: the refusal names it, and the folder stays as it is."""

from __future__ import annotations

import json
import shutil

import pytest
from killkit import ROOT, everything
from toykit import TOY_FOLDER, toy_plan
from toykit import run_toy as run

from scripts.main import main
from sim import manifest as manifest_module
from sim import registry, store
from sim.errors import UserError


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A finished run."""
    folder = tmp_path_factory.mktemp("original") / "run"
    run(folder, toy_plan(120, seed=5), shard_games=60)
    return folder


def altered(value):
    """Another value of the same kind."""
    match value:
        case dict():
            return {**value, "another": 1}
        case list():
            return [*value, "another"]
        case int():
            return value + 1
        case _:
            return f"another {value}"


def test_every_fact_of_the_manifest_is_compared_and_named(original, tmp_path):
    facts = store.read_manifest(original)
    keys = [key for key in facts if key not in (*store.COUNTS, "run_digest", "format", "block_size")]
    assert len(keys) > 25
    folder = shutil.copytree(original, tmp_path / "run")
    for key in [*keys, "of a later version"]:
        other = {**facts, key: altered(facts.get(key, ""))}
        other["run_digest"] = store.run_digest(other)
        store.write_manifest(folder, other)
        before = everything(folder)
        with pytest.raises(UserError, match=f"cannot resume, {key}[a-z.]* differs: "):
            run(folder, toy_plan(120, seed=5), shard_games=60, resume=True)
        assert everything(folder) == before


@pytest.mark.parametrize("package", ["fairseat", "numba", "numpy", "pyarrow"])
def test_another_version_of_a_package(original, monkeypatch, package):
    real = manifest_module.version
    monkeypatch.setattr(manifest_module, "version", lambda name: "0.0.1" if name == package else real(name))
    with pytest.raises(UserError, match=f"cannot resume, versions.{package} differs: '.*' there, '0.0.1' now"):
        run(original, toy_plan(120, seed=5), shard_games=60, resume=True)


PIG = str(ROOT / "examples" / "pig")
POLICY = "def first(state, tables, actions, n, weights, memory):\n    return 0\n"


def refused(command, capsys):
    """What the command says, which must be one line and exit code 2."""
    assert main(command) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["--seed", "2"], "seed differs: 1 there, 2 now"),
        (["--players", "2"], "n_seats differs: 3 there, 2 now"),
        (["--policy", "hasty"], "policies differs: ['random'] there, ['hasty'] now"),
        (["--seating", "fixed"], "seating differs"),
        (["--deals", "fresh"], "deals differs: 'shared' there, 'fresh' now"),
        (["--characters", "hare"], "characters_in_play differs"),
        (["-n", "60"], "n_games differs: 120 there, 60 now"),
        (["--until", "5pp"], "until differs: None there"),
    ],
)
def test_an_option_that_changes_the_run(tmp_path, capsys, change, told):
    command = ["simulate", str(TOY_FOLDER), "-n", "120", "-q", "--policy", "random", "--out", str(tmp_path / "run")]
    assert main(command) == 0
    before = everything(tmp_path / "run")
    capsys.readouterr()
    names = {"-n", "--policy"} & {change[0]}
    kept = [word for at, word in enumerate(command) if not {word, command[at - 1]} & names]
    assert f"cannot resume, {told}" in refused([*kept, *change, "--resume"], capsys)
    assert everything(tmp_path / "run") == before


def test_a_policy_of_the_users_that_was_edited(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(POLICY)
    command = ["simulate", str(TOY_FOLDER), "-n", "120", "-q", "--policy", "my.py:first", "--out", "run"]
    assert main(command) == 0
    (tmp_path / "my.py").write_text(POLICY.replace("0", "n - 1"))
    capsys.readouterr()
    assert "cannot resume, sources.my.py differs" in refused([*command, "--resume"], capsys)
    (tmp_path / "my.py").write_text(POLICY)
    assert main([*command, "--resume"]) == 0


def test_a_game_by_path_that_was_edited(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(TOY_FOLDER, tmp_path / "toy")
    command = ["simulate", "toy/", "-n", "120", "-q", "--policy", "random", "--out", "run"]
    assert main(command) == 0
    file = next(file for file in game.glob("*.py") if "def apply" in file.read_text())
    file.write_text(file.read_text() + "\n# another rule\n")
    registry.find.cache_clear() if hasattr(registry.find, "cache_clear") else None
    capsys.readouterr()
    assert f"cannot resume, sources.{file.name} differs" in refused([*command, "--resume"], capsys)


def test_data_that_were_edited(tmp_path, capsys, monkeypatch):
    """Rules and weights, in a file or by an option: named by their place in the data, not by a digest."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("[rules]\ngoal = 50\n")
    command = ["simulate", PIG, "-n", "120", "-q", "--policy", "hold_10", "--rules", "mine.toml", "--out", "run"]
    assert main(command) == 0
    capsys.readouterr()
    weights = [*command, "--set", "policies.hold_10.roll=7", "--resume"]
    told = refused(weights, capsys)
    assert "cannot resume, document.policies.hold_10.weights.roll differs: 9.5 there, 7 now" in told
    (tmp_path / "mine.toml").write_text("[rules]\ngoal = 51\n")
    told = refused([*command, "--resume"], capsys)
    assert "cannot resume, document.rules.goal differs: 50 there, 51 now" in told


def test_a_value_of_many_words_is_shown_in_short(original, tmp_path):
    folder = shutil.copytree(original, tmp_path / "run")
    facts = json.loads((folder / "manifest.json").read_text())
    facts["labels"] = {"cards": ["a long name"] * 1000}
    facts["run_digest"] = store.run_digest(facts)
    store.write_manifest(folder, facts)
    with pytest.raises(UserError) as caught:
        run(folder, toy_plan(120, seed=5), shard_games=60, resume=True)
    assert len(str(caught.value)) < 500
