"""Range notation, read: text of many tools to the weights of 1326 combos.

``Range`` documents the grammar and the dialects. Text is read once from left to right; whatever is not understood, and
whatever could mean two things, is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from holdem_core.errors import RangeError
from holdem_core.ranges.combos import COMBOS
from holdem_core.ranges.words import DECIMAL, NUMBER, read_hands, read_percentage, read_share, read_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = r"[^\s,;()\[\]]"
_BEHIND_A_COLON = rf"(?:(?<=:)\s+[0-9.]{_WORD}*)?"  # a weight after a space
_TOKEN = re.compile(  # every character but commas, semicolons and white space belongs to a token
    r"(?P<weights>[wW][eE][iI][gG][hH][tT][sS]\s*:)"
    # 75: is a heading of per cent, but in 75: 0.5 it is a hand, since weights run from 0 to 1
    rf"|(?P<heading>(?![2-9]{{2}}:){NUMBER}%?:(?=\s)|[2-9]{{2}}:(?=\s+(?:10[^\s,;()\[\]0-9.%]|[^\s,;()\[\]01.]))"
    r"(?!\s+[0-9.]+%))"
    rf"|(?P<opening>{_WORD}+\s*\(|\(|\[(?!/)[^\[\]]*\]?)"
    r"|(?P<closing>\)|\[/[^\[\]]*\]?|\])"
    rf"|(?P<top>!?[tT][oO][pP]\s*{_WORD}*{_BEHIND_A_COLON})"
    rf"|(?P<hands>{_WORD}+(?:\s+-\s*{_WORD}+)?{_BEHIND_A_COLON})"
)
_DIGITS = re.compile("[2-9]{2}")  # what may be a hand or a number
_NEXT_WORD = re.compile(rf"\s+{_WORD}+")

# --- text ---------------------------------------------------------------------------------------------


class _Group(NamedTuple):
    """What gives its weight to some hands; a heading has no closing, and that of a list of weights none to give."""

    weight: float | None
    opening: str
    position: int
    closing: str | None


def read_range(text: str) -> NDArray[np.float64]:
    """The weights float64[1326] that a text gives to the combos.

    Raises:
        RangeError: names the token, its position and what is wrong with it.
    """
    if (numbers := _read_numbers(text)) is not None:
        return numbers
    weights = np.zeros(COMBOS)
    group = None
    for match in _TOKEN.finditer(text):
        token = match[0]
        try:
            if match.lastgroup in ("opening", "heading", "weights"):
                group = _open_group(group, token, match)
            elif match.lastgroup == "closing":
                _check_closing(group, token)
                group = None
            else:
                if token[-1] == "-" and (following := _NEXT_WORD.match(text, match.end())):
                    raise RangeError(_run_or_not(token, following[0].lstrip()))
                name, weight = _split_weight(token)
                chosen = read_hands(name)
                weights[chosen] = _weight_here(group, weight)
        except RangeError as slip:
            raise RangeError(f"{token!r} at position {match.start()}: {slip}") from None
    if group and group.closing:
        raise RangeError(
            f"{group.opening!r} at position {group.position}: the group is not closed with {group.closing!r}"
        )
    return weights


def _read_numbers(text: str) -> NDArray[np.float64] | None:
    """The weights of a text that is a number for each combo and nothing else."""
    if len(text) < 2 * COMBOS - 1 or len(words := text.split()) != COMBOS:
        return None
    if not all(map(DECIMAL.fullmatch, words)) or all(map(_DIGITS.fullmatch, words)):
        return None
    weights = np.empty(COMBOS)
    for index, match in enumerate(re.finditer(r"\S+", text)):
        try:
            weights[index] = read_weight(match[0])
        except RangeError as slip:
            raise RangeError(f"{match[0]!r} at position {match.start()}, number {index} of {COMBOS}: {slip}") from None
    return weights


# --- groups and weights -------------------------------------------------------------------------------


def _open_group(group: _Group | None, token: str, match: re.Match[str]) -> _Group:
    if group and group.closing:
        raise RangeError(f"groups do not nest, and {group.opening!r} is not closed with {group.closing!r}")
    if match.lastgroup == "weights":
        return _Group(None, token, match.start(), None)
    if match.lastgroup == "heading":
        return _Group(_heading(token[:-1]), token, match.start(), None)
    if group:
        raise RangeError(f"groups do not nest, and {group.opening!r} gives the weight to all that follows")
    if token[0] == "[":
        if token[-1] != "]":
            raise RangeError("the weight of a group is not closed with ']'")
        return _Group(read_percentage(token[1:-1].removesuffix("%")), token, match.start(), f"[/{token[1:]}")
    number = token[:-1].rstrip()
    if not number:
        raise RangeError("a group starts with its weight: 0.5(AKs,QQ), 50%(AKs,QQ)")
    return _Group(read_share(number), token, match.start(), ")")


def _heading(number: str) -> float:
    """Per cent, refused where it could as well be a weight from 0 to 1."""
    weight = read_percentage(number.removesuffix("%"))
    if 0 < weight < 0.01 and number[-1] != "%":
        raise RangeError(f"{number} per cent of the hands that follow, {number}%: AA, or the weight, {number}(AA)?")
    return weight


def _check_closing(group: _Group | None, token: str) -> None:
    if group is None or not group.closing:
        raise RangeError("no group is open")
    if token != group.closing:
        raise RangeError(f"the group of {group.opening!r} closes with {group.closing!r}")


def _run_or_not(hand: str, following: str) -> str:
    """What a minus between two hands may mean that belongs to the first alone."""
    return f"the run {hand}{following}, or {hand} and {following}, with a comma between them?"


def _split_weight(token: str) -> tuple[str, float | None]:
    """The name of some hands, and the weight that stands with it if there is one."""
    name, mark, number = token.partition(":")
    if "@" in name:
        name, mark, number = token.partition("@")
    if number[:1].isspace() and number[-1] == "%" and _DIGITS.fullmatch(name):
        share = number.lstrip()
        raise RangeError(f"{name} with the weight {share}, {name}:{share}, or {name}%(top {share})?")
    first, dash, last = name.partition("-")
    name, number = f"{first.rstrip()}{dash}{last.lstrip()}", number.lstrip()
    if name[:1] == "!":
        if mark:
            raise RangeError("'!' removes hands, whatever their weight; leave this one out")
        return name[1:], 0.0
    if not mark:
        return name, None
    return name, read_share(number) if mark == ":" else read_percentage(number)


def _weight_here(group: _Group | None, weight: float | None) -> float:
    """The weight of a hand that may have one of its own and may stand in a group."""
    if group is None:
        return 1.0 if weight is None else weight
    if group.weight is None:
        if weight is None:
            raise RangeError(f"behind {group.opening!r} each hand has a weight: AQs:75%")
        return weight
    if weight:
        raise RangeError(f"{group.opening!r} gives the weight to all of its group; leave this one out")
    return group.weight if weight is None else weight
