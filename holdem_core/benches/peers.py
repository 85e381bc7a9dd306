"""What the adapters of all peers share."""

import warnings
from importlib import import_module
from types import ModuleType

from holdem_core._texts import printable

OURS = "holdem_core"
MISSING = "not installed"
_LONGEST = 400  # of what a peer says


class MissingPeerError(ImportError):
    """A peer is not installed; one that is, but fails at its import, raises what it likes."""


def load(module: str) -> ModuleType:
    """Imports a peer, whose own deprecation warnings are no concern of ours."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name != package:
            raise
        raise MissingPeerError(f"{package} is not installed") from None


def problem(error: Exception) -> str:
    """Why a peer cannot take part, in a few words: what its adapter raised.

    Example:
        >>> try:
        ...     load("no_such_evaluator")
        ... except ImportError as error:
        ...     print(problem(error))
        not installed
    """
    return MISSING if isinstance(error, MissingPeerError) else printable(f"{type(error).__name__}: {error}", _LONGEST)
