"""How many instructions the kernels take for fixed work: counts do not flake where timings do.

Each instruction set runs the same work in a process of its own under callgrind; the instructions of each compiled
module, without those of Python and NumPy, are compared with ``instructions.json``. One build gives the same counts to
the digit; other compilers differ by a few per cent. ``--check`` fails beyond that, ``--update`` writes the file anew.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BASELINE = Path(__file__).with_suffix(".json")
INSTRUCTION_SETS = ("none", "avx2")
ROOM = 0.05
NO_VALGRIND = 77
NO_KERNEL = {"common/simd"}  # only starts, as its compiler likes it

WORK = """
import numpy as np
from holdem_core import deal, equity, evaluate, evaluate7, settle, showdown_batch

holes, boards = deal(20_000, 6, rng=1)
rows = np.ascontiguousarray(np.concatenate([holes[:, 0], boards], axis=1))
for validate in (True, False):
    evaluate(rows, validate=validate)
    evaluate(rows.astype(np.int64), validate=validate)
    evaluate(holes[:, 0], boards, validate=validate)
    evaluate(holes, boards[:, None, :], validate=validate)
for row in rows[:2000].tolist():
    evaluate7(*row)
stacks = np.random.default_rng(2).integers(1, 1000, (20_000, 6))
live = np.random.default_rng(3).random((20_000, 6)) < 0.8
live[:, 0] = True
settle(stacks, live * np.arange(1, 7), live=live, rake=7)
showdown_batch(holes, boards, stacks, live)
equity("random", "random", board="2c7dThQs")
equity("QQ+,AKs", "22+,A2s+", board="2c7dTh")
equity("QQ+", "AKs", "TT", board="2c7dTh")
equity("AhKh", "QsQd", "7c6c", board="2c7dTh")
for spot in (["AhKh", "QsQd"], ["QQ+,AKs", "22+,A2s+"], ["random"] * 6):
    equity(*spot, method="monte-carlo", samples=65_536, rng=1)
"""


def instructions_by_module(profile: Path) -> Counter[str]:
    """The instructions that ran in each of the package's compiled modules."""
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    module, is_call = "", False
    for line in profile.read_text().splitlines():
        if line.startswith("ob="):
            number, _, path = line[3:].partition(" ")
            names.setdefault(number, path)
            kernel = re.search(r"holdem_core/kernels/(\w+/\w+)\.", names[number])
            module = kernel.group(1) if kernel else ""
        elif line.startswith("cob="):
            number, _, path = line[4:].partition(" ")
            names.setdefault(number, path)
        elif line.startswith("calls="):
            is_call = True
        elif line[:1] in "0123456789+-*" and line:
            if module and not is_call:
                counts[module] += int(line.split()[1])
            is_call = False
    return counts


def measured(instruction_set: str, folder: Path) -> dict[str, int]:
    """The counts of the work with an instruction set forced."""
    profile = folder / instruction_set
    fixed = {"HOLDEM_CORE_SIMD": instruction_set, "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", sys.executable, "-P", "-c", WORK]
    finished = subprocess.run(command, env=os.environ | fixed, capture_output=True, text=True, check=False)
    if finished.returncode:
        sys.exit(finished.stderr)
    counts = instructions_by_module(profile)
    return {module: counts[module] for module in sorted(counts.keys() - NO_KERNEL)}


def differences(baseline: dict[str, dict[str, int]], counts: dict[str, dict[str, int]]) -> list[str]:
    """What has grown beyond the room, is new, or was not counted."""
    found = []
    for instruction_set, modules in counts.items():
        missing = baseline.get(instruction_set, {}).keys() - modules.keys()
        found += [f"{module} with {instruction_set}: no instructions were counted" for module in sorted(missing)]
        for module, count in modules.items():
            before = baseline.get(instruction_set, {}).get(module, 0)
            ratio = count / before if before else float("inf")
            print(f"{instruction_set:>5} {module:<16} {count:>13,}  {ratio - 1:+.2%}")
            if ratio > 1 + ROOM:
                found.append(f"{module} with {instruction_set}: {count:,} instructions, {ratio - 1:+.1%}")
    return found


def main() -> None:
    """Measures, then checks or writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if a count has grown by more than 5 %%")
    parser.add_argument("--update", action="store_true", help="write the counts as the new baseline")
    asked = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: no instructions were counted")
        sys.exit(NO_VALGRIND)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        found = pool.map(lambda name: measured(name, Path(folder)), INSTRUCTION_SETS)
        counts = dict(zip(INSTRUCTION_SETS, found, strict=True))
    grown = differences(json.loads(BASELINE.read_text()) if BASELINE.exists() else {}, counts)
    if asked.update:
        BASELINE.write_text(json.dumps(counts, indent=2) + "\n")
    elif asked.check and grown:
        sys.exit("\n".join(grown))


if __name__ == "__main__":
    main()
