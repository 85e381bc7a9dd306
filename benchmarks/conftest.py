"""How fast the library is beside its peers. Run ``pytest benchmarks --benchmark-json out.json``.

Arrays hold a million hands, those of the six seats at 166,667 tables; ``--hands 10_000_000`` makes them longer.
Times are pytest-benchmark's. In each benchmark's ``extra_info`` are what a call did and in how many seconds, the rate
in hands (at whole tables: tables) a second, and ratios to peers that took turns with us; the list at the end has the
latter two: under load the ratios still hold. Calls that are ended by a time, or take the start of an interpreter too,
say ``by_count`` false; their times do not compare, and they stand in groups of their own.
Peers come with ``pip install "holdem-core[bench]"``; those that are missing are skipped and named. What is measured,
and how, is in ``holdem_core.benches``, and ``holdem-core bench`` does it in less time and less thoroughly.
"""

from typing import Any

import pytest

from holdem_core.benches.results import versions
from holdem_core.benches.workloads import WORKLOADS, Deals
from holdem_core.kernels.common.simd import SIMD

REPORT = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hands", type=int, default=1_000_000, help="hands in the benchmarks' arrays (1 million)")
    parser.addoption("--slow", action="store_true", help="also what takes longer than all the rest: exact equities")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The rates and ratios, which pytest-benchmark's own table leaves out."""
    report = config.stash[REPORT]
    if report:
        terminalreporter.section(f"rates and ratios, {SIMD} kernel")
        terminalreporter.write_line("\n".join(report))


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    """Adds what the ratios depend on: the kernel in use and the peers' versions."""
    machine_info["holdem_core_simd"] = SIMD
    machine_info["peers"] = versions(each.name for workload in WORKLOADS for each in workload.yardsticks)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> list[str]:
    """The lines at the end of the run."""
    return request.config.stash[REPORT]


@pytest.fixture(scope="session")
def deals(request: pytest.FixtureRequest) -> Deals:
    """The cards that everybody gets."""
    return Deals(request.config.getoption("--hands"))
