"""Shards: what is written, how it is found whole again, what damage is noticed."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from toykit import toy, toy_plan, toy_player, toy_rows

from sim import store
from sim.errors import UserError
from sim.run import simulate


@pytest.fixture
def run_dir(tmp_path):
    """A finished run of two tables with three shards each."""
    game, data = toy()
    simulate(tmp_path / "run", game, data, toy_plan(180, "random", "hasty", seed=2), shard_games=70)
    return tmp_path / "run"


def test_rows_come_back_as_they_were_played(run_dir):
    names = [name for name, *_ in store.flat_names(toy()[0].all_columns(), 3)]
    read = store.read_columns(run_dir, names)
    assert read.num_rows == 360
    for table in (0, 1):
        rows = toy_rows(180, "random", "hasty", table=table, seed=2)
        part = read.slice(180 * table, 180)
        for name, column, seat, k in store.flat_names(toy()[0].all_columns(), 3):
            values = rows[column.name] if seat < 0 else rows["seats"][column.name][:, seat]
            values = values if k < 0 else values[:, k]
            stored = part[name].to_numpy()
            assert stored.dtype == values.dtype, name
            assert (stored == values).all(), name


def test_names_of_stored_columns():
    names = [name for name, *_ in store.flat_names(toy()[0].all_columns(), 2)]
    assert names[:3] == ["game", "block", "table"]
    assert {"win_share_1", "win_share_2", "score_2", "cards_left_1_k1", "cards_left_2_k4"} <= set(names)
    assert not {"win_share", "win_share_0", "win_share_3", "cards_left_1_k5", "cards_left_1"} & set(names)
    assert len(set(names)) == len(names)


def test_pandas_and_duckdb_read_the_folder(run_dir):
    frame = pd.read_parquet(run_dir / "games-01-00001.parquet")
    assert len(frame) == 66
    credit = "win_share_1 + win_share_2 + win_share_3"
    found = duckdb.sql(f"select count(*), sum({credit}) from '{run_dir}/games-*.parquet'")
    ((count, total),) = found.fetchall()
    assert count == 360
    assert total == pytest.approx(360, abs=1e-9)


def test_shard_borders_are_whole_blocks_and_depend_on_nothing_else(run_dir):
    manifest = store.read_manifest(run_dir)
    assert manifest["shard_games"] == 66
    shards = store.manifest_shards(manifest)
    assert [(s.table, s.lo, s.hi) for s in shards[:3]] == [(0, 0, 66), (0, 66, 132), (0, 132, 180)]
    assert [s.name for s in shards[2:4]] == ["games-00-00002.parquet", "games-01-00000.parquet"]
    assert store.plan_shards(360, 2, 66)[:2] == shards[:2]


def test_lines_hold_the_checksums(run_dir):
    lines = [json.loads(line) for line in (run_dir / "shards.jsonl").read_text().splitlines()]
    assert len(lines) == 6
    for line in lines:
        assert set(line) == {"shard", "table", "index", "n_rows", "sha256", "run_digest"}
        assert line["sha256"] == store.file_digest(run_dir / line["shard"])
        assert line["n_rows"] == pq.read_metadata(run_dir / line["shard"]).num_rows
        assert line["run_digest"] == store.read_manifest(run_dir)["run_digest"]
    assert store.verify(run_dir) == []


def cut(file):
    file.write_bytes(file.read_bytes()[:-20])


def flip(file):
    content = bytearray(file.read_bytes())
    content[40] ^= 1
    file.write_bytes(bytes(content))


@pytest.mark.parametrize("damage", [cut, flip, lambda f: f.unlink(), lambda f: f.write_bytes(b"")])
def test_verify_names_the_damaged_shard(run_dir, damage):
    damage(run_dir / "games-01-00001.parquet")
    assert [shard.name for shard in store.verify(run_dir)] == ["games-01-00001.parquet"]


@pytest.mark.parametrize("damage", [cut, lambda f: f.unlink(), lambda f: f.write_bytes(b"")])
def test_reading_a_broken_shard_says_which(run_dir, damage):
    damage(run_dir / "games-01-00001.parquet")
    with pytest.raises(UserError, match=r"games-01-00001.parquet.*--resume"):
        store.read_columns(run_dir, ["game"])


def test_a_swapped_shard_is_noticed(run_dir):
    (run_dir / "games-00-00002.parquet").replace(run_dir / "games-00-00001.parquet")
    with pytest.raises(UserError, match="48 games, 66 expected"):
        store.read_columns(run_dir, ["game"])


def test_an_unfinished_run_reads_only_when_asked_for(run_dir):
    lines = (run_dir / "shards.jsonl").read_text().splitlines(keepends=True)
    (run_dir / "shards.jsonl").write_text("".join(lines[:2]) + lines[2][:30])
    with pytest.raises(UserError, match=r"games-00-00002.parquet is missing; finish the run with --resume"):
        store.read_columns(run_dir, ["game"])
    assert store.read_columns(run_dir, ["game"], is_partial=True).num_rows == 132
    (run_dir / "shards.jsonl").write_text("")
    with pytest.raises(UserError, match="no finished games yet"):
        store.read_columns(run_dir, ["game"], is_partial=True)


def test_lines_of_another_run_do_not_count(run_dir):
    text = (run_dir / "shards.jsonl").read_text()
    digest = store.read_manifest(run_dir)["run_digest"]
    (run_dir / "shards.jsonl").write_text(text.replace(digest, "f" * 16))
    assert len(store.verify(run_dir)) == 6


def test_unknown_column(run_dir):
    with pytest.raises(UserError, match=r"unknown column 'win_share_4': did you mean 'win_share"):
        store.read_columns(run_dir, ["win_share_4"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no run is here"),
        ("{", "cannot be read"),
        ("[]", "format"),
        ('{"format": "x"}', "format 'fairseat-run-1'"),
    ],
)
def test_manifests_that_are_none(tmp_path, text, message):
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(UserError, match=message):
        store.read_manifest(tmp_path)


def test_a_short_write_is_found_before_it_counts(tmp_path):
    plan = toy_plan(6)
    rows = toy_player(plan).play(plan.rows(0, 0, 6))
    table = store.to_table(rows, toy()[0].all_columns(), 3)
    with pytest.raises(OSError, match="does not hold the 7 games"):
        store.write_temporary(tmp_path, store.Shard(0, 0, 0, 7), "t", table)
    assert list(tmp_path.iterdir()) == []


def test_write_atomic_keeps_the_old_text_when_it_fails(tmp_path, monkeypatch):
    file = tmp_path / "manifest.json"
    store.write_atomic(file, "old")
    monkeypatch.setattr(store.os, "fsync", lambda handle: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        store.write_atomic(file, "new")
    assert file.read_text() == "old"


def test_plain_makes_json_of_anything():
    value = {"a": np.arange(2), 1: (np.float64(0.5), {"x"}), "b": None, "c": np.bool_(True)}
    assert store.plain(value) == {"a": [0, 1], "1": [0.5, ["x"]], "b": None, "c": True}
