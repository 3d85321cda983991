"""Chance (section 14.1): every roll and shuffle, as a pure function of the keys and of counters."""

from __future__ import annotations

from sim.rng_twin import draw, fold, shuffle

from .data import CHARACTERS, KINDS
from .state import WARN_DECK, Seat, State

FACES = 6


def deal_events(g: State) -> list[int]:
    """R2: the events of the days, Monday first."""
    numbers = sorted(g.cards.event_numbers)
    shuffle(fold(g.deal_key, 2), numbers)
    return numbers[: g.rules["events_used"]]


def deal_deck(g: State, kind: str) -> list[int]:
    """R3: a deck, drawn from its end."""
    numbers = sorted(g.cards.deck_numbers[kind])
    shuffle(fold(fold(g.deal_key, 3), KINDS.index(kind)), numbers)
    return numbers


def roll_today(g: State) -> int:
    """R4: today's number; nobody's roll."""
    face = draw(fold(fold(g.table_key, 4), g.day - 1), 0, FACES) + 1
    g.chance.append({"roll": "today", "seat": 0, "face": face})
    return face


def roll_preparation(g: State, player: Seat, n: int) -> list[int]:
    """R5: the dice of the preparation."""
    key = fold(fold(fold(g.table_key, 5), g.day - 1), CHARACTERS.index(player.character))
    faces = [draw(key, i, FACES) + 1 for i in range(n)]
    player.counts["dice_rolled"] += n
    g.chance += [{"roll": "preparation", "seat": player.seat + 1, "face": face} for face in faces]
    return faces


def roll_die(g: State, player: Seat, what: str) -> int:
    """R6: one die rolled by the owner of an effect; `what`: gain, reroll, slot or today."""
    face = _counted(g, 6, player, FACES) + 1
    player.counts["dice_rolled"] += 1
    g.chance.append({"roll": what, "seat": player.seat + 1, "face": face})
    return face


def roll_ponkotsu(g: State, player: Seat) -> str:
    """R7: "ok", "minus" or "pass"."""
    sides = (
        ["ok"] * g.rules["ponkotsu_ok"] + ["minus"] * g.rules["ponkotsu_minus"] + ["pass"] * g.rules["ponkotsu_pass"]
    )
    side = sides[_counted(g, 7, player, len(sides))]
    g.chance.append({"roll": "ponkotsu", "seat": player.seat + 1, "face": side})
    return side


def _counted(g: State, purpose: int, player: Seat, n: int) -> int:
    index = g.counters[str(purpose), player.character]
    g.counters[str(purpose), player.character] += 1
    return draw(fold(fold(g.table_key, purpose), CHARACTERS.index(player.character)), index, n)


def draw_card(g: State, kind: str) -> int | None:
    """The next card of a deck; its discards are shuffled first if it is empty (K-P9, R8)."""
    if not g.decks[kind] and g.discards[kind]:
        reshuffle(g, kind)
    if not g.decks[kind]:
        g.counts["warnings"] |= WARN_DECK
        return None
    return g.decks[kind].pop()


def reshuffle(g: State, kind: str) -> None:
    """R8: the discards of a kind become its deck."""
    numbers = sorted(g.discards[kind])
    index = g.counters["8", kind]
    g.counters["8", kind] += 1
    shuffle(fold(fold(fold(g.table_key, 8), KINDS.index(kind)), index), numbers)
    g.decks[kind], g.discards[kind] = numbers, []
    g.counts["reshuffles"] += 1
    g.fire("K-P9")
    g.chance.append({"roll": "reshuffle", "seat": 0, "face": len(numbers), "kind": kind})
