"""Options that are numbers, or where random ones come from, read or refused."""

from __future__ import annotations

from math import inf
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_core._texts import told
from holdem_core.errors import OptionError

if TYPE_CHECKING:
    from numpy.random import Generator

_MOST = 2**63 - 1
_MOST_THREADS = 1024


def whole(name: str, number: Any) -> int:
    """A whole number that an int64 holds."""
    try:
        value = None if isinstance(number, bool) else index(number)
    except TypeError:
        value = None
    if value is None:
        raise OptionError(f"{name} is {told(number)}, and must be a whole number")
    if abs(value) > _MOST:
        raise OptionError(f"{name} is a number of more than 64 bits")
    return value


def whole_number(name: str, number: Any, most: int) -> int | None:
    """A number from 1 to so many, or None."""
    if number is None:
        return None
    count = whole(name, number)
    if not 1 <= count <= most:
        raise OptionError(f"{name} is {count}; it runs from 1 to {most:,}")
    return count


def thread_count(threads: Any) -> int | None:
    """How many threads are asked for, if any are."""
    return whole_number("threads", threads, _MOST_THREADS)


def positive(name: str, number: Any) -> float | None:
    """A number above 0, or None."""
    if number is None:
        return None
    try:
        value = -1.0 if isinstance(number, (str, bool)) else float(number)
    except (TypeError, ValueError, OverflowError):
        value = -1.0
    if not 0 < value < inf:
        raise OptionError(f"{name} is {told(number)}; it must be a number above 0")
    return value


def random_generator(rng: Any) -> Generator:
    """What ``numpy.random.default_rng`` makes of a seed or a generator."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise OptionError(
            f"rng is {rng!r}; it is a whole number from 0 on as seed, several of them, or a numpy.random.Generator"
        ) from None
