"""What the loader estimates of cards, skills and warriors for policies: worked out from the rows, whatever they are."""

from __future__ import annotations

import pytest

from sim.games.rider import GAME, codes, layout
from sim.games.rider import tables_worth as worth


def tables(*sets):
    return GAME.load(None, None, sets, 5).tables[0]


def skill(record, name):
    ids = [entry["id"] for entry in GAME.load(None, None, (), 5).document["cards"]["skill"]]
    return record.skills[ids.index(name)]


def test_a_skill_counts_by_whom_it_harms_and_helps():
    record = tables()
    fire, steal, mend = skill(record, "s03"), skill(record, "s48"), skill(record, "s49")
    assert fire.hurt[codes.WHO_CHOSEN] == 1.0
    assert fire.price_rage == 1.0
    assert (steal.good[codes.WHO_ACTOR], steal.good[codes.WHO_SELF]) == (-1.0, 1.0)
    assert mend.hurt[codes.WHO_CHOSEN] == -1.0


def test_what_is_stolen_from_each_that_is_picked_counts_twice():
    """s50: skip the own draw phase, steal 1 from each picked; one card given up is one gained."""
    steal = skill(tables(), "s50")
    assert steal.good[codes.WHO_CHOSEN] == -2.0
    assert steal.good[codes.WHO_SELF] == -2.0  # the draw phase


def test_a_turn_skipped_costs_a_draw_and_a_play_phase():
    """s30: pay invert, draw 3."""
    record = tables()
    invert = skill(record, "s30")
    assert invert.price_other == worth.PHASE_LOSS["draw"] + worth.PHASE_LOSS["play"] > invert.good[codes.WHO_SELF] == 3


def test_gates_count_by_their_chance():
    """s21: judge self black, damage actor 1 thunder [hit]."""
    assert skill(tables(), "s21").hurt[codes.WHO_ACTOR] == 0.5


def test_a_changed_row_changes_its_worth_and_its_warriors():
    before, after = tables(), tables(("cards.s03.do.1.3", "2"))
    assert skill(after, "s03").hurt[codes.WHO_CHOSEN] == 2.0
    assert after.warriors[2].worth_skill > before.warriors[2].worth_skill  # w003 has s03 alone
    assert after.warriors[3].worth_skill == before.warriors[3].worth_skill


def test_skills_that_work_face_up_only():
    record = tables()
    assert record.warriors[0].worth_up == record.warriors[0].worth_skill > 0  # w001: s01, static
    assert record.warriors[2].worth_up == 0  # w003: s03 may be used out of hiding (R-I2)


def test_hands_without_an_answer():
    """RULES.md section 10: four random cards hold no strike 0.26163, no dodge 0.50899, no energy 0.72366."""
    record = tables()
    assert record.none_of[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert record.none_of[:, 4] == pytest.approx([0.50899, 0.26163, 0.72366], abs=5e-6)
    assert record.none_of.shape == (3, layout.MAX_HAND)


def test_packs_of_all_words_are_valued():
    for pack in ("stress", "words", "hoard"):
        record = GAME.load(pack, None, (), 5).tables[0]
        shown = record.skills[: int(record.n_skills)]
        assert any(shown["reaches"] != 0)
