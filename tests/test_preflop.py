"""Every match-up before the flop: what the table holds, and the equities of classes and of combos."""

import numpy as np
import pytest

from holdem_core import preflop_equities
from holdem_core.equities.preflop import BOARDS, disjoint, wins
from holdem_core.ranges.combos import COMBOS, class_index


def test_the_table_knows_every_match_up_once() -> None:
    matrix, pairs = wins(), disjoint()
    assert not matrix[~pairs].any()
    ties = np.where(pairs, BOARDS - matrix - matrix.T, 0)
    assert ties.min() == 0
    assert pairs.sum() == COMBOS * 1225


def test_classes_against_each_other_share_the_pot() -> None:
    equities = preflop_equities()
    assert equities.shape == (169, 169)
    assert equities + equities.T == pytest.approx(np.ones((169, 169)), abs=1e-12)
    aces, kings = class_index(12, 12, False), class_index(11, 11, False)
    assert equities[aces, kings] == pytest.approx(0.8194605046767397, abs=1e-15)


def test_combos_against_each_other() -> None:
    equities = preflop_equities(by_combo=True)
    assert np.isnan(equities).sum() == COMBOS * (COMBOS - 1225)
    assert np.nanmax(np.abs(equities + equities.T - 1)) < 1e-12
