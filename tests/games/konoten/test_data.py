"""konoten's shipped data against RULES.md sections 1, 3 and 8, and how they land in the TABLES record."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim import tables
from sim.errors import UserError
from sim.games.konoten import codes
from sim.games.konoten.tables import SHAPE, card_entries, labels, load

from . import sheets

RULES_MD = (SHAPE.folder.parent / "RULES.md").read_text(encoding="utf-8")
STANDIN = load("standin", None, (), 4)
ENTRIES: dict[str, list[dict[str, Any]]] = STANDIN.document["cards"]
PACKS = ("standin", "stress", "extreme")

#: Section 1.
CONSTANTS: dict[str, Any] = {
    "players_min": 2, "players_max": 4, "rounds": 4, "tokens_per_player": 12, "start_task_tokens": 3,
    "start_growth": 1, "start_stock": 4, "start_workers": 4, "start_ap": 2, "start_creativity": 0, "start_light": 2,
    "start_rainbow": 2, "start_stagnation": 2, "supply_ap": 7, "supply_creativity": 1, "supply_tokens": 1,
    "ap_cap": 10, "creativity_cap": 5, "grid_spaces": 12, "supply_light": 25, "supply_rainbow": 20,
    "supply_stagnation": 20, "dev_normal": 38, "dev_vp": 9, "display_normal": 8, "display_vp": 2, "base_cost_0": 6,
    "base_cost_1": 5, "base_cost_2": 2, "base_cost_3": 1, "base_cost_4": 1, "collect_ap": 2, "persuade_ap": 2,
    "restart_ap": 3, "polish_ap": 1, "focus_creativity": 1, "focus_ap": 0, "focus_light": 1, "negotiate_ap": 0,
    "negotiate_light": 1, "negotiate_workers": 1, "spirit_ap_cost": 0, "spirit_ap": 1, "spirit_stagnation": 1,
    "lens_cards_min": 2, "lens_cards_max": 6, "slots_per_side": 3, "lens_workers": 1, "polish_vp_per_card": 1,
    "foreign_use_vp": 2, "task_light": 7, "task_rainbow": 5, "task_lens": 3, "end_stagnation_vp": -2,
    "wills_per_ability_per_round": 1, "turn_limit": 2000, "handicap": [0, 0, 0, 0],
}  # fmt: skip

#: Section 8.3: kind, then quantity, material, result by slot of the left side; of vp by slot of the right side.
CARDS = {
    "light": ([(1, 2, 1), (2, 4, 2), (3, 6, 3)], [(1, 2, 1), (2, 4, 2)], [(1, 1, 1), (2, 3, 2), (3, 5, 3)]),
    "rainbow": ([(1, 5, 2), (2, 9, 4)], [(1, 4, 2), (3, 12, 6)], [(1, 4, 2), (2, 8, 3)]),
    "stagnation": ([(2, 2, 1), (4, 5, 3)], [(1, 1, 1), (3, 3, 1)], [(2, 2, 1), (3, 4, 2)]),
    "creativity": ([(1, 4, 2), (2, 7, 4)], [(1, 3, 2), (2, 7, 3)], [(1, 3, 1), (2, 6, 3)]),
    "lobby": ([(1, 4, 2), (1, 5, 3)], [(1, 4, 3), (1, 4, 2)], [(1, 3, 2), (1, 4, 2)]),
    "growth": ([(1, 4, 4), (1, 5, 5)], [(1, 4, 5), (1, 5, 4)], [(1, 4, 4), (1, 4, 3)]),
    "vp": (
        [(11, 0, 6), (15, 0, 8), (19, 0, 10)],
        [(11, 0, 6), (14, 0, 8), (20, 0, 11)],
        [(7, 0, 5), (9, 0, 6), (16, 0, 9)],
    ),
}


# ---- constants and rulings ----


def test_constants_are_those_of_section_1() -> None:
    assert STANDIN.document["rules"] == CONSTANTS


def test_constants_land_in_the_tables() -> None:
    row = STANDIN.tables[0]
    for name in set(row.dtype.names) & set(CONSTANTS):
        np.testing.assert_array_equal(row[name], CONSTANTS[name])
    assert (row.start_items.tolist(), row.supply.tolist()) == ([2, 2, 2], [25, 20, 20])
    assert row.piles.tolist() == [6, 5, 2, 1, 1]


def test_facilities_and_tasks() -> None:
    """N-A7 to N-A11, N-T1: AP, what is paid, what is gained, what is special, workers a round."""
    found = [
        (int(f.ap), f.pays.tolist(), f.yields.tolist(), int(f.special), int(f.limit))
        for f in STANDIN.tables[0].facilities
    ]
    assert found == [
        (1, [0, 0, 0, 0], [0, 0, 0, 0, 0], codes.SPECIAL_LENS, 0),
        (0, [0, 0, 0, 1], [1, 0, 0, 0, 0], codes.SPECIAL_NONE, 0),
        (0, [0, 0, 0, 0], [1, 0, 0, 0, 0], codes.SPECIAL_MARKER, 1),
        (0, [0, 0, 0, 0], [0, 0, 1, 0, 1], codes.SPECIAL_NONE, 0),
    ]
    assert [(int(t.what), int(t.n)) for t in STANDIN.tables[0].tasks] == [(0, 7), (1, 5), (codes.COUNT_LENSES, 3)]


@pytest.mark.parametrize(
    ("constant", "value", "read"),
    [
        ("polish_ap", 3, lambda t: t.facilities[0].ap),
        ("focus_creativity", 2, lambda t: t.facilities[1].pays[3]),
        ("focus_light", 4, lambda t: t.facilities[1].yields[0]),
        ("negotiate_workers", 2, lambda t: t.facilities[2].limit),
        ("negotiate_light", 3, lambda t: t.facilities[2].yields[0]),
        ("spirit_ap", 2, lambda t: t.facilities[3].yields[4]),
        ("spirit_stagnation", 0, lambda t: t.facilities[3].yields[2]),
        ("task_light", 9, lambda t: t.tasks[0].n),
        ("task_lens", 4, lambda t: t.tasks[2].n),
        ("base_cost_3", 5, lambda t: t.piles[3]),
    ],
)
def test_entries_follow_their_constants(constant: str, value: int, read: Any) -> None:
    assert read(load("standin", None, [(f"rules.{constant}", str(value))], 4).tables[0]) == value


def test_rulings_are_those_of_section_3() -> None:
    """Names, alternatives and defaults, as RULES.md prints them."""
    text = RULES_MD.partition("## 3. Rulings")[2].partition("### 3.1")[0]
    names = re.findall(r"^\| `?(\w+)`? \|", text, re.M)
    assert [name for name in names if name not in ("option",)] == list(codes.RULINGS)
    for name, (default, *_) in codes.RULINGS.items():
        assert STANDIN.document["rulings"][name] == default
        assert STANDIN.tables[0][name] == 0


@pytest.mark.parametrize("name", codes.RULINGS)
def test_every_alternative_can_be_set(name: str) -> None:
    for code, value in enumerate(codes.RULINGS[name]):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        assert load("standin", None, [(f"rulings.{name}", text)], 4).tables[0][name] == code


# ---- development cards ----


def test_cards_are_those_of_section_8_3() -> None:
    number = 0
    for kind, slots in CARDS.items():
        for slot, cards in enumerate(slots, start=1):
            for qty, material, result in cards:
                number += 1
                entry = ENTRIES["development"][number - 1]
                left, right = (0, slot) if kind == "vp" else (slot, 4 - slot)
                assert entry == {
                    "id": f"dev_{number}", "name": entry["name"], "provenance": "assumed", "kind": kind, "qty": qty,
                    "left_slot": left, "right_slot": right, "material": material, "result": result,
                }  # fmt: skip
    assert number == 47


def test_check_sums_of_section_8_3() -> None:
    """Material 166; result 97 and 69; VP 122; 13, 12, 13 and 3, 3, 3 by slot."""
    cards = STANDIN.tables[0].cards[:47]
    is_vp = cards["is_vp"] == 1
    assert int(cards["material"].sum()) == 166
    assert (int(cards["result"][~is_vp].sum()), int(cards["result"][is_vp].sum())) == (97, 69)
    assert int(cards["qty"][is_vp].sum()) == 122
    assert [int((cards["left"][~is_vp] == slot).sum()) for slot in (1, 2, 3)] == [13, 12, 13]
    assert [int((cards["right"][is_vp] == slot).sum()) for slot in (1, 2, 3)] == [3, 3, 3]
    assert (STANDIN.tables[0].n_cards, STANDIN.tables[0].n_normal) == (47, 38)


def test_trends_of_section_8_3() -> None:
    """What a replacement must keep: eight light, six of each other kind, nine vp; worth of material and result."""
    cards = STANDIN.tables[0].cards[:47]
    counts = [int((cards["kind"] == kind).sum()) for kind in range(7)]
    assert counts == [8, 6, 6, 6, 6, 6, 9]
    usual = (cards["is_vp"] == 0) & (cards["kind"] != codes.GROWTH)
    assert (cards["material"][usual] >= cards["result"][usual]).all()
    assert (cards["qty"][(cards["kind"] == codes.LOBBY) | (cards["kind"] == codes.GROWTH)] == 1).all()
    for kind, material, result in ((0, 2, 1), (1, 4, 2), (2, 1.1, 0.6), (3, 3.5, 1.8)):
        of_kind = cards[cards["kind"] == kind]
        assert of_kind["material"].sum() / of_kind["qty"].sum() == pytest.approx(material, abs=0.3)
        assert of_kind["result"].sum() / of_kind["qty"].sum() == pytest.approx(result, abs=0.2)
    vp = cards[cards["is_vp"] == 1]
    worth = vp["qty"] / vp["result"]
    assert (worth.min() >= 1.35, worth.max() <= 1.95) == (True, True)


def test_copies_repeat_rows() -> None:
    """The number of a card is its place in the file, copies in a row; normal cards come first."""
    sets = [
        ("cards.dev_2.copies", "3"),
        ("cards.dev_40.copies", "2"),
        ("rules.dev_normal", "40"),
        ("rules.dev_vp", "10"),
    ]
    data = load("standin", None, sets, 4)
    assert [entry["id"] for entry in card_entries(data.document)[:5]] == ["dev_1", "dev_2", "dev_2", "dev_2", "dev_3"]
    assert [entry["id"] for entry in card_entries(data.document)[39:43]] == ["dev_38", "dev_39", "dev_40", "dev_40"]
    assert data.tables[0].cards["qty"][:5].tolist() == [1, 2, 2, 2, 3]
    assert (data.tables[0].n_cards, data.tables[0].n_normal) == (50, 40)
    assert len(labels(data)["cards_in_lenses"]) == 50


# ---- growth sheets ----


@pytest.mark.parametrize("line", sheets.SHEETS.strip().splitlines(), ids=lambda line: line[:3])
def test_growth_sheets_are_those_of_section_8_2(line: str) -> None:
    clause, _, words = line.partition(" ")
    (node,) = [node for node in ENTRIES["node"] if node["clause"] == f"N-C{clause}"]
    number = int(clause) % 100
    character = codes.CHARACTERS[int(clause) // 100 - 1]
    assert (node["character"], node["number"], node["id"]) == (character, number, f"{character}_{number}")
    assert sheets.node_words(node["from"], node["effects"]) == " ".join(words.split())


def test_no_node_stands_in_the_pack_alone() -> None:
    typed = [f"N-C{line[:3]}" for line in sheets.SHEETS.strip().splitlines()]
    assert [node["clause"] for node in ENTRIES["node"]] == typed


def test_variants_are_those_of_section_3() -> None:
    found = [
        f"{node['clause'][3:]} {v['ruling']}={v['is']} "
        + sheets.node_words(v.get("from", node["from"]), v.get("effects", node["effects"]))
        for node in ENTRIES["node"]
        for v in node.get("variants", [])
    ]
    assert found == [line.strip() for line in sheets.VARIANTS.strip().splitlines()]


@pytest.mark.parametrize(
    ("ruling", "value", "character", "number", "before"),
    [
        ("red6_prereq", "node_4", 5, 6, 1 << 4), ("red6_prereq", "node_7", 5, 6, 1 << 7),
        ("red6_prereq", "node_4_or_7", 5, 6, 1 << 4 | 1 << 7), ("yellow_links", "from_7_and_6", 2, 8, 1 << 7),
        ("yellow_links", "from_6_and_8", 2, 8, 1 << 6), ("yellow_links", "from_6_and_8", 2, 9, 1 << 8),
    ],
)  # fmt: skip
def test_arrows_land_in_the_tables(ruling: str, value: str, character: int, number: int, before: int) -> None:
    data = load("standin", None, [(f"rulings.{ruling}", value)], 4)
    assert data.tables[0].nodes[character, number].before == before


# ---- packs ----


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_written_out_reads_back(pack: str, tmp_path: Path) -> None:
    """The whole document as one file is a pack with the same digests and tables."""
    data = load(pack, None, (), 4)
    path = tmp_path / "whole.toml"
    path.write_text(tables.to_toml(data.document), encoding="utf-8")
    again = load(str(path), None, (), 4)
    assert (again.rules_digest, again.cards_digest) == (data.rules_digest, data.cards_digest)
    assert again.tables.tobytes() == data.tables.tobytes()


def test_provenance_is_counted() -> None:
    """47 invented cards; the rest is known."""
    assert STANDIN.provenance["assumed"] == 47
    assert sum(STANDIN.provenance.values()) == 47 + 5 + 4 + 3 + 6 + 61


def test_the_shipped_files_are_toml_with_comments() -> None:
    """Every constant of rules.toml says its unit and where it comes from."""
    text = (SHAPE.folder / "rules.toml").read_text(encoding="utf-8")
    assert set(tomllib.loads(text)) == {"rules", "rulings"}
    lines = [line for line in text.splitlines() if re.match(r"\w+ = ", line)]
    assert all("#" in line for line in lines)
    assert len(lines) == len(CONSTANTS) + len(codes.RULINGS)


def test_labels_name_what_the_columns_hold() -> None:
    """Cards by number, nodes by bit, start seats, levels of ties."""
    names = labels(STANDIN)
    assert names["cards_in_lenses"][11] == f"{ENTRIES['development'][11]['name']} (dev_12)"
    assert names["nodes_final"][16 * 4 + 10] == f"blue 10: {ENTRIES['node'][50]['name']}"
    assert names["tie_break_level"] == {
        "0": "VP",
        "1": "lenses",
        "2": "cards in lenses",
        "3": "result values",
        "4": "shared",
    }


def test_the_tables_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        STANDIN.tables["n_cards"] = 3


def test_an_unknown_pack_is_named_with_the_known_ones() -> None:
    with pytest.raises(UserError, match="did you mean 'standin'"):
        load("standinn", None, (), 4)
