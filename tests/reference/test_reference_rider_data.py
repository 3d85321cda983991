"""The data of rider as the reference reads them: constants, deck and roster, and what follows from them exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from .rider.data import FOLDER, RULINGS, STRIKES, Data, default_rules, default_rulings, load_pack

CARDS = Data().cards
KINDS = Counter(card.kind for card in CARDS)


def test_options_and_defaults() -> None:
    assert set(default_rulings()) == set(RULINGS)
    assert default_rulings() == {name: values[0] for name, values in RULINGS.items()}
    text = (FOLDER / "rules.toml").read_text(encoding="utf-8").split("[rulings]")[1]
    for name, values in RULINGS.items():
        line = next(line for line in text.splitlines() if line.startswith(f"{name} "))
        for value in values:
            assert (str(value).lower() if isinstance(value, bool) else value) in line, (name, value)


def test_box_adds_up() -> None:
    rules = default_rules()
    parts = ("villain_cards", "warrior_cards", "game_cards", "hp_cards", "rage_cards")
    assert sum(rules[name] for name in parts) == rules["components_total"] == 311
    assert len(CARDS) == rules["game_cards"]
    assert len(Data().warriors) == rules["roster_cards"]
    assert len(Data().factions) == rules["n_factions"]
    assert len(load_pack()["ex"]) == rules["ex_cards_n"]


def test_deck() -> None:
    """Known answer 1."""
    assert Counter(card.suit for card in CARDS) == dict.fromkeys("SHCD", 39)
    assert Counter(card.rank for card in CARDS) == dict.fromkeys(range(1, 14), 12)
    assert set(Counter((card.suit, card.rank) for card in CARDS).values()) == {3}
    assert Counter(card.class_ for card in CARDS) == {"basic": 85, "battle_skill": 48, "equipment": 23}
    assert sum(KINDS[kind] for kind in STRIKES) == 44
    assert [KINDS[kind] for kind in STRIKES] == [28, 5, 5, 4, 2]
    assert [KINDS[kind] for kind in ("dodge", "energy", "charge", "nullify")] == [24, 12, 5, 6]
    assert sum(card.range > 0 for card in CARDS) == 11
    assert len({card.name for card in CARDS if card.kind.endswith("bike")}) == 7


def test_judgements() -> None:
    """Known answer 2."""
    n = len(CARDS)
    assert Fraction(sum(card.suit in "HD" for card in CARDS), n) == Fraction(1, 2)
    assert Fraction(sum(card.suit == "S" and 2 <= card.rank <= 9 for card in CARDS), n) == Fraction(2, 13)


@pytest.mark.parametrize(
    ("n_kind", "chance"),
    [(44, 0.26163), (24, 0.50899), (12, 0.72366), (6, 0.85347), (85, 0.04093)],
)
def test_opening_hands(n_kind: int, chance: float) -> None:
    """Known answer 3: hands of four without a kind."""
    assert comb(156 - n_kind, 4) / comb(156, 4) == pytest.approx(chance, abs=5e-6)


def test_opening_hands_and_a_strike() -> None:
    """Known answer 3: equipment, means, and a strike against four random cards of the other 155."""
    n_equipment = sum(card.class_ == "equipment" for card in CARDS)
    assert 1 - comb(156 - n_equipment, 4) / comb(156, 4) == pytest.approx(0.47523, abs=5e-6)
    means = [4 * n / 156 for n in (sum(KINDS[kind] for kind in STRIKES), KINDS["dodge"], KINDS["energy"])]
    assert means == pytest.approx([1.12821, 0.61538, 0.30769], abs=5e-6)
    assert comb(155 - KINDS["dodge"], 4) / comb(155, 4) == pytest.approx(0.50656, abs=5e-6)


def test_pindian_and_flame_burst() -> None:
    """Known answer 4."""
    pairs = list(combinations(CARDS, 2))
    ties = sum(a.rank == b.rank for a, b in pairs)
    assert Fraction(ties, len(pairs)) == Fraction(11, 155)
    assert (1 - Fraction(ties, len(pairs))) / 2 == Fraction(72, 155)
    for h, chance in enumerate((0.24516, 0.43142, 0.57264, 0.67948), start=1):
        assert 1 - comb(155 - 38, h) / comb(155, h) == pytest.approx(chance, abs=5e-6)


def test_roster() -> None:
    """Five equal factions: slot for slot the same numbers; every skill is somebody's."""
    data = Data()
    assert len(data.groups) == 45
    rows = [
        [(w.form, w.source, w.price, w.icon_change, w.icon_up, w.hp, w.hand_limit, w.draw, w.supply, w.gender)
         for w in data.warriors if w.faction == faction]
        for faction in range(1, 6)
    ]  # fmt: skip
    assert all(row == rows[0] for row in rows)
    assert len(rows[0]) == 13
    assert (
        {skill.id for w in data.warriors for skill in w.skills}
        == set(data.skills)
        == {f"s{k:02d}" for k in range(1, 67)}
    )
    for group in data.groups:
        assert any(card.source != "up" for card in group)
        assert len({card.form for card in group}) == len(group)


def test_relabel_none() -> None:
    cards = Data(rulings={"relabel": "none"}).cards
    kinds = Counter(card.kind for card in cards)
    assert [kinds[kind] for kind in STRIKES] == [30, 5, 9, 0, 0]
    assert [cards[n].name for n in (38, 42)] == ["Thunder strike", "Strike"]


def test_ex_cards() -> None:
    """R-S8: two by name, two by suit and rank; the deck keeps its size, suits of the replaced ones may change."""
    plain, cards = CARDS, Data(rulings={"ex_cards": True}).cards
    changed = [(a.id, a.kind, b.kind, b.suit, b.rank) for a, b in zip(plain, cards, strict=True) if a != b]
    assert changed == [
        ("c011", "strike", "ward_gear", "C", 2),
        ("c113", "nullify", "nullify", "D", 12),
        ("c128", "storm", "storm", "H", 12),
        ("c137", "duality", "ice_blade", "S", 2),
    ]


def test_more_copies_of_a_warrior() -> None:
    pack = load_pack()
    pack["warrior"][0]["copies"] = 3
    data = Data(pack=pack)
    assert [w.id for w in data.warriors[:4]] == ["w001", "w001_2", "w001_3", "w002"]
    assert len(data.groups[0]) == 3
