"""The replay of a game: the same game as in a batch, told in full, checkable without fairseat's kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim import registry, rng_twin
from sim.plan import make_plan
from sim.playout import Player, Step
from sim.trace import tell, trace

TOY = Path(__file__).parent / "toy"
SEED = 11


@pytest.fixture(scope="module")
def toy() -> SimpleNamespace:
    return study_of()


def study_of(deals: str | None = None) -> SimpleNamespace:
    """The toy's plan and player."""
    game = registry.find(str(TOY))
    data = game.load(None, None, (), 3)
    plan = make_plan(game, 24, 3, ["balanced", {1: "random", 2: "hasty"}], seed=SEED, deals=deals)
    player = Player(game, data, plan.policies, 3, SEED)
    return SimpleNamespace(game=game, data=data, plan=plan, player=player)


def records_of(toy: SimpleNamespace, index: int, table: int = 0) -> list[dict[str, Any]]:
    return list(trace(toy.player, toy.data, toy.plan.rows(table, index, index + 1), SEED))


def test_a_trace_is_a_header_then_actions_then_the_outcome(toy: SimpleNamespace) -> None:
    header, *actions, outcome = records_of(toy, 5)
    assert (header["kind"], outcome["kind"]) == ("header", "outcome")
    assert [action["index"] for action in actions] == list(range(1, len(actions) + 1))
    assert {action["kind"] for action in actions} == {"action"}
    assert [action["seat"] for action in actions] == [1 + i % 3 for i in range(len(actions))]  # toy: seats in turn


@pytest.mark.parametrize("table", [0, 1])
@pytest.mark.parametrize("index", [0, 7, 23])
def test_a_replay_is_the_game_of_the_batch(toy: SimpleNamespace, index: int, table: int) -> None:
    row = toy.player.play(toy.plan.rows(table, 0, 24))[index]
    outcome = records_of(toy, index, table)[-1]
    for name in ("game", "block", "decisions", "turns", "winners", "rounds"):
        assert outcome[name] == row[name], name
    for seat in range(3):
        for name in ("win_share", "rank", "place", "score"):
            assert outcome["seats"][seat][name] == row["seats"][seat][name], name


