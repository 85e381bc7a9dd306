"""What can be dealt in a spot, and the tuples of hands that can, against plain products."""

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

from holdem_core.combos import COMBO_CARDS, combo_index
from holdem_core.equities.spots import can_be_dealt, few_tuples, read_spot, tuples_of


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
