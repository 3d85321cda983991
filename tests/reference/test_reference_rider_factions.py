"""Factions, links, resets and victory of the reference of rider (R-F, R-V, R-W)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from sizes import size

from .rider import Data, Game, factions, harm
from .rider.scenes import Scene
from .rider.state import Damage, GameOverError

V = 100


def hidden(players: int, printed: int | list[int], **rulings: object) -> Scene:
    """Nobody revealed; printed factions by seat."""
    scene = Scene(players, rulings=rulings, sides=[0] * players)
    for p in scene.g.seats:
        icon = printed if isinstance(printed, int) else printed[p.seat]
        p.warrior = replace(p.card, faction=icon)
    return scene


@pytest.mark.parametrize(("test", "sizes"), [
    ("others_half", [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]),
    ("self_over_floor", [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]),
])  # fmt: skip
def test_largest_faction_by_reveal(test: str, sizes: list[int]) -> None:
    """Known answers 5 and 11: all of one icon."""
    for n in range(2, 13):
        scene = hidden(n, 3, cap_test=test, allow_over_10=True)
        for seat in range(n):
            if scene.reveal(seat) == "over":
                break
        granted = scene.factions().count(3)
        assert granted == sizes[n - 1]
        assert [f for f in scene.factions() if f > V] == [V + 1 + i for i in range(n - granted)]


def test_hidden_ones_and_villains_do_not_count() -> None:
    scene = hidden(5, [1, 1, 1, 1, 2])
    for seat in (0, 1, 2):
        scene.reveal(seat)
    assert scene.factions() == [1, 1, 1, 0, 0]
    scene.reveal(3)
    assert scene.factions()[3] == V + 1
    scene.reveal(4)
    assert scene.factions()[4] == 2


def test_cap_base_and_cap_counts() -> None:
    """Of five one of the faction is dead: two others of four are half, two of five are not."""
    for rulings, expected in (({}, 1), ({"cap_base": "seated"}, 1), ({"cap_counts": "with_dead"}, V + 1)):
        scene = hidden(5, 1, **rulings)
        scene.reveal(0)
        scene.reveal(1)
        scene.seat(0).is_alive = False
        scene.reveal(2)
        assert scene.factions()[2] == expected, rulings
    for rulings, expected in (({}, V + 1), ({"cap_base": "seated"}, 1)):
        scene = hidden(6, 1, **rulings)
        for seat in (0, 1):
            scene.reveal(seat)
        for seat in (4, 5):
            scene.seat(seat).is_alive = False
        scene.reveal(2)
        assert scene.factions()[2] == expected, rulings


def villain_shares(n: int, groups: int, of: int) -> tuple[Fraction, Fraction]:
    """Share of games with a villain and mean villains, counted exactly: n of groups x of different groups.

    With all revealed and everybody alive the number of villains is the excess of factions over their most.
    """
    most = -(-n // 2)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (dealt, villains) -> ways
    for _ in range(of):
        new: dict[tuple[int, int], int] = {}
        for (dealt, villains), count in ways.items():
            for k in range(min(groups, n - dealt) + 1):
                key = (dealt + k, villains + max(0, k - most))
                new[key] = new.get(key, 0) + count * comb(groups, k)
        ways = new
    total = comb(groups * of, n)
    final = {villains: count for (dealt, villains), count in ways.items() if dealt == n}
    share = Fraction(sum(c for v, c in final.items() if v), total)
    return share, Fraction(sum(v * c for v, c in final.items()), total)


def test_share_of_games_with_a_villain() -> None:
    """Known answer 6."""
    shares = (0.18182, 0.02960, 0.10571, 0.01908, 0.05156, 0.00908, 0.02213, 0.00351, 0.00817)
    for n, share in zip(range(2, 11), shares, strict=True):
        assert float(villain_shares(n, 9, 5)[0]) == pytest.approx(share, abs=5e-6)
    assert float(villain_shares(5, 9, 5)[1]) == pytest.approx(0.01959, abs=5e-6)
    assert float(villain_shares(8, 9, 5)[1]) == pytest.approx(0.02341, abs=5e-6)


def test_share_of_games_with_a_villain_by_play() -> None:
    """The same by revealing in any order; nobody may be last alone, so nobody wins on the way."""
    rng = random.Random(6)
    n_games, hits = size(20_000, 2_000), 0
    pool = [faction for faction in range(1, 6) for _ in range(9)]
    for _ in range(n_games):
        scene = SCENE_4
        for p, icon in zip(scene.g.seats, rng.sample(pool, 4), strict=True):
            reset_seat(scene, p.seat, icon)
        scene.g.villains.clear()
        for seat in rng.sample(range(4), 4):
            factions.determine(scene.g, scene.seat(seat))
        hits += any(f > V for f in scene.factions())
    share = float(villain_shares(4, 9, 5)[0])
    assert abs(hits / n_games - share) < 4 * (share * (1 - share) / n_games) ** 0.5


def reset_seat(scene: Scene, seat: int, icon: int) -> None:
    """A seat as before any reveal."""
    p = scene.seat(seat)
    p.warrior = replace(p.card, faction=icon)
    p.is_up, p.was_revealed, p.determined, p.faction, p.link, p.leader = True, True, 0, 0, 0, None
    p.is_alive, p.hp = True, 4


SCENE_4 = Scene(4, sides=[0] * 4)


def test_supply_at_the_first_reveal() -> None:
    """R-W4, R-W5, known answer 13: supply 5, two in hand, one face down: two."""
    scene = Scene(3, sides=[1, 0, 2])
    p = scene.seat(1)
    p.warrior = replace(p.card, supply=5)
    scene.hand(1, "strike", "strike", "dodge")
    p.down, p.hand = {min(p.hand)}, p.hand - {min(p.hand)}
    scene.reveal(1)
    assert (len(p.hand), p.counts["supply_drawn"]) == (4, 2)
    p.is_up = False
    p.hand.clear()
    scene.reveal(1)
    assert (len(p.hand), p.faction) == (0, 1)


def link(scene: Scene, *seats: int) -> object:
    """Link one after the other."""
    found = None
    for seat in seats:
        found = scene.run(factions.link(scene.g, scene.seat(seat)))
    return found


def test_a_linked_one_joins_the_earliest() -> None:
    """R-F9, R-F12."""
    scene = Scene(6, sides=[1, 2, 3, 4, 5, 0])
    link(scene, 1, 0, 2)
    assert scene.factions() == [2, 2, 2, 4, 5, 0]
    factions.reset(scene.g, scene.seat(1), "link")
    assert scene.factions() == [2, 2, 2, 4, 5, 0], "a leader's reset frees nobody"
    factions.reset(scene.g, scene.seat(2), "link")
    assert scene.factions() == [2, 2, 3, 4, 5, 0]
    assert scene.g.counts["faction_changes_n"] == 3


def test_leader_reset_dissolve() -> None:
    scene = Scene(6, rulings={"leader_reset": "dissolve"}, sides=[1, 2, 3, 4, 5, 0])
    link(scene, 1, 0, 2)
    factions.reset(scene.g, scene.seat(1), "link")
    assert scene.factions() == [1, 2, 3, 4, 5, 0]


def test_followers_of_a_villain() -> None:
    """R-F10, and R-F11 when the villain's side is full."""
    scene = Scene(5, sides=[V + 1, 1, 2, 3, 4])
    scene.g.villains = [0]
    link(scene, 0, 1, 2)
    assert scene.factions() == [V + 1, V + 1, V + 1, 3, 4]
    link(scene, 3)
    assert scene.factions() == [V + 1, V + 1, V + 1, V + 2, 4]
    assert scene.g.counts["villains_link_n"] == 1


