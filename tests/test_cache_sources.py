"""What is changed is used at the next run: rules, constants, data, policies, the engine; content counts, not time."""

from __future__ import annotations

import shutil

import pytest
from cachekit import PLAY, ROOT, Played, code_files, copy_toy, play, replace_text, spread_toy, start
from toykit import TOY_FOLDER

POLICY = """from elsewhere import OTHER, pick
CARD = 0


def best(state, tables, actions, n, weights, memory):
    return pick(n) * CARD
"""
ELSEWHERE = """
OTHER = 0


@kernel
def pick(n):
    return n - 1 - OTHER
"""


def more(*values):
    """Another case of what the ones beside it ask, which takes two compiles as well: at full size only."""
    return pytest.param(*values, marks=pytest.mark.verify)


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory):
    """A cache that holds the toy, and what a cold process computed."""
    cache = tmp_path_factory.mktemp("warm")
    return cache, play(TOY_FOLDER, cache)


@pytest.fixture(scope="module")
def spread(tmp_path_factory):
    """The toy with its steps spread over many files, its cache, and what a cold process computed."""
    base = tmp_path_factory.mktemp("spread")
    folder = spread_toy(base / "game", base / "elsewhere")
    return base, play(folder, base / "cache", PYTHONPATH=f"{ROOT}:{base / 'elsewhere'}")


def play_spread(base) -> Played:
    return play(base / "game", base / "cache", PYTHONPATH=f"{ROOT}:{base / 'elsewhere'}")


def test_a_spread_toy_is_the_toy(spread, warm_cache):
    assert spread[1].total == warm_cache[1].total


def test_second_process_starts_warm_with_the_same_result(warm_cache):
    cache, cold = warm_cache
    assert (cold.n_loaded, cold.n_compiled, cold.problem) == (0, 1, "")
    assert play(TOY_FOLDER, cache) == cold._replace(n_loaded=1, n_compiled=0)


def test_a_copy_elsewhere_is_the_same_game(warm_cache, tmp_path):
    cache, cold = warm_cache
    assert play(copy_toy(tmp_path / "toy"), cache) == cold._replace(n_loaded=1, n_compiled=0)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("game/rules.py", "1 + draw(fold(core", "2 + draw(fold(core"),  # a rule
        more("game/sizes.py", "BONUS = 0", "BONUS = 1"),  # a constant of another module of the game
        ("game/inner/steps.py", "0 * roll", "1 * roll"),  # a helper in a sub-package
        more("game/inner/steps.py", "MORE = 0", "MORE = 1"),  # a constant in a sub-package
        ("game/data/extra.json", "[0]", "[1]"),  # a constant read from a data file at import
        ("elsewhere/elsewhere.py", "0 * roll", "1 * roll"),  # a helper outside the game's folder
        ("elsewhere/elsewhere.py", "MORE = 0", "MORE = 1"),  # a constant outside the game's folder
    ],
)
def test_a_change_that_compiled_code_depends_on_compiles_anew(spread, file, old, new):
    """Neither the size nor the time of a file of the game tells of the change.

    A module outside the game's folder is imported by Python's own rules, which look at the time, in whole seconds.
    """
    base, before = spread
    later_s = 2 if file.startswith("elsewhere") else 0
    replace_text(base / file, old, new, later_s)
    try:
        changed = play_spread(base)
    finally:
        replace_text(base / file, new, old, later_s)
    assert (changed.n_loaded, changed.n_compiled, changed.problem) == (0, 1, "")
    assert changed.total != before.total
    assert changed.digest != before.digest
    assert play_spread(base) == before._replace(n_loaded=1, n_compiled=0)


def test_a_changed_value_of_the_tables_compiles_nothing_and_is_used(spread):
    base, before = spread
    replace_text(base / "game/data/rules.toml", "goal = 20", "goal = 90")
    try:
        changed = play_spread(base)
    finally:
        replace_text(base / "game/data/rules.toml", "goal = 90", "goal = 20")
    assert changed.is_warm
    assert changed.digest == before.digest
    assert changed.total > 2 * before.total


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("state.py", '("sides", "i1")', '("sides", "i2")'),  # a field of the tables
        ("state.py", "N_CARDS, HAND = 12, 2", "N_CARDS, HAND = 16, 2"),  # a capacity of the state
        ("__init__.py", '"score", "i2"', '"score", "i4"'),  # a column of the outcome
        more("__init__.py", '"steps_to_goal", "_pad"', '"steps_to_goal",'),  # one feature fewer
        more("__init__.py", "max_legal=4", "max_legal=5"),
        ("__init__.py", "max_decisions=100", "max_decisions=3"),
    ],
)
def test_a_changed_shape_compiles_anew(warm_cache, tmp_path, file, old, new):
    cache, before = warm_cache
    folder = copy_toy(tmp_path / "toy")
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    changed = play(folder, cache)
    assert (changed.n_loaded, changed.n_compiled) == (0, 1)
    assert changed.digest != before.digest
    is_same_game = old not in ("N_CARDS, HAND = 12, 2", "max_decisions=100")
    assert (changed.total == before.total) == is_same_game


