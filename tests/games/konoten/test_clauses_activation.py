"""Running a lens (N-L1 to N-L12)."""

from __future__ import annotations

import pytest

from .situations import SPIRIT, Table


@pytest.mark.parametrize(
    ("left", "enough", "short"),
    [
        ((1,), {"light": 1}, {"light": 0}),
        ((21,), {"creativity": 1}, {"creativity": 0}),
        ((33,), {"nodes": 1}, {"nodes": 0}),
        ((27,), {"unacted": 2}, {"unacted": 1}),
        ((), {"ap": 3}, {"ap": 2}),
    ],
    ids=["material", "creativity", "growth", "lobby", "AP"],
)
def test_all_payments_are_checked_first(left: tuple[int, ...], enough: dict[str, int], short: dict[str, int]) -> None:
    """N-L1: exactly enough is legal, one less is not. The executing worker does not count."""
    table = Table("white", "red").lay(1, left, (40,), 3).hold(1, light=1)

    def is_legal(fields: dict[str, int]) -> bool:
        if "light" in fields:
            table.hold(1, light=fields["light"])
        else:
            table.put(1, **fields)
        return table.offers("activate lens") != []

    assert is_legal(enough)
    assert not is_legal(short)


def test_workers_anywhere_count_for_left_lobby() -> None:
    """N-L1: acted ones, on facilities and lenses: the last one in the lobby runs the lens."""
    for place in ("acted", "facility", "lens"):
        table = Table("white", "red").lay(1, (27,), (40,)).lay(2, (), (41,))
        if place == "acted":
            table.put(1, unacted=1, acted=1)
        elif place == "facility":
            table.put(1, unacted=2).station(1, "spirit")
        else:
            table.put(1, unacted=2).stand(2, 1)
        table.do("activate lens=1 worker=lobby")
        assert (table.vp()[0], table.seat(1).stock) == (15, 5), place


def test_room_is_not_needed() -> None:
    """N-L1: a full grid may run a lens that yields 3 rainbow."""
    table = Table("white", "red").lay(1, (), (12,)).hold(1, stagnation=12).do("activate lens=1 worker=lobby")
    assert (table.items(1), table.seat(1).materials_lost_grid, table.supply[1]) == ((0, 0, 12), 3, 18)


@pytest.mark.parametrize(("is_acted", "home"), [(True, (3, 1)), (False, (4, 0))])
def test_the_ousted_worker_goes_home_as_it_is(is_acted: bool, home: tuple[int, int]) -> None:
    """N-L2: an un-acted one is usable again at once."""
    table = Table("red", "white").lay(1, (), (40,)).stand(1, 1, is_acted).run(2, 1)
    assert (table.workers(1), table.lens(1).worker) == (home, 1)
    assert (table.seat(2).ap, table.workers(2), table.seat(1).ousted_by_others) == (7, (3, 0), 1)


def test_on_persuade_before_on_persuaded() -> None:
    """N-L2: orange 5 of the persuader (2 VP), then orange's node 3 elsewhere: here one after the other by seat."""
    table = Table("orange", "red").fill(1, 1, 5).lay(2, (), (40,)).stand(1, 2).run(1, 1)
    # node 5: 2, owner other: 2 + 15 in one sum
    assert [b for a, b in table.logged("fact:vp") if a == 0] == [2, 17]
    table = Table("red", "orange").fill(2, 3).lay(1, (), (40,)).stand(1, 2).run(1, 1)
    assert (table.vp(), table.items(2)) == ([15, 2], (2, 2, 3))


def test_restarting_is_no_persuading() -> None:
    """N-L2: one's own worker: neither on_persuade nor on_persuaded."""
    table = Table("orange", "red").fill(1, 1, 3, 5).lay(2, (), (40,)).stand(1, 1).run(1, 1)
    assert (table.vp()[0], table.items(1)) == (15 + 2, (2, 2, 2))


def test_the_worker_stands_acted_and_the_base_is_paid() -> None:
    """N-L3: base cost in AP."""
    table = Table("red", "white").lay(1, (), (40,), 4).run(1, 1)
    assert (table.seat(1).ap, table.lens(1).worker, table.lens(1).is_acted) == (5, 0, 1)


