"""Equities by Monte Carlo: against exact ones, the same whoever computes them, and where they end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from threading import Event
from typing import Any

import loky
import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import equities as oracle

from holdem_core import Equity, HoldemError, Range, RangeError, equity, next_card_equities
from holdem_core.equities import sampling
from holdem_core.equities.exact import cheapest
from holdem_core.equities.methods import _run
from holdem_core.equities.results import Request
from holdem_core.equities.sampling import Listed, Rejection, Source, source_of
from holdem_core.equities.spots import Spot, in_whole_weights, read_spot
from holdem_core.equities.tasks import in_order
from holdem_core.ranges.combos import COMBO_CARDS, COMBO_MASKS

SPOTS = [
    (("AhKh", "QsQd"), "", ""),
    (("QQ+,AKs", "22+,A2s+"), "2c7dTh", ""),
    (("AA:0.3,AKs", "AKs:0.5,KK", "AJs+:0.2,QQ"), "2c7dTh", "As"),
    (("AA,KK:0.1", "AA:0.4,KK", "KK"), "2c7dTh5s", ""),
    (("random", "AsKd"), "AhKsQd", ""),
    (("random,AA:0.25", "QQ:0.5,AsKs,AhQh", "KK:0.1,AsKd"), "AhKsQd", "2c"),
    (("random:0.3", "QQ,JJ", "KK,AhQh:0.2"), "2cKsQd", "2s"),
    (("random", "random"), "", ""),
    (("random", "AhKd", "random"), "2cKsQd7h", ""),
    (("random", "random", "random"), "2cKsQd7h", "Ts"),
]


@pytest.mark.parametrize(("players", "board", "dead"), SPOTS)
def test_errors_are_what_the_standard_error_says(players: tuple[str, ...], board: str, dead: str) -> None:
    exact = equity(*players, board=board, dead=dead, method="exact")
    scores = []
    for seed in range(200):
        found = equity(*players, board=board, dead=dead, method="monte-carlo", samples=5000, rng=seed)
        assert not found.exact
        assert found.samples == 5000
        scores.append((found.equity - exact.equity) / found.stderr)
    z = np.array(scores)
    assert np.abs(z).max() < 4.5
    # The mean of 200 standard normals, and of their squares, within four of their own standard errors.
    assert np.abs(z.mean(axis=0)).max() < 4 / np.sqrt(200)
    assert np.abs((z**2).mean(axis=0) - 1).max() < 4 * np.sqrt(2 / 200)


def test_what_was_asked_for_besides_agrees_with_the_exact_answer() -> None:
    players, board = ("QQ+,AKs:0.5", "TT+", "A2s+"), "2c7dTh"
    exact = equity(*players, board=board, categories=True, per_combo=True)
    found = equity(*players, board=board, categories=True, per_combo=True, method="monte-carlo", rng=1)
    for name in ("categories", "held"):
        np.testing.assert_allclose(getattr(found, name), getattr(exact, name), atol=0.003)
    np.testing.assert_array_equal(np.isnan(found.per_combo), np.isnan(exact.per_combo))
    often = exact.held > 0.01
    np.testing.assert_allclose(found.per_combo[often], exact.per_combo[often], atol=0.03)
    assert np.nansum(found.held * found.per_combo, axis=1) == pytest.approx(found.equity, abs=1e-12)


# --- the joint distribution --------------------------------------------------------------------------


def joint(spot: Spot) -> dict[tuple[int, ...], float]:
    """The probability of each tuple of combos."""
    names = {tuple(cards): combo for combo, cards in enumerate(COMBO_CARDS.tolist())}
    ranges = [
        {tuple(COMBO_CARDS[combo].tolist()): Fraction(weights[combo]) for combo in np.flatnonzero(weights).tolist()}
        for weights in spot.weights
    ]
    weighed = {tuple(names[hand] for hand in hands): float(weight) for hands, weight in oracle.tuples(ranges)}
    total = sum(weighed.values())
    return {hands: weight / total for hands, weight in weighed.items()}


def excess(tuples: NDArray[np.uint16], expected: dict[tuple[int, ...], float]) -> float:
    """Chi-square of drawn tuples, as standard deviations from its mean."""
    found = dict.fromkeys(expected, 0)
    for drawn in map(tuple, tuples.tolist()):
        found[drawn] += 1
    chi_square = sum((found[hands] - len(tuples) * p) ** 2 / (len(tuples) * p) for hands, p in expected.items())
    freedom = len(expected) - 1
    return float(chi_square - freedom) / float(np.sqrt(2 * freedom))


COLLIDING = [
    ("AA,AK:0.2", "AA:0.7,KK"),
    ("AhKh,QQ:0.5", "AhKs,KhKs:0.25,QQ", "AA,QhQs,Kh7h"),
    ("KK+", "KK+:0.5", "AA,KK:0.1", "AK:0.01,AA"),
]


@pytest.mark.parametrize("players", COLLIDING)
@pytest.mark.parametrize("kind", [Rejection, Listed])
def test_tuples_come_as_often_as_their_weights_say(players: tuple[str, ...], kind: type[Source]) -> None:
    spot = read_spot(players, "", "")
    drawn = drawn_from(source(spot, kind), 200_000, 7)
    assert abs(excess(drawn, joint(spot))) < 4


def drawn_from(drawn: Source, number: int, seed: int) -> NDArray[np.uint16]:
    return np.concatenate([block.copy() for block in drawn.deals(number, np.random.SeedSequence(seed))])


def source(spot: Spot, kind: type[Source]) -> Source:
    """A source of the kind, whichever the spot would have."""
    made = sampling._rejection(spot) if kind is Rejection else sampling._listed(spot)
    assert made is not None
    return made


@pytest.mark.parametrize("players", COLLIDING[:2])
def test_redrawing_only_who_collides_would_be_noticed(players: tuple[str, ...]) -> None:
    spot = read_spot(players, "", "")
    rng = np.random.default_rng(7)
    drawn = np.zeros((200_000, len(players)), dtype=np.uint16)
    used = np.zeros(len(drawn), dtype=np.uint64)
    for player, weights in enumerate(spot.weights):
        pending = np.arange(len(drawn))
        while len(pending):
            chosen = rng.choice(len(weights), len(pending), p=weights / weights.sum())
            free = (used[pending] & COMBO_MASKS[chosen]) == 0
            drawn[pending[free], player] = chosen[free]
            pending = pending[~free] if free.any() else pending[:0]
        used |= COMBO_MASKS[drawn[:, player]]
    expected = joint(spot)
    fine = np.array([tuple(row) in expected for row in drawn.tolist()])
    assert excess(drawn[fine], expected) > 100


def test_rare_deals_are_listed_and_others_rejected() -> None:
    for players, kind in [(("random",) * 6, Rejection), (("TT+",) * 10, Listed), (("QQ+", "QQ+"), Rejection)]:
        found, accepted = source_of(read_spot(players, "", ""))
        assert isinstance(found, kind)
        assert 0 < accepted <= 1


@pytest.mark.parametrize("players", [("TT+",) * 10, ("AA,KK:0.001",) * 4, ("JJ+",) * 8])
def test_what_hardly_ever_fits_is_sampled_all_the_same(players: tuple[str, ...]) -> None:
    found = equity(*players, method="monte-carlo", samples=20_000, rng=1)
    assert found.samples == 20_000
    assert np.abs(found.equity - 1 / len(players)).max() < 4.5 * found.stderr.max()


# --- the same whoever computes it --------------------------------------------------------------------


def dask_workers() -> Any:
    """A cluster of two processes on this machine."""
    from distributed import Client, LocalCluster

    @contextmanager
    def opened() -> Iterator[Executor]:
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor()

    return opened()


EXECUTORS: list[tuple[str, Callable[[], AbstractContextManager[Executor]]]] = [
    ("threads", lambda: ThreadPoolExecutor(3)),
    ("processes", lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn"))),
    ("loky", lambda: loky.ProcessPoolExecutor(2)),
    ("dask", dask_workers),
]


@pytest.mark.parametrize("kind", [name for name, _ in EXECUTORS])
def test_every_executor_counts_the_same(kind: str) -> None:
    players, board = ("QQ+,AKs:0.5", "TT+", "A2s+"), "2c7dTh"
    with dict(EXECUTORS)[kind]() as executor:
        asked: list[dict[str, Any]] = [
            {"method": "exact", "per_combo": True},
            {"method": "monte-carlo", "samples": 600_001, "rng": 5},
            {"method": "monte-carlo", "precision": 0.0004, "rng": 6, "categories": True},
        ]
        for options in asked:
            alone = equity(*players, board=board, **options)
            found = equity(*players, board=board, executor=executor, **options)
            assert found.counts == alone.counts
            assert found.to_dict() == alone.to_dict()
        assert executor.submit(int, "7").result() == 7  # it is not shut down


@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize("stop", [{"samples": 1_000_000}, {"precision": 0.0003}])
def test_threads_change_nothing(threads: int, stop: dict[str, Any]) -> None:
    alone = equity("QQ+", "AK", "random", method="monte-carlo", rng=9, **stop)
    assert equity("QQ+", "AK", "random", method="monte-carlo", rng=9, threads=threads, **stop).counts == alone.counts


def test_seeds_are_what_numpy_takes() -> None:
    def counts(rng: Any) -> dict[int, Any]:
        return equity("QQ+", "AK", method="monte-carlo", samples=1000, rng=rng).counts

    assert counts(1) == counts(np.random.default_rng(1)) == counts(np.random.SeedSequence(1))
    assert counts(1) != counts(2)
    assert counts(None) != counts(None)
    generator = np.random.default_rng(1)
    assert counts(generator) != counts(generator)


# --- where it ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("samples", [1, 1023, 4097, 262_144, 262_145])
def test_so_many_samples(samples: int) -> None:
    found = equity("QQ+", "AK", method="monte-carlo", samples=samples, rng=1)
    assert found.samples == samples
    assert np.isnan(found.stderr).all() == (samples == 1)


def test_precision_ends_it() -> None:
    found = equity("QQ+", "AK", method="monte-carlo", precision=0.0005, rng=1)
    assert found.stderr.max() <= 0.0005
    assert equity("QQ+", "AK", method="monte-carlo", precision=0.0005, samples=1000, rng=1).samples == 1000


def test_seconds_end_it() -> None:
    found = equity("QQ+", "AK", method="monte-carlo", seconds=0.05, rng=1)
    assert found.samples > 0


def test_what_takes_too_long_is_sampled_and_says_so() -> None:
    found = equity(*["random"] * 6, samples=10_000, rng=1)
    assert not found.exact
    assert found.method == "monte-carlo"
    assert "sampled" in str(found)
    assert "±" in str(found)
    assert found.to_dict()["players"][0]["stderr"] > 0
    assert equity("QQ+", "AK", samples=10_000).exact


@pytest.mark.parametrize("players", [("AcKd", "random"), ("QQ+", "22+", "random")])
def test_a_complete_board_is_never_sampled(players: tuple[str, ...]) -> None:
    found = equity(*players, board="AhKsQdJc2s", method="monte-carlo", samples=100)
    assert found.exact


def test_the_next_card_can_be_sampled() -> None:
    exact = next_card_equities("AhKh", "QQ,JJ", board="Qh7h2c")
    found = next_card_equities("AhKh", "QQ,JJ", board="Qh7h2c", method="monte-carlo", samples=20_000, rng=1, threads=2)
    assert list(found) == list(exact)
    for card, coming in found.items():
        assert np.abs(coming.equity - exact[card].equity).max() <= 4.5 * max(coming.stderr.max(), 1e-9)


def test_progress_tells_the_estimate_so_far() -> None:
    told: list[tuple[float, Equity | None]] = []
    found = equity(
        "QQ+", "AK", method="monte-carlo", samples=800_000, rng=1, progress=lambda share, now: told.append((share, now))
    )
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(told) > 2
    last = told[-1][1]
    assert last is not None
    assert last.counts == found.counts


# --- being stopped -----------------------------------------------------------------------------------


class Recorder(ThreadPoolExecutor):
    """Remembers its futures."""

    def __init__(self) -> None:
        super().__init__(1)
        self.futures: list[Future[Any]] = []

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        future = super().submit(*args, **kwargs)
        self.futures.append(future)
        return future


class Interrupted(BaseException):
    pass


def interrupt(_: float, __: Equity | None) -> None:
    raise Interrupted


@pytest.mark.parametrize("how", [{"method": "exact"}, {"method": "monte-carlo", "samples": 10**8}])
def test_an_interruption_cancels_what_has_not_started(how: dict[str, Any]) -> None:
    with Recorder() as executor:
        with pytest.raises(Interrupted):
            equity("KK+", "QQ,JJ", "AKs", executor=executor, progress=interrupt, **how)
        assert len(executor.futures) > 2
        assert sum(future.cancelled() for future in executor.futures) >= len(executor.futures) - 3


def test_an_error_in_a_task_ends_the_others() -> None:
    over = Event()

    def fails(number: int) -> int:
        if number == 3:
            raise OSError("three")
        if number > 3:
            over.wait()
        return number

    with Recorder() as executor:
        results = in_order(fails, ((number,) for number in count()), executor=executor)
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(OSError, match="three"):
            next(results)
        over.set()
        later = executor.futures[5:]
        assert len(later) > 2
        assert all(future.cancelled() for future in later)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_stops_it(threads: int, tmp_path: Path) -> None:
    program = f"""
