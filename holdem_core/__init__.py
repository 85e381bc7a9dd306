"""Who wins a hand of hold'em and how many chips each seat takes home: exact, and fast from Python."""

from holdem_core.cards import NO_CARD, deal, format_cards, parse_cards
from holdem_core.errors import CardError, ChipError, HoldemError, RangeError, RuleError
from holdem_core.evaluation import cactus_kev_rank, evaluate
from holdem_core.hands import Category, Hand, best_five, category, describe
from holdem_core.kernels.evaluate import evaluate7
from holdem_core.pots import Pot, PotAward, Pots, Rake, Settlement, build_pots, settle
from holdem_core.showdowns import ShowdownBatch, showdown, showdown_batch
from holdem_core.stories import Showdown

__all__ = [
    "NO_CARD",
    "CardError",
    "Category",
    "ChipError",
    "Hand",
    "HoldemError",
    "Pot",
    "PotAward",
    "Pots",
    "Rake",
    "RangeError",
    "RuleError",
    "Settlement",
    "Showdown",
    "ShowdownBatch",
    "best_five",
    "build_pots",
    "cactus_kev_rank",
    "category",
    "deal",
    "describe",
    "evaluate",
    "evaluate7",
    "format_cards",
    "parse_cards",
    "settle",
    "showdown",
    "showdown_batch",
]
