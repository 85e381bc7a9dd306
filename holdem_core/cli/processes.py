"""Work in several processes, with its results in order; they leave Ctrl-C to their parent and never outlive it."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from contextlib import contextmanager
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future, ProcessPoolExecutor

    Mapped: TypeAlias = Callable[[Callable[..., Any], Iterator[tuple[Any, ...]]], Iterator[Any]]

Done = TypeVar("Done")

_BATCH, _AHEAD = 64, 4  # calls sent together, and how many times that for each process before results are waited for


@contextmanager
def processes(jobs: int) -> Iterator[Mapped]:
    """What calls a function with each of many tuples of arguments, as ``itertools.starmap`` does.

    Args:
        jobs: how many processes work; with one, it is this one. They are gone afterwards, whatever happened.
    """
    if jobs == 1:
        yield starmap
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a reader that leaves must not end us before the processes
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start)
    try:
        yield lambda work, calls: _in_order(pool, jobs, work, calls)
    except BrokenExecutor:
        raise click.ClickException("a process ended before its work was done; try with fewer, or -j 1") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor, jobs: int, work: Callable[..., Done], calls: Iterator[tuple[Any, ...]]
) -> Iterator[Done]:
    waiting: deque[Future[list[Done]]] = deque()
    while batch := list(islice(calls, _BATCH)):
        with _interrupts_held():
            waiting.append(pool.submit(_work_off, work, batch))
        if len(waiting) > jobs * _AHEAD:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _work_off(work: Callable[..., Done], calls: Iterable[tuple[Any, ...]]) -> list[Done]:
    return list(starmap(work, calls))


def _start() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back for a while, and for good from processes that start meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
