"""Cards as text and as ids, and random deals into arrays.

A card id is ``4 * rank + suit``: rank 0 is the deuce and 12 the ace, suits are clubs, diamonds, hearts
and spades. ``NO_CARD`` stands for a card that nobody has seen, or that was never dealt.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from holdem_core._arrays import as_array, has_masked, lies_within
from holdem_core._options import random_generator, whole
from holdem_core._texts import told
from holdem_core.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NO_CARD = 255
DECK_SIZE = 52
BOARD_SIZE = 5

CardIds: TypeAlias = "NDArray[np.uint8]"
Cards: TypeAlias = str | Iterable[str | int]
RandomSource: TypeAlias = (
    "int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None"
)

_SUIT_SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")
_RANK_OF = {letter: rank for rank, name in enumerate(RANKS) for letter in {name, name.lower()}}
_SUIT_OF = {letter: suit for suit, name in enumerate(SUITS) for letter in (name, name.upper(), *_SUIT_SIGNS[suit])}
_CARD_OF = {
    rank_letter + suit_letter: 4 * rank + suit
    for rank_letter, rank in _RANK_OF.items()
    for suit_letter, suit in _SUIT_OF.items()
}
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_SIGNED_NAMES = tuple(rank + signs[0] for rank in RANKS for signs in _SUIT_SIGNS)
_VARIATION_SELECTOR = "\ufe0f"
_ROWS_AT_ONCE = 1 << 17  # dealt before Python, which hears of Ctrl-C, has its turn again: 20 to 100 ms


def _shown(character: str) -> str:
    """A character for an error message, with its code point if it may look like another."""
    return repr(character) if character.isascii() else f"{character!r} (U+{ord(character):04X})"


def _read_card(text: str, start: int) -> tuple[int, int]:
    """The card that starts at a position of the text, and the position behind it."""
    at = start
    if text.startswith("10", at):
        rank, at = RANKS.index("T"), at + 2
    elif text[at] in _RANK_OF:
        rank, at = _RANK_OF[text[at]], at + 1
    else:
        raise CardError(f"{_shown(text[at])} at position {at} of {text!r} is no rank; ranks are {RANKS} and 10")
    if at == len(text):
        raise CardError(f"{text[start:]!r} at position {start} of {text!r} has no suit")
    if text[at] not in _SUIT_OF:
        raise CardError(f"{_shown(text[at])} at position {at} of {text!r} is no suit; suits are c, d, h and s")
    card = 4 * rank + _SUIT_OF[text[at]]
    at += 1
    if text.startswith(_VARIATION_SELECTOR, at):
        at += 1
    return card, at


def _read_text(text: str) -> list[int]:
    try:
        return [_CARD_OF[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError:
        pass
    cards = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
        else:
            card, at = _read_card(text, at)
            cards.append(card)
    return cards


def _read_item(item: Any, place: Any) -> list[int]:
    if type(item) is int and 0 <= item < DECK_SIZE:
        return [item]
    if isinstance(item, str):
        return _read_text(item)
    if isinstance(item, (bool, np.bool_, np.timedelta64)) or not isinstance(item, (int, np.integer)):
        raise CardError(f"item {place} is {item!r}; cards are text such as 'Ah' or ids from 0 to 51")
    if not 0 <= item < DECK_SIZE:
        raise CardError(f"item {place} is {told(item, str)}, and card ids run from 0 to 51")
    return [int(item)]


def card_bytes(cards: Cards) -> bytes:
    """The ids of some cards, one a byte: what ``parse_cards`` reads, for the one-hand kernels."""
    if isinstance(cards, str):
        ids = _read_text(cards)
    elif isinstance(cards, memoryview):  # which cannot be gone through where it has several dimensions
        return card_bytes(np.asarray(cards))
    elif isinstance(cards, (bytes, bytearray)):
        if max(cards, default=0) >= DECK_SIZE:  # text is, whatever it says
            raise CardError(f"cards are text or a sequence of ids, not {cards!r}; decode it first")
        ids = list(cards)
    elif isinstance(cards, Iterable) and not isinstance(cards, dict):
        if isinstance(cards, np.ndarray) and cards.ndim != 1:
            raise CardError(f"cards are a flat sequence, not an array of shape {cards.shape}")
        ids = [card for position, item in enumerate(cards) for card in _read_item(item, position)]
    else:
        raise CardError(f"cards are text or a sequence of ids, not {cards!r}")
    if len(set(ids)) < len(ids):
        again = next(card for position, card in enumerate(ids) if card in ids[:position])
        raise CardError(f"{CARD_NAMES[again]} stands twice in {cards!r}")
    return bytes(ids)


def parse_cards(cards: Cards) -> CardIds:
    """Reads cards from text, or from a sequence of texts and ids.

    A card is a rank (``2`` to ``9``, ``T`` or ``10``, ``J``, ``Q``, ``K``, ``A``) and a suit (``c``, ``d``,
    ``h``, ``s`` or a suit sign), in any case; cards stand side by side or behind spaces and commas.

    Args:
        cards: text such as ``"AhKd"``, ``"Ah Kd"``, ``"10h, A♥"``, or a sequence of such texts or of ids.

    Returns:
        uint8[k], the ids in the order given.

    Raises:
        CardError: text that is no card (with its position, and the code point of an odd character), an
            id outside 0 to 51, or a card twice.

    Example:
        >>> parse_cards("Ah 10d")
        array([50, 33], dtype=uint8)
        >>> parse_cards("AhKx")
        Traceback (most recent call last):
            ...
        holdem_core.errors.CardError: 'x' at position 3 of 'AhKx' is no suit; suits are c, d, h and s
    """
    return np.frombuffer(card_bytes(cards), dtype=np.uint8).copy()


def format_cards(ids: ArrayLike, *, unicode: bool = False) -> str:
    """The text of some card ids, the opposite of ``parse_cards``.

    Args:
        ids: a flat sequence or array of ids, 0 to 51.
        unicode: suit signs instead of letters.

    Raises:
        CardError: an id outside 0 to 51.

    Example:
        >>> format_cards([50, 33])
        'AhTd'
        >>> format_cards([50, 33], unicode=True)
        'A♥T♦'
    """
    names = _SIGNED_NAMES if unicode else CARD_NAMES
    texts = []
    for position, card in enumerate(as_array("ids", ids, CardError).ravel().tolist()):
        if isinstance(card, bool) or not isinstance(card, int) or not 0 <= card < DECK_SIZE:
            raise CardError(f"item {position} is {told(card)}, and card ids run from 0 to 51")
        texts.append(names[card])
    return "".join(texts)


def card_ids(array: Any, what: str = "cards") -> NDArray[np.integer]:
    """An array of ids in the integer type it comes in; text in arrays is read, other types are refused."""
    ids = np.asarray(as_array(what, array, CardError))
    if has_masked(array):
        raise CardError(f"{what} have masked entries; fill them with ids first")
    if ids.ndim == 0:
        raise CardError(f"{what} are text or a sequence of ids, not {ids.item()!r}")
    if ids.dtype.kind in "iu":
        return ids
    if ids.size == 0:
        return np.empty(ids.shape, dtype=np.uint8)
    if ids.dtype.kind == "O":
        for place, item in np.ndenumerate(ids):
            _read_item(item, place if len(place) > 1 else place[0])
    raise CardError(f"{what} are card ids of an integer type such as uint8, not {ids.dtype}")


def clip_ids(ids: NDArray[np.integer]) -> CardIds:
    """Ids of any integer type as uint8, ``NO_CARD`` where they do not fit."""
    return np.where((ids < 0) | (ids > NO_CARD), np.uint8(NO_CARD), ids).astype(np.uint8, copy=False)


def known_ids(cards: Any, what: str) -> NDArray[np.integer]:
    """An array of ids and ``NO_CARD`` in the integer type it comes in; what fits no byte is refused."""
    ids = card_ids(cards, what)
    if ids.dtype != np.uint8 and not lies_within(ids, 0, NO_CARD):
        index = np.unravel_index(np.argmax((ids < 0) | (ids > NO_CARD)), ids.shape)
        place = ", ".join(map(str, index))
        raise CardError(f"{what}[{place}] is {ids[index]}, and card ids run from 0 to 51")
    return ids


def spaced(cards: str) -> str:
    """The text of cards with a space between them."""
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def deal(
    n: int, players: int, *, board: int = 5, dead: Cards = (), rng: RandomSource = None
) -> tuple[CardIds, CardIds]:
    """Deals random hands: every way to deal them is equally likely.

    Args:
        n: how many hands.
        players: seats a hand, two hole cards each.
        board: community cards a hand, 0 to 5.
        dead: cards that are never dealt.
        rng: what ``numpy.random.default_rng`` takes; the same seed deals the same hands, at once or, with one
            generator, call by call.

    Returns:
        Hole cards uint8[n, players, 2] and boards uint8[n, board].

    Raises:
        CardError: more cards wanted than the deck holds or than an array does, a board of more than five, or a number
            below 0.
        OptionError: a number that is not whole, or ``rng`` of another kind.

    The first call imports ``numpy.random``: a program that forks while its threads deal imports it before.

    Example:
        >>> holes, boards = deal(1000, 6, rng=1)
        >>> holes.shape, boards.shape
        ((1000, 6, 2), (1000, 5))
    """
    from holdem_core.kernels.sample.deal import deal_rows  # here, since numpy.random takes long to import

    n, players, board = (whole(name, count) for name, count in (("n", n), ("players", players), ("board", board)))
    for name, count in (("n", n), ("players", players), ("board", board)):
        if count < 0:
            raise CardError(f"{name} is {count}, and cannot be below 0")
    if board > 5:
        raise CardError(f"a board has at most 5 cards, not {board}")
    used = card_bytes(dead)
    deck = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), np.frombuffer(used, dtype=np.uint8))
    wanted = 2 * players + board
    if wanted > len(deck):
        raise CardError(f"{players} players and {board} board cards want {wanted} cards of {len(deck)}")
    if n * max(wanted, 1) > np.iinfo(np.intp).max:
        raise CardError(f"{n} hands of {wanted} cards are more than an array holds")
    source = random_generator(rng).bit_generator
    rows = np.empty((n, wanted), dtype=np.uint8)
    for start in range(0, n, _ROWS_AT_ONCE):
        deal_rows(rows[start : start + _ROWS_AT_ONCE], deck, source)
    return rows[:, : 2 * players].reshape(n, players, 2), rows[:, 2 * players :]
