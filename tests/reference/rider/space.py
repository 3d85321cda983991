"""Distances, range, limits and numbers that skills change (R-N1, R-N2, static skills)."""

from __future__ import annotations

from . import conditions
from .state import Seat, State


def bonus(g: State, p: Seat, what: str) -> int:
    """Sum of a static row over a character's skills; they sleep while he is face down."""
    if not p.is_up:
        return 0
    total = 0
    for skill in g.skills(p, "S"):
        for word, *args in skill.do:
            if word == what and conditions.hold(g, p, skill, None):
                total += len(p.mark_on) if args[0] == "marks_on" else args[0]
                if skill.if_:
                    g.fire(skill.id, f"do {word}")
    return total


def distance(g: State, a: Seat, b: Seat) -> int:
    """R-N1: from a to b, both living."""
    ring = g.living
    way = abs(ring.index(a) - ring.index(b))
    found = min(way, len(ring) - way)
    shift = g.rules["bike_shift"]
    found += shift * (g.working(b, "motorbike") == "guard_bike") - shift * (g.working(a, "motorbike") == "rush_bike")
    found += bonus(g, a, "dist_to") + bonus(g, b, "dist_from")
    return max(found, g.rules["min_distance"])


def attack_range(g: State, p: Seat) -> int:
    """R-N2."""
    card = p.slots["weapon"]
    own = g.cards[card].range if card is not None and p.is_working(card) else g.rules["base_range"]
    return own + bonus(g, p, "range")


def in_range(g: State, p: Seat, q: Seat) -> bool:
    """Whether another living character is in his attack range."""
    return q is not p and p.is_alive and q.is_alive and distance(g, p, q) <= attack_range(g, p)


def is_near(g: State, p: Seat, q: Seat) -> bool:
    """Within near_distance (snatch, cut_off)."""
    return q is not p and distance(g, p, q) <= g.rules["near_distance"]


def hand_limit(g: State, p: Seat) -> int:
    """R-X1: at least 0."""
    is_generic = g.rulings["hidden_stats"] == "generic" and not p.was_revealed
    return max(0, (p.hp if is_generic else p.card.hand_limit) + bonus(g, p, "hand_limit"))


def draw_number(g: State, p: Seat) -> int:
    """R-D1, before skills."""
    is_generic = g.rulings["hidden_stats"] == "generic" and not p.was_revealed
    return 2 if is_generic else p.card.draw
