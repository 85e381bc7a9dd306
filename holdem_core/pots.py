"""Chips to pots and pots to payouts: uncalled bets, side pots, odd chips and the rake.

One hand is settled in exact arithmetic, integers or ``Decimal`` of any size; arrays of hands are settled by a
kernel in int64. Both follow the same rules:

- A live seat's uncalled bet, what it put in beyond every other seat, goes back first.
- Side pots layer by what each seat that can win put in. Chips of other seats stay in the layers they reached,
  and what lies above the last such layer falls into the last pot.
- The rake is taken once, from the pots in proportion.
- Each pot is split alone, in whole units; odd units go one each to the first winners clockwise from the button.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core.chips import (
    INT64_MAX,
    Chips,
    Scale,
    SeatSet,
    as_given,
    boolean_mask,
    chip_array,
    exact_chips,
    is_whole,
    listed,
    odd_chip_order,
    seat_set,
)
from holdem_core.errors import ChipError
from holdem_core.kernels import settle as kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction


class Pot(NamedTuple):
    """Some chips and the seats that can win them."""

    amount: Chips
    eligible: tuple[int, ...]


class Pots(NamedTuple):
    """The pots of a hand, the main pot first, and what goes back uncalled as (seat, amount)."""

    pots: list[Pot]
    returned: list[tuple[int, Chips]]


class Settlement(NamedTuple):
    """What each seat takes home (uncalled bets included), what of it came back uncalled, and the rake."""

    payouts: Any
    returned: Any
    rake: Any


class Rake:
    """What the house takes: a share of the pots, rounded half to even to the unit.

    Args:
        percent: 0 to 100; 5 is five per cent. An int, a text, a ``Decimal`` or a ``Fraction``, never a float.
        cap: the most that is taken, in chips.
        no_flop_no_drop: take nothing from a hand that ended before the flop.

    Raises:
        ChipError: a share that is none.

    Thread safety: a rake never changes.

    Example:
        >>> settle([100, 100, 2], [5, 3, 0], rake=Rake("2.5", cap=4))
        Settlement(payouts=(198, 0, 0), returned=(0, 0, 0), rake=4)
    """

    __slots__ = ("cap", "no_flop_no_drop", "percent", "share")

    percent: int | str | Decimal | Fraction
    cap: Chips | None
    no_flop_no_drop: bool
    share: Fraction

    def __init__(
        self, percent: int | str | Decimal | Fraction, cap: Chips | None = None, no_flop_no_drop: bool = True
    ) -> None:
        from fractions import Fraction

        if is_whole(percent):
            percent = int(percent)
        elif isinstance(percent, str):
            percent = _read_percentage(percent)
        elif not isinstance(percent, (Decimal, Fraction)):
            raise ChipError(f"a rake of {percent!r} per cent is not exact; give an int, a text or a Decimal")
        share = Fraction(exact_chips("percentage", percent) if isinstance(percent, Decimal) else percent) / 100
        if not 0 <= share <= 1:
            raise ChipError(f"a rake of {percent} per cent is outside 0 to 100")
        cap = None if cap is None else exact_chips("cap", cap)
        if cap is not None and cap < 0:
            raise ChipError(f"a cap of {cap} is below 0")
        for name, value in (("percent", percent), ("cap", cap), ("no_flop_no_drop", no_flop_no_drop), ("share", share)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rake never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a rake never changes; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self._terms() == other._terms() if isinstance(other, Rake) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._terms())

    def _terms(self) -> tuple[Any, ...]:
        return self.share, self.cap, self.no_flop_no_drop

    def __repr__(self) -> str:
        return f"Rake({self.percent!r}, cap={self.cap!r}, no_flop_no_drop={self.no_flop_no_drop!r})"

    def __reduce__(self) -> tuple[type[Rake], tuple[Any, ...]]:
        return Rake, (self.percent, self.cap, self.no_flop_no_drop)


def _read_percentage(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ChipError(f"{text!r} is no percentage") from None


class PotAward(NamedTuple):
    """How one pot was given away.

    ``amount`` is what was won, after ``rake``; ``shares`` are each winner's, odd chips included, in the order of
    ``winners`` (the order in which seats take odd chips), and ``odd_chips`` what each winner's share
    has beyond an even split.
    """

    amount: Chips
    rake: Chips
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[Chips, ...]
    odd_chips: tuple[Chips, ...]


class HandSettlement(NamedTuple):
    """One hand settled: ``settle``'s answer with each pot's award, all chips of one type."""

    contributions: tuple[Chips, ...]
    awards: tuple[PotAward, ...]
    payouts: tuple[Chips, ...]
    net: tuple[Chips, ...]
    returned: tuple[Chips, ...]
    rake: Chips
    dead: Chips
    unit: Chips
    order: tuple[int, ...]


# --- one hand, exactly --------------------------------------------------------------------------------


def _uncalled(contributions: Sequence[int], live: set[int]) -> tuple[int, int]:
    """The seat that nobody could call in full and the excess; 0 if there is none."""
    seat = max(range(len(contributions)), key=contributions.__getitem__)
    excess = contributions[seat] - max((*contributions[:seat], *contributions[seat + 1 :]), default=0)
    return seat, excess if seat in live else 0


def _layers(contributions: Sequence[int], contenders: Iterable[int], dead: int) -> list[tuple[int, tuple[int, ...]]]:
    """The pots as (amount, eligible seats), from what each seat left in the middle."""
    levels = sorted({contributions[seat] for seat in contenders})
    reached, layers = 0, []
    for level in levels:
        below = dead + sum(min(chips, level) for chips in contributions)
        layers.append((below - reached, tuple(s for s in sorted(contenders) if contributions[s] >= level)))
        reached = below
    amount, eligible = layers[-1]
    layers[-1] = (amount + dead + sum(contributions) - reached, eligible)
    return [layer for layer in layers if layer[0]]


def _rake_takes(due: int, unit: int, pots: Sequence[int]) -> list[int]:
    """What the rake takes of each pot: whole units by largest remainder, the earlier pot first."""
    total = sum(pots)
    takes = [due * pot // (total * unit) * unit for pot in pots]
    by_remainder = sorted(range(len(pots)), key=lambda pot: takes[pot] * total - due * pots[pot])
    while (left := due - sum(takes)) > 0:
        for pot in by_remainder:
            take = min(unit, left, pots[pot] - takes[pot])
            takes[pot] += take
            left -= take
    return takes


def _rake_due(rake: Any, scale: Scale, total: int, unit: int, flop: bool) -> int:
    if rake is None:
        return 0
    if isinstance(rake, Rake):
        if rake.no_flop_no_drop and not flop:
            return 0
        due = round(total * rake.share / unit) * unit
        return min(due, total, total if rake.cap is None else scale.whole(rake.cap))
    due = scale.whole(rake)
    if not 0 <= due <= total:
        raise ChipError(f"a rake of {rake} cannot be taken from pots of {scale.chips(total)}")
    return due


def _split(amount: int, unit: int, winners: int) -> tuple[int, list[int]]:
    """The even share of each winner, and what the first ones get beyond it."""
    units, below = divmod(amount, unit)
    even, odd = divmod(units, winners)
    extras = [unit * (place < odd) for place in range(winners)]
    extras[0] += below
    return even * unit, extras


def settle_hand(
    contributions: Iterable[Any],
    strengths: Iterable[Any],
    *,
    live: SeatSet | None = None,
    button: int | None = None,
    unit: Chips = 1,
    dead: Chips = 0,
    rake: Any = None,
    flop: bool = True,
    order: Iterable[int] | None = None,
) -> HandSettlement:
    """Settles one hand exactly and keeps each pot's award; see ``settle``."""
    amounts, values = listed("contributions", contributions), listed("strengths", strengths)
    chips = [exact_chips(f"contribution of seat {seat}", amount) for seat, amount in enumerate(amounts)]
    count = len(chips)
    if count == 0:
        raise ChipError("a hand has at least one seat")
    if len(values) != count:
        raise ChipError(f"{len(values)} strengths for {count} contributions")
    for seat, value in enumerate(values):
        if not is_whole(value):
            raise ChipError(f"strength of seat {seat} is {value!r}; strengths are integers")
    for seat, amount in enumerate(chips):
        if amount < 0:
            raise ChipError(f"contribution of seat {seat} is {amount}, below 0")
    dead, unit = exact_chips("dead", dead), exact_chips("unit", unit)
    if dead < 0:
        raise ChipError(f"dead is {dead}, below 0")
    if unit <= 0:
        raise ChipError(f"unit is {unit}; the smallest chip is above 0")
    if rake is not None and not isinstance(rake, Rake):
        rake = exact_chips("rake", rake)
    if not isinstance(flop, (bool, np.bool_)):
        raise ChipError(f"flop is {flop!r}; it is True or False")
    cap = rake.cap if isinstance(rake, Rake) else rake
    alive = {seat for seat in range(count) if values[seat] > 0} if live is None else seat_set("live", live, count)
    contenders = alive if len(alive) == 1 else {seat for seat in alive if values[seat] != 0}
    if not contenders:
        raise ChipError("no seat is left to win the pot" + (": every live seat mucked" if alive else ""))
    seats = odd_chip_order(count, button, order)

    scale = Scale([*chips, dead, unit, *([] if cap is None else [cap])])
    whole, whole_unit, whole_dead = [scale.whole(amount) for amount in chips], scale.whole(unit), scale.whole(dead)
    entered = list(whole)
    bettor, excess = _uncalled(whole, alive)
    whole[bettor] -= excess
    layers = _layers(whole, contenders, whole_dead)
    pots = [amount for amount, _ in layers]
    due = _rake_due(rake, scale, sum(pots), whole_unit, flop)
    takes = _rake_takes(due, whole_unit, pots) if due else [0] * len(pots)

    payouts = [excess if seat == bettor else 0 for seat in range(count)]
    returned = tuple(scale.chips(amount) for amount in payouts)
    awards = []
    for (gross, eligible), take in zip(layers, takes, strict=True):
        best = max(values[seat] for seat in eligible)
        strongest = {seat for seat in eligible if values[seat] == best}
        winners = tuple(seat for seat in seats if seat in strongest)
        even, extras = _split(gross - take, whole_unit, len(winners))
        for winner, extra in zip(winners, extras, strict=True):
            payouts[winner] += even + extra
        awards.append(
            PotAward(
                amount=scale.chips(gross - take),
                rake=scale.chips(take),
                eligible=eligible,
                winners=winners,
                shares=tuple(scale.chips(even + extra) for extra in extras),
                odd_chips=tuple(scale.chips(extra) for extra in extras),
            )
        )
    return HandSettlement(
        contributions=tuple(map(scale.chips, entered)),
        awards=tuple(awards),
        payouts=tuple(map(scale.chips, payouts)),
        net=tuple(scale.chips(took - put) for took, put in zip(payouts, entered, strict=True)),
        returned=returned,
        rake=scale.chips(due),
        dead=scale.chips(whole_dead),
        unit=scale.chips(whole_unit),
        order=tuple(seats),
    )


