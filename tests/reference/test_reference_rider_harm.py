"""Damage, dying, death and rewards of the reference of rider (R-H, R-K)."""

from __future__ import annotations

import pytest

from .rider import factions, harm
from .rider.scenes import Scene
from .rider.state import Damage

V = 100


def hit(scene: Scene, source: int | None, victim: int, n: int, element: str = "plain") -> Damage:
    """A damage without card."""
    return Damage(None if source is None else scene.seat(source), scene.seat(victim), n, element)


def damage(scene: Scene, source: int | None, victim: int, n: int, element: str, *answers: str) -> object:
    """Deal it."""
    return scene.run(harm.damage(scene.g, hit(scene, source, victim, n, element)), *answers)


def chain_table() -> Scene:
    """Known answer 9: A, B, C = seats 1, 2, 3, all linked; seat 0 strikes."""
    scene = Scene(5, sides=[1, 2, 3, 4, 5])
    scene.linked(1, 2, 3)
    for seat, hp in ((1, 4), (2, 3), (3, 1)):
        scene.seat(seat).hp = hp
    return scene


def test_chain_with_tinder() -> None:
    scene = chain_table()
    scene.equip(1, "tinder_gear")
    (card,) = scene.hand(0, "fire_strike")
    scene.play(0, f"use card={card}", "target seat=2")
    assert scene.hps() == [4, 2, 1, -1, 4]
    assert [p.link for p in scene.g.seats] == [0] * 5
    assert not scene.seat(3).is_alive
    assert scene.seat(3).facts["killer_seat"] == 1
    assert scene.g.counts["chain_n"] == 2


def test_chain_with_damper() -> None:
    scene = chain_table()
    scene.equip(1, "damper_gear")
    charge, card = scene.hand(0, "charge", "fire_strike")
    scene.play(0, f"use card={charge}", f"use card={card}", "target seat=2")
    assert scene.hps() == [4, 3, 2, 0, 4]


@pytest.mark.parametrize("element", ["ice", "poison", "plain"])
def test_other_elements_do_not_chain(element: str) -> None:
    scene = chain_table()
    damage(scene, 0, 1, 1, element)
    assert scene.hps() == [4, 3, 3, 1, 4]
    assert scene.seat(1).link


def test_prevented_damage_resets_nothing() -> None:
    scene = Scene(4, {1: ["s10"]}, sides=[1, 2, 3, 4])
    scene.linked(1, 2)
    damage(scene, 0, 1, 2, "fire")
    assert scene.hps() == [4, 4, 4, 4]
    assert scene.seat(1).link
    assert scene.seat(2).link


def test_chain_start_and_its_turn() -> None:
    """With `turn_player` seat 0, linked, is hit before seat 2."""
    for ruling, order in (("victim", [2, 3, 0]), ("turn_player", [0, 2, 3])):
        scene = Scene(4, {p: ["s04"] for p in (0, 2, 3)}, rulings={"chain_start": ruling}, sides=[1, 2, 3, 4])
        scene.linked(0, 1, 2, 3)
        damage(scene, None, 1, 1, "thunder")
        assert [q.seat for q in scene.asked] == order


def test_chain_reset_after_damage() -> None:
    """A dmg_taken skill sees whether the victim is still linked."""
    for ruling, still in (("before", 0), ("after_damage", 1)):
        scene = Scene(3, {1: ["s04"]}, rulings={"chain_reset": ruling}, sides=[1, 2, 3])
        scene.linked(1)
        steps = harm.damage(scene.g, hit(scene, 0, 1, 1, "fire"))
        next(steps)
        assert bool(scene.seat(1).link) == bool(still)
        steps.close()


def test_energy_saves() -> None:
    """R-K1: from the turn player on; each may use any number."""
    scene = Scene(3, sides=[1, 2, 3])
    scene.seat(1).hp = 1
    (a,) = scene.hand(0, "energy")
    (b,) = scene.hand(2, "energy")
    damage(scene, 2, 1, 2, "plain", f"rescue card={a}", f"rescue card={b}")
    assert scene.hps() == [4, 1, 4]
    assert [q.seat for q in scene.asked] == [0, 2]


def test_dying_order_victim() -> None:
    scene = Scene(3, rulings={"dying_order": "victim"}, sides=[1, 2, 3])
    scene.hand(0, "energy")
    scene.hand(2, "energy")
    damage(scene, 2, 1, 4, "plain")
    assert [q.seat for q in scene.asked] == [2, 0]


def test_poison_bars_own_energy() -> None:
    scene = Scene(3, sides=[1, 2, 3])
    (mine,) = scene.hand(1, "energy")
    damage(scene, 0, 1, 4, "poison")
    assert not scene.asked
    assert not scene.seat(1).is_alive
    scene = Scene(3, sides=[1, 2, 3])
    scene.hand(1, "energy")
    damage(scene, 0, 1, 4, "plain", f"rescue card={mine}")
    assert scene.seat(1).hp == 1


def test_charge_rescue() -> None:
    for ruling, lives in (("off", False), ("self", True)):
        scene = Scene(3, rulings={"charge_rescue": ruling}, sides=[1, 2, 3])
        (card,) = scene.hand(1, "charge")
        scene.hand(2, "charge")
        damage(scene, 0, 1, 4, "poison", *([f"rescue card={card}"] if lives else []))
        assert scene.seat(1).is_alive == lives
        assert all(q.seat == 1 for q in scene.asked)


