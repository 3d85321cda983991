"""Whatever skill the vocabulary can express and the loader takes, games with it keep the invariants and end."""

from __future__ import annotations

from pathlib import Path

import pytest
from sizes import SIZES

from sim.games.rider.tables import load

from .checker import Checker
from .wild import wild_pack, wild_skills


def test_random_skills_use_the_whole_vocabulary() -> None:
    """Over the packs below every mode, and nearly every effect."""
    skills = [skill for seed in range(8) for skill in wild_skills(seed)]
    assert {skill["mode"] for skill in skills} == set("SFAPV")
    assert len({row[0] for skill in skills for row in skill["do"]}) > 35


@pytest.mark.parametrize("seed", range(8))
def test_games_with_random_skills_are_sound(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "wild.toml"
    path.write_text(wild_pack(seed), encoding="utf-8")
    found = Checker(load(str(path), None, (), 5))
    for found.n_seats in (2, 5, 8):
        broken = found.play(0, SIZES.rider_invariants // 50)
        assert broken is None, broken
