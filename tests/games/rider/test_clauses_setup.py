"""Setup (R-S1 to R-S9)."""

from __future__ import annotations

import pytest

from sim.errors import UserError
from sim.games.rider import GAME
from sim.games.rider import state as st

from .situations import Table, loaded

WARRIORS = loaded("standin", ()).document["cards"]["warrior"]
GROUP_OF = [entry["group"] for entry in WARRIORS]


def dealt(n: int, seed: int = 1, **changes: object) -> Table:
    return Table(*(0 for _ in range(n)), begin="deal", seed=seed, **changes)


def keep_all(table: Table) -> Table:
    while table.decision == "RD1":
        table.do(table.legal[0])
    return table


def test_the_next_seat_is_upward_with_wrap_around() -> None:
    """R-S1: past the dead, and from the last seat to the first."""
    table = Table(1, 2, 3, 4).kill(3)
    order = []
    for _ in range(4):
        table.do("end")
        order.append(table.actor)
    assert order == [2, 4, 1, 2]


def test_the_box_adds_up() -> None:
    """R-S2: 5 + 130 + 156 + 10 + 10 = 311."""
    with pytest.raises(UserError, match="311"):
        GAME.load("standin", None, [("rules.components_total", "312")], 5)


def test_more_than_ten_players_need_the_option() -> None:
    """R-S2: there are 10 HP cards; with the option warning bit 0 is set, and without need it is not."""
    with pytest.raises(UserError, match="allow_over_10"):
        GAME.load("standin", None, [], 11)
    assert GAME.load("standin", None, [("rulings.allow_over_10", "true")], 12).tables[0].allow_over_10 == 1
    assert dealt(12, allow_over_10=True).state.warnings == st.WARN_OVER_10 == 1
    assert dealt(10).state.warnings == 0


@pytest.mark.parametrize("seed", range(5))
def test_one_card_of_every_group_is_dealt(seed: int) -> None:
    """R-S3: of the group's cards that are not reached by an up; all others form the side pile."""
    table = dealt(8, seed)
    offers = [int(w) for p in range(8) for w in table.state.seats[p].offers]
    assert len({GROUP_OF[w] for w in offers}) == len(offers) == 40
    assert not {WARRIORS[w].get("form_source", "none") for w in offers} & {"up"}
    keep_all(table)
    kept = table.of("warrior")
    assert [w for w in range(65) if table.state.warrior_at[w] < 0] == [w for w in range(65) if w not in kept]


def test_every_form_that_is_not_up_may_be_dealt() -> None:
    """R-S3: uniformly among them; group h of Ember has two change forms, i two besides its up form."""
    seen = set()
    for seed in range(40):
        table = dealt(8, seed)
        seen |= {int(w) + 1 for p in range(8) for w in table.state.seats[p].offers}
    assert {9, 10, 11, 12} <= seen
    assert not {8, 13} & seen


@pytest.mark.parametrize(("n", "each"), [(2, 5), (5, 5), (8, 5), (9, 3), (10, 3), (12, 3)])
def test_each_seat_is_dealt_and_keeps_one_face_down(n: int, each: int) -> None:
    """R-S4: five, three from nine players on."""
    table = dealt(n, allow_over_10=True)
    for k in range(n):
        seat = (int(table.state.first_seat) + k) % n + 1
        assert table.where == ("RD1", seat)
        assert len(table.legal) == each
        assert all(text.startswith("keep warrior=w") for text in table.legal)
        table.do(table.legal[-1])
    assert table.of("is_up") == [0] * n
    assert len(set(table.of("warrior"))) == n


def test_hp_starts_at_the_limit_and_rage_at_0() -> None:
    """R-S5."""
    table = keep_all(dealt(8))
    assert table.hps() == [WARRIORS[w]["hp"] for w in table.of("warrior")]
    assert table.of("rage") == [0] * 8


def test_rage_above_the_cap_is_lost() -> None:
    """R-S5: rage stays in 0..4."""
    table = Table(1, 2, 3, skills={2: "s04"}).put(2, rage=4).damage(1, 2, 1).do("skill id=s04")
    assert (table.seat(2).rage, table.seat(2).rage_gained) == (4, 0)
    table = Table(1, 2, 3, skills={2: "s04"}).put(2, rage=3).damage(1, 2, 1).do("skill id=s04")
    assert (table.seat(2).rage, table.seat(2).rage_gained) == (4, 1)


def test_opening_hands_and_draw_pile() -> None:
    """R-S6: four cards each after all have chosen; the rest is the draw pile."""
    table = dealt(5)
    assert table.of("n_hand") == [0] * 5
    while table.state.n_kept < 4:
        table.do(table.legal[0])
    assert table.of("n_hand") == [0] * 5
    table.do(table.legal[0])
    assert table.where == ("RD2", table.state.first_seat + 1), "his reveal comes before he draws"
    assert table.of("n_hand") == [4] * 5
    assert len(table.next_cards) == 156 - 20
    assert len({*table.next_cards, *(c for seat in range(1, 6) for c in table.hand(seat))}) == 156


@pytest.mark.parametrize(("use", "discarded"), [(["c097"], ["c097"]), (["c001", "2"], ["c001"])])
def test_used_cards_lie_in_the_discard_pile(use: list[str], discarded: list[str]) -> None:
    """R-S7."""
    table = Table(1, 2).hold(1, use[0]).use(use[0], *use[1:])
    assert table.discards == discarded


def test_played_and_discarded_cards_lie_in_the_discard_pile() -> None:
    """R-S7: a dodge in answer; a card of the discard phase."""
    table = Table(1, 2, warriors={1: {"hand_limit": 1}}).hold(1, "c001", "c110", "c101").hold(2, "c045")
    table.use("c001", "2", "play card=c045")
    assert table.discards == ["c001", "c045"]
    table.do("end", "discard card=c110")
    assert table.discards == ["c001", "c045", "c110"]


def test_ex_cards_replace() -> None:
    """R-S8: equal name (storm, nullify), else equal suit and rank, the lowest id: c137 of spade 2, c011 of club 2."""
    plain, ex = (Table(1, 2, ex_cards=value).tables[0].cards for value in (False, True))
    changed = {k + 1: (int(ex[k].kind), int(ex[k].suit), int(ex[k].rank)) for k in range(156) if plain[k] != ex[k]}
    kinds = GAME.load("standin", None, [("rulings.ex_cards", "true")], 5)
    assert kinds.tables[0].n_cards == 156
    # storm c128 becomes heart Q, nullify c113 diamond Q; in their places ice blade and ward gear
    assert {k: row[1:] for k, row in changed.items()} == {113: (3, 12), 128: (1, 12), 137: (0, 2), 11: (2, 2)}


def test_the_first_seat_is_uniformly_random() -> None:
    """R-S9: 200 deals of four; each seat 50 times give or take four standard errors (6.1 each)."""
    counts = [0] * 4
    for seed in range(200):
        counts[int(dealt(4, seed).state.first_seat)] += 1
    assert all(abs(count - 50) < 4 * 6.13 for count in counts)


@pytest.mark.parametrize("seed", range(4))
def test_handicap_goes_by_place_in_turn_order(seed: int) -> None:
    """Section 1: extra opening hand cards of the first, second and third to play, whatever their seats."""
    table = keep_all(dealt(3, seed, handicap=[0, 1, 3, *[0] * 9]))
    first = int(table.state.first_seat)
    hands = table.of("n_hand")
    assert [hands[(first + k) % 3] for k in range(3)] == [4, 5, 7]
    assert table.of("drawn") == [0, 0, 0], "they are dealt, not drawn"