def build_pots(contributions: Iterable[Any], live: SeatSet, *, dead: Chips = 0) -> Pots:
    """The pots that one hand's contributions make.

    Args:
        contributions: what each seat put in during the hand, int or ``Decimal``.
        live: the seats that can win, a mask of booleans or indices.
        dead: chips that nobody matches, into the main pot.

    Returns:
        ``Pots``: the pots with the seats that can win each, main pot first, and what goes back uncalled. Layers
        with the same eligible seats are one pot; empty pots are left out.

    Raises:
        ChipError: amounts that are not exact, below 0, or a pot that nobody can win.

    Example:
        >>> build_pots([100, 250, 400, 30], live=[0, 1, 2])
        Pots(pots=[Pot(amount=330, eligible=(0, 1, 2)), Pot(amount=300, eligible=(1, 2))], returned=[(2, 150)])
    """
    chips = listed("contributions", contributions)
    alive = seat_set("live", live, len(chips))
    strengths = [int(seat in alive) for seat in range(len(chips))]
    settled = settle_hand(chips, strengths, live=alive, dead=dead)
    pots = [Pot(award.amount, award.eligible) for award in settled.awards]
    return Pots(pots, [(seat, amount) for seat, amount in enumerate(settled.returned) if amount])


# --- arrays -------------------------------------------------------------------------------------------


