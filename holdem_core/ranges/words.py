"""The words of range notation, each read by itself: the names of hands, and weights; and what is wrong with others."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from holdem_core.cards import RANKS, SUITS, card_bytes
from holdem_core.errors import CardError, RangeError
from holdem_core.ranges.combos import (
    CLASS_OF_COMBO,
    CLASS_SIZES,
    COMBO_CARDS,
    class_index,
    class_name,
    combo_index,
    combo_names,
    top_classes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

ACE = 12
_COMBOS_OF_CLASS = np.split(np.argsort(CLASS_OF_COMBO, kind="stable"), np.cumsum(CLASS_SIZES)[:-1])
_NONE = np.empty(0, dtype=np.intp)
_HIGHER, _LOWER = (COMBO_CARDS >> 2).T
_SUITED = (COMBO_CARDS[:, 0] & 3) == (COMBO_CARDS[:, 1] & 3)

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_RANK = f"[{RANKS}]"
_SIGNS = "♣♧♦♢♥♡♠♤"  # two for each suit
_CARD = rf"(10|{_RANK})([{SUITS}x{_SIGNS}])\ufe0f?"
_RUN = re.compile(r"([^-+]+)(?:([-+])|-([^-+]+))?")
_RANKED = re.compile(rf"({_RANK})({_RANK})([so]?)", re.IGNORECASE | re.ASCII)
_TWO_CARDS = re.compile(_CARD + _CARD, re.IGNORECASE | re.ASCII)
_ANY_KICKER = re.compile(rf"(?:({_RANK}|X)X|X({_RANK}))([so]?)([-+]?)", re.IGNORECASE | re.ASCII)
DECIMAL = re.compile(rf"({NUMBER})(e[+-]?[0-9]+)?", re.IGNORECASE | re.ASCII)
_PER_CENT = re.compile(rf"{NUMBER}%")
_SLIPS = (  # tried in this order on what is no hand
    (r"!?", "a weight stands right behind its hand, without a space, and ! before it: AKs:0.5, !AhAs"),
    (r"-.*|.*-|.*--.*", "a dash stands between two hands, 99-66, A5s-A2s, or right behind one, 44-"),
    (rf"({_RANK}|10)?10[so]?[-+]?|10{_RANK}[so]?[-+]?", "a ten is written T"),
    (rf"{_RANK}{_RANK}[a-z]\+?", "two ranks are followed by s (suited), o (offsuit) or nothing (both)"),
    (rf"{_RANK}[cdhsw-z]{_RANK}[cdhsw-z][-+]?", "a suit that is left open is x; AKs is suited, AKo offsuit"),
    (
        rf"({_RANK}[cdhs])?X[cdhsx]({_RANK}[cdhs])?",
        "X stands for a rank only where no suit is given: AXs; AhXh is Ah2h+",
    ),
    (rf"(X|{_RANK}X|X{_RANK}|XX).*", "X stands for every lower kicker: KX, KXs, KXo, KX+, KX-; XX for any two cards"),
    (rf"{NUMBER}%-{NUMBER}%", "the hands between two shares are written top 10%,!top 5%"),
    (
        r"[0-9.]+",
        "a weight stands behind its hand, AKs:0.5, or before a group, 0.5(AKs,QQ); PioSOLVER's are 1326 numbers",
    ),
)
_UNKNOWN = "no hand; hands are written AA, AKs, AKo, AK, AhKd, 77+, ATs+, 99-66, A5s-A2s, random or top 15%"


class StartingHand(NamedTuple):
    """A starting hand as written: two ranks, the higher first, and ``s``, ``o``, nothing, or the suits of both cards.

    Of suits, ``x`` is any.
    """

    high: int
    low: int
    suits: str

    def __str__(self) -> str:
        if len(self.suits) == 2:
            return RANKS[self.high] + self.suits[0] + RANKS[self.low] + self.suits[1]
        return RANKS[self.high] + RANKS[self.low] + self.suits


# --- hands --------------------------------------------------------------------------------------------


def read_hands(name: str) -> NDArray[np.intp] | slice | int:
    """The combos of hands as written, without a weight, as what indexes the weights."""
    if (known := _by_name().get(name)) is not None:
        return known
    if match := _RANKED.fullmatch(name):
        return _combos_of([_ranked(match)])
    if name.lower() in ("random", "any"):
        return slice(None)
    if name[:3].lower() == "top":
        return _read_top(name[3:].lstrip())
    if name.endswith("%") and _PER_CENT.fullmatch(name):
        return _read_top(name)
    if ("X" in name or "x" in name) and (match := _ANY_KICKER.fullmatch(name)):
        return _read_any_kicker(match)
    if (match := _RUN.fullmatch(name)) and (first := _starting_hand(match[1])):
        if match[2]:
            return _combos_of(_climb(first) if match[2] == "+" else _descend(first))
        if not match[3]:
            return _combos_of([first])
        if last := _starting_hand(match[3]):
            return _combos_of(_run(first, last))
    try:
        cards = card_bytes(name)
    except CardError as slip:
        raise RangeError(_why_not(name, str(slip))) from None
    if len(cards) != 2:
        raise RangeError(_why_not(name, f"a combo has two cards, not {len(cards)}; commas or spaces part combos"))
    return combo_index(*cards)


@cache
def _by_name() -> dict[str, NDArray[np.intp] | int]:
    """Combos and classes as most texts write them, either card of a combo first."""
    combos = {name[at:] + name[:at]: combo for combo, name in enumerate(combo_names()) for at in (0, 2)}
    return combos | {class_name(cell): members for cell, members in enumerate(_COMBOS_OF_CLASS)}


def _read_top(number: str) -> NDArray[np.intp]:
    if not number.endswith("%"):
        raise RangeError(f"the best hands are written with a percentage: top 15%{_odd_character(number)}")
    return _members(top_classes(read_percentage(number[:-1])).tolist())


def _members(cells: Iterable[int]) -> NDArray[np.intp]:
    """The combos of some classes."""
    return np.concatenate([_NONE, *(_COMBOS_OF_CLASS[cell] for cell in cells)])


def _combos_of(hands: Iterable[StartingHand]) -> NDArray[np.intp]:
    cells: list[int] = []
    combos: list[int] = []
    for hand in hands:
        if len(hand.suits) == 2:
            combos += _with_suits(hand)
            continue
        if hand.suits != "o":
            cells.append(class_index(hand.high, hand.low, suited=True))
        if hand.suits != "s":
            cells.append(class_index(hand.high, hand.low, suited=False))
    return np.array(combos, dtype=np.intp) if combos else _members(cells)


def _with_suits(hand: StartingHand) -> list[int]:
    """The combos of two cards of which the suits may be left open."""
    highs, lows = (range(4) if suit == "x" else [SUITS.index(suit)] for suit in hand.suits)
    cards = [(4 * hand.high + one, 4 * hand.low + other) for one in highs for other in lows]
    return [combo_index(*pair) for pair in cards if pair[0] != pair[1]]


def _read_any_kicker(match: re.Match[str]) -> NDArray[np.intp] | slice:
    """Hands of which X is the lower rank: any below the first card, or below any from it up or down."""
    rank, suits, step = match[1] or match[2], match[3].lower(), match[4]
    if rank in "xX":
        if step:
            raise RangeError("XX has no lowest and no highest hand; leave the sign out")
        if not suits:
            return slice(None)
        fits = _HIGHER > _LOWER
    else:
        first = _rank(rank)
        lowest, highest = (0 if step == "-" else first), (ACE if step == "+" else first)
        fits = (_HIGHER > _LOWER) & (lowest <= _HIGHER) & (highest >= _HIGHER)
    if suits:
        fits = fits & _SUITED if suits == "s" else fits & ~_SUITED
    if not fits.any():
        raise RangeError("no kicker is lower than a deuce")
    return np.flatnonzero(fits)


def _starting_hand(text: str) -> StartingHand | None:
    """One end of a run, or None if it is no hand."""
    if match := _RANKED.fullmatch(text):
        return _ranked(match)
    if match := _TWO_CARDS.fullmatch(text):
        return _two_cards(text, match)
    return None


def _ranked(match: re.Match[str]) -> StartingHand:
    one, other, suits = _rank(match[1]), _rank(match[2]), match[3].lower()
    hand = StartingHand(max(one, other), min(one, other), suits)
    if one == other and suits:
        raise RangeError(f"a pair is neither suited nor offsuit: {hand._replace(suits='')}")
    return hand


def _two_cards(text: str, match: re.Match[str]) -> StartingHand:
    cards = [(_rank(match[1]), _suit(match[2])), (_rank(match[3]), _suit(match[4]))]
    (high, one), (low, other) = sorted(cards, reverse=True)
    if (high, one) == (low, other) and one != "x":
        raise RangeError(f"{RANKS[high]}{one} stands twice in {text!r}")
    return StartingHand(high, low, one + other)


def _rank(text: str) -> int:
    return RANKS.index("T" if text == "10" else text.upper())


def _suit(text: str) -> str:
    return SUITS[_SIGNS.index(text) // 2] if text in _SIGNS else text.lower()


def _climb(first: StartingHand) -> list[StartingHand]:
    pair = first.high == first.low
    return _run(first, first._replace(high=ACE, low=ACE) if pair else first._replace(low=first.high - 1))


def _descend(first: StartingHand) -> list[StartingHand]:
    return _run(first, first._replace(high=0, low=0) if first.high == first.low else first._replace(low=0))


def _run(first: StartingHand, last: StartingHand) -> list[StartingHand]:
    """The hands from one to another: kickers climb below one first card, or both cards climb together."""
    gap = first.high - first.low
    same_kind = first.suits == last.suits and (gap == 0) == (last.high == last.low)
    if not same_kind or (first.high != last.high and gap != last.high - last.low):
        raise RangeError(
            f"no run leads from {first} to {last}; both ends are pairs (99-66), or of one kind of suits with "
            "the same first card (A5s-A2s) or the same gap (T9s-QJs)"
        )
    lows = range(min(first.low, last.low), max(first.low, last.low) + 1)
    return [StartingHand(first.high if first.high == last.high else low + gap, low, first.suits) for low in lows]


# --- weights -----------------------------------------------------------------------------------------


def read_share(number: str) -> float:
    """A weight from 0 to 1, or in per cent where the sign says so."""
    return read_percentage(number[:-1]) if number.endswith("%") else read_weight(number)


def read_weight(number: str) -> float:
    """A weight from 0 to 1."""
    if not DECIMAL.fullmatch(number):
        raise _no_number(number)
    weight = _above_zero(number, float(number))
    if weight > 1:
        raise RangeError(
            f"a weight of {number} is above 1; per cent are written AKs@50, AKs:50%, 50%(AKs) or [50]AKs[/50]"
        )
    return weight


def read_percentage(number: str) -> float:
    """Per cent as a share: the float nearest to the exact quotient."""
    match = DECIMAL.fullmatch(number)
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
    return RangeError(f"{number!r} is no number from 0 up{_odd_character(number)}")


# --- what is wrong ------------------------------------------------------------------------------------


def _odd_character(text: str) -> str:
    """Names the first character that looks like another or like nothing; empty if there is none."""
    for character in text:
        if not (character.isascii() and character.isprintable()) and character not in f"{_SIGNS}\ufe0f":
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
        if not _starting_hand(end):
            return f"{end!r} is no end of a run: {_why_not(end, 'runs lead from hand to hand, such as A5s-A2s')}"
    looks_like_cards = re.match(rf"({_RANK}|10)[^-+2-9TJQKA]", name, re.IGNORECASE | re.ASCII)
    return otherwise if looks_like_cards else _UNKNOWN
