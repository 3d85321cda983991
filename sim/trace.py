"""One game of a plan replayed: as plain records for machines (one a line of JSON), or as sentences for people.

A trace holds everything that a referee with the rulebook needs to check the game without fairseat: the data document,
the keys of the random streams, every legal list, every action, every random draw and the whole state after each action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from sim.game import Column, GameData, GameSpec, Role
from sim.playout import Player, Step
from sim.rng import DEAL, TABLE, study_key
from sim.rng_twin import fold

Array = np.ndarray[Any, Any]


def trace(player: Player, data: GameData, plan_row: Array, seed: int) -> Iterator[dict[str, Any]]:
    """Replay one game as plain records.

    Parameters
    ----------
    player
        Player of the study.
    data
        The game's data, for texts and for the document in the header.
    plan_row
        Array of PLAN_ROW of length 1.
    seed
        Seed of the study.

    Yields
    ------
    dict
        First the header (`kind` "header": names, seed, digests, document, who sits where, stream keys as hex, the
        table after the deal); then one record an action (`kind` "action": index from 1, seat from 1, decision, legal
        texts, the text taken, is_forced, chance, clauses that fired, sentences, state after it); last the outcome
        (`kind` "outcome").
    """
    steps = player.iterate(plan_row)
    before = next(steps)
    yield _header(player, data, plan_row[0], seed, before)
    step = before
    for number, step in enumerate(steps, start=1):
        yield _action(player.game, data, number, before, step)
        before = step
    yield {"kind": "outcome", **outcome_json(player, step.row)}


def _header(player: Player, data: GameData, entry: Any, seed: int, deal: Step) -> dict[str, Any]:
    game, n_seats = player.game, player.n_seats
    block = int(entry["block"])
    seats = [
        {
            "seat": seat + 1,
            "participant": int(entry["participants"][seat]) + 1,
            "character": game.characters[int(entry["characters"][seat])],
            "policy": player.policies[int(entry["policies"][seat])].name,
        }
        for seat in range(n_seats)
    ]
    return {
        "kind": "header",
        "game": game.name,
        "seed": seed,
        "index": int(entry["game"]),
        "block": block,
        "table": int(entry["table"]) + 1,
        "seating": int(entry["seating"]) + 1,
        "deal_key": f"{fold(study_key(seed, DEAL), block):#018x}",
        "table_key": f"{fold(study_key(seed, TABLE), block):#018x}",
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "seats": seats,
        "document": data.document,
        **_log(game, data, deal),
        "state": game.view.state_json(deal.state[0], data),
    }


def _action(game: GameSpec, data: GameData, number: int, before: Step, step: Step) -> dict[str, Any]:
    view, state = game.view, before.state[0]
    text = view.action_text(state, data, step.action)
    happened = _log(game, data, step)
    happened["told"].insert(0, view.tell_action(view.state_json(state, data), data, step.seat + 1, text))
    return {
        "kind": "action",
        "index": number,
        "seat": step.seat + 1,
        "decision": view.decision_name(state, data),
        "legal": [view.action_text(state, data, code) for code in step.legal],
        "action": text,
        "is_forced": step.is_forced,
        **happened,
        "state": view.state_json(step.state[0], data),
    }


def _log(game: GameSpec, data: GameData, step: Step) -> dict[str, Any]:
    """What happened in a step, in order: random draws, ids of the clauses that fired, sentences."""
    draws, clauses, told = [], [], []
    state = game.view.state_json(step.state[0], data)
    for code, a, b in step.log.tolist():
        name = game.clauses[code]
        if name.startswith("chance:"):
            draws.append(game.view.log_json(data, code, a, b))
        elif not name.startswith("fact:"):
            clauses.append(name)
        sentence = game.view.tell_log(data, code, a, b, state)
        if sentence:
            told.append(sentence)
    lost = {"notes_lost": step.n_lost} if step.n_lost else {}  # an action that noted more than the log holds
    return {"chance": draws, "clauses": clauses, "told": told, **lost}


def outcome_json(player: Player, row: Array | None) -> dict[str, Any]:
    """An outcome row as plain data: the game's columns, then one table a seat; names in place of codes."""
    if row is None:
        raise ValueError("the replay has no outcome: it was left before its end")
    game, record = player.game, row[0]
    columns = game.all_columns()
    own = {c.name: _value(player, c, record[c.name]) for c in columns if not c.is_per_seat}
    seats = [
        {"seat": seat + 1}
        | {c.name: _value(player, c, record["seats"][seat][c.name]) for c in columns if c.is_per_seat}
        for seat in range(player.n_seats)
    ]
    return {**own, "seats": seats}


def _value(player: Player, column: Column, value: Any) -> Any:
    game = player.game
    if column.role is Role.ID and column.size == 1:
        number = int(value)
        if column.name == "end_reason":
            return "unfinished" if number == -1 else game.end_reasons[number]
        if column.name == "character":
            return game.characters[number]
        if column.name == "policy":
            return player.policies[number].name
        if column.name in ("participant", "table", "seating"):
            return number + 1
    return value.tolist()


def tell(game: GameSpec, data: GameData, records: Iterable[Mapping[str, Any]], with_tables: bool) -> Iterator[str]:
    """The records of `trace` as lines for people.

    Parameters
    ----------
    game, data
        The game and its data.
    records
        What `trace` yields.
    with_tables
        Show the table after every action, not only at the start and the end.
    """
    state: dict[str, Any] = {}
    for record in records:
        if record["kind"] == "header":
            yield from _tell_header(game, record)
            yield from record["told"]
        elif record["kind"] == "action":
            sentence, *consequences = record["told"]
            yield f"Seat {record['seat']}: {sentence}"
            yield from (f"    {line}" for line in consequences)
            yield from ["    ..."] * ("notes_lost" in record)
        else:
            yield from ("", game.view.tell_state(state, data), *_tell_outcome(record))
            return
        state = record["state"]
        if with_tables or record["kind"] == "header":
            yield from ("", game.view.tell_state(state, data), "")


def _tell_header(game: GameSpec, record: Mapping[str, Any]) -> Iterator[str]:
    yield f"{game.title}: game {record['index']} of seed {record['seed']}"
    for seat in record["seats"]:
        yield f"  Seat {seat['seat']}: {seat['character']}, decided by {seat['policy']}"
    yield ""


def _tell_outcome(record: Mapping[str, Any]) -> Iterator[str]:
    how = record["end_reason"] if record["is_finished"] else "unfinished"
    yield ""
    yield f"The game is over ({how}) after {record['turns']} turns and {record['decisions']} decisions."
    for seat in record["seats"]:
        score = f", {seat['score']} points" if "score" in seat else ""
        won = "" if seat["win_share"] == 0 else ", wins" if seat["win_share"] == 1 else ", shares the win"
        yield f"  Seat {seat['seat']} ({seat['character']}): rank {seat['rank']}{score}{won}"
