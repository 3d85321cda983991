"""Two programs, one game: the compiled kernels and the plain-Python reference side by side, move by move."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from reference.konoten.data import CHARACTERS, Data
from reference.konoten.game import Game

from sim.driver import Driver
from sim.game import GameData
from sim.games.konoten import GAME, codes

from ..kit import agreement as kit
from ..kit.agreement import sets_of
from .clause_map import acted, expected_notes, grown, kernel_notes
from .taste import Taste

#: Columns that carry another name in the reference, or are lists there.
SAME_GAME = (
    "n_players", "longest_list", "lenses_total", "normal_deck_left", "vp_deck_left", "vp_cards_unplayed", "shared_win",
    "tie_break_level", "turn_limit_hit", "warnings",
)  # fmt: skip
SAME_SEAT = (
    "win_share", "rank", "vp_polish", "vp_blades", "vp_owner_bonus", "vp_triggers", "vp_wills", "vp_round_end",
    "vp_stagnation", "vp_end_nodes", "vp_multiplier", "lenses", "lens_cards", "lens_result_sum", "largest_lens",
    "collects_normal", "collects_vp", "wills", "focus", "negotiates", "spirits", "polishes", "chains", "act_own",
    "act_foreign", "persuades", "restarts", "free_takes", "final_acts", "ousted_by_others", "own_lens_used_by_others",
    "growths", "growths_spent", "workers_gained", "workers_spent", "workers_final", "ap_spent", "ap_lost_cap",
    "ap_left", "creativity_lost_cap", "materials_lost_grid", "materials_short_supply", "hand_left", "lock_filled",
    "first_to_end_count",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """A way to play.

    Attributes
    ----------
    name
        What a message calls it.
    rules, rulings
        Changed values.
    file, pack
        A pack for the product's loader, and the same as plain data for the reference; default the shipped one.
    """

    name: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, Any] = field(default_factory=dict)
    file: str = "standin"
    pack: dict[str, Any] | None = None

    def data(self) -> GameData:
        """The tables of the kernels, by the product's own loader."""
        return GAME.load(self.file, None, sets_of(self.rules, self.rulings), 4)

    def reference(self) -> Data:
        """The reference's own reading of the same."""
        return Data(dict(self.rules), dict(self.rulings), self.pack)


@cache
def driver() -> Driver:
    """The compiled game; a twin lends it its tables and number of seats."""
    return Driver(GAME, GAME.load("standin", None, (), 4), 4)


class Twin(kit.Twin):
    """Games of one setting played by both programs.

    Attributes
    ----------
    notes
        Names of the kernels' notes that fired so far.
    """

    game: Game

    def __init__(self, setting: Setting) -> None:
        super().__init__(driver(), setting.data())
        self.setting, self.rules = setting, setting.reference()
        self.sheets = {c: {n: node.before for n, node in sheet.items()} for c, sheet in self.rules.sheets.items()}
        self.notes: set[str] = set()

    def play(self, seed: int, number: int, n_seats: int, is_uniform: bool = False) -> None:
        """Game `number` of study `seed`.

        Raises
        ------
        DisagreementError
            At the first difference.
        """
        rng = random.Random(f"{self.setting.name} {seed} {number}")
        where = f"{self.setting.name}, seed {seed}, game {number}, {n_seats} players"
        taste = Taste(rng, self.sheets, is_uniform)
        characters = rng.sample(range(6), n_seats)
        legal = self.deal(where, seed, number, characters)
        self.game = Game(self.rules, [CHARACTERS[c] for c in characters], *self._decks())
        while True:
            while len(legal) == 1:
                legal = self._apply(legal[0])
            options = self.game.options()
            shown, _ = self.compare(legal, options)
            if self.game.is_over:
                break
            text = taste.choose(options, shown["seats"][self.game.actor])
            self.tell(text)
            legal = self._apply(legal[options.index(text)])
            self.game.take(text)
        self._compare_rows(n_seats)
        self._compare_notes()

    def _decks(self) -> list[list[int]]:
        """The decks that the kernels dealt, for the reference; what was drawn is still in the arrays."""
        state, rules = self.driver.state, self.tables[0]
        n_normal, n_cards = int(rules.n_normal), int(rules.n_cards)
        decks = ((state.normal_deck, n_normal), (state.vp_deck, n_cards - n_normal))
        return [[int(card) + 1 for card in deck[:n][::-1]] for deck, n in decks]

    def _apply(self, action: int) -> list[int]:
        legal = self.driver.apply(action)
        self.take_log()
        return legal

    def _compare_rows(self, n_seats: int) -> None:
        """The outcome rows, every column of section 7."""
        row, reference = self.driver.outcome()[0], self.game.outcome()
        expected = {name: reference[name] for name in SAME_GAME}
        expected |= {
            "turns": reference["main_turns"],
            "start_seat": [reference[f"start_seat_r{i}"] for i in (1, 2, 3, 4)],
            "base_left": [reference[f"base_left_{cost}"] for cost in range(5)],
            "winners": sum(seat["rank"] == 1 for seat in reference["seats"]),
        }
        self.demand("row", {name: row[name].tolist() for name in expected}, expected)
        for p in range(n_seats):
            found, seat = row["seats"][p], self._expected_seat(reference["seats"][p], p)
            self.demand(f"row of seat {p + 1}", {name: found[name].tolist() for name in seat}, seat)

    def _expected_seat(self, seat: Mapping[str, Any], p: int) -> dict[str, Any]:
        """The reference's columns of a seat by the product's names."""
        scores = seat["scores"]
        place = CHARACTERS.index(self.game.state.seats[p].character)
        return {
            **{name: seat[name] for name in SAME_SEAT},
            "score": seat["vp"], "vp_handicap": seat["handicap"], "turns_taken": seat["turns"], "place": p + 1,
            "round_score": [*scores, *scores[-1:] * (4 - len(scores))],
            "mean_base_cost": float(np.float32(seat["mean_base_cost"])),
            "task_round": [seat[f"task_round_{task}"] for task in codes.TASKS],
            "left_items": [seat[f"left_{kind}"] for kind in codes.MATERIALS],
            "cards_in_lenses": sum(1 << (card - 1) for card in seat["cards_in_lenses"]),
            "nodes_final": _words(seat["nodes_final"] << (16 * place)), **self._expected_nodes(place),
        }  # fmt: skip

    def _expected_nodes(self, place: int) -> dict[str, Any]:
        """Nodes grown and used, from the reference's marks; in invented packs clauses are no names of nodes."""
        if self.setting.pack is not None:
            return {}
        hundred, sheet = str(place + 1), self.rules.sheets[CHARACTERS[place]]
        of = {
            "nodes_grown": grown(self.game.fired).get(hundred, set()) | {0},
            "nodes_used": {n for n in acted(self.game.fired).get(hundred, set()) if sheet[n].effects},
        }
        return {name: _words(sum(1 << n for n in nodes) << (16 * place)) for name, nodes in of.items()}

    def _compare_notes(self) -> None:
        """The clauses that fired, where both programs have a name for them."""
        core = self.driver.state.core
        fired = {GAME.clauses[code] for code in np.flatnonzero(core.notes)}
        self.notes |= fired
        is_shipped = self.setting.pack is None
        found, expected = kernel_notes(fired, is_shipped), expected_notes(self.game.fired, is_shipped)
        self.demand("notes", sorted(found - expected), sorted(expected - found))


def _words(mask: int) -> list[int]:
    """Three words of 32 bits."""
    return [mask >> (32 * word) & 0xFFFFFFFF for word in range(3)]
