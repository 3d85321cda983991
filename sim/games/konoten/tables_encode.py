"""Checked entries -> the arrays of the TABLES record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.errors import UserError
from sim.games.konoten import codes
from sim.games.konoten import tables_words as words
from sim.games.konoten.clauses import CODES
from sim.games.konoten.tables_schema import Node

Record = Any  # one np.record of a dtype of `layout`

#: Note of effects of nodes that belong to no clause of RULES.md: a user's own.
NO_CLAUSE = CODES["N-C1"]


def note_of(clause: str, suffix: str = "") -> int:
    """Note of a clause, or of its part or failed condition where that has a note of its own."""
    return CODES.get(f"{clause} {suffix}", CODES.get(clause, NO_CLAUSE))


class Encoder:
    """Fills the growth sheets of a TABLES record node by node.

    Attributes
    ----------
    record
        The TABLES record that is filled.
    used
        Rows used so far of `effects`, `ops`, `conditions`.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.used = dict.fromkeys(("effects", "ops", "conditions"), 0)

    def node(self, node: Node, before: Sequence[int], effects: Sequence[words.Effect], design: int) -> None:
        """Write a node as it reads under the rulings of the run."""
        row = self.record.nodes[codes.CHARACTERS.index(node.character), node.number]
        row.is_there = 1
        row.before = sum(1 << b for b in set(before))
        row.note = note_of(node.clause)
        row.design = design
        row.effect_start, row.effect_n = self._take("effects", len(effects)), len(effects)
        row.whens = 0
        for i, effect in enumerate(effects):
            row.whens |= 1 << codes.WHENS.index(effect.when)
            self._effect(self.record.effects[int(row.effect_start) + i], effect, node.clause)

    def _effect(self, row: Record, effect: words.Effect, clause: str) -> None:
        row.when = codes.WHENS.index(effect.when)
        row.cost = effect.cost or 0
        row.reach = codes.REACHES.index(effect.who)
        row.note = note_of(clause, effect.when)
        row.note_false = note_of(clause, "if false")
        row.if_start, row.if_n = self._take("conditions", len(effect.conditions)), len(effect.conditions)
        for i, condition in enumerate(effect.conditions):
            target = self.record.conditions[int(row.if_start) + i]
            target.kind = codes.CONDITIONS.index(condition.kind)
            target.n = condition.n
            target["items"] = condition.items
        row.do_start, row.do_n = self.ops(effect.do)
        if effect.when == "on_activate" and effect.who != "activator":
            self.record.has_bystanders = 1

    def ops(self, ops: Sequence[words.Op]) -> tuple[int, int]:
        """(start, count) of newly written ops; the options of `choose` are written behind."""
        start = self._take("ops", len(ops))
        for i, op in enumerate(ops):
            self._op(self.record.ops[start + i], op)
        return start, len(ops)

    def _op(self, row: Record, op: words.Op) -> None:
        row.op = codes.OPS.index(op.op)
        row.n = op.n or 0
        row.kind = codes.MATERIALS.index(op.kind) if op.kind else 0
        row.lo, row.hi, row.each = op.low or 0, op.high or 0, op.vp_each or 0
        row.node = op.node or 0
        if op.items is not None:
            row["items"] = op.items.row()
        if op.op == "give":
            row["items"] = (op.light, op.rainbow, op.stagnation)
        if op.by:
            row.num, row.den = op.by
        row.what = int(
            op.counts == "printed"
            or op.where == "lobby"
            or op.scope in ("all_vp", "nodes")
            or op.surcharge == "normal"
            or op.gifts == "one_per_kind"
        )
        if op.op == "convert":
            row.n_pairs = len(op.options)
            for i, pair in enumerate(op.options):
                row.pairs[i] = [codes.MATERIALS.index(kind) for kind in pair]
        if op.op == "choose":
            row.start, row.count = self.ops(op.options)

    def _take(self, array: str, n: int) -> int:
        """First of n new rows of a flat array."""
        start = self.used[array]
        room = len(self.record[array])
        if start + n > room:
            raise UserError(f"the growth sheets need more than {room} {array} in all, the capacity MAX_{array.upper()}")
        self.used[array] = start + n
        return start
