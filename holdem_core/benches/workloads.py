"""What is measured, by subject: our call, and those of the peers that stand beside it.

Random cards are the same for all; a subject's workloads are lines in ``WORKLOADS``. Before the flop two wide ranges
are a product of NumPy's, on threads of its own: ``OPENBLAS_NUM_THREADS=1`` ends them.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdem_core.benches import equity_peers as equities
from holdem_core.benches import evaluator_peers as evaluators
from holdem_core.benches import table_peers as tables
from holdem_core.benches.equity_peers import SAMPLES, EquityPeer, Question, Sampler
from holdem_core.benches.evaluator_peers import EvaluatorPeer, Rows, one_by_one, texts
from holdem_core.benches.measures import CALLS, Contender, Work
from holdem_core.benches.peers import OURS
from holdem_core.cards import deal
from holdem_core.evaluation import evaluate
from holdem_core.kernels.evaluate import evaluate7
from holdem_core.pots.many import settle
from holdem_core.showdowns.many import showdown_batch

SEATS = 6
FEW = 1000  # hands for one call a hand: few enough to stay in the caches with their Python objects


class Tables(NamedTuple):
    """Tables of six seats: cards, chips and who has not folded."""

    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    contributions: NDArray[np.int64]
    live: NDArray[np.bool_]


@dataclass(frozen=True)
class Deals:
    """Random hands at tables of six seats, made when they are first needed."""

    hands: int = 1_000_000

    @cached_property
    def tables(self) -> Tables:
        """All-in for stacks from 1 to 1000, with a third of the seats folded."""
        count = -(-self.hands // SEATS)
        rng = np.random.default_rng(6)
        holes, boards = deal(count, SEATS, rng=rng)
        contributions = rng.integers(1, 1001, size=(count, SEATS))
        live = rng.random((count, SEATS)) < 2 / 3
        live[:, 0] |= ~live.any(axis=1)
        return Tables(holes, boards, contributions, live)

    @cached_property
    def rows(self) -> Rows:
        """The hands of all seats of the tables, as rows of seven cards."""
        holes, boards = self.tables.holes, self.tables.boards
        each = np.broadcast_to(boards[:, None, :], (len(boards), SEATS, 5))
        return np.concatenate([holes, each], axis=2).reshape(-1, 7)


Prepare = Callable[[Deals], Contender]


@dataclass(frozen=True)
class Yardstick:
    """Who stands beside us; ``prepare`` raises where it is missing or broken.

    ``left_out`` says why it is not asked, where it is not.
    """

    name: str
    prepare: Prepare
    left_out: str = ""


@dataclass(frozen=True)
class Workload:
    """Something that is done, ours and the yardsticks for it; ``slow`` if it takes seconds and no peer does it."""

    subject: str
    name: str
    ours: Prepare
    yardsticks: tuple[Yardstick, ...] = ()
    slow: bool = False

    @property
    def asked(self) -> list[Yardstick]:
        """The yardsticks without those that are left out."""
        return [yardstick for yardstick in self.yardsticks if not yardstick.left_out]


# --- arrays of cards to strengths --------------------------------------------------------------------


def _rows(validate: bool) -> Prepare:
    return lambda deals: Contender(lambda: evaluate(deals.rows, validate=validate), len(deals.rows))


def _holes_with_boards(validate: bool) -> Prepare:
    def prepare(deals: Deals) -> Contender:
        holes, boards = deals.tables.holes, deals.tables.boards[:, None, :]
        return Contender(lambda: evaluate(holes, boards, validate=validate), len(deals.rows))

    return prepare


def _evaluators(peers: Iterable[EvaluatorPeer], hands: int | None = None) -> tuple[Yardstick, ...]:
    def yardstick(peer: EvaluatorPeer) -> Yardstick:
        return Yardstick(peer.name, lambda deals: peer.contender(deals.rows[:hands]))

    return tuple(yardstick(peer) for peer in peers)


POKERFAST = _evaluators([evaluators.POKERFAST])
UNCHECKED = Yardstick(f"{OURS}, rows unchecked", _rows(validate=False))
CHECKED = Yardstick(f"{OURS}, rows checked", _rows(validate=True))
EVALUATE = [
    Workload("evaluate", "rows, unchecked", _rows(validate=False), POKERFAST),
    Workload("evaluate", "rows, checked", _rows(validate=True), (*POKERFAST, UNCHECKED)),
    Workload("evaluate", "holes and boards, unchecked", _holes_with_boards(validate=False), (*POKERFAST, UNCHECKED)),
    Workload("evaluate", "holes and boards, checked", _holes_with_boards(validate=True), (*POKERFAST, CHECKED)),
]


# --- one hand a call ---------------------------------------------------------------------------------


def _one_hand(deals: Deals) -> Contender:
    hands = [tuple(row) for row in deals.rows[:FEW].tolist()]
    return Contender(one_by_one(evaluate7, hands).run, len(hands))


def _one_text(deals: Deals) -> Contender:
    hands = [(text,) for text in texts(deals.rows[:FEW])]
    return Contender(one_by_one(evaluate, hands).run, len(hands))


ONE_HAND = [
    Workload("one-hand", "seven cards", _one_hand, _evaluators(evaluators.ONE_HAND, FEW)),
    Workload("one-hand", "text", _one_text, _evaluators(evaluators.FROM_TEXT, FEW)),
]

# --- chips, and cards and chips ----------------------------------------------------------------------

# A main pot and three side pots, each won by another seat; the last seat folded.
CONTRIBUTIONS = [100, 200, 300, 400, 400, 20]
STRENGTHS = [5000, 4000, 3000, 2000, 1000, 0]
DIFFERENT_STRENGTHS = 5


def _settle_pattern(deals: Deals) -> Contender:
    count = len(deals.tables.boards)
    contributions = np.tile(np.array(CONTRIBUTIONS, dtype=np.int64), (count, 1))
    strengths = np.tile(np.array(STRENGTHS, dtype=np.uint16), (count, 1))
    return Contender(lambda: settle(contributions, strengths), count)


def _settle_random(deals: Deals) -> Contender:
    contributions, live = deals.tables.contributions, deals.tables.live
    rng = np.random.default_rng(5)
    strengths = rng.integers(1, DIFFERENT_STRENGTHS, size=live.shape, dtype=np.uint16, endpoint=True)
    return Contender(lambda: settle(contributions, strengths, live=live), len(live))


def _showdown(folds: bool) -> Prepare:
    def prepare(deals: Deals) -> Contender:
        holes, boards, contributions, live = deals.tables
        shown = live if folds else np.ones_like(live)
        return Contender(lambda: showdown_batch(holes, boards, contributions, shown), len(boards))

    return prepare


def _strengths_alone(deals: Deals) -> Contender:
    return replace(evaluators.POKERFAST.contender(deals.rows), hands=len(deals.tables.boards))


# No peer settles arrays: beside whole tables stands what the strengths alone cost a peer.
ALONE = (Yardstick("pokerfast, strengths alone", _strengths_alone),)
CHIPS = [
    Workload("settle", "three side pots", _settle_pattern, ALONE),
    Workload("settle", "random stacks, folds, ties", _settle_random, ALONE),
    Workload("showdown", "six live", _showdown(folds=False), ALONE),
    Workload("showdown", "a third folded", _showdown(folds=True), ALONE),
]

# --- whole hands -------------------------------------------------------------------------------------

PLAYED = 100


def _tables(peers: Iterable[tables.TablePeer]) -> tuple[Yardstick, ...]:
    def yardstick(peer: tables.TablePeer) -> Yardstick:
        return Yardstick(peer.name, lambda _: peer.contender(PLAYED))

    return tuple(yardstick(peer) for peer in peers)


WHOLE_HANDS = Workload(
    "whole-hands",
    "six seats, no-limit, act by act",
    lambda _: Contender(lambda: tables.play_ours(PLAYED), PLAYED),
    _tables(tables.PEERS),
)

# --- equities, from text at every call ---------------------------------------------------------------


def _exact(call: equities.Call) -> Contender:
    return Contender(call, 1, CALLS)


def _sampled(call: equities.Call) -> Sampler:
    return Sampler(call, SAMPLES, "samples")


def _calculators(
    peers: Iterable[EquityPeer], key: str, spot: Question, contender: Callable[[equities.Call], Contender]
) -> tuple[Yardstick, ...]:
    def yardstick(peer: EquityPeer) -> Yardstick:
        def prepare(_: Deals) -> Contender:
            return replace(contender(peer.prepare(spot)), by_count=peer.seconds is None)

        return Yardstick(peer.title, prepare, peer.leaves_out.get(key, ""))

    return tuple(yardstick(peer) for peer in peers)


def _exact_workload(key: str, spot: Question) -> Workload:
    beside = _calculators(equities.EXACT_PEERS, key, spot, _exact)
    return Workload("exact-equity", str(spot), lambda _: _exact(equities.ours_exact(spot)), beside)


def _sampled_workload(key: str, spot: Question) -> Workload:
    beside = _calculators(equities.SAMPLED_PEERS, key, spot, _sampled)
    return Workload("random-deals", str(spot), lambda _: _sampled(equities.ours_sampled(spot)), beside)


SLOW = Workload(
    "exact-equity",
    f"{equities.SLOW}, two threads",
    lambda _: _exact(equities.ours_exact(equities.SLOW, threads=2)),
    slow=True,
)
EQUITIES = [
    *(_exact_workload(key, spot) for key, spot in equities.EXACT.items()),
    SLOW,
    *(_sampled_workload(key, spot) for key, spot in equities.SAMPLED.items()),
]

# --- import, each time in a new interpreter ----------------------------------------------------------

IMPORTS = """
from time import perf_counter
start = perf_counter()
import numpy
between = perf_counter()
import holdem_core
print(between - start, perf_counter() - between)
"""


def import_times() -> list[float]:
    """Seconds to import NumPy, and then this library; ``-P`` keeps the working directory off the path."""
    output = subprocess.run([sys.executable, "-P", "-c", IMPORTS], capture_output=True, check=True, text=True).stdout
    return [float(seconds) for seconds in output.split()]


@dataclass(frozen=True)
class Import(Contender):
    """The import of one of the two modules, in the order in which they come."""

    call: Callable[[], list[float]]
    by_count: bool = False  # a call takes the interpreter's start, too
    place: int = 0

    def work(self) -> Work:
        """Makes one import, in the time that the new interpreter says."""
        return Work(1, self.call()[self.place])


IMPORT = Workload(
    "import",
    "after NumPy",
    lambda _: Import(import_times, 1, CALLS, place=1),
    (Yardstick("numpy", lambda _: Import(import_times, 1, CALLS)),),
)

WORKLOADS = [*EVALUATE, *ONE_HAND, *CHIPS, WHOLE_HANDS, *EQUITIES, IMPORT]
SUBJECTS = list(dict.fromkeys(workload.subject for workload in WORKLOADS))
