"""One hand's chips to pots and pots to payouts: uncalled bets, side pots, odd chips and the rake.

The arithmetic is exact, in integers or ``Decimal`` of any size. The rules, which the kernel for arrays follows too:

- A live seat's uncalled bet, what it put in beyond every other seat, goes back first.
- Side pots layer by what each seat that can win put in. Chips of other seats stay in the layers they reached,
  and what lies above the last such layer falls into the last pot.
- The rake is taken once, from the pots in proportion.
- Each pot is split alone, in whole units; odd units go one each to the first winners clockwise from the button.
- The unit is the smallest chip: as given, or else one of the smallest decimal place in which an amount is written.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core.chips import (
    MOST_SEATS,
    Chips,
    ExactChips,
    Scale,
    SeatSet,
    exact_chips,
    is_whole,
    listed,
    odd_chip_order,
    seat_set,
)
from holdem_core.errors import ChipError
from holdem_core.texts import told

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

        if hasattr(self, "share"):
            raise AttributeError("a rake never changes; make another")
        if is_whole(percent):
            percent = int(percent)
        elif isinstance(percent, str):
            percent = _read_percentage(percent)
        elif not isinstance(percent, (Decimal, Fraction)):
            raise ChipError(f"a rake of {told(percent)} per cent is not exact; give an int, a text or a Decimal")
        share = Fraction(exact_chips("percentage", percent) if isinstance(percent, Decimal) else percent) / 100
        if not 0 <= share <= 1:
            raise ChipError(f"a rake of {told(percent, str)} per cent is outside 0 to 100")
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
        raise ChipError(f"{text!r} is no percentage; 5 per cent is '5'") from None


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
    """One hand settled: ``settle``'s answer with each pot's award, all chips of one type.

    ``net`` counts all that each seat put in, its dead chips too where ``dead_by_seat`` tells whose they are; it is
    ``None`` where nobody has said that.
    """

    contributions: tuple[Chips, ...]
    awards: tuple[PotAward, ...]
    payouts: tuple[Chips, ...]
    net: tuple[Chips, ...]
    returned: tuple[Chips, ...]
    rake: Chips
    dead: Chips
    dead_by_seat: tuple[Chips, ...] | None
    unit: Chips
    order: tuple[int, ...]


def _uncalled(contributions: Sequence[int], live: set[int]) -> tuple[int, int]:
    """The seat that nobody could call in full and the excess; 0 if there is none."""
    *_, second, most = 0, *sorted(contributions)
    seat = contributions.index(most)
    return seat, most - second if seat in live else 0


def _layers(contributions: Sequence[int], contenders: Iterable[int], dead: int) -> list[tuple[int, tuple[int, ...]]]:
    """The pots as (amount, eligible seats), from what each seat left in the middle."""
    eligible = sorted(contenders)
    *lower, _ = sorted({contributions[seat] for seat in eligible})
    reached, layers = 0, []
    for level in lower:
        below = dead + sum([min(chips, level) for chips in contributions])
        layers.append((below - reached, tuple(eligible)))
        reached = below
        eligible = [seat for seat in eligible if contributions[seat] > level]
    layers.append((dead + sum(contributions) - reached, tuple(eligible)))
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


class _Hand(NamedTuple):
    """One hand as read: chips in whole numbers of ``scale``, and the seats in the order they take odd chips."""

    contributions: Sequence[int]
    strengths: Sequence[Any]
    live: set[int]
    contenders: set[int]
    seats: Sequence[int]
    unit: int
    dead: int
    dead_by_seat: Sequence[int] | None
    scale: Scale


class _Layout(NamedTuple):
    """A hand's chips before they are won: the pots as (amount, eligible seats), and the bet that nobody called."""

    layers: list[tuple[int, tuple[int, ...]]]
    bettor: int
    uncalled: int


def settle_hand(
    contributions: Iterable[Any],
    strengths: Iterable[Any],
    *,
    live: SeatSet | None = None,
    button: int | None = None,
    unit: ExactChips | None = None,
    dead: ExactChips | Sequence[ExactChips] = 0,
    rake: Any = None,
    flop: bool = True,
    order: Iterable[int] | None = None,
) -> HandSettlement:
    """Settles one hand exactly and keeps each pot's award; see ``settle``. Dead chips may be told seat by seat."""
    rake = _read_rake(rake, flop)
    return _pay(_read_hand(contributions, strengths, live, button, unit, dead, rake, order), rake, flop)


