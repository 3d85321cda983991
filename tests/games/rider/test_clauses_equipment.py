"""Equipment (R-U) and EX cards."""

from __future__ import annotations

import pytest

from sim.games.rider import clauses, codes

from .situations import Table


def test_equipment_is_placed_and_the_old_card_discarded() -> None:
    """R-U1: no target, no nullify window."""
    table = Table(1, 2).wear(1, "c136").hold(1, "c139").hold(2, "c113").use("c139")
    assert (table.worn(1)[1], table.discards, table.where) == ("c139", ["c136"], ("RD4", 1))


@pytest.mark.parametrize(("lies", "strikes"), [(codes.FACE_UP, 3), (codes.FACE_DOWN, 1), (codes.SIDEWAYS, 1)])
def test_repeater(lies: int, strikes: int) -> None:
    """R-U1, R-U2: no strike limit while it works."""
    table = Table(1, 2).wear(1, "c134", lies=lies).hold(1, "c001", "c002", "c003")
    while uses := table.offers("use"):
        table.do(uses[0])
    assert table.hps()[1] == 4 - strikes


def test_piercer() -> None:
    """R-U3: neither tinder nor reflex nor damper works during the strike."""
    for gear in ("c147", "c145", "c149"):
        table = Table(1, 2).wear(1, "c136").wear(2, gear).hold(1, "c081", "c001").use("c081").use("c001")
        assert table.hps() == [4, 2], gear


def test_piercer_ends_with_the_strike() -> None:
    """R-U3: what chains from it meets gear, the first victim's does not work."""
    table = Table(1, 2, 3).wear(1, "c136").wear(2, "c147").wear(3, "c148").link(2, 3)
    table.hold(1, "c034").use("c034", "2")
    assert table.hps() == [4, 3, 2]


@pytest.mark.parametrize(("gender", "is_asked"), [("f", True), ("m", False)])
def test_duality(gender: str, is_asked: bool) -> None:
    """R-U4: another gender discards a hand card or the user draws 1."""
    table = Table(1, 2, warriors={2: {"gender": gender}}).wear(1, "c137").hold(1, "c001").hold(2, "c110").use("c001")
    if not is_asked:
        assert (table.hps(), table.hand(1), table.hand(2)) == ([4, 3], [], ["c110"])
        return
    assert (table.where, table.legal) == (("RD16", 2), ["yield card=c110", "concede"])
    table.do("yield card=c110")
    assert (table.hand(2), table.hand(1), table.hps()) == ([], [], [4, 3])
    table = Table(1, 2, warriors={2: {"gender": "f"}}).wear(1, "c137").hold(1, "c001").hold(2, "c110")
    table.use("c001", "concede")
    assert (table.hand(2), len(table.hand(1))) == (["c110"], 1)


def test_ambusher() -> None:
    """R-U5: +1 on a target without hand and face-down cards."""
    assert Table(1, 2).wear(1, "c138").hold(1, "c001").use("c001").hps() == [4, 2]
    assert Table(1, 2).wear(1, "c138").lay_down(2, "c045").hold(1, "c001").use("c001").hps() == [4, 3]


def test_pursuer() -> None:
    """R-U6: after each dodge one more strike on that target."""
    table = Table(1, 2, 3).wear(1, "c139").hold(1, "c001", "c002", "c003").hold(2, "c045", "c046")
    table.use("c001", "2", "play card=c045")
    assert (table.where, table.legal) == (("RD15", 1), ["follow card=c002", "follow card=c003", "pass"])
    table.do("follow card=c002", "play card=c046", "follow card=c003")
    assert (table.hps(), table.discards) == ([4, 3, 4], ["c001", "c002", "c003", "c045", "c046"])


def test_combiner_uses_two_cards_as_a_plain_strike() -> None:
    """R-U7: used; no suit, no element; the weapon is not one of them."""
    table = Table(1, 2).wear(1, "c140").hold(1, "c034", "c097")
    table.do("use as=strike via=combiner", "pay card=c097")
    assert (table.hps(), table.hand(1), table.discards) == ([4, 3], [], ["c034", "c097"])
    assert Table(1, 2).wear(1, "c140").hold(1, "c097").offers("use as") == []


def test_combiner_plays_too() -> None:
    """R-U7: against a swarm."""
    table = Table(1, 2).wear(2, "c140").hold(2, "c045", "c046", "c110").hold(1, "c106").use("c106")
    assert table.legal == ["play as=strike via=combiner", "decline"]
    table.do("play as=strike via=combiner", "pay card=c046", "pay card=c045")
    assert (table.hps(), table.hand(2)) == ([4, 4], ["c110"])


