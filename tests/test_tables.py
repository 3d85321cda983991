"""The generic layer of data files: reading, merging, single values, digests, writing, weights."""

import hashlib
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from sim import tables
from sim.errors import UserError
from sim.tables.sources import Source
from sim.tables.values import parse_value

RULES = """
[rules]
hands = 2
track = [1, 2, 3]

[rulings]
ties = "share"
"""
PACK = """
[pack]
name = "one"

[[card]]
id = "ace"
provenance = "seed"
do = [{ op = "gain", n = 1 }, { op = "lose" }]

[[card]]
id = "deuce"
provenance = "assumed"
text = "nothing"

[[spot]]
id = "corner"
provenance = "assumed"
"""
POLICIES = """
[random]
about = "any"
family = "random"

[calm]
about = "quiet"
weights = { pips = 1.5, risk = -2 }
"""


@pytest.fixture
def shape(tmp_path: Path) -> tables.DataShape:
    (tmp_path / "packs").mkdir()
    (tmp_path / "rules.toml").write_text(RULES)
    (tmp_path / "policies.toml").write_text(POLICIES)
    (tmp_path / "packs" / "one.toml").write_text(PACK)
    return tables.DataShape(tmp_path, ("card", "spot"), ("id", "provenance", "text", "do"), "one")


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def message(shape: tables.DataShape, cards=None, rules=None, sets=()) -> str:
    with pytest.raises(UserError) as caught:
        tables.resolve(shape, cards, rules, sets)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_shipped_data_are_read_as_they_stand(shape):
    data = tables.resolve(shape, None, None, ())
    assert data.rules == {"hands": 2, "track": [1, 2, 3]}
    assert data.rulings == {"ties": "share"}
    assert [entry["id"] for entry in data.entries()] == ["ace", "deuce", "corner"]
    assert list(data.policies) == ["random", "calm"]
    assert tables.provenance_counts(data.entries(), ("seed", "public", "assumed")) == {
        "seed": 1, "public": 0, "assumed": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('provenance = "hearsay"', "ace.provenance = 'hearsay': write one of seed, public"),
        ("", "ace.provenance is missing: write one of seed, public"),
    ],
)
def test_words_of_provenance(shape, tmp_path, line, said):
    pack = written(tmp_path / "mine.toml", f'[pack]\nname = "mine"\n[[{shape.kinds[0]}]]\nid = "ace"\n{line}\n')
    data = tables.resolve(shape, str(pack), None, ())
    with pytest.raises(UserError, match=re.escape(said)) as caught:
        tables.game_data(data, np.zeros(1), ("pips", "risk"), ("seed", "public"))
    assert str(caught.value).startswith("mine.toml line ")
    assert tables.game_data(data, np.zeros(1), ("pips", "risk")).provenance == {}


def test_later_sources_win(shape, tmp_path):
    pack = written(tmp_path / "mine.toml", "[rules]\nhands = 3\ntrack = [4, 4, 4]\n" + PACK)
    rules = written(tmp_path / "house.toml", "[rules]\nhands = 4\n[rulings]\nties = 'tail'\n")
    assert tables.resolve(shape, str(pack), None, ()).rules == {"hands": 3, "track": [4, 4, 4]}
    merged = tables.resolve(shape, str(pack), rules, ())
    assert (merged.rules, merged.rulings) == ({"hands": 4, "track": [4, 4, 4]}, {"ties": "tail"})
    merged = tables.resolve(shape, str(pack), rules, [("rules.hands", "5"), ("rules.hands", "6")])
    assert merged.rules["hands"] == 6


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("-1.5", -1.5), ("[5,6]", [5, 6]), ("word", "word"), ("need_one", "need_one"), ("true", True),
     ("'two words'", "two words"), ("{ a = 1 }", {"a": 1}), ("会長", "会長")],
)  # fmt: skip
def test_values_of_the_command_line(text, value):
    assert parse_value(text) == value


@pytest.mark.parametrize("text", ["", "two words", "[1", "1\nw = 2", "a.b"])
def test_values_that_are_none(text):
    with pytest.raises(UserError, match="TOML value"):
        parse_value(text)


def test_single_values_reach_lists_and_tables_from_1(shape):
    sets = [
        ("rules.track.1", "9"),
        ("cards.ace.do.1.n", "4"),
        ("cards.ace.do.2", "{ op = 'keep' }"),
        ("cards.deuce.do", "[{ op = 'gain' }]"),
        ("policies.calm.pips", "0.25"),
        ("policies.calm.tempo", "1"),
        ("rulings.ties", "tail"),
    ]
    data = tables.resolve(shape, None, None, sets)
    ace, deuce = data.cards["card"]
    assert data.rules["track"] == [9, 2, 3]
    assert ace["do"] == [{"op": "gain", "n": 4}, {"op": "keep"}]
    assert deuce["do"] == [{"op": "gain"}]
    assert data.policies["calm"]["weights"] == {"pips": 0.25, "risk": -2, "tempo": 1}
    assert data.rulings["ties"] == "tail"


