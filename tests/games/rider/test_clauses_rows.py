"""Skills as designers may write them: whom events ask, costs of the dead, rows that are passed over (R-Z, R-I, R-K)."""

from __future__ import annotations

import pytest

from .situations import Table


def changed(skill: str, **fields: str) -> list[tuple[str, str]]:
    """Single values that make another skill of a stand-in one; `conditions` stands for `if`."""
    return [(f"cards.{skill}.{name.replace('conditions', 'if')}", value) for name, value in fields.items()]


# ---- who is asked, and what is tested again ----


def test_an_empty_hand_is_told_to_everybody() -> None:
    """R-Z2: seat 2 waits for the empty hand of others; its owner need not wait for anything."""
    sets = changed("s51", conditions='[["object!=self"]]')
    table = Table(1, 2, 3, skills={2: "s51"}, sets=sets).hold(1, "c001").use("c001", "3")
    assert (table.where, table.hps()) == (("RD6", 2), [4, 4, 4]), "above the strike that took the last card"


@pytest.mark.parametrize("action", ["skill id=s05", "use card=c045 as=strike via=s02"])
def test_who_is_hidden_again_after_the_reveal_does_nothing(action: str) -> None:
    """R-I3, R-W3: the reveal is answered by hiding him: the skill fizzles without cost."""
    sets = [*changed("s59", conditions='[["object!=self"]]', pick="[]", do='[["hide", "object"]]')]
    table = Table(-1, 2, skills={1: "s05 s02", 2: "s59"}, sets=sets).hold(1, "c045").do(action, "skill id=s59")
    assert (table.where, table.seat(1).is_up, table.hps(), table.hand(1)) == (("RD4", 1), 0, [4, 4], ["c045"])


@pytest.mark.parametrize(("freq", "n"), [("t1", 1), ("'*'", 2)])
def test_view_as_skills_have_a_frequency(freq: str, n: int) -> None:
    """R-I3: s02 once a turn; two strikes are allowed."""
    sets = changed("s02", freq=freq)
    table = Table(1, 2, skills={1: "s02"}, sets=sets, strikes_per_phase=2).hold(1, "c045", "c046")
    for card in ("c045", "c046")[:n]:
        table.do(f"use card={card} as=strike via=s02")
    assert (table.offers("use"), table.hps()) == ([], [4, 4 - n])


def test_the_dead_can_be_of_the_same_faction() -> None:
    """R-F6: as a condition about the one who died: his kept faction."""
    sets = changed("s07", conditions='[["same_faction"]]')
    table = Table(1, 1, 2, 3, skills={1: "s07", 4: "s07"}, sets=sets).put(2, hp=1).damage(3, 2, 1)
    assert table.of("rage") == [1, 0, 0, 0]


# ---- skills of the dead ----


def test_the_dead_pay_for_their_skills() -> None:
    """R-Z4, R-I3: s47 for a card of the dead one's hand, which lies there until R-K3."""
    sets = changed("s47", pay='[["discard", 1]]')
    table = Table(1, 2, 3, skills={2: "s47"}, sets=sets).hold(2, "c001", "c045").put(2, hp=1).damage(1, 2, 1)
    assert (table.where, table.legal) == (("RD10", 2), ["pay card=c001", "pay card=c045"])
    table.do("pay card=c001")
    assert (table.hps()[0], table.seat(2).discarded) == (3, 1)
    assert Table(1, 2, 3, skills={2: "s47"}, sets=sets).put(2, hp=1).damage(1, 2, 1).hps()[0] == 4, "nothing to pay"


def test_the_dead_neither_invert_nor_link_themselves() -> None:
    """R-K2: link and inversion end with death; such a cost cannot be paid any more."""
    for cost in ("invert", "link"):
        sets = changed("s47", pay=f'[["{cost}"]]')
        table = Table(1, 2, 3, skills={2: "s47"}, sets=sets).put(2, hp=1).damage(1, 2, 1)
        assert (table.hps()[0], table.seat(2).is_inverted, table.seat(2).is_linked) == (4, 0, 0)


def test_the_dead_choose_what_is_discarded() -> None:
    """R-Z4: a row of an own `died` skill is carried out like any other."""
    sets = changed("s47", do='[["discard", "actor", 1]]')
    table = Table(1, 2, 3, skills={2: "s47"}, sets=sets).hold(1, "c045").wear(1, "c134").put(2, hp=1).damage(1, 2, 1)
    assert (table.where, table.legal) == (("RD11", 2), ["take card=c134", "take zone=hand"])
    table.do("take card=c134")
    assert ("c134" in table.discards, table.seat(1).reward_cards) == (True, 1)


@pytest.mark.parametrize("pick", ["in_range", "dist1"])
def test_the_dead_are_near_nobody(pick: str) -> None:
    """R-K2, R-N1: he has left the ring, so that nobody is in his range."""
    sets = changed("s47", pick=f'["{pick}"]', do='[["losehp", "chosen", 1]]')
    table = Table(1, 2, 3, skills={2: "s47"}, sets=sets).put(2, hp=1).damage(1, 2, 1)
    assert (table.where, table.hps()) == (("RD4", 1), [4, 0, 4])


