"""Cards and chips to who gets what: one hand explained, or arrays of hands.

The strongest hand that can win a pot takes it; kickers count wherever they lie, and seats whose best five
are equal, the board included, split. Cards speak: a hand that was mucked wins nothing, unless its owner first
declared that they play the board and the board is their hand.
"""

from holdem_core.showdowns.many import ShowdownBatch, showdown_batch
from holdem_core.showdowns.one import showdown
from holdem_core.showdowns.story import Showdown

__all__ = ["Showdown", "ShowdownBatch", "showdown", "showdown_batch"]
