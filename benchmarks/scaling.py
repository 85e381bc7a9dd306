"""How cost grows with rows, players and threads: measures, prints the figures and draws them.

Run ``python benchmarks/scaling.py docs/scaling.svg``. Each round takes every figure once, and the best of the rounds is
drawn, for a shared machine only ever slows. On one thread the processor's time counts, which others cannot stretch.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from holdem_core import deal, equity, evaluate, settle, showdown_batch

ROWS = [10**power for power in range(8)]
TABLES = ROWS[:-1]  # ten million tables would take a gigabyte
PLAYERS = [2, 3, 4, 6, 8, 10, 14, 18, 22]
MOST_IN_EQUITY = 10
TABLES_BY_PLAYERS = 10_000
SAMPLES, MANY_SAMPLES = 1 << 17, 1 << 22  # many, for threads to share
ENOUGH, MOST_CALLS = 100_000, 2000  # fewer rows or tables are done again and again, so that a clock can tell
FLOP = "2c7dTh"
EXACT, SAMPLED = "equity on the flop, exact", "equity, random deals"


class Point(NamedTuple):
    """A place on a curve, and a call that does so many units of the work there."""

    panel: str
    curve: str
    x: int
    call: Callable[[], object]
    units: int

    def rate(self) -> float:
        """Units a second."""
        clock = perf_counter if self.panel == "threads" else process_time
        times = min(max(1, ENOUGH // self.units), MOST_CALLS)
        self.call()  # warms caches
        start = clock()
        for _ in range(times):
            self.call()
        return times * self.units / (clock() - start)


def by_rows() -> Iterator[Point]:
    """Seven-card rows, and tables of six seats, in one call."""
    rows = all_rows()
    for count in ROWS:
        yield Point("rows", "evaluate", count, partial(evaluate, rows[:count], validate=False), count)
    for count in TABLES:
        yield from tables("rows", count, 6, count)


def all_rows() -> NDArray[np.uint8]:
    """As many random hands of seven cards as are ever asked for."""
    holes, boards = deal(ROWS[-1], 1, rng=1)
    return np.concatenate([holes[:, 0], boards], axis=1)


def by_players() -> Iterator[Point]:
    """Seats at a table, and players in an equity."""
    for players in PLAYERS:
        yield from tables("players", TABLES_BY_PLAYERS, players, players)
        if players <= MOST_IN_EQUITY:
            yield Point("players", SAMPLED, players, sampled(players, SAMPLES, threads=1), SAMPLES)


def tables(panel: str, count: int, players: int, x: int) -> Iterator[Point]:
    """Random stacks, every third seat folded."""
    rng = np.random.default_rng(2)
    holes, boards = deal(count, players, rng=rng)
    stacks = rng.integers(1, 1001, size=(count, players))
    live = rng.random((count, players)) < 2 / 3
    live[:, 0] |= ~live.any(axis=1)
    strengths = evaluate(holes, boards[:, None, :])
    yield Point(panel, "settle", x, lambda: settle(stacks, strengths, live=live), count)
    yield Point(panel, "showdown_batch", x, lambda: showdown_batch(holes, boards, stacks, live), count)


def by_threads() -> Iterator[Point]:
    """Threads for arrays and equities, up to the cores at hand."""
    rows = all_rows()
    holes, boards = deal(TABLES[-1], 6, rng=3)
    stacks, live = np.full(holes.shape[:2], 100), np.ones(holes.shape[:2], dtype=bool)
    for threads in range(1, len(os.sched_getaffinity(0)) + 1):
        yield Point("threads", "evaluate", threads, partial(evaluate, rows, threads=threads), len(rows))
        shown = partial(showdown_batch, holes, boards, stacks, live, threads=threads)
        yield Point("threads", "showdown_batch", threads, shown, len(boards))
        yield Point("threads", EXACT, threads, exact(threads), ENOUGH)
        yield Point("threads", SAMPLED, threads, sampled(6, MANY_SAMPLES, threads), MANY_SAMPLES)


def exact(threads: int) -> Callable[[], object]:
    """Three wide ranges on a flop."""
    return lambda: equity("top 20%", "random", "random", board=FLOP, method="exact", threads=threads)


def sampled(players: int, samples: int, threads: int) -> Callable[[], object]:
    """Random hands."""
    return lambda: equity(*["random"] * players, method="monte-carlo", samples=samples, rng=1, threads=threads)


Curves = dict[str, dict[str, dict[int, float]]]


def measured(points: list[Point], rounds: int) -> Curves:
    """The best rate at each x of each curve of each panel."""
    rates = [[each.rate() for each in points] for _ in range(rounds)]
    curves: Curves = {}
    for each, found in zip(points, zip(*rates, strict=True), strict=True):
        curves.setdefault(each.panel, {}).setdefault(each.curve, {})[each.x] = max(found)
    return curves


def drawn(curves: Curves) -> Figure:
    """A panel for rows, players and threads each."""
    figure = Figure(figsize=(13, 4.2), layout="constrained")
    rows, players, threads = figure.subplots(1, 3)
    for axes, panel in ((rows, "rows"), (players, "players")):
        for curve, rates in curves[panel].items():
            axes.plot(list(rates), list(rates.values()), marker="o", markersize=3, label=curve)
        axes.set_yscale("log")
    for curve, rates in curves["threads"].items():
        threads.plot(list(rates), [rate / rates[1] for rate in rates.values()], marker="o", label=curve)
    rows.set_xscale("log")
    rows.set(
        title="in one call", xlabel="rows of seven cards, or tables of six seats", ylabel="rows or tables a second"
    )
    players.set(
        title=f"{TABLES_BY_PLAYERS:,} tables, or random hands", xlabel="players", ylabel="tables or deals a second"
    )
    threads.set(title="on threads", xlabel="threads", ylabel="times the rate of one thread", ylim=(0, None))
    threads.set_xticks(list(curves["threads"][EXACT]))
    for axes in (rows, players, threads):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    return figure


def main() -> None:
    """Measures, prints and draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="where to draw, as in docs/scaling.svg")
    parser.add_argument("--rounds", type=int, default=15, help="how often each figure is taken (15)")
    asked = parser.parse_args()
    curves = measured([*by_rows(), *by_players(), *by_threads()], asked.rounds)
    for panel, lines in curves.items():
        for curve, rates in lines.items():
            print(f"{panel:<8} {curve:<26}", "  ".join(f"{x:,}: {rate:.3g}" for x, rate in rates.items()))
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "scaling"}):
        drawn(curves).savefig(asked.file, metadata={"Date": None} if asked.file.endswith(".svg") else None)


if __name__ == "__main__":
    main()
