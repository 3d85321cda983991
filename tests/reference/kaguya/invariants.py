"""The invariants of section 9, looked at from outside after every action."""

from __future__ import annotations

from typing import Any

from .data import kind_of
from .game import Game
from .state import State


class Watcher:
    """Plays along a game: call `before` and `after` around every `apply`, `end` at the end.

    `is_blank`: the pack has no effects, so that the invariants hold that name ops as their exception.
    """

    def __init__(self, game: Game, is_blank: bool) -> None:
        self.game, self.is_blank = game, is_blank
        self.g: State = game.state
        self.day = 0
        self.last_turns = [""] * 4  # by seat: what the last acted turn of the day ended with
        self.reserved: dict[int, tuple[int, int]] = {}  # card -> (seat, acted turn of the reservation)
        self.outs: set[int] = set()
        self.look()

    def apply(self, text: str) -> None:
        """Apply an action with all checks around it."""
        g, game = self.g, self.game
        day, seat, decision = g.day, game.actor, game.decision
        turns = [p.counts["turns_begun"] for p in g.seats]
        fools = [p.is_ponkotsu for p in g.seats]
        slot_points = self._slot_points(seat, text) if decision == "D4" else 0
        hearts = {n: (r.seat, r.die) for n, r in g.display.items() if r}
        if decision == "D2":
            self._note_turn_action(seat, text)
        game.apply(text)
        if g.day != day or game.is_over or g.phase != "action":
            self._phase_is_over(decision)
        else:
            if decision == "D2" and text == "end":
                self._ponkotsu_rolls(turns, fools)
            self._hearts_kept(hearts)
        assert g.seats[seat].points["pts_slots"] == slot_points or decision != "D4", "invariant 15"
        self.look()

    def _slot_points(self, seat: int, text: str) -> int:
        """What a player's slot points must be after a choice of K-E12."""
        g = self.g
        pips = sum(g.slot_dice[int(text.removeprefix("slot n="))])
        assert pips <= 6 * g.rules["character_dice_max"], "invariant 15"
        return g.seats[seat].points["pts_slots"] + (pips if g.vigours[-1][seat] else 0)

    def _note_turn_action(self, seat: int, text: str) -> None:
        acted = self.g.seats[seat].acted_turns
        if text.startswith("reserve"):
            card = int(text.split()[1].removeprefix("card="))
            self.reserved[card] = (seat, acted)
        elif text.startswith("recover"):
            owner, turn = self.reserved[int(text.removeprefix("recover card="))]
            assert owner == seat, "invariant 11: own reservation"
            assert turn < acted, "invariant 11: an earlier acted turn"
        self.last_turns[seat] = text

    def _ponkotsu_rolls(self, turns: list[int], fools: list[bool]) -> None:
        """Invariant 9, in packs where nothing changes between one `end` and the next question."""
        if not self.is_blank:
            return
        for p in self.g.seats:
            begun = p.counts["turns_begun"] - turns[p.seat]
            rolls = sum(c["roll"] == "ponkotsu" and c["seat"] == p.seat + 1 for c in self.game.chance)
            assert rolls == (begun if fools[p.seat] else 0), "invariant 9"

    def _hearts_kept(self, hearts: dict[int, tuple[int, int]]) -> None:
        """Invariant 4: within a day the die under a heart never falls, and a heart only gives way to a higher die."""
        if not self.is_blank:
            return
        for card, (_, die) in hearts.items():
            now = self.g.display.get(card)
            assert card not in self.g.display or (now is not None and now.die >= die), "invariant 4"

    def _phase_is_over(self, decision: str) -> None:
        """Invariants 10 and 11, when the action phase has just ended."""
        if decision != "D2":
            return
        g = self.g
        if g.rulings["stop_rule"] != "decline_stays" and not g.counts["turn_limit"]:
            assert all(last == "end" for last in self.last_turns), "invariant 10"
            assert g.phase != "event" or not any(p.is_in for p in g.seats), "invariant 10"
            for card, r in g.display.items():
                if r and g.phase == "event":
                    assert g.seats[r.seat].acted_turns > r.acted_turn, f"invariant 11: card {card}"
        self.last_turns = [""] * 4
        self.reserved.clear()

    def look(self) -> None:
        """Everything that can be seen at one point."""
        g = self.g
        if g.day != self.day or g.phase != "action":
            self.day, self.outs = g.day, set()
        now_out = {p.seat for p in g.seats if not p.is_in}
        if g.phase == "action":
            assert self.outs <= now_out, "invariant 8: back in"
            self.outs = now_out
        options = self.game.legal()
        assert len(set(options)) == len(options), "invariant 18: duplicates"
        assert bool(options) != self.game.is_over, "invariant 18: empty"
        if self.game.decision == "D2":
            assert g.seats[self.game.actor].is_in, "invariant 8: asked while out"
        if self.game.decision in ("D1", "D2", "D4"):
            assert not g.met, "invariant 18: work is left"
            assert not g.is_serving, "invariant 18: a bonus is left"
        _dice(g, is_exact=self.game.decision in ("D1", "D2", "D3", "D4", ""))
        _tokens_and_hearts(g)
        _cards(g, is_exact=self.game.decision in ("D1", "D2", "D3", "D4", ""), is_blank=self.is_blank)
        _scores(g)
        if g.phase in ("preparation", "action"):
            assert sorted(p.slot for p in g.seats) == [1, 2, 3, 4], "invariant 6"
        if self.is_blank:
            self._blank_day()
        self._start_player()

    def _blank_day(self) -> None:
        """Invariants 5, 12 and 13 without ops."""
        g = self.g
        if g.phase != "action":
            return
        assert sum(len(d) for d in g.slot_dice.values()) <= 12, "invariant 5"
        for p in g.seats:
            assert p.has_activity == bool(g.dice_on(p)), "invariant 12"
            assert g.dice_on(p) or not p.is_ponkotsu or g.rulings["ponkotsu_reset"] == "until_cured", "invariant 13"
        assert sum(p.is_ponkotsu for p in g.seats) != 1, "invariant 13"

    def _start_player(self) -> None:
        """Invariant 16."""
        g = self.g
        assert g.start == g.marker, "invariant 16: marker"
        taken, done = sum(len(p.events) for p in g.seats), len(g.vigours)
        if g.phase == "event":
            done -= self.game.decision == "D4"
        assert taken <= done, "invariant 16: events"
        if g.rulings["all_zero_winner"] == "tail_wins":
            assert taken == done, "invariant 16: events"

    def end(self) -> None:
        """Invariants 14 and 19 and the score identity of the row."""
        row: dict[str, Any] = self.game.outcome()
        seats = row["seats"]
        assert abs(sum(s["win_share"] for s in seats) - 1) < 1e-12, "invariant 19"
        for s in seats:
            assert (s["rank"] == 1) == (s["win_share"] > 0), "invariant 19"
            parts = sum(value for name, value in s.items() if name.startswith("pts_"))
            assert s["score"] == self.g.rules["start_score"] + parts, "score identity"
            assert s["pts_penalty"] <= 0
        assert sum(s["pts_stolen"] for s in seats) == 0
        bagged = sum(s["tokens_bag_contest"] for s in seats)
        assert bagged <= sum(sum(rights.values()) for rights in self.g.rights), "invariant 14"


