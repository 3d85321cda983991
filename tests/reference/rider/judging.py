"""Judgements, delayed cards, pindian (R-J, R-Y13 to R-Y15, R-Q1)."""

from __future__ import annotations

from . import answers, events, harm, moves
from .choices import Steps, ask_card
from .data import is_of
from .state import Damage, Event, Judgement, Seat, State, Use


def turn_up(g: State, p: Seat) -> Steps[int | None]:
    """R-J3 without the result: the card that counts in the end, None if there was none."""
    card = moves.top_card(g)
    if card is None:
        return None
    g.resolving.add(card)
    g.counts["judge_n"] += 1
    g.fire("R-J3")
    judgement = Judgement(p, card)
    yield from events.emit(g, Event("judge_flip", object=p, judgement=judgement))
    final = judgement.card
    yield from events.emit(g, Event("judge_done", object=p, judgement=judgement))
    assert final is not None
    moves.bin_resolving(g, [final])
    return final


def judge(g: State, p: Seat, word: str) -> Steps[bool]:
    """A judgement: whether its card is of a colour or suit."""
    card = yield from turn_up(g, p)
    return card is not None and is_of(g.cards[card].suit, word)


def judgement_phase(g: State, p: Seat) -> Steps[None]:
    """R-J1: the cards that lie there now, the last placed first."""
    if p.judgement:
        g.fire("R-J1")
    for card in reversed(list(p.judgement)):
        if not p.is_alive:
            return
        if card in p.judgement:
            g.fire("R-J2")
            yield from delayed(g, p, card)


def delayed(g: State, p: Seat, card: int) -> Steps[None]:
    """R-J2: one delayed card."""
    kind = g.cards[card].kind
    is_nullified = yield from answers.nullified(g)
    if not p.is_alive or card not in p.judgement:
        return
    if is_nullified:
        if kind == "storm":
            pass_on(g, p, card)
        else:
            yield from moves.discard(g, p, card)
        return
    found = yield from turn_up(g, p)
    if not p.is_alive or card not in p.judgement:
        return
    g.fire({"storm": "R-Y13", "detain": "R-Y14", "cut_off": "R-Y15"}[kind])
    suit, rank = (g.cards[found].suit, g.cards[found].rank) if found is not None else ("", 0)
    if kind == "storm":
        if suit != "S" or not g.rules["storm_low"] <= rank <= g.rules["storm_high"]:
            pass_on(g, p, card)
            return
        use = Use(p, kind, [card], "", g.cards[card].suit)
        yield from harm.damage(g, Damage(None, p, g.rules["storm_damage"], "thunder", use))
        if not p.is_alive or card not in p.judgement:
            return
    elif kind == "detain" and suit != "H":
        p.skips.add("play")
    elif kind == "cut_off" and suit != "C":
        p.skips.add("draw")
    yield from moves.discard(g, p, card)


def pass_on(g: State, p: Seat, card: int) -> None:
    """R-Y13: the storm moves to the next one without a card of its name, himself last."""
    g.fire("R-Y13")
    for q in g.others(p):
        if not moves.holds_name(g, q, card):
            p.judgement.remove(card)
            q.judgement.append(card)
            return


def pindian(g: State, a: Seat, b: Seat) -> Steps[str]:
    """R-Q1: "[win]" or "[lose]" for a; "" if one is dead or has no usable card."""
    result = ""
    while a is not b and a.is_alive and b.is_alive and a.hand and b.hand:
        g.counts["pindian_n"] += 1
        first = yield from ask_card(g, a, "RD12", "clash", sorted(a.hand))
        second = yield from ask_card(g, b, "RD12", "clash", sorted(b.hand))
        g.fire("R-Q1")
        for p, card in ((a, first), (b, second)):
            moves.take_off(g, p, card)
        for card in (first, second):
            moves.bin_card(g, card)
        yield from moves.all_emptied(g, [p for p in g.from_seat(g.turn_seat) if p in (a, b) and not p.n_hand])
        ranks = g.cards[first].rank, g.cards[second].rank
        result = "[win]" if ranks[0] > ranks[1] else "[lose]"
        if ranks[0] != ranks[1] or g.rulings["pindian_tie"] != "redraw":
            break
    return result
