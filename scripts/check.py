"""`fairseat check`: whether a game's data files, and the game itself, are sound."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import options as o
from scripts.console import say, say_json

if TYPE_CHECKING:
    from scripts.console import Waiting
    from sim.contract.result import Result

Games = Annotated[
    str | None, typer.Option("--games", "-n", metavar="N", help="Games of each policy in the contract tests: 200.")
]
Play = Annotated[
    bool | None,
    typer.Option(
        "--play/--no-play", help="Run the contract tests (default, unless data files are named) or check data only."
    ),
]


def check(
    game: o.GameArg,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    games: Games = None,
    play: Play = None,
    as_json: o.Json = False,
    quiet: o.Quiet = False,
) -> None:
    """Check a game: its data files, and by playing it whether it keeps the contract.

    One line for each check (docs/checking-a-game.md explains them); exits 2 if one fails. With --cards, --rules or
    --set only the data are checked, unless you add --play.
    """
    is_data = cards is not None or rules is not None or bool(sets)
    _known(game)
    if is_data:
        facts = _data_facts(game, cards, rules, sets)  # the first fault in the data ends the command
    results = _play(game, cards, rules, sets, games, as_json, quiet) if (not is_data if play is None else play) else []
    failed = [result for result in results if result.status == "failed"]
    if not failed and not is_data:
        facts = _data_facts(game, cards, rules, sets)
    if as_json:
        say_json({**(facts if not failed else {"game": game}), "checks": [result.as_json() for result in results]})
    elif failed:
        _tell_failed(game, results, failed)
    elif not quiet:
        _tell_facts(facts)
    raise typer.Exit(2 if failed else 0)


def _known(game: str) -> None:
    """A game that is not there is a mistake of the command line, not of the game."""
    from sim import registry

    if game not in registry.shipped_names() and not (Path(game) / "__init__.py").is_file():
        registry.find(game)


def _play(
    game: str, cards: str | None, rules: Path | None, sets: list[str] | None, games: str | None, *how: bool
) -> list[Result]:
    """Run the contract tests, with a line for each as it ends."""
    from scripts.console import Waiting
    from sim.contract.result import Result
    from sim.contract.run import check_game
    from sim.contract.task import Sizes, Task

    as_json, is_quiet = how
    sizes = Sizes() if games is None else Sizes(games=o.parse_games(games))
    task = Task(game, cards, str(rules) if rules else None, tuple(o.parse_sets(sets)))
    results = []
    with Waiting(is_quiet or as_json) as waiting:
        for news in check_game(task, sizes):
            if not isinstance(news, Result):
                waiting(f"{news.id}: {news.title} ...")
                continue
            results.append(news)
            if not as_json and (not is_quiet or news.status == "failed"):
                _tell(waiting, news)
    return results


def _tell(waiting: Waiting, result: Result) -> None:
    waiting("")
    word = {"passed": "ok", "failed": "FAILED", "skipped": "skipped"}[result.status]
    say(f"{word:8}{result.id:12} {result.title}: {result.message}")
    sys.stdout.flush()


def _tell_failed(game: str, results: list[Result], failed: list[Result]) -> None:
    from sim.contract.task import SEED

    say(f"{game}: {len(failed)} of {len(results)} checks failed: {', '.join(result.id for result in failed)}.")
    named = (re.search(r"\bgame (\d+) \((\d+) players, policy ([^,)]+)", result.message) for result in failed)
    hung = any("does not return" in result.message for result in failed)  # so would the replay
    if (found := next(filter(None, named), None)) and not hung:
        index, players, policy = found.groups()
        options = f"--players {players} --policy {policy} --seed {SEED} --index {index}"
        say(f"  See it: fairseat replay {shlex.quote(game)} {options}")


def _data_facts(game: str, cards: str | None, rules: Path | None, sets: list[str] | None) -> dict[str, Any]:
    """What the data of a game are, for every number of players."""
    from scripts.request import Request, load, prepare
    from sim.seats import seats_with

    asked = Request(game, cards=cards, rules=rules, sets=tuple(sets or ()))
    spec, data = load(asked)
    players = seats_with(spec, data)
    setups = [prepare(replace(asked, players=n_seats)) for n_seats in players]
    notes = dict.fromkeys(note for setup in setups for note in setup.data.notes)
    return {
        "game": spec.name,
        "pack": data.pack,
        "players": list(players),
        "rules": len(data.document.get("rules", {})),
        "rulings": len(data.document.get("rulings", {})),
        "entries": {kind: len(found) for kind, found in data.document.get("cards", {}).items()},
        "policies": list(data.weights),
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "notes": list(notes),
    }


def _tell_facts(facts: dict[str, Any]) -> None:
    from scripts.info import span

    entries: dict[str, int] = facts["entries"]
    pack = f", pack {facts['pack']}" if entries else ""
    say(f"{facts['game']}{pack}, for {span(facts['players'])} players: no fault found.")
    say(f"  {facts['rules']} constants and {facts['rulings']} rulings, digest {facts['rules_digest']}")
    if entries:
        listed = ", ".join(f"{n} {kind}" for kind, n in entries.items())
        say(f"  {sum(entries.values())} card entries ({listed}), digest {facts['cards_digest']}")
    say(f"  {len(facts['policies'])} policies: {', '.join(facts['policies'])}")
    for note in facts["notes"]:
        say(f"  Note: {note}")