def table_payouts(
    contributions: Sequence[int],
    strengths: Sequence[int],
    live: set[int],
    button: int,
    unit: int,
    dead: int,
) -> list[int]:
    """The payouts alone of a table's own chips, whole numbers of its scale that need no checking.

    Nobody has mucked, and there is no rake.
    """
    order = odd_chip_order(len(contributions), button, None)
    hand = _Hand(contributions, strengths, live, live, order, unit, dead, None, Scale(()))
    layout = _lay_out(hand)
    return _add_up(layout, _shares(hand, layout.layers), len(contributions))


def _pay(hand: _Hand, rake: Chips | Rake | None, flop: bool) -> HandSettlement:
    layout = _lay_out(hand)
    pots = [amount for amount, _ in layout.layers]
    due = _rake_due(rake, hand.scale, sum(pots), hand.unit, flop)
    takes = _rake_takes(due, hand.unit, pots) if due else [0] * len(pots)
    return _award(hand, layout, due, takes)


def _read_rake(rake: Any, flop: Any) -> Chips | Rake | None:
    if not isinstance(flop, (bool, np.bool_)):
        raise ChipError(f"flop is {told(flop)}; it is True or False")
    return rake if rake is None or isinstance(rake, Rake) else exact_chips("rake", rake)


def _read_hand(
    contributions: Iterable[Any],
    strengths: Iterable[Any],
    live: SeatSet | None,
    button: int | None,
    unit: ExactChips | None,
    dead: ExactChips | Sequence[ExactChips],
    rake: Chips | Rake | None,
    order: Iterable[int] | None,
) -> _Hand:
    """Everything that was given, checked; one scale makes all of it whole, the rake's amount or cap included."""
    given, values = listed("contributions", contributions), listed("strengths", strengths)
    count = len(given)
    if count == 0:
        raise ChipError("a hand has at least one seat")
    if count > MOST_SEATS:
        raise ChipError(f"{count:,} seats; a hand in lists has {MOST_SEATS:,} at most, one in arrays any number")
    chips = _read_chips("contribution", given)
    if len(values) != count:
        raise ChipError(f"{len(values)} strengths for {count} contributions")
    for seat, value in enumerate(values):
        if not is_whole(value):
            raise ChipError(f"strength of seat {seat} is {told(value)}; strengths are integers")
    lost, whose = _read_dead(dead, count)
    smallest = None if unit is None else exact_chips("unit", unit)
    if smallest is not None and smallest <= 0:
        raise ChipError(f"unit is {smallest}; the smallest chip is above 0")
    alive = {seat for seat in range(count) if values[seat] > 0} if live is None else seat_set("live", live, count)
    contenders = alive if len(alive) == 1 else {seat for seat in alive if values[seat] != 0}
    if not contenders:
        raise ChipError("no seat is left to win the pot" + (": every live seat mucked" if alive else ""))
    seats, taken = odd_chip_order(count, button, order), rake_amounts(rake)
    scale = Scale([*chips, *lost, *(amount for _, amount in taken), *([] if smallest is None else [smallest])])
    named = ((f"contribution of seat {seat}", amount) for seat, amount in enumerate(chips))
    whole_unit = scale.unit(smallest, chain(named, (("dead", amount) for amount in lost), taken))
    whole, dead_chips = [scale.whole(amount) for amount in chips], [scale.whole(amount) for amount in lost]
    lost_in_all = sum(dead_chips)
    dead_by_seat = dead_chips if whose else None if lost_in_all else [0] * count
    return _Hand(whole, values, alive, contenders, seats, whole_unit, lost_in_all, dead_by_seat, scale)


def _read_chips(what: str, given: Iterable[Any]) -> list[Chips]:
    """What each seat put in."""
    chips = [exact_chips(f"{what} of seat {seat}", amount) for seat, amount in enumerate(given)]
    for seat, amount in enumerate(chips):
        if amount < 0:
            raise ChipError(f"{what} of seat {seat} is {amount}, below 0")
    return chips


