"""Final scoring (N-E1 to N-E8)."""

from __future__ import annotations

import pytest

from .situations import Table


def test_scoring_follows_the_end_phase_of_round_4() -> None:
    """N-E1: after round-end effects; in order from that round's start player: two greens are asked by seat."""
    table = Table("yellow", "green", "red").fill(1, 1).fill(2, 9).lay(2, (), (40,)).phase(4)
    table.state.start_seat = 2
    table.turn(3).end_round()
    assert (table.actor, table.decision, table.vp()) == (2, "N-D17", [2, 0, 0])
    table.do("final lens=1")
    assert table.vp() == [2 - 4, 15 - 4, -4]


def test_final_runs_are_runs() -> None:
    """N-E2: payments, gains, tasks and effects as usual; no AP."""
    table = Table("green", "red").fill(1, 3, 9).lay(1, (), (8,), 4).hold(1, light=4).put(1, ap=0).phase(4).end_round()
    table.do("final lens=1")
    assert (table.decision, table.items(1)) == ("N-D7", (7, 0, 0))
    table.do("task light worker")
    assert (table.vp()[0], table.workers(1)) == (3, (5, 0)), "node 3: a base of 4"


def test_a_final_run_frees_the_payment_of_the_next() -> None:
    """N-E2: lens 2 can be paid only after lens 1."""
    table = Table("green", "red").fill(1, 9).lay(1, (), (2, 40)).lay(1, (4,), (41,)).hold(1).phase(4).end_round()
    assert table.legal == ["final stop", "final lens=1"]
    table.do("final lens=1")
    assert table.vp()[0] == 15
    assert table.legal == ["final stop", "final lens=2"]


@pytest.mark.parametrize("stagnation", [0, 1, 12])
def test_stagnation_costs_two_each(stagnation: int) -> None:
    """N-E3: and the end effects of the nodes (lock: 10)."""
    table = Table("red", "white").fill(1, 2).hold(1, stagnation=stagnation).phase(4).end_round()
    assert (table.vp()[0], table.part(1, "vp_stagnation")) == (10 - 2 * stagnation, -2 * stagnation)


@pytest.mark.parametrize(("is_flipped", "vp"), [(False, -21), (True, 21)])
def test_white_9_turns_losses_into_gains(is_flipped: bool, vp: int) -> None:
    """N-E4: S, 1 and 3 stagnation: −10 − 5 − 6."""
    table = Table("white", "red").fill(1, 1, *([9] if is_flipped else [])).hold(1, stagnation=3).phase(4).end_round()
    assert table.vp()[0] == vp


@pytest.mark.parametrize(("total", "after"), [(11, 17), (10, 15), (-3, -4), (-4, -6), (0, 0)])
def test_orange_9_multiplies_last(total: int, after: int) -> None:
    """N-E5: rounded up towards +infinity; after stagnation and the other nodes."""
    table = Table("orange", "white").fill(1, 9).put(1, vp=total + 2).hold(1, stagnation=1).phase(4).end_round()
    assert (table.vp()[0], table.part(1, "vp_multiplier")) == (after, after - total)


def test_other_things_score_nothing() -> None:
    """N-E6: light, rainbow, AP, creativity, cards in hand, workers, stock."""
    table = Table("red", "white").hold(1, light=6, rainbow=4).put(1, ap=10, creativity=5, unacted=9, stock=9)
    assert table.hand(1, 40, 41, 12).phase(4).end_round().vp()[0] == 0


def scored(*rows: tuple[int, int, int, int]) -> Table:
    """Seats with VP, lenses, cards in lenses and result values; scored now without anything else."""
    table = Table("red", "orange", "blue", "green")
    for seat, (vp, n_lenses, cards, results) in enumerate(rows, start=1):
        table.hold(seat).put(seat, vp=vp, n_lenses=n_lenses, lens_cards=cards, result_sum=results)
    return table.phase(4).end_round()


@pytest.mark.parametrize(
    ("rows", "ranks", "level"),
    [
        (((9, 0, 0, 0), (8, 3, 9, 30), (7, 0, 0, 0), (9 - 1, 0, 0, 0)), [1, 2, 4, 3], 0),
        (((9, 1, 8, 40), (9, 2, 4, 9), (7, 5, 9, 9), (9, 1, 9, 9)), [3, 1, 4, 2], 1),
        (((9, 2, 4, 40), (9, 2, 5, 9), (9, 2, 5 - 2, 50), (9, 1, 9, 9)), [2, 1, 3, 4], 2),
        (((9, 2, 5, 10), (9, 2, 5, 9), (9, 2, 5, 12), (9, 2, 5, 11)), [3, 4, 1, 2], 3),
    ],
    ids=["VP", "lenses", "cards", "result values"],
)
def test_ties(rows: tuple[tuple[int, int, int, int], ...], ranks: list[int], level: int) -> None:
    """N-E7: most VP, then lenses, then cards in lenses, then result values."""
    row = scored(*rows).outcome()
    assert [int(seat["rank"]) for seat in row.seats] == ranks
    assert row.tie_break_level == level
    assert [float(seat["win_share"]) for seat in row.seats] == [float(rank == 1) for rank in ranks]


def test_a_full_tie_is_shared() -> None:
    """N-E8: two of four."""
    row = scored((9, 2, 5, 10), (9, 2, 5, 10), (9, 2, 5, 9), (1, 0, 0, 0)).outcome()
    assert [float(seat["win_share"]) for seat in row.seats] == [0.5, 0.5, 0, 0]
    assert [int(seat["rank"]) for seat in row.seats] == [1, 1, 3, 4]
    assert (row.shared_win, row.tie_break_level) == (1, 4)
