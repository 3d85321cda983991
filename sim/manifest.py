"""The manifest: all facts of a study, equal for equal studies."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import store
from sim.errors import UserError
from sim.game import GameData, GameSpec
from sim.plan import Plan
from sim.stopping import Until

if TYPE_CHECKING:
    from sim.playout import Player

#: Version of the algorithms of `sim.rng`.
RNG_VERSION = 1


def public_name(policy: str) -> str:
    """A policy's name without an absolute path."""
    return Path(policy).name if Path(policy).is_absolute() else policy


def versions() -> dict[str, Any]:
    """Versions of all that the bytes of a run depend on, by name."""
    return {**{name: version(name) for name in ("fairseat", "numba", "numpy", "pyarrow")}, "rng": RNG_VERSION}


def make_manifest(
    game: GameSpec, data: GameData, plan: Plan, player: Player, shard_games: int, until: Until | None = None
) -> dict[str, Any]:
    """All facts of a study: no clock, host or absolute path, so equal studies have equal manifests.

    `run_digest` names everything but the number of games.
    """
    from sim.kernel_sources import source_files

    facts = plan.describe()
    facts["policies"] = [public_name(name) for name in facts["policies"]]
    facts["table_policies"] = [[public_name(name) for name in row] for row in facts["table_policies"]]
    facts["tables"] = [_public_table(row) for row in facts["table_policies"]]
    _refuse_equal_names(player)
    sources = _sources(source_files(game, player.families))
    manifest = {
        "format": store.FORMAT,
        "run_digest": "",
        "game": game.name,
        "title": game.title,
        **facts,
        **(until.facts(plan.n_requested, shard_games) if until else {}),
        "shard_games": shard_games,
        "characters": list(game.characters),
        "character_titles": list(game.character_titles or game.characters),
        "pack": data.pack,
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "policies_digest": store.sha({policy.name: policy.weights for policy in player.policies}),
        "sees_all": [public_name(name) for name in player.sees_all()],
        "sources": sources,
        "source_digest": store.sha(sources),
        "versions": versions(),
        "provenance": dict(data.provenance),
        "columns": [{**asdict(column), "role": str(column.role)} for column in game.all_columns()],
        "end_reasons": {str(code): text for code, text in game.end_words().items()},
        "wins": game.wins,
        "tie_breaks": list(game.tie_breaks),
        "notes_on_data": game.notes_on_data,
        "data_notes": list(data.notes),
        "labels": dict(game.labels(data)) if game.labels else {},
        "document": data.document,
    }
    manifest["run_digest"] = store.run_digest(manifest)
    return dict(store.plain(manifest))


def _sources(files: Sequence[Path]) -> dict[str, str]:
    """Digest of each source file by its name; of several of one name together."""
    found: dict[str, Any] = {}
    for file in files:
        found.setdefault(file.name, hashlib.sha256()).update(file.read_bytes() + b"\0")
    return {name: digest.hexdigest()[:16] for name, digest in sorted(found.items())}


def _refuse_equal_names(player: Player) -> None:
    """Two policies must not bear one name in a report."""
    shown: dict[str, str] = {}
    for policy in player.policies:
        other = shown.setdefault(public_name(policy.name), policy.name)
        if other != policy.name:
            raise UserError(f"policies {other} and {policy.name} have one name in the report: rename one of the files")


def _public_table(names: Sequence[str]) -> str:
    if len(set(names)) == 1:
        return names[0]
    return ", ".join(f"{number}={name}" for number, name in enumerate(names, start=1))
