"""Hands to try things on."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from holdem_core import deal


def unsuited(ranks: Iterable[str]) -> str:
    """Cards of these ranks and no flush; like ranks stand side by side."""
    return "".join(rank + "cdhs"[position % 4] for position, rank in enumerate(ranks))


def suited(ranks: Iterable[str], suit: str = "h") -> str:
    return "".join(rank + suit for rank in ranks)


def random_hands(n: int, cards: int, seed: int = 1) -> NDArray[np.uint8]:
    holes, boards = deal(n, 1, board=cards - 2, rng=seed)
    return np.concatenate([holes[:, 0], boards], axis=1)
