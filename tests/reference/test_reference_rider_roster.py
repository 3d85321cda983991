"""Skills of the reference of rider: what each stand-in skill does (8.4)."""

from __future__ import annotations

from dataclasses import replace

from .rider import events, factions, flow, harm, judging, space
from .rider.scenes import Scene
from .rider.state import Damage, Event

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


def test_static_numbers() -> None:
    """s01 s23 s24 s35 s37 s42 s66."""
    scene = table({0: ["s24", "s37", "s42"], 2: ["s35"], 1: ["s66", "s01", "s23"]})
    a, b, c = scene.g.seats[:3]
    assert space.distance(scene.g, b, c) == 2
    assert space.distance(scene.g, a, c) == 2
    assert space.distance(scene.g, a, b) == 1
    a.mark_on = [scene.take("surge"), scene.take("duel")]
    assert space.hand_limit(scene.g, a) == 8
    cards = scene.hand(1, "strike", "strike", "strike")
    scene.play(
        1, f"use card={cards[0]}", "target seat=3", "target seat=1", f"use card={cards[1]}", "target seat=3", "done"
    )
    assert scene.hps() == [3, 4, 2, 4, 4]
    assert all(f"use card={cards[2]}" not in q.options for q in scene.asked[-1:])


def test_view_as() -> None:
    """s02 (use and play), s22 (use), s45 (marks), s65 (not in the own turn)."""
    scene = table({0: ["s02", "s22"]})
    (red, club) = scene.hand(0, "c045", "c011")
    scene.play(0, f"use card={red} as=strike via=s02", "target seat=2", f"use card={club} as=link_up via=s22",
               "target seat=1", "done")  # fmt: skip
    assert scene.hps()[1] == 3
    assert scene.seat(0).link
    scene = table({1: ["s02", "s45"]})
    (swarm,) = scene.hand(0, "swarm")
    (red,) = scene.hand(1, "c045")
    scene.play(0, f"use card={swarm}", f"play card={red} as=strike via=s02")
    assert scene.hps()[1] == 4
    scene.seat(1).mark_by = {scene.take("c091")}
    strike(scene, "play card=c091 as=dodge via=s45")
    assert scene.hps()[1] == 4
    assert not scene.seat(1).mark_by
    scene = table({1: ["s65"], 0: ["s65"]})
    scene.seat(1).hp, scene.seat(0).hp = 1, 1
    (red,) = scene.hand(1, "c045")
    scene.hand(0, "c046")
    damage(scene, 3, 1, 1, "plain", f"rescue card={red} as=energy via=s65")
    assert scene.hps()[1] == 1
    damage(scene, 3, 0, 1, "plain")
    assert not scene.seat(0).is_alive, "in his own turn it is no energy"


def test_ember() -> None:
    """s03-s12."""
    scene = table({0: ["s05"]})
    scene.play(0, "skill id=s05", "skill id=s05", "skill id=s05")
    assert scene.hps()[0] == 1
    assert len(scene.seat(0).hand) == 6
    assert all("skill id=s05" not in q.options for q in scene.asked[-1:])

    scene = table({0: ["s06"]})
    cards = scene.hand(0, "duel", "surge")
    (dodge,) = scene.hand(1, "dodge")
    strike(scene, f"play card={dodge}", "skill id=s06", f"pay card={cards[0]}")
    assert scene.hps()[1] == 3
    assert not scene.seat(0).hand

    scene = table({0: ["s08"]})
    scene.seat(1).warrior = replace(scene.seat(1).card, gender="f")
    (dodge, _) = scene.hand(1, "dodge", "duel")
    strike(scene, f"play card={dodge}")
    assert scene.hps()[1] == 3, "two dodges are needed"

    scene = table({0: ["s09", "s12"]})
    scene.hand(1, "duel", "surge")
    strike(scene, "skill id=s09", "skill id=s12")
    assert scene.hps()[1] == 3
    assert scene.g.counts["dmg_fire"] == 1
    assert len(scene.seat(1).hand) == 1

    scene = table({1: ["s11"]})
    (card, _) = scene.hand(1, "strike", "duel")
    scene.g.turn_seat = 1
    scene.run(flow.prep(scene.g, scene.seat(1)), "skill id=s11", f"pay card={card}")
    assert scene.seat(1).rage == 1

    scene = table({0: ["s07"]})
    damage(scene, 0, 1, 4, "plain")
    assert scene.seat(0).rage == 1


