"""Arrays of hands a piece at a time: on threads, in the memory of one piece, and with an ear for Ctrl-C in between."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from holdem_core.errors import ChipError, HoldemError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

PIECE = 1 << 15  # hands that are converted at a time, and too few for a second thread
STRETCH = 1 << 20  # numbers that a kernel writes before Python, which hears of Ctrl-C, has its turn again: 2 to 100 ms
_FEW = 64  # hands so few that nothing has to be worked out
_PIECES_A_THREAD = 4  # so that one which is held up leaves work to the others


IntegerArray: TypeAlias = "NDArray[np.integer[Any]]"


class Column(Protocol):
    """A column or a frame of another library, such as pandas or polars, that is read as an array."""

    def to_numpy(self) -> Any:
        """Its values."""


class Lazy(Protocol):
    """An array that is computed later, such as dask's."""

    def compute(self) -> Any:
        """Its values."""


class Operand(NamedTuple):
    """An array (..., core) and what turns a piece of it into what a kernel reads; nothing for None."""

    array: NDArray[Any]
    core: int = 0
    read: Callable[[NDArray[Any]], NDArray[Any]] | None = None

    @property
    def leading(self) -> tuple[int, ...]:
        """The shape of the hands."""
        return self.array.shape[: self.array.ndim - self.core]

    def spread(self, leading: tuple[int, ...]) -> Operand:
        """The same for all hands of a shape, without a copy."""
        return self._replace(array=np.broadcast_to(self.array, leading + self.array.shape[len(self.leading) :]))

    def part(self, piece: Any) -> NDArray[Any]:
        """A piece of it, or all of it for ``...``, as the kernel reads it."""
        return self.array[piece] if self.read is None else self.read(self.array[piece])


