"""One hand as a file tells it: checked, replayed at the table, and made of a hand that was played there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from math import inf
from typing import TYPE_CHECKING, Any

from holdem_core._texts import printable
from holdem_core.errors import ChipError, HistoryError, OtherGameError
from holdem_core.histories import records, replays
from holdem_core.pots.amounts import Chips, exact_chips
from holdem_core.table.rulebooks import ROBERTS

if TYPE_CHECKING:
    from holdem_core.histories.departures import Departure
    from holdem_core.table.hand import TableHand
    from holdem_core.table.rulebooks import Rulebook

_BETS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet"), "PT": ("min_bet",)}
WRITTEN = ("NT", "FT")
_NEEDED = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
_AMOUNT_TYPES = (int, Decimal)
_TOO_MUCH = 10**100
_LISTS: dict[str, tuple[tuple[type, ...], str]] = {
    "antes": (_AMOUNT_TYPES, "amounts"),
    "blinds_or_straddles": (_AMOUNT_TYPES, "amounts"),
    "starting_stacks": (_AMOUNT_TYPES, "amounts"),
    "actions": ((str,), "texts"),
    "finishing_stacks": (_AMOUNT_TYPES, "amounts"),
    "winnings": (_AMOUNT_TYPES, "amounts"),
    "seats": ((int,), "whole numbers"),
    "players": ((str,), "texts"),
}
_SEAT = re.compile(r"\bseat (\d+)")
_OPTIONAL = ("finishing_stacks", "winnings", "seats", "players")
_OWN = ("variant", "ante_trimming_status", *_LISTS)


@dataclass(frozen=True, slots=True)
class History:
    """One hand as a file tells it.

    Player 1 is the first left of the button, and the last player is the button. Amounts are int or ``Decimal``; each
    of the lists has an entry a player.

    Args:
        variant: ``"NT"`` or ``"FT"``, or ``"PT"`` for pot-limit, which the format cannot tell and other files do.
        antes, blinds_or_straddles: what the players post; where they are two, each posts what stands at the other's
            place. A blind below 0 is one that a player posts out of turn to come in.
        bets: the ``min_bet`` twice, or the ``small_bet`` and the ``big_bet``.
        starting_stacks: ``Decimal("inf")`` is a stack that nobody knows.
        actions: such as ``"d dh p1 AhKh"``, ``"p3 cbr 300"`` or ``"p1 sm AhKh"``, each perhaps with a comment.
        ante_trimming_status: whether a short ante can win no more than its like from each other ante. Otherwise, and
            where only one player posts any, antes are dead chips.
        finishing_stacks, seats, players: as in the file, if there.
        other: every other field.
        section: the header that the hand stands under, if any.
        winnings: what each player collected from the pots, after the rake, if the file tells that.

    The smallest chip is the greatest of 1, 0.1, 0.01, ... in which every amount is written, finishing stacks included:
    a pot that was split in halves of a chip is split so again. Of a hand with a ``currency`` it is 0.01 at most.

    Thread safety: a history never changes.

    Source: the PHH specification, phh.readthedocs.io.

    Example:
        >>> from holdem_core.histories.phh import read
        >>> history = read('''
        ... variant = "NT"
        ... antes = [0, 0, 0]
        ... blinds_or_straddles = [50, 100, 0]
        ... min_bet = 100
        ... starting_stacks = [1000, 1000, 1000]
        ... actions = ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 ????", "p3 f", "p1 cbr 300 # a steal", "p2 cc"]
        ... ''')
        >>> hand = history.replay()
        >>> hand.due, hand.stacks, hand.hole_cards
        ('flop', (700, 700, 1000), ('????', 'AhKh', ''))
    """

    variant: str
    antes: tuple[Chips, ...]
    blinds_or_straddles: tuple[Chips, ...]
    bets: tuple[Chips, Chips]
    starting_stacks: tuple[Chips, ...]
    actions: tuple[str, ...]
    ante_trimming_status: bool = False
    finishing_stacks: tuple[Chips, ...] | None = None
    seats: tuple[int, ...] | None = None
    players: tuple[str, ...] | None = None
    other: dict[str, Any] = field(default_factory=dict)
    section: str | None = field(default=None, compare=False)
    winnings: tuple[Chips, ...] | None = None

    __hash__ = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        _check_variant(self.variant)
        count = len(self.starting_stacks) if isinstance(self.starting_stacks, (list, tuple)) else 0
        for name, (kinds, words) in _LISTS.items():
            values = getattr(self, name)
            if values is None and name in _OPTIONAL:
                continue
            if not isinstance(values, (list, tuple)) or not set(map(type, values)).issubset(kinds):
                raise HistoryError(f"{name} is {values!r}, not a list of {words}")
            if len(values) != count and name != "actions":
                raise HistoryError(f"{name} has {len(values)} entries, and starting_stacks {count}")
            object.__setattr__(self, name, tuple(values))
        if not all(type(bet) in _AMOUNT_TYPES for bet in self.bets):
            names = _BETS[self.variant]
            told = " and ".join(f"{name} is {bet!r}" for name, bet in zip(names, self.bets, strict=False))
            raise HistoryError(f"{told}, not {'an amount' if len(names) == 1 else 'amounts'}")
        if not isinstance(self.ante_trimming_status, bool):
            raise HistoryError(f"ante_trimming_status is {self.ante_trimming_status!r}, neither true nor false")
        self._check_amounts()

    def _check_amounts(self) -> None:
        forced, stacks = (*self.antes, *self.blinds_or_straddles, *self.bets), self.starting_stacks
        try:
            for amount in (*forced, *stacks, *(self.finishing_stacks or ()), *(self.winnings or ())):
                if amount != inf or amount in forced:
                    exact_chips("an amount", amount)
                    if not -_TOO_MUCH < amount < _TOO_MUCH:
                        raise HistoryError("an amount has more than 100 digits")
        except (ChipError, ArithmeticError) as error:
            raise HistoryError(str(error)) from None
        if any(ante < 0 for ante in self.antes):
            raise HistoryError(f"antes are {', '.join(map(str, self.antes))}; none is below 0")
        for number, stack in enumerate(stacks, 1):
            if stack <= 0:
                raise HistoryError(f"the starting stack of p{number} is {stack}; it is above 0")

    @property
    def title(self) -> str:
        """What the hand is called in messages."""
        if self.section is not None:
            return printable(f"section {self.section}")
        return printable(f"hand {self.other['hand']}") if "hand" in self.other else "the hand"

    def error(self, error: Exception, action: int | None = None) -> HistoryError:
        """An error of this hand, at one of its actions, which are counted from 1."""
        place = "" if action is None else f", action {action + 1}, {self.actions[action]!r}"
        told = _SEAT.sub(lambda match: f"p{int(match[1]) + 1}", str(error))
        return HistoryError(f"{self.title}{place}: {told}")

    def replay(self, rulebook: Rulebook = ROBERTS, *, lenient: bool = False) -> TableHand:
        """Plays the hand to where the history stops.

        A seat's cards are those that it was dealt and those of them that it shows later; what nobody has seen, burns
        and the stub are unknown.

        Args:
            rulebook: what the hand is played under.
            lenient: let pass what rooms let pass, as ``departures`` tells it.

        Raises:
            HistoryError: names the hand and the action that cannot be, and says why.
        """
        return replays.play(self, rulebook, lenient=lenient).hand

    def settle(self, rulebook: Rulebook = ROBERTS, *, lenient: bool = False, rake: Any = None) -> TableHand:
        """Plays the hand, and at a showdown decides what the history leaves open.

        Known hands are shown. A seat whose cards nobody has seen has mucked, if another hand is known.

        Args:
            rulebook, lenient: as for ``replay``.
            rake: what the house takes, as for ``Game``; by default nothing.

        Raises:
            HistoryError: as ``replay``, or the cards do not tell who wins.
            ChipError: the rake is none.
        """
        return replays.settle(self, rulebook, lenient=lenient, rake=rake).hand

    def departures(self, rulebook: Rulebook = ROBERTS) -> tuple[Departure, ...]:
        """What the rules do not allow and the hand, played leniently, has all the same, in order.

        Raises:
            HistoryError: the hand cannot have been played so in any room.

        Example:
            >>> history = History("NT", (0, 0), (1, 2), (2, 2), (100, 40), (
            ...     "d dh p1 AhAd", "d dh p2 KhKd", "p2 cbr 40", "p1 cbr 100", "d db 2c7d9h", "d db Tc", "d db 3s",
            ... ))
            >>> for departure in history.departures():
            ...     print(departure)
            preflop, p1, 'p1 cbr 100': somebody can call more than the bet that is raised (TDA 2024, rules 15 and 65)
            >>> history.settle(lenient=True).stacks
            (140, 0)
        """
        return replays.play(self, rulebook, lenient=True).departures

    def finishing(self, hand: TableHand) -> tuple[Chips | None, ...]:
        """The stacks at the end of a replayed hand, ``None`` for those that nobody knows."""
        unknown = map(replays.is_unknown, self.starting_stacks)
        return tuple(None if is_unknown else stack for is_unknown, stack in zip(unknown, hand.stacks, strict=True))

    @classmethod
    def of(cls, hand: TableHand, **fields: Any) -> History:
        """The history of a hand as far as it was played.

        Args:
            hand: a hand of no-limit or fixed-limit hold'em without irregularities or action out of turn. A rake, and
                chips that are larger than 1 and than every amount, show in nothing but the finishing stacks. Which
                rulebook it was played by is not told: ``replay`` and ``settle`` take it.
            fields: further fields, such as ``players``.

        Raises:
            HistoryError: the hand is none that the format can tell: of another limit, with antes and other dead chips,
            or somebody declared that they play the board.

        Example:
            >>> from holdem_core.table import Game
            >>> hand = Game().start([500, 500], button=0, deck="AhQsKhQd", rng=1)
            >>> hand.fold()
            >>> History.of(hand).actions
            ('d dh p1 AhKh', 'd dh p2 QsQd', 'p2 f')
        """
        history = from_table({**records.values_of(hand), **fields})
        if not records.same(history.replay(hand.rulebook), hand):
            raise HistoryError("the hand went another way than a history can tell")
        return history

    def values(self) -> dict[str, Any]:
        """The fields as they are written."""
        bets = dict(zip(_BETS[self.variant], self.bets, strict=False))
        values = {
            "variant": self.variant,
            "ante_trimming_status": self.ante_trimming_status,
            "antes": self.antes,
            "blinds_or_straddles": self.blinds_or_straddles,
            **bets,
            "starting_stacks": self.starting_stacks,
            "actions": self.actions,
            "seats": self.seats,
            "players": self.players,
            "finishing_stacks": self.finishing_stacks,
            "winnings": self.winnings,
            **self.other,
        }
        return {key: value for key, value in values.items() if value is not None or key in self.other}


def _check_variant(variant: Any) -> str:
    if isinstance(variant, str) and variant in _BETS:
        return variant
    kind = OtherGameError if isinstance(variant, str) else HistoryError
    raise kind(f"variant is {variant!r}; the table plays {' and '.join(WRITTEN)}")


def from_table(fields: dict[str, Any], section: str | None = None) -> History:
    """A hand from the fields of a file.

    Raises:
        OtherGameError: the variant is none that the table plays.
        HistoryError: a field is missing, or is not what it should be.
    """
    if "variant" not in fields:
        raise HistoryError("variant is missing")
    names = _BETS[_check_variant(fields["variant"])]
    if "bring_in" in fields:
        raise HistoryError("bring_in is no field of hold'em")
    for name in (*_NEEDED, *names):
        if name not in fields:
            raise HistoryError(f"{name} is missing")
    bets = [fields[name] for name in names]
    own = {name: fields[name] for name in _OWN if name in fields}
    other = {name: value for name, value in fields.items() if name not in own and name not in names}
    return History(**own, bets=(bets[0], bets[-1]), other=other, section=section)
