"""The columns of section 7."""

from __future__ import annotations

from typing import Any

from .data import ELEMENTS
from .state import Seat, State

GAME_COUNTS = (
    "faction_size_max", "villains_n", "villains_link_n", "faction_changes_n", "turns", "skipped_turns", "deaths_n",
    "reshuffles_n", "nullify_n", "judge_n", "pindian_n", "chain_n", "cancel_n", *(f"dmg_{e}" for e in ELEMENTS),
    "hp_lost_total", "warnings",
)  # fmt: skip
SEAT_COUNTS = (
    "kills", "kills_own", "reward_cards", *(f"dealt_{e}" for e in ELEMENTS), *(f"taken_{e}" for e in ELEMENTS),
    "hp_lost", "healed", "rescues", "rage_gained", "rage_spent", "rage_strikes", "rage_charges", "forms_change",
    "forms_up", "forms_down", "supply_drawn", "strikes", "hits", "dodges", "battle_skills", "equips", "drawn",
    "discarded", "down_turned", "linked_n", "inverted_n", "skill_uses",
)  # fmt: skip


def ranks(g: State) -> list[float]:
    """Rank by seat: winners (without any: survivors) share, the others by later death."""
    best = g.winners or g.living
    found = [0.0] * len(g.seats)
    for p in best:
        found[p.seat] = (len(best) + 1) / 2
    rest = [p for p in g.dead if p not in best]
    for place, p in enumerate(reversed(rest)):
        found[p.seat] = len(best) + place + 1
    return found


def outcome(g: State, questions: int) -> dict[str, Any]:
    """The columns, `seats` by seat."""
    rank = ranks(g)
    return {
        "n_seats": len(g.seats), "first_seat": g.first + 1, "end_reason": g.end_reason, "winner_faction": g.winner,
        "winners_n": len(g.winners), "survivors_n": len(g.living), "rounds": g.round, "decisions": questions,
        "first_death_round": g.dead[0].facts["death_round"] if g.dead else -1,
        **{name: g.counts[name] for name in GAME_COUNTS},
        "seats": [_seat(g, p, rank[p.seat]) for p in g.seats],
    }  # fmt: skip


def _seat(g: State, p: Seat, rank: float) -> dict[str, Any]:
    is_winner = p in g.winners
    start = p.facts["warrior_start"] if p.warrior else -1
    return {
        "win": is_winner, "win_share": 1 / len(g.winners) if is_winner else 0.0, "rank": rank,
        "survived": p.is_alive, "villain": bool(p.facts.get("villain")), "hidden_end": not p.was_revealed,
        "warrior_start": start, "warrior_end": p.card.number if p.warrior else -1,
        "faction_printed": p.card.faction if p.warrior else -1, "faction_end": p.faction,
        "offers": [w.number for w in p.offers],
        **{name: p.facts.get(name, -1) for name in ("reveal_turn", "reveal_round", "death_round", "killer_seat")},
        "reveal_how": p.facts.get("reveal_how", 0),
        **{name: p.counts[name] for name in SEAT_COUNTS},
        "skills_used": sorted(p.skills_used), "worn": sorted(p.worn), "hp_rounds": list(p.hp_rounds),
    }  # fmt: skip
