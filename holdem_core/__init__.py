"""Who wins a hand of hold'em and how many chips each seat takes home: exact, and fast from Python."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from holdem_core.cards import NO_CARD, deal, format_cards, parse_cards
from holdem_core.errors import (
    CardError,
    ChipError,
    HistoryError,
    HoldemError,
    KernelError,
    OptionError,
    RangeError,
    RuleError,
)

with suppress(KernelError):  # told when it is first asked for, so that the command line can tell it in one line
    from holdem_core.evaluation import cactus_kev_rank, evaluate
    from holdem_core.kernels.evaluate import evaluate7

if TYPE_CHECKING:
    from holdem_core.config import show_config
    from holdem_core.equities import Equity, equity, next_card_equities
    from holdem_core.hands import Category, Hand, best_five, category, describe
    from holdem_core.pots import Pot, PotAward, Pots, Rake, build_pots
    from holdem_core.preflop import preflop_equities
    from holdem_core.ranges import Range
    from holdem_core.settlements import Settlement, settle
    from holdem_core.showdowns import ShowdownBatch, showdown, showdown_batch
    from holdem_core.stories import Showdown

__all__ = [
    "NO_CARD",
    "CardError",
    "Category",
    "ChipError",
    "Equity",
    "Hand",
    "HistoryError",
    "HoldemError",
    "KernelError",
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

_PACKAGES = ("histories", "table")
_LATER = {
    "config": ("show_config",),
    "equities": ("Equity", "equity", "next_card_equities"),
    "evaluation": ("cactus_kev_rank", "evaluate"),
    "hands": ("Category", "Hand", "best_five", "category", "describe"),
    "kernels.evaluate": ("evaluate7",),
    "pots": ("Pot", "PotAward", "Pots", "Rake", "build_pots"),
    "preflop": ("preflop_equities",),
    "ranges": ("Range",),
    "settlements": ("Settlement", "settle"),
    "showdowns": ("ShowdownBatch", "showdown", "showdown_batch"),
    "stories": ("Showdown",),
}


def __getattr__(name: str) -> Any:
    """Imports what is not needed to evaluate hands when it is first asked for, so that a program starts at once."""
    if name == "__version__":
        from importlib.metadata import version

        return version("holdem-core")
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"{__name__}.{name}")
    for module, names in _LATER.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
