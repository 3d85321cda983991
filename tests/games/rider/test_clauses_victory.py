"""The end of the game (R-V)."""

from __future__ import annotations

import pytest

from .situations import VILLAIN, Table


def test_all_living_of_one_faction_end_the_game() -> None:
    """R-V1: the last of another faction dies."""
    table = Table(1, 1, 2).put(3, hp=1).damage(1, 3, 1)
    assert (table.is_over, table.state.core.end_reason, table.winners()) == (True, 1, [1, 2])
    assert table.outcome().winner_faction == 1


def test_a_hidden_one_keeps_the_game_going() -> None:
    """R-V1: all living must be determined."""
    table = Table(1, 1, -1, 2).put(4, hp=1).damage(1, 4, 1)
    assert not table.is_over
    assert not Table(-1, -1, 2).put(3, hp=1).damage(1, 3, 1).is_over, "all that are left are hidden"


def test_one_survivor_ends_the_game() -> None:
    """R-V1: undetermined too."""
    table = Table(-1, 2).put(2, hp=1).damage(1, 2, 1)
    assert (table.state.core.end_reason, table.winners(), table.outcome().winner_faction) == (2, [1], 301)


def test_when_nobody_lives_the_last_to_die_stands_for_the_living() -> None:
    """R-V1, R-V3: the killer of seat 2 loses his last HP by the dead one's s47, inside that death."""
    table = Table(1, 2, skills={2: "s47"}).put(1, hp=1).put(2, hp=1).damage(1, 2, 1)
    assert (table.is_over, table.living(), table.state.core.end_reason) == (True, [], 2)
    assert table.winners() == [1]


def test_the_stack_is_cleared_at_once() -> None:
    """R-V2: the second target of the swarm is not asked any more."""
    table = Table(1, 2, 1).put(2, hp=1).hold(1, "c106").hold(3, "c001").use("c106")
    assert (table.is_over, table.state.depth, table.hps()[2]) == (True, 0, 4)


def test_a_reset_can_end_the_game() -> None:
    """R-V2: seat 1 followed faction 2 and returns to his own; then all living are of it."""
    table = Table(1, 1, 2).kill(3).put(1, effective=2).link(1)
    table.set_link(1, False)
    assert (table.is_over, table.winners()) == (True, [1, 2])


def test_winners_are_the_living_and_the_dead_of_their_faction() -> None:
    """R-V3: k winners get 1/k each; the undetermined dead and those of other factions get nothing."""
    table = Table(1, 1, -1, 2, 2).kill(2, 3, 4).put(5, hp=1).damage(1, 5, 1)
    assert table.winners() == [1, 2]
    row = table.outcome()
    assert [float(row.seats[p].credit) for p in range(5)] == [0.5, 0.5, 0, 0, 0]
    assert [float(row.seats[p].win_share) for p in range(5)] == [1, 1, 0, 0, 0], "a full win for each of a team"


def test_the_faction_at_death_counts() -> None:
    """R-V3: seat 2 died linked, as a follower of faction 1."""
    table = Table(1, 2, 3).link(1).set_link(2)
    assert table.factions() == [1, 1, 3]
    table.put(2, hp=1).damage(3, 2, 1, "none")
    table.put(3, hp=1).damage(1, 3, 1)
    assert table.winners() == [1, 2]


@pytest.mark.parametrize("n", range(2, 11))
def test_no_reveal_ends_a_game(n: int) -> None:
    """R-V4: the joiner always meets the other n - 1 and fails the test."""
    table = Table(*(1 for _ in range(n - 1)), -1).reveal(n)
    assert not table.is_over
    assert table.factions()[-1] == 101


@pytest.mark.parametrize("n", range(2, 11))
def test_no_link_ends_a_game(n: int) -> None:
    """R-V4: neither for another faction nor for a villain with followers."""
    for side in (1, VILLAIN):
        table = Table(*(side for _ in range(n - 1)), 2)
        for seat in range(1, n):
            table.put(seat, effective=int(table.seat(1).effective))
        table.link(*range(1, n)).set_link(n)
        assert not table.is_over


def test_at_the_cap_nobody_wins() -> None:
    """R-V5: unfinished, shares 0."""
    table = Table(1, 2, 3, round_cap=1).do("end", "end", "end")
    row = table.outcome()
    assert (table.is_over, table.state.core.end_reason, row.turn_limit) == (True, -2, 1)
    assert (table.winners(), [float(seat.win_share) for seat in row.seats[:3]]) == ([], [0, 0, 0])


def test_unfinished_for_too_many_decisions_is_flagged() -> None:
    """R-V5: the row of a game that stands still sets warning bit 4."""
    assert Table(1, 2).settle().outcome().warnings == 16
