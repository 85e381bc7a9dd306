"""Hands scored straight from the definition of poker hands, and every hand of the deck to score.

A score packs the category, the ranks that make it and the ranks that break ties, each rank as a bit, so that scores
compare as hands do. A hand is worth the best of what its ranks make and what each of its suits makes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

Cards = NDArray[np.uint8]
Bits = NDArray[np.int32]

_RANK_SETS = range(1 << 13)


def _highest_ranks(ranks: int, count: int) -> int:
    """The highest so many of a set of ranks; all of it if it has fewer."""
    kept = 0
    for rank in range(12, -1, -1):
        if ranks >> rank & 1 and kept.bit_count() < count:
            kept |= 1 << rank
    return kept


def _straight_top(ranks: int) -> int:
    """The top rank of the best straight in a set of ranks; nothing if there is none."""
    for top in range(12, 3, -1):
        if all(ranks >> rank & 1 for rank in range(top - 4, top + 1)):
            return 1 << top
    wheel = (12, 0, 1, 2, 3)
    return 1 << 3 if all(ranks >> rank & 1 for rank in wheel) else 0


_HIGHEST = [np.array([_highest_ranks(ranks, count) for ranks in _RANK_SETS], dtype=np.int32) for count in range(6)]
_STRAIGHTS = np.array([_straight_top(ranks) for ranks in _RANK_SETS], dtype=np.int32)
_SIZES = np.array([ranks.bit_count() for ranks in _RANK_SETS])


def _score(category: int, made: Bits | int, tie_break: Bits | int) -> Bits:
    return np.asarray(category << 26 | made << 13 | tie_break, dtype=np.int32)


def _ranks_by_suit(cards: Cards) -> list[Bits]:
    """For each suit the set of ranks held in it."""
    suits = [np.zeros(len(cards), dtype=np.int32) for _ in range(4)]
    for column in cards.T:
        rank = np.int32(1) << (column >> 2)
        for suit, held in enumerate(suits):
            held |= np.where(column & 3 == suit, rank, 0)
    return suits


def _score_ranks(suits: list[Bits]) -> Bits:
    """What the ranks of the hands make, whatever their suits."""
    c, d, h, s = suits
    once = c | d | h | s
    twice = c & d | c & h | c & s | d & h | d & s | h & s
    thrice = c & d & h | c & d & s | c & h & s | d & h & s
    quads = c & d & h & s

    trips, pair, two_pair = _HIGHEST[1][thrice], _HIGHEST[1][twice], _HIGHEST[2][twice]
    full_of, straight = _HIGHEST[1][twice & ~trips], _STRAIGHTS[once]
    return np.select(
        [
            quads > 0,
            (trips > 0) & (full_of > 0),
            straight > 0,
            trips > 0,
            _SIZES[twice] > 1,
            pair > 0,
        ],
        [
            _score(QUADS, quads, _HIGHEST[1][once & ~quads]),
            _score(FULL_HOUSE, trips, full_of),
            _score(STRAIGHT, straight, 0),
            _score(TRIPS, trips, _HIGHEST[2][once & ~trips]),
            _score(TWO_PAIR, two_pair, _HIGHEST[1][once & ~two_pair]),
            _score(PAIR, pair, _HIGHEST[3][once & ~pair]),
        ],
        _score(HIGH_CARD, 0, _HIGHEST[5][once]),
    )


def _score_suit(ranks: Bits) -> Bits:
    """What the cards of one suit make: a straight flush, a flush or nothing."""
    straight = _STRAIGHTS[ranks]
    return np.select(
        [straight > 0, _SIZES[ranks] >= 5],
        [_score(STRAIGHT_FLUSH, straight, 0), _score(FLUSH, 0, _HIGHEST[5][ranks])],
        np.int32(0),
    )


def score(cards: Cards) -> Bits:
    """The score of each hand of uint8[n, 5 to 7]: greater wins, equal ties."""
    suits = _ranks_by_suit(cards)
    best = _score_ranks(suits)
    for ranks in suits:
        best = np.maximum(best, _score_suit(ranks))
    return best


def category(cards: Cards) -> NDArray[np.int32]:
    """The category of each hand, 0 for a high card to 8 for a straight flush."""
    return score(cards) >> 26


@cache
def _classes() -> Bits:
    """The scores that five cards can have, weakest first."""
    return np.unique(score(card_sets(5)))


def _strengths_of(scores: Bits) -> NDArray[np.uint16]:
    return (np.searchsorted(_classes(), scores) + 1).astype(np.uint16)


def strengths(cards: Cards) -> NDArray[np.uint16]:
    """The place of each hand among the classes of five-card hands, from 1."""
    return _strengths_of(score(cards))


@cache
def card_sets(count: int) -> Cards:
    """Every set of so many cards, uint8[n, count], by its lowest card from the ace of spades down.

    Those whose lowest card is above c are the first comb(51 - c, count) rows.
    """
    if count == 0:
        return np.empty((1, 0), dtype=np.uint8)
    higher = card_sets(count - 1)
    sets = np.empty((comb(52, count), count), dtype=np.uint8)
    start = 0
    for lowest in range(51, -1, -1):
        stop = start + comb(51 - lowest, count - 1)
        sets[start:stop, 0] = lowest
        sets[start:stop, 1:] = higher[: stop - start]
        start = stop
    sets.flags.writeable = False
    return sets


def every_hand(count: int) -> Iterator[Cards]:
    """Every hand of 5 to 7 cards in packed arrays uint8[n, count]; each is overwritten by the next."""
    hands = np.empty((comb(52, 5), count), dtype=np.uint8)
    hands[:, count - 5 :] = card_sets(5)
    for lowest in combinations(range(52 - 5), count - 5):
        these = hands[: comb(51 - max(lowest, default=-1), 5)]
        these[:, : count - 5] = lowest
        yield these


def every_hand_and_strength(count: int) -> Iterator[tuple[Cards, NDArray[np.uint16]]]:
    """``every_hand`` with its strengths: flushes are scored one by one, the others once for each choice of ranks."""
    fives = card_sets(5)
    patterns, pattern_of = np.unique((fives >> 2) @ 13 ** np.arange(5), return_inverse=True)
    five_ranks = patterns[:, None] // 13 ** np.arange(5) % 13
    suit_counts = np.stack([np.count_nonzero(fives & 3 == suit, axis=1) for suit in range(4)]).astype(np.uint8)

    @cache
    def strengths_by_pattern(ranks: tuple[int, ...]) -> NDArray[np.uint16]:
        """The strengths of hands that hold these ranks beside each pattern, were there no flushes."""
        suits = [np.zeros(len(patterns), dtype=np.int32) for _ in range(4)]
        for column in (*five_ranks.T, *ranks):
            added = np.int32(1) << np.broadcast_to(column, len(patterns)).astype(np.int32)
            for held in suits:  # a rank that a suit holds already goes to the next suit
                twice = held & added
                held |= added
                added = twice
        return _strengths_of(_score_ranks(suits))

    @cache
    def flushes_by_five(suits: tuple[int, ...]) -> NDArray[np.intp]:
        """The five-card sets with which cards of these suits hold five of one."""
        return np.flatnonzero(np.any([suit_counts[suit] + suits.count(suit) >= 5 for suit in range(4)], axis=0))

    for lowest, hands in zip(combinations(range(52 - 5), count - 5), every_hand(count), strict=True):
        expected = strengths_by_pattern(tuple(card >> 2 for card in lowest))[pattern_of[: len(hands)]]
        flushes = flushes_by_five(tuple(sorted(card & 3 for card in lowest)))
        flushes = flushes[: np.searchsorted(flushes, len(hands))]
        expected[flushes] = strengths(hands[flushes])
        yield hands, expected
