"""The alternatives of section 3 about rage, forms, card states, damage and piles: what differs from the default."""

from __future__ import annotations

import pytest

from sim.games.rider import codes

from .situations import Table


@pytest.mark.parametrize("value", ["forced_only", "voluntary_one"])
def test_rage_gain(value: str) -> None:
    """R-X1, R-G1: without an excess one card may be discarded for rage."""
    table = Table(1, 2, rage_gain=value).hold(1, "c045", "c046").do("end")
    if value == "forced_only":
        assert (table.where, table.seat(1).rage) == (("RD4", 2), 0)
        return
    assert (table.where, table.legal) == (("RD10", 1), ["discard card=c045", "discard card=c046", "pass"])
    table.do("discard card=c045")
    assert (table.where, table.seat(1).rage, table.hand(1)) == (("RD4", 2), 1, ["c046"])
    assert Table(1, 2, rage_gain=value).hold(1, "c045", "c046").do("end", "pass").seat(1).rage == 0


@pytest.mark.parametrize("cap", [3, 4, 5, 99])
def test_rage_cap(cap: int) -> None:
    """R-S5: a number of the rules."""
    table = Table(1, 2, skills={2: "s04"}, rage_cap=cap).put(2, rage=cap).damage(1, 2, 1).do("skill id=s04")
    assert table.seat(2).rage == cap
    table = Table(1, 2, skills={2: "s04"}, rage_cap=cap).put(2, rage=cap - 1).damage(1, 2, 1).do("skill id=s04")
    assert table.seat(2).rage == cap


@pytest.mark.parametrize("value", ["use_only", "use_and_play"])
def test_rage_window(value: str) -> None:
    """R-G3: a strike played against a swarm."""
    table = Table(1, 2, rage_window=value).put(2, rage=1).hold(1, "c106").hold(2, "c045").use("c106")
    if value == "use_only":
        assert table.hps() == [4, 3]
        return
    assert table.legal == ["play card=c045 as=strike via=rage", "decline"]
    table.do("play card=c045 as=strike via=rage")
    assert (table.hps(), table.seat(2).rage) == ([4, 4], 0)


# ---- forms ----


@pytest.mark.parametrize(("value", "here", "later"), [
    ("one_each", True, True), ("one_total", False, True), ("one_a_turn", False, False),
])  # fmt: skip
def test_form_limit(value: str, here: bool, later: bool) -> None:
    """R-O1: after an up: a down at the same timing, a down after the end phase of this turn."""
    table = Table(1, 2, cards={1: "w011"}, form_limit=value).put(1, rage=4).turn(1).do("form kind=up warrior=w013")
    assert bool(table.offers("form")) == here
    table.pass_all().do("end").pass_all("RD3" if later else "RD4")
    assert (table.decision == "RD3") == later


@pytest.mark.parametrize(("value", "hp"), [("keep_capped", 3), ("keep_lost", 2)])
def test_form_hp(value: str, hp: int) -> None:
    """R-O5: w012 (limit 4) with 3 HP becomes w011 (limit 3)."""
    table = Table(1, 2, cards={1: "w012"}, form_hp=value).put(1, hp=3).turn(1).do("form kind=change warrior=w011")
    assert table.hps()[0] == hp


def test_form_hp_never_kills() -> None:
    """R-O5: keep_lost leaves 1."""
    table = Table(1, 2, cards={1: "w012"}, form_hp="keep_lost").put(1, hp=1).turn(1).do("form kind=change warrior=w011")
    assert table.hps()[0] == 1


@pytest.mark.parametrize("value", ["off", "on"])
def test_form_hidden(value: str) -> None:
    """R-O1: a face-down warrior may change, and stays face down; without `formed` skills."""
    table = Table(-1, 2, cards={1: "w009"}, form_hidden=value).turn(1).do("pass")
    if value == "off":
        assert table.where == ("RD4", 1)
        return
    table.do("form kind=change warrior=w010")
    assert (table.warrior(1), table.seat(1).is_up) == ("w010", 0)


@pytest.mark.parametrize(("value", "is_asked"), [("may_reveal", True), ("off", False)])
def test_hidden_forced(value: str, is_asked: bool) -> None:
    """R-I2: a forced skill of a hidden one; asked ones stay open."""
    table = Table(1, -2, skills={2: "s10"}, hidden_forced=value).damage(1, 2, 1, "fire")
    assert (table.decision == "RD6") == is_asked
    assert Table(1, -2, skills={2: "s04"}, hidden_forced=value).damage(1, 2, 1).decision == "RD6"


# ---- card states ----


@pytest.mark.parametrize("value", ["random", "immune"])
def test_down_reach(value: str) -> None:
    """R-C8: whether others reach the face-down area."""
    table = Table(1, 2, 3, down_reach=value).hold(1, "c092").lay_down(2, "c045").hold(3, "c046").do("use card=c092")
    if value == "random":
        assert table.legal == ["target seat=2", "target seat=3"]
    else:
        assert table.hand(1) == ["c046"], "seat 3 was the only target"


