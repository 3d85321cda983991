"""Damage, loss of HP and elements (R-H)."""

from __future__ import annotations

import pytest

from .situations import Table


@pytest.mark.parametrize("element", ["none", "fire", "thunder", "ice", "poison"])
def test_damage_lowers_hp(element: str) -> None:
    """R-H1: by n, with an element and a source, or without one."""
    table = Table(1, 2, 3).damage(1, 2, 2, element).damage(0, 3, 1, element)
    assert table.hps() == [4, 2, 3]
    row = table.outcome()
    name = element if element != "none" else "plain"
    assert (row.seats[0][f"dealt_{name}"], row.seats[1][f"taken_{name}"], row[f"dmg_{name}"]) == (2, 2, 3)


def test_losing_hp_is_no_damage() -> None:
    """R-H2: no damage trigger (s04), but hp_lost (s43)."""
    table = Table(1, 2, skills={2: "s04"}).lose(2, 2)
    assert (table.where, table.hps()) == (("RD4", 1), [4, 2])
    table = Table(1, 2, skills={2: "s43"}).lose(2, 1)
    assert table.where == ("RD6", 2)
    assert Table(1, 2, skills={2: "s43"}).damage(1, 2, 1).where == ("RD4", 1)


def test_healing_stops_at_the_limit() -> None:
    """R-H2: HP limit and HP are different numbers."""
    table = Table(1, 2).put(1, hp=3).hold(1, "c069", "c070").use("c069")
    assert (table.hps(), table.offers("use")) == ([4, 4], [])


def test_dying_comes_before_anything_else() -> None:
    """R-H3: the swarm killed seat 2 before seat 3 is asked; a rescue comes between."""
    table = Table(1, 2, 3).put(2, hp=1).hold(1, "c106").hold(2, "c069").hold(3, "c001").use("c106")
    assert table.where == ("RD9", 2)
    table.do("decline")
    assert (table.where, table.living()) == (("RD7", 3), [1, 3])


def test_hp_loss_kills_too() -> None:
    """R-H3: HP 0 or less."""
    assert Table(1, 2, 3).put(2, hp=1).lose(2, 1).living() == [1, 3]


def test_order_of_damage() -> None:
    """R-H4: dmg_deal makes it ice, dmg_take lowers it, then HP falls, unseater, dmg_dealt, dmg_taken, ice."""
    table = Table(1, 2, skills={1: "s34 s31", 2: "s28 s04"})
    table.wear(1, "c144").wear(2, "c150").hold(1, "c001", "c081", "c101", "c102")
    table.hold(2, "c110", "c111", "c112")
    table.use("c081").use("c001")
    order = []
    for answer in ("skill id=s28", "facedown card=c110", "unseat", "pass", "skill id=s04"):
        order.append((table.where, table.hps()[1]))
        table.do(answer)
    assert order == [
        (("RD6", 2), 4), (("RD10", 2), 4), (("RD15", 1), 3), (("RD6", 1), 3), (("RD6", 2), 3),
    ]  # fmt: skip
    assert table.where == ("RD10", 2), "ice comes last"
    table.do("facedown card=c111")
    assert table.down(2) == ["c110", "c111"]


def test_tinder_before_damper_after_dmg_take() -> None:
    """R-H4: no such pair of gears fits one slot, so: fire 1 + 1 by tinder, then s28 takes one away."""
    table = Table(1, 2, skills={2: "s28"}).wear(2, "c147").hold(2, "c001").damage(1, 2, 1, "fire")
    assert table.where == ("RD6", 2)
    table.do("skill id=s28")
    assert table.hps() == [4, 3]


def test_damper_comes_after_the_skills() -> None:
    """R-H4: 3 - 1 by s28 is 2, then 1 by damper; not 1 - 1."""
    table = Table(1, 2, skills={2: "s28"}).wear(2, "c149").hold(2, "c001").damage(1, 2, 3).do("skill id=s28")
    assert table.hps() == [4, 3]


def test_prevented_damage_stops() -> None:
    """R-H4, R-H6: n is 0: no reset, no chain, no dmg_taken."""
    table = Table(1, 2, 3, skills={2: "s10 s04"}).link(2, 3).damage(1, 2, 2, "fire")
    assert (table.hps(), table.of("is_linked"), table.where) == ([4, 4, 4], [0, 1, 1], ("RD4", 1))


@pytest.mark.parametrize(("element", "hps"), [
    ("fire", [4, 3, 3, 4, 3]), ("thunder", [4, 3, 3, 4, 3]), ("none", [4, 3, 4, 4, 4]), ("ice", [4, 3, 4, 4, 4]),
    ("poison", [4, 3, 4, 4, 4]),
])  # fmt: skip
def test_fire_and_thunder_chain(element: str, hps: list[int]) -> None:
    """R-H5: all linked ones are reset and take it; ice, poison and plain damage never chain."""
    table = Table(1, 2, 3, 4, 5).link(2, 3, 5).damage(1, 2, 1, element)
    assert table.hps() == hps
    is_linked = element not in ("fire", "thunder")
    assert table.of("is_linked") == [0, is_linked, is_linked, 0, is_linked]


