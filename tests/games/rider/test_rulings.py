"""The alternatives of section 3 about setup, factions, victory and death: what differs from the default."""

from __future__ import annotations

import pytest

from sim.errors import UserError
from sim.games.rider import GAME, codes

from .situations import VILLAIN, Table

WARRIORS = GAME.load("standin", None, (), 5).document["cards"]["warrior"]


def offers(value: str) -> set[int]:
    """Warriors that 60 deals of eight offer."""
    seen: set[int] = set()
    for seed in range(60):
        table = Table(*(0 for _ in range(8)), begin="deal", seed=seed, deal_forms=value)
        seen |= {int(w) for p in range(8) for w in table.state.seats[p].offers}
    return seen


@pytest.mark.parametrize("is_allowed", [False, True])
def test_allow_over_10(is_allowed: bool) -> None:
    """R-S2: eleven players."""
    sets = [("rulings.allow_over_10", str(is_allowed).lower())]
    if is_allowed:
        assert GAME.load("standin", None, sets, 11).tables[0].allow_over_10 == 1
    else:
        with pytest.raises(UserError):
            GAME.load("standin", None, sets, 11)


@pytest.mark.parametrize("value", ["one_per_group", "first_form", "all_cards"])
def test_deal_forms(value: str) -> None:
    """R-S3: a card of each group that is no up form, the lowest form of each, or every card."""
    forms = {
        "one_per_group": {w for w, row in enumerate(WARRIORS) if row.get("form_source", "none") != "up"},
        "first_form": {w for w, row in enumerate(WARRIORS) if row.get("form", 0) == 0},
        "all_cards": set(range(65)),
    }
    assert offers(value) == forms[value]


@pytest.mark.parametrize("value", ["one_per_group", "first_form"])
def test_the_first_form_is_the_lowest_wherever_it_stands(value: str) -> None:
    """R-S3: with the numbers of w009 and w010 exchanged, form 0 stands below form 1 in the file."""
    seen: set[int] = set()
    for seed in range(30):
        table = Table(
            *(0 for _ in range(8)), begin="deal", seed=seed, deal_forms=value,
            sets=[("cards.w009.form", "1"), ("cards.w010.form", "0")],
        )  # fmt: skip
        seen |= {int(w) + 1 for p in range(8) for w in table.state.seats[p].offers}
    assert seen & {9, 10} == ({10} if value == "first_form" else {9, 10})


@pytest.mark.parametrize("value", ["random", "fixed"])
def test_first_seat(value: str) -> None:
    """R-S9: fixed: seat 1."""
    seats = {int(Table(0, 0, 0, begin="deal", seed=seed, first_seat=value).state.first_seat) for seed in range(30)}
    assert seats == ({0, 1, 2} if value == "random" else {0})


@pytest.mark.parametrize("value", [False, True])
def test_ex_cards(value: bool) -> None:
    """R-S8: c137 is duality, or ice blade."""
    kind = int(Table(1, 2, ex_cards=value).tables[0].cards[136].kind)
    assert codes.KINDS[kind] == ("ice_blade" if value else "duality")


@pytest.mark.parametrize(("value", "kinds"), [
    ("ice4_poison2", ["ice_strike"] * 4 + ["poison_strike"] * 2),
    ("none", ["thunder_strike"] * 4 + ["strike"] * 2),
])  # fmt: skip
def test_relabel(value: str, kinds: list[str]) -> None:
    """R-B3: c039 to c044 as the public decks print them: four thunder strikes, two plain ones."""
    cards = Table(1, 2, relabel=value).tables[0].cards
    assert [codes.KINDS[int(cards[k].kind)] for k in range(38, 44)] == kinds


@pytest.mark.parametrize(("value", "down"), [("reveal_form_return", ["c001"]), ("return_first", [])])
def test_prep_order(value: str, down: list[str]) -> None:
    """R-P1 to R-P4: whether face-down cards have returned when the reveal is asked."""
    table = Table(-1, 2, prep_order=value).lay_down(1, "c001").turn(1)
    assert (table.where, table.down(1)) == (("RD2", 1), down)


