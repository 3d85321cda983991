"""Tournaments: exact matchups, symmetry, ties, rings, renaming, and how often intervals hold the truth."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from sizes import SIZES
from tourneykit import made, played, run_of, tables_of
from toykit import toy

from analysis.cycles import cycles
from analysis.meetings import MOST_BLOCKS, MeetingSums, schedule_of
from analysis.ratings import ELO
from analysis.tournament import tournament_from
from sim.errors import UserError
from sim.plan import make_plan

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import pig_exact
import pigkit

ROCK = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.6], [0.7, 0.4, 0.5]])
THREE = ("rock", "paper", "scissors")
HOLDS = ("hold_10", "hold_20", "hold_30")


def pig_share(first, second, n_seats=2):
    """Exact share of the wins per seat that a style takes from another, all ways to sit alike."""
    rules = pig_exact.Rules()
    holds = [int(name.removeprefix("hold_")) for name in (first, second)]
    if n_seats == 2:
        ahead, behind = (
            pig_exact.duel(rules, pig_exact.Player(a), pig_exact.Player(b)).wins for a, b in (holds, holds[::-1])
        )
        return (ahead + 1 - behind) / 2
    ways = [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    won = np.zeros(2)
    for way in ways:
        shares = pig_exact.race(rules, [pig_exact.Player(holds[side]) for side in way], 120)
        for side, share in zip(way, shares, strict=True):
            won[side] += share
    return won[0] / won.sum()


@pytest.mark.parametrize("n_seats", [2, 3])
def test_shares_of_pig_are_the_exact_ones(n_seats, figure):
    game, data = pigkit.pig()
    n_tables = 1 if n_seats == 2 else 2
    found = tournament_from(played(game, data, HOLDS, SIZES.pig_truth // 4 // n_tables, n_seats))
    for _, row in found.pairs.iterrows():
        exact = pig_share(row["first"], row["second"], n_seats)
        assert abs(row["share"] - exact) < 4 * row["se"]
        assert row["low"] < row["share"] < row["high"]
        assert row["low_all"] < row["low"]
        figure(
            f"Pig, {n_seats} players: {row['first']} against {row['second']}", f"{row['share']:.5f}, exact {exact:.5f}"
        )


def test_opposite_cells_add_to_one_exactly():
    for seed in range(20):
        found = tournament_from(made({"a": 1.0, "b": 1.7, "c": 0.4}, ("a", "b", "c"), 60, seed, n_seats=3, ties=0.2))
        cells = found.matrix[list(found.policies)].to_numpy()
        off = ~np.eye(3, dtype=bool)
        assert (cells[off] + cells.T[off] == 1).all()
        assert np.isnan(np.diag(cells)).all()


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
def test_all_tied_games_are_one_half_and_rate_all_alike(n_seats):
    found = tournament_from(made({"a": 1.0, "b": 9.0, "c": 2.0}, ("a", "b", "c"), 40, 3, n_seats=n_seats, ties=1.0))
    assert (found.pairs["share"] == 0.5).all()
    assert found.ratings["rating"].abs().max() < 1e-9
    assert (found.ratings["rank"] == 1).all()
    assert (found.ratings["rank_low"] == 1).all()
    assert (found.ratings["rank_high"] == 3).all()
    assert (found.pairs["answer"] == "open").all()
    assert (found.pairs["n_shared"] == found.pairs["n_games"]).all()


@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_ratings_are_the_strengths_that_made_the_games(n_seats):
    """Seats are drawn by strength, also where one style holds the odd seat: its log is the rating."""
    strength = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 1.5}
    found = tournament_from(made(strength, tuple(strength), 6000, 7, n_seats=n_seats, ties=0.0, luck=0.3))
    for _, row in found.differences.iterrows():
        truth = ELO * math.log(strength[row["first"]] / strength[row["second"]])
        assert abs(row["difference"] - truth) < 4.5 * row["se"]
    assert found.fit.iloc[0]["p_value"] > 1e-4
    assert list(found.ratings.set_index("policy")["rank"][["c", "b", "d", "a"]]) == [1, 2, 3, 4]


@pytest.mark.parametrize("strength", [1.0, 2.0])
def test_where_teams_win_shares_are_of_all_wins(strength):
    """Four seats, two winners in full: the one drawn by strength, and whoever sits next, of three others.

    With p the chance that the drawn one is of style a, a's seats win p (1 + 1/3) + (1 - p) 2/3 of 2 wins.
    """
    found = tournament_from(made({"a": strength, "b": 1.0}, ("a", "b"), 12_000, 8, n_seats=4, teams=True))
    pair = found.pairs.iloc[0]
    p = strength / (strength + 1)
    exact = (4 / 3 * p + 2 / 3 * (1 - p)) / 2
    assert abs(pair["share"] - exact) < 4 * pair["se"] < 0.02
    assert pair["n_shared"] == pytest.approx(2 / 3 * pair["n_games"], rel=0.03)
    checks = found.health.set_index("check")["is_ok"]
    assert checks["credits add up"]
    assert checks["plan balanced"]


def test_a_ring_is_named_and_no_scale_fits():
    found = tournament_from(made(ROCK, THREE, 3000, 11, n_seats=4))
    assert list(found.cycles["policies"]) == ["rock > paper > scissors"]
    assert found.cycles.iloc[0]["weakest"] == pytest.approx(0.6, abs=0.02)
    assert found.fit.iloc[0]["p_value"] < 1e-6
    few = tournament_from(made(ROCK, THREE, 8, 11, n_seats=2))
    assert not len(few.cycles)  # shares may go round; nothing is sure


def test_rings_are_found_and_nothing_else():
    def beats(n, *links):
        found = np.zeros((n, n), bool)
        for a, b in links:
            found[a, b] = True
        return found

    assert cycles(beats(3, (0, 1), (1, 2), (0, 2))) == []
    assert cycles(beats(3, (0, 2), (2, 1), (1, 0))) == [(0, 2, 1)]
    assert cycles(beats(4, (0, 1), (1, 2), (2, 3), (3, 0))) == [(0, 1, 2, 3)]
    four = beats(4, (0, 1), (1, 2), (2, 3), (3, 0), (0, 2))
    assert cycles(four) == [(0, 2, 3)]
    assert cycles(np.zeros((0, 0), bool)) == []
    two = beats(6, (0, 1), (1, 2), (2, 0), (3, 5), (5, 4), (4, 3), (0, 3), (1, 4))
    assert cycles(two) == [(0, 1, 2), (3, 5, 4)]


def test_other_names_change_names_only():
    """Names that sort otherwise; the games are the same."""
    strength = np.array([[0.5, 0.7, 0.6], [0.3, 0.5, 0.6], [0.4, 0.4, 0.5]])
    one = tournament_from(made(strength, ("a", "b", "c"), 200, 2, n_seats=3))
    two = tournament_from(made(strength, ("z", "m", "random"), 200, 2, n_seats=3))
    for name, columns in (("pairs", ["first", "second"]), ("ratings", ["policy"]), ("kinds", ["policy"])):
        left, right = (getattr(found, name).drop(columns=columns) for found in (one, two))
        assert left.equals(right)
    cells = [found.matrix.drop(columns="policy").to_numpy() for found in (one, two)]
    assert np.array_equal(*cells, equal_nan=True)


def test_an_undefeated_style_is_rated_and_told():
    sure = np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 0.6], [0.0, 0.4, 0.5]])
    found = tournament_from(made(sure, ("a", "b", "c"), 500, 2))
    rows = found.ratings.set_index("policy")
    assert np.isfinite(rows["rating"]).all()
    assert list(rows["is_thin"]) == [True, False, False]
    assert rows["rank_high"]["a"] == 1
    pair = found.pairs.iloc[0]
    assert (pair["share"], pair["high"]) == (1, 1)
    assert 0.9 < pair["low"] < 1


def test_blocks_with_one_number_are_one_block_whatever_their_table():
    """All pairs are played on the same luck: that of a style's shares does not average out over its pairs."""
    sums = made({"a": 1.0, "b": 1.0, "c": 1.0}, ("a", "b", "c"), 400, 5)
    again = MeetingSums(sums.run)
    again.won[:], again.games[:], again.squares[:] = sums.won, sums.games, sums.squares
    again.won[:, 1] = again.won[:, 0]  # a does as well against c as against b, block by block
    shares = again.shares()
    assert shares.covariance[0, 1] == pytest.approx(shares.covariance[0, 0], rel=0.1)
    assert abs(sums.shares().covariance[0, 1]) < 0.3 * shares.covariance[0, 0]


