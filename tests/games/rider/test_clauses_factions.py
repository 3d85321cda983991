"""Factions: determination, villains, links (R-F, R-W7)."""

from __future__ import annotations

import pytest

from sim.games.rider import state as st

from .situations import VILLAIN, Table


def test_equal_icons_are_one_faction() -> None:
    """R-F1: the icon decides; seat 2 joins seat 1."""
    assert Table(1, -1, -2, 2, -2).reveal(2).factions() == [1, 1, 0, 2, 0]


def test_undetermined_until_the_first_reveal() -> None:
    """R-F2: hidden again and revealed once more he keeps what he became, whatever the others are by then."""
    table = Table(1, 1, -1, 2).reveal(3)
    assert table.factions() == [1, 1, 101, 2]
    table = Table(-1, -1, -1, -2, 2).reveal(1)
    assert table.factions()[0] == 1
    table.put(1, is_up=0).put(2, determined=1, effective=1, is_up=1).put(3, determined=1, effective=1, is_up=1)
    assert table.reveal(1).factions() == [1, 1, 1, 0, 2]


def test_a_form_change_does_not_reopen_the_faction() -> None:
    """R-F2: a villain stays one."""
    table = Table(VILLAIN, 1, 1, cards={1: "w009"}).turn(1).do("form kind=change warrior=w010")
    assert table.factions() == [101, 1, 1]


@pytest.mark.parametrize(("n", "granted"), list(enumerate((1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6), start=2)))
def test_the_largest_faction_by_reveal(n: int, granted: int) -> None:
    """R-F3, R-F4: known answer 5: with n living and one icon the first `granted` reveals get it, the next is a villain.

    Two dead seats do not count among the n; a hidden seat of another faction keeps the game going.
    """
    table = Table(*(-1 for _ in range(n)), *((2, 2) if n <= 10 else ()), allow_over_10=True)
    if n <= 10:
        table.kill(n + 1, n + 2)
    for seat in range(1, min(granted + 1, n) + 1):
        table.reveal(seat)
    assert table.factions()[: granted + 1] == [1] * granted + [101]


def test_hidden_ones_and_villains_do_not_count_for_their_icon() -> None:
    """R-F3: k counts effective factions of others only: one of five, not four."""
    table = Table(1, -1, -1, VILLAIN, -1).reveal(3)
    assert table.factions()[2] == 1


def test_exactly_half_is_too_many() -> None:
    """R-F3: k/n < 1/2: 1 of 2 living is not, 1 of 3 is."""
    assert Table(1, -1, 2).reveal(2).factions() == [1, 1, 2]
    assert Table(1, -1, 2).kill(3).reveal(2).factions() == [1, 101, 2]


def test_a_villain_takes_a_fresh_id() -> None:
    """R-F4, R-F5: each villain is a faction of his own."""
    table = Table(1, 1, -1, -1, 2).reveal(3)
    assert table.factions()[2] == 1, "two of five"
    table.reveal(4)
    assert table.factions() == [1, 1, 1, 101, 2]
    table = Table(1, 1, -1, -1).reveal(3).reveal(4)
    assert table.factions() == [1, 1, 101, 102]
    assert table.of("is_villain") == [0, 0, 1, 1]


def test_same_and_different_faction() -> None:
    """R-F6: s52 reaches determined characters of other factions, villains too; s61 those of his own."""
    table = Table(1, 1, 2, VILLAIN, -2, skills={1: "s52 s61"}).put(1, rage=2).hold(1, "c045")
    for seat in (2, 3):
        table.put(seat, hp=3)
    table.do("skill id=s52")
    assert table.legal == ["target seat=3", "target seat=4"]
    table.do("target seat=3", "done", "skill id=s61")
    assert (table.hand(2), table.hps()) == (["c045"], [4, 4, 2, 4, 4]), "seat 2 alone could be given to"


def test_a_shared_villain_is_of_the_same_faction() -> None:
    """R-F6: seat 2 is linked to the villain, seat 3 is a villain of his own."""
    table = Table(VILLAIN, 2, VILLAIN, 3, 3, skills={1: "s61"}).link(1).hold(1, "c045").set_link(2)
    assert table.factions() == [101, 101, 102, 3, 3]
    table.put(2, hp=3).put(3, hp=3).do("skill id=s61")
    assert (table.hand(2), table.hps()) == (["c045"], [4, 4, 3, 4, 4])


def test_an_undetermined_character_is_neither() -> None:
    """R-F7: hidden ones are not picked; undetermined oneself has neither set, so that s52 is not offered."""
    table = Table(1, -1, -2, skills={1: "s52 s61"}).put(1, rage=2).put(2, hp=3).hold(1, "c045")
    assert table.offers("skill") == []
    assert Table(-1, 2, 3, skills={1: "s52"}).put(1, rage=2).offers("skill") == []


