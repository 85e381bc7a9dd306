"""Every heads-up match-up before the flop, exact, out of the table that ships with the package.

For each ordered pair of combos that share no card the table knows on how many of the 1,712,304 boards the first
beats the second. Relabelling the suits leaves that number alone, so only the first combo of each of the 169
classes needs a row, and in it one entry for the combos that its own symmetries exchange:
103,935 numbers. ``tools/make_preflop.py`` makes it.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from holdem_core.cards import DECK_SIZE
from holdem_core.ranges.combos import CLASS_OF_COMBO, CLASSES, COMBO_CARDS, COMBO_MASKS, COMBOS

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARDS = 1_712_304
FILE = Path(__file__).parents[1] / "data" / "preflop.npz"

_HIGHS_AND_LOWS = COMBO_CARDS.T.astype(np.intp)

SUIT_ORDERS: NDArray[np.uint8] = np.array(list(itertools.permutations(range(4))), dtype=np.uint8)
"""uint8[24, 4], read-only: what each relabelling makes of the four suits."""
SUIT_ORDERS.flags.writeable = False


@cache
def relabellings() -> NDArray[np.int64]:
    """(24, 1326): where each of ``SUIT_ORDERS`` takes each combo."""
    ranks, suits = COMBO_CARDS >> 2, COMBO_CARDS & 3
    moved = (4 * ranks + SUIT_ORDERS[:, suits]).astype(np.int64)
    high, low = moved.max(axis=2), moved.min(axis=2)
    combos: NDArray[np.int64] = high * (high - 1) // 2 + low
    return combos


@cache
def layout() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
    """How the table is laid out.

    Returns:
        The first combo of each class (169), the relabelling that takes each combo to it (1326), where
        in the table the entry of each class against each combo stands (169, 1326), and how many entries there are.
    """
    moved_by = relabellings()
    first = np.array([np.flatnonzero(cell == CLASS_OF_COMBO)[0] for cell in range(CLASSES)])
    to_first = (moved_by == first[CLASS_OF_COMBO]).argmax(axis=0)
    places = np.empty((CLASSES, COMBOS), dtype=np.int64)
    entries = 0
    for cell in range(CLASSES):
        symmetries = moved_by[moved_by[:, first[cell]] == first[cell]]
        _, places[cell] = np.unique(symmetries.min(axis=0), return_inverse=True)
        places[cell] += entries
        entries = int(places[cell].max()) + 1
    return first, to_first, places, entries


@cache
def wins() -> NDArray[np.float64]:
    """(1326, 1326): on how many boards the first combo beats the second; 0 where they share a card. Read-only.

    Whole numbers, as floats so that sums over a range are products of matrices.
    """
    with np.load(FILE) as arrays:
        return spread(arrays["wins"])


def spread(table: NDArray[np.uint32]) -> NDArray[np.float64]:
    """The table's entries as a matrix of all combos, read-only."""
    _, to_first, places, _ = layout()
    matrix = np.empty((COMBOS, COMBOS))
    for relabelling, moved in enumerate(relabellings()):
        here = np.flatnonzero(to_first == relabelling)
        matrix[here] = table[places[CLASS_OF_COMBO[here][:, None], moved]]
    matrix.flags.writeable = False
    return matrix


def pairs_met(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each combo, the weight of those (1326) that share no card with it."""
    by_card = np.bincount(_HIGHS_AND_LOWS.ravel(), np.tile(weights, 2), DECK_SIZE)
    with_high, with_low = by_card[_HIGHS_AND_LOWS]
    met: NDArray[np.float64] = weights.sum() - (with_high + with_low) + weights
    return met


@cache
def disjoint() -> NDArray[np.bool_]:
    """(1326, 1326), read-only: the pairs of combos that share no card."""
    pairs: NDArray[np.bool_] = (COMBO_MASKS[:, None] & COMBO_MASKS) == 0
    pairs.flags.writeable = False
    return pairs


def preflop_equities(*, by_combo: bool = False) -> NDArray[np.float64]:
    """Heads-up equities before the flop, exact but for the last division.

    Args:
        by_combo: a row and a column for each of the 1326 combos instead of the 169 classes.

    Returns:
        float64[169, 169]: the equity of the row's class against the column's, over all pairs of their combos that
        share no card; class ``13 * row + column`` of the grid that players know, ace first, pairs on the diagonal,
        suited hands above it. Or float64[1326, 1326] by combo, ordered as ``Range.weights``, NaN where two collide.

    Source: an enumeration of all 1,712,304 boards of each match-up.

    Example:
        >>> equities = preflop_equities()  # aces are class 0, kings class 14
        >>> round(float(equities[0, 14]), 6)
        0.819461
    """
    beats, pairs = wins(), disjoint()
    doubled = np.where(pairs, BOARDS + beats - beats.T, 0)  # twice the boards, ties as a half
    if by_combo:
        return np.where(pairs, doubled / (2 * BOARDS), np.nan)
    member = (np.arange(CLASSES)[:, None] == CLASS_OF_COMBO).astype(np.float64)
    won = member @ doubled @ member.T  # whole numbers below 2**53
    played: NDArray[np.float64] = won / (2 * BOARDS * (member @ pairs @ member.T))
    return played
