"""Options that are numbers, read or refused."""

from __future__ import annotations

from math import inf
from operator import index
from typing import Any

from holdem_core.errors import OptionError

_MOST_THREADS = 1024


def whole_number(name: str, number: Any, most: int) -> int | None:
    """A number from 1 to so many, or None."""
    if number is None:
        return None
    try:
        count = index(number)
    except TypeError:
        raise OptionError(f"{name} is {number!r}, and must be a whole number") from None
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
        value = -1.0 if isinstance(number, str) else float(number)
    except (TypeError, ValueError):
        value = -1.0
    if not 0 < value < inf:
        raise OptionError(f"{name} is {number!r}; it must be a number above 0")
    return value