def test_many_blocks_are_put_together(monkeypatch):
    strength = {"a": 1.0, "b": 2.0, "c": 1.0}
    whole = tournament_from(made(strength, tuple(strength), 4000, 5))
    assert whole.units == "1,000 times 2 blocks"
    monkeypatch.setattr("analysis.meetings.MOST_BLOCKS", 300)
    joined = tournament_from(made(strength, tuple(strength), 4000, 5))
    assert MOST_BLOCKS > 2000
    assert joined.pairs["share"].equals(whole.pairs["share"])
    assert joined.pairs["se"].to_numpy() == pytest.approx(whole.pairs["se"].to_numpy(), rel=0.15)
    assert joined.units == "250 times 8 blocks"


def test_who_got_which_character_is_no_chance_over_whole_cycles(monkeypatch, figure):
    """One of two characters wins six times as often. Styles are equal: each has it as often as the other in a cycle.

    So intervals by cycle are narrower than by block, and hold as often as they say.
    """
    n, widths, errors, missed = SIZES.tourney_studies, [], [], []
    for seed in range(n):
        sums = made({"a": 1.0, "b": 1.0}, ("a", "b"), 3600, seed, n_seats=3, cast=6.0)
        by_cycle = tournament_from(sums).pairs.iloc[0]
        errors.append(by_cycle["se"])
        missed.append(not by_cycle["low"] <= 0.5 <= by_cycle["high"])
        if seed < 10:
            with monkeypatch.context() as patched:
                patched.setattr("analysis.meetings.MIN_CYCLES", 10**9)
                again = made({"a": 1.0, "b": 1.0}, ("a", "b"), 3600, seed, n_seats=3, cast=6.0)
            widths.append(tournament_from(again).pairs.iloc[0]["se"])
    figure("coverage of 95 % intervals by cycle where characters differ", f"{1 - np.mean(missed):.4f} of {n}")
    figure("error by block over error by cycle there", f"{np.mean(widths) / np.mean(errors):.2f}")
    assert np.mean(widths) > 1.15 * np.mean(errors)
    assert abs(np.mean(missed) - 0.05) < 3.5 * math.sqrt(0.05 * 0.95 / n)