@pytest.mark.parametrize(("value", "drawn", "left"), [("printed", 5, 6), ("generic", 2, 3)])
def test_hidden_stats(value: str, drawn: int, left: int) -> None:
    """R-W3: draw 5 and limit 6 as printed, or 2 and HP (3)."""
    table = Table(-1, 2, warriors={1: {"draw": 5, "hand_limit": 6}}, hidden_stats=value).put(1, hp=3)
    table.hold(1, "c045", "c046", "c047", "c048").turn(1).do("pass")
    assert len(table.hand(1)) == 4 + drawn
    assert len(table.do("end").pass_all().hand(1)) == left
    shown = Table(1, 2, warriors={1: {"draw": 5}}, hidden_stats=value).turn(1).settle()
    assert len(shown.hand(1)) == 5, "a revealed one has his printed numbers"


# ---- factions ----


@pytest.mark.parametrize(("value", "faction"), [("living", 1), ("with_dead", 101)])
def test_cap_counts(value: str, faction: int) -> None:
    """R-F3: one living and one dead of faction 1, n = 3 living."""
    assert Table(1, 1, 2, -1, cap_counts=value).kill(1).reveal(4).factions()[3] == faction


@pytest.mark.parametrize(("value", "granted"), [
    ("others_half", [1, 2, 2, 3, 3, 4, 4, 5, 5]), ("self_over_floor", [1, 1, 2, 2, 3, 3, 4, 4, 5]),
])  # fmt: skip
def test_cap_test(value: str, granted: list[int]) -> None:
    """R-F3: known answer 5: the largest faction by reveal for n = 2..10, and the next one is a villain."""
    for n, most in enumerate(granted, start=2):
        table = Table(*(1 for _ in range(most - 1)), *(-1 for _ in range(n - most + 1)), cap_test=value)
        table.reveal(most)
        if most < n:
            table.reveal(most + 1)
        assert table.factions()[:most] == [1] * most
        assert table.factions()[most] == 101


@pytest.mark.parametrize(("value", "faction"), [("living", 101), ("seated", 1)])
def test_cap_base(value: str, faction: int) -> None:
    """R-F3: one of two living, or of three players."""
    assert Table(1, -1, 2, cap_base=value).kill(3).reveal(2).factions()[1] == faction


@pytest.mark.parametrize(("value", "linked", "after"), [
    ("while_linked", 2, 1), ("permanent", 2, 2), ("off", 1, 1),
])  # fmt: skip
def test_link_faction(value: str, linked: int, after: int) -> None:
    """R-F9 to R-F12: while linked, for good, or not at all."""
    table = Table(1, 2, 3, 4, 5, link_faction=value).link(2).set_link(1)
    assert table.factions()[0] == linked
    assert table.set_link(1, False).factions()[0] == after


@pytest.mark.parametrize(("value", "faction"), [("normal", 1), ("join", 2)])
def test_link_reveal(value: str, faction: int) -> None:
    """R-F13: a linked one joins those linked before him at his first reveal."""
    assert Table(-1, 2, 3, 4, link_reveal=value).link(2, 1).reveal(1).factions()[0] == faction


@pytest.mark.parametrize(("value", "factions"), [("keep", [2, 2, 2, 4, 5]), ("dissolve", [1, 2, 3, 4, 5])])
def test_leader_reset(value: str, factions: list[int]) -> None:
    """R-F12: the leader's reset frees his followers, or does not; his death alike."""
    table = Table(1, 2, 3, 4, 5, leader_reset=value).link(2).set_link(1).set_link(3)
    assert table.factions() == [2, 2, 2, 4, 5]
    assert table.set_link(2, False).factions() == factions
    table = Table(1, 2, 3, 4, 5, leader_reset=value).link(2).set_link(1).set_link(3).put(2, hp=1).lose(2, 1)
    assert table.factions() == factions


