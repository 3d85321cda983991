"""Character effects (N-C1 to N-C3, and the rows of RULES.md 8.2): white, orange, yellow."""

from __future__ import annotations

import pytest

from sim.games.konoten.clauses import CODES

from .situations import SPIRIT, Table


def final(table: Table) -> Table:
    """The table is scored now: round 4, everybody ends."""
    return table.phase(4).end_round()


def test_an_ability_is_active_while_its_node_is_filled() -> None:
    """N-C1: filled, and spent again."""
    table = Table("blue", "red").fill(1, 1).lay(1, (), (40,)).run(1, 1)
    assert table.vp()[0] == 17
    table.clear(1, 1).run(1, 1)
    assert table.vp()[0] == 17 + 15


@pytest.mark.parametrize(
    ("character", "node"),
    [("orange", 4), ("orange", 6), ("orange", 8), ("yellow", 4), ("yellow", 6), ("green", 1), ("green", 6),
     ("green", 7), ("blue", 4), ("red", 4), ("red", 6)],
)  # fmt: skip
def test_blank_nodes_only_connect(character: str, node: int) -> None:
    """N-C1, N-C204, N-C206, N-C208, N-C304, N-C306, N-C401, N-C406, N-C407, N-C504, N-C604, N-C606: no effect."""
    plain = Table(character, "white").lay(1, (1,), (40,), 3)
    with_node = Table(character, "white").fill(1, node).put(1, stock=4).lay(1, (1,), (40,), 3)
    for table in (plain, with_node):
        final(table.run(1, 1))
    assert (plain.vp(), plain.items(1)) == (with_node.vp(), with_node.items(1))


@pytest.mark.parametrize("character", ["orange", "yellow", "green", "blue", "red"])
def test_lock_nodes(character: str) -> None:
    """N-C2, N-C202, N-C302, N-C402, N-C502, N-C602: nothing can be grown; 10 VP at the end."""
    table = Table(character, "white").fill(1, 2).lay(1, (), (33,)).run(1, 1)
    assert table.nodes_of(1) == {0, 2}
    final(table)
    # 2 stagnation; the lens is run once without VP
    assert (table.vp()[0], table.part(1, "vp_end_nodes")) == (10 - 4, 10)


def test_white_has_no_lock() -> None:
    """N-C2, N-C102: white's node 2 lets others grow."""
    table = Table("white", "red").fill(1, 2).end_round()
    assert table.offers("supply grow") == [f"supply grow node={n}" for n in (1, 3, 6)]


def grave_robbery() -> Table:
    """White is about to grow node 5 by a lens; three others sit round the table."""
    return Table("white", "red", "blue", "green").fill(1, 1, 4).lay(1, (), (33,)).put(1, stock=1)


def test_white_5_takes_from_every_other_seat() -> None:
    """N-C105, N-C3: 1 light and 1 rainbow of each as far as they have them; one batch; nothing missing is owed."""
    table = grave_robbery().hold(2, light=1).hold(3, rainbow=4).hold(4, stagnation=3)
    for seat in (2, 3, 4):
        table.put(seat, unacted=0)
    table.run(1, 1, "grow node=5")
    assert table.items(1) == (3, 3, 2)
    assert [table.items(seat) for seat in (2, 3, 4)] == [(0, 0, 0), (0, 3, 0), (0, 0, 3)]


def test_white_5_keeps_what_fits() -> None:
    """N-C3, N-M2: three light and three rainbow into two spaces; the lost ones go to the supply."""
    table = grave_robbery().hold(1, stagnation=10)
    for seat in (2, 3, 4):
        table.hold(seat, light=1, rainbow=1)
    light, rainbow, _ = table.supply
    table.run(1, 1, "grow node=5")
    assert table.legal == [f"keep light={n} rainbow={2 - n} stagnation=0" for n in range(3)]
    table.apply("keep light=2 rainbow=0 stagnation=0")
    assert table.supply[:2] == (light + 1, rainbow + 3)


