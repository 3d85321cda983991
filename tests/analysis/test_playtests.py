"""Playtests over simulated shares: tests against closed forms and other libraries, their level and power, bad files."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import synthetic
from scipy import stats
from sizes import SIZES
from statsmodels.stats.proportion import proportion_confint
from synthetic import Truth, credits, seen

from analysis.intervals import wilson
from analysis.memory import run_of
from analysis.playtest_file import Playtests, for_run, read_sheet, sheet_of
from analysis.playtests import EXACT, SCORE, Comparison, compare, multinomial_test
from analysis.run import Run, open_run
from analysis.shares import Ask, ShareSums
from sim.errors import UserError

ASK = Ask(0.01, 95.0)
NAMES = ("president", "vice", "secretary", "treasurer")
TITLES = ("president 会長", "vice-president 副会長", "secretary 書記", "treasurer 会計")


@cache
def simulated(truth: Truth) -> tuple[Run, ShareSums]:
    """A run of a truth and its sums, without files."""
    run = synthetic.as_run(truth)
    sums = ShareSums(run)
    sums.add(seen(truth, run))
    return run, sums


world = cache(credits)


def played(truth: Truth, n_games: int, seed: int, has_games: bool = True) -> Playtests:
    """Playtests out of the same world: whole games picked at random."""
    credit, character, _ = world(truth)
    picked = np.random.default_rng(seed).choice(credit.shape[1], n_games, replace=False)
    k = truth.k
    game = np.repeat(np.arange(n_games), k)
    seats = pd.DataFrame(
        {
            "game": game if has_games else np.arange(k * n_games),
            "place": np.tile(np.arange(1, k + 1), n_games),
            "character": character[:, picked].T.ravel(),
            "won": credit[:, picked].T.ravel(),
        }
    )
    return Playtests("made.csv", "0" * 16, seats, has_games, ())


def test_the_score_test_is_pearsons_where_no_win_is_shared() -> None:
    truth = Truth(n_blocks=20_000, place=(1.3, 1, 1, 0.9))
    run, sums = simulated(truth)
    plays = played(truth, 400, seed=1)
    statistic, df, p, method = Comparison(run, plays, sums, "places", ASK).test(np.ones(4, bool))
    assert method == SCORE
    won = np.bincount(plays.seats["place"] - 1, plays.seats["won"])
    share = sums.place_ratios().estimate[:4]
    pearson = stats.chisquare(won, 400 * share / share.sum())
    assert df == 3
    assert statistic == pytest.approx(
        pearson.statistic, rel=0.005
    )  # the simulated shares have a small error of their own
    assert p == pytest.approx(pearson.pvalue, rel=0.01)


@pytest.mark.parametrize("won", [(9, 1, 0), (4, 3, 3), (0, 0, 6), (5, 0, 1)])
def test_the_multinomial_test_against_every_sequence_of_winners(won: tuple[int, ...]) -> None:
    """Of few games every sequence can be listed: no formula of the multinomial distribution is needed."""
    share, n = np.array([0.5, 0.3, 0.2]), min(sum(won), 7)
    won = tuple(np.minimum(won, n)) if sum(np.minimum(won, n)) == n else (n, 0, 0)
    expected = n * share

    def distance(counts: np.ndarray) -> float:
        return float(((counts - expected) ** 2 / expected).sum())

    chance = 0.0
    for code in range(3**n):
        winners = [code // 3**at % 3 for at in range(n)]
        if distance(np.bincount(winners, minlength=3)) >= distance(np.array(won)) - 1e-9:
            chance += float(np.prod(share[winners]))
    assert multinomial_test(np.array(won), share)[1] == pytest.approx(chance, rel=1e-9)


def test_few_games_with_one_winner_are_tested_exactly() -> None:
    truth = Truth(n_blocks=20_000, place=(1.3, 1, 1, 0.9))
    run, sums = simulated(truth)
    one = Comparison(run, played(truth, 20, seed=2), sums, "places", ASK)
    statistic, df, p, method = one.test(np.ones(4, bool))
    assert (method, df) == (EXACT, 3)
    assert p == multinomial_test(one.won.astype(int), one.share)[1]
    assert (
        Comparison(run, played(truth, 20, 2, has_games=False), sums, "places", ASK).test(np.ones(4, bool))[3] == SCORE
    )
    assert statistic > 0


def test_rows_of_one_place_are_tested_by_the_binomial_and_shown_with_wilson() -> None:
    truth = Truth(n_blocks=20_000, place=(1.3, 1, 1, 0.9))
    run, sums = simulated(truth)
    frame, _ = Comparison(run, played(truth, 30, seed=3), sums, "places", ASK).frames()
    for row, share in zip(frame.itertuples(), sums.place_ratios().estimate, strict=False):
        assert row.p_value == stats.binomtest(int(row.wins), 30, share).pvalue
        assert (row.low, row.high) == pytest.approx(proportion_confint(row.wins, 30, method="wilson"))
        assert row.difference == pytest.approx(row.wins / 30 - share)
        assert row.difference_low < row.difference < row.difference_high
        assert row.difference_low == pytest.approx(row.low - share, abs=0.001)  # the simulation is known far better
    assert frame["wins"].sum() == 30


@pytest.mark.parametrize("kind", ["places", "characters"])
@pytest.mark.parametrize(("ties", "has_games"), [(0.0, True), (0.3, True), (0.3, False)])
def test_false_alarms_come_at_their_level(
    kind: str, ties: float, has_games: bool, figure: Callable[[str, object], None]
) -> None:
    """Playtests out of the simulated world itself: 5 in 100 may miss it."""
    truth = Truth(n_blocks=10_000, place=(1.4, 1, 1, 0.8), character=(1.5, 1, 1, 0.7), ties=ties)
    run, sums = simulated(truth)
    n, n_games = SIZES.playtest_sets, 40
    alarms = 0
    for seed in range(n):
        one = Comparison(run, played(truth, n_games, seed, has_games), sums, kind, ASK)
        alarms += one.test(np.ones(4, bool))[2] < 0.05
    error = math.sqrt(0.05 * 0.95 / n)
    figure(f"false alarms at 5 %, {n_games} playtests, {kind}, ties {ties}, ids {has_games}", alarms / n)
    assert abs(alarms / n - 0.05) < 4 * error


def test_as_many_playtests_as_it_says_show_the_gap() -> None:
    """With the number that it names, the place farthest from fair differs from fair in 9 of 10 sets of playtests."""
    truth = Truth(n_blocks=10_000, place=(1.6, 1, 1, 1))
    run, sums = simulated(truth)
    _, fit = Comparison(run, played(truth, 30, 1), sums, "places", ASK).frames()
    assert fit["gap_of"].tolist() == ["place 1"]
    needed = math.ceil(fit["needed"].iloc[0])
    found, n = 0, 400
    for seed in range(n):
        plays = played(truth, needed, seed)
        won = float(plays.seats["won"][plays.seats["place"] == 1].sum())
        found += not wilson(won / needed, needed, 1.96)[0] <= 0.25 <= wilson(won / needed, needed, 1.96)[1]
    assert abs(found / n - 0.9) < 4 * math.sqrt(0.9 * 0.1 / n) + 0.02  # a normal approximation names the number


def test_what_they_can_tell_is_half_an_interval() -> None:
    truth = Truth(n_blocks=10_000)
    run, sums = simulated(truth)
    _, fit = Comparison(run, played(truth, 30, 1), sums, "places", ASK).frames()
    assert fit["told"].iloc[0] == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 30), rel=0.02)  # 15.5 pp
    assert math.isnan(fit["needed"].iloc[0])  # a fair game has no gap to see


def test_seats_of_one_game_that_win_together_tell_less() -> None:
    """Teams of two: both win or neither, so 40 seats of a character in 20 games are worth 20."""
    n = 4_000
    first = np.random.default_rng(1).random(n) < 0.5
    log = {"block": np.arange(n)}
    for seat in range(1, 5):
        log |= {f"win_share_{seat}": (first == (seat < 3)).astype(float), f"place_{seat}": np.full(n, seat)}
        log |= {f"character_{seat}": np.full(n, "a" if seat < 3 else "b")}
    run = run_of(pd.DataFrame(log), {"wins": "team"})
    plays = pd.DataFrame({"game": np.repeat(np.arange(20), 4), "place": np.tile([1, 2, 3, 4], 20)})
    plays["character"] = np.where(plays["place"] < 3, "a", "b")
    plays["won"] = ((plays["place"] < 3) == (plays["game"] < 12)).astype(int)
    frame, _ = compare(run, for_run(sheet_of(plays), run.manifest), ASK)
    a = frame[frame["label"] == "a"].iloc[0]
    assert (a["n"], a["wins"]) == (40, 24)
    assert (a["low"], a["high"]) == pytest.approx(proportion_confint(12, 20, method="wilson"), abs=1e-3)
    off = 2 * stats.norm.sf(abs(0.6 - a["simulated"]) / math.sqrt(0.25 / 20))
    assert a["p_value"] == pytest.approx(off, rel=0.01)


def test_a_misfit_is_found_and_named(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path / "run", Truth(n_blocks=400), Truth(n_blocks=400, place=(2, 1, 1, 1), seed=2))
    run = open_run(folder)
    plays = played(Truth(n_blocks=400, place=(2, 1, 1, 1), seed=3), 300, seed=1)
    frame, fit = compare(run, plays, ASK)
    p = fit.set_index(["table", "kind"])["p_value"]
    assert p[0, "places"] < 0.001
    assert p[1, "places"] > 0.01
    assert p[0, "characters"] > 0.01
    first = frame[(frame["table"] == 0) & (frame["label"] == "place 1")].iloc[0]
    assert first["p_holm"] < 0.001
    assert first["difference_low"] > 0
    shares = frame[(frame["table"] == 0) & (frame["kind"] == "places")]
    assert shares["wins"].sum() == 300
    cells = frame[(frame["table"] == 0) & (frame["kind"] == "cells")]
    assert len(cells) == 16
    assert cells["n"].sum() == 1200
    assert (cells["n"] >= 10).all()


def test_a_small_simulation_is_not_taken_for_the_truth() -> None:
    """96 simulated games: their own error belongs to the comparison, so a wide one is no misfit."""
    truth = Truth(n_blocks=4)
    run, sums = simulated(truth)
    other = Truth(n_blocks=2_000, seed=5)
    alarms = sum(
        Comparison(run, played(other, 400, seed), sums, "places", ASK).test(np.ones(4, bool))[2] < 0.001
        for seed in range(20)
    )
    assert alarms == 0
    one = Comparison(run, played(other, 20, 1), sums, "places", ASK)
    assert one.test(np.ones(4, bool))[3] == SCORE


MANIFEST = {
    "n_seats": 4,
    "wins": "single",
    "characters": list(NAMES),
    "character_titles": list(TITLES),
    "characters_in_play": list(NAMES),
}
HEAD = "game,place,character,won\n"
GOOD = (
    HEAD
    + "1,1,president,1\n1,2,vice,0\n1,3,secretary,0\n1,4,treasurer,0\n"
    + "2,1,vice,0.5\n2,2,president,.5\n2,3,treasurer,0\n2,4,secretary,0\n"
)


def checked(tmp_path: Path, text: str | bytes, **changes: object) -> Playtests:
    file = tmp_path / "plays.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return for_run(read_sheet(file), MANIFEST | changes)


def test_a_file_as_it_should_be(tmp_path: Path) -> None:
    plays = checked(tmp_path, GOOD)
    assert plays.seats["place"].tolist() == [1, 2, 3, 4] * 2
    assert plays.seats["character"].tolist() == [0, 1, 2, 3, 1, 0, 3, 2]
    assert plays.seats["won"].tolist() == [1, 0, 0, 0, 0.5, 0.5, 0, 0]
    assert (plays.n_games, plays.has_games, plays.notes, plays.name) == (2, True, (), "plays.csv")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n ,, ,\n"),
        lambda text: text.replace(",", "\t"),
        lambda text: text.replace(",", ";"),
        lambda text: text.replace(",", ";").replace("0.5", "0,5"),
        lambda text: "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in text.split("\n")[:-1]),
        lambda text: text.replace("president", "President 会長").replace("treasurer", "会計"),
        lambda text: text.replace("1,president,1", " 1 , PRESIDENT ,yes").replace("vice,0\n", "vice,False\n"),
        lambda text: text.replace("vice,0.5", "vice,1/2").replace("game,place", "Game,PLACE"),
        lambda text: text.replace("\n1,", "\none,").replace("2,1,vice", "2,1.0,vice"),
        lambda text: text.replace("won\n", "won,,\n").replace(",1\n", ",1,,\n"),
        lambda text: text.removesuffix("\n"),
    ],
)
def test_what_tables_make_of_a_file(change: Callable[[str], str], tmp_path: Path) -> None:
    pd.testing.assert_frame_equal(checked(tmp_path, change(GOOD)).seats, checked(tmp_path, GOOD).seats)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "plays.csv: the file is empty; its first line names the columns"),
        (" \n\n", "plays.csv: the file is empty"),
        ("place,character,won\n", "plays.csv: there are no rows below the names"),
        ("place,character\n1,vice\n", "plays.csv: column 'won' is missing; the first line must name"),
        ("1,vice,1\n2,president,0\n", "plays.csv: column 'place' is missing"),
        ("place,won,place\n1,1,1\n", "plays.csv: column 'place' is there twice"),
        (
            GOOD.replace("4,treasurer", "5,treasurer"),
            "plays.csv: line 5, place '5': give the place in turn order",
        ),
        (GOOD.replace("4,treasurer", "0,treasurer"), "line 5, place '0': give the place"),
        (GOOD.replace("4,treasurer", "1.5,treasurer"), "line 5, place '1.5': give the place"),
        (GOOD.replace("4,treasurer", ",treasurer"), "line 5, place '': give the place"),
        (GOOD.replace("1,president,1", "1,president,2"), "line 2, won '2': give 1 for a win, 0 for none, or a credit"),
        (GOOD.replace("1,president,1", "1,president,-1"), "line 2, won '-1': give 1"),
        (GOOD.replace("1,president,1", "1,president,first"), "line 2, won 'first': give 1"),
        (GOOD.replace("1,president,1", "1,president,nan"), "line 2, won 'nan': give 1"),
        (GOOD.replace("1,president,1", "1,president,"), "line 2, won '': give 1"),
        (
            GOOD.replace("1,president,1", "1,presidnt,1"),
            "line 2, column character: unknown character 'presidnt': did",
        ),
        (GOOD.replace("1,president,1", "1,,1"), "line 2, character is empty"),
        (
            GOOD.replace("1,president,1", "1,president,0"),
            "line 2, game '1': the credits in won add up to 0, and a",
        ),
        (
            GOOD.replace("2,vice,0\n", "2,vice,1\n"),
            "game '1': the credits in won add up to 2, and a game gives 1",
        ),
        (GOOD.replace("\n1,2,vice", "\n1,1,vice"), "game '1': place 1 is there twice"),
        (GOOD.replace("\n1,2,vice", "\n1,2,president"), "game '1': president sits there twice"),
        (GOOD.replace("\n1,2,vice", "\n,2,vice"), "line 3, game is empty"),
        (GOOD.replace("\n1,2,vice,0", "\n1,2,vice"), "line 3 has 3 cells, and the first line names 4 columns"),
        (GOOD.replace("\n1,2,vice,0", "\n1,2,vice,0,x"), "line 3 has 5 cells"),
        (GOOD.replace("vice,0\n", '"vice,0\n'), "close every quote"),
        (GOOD.encode().replace(b"president,1", b"pr\xe9sident,1"), "plays.csv: line 2 is no UTF-8 text"),
        ("place,won\n1,1\n2,1\n", "plays.csv: every row has won = 1; give the seats that did not win too"),
        ("place,won,players\n1,1,3\n2,0,three\n", "line 3, players 'three': give the number of players"),
        ("place,won,players\n1,1,3\n2,0,3\n", "no row has players = 4, as the run has; the file has 3"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(text: str | bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        checked(tmp_path, text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file; give a CSV file with the columns place, character, won"):
        read_sheet(tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("text", "changes", "note"),
    [
        (
            GOOD.replace("1,4,treasurer,0\n", ""),
            {},
            "1 of 2 games lack seats: 1 (3 of 4 seats); what is",
        ),
        ("place,won\n1,1\n2,0\n3,0\n4,0\n", {}, "The file names no characters: only places are compared."),
        ("place,won\n1,1\n2,0\n3,0\n", {}, "every row counts as a seat of a game of its own"),
        ("place,won\n1,1\n2,0\n3,0\n4,0\n", {}, "rows are taken for seats of whole games"),
        ("place,won\n1,1\n2,0\n3,0\n", {}, "Places have unequal numbers of rows: 1, 1, 1, 0 from place 1 on."),
        ("place,won\n1,1\n2,1\n3,0\n4,0\n", {}, "The wins add up to 2, while place 1 has 1 rows"),
        ("place,won,players\n1,1,4\n2,0,4\n1,1,3\n", {}, "Rows of games with 3 players, left out as the run has 4: 1."),
        (
            "place,won,policy,wind\n1,1,me,n\n2,0,me,n\n",
            {},
            "makes no use of: policy, wind.",
        ),
        (GOOD, {"characters": ["player"], "character_titles": ["player"]}, "no characters to compare"),
    ],
)
def test_what_is_odd_is_said(text: str, changes: dict[str, object], note: str, tmp_path: Path) -> None:
    assert any(note in line for line in checked(tmp_path, text, **changes).notes)


def test_games_with_characters_that_the_run_did_not_play_are_left_out(tmp_path: Path) -> None:
    names = {"characters": [*NAMES, "guest"], "character_titles": [*TITLES, "guest 客"]}
    third = "3,1,guest,1\n3,2,president,0\n3,3,vice,0\n3,4,treasurer,0\n"
    plays = checked(tmp_path, GOOD + third, **names)
    assert plays.n_games == 2
    assert plays.notes == ("Rows left out, as their games had characters that the run did not play (guest): 4.",)
    with pytest.raises(UserError, match=r"every playtest has a character that the run did not play \(guest\)"):
        checked(tmp_path, HEAD + third, **names)


def test_teams_win_in_full(tmp_path: Path) -> None:
    both = GOOD.replace("2,vice,0\n", "2,vice,1\n").replace("0.5", "1").replace(",.5", ",1")
    assert checked(tmp_path, both, wins="team").seats["won"].sum() == 4
    with pytest.raises(UserError, match=r"line 6, won '0\.5': give 1 or 0: in this game all members of a team"):
        checked(tmp_path, GOOD, wins="team")


def test_a_frame_is_as_good_as_a_file(tmp_path: Path) -> None:
    frame = pd.read_csv(pd.io.common.StringIO(GOOD))
    before = frame.copy(deep=True)
    pd.testing.assert_frame_equal(for_run(sheet_of(frame), MANIFEST).seats, checked(tmp_path, GOOD).seats)
    pd.testing.assert_frame_equal(frame, before)
    with pytest.raises(UserError, match="line 0, place '': give the place"):
        for_run(sheet_of(frame.assign(place=frame["place"].where(frame.index > 0))), MANIFEST)
