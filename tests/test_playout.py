"""Playouts: the same game alone, in batches and step by step; policies; deals; the driver."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from sizes import SIZES
from toykit import one_row, toy, toy_plan, toy_player, toy_rows

from sim.driver import Driver
from sim.errors import UserError
from sim.kernel import kernel
from sim.plan import PLAN_ROW
from sim.playout import Player, study_keys
from sim.policies import linear
from sim.policies.resolve import resolve_policies
from sim.rng_twin import draw, fold

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


def test_deals_differ_between_blocks_and_agree_inside():
    plan = toy_plan(6 * SIZES.deal_blocks, "random", seed=11)
    player = toy_player(plan)

    def deal(entry):
        state = next(player.iterate(entry)).state[0]
        return state["core"]["deal_key"].tobytes(), state["hand"].tobytes() + state["deck"].tobytes()

    firsts = [deal(plan.rows(0, 6 * block, 6 * block + 1)) for block in range(SIZES.deal_blocks)]
    assert len({key for key, _ in firsts}) == SIZES.deal_blocks
    # 12 cards of 4 values have 12!/(3!)^4 = 369600 distinct orders: chance repeats are expected, fixed deals are not
    n_orders = 369600
    n_expected = n_orders * (1 - (1 - 1 / n_orders) ** SIZES.deal_blocks)
    assert abs(len({cards for _, cards in firsts}) - n_expected) < 6 * (SIZES.deal_blocks - n_expected + 1) ** 0.5
    for block in range(5):
        assert len({deal(plan.rows(0, game, game + 1)) for game in range(6 * block, 6 * block + 6)}) == 1


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


def test_random_policy_is_uniform_and_uses_the_policy_stream():
    game, data = toy()
    player = Player(game, data, ["random"], 3, 6)
    keys = study_keys(6)
    entry = one_row(41, block=6)
    draws = {0: 0, 1: 0, 2: 0}
    for step in list(player.iterate(entry))[1:]:
        if not step.is_forced:
            key = fold(fold(int(keys[2]), 41), step.seat)
            assert step.legal.index(step.action) == draw(key, draws[step.seat], len(step.legal))
            draws[step.seat] += 1


def first_choices(policy, n):
    """Index of the first action chosen in each of n games."""
    game, data = toy()
    player = Player(game, data, [policy], 3, 12)
    chosen = []
    for i in range(n):
        steps = player.iterate(one_row(i, block=0))
        next(steps)
        step = next(steps)
        chosen.append(step.legal.index(step.action))
    return np.bincount(chosen, minlength=3)


@pytest.mark.parametrize("policy", ["random", "equal"])
def test_equal_values_are_chosen_uniformly(policy):
    counts = first_choices(policy, 3000)
    assert stats.chisquare(counts).pvalue > 1e-6
    assert stats.chisquare(counts).pvalue < 1 - 1e-9


def test_a_clear_best_action_is_always_chosen():
    game, data = toy()
    driver = Driver(game, data, 3)
    player = Player(game, data, ["balanced"], 3, 12)
    weights = data.weights["balanced"]
    checked = 0
    for i in range(40):
        previous = None
        for step in player.iterate(one_row(i, block=i)):
            if previous is not None and not step.is_forced:
                driver.states[:] = previous
                values = driver.describe() @ weights
                assert values[step.legal.index(step.action)] == values.max()
                checked += 1
            previous = step.state
    assert checked > 200


def test_weights_are_summed_in_four_partial_sums():
    rng = np.random.default_rng(5)
    for n in (4, 8, 40):
        weights, row = rng.normal(size=n) * 10.0 ** rng.integers(-9, 9, n), rng.normal(size=n)
        sums = [0.0] * 4
        for j in range(n):
            sums[j % 4] += float(weights[j]) * float(row[j])
        assert linear.weigh(weights, row, n) == (sums[0] + sums[1]) + (sums[2] + sums[3])


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
    rows["game"] = rows["block"] = np.arange(SIZES.toy_truth)
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


def test_unknown_policy_lists_the_known_ones():
    with pytest.raises(UserError, match=r"unknown policy 'balancd'. Did you mean 'balanced'\? Known: random, balanced"):
        resolve_policies(["balancd"], toy()[1], 4)


def test_weights_must_be_finite():
    game, data = toy()
    broken = replace(data, weights={"odd": np.array([1.0, np.nan, 0, 0])})
    with pytest.raises(UserError, match="policy 'odd': every weight must be a finite number"):
        Player(game, broken, ["odd"], 3, 1)


USER_FILE = """
from sim.rng import draw

