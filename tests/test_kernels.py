"""What is known on both sides of the compiled code is the same on both: sizes, the bounds of categories, operands."""

import gc
import inspect
import pickle
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MethodType

import numpy as np
from oracles import evaluation as oracle
from samples import random_hands

from holdem_core import Category, category, evaluate, evaluate7, format_cards
from holdem_core.cards import DECK_SIZE
from holdem_core.evaluation import STRONGEST
from holdem_core.kernels.equity import exact
from holdem_core.kernels.evaluate import arrays
from holdem_core.kernels.evaluate.hand import text_first
from holdem_core.kernels.settle import arrays as settling
from holdem_core.ranges.combos import COMBOS
from holdem_core.showdowns.one import MOST_SEATS

ROYAL_FLUSH = "AhKhQhJhTh2c3d"


def test_sizes_are_the_same_in_python_and_in_the_kernels() -> None:
    assert arrays.MOST_SEATS == MOST_SEATS == DECK_SIZE // 2 == 26
    assert exact.COMBOS == COMBOS == DECK_SIZE * (DECK_SIZE - 1) // 2 == 1326
    assert exact.MOST_PLAYERS == 10


def test_categories_end_where_the_best_hand_of_each_lies() -> None:
    best = ["AKQJ9", "AAKQJ", "AAKKQ", "AAAKQ", "AKQJT", "AKQJ9", "AAAKK", "AAAAK", "AKQJT"]
    suits = ["cdhsc", "cdhsc", "cdcdh", "cdhcd", "cdhsc", "ccccc", "cdhcd", "cdhsc", "ccccc"]
    hands = ["".join(map("".join, zip(*hand, strict=True))) for hand in zip(best, suits, strict=True)]
    assert [*arrays.BEST_OF_CATEGORY] == [evaluate(hand) for hand in hands]
    assert arrays.BEST_OF_CATEGORY[-1] == STRONGEST == 7462
    for kind, end in zip(Category, arrays.BEST_OF_CATEGORY, strict=True):
        assert category(end) is kind
        if end < STRONGEST:
            assert category(end + 1) == kind + 1


def test_operands_of_settling_are_named_in_the_order_of_the_signature() -> None:
    per_seat = ["contributions", "strengths", "live", "order"]
    per_hand = ["button", "unit", "dead", "rake", "numerator", "denominator", "cap", "flop"]
    assert [*settling.INPUTS] == per_seat + per_hand
    assert settling.OUTPUTS == ("payouts", "returned", "raked")
    inputs = ",".join(["(p)"] * len(per_seat) + ["()"] * len(per_hand))
    assert settling.settle_hands.signature == f"{inputs}->(p),(p),()"
    assert settling.chip_faults.signature == f"{inputs}->(),(),()"


# --- one text without a frame of Python's ---------------------------------------------------------------


def test_evaluate_is_a_function_that_can_be_opened() -> None:
    assert inspect.isroutine(evaluate)
    assert "def evaluate(" in inspect.getsource(evaluate)
    assert (evaluate.__module__, evaluate.__qualname__) == ("holdem_core.evaluation", "evaluate")
    assert repr(evaluate).startswith("<function evaluate at ")
    assert weakref.ref(evaluate)() is evaluate


def test_a_function_that_reads_texts_first_leaves_others_as_they_are() -> None:
    calls = []

    @text_first
    def count(*operands: object, **named: object) -> str:
        """Any function."""
        calls.append((operands, named))
        return "called"

    found: list[object] = [count(ROYAL_FLUSH), count("AhKh", "QhJhTh2c3d"), evaluate(ROYAL_FLUSH)]
    assert found == [STRONGEST] * 3
    assert calls == []
    asked = [(), (1,), (b"Ah",), ("",), ("Ah Kh",), (ROYAL_FLUSH, None), ("AhKhQhJhTh", "2c", "3d"), ("AhAhQhJhTh",)]
    for operands in asked:
        assert count(*operands) == "called"
    assert count(cards=ROYAL_FLUSH) == "called"
    assert calls == [*((operands, {}) for operands in asked), ((), {"cards": ROYAL_FLUSH})]
    assert evaluate([51, 47, 43, 39, 35]) == STRONGEST
    assert (count.__name__, count.__doc__) == ("count", "Any function.")


def test_a_function_that_reads_texts_first_becomes_a_method_and_goes_with_its_last_name() -> None:
    class Reader:
        @text_first
        def read(self, cards: str) -> object:
            return self, cards

    reader = Reader()
    assert isinstance(reader.read, MethodType)
    assert reader.read(ROYAL_FLUSH) == (reader, ROYAL_FLUSH)
    gone = weakref.ref(Reader.__dict__["read"])
    del Reader, reader
    gc.collect()
    assert gone() is None


# --- ready-made ints -------------------------------------------------------------------------------------


def test_every_strength_is_an_int_like_any_other() -> None:
    hands = random_hands(20_000, 7).tolist()
    found = {evaluate7(*hand) for hand in hands} | {evaluate(format_cards(hand)) for hand in hands[:2000]}
    assert len(found) > 3000
    for strength in found:
        same = int(str(strength))
        assert type(strength) is int
        assert (strength, hash(strength), -strength, strength**3) == (same, hash(same), -same, same**3)
        assert (strength.bit_length(), sys.getsizeof(strength)) == (same.bit_length(), sys.getsizeof(same))
        assert pickle.dumps(strength) == pickle.dumps(same)
    assert np.array_equal(
        [evaluate7(*hand) for hand in hands[:500]], oracle.strengths(np.array(hands[:500], dtype=np.uint8))
    )


def test_threads_that_drop_the_same_strengths_leave_them_whole() -> None:
    hands = random_hands(500, 7).tolist()

    def total(_: int) -> int:
        return sum(evaluate7(*hand) for _ in range(40) for hand in hands)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(total, range(8)))) == 1


# --- the tree ----------------------------------------------------------------------------------------------


def test_headers_are_included_by_subject_and_downward_only() -> None:
    folder = Path(__file__).parent.parent / "holdem_core" / "kernels"
    below = {
        "common": [],
        "evaluate": ["common"],
        "settle": ["common"],
        "equity": ["common", "evaluate"],
        "sample": ["common", "evaluate", "equity"],
    }
    included = {
        (header.parent.name, line.split('"')[1].partition("/")[0])
        for header in folder.glob("*/*.h")
        for line in header.read_text().splitlines()
        if line.startswith('#include "')
    }
    assert all(source == target or target in below[source] for source, target in included)
