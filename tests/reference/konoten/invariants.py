"""The invariants of section 9, looked at from outside after every action."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from .data import MATERIALS
from .game import Game
from .state import PARTS, Lens, Seat, State


def shown(lens: Lens) -> tuple[Any, ...]:
    """What never changes of a lens."""
    cards = [sorted((slot, card.number) for slot, card in side.items()) for side in (lens.left, lens.right)]
    return (lens.number, lens.owner, lens.base, *map(tuple, cards))


def unacted(g: State, p: Seat) -> int:
    """Un-acted workers of a seat, wherever they stand."""
    on = [lens.worker for lens in g.lenses if lens.worker is not None]
    return p.unacted + sum(worker.seat == p.seat and not worker.is_acted for worker in on)


@dataclass
class Memory:
    """A seat before an action."""

    ap: int
    creativity: int
    vp: int
    nodes: set[int]
    is_locked: bool
    tasks: list[str]
    counts: Counter[str]


class Watcher:
    """Plays along a game: `take` instead of the game's own, `end` at the end."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.g: State = game.state
        self.lenses = [shown(lens) for lens in self.g.lenses]
        self.piles = dict(self.g.piles)
        self.round = 0
        self.at_main: list[tuple[int, Counter[str]]] = []  # un-acted workers and counts when the main phase began
        self.look()

    def take(self, text: str) -> None:
        """Take an option with all checks around it."""
        g, game = self.g, self.game
        before = [
            Memory(p.ap, p.creativity, p.vp, set(p.nodes), bool(p.passives("lock")), list(p.tasks), Counter(p.counts))
            for p in g.seats
        ]
        actor, moment = g.seats[game.actor], (g.round, g.phase)
        game.take(text)
        for p, old in zip(g.seats, before, strict=True):
            self._changes(p, old, is_same_phase=(g.round, g.phase) == moment)
        if text.startswith("will node=") and (g.round, g.phase) == moment:
            self._will(actor, before[actor.seat], int(text.removeprefix("will node=")))
        self.look()

    def _changes(self, p: Seat, old: Memory, is_same_phase: bool) -> None:
        """Invariants 13, 16, 18, 20 between two looks."""
        counts = {name: p.counts[name] - old.counts[name] for name in ("spirits", "growths_spent", "ap_spent")}
        if old.is_locked and not counts["growths_spent"] and self.g.rulings["growth_lock"] == "while_filled":
            assert p.nodes <= old.nodes, "invariant 13"
        gained = p.ap - old.ap + counts["ap_spent"]
        if is_same_phase and self.g.phase == "main" and p.character != "blue":
            assert 0 <= gained <= counts["spirits"] * self.g.rules["spirit_ap"], "invariant 16"
        if self.g.phase not in ("final", "end"):
            assert p.vp >= old.vp, "invariant 18"
        assert set(p.tasks) <= set(old.tasks), "invariant 20"

    def _will(self, p: Seat, old: Memory, number: int) -> None:
        """Invariant 14."""
        (effect,) = [e for e in p.sheet[number].effects if e["when"] == "will"]
        assert old.counts["wills"] + 1 == p.counts["wills"], "invariant 14"
        if all(op["op"] != "take" for op in effect["do"]):
            assert p.creativity == old.creativity - effect["cost"], "invariant 14"

    def look(self) -> None:
        """Everything that holds at any decision point."""
        g = self.g
        for p in g.seats:
            self._seat(p)
        self._materials()
        self._cards()
        self._lenses()
        self._places()
        self._acting()

    def _seat(self, p: Seat) -> None:
        g, rules = self.g, self.g.rules
        held = sum(1 for h in g.pending if h["frame"] == "token" and h["seat"] == p.seat + 1)
        tokens = p.stock + g.workers(p) + len(p.nodes) + len(p.tasks) + held
        assert tokens == rules["tokens_per_player"], "invariant 1"
        assert min(p.stock, p.unacted, p.acted, *p.items.values()) >= 0, "invariants 1 and 2"
        assert p.had_no_limit or sum(p.items.values()) <= rules["grid_spaces"], "invariant 3"
        assert 0 <= p.ap <= rules["ap_cap"], "invariant 4"
        assert 0 <= p.creativity <= rules["creativity_cap"], "invariant 4"
        assert all(n <= rules["wills_per_ability_per_round"] for n in p.wills_used.values()), "invariant 14"
        assert p.vp == rules["handicap"][p.seat] + sum(p.points[part] for part in PARTS), "invariant 18"
        assert set(p.points) <= set(PARTS), "invariant 18"
        if g.rulings["task_timing"] == "any_moment":
            assert (len(g.lenses_of(p)) >= rules["task_lens"]) == ("lens" not in p.tasks), "invariant 20"

    def _materials(self) -> None:
        g = self.g
        for kind in MATERIALS:
            assert g.supply[kind] >= 0, "invariant 2"
            held = sum(h[kind] for h in g.pending if h["frame"] == "keep")
            total = g.supply[kind] + held + sum(p.items[kind] for p in g.seats)
            assert total == g.rules[f"supply_{kind}"], "invariant 2"

    def _cards(self) -> None:
        g = self.g
        places = [*g.decks["normal"], *g.decks["vp"], *(card for card in g.display if card)]
        places += [card for p in g.seats for card in p.hand] + [card for card, _ in g.building]
        places += [card.number for lens in g.lenses for side in (lens.left, lens.right) for card in side.values()]
        assert sorted(places) == sorted(g.data.cards), "invariant 5"
        n = g.rules["display_normal"]
        for sort, shown_cards in (("normal", g.display[:n]), ("vp", g.display[n:])):
            assert all(shown_cards) or not g.decks[sort], "invariant 7"
            assert all(g.data.cards[card].is_vp == (sort == "vp") for card in shown_cards if card), "invariant 7"
        assert not g.building or g.builder is not None, "invariant 5"

    def _lenses(self) -> None:
        g = self.g
        assert sum(g.piles.values()) + len(g.lenses) == sum(g.data.piles.values()), "invariant 6"
        assert all(0 <= g.piles[cost] <= self.piles[cost] for cost in g.piles), "invariant 6"
        self.piles = dict(g.piles)
        now = [shown(lens) for lens in g.lenses]
        assert now[: len(self.lenses)] == self.lenses, "invariant 8"
        self.lenses = now
        for lens in g.lenses:
            assert g.rules["lens_cards_min"] <= lens.n_cards <= g.rules["lens_cards_max"], "invariant 8"
            assert lens.right or not g.rulings["require_result_blade"], "invariant 8"
            needed = max(0, lens.result_sum - sum(card.material for card in lens.left.values()))
            assert lens.base >= needed >= 0, "invariant 8"
            assert all(slot == card.left_slot for slot, card in lens.left.items()), "invariants 8 and 9"
            assert all(slot == card.right_slot for slot, card in lens.right.items()), "invariant 8"
            assert not any(card.is_vp for card in lens.left.values()), "invariant 9"

    def _places(self) -> None:
        g = self.g
        if g.phase != "main":
            assert not any(lens.worker.is_acted for lens in g.lenses if lens.worker), "invariant 10"
            assert not any(map(sum, g.facilities.values())), "invariant 12"
        assert sum(g.facilities["negotiate"]) <= g.rules["negotiate_workers"], "invariant 11"
        assert (g.next_start is not None) == (g.negotiations > 0), "invariant 11"

    def _acting(self) -> None:
        """Invariants 15, 17 and 19."""
        g, game = self.g, self.game
        if game.is_over:
            return
        options = game.options()
        assert len(options) == len(set(options)) >= 2, "invariant 19"
        if game.decision == "N-D2":
            assert not g.seats[game.actor].has_ended, "invariant 17"
            assert not g.pending, "an open frame under a turn"
            assert options[-1] == "end", "N-A18"
        if g.phase != "main":
            return
        if g.round != self.round:
            self.round = g.round
            self.at_main = [(unacted(g, p), Counter(p.counts)) for p in g.seats]
        for p, (was, counts) in zip(g.seats, self.at_main, strict=True):
            change = {n: p.counts[n] - counts[n] for n in ("placed", "unacted_gained", "unacted_spent")}
            now = was - change["placed"] + change["unacted_gained"] - change["unacted_spent"]
            assert unacted(g, p) == now, "invariant 15"

    def end(self) -> None:
        """Invariant 21 and the outcome."""
        row = self.game.outcome()
        assert abs(sum(seat["win_share"] for seat in row["seats"]) - 1) < 1e-9, "invariant 21"
        if not row["turn_limit_hit"]:
            assert len(self.g.starts) == self.g.rules["rounds"], "invariant 21"
            assert all(row[f"start_seat_r{r}"] for r in (1, 2, 3, 4)), "invariant 21"
            for p, seat in zip(self.g.seats, row["seats"], strict=True):
                self._ap_balance(p, seat)
        assert row["lenses_total"] == sum(seat["polishes"] for seat in row["seats"])
        assert sum(seat["turns"] for seat in row["seats"]) == row["main_turns"]
        assert max(seat["vp"] for seat in row["seats"]) == next(s["vp"] for s in row["seats"] if s["rank"] == 1)

    def _ap_balance(self, p: Seat, seat: dict[str, Any]) -> None:
        """All AP of a game, for characters without a gain of their own."""
        rules = self.g.rules
        gained = rules["start_ap"] + rules["rounds"] * rules["supply_ap"] + seat["spirits"] * rules["spirit_ap"]
        if p.character != "blue":
            assert gained == seat["ap_lost_cap"] + seat["ap_spent"] + seat["ap_left"], "invariant 16"
