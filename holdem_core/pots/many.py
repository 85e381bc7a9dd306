"""Who gets what: ``settle``, of one hand in lists by exact arithmetic, or of arrays of hands by a kernel in int64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, overload

import numpy as np

from holdem_core import _arrays
from holdem_core._arrays import Operand
from holdem_core._options import thread_count
from holdem_core.errors import ChipError
from holdem_core.kernels.settle import arrays as kernel
from holdem_core.pots.amounts import INT64_MAX, as_given, boolean_mask, chip_array, default_button, exact_chips
from holdem_core.pots.one import settle_hand
from holdem_core.pots.rake import Rake

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from holdem_core._arrays import Column, IntegerArray
    from holdem_core.pots.amounts import Chips, ExactChips, SeatSet

Amounts = TypeVar("Amounts")
Amount = TypeVar("Amount")


class Settlement(NamedTuple, Generic[Amounts, Amount]):
    """What each seat takes home (uncalled bets included), what of it came back uncalled, and the rake.

    Of one hand in lists two tuples (P) and a number, int or ``Decimal``; of arrays int64 (..., P), (..., P) and (...).
    """

    payouts: Amounts
    returned: Amounts
    rake: Amount


ArraySettlement: TypeAlias = "Settlement[NDArray[np.int64], NDArray[np.int64]]"
Wholes: TypeAlias = "IntegerArray | Column"
Marks: TypeAlias = "NDArray[np.bool_] | Column"


@overload
def settle(
    contributions: Sequence[ExactChips],
    strengths: Sequence[int],
    *,
    live: SeatSet | None = None,
    button: int | None = None,
    unit: ExactChips | None = None,
    dead: ExactChips = 0,
    rake: ExactChips | Rake | None = None,
    flop: bool = True,
    order: Iterable[int] | None = None,
) -> Settlement[tuple[Chips, ...], Chips]: ...
@overload
def settle(
    contributions: Wholes,
    strengths: Wholes | Sequence[int],
    *,
    live: Marks | Sequence[bool] | None = None,
    button: Wholes | int | None = None,
    unit: Wholes | int | None = None,
    dead: Wholes | int = 0,
    rake: Wholes | int | Rake | None = None,
    flop: Marks | bool = True,
    order: Wholes | Sequence[int] | None = None,
    out: ArraySettlement | None = None,
    threads: int | None = None,
) -> ArraySettlement: ...
@overload
def settle(
    contributions: Sequence[int],
    strengths: Wholes,
    *,
    live: Marks | Sequence[bool] | None = None,
    button: Wholes | int | None = None,
    unit: Wholes | int | None = None,
    dead: Wholes | int = 0,
    rake: Wholes | int | Rake | None = None,
    flop: Marks | bool = True,
    order: Wholes | Sequence[int] | None = None,
    out: ArraySettlement | None = None,
    threads: int | None = None,
) -> ArraySettlement: ...
def settle(
    contributions: Any,
    strengths: Any,
    *,
    live: Any = None,
    button: Any = None,
    unit: Any = None,
    dead: Any = 0,
    rake: Any = None,
    flop: Any = True,
    order: Any = None,
    out: Any = None,
    threads: int | None = None,
) -> Settlement[Any, Any]:
    """Pays out the pots of one hand, or of arrays of hands.

    Args:
        contributions: what each seat put in during the hand, (..., P). Lists hold int or ``Decimal`` of any size,
            arrays integers in the smallest unit.
        strengths: integers (..., P), the higher wins.
        live: seats that have not folded, by default those with a strength above 0: a mask of booleans (..., P), or
            for one hand indices too. A live seat with strength 0 has mucked: its uncalled bet comes back and nothing
            else. A live seat that is alone, or alone in not having mucked, takes everything.
        button: the seat behind which odd chips start. By default seats are listed from the small blind: it is the last
            seat, and of two the first.
        unit: the smallest chip. Pots are divided in whole units; what is left below one goes to the first winner. By
            default the greatest of 1, 0.1, 0.01, ... in which all amounts are written, so that 10.50 is in cents; in
            arrays 1. A unit of which a fraction of a chip is no whole number is refused.
        dead: chips that nobody matches, into the main pot.
        rake: an amount, or a ``Rake``.
        flop: whether a flop was seen, for ``Rake``'s no flop, no drop.
        order: the seats as they take odd chips (..., P), instead of clockwise from the button.
        out: for arrays, an earlier ``Settlement`` of the same shape whose arrays are written over, which spares a loop
            most of the memory's cost. After an error they hold anything.
        threads: for arrays, how many settle parts of them side by side; by default one.

    ``button``, ``unit``, ``dead``, ``rake`` and ``flop`` are scalars or of the leading shape.

    Returns:
        ``Settlement(payouts, returned, rake)``: payouts include what is returned. Tuples and a number for one hand in
        lists, int64 arrays (..., P), (..., P) and (...) for arrays.

    Raises:
        ChipError: names the first hand and the seat, and how many hands are bad. Sums over int64 are refused
            in arrays and exact in lists, where an amount has at most 1,000 digits and a hand 2,000 seats.

    Source: Robert's Rules of Poker, version 11, "Ties" and "Showdown"; TDA 2024, rules 15, 20 and 21.

    Example:
        >>> settle([100, 250, 400, 30], [7, 5, 3, 0])
        Settlement(payouts=(330, 300, 150, 0), returned=(0, 0, 150, 0), rake=0)
        >>> settle(np.array([[50, 50, 1]] * 2), np.array([[5, 5, 0], [9, 5, 0]]), button=0).payouts
        array([[ 50,  51,   0],
               [101,   0,   0]])
    """
    contributions, strengths = as_given("contributions", contributions), as_given("strengths", strengths)
    live, order = as_given("live", live), as_given("order", order)
    options: dict[str, Any] = {
        "live": live,
        "button": button,
        "unit": unit,
        "dead": dead,
        "rake": rake,
        "flop": flop,
        "order": order,
    }
    by_seat = any(isinstance(value, np.ndarray) and value.ndim > 1 for value in (live, order))
    by_hand = (contributions, strengths, button, unit, dead, rake, flop)
    if by_seat or any(isinstance(value, np.ndarray) and value.ndim for value in by_hand):
        return settle_arrays(contributions, strengths, **options, out=out, threads=threads)
    if out is not None:
        raise ChipError("out is for arrays of hands; one hand in lists is settled into tuples")
    if threads is not None:
        raise ChipError("threads are for arrays of hands, not for one in lists")
    options["dead"] = exact_chips("dead", dead)
    settled = settle_hand(contributions, strengths, **options)
    return Settlement(settled.payouts, settled.returned, settled.rake)


# --- arrays -------------------------------------------------------------------------------------------


def _chips(what: str, amounts: Any, core: int = 0) -> Operand:
    """Amounts as the kernel's int64, converted where they are of another type."""
    array = chip_array(what, amounts)
    return Operand(array, core, None if array.dtype == np.int64 else _as_int64)


