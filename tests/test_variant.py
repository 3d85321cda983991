"""Variants: what PATH=VALUE and lists of values mean."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.request import Request
from scripts.variant import apply, parse_setting, parse_vary, split_values
from sim.errors import UserError


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("rules.a=0:6", "0 1 2 3 4 5 6"),
        ("rules.a=0:1:0.1", "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"),
        ("rules.a=0:1:0.3", "0 0.3 0.6 0.9"),
        ("rules.a=5:1:-2", "5 3 1"),
        ("rules.a=-1:1:.5", "-1 -0.5 0 0.5 1"),
        ("rules.a=1e1:3e1:5", "10 15 20 25 30"),
        ("rules.a=4:4", "4"),
        ("rules.a=1:10:3,20", "1 4 7 10 20"),
        ("rulings.a=own, stock", "own stock"),
        ("rulings.a=true,false", "true false"),
        ("players=2:4", "2 3 4"),
        ("policy=balanced,mine.py:best", "balanced mine.py:best"),
    ],
)
def test_values(text, values):
    assert parse_vary(text).values == tuple(values.split())


def test_commas_in_brackets_and_quotes_part_nothing():
    vary = parse_vary("""cards.X.do=[{ a = 1, b = "x, ]y" }, 2], ['p,q', "\\","]""")
    assert vary.values == ("""[{ a = 1, b = "x, ]y" }, 2]""", """['p,q', "\\","]""")
    assert parse_vary('policy="1=a,2=b",c').values == ('"1=a,2=b"', "c")


@given(st.integers(-500, 500), st.integers(0, 60), st.integers(1, 400), st.integers(0, 4), st.integers(0, 10**6))
def test_a_range_is_start_plus_whole_steps_up_to_the_end(first, n_steps, step, places, rest):
    scale = Decimal(1).scaleb(-places)
    start, width = first * scale, step * scale
    end = start + n_steps * width + width * rest / (10**6 + 1)  # below one more step
    values = parse_vary(f"rules.a={start:f}:{end:f}:{width:f}").values
    assert [Decimal(value) for value in values] == [start + k * width for k in range(n_steps + 1)]
    for value in values:
        assert "e" not in value.lower()
        assert value != "-0"
        assert not ("." in value and value.endswith(("0", ".")))
        assert places > 0 or str(int(value)) == value


@given(st.lists(st.from_regex(r"[a-z]{1,4}|\[[0-9](, [0-9]){0,3}\]|\"[a-z,\[{]{0,4}\"", fullmatch=True), min_size=1))
def test_split_values_gives_back_what_was_joined(pieces):
    assert split_values(", ".join(pieces)) == pieces


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules.a", "'rules.a': write PATH=a:b:step or PATH=x,y,z"),
        ("rules.a=1,,2", "rules.a: a value is missing"),
        ("rules.a=1,2,1", "rules.a: the value 1 stands twice"),
        ("rules.a=50,+50", "rules.a: the value +50 is 50 again; name each once"),
        ("rules.a=1:3,2.0", "rules.a: the value 2.0 is 2 again"),
        ("rules.a=[0,1],[0, 1.0]", "rules.a: the value [0, 1.0] is [0,1] again"),
        ("rulings.a=own,'own'", "rulings.a: the value 'own' is own again"),
        ("players=2,02", "players: the value 02 is 2 again"),
        ("policy=a,'a'", "policy: the value 'a' is a again"),
        ("rules.a=5:1", "rules.a=5:1: no value lies between; with step 1 the end must be above the start"),
        ("rules.a=1:5:-1", "with step -1 the end must be below the start"),
        ("rules.a=0:1:0", "rules.a=0:1:0: the step is 0"),
        ("rules.a=0:1e9", "1,000,000,001 values; at most 10,000"),
        ("rules.a=[1,2", "rules.a: value '[1,2' is no TOML value"),
        ("ruels.a=1:2", "unknown path 'ruels': did you mean 'rules'?"),
        ("player=1:2", "unknown path 'player': did you mean 'players'?"),
        ("players.2=1", "players has no parts; write players=VALUE"),
        ("rulings=a,b", "path 'rulings': which one? Write rulings.NAME"),
        ("policies=a,b", "write policy=NAME"),
        ("seed=1:3", "all variants play with one seed"),
        ('characters="a,b', "the quotes do not close"),
    ],
)
def test_bad_lists_are_answered_in_one_line(text, said):
    with pytest.raises(UserError) as error:
        parse_vary(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_apply_changes_options_and_sets():
    base = Request("pig", sets=("rules.goal=50", "rules.sides=6"), policies=("balanced", "random"))
    settings = {
        "rules.goal": "60",
        "players": "3",
        "policy": '"1=random,2=balanced"',
        "seating": "fixed",
        "deals": "fresh",
        "cards": "mine.toml",
        "rules": "mine_rules.toml",
        "characters": '"a,b"',
    }
    found = apply(base, settings)
    assert found == Request(
        "pig",
        players=3,
        policies=("1=random,2=balanced",),
        characters="a,b",
        cards="mine.toml",
        rules=Path("mine_rules.toml"),
        sets=("rules.sides=6", "rules.goal=60"),
        seating="fixed",
        deals="fresh",
    )
    assert apply(base, {}) == base


def test_apply_refuses_unknown_paths_and_numbers():
    for settings, said in (
        ({"rulez.goal": "1"}, "did you mean 'rules'?"),
        ({"players": "two"}, "players='two': give a whole number"),
    ):
        with pytest.raises(UserError) as error:
            apply(Request("pig"), settings)
        assert said in str(error.value)


def test_parse_setting():
    assert parse_setting("rules.goal = 50") == ("rules.goal", "50")
    with pytest.raises(UserError, match=r"rules\.goal: value '\[' is no TOML value"):
        parse_setting("rules.goal=[")


def test_a_switch_is_no_number():
    assert parse_vary("rules.a=1,true,0,false").values == ("1", "true", "0", "false")
