"""Building lenses (N-B1 to N-B14)."""

from __future__ import annotations

from typing import Any

import pytest

from .situations import POLISH, SPIRIT, Table


def lenses(hand: tuple[int, ...], **changes: Any) -> dict[tuple[str, ...], list[str]]:
    """Bases offered for each lens that can be built of a hand: every sequence of N-D3 is walked."""
    found: dict[tuple[str, ...], list[str]] = {}
    table = Table("white", "red", **changes).hand(1, *hand).put(1, ap=1)
    table.apply(POLISH)

    def walk(steps: tuple[str, ...]) -> None:
        kept = table.states.copy()
        for text in table.legal:
            table.apply(text)
            if text == "lens finish":
                assert steps not in found, "a lens with two sequences"
                found[steps] = table.legal
            else:
                walk((*steps, text.removeprefix("lens add card=").replace(" side=", " ")))
            table.states[:] = kept

    walk(())
    return found


def test_a_card_has_one_blade() -> None:
    """N-B1: kind, quantity, slot and two numbers of each card, as lens 1 shows them: 12 left, 44 right."""
    table = Table("white", "red").lay(1, (12,), (44,), 0)
    assert table.lens(1).left.tolist() == [0, 3, 0, 0, 0, 0, 0]
    assert table.lens(1).right.tolist() == [0, 0, 0, 0, 0, 0, 20]
    assert [int(card) + 1 for card in table.lens(1).cards] == [0, 12, 0, 0, 44, 0]


def test_cards_may_be_turned() -> None:
    """N-B2: card 1 (slot 1) lies left in slot 1 or right in slot 3, card 6 (slot 3) left in 3 or right in 1."""
    assert set(lenses((1, 6))) == {("1 left", "6 right"), ("6 left", "1 right"), ("6 right", "1 right")}
    table = Table("white", "red").hand(1, 1, 6).do(POLISH, "lens add card=6 side=right", "lens base=2", "chain no")
    assert [int(card) + 1 for card in table.lens(1).cards] == [0, 0, 0, 6, 0, 1]


def test_left_counts_material_and_right_counts_result() -> None:
    """N-B3, N-B7: card 5 is 4/2, card 1 is 2/1: 5 left, 1 right needs max(0, 1 - 4); both right 2 + 1 = 3."""
    found = lenses((1, 5))
    assert found["1 left", "5 right"] == [f"lens base={n}" for n in (0, 1, 2, 3, 4)], "2 - 2"
    assert found["5 left", "1 right"] == [f"lens base={n}" for n in (0, 1, 2, 3, 4)], "1 - 4 is 0"
    assert found["5 right", "1 right"] == ["lens base=3", "lens base=4"]


def test_vp_cards_lie_on_the_right_in_their_slot() -> None:
    """N-B4: card 45 in slot 3; with card 12 (12/6) left in slot 2."""
    assert set(lenses((12, 45))) == {("12 left", "45 right")}
    table = Table("white", "red").hand(1, 12, 45).do(POLISH, "lens base=0")
    assert [int(card) + 1 for card in table.lens(1).cards] == [0, 12, 0, 0, 0, 45]


def test_marks_may_not_overlap() -> None:
    """N-B5: cards 1 and 3 share both places: one left, the other right."""
    assert set(lenses((1, 3))) == {("1 left", "3 right"), ("3 left", "1 right")}


def test_two_to_six_cards() -> None:
    """N-B5: a hand of one card of each of six places may fill all of them; one card is no lens."""
    sizes = {len(steps) for steps in lenses((1, 3, 4, 5, 7, 8))}
    assert sizes == {2, 3, 4, 5, 6}
    assert POLISH not in Table("white", "red").hand(1, 12).legal


def test_one_card_at_least_on_the_right() -> None:
    """N-B6: none of the lenses of 1, 5 and 8 is all left."""
    assert all(any("right" in step for step in steps) for steps in lenses((1, 5, 8)))
    assert ("5 right", "1 right") in lenses((1, 5, 8)), "the left may be empty"


