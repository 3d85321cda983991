"""Play, discard and end phase (R-A, R-X, R-E), rage (R-G)."""

from __future__ import annotations

import pytest

from sim.games.rider import clauses

from .situations import Table


def test_any_number_of_cards_one_after_the_other() -> None:
    """R-A1: each with a legal target; `end` closes the phase."""
    table = Table(1, 2).hold(1, "c097", "c098", "c069")
    assert table.legal == ["use card=c097", "use card=c098", "end"], "energy has no target: nobody is wounded"
    table.use("c097").use("c098")
    assert table.where == ("RD4", 1)
    assert table.do("end").where == ("RD10", 1)


def test_a_dodge_and_a_nullify_cannot_be_used_in_the_play_phase() -> None:
    """R-A1: each by its own rule."""
    assert Table(1, 2).hold(1, "c045", "c113").legal == ["end"]


def test_a_used_card_is_discarded_after_its_effect() -> None:
    """R-A2: while the strike waits for a dodge it is being resolved."""
    table = Table(1, 2).hold(1, "c001").hold(2, "c045").use("c001")
    assert (table.where, table.ids(table.state.resolving), table.discards) == (("RD7", 2), ["c001"], [])
    table.do("decline")
    assert (table.ids(table.state.resolving), table.discards) == ([], ["c001"])


def test_delayed_cards_are_only_placed() -> None:
    """R-A2: no nullify window, no judgement yet."""
    table = Table(1, 2).hold(1, "c129").hold(2, "c113").use("c129", "2")
    assert (table.judged(2), table.discards, table.where) == (["c129"], [], ("RD4", 1))


def test_no_two_cards_of_one_name_in_a_judgement_area() -> None:
    """R-A3: a second detain is no legal use on seat 2, a cut off is."""
    table = Table(1, 2).delay(2, "c129").hold(1, "c130", "c132")
    assert table.offers("use") == ["use card=c132"]
    assert Table(1, 2).delay(1, "c128").hold(1, "c129").offers("use") == ["use card=c129"]


def test_equipment_leaves_its_slot_before_one_of_its_name_comes() -> None:
    """R-A3: a second repeater."""
    table = Table(1, 2).wear(1, "c134").hold(1, "c135").use("c135")
    assert (table.worn(1)[1], table.discards) == ("c135", ["c134"])


def test_one_strike_in_a_play_phase() -> None:
    """R-A4."""
    table = Table(1, 2).hold(1, "c001", "c029").use("c001")
    assert table.offers("use") == []


def test_extra_strikes_are_granted() -> None:
    """R-A4: s01 grants one; two strikes, no third."""
    table = Table(1, 2, skills={1: "s01"}).hold(1, "c001", "c002", "c003").use("c001").use("c002")
    assert table.offers("use") == []
    assert table.hps() == [4, 2]


def test_strikes_out_of_turn_do_not_count() -> None:
    """R-A4: coerced and following strikes; pursuer's strike leaves the limit as it is."""
    table = Table(1, 2, 2).wear(1, "c139").hold(1, "c001", "c002", "c003").hold(2, "c045")
    table.use("c001", "2", "play card=c045", "follow card=c002")
    assert (table.seat(1).strikes_used, table.seat(1).n_strikes) == (1, 2)
    table = Table(2, 1, 2).wear(1, "c140").hold(1, "c001", "c002").hold(2, "c104")
    table.turn(2, "PLAYING").use("c104", "1", "3", "strike card=c001")
    assert (table.seat(1).strikes_used, table.hps()) == (0, [4, 4, 3])


def test_one_charge_a_turn() -> None:
    """R-A4."""
    table = Table(1, 2).hold(1, "c081", "c082").use("c081")
    assert table.offers("use") == []
    table.do("end", "end")
    assert table.offers("use card=c08") == ["use card=c082"]


# ---- discard phase ----


