"""Basic cards (R-B)."""

from __future__ import annotations

import pytest

from .situations import Table


def test_strike_dodge_or_damage() -> None:
    """R-B1: one other in range; a dodge answers it."""
    table = Table(1, 2, 3).hold(1, "c001").hold(2, "c045", "c002").use("c001", "2")
    assert (table.where, table.legal) == (("RD7", 2), ["play card=c045", "decline"])
    assert table.do("play card=c045").hps() == [4, 4, 4]
    table = Table(1, 2, 3).hold(1, "c001").hold(2, "c045").use("c001", "2", "decline")
    assert (table.hps(), table.seat(1).n_hits) == ([4, 3, 4], 1)


@pytest.mark.parametrize(("card", "element"), [("c034", "fire"), ("c029", "thunder")])
def test_strikes_with_fire_and_thunder(card: str, element: str) -> None:
    """R-B2: linked ones take it too."""
    table = Table(1, 2, 3).link(2, 3).hold(1, card).use(card, "2")
    assert (table.hps(), int(table.outcome()[f"dmg_{element}"])) == ([4, 3, 3], 2)


def test_strikes_with_ice_and_poison() -> None:
    """R-B3: ice turns a card face down; poison forbids the own energy."""
    table = Table(1, 2).hold(1, "c039").hold(2, "c001").use("c039")
    assert (table.hps(), table.down(2)) == ([4, 3], ["c001"])
    table = Table(1, 2, 3).put(2, hp=1).hold(1, "c043").hold(2, "c069").use("c043", "2")
    assert table.living() == [1, 3]


def test_dodge_against_barrage() -> None:
    """R-B4: played; a strike is of no use."""
    table = Table(1, 2).hold(1, "c109").hold(2, "c045", "c001").use("c109")
    assert table.legal == ["play card=c045", "decline"]
    table.do("play card=c045")
    assert (table.hps(), table.seat(2).n_dodges) == ([4, 4], 1)


def test_energy() -> None:
    """R-B5: oneself when wounded in the own play phase, anyone dying at any time; not another who is only wounded."""
    table = Table(1, 2, 3).put(1, hp=2).put(2, hp=1).hold(1, "c069").use("c069")
    assert table.hps() == [3, 1, 4]
    table = Table(1, 2, 3).put(2, hp=1).hold(1, "c069")
    assert table.legal == ["end"]
    table.damage(3, 2, 1).do("rescue card=c069")
    assert (table.hps(), table.seat(1).rescues) == ([4, 1, 4], 1)


def test_charge() -> None:
    """R-B6: the next strike of this turn does +1, the one after does not; no use for the dying."""
    table = Table(1, 2, skills={1: "s01"}).hold(1, "c081", "c001", "c002").use("c081").use("c001").use("c002")
    assert table.hps() == [4, 1]
    table = Table(1, 2, 3).put(2, hp=1).hold(2, "c081").damage(1, 2, 1)
    assert table.living() == [1, 3]


def test_a_dodged_strike_takes_the_charge_with_it() -> None:
    """R-B6: the next strike, hit or not."""
    table = Table(1, 2, skills={1: "s01"}).hold(1, "c081", "c001", "c002").hold(2, "c045")
    table.use("c081").use("c001", "play card=c045").use("c002")
    assert table.hps() == [4, 3]