def _dice(g: State, is_exact: bool) -> None:
    """Invariants 1, 5 and 17; between two picks of one op one die may be in the hand."""
    reserved = sum(r is not None for r in g.display.values())
    on_cards = sum(len(c.dice) for p in g.seats for c in p.cards.values())
    pools = sum(len(p.pool) + len(p.aside) for p in g.seats)
    slots = sum(len(d) for d in g.slot_dice.values())
    total = g.stock_dice + pools + slots + reserved + g.left_dice + g.beaten_dice + on_cards + g.today_die
    assert g.rules["dice_total"] - (not is_exact) <= total <= g.rules["dice_total"], "invariant 1"
    assert g.stock_dice >= 0, "invariant 1"
    assert all(len(d) <= g.rules["character_dice_max"] for d in g.slot_dice.values()), "invariant 5"
    faces = [f for p in g.seats for f in (*p.pool, *p.aside)] + [f for d in g.slot_dice.values() for f in d]
    assert all(1 <= f <= 6 for f in faces), "K-X6"
    for p in g.seats:
        for n, c in p.cards.items():
            wanted = g.cards.by_number[n].get("dice", {}).get("n", 1) if kind_of(n) == "action" and c.is_used else 0
            assert len(c.dice) == wanted, "invariant 17"


def _tokens_and_hearts(g: State) -> None:
    """Invariants 2 and 4, cubes of 6."""
    for p in g.seats:
        assert min(p.stock, p.held, p.bag, p.removed) >= 0, "invariant 2"
        assert p.stock + p.held + p.bag + p.removed == g.rules["tokens_per_character"], "invariant 2"
        assert p.hearts >= 0, "invariant 4"
        assert p.hearts + len(g.reservations(p)) == g.rules["hearts_per_player"], "invariant 4"
        assert all(0 <= position <= 2 for position in p.cubes.values()), "invariant 6"


def _cards(g: State, is_exact: bool, is_blank: bool) -> None:
    """Invariant 3; cards being looked at are nowhere."""
    for kind in ("conversion", "action"):
        owned = [n for p in g.seats for n in p.cards if n < 60 and kind_of(n) == kind]
        shown = [n for n in g.display if kind_of(n) == kind]
        everywhere = sorted(g.decks[kind] + g.discards[kind] + owned + shown)
        assert len(set(everywhere)) == len(everywhere), "invariant 3"
        if is_exact:
            assert everywhere == g.cards.deck_numbers[kind], "invariant 3"
        if is_blank and g.phase in ("action", "event"):
            left = g.rules[f"{kind}_deck"] - g.rules["face_up_per_kind"] * g.day
            assert len(g.decks[kind]) == left, "invariant 3: deck"
    for p in g.seats:
        initial = {**g.cards.initial_conversion[p.character], **g.cards.initial_action[p.character]}
        assert {n for n in p.cards if n >= 60} == set(initial), "invariant 3: initial cards"


def _scores(g: State) -> None:
    """Invariant 7."""
    for p in g.seats:
        start = g.rules["start_score"] + g.rules["handicap"][p.seat]
        assert p.score == start + sum(p.points.values()), "invariant 7"
        assert p.score >= 0 or g.rulings["score_floor"] == "none", "invariant 7"
