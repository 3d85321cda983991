"""Packs that no designer would print: one with every word of the vocabulary, and any number of random ones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import tomli_w
from reference.kaguya.data import CHARACTERS
from reference.kaguya.packs import scratch_pack

from sim.games.kaguya import codes
from sim.games.kaguya.tables_words import OP_ARGUMENTS

Pack = dict[str, Any]

#: What the loader refuses in the scratch pack: a conversion card has no die of its own to count.
REPLACED = {"c_die_for_points": [{"op": "points", "n": {"count": "pool", "max": 4}}, {"op": "points", "n": -1}]}

#: Ops that hold other ops.
HOLDERS = ("branch", "may")


def write(folder: Path, name: str, pack: Pack) -> str:
    """A pack as a file that the loader takes; returns its path."""
    entries = {
        kind: [{"name": entry["id"], "provenance": "assumed", **entry} for entry in group]
        for kind, group in pack.items()
    }
    file = folder / f"{name}.toml"
    head = {"pack": {"name": name, "title": name, "about": "For tests."}}
    file.write_text(tomli_w.dumps(head | entries), encoding="utf-8")
    return str(file)


def wild_pack() -> Pack:
    """The reference's scratch pack, as far as the loader takes it."""
    pack = scratch_pack()
    for entry in (entry for group in pack.values() for entry in group):
        if entry["id"] in REPLACED:
            entry["do"] = REPLACED[entry["id"]]
    return pack


