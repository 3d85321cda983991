"""Rounds, facilities, building and wills of konoten on tables set up by hand."""

from __future__ import annotations

import pytest

from .konoten import building, flow, gains, turn, wills
from .konoten.building import Partial
from .konoten.scenes import act, drive, fill, hold, lay_lens, offers, stand, table

# Facilities and rounds.


def test_facilities() -> None:
    g = table("red", "white")
    p = g.seats[0]
    assert offers(g, p, "activate facility") == [
        f"activate facility={name} worker=lobby" for name in ("focus", "negotiate", "spirit")
    ]
    act(g, p, "activate facility=focus worker=lobby")
    act(g, p, "activate facility=spirit worker=lobby")
    assert (p.creativity, p.ap, p.items) == (2, 10, {"light": 3, "rainbow": 2, "stagnation": 3})
    p.creativity = 0
    assert "activate facility=focus worker=lobby" not in turn.turn_options(g, p)


def test_one_worker_negotiates_a_round() -> None:
    g = table("red", "white")
    act(g, g.seats[1], "activate facility=negotiate worker=lobby")
    g.facilities["negotiate"][1] = 0  # spent through a lens
    g.seats[1].stock += 1
    assert not offers(g, g.seats[0], "activate facility=negotiate")
    drive(flow.end(g))
    assert (g.start, g.next_start, g.negotiations) == (1, None, 0)


def test_end_phase() -> None:
    g = table("red", "white")
    p = g.seats[0]
    lens = lay_lens(g, 1, (), (39,), 0)
    stand(g, lens, 0)
    g.facilities["spirit"][0], p.unacted, p.acted, p.has_ended = 1, 1, 1, True
    drive(flow.end(g))
    assert (p.unacted, p.acted, g.facilities["spirit"][0], p.has_ended) == (3, 0, 0, False)
    assert lens.worker is not None
    assert not lens.worker.is_acted
    assert g.start == 0


def test_round_end_goes_by_this_rounds_start_player() -> None:
    g = table("red", "yellow", "white")
    g.start, g.next_start, g.negotiations = 1, 2, 1
    yellow = g.seats[1]
    fill(yellow, 1, 3, 5)
    hold(g, yellow, light=3, rainbow=2, stagnation=1)
    drive(flow.end(g))
    assert (yellow.points["vp_round_end"], g.start) == (1 + 3 + 4, 2)


def test_round_4_scores_round_ends_but_leaves_the_marker() -> None:
    g = table("red", "yellow")
    g.round, g.next_start, g.negotiations = 4, 1, 1
    fill(g.seats[1], 1)
    drive(flow.end(g))
    assert (g.seats[1].vp, g.start) == (2, 0)


def test_supply_with_and_without_stock() -> None:
    g = table("red", "white")
    red, white = g.seats
    white.stock = 0
    red.ap = red.creativity = 5
    asked = drive(flow.supply(g), "supply grow node=3")
    assert asked == [("N-D1", ["supply worker", *(f"supply grow node={n}" for n in (1, 2, 3))])]
    assert (red.ap, red.creativity, red.counts["ap_lost_cap"], red.counts["creativity_lost_cap"]) == (10, 5, 2, 1)
    assert (white.unacted, red.stock) == (4, 3)


def test_a_seat_that_can_only_end_is_not_asked() -> None:
    g = table("red", "white")
    for p in g.seats:
        p.ap = p.unacted = p.creativity = 0
    assert drive(flow.main(g)) == []
    assert (g.counts["main_turns"], g.first_ended) == (2, 0)


def test_turn_limit() -> None:
    g = table("red", "white", rules={"turn_limit": 3})
    drive(flow.main(g), *["activate facility=spirit worker=lobby"] * 3)
    assert (g.counts["turn_limit_hit"], all(p.has_ended for p in g.seats)) == (1, True)


def test_display_is_refilled_until_the_deck_is_empty() -> None:
    g = table("red", "white")
    g.decks["vp"] = [41]
    act(g, g.seats[0], "collect card=40")
    assert g.display[8:] == [39, 41]
    act(g, g.seats[0], "collect card=39")
    assert g.display[8:] == [0, 41]
    assert offers(g, g.seats[0], "collect card=4") == ["collect card=4", "collect card=41"]


# Building (N-B).


def test_where_cards_fit() -> None:
    at = building.candidates(table("red", "white"), [1, 5, 8, 40])
    assert {place: [card.number for card in cards] for place, cards in at.items()} == {
        1: [1], 2: [5], 3: [8], 4: [8, 40], 5: [5], 6: [1],
    }  # fmt: skip


def test_no_pile_no_lens() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand = [10, 43]  # 10 left, 43 right: 8 - 9, so no need
    assert building.can_build(g, p.hand)
    g.piles = dict.fromkeys(range(5), 0)
    assert not building.can_build(g, p.hand)
    assert not offers(g, p, "activate facility=polish")


def test_steps_lead_to_a_lens_only() -> None:
    g = table("red", "white")
    steps = building.next_steps(g, building.candidates(g, [10, 43, 46]), Partial())
    assert list(steps) == ["lens add card=10 side=left"], "two vp cards alone need more than any pile"


def test_polish_and_chain() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand = [10, 43]
    asked = act(g, p, "activate facility=polish worker=lobby", "lens base=1", "chain yes worker=lobby")
    assert [decision for decision, _ in asked] == ["N-D4", "N-D5"]
    assert (p.ap, p.vp, p.hand, p.unacted) == (9 - 1 - 1, 2 + 14, [], 2)
    assert g.facilities["polish"] == [1, 0]
    assert g.piles == {0: 6, 1: 4, 2: 2, 3: 1, 4: 1}


def test_no_chain_that_cannot_be_paid() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand, p.items["rainbow"] = [10, 43], 0
    asked = act(g, p, "activate facility=polish worker=lobby", "lens base=0")
    assert [decision for decision, _ in asked] == ["N-D4"]


# Wills (N-A2 to N-A4).


def test_a_will_works_once_a_round_even_if_grown_again() -> None:
    g = table("red", "white")
    p = g.seats[0]
    act(g, p, "will node=0")
    assert (p.creativity, p.items["light"]) == (2, 3)
    p.nodes.remove(0)
    drive(gains.grow(g, p, 0))
    assert not offers(g, p, "will")
    drive(flow.end(g))
    assert offers(g, p, "will") == ["will node=0"]


@pytest.mark.parametrize(
    ("character", "node", "spoil"),
    [("yellow", 0, "stock"), ("yellow", 8, "stock"), ("yellow", 0, "lock"), ("green", 0, "display"),
     ("green", 4, "grid"), ("orange", 7, "lenses"), ("red", 0, "creativity")],
)  # fmt: skip
def test_a_will_without_outcome_is_not_offered(character: str, node: int, spoil: str) -> None:
    g = table(character, "white")
    p = g.seats[0]
    fill(p, node)
    stand(g, lay_lens(g, 1, (), (39,), 0), 1)
    assert node in wills.legal_wills(g, p)
    if spoil == "stock":
        p.stock = 0
    elif spoil == "lock":
        fill(p, 2)
    elif spoil == "display":
        g.display = [0] * 10
    elif spoil == "grid":
        hold(g, p, stagnation=12)
    elif spoil == "lenses":
        g.lenses[0].worker = None
    else:
        p.creativity = 0
    assert node not in wills.legal_wills(g, p)
