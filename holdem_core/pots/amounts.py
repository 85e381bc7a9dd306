"""Chips and seats as callers give them, read exactly or refused.

Chips are whole numbers of the smallest unit, or ``Decimal``; a float is neither, and is refused. They are added and
divided as whole numbers of a ``Scale``, never as ``Decimal``, which rounds to the precision of its caller's context.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from holdem_core._arrays import as_array, has_masked, lies_within
from holdem_core._texts import told
from holdem_core.errors import ChipError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Chips: TypeAlias = int | Decimal
ExactChips: TypeAlias = "Chips | np.integer[Any]"  # what is read as chips
SeatSet: TypeAlias = Sequence[bool] | Iterable[int]

INT64_MAX = 2**63 - 1
MOST_DIGITS = 1000
_MOST_BITS = 3322  # of a number of so many digits
MOST_LISTED_SEATS = 2000  # of one hand in lists
_MOST_PLACES = 100


def is_whole(value: Any) -> bool:
    """Whether a value is an integer, Python's or NumPy's; booleans are not, nor NumPy's lengths of time."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.timedelta64))


def exact_chips(what: str, amount: Any) -> Chips:
    """An amount as int or Decimal; anything inexact is refused."""
    if type(amount) is int:
        if amount.bit_length() > _MOST_BITS:
            raise ChipError(f"{what} has more than {MOST_DIGITS:,} digits")
        return amount
    if isinstance(amount, (float, np.floating)):
        raise ChipError(f"{what} is the float {amount!r}, which is not exact; give int or Decimal('{amount}')")
    if is_whole(amount):
        return exact_chips(what, int(amount))
    if isinstance(amount, Decimal):
        if not amount.is_finite():
            raise ChipError(f"{what} is {amount}, which is no number of chips")
        if abs(amount.adjusted()) > _MOST_PLACES or -int(amount.as_tuple().exponent) > _MOST_PLACES:
            raise ChipError(f"{what} is {amount}; chips have at most {_MOST_PLACES} places")
        return amount
    several = "; many hands are settled from arrays of NumPy's" if isinstance(amount, (list, tuple)) else ""
    raise ChipError(f"{what} is {told(amount)}; chips are int or Decimal{several}")


def as_given(what: str, values: Any) -> Any:
    """Values as a caller gave them, frames and the like as arrays; masked entries are refused."""
    if has_masked(values):
        raise ChipError(f"{what} have masked entries; fill them first")
    is_plain = type(values) is np.ndarray or isinstance(values, np.generic) or not hasattr(values, "__array__")
    return values if is_plain else np.asarray(values)


def listed(what: str, values: Any) -> list[Any]:
    """A sequence, one entry a seat, as a list."""
    if type(values) in (list, tuple):
        return list(values)
    values = np.asarray(values) if isinstance(values, memoryview) else as_given(what, values)
    unordered = isinstance(values, (str, bytes, Mapping, Set))
    if unordered or not hasattr(values, "__iter__") or (isinstance(values, np.ndarray) and values.ndim == 0):
        raise ChipError(f"{what} are {told(values)}; they are a sequence, one entry a seat")
    return list(values)


def seat_set(what: str, seats: SeatSet, count: int) -> set[int]:
    """A set of seats given as a mask of booleans or as indices; whole numbers that may be either are refused."""
    unordered = isinstance(seats, (set, frozenset))
    items = list(seats) if unordered else listed(what, seats)
    if items and not unordered and all(isinstance(item, (bool, np.bool_)) for item in items):
        if len(items) != count:
            raise ChipError(f"{what} has {len(items)} entries for {count} seats")
        return {seat for seat, member in enumerate(items) if member}
    if len(items) == count > 1 and not (unordered or isinstance(seats, range)):
        _check_no_mask(what, items)
    chosen: set[int] = set()
    for seat in items:
        if not is_whole(seat):
            raise ChipError(f"{what} holds {told(seat)}; it is a mask of booleans, or seats' indices")
        if not 0 <= seat < count:
            raise ChipError(f"{what} names seat {told(seat)}, and the seats are 0 to {count - 1}")
        if seat in chosen:
            raise ChipError(f"{what} names seat {seat} twice")
        chosen.add(int(seat))
    return chosen


def _check_no_mask(what: str, items: Sequence[Any]) -> None:
    """Refuses as many zeros and ones as there are seats: of two seats they are a mask as well as indices."""
    if all(is_whole(item) and item in (0, 1) for item in items):
        numbers = [int(item) for item in items]
        seats = ", ".join(map(str, sorted(set(numbers))))
        raise ChipError(
            f"{what} is {numbers}; for a mask give {[item == 1 for item in numbers]}, for seats {{{seats}}}"
        )


def default_button(count: int) -> int:
    """The button where seats are listed from the small blind: the last seat, and of two the first, which posts it."""
    return 0 if count == 2 else count - 1


def odd_chip_order(count: int, button: Any, order: Any) -> list[int]:
    """The seats in the order in which they take odd chips: clockwise from the button, or as given."""
    if order is not None:
        seats = listed("order", order)
        if not all(is_whole(seat) for seat in seats) or sorted(seats) != list(range(count)):
            raise ChipError(f"order is {told(tuple(seats))}; it names each of the seats 0 to {count - 1} once")
        return [int(seat) for seat in seats]
    button = default_button(count) if button is None else button
    if not is_whole(button) or not 0 <= button < count:
        raise ChipError(f"button is {told(button)}, and the seats are 0 to {count - 1}")
    return [int(button + 1 + step) % count for step in range(count)]


