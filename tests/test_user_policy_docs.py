"""docs/writing-a-policy.md and its examples: what stands there runs, and does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from scripts.request import Request, prepare
from sim.playout import Player

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "writing-a-policy.md").read_text(encoding="utf-8")
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "policies").glob("*.py"))}


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def rows(game: str, policy: str, n: int):
    setup = prepare(Request(game, policies=(policy,), seed=3), n)
    plan = setup.plan
    return Player(setup.game, setup.data, plan.policies, plan.n_seats, 3).play(plan.rows(0, 0, n))


def test_code_on_the_page_is_the_code_of_the_examples():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        assert any(block in text for text in FILES.values()), block


def test_commands_on_the_page_name_policies_that_are_there():
    for file, name in re.findall(r"examples/policies/(\w+\.py):(\w+)", PAGE):
        assert f"def {name}(" in FILES[file]


def test_hold_at_25_plays_like_the_style():
    mine, style = (rows("examples/pig", policy, 200) for policy in ("examples/policies/pig.py:hold_at_25", "hold_25"))
    assert mine.tobytes() == style.tobytes()


def test_moody_holds_at_one_number_a_game():
    setup = prepare(Request("examples/pig", policies=("examples/policies/pig.py:moody",), seed=3), 40)
    plan = setup.plan
    player = Player(setup.game, setup.data, plan.policies, plan.n_seats, 3)
    numbers = []
    for i in range(40):
        totals: dict[int, list[tuple[int, int]]] = {}
        before = None
        for step in player.iterate(plan.rows(0, i, i + 1)):
            if before is not None and not step.is_forced:
                totals.setdefault(step.seat, []).append((int(before["turn_total"][0]), step.action))
            before = step.state
        for asked in totals.values():
            held = [total for total, action in asked if action == 1]
            rolled = [total for total, action in asked if action == 0]
            lowest = max(rolled, default=0) + 1
            assert all(total >= lowest for total in held)
            numbers.append(min(held, default=25))
    assert np.std(numbers) > 1


def test_the_page_names_every_argument_and_the_size_of_the_memory():
    from sim.loop import N_MEMORY
    from sim.policies.user import ARGUMENTS

    assert all(f"`{name}`" in PAGE for name in ARGUMENTS)
    assert f"| `memory` | {N_MEMORY} numbers" in PAGE


def test_looking_ahead_beats_random_in_kaguya():
    """One action ahead is little, but far better than none: over half of the games against three random players."""
    policy = "1=examples/policies/kaguya.py:ahead,2=random,3=random,4=random"
    played = rows("kaguya", policy, 96)
    assert played["is_finished"].all()
    share = (played["seats"]["win_share"] * (played["seats"]["participant"] == 0)).sum(axis=1)
    assert share.mean() - 5 * share.std(ddof=1) / np.sqrt(len(share)) > 0.25
