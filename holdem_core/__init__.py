"""Who wins a hand of hold'em and how many chips each seat takes home: exact, and fast from Python."""

from holdem_core.cards import NO_CARD, deal, format_cards, parse_cards
from holdem_core.errors import CardError, ChipError, HoldemError, RangeError, RuleError
from holdem_core.evaluation import cactus_kev_rank, evaluate
from holdem_core.hands import Category, Hand, best_five, category, describe
from holdem_core.kernels.evaluate import evaluate7

__all__ = [
    "NO_CARD",
    "CardError",
    "Category",
    "ChipError",
    "Hand",
    "HoldemError",
    "RangeError",
    "RuleError",
    "best_five",
    "cactus_kev_rank",
    "category",
    "deal",
    "describe",
    "evaluate",
    "evaluate7",
    "format_cards",
    "parse_cards",
]