def _rake_operands(rake: Any, flop: Any) -> tuple[Any, ...]:
    """The kernel's amount, numerator, denominator, cap and whether the share is due."""
    if rake is None:
        return np.int64(0), np.int64(0), np.int64(0), np.int64(-1), np.int8(1)
    if not isinstance(rake, Rake):
        return chip_array("rake", rake), np.int64(0), np.int64(0), np.int64(-1), np.int8(1)
    share = rake.share
    if share.denominator > INT64_MAX:
        raise ChipError(f"a rake of {rake.percent} per cent is too fine for arrays")
    cap = np.int64(-1) if rake.cap is None or rake.cap > INT64_MAX else chip_array("cap", rake.cap)
    seen = np.asarray(flop)
    if seen.dtype != bool:
        raise ChipError(f"flop is of type {seen.dtype}; it is True or False, or a mask of booleans")
    due = seen.view(np.int8) if rake.no_flop_no_drop else np.int8(1)
    return np.int64(0), np.int64(share.numerator), np.int64(share.denominator), cap, due


def _settle_arrays(
    contributions: Any, strengths: Any, live: Any, button: Any, unit: Any, dead: Any, rake: Any, flop: Any, order: Any
) -> Settlement:
    chips = chip_array("contributions", contributions)
    values = as_given("strengths", strengths)
    if not isinstance(values, np.ndarray) or values.dtype != np.uint16:
        values = chip_array("strengths", values)
    for what, array in (("contributions", chips), ("strengths", values)):
        if array.ndim == 0 or array.shape[-1] == 0:
            raise ChipError(f"{what} have shape {array.shape}; the last axis is the seats, one at least")
    seats = chips.shape[-1]
    if live is None:
        alive: Any = np.broadcast_to(np.int8(kernel.LIVE_BY_STRENGTH), seats)
    else:
        alive = boolean_mask("live", live).view(np.int8)
    if order is None:
        turns: Any = np.broadcast_to(np.int64(kernel.CLOCKWISE), seats)
    else:
        turns = np.maximum(chip_array("order", order), -1)  # no seat is below 0, and one number stands for no order
    operands = (
        chips,
        values,
        alive,
        turns,
        chip_array("button", seats - 1 if button is None else button),
        chip_array("unit", unit),
        chip_array("dead", dead),
        *_rake_operands(rake, flop),
    )
    for what, array in zip(("contributions", "strengths", "live", "order"), operands, strict=False):
        if array.shape[-1:] != (seats,):
            raise ChipError(f"{what} have {array.shape[-1:]} seats, and contributions {seats}")
    _check_shapes(operands)
    try:
        return Settlement(*kernel.settle_hands(*operands))
    except ChipError:
        raise _first_fault(operands) from None


