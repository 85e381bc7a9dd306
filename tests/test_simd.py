"""Every instruction set says the same of every hand, refuses the same ones and reads no byte beyond its arrays.

The instruction set is chosen once, at import, so each runs in a process of its own.
"""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from guarded import at_the_end, guarded_page
from numpy.typing import NDArray
from oracles.evaluation import every_hand

from holdem_core import deal, evaluate

INSTRUCTION_SETS = ["none", "avx2", "avx512"]


def run(instruction_set: str, program: str) -> subprocess.CompletedProcess[str]:
    """Runs a program that imports what this process would import, with an instruction set forced."""
    environment = os.environ | {
        "HOLDEM_CORE_SIMD": instruction_set,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    return subprocess.run(
        [sys.executable, "-P", "-c", program], env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@cache
def is_here(instruction_set: str) -> bool:
    """Whether this processor and this build have an instruction set."""
    imported = run(instruction_set, "import holdem_core")
    if imported.returncode:
        assert f"asks for {instruction_set}, which this processor or this build does not have" in imported.stderr
    return imported.returncode == 0


@cache
def printed(instruction_set: str, program: str) -> str:
    if not is_here(instruction_set):
        pytest.skip(f"this processor or this build has no {instruction_set}")
    finished = run(instruction_set, program)
    assert finished.returncode == 0, finished.stderr or f"ended by signal {-finished.returncode}"
    return finished.stdout


EVERY_HAND = """
import hashlib
from holdem_core import evaluate
from oracles.evaluation import every_hand

for cards in (5, 6, 7):
    checked, unchecked = hashlib.sha256(), hashlib.sha256()
    for number, hands in enumerate(every_hand(cards)):
        checked.update(evaluate(hands))
        if cards < 7 or number % 5 == 0:
            unchecked.update(evaluate(hands, validate=False))
    print(cards, checked.hexdigest(), unchecked.hexdigest())
"""

EVERY_PLACE = """
import numpy as np
from holdem_core import CardError, deal, evaluate

def outcome(*cards, **options):
    try:
        return evaluate(*cards, **options).tolist()
    except CardError as error:
        return str(error)

for cards in (5, 6, 7):
    holes, boards = deal(200, 1, board=cards - 2, rng=cards)
    hands = np.concatenate([holes[:, 0], boards], axis=1)
    for count in range(200):
        print(outcome(hands[:count]), outcome(hands[count:], validate=False))
        print(outcome(hands[:count, :2], hands[:count, 2:]))
    for row in (0, 1, 2, 3, 30, 31, 32, 63, 64, 127, 128, 190, 197, 199):
        for column in range(cards):
            for card in (52, 64, 127, 128, 255, *(hands[row, column - turn] for turn in range(1, cards))):
                spoilt = hands.copy()
                spoilt[row, column] = card
                print(outcome(spoilt), outcome(spoilt[::-1]))
        print(outcome(spoilt[:, :2], spoilt[:, 2:]), outcome(spoilt.astype(np.int16)))
"""

EVERY_TABLE = """
import hashlib
import numpy as np
from holdem_core import CardError, deal, evaluate, showdown_batch

def outcome(call, *arrays, **options):
    try:
        return hashlib.sha256(np.ascontiguousarray(call(*arrays, **options))).hexdigest()
    except CardError as error:
        return str(error)

def shown(holes, boards, live):
    return showdown_batch(holes, boards, np.ones(live.shape, dtype=int), live).strengths

for seats in (*range(1, 11), 22, 23):
    holes, boards = deal(150, seats, rng=seats)
    live = np.random.default_rng(seats).random((150, seats)) < 0.8
    live[:, 0] = True
    for count in (0, 1, 31, 39, 40, 41, 72, 150):
        for cards in (holes[:count], holes[:count].copy(), holes[150 - count:][::-1]):
            print(outcome(evaluate, cards, boards[:count, None]), outcome(shown, cards, boards[:count], live[:count]))
            print(outcome(evaluate, cards, boards[:count, None], validate=False))
            print(outcome(evaluate, cards, boards[:1, None]))
for seats in (6, 9):
    holes, boards = deal(100, seats, rng=seats)
    live = np.ones((100, seats), dtype=bool)
    for table in (0, 7, 8, 31, 32, 63, 91, 99):
        for card in (52, 128, 255, *boards[table], holes[table, 2, 1]):
            for seat, place in ((0, 0), (2, 0), (seats - 1, 1)):
                spoilt = holes.copy()
                spoilt[table, seat, place] = card
                print(outcome(evaluate, spoilt, boards[:, None]), outcome(shown, spoilt, boards, live))
            spoilt = boards.copy()
            spoilt[table, 3] = card
            print(outcome(evaluate, holes, spoilt[:, None]), outcome(shown, holes, spoilt, live))
    unseen, short, alone = holes.copy(), boards.copy(), live.copy()
    unseen[::3, 1] = 255
    short[5::10, 3:] = 255
    alone[5::10, 1:] = False
    print(outcome(shown, unseen, short, alone), outcome(shown, unseen, short, live))
"""

EVERY_SETTLEMENT = """
import hashlib
import numpy as np
from holdem_core import ChipError, settle

def outcome(*arrays, **options):
    try:
        return [hashlib.sha256(np.ascontiguousarray(part)).hexdigest() for part in settle(*arrays, **options)]
    except ChipError as error:
        return str(error)

for seats in (*range(1, 13), 17, 26, 27):
    rng = np.random.default_rng(seats)
    for count in (1, 7, 8, 9, 64, 65, 500):
        strengths = rng.integers(1, 5, (count, seats)) * (rng.random((count, seats)) < 0.8)
        strengths[:, 0] += strengths.sum(axis=-1) == 0
        live = (strengths > 0) | (rng.random((count, seats)) < 0.2)
        settings = {
            "button": rng.integers(0, seats, count),
            "unit": rng.choice([1, 2, 5, 25], count),
            "dead": rng.integers(0, 30, count),
        }
        for most in (4, 200, 2**27, 2**31, 2**32, 2**58):
            chips = rng.integers(0, most, (count, seats))
            for scores in (strengths, strengths.astype(np.uint16), strengths - 3 * (strengths > 2), strengths << 40):
                print(outcome(chips, scores, live=live), outcome(chips[::-1], scores, live=live, **settings))
            for name, values in settings.items():
                print(outcome(chips, strengths, **{name: values}), outcome(chips, strengths, **{name: values[0]}))
for hand in (0, 7, 8, 63, 64, 99):
    chips, strengths = rng.integers(0, 99, (100, 6)), rng.integers(1, 5, (100, 6))
    for name, value in (("button", 6), ("button", -1), ("unit", 0), ("dead", -1), ("dead", 2**63 - 1)):
        settings = np.ones(100, dtype=int)
        settings[hand] = value
        print(outcome(chips, strengths, **{name: settings}))
    for array, value in ((chips, -1), (chips, 2**62), (strengths, 0), (strengths, -(2**63))):
        kept = array[hand].copy()
        array[hand] = value
        print(outcome(chips, strengths), outcome(chips, strengths, live=np.ones((100, 6), dtype=bool)))
        array[hand] = kept
"""

END_OF_MEMORY = """
import numpy as np
from guarded import at_the_end, guarded_page
from holdem_core import deal, evaluate

memory = guarded_page()
for cards in (5, 6, 7):
    holes, boards = deal(200, 1, board=cards - 2, rng=cards)
    hands = np.concatenate([holes[:, 0], boards], axis=1)
    for count in range(1, 200):
        last = at_the_end(memory, hands[:count])
        for validate in (True, False):
            assert np.array_equal(evaluate(last, validate=validate), evaluate(hands[:count]))
            assert np.array_equal(evaluate(last[:, :2], last[:, 2:], validate=validate), evaluate(hands[:count]))
for seats in (1, 2, 6, 7):
    holes, boards = deal(150, seats, rng=seats)
    expected = evaluate(holes, boards[:, None])
    for count in range(1, 150):
        for array in (holes, boards):
            last = at_the_end(memory, array[:count])
            cards = (last, boards[:count, None]) if array is holes else (holes[:count], last[:, None])
            assert np.array_equal(evaluate(*cards), expected[:count])
        shared = [evaluate(holes[:count], board, validate=False) for board in (last[-1:, None], boards[count - 1])]
        assert np.array_equal(*shared)
"""

ANY_BYTES = """
import numpy as np
from holdem_core import evaluate

rng = np.random.default_rng(1)
for cards in (5, 6, 7):
    rows = rng.integers(0, 256, (300_000, cards), dtype=np.uint8)
    rows[:256] = np.arange(256)[:, None]
    for strengths in (
        evaluate(rows, validate=False),
        evaluate(rows[::-1], validate=False),
        evaluate(rows[:, :2], rows[:, 2:], validate=False),
        evaluate(rows[:, None, :2], rows[:, None, 2:], validate=False),
    ):
        assert strengths.max() <= 7462
for seats in (1, 3, 6, 26):
    holes = rng.integers(0, 256, (10_000, seats, 2), dtype=np.uint8)
    assert evaluate(holes, rows[:10_000, None, :5], validate=False).max() <= 7462
"""


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS)
def test_every_instruction_set_can_be_forced(instruction_set: str) -> None:
    program = "from holdem_core.kernels.common.simd import SIMD; print(SIMD)"
    assert printed(instruction_set, program).split() == [instruction_set]
    shown = printed(instruction_set, "import holdem_core; holdem_core.show_config()")
    assert f"kernels: {instruction_set}, as HOLDEM_CORE_SIMD asks" in shown


def test_without_a_wish_the_widest_is_in_use() -> None:
    widest = next(filter(is_here, reversed(INSTRUCTION_SETS)))
    assert f"kernels: {widest}, " in printed("", "import holdem_core; holdem_core.show_config()")


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS[1:])
def test_every_hand_is_as_strong_in_every_instruction_set(instruction_set: str) -> None:
    plain = printed("none", EVERY_HAND)
    assert len(plain.splitlines()) == 3
    assert printed(instruction_set, EVERY_HAND) == plain


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS[1:])
def test_every_instruction_set_refuses_the_same_hands_wherever_they_lie(instruction_set: str) -> None:
    plain = printed("none", EVERY_PLACE)
    assert plain.count("1 of 200 hands is bad") == 2 * 14 * sum(cards * (cards + 4) + 1 for cards in (5, 6, 7))
    assert printed(instruction_set, EVERY_PLACE) == plain


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS[1:])
def test_every_instruction_set_says_the_same_of_every_table(instruction_set: str) -> None:
    plain = printed("none", EVERY_TABLE)
    assert plain.count("1 of 600 hands is bad") > 0
    assert printed(instruction_set, EVERY_TABLE) == plain


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS[1:])
def test_every_instruction_set_settles_alike(instruction_set: str) -> None:
    plain = printed("none", EVERY_SETTLEMENT)
    assert plain.count("1 of 100 hands is bad") > 0
    assert printed(instruction_set, EVERY_SETTLEMENT) == plain


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a page that cannot be read")
@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS)
def test_no_byte_beyond_the_cards_is_read(instruction_set: str) -> None:
    printed(instruction_set, END_OF_MEMORY)


