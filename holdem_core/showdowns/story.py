"""A settled hand and its story: as text, as a table for a notebook, and as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from holdem_core._texts import printable
from holdem_core.cards import card_bytes, format_cards, spaced
from holdem_core.hands import Category, Hand, rank_word
from holdem_core.pots.amounts import Chips, total
from holdem_core.pots.one import HandSettlement, PotAward

if TYPE_CHECKING:
    from collections.abc import Sequence


class Showdown(NamedTuple):
    """One hand settled and explained; ``str()`` tells the story.

    Attributes:
        names: what each seat is called, as given; ``str()`` and HTML escape what is not printable.
        hole_cards: each seat's cards as text, empty where nobody has seen them.
        board: the community cards as text.
        hands: each seat's ``Hand`` if it was shown (or declared) on a full board, else ``None``.

    Thread safety: a showdown never changes.
    """

    names: tuple[str, ...]
    hole_cards: tuple[str, ...]
    board: str
    folded: frozenset[int]
    mucked: frozenset[int]
    declared: frozenset[int]
    hands: tuple[Hand | None, ...]
    settlement: HandSettlement

    @property
    def contributions(self) -> tuple[Chips, ...]:
        """What each seat put in, dead chips apart."""
        return self.settlement.contributions

    @property
    def dead(self) -> Chips:
        """The chips that nobody matched."""
        return self.settlement.dead

    @property
    def dead_by_seat(self) -> tuple[Chips, ...] | None:
        """What of them each seat put in, or ``None`` where nobody has said whose they are."""
        return self.settlement.dead_by_seat

    @property
    def pots(self) -> tuple[PotAward, ...]:
        """A ``PotAward`` for each pot, the main pot first."""
        return self.settlement.awards

    @property
    def payouts(self) -> tuple[Chips, ...]:
        """What each seat takes home, uncalled bets included."""
        return self.settlement.payouts

    @property
    def returned(self) -> tuple[Chips, ...]:
        """What of it came back uncalled."""
        return self.settlement.returned

    @property
    def rake(self) -> Chips:
        """What the house takes."""
        return self.settlement.rake

    @property
    def net(self) -> tuple[Chips, ...]:
        """What each seat won or lost on the hand; dead chips count where it is told whose they are."""
        return self.settlement.net

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won chips out of a pot."""
        won = {seat for pot in self.pots for seat, share in zip(pot.winners, pot.shares, strict=True) if share}
        return tuple(sorted(won))

    def __str__(self) -> str:
        return "\n".join(_story(_printable(self)))

    def _repr_html_(self) -> str:
        return _markup(_printable(self))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; chips that are ``Decimal`` become text.

        A seat's ``net`` is its ``payout`` less its ``contribution`` and its ``dead`` chips, which are ``None`` where
        nobody has said whose they are.
        """
        return _told(self)


def _printable(shown: Showdown) -> Showdown:
    """The same hand with names that can be printed."""
    return shown._replace(names=tuple(map(printable, shown.names)))


def _plain(amount: Chips) -> int | str:
    return amount if isinstance(amount, int) else str(amount)


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _status(shown: Showdown, seat: int) -> str:
    for status, seats in (("folded", shown.folded), ("mucked", shown.mucked), ("declared", shown.declared)):
        if seat in seats:
            return status
    return "shown" if shown.hands[seat] is not None else "live"


def _pot_name(index: int, pots: int) -> str:
    if pots == 1:
        return "Pot"
    return "Main pot" if index == 0 else "Side pot" if pots == 2 else f"Side pot {index}"


def _put_in(shown: Showdown, seat: int) -> Chips:
    """What a seat is in for, its dead chips included where they are known."""
    dead = shown.dead_by_seat
    return shown.contributions[seat] if dead is None else total((shown.contributions[seat], dead[seat]))


def _seat_words(shown: Showdown, seat: int) -> str:
    hand, status = shown.hands[seat], _status(shown, seat)
    if status in ("folded", "mucked"):
        return status
    if status == "declared":
        compared = len(shown.board) == 10 and shown.hole_cards[seat] and len(shown.folded) < len(shown.names) - 1
        return f"declared the board: {hand}" if hand else f"declared the board{', but holds better' * bool(compared)}"
    if hand is None:
        return "not shown"
    return f"plays the board: {hand}" if hand.plays_board else str(hand)


def _decider(winner: Hand, loser: Hand) -> str:
    """The card by which one hand beats another of the same kind, or nothing if the kind decides."""
    if winner.category != loser.category:
        return ""
    pairs = zip(winner.best_five, loser.best_five, strict=True)
    place = next(place for place, (won, lost) in enumerate(pairs) if won >> 2 != lost >> 2)
    kickers = len(winner.kickers)
    won, lost = rank_word(winner.best_five[place]), rank_word(loser.best_five[place])
    if place >= 5 - kickers:
        return f"the {won} kicker beats the {lost}"
    return f"the {won} beats the {lost}" if place > 0 and not kickers and winner.category is Category.FLUSH else ""


def _why(shown: Showdown, pot: PotAward) -> str:
    """Why a pot went where it went, in words."""
    hands = {seat: hand for seat in pot.eligible if (hand := shown.hands[seat]) is not None}
    names = [shown.names[seat] for seat in pot.winners]
    winner = hands.get(pot.winners[0])
    if len(pot.eligible) == 1:
        rivals = "everyone else folded" if len(shown.folded) == len(shown.names) - 1 else "nobody else can win it"
        return f"{names[0]} takes it: {rivals}"
    assert winner is not None
    if len(pot.winners) == 1:
        best_loser = max((hand for hand in hands.values() if hand != winner), default=None)
        decider = _decider(winner, best_loser) if best_loser is not None else ""
        rival = _listed([shown.names[seat] for seat, hand in hands.items() if hand == best_loser])
        return f"{names[0]} wins with {winner}" + (f"; {decider} of {rival}" if decider else "")
    board = " (the board)" if winner.plays_board else ""
    return f"{_listed(names)} split with {winner}{board}"


def _pot_story(shown: Showdown, index: int) -> str:
    pot = shown.pots[index]
    rake = f" after a rake of {pot.rake:,}" if pot.rake else ""
    line = f"{_pot_name(index, len(shown.pots))} of {pot.amount:,}{rake}: {_why(shown, pot)}"
    if len(pot.winners) > 1:
        shares = [
            f"{shown.names[seat]} {share:,}" + (f" ({odd:,} odd)" if odd else "")
            for seat, share, odd in zip(pot.winners, pot.shares, pot.odd_chips, strict=True)
        ]
        line += f": {', '.join(shares)}"
    return line + "."


def _events(shown: Showdown) -> list[str]:
    """What became of the chips, in sentences: what goes back, what was dead, each pot, the rake."""
    names = shown.names
    told = [f"{back:,} uncalled goes back to {names[seat]}." for seat, back in enumerate(shown.returned) if back]
    if shown.dead:
        lie, them = ("chip is", "it") if str(shown.dead) == "1" else ("chips are", "them")
        whose = "" if shown.dead_by_seat else f"; nobody has said whose, and the results leave {them} out"
        told.append(f"{shown.dead:,} dead {lie} in the {_pot_name(0, len(shown.pots)).lower()}{whose}.")
    told += [_pot_story(shown, index) for index in range(len(shown.pots))]
    if shown.rake:
        told.append(f"The house takes {shown.rake:,}.")
    return told


def _told(shown: Showdown) -> dict[str, Any]:
    """A showdown as plain values for JSON."""
    seats = []
    for seat, hand in enumerate(shown.hands):
        seats.append(
            {
                "seat": seat,
                "name": shown.names[seat],
                "cards": shown.hole_cards[seat],
                "status": _status(shown, seat),
                "hand": None if hand is None else str(hand),
                "category": None if hand is None else hand.category.name.lower(),
                "strength": None if hand is None else hand.strength,
                "best_five": None if hand is None else format_cards(hand.best_five),
                "plays_board": hand is not None and hand.plays_board,
                "contribution": _plain(shown.contributions[seat]),
                "dead": None if shown.dead_by_seat is None else _plain(shown.dead_by_seat[seat]),
                "returned": _plain(shown.returned[seat]),
                "payout": _plain(shown.payouts[seat]),
                "net": _plain(shown.net[seat]),
            }
        )
    pots = [
        {
            "name": _pot_name(index, len(shown.pots)),
            "amount": _plain(pot.amount),
            "rake": _plain(pot.rake),
            "eligible": list(pot.eligible),
            "winners": list(pot.winners),
            "shares": [_plain(share) for share in pot.shares],
            "odd_chips": [_plain(odd) for odd in pot.odd_chips],
            "why": _why(_printable(shown), pot),
        }
        for index, pot in enumerate(shown.pots)
    ]
    return {
        "board": shown.board,
        "seats": seats,
        "pots": pots,
        "dead": _plain(shown.dead),
        "rake": _plain(shown.rake),
        "unit": _plain(shown.settlement.unit),
        "odd_chip_order": list(shown.settlement.order),
    }


def _story(shown: Showdown) -> list[str]:
    """A showdown line by line: the board, the seats, what happened to each pot, who won and lost how much."""
    seats = range(len(shown.names))
    names = [shown.names[seat] for seat in seats]
    cards = [spaced(shown.hole_cards[seat]) or "-- --" for seat in seats]
    amounts = [f"in for {_put_in(shown, seat):,}" for seat in seats]
    widths = [max(map(len, column)) for column in (names, cards, amounts)]
    lines = [f"Board: {spaced(shown.board) or 'none'}"]
    for seat in seats:
        columns = zip((names[seat], cards[seat], amounts[seat]), widths, strict=True)
        lines.append(f"  {'  '.join(text.ljust(width) for text, width in columns)}  {_seat_words(shown, seat)}")
    lines += _events(shown)
    lines.append(f"Result: {', '.join(f'{names[seat]} {shown.net[seat]:+,}' for seat in seats)}.")
    return lines


def _markup(shown: Showdown) -> str:
    """A showdown as an HTML table with a list of what became of the chips."""
    import html

    header = "".join(f"<th>{title}</th>" for title in ("Seat", "Cards", "In", "Hand", "Out", "Net"))
    rows = ""
    for seat, name in enumerate(shown.names):
        cells = (
            name,
            _signed(shown.hole_cards[seat]),
            f"{_put_in(shown, seat):,}",
            _seat_words(shown, seat),
            f"{shown.payouts[seat]:,}",
            f"{shown.net[seat]:+,}",
        )
        rows += "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
    events = "".join(f"<li>{html.escape(event)}</li>" for event in _events(shown))
    board = html.escape(_signed(shown.board)) or "no board"
    return f"<table><caption>{board}</caption><tr>{header}</tr>{rows}</table><ul>{events}</ul>"


def _signed(cards: str) -> str:
    return format_cards(list(card_bytes(cards)), unicode=True)
