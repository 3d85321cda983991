"""kaguya's shipped data against RULES.md sections 1, 3, 4 and 14.6, and how they land in the TABLES record."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from sim import tables
from sim.errors import UserError
from sim.games.kaguya import codes, layout
from sim.games.kaguya.tables import SHAPE, designs, load

RULES_MD = (SHAPE.folder.parent / "RULES.md").read_text(encoding="utf-8")
STANDIN = load("standin", None, (), 4)
PACKS = ("standin", "bare", "stress")


# ---- constants and rulings ----


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start_score", 5), ("conversion_deck", 30), ("action_deck", 30), ("face_up_per_kind", 4),
        ("dice_total", 40), ("tokens_per_character", 15), ("hearts_per_player", 2), ("dice_track", [5, 6, 7]),
        ("token_track", [1, 2, 3]), ("track_start", 0), ("character_dice_max", 3), ("ponkotsu_ok", 2),
        ("ponkotsu_minus", 3), ("ponkotsu_pass", 1), ("ponkotsu_penalty", 1), ("contest_first", 2),
        ("contest_second", 1), ("event_card_points", 5), ("token_points", 1), ("ability_uses_per_day", 1),
        ("turn_cap_day", 400), ("handicap", [0, 0, 0, 0]),
    ],
)  # fmt: skip
def test_constants_of_the_rulebook(name, value):
    for pack in ("standin", "bare"):
        np.testing.assert_array_equal(load(pack, None, (), 4).tables[0][name], value)


def test_every_ruling_has_the_default_of_section_3():
    rows = re.findall(r"^\| (\w+) \| `(\w+)` \|", RULES_MD.partition("## 3. Rulings")[2].partition("### 3.1")[0], re.M)
    assert len(rows) == 19
    assert STANDIN.document["rulings"] == dict(rows)
    for name in codes.RULINGS:
        assert STANDIN.tables[0][name] == 0


@pytest.mark.parametrize("name", codes.RULINGS)
def test_every_alternative_can_be_set(name):
    for code, value in enumerate(codes.RULINGS[name]):
        assert load("bare", None, [(f"rulings.{name}", value)], 4).tables[0][name] == code


# ---- the packs ----


@pytest.mark.parametrize("pack", PACKS)
def test_card_numbers_are_those_of_section_4(pack):
    data = load(pack, None, (), 4)
    listed = designs(data.document)
    rows = data.tables[0].programs["design"]
    rules = data.document["rules"]
    for kind, first, deck in (("conversion", 0, "conversion_deck"), ("action", 30, "action_deck")):
        in_file = [e["id"] for e in data.document["cards"][kind] for _ in range(e.get("copies", 1))]
        assert [listed[d]["id"] for d in rows[first : first + rules[deck]]] == in_file
        assert (rows[first + rules[deck] : first + 30] == -1).all()
    events = [e["id"] for e in data.document["cards"]["event"] for _ in range(e.get("copies", 1))]
    assert [listed[d]["id"] for d in rows[72:87]] == events
    assert [listed[d]["character"] for d in rows[60:64]] == list(codes.CHARACTERS)
    assert [listed[d]["character"] for d in rows[64:72]] == [c for c in codes.CHARACTERS for _ in (0, 1)]
    assert [listed[d]["character"] for d in rows[87:91]] == list(codes.CHARACTERS)
    assert [listed[d]["slot"] for d in rows[91:95]] == [1, 2, 3, 4]


def test_bare_does_nothing():
    data = load("bare", None, (), 4)
    programs = data.tables[0].programs
    assert (programs["is_blank"] == 1).all()
    assert not programs["do_n"].any()
    assert not programs["on_n"].any()
    assert not programs["cost_n"].any()
    is_action = np.isin(np.arange(95), [*range(30, 60), *range(64, 72)])
    np.testing.assert_array_equal(programs["dice_n"], is_action)
    np.testing.assert_array_equal(programs["dice_faces"], np.where(is_action, 0b1111110, 0))
    assert dict(data.provenance) == {"seed": 0, "public": 0, "assumed": len(designs(data.document))}


def test_stress_is_the_standin_pack_with_shortages():
    data = load("stress", None, (), 4)
    changed = {k: v for k, v in data.document["rules"].items() if v != STANDIN.document["rules"][k]}
    assert changed == {
        "dice_total": 24, "tokens_per_character": 3, "conversion_deck": 18, "action_deck": 18, "turn_cap_day": 24,
    }  # fmt: skip
    for mine, base in zip(designs(data.document), designs(STANDIN.document), strict=True):
        assert {**mine, "copies": 0} == {**base, "copies": 0}


# ---- TABLES ----


def program(card_id: str, data=STANDIN) -> np.record:
    ids = [entry["id"] for entry in designs(data.document)]
    places = np.flatnonzero(data.tables[0].programs["design"] == ids.index(card_id))
    return data.tables[0].programs[places[0]]


def part(rows: str, start: int, n: int, data=STANDIN) -> np.ndarray:
    return data.tables[0][rows][start : start + n]


def test_tables_are_one_record_that_cannot_be_written():
    assert STANDIN.tables.shape == (1,)
    assert STANDIN.tables.dtype == layout.TABLES
    with pytest.raises(ValueError, match="read-only"):
        STANDIN.tables[0]["start_score"] = 6


def test_a_die_condition_in_the_tables():
    card = program("act_festival_lanterns")
    assert (card.dice_n, card.dice_faces, card.dice_pattern) == (3, 126, codes.PATTERN_ANY)
    assert (card.sum_min, card.sum_max, card.dice_today) == (0, 9, codes.TODAY_NONE)
    card = program("act_second_clubroom")
    assert (card.dice_n, card.dice_pattern, card.sum_min, card.sum_max) == (2, codes.PATTERN_RUN, 7, 18)
    card = program("act_pocket_money")
    assert (card.dice_faces, card.dice_today) == (1 << 3 | 1 << 4 | 1 << 5, codes.TODAY_NE)


def test_a_branch_in_the_tables():
    card = program("conv_rearranged_chairs")
    (op,) = part("ops", card.do_start, card.do_n)
    assert (op.op, op.n_branches) == (codes.OP_BRANCH, 3)
    seen = []
    for b in range(3):
        (inner,) = part("ops", op.branch_do_start[b], op.branch_do_n[b])
        ifs = part("conditions", op.branch_if_start[b], op.branch_if_n[b])
        seen.append((inner.op, inner.scope, inner.by, inner.dir, [(c.kind, c.a) for c in ifs]))
    assert seen == [
        (codes.OP_SLOT_SHIFT, codes.SCOPE_OWN, 1, codes.DIR_UP, [(codes.IF_TOTAL_MAX, 9)]),
        (codes.OP_SLOT_SHIFT, codes.SCOPE_OTHER, 1, codes.DIR_DOWN, [(codes.IF_TOTAL_MIN, 6)]),
        (codes.OP_SLOT_REROLL, codes.SCOPE_ANY, 1, codes.DIR_EITHER, []),
    ]


def test_may_counted_amounts_and_costs_in_the_tables():
    card = program("act_all_nighter")
    gain, extra, may = part("ops", card.do_start, card.do_n)
    assert (gain.op, gain.count, gain.times, gain.most) == (codes.OP_GAIN_DIE, codes.COUNT_DIE, 1, 2)
    assert (gain.face, extra.op) == (codes.FACE_ROLL, codes.OP_EXTRA_MAIN)
    assert (may.op, may.n_branches, may.cost_n) == (codes.OP_MAY, 1, 1)
    assert part("costs", may.cost_start, 1)[0].kind == codes.COST_PONKOTSU
    (inner,) = part("ops", may.branch_do_start[0], may.branch_do_n[0])
    assert (inner.op, inner.face, inner.n) == (codes.OP_GAIN_DIE, codes.FACE_CHOOSE, 1)
    vice = program("ability_vice")
    cost = part("costs", vice.cost_start, vice.cost_n)[0]
    assert (cost.kind, cost.faces, vice.limit) == (codes.COST_DIE, 126, codes.LIMIT_DAY)
    closing = program("act_closing_speech")
    may = part("ops", closing.do_start, closing.do_n)[2]
    cost = part("costs", may.cost_start, may.cost_n)[0]
    assert (cost.kind, cost.track) == (codes.COST_CUBE, codes.TRACK_DICE)


def test_conditions_in_the_tables():
    card = program("act_pocket_money")
    op = part("ops", card.do_start, card.do_n)[1]
    condition = part("conditions", op.if_start, op.if_n)[0]
    assert (condition.kind, condition.a) == (codes.IF_DAY_IN, 1 << 4 | 1 << 5)
    card = program("act_second_clubroom")
    op = part("ops", card.do_start, card.do_n)[0]
    condition = part("conditions", op.if_start, op.if_n)[0]
    assert (condition.kind, condition.a, condition.b) == (codes.IF_TRACK_AT, codes.TRACK_DICE, 2)
    card = program("conv_last_bus")
    assert part("conditions", card.if_start, card.if_n)[0].kind == codes.IF_SOMEONE_OUT


def test_triggers_in_the_tables():
    def rows(card_id):
        card = program(card_id)
        found = part("triggers", card.on_start, card.on_n)
        return [(t.trigger, t.filter, t.order, t.faces, t.today) for t in found]

    assert rows("ev_group_photo") == [(codes.ON_PLACE, 0, 3, 126, codes.TODAY_NONE)]
    assert rows("ev_secret_helper") == [(codes.ON_PLACE, 1, 0, 126, codes.TODAY_EQ)]
    assert rows("ev_seat_snatchers") == [(codes.ON_RESERVE, 1, 0, 126, codes.TODAY_NONE)]
    assert rows("ev_runner_up") == [(codes.ON_CONTEST, 1, 0, 126, codes.TODAY_NONE)]
    assert rows("ev_library_week") == [(codes.ON_RECOVER, layout.FILTER_ANY, 0, 126, codes.TODAY_NONE)]
    assert rows("ev_club_fair") == [
        (codes.ON_USE_CONVERSION, layout.FILTER_ANY, 0, 126, codes.TODAY_NONE),
        (codes.ON_USE_ACTION, layout.FILTER_ANY, 0, 1 << 1, codes.TODAY_NONE),
    ]
    assert rows("ev_early_closing")[1] == (codes.ON_DROP_OUT, 0, 0, 126, codes.TODAY_NONE)


def test_ready_is_found_inside_branches():
    programs = STANDIN.tables[0].programs
    ids = [entry["id"] for entry in designs(STANDIN.document)]
    assert {ids[p.design] for p in programs if p.has_ready} == {"act_filing_cabinet"}


def test_defaults_of_section_14_6():
    sets = [("cards.conv_opposite_day.do", "[{ op = 'set_die' }, { op = 'slot_shift' }, { op = 'set_today' }]")]
    data = load("standin", None, sets, 4)
    card = program("conv_opposite_day", data)
    set_die, shift, today = part("ops", card.do_start, card.do_n, data)
    assert (set_die.face, set_die.n, set_die.who, set_die.count) == (codes.FACE_CHOOSE, 1, codes.WHO_SELF, 0)
    assert (shift.scope, shift.by, shift.dir) == (codes.SCOPE_ANY, 1, codes.DIR_EITHER)
    assert (today.how, today.look, today.keep, today.most) == (codes.HOW_REROLL, 1, 1, 32767)


# ---- changing the data ----


def test_single_values_reach_the_tables():
    sets = [
        ("rules.handicap.4", "2"), ("rules.dice_track.1", "4"), ("rulings.score_floor", "none"),
        ("cards.act_six_token.do.1.n", "2"), ("cards.act_six_token.dice.faces", "[5,6]"),
    ]  # fmt: skip
    data = load("standin", None, sets, 4)
    assert data.tables[0].handicap.tolist() == [0, 0, 0, 2]
    assert data.tables[0].dice_track.tolist() == [4, 6, 7]
    assert data.tables[0].score_floor == 1
    card = program("act_six_token", data)
    assert card.dice_faces == 1 << 5 | 1 << 6
    assert part("ops", card.do_start, 1, data)[0].n == 2
    assert data.rules_digest != STANDIN.rules_digest
    assert data.cards_digest != STANDIN.cards_digest


@pytest.mark.parametrize("pack", PACKS)
def test_the_document_written_out_reads_back(pack, tmp_path: Path):
    data = load(pack, None, [("rules.handicap.4", "2"), ("cards.slot_3.name", "Window")], 4)
    path = tmp_path / "whole.toml"
    path.write_text(tables.to_toml(data.document), encoding="utf-8")
    again = load(str(path), None, (), 4)
    assert (again.rules_digest, again.cards_digest) == (data.rules_digest, data.cards_digest)
    assert again.document == data.document
    assert again.tables.tobytes() == data.tables.tobytes()
    assert again.pack == pack


def test_a_pack_of_one_changed_card(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[pack]\nname = "mine"\nbase = "standin"\n[[action]]\nid = "act_six_token"\ndice = { faces = [1] }\n'
    )
    data = load(str(path), None, (), 4)
    assert data.pack == "mine"
    assert program("act_six_token", data).dice_faces == 1 << 1
    assert data.rules_digest == STANDIN.rules_digest
    same = [row for row in range(95) if data.tables[0].programs[row] == STANDIN.tables[0].programs[row]]
    assert sorted(set(range(95)) - set(same)) == [30, 31]


def test_policies_are_read():
    assert "random" in STANDIN.weights
    assert STANDIN.document["policies"]["random"]["family"] == "random"
    with pytest.raises(UserError, match="unknown feature 'no_such_feature'"):
        load("bare", None, [("policies.balanced.no_such_feature", "1")], 4)


def test_other_numbers_of_players_are_refused():
    with pytest.raises(UserError, match="exactly 4 players, not 3"):
        load("bare", None, (), 3)


def test_shipped_files_are_plain_toml():
    for path in SHAPE.folder.rglob("*.toml"):
        tomllib.loads(path.read_text(encoding="utf-8"))