def test_storm_faction() -> None:
    """s13-s22, s25."""
    scene = table({0: ["s13"]})
    scene.linked(1)
    scene.play(0, "skill id=s13", "target seat=3", "target seat=2")
    assert [bool(p.link) for p in scene.g.seats] == [False, False, True, False, False]

    scene = table({0: ["s14"], 1: ["s15"]})
    strike(scene, "skill id=s14", "skill id=s15")
    assert scene.seat(1).link
    assert len(scene.seat(1).hand) == 1

    scene = table({0: ["s16"], 2: ["s17"]})
    scene.linked(1, 2)
    (black, _) = scene.hand(0, "c001", "c045")
    scene.play(0, "skill id=s16", "target seat=2")
    assert scene.hps() == [4, 3, 4, 4, 4], "seat 3 takes one less, which is none"
    assert scene.card(black) in scene.g.discard

    scene = table({0: ["s18"]})
    scene.linked(1)
    scene.run(flow.end(scene.g, scene.seat(0)), "skill id=s18")
    assert not scene.seat(1).link
    assert len(scene.seat(0).hand) == 1

    scene = table({1: ["s19"], 0: ["s20"]})
    (card,) = scene.hand(1, "c069")
    scene.on_top("c001")
    assert scene.run(judging.judge(scene.g, scene.seat(0), "heart"), "skill id=s19", "skill id=s20") is True
    assert scene.card(card) in scene.seat(0).hand
    assert 0 in scene.g.discard

    scene = table({1: ["s21"]})
    scene.on_top("c001")
    damage(scene, 0, 1, 1, "plain", "skill id=s21")
    assert scene.hps()[:2] == [3, 3]
    scene = table({1: ["s21"]})
    scene.on_top("c069")
    damage(scene, 0, 1, 1, "plain", "skill id=s21")
    assert scene.hps()[:2] == [4, 3], "red: no hit"


def test_frost() -> None:
    """s26-s36, s38."""
    scene = table({0: ["s26"]})
    (card, _) = scene.hand(1, "dodge", "duel")
    scene.play(0, "skill id=s26", f"facedown card={card}")
    assert len(scene.seat(1).down) == 1
    scene.play(0)
    strike(scene)
    assert scene.hps()[1] == 3, "R-C1, R-C3: a face-down dodge is none"

    scene = table({0: ["s27"]})
    gear = scene.equip(1, "reflex_gear")
    scene.seat(1).sideways = {scene.card(gear)}
    strike(scene, "skill id=s27")
    assert scene.seat(1).face_down == {scene.card(gear)}
    assert not scene.seat(1).sideways

    scene = table({1: ["s28"]})
    scene.hand(1, "duel")
    damage(scene, 0, 1, 1, "plain", "skill id=s28")
    assert scene.hps()[1] == 4
    assert scene.seat(1).down

    scene = table({0: ["s30"], 1: []})
    scene.run(flow.end(scene.g, scene.seat(0)), "skill id=s30")
    assert scene.seat(0).is_inverted
    assert len(scene.seat(0).hand) == 3
    scene.run(flow.end(scene.g, scene.seat(0)))
    assert len(scene.seat(0).hand) == 3, "only if upright"

    scene = table({0: ["s31"]})
    scene.hand(0, "duel", "surge")
    damage(scene, 0, 1, 1, "plain", "skill id=s31")
    assert scene.seat(1).is_inverted

    scene = table({0: ["s32"]})
    scene.hand(1, "duel", "surge", "dodge")
    scene.play(0, "skill id=s32")
    assert len(scene.seat(1).visible) == 2

    scene = table({0: ["s33"]})
    scene.seat(1).down = {scene.take("duel"), scene.take("surge")}
    scene.play(0, "skill id=s33")
    p = scene.seat(1)
    assert len(p.down) == 1
    assert p.hand == p.visible
    assert len(p.hand) == 1

    scene = table({0: ["s34"]})
    strike(scene, kind="fire_strike")
    assert scene.g.counts["dmg_ice"] == 1

    scene = table({0: ["s36"]})
    scene.hand(0, "duel")
    damage(scene, 2, 1, 4, "plain", "skill id=s36")
    assert scene.hps()[1] == 1
    assert scene.seat(0).down

    scene = table({0: ["s38"]})
    scene.seat(0).rage = 1
    cards = scene.hand(1, "dodge", "duel", "surge")
    scene.play(0, "skill id=s38", f"facedown card={cards[0]}", f"facedown card={cards[1]}")
    assert len(scene.seat(1).down) == 2


