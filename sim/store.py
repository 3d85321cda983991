"""Parquet shards and the manifest of a run: whole or absent, verifiable, resumable.

A run folder holds `manifest.json` (all facts of the study), `shards.jsonl` (one line for each finished shard, with its
checksum) and the shards, `games-TT-KKKKK.parquet` (policy table, shard of the table): one row a game. Seats are
columns `name_1`, `name_2`, ...; columns of several values add `_k1`, `_k2`, ...

A shard is written to a temporary file, flushed to disk, read back, renamed, and only then listed; a file that is not
listed is no part of the run. Lines stand in the order in which shards were finished until the run is whole, then in
the order of the plan, so that the whole folder is the same for any number of workers.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim.errors import UserError, unknown
from sim.files import TEMPORARY, sync_folder, whole
from sim.files import file_digest as file_digest
from sim.files import remove_temporaries as remove_temporaries
from sim.files import write_atomic as write_atomic
from sim.game import Column, GameSpec
from sim.plan import Plan

FORMAT = "fairseat-run-1"
MANIFEST = "manifest.json"
SHARDS = "shards.jsonl"

#: What the layers above write about the games of a run; gone as soon as these change.
ABOUT = ("report.html", "study.toml", "tournament.json")
TOURNAMENT = ABOUT[-1]

_SHARD = re.compile(r"games-\d{2,}-\d{5,}\.parquet")

#: Facts of a manifest that may grow when a run is resumed with more games; the run's digest names all others.
COUNTS = ("n_games", "n_games_requested", "n_games_most", "n_blocks", "plan_notes")

COMPRESSION = "zstd"
#: Stored bytes of a game as a part of its bytes in memory, at most: 0.14 to 0.24 with the four games that ship.
MOST_STORED = 0.25

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Shard:
    """A fixed range of games of one policy table: games lo..hi-1 are shard `index` of `table`."""

    table: int
    index: int
    lo: int
    hi: int

    @property
    def name(self) -> str:
        """File name."""
        return f"games-{self.table:02d}-{self.index:05d}.parquet"

    @property
    def n_rows(self) -> int:
        """Number of games."""
        return self.hi - self.lo


def flat_names(columns: Iterable[Column], n_seats: int) -> Iterator[tuple[str, Column, int, int]]:
    """Stored columns in order: (name, column, seat index or -1, value index or -1)."""
    for column in columns:
        for seat in range(n_seats) if column.is_per_seat else (-1,):
            for k in range(column.size) if column.size > 1 else (-1,):
                suffix = ("" if seat < 0 else f"_{seat + 1}") + ("" if k < 0 else f"_k{k + 1}")
                yield column.name + suffix, column, seat, k


def to_table(rows: Array, columns: Sequence[Column], n_seats: int) -> Any:
    """Outcome rows as a pyarrow Table with the stored columns."""
    arrays: dict[str, Any] = {}
    for name, column, seat, k in flat_names(columns, n_seats):
        values = rows[column.name] if seat < 0 else rows["seats"][column.name][:, seat]
        arrays[name] = pa.array(np.ascontiguousarray(values if k < 0 else values[:, k]))
    return pa.table(arrays)


def most_bytes(manifest: Mapping[str, Any]) -> float:
    """Bytes that a stored game of a run takes, at most, by its columns; `stored_bytes` measures them."""
    in_memory = 0
    for column in manifest["columns"]:
        seats = int(manifest["n_seats"]) if column["is_per_seat"] else 1
        in_memory += np.dtype(column["dtype"]).itemsize * int(column["size"]) * seats
    return MOST_STORED * in_memory


def planned_bytes(game: GameSpec, plan: Plan) -> int:
    """As `most_bytes`, of all games of a plan."""
    columns = [{"is_per_seat": c.is_per_seat, "dtype": c.dtype, "size": c.size} for c in game.all_columns()]
    return int(plan.n_total * most_bytes({"n_seats": plan.n_seats, "columns": columns}))


def stored_bytes(table: Any) -> tuple[float, float]:
    """Bytes that a game takes in a shard, and those of the shard itself, from the rows of some games."""
    half, whole = (_size(table.slice(0, n)) for n in (len(table) // 2, len(table)))
    each = (whole - half) / max(len(table) - len(table) // 2, 1)
    return each, max(whole - each * len(table), 0.0)


def to_bytes(table: Any) -> bytes:
    """A table as the bytes of its Parquet file."""
    stream = io.BytesIO()
    pq.write_table(table, stream, compression=COMPRESSION)
    return stream.getvalue()


def _size(table: Any) -> int:
    return len(to_bytes(table))


def write_temporary(folder: Path, shard: Shard, token: str, table: Any) -> tuple[Path, str]:
    """Write a shard to a temporary file; see `keep_bytes`."""
    return keep_bytes(folder, shard, token, to_bytes(table))


def keep_bytes(folder: Path, shard: Shard, token: str, content: bytes) -> tuple[Path, str]:
    """Write a shard, as `to_bytes` makes it, to a temporary file in the run folder, flush it and read it back.

    Returns
    -------
    The file and its sha256. `commit` makes it a shard.
    """
    file, sha256 = folder / f"{shard.name}.{token}{TEMPORARY}", hashlib.sha256(content).hexdigest()
    with whole(file):
        with file.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if pq.read_metadata(file).num_rows != shard.n_rows or file_digest(file) != sha256:
            raise OSError(f"{shard.name}: the file does not hold the {shard.n_rows} games written to it")
    return file, sha256


def commit(folder: Path, shard: Shard, temporary: Path, sha256: str, run_digest: str) -> None:
    """Rename a temporary file to its shard and list it in `shards.jsonl`."""
    temporary.replace(folder / shard.name)
    sync_folder(folder)
    line = _line(shard, sha256, run_digest)
    with (folder / SHARDS).open("a+b") as stream:
        is_cut = stream.seek(0, os.SEEK_END) > 0 and (stream.seek(-1, os.SEEK_END), stream.read())[1] != b"\n"
        stream.write(b"\n" * is_cut + line.encode())
        stream.flush()
        os.fsync(stream.fileno())


def _line(shard: Shard, sha256: str, run_digest: str) -> str:
    facts = {"shard": shard.name, "table": shard.table, "index": shard.index, "n_rows": shard.n_rows}
    return json.dumps({**facts, "sha256": sha256, "run_digest": run_digest}) + "\n"


def shard_files(folder: Path) -> list[Path]:
    """Whatever bears the name of a shard in a folder."""
    return sorted(file for file in folder.glob("games-*.parquet") if _SHARD.fullmatch(file.name))


def remove_shards(folder: Path) -> None:
    """Remove the games of a run and nothing else."""
    for file in (folder / SHARDS, *shard_files(folder)):
        file.unlink(missing_ok=True)


def remove_run(folder: Path) -> None:
    """Remove a run's own files and nothing else."""
    for name in (*ABOUT, MANIFEST):
        (folder / name).unlink(missing_ok=True)
    remove_shards(folder)
    remove_temporaries(folder)