def test_a_table_that_is_no_meeting_is_refused():
    plan = make_plan(toy()[0], 10, 3, ["random", {1: "hasty", 2: "hasty", 3: "random"}])
    with pytest.raises(UserError, match="no meeting of two policies"):
        schedule_of(run_of(toy()[0], plan))
    plan = make_plan(toy()[0], 10, 3, tables_of(("random", "hasty"), 3))
    assert schedule_of(run_of(toy()[0], plan)).meetings.tolist() == [[0, 2, 1], [0, 1, 2]]


def test_places_and_characters_of_which_one_style_makes_more():
    """Style a wins from place 1 and loses from place 2; the others win alike from both."""
    sums = made({"a": 1.0, "b": 1.0, "c": 1.0}, ("a", "b", "c"), 2000, 9)
    kind = sums.kinds[0]
    won = kind.won.reshape(len(kind.won), 3, 2)
    moved = won[:, 0, 1] * 0.5
    won[:, 0, 0] += moved
    won[:, 0, 1] -= moved
    found = tournament_from(sums)
    rows = found.kinds[found.kinds["kind"] == "place"].set_index(["policy", "label"])
    assert rows["beyond"]["a", "place 1"] == pytest.approx(2 / 3 * 0.25, abs=0.02)
    assert rows["beyond"]["b", "place 1"] == pytest.approx(-1 / 3 * 0.25, abs=0.02)
    tests = found.kind_tests.set_index("kind")["p_value"]
    assert tests["place"] < 1e-6
    assert tests["character"] > 1e-4


