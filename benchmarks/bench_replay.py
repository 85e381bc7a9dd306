"""Hand histories from file to verdict, the start of the program included: six seats, no-limit, played by a policy."""

import subprocess
import sys
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from holdem_core.benches.measures import shown
from holdem_core.benches.table_peers import our_hands
from holdem_core.histories.phh import History, write

HANDS = 1000


def test_histories_from_file_to_verdict(benchmark: BenchmarkFixture, report: list[str], tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    write(path, [History.of(hand) for hand, _ in our_hands(HANDS)])
    command = [sys.executable, "-P", "-m", "holdem_core", "replay", "--check", str(path)]
    benchmark(lambda: subprocess.run(command, check=True, capture_output=True))
    if benchmark.stats is not None:
        per_second = HANDS / benchmark.stats.stats.median
        benchmark.extra_info["hands_per_second"] = per_second
        report.append(f"replay --check: {shown(per_second, 'hands')}")
