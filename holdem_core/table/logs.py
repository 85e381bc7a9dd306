"""What happens in a hand, entry by entry: posts, acts, the dealer's doings and every move of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from holdem_core._texts import printable
from holdem_core.cards import CARD_NAMES, NO_CARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from holdem_core.pots.amounts import Chips

TEXTS = {NO_CARD: "??", **dict(enumerate(CARD_NAMES))}


def text(cards: Iterable[int]) -> str:
    """Cards as text, ``??`` for those that nobody knows."""
    return "".join([TEXTS[card] for card in cards])


class Post(NamedTuple):
    """Chips that a seat puts in before the cards: ``kind`` is "ante", "blind", "straddle" or "dead"."""

    seat: int
    kind: str
    amount: Chips

    def __str__(self) -> str:
        return f"seat {self.seat} posts {self.kind} {self.amount:,}"


class Act(NamedTuple):
    """What a player does; ``amount`` is what their bet on the street becomes, where they raise."""

    seat: int
    verb: str
    amount: Chips | None = None

    def __str__(self) -> str:
        does, *what = self.verb.split("_")
        return " ".join([f"seat {self.seat} {does}s", *what, *([] if self.amount is None else [f"{self.amount:,}"])])


class Dealer(NamedTuple):
    """What the dealer does, or is told to put right: a method of the hand and its arguments."""

    method: str
    arguments: dict[str, Any]

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.arguments.items())
        return printable(f"dealer: {self.method.replace('_', ' ')}" + (f" ({told})" if told else ""))


class Move(NamedTuple):
    """Cards that went from one pile to another; from the stub to the stub, they were shuffled, cut or buried."""

    cards: str
    source: str
    target: str

    def __str__(self) -> str:
        if self.source == self.target:
            return f"{self.source} shuffled, cut or buried"
        return f"{self.cards} from {self.source} to {self.target}"


Entry: TypeAlias = Post | Act | Dealer | Move


class Log(NamedTuple):
    """A hand from its start to where it stands; ``Game.replay`` plays it again.

    Attributes:
        start: the arguments that the hand was started with, every random choice made.
        entries: what happened since, in order.
    """

    start: dict[str, Any]
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.entries))
