"""``python -m holdem_core``: the command line."""

from holdem_core.cli import main

main()
