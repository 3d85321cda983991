"""Features of rider: each is met, right in small situations, linear, and the same however it is reached."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sim.driver import Driver
from sim.games.rider import GAME
from sim.games.rider.feature_names import USUAL
from sim.games.rider.tables_worth import KEEP, STING, WORN, write_worth

from . import situations
from .situations import VILLAIN

NAMES = GAME.feature_names
NO_DODGE = 1 - 24 / 156  # of one card


def card(kind, n=0):
    """Id of the n-th card of a kind."""
    entries = GAME.load(None, None, (), 5).document["cards"]["card"]
    return [entry["id"] for entry in entries if entry["kind"] == kind][n]


class Table(situations.Table):
    """A table whose warriors are valued as the loader would."""

    def __init__(self, *sides, **more):
        super().__init__(*sides, **more)
        write_worth(self.tables[0])


def values(table, weights):
    """Value of each option by its text."""
    texts = table.legal
    table.sit_down()
    return dict(zip(texts, situations.driver().weigh(weights), strict=True))


def feature(table, name, text):
    """One feature of one option."""
    row = np.zeros(len(NAMES))
    row[NAMES.index(name)] = 1.0
    return float(values(table, row)[text])


def chosen(table, style="balanced"):
    """What a style does."""
    found = values(table, table.data.weights[style])
    return max(found, key=found.get)


# ---- properties of all features ----


@pytest.fixture(scope="module")
def five():
    return Driver(GAME, GAME.load(None, None, (), 5), 5)


def steps(driver, choices, weights, n_games, seed):
    """Decision points with a choice in games of 2 to 5 players, played half by a style, half by chance."""
    for block in range(n_games):
        driver.n_seats = 2 + block % 4
        legal = driver.setup(seed, block)
        while legal:
            if len(legal) > 1:
                yield legal
            greedy = legal[int(driver.weigh(weights).argmax())]
            legal = driver.apply(greedy if choices.random() < 0.5 else choices.choice(legal))


def test_values_are_weighted_sums_of_features_that_do_not_know_the_weights(five):
    rng, choices = np.random.default_rng(2), random.Random(2)
    balanced = GAME.load(None, None, (), 5).weights["balanced"]
    seen = np.zeros(len(NAMES), bool)
    for _ in steps(five, choices, balanced, 40, 2):
        rows = five.describe()
        seen |= (rows != 0).any(axis=0)
        weights = rng.normal(size=len(NAMES))
        assert five.weigh(weights) == pytest.approx(rows @ weights, rel=1e-9, abs=1e-9)
    assert [name for name, is_seen in zip(NAMES, seen, strict=True) if not is_seen] == []


def test_values_do_not_depend_on_what_was_weighed_before(five):
    choices = random.Random(3)
    weights = np.random.default_rng(3).normal(size=len(NAMES))
    found = []
    for _ in steps(five, choices, weights, 6, 3):
        five._scratch.view(np.uint8)[:] = 0
        found.append((five.states.copy(), five.weigh(weights)))
    five._scratch.view(np.uint8)[:] = 0xA5
    choices.shuffle(found)
    for state, before in found:
        five.states[:] = state
        assert five.weigh(weights).tolist() == before.tolist()


def test_usual_weights_are_features():
    assert set(USUAL) <= set(NAMES)


# ---- who is harmed ----


def strike_at(table, kind="strike"):
    """RD5 of a strike of seat 1, who reaches everybody."""
    return table.wear(1, card("unseater")).hold(1, card(kind)).do(f"use card={card(kind)}")


def test_harm_counts_by_what_the_target_is():
    table = strike_at(Table(1, 1, 2, -3, 4, 5))
    assert feature(table, "harm_same", "target seat=2") == 1.0
    assert feature(table, "harm_other", "target seat=3") == 1.0
    assert feature(table, "harm_hidden", "target seat=4") == 1.0
    assert feature(table, "harm_other", "target seat=4") == 0.0


def test_the_hidden_are_foes_once_the_own_faction_is_full():
    table = strike_at(Table(1, 1, -1, 2))
    assert feature(table, "harm_other", "target seat=3") == 1.0
    assert feature(table, "harm_hidden", "target seat=3") == 0.0


def test_villains_have_no_friends():
    table = strike_at(Table(VILLAIN, VILLAIN, 1, 2))
    assert feature(table, "harm_other", "target seat=2") == 1.0


def test_attacks_on_the_own_side_are_remembered():
    table = Table(1, 1, -2, -3, 4)
    table.seat(3).harm[1] = 2  # seat 3 dealt 2 to seat 2
    table.seat(4).aid[0] = 1
    strike_at(table)
    assert feature(table, "harm_attack", "target seat=3") == 2.0
    assert feature(table, "harm_attack", "target seat=4") == -1.0


def test_a_hand_may_hold_a_dodge_and_gear_helps():
    table = Table(1, 2, 3, 4, 5).hold(2, card("surge")).wear(3, card("reflex_gear")).wear(4, card("tinder_gear"))
    strike_at(table)
    assert feature(table, "harm_other", "target seat=2") == pytest.approx(NO_DODGE)
    assert feature(table, "harm_other", "target seat=3") == 0.5
    assert feature(table, "harm_other", "target seat=4") == 0.0
    assert feature(table, "harm_other", "target seat=5") == 1.0


def test_fire_burns_tinder_gear_and_runs_along_links():
    table = Table(1, 2, 3, 1).wear(2, card("tinder_gear")).link(2, 3, 4)
    strike_at(table, "fire_strike")
    assert feature(table, "harm_other", "target seat=2") == 2.0
    # two HP for a foe and for a friend: nothing is gained; from seat 4 two foes are reached
    assert feature(table, "chain", "target seat=2") == 0.0
    assert feature(table, "chain", "target seat=4") == 2.0


def test_kills_and_their_reward():
    table = Table(1, 2, 2, 3).put(2, hp=1).put(4, hp=2)
    strike_at(table)
    foe = 1.1  # one more of its faction
    assert feature(table, "kill", "target seat=2") == pytest.approx(foe)
    assert feature(table, "reward", "target seat=2") == pytest.approx(2 * foe)  # 1 + one living comrade (R-K6)
    assert feature(table, "kill", "target seat=4") == 0.0
    assert feature(table, "harm_large", "target seat=2") == 2.0
    assert feature(table, "harm_large", "target seat=4") == 0.0  # a larger faction is there
    # defence is min(2 HP + hand, 3 HP) = 2
    assert feature(table, "weak", "target seat=2") == pytest.approx(foe / 3)


def test_a_charge_promises_the_strike_that_follows():
    table = Table(1, 2, 3).hold(1, card("strike"), card("charge"))
    charge, strike = f"use card={card('charge')}", f"use card={card('strike')}"
    assert feature(table, "harm_other", charge) == 2.0
    assert feature(table, "harm_other", strike) == 1.0
    assert feature(table, "spend", charge) == KEEP["charge"]
    assert feature(table, "end", "end") == 1.0
    assert chosen(table) == charge


def test_the_largest_faction_is_one_of_foes():
    table = strike_at(Table(1, 1, 1, 2, 3, -3))
    assert feature(table, "harm_large", "target seat=2") == 0.0  # one's own
    assert feature(table, "harm_large", "target seat=4") == 1.0
    assert feature(table, "harm_large", "target seat=5") == 1.0
    assert feature(table, "harm_large", "target seat=6") == 0.0  # hidden: nobody knows


def test_the_last_strike_is_not_turned_into_a_charge():
    strike, other = card("strike"), card("strike", 1)
    table = Table(1, 2, 3).put(1, rage=1).hold(1, strike)
    charge = f"use card={strike} as=charge via=rage"
    assert feature(table, "harm_other", charge) == 0.0
    assert chosen(table) == f"use card={strike}"
    table = Table(1, 2, 3).put(1, rage=1).hold(1, strike, other)
    assert feature(table, "harm_other", charge) == 2.0


def test_nobody_charges_for_a_strike_that_does_nothing():
    """Seat 2, the only one in reach, wears tinder gear: plain strikes have no effect, fire burns it."""
    table = Table(1, 2, 1).wear(2, card("tinder_gear")).hold(1, card("charge"), card("strike"))
    assert feature(table, "charge", f"use card={card('charge')}") == 0.0
    assert chosen(table) == "end"
    table = Table(1, 2, 1).wear(2, card("tinder_gear")).hold(1, card("charge"), card("fire_strike"))
    assert feature(table, "harm_other", f"use card={card('charge')}") == 3.0
    assert chosen(table) == f"use card={card('charge')}"


def test_link_up_without_fire_is_recast():
    table = Table(1, 2, 3).hold(1, card("link_up"))
    assert feature(table, "card", f"recast card={card('link_up')}") == 1.0
    assert chosen(table) == f"recast card={card('link_up')}"


def test_two_cards_for_one_strike_cost_what_they_are_worth():
    table = Table(1, 2, 3).wear(1, card("combiner")).hold(1, card("dodge"), card("surge"), card("duel"))
    strike = "use as=strike via=combiner"
    assert feature(table, "spend", strike) == pytest.approx(KEEP["surge"] + KEEP["duel"])


def test_nobody_charges_without_a_strike():
    assert chosen(Table(1, 2, 3).hold(1, card("charge"))) == "end"


def test_cards_beyond_the_hand_limit_cost_less():
    cards = [card("strike"), card("surge"), card("nullify"), card("duel")]
    table = Table(1, 2, 3).hold(1, *cards, card("energy"))
    assert feature(table, "spend", f"use card={card('surge')}") == pytest.approx(0.2 * KEEP["surge"])
    assert feature(table, "card", f"use card={card('surge')}") == 2.0


def test_equipment_counts_against_what_is_worn():
    table = Table(1, 2, 3).wear(1, card("damper_gear")).hold(1, card("reflex_gear"))
    gain = feature(table, "equip", f"use card={card('reflex_gear')}")
    assert gain == pytest.approx(WORN["reflex_gear"] - WORN["damper_gear"])


# ---- answers ----


def test_a_dodge_averts_harm():
    table = Table(1, 2, 3).hold(2, card("dodge"), card("energy")).put(2, hp=1)
    strike_at(table).do("target seat=2")
    play = f"play card={card('dodge')}"
    assert (table.decision, table.actor) == ("RD7", 2)
    assert feature(table, "own_hp", play) == 1.0
    assert feature(table, "own_weak", play) == 1.0
    assert feature(table, "own_death", play) == 0.0  # an energy is at hand
    assert chosen(table) == play


def test_reflex_gear_comes_first():
    table = Table(1, 2, 3).hold(2, card("dodge")).wear(2, card("reflex_gear"))
    strike_at(table).do("target seat=2")
    assert feature(table, "spend", "reflex") == 0.0
    assert chosen(table) == "reflex"


@pytest.mark.parametrize(("victim", "sign"), [(3, 1.0), (4, -1.0)])
def test_a_nullify_saves_friends_not_foes(victim, sign):
    table = Table(1, 2, 2, 3).hold(1, card("duel")).hold(2, card("nullify"))
    table.use(card("duel"), str(victim))
    assert (table.decision, table.actor) == ("RD8", 2)
    use = f"nullify card={card('nullify')}"
    assert feature(table, "nullify", use) == pytest.approx(sign * STING["duel"])
    assert chosen(table) == (use if sign > 0 else "decline")


@pytest.mark.parametrize(("rescuer", "sign"), [(2, 0.0), (3, 1.0), (4, -1.1)])
def test_rescues_are_for_oneself_and_friends(rescuer, sign):
    table = Table(1, 2, 2, 3).hold(rescuer, card("energy")).put(2, hp=1).damage(1, 2, 1)
    assert (table.decision, table.actor) == ("RD9", rescuer)
    use = f"rescue card={card('energy')}"
    assert feature(table, "rescue_self", use) == float(rescuer == 2)
    assert feature(table, "rescue_friend", use) == pytest.approx(sign)
    assert chosen(table) == (use if rescuer != 4 else "decline")


# ---- cards given up, taken and shown ----


def test_discards_keep_answers():
    cards = [card("storm"), card("dodge"), card("energy"), card("surge"), card("nullify")]
    table = Table(1, 2, 3).hold(1, *cards).do("end")
    assert table.decision == "RD10"
    assert feature(table, "keep", f"discard card={card('energy')}") == -KEEP["energy"]
    assert chosen(table) == f"discard card={card('storm')}"


def test_copies_are_counted():
    cards = [card("dodge", n) for n in range(3)] + [card("surge"), card("nullify")]
    table = Table(1, 2, 3).hold(1, *cards).do("end")
    assert feature(table, "copies", f"discard card={card('dodge')}") == -2.0


def test_a_friend_is_freed_and_a_foe_robbed():
    table = Table(1, 1, 2, 3, 4).delay(2, card("detain")).wear(3, card("guard_bike")).hold(1, card("break"))
    table.do(f"use card={card('break')}")
    assert feature(table, "free", "target seat=2") == pytest.approx(STING["detain"])
    assert feature(table, "take", "target seat=3") == pytest.approx(WORN["guard_bike"])
    table.do("target seat=2")
    assert table.decision == "RD4"  # the only card was taken without asking


# ---- warriors ----


def test_a_reveal_by_what_it_brings():
    table = Table(-1, 2, 3, 4, warriors={1: {"supply": 5, "skills": ["s01"]}}, begin="BEGIN").hold(1, card("dodge"))
    assert table.where == ("RD2", 1)
    assert feature(table, "reveal", "reveal") == 1.0
    assert feature(table, "reveal_supply", "reveal") == 4.0
    assert feature(table, "reveal_exposed", "reveal") == 1.0
    assert feature(table, "reveal_skill", "reveal") > 0.0
    assert feature(table, "reveal_villain", "reveal") == 0.0
    assert feature(table, "reveal_room", "reveal") == 0.0


@pytest.mark.parametrize(
    ("sides", "villain", "room"),
    [((-1, 1, 2, 3), 0.0, 1.0), ((-1, 1, 1, 3), 1.0, 0.0), ((-1, 1, 2, 3, 4), 0.0, 0.0), ((-1, 1, 1, 3, 4), 0.0, 1.0)],
)
def test_a_reveal_minds_the_half(sides, villain, room):
    """R-F3: with k of n already there the next one is a villain when k / n is a half or more."""
    table = Table(*sides, begin="BEGIN")
    assert table.where == ("RD2", 1)
    assert feature(table, "reveal_villain", "reveal") == villain
    assert feature(table, "reveal_room", "reveal") == room


def test_lurkers_stay_hidden():
    assert chosen(Table(-1, 2, 3, 4, begin="BEGIN"), "lurker") == "pass"
    assert chosen(Table(-1, 2, 3, 4, begin="BEGIN"), "striker") == "reveal"


def test_a_skill_may_pick_several():
    """s52, once a game: for 2 rage up to three of other factions lose 1 HP each."""
    table = Table(1, 2, 3, 4, skills={1: "s52"}).put(1, rage=2)
    assert feature(table, "harm_other", "skill id=s52") == 3.0
    assert chosen(table) == "skill id=s52"
    table = Table(1, 1, 2, skills={1: "s52"}).put(1, rage=2)
    assert feature(table, "harm_other", "skill id=s52") == 1.0
    assert feature(table, "harm_same", "skill id=s52") == 0.0


def test_a_skill_that_harms_is_for_foes():
    table = Table(1, 1, 2, skills={1: "s40"}).put(2, hp=2)  # lose 1 HP: 1 poison damage to one in range
    table.do("skill id=s40")
    assert table.decision == "RD5"
    assert feature(table, "harm_same", "target seat=2") == 1.0
    assert feature(table, "harm_other", "target seat=3") == 1.0
    assert chosen(table) == "target seat=3"


# ---- what styles choose ----


def test_levellers_strike_at_the_largest_faction_and_strikers_at_the_lowest_defence():
    table = strike_at(Table(1, 2, 2, 3).put(4, hp=2))
    assert chosen(table, "leveller") == "target seat=2"
    assert chosen(table, "striker") == "target seat=4"


def test_wardens_leave_the_hidden_alone_until_they_attack():
    table = Table(1, -2, -3, -4, -5).hold(1, card("strike"))
    strike = f"use card={card('strike')}"
    assert chosen(table, "striker") == chosen(table, "lurker") == strike
    assert chosen(table, "warden") == "end"
    table.seat(2).harm[0] = 3
    assert chosen(table, "warden") == strike
