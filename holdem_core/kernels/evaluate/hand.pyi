from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

__pyx_capi__: dict[str, object]

def evaluate7(c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int, /) -> int: ...
def text_first(function: _F) -> _F: ...
def evaluate_hand(cards: bytes) -> int: ...
