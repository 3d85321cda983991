"""Card states, areas, distance and range, pindian (R-C, R-L, R-N, R-Q)."""

from __future__ import annotations

import pytest

from sim.games.rider import codes

from .situations import Table


def test_a_hand_card_turned_face_down() -> None:
    """R-C1: to the face-down area; it counts in number (hand limit 4, six cards: two to discard)."""
    table = Table(1, 2, skills={1: "s26"}).hold(2, "c001", "c045").do("skill id=s26", "facedown card=c045")
    assert (table.hand(2), table.down(2), table.seat(2).down_turned) == (["c001"], ["c045"], 1)


def test_face_down_equipment_stays_and_blocks_nothing() -> None:
    """R-C2: s27 turns the repeater down: no second strike; a new weapon replaces it."""
    table = Table(1, 2, skills={1: "s27"}).hold(1, "c001").wear(2, "c134").use("c001").do("skill id=s27")
    assert (table.worn(2)[1], table.seat(2).slot_lies[1], table.seat(2).weapon) == ("c134", codes.FACE_DOWN, -1)
    table.hold(2, "c136", "c002", "c003").turn(2, "PLAYING").use("c002")
    assert table.offers("use") == ["use card=c136"]
    table.use("c136")
    assert (table.worn(2)[1], "c134" in table.discards, table.seat(2).slot_lies[1]) == ("c136", True, 0)


def test_face_down_cards_cannot_be_used_played_discarded_shown_or_paid() -> None:
    """R-C3."""
    table = Table(1, 2, skills={1: "s29"}).lay_down(1, "c001", "c045", "c097").put(1, rage=1)
    assert table.legal == ["end"]
    assert Table(1, 2).hold(1, "c001").lay_down(2, "c045").use("c001").hps() == [4, 3], "no dodge"
    assert Table(1, 2).hold(1, "c125").lay_down(2, "c045").legal == ["end"], "nothing to show for a flame burst"
    table = Table(1, 2, skills={1: "s53"}).hold(1, "c001").lay_down(2, "c045")
    assert table.offers("skill") == [], "nothing to clash with"


def test_a_face_down_card_cannot_be_turned_again() -> None:
    """R-C3: neither face down (s27, s26) nor sideways (s57)."""
    table = Table(1, 2, skills={1: "s57 s27"}).hold(1, "c001").wear(2, "c145", lies=codes.FACE_DOWN).use("c001")
    table.do("skill id=s57")
    assert table.seat(2).slot_lies[0] == codes.FACE_DOWN
    table.do("skill id=s27")
    assert (table.seat(2).down_turned, table.where) == (0, ("RD4", 1))
    assert Table(1, 2, skills={1: "s26"}).lay_down(2, "c045").offers("skill") == []


def test_a_face_down_card_turned_up_returns_visible() -> None:
    """R-C4: s33."""
    table = Table(1, 2, skills={1: "s33"}).lay_down(2, "c045").do("skill id=s33")
    assert (table.down(2), table.hand(2), table.shown(2)) == ([], ["c045"], ["c045"])


def test_a_hand_card_turned_up_is_visible_until_it_leaves() -> None:
    """R-C5: s32 shows two; the one that is used and taken back is hidden again."""
    table = Table(1, 2, skills={1: "s32"}).hold(2, "c045", "c046").hold(1, "c092").do("skill id=s32")
    assert table.shown(2) == ["c045", "c046"]
    table.use("c092", "2", "take card=c045")
    assert (table.shown(2), table.hand(1), table.shown(1)) == (["c046"], ["c045"], [])


def test_turning_a_visible_card_down_resets_it() -> None:
    """R-C6: it is not visible afterwards, also not when it has returned to the hand."""
    table = Table(1, 2, skills={1: "s26"}).hold(2, "c045", is_shown=True).do("skill id=s26")
    assert (table.shown(2), table.down(2)) == ([], ["c045"])
    table.do("end").settle()
    assert ("c045" in table.hand(2), table.shown(2)) == (True, [])