def test_gender_needs_a_reveal() -> None:
    """R-F8: s08 asks two dodges of a woman who was revealed, one of one who was not."""
    for side, n in ((2, 2), (-2, 1)):
        table = Table(1, side, warriors={2: {"gender": "f"}}, skills={1: "s08"})
        table.hold(1, "c001").hold(2, "c045", "c046", "c047").use("c001", "play card=c045")
        assert (table.decision == "RD7") == (n == 2)
        assert table.has_fired("R-F8") == (n == 1)


def test_duality_needs_two_known_genders() -> None:
    """R-F8: weapon effects too."""
    for side, n_asked in ((2, 1), (-2, 0)):
        table = Table(1, side, warriors={2: {"gender": "f"}}).wear(1, "c137").hold(1, "c001").hold(2, "c110").use("c001")
        assert (table.decision == "RD16") == (n_asked == 1)


def test_who_is_linked_takes_the_faction_of_the_earliest_linked() -> None:
    """R-F9: seat 3 was linked before seat 2."""
    table = Table(1, 2, 3, 4, 5).link(3, 2).set_link(1)
    assert table.factions() == [3, 2, 3, 4, 5]
    assert table.seat(1).determined == 1


def test_nothing_changes_if_the_factions_are_equal() -> None:
    """R-F9."""
    table = Table(1, 1, 3, 4, 5).link(2).set_link(1)
    assert (table.factions(), int(table.state.faction_changes_n)) == ([1, 1, 3, 4, 5], 0)


def test_undetermined_linked_ones_lead_nobody() -> None:
    """R-F9: among determined characters."""
    assert Table(1, -2, 3, 4).link(2).set_link(1).factions() == [1, 0, 3, 4]


def test_a_villain_joins_too() -> None:
    """R-F9: villain or not."""
    assert Table(VILLAIN, 2, 3, 4).link(2).set_link(1).factions() == [2, 2, 3, 4]


def test_the_later_linked_shares_the_id_of_a_villain() -> None:
    """R-F10: a linked villain waits for followers."""
    table = Table(1, VILLAIN, 3, 4).set_link(2)
    assert table.factions() == [1, 101, 3, 4]
    assert table.set_link(1).factions() == [101, 101, 3, 4]


def test_a_join_that_would_fill_half_makes_a_separate_villain() -> None:
    """R-F11: 2 of 4 follow faction 2 already; a fresh id, and a villain too gets another than his old one."""
    table = Table(1, 2, 2, 4).link(2).set_link(1)
    assert (table.factions(), int(table.state.villains_link_n)) == ([101, 2, 2, 4], 1)
    table = Table(VILLAIN, 2, 2, 4).link(2).set_link(1)
    assert table.factions() == [102, 2, 2, 4]


def test_what_was_taken_lasts_until_the_own_link_ends() -> None:
    """R-F12: then the determined faction returns."""
    table = Table(1, 2, 3, 4, 5).link(2).set_link(1)
    assert table.factions()[0] == 2
    assert table.set_link(1, False).factions() == [1, 2, 3, 4, 5]


def test_the_reset_of_the_leader_frees_nobody() -> None:
    """R-F12."""
    table = Table(1, 2, 3, 4, 5).link(2).set_link(1).set_link(2, False)
    assert (table.factions(), table.of("is_linked")) == ([2, 2, 3, 4, 5], [1, 0, 0, 0, 0])


def test_linking_an_undetermined_character_changes_no_faction() -> None:
    """R-F13: his later reveal follows R-F3 alone."""
    table = Table(-1, 2, 3, 4).link(2).set_link(1)
    assert (table.factions(), table.seat(1).is_linked) == ([0, 2, 3, 4], 1)
    assert table.reveal(1).factions() == [1, 2, 3, 4]


def test_villain_cards_never_run_out() -> None:
    """R-F14: the sixth in force sets warning bit 2, the fifth does not; four of eight make seat 9 a villain."""
    table = Table(*(VILLAIN for _ in range(4)), 1, 1, 1, 1, -1).kill(4).reveal(9)
    assert (table.factions()[8], int(table.state.warnings)) == (105, 0), "three living villains and he"
    table = Table(*(VILLAIN for _ in range(5)), 1, 1, 1, -1).put(2, effective=1).put(3, effective=1).reveal(9)
    assert (table.factions()[8], int(table.state.warnings)) == (106, st.WARN_VILLAINS), "five of nine follow faction 1"


# ---- linking ----


def test_linked_is_sideways_and_twice_is_once() -> None:
    """R-W7: linking a linked one, or resetting an unlinked one, does nothing."""
    table = Table(1, 2, 3, skills={1: "s15", 2: "s15"}).set_link(1).do("skill id=s15")
    assert (table.of("is_linked"), len(table.hand(1))) == ([1, 0, 0], 1)
    table.set_link(1)
    assert (table.where, len(table.hand(1))) == (("RD4", 1), 1), "not linked anew"
    table.set_link(2, False)
    assert table.of("is_linked") == [1, 0, 0]
