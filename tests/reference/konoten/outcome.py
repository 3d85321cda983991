"""Winners (N-E7, N-E8) and the columns of section 7."""

from __future__ import annotations

from typing import Any

from .data import CHARACTERS
from .state import PARTS, Seat, State

SEAT_COUNTS = (
    "collects_normal", "collects_vp", "wills", "focus", "negotiates", "spirits", "polishes", "chains",
    "act_own", "act_foreign", "persuades", "restarts", "free_takes", "final_acts", "ousted_by_others",
    "own_lens_used_by_others", "growths", "growths_spent", "workers_gained", "workers_spent",
    "task_round_light", "task_round_rainbow", "task_round_lens",
    "ap_spent", "ap_lost_cap", "creativity_lost_cap", "materials_lost_grid", "materials_short_supply",
    "first_to_end_count", "turns",
)  # fmt: skip

Key = tuple[int, int, int, int]


def keys(g: State) -> list[Key]:
    """What seats are ranked by: VP, own lenses, their cards, their result values."""
    found = []
    for p in g.seats:
        own = g.lenses_of(p)
        found.append((p.vp, len(own), sum(lens.n_cards for lens in own), sum(lens.result_sum for lens in own)))
    return found


def ranks(of: list[Key]) -> list[int]:
    """Rank by seat, equals sharing the better one."""
    return [1 + sum(other > own for other in of) for own in of]


def tie_break_level(of: list[Key]) -> int:
    """What decided: 0 VP, 1 lenses, 2 cards, 3 result sum, 4 shared."""
    for level in range(4):
        best = max(key[: level + 1] for key in of)
        if sum(key[: level + 1] == best for key in of) == 1:
            return level
    return 4


def outcome(g: State, questions: int, longest: int) -> dict[str, Any]:
    """The columns of section 7, `seats` by seat."""
    of = keys(g)
    places = ranks(of)
    winners = places.count(1)
    characters = [CHARACTERS.index(p.character) + 1 for p in g.seats] + [0] * 4
    starts = [start + 1 for start in g.starts] + [0] * 4
    played = {card.number for lens in g.lenses for side in (lens.left, lens.right) for card in side.values()}
    level = tie_break_level(of)
    g.fire(f"N-E7 level {level}" if level < 4 else "N-E8", "N-E7")
    return {
        "n_players": len(g.seats),
        **{f"char_{i + 1}": characters[i] for i in range(4)},
        **{f"start_seat_r{i + 1}": starts[i] for i in range(4)},
        "main_turns": g.counts["main_turns"], "decisions": questions, "longest_list": longest,
        "lenses_total": len(g.lenses), **{f"base_left_{cost}": left for cost, left in sorted(g.piles.items())},
        "normal_deck_left": len(g.decks["normal"]), "vp_deck_left": len(g.decks["vp"]),
        "vp_cards_unplayed": sum(card.is_vp and card.number not in played for card in g.data.cards.values()),
        "shared_win": int(winners > 1), "tie_break_level": level,
        "turn_limit_hit": g.counts["turn_limit_hit"], "warnings": g.counts["warnings"],
        "seats": [_seat(g, p, places[p.seat], winners, of[p.seat]) for p in g.seats],
    }  # fmt: skip


def _seat(g: State, p: Seat, rank: int, winners: int, key: Key) -> dict[str, Any]:
    own = g.lenses_of(p)
    cards = {card.number for lens in own for side in (lens.left, lens.right) for card in side.values()}
    return {
        "win_share": 1 / winners if rank == 1 else 0.0, "rank": rank, "vp": p.vp,
        **{part: p.points[part] for part in PARTS}, "handicap": g.rules["handicap"][p.seat],
        "lenses": key[1], "lens_cards": key[2], "lens_result_sum": key[3],
        "largest_lens": max((lens.n_cards for lens in own), default=0),
        "mean_base_cost": sum(lens.base for lens in own) / len(own) if own else 0.0,
        **{name: p.counts[name] for name in SEAT_COUNTS},
        "nodes_final": sum(1 << n for n in p.nodes), "workers_final": g.workers(p),
        "ap_left": p.ap, **{f"left_{kind}": n for kind, n in p.items.items()}, "hand_left": len(p.hand),
        "lock_filled": int(bool(p.passives("lock"))),
        "cards_in_lenses": cards, "scores": list(p.scores),
    }  # fmt: skip