def misses(found, truth):
    """By pair: whether its interval, and any interval for all at once, misses the truth."""
    one = [not row["low"] <= t <= row["high"] for (_, row), t in zip(found.pairs.iterrows(), truth, strict=True)]
    every = [
        not row["low_all"] <= t <= row["high_all"] for (_, row), t in zip(found.pairs.iterrows(), truth, strict=True)
    ]
    return one, any(every)


def test_intervals_of_pig_hold_the_truth_as_often_as_they_say(figure):
    """Small tournaments of Pig, on the same luck for all pairs, against exact shares."""
    game, data = pigkit.pig()
    truth = [pig_share(a, b) for a, b in (("hold_10", "hold_20"), ("hold_10", "hold_30"), ("hold_20", "hold_30"))]
    n = SIZES.tourney_studies
    missed = [misses(tournament_from(played(game, data, HOLDS, 200, seed=1000 + seed)), truth) for seed in range(n)]
    one, every = np.array([m for m, _ in missed]), np.array([m for _, m in missed])
    figure("coverage of 95 % intervals of matchups, tournaments of Pig", f"{1 - one.mean():.4f} of {one.size}")
    figure("coverage of intervals for all pairs at once", f"{1 - every.mean():.4f} of {n}")
    assert abs(one.mean() - 0.05) < 3.5 * math.sqrt(0.05 * 0.95 / n)  # the three pairs of a study share luck
    assert every.mean() < 0.05 + 3 * math.sqrt(0.05 * 0.95 / n)


def test_intervals_of_ratings_and_ranks_hold_the_truth(figure):
    """Tournaments of four styles of known strength, with shared luck and ties; and the test that one scale fits."""
    strength = {"a": 1.0, "b": 1.3, "c": 1.6, "d": 1.0}
    order = {"a": {3, 4}, "b": {2}, "c": {1}, "d": {3, 4}}
    n = SIZES.tourney_studies
    missed, ranks, alarms = [], [], []
    for seed in range(n):
        found = tournament_from(made(strength, tuple(strength), 120, seed, n_seats=3, luck=0.2))
        for _, row in found.differences.iterrows():
            truth = ELO * math.log(strength[row["first"]] / strength[row["second"]])
            missed.append(abs(row["difference"] - truth) > 2.09 * row["se"])  # t with 19 degrees of freedom
        rows = found.ratings
        is_in = [order[r["policy"]] & set(range(r["rank_low"], r["rank_high"] + 1)) for _, r in rows.iterrows()]
        ranks.append(not all(is_in))
        alarms.append(found.fit.iloc[0]["p_value"] < 0.05)
    figure("coverage of 95 % intervals of rating differences", f"{1 - np.mean(missed):.4f} of {len(missed)}")
    figure("tournaments with a rank outside those named possible", f"{np.mean(ranks):.4f} of {n}")
    figure("false alarms of the test that one scale fits, at 5 %", f"{np.mean(alarms):.4f} of {n}")
    error = math.sqrt(0.05 * 0.95 / n)
    assert abs(np.mean(missed) - 0.05) < 3.5 * error
    assert np.mean(ranks) < 0.05 + 3 * error
    assert np.mean(alarms) < 0.05 + 3.5 * error
