"""Wrong data are refused in one line that names file, line, card, field and value, and what would be right."""

from pathlib import Path

import pytest

from sim.errors import UserError
from sim.games.kaguya import layout
from sim.games.kaguya.tables import SHAPE, load

from ..kit.bad_data import card_of, lines_of, named_line, refused_pack, refused_rules, unsaid

STANDIN = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")

#: Text of the pack, what replaces its first occurrence, and what the error must say besides file and line.
WRONG_CARDS = [
    # words
    ('op = "reroll", n', 'op = "rerol", n', ["conv_sudden_quiz.do.1", "unknown op 'rerol'", "'reroll'"]),
    ('count = "pool"', 'count = "pol"', ["conv_sudden_quiz.do.1.n.count", '"pol"', "'pool'"]),
    ('dir = "either"', 'dir = "ether"', ["conv_rehearsed_glance.do.1.dir", '"ether"', "'either'"]),
    ('who = "any"', 'who = "anyone"', ["conv_cold_water.do.1.options.1.do.1.who", '"anyone"', "'any'"]),
    ('how = "shift"', 'how = "shit"', ["conv_corrected_almanac", ".how", "'shift'"]),
    ('scope = "own", by', 'scope = "mine", by', ["conv_rearranged_chairs", ".scope", '"mine"', "own, other, any"]),
    ('src = "own"', 'src = "owm"', ["conv_anonymous_note.do.1.src", '"owm"', "'own'"]),
    ('face = "today"', 'face = "todya"', ["conv_called_in_favour.do.1.face", '"todya"', "'today'"]),
    ('kind = "any"', 'kind = "all"', ["act_filing_cabinet", ".kind", '"all"', "conversion, action, any"]),
    ('track = "dice", by', 'track = "die", by', ["act_second_clubroom.do.2.track", '"die"', "'dice'"]),
    ('"bag_empty"', '"bag_emtpy"', ["conv_first_to_arrive.do.1.options.1.if.1", "'bag_emtpy'", "'bag_empty'"]),
    ("pool_max = 2", "pol_max = 2", ["conv_called_in_favour.if.1", "'pol_max'", "'pool_max'"]),
    ("{ token = 1 }", "{ tokens = 1 }", ["conv_called_in_favour.cost.1", "unknown cost 'tokens'", "'token'"]),
    ('trigger = "activity"', 'trigger = "activty"', ["ev_sports_day.on.1", "'activty'", "'activity'"]),
    ('order = "third"', 'order = "second"', ["ev_group_photo.on.1", "order of place 'second'", "first, third, any"]),
    ('mode = "over"', 'mode = "above"', ["ev_seat_snatchers.on.1", "mode of reserve 'above'", "new, over, any"]),
    ('today = "lt"', 'today = "le"', ["act_bag_inspection.dice.today", '"le"', "eq, ne, gt, lt"]),
    ('pattern = "run"', 'pattern = "rum"', ["act_second_clubroom.dice.pattern", '"rum"', "'run'"]),
    ('provenance = "seed"', 'provenance = "seeds"', ["act_six_token.provenance", '"seeds"', "'seed'"]),
    ('limit = "turn"', 'limit = "week"', ["ev_library_week.limit", '"week"', "each, turn, day, game"]),
    ('limit = "day"', 'limit = "game"', ["ability_president.limit", '"game"', "turn, day"]),
    ('character = "vice"', 'character = "vise"', ["init_conv_vice.character", '"vise"', "'vice'"]),
    # keys and arguments that do not belong there
    ('{ op = "flip_die" }', '{ op = "flip_die", n = 2 }', ["conv_opposite_day.do.1", "argument of flip_die 'n'"]),
    ("by = 2, dir", "steps = 2, dir", ["conv_rehearsed_glance.do.1", "argument of shift_die 'steps'", "by, dir"]),
    ('sum_min = 7', 'sum_mni = 7', ["act_second_clubroom.dice", "'sum_mni'", "'sum_min'"]),
    ('trigger = "bag" }', 'trigger = "bag", rank = "first" }', ["ev_suggestion_box.on.1", "filter of bag 'rank'"]),
    ('trigger = "activity" }', 'trigger = "activity", faces = [1] }', ["ev_sports_day.on.1", "activity 'faces'"]),
    ('{ op = "flip_die" }]', '{ op = "flip_die" }]\nlimit = "day"', ["conv_opposite_day", "'limit'"]),
    ('{ op = "flip_die" }]', '{ op = "flip_die" }]\ndice = { n = 1 }', ["conv_opposite_day", "key 'dice'"]),
    ('slot = 3', 'slot = 3\ncost = [{ point = 1 }]', ["slot_3", "unknown key 'cost'"]),
    ('character = "treasurer"', 'character = "treasurer"\nlimit = "day"', ["init_conv_treasurer", "'limit'"]),
    ('{ op = "copy_die" }]', '{ op = "copy_die" }]\non = { trigger = "bag" }', ["conv_borrowed_notes", "key 'on'"]),
    ("{ do = [{ op = \"lock\" }] }", "{ done = [{ op = \"lock\" }] }", ["conv_double_booking", "'done'", "'do'"]),
    # values
    ("copies = 2", "copies = -1", ["conv_rehearsed_glance.copies = -1", "0"]),
    ("copies = 2", 'copies = "2"', ['conv_rehearsed_glance.copies = "2"', "integer"]),
    ("faces = [6]", "faces = [7]", ["act_six_token.dice.faces = [7]", "1 to 6"]),
    ("faces = [6]", "faces = []", ["act_six_token.dice.faces = []", "1 to 6"]),
    ("faces = [6]", "faces = [6, 6]", ["act_six_token.dice.faces = [6, 6]", "different"]),
    ("n = 3, pattern", "n = 4, pattern", ["act_festival_lanterns.dice.n = 4", "3"]),
    ("n = 2, pattern", "n = 1, pattern", ["act_matching_mugs.dice", "n = 2 or 3"]),
    ("sum_max = 9", "sum_max = 2", ["act_festival_lanterns.dice", "no throw of the dice"]),
    ('faces = [4, 5, 6], today = "gt"', 'faces = [1], today = "gt"', ["act_model_answer.dice", "no throw"]),
    ('op = "set_die", face = 6', 'op = "set_die", face = 0', ["conv_all_or_nothing", "face = 0", "1 to 6"]),
    ('op = "set_die", face = 6', 'op = "set_die", face = "roll"', ["conv_all_or_nothing", "set_die", "'choose'"]),
    ('op = "gain_token", n = 3', 'op = "gain_token", n = 0', ["act_matching_mugs.do.1.n = 0", "nothing"]),
    ('op = "gain_token", n = 3', 'op = "gain_token", n = -3', ["act_matching_mugs.do.1", "only points", "from 1"]),
    ('op = "gain_token", n = 3', 'op = "gain_token", n = 500', ["act_matching_mugs.do.1.n.number = 500", "100"]),
    ('op = "gain_token", n = 3', 'op = "gain_token", n = 1.5', ["act_matching_mugs.do.1.n = 1.5", "whole number"]),
    ("times = 2, max = 4", "times = 2, max = -1", ["conv_last_bus.do.1.n.max = -1", "0"]),
    ("by = 2, dir", "by = 6, dir", ["conv_rehearsed_glance.do.1.by = 6", "5"]),
    ("by = 2, dir", "by = -1, dir", ["conv_rehearsed_glance.do.1", "1 to 5 steps"]),
    ('track = "dice", by = 1', 'track = "dice", by = 3', ["act_second_clubroom.do.2", "1 or 2 steps"]),
    ('op = "move_cube", track = "dice"', 'op = "move_cube"', ["act_second_clubroom.do.2", "needs 'track'"]),
    ('steal_points", n = 1, who = "winner"', 'steal_points", n = 1', ["ev_seat_snatchers.do.1", "needs 'who'"]),
    ('n = 1, who = "winner"', 'n = 1, who = "self"', ["ev_seat_snatchers.do.1", "another target"]),
    ("look = 3, keep = 1", "look = 3, keep = 4", ["act_filing_cabinet", "keep = 4 is more than look = 3"]),
    ('"draw", kind = "conversion"', '"draw", kind = "any"', ["act_filing_cabinet", "one deck"]),
    ("pos = 2", "pos = 3", ["act_second_clubroom.do.1.if.1", "pos = 0 to 2"]),
    ("day_in = [4, 5]", "day_in = [4, 6]", ["act_pocket_money.do.2.if.1", "1 to 5"]),
    ("pool_max = 2", 'pool_max = "two"', ["conv_called_in_favour.if.1", "takes a number"]),
    ('"someone_out"', "{ someone_out = 1 }", ["conv_last_bus.if.1", "takes no value"]),
    ("{ die = [1, 2] }", "{ die = [0, 1] }", ["conv_lost_property.cost.1", "1 to 6"]),
    ("{ point = 2 }", "{ point = 0 }", ["conv_bake_sale.cost.1", "1 to 100"]),
    ('{ cube = "dice" }', '{ cube = "choose" }', ["act_closing_speech.do.3.cost.1", "dice, tokens"]),
    ('cost = ["ponkotsu"]', 'cost = "ponkotsu"', ["act_all_nighter.do.3.cost", "list"]),
    ("slot = 4", "slot = 5", ["slot_4.slot = 5", "4"]),
    # whole entries
    ('do = [{ op = "flip_die" }]', "do = []", ["conv_opposite_day", "blank = true"]),
    ('do = [{ op = "flip_die" }]', "blank = true\ndo = [{ op = 'flip_die' }]", ["conv_opposite_day", "'do'"]),
    ('do = [{ op = "flip_die" }]', 'blank = true\nif = ["is_start"]', ["conv_opposite_day", "'if'"]),
    ('on = { trigger = "activity" }\n', "", ["ev_sports_day", "needs `on`"]),
    ('provenance = "assumed"\n', "", ["conv_rehearsed_glance.provenance is missing"]),
    ('name = "Rehearsed Glance"\n', "", ["conv_rehearsed_glance.name is missing"]),
    ('do = [{ op = "flip_die" }]', 'do = [{ op = "points", n = { count = "die" } }]', ["conv_opposite_day", "'die'"]),
    ("do = [{ op = \"flip_die\" }]", "do = [{ op = 'flip_die' }" + ", { op = 'lock' }" * 20 + "]",
     ["conv_opposite_day.do", "at most 20"]),
    ("do = [{ op = \"flip_die\" }]", "do = [" + "{ op = 'may', do = [" * 3 + "{ op = 'lock' }" + "] }" * 3 + "]",
     ["conv_opposite_day.do", "2 deep"]),
    ('{ do = [{ op = "unreserve" }] },', "", ["conv_double_booking.do.1.options", "at least 2"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "parts"), WRONG_CARDS)
def test_wrong_cards(tmp_path: Path, old: str, new: str, parts: list[str]):
    """File, a line of the entry, what is wrong, and the nearest right thing."""
    assert old in STANDIN
    pack = STANDIN.replace(old, new, 1)
    message = refused_pack(load, tmp_path, pack)
    assert unsaid(parts, message) == []
    assert named_line(message) in lines_of(pack, card_of(parts))


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("copies = 2", "copies = 1", ["[[conversion]]", "copies add up to 29", "conversion_deck = 30"]),
        ('character = "vice"', 'character = "president"', ["[[initial_conversion]]", "2", "president", "must be 1"]),
        ("slot = 4", "slot = 3", ["[[slot]]", "2 with slot = 3", "must be 1"]),
        ('id = "slot_4"', 'id = "slot_3"', ["the id 'slot_3' stands twice"]),
        ('id = "slot_4"', "id = 4", ["[[slot]] id = 4", "needs an id"]),
        ("[[slot]]", "[[slots]]", ["unknown table 'slots'", "'slot'"]),
        ("\n[pack]", "\n[pack", ["not valid TOML", "line"]),
    ],
)
def test_wrong_packs(tmp_path: Path, old: str, new: str, parts: list[str]):
    assert old in STANDIN
    message = refused_pack(load, tmp_path, STANDIN.replace(old, new, 1))
    assert unsaid(["mine.toml", *parts], message) == []


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("dice_total = 0", ["dice_total = 0", "greater than or equal to 1"]),
        ("dice_total = 101", ["dice_total = 101", "less than or equal to 100"]),
        ('dice_total = "many"', ['dice_total = "many"', "integer"]),
        ("dice_total = 40.0", ["dice_total = 40.0", "integer"]),
        ("dice_total = true", ["dice_total = true", "integer"]),
        ("dice_track = [5, 6]", ["dice_track = [5, 6]", "at least 3"]),
        ("dice_track = [5, 6, -1]", ["dice_track.3 = -1", "0"]),
        ("character_dice_max = 4", ["character_dice_max = 4", "3"]),
        ("players = 3", ["players = 3", "4"]),
        ("days = 6", ["days = 6", "5"]),
        ("conversion_deck = 31", ["conversion_deck = 31", "30"]),
        ("handicap = [0, 0, 0]", ["handicap = [0, 0, 0]", "at least 4"]),
        ("handicap = [0, 0, 0, -6]", ["handicap = [0, 0, 0, -6]", "at least -5"]),
        ("dice_totl = 3", ["unknown key of [rules] 'dice_totl'", "'dice_total'"]),
        ("ponkotsu_ok = 0\nponkotsu_minus = 0\nponkotsu_pass = 0", ["ponkotsu_ok", "needs a face"]),
        ("[rulings]\nscore_floor = 'nun'", ["score_floor = 'nun'", "'none'"]),
        ("[rulings]\nscore_flor = 'none'", ["unknown key of [rulings] 'score_flor'", "'score_floor'"]),
        ("[rulings]\nscore_floor = 0", ["score_floor = 0", "zero, none"]),
    ],
)
def test_wrong_rules_files(tmp_path: Path, line: str, parts: list[str]):
    assert unsaid(["house.toml", *parts], refused_rules(load, tmp_path, line, "bare")) == []


