"""Packs for tests of the reference alone: a blank one, and a scratch one with every op, cost, condition and trigger."""

from __future__ import annotations

import tomllib
from typing import Any

from .data import CHARACTERS

Pack = dict[str, Any]


def blank_pack() -> Pack:
    """Like the shipped pack `bare`: all cards blank, action cards take one die of any face."""

    def entries(kind: str, n: int, copies: int) -> list[Pack]:
        return [{"id": f"{kind}_{i}", "copies": copies, "do": [], "blank": True} for i in range(n)]

    return {
        "conversion": entries("conversion", 15, 2),
        "action": entries("action", 15, 2),
        "initial_conversion": [{"id": f"ic_{c}", "character": c, "blank": True} for c in CHARACTERS],
        "initial_action": [{"id": f"ia_{c}_{i}", "character": c, "blank": True} for c in CHARACTERS for i in (0, 1)],
        "ability": [{"id": f"ability_{c}", "character": c, "blank": True} for c in CHARACTERS],
        "slot": [{"id": f"slot_{s}", "slot": s, "blank": True} for s in (1, 2, 3, 4)],
        "event": entries("event", 15, 1),
    }


def scratch_pack() -> Pack:
    """A wild pack that is not balanced at all: it only tries everything."""
    pack = tomllib.loads(SCRATCH)
    for kind, copies in (("conversion", 2), ("action", 2), ("event", 1)):
        for entry in pack[kind]:
            entry.setdefault("copies", copies)
        assert sum(entry["copies"] for entry in pack[kind]) == 15 * copies, kind
    return pack