def test_undetermined_ones_have_no_part_in_links() -> None:
    """R-F13, and link_reveal."""
    for ruling, expected in (("normal", 3), ("join", 1)):
        scene = Scene(5, rulings={"link_reveal": ruling}, sides=[1, 2, 0, 4, 5])
        link(scene, 2)
        assert scene.factions() == [1, 2, 0, 4, 5]
        link(scene, 0)
        assert scene.factions() == [1, 2, 0, 4, 5], "the hidden one leads nobody"
        scene.seat(2).warrior = replace(scene.seat(2).card, faction=3)
        scene.reveal(2)
        assert scene.factions()[2] == expected


def test_link_faction_options() -> None:
    for ruling, linked, after in (("while_linked", 1, 2), ("permanent", 1, 1), ("off", 2, 2)):
        scene = Scene(5, rulings={"link_faction": ruling}, sides=[1, 2, 3, 4, 5])
        link(scene, 0, 1)
        assert scene.factions()[1] == linked
        factions.reset(scene.g, scene.seat(1), "link")
        assert scene.factions()[1] == after


def test_a_reset_can_end_the_game() -> None:
    """Two of one faction live, one of them on another side by a link: his reset ends it."""
    scene = Scene(4, sides=[1, 1, 2, 3])
    link(scene, 3, 0)
    assert scene.factions() == [3, 1, 2, 3]
    for seat in (2, 3):
        scene.seat(seat).is_alive = False
        scene.g.dead.append(scene.seat(seat))
    with pytest.raises(GameOverError):
        factions.reset(scene.g, scene.seat(0), "link")
    assert (scene.g.winner, scene.g.end_reason, [p.seat for p in scene.g.winners]) == (1, 0, [0, 1])


