"""The cells of a sweep, its file, and its progress: what is asked, before any game is played."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w
from cellkit import PIG

from scripts import sweepfile
from scripts.cellprogress import ShowCells, time_left
from scripts.grid import BASE, MAX_CELLS, VarySet, changes, make_grid
from scripts.request import Request, prepare
from scripts.rulings import alternatives, ruling_set
from scripts.sweep import parse_timeout
from scripts.sweepfile import SweepQuestion, set_of
from sim.cells import CellsProgress
from sim.errors import UserError


def grid_of(*texts: str, design: str = "grid", request: Request | None = None, **options):
    return make_grid(request or Request(PIG), 100, [set_of(texts, design)], **options)


def settings_of(grid) -> dict[str, dict[str, str]]:
    return {cell.name: dict(cell.settings) for cell in grid.cells}


def test_a_grid_is_every_combination_and_the_base():
    grid = grid_of("rules.goal=50,60", "players=2:4")
    assert settings_of(grid) == {
        "base": {},
        **{
            f"c{1 + 3 * i + j}": {"rules.goal": goal, "players": players}
            for i, goal in enumerate(("50", "60"))
            for j, players in enumerate(("2", "3", "4"))
        },
    }
    assert [cell.job.n_seats for cell in grid.cells] == [2, 2, 3, 4, 2, 3, 4]
    assert [cell.job.n_games for cell in grid.cells] == [100, 100, 102, 120, 100, 102, 120]
    assert grid.paths == ("rules.goal", "players")


def test_the_cell_of_a_grid_that_changes_nothing_is_the_base():
    grid = grid_of("rules.goal=50,100", "seating=balanced,fixed")
    assert settings_of(grid)[BASE] == {"rules.goal": "100", "seating": "balanced"}
    assert len(grid.cells) == 4
    assert grid.cells[0].name == BASE


def test_one_at_a_time_leaves_all_else_at_the_base():
    grid = grid_of("rules.goal=50:150:50", "rules.sides=6,8", design="one-at-a-time")
    assert list(settings_of(grid).values()) == [{}, {"rules.goal": "50"}, {"rules.goal": "150"}, {"rules.sides": "8"}]
    request = Request(PIG, sets=("rules.goal=150",))
    grid = grid_of("rules.goal=50:150:50", request=request, design="one-at-a-time")
    assert list(settings_of(grid).values()) == [{}, {"rules.goal": "50"}, {"rules.goal": "100"}]


def test_cells_play_what_they_are_asked_and_share_chance():
    grid = grid_of("policies.balanced.roll=9.5,19.5", "policy=hold_10,balanced", "deals=shared,fresh")
    for cell in grid.cells:
        request, n_games = cell.job.arguments
        setup = prepare(request, n_games)
        assert setup.plan.seed == grid.base.plan.seed
        wanted = dict(cell.settings)
        assert setup.plan.table_text(0) == wanted.get("policy", "balanced")
        assert setup.plan.deals == wanted.get("deals", "shared")
        assert setup.data.weights["balanced"][0] == float(wanted.get("policies.balanced.roll", 19.5))


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (
            ["rules.goal=0:60:20"],
            "cell rules.goal=0: --vary rules.goal=0: goal = 0: should be greater than or equal to 1",
        ),
        (["rules.goal=50", "players=2,9"], "cell rules.goal=50, players=9: --players 9: pig takes "),
        (["rules.gaol=1,2"], "cell rules.gaol=1: --vary rules.gaol=1: unknown rule 'gaol': did you mean 'goal'?"),
        (["policy=balanced,hold_9"], "cell policy=hold_9: unknown policy 'hold_9': did you mean 'hold_"),
        (["seating=round"], "cell seating=round: unknown seating 'round'"),
        (["rules.goal=1:200", "rules.sides=2:100"], "19,800 cells (200 x 99): at most 10,000 can be played"),
        (["rules.goal=1:2", "rules.goal=3:4"], "--vary rules.goal: named twice"),
        ([], "nothing to vary: name --vary PATH=VALUES"),
    ],
)
def test_impossible_cells_are_named_in_one_line(texts, said):
    with pytest.raises(UserError) as error:
        grid_of(*texts)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_a_ready_sweep_goes_on_without_its_impossible_cells():
    grid = grid_of("rules.goal=0,50", design="one-at-a-time", is_lenient=True)
    assert list(settings_of(grid).values()) == [{}, {"rules.goal": "50"}]
    (spoilt,) = grid.spoilt
    assert (dict(spoilt.settings), spoilt.status) == ({"rules.goal": "0"}, "failed")
    assert spoilt.reason == "--vary rules.goal=0: goal = 0: should be greater than or equal to 1"


def test_a_varied_policy_replaces_one_table():
    request = Request(PIG, policies=("balanced", "random"))
    with pytest.raises(UserError, match="--vary policy beside several --policy tables"):
        grid_of("policy=hold_10", request=request)


def test_cells_are_counted_before_they_are_made():
    wide = [set_of(["rules.goal=1:200", "rules.sides=2:51"], "grid")]
    assert len(changes(wide)) == MAX_CELLS
    with pytest.raises(UserError, match="at most 10,000"):
        changes([*wide, VarySet(set_of(["rules.goal=1"], "grid").varies)])


# ---- the file ----

FILE = f"""
[sweep]
game = "{PIG}"
games = 300
seed = 4

