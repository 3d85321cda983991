"""Wrong data are refused in one line that names file, line, card, field and value, and what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.games.konoten import layout
from sim.games.konoten import state as st
from sim.games.konoten.tables import SHAPE, load

from ..kit.bad_data import card_of, lines_of, named_line, refused_pack, refused_rules, unsaid

STANDIN = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")

#: Text of the pack, what replaces its first occurrence, and what the error must say besides file and line.
WRONG_CARDS = [
    # words, with the near match
    ('when = "on_lens_used"', 'when = "on_lens_use"', ["white_3.effects.1.when", '"on_lens_use"', "'on_lens_used'"]),
    ('op = "vp_per_worker", n = 3, where = "anywhere"', 'op = "vp_per_wroker", n = 3, where = "anywhere"',
     ["white_7.effects.1.do.1", "unknown op 'vp_per_wroker'", "'vp_per_worker'"]),
    ("{ base_min = 3 }", "{ base_mim = 3 }", ["green_3.effects.1.if.1", "unknown condition 'base_mim'", "'base_min'"]),
    ('{ owner = "self" }, { kinds', '{ owner = "slef" }, { kinds', ["white_2.effects.1.if.1", "'slef'", "'self'"]),
    ('{ kinds = "disjoint" }', '{ kinds = "disjunct" }', ["white_2", "value of kinds 'disjunct'", "'disjoint'"]),
    ('{ pays = "light" }', '{ pays = "ligth" }', ["red_5.effects.1.if.1", "'ligth'", "'light'"]),
    ("{ hold_min = { rainbow = 7 } }", "{ hold_min = { rianbow = 7 } }", ["red_8", "unknown kind 'rianbow'"]),
    ('hold_none = ["light", "rainbow"]', 'hold_none = ["light", "vp"]', ["white_8", "light, rainbow, stagnation"]),
    ('hold_none = ["light", "rainbow"]', 'hold_none = [["light"]]', ["white_8", "hold_none takes a list"]),
    ('where = "anywhere"', 'where = "somewhere"', ["white_7.effects.1.do.1.where", '"somewhere"', "anywhere"]),
    ('who = "activator_or_owner"', 'who = "owner"', ["green_3.variants.1.effects.1.who", '"owner"', "activator"]),
    ('scope = "lens_activation"', 'scope = "activation"', ["blue_8", "scope of mul_activation", "'lens_activation'"]),
    ('kind = "light"', 'kind = "ligth"', ["dev_1.kind", '"ligth"', "'light'"]),
    ('kind = "stagnation", from', 'kind = "creativity", from', ["green_4.effects.1.do.1.kind", '"creativity"']),
    ('character = "white"', 'character = "wite"', ["white_0.character", '"wite"', "'white'"]),
    ('clause = "N-C100"', 'clause = "N-C1000"', ["white_0.clause", '"N-C1000"', "'N-C100'"]),
    ('provenance = "assumed"', 'provenance = "asumed"', ["dev_1.provenance", '"asumed"', "'assumed'"]),
    ('special = "make_lens"', 'special = "make_lense"', ["polish.special", '"make_lense"', "'make_lens'"]),
    ('ruling = "red6_prereq", is = "node_7"', 'ruling = "red6_prereqs", is = "node_7"',
     ["red_6.variants.1.ruling", '"red6_prereqs"', "'red6_prereq'"]),
    ('is = "node_7"', 'is = "node_8"', ["red_6.variants.1", "value of red6_prereq 'node_8'", "'node_7'"]),
    ('hold = "light"', 'hold = "lihgt"', ["task_light.condition.hold", '"lihgt"', "'light'"]),
    ("pays = { creativity =", "pays = { creativty =", ["focus.pays", "unknown key 'creativty'", "'creativity'"]),
    # keys and arguments
    ('{ op = "lock" }', '{ op = "lock", n = 1 }', ["orange_2.effects.1.do.1", "argument of lock 'n'"]),
    ('owner = "other", n = 1, surcharge', 'owner = "other", m = 1, surcharge', ["orange_7", "argument of take 'm'"]),
    ('{ op = "vp", n = 13 }', '{ op = "vp" }', ["white_6.effects.1.do.1", "vp needs 'n'"]),
    ("cost = 3, do", "do", ["white_6.effects.1", "a will needs its cost"]),
    ("cost = 3, do", "cots = 3, do", ["white_6.effects.1", "unknown key 'cots'", "'cost'"]),
    ("left_slot = 1", "left_solt = 1", ["dev_1", "unknown key 'left_solt'", "'left_slot'"]),
    ('from = [7, 8]\neffects', 'form = [7, 8]\neffects', ["white_9", "unknown key 'form'", "'from'"]),
    ("{ base_min = 3 }", '"base_min"', ["green_3.effects.1.if.1", "table with one key"]),
    ("{ base_min = 3 }", "{ base_min = 3, cards_min = 2 }", ["green_3.effects.1.if.1", "table with one key"]),
    # ops and conditions where they may not stand
    ('when = "will", cost = 3, do = [{ op = "vp", n = 13 }]', 'when = "will", cost = 3, do = [{ op = "lock" }]',
     ["white_6.effects.1", "op of will 'lock'"]),
    ('when = "on_grow", do = [{ op = "ap", n = 2 }]', 'when = "on_grow", do = [{ op = "collect", n = 1 }]',
     ["blue_3.effects.1", "op of on_grow 'collect'"]),
    ('when = "round_end", do = [{ op = "vp_per", kind = "light"',
     'when = "final_mul", do = [{ op = "vp_per", kind = "light"',
     ["yellow_3.effects.1", "op of final_mul 'vp_per'"]),
    ('when = "on_lens_made", do', 'when = "on_lens_made", cost = 1, do', ["red_1.effects.1", "only a will has a cost"]),
    ('when = "on_lens_made", do', 'when = "on_lens_made", who = "anyone", do', ["red_1.effects.1", "on_activate"]),
    ('when = "on_lens_made", do', 'when = "on_lens_made", if = [{ base_min = 1 }], do',
     ["red_1.effects.1", "base min"]),
    ('when = "will", cost = 3, do', 'when = "will", cost = 3, if = [{ hold_min = { light = 1 } }], do',
     ["white_6.effects.1", "will takes no condition"]),
    ('when = "passive", do = [{ op = "lock" }]', 'when = "passive", do = [{ op = "lock" }, { op = "no_grid_limit" }]',
     ["orange_2.effects.1", "one op"]),
    ('when = "on_activate", do = [{ op = "vp_per_moved"',
     'when = "on_activate", who = "anyone", do = [{ op = "vp_per_moved"',
     ["green_5.effects.1", "vp_per_moved", "leave out who"]),
    # values
    ("qty = 1\n", "qty = 0\n", ["dev_1.qty = 0", "1"]),
    ("qty = 1\n", "qty = 21\n", ["dev_1.qty = 21", "20"]),
    ("qty = 1\n", 'qty = "1"\n', ['dev_1.qty = "1"', "integer"]),
    ("qty = 1\n", "qty = true\n", ["dev_1.qty = true", "integer"]),
    ("left_slot = 1\n", "left_slot = 4\n", ["dev_1.left_slot = 4", "3"]),
    ("left_slot = 1\nright_slot = 3", "left_slot = 1\nright_slot = 1", ["dev_1", "right_slot = 3"]),
    ("left_slot = 1\nright_slot = 3", "left_slot = 0\nright_slot = 3", ["dev_1", "left_slot = 0 is for vp cards"]),
    ("right_slot = 3\nmaterial = 2", "right_slot = 3\nmaterial = 0", ["dev_1", "material = 0 is for vp cards"]),
    ('kind = "vp"\nqty = 11\nleft_slot = 0', 'kind = "vp"\nqty = 11\nleft_slot = 3', ["dev_39", "right only"]),
    ("material = 0\nresult = 6", "material = 2\nresult = 6", ["dev_39", "right only"]),
    ("result = 1\n", "result = 0\n", ["dev_1.result = 0", "1"]),
    ("result = 1\n", "result = 1\ncopies = -1\n", ["dev_1.copies = -1", "0"]),
    ("cost = 4\ncopies", "cost = 5\ncopies", ["base_4.cost = 5", "4"]),
    ('copies = "base_cost_0"', 'copies = "base_cost_O"',
     ["base_0.copies", "constant 'base_cost_O'", "base_cost_0, base_cost_1"]),
    ('copies = "base_cost_0"', "copies = 21", ["base_0.copies = 21", "0 to 20"]),
    ('\nap = "polish_ap"', '\nap = "polsh_ap"', ["polish.ap", "unknown constant 'polsh_ap'", "'polish_ap'"]),
    ('\nap = "polish_ap"', "\nap = -1", ["polish.ap = -1", "0 to 100"]),
    ('yields = { light = "focus_light" }', "yields = { light = 21 }", ["focus.yields.light = 21", "0 to 20"]),
    ('worker_limit = "negotiate_workers"', "worker_limit = 0", ["negotiate.worker_limit = 0", "1 to 100"]),
    ('special = "make_lens"', 'special = "make_lens"\nyields = { ap = 1 }', ["polish", "leave out yields"]),
    ('special = "make_lens"', 'yields = { ap = 1 }', ["polish", "lenses are made at polish, and only there"]),
    ('special = "start_marker"', 'special = "make_lens"', ["negotiate", "leave out yields"]),
    ('n = "task_light" }', 'n = "task_ligth" }', ["task_light.condition", "unknown constant 'task_ligth'"]),
    ('{ hold = "light", n = "task_light" }', '{ hold = "light" }', ["task_light.condition", "lenses_made"]),
    ('{ lenses_made = "task_lens" }', '{ lenses_made = "task_lens", n = 3 }', ["task_lens.condition", "lenses_made"]),
    ("n = 13", "n = 201", ["white_6.effects.1.do.1.n = 201", "200"]),
    ("n = 13", "n = 1.5", ["white_6.effects.1.do.1.n = 1.5", "integer"]),
    ("cost = 3, do", "cost = -1, do", ["white_6.effects.1.cost = -1", "0"]),
    ('op = "grow", n = 1', 'op = "grow", n = 2', ["yellow_0.effects.2.do.1", "grow takes n = 1"]),
    ('"others_return_worker", n = 1', '"others_return_worker", n = 4', ["white_5", "n = 1 to 3"]),
    ('op = "ap", n = 2', 'op = "ap", n = -2', ["blue_0.effects.1.do.1", "ap takes n = 1 to 20"]),
    ("from = 1, to = 3", "from = 3, to = 1", ["green_4", "from = 3 is more than to = 1"]),
    ("by = [3, 2], scope", "by = [2, 3], scope", ["blue_8", "a factor is at least 1"]),
    ("by = [3, 2], scope", "by = [3, 0], scope", ["blue_8", "by.2 = 0", "1"]),
    ("by = [3, 2], scope", "by = [3], scope", ["blue_8", "by = [3]", "2"]),
    ("items = { light = 1, rainbow = 1, stagnation = 1 }", "items = { light = 0 }",
     ["white_0", "at least one material"]),
    ("items = { light = 1, rainbow = 1, stagnation = 1 }", "items = { ap = 1 }", ["white_0", "unknown kind 'ap'"]),
    ('["light", "rainbow"]]', '["light", "light"]]', ["yellow_0", "convert takes"]),
    ('["light", "rainbow"]]', '["light", { }]]', ["yellow_0", "convert takes"]),
    ('["light", "rainbow"]]', '["stagnation", "rainbow"]]', ["yellow_0", "each first material once"]),
    ('{ op = "worker_acted", n = 1 }] }', '{ op = "gain", items = { rainbow = 2 } }] }',
     ["red_9", "options that differ"]),
    ('{ op = "worker_acted", n = 1 }] }', '{ op = "grow", n = 1 }] }', ["red_9", "choose takes 2 to 6 options out of"]),
    ("{ base_min = 3 }", "{ base_min = true }", ["green_3", "base_min takes a number"]),
    ("{ hold_min = { rainbow = 7 } }", "{ hold_min = { rainbow = 101 } }", ["red_8", "0 to 100"]),
    ("do = [{ op = \"vp\", n = 13 }]", "do = []", ["white_6.effects.1.do = []", "at least 1"]),
    # whole entries
    ('name = "Thin Condenser"\n', "", ["dev_1.name is missing"]),
    ('name = "Thin Condenser"', 'name = ""', ["dev_1.name", "1 character"]),
    ("from = [7, 8]\n", "", ["white_9.from is missing"]),
    ('effects = [{ when = "will", cost = 3, do = [{ op = "vp", n = 13 }] }]',
     'effects = [{ when = "will", cost = 1, do = [{ op = "vp", n = 1 }] },'
     ' { when = "will", cost = 2, do = [{ op = "ap", n = 2 }] }]',
     ["white_6.effects", "at most one will"]),
    ('effects = [{ when = "will", cost = 3, do = [{ op = "vp", n = 13 }] }]',
     "effects = [" + '{ when = "on_grow", do = [{ op = "vp", n = 1 }] }, ' * 3 + "]", ["white_6.effects", "at most 2"]),
    # growth sheets as graphs
    ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = [9]", ["white_9.from = [9]", "lead to itself"]),
    ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = []", ["white_9.from = []", "only the start node"]),
    ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = [11]", ["white_9.from = [11]", "unknown node of white '11'"]),
    ("number = 9\nfrom = [7, 8]", "number = 16\nfrom = [7, 8]", ["white_9.number = 16", "16"]),
    ("number = 0\nfrom = []", "number = 0\nfrom = [1]", ["white_0.from = [1]", "write []"]),
    ("number = 2\nfrom = [0]", "number = 2\nfrom = [3]",
     ["white_2.from = [3]", "cannot be reached from the start node", "white_3 and white_6"]),
    ("number = 9\nfrom = [7, 8]", "number = 8\nfrom = [7]", ["white_8.number = 8", "stands twice"]),
    ('clause = "N-C204"\ncharacter = "orange"\nnumber = 4\nfrom = [1, 3, 5]\neffects = []',
     'clause = "N-C204"\ncharacter = "orange"\nnumber = 4\nfrom = [1, 3, 5]\n'
     'effects = [{ when = "passive", do = [{ op = "lock" }] }]',
     ["orange_4.effects", "op = lock", "one in orange_2"]),
    ('is = "from_6_and_8", from = [6]', 'is = "from_6_and_8", from = [9]',
     ["yellow_8.from = [9] under yellow_links = from_6_and_8", "cannot be reached"]),
    ('is = "node_7", from = [7]', 'is = "node_7", from = [8]',
     ["red_6.from = [8] under red6_prereq = node_7", "cannot be reached", "red_8"]),
    ('op = "set_final_vp", node = 0', 'op = "set_final_vp", node = 12',
     ["white_1.effects", "unknown node of white '12'"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "parts"), WRONG_CARDS, ids=[f"{c[2][0]}-{i}" for i, c in enumerate(WRONG_CARDS)]
)
def test_wrong_cards(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    """File, a line of the entry, what is wrong, and the nearest right thing."""
    assert old in STANDIN
    pack = STANDIN.replace(old, new, 1)
    message = refused_pack(load, tmp_path, pack)
    assert unsaid(parts, message) == []
    assert named_line(message) in lines_of(pack, card_of(parts))


def block(card: str) -> str:
    """An entry of the pack, whole."""
    return next(f"[[{part}" for part in STANDIN.split("\n[[") if f'\nid = "{card}"\n' in part)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        (block("dev_5"), "",
         ["[[development]] copies = 37 cards that are not vp", "dev_normal = 38", "rules.toml line"]),
        (block("dev_47"), "", ["[[development]] copies = 8 vp cards", "dev_vp = 9", "rules.toml line"]),
        ("result = 1\n", "result = 1\ncopies = 3\n", ["copies = 40 cards that are not vp", "dev_normal = 38"]),
        ("result = 6\n", "result = 6\ncopies = 2\n", ["copies = 39 cards that are not vp", "dev_normal = 38"]),
        (block("base_4"), "", ["[[base]] cost = 4: stands 0 times"]),
        ("cost = 3\n", "cost = 4\n", ["[[base]] cost = 3: stands 0 times"]),
        (block("spirit"), "", ["[[facility]] id = spirit: stands 0 times"]),
        ('id = "task_lens"', 'id = "task_lenses"', ["[[task]] id = task_lens: stands 0 times"]),
        (block("red"), "", ["[[character]] id = red: stands 0 times"]),
        ('clause = "N-C100"\ncharacter = "white"\nnumber = 0', 'clause = "N-C100"\ncharacter = "white"\nnumber = 10',
         ["[[node]] number = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 of white", "write a start node 0"]),
        ('id = "dev_2"', 'id = "dev_1"', ["the id 'dev_1' stands twice"]),
        ('id = "white_1"', 'id = "white_0"', ["the id 'white_0' stands twice"]),
        ('id = "dev_2"', "id = 2", ["[[development]] id = 2", "needs an id"]),
        ("[[development]]", "[[developments]]", ["unknown table 'developments'", "'development'"]),
        ("\n[pack]", "\n[pack", ["not valid TOML", "line"]),
        ('copies = "base_cost_0"', "copies = 20", ["[[base]] copies = 29 in all", f"at most {st.MAX_LENSES}"]),
    ],
)  # fmt: skip
def test_wrong_packs(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    """What only all entries together show."""
    assert old in STANDIN
    message = refused_pack(load, tmp_path, STANDIN.replace(old, new, 1))
    assert unsaid(["mine.toml", *parts], message) == []


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("rounds = 5", ["rounds = 5", "4"]),
        ("rounds = 0", ["rounds = 0", "1"]),
        ("players_max = 5", ["players_max = 5", "4"]),
        ("players_min = 1", ["players_min = 1", "2"]),
        ('ap_cap = "ten"', ['ap_cap = "ten"', "integer"]),
        ("ap_cap = 10.0", ["ap_cap = 10.0", "integer"]),
        ("ap_cap = true", ["ap_cap = true", "integer"]),
        ("ap_cap = 101", ["ap_cap = 101", "100"]),
        ("tokens_per_player = 13", ["tokens_per_player = 13", "is 12; write 12"]),
        ("start_stock = 5", ["tokens_per_player = 12", "is 13; write 13"]),
        ("lens_cards_min = 4\nlens_cards_max = 3", ["lens_cards_min = 4", "at most lens_cards_max = 3"]),
        ("lens_cards_max = 7", ["lens_cards_max = 7", "6"]),
        ("slots_per_side = 4", ["slots_per_side = 4", "3"]),
        ("lens_workers = 2", ["lens_workers = 2", "1"]),
        ("grid_spaces = 5", ["grid_spaces = 5", "at least 6"]),
        ("grid_spaces = 17", ["grid_spaces = 17", "16"]),
        ("start_ap = 11", ["start_ap = 11", "at most ap_cap = 10"]),
        ("start_creativity = 6", ["start_creativity = 6", "at most creativity_cap = 5"]),
        ("base_cost_0 = 16", ["[[base]] copies = 25 in all", f"at most {st.MAX_LENSES}"]),
        ("dev_normal = 39", ["copies = 38 cards that are not vp", "dev_normal = 39", "house.toml line 2"]),
        ("dev_normal = 48\ndev_vp = 20", ["dev_normal = 48", "68 cards", f"at most {layout.MAX_CARDS}"]),
        ("dev_normal = 49", ["dev_normal = 49", "48"]),
        ("negotiate_workers = 0", ["negotiate_workers = 0", "1"]),
        ("supply_light = -1", ["supply_light = -1", "0"]),
        ("task_light = 0", ["task_light = 0", "1"]),
        ("handicap = [0, 0, 0]", ["handicap = [0, 0, 0]", "at least 4"]),
        ("handicap = [0, 0, 0, 0, 0]", ["handicap = [0, 0, 0, 0, 0]", "at most 4"]),
        ("handicap = [0, 0, 0, 501]", ["handicap.4 = 501", "500"]),
        ("handicp = [0, 0, 0, 0]", ["unknown key of [rules] 'handicp'", "'handicap'"]),
        ("turn_limit = 0", ["turn_limit = 0", "1"]),
        (
            "[rulings]\nbase_choice = 'any_suficient'",
            ['base_choice = "any_suficient"', "did you mean 'any_sufficient'"],
        ),
        ("[rulings]\nbase_chioce = 'any_sufficient'", ["unknown key of [rulings] 'base_chioce'", "'base_choice'"]),
        ("[rulings]\ntake_pays_base = 'true'", ['take_pays_base = "true"', "known are true, false"]),
        ("[rulings]\ntake_pays_base = 1", ["take_pays_base = 1", "known are true, false"]),
        ("[rulings]\nbase_choice = true", ["base_choice = true", "any_sufficient, cheapest_sufficient"]),
    ],
)
def test_wrong_rules_files(tmp_path: Path, line: str, parts: list[str]) -> None:
    """Constants and rulings, one by one and against each other."""
    message = refused_rules(load, tmp_path, line, "standin")
    assert re.match(r"(house|standin|rules)\.toml( line \d+)?: ", message)
    assert unsaid(parts, message) == []


def test_a_sheet_that_breaks_under_two_rulings_at_once(tmp_path: Path) -> None:
    """Each alternative alone reads well; the run's own combination does not: 8 from 9 and 9 from 8."""
    text = STANDIN.replace(
        '{ ruling = "yellow_7_8", is = "merged", effects = [] }',
        '{ ruling = "yellow_7_8", is = "merged", from = [9], effects = [] }',
    )
    assert text != STANDIN
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    load(str(path), None, (), 4)
    load(str(path), None, [("rulings.yellow_links", "from_6_and_8")], 4)
    load(str(path), None, [("rulings.yellow_7_8", "merged")], 4)
    with pytest.raises(UserError, match=r"yellow_8\.from = \[9\] under the rulings of this run: cannot be reached"):
        load(str(path), None, [("rulings.yellow_links", "from_6_and_8"), ("rulings.yellow_7_8", "merged")], 4)


