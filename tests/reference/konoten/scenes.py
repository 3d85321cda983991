"""Tables set up by hand, and rules code run on them with given answers."""

from __future__ import annotations

from typing import Any

from . import activation, turn
from .choices import Question, Steps
from .data import Data
from .state import Lens, Seat, State, Worker

Asked = list[tuple[str, list[str]]]


def table(*characters: str, rules: dict[str, Any] | None = None, **rulings: Any) -> State:
    """A table in the main phase of round 1, decks in the order of the card numbers; no token was moved by a supply.

    All have 9 AP and 3 creativity.
    """
    g = State(Data(rules, rulings), list(characters), list(range(1, 39)), list(range(39, 48)))
    g.phase = "main"
    for p in g.seats:
        p.ap, p.creativity = 9, 3
    return g


def drive(steps: Steps[Any], *answers: str) -> Asked:
    """Run rules code to its end; every question must find the next answer. Returns the questions."""
    asked: Asked = []
    left = list(answers)
    try:
        question: Question = next(steps)
        while True:
            asked.append((question.decision, question.options))
            assert left, f"not answered: {asked[-1]}"
            assert left[0] in question.options, f"{left[0]!r} is none of {question.options}"
            question = steps.send(left.pop(0))
    except StopIteration:
        assert not left, f"not asked: {left}"
    return asked


def run(g: State, p: Seat, lens: Lens, *answers: str, mode: str = "plain") -> Asked:
    """Run a lens with a worker of the lobby, whatever the turn's list says."""
    return drive(activation.run(g, p, lens, mode, "lobby"), *answers)


def act(g: State, p: Seat, text: str, *answers: str) -> Asked:
    """An action out of the list of a turn."""
    options = turn.turn_options(g, p)
    assert text in options, list(options)
    return drive(turn.act(g, p, options[text]), *answers)


def offers(g: State, p: Seat, start: str) -> list[str]:
    """Options of a turn that begin with `start`."""
    return [text for text in turn.turn_options(g, p) if text.startswith(start)]


def hold(g: State, p: Seat, light: int = 0, rainbow: int = 0, stagnation: int = 0) -> None:
    """Put exactly these materials into a grid, the others into the supply."""
    for kind, n in (("light", light), ("rainbow", rainbow), ("stagnation", stagnation)):
        g.supply[kind] += p.items[kind] - n
        p.items[kind] = n


def lay_lens(g: State, owner: int, left: tuple[int, ...], right: tuple[int, ...], base: int) -> Lens:
    """A lens on the table, made of cards by number; without its polish VP."""
    cards = g.data.cards
    lens = Lens(
        len(g.lenses) + 1, owner, {cards[n].left_slot: cards[n] for n in left},
        {cards[n].right_slot: cards[n] for n in right}, base,
    )  # fmt: skip
    assert (len(lens.left), len(lens.right)) == (len(left), len(right)), "marks overlap"
    for n in (*left, *right):
        for deck in g.decks.values():
            if n in deck:
                deck.remove(n)
    g.lenses.append(lens)
    g.piles[base] -= 1
    return lens


def stand(g: State, lens: Lens, seat: int, is_acted: bool = True) -> None:
    """A worker from the seat's lobby on a lens."""
    g.seats[seat].unacted -= 1
    lens.worker = Worker(seat, is_acted)


def fill(p: Seat, *nodes: int) -> None:
    """Fill nodes with tokens from stock as long as there are some."""
    for node in nodes:
        p.nodes.add(node)
        p.stock = max(0, p.stock - 1)
    p.was_locked |= bool(p.passives("lock"))
    p.had_no_limit |= bool(p.passives("no_grid_limit"))