import signal
from holdem_core import equity
def told(share, found):
    print("running", flush=True)
signal.signal(signal.SIGINT, signal.default_int_handler)  # which those who run the tests in the background ignore
equity(*["random"] * 6, seconds=600, threads={threads}, progress=told)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "running\n", process.communicate()[1]
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)  # of ten minutes
    assert process.returncode != 0
    assert complaint.rstrip().endswith("KeyboardInterrupt")


def test_no_deal_at_all_is_refused() -> None:
    with pytest.raises(RangeError, match="collide"):
        equity(*["QQ+,AK"] * 7, method="monte-carlo")


@pytest.mark.parametrize("weight", [1e-6, 1e-12, 1e-14, 1e-20])
def test_a_rare_way_is_followed_as_surely_as_a_common_one(weight: float) -> None:
    """One player holds the ace or, next to never, the king; then the other holds next to anything, or the ace."""
    ace, king = (np.any(card == COMBO_CARDS, axis=1) for card in (51, 47))
    first = Range.from_weights(np.where(ace, 1.0, np.where(king, weight, 0)))
    second = Range.from_weights(np.where(ace & ~king, 1.0, np.where(ace | king, 0, weight)))
    spot = read_spot([first, second], "", "")
    drawn = drawn_from(source(spot, Listed), 50_000, 1)
    # 50 x 1225 deals and 50 x 50, of about the same weight each, so that the second have about four in a hundred
    with_ace = 1 / (1 + 51 * 1225 / (50 * 50))
    assert abs(ace[drawn[:, 1]].mean() - with_ace) < 0.01
    assert len(np.unique(drawn[:, 1])) > 1000


