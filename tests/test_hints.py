"""What is said to somebody who wrote nearly the right thing, and what `info` leaves unsaid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from toykit import toy

from scripts import info, options
from sim.errors import UserError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random,hasty", "--policy 'random,hasty': repeat --policy for another table, or write 1=random,2=hasty"),
        ("mine.py:high, random,hasty", "or write 1=mine.py:high,2=random,3=hasty"),
        ("no.py", "--policy 'no.py': there is no file no.py; write path/file.py:NAME"),
    ],
)
def test_names_of_policies_that_are_nearly_right(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        options.parse_policy(text)


@pytest.mark.parametrize("written", ["{}", "1={},2=balanced"])
def test_a_file_of_policies_needs_the_name_of_one(written: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def best(state, tables, actions, n, weights, memory):\n    return helper(n)\n"
        "def high(game):\n    return best\ndef helper(n):\n    return 0\n"
    )
    text = written.format(file)
    with pytest.raises(UserError, match=rf"--policy '{text}': write {file}:NAME \(it has best, high\)"):
        options.parse_policy(text)


def test_a_file_name_may_hold_a_comma(tmp_path: Path) -> None:
    (tmp_path / "a,b.py").touch()
    assert options.parse_policy(f"{tmp_path}/a,b.py:best") == f"{tmp_path}/a,b.py:best"


@pytest.mark.parametrize(("name", "shown"), [("", "  ace [seed]"), ("Ace", "  ace, Ace [seed]")])
def test_info_of_a_card_without_a_name(name: str, shown: str) -> None:
    entry = {"id": "ace", "name": name, "provenance": "seed"}
    data = replace(toy()[1], document={"cards": {"card": [entry]}}, provenance={"seed": 1, "assumed": 0})
    assert list(info._tell_cards(toy()[0], data))[-1] == shown


def test_the_legend_explains_words_in_use_only() -> None:
    data = replace(toy()[1], provenance={"seed": 1, "assumed": 0})
    assert info._origins(data, {"hand": "cards dealt; public"}) == ["seed", "public"]
