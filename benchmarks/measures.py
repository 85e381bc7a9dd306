"""Rates by pytest-benchmark, and ratios that hold on a machine that drifts: two contenders take turns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

SEATS = 6
FEWEST_PAIRS = 7
SLOW_CALL = 1.0  # seconds; a yardstick that takes longer makes as few pairs as quartiles need
FEWEST_SLOW_PAIRS = 3
SECONDS_A_RATIO = 1.0
CALLS = "calls"  # the unit where a call is one thing done, shown in milliseconds
REPORT = pytest.StashKey[list[str]]()


class Tables(NamedTuple):
    """Tables of six seats: cards, chips and who has not folded."""

    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_]


@dataclass(frozen=True)
class Contender:
    """Who does the work, one call of it, and how many hands, or of another unit, that call does."""

    name: str
    call: Callable[[], object]
    hands: int
    unit: str = "hands"

    def rate(self) -> float:
        """Hands a second of one call."""
        start = perf_counter()
        self.call()
        return self.hands / (perf_counter() - start)


def paired_ratios(ours: Contender, yardstick: Contender, seconds: float = SECONDS_A_RATIO) -> list[float]:
    """How many times the yardstick's rate ours is, once for each pair of calls made in turn."""
    ours.call()
    start = perf_counter()
    warm_up = yardstick.rate()
    now = perf_counter()
    slow = now - start > SLOW_CALL
    fewest, end = FEWEST_SLOW_PAIRS if slow else FEWEST_PAIRS, now + seconds
    ratios = [ours.rate() / warm_up] if slow else []
    while len(ratios) < fewest or perf_counter() < end:
        ratios.append(ours.rate() / yardstick.rate())
    return ratios


class Measure:
    """Times a contender, and writes its rate and its ratios to yardsticks into the benchmark's ``extra_info``.

    ``ratios`` holds the median over the pairs, ``ratio_quartiles`` how far they spread.
    """

    def __init__(self, benchmark: BenchmarkFixture, report: list[str]) -> None:
        self._benchmark = benchmark
        self._report = report

    def __call__(self, contender: Contender, yardsticks: Iterable[Contender] = ()) -> None:
        """Measures; with ``--benchmark-disable`` it only calls the contender once."""
        info = self._benchmark.extra_info
        info["peer"], info[contender.unit] = contender.name, contender.hands
        self._benchmark(contender.call)
        timing = self._benchmark.stats
        if timing is None:
            return
        info[f"{contender.unit}_per_second"] = contender.hands / timing.stats.median
        if contender.unit == CALLS:
            info["milliseconds"] = 1e3 * timing.stats.median
        info["ratios"], info["ratio_quartiles"] = {}, {}
        for yardstick in yardsticks:
            low, median, high = quantiles(paired_ratios(contender, yardstick), n=4)
            info["ratios"][yardstick.name] = median
            info["ratio_quartiles"][yardstick.name] = [low, high]
        self._report.append(self._line(contender.unit))

    def _line(self, unit: str) -> str:
        info = self._benchmark.extra_info
        if unit == CALLS:
            rate = f"{info['milliseconds']:10.3f} ms"
        else:
            rate = f"{info[f'{unit}_per_second'] / 1e6:10.3f} M {unit}/s"
        parts = [f"{self._benchmark.name:<40} {rate}"]
        for name, ratio in info["ratios"].items():
            low, high = info["ratio_quartiles"][name]
            parts.append(f"{ratio:.3g} x {name} ({low:.3g} to {high:.3g})")
        return "  ".join(parts)
