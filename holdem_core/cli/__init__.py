"""The command line ``holdem-core``: it parses, calls the library and prints. It needs the extra ``cli``."""

import signal
import sys
from typing import NoReturn

from holdem_core.errors import KernelError


def main() -> NoReturn:
    """Runs the command line on the program's arguments and leaves the program.

    The exit status is 0, 1 if a check failed or a hand history cannot be read, 2 for other bad input or where click,
    rich or the kernels are missing, 130 after Ctrl-C.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that leaves early ends the program quietly
    try:
        from holdem_core.cli.commands import commands
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("click", "rich"):
            raise
        print(f"holdem-core: {missing} is not installed: pip install 'holdem-core[cli]'", file=sys.stderr)
        sys.exit(2)
    except KernelError as error:
        print(f"holdem-core: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    commands.main()
