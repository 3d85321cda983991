"""Values checked by a schema; what is wrong in one line."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sim.errors import UserError, unknown
from sim.tables.sources import Resolved

ModelT = TypeVar("ModelT", bound=BaseModel)


def validated(model: type[ModelT], values: Mapping[str, Any], data: Resolved, path: str) -> ModelT:
    """Values checked by a pydantic model; the first thing wrong becomes one line.

    Parameters
    ----------
    model
        What the values must look like.
    values
        Plain data: a card entry, or all rules or rulings.
    data, path
        For the source of the value: `cards.ID` of an entry, `rules` or `rulings`.
    """
    try:
        return model.model_validate(copy.deepcopy(dict(values)))
    except ValidationError as error:
        raise UserError(_one_line(model, error, data, path)) from None


def _one_line(model: type[BaseModel], error: ValidationError, data: Resolved, path: str) -> str:
    problem = error.errors(include_url=False)[0]
    steps = [str(step + 1) if isinstance(step, int) else str(step) for step in problem["loc"]]
    is_card = path.startswith("cards.")
    where = data.label(path, steps[0] if steps else "") if is_card else data.label(".".join([path, *steps[:1]]))
    name = ".".join([path.removeprefix("cards."), *steps] if is_card else steps or [path])
    if problem["type"] == "extra_forbidden":
        known = model.model_fields if len(steps) == 1 else ()
        return f"{where}: {unknown('key', name, known) if known else f'unknown key {name!r}'}"
    message = _message(problem)
    if problem["type"] == "list_type":
        message = f"write a list such as {_list_for(model, steps, problem['input'])}"
    if problem["type"] == "missing":
        return f"{where}: {name} is missing"
    if not steps and is_card:  # keys against each other: the message names them
        return f"{where}: {name}: {message}"
    return f"{where}: {name} = {_shown(problem['input'])}: {message[:1].lower()}{message[1:]}"


def _message(problem: Any) -> str:
    """A pydantic message in the words of a data file."""
    limits = problem.get("ctx", {})
    if problem["type"] in ("too_short", "too_long"):
        bound = limits.get("min_length", limits.get("max_length"))
        entries = "entry" if bound == 1 else "entries"
        return f"write at {'least' if problem['type'] == 'too_short' else 'most'} {bound} {entries}"
    return str(problem["msg"]).removeprefix("Value error, ").removeprefix("Input ").rstrip(".")


def _list_for(model: type[BaseModel], steps: list[str], value: Any) -> str:
    """A list of the right length: zeros where a number stands instead of a list, else the value that stands there."""
    limits = model.model_fields[steps[0]].metadata if len(steps) == 1 and steps[0] in model.model_fields else []
    length = next((limit.min_length for limit in limits if hasattr(limit, "min_length")), 1)
    return _shown([0 if isinstance(value, int) else value] * length)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 90 else f"{text[:86]} ..."
