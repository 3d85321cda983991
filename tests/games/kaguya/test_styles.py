"""The named styles are strong, different, and `balanced` plays a sane game on the stand-in cards (RULES.md 8.4)."""

from __future__ import annotations

import pytest
from sizes import SIZES

from ..kit.styles import alike
from . import styles

N = SIZES.style_games


@pytest.fixture(scope="module")
def alone():
    return {style: styles.one_against(style, "balanced", N) for style in styles.STYLES}


@pytest.mark.parametrize("style", styles.STYLES)
def test_one_styled_participant_beats_three_random_ones(style):
    assert styles.one_against(style, "random", N)["win_share"].mean() > 0.9


def test_styles_differ_in_at_least_three_columns(alone):
    assert alike(alone, styles.COLUMNS, least=3) == []


def test_balanced_plays_inside_the_sanity_ranges(figure):
    measured = styles.sanity(styles.table_of("balanced", SIZES.sanity_games))
    outside = {k: v for k, v in measured.items() if not styles.RANGES[k][0] <= v <= styles.RANGES[k][1]}
    for name, value in measured.items():
        figure(f"balanced, {name}", f"{value:.4g}")
    assert not outside


def test_random_plays_inside_the_sanity_ranges_but_for_what_is_explained():
    measured = styles.sanity(styles.table_of("random", SIZES.sanity_games))
    outside = {k for k, v in measured.items() if not styles.RANGES[k][2] <= v <= styles.RANGES[k][3]}
    assert outside <= styles.EXPLAINED
