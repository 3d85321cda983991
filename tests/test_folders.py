"""Folders of one command that are given to another: refused before any game, and nothing in them changes."""

import socket

import pytest

from scripts.main import main
from sim.folder import HELD

PIG = "examples/pig"
VARY = ["--vary", "rules.goal=60"]

#: Each command with the kinds of folders that are none of its own.
COMMANDS = {
    "study": (["study", PIG], {"tournament", "cells", "search", "runs"}),
    "study of several": (["study", PIG, "--players", "2,3"], {"run", "cells", "search"}),
    "simulate": (["simulate", PIG], {"tournament", "cells", "search", "runs"}),
    "tournament": (["tournament", PIG], {"study", "cells", "search", "runs"}),
    "sweep": (["sweep", PIG, *VARY], {"run", "search", "runs"}),
    "compare": (["compare", PIG, "--b", "rules.goal=60"], {"run", "search", "runs"}),
    "fair": (["fair", PIG, "--vary", "rules.handicap.2=0:3"], {"run", "cells", "runs"}),
}


@pytest.fixture(autouse=True)
def _at_root(request, monkeypatch):
    monkeypatch.chdir(request.config.rootpath)


def refused(arguments, capsys):
    capsys.readouterr()
    assert main([str(word) for word in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    return err


@pytest.mark.parametrize("how", [[], ["--resume"], ["--force"]], ids=["new", "resume", "force"])
@pytest.mark.parametrize(("command", "kind"), [(c, k) for c, (_, kinds) in COMMANDS.items() for k in sorted(kinds)])
def test_folders_of_other_commands_are_refused(command, kind, how, tmp_path, capsys):
    sign, words = HELD[kind]
    sign = tmp_path / sign.replace("[0-9]*", "3")
    sign.parent.mkdir(exist_ok=True)
    sign.write_text("{}")
    (tmp_path / "report.html").write_text("a page")
    err = refused([*COMMANDS[command][0], "-n", 600, "--out", tmp_path, "--quiet", *how], capsys)
    assert f"{tmp_path}: holds {words}" in err
    assert {file for file in tmp_path.rglob("*") if file.is_file()} == {sign, tmp_path / "report.html"}
    assert (tmp_path / "report.html").read_text() == "a page"


def test_a_tournament_keeps_its_page(tmp_path, capsys):
    (tmp_path / "tournament.json").write_text("{}")
    assert "holds a tournament: its own command with --resume" in refused(["report", tmp_path], capsys)


def test_a_search_names_its_runs(tmp_path, capsys):
    (tmp_path / "stage-1").mkdir()
    (tmp_path / "stage-1" / "cells.json").write_text("{}")
    for command in ("report", "analyze"):
        assert f"name one of its runs, like {tmp_path / 'confirm'}" in refused([command, tmp_path], capsys)


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (["--backend", "foo"], "unknown backend 'foo'"),
        (["--backend", "dask"], "--backend dask without --scheduler"),
        (["--jobs", "-5"], "--jobs -5"),
        (["--level", "3"], "--level '3'"),
        (["--deals", "foo"], "unknown kind of deals 'foo'"),
        (["--scheduler", "tcp://h:1"], "--scheduler beside --backend threading"),
    ],
)
@pytest.mark.parametrize("name", ["tournament", "sweep", "compare", "fair"])
@pytest.mark.parametrize("plan", [[], ["--plan-only"]], ids=["played", "planned"])
def test_one_line_for_an_option_that_is_none_also_of_a_plan(name, command, fault, plan, tmp_path, capsys):
    """Without words before it about styles that stay away."""
    out = tmp_path / "out"
    assert fault in refused([*COMMANDS[name][0], "--out", out, *command, *plan], capsys)
    assert not out.exists()


@pytest.mark.parametrize("name", ["tournament", "sweep", "compare", "fair"])
def test_a_scheduler_that_does_not_answer_ends_a_command_at_once(name, tmp_path, capsys, monkeypatch):
    """Not cell by cell, with a page about nothing in the end."""
    pytest.importorskip("distributed")
    monkeypatch.setattr("sim.cluster.CONNECT_SECONDS", 1.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        out = tmp_path / "out"
        asked = [*COMMANDS[name][0], "-n", 600, "--backend", "dask", "--scheduler", address, "--out", out, "--quiet"]
        assert f"--scheduler {address}: no dask scheduler answers there" in refused(asked, capsys)
    assert not out.exists() or not any(file.is_file() for file in out.rglob("*"))


def test_the_side_of_a_setting_is_named(capsys):
    assert "--b players='x': give a whole number" in refused(["compare", PIG, "--b", "players=x"], capsys)