def _read_dead(dead: Any, count: int) -> tuple[list[Chips], bool]:
    """The dead chips, and whether they are told seat by seat."""
    if isinstance(dead, (list, tuple, np.ndarray)):
        amounts = _read_chips("dead", listed("dead", dead))
        if len(amounts) != count:
            raise ChipError(f"dead has {len(amounts)} entries for {count} seats")
        return amounts, True
    dead = exact_chips("dead", dead)
    if dead < 0:
        raise ChipError(f"dead is {dead}, below 0")
    return [dead], False


def rake_amounts(rake: Any) -> list[tuple[str, Chips]]:
    """What of a rake is a number of chips, and what it is called."""
    amount, name = (rake.cap, "cap") if isinstance(rake, Rake) else (rake, "rake")
    return [] if amount is None else [(name, amount)]


def _lay_out(hand: _Hand) -> _Layout:
    """The pots, once the uncalled bet is out of them."""
    bettor, excess = _uncalled(hand.contributions, hand.live)
    matched = list(hand.contributions)
    matched[bettor] -= excess
    return _Layout(_layers(matched, hand.contenders, hand.dead), bettor, excess)


class _Share(NamedTuple):
    """How one pot was split: what each of the winners gets, odd chips included, and the odd chips of each."""

    winners: tuple[int, ...]
    amounts: list[int]
    odd: list[int]


def _shares(hand: _Hand, layers: Iterable[tuple[int, tuple[int, ...]]]) -> list[_Share]:
    """Splits each pot among its strongest eligible seats."""
    strengths, shares = hand.strengths, []
    for amount, eligible in layers:
        best = max([strengths[seat] for seat in eligible])
        strongest = {seat for seat in eligible if strengths[seat] == best}
        winners = tuple([seat for seat in hand.seats if seat in strongest])
        even, odd = _split(amount, hand.unit, len(winners))
        shares.append(_Share(winners, [even + extra for extra in odd], odd))
    return shares


def _add_up(layout: _Layout, shares: Iterable[_Share], seats: int) -> list[int]:
    """What each seat takes home."""
    payouts = [0] * seats
    payouts[layout.bettor] = layout.uncalled
    for winners, amounts, _ in shares:
        for winner, amount in zip(winners, amounts, strict=True):
            payouts[winner] += amount
    return payouts


def _award(hand: _Hand, layout: _Layout, due: int, takes: Sequence[int]) -> HandSettlement:
    """Gives each pot, less what the rake takes of it, to its strongest eligible seats."""
    chips, all_chips = hand.scale.chips, hand.scale.all_chips
    won = [(gross - take, eligible) for (gross, eligible), take in zip(layout.layers, takes, strict=True)]
    shares = _shares(hand, won)
    payouts = _add_up(layout, shares, len(hand.contributions))
    put_in = hand.contributions
    if hand.dead and hand.dead_by_seat is not None:
        put_in = [matched + dead for matched, dead in zip(put_in, hand.dead_by_seat, strict=True)]
    awards = [
        PotAward(chips(amount), chips(take), eligible, share.winners, all_chips(share.amounts), all_chips(share.odd))
        for (amount, eligible), take, share in zip(won, takes, shares, strict=True)
    ]
    return HandSettlement(
        contributions=all_chips(hand.contributions),
        awards=tuple(awards),
        payouts=all_chips(payouts),
        net=all_chips([took - put for took, put in zip(payouts, put_in, strict=True)]),
        returned=all_chips([layout.uncalled * (seat == layout.bettor) for seat in range(len(payouts))]),
        rake=chips(due),
        dead=chips(hand.dead),
        dead_by_seat=None if hand.dead_by_seat is None else all_chips(hand.dead_by_seat),
        unit=chips(hand.unit),
        order=tuple(hand.seats),
    )


def build_pots(contributions: Iterable[ExactChips], live: SeatSet, *, dead: ExactChips = 0) -> Pots:
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
    settled = settle_hand(chips, strengths, live=alive, dead=exact_chips("dead", dead))
    pots = [Pot(award.amount, award.eligible) for award in settled.awards]
    return Pots(pots, [(seat, amount) for seat, amount in enumerate(settled.returned) if amount])
