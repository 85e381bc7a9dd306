"""Grids of cells, shaded where the console has colours."""

import sys
from collections.abc import Sequence
from math import ceil
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
    """Cells in rows, each with its title, below the columns' titles; in a narrow terminal in several parts."""
    screen = console()
    width = max(len(text) for text in (*columns, *(cell.text for _, cells in rows for cell in cells)))
    indent = max(len(title) for title, _ in rows)
    room = screen.width - indent if screen.is_terminal else sys.maxsize
    wide = width + 2 if coloured() and (width + 2) * len(columns) <= room else width + 1
    parts = ceil(len(columns) / max(room // wide, 1))
    abreast = ceil(len(columns) / parts)
    for start in range(0, len(columns), abreast):
        part = slice(start, start + abreast)
        if start:
            print_text("")
        _print_part(columns[part], [(title, cells[part]) for title, cells in rows], indent, width, wide)


def _print_part(
    columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell]]], indent: int, width: int, wide: int
) -> None:
    """A grid that has room; what is in its cells has a width, and the cells are so wide."""
    if not coloured():
        for title, cells in (("", [Cell(title) for title in columns]), *rows):
            print_text("".join([title.ljust(indent), *(cell.text.rjust(wide) for cell in cells)]).rstrip())
        return
    screen = console()

    def centred(text: str) -> str:
        return text.center(width + 2)[:wide]  # narrow cells have no space on the right

    screen.print(Text("".join([" " * indent, *map(centred, columns)]), "bold"))
    for title, cells in rows:
        shaded = [(centred(cell.text), _style(cell)) for cell in cells]
        screen.print(Text.assemble((title.ljust(indent), "bold"), *shaded))


def _style(cell: Cell) -> Style:
    return Style(dim=True) if cell.shade is None else Style(color="black", bgcolor=Color.from_rgb(*cell.shade))
