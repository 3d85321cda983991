"""Final scoring (section N) and the outcome row (section 7)."""

from __future__ import annotations

from typing import Any

from .data import CHARACTERS
from .state import PARTS, Seat, State

DAYS = ("mon", "tue", "wed", "thu", "fri")
GAME_COUNTS = (
    "turn_limit", "tie_broken", "warnings", "takeovers", "placements", "token_short", "dice_short", "reshuffles",
    "days_all_zero", "days_no_match", "days_tie_most", "days_tie_second", "ponk_2", "ponk_3", "ponk_4", "turns",
)  # fmt: skip
SEAT_COUNTS = (
    "start_days", "zero_vigour_days", "ponkotsu_days", "rights_first", "rights_second", "tokens_gained",
    "tokens_bag_contest", "tokens_bag_effect", "tokens_paid", "turns_begun", "passes", "minus_rolls",
    "ponkotsu_caused", "cures", "dice_rolled", "dice_unused", "reserves", "takeovers_made", "takeovers_suffered",
    "recovered_conv", "recovered_act", "uses_action", "uses_conv", "uses_ability", "placed_own", "placed_other",
)  # fmt: skip


def final_scoring(g: State) -> None:
    """K-N2, K-N3."""
    for player in g.seats:
        tokens = player.held if g.rulings["end_tokens"] == "held" else player.tokens_left_stock
        g.add_points(player, g.rules["event_card_points"] * len(player.events), "pts_events")
        g.add_points(player, g.rules["token_points"] * tokens, "pts_tokens")
    g.counts["tie_broken"] = int(is_tie_broken([p.score for p in g.seats], [len(p.events) for p in g.seats]))
    g.fire("K-N1", "K-N2", "K-N3", "K-N5")


def places(scores: list[int], event_cards: list[int]) -> list[int]:
    """K-N5 to K-N7: rank by seat, equals sharing the better one."""
    keys = list(zip(scores, event_cards, strict=True))
    return [1 + sum(other > own for other in keys) for own in keys]


def is_tie_broken(scores: list[int], event_cards: list[int]) -> bool:
    """K-N6: whether event cards decided among those with the highest score."""
    tied = [n for score, n in zip(scores, event_cards, strict=True) if score == max(scores)]
    return len(set(tied)) > 1


def outcome(g: State, questions: int, events: list[int]) -> dict[str, Any]:
    """The columns of section 7. `events`: the event cards, Monday first."""
    ranks = places([p.score for p in g.seats], [len(p.events) for p in g.seats])
    winners = ranks.count(1)
    return {
        **{name: g.counts[name] for name in GAME_COUNTS},
        "questions": questions,
        "winners": winners,
        **{f"event_{day}": card for day, card in zip(DAYS, events, strict=False)},
        "seats": [_seat(p, ranks[p.seat], winners) for p in g.seats],
    }


def _seat(p: Seat, rank: int, winners: int) -> dict[str, Any]:
    slots = zip(("first", *DAYS), p.slots_chosen, strict=False)
    return {
        "character": CHARACTERS.index(p.character), "place": p.seat + 1,
        "win_share": 1 / winners if rank == 1 else 0.0, "rank": rank, "score": p.score,
        **{part: p.points[part] for part in PARTS},
        **{name: p.counts[name] for name in SEAT_COUNTS},
        "event_cards": len(p.events), "tokens_end": p.held,
        "cube_dice": p.cubes["dice"], "cube_tokens": p.cubes["tokens"],
        **{f"slot_{name}": slot for name, slot in slots},
        "cards_owned": set(p.cards), "cards_used": set(p.used), "scores": list(p.scores),
    }  # fmt: skip
