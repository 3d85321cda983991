"""Revealing, hiding, resetting, and forms (R-W, R-O)."""

from __future__ import annotations

import pytest

from .situations import Table


def test_a_reveal_when_a_skill_is_needed() -> None:
    """R-W1: using s02 reveals its owner; otherwise only R-P1 does."""
    table = Table(-1, 2, skills={1: "s02"}).hold(1, "c045")
    table.do("use card=c045 as=strike via=s02")
    assert (table.seat(1).is_up, table.seat(1).reveal_how, table.hps()) == (1, 2, [4, 3])


def test_order_of_a_reveal() -> None:
    """R-W2: faction and supply, then `revealed`, then the skill that caused it."""
    table = Table(-1, 2, 3, skills={1: "s59 s03"}, warriors={1: {"supply": 5}}).put(1, rage=1).hold(1, "c045")
    table.do("skill id=s03")
    assert (table.where, table.legal[0]) == (("RD6", 1), "skill id=s59")
    assert (table.factions(), len(table.hand(1)), table.hps()) == ([1, 2, 3], 5, [4, 4, 4])
    table.do("skill id=s59", "target seat=2")
    assert (table.hps(), table.where) == ([4, 3, 4], ("RD5", 1))
    table.do("target seat=3")
    assert table.hps() == [4, 3, 3]


def test_face_down_no_skill_works() -> None:
    """R-W3: neither range nor hand limit of static skills; the printed numbers apply from the start."""
    table = Table(-1, 2, 3, 4, skills={1: "s37"}, warriors={1: {"hand_limit": 3, "draw": 3}})
    table.hold(1, "c045", "c046", "c047", "c048", "c049", "c050").do("end").pass_all()
    assert len(table.hand(1)) == 3
    table = Table(-1, 2, 3, 4, skills={1: "s23"}).hold(1, "c001")
    table.do("use card=c001")
    assert table.legal == ["target seat=2", "target seat=4"], "range 1, not 2"


@pytest.mark.parametrize(("hand", "down", "drawn"), [(2, 1, 2), (0, 0, 5), (4, 2, 0)])
def test_supply(hand: int, down: int, drawn: int) -> None:
    """R-W4: known answer 13: supply 5, max(0, 5 - hand - face-down)."""
    table = Table(-1, 2, 3, warriors={1: {"supply": 5}})
    table.hold(1, *("c045", "c046", "c047", "c048")[:hand]).lay_down(1, *("c001", "c002")[:down]).reveal(1)
    assert (table.seat(1).supply_drawn, len(table.hand(1))) == (drawn, hand + drawn)


def test_hidden_again_keeps_faction_and_gender() -> None:
    """R-W5: s46 hides seat 2; the next reveal gives no faction check and no supply, but `revealed` skills."""
    table = Table(1, 2, 2, skills={1: "s46", 2: "s59"}, warriors={2: {"supply": 6}}).put(1, rage=1)
    table.do("skill id=s46", "target seat=2")
    assert (table.seat(2).is_up, table.factions()) == (0, [1, 2, 2])
    table.reveal(2)
    assert (table.where, table.factions(), table.hand(2)) == (("RD6", 2), [1, 2, 2], [])


def test_static_skills_fall_asleep_when_hidden() -> None:
    """R-W3, R-W5: s23's range is gone after s46 hid seat 2: two of three seats are near enough."""
    table = Table(1, 2, 3, 4, skills={1: "s46", 2: "s23"}).put(1, rage=1).hold(2, "c001")
    table.do("skill id=s46", "target seat=2", "end", "pass", "use card=c001")
    assert table.legal == ["target seat=3", "target seat=1"]


def test_supply_comes_once_a_game() -> None:
    """R-W4, R-W5: revealed, hidden again by s46, and revealed once more with an empty hand."""
    table = Table(1, -2, 2, skills={1: "s46"}, warriors={2: {"supply": 3}}).put(1, rage=1).reveal(2)
    assert len(table.hand(2)) == 3
    table.seat(2).hand[:], table.seat(2).n_hand = 0, 0
    table.do("skill id=s46", "target seat=2").reveal(2)
    assert (table.hand(2), table.seat(2).is_up, table.seat(2).supply_drawn) == ([], 1, 3)


def test_reset_ends_all_abnormal_states() -> None:
    """R-W6: the inverted one whose turn is skipped is not linked afterwards; face down he stays."""
    table = Table(1, -2, 3).link(2).put(2, is_inverted=1).do("end")
    assert (table.of("is_linked"), table.of("is_inverted"), table.seat(2).is_up) == ([0, 0, 0], [0, 0, 0], 0)
    table = Table(1, 2, 3).link(2).put(2, is_inverted=1).set_link(2, False)
    assert (table.of("is_linked"), table.of("is_inverted")) == ([0, 0, 0], [0, 0, 0])


def test_inverting_twice_resets() -> None:
    """R-W6: known answer 13: two inversions: upright, and no longer linked."""
    table = Table(1, 2, skills={1: "s31"}).hold(1, "c101", "c102").put(2, is_inverted=1).link(2).damage(1, 2, 1)
    table.do("skill id=s31", "pay card=c101")
    assert (table.seat(2).is_inverted, table.seat(2).is_linked) == (0, 0)
    table = Table(1, 2, skills={1: "s31"}).hold(1, "c101", "c102").damage(1, 2, 1)
    table.do("skill id=s31", "pay card=c101")
    assert (table.seat(2).is_inverted, table.seat(2).inverted_n) == (1, 1)


# ---- forms: Ember h (w009, w010 change), i (w011, w012 change; w013 up for 2), g (w007; w008 up for 1) ----


