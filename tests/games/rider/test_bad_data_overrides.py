"""Wrong overrides, packs on top of the shipped one, and rows that break a rule over several keys: one line, exit 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_bad_data import with_row
from .test_bad_data_cli import refused

BASE = '[pack]\nname = "mine"\nbase = "standin"\n'
#: What a pack on top of the shipped one may get wrong, and what the line must say.
ON_TOP = {
    "no TOML": ("[pack", ["not valid TOML"]),
    "nothing at all": ("", ["[pack] name is missing"]),
    "a base that is not there": ('[pack]\nname = "mine"\nbase = "standinn"', ["[pack] base", "'standin'"]),
    "a row without an id": (f"{BASE}[[warrior]]\nhp = 3", ["[[warrior]] id is missing"]),
    "a row that the base has not": (f'{BASE}[[warrior]]\nid = "w066"\nhp = 3', ["[[warrior]]", "'w066'", "'w065'"]),
    "a row twice": (f'{BASE}[[skill]]\nid = "s01"\n[[skill]]\nid = "s01"', ["'s01' stands twice"]),
    "a kind of rows that is unknown": (f'{BASE}[[hero]]\nid = "h1"', ["'hero'", "warrior"]),
    "one row instead of rows": (f'{BASE}[warrior]\nid = "w001"', ["[[warrior]]"]),
    "a constant of the wrong type": (
        f'{BASE}[rules]\nstart_hand = "four"',
        ["line 5", "start_hand", "integer"],
    ),
    "a constant that is unknown": (f"{BASE}[rules]\nstart_hnad = 4", ["'start_hnad'", "'start_hand'"]),
    "a ruling's word": (f'{BASE}[rulings]\nreset_scope = "some"', ["line 5", "reset_scope", "all_states"]),
}
#: Changed rows of the shipped pack that break a rule over several keys or rows.
ROWS_WRONG = {
    "a price without up": (with_row("w007", "hp = 4", "rage_price = 1, hp = 4"), ["w007: rage_price = 1", "write 0"]),
    "a weapon without range": (with_row("c134", "range = 1, ", ""), ["c134: a weapon (repeater) needs its range"]),
    "a range on a strike": (with_row("c001", "rank = 7", "rank = 7, range = 3"), ["c001: range = 3 is for weapons"]),
    "a list that is none": (with_row("s01", '[["strikes", 1]]', '"strikes"'), ["s01.do", 'a list such as ["strikes"]']),
    "an empty list": (with_row("s01", '[["strikes", 1]]', "[]"), ["s01.do = []", "at least 1 entry"]),
    "a cost where none can be": (with_row("s01", 'freq = "*",', 'freq = "*", pay = [["rage", 1]],'), ["s01.pay"]),
    "nobody picked": (with_row("s03", ' pick = ["in_range"],', ""), ["s03.do.1", "nobody is picked"]),
    "a faction that lost its name": (with_row("ember", 'id = "ember"', 'id = "embers"'), ["w001.faction", "'embers'"]),
    "one id in two kinds": (with_row("s01", 'id = "s01"', 'id = "w001"'), ["'w001' stands twice"]),
    "a form too many": (with_row("w008", "form = 1", "form = 0"), ["w007.form = 0", "stands twice in group ember_g"]),
}  # fmt: skip
#: Overrides on the command line: what is written, and what the line must say besides it.
SETS = {
    'cards.w001.hp="four"': ['w001.hp = "four"', "integer"],
    "cards.w001.hp=4.5": ["w001.hp = 4.5", "integer"],
    "cards.w001.skills=s01": ['a list such as ["s01"]'],
    'cards.w001.skills.2="s99"': ["a list with 1 place:", "'2'"],
    "cards.w999.hp=3": ["unknown card 'w999'", "(296 in all)"],
    "cards.w001.hpp=3": ["'hpp'", "'hp'"],
    "cards.c001.rank=14": ["c001.rank = 14", "13"],
    'cards.s03.freq="p9"': ["s03.freq", "'p1'"],
    "rules.start_hand=": ["PATH=VALUE", "rules.handicap.1=2"],
    "rules.handicap.13=1": ["'13'", "1 to 12"],
    "rules.handicap.1=-1": ["handicap.1 = -1"],
    "rules.handicap=[1, 2]": ["handicap = [1, 2]", "12 entries"],
    "rulings.ex_cards=maybe": ["true, false"],
    "policies.balanced.killl=2": ["policy balanced", "'killl'", "'kill'"],
    "policies.bold.kill=1": ["'bold'", "'balanced'"],
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", [*ON_TOP, *ROWS_WRONG])
def test_wrong_packs(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, parts = (ON_TOP | ROWS_WRONG)[kind]
    Path("mine.toml").write_text(text, encoding="utf-8")
    line = refused(capsys, "check", "rider", "--cards", "mine.toml")
    assert [part for part in ["mine.toml", *parts] if part not in line] == []
    assert "name_zh" not in line  # no whole rows


@pytest.mark.parametrize("change", SETS)
def test_wrong_overrides(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "check", "rider", "--set", change)
    assert [part for part in [change.partition("=")[0], *SETS[change]] if part not in line] == []


def test_characters_of_a_game_without_any(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "study", "rider", "--characters", "w001,w002")
    assert "rider has no characters to choose" in line