@pytest.mark.parametrize(("value", "cards"), [("before_skill", 5), ("after_skill", 1)])
def test_supply_time(value: str, cards: int) -> None:
    """R-W2: supply 5 with one card in hand, when the `revealed` skill is asked; in the end it has come either way."""
    table = Table(-1, 2, 3, skills={1: "s59"}, warriors={1: {"supply": 5}}, supply_time=value).hold(1, "c045")
    table.reveal(1)
    assert (table.where, len(table.hand(1))) == (("RD6", 1), cards)
    assert len(table.do("pass").hand(1)) == 5


# ---- victory and death ----


@pytest.mark.parametrize(("value", "is_over"), [("determined_only", False), ("printed_icon", True)])
def test_win_hidden(value: str, is_over: bool) -> None:
    """R-V1: a hidden one with the same icon."""
    table = Table(1, -1, 2, win_hidden=value).put(3, hp=1).damage(1, 3, 1)
    assert table.is_over == is_over
    if is_over:
        assert table.winners() == [1, 2]


@pytest.mark.parametrize(("value", "winners"), [("at_death", [1, 2]), ("survivors_only", [1])])
def test_dead_share(value: str, winners: list[int]) -> None:
    """R-V3."""
    assert Table(1, 1, 2, dead_share=value).kill(2).put(3, hp=1).damage(1, 3, 1).winners() == winners


@pytest.mark.parametrize(("value", "drawn", "winners"), [("none", 1, [1, 3]), ("printed", 3, [1, 2, 3])])
def test_hidden_dead(value: str, drawn: int, winners: list[int]) -> None:
    """R-K2, R-K6, R-V3: a hidden one with icon 1 dies: X = 0 or the two living; he wins with them or not."""
    table = Table(1, -1, 1, 2, hidden_dead=value).put(2, hp=1).damage(4, 2, 1)
    assert len(table.hand(4)) == drawn
    assert table.put(4, hp=1).damage(1, 4, 1).winners() == winners


@pytest.mark.parametrize(("value", "drawn"), [("any_killer", 1), ("revealed_only", 0)])
def test_reward_who(value: str, drawn: int) -> None:
    """R-K6: a hidden killer."""
    assert len(Table(-2, 1, 3, reward_who=value).put(2, hp=1).damage(1, 2, 1).hand(1)) == drawn
    assert len(Table(2, 1, 3, reward_who=value).put(2, hp=1).damage(1, 2, 1).hand(1)) == 1


@pytest.mark.parametrize("value", ["none", "discard_all"])
def test_own_kill(value: str) -> None:
    """R-K6: a killer in the own faction draws 1 + 1, or discards hand and equipment."""
    table = Table(1, 1, 2, 3, own_kill=value).hold(1, "c045", "c046").wear(1, "c134").put(2, hp=1).damage(1, 2, 1)
    if value == "none":
        assert (len(table.hand(1)), table.worn(1)[1]) == (4, "c134")
    else:
        assert (table.hand(1), table.worn(1)[1]) == ([], "")


@pytest.mark.parametrize(("value", "drawn"), [("after_check", 0), ("before_check", 1)])
def test_reward_time(value: str, drawn: int) -> None:
    """R-K4: the last kill of the game, of a faction without others: 1 + 0 or nothing."""
    table = Table(1, 1, 2, reward_time=value).put(3, hp=1).damage(1, 3, 1)
    assert (table.is_over, len(table.hand(1))) == (True, drawn)


@pytest.mark.parametrize(("value", "first"), [("turn_player", 1), ("victim", 3)])
def test_dying_order(value: str, first: int) -> None:
    """R-K1: who is asked first."""
    table = Table(1, 2, 3, dying_order=value).put(3, hp=1).hold(1, "c069").hold(2, "c070").hold(3, "c071")
    assert table.damage(1, 3, 1).where == ("RD9", first)


