"""Skills of the reference of rider: how they are asked (R-I, R-Z2) and what each stand-in skill does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .rider import harm, space
from .rider.scenes import Scene
from .rider.state import Damage

ALL = [1, 2, 3, 4, 5]


def table(skills: dict[int, list[str]], players: int = 5, **changes: object) -> Scene:
    """Face-up seats of different factions."""
    return Scene(players, skills, **({"sides": ALL[:players]} | changes))  # type: ignore[arg-type]


def damage(scene: Scene, source: int | None, victim: int, n: int, element: str, *answers: str) -> object:
    """Deal damage without a card."""
    d = Damage(None if source is None else scene.seat(source), scene.seat(victim), n, element)
    return scene.run(harm.damage(scene.g, d), *answers)


def strike(scene: Scene, *answers: str, kind: str = "strike", target: int = 2) -> None:
    """Seat 1 strikes."""
    (card,) = scene.hand(0, kind)
    scene.play(0, f"use card={card}", f"target seat={target}", *answers)


def test_active_skill_of_a_hidden_warrior_reveals() -> None:
    """R-I2, R-W2."""
    scene = table({0: ["s03"]}, sides=[0, 2, 3, 4, 5])
    scene.seat(0).rage = 1
    scene.play(0, "skill id=s03", "target seat=2")
    p = scene.seat(0)
    assert (p.is_up, p.faction, p.facts["reveal_how"], p.rage) == (True, p.card.faction, 2, 0)
    assert scene.hps()[1] == 3


def test_forced_skill_of_a_hidden_warrior() -> None:
    for ruling, answers, hp in (("may_reveal", ("skill id=s10",), 4), ("may_reveal", ("pass",), 3), ("off", (), 3)):
        scene = table({1: ["s10"]}, sides=[1, 0, 3, 4, 5], rulings={"hidden_forced": ruling})
        damage(scene, 0, 1, 1, "fire", *answers)
        assert scene.hps()[1] == hp
        assert scene.seat(1).is_up == (hp == 4)


def test_skills_about_sides_do_not_reveal() -> None:
    """An undetermined owner has no sides (R-F7)."""
    scene = table({0: ["s52", "s54", "s61"]}, sides=[0, 2, 3, 4, 5])
    scene.seat(0).rage = 4
    scene.hand(0, "strike")
    scene.hand(1, "strike")
    scene.play(0)
    assert not any("skill" in option for q in scene.asked for option in q.options)


def test_hidden_static_skills_sleep() -> None:
    for side, reach in ((1, 2), (0, 1)):
        scene = table({0: ["s23"]}, sides=[side, 2, 3, 4, 5])
        assert space.attack_range(scene.g, scene.seat(0)) == reach


def test_fizzle() -> None:
    """R-I3: the reveal wakes another skill first, after which the cost is gone."""
    scene = table({1: ["s43"], 0: ["s59"]}, sides=[0, 0, 3, 4, 5])
    scene.seat(0).rage = 1
    p = scene.seat(0)
    p.warrior = replace(p.card, skills=(scene.data.skills["s46"], scene.data.skills["s59"]))
    scene.seat(1).is_up = scene.seat(1).was_revealed = True
    scene.seat(1).faction = scene.seat(1).determined = 2
    scene.seat(1).hp = 1
    for seat in (2, 4):
        scene.seat(seat).is_up = False
    scene.play(0, "skill id=s46", "skill id=s59", "target seat=2")
    assert not scene.seat(1).is_alive
    assert p.rage == 1, "no face-up one at distance 1 is left"
    assert p.counts["skill_uses"] == 1


def test_listeners_in_turn_order() -> None:
    """R-Z2: from the turn player on, one owner's in data order."""
    scene = table({1: ["s04", "s48"], 0: ["s07"], 3: ["s47"]})
    scene.hand(2, "strike")
    scene.g.turn_seat = 2
    damage(scene, 2, 1, 1, "plain", "skill id=s04", "skill id=s48")
    assert [q.options[0] for q in scene.asked] == ["skill id=s04", "skill id=s48"]
    assert len(scene.seat(1).hand) == 2
    assert scene.seat(1).rage == 1


def test_frequencies() -> None:
    """p1: once in an own play phase; g1: once a game; t1: once a turn."""
    scene = table({0: ["s29"]})
    cards = scene.hand(0, "strike", "dodge", "duel")
    scene.play(0, "skill id=s29", "target seat=2", f"pay card={cards[0]}")
    assert all("skill id=s29" not in q.options for q in scene.asked[1:])
    scene.play(0, "skill id=s29", "target seat=2", f"pay card={cards[1]}")
    assert scene.hps()[1] == 2
    scene = table({0: ["s52"]})
    scene.seat(0).rage = 4
    scene.play(0, "skill id=s52", "target seat=2", "target seat=4", "done")
    scene.play(0)
    assert scene.hps() == [4, 3, 4, 3, 4]
    assert scene.seat(0).rage == 2


def test_hidden_view_as_reveals_first() -> None:
    scene = table({1: ["s02"]}, sides=[1, 0, 3, 4, 5])
    (swarm,) = scene.hand(0, "swarm")
    (red,) = scene.hand(1, "c045")
    scene.play(0, f"use card={swarm}", f"play card={red} as=strike via=s02")
    assert scene.seat(1).is_up
    assert scene.hps()[1] == 4


def test_redirect_picks() -> None:
    """Never the user, a present target, or the owner."""
    scene = table({1: ["s56"]})
    scene.hand(1, "duel")
    scene.equip(1, "unseater")
    scene.equip(0, "sweeper")
    (card,) = scene.hand(0, "strike")
    scene.play(0, f"use card={card}", "target seat=2", "target seat=3", "done", "skill id=s56", "target seat=5")
    picks = next(q for q in scene.asked if q.seat == 1 and q.decision == "RD5")
    assert picks.options == ["target seat=4", "target seat=5"]
    assert scene.hps() == [4, 4, 3, 4, 3]


def test_hand_empty_in_the_middle_of_a_use() -> None:
    """R-I: the card drawn by s51 is there before the strike is answered."""
    scene = table({0: ["s51"]})
    strike(scene, "skill id=s51")
    assert scene.decisions()[:3] == ["RD4", "RD5", "RD6"]
    assert len(scene.seat(0).hand) == 1


@pytest.mark.parametrize("ruling", ["before_skill", "after_skill"])
def test_supply_time(ruling: str) -> None:
    """s29 pays a card: with supply first there is one to pay."""
    scene = table({0: ["s05"]}, sides=[0, 2, 3, 4, 5], rulings={"supply_time": ruling})
    p = scene.seat(0)
    p.warrior = replace(p.card, supply=3)
    scene.play(0, "skill id=s05")
    assert len(p.hand) == (5 if ruling == "before_skill" else 3)


def test_a_view_as_skill_has_a_frequency() -> None:
    """8.3: t1 is once a turn."""
    for freq, hp in (("t1", 3), ("*", 2)):
        scene = table({0: ["s02"]}, rules={"strikes_per_phase": 2})
        p = scene.seat(0)
        assert p.warrior is not None
        p.warrior = replace(p.warrior, skills=(replace(p.warrior.skills[0], freq=freq),))
        (a, b) = scene.hand(0, "c045", "c046")
        uses = [f"use card={a} as=strike via=s02", "target seat=2", f"use card={b} as=strike via=s02", "target seat=2"]
        scene.play(0, *uses[: 4 if freq == "*" else 2])
        assert any("use card" in option for option in scene.asked[-1].options) is False
        assert scene.hps()[1] == hp
