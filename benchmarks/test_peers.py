"""The comparison is honest: every peer puts the same hands into the same order as we do."""

from typing import Any

import numpy as np
import peers
import pytest
from numpy.typing import NDArray

from holdem_core import evaluate

SAMPLE = 20_000


def _places(strengths: NDArray[Any]) -> NDArray[np.intp]:
    """The place of each strength among those that occur, ties sharing one."""
    return np.unique(strengths, return_inverse=True)[1]


@pytest.mark.parametrize("peer", peers.parameters(peers.ALL))
def test_peer_orders_hands_as_we_do(peer: peers.Peer, rows: peers.Rows) -> None:
    sample = rows[:SAMPLE]
    assert np.array_equal(_places(peer.strengths(sample)), _places(evaluate(sample)))