@pytest.mark.parametrize(
    ("players", "dead"),
    [
        (("top 15%",) * 9, ""),
        (("A2+",) * 4 + ("K2+",) * 4, ""),
        (("99+,AT+",) * 10, ""),
        (("random",) * 10, "2c3c4c5c"),
    ],
)
def test_ranges_that_collide_often_begin_at_once(players: tuple[str, ...], dead: str) -> None:
    found = equity(*players, dead=dead, samples=32, rng=1)
    assert found.samples == 32


@pytest.mark.parametrize("number", [np.int64(1000), np.uint8(200), np.int16(1000)])
def test_integers_of_any_type_count(number: Any) -> None:
    assert equity("AA", "KK", "QQ", method="monte-carlo", samples=number, rng=1).samples == number


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 1.5}, "samples is 1.5"),
        ({"samples": "5"}, "samples is '5'"),
        ({"seconds": float("inf")}, "seconds is inf"),
        ({"seconds": "5"}, "seconds is '5'"),
        ({"precision": float("nan")}, "precision is nan"),
        ({"threads": "2"}, "threads is '2'"),
        ({"executor": 5}, "executor is 5"),
        (
            {"executor": ThreadPoolExecutor},
            "executor is <class '.*ThreadPoolExecutor'>, which nothing can be submitted to",
        ),
        ({"method": "exact", "samples": 5}, "samples is 5 and ends random deals, but method 'exact' draws none"),
        ({"method": "exact", "precision": 0.1}, "precision is 0.1 and ends random deals"),
        ({"method": "exact", "seconds": 1}, "seconds is 1.0 and ends random deals"),
    ],
)
def test_options_that_are_none_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(HoldemError, match=message):
        equity("AA", "KK", **options)