@pytest.mark.parametrize("n_seats", [0, 1, 5])
def test_numbers_of_players(n_seats: int) -> None:
    with pytest.raises(UserError, match=rf"players = {n_seats}: konoten is for 2 to 4"):
        load("standin", None, (), n_seats)


def test_values_from_the_command_line_are_named_as_such() -> None:
    with pytest.raises(UserError, match=r"^--set cards\.dev_3\.qty=0: dev_3\.qty = 0: "):
        load("standin", None, [("cards.dev_3.qty", "0")], 4)
    with pytest.raises(UserError, match=r"^--set rules\.rounds=5: rounds = 5: "):
        load("standin", None, [("rules.rounds", "5")], 4)
    with pytest.raises(UserError, match=r"^--set cards\.red_6\.from=\[8\]: red_6\.from = \[8\]: cannot be reached"):
        load("standin", None, [("cards.red_6.from", "[8]")], 4)


def test_variants_may_be_written_as_booleans(tmp_path: Path) -> None:
    """A ruling of true and false: `is = true` and `is = "true"` read alike."""
    for value in ("true", '"true"'):
        text = STANDIN.replace(
            'number = 3\nfrom = [0]\neffects = [{ when = "on_grow", do = [{ op = "ap", n = 2 }] }]',
            'number = 3\nfrom = [0]\neffects = [{ when = "on_grow", do = [{ op = "ap", n = 2 }] }]\n'
            f'variants = [{{ ruling = "grow_trigger_self", is = {value}, from = [1] }}]',
        )
        assert text != STANDIN
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        for ruling, before in (("false", 1), ("true", 2)):
            data = load(str(tmp_path / "mine.toml"), None, [("rulings.grow_trigger_self", ruling)], 4)
            assert data.tables[0].nodes[4, 3].before == before


