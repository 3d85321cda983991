"""Battle skills (R-Y)."""

from __future__ import annotations

import pytest

from sim.games.rider import clauses, codes

from .situations import Table


def test_break_discards_a_card_of_another() -> None:
    """R-Y1: at any distance; equipment, judgement cards, or a random hand card."""
    table = Table(1, 2, 3, 4).hold(1, "c086").wear(3, "c134").delay(3, "c129").use("c086", "3", "take card=c129")
    assert (table.judged(3), table.discards) == ([], ["c086", "c129"])
    table = Table(1, 2).hold(1, "c086").hold(2, "c045").use("c086", "2", "take zone=hand")
    assert (table.hand(2), table.discards) == ([], ["c045", "c086"])


def test_snatch_takes_it_to_the_hand() -> None:
    """R-Y2: within distance 1; seat 3 of four is at 2."""
    table = Table(1, 2, 3, 4).hold(1, "c092").hold(2, "c045").wear(3, "c134").hold(4, "c046").do("use card=c092")
    assert table.legal == ["target seat=2", "target seat=4"]
    table.do("target seat=4")
    assert (table.hand(1), table.hand(4), table.discards) == (["c046"], [], ["c092"])


def test_surge_draws_two() -> None:
    """R-Y3."""
    table = Table(1, 2).hold(1, "c097").on_top("c110", "c001", "c002").use("c097")
    assert table.hand(1) == ["c001", "c110"]


def test_duel() -> None:
    """R-Y4: the target first, in turn; who stops takes 1 from the other."""
    table = Table(1, 2).hold(1, "c101", "c001").hold(2, "c002", "c003").use("c101", "2")
    asked = []
    for answer in ("play card=c002", "play card=c001", "play card=c003"):
        asked.append(table.where)
        table.do(answer)
    assert asked == [("RD7", 2), ("RD7", 1), ("RD7", 2)]
    assert (table.hps(), table.outcome().seats[1].dealt_plain) == ([3, 4], 1)
    table = Table(1, 2).hold(1, "c101").hold(2, "c002").use("c101", "2", "decline")
    assert (table.hps(), table.outcome().seats[0].dealt_plain) == ([4, 3], 1)


def test_coerce() -> None:
    """R-Y5: the armed one uses a strike on the one named, in his own range, or hands over the weapon."""
    table = Table(1, 2, 3, 4).wear(3, "c134").hold(3, "c001").hold(1, "c104").use("c104")
    assert table.legal == ["target seat=2", "target seat=4"], "seat 3 is the one armed; in his range 1"
    table.do("target seat=4")
    assert (table.where, table.legal) == (("RD16", 3), ["strike card=c001", "concede"])
    table.do("strike card=c001")
    assert (table.hps(), table.worn(3)[1]) == ([4, 4, 4, 3], "c134")
    table = Table(1, 2, 3, 4).wear(3, "c134").hold(3, "c001").hold(1, "c104").use("c104", "3", "4", "concede")
    assert (table.hps(), table.worn(3)[1], table.hand(1)) == ([4] * 4, "", ["c134"])


def test_coerce_needs_a_weapon_that_is_not_face_down() -> None:
    """R-Y5: sideways it will do; without a strike the weapon moves unasked."""
    assert Table(1, 2, 3).wear(2, "c134", lies=1).hold(1, "c104").legal == ["end"]
    table = Table(1, 2, 3).wear(2, "c134", lies=2).hold(1, "c104").use("c104", "2", "1")
    assert table.hand(1) == ["c134"]


def test_swarm() -> None:
    """R-Y6: all others play a strike or take 1, from the user's next on."""
    table = Table(1, 2, 3).hold(1, "c106").hold(2, "c001").hold(3, "c045").use("c106", "play card=c001")
    assert (table.hps(), table.discards) == ([4, 4, 3], ["c001", "c106"])