def test_white_5_makes_each_other_seat_return_a_worker() -> None:
    """N-C3: in turn order, of its choice; a seat without workers does not."""
    table = grave_robbery().hold(1).put(2, acted=1).put(3, unacted=0).station(4, "polish")
    table.run(1, 1, "grow node=5")
    assert (table.actor, table.decision, table.legal) == (
        2, "N-D10", ["spend worker from=lobby_unacted", "spend worker from=lobby_acted"]
    )  # fmt: skip
    table.do("spend worker from=lobby_acted")
    assert (table.actor, table.legal) == (4, [f"spend worker from={p}" for p in ("lobby_unacted", "facility:polish")])
    table.do("spend worker from=facility:polish")
    assert [int(table.seat(seat).stock) for seat in (1, 2, 3, 4)] == [0, 5, 4, 5]
    assert [table.workers(seat) for seat in (2, 3, 4)] == [(4, 0), (0, 0), (3, 0)]
    assert not any(table.state.core.notes[CODES[f"N-L5 {place}"]] for place in ("lobby_acted", "facility"))


def test_white_5_acts_once() -> None:
    """N-C105: when it is placed; again when it is lost and placed again."""
    table = Table("white", "red").fill(1, 1, 4, 5).lay(1, (), (40,)).run(1, 1)
    assert table.items(2) == (2, 2, 2)
    table = Table("white", "red").fill(1, 1, 4, 5).lay(1, (33,), (36,)).run(1, 1, "spend growth node=5", "grow node=5")
    assert (table.items(2), table.seat(2).stock) == ((1, 1, 2), 5)


# ---- white ----


def test_white_0() -> None:
    """N-C100: −10 at the end; a will of 2: one of each."""
    table = Table("white", "red").do("will node=0")
    assert (table.items(1), table.seat(1).creativity) == ((3, 3, 3), 1)
    assert final(table).part(1, "vp_end_nodes") == -10


@pytest.mark.parametrize(("node", "vp"), [(1, -5), (4, -10)])
def test_white_losses(node: int, vp: int) -> None:
    """N-C101, N-C104: −5, −10 at the end, besides S."""
    assert final(Table("white", "red").fill(1, node)).part(1, "vp_end_nodes") == -10 + vp


@pytest.mark.parametrize(
    ("left", "right", "vp"),
    [((1,), (13,), 2), ((), (13,), 2), ((1,), (7,), 0), ((1, 4), (7, 17), 0), ((1, 4), (13, 17), 2)],
)
def test_white_2(left: tuple[int, ...], right: tuple[int, ...], vp: int) -> None:
    """N-C102: own lens, no kind on both sides; an empty left counts."""
    table = Table("white", "red").fill(1, 2).lay(1, left, right).run(1, 1)
    assert table.part(1, "vp_triggers") == vp


def test_white_2_is_for_own_lenses() -> None:
    """N-C102: not on another's."""
    assert Table("white", "red").fill(1, 2).lay(2, (), (40,)).run(1, 1).vp() == [15, 2]


def test_white_3() -> None:
    """N-C103: 3 VP when another runs white's lens; not when white does."""
    table = Table("white", "red").fill(1, 3).lay(1, (), (1,))
    assert table.run(2, 1).vp() == [5, 0]
    assert table.run(1, 1).vp() == [5, 0]


def test_white_6() -> None:
    """N-C106: a will of 3: 13 VP."""
    table = Table("white", "red").fill(1, 6).do("will node=6")
    assert (table.vp(), table.seat(1).creativity, table.part(1, "vp_wills")) == ([13, 0], 0, 13)
    assert "will node=6" not in Table("white", "red").fill(1, 6).put(1, creativity=2).legal


def test_white_7() -> None:
    """N-C107: 3 VP for each worker anywhere: lobby, facility, lens; not stock, growth or tasks."""
    table = Table("white", "red").fill(1, 7).lay(2, (), (1,)).stand(1, 1).do(SPIRIT)
    assert final(table).part(1, "vp_end_nodes") == -10 + 12


@pytest.mark.parametrize(("light", "rainbow", "vp"), [(0, 0, 20), (1, 0, 0), (0, 1, 0)])
def test_white_8(light: int, rainbow: int, vp: int) -> None:
    """N-C108: 20 VP with neither light nor rainbow."""
    table = Table("white", "red").fill(1, 8).hold(1, light, rainbow, 3)
    assert final(table).part(1, "vp_end_nodes") == -10 + vp


