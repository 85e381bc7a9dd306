"""Whether a history's own outcome is the replayed one, or that less a rake that its winners paid."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from holdem_core.pots.amounts import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from holdem_core.histories.history import History
    from holdem_core.pots.amounts import Chips
    from holdem_core.table.hand import TableHand


_MOST_RAKE = (100, 10)  # per cent, by the reading of an outcome


class Difference(NamedTuple):
    """An amount that is not what the file says: one of the ``finishing_stacks`` or of the ``winnings``."""

    field: str
    player: int
    expected: Chips
    got: Chips


class Comparison(NamedTuple):
    """A history beside its replayed hand.

    Attributes:
        differences: what is not as the history says.
        rake: what the winners are short of, 0 if nobody is.
        pot: the pots that it was taken from, 0 if there is no rake.
    """

    differences: tuple[Difference, ...] = ()
    rake: Chips = 0
    pot: Chips = 0


def compare(history: History, hand: TableHand) -> Comparison | None:
    """Compares a settled hand with the outcome that its history tells, if it tells any.

    An outcome that is short by a sum that only winners paid is raked, if the sum can have been taken from the pots
    before they were divided: nobody paid more than they won, and who won the same pots paid the same, to one smallest
    chip a pot. A hand that was settled with a rake is compared with just that.

    Winnings are what was collected from the pots. Some rooms count among them uncalled chips that came back; that is
    read too, if the rake then is a tenth of the pots at most. If a history tells both outcomes, both tell the same
    rake. Stacks that nobody knows are left out.

    Example:
        >>> from holdem_core.histories.phh import History
        >>> history = History("NT", (0, 0), (1, 2), (2, 2), (100, 100), (
        ...     "d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2c7d9h", "p1 cbr 2", "p2 f",
        ... ), finishing_stacks=(101, 98))
        >>> compare(history, history.settle())
        Comparison(differences=(), rake=1, pot=4)
    """
    finishing, winnings = history.finishing_stacks, history.winnings
    if winnings is None and (finishing is None or finishing == hand.stacks):
        return None if finishing is None else Comparison()
    scale = _scale(history, hand)
    differences, rake = list[Difference](), dict[int, int]()
    for field, expected, readings in _outcomes(history, hand, scale):
        shorts = [_short(scale, expected, reading) for reading in readings]
        agreed = [
            short
            for short, most in zip(shorts, _MOST_RAKE, strict=False)
            if rake.items() <= short.items() and _is_rake(scale, hand, short, most)
        ]
        if agreed:
            rake = agreed[0]
            continue
        for seat, short in shorts[0].items():
            if missing := short - rake.get(seat, 0):
                got = scale.chips(scale.whole(expected[seat]) + missing)
                differences.append(Difference(field, seat + 1, expected[seat], got))
    if differences or not any(rake.values()):
        return Comparison(tuple(differences))
    pot = sum(scale.whole(award.amount) for award in hand.result.settlement.awards)
    return Comparison((), scale.chips(sum(rake.values())), scale.chips(pot))


def _scale(history: History, hand: TableHand) -> Scale:
    stacks = zip(history.finishing_stacks or (), history.finishing(hand), strict=False)
    known = [expected for expected, got in stacks if got is not None]
    return Scale([*hand.stacks, *known, *(history.winnings or ())])


def _outcomes(
    history: History, hand: TableHand, scale: Scale
) -> Iterator[tuple[str, Sequence[Chips], list[dict[int, int]]]]:
    """Each outcome that a history tells, and what the hand has for each seat that is known, in one reading or two."""
    if history.finishing_stacks is not None:
        known = enumerate(history.finishing(hand))
        stacks = {seat: scale.whole(stack) for seat, stack in known if stack is not None}
        yield "finishing_stacks", history.finishing_stacks, [stacks]
    if history.winnings is None:
        return
    collected = dict.fromkeys(range(len(hand.stacks)), 0)
    if not hand.over:
        yield "winnings", history.winnings, [collected]
        return
    settlement = hand.result.settlement
    for award in settlement.awards:
        for seat, share in zip(award.winners, award.shares, strict=True):
            collected[seat] += scale.whole(share)
    payouts = {seat: scale.whole(chips) for seat, chips in enumerate(settlement.payouts)}
    yield "winnings", history.winnings, [collected, payouts]


def _short(scale: Scale, expected: Sequence[Chips], got: dict[int, int]) -> dict[int, int]:
    return {seat: chips - scale.whole(expected[seat]) for seat, chips in got.items()}


def _is_rake(scale: Scale, hand: TableHand, short: dict[int, int], most: int) -> bool:
    """Whether what seats are short of can be a rake of so many per cent at most, or is nothing."""
    if not any(short.values()):
        return True
    if not hand.over or hand.game.rake is not None:
        return False
    won, pots = dict.fromkeys(short, 0), {seat: set[int]() for seat in short}
    for number, award in enumerate(hand.result.settlement.awards):
        for seat, share in zip(award.winners, award.shares, strict=True):
            if seat in short:
                won[seat] += scale.whole(share)
                pots[seat].add(number)
    if not all(0 <= short[seat] <= won[seat] for seat in short) or 100 * sum(short.values()) > most * sum(won.values()):
        return False
    unit = scale.whole(hand.betting.terms.scale.chips(hand.betting.terms.unit))
    for one, other in permutations([seat for seat in short if pots[seat]], 2):
        if pots[one] <= pots[other]:  # the other won these pots too, and paid as much for them
            slack = unit * len(pots[other])
            if not -slack <= short[other] - short[one] <= won[other] - won[one] + slack:
                return False
    return True
