"""``holdem-core range``: the 13 x 13 grid of a range of starting hands, and its canonical text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from holdem_core.cards import RANKS
from holdem_core.cli.grids import Cell, coloured, print_grid, weight_shade
from holdem_core.cli.output import console, print_json, print_text

if TYPE_CHECKING:
    from holdem_core.ranges.range import Range

_EPILOG = """\b
Examples:
  holdem-core range QQ+,AKs
  holdem-core range top 15%
  holdem-core range '22+, 0.5(A2s+, KTo+)' --json

\b
Hands of a range, with commas or spaces between them:
  AA, AKs, AKo, AK, AhKd    a pair, suited, offsuit, both, two cards
  77+, ATs+, A5s-A2s        from there up, and between
  top 15%, random           the best hands, all hands
  AKs:0.5, 0.5(AKs,QQ)      with a weight from 0 to 1
GTO+, Equilab, PokerCruncher and PioSOLVER write them otherwise, which is read too."""


@click.command("range", epilog=_EPILOG)
@click.argument("words", metavar="RANGE...", nargs=-1, required=True)
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object: range, combos, share, and the weights of all combos held."
)
def range_command(words: tuple[str, ...], as_json: bool) -> None:
    """Shows the starting hands of a range in the 13 x 13 grid.

    Several words are one range: QQ+ AKs is what 'QQ+,AKs' is (for the command equity they are two players). Pairs are
    on the diagonal, suited hands above it, offsuit hands below. A hand that is always held stands in its cell by name,
    one that is held less often by its weight in per cent, one that never is by a dot, or faintly where there are
    colours. Below are the range's canonical text, its combos, and their share of all 1326 by weight.
    """
    from holdem_core.ranges.range import Range  # here, for the other commands do without

    shown = Range(" ".join(words))
    share = float(shown.weights.mean())
    if as_json:
        print_json({"range": str(shown), "combos": shown.combos, "share": share, "weights": shown.to_dict()})
        return
    _print_grid(shown)
    text = str(shown) or "no hands"
    if (screen := console()).is_terminal and len(text) > screen.width:
        text = text.replace(",", ", ")  # the same range, on lines that end between hands
    print_text(f"\n{text}")
    print_text(f"{shown.combos} combo{'' if shown.combos == 1 else 's'}, {share:.2%} of 1326 by weight")


def _print_grid(shown: Range) -> None:
    from holdem_core.ranges.combos import GRID, class_name

    absent = class_name if coloured() else lambda cell: "."
    ranks, rows = RANKS[::-1], []
    for row, weights in enumerate(shown.grid.tolist()):
        cells = []
        for cell, weight in enumerate(weights, start=GRID * row):
            text = class_name(cell) if weight == 1 else _per_cent(weight)
            cells.append(Cell(text, weight_shade(weight)) if weight else Cell(absent(cell)))
        rows.append((ranks[row], cells))
    print_grid(list(ranks), rows)


def _per_cent(weight: float) -> str:
    """A weight that is neither 0 nor 1, and does not look like either."""
    if weight < 0.01:
        return "<1%"
    return ">99%" if weight > 0.99 else f"{weight:.0%}"