@pytest.mark.parametrize(("value", "living"), [("off", [1, 3]), ("self", [1, 2, 3])])
def test_charge_rescue(value: str, living: list[int]) -> None:
    """R-B6, R-K1: a charge on oneself; another's does not help."""
    table = Table(1, 2, 3, charge_rescue=value).put(2, hp=1).hold(2, "c081").damage(1, 2, 1)
    if value == "self":
        table.do("rescue card=c081")
    assert table.living() == living
    assert Table(1, 2, 3, charge_rescue=value).put(2, hp=1).hold(3, "c081").damage(1, 2, 1).living() == [1, 3]


def test_a_villain_leads_under_every_reading() -> None:
    """R-F10: link_faction = permanent makes the follower a villain for good."""
    table = Table(1, VILLAIN, 3, 4, link_faction="permanent").link(2).set_link(1).set_link(1, False)
    assert table.factions() == [101, 101, 3, 4]


# ---- rulings together ----


def test_a_death_that_frees_followers_is_checked_where_deaths_are() -> None:
    """R-F12, R-V2, R-K2: dissolve: all living are of one faction at once, but `died` skills and discards come first."""
    table = Table(3, 2, 3, 3, skills={2: "s47"}, leader_reset="dissolve").link(2).set_link(1)
    assert table.factions() == [2, 2, 3, 3]
    table.hold(2, "c001").put(2, hp=1).damage(3, 2, 1)
    assert (table.is_over, table.factions(), table.hps()[2]) == (True, [3, 2, 3, 3], 3)
    assert ("c001" in table.discards, table.has_fired("R-F12")) == (True, True)


def test_own_kill_goes_by_the_kept_faction() -> None:
    """R-K6: with hidden_dead = printed the icon of a hidden one is his faction."""
    for value, hand in (("none", 2), ("printed", 0)):
        table = Table(1, -1, 2, 3, own_kill="discard_all", hidden_dead=value).hold(1, "c045").put(2, hp=1)
        assert len(table.damage(1, 2, 1).hand(1)) == hand


def test_an_own_kill_empties_the_hand_before_the_slots() -> None:
    """R-K6, R-Z2: the empty hand is told when it is empty; what s51 draws stays."""
    table = Table(1, 1, 2, 3, skills={1: "s51"}, own_kill="discard_all").hold(1, "c045").wear(1, "c134")
    table.put(2, hp=1).damage(1, 2, 1)
    assert (table.where, table.worn(1)[1]) == (("RD6", 1), "c134")
    table.do("skill id=s51")
    assert (len(table.hand(1)), table.worn(1)[1], table.where) == (1, "", ("RD4", 1))


def test_ways_to_rescue_oneself_stand_in_the_order_of_the_skill() -> None:
    """R-K1: charge_rescue: energy and charge out of one view-as skill."""
    rows = '[["as", "charge", "hand:red", "use"], ["as", "energy", "hand:red", "use"]]'
    table = Table(1, 2, 3, skills={2: "s65"}, charge_rescue="self", sets=[("cards.s65.do", rows)])
    table.put(2, hp=1).hold(2, "c045").damage(1, 2, 1)
    assert table.legal == ["rescue card=c045 as=charge via=s65", "rescue card=c045 as=energy via=s65", "decline"]


@pytest.mark.parametrize(("hidden", "icon", "winners"), [
    ("determined_only", "printed", [2]), ("printed_icon", "none", [2, 3]), ("printed_icon", "printed", [2, 3]),
])  # fmt: skip
def test_the_last_to_die_counts_as_one_who_lives(hidden: str, icon: str, winners: list[int]) -> None:
    """R-V1, R-V3: hidden, he has his icon's faction if the living have it, whatever the dead have."""
    table = Table(1, -2, 2, skills={1: "s47"}, win_hidden=hidden, hidden_dead=icon).kill(3)
    table.put(1, hp=1).put(2, hp=1).damage(2, 1, 1)
    assert (table.living(), table.winners()) == ([], winners)
