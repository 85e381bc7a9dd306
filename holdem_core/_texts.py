"""Text from outside, made fit to print: on one line, without control characters, of bounded length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_CUT = " ... "


def printable(text: str, longest: int | None = None) -> str:
    r"""A text on one line; what cannot be seen, or would do something to the screen, is escaped as in a literal.

    Control and formatting characters (ANSI escapes, line ends, marks that turn the direction of writing, joiners of no
    width), lone surrogates and all spaces but the common one are escaped; letters and signs of any script stay.

    Args:
        text: any.
        longest: what is longer than so many characters loses its middle.

    Example:
        >>> print(printable("Zoë\n\x1b[31m A♥"), printable("9" * 100, 21))
        Zoë\n\x1b[31m A♥ 99999999 ... 99999999
    """
    shown = _shortened(text, longest)
    if shown.isprintable():
        return shown
    escaped = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in shown)
    return _shortened(escaped, longest)


def told(value: Any, write: Callable[[Any], str] = repr) -> str:
    """A value as a message names it; an integer of thousands of digits is more than Python writes."""
    try:
        return write(value)
    except ValueError:
        return f"of type {type(value).__name__} with a number of thousands of digits"


def _shortened(text: str, longest: int | None) -> str:
    if longest is None or len(text) <= longest:
        return text
    kept = longest - len(_CUT)
    return f"{text[: kept - kept // 2]}{_CUT}{text[len(text) - kept // 2 :]}"
