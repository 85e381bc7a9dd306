"""The comparison is honest: every peer puts the same hands into the same order as we do, and finds our equities."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from holdem_core import evaluate
from holdem_core.benches import evaluator_peers, table_peers
from holdem_core.benches.equity_peers import (
    EXACT,
    EXACT_PEERS,
    SAMPLED,
    SAMPLED_PEERS,
    Answer,
    EquityPeer,
    Question,
    ours_exact,
    ours_sampled,
)
from holdem_core.benches.evaluator_peers import EvaluatorPeer
from holdem_core.benches.peers import problem
from holdem_core.benches.workloads import Deals

SAMPLE = 20_000
HANDS = 60
CORRELATED = 3  # pokerfast walks from one deal to the next, so that as many deals say less than independent ones
EVALUATORS = [evaluator_peers.POKERFAST, *evaluator_peers.ONE_HAND, *evaluator_peers.FROM_TEXT]


def questions(peers: list[EquityPeer], spots: dict[str, Question]) -> list[Any]:
    """Each peer with each spot that it takes."""
    return [
        pytest.param(peer, spot, id=f"{peer.name}-{key}")
        for peer in peers
        for key, spot in spots.items()
        if key not in peer.leaves_out
    ]


def answer(peer: EquityPeer, spot: Question) -> Answer:
    """What a peer says, if it is here."""
    try:
        call = peer.prepare(spot)
    except ImportError as error:
        pytest.skip(problem(error))
    return call()


def places(strengths: NDArray[Any]) -> NDArray[np.intp]:
    """The place of each strength among those that occur, ties sharing one."""
    return np.unique(strengths, return_inverse=True)[1]


@pytest.mark.parametrize("peer", EVALUATORS, ids=lambda peer: peer.name.replace(", ", "-"))
def test_peer_orders_hands_as_we_do(peer: EvaluatorPeer, deals: Deals) -> None:
    sample = deals.rows[:SAMPLE]
    try:
        theirs = peer.strengths(sample)
    except ImportError as error:
        pytest.skip(problem(error))
    assert np.array_equal(places(theirs), places(evaluate(sample)))


@pytest.mark.parametrize(("peer", "spot"), questions(EXACT_PEERS, EXACT))
def test_peer_counts_equities_as_we_do(peer: EquityPeer, spot: Question) -> None:
    theirs, ours = answer(peer, spot), ours_exact(spot)()
    assert theirs.equities == pytest.approx(ours.equities, abs=1e-6)


@pytest.mark.parametrize(("peer", "spot"), questions(SAMPLED_PEERS, SAMPLED))
def test_peer_samples_equities_as_we_do(peer: EquityPeer, spot: Question) -> None:
    theirs, ours = answer(peer, spot), ours_sampled(spot)()
    p = np.array(ours.equities)
    errors = np.sqrt(p * (1 - p) * (1 / ours.samples + CORRELATED / theirs.samples))
    assert (np.abs(np.array(theirs.equities) - p) < 5 * errors).all()


@pytest.mark.parametrize("peer", table_peers.PEERS, ids=lambda peer: peer.name)
def test_peer_plays_whole_hands_as_long_as_we_do(peer: table_peers.TablePeer) -> None:
    """Draw by draw the same acts; with other cards other hands win, but all chips stay at the table."""
    try:
        theirs, acts = peer.play(HANDS)
    except ImportError as error:
        pytest.skip(problem(error))
    ours, our_acts = table_peers.play_ours(HANDS)
    assert acts == our_acts
    assert all(sum(nets) == 0 for nets in theirs + ours)
