"""Packs with larger rosters, made of rows alone: the skills and the deck are those of the shipped pack."""

from __future__ import annotations

import json
import random
from typing import Any

from sim.games.rider.tables import SHAPE

STANDIN = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")
N_SKILLS = 66


def _value(value: Any) -> str:
    return json.dumps(value)


def row(entry: dict[str, Any]) -> str:
    """An entry as a line of an array."""
    return "    { " + ", ".join(f"{key} = {_value(value)}" for key, value in entry.items()) + " },"


def warriors(n: int, factions: list[str], seed: int) -> list[dict[str, Any]]:
    """n warrior cards with random numbers and skills: groups of one to three forms, in turn for each faction."""
    rng = random.Random(f"roster {seed}")
    entries: list[dict[str, Any]] = []
    group = 0
    while len(entries) < n:
        group += 1
        faction, gender = factions[group % len(factions)], rng.choice("mf")
        for form in range(min(rng.randint(1, 3), n - len(entries))):
            source = "none" if form == 0 else rng.choice(["change", "up"])
            entries.append({
                "id": f"w{len(entries) + 1:03d}", "name": f"Warrior {group}", "group": f"g{group}", "form": form,
                "form_source": source, "rage_price": rng.randint(0, 3) if source == "up" else 0,
                "icon_change": rng.random() < 0.5, "icon_up": rng.random() < 0.5, "faction": faction, "gender": gender,
                "hp": rng.randint(1, 8), "hand_limit": rng.randint(0, 10), "draw": rng.randint(1, 5),
                "supply": rng.randint(0, 10),
                "skills": [f"s{k:02d}" for k in rng.sample(range(1, N_SKILLS + 1), rng.randint(0, 4))],
                "provenance": "assumed",
            })  # fmt: skip
    return entries


def pack(n: int, n_factions: int = 5, seed: int = 1) -> str:
    """The text of a pack with n warrior cards of so many factions."""
    factions = [f"f{k}" for k in range(1, n_factions + 1)]
    rest = STANDIN[STANDIN.index("skill = [") :]
    return "\n".join([
        'pack.name = "large"', 'pack.title = "A large roster"', 'pack.about = "Made by a test."',
        f"rules.roster_cards = {n}", f"rules.n_factions = {n_factions}",
        "faction = [", *(row({"id": f, "name": f.upper(), "provenance": "assumed"}) for f in factions), "]",
        "warrior = [", *(row(entry) for entry in warriors(n, factions, seed)), "]", rest,
    ])  # fmt: skip
