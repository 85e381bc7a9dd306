"""Arrays of hands settled from their cards and chips."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core import _arrays
from holdem_core._arrays import Operand
from holdem_core._options import thread_count
from holdem_core.cards import BOARD_SIZE, NO_CARD, format_cards, known_ids
from holdem_core.errors import CardError, ChipError
from holdem_core.evaluation import Strengths
from holdem_core.kernels.evaluate import arrays as kernel
from holdem_core.pots.amounts import boolean_mask, chip_array
from holdem_core.pots.many import settle_arrays
from holdem_core.showdowns.one import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from holdem_core.pots.many import Marks, Wholes
    from holdem_core.pots.rake import Rake

_WHOLE = partial(np.positive, dtype=np.int64, casting="unsafe")


class ShowdownBatch(NamedTuple):
    """Arrays of hands settled.

    Attributes:
        strengths: uint16 (..., P), 0 for seats that showed no hand.
        payouts: int64 (..., P), uncalled bets included.
        returned: int64 (..., P), what of it came back uncalled.
        rake: int64 (...).
        contributions: as given.
    """

    strengths: Strengths
    payouts: NDArray[np.int64]
    returned: NDArray[np.int64]
    rake: NDArray[np.int64]
    contributions: NDArray[np.int64]

    @property
    def net(self) -> NDArray[np.int64]:
        """int64 (..., P): what each seat won or lost, dead chips left out, since nobody says whose they were."""
        return self.payouts - self.contributions

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Bool (..., P): the seats that won chips out of a pot."""
        return self.payouts > self.returned


def showdown_batch(
    holes: Wholes | Sequence[Any],
    boards: Wholes | Sequence[Any],
    contributions: Wholes | Sequence[Any],
    live: Marks | Sequence[Any],
    *,
    button: Wholes | int | None = None,
    unit: Wholes | int = 1,
    dead: Wholes | int = 0,
    rake: Wholes | int | Rake | None = None,
    order: Wholes | Sequence[Any] | None = None,
    out: ShowdownBatch | None = None,
    threads: int | None = None,
) -> ShowdownBatch:
    """Settles arrays of hands from their cards and chips.

    Args:
        holes: uint8 (..., P, 2); ``NO_CARD`` twice for cards that nobody has seen. A live seat without cards
            has mucked, unless it is alone.
        boards: uint8 (..., 5), aligned with the hands; ``NO_CARD`` for cards that were not dealt. Hands with
            more than one live seat need all five.
        contributions: integers (..., P), in the smallest unit.
        live: bool (..., P), the seats that have not folded.
        button, unit, dead, rake, order: as for ``settle``, scalars or of the leading shape; the flop
            was seen where a board has cards.
        out: an earlier answer of the same shape, whose arrays are written over; after an error they hold anything.
        threads: how many settle parts of the arrays side by side; by default one.

    Leading dimensions broadcast.

    Returns:
        A ``ShowdownBatch``.

    Raises:
        CardError, ChipError: name the first bad hand and how many there are.

    Example:
        >>> holes, boards = deal(2, 3, rng=7)
        >>> batch = showdown_batch(holes, boards, [[100, 100, 40]] * 2, [[True, True, True]] * 2)
        >>> batch.payouts.sum(axis=1)
        array([240, 240])
    """
    cards, community = known_ids(holes, "holes"), known_ids(boards, "boards")
    alive = boolean_mask("live", live)
    chips = _as_int64(chip_array("contributions", contributions))
    _check_tables(cards, community, alive, chips)
    if out is not None:
        if not isinstance(out, ShowdownBatch):
            raise ChipError(f"out is of type {type(out).__name__}; it is an earlier ShowdownBatch")
        _arrays.check_apart(out[:4])
        given = (cards, community, alive, chips, button, unit, dead, rake, order)
        kept = (_arrays.kept(value, out[:4]) for value in given)
        cards, community, alive, chips, button, unit, dead, rake, order = kept
    tables = (_ids(cards, 2), _ids(community, 1), Operand(alive.view(np.uint8), 1))
    outputs = [(np.uint16, cards.shape[-2:-1])]
    if out is not None:
        _arrays.check_out((out.strengths,), tables, outputs)
    try:
        strengths = _arrays.call(
            kernel.table_strengths, tables, outputs, out and (out.strengths,), thread_count(threads)
        )
    except CardError:
        raise _first_table_fault(tables) from None
    flop = Operand(community[..., 2], read=_is_dealt)
    settled = settle_arrays(
        chips,
        strengths,
        live=alive,
        button=button,
        unit=unit,
        dead=dead,
        rake=rake,
        flop=flop,
        order=order,
        out=out and (out.payouts, out.returned, out.rake),
        threads=threads,
    )
    return ShowdownBatch(strengths, settled.payouts, settled.returned, settled.rake, chips)


