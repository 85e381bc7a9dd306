"""The evaluator called from other compiled code: the examples in the docs are built and run."""

import os
import runpy
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
from oracles import evaluation as oracle

from holdem_core import parse_cards

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"

BUILT = """
import sys
sys.path.insert(0, sys.argv[1])
import runouts
from holdem_core import parse_cards
print(runouts.wins(parse_cards("AhKh"), parse_cards("QsQd"), parse_cards("2h7hJc")))
print(runouts.wins(parse_cards("AhKh"), parse_cards("AsKs"), parse_cards("2h7dJc")))
"""


def outcomes(mine: str, yours: str, flop: str) -> tuple[int, ...]:
    """Wins, losses and ties by the slow evaluator."""
    used = set(parse_cards(mine + yours + flop).tolist())
    deck = [card for card in range(52) if card not in used]
    boards = [parse_cards(flop).tolist() + list(pair) for pair in combinations(deck, 2)]
    hands = [np.array([parse_cards(holes).tolist() + board for board in boards]) for holes in (mine, yours)]
    hers, his = (oracle.strengths(hand).astype(int) for hand in hands)
    return tuple(int(count) for count in ((hers > his).sum(), (hers < his).sum(), (hers == his).sum()))


def test_an_extension_built_against_the_declarations_counts_what_the_oracle_counts(tmp_path: Path) -> None:
    source = tmp_path / "runouts.pyx"
    source.write_text((EXAMPLES / "runouts.pyx").read_text())
    paths = [path for path in sys.path if path]
    setup = (
        f"import sys; sys.path[:0] = {paths!r}\n"
        "from setuptools import Extension, setup\nfrom Cython.Build import cythonize\n"
        f"setup(ext_modules=cythonize([Extension('runouts', [{str(source)!r}])], include_path={paths!r}),\n"
        "      script_args=['-q', 'build_ext', '--inplace'])\n"
    )
    quickly = os.environ | {"CFLAGS": f"{os.environ.get('CFLAGS', '')} -O0"}
    subprocess.run([sys.executable, "-c", setup], cwd=tmp_path, env=quickly, check=True, capture_output=True, text=True)
    finished = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}\n" + BUILT, str(tmp_path)],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    expected = [outcomes("AhKh", "QsQd", "2h7hJc"), outcomes("AhKh", "AsKs", "2h7dJc")]
    assert finished.stdout.splitlines() == [str(counts) for counts in expected]


def test_numba_calls_the_evaluator_by_its_address() -> None:
    example = runpy.run_path(str(EXAMPLES / "numba_strengths.py"))
    assert np.array_equal(example["strengths"], oracle.strengths(example["rows"]))