def test_barrage() -> None:
    """R-Y7: all others play a dodge or take 1."""
    table = Table(1, 2, 3).hold(1, "c109").hold(2, "c001").hold(3, "c045").use("c109", "play card=c045")
    assert table.hps() == [4, 3, 4]


def test_rally() -> None:
    """R-Y8: all wounded heal 1; it needs one."""
    table = Table(1, 2, 3, -4).put(1, hp=2).put(3, hp=3).put(4, hp=1).hold(1, "c110").use("c110")
    assert table.hps() == [3, 4, 4, 2]
    assert Table(1, 2).hold(1, "c110").legal == ["end"]


def test_share_out() -> None:
    """R-Y9: as many cards as living; from the user on each takes one."""
    table = Table(1, 2, 3, 4).kill(3).hold(1, "c111").on_top("c001", "c045", "c097", "c110").use("c111")
    assert (table.where, table.legal) == (("RD14", 1), ["gain card=c001", "gain card=c045", "gain card=c097"])
    table.do("gain card=c045")
    assert table.where == ("RD14", 2)
    table.do("gain card=c097")
    assert [table.hand(seat) for seat in (1, 2, 4)] == [["c045"], ["c097"], ["c001"]]
    assert table.next_cards[0] == "c110"


def test_the_rest_of_a_share_out_is_discarded() -> None:
    """R-Y9: seat 2's share is nullified."""
    table = Table(1, 2).hold(1, "c111").hold(2, "c113").on_top("c001", "c045").use("c111", "decline")
    table.do("gain card=c001", "nullify card=c113")
    assert (table.hand(1), table.hand(2), table.discards) == (["c001"], [], ["c045", "c111", "c113"])


def test_nullify_cancels_the_effect_on_one_target() -> None:
    """R-Y10: just before it; the swarm still meets seat 3."""
    table = Table(1, 2, 3).hold(1, "c106").hold(2, "c113").use("c106", "nullify card=c113")
    assert (table.hps(), table.state.nullify_n) == ([4, 4, 3], 1)


def test_nullify_is_no_answer_to_basic_cards() -> None:
    """R-Y10: a battle skill's effect."""
    assert Table(1, 2).hold(1, "c001").hold(2, "c113").use("c001").where == ("RD4", 1)


def test_link_up() -> None:
    """R-Y11: one or two: link the unlinked, reset the linked."""
    table = Table(1, 2, 3).link(2).hold(1, "c119").do("use card=c119")
    assert table.legal == ["target seat=1", "target seat=2", "target seat=3"]
    table.do("target seat=2")
    assert table.legal == ["target seat=1", "target seat=3", "done"]
    table.do("target seat=3")
    assert table.of("is_linked") == [0, 0, 1]


def test_recast() -> None:
    """R-Y11: discard it and draw 1; a club as link up (s22) cannot be recast."""
    table = Table(1, 2, skills={1: "s22"}).hold(1, "c120", "c011").on_top("c045")
    assert table.offers("recast") == ["recast card=c120"]
    assert "use card=c011 as=link_up via=s22" in table.legal
    table.do("recast card=c120")
    assert (table.hand(1), table.discards) == (["c011", "c045"], ["c120"])


def test_flame_burst() -> None:
    """R-Y12: the target shows a card, the user may discard one of its suit: 1 fire."""
    table = Table(1, 2).hold(1, "c125", "c046", "c001").hold(2, "c048", "c002").use("c125", "2")
    assert (table.where, table.legal) == (("RD14", 2), ["show card=c002", "show card=c048"])
    table.do("show card=c048")
    assert (table.where, table.legal) == (("RD15", 1), ["match card=c046", "pass"])
    table.do("match card=c046")
    assert (table.hps(), table.outcome().dmg_fire, table.hand(2)) == ([4, 3], 1, ["c002", "c048"])


def test_flame_burst_without_a_card_of_the_suit() -> None:
    """R-Y12: nothing happens."""
    table = Table(1, 2).hold(1, "c125", "c046").hold(2, "c001").use("c125", "2")
    assert (table.hps(), table.where, table.hand(1)) == ([4, 4], ("RD4", 1), ["c046"])