def test_breaker() -> None:
    """R-U8: two other hand or equipment cards: the strike hits; with one it is not asked."""
    table = Table(1, 2).wear(1, "c141", "c145").hold(1, "c001", "c110").hold(2, "c045").use("c001", "play card=c045")
    assert (table.where, table.legal) == (("RD15", 1), ["force", "pass"])
    table.do("force")
    assert table.legal == ["pay card=c110", "pay card=c145"]
    table.do("pay card=c110")
    assert (table.hps(), table.worn(1)) == ([4, 3], ["", "c141", ""])
    table = Table(1, 2).wear(1, "c141").hold(1, "c001", "c110").hold(2, "c045").use("c001", "play card=c045")
    assert (table.hps(), table.where) == ([4, 4], ("RD4", 1))


def test_sweeper() -> None:
    """R-U9: a strike that empties the hand may name up to three."""
    table = Table(1, 2, 3, 4, 5).wear(1, "c142").hold(1, "c001").do("use card=c001", "target seat=4", "target seat=2")
    assert table.legal == ["target seat=3", "target seat=5", "done"]
    table.do("target seat=3")
    assert table.hps() == [4, 3, 3, 3, 4]
    table = Table(1, 2, 3, 4).wear(1, "c142").hold(1, "c001", "c110").do("use card=c001", "target seat=4")
    assert table.where == ("RD4", 1), "a card stays in hand: one target"


def test_igniter() -> None:
    """R-U10: a plain strike may be made a fire strike; others are not asked."""
    table = Table(1, 2).wear(1, "c143").hold(1, "c001").use("c001")
    assert (table.where, table.legal) == (("RD15", 1), ["ignite", "pass"])
    assert table.do("ignite").outcome().dmg_fire == 1
    assert Table(1, 2).wear(1, "c143").hold(1, "c029").use("c029").outcome().dmg_thunder == 1


def test_unseater() -> None:
    """R-U11: strike damage dealt: the motorbike of the victim may be discarded."""
    table = Table(1, 2).wear(1, "c144").wear(2, "c150").hold(1, "c001").use("c001")
    assert (table.where, table.hps()) == (("RD15", 1), [4, 3])
    assert table.do("unseat").worn(2) == ["", "", ""]
    table = Table(1, 2).wear(1, "c144").wear(2, "c150").hold(1, "c101").use("c101", "2")
    assert (table.where, table.hps()) == (("RD4", 1), [4, 3]), "a duel is no strike"


@pytest.mark.parametrize(("card", "hp"), [("c046", 4), ("c052", 4), ("c002", 3), ("c011", 3)])
def test_reflex_gear(card: str, hp: int) -> None:
    """R-U12: judge; heart and diamond count as a dodge."""
    table = Table(1, 2).wear(2, "c145").on_top(card).hold(1, "c001").use("c001")
    assert table.legal == ["reflex", "decline"]
    assert table.do("reflex").hps() == [4, hp]


def test_reflex_then_a_dodge() -> None:
    """R-U12: after a failure a card may still be used, the gear no more; against barrage too."""
    table = Table(1, 2).wear(2, "c145").on_top("c002").hold(1, "c001").hold(2, "c045").use("c001", "reflex")
    assert table.legal == ["play card=c045", "decline"]
    assert Table(1, 2).wear(2, "c145").on_top("c046").hold(1, "c109").use("c109", "reflex").hps() == [4, 4]


@pytest.mark.parametrize(("card", "hp"), [("c001", 4), ("c106", 4), ("c109", 4), ("c034", 2), ("c029", 3), ("c039", 3)])
def test_tinder_gear(card: str, hp: int) -> None:
    """R-U13: plain strikes, swarm and barrage have no effect, fire does 1 more; thunder and ice are as usual."""
    assert Table(1, 2).wear(2, "c147").hold(1, card).use(card).hps() == [4, hp]


def test_damper_gear() -> None:
    """R-U14: damage above 1 becomes 1."""
    assert Table(1, 2).wear(2, "c149").damage(1, 2, 3).hps() == [4, 3]


@pytest.mark.parametrize(("lies", "hp"), [(codes.FACE_UP, 3), (codes.FACE_DOWN, 2), (codes.SIDEWAYS, 2)])
def test_damper_gear_heals_when_it_leaves(lies: int, hp: int) -> None:
    """R-U14: while working; replaced or taken."""
    table = Table(1, 2).wear(1, "c149", lies=lies).put(1, hp=2).hold(1, "c145").use("c145")
    assert table.hps()[0] == hp
    table = Table(1, 2).wear(2, "c149", lies=lies).put(2, hp=2).hold(1, "c086").use("c086", "2", "take card=c149")
    assert table.hps()[1] == hp


