from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

_F = TypeVar("_F", bound=Callable[..., Any])

SIMD: str
WITH_AVX2: bool
AVAILABLE: dict[str, bool]
AVX2_BUILT: bool
NO_CARD: int
DUPLICATE: int
TABLE_FAULTS: dict[int, str]

def evaluate7(c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int, /) -> int: ...
def text_first(function: _F, signature: str) -> _F: ...
def evaluate_hand(cards: bytes) -> int: ...

strengths: np.ufunc
strengths_unchecked: np.ufunc
strengths_with_board: np.ufunc
strengths_with_board_unchecked: np.ufunc
seat_strengths: np.ufunc
seat_strengths_unchecked: np.ufunc
table_strengths: np.ufunc
best_fives: np.ufunc
card_faults: np.ufunc
table_faults: np.ufunc
