"""A game of kaguya as a person tells it at the table, from the records of its trace.

A line is one turn, one evening or one step of a preparation. Consequences stand in the sentence of the action that
caused them; what one player does and suffers in a row is one clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from sim.game import GameData
from sim.games.kaguya import codes
from sim.games.kaguya.view_board import tell_board, tell_offers
from sim.games.kaguya.view_day import tell_contest, tell_opening, tell_standing, tell_vigour
from sim.games.kaguya.view_facts import (
    Phrase,
    cube_moves,
    fact_phrases,
    new_cards,
    slot_changes,
    tidy,
    with_rolls_joined,
)
from sim.games.kaguya.view_names import CHARACTER_NAMES, DAYS, PRONOUNS, Cards, listed
from sim.games.kaguya.view_tell import NO_MORE, phrase
from sim.games.kaguya.view_text import parse_action, split

WIDTH = 110
#: Facts that open a day; they are told together.
_OPENING = ("day", "display", "event")
#: Facts with which something new begins: what the action changed is told before them.
_CLOSING = ("out", "turn", "contest", "vigour", "winner", "day")


def tell(data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
    """The lines of a game; `records` are the header and the actions of a trace."""
    last = ""
    for line in _lines(data, records, with_tables):
        if line or last:  # never two empty lines in a row
            yield line
        last = line


def _lines(data: GameData, records: Sequence[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
    story = _Story(data, records[0]["state"])
    for record in records:
        story.add(dict(record))
        yield from story.told()
        if with_tables:
            yield from (*story.close(), "", *tell_board(record["state"], data))
            yield from (*_wrapped(tell_offers(record["state"], data), "  "), "")
    yield from story.close()


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent="    ", break_on_hyphens=False)


def sentence(phrases: Sequence[Phrase], names: Sequence[str], opening: str = "") -> str:
    """Phrases as one sentence; those of one player in a row share his name, equal fates share their verb.

    `names` are by seat; `opening` stands in place of the first name, as in `then she`.
    """
    runs = [(seat, [words for _, words in run]) for seat, run in groupby(phrases, lambda phrase: phrase[0])]
    clauses = []
    for words, fate in groupby(runs, lambda run: run[1] if run[0] and len(run[1]) == 1 else [str(run)]):
        same = list(fate)
        if len(same) > 1:
            clauses.append(f"{listed([f'the {names[seat - 1]}' for seat, _ in same])} {_plural(words[0])}")
        else:
            seat, done = same[0]
            who = f"{opening} " if opening and not clauses else f"the {names[seat - 1]} " if seat else ""
            clauses.append(who + listed(done))
    text = "; ".join(clauses)
    return text[0].upper() + text[1:] + "."


def _plural(words: str) -> str:
    """`goes ponkotsu` as several do it: `go ponkotsu`."""
    verb, _, rest = words.partition(" ")
    verb = {"is": "are", "goes": "go"}.get(verb, verb.removesuffix("s"))
    return f"{verb} {rest}"


def _with_it(words: str, last: str) -> str:
    """What is done with the card that was just fetched: `uses it with a 5`."""
    if not last.startswith("fetches "):
        return words
    card = last.removeprefix("fetches ")
    name = card.partition('" (')[0] + '"' if card.startswith('"') and '" (' in card else card
    return words.replace(name, "it")


def _with_scores(state: dict[str, Any], scores: Mapping[int, int]) -> dict[str, Any]:
    return {**state, "seats": [{**seat, "score": scores[seat["seat"]]} for seat in state["seats"]]}


def _program(action: str, character: str) -> int:
    """Program number of the card or ability that an action on a turn uses; -1 if it uses none."""
    form, card, _ = split(parse_action(action))
    if form == codes.FORM_ABILITY:
        return codes.ABILITY_FIRST + codes.CHARACTERS.index(character)
    return card if form in (codes.FORM_USE, codes.FORM_CONVERT) else -1


class _Story:
    """What is being told: the phrases of a sentence, the sentences of a line, the lines that are ready."""

    def __init__(self, data: GameData, state: dict[str, Any]) -> None:
        self._data, self._state = data, state
        self._cards = Cards(data)
        self._names = [CHARACTER_NAMES[seat["character"]] for seat in state["seats"]]
        self._phrases: list[Phrase] = []
        self._program = -1
        self._speaker, self._is_alone = 0, True
        self._sentences: list[str] = []
        self._lines: list[str] = []
        self._opening: list[dict[str, Any]] = []
        self._contest: list[dict[str, Any]] = []
        self._vigour: list[dict[str, Any]] = []
        self._standing = {seat["seat"]: seat["score"] for seat in state["seats"]}

    def told(self) -> list[str]:
        """The lines that are ready; each is handed out once."""
        lines, self._lines = self._lines, []
        return lines

    def close(self) -> list[str]:
        """All that is left to tell."""
        self._end_line()
        return self.told()

    def add(self, record: dict[str, Any]) -> None:
        """Tell one record of a trace."""
        before, after = self._state, record["state"]
        log = tidy(record["log"])
        if record["kind"] == "action":
            self._action(record, before, log)
        changes = self._changes(record, before, after)
        for entry in with_rolls_joined(log):
            if entry.get("fact") in _CLOSING:
                self._phrases += changes
                changes = []
            self._entry(entry, before, after)
        self._phrases += changes
        if self._opening:
            self._open_day(after)
        if "notes_lost" in record:
            self._phrases.append((0, "and more than this log holds"))
        self._state = after

    def _action(self, record: dict[str, Any], before: dict[str, Any], log: list[dict[str, Any]]) -> None:
        if before["decision"] == "D2":
            self._program = _program(record["action"], before["seats"][record["seat"] - 1]["character"])
        words = phrase({**record, "log": log}, before, self._cards, self._data, self._program)
        if before["decision"] == "D3":
            self._start_evening(before)
            mine = {"fact": "bag", "seat": record["seat"], "n": split(parse_action(record["action"]))[2]}
            log[:] = [entry for entry in log if entry != mine]
        elif before["decision"] == "D2" and record["action"] != "end" and not self._has_just_fetched(record["seat"]):
            self._end_sentence()
        if words:
            self._say(record["seat"], words)

    def _has_just_fetched(self, seat: int) -> bool:
        """Whether the sentence so far tells only what the player fetched: what he does then belongs to it."""
        return all(who == seat and words.startswith("fetches ") for who, words in self._phrases)

    def _say(self, seat: int, words: str) -> None:
        """Add what a player does; picks in a row are one: `picks a 2 and a 3`."""
        last = self._phrases[-1] if self._phrases else (0, "")
        is_pick = last[0] == seat and last[1].startswith("picks ")
        if is_pick and words == NO_MORE:
            return
        if is_pick and words.startswith("picks "):
            self._phrases[-1] = (seat, f"{last[1].replace(' and ', ', ')} and {words.removeprefix('picks ')}")
        else:
            self._phrases.append((seat, _with_it(words, last[1])))

    def _entry(self, entry: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
        fact = entry.get("fact", "")
        if fact in ("bonus", "activity"):
            self._program = -1  # whose effect asks next is no longer sure
        if fact in ("points", "slot_points"):
            self._standing[entry["seat"]] += entry["n"]
        if fact == "day":
            self._end_line()
        if fact in _OPENING or (self._opening and fact in ("", "tokens")):
            self._opening.append(entry)
            return
        if self._opening:
            self._open_day(after)
        if fact == "turn":
            self._end_line()
        elif fact == "contest":
            self._contest.append(entry)
        elif fact == "vigour":
            self._start_evening(before)
            self._vigour.append(entry)
            if len(self._vigour) == len(self._names):
                self._tell_vigour()
        elif fact == "winner":
            self._winner(entry, before, after)
        else:
            self._phrases += fact_phrases(entry, self._cards, self._data)

    def _open_day(self, after: dict[str, Any]) -> None:
        opening, self._opening = self._opening, []
        for line in tell_opening(opening, self._names, self._cards):
            self._put(line)
        self._lines += ["", *tell_board(after, self._data), ""]

    def _start_evening(self, before: dict[str, Any]) -> None:
        """Once an evening: the line of the last turn ends, and the contest is told."""
        if self._sentences and self._sentences[0].startswith("Evening"):
            return
        self._end_line()
        self._lines.append("")
        self._sentences += [
            f"Evening of {DAYS[before['day'] - 1]}.",
            tell_contest(self._contest or [], before, self._names),
        ]
        self._contest = []

    def _tell_vigour(self) -> None:
        self._end_sentence()
        self._sentences.append(tell_vigour(self._vigour, self._names))
        self._vigour, self._speaker = [], 0

    def _winner(self, entry: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
        self._end_sentence()
        self._speaker = 0
        ends = ["is today's winner", f"takes {self._cards(entry['card'])}"]
        ends += ["starts tomorrow"] if before["day"] < len(DAYS) else []
        self._phrases += [(entry["seat"], words) for words in ends]
        self._end_line()
        self._put(tell_standing(DAYS[before["day"] - 1], self._standing, self._names))
        if after["is_over"]:
            self._lines += ["", *tell_board(_with_scores(after, self._standing), self._data)]

    def _changes(self, record: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> list[Phrase]:
        if record["kind"] != "action" or before["phase"] == "setup":
            return []
        word, _, rest = record["action"].partition(" ")
        fetched = int(rest.removeprefix("card=")) if word == "recover" else -1
        phrases = cube_moves(before, after, self._data) + new_cards(before, after, fetched, self._cards)
        if before["phase"] == after["phase"] == "action" and word != "place" and record["action"] != "end":
            phrases += slot_changes(before, after)
        return phrases

    def _end_sentence(self) -> None:
        if self._phrases:
            first = self._phrases[0][0]
            opening = f"then {self._again(first)}" if first and first == self._speaker else ""
            self._sentences.append(sentence(self._phrases, self._names, opening))
            self._speaker, self._is_alone = first, {seat for seat, _ in self._phrases} == {first}
        self._phrases = []

    def _again(self, seat: int) -> str:
        """The player of the last sentence: a pronoun, unless others came into it."""
        if self._is_alone:
            return PRONOUNS[self._state["seats"][seat - 1]["character"]]
        return f"the {self._names[seat - 1]}"

    def _end_line(self) -> None:
        self._end_sentence()
        if self._sentences:
            self._put(" ".join(self._sentences))
        self._sentences, self._speaker = [], 0

    def _put(self, text: str) -> None:
        self._lines += _wrapped(text) or [""]