def _as_int64(piece: NDArray[Any]) -> NDArray[Any]:
    return piece.astype(np.int64)


def _number(value: int) -> Operand:
    return Operand(np.asarray(value, dtype=np.int64))


def _rake_operands(rake: Any, seen: Operand) -> tuple[Operand, ...]:
    """The kernel's amount, numerator, denominator, cap and whether the share is due, if a flop was ``seen``."""
    always = Operand(np.asarray(1, dtype=np.int8))
    if not isinstance(rake, Rake):
        return _chips("rake", 0 if rake is None else rake), _number(0), _number(0), _number(-1), always
    share = rake.share
    if share.denominator > INT64_MAX:
        raise ChipError(f"a rake of {rake.percent} per cent is too fine for arrays")
    cap = _number(-1) if rake.cap is None or rake.cap > INT64_MAX else _chips("cap", rake.cap)
    due = seen if rake.no_flop_no_drop else always
    return _number(0), _number(share.numerator), _number(share.denominator), cap, due


def _seen(flop: Any) -> Operand:
    seen = np.asarray(_arrays.as_array("flop", flop, ChipError))
    if seen.dtype != bool:
        raise ChipError(f"flop is of type {seen.dtype}; it is True or False, or a mask of booleans")
    return Operand(seen.view(np.int8))


