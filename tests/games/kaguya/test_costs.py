"""Costs of cards, abilities and events in detail (RULES.md K-X4, sections 14.2 and 14.3)."""

from __future__ import annotations

import pytest

from .situations import ABILITY, EVENT, SLOT
from .small_packs import CONVERT, POINTS, effect


def test_a_die_cost_offers_the_faces() -> None:
    """K-X4, section 14.3: `pick die=` over own dice in `faces`; the die goes to the stock at once (K-X7)."""
    table = effect(POINTS, entry={"cost": [{"die": [2, 4, 6]}]}).pool(1, 1, 2, 4, 4)
    stock = table.json["stock_dice"]
    table.do(CONVERT)
    assert (table.decision, table.legal) == ("D5", ["pick die=2", "pick die=4"])
    table.do("pick die=4")
    assert (table.pool_of(1), table.json["stock_dice"]) == ([1, 2, 4], stock + 1)


@pytest.mark.parametrize(("faces", "is_payable"), [((1,), False), ((1, 3), False), ((1, 2), True), ((1, 1), True)])
def test_two_die_costs_together(faces: tuple[int, ...], is_payable: bool) -> None:
    """K-X4, section 14.3: several costs must be payable together: one die does not pay two."""
    table = effect(POINTS, entry={"cost": [{"die": [1]}, {"die": [1, 2]}]}).pool(1, *faces)
    assert (CONVERT in table.legal) == is_payable
    if is_payable:
        assert table.do(CONVERT).pool_of(1) == []


def test_two_die_costs_leave_enough() -> None:
    """K-X4: the first pick does not take what the second cost needs."""
    table = effect(POINTS, entry={"cost": [{"die": [1, 2]}, {"die": [2]}]}).pool(1, 1, 2).do(CONVERT)
    assert (table.pool_of(1), table.scores()[0]) == ([], 7)


def test_triggers_of_a_cost_come_before_the_ops() -> None:
    """Section 14.2: what the payment caused is served before the first op."""
    event = {"on": {"trigger": "become_ponkotsu"}, "do": [{"op": "points", "n": 4}]}
    table = effect(POINTS, {EVENT: event}, {"cost": ["ponkotsu"]}).event().do(CONVERT)
    assert [points for _, points in table.logged("fact:points")] == [4, 2]


def test_costs_in_points_are_booked_with_the_source() -> None:
    """Section 14.2: costs are booked as points of the source: card, ability, event."""
    cards = {
        ABILITY: {"cost": [{"point": 1}], "do": [{"op": "points", "n": 3}]},
        EVENT: {"on": {"trigger": "use_ability"}, "cost": [{"point": 2}], "do": [{"op": "points", "n": 7}]},
        SLOT: {"do": [{"op": "points", "n": 4}]},
    }
    table = effect([{"op": "points", "n": 2}], cards, {"cost": [{"point": 3}]}).event().pool(1, 1)
    table.do(CONVERT, "ability", "accept", "place char=president die=1")
    row = table.outcome().seats[0]
    assert (row.pts_cards, row.pts_ability, row.pts_event_bonus, row.pts_activity) == (-1, 2, 5, 4)
    assert row.score == 5 - 1 + 2 + 5 + 4
