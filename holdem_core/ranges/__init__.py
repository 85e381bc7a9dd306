"""Ranges of starting hands: the range itself, the notation and the dialects it is written in, and its combos."""

from holdem_core.ranges.range import Range

__all__ = ["Range"]
