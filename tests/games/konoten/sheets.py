"""The growth sheets of RULES.md 8.2 typed in by hand, and the pack's entries in the same short words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Node by clause: the nodes before it (- = S), then its effects as `when if: do`.
SHEETS = """
100 -     | final_add: vp -10 | will 2: gain 1 1 1
101 0     | final_add: vp -5
102 0     | on_activate owner=self kinds=disjoint: vp 2
103 2     | on_lens_used: vp 3
104 1 3   | final_add: vp -10
105 4     | once: steal 1 1 0, others_return_worker 1
106 2     | will 3: vp 13
107 3     | final_add: vp_per_worker 3 anywhere
108 3 4   | final_add hold_none=light,rainbow: vp 20
109 7 8   | final_add: flip_losses all
200 -     | on_activate owner=other: vp 2
201 0     | passive: ap_less persuade 1
202 0     | passive: lock | final_add: vp 10
203 0     | on_persuaded: vp 2, gain 0 0 1
204 1 3 5 |
205 1 3   | on_persuade: vp 2
206 4     |
207 4 5   | will 1: take other 1 free
208 6     |
209 8     | final_mul: mul_total 3/2
300 -     | on_worker_gained: convert stagnation>light light>rainbow | will 2: grow 1
301 0     | round_end: vp_per stagnation 1
302 0     | passive: lock | final_add: vp 10
303 0     | round_end: vp_per light 1
304 0     |
305 1 3   | round_end: vp_per rainbow 2
306 1 3   |
307 4     | on_worker_returned: gain 1 0 0
308 7     | passive: no_grid_limit | will 2: worker_unacted 1
309 6     | round_end: give 3 5 0 one
400 -     | will 1: collect 1
401 0     |
402 0     | passive: lock | final_add: vp 10
403 0     | on_activate base_min=3: vp 3
404 0     | will 1: pick stagnation 1 3 2
405 1     | on_activate: vp_per_moved stagnation 1 placed
406 3 4 5 |
407 6 8   |
408 6     | on_activate cards_min=4: vp 4
409 7     | final_run: run_own_lenses
500 -     | will 1: ap 2
501 0     | on_activate owner=self: vp 2
502 0     | passive: lock | final_add: vp 10
503 0     | on_grow: ap 2
504 1 3   |
505 4     | passive: ban other | on_activate owner=self: vp 2
506 4     | on_activate yields=light: yield_bonus light 1, vp 2
507 4     | on_activate yields=rainbow: yield_bonus rainbow 1, vp 2
508 6 7   | passive: mul_activation 3/2 lens_activation
509 6 7   | passive: take_free self
510 5     | on_activate owner=self: vp 2
600 -     | will 1: gain 1 0 0
601 0     | on_lens_made: vp 4
602 0     | passive: lock | final_add: vp 10
603 0     | on_grow: gain 0 1 0
604 1 3   |
605 1 3   | on_activate pays=light: vp 3
606 4     |
607 4     | on_activate pays=rainbow: vp 4
608 6     | final_add hold_min=rainbow7: vp 30
609 5     | will 1: choose (gain 0 1 0) (worker_acted 1)
"""

#: What a ruling's alternative changes, in the same words; `before` alone where the effects stay.
VARIANTS = """
101 white1_effect=s_becomes_minus_5 0 | passive: set_final_vp 0 -5
102 white2_mismatch=sets_differ 0 | on_activate owner=self kinds=differ: vp 2
107 white7_scope=lobby_only 3 | final_add: vp_per_worker 3 lobby
109 white9_scope=nodes_only 7 8 | final_add: flip_losses nodes
207 orange7_ap=normal 4 5 | will 1: take other 1 normal
307 yellow_7_8=merged 4 | passive: no_grid_limit | will 2: worker_unacted 1
308 yellow_links=from_6_and_8 6 | passive: no_grid_limit | will 2: worker_unacted 1
308 yellow_7_8=merged 7 |
309 yellow_links=from_6_and_8 8 | round_end: give 3 5 0 one
309 yellow9_gifts=one_per_kind 6 | round_end: give 3 5 0 one_per_kind
403 green_scope=activator_or_owner 0 | on_activate activator_or_owner base_min=3: vp 3
403 green_scope=anyone 0 | on_activate anyone base_min=3: vp 3
405 green5_counts=printed 1 | on_activate: vp_per_moved stagnation 1 printed
408 green_scope=activator_or_owner 6 | on_activate activator_or_owner cards_min=4: vp 4
408 green_scope=anyone 6 | on_activate anyone cards_min=4: vp 4
508 blue8_scope=all_vp 6 7 | passive: mul_activation 3/2 all_vp
606 red6_prereq=node_7 7 |
606 red6_prereq=node_4_or_7 4 7 |
608 red8_count=exactly 6 | final_add hold_exactly=rainbow7: vp 30
"""


def _items(items: Mapping[str, int]) -> str:
    return " ".join(str(items.get(kind, 0)) for kind in ("light", "rainbow", "stagnation"))


def op_words(op: Mapping[str, Any]) -> str:
    """One op in short words."""
    name = op["op"]
    if name == "convert":
        return f"convert {' '.join('>'.join(pair) for pair in op['options'])}"
    if name == "choose":
        return f"choose {' '.join(f'({op_words(option)})' for option in op['options'])}"
    if name == "give":
        return f"give {_items(op)} {op['gifts']}"
    words = [name, _items(op["items"]) if "items" in op else ""]
    keys = (
        "kind", "owner", "action", "node", "from", "to", "vp_each", "n", "by", "surcharge", "where", "counts", "scope",
    )  # fmt: skip
    words += ["/".join(map(str, op[key])) if key == "by" else str(op[key]) for key in keys if key in op]
    return " ".join(word for word in words if word)


def _condition(condition: Mapping[str, Any]) -> str:
    ((name, value),) = condition.items()
    if isinstance(value, list):
        return f"{name}={','.join(value)}"
    if isinstance(value, dict):
        return f"{name}={','.join(f'{kind}{n}' for kind, n in value.items())}"
    return f"{name}={value}"


def effect_words(effect: Mapping[str, Any]) -> str:
    """One effect in short words."""
    head = [effect["when"], str(effect.get("cost", "")), effect.get("who", ""), *map(_condition, effect.get("if", []))]
    return f"{' '.join(word for word in head if word)}: {', '.join(op_words(op) for op in effect['do'])}"


def node_words(before: list[int], effects: list[Mapping[str, Any]]) -> str:
    """Arrows and effects of a node in short words."""
    arrows = " ".join(map(str, before)) or "-"
    return " ".join(f"{arrows} | {' | '.join(map(effect_words, effects))}".split())
