"""The stand-in pack holds what RULES.md section 8.3 demands of it."""

from collections import Counter

import pytest

from sim.games.kaguya import codes
from sim.games.kaguya.tables import designs, load

STANDIN = load("standin", None, (), 4)
DIE_CHANGE = {"reroll", "set_die", "shift_die", "flip_die", "copy_die"}
EXCHANGE = {"gain_die", "lose_die", "gain_token", "lose_token", "points"}
BOARD = {"slot_shift", "slot_reroll", "slot_remove", "slot_move", "slot_swap", "set_today"}
CARDS = {"ready", "lock", "unreserve", "draw", "take_board", "extra_main"}


def cards(kind: str) -> list[dict]:
    return STANDIN.document["cards"][kind]


def ops_of(entry: dict) -> list[dict]:
    """All ops of an entry, those inside branches and `may` included."""

    def walk(ops):
        for op in ops:
            yield op
            yield from walk(op.get("do", []))
            for option in op.get("options", []):
                yield from walk(option["do"])

    return list(walk(entry.get("do", [])))


def conditions_of(entry: dict) -> list:
    holders = [entry, *ops_of(entry)]
    holders += [option for op in ops_of(entry) for option in op.get("options", [])]
    return [condition for holder in holders for condition in holder.get("if", [])]


def costs_of(entry: dict) -> list:
    return [cost for holder in [entry, *ops_of(entry)] for cost in holder.get("cost", [])]


def triggers_of(entry: dict) -> list[dict]:
    on = entry.get("on", [])
    return [on] if isinstance(on, dict) else on


def words(items: list) -> set[str]:
    return {item if isinstance(item, str) else next(iter(item)) for item in items}


def accepted_faces(dice: dict) -> int:
    """The most faces that a single die may show, over today's numbers."""
    tests = {
        "eq": lambda f, t: f == t, "ne": lambda f, t: f != t, "gt": lambda f, t: f > t, "lt": lambda f, t: f < t,
        None: lambda f, t: True,
    }  # fmt: skip
    faces = dice.get("faces", range(1, 7))
    return max(sum(tests[dice.get("today")](face, today) for face in faces) for today in range(1, 7))


def test_numbers_of_designs_and_copies():
    for kind, n, copies in (("conversion", 15, 2), ("action", 15, 2), ("event", 15, 1), ("ability", 4, 1)):
        assert [entry.get("copies", 1) for entry in cards(kind)] == [copies] * n, kind
    assert (len(cards("initial_conversion")), len(cards("initial_action")), len(cards("slot"))) == (4, 8, 4)


def test_ids_names_and_texts_are_all_there_and_no_two_ids_the_same():
    ids = [entry["id"] for entry in designs(STANDIN.document)]
    assert len(set(ids)) == len(ids)
    assert len({entry["name"] for entry in designs(STANDIN.document)}) == len(ids)
    assert all(entry["text"].endswith(".") for entry in designs(STANDIN.document))


def conversion_family(entry: dict) -> str:
    ops = {op["op"] for op in ops_of(entry)} - {"branch", "may"}
    families = {
        "bag": "bag" in ops,
        "die change": ops <= DIE_CHANGE,
        "ponkotsu": ops <= {"cure", "skip_roll", "shield"},
        "board": ops <= BOARD,
        "cards": ops <= CARDS,
        "exchange": ops <= EXCHANGE and words(costs_of(entry)) <= {"die", "token", "point"} and bool(costs_of(entry)),
    }
    return next(name for name, holds in families.items() if holds)


def test_families_of_conversion_cards():
    assert Counter(map(conversion_family, cards("conversion"))) == {
        "die change": 5, "exchange": 4, "bag": 2, "ponkotsu": 1, "board": 2, "cards": 1,
    }  # fmt: skip


def action_family(entry: dict) -> str:
    ops = {op["op"] for op in ops_of(entry)} - {"branch", "may"}
    families = {
        "bag": "bag" in ops,
        "cube": "move_cube" in ops,
        "extra dice": "gain_die" in ops,
        "ponkotsu": bool(ops & {"cure", "afflict"}),
        "board": bool(ops & {"extra_place", *(BOARD - {"set_today"})}),
        "cards": bool(ops & CARDS),
        "tokens": "gain_token" in ops,
        "points": "points" in ops,
    }
    return next(name for name, holds in families.items() if holds)


