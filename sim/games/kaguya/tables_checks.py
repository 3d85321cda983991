"""Checks over several entries or constants at once; what one entry alone must be is in `tables_schema`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sim.errors import UserError
from sim.games.kaguya import codes
from sim.games.kaguya import tables_schema as schema
from sim.games.kaguya.tables_encode import every_op
from sim.tables import Resolved

Entries = Mapping[str, Sequence[schema.Entry]]

#: How deep `branch` and `may` may stand in each other: the stack of the kernels has room for this.
MAX_DEPTH = 2


def check_rules(data: Resolved, rules: schema.Rules) -> None:
    """Constants that must fit each other."""
    if rules.ponkotsu_ok + rules.ponkotsu_minus + rules.ponkotsu_pass < 1:
        where = data.label("rules.ponkotsu_ok")
        raise UserError(f"{where}: ponkotsu_ok, _minus and _pass are all 0: the ponkotsu die needs a face.")
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
        copies = sum(entry.copies for entry in entries[kind])  # type: ignore[attr-defined]
        if copies != total:
            constant = "event_cards" if kind == "event" else f"{kind}_deck"
            where = data.label("pack")
            raise UserError(f"{where}: [[{kind}]]: copies add up to {copies}, but rules.{constant} is {total}.")
    for kind, each in (("initial_conversion", 1), ("initial_action", 2), ("ability", 1)):
        _check_each(data, kind, "character", [entry.character for entry in entries[kind]], each)  # type: ignore[attr-defined]
    slots = [str(entry.slot) for entry in entries["slot"]]  # type: ignore[attr-defined]
    _check_each(data, "slot", "slot", slots, 1)
    for kind, group in entries.items():
        for entry in group:
            _check_entry(data, kind, entry)


def _check_each(data: Resolved, kind: str, key: str, found: Sequence[str], each: int) -> None:
    wanted = codes.CHARACTERS if key == "character" else ("1", "2", "3", "4")
    counts = Counter(found)
    for name in wanted:
        if counts[name] != each:
            where = data.label("pack")
            raise UserError(f"{where}: [[{kind}]]: {counts[name]} entries with {key} = {name}; there must be {each}.")


def _check_entry(data: Resolved, kind: str, entry: schema.Entry) -> None:
    where = f"{data.label(f'cards.{entry.id}', 'do')}: {entry.id}.do"
    has_die = kind in ("action", "initial_action") or _is_die_event(entry)
    if not has_die and any(op.n.count == "die" for op in every_op(entry.do)):
        raise UserError(f"{where}: count = 'die' needs a die: an action card, or triggers that all carry dice.")
    if _depth(entry.do) > MAX_DEPTH:
        raise UserError(f"{where}: branch and may stand in each other more than {MAX_DEPTH} deep.")


def _is_die_event(entry: schema.Entry) -> bool:
    triggers: Sequence[schema.Trigger] = getattr(entry, "on", [])
    return bool(triggers) and all(trigger.trigger in codes.DIE_TRIGGERS for trigger in triggers)


def _depth(ops: Sequence[schema.Op]) -> int:
    inner = [[op.do, *(option.do for option in op.options)] for op in ops if op.op in ("branch", "may")]
    return max((1 + max(_depth(part) for part in parts) for parts in inner), default=0)