def tidy(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Let a folder hold the shards of a whole run and no others, listed in the order of the plan."""
    lines, shards = listed_shards(folder, manifest["run_digest"]), manifest_shards(manifest)
    for shard in shards:
        if shard.name not in lines or not (folder / shard.name).is_file():
            raise UserError(f"{folder}: {shard.name} went while the run was played; go on with --resume")
    text = "".join(_line(shard, lines[shard.name]["sha256"], manifest["run_digest"]) for shard in shards)
    if (folder / SHARDS).read_bytes() != text.encode():
        write_atomic(folder / SHARDS, text)
    names = {shard.name for shard in shards}
    for file in shard_files(folder):
        if file.name not in names:
            file.unlink()


def plain(value: Any) -> Any:
    """A value as JSON data: mappings, sequences, NumPy numbers become plain ones."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value


def sha(value: Any) -> str:
    """First 16 hex digits of the sha256 of a value as JSON data."""
    text = json.dumps(plain(value), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def run_digest(manifest: Mapping[str, Any]) -> str:
    """Digest of a run's facts but for its number of games."""
    return sha({key: value for key, value in manifest.items() if key not in COUNTS} | {"run_digest": ""})


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write `manifest.json`; where it changes, what was written about the games goes first."""
    text, file = json.dumps(plain(manifest), indent=1, ensure_ascii=False) + "\n", folder / MANIFEST
    if file.is_file() and file.read_bytes() == text.encode():
        return
    for name in ABOUT:
        (folder / name).unlink(missing_ok=True)
    write_atomic(file, text)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run.

    Raises
    ------
    UserError
        There is none, or it cannot be read, or it has another format, or it is not as it was written.
    """
    file = folder / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(
            f"{folder}: no run is here (no {MANIFEST}); name a folder that `fairseat simulate` made"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{file}: cannot be read ({error}); play the run anew with --force") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError(f"{file}: format {FORMAT!r} expected; play the run anew with --force")
    if manifest.get("run_digest") != run_digest(manifest) or not _has_sound_counts(manifest):
        raise UserError(f"{file}: edited or damaged since it was written; play the run anew with --force")
    return manifest


def _has_sound_counts(manifest: Mapping[str, Any]) -> bool:
    """Whether what the digest leaves out fits the rest."""
    n_games, n_requested, n_most, n_blocks, notes = (manifest.get(key) for key in COUNTS)
    if n_most is None and "until" not in manifest:
        n_most = n_requested
    counts: list[Any] = [n_games, n_requested, n_most, n_blocks]
    if not all(type(count) is int for count in counts) or not isinstance(notes, list):
        return False
    return bool(1 <= counts[1] <= counts[0] == counts[3] * manifest["block_size"]) and counts[1] <= counts[2]


def listed_shards(folder: Path, run_digest: str) -> dict[str, dict[str, Any]]:
    """Lines of `shards.jsonl` that belong to a run, by file name; the last line of a shard counts."""
    lines: dict[str, dict[str, Any]] = {}
    try:
        text = (folder / SHARDS).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return lines
    for raw in text.splitlines():
        try:
            line = json.loads(raw)
            if line["run_digest"] == run_digest:
                lines[line["shard"]] = line
        except (ValueError, KeyError, TypeError):
            continue  # cut off when the process was killed: the shard counts as missing
    return lines


def is_sound(folder: Path, shard: Shard, line: Mapping[str, Any] | None) -> bool:
    """Whether a shard is listed with the right number of games and its file has the listed checksum.

    One that cannot be read is not, nor a link to a file elsewhere.
    """
    if line is None or line.get("n_rows") != shard.n_rows:
        return False
    file = folder / shard.name
    try:
        return stat.S_ISREG(file.lstat().st_mode) and file_digest(file) == line.get("sha256")
    except OSError:
        return False


def plan_shards(n_games: int, n_tables: int, shard_games: int) -> list[Shard]:
    """Shards of a run: their borders depend on nothing else."""
    starts = range(0, n_games, shard_games)
    return [
        Shard(table, index, lo, min(lo + shard_games, n_games))
        for table in range(n_tables)
        for index, lo in enumerate(starts)
    ]


def manifest_shards(manifest: Mapping[str, Any]) -> list[Shard]:
    """The shards that the run of a manifest should have."""
    return plan_shards(manifest["n_games"], len(manifest["tables"]), manifest["shard_games"])


def verify(folder: Path) -> list[Shard]:
    """Shards of a run that are missing or damaged (an empty list: the run is complete and sound)."""
    manifest = read_manifest(folder)
    lines = listed_shards(folder, manifest["run_digest"])
    return [shard for shard in manifest_shards(manifest) if not is_sound(folder, shard, lines.get(shard.name))]


def read_columns(folder: Path, columns: Sequence[str], *, is_partial: bool = False) -> Any:
    """Stored columns of all games, in order of policy table and game.

    Parameters
    ----------
    folder
        A run folder.
    columns
        Stored names, e.g. "block", "win_share_1".
    is_partial
        Take an unfinished run as it stands: the games of every listed shard.

    Returns
    -------
    pyarrow Table.

    Raises
    ------
    UserError
        Unknown column; a shard is missing or does not have the listed size. Checksums are `verify`'s work.
    """
    manifest = read_manifest(folder)
    lines = listed_shards(folder, manifest["run_digest"])
    parts = []
    for shard in manifest_shards(manifest):
        line = lines.get(shard.name)
        if line is None or line.get("n_rows") != shard.n_rows:
            if is_partial:
                continue
            raise UserError(f"{folder}: shard {shard.name} is missing; finish the run with --resume")
        parts.append(_read_shard(folder / shard.name, columns, shard.n_rows))
    if not parts:
        raise UserError(f"{folder}: the run has no finished games yet")
    return pa.concat_tables(parts)


def _read_shard(file: Path, columns: Sequence[str], n_rows: int) -> Any:
    try:
        with pq.ParquetFile(file) as parquet:
            known = parquet.schema_arrow.names
            for name in columns:
                if name not in known:
                    raise unknown("column", name, known)
            table = parquet.read(columns=list(columns))
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{file}: cannot be read ({error}); redo it with --resume") from None
    if table.num_rows != n_rows:
        raise UserError(f"{file}: {table.num_rows} games, {n_rows} expected; redo it with --resume")
    return table
