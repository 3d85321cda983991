"""Folders of runs that something befell: what is damaged is told or redone, and the end is the same."""

from __future__ import annotations

import json
import shutil

import pytest
from killkit import everything
from toykit import no_litter, toy_plan
from toykit import run_toy as run

from sim import store
from sim.errors import UserError

FIRST, SECOND = "games-00-00000.parquet", "games-00-00001.parquet"


def play(folder, **options):
    return run(folder, toy_plan(180, seed=5), shard_games=60, **options)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A folder of three shards and its files."""
    folder = tmp_path_factory.mktemp("original") / "run"
    play(folder)
    return folder, everything(folder)


@pytest.fixture
def damaged(original, tmp_path):
    """A copy to damage, and the files that it must have in the end."""
    return shutil.copytree(original[0], tmp_path / "run"), original[1]


def swap(folder):
    (folder / FIRST).rename(folder / "other")
    (folder / SECOND).rename(folder / FIRST)
    (folder / "other").rename(folder / SECOND)


def change_byte(folder):
    content = bytearray((folder / FIRST).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / FIRST).write_bytes(content)


def link(folder):
    """A link to a file elsewhere, of the same content."""
    (folder / FIRST).rename(folder.parent / "elsewhere")
    (folder / FIRST).symlink_to(folder.parent / "elsewhere")


def link_to_nothing(folder):
    (folder / FIRST).unlink()
    (folder / FIRST).symlink_to(folder.parent / "nothing")


def rewrite_lines(folder, change):
    lines = (folder / "shards.jsonl").read_text().splitlines(keepends=True)
    (folder / "shards.jsonl").write_text("".join(change(lines)))


def other_checksum(lines):
    return [json.dumps({**json.loads(lines[0]), "sha256": "0" * 64}) + "\n", *lines[1:]]


def older_line_last(lines):
    """A shard listed twice, the second time wrongly."""
    return [*lines, *other_checksum(lines)[:1]]


SHARDS = {
    "cut": (lambda f: (f / FIRST).write_bytes((f / FIRST).read_bytes()[:-1]), 60),
    "longer": (lambda f: (f / FIRST).write_bytes((f / FIRST).read_bytes() + b"\0"), 60),
    "a changed byte": (change_byte, 60),
    "empty": (lambda f: (f / FIRST).write_bytes(b""), 60),
    "zeros": (lambda f: (f / FIRST).write_bytes(bytes((f / FIRST).stat().st_size)), 60),
    "missing": (lambda f: (f / FIRST).unlink(), 60),
    "swapped": (swap, 120),
    "a link": (link, 60),
    "a link to nothing": (link_to_nothing, 60),
    "one too many": (lambda f: shutil.copy(f / FIRST, f / "games-00-00007.parquet"), 0),
    "of another table": (lambda f: shutil.copy(f / FIRST, f / "games-03-00000.parquet"), 0),
    "left by a killed worker": (lambda f: (f / f"{FIRST}.0123456789ab.tmp").write_bytes(b"half"), 0),
    "lines missing": (lambda f: rewrite_lines(f, lambda lines: lines[1:]), 60),
    "no lines at all": (lambda f: (f / "shards.jsonl").unlink(), 180),
    "lines empty": (lambda f: (f / "shards.jsonl").write_text(""), 180),
    "a line cut": (lambda f: rewrite_lines(f, lambda lines: [*lines[:2], lines[2][:40]]), 60),
    "a line twice": (lambda f: rewrite_lines(f, lambda lines: [*lines, lines[0]]), 0),
    "a wrong line after": (lambda f: rewrite_lines(f, older_line_last), 60),
    "a wrong checksum": (lambda f: rewrite_lines(f, other_checksum), 60),
    "lines in another order": (lambda f: rewrite_lines(f, reversed), 0),
    "lines of garbage": (lambda f: (f / "shards.jsonl").write_bytes(b"\xff\xfe{}\n[1]\nnull\n" * 9), 180),
    "a key too many": (
        lambda f: rewrite_lines(f, lambda lines: [json.dumps({**json.loads(x), "more": 1}) + "\n" for x in lines]),
        0,
    ),
    "no manifest": (lambda f: (f / "manifest.json").unlink(), 0),
}


@pytest.mark.parametrize("name", SHARDS)
def test_what_is_damaged_is_redone(damaged, name):
    (folder, files), (damage, n_redone) = damaged, SHARDS[name]
    damage(folder)
    result = play(folder, resume=True)
    assert result.n_played == n_redone
    assert everything(folder) == files
    assert no_litter(folder)
    assert not any(file.is_symlink() for file in folder.iterdir())


def test_a_shard_that_cannot_be_read_is_redone(damaged, monkeypatch):
    """Permission lost, or a disk that cannot read it; the superuser reads everything, so it is made up."""
    folder, files = damaged
    real = store.file_digest

    def refuse(file):
        if file.name == FIRST and file.stat().st_mtime_ns == before:
            raise PermissionError(13, "Permission denied", str(file))
        return real(file)

    before = (folder / FIRST).stat().st_mtime_ns
    monkeypatch.setattr(store, "file_digest", refuse)
    assert store.verify(folder) == [store.Shard(0, 0, 0, 60)]
    assert play(folder, resume=True).n_played == 60
    assert everything(folder) == files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "cannot be read"),
        (b"{", "cannot be read"),
        (bytes(5000), "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"[]", "format 'fairseat-run-1' expected"),
        (b"{}", "format 'fairseat-run-1' expected"),
        ("seed", "edited or damaged"),
        ("n_games", "edited or damaged"),
    ],
)
def test_a_damaged_manifest_is_told_and_force_plays_anew(damaged, text, message):
    folder, files = damaged
    if isinstance(text, str):
        manifest = json.loads((folder / "manifest.json").read_text())
        text = json.dumps({**manifest, text: manifest[text] + 1}).encode()
    (folder / "manifest.json").write_bytes(text)
    with pytest.raises(UserError, match=rf"manifest.json: {message}.*--force"):
        play(folder, resume=True)
    play(folder, force=True)
    assert everything(folder) == files


def test_a_manifest_of_another_format_is_told(damaged):
    folder, _ = damaged
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "format": "fairseat-run-0"}))
    with pytest.raises(UserError, match="format 'fairseat-run-1' expected"):
        play(folder, resume=True)


def test_games_of_another_run_without_its_manifest_are_no_run_to_resume(damaged):
    folder, _ = damaged
    (folder / "manifest.json").unlink()
    with pytest.raises(UserError, match=r"holds games of which manifest.json is lost; use --force to play anew"):
        run(folder, toy_plan(180, seed=6), shard_games=60, resume=True)
    with pytest.raises(UserError, match="holds a run already"):
        play(folder)


def test_a_folder_in_place_of_the_lines(damaged):
    folder, files = damaged
    (folder / "shards.jsonl").unlink()
    (folder / "shards.jsonl").mkdir()
    with pytest.raises(IsADirectoryError):
        play(folder, resume=True)
    (folder / "shards.jsonl").rmdir()
    play(folder, resume=True)
    assert everything(folder) == files


@pytest.mark.parametrize("step", ["write_manifest", "remove_shards"])
def test_killed_while_it_replaces_a_run_the_folder_holds_one_of_them(damaged, monkeypatch, tmp_path, step):
    """Old games never count under the new manifest."""
    folder, _ = damaged
    other = {"plan": toy_plan(180, seed=6), "shard_games": 60}
    real = getattr(store, step)

    def die(*arguments):
        if step == "write_manifest":
            real(*arguments)
        raise RuntimeError("killed")

    monkeypatch.setattr(store, step, die)
    with pytest.raises(RuntimeError, match="killed"):
        run(folder, force=True, **other)
    monkeypatch.undo()
    assert len(store.verify(folder)) == 3
    assert run(folder, resume=True, **other).n_played == 180
    run(tmp_path / "fresh", **other)
    assert everything(folder) == everything(tmp_path / "fresh")


def test_what_was_written_about_games_goes_with_them(damaged):
    folder, _ = damaged
    for name in store.ABOUT:
        (folder / name).write_text("about 180 games")
    play(folder, resume=True)
    assert {name for name in store.ABOUT if (folder / name).exists()} == set(store.ABOUT)
    run(folder, toy_plan(240, seed=5), shard_games=60, resume=True)
    assert not any((folder / name).exists() for name in store.ABOUT)
    (folder / "report.html").write_text("about 240 games")
    run(folder, toy_plan(180, seed=6), shard_games=60, force=True)
    assert not (folder / "report.html").exists()
