"""What the house takes of a hand, and of which pots it takes it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_core._texts import told
from holdem_core.errors import ChipError
from holdem_core.pots.amounts import Chips, Scale, exact_chips, is_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


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


def read_rake(rake: Any, flop: Any) -> Chips | Rake | None:
    """A rake, checked: none, an amount, or the terms on which it is taken."""
    if not isinstance(flop, (bool, np.bool_)):
        raise ChipError(f"flop is {told(flop)}; it is True or False")
    return rake if rake is None or isinstance(rake, Rake) else exact_chips("rake", rake)


def rake_amounts(rake: Any) -> list[tuple[str, Chips]]:
    """What of a rake is a number of chips, and what it is called."""
    amount, name = (rake.cap, "cap") if isinstance(rake, Rake) else (rake, "rake")
    return [] if amount is None else [(name, amount)]


def rake_takes(due: int, unit: int, pots: Sequence[int]) -> list[int]:
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


def rake_due(rake: Any, scale: Scale, total: int, unit: int, flop: bool) -> int:
    """What the house takes of a hand with so much in its pots."""
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
