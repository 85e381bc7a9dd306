"""Equities: exact ones in milliseconds a call, random deals by the second, on one thread. Hands are read from text.

Before the flop two wide ranges are a product of NumPy's, on threads of its own: ``OPENBLAS_NUM_THREADS=1`` ends them.
"""

import equity_peers
import peers
import pytest
from equity_peers import EXACT, EXACT_PEERS, SAMPLED, SAMPLED_PEERS, SAMPLES, SLOW, Sampler
from measures import CALLS, Contender, Measure

exact = pytest.mark.benchmark(group="exact equity", max_time=0.5)
sampled = pytest.mark.benchmark(group="equity from random deals", max_time=0.5)


@exact
@pytest.mark.parametrize("name", EXACT)
def test_exact(measure: Measure, name: str) -> None:
    spot = EXACT[name]
    yardsticks = [
        Contender(peer.distribution, peer.prepare(spot), 1, CALLS) for peer in equity_peers.asked(EXACT_PEERS, name)
    ]
    measure(Contender(peers.OURS, equity_peers.ours_exact(spot), 1, CALLS), yardsticks)


@pytest.mark.benchmark(group="exact equity", min_rounds=1, max_time=0.5)
def test_exact_three_ranges_preflop_on_two_threads(measure: Measure, request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("slow"):
        pytest.skip("takes half a minute; --slow runs it")
    measure(Contender(peers.OURS, equity_peers.ours_exact(SLOW, threads=2), 1, CALLS))


@sampled
@pytest.mark.parametrize("name", SAMPLED)
def test_sampled(measure: Measure, name: str) -> None:
    spot = SAMPLED[name]
    yardsticks = [
        Sampler(peer.distribution, peer.prepare(spot), SAMPLES, "samples")
        for peer in equity_peers.asked(SAMPLED_PEERS, name)
    ]
    measure(Sampler(peers.OURS, equity_peers.ours_sampled(spot), SAMPLES, "samples"), yardsticks)
