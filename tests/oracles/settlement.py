"""The slow twin of ``settle``: one hand in fractions, slice by slice of what the seats put in.

A slice is a height of chips that some seats reached in full and the others did not reach at all.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

Amount = int | Decimal | Fraction


class Percentage(NamedTuple):
    """A rake that depends on the pots."""

    percent: Fraction
    cap: Amount | None = None
    no_flop_no_drop: bool = True


class SlowSettlement(NamedTuple):
    payouts: list[Fraction]
    returned: list[Fraction]
    rake: Fraction


@dataclass
class SlowPot:
    chips: Fraction
    seats: frozenset[int]


def clockwise(button: int | None, seats: int) -> list[int]:
    """The seats from the button's left neighbour round to the button.

    Without a button seat 0 is the small blind: left of the button, or with two players the button itself.
    """
    if button is None:
        return [1, 0] if seats == 2 else list(range(seats))
    walk = [button]
    while len(walk) <= seats:
        walk.append(0 if walk[-1] == seats - 1 else walk[-1] + 1)
    return walk[1:]


def slices(contributions: Sequence[Fraction]) -> Iterator[tuple[Fraction, frozenset[int]]]:
    """From the table up: the height of each slice and the seats that reached its top."""
    for bottom, top in pairwise(sorted({Fraction(0), *contributions})):
        yield top - bottom, frozenset(seat for seat, chips in enumerate(contributions) if chips >= top)


def nearest_even(exact: Fraction) -> int:
    below = exact.numerator // exact.denominator
    return min(below, below + 1, key=lambda whole: (abs(exact - whole), whole % 2))


def charge(pots: list[SlowPot], due: Fraction, unit: Fraction) -> None:
    """Whole units first as each pot's share has them, then one after another from the pot furthest behind its share."""
    total = sum(pot.chips for pot in pots)
    if due == 0:
        return
    shares = [due * pot.chips / total for pot in pots]
    taken = [share // unit * unit for share in shares]
    while left := due - sum(taken):
        open_pots = [number for number, pot in enumerate(pots) if taken[number] < pot.chips]
        behind = max(open_pots, key=lambda number: shares[number] - taken[number])
        taken[behind] += min(unit, left, pots[behind].chips - taken[behind])
    for pot, take in zip(pots, taken, strict=True):
        pot.chips -= take


def settle_slowly(
    contributions: Sequence[Amount],
    strengths: Sequence[int],
    live: Collection[int],
    turns: Sequence[int],
    *,
    unit: Amount = 1,
    dead: Amount = 0,
    rake: Amount | Percentage = 0,
    flop: bool = True,
) -> SlowSettlement:
    """One hand. ``turns`` holds the seats in the order in which they take odd chips."""
    smallest = Fraction(unit)
    showing = frozenset(live) if len(live) == 1 else frozenset(seat for seat in live if strengths[seat] != 0)
    returned = [Fraction(0) for _ in contributions]
    pots = [SlowPot(Fraction(dead), showing)]
    for height, payers in slices([Fraction(chips) for chips in contributions]):
        winnable_by = payers & showing
        if len(payers) == 1 and payers <= frozenset(live):
            (bettor,) = payers
            returned[bettor] += height
        elif not winnable_by or winnable_by == pots[-1].seats:
            pots[-1].chips += height * len(payers)
        else:
            pots.append(SlowPot(height * len(payers), winnable_by))

    total = sum((pot.chips for pot in pots), Fraction(0))
    if not isinstance(rake, Percentage):
        due = Fraction(rake)
    elif rake.no_flop_no_drop and not flop:
        due = Fraction(0)
    else:
        rounded = nearest_even(total * rake.percent / 100 / smallest) * smallest
        due = min(rounded, total, total if rake.cap is None else Fraction(rake.cap))
    charge(pots, due, smallest)

    payouts = list(returned)
    for pot in pots:
        best = max(strengths[seat] for seat in pot.seats)
        winners = [seat for seat in turns if seat in pot.seats and strengths[seat] == best]
        units = pot.chips // smallest
        for place, seat in enumerate(winners):
            payouts[seat] += -((place - units) // len(winners)) * smallest
        payouts[winners[0]] += pot.chips - units * smallest
    return SlowSettlement(payouts, returned, due)