def _check_tables(
    cards: NDArray[Any], community: NDArray[Any], alive: NDArray[np.bool_], chips: NDArray[np.int64]
) -> None:
    """Refuses arrays of other shapes than tables have."""
    if cards.ndim < 2 or cards.shape[-1] != 2 or not 1 <= cards.shape[-2] <= MOST_SEATS:
        raise CardError(f"holes have shape {cards.shape}; they are (..., P, 2) with P from 1 to {MOST_SEATS}")
    if community.shape[-1:] != (BOARD_SIZE,):
        raise CardError(f"boards have shape {community.shape}; they are (..., {BOARD_SIZE})")
    if alive.shape[-1:] != cards.shape[-2:-1]:
        raise ChipError(f"live has shape {alive.shape} for {cards.shape[-2]} seats")
    if chips.shape[-1:] != cards.shape[-2:-1]:
        raise ChipError(f"contributions have shape {chips.shape} for {cards.shape[-2]} seats")
    try:
        np.broadcast_shapes(cards.shape[:-2], community.shape[:-1], alive.shape[:-1])
    except ValueError:
        raise CardError(
            f"leading shapes do not broadcast: holes {cards.shape}, boards {community.shape}, live {alive.shape}"
        ) from None


def _ids(cards: NDArray[Any], core: int) -> Operand:
    """Ids as the kernel's bytes, converted where they are of another type."""
    return Operand(cards, core, None if cards.dtype == np.uint8 else _as_bytes)


def _as_int64(chips: NDArray[Any]) -> NDArray[Any]:
    """Chips as int64, in pieces if they are of another type, since all of them are kept."""
    if chips.dtype == np.int64:
        return chips
    whole: NDArray[np.int64] = _arrays.call(_WHOLE, [Operand(chips)], [(np.int64, ())])
    return whole


def _as_bytes(ids: NDArray[Any]) -> NDArray[Any]:
    return ids.astype(np.uint8)


def _is_dealt(ids: NDArray[Any]) -> NDArray[Any]:
    dealt: NDArray[np.bool_] = ids != NO_CARD
    return dealt.view(np.int8)


def _first_table_fault(tables: Sequence[Operand]) -> CardError:
    """What is wrong with the first table that cannot be, and how many there are."""
    holes, boards, _ = (operand.array for operand in tables)
    faults, culprits = _arrays.call(kernel.table_faults, tables, [(np.uint8, ())] * 2)
    faults, culprits = np.asarray(faults), np.asarray(culprits)
    place = tuple(int(i) for i in np.unravel_index(int(np.argmax(faults != 0)), faults.shape))
    seats, culprit = holes.shape[-2], int(culprits[place])
    seat, card = divmod(culprit, 2)
    table = np.broadcast_to(holes, (*faults.shape, seats, 2))[place]
    board = np.broadcast_to(boards, (*faults.shape, BOARD_SIZE))[place]
    on_board = culprit >= 2 * seats
    owner = "the board" if on_board else f"seat {seat}"
    match kernel.TABLE_FAULTS[int(faults[place])]:
        case "short board":
            what = f"the board has {culprit - 2 * seats} cards, and several seats are live"
        case "odd board":
            what = "the board has not 0, 3, 4 or 5 cards, one behind the other"
        case fault:
            value = int(board[culprit - 2 * seats] if on_board else table[seat, card])
            what = f"{owner} has card {value}, and card ids run from 0 to 51"
            if fault == "duplicate":
                what = f"{format_cards([value])} of {owner} is there twice"
    return CardError(_arrays.first_of_many(place, what, int(np.count_nonzero(faults)), faults.size))