[vary.bonus]
values = {{ "rules.handicap.1" = "0:4:2", "rules.goal" = [50, 60] }}

[vary.style]
design = "one-at-a-time"
values = {{ policy = ["balanced", "1=hold_10,2=hold_20"], rules.handicap = [[0, 1, 0, 0, 0, 0]] }}
"""


def read_text(tmp_path: Path, text: str):
    (tmp_path / "mine.toml").write_text(text)
    with sweepfile.read(tmp_path / "mine.toml") as (request, question):
        return request, question, make_grid(request, question.n_games, question.sets)


def test_a_file_by_hand(tmp_path):
    quoted = FILE.replace('"1=hold_10,2=hold_20"', "'\"1=hold_10,2=hold_20\"'")
    request, question, grid = read_text(tmp_path, quoted)
    assert (request.seed, question.n_games, question.margin, question.level) == (4, 300, 0.01, 0.95)
    assert [one.name for one in question.sets] == ["bonus", "style"]
    wanted = [{"rules.handicap.1": a, "rules.goal": b} for a in "024" for b in ("50", "60")]
    wanted += [{"policy": '"1=hold_10,2=hold_20"'}, {"rules.handicap": "[0, 1, 0, 0, 0, 0]"}]
    assert [dict(cell.settings) for cell in grid.cells] == [{}, *wanted]


def test_what_a_sweep_writes_is_the_same_sweep(tmp_path):
    request = Request(PIG, players=3, sets=("rules.sides=8",), seed=9, characters=None)
    one = set_of(["rules.goal=50:70:10", "policy=balanced,hold_10"], "grid")
    question = SweepQuestion(300, 0.02, 0.9, (one,))
    before = make_grid(request, 300, question.sets)
    text = sweepfile.write(before.base, question)
    _, again, after = read_text(tmp_path, text)
    assert settings_of(after) == settings_of(before)
    assert [cell.job.facts for cell in after.cells] == [cell.job.facts for cell in before.cells]
    assert (again.n_games, again.margin, again.level, after.base.plan) == (300, 0.02, 0.9, before.base.plan)
    assert sweepfile.write(after.base, again) == text
    assert sweepfile.run_name(after.base, again) == sweepfile.run_name(before.base, question)
    assert sweepfile.asked(after.base, again)["sweep"] == sweepfile.asked(before.base, question)["sweep"]
    assert again.command == sweepfile.command_text(before.base, question)


def test_a_sweep_over_packs_names_them(tmp_path):
    request = Request("kaguya", rules=None, sets=("rules.start_score=6",))
    question = SweepQuestion(100, 0.01, 0.95, (set_of(["cards=bare,standin"], "grid"),))
    before = make_grid(request, 100, question.sets)
    text = sweepfile.write(before.base, question)
    assert "[pack]" not in text
    _, _, after = read_text(tmp_path, text)
    assert [cell.job.facts for cell in after.cells] == [cell.job.facts for cell in before.cells]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 300", "gmaes = 300", "mine.toml: unknown key of [sweep] 'gmaes': did you mean 'games'?"),
        ("games = 300", 'games = "300"', "mine.toml: [sweep] games = '300' is of the wrong kind"),
        ("games = 300", "games = true", "mine.toml: [sweep] games = True is of the wrong kind"),
        ("games = 300", "games = 0", "mine.toml: [sweep] games = 0: give a number from 1"),
        ("games = 300", "level = 95", "mine.toml: [sweep] level = 95: give a share"),
        ("games = 300", "margin = 1", "mine.toml: [sweep] margin = 1: give a share"),
        ("[sweep]", "[swep]", "mine.toml: there is no [sweep] table"),
        ("game =", "players = 2 #", "mine.toml: [sweep] game is missing"),
        ("design =", "desing =", "mine.toml: [vary.style]: unknown key 'desing': did you mean 'design'?"),
        ('"one-at-a-time"', '"one"', "mine.toml: [vary.style]: unknown design 'one'"),
        ('"0:4:2"', '"4:0"', "mine.toml: [vary.bonus] rules.handicap.1=4:0: no value lies between"),
        ('"0:4:2"', "[]", "mine.toml: [vary.bonus] rules.handicap.1 = []: write a list"),
        ('"rules.goal"', '"ruls.goal"', "mine.toml: [vary.bonus] unknown path 'ruls': did you mean 'rules'?"),
        ("[vary.bonus]", "[vry.bonus]", "mine.toml: unknown table 'vry': did you mean 'vary'?"),
        ("[sweep]", 'pack = { name = "x" }\n[sweep]\ncards = "x"', "mine.toml: [sweep] cards beside [pack]"),
    ],
)
def test_a_bad_file_is_answered_in_one_line(tmp_path, old, new, said):
    assert old in FILE
    with pytest.raises(UserError) as error:
        read_text(tmp_path, FILE.replace(old, new))
    assert str(error.value).startswith(said), error.value
    assert "\n" not in str(error.value)


def test_a_file_without_anything_to_vary(tmp_path):
    with pytest.raises(UserError, match=r"mine\.toml: nothing to vary: write \[vary\.NAME\]"):
        read_text(tmp_path, tomli_w.dumps({"sweep": {"game": PIG}}))


# ---- rulings ----


@pytest.mark.parametrize("game", ["kaguya", "konoten", "rider"])
def test_every_ruling_is_played_at_every_other_value(game):
    from importlib import import_module

    declared = import_module(f"sim.games.{game}.codes").RULINGS
    found = {vary.path.removeprefix("rulings."): set(vary.values) for vary in ruling_set(Request(game)).varies}
    usual = prepare(Request(game)).data.document["rulings"]
    wanted = {name: {_text(value) for value in values} - {_text(usual[name])} for name, values in declared.items()}
    assert found == wanted


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_alternatives():
    said = {"a": "one | two (the second | third) | no", "c": "fixed by the box", "d": "1 | 2 | 3"}
    found = alternatives({"a": "one", "b": True, "c": "x", "d": 2}, said)
    assert found == {"a": ("two",), "b": ("false",), "c": (), "d": ("1", "3")}


def test_a_game_without_rulings_says_so():
    with pytest.raises(UserError, match="pig has no rulings"):
        ruling_set(Request(PIG))


# ---- progress ----


def stands(n_cells: int, n_games: int):
    yield CellsProgress("c1", n_cells, 0, 0, n_games, 0, None)
    for i in range(n_cells):
        done = (i + 1) * n_games // n_cells
        yield CellsProgress(f"c{i + 1}", n_cells, i, i // 2, n_games, done, (n_cells - i) * 0.9)
        yield CellsProgress(f"c{i + 1}", n_cells, i + 1, i // 2, n_games, done, (n_cells - i - 1) * 0.9)


def test_progress_off_a_terminal_is_short_and_ends_at_all(capsys):
    with ShowCells("sweep", is_quiet=False) as shown:
        for i in range(30):
            shown.tell(f"sentence {i} " + "x" * 300)
        for stand in stands(200, 400_000):
            shown(stand)
    told = capsys.readouterr().err
    assert len(told.encode()) <= 2_000
    lines = [line for line in told.splitlines() if line.startswith("sweep: ")]
    percents = [int(line.split()[1]) for line in lines]
    assert percents == list(range(0, 101, 10))
    assert lines[0] == "sweep: 0 % of 400,000 games, 0 of 200 cells, time left not known yet"
    assert lines[5] == "sweep: 50 % of 400,000 games, 99 of 200 cells (49 failed), about 91 s left".replace(
        "91 s", "2 min"
    )
    assert lines[-1] == "sweep: 100 % of 400,000 games, 200 of 200 cells (99 failed)"
    with ShowCells("sweep", is_quiet=True) as shown:
        for stand in stands(20, 400):
            shown(stand)
        shown.tell("nothing")
    assert capsys.readouterr().err == ""


def test_time_left_in_words():
    assert [time_left(s) for s in (None, 0.2, 89, 100, 3_600, 9_000)] == [
        "time left not known yet",
        *("about 1 s left", "about 89 s left", "about 2 min left", "about 60 min left", "about 2.5 h left"),
    ]


def test_cell_timeout():
    assert [parse_timeout(text) for text in ("auto", "none", "2.5")] == ["auto", None, 2.5]
    for text in ("0", "-1", "nan", "soon", "inf"):
        with pytest.raises(UserError, match=rf"--cell-timeout '{text}': give seconds above 0, auto or none"):
            parse_timeout(text)