def test_cards_above_the_hand_limit_are_discarded_one_by_one() -> None:
    """R-X1: face-down cards count; n = 4 + 2 - 4."""
    table = Table(1, 2).hold(1, "c045", "c046", "c047", "c048").lay_down(1, "c001", "c002").do("end")
    assert (table.where, len(table.legal)) == (("RD10", 1), 4)
    table.do("discard card=c045", "discard card=c046")
    assert (table.hand(1), table.down(1)) == (["c047", "c048"], ["c001", "c002"])


def test_skills_change_the_hand_limit() -> None:
    """R-X1: s37 adds 2; s42 adds a card for each marker on the warrior; never below 0."""
    hand = ("c045", "c046", "c047", "c048", "c049", "c050", "c051")
    assert len(Table(1, 2, skills={1: "s37"}).hold(1, *hand).do("end").pass_all().hand(1)) == 6
    table = Table(1, 2, skills={1: "s42"}).mark(1, "on", "c001").hold(1, *hand).do("end").pass_all()
    assert len(table.hand(1)) == 5
    table = Table(1, 2, warriors={1: {"hand_limit": 0}}).hold(1, *hand).do("end").pass_all()
    assert table.hand(1) == []


def test_only_usable_cards_can_be_discarded() -> None:
    """R-X2: n = 6 - 4 = 2, one usable card: the rest is forgiven."""
    table = Table(1, 2).hold(1, "c045").lay_down(1, "c001", "c002", "c003", "c004", "c005").do("end")
    assert (table.hand(1), len(table.down(1)), table.where) == ([], 5, ("RD4", 2))


# ---- end phase ----


def test_the_end_phase() -> None:
    """R-E1: skills first, then forms."""
    table = Table(1, 2, cards={1: "w009"}, skills={1: "s30"}).do("end")
    assert table.where == ("RD6", 1)
    table.do("pass")
    assert (table.where, table.legal) == (("RD3", 1), ["form kind=change warrior=w010", "pass"])
    assert not table.state.core.notes[clauses.R_P2], "that is a rule of the preparation phase"


def test_effects_of_a_turn_end() -> None:
    """R-E1: a charge that met no strike is gone; strikes and skills start anew."""
    table = Table(1, 2).hold(1, "c001", "c002", "c081").use("c081").do("end")
    table.do("end").settle()
    table.use("c001", "2")
    assert table.hps() == [4, 3], "no bonus left from the turn before"


# ---- rage ----


def test_discards_of_the_own_discard_phase_give_rage_once() -> None:
    """R-G1: two cards, one rage."""
    table = Table(1, 2).hold(1, "c045", "c046", "c047", "c048", "c049", "c050").do("end").pass_all()
    assert (table.seat(1).rage, table.seat(1).rage_gained) == (1, 1)


@pytest.mark.parametrize(("trigger", "rage"), [("discard_start", 1), ("discard_end", 1), ("end_start", 0)])
@pytest.mark.parametrize("how", ["cost", "row"])
def test_what_skills_discard_in_the_discard_phase_gives_rage_too(trigger: str, rage: int, how: str) -> None:
    """R-G1: each card that he discards in it; and mark_by finds it among those discarded in this phase."""
    pay, do = ('[["discard", 1]]', "") if how == "cost" else ("[]", '["discard", "self", 1], ')
    sets = [("cards.s30.trigger", trigger), ("cards.s30.pay", pay),
            ("cards.s30.do", f'[{do}["mark_by", "self", 1, "dropped"]]')]  # fmt: skip
    table = Table(1, 2, skills={1: "s30"}, sets=sets).hold(1, "c045").do("end", "skill id=s30")
    assert (table.seat(1).rage, table.hand(1), table.marks(1, "by")) == (rage, [], ["c045"] if rage else [])


def test_the_hand_limit_is_never_below_0() -> None:
    """R-X1: 4 - 6; nothing is left to forgive (R-X2)."""
    sets = [("cards.s37.do", '[["hand_limit", -6]]')]
    table = Table(1, 2, skills={1: "s37"}, sets=sets).hold(1, "c045", "c046").do("end").pass_all()
    assert (table.hand(1), int(table.state.core.notes[clauses.R_X2])) == ([], 0)


