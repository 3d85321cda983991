"""Cards, answers, distance, nullify, pindian of the reference of rider (2.5, 2.6, R-G3, R-Z6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .rider import answers, flow, judging, space
from .rider.scenes import Scene

ALL = [1, 2, 3, 4, 5]


def table(players: int = 5, **changes: object) -> Scene:
    """Face-up seats of different factions."""
    return Scene(players, sides=ALL[:players], **changes)  # type: ignore[arg-type]


def distances(scene: Scene) -> list[int]:
    """From seat 0 to each."""
    a = scene.seat(0)
    return [0, *(space.distance(scene.g, a, p) for p in scene.g.seats[1:])]


def test_distances() -> None:
    """Known answer 12."""
    scene = table()
    assert distances(scene) == [0, 1, 2, 2, 1]
    card = scene.equip(2, "guard_bike")
    assert distances(scene) == [0, 1, 3, 2, 1]
    scene.seat(2).sideways.add(scene.card(card))
    assert distances(scene) == [0, 1, 2, 2, 1]
    scene = table()
    scene.equip(0, "rush_bike")
    assert distances(scene) == [0, 1, 1, 1, 1]
    scene = table()
    scene.seat(1).is_alive = False
    assert space.distance(scene.g, scene.seat(0), scene.seat(2)) == 1


def test_strike_and_dodge() -> None:
    scene = table()
    (a, b) = scene.hand(0, "strike", "strike")
    (dodge,) = scene.hand(1, "dodge")
    scene.play(0, f"use card={a}", "target seat=2", f"play card={dodge}")
    assert scene.hps() == [4, 4, 4, 4, 4]
    assert f"use card={b}" not in [o for q in scene.asked for o in q.options][3:], "one strike a phase"
    assert scene.seat(0).counts["strikes"] == 1
    assert scene.seat(0).counts["hits"] == 0
    assert scene.seat(1).counts["dodges"] == 1


def test_targets_in_order_and_range() -> None:
    scene = table()
    (a,) = scene.hand(0, "strike")
    scene.play(0, f"use card={a}", "target seat=5")
    assert scene.asked[1].options == ["target seat=2", "target seat=5"]
    assert scene.hps() == [4, 4, 4, 4, 3]


def test_charge_and_limits() -> None:
    scene = table()
    (a, b, c) = scene.hand(0, "charge", "charge", "fire_strike")
    scene.play(0, f"use card={a}", f"use card={c}", "target seat=2")
    assert f"use card={b}" not in scene.asked[1].options
    assert scene.hps()[1] == 2


def test_rage_as_strike_and_charge() -> None:
    """R-G3: suit and rank stay, limits count, not as an answer."""
    scene = table()
    scene.seat(0).rage = 2
    (a, b) = scene.hand(0, "dodge", "energy")
    scene.hand(1, "strike")
    scene.seat(1).rage = 3
    scene.play(0, f"use card={a} as=charge via=rage", f"use card={b} as=strike via=rage", "target seat=2")
    assert scene.hps()[1] == 2
    assert scene.seat(0).rage == 0
    counts = scene.seat(0).counts
    assert (counts["rage_charges"], counts["rage_strikes"], counts["rage_spent"]) == (1, 1, 2)


def test_rage_window() -> None:
    for ruling, hp in (("use_only", 3), ("use_and_play", 4)):
        scene = table(rulings={"rage_window": ruling})
        (swarm,) = scene.hand(0, "swarm")
        (card,) = scene.hand(1, "dodge")
        scene.seat(1).rage = 1
        scene.play(0, f"use card={swarm}", *([f"play card={card} as=strike via=rage"] if hp == 4 else []))
        assert scene.hps() == [4, hp, 3, 3, 3]


def test_break_and_snatch() -> None:
    """R-Y1, R-Y2, RD11: what all see by name, the rest at random."""
    scene = table()
    (card, snatch) = scene.hand(0, "break", "snatch")
    (seen, _) = scene.hand(1, "dodge", "duel")
    p = scene.seat(1)
    p.visible = {scene.card(seen)}
    bike = scene.equip(1, "rush_bike")
    p.judgement = [scene.take("detain")]
    p.down = {scene.take("energy")}
    p.face_down = {scene.card(bike)}
    scene.play(0, f"use card={card}", f"take card={bike}", f"use card={snatch}", "take zone=down")
    assert scene.asked[1].options == [
        f"take card={seen}", "take card=c129", f"take card={bike}", "take zone=hand", "take zone=down",
    ]  # fmt: skip
    assert not p.down
    assert len(scene.seat(0).hand) == 1
    assert scene.card(bike) in scene.g.discard


def test_down_reach() -> None:
    scene = table(rulings={"down_reach": "immune"})
    (card,) = scene.hand(0, "break")
    scene.seat(1).down = {scene.take("energy")}
    scene.play(0)
    assert all(f"use card={card}" not in q.options for q in scene.asked)


def test_duel() -> None:
    scene = table()
    (duel, mine) = scene.hand(0, "duel", "strike")
    (a, b) = scene.hand(1, "strike", "fire_strike")
    scene.play(0, f"use card={duel}", "target seat=2", f"play card={a}", f"play card={mine}", f"play card={b}")
    assert scene.hps() == [3, 4, 4, 4, 4]
    assert scene.seat(0).strikes_used == 0
    assert scene.seat(1).counts["dealt_plain"] == 1


def test_coerce() -> None:
    for answer, hp, weapon in (("strike", 3, True), ("concede", 4, False)):
        scene = table()
        (coerce,) = scene.hand(0, "coerce")
        (strike,) = scene.hand(1, "strike")
        scene.equip(1, "piercer")
        reply = f"strike card={strike}" if answer == "strike" else answer
        scene.play(0, f"use card={coerce}", "target seat=4", reply)
        assert scene.asked[1].options == ["target seat=1", "target seat=3", "target seat=4", "target seat=5"]
        assert scene.hps()[3] == hp
        assert (scene.seat(1).slots["weapon"] is not None) == weapon
        assert len(scene.seat(0).hand) == (not weapon)


def test_share_out_and_rally() -> None:
    scene = table(4)
    (share,) = scene.hand(0, "share_out")
    top = [scene.g.cards[n].id for n in reversed(scene.g.draw[-4:])]
    scene.play(0, f"use card={share}", f"gain card={top[2]}", f"gain card={top[0]}", f"gain card={top[1]}")
    assert [len(p.hand) for p in scene.g.seats] == [1, 1, 1, 1]
    scene = table()
    (rally,) = scene.hand(0, "rally")
    scene.seat(1).hp = scene.seat(3).hp = 2
    scene.play(0, f"use card={rally}")
    assert scene.hps() == [4, 3, 4, 3, 4]


@pytest.mark.parametrize(("accepted", "works"), [(0, True), (1, False), (2, True), (3, False)])
def test_nullify_nest(accepted: int, works: bool) -> None:
    """R-Z6, known answer 13."""
    scene = table()
    (surge,) = scene.hand(0, "surge")
    cards = scene.hand(1, *["nullify"] * 4)[:accepted]
    scene.play(0, f"use card={surge}", *(f"nullify card={card}" for card in cards))
    assert len(scene.seat(0).hand) == 2 * works
    assert scene.g.counts["nullify_n"] == accepted


def test_nullify_one_target() -> None:
    scene = table()
    (swarm,) = scene.hand(0, "swarm")
    (card,) = scene.hand(4, "nullify")
    scene.play(0, f"use card={swarm}", "decline", f"nullify card={card}")
    assert scene.hps() == [4, 3, 4, 3, 3]


def test_link_up_and_recast() -> None:
    scene = table()
    (a, b) = scene.hand(0, "link_up", "link_up")
    scene.linked(2)
    scene.play(0, f"use card={a}", "target seat=3", "target seat=1", f"recast card={b}")
    assert [bool(p.link) for p in scene.g.seats] == [True, False, False, False, False]
    assert len(scene.seat(0).hand) == 1


def test_flame_burst() -> None:
    scene = table()
    (burst, same, _) = scene.hand(0, "flame_burst", "c069", "c137")  # heart 3, spade 2
    (shown,) = scene.hand(1, "c045")  # heart 2
    scene.play(0, f"use card={burst}", "target seat=2", f"match card={same}")
    assert scene.hps()[1] == 3
    assert scene.card(shown) in scene.seat(1).hand
    assert scene.g.counts["dmg_fire"] == 1


def test_energy_in_play() -> None:
    scene = table()
    scene.seat(0).hp = 3
    (card, other) = scene.hand(0, "energy", "energy")
    scene.play(0, f"use card={card}")
    assert scene.hps()[0] == 4
    assert all(f"use card={other}" not in q.options for q in scene.asked[1:])


def delayed(kind: str, top: str, *answers_: str, hand: tuple[str, ...] = ()) -> Scene:
    """Seat 0 is judged for a card."""
    scene = table()
    scene.seat(0).judgement = [scene.take(kind)]
    scene.hand(1, *hand)
    scene.on_top(top)
    scene.run(judging.judgement_phase(scene.g, scene.seat(0)), *answers_)
    return scene


def test_delayed_cards() -> None:
    """R-Y13 to R-Y15."""
    assert delayed("detain", "c069").seat(0).skips == set()
    assert delayed("detain", "c001").seat(0).skips == {"play"}
    assert delayed("cut_off", "c011").seat(0).skips == set()
    assert delayed("cut_off", "c001").seat(0).skips == {"draw"}
    scene = delayed("storm", "c001")  # spade 7
    assert scene.hps()[0] == 1
    assert not scene.seat(0).judgement
    assert scene.g.counts["dmg_thunder"] == 3
    scene = delayed("storm", "c006")  # spade 10
    assert scene.hps()[0] == 4
    assert len(scene.seat(1).judgement) == 1
    scene = delayed("storm", "c001", "nullify card=c113", hand=("nullify",))
    assert scene.hps()[0] == 4
    assert len(scene.seat(1).judgement) == 1
    assert scene.g.counts["judge_n"] == 0
    scene = delayed("detain", "c001", "nullify card=c113", hand=("nullify",))
    assert scene.seat(0).skips == set()
    assert not scene.seat(0).judgement


def test_storm_passes_over_who_has_one() -> None:
    scene = table()
    scene.seat(0).judgement = [scene.take("storm")]
    other = scene.take("c013")
    scene.g.cards = list(scene.g.cards)
    scene.g.cards[other] = replace(scene.g.cards[other], name="Storm", kind="storm")
    scene.seat(1).judgement = [other]
    scene.on_top("c069")
    scene.run(judging.judgement_phase(scene.g, scene.seat(0)))
    assert [len(p.judgement) for p in scene.g.seats] == [0, 1, 1, 0, 0]


def test_last_placed_is_judged_first() -> None:
    """R-J1."""
    scene = table()
    scene.seat(0).judgement = [scene.take("detain"), scene.take("cut_off")]
    scene.on_top("c069")  # second: heart
    scene.on_top("c011")  # first: club
    scene.run(judging.judgement_phase(scene.g, scene.seat(0)))
    assert scene.seat(0).skips == set()


def test_skipped_phases() -> None:
    scene = table()
    scene.hand(0, "strike")
    p = scene.seat(0)
    p.judgement = [scene.take("detain")]
    scene.on_top("c002")
    scene.run(flow.turn(scene.g, p))
    assert "RD4" not in scene.decisions()
    assert len(p.hand) == 3
    assert not p.skips


def test_delayed_cards_are_placed_once_by_name() -> None:
    """R-A3, R-A2."""
    scene = table()
    (a, b, c) = scene.hand(0, "detain", "detain", "cut_off")
    scene.play(0, f"use card={a}", "target seat=3", f"use card={b}", "target seat=4", f"use card={c}", "target seat=2")
    points = [q.options for q in scene.asked if q.decision == "RD5"]
    assert points[1] == ["target seat=2", "target seat=4", "target seat=5"]
    assert points[2] == ["target seat=2", "target seat=5"], "within near_distance"
    assert [len(p.judgement) for p in scene.g.seats] == [0, 1, 1, 1, 0]
    assert not scene.g.discard


def test_pindian() -> None:
    for mine, his, result in (("c009", "c045", "[win]"), ("c045", "c009", "[lose]"), ("c009", "c021", "[lose]")):
        scene = table()
        scene.hand(0, mine)
        scene.hand(1, his)
        assert scene.run(judging.pindian(scene.g, scene.seat(0), scene.seat(1))) == result
        assert len(scene.g.discard) == 2
    scene = table(rulings={"pindian_tie": "redraw"})
    scene.hand(0, "c009", "c028")
    scene.hand(1, "c021", "c045")
    replies = ("clash card=c009", "clash card=c021")
    assert scene.run(judging.pindian(scene.g, scene.seat(0), scene.seat(1)), *replies) == "[win]"
    assert scene.g.counts["pindian_n"] == 2


def test_a_window_without_nullifies_asks_nobody() -> None:
    scene = table()
    assert scene.run(answers.nullified(scene.g)) is False
    assert not scene.asked


def test_empty_piles() -> None:
    """R-D2, R-D3."""
    for ruling in ("draw_less", "unfinished"):
        scene = table(rulings={"empty_piles": ruling})
        g = scene.g
        g.seats[3].hand = set(g.draw[1:])
        g.draw = g.draw[:1]
        result = scene.run(flow.draw(g, scene.seat(0)))
        assert len(scene.seat(0).hand) == 1
        assert g.counts["warnings"] == 8
        assert result == (None if ruling == "draw_less" else "over")
    scene = table()
    g = scene.g
    g.discard, g.draw = set(g.draw[:-1]), g.draw[-1:]
    scene.run(flow.draw(g, scene.seat(0)))
    assert len(g.draw) == 154
    assert not g.discard
    assert g.counts["reshuffles_n"] == 1


def test_the_damage_of_a_storm_is_that_of_a_card() -> None:
    """D54: conditions ask about its kind; it has no source."""
    scene = table(skills={0: ["s43"]})
    p = scene.seat(0)
    assert p.warrior is not None
    skill = replace(p.warrior.skills[0], trigger="dmg_taken", if_=(("object=self",), ("class", "battle_skill")))
    p.warrior = replace(p.warrior, skills=(skill,))
    p.judgement = [scene.take("storm")]
    scene.on_top("c001")
    scene.run(judging.judgement_phase(scene.g, p), f"skill id={skill.id}")
    assert (scene.hps()[0], len(p.hand)) == (1, 1)