def _check_shapes(operands: tuple[Any, ...]) -> None:
    """Refuses leading shapes that do not broadcast, by name."""
    names = ("contributions", "strengths", "live", "order", "button", "unit", "dead", "rake", "", "", "cap", "flop")
    shapes = [np.shape(array)[: np.ndim(array) - (place < 4)] for place, array in enumerate(operands)]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        told = ", ".join(f"{name} {shape}" for name, shape in zip(names, shapes, strict=True) if shape)
        raise ChipError(f"leading shapes do not broadcast: {told}") from None


def _first_fault(operands: tuple[Any, ...]) -> ChipError:
    """What is wrong with the first hand that cannot be settled, and how many there are."""
    faults, culprits, _ = kernel.chip_faults(*operands)
    faults, culprits = np.asarray(faults), np.asarray(culprits)
    flat = int(np.argmax(faults != 0))
    place = tuple(int(i) for i in np.unravel_index(flat, faults.shape))
    hand = f"hand {place[0] if len(place) == 1 else place}: " if place else ""
    seat, fault = int(culprits[place]), int(faults[place])
    shape = faults.shape

    def here(operand: int) -> Any:
        array = np.asarray(operands[operand])
        core = 1 if operand < 4 else 0
        return np.broadcast_to(array, (*shape, *array.shape[array.ndim - core :]))[place]

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

    count = int(np.count_nonzero(faults))
    return ChipError(f"{hand}{message()}; {count} of {faults.size} hands {'is' if count == 1 else 'are'} bad")


def settle(
    contributions: Any,
    strengths: Any,
    *,
    live: Any = None,
    button: Any = None,
    unit: Any = 1,
    dead: Any = 0,
    rake: Any = None,
    flop: Any = True,
    order: Any = None,
) -> Settlement:
    """Pays out the pots of one hand, or of arrays of hands.

    Args:
        contributions: what each seat put in during the hand, (..., P). Lists hold int or ``Decimal`` of any size,
            arrays integers in the smallest unit.
        strengths: integers (..., P), the higher wins.
        live: seats that have not folded, by default those with a strength above 0: a mask of booleans (..., P), or
            for one hand indices too. A live seat with strength 0 has mucked: its uncalled bet comes back and nothing
            else. A live seat that is alone, or alone in not having mucked, takes everything.
        button: the seat behind which odd chips start; by default the last seat.
        unit: the smallest chip. Pots are divided in whole units; what is left below one goes to the first winner.
        dead: chips that nobody matches, into the main pot.
        rake: an amount, or a ``Rake``.
        flop: whether a flop was seen, for ``Rake``'s no flop, no drop.
        order: the seats as they take odd chips (..., P), instead of clockwise from the button.

    ``button``, ``unit``, ``dead``, ``rake`` and ``flop`` are scalars or of the leading shape.

    Returns:
        ``Settlement(payouts, returned, rake)``: payouts include what is returned. Tuples and a number for one hand in
        lists, int64 arrays (..., P), (..., P) and (...) for arrays.

    Raises:
        ChipError: names the first hand and the seat, and how many hands are bad. Sums over int64 are refused
            in arrays and exact in lists.

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
    by_seat = any(isinstance(value, np.ndarray) and value.ndim > 1 for value in (live, order))
    by_hand = (contributions, strengths, button, unit, dead, rake, flop)
    if by_seat or any(isinstance(value, np.ndarray) and value.ndim for value in by_hand):
        return _settle_arrays(contributions, strengths, live, button, unit, dead, rake, flop, order)
    settled = settle_hand(
        contributions, strengths, live=live, button=button, unit=unit, dead=dead, rake=rake, flop=flop, order=order
    )
    return Settlement(settled.payouts, settled.returned, settled.rake)