SCRATCH = """
[[conversion]]
id = "c_set"
do = [{ op = "set_die" }, { op = "set_die", face = "today" }, { op = "set_die", face = 6, if = ["is_start"] }]
[[conversion]]
id = "c_shift"
cost = [{ token = 1 }]
do = [{ op = "shift_die", by = 2, dir = "up" }, { op = "shift_die" }]
[[conversion]]
id = "c_flip_copy"
do = [{ op = "flip_die" }, { op = "copy_die" }]
[[conversion]]
id = "c_reroll"
do = [{ op = "reroll", n = 3 }]
[[conversion]]
id = "c_die_for_points"
cost = [{ die = [1, 2, 3] }, { die = "any" }]
do = [{ op = "points", n = { count = "die", max = 4 } }, { op = "points", n = -1 }]
[[conversion]]
id = "c_point_for_die"
cost = [{ point = 2 }]
do = [{ op = "gain_die", n = 2, face = "choose" }, { op = "gain_die", face = "today" }]
[[conversion]]
id = "c_cube_for_tokens"
cost = [{ cube = "tokens" }]
do = [{ op = "gain_token", n = 3 }]
[[conversion]]
id = "c_ponkotsu"
if = ["self_normal"]
cost = ["ponkotsu"]
do = [{ op = "gain_token", n = { count = "ponkotsu_count" } }, { op = "skip_roll" }]
[[conversion]]
id = "c_cure"
if = [{ ponkotsu_count_min = 1 }]
do = [{ op = "cure", who = "any" }, { op = "shield", if = ["someone_out"] }]
[[conversion]]
id = "c_bag_stock"
do = [{ op = "bag", n = 2, src = "stock" }, { op = "unbag", who = "any" }]
[[conversion]]
id = "c_slot"
do = [{ op = "slot_shift" }, { op = "slot_reroll", scope = "other" }, { op = "slot_remove", scope = "own" }]
[[conversion]]
id = "c_swap"
do = [{ op = "slot_swap" }, { op = "slot_move" }]
[[conversion]]
id = "c_today"
do = [{ op = "set_today" }, { op = "set_today", how = "shift" },
  { op = "set_today", how = "choose", if = ["score_last"] }]
[[conversion]]
id = "c_ready"
do = [{ op = "ready", kind = "action" }, { op = "ready" }]
[[conversion]]
id = "c_draw"
do = [{ op = "draw", kind = "conversion", look = 3, keep = 2 }, { op = "draw", kind = "action", look = 2 }]

[[action]]
id = "a_two_same"
dice = { n = 2, pattern = "same" }
do = [{ op = "gain_token", n = { count = "die", times = 1, max = 5 } }]
[[action]]
id = "a_run"
dice = { n = 3, pattern = "run" }
do = [{ op = "points", n = 6 }]
[[action]]
id = "a_different"
dice = { n = 2, pattern = "different", sum_min = 5, sum_max = 9 }
do = [{ op = "move_cube", track = "choose" }, { op = "move_cube", track = "dice", by = -1, who = "other" }]
[[action]]
id = "a_today_eq"
dice = { today = "eq" }
do = [{ op = "extra_main" }, { op = "points", n = { count = "today" } }]
[[action]]
id = "a_today_ne"
dice = { n = 2, today = "ne" }
do = [{ op = "gain_die", n = 2 }]
[[action]]
id = "a_today_gt"
dice = { today = "gt" }
cost = [{ die = "any" }]
do = [{ op = "bag", n = { count = "matches_own", times = 2, max = 3 } }, { op = "bag", n = 2 }]
[[action]]
id = "a_today_lt"
dice = { today = "lt", faces = [1, 2, 3, 4] }
do = [{ op = "extra_place" }, { op = "extra_place", scope = "own" }]
[[action]]
id = "a_steal"
do = [{ op = "steal_points", n = 2, who = "other" },
  { op = "steal_points", who = "others" }, { op = "steal_points", who = "winner" }]
[[action]]
id = "a_afflict"
do = [{ op = "afflict", who = "other" }, { op = "cure", if = ["self_ponkotsu"] }]
[[action]]
id = "a_lose"
do = [{ op = "lose_die", who = "other" }, { op = "lose_token", who = "others" },
  { op = "lose_die", who = "all", if = [{ day_in = [2, 4] }] }]
[[action]]
id = "a_branch"
do = [{ op = "branch", options = [
  { if = [{ tokens_min = 2 }], do = [{ op = "lose_token" }, { op = "points", n = 3 }] },
  { if = [{ tokens_max = 1 }], do = [{ op = "gain_token" }] },
  { do = [{ op = "gain_die" }] } ] }]
[[action]]
id = "a_may"
do = [{ op = "may", cost = [{ point = 1 }, { token = 1 }], do = [{ op = "bag" }, { op = "take_board" }] }]
[[action]]
id = "a_lock"
do = [{ op = "lock" }, { op = "unreserve", if = [{ pool_max = 2 }] }]
[[action]]
id = "a_counts"
do = [{ op = "points", n = { count = "pool", max = 2 } }, { op = "points", n = { count = "slot_dice_own" } },
  { op = "points", n = { count = "total_own", max = 1 } }, { op = "points", n = { count = "cards", max = 1 } },
  { op = "gain_token", n = { count = "tokens_held", max = 1 } }, { op = "unbag", n = { count = "bag_own" } },
  { op = "points", n = { count = "events_held" } }, { op = "points", n = { count = "out_count" } }]
[[action]]
id = "a_conditions"
if = [{ cards_min = 5 }]
do = [{ op = "points", if = [{ slot_dice_min = 1 }] }, { op = "points", if = [{ slot_dice_max = 2 }] },
  { op = "points", if = [{ total_min = 4 }] }, { op = "points", if = [{ total_max = 12 }] },
  { op = "points", if = [{ bag_min = 1 }] }, { op = "points", if = ["bag_empty"] },
  { op = "points", if = ["score_first"] },
  { op = "points", if = ["not_start"] }, { op = "points", if = [{ track_at = { track = "dice", pos = 0 } }] },
  { op = "points", who = "others", n = -1 }, { op = "lose_die", n = 1 }]

[[initial_conversion]]
id = "ic_p"
character = "president"
do = [{ op = "set_die", face = 6 }]
[[initial_conversion]]
id = "ic_v"
character = "vice"
do = [{ op = "shift_die" }]
[[initial_conversion]]
id = "ic_s"
character = "secretary"
do = [{ op = "reroll", n = 2 }]
[[initial_conversion]]
id = "ic_t"
character = "treasurer"
do = [{ op = "flip_die" }]

[[initial_action]]
id = "ia_p"
character = "president"
copies = 2
dice = { faces = [6] }
do = [{ op = "gain_token" }]
[[initial_action]]
id = "ia_v"
character = "vice"
copies = 2
dice = { faces = [1] }
do = [{ op = "bag" }]
[[initial_action]]
id = "ia_s"
character = "secretary"
copies = 2
dice = { n = 2, sum_min = 8 }
do = [{ op = "gain_token", n = 2 }]
[[initial_action]]
id = "ia_t"
character = "treasurer"
copies = 2
do = [{ op = "points", n = 1 }]

[[ability]]
id = "ab_p"
character = "president"
cost = [{ token = 1 }]
do = [{ op = "set_die" }]
[[ability]]
id = "ab_v"
character = "vice"
limit = "turn"
cost = [{ die = "any" }]
do = [{ op = "branch", options = [
  { do = [{ op = "slot_shift", dir = "down" }] },
  { do = [{ op = "lose_token", who = "other" }] }] }]
[[ability]]
id = "ab_s"
character = "secretary"
limit = "day"
do = [{ op = "reroll", n = 2 }, { op = "skip_roll", if = ["self_ponkotsu"] }]
[[ability]]
id = "ab_t"
character = "treasurer"
cost = [{ point = 2 }]
do = [{ op = "move_cube", track = "choose" }]

[[slot]]
id = "s1"
slot = 1
do = [{ op = "gain_token" }]
[[slot]]
id = "s2"
slot = 2
do = [{ op = "gain_die" }]
[[slot]]
id = "s3"
slot = 3
do = [{ op = "extra_place" }, { op = "lose_die" }]
[[slot]]
id = "s4"
slot = 4
do = [{ op = "bag" }]

[[event]]
id = "e_day_start"
on = { trigger = "day_start" }
do = [{ op = "gain_die" }, { op = "reroll", n = 2 }]
[[event]]
id = "e_reserve"
on = { trigger = "reserve", mode = "over", faces = [4, 5, 6] }
do = [{ op = "points", n = 2 }]
[[event]]
id = "e_lose_reservation"
on = [{ trigger = "lose_reservation" }, { trigger = "reserve", mode = "new", today = "eq" }]
do = [{ op = "gain_token" }]
limit = "turn"
[[event]]
id = "e_recover"
on = { trigger = "recover", kind = "action" }
cost = [{ token = 1 }]
do = [{ op = "points", n = 3 }, { op = "take_board" }]
[[event]]
id = "e_use_action"
on = { trigger = "use_action", today = "gt" }
do = [{ op = "extra_main" }]
limit = "day"
[[event]]
id = "e_use_conversion"
on = [{ trigger = "use_conversion" }, { trigger = "use_ability" }]
do = [{ op = "points" }]
limit = "game"
[[event]]
id = "e_place_first"
on = { trigger = "place", order = "first", who = "other" }
do = [{ op = "gain_token" }]
[[event]]
id = "e_place_third"
on = { trigger = "place", order = "third" }
do = [{ op = "extra_place" }, { op = "slot_reroll" }]
[[event]]
id = "e_activity"
on = { trigger = "activity" }
if = [{ tokens_min = 1 }]
cost = [{ point = 1 }]
do = [{ op = "bag", src = "stock" }]
[[event]]
id = "e_become"
on = [{ trigger = "become_ponkotsu" }, { trigger = "cause_ponkotsu" }]
do = [{ op = "points", n = 2 }, { op = "cure" }]
limit = "turn"
[[event]]
id = "e_roll"
on = [{ trigger = "roll_ponkotsu", face = "minus" }, { trigger = "roll_ponkotsu", face = "pass" }]
do = [{ op = "gain_die" }, { op = "extra_place" }]
[[event]]
id = "e_cure"
on = { trigger = "cure" }
do = [{ op = "shield" }]
[[event]]
id = "e_bag"
on = { trigger = "bag" }
do = [{ op = "bag" }, { op = "points" }]
[[event]]
id = "e_contest"
on = [{ trigger = "contest", rank = "second" }, { trigger = "contest", rank = "first" }]
do = [{ op = "points", who = "any" }, { op = "slot_remove" }]
[[event]]
id = "e_drop_out"
on = [{ trigger = "drop_out", order = "first" }, { trigger = "drop_out", order = "last" }]
do = [{ op = "gain_token", who = "others" }, { op = "set_today" }]
"""
