"""Checks over several entries or constants at once; what one entry alone must be is in `tables_schema`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.errors import UserError
from sim.games.kaguya import codes
from sim.games.kaguya import tables_schema as schema
from sim.games.kaguya.tables_encode import every_op
from sim.games.kaguya.tables_words import Op
from sim.tables import Resolved

Entries = Mapping[str, Sequence[schema.Entry]]

#: How deep `branch` and `may` may stand in each other: the stack of the kernels has room for this.
MAX_DEPTH = 2


def check_rules(data: Resolved, rules: schema.Rules) -> None:
    """Constants that must fit each other."""
    if rules.ponkotsu_ok + rules.ponkotsu_minus + rules.ponkotsu_pass < 1:
        where = data.label("rules.ponkotsu_ok")
        raise UserError(f"{where}: ponkotsu_ok, _minus and _pass are all 0: the ponkotsu die needs a face")
    lowest = min(rules.handicap)
    if data.rulings["score_floor"] == "zero" and rules.start_score + lowest < 0:
        where = data.label("rules.handicap")
        raise UserError(
            f"{where}: handicap = {rules.handicap}: start_score {rules.start_score} + {lowest} is below 0, "
            f"where no score may be (ruling score_floor); write at least {-rules.start_score}."
        )


def check_cards(data: Resolved, rules: schema.Rules, entries: Entries) -> None:
    """Numbers of cards by kind and character, and what single entries may not hold where they stand."""
    for kind, total in (("conversion", rules.conversion_deck), ("action", rules.action_deck), ("event", 15)):
        copies = sum(_copies(entry) for entry in entries[kind])
        if copies != total:
            constant = "event_cards" if kind == "event" else f"{kind}_deck"
            where, there = data.label("pack"), data.label(f"rules.{constant}")
            raise UserError(f"{where}: [[{kind}]]: copies add up to {copies}, but {constant} = {total} ({there})")
    for kind, each in (("initial_conversion", 1), ("initial_action", 2), ("ability", 1), ("slot", 1)):
        _check_each(data, kind, entries[kind], each)
    for kind, group in entries.items():
        for entry in group:
            _check_entry(data, kind, entry)


def _copies(entry: schema.Entry) -> int:
    return int(getattr(entry, "copies", 1))


def _check_each(data: Resolved, kind: str, entries: Sequence[schema.Entry], each: int) -> None:
    key = "slot" if kind == "slot" else "character"
    counts = dict.fromkeys((1, 2, 3, 4) if kind == "slot" else codes.CHARACTERS, 0)
    for entry in entries:
        counts[getattr(entry, key)] += _copies(entry)
    for name, count in counts.items():
        if count != each:
            where = data.label("pack")
            raise UserError(f"{where}: [[{kind}]]: {count} with {key} = {name}; there must be {each}")


def _check_entry(data: Resolved, kind: str, entry: schema.Entry) -> None:
    where = f"{data.label(f'cards.{entry.id}', 'do')}: {entry.id}.do"
    if kind not in ("action", "initial_action") and any(op.n.count == "die" for op in every_op(entry.do)):
        raise UserError(f"{where}: count = 'die' is the die put on an action card; there is none here")
    if _depth(entry.do) > MAX_DEPTH:
        raise UserError(f"{where}: branch and may stand in each other more than {MAX_DEPTH} deep")


def _depth(ops: Sequence[Op]) -> int:
    inner = [[op.do, *(option.do for option in op.options)] for op in ops if op.op in ("branch", "may")]
    return max((1 + max(_depth(part) for part in parts) for parts in inner), default=0)
