"""Packs that no designer would print: random cards, places and growth sheets out of the whole vocabulary."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import tomli_w
from reference.konoten.data import load_pack

from sim.games.konoten import codes
from sim.games.konoten.tables_words import OPS_OF

Entry = dict[str, Any]

N_NORMAL, N_VP = 38, 9
MATERIALS = list(codes.MATERIALS)

#: Ops of which a sheet has at most one: two would be ambiguous, or the loader refuses them.
SINGLE = ("lock", "take", "set_final_vp", "mul_activation", "mul_total")

#: Words of conditions.
CONDITIONS = (
    "owner", "base_min", "cards_min", "pays", "yields", "kinds", "hold_none", "hold_min", "hold_exactly",
)  # fmt: skip

#: Moments in which a gain of tokens may set off others.
MOMENTS = [when for when in codes.WHENS if when != "passive"]


class Inventor:
    """Invents a pack; the same number always invents the same."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"konoten pack {seed}")
        self.pack: Entry = copy.deepcopy(load_pack())
        self.pack["pack"] = {"name": f"wild_{seed}", "title": f"wild {seed}", "about": "For tests."}
        self.pack["development"] = [*self.cards(False, N_NORMAL), *self.cards(True, N_VP)]
        self.places()
        self.pack["node"] = [node for character in codes.CHARACTERS for node in self.sheet(character)]

    def write(self, folder: Path) -> str:
        """The pack as a file that the loader takes; returns its path."""
        file = folder / f"{self.pack['pack']['name']}.toml"
        file.write_text(tomli_w.dumps(self.pack), encoding="utf-8")
        return str(file)

    # Cards and places

    def cards(self, is_vp: bool, total: int) -> list[Entry]:
        """Designs with one to three copies, `total` cards in all."""
        found: list[Entry] = []
        while total:
            copies = min(total, self.rng.choice((1, 1, 1, 2, 3)))
            total -= copies
            found.append(self.card(f"{'v' if is_vp else 'n'}{len(found)}", is_vp) | {"copies": copies})
        return found

    def card(self, name: str, is_vp: bool) -> Entry:
        rng = self.rng
        slot = rng.randint(1, 3)
        kind = "vp" if is_vp else rng.choice(codes.KINDS[:-1])
        qty = (
            rng.randint(1, 20)
            if is_vp
            else rng.choice((1, 1, 2, 3))
            if kind in ("lobby", "growth")
            else rng.randint(1, 5)
        )
        return {
            "id": name, "name": name, "provenance": "assumed", "kind": kind, "qty": qty,
            "left_slot": 0 if is_vp else slot, "right_slot": 4 - slot, "material": 0 if is_vp else rng.randint(1, 8),
            "result": rng.randint(1, 6),
        }  # fmt: skip

    def places(self) -> None:
        """Piles, facilities and tasks."""
        rng = self.rng
        for entry in self.pack["base"]:
            entry["copies"] = rng.randint(0, 5)
        self.pack["base"][rng.randrange(5)]["copies"] = 3
        for entry in self.pack["facility"]:
            if rng.random() < 0.4:
                entry["ap"] = rng.randint(0, 2)
                entry["pays"] = {rng.choice([*MATERIALS, "creativity"]): rng.randint(1, 2)}
                entry["worker_limit"] = rng.choice((1, 2, 3))
            if entry["id"] != "polish" and rng.random() < 0.5:
                entry["yields"] = {rng.choice([*MATERIALS, "creativity", "ap"]): rng.randint(1, 3)}
        for entry in self.pack["task"]:
            if rng.random() < 0.5:
                entry["condition"] = rng.choice(
                    ({"hold": rng.choice(MATERIALS), "n": rng.randint(3, 8)}, {"lenses_made": rng.randint(1, 3)})
                )

    # Growth sheets

    def sheet(self, character: str) -> list[Entry]:
        rng = self.rng
        hundred = 100 * (1 + codes.CHARACTERS.index(character))
        self.single: set[str] = set()
        n = rng.randint(5, 10)
        self.n_nodes = n
        nodes = []
        for number in range(n):
            before = set(rng.sample(range(number), min(number, rng.choice((1, 1, 2)))))
            if number and rng.random() < 0.15:
                before.add(rng.choice([k for k in range(n) if k != number]))
            nodes.append({
                "id": f"{character}_{number}", "name": f"{character} {number}", "provenance": "assumed",
                "clause": f"N-C{hundred + number}", "character": character, "number": number,
                "from": sorted(before), "effects": self.effects(),
            })  # fmt: skip
        return nodes

    def effects(self) -> list[Entry]:
        found = [self.effect() for _ in range(self.rng.choice((0, 1, 1, 2)))]
        wills = [effect for effect in found if effect["when"] == "will"]
        return [effect for effect in found if effect not in wills[1:]]

    def effect(self) -> Entry:
        rng = self.rng
        when = "passive" if rng.random() < 0.2 else rng.choice(MOMENTS)
        if all(op in self.single for op in OPS_OF[when]):
            when = "on_activate"
        found: Entry = {"when": when}
        known = [op for op in OPS_OF[when] if op not in self.single]
        if when == "will":
            found["cost"] = rng.choice((0, 1, 1, 2))
        if when == "on_activate" and rng.random() < 0.3:
            found["who"] = rng.choice(codes.REACHES[1:])
            known = [op for op in known if op not in ("yield_bonus", "vp_per_moved")]
        if when not in ("passive", "will") and rng.random() < 0.3:
            found["if"] = [self.condition(when) for _ in range(rng.choice((1, 1, 2)))]
        words = [rng.choice(known) for _ in range(1 if when == "passive" else rng.choice((1, 1, 2, 3)))]
        words = list(dict.fromkeys(words)) if set(words) & {"choose", *SINGLE} else words
        self.single |= set(words) & set(SINGLE)
        found["do"] = [self.op(word) for word in sorted(words, key=lambda word: word == "choose")]
        return found

    def condition(self, when: str) -> Entry:
        rng = self.rng
        holds: list[Entry] = [
            {"hold_none": [rng.choice(MATERIALS)]}, {"hold_min": {rng.choice(MATERIALS): rng.randint(1, 4)}},
            {"hold_exactly": {rng.choice(MATERIALS): rng.randint(1, 4)}},
        ]  # fmt: skip
        lens: list[Entry] = [
            {"owner": rng.choice(("self", "other"))}, {"base_min": rng.randint(0, 4)}, {"cards_min": rng.randint(2, 5)},
            {"pays": rng.choice(codes.KINDS[:-1])}, {"yields": rng.choice(codes.KINDS)},
            {"kinds": rng.choice(("disjoint", "differ"))},
        ]  # fmt: skip
        return rng.choice(holds + lens if when == "on_activate" else holds)

    def op(self, word: str) -> Entry:
        return {"op": word, **self.arguments(word)}

    def arguments(self, word: str) -> Entry:
        """What the op needs (`tables_words.OP_ARGUMENTS`)."""
        rng = self.rng
        kind = rng.choice(MATERIALS)
        items = {k: rng.randint(1, 3) for k in rng.sample(MATERIALS, rng.choice((1, 1, 2)))}
        arguments: dict[str, Entry] = {
            "vp": {"n": rng.randint(-4, 12)}, "gain": {"items": items}, "ap": {"n": rng.randint(1, 3)},
            "take": {"owner": "other", "n": 1, "surcharge": rng.choice(("free", "normal"))},
            "convert": {"options": self.pairs()}, "choose": {"options": self.choices()},
            "give": {**{k: rng.randint(-1, 6) for k in MATERIALS}, "gifts": rng.choice(("one", "one_per_kind"))},
            "steal": {"items": items}, "others_return_worker": {"n": rng.randint(1, 3)},
            "vp_per": {"kind": kind, "n": rng.randint(-2, 3)},
            "vp_per_worker": {"n": rng.randint(-1, 3), "where": rng.choice(("anywhere", "lobby"))},
            "vp_per_moved": {"kind": kind, "n": rng.randint(-1, 2), "counts": rng.choice(("placed", "printed"))},
            "yield_bonus": {"kind": kind, "n": rng.randint(1, 2)},
            "ap_less": {"action": "persuade", "n": rng.randint(1, 2)},
            "take_free": {"owner": "self"}, "ban": {"owner": "other"},
            "mul_activation": {"by": [rng.randint(3, 5), 2], "scope": rng.choice(("lens_activation", "all_vp"))},
            "set_final_vp": {"node": rng.randrange(self.n_nodes), "n": rng.randint(-5, 5)},
            "flip_losses": {"scope": rng.choice(("all", "nodes"))},
            "mul_total": {"by": [rng.randint(3, 4), rng.choice((2, 3))]},
        }  # fmt: skip
        if word == "pick":
            low = rng.randint(1, 2)
            return {"kind": kind, "from": low, "to": low + rng.randint(0, 3), "vp_each": rng.randint(-1, 3)}
        if word in ("grow", "worker_unacted", "worker_acted", "collect"):
            return {"n": 1}
        return arguments.get(word, {})

    def pairs(self) -> list[list[str]]:
        """Conversions, each of another item: two of the same would read alike."""
        sources = self.rng.sample(MATERIALS, self.rng.randint(1, 3))
        return [[source, self.rng.choice([k for k in MATERIALS if k != source])] for source in sources]

    def choices(self) -> list[Entry]:
        """Alternatives whose texts differ."""
        rng = self.rng
        found = [{"op": "gain", "items": {rng.choice(MATERIALS): rng.randint(1, 3)}}, {"op": "worker_acted", "n": 1}]
        found += [
            {"op": "worker_unacted", "n": 1},
            {"op": "vp", "n": rng.randint(1, 5)},
            {"op": "ap", "n": rng.randint(1, 3)},
        ]
        return rng.sample(found, rng.randint(2, 4))
