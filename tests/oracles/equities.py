"""Equity by going through every tuple of hands and every board, weighed in fractions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from oracles.evaluation import category, score

Hand = tuple[int, int]
Weights = Mapping[Hand, Fraction]


class Counted(NamedTuple):
    """Weights of deals: by winners as a mask, by player and category, and by player and hand, dealt and won."""

    winners: dict[int, Fraction]
    categories: dict[tuple[int, int], Fraction]
    held: dict[tuple[int, Hand], Fraction]
    shares: dict[tuple[int, Hand], Fraction]


def tuples(ranges: Sequence[Weights]) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
    """Each tuple of hands of which no two share a card, and its weight."""
    for hands in product(*ranges):
        if len(set().union(*hands)) == 2 * len(hands):
            weight = Fraction(1)
            for held, hand in zip(ranges, hands, strict=True):
                weight *= held[hand]
            yield hands, weight


def count(ranges: Sequence[Weights], board: Sequence[int] = (), dead: Sequence[int] = ()) -> Counted:
    """Every deal."""
    counted = Counted(*(defaultdict(Fraction) for _ in range(4)))
    for hands, weight in tuples(ranges):
        gone = {*board, *dead}
        if gone.intersection(*[set().union(*hands)]):
            continue
        left = [card for card in range(52) if card not in gone.union(*hands)]
        boards = np.array([[*board, *more] for more in combinations(left, 5 - len(board))], dtype=np.uint8)
        rows = [np.column_stack([np.tile(np.array(hand, dtype=np.uint8), (len(boards), 1)), boards]) for hand in hands]
        scores = np.stack([score(row) for row in rows])
        winning = scores == scores.max(axis=0)
        masks = (winning << np.arange(len(hands))[:, None]).sum(axis=0)
        for mask, times in zip(*np.unique(masks, return_counts=True), strict=True):
            counted.winners[int(mask)] += weight * int(times)
        for player, hand in enumerate(hands):
            counted.held[player, hand] += weight * len(boards)
            for sharing in range(1, len(hands) + 1):
                times = int((winning[player] & (winning.sum(axis=0) == sharing)).sum())
                counted.shares[player, hand] += weight * times / sharing
            for kind, times in zip(*np.unique(category(rows[player]), return_counts=True), strict=True):
                counted.categories[player, int(kind)] += weight * int(times)
    return counted