def test_families_of_action_cards():
    assert Counter(map(action_family, cards("action"))) == {
        "tokens": 3, "bag": 3, "points": 3, "cube": 2, "extra dice": 1, "ponkotsu": 1, "board": 1, "cards": 1,
    }  # fmt: skip
    points = [entry for entry in cards("action") if action_family(entry) == "points"]
    counted = [e for e in points if any(isinstance(op.get("n"), dict) for op in ops_of(e) if op["op"] == "points")]
    assert len(counted) == 1


TRIGGER_GROUPS = {
    "placing": ("place", "activity"),
    "reserving": ("reserve", "lose_reservation", "recover"),
    "using": ("use_action", "use_conversion", "use_ability"),
    "ponkotsu": ("become_ponkotsu", "cause_ponkotsu", "roll_ponkotsu", "cure"),
    "bag": ("bag", "contest"),
    "day": ("day_start", "drop_out"),
}


def test_families_of_events():
    groups = Counter()
    for entry in cards("event"):
        (group,) = [g for g, ts in TRIGGER_GROUPS.items() if {t["trigger"] for t in triggers_of(entry)} <= set(ts)]
        groups[group] += 1
    assert groups == {"placing": 3, "reserving": 3, "using": 3, "ponkotsu": 3, "bag": 2, "day": 1}
    bonus = {
        "points": "points", "steal_points": "points", "gain_token": "tokens", "bag": "bag", "gain_die": "dice",
        "cure": "cure", "move_cube": "cube",
    }  # fmt: skip
    bonuses = Counter(bonus[entry["do"][0]["op"]] for entry in cards("event"))
    assert bonuses == {"points": 5, "tokens": 4, "bag": 2, "dice": 2, "cure": 1, "cube": 1}


def test_initial_cards():
    initial = {entry["character"]: entry for entry in cards("initial_conversion")}
    assert set(initial) == set(codes.CHARACTERS)
    assert all({op["op"] for op in ops_of(entry)} <= DIE_CHANGE for entry in initial.values())
    assert len({str(entry["do"]) for entry in initial.values()}) == 4
    faces = []
    for character in codes.CHARACTERS:
        six, bag = [entry for entry in cards("initial_action") if entry["character"] == character]
        assert (six["dice"], six["do"]) == ({"n": 1, "faces": [6]}, [{"op": "gain_token", "n": 1}])
        assert bag["do"] == [{"op": "bag", "n": 1, "src": "own"}]
        assert bag["dice"]["n"] == 1
        faces += bag["dice"]["faces"]
    assert len(faces) == len(set(faces)) == 4


def test_abilities_and_slots():
    ability = {entry["character"]: entry for entry in cards("ability")}
    assert (ability["president"]["cost"], words_of("president")) == ([{"token": 1}], {"set_die"})
    assert (ability["vice"]["cost"], words_of("vice")) == ([{"die": "any"}], {"branch", "slot_shift", "lose_token"})
    assert "cost" not in ability["secretary"]
    assert ability["secretary"]["do"] == [{"op": "reroll", "n": 2}, {"op": "skip_roll", "if": ["self_ponkotsu"]}]
    assert (ability["treasurer"]["cost"], words_of("treasurer")) == ([{"point": 2}], {"move_cube"})
    assert [entry["do"] for entry in cards("slot")] == [
        [{"op": "gain_token", "n": 1}],
        [{"op": "gain_die", "n": 1}],
        [{"op": "points", "n": 2}],
        [{"op": "bag", "n": 1, "src": "own"}],
    ]


def words_of(character: str) -> set[str]:
    (entry,) = [e for e in cards("ability") if e["character"] == character]
    return {op["op"] for op in ops_of(entry)}