def test_need_is_never_below_0() -> None:
    """N-B7: 12 left against 1 right is 1 - 12: base 0 is enough."""
    assert lenses((1, 12))["12 left", "1 right"][0] == "lens base=0"


def test_dearer_bases_may_be_chosen() -> None:
    """N-B8: 8 left, 43 right: 8 - 5 = 3; the chosen cost is the AP of the lens for ever."""
    table = Table("white", "red").hand(1, 8, 43).do(POLISH)
    assert table.legal == ["lens base=3", "lens base=4"]
    table.do("lens base=4")
    assert table.seat(1).ap == 8, "the base costs nothing now"
    assert ([int(n) for n in table.state.piles], int(table.lens(1).base_cost)) == ([6, 5, 2, 1, 0], 4)
    table.hold(1, light=3).run(1, 1)
    assert (table.seat(1).ap, table.vp()[0]) == (4, 2 + 14)


def test_empty_piles_are_not_offered() -> None:
    """N-B8: piles of cost 0 and 2 are gone."""
    assert Table("white", "red").piles(0, 5, 0, 1, 1).hand(1, 1, 12).do(POLISH, "lens add card=12 side=left").legal == [
        "lens base=1",
        "lens base=3",
        "lens base=4",
    ]


def test_without_a_pile_no_lens() -> None:
    """N-B9: need 3 and only piles up to 2; or no base card at all."""
    assert POLISH in Table("white", "red").hand(1, 8, 43).legal
    assert POLISH not in Table("white", "red").piles(6, 5, 2, 0, 0).hand(1, 8, 43).legal
    assert POLISH not in Table("white", "red").piles(0, 0, 0, 0, 0).hand(1, 1, 12).legal


def test_base_cards_are_used_up() -> None:
    """N-B9: fifteen lenses and no more."""
    table = (
        Table("white", "red")
        .piles(1, 0, 0, 0, 0)
        .hand(1, 10, 40, 12, 44)
        .do(POLISH, "lens add card=10 side=left", "lens add card=40 side=right")
    )
    assert (table.state.n_lenses, int(table.state.piles.sum())) == (1, 0)
    assert POLISH not in table.turn(1).legal


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        ((1, 3), (1, 2, 2, 2, 2)),
        ((2, 4, 7), (11, 11, 12, 14, 15)),
        ((1, 10, 16, 40, 44), (6, 7, 10, 12, 13)),
        ((3, 8, 12, 14, 40, 44), (65, 70, 76, 83, 86)),
    ],
)
def test_each_lens_has_one_sequence(hand: tuple[int, ...], counts: tuple[int, ...]) -> None:
    """N-B10: positions ascend, cards too at one; as many lenses by need as worked out apart from the game."""
    found = lenses(hand)
    least = [int(bases[0][-1]) for bases in found.values()]
    assert tuple(sum(need <= n for need in least) for n in range(5)) == counts


def test_steps_in_order() -> None:
    """N-B10: positions beyond the last used one only, `lens finish` first once the lens is legal."""
    table = Table("white", "red").hand(1, 2, 4, 7).do(POLISH)
    assert table.legal == [f"lens add card={n} side={s}" for n, s in ((2, "left"), (4, "left"), (7, "left"),
                                                                      (7, "right"), (4, "right"))]  # fmt: skip
    table.do("lens add card=4 side=left")
    assert table.legal == [f"lens add card={n} side={s}" for n, s in ((7, "left"), (7, "right"), (2, "right"))]
    table.do("lens add card=7 side=right")
    assert table.legal == ["lens finish", "lens add card=2 side=right"]


def test_no_step_leads_to_a_dead_end() -> None:
    """N-B10: only bases of cost 0: 43 (8) and 12 (6) on the right ask for more than 8 has on the left (5): 12 first."""
    table = Table("white", "red").piles(6, 0, 0, 0, 0).hand(1, 8, 12, 43)
    table.apply(POLISH)
    assert table.legal == ["lens add card=12 side=left"]
    table.apply("lens add card=12 side=left")
    assert table.legal == ["lens add card=8 side=left", "lens add card=8 side=right", "lens add card=43 side=right"]


