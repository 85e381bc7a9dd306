"""The Poker Hand History format: ``.phh`` files of one hand and ``.phhs`` files of many, read, replayed and written.

Of its variants the table plays no-limit (``NT``) and fixed-limit (``FT``) hold'em.

Files may be strangers': a hand has at most 262,144 bytes, lists and tables 16 deep, 100 dots between the parts of its
keys, and amounts of 100 digits. A hand beyond that is refused, and the others of the file are read.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from holdem_core.errors import HistoryError
from holdem_core.histories.history import WRITTEN, History, from_table
from holdem_core.histories.sections import LONGEST_SECTION, Section, parse, parse_all, split, write_key, write_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["History", "dumps", "from_table", "read", "read_many", "write"]


# --- reading ------------------------------------------------------------------------------------------


def read(source: str | os.PathLike[str]) -> History:
    """Reads one hand.

    Args:
        source: a path, or the text itself, which has several lines.

    Raises:
        HistoryError: this is no hand, or there are several.
        OSError: the file cannot be opened.
    """
    if isinstance(source, str) and "\n" in source:
        table = parse(Section(1, source.encode()))
    else:
        with open(source, "rb") as stream:
            table = parse(Section(1, stream.read(LONGEST_SECTION + 1)))
    if len(table) > 1 and "variant" not in table:
        raise HistoryError(f"there are {len(table)} sections or fields and no variant; read_many reads several hands")
    return _from_section(table)


def read_many(
    source: IO[bytes] | str | os.PathLike[str], progress: Callable[[int], None] | None = None
) -> Iterator[History | HistoryError]:
    r"""Reads the hands of a file one after the other, so that its size does not matter.

    Args:
        source: a path, or a binary stream of sections.
        progress: called before each hand with the number of bytes read.

    Yields:
        The hand of each section, or in its place the error that says why it is none.

    Example:
        >>> import io
        >>> for hand in read_many(io.BytesIO(b"[1]\nvariant = 'PO'\n[2]\nvariant =\n")):
        ...     print(hand)
        section 1: variant is 'PO'; the table plays NT and FT
        section 2: Invalid value (at line 4, column 10)
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as stream:
            yield from _read_sections(stream, progress, whole=Path(source).suffix == ".phh")
    else:
        yield from _read_sections(source, progress, whole=False)


def _read_sections(
    stream: IO[bytes], progress: Callable[[int], None] | None, *, whole: bool
) -> Iterator[History | HistoryError]:
    """Reads the sections of a stream, or the whole of it as one hand, which may have tables of its own."""
    sections = iter([Section(1, stream.read(LONGEST_SECTION + 1))]) if whole else split(stream)
    for table in parse_all(sections):
        if progress is not None:
            progress(stream.tell())
        try:
            yield table if isinstance(table, HistoryError) else _from_section(table)
        except HistoryError as error:
            yield error


def _from_section(table: dict[str, Any]) -> History:
    """A hand from its section, or from fields without a header."""
    ((name, fields),) = table.items() if len(table) == 1 else ((None, table),)
    if not isinstance(fields, dict):
        name, fields = None, table
    try:
        if fields.get("variant") == "PT":
            raise HistoryError("variant is 'PT', which the format does not have")
        return from_table(fields, name)
    except HistoryError as error:
        raise error if name is None else type(error)(f"section {name}: {error}") from None


# --- writing ------------------------------------------------------------------------------------------


def dumps(history: History) -> str:
    r"""A history as the text of a ``.phh`` file; ``read`` gives it back.

    Raises:
        HistoryError: the hand is pot-limit hold'em, or names the field whose value TOML does not know, such as None.

    Example:
        >>> history = History("NT", (0, 0), (1, 2), (2, 2), (100, 100), (), other={"event": 'A "friendly" game'})
        >>> print(dumps(history), end="")
        variant = "NT"
        ante_trimming_status = false
        antes = [0, 0]
        blinds_or_straddles = [1, 2]
        min_bet = 2
        starting_stacks = [100, 100]
        actions = []
        event = "A \"friendly\" game"
        >>> read(dumps(history)) == history
        True
    """
    if history.variant not in WRITTEN:
        raise HistoryError(f"{history.title}: the format has no variant for pot-limit hold'em")
    return write_values(history.values())


def write(path: str | os.PathLike[str], histories: History | Iterable[History]) -> None:
    """Writes one hand, or hands in sections under their headers; a hand without one gets its number.

    Args:
        path: the file, which is written over: ``.phh`` for one hand, ``.phhs`` for many.
        histories: a history, or several.

    Raises:
        OSError: the file cannot be written.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> history = History("NT", (0, 0), (1, 2), (2, 2), (100, 100), ())
        >>> with TemporaryDirectory() as folder:
        ...     write(f"{folder}/session.phhs", [history, history])
        ...     [hand.section for hand in read_many(f"{folder}/session.phhs")]
        ['1', '2']
    """
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        if isinstance(histories, History):
            stream.write(dumps(histories))
            return
        for number, history in enumerate(histories, 1):
            section = str(number) if history.section is None else history.section
            stream.write(f"[{write_key(section)}]\n{dumps(history)}\n")