def test_white_9() -> None:
    """N-C109, N-E4: stagnation and nodes 0, 1, 4 become gains; the gain of node 7 stays one."""
    table = final(Table("white", "red").fill(1, 1, 4, 7, 9).hold(1, stagnation=3))
    assert table.part(1, "vp_stagnation") == 6
    assert table.part(1, "vp_end_nodes") == 10 + 5 + 10 + 12


# ---- orange ----


def test_orange_0() -> None:
    """N-C200: 2 VP for running another's lens, none for an own one."""
    table = Table("orange", "red").lay(2, (), (40,)).lay(1, (), (41,))
    assert table.run(1, 1).vp() == [17, 2]
    assert table.run(1, 2).vp() == [17 + 19, 2]


@pytest.mark.parametrize("owner", [1, 2])
def test_orange_1(owner: int) -> None:
    """N-C201: persuading costs 1 AP less, on any lens; restarting does not."""
    table = Table("orange", "red").fill(1, 1).lay(owner, (), (40,)).stand(1, 2)
    assert table.put(1, ap=1).offers("persuade") == ["persuade lens=1 worker=lobby"]
    assert table.run(1, 1).seat(1).ap == 0
    assert table.turn(1).put(1, ap=2).offers("restart") == []


def test_orange_3() -> None:
    """N-C203: another seat persuades orange's worker: 2 VP and a stagnation, on whoever's lens."""
    table = Table("orange", "red").fill(1, 3).lay(2, (), (40,)).stand(1, 1).run(2, 1)
    assert (table.vp(), table.items(1)) == ([2, 15], (2, 2, 3))


def test_orange_5() -> None:
    """N-C205: 2 VP for persuading, on an own lens too."""
    table = Table("orange", "red").fill(1, 5).lay(1, (), (40,)).stand(1, 2).run(1, 1)
    assert table.vp() == [17, 0]


@pytest.mark.parametrize(("worker", "ousted", "vp"), [(2, 1, 2 + 17), (1, 0, 17)], ids=["persuade", "restart"])
def test_orange_7(worker: int, ousted: int, vp: int) -> None:
    """N-C207: one persuade or restart of another's lens for 1 creativity, without its 2 or 3 AP; base AP are paid."""
    table = Table("orange", "red").fill(1, 5, 7).lay(2, (), (40,), 2).lay(1, (), (41,)).lay(2, (), (39,))
    table.stand(1, worker).stand(2, 2).put(1, ap=2).do("will node=7")
    assert (table.vp(), table.seat(1).ap, table.seat(1).creativity) == ([vp, 2], 0, 2)
    assert (table.seat(1).free_takes, table.lens(1).worker, table.seat(2).ousted_by_others) == (1, 0, ousted)


def test_orange_7_chooses() -> None:
    """N-C207: of the others' occupied lenses."""
    table = Table("orange", "red").fill(1, 7).lay(2, (), (40,)).lay(2, (), (41,)).lay(1, (), (39,)).lay(2, (), (42,))
    table.stand(1, 2).stand(2, 1).stand(3, 2).do("will node=7")
    assert table.legal == ["will persuade lens=1 worker=lobby", "will restart lens=2 worker=lobby"]


def test_orange_7_counts_as_persuading_for_the_other_orange_nodes() -> None:
    """N-C207, N-C205: 2 VP of node 5, 2 of S."""
    table = Table("orange", "red").fill(1, 5, 7).lay(2, (), (40,)).stand(1, 2).do("will node=7")
    assert table.part(1, "vp_triggers") == 4


@pytest.mark.parametrize(("vp", "total"), [(11 + 4, 17), (-3 + 4, -4), (-4 + 4, -6)])
def test_orange_9(vp: int, total: int) -> None:
    """N-C209, N-E5: the total after the end scoring (2 stagnation here) times 3/2, rounded up."""
    table = final(Table("orange", "red").fill(1, 9).put(1, vp=vp))
    assert table.vp()[0] == total


# ---- yellow ----


def test_yellow_0_converts() -> None:
    """N-C300: for each worker gained, stagnation to light or light to rainbow, or none."""
    table = Table("yellow", "red", begin="setup").do("supply worker")
    assert table.legal == ["convert none", "convert stagnation", "convert light"]
    light, rainbow, stagnation = table.supply
    table.do("convert light")
    assert (table.items(1), table.supply) == ((1, 3, 2), (light + 1, rainbow - 1, stagnation))
    table = Table("yellow", "red", begin="setup").do("supply worker", "convert stagnation")
    assert table.items(1) == (3, 2, 1)


