"""Contributions to pots and pots to payouts, for one hand exactly and for many in arrays, and what the house takes."""

from holdem_core.pots.many import Settlement, settle
from holdem_core.pots.one import Pot, PotAward, Pots, build_pots
from holdem_core.pots.rake import Rake

__all__ = ["Pot", "PotAward", "Pots", "Rake", "Settlement", "build_pots", "settle"]