class Scale:
    """Turns one hand's chips into whole numbers of their smallest decimal place, as they are written, and back."""

    def __init__(self, amounts: Iterable[Chips]) -> None:
        decimals = [amount for amount in amounts if isinstance(amount, Decimal)]
        self.decimal = bool(decimals)
        self.places = max((max(0, -int(amount.as_tuple().exponent)) for amount in decimals), default=0)
        self._one: int = 10**self.places

    def __eq__(self, other: object) -> bool:
        return (self.decimal, self.places) == (other.decimal, other.places) if isinstance(other, Scale) else False

    def __hash__(self) -> int:
        return hash((self.decimal, self.places))

    def whole(self, amount: Chips) -> int:
        """An amount as a whole number of the smallest place."""
        if isinstance(amount, int):
            return amount * self._one
        numerator, denominator = amount.as_integer_ratio()
        return numerator * self._one // denominator

    def chips(self, whole: int) -> Chips:
        """The amount again, as ``Decimal`` if any amount came as one."""
        if not self.decimal:
            return whole
        sign, digits, _ = Decimal(whole).as_tuple()
        return Decimal((sign, digits, -self.places))

    def all_chips(self, wholes: Sequence[int]) -> tuple[Chips, ...]:
        """Several amounts again."""
        return tuple(map(self.chips, wholes)) if self.decimal else tuple(wholes)

    def unit(self, given: Chips | None, amounts: Iterable[tuple[str, Chips]]) -> int:
        """The smallest chip as a whole number: the one that is given, or else one of the smallest place.

        Refused is a chip of which one of the named amounts is no whole number, unless both are whole numbers of 1: a
        stack of 1,010 may be all in where the smallest chip is 25.
        """
        if given is None:
            return 1
        unit, one = self.whole(given), self._one
        if one > 1:
            for what, amount in amounts:
                whole = self.whole(amount)
                if whole % unit and (whole % one or unit % one):
                    raise ChipError(
                        f"{what} is {amount}, no whole number of the unit {given}; give a smaller unit, or none"
                    )
        return unit


def smallest_unit(amounts: Iterable[Chips]) -> Chips:
    """The smallest chip of a hand where none is given: the greatest of 1, 0.1, 0.01, ... in which all its amounts are
    written, so that 1.50 is told in cents.

    Example:
        >>> smallest_unit([100, 20]), smallest_unit([100, Decimal("1.50")])
        (1, Decimal('0.01'))
    """
    return Scale(amounts).chips(1)


def total(amounts: Iterable[Chips]) -> Chips:
    """The sum of some amounts, exact in any decimal context."""
    addends = list(amounts)
    if all(type(amount) is int for amount in addends):
        return sum(addends)
    scale = Scale(addends)
    return scale.chips(sum(map(scale.whole, addends)))


def negative(amount: Chips) -> Chips:
    """An amount with the other sign, exact in any decimal context."""
    return amount.copy_negate() if isinstance(amount, Decimal) else -amount


def chip_array(what: str, amounts: Any) -> NDArray[np.integer]:
    """Amounts as an array of their integer type, refused where they would not fit int64 or are not exact."""
    amounts = as_given(what, amounts)
    given = isinstance(amounts, (np.ndarray, np.generic))
    array = np.asarray(amounts if given else as_array(what, amounts, ChipError, object))
    if array.dtype.kind == "O":
        if any(isinstance(item, float) for item in array.flat):
            raise ChipError(f"{what} hold a float; in arrays they are integers, chips in the smallest unit")
        amounts = [exact_chips(what, item) for item in array.flat]
        if any(amount != int(amount) for amount in amounts):
            raise ChipError(f"{what} in arrays are integers in the smallest unit")
        numbers = [int(amount) for amount in amounts]
        if any(abs(number) > INT64_MAX for number in numbers):
            raise ChipError(f"{what} hold more than int64 does; settle such hands one at a time")
        return np.array(numbers, dtype=np.int64).reshape(array.shape)
    if array.dtype.kind not in "iu":
        if array.size == 0 and array.dtype == np.float64:
            return array.astype(np.int64)
        raise ChipError(f"{what} are of type {array.dtype}; in arrays they are integers, chips in the smallest unit")
    if array.dtype.kind == "u" and array.dtype.itemsize == 8 and not lies_within(array, 0, INT64_MAX):
        raise ChipError(f"{what} hold more than int64 does; settle such hands one at a time")
    return array


def boolean_mask(what: str, mask: Any) -> NDArray[np.bool_]:
    """A mask of booleans whose bytes are 0 and 1."""
    array = np.asarray(as_array(what, as_given(what, mask), ChipError))
    if array.dtype != bool:
        raise ChipError(f"{what} is of type {array.dtype}; for arrays it is a mask of booleans (..., P)")
    if array.size and array.view(np.uint8).max() > 1:  # booleans made out of other bytes
        array = np.not_equal(array.view(np.uint8), 0)
    return array