def test_the_cards_leave_the_hand_for_good() -> None:
    """N-B11: the lens belongs to its maker and holds no worker; blades of one kind on both sides add up."""
    table = Table("white", "red").hold(1, light=3).hand(1, 1, 5, 8, 20, 40).do(
        POLISH, "lens add card=1 side=left", "lens add card=5 side=left", "lens add card=8 side=right",
        "lens base=0", "chain no",
    )  # fmt: skip
    lens = table.lens(1)
    assert (table.hand_of(1), lens.owner, lens.worker) == ([20, 40], 0, -1)
    assert (int(lens.left[0]), int(lens.right[0])) == (3, 3)


@pytest.mark.parametrize(
    ("cards", "vp"),
    [(("10 left", "40 right"), 2), (("1 left", "4 left", "8 left", "7 right", "5 right", "2 right"), 6)],
)
def test_a_new_lens_gives_a_vp_for_each_card(cards: tuple[str, ...], vp: int) -> None:
    """N-B12: the base does not count."""
    hand = [int(card.split()[0]) for card in cards]
    table = Table("white", "red").hand(1, *hand)
    table.apply(POLISH)
    for card in cards:
        number, side = card.split()
        table.apply(f"lens add card={number} side={side}")
    table.do("lens finish", "lens base=0") if len(table.legal) > 1 else table.settle()
    while table.decision != "N-D2" or table.actor == 1:
        table.apply(table.legal[0])
    assert (table.vp(), table.part(1, "vp_polish")) == ([vp, 0], vp)


def test_completion_in_order() -> None:
    """N-B13: VP for cards, red's node 1, the lens task, then the chain."""
    table = Table("red", "white").fill(1, 1).lay(1, (), (1,)).lay(1, (), (2,)).hand(1, 10, 40)
    table.do(POLISH, "lens base=0")
    assert (table.decision, table.vp()) == ("N-D7", [2 + 4, 0])
    table.do("task lens worker")
    assert (table.decision, table.actor) == ("N-D5", 1)
    assert [b for _, b in table.logged("fact:vp")] == [2, 4]


def test_chain() -> None:
    """N-B14: another un-acted lobby worker, as usual; no owner bonus, no surcharge."""
    table = Table("white", "red").hand(1, 10, 40).do(POLISH, "lens base=0")
    assert (table.decision, table.legal) == ("N-D5", ["chain no", "chain yes worker=lobby"])
    table.do("chain yes worker=lobby")
    assert (table.vp(), table.items(1), table.seat(1).ap) == ([2 + 15, 0], (2, 0, 2), 8)
    assert (table.workers(1), table.lens(1).worker, table.seat(1).chains) == ((2, 0), 0, 1)
    assert table.part(1, "vp_owner_bonus") == 0


@pytest.mark.parametrize("short", ["worker", "rainbow", "AP"])
def test_the_chain_is_offered_only_if_payable(short: str) -> None:
    """N-B14: no worker left, 1 rainbow of 2, or 1 AP for the polish alone and a base of 1."""
    table = Table("white", "red").hand(1, 10, 40)
    if short == "worker":
        table.put(1, unacted=1)
    elif short == "rainbow":
        table.hold(1, rainbow=1)
    else:
        table.put(1, ap=1)
    table.do(POLISH, "lens base=1")
    assert (table.decision, table.actor) == ("N-D2", 2)


def test_declining_the_chain() -> None:
    """N-B14: at once or not at all by this action; the lens can be run by a later one."""
    table = Table("white", "red").hand(1, 10, 40).do(POLISH, "lens base=0", "chain no")
    assert (table.vp(), table.actor) == ([2, 0], 2)
    table.do(SPIRIT, "activate lens=1 worker=lobby")
    assert table.vp() == [17, 0]
