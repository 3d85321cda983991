"""Every game folder found keeps the contract: the shipped ones, the examples, the engine's toy."""

from __future__ import annotations

from pathlib import Path

import pytest
from sizes import SIZES

from sim import registry
from sim.contract.result import Result
from sim.contract.run import check_game
from sim.contract.task import Sizes, Task

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(file.parent for folder in ("examples", "tests") for file in (ROOT / folder).glob("*/__init__.py"))
GAMES = [
    *registry.shipped_names(),
    *(str(folder) for folder in FOLDERS if "GAME = " in (folder / "__init__.py").read_text()),
]


def test_the_games_are_found() -> None:
    assert {Path(game).name for game in GAMES} >= {"kaguya", "pig", "toy"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_a_game_keeps_the_contract(game: str) -> None:
    sizes = Sizes(
        games=SIZES.contract_games,
        walks=SIZES.contract_walks,
        told=SIZES.contract_told,
        interpreted=SIZES.contract_interpreted,
    )
    results = [news for news in check_game(Task(game), sizes) if isinstance(news, Result)]
    assert [(result.id, result.message) for result in results if result.status == "failed"] == []
    skipped = {result.id for result in results if result.status == "skipped"}
    assert skipped <= {"rules_text", "document", "scores", "coverage"}
