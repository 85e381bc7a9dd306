"""Hands to try things on."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holdem_core import deal

INTEGERS = [order + code for code in np.typecodes["AllInteger"] for order in "<>"]


def unsuited(ranks: Iterable[str]) -> str:
    """Cards of these ranks and no flush; like ranks stand side by side."""
    return "".join(rank + "cdhs"[position % 4] for position, rank in enumerate(ranks))


def suited(ranks: Iterable[str], suit: str = "h") -> str:
    return "".join(rank + suit for rank in ranks)


def random_hands(n: int, cards: int, seed: int = 1) -> NDArray[np.uint8]:
    holes, boards = deal(n, 1, board=cards - 2, rng=seed)
    return np.concatenate([holes[:, 0], boards], axis=1)


def spoilt(hands: NDArray[Any], rows: Sequence[int], column: int, card: int) -> NDArray[Any]:
    """A copy with one card of some hands another."""
    spoilt_hands = hands.copy()
    spoilt_hands[list(rows), column] = card
    return spoilt_hands