@pytest.mark.parametrize(
    ("path", "value", "parts"),
    [
        ("rules.hnds", "1", ["unknown rule 'hnds'", "'hands'"]),
        ("rulings.tie", "share", ["unknown ruling 'tie'", "'ties'"]),
        ("rule.hands", "1", ["unknown path 'rule'", "'rules'"]),
        ("rules", "1", ["rules.KEY"]),
        ("rules..hands", "1", ["rules.KEY"]),
        ("rules.track.4", "1", ["track is a list with 3 places", "1 to 3"]),
        ("rules.track.0", "1", ["1 to 3"]),
        ("rules.hands.1", "1", ["hands is 2"]),
        ("cards.acee.text", "x", ["unknown card 'acee'", "'ace'"]),
        ("cards.ace", "x", ["cards.ace.FIELD"]),
        ("cards.ace.txt", "x", ["unknown field 'txt'", "'text'"]),
        ("cards.ace.id", "x", ["unknown field 'id'"]),
        ("cards.ace.do.3.n", "1", ["do is a list with 2 places"]),
        ("policies.clam.pips", "1", ["unknown policy 'clam'", "'calm'"]),
        ("policies.calm", "1", ["policies.calm.FEATURE"]),
        ("rules.hands", "[1", ["no TOML value"]),
    ],
)
def test_single_values_that_reach_nothing(shape, path, value, parts):
    text = message(shape, sets=[(path, value)])
    assert text.startswith(f"--set {path}={value}: ")
    for part in parts:
        assert part in text


INLINE = """pack.name = "mine"
# { id = "ace", a remark }
card = [
    { id = "ace", text = "one" },
    { text = "two", id = "deuce" }, { id = "trey",
      do = [] },
]
"""


@pytest.mark.parametrize(("entry", "line"), [("ace", 4), ("deuce", 5), ("trey", 5), ("quart", None)])
def test_lines_of_entries_written_in_one_line(entry, line):
    """An entry of an array has its line too; no key of another entry is taken for its own."""
    source = Source("mine.toml", INLINE)
    assert [source.line(f"cards.{entry}", inner) for inner in ("", "text", "do")] == [line, line, line]
    assert source.label(f"cards.{entry}", "text") == (f"mine.toml line {line}" if line else "mine.toml")


def test_a_pack_with_a_base_changes_the_keys_it_names(shape, tmp_path):
    text = "[pack]\nname = 'mine'\nbase = 'one'\n[rules]\nhands = 7\n[[card]]\nid = 'deuce'\ntext = 'something'\n"
    mine = tables.resolve(shape, str(written(tmp_path / "mine.toml", text)), None, ())
    base = tables.resolve(shape, None, None, ())
    assert mine.rules["hands"] == 7
    assert mine.cards["card"][1] == {**base.cards["card"][1], "text": "something"}
    assert mine.cards["card"][0] == base.cards["card"][0]
    assert mine.cards["spot"] == base.cards["spot"]
    assert mine.pack == {"name": "mine"}
    assert mine.label("cards.deuce", "text") == "mine.toml line 8"
    assert mine.label("cards.ace", "do") == "one.toml line 8"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[pack]\nname = 'm'\nbase = 'on'\n", ["unknown pack 'on'", "'one'"]),
        ("[pack]\nname = 'm'\nbase = 'one'\n[[card]]\nid = 'duce'\n", ["'duce'", "'deuce'"]),
        ("[pack]\nname = 'm'\nbase = 'one'\n[[spot]]\nid = 'ace'\n", ["[[spot]]", "'ace'"]),
        ("[pack]\nname = 'm'\n[[crad]]\nid = 'x'\n", ["unknown table 'crad'", "'card'"]),
        ("[pack]\nnme = 'm'\n", ["unknown key of [pack] 'nme'", "'name'"]),
        ("[[card]]\nid = 'x'\n", ["[pack] name"]),
        ("[pack]\nname = 3\n", ["[pack] name = 3"]),
        ("[pack]\nname = 'm'\n[card]\nid = 'x'\n", ["[[card]]"]),
        ("[pack]\nname = 'm'\n[[card]]\nname = 'x'\n", ["[[card]]", "missing", "needs an id"]),
        ("[pack]\nname = 'm'\n[[card]]\nid = 'x'\n[[spot]]\nid = 'x'\n", ["the id 'x' stands twice"]),
        ("rules = 3\n[pack]\nname = 'm'\n", ["rules = 3", "[rules]"]),
        ("[pack]\nname = 'm'\n[rules]\nhand = 1\n", ["unknown key of [rules] 'hand'", "'hands'"]),
        ("[pack]\nname = 'm'\nname = 'm'\n", ["line 3", "not valid TOML"]),
    ],
)
def test_packs_that_are_wrong(shape, tmp_path, text, parts):
    shown = message(shape, cards=str(written(tmp_path / "mine.toml", text)))
    for part in ["mine.toml", *parts]:
        assert part in shown


