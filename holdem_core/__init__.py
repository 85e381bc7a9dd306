"""Who wins a hand of hold'em and how many chips each seat takes home: exact, and fast from Python."""

from typing import TYPE_CHECKING, Any

from holdem_core.cards import NO_CARD, deal, format_cards, parse_cards
from holdem_core.errors import CardError, ChipError, HistoryError, HoldemError, OptionError, RangeError, RuleError
from holdem_core.evaluation import cactus_kev_rank, evaluate
from holdem_core.hands import Category, Hand, best_five, category, describe
from holdem_core.kernels.evaluate import evaluate7
from holdem_core.pots import Pot, PotAward, Pots, Rake, build_pots
from holdem_core.settlements import Settlement, settle
from holdem_core.showdowns import ShowdownBatch, showdown, showdown_batch
from holdem_core.stories import Showdown

if TYPE_CHECKING:
    from holdem_core.config import show_config
    from holdem_core.equities import Equity, equity, next_card_equities
    from holdem_core.preflop import preflop_equities
    from holdem_core.ranges import Range

__all__ = [
    "NO_CARD",
    "CardError",
    "Category",
    "ChipError",
    "Equity",
    "Hand",
    "HistoryError",
    "HoldemError",
    "OptionError",
    "Pot",
    "PotAward",
    "Pots",
    "Rake",
    "Range",
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
    "equity",
    "evaluate",
    "evaluate7",
    "format_cards",
    "next_card_equities",
    "parse_cards",
    "preflop_equities",
    "settle",
    "show_config",
    "showdown",
    "showdown_batch",
]

_LATER = {
    "Equity": "equities",
    "equity": "equities",
    "next_card_equities": "equities",
    "preflop_equities": "preflop",
    "Range": "ranges",
    "show_config": "config",
}


def __getattr__(name: str) -> Any:
    """Imports ranges and equities when they are first asked for, so that the rest starts at once."""
    if name == "__version__":
        from importlib.metadata import version

        return version("holdem-core")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
