"""Skills made at random out of the words of RULES.md 8.3, as far as the loader takes them."""

from __future__ import annotations

import random
from typing import Any

from pydantic import ValidationError

from sim.errors import UserError
from sim.games.rider import codes
from sim.games.rider.tables_schema import Skill
from sim.games.rider.tables_skills import read_skill

from .rosters import N_SKILLS, STANDIN, pack, row

#: Effects that are a number alone.
_NUMBERS = ("dmg", "draw_num", "strikes", "targets", "range", "dist_to", "dist_from")
_SUITS = ("any", "red", "black", "spade", "heart", "club", "diamond")


def _condition(rng: random.Random) -> list[Any]:
    word = rng.choice(codes.CONDITIONS)
    arguments: dict[str, list[Any]] = {
        "kind": [rng.choice(codes.KINDS)], "class": [rng.choice(codes.CLASSES)], "suit": [rng.choice(_SUITS[3:])],
        "element": [rng.choice(codes.ELEMENTS)], "colour": [rng.choice(_SUITS[1:3])],
        "unlinked": [rng.choice(codes.WHOS[:3])], "has": [rng.choice(codes.WHOS[:3]), rng.choice(codes.HOLDINGS)],
        "count": [rng.choice(("same_faction", "diff_faction")), rng.randint(1, 3)],
    }  # fmt: skip
    number = [rng.randint(1, 6)] if word.endswith("=") else []
    return [word, *arguments.get(word, number)]


def _cost(rng: random.Random) -> list[Any]:
    word = rng.choice(codes.COSTS)
    if word in ("invert", "link"):
        return [word]
    more = [rng.choice(_SUITS)] if word == "discard" and rng.random() < 0.5 else []
    return [word, rng.randint(1, 2), *more]


def _effect(rng: random.Random, mode: str) -> list[Any]:
    if mode == "V":
        times = rng.choice((["use"], ["play"], ["use", "play"]))
        zone = f"{rng.choice(codes.ZONES)}:{rng.choice(_SUITS)}"
        return ["as", rng.choice(codes.KINDS[: codes.STORM]), zone, *times]
    word, who, n = rng.choice(codes.OPS[:-1]), rng.choice(codes.WHOS), rng.randint(1, 2)
    forms: dict[str, list[Any]] = {
        "mark_on": [who, n, rng.choice(codes.MARK_FROM)], "mark_by": [who, n, rng.choice(codes.MARK_FROM)],
        "damage": [who, n, rng.choice(codes.ELEMENTS)], "need": ["object", n + 1],
        "element": [rng.choice(codes.ELEMENTS)], "judge": [who, rng.choice(_SUITS)], "swapjudge": ["hand"],
        "hand_limit": [rng.choice((n, -n, "marks_on"))], "side": [who, rng.choice(codes.SLOTS)],
        "link": [who, rng.choice(codes.LINK_WAYS)], "skip": [who, rng.choice(codes.PHASES)],
        **{op: [] for op in ("hit", "cancel", "prevent", "takejudge")},
        **{op: [who] for op in ("right", "invert", "hide", "turn", "redirect", "pindian")},
        **{op: [rng.choice((n, -n))] for op in _NUMBERS},
    }  # fmt: skip
    gate = [rng.choice(codes.GATES[1:])] if rng.random() < 0.2 else []
    return [word, *forms.get(word, [who, n]), *gate]


def _draft(rng: random.Random, number: int) -> dict[str, Any]:
    mode = "FAPAFPVS"[number % 8]
    trigger = {"P": "play", "V": "view", "S": "static"}.get(mode) or rng.choice(codes.TRIGGERS[: codes.N_EVENTS])
    draft: dict[str, Any] = {
        "id": f"s{number:02d}", "mode": mode, "trigger": trigger, "freq": rng.choice(codes.FREQS),
        "if": [_condition(rng) for _ in range(rng.choice((0, 0, 1, 2)))],
        "do": [_effect(rng, mode) for _ in range(1 if mode == "V" else rng.randint(1, 3))], "provenance": "assumed",
    }  # fmt: skip
    if mode in "FAP":
        draft["pay"] = [_cost(rng) for _ in range(rng.choice((0, 0, 1, 2)))]
        draft["pick"] = rng.sample(codes.PICKS, rng.choice((0, 1, 1, 2)))
        draft["pick_max"] = rng.randint(1, 3)
    return draft


def wild_skills(seed: int) -> list[dict[str, Any]]:
    """As many skills as the shipped pack has, each one taken by the loader."""
    rng, found = random.Random(f"wild {seed}"), list[dict[str, Any]]()
    while len(found) < N_SKILLS:
        draft = _draft(rng, len(found) + 1)
        try:
            read_skill(Skill.model_validate(draft))
        except (UserError, ValidationError):
            continue
        found.append(draft)
    return found


def wild_pack(seed: int) -> str:
    """A pack of 130 warriors with random skills."""
    text = pack(130, seed=seed)
    rows = "\n".join(row(skill) for skill in wild_skills(seed))
    return f"{text[: text.index('skill = [')]}skill = [\n{rows}\n]\n{STANDIN[STANDIN.index('card = [') :]}"
