"""Range notation: text to the weights of 1326 combos, and weights to one canonical text.

``Range`` documents the grammar. Text is read once from left to right; whatever is not understood is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from holdem_core.cards import RANKS, card_bytes, format_cards
from holdem_core.combos import (
    CLASS_OF_COMBO,
    CLASS_SIZES,
    CLASSES,
    COMBO_CARDS,
    COMBOS,
    GRID,
    class_index,
    combo_index,
    top_classes,
)
from holdem_core.errors import CardError, RangeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

_ACE = 12
_COMBOS_OF_CLASS = np.split(np.argsort(CLASS_OF_COMBO, kind="stable"), np.cumsum(CLASS_SIZES)[:-1])
_NONE = np.empty(0, dtype=np.intp)
_WORD = r"[^\s,()\[\]]"
_TOKEN = re.compile(  # every character but commas and white space belongs to a token
    rf"(?P<opening>{_WORD}+\s*\(|\(|\[(?!/)[^\[\]]*\]?)"
    r"|(?P<closing>\)|\[/[^\[\]]*\]?|\])"
    rf"|(?P<top>[tT][oO][pP]\s*{_WORD}*)"
    rf"|(?P<hands>{_WORD}+)"
)
_RANK = f"[{RANKS}]"
_HANDS = re.compile(rf"({_RANK})({_RANK})([so]?)(\+|-({_RANK})({_RANK})([so]?))?", re.IGNORECASE | re.ASCII)
_DECIMAL = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE | re.ASCII)

_SLIPS = (  # tried in this order on what is no hand
    (r"", "a weight stands right behind its hand, without a space: AKs:0.5"),
    (r"-.*|.*-|.*--.*", "a dash stands between two hands, without spaces: 99-66, A5s-A2s"),
    (rf"({_RANK}|10)?10[so]?\+?|10{_RANK}[so]?\+?", "a ten is written T"),
    (rf"{_RANK}x[so]?\+?", "x is no rank; every kicker is written A2s+, A2o+ or A2+"),
    (rf"{_RANK}{_RANK}[a-z]\+?", "two ranks are followed by s (suited), o (offsuit) or nothing (both)"),
    (rf"({_RANK}[cdhs]){{2}}\+", "only a hand without suits climbs: ATs+"),
    (r"[0-9.]+%", "the best hands are written top 15%, and a group of hands with a weight 15%(AKs,QQ)"),
    (r"[0-9.]+", "a weight stands behind its hand, AKs:0.5, or before a group, 0.5(AKs,QQ)"),
    (r".*;.*", "hands are parted by commas or spaces"),
)
_UNKNOWN = "no hand; hands are written AA, AKs, AKo, AK, AhKd, 77+, ATs+, 99-66, A5s-A2s, random or top 15%"


class _Hand(NamedTuple):
    """A starting hand as written: two ranks, the higher first, and ``s``, ``o`` or nothing."""

    high: int
    low: int
    suits: str

    def __str__(self) -> str:
        return RANKS[self.high] + RANKS[self.low] + self.suits


# --- reading ------------------------------------------------------------------------------------------


class _Group(NamedTuple):
    weight: float
    opening: str
    position: int
    closing: str


def read_range(text: str) -> NDArray[np.float64]:
    """The weights float64[1326] that a text gives to the combos.

    Raises:
        RangeError: names the token, its position and what is wrong with it.
    """
    weights = np.zeros(COMBOS)
    group = None
    for match in _TOKEN.finditer(text):
        token = match[0]
        try:
            if match.lastgroup == "opening":
                group = _open_group(group, token, match.start())
            elif match.lastgroup == "closing":
                _check_closing(group, token)
                group = None
            else:
                name, weight = _split_weight(token)
                if group and weight is not None:
                    raise RangeError(f"{group.opening!r} gives the weight to all of its group; leave this one out")
                chosen = _read_top(name) if match.lastgroup == "top" else _read_hands(name)
                weights[chosen] = weight if weight is not None else group.weight if group else 1.0
        except RangeError as slip:
            raise RangeError(f"{token!r} at position {match.start()}: {slip}") from None
    if group:
        raise RangeError(
            f"{group.opening!r} at position {group.position}: the group is not closed with {group.closing!r}"
        )
    return weights


def _open_group(group: _Group | None, token: str, position: int) -> _Group:
    if group:
        raise RangeError(f"groups do not nest, and {group.opening!r} is not closed with {group.closing!r}")
    if token[0] == "[":
        if token[-1] != "]":
            raise RangeError("the weight of a group is not closed with ']'")
        return _Group(_percentage(token[1:-1]), token, position, f"[/{token[1:]}")
    number = token[:-1].rstrip()
    if not number:
        raise RangeError("a group starts with its weight: 0.5(AKs,QQ), 50%(AKs,QQ)")
    weight = _percentage(number[:-1]) if number[-1] == "%" else _weight(number)
    return _Group(weight, token, position, ")")


def _check_closing(group: _Group | None, token: str) -> None:
    if group is None:
        raise RangeError("no group is open")
    if token != group.closing:
        raise RangeError(f"the group of {group.opening!r} closes with {group.closing!r}")


def _split_weight(token: str) -> tuple[str, float | None]:
    """The name of some hands, and the weight behind it if there is one."""
    name, mark, number = token.partition(":")
    if "@" in name:
        name, mark, number = token.partition("@")
    if not mark:
        return name, None
    return name, _weight(number) if mark == ":" else _percentage(number)


def _weight(number: str) -> float:
    if not _DECIMAL.fullmatch(number):
        raise _no_number(number)
    weight = _above_zero(number, float(number))
    if weight > 1:
        raise RangeError(f"a weight of {number} is above 1; per cent are written AKs@50, 50%(AKs) or [50]AKs[/50]")
    return weight


def _percentage(number: str) -> float:
    """Per cent as a share: the float nearest to the exact quotient."""
    match = _DECIMAL.fullmatch(number)
    if match is None or match[2]:
        raise _no_number(number)
    share = _above_zero(number, float(f"{number}e-2"))
    if share > 1:
        raise RangeError(f"{number} per cent are above 100")
    return share


def _above_zero(number: str, weight: float) -> float:
    """The weight, refused if only rounding made it 0, which would remove the hand."""
    if weight == 0 and any(digit in "123456789" for digit in re.split("[eE]", number)[0]):
        raise RangeError(f"a weight of {number} is too small to be told from 0")
    return weight


def _no_number(number: str) -> RangeError:
    if not number:
        return RangeError("a number is missing")
    hint = "; per cent behind a hand are written AKs@50" if number.endswith("%") else ""
    return RangeError(f"{number!r} is no number from 0 up{_odd_character(number)}{hint}")


def _read_top(name: str) -> NDArray[np.intp]:
    number = name[3:].lstrip()
    if not number.endswith("%"):
        raise RangeError(f"the best hands are written with a percentage: top 15%{_odd_character(number)}")
    return _members(top_classes(_percentage(number[:-1])).tolist())


def _read_hands(name: str) -> NDArray[np.intp] | slice | int:
    """The combos of a name, as what indexes the weights."""
    if name.lower() in ("random", "any"):
        return slice(None)
    if match := _HANDS.fullmatch(name):
        return _members(cell for hand in _run(match) for cell in _classes(hand))
    try:
        cards = card_bytes(name)
    except CardError as slip:
        raise RangeError(_why_not(name, str(slip))) from None
    if len(cards) != 2:
        raise RangeError(_why_not(name, f"a combo has two cards, not {len(cards)}; commas or spaces part combos"))
    return combo_index(*cards)


def _members(cells: Iterable[int]) -> NDArray[np.intp]:
    """The combos of some classes."""
    return np.concatenate([_NONE, *(_COMBOS_OF_CLASS[cell] for cell in cells)])


def _classes(hand: _Hand) -> Iterator[int]:
    if hand.suits != "o":
        yield class_index(hand.high, hand.low, suited=True)
    if hand.suits != "s":
        yield class_index(hand.high, hand.low, suited=False)


def _read_hand(high: str, low: str, suits: str) -> _Hand:
    hand = _Hand(RANKS.index(high.upper()), RANKS.index(low.upper()), suits.lower())
    if hand.high < hand.low:
        raise RangeError(f"the higher card comes first: {_Hand(hand.low, hand.high, hand.suits)}")
    if hand.high == hand.low and suits:
        raise RangeError(f"a pair is neither suited nor offsuit: {hand._replace(suits='')}")
    return hand


def _run(match: re.Match[str]) -> list[_Hand]:
    """The hands from one to another: kickers climb below one first card, or both cards climb together."""
    first = _read_hand(match[1], match[2], match[3])
    if match[4] is None:
        return [first]
    if match[4] == "+":
        is_pair = first.high == first.low
        last = first._replace(high=_ACE, low=_ACE) if is_pair else first._replace(low=first.high - 1)
    else:
        last = _read_hand(match[5], match[6], match[7])
    gap = first.high - first.low
    same_kind = first.suits == last.suits and (gap == 0) == (last.high == last.low)
    if not same_kind or (first.high != last.high and gap != last.high - last.low):
        raise RangeError(
            f"no run leads from {first} to {last}; both ends are pairs (99-66), or of one kind of suits with "
            "the same first card (A5s-A2s) or the same gap (T9s-QJs)"
        )
    lows = range(min(first.low, last.low), max(first.low, last.low) + 1)
    return [_Hand(first.high if first.high == last.high else low + gap, low, first.suits) for low in lows]


# --- what is wrong ------------------------------------------------------------------------------------


def _odd_character(text: str) -> str:
    """Names the first character that looks like another or like nothing; empty if there is none."""
    for character in text:
        if not (character.isascii() and character.isprintable()) and character not in "♣♧♦♢♥♡♠♤\ufe0f":
            return f"; {character!r} is U+{ord(character):04X}"
    return ""


def _why_not(name: str, otherwise: str) -> str:
    """Why a name is no hand, with a hint where the slip is a common one."""
    if odd := _odd_character(name):
        return _UNKNOWN + odd
    for pattern, hint in _SLIPS:
        if re.fullmatch(pattern, name, re.IGNORECASE | re.ASCII | re.DOTALL):
            return hint
    for end in name.split("-") if "-" in name else ():
        if not _HANDS.fullmatch(end):
            return f"{end!r} is no end of a run: {_why_not(end, 'runs lead from hand to hand, such as A5s-A2s')}"
    looks_like_cards = re.match(rf"({_RANK}|10)[^-+2-9TJQKA]", name, re.IGNORECASE | re.ASCII)
    return otherwise if looks_like_cards else _UNKNOWN


# --- writing ------------------------------------------------------------------------------------------


def class_weights(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest weight among each class's combos, float64[169] each."""
    least, greatest = np.full(CLASSES, np.inf), np.zeros(CLASSES)
    np.minimum.at(least, CLASS_OF_COMBO, weights)
    np.maximum.at(greatest, CLASS_OF_COMBO, weights)
    return least, greatest


