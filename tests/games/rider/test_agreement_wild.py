"""Kernels and reference agree on skills made at random out of the whole vocabulary, under mixed rulings."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from reference.rider import Data
from sizes import size

from .agreement import Setting, Twin
from .test_agreement import CONSTANTS, FREE
from .wild import wild_pack

PLAYERS = (2, 3, 5, 8, 12)


@dataclass(frozen=True)
class WrittenSetting(Setting):
    """A way to play with a pack that a test wrote."""

    def reference(self) -> Data:
        """The reference's own reading of the file."""
        return Data(dict(self.rules), dict(self.rulings), tomllib.loads(Path(self.pack).read_text(encoding="utf-8")))


class QuietTwin(Twin):
    """Games whose moves and ends are compared; notes are where a skill of the shipped packs can meet them."""

    def _compare_notes(self) -> None:
        pass


@pytest.mark.parametrize("seed", range(size(12, 4)))
def test_random_skills(seed: int, tmp_path: Path) -> None:
    """None of these packs has a skill that wakes itself without end: the kernels' stack has a limit (4.2)."""
    path, rng = tmp_path / "wild.toml", random.Random(f"wild agreement {seed}")
    path.write_text(wild_pack(seed), encoding="utf-8")
    share = rng.choice((0, 0.1, 0.3, 0.6))
    rulings = {name: rng.choice(values) for name, values in FREE.items() if rng.random() < share}
    rules = rng.choice(CONSTANTS) if rng.random() < 0.3 else {}
    twin = QuietTwin(WrittenSetting(f"wild {seed} {rulings}", rules, {**rulings, "allow_over_10": True}, str(path)))
    for number in range(size(15, 3)):
        twin.play(seed, number, PLAYERS[(seed + number) % len(PLAYERS)])
