"""The words of konoten's growth sheets: conditions, ops and effects (RULES.md section 8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field, model_validator

from sim.games.konoten import codes
from sim.tables.words import Strict, refuse, word

MAX_LIST = 6  # conditions or ops of one effect
MAX_VP = 200

#: Arguments of each op, all required.
OP_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "vp": ("n",), "gain": ("items",), "ap": ("n",), "grow": ("n",), "worker_unacted": ("n",), "worker_acted": ("n",),
    "collect": ("n",), "take": ("owner", "n", "surcharge"), "pick": ("kind", "from", "to", "vp_each"),
    "choose": ("options",), "convert": ("options",), "give": ("light", "rainbow", "stagnation", "gifts"),
    "steal": ("items",), "others_return_worker": ("n",), "vp_per": ("kind", "n"), "vp_per_worker": ("n", "where"),
    "vp_per_moved": ("kind", "n", "counts"), "yield_bonus": ("kind", "n"), "ap_less": ("action", "n"),
    "take_free": ("owner",), "ban": ("owner",), "no_grid_limit": (), "lock": (), "mul_activation": ("by", "scope"),
    "set_final_vp": ("node", "n"), "run_own_lenses": (), "flip_losses": ("scope",), "mul_total": ("by",),
}  # fmt: skip

_PASSIVE = ("ap_less", "take_free", "ban", "no_grid_limit", "lock", "mul_activation", "set_final_vp")
_GAINS = ("vp", "gain", "ap", "vp_per", "worker_unacted", "worker_acted", "grow")
_EVENT = (*_GAINS, "convert")

#: Ops that may stand in an effect of each moment.
OPS_OF: Mapping[str, tuple[str, ...]] = {
    "passive": _PASSIVE, "will": (*_GAINS, "collect", "take", "pick", "choose", "convert"),
    "once": (*_EVENT, "steal", "others_return_worker"), "round_end": (*_EVENT, "give"),
    "on_activate": ("vp", "gain", "ap", "vp_per", "vp_per_moved", "yield_bonus"),
    "final_run": ("run_own_lenses",), "final_add": ("vp", "vp_per", "vp_per_worker", "flip_losses"),
    "final_mul": ("mul_total",),
    **dict.fromkeys((
        "on_grow", "on_worker_gained", "on_worker_returned", "on_lens_made", "on_lens_used", "on_persuade",
        "on_persuaded",
    ), _EVENT),
}  # fmt: skip


Material = Annotated[str, word("kind", codes.MATERIALS)]
Count = Annotated[int, Field(ge=1, le=20)]


class Items(Strict):
    """Numbers of the three materials."""

    what: ClassVar[str] = "kind"
    light: int = Field(default=0, ge=0, le=20)
    rainbow: int = Field(default=0, ge=0, le=20)
    stagnation: int = Field(default=0, ge=0, le=20)

    @model_validator(mode="after")
    def _some(self) -> Items:
        if not self.light + self.rainbow + self.stagnation:
            raise ValueError("name at least one material")
        return self

    def row(self) -> tuple[int, int, int]:
        """The three numbers in the order of codes.MATERIALS."""
        return self.light, self.rainbow, self.stagnation

    def first(self) -> str:
        """The first material named; actions are called by it."""
        return next(kind for kind, n in zip(codes.MATERIALS, self.row(), strict=True) if n)


class Condition(BaseModel):
    """One condition: its code word, a number or material, and numbers of materials (-1 = not asked)."""

    kind: str
    n: int = 0
    items: tuple[int, int, int] = (-1, -1, -1)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if not isinstance(value, dict) or len(value) != 1:
            raise ValueError("write a condition as a table with one key, such as { base_min = 3 }")
        name, argument = next(iter(value.items()))
        if name in _CONDITION_WORDS:
            if argument not in _CONDITION_WORDS[name]:
                raise refuse(f"value of {name}", argument, _CONDITION_WORDS[name])
            if name in ("pays", "yields"):
                return {"kind": name, "n": codes.KINDS.index(argument)}
            return {"kind": f"{name}_{argument}"}
        if name in ("base_min", "cards_min"):
            if not isinstance(argument, int) or isinstance(argument, bool) or not 0 <= argument <= 6:
                raise ValueError(f"{name} takes a number from 0 to 6")
            return {"kind": name, "n": argument}
        if name == "hold_none":
            if not isinstance(argument, list) or not argument or any(kind not in codes.MATERIALS for kind in argument):
                raise ValueError(f"hold_none takes a list of {', '.join(codes.MATERIALS)}")
            return {"kind": name, "items": tuple(0 if kind in argument else -1 for kind in codes.MATERIALS)}
        if name in ("hold_min", "hold_exactly"):
            if not isinstance(argument, dict) or not argument:
                raise ValueError(f"{name} takes a table such as {{ rainbow = 7 }}")
            for kind, n in argument.items():
                if kind not in codes.MATERIALS:
                    raise refuse("kind", kind, codes.MATERIALS)
                if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 100:
                    raise ValueError(f"{name}.{kind} takes a number from 0 to 100")
            return {"kind": name, "items": tuple(argument.get(kind, -1) for kind in codes.MATERIALS)}
        raise refuse("condition", name, (*_CONDITION_WORDS, "base_min", "cards_min", *_HOLDS))


_CONDITION_WORDS: Mapping[str, tuple[str, ...]] = {
    "owner": ("self", "other"), "kinds": ("disjoint", "differ"), "pays": codes.KINDS, "yields": codes.KINDS,
}  # fmt: skip
_HOLDS = ("hold_none", "hold_min", "hold_exactly")


class Op(Strict):
    """One operation with its arguments (OP_ARGUMENTS)."""

    op: str
    n: int | None = Field(default=None, ge=-MAX_VP, le=MAX_VP)
    items: Items | None = None
    kind: Material | None = None
    owner: Literal["self", "other"] | None = None
    surcharge: Literal["free", "normal"] | None = None
    low: int | None = Field(default=None, ge=1, le=12, alias="from")
    high: int | None = Field(default=None, ge=1, le=12, alias="to")
    vp_each: int | None = Field(default=None, ge=-20, le=20)
    options: list[Any] = Field(default=[])
    light: int | None = Field(default=None, ge=-MAX_VP, le=MAX_VP)
    rainbow: int | None = Field(default=None, ge=-MAX_VP, le=MAX_VP)
    stagnation: int | None = Field(default=None, ge=-MAX_VP, le=MAX_VP)
    gifts: Literal["one", "one_per_kind"] | None = None
    where: Literal["anywhere", "lobby"] | None = None
    counts: Literal["placed", "printed"] | None = None
    action: Literal["persuade"] | None = None
    by: list[Count] | None = Field(default=None, min_length=2, max_length=2)
    scope: str | None = None
    node: int | None = Field(default=None, ge=0, le=15)

    @model_validator(mode="before")
    @classmethod
    def _own_arguments(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("op"), str):
            raise ValueError("write an op as { op = WORD, argument = value }")
        op = value["op"]
        if op not in codes.OPS:
            raise refuse("op", op, codes.OPS)
        for key in value:
            if key not in ("op", *OP_ARGUMENTS[op]):
                raise refuse(f"argument of {op}", key, OP_ARGUMENTS[op])
        for key in OP_ARGUMENTS[op]:
            if key not in value:
                raise ValueError(f"{op} needs {key!r}")
        return value

    @model_validator(mode="after")
    def _sense(self) -> Op:
        if self.op == "choose":
            self.options = [Op.model_validate(option) for option in self.options]
            allowed = ("gain", "worker_unacted", "worker_acted", "vp", "ap")
            if not 2 <= len(self.options) <= MAX_LIST or any(o.op not in allowed for o in self.options):
                raise ValueError(f"choose takes 2 to {MAX_LIST} options out of {', '.join(allowed)}")
            names = [f"gain {o.items.first()}" if o.items else o.op for o in self.options]
            if len(set(names)) < len(names):
                raise ValueError(f"choose takes options that differ in op or first material, not {', '.join(names)}")
        if self.op == "convert":
            pairs = self.options
            if not 1 <= len(pairs) <= 4 or not all(
                isinstance(p, list) and len(p) == 2 and all(k in codes.MATERIALS for k in p) and p[0] != p[1]
                for p in pairs
            ):
                raise ValueError('convert takes 1 to 4 options such as ["light", "rainbow"]')
            if len({p[0] for p in pairs}) < len(pairs):
                raise ValueError("convert makes each material into one other; write each first material once")
        if self.op in ("grow", "collect", "take", "worker_unacted", "worker_acted", "others_return_worker"):
            most = 3 if self.op == "others_return_worker" else 1
            if self.n is None or not 1 <= self.n <= most:
                raise ValueError(f"{self.op} takes n = {'1' if most == 1 else '1 to 3'}")
        if self.op in ("ap", "ap_less", "yield_bonus") and (self.n is None or not 1 <= self.n <= 20):
            raise ValueError(f"{self.op} takes n = 1 to 20")
        if self.op == "pick" and (self.low or 0) > (self.high or 0):
            raise ValueError(f"from = {self.low} is more than to = {self.high}")
        if self.op == "take" and self.owner != "other":
            raise ValueError("take reaches lenses of others: owner = 'other'")
        if self.op == "take_free" and self.owner != "self":
            raise ValueError("take_free is about own lenses: owner = 'self'")
        if self.op == "ban" and self.owner != "other":
            raise ValueError("ban is about lenses of others: owner = 'other'")
        known = {"mul_activation": ("lens_activation", "all_vp"), "flip_losses": ("all", "nodes")}.get(self.op)
        if known and self.scope not in known:
            raise refuse(f"scope of {self.op}", self.scope, known)
        if self.by and self.by[0] < self.by[1]:
            raise ValueError(f"by = {self.by}: a factor is at least 1, such as [3, 2]")
        return self


class Effect(Strict):
    """One ability of a node: when it acts, on which condition, and what it does."""

    when: Annotated[str, word("moment", codes.WHENS)]
    who: Annotated[str, word("reach", codes.REACHES)] = "activator"
    cost: int | None = Field(default=None, ge=0, le=20)
    conditions: list[Condition] = Field(default=[], max_length=MAX_LIST, alias="if")
    do: list[Op] = Field(min_length=1, max_length=MAX_LIST)

    @model_validator(mode="after")
    def _fits(self) -> Effect:
        if (self.cost is None) == (self.when == "will"):
            raise ValueError("a will needs its cost in creativity" if self.when == "will" else "only a will has a cost")
        if self.who != "activator" and self.when != "on_activate":
            raise ValueError("who is for on_activate")
        for op in self.do:
            if op.op not in OPS_OF[self.when]:
                raise refuse(f"op of {self.when}", op.op, OPS_OF[self.when])
            if self.who != "activator" and op.op in ("yield_bonus", "vp_per_moved"):
                raise ValueError(f"{op.op} belongs to the activating seat; leave out who")
        if any(op.op == "choose" for op in self.do[:-1]):
            raise ValueError("choose stands last in its list")
        if self.when in ("passive", "will") and self.conditions:
            raise ValueError(f"{self.when} takes no condition")
        if self.when == "passive" and len(self.do) > 1:
            raise ValueError("a passive effect has one op; write several effects")
        for condition in self.conditions:
            if condition.kind in codes.LENS_CONDITIONS and self.when != "on_activate":
                raise ValueError(f"{condition.kind.replace('_', ' ')} looks at a lens that is run: on_activate only")
        return self
