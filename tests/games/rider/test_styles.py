"""The named styles are strong, play as they say, and end their games as people's games end (RULES.md section 8)."""

from __future__ import annotations

import pytest
from sizes import IS_FULL, SIZES

from . import styles

N = SIZES.style_games


@pytest.fixture(scope="module")
def alone():
    return {style: styles.against(style, "balanced", N) for style in styles.STYLES}


@pytest.mark.parametrize("style", styles.STYLES)
def test_one_styled_participant_beats_random_ones(style):
    """Nobody at a table of five random players wins half as often as the one who plays a style."""
    one, rest, error = styles.fair_share(style, "random", N)
    assert one - rest > 5 * error
    assert one > 2 * rest


@pytest.mark.parametrize("n_seats", styles.SEATS)
def test_balanced_beats_random_at_every_table(n_seats, figure):
    one, rest, error = styles.fair_share("balanced", "random", N, n_seats)
    text = f"{100 * one:.1f} % against {100 * rest:.1f} % (SE {100 * error:.1f})"
    figure(f"rider, {n_seats} players, one balanced among random", text)
    assert one > 2 * rest


def test_styles_differ_in_at_least_three_columns(alone):
    assert styles.alike(alone) == []


def test_styles_play_as_they_say(alone):
    def per_card(column):
        return {s: styles.mean(seats, column) / styles.mean(seats, "drawn") for s, seats in alone.items()}

    seen = {s: float(seats["reveal_round"][seats["reveal_round"] > 0].mean()) for s, seats in alone.items()}
    hidden = {s: styles.mean(seats, "hidden_end") for s, seats in alone.items()}
    strikes = per_card("strikes")
    assert min(seen, key=seen.get) == "striker"
    assert seen["warden"] > 2 * seen["striker"]
    assert max(hidden, key=hidden.get) == "lurker"
    assert hidden["lurker"] > 0.5
    assert strikes["striker"] > max(strikes[s] for s in ("balanced", "warden", "leveller"))
    assert min(strikes, key=strikes.get) == "leveller"


@pytest.mark.parametrize("n_seats", styles.RANGES)
def test_balanced_plays_inside_the_sanity_ranges(n_seats, figure):
    found = styles.sanity(styles.table_of("balanced", N, n_seats))
    for name, value in found.items():
        figure(f"rider, {n_seats} players of balanced, {name}", f"{value:.3g}")
    outside = {k: found[k] for k, (low, high) in styles.RANGES[n_seats].items() if not low <= found[k] <= high}
    assert not outside


@pytest.mark.parametrize("n_seats", [2, 5, 10, 12])
@pytest.mark.parametrize("style", [*styles.STYLES, "random"])
def test_games_end(style, n_seats):
    rows = styles.table_of(style, N if IS_FULL else N // 2, n_seats)
    assert styles.mean(rows, "is_finished") > 0.999
    assert (rows["end_reason"] >= -2).all()
