"""Features of kaguya: what a linear policy weighs is what they describe."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sim.driver import Driver
from sim.games.kaguya import GAME


def test_values_are_weighted_sums_of_features_that_do_not_know_the_weights():
    driver = Driver(GAME, GAME.load("stress", None, [], 4), 4)
    rng, choices = np.random.default_rng(2), random.Random(2)
    seen = np.zeros(len(GAME.feature_names), bool)
    for block in range(24):
        codes = driver.setup(2, block)
        while codes:
            rows = driver.describe()
            seen |= (rows != 0).any(axis=0)
            weights = rng.normal(size=rows.shape[1])
            assert driver.weigh(weights) == pytest.approx(rows @ weights, rel=1e-9, abs=1e-9)
            codes = driver.apply(choices.choice(codes))
    assert [name for name, is_seen in zip(GAME.feature_names, seen, strict=True) if not is_seen] == ["_1", "_2"]