def test_venom() -> None:
    """s39-s52."""
    scene = table({0: ["s39"]})
    strike(scene)
    assert scene.g.counts["dmg_poison"] == 1

    scene = table({0: ["s40", "s43"]})
    scene.play(0, "skill id=s40", "target seat=2", "skill id=s43")
    assert scene.hps()[:2] == [3, 3]
    assert len(scene.seat(0).hand) == 1

    scene = table({1: ["s41"], 0: ["s49"]})
    damage(scene, 0, 1, 1, "plain", "skill id=s41")
    assert len(scene.seat(1).mark_on) == 1
    scene.seat(0).mark_on = [scene.take("duel")]
    scene.play(0, "skill id=s49")
    assert scene.hps()[1] == 4
    assert not scene.seat(0).mark_on

    scene = table({0: ["s44"]})
    cards = scene.hand(0, "strike", "dodge", "duel", "surge", "energy", "charge")
    scene.run(flow.discard(scene.g, scene.seat(0)), f"discard card={cards[0]}", f"discard card={cards[1]}",
              "skill id=s44", f"mark card={cards[1]}")  # fmt: skip
    assert scene.seat(0).mark_by == {scene.card(cards[1])}

    scene = table({0: ["s46"], 1: ["s23"]})
    scene.seat(0).rage = 1
    scene.play(0, "skill id=s46", "target seat=2")
    p = scene.seat(1)
    assert (p.is_up, p.faction, p.was_revealed) == (False, 2, True)

    scene = table({1: ["s47"]})
    damage(scene, 0, 1, 4, "plain")
    assert scene.hps()[0] == 3

    scene = table({1: ["s48"]})
    (card,) = scene.hand(0, "duel")
    damage(scene, 0, 1, 1, "plain", "skill id=s48")
    assert scene.card(card) in scene.seat(1).hand

    scene = table({0: ["s50"]})
    scene.hand(1, "duel")
    scene.hand(2, "surge")
    scene.run(flow.turn(scene.g, scene.seat(0)), "skill id=s50", "target seat=3", "target seat=2")
    assert len(scene.seat(0).hand) == 2, "no draw"

    scene = table({1: ["s51"]})
    scene.hand(1, "dodge")
    strike(scene, "play card=c045", "skill id=s51")
    assert len(scene.seat(1).hand) == 1


def test_gear_faction() -> None:
    """s53-s65."""
    for mine, his, hp, down in (("c009", "c045", 3, 0), ("c045", "c009", 4, 1)):
        scene = table({0: ["s53"]})
        scene.hand(0, mine, "c086")
        scene.hand(1, his)
        scene.play(0, "skill id=s53", f"clash card={mine}")
        assert (scene.hps()[1], len(scene.seat(0).down)) == (hp, down)

    scene = table({0: ["s54"]})
    scene.hand(0, "c045")
    scene.hand(1, "c009", "c086")
    scene.play(0, "skill id=s54", "clash card=c009")
    assert scene.hps()[0] == 3

    scene = table({1: ["s55"]})
    scene.seat(1).rage = 1
    strike(scene, "skill id=s55")
    assert scene.hps()[1] == 4
    assert scene.g.counts["cancel_n"] == 1
    assert len(scene.g.discard) == 1

    scene = table({1: ["s56"], 2: ["s55"]})
    scene.hand(1, "duel")
    scene.seat(2).rage = 1
    strike(scene, "skill id=s56", "pass")
    assert scene.hps() == [4, 4, 3, 4, 4]

    scene = table({0: ["s57"]})
    gear = scene.equip(1, "tinder_gear")
    strike(scene, "skill id=s57")
    assert scene.hps()[1] == 3
    assert scene.seat(1).sideways == {scene.card(gear)}

    scene = table({0: ["s58"]})
    scene.seat(1).sideways = {scene.card(scene.equip(1, "tinder_gear"))}
    scene.seat(1).face_down = {scene.card(scene.equip(1, "repeater"))}
    scene.run(flow.prep(scene.g, scene.seat(0)), "skill id=s58")
    assert not scene.seat(1).sideways
    assert not scene.seat(1).face_down

    scene = table({0: ["s59"]}, sides=[0, 2, 3, 4, 5])
    scene.run(factions.reveal(scene.g, scene.seat(0), 1), "skill id=s59", "target seat=5")
    assert scene.hps()[4] == 3

    scene = table({0: ["s61"]}, sides=[1, 1, 3, 4, 5])
    scene.seat(1).hp = scene.seat(2).hp = 2
    scene.hand(0, "duel")
    scene.play(0, "skill id=s61")
    assert scene.hps()[:3] == [4, 3, 2]
    assert len(scene.seat(1).hand) == 1

    for sides, n in (([1, 2, 3, 0, 0], 3), ([1, 2, 0, 0, 0], 2)):
        scene = table({0: ["s62"]}, sides=sides)
        scene.run(flow.draw(scene.g, scene.seat(0)), *(["skill id=s62"] if n == 3 else []))
        assert len(scene.seat(0).hand) == n

    scene = table({1: ["s63"]})
    (duel,) = scene.hand(0, "duel")
    scene.play(0, f"use card={duel}", "target seat=2", "skill id=s63")
    assert len(scene.seat(1).hand) == 1

    scene = table({0: ["s64"]})
    scene.seat(0).rage = 1
    scene.seat(0).judgement = [scene.take("detain")]
    scene.g.phase = "judge"
    scene.run(flow.judge(scene.g, scene.seat(0)), "skill id=s64")
    assert len(scene.seat(0).judgement) == 1
    assert not scene.seat(0).skips


def test_formed() -> None:
    scene = table({0: ["s60"]})
    scene.run(events.emit(scene.g, Event("formed", object=scene.seat(0))), "skill id=s60")
    assert len(scene.seat(0).hand) == 2