@pytest.mark.parametrize(("sides", "cards"), [
    ([1, 2, 2, 2, 3], 3), ([1, 0, 2, 2, 3], 1), ([1, V + 1, 2, 2, 3], 1), ([2, 2, 2, 3, 4], 3),
])  # fmt: skip
def test_reward(sides: list[int], cards: int) -> None:
    """Known answer 10; in the last one the killer is one of X."""
    scene = Scene(5, sides=sides)
    damage(scene, 0, 1, 4, "plain")
    assert len(scene.seat(0).hand) == cards == scene.seat(0).counts["reward_cards"]


def test_reward_for_a_villain_with_followers() -> None:
    scene = Scene(6, sides=[1, V + 1, 2, 3, 4, 5])
    scene.g.villains = [1]
    for seat in (1, 2, 3):
        scene.run(factions.link(scene.g, scene.seat(seat)))
    damage(scene, 0, 1, 4, "plain")
    assert len(scene.seat(0).hand) == 3


def test_no_reward() -> None:
    """Storm, lost HP, one's own death, a dead killer."""
    scene = Scene(5, sides=[1, 2, 2, 3, 4])
    damage(scene, None, 1, 4, "thunder")
    scene.run(harm.lose(scene.g, scene.seat(2), 4))
    assert "killer_seat" not in scene.seat(1).facts
    assert "killer_seat" not in scene.seat(2).facts
    damage(scene, 3, 3, 4, "plain")
    assert scene.seat(3).counts["kills"] == 1
    assert sum(len(p.hand) for p in scene.g.seats) == 0


def test_reward_options() -> None:
    for ruling, cards in (("any_killer", 2), ("revealed_only", 0)):
        scene = Scene(4, rulings={"reward_who": ruling}, sides=[0, 2, 2, 3])
        damage(scene, 0, 1, 4, "plain")
        assert len(scene.seat(0).hand) == cards
    for ruling, cards in (("none", 4), ("discard_all", 0)):
        scene = Scene(4, rulings={"own_kill": ruling}, sides=[1, 1, 2, 3])
        scene.hand(0, "strike", "dodge")
        scene.equip(0, "repeater")
        damage(scene, 0, 1, 4, "plain")
        assert len(scene.seat(0).hand) == cards
        assert (scene.seat(0).slots["weapon"] is None) == (ruling == "discard_all")
    for ruling, cards in (("none", 1), ("printed", 2)):
        scene = Scene(4, rulings={"hidden_dead": ruling}, sides=[1, 0, 1, 3])
        scene.seat(2).faction = scene.seat(2).determined = scene.seat(1).card.faction
        damage(scene, 3, 1, 4, "plain")
        assert len(scene.seat(3).hand) == cards + (scene.seat(0).faction == scene.seat(1).card.faction) * (
            ruling == "printed"
        )


def test_reward_time() -> None:
    """The last kill: with `before_check` its reward is still drawn."""
    for ruling, cards in (("after_check", 0), ("before_check", 1)):
        scene = Scene(2, rulings={"reward_time": ruling}, sides=[1, 2])
        assert damage(scene, 0, 1, 4, "plain") == "over"
        assert len(scene.seat(0).hand) == cards


def test_the_dead_leave_everything() -> None:
    """R-K3, R-K2."""
    scene = Scene(3, sides=[1, 2, 3])
    scene.hand(1, "strike", "dodge")
    scene.equip(1, "damper_gear")
    p = scene.seat(1)
    p.judgement = [scene.take("detain")]
    p.mark_on, p.mark_by = [scene.take("duel")], {scene.take("surge")}
    p.down = {scene.take("energy")}
    scene.linked(1)
    damage(scene, None, 1, 1, "plain")
    p.hp = 1
    damage(scene, None, 1, 1, "plain")
    assert len(scene.g.discard) == 7
    assert not p.link
    assert p.hp == 0


def test_ice() -> None:
    """R-H7 and ice_pick."""
    for ruling, n, down in (("one_chosen", 2, 1), ("per_point", 2, 2), ("one_random", 2, 1)):
        scene = Scene(3, rulings={"ice_pick": ruling}, sides=[1, 2, 3])
        cards = scene.hand(1, "strike", "dodge", "duel")
        answers = {"one_chosen": [f"facedown card={cards[1]}"], "one_random": []}.get(
            ruling, [f"facedown card={card}" for card in cards[1:]]
        )
        damage(scene, 0, 1, n, "ice", *answers)
        assert len(scene.seat(1).down) == down
        assert len(scene.seat(1).hand) == 3 - down
        if ruling != "one_random":
            assert scene.card(cards[1]) in scene.seat(1).down


def test_unseater() -> None:
    for answer, bike in (("unseat", False), ("pass", True)):
        scene = Scene(3, sides=[1, 2, 3])
        scene.equip(0, "unseater")
        scene.equip(1, "rush_bike")
        (card,) = scene.hand(0, "strike")
        scene.play(0, f"use card={card}", "target seat=2", answer)
        assert (scene.seat(1).slots["motorbike"] is not None) == bike


def test_kills_and_own_kills() -> None:
    scene = Scene(5, sides=[1, 1, 2, 3, 4])
    damage(scene, 0, 1, 4, "plain")
    damage(scene, 0, 2, 4, "plain")
    assert (scene.seat(0).counts["kills"], scene.seat(0).counts["kills_own"]) == (2, 1)


def test_a_hidden_killer_reveals_inside_a_death() -> None:
    """D25: he is the last one living, and his determination ends the game."""
    scene = Scene(2, {0: ["s07"]}, sides=[0, 2])
    assert damage(scene, 0, 1, 4, "plain", "skill id=s07") == "over"
    assert (scene.g.winner, scene.g.end_reason) == (scene.seat(0).card.faction, 1)
    assert "buried" not in scene.seat(1).facts