def test_a_capacity_out_of_a_data_file_compiles_anew(tmp_path):
    """Sources and constants are equal; only the state's dtype differs, and the machine code is kept by it."""
    folder, cache = copy_toy(tmp_path / "toy"), tmp_path / "cache"
    state = folder / "state.py"
    text = state.read_text(encoding="utf-8")
    text = text.replace('("n_deck", "i1"),', '("n_deck", "i1"), ("spare", "i1", (SPARE,)),')
    text = text.replace(
        "N_CARDS, HAND", 'SPARE = int((Path(__file__).parent / "spare.txt").read_text())\nN_CARDS, HAND'
    )
    state.write_text("from pathlib import Path\n\n" + text, encoding="utf-8")
    (folder / "spare.txt").write_text("3")
    before = play(folder, cache)
    replace_text(folder / "spare.txt", "3", "7")
    changed = play(folder, cache)
    assert (changed.n_loaded, changed.n_compiled, changed.total) == (0, 1, before.total)
    assert len(code_files(cache)) == 2
    replace_text(folder / "spare.txt", "7", "3")
    assert play(folder, cache).is_warm


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("mine.py", "CARD = 0", "CARD = 1"),
        more("mine.py", "* CARD", "+ CARD"),
        ("elsewhere.py", "OTHER = 0", "OTHER = 1"),
    ],
)
def test_a_changed_policy_is_used(tmp_path, file, old, new):
    """Or a changed module that it imports."""
    cache, policy = tmp_path / "cache", tmp_path / "mine.py"
    policy.write_text(POLICY.replace("CARD = 0", "CARD = 1") if file == "elsewhere.py" else POLICY)
    (tmp_path / "elsewhere.py").write_text("from sim.kernel import kernel\n" + ELSEWHERE)
    options = {"PYTHONPATH": f"{ROOT}:{tmp_path}"}
    before = play(TOY_FOLDER, cache, f"{policy}:best", **options)
    replace_text(tmp_path / file, old, new, later_s=2 if file == "elsewhere.py" else 0)
    changed = play(TOY_FOLDER, cache, f"{policy}:best", **options)
    assert (changed.n_loaded, changed.n_compiled) == (0, 1)
    assert changed.total != before.total
    assert changed.digest != before.digest


def test_a_changed_engine_is_used(warm_cache, tmp_path):
    """A copy of the tree: its machine code is shared as long as it is the same engine."""
    cache, before = warm_cache
    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__", "games"))
    (tmp_path / "sim" / "games").mkdir()
    copy = {"PYTHONPATH": str(tmp_path)}
    assert play(TOY_FOLDER, cache, **copy) == before._replace(n_loaded=1, n_compiled=0)
    replace_text(tmp_path / "sim" / "rng_twin.py", "0x6661697273656174", "0x6661697273656175", later_s=2)
    changed = play(TOY_FOLDER, cache, **copy)
    assert (changed.n_loaded, changed.n_compiled) == (0, 1)
    assert changed.total != before.total
    assert changed.digest != before.digest


def test_a_file_edited_after_its_import_keeps_the_cache_clean(tmp_path):
    """The process refuses to go on; what it imported must not be kept as the new source."""
    folder, cache = copy_toy(tmp_path / "toy"), tmp_path / "cache"
    first = play(folder, cache)
    edit = "import pathlib; rules = pathlib.Path(sys.argv[1]) / 'rules.py'\n"
    edit += "rules.write_text(rules.read_text().replace('1 + draw(fold(core', '2 + draw(fold(core'))\n"
    late = PLAY.replace("rows = ", edit + "rows = ", 1)
    assert late != PLAY
    process = start(folder, cache, code=late)
    assert "edited while it is in use" in process.communicate()[1]
    assert process.returncode == 1
    second = play(folder, cache)
    assert (second.n_loaded, second.n_compiled) == (0, 1)
    assert second.total > first.total
