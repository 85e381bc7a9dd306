"""The benchmarks run where the tests run, and count what was done."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from holdem_core.benches.equity_peers import SECONDS

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"
DRAWN = 250_000
POKERFAST = f"""
import time

def available():
    return True

def _load():
    return Library

class Library:
    def pf_equity(*arguments):
        time.sleep(0.01)
        *_, equities, drawn = arguments
        equities[0] = equities[1] = 0.5
        drawn._obj.value = {DRAWN}
        return 0
"""


def test_the_extras_of_the_tests_hold_what_the_benchmarks_import() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = [requirement for extra in ("cli", "plot", "test") for requirement in extras[extra]]
    installed = {requirement.partition("[")[0].partition(">")[0] for requirement in wanted} | {"numpy", "holdem-core"}
    origins = packages_distributions()
    for path in BENCHMARKS.glob("*.py"):
        for statement in ast.parse(path.read_text()).body:
            names = [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else []
            names += [statement.module or ""] if isinstance(statement, ast.ImportFrom) else []
            for package in {name.partition(".")[0] for name in names} - sys.stdlib_module_names:
                assert installed & set(origins.get(package, [package.replace("_", "-")])), (path.name, package)


def test_what_time_ends_is_counted_as_it_says_and_not_compared_by_time(tmp_path: Path) -> None:
    (tmp_path / "pokerfast").mkdir()
    (tmp_path / "pokerfast" / "__init__.py").touch()
    (tmp_path / "pokerfast" / "equity.py").write_text(POKERFAST)
    told = tmp_path / "told.json"
    chosen = "(test_ours and three_side_pots) or (test_peer and random_deals and AhKh_v_QsQd and pokerfast)"
    command = [sys.executable, "-P", "-m", "pytest", str(BENCHMARKS), "-p", "no:cacheprovider", "-k", chosen]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    result = subprocess.run(
        [*command, "--hands", "6000", "--benchmark-json", str(told)],
        env={**alone, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout
    ours, sampled = sorted(
        json.loads(told.read_text())["benchmarks"], key=lambda each: str(each["group"]), reverse=True
    )
    assert ours["group"] == "settle: three side pots"
    assert (ours["extra_info"]["peer"], ours["extra_info"]["by_count"]) == ("holdem_core", True)
    assert ours["extra_info"]["hands_a_call"] == 1000
    assert sampled["group"] == f"random-deals: AhKh v QsQd (pokerfast, for {SECONDS:g} s)"
    assert (sampled["extra_info"]["peer"], sampled["extra_info"]["by_count"]) == (
        f"pokerfast, for {SECONDS:g} s",
        False,
    )
    assert sampled["extra_info"]["samples_a_call"] == DRAWN
    for info, unit in ((ours["extra_info"], "hands"), (sampled["extra_info"], "samples")):
        assert info[f"{unit}_per_second"] == info[f"{unit}_a_call"] / info["seconds_a_call"]
