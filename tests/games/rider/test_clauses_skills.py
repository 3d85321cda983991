"""Resolution and the rules of skills (R-Z, R-I)."""

from __future__ import annotations

import pytest

from sim.games.rider import state as st

from .situations import Table

# ---- resolution ----


def test_last_inserted_resolves_first() -> None:
    """R-Z1: a strike, its damage, a dying, a rescue's empty hand (s51) above them; then dmg_taken goes on."""
    table = Table(1, 2, 3, skills={2: "s04 s51"}).put(2, hp=1).hold(1, "c001").hold(2, "c069").use("c001", "2")
    table.do("rescue card=c069")
    assert (table.where, table.legal[0], table.hps()[1]) == (("RD6", 2), "skill id=s51", 1)
    kinds = [st.FRAMES[int(table.state.frames[k].what)] for k in range(int(table.state.depth))]
    assert kinds[0] == "TURN"
    assert kinds[-2:] == ["EVENT", "SKILL"]
    assert kinds.index("DAMAGE") < kinds.index("EVENT")
    table.do("pass")
    assert table.legal[0] == "skill id=s04"


def test_skills_are_asked_from_the_turn_player_counterclockwise() -> None:
    """R-Z2: seats 3, 4, 1, 2 in the turn of seat 3; one owner's in the order of his list."""
    table = Table(1, 2, 3, 4, skills={1: "s19", 2: "s19 s20", 3: "s20 s19", 4: "s19"})
    table.hold(1, "c001").hold(2, "c002").hold(3, "c003").hold(4, "c004").delay(3, "c129").turn(3)
    table.settle()
    asked = []
    while table.decision == "RD6":
        asked.append((table.actor, table.legal[0][9:]))
        table.do("pass")
    assert asked == [(3, "s19"), (4, "s19"), (1, "s19"), (2, "s19"), (3, "s20")]


def test_one_owners_skills_come_in_data_order() -> None:
    """R-Z2: and conditions are tested when reached: s48 finds nothing to steal any more."""
    table = Table(1, 2, skills={2: "s41 s04"}).damage(1, 2, 1)
    assert table.legal[0] == "skill id=s41"
    table.do("pass")
    assert table.legal[0] == "skill id=s04"
    table = Table(1, 2, skills={2: "s04 s41"}).damage(1, 2, 1)
    assert table.legal[0] == "skill id=s04"


def test_several_targets_are_handled_from_the_user_on() -> None:
    """R-Z2: himself first if he is one: a rally in seat 3's turn."""
    table = Table(1, 2, 3).put(1, hp=2).put(3, hp=2).hold(3, "c110").hold(2, "c113", "c114").turn(3, "PLAYING")
    table.use("c110", "nullify card=c113", "decline")
    assert (table.hps(), table.where) == ([2, 4, 2], ("RD8", 2)), "his own heal failed; now seat 1's"
    table.do("decline")
    assert table.hps() == [3, 4, 2]


def test_a_cancelled_character_is_no_target() -> None:
    """R-Z3: s55; as the only target: the card is discarded; the others of a sweep go on."""
    table = Table(1, 2, skills={2: "s55"}).put(2, rage=1).hold(1, "c001").use("c001").do("skill id=s55")
    assert (table.hps(), table.discards, table.where) == ([4, 4], ["c001"], ("RD4", 1))
    table = Table(1, 2, 3, 4, skills={3: "s55"}).put(3, rage=1).wear(1, "c142").hold(1, "c001")
    table.use("c001", "2", "3", "4").do("skill id=s55")
    assert table.hps() == [4, 3, 4, 3]


def test_the_dead_are_skipped() -> None:
    """R-Z4: as targets of the rest of a use: the first victim of a chain of fire kills seat 3 before his strike."""
    table = Table(1, 2, 3, 4).wear(1, "c142").link(2, 3).put(3, hp=1).hold(1, "c034").use("c034", "2", "3", "4")
    assert (table.hps(), table.living()) == ([4, 3, 0, 3], [1, 2, 4])


def test_the_dead_are_no_listeners() -> None:
    """R-Z4: s43 of one who died of the loss is not asked."""
    table = Table(1, 2, 3, skills={2: "s43"}).put(2, hp=1).lose(2, 1)
    assert (table.where, table.asked) == (("RD4", 1), [])