def test_reset_scope_and_inversion() -> None:
    """R-W6, known answer 13."""
    for ruling, linked in (("all_states", 0), ("named", 1)):
        scene = Scene(4, rulings={"reset_scope": ruling}, sides=[1, 2, 3, 4])
        link(scene, 0)
        p = scene.seat(0)
        factions.invert(scene.g, p)
        assert p.is_inverted
        factions.invert(scene.g, p)
        assert (p.is_inverted, p.link) == (False, linked)


def test_dead_of_the_winning_faction_win() -> None:
    """R-V3 and dead_share."""
    for ruling, winners in (("at_death", [0, 1]), ("survivors_only", [0])):
        scene = Scene(3, rulings={"dead_share": ruling}, sides=[1, 1, 2])
        assert scene.run(harm.lose(scene.g, scene.seat(1), 4)) is None
        assert scene.run(harm.lose(scene.g, scene.seat(2), 4)) == "over"
        assert sorted(p.seat for p in scene.g.winners) == winners
        assert scene.g.end_reason == 1


def test_lone_undetermined_survivor() -> None:
    scene = Scene(2, sides=[0, 1])
    assert scene.run(harm.lose(scene.g, scene.seat(1), 4)) == "over"
    assert (scene.g.winner, [p.seat for p in scene.g.winners]) == (301, [0])


def test_villain_with_follower_wins_together() -> None:
    scene = Scene(3, sides=[V + 1, 1, 2])
    scene.g.villains = [0]
    link(scene, 0, 1)
    scene.run(harm.lose(scene.g, scene.seat(1), 4))
    assert scene.run(harm.lose(scene.g, scene.seat(2), 4)) == "over"
    assert (scene.g.winner, sorted(p.seat for p in scene.g.winners)) == (V + 1, [0, 1])


def test_hidden_living_keep_the_game_going() -> None:
    for ruling, result in (("determined_only", None), ("printed_icon", "over")):
        scene = Scene(3, rulings={"win_hidden": ruling}, sides=[1, 0, 2])
        assert scene.run(harm.lose(scene.g, scene.seat(2), 4)) == result


def test_nobody_left_alive() -> None:
    """R-V1: the killer dies by a `died` skill before the check: the last to die stands for the living."""
    scene = Scene(2, {1: ["s47"]}, sides=[1, 2])
    scene.seat(0).hp = scene.seat(1).hp = 1
    assert scene.run(harm.damage(scene.g, Damage(scene.seat(0), scene.seat(1), 1, "plain"))) == "over"
    assert (scene.g.living, scene.g.winner, scene.g.end_reason) == ([], 1, 1)
    assert [p.seat for p in scene.g.winners] == [0]


def test_reveals_and_links_end_no_game() -> None:
    """Known answer 14, R-V4: asserted inside the check."""
    n_games = size(20_000, 300)
    resets = 0
    for n in range(2, 13):
        scene = Scene(n, rulings={"allow_over_10": True}, sides=[0] * n)
        for number in range(n_games):
            rng = random.Random(f"{n} {number}")
            for p in scene.g.seats:
                reset_seat(scene, p.seat, rng.randint(1, 5))
                p.is_up = p.was_revealed = False
            scene.g.villains.clear()
            scene.g.dead.clear()
            resets += walk(scene, rng)
    assert resets > 0


def walk(scene: Scene, rng: random.Random) -> bool:
    """Random reveals, links, resets and deaths until the end; whether a reset ended it."""
    g = scene.g
    for _ in range(60):
        p = rng.choice(g.living)
        what = rng.choice(("reveal", "link", "reset", "link", "reveal", "death"))
        try:
            if what == "reveal" and not p.was_revealed:
                p.is_up = p.was_revealed = True
                factions.determine(g, p)
            elif what == "link":
                for _ in factions.link(g, p):
                    raise AssertionError("nobody is asked")
            elif what == "reset" and p.link:
                factions.reset(g, p, "link")
            elif what == "death" and len(g.living) > 1 and rng.random() < 0.3:
                p.is_alive = False
                g.dead.append(p)
                factions.leave_ring(g, p)
                p.facts["buried"] = 1
                factions.check_victory(g)
        except GameOverError:
            return what == "reset"
    return False


def test_first_seat_and_offers_travel_with_persons() -> None:
    data = Data()
    one, two = Game(data, [0, 1, 2], 5, 6), Game(data, [2, 0, 1], 5, 6)
    assert [two.state.seats[s].offers for s in (1, 2, 0)] == [p.offers for p in one.state.seats]
    assert one.state.first == two.state.first
