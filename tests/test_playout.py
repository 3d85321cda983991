"""Playouts: the same game alone, in batches and step by step; deals; streams."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sizes import SIZES
from toykit import one_row, toy, toy_plan, toy_player, toy_rows

from sim.errors import UserError
from sim.game import DEALS
from sim.kernel import kernel
from sim.loop import study_keys
from sim.plan import PLAN_ROW
from sim.playout import Player

MIXED = {1: "random", 2: "hasty", 3: "balanced"}


def test_a_game_is_the_same_alone_and_in_any_batch():
    plan = toy_plan(600, MIXED, seed=3)
    player = toy_player(plan)
    rows = plan.rows(0, 0, plan.n_games)
    together = player.play(rows)
    assert (player.play(rows[::-1])[::-1] == together).all()
    for i in (0, 1, 17, 599):
        assert player.play(rows[i : i + 1])[0] == together[i]


def test_threads_sharing_a_player_do_not_disturb_each_other():
    plan = toy_plan(6000, MIXED, seed=4)
    player = toy_player(plan)
    rows = plan.rows(0, 0, plan.n_games)
    together = player.play(rows)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(player.play, np.array_split(rows, 20)))
    assert (np.concatenate(parts) == together).all()
    assert len({part.tobytes() for part in parts}) == 20


def test_step_by_step_ends_in_the_same_row():
    plan = toy_plan(60, MIXED, seed=5)
    player = toy_player(plan)
    rows = plan.rows(0, 0, plan.n_games)
    together = player.play(rows)
    for i in range(0, 60, 7):
        steps = list(player.iterate(rows[i : i + 1]))
        assert steps[0].seat == -1
        assert steps[0].legal == ()
        assert [step.row is None for step in steps] == [True] * (len(steps) - 1) + [False]
        assert steps[-1].row[0] == together[i]
        assert sum(not step.is_forced for step in steps[1:]) == together[i]["decisions"]
        for step in steps[1:]:
            assert step.action in step.legal
            assert step.is_forced == (len(step.legal) == 1)
            assert [int(code) for code, _, _ in step.log] == ([2, 0] if step.action == 0 else [1])


def test_steps_show_the_state_after_each_action():
    steps = list(toy_player(toy_plan(6, "random")).iterate(one_row(0)))
    walked = [step.state["steps"][0].tolist() for step in steps]
    for before, after, step in zip(walked, walked[1:], steps[1:], strict=False):
        moved = [seat for seat in range(4) if before[seat] != after[seat]]
        assert moved in ([step.seat], [])
    assert max(walked[-1]) >= 20


def test_forced_actions_are_not_counted_as_decisions():
    rows = toy_rows(600, "balanced", seed=1)
    # balanced plays its cards or rolls; a seat without cards can only roll, so turns exceed decisions
    assert (rows["decisions"] < rows["turns"]).any()
    assert (rows["decisions"] <= rows["turns"]).all()


def test_max_decisions_ends_a_game_as_unfinished():
    game, data = toy()
    short = Player(replace(game, max_decisions=4), data, ["random"], 3, 1)
    row = short.play(one_row(0))[0]
    assert (row["is_finished"], row["end_reason"], row["decisions"]) == (0, -1, 4)
    assert (row["winners"], *row["seats"]["win_share"]) == (0, 0, 0, 0)
    row = Player(game, data, ["random"], 3, 1).play(one_row(0))[0]
    assert (row["is_finished"], row["end_reason"]) == (1, 1)


@kernel
def one_way(state, tables, actions):
    actions[0] = 7
    return 1


@kernel
def stand_still(state, tables, action):
    state.core.actor = (state.core.actor + 1) % state.core.n_seats


def test_a_game_stuck_in_forced_actions_ends_as_unfinished(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path))  # kernels of this file are no part of the digest
    game, data = toy()
    stuck = replace(game, legal_actions=one_way, apply=stand_still)
    player = Player(stuck, data, ["random"], 3, 1)
    row = player.play(one_row(0))[0]
    assert (row["is_finished"], row["end_reason"], row["decisions"]) == (0, -1, 0)
    steps = list(player.iterate(one_row(0)))
    assert len(steps) == 1 + game.max_decisions
    assert all(step.is_forced for step in steps[1:])
    assert steps[-1].row[0] == row


def test_engine_columns_repeat_the_plan():
    plan = toy_plan(72, "random", MIXED, seed=9)
    rows, entries = toy_rows(72, "random", MIXED, table=1, seed=9), plan.rows(1, 0, plan.n_games)
    for name in ("game", "block", "table", "seating"):
        assert (rows[name] == entries[name]).all()
    for name, planned in (("character", "characters"), ("participant", "participants"), ("policy", "policies")):
        assert (rows["seats"][name] == entries[planned][:, :3]).all()


def deals_of(plan):
    """Deal by plan entry: the keys, and the cards."""
    player = toy_player(plan)

    def deal(entry):
        state = next(player.iterate(entry)).state[0]
        core = state["core"]
        return (int(core["deal_key"]), int(core["table_key"])), state["hand"].tobytes() + state["deck"].tobytes()

    return deal


def test_deals_differ_between_blocks_and_agree_inside():
    plan = toy_plan(6 * SIZES.deal_blocks, "random", seed=11)
    deal = deals_of(plan)
    firsts = [deal(plan.rows(0, 6 * block, 6 * block + 1)) for block in range(SIZES.deal_blocks)]
    assert len({key for key, _ in firsts}) == SIZES.deal_blocks
    # 12 cards of 4 values have 12!/(3!)^4 = 369600 distinct orders: chance repeats are expected, fixed deals are not
    n_orders = 369600
    n_expected = n_orders * (1 - (1 - 1 / n_orders) ** SIZES.deal_blocks)
    assert abs(len({cards for _, cards in firsts}) - n_expected) < 6 * (SIZES.deal_blocks - n_expected + 1) ** 0.5
    for block in range(5):
        assert len({deal(plan.rows(0, game, game + 1)) for game in range(6 * block, 6 * block + 6)}) == 1


def test_fresh_deals_are_another_one_for_each_game():
    """Of 60 games in 10 blocks, with the luck of the deals of a shared plan that many blocks long."""
    fresh, shared = toy_plan(60, seed=11, deals="fresh"), toy_plan(360, seed=11)
    of_fresh, of_shared = deals_of(fresh), deals_of(shared)
    found = [of_fresh(fresh.rows(0, game, game + 1)) for game in range(60)]
    assert len({cards for _, cards in found}) == 60
    assert len({keys for keys, _ in found}) == 60
    assert found == [of_shared(shared.rows(0, 6 * block, 6 * block + 1)) for block in range(60)]


def test_with_fresh_deals_the_first_game_of_the_plan_is_the_same():
    """Deal 0 in either way; policies draw by the game."""
    rows = [toy_rows(612, "random", MIXED, table=1, seed=5, deals=deals) for deals in DEALS]
    assert (rows[0][0] == rows[1][0]).all()
    assert len(rows[0]) == len(rows[1]) == 612
    assert (rows[0]["block"] == rows[1]["block"]).all()
    differs = rows[0][["turns", "decisions"]] != rows[1][["turns", "decisions"]]
    assert differs[1:].mean() > 0.5


def test_luck_of_a_person_travels_with_him_through_a_block():
    plan = toy_plan(6, "hasty", seed=2)
    player = toy_player(plan)

    def rolls(entry):
        seen = {0: [], 1: [], 2: []}
        for step in player.iterate(entry):
            for code, a, _ in step.log:
                if code == 2:
                    seen[int(entry["participants"][0][step.seat])].append(int(a))
        return seen

    games = [rolls(plan.rows(0, game, game + 1)) for game in range(6)]
    for person in range(3):
        for other in games[1:]:
            n = min(len(games[0][person]), len(other[person]))
            assert games[0][person][:n] == other[person][:n]


def test_neighbouring_seeds_share_no_games():
    def traces(seed):
        plan = toy_plan(600, "random", seed=seed)
        player = toy_player(plan)
        return [b"".join(s.state.tobytes() for s in player.iterate(plan.rows(0, i, i + 1))) for i in range(120)]

    assert not set(traces(7)) & set(traces(8))
    purposes = {int(key) for seed in range(200) for key in study_keys(seed)}
    assert len(purposes) == 800


def test_coverage_counts_games_in_which_a_note_fired():
    plan = toy_plan(600, "hasty", seed=1)
    player = toy_player(plan)
    coverage = np.zeros(3, np.int64)
    rows = plan.rows(0, 0, 600)
    player.play(rows[:300], coverage)
    player.play(rows[300:], coverage)
    fired = [0, 0, 0]
    for i in range(600):
        notes = list(player.iterate(rows[i : i + 1]))[-1].state["core"]["notes"][0]
        for code in range(3):
            fired[code] += int(notes[code])
    assert coverage.tolist() == fired
    assert coverage[2] > 0


def test_toy_equals_its_closed_form():
    """A race of two to a goal of 1: both move one roll in round 1, so P(tie) and the shares are exact."""
    game, data = toy()
    tables = data.tables.copy()
    tables["goal"] = 1
    rolls = replace(data, tables=tables, weights={"roll": np.array([1.0, 0, 0, 0])})
    player = Player(game, rolls, ["roll"], 2, 1)
    rows = np.zeros(SIZES.toy_truth, PLAN_ROW)
    rows["game"] = rows["block"] = rows["deal"] = np.arange(SIZES.toy_truth)
    rows["participants"][:, 1] = 1
    rows["characters"][:, :2] = 1  # two tortoises: a plain roll each
    played = player.play(rows)
    share = Fraction(1, 2)
    tie = Fraction(6, 36)
    n = SIZES.toy_truth
    sd_tie = (float(tie * (1 - tie)) / n) ** 0.5
    sd_share = (float(Fraction(1, 4) * (1 - tie)) / n) ** 0.5
    assert abs((played["winners"] == 2).mean() - float(tie)) < 4.5 * sd_tie
    assert abs(played["seats"]["win_share"][:, 0].mean() - float(share)) < 4.5 * sd_share
    assert (played["seats"]["win_share"].sum(axis=1) == 1).all()


def test_one_compile_serves_every_number_of_players():
    plans = [toy_plan(60, MIXED, n_seats=n) for n in (3, 4)]
    players = [toy_player(plan) for plan in plans]
    assert players[0].digest == players[1].digest
    shapes = [player.play(plan.rows(0, 0, 60))["seats"].shape for player, plan in zip(players, plans, strict=True)]
    assert shapes == [(60, 3), (60, 4)]


def test_seats_where_nobody_sits_stay_empty():
    game, _ = toy()
    rows = np.zeros(5, game.kernel_outcome(2))
    rows["turns"], rows["seats"]["score"] = 7, [[3, 4, 0, 0]] * 5
    narrow = game.narrowed(rows, 2)
    assert narrow.dtype == game.outcome(2)
    assert narrow["seats"]["score"].tolist() == [[3, 4]] * 5
    assert narrow["turns"].tolist() == [7] * 5
    rows["seats"]["rank"][3, 2] = 1
    with pytest.raises(UserError, match="score of toy writes to seats beyond 2: loop"):
        game.narrowed(rows, 2)
