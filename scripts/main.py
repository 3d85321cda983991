"""Entry point of the command line: runs the command and turns every error that a user can mend into one line."""

from __future__ import annotations

import os
import signal
import sys

import typer

from scripts import bench, coverage, info, replay, study
from scripts.console import Stopped, complain, make_output_safe
from sim.errors import UserError, unknown

EXIT_USER_ERROR = 2
EXIT_INTERRUPTED = 130
EXIT_UNREAD = 1  # as typer answers when its own output is no longer read

app = typer.Typer(
    name="fairseat",
    help="Balance laboratory for tabletop games: plays millions of games and says how fair they are.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    study.study, study.simulate, study.analyze, study.report,
    replay.replay, info.info, info.games, info.check, coverage.coverage, bench.bench,
):  # fmt: skip
    app.command()(command)


def run() -> None:
    """Console script `fairseat`."""
    make_output_safe()
    signal.signal(signal.SIGTERM, _stop)  # what schedulers and `timeout` send: end as on Ctrl-C
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run one command line; returns the exit code."""
    try:
        _check_command(arguments)
        code = app(arguments, prog_name="fairseat", standalone_mode=False)
        sys.stdout.flush()
        if code == EXIT_INTERRUPTED:  # typer's answer to Ctrl-C in a command
            complain("interrupted")
        return code if isinstance(code, int) else 0
    except Stopped as stop:
        complain(str(stop))
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
    except OSError as error:  # a file of the user's that cannot be read or written, a full disk
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror or error}")
    return EXIT_USER_ERROR


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt


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
    text = getattr(error, "format_message", error.__str__)()
    return f"{text} See `{context.command_path} --help`." if context is not None else text