def call(
    kernel: Callable[..., Any],
    operands: Sequence[Operand],
    outputs: Sequence[tuple[type[np.generic], tuple[int, ...]]],
    out: tuple[Any, ...] | None = None,
    threads: int | None = None,
    work: int | None = None,
) -> Any:
    """Calls a gufunc, in pieces where there are many hands, operands to convert or several threads.

    Args:
        kernel: the gufunc, or what is called like one.
        operands: its inputs, whose leading shapes broadcast.
        outputs: the type of each output, and its shape beyond the leading one.
        out: an array for each of them, as ``check_out`` has it, and in other memory than the operands.
        threads: how many run pieces side by side, by default one; arrays of few hands are left to one.
        work: what a hand takes, as a number of strengths or payouts; by default those that it has.

    Returns:
        What the gufunc returns.
    """
    leading = _broadcast([operand.leading for operand in operands])
    hands = prod(leading)
    most = min(PIECE, _FEW)
    if hands > most:
        most = max(1, STRETCH // (work or max(1, *(prod(core) for _, core in outputs))))
        if any(operand.read is not None for operand in operands):
            most = min(most, PIECE)
        if threads is not None and threads > 1:
            most = min(most, max(PIECE, -(-hands // (_PIECES_A_THREAD * threads))))
    if hands <= most:
        return kernel(*(operand.part(...) for operand in operands), out=out or (None,) * len(outputs))
    results = out or tuple(np.empty(leading + core, dtype) for dtype, core in outputs)
    spread = [operand.spread(leading) for operand in operands]

    def run(piece: Any) -> None:
        kernel(*(operand.part(piece) for operand in spread), out=tuple(result[piece] for result in results))

    _run_all(run, pieces(leading, most), threads or 1)
    return results if len(results) > 1 else results[0]


def _broadcast(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape of all together, without NumPy's two microseconds where all but numbers are of one shape."""
    several = {shape for shape in shapes if shape}
    return np.broadcast_shapes(*several) if len(several) > 1 else next(iter(several), ())


def _run_all(run: Callable[[Any], None], each: Iterator[Any], threads: int) -> None:
    if threads == 1:
        for piece in each:
            run(piece)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        for future in [pool.submit(run, piece) for piece in each]:
            future.result()  # raises what the piece raised
    finally:
        pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C the threads end with the pieces they are in


def check_out(
    out: tuple[Any, ...], operands: Sequence[Operand], outputs: Sequence[tuple[type[np.generic], tuple[int, ...]]]
) -> None:
    """Refuses arrays that cannot take what ``call`` would put into them."""
    leading = np.broadcast_shapes(*(operand.leading for operand in operands))
    if not isinstance(out, tuple) or len(out) != len(outputs):
        raise ChipError(f"out is a tuple of {len(outputs)} arrays, such as an earlier answer")
    for place, (array, (kind, core)) in enumerate(zip(out, outputs, strict=True)):
        wanted = f"{np.dtype(kind)}{leading + core}"
        found = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        if found != wanted:
            raise ChipError(f"out[{place}] is {found}; it is an array {wanted}")
        if not array.flags.writeable:
            raise ChipError(f"out[{place}] cannot be written to")
        if overlaps_itself(array):
            raise ChipError(f"out[{place}] overlaps itself: several of its entries lie in the same memory")
    check_apart(out)


def check_apart(out: Sequence[Any]) -> None:
    """Refuses answers that would write over one another."""
    for (first, one), (second, other) in combinations(enumerate(out), 2):
        arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
        if arrays and np.shares_memory(one, other):
            raise ChipError(f"out[{first}] and out[{second}] lie in the same memory")


def overlaps_itself(array: NDArray[Any]) -> bool:
    """Whether entries of an array may lie in the same memory; those of slices, turned ones too, do not."""
    extent = array.itemsize
    axes = zip(map(abs, array.strides), array.shape, strict=True)
    for stride, length in sorted((stride, length) for stride, length in axes if length > 1):
        if stride < extent:
            return array.size > 0
        extent += stride * (length - 1)
    return False


def kept(value: Any, out: Sequence[Any]) -> Any:
    """An input, copied if it may lie where answers are written: it is read again after some of them are there."""
    arrays = [array for array in out if isinstance(array, np.ndarray)]
    shared = isinstance(value, np.ndarray) and any(np.may_share_memory(value, array) for array in arrays)
    return value.copy() if shared else value


def first_of_many(place: tuple[int, ...], what: str, bad: int, total: int) -> str:
    """What is wrong with the first bad hand, where it stands, and how many there are."""
    hand = f"hand {place[0] if len(place) == 1 else place}: " if place else ""
    return f"{hand}{what}; {bad} of {total} hands {'is' if bad == 1 else 'are'} bad"


def pieces(shape: tuple[int, ...], most: int) -> Iterator[tuple[slice, ...]]:
    """Slices that cut an array of a shape into parts of at most so many entries."""
    if not shape:
        yield ()
        return
    count, *rest = shape
    rows = most // max(prod(rest), 1)
    for start in range(0, count, max(rows, 1)):
        if rows:
            yield (slice(start, start + rows),)
        else:
            yield from ((slice(start, start + 1), *within) for within in pieces(tuple(rest), most))


def lies_within(array: NDArray[Any], least: int, most: int) -> bool:
    """Whether all numbers of an integer array lie between two."""
    parts = (array[piece] for piece in pieces(array.shape, STRETCH))
    return all(least <= part.min() and part.max() <= most for part in parts if part.size)


# --- arrays out of what callers give --------------------------------------------------------------------


def as_array(what: str, values: Any, refusal: type[HoldemError], dtype: Any = None) -> NDArray[Any]:
    """Values as an array; lists that make none, since their lengths differ, are refused by the first that differs."""
    try:
        return np.asanyarray(values, dtype=dtype)
    except ValueError:
        place = _first_of_another_length(values)
        if place is None and _length(values) is None:
            raise
        where = "" if place is None else f"; [{', '.join(map(str, place))}] is of another length than those before it"
        raise refusal(f"{what} are lists of different lengths, and an array holds one{where}") from None


def _length(values: Any) -> int | None:
    return len(values) if isinstance(values, (list, tuple)) or np.ndim(values) else None


def _first_of_another_length(values: Any) -> tuple[int, ...] | None:
    """Where in nested lists the first one stands that is not as long as the first beside it."""
    if _length(values) is None:
        return None
    for place, entry in enumerate(values):
        if _length(entry) != _length(values[0]):
            return (place,)
    found = ((place, _first_of_another_length(entry)) for place, entry in enumerate(values))
    return next(((place, *within) for place, within in found if within is not None), None)


def has_masked(values: Any) -> bool:
    """Whether an array has masked entries; plain arrays do not import NumPy's masked ones to be asked."""
    return isinstance(values, np.ndarray) and type(values) is not np.ndarray and bool(np.ma.is_masked(values))
