"""tests/examples/deck, the data of the page's game with cards: what loads, and what slips are told as."""

from __future__ import annotations

import pytest
from deck.data import load

from sim.errors import UserError


def test_the_pack_becomes_a_deck_with_its_provenance():
    data = load()
    record = data.tables[0]
    assert (record["hand"], record["n_deck"], record["deck"].tolist()) == (2, 6, [1, 1, 1, 1, 1, 2] + 6 * [0])
    assert data.provenance == {"seed": 1, "public": 0, "assumed": 1}
    assert data.pack == "plain"


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("cards.guard.value", "10", r"guard.value = 10: should be less than or equal to 9"),
        ("cards.guard.copies", "12", r"pack plain: 13 cards; the deck holds 12"),
        ("cards.guard.provenance", "guess", r"guard.provenance = \"guess\": should be 'seed', 'public' or 'assumed'"),
        ("hand", "3", r"--set hand=3: did you mean rules.hand\?"),
        ("guard.value", "3", r"--set guard.value=3: did you mean cards.guard.value\?"),
    ],
)
def test_slips_are_told(path, text, message):
    with pytest.raises(UserError, match=message):
        load(sets=[(path, text)])


def test_an_unknown_key_gets_a_near_match(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[pack]\nname = "mine"\nbase = "plain"\n\n[[card]]\nid = "guard"\nvalu = 3\n')
    with pytest.raises(UserError, match=r"mine.toml line 7: unknown key 'guard.valu': did you mean 'value'\?"):
        load(cards=str(file))


def test_a_pack_file_without_its_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nopriest.toml").write_text('[pack]\nname = "nopriest"\n')
    with pytest.raises(UserError, match=r"unknown card pack 'nopriest': did you mean the file nopriest.toml\?"):
        load(cards="nopriest")
