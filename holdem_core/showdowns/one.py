"""One hand settled from its cards and chips, and explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_core.cards import BOARD_SIZE, NO_CARD, Cards, card_bytes, format_cards
from holdem_core.errors import CardError, ChipError
from holdem_core.hands import Hand
from holdem_core.pots.amounts import ExactChips, SeatSet, is_whole, listed, seat_set
from holdem_core.pots.one import settle_hand
from holdem_core.showdowns.story import Showdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdem_core.pots.rake import Rake

MOST_SEATS = 26  # two cards each


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
    if isinstance(hole_cards, memoryview):
        hole_cards = np.asarray(hole_cards).tolist()
    unordered = isinstance(hole_cards, (str, bytes)) or not hasattr(hole_cards, "__len__")
    if unordered or getattr(hole_cards, "ndim", 1) == 0:
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
    if isinstance(cards, memoryview):
        return _seen(np.asarray(cards))
    if isinstance(cards, str) or not hasattr(cards, "__iter__") or (isinstance(cards, np.ndarray) and cards.ndim != 1):
        return cards
    return [card for card in cards if not is_whole(card) or card != NO_CARD]


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