def test_rage_lost_at_the_cap_is_not_gained() -> None:
    """R-G1: it counts when it acts, and not when R-S5 lets the gain go."""
    hand = ("c045", "c046", "c047", "c048", "c049")
    for rage, is_noted in ((3, 1), (4, 0)):
        table = Table(1, 2).put(1, rage=rage).hold(1, *hand).do("end").pass_all()
        assert (table.seat(1).rage, int(table.state.core.notes[clauses.R_G1])) == (4, is_noted)


def test_other_discards_give_none() -> None:
    """R-G1: a cost is no discard phase, though s11 then gives its own 1."""
    table = Table(1, 2, skills={1: "s29"}).hold(1, "c001").do("skill id=s29")
    assert (table.discards, table.seat(1).rage, table.hps()) == (["c001"], 0, [4, 3])


def test_hidden_players_gain_and_spend_rage() -> None:
    """R-G2: gained in the discard phase, spent for a strike."""
    table = Table(-1, 2).hold(1, "c045", "c046", "c047", "c048", "c049").do("end").pass_all()
    assert table.seat(1).rage == 1
    table = Table(-1, 2).put(1, rage=2).hold(1, "c045").do("use card=c045 as=strike via=rage")
    assert (table.seat(1).rage, table.seat(1).rage_spent, table.hps()) == (1, 1, [4, 3])


def test_rage_pays_skills() -> None:
    """R-G2: s03 costs 1; without rage it is not offered."""
    assert Table(1, 2, skills={1: "s03"}).offers("skill") == []
    table = Table(1, 2, skills={1: "s03"}).put(1, rage=1).do("skill id=s03")
    assert (table.seat(1).rage, table.hps()) == (0, [4, 3])


def test_rage_turns_a_card_into_a_strike_or_a_charge() -> None:
    """R-G3: whatever the card; suit and rank stay, limits count."""
    table = Table(1, 2).put(1, rage=3).hold(1, "c045", "c101")
    assert [text for text in table.legal if "rage" in text] == [
        "use card=c045 as=strike via=rage", "use card=c101 as=strike via=rage",
        "use card=c045 as=charge via=rage", "use card=c101 as=charge via=rage",
    ]  # fmt: skip
    table.do("use card=c045 as=charge via=rage", "use card=c101 as=strike via=rage")
    assert (table.hps(), table.seat(1).rage, table.offers("use")) == ([4, 2], 1, [])


def test_a_strike_for_rage_has_no_element() -> None:
    """R-G3: a fire strike turned into a plain one does nothing to tinder gear (R-U13)."""
    table = Table(1, 2).put(1, rage=1).hold(1, "c034").wear(2, "c147").do("use card=c034 as=strike via=rage")
    assert table.hps() == [4, 4]


def test_rage_plays_no_strike_in_response() -> None:
    """R-G3: swarm demands a played one."""
    table = Table(1, 2).put(2, rage=4).hold(1, "c106").hold(2, "c045").use("c106")
    assert (table.hps(), len(table.asked)) == ([4, 3], 1)


@pytest.mark.parametrize("window", ["pursuer", "coerce"])
def test_rage_strikes_where_a_strike_is_used_out_of_turn(window: str) -> None:
    """R-G3: wherever using that kind is legal."""
    if window == "pursuer":
        table = Table(1, 2).put(1, rage=1).wear(1, "c139").hold(1, "c001", "c045").hold(2, "c046")
        table.use("c001", "play card=c046").do("follow card=c045 as=strike via=rage")
        assert table.hps() == [4, 3]
    else:
        table = Table(1, 2, 3).put(2, rage=1).wear(2, "c140").hold(2, "c045").hold(1, "c104")
        table.use("c104", "2", "3", "strike card=c045 as=strike via=rage")
        assert table.hps() == [4, 4, 3]
