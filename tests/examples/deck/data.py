"""The data of a game with cards: a pack of entries, and each entry says where it is taken from."""

from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from sim import constants, tables
from sim.errors import UserError

WORDS = ("seed", "public", "assumed")  # the rulebook's text, another published source, invented
KEYS = ("id", "name", "value", "copies", "provenance")
SHAPE = tables.DataShape(Path(__file__).parent, kinds=("card",), fields=KEYS, default_pack="plain")
FEATURES = ("value",)
N_CARDS = 12
TABLES = np.dtype((np.record, [("hand", "i8"), ("n_deck", "i8"), ("deck", "i8", (N_CARDS,))]))


class Rules(constants.Strict):
    hand: int = Field(ge=1, le=5)


class Card(constants.Strict):
    id: str
    name: str
    value: int = Field(ge=1, le=9)
    copies: int = Field(default=1, ge=1)
    provenance: Literal["seed", "public", "assumed"]


def load(cards=None, rules=None, sets=(), n_seats=2):
    data = tables.resolve(SHAPE, cards, rules, sets)
    record = np.zeros(1, TABLES)
    record[0]["hand"] = tables.validated(Rules, data.rules, data, "rules").hand
    entries = [tables.validated(Card, entry, data, f"cards.{entry['id']}") for entry in data.cards["card"]]
    values = [card.value for card in entries for _ in range(card.copies)]
    if len(values) > N_CARDS:
        raise UserError(f"pack {data.pack['name']}: {len(values)} cards; the deck holds {N_CARDS}")
    record[0]["n_deck"] = len(values)
    record[0]["deck"][: len(values)] = values
    return tables.game_data(data, record, FEATURES, words=WORDS)
