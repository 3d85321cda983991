"""What the schemas of games' data share: words out of a list, and tables without unknown keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

from sim.errors import unknown


def refuse(what: str, value: Any, known: Iterable[Any]) -> ValueError:
    """The error of an unknown word, as pydantic wants it."""
    return ValueError(str(unknown(what, str(value), [str(word) for word in known])))


def word(what: str, known: Iterable[str]) -> AfterValidator:
    """Validator of a text that must be one of the known words."""
    words = tuple(known)

    def check(value: str) -> str:
        if value not in words:
            raise refuse(what, value, words)
        return value

    return AfterValidator(check)


class Strict(BaseModel):
    """Plain data without unknown keys; a misspelt key is answered with the near match."""

    model_config = ConfigDict(strict=True, extra="forbid")
    what: ClassVar[str] = "key"

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError("write a table { key = value }")
        known = [info.alias or name for name, info in cls.model_fields.items()]
        for key in value:
            if key not in known:
                raise refuse(cls.what, key, known)
        return value
