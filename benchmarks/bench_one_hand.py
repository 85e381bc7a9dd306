"""One hand a Python call: seven card ids, or one text."""

import peers
import pytest
from measures import Contender, Measure

from holdem_core import evaluate, evaluate7

HANDS = 1000  # few enough to stay in the caches with their Python objects
from_ids = pytest.mark.benchmark(group="one hand from cards", max_time=0.5)
from_text = pytest.mark.benchmark(group="one hand from text", max_time=0.5)


@from_ids
def test_evaluate7(measure: Measure, rows: peers.Rows) -> None:
    hands = rows[:HANDS]
    evaluation = peers.one_by_one(evaluate7, [tuple(row) for row in hands.tolist()])
    yardsticks = peers.installed([peers.PKRBOT, peers.PKRBOT_CARDS], hands)
    measure(Contender(peers.OURS, evaluation.run, len(hands)), yardsticks)


@from_ids
@pytest.mark.parametrize("peer", peers.parameters(peers.ONE_HAND))
def test_peer(measure: Measure, rows: peers.Rows, peer: peers.Peer) -> None:
    measure(peer.contender(rows[:HANDS]))


@from_text
def test_evaluate_text(measure: Measure, rows: peers.Rows) -> None:
    hands = rows[:HANDS]
    evaluation = peers.one_by_one(evaluate, [(text,) for text in peers.texts(hands)])
    yardsticks = peers.installed([peers.HOLDEM_HAND_EVALUATOR, peers.PKRBOT_TEXT], hands)
    measure(Contender(peers.OURS, evaluation.run, len(hands)), yardsticks)


@from_text
@pytest.mark.parametrize("peer", peers.parameters(peers.FROM_TEXT))
def test_peer_from_text(measure: Measure, rows: peers.Rows, peer: peers.Peer) -> None:
    measure(peer.contender(rows[:HANDS]))
