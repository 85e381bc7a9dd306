"""Two hole cards as one number, and the 169 starting hands that suits do not tell apart.

A combo is a pair of hole cards: index ``hi * (hi - 1) // 2 + lo`` for card ids ``hi > lo``, 0 to 1325. A class is a
cell of the grid that players know, ``13 * row + column`` with the ace first: pairs on the diagonal, suited hands above
it, offsuit hands below.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from holdem_core.cards import CARD_NAMES, DECK_SIZE, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

COMBOS = 1326
GRID = 13
CLASSES = GRID * GRID

_HIGH, _LOW = np.tril_indices(DECK_SIZE, -1)
_ROWS, _COLUMNS = 12 - (_HIGH >> 2), 12 - (_LOW >> 2)
_SUITED = (_HIGH & 3) == (_LOW & 3)

COMBO_CARDS: NDArray[np.uint8] = np.stack([_HIGH, _LOW], axis=1).astype(np.uint8)
CLASS_OF_COMBO: NDArray[np.uint8] = np.where(_SUITED, GRID * _ROWS + _COLUMNS, GRID * _COLUMNS + _ROWS).astype(np.uint8)
CLASS_SIZES: NDArray[np.int64] = np.bincount(CLASS_OF_COMBO, minlength=CLASSES).astype(np.int64)
COMBO_MASKS: NDArray[np.uint64] = (np.uint64(1) << COMBO_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
for _shared in (COMBO_CARDS, CLASS_OF_COMBO, CLASS_SIZES, COMBO_MASKS):
    _shared.flags.writeable = False


def card_mask(cards: Iterable[int]) -> int:
    """Card ids as bits, as ``COMBO_MASKS`` has them.

    Example:
        >>> card_mask([0, 3])
        9
    """
    return sum(1 << card for card in set(cards))


def combo_index(first: int, second: int) -> int:
    """The combo of two different card ids, in either order.

    Example:
        >>> combo_index(51, 50), combo_index(0, 1)
        (1325, 0)
    """
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


def class_index(high: int, low: int, suited: bool) -> int:
    """The class of two ranks, 0 (deuce) to 12 (ace), the higher first; a pair's is the same either way.

    Example:
        >>> class_index(12, 11, True), class_index(12, 11, False)
        (1, 13)
    """
    row, column = 12 - high, 12 - low
    return GRID * row + column if suited else GRID * column + row


def class_name(cell: int) -> str:
    """What players call a class.

    Example:
        >>> class_name(0), class_name(1), class_name(13)
        ('AA', 'AKs', 'AKo')
    """
    row, column = divmod(cell, GRID)
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("s" if row < column else "o" if row > column else "")


@cache
def combo_names() -> tuple[str, ...]:
    """The text of each combo, the higher card first.

    Example:
        >>> combo_names()[0], combo_names()[1325]
        ('2d2c', 'AsAh')
    """
    return tuple(CARD_NAMES[high] + CARD_NAMES[low] for high, low in COMBO_CARDS.tolist())


@cache
def _class_order() -> NDArray[np.uint8]:
    """uint8[169], read-only: the classes by exact heads-up equity against a random hand, best first."""
    with np.load(Path(__file__).parents[1] / "data" / "preflop.npz") as arrays:
        order: NDArray[np.uint8] = arrays["class_order"]
    order.flags.writeable = False
    return order


def top_classes(share: float) -> NDArray[np.uint8]:
    """The best classes whose combos together stay within a share (0 to 1) of all combos, best first."""
    order = _class_order()
    return order[: np.searchsorted(np.cumsum(CLASS_SIZES[order]), COMBOS * share, side="right")]
