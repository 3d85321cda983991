"""Two programs, one game: the compiled kernels and the plain-Python reference side by side, move by move."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from reference.rider import Data, Game, load_pack

from sim.driver import SETUP
from sim.game import GameData
from sim.games.rider import GAME, codes
from sim.games.rider.layout import MAX_SKILLS
from sim.policies.resolve import RANDOM, resolve_policies

from ..kit import agreement as kit
from ..kit.agreement import sets_of
from .situations import MAX_SEATS, driver
from .styles import STYLES

ELEMENTS = ("plain", "fire", "thunder", "ice", "poison")

#: Columns that both programs call the same.
SAME_GAME = (
    "first_seat", "winners_n", "survivors_n", "faction_size_max", "villains_n", "villains_link_n", "faction_changes_n",
    "rounds", "turns", "skipped_turns", "deaths_n", "first_death_round", "reshuffles_n", "nullify_n", "judge_n",
    "pindian_n", "chain_n", "cancel_n", *(f"dmg_{e}" for e in ELEMENTS), "hp_lost_total", "warnings",
)  # fmt: skip
SAME_SEAT = (
    "survived", "villain", "hidden_end", "warrior_start", "warrior_end", "faction_printed", "reveal_turn",
    "reveal_round", "reveal_how", "death_round", "killer_seat", "kills", "kills_own", "reward_cards",
    *(f"dealt_{e}" for e in ELEMENTS), *(f"taken_{e}" for e in ELEMENTS), "hp_lost", "healed", "rescues", "rage_gained",
    "rage_spent", "rage_strikes", "rage_charges", "forms_change", "forms_up", "forms_down", "supply_drawn", "strikes",
    "hits", "dodges", "battle_skills", "equips", "drawn", "discarded", "down_turned", "linked_n", "inverted_n",
    "skill_uses",
)  # fmt: skip

#: Clauses that are marked when options are listed, which the programs do in ways of their own: not compared.
LISTED = {
    "R-A3": "kernels ask for the targets of a kind before they know whether there is a card for it",
    "R-A4": "the same for the limits",
    "R-C3": "kernels: whatever is discarded while cards lie face down; reference: in the discard phase",
    "R-F8": "whether a skill is about people is asked before or after its conditions",
    "R-I4": "kernels: no mark for a row on cards where there is nothing to take",
    "R-U2": "as R-A4",
    "R-U9": "kernels: asked for each target; reference: once",
}

#: Notes that only the kernels have: steps of theirs, and what a trace tells.
UNSHARED = ("frame ", "fact:", "chance:")
NOTES, ANOTHER = set(GAME.clauses), "skill of another pack"

#: What the reference calls by names of its own.
EX_CARDS = {"EX ice_blade", "EX ward_gear"}

#: Fields of a seat that the end of a game leaves as they were; cards on their way stay where the end finds them.
AT_THE_END = ("seat", "is_alive", "warrior", "hp", "link", "determined", "faction")


#: The contract's number of an end, by the product's code.
CONTRACT_END = {1: 0, 2: 1, -2: 2, -3: 2, -4: 3}


@dataclass(frozen=True)
class Setting:
    """A way to play.

    Attributes
    ----------
    name
        What a message calls it.
    rules, rulings
        Changed values.
    pack
        A shipped pack, which each program reads by itself.
    """

    name: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, Any] = field(default_factory=dict)
    pack: str = "standin"

    def data(self) -> GameData:
        """The tables of the kernels, by the product's own loader."""
        return GAME.load(self.pack, None, sets_of(self.rules, self.rulings), 5)

    def reference(self) -> Data:
        """The reference's own reading of the same."""
        return Data(dict(self.rules), dict(self.rulings), load_pack(self.pack))


def seat_persons(persons: Sequence[int]) -> list[int]:
    """Deal the game on the table once more, with these persons by seat; the legal actions."""
    states, core = driver().states, driver().state.core
    deal_key, table_key = int(core.deal_key), int(core.table_key)
    states[:] = np.zeros(1, GAME.state)
    core.n_seats, core.deal_key, core.table_key, core.is_logged = len(persons), deal_key, table_key, 1
    core.participants[: len(persons)] = persons
    return driver()._call(SETUP)


