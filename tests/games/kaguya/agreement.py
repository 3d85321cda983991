"""Two programs, one game: the compiled kernels and the plain-Python reference side by side, move by move."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from reference.kaguya import Game, default_rules, default_rulings, load_pack
from reference.kaguya.data import CHARACTERS

from sim.core import MAX_LOG
from sim.driver import Driver
from sim.game import ENGINE_COLUMNS, GameData
from sim.games.kaguya import GAME

PACKS = Path(__file__).parents[3] / "sim" / "games" / "kaguya" / "data" / "packs"

#: Moves that a message shows of what went before.
TAIL = 8

#: Columns that the engine fills, and those that carry another name in the reference.
ENGINE_NAMES = {column.name for column in ENGINE_COLUMNS}
OTHER_NAMES = {"owned": "cards_owned", "used": "cards_used", "round_score": "scores"}


class DisagreementError(AssertionError):
    """The two programs differ."""


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
        sets = [(f"rules.{name}", json.dumps(value)) for name, value in self.rules.items()]
        sets += [(f"rulings.{name}", word) for name, word in self.rulings.items()]
        return GAME.load(self.pack, None, sets, 4)

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


def differences(kernel: Any, reference: Any, path: str = "") -> list[str]:
    """Where two JSON values differ, one line for each path."""
    if isinstance(kernel, dict) and isinstance(reference, dict):
        lines = []
        for key in [*kernel, *(key for key in reference if key not in kernel)]:
            if key not in kernel or key not in reference:
                lines.append(f"{path}.{key} is missing in the {'kernel' if key in reference else 'reference'}")
            else:
                lines += differences(kernel[key], reference[key], f"{path}.{key}")
        return lines
    if isinstance(kernel, list) and isinstance(reference, list) and len(kernel) == len(reference):
        pairs = enumerate(zip(kernel, reference, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{path}[{i}]")]
    return [] if kernel == reference else [f"{path}: kernel {kernel!r}, reference {reference!r}"]


class Twin:
    """One game played by both programs.

    Attributes
    ----------
    kinds
        Ids of the decision points met so far.
    marks
        What the reference's games met: clauses, and words of the cards (see `Game.fired`).
    """

    game: Game

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.info, self.new_game = setting.data(), setting.reference()
        self.tables = np.array(self.info.tables)
        self.marks: set[str] = set()
        self.kinds: set[str] = set()

    def play(self, seed: int, number: int, is_balanced: bool = False) -> None:
        """Game `number` of study `seed`; the moves are random, or those of policy `balanced`.

        Raises
        ------
        DisagreementError
            At the first difference.
        """
        rng = random.Random(f"{self.setting.name} {seed} {number}")
        self.where = f"{self.setting.name}, seed {seed}, game {number}"
        self.history: list[str] = []
        characters = rng.sample(range(4), 4)
        driver().tables = self.tables
        codes = driver().setup(seed, number, tuple(characters))
        core = driver().state["core"]
        names = [CHARACTERS[character] for character in characters]
        self.game = self.new_game(names, int(core["deal_key"]), int(core["table_key"]))
        n_questions = 0
        while True:
            texts = self._compare(codes)
            if self.game.is_over:
                break
            n_questions += len(codes) > 1
            self.kinds.add(self.game.decision)
            index = self._choose_balanced(rng) if is_balanced and len(codes) > 1 else _choose_random(rng, texts)
            self.history.append(f"seat {self.game.actor + 1} {self.game.decision} {texts[index]}")
            codes = driver().apply(codes[index])
            self.game.apply(texts[index])
        self._compare_rows(n_questions)
        self.marks |= self.game.fired

    def _choose_balanced(self, rng: random.Random) -> int:
        """Index of a move with the highest value by the weights of `balanced`."""
        values = driver().describe() @ self.info.weights["balanced"]
        return int(rng.choice(np.flatnonzero(values == values.max()).tolist()))

    def _compare(self, codes: list[int]) -> list[str]:
        """Chance, state and legal texts at this point; returns the texts."""
        state, game = driver().states[0], self.game
        if state.core.n_log > MAX_LOG:
            raise DisagreementError(f"{self.where}: the log has room for {MAX_LOG} notes, here are {state.core.n_log}")
        notes = driver().take_log()
        logged = [GAME.view.log_json(self.info, *row) for row in notes if GAME.clauses[row[0]].startswith("chance:")]
        texts = [GAME.view.action_text(state, self.info, code) for code in codes]
        self._demand("chance", logged, game.chance)
        self._demand("state", GAME.view.state_json(state, self.info), game.dump())
        self._demand("legal", texts, game.legal())
        return texts

    def _compare_rows(self, n_questions: int) -> None:
        """The outcome rows, every column but those of the engine."""
        row, reference = driver().outcome()[0], self.game.outcome()
        scores = [seat["score"] for seat in reference["seats"]]
        reference["top_tie"] = scores.count(max(scores))
        self._demand("questions", n_questions, reference.pop("questions"))
        seats = reference.pop("seats")
        self._demand("row", _plain(row, GAME_COLUMNS), reference)
        for seat in range(4):
            found = _plain(row["seats"][seat], SEAT_COLUMNS)
            expected = {name: _counted(value) for name, value in seats[seat].items() if name not in ENGINE_NAMES}
            self._demand(f"row of seat {seat + 1}", found, expected)

    def _demand(self, what: str, kernel: Any, reference: Any) -> None:
        """Both values must be the same."""
        lines = differences(kernel, reference, what)
        if lines:
            tail = "\n".join(self.history[-TAIL:])
            step, event = len(self.history), self.game.state.event
            shown = "\n".join(lines[:20])
            raise DisagreementError(f"{self.where}, step {step}, event {event}, after\n{tail}\n{shown}")


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
