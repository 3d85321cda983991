"""Two programs, one game: the compiled kernels and the plain-Python reference side by side, move by move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from reference.kaguya import Game, default_rules, default_rulings, load_pack
from reference.kaguya.data import CHARACTERS

from sim.driver import Driver
from sim.game import ENGINE_COLUMNS, GameData
from sim.games.kaguya import GAME

from ..kit import agreement as kit
from ..kit.agreement import sets_of

PACKS = Path(__file__).parents[3] / "sim" / "games" / "kaguya" / "data" / "packs"

#: Columns that the engine fills, and those that carry another name in the reference.
ENGINE_NAMES = {column.name for column in ENGINE_COLUMNS}
OTHER_NAMES = {"owned": "cards_owned", "used": "cards_used", "round_score": "scores"}


@dataclass(frozen=True)
class Setting:
    """A way to play: a pack with changed constants and rulings.

    Attributes
    ----------
    name
        What a message calls it.
    pack
        Name of a shipped pack, or a pack file.
    rules, rulings
        Changed values.
    """

    name: str
    pack: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> GameData:
        """The tables of the kernels, by the product's own loader."""
        return GAME.load(self.pack, None, sets_of(self.rules, self.rulings), 4)

    def reference(self) -> Callable[[list[str], int, int], Game]:
        """The reference's games, by its own reading of the same files: characters by seat, deal key, table key."""
        file = Path(self.pack)
        pack = load_pack(file if file.suffix == ".toml" else PACKS / f"{self.pack}.toml")
        rules = default_rules() | pack.get("rules", {}) | dict(self.rules)
        return partial(Game, rules, default_rulings() | dict(self.rulings), pack)


@cache
def driver() -> Driver:
    """The compiled game; a twin lends it its tables."""
    return Driver(GAME, GAME.load("standin", None, (), 4), 4)


class Twin(kit.Twin):
    """Games of one setting played by both programs.

    Attributes
    ----------
    marks
        What the reference's games met: clauses, and words of the cards (see `Game.fired`).
    """

    game: Game

    def __init__(self, setting: Setting) -> None:
        super().__init__(driver(), setting.data())
        self.setting, self.new_game = setting, setting.reference()
        self.marks: set[str] = set()

    def play(self, seed: int, number: int, is_balanced: bool = False) -> None:
        """Game `number` of study `seed`; the moves are random, or those of policy `balanced`.

        Raises
        ------
        DisagreementError
            At the first difference.
        """
        rng = random.Random(f"{self.setting.name} {seed} {number}")
        characters = rng.sample(range(4), 4)
        codes = self.deal(f"{self.setting.name}, seed {seed}, game {number}", seed, number, characters)
        core = self.driver.state.core
        names = [CHARACTERS[character] for character in characters]
        self.game = self.new_game(names, int(core.deal_key), int(core.table_key))
        n_questions = 0
        while True:
            self._compare_chance()
            _, texts = self.compare(codes, self.game.legal())
            if self.game.is_over:
                break
            n_questions += len(codes) > 1
            index = self._choose_balanced(rng) if is_balanced and len(codes) > 1 else _choose_random(rng, texts)
            self.tell(texts[index])
            codes = self.driver.apply(codes[index])
            self.game.apply(texts[index])
        self._compare_rows(n_questions)
        self.marks |= self.game.fired

    def _choose_balanced(self, rng: random.Random) -> int:
        """Index of a move with the highest value by the weights of `balanced`."""
        values = self.driver.describe() @ self.info.weights["balanced"]
        return int(rng.choice(np.flatnonzero(values == values.max()).tolist()))

    def _compare_chance(self) -> None:
        """What fell to chance since the last point."""
        notes = [row for row in self.take_log() if GAME.clauses[row[0]].startswith("chance:")]
        self.demand("chance", [GAME.view.log_json(self.info, *row) for row in notes], self.game.chance)

    def _compare_rows(self, n_questions: int) -> None:
        """The outcome rows, every column but those of the engine."""
        row, reference = self.driver.outcome()[0], self.game.outcome()
        scores = [seat["score"] for seat in reference["seats"]]
        reference["top_tie"] = scores.count(max(scores))
        self.demand("questions", n_questions, reference.pop("questions"))
        seats = reference.pop("seats")
        self.demand("row", _plain(row, GAME_COLUMNS), reference)
        for seat in range(4):
            found = _plain(row["seats"][seat], SEAT_COLUMNS)
            expected = {name: _counted(value) for name, value in seats[seat].items() if name not in ENGINE_NAMES}
            self.demand(f"row of seat {seat + 1}", found, expected)


def _choose_random(rng: random.Random, texts: list[str]) -> int:
    """Index of a random move; a turn is seldom ended while there is something else to do, so that games are rich."""
    index = rng.randrange(len(texts))
    return rng.randrange(len(texts)) if texts[index] == "end" and rng.random() < 0.6 else index


GAME_COLUMNS = [c.name for c in GAME.all_columns() if not c.is_per_seat and c.name not in ENGINE_NAMES]
SEAT_COLUMNS = [c.name for c in GAME.all_columns() if c.is_per_seat and c.name not in ENGINE_NAMES]


def _plain(row: Any, names: list[str]) -> dict[str, Any]:
    """Columns of a row as the reference writes them."""
    found: dict[str, Any] = {}
    for name in names:
        value = row[name]
        if name in ("owned", "used"):
            value = [32 * word + bit for word in range(3) for bit in range(32) if int(value[word]) >> bit & 1]
        found[OTHER_NAMES.get(name, name)] = value if isinstance(value, list) else value.tolist()
    return found


def _counted(value: Any) -> Any:
    """Sets of cards as rising lists."""
    return sorted(value) if isinstance(value, set) else value
