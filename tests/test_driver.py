"""The driver: a game played by hand."""

from __future__ import annotations

from toykit import toy

from sim.driver import Driver


def test_driver_plays_what_it_is_told():
    driver = Driver(*toy(), 2)
    legal = driver.setup(seed=1, block=2, characters=(0, 1))
    assert legal == [0, 1, 2]
    driver.state.hand[0, 0] = 4
    assert driver.apply(1) == [0, 1, 2]
    assert driver.take_log() == [(1, 0, 1)]
    assert int(driver.state.steps[0]) == 4
    driver.state.steps[1] = 19
    driver.state.hand[1, 1] = 2
    assert driver.apply(2) == []
    row = driver.outcome()[0]
    assert row["seats"]["score"].tolist() == [4, 22]
    assert row["seats"]["win_share"].tolist() == [0, 1]


def test_driver_resamples_what_a_seat_cannot_see():
    driver = Driver(*toy(), 3)
    driver.setup(seed=1)
    before = driver.states.copy()
    features = driver.describe()
    changed = 0
    for key in range(50):
        driver.states[:] = before
        driver.resample(0, key)
        assert driver.state.hand[0].tolist() == before[0].hand[0].tolist()
        assert (driver.describe() == features).all()
        cards = [*driver.state.deck[: driver.state.n_deck], *driver.state.hand[:3].ravel()]
        assert sorted(int(card) for card in cards) == sorted([1, 2, 3, 4] * 3)
        changed += driver.state.hand[1].tolist() != before[0].hand[1].tolist()
    assert changed > 25
