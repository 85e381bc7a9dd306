"""TOML as hand histories use it: a file split at its section headers, and values written.

A file may be a stranger's. What a section can cost is bounded before it is parsed: its length, how deep lists and
tables lie within each other, and the dots between the parts of keys, each of which makes a table.
"""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from codecs import BOM_UTF8
from decimal import Decimal
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from holdem_core.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_SECTION = 1 << 18  # bytes; a hand takes a few thousand
DEEPEST, MOST_DOTS = 16, 100  # a hand has lists of texts, and no dotted keys

_HEADER = re.compile(rb"\[[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')[ \t]*\][ \t]*(?:#.*)?\r?\n?")
_LINE = re.compile(r"\(at line (\d+),")
_MOST_JOINED = 16
_INERT = re.compile(
    rb"""
    \"{3} (?:[^"\\]++ | \\. | "{1,2}(?!"))*+ (?:"{3,5})?
    | '{3} (?:[^']++ | '{1,2}(?!'))*+ (?:'{3,5})?
    | "(?:[^"\\\n]++ | \\.)*+"?
    | '[^'\n]*+'?
    | \#[^\n]*+
    """,
    re.DOTALL | re.VERBOSE,
)
_FRACTION = re.compile(rb"(?<![\w.-])[+-]?[0-9_]++\.[0-9_]++(?:[eE][+-]?[0-9_]++)?(?![\w-]|[ \t]*+[].=])")
_BRACKET = re.compile(rb"[][{}]")
_LONG_NUMBER = re.compile(rb"0[xob][0-9A-Fa-f_]{1000}")  # decimals are Python's to refuse
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Section(NamedTuple):
    """A piece of a file from one header to the next, and the number of its first line from 1."""

    line: int
    text: bytes


def split(stream: IO[bytes]) -> Iterator[Section]:
    """A file's sections one by one; what stands before the first header is one too, unless it is blank or comment.

    Of a section that is too long only the beginning is kept.
    """
    start, lines, size, blank = 1, list[bytes](), 0, True
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST_SECTION), b""), 1):
        line = line.removeprefix(BOM_UTF8) if number == 1 else line
        if line.startswith(b"[") and _HEADER.fullmatch(line):
            if not blank:
                yield Section(start, b"".join(lines))
            start, lines, size, blank = number, [], 0, False
        blank = blank and line.lstrip()[:1] in (b"", b"#")
        if size <= LONGEST_SECTION:
            lines.append(line)
            size += len(line)
    if not blank:
        yield Section(start, b"".join(lines))


def parse_all(sections: Iterator[Section]) -> Iterator[dict[str, Any] | HistoryError]:
    """What each section holds, or why it cannot be read.

    A line within a long list or text may look like a header: a section that ends too early goes on with the next ones,
    if that makes sense of them.
    """
    waiting: list[Section] = []
    while section := (waiting.pop(0) if waiting else next(sections, None)):
        try:
            yield parse(section)
        except HistoryError as error:
            yield _parse_longer(section, error, waiting, sections)


def _parse_longer(
    section: Section, error: HistoryError, waiting: list[Section], sections: Iterator[Section]
) -> dict[str, Any] | HistoryError:
    """Parses a section together with those after it, or leaves them waiting."""
    text, failure = section.text, error
    for more in range(1, _MOST_JOINED):
        if not str(failure).endswith("(at end of document)"):
            break
        waiting.extend(islice(sections, max(more - len(waiting), 0)))
        if len(waiting) < more:
            break
        text += waiting[more - 1].text
        if len(text) > LONGEST_SECTION:
            break
        try:
            table = parse(Section(section.line, text))
        except HistoryError as longer:
            failure = longer
        else:
            del waiting[:more]
            return table
    return error


def parse(section: Section) -> dict[str, Any]:
    """What a section holds; numbers that are not whole are ``Decimal``.

    Raises:
        HistoryError: says what is wrong, and the line of the file.
    """
    if len(section.text) > LONGEST_SECTION:
        raise HistoryError(f"{_place(section)}: no hand has more than {LONGEST_SECTION:,} bytes")
    text = section.text
    if text.count(b".") > MOST_DOTS or text.count(b"[") + text.count(b"{") > DEEPEST:
        depth, dots = _shape(text)
        if depth > DEEPEST:
            raise HistoryError(f"{_place(section)}: lists or tables lie more than {DEEPEST} deep")
        if dots > MOST_DOTS:
            raise HistoryError(f"{_place(section)}: its keys have more than {MOST_DOTS} dots")
    if _LONG_NUMBER.search(text):
        raise HistoryError(f"{_place(section)}: a number is too long")
    try:
        return tomllib.loads(text.removeprefix(BOM_UTF8).decode(), parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise HistoryError(f"{_place(section)}: byte 0x{error.object[error.start]:02x} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        told = _LINE.sub(lambda match: f"(at line {int(match[1]) + section.line - 1},", str(error))
        raise HistoryError(f"{_place(section)}: {told}") from None
    except (ValueError, ArithmeticError):
        raise HistoryError(f"{_place(section)}: a number is too long") from None


def _shape(text: bytes) -> tuple[int, int]:
    """How deep brackets lie within each other, and how many dots keys have; right up to the first error of the text."""
    bare = _INERT.sub(b"", text)
    depth = deepest = 0
    for bracket in _BRACKET.findall(bare):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest, bare.count(b".") - len(_FRACTION.findall(bare))


def _place(section: Section) -> str:
    """The section's name if its header can be read, else its line."""
    header = _HEADER.match(section.text)
    try:
        (name,) = tomllib.loads(header[0].decode()) if header else (None,)
    except ValueError:
        name = None
    return f"line {section.line}" if name is None else f"section {name}"


# --- writing ------------------------------------------------------------------------------------------


def write_values(values: dict[str, Any]) -> str:
    """Keys and values, a line each.

    Raises:
        HistoryError: names the key whose value TOML does not know, such as ``None``.
    """
    lines = []
    for key, value in values.items():
        try:
            lines.append(f"{write_key(key)} = {write_value(value)}\n")
        except HistoryError as error:
            raise HistoryError(f"{key}: {error}") from None
    return "".join(lines)


def write_key(key: str) -> str:
    """A key, quoted if need be."""
    return key if _BARE_KEY.fullmatch(key) else _write_text(key)


def write_value(value: Any) -> str:
    """A value in TOML."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _write_text(value)
        case int() | float():
            return repr(value)
        case Decimal():
            return _write_decimal(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(write_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{write_key(key)} = {write_value(item)}' for key, item in value.items())}}}"
    raise HistoryError(f"{value!r} is no value of TOML")


def _write_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _write_decimal(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    return str(value) if value.is_finite() else ("inf" if value > 0 else "-inf")
