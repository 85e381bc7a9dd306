"""What open cards are worth, among themselves and against a whole hand, in five-card stud."""

from __future__ import annotations

from collections import Counter

from holdem_core.cards import Cards, card_bytes
from holdem_core.errors import CardError
from holdem_core.hands import Category, Hand

OPEN_CARDS = 4

_OPEN_CATEGORIES = {
    (): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3,): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}


def open_strength(cards: Cards) -> tuple[int, ...]:
    """The strength of one to four open cards: their category, then their ranks, those that there are most of first.

    Strengths of as many cards compare as the hands do. There are no straights and no flushes of fewer than five cards.

    Raises:
        CardError: not one to four different cards.

    Source: A000-20.

    Example:
        >>> open_strength("7hAd7c")
        (<Category.PAIR: 1>, 5, 12)
        >>> open_strength("7hAd7c") > open_strength("AsKsQs")
        True
        >>> open_strength("7hAd7c") == open_strength("7dAs7s")
        True
    """
    ids = card_bytes(cards)
    if not 1 <= len(ids) <= OPEN_CARDS:
        raise CardError(f"{len(ids)} open cards; there are 1 to {OPEN_CARDS}")
    counts = Counter(card >> 2 for card in ids)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return _OPEN_CATEGORIES[tuple(counts[rank] for rank in ranks if counts[rank] > 1)], *ranks


def beats_open(cards: Cards, open_cards: Cards) -> bool:
    """Whether five cards are better than a player's four open ones; where these are equal, the fifth card decides.

    Source: A000-08.

    Example:
        >>> beats_open("AhAdKc7s2d", "AsAcKh7h"), beats_open("AhAdKc6s2d", "AsAcKh7h")
        (True, False)
    """
    hand = Hand(cards)
    ranks = dict.fromkeys(int(card) >> 2 for card in hand.best_five)
    return (hand.category, *ranks) > open_strength(open_cards)