def test_yellow_0_converts_what_is_there() -> None:
    """N-C300: held and in the supply; with neither, nobody is asked."""
    table = Table("yellow", "red").lay(1, (), (27,)).hold(1, light=1)
    table.state["items"][1] = 0
    assert table.run(1, 1).actor == 2


def test_yellow_0_grows() -> None:
    """N-C300: a will of 2: a node with a token from stock."""
    table = Table("yellow", "red").do("will node=0", "grow node=4")
    assert (table.nodes_of(1), table.seat(1).stock, table.seat(1).creativity) == ({0, 4}, 3, 1)


@pytest.mark.parametrize(("node", "vp"), [(1, 4), (3, 2), (5, 6)])
def test_yellow_round_ends(node: int, vp: int) -> None:
    """N-C301, N-C303, N-C305: 1 VP a stagnation, 1 a light, 2 a rainbow."""
    table = Table("yellow", "red").fill(1, node).hold(1, light=2, rainbow=3, stagnation=4).end_round()
    assert (table.vp()[0], table.part(1, "vp_round_end")) == (vp, vp)


def test_yellow_7() -> None:
    """N-C307: a light for each own worker that goes to stock."""
    table = Table("yellow", "red").fill(1, 7).lay(1, (27,), (40,)).run(1, 1)
    assert table.items(1) == (3, 2, 2)


def test_yellow_8_lifts_the_limit() -> None:
    """N-C308: 20 items are held; when the node is lost they stay, and new ones need room."""
    table = Table("yellow", "red").fill(1, 4, 8).lay(1, (), (12,)).hold(1, light=6, stagnation=11).run(1, 1)
    assert table.items(1) == (6, 3, 11)
    table.clear(1, 8).do(SPIRIT).turn(1).do(SPIRIT)
    assert (table.items(1), table.seat(1).materials_lost_grid) == ((6, 3, 11), 1)


def test_yellow_8_gains_a_worker() -> None:
    """N-C308: a will of 2: un-acted, from stock."""
    table = Table("yellow", "red").fill(1, 8).do("will node=8", "convert none")
    assert (table.workers(1), table.seat(1).stock, table.seat(1).creativity) == ((5, 0), 2, 1)


def test_yellow_9_offers() -> None:
    """N-C309: kinds of which the receiver holds strictly fewer, by kind, then seat; or none."""
    table = Table("yellow", "red", "blue").fill(1, 9).hold(1, light=3, rainbow=2, stagnation=1)
    table.hold(2, light=2, rainbow=2, stagnation=0).hold(3, light=3, rainbow=1, stagnation=1).end_round()
    assert table.legal == ["give none", "give light to=2", "give rainbow to=3", "give stagnation to=2"]


@pytest.mark.parametrize(("kind", "vp"), [("light", 3), ("rainbow", 5), ("stagnation", 0)])
def test_yellow_9_gives(kind: str, vp: int) -> None:
    """N-C309: VP 3, 5, 0; one gift a round."""
    table = Table("yellow", "red").fill(1, 9).hold(1, 3, 3, 3).end_round().do(f"give {kind} to=2")
    assert (table.vp(), table.decision) == ([vp, 0], "N-D1")
    assert sum(table.items(1)) == 8
    assert sum(table.items(2)) == 7


def test_yellow_9_to_a_full_grid() -> None:
    """N-C309: the receiver loses it, the VP stay."""
    table = Table("yellow", "red").fill(1, 9).hold(1, light=1).hold(2, stagnation=12)
    supply = table.supply[0]
    table.end_round().do("give light to=2")
    assert (table.vp(), table.items(2), table.supply[0]) == ([3, 0], (0, 0, 12), supply + 1)
    assert table.seat(2).materials_lost_grid == 1


def test_tasks_in_the_supply_phase() -> None:
    """N-T3, N-C300: the light task reached by a conversion may feed the next one."""
    table = Table("yellow", "red", begin="setup").hold(1, light=6, stagnation=2)
    table.do("supply worker", "convert stagnation", "task light worker", "convert light")
    assert table.items(1) == (6, 1, 1)
