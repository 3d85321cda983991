"""Building lenses step by step (N-B)."""

from __future__ import annotations

from dataclasses import dataclass

from . import activation, effects, gains
from .choices import Steps, ask
from .data import Card
from .state import Lens, Seat, State

POSITIONS = (1, 2, 3, 4, 5, 6)  # L1, L2, L3, R1, R2, R3

Candidates = dict[int, list[Card]]


@dataclass(frozen=True)
class Partial:
    """What has been laid so far."""

    last: int = 0  # highest position used
    used: frozenset[int] = frozenset()
    n_right: int = 0
    difference: int = 0  # results less materials

    def add(self, position: int, card: Card) -> Partial:
        """The same with one more card."""
        is_right = position > 3
        change = card.result if is_right else -card.material
        return Partial(position, self.used | {card.number}, self.n_right + is_right, self.difference + change)


def positions(card: Card) -> list[int]:
    """Where a card may lie (N-B2, N-B4)."""
    left = [card.left_slot] if card.left_slot else []
    return [*left, 3 + card.right_slot]


def candidates(g: State, hand: list[int]) -> Candidates:
    """Cards of a hand by position, rising."""
    cards = [g.data.cards[number] for number in sorted(hand)]
    return {position: [card for card in cards if position in positions(card)] for position in POSITIONS}


def need(difference: int) -> int:
    """N-B7."""
    return max(0, difference)


def bases(g: State, needed: int) -> list[int]:
    """Costs of the piles that may be chosen (N-B8), rising."""
    enough = [cost for cost, left in sorted(g.piles.items()) if left and cost >= needed]
    return enough[:1] if g.rulings["base_choice"] == "cheapest_sufficient" else enough


def is_legal(g: State, lens: Partial) -> bool:
    """Whether it is a lens as it stands (N-B5 to N-B9)."""
    has_right = lens.n_right > 0 or not g.rulings["require_result_blade"]
    size = len(lens.used)
    fits = g.rules["lens_cards_min"] <= size <= g.rules["lens_cards_max"]
    return fits and has_right and bool(bases(g, need(lens.difference)))


def can_finish(g: State, at: Candidates, lens: Partial) -> bool:
    """Whether a legal lens can still be reached (N-B10): plain search over the later positions."""
    if is_legal(g, lens):
        return True
    if not any(g.piles.values()):
        g.fire("N-B9")
    if len(lens.used) >= g.rules["lens_cards_max"] or _is_hopeless(g, at, lens):
        return False
    return any(
        can_finish(g, at, lens.add(position, card))
        for position in POSITIONS[lens.last :]
        for card in at[position]
        if card.number not in lens.used
    )


def _is_hopeless(g: State, at: Candidates, lens: Partial) -> bool:
    """No pile is dear enough even if all the best later materials were added."""
    dearest = max((cost for cost, left in g.piles.items() if left), default=-1)
    gain = sum(max((card.material for card in at[position]), default=0) for position in POSITIONS[lens.last : 3])
    return need(lens.difference - gain) > dearest


def can_build(g: State, hand: list[int]) -> bool:
    """N-A7: at least one legal lens can be built now."""
    return can_finish(g, candidates(g, hand), Partial())


def next_steps(g: State, at: Candidates, lens: Partial) -> dict[str, tuple[int, Card] | None]:
    """N-D3: what may be laid next."""
    options: dict[str, tuple[int, Card] | None] = {}
    if is_legal(g, lens):
        options["lens finish"] = None
    if len(lens.used) < g.rules["lens_cards_max"]:
        for position in POSITIONS[lens.last :]:
            for card in at[position]:
                if card.number not in lens.used and can_finish(g, at, lens.add(position, card)):
                    side = "left" if position <= 3 else "right"
                    options[f"lens add card={card.number} side={side}"] = (position, card)
    return options


def polish(g: State, p: Seat) -> Steps[None]:
    """The steps after the AP of polish are paid, to the end of the chain."""
    at, lens = candidates(g, p.hand), Partial()
    laid: dict[int, Card] = {}
    g.builder = p.seat
    while True:
        step: tuple[int, Card] | None = yield from ask(p, "N-D3", next_steps(g, at, lens))
        if step is None:
            break
        position, card = step
        laid[position] = card
        lens = lens.add(position, card)
        p.hand.remove(card.number)
        g.building.append((card.number, "left" if position <= 3 else "right"))
    costs = bases(g, need(lens.difference))
    base: int = yield from ask(p, "N-D4", {f"lens base={cost}": cost for cost in costs})
    _note(g, laid, need(lens.difference), base)
    yield from complete(g, p, laid, base)


def _note(g: State, laid: dict[int, Card], needed: int, base: int) -> None:
    g.fire("N-A7", "N-B2", "N-B5", "N-B6", "N-B7", "N-B8", "N-B10", "N-B11", "N-B12", "N-B13", "N-D3", "N-D4")
    if any(card.is_vp for card in laid.values()):
        g.fire("N-B4")
    if base > needed:
        g.fire("N-B8 dearer")


def complete(g: State, p: Seat, laid: dict[int, Card], base: int) -> Steps[None]:
    """The lens is made (N-B12, N-B13), then the chain (N-B14)."""
    left = {position: card for position, card in laid.items() if position <= 3}
    right = {position - 3: card for position, card in laid.items() if position > 3}
    g.piles[base] -= 1
    lens = Lens(len(g.lenses) + 1, p.seat, left, right, base)
    g.lenses.append(lens)
    g.building, g.builder = [], None
    p.counts["polishes"] += 1
    g.book(p, "vp_polish", g.rules["polish_vp_per_card"] * lens.n_cards)
    yield from effects.meet(g, p, "on_lens_made")
    yield from gains.check_tasks(g, p)
    yield from chain(g, p, lens)


def chain(g: State, p: Seat, lens: Lens) -> Steps[None]:
    """N-D5."""
    options: dict[str, activation.Source | None] = {"chain no": None}
    for source in activation.sources(g, p, lens.number):
        if activation.is_payable(g, p, lens, "chain"):
            options[f"chain yes worker={source}"] = source
    source_taken: activation.Source | None = yield from ask(p, "N-D5", options)
    if len(options) > 1:
        g.fire("N-D5", "N-D5 no" if source_taken is None else "N-D5 yes")
    if source_taken is not None:
        p.counts["chains"] += 1
        g.fire("N-B14")
        yield from activation.run(g, p, lens, "chain", source_taken)