@pytest.mark.parametrize(("card", "hp"), [("c031", 1), ("c001", 1), ("c092", 1), ("c137", 1), ("c138", 4), ("c094", 4)])
def test_storm(card: str, hp: int) -> None:
    """R-Y13: spade 6, 7, 3, 2: 3 thunder without source, discarded; spade A and J: it moves on."""
    table = Table(1, 2).delay(1, "c128").on_top(card, "c110", "c111").turn(1).settle()
    assert table.hps()[0] == hp
    assert (table.judged(2), "c128" in table.discards) == (([], True) if hp == 1 else (["c128"], False))
    assert table.outcome().dmg_thunder == 4 - hp


def test_storm_is_placed_on_oneself_and_passes_those_who_have_one() -> None:
    """R-Y13: a card that counts as a storm lies before seat 2; nullified it moves too."""
    table = Table(1, 2).hold(1, "c128").use("c128")
    assert table.judged(1) == ["c128"]
    table = Table(1, 2, 3).delay(1, "c128").delay(2, "c129").hold(3, "c113")
    table.seat(2).judged_kind[0] = codes.STORM
    table.turn(1).do("nullify card=c113")
    assert (table.judged(1), table.judged(3)) == ([], ["c128"])


def test_storm_chains() -> None:
    """R-Y13, R-H5: it is thunder."""
    table = Table(1, 2, 3).link(1, 3).delay(1, "c128").on_top("c001").turn(1).settle()
    assert table.hps() == [1, 4, 1]


@pytest.mark.parametrize(("card", "is_skipped"), [("c046", False), ("c001", True), ("c052", True)])
def test_detain(card: str, is_skipped: bool) -> None:
    """R-Y14: unless heart the play phase is skipped."""
    table = Table(1, 2).delay(1, "c129").hold(1, "c097").on_top(card).turn(1).settle()
    assert table.where == ("RD4", 2 if is_skipped else 1)


def test_detain_is_placed_on_another() -> None:
    """R-Y14: at any distance."""
    table = Table(1, 2, 3, 4).hold(1, "c129").do("use card=c129")
    assert table.legal == ["target seat=2", "target seat=3", "target seat=4"]


@pytest.mark.parametrize(("card", "is_skipped"), [("c011", False), ("c001", True), ("c046", True)])
def test_cut_off(card: str, is_skipped: bool) -> None:
    """R-Y15: within distance 1; unless club the draw phase is skipped."""
    table = Table(1, 2).delay(1, "c132").on_top(card).turn(1).settle()
    assert (len(table.hand(1)), table.where) == (0 if is_skipped else 2, ("RD4", 1))
    assert Table(1, 2, 3, 4).hold(1, "c132").do("use card=c132").legal == ["target seat=2", "target seat=4"]


#: s55 cancels whatever its owner is a target of, for nothing.
CANCEL = [("cards.s55.if", '[["object=self"]]'), ("cards.s55.pay", "[]")]


def test_a_share_out_without_targets_turns_up_nothing() -> None:
    """R-Y9, R-Z3: both cancelled it; the card is discarded, the draw pile stays."""
    table = Table(1, 2, skills={1: "s55", 2: "s55"}, sets=CANCEL).hold(1, "c111").on_top("c001", "c045").use("c111")
    table.do("skill id=s55", "skill id=s55")
    assert (table.discards, table.next_cards[:2], table.where) == (["c111"], ["c001", "c045"], ("RD4", 1))


def test_no_damage_in_a_duel_with_one_who_died() -> None:
    """R-Y4: seat 2 reveals for a strike and so kills seat 1, for which he paid his only card: he stops unharmed."""
    table = Table(1, -2, 3, skills={2: "s02 s59"}, sets=[("cards.s59.pay", '[["discard", 1]]')])
    table.put(1, hp=1).hold(1, "c101").hold(2, "c046").on_top("c086").use("c101", "2")
    table.do("play card=c046 as=strike via=s02", "skill id=s59", "target seat=1")
    assert (table.living(), table.hps()[1:], table.where) == ([2, 3], [4, 4], ("RD4", 2))


