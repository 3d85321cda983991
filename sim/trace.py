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
        table after the deal); then one record an action (`kind` "action": index from 1, seat from 1, phase and decision
        as they were asked, legal texts, the text taken, is_forced, chance outcomes, clauses that fired, log (chance
        and facts in the order in which they happened), state after it); last the outcome (`kind` "outcome").
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
    deal_number = int(entry["deal"])
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
        "block": int(entry["block"]),
        "deal": deal_number,
        "table": int(entry["table"]) + 1,
        "seating": int(entry["seating"]) + 1,
        "deal_key": f"{fold(study_key(seed, DEAL), deal_number):#018x}",
        "table_key": f"{fold(study_key(seed, TABLE), deal_number):#018x}",
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "seats": seats,
        "document": data.document,
        **_log(game, data, deal),
        "state": game.view.state_json(deal.state[0], data),
    }


def _action(game: GameSpec, data: GameData, number: int, before: Step, step: Step) -> dict[str, Any]:
    view, state = game.view, before.state[0]
    return {
        "kind": "action",
        "index": number,
        "seat": step.seat + 1,
        "phase": view.state_json(state, data).get("phase", ""),
        "decision": view.decision_name(state, data),
        "legal": [view.action_text(state, data, code) for code in step.legal],
        "action": view.action_text(state, data, step.action),
        "is_forced": step.is_forced,
        **_log(game, data, step),
        "state": view.state_json(step.state[0], data),
    }


def _log(game: GameSpec, data: GameData, step: Step) -> dict[str, Any]:
    """What happened in a step, in order: random draws, ids of the clauses that fired, draws and facts together."""
    draws, clauses, log = [], [], []
    for code, a, b in step.log.tolist():
        name = game.clauses[code]
        entry = game.view.log_json(data, code, a, b)
        if name.startswith("chance:"):
            draws.append(entry)
        elif not name.startswith("fact:"):
            clauses.append(name)
        if entry is not None:
            log.append(entry)
    lost = {"notes_lost": step.n_lost} if step.n_lost else {}  # an action that noted more than the log holds
    return {"chance": draws, "clauses": clauses, "log": log, **lost}


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
            return game.end_words()[number]
        if column.name == "character":
            return game.characters[number]
        if column.name == "policy":
            return player.policies[number].name
        if column.name in ("participant", "table", "seating"):
            return number + 1
    return value.tolist()


def tell(
    game: GameSpec,
    data: GameData,
    records: Iterable[Mapping[str, Any]],
    with_tables: bool,
    encoding: str = "utf-8",
) -> Iterator[str]:
    """The records of `trace` as lines for people: who plays, the game in the words of its view, how it ended.

    Parameters
    ----------
    game, data
        The game and its data.
    records
        What `trace` yields.
    with_tables
        Show the table after every action.
    encoding
        Of the output: a title that it cannot hold gives way to the game's short name. All else is ASCII.
    """
    *played, outcome = records
    is_shown = game.title.encode(encoding, "replace").decode(encoding) == game.title
    yield from _tell_header(game, played[0], game.title if is_shown else game.name)
    yield from game.view.tell(data, played, with_tables)
    yield from _tell_outcome(game, outcome)


def _tell_header(game: GameSpec, record: Mapping[str, Any], title: str) -> Iterator[str]:
    yield f"{title}: game {record['index']} of seed {record['seed']}"
    for seat in record["seats"]:
        who = f": {_plain_title(game, seat)}," if len(game.characters) > 1 else ":"
        yield f"  Seat {seat['seat']}{who} decided by {seat['policy']}"
    yield ""


def _plain_title(game: GameSpec, seat: Mapping[str, Any]) -> str:
    """The title of a seat's character in Latin letters, which line up in columns on every terminal."""
    titles = game.character_titles or game.characters
    title = titles[game.characters.index(seat["character"])]
    return " ".join(title.encode("ascii", "ignore").decode("ascii").split()) or str(seat["character"])


def _tell_outcome(game: GameSpec, record: Mapping[str, Any]) -> Iterator[str]:
    how = f"{'' if record['is_finished'] else 'unfinished: '}{record['end_reason']}"
    seats = sorted(record["seats"], key=lambda seat: (seat["rank"], seat["seat"]))
    yield ""
    yield f"The game is over ({how}) after {record['turns']} turns and {record['decisions']} decisions."
    yield from _tell_scores(game, seats)
    yield _tell_winners(game, seats)


def _tell_winners(game: GameSpec, seats: list[dict[str, Any]]) -> str:
    """Who wins, and how far ahead of the best other."""
    winners = [seat for seat in seats if seat["win_share"] > 0]
    others = [seat for seat in seats if seat["win_share"] == 0]
    if not winners:
        return "Nobody wins."
    names = [_seat_name(game, seat) for seat in winners]
    text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    text += " wins" if len(winners) == 1 else " win together"
    if "score" in seats[0]:
        text += f" with {winners[0]['score']} points"
        ahead = winners[0]["score"] - max((seat["score"] for seat in others), default=0)
        if others:
            text += f", {ahead} ahead of {_seat_name(game, others[0])}" if ahead > 0 else ", by the tie-break"
    return text + "."


def _seat_name(game: GameSpec, seat: Mapping[str, Any]) -> str:
    if len(game.characters) < 2:
        return f"Seat {seat['seat']}"
    return f"{_plain_title(game, seat)} (seat {seat['seat']})"


def _tell_scores(game: GameSpec, seats: list[dict[str, Any]]) -> Iterator[str]:
    """The final scoring: a line for each seat, with the parts that add up to the score."""
    parts = [column.name for column in game.columns if column.role is Role.PART and column.is_per_seat]
    parts = [name for name in parts if any(seat[name] for seat in seats)]
    head = ["", "rank", *(["score"] if "score" in seats[0] else [])]
    if parts:
        head += ["start", *(name.removeprefix("pts_").replace("_", " ") for name in parts)]
    rows = [head, *([_seat_name(game, seat), *_score_cells(seat, parts)] for seat in seats)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for name, *cells in rows:
        yield "  " + "  ".join([name.ljust(widths[0]), *map(str.rjust, cells, widths[1:])])


def _score_cells(seat: Mapping[str, Any], parts: list[str]) -> list[str]:
    cells = [str(seat["rank"])]
    if "score" in seat:
        cells.append(str(seat["score"]))
    if parts:
        points = [seat[name] for name in parts]
        cells += [str(seat["score"] - sum(points)), *(f"{n:+d}" if n else "0" for n in points)]
    return cells
