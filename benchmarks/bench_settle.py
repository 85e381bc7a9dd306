"""Chips to payouts at six seats. No peer settles arrays; the yardstick is what the strengths alone cost a peer."""

import numpy as np
import peers
import pytest
from measures import SEATS, Contender, Measure, Tables

from holdem_core import settle

pytestmark = pytest.mark.benchmark(group="settle", max_time=1.0)

# A main pot and three side pots, each won by another seat; the last seat folded.
CONTRIBUTIONS = [100, 200, 300, 400, 400, 20]
STRENGTHS = [5000, 4000, 3000, 2000, 1000, 0]
DIFFERENT_STRENGTHS = 5


def test_repeated_pattern_of_three_side_pots(
    measure: Measure, tables: Tables, strengths_alone: list[Contender]
) -> None:
    count = len(tables.boards)
    contributions = np.tile(np.array(CONTRIBUTIONS, dtype=np.int64), (count, 1))
    strengths = np.tile(np.array(STRENGTHS, dtype=np.uint16), (count, 1))
    measure(Contender(peers.OURS, lambda: settle(contributions, strengths), count), strengths_alone)


def test_random_stacks_folds_and_ties(measure: Measure, tables: Tables, strengths_alone: list[Contender]) -> None:
    count = len(tables.boards)
    rng = np.random.default_rng(5)
    strengths = rng.integers(1, DIFFERENT_STRENGTHS, size=(count, SEATS), dtype=np.uint16, endpoint=True)
    ours = Contender(peers.OURS, lambda: settle(tables.contributions, strengths, live=tables.live), count)
    measure(ours, strengths_alone)
