"""Ranges of starting hands: the range itself, the notation and the dialects it is written in, and its combos."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_core.ranges.range import Range

__all__ = ["Range"]


def __getattr__(name: str) -> Any:
    """Imports ``Range`` when it is first asked for, since the combos are of use without it."""
    if name == "Range":
        from holdem_core.ranges.range import Range

        return Range
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
