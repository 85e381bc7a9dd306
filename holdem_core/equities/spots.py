"""A spot: who may hold what, the board and the dead cards; what is impossible about it, and which deals it leaves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from holdem_core._texts import told
from holdem_core.cards import BOARD_SIZE, DECK_SIZE, Cards, card_bytes, format_cards
from holdem_core.equities.preflop import SUIT_ORDERS, pairs_met, relabellings
from holdem_core.errors import CardError, HoldemError, RangeError
from holdem_core.kernels.equity.exact import MOST_PLAYERS
from holdem_core.ranges.combos import COMBO_CARDS, COMBO_MASKS, card_mask
from holdem_core.ranges.range import Range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

LEAST_WEIGHT = 1e-30  # so that ten of them can be multiplied
NO_DEAL = "the players' ranges collide: there is no way to give each a hand"

_CARDS = np.arange(DECK_SIZE, dtype=np.uint64)
_BLOCKED_BY_A_CARD = DECK_SIZE - 1  # combos that hold it
_LEAST_FREE = 1e-4
_SCALES = (1, 2, 4, 8, 10, 16, 20, 100, 1000, 10_000)
_DEALS_TRIED = 64
_WIDEST_SEARCH = 1 << 14  # sets of cards that are followed when it is in doubt whether all can hold a hand


class Spot(NamedTuple):
    """What a calculation is about; ``weights`` (P, 1326) are 0 for combos with a card of the board or a dead one."""

    ranges: tuple[Range, ...]
    weights: NDArray[np.float64]
    board: bytes
    dead: bytes

    @property
    def combos(self) -> list[NDArray[np.int64]]:
        """What each player may hold."""
        return [np.flatnonzero(weights) for weights in self.weights]

    @property
    def deck(self) -> NDArray[np.uint8]:
        """The cards that are neither on the board nor dead."""
        return cards_beside(self.used)

    @property
    def used(self) -> int:
        """The cards of the board and the dead ones, as a mask."""
        return card_mask(self.board + self.dead)

    @property
    def missing(self) -> int:
        """How many cards the board lacks."""
        return BOARD_SIZE - len(self.board)

    @property
    def nearly_always_collides(self) -> bool:
        """Whether so little of the players' weights is free of collisions that it could be lost in their sums."""
        free = 1.0
        for one, other in combinations(self.weights, 2):
            free *= float(one @ pairs_met(other)) / float(one.sum() * other.sum())
        return free < _LEAST_FREE

    @property
    def whole(self) -> bool:
        """Whether no combo has a weight but 0 and 1, so that deals are counted in integers."""
        return bool(((self.weights == 0) | (self.weights == 1)).all())


def cards_beside(used: int) -> NDArray[np.uint8]:
    """The cards that are not in a mask, uint8 (n), rising."""
    return np.flatnonzero((np.uint64(used) >> _CARDS & np.uint64(1)) == 0).astype(np.uint8)


def in_whole_weights(spot: Spot) -> tuple[Spot, float]:
    """The spot with weights that are multiples of a simple fraction as whole numbers, whose sums are exact.

    Returns:
        The spot, and how many times heavier its deals are.
    """
    weights, heavier = spot.weights.copy(), 1.0
    for player, held in enumerate(spot.weights):
        for scale in _SCALES:
            whole = np.rint(held * scale)
            if np.array_equal(whole / scale, held):
                weights[player], heavier = whole, heavier * scale
                break
    return spot._replace(weights=weights), heavier


def read_spot(hands_or_ranges: Sequence[Cards | Range], board: Cards, dead: Cards) -> Spot:
    """The spot, or what is wrong with it."""
    ranges = []
    for player, given in enumerate(hands_or_ranges):
        try:
            ranges.append(given if isinstance(given, Range) else _read_player(given))
        except HoldemError as error:
            raise RangeError(f"player {player}: {error}") from None
    if not 2 <= len(ranges) <= MOST_PLAYERS:
        raise RangeError(f"equities are of 2 to {MOST_PLAYERS} players, not of {len(ranges)}")
    community, gone = card_bytes(board), card_bytes(dead)
    if len(community) not in (0, 3, 4, BOARD_SIZE):
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(community)}")
    if shared := set(community) & set(gone):
        raise CardError(f"{format_cards(sorted(shared))} is on the board and dead")
    weights = np.stack([_held(given, community + gone, player) for player, given in enumerate(ranges)])
    spot = Spot(tuple(ranges), weights, community, gone)
    if len(spot.deck) < 2 * len(ranges) + spot.missing:
        raise CardError(f"{len(spot.deck)} cards are left, too few for {len(ranges)} players and the board")
    if not can_be_dealt(spot.combos):
        raise RangeError(NO_DEAL + _shared(spot.combos))
    return spot


def _read_player(given: Cards) -> Range:
    """A range as text, or a hand as two cards."""
    if isinstance(given, str):
        return Range(given)
    if not isinstance(given, Iterable):
        raise RangeError(f"hands are text such as 'AhKh' or 'QQ+,AKs', a Range, or two cards, not {told(given)}")
    cards = card_bytes(given)
    if len(cards) != 2:
        raise RangeError(f"a sequence is one hand of two cards, not of {len(cards)}; a range is text")
    return Range(format_cards(list(cards)))


def _shared(combos: Sequence[NDArray[np.int64]]) -> str:
    """Which card two known hands share, if two do."""
    owners: dict[int, int] = {}
    for player, held in enumerate(combos):
        for card in COMBO_CARDS[held[0]].tolist() if len(held) == 1 else ():
            if card in owners:
                return f"; {format_cards([card])} belongs to player {owners[card]} and to player {player}"
            owners[card] = player
    return ""


