"""Cards and chips to who gets what: one hand explained, or arrays of hands.

The strongest hand that can win a pot takes it; kickers count wherever they lie, and seats whose best five
are equal, the board included, split. Cards speak: a hand that was mucked wins nothing, unless its owner first
declared that they play the board and the board is his hand.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core import batches
from holdem_core.batches import Operand
from holdem_core.cards import BOARD_SIZE, NO_CARD, Cards, card_bytes, format_cards, known_ids
from holdem_core.chips import ExactChips, SeatSet, boolean_mask, chip_array, listed, seat_set
from holdem_core.errors import CardError, ChipError
from holdem_core.evaluation import Strengths
from holdem_core.hands import Hand
from holdem_core.kernels import arrays as kernel
from holdem_core.options import thread_count
from holdem_core.pots import settle_hand
from holdem_core.settlements import settle_arrays
from holdem_core.stories import Showdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from holdem_core.pots import Rake
    from holdem_core.settlements import Marks, Wholes

MOST_SEATS = 26  # two cards each
_WHOLE = partial(np.positive, dtype=np.int64, casting="unsafe")


def showdown(
    hole_cards: Sequence[Cards | None],
    board: Cards,
    contributions: Iterable[ExactChips],
    *,
    folded: SeatSet = (),
    mucked: SeatSet = (),
    declared: SeatSet = (),
    button: int | None = None,
    unit: ExactChips | None = None,
    dead: ExactChips | Sequence[ExactChips] = 0,
    rake: ExactChips | Rake | None = None,
    order: Iterable[int] | None = None,
    names: Sequence[str] | None = None,
) -> Showdown:
    """Settles one hand from its cards and chips, and explains it.

    Args:
        hole_cards: two cards a seat (text or ids), or nothing for cards that nobody has seen.
        board: the community cards. Five where two seats or more show; fewer where all others folded or mucked.
        contributions: what each seat put in during the hand, int or ``Decimal``.
        folded: seats that gave up, a mask of booleans or indices.
        mucked: seats that threw their cards away at the showdown: they get back what nobody called, and no more.
        declared: seats that said they play the board and then threw their cards away. They hold the board's hand,
            unless their cards are known and make a better one, which then is not the board and is lost.
        button, unit, rake, order: as for ``settle``; the flop was seen if the board has cards.
        dead: chips that nobody matches, into the main pot: one amount, or what each seat put in of them, which then
            counts in its result.
        names: what to call the seats, by default "seat 0" and so on.

    Returns:
        A ``Showdown``.

    Raises:
        CardError: names the seat and the card.
        ChipError: names the seat.

    Source: TDA 2024, rules 12 to 15 and 19 to 21; Robert's Rules of Poker, version 11, "Showdown" and "Ties"; an
    announcement to play the board: the same, "Hold'em", rule 6.

    Example:
        >>> print(showdown(["AhKh", "QsQd", "2c3c"], "Kd7h2s9c3d", [500, 500, 20], folded=[2]))
        Board: Kd 7h 2s 9c 3d
          seat 0  Ah Kh  in for 500  pair of kings, kickers ace, nine, seven
          seat 1  Qs Qd  in for 500  pair of queens, kickers king, nine, seven
          seat 2  2c 3c  in for 20   folded
        Pot of 1,020: seat 0 wins with pair of kings, kickers ace, nine, seven.
        Result: seat 0 +520, seat 1 -500, seat 2 -20.
    """
    if isinstance(hole_cards, (str, bytes)) or not hasattr(hole_cards, "__len__"):
        raise CardError(f"hole_cards are {hole_cards!r}; they are a list, one entry a seat{_spelled(hole_cards)}")
    chips = listed("contributions", contributions)
    count = len(chips)
    if count > MOST_SEATS:
        raise ChipError(f"{count} seats, and a deck deals to {MOST_SEATS} at most")
    if len(hole_cards) != count:
        raise CardError(f"hole cards for {len(hole_cards)} seats and contributions for {count}")
    called = (
        [f"seat {seat}" for seat in range(count)] if names is None else [str(name) for name in listed("names", names)]
    )
    if len(called) != count:
        raise ChipError(f"{len(called)} names for {count} seats")
    gone = seat_set("folded", folded, count)
    thrown, boards = seat_set("mucked", mucked, count), seat_set("declared", declared, count)
    for seat in sorted(gone & (thrown | boards)):
        raise ChipError(f"{called[seat]} has folded, and cannot also have mucked or declared")
    holes, community = _read_table(hole_cards, board, called)

    live = set(range(count)) - gone
    showing = live - thrown - boards
    contested = len(live) > 1 and len(showing | boards) > 1
    if contested:
        _check_contest(showing, holes, community, called)
    hands: list[Hand | None] = [None] * count
    if len(live) > 1 and len(community) == BOARD_SIZE:
        hands = _hands(showing, boards, holes, community)
    if contested:
        strengths = [0 if hand is None else hand.strength for hand in hands]
    else:  # whatever it holds: nobody contests
        strengths = [int(seat in showing | boards) for seat in range(count)]
    settlement = settle_hand(
        chips,
        strengths,
        live=live,
        button=button,
        unit=unit,
        dead=dead,
        rake=rake,
        flop=bool(community),
        order=order,
    )
    return Showdown(
        names=tuple(called),
        hole_cards=tuple(format_cards(list(cards)) for cards in holes),
        board=format_cards(list(community)),
        folded=frozenset(gone),
        mucked=frozenset(thrown - boards),
        declared=frozenset(boards),
        hands=tuple(hands),
        settlement=settlement,
    )


def _spelled(hole_cards: object) -> str:
    """How the seats of a text would be written."""
    try:
        cards = format_cards(list(card_bytes(hole_cards))) if isinstance(hole_cards, str) else ""
    except CardError:
        return ""
    seats = [cards[at : at + 4] for at in range(0, len(cards), 4)]
    return f", as in {seats}" if seats else ""


def _read_table(hole_cards: Sequence[Any], board: Cards, names: Sequence[str]) -> tuple[list[bytes], bytes]:
    """Every seat's cards (none for unseen ones) and the board, all different."""
    try:
        community = card_bytes(_seen(board))
    except CardError as error:
        raise CardError(f"board: {error}") from None
    if len(community) not in (0, 3, 4, 5):
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(community)}")
    owners = dict.fromkeys(community, "the board")
    holes = []
    for name, cards in zip(names, hole_cards, strict=True):
        try:
            held = b"" if cards is None else card_bytes(_seen(cards))
        except CardError as error:
            raise CardError(f"{name}: {error}") from None
        if len(held) not in (0, 2):
            raise CardError(f"{name} has {len(held)} cards; a seat has two, or none that anybody has seen")
        for card in held:
            if card in owners:
                raise CardError(f"{format_cards([card])} belongs to {owners[card]} and to {name}")
            owners[card] = name
        holes.append(held)
    return holes, community


