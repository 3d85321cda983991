"""The commands, and how a command line is answered: every error that a user can mend is one line."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from scripts import bench, check, compare, completion, coverage, fair, glance, info, replay, study, sweep, tournament
from scripts.console import Stopped, complain, say
from scripts.main import EXIT_INTERRUPTED
from sim.errors import UserError, fault_text, unknown

EXIT_USER_ERROR = 2
EXIT_UNREAD = 1  # as typer answers when its own output is no longer read


def _show_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        say(f"fairseat {version('fairseat')}")
        raise typer.Exit


app = typer.Typer(
    name="fairseat",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    study.study, study.simulate, study.analyze, study.report,
    compare.compare, sweep.sweep, sweep.rulings, fair.fair, tournament.tournament,
    replay.replay, info.info, info.games, check.check, coverage.coverage, bench.bench, completion.completion,
):  # fmt: skip
    app.command()(command)


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Balance laboratory for tabletop games: plays millions of games and says how fair they are."""


#: What `fairseat` alone says: the next steps of somebody who has just installed it.
FIRST_SCREEN = """\
fairseat plays a tabletop game many times and says how fair it is.

Begin with
  fairseat study {game}                   play it, write a report and print the verdicts
  fairseat replay {game} --index 0        tell one of these games in words
  fairseat info {game}                    what can be changed: rules, cards, policies

Then change something and play the same games again
  fairseat compare {game} --b PATH=VALUE  what one change moves; PATH as `info` shows it
  fairseat fair {game} --vary PATH=A:B    the value that makes places equal

Games that ship with it: {games}. A folder with a game of your own stands wherever GAME does.
The first run of a game compiles it, for up to a minute; later ones start at once.

  fairseat --help             all commands
  fairseat COMMAND --help     their options"""


def answer(arguments: list[str]) -> int:
    """Run one command line; returns the exit code."""
    try:
        if completion.is_asked():
            completion.prepare()
        elif not arguments:
            games = glance.shipped_games()
            say(FIRST_SCREEN.format(game=games[0], games=", ".join(games)))
            return 0
        _check_command(arguments)
        code = app(arguments, prog_name="fairseat", standalone_mode=False)
        sys.stdout.flush()
        if code == EXIT_INTERRUPTED:  # typer's answer to Ctrl-C in a command
            complain("interrupted")
        return code if isinstance(code, int) else 0
    except Stopped as stop:
        complain(str(stop))
        if stop.is_busy:  # the interpreter's own end would take the memory of code that still runs
            os._exit(EXIT_INTERRUPTED)
        return EXIT_INTERRUPTED
    except UserError as error:
        complain(str(error))
    except typer.TyperException as error:
        complain(_usage_line(error))
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads any more: end in silence
        return EXIT_UNREAD
    except MemoryError:
        complain("out of memory: name fewer --jobs, or fewer games")
    except OSError as error:  # a file of the user's that cannot be read or written, a full disk
        complain(fault_text(error, error.filename) if error.filename else str(error.strerror or error))
    return EXIT_USER_ERROR


def _commands() -> list[str]:
    return [command.callback.__name__ for command in app.registered_commands if command.callback]


def _check_command(arguments: list[str]) -> None:
    if arguments and not arguments[0].startswith("-") and arguments[0] not in _commands():
        raise unknown("command", arguments[0], _commands())


def _usage_line(error: typer.TyperException) -> str:
    """One line for a usage error that typer found; an unknown option is answered with the known ones."""
    context = getattr(error, "ctx", None)
    option = getattr(error, "option_name", None)
    if context is not None and option is not None and type(error).__name__ == "NoSuchOption":
        known = [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
        return str(unknown("option", option, [*known, "--help"]))
    parameter, fault = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if parameter is not None and fault is not None:  # what pydantic says of one value
        wanted = "a whole number" if "int" in fault()[0]["type"] else "a number"
        return f"{parameter.opts[0]} {fault()[0]['input']!r}: give {wanted}"
    text = getattr(error, "format_message", error.__str__)()
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text}: see `{context.command_path} --help`" if context is not None else text
