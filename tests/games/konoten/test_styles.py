"""The named styles are strong, play as they say, and `balanced` reaches the figures of RULES.md section 8.3."""

from __future__ import annotations

import math

import pytest
from sizes import SIZES

from sim.games.konoten import codes

from ..kit import styles as kit
from . import plans, styles

N = SIZES.style_games


@pytest.fixture(scope="module")
def alone():
    return {style: styles.one_against(style, "balanced", N) for style in styles.STYLES}


@pytest.mark.parametrize("style", styles.STYLES)
def test_one_styled_participant_beats_three_random_ones(style):
    assert styles.mean(styles.one_against(style, "random", N), "win_share") > 0.95


def test_styles_differ_in_at_least_three_columns(alone):
    assert not kit.alike(alone, styles.COLUMNS)


def test_styles_play_as_they_say(alone):
    def by_style(column):
        return {style: styles.mean(seats, column) for style, seats in alone.items()}

    size = {s: styles.mean(a, "lens_cards") / styles.mean(a, "lenses") for s, a in alone.items()}
    assert min(size, key=size.get) == "sprinter"
    assert max(size, key=size.get) == "architect"
    lenses = by_style("lenses")
    assert lenses["architect"] < lenses["balanced"]
    foreign, taken, growths, chains = map(by_style, ("act_foreign", "persuades", "growths", "chains"))
    assert max(foreign, key=lambda style: foreign[style] + taken[style]) == "diplomat"
    assert max(growths, key=growths.get) == "grower"
    assert max(chains, key=chains.get) == "sprinter"


@pytest.mark.parametrize(("n_seats", "least"), styles.LEAST_VP.items())
def test_balanced_reaches_the_sanity_figures(n_seats, least, figure):
    seats = styles.table_of("balanced", SIZES.konoten_table_games, n_seats)["seats"]
    measured = styles.mean(seats, "score")
    error = seats["score"].mean(axis=1, dtype=float).std() / math.sqrt(len(seats))
    figure(f"konoten, {n_seats} players, mean VP of balanced", f"{measured:.1f}")
    assert measured > least - 2 * error


def test_every_character_uses_its_sheet(figure):
    """More than one node beyond the start node has an effect in a game, and nobody is far behind."""
    seats = styles.table_of("balanced", SIZES.konoten_table_games)["seats"].ravel()
    means = []
    for character, name in enumerate(codes.CHARACTERS):
        own = seats[seats["character"] == character]
        used = styles.node_shares(seats, "nodes_used", character)
        figure(f"konoten, {name}, nodes used a game beyond the start node", f"{sum(used[1:]):.2f}")
        assert sum(used[1:]) > 1
        means.append(styles.mean(own, "score"))
    assert min(means) > 0.8 * max(means)


@pytest.mark.parametrize("character", range(len(codes.CHARACTERS)), ids=codes.CHARACTERS)
def test_no_plan_on_its_sheet_would_gain_much(character, figure):
    """`balanced` ignores no sheet: made to head for any one node, a seat gains less than 5 VP (about 4 %)."""
    plain = plans.play(character, (), SIZES.plan_games)
    gains = {goal: plans.best_way(character, goal, SIZES.plan_games, plain) for goal in plans.nodes_of(character)}
    assert all(way.reached > 0.5 for way in gains.values()), "a plan that is not carried out tells nothing"
    goal = max(gains, key=lambda node: gains[node].gain)
    best = gains[goal]
    figure(
        f"konoten, {codes.CHARACTERS[character]}, best plan", f"node {goal}: {best.gain:+.1f} +- {best.error:.1f} VP"
    )
    assert best.gain - 3 * best.error < 5.0