def test_names_and_files_that_are_not_there(shape, tmp_path):
    assert "unknown card pack 'won': did you mean 'one'?" in message(shape, cards="won")
    assert "nowhere.toml: there is no such file" in message(shape, cards="nowhere.toml")
    assert "nowhere.toml" in message(shape, rules=tmp_path / "nowhere.toml")
    wrong = written(tmp_path / "wrong.toml", "[rulez]\nhands = 1\n")
    assert "unknown table 'rulez': did you mean 'rules'?" in message(shape, rules=wrong)
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    assert "latin.toml: not UTF-8" in message(shape, rules=tmp_path / "latin.toml")
    assert "cannot be read" in message(shape, rules=tmp_path)


def test_digests_are_sha256_of_canonical_json(shape):
    assert tables.digest({"b": [1, "é"], "a": 2}) == hashlib.sha256('{"a":2,"b":[1,"é"]}'.encode()).hexdigest()[:16]
    base = tables.digests(tables.resolve(shape, None, None, ()).document())
    rule = tables.digests(tables.resolve(shape, None, None, [("rules.hands", "3")]).document())
    ruling = tables.digests(tables.resolve(shape, None, None, [("rulings.ties", "tail")]).document())
    card = tables.digests(tables.resolve(shape, None, None, [("cards.ace.do.1.n", "2")]).document())
    policy = tables.digests(tables.resolve(shape, None, None, [("policies.calm.pips", "2")]).document())
    assert len({base[0], rule[0], ruling[0]}) == 3
    assert base[1] == rule[1] == ruling[1] != card[1]
    assert card[0] == base[0]
    assert policy == base


def test_the_document_written_out_is_a_pack_that_reads_back(shape, tmp_path):
    sets = [("rules.hands", "3"), ("cards.ace.text", "'line\\nbreak \"é\"'"), ("policies.calm.pips", "0.1")]
    data = tables.resolve(shape, None, None, sets)
    path = written(tmp_path / "whole.toml", tables.to_toml(data.document()))
    again = tables.resolve(shape, str(path), None, ())
    assert again.document() == data.document()
    assert tables.digests(again.document()) == tables.digests(data.document())
    assert tomllib.loads(path.read_text())["rules"]["hands"] == 3


def test_weight_rows_follow_the_features(shape):
    rows = tables.weight_rows(tables.resolve(shape, None, None, ()), ("risk", "tempo", "pips", "_1"))
    assert list(rows) == ["random", "calm"]
    np.testing.assert_array_equal(rows["calm"], [-2.0, 0.0, 1.5, 0.0])
    np.testing.assert_array_equal(rows["random"], np.zeros(4))
    assert rows["calm"].dtype == np.float64
    assert not rows["calm"].flags.writeable


@pytest.mark.parametrize(
    ("policies", "parts"),
    [
        ("[calm]\nweights = { rsk = 1 }\n", ["policies.toml", "calm", "unknown feature 'rsk'", "'risk'"]),
        ("[calm]\nweights = { _1 = 1 }\n", ["unknown feature '_1'"]),
        ("[calm]\nweights = { risk = 'much' }\n", ["risk = 'much'", "finite number"]),
        ("[calm]\nweights = { risk = true }\n", ["risk = True"]),
        ("[calm]\nweights = { risk = nan }\n", ["risk = nan"]),
        ("[calm]\nweights = 3\n", ["weights = 3"]),
        ("[calm]\nfamily = 'linaer'\n", ["unknown family 'linaer'", "'linear'"]),
        ("[calm]\nwheights = {}\n", ["unknown key 'wheights'", "'weights'"]),
        ("calm = 3\n", ["policy calm", "[calm]"]),
    ],
)
def test_weights_that_are_wrong(shape, policies, parts):
    (shape.folder / "policies.toml").write_text(policies)
    data = tables.resolve(shape, None, None, ())
    with pytest.raises(UserError) as caught:
        tables.weight_rows(data, ("risk", "_1"))
    for part in parts:
        assert part in str(caught.value)
