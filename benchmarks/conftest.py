"""How fast the library is beside its peers. Run ``pytest benchmarks --benchmark-json out.json``.

Arrays hold a million hands, those of the six seats at 166,667 tables; ``--hands 10_000_000`` makes them longer.
Times are pytest-benchmark's. Rates in hands (at whole tables: tables) a second, and ratios to peers that took turns
with us, stand in each benchmark's ``extra_info`` and in the list at the end: under load the ratios still hold.
Peers come with ``pip install "holdem-core[bench]"``; those that are missing are skipped and named.
"""

from dataclasses import replace
from importlib.metadata import version
from typing import Any

import equity_peers
import numpy as np
import peers
import pytest
import table_peers
from measures import REPORT, SEATS, Contender, Measure, Tables
from pytest_benchmark.fixture import BenchmarkFixture

from holdem_core import deal
from holdem_core.kernels.evaluate import SIMD

ALL_PEERS: list[peers.Peer | equity_peers.EquityPeer | table_peers.TablePeer] = [
    *peers.ALL,
    *equity_peers.ALL,
    *table_peers.ALL,
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hands", type=int, default=1_000_000, help="hands in the benchmarks' arrays (1 million)")
    parser.addoption("--slow", action="store_true", help="also what takes longer than all the rest: exact equities")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The rates and ratios, which pytest-benchmark's own table leaves out."""
    report = config.stash[REPORT]
    if report:
        missing = sorted({peer.distribution for peer in ALL_PEERS if not peer.is_installed()})
        terminalreporter.section(f"rates and ratios, {SIMD} kernel")
        terminalreporter.write_line("\n".join(report))
        if missing:
            terminalreporter.write_line(f"not installed: {', '.join(missing)}")


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    """Adds what the ratios depend on: the kernel in use and the peers' versions."""
    distributions = {peer.distribution for peer in ALL_PEERS if peer.is_installed()}
    machine_info["holdem_core_simd"] = SIMD
    machine_info["peers"] = {name: version(name) for name in sorted(distributions)}


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Measure:
    """Times a contender and records its rate and ratios."""
    return Measure(benchmark, request.config.stash[REPORT])


@pytest.fixture(scope="session")
def tables(request: pytest.FixtureRequest) -> Tables:
    """Random tables, all-in for stacks from 1 to 1000, with a third of the seats folded."""
    count = -(-int(request.config.getoption("--hands")) // SEATS)
    rng = np.random.default_rng(6)
    holes, boards = deal(count, SEATS, rng=rng)
    contributions = rng.integers(1, 1001, size=(count, SEATS))
    live = rng.random((count, SEATS)) < 2 / 3
    live[:, 0] |= ~live.any(axis=1)
    return Tables(holes, boards, contributions, live)


@pytest.fixture(scope="session")
def rows(tables: Tables) -> peers.Rows:
    """The hands of all seats of the tables, as rows of seven cards."""
    boards = np.broadcast_to(tables.boards[:, None, :], (len(tables.boards), SEATS, 5))
    return np.concatenate([tables.holes, boards], axis=2).reshape(-1, 7)


@pytest.fixture(scope="session")
def strengths_alone(tables: Tables, rows: peers.Rows) -> list[Contender]:
    """The yardstick for whole tables: pokerfast says the six seats' strengths, and does nothing more."""
    return [
        replace(contender, name=f"{contender.name}, six strengths", hands=len(tables.boards))
        for contender in peers.installed([peers.POKERFAST], rows)
    ]