def test_every_word_of_the_vocabulary_stands_on_a_card():
    entries = designs(STANDIN.document)
    ops = [op for entry in entries for op in ops_of(entry)]
    counts = {op["n"]["count"] for op in ops if isinstance(op.get("n"), dict)}
    tests = [entry.get("dice", {}) for entry in entries]
    assert {op["op"] for op in ops} == set(codes.OPS)
    assert {op.get("who", "self") for op in ops} == set(codes.TARGETS)
    assert counts == set(codes.COUNTS[1:])
    assert words([cost for entry in entries for cost in costs_of(entry)]) == set(codes.COSTS)
    assert words([condition for entry in entries for condition in conditions_of(entry)]) == set(codes.CONDITIONS)
    assert {entry.get("limit", "each") for entry in cards("event")} == set(codes.LIMITS)
    assert {test.get("today", "none") for test in tests} == set(codes.TODAY_TESTS)
    assert {test.get("n", 1) for test in tests if test} == {1, 2, 3}
    assert {test.get("pattern", "any") for test in tests if test.get("n", 1) > 1} == set(codes.PATTERNS)
    assert {"faces", "sum_min", "sum_max"} <= {key for test in tests for key in test}
    triggers = [trigger for entry in cards("event") for trigger in triggers_of(entry)]
    assert {trigger["trigger"] for trigger in triggers} == set(codes.TRIGGERS)


def test_every_argument_word_stands_on_a_card():
    ops = [op for entry in designs(STANDIN.document) for op in ops_of(entry)]
    for key, known in (("dir", codes.DIRECTIONS), ("scope", codes.SCOPES), ("how", codes.TODAY_HOW)):
        assert {op[key] for op in ops if key in op} == set(known), key
    assert {op["src"] for op in ops if op["op"] == "bag"} == {"own", "stock"}


def test_an_event_meets_its_own_trigger():
    def meets(entry):
        caused = {"bag": "bag", "cure": "cure"}
        return {caused.get(op["op"]) for op in ops_of(entry)} & {t["trigger"] for t in triggers_of(entry)}

    assert [entry["id"] for entry in cards("event") if meets(entry)]


def test_the_bag_does_not_hang_on_the_contest():
    def feeding(kind):
        return [entry for entry in cards(kind) if "bag" in {op["op"] for op in ops_of(entry)}]

    assert len(feeding("conversion")) + len(feeding("action")) == 5
    assert sum(entry["copies"] for entry in feeding("conversion") + feeding("action")) == 10
    assert (len(feeding("slot")), len(feeding("event")), len(feeding("initial_action"))) == (1, 2, 4)
    assert feeding("ability") == feeding("initial_conversion") == []
    from_stock = [e for e in designs(STANDIN.document) if any(op.get("src") == "stock" for op in ops_of(e))]
    assert len(from_stock) <= 2


def test_single_dice_are_asked_for_few_faces():
    single = [entry for entry in cards("action") if entry["dice"].get("n", 1) == 1]
    wide = [entry for entry in single if accepted_faces(entry["dice"]) > 3]
    assert len(wide) <= 4
    assert all(accepted_faces(entry["dice"]) == 6 for entry in wide)


@pytest.mark.parametrize(("op", "most"), [("points", 4), ("steal_points", 4), ("gain_token", 2), ("bag", 1)])
def test_no_card_pays_too_much_for_a_die(op, most):
    def pays(ops):
        """The most that a list of ops pays its owner, over the choices in it."""
        total = 0
        for step in ops:
            if step["op"] == op and step.get("who", "self") != "others":
                n = step.get("n", 1)
                total += n["max"] if isinstance(n, dict) else max(n, 0)
            inner = [step.get("do", []), *(option["do"] for option in step.get("options", []))]
            total += max(pays(part) for part in inner)
        return total

    for entry in designs(STANDIN.document):
        assert pays(entry["do"]) <= most * entry.get("dice", {}).get("n", 1), entry["id"]


def test_two_known_effects_are_seed_and_all_else_is_assumed():
    seed = {entry["id"]: entry for entry in designs(STANDIN.document) if entry["provenance"] == "seed"}
    assert set(seed) == {"act_six_token", "slot_1"}
    assert all(entry["do"] == [{"op": "gain_token", "n": 1}] for entry in seed.values())
    assert seed["act_six_token"]["dice"] == {"n": 1, "faces": [6]}
    assert dict(STANDIN.provenance) == {"seed": 2, "public": 0, "assumed": len(designs(STANDIN.document)) - 2}
