"""Every call that a run, a report or the kernel cache makes of its folder fails: nothing partial counts."""

from __future__ import annotations

import os
import shutil
from contextlib import nullcontext

import pytest
from cachekit import call
from faultkit import ERRORS, Faults
from killkit import everything
from sizes import IS_FULL
from toykit import TOY_FOLDER, no_litter, toy_plan
from toykit import run_toy as run

from analysis.study import analyse
from reports import draw, style
from reports.build import write_study
from scripts.main import main
from sim import cache, store
from sim.errors import UserError

PLAN = {"n_games": 156, "shard_games": 60}


def play(folder, **options):
    return run(folder, toy_plan(PLAN["n_games"], seed=5), shard_games=PLAN["shard_games"], **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The files of a run that nothing befell, and the calls that it made."""
    folder = tmp_path_factory.mktemp("faults") / "run"
    faults = Faults([folder])
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        play(folder)
    assert {kind for kind, _ in faults.calls} == {"mkdir", "open", "lock", "truncate", "write", "close", "fsync",
                                                  "replace", "unlink"}  # fmt: skip
    return everything(folder), faults.calls


def listed_and_sound(folder):
    """How many shards are listed; every one of them must be whole."""
    if not (folder / "manifest.json").exists():
        return 0
    manifest = store.read_manifest(folder)
    lines = store.listed_shards(folder, manifest["run_digest"])
    for shard in store.manifest_shards(manifest):
        if shard.name in lines:
            assert store.is_sound(folder, shard, lines[shard.name])
    return len(lines)


def test_every_call_may_fail(whole, tmp_path):
    files, calls = whole
    fatal = set()
    for at, (kind, name) in enumerate(calls):
        for lasts in (False, True):
            errors = ERRORS[kind] if IS_FULL else [ERRORS[kind][(at + lasts) % len(ERRORS[kind])]]
            for error in errors:
                folder = tmp_path / f"{at}-{lasts}-{error}"
                faults = Faults([folder], at, error, lasts)
                with pytest.MonkeyPatch.context() as patch:
                    faults.install(patch)
                    try:
                        play(folder)
                    except UserError as told:
                        fatal.add(kind)
                        check_told(str(told), kind, error)
                    else:
                        assert (kind in ("unlink", "close"), "run.lock" in name) == (True, True), (kind, name)
                assert faults.n_failed
                listed_and_sound(folder)
                play(folder, resume=True)
                assert everything(folder) == files
                assert no_litter(folder)
    assert fatal == {kind for kind, _ in calls}


def check_told(text, kind, error):
    """One line that names a file or the folder, says why, and what to do."""
    assert "\n" not in text
    assert os.strerror(error) in text
    assert "choose another --out" in text or "of 156 games are kept: " in text


# Reports -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A run, its study, and the files of its report with one picture."""
    folder = tmp_path_factory.mktemp("report") / "run"
    play(folder)
    found = analyse(folder, 0.01, 0.95)
    report(found, folder)
    return folder, found, everything(folder)


def report(found, folder):
    """Write a report; of all pictures, one: they are alike."""

    def one_picture(study, place):
        place.mkdir(exist_ok=True)
        style.save(style.canvas(1), "picture", "one of all", place)
        return ()

    with pytest.MonkeyPatch.context() as patch:
        if not IS_FULL:
            patch.setattr(draw, "draw_all", one_picture)
        write_study(found, folder, "fairseat study")


def test_every_call_of_a_report_may_fail(study, tmp_path):
    original, found, files = study
    old = {name: "an older one" for name in files if not name.startswith(("games", "manifest", "shards"))}

    def place(name):
        folder = shutil.copytree(original, tmp_path / name)
        for each, text in old.items():
            (folder / each).write_text(text)
        return folder, everything(folder)

    folder, before = place("calls")
    faults = Faults([folder])
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        report(found, folder)
    assert everything(folder) == files
    shutil.rmtree(folder)
    kinds = [kind for kind, _ in faults.calls]
    chosen = range(len(kinds)) if IS_FULL else sorted({*range(0, len(kinds), 9), *map(kinds.index, set(kinds))})
    for at in chosen:
        kind, name = faults.calls[at]
        error, folder = ERRORS[kind][at % len(ERRORS[kind])], place(str(at))[0]
        bad = Faults([folder], at, error)
        with pytest.MonkeyPatch.context() as patch:
            bad.install(patch)
            message = f"the report cannot be written: {os.strerror(error)}; the games are kept"
            is_there = kind == "mkdir"  # the folder, so that nothing is lost
            with nullcontext() if is_there else pytest.raises(UserError, match=message):
                report(found, folder)
        assert bad.n_failed == 1
        for each, digest in everything(folder).items():
            assert digest in (files.get(each), before.get(each)), (kind, name, each)
        report(found, folder)
        assert everything(folder) == files
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("fsync", "study.toml"), ("write", "report.html"), *([("mkdir", "figures"), ("open", "manifest.json")] * IS_FULL)],
)
def test_a_command_says_it_in_one_line_and_goes_on(tmp_path, capsys, kind, name):
    command = ["study", str(TOY_FOLDER), "-n", "156", "-q", "--policy", "random", "--out"]
    faults = Faults([tmp_path / "bad"], like=(kind, name))
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        code = main([*command, str(tmp_path / "bad")])
    shown = capsys.readouterr()
    assert (code, shown.out, shown.err.count("\n")) == (2, "", 1), shown
    assert "Input/output error" in shown.err
    assert "kept" in shown.err
    assert main([*command, str(tmp_path / "bad"), "--resume"]) == 0
    assert main([*command, str(tmp_path / "good")]) == 0
    assert everything(tmp_path / "bad") == everything(tmp_path / "good")


# The kernel cache ----------------------------------------------------------------------------------------------------


def test_whatever_the_kernel_cache_is_refused_kernels_run(fresh_cache, tmp_path, monkeypatch):
    faults = Faults([fresh_cache])
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        assert call() == (2, 0)
    assert {"mkdir", "open", "lock", "write", "close", "replace"} <= {kind for kind, _ in faults.calls}
    for at, (kind, _) in enumerate(faults.calls):
        for lasts in (False, True):
            place = tmp_path / f"{at}-{lasts}"
            monkeypatch.setenv("FAIRSEAT_CACHE", str(place))
            monkeypatch.setattr(cache, "_state", cache.CacheState())
            with pytest.MonkeyPatch.context() as patch:
                bad = Faults([place], at, ERRORS[kind][(at + lasts) % len(ERRORS[kind])], lasts)
                bad.install(patch)
                assert call() == (2, 0)
            assert bad.n_failed
            assert call()[0] == 2
            assert call() == (2, 1)  # it was kept now