def test_left_materials_and_creativity_are_paid() -> None:
    """N-L4: 2 light and 1 stagnation to the supply, 1 creativity: cards 2, 17 and 25."""
    table = Table("red", "white").lay(1, (2, 17, 25), (40,))
    before = table.supply
    table.run(1, 1)
    assert (table.items(1), table.seat(1).creativity) == ((0, 2, 1), 2)
    assert table.supply == (before[0] + 2, before[1], before[2] + 1)


def test_left_lobby_from_every_place() -> None:
    """N-L5: lobby un-acted, lobby acted, facility (polish too), another lens; not the executing one."""
    table = Table("white", "red").lay(1, (27,), (40,)).lay(2, (), (41,))
    table.put(1, unacted=4, acted=1).stand(2, 1).station(1, "polish").run(1, 1)
    assert table.legal == [
        f"spend worker from={p}" for p in ("lobby_unacted", "lobby_acted", "facility:polish", "lens:2")
    ]


@pytest.mark.parametrize("place", ["lobby_unacted", "lobby_acted", "facility:spirit", "lens:2"])
def test_a_spent_worker_goes_to_stock_and_its_place_is_free(place: str) -> None:
    """N-L5: the lens can be activated again, the facility holds one less."""
    table = Table("white", "red").lay(1, (27,), (40,)).lay(2, (), (41,))
    table.put(1, unacted=4, acted=1).stand(2, 1).station(1, "spirit").run(1, 1, f"spend worker from={place}")
    assert (table.seat(1).stock, table.seat(1).workers_spent) == (5, 1)
    assert table.workers(1) == {"lobby_unacted": (0, 1), "lobby_acted": (1, 0)}.get(place, (1, 1))
    assert int(table.state.stations[3]) == (0 if place == "facility:spirit" else 1)
    assert table.lens(2).worker == (-1 if place == "lens:2" else 0)


def test_workers_are_spent_one_at_a_time() -> None:
    """N-L5: two blades ask twice, on_worker_returned acts at each (yellow 7: 1 light each)."""
    table = Table("yellow", "red").fill(1, 4, 7).lay(1, (27, 29), (40,)).put(1, acted=2)
    table.run(1, 1, "spend worker from=lobby_acted", "spend worker from=lobby_unacted")
    assert [point for point, _ in table.asked] == ["N-D2", "N-D10", "N-D10"]
    assert (table.items(1), table.seat(1).stock, table.workers(1)) == ((4, 2, 2), 4, (2, 1))


def test_left_growth_one_at_a_time() -> None:
    """N-L6: two blades, two nodes."""
    table = Table("red", "white").fill(1, 1, 3).lay(1, (33, 35), (40,))
    table.run(1, 1, "spend growth node=0", "spend growth node=3")
    assert (table.nodes_of(1), table.seat(1).stock, table.seat(1).growths_spent) == ({1}, 4, 2)


def test_right_side_vp_creativity_one_batch() -> None:
    """N-L7: cards 7 (2 light), 17 (1 stagnation), 22 (2 creativity): all materials at once, then tasks."""
    table = Table("red", "white").lay(1, (), (7, 17, 22)).hold(1, light=5).run(1, 1)
    assert (table.items(1), table.seat(1).creativity, table.decision) == ((7, 0, 1), 5, "N-D7")
    assert table.logged("fact:items") == [(0, 2 | 1 << 10)]


def test_creativity_of_blades_is_cut_at_the_cap() -> None:
    """N-L7, N-M6: 4 + 2 is 5."""
    table = Table("red", "white").lay(1, (), (22, 40)).put(1, creativity=4).run(1, 1)
    assert (table.seat(1).creativity, table.seat(1).creativity_lost_cap) == (5, 1)


@pytest.mark.parametrize(
    ("cards", "acted", "nodes"), [((31, 33), 1, {0}), ((37, 27), 0, {0, 3})], ids=["worker first", "growth first"]
)
def test_right_lobby_and_growth_by_slot(cards: tuple[int, int], acted: int, nodes: set[int]) -> None:
    """N-L8: slots 1, 2, 3: with one token in stock the first gets it."""
    table = Table("red", "white").lay(1, (), cards).put(1, stock=1).run(1, 1)
    if 3 in nodes:
        table.do("grow node=3")
    assert (table.workers(1), table.nodes_of(1), table.seat(1).stock) == ((3, acted), nodes, 0)


