"""TOML rules, cards and policies of any game: reading, merging, changing one value, digests and clear errors.

Order, later wins: the game's `data/rules.toml`, the pack's `[rules]` and `[rulings]`, a rules file, single values.
The resolved document written out by `to_toml` is itself a pack file, which reads back to the same digests.
"""

from sim.tables.document import digest, digests, game_data, provenance_counts, to_toml
from sim.tables.merging import pack_names, resolve
from sim.tables.schema import validated
from sim.tables.sources import DataShape, Resolved, Source, read_toml, refuse_unknown
from sim.tables.weights import weight_rows

__all__ = [
    "DataShape",
    "Resolved",
    "Source",
    "digest",
    "digests",
    "game_data",
    "pack_names",
    "provenance_counts",
    "read_toml",
    "refuse_unknown",
    "resolve",
    "to_toml",
    "validated",
    "weight_rows",
]