def at_preparation(warrior: str, **fields: int) -> Table:
    return Table(1, 2, 2, cards={1: warrior}).put(1, **fields).turn(1).settle()


def test_a_form_change_needs_a_face_up_warrior_and_icons() -> None:
    """R-O1: a face-down one that stays so is not asked; w013 has no icon."""
    assert Table(-1, 2, cards={1: "w009"}).turn(1).do("pass").where == ("RD4", 1)
    assert at_preparation("w013", rage=4).decision == "RD4"
    assert at_preparation("w007").decision == "RD4", "w008 costs 1"


def test_the_wanted_card_must_lie_in_the_side_pile() -> None:
    """R-O1: with copies of one group at two seats (deal_forms = all_cards) the other's card is not free."""
    table = Table(1, 2, 2, cards={1: "w009", 2: "w010"}, deal_forms="all_cards").turn(1)
    assert table.where == ("RD4", 1)


def test_each_kind_once_at_one_timing() -> None:
    """R-O1: in any order: change, up, down."""
    table = at_preparation("w011", rage=4)
    assert table.legal == ["form kind=change warrior=w012", "form kind=up warrior=w013", "pass"]
    table.do("form kind=up warrior=w013")
    assert table.legal == ["form kind=down warrior=w011", "pass"]
    table.do("form kind=down warrior=w011")
    assert table.legal == ["form kind=change warrior=w012", "pass"]
    table.do("form kind=change warrior=w012")
    assert table.decision != "RD3"


def test_change_is_free_and_comes_twice_a_turn() -> None:
    """R-O2: at preparation start and after the end phase."""
    table = at_preparation("w009").do("form kind=change warrior=w010")
    assert (table.warrior(1), table.seat(1).rage, table.where) == ("w010", 0, ("RD4", 1))
    table.do("end")
    assert (table.where, table.legal) == (("RD3", 1), ["form kind=change warrior=w009", "pass"])


def test_up_costs_the_printed_rage_at_preparation_only() -> None:
    """R-O3: 2 for w013."""
    table = at_preparation("w011", rage=3).do("form kind=up warrior=w013")
    assert (table.warrior(1), table.seat(1).rage, table.seat(1).rage_spent) == ("w013", 1, 2)
    assert at_preparation("w011", rage=1).legal == ["form kind=change warrior=w012", "pass"]
    table = Table(1, 2, cards={1: "w007"}).put(1, rage=4).do("end")
    assert table.where == ("RD4", 2), "not after the end phase"


def test_down_to_a_form_used_before_the_up() -> None:
    """R-O4: free, no icon needed; both forms used before are open, the one after the end phase too."""
    table = at_preparation("w011", rage=4).do("form kind=change warrior=w012")
    table.do("end", "form kind=change warrior=w011")
    table.turn(1).do("form kind=up warrior=w013", "pass").do("end")
    assert table.legal == ["form kind=down warrior=w011", "form kind=down warrior=w012", "pass"]
    table.do("form kind=down warrior=w012")
    assert (table.warrior(1), table.seat(1).rage) == ("w012", 2)
    table.turn(1).settle()
    assert table.legal == ["form kind=change warrior=w011", "pass"], "w012 was not reached by an up before"


def test_a_change_keeps_the_way_down() -> None:
    """R-O4: w013 with the icon of a change: up, then changed, he can still go down to what he used before the up."""
    table = Table(1, 2, 2, cards={1: "w011"}, sets=[("cards.w013.icon_change", "true")]).put(1, rage=4).turn(1)
    table.do("form kind=up warrior=w013", "form kind=change warrior=w012")
    assert table.legal == ["form kind=down warrior=w011", "pass"]


def test_down_is_for_forms_reached_by_an_up() -> None:
    """R-O4: after changes alone there is none."""
    table = at_preparation("w011").do("form kind=change warrior=w012").do("end")
    assert table.legal == ["form kind=change warrior=w011", "pass"]


def test_hp_is_capped_and_never_healed() -> None:
    """R-O5: from a limit of 4 to 3 with 4 HP: 3; back to 4: still 3. Faction, link, rage stay; no supply."""
    table = Table(1, 2, 2, cards={1: "w009"}).put(1, rage=2).link(1).turn(1)
    table.do("form kind=change warrior=w010")
    assert (table.hps()[0], table.seat(1).hp_max, table.seat(1).form_caps) == (3, 3, 1)
    assert (table.factions()[0], table.seat(1).is_linked, table.seat(1).rage) == (1, 1, 2)
    table.do("end", "form kind=change warrior=w009")
    assert (table.hps()[0], table.seat(1).hp_max) == (3, 4)


def test_the_old_card_goes_to_the_side_pile() -> None:
    """R-O5: and no supply is drawn, though w011 prints 4."""
    table = Table(1, 2, cards={1: "w012"}).turn(1).settle()
    table.do("form kind=change warrior=w011")
    assert [w + 1 for w in (10, 11) if table.state.warrior_at[w] < 0] == [12]
    assert (table.seat(1).supply_drawn, table.seat(1).is_up) == (0, 1)


def test_formed_skills_follow() -> None:
    """R-O5: s60 of w060 (Gear g1) draws two after the up."""
    table = Table(1, 2, cards={1: "w059"}).put(1, rage=1).turn(1)
    table.do("form kind=up warrior=w060")
    assert (table.where, table.legal[0]) == (("RD6", 1), "skill id=s60")
    table.do("skill id=s60")
    assert (len(table.hand(1)), table.where) == (2, ("RD3", 1))