def test_a_storm_passes_the_whole_round_and_stays() -> None:
    """R-Y13, R-A3: cards that count as storms lie before all others; it is not judged again."""
    table = Table(1, 2, 3).delay(1, "c128").delay(2, "c129").delay(3, "c130").on_top("c046")
    for seat in (2, 3):
        table.seat(seat).judged_kind[0] = codes.STORM
    table.turn(1).settle()
    assert (table.where, table.judged(1), table.state.judge_n) == (("RD4", 1), ["c128"], 1)
    assert table.state.core.notes[clauses.R_A3] == 1
    table = Table(1, 2, 3).delay(1, "c128").on_top("c046").turn(1).settle()
    assert (table.judged(2), int(table.state.core.notes[clauses.R_A3])) == (["c128"], 0), "nobody was passed"


def test_a_storm_is_not_placed_where_one_lies() -> None:
    """R-A3: on oneself."""
    table = Table(1, 2).delay(1, "c129").hold(1, "c128")
    table.seat(1).judged_kind[0] = codes.STORM
    assert table.legal == ["end"]


@pytest.mark.parametrize(("card", "is_hit"), [("c004", True), ("c137", True), ("c006", False), ("c138", False)])
def test_the_ranks_of_a_storm(card: str, is_hit: bool) -> None:
    """R-Y13: spade 9 and 2 are the last that hit, 10 and A the first that do not."""
    table = Table(1, 2).delay(1, "c128").on_top(card).turn(1).settle()
    assert table.hps()[0] == (1 if is_hit else 4)


def test_flame_burst_on_oneself() -> None:
    """R-Y12: anybody with a usable card besides the flame burst itself."""
    table = Table(1, 2).hold(1, "c125", "c046").use("c125")
    assert (table.where, table.legal) == (("RD15", 1), ["match card=c046", "pass"])
    assert Table(1, 2).hold(1, "c125").legal == ["end"]


def test_coerce_may_name_its_user() -> None:
    """R-Y5: a named character in the range of the armed one."""
    table = Table(1, 2, 3).wear(2, "c134").hold(2, "c001").hold(1, "c104").use("c104")
    assert table.legal == ["target seat=1", "target seat=3"]
    assert table.do("target seat=1", "strike card=c001").hps() == [3, 4, 4]


def test_coerced_out_of_range_hands_over_the_weapon() -> None:
    """R-Y5: seat 2's range shrinks when s57 turns his weapon sideways at the announcement of the coerce."""
    sets = [("cards.s57.if", '[["actor=self"]]'), ("cards.s57.do", '[["side", "object", "weapon"]]')]
    table = Table(1, 2, 3, 4, 5, skills={1: "s57"}, sets=sets).wear(2, "c139").hold(2, "c001").hold(1, "c104")
    table.use("c104", "5", "skill id=s57")
    assert (table.hps(), table.hand(1), table.worn(2)[1]) == ([4] * 5, ["c139"], "")


@pytest.mark.parametrize("card", ["c086", "c092", "c101", "c125"])
def test_nothing_comes_of_a_dead_users_card(card: str) -> None:
    """R-Y1, R-Y2, R-Y4, R-Y12: s63 of the target kills the user when the card is announced."""
    sets = [("cards.s63.do", '[["damage", "actor", 1, "none"]]')]
    table = Table(1, 2, 3, skills={2: "s63"}, sets=sets).put(1, hp=1).hold(1, card, "c046").hold(2, "c048")
    table.use(card, "2", "skill id=s63")
    assert (table.living(), table.hps()[1:], "c048" in table.hand(2)) == ([2, 3], [4, 4], True)
