"""Dying, death and reward (R-K)."""

from __future__ import annotations

import pytest

from .situations import VILLAIN, Table


def test_rescue_is_asked_from_the_turn_player_on() -> None:
    """R-K1: every living player, any number each; the moment HP is 1 dying ends."""
    table = Table(1, 2, 3, 4).put(3, hp=1).hold(1, "c069").hold(2, "c070", "c071").hold(3, "c072").hold(4, "c073")
    table.turn(2, "PLAYING").damage(1, 3, 3)
    order = [table.where]
    for answer in ("rescue card=c070", "rescue card=c071"):
        table.do(answer)
        order.append(table.where)
    assert order == [("RD9", 2), ("RD9", 2), ("RD9", 3)]
    table.do("rescue card=c072")
    assert (table.hps(), table.where, table.hand(4)) == ([4, 4, 1, 4], ("RD4", 2), ["c073"])


def test_dying_skills_come_before_energy() -> None:
    """R-K1: s36 heals for a card turned face down."""
    table = Table(1, 2, 3, skills={3: "s36"}).put(2, hp=1).hold(2, "c069").hold(3, "c001").damage(1, 2, 1)
    assert table.where == ("RD6", 3)
    table.do("skill id=s36")
    assert (table.hps(), table.down(3), table.hand(2), table.where) == ([4, 1, 4], ["c001"], ["c069"], ("RD4", 1))


def test_one_dying_is_not_dying_twice() -> None:
    """R-K1, R-K5: a loss on top of it takes HP, but rescue and `dying` skills go on; the killer stays the first one."""
    sets = [("cards.s36.pay", "[]"), ("cards.s36.do", '[["losehp", "object", 1]]')]
    table = Table(1, 2, 3, skills={3: "s36"}, sets=sets).put(2, hp=1).hold(3, "c069", "c070").damage(1, 2, 1)
    table.do("skill id=s36")
    assert (table.where, table.hps()[1]) == (("RD9", 3), -1)
    table.do("rescue card=c069", "decline")
    assert (table.living(), table.of("killer"), table.seat(1).reward_cards) == ([1, 3], [-1, 0, -1], 1)


def test_nobody_saves_him() -> None:
    """R-K2: he leaves the ring, link and inversion end, his effective faction is kept; no determination."""
    table = Table(1, 2, 3, -1).link(1, 3).put(3, effective=1, is_inverted=1, hp=1).damage(2, 3, 1)
    assert (table.living(), table.of("is_linked"), table.of("is_inverted")) == ([1, 2, 4], [1, 0, 0, 0], [0] * 4)
    assert table.factions() == [1, 2, 1, 0]
    assert [int(place) for place in table.state.ring[:4]][3] == 2


def test_death_is_no_reveal() -> None:
    """R-K2: a hidden one dies undetermined, without supply and without a `revealed` or `died` trigger of his own."""
    table = Table(1, -2, 3, warriors={2: {"supply": 6}}, skills={2: "s47 s59"}).put(2, hp=1).damage(1, 2, 1)
    assert (table.factions(), table.seat(2).reveal_how, table.seat(2).supply_drawn) == ([1, 0, 3], 0, 0)
    assert (table.hps()[0], table.where) == (4, ("RD4", 1)), "nor is he asked for one"


def test_died_skills_of_a_face_up_one() -> None:
    """R-K2: his own s47 takes 1 HP of the killer; then the killer's s07 gives rage."""
    table = Table(1, 2, 3, skills={2: "s47", 1: "s07"}).put(2, hp=1).damage(1, 2, 1)
    assert (table.hps()[0], table.seat(1).rage) == (3, 1)


def test_all_cards_of_all_areas_are_discarded() -> None:
    """R-K3: hand, face-down, equipment, judgement, both marker piles."""
    table = Table(1, 2, 3).put(2, hp=1).hold(2, "c001").lay_down(2, "c002").wear(2, "c134", "c145", "c150")
    table.delay(2, "c129").mark(2, "on", "c003").mark(2, "by", "c004").damage(0, 2, 1)
    assert table.discards == ["c001", "c002", "c003", "c004", "c129", "c134", "c145", "c150"]


def test_the_check_comes_before_the_reward() -> None:
    """R-K4: no reward after the last kill."""
    table = Table(1, 1, 2).put(3, hp=1).damage(1, 3, 1)
    assert (table.is_over, table.hand(1), table.seat(1).reward_cards) == (True, [], 0)


def test_the_killer_is_the_source() -> None:
    """R-K5: of the damage that led to it."""
    table = Table(1, 2, 3).put(2, hp=1).damage(1, 2, 1)
    assert (table.of("killer"), table.of("kills")) == ([-1, 0, -1], [1, 0, 0])


@pytest.mark.parametrize("how", ["loss", "sourceless"])
def test_no_killer(how: str) -> None:
    """R-K5: HP loss and sourceless damage have none; nobody draws."""
    table = Table(1, 2, 3).put(2, hp=1)
    table = table.lose(2, 1) if how == "loss" else table.damage(0, 2, 1, "thunder")
    assert (table.of("killer"), table.of("kills"), table.of("n_hand")) == ([-1] * 3, [0] * 3, [0] * 3)


@pytest.mark.parametrize(("sides", "drawn"), [
    ((2, 1, 1, 1, 3), 3),  # a faction with two more living
    ((2, -1, 1, 1, 3), 1),  # hidden
    ((2, VILLAIN, 1, 1, 3), 1),  # a lone villain
    ((1, 1, 2, 3, 3), 2),  # his own faction: the killer counts
    ((-2, 1, 1, 3, 3), 2),  # a hidden killer draws too
])  # fmt: skip
def test_the_reward(sides: tuple[int, ...], drawn: int) -> None:
    """R-K6: known answer 10: 1 + X."""
    table = Table(*sides).put(2, hp=1).damage(1, 2, 1)
    assert (len(table.hand(1)), table.seat(1).reward_cards) == (drawn, drawn)


def test_the_reward_for_a_villain_with_followers() -> None:
    """R-K6: known answer 10: two linked followers: 3."""
    table = Table(3, VILLAIN, 1, 2, 4, 5).link(2).set_link(3).set_link(4)
    assert table.factions() == [3, 101, 101, 101, 4, 5]
    table.put(2, hp=1).damage(1, 2, 1)
    assert len(table.hand(1)) == 3


def test_no_reward_for_a_dead_killer_or_oneself() -> None:
    """R-K6: alive and another."""
    table = Table(1, 2, 3, 4, skills={2: "s47"}).put(1, hp=1).put(2, hp=1).damage(1, 2, 1)
    assert (table.living(), table.seat(1).reward_cards) == ([3, 4], 0)
    table = Table(1, 2, 3).put(2, hp=1).damage(2, 2, 1)
    assert (table.seat(2).reward_cards, table.seat(2).kills) == (0, 1)