def test_turning_sideways_equipment_down_rights_it_first() -> None:
    """R-C6: it comes back upright at the owner's preparation."""
    table = Table(1, 2, skills={1: "s27"}).hold(1, "c001").wear(2, "c145", lies=codes.SIDEWAYS).use("c001")
    table.do("skill id=s27")
    assert table.seat(2).slot_lies[0] == codes.FACE_DOWN
    table.do("end").settle()
    assert table.seat(2).slot_lies[0] == codes.FACE_UP


def test_sideways_equipment_has_no_effect_until_reset_by_a_skill() -> None:
    """R-C7: s57 stops the reflex gear of seat 2; his preparation does not help, s58 does."""
    table = Table(1, 2, skills={1: "s57", 2: "s58"}).hold(1, "c001").wear(2, "c145").use("c001").do("skill id=s57")
    assert (table.hps(), table.seat(2).slot_lies[0], table.where) == ([4, 3], codes.SIDEWAYS, ("RD4", 1))
    table.do("end")
    assert (table.where, table.seat(2).slot_lies[0]) == (("RD6", 2), codes.SIDEWAYS)
    table.do("skill id=s58")
    assert table.seat(2).slot_lies[0] == codes.FACE_UP


def test_all_equipment_of_one_is_set_right() -> None:
    """R-C7, R-C2: s58 turns up what another's lies face down, too, and it works again."""
    table = Table(1, 2, 3, skills={1: "s58"}).wear(2, "c134", "c145", lies=codes.FACE_DOWN)
    table.wear(2, "c150", lies=codes.SIDEWAYS).turn(1).do("skill id=s58")
    assert list(table.seat(2).slot_lies) == [codes.FACE_UP] * 3
    assert min(table.seat(2).gear, table.seat(2).weapon, table.seat(2).bike) >= 0


def test_equipment_is_upright_in_a_new_slot() -> None:
    """R-C7: until it leaves the slot."""
    table = Table(1, 2).wear(1, "c145", lies=codes.SIDEWAYS).hold(1, "c146").use("c146")
    assert (table.worn(1)[0], table.seat(1).slot_lies[0], table.seat(1).gear >= 0) == ("c146", 0, True)


def test_others_take_face_down_cards_at_random() -> None:
    """R-C8: snatched it is an ordinary card; broken it lies open in the discard pile."""
    table = Table(1, 2).hold(1, "c092", "c086").lay_down(2, "c045", "c046")
    table.use("c092", "2", "take zone=down")
    assert len(table.hand(1)) == 2
    assert (len(table.down(2)), set(table.hand(1)) - {"c086"} < {"c045", "c046"}) == (1, True)
    table.use("c086", "2", "take zone=down")
    assert (table.down(2), len({"c045", "c046"} & set(table.discards))) == ([], 1)


def test_areas_and_slots() -> None:
    """R-L1: one gear, one weapon, one motorbike of either kind."""
    table = Table(1, 2).hold(1, "c145", "c134", "c150", "c154")
    for card in ("c145", "c134", "c150"):
        table.use(card)
    assert table.worn(1) == ["c145", "c134", "c150"]
    table.use("c154")
    assert (table.worn(1), table.discards) == (["c145", "c134", "c154"], ["c150"])


def test_what_can_be_taken() -> None:
    """R-L1, R-L2: break reaches hand, face-down, equipment, judgement area; neither marker pile."""
    table = Table(1, 2).hold(1, "c086").hold(2, "c045").lay_down(2, "c046").wear(2, "c134").delay(2, "c129")
    table.mark(2, "on", "c001").mark(2, "by", "c002").use("c086")
    assert table.legal == ["take card=c129", "take card=c134", "take zone=hand", "take zone=down"]
    assert Table(1, 2).hold(1, "c086").mark(2, "on", "c001").mark(2, "by", "c002").legal == ["end"]


def test_two_marker_piles() -> None:
    """R-L2: ON pays s49, oldest first; BESIDE gives the dodges of s45."""
    table = Table(1, 2, skills={1: "s49"}).mark(1, "on", "c003", "c002").mark(1, "by", "c004").put(1, hp=3)
    table.do("skill id=s49")
    assert (table.marks(1, "on"), table.marks(1, "by"), table.discards) == (["c002"], ["c004"], ["c003"])
    table = Table(1, 2, skills={2: "s45"}).mark(2, "by", "c003").mark(2, "on", "c004").hold(1, "c001").use("c001")
    assert table.legal == ["play card=c003 as=dodge via=s45", "decline"]
    table.do("play card=c003 as=dodge via=s45")
    assert (table.hps(), table.marks(2, "by"), table.discards) == ([4, 4], [], ["c001", "c003"])


