"""One hand's chips to pots and pots to payouts: uncalled bets, side pots and odd chips.

The arithmetic is exact, in integers or ``Decimal`` of any size. The rules, which the kernel for arrays follows too:

- A live seat's uncalled bet, what it put in beyond every other seat, goes back first.
- Side pots layer by what each seat that can win put in. Chips of other seats stay in the layers they reached,
  and what lies above the last such layer falls into the last pot.
- The rake is taken once, from the pots in proportion.
- Each pot is split alone, in whole units; odd units go one each to the first winners clockwise from the button.
- The unit is the smallest chip: as given, or else one of the smallest decimal place in which an amount is written.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core._texts import told
from holdem_core.errors import ChipError
from holdem_core.pots.amounts import (
    MOST_LISTED_SEATS,
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
from holdem_core.pots.rake import Rake, rake_amounts, rake_due, rake_takes, read_rake

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Pot(NamedTuple):
    """Some chips and the seats that can win them."""

    amount: Chips
    eligible: tuple[int, ...]


class Pots(NamedTuple):
    """The pots of a hand, the main pot first, and what goes back uncalled as (seat, amount)."""

    pots: list[Pot]
    returned: list[tuple[int, Chips]]


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


def _split(amount: int, unit: int, winners: int) -> tuple[int, list[int]]:
    """The even share of each winner, and what the first ones get beyond it."""
    units, below = divmod(amount, unit)
    even, odd = divmod(units, winners)
    extras = [unit * (place < odd) for place in range(winners)]
    extras[0] += below
    return even * unit, extras


class _ReadHand(NamedTuple):
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
    rake = read_rake(rake, flop)
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
    hand = _ReadHand(contributions, strengths, live, live, order, unit, dead, None, Scale(()))
    layout = _lay_out(hand)
    return _add_up(layout, _shares(hand, layout.layers), len(contributions))


def _pay(hand: _ReadHand, rake: Chips | Rake | None, flop: bool) -> HandSettlement:
    layout = _lay_out(hand)
    pots = [amount for amount, _ in layout.layers]
    due = rake_due(rake, hand.scale, sum(pots), hand.unit, flop)
    takes = rake_takes(due, hand.unit, pots) if due else [0] * len(pots)
    return _award(hand, layout, due, takes)


def _read_hand(
    contributions: Iterable[Any],
    strengths: Iterable[Any],
    live: SeatSet | None,
    button: int | None,
    unit: ExactChips | None,
    dead: ExactChips | Sequence[ExactChips],
    rake: Chips | Rake | None,
    order: Iterable[int] | None,
) -> _ReadHand:
    """Everything that was given, checked; one scale makes all of it whole, the rake's amount or cap included."""
    given, values = listed("contributions", contributions), listed("strengths", strengths)
    count = len(given)
    if count == 0:
        raise ChipError("a hand has at least one seat")
    if count > MOST_LISTED_SEATS:
        raise ChipError(f"{count:,} seats; a hand in lists has {MOST_LISTED_SEATS:,} at most, one in arrays any number")
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
    return _ReadHand(whole, values, alive, contenders, seats, whole_unit, lost_in_all, dead_by_seat, scale)


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


def _lay_out(hand: _ReadHand) -> _Layout:
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


def _shares(hand: _ReadHand, layers: Iterable[tuple[int, tuple[int, ...]]]) -> list[_Share]:
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


def _award(hand: _ReadHand, layout: _Layout, due: int, takes: Sequence[int]) -> HandSettlement:
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
