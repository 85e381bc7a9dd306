"""Who wins a hand of hold'em and how many chips each seat takes home: exact, and fast from Python.

Cards
    parse_cards, format_cards    text such as "AhKd" to card ids, 4 * rank + suit, and back; NO_CARD is an unseen card
    deal                         random hands, as arrays

Hands
    evaluate                     the strength of 5 to 7 cards, 1 to 7462, of one hand or of arrays of millions
    evaluate7                    the same of seven ids, for the quickest single call
    Hand, describe, best_five    one hand with its kickers, in words, the five cards that count
    category, Category           the kind of hand that a strength is
    cactus_kev_rank              a strength as other libraries count it

Chips
    settle, Settlement           contributions and strengths to payouts, for one hand or arrays
    build_pots, Pots, Pot        main pot, side pots, uncalled bets
    Rake                         what the house takes

Cards and chips
    showdown, Showdown, PotAward    one hand settled and explained: str() tells the story, to_dict() is for JSON
    showdown_batch, ShowdownBatch   arrays of hands

Equities
    equity, Equity               how often hands and ranges win: exact, or sampled with its standard error
    next_card_equities           the same after each card that can come: outs
    preflop_equities             the 169 x 169 table of starting hands
    Range                        starting hands with weights, as in "QQ+,AKs,A5s-A2s:0.5"

At the table and afterwards
    table                        a hand played by the rulebook, act by act: holdem_core.table.Game
    histories                    hand histories read, replayed and written: holdem_core.histories.phh and .ohh

Errors
    HoldemError                  the base of all: CardError, RangeError, ChipError, RuleError, OptionError,
                                 HistoryError, KernelError

Seats and players are numbered from 0, clockwise, except where a hand history calls them p1, p2, ... Chips are integers
or Decimal. show_config() prints what the library runs on. Each name has help of its own, with an example that runs:
help(holdem_core.equity).
"""

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
    from holdem_core._config import show_config
    from holdem_core.equities import Equity, equity, next_card_equities, preflop_equities
    from holdem_core.hands import Category, Hand, best_five, category, describe
    from holdem_core.pots import Pot, PotAward, Pots, Rake, Settlement, build_pots, settle
    from holdem_core.ranges import Range
    from holdem_core.showdowns import Showdown, ShowdownBatch, showdown, showdown_batch

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
    "_config": ("show_config",),
    "equities": ("Equity", "equity", "next_card_equities", "preflop_equities"),
    "evaluation": ("cactus_kev_rank", "evaluate"),
    "hands": ("Category", "Hand", "best_five", "category", "describe"),
    "kernels.evaluate": ("evaluate7",),
    "pots": ("Pot", "PotAward", "Pots", "Rake", "Settlement", "build_pots", "settle"),
    "ranges": ("Range",),
    "showdowns": ("Showdown", "ShowdownBatch", "showdown", "showdown_batch"),
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