def test_two_equal_samples_are_no_precision() -> None:
    assert equity("AA", "KK", "QQ", method="monte-carlo", precision=0.5, rng=1).samples >= 1000


# --- seconds, and what is counted -------------------------------------------------------------------------


def steps(*players: str, board: str = "") -> float:
    """What the cheapest exact way is predicted to take, in steps of which there are a billion in a second."""
    counted, _ = in_whole_weights(read_spot(players, board, ""))
    return cheapest(counted, Request()).steps


@pytest.mark.parametrize(
    ("players", "board"),
    [(("JJ+,AK", "JJ+,AK", "random"), ""), (("AK", "QQ+", "JJ", "TT"), "2c7dTh"), (("random", "random", "random"), "")],
)
def test_seconds_bound_what_auto_counts(players: tuple[str, ...], board: str) -> None:
    spot, least = read_spot(players, board, ""), steps(*players, board=board) / 1e9
    for seconds in (None, least / 2, 2 * least):
        run = _run("auto", None, None, seconds, 1, None, None)
        assert (least * 1e9 <= run.most_steps(spot)) is (least <= min(5, seconds or 5))


def test_auto_draws_what_it_cannot_count_in_so_many_seconds() -> None:
    players, board = ("AK", "QQ+", "JJ", "TT"), "2c7dTh"
    assert equity(*players, board=board).exact
    assert equity(*players, board=board, seconds=60).exact
    assert not equity(*players, board=board, seconds=1e-6, rng=1).exact


