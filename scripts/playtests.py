"""`--playtests`: results of real games, laid over the shares of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.request import Setup
from scripts.studyfile import Question
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.playtest_file import Sheet
    from analysis.study import Study


def refuse_bad(playtests: str | None, setups: Sequence[Setup]) -> None:
    """Finds what is wrong with a file of playtests before any game is played."""
    if playtests is None:
        return
    from analysis.playtest_file import for_run

    sheet = _read(playtests, len(setups) > 1)
    for setup in setups:
        if len(setups) == 1 or setup.plan.n_seats in sheet.numbers_of_players():
            game = setup.game
            about = {"characters": game.characters, "character_titles": game.character_titles or game.characters}
            for_run(sheet, setup.plan.describe() | about | {"wins": game.wins})


def analysed(run_dir: Path, question: Question, is_one_of_several: bool = False) -> Study:
    """The study of a run, with the playtests over it; of several runs, where there are any of as many players."""
    from analysis.study import analyse

    if question.playtests is None:
        return analyse(run_dir, question.margin, question.level, question.interactions)
    from analysis.playtest_file import for_run
    from analysis.playtests import with_playtests
    from analysis.run import open_run

    sheet, run = _read(question.playtests, is_one_of_several), open_run(run_dir)
    is_without = is_one_of_several and run.n_seats not in sheet.numbers_of_players()
    plays = None if is_without else for_run(sheet, run.manifest)
    found = analyse(run_dir, question.margin, question.level, question.interactions)
    return found if plays is None else with_playtests(found, run, plays)


def _read(playtests: str, needs_players: bool) -> Sheet:
    from analysis.playtest_file import read_sheet

    sheet = read_sheet(Path(playtests))
    if needs_players and not sheet.numbers_of_players():
        why = "with several numbers of players, each row must say its own"
        raise UserError(f"{sheet.name}: column 'players' is missing; {why}")
    return sheet
