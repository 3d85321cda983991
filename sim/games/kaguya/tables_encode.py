"""Checked card entries -> the flat arrays of the TABLES record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.games.kaguya import codes, layout
from sim.games.kaguya import tables_words as words
from sim.games.kaguya.tables_schema import Entry
from sim.games.kaguya.tables_yields import a_day, worth, yields

Record = Any  # one np.record of a dtype of `layout`


#: `die` costs in one list; kernels look at every group of them.
MAX_DIE_COSTS = 4


def face_bits(faces: Sequence[int]) -> int:
    """Bit set 1 << face."""
    return sum(1 << face for face in faces)


class Encoder:
    """Fills a TABLES record entry by entry; lists are laid one after the other in the flat arrays.

    Attributes
    ----------
    record
        The TABLES record that is filled.
    used
        Rows used so far of `ops`, `conditions`, `costs`, `triggers`.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.used = dict.fromkeys(("ops", "conditions", "costs", "triggers"), 0)

    def program(self, entry: Entry, design: int, card_rows: Sequence[int]) -> None:
        """Write an entry into its program rows: one for each copy, all reading the same lists."""
        row = np.zeros(1, layout.PROGRAM)[0]
        row.design = design
        row.is_blank = int(entry.blank)
        row.if_start, row.if_n = self.conditions(entry.conditions)
        row.cost_start, row.cost_n = self.costs(getattr(entry, "cost", []))
        row.do_start, row.do_n = self.ops(entry.do)
        row.on_start, row.on_n = self.triggers(getattr(entry, "on", []))
        row.on_triggers = sum({1 << codes.TRIGGERS.index(each.trigger) for each in getattr(entry, "on", [])})
        row.limit = codes.LIMITS.index(getattr(entry, "limit", None) or "each")
        row.has_ready = int(any(op.op == "ready" for op in every_op(entry.do)))
        row.yields = yields(entry.do, getattr(entry, "cost", []))
        row.worth = worth(row.yields)
        row.bag_a_day, row.gain_a_day = a_day(row.yields)
        dice = getattr(entry, "dice", None)
        if dice is not None:
            row.dice_n, row.dice_faces = dice.n, face_bits(dice.faces)
            row.dice_today = codes.TODAY_TESTS.index(dice.today or "none")
            row.dice_pattern = codes.PATTERNS.index(dice.pattern)
            row.sum_min, row.sum_max = dice.sum_min, dice.sum_max
        for place in card_rows:
            self.record.programs[place] = row

    def _take(self, array: str, n: int) -> int:
        """First of n new rows of a flat array."""
        start = self.used[array]
        room = len(self.record[array])
        if start + n > room:
            raise UserError(f"the cards need more than {room} {array} in all, the capacity MAX_{array.upper()}")
        self.used[array] = start + n
        return start

    def conditions(self, conditions: Sequence[words.Condition]) -> tuple[int, int]:
        """(start, count) of newly written conditions."""
        start = self._take("conditions", len(conditions))
        for i, condition in enumerate(conditions):
            row = self.record.conditions[start + i]
            row.kind = codes.CONDITIONS.index(condition.kind)
            value = condition.value
            if isinstance(value, list):
                row.a = face_bits(value)
            elif isinstance(value, dict):
                row.a, row.b = codes.TRACKS.index(value["track"]), value["pos"]
            else:
                row.a = value or 0
        return start, len(conditions)

    def costs(self, costs: Sequence[words.Cost]) -> tuple[int, int]:
        """(start, count) of newly written costs."""
        if sum(cost.kind == "die" for cost in costs) > MAX_DIE_COSTS:
            raise UserError(f"a list of costs takes at most {MAX_DIE_COSTS} dice")
        start = self._take("costs", len(costs))
        for i, cost in enumerate(costs):
            row = self.record.costs[start + i]
            row.kind = codes.COSTS.index(cost.kind)
            if isinstance(cost.value, list):
                row.faces = face_bits(cost.value)
            elif isinstance(cost.value, str):
                row.track = codes.TRACKS.index(cost.value)
            else:
                row.n = cost.value or 0
        return start, len(costs)

    def triggers(self, triggers: Sequence[words.Trigger]) -> tuple[int, int]:
        """(start, count) of newly written triggers."""
        start = self._take("triggers", len(triggers))
        for i, trigger in enumerate(triggers):
            row = self.record.triggers[start + i]
            row.trigger = codes.TRIGGERS.index(trigger.trigger)
            row.filter = _filter_code(trigger)
            row.order = {"any": 0, "first": 1, "third": 3}[trigger.order]
            row.faces = face_bits(trigger.faces)
            row.today = codes.TODAY_TESTS.index(trigger.today or "none")
        return start, len(triggers)

    def ops(self, ops: Sequence[words.Op]) -> tuple[int, int]:
        """(start, count) of newly written ops; lists inside them are written behind."""
        start = self._take("ops", len(ops))
        for i, op in enumerate(ops):
            self._op(self.record.ops[start + i], op)
        return start, len(ops)

    def _op(self, row: Record, op: words.Op) -> None:
        row.op = codes.OPS.index(op.op)
        row.who = codes.TARGETS.index(op.who)
        row.count = codes.COUNTS.index(op.n.count or "number")
        row.n, row.times, row.most = op.n.number or 0, op.n.times, op.n.max
        row.face = _face_code(op)
        row.by = op.by
        row.dir = codes.DIRECTIONS.index(op.dir)
        row.scope = codes.SCOPES.index(op.scope)
        row.kind = codes.KINDS.index(op.kind)
        row.src = codes.SOURCES.index(op.src)
        row.track = codes.TRACKS.index(op.track)
        row.how = codes.TODAY_HOW.index(op.how)
        row.look, row.keep = op.look, op.keep
        row.if_start, row.if_n = self.conditions(op.conditions)
        row.cost_start, row.cost_n = self.costs(op.cost)
        branches = [(option.conditions, option.do) for option in op.options] or ([([], op.do)] if op.do else [])
        row.n_branches = len(branches)
        for b, (conditions, inner) in enumerate(branches):
            row.branch_if_start[b], row.branch_if_n[b] = self.conditions(conditions)
            row.branch_do_start[b], row.branch_do_n[b] = self.ops(inner)
            row.branch_yields[b] = yields(inner, op.cost)


def every_op(ops: Sequence[words.Op]) -> list[words.Op]:
    """All ops of a list, those inside branches and `may` included."""
    found = []
    for op in ops:
        inner = [*op.do, *(each for option in op.options for each in option.do)]
        found += [op, *every_op(inner)]
    return found


def _face_code(op: words.Op) -> int:
    if op.face is None:
        return codes.FACE_CHOOSE if op.op == "set_die" else codes.FACE_ROLL
    return codes.FACES[op.face] if isinstance(op.face, str) else op.face


def _filter_code(trigger: words.Trigger) -> int:
    if trigger.trigger not in codes.FILTERS:
        return layout.FILTER_ANY
    known = codes.FILTERS[trigger.trigger][1]
    place = known.index(trigger.filter or known[-1])
    return layout.FILTER_ANY if place == len(known) - 1 else place
