"""Tables set up by hand for clause tests: warriors without skills, all cards in the draw pile, nobody's turn yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import factions
from .choices import Question, Steps
from .data import SLOTS, Data, slot_of
from .state import Event, GameOverError, Seat, State


class Scene:
    """A table; seats from 0, seat 0 is the turn player in his play phase.

    Parameters
    ----------
    players
        Number of seats.
    skills
        Ids of skills by seat; others have none.
    rules, rulings
        Changed values.
    up
        Whether all warriors are face up from the start, each seat in a faction of its own (a villain) unless `sides`.
    sides
        Factions by seat of those who are face up, 0: hidden.
    """

    def __init__(
        self,
        players: int,
        skills: dict[int, list[str]] | None = None,
        rules: dict[str, Any] | None = None,
        rulings: dict[str, Any] | None = None,
        sides: list[int] | None = None,
    ) -> None:
        self.data = Data(rules, rulings)
        self.g = State(self.data, list(range(players)), 1, 2)
        self.asked: list[Question] = []
        groups = [group[0] for group in self.data.groups]
        for p in self.g.seats:
            own = tuple(self.data.skills[name] for name in (skills or {}).get(p.seat, []))
            card = replace(groups[p.seat], skills=own, hp=4, hand_limit=4, draw=2, supply=0, gender="m")
            p.warrior, p.hp = card, 4
            self.g.side.discard(card.number)
            p.facts["warrior_start"] = card.number
            p.forms_used = {card.form}
        self.g.draw.sort(reverse=True)  # c001 on top
        self.g.turn_seat, self.g.phase = 0, "play"
        self.g.first = 0
        self.g.counts["turns"] = 1
        for p, side in zip(self.g.seats, sides or [1 + i % 2 for i in range(players)], strict=True):
            if side:
                p.is_up = p.was_revealed = True
                p.determined = p.faction = side

    def seat(self, number: int) -> Seat:
        """A seat."""
        return self.g.seats[number]

    def card(self, name: str) -> int:
        """A card's number, by id, or by kind: the first one in the draw pile."""
        if name[0] == "c" and name[1:].isdigit():
            return int(name[1:]) - 1
        return min(n for n in self.g.draw if self.g.cards[n].kind == name)

    def take(self, name: str) -> int:
        """A card taken out of the draw pile."""
        card = self.card(name)
        self.g.draw.remove(card)
        return card

    def hand(self, seat: int, *names: str) -> list[str]:
        """Cards into a hand; their ids."""
        cards = [self.take(name) for name in names]
        self.seat(seat).hand.update(cards)
        return [self.g.cards[card].id for card in cards]

    def equip(self, seat: int, name: str) -> str:
        """A card into its slot; its id."""
        card = self.take(name)
        slot = slot_of(self.g.cards[card].kind)
        assert slot in SLOTS
        self.seat(seat).slots[slot] = card
        return self.g.cards[card].id

    def on_top(self, name: str) -> str:
        """A card on top of the draw pile; its id."""
        card = self.take(name)
        self.g.draw.append(card)
        return self.g.cards[card].id

    def linked(self, *seats: int) -> None:
        """Seats linked in that order, without any effect on factions."""
        for seat in seats:
            self.g.n_links += 1
            self.seat(seat).link = self.g.n_links

    def run(self, steps: Steps[Any], *answers: str) -> Any:
        """Run rules code, answering its questions; "*" takes the last option (a pass where there is one)."""
        left = list(answers)
        text: str | None = None
        try:
            while True:
                question = next(steps) if text is None else steps.send(text)
                self.asked.append(question)
                text = left.pop(0) if left else "*"
                if text == "*":
                    text = question.options[-1]
                assert text in question.options, f"{text!r}: seat {question.seat} has {question.options}"
        except StopIteration as stop:
            assert not left, f"not asked for {left}"
            return stop.value
        except GameOverError:
            assert not left, f"not asked for {left}"
            return "over"

    def play(self, seat: int, *answers: str) -> Any:
        """Play phase of a seat: answers, then the last option each time, which is `end`."""
        from . import flow

        self.g.turn_seat = seat
        return self.run(flow.play_phase(self.g, self.seat(seat)), *answers)

    def reveal(self, seat: int) -> Any:
        """Reveal a seat's warrior."""
        return self.run(factions.reveal(self.g, self.seat(seat), 1))

    def hps(self) -> list[int]:
        """HP by seat."""
        return [p.hp for p in self.g.seats]

    def factions(self) -> list[int]:
        """Effective factions by seat."""
        return [p.faction for p in self.g.seats]

    def decisions(self) -> list[str]:
        """Decision points asked so far."""
        return [question.decision for question in self.asked]


__all__ = ["Event", "Scene"]