@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS)
def test_unchecked_bytes_do_no_harm_in_any_instruction_set(instruction_set: str) -> None:
    printed(instruction_set, ANY_BYTES)


# --- rows in vectors of 64 bytes, without a processor that has them --------------------------------------

COMPILER = shlex.split(sysconfig.get_config_var("CC") or "cc")
WIDE_ROWS = Path(__file__).parent / "oracles" / "wide_rows.c"
KERNELS = Path(__file__).parent.parent / "holdem_core" / "kernels"


class WideRows:
    """The kernel for AVX-512, its vectors made of two with AVX2 each, built here."""

    def __init__(self, folder: Path) -> None:
        library = folder / "wide_rows.so"
        options = ["-O2", "-w", "-shared", "-fPIC", f"-I{KERNELS}", "-o", str(library), str(WIDE_ROWS)]
        subprocess.run([*COMPILER, *options], check=True, capture_output=True, text=True)
        self._rows = ctypes.CDLL(str(library)).wide_rows
        self._rows.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
        self._rows.restype = ctypes.c_ssize_t

    def __call__(self, hands: NDArray[np.uint8], validate: bool) -> tuple[int, NDArray[np.uint16]]:
        """How many rows come before the first bad one, and the strengths."""
        rows, strengths = np.ascontiguousarray(hands), np.empty(len(hands), dtype=np.uint16)
        done = self._rows(rows.ctypes.data, len(rows), rows.shape[1], validate, strengths.ctypes.data)
        return int(done), strengths


