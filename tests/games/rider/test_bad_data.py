"""Wrong data are refused in one line that names file, line, row, field and value, and what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.games.rider.tables import SHAPE, load

from ..kit.bad_data import named_line, refused_pack, refused_rules, unsaid

STANDIN = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")
ROWS = STANDIN.splitlines()


def line_of(row: str) -> int:
    """Number of the line that holds a row of the pack, by its id."""
    (number,) = (k for k, line in enumerate(ROWS, start=1) if f'{{ id = "{row}"' in line)
    return number


def with_row(row: str, old: str, new: str) -> str:
    """The pack with the first occurrence of a text changed in one row."""
    lines = list(ROWS)
    assert old in lines[line_of(row) - 1], (row, old)
    lines[line_of(row) - 1] = lines[line_of(row) - 1].replace(old, new, 1)
    return "\n".join(lines)


#: Row, text, what replaces it, and what the error must say besides file and line.
WRONG_ROWS = [
    # warriors alone
    ("w001", "hp = 4", "hp = 0", ["w001.hp = 0", "1"]),
    ("w001", "hp = 4", "hp = 9", ["w001.hp = 9", "8"]),
    ("w001", "hp = 4", 'hp = "4"', ['w001.hp = "4"', "integer"]),
    ("w001", "hp = 4", "hp = true", ["w001.hp = true", "integer"]),
    ("w001", "hand_limit = 4", "hand_limit = 11", ["w001.hand_limit = 11", "10"]),
    ("w001", "hand_limit = 4", "hand_limit = -1", ["w001.hand_limit = -1", "0"]),
    ("w001", "draw = 2", "draw = 6", ["w001.draw = 6", "5"]),
    ("w001", "supply = 0", "supply = 11", ["w001.supply = 11", "10"]),
    ("w001", "hp = 4", "ph = 4", ["w001", "unknown key 'ph'", "'hp'"]),
    ("w001", 'gender = "m"', 'gender = "x"', ["w001.gender", '"x"', "m, f"]),
    ("w001", 'faction = "ember"', 'faction = "ebmer"', ["w001.faction", "'ebmer'", "'ember'"]),
    ("w001", 'skills = ["s01"]', 'skills = ["s99"]', ["w001.skills", "unknown skill 's99'"]),
    ("w001", 'skills = ["s01"]', 'skills = ["s01", "s01"]', ["w001.skills", "stands twice"]),
    ("w001", 'skills = ["s01"]', 'skills = ["s01", "s02", "s03", "s04", "s05"]', ["w001.skills", "4"]),
    ("w001", 'provenance = "assumed"', 'provenance = "asumed"', ["w001.provenance", "'assumed'"]),
    ("w008", "rage_price = 1", "rage_price = 10", ["w008.rage_price = 10", "9"]),
    ("w001", "form = 0", "form = 0, rage_price = 2", ["w001", "rage_price = 2", "form_source = up"]),
    ("w009", "form = 0", "form = 4", ["w009.form = 4", "less than 4"]),
    ("w008", 'form_source = "up"', 'form_source = "upp"', ["w008.form_source", '"upp"', "'up'"]),
    # forms of one group that are unequal, twice, or without a base
    ("w008", 'name = "Ember g"', 'name = "Ember gg"', ["w008.name = Ember gg", "group ember_g", "w007 has Ember g"]),
    ("w008", 'faction = "ember"', 'faction = "storm"', ["w008.faction = storm", "group ember_g", "w007 has ember"]),
    ("w010", 'gender = "m"', 'gender = "f"', ["w010.gender = f", "group ember_h", "w009 has m"]),
    ("w008", "form = 1", "form = 0", ["w007.form = 0", "twice in group ember_g"]),
    ("w008", 'group = "ember_g"', 'group = "ember_x"', ["w008.form_source = up", "no base", "ember_x"]),
    # triggers, effects, conditions, costs, picks that are not known
    ("s04", 'trigger = "dmg_taken"', 'trigger = "dmg_taekn"', ["s04.trigger", '"dmg_taekn"', "'dmg_taken'"]),
    ("s04", 'mode = "A"', 'mode = "Z"', ["s04.mode", '"Z"', "S, F, A, P, V"]),
    ("s03", 'freq = "p1"', 'freq = "p2"', ["s03.freq", '"p2"', "p1"]),
    ("s04", '["draw", "self", 1]', '["darw", "self", 1]', ["s04.do.1", "unknown effect 'darw'", "'draw'"]),
    ("s04", '["rage", "self", 1]', '["rage", "slef", 1]', ["s04.do.2", "unknown subject 'slef'", "'self'"]),
    ("s04", '["object=self"]', '["object=slef"]', ["s04.if.1", "unknown condition 'object=slef'", "'object=self'"]),
    ("s08", '["kind", "strike"]', '["kind", "strik"]', ["s08.if.2", "unknown kind 'strik'", "'strike'"]),
    ("s10", '["element", "fire"]', '["element", "water"]', ["s10.if.2", "unknown element 'water'"]),
    ("s12", '["has", "object", "hand"]', '["has", "object", "purse"]', ["s12.if.3", "unknown holding 'purse'"]),
    ("s62", '["count", "diff_faction", 2]', '["count", "diff_faction"]', ["s62.if.1", "write", "2"]),
    ("s03", '["rage", 1]', '["rgae", 1]', ["s03.pay.1", "unknown cost 'rgae'", "'rage'"]),
    ("s16", '["discard", 1, "black"]', '["discard", 1, "blue"]', ["s16.pay.1", "unknown suit or colour 'blue'"]),
    ("s16", '["discard", 1, "black"]', '["discard", 0]', ["s16.pay.1", "1 to 20"]),
    ("s03", 'pick = ["in_range"]', 'pick = ["in_rnage"]', ["s03.pick.1", '"in_rnage"', "'in_range'"]),
    ("s13", "pick_max = 2", "pick_max = 13", ["s13.pick_max = 13", "12"]),
    ("s03", '["damage", "chosen", 1, "fire"]', '["damage", "chosen", 1, "frie"]', ["s03.do.1", "'frie'", "'fire'"]),
    ("s03", '["damage", "chosen", 1, "fire"]', '["damage", "chosen", 1]', ["s03.do.1", "write"]),
    ("s03", '["damage", "chosen", 1, "fire"]', '["damage", "chosen", 0, "fire"]', ["s03.do.1", "0", "1 to 20"]),
    ("s02", '"hand:red"', '"hand"', ["s02.do.1", "'hand'", "zone and suits"]),
    ("s02", '"hand:red"', '"pocket:red"', ["s02.do.1", "unknown zone 'pocket'"]),
    ("s02", '["as", "strike"', '["as", "storm"', ["s02.do.1", "'storm'"]),
    ("s02", '["as", "strike"', '["as", "repeater"', ["s02.do.1", "'repeater'"]),
    ("s57", '["side", "object", "gear"]', '["side", "object", "boots"]', ["s57.do.1", "unknown slot 'boots'"]),
    ("s14", '["link", "object", "on"]', '["link", "object", "up"]', ["s14.do.1", "unknown way 'up'"]),
    ("s64", '["skip", "self", "judge"]', '["skip", "self", "nap"]', ["s64.do.1", "unknown phase 'nap'"]),
    ("s21", '"[hit]"', '"[hti]"', ["s21.do.2", "unknown gate '[hti]'", "'[hit]'"]),
    # what the vocabulary cannot express together
    ("s06", '["hit"]', '["prevent"]', ["s06.do.1", "prevent fits the trigger dmg_deal or dmg_take, not dodged"]),
    ("s55", '["cancel"]', '["hit"]', ["s55.do.1", "hit fits the trigger dodged, not targeted"]),
    ("s20", '["takejudge"]', '["swapjudge", "hand"]', ["s20.do.1", "swapjudge fits the trigger judge_flip"]),
    ("s05", '["draw", "self", 2]', '["draw", "actor", 2]', ["s05.do.1", "actor", "mode P", "self or chosen"]),
    ("s05", '["draw", "self", 2]', '["draw", "chosen", 2]', ["s05.do.1", "nobody is picked", "pick"]),
    ("s05", '["draw", "self", 2]', '["strikes", 2]', ["s05.do.1", "strikes is for mode S"]),
    ("s01", '["strikes", 1]', '["draw", "self", 1]', ["s01.do.1", "draw is for mode F, A or P"]),
    ("s03", 'trigger = "play"', 'trigger = "dmg_taken"', ["s03.trigger", "mode P has trigger = play"]),
    ("s04", 'trigger = "dmg_taken"', 'trigger = "play"', ["s04.trigger", "waits for an event"]),
    ("s05", '["hp", 1]]', '["hp", 1]], if = [["object=self"]]', ["s05.if.1", "mode P has no event"]),
    ("s11", 'pay =', 'if = [["kind", "strike"]], pay =', ["s11.if.1", "prep_start has no card"]),
    ("s20", '["object=self"]', '["plain"]', ["s20.if.1", "judge_done has no element", "dmg_take"]),
    ("s19", '["has", "self", "hand"]', '["element", "fire"]', ["s19.if.1", "judge_flip has no element", "card_used"]),
    ("s03", '["rage", 1]', '["rage", 1], ["rage", 2]', ["s03.pay.2", "rage stands twice", "one row"]),
    ("s16", '["discard", 1, "black"]', '["down", 1], ["discard", 1, "black"]', ["s16.pay.2", "write it first"]),
    ("s16", '["discard", 1, "black"]', '["discard", 1, "black"], ["discard", 1, "club"]', ["s16.pay.2", "other suits"]),
    ("s53", '["pindian", "chosen"], ', "", ["s53.do.1", "[win]", "pindian before it"]),
    ("s21", '["judge", "self", "black"], ', "", ["s21.do.1", "[hit]", "judge before it"]),
    ("s02", 'do = [["as"', 'pay = [["rage", 1]], do = [["as"', ["s02.pay", "mode V has no cost"]),
    ("s04", '["draw", "self", 1]', '["as", "strike", "hand:red", "use"]', ["s04.do", "mode V, not for mode A"]),
    ("s05", 'do = [["draw", "self", 2]]', "do = []", ["s05.do = []", "1"]),
    ("s05", 'do = [["draw", "self", 2]]', "do = [[]]", ["s05.do.1", "[]"]),
    ("s05", 'do = [["draw", "self", 2]]', 'do = [["draw", "self", 1.5]]', ["s05.do.1", "1.5"]),
    ("s05", 'do = [["draw", "self", 2]]', 'do = "draw"', ['s05.do = "draw"', "list"]),
    ("s05", 'do = [["draw", "self", 2]]', 'do = [["draw", ["self"], 2]]', ["s05.do.1", "subject"]),
    ("s16", '["discard", 1, "black"]', '["discard", 1, ["black"]]', ["s16.pay.1", "suit or colour"]),
    # cards
    ("c130", 'name = "Detain"', 'name = "Hold"', ["c130.name = Hold", "kind = detain", "c129", "named Detain"]),
    ("c132", 'name = "Cut off"', 'name = "Detain"', ["c132.name = Detain", "kind = cut_off", "c129 is a detain"]),
    ("c001", 'kind = "strike"', 'kind = "strik"', ["c001.kind", '"strik"', "'strike'"]),
    ("c001", "rank = 7", "rank = 14", ["c001.rank = 14", "13"]),
    ("c001", "rank = 7", "rank = 0", ["c001.rank = 0", "1"]),
    ("c001", 'suit = "S"', 'suit = "X"', ["c001.suit", '"X"', "S, H, C, D"]),
    ("c134", "range = 1, ", "", ["c134", "weapon (repeater) needs its range"]),
    ("c001", "rank = 7", "rank = 7, range = 2", ["c001", "range = 2 is for weapons"]),
    # ids
    ("w002", 'id = "w002"', 'id = "w001"', ["'w001' stands twice"]),
    ("s02", 'id = "s02"', "id = 2", ["id = 2", "needs an id"]),
]  # fmt: skip


@pytest.mark.parametrize(("row", "old", "new", "parts"), WRONG_ROWS, ids=[f"{r[0]}-{r[2]}" for r in WRONG_ROWS])
def test_wrong_rows(tmp_path: Path, row: str, old: str, new: str, parts: list[str]) -> None:
    message = refused_pack(load, tmp_path, with_row(row, old, new))
    assert unsaid(["mine.toml", *parts], message) == []
    named = parts[0].split(".")[0]
    if "id = " not in old:
        assert named_line(message) == line_of(named if named in message and named[0] in "wsc" else row)


def test_a_deck_whose_suits_are_off(tmp_path: Path) -> None:
    """39 cards of each suit."""
    message = refused_pack(load, tmp_path, with_row("c001", 'suit = "S"', 'suit = "H"'))
    assert unsaid(["mine.toml line ", "[[card]] suit = S: 38 cards", "39", "is one of 40"], message) == []


def test_a_deck_whose_ranks_are_off(tmp_path: Path) -> None:
    """12 cards of each rank."""
    message = refused_pack(load, tmp_path, with_row("c001", "rank = 7", "rank = 8"))
    assert unsaid(["mine.toml line ", "rank = 7: 11 cards", "12"], message) == []


def test_a_deck_whose_total_is_off(tmp_path: Path) -> None:
    lines = [line for line in ROWS if '{ id = "c001"' not in line]
    message = refused_pack(load, tmp_path, "\n".join(lines))
    assert unsaid(["mine.toml", "[[card]] = 155 cards", "game_cards = 156"], message) == []


@pytest.mark.parametrize(("row", "parts"), [
    ("w005", ["[[warrior]] copies = 64 in all", "roster_cards = 65"]),
    ("gear", ["[[faction]] = 4 in all", "n_factions = 5"]),
    ("s01", ["w001.skills", "'s01'"]),
])  # fmt: skip
def test_rows_that_are_missing(tmp_path: Path, row: str, parts: list[str]) -> None:
    lines = [line for line in ROWS if f'{{ id = "{row}"' not in line]
    assert unsaid(["mine.toml", *parts], refused_pack(load, tmp_path, "\n".join(lines))) == []


def test_an_up_form_whose_base_is_missing(tmp_path: Path) -> None:
    """The roster's number is right; the group has an up form alone."""
    lines = [line for line in ROWS if '{ id = "w007"' not in line]
    text = "\n".join(lines) + "\n[rules]\nroster_cards = 64\n"
    message = refused_pack(load, tmp_path, text)
    assert unsaid(["mine.toml line ", "w008.form_source = up", "no base", "ember_g"], message) == []


