"""Import time beyond NumPy's own, each time in a new interpreter."""

import subprocess
import sys
from statistics import median

import peers
import pytest
from measures import REPORT
from pytest_benchmark.fixture import BenchmarkFixture

pytestmark = pytest.mark.benchmark(group="import", min_rounds=15, max_time=2.0)
SCRIPT = """
from time import perf_counter
start = perf_counter()
import numpy
between = perf_counter()
import holdem_core
print(between - start, perf_counter() - between)
"""


def import_times() -> tuple[float, float]:
    """Seconds to import NumPy, and then this library; ``-P`` keeps the working directory off the path."""
    output = subprocess.run([sys.executable, "-P", "-c", SCRIPT], capture_output=True, check=True, text=True).stdout
    numpy_seconds, our_seconds = map(float, output.split())
    return numpy_seconds, our_seconds


def test_import_after_numpy(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> None:
    times: list[tuple[float, float]] = []
    benchmark(lambda: times.append(import_times()))
    milliseconds = 1e3 * median(ours for _, ours in times)
    ratio = median(ours / numpy for numpy, ours in times)
    benchmark.extra_info.update(peer=peers.OURS, milliseconds_beyond_numpy=milliseconds, ratios={"numpy": ratio})
    request.config.stash[REPORT].append(f"{benchmark.name:<40} {milliseconds:10.1f} ms  {ratio:.3g} x numpy's import")