@pytest.fixture(scope="module")
def wide_rows(tmp_path_factory: pytest.TempPathFactory) -> WideRows:
    if not is_here("avx2"):
        pytest.skip("vectors of 64 bytes are made of AVX2's")
    if not (KERNELS / "evaluate" / "rows_vectors.h").exists() or shutil.which(COMPILER[0]) is None:
        pytest.skip("the kernel's sources and a compiler are needed")
    return WideRows(tmp_path_factory.mktemp("wide_rows"))


def test_every_hand_is_as_strong_in_vectors_of_64_bytes(wide_rows: WideRows) -> None:
    for cards in (5, 6, 7):
        for number, hands in enumerate(every_hand(cards)):
            done, strengths = wide_rows(hands, validate=number % 2 == 0)
            assert done == len(hands)
            assert np.array_equal(strengths, evaluate(hands, validate=False))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_vectors_of_64_bytes_find_every_bad_row(wide_rows: WideRows, cards: int) -> None:
    holes, boards = deal(200, 1, board=cards - 2, rng=cards)
    hands = np.concatenate([holes[:, 0], boards], axis=1)
    for row in (0, 1, 2, 7, 8, 30, 31, 32, 63, 64, 127, 128, 190, 197, 199):
        for column in range(cards):
            for card in (52, 64, 127, 128, 180, 255, *(hands[row, column - turn] for turn in range(1, cards))):
                spoilt = hands.copy()
                spoilt[row, column] = card
                done, strengths = wide_rows(spoilt, validate=True)
                assert done == row
                assert np.array_equal(strengths[:row], evaluate(hands[:row]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a page that cannot be read")
def test_vectors_of_64_bytes_read_no_byte_beyond_the_cards(wide_rows: WideRows) -> None:
    memory = guarded_page()
    for cards in (5, 6, 7):
        holes, boards = deal(200, 1, board=cards - 2, rng=cards)
        hands = np.concatenate([holes[:, 0], boards], axis=1)
        for count in range(1, 200):
            last = at_the_end(memory, hands[:count])
            assert np.array_equal(wide_rows(last, validate=count % 2 == 0)[1], evaluate(hands[:count]))


@pytest.mark.parametrize("wish", ["sse9", "AVX2", "1", "none ", "avx2,none"])
def test_an_unknown_instruction_set_is_refused_in_one_line(wish: str) -> None:
    refused = run(wish, "from holdem_core import evaluate")
    assert refused.returncode == 1
    last_line = refused.stderr.splitlines()[-1]
    assert last_line.startswith("holdem_core.errors.KernelError: ")
    assert "HOLDEM_CORE_SIMD" in last_line
    assert repr(wish) in last_line
    for instruction_set in INSTRUCTION_SETS:
        assert repr(instruction_set) in last_line


def test_the_command_line_refuses_an_unknown_instruction_set_in_one_line() -> None:
    refused = run("sse9", "import holdem_core.cli; holdem_core.cli.main()")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "holdem-core: HOLDEM_CORE_SIMD is 'sse9'; it may be 'avx512', 'avx2' or 'none'\n"