def test_the_chain_goes_counterclockwise_from_the_victim() -> None:
    """R-H5: seat 3, seat 5, then seat 1; each reset just before his damage."""
    table = Table(1, 2, 3, 4, 5, skills={3: "s04", 5: "s04", 1: "s04"}).link(1, 2, 3, 5).damage(0, 2, 1, "thunder")
    order = []
    while table.decision == "RD6":
        order.append((table.actor, table.of("is_linked")))
        table.do("pass")
    assert order == [(3, [1, 0, 0, 0, 1]), (5, [1, 0, 0, 0, 0]), (1, [0, 0, 0, 0, 0])]


def test_known_chain_with_tinder() -> None:
    """R-H5, R-H6: known answer 9: A (4, tinder) takes 2, B (3) 2, C (1) 2 and dies; nobody is linked."""
    table = Table(1, 2, 3, 4).put(3, hp=3).put(4, hp=1).wear(2, "c147").link(2, 3, 4)
    table.hold(1, "c034").use("c034", "2")
    assert (table.hps(), table.living(), table.of("is_linked")) == ([4, 2, 1, -1], [1, 2, 3], [0, 0, 0, 0])


def test_known_chain_with_damper() -> None:
    """R-H6: known answer 9: a charged fire strike for 2: A, with damper, takes 1, and so B takes 1."""
    table = Table(1, 2, 3, 4).wear(2, "c149").link(2, 3).hold(1, "c081", "c034").use("c081").use("c034", "2")
    assert table.hps() == [4, 3, 3, 4]


def test_later_victims_gear_applies() -> None:
    """R-H6: fire for 1 goes on; seat 3's tinder makes 2 of it, and the chain starts none of its own."""
    table = Table(1, 2, 3, 4).wear(3, "c147").link(2, 3, 4).damage(1, 2, 1, "fire")
    assert table.hps() == [4, 3, 2, 3]
    assert table.state.chain_n == 2


def test_the_chain_goes_on_when_the_victim_died() -> None:
    """R-H6: and its damage keeps the source: seat 1 is the killer of both."""
    table = Table(1, 2, 3, 4).put(2, hp=1).put(3, hp=1).link(2, 3).damage(1, 2, 1, "fire")
    assert (table.living(), table.of("killer")) == ([1, 4], [-1, 0, 0, -1])


def test_the_chain_goes_on_when_the_source_died() -> None:
    """R-H6: seat 2's s47 kills the source."""
    table = Table(1, 2, 3, 4, skills={2: "s47"}).put(1, hp=1).put(2, hp=1).link(2, 3).damage(1, 2, 1, "fire")
    assert (table.living(), table.hps()[2]) == ([3, 4], 3)


def test_ice_turns_one_card_face_down() -> None:
    """R-H7: the victim's choice, once per damage event however large."""
    table = Table(1, 2).hold(2, "c001", "c045").damage(1, 2, 2, "ice")
    assert (table.where, table.legal) == (("RD10", 2), ["facedown card=c001", "facedown card=c045"])
    table.do("facedown card=c045")
    assert (table.hand(2), table.down(2), table.where) == (["c001"], ["c045"], ("RD4", 1))


def test_ice_needs_usable_cards_and_a_living_victim() -> None:
    """R-H7."""
    assert Table(1, 2).lay_down(2, "c001").damage(1, 2, 1, "ice").down(2) == ["c001"]
    table = Table(1, 2, 3).hold(2, "c001").put(2, hp=1).damage(1, 2, 1, "ice")
    assert (table.living(), table.discards) == ([1, 3], ["c001"])


def test_poison_forbids_energy_on_oneself() -> None:
    """R-H8: others can."""
    table = Table(1, 2, 3).put(2, hp=1).hold(2, "c069").hold(3, "c070").damage(1, 2, 1, "poison")
    assert table.where == ("RD9", 3)
    table.do("rescue card=c070")
    assert (table.hps(), table.hand(2)) == ([4, 1, 4], ["c069"])
    table = Table(1, 2, 3).put(2, hp=1).hold(2, "c069").lose(2, 1)
    assert table.where == ("RD9", 2), "a later loss of HP is another dying"


def test_poison_decides_only_what_could_be_used() -> None:
    """R-H8: counted if the dying one holds an energy."""
    for hand, is_counted in (("c069", True), ("c001", False)):
        table = Table(1, 2, 3).put(2, hp=1).hold(2, hand).damage(1, 2, 1, "poison")
        assert (table.living(), table.has_fired("R-H8")) == ([1, 3], is_counted)


def test_the_dealer_is_told_although_the_victim_died() -> None:
    """R-H4: dmg_dealt comes after the death, dmg_taken only if he lives."""
    sets = [("cards.s31.pay", "[]"), ("cards.s31.do", '[["rage", "self", 1]]')]
    table = Table(1, 2, 3, skills={1: "s31", 2: "s04", 3: "s04"}, sets=sets).put(2, hp=1).damage(1, 2, 1)
    assert (table.where, table.living()) == (("RD6", 1), [1, 3])
    assert (table.do("skill id=s31").where, table.seat(1).rage) == (("RD4", 1), 1)
