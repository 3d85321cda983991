"""Character effects (rows of RULES.md 8.2): green, blue, red."""

from __future__ import annotations

from typing import Any

import pytest

from .situations import POLISH, Table


def final(table: Table) -> Table:
    """The table is scored now: round 4, everybody ends."""
    return table.phase(4).end_round()


# ---- green ----


def test_green_0() -> None:
    """N-C400: a will of 1: an open card without AP, its place refilled."""
    table = Table("green", "red").put(1, ap=0).do("will node=0")
    assert table.legal == [f"will collect card={n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 39, 40)]
    table.do("will collect card=39")
    assert (table.hand_of(1), table.open_cards[8], table.seat(1).creativity) == ([39], 41, 2)
    assert table.seat(1).collects_vp == 1


@pytest.mark.parametrize(("base", "vp"), [(2, 0), (3, 3), (4, 3)])
@pytest.mark.parametrize("owner", [1, 2])
def test_green_3(base: int, vp: int, owner: int) -> None:
    """N-C403: 3 VP for running any owner's lens of base 3 or more."""
    table = Table("green", "red").fill(1, 3).lay(owner, (), (40,), base).run(1, 1)
    assert table.vp()[0] == 15 + vp


@pytest.mark.parametrize(("free", "supply", "most"), [(6, 16, 3), (2, 16, 2), (6, 1, 1)])
def test_green_4(free: int, supply: int, most: int) -> None:
    """N-C404: a will of 1: 1 to 3 stagnation, 2 VP each; all must fit."""
    table = Table("green", "red").fill(1, 4).hold(1, light=12 - free).put(1, tasks=0)
    table.state["items"][2] = supply
    table.apply("will node=4")
    assert table.legal == [f"will stagnation={n}" for n in range(1, most + 1)]
    table.apply(table.legal[-1])
    assert (table.items(1)[2], table.vp()[0], table.part(1, "vp_wills")) == (most, 2 * most, 2 * most)


@pytest.mark.parametrize(
    ("left", "right", "held", "vp"),
    [
        ((15,), (40,), (0, 0, 2), 2),  # 2 paid
        ((), (15, 18), (2, 0, 0), 5),  # 2 + 3 placed
        ((15,), (18,), (0, 0, 2), 5),  # 2 paid, 3 placed
        ((), (18,), (6, 4, 1), 1),  # 3 gained into one space
        ((17,), (12,), (6, 4, 1), 1),  # 1 paid, rainbow does not count
    ],
)
def test_green_5(left: tuple[int, ...], right: tuple[int, ...], held: tuple[int, int, int], vp: int) -> None:
    """N-C405: 1 VP for each stagnation paid on the left or placed from the right; a lost one is not placed."""
    table = Table("green", "red").fill(1, 5).lay(1, left, right).hold(1, *held).put(1, tasks=0).run(1, 1)
    assert table.part(1, "vp_triggers") == vp


@pytest.mark.parametrize("owner", [1, 2])
def test_green_8(owner: int) -> None:
    """N-C408: 4 VP for running any owner's lens of 4 or more cards."""
    table = Table("green", "red").fill(1, 8).lay(owner, (1,), (13, 17, 15)).run(1, 1)
    assert table.vp()[0] == 4
    table = Table("green", "red").fill(1, 8).lay(owner, (1,), (13, 17)).run(1, 1)
    assert table.vp()[0] == 0


def graduation(**changes: Any) -> Table:
    """Green with node 9, lens 1 (2 light for 15 VP, base 4) and lens 2 (11 VP, occupied)."""
    table = Table("green", "red", **changes).fill(1, 9).lay(1, (2,), (40,), 4).lay(1, (), (42,)).lay(2, (), (41,))
    return table.stand(2, 2).hold(1, light=2).put(1, ap=0, unacted=0)


def test_green_9() -> None:
    """N-C409, N-E2: own lenses at most once each, in chosen order, without AP and worker, occupied or not."""
    table = final(graduation())
    assert (table.decision, table.legal) == ("N-D17", ["final stop", "final lens=1", "final lens=2"])
    table.do("final lens=2")
    assert (table.vp(), table.lens(2).worker, table.legal) == ([11, 0], 1, ["final stop", "final lens=1"])
    table.do("final lens=1")
    assert (table.vp()[0], table.seat(1).final_acts, table.seat(1).ap) == (26, 2, 0)


def test_green_9_may_stop() -> None:
    """N-C409: at most once each."""
    assert final(graduation()).do("final stop").vp()[0] == 0


def test_green_9_must_pay_all_else() -> None:
    """N-C409: 1 light of 2."""
    assert final(graduation().hold(1, light=1)).legal == ["final stop", "final lens=2"]


def test_green_9_may_spend_any_own_worker() -> None:
    """N-C409: there is no executing worker: the only one may be spent, off the lens itself too."""
    table = Table("green", "red").fill(1, 9).lay(1, (27,), (40,)).put(1, unacted=1).stand(1, 1)
    final(table).do("final lens=1")
    assert (table.vp()[0], table.lens(1).worker, table.seat(1).workers_spent) == (15 - 4, -1, 1)


def test_green_9_comes_before_the_end_scoring() -> None:
    """N-C409, N-E2: stagnation gained by it costs 2 VP each; green's own effects act (node 5: 2 VP)."""
    table = final(Table("green", "red").fill(1, 5, 9).lay(1, (), (15,)).hold(1)).do("final lens=1")
    assert (table.part(1, "vp_triggers"), table.part(1, "vp_stagnation")) == (2, -4)


# ---- blue ----


def test_blue_0() -> None:
    """N-C500: a will of 1: 2 AP."""
    table = Table("blue", "red").put(1, ap=0).do("will node=0")
    assert (table.seat(1).ap, table.seat(1).creativity) == (2, 2)


@pytest.mark.parametrize("node", [1, 5, 10])
def test_blue_own_lenses(node: int) -> None:
    """N-C501, N-C505, N-C510: 2 VP for running an own lens; the chain too."""
    table = Table("blue", "red").fill(1, node).hand(1, 10, 40).do(POLISH, "lens base=0", "chain yes worker=lobby")
    assert table.vp()[0] == 2 + 15 + 2


@pytest.mark.parametrize("node", [1, 10])
def test_blue_others_lenses(node: int) -> None:
    """N-C501, N-C510: nothing on another's lens."""
    assert Table("blue", "red").fill(1, node).lay(2, (), (40,)).run(1, 1).vp()[0] == 15


def test_blue_3() -> None:
    """N-C503: 2 AP for each node grown while it is filled."""
    table = Table("blue", "red").fill(1, 3).lay(1, (), (33, 35)).put(1, ap=0).run(1, 1, "grow node=1", "grow node=2")
    assert table.seat(1).ap == 4


def test_blue_5_bans_others_lenses() -> None:
    """N-C505: no activating, persuading or restarting on lenses of others; own ones as usual."""
    table = Table("blue", "red").fill(1, 5).lay(2, (), (40,)).lay(2, (), (41,)).lay(2, (), (39,)).lay(1, (), (42,))
    table.lay(1, (), (44,)).stand(2, 2).stand(3, 1).stand(5, 2)
    assert [t for t in table.legal if "lens=" in t] == ["activate lens=4 worker=lobby", "persuade lens=5 worker=lobby"]


@pytest.mark.parametrize(("node", "card", "items"), [(6, 7, (5, 2, 2)), (7, 13, (2, 4, 2))], ids=["light", "rainbow"])
def test_blue_6_and_7(node: int, card: int, items: tuple[int, int, int]) -> None:
    """N-C506, N-C507: one more of the kind that the right side yields, in the same batch, and 2 VP."""
    table = Table("blue", "red").fill(1, node).lay(2, (), (card,)).run(1, 1)
    assert (table.vp()[0], table.items(1)) == (2, items)
    assert len(table.logged("fact:items")) == 1


@pytest.mark.parametrize(("node", "card"), [(6, 13), (7, 7)])
def test_blue_6_and_7_need_the_kind(node: int, card: int) -> None:
    """N-C506, N-C507: rainbow is not light."""
    table = Table("blue", "red").fill(1, node).lay(1, (), (card,)).run(1, 1)
    assert (table.vp()[0], sum(table.items(1))) == (0, 6 + int(table.rules.cards[card - 1].qty))


def test_blue_6_joins_the_batch() -> None:
    """N-C506, N-L7: 2 light and 1 of the node into one space."""
    table = Table("blue", "red").fill(1, 6).lay(1, (), (7,)).hold(1, stagnation=11).run(1, 1)
    assert (table.items(1), table.seat(1).materials_lost_grid) == ((1, 0, 11), 2)


@pytest.mark.parametrize(("nodes", "total"), [((1, 5, 10), 27), ((), 18)])
def test_blue_8(nodes: tuple[int, ...], total: int) -> None:
    """N-C508: the sum of one run times 3/2: 12 + 6 of nodes is 27; 12 alone 18."""
    table = Table("blue", "red", sets=[("cards.dev_40.qty", "12")]).fill(1, 8, *nodes).lay(1, (), (40,)).run(1, 1)
    assert table.vp()[0] == total


def test_blue_8_rounds_up_once() -> None:
    """N-C508: 11 is 17; the 2 VP of the owner are not in the sum."""
    table = Table("blue", "red").fill(1, 8).lay(1, (), (42,)).run(1, 1)
    assert table.vp() == [17, 0]
    assert table.run(2, 1).vp() == [19, 11]


def test_blue_9() -> None:
    """N-C509: no surcharge on own lenses, base AP are paid; elsewhere 2 and 3 AP as usual."""
    table = Table("blue", "red").fill(1, 9).lay(1, (), (40,), 2).lay(2, (), (41,)).stand(1, 2).stand(2, 2)
    assert table.run(1, 1).seat(1).ap == 7
    assert table.run(1, 1).seat(1).ap == 5, "a restart"
    assert table.run(1, 2).seat(1).ap == 3


# ---- red ----


def test_red_0() -> None:
    """N-C600: a will of 1: a light."""
    table = Table("red", "white").do("will node=0")
    assert (table.items(1), table.seat(1).creativity) == ((3, 2, 2), 2)


def test_red_1() -> None:
    """N-C601: 4 VP for each lens made."""
    table = Table("red", "white").fill(1, 1).hand(1, 10, 40).do(POLISH, "lens base=0", "chain no")
    assert (table.vp(), table.part(1, "vp_triggers")) == ([2 + 4, 0], 4)


def test_red_3() -> None:
    """N-C603: a rainbow for each node grown while it is filled."""
    table = Table("red", "white").fill(1, 3).lay(1, (), (33, 35)).run(1, 1, "grow node=1", "grow node=2")
    assert table.items(1) == (2, 4, 2)


@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize(("node", "card", "vp"), [(5, 1, 3), (5, 11, 0), (7, 11, 4), (7, 1, 0)])
def test_red_5_and_7(owner: int, node: int, card: int, vp: int) -> None:
    """N-C605, N-C607: 3 VP for a lens that pays light, 4 for one that pays rainbow; any owner's."""
    table = Table("red", "white").fill(1, node).lay(owner, (card,), (40,)).run(1, 1)
    assert table.vp()[0] == 15 + vp


@pytest.mark.parametrize(("rainbow", "vp"), [(6, 0), (7, 30), (8, 30)])
def test_red_8(rainbow: int, vp: int) -> None:
    """N-C608: 30 VP with at least 7 rainbow at the end."""
    table = Table("red", "white").fill(1, 8).hold(1, rainbow=rainbow).phase(4).end_round()
    assert table.vp()[0] == vp


def test_red_9() -> None:
    """N-C609: a will of 1: a rainbow or an acted worker; without stock the rainbow."""
    table = Table("red", "white").fill(1, 9).do("will node=9")
    assert (table.decision, table.legal) == ("N-D15", ["will gain rainbow", "will gain worker"])
    table.do("will gain rainbow")
    assert (table.items(1), table.seat(1).creativity) == ((2, 3, 2), 2)
    table = Table("red", "white").fill(1, 9).put(1, stock=0).do("will node=9")
    assert (table.items(1), table.actor) == ((2, 3, 2), 2)