def _held(given: Range, used: bytes, player: int) -> NDArray[np.float64]:
    """A range's weights without the combos that hold a card in use."""
    if not given.weights.any():
        raise RangeError(f"player {player} has an empty range")
    least = given.weights[given.weights > 0].min()
    if least < LEAST_WEIGHT:
        raise RangeError(
            f"player {player} holds a hand with weight {least:g}; at least {LEAST_WEIGHT:g} is needed, or 0"
        )
    weights = _without(given.weights, used)
    if not weights.any():
        raise RangeError(f"player {player} has no hand left in {str(given)!r} beside the board and the dead cards")
    return weights


def _without(weights: NDArray[np.float64], cards: bytes) -> NDArray[np.float64]:
    """The weights (..., 1326), 0 for combos that hold one of the cards."""
    return np.where(COMBO_MASKS & np.uint64(card_mask(cards)), 0.0, weights)


def with_card(spot: Spot, card: int) -> Spot | None:
    """The spot with one more card on the board, or None if that leaves somebody without a hand."""
    weights = _without(spot.weights, bytes([card]))
    after = spot._replace(weights=weights, board=spot.board + bytes([card]))
    return after if weights.any(axis=1).all() and can_be_dealt(after.combos) else None


def can_be_dealt(combos: Sequence[NDArray[np.int64]]) -> bool:
    """Whether there is a combo for each player such that no two share a card.

    Where the search would grow too wide it follows only a part, and says True if that ends nowhere.
    """
    # Whoever has more combos than the others' cards can block is dealt to last, and needs no search.
    narrow = sorted(combos, key=len)
    while narrow and len(narrow[-1]) > 2 * (len(narrow) - 1) * _BLOCKED_BY_A_CARD:
        narrow.pop()
    return not narrow or _happens(narrow) or _is_found(narrow)


def _happens(combos: Sequence[NDArray[np.int64]]) -> bool:
    """Whether one of a few deals, player after player from what is free, ends with a hand for each."""
    random = np.random.Generator(np.random.PCG64(1))
    for _ in range(_DEALS_TRIED):
        used = np.uint64(0)
        for held in combos:
            free = COMBO_MASKS[held]
            free = free[(free & used) == 0]
            if not len(free):
                break
            used |= free[int(random.random() * len(free))]
        else:
            return True
    return False


def _is_found(combos: Sequence[NDArray[np.int64]]) -> bool:
    """The same by following all sets of cards in use, or many of them."""
    used, all_followed = np.zeros(1, dtype=np.uint64), True
    for held in combos:
        masks = COMBO_MASKS[held]
        if len(used) > _WIDEST_SEARCH:
            used, all_followed = used[:: -(-len(used) // _WIDEST_SEARCH)], False
        free = (used[:, None] & masks) == 0
        used = np.unique((used[:, None] | masks)[free])
        if not len(used):
            return not all_followed
    return True


def tuples_of(combos: Sequence[NDArray[np.int64]], at_once: int) -> Iterator[NDArray[np.uint16]]:
    """Every tuple of combos of which no two share a card, in blocks (n, P) of not much more than ``at_once``."""
    yield from _extended(
        np.empty((1, 0), dtype=np.uint16),
        np.zeros(1, dtype=np.uint64),
        [held.astype(np.uint16) for held in combos],
        at_once,
    )


def _extended(
    tuples: NDArray[np.uint16], used: NDArray[np.uint64], combos: Sequence[NDArray[np.uint16]], at_once: int
) -> Iterator[NDArray[np.uint16]]:
    if not combos:
        yield tuples
        return
    held, *rest = combos
    masks = COMBO_MASKS[held]
    step = max(1, at_once // len(held))
    for start in range(0, len(tuples), step):
        here = used[start : start + step]
        row, column = np.nonzero((here[:, None] & masks) == 0)
        if len(row):
            longer = np.column_stack([tuples[start + row], held[column]])
            yield from _extended(longer, here[row] | masks[column], rest, at_once)


def few_tuples(combos: Sequence[NDArray[np.int64]], most: int) -> NDArray[np.uint16] | None:
    """All tuples of combos of which no two share a card, (n, P), or None if there are more than ``most``."""
    found, count = [], 0
    for block in tuples_of(combos, most):
        found.append(block)
        count += len(block)
        if count > most:
            return None
    return np.concatenate(found) if found else np.empty((0, len(combos)), dtype=np.uint16)


def symmetries(spot: Spot) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The relabellings of suits that leave the spot as it is.

    Returns:
        What each makes of the suits, uint8 (m, 4), and of the combos, (m, 1326).
    """
    moved = relabellings()
    kept = [
        index
        for index in np.flatnonzero(_as_before(spot.board) & _as_before(spot.dead))
        if index == 0 or np.array_equal(spot.weights[:, moved[index]], spot.weights)
    ]
    return SUIT_ORDERS[kept], moved[kept]


def _as_before(cards: bytes) -> NDArray[np.bool_]:
    """Which of the relabellings, of which the first changes nothing, leave a set of cards as it is."""
    ids = np.frombuffer(cards, dtype=np.uint8)
    moved = ids & ~np.uint8(3) | SUIT_ORDERS[:, ids & 3]
    same: NDArray[np.bool_] = (np.sort(moved, axis=1) == np.sort(ids)).all(axis=1)
    return same
