"""What the commands print: plain text in a pipe, colours and suit signs in a terminal, JSON, complaints."""

import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, Literal

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from holdem_core.cards import format_cards, parse_cards
from holdem_core.texts import printable

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
        screen.print(Text(text, style) if style else decorate(text, screen))
    else:
        click.echo(encodable(text, getattr(sys.stdout, "encoding", None) or "utf-8"))


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[str] = ()) -> None:
    """A table of texts, with the columns named in ``numbers`` flush right; aligned plain columns in a pipe."""
    screen = console()
    if screen.is_terminal:
        table = Table(box=SIMPLE_HEAD)
        for title in titles:
            table.add_column(decorate(title, screen), justify="right" if title in numbers else "left")
        for row in rows:
            table.add_row(*(decorate(cell, screen) for cell in row))
        screen.print(table)
        return
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row in (titles, *rows):
        cells = [
            cell.rjust(width) if title in numbers else cell.ljust(width)
            for title, cell, width in zip(titles, row, widths, strict=True)
        ]
        print_text("  ".join(cells).rstrip())


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