class Inventor:
    """Invents cards out of the whole vocabulary of RULES.md 8.2."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def pack(self) -> Pack:
        """Fifteen designs of each kind, two copies of scene cards."""
        return {
            "conversion": [self.scene(f"c{i}", copies=2) for i in range(15)],
            "action": [self.scene(f"a{i}", copies=2) | self.dice() for i in range(15)],
            "initial_conversion": [self.scene(f"ic_{c}", character=c) for c in CHARACTERS],
            "initial_action": [self.scene(f"ia_{c}", character=c, copies=2) | self.dice() for c in CHARACTERS],
            "ability": [self.scene(f"ab_{c}", character=c) | self.ability_limit() for c in CHARACTERS],
            "slot": [{"id": f"s{slot}", "slot": slot, **self.conditions(), "do": self.ops()} for slot in (1, 2, 3, 4)],
            "event": [self.event(f"e{i}") for i in range(15)],
        }

    def scene(self, name: str, **more: Any) -> Pack:
        return {"id": name, **more, **self.conditions(), **self.cost(), "do": self.ops()}

    def ability_limit(self) -> Pack:
        return self.rng.choice([{}, {"limit": "turn"}, {"limit": "day"}])

    def event(self, name: str) -> Pack:
        limit = self.rng.choice(codes.LIMITS)
        on = [self.trigger() for _ in range(self.rng.choice((1, 2, 2)))]
        return {"id": name, "on": on, "limit": limit, **self.conditions(0.15), **self.cost(0.15), "do": self.ops()}

    def trigger(self) -> Pack:
        rng = self.rng
        word = rng.choice(codes.TRIGGERS)
        found: Pack = {"trigger": word}
        if word in codes.FILTERS and rng.random() < 0.5:
            key, words = codes.FILTERS[word]
            found[key] = rng.choice(words)
        if word == "place" and rng.random() < 0.5:
            found["order"] = rng.choice(codes.PLACE_ORDERS)
        if word in codes.DIE_TRIGGERS and rng.random() < 0.3:
            found["faces"] = self.faces()
        if word in codes.DIE_TRIGGERS and rng.random() < 0.3:
            found["today"] = rng.choice(codes.TODAY_TESTS[1:])
        return found

    def faces(self) -> list[int]:
        return sorted(self.rng.sample(range(1, 7), self.rng.randint(2, 5)))

    def dice(self) -> Pack:
        """A die condition that some throw meets."""
        rng = self.rng
        n = rng.choice((1, 1, 1, 2, 3))
        kinds: list[Pack] = [{}, {"faces": self.faces()}, {"today": rng.choice(codes.TODAY_TESTS[1:])}]
        if n > 1:
            kinds += [{"pattern": rng.choice(codes.PATTERNS)}, {"sum_min": 2 * n, "sum_max": 5 * n}]
        return {"dice": {"n": n, **rng.choice(kinds)}}

    def conditions(self, chance: float = 0.25) -> Pack:
        if self.rng.random() >= chance:
            return {}
        return {"if": [self.condition() for _ in range(self.rng.choice((1, 1, 2)))]}

    def condition(self) -> Any:
        rng = self.rng
        word = rng.choice(codes.CONDITIONS)
        if word == "day_in":
            return {word: sorted(rng.sample(range(1, 6), rng.randint(2, 4)))}
        if word == "track_at":
            return {word: {"track": rng.choice(codes.TRACKS[:2]), "pos": rng.randint(0, 2)}}
        if word.endswith(("_min", "_max")):
            high = {"total": 12, "cards": 6, "pool": 5}.get(word.rpartition("_")[0], 2)
            return {word: rng.randint(0, high)}
        return word

    def cost(self, chance: float = 0.3) -> Pack:
        if self.rng.random() >= chance:
            return {}
        prices = [self.price() for _ in range(self.rng.choice((1, 1, 1, 2)))]
        return {"cost": prices[:1] if prices == ["ponkotsu", "ponkotsu"] else prices}  # nobody turns twice

    def price(self) -> Any:
        rng = self.rng
        word = rng.choice(codes.COSTS)
        values = {"die": rng.choice(["any", self.faces()]), "cube": rng.choice(codes.TRACKS[:2])}
        return word if word == "ponkotsu" else {word: values.get(word, rng.randint(1, 2))}

    def ops(self, depth: int = 0) -> list[Pack]:
        return [self.op(depth) for _ in range(self.rng.choice((1, 1, 2, 3) if depth == 0 else (1, 1, 2)))]

    def op(self, depth: int) -> Pack:
        """One op; `branch` and `may` stand at most two deep."""
        word = self.rng.choice([op for op in codes.OPS if depth < 2 or op not in HOLDERS])
        if word == "branch":
            options = [{**self.conditions(0.4), "do": self.ops(depth + 1)} for _ in range(self.rng.choice((2, 3)))]
            return {"op": word, "options": options}
        if word == "may":
            return {"op": word, **self.cost(0.7), "do": self.ops(depth + 1)}
        found: Pack = {"op": word, **self.conditions(0.2)}
        for name in OP_ARGUMENTS[word]:
            found[name] = self.argument(word, name)
        if word == "draw":
            found["keep"] = min(found["keep"], found["look"])
        return found

    def argument(self, op: str, name: str) -> Any:
        rng = self.rng
        if name == "n":
            return self.amount(op)
        if name == "by":
            return rng.choice((-2, -1, 1, 1, 2)) if op == "move_cube" else rng.randint(1, 3)
        if name == "face":
            words = list(codes.FACES) if op == "gain_die" else ["choose", "today"]
            return rng.choice([*words, rng.randint(1, 6)])
        words_of = {
            "who": codes.TARGETS[1:] if op == "steal_points" else codes.TARGETS,
            "dir": codes.DIRECTIONS, "scope": codes.SCOPES, "src": codes.SOURCES, "track": codes.TRACKS,
            "how": codes.TODAY_HOW, "kind": codes.KINDS[:2] if op == "draw" else codes.KINDS,
            "look": (1, 2, 3, 5), "keep": (1, 1, 2),
        }  # fmt: skip
        return rng.choice(words_of[name])

    def amount(self, op: str) -> Any:
        rng = self.rng
        if rng.random() < 0.6:
            return rng.choice((-2, -1, 1, 2, 3) if op == "points" else (1, 1, 2, 3))
        words = [word for word in codes.COUNTS[1:] if word != "die"]
        return {"count": rng.choice(words), "times": rng.choice((1, 1, 2)), "max": rng.randint(1, 5)}
