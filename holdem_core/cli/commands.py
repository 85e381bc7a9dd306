"""The commands under one name, and their errors: one line on standard error and an exit status, never a traceback."""

import contextlib
import os
import sys
from typing import Any, NoReturn

import click

from holdem_core.cli.bench import bench_command
from holdem_core.cli.equity import equity_command
from holdem_core.cli.evaluate import evaluate_command
from holdem_core.cli.output import BAD_INPUT, INTERRUPTED, PROGRAM, complain
from holdem_core.cli.range import range_command
from holdem_core.cli.replay import replay_command
from holdem_core.cli.showdown import showdown_command
from holdem_core.cli.simulate import simulate_command
from holdem_core.errors import HoldemError


class Commands(click.Group):
    """Commands whose errors, the library's and click's, end the program with one line on standard error."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Runs a command and leaves the program with its exit status."""
        status = BAD_INPUT
        try:
            status = super().main(*args, **{"prog_name": PROGRAM, **options, "standalone_mode": False})
        except click.Abort:
            status = INTERRUPTED
        except click.ClickException as error:
            complain(error.format_message())
        except HoldemError as error:
            complain(str(error))
        except OSError as error:
            _discard_output()
            if not isinstance(error, BrokenPipeError):  # a reader that leaves early ends the program quietly
                complain(f"cannot write: {error.strerror or error}")
        sys.exit(status)


def _discard_output() -> None:
    """Points standard output at nothing, so that what is left in it does not fail once more at exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"{PROGRAM} {version(PROGRAM)}")
        except PackageNotFoundError:
            raise click.ClickException("the version is not known, for the package is not installed") from None
        context.exit()


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
@click.pass_context
def commands(context: click.Context) -> None:
    """Who wins a hand of hold'em, how often, and how many chips each seat takes home.

    A terminal gets colours and suit signs (no colours if NO_COLOR is set), a pipe plain text. The exit status is 0,
    or 1 if a check found a difference or a hand history cannot be read, 2 for other bad input, 130 after Ctrl-C.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    showdown_command,
    replay_command,
    evaluate_command,
    simulate_command,
    range_command,
    equity_command,
    bench_command,
):
    commands.add_command(command)
