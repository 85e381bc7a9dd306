"""What ``holdem-core equity`` prints: figures by player, categories of hands, and what the next card changes."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from holdem_core.cards import RANKS
from holdem_core.cli.grids import Cell, equity_shade, print_grid
from holdem_core.cli.output import print_table, print_text
from holdem_core.hands import Category

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdem_core.equities.results import Equity

_SUITS = ("spades", "hearts", "diamonds", "clubs")


def print_figures(names: Sequence[str], found: Equity) -> None:
    """A row for each player, with the standard error where there is one."""
    titles = ["Equity", "Win", "Tie", "Lose"]
    rows = [
        [name, *(f"{figures[title.lower()]:.4%}" for title in titles)]
        for name, figures in zip(names, found.figures(), strict=True)
    ]
    if not found.exact:
        titles.append("Error")
        for row, error in zip(rows, found.stderr, strict=True):
            row.append("unknown" if isnan(error) else f"±{error:.4%}")
    print_table(["Hands", *titles], rows, numbers=titles)


def print_categories(names: Sequence[str], found: Equity) -> None:
    """How often each player's seven cards make each category of hand."""
    rows = [
        [name.name.replace("_", " ").lower(), *(f"{share:.4%}" for share in found.categories[:, name])]
        for name in reversed(Category)
    ]
    print_text("")
    print_table(["Category", *names], rows, numbers=names)


def print_next_cards(name: str, now: Equity, coming: Mapping[str, Equity]) -> None:
    """Player 0's equity after each card, and the cards that make them the favourite, or no longer."""
    rows = []
    for rank in reversed(RANKS):
        rows.append((rank, [_cell(coming.get(rank + suit[0])) for suit in _SUITS]))
    print_text(f"\nEquity of {name} after the next card")
    print_grid(_SUITS, rows)
    print_text(f"\n{_outs(name, now, coming)}")


def _outs(name: str, now: Equity, coming: Mapping[str, Equity]) -> str:
    """What a card can change about who has the greatest equity."""
    favourite = _is_favourite(now)
    changing = [card for card, found in coming.items() if _is_favourite(found) != favourite]
    if favourite:
        number = f"{len(changing) or 'none'} of {len(coming)} cards"
        words = f"{name} is the favourite now, and {number} would change that"
    else:
        number = f"{len(changing)} out{'' if len(changing) == 1 else 's'} among {len(coming)} cards"
        words = f"{name} has {number} to become the favourite"
    return f"{words}: {' '.join(changing)}" if changing else f"{words}."


def _cell(found: Equity | None) -> Cell:
    if found is None:
        return Cell(".")
    equity = float(found.equity[0])
    return Cell(f"{equity:.1%}", equity_shade(equity))


def _is_favourite(found: Equity) -> bool:
    """Whether player 0's equity is above every other player's."""
    return bool(found.equity[0] > found.equity[1:].max())
