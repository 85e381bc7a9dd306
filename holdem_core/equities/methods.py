"""``equity`` and the methods it chooses from: the cheapest exact way, or random deals where that takes too long."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from holdem_core._options import positive, random_generator, thread_count, whole_number
from holdem_core.cards import Cards, format_cards
from holdem_core.equities.exact import Plan, cheapest
from holdem_core.equities.results import Equity, Request, Tally, concluded
from holdem_core.equities.sampling import Stops, sample
from holdem_core.equities.spots import NO_DEAL, Spot, in_whole_weights, read_spot, with_card
from holdem_core.equities.tasks import in_order
from holdem_core.errors import CardError, OptionError, RangeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from holdem_core.ranges.range import Range

    Progress = Callable[[float, Equity | None], object]

Method: TypeAlias = Literal["auto", "exact", "monte-carlo"]
METHODS: tuple[Method, ...] = get_args(Method)
AUTO_STEPS = 5e9  # about five seconds
MOST_STEPS = 1e14  # about a day
MOST_SAMPLES = 10**15  # whose sums are exact

_STEPS_A_SECOND = 1e9
_SECONDS_A_DAY = 86400


def equity(
    *hands_or_ranges: Cards | Range,
    board: Cards = "",
    dead: Cards = "",
    method: Method = "auto",
    samples: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    rng: Any = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    categories: bool = False,
    per_combo: bool = False,
) -> Equity:
    """How often each of 2 to 10 players wins, and what share of the pot that is worth.

    Every tuple of combos of which no two share a card weighs the product of its weights, and every way to complete
    the board comes equally often. Weights are not renormalised after cards are removed: an opponent who may hold aces
    or kings holds aces more seldom where the others' hands block them. Known hands are dead cards for everybody else.

    Where an exact answer is predicted to take over about five seconds, or over ``seconds`` if that is less, by
    operations counted and not by the clock, ``method="auto"`` draws deals at random instead; ``exact`` and ``stderr``
    of the result say so. ``"exact"`` counts every deal however long it takes, but refuses what would take days.
    ``"monte-carlo"`` always draws, but for a complete board, which is counted where it can be.

    Random deals end as soon as one of ``samples``, ``precision`` and ``seconds`` is reached; where none is given,
    after 1,000,000. ``"exact"`` takes no such stops. Deals depend on ``rng`` and the other arguments alone, neither
    on ``threads`` nor on ``executor``; only with ``seconds`` their number depends on the machine. Another version of
    this library may draw other deals from the same ``rng``; exact counts never change.

    Args:
        hands_or_ranges: each player's hand or range: text as ``Range`` reads it, a ``Range``, or two cards as a
            sequence of ids or texts. Each argument is a player: ``"QQ+ AKs"`` is one, ``"QQ+", "AKs"`` are two.
        board: 0, 3, 4 or 5 community cards.
        dead: cards that nobody can be dealt.
        method: ``"auto"``, ``"exact"`` or ``"monte-carlo"``.
        samples: how many random deals.
        precision: the greatest standard error of any player's equity to end with, such as 0.001.
        seconds: how long to draw, and how long ``"auto"`` may count.
        rng: a seed, a ``numpy.random.Generator`` or whatever else ``numpy.random.default_rng`` takes.
        threads: how many threads; by default one.
        executor: any ``concurrent.futures.Executor`` to run on instead. It is not shut down. To other processes each
            task takes the ranges along, for many players with narrow ones some megabytes. What goes wrong in it comes
            as it raises it: ``concurrent.futures.BrokenExecutor`` where a worker died, ``RuntimeError`` where it was
            shut down, ``CancelledError`` where somebody else cancelled a task; what has not started is cancelled.
        progress: called now and then with the share of the work that is done, 0 to 1, and the ``Equity`` of the random
            deals so far (None where the answer will be exact).
        categories: whether to find the probability of each category of hand for each player.
        per_combo: whether to find the equity of each combo of each player.

    Returns:
        An ``Equity``.

    Raises:
        CardError: a board that is none, or a card on the board that is also dead.
        RangeError: a range that cannot be read or is none, with its player, a spot that no cards can fill, or another
            number of players; an exact answer that would take days.
        OptionError: another method, a number of samples or the like that is none, ``"exact"`` with one that ends random
            deals, or an executor that is none.

    Example:
        >>> print(equity("AKs", "QQ+", board="Kh7d2c"))
        exact, 29,700 deals
        AKs  equity  58.6465%  win  58.6465%  tie   0.0000%  lose  41.3535%
        QQ+  equity  41.3535%  win  41.3535%  tie   0.0000%  lose  58.6465%
        >>> equity("AhKh", "QsQd", "7c6c").counts
        {1: 517365, 2: 541734, 4: 309549, 7: 2106}
    """
    run = _run(method, samples, precision, seconds, rng, threads, executor, progress)
    return _solve(read_spot(hands_or_ranges, board, dead), Request(categories, per_combo), run, progress)


class Run(NamedTuple):
    """How to find the answer."""

    method: Method
    stops: Stops
    rng: Any
    threads: int | None
    executor: Executor | None

    def most_steps(self, spot: Spot) -> float:
        """How many steps an exact answer may take."""
        most = AUTO_STEPS if self.method == "auto" and spot.missing else MOST_STEPS
        return most if self.stops.seconds is None else min(most, self.stops.seconds * _STEPS_A_SECOND)


def _run(
    method: Method,
    samples: Any,
    precision: Any,
    seconds: Any,
    rng: Any,
    threads: Any,
    executor: Any,
    progress: Any = None,
) -> Run:
    """The options, checked."""
    if method not in METHODS:
        raise OptionError(f"method is {method!r}; it may be {', '.join(map(repr, METHODS))}")
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise OptionError(f"executor is {executor!r}, which nothing can be submitted to")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress is {progress!r}, which cannot be called")
    stops = Stops(
        whole_number("samples", samples, MOST_SAMPLES), positive("precision", precision), positive("seconds", seconds)
    )
    for name, stop in stops._asdict().items():
        if method == "exact" and stop is not None:
            raise OptionError(f"{name} is {stop!r} and ends random deals, but method 'exact' draws none")
    return Run(method, stops, rng, thread_count(threads), executor)


def _solve(spot: Spot, request: Request, run: Run, progress: Progress | None = None) -> Equity:
    if run.method == "monte-carlo" and spot.missing:  # a complete board is not sampled if it can be helped
        return _sample(spot, request, run, progress)
    counted, heavier = in_whole_weights(spot)
    plan = cheapest(counted, request)
    if plan.steps <= run.most_steps(spot):
        tally = _counted(plan, run, progress).over(heavier)
        return concluded(spot.ranges, tally, method=plan.method, whole=spot.whole, subtracted=plan.subtracts)
    if run.method == "exact":
        days = plan.steps / _STEPS_A_SECOND / _SECONDS_A_DAY
        raise RangeError(f"an exact answer would take about {days:,.0f} days; 'monte-carlo' draws random deals")
    return _sample(spot, request, run, progress)


def _sample(spot: Spot, request: Request, run: Run, progress: Progress | None) -> Equity:
    return sample(spot, request, run.stops, run.rng, threads=run.threads, executor=run.executor, progress=progress)


def _counted(plan: Plan, run: Run, progress: Progress | None) -> Tally:
    """Every deal, task by task."""
    shares: deque[float] = deque()

    def arguments() -> Iterator[tuple[Any, ...]]:
        for share, each in plan.tasks():
            shares.append(share)
            yield each

    total, done = None, 0.0
    with closing(in_order(plan.function, arguments(), threads=run.threads, executor=run.executor)) as tallies:
        for tally in tallies:
            total = tally if total is None else total + tally
            done += shares.popleft()
            if progress is not None:
                progress(min(done, 1.0), None)
    if total is None:
        raise RangeError(NO_DEAL)
    if progress is not None:
        progress(1.0, None)  # the shares were estimates
    return total


def next_card_equities(
    *hands_or_ranges: Cards | Range,
    board: Cards,
    dead: Cards = "",
    method: Method = "auto",
    samples: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    rng: Any = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    categories: bool = False,
    per_combo: bool = False,
) -> dict[str, Equity]:
    """Each player's equity after each card that can come next: which turn or river they want to see.

    Args:
        hands_or_ranges: each player's hand or range.
        board: a flop or a turn: 3 or 4 cards.
        dead: cards that nobody can be dealt.
        method, samples, precision, seconds, rng, threads, executor, categories, per_combo: as for ``equity``, for each
            of the cards.
        progress: called with the share of the cards that are done, and the ``Equity`` of the last.

    Returns:
        For each card that can come, as text and in the deck's order, the ``Equity`` with it on the board.

    Raises:
        CardError: another number of cards on the board, and what else ``equity`` refuses.

    Example:
        The outs of the first player, who is behind with the flush draw: the cards that put them ahead.

        >>> coming = next_card_equities("AhKh", "QsQd", board="Qh7h2c9s")
        >>> [card for card, found in coming.items() if found.equity[0] > 0.5]
        ['3h', '4h', '5h', '6h', '8h', 'Th', 'Jh']
    """
    spot = read_spot(hands_or_ranges, board, dead)
    if len(spot.board) not in (3, 4):
        raise CardError(f"a card comes next on a board of 3 or 4 cards, not of {len(spot.board)}")
    request = Request(categories, per_combo)
    run = _run(method, samples, precision, seconds, random_generator(rng), threads, executor, progress)
    coming = [each for card in spot.deck.tolist() if (each := with_card(spot, card)) is not None]
    found = {}
    for number, each in enumerate(coming, start=1):
        card = format_cards([each.board[-1]])
        found[card] = _solve(each, request, run)
        if progress is not None:
            progress(number / len(coming), found[card])
    return found
