"""What can be dealt in a spot, and the tuples of hands that can, against plain products; how players are given."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from oracles import equities as oracle

from holdem_core import Hand, Range, RangeError, equity
from holdem_core.equities.spots import can_be_dealt, few_tuples, read_spot, tuples_of
from holdem_core.ranges.combos import COMBO_CARDS, combo_index


@given(
    st.lists(
        st.lists(st.sampled_from(list(product(range(5), range(5)))), min_size=1, max_size=5), min_size=2, max_size=5
    )
)
@settings(max_examples=300, deadline=None)
def test_what_can_be_dealt_is_what_has_a_tuple(chosen: list[list[tuple[int, int]]]) -> None:
    hands = [sorted({(max(pair), min(pair)) for pair in held if len(set(pair)) == 2}) for held in chosen]
    if not all(hands):
        return
    combos = [np.array([combo_index(*hand) for hand in held]) for held in hands]
    expected = [hand for hand, _ in oracle.tuples([dict.fromkeys(held, Fraction(1)) for held in hands])]
    assert can_be_dealt(combos) == bool(expected)
    listed = few_tuples(combos, 10_000)
    assert listed is not None
    assert sorted(map(tuple, listed.tolist())) == sorted(
        tuple(combo_index(*hand) for hand in each) for each in expected
    )
    assert (few_tuples(combos, max(len(expected) - 1, 0)) is None) == bool(expected)


@pytest.mark.parametrize("at_once", [1, 7, 100, 10**6])
def test_tuples_come_in_blocks(at_once: int) -> None:
    combos = read_spot(["TT+", "JJ+", "QQ+"], "", "").combos
    blocks = list(tuples_of(combos, at_once))
    joined = np.concatenate(blocks)
    assert len(np.unique(joined, axis=0)) == len(joined) == len(oracle_tuples(combos))
    assert max(map(len, blocks)) <= max(at_once, max(map(len, combos)))


def oracle_tuples(combos: Sequence[NDArray[np.int64]]) -> list[Any]:
    ranges = [{tuple(COMBO_CARDS[combo].tolist()): Fraction(1) for combo in held.tolist()} for held in combos]
    return list(oracle.tuples(ranges))


# --- players ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [
        [50, 46],
        (46, 50),
        np.array([50, 46], np.uint8),
        ["Ah", "Kh"],
        [50, "Kh"],
        np.array(["Ah", "Kh"]),
        range(46, 51, 4),
    ],
)
def test_a_hand_may_be_two_cards(hand: Any) -> None:
    found = equity(hand, "QsQd")
    assert found.counts == equity("AhKh", "QsQd").counts
    assert found.players == ("AhKh", "QsQd")


@pytest.mark.parametrize(
    ("given_instead", "message"),
    [
        (None, "player 1: hands are text such as 'AhKh' or 'QQ+,AKs', a Range, or two cards, not None"),
        (5, "player 1: hands are text such as 'AhKh' or 'QQ+,AKs', a Range, or two cards, not 5"),
        (Hand("AhKhQhJhTh"), "player 1: hands are text such as 'AhKh' or 'QQ+,AKs', a Range, or two cards, not Hand"),
        ([50], "player 1: a sequence is one hand of two cards, not of 1; a range is text"),
        ([50, 46, 0], "player 1: a sequence is one hand of two cards, not of 3; a range is text"),
        ([50, 50], "player 1: Ah stands twice in [50, 50]"),
        ([50, 52], "player 1: item 1 is 52, and card ids run from 0 to 51"),
        (["AA", "KK"], "player 1: 'A' at position 1 of 'AA' is no suit"),
        (np.zeros((2, 2), np.uint8), "player 1: cards are a flat sequence, not an array of shape (2, 2)"),
        (Range("QQ+").weights, "player 1: item 0 is"),
        ("QQ+,AKx", "player 1: 'AKx' at position 4"),
    ],
)
def test_what_is_no_hand_is_named_with_its_player(given_instead: Any, message: str) -> None:
    with pytest.raises(RangeError, match=re.escape(message)):
        equity("22", given_instead)


def test_words_are_players_or_one_range() -> None:
    assert equity("QQ+ AKs", "JJ").players == ("QQ+,AKs", "JJ")
    assert equity("QQ+", "AKs", "JJ").players == ("QQ+", "AKs", "JJ")


# --- machines of 32 bits ----------------------------------------------------------------------------------

EACH_WAY = """
for how in (
    dict(hands=("AhKh", "QsQd")),
    dict(hands=("QQ+,AK:0.5", "JJ+"), board="Kh7d2c"),
    dict(hands=("QQ+,AK:0.5", "JJ+", "TT"), board="Kh7d2c", per_combo=True, categories=True),
    dict(hands=("AhKh", "QsQd", "JcJd"), board="2c3d4h", dead="AsAd"),
    dict(hands=("AK", "QQ+", "JJ", "TT"), board="2c3d4h", per_combo=True),
    dict(hands=("QQ+,AK:0.5", "JJ+", "random"), method="monte-carlo", samples=1000, rng=1),
    dict(hands=("AA", "AK", "AQ", "KQ", "KK", "QQ"), method="monte-carlo", samples=1000, rng=1),
):
    print(holdem_core.equity(*how.pop("hands"), **how).to_dict())
print(holdem_core.Range("top 15%,KX+:0.5,8s8h-,AxTx+:0.25"))
"""

DEFAULT_INTEGERS_OF_32_BITS = """
import numpy as np

def narrowed(function):
    def call(*args, **kwargs):
        found = function(*args, **kwargs)
        if kwargs.get("dtype"):
            return found
        return tuple(map(narrow, found)) if isinstance(found, tuple) else narrow(found)
    return call

def narrow(array):
    return array.astype(np.int32) if isinstance(array, np.ndarray) and array.dtype == np.int64 else array

for name in ("arange", "argsort", "bincount", "cumsum", "flatnonzero", "nonzero", "searchsorted", "tril_indices"):
    setattr(np, name, narrowed(getattr(np, name)))
assert np.arange(52).dtype == np.flatnonzero([1]).dtype == np.int32
"""


def test_nothing_depends_on_the_width_of_the_default_integer() -> None:
    def printed(before: str) -> str:
        run = subprocess.run(
            [sys.executable, "-P", "-c", f"{before}\nimport holdem_core{EACH_WAY}"],
            env={**os.environ, "PYTHONWARNINGS": "error"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    assert printed(DEFAULT_INTEGERS_OF_32_BITS) == printed("")