def test_a_score_below_zero_is_allowed_without_a_floor():
    sets = [("rulings.score_floor", "none"), ("rules.handicap.4", "-6")]
    assert load("bare", None, sets, 4).tables[0].handicap[3] == -6


def test_values_from_the_command_line_are_named_as_such():
    with pytest.raises(UserError, match=r"^--set cards\.slot_1\.do\.1\.n=0: slot_1\.do\.1\.n = 0: "):
        load("standin", None, [("cards.slot_1.do.1.n", "0")], 4)
    with pytest.raises(UserError, match=r"^--set rules\.days=6: days = 6: "):
        load("standin", None, [("rules.days", "6")], 4)


@pytest.mark.parametrize("array", ["ops", "conditions", "costs", "triggers"])
def test_capacities_are_named(tmp_path: Path, array: str):
    """Fifteen cards with twenty entries a list, in lists of lists, are more than any array holds."""
    capacity = getattr(layout, f"MAX_{array.upper()}")
    lock = '{ op = "lock" }'
    many = {"ops": lock, "conditions": '"is_start"', "costs": "{ point = 1 }", "triggers": '{ trigger = "bag" }'}
    listed = ", ".join([many[array]] * 20)
    lists = {
        "ops": f'do = [{{ op = "branch", options = [{{ do = [{listed}] }}, {{ do = [{listed}] }}] }}]',
        "conditions": f"if = [{listed}]\ndo = [{lock}]",
        "costs": f"cost = [{listed}]\ndo = [{lock}]",
        "triggers": f"on = [{listed}]\ndo = [{lock}]",
    }
    kind = "event" if array == "triggers" else "conversion"
    head = STANDIN[: STANDIN.index(f"[[{kind}]]")]
    tail = STANDIN[STANDIN.index("[[action]]") :] if kind == "conversion" else ""
    entries = [
        f'[[{kind}]]\nid = "x{i}"\nname = "X"\nprovenance = "assumed"\ncopies = {2 if tail else 1}\n{lists[array]}\n'
        for i in range(15)
    ]
    text = refused_pack(load, tmp_path, head + "\n".join(entries) + tail)
    assert f"more than {capacity} {array} in all, the capacity MAX_{array.upper()}" in text
    assert text.startswith("mine.toml line ")
