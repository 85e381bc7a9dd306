"""How the command line reads amounts, rakes, counts and shares, and how an error learns where it happened."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import click

from holdem_core.chips import Chips
from holdem_core.errors import CardError, ChipError, HoldemError
from holdem_core.pots import Rake

_CHIPS = re.compile(r"[+-]?[0-9](?:_?[0-9]){0,99}(?:\.[0-9]{1,99})?")
_RAKE_SHARE = re.compile(r"([0-9.]+)%(?::(.+))?")
_NUMBER = re.compile(r"(?:[0-9]{1,99}(?:\.[0-9]{0,99})?|\.[0-9]{1,99})(?:[eE][+-]?[0-9]{1,2})?")
_COUNT = re.compile(r"([0-9](?:_?[0-9]){0,17})([kKmMgG]?)")
_SCALES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_UNSEEN = ("", "-", "??", "????")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Puts the place in front of the message of an error of the library."""
    try:
        yield
    except HoldemError as error:
        raise type(error)(f"{where}: {error}") from None


def read_hole_cards(value: object) -> str:
    """A seat's cards, empty where nobody has seen them (``None``, ``-``, ``??``)."""
    if value is None or value in _UNSEEN:
        return ""
    if not isinstance(value, str):
        raise CardError(f"{value!r} is no text such as 'AhKd'")
    return value


def read_chips(value: object) -> Chips:
    """An amount of chips from text such as ``500``, ``1_000`` or ``12.50``, or an int."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _CHIPS.fullmatch(text):
        raise ChipError(f"{value!r} is no number of chips such as 500 or 12.50")
    return Decimal(text) if "." in text else int(text)


def read_rake(value: object) -> Chips | Rake:
    """A rake from an amount, ``5%`` or ``5%:CAP``."""
    if not isinstance(value, str) or "%" not in value:
        return read_chips(value)
    share = _RAKE_SHARE.fullmatch(value)
    if share is None:
        raise ChipError(f"{value!r} is no rake such as 30, 5% or 5%:30")
    return Rake(share[1], cap=None if share[2] is None else read_chips(share[2]))


def read_count(value: object) -> int:
    """A number above 0 from text such as ``1000``, ``10_000_000``, ``500k`` or ``10M``."""
    number = _COUNT.fullmatch(str(value))
    if number is None or int(number[1]) == 0:
        raise ValueError(f"{value!r} is no number above 0 such as 1000, 10_000_000 or 10M")
    return int(number[1]) * _SCALES[number[2].lower()]


def read_share(value: object) -> float:
    """A share between 0 and 1 from text such as ``0.001`` or ``0.1%``."""
    number = str(value).removesuffix("%")
    share = float(number) / (1 if number == value else 100) if _NUMBER.fullmatch(number) else 0.0
    if not 0 < share < 1:
        raise ValueError(f"{value!r} is no share between 0 and 1 such as 0.001 or 0.1%")
    return share


def read_seconds(value: object) -> float:
    """A time above 0 from text such as ``5`` or ``0.5``."""
    seconds = float(str(value)) if _NUMBER.fullmatch(str(value)) else 0.0
    if not seconds > 0:
        raise ValueError(f"{value!r} is no number of seconds above 0 such as 5 or 0.5")
    return seconds


def reader(read: Callable[[object], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback for an option that ``read`` turns into its value; what ``read`` raises becomes click's message."""

    def callback(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(str(error), context, parameter) from None

    return callback
