"""Runs one function over many arguments, on threads or on somebody's executor, and hands back the results in order."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Future

Result = TypeVar("Result")

_AHEAD_ON_AN_EXECUTOR = 64  # tasks submitted before their turn; nobody says how many workers an executor has
_AHEAD_ON_A_THREAD = 2


def in_order(
    function: Callable[..., Result],
    arguments: Iterable[tuple[Any, ...]],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
) -> Generator[Result, None, None]:
    """The function's results for each tuple of arguments, one after another in the order of the arguments.

    On an executor or on threads later tasks run ahead. Whoever stops taking results, or is interrupted, leaves none
    behind: what has not started is cancelled, and our own threads end with the tasks they are in. An executor
    that was passed in is only submitted to, never shut down.
    """
    if executor is not None:
        yield from _run_ahead(executor, function, arguments, _AHEAD_ON_AN_EXECUTOR)
    elif threads is not None and threads > 1:
        with ThreadPoolExecutor(threads) as pool:
            yield from _run_ahead(pool, function, arguments, _AHEAD_ON_A_THREAD * threads)
    else:
        for each in arguments:
            yield function(*each)


def _run_ahead(
    executor: Executor, function: Callable[..., Result], arguments: Iterable[tuple[Any, ...]], ahead: int
) -> Generator[Result, None, None]:
    coming = iter(arguments)
    pending: deque[Future[Result]] = deque()
    try:
        pending.extend(executor.submit(function, *each) for each in islice(coming, ahead))
        while pending:
            result = pending[0].result()
            pending.popleft()
            pending.extend(executor.submit(function, *each) for each in islice(coming, 1))
            yield result
    finally:
        for future in pending:
            future.cancel()