# ---- distance and range ----

BIKES = [
    ({}, [1, 2, 2, 1]),
    ({3: "c150"}, [1, 3, 2, 1]),
    ({1: "c154"}, [1, 1, 1, 1]),
]


@pytest.mark.parametrize(("bikes", "distances"), BIKES)
def test_distances(bikes: dict[int, str], distances: list[int]) -> None:
    """R-N1: known answer 12, measured by the range of weapons: repeater 1, piercer 2, pursuer 3."""
    for reach, weapon in ((1, "c134"), (2, "c136"), (3, "c139")):
        table = Table(1, 2, 3, 4, 5).wear(1, weapon).hold(1, "c001")
        for seat, bike in bikes.items():
            table.wear(seat, bike)
        table.do("use card=c001")
        assert table.legal == [f"target seat={k + 2}" for k in range(4) if distances[k] <= reach]


def test_the_dead_do_not_count_but_linked_inverted_and_hidden_do() -> None:
    """R-N1: round the living ring."""
    table = Table(1, 2, 3, 4, -5).kill(2).link(3).put(3, is_inverted=1).hold(1, "c001")
    assert table.do("use card=c001").legal == ["target seat=3", "target seat=5"]


def test_skills_change_distances() -> None:
    """R-N1: s24 comes nearer, s35 keeps away; a distance is at least 1."""
    assert Table(1, 2, 3, 4, 5, skills={1: "s24"}).hold(1, "c001").do("use card=c001").legal == [
        "target seat=2", "target seat=3", "target seat=4", "target seat=5",
    ]  # fmt: skip
    table = Table(1, 2, 3, skills={2: "s35"}).hold(1, "c001").hold(2, "c045").hold(3, "c046").use("c001")
    assert table.where == ("RD7", 3), "seat 2 is at distance 2, so that there was no choice"


def test_range_of_a_weapon_and_skills() -> None:
    """R-N2: only a working weapon counts; s23 adds 1."""
    for skills, lies, seats in (({}, 0, [2, 3, 4, 5]), ({}, 1, [2, 5]), ({}, 2, [2, 5]), ({1: "s23"}, 1, [2, 3, 4, 5])):
        table = Table(1, 2, 3, 4, 5, skills=skills).wear(1, "c139", lies=lies).hold(1, "c001").do("use card=c001")
        assert table.legal == [f"target seat={seat}" for seat in seats]


# ---- pindian ----


def clash(mine: str, his: str) -> Table:
    table = Table(1, 2, skills={1: "s53"}).hold(1, mine, "c110").hold(2, his, "c109").do("skill id=s53")
    assert [table.where, len(table.legal)] == [("RD12", 1), 2]
    table.do(f"clash card={mine}")
    assert (table.where, table.discards) == (("RD12", 2), []), "the other chooses without having seen it"
    return table.do(f"clash card={his}")


def test_the_higher_rank_wins() -> None:
    """R-Q1: 10 against 9; both are discarded, and the skill's [win] row deals 1."""
    table = clash("c006", "c004")
    assert (table.hps(), table.discards, table.where) == ([4, 3], ["c004", "c006"], ("RD4", 1))


@pytest.mark.parametrize(("mine", "his"), [("c004", "c006"), ("c006", "c007"), ("c101", "c011")])
def test_a_tie_is_no_win(mine: str, his: str) -> None:
    """R-Q1: lower, equal; an ace is the lowest rank. The [lose] row turns his other card face down."""
    table = clash(mine, his)
    assert (table.hps(), table.down(1)) == ([4, 4], ["c110"])


def test_a_card_taken_from_the_hand_is_none_of_the_visible_ones() -> None:
    """R-C5, RD11: `zone=hand` is a random card among the others."""
    for seed in range(8):
        table = Table(1, 2, seed=seed).hold(1, "c086").hold(2, "c045", "c046", "c047", is_shown=True).hold(2, "c048")
        table.use("c086", "2", "take zone=hand")
        assert table.hand(2) == ["c045", "c046", "c047"]
