"""Every call that a run makes of its folder fails once: one clear line, nothing partial counts, resume ends alike."""

from __future__ import annotations

import hashlib
import os

import pytest
from faultkit import ERRORS, Faults
from sizes import IS_FULL
from toykit import no_litter, toy_plan
from toykit import run_toy as run

from sim import store
from sim.errors import UserError

PLAN = {"n_games": 156, "shard_games": 60}


def everything(folder):
    """sha256 of every file in a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


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
