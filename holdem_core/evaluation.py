"""Cards to strengths: one hand, lists of hands, arrays of any shape.

A strength is an integer from 1 (7-5-4-3-2) to 7462 (royal flush): the rank of the best five cards among all
five-card hands, equal where hands tie.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np

from holdem_core import _arrays
from holdem_core._arrays import Operand, as_array, first_of_many, kept
from holdem_core._options import thread_count
from holdem_core._texts import told
from holdem_core.cards import DECK_SIZE, card_bytes, card_ids, clip_ids, format_cards
from holdem_core.errors import CardError
from holdem_core.kernels.evaluate import arrays as kernel
from holdem_core.kernels.evaluate.hand import evaluate_hand, text_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from holdem_core._arrays import Column, IntegerArray, Lazy

Strengths: TypeAlias = "NDArray[np.uint16]"
OneHand: TypeAlias = "str | Sequence[int]"
_Texts: TypeAlias = "list[str] | tuple[str, ...] | Sequence[list[str]] | NDArray[np.str_] | NDArray[np.object_]"
Hands: TypeAlias = "IntegerArray | Sequence[IntegerArray] | Sequence[Sequence[int]] | _Texts"

FEWEST_CARDS, MOST_CARDS = 5, 7
STRONGEST = 7462
_CACTUS_KEV_RANKS = np.arange(STRONGEST + 1, 0, -1, dtype=np.uint16)  # of the strengths from 0 on
_FAULT_CHUNK = 65536


@overload
def evaluate(
    cards: OneHand, board: OneHand | None = None, *, validate: bool = True, axis: int = -1, threads: int | None = None
) -> int: ...
@overload
def evaluate(
    cards: Hands,
    board: Hands | OneHand | None = None,
    *,
    validate: bool = True,
    out: IntegerArray | None = None,
    axis: int = -1,
    threads: int | None = None,
) -> Strengths: ...
@overload
def evaluate(
    cards: OneHand,
    board: Hands,
    *,
    validate: bool = True,
    out: IntegerArray | None = None,
    axis: int = -1,
    threads: int | None = None,
) -> Strengths: ...
@overload
def evaluate(
    cards: Lazy | Column,
    board: Lazy | Column | Hands | OneHand | None = None,
    *,
    validate: bool = True,
    out: IntegerArray | None = None,
    axis: int = -1,
    threads: int | None = None,
) -> Any: ...
@overload
def evaluate(
    cards: Hands | OneHand,
    board: Lazy | Column,
    *,
    validate: bool = True,
    out: IntegerArray | None = None,
    axis: int = -1,
    threads: int | None = None,
) -> Any: ...
@text_first
def evaluate(
    cards: Any,
    board: Any = None,
    *,
    validate: bool = True,
    out: IntegerArray | None = None,
    axis: int = -1,
    threads: int | None = None,
) -> Any:
    """The strength of the best five of 5, 6 or 7 cards; greater is stronger, equal is a tie.

    Args:
        cards: one hand (text or a flat sequence of ids), or many: a sequence of texts, or an integer array
            of ids (..., k). With a board, hole cards instead: (..., 2).
        board: community cards in the same forms, (..., 3 to 5). Leading dimensions broadcast, but boards never meet
            seats by themselves: under hole cards (N, P, 2), boards (N, 5) are ``boards[:, None, :]`` where each is a
            table's, and boards (P, 5) ``boards[None, :, :]`` where each is a seat's. Nothing is joined in memory.
        validate: check arrays for ids over 51 and for cards twice. Without it the strength of
            such a hand means nothing, but no byte is unsafe. Ids of other types than uint8 are always
            checked against 0 to 51.
        out: uint16 array of the leading shape for the strengths, or one of wider integers.
        axis: where the cards of a hand lie.
        threads: how many evaluate parts of the arrays side by side; by default one. Lazy arrays have their own.

    Returns:
        An int for one hand, else uint16 of the leading shape. Dask arrays stay lazy.

    Raises:
        CardError: names the first bad hand and how many there are; or shapes or ``out`` do not fit.
        OptionError: a number of threads that is none.

    Example:
        >>> evaluate("AhKhQhJhTh2c3d")
        7462
        >>> evaluate("AhKd", "QhJhTh2c3d")
        5863
        >>> import numpy as np
        >>> holes, board = np.array([[50, 45], [0, 5]], dtype=np.uint8), parse_cards("QhJhTh2c3d")
        >>> evaluate(holes[:1], board)
        array([5863], dtype=uint16)
    """
    workers = thread_count(threads)
    if out is None and _is_one_hand(cards) and (board is None or _is_one_hand(board)):
        return evaluate_hand(card_bytes(cards) + _board_bytes(cards, board))
    if board is None:
        hands = kept(read_rows(cards, "cards"), (out,))
        check_width(_width(hands, axis))
        if axis != -1:
            hands = np.moveaxis(hands, axis, -1)
        loop = kernel.strengths if validate else kernel.strengths_unchecked
        return _call(loop, (Operand(hands, 1),), (hands,), validate, out, workers)
    holes, boards = kept(read_rows(cards, "hole cards"), (out,)), kept(read_rows(board, "boards"), (out,))
    check_width(_width(holes, axis) + _width(boards, axis))
    if axis != -1:
        holes, boards = np.moveaxis(holes, axis, -1), np.moveaxis(boards, axis, -1)
    check_shapes(holes, boards)
    if isinstance(holes, np.ndarray) and holes.ndim > 1 and boards.ndim > 2 and boards.shape[-2] == 1:
        loop = kernel.seat_strengths if validate else kernel.seat_strengths_unchecked
        return _call(loop, (Operand(holes, 2), Operand(boards[..., 0, :], 1)), (holes, boards), validate, out, workers)
    loop = kernel.strengths_with_board if validate else kernel.strengths_with_board_unchecked
    return _call(loop, (Operand(holes, 1), Operand(boards, 1)), (holes, boards), validate, out, workers)


@overload
def cactus_kev_rank(strength: int | np.integer[Any]) -> int: ...
@overload
def cactus_kev_rank(strength: IntegerArray | list[int] | tuple[int, ...] | Column) -> Strengths: ...
def cactus_kev_rank(strength: Any) -> Any:
    """The rank that treys, deuces and phevaluator give a strength: 1 is a royal flush, 7462 the weakest.

    Args:
        strength: an int or an integer array of strengths, 1 to 7462.

    Returns:
        ``7463 - strength``, an int or uint16 array.

    Raises:
        CardError: a number that is no strength.

    Example:
        >>> cactus_kev_rank(7462)
        1
    """
    return look_up(_CACTUS_KEV_RANKS, strength, 1)


def look_up(table: NDArray[Any], strength: Any, least: int) -> Any:
    """What a table of all strengths says of one, an int from 1 on, or of an integer array, from ``least`` on."""
    if isinstance(strength, (int, np.integer, np.bool_)):
        if isinstance(strength, (bool, np.bool_, np.timedelta64)) or not 1 <= strength <= STRONGEST:
            raise CardError(f"{told(strength, str)} is no strength; those run from 1 to {STRONGEST}")
        return int(table[strength])
    strengths = np.asarray(as_array("strengths", strength, CardError))
    if strengths.dtype.kind not in "iu" and strengths.size:
        raise CardError(f"strengths are integers, not {strengths.dtype}")
    if not strengths.size:
        return np.empty(strengths.shape, dtype=table.dtype)
    if strengths.size <= _arrays.PIECE:
        return table[_places(strengths, least)]
    found = np.empty(strengths.shape, dtype=table.dtype)
    for piece in _arrays.pieces(strengths.shape, _arrays.PIECE):
        found[piece] = table[_places(strengths[piece], least)]
    return found


def _places(strengths: NDArray[Any], least: int) -> NDArray[np.intp]:
    if not least <= strengths.min() <= strengths.max() <= STRONGEST:
        raise CardError(f"strengths run from {'0 (no hand)' if least == 0 else least} to {STRONGEST}")
    return strengths.astype(np.intp)


def check_shapes(holes: Any, boards: Any) -> None:
    """Refuses hole cards and boards whose leading shapes do not broadcast, or that would line boards up with seats."""
    tables, on_boards = holes.shape[:-1], boards.shape[:-1]
    try:
        np.broadcast_shapes(tables, on_boards)
    except ValueError:
        raise CardError(
            f"hole cards {holes.shape} and boards {boards.shape} do not broadcast; "
            "for boards (N, 5) under holes (N, P, 2) give boards[:, None, :]"
        ) from None
    if 0 < len(on_boards) < len(tables) and on_boards[-1] > 1 and (tables[-1] > 1 or tables[-2] == on_boards[-1]):
        each = ":, " * len(on_boards)
        raise CardError(
            f"hole cards {holes.shape} and boards {boards.shape} do not say whose a board is; "
            f"give boards[{each}None, :] where each is a table's, "
            f"boards[{'None, ' * (len(tables) - len(on_boards))}{each}:] where each is a seat's"
        )


def _width(cards: Any, axis: int) -> int:
    """How many cards lie along the axis."""
    if not -cards.ndim <= axis < cards.ndim:
        raise CardError(f"cards of shape {cards.shape} have no axis {axis}")
    return int(cards.shape[axis])


def check_width(width: int) -> None:
    """Refuses hands of fewer than five cards or more than seven."""
    if not FEWEST_CARDS <= width <= MOST_CARDS:
        raise CardError(f"a hand has {FEWEST_CARDS} to {MOST_CARDS} cards, not {width}")


def _is_one_hand(cards: Any) -> bool:
    """Whether cards are one text or a flat list of ids, rather than several hands."""
    if isinstance(cards, (list, tuple)):
        return not any(isinstance(item, (str, list, tuple, np.ndarray)) for item in cards)
    return isinstance(cards, str)


def _board_bytes(cards: Any, board: Any) -> bytes:
    if board is None:
        return b""
    ids = card_bytes(board)
    shared = set(card_bytes(cards)) & set(ids)
    if shared:
        raise CardError(f"{format_cards(sorted(shared))} is in the hand and on the board")
    return ids


def read_rows(cards: Any, what: str) -> Any:
    """Cards as an array of ids (..., k): texts are read, lazy arrays pass through untouched."""
    if hasattr(cards, "__array_function__") and not isinstance(cards, np.ndarray):
        return cards
    if isinstance(cards, str):
        return np.frombuffer(card_bytes(cards), dtype=np.uint8)
    holds_text = isinstance(cards, (list, tuple)) and any(isinstance(item, str) for item in cards)
    items = as_array(what, cards, CardError, object if holds_text else None)
    if items.size and items.dtype.kind in "OUT" and all(isinstance(item, str) for item in items.flat):
        return _read_texts(items, what)
    return card_ids(items, what)


def _read_texts(texts: NDArray[np.object_], what: str) -> NDArray[np.uint8]:
    """Reads an array of texts, a hand each, all of the same number of cards."""
    rows: list[bytes] = []
    for index, text in enumerate(texts.flat):
        try:
            rows.append(card_bytes(str(text)))
        except CardError as error:
            raise CardError(f"hand {index}: {error}") from None
        if len(rows[-1]) == 1:
            raise CardError(f"{what} are single cards; join them into one text a hand, or use parse_cards first")
        if len(rows[-1]) != len(rows[0]):
            raise CardError(
                f"hand {index} has {len(rows[-1])} cards and hand 0 has {len(rows[0])}; an array holds one length"
            )
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(*texts.shape, -1)


def _call(
    loop: np.ufunc,
    operands: tuple[Operand, ...],
    parts: tuple[Any, ...],
    validate: bool,
    out: IntegerArray | None,
    threads: int | None,
) -> Any:
    """Calls a gufunc; after an error, finds the first bad hand in the arrays so that the message names it."""
    arrays = tuple(operand.array for operand in operands)
    seats = arrays[0].shape[-2:-1] if operands[0].core > 1 else ()
    lazy = not all(isinstance(array, np.ndarray) for array in arrays)
    if out is not None:
        if lazy:
            raise CardError("a lazy array has no strengths yet to be put into out")
        _check_out(out, np.broadcast_shapes(*(operand.leading for operand in operands)) + seats)
    try:
        if lazy:
            return loop(*arrays)
        strengths = _arrays.call(loop, operands, [(np.uint16, seats)], out if out is None else (out,), threads)
    except CardError:
        if all(isinstance(part, np.ndarray) for part in parts):
            raise_first_fault(parts, validate)
        raise
    return int(strengths) if isinstance(strengths, np.generic) else strengths


def _check_out(out: Any, shape: tuple[int, ...]) -> None:
    """Refuses what cannot take strengths of a shape: NumPy would cut them to fit, or repeat them."""
    fits = isinstance(out, np.ndarray) and out.shape == shape and out.flags.writeable
    if fits and out.dtype.kind in "iu" and np.can_cast(np.uint16, out.dtype):
        if _arrays.overlaps_itself(out):
            raise CardError("out overlaps itself: several of its entries lie in the same memory")
        return
    given = f"{out.dtype}{out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
    raise CardError(f"out is {given}; it must be a writeable array of uint16 of the shape {shape}")


def raise_first_fault(parts: Sequence[NDArray[Any]], duplicates: bool = True) -> None:
    """Raises ``CardError`` for the first hand that is none, and says how many there are.

    Args:
        parts: arrays (..., k) whose leading dimensions broadcast and whose cards, together, are the hands.
        duplicates: whether a card twice makes a hand that is none.
    """
    shape = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
    whole = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts]
    count, bad, what = prod(shape), 0, ""
    place: tuple[int, ...] = ()
    for start in range(0, count, _FAULT_CHUNK):
        flat = np.arange(start, min(count, start + _FAULT_CHUNK), dtype=np.intp)
        index = np.unravel_index(flat, shape) if shape else ()
        rows = np.concatenate([np.atleast_2d(clip_ids(part[index])) for part in whole], axis=-1)
        faults, columns = kernel.card_faults(rows) if duplicates else _no_cards(rows)
        if not bad and faults.any():
            first = int(np.argmax(faults != 0))
            column = int(columns[first])
            values = [int(card) for part in whole for card in np.atleast_2d(part[index])[first]]
            what = f"card {column} is {_trouble(values[column], int(faults[first]))}"
            place = tuple(int(i) for i in np.unravel_index(start + first, shape)) if shape else ()
        bad += int(np.count_nonzero(faults))
    if bad:
        raise CardError(first_of_many(place, what, bad, count))


def _no_cards(rows: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """As ``card_faults``, but that cards may come twice."""
    outside = rows >= DECK_SIZE
    return np.where(outside.any(axis=-1), kernel.NOT_A_CARD, 0), outside.argmax(axis=-1)


def _trouble(card: int, fault: int) -> str:
    return f"{format_cards([card])} again" if fault == kernel.DUPLICATE else f"{card}, and card ids run from 0 to 51"
