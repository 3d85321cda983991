"""Setup, turns, phases, rage and forms of the reference of rider (R-S, R-T, R-P to R-E, R-O, R-G)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .rider import Data, Game, flow, forms
from .rider.playing import new_game
from .rider.scenes import Scene


def vanilla() -> Data:
    """All warriors draw 2, hand limit 4, no skills, no supply."""
    data = Data()
    data.warriors = [
        replace(w, draw=2, hand_limit=4, skills=(), supply=0, icon_change=False, icon_up=False) for w in data.warriors
    ]
    by_group: dict[str, list] = {}  # type: ignore[type-arg]
    for w in data.warriors:
        by_group.setdefault(w.group, []).append(w)
    data.groups = list(by_group.values())
    return data


@pytest.mark.parametrize(("players", "turn", "reshuffles"), [(5, 68, 14), (8, 62, 26)])
def test_vanilla(players: int, turn: int, reshuffles: int) -> None:
    """Known answer 8: everybody passes."""
    game = new_game(1, players, vanilla())
    first = 0
    own_turns = dict.fromkeys(range(players), 0)
    seen = 0
    while not game.is_over:
        options = game.options()
        text = options[0] if game.decision in ("RD1", "RD10") else options[-1]
        assert game.decision in ("RD1", "RD2", "RD4", "RD7", "RD8", "RD10")
        game.take(text)
        turns = game.state.counts["turns"]
        if turns > seen:
            seen = turns
            own_turns[game.state.turn_seat] += 1
        if not first and game.state.counts["reshuffles_n"]:
            first = turns
    row = game.outcome()
    assert (row["end_reason"], row["rounds"], row["deaths_n"]) == (2, 200, 0)
    assert row["turns"] == 200 * players
    assert first == turn
    assert row["reshuffles_n"] == reshuffles
    assert [seat["rage_gained"] for seat in row["seats"]] == [4] * players
    assert all(seat["win_share"] == 0 and seat["rank"] == (players + 1) / 2 for seat in row["seats"])


@pytest.mark.parametrize(("players", "dealt"), [(8, 40), (9, 27), (10, 30), (12, 36)])
def test_setup(players: int, dealt: int) -> None:
    """Known answer 7, R-S3 to R-S5."""
    data = Data(rulings={"allow_over_10": True})
    game = Game(data, list(range(players)), 3, 4)
    g = game.state
    offers = [w for p in g.seats for w in p.offers]
    assert len(offers) == len({w.group for w in offers}) == dealt
    assert all(w.source != "up" for w in offers)
    while game.decision == "RD1":
        game.take(game.options()[0])
    assert [len(p.hand) for p in g.seats if p.seat != g.turn_seat] == [4] * (players - 1)
    assert all(p.hp == p.card.hp and p.rage == 0 and not p.is_up for p in g.seats)
    assert g.counts["warnings"] == (players > 10)


def test_handicap_and_first_seat() -> None:
    data = Data({"handicap": [0, 2, *[0] * 10]}, {"first_seat": "fixed"})
    game = Game(data, [0, 1, 2], 3, 4)
    while game.decision == "RD1":
        assert len(game.state.draw) == 156
        game.take(game.options()[0])
    assert game.state.first == 0
    assert [len(p.hand) for p in game.state.seats][1:] == [6, 4]
    assert all(p.counts["drawn"] == 0 for p in game.state.seats[1:])


def test_inverted_turn_is_skipped() -> None:
    """R-T2, invariant 16."""
    scene = Scene(3, {1: ["s11"]}, sides=[1, 2, 3])
    p = scene.seat(1)
    p.is_inverted = True
    p.down = {scene.take("strike")}
    scene.run(flow.turn(scene.g, p))
    assert not scene.asked
    assert not p.is_inverted
    assert p.down
    assert not p.hand
    assert scene.g.counts["skipped_turns"] == 1


def test_face_down_cards_come_back() -> None:
    """R-P3: hand and equipment, before the skills of preparation."""
    scene = Scene(3, {0: ["s11"]}, sides=[1, 2, 3])
    p = scene.seat(0)
    p.down = {scene.take("strike")}
    card = scene.equip(0, "repeater")
    p.face_down, p.sideways = {scene.card(card)}, set()
    scene.run(flow.prep(scene.g, p), "pass")
    assert not p.down
    assert not p.face_down
    assert len(p.hand) == 1


def test_sideways_equipment() -> None:
    for ruling, is_left in (("skill_only", True), ("own_preparation", False)):
        scene = Scene(3, rulings={"sideways_reset": ruling}, sides=[1, 2, 3])
        scene.seat(0).sideways = {scene.card(scene.equip(0, "repeater"))}
        scene.run(flow.prep(scene.g, scene.seat(0)))
        assert bool(scene.seat(0).sideways) == is_left


def test_prep_order() -> None:
    """Supply counts face-down cards; a reveal before or after they return makes no difference to it, a form does."""
    for ruling, n in (("reveal_form_return", 1), ("return_first", 0)):
        scene = Scene(3, rulings={"prep_order": ruling}, sides=[0, 2, 3])
        p = scene.seat(0)
        p.down = {scene.take("strike")}
        steps = flow.prep(scene.g, p)
        assert next(steps).decision == "RD2"
        assert len(p.down) == n
        steps.close()


def test_discard_phase_and_rage() -> None:
    """R-X1, R-X2, R-G1, known answer 13."""
    scene = Scene(3, sides=[1, 2, 3])
    p = scene.seat(0)
    cards = scene.hand(0, "strike", "dodge", "duel", "surge", "energy", "charge")
    scene.run(flow.discard(scene.g, p), f"discard card={cards[1]}", f"discard card={cards[2]}")
    assert (len(p.hand), p.rage) == (4, 1)
    p.down, p.hand = set(p.hand), {scene.take("break"), scene.take("snatch")}
    p.down.add(scene.take("barrage"))
    scene.run(flow.discard(scene.g, p))
    assert (len(p.hand), len(p.down), p.rage) == (0, 5, 2), "R-X2: the third is forgiven"


def test_voluntary_discard() -> None:
    for ruling, rage in (("forced_only", 0), ("voluntary_one", 1)):
        scene = Scene(3, rulings={"rage_gain": ruling}, sides=[1, 2, 3])
        (card, _) = scene.hand(0, "strike", "dodge")
        scene.run(flow.discard(scene.g, scene.seat(0)), *([f"discard card={card}"] if rage else []))
        assert scene.seat(0).rage == rage


def test_rage_cap() -> None:
    scene = Scene(3, {0: ["s11"]}, rules={"rage_cap": 3}, sides=[1, 2, 3])
    scene.seat(0).rage = 3
    (card, _) = scene.hand(0, "strike", "dodge")
    scene.run(flow.prep(scene.g, scene.seat(0)), "skill id=s11", f"pay card={card}")
    assert (scene.seat(0).rage, scene.seat(0).counts["rage_gained"]) == (3, 0)


def test_hidden_stats() -> None:
    for ruling, n in (("printed", 5), ("generic", 2)):
        scene = Scene(3, rulings={"hidden_stats": ruling}, sides=[0, 2, 3])
        p = scene.seat(0)
        p.warrior = replace(p.card, draw=5)
        scene.run(flow.draw(scene.g, p))
        assert len(p.hand) == n


def form_table(**rulings: str) -> tuple[Scene, dict[int, str]]:
    """Seat 0 is Ember i: forms w011 (change, up icons), w012 (change), w013 (up, price 2)."""
    scene = Scene(2, rulings=rulings, sides=[1, 2])
    p = scene.seat(0)
    scene.g.side.add(p.card.number)
    p.warrior = scene.data.warriors[10]
    scene.g.side.remove(10)
    p.forms_used, p.hp, p.rage = {0}, 3, 4
    return scene, {k: f"w{k:03d}" for k in (11, 12, 13)}


def test_forms_change_up_down() -> None:
    """R-O1 to R-O5."""
    scene, w = form_table()
    p = scene.seat(0)
    up, change = f"form kind=up warrior={w[13]}", f"form kind=change warrior={w[12]}"
    scene.run(forms.form_changes(scene.g, p, "prep"), up, "form kind=down warrior=w011", change)
    assert p.card.id == w[12]
    assert (p.hp, p.rage) == (3, 2)
    assert [p.counts[f"forms_{kind}"] for kind in ("change", "up", "down")] == [1, 1, 1]
    scene.run(forms.form_changes(scene.g, p, "end"), f"form kind=change warrior={w[11]}")
    assert not forms.form_options(scene.g, p, "end", {"change"}), "reached by no up: no down, and no up at the end"


def test_down_into_any_form_used_before() -> None:
    """R-O4: after a change and an up both earlier forms are open; after a down the old set counts."""
    scene, w = form_table()
    p = scene.seat(0)
    scene.run(forms.form_changes(scene.g, p, "prep"), f"form kind=change warrior={w[12]}")
    scene.run(forms.form_changes(scene.g, p, "prep"), f"form kind=change warrior={w[11]}",
              f"form kind=up warrior={w[13]}")  # fmt: skip
    assert list(forms.form_options(scene.g, p, "end", set())) == [f"form kind=down warrior={w[k]}" for k in (11, 12)]
    scene.run(forms.form_changes(scene.g, p, "end"), f"form kind=down warrior={w[12]}")
    assert list(forms.form_options(scene.g, p, "end", set())) == [f"form kind=change warrior={w[11]}"]


def test_form_limits() -> None:
    for ruling, n in (("one_each", 2), ("one_total", 1), ("one_a_turn", 1)):
        scene, w = form_table(form_limit=ruling)
        p = scene.seat(0)
        scene.run(forms.form_changes(scene.g, p, "prep"), f"form kind=up warrior={w[13]}",
                  *[f"form kind=down warrior={w[11]}"] * (n - 1))  # fmt: skip
        assert p.counts["forms_up"] + p.counts["forms_down"] == n
        assert bool(forms.form_options(scene.g, p, "end", set())) == (ruling != "one_a_turn")


def test_form_hp() -> None:
    """From a limit of 4 (3 HP) to a limit of 3: capped 3, or one lost as before 2."""
    for ruling, hp in (("keep_capped", 3), ("keep_lost", 2)):
        scene, w = form_table(form_hp=ruling)
        p = scene.seat(0)
        scene.run(forms.form_changes(scene.g, p, "prep"), f"form kind=change warrior={w[12]}")
        p.hp = 3
        scene.run(forms.form_changes(scene.g, p, "end"), f"form kind=change warrior={w[11]}")
        assert p.hp == hp


def test_form_hidden() -> None:
    for ruling, is_open in (("off", False), ("on", True)):
        scene, _ = form_table(form_hidden=ruling)
        scene.seat(0).is_up = False
        assert bool(forms.form_options(scene.g, scene.seat(0), "prep", set())) == is_open


def test_inserted_turn() -> None:
    """R-T1, R-T5: seat 0 plays twice, then seat 1; no round more."""
    scene = Scene(2, {0: ["s25"]}, sides=[1, 2])
    p = scene.seat(0)
    p.rage = 2
    steps = flow.rounds(scene.g)
    question = next(steps)
    while question.decision != "RD6":
        question = steps.send(question.options[-1])
    assert question.options == ["skill id=s25", "pass"]
    question = steps.send("skill id=s25")
    assert (scene.g.turn_seat, scene.g.round, p.rage) == (0, 1, 0)
    while scene.g.turn_seat == 0:
        question = steps.send(question.options[-1])
    assert (scene.g.turn_seat, scene.g.round) == (1, 1)
    assert scene.g.counts["turns"] == 4, "the scene's own, two of seat 1, one of seat 2"
    steps.close()


def test_round_cap_counts_ordinary_turns() -> None:
    game = new_game(4, 3, Data({"round_cap": 2}))
    while not game.is_over:
        game.take(game.options()[-1])
    assert game.outcome()["end_reason"] == 2
    assert game.outcome()["rounds"] == 2
    assert game.outcome()["turns"] == 6


def test_what_skills_discard_in_the_discard_phase_gives_rage_too() -> None:
    """R-G1: each card that he discards; once a turn."""
    for trigger, rage in (("discard_start", 1), ("end_start", 0)):
        scene = Scene(2, {0: ["s30"]})
        p = scene.seat(0)
        assert p.warrior is not None
        p.warrior = replace(p.warrior, skills=(replace(p.warrior.skills[0], trigger=trigger, pay=(("discard", 1),)),))
        scene.hand(0, "dodge", "dodge")
        scene.run(flow.turn(scene.g, p), "end", "skill id=s30", "*")
        assert p.rage == rage
