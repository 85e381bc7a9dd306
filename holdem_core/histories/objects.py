"""JSON as hand histories use it: a file split at its objects, and the fields of an object read.

A file may be a stranger's. What an object can cost is bounded before it is parsed: its length, and how deep its lists
and objects lie within each other.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from decimal import Decimal
from reprlib import repr as shortened
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

from holdem_core.cards import CARD_NAMES
from holdem_core.errors import ChipError, HistoryError
from holdem_core.histories.sections import DEEPEST, LONGEST_SECTION
from holdem_core.pots.amounts import exact_chips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from holdem_core.pots.amounts import Chips

_T = TypeVar("_T")

_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[][{}]')
_HALF_A_LETTER = re.compile("[\ud800-\udfff]")
_OBJECTS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{")
_START = re.compile(rb'\{[ \t\r\n]*"ohh"')


class Piece(NamedTuple):
    """An object of a file: the number of its first line from 1, its text, and how deep its lists and objects lie."""

    line: int
    text: bytes
    depth: int


def split(stream: IO[bytes]) -> Iterator[Piece]:
    """A file's objects one by one, of one that is too long only the beginning.

    An object ends with the line of its last brace. One that has none, because it is broken, ends where the next begins:
    with ``{"ohh"``, or with a brace after a blank line. So does what is no object.
    """
    start, lines, size, depth, deepest, number, after_blank = 1, list[bytes](), 0, 0, 0, 1, True
    for line in iter(lambda: stream.readline(LONGEST_SECTION), b""):
        line = line.removeprefix(BOM_UTF8) if number == 1 else line
        blank = not line.strip()
        begins = line.startswith(b"{") and (after_blank or deepest == 0 or _START.match(line))
        if lines and (begins or (deepest > 0 and depth <= 0)):
            yield Piece(start, b"".join(lines), deepest)
            lines, size, depth, deepest = [], 0, 0, 0
        if not lines:
            start = number
        if size <= LONGEST_SECTION and (lines or not blank):
            lines.append(line)
            size += len(line)
            for token in _TOKEN.findall(line):
                if token in b"[]{}":
                    depth += 1 if token in b"[{" else -1
                    deepest = max(deepest, depth)
        number += line.endswith(b"\n")
        after_blank = blank
    if lines:
        yield Piece(start, b"".join(lines), deepest)


def is_json(start: bytes) -> bool:
    """Whether a file that starts so holds objects, or a list of them, and not sections."""
    return _OBJECTS.match(start) is not None


def parse(piece: Piece) -> dict[str, Any]:
    """What is told of a hand; numbers that are not whole are ``Decimal``."""
    if len(piece.text) > LONGEST_SECTION:
        raise HistoryError(f"no hand has more than {LONGEST_SECTION:,} bytes")
    if piece.depth > DEEPEST:
        raise HistoryError(f"lists or objects lie more than {DEEPEST} deep")
    try:
        table = json.loads(
            piece.text.decode(), parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_without_doubles
        )
    except UnicodeDecodeError as error:
        raise HistoryError(f"byte 0x{error.object[error.start]:02x} is not UTF-8") from None
    except json.JSONDecodeError as error:
        line = error.lineno + piece.line - 1
        raise HistoryError(f"{error.msg} (at line {line}, column {error.colno})") from None
    except HistoryError:
        raise
    except (ValueError, ArithmeticError):
        raise HistoryError("a number is too long") from None
    if not isinstance(table, dict) or "ohh" not in table:
        raise HistoryError('this is no object such as {"ohh": {...}}')
    return read_object("ohh", table["ohh"])


def _no_number(name: str) -> None:
    raise HistoryError(f"{name} is no number")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise HistoryError(f"{shortened(name)} comes twice")
        table[name] = value
    return table


# --- fields -------------------------------------------------------------------------------------------


def read_object(name: str, value: Any) -> dict[str, Any]:
    """An object that is there."""
    if not isinstance(value, dict):
        raise HistoryError(f"{name} is {shortened(value)}, not an object")
    return value


def read_list(table: dict[str, Any], name: str) -> list[Any]:
    """A list; it is empty where there is none, null or the empty text."""
    value = table.get(name)
    if value is None or value == "":
        return []
    if not isinstance(value, list):
        raise HistoryError(f"{name} is {shortened(value)}, not a list")
    return value


def read_each(table: dict[str, Any], name: str, read: Callable[[dict[str, Any]], _T]) -> list[_T]:
    """What each object of a list is read as; errors name it."""
    results: list[_T] = []
    for at, value in enumerate(read_list(table, name)):
        try:
            results.append(read(read_object("it", value)))
        except HistoryError as error:
            raise HistoryError(f"{name}[{at}]: {error}") from None
    return results


def read_whole(table: dict[str, Any], name: str) -> int:
    """A whole number that is there."""
    if name not in table:
        raise HistoryError(f"{name} is missing")
    if type(value := table[name]) is not int:
        raise HistoryError(f"{name} is {shortened(value)}, not a whole number")
    return value


def read_text(table: dict[str, Any], name: str) -> str | None:
    """A text, or a whole number as one; ``None`` where there is none, null or the empty text."""
    value = table.get(name)
    if value is None or value == "":
        return None
    if type(value) is int:
        return str(value)
    if not isinstance(value, str) or _HALF_A_LETTER.search(value):
        raise HistoryError(f"{name} is {shortened(value)}, not a text")
    return value


def read_amount(table: dict[str, Any], name: str) -> Chips:
    """Chips, 0 where there is nothing or null; whole ones are int."""
    value = table.get(name)
    if value is None:
        return 0
    if type(value) not in (int, Decimal):
        raise HistoryError(f"{name} is {shortened(value)}, not an amount")
    try:
        amount = exact_chips(name, value)
    except ChipError as error:
        raise HistoryError(str(error)) from None
    if amount < 0:
        raise HistoryError(f"{name} is {shortened(value)}, below 0")
    return int(amount) if amount == int(amount) else amount


def read_cards(table: dict[str, Any]) -> list[str]:
    """The ``cards``, if there are any."""
    cards = read_list(table, "cards")
    if strange := [card for card in cards if not isinstance(card, str) or card not in CARD_NAMES]:
        raise HistoryError(f"{shortened(strange[0])} is no card such as 'Ah'")
    return cards