def settle_arrays(
    contributions: Any,
    strengths: Any,
    *,
    live: Any = None,
    button: Any = None,
    unit: Any = None,
    dead: Any = 0,
    rake: Any = None,
    flop: Any = True,
    order: Any = None,
    out: Any = None,
    threads: int | None = None,
) -> ArraySettlement:
    """``settle`` of arrays; ``flop`` may be an ``Operand`` that says it to the kernel."""
    chips, values = _chips("contributions", contributions, 1), as_given("strengths", strengths)
    if isinstance(values, np.ndarray) and values.dtype == np.uint16:
        scores = Operand(values, 1)
    else:
        scores = _chips("strengths", values, 1)
    for what, operand in (("contributions", chips), ("strengths", scores)):
        if operand.array.ndim == 0 or operand.array.shape[-1] == 0:
            raise ChipError(f"{what} have shape {operand.array.shape}; the last axis is the seats, one at least")
    seats = chips.array.shape[-1]
    if live is None:
        alive = Operand(np.broadcast_to(np.int8(kernel.LIVE_BY_STRENGTH), seats), 1)
    else:
        alive = Operand(boolean_mask("live", live).view(np.int8), 1)
    operands = (
        chips,
        scores,
        alive,
        _turns(order, seats),
        _chips("button", default_button(seats) if button is None else button),
        _chips("unit", 1 if unit is None else unit),
        _chips("dead", dead),
        *_rake_operands(rake, flop if isinstance(flop, Operand) else _seen(flop)),
    )
    for what, operand in zip(("contributions", "strengths", "live", "order"), operands, strict=False):
        if operand.array.shape[-1:] != (seats,):
            raise ChipError(f"{what} have {operand.array.shape[-1:]} seats, and contributions {seats}")
    _check_shapes(operands)
    outputs = [(np.int64, (seats,)), (np.int64, (seats,)), (np.int64, ())]
    if out is not None:
        _arrays.check_out(out, operands, outputs)
        operands = tuple(each._replace(array=_arrays.kept(each.array, out)) for each in operands)
    try:
        made = _arrays.call(kernel.settle_hands, operands, outputs, out, thread_count(threads), _work(seats))
    except ChipError:
        raise _first_fault(operands) from None
    return Settlement(*made)


def _work(seats: int) -> int:
    """What a hand takes, as a number of payouts: beyond a table's seats, each is compared with all others."""
    return seats * (1 + seats // 64)


def _turns(order: Any, seats: int) -> Operand:
    """The seats as they take odd chips; one number, which is no seat, stands for no order."""
    if order is None:
        return Operand(np.broadcast_to(np.int64(kernel.CLOCKWISE), seats), 1)
    turns = _chips("order", order, 1)
    if turns.array.size and turns.array.min() == kernel.CLOCKWISE:
        return turns._replace(array=np.maximum(turns.array, -1))
    return turns


def _check_shapes(operands: Sequence[Operand]) -> None:
    """Refuses leading shapes that do not broadcast, by name."""
    names = ("contributions", "strengths", "live", "order", "button", "unit", "dead", "rake", "", "", "cap", "flop")
    shapes = [operand.leading for operand in operands]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        told = ", ".join(f"{name} {shape}" for name, shape in zip(names, shapes, strict=True) if shape)
        raise ChipError(f"leading shapes do not broadcast: {told}") from None


def _first_fault(operands: Sequence[Operand]) -> ChipError:
    """What is wrong with the first hand that cannot be settled, and how many there are."""
    work = _work(operands[0].array.shape[-1])
    faults, culprits, _ = _arrays.call(kernel.chip_faults, operands, [(np.int64, ())] * 3, work=work)
    faults, culprits = np.asarray(faults), np.asarray(culprits)
    flat = int(np.argmax(faults != 0))
    place = tuple(int(i) for i in np.unravel_index(flat, faults.shape))
    seat, fault = int(culprits[place]), int(faults[place])
    shape = faults.shape

    def here(number: int) -> Any:
        array = operands[number].array
        return np.broadcast_to(array, (*shape, *array.shape[len(operands[number].leading) :]))[place]

    def message() -> str:
        match kernel.FAULTS[fault]:
            case "negative contribution":
                return f"contribution of seat {seat} is {here(0)[seat]}, below 0"
            case "negative dead":
                return f"dead is {here(6)}, below 0"
            case "too many chips":
                return "the chips add up to more than int64 holds; settle the hand alone, in lists"
            case "nobody left":
                return "no seat is left to win the pot"
            case "no such button":
                return f"button is {here(4)}, and the seats are 0 to {len(here(0)) - 1}"
            case "bad order":
                return f"order is {tuple(here(3).tolist())}; it names each seat once"
            case "bad unit":
                return f"unit is {here(5)}; the smallest chip is above 0"
            case "bad strength":
                return f"strength of seat {seat} is {here(1)[seat]}, which stands for no strength"
            case _:
                return f"a rake of {here(7)} cannot be taken from its pots"

    return ChipError(_arrays.first_of_many(place, message(), int(np.count_nonzero(faults)), faults.size))
