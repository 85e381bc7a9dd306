"""How the command line reads amounts, rakes, counts and shares, and how an error learns where it happened."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import click

from holdem_core.cards import BOARD_SIZE, parse_cards
from holdem_core.errors import CardError, ChipError, HoldemError
from holdem_core.pots.amounts import Chips
from holdem_core.pots.rake import Rake

_GROUPED = r"[0-9]{1,3}(?:,[0-9]{3})"  # as amounts are printed
_CHIPS = re.compile(rf"[+-]?(?:{_GROUPED}{{1,33}}|[0-9](?:_?[0-9]){{0,99}})(?:\.[0-9]{{1,99}})?")
_RAKE_SHARE = re.compile(r"([0-9.]+)%(?::(.+))?")
_NUMBER = re.compile(r"(?:[0-9]{1,99}(?:\.[0-9]{0,99})?|\.[0-9]{1,99})(?:[eE][+-]?[0-9]{1,2})?")
_COUNT = re.compile(rf"({_GROUPED}{{1,5}}|[0-9](?:_?[0-9]){{0,17}})([kKmMgG]?)")
_SCALES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_UNSEEN = ("", "-", "??", "????")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Puts the place in front of the message of an error of the library."""
    try:
        yield
    except HoldemError as error:
        raise type(error)(f"{where}: {error}") from None


def refuse_split_board(hands: Sequence[str], board: str) -> None:
    """Refuses a board of which a shell has made words, of which all but the first are taken for hands."""
    loose = [hand for hand in hands if _is_one_card(hand)]
    if loose and _is_one_card(board):
        whole = "".join([board, *loose]) if 3 <= 1 + len(loose) <= BOARD_SIZE else "Kd7h2s"
        raise CardError(
            f"--board has one card, and {', '.join(loose)} beside it {'is' if len(loose) == 1 else 'are'} no hand; "
            f"write the cards of a board together, as in --board {whole}"
        )


def refuse_split_hands(hands: Sequence[str]) -> None:
    """Refuses hands of two cards that a shell has made two words of."""
    loose = [hand for hand in hands if _is_one_card(hand)]
    if loose:
        paired = len(loose) == len(hands) and len(hands) % 2 == 0
        pairs = [first + second for first, second in zip(hands[::2], hands[1::2], strict=True)] if paired else ["AhKh"]
        raise CardError(f"{loose[0]!r} is one card; write the cards of a hand together, as in {' '.join(pairs)}")


def _is_one_card(text: str) -> bool:
    try:
        return len(parse_cards(text)) == 1
    except CardError:
        return False


def read_hole_cards(value: object) -> str:
    """A seat's cards, empty where nobody has seen them (``None``, ``-``, ``??``)."""
    if value is None or value in _UNSEEN:
        return ""
    if not isinstance(value, str):
        raise CardError(f"{value!r} is no text such as 'AhKd'")
    return value


def read_chips(value: object) -> Chips:
    """An amount of chips from text such as ``500``, ``1,550``, ``1_550`` or ``12.50``, or an int."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _CHIPS.fullmatch(text):
        signs = [each for each in text if unicodedata.category(each) == "Sc"] if isinstance(text, str) else []
        without = f"; leave out the {signs[0]}, amounts have no currency" if signs else ""
        raise ChipError(f"{value!r} is no number of chips such as 500, 1,550 or 12.50{without}")
    digits = text.replace(",", "")
    return Decimal(digits) if "." in digits else int(digits)


def read_rake(value: object) -> Chips | Rake:
    """A rake from an amount, ``5%`` or ``5%:CAP``."""
    if not isinstance(value, str) or "%" not in value:
        return read_chips(value)
    share = _RAKE_SHARE.fullmatch(value)
    if share is None:
        raise ChipError(f"{value!r} is no rake such as 30, 5% or 5%:30")
    return Rake(share[1], cap=None if share[2] is None else read_chips(share[2]))


def read_count(value: object) -> int:
    """A number above 0 from text such as ``1000``, ``10,000,000``, ``10_000_000``, ``500k`` or ``10M``."""
    number = _COUNT.fullmatch(str(value))
    count = int(number[1].replace(",", "")) if number else 0
    if number is None or count == 0:
        raise ValueError(f"{value!r} is no number above 0 such as 1000, 10_000_000 or 10M")
    return count * _SCALES[number[2].lower()]


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
