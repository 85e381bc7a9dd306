"""Cards and chips to payouts at six seats. The yardstick is what the strengths alone cost a peer."""

import numpy as np
import peers
import pytest
from measures import Contender, Measure, Tables

from holdem_core import showdown_batch

pytestmark = pytest.mark.benchmark(group="showdown", max_time=1.0)


@pytest.mark.parametrize("folds", [False, True], ids=["six_live", "a_third_folded"])
def test_random_tables(measure: Measure, tables: Tables, strengths_alone: list[Contender], folds: bool) -> None:
    holes, boards, contributions, live = tables
    shown = live if folds else np.ones_like(live)
    ours = Contender(peers.OURS, lambda: showdown_batch(holes, boards, contributions, shown), len(boards))
    measure(ours, strengths_alone)