def write_range(weights: NDArray[np.float64]) -> str:
    """The canonical text of some weights, which reads back as exactly the same.

    Pairs come first, then the other hands from the highest first card down, suited before offsuit; combos
    whose class is not of one weight throughout stand alone at the end.
    """
    if weights.min() == weights.max() > 0:
        return "random" + _suffix(weights[0])
    least, greatest = class_weights(weights)
    even = least == greatest
    cells_by_weight: dict[float, list[int]] = {}
    for cell in np.flatnonzero(even & (greatest > 0)).tolist():
        cells_by_weight.setdefault(float(greatest[cell]), []).append(cell)
    runs = [(key, text + _suffix(w)) for w, cells in cells_by_weight.items() for key, text in _write_classes(cells)]
    uneven = np.flatnonzero(~even[CLASS_OF_COMBO] & (weights > 0))[::-1]
    singles = [format_cards(COMBO_CARDS[combo]) + _suffix(weights[combo]) for combo in uneven.tolist()]
    return ",".join([text for _, text in sorted(runs)] + singles)


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"


def _write_classes(cells: Iterable[int]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The runs that some classes make, each with a key to sort it by."""
    pairs: list[int] = []
    kickers: dict[int, dict[str, list[int]]] = {}
    for cell in cells:
        high, low, suits = _hand_of_class(cell)
        if high == low:
            pairs.append(low)
        else:
            kickers.setdefault(high, {"s": [], "o": []})[suits].append(low)
    for low, top in _unbroken(pairs):
        yield (0, -top), _write_run(_Hand(low, low, ""), _Hand(top, top, ""), _ACE)
    for high, kinds in kickers.items():
        alike = kinds["s"] == kinds["o"]
        for order, (suits, lows) in enumerate([("", kinds["s"])] if alike else kinds.items()):
            for low, top in _unbroken(lows):
                yield (1, -high, order, -top), _write_run(_Hand(high, low, suits), _Hand(high, top, suits), high - 1)


def _hand_of_class(cell: int) -> _Hand:
    row, column = divmod(cell, GRID)
    return _Hand(_ACE - min(row, column), _ACE - max(row, column), "s" if row < column else "o")


def _unbroken(ranks: list[int]) -> Iterator[tuple[int, int]]:
    """The lowest and highest rank of each unbroken stretch of falling ranks."""
    for rank in ranks:
        if rank + 1 not in ranks:
            top = rank
        if rank - 1 not in ranks:
            yield rank, top


def _write_run(lowest: _Hand, highest: _Hand, top: int) -> str:
    if lowest == highest:
        return str(highest)
    return f"{lowest}+" if highest.low == top else f"{highest}-{lowest}"