def test_a_replay_is_the_game_of_the_batch_with_fresh_deals() -> None:
    fresh = study_of("fresh")
    rows = fresh.player.play(fresh.plan.rows(1, 0, 24))
    for index in (0, 7, 23):
        header, *_, outcome = records_of(fresh, index, 1)
        assert (header["block"], header["deal"]) == (index // 6, index)
        assert [seat["score"] for seat in outcome["seats"]] == rows[index]["seats"]["score"].tolist()
        assert outcome["decisions"] == rows[index]["decisions"]


def test_every_action_is_one_of_the_legal_ones(toy: SimpleNamespace) -> None:
    for index in range(24):
        actions = records_of(toy, index, table=1)[1:-1]
        assert all(action["action"] in action["legal"] for action in actions)
        assert all(action["is_forced"] == (len(action["legal"]) == 1) for action in actions)


def test_decisions_count_the_actions_that_were_not_forced(toy: SimpleNamespace) -> None:
    _, *actions, outcome = records_of(toy, 3)
    assert outcome["decisions"] == sum(not action["is_forced"] for action in actions)


def test_a_referee_can_check_every_die_with_the_keys_of_the_header(toy: SimpleNamespace) -> None:
    """The toy's rule: a die is draw number i of fold(table_key, participant), i his dice so far."""
    header, *actions, _ = records_of(toy, 9)
    person = {seat["seat"]: seat["participant"] - 1 for seat in header["seats"]}
    rolled = dict.fromkeys(person.values(), 0)
    dice = 0
    for action in actions:
        if action["action"] != "roll":
            assert action["chance"] == []
            continue
        who = person[action["seat"]]
        key = rng_twin.fold(int(header["table_key"], 16), who)
        assert action["chance"] == [{"roll": 1 + rng_twin.draw(key, rolled[who], 6)}]
        rolled[who] += 1
        dice += 1
    assert dice > 0


@pytest.mark.parametrize(("deals", "number"), [("shared", 20 // 6), ("fresh", 20)])
def test_the_stream_keys_follow_from_seed_and_deal(deals: str, number: int) -> None:
    header = records_of(study_of(deals), 20)[0]
    study = rng_twin.fold(rng_twin.SALT, SEED)
    assert (header["block"], header["deal"]) == (20 // 6, number)
    assert int(header["deal_key"], 16) == rng_twin.fold(rng_twin.fold(study, 1), number)
    assert int(header["table_key"], 16) == rng_twin.fold(rng_twin.fold(study, 2), number)


def test_the_header_says_who_sits_where(toy: SimpleNamespace) -> None:
    header = records_of(toy, 2, table=1)[0]
    row = toy.plan.rows(1, 2, 3)[0]
    policies = {1: "random", 2: "hasty", 3: "balanced"}  # by participant
    for i, seat in enumerate(header["seats"]):
        assert seat["seat"] == i + 1
        assert seat["participant"] == row["participants"][i] + 1
        assert seat["policy"] == policies[seat["participant"]]
        assert seat["character"] == ("hare", "tortoise")[row["characters"][i]]
    assert header["document"] == toy.data.document
    assert (header["rules_digest"], header["cards_digest"]) == (toy.data.rules_digest, toy.data.cards_digest)


def test_clauses_that_fired_are_named(toy: SimpleNamespace) -> None:
    for action in records_of(toy, 4)[1:-1]:
        assert action["clauses"] == ["T-1" if action["action"] == "roll" else "T-2"]


def test_an_action_names_phase_and_decision_as_they_were_asked(toy: SimpleNamespace) -> None:
    for action in records_of(toy, 4)[1:-1]:
        assert (action["phase"], action["decision"]) == ("", "T1")  # the toy has no phases and one decision


def test_the_log_holds_the_draws_in_order(toy: SimpleNamespace) -> None:
    for action in records_of(toy, 4)[1:-1]:
        assert action["log"] == action["chance"]  # the toy notes no facts


def test_a_story_is_the_header_the_words_of_the_view_and_the_end(toy: SimpleNamespace) -> None:
    records = records_of(toy, 5)
    lines = list(tell(toy.game, toy.data, records, with_tables=False))
    told = [line for line in lines if "chooses to" in line]
    assert [line.split(" and throws")[0].rstrip(".") for line in told] == [
        f"Seat {a['seat']} chooses to {a['action']}" for a in records[1:-1]
    ]
    assert lines[0] == f"Toy race: game 5 of seed {SEED}"
    assert lines[1] in [f"  Seat 1: {title}, decided by balanced" for title in ("Hare", "Tortoise")]


@pytest.mark.parametrize(("encoding", "title"), [("utf-8", "競走 (a race)"), ("ascii", "toy"), ("cp1252", "toy")])
def test_a_narrow_output_gets_the_short_name(toy: SimpleNamespace, encoding: str, title: str) -> None:
    game = replace(toy.game, title="競走 (a race)", character_titles=("Hare 兎", "亀"))
    lines = list(tell(game, toy.data, records_of(toy, 5), False, encoding))
    assert lines[0] == f"{title}: game 5 of seed {SEED}"
    assert all(line.isascii() for line in lines[1:])
    names = {line.split()[2].rstrip(",") for line in lines[1:4]}
    assert names <= {"Hare", "tortoise"}  # the Latin part of a title, or the name


def end_lines(toy: SimpleNamespace, scores: list[int], shares: list[float]) -> list[str]:
    """How a game with these scores and win shares ends in words; all are hares."""
    *played, outcome = records_of(toy, 5)
    for seat, score, share in zip(outcome["seats"], scores, shares, strict=True):
        rank = 1 if share else 1 + sum(s > score for s in scores) + (score == max(scores))
        seat.update(score=score, win_share=share, rank=rank, character="hare")
    lines = list(tell(toy.game, toy.data, [*played, outcome], with_tables=False))
    return lines[len(lines) - 5 :]


@pytest.mark.parametrize(
    ("scores", "shares", "words"),
    [
        ([9, 12, 7], [0, 1, 0], "Hare (seat 2) wins with 12 points, 3 ahead of Hare (seat 1)."),
        (
            [9, 8, 9],
            [0.5, 0, 0.5],
            "Hare (seat 1) and Hare (seat 3) win together with 9 points, 1 ahead of Hare (seat 2).",
        ),
        ([9, 12, 12], [0, 0, 1], "Hare (seat 3) wins with 12 points, by the tie-break."),
        ([9, 9, 9], [1 / 3] * 3, "Hare (seat 1), Hare (seat 2) and Hare (seat 3) win together with 9 points."),
        ([9, 8, 7], [0, 0, 0], "Nobody wins."),
    ],
)
def test_the_winner_in_words(toy: SimpleNamespace, scores: list[int], shares: list[float], words: str) -> None:
    assert end_lines(toy, scores, shares)[-1] == words


def test_the_final_table_has_the_best_rank_first(toy: SimpleNamespace) -> None:
    assert end_lines(toy, [9, 12, 7], [0, 1, 0])[:4] == [
        "                 rank  score",
        "  Hare (seat 2)     1     12",
        "  Hare (seat 1)     2      9",
        "  Hare (seat 3)     3      7",
    ]


def test_the_table_is_shown_twice_or_after_every_action(toy: SimpleNamespace) -> None:
    records = records_of(toy, 5)
    n_actions = len(records) - 2

    def n_tables(with_tables: bool) -> int:
        return sum("'steps'" in line for line in tell(toy.game, toy.data, records, with_tables))

    assert n_tables(False) == 2
    assert n_tables(True) == 2 + n_actions


def test_notes_that_did_not_fit_are_counted(toy: SimpleNamespace) -> None:
    class Overflowing:
        game, n_seats, policies = toy.game, 3, toy.player.policies

        def iterate(self, plan_row: np.ndarray[Any, Any]) -> Iterator[Step]:
            for step in toy.player.iterate(plan_row):
                yield replace(step, n_lost=7) if step.action >= 0 else step

    header, *actions, _ = trace(Overflowing(), toy.data, toy.plan.rows(0, 0, 1), SEED)  # type: ignore[arg-type]
    assert "notes_lost" not in header
    assert all(action["notes_lost"] == 7 for action in actions)
