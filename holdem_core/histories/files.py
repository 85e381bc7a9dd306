"""Files of hand histories in any format that is read, told apart by what they hold."""

from __future__ import annotations

import os
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING

from holdem_core.histories import ohh, phh
from holdem_core.histories.objects import is_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from holdem_core.errors import HistoryError
    from holdem_core.histories.history import History

SUFFIXES = (".phh", ".phhs", ".ohh", ".json")
_TELLING = 4096  # bytes


def read_many(
    source: IO[bytes] | str | os.PathLike[str], progress: Callable[[int], None] | None = None
) -> Iterator[History | HistoryError]:
    r"""Reads the hands of a file one after the other: JSON as Open Hand History, all else as Poker Hand History.

    Args:
        source: a path, or a binary stream.
        progress: called before each hand with the number of bytes read.

    Yields:
        Each hand, or in its place the error that says why it is none.

    Example:
        >>> import io
        >>> for hand in read_many(io.BytesIO(b'{"ohh": {"game_type": "Omaha"}}')):
        ...     print(hand)
        line 1: game_type is 'Omaha'; the table plays Holdem
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as stream:
            if is_json(stream.peek(_TELLING)) or Path(source).suffix != ".phh":
                yield from read_many(stream, progress)
                return
        yield from phh.read_many(source, progress)
        return
    stream = source if isinstance(source, BufferedReader) else BufferedReader(source)  # type: ignore[arg-type]
    try:
        reader = ohh.read_many if is_json(stream.peek(_TELLING)) else phh.read_many
        yield from reader(stream, progress)
    finally:
        if stream is not source:
            stream.detach()