def test_motorbikes() -> None:
    """R-U15: face down they shift nothing; see R-N1 for distances."""
    for lies, seats in ((codes.FACE_UP, [3]), (codes.FACE_DOWN, [2, 3])):
        table = Table(1, 2, 3).wear(2, "c150", lies=lies).hold(1, "c001").hold(3, "c045").do("use card=c001")
        assert table.where == (("RD7", 3) if seats == [3] else ("RD5", 1))
    table = Table(1, 2, 3, 4).wear(1, "c154").hold(1, "c001").do("use card=c001")
    assert table.legal == ["target seat=2", "target seat=3", "target seat=4"]


# ---- EX cards (c137 ice blade, c011 ward gear) ----


def test_ice_blade() -> None:
    """R-S8: on the hit the damage may be replaced by discarding two cards."""
    table = Table(1, 2, ex_cards=True).wear(1, "c137").wear(2, "c134").hold(1, "c001").hold(2, "c110").use("c001")
    assert (table.where, table.legal) == (("RD15", 1), ["chill", "pass"])
    table.do("chill", "take zone=hand")
    assert (table.hps(), table.discards) == ([4, 4], ["c001", "c110", "c134"])


@pytest.mark.parametrize(("card", "hp"), [("c001", 4), ("c029", 4), ("c008", 3), ("c034", 3)])
def test_ward_gear(card: str, hp: int) -> None:
    """R-S8: black strikes have no effect."""
    assert Table(1, 2, ex_cards=True).wear(2, "c011").hold(1, card).use(card).hps() == [4, hp]


def test_equipment_that_is_cancelled_was_used_all_the_same() -> None:
    """R-U1, R-Z3: it comes to no slot, but counts in column equips."""
    sets = [("cards.s55.if", '[["object=self"]]'), ("cards.s55.pay", "[]")]
    table = Table(1, 2, skills={1: "s55"}, sets=sets).hold(1, "c134").use("c134", "skill id=s55")
    assert (table.worn(1)[1], table.discards, table.outcome().seats[0].equips) == ("", ["c134"], 1)


def test_ward_gear_is_no_tinder_gear() -> None:
    """R-U13 counts when tinder gear acts."""
    for sets, gear, is_noted in ((True, "c011", 0), (False, "c147", 1)):
        table = Table(1, 2, ex_cards=sets).wear(2, gear).hold(1, "c001").use("c001")
        assert (table.hps(), int(table.state.core.notes[clauses.R_U13])) == ([4, 4], is_noted)


def test_duality_against_an_empty_hand_draws() -> None:
    """R-U4: there is nothing to discard; face-down cards do not count."""
    table = Table(1, 2, warriors={2: {"gender": "f"}}).wear(1, "c137").hold(1, "c001").lay_down(2, "c045")
    assert (table.use("c001").hps(), len(table.hand(1)), table.where) == ([4, 3], 1, ("RD4", 1))


def test_breaker_takes_no_face_down_equipment() -> None:
    """R-U8, R-C3."""
    for lies, where in ((codes.FACE_DOWN, "RD4"), (codes.SIDEWAYS, "RD15")):
        table = Table(1, 2).wear(1, "c141").wear(1, "c145", lies=lies).hold(1, "c001", "c110").hold(2, "c045")
        assert table.use("c001", "play card=c045").where == (where, 1)


def test_sweeper_counts_face_down_cards() -> None:
    """R-U9: the hand is not empty while face-down cards count as hand cards (R-C1)."""
    table = Table(1, 2, 3, 4).wear(1, "c142").hold(1, "c001").lay_down(1, "c110").do("use card=c001", "target seat=4")
    assert (table.where, table.hps()) == (("RD4", 1), [4, 4, 4, 3])


def test_igniter_takes_every_plain_strike() -> None:
    """R-U10: one for rage too."""
    table = Table(1, 2).put(1, rage=1).wear(1, "c143").hold(1, "c045").do("use card=c045 as=strike via=rage", "ignite")
    assert table.outcome().dmg_fire == 1


def test_a_charge_counts_for_each_target() -> None:
    """R-U9, R-B6: the next strike does 1 more, whomever it hits."""
    table = Table(1, 2, 3, 4, 5).wear(1, "c142").hold(1, "c081", "c001").use("c081")
    table.do("use card=c001", "target seat=2", "target seat=4", "done")
    assert table.hps() == [4, 2, 4, 2, 4]
