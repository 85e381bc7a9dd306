"""Equities: how often each player wins, from hands or weighted ranges: exact, or sampled where that takes too long.

``equity()`` reads a spot (``spots.py``), picks the cheapest exact way (``exact.py``) or random deals (``sampling.py``),
and runs it in tasks (``tasks.py``). ``preflop.py`` has the table of all match-ups before the flop, which needs none of
that: each name is imported when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_core.equities.methods import equity, next_card_equities
    from holdem_core.equities.preflop import preflop_equities
    from holdem_core.equities.results import Equity

__all__ = ["Equity", "equity", "next_card_equities", "preflop_equities"]

_LATER = {
    "Equity": "results",
    "equity": "methods",
    "next_card_equities": "methods",
    "preflop_equities": "preflop",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