def first(state, tables, actions, n, weights, memory):
    return 0

def every_second(state, tables, actions, n, weights, memory):
    memory[0] += 1
    return int(memory[0]) % 2 % n

def beyond(state, tables, actions, n, weights, memory):
    return n

def spy(state, tables, actions, n, weights, memory):
    other = (state.core.actor + 1) % state.core.n_seats
    return state.hand[other, 0] % n

def lucky(state, tables, actions, n, weights, memory):
    core = state.core
    index = draw(core.policy_keys[core.actor], core.policy_draws[core.actor], n)
    core.policy_draws[core.actor] += 1
    return index
"""


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("policies") / "mine.py"
    file.write_text(USER_FILE)
    return file


def choices(name):
    game, data = toy()
    steps = Player(game, data, [name], 3, 1).iterate(one_row(3))
    return [(step.seat, step.legal.index(step.action)) for step in steps if step.seat >= 0 and not step.is_forced]


def test_a_users_policy_plays(policy_file):
    assert {index for _, index in choices(f"{policy_file}:first")} == {0}


def test_memory_belongs_to_one_seat_and_one_game(policy_file):
    by_seat = {}
    for seat, index in choices(f"{policy_file}:every_second"):
        by_seat.setdefault(seat, []).append(index)
    assert all(seen == [(k + 1) % 2 for k in range(len(seen))] for seen in by_seat.values())
    assert set(by_seat) == {0, 1, 2}


def test_a_users_policy_draws_like_random(policy_file):
    assert choices(f"{policy_file}:lucky") == choices("random")


def test_a_users_policy_does_not_see_hidden_cards_unless_it_says_so(policy_file, tmp_path):
    """`spy` picks by another seat's first card: on the true state it would always answer the same in a block."""
    open_file = tmp_path / "open.py"
    open_file.write_text("sees_all = True\n" + USER_FILE)

    def answers(name):
        game, data = toy()
        player = Player(game, data, [name], 3, 1)
        found = set()
        for i in range(60):
            steps = player.iterate(one_row(i, block=0))
            next(steps)
            found.add(next(steps).action)
        return found

    assert len(answers(f"{policy_file}:spy")) == 3
    assert len(answers(f"{open_file}:spy")) == 1


def test_an_index_out_of_range_is_refused(policy_file):
    with pytest.raises(UserError, match=r"mine.py:beyond' chose no index of a legal action"):
        choices(f"{policy_file}:beyond")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no/such.py:first", "there is no file no/such.py"),
        ("{}:frist", "unknown function in .*Did you mean 'first'"),
        ("{}:", r"is named path/file.py:name"),
    ],
)
def test_a_users_policy_that_is_not_there(policy_file, name, message):
    game, data = toy()
    with pytest.raises(UserError, match=message):
        _ = Player(game, data, [name.format(policy_file)], 3, 1).warm()


def test_driver_plays_what_it_is_told():
    driver = Driver(*toy(), 2)
    legal = driver.setup(seed=1, block=2, characters=(0, 1))
    assert legal == [0, 1, 2]
    driver.state.hand[0, 0] = 4
    assert driver.apply(1) == [0, 1, 2]
    assert driver.take_log() == [(1, 0, 1)]
    assert int(driver.state.steps[0]) == 4
    driver.state.steps[1] = 19
    driver.state.hand[1, 1] = 2
    assert driver.apply(2) == []
    row = driver.outcome()[0]
    assert row["seats"]["score"].tolist() == [4, 22]
    assert row["seats"]["win_share"].tolist() == [0, 1]


def test_driver_resamples_what_a_seat_cannot_see():
    driver = Driver(*toy(), 3)
    driver.setup(seed=1)
    before = driver.states.copy()
    features = driver.describe()
    changed = 0
    for key in range(50):
        driver.states[:] = before
        driver.resample(0, key)
        assert driver.state.hand[0].tolist() == before[0].hand[0].tolist()
        assert (driver.describe() == features).all()
        cards = [*driver.state.deck[: driver.state.n_deck], *driver.state.hand[:3].ravel()]
        assert sorted(int(card) for card in cards) == sorted([1, 2, 3, 4] * 3)
        changed += driver.state.hand[1].tolist() != before[0].hand[1].tolist()
    assert changed > 25