def _seen(cards: Any) -> Any:
    """Cards without ``NO_CARD``; what is no sequence is left to be refused."""
    if isinstance(cards, str) or not hasattr(cards, "__iter__") or (isinstance(cards, np.ndarray) and cards.ndim != 1):
        return cards
    return [card for card in cards if isinstance(card, str) or card != NO_CARD]


def _hands(showing: set[int], boards: set[int], holes: Sequence[bytes], board: bytes) -> list[Hand | None]:
    """What each seat holds on a whole board that shows its cards, or has the board's hand and said that it plays it."""
    hands: list[Hand | None] = [None] * len(holes)
    board_hand = Hand("", board)
    for seat in showing | boards:
        hand = Hand(holes[seat], board) if holes[seat] else board_hand
        if (holes[seat] and seat in showing) or (seat in boards and hand == board_hand):
            hands[seat] = hand
    return hands


def _check_contest(showing: set[int], holes: Sequence[bytes], board: bytes, names: Sequence[str]) -> None:
    for seat in sorted(showing):
        if not holes[seat]:
            raise CardError(f"{names[seat]} shows no cards, and has neither folded nor mucked")
    if len(board) != BOARD_SIZE:
        raise CardError(f"the board has {len(board)} cards, and a showdown between several seats takes {BOARD_SIZE}")


# --- arrays -------------------------------------------------------------------------------------------


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
        batches.check_apart(out[:4])
        given = (cards, community, alive, chips, button, unit, dead, rake, order)
        kept = (batches.kept(value, out[:4]) for value in given)
        cards, community, alive, chips, button, unit, dead, rake, order = kept
    tables = (_ids(cards, 2), _ids(community, 1), Operand(alive.view(np.uint8), 1))
    outputs = [(np.uint16, cards.shape[-2:-1])]
    if out is not None:
        batches.check_out((out.strengths,), tables, outputs)
    try:
        strengths = batches.call(
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
    whole: NDArray[np.int64] = batches.call(_WHOLE, [Operand(chips)], [(np.int64, ())])
    return whole


def _as_bytes(ids: NDArray[Any]) -> NDArray[Any]:
    return ids.astype(np.uint8)


def _is_dealt(ids: NDArray[Any]) -> NDArray[Any]:
    dealt: NDArray[np.bool_] = ids != NO_CARD
    return dealt.view(np.int8)


def _first_table_fault(tables: Sequence[Operand]) -> CardError:
    """What is wrong with the first table that cannot be, and how many there are."""
    holes, boards, _ = (operand.array for operand in tables)
    faults, culprits = batches.call(kernel.table_faults, tables, [(np.uint8, ())] * 2)
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
    return CardError(batches.first_of_many(place, what, int(np.count_nonzero(faults)), faults.size))