def test_use_play_and_discard() -> None:
    """R-Z5: a played strike (swarm) is no use: s57 waits for uses; a discarded one neither."""
    table = Table(1, 2, skills={2: "s57"}).wear(1, "c145").hold(1, "c106").hold(2, "c001").use("c106")
    table.do("play card=c001")
    assert (table.where, table.hps(), table.seat(2).n_strikes) == (("RD4", 1), [4, 4], 0)
    table = Table(1, 2, skills={1: "s57 s29"}).wear(2, "c145").hold(1, "c001").do("skill id=s29")
    assert (table.seat(1).n_strikes, table.seat(2).slot_lies[0]) == (0, 0)


@pytest.mark.parametrize(("m", "works"), [(0, True), (1, False), (2, True), (3, False)])
def test_a_nest_of_nullifies(m: int, works: bool) -> None:
    """R-Z6: known answer 13: the effect fails iff the number of accepted ones is odd."""
    table = Table(1, 2, 3).hold(1, "c097", "c113").hold(2, "c114").hold(3, "c115").on_top("c001", "c002").use("c097")
    for k in range(3):
        if table.decision != "RD8":
            break
        if k < m:
            table.do(table.legal[0])
    table.pass_all()
    assert (set(table.hand(1)) >= {"c001", "c002"}) == works
    assert table.state.nullify_n == m


def test_the_window_goes_from_the_turn_player_on() -> None:
    """R-Z6: living players; the first accepted one opens a window against itself, from the turn player again."""
    table = Table(1, 2, 3, 4).kill(3).hold(1, "c113").hold(2, "c097", "c114").hold(4, "c115").turn(2, "PLAYING")
    table.use("c097")
    asked = []
    for answer in ("decline", "nullify card=c115", "decline", "nullify card=c113"):
        asked.append(table.actor)
        table.do(answer)
    assert asked == [2, 4, 2, 1]
    assert table.where == ("RD8", 2)


# ---- skills ----


def test_skills_are_rows() -> None:
    """R-I1: a number of the data is changed, nothing else: s03 deals 3."""
    table = Table(1, 2, skills={1: "s03"}, sets=[("cards.s03.do.1.3", "3")]).put(1, rage=1).do("skill id=s03")
    assert table.hps() == [4, 1]


def test_a_face_down_warrior_may_use_its_active_skills() -> None:
    """R-I2: by revealing it first."""
    table = Table(-1, 2, 3, skills={1: "s05"})
    assert table.legal == ["skill id=s05", "end"]
    table.do("skill id=s05")
    assert (table.seat(1).is_up, table.hps()[0], len(table.hand(1))) == (1, 3, 2)


def test_a_face_down_warrior_may_use_its_asked_skills() -> None:
    """R-I2."""
    table = Table(1, -2, 3, skills={2: "s04"}).damage(1, 2, 1)
    assert (table.where, table.legal) == (("RD6", 2), ["skill id=s04", "pass"])
    assert table.do("pass").seat(2).is_up == 0
    table = Table(1, -2, 3, skills={2: "s04"}).damage(1, 2, 1).do("skill id=s04")
    assert (table.seat(2).is_up, table.seat(2).rage, len(table.hand(2))) == (1, 1, 1)


def test_forced_skills_ask_a_hidden_owner_to_reveal() -> None:
    """R-I2: he may pass; face up he is not asked."""
    table = Table(1, -2, 3, skills={2: "s10"}).damage(1, 2, 1, "fire")
    assert (table.where, table.legal) == (("RD6", 2), ["skill id=s10", "pass"])
    assert table.do("pass").hps() == [4, 3, 4]
    table = Table(1, -2, 3, skills={2: "s10"}).damage(1, 2, 1, "fire").do("skill id=s10")
    assert (table.hps(), table.seat(2).is_up) == ([4, 4, 4], 1)
    assert Table(1, 2, 3, skills={2: "s10"}).damage(1, 2, 1, "fire").asked == []


def test_static_skills_sleep() -> None:
    """R-I2: s01 of a hidden one grants nothing; revealed it does at once."""
    table = Table(-1, 2, 3, skills={1: "s01"}).hold(1, "c001", "c002").use("c001", "2")
    assert table.offers("use") == []
    assert table.reveal(1).offers("use") == ["use card=c002"]


