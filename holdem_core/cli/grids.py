"""Grids of cells, shaded where the console has colours."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.color import Color
from rich.style import Style
from rich.text import Text

from holdem_core.cli.output import console, print_text

Shade = tuple[int, int, int]

_PALE, _GREEN, _YELLOW, _RED = (225, 245, 232), (0, 185, 90), (250, 225, 120), (235, 90, 80)


class Cell(NamedTuple):
    """A cell's text and its background; without one it is empty, and its text faint."""

    text: str
    shade: Shade | None = None


def weight_shade(weight: float) -> Shade:
    """The greener the heavier."""
    return _between(_PALE, _GREEN, weight)


def equity_shade(equity: float) -> Shade:
    """From red by way of yellow to green."""
    half = 2 * equity
    return _between(_RED, _YELLOW, half) if half < 1 else _between(_YELLOW, _GREEN, half - 1)


def _between(start: Shade, end: Shade, share: float) -> Shade:
    red, green, blue = (round(low + share * (high - low)) for low, high in zip(start, end, strict=True))
    return red, green, blue


def coloured() -> bool:
    """Whether standard output has colours."""
    screen = console()
    return screen.is_terminal and screen.color_system is not None


def print_grid(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell]]]) -> None:
    """Cells in rows, each with its title, below the columns' titles."""
    heading = [Cell(title) for title in columns]
    width = max(len(cell.text) for row in (heading, *(cells for _, cells in rows)) for cell in row)
    indent = max(len(title) for title, _ in rows)
    if not coloured():
        for title, cells in (("", heading), *rows):
            print_text(" ".join([title.ljust(indent), *(cell.text.rjust(width) for cell in cells)]).rstrip())
        return
    screen = console()
    screen.print(Text("".join([" " * indent, *(title.center(width + 2) for title in columns)]), "bold"))
    for title, cells in rows:
        shaded = [(cell.text.center(width + 2), _style(cell)) for cell in cells]
        screen.print(Text.assemble((title.ljust(indent), "bold"), *shaded))


def _style(cell: Cell) -> Style:
    return Style(dim=True) if cell.shade is None else Style(color="black", bgcolor=Color.from_rgb(*cell.shade))