@pytest.mark.parametrize("array", ["effects", "ops", "conditions"])
def test_capacities_are_named(tmp_path: Path, array: str) -> None:
    """Sixteen nodes with two effects and long lists on every sheet are more than any array holds."""
    capacity = getattr(layout, f"MAX_{array.upper()}")
    op = '{ op = "vp", n = 1 }'
    one = {
        "effects": f'{{ when = "on_grow", do = [{op}] }}',
        "ops": f'{{ when = "on_grow", do = [{", ".join([op] * 6)}] }}',
        "conditions": f'{{ when = "on_grow", if = [{", ".join(["{ hold_min = { light = 1 } }"] * 6)}], do = [{op}] }}',
    }[array]
    nodes = [
        f'[[node]]\nid = "{c}_{n}"\nname = "X"\nprovenance = "assumed"\ncharacter = "{c}"\nnumber = {n}\n'
        f"from = {[0] if n else []}\neffects = [{one}, {one}]\n"
        for c in ("white", "orange", "yellow", "green", "blue", "red")
        for n in range(16)
    ]
    text = refused_pack(load, tmp_path, STANDIN[: STANDIN.index("[[node]]")] + "\n".join(nodes))
    assert f"more than {capacity} {array} in all, the capacity MAX_{array.upper()}" in text
    assert text.startswith("mine.toml line ")


def test_gains_that_set_off_gains_are_limited(tmp_path: Path) -> None:
    """A worker for each worker gained is fine with 12 tokens; with 24 the stack would not hold it."""
    text = STANDIN.replace(
        'when = "on_worker_returned", do = [{ op = "gain", items = { light = 1 } }]',
        'when = "on_worker_gained", do = [{ op = "worker_unacted", n = 1 }]',
    )
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    load(str(path), None, (), 4)
    with pytest.raises(UserError, match=r"yellow_7\.effects: .*tokens_per_player = 24 .*write at most"):
        load(str(path), None, [("rules.start_stock", "16"), ("rules.tokens_per_player", "24")], 4)


def test_messages_of_konoten_end_without_a_full_stop(tmp_path: Path) -> None:
    """One voice: where, what, what would be right."""
    for old, new in (("number = 9\nfrom = [7, 8]", "number = 9\nfrom = [9]"), (block("dev_5"), ""), (block("red"), "")):
        assert not refused_pack(load, tmp_path, STANDIN.replace(old, new, 1)).endswith(".")
