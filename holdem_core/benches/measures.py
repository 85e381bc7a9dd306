"""Rates, and ratios that hold on a machine that drifts: two contenders take turns.

A rate is what a call did in the time it took, and both are kept: a call that is ended by the clock does another amount
of work each time, and says how much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np

SLOW_CALL = 1.0  # seconds
CALLS = "calls"  # the unit where a call is one thing done, shown in milliseconds

T = TypeVar("T")


class Work(NamedTuple):
    """What one call did: how many hands, or of another unit, in how many seconds."""

    done: float
    seconds: float

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.done / self.seconds

    def to_dict(self, unit: str) -> dict[str, float]:
        """For JSON."""
        return {f"{unit}_per_second": self.rate, f"{unit}_a_call": self.done, "seconds_a_call": self.seconds}


@dataclass(frozen=True)
class Contender:
    """One call, and how many hands, or of another unit, it does.

    ``by_count`` says whether each call does the same work, so that the times of calls compare as their rates do.
    """

    call: Callable[[], object]
    hands: int
    unit: str = "hands"
    by_count: bool = True

    def work(self) -> Work:
        """Makes one call."""
        start = perf_counter()
        self.call()
        return Work(self.hands, perf_counter() - start)


class Patience(NamedTuple):
    """How long a figure is taken: for so many seconds, and at least so often, or so often where once is slow."""

    seconds: float = 1.0
    fewest: int = 7
    fewest_slow: int = 3


class Ratio(NamedTuple):
    """How many times the yardstick's rate ours is: the quartiles over pairs of calls made in turn.

    ``yardstick`` is what a call of the yardstick typically did.
    """

    low: float
    median: float
    high: float
    pairs: int
    yardstick: Work

    @property
    def spread(self) -> str:
        """The quartiles, where there is more than one pair."""
        return f"{times(self.low)} to {times(self.high)}" if self.pairs > 1 else "one pair"


def typical(works: Sequence[Work]) -> Work:
    """What some calls did in the median, and in what time."""
    return Work(median(work.done for work in works), median(work.seconds for work in works))


def pace(contender: Contender, patience: Patience) -> Work:
    """What a call typically does."""
    return typical(_repeated(contender.work, patience))


def ratio(ours: Contender, yardstick: Contender, patience: Patience) -> Ratio:
    """What our rate is in yardsticks."""
    ours.call()
    pairs = _repeated(lambda: (ours.work(), yardstick.work()), patience)
    low, middle, high = np.percentile([mine.rate / theirs.rate for mine, theirs in pairs], [25, 50, 75]).tolist()
    return Ratio(low, middle, high, len(pairs), typical([theirs for _, theirs in pairs]))


def shown(rate: float, unit: str) -> str:
    """A rate for readers: hands a second, in millions if they are many, or the milliseconds of a call.

    Example:
        >>> shown(301.7e6, "hands"), shown(2081.3, "hands"), shown(58.8, CALLS)
        ('302 M hands/s', '2,081 hands/s', '17 ms')
    """
    if unit == CALLS:
        return f"{1e3 / rate:.3g} ms"
    return f"{rate / 1e6:.3g} M {unit}/s" if rate >= 1e5 else f"{rate:,.0f} {unit}/s"


def times(ratio: float) -> str:
    """A ratio for readers, of three digits.

    Example:
        >>> times(0.2912), times(4.7), times(2081.3)
        ('0.291', '4.7', '2,080')
    """
    return f"{float(f'{ratio:.3g}'):,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def _repeated(figure: Callable[[], T], patience: Patience) -> list[T]:
    """Figures, without the first one, which warms caches, except where it is slow and so hardly matters."""
    start = perf_counter()
    first = figure()
    now = perf_counter()
    slow = now - start > SLOW_CALL
    figures = [first] if slow else []
    fewest, end = patience.fewest_slow if slow else patience.fewest, (start if slow else now) + patience.seconds
    while len(figures) < fewest or perf_counter() < end:
        figures.append(figure())
    return figures