def test_a_complete_board_is_counted_unless_seconds_are_too_few() -> None:
    players, board = ("22+", "A2+", "K2+", "Q2+"), "2c7dTh4s5h"
    assert not equity(*players, board=board, seconds=1e-6, rng=1).exact
    assert not equity(*players, board=board, method="monte-carlo", seconds=1e-6, rng=1).exact


# --- executors that fail ----------------------------------------------------------------------------------


def dies(*_: Any) -> None:
    os._exit(1)


HOW = [{"method": "exact"}, {"method": "monte-carlo", "samples": 10**6}]


@pytest.mark.parametrize("how", HOW)
def test_a_worker_that_dies_is_told_as_the_executor_tells_it(how: dict[str, Any]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        executor.submit(dies)
        with pytest.raises(BrokenExecutor):
            equity("KK+", "QQ,JJ", "AKs", executor=executor, **how)


@pytest.mark.parametrize("how", HOW)
def test_an_executor_that_was_shut_down_is_told(how: dict[str, Any]) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
        equity("KK+", "QQ,JJ", "AKs", executor=executor, **how)


class Cancelling(ThreadPoolExecutor):
    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        return future


@pytest.mark.parametrize("how", HOW)
def test_a_task_that_somebody_else_cancels_is_told(how: dict[str, Any]) -> None:
    with Cancelling() as executor, pytest.raises(CancelledError):
        equity("KK+", "QQ,JJ", "AKs", executor=executor, **how)
