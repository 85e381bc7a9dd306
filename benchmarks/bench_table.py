"""Whole hands played by calling methods: six seats, no-limit, the same policy and draws for every table."""

import peers
import pytest
import table_peers
from measures import Contender, Measure

pytestmark = pytest.mark.benchmark(group="whole hands", max_time=1.0)

HANDS = 100


def test_whole_hands(measure: Measure) -> None:
    ours = Contender(peers.OURS, lambda: table_peers.play_ours(HANDS), HANDS)
    measure(ours, [peer.contender(HANDS) for peer in table_peers.ALL if peer.is_installed()])
