"""What the commands print: plain text in a pipe, colours and suit signs in a terminal, JSON, complaints.

In a terminal of any width lines end between words, so that no number is cut: a table that is too wide for it becomes
a line a field.
"""

import json
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import click
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from holdem_core._texts import printable
from holdem_core.cards import format_cards, parse_cards

PROGRAM = "holdem-core"
BAD_INPUT, INTERRUPTED = 2, 130  # exit statuses

_CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")
_SUIT_COLOURS = {"c": "green", "d": "bright_blue", "h": "red", "s": ""}
_LONGEST_COMPLAINT = 400


def console(*, stderr: bool = False) -> Console:
    """Where rich writes: no escape codes but in a terminal, and none there either under ``NO_COLOR``."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(stderr=stderr, color_system=colours, highlight=False, soft_wrap=True)


def counted(number: int, noun: str) -> str:
    """A number of things, in words such as "1 hand" or "2 hands"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def encodable(text: str, encoding: str) -> str:
    """Text that an encoding can write: what it lacks is escaped, but ± becomes +-."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.replace("±", "+-").encode(encoding, "backslashreplace").decode(encoding)
    return text


def complain(message: str) -> None:
    """Says on one line of standard error what is wrong."""
    click.echo(f"{PROGRAM}: {printable(message, _LONGEST_COMPLAINT)}", err=True)


def print_json(values: dict[str, Any]) -> None:
    """One JSON object on a line of its own."""
    click.echo(json.dumps(values, default=str))  # a Decimal as its text


def print_text(text: str, style: str = "") -> None:
    """Text as it is; in a terminal in a style, or else with cards in their suits' colours, gains green, losses red."""
    screen = console()
    if screen.is_terminal:
        fitting = "\n".join(line for whole in text.split("\n") for line in _lines(whole, screen.width))
        screen.print(Text(fitting, style) if style else decorate(fitting, screen))
    else:
        click.echo(encodable(text, getattr(sys.stdout, "encoding", None) or "utf-8"))


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[str] = ()) -> None:
    """A table of texts, with the columns named in ``numbers`` flush right; aligned plain columns in a pipe."""
    screen = console()
    if screen.is_terminal:
        room = screen.width - 3 * len(titles) - 1  # beside the cells: a space on each side, a line between two, ends
        columns = [_Column(title, cells, title in numbers) for title, *cells in zip(titles, *rows, strict=True)]
        if widths := _widths(columns, room):
            _print_ruled(columns, widths, screen)
        else:
            _print_fields(titles, rows)
        return
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row in (titles, *rows):
        cells = [
            cell.rjust(width) if title in numbers else cell.ljust(width)
            for title, cell, width in zip(titles, row, widths, strict=True)
        ]
        print_text("  ".join(cells).rstrip())


class _Column(NamedTuple):
    """A column of a table: numbers are flush right, and stay on one line."""

    title: str
    cells: Sequence[str]
    holds_numbers: bool

    @property
    def wanted(self) -> int:
        """The width of its longest text."""
        return max(map(cell_len, (self.title, *self.cells)))

    @property
    def least(self) -> int:
        """The width of its longest word."""
        words = [word for text in (self.title, *self.cells) for word in text.split()]
        return self.wanted if self.holds_numbers else max(map(cell_len, words), default=0)


def _widths(columns: Sequence[_Column], room: int) -> list[int]:
    """The columns' widths, from the longest word to the longest text of each; none if the words have no room."""
    least, wanted = [column.least for column in columns], [column.wanted for column in columns]
    spare, missing = room - sum(least), sum(wanted) - sum(least)
    if spare < 0:
        return []
    return [
        low + (high - low) * min(spare, missing) // max(missing, 1) for low, high in zip(least, wanted, strict=True)
    ]


def _print_ruled(columns: Sequence[_Column], widths: Sequence[int], screen: Console) -> None:
    table = Table(box=SIMPLE_HEAD)
    for column, width in zip(columns, widths, strict=True):
        justify: Literal["left", "right"] = "right" if column.holds_numbers else "left"
        table.add_column(decorate(column.title, screen), justify=justify, width=width)
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*(decorate(cell, screen) for cell in row))
    screen.print(table)


def _print_fields(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Each row's first cell with a line for each of the others below it."""
    width = max(map(len, titles[1:]))
    for first, *cells in rows:
        if first:
            print_text(first, "bold")
        for title, cell in zip(titles[1:], cells, strict=True):
            if cell:
                print_text(f"  {title.ljust(width)}  {cell}")


def _lines(text: str, width: int) -> list[str]:
    """A line of text as lines of a terminal, which end between words; a word that is wider stays whole."""
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    fitting = textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return fitting if len(text) > width else [text]


def decorate(text: str, screen: Console) -> Text:
    """Text for a terminal, with suit signs where its encoding has them."""
    signs = not screen.options.ascii_only
    pieces = [
        (format_cards(parse_cards(piece), unicode=signs), _SUIT_COLOURS[piece[1]]) if _CARD.fullmatch(piece) else piece
        for piece in _CARD.split(encodable(text, screen.encoding))
    ]
    decorated = Text.assemble(*pieces)
    decorated.highlight_regex(r"(?<=\s)\+\d+(,\d{3})*(\.\d+)?", "green")
    decorated.highlight_regex(r"(?<=\s)-\d+(,\d{3})*(\.\d+)?", "red")
    decorated.highlight_regex(r"(?m)^(Board|Result|Pot|Main pot|Side pot( \d+)?)\b", "bold")
    return decorated
