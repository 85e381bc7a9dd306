"""Plots of equities. They need the extra ``plot``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from holdem_core.cards import RANKS
from holdem_core.ranges.combos import CLASS_OF_COMBO, CLASSES, GRID, class_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from holdem_core.equities.results import Equity

_DARK = 0.4  # how far from one half a cell is too dark for black
_WIN, _TIE = "#2e8b57", "#c9a227"


def class_equities(found: Equity) -> NDArray[np.float64]:
    """float64[13, 13]: player 0's equity with each class of starting hands, NaN where they do not hold it.

    Args:
        found: an equity with ``per_combo``.
    """
    held, taken = found.held[0], found.held[0] * np.nan_to_num(found.per_combo[0])
    held_by_class, taken_by_class = (np.bincount(CLASS_OF_COMBO, each, CLASSES) for each in (held, taken))
    equities = np.full(CLASSES, np.nan)
    np.divide(taken_by_class, held_by_class, out=equities, where=held_by_class > 0)
    return equities.reshape(GRID, GRID)


def heat_map(found: Equity, names: Sequence[str], caption: str) -> Figure:
    """Player 0's equity against player 1 with each class in the 13 x 13 grid."""
    figure = Figure(figsize=(9, 8), layout="constrained")
    axes = figure.add_subplot()
    equities = class_equities(found)
    picture = axes.imshow(equities, cmap="RdYlGn", vmin=0, vmax=1)
    for cell, equity in enumerate(equities.ravel().tolist()):
        if not np.isnan(equity):
            row, column = divmod(cell, GRID)
            text, ink = f"{class_name(cell)}\n{equity:.1%}", "white" if abs(equity - 0.5) > _DARK else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(range(GRID), list(RANKS[::-1]))
    axes.set_yticks(range(GRID), list(RANKS[::-1]))
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    axes.set_title(f"{names[0]} against {names[1]}: {found.equity[0]:.2%}\n{caption}")
    figure.colorbar(picture, ax=axes, label="equity", shrink=0.8)
    return figure


def bars(found: Equity, names: Sequence[str], caption: str) -> Figure:
    """How often each player wins and ties."""
    figure = Figure(figsize=(8, 1.5 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    places = range(len(names))
    axes.barh(places, found.win, color=_WIN, label="win")
    axes.barh(places, found.tie, left=found.win, color=_TIE, label="tie")
    axes.set_yticks(places, list(names))
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter("{x:.0%}")
    axes.set_title(caption)
    figure.legend(loc="outside lower center", ncols=2)
    return figure
