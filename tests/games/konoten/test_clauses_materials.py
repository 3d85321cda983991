"""Materials (N-M1 to N-M6)."""

from __future__ import annotations

import pytest

from .situations import FOCUS, SPIRIT, Table


def test_twelve_spaces() -> None:
    """N-M1: of all three together: the twelfth fits, the thirteenth does not."""
    table = Table("red", "white").hold(1, light=4, rainbow=4, stagnation=3).do(SPIRIT).turn(1).do(SPIRIT)
    assert (table.items(1), table.seat(1).materials_lost_grid) == ((4, 4, 4), 1)


def test_a_batch_that_does_not_fit() -> None:
    """N-M2: 3 light and 3 rainbow into 3 spaces: all splits that fill them, by light."""
    table = Table("red", "white").lay(1, (), (8, 12)).hold(1, stagnation=9).run(1, 1)
    assert (table.decision, table.legal) == ("N-D6", [f"keep light={n} rainbow={3 - n} stagnation=0" for n in range(4)])
    table.do("keep light=1 rainbow=2 stagnation=0")
    assert (table.items(1), table.seat(1).materials_lost_grid) == ((1, 2, 9), 3)


def test_a_batch_of_one_kind_is_cut_without_asking() -> None:
    """N-M2: three rainbow into two spaces."""
    table = Table("red", "white").lay(1, (), (12,)).hold(1, stagnation=10).run(1, 1)
    assert (table.items(1), table.actor) == ((0, 2, 10), 2)


def test_what_is_held_stays() -> None:
    """N-M3: no option throws stagnation away to make room for light."""
    table = Table("red", "white").hold(1, stagnation=12).do(FOCUS)
    assert (table.items(1), table.asked[-1][0]) == ((0, 0, 12), "N-D2")


@pytest.mark.parametrize(("left", "got"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_the_supply_cuts_each_kind(left: int, got: int) -> None:
    """N-M4: 3 light of a supply of 0, 1, 2 or 5."""
    table = Table("red", "white").lay(1, (), (8,))
    table.state["items"][0] = left
    table.run(1, 1)
    assert (table.items(1)[0], table.supply[0]) == (2 + got, left - got)
    assert table.seat(1).materials_short_supply == 3 - got


def test_items_between_grids_need_no_supply() -> None:
    """N-M4: white 5 takes from grids with an empty supply."""
    table = Table("white", "red").fill(1, 1, 4).lay(1, (), (33,))
    table.state["items"][:] = 0
    table.run(1, 1, "grow node=5")
    assert (table.items(1), table.items(2)) == ((3, 3, 2), (1, 1, 2))


def test_spent_and_lost_materials_return() -> None:
    """N-M5: 2 light paid; 1 of 3 rainbow lost."""
    table = Table("red", "white").lay(1, (2,), (12,)).hold(1, light=2, stagnation=10)
    light, rainbow, _ = table.supply
    table.run(1, 1)
    assert table.supply[:2] == (light + 2, rainbow - 2)


def test_ap_and_creativity_above_the_caps_are_lost() -> None:
    """N-M6: 10 AP and 5 creativity."""
    table = Table("blue", "red").put(1, ap=9).do("will node=0")
    assert (table.seat(1).ap, table.seat(1).ap_lost_cap) == (10, 1)
    table = Table("red", "white").put(1, creativity=5).end_round()
    assert (table.seat(1).creativity, table.seat(1).creativity_lost_cap) == (5, 1)
