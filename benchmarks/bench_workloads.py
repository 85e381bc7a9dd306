"""Every workload of ``holdem_core.benches``: ours with its ratios to the peers, then each peer by itself."""

import re

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from holdem_core.benches.measures import Contender, Patience, Work, shown, times, typical
from holdem_core.benches.peers import OURS, problem
from holdem_core.benches.results import Result, run
from holdem_core.benches.workloads import WORKLOADS, Deals, Workload, Yardstick

pytestmark = pytest.mark.benchmark(min_rounds=3, max_time=0.5)


def slug(*names: str) -> str:
    return "-".join(re.sub(r"\W+", "_", name) for name in names)


def peers(workload: Workload) -> list[Yardstick]:
    return [yardstick for yardstick in workload.yardsticks if not yardstick.name.startswith(OURS)]


def line(result: Result) -> str:
    """A result on a line of the report."""
    parts = [f"{result.workload.subject}, {result.workload.name}: {shown(result.ours.rate, result.unit)}"]
    for name, ratio in result.ratios.items():
        parts.append(f"{times(ratio.median)} x {name} ({ratio.spread})")
    return "  ".join([*parts, *(f"{name}: {why}" for name, why in result.problems.items())])


@pytest.mark.parametrize("workload", [pytest.param(each, id=slug(each.subject, each.name)) for each in WORKLOADS])
def test_ours(
    benchmark: BenchmarkFixture, deals: Deals, report: list[str], request: pytest.FixtureRequest, workload: Workload
) -> None:
    if workload.slow and not request.config.getoption("slow"):
        pytest.skip("takes long; --slow runs it")
    measure(benchmark, workload, OURS, workload.ours(deals))
    if benchmark.stats is not None:
        result = run(workload, deals, Patience())
        benchmark.extra_info.update(result.to_dict())
        report.append(line(result))


@pytest.mark.parametrize(
    ("workload", "peer"),
    [
        pytest.param(workload, peer, id=slug(workload.subject, workload.name, peer.name))
        for workload in WORKLOADS
        for peer in peers(workload)
    ],
)
def test_peer(benchmark: BenchmarkFixture, deals: Deals, workload: Workload, peer: Yardstick) -> None:
    if peer.left_out:
        pytest.skip(peer.left_out)
    try:
        contender = peer.prepare(deals)
    except ImportError as error:
        pytest.skip(problem(error))
    measure(benchmark, workload, peer.name, contender)


def measure(benchmark: BenchmarkFixture, workload: Workload, name: str, contender: Contender) -> None:
    """Peers stand beside us in a group for each workload of a subject, but for calls whose times do not compare."""
    benchmark.group = f"{workload.subject}: {workload.name}" + ("" if contender.by_count else f" ({name})")
    works: list[Work] = []
    benchmark(lambda: works.append(contender.work()))
    info = {"peer": name, "subject": workload.subject, "workload": workload.name, "by_count": contender.by_count}
    benchmark.extra_info.update(info | typical(works).to_dict(contender.unit))
