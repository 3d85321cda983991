"""How a day of kaguya begins and ends, in sentences: the cards laid out, the first rolls, the contest, the standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.games.kaguya import codes
from sim.games.kaguya.view_names import DAYS, Cards, count, listed

Entry = Mapping[str, Any]


def tell_opening(log: Sequence[Entry], names: Sequence[str], cards: Cards) -> Iterator[str]:
    """The preparation, from the day's beginning to the tokens taken: a few lines."""
    facts = {entry["fact"]: entry for entry in log if "fact" in entry}
    today = next((entry["face"] for entry in log if entry.get("roll") == "today"), 0)
    if "day" in facts:
        yield ""
        yield f"{DAYS[facts['day']['day'] - 1].upper()}"
        yield f"The {names[facts['day']['seat'] - 1]} starts. Today's number is {today}."
    if "event" in facts:
        yield f"Event: {cards(facts['event']['card'])}."
    for kind in ("conversion", "action"):
        if any(entry.get("roll") == "reshuffle" and entry["kind"] == kind for entry in log):
            yield f"The {kind} deck is empty; its discards become the new one."
        yield from _tell_display(kind, [entry["card"] for entry in log if entry.get("fact") == "display"], cards)
    yield from _tell_first_rolls(log, names)


def _tell_display(kind: str, laid: Sequence[int], cards: Cards) -> Iterator[str]:
    mine = [card for card in laid if (card >= codes.ACTION_FIRST) == (kind == "action")]
    copies = Counter(cards.name(card) for card in mine)
    shown = {cards.name(card): card for card in reversed(mine)}
    texts = [("twice " if copies[name] == 2 else "") + cards(shown[name]) for name in copies]
    if texts:
        yield f"{kind.capitalize()} cards: " + "; ".join(texts) + "."


def _tell_first_rolls(log: Sequence[Entry], names: Sequence[str]) -> Iterator[str]:
    tokens = {entry["seat"]: entry["n"] for entry in log if entry.get("fact") == "tokens"}
    for entry in log:
        if entry.get("roll") == "preparation":
            took = f" and takes {count(tokens[entry['seat']], 'token')}" if entry["seat"] in tokens else ""
            yield f"The {names[entry['seat'] - 1]} rolls {listed([str(face) for face in entry['faces']])}{took}."


def tell_contest(ranked: Sequence[Entry], before: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who has most and second most dice with today's number, and may so put tokens into the bag."""
    ranks = [[entry for entry in ranked if entry["rank"] == rank] for rank in (1, 2)]
    if not ranks[0]:
        if all(seat["is_ponkotsu"] for seat in before["seats"]):
            return "All four are ponkotsu: nobody may put tokens into the bag."
        return f"No die shows today's number {before['today']} on a character who counts: no tokens go into the bag."
    words = [_rank(entries, names) for entries in ranks if entries]
    return (
        f"Today's number {before['today']} lies "
        + ", ".join(f"{how} on {word}" for how, word in zip(("most often", "next"), words, strict=False))
        + "."
    )


def _rank(entries: Sequence[Entry], names: Sequence[str]) -> str:
    who = listed([f"the {names[entry['seat'] - 1]}" for entry in entries])
    return f"{who} ({count(entries[0]['n'], 'die')}{' each' * (len(entries) > 1)})"


def tell_vigour(vigour: Sequence[Entry], names: Sequence[str]) -> str:
    """The tokens found in the bag, in the order in which slots are chosen."""
    return "Vigour: " + ", ".join(f"{names[entry['seat'] - 1]} {entry['n']}" for entry in vigour) + "."


def tell_standing(day: str, scores: Mapping[int, int], names: Sequence[str]) -> str:
    """The scores after an evening, highest first."""
    ordered = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return f"After {day}: " + ", ".join(f"{names[seat - 1]} {score}" for seat, score in ordered) + "."