class Twin(kit.Twin):
    """Games of one setting played by both programs.

    Attributes
    ----------
    notes, recent
        Names of the kernels' notes that fired so far, and since the last comparison.
    uneven
        Static skills with conditions, and their words: each program looks at them when it needs their numbers.
    """

    game: Game

    def __init__(self, setting: Setting) -> None:
        super().__init__(driver(), setting.data())
        self.setting, self.rules = setting, setting.reference()
        groups = [group[0].group for group in self.rules.groups]
        self.groups = {warrior.number: groups.index(warrior.group) for warrior in self.rules.warriors}
        self.notes, self.recent = set[str](), set[str]()
        statics = [skill for skill in self.rules.skills.values() if skill.mode == "S" and skill.if_]
        self.uneven = {name for skill in statics for name in (skill.id, *(f"do {row[0]}" for row in skill.do))}
        styles = resolve_policies(STYLES, self.info, len(GAME.feature_names))
        self.weights = {style.name: style.weights for style in styles}

    def play(self, seed: int, number: int, n_seats: int, is_styled: bool = False) -> None:
        """Game `number` of study `seed`, by uniform choices, or with a style drawn for each seat.

        A style weighs by the kernels' features alone: it only makes other choices than chance does.

        Raises
        ------
        DisagreementError
            At the first difference.
        """
        rng = random.Random(f"{self.setting.name} {seed} {number}")
        where = f"{self.setting.name}, seed {seed}, game {number}, {n_seats} players{', styles' if is_styled else ''}"
        persons = rng.sample(range(n_seats), n_seats)
        policies = [rng.choice((RANDOM, *STYLES)) if is_styled else RANDOM for _ in range(n_seats)]
        self.deal(where, seed, number, [0] * n_seats)
        legal = seat_persons(persons)
        self.recent = set()
        self.take_log()
        legal = self._pass_forced(legal)
        core = self.driver.state.core
        self.game = Game(self.rules, persons, int(core.deal_key), int(core.table_key))
        while not (core.is_over and self.game.is_over):
            options = self.game.options()
            self.demand("is_over", bool(core.is_over), self.game.is_over)
            self.compare(legal, options)
            self._compare_notes()
            choice = self._choose(rng, policies[self.game.actor], len(options))
            self.tell(options[choice])
            self.game.take(options[choice])
            legal = self._pass_forced(self._apply(legal[choice]))
        self._compare_end()
        self._compare_rows(n_seats)
        self.take_log()
        self._compare_notes()

    def _choose(self, rng: random.Random, policy: str, n: int) -> int:
        """Which of n options a policy takes."""
        if policy == RANDOM:
            return rng.randrange(n)
        values = self.driver.weigh(self.weights[policy])
        return rng.choice(np.flatnonzero(values == values.max()).tolist())

    def take_log(self) -> list[tuple[int, int, int]]:
        """Notes since the last time, which are remembered."""
        log = super().take_log()
        self.recent |= {GAME.clauses[code] for code, _, _ in log}
        return log

    def _compare_notes(self) -> None:
        """The clauses, decision points, words and skills that acted since the last time."""
        self.notes |= self.recent
        here = {name for name in self.recent if not name.startswith(UNSHARED)} - self.uneven - set(LISTED)
        there = {name if name in NOTES else ANOTHER for name in self.game.take_recent() - EX_CARDS}
        there -= self.uneven | set(LISTED)
        self.demand("notes of the kernels alone", sorted(here - there), [])
        self.demand("notes of the reference alone", sorted(there - here), [])
        self.recent = set()

    def _apply(self, action: int) -> list[int]:
        legal = self.driver.apply(action)
        self.take_log()
        return legal

    def _pass_forced(self, legal: list[int]) -> list[int]:
        """Take single options, which the reference does not ask."""
        while len(legal) == 1:
            legal = self._apply(legal[0])
        return legal

    def _compare_end(self) -> None:
        shown = self.driver.game.view.state_json(self.driver.state, self.info)
        for seat, expected in zip(shown["seats"], self.game.dump()["seats"], strict=True):
            self.demand("end", {n: seat[n] for n in AT_THE_END}, {n: expected[n] for n in AT_THE_END})

    def _compare_rows(self, n_seats: int) -> None:
        """The outcome rows, every column of section 7 but the depth of the stack."""
        self.driver.n_seats = MAX_SEATS  # one type of row for all numbers of seats
        row, reference = self.driver.outcome()[0], self.game.outcome()
        end = reference["end_reason"]
        expected = {
            **{name: reference[name] for name in SAME_GAME}, "n_seats": n_seats, "winners": reference["winners_n"],
            "winner_faction": reference["winner_faction"], "turn_limit": int(end == 2),
        }  # fmt: skip
        self.demand("row", {name: row[name].tolist() for name in expected}, expected)
        self.demand("end reason", CONTRACT_END[int(self.driver.state.core.end_reason)], end)
        self.demand("decisions", len(self.history), reference["decisions"])
        ranks = [seat["rank"] for seat in reference["seats"]]
        for p, seat in enumerate(reference["seats"]):
            found, expected = row["seats"][p], self._expected_seat(seat, p, ranks)
            self.demand(f"row of seat {p + 1}", {name: found[name].tolist() for name in expected}, expected)

    def _expected_seat(self, seat: Mapping[str, Any], p: int, ranks: list[float]) -> dict[str, Any]:
        """The reference's columns of a seat by the product's names."""
        state = self.game.state
        person, n = state.seats[p], len(ranks)
        hp_rounds = [max(hp, 0) for hp in seat["hp_rounds"][:10]]
        return {
            **{name: int(seat[name]) for name in SAME_SEAT},
            "credit": seat["win_share"], "win_share": float(seat["win"]), "rank": 1 + sum(r < ranks[p] for r in ranks),
            "place": 1 + (p - state.first) % n, "hp_end": person.hp, "form_caps": person.counts["form_caps"],
            "group": self.groups.get(seat["warrior_start"], -1), "faction_end": self._faction(seat["faction_end"]),
            "offer": [*seat["offers"], *[-1] * (5 - len(seat["offers"]))],
            "round_hp": [*hp_rounds, *[max(person.hp, 0)] * (10 - len(hp_rounds))],
            "skills_used": _words(sum(1 << list(self.rules.skills).index(skill) for skill in seat["skills_used"])),
            "kinds_worn": sum(1 << codes.KINDS.index(kind) for kind in seat["worn"]),
        }  # fmt: skip

    def _faction(self, faction: int) -> int:
        """A faction by the product's codes: a villain's is told by the seat that his id was made for."""
        return faction if faction <= 100 else 101 + self.game.state.villains[faction - 101]


def _words(mask: int) -> list[int]:
    """Words of 64 bits, as many as the column has."""
    return [mask >> (64 * word) & (2**64 - 1) for word in range(MAX_SKILLS // 64)]