def test_more_groups_are_dealt_than_there_are(tmp_path: Path) -> None:
    """Eight players are dealt 5 cards each, of 40 groups."""
    kept = [line for line in ROWS if not re.search(r'id = "w0(0[1-6]|1[4-9])"', line)]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(kept) + "\n[rules]\nroster_cards = 53\n", encoding="utf-8")
    load(str(path), None, (), 5)
    with pytest.raises(UserError, match=r"mine\.toml.*33 groups: 8 players are dealt 5 cards each, of 40 groups"):
        load(str(path), None, (), 8)


def test_a_warrior_with_too_many_rows_of_view_as_skills(tmp_path: Path) -> None:
    """Six rows of one skill and six of another are more than the eight that one warrior may have."""
    views = ", ".join(['["as", "strike", "hand:red", "use"]'] * 6)
    text = STANDIN.replace('["as", "strike", "hand:red", "use", "play"]', views)
    text = text.replace('["as", "link_up", "hand:club", "use"]', views).replace('["s01"]', '["s02", "s22"]', 1)
    message = refused_pack(load, tmp_path, text)
    assert unsaid(["w001.skills: more than 8 view-as rows"], message) == []
    assert named_line(message) == line_of("w001")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("start_hand = 21", ["start_hand = 21", "20"]),
        ("start_hand = -1", ["start_hand = -1", "0"]),
        ("rage_cap = 100", ["rage_cap = 100", "99"]),
        ("deal_warriors = 6", ["deal_warriors = 6", "5"]),
        ("half_share = [3, 2]", ["half_share = [3, 2]", "at most 1"]),
        ("half_share = [1]", ["half_share", "2"]),
        ("storm_low = 10", ["storm_low = 10", "storm_high = 9"]),
        ("game_cards = 157", ["game_cards = 157", "156"]),
        ("villain_cards = 6", ["components_total = 311", "312"]),
        ("n_factions = 6", ["[[faction]] = 5", "n_factions = 6"]),
        ("ex_cards_n = 3", ["[[ex]] = 4", "ex_cards_n = 3"]),
        ("max_stack = 97", ["max_stack = 97", "96"]),
        ("gear_slots = 2", ["gear_slots = 2", "1"]),
        ("handicap = [0, 0]", ["handicap = [0, 0]", "12"]),
        ("round_cap = 0", ["round_cap = 0", "1"]),
        ("raeg_cap = 4", ["unknown key of [rules] 'raeg_cap'", "'rage_cap'"]),
        ("[rulings]\ncap_test = 'others_hlaf'", ["value of ruling cap_test 'others_hlaf'", "'others_half'"]),
        ("[rulings]\ncap_tset = 'others_half'", ["unknown key of [rulings] 'cap_tset'", "'cap_test'"]),
        ("[rulings]\nex_cards = 'true'", ['ex_cards = "true"', "known are true, false"]),
        ("[rulings]\nex_cards = 1", ["ex_cards = 1", "known are true, false"]),
    ],
)
def test_wrong_rules_files(tmp_path: Path, line: str, parts: list[str]) -> None:
    message = refused_rules(load, tmp_path, line, "standin")
    assert re.match(r"(house|standin|rules)\.toml( line \d+)?: ", message), message
    assert unsaid(parts, message) == []


