"""The comparison is honest: every peer puts the same hands into the same order as we do, and finds our equities."""

from typing import Any

import equity_peers
import numpy as np
import peers
import pytest
import table_peers
from equity_peers import EXACT, SAMPLED, EquityPeer
from numpy.typing import NDArray

from holdem_core import evaluate

SAMPLE = 20_000
HANDS = 60
CORRELATED = 3  # pokerfast walks from one deal to the next, so that as many deals say less than independent ones


def _places(strengths: NDArray[Any]) -> NDArray[np.intp]:
    """The place of each strength among those that occur, ties sharing one."""
    return np.unique(strengths, return_inverse=True)[1]


@pytest.mark.parametrize("peer", peers.parameters(peers.ALL))
def test_peer_orders_hands_as_we_do(peer: peers.Peer, rows: peers.Rows) -> None:
    sample = rows[:SAMPLE]
    assert np.array_equal(_places(peer.strengths(sample)), _places(evaluate(sample)))


@pytest.mark.parametrize(("peer", "name"), equity_peers.parameters(equity_peers.EXACT_PEERS, EXACT))
def test_peer_counts_equities_as_we_do(peer: EquityPeer, name: str) -> None:
    theirs, ours = peer.prepare(EXACT[name])(), equity_peers.ours_exact(EXACT[name])()
    assert theirs.equities == pytest.approx(ours.equities, abs=1e-6)


@pytest.mark.parametrize(("peer", "name"), equity_peers.parameters(equity_peers.SAMPLED_PEERS, SAMPLED))
def test_peer_samples_equities_as_we_do(peer: EquityPeer, name: str) -> None:
    theirs, ours = peer.prepare(SAMPLED[name])(), equity_peers.ours_sampled(SAMPLED[name])()
    p = np.array(ours.equities)
    errors = np.sqrt(p * (1 - p) * (1 / ours.samples + CORRELATED / theirs.samples))
    assert (np.abs(np.array(theirs.equities) - p) < 5 * errors).all()


@pytest.mark.parametrize(
    "peer",
    [
        pytest.param(peer, id=peer.name, marks=pytest.mark.skipif(not peer.is_installed(), reason="not installed"))
        for peer in table_peers.ALL
    ],
)
def test_peer_plays_whole_hands_as_long_as_we_do(peer: table_peers.TablePeer) -> None:
    """Draw by draw the same acts; with other cards other hands win, but all chips stay at the table."""
    theirs, acts = peer.play(HANDS)
    ours, our_acts = table_peers.play_ours(HANDS)
    assert acts == our_acts
    assert all(sum(nets) == 0 for nets in theirs + ours)
