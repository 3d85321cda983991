"""A finished run: its manifest, and its rows read piece by piece, from files or (`analysis.memory`) from memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim import store
from sim.errors import UserError
from sim.game import COMMON_COLUMNS, ENGINE_COLUMNS, Column, Role

Array = np.ndarray[Any, Any]

#: Rows read at once: large enough for vector speed, small enough for flat memory.
BATCH_ROWS = 1 << 14
#: Place x character sums of one batch, in numbers: 64 MB.
_BATCH_CELLS = 1 << 23
_REQUIRED = ("game", "n_seats", "n_games", "block_size", "n_blocks", "characters", "policies", "tables", "columns")


@dataclass(frozen=True)
class Rows:
    """Some whole blocks of one policy table.

    Attributes
    ----------
    columns
        Game columns by name, shape (n,); seat columns by name, shape (n_seats, n); columns with several values have
        one more axis at the end.
    starts
        Index of the first row of each block, shape (n_blocks,).
    """

    columns: Mapping[str, Array]
    starts: Array

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())).T)

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def sum_blocks(self, values: Array) -> Array:
        """Sum of values of shape (..., n) over the games of each block: shape (..., n_blocks), float64."""
        return np.add.reduceat(values, self.starts, axis=-1, dtype=np.float64)

    def block_of(self) -> Array:
        """Index of the block of each row, shape (n,)."""
        sizes = np.diff(np.append(self.starts, len(self)))
        return np.repeat(np.arange(len(self.starts)), sizes)

    def count_blocks(self, codes: Array, n_codes: int, weights: Array | None = None) -> Array:
        """For each block, how often each code occurs (or the sum of its weights).

        Parameters
        ----------
        codes
            Integers in 0..n_codes-1, shape (n,) or (n_seats, n).
        weights
            None to count, or the values to add, of the same shape.

        Returns
        -------
        Array
            float64, shape (n_blocks, n_codes).
        """
        n_blocks = len(self.starts)
        key = (self.block_of() * n_codes + codes).ravel()
        flat = None if weights is None else np.broadcast_to(weights, codes.shape).ravel()
        sums = np.bincount(key, flat, minlength=n_blocks * n_codes)
        return sums.reshape(n_blocks, n_codes).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Run:
    """Manifest and rows of a run.

    Attributes
    ----------
    folder
        Folder of the run.
    manifest
        The manifest as read.
    columns
        Outcome columns of the rows.
    shards
        Row files in plan order.
    memory
        Stored columns of all games in memory, in plan order, in place of files.
    unchecked
        Checks of run health that rows in memory cannot answer.
    """

    folder: Path
    manifest: Mapping[str, Any]
    columns: tuple[Column, ...]
    shards: tuple[Path, ...]
    memory: pa.Table | None = None
    unchecked: tuple[str, ...] = ()

    @property
    def n_seats(self) -> int:
        return int(self.manifest["n_seats"])

    @property
    def characters(self) -> list[str]:
        """Titles of the characters by code; their names where there is no title."""
        names = [str(name) for name in self.manifest["characters"]]
        titles = [str(title) for title in self.manifest.get("character_titles") or ()]
        return titles if len(titles) == len(names) else names

    @property
    def policies(self) -> list[str]:
        return [str(name) for name in self.manifest["policies"]]

    @property
    def tables(self) -> list[str]:
        """Descriptions of the policy tables by index."""
        return [str(text) for text in self.manifest["tables"]]

    @property
    def is_team(self) -> bool:
        """Whether several seats may win together, each in full."""
        return bool(self.manifest.get("wins", "single") == "team")

    @property
    def tie_breaks(self) -> tuple[Column, ...]:
        """Seat columns that decide between equal top scores, in order."""
        return tuple(self.column(str(name)) for name in self.manifest.get("tie_breaks") or ())

    def with_role(self, role: Role, is_per_seat: bool) -> tuple[Column, ...]:
        """The game's own and the common columns of a role, single-valued or not; without the engine's."""
        engine = {column.name for column in ENGINE_COLUMNS}
        return tuple(
            c for c in self.columns if c.role == role and c.is_per_seat == is_per_seat and c.name not in engine
        )

    def label(self, column: str, code: int) -> str:
        """Name of a code of an id or mask column: from the manifest's `labels`, else unit (or name) and code."""
        names = (self.manifest.get("labels") or {}).get(column)
        if isinstance(names, dict) and str(code) in names:
            return str(names[str(code)])
        if isinstance(names, list) and 0 <= code < len(names):
            return str(names[code])
        return f"{self.column(column).unit.removesuffix('s') or column} {code}"

    def column(self, name: str) -> Column:
        return next(c for c in self.columns if c.name == name)

    def read(self, names: Sequence[str], only: int | None = None) -> Iterator[tuple[int, Rows]]:
        """Pairs (policy table, rows) over the whole run, or of one table `only`.

        No block is ever split between two pairs of one table.
        """
        needed = list(dict.fromkeys(("block", "table", *names)))
        stored = [name for column in needed for name in self._stored(column)]
        n_rows = max(1 << 10, min(BATCH_ROWS, _BATCH_CELLS // (self.n_seats * len(self.characters))))
        for piece in _whole_blocks(self._batches(stored, n_rows, only), n_rows):
            table_of = piece["table"].to_numpy()
            for table in np.unique(table_of if only is None else table_of[table_of == only]):
                part = piece if len(np.unique(table_of)) == 1 else piece.filter(pa.array(table_of == table))
                yield int(table), self._rows(part, needed)

    def _batches(self, stored: Sequence[str], n_rows: int, only: int | None) -> Iterator[pa.Table]:
        if self.memory is None:
            listed = zip(self.shards, store.manifest_shards(self.manifest), strict=True) if only is not None else ()
            shards = self.shards if only is None else [path for path, shard in listed if shard.table == only]
            return _batches(shards, stored, n_rows)
        table = self.memory.select(list(stored))
        return (table.slice(first, n_rows) for first in range(0, len(table), n_rows))

    def _stored(self, name: str) -> list[str]:
        column = self.column(name)
        seats = [f"{name}_{seat}" for seat in range(1, self.n_seats + 1)] if column.is_per_seat else [name]
        if column.size == 1:
            return seats
        return [f"{seat}_k{k}" for seat in seats for k in range(1, column.size + 1)]

    def _rows(self, piece: pa.Table, names: Sequence[str]) -> Rows:
        columns = {}
        for name in names:
            column = self.column(name)
            values = np.stack([piece[stored].to_numpy() for stored in self._stored(name)])
            if column.size > 1:
                values = values.reshape(-1, column.size, values.shape[-1]).swapaxes(1, 2)
            columns[name] = values if column.is_per_seat else values[0]
        block = columns["block"]
        return Rows(columns, np.flatnonzero(np.append(True, block[1:] != block[:-1])))


def open_run(run_dir: Path) -> Run:
    """Reads the manifest of a finished run and finds its shards; `UserError` where one is missing or damaged."""
    manifest = store.read_manifest(run_dir)
    missing = [name for name in _REQUIRED if name not in manifest]
    if missing:
        raise UserError(f"{run_dir / store.MANIFEST}: field {missing[0]!r} is missing; simulate the run again")
    unsound = store.verify(run_dir)
    if unsound:
        raise UserError(f"{run_dir}: shard {unsound[0].name} is missing or damaged; finish the run with --resume")
    shards = tuple(run_dir / shard.name for shard in store.manifest_shards(manifest))
    return Run(run_dir, manifest, manifest_columns(manifest), shards)


def manifest_columns(manifest: Mapping[str, Any]) -> tuple[Column, ...]:
    """Outcome columns that a manifest lists, after those of every game that it does not list."""
    own = [_column(entry) for entry in manifest["columns"]]
    listed = {column.name for column in own}
    return (*(c for c in (*ENGINE_COLUMNS, *COMMON_COLUMNS) if c.name not in listed), *own)


def _column(entry: Mapping[str, Any]) -> Column:
    """A column as the manifest has it; what columns could not say when an old run was made is left out."""
    known = {field.name: entry[field.name] for field in fields(Column) if field.name in entry}
    return Column(**known | {"role": Role(entry["role"]), "names": tuple(entry.get("names") or ())})


def _batches(shards: Sequence[Path], stored: Sequence[str], n_rows: int) -> Iterator[pa.Table]:
    for shard in shards:
        try:
            with pq.ParquetFile(shard) as file:
                names = set(file.schema_arrow.names)
                absent = [name for name in stored if name not in names]
                if absent:
                    raise UserError(f"{shard}: column {absent[0]!r} is missing; simulate the run again")
                for batch in file.iter_batches(n_rows, columns=list(stored)):
                    yield pa.Table.from_batches([batch])
        except pa.ArrowInvalid as error:
            raise UserError(f"{shard}: not a readable Parquet file ({error}); simulate the run again") from error


def _whole_blocks(batches: Iterable[pa.Table], n_rows: int) -> Iterator[pa.Table]:
    """Row batches cut where a block ends; what is left of a batch goes in front of the next one."""
    rest: list[pa.Table] = []
    for batch in batches:
        rest.append(batch)
        if sum(map(len, rest)) < n_rows:
            continue
        piece = pa.concat_tables(rest)
        block = piece["block"].to_numpy()
        changes = np.flatnonzero(block[1:] != block[:-1])
        cut = int(changes[-1]) + 1 if len(changes) else 0
        if cut:
            yield piece.slice(0, cut)
        rest = [piece.slice(cut)]
    if rest:
        yield pa.concat_tables(rest)