def test_vp_of_one_run_are_one_sum() -> None:
    """N-L9: 15 of the blade and 2 of blue's node 1 are booked together; 3/2 rounds once: 17 -> 26."""
    table = Table("blue", "red").fill(1, 1).lay(1, (), (40,)).run(1, 1)
    assert table.logged("fact:vp") == [(0, 17)]
    table = Table("blue", "red").fill(1, 1, 8).lay(1, (), (40,)).run(1, 1)
    assert (table.vp()[0], table.part(1, "vp_multiplier")) == (26, 9)


@pytest.mark.parametrize("by", ["activate", "persuade", "restart"])
def test_the_owner_of_a_foreign_lens_gains_two(by: str) -> None:
    """N-L10: by whatever action it was run; then on_lens_used (white 3: 3 VP)."""
    table = Table("white", "red").fill(1, 2, 3).lay(1, (), (40,))
    if by != "activate":
        table.stand(1, 1 if by == "persuade" else 2)
    table.run(2, 1)
    assert table.asked[-1][1][0] == "collect card=1"
    assert table.vp() == [2 + 3, 15]
    assert (table.part(1, "vp_owner_bonus"), table.part(1, "vp_triggers")) == (2, 3)
    assert table.seat(1).own_lens_used_by_others == 1


def test_evicting_from_ones_own_lens_gives_nothing_by_itself() -> None:
    """N-L10: seat 1 persuades seat 2's worker on seat 1's lens."""
    table = Table("white", "red").fill(1, 2, 3).lay(1, (), (40,)).stand(1, 2).run(1, 1)
    assert table.vp() == [15 + 2, 0], "white 2: own lens, no kind on both sides"


def test_a_node_spent_by_the_run_does_not_act_at_its_end() -> None:
    """N-L11: blue's node 1 is spent on the left of its own lens."""
    table = Table("blue", "red").fill(1, 1).lay(1, (33,), (40,)).run(1, 1, "spend growth node=1")
    assert table.vp()[0] == 15
    kept = Table("blue", "red").fill(1, 1).lay(1, (33,), (40,)).run(1, 1, "spend growth node=0")
    assert kept.vp()[0] == 17


def test_a_node_grown_by_the_run_acts_at_its_end() -> None:
    """N-L11: blue's node 1, grown on the right, is filled when N-L9 comes."""
    table = Table("blue", "red").lay(1, (), (33, 40)).run(1, 1, "grow node=1")
    assert table.vp()[0] == 15 + 2


def test_payments_free_space_and_stock_for_the_gains() -> None:
    """N-L11: 3 light out, 3 rainbow in, with a full grid; a spent worker's token grows."""
    table = Table("white", "red").lay(1, (3,), (12,)).hold(1, light=6, stagnation=6).run(1, 1)
    assert table.items(1) == (3, 3, 6)
    table = Table("white", "red").lay(1, (27,), (35,)).put(1, stock=0).run(1, 1, "grow node=2")
    assert (table.nodes_of(1), table.seat(1).stock, table.workers(1)) == ({0, 2}, 0, (2, 0))


def test_the_base_card_is_no_card_of_the_lens() -> None:
    """N-L12: green 8 asks for 4 cards: three cards and a base are not."""
    for right, vp in (((40, 43), 0), ((40, 43, 45), 4)):
        table = Table("green", "red").fill(1, 8).lay(1, (1,), right, 0).run(1, 1)
        assert table.part(1, "vp_triggers") == vp


def test_kinds_are_the_seven_colours() -> None:
    """N-L12: light left and light right share a kind, whatever their quantities; white 2 gives nothing."""
    for right, vp in ((7, 0), (13, 2)):
        table = Table("white", "red").fill(1, 2).lay(1, (1,), (right,)).run(1, 1)
        assert table.vp()[0] == vp


def test_a_lens_can_be_run_again_and_again() -> None:
    """N-L3: each run is a worker more: restart after restart with 3 AP each."""
    table = Table("red", "white").lay(1, (), (40,)).run(1, 1).run(1, 1).run(1, 1)
    assert (table.vp()[0], table.seat(1).ap, table.workers(1)) == (45, 3, (1, 2))
    assert table.turn(2).do(SPIRIT).actor == 1
