"""What a hand is called: its category, its best five cards, its kickers and the words for them."""

from __future__ import annotations

from enum import IntEnum
from functools import total_ordering
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from holdem_core import _arrays
from holdem_core._arrays import Operand
from holdem_core.cards import NO_CARD, CardIds, Cards, card_bytes, format_cards
from holdem_core.errors import CardError
from holdem_core.evaluation import (
    FEWEST_CARDS,
    STRONGEST,
    check_shapes,
    check_width,
    look_up,
    raise_first_fault,
    read_rows,
)
from holdem_core.kernels.evaluate import arrays as kernel
from holdem_core.kernels.evaluate.hand import evaluate_hand

if TYPE_CHECKING:
    from holdem_core._arrays import Column, IntegerArray, Lazy
    from holdem_core.evaluation import Hands, OneHand


class Category(IntEnum):
    """The nine categories of hands, weakest first. A royal flush is a straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_CATEGORY_OF = np.searchsorted(kernel.BEST_OF_CATEGORY, np.arange(STRONGEST + 1)).astype(np.uint8)
_CATEGORY_OF[0] = NO_CARD
_KICKERS = (4, 3, 1, 2, 0, 0, 0, 1, 0)  # how many of the best five are kickers, in each category

_RANK_WORDS = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def rank_word(card: int) -> str:
    """A card's rank in words, from deuce to ace."""
    return _RANK_WORDS[card >> 2]


@overload
def category(strength: int | np.integer[Any]) -> Category: ...
@overload
def category(strength: IntegerArray | list[int] | tuple[int, ...] | Column) -> CardIds: ...
def category(strength: Any) -> Any:
    """The category of a strength.

    Args:
        strength: an int, or an integer array of any shape.

    Returns:
        A ``Category``, or uint8 of the array's shape with 255 where the strength is 0 (no hand).

    Raises:
        CardError: a number that is no strength; 0 too, when it comes alone.

    Example:
        >>> category(7462)
        <Category.STRAIGHT_FLUSH: 8>
        >>> import numpy as np
        >>> category(np.array([0, 1, 7462]))
        array([255,   0,   8], dtype=uint8)
    """
    found = look_up(_CATEGORY_OF, strength, 0)
    return Category(found) if isinstance(found, int) else found


def best_five(cards: OneHand | Hands | Column | Lazy, board: OneHand | Hands | Column | Lazy | None = None) -> CardIds:
    """The five cards that make the hand, as a person would lay them down.

    What counts most comes first (the four of a kind, the three of a full house, the pair), then the kickers
    from the top; a wheel is 5 4 3 2 A. Where cards of one rank would serve equally, those on the board are
    taken, and else those that come later.

    Args:
        cards: one hand or arrays of ids (..., k), as for ``evaluate``.
        board: community cards, if they come apart; leading dimensions broadcast.

    Returns:
        uint8[..., 5].

    Raises:
        CardError: names the first bad hand and how many there are.

    Example:
        >>> format_cards(best_five("Ad2d3d4d5d6cKs"))
        '5d4d3d2dAd'
    """
    rows = np.asarray(read_rows(cards, "cards"))
    boards = np.zeros(0, dtype=np.uint8) if board is None else np.asarray(read_rows(board, "boards"))
    check_width(sum(part.shape[-1] if part.ndim else 0 for part in (rows, boards)))
    check_shapes(rows, boards)
    try:
        return _arrays.call(kernel.best_fives, [Operand(rows, 1), Operand(boards, 1)], [(np.uint8, (FEWEST_CARDS,))])  # type: ignore[no-any-return]
    except CardError:
        raise_first_fault((rows, boards))
        raise


def describe(cards: Cards, board: Cards = "") -> str:
    """The hand in words.

    Args:
        cards: 5 to 7 cards, or the hole cards.
        board: the community cards.

    Raises:
        CardError: cards that make no hand.

    Example:
        >>> describe("AhAd", "KsQc7d5h2c")
        'pair of aces, kickers king, queen, seven'
    """
    return str(Hand(cards, board))


