"""What spares a small game work: constants from one schema, shared kernels, the plain view."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pigkit import copy_of_pig, pig, player_of
from pydantic import Field

from sim import constants
from sim.core import CORE
from sim.driver import Driver
from sim.errors import UserError
from sim.plan import make_plan
from sim.registry import find
from sim.rng_twin import draw, fold
from sim.tables import digests, to_toml
from sim.trace import tell, trace
from sim.view import PlainView

# Constants --------------------------------------------------------------------------------------------------------


class Sample(constants.Strict):
    steps: int
    factor: float
    rows: list[int] = Field(max_length=3)


def test_a_schema_gives_the_record_that_kernels_read():
    record = constants.record_dtype(Sample)
    assert record.type is np.record
    assert {name: record[name].str or record[name].subdtype for name in record.names} == {
        "steps": "<i8",
        "factor": "<f8",
        "rows": "|V24",
    }
    assert record["rows"].subdtype == (np.dtype("i8"), (3,))


@pytest.mark.parametrize(
    ("annotation", "message"),
    [(str, "no.word: kernels read int, float and lists of them"), (list[int], "give the list a max_length")],
)
def test_what_kernels_cannot_read_is_refused(annotation, message):
    schema = type("no", (constants.Strict,), {"__annotations__": {"word": annotation}})
    with pytest.raises(TypeError, match=message):
        constants.record_dtype(schema)


def load_sample(folder: Path, rules: str, **options):
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(rules)
    (folder / "policies.toml").write_text("[balanced]\nabout = 'a'\nweights = { x = 1.0 }\n")
    return constants.loader(folder, Sample, ("x", "y"))(**options)


def test_constants_are_loaded_and_shorter_lists_end_in_zeros(tmp_path):
    data = load_sample(tmp_path, "[rules]\nsteps = 4\nfactor = 0.5\nrows = [7, 8]\n", sets=(("rules.rows.2", "9"),))
    assert data.tables[0].tolist()[:2] == (4, 0.5)
    assert data.tables[0]["rows"].tolist() == [7, 9, 0]
    assert not data.tables.flags.writeable
    assert data.weights["balanced"].tolist() == [1.0, 0.0]
    assert (data.pack, dict(data.provenance)) == ("none", {})
    assert (data.rules_digest, data.cards_digest) == digests(data.document)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            "[rules]\nsteps = 4\nfactor = 0.5\nrows = []\nstep = 1\n",
            r"rules.toml: unknown key of \[rules\] 'step'.*'steps'",
        ),
        ("[rules]\nsteps = 4\nfactor = 0.5\n", "rows is missing"),
        (
            "[rules]\nsteps = 4.0\nfactor = 0.5\nrows = []\n",
            "rules.toml line 2: steps = 4.0: should be a valid integer",
        ),
        ("[rules]\nsteps = 4\nfactor = 0.5\nrows = [1, 2, 3, 4]\n", "line 4: rows = .*write at most 3 entries"),
        ("[rules]\nsteps = 4\nfactor = 0.5\nrows = 3\n", r"rows = 3: write a list such as \[0\]"),
        ("[rulings]\nties = 'share'\n[rules]\n", "unknown ruling 'ties'"),
        ("[rule]\nsteps = 4\n", r"unknown table 'rule': did you mean 'rules'"),
        ("rules = 3", "rules = 3: write a table"),
    ],
)
def test_faulty_constants_are_named(tmp_path, rules, message):
    with pytest.raises(UserError, match=message):
        load_sample(tmp_path, rules)


def test_a_game_without_cards_takes_a_file_of_rules_as_its_pack(tmp_path):
    """`study.toml` holds the data so: what is written out reads back to the same digests."""
    game, data = pig(("rules.goal", "50"), ("policies.balanced.roll", "9.5"))
    file = tmp_path / "all.toml"
    file.write_text(to_toml(data.document))
    again = game.load(str(file))
    assert (again.rules_digest, again.cards_digest) == (data.rules_digest, data.cards_digest)
    assert again.tables["goal"] == 50
    assert again.weights["balanced"].tolist() == data.weights["balanced"].tolist()
    with pytest.raises(UserError, match="unknown card pack 'standin'"):
        game.load("standin")


def test_defaults_of_a_game():
    game, _ = pig()
    assert game.default_seats == 2
    assert game.counted == ("P-1", "P-2", "P-3", "P-4", "P-5", "P-6")
    assert game.characters == ("player",)


# Kernels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "ranks", "shares"),
    [
        ((10, 30, 20), (3, 1, 2), (0, 1, 0)),
        ((30, 10, 30), (1, 3, 1), (0.5, 0, 0.5)),
        ((5, 5, 5), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
        ((9, 8, 8), (1, 2, 2), (1, 0, 0)),
    ],
)
def test_rank_by_score(points, ranks, shares):
    driver = Driver(*pig(), 3)
    driver.setup()
    driver.states[0]["banked"][:3] = points
    row = driver.outcome()[0]
    assert tuple(row["seats"]["rank"]) == ranks
    assert tuple(row["seats"]["win_share"]) == shares
    assert row["winners"] == ranks.count(1)


def test_hide_only_chance_changes_later_rolls_and_nothing_else():
    driver = Driver(*pig(), 2)
    driver.setup(seed=3)
    driver.apply(0)
    before, features = driver.states.copy(), driver.describe()
    keys = before["core"]["deal_key"][0], before["core"]["table_key"][0]
    driver.resample(0, 77)
    assert (driver.describe() == features).all()
    core = driver.states["core"]
    assert (core["deal_key"][0], core["table_key"][0]) == (fold(77, 0), fold(77, 1))
    core["deal_key"], core["table_key"] = keys
    assert driver.states.tobytes() == before.tobytes()


def test_rolls_are_those_that_the_rules_file_describes():
    """RULES.md, Chance: 1 + draw(fold(table_key, participant), n - 1, sides), whatever the chair."""
    game, data = pig()
    plan = make_plan(game, 6, 3, ["balanced"], seed=8)
    for index in range(plan.n_games):
        header, *records = trace(player_of(game, data, plan), data, plan.rows(0, index, index + 1), 8)
        people = {seat["seat"]: seat["participant"] - 1 for seat in header["seats"]}
        counts = dict.fromkeys(people, 0)
        for record in records:
            for event in record.get("chance", ()):
                seat = event["seat"]
                key = fold(int(header["table_key"], 16), people[seat])
                assert event["roll"] == 1 + draw(key, counts[seat], 6)
                counts[seat] += 1
        assert all(counts.values())


@pytest.mark.parametrize(("value", "shown"), [("3", r"\[0, 0, 0, 0, 0, 0\]"), ('"no"', r'\["no", "no", .*\]')])
def test_a_list_is_asked_for_by_an_example(value, shown):
    with pytest.raises(UserError, match=rf"handicap = {value}: write a list such as {shown}"):
        pig(("rules.handicap", value))


# The plain view ---------------------------------------------------------------------------------------------------


def test_plain_view(tmp_path):
    folder = copy_of_pig(tmp_path / "pig", {"view.py": ("    def tell(", "    def told(")})
    game = find(str(folder))
    data = game.load()
    view = game.view
    assert [view.parse_action(None, data, view.action_text(None, data, code)) for code in (0, 1)] == [0, 1]
    with pytest.raises(UserError, match=r"unknown action 'rol': did you mean 'roll'\? known are roll, hold"):
        view.parse_action(None, data, "rol")
    plan = make_plan(game, 1, 3, ["balanced"], seed=1)
    records = list(trace(player_of(game, data, plan), data, plan.rows(0, 0, 1), 1))
    assert records[0]["state"] == {"to_move": 1, "turn_total": 0, "banked": [0, 0, 0]}
    assert records[-2]["state"]["to_move"] is None
    lines = list(tell(game, data, records, with_tables=True))
    roll = records[1]["chance"][0]["roll"]
    at = lines.index(f"Seat 1: roll: roll {roll}")
    assert lines[at + 1] == f"  turn total {records[1]['state']['turn_total']}; banked 0 0 0"
    assert sum(line.startswith("Seat") and ": hold" in line for line in lines) == sum(
        record.get("action") == "hold" for record in records
    )
    assert isinstance(view, PlainView)


def test_only_what_is_by_seat_is_cut_to_the_seats():
    """Of the seven counts none is lost, though four play; of the hands by seat, those of nobody are."""
    fields = [("core", CORE), ("counts", "i1", (7,)), ("left", "i1"), ("hands", "i1", (6, 2)), ("tokens", "i1", (6,))]
    state = np.zeros(1, np.dtype((np.record, fields)))[0]
    state.core.n_seats = 4
    state.counts = range(1, 8)
    view = PlainView(("draw",), (), ("left", "counts"), seat_fields=("hands", "tokens"))
    shown = {"left": 0, "counts": [1, 2, 3, 4, 5, 6, 7], "hands": [[0, 0]] * 4, "tokens": [0] * 4}
    assert view.state_json(state, None) == {"to_move": 1, **shown}
