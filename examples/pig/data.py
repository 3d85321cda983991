"""The constants of the rules, and which values they may have. `data/rules.toml` holds the values."""

from pathlib import Path

from pydantic import Field, NonNegativeInt, ValidationInfo, field_validator

from sim import constants

from .policy import FEATURES
from .state import SEATS


class Rules(constants.Strict):
    goal: int = Field(ge=1, le=1000)
    sides: int = Field(ge=2, le=100)
    bust_face: int = Field(ge=0, le=100)
    handicap: list[NonNegativeInt] = Field(min_length=SEATS, max_length=SEATS)

    @field_validator("handicap")
    @classmethod
    def _is_below_the_goal(cls, points: list[int], info: ValidationInfo) -> list[int]:
        if max(points) >= info.data.get("goal", 1000):
            raise ValueError(f"{max(points)} reaches the goal before the first roll; write less")
        return points


TABLES = constants.record_dtype(Rules)
load = constants.loader(Path(__file__).parent / "data", Rules, FEATURES)