@total_ordering
class Hand:
    """A hand of 5 to 7 cards. Hands compare by strength: equal hands tie, whatever their cards.

    Args:
        cards: all the cards, or the hole cards.
        board: the community cards.

    Raises:
        CardError: cards that make no hand.

    Thread safety: a hand never changes.

    Example:
        >>> hand = Hand("AhKd", "AsKc7d5h2c")
        >>> str(hand)
        'two pair, aces and kings, kicker seven'
        >>> hand > Hand("QhQd", "AsKc7d5h2c")
        True
        >>> format_cards(hand.best_five), format_cards(hand.kickers), hand.plays_board
        ('AsAhKcKd7d', '7d', False)
    """

    __slots__ = ("_best", "board", "cards", "strength")

    cards: CardIds
    board: CardIds
    strength: int
    _best: bytes

    def __init__(self, cards: Cards, board: Cards = "") -> None:
        if hasattr(self, "strength"):
            raise AttributeError("a hand never changes; make another")
        hole, community = card_bytes(cards), card_bytes(board)
        both = hole + community
        shared = set(hole) & set(community)
        if shared:
            raise CardError(f"{format_cards(sorted(shared))} is in the hand and on the board")
        set_ = object.__setattr__
        set_(self, "strength", evaluate_hand(both))
        set_(self, "cards", np.frombuffer(hole, dtype=np.uint8))
        set_(self, "board", np.frombuffer(community, dtype=np.uint8))
        set_(self, "_best", kernel.best_fives(self.cards, self.board).tobytes())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a hand never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a hand never changes; {name} cannot be deleted")

    @property
    def category(self) -> Category:
        """The category, from high card to straight flush."""
        return Category(_CATEGORY_OF[self.strength])

    @property
    def best_five(self) -> CardIds:
        """uint8[5], read-only: the five cards that count, in the order of ``best_five``."""
        return np.frombuffer(self._best, dtype=np.uint8)

    @property
    def kickers(self) -> CardIds:
        """uint8[0 to 4], read-only: those of the best five that only break ties."""
        return self.best_five[5 - _KICKERS[self.category] :]

    @property
    def plays_board(self) -> bool:
        """Whether the five board cards are already the best hand."""
        return len(self.board) == FEWEST_CARDS and evaluate_hand(self.board.tobytes()) == self.strength

    def __str__(self) -> str:
        words = [rank_word(card) for card in self._best]
        plurals = ["sixes" if word == "six" else f"{word}s" for word in words]
        match self.category:
            case Category.HIGH_CARD:
                return f"{words[0]} high, kickers {', '.join(words[1:])}"
            case Category.PAIR:
                return f"pair of {plurals[0]}, kickers {', '.join(words[2:])}"
            case Category.TWO_PAIR:
                return f"two pair, {plurals[0]} and {plurals[2]}, kicker {words[4]}"
            case Category.THREE_OF_A_KIND:
                return f"three of a kind, {plurals[0]}, kickers {', '.join(words[3:])}"
            case Category.STRAIGHT:
                return f"straight, {words[0]} high"
            case Category.FLUSH:
                return f"flush, {', '.join(words)}"
            case Category.FULL_HOUSE:
                return f"full house, {plurals[0]} full of {plurals[3]}"
            case Category.FOUR_OF_A_KIND:
                return f"four of a kind, {plurals[0]}, kicker {words[4]}"
            case _:
                return "royal flush" if self.strength == STRONGEST else f"straight flush, {words[0]} high"

    def __repr__(self) -> str:
        board = f", {format_cards(self.board)!r}" if len(self.board) else ""
        return f"Hand({format_cards(self.cards)!r}{board})"

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.strength < other.strength if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __reduce__(self) -> tuple[type[Hand], tuple[str, str]]:
        return Hand, (format_cards(self.cards), format_cards(self.board))