@pytest.mark.parametrize(("value", "lies"), [("skill_only", codes.SIDEWAYS), ("own_preparation", codes.FACE_UP)])
def test_sideways_reset(value: str, lies: int) -> None:
    """R-C7, R-P3."""
    table = Table(1, 2, sideways_reset=value).wear(1, "c145", lies=codes.SIDEWAYS).turn(1).settle()
    assert table.seat(1).slot_lies[0] == lies


@pytest.mark.parametrize(("value", "left"), [("all_states", 0), ("named", 1)])
def test_reset_scope(value: str, left: int) -> None:
    """R-W6: a reset from the link leaves the inversion or ends it; and the other way round."""
    table = Table(1, 2, 3, reset_scope=value).link(2).put(2, is_inverted=1).set_link(2, False)
    assert (table.seat(2).is_linked, table.seat(2).is_inverted) == (0, left)
    table = Table(1, 2, 3, reset_scope=value).link(2).put(2, is_inverted=1).do("end")
    assert (table.seat(2).is_inverted, table.seat(2).is_linked) == (0, left)


# ---- damage ----


@pytest.mark.parametrize(("value", "n"), [("one_chosen", 1), ("one_random", 1), ("per_point", 2)])
def test_ice_pick(value: str, n: int) -> None:
    """R-H7: 2 ice damage: one card of his choice, one at random, two of his choice."""
    table = Table(1, 2, ice_pick=value).hold(2, "c001", "c045", "c046").damage(1, 2, 2, "ice")
    if value == "one_random":
        assert table.where == ("RD4", 1)
    else:
        table.do(*[f"facedown card={card}" for card in ("c045", "c046")[:n]])
        assert table.down(2) == ["c045", "c046"][:n]
    assert len(table.down(2)) == n
    assert table.where == ("RD4", 1)


def test_random_ice_is_random() -> None:
    """R-H7: over some games each of two cards."""
    found = set()
    for seed in range(20):
        table = Table(1, 2, ice_pick="one_random", seed=seed).hold(2, "c001", "c045").damage(1, 2, 1, "ice")
        found |= set(table.down(2))
    assert found == {"c001", "c045"}


@pytest.mark.parametrize(("value", "order"), [("victim", [3, 4, 1]), ("turn_player", [1, 3, 4])])
def test_chain_start(value: str, order: list[int]) -> None:
    """R-H5: from the victim's next seat, or from the turn player, himself included."""
    table = Table(1, 2, 3, 4, skills=dict.fromkeys((1, 3, 4), "s04"), chain_start=value).link(1, 2, 3, 4)
    table.damage(0, 2, 1, "fire")
    asked = []
    while table.decision == "RD6":
        asked.append(table.actor)
        table.do("pass")
    assert asked == order


@pytest.mark.parametrize(("value", "is_linked"), [("before", 0), ("after_damage", 1)])
def test_chain_reset(value: str, is_linked: int) -> None:
    """R-H5: while dmg_taken of the first victim is asked; in the end all are reset."""
    table = Table(1, 2, 3, skills={2: "s04"}, chain_reset=value).link(2, 3).damage(1, 2, 1, "fire")
    assert (table.where, table.seat(2).is_linked) == (("RD6", 2), is_linked)
    table.do("pass")
    assert (table.hps(), table.of("is_linked")) == ([4, 3, 3], [0, 0, 0])


# ---- others ----


@pytest.mark.parametrize("value", ["no_win", "redraw"])
def test_pindian_tie(value: str) -> None:
    """R-Q1: 10 and 10: no win, or both clash again with what they have."""
    table = Table(1, 2, skills={1: "s53"}, pindian_tie=value).hold(1, "c006", "c008", "c110").hold(2, "c007", "c004")
    table.do("skill id=s53", "clash card=c006", "clash card=c007")
    if value == "no_win":
        assert (table.where, table.hps()) == (("RD10", 1), [4, 4]), "the [lose] row"
        return
    assert table.where == ("RD12", 1)
    table.do("clash card=c008")
    assert (table.hps(), table.discards) == ([4, 3], ["c004", "c006", "c007", "c008"])


def test_a_redraw_without_cards_is_no_win() -> None:
    """R-Q1."""
    table = Table(1, 2, skills={1: "s53"}, pindian_tie="redraw").hold(1, "c006", "c008").hold(2, "c007")
    table.do("skill id=s53", "clash card=c006")
    assert (table.hps(), table.down(1)) == ([4, 4], ["c008"])


@pytest.mark.parametrize(("value", "is_over"), [("draw_less", False), ("unfinished", True)])
def test_empty_piles(value: str, is_over: bool) -> None:
    """R-D3: a draw with both piles empty; unfinished: nobody wins."""
    table = Table(1, 2, empty_piles=value).no_piles().turn(1).settle()
    assert table.is_over == is_over
    if is_over:
        assert (table.state.core.end_reason, table.outcome().turn_limit, table.winners()) == (-3, 1, [])
