"""Weapons and gear of the reference of rider (R-U), and the EX cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .rider import space
from .rider.scenes import Scene

ALL = [1, 2, 3, 4, 5]


def table(players: int = 5, **changes: object) -> Scene:
    """Face-up seats of different factions."""
    return Scene(players, sides=ALL[:players], **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("weapon", "reach"), [("repeater", 1), ("piercer", 2), ("pursuer", 3), ("unseater", 5)])
def test_range(weapon: str, reach: int) -> None:
    scene = table()
    card = scene.equip(0, weapon)
    assert space.attack_range(scene.g, scene.seat(0)) == reach
    scene.seat(0).face_down.add(scene.card(card))
    assert space.attack_range(scene.g, scene.seat(0)) == 1


def test_repeater() -> None:
    scene = table()
    cards = scene.hand(0, "strike", "strike", "strike")
    scene.equip(0, "repeater")
    scene.play(0, *[text for card in cards for text in (f"use card={card}", "target seat=2")])
    assert scene.hps()[1] == 1


def test_piercer_and_gear() -> None:
    for weapon, hp in (("", 4), ("piercer", 3)):
        scene = table()
        (card,) = scene.hand(0, "strike")
        scene.equip(1, "tinder_gear")
        if weapon:
            scene.equip(0, weapon)
        scene.play(0, f"use card={card}", "target seat=2")
        assert scene.hps()[1] == hp


def test_reflex() -> None:
    """R-U12: red counts; after a black card RD7 comes again without it."""
    scene = table()
    (card,) = scene.hand(0, "strike")
    scene.equip(1, "reflex_gear")
    scene.on_top("c069")  # heart
    scene.play(0, f"use card={card}", "target seat=2", "reflex")
    assert scene.hps()[1] == 4
    assert scene.seat(1).counts["dodges"] == 1
    scene = table()
    (card,) = scene.hand(0, "strike")
    (dodge,) = scene.hand(1, "dodge")
    scene.equip(1, "reflex_gear")
    scene.on_top("c128")  # spade
    scene.play(0, f"use card={card}", "target seat=2", "reflex", f"play card={dodge}")
    assert "reflex" in scene.asked[2].options
    assert "reflex" not in scene.asked[3].options
    assert scene.hps()[1] == 4


def test_duality() -> None:
    """R-U4: only another gender, both known; the target chooses."""
    for gender, answer, mine, his in (("m", None, 0, 1), ("f", "concede", 1, 1), ("f", "yield", 0, 0)):
        scene = table()
        scene.seat(1).warrior = replace(scene.seat(1).card, gender=gender)
        (card,) = scene.hand(0, "strike")
        (other,) = scene.hand(1, "duel")
        scene.equip(0, "duality")
        replies = [] if answer is None else [f"yield card={other}" if answer == "yield" else answer]
        scene.play(0, f"use card={card}", "target seat=2", *replies)
        assert (len(scene.seat(0).hand), len(scene.seat(1).hand)) == (mine, his)
    scene = table()
    scene.seat(0).is_up = scene.seat(0).was_revealed = False
    scene.seat(1).warrior = replace(scene.seat(1).card, gender="f")
    (card,) = scene.hand(0, "strike")
    scene.equip(0, "duality")
    scene.play(0, f"use card={card}", "target seat=2")
    assert not scene.seat(0).hand, "R-F8: a hidden user has no gender"


def test_ambusher() -> None:
    for cards, hp in (((), 2), (("duel",), 3)):
        scene = table()
        scene.equip(0, "ambusher")
        scene.hand(1, *cards)
        (card,) = scene.hand(0, "strike")
        scene.play(0, f"use card={card}", "target seat=2")
        assert scene.hps()[1] == hp


def test_pursuer() -> None:
    scene = table()
    scene.equip(0, "pursuer")
    (a, b) = scene.hand(0, "strike", "strike")
    (dodge,) = scene.hand(1, "dodge")
    scene.play(0, f"use card={a}", "target seat=2", f"play card={dodge}", f"follow card={b}")
    assert scene.hps()[1] == 3
    assert scene.seat(0).counts["strikes"] == 2
    assert scene.seat(0).strikes_used == 1


def test_breaker() -> None:
    scene = table()
    weapon = scene.equip(0, "breaker")
    bike = scene.equip(0, "rush_bike")
    (a, b) = scene.hand(0, "strike", "surge")
    (dodge,) = scene.hand(1, "dodge")
    scene.play(0, f"use card={a}", "target seat=2", f"play card={dodge}", "force", f"pay card={bike}")
    assert scene.hps()[1] == 3
    assert not scene.seat(0).hand
    assert not any(weapon in option for q in scene.asked for option in q.options)
    assert scene.card(b) in scene.g.discard


def test_combiner() -> None:
    """R-U7: used and played, without suit."""
    scene = table()
    scene.equip(0, "combiner")
    cards = scene.hand(0, "surge", "duel", "dodge")
    scene.hand(1, "charge")
    scene.play(0, "use as=strike via=combiner", f"pay card={cards[0]}", f"pay card={cards[1]}", "target seat=2")
    assert scene.hps()[1] == 3
    assert len(scene.seat(0).hand) == 1
    scene = table()
    scene.equip(1, "combiner")
    (swarm,) = scene.hand(0, "swarm")
    scene.hand(1, "surge", "duel")
    scene.play(0, f"use card={swarm}", "play as=strike via=combiner")
    assert scene.hps() == [4, 4, 3, 3, 3]
    assert not scene.seat(1).hand


def test_sweeper() -> None:
    scene = table()
    scene.equip(0, "sweeper")
    (card,) = scene.hand(0, "strike")
    scene.play(0, f"use card={card}", "target seat=3", "target seat=2", "target seat=5")
    assert scene.hps() == [4, 3, 3, 4, 3]
    scene = table()
    scene.equip(0, "sweeper")
    (card, _) = scene.hand(0, "strike", "dodge")
    scene.play(0, f"use card={card}", "target seat=3")
    assert scene.hps() == [4, 4, 3, 4, 4]


def test_igniter() -> None:
    scene = table()
    scene.equip(0, "igniter")
    scene.equip(1, "tinder_gear")
    (card,) = scene.hand(0, "strike")
    scene.play(0, f"use card={card}", "target seat=2", "ignite")
    assert scene.hps()[1] == 2
    assert scene.g.counts["dmg_fire"] == 2


def test_damper_heals_when_it_leaves() -> None:
    for state, hp in (("working", 3), ("face_down", 2), ("sideways", 2)):
        scene = table()
        scene.seat(0).hp = 2
        card = scene.card(scene.equip(0, "damper_gear"))
        if state != "working":
            getattr(scene.seat(0), state).add(card)
        (new,) = scene.hand(0, "reflex_gear")
        scene.play(0, f"use card={new}")
        assert scene.hps()[0] == hp
        assert card in scene.g.discard


def test_ex_cards() -> None:
    """Ward gear stops black strikes, ice blade discards instead of damage."""
    for strike, hp in (("c001", 4), ("c009", 3)):
        scene = table(rulings={"ex_cards": True})
        scene.equip(1, "ward_gear")
        scene.hand(0, strike)
        scene.play(0, f"use card={strike}", "target seat=2")
        assert scene.hps()[1] == hp
    scene = table(rulings={"ex_cards": True})
    scene.equip(0, "ice_blade")
    scene.hand(1, "duel", "surge", "charge")
    (card,) = scene.hand(0, "strike")
    scene.play(0, f"use card={card}", "target seat=2", "chill")
    assert scene.hps()[1] == 4
    assert len(scene.seat(1).hand) == 1
    assert scene.seat(0).counts["hits"] == 0


def test_unseater_without_a_card_to_discard() -> None:
    """unseat_cards = 0: nothing is asked."""
    scene = table(rules={"unseat_cards": 0})
    scene.equip(0, "unseater")
    scene.equip(1, "guard_bike")
    (a,) = scene.hand(0, "strike")
    scene.play(0, f"use card={a}", "target seat=2")
    assert scene.hps()[1] == 3
    assert "RD15" not in scene.decisions()