@pytest.mark.parametrize(("skill", "fields", "is_offered"), [
    ("s03", {"rage": 1}, True), ("s03", {"rage": 0}, False),  # cost
    ("s05", {"hp": 2}, True), ("s05", {"hp": 1}, False),  # hp n only if HP > n
    ("s49", {}, False),  # no marker to pay
    ("s13", {}, True), ("s16", {}, False),  # a black card and somebody linked
    ("s61", {}, False),  # no hand card, nobody wounded
])  # fmt: skip
def test_what_must_be_there_for_an_offer(skill: str, fields: dict[str, int], is_offered: bool) -> None:
    """R-I3: conditions, full cost, a legal pick."""
    table = Table(1, 2, skills={1: skill}).put(1, **fields)
    assert bool(table.offers("skill")) == is_offered


@pytest.mark.parametrize(("freq", "uses"), [("p1", 1), ("t1", 1), ("g1", 1), ("'*'", 3)])
def test_frequencies(freq: str, uses: int) -> None:
    """R-I3: s05 (1 HP each, so three times) by each frequency; a new turn brings p1 and t1 back, not g1."""
    table = Table(1, 2, skills={1: "s05"}, sets=[("cards.s05.freq", freq)])
    while table.offers("skill"):
        table.do("skill id=s05")
    assert table.hps()[0] == 4 - uses
    table.put(1, hp=4).do("end").pass_all().do("end").pass_all()
    assert bool(table.offers("skill")) == (freq != "g1")


def test_named_parties_must_be_alive() -> None:
    """R-I3: s48 steals from the source of the damage, who died meanwhile (s21 before it)."""
    table = Table(1, 2, 3, skills={2: "s21 s48"}, warriors={2: {"draw": 0}}).put(1, hp=1).hold(1, "c045").on_top("c001").damage(1, 2, 1)
    table.do("skill id=s21")
    assert (table.living(), table.decision, table.hand(2)) == ([2, 3], "RD4", ["c002"]), "the reward of a kill"


def test_conditions_are_tested_again_after_the_reveal() -> None:
    """R-I3: s05 costs 1 HP; the reveal's own s59 meets seat 2's s21, which leaves 1 HP: it fizzles without cost."""
    table = Table(-1, 2, 3, skills={1: "s59 s05", 2: "s21"}).put(1, hp=2).on_top("c001")
    table.do("skill id=s05", "skill id=s59", "target seat=2", "skill id=s21")
    assert (table.hps(), table.hand(1), table.where) == ([1, 3, 4], [], ("RD4", 1))
    assert table.offers("skill") == []


def test_a_row_without_a_living_subject_or_a_card_is_skipped() -> None:
    """R-I4: s54's steal finds no card: what was clashed was his last."""
    table = Table(1, 2, skills={1: "s54"}).hold(1, "c006", "c001").hold(2, "c004").do("skill id=s54", "clash card=c006")
    assert (table.hand(1), table.hps(), table.where) == (["c001"], [4, 4], ("RD4", 1))


def test_gates_select_rows() -> None:
    """R-I4: [hit] of the judgement: black deals 1 thunder, red nothing."""
    for card, hp in (("c001", 3), ("c046", 4)):
        table = Table(1, 2, skills={2: "s21"}).on_top(card).damage(1, 2, 1).do("skill id=s21")
        assert table.hps()[0] == hp


def test_view_as_cards_keep_suit_and_rank_and_count_for_limits() -> None:
    """R-I4: a red card as a strike is the strike of this phase; it lies as itself in the discard pile."""
    table = Table(1, 2, skills={1: "s02"}).hold(1, "c045", "c046", "c001")
    assert [t for t in table.legal if "via" in t] == [
        "use card=c045 as=strike via=s02", "use card=c046 as=strike via=s02",
    ]  # fmt: skip
    table.do("use card=c046 as=strike via=s02")
    assert (table.hps(), table.offers("use"), table.discards) == ([4, 3], [], ["c046"])
    table = Table(1, 2, skills={1: "s02"}, ex_cards=True).hold(1, "c046").wear(2, "c011")
    assert table.do("use card=c046 as=strike via=s02").hps() == [4, 3], "red: ward gear stops black ones only"


def test_view_as_plays_too() -> None:
    """R-I4: s02 in a duel."""
    table = Table(1, 2, skills={2: "s02"}).hold(1, "c101").hold(2, "c045").use("c101", "2")
    assert table.legal == ["play card=c045 as=strike via=s02", "decline"]
    assert table.do("play card=c045 as=strike via=s02").hps() == [3, 4]
