"""Adjusted effects: known truths, what cannot be told, and what must make no difference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import lineups
import numpy as np
import pandas as pd
import pytest
import synthetic
import teams
from lineups import Lineups
from scipy import stats
from sizes import SIZES

from analysis import choice_model, fitting
from analysis import run as run_module
from analysis.effect_frames import Counts, _Teller
from analysis.effect_worth import worth_of
from analysis.effects import Effects, EffectSums, effects
from analysis.interactions import Pair
from analysis.memory import run_of
from analysis.run import open_run
from analysis.seen import Seen
from sim.errors import UserError

Array = np.ndarray[Any, Any]

#: Weak characters meet weak ones more often: the raw win shares of both mislead.
UNEVEN = Lineups(n_blocks=4000, character=(0.8, 0.4, 0.0, 0.0, -0.4, -0.8), appears=(8, 8, 8, 8, 1, 1), seed=21)
NUMBERS = ["effect", "se", "low", "high", "share", "difference", "difference_se", "raw", "p_value", "p_holm"]


def of(truth: Lineups, interactions: tuple[str, ...] = (), level: float = 0.95) -> Effects:
    return effects(run_of(lineups.frame(truth)), interactions, level)


def kind(found: Effects, name: str) -> pd.DataFrame:
    return found.effects[found.effects["kind"] == name].set_index("label")


def test_the_truth_is_recovered() -> None:
    truth = replace(UNEVEN, place=(0.3, 0.1, -0.1, -0.3), policy=(0.0, 0.5), shared_luck=0.3, ties=0.0)
    found = of(truth)
    for name, label in (("place", "place {}"), ("character", "c{}"), ("policy", "p{}")):
        rows = kind(found, name)
        true = np.array(getattr(truth, name)) - np.mean(getattr(truth, name))
        for level, effect in enumerate(true):
            row = rows.loc[label.format(level + (name == "place"))]
            assert abs(row["effect"] - effect) < 4 * row["se"]
            assert row["low"] < row["effect"] < row["high"]
    assert (found.tests.set_index("kind")["p_value"].drop("place x character") < 1e-6).all()
    assert found.tests.set_index("kind").loc["place x character", "p_value"] > 0.001


def test_an_uneven_schedule_is_taken_out() -> None:
    """c5 and c4 seldom meet each other, c0 seldom meets them: as seen, the gap between strong and weak is another."""
    rows = kind(of(UNEVEN), "character")
    even = kind(of(replace(UNEVEN, appears=(), seed=22)), "character")
    gap = (rows["effect"] - even["effect"]).abs()
    assert (gap < 4 * np.hypot(rows["se"], even["se"])).all()
    assert (rows["raw"] - even["raw"]).abs().max() > 6 * rows["difference_se"].max()


def test_equal_games_give_nothing() -> None:
    """Every place wins every fourth game, every character too: all effects are 0, and no test is sure of anything."""
    columns = lineups.games(Lineups(n_blocks=40, block_size=16, character=(0.0,) * 4, seed=1))
    columns["character"] = np.tile(np.arange(4), (640, 1))  # places go round, and winners go round four times slower
    columns["credit"] = np.eye(4)[np.tile(np.arange(16) // 4, 40)]
    found = effects(run_of(lineups.frame_of(columns)))
    assert found.effects["effect"].to_numpy() == pytest.approx(0, abs=1e-9)
    assert found.effects["share"].to_numpy() == pytest.approx(0.25)
    tests = found.tests.set_index("kind")["p_value"]
    assert tests[["place", "character"]].to_numpy() == pytest.approx(1)


def test_under_a_balanced_plan_adjusted_is_as_seen(tmp_path: Path) -> None:
    truth = synthetic.Truth(n_blocks=300, place=(1.5, 1.0, 1.0, 0.8), character=(1.4, 1.0, 0.9, 0.6), ties=0.1)
    found = effects(open_run(synthetic.write_run(tmp_path / "a", truth)))
    assert found.effects["difference"].to_numpy() == pytest.approx(found.effects["raw"].to_numpy(), abs=2e-3)
    assert (found.effects["difference"] - found.effects["raw"]).abs().max() < 0.3 * found.effects["difference_se"].min()
    assert found.effects.groupby("kind")["share"].mean().to_numpy() == pytest.approx(0.25, abs=1e-3)


def test_in_teams_adjusted_is_as_seen_where_nothing_goes_together(tmp_path: Path) -> None:
    truth = teams.Teams(n_blocks=600, strength=((3, 1.0), (8, -2.0)), seed=5)
    found = effects(open_run(teams.write_run(tmp_path / "a", truth)))
    rows = found.effects
    assert set(rows["within"][rows["kind"] == "champion"]) == {"side"}
    assert ((rows["difference"] - rows["raw"]).abs() < 0.6 * rows["difference_se"]).all()
    heroes = kind(found, "champion")
    assert heroes["effect"].idxmax() == "h03"
    assert heroes["effect"].idxmin() == "h08"
    seats = heroes["n"].groupby(heroes.index.str[1:].astype(int) % 4)
    assert seats.apply(lambda n: float((n * heroes["effect"][n.index]).sum())).to_numpy() == pytest.approx(0, abs=1e-6)
    pulled = heroes["pooled"] / heroes["effect"]
    assert ((pulled > 0) & (pulled < 1)).all()


def test_who_never_wins_stays_finite_and_is_named() -> None:
    columns = lineups.games(Lineups(n_blocks=300, seed=31))
    lost = (columns["character"] == 2) & (columns["credit"] > 0)
    rows = np.flatnonzero(lost.any(1))
    columns["credit"][rows] = np.where(columns["character"][rows] == 2, 0.0, 1 / 3)
    found = effects(run_of(lineups.frame_of(columns)))
    row = kind(found, "character").loc["c2"]
    assert -12 < row["effect"] < -4
    assert row["se"] > 0.5  # what is open is not told as known
    assert row["share"] < 0.01
    assert row["difference"] == pytest.approx(-0.25, abs=0.01)
    assert row["p_holm"] < 1e-6
    assert "c2 never won: how far below the others is open" in said(found)
    assert found.tests.set_index("kind").loc["character", "p_value"] < 0.01


def test_the_prior_moves_nothing_that_hundreds_of_games_tell() -> None:
    run = run_of(lineups.frame(Lineups(n_blocks=50, seed=32)))  # 200 games
    with_it, without = (effects(run, prior_sd=sd).effects for sd in (fitting.PRIOR_SD, float("inf")))
    assert ((with_it["effect"] - without["effect"]).abs() < 0.03 * without["se"]).all()
    assert with_it["se"].to_numpy() == pytest.approx(without["se"].to_numpy(), rel=0.02)


def test_who_never_met_is_named() -> None:
    columns = lineups.games(Lineups(n_blocks=300, character=(0.4, 0.0, -0.2, 0.0), seed=33))
    columns["character"] = columns["character"] + 4 * (columns["block"][:, None] % 2)
    found = effects(run_of(lineups.frame_of(columns)))
    rows = kind(found, "character")
    assert "Some characters never met, not even over others: c0, c1, c2 and c3; c4, c5, c6 and c7." in said(found)
    assert np.isfinite(rows["effect"]).all()
    assert (rows["se"] > 0.9).all()  # between groups only the prior speaks
    assert (rows["p_holm"].fillna(1) > 0.05).all()
    assert abs(rows["effect"].iloc[:4].mean()) < 1e-6


def test_fixed_chairs_are_said() -> None:
    columns = lineups.games(Lineups(n_blocks=100, character=(0.0,) * 4, seed=34))
    columns["character"] = columns["place"]
    found = effects(run_of(lineups.frame_of(columns)))
    assert "Each character has a place of its own: the two cannot be told apart." in said(found)
    assert set(found.effects["kind"]) == {"place"}


def test_kinds_that_go_together_are_said() -> None:
    columns = lineups.games(Lineups(n_blocks=200, character=(0.5, 0.2, -0.2, -0.5), seed=35))
    columns["policy"] = columns["character"] // 2
    found = effects(run_of(lineups.frame_of(columns)))
    assert "Every character always has the same policy: which of the two it is cannot be told" in said(found)
    assert set(kind(found, "character")["within"]) == {"policy"}
    rng = np.random.default_rng(3)
    lineup = np.array([[1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])  # c0 never goes first
    character = lineup[rng.integers(0, 4, 600)]
    place = np.broadcast_to(np.arange(3), character.shape)
    columns = {
        "block": np.arange(600), "finished": np.ones(600, bool), "place": place, "character": character,
        "policy": ((place == 0) | (character == 0)).astype(int), "credit": np.eye(3)[rng.integers(0, 3, 600)],
    }  # fmt: skip
    found = effects(run_of(lineups.frame_of(columns)))
    assert "Effects of place, character and policy cannot be told apart in this plan" in said(found)
    assert np.isfinite(found.effects["effect"]).all()


def said(found: Effects) -> str:
    return str(found.fit["warnings"].iloc[0])


def test_games_that_tell_nothing_are_counted() -> None:
    columns = lineups.games(Lineups(n_blocks=200, unfinished=0.1, seed=36))
    columns["credit"][5] = 0.0
    columns["finished"][5] = True
    run = run_of(lineups.frame_of(columns), {"wins": "team"})
    n_open = int((~columns["finished"]).sum())
    single = replace(run, manifest={**run.manifest, "wins": "single"})
    fit = effects(single).fit.iloc[0]
    assert (fit["n_used"], fit["n_unfinished"], fit["n_unwon"]) == (800 - n_open - 1, n_open, 1)
    fit = effects(run).fit.iloc[0]
    assert (fit["n_used"], fit["n_unfinished"], fit["n_unwon"]) == (800 - n_open, n_open, 0)


def test_added_up_or_read_again_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = replace(UNEVEN, n_blocks=400, ties=0.1, unfinished=0.02)
    added = of(truth, ("place:character",))
    monkeypatch.setattr(choice_model, "MOST_PATTERNS", 0)
    again = of(truth, ("place:character",))
    assert added.fit["n_compositions"].iloc[0] > 100
    assert again.fit["n_compositions"].iloc[0] == 0
    for name in ("effect", "se", "low", "high", "raw"):
        assert again.effects[name].to_numpy() == pytest.approx(added.effects[name].to_numpy(), abs=1e-10)
    assert again.effects["difference"].to_numpy() == pytest.approx(added.effects["difference"].to_numpy(), abs=1e-3)
    assert again.tests["statistic"].to_numpy() == pytest.approx(added.tests["statistic"].to_numpy(), rel=1e-8)


@pytest.mark.parametrize("is_team", [False, True])
def test_rows_in_small_pieces_change_nothing(is_team: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_team:
        run = open_run(teams.write_run(tmp_path / "a", teams.Teams(n_blocks=300, rare=(11,), seed=5)))
    else:
        run = run_of(lineups.frame(replace(UNEVEN, n_blocks=700)))
    whole = effects(run)
    monkeypatch.setattr(run_module, "BATCH_ROWS", 50)
    monkeypatch.setattr(run_module, "_BATCH_CELLS", 1)
    pieces = effects(run)
    pd.testing.assert_frame_equal(whole.effects, pieces.effects, rtol=1e-9)
    pd.testing.assert_frame_equal(whole.tests, pieces.tests, rtol=1e-7)


def test_order_of_rows_and_names_make_no_difference() -> None:
    frame = lineups.frame(replace(UNEVEN, n_blocks=300))
    found = effects(run_of(frame)).effects
    shuffled = frame.sample(frac=1, random_state=1)
    shuffled["block"] = shuffled["block"].map(dict(enumerate(np.random.default_rng(2).permutation(300))))
    other = effects(run_of(shuffled)).effects
    assert other[NUMBERS].to_numpy() == pytest.approx(found[NUMBERS].to_numpy(), rel=1e-9, abs=1e-12)
    names = {f"c{at}": f"{letter}" for at, letter in enumerate("uzvyxw")}  # sorted otherwise than before
    renamed = frame.replace({f"character_{seat}": names for seat in range(1, 5)})
    other = effects(run_of(renamed)).effects.set_index(["kind", "label"])
    same = found.assign(label=found["label"].replace(names)).set_index(["kind", "label"])
    for column in NUMBERS:
        assert other[column][same.index].to_numpy() == pytest.approx(same[column].to_numpy(), rel=1e-8, abs=1e-10)


def test_interactions_are_tested_always_and_told_when_asked() -> None:
    truth = Lineups(n_blocks=1500, character=(0.2, 0.0, 0.0, -0.2), home=0.4, seed=37)
    plain, asked = of(truth), of(truth, ("character:place",))
    for found in (plain, asked):
        assert found.tests.set_index("kind").loc["place x character", "p_value"] < 1e-6
    assert "place x character" not in set(plain.effects["kind"])
    cells = kind(asked, "place x character")
    assert len(cells) == 16
    home = np.array([[0.3 if place == who else -0.1 for who in range(4)] for place in range(4)])
    errors = (cells["effect"].to_numpy() - home.ravel()) / cells["se"].to_numpy()
    assert np.abs(errors).max() < 4
    assert cells.loc["c2, place 3", "difference"] > 0.03


def test_an_interaction_is_no_kind_that_place_might_matter_for() -> None:
    """Without characters the pair that is always asked about is of main kinds: here there is none."""
    found = of(Lineups(n_blocks=200, character=(0.0,) * 4, policy=(0.2, -0.2)), ("place:policy",))
    assert set(found.tests["kind"]) == {"place", "character", "policy", "place x policy", "place x character"}
    frame = lineups.frame(Lineups(n_blocks=200, character=(0.0,) * 4, policy=(0.2, -0.2)))
    bare = frame.drop(columns=[f"character_{seat}" for seat in range(1, 5)])
    assert set(effects(run_of(bare), ("place:policy",)).tests["kind"]) == {"place", "policy", "place x policy"}


def test_unknown_interactions_list_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"unknown interaction 'place:hero': .*place:character, place:policy, char"):
        of(Lineups(n_blocks=2), ("place:hero",))
    with pytest.raises(UserError, match="unknown interaction 'place'"):
        of(Lineups(n_blocks=2), ("place",))
    found = of(Lineups(n_blocks=50), ("place:policy",))
    assert "No interaction of place and policy: there is only one policy." in said(found)


def test_one_block_gives_no_errors() -> None:
    found = of(Lineups(n_blocks=1, block_size=40))
    assert np.isfinite(found.effects["effect"]).all()
    assert found.effects[["se", "p_value"]].isna().all(axis=None)
    assert found.tests["p_value"].isna().all()


@pytest.mark.parametrize("pairs", [(), (("place", "character"),)])
def test_errors_of_differences_are_their_derivative(pairs: tuple[Pair, ...]) -> None:
    """The delta method against differences of the chances themselves, parameter by parameter."""
    run = run_of(lineups.frame(replace(UNEVEN, n_blocks=60, policy=(0.0, 0.4))))
    sums = EffectSums(run)
    for _, rows in run.read(sums.columns):
        sums.add(Seen(run, rows))
    sums.fit(pairs, 0)
    fit = sums.fits[0]
    empty: dict[tuple[str, str], float] = {}
    assert sums.patterns is not None
    played = sums.patterns.compositions, sums.patterns.played
    counts = Counts(sums.seats, sums.credit, empty, 1, 0, 0, *played, 1)
    term = fit.design.terms[-1]
    tables = _Teller(run, fit, term, counts, 95)._tables()
    here = worth_of(fit, term, tables)
    slopes = []
    for at in range(fit.design.n_parameters):
        ends = []
        for step in (1e-5, -1e-5):
            moved = fit.top.parameters.copy()
            moved[at] += step
            there = replace(fit, top=replace(fit.top, parameters=moved))
            ends.append(worth_of(there, term, tables).difference)
        slopes.append((ends[0] - ends[1]) / 2e-5)
    slope = np.array(slopes).T
    assert here.covariance == pytest.approx(slope @ fit.covariance @ slope.T, rel=1e-5, abs=1e-12)


def null_studies(n: int) -> dict[str, list[pd.DataFrame]]:
    """Studies of equal players: tables of four of six with shared wins and luck; sides of heroes."""
    single = [of(Lineups(200, 4, (0.0,) * 4, (0.0,) * 6, ties=0.2, seed=4000 + at)) for at in range(n)]
    return {"tests": [each.tests for each in single], "effects": [each.effects for each in single]}


def test_alarms_of_single_winners_are_as_rare_as_they_should_be(figure: Any) -> None:
    n = SIZES.effect_studies
    found = null_studies(n)
    for name in ("place", "character", "place x character"):
        p = np.array([tests.set_index("kind").loc[name, "p_value"] for tests in found["tests"]])
        figure(f"false alarms at 5 %, adjusted {name}", round(float((p < 0.05).mean()), 4))
        assert stats.binomtest(int((p < 0.05).sum()), n, 0.05).pvalue > 0.001
    single = np.array([(frame["p_value"] < 0.05).mean() for frame in found["effects"]])
    assert single.mean() == pytest.approx(0.05, abs=4 * float(single.std()) / n**0.5 + 0.005)
    any_holm = sum(bool((frame[frame["kind"] == "character"]["p_holm"] < 0.05).any()) for frame in found["effects"])
    assert stats.binomtest(any_holm, n, 0.05, alternative="greater").pvalue > 0.001


def test_alarms_of_teams_are_as_rare_as_they_should_be(tmp_path: Path, figure: Any) -> None:
    n = SIZES.effect_studies // 2
    alarms = {"place": 0, "side": 0, "champion": 0, "place x side": 0, "holm": 0}
    for at in range(n):
        truth = teams.Teams(n_blocks=150, n_heroes=20, shared_luck=0.7, wolves=0.1, seed=6000 + at)
        found = effects(open_run(teams.write_run(tmp_path / str(at), truth)))
        p = found.tests.set_index("kind")["p_value"]
        for name in ("place", "side", "champion", "place x side"):
            alarms[name] += bool(p[name] < 0.05)
        alarms["holm"] += bool((kind(found, "champion")["p_holm"] < 0.05).any())
    for name, times in alarms.items():
        figure(f"false alarms at 5 %, teams, adjusted {name}", round(times / n, 4))
        assert stats.binomtest(times, n, 0.05, alternative="greater").pvalue > 0.001, name
