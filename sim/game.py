"""The contract between a game and everything else: GameSpec, outcome columns, loaded data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from sim.errors import UserError


class Role(StrEnum):
    """What an outcome column means to the analysis."""

    SHARE = "share"  # win credit in 0..1; sums to 1 over the seats in a game with single winners
    SCORE = "score"  # final score of a seat
    PART = "score_part"  # part of the score; the parts and the start score add up to the score
    PLACE = "place"  # rank, 1 = best
    COUNT = "count"  # how often something happened, or how much of it
    FLAG = "flag"  # 0 or 1
    MASK = "mask"  # bit set
    ID = "id"  # name of something: character, policy, card, reason
    ROUND_SCORE = "round_score"  # score of a seat after each round


@dataclass(frozen=True)
class Column:
    """One outcome column.

    Attributes
    ----------
    name
        Name in the rows; columns of a seat are stored as `name_1` (seat 1), `name_2`, ...
    dtype
        NumPy dtype string, e.g. "i2".
    role, unit, meaning
        For analysis and reports: role, unit in words, one-line meaning.
    is_per_seat
        Whether there is one value for each seat.
    size
        Above 1: a fixed number of values, stored as `name_1_a`... with suffix `_k1`, `_k2`, ...
    names
        Names of the values of a column with several, in order: `("light", "rainbow", "stagnation")`; numbers from 1
        unless given.
    compares
        Id of a seat: what one of its values is called where their win shares are compared, e.g. "hero". Negative
        values are none; values of the same label are one.
    options_of
        Ids of a seat, several values: what could be had when the value of this other column was chosen; -1 is none.
    winner_of
        Id of the game: which value of this seat column won, as a team. Values that no seat has are winners all the
        same (outsiders).
    never
        Count: the value that says that it did not happen; means leave it out.
    is_told_in_full
        Count: its spread and quantiles are worth telling, not only its mean.
    is_bare
        Id that explains no win by itself, such as a chair or what follows from another id: it is there for readers of
        the rows, and stands in no table of events and choices.
    bits_per_character
        Bit sets of a seat whose entries can belong to one character only: entry e of the character with code c is bit
        `bits_per_character` x c + e. 0: entries that every character can have.
    """

    name: str
    dtype: str
    role: Role
    unit: str
    meaning: str
    is_per_seat: bool = False
    size: int = 1
    bits_per_character: int = 0
    names: tuple[str, ...] = ()
    compares: str = ""
    options_of: str = ""
    winner_of: str = ""
    never: int | None = None
    is_told_in_full: bool = False
    is_bare: bool = False


#: Columns that the engine fills for every game.
ENGINE_COLUMNS = (
    Column("game", "i8", Role.ID, "", "index of the game in the study"),
    Column("block", "i8", Role.ID, "", "index of the block: a balanced set of seatings"),
    Column("table", "i2", Role.ID, "", "index of the policy table: who decides for whom"),
    Column("seating", "i2", Role.ID, "", "index of the seating inside the block"),
    Column("is_finished", "i1", Role.FLAG, "", "the game reached its end by the rules"),
    Column("end_reason", "i1", Role.ID, "", "code of how the game ended; below 0 unfinished"),
    Column("decisions", "i4", Role.COUNT, "decisions", "decision points with more than one legal action"),
    Column("character", "i1", Role.ID, "", "character of the seat", True),
    Column("participant", "i1", Role.ID, "", "participant of the plan who sat there", True),
    Column("policy", "i2", Role.ID, "", "policy that decided for the seat", True),
)

#: Columns that every game's `score` must fill, besides its own.
COMMON_COLUMNS = (
    Column("winners", "i1", Role.COUNT, "players", "number of winners"),
    Column("turns", "i4", Role.COUNT, "turns", "turns begun in the game"),
    Column("win_share", "f8", Role.SHARE, "", "win credit: 1/k in a k-way shared win", True),
    Column("rank", "i1", Role.PLACE, "", "final rank, 1 = best; equals share the better rank", True),
    Column("place", "i1", Role.PLACE, "", "place in turn order, 1 = first to play", True),
)


def outcome_dtype(columns: Sequence[Column], n_seats: int) -> np.dtype[Any]:
    """Row dtype of a game: game columns, then `seats`, a nested record for each of `n_seats` seats."""
    every = (*ENGINE_COLUMNS, *COMMON_COLUMNS, *columns)

    def entry(column: Column) -> tuple[Any, ...]:
        return (column.name, column.dtype) if column.size == 1 else (column.name, column.dtype, (column.size,))

    seat = np.dtype((np.record, [entry(c) for c in every if c.is_per_seat]))
    fields = [entry(c) for c in every if not c.is_per_seat]
    return np.dtype((np.record, [*fields, ("seats", seat, (n_seats,))]))


@dataclass(frozen=True)
class GameData:
    """A game's tables, checked and ready for kernels, with all that a report must say of them.

    Attributes
    ----------
    tables
        Array of shape (1,) of the game's TABLES record: rules constants, rulings, cards.
    document
        The whole resolved data as plain dicts (rules, rulings, cards, policies): what `study.toml` and digests hold.
    weights
        Named weight rows, each float64 of shape (n_features,), in the order of the policies file.
    rules_digest, cards_digest
        First 16 hex digits of sha256 of the canonical JSON of the two parts.
    provenance
        Number of card data entries by provenance ("seed", "public", "assumed").
    pack
        Name of the card pack.
    notes
        What a reader should know of these data, such as factions of unequal size: a sentence each. Nothing is wrong
        with the data; what is wrong is a `UserError`.
    """

    tables: np.ndarray[Any, Any]
    document: Mapping[str, Any]
    weights: Mapping[str, np.ndarray[Any, Any]]
    rules_digest: str
    cards_digest: str
    provenance: Mapping[str, int]
    pack: str
    notes: tuple[str, ...] = ()


class View(Protocol):
    """Plain Python that puts a game into words. Seats are numbered from 1 in everything it returns."""

    def action_text(self, state: Any, data: GameData, action: int) -> str:
        """The contract's text form of an action code, e.g. `place char=secretary die=2`."""
        ...

    def parse_action(self, state: Any, data: GameData, text: str) -> int:
        """The action code of a text form; UserError if it is none."""
        ...

    def state_json(self, state: Any, data: GameData) -> dict[str, Any]:
        """The whole state as plain JSON data, open and hidden parts alike; documented in RULES.md."""
        ...

    def decision_name(self, state: Any, data: GameData) -> str:
        """Id of the decision point that is asked now, e.g. `D2`."""
        ...

    def log_json(self, data: GameData, code: int, a: int, b: int) -> dict[str, Any] | None:
        """One log entry as JSON data: a chance outcome or a fact worth telling; None to leave it out."""
        ...

    def tell(self, data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
        """A whole game as lines for people, from the header and the actions of its trace (`sim.trace.trace`).

        The view sees all at once, so it may group: the rolls of a player in one line, consequences with their cause.
        `with_tables` asks for the table after every action, besides the places where the view shows it anyway.
        """
        ...


#: Whether the games of a block share one deal, or each has its own.
DEALS = ("shared", "fresh")

#: Words for the end reason -1.
STOPPED_BY_ENGINE = "stopped at the engine's limit of decisions"

#: Scratch record of a game whose features need none.
NO_SCRATCH = np.dtype((np.record, [("unused", "i1")]))


@dataclass(frozen=True)
class GameSpec:
    """Everything that the generic parts know about a game.

    Kernels (all `sim.kernel.kernel`, no allocation; `state` and `tables` are one record each):

    - `setup(state, tables)`: the engine has cleared the state and filled CORE; deals and runs to the first decision.
    - `legal_actions(state, tables, actions) -> n`: fills the int32 buffer, returns how many (at least 1).
    - `apply(state, tables, action)`: takes one action and runs on to the next decision point or the end.
    - `score(state, tables, row)`: fills one row of the outcome dtype except the engine's columns: every other column,
      whatever stands there before.
    - `features(state, tables, actions, n, weights, scratch, values)`: weighs the n legal actions for a linear policy:
      `values[i]` (float64) is the sum of weight times feature of action i, added in a fixed order. Features are
      numbers that do not depend on the weights. Reads only what the seat `core.actor` may know.
    - `determinize(state, tables, seat, key)`: resamples, from stream `key`, what the seat cannot see; at least the
      chance to come (`sim.verbs.hide_only_chance`).

    Attributes
    ----------
    name, title
        Short name for the command line; name with the original title.
    seats
        Numbers of players that the game takes.
    more_seats
        Further numbers that it takes with changed data only, by the change as `--set` has it: {"rulings.crowd=true":
        (5, 6)}. Of `rules` and `rulings`. See `sim.seats`.
    default_seats
        Number of players when none is named; the smallest unless given.
    characters
        Names of the characters; one entry, "player", where there are none to compare.
    is_character_unique
        Whether no two seats have the same character.
    state, tables_dtype, scratch
        dtypes of the state (first field `core`), the tables record, and the scratch record of `features`.
    columns
        The game's own outcome columns.
    feature_names
        Names of the features, in the order of the weights; those that only fill up start with "_".
    clauses
        Ids of notes, index = note code; those of chance events and facts start with "chance:" or "fact:".
    counted
        Ids of the clauses that `coverage` demands; all of them unless given.
    end_reasons
        Words for `end_reason` codes, by code. Above 0 the rules ended the game. -2 and below it is over but unfinished
        (stopped by a cap that the rules set for safety): kept, flagged and won by nobody. -1 is the engine's own.
    max_legal, max_decisions
        Size of the action buffer; decisions after which the engine ends a game as unfinished.
    load
        `load(cards, rules, sets, n_seats) -> GameData`; see `sim.tables`.
    view
        Words for people.
    wins
        "single" or "team".
    deals
        Which deals a study plays unless told otherwise: "shared", one for all games of a block, or "fresh", one for
        each game. Either is sound; `python tests/bench/deals.py GAME` measures which says more with as many games.
    tie_breaks
        Names of seat columns that decide between equal top scores, in order; more is better. What stays equal in all
        of them is a shared win.
    labels
        `labels(data)`: names of the codes of id and mask columns, by column: a list by bit or a dict by code.
    folder
        The game's folder; its *.py files are part of the kernel digest.
    loaded_digest
        Set by `sim.registry.find` for a game by path: digest of the sources that were loaded.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    state: np.dtype[Any]
    tables_dtype: np.dtype[Any]
    columns: tuple[Column, ...]
    feature_names: tuple[str, ...]
    clauses: tuple[str, ...]
    end_reasons: Mapping[int, str]
    max_legal: int
    max_decisions: int
    setup: Callable[..., Any]
    legal_actions: Callable[..., Any]
    apply: Callable[..., Any]
    score: Callable[..., Any]
    features: Callable[..., Any]
    determinize: Callable[..., Any]
    load: Callable[..., GameData]
    view: View
    folder: Path
    default_seats: int = 0
    counted: tuple[str, ...] = ()
    characters: tuple[str, ...] = ("player",)
    is_character_unique: bool = False
    scratch: np.dtype[Any] = NO_SCRATCH
    wins: str = "single"
    deals: str = "shared"
    notes_on_data: str = ""
    default_policy: str = "balanced"
    character_titles: tuple[str, ...] = field(default=())
    tie_breaks: tuple[str, ...] = ()
    more_seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    labels: Callable[[GameData], Mapping[str, Any]] | None = None
    loaded_digest: str = ""

    def __post_init__(self) -> None:
        """Fill in what follows from the rest."""
        rules = tuple(name for name in self.clauses if not name.startswith(("chance:", "fact:")))
        object.__setattr__(self, "default_seats", self.default_seats or min(self.seats))
        object.__setattr__(self, "counted", self.counted or rules)
        ids = {column.name for column in self.columns if column.is_per_seat and column.role == Role.ID}
        for column in self.columns:
            for field_name in ("options_of", "winner_of"):
                named = getattr(column, field_name)
                if named and named not in ids:
                    raise UserError(f"column {column.name}: {field_name} = {named!r}: must be an id of a seat")

    def all_columns(self) -> tuple[Column, ...]:
        """Engine, common and own outcome columns, in row order."""
        every = (*ENGINE_COLUMNS, *COMMON_COLUMNS, *self.columns)
        return (*(c for c in every if not c.is_per_seat), *(c for c in every if c.is_per_seat))

    def end_words(self) -> dict[int, str]:
        """Words for every code of `end_reason`, the engine's own included."""
        return {-1: STOPPED_BY_ENGINE, **self.end_reasons}

    def outcome(self, n_seats: int) -> np.dtype[Any]:
        """Row dtype for a number of seats."""
        return outcome_dtype(self.columns, n_seats)

    @property
    def most_seats(self) -> int:
        """The largest number of players that some data allow."""
        return max((*self.seats, *(n for numbers in self.more_seats.values() for n in numbers)))

    def kernel_outcome(self, n_seats: int) -> np.dtype[Any]:
        """Row dtype that machine code fills: as many seats as the game can have, so that one compile serves all."""
        return outcome_dtype(self.columns, max(self.most_seats, n_seats))

    def narrowed(self, rows: np.ndarray[Any, Any], n_seats: int) -> np.ndarray[Any, Any]:
        """Rows of `outcome(n_seats)` out of rows of `kernel_outcome`.

        Raises
        ------
        UserError
            `score` wrote to a seat where nobody sits.
        """
        dtype = self.outcome(n_seats)
        raw = rows.view(np.uint8).reshape(len(rows), rows.dtype.itemsize)  # seats stand last in a row, without padding
        if raw[:, dtype.itemsize :].any():
            raise UserError(f"score of {self.name} writes to seats beyond {n_seats}: loop over core.n_seats seats")
        return np.ascontiguousarray(raw[:, : dtype.itemsize]).view(dtype).reshape(len(rows))