def test_the_rest_of_a_skill_is_dropped_when_its_owner_dies() -> None:
    """R-Z4: its rows, and costs that are not paid yet."""
    do = '[["losehp", "self", 4], ["losehp", "others", 1]]'
    table = Table(1, 2, 3, skills={1: "s05"}, sets=changed("s05", do=do)).do("skill id=s05")
    assert (table.living(), table.hps()[1:]) == ([2, 3], [4, 4])
    sets = [
        *changed("s05", pay='[["hp", 1], ["rage", 1]]'),
        *changed("s43", conditions='[["object!=self"]]', do='[["losehp", "object", 9]]'),
    ]
    table = Table(1, 2, 3, skills={1: "s05", 2: "s43"}, sets=sets).put(1, rage=1).do("skill id=s05", "skill id=s43")
    assert (table.living(), table.seat(1).rage, table.seat(1).rage_spent) == ([2, 3], 1, 0)


# ---- rows ----


def test_a_judgement_that_was_passed_over_opens_no_gate() -> None:
    """R-I4: the clash is lost, so there is no judgement, and no [miss] either."""
    do = '[["pindian", "chosen"], ["judge", "self", "red", "[win]"], ["damage", "chosen", 1, "none", "[miss]"]]'
    table = Table(1, 2, skills={1: "s53"}, sets=changed("s53", do=do)).hold(1, "c011", "c045").hold(2, "c001")
    table.do("skill id=s53", "clash card=c011")
    assert (table.hps(), table.state.judge_n, table.state.pindian_n) == ([4, 4], 0, 1)


def test_each_gate_goes_by_the_last_one_of_its_own_kind() -> None:
    """R-I4: a judgement after the clash leaves [win] open."""
    do = '[["pindian", "chosen"], ["judge", "self", "red"], ["damage", "chosen", 1, "none", "[win]"]]'
    table = Table(1, 2, skills={1: "s53"}, sets=changed("s53", do=do)).hold(1, "c001", "c045").hold(2, "c011")
    assert table.do("skill id=s53", "clash card=c001").hps() == [4, 3]


def test_each_target_needs_its_own_number_of_dodges() -> None:
    """R-Z2: seat 2, a woman, two dodges by s08; seat 3, linked, three by another skill."""
    sets = changed(
        "s57", mode="F", conditions='[["actor=self"], ["kind", "strike"]]', pick="[]", do='[["need", "object", 3]]'
    )
    table = Table(1, 2, 3, warriors={2: {"gender": "f"}}, skills={1: "s57 s08"}, sets=sets).wear(1, "c142")
    table.hold(1, "c001").hold(2, "c045", "c046", "c047").hold(3, "c048", "c049", "c050").use("c001", "2", "3")
    table.do("play card=c045", "play card=c046")
    assert table.where == ("RD7", 3)
    table.do("play card=c048", "play card=c049")
    assert table.where == ("RD7", 3)


def test_one_target_is_redirected_to_one() -> None:
    """R-Z3: of two who were picked the first takes the place; then the old one is no target any more."""
    sets = changed("s56", pick='["other", "not_actor"]', pick_max="2")
    table = Table(1, 2, 3, 4, skills={2: "s56"}, sets=sets).hold(1, "c001").hold(2, "c101").use("c001", "2")
    table.do("skill id=s56", "target seat=3", "target seat=4")
    assert (table.hps(), table.discards) == ([4, 4, 3, 4], ["c001", "c101"])


def test_nobody_clashes_with_himself() -> None:
    """R-Q1: no clash, and so neither [win] nor [lose]; no card is spent."""
    table = Table(1, 2, skills={1: "s53"}, sets=changed("s53", pick='["any"]')).hold(1, "c001", "c006")
    table.do("skill id=s53", "target seat=1")
    assert (table.where, table.hand(1), table.hps()) == (("RD4", 1), ["c001", "c006"], [4, 4])
    assert (table.state.pindian_n, table.seat(1).n_down) == (0, 0)


def test_hands_that_a_clash_empties_are_told_from_the_turn_player_on() -> None:
    """R-Z2, R-Q1: the clash of seat 1's skill in the turn of seat 2."""
    sets = changed("s53", mode="A", trigger="dmg_taken", freq="'*'", conditions='[["object=self"]]', pick='["other"]')
    table = Table(1, 2, 3, skills={1: "s53 s51", 2: "s51"}, sets=sets).hold(1, "c001").hold(2, "c011")
    table.turn(2, "PLAYING").damage(3, 1, 1).do("skill id=s53", "target seat=2")
    assert table.where == ("RD6", 2)
    table.do("pass")
    assert table.where == ("RD6", 1)


@pytest.mark.parametrize(("who", "is_offered"), [("chosen", True), ("linked", False)])
def test_a_face_down_card_is_a_hand_to_steal_from(who: str, is_offered: bool) -> None:
    """R-C8, R-I3: has_hand takes it where the one who is picked is stolen from."""
    sets = changed("s26", do=f'[["steal", "{who}", 1]]')
    table = Table(1, 2, skills={1: "s26"}, sets=sets).lay_down(2, "c045")
    assert bool(table.offers("skill")) == is_offered
