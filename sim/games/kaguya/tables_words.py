"""The words of kaguya's cards: ops, amounts, conditions, costs, dice and triggers (RULES.md sections 8.2, 14.6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement, pairwise
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, Field, field_validator, model_validator

from sim.games.kaguya import codes
from sim.tables.words import Strict, refuse, word

NO_LIMIT = 32767  # of a counted amount
MAX_LIST = 20  # entries of `do`, `if`, `cost` or `on`

#: Arguments of each op; the order of the words of one argument is that of `codes`.
OP_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "gain_die": ("n", "face"), "lose_die": ("n", "who"), "reroll": ("n",), "set_die": ("face",),
    "shift_die": ("by", "dir"), "flip_die": (), "copy_die": (),
    "gain_token": ("n", "who"), "lose_token": ("n", "who"), "bag": ("n", "src"), "unbag": ("n", "who"),
    "points": ("n", "who"), "steal_points": ("n", "who"),
    "cure": ("who",), "afflict": ("who",), "shield": (), "skip_roll": (), "move_cube": ("track", "by", "who"),
    "slot_shift": ("scope", "by", "dir"), "slot_reroll": ("scope",), "slot_remove": ("scope",),
    "slot_move": ("scope",), "slot_swap": ("scope",), "extra_place": ("scope",), "set_today": ("how",),
    "ready": ("kind",), "lock": (), "unreserve": (), "draw": ("kind", "look", "keep"), "take_board": ("kind",),
    "extra_main": (), "branch": ("options",), "may": ("cost", "do"),
}  # fmt: skip
REQUIRED = {
    "steal_points": ("who",), "move_cube": ("track",), "draw": ("kind",), "branch": ("options",), "may": ("do",),
}  # fmt: skip

WORD_CONDITIONS = (
    "self_ponkotsu", "self_normal", "bag_empty", "score_last", "score_first", "is_start", "not_start", "someone_out",
)  # fmt: skip


def _faces(value: list[int]) -> list[int]:
    if not value or len(set(value)) < len(value) or not all(1 <= face <= 6 for face in value):
        raise ValueError("write a list of different faces from 1 to 6")
    return value


Faces = Annotated[list[int], AfterValidator(_faces)]
Track = Annotated[str, word("track", codes.TRACKS)]
CardKind = Annotated[str, word("kind", codes.KINDS)]
TodayTest = Annotated[str, word("test of today's number", codes.TODAY_TESTS[1:])]


class Amount(Strict):
    """`n` of an op: a plain number, or something counted, times a factor, up to a limit."""

    what: ClassVar[str] = "key of a counted amount"
    number: int | None = Field(default=None, ge=-100, le=100)
    count: Annotated[str, word("count", codes.COUNTS[1:])] | None = None
    times: int = Field(default=1, ge=1, le=20)
    max: int = Field(default=NO_LIMIT, ge=0, le=1000)

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            if value == 0:
                raise ValueError("an amount of 0 does nothing")
            return {"number": value}
        if not isinstance(value, dict) or "count" not in value:
            raise ValueError("write a whole number, or { count = WORD, times = 1, max = 3 }")
        if "number" in value:
            raise refuse(cls.what, "number", ("count", "times", "max"))
        return value


class Condition(BaseModel):
    """One state condition: its word, and what it is compared with."""

    kind: str
    value: int | list[int] | dict[str, Any] | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if isinstance(value, dict) and len(value) == 1:
            kind, argument = next(iter(value.items()))
        elif isinstance(value, str):
            kind, argument = value, None
        else:
            raise ValueError("write a word such as 'bag_empty' or a table with one key such as { tokens_min = 2 }")
        if kind not in codes.CONDITIONS:
            raise refuse("condition", kind, codes.CONDITIONS)
        cls._check(kind, argument)
        return {"kind": kind, "value": argument}

    @staticmethod
    def _check(kind: str, argument: Any) -> None:
        if kind in WORD_CONDITIONS:
            if argument is not None:
                raise ValueError(f"{kind} takes no value; write the word alone")
        elif kind == "day_in":
            days = argument if isinstance(argument, list) else []
            if not days or not all(_is_int(day, 1, 5) for day in days) or len(set(days)) < len(days):
                raise ValueError("day_in takes a list of different days from 1 to 5")
        elif kind == "track_at":
            if not isinstance(argument, dict) or set(argument) != {"track", "pos"}:
                raise ValueError("track_at takes { track = 'dice' or 'tokens', pos = 0 to 2 }")
            if argument["track"] not in codes.TRACKS[:2] or not _is_int(argument["pos"], 0, 2):
                raise ValueError("track_at takes { track = 'dice' or 'tokens', pos = 0 to 2 }")
        elif not _is_int(argument, 0, 1000):
            raise ValueError(f"{kind} takes a number from 0 to 1000")


def _is_int(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Cost(BaseModel):
    """One cost: its word, and the faces, number or track it names."""

    kind: str
    value: int | list[int] | str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if value == "ponkotsu":
            return {"kind": value}
        if not isinstance(value, dict) or len(value) != 1:
            raise ValueError("write 'ponkotsu' or a table with one key: die, token, point or cube")
        kind, argument = next(iter(value.items()))
        if kind not in codes.COSTS:
            raise refuse("cost", kind, codes.COSTS)
        if kind == "ponkotsu":
            raise ValueError("ponkotsu takes no value; write the word alone")
        if kind == "die":
            argument = [1, 2, 3, 4, 5, 6] if argument == "any" else argument
            if not isinstance(argument, list) or not all(_is_int(face, 1, 6) for face in argument):
                raise ValueError("a die cost takes a list of faces from 1 to 6, or 'any'")
            _faces(argument)
        elif kind == "cube":
            if argument not in codes.TRACKS[:2]:
                raise refuse("track", argument, codes.TRACKS[:2])
        elif not _is_int(argument, 1, 100):
            raise ValueError(f"a {kind} cost takes a number from 1 to 100")
        return {"kind": kind, "value": argument}


class Option(Strict):
    """One choice of a `branch`."""

    what: ClassVar[str] = "key of a branch option"
    conditions: list[Condition] = Field(default=[], max_length=MAX_LIST, alias="if")
    do: list[Op] = Field(min_length=1, max_length=MAX_LIST)


class Op(Strict):
    """One operation with its arguments; those not written have the defaults of RULES.md section 14.6."""

    op: str
    conditions: list[Condition] = Field(default=[], max_length=MAX_LIST, alias="if")
    n: Amount = Amount.model_construct(number=1)
    who: Annotated[str, word("target", codes.TARGETS)] = "self"
    face: int | str | None = None
    by: int = Field(default=1, ge=-5, le=5)
    dir: Annotated[str, word("direction", codes.DIRECTIONS)] = "either"
    scope: Annotated[str, word("scope", codes.SCOPES)] = "any"
    kind: CardKind = "any"
    src: Annotated[str, word("source", codes.SOURCES)] = "own"
    track: Track = "choose"
    how: Annotated[str, word("way", codes.TODAY_HOW)] = "reroll"
    look: int = Field(default=1, ge=1, le=8)
    keep: int = Field(default=1, ge=1, le=8)
    options: list[Option] = Field(default=[], min_length=2, max_length=3)
    cost: list[Cost] = Field(default=[], max_length=MAX_LIST)
    do: list[Op] = Field(default=[], min_length=1, max_length=MAX_LIST)

    @model_validator(mode="before")
    @classmethod
    def _own_arguments(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("op"), str):
            raise ValueError("write an op as { op = WORD, argument = value }")
        op = value["op"]
        if op not in codes.OPS:
            raise refuse("op", op, codes.OPS)
        for key in value:
            if key not in ("op", "if", *OP_ARGUMENTS[op]):
                raise refuse(f"argument of {op}", key, (*OP_ARGUMENTS[op], "if"))
        for key in REQUIRED.get(op, ()):
            if key not in value:
                raise ValueError(f"{op} needs {key!r}")
        return value

    @field_validator("face")
    @classmethod
    def _face(cls, value: int | str | None) -> int | str | None:
        if isinstance(value, str) and value not in codes.FACES:
            raise refuse("face", value, (*codes.FACES, "1 to 6"))
        if isinstance(value, int) and not 1 <= value <= 6:
            raise ValueError("a face is 1 to 6, or a word")
        return value

    @model_validator(mode="after")
    def _sense(self) -> Op:
        number = self.n.number
        if number is not None and number < 0 and self.op != "points":
            raise ValueError("only points may have an amount below 0; write a number from 1")
        if self.op == "set_die" and self.face == "roll":
            raise ValueError("set_die takes face = 'choose', 'today' or 1 to 6; use reroll to roll")
        if self.op in ("shift_die", "slot_shift") and not 1 <= self.by <= 5:
            raise ValueError("by is 1 to 5 steps; dir says which way")
        if self.op == "move_cube" and (self.by == 0 or abs(self.by) > 2):
            raise ValueError("by is 1 or 2 steps, or -1 or -2 to go back")
        if self.op == "steal_points" and self.who == "self":
            raise ValueError("steal_points needs another target than 'self'")
        if self.op == "draw":
            if self.kind == "any":
                raise ValueError("draw needs kind = 'conversion' or 'action': one deck")
            if self.keep > self.look:
                raise ValueError(f"keep = {self.keep} is more than look = {self.look}")
        return self


class Dice(Strict):
    """Die condition of an action card."""

    what: ClassVar[str] = "key of dice"
    n: int = Field(default=1, ge=1, le=3)
    faces: Faces = Field(default=[1, 2, 3, 4, 5, 6])
    today: TodayTest | None = None
    pattern: Annotated[str, word("pattern", codes.PATTERNS)] = "any"
    sum_min: int = Field(default=0, ge=0, le=18)
    sum_max: int = Field(default=18, ge=0, le=18)

    @model_validator(mode="after")
    def _possible(self) -> Dice:
        if self.n == 1 and self.pattern != "any":
            raise ValueError("a pattern needs n = 2 or 3")
        if not any(self._fits(dice) for dice in combinations_with_replacement(sorted(self.faces), self.n)):
            raise ValueError("no throw of the dice meets this")
        return self

    def _fits(self, dice: tuple[int, ...]) -> bool:
        tests = {"eq": set(dice) <= {dice[0]}, "gt": dice[0] > 1, "lt": dice[-1] < 6}
        patterns = {
            "same": len(set(dice)) == 1,
            "different": len(set(dice)) == len(dice),
            "run": all(b == a + 1 for a, b in pairwise(dice)),
        }
        is_sum = self.sum_min <= sum(dice) <= self.sum_max
        return is_sum and patterns.get(self.pattern, True) and tests.get(self.today or "", True)


class Trigger(Strict):
    """What fires an event card."""

    trigger: str
    filter: str | None = None  # the word of `mode`, `kind`, `who`, `face`, `rank`
    order: str = "any"  # of `place`
    faces: Faces = Field(default=[1, 2, 3, 4, 5, 6])
    today: TodayTest | None = None

    @model_validator(mode="before")
    @classmethod
    def _own_filters(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("trigger"), str):
            raise ValueError("write a trigger as { trigger = WORD, filter = value }")
        trigger = value["trigger"]
        if trigger not in codes.TRIGGERS:
            raise refuse("trigger", trigger, codes.TRIGGERS)
        words = dict([codes.FILTERS[trigger]]) if trigger in codes.FILTERS else {}
        if trigger == "place":
            words["order"] = codes.PLACE_ORDERS
        dice = ("faces", "today") if trigger in codes.DIE_TRIGGERS else ()
        for key, filtered in value.items():
            if key not in ("trigger", *words, *dice):
                raise refuse(f"filter of {trigger}", key, (*words, *dice))
            if key in words and filtered not in words[key]:
                raise refuse(f"{key} of {trigger}", filtered, words[key])
        key = codes.FILTERS[trigger][0] if trigger in codes.FILTERS else ""
        moved = {name: v for name, v in value.items() if name != key}
        return {**moved, "filter": value[key]} if key in value else moved