@pytest.mark.parametrize("n_seats", [-1, 0, 1, 13, 99])
def test_numbers_of_players(n_seats: int) -> None:
    with pytest.raises(UserError, match=rf"players = {n_seats}: rider is for 2 to 12"):
        load("standin", None, [("rulings.allow_over_10", "true")], n_seats)


def test_values_from_the_command_line_are_named_as_such() -> None:
    with pytest.raises(UserError, match=r"^--set cards\.w003\.hp=0: w003\.hp = 0: "):
        load("standin", None, [("cards.w003.hp", "0")], 5)
    with pytest.raises(UserError, match=r"^--set cards\.s03\.do\.1\.2=nobody: s03\.do\.1: unknown subject 'nobody'"):
        load("standin", None, [("cards.s03.do.1.2", "nobody")], 5)
    with pytest.raises(UserError, match=r"^--set rules\.round_cap=0: round_cap = 0: "):
        load("standin", None, [("rules.round_cap", "0")], 5)


def test_a_row_of_a_pack_with_a_base_is_named_with_its_own_line(tmp_path: Path) -> None:
    text = '[pack]\nname = "mine"\nbase = "standin"\n\n[[warrior]]\nid = "w003"\nhp = 0\n'
    message = refused_pack(load, tmp_path, text)
    assert unsaid(["mine.toml line 7", "w003.hp = 0"], message) == []


@pytest.mark.parametrize("kind", ["unclosed", "unknown table"])
def test_files_that_are_no_packs(tmp_path: Path, kind: str) -> None:
    text = (
        STANDIN.replace("skill = [", "skill = [[", 1)
        if kind == "unclosed"
        else STANDIN.replace("skill = [", "skil = [")
    )
    message = refused_pack(load, tmp_path, text)
    assert "mine.toml" in message
    assert ("not valid TOML" if kind == "unclosed" else "'skil'") in message
