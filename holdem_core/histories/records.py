"""How a hand at the table becomes a history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdem_core.cards import NO_CARD
from holdem_core.errors import HistoryError
from holdem_core.pots.amounts import negative, total
from holdem_core.table.logs import Act, Dealer, Move, Post, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdem_core.pots.amounts import Chips
    from holdem_core.table.hand import TableHand

_VARIANTS = {"no-limit": ("NT", ("min_bet",)), "fixed-limit": ("FT", ("small_bet", "big_bet"))}
_BETS = ("fold", "check", "call", "bet", "raise_to")
_WORDS = {"fold": "f", "check": "cc", "call": "cc", "throw_away": "sm"}


def values_of(hand: TableHand) -> dict[str, Any]:
    """The fields of a hand's history, as far as it was played.

    Raises:
        HistoryError: the format cannot tell such a hand.
    """
    if hand.game.limit not in _VARIANTS:
        raise HistoryError(f"{hand.game.limit} hold'em is no variant of the format")
    variant, bet_names = _VARIANTS[hand.game.limit]
    seats = seats_in_order(hand)
    places = {seat: place for place, seat in enumerate(seats)}
    antes, blinds = _antes(hand), _blinds(hand, places)
    posters = seats[::-1] if len(seats) == 2 else seats  # of two players each posts what stands at the other's place
    chips = hand.betting.terms.scale.chips
    values: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": not _dead(hand),
        "antes": [antes.get(seat, 0) for seat in posters],
        "blinds_or_straddles": [blinds.get(seat, 0) for seat in posters],
        **dict(zip(bet_names, hand.game.bets or (), strict=False)),
        "starting_stacks": [chips(hand.betting.started[seat]) for seat in seats],
        "actions": [*_hole_cards(hand, places), *_actions(hand, places)],
    }
    if hand.over:
        values["finishing_stacks"] = [hand.stacks[seat] for seat in seats]
    return values


def seats_in_order(hand: TableHand) -> list[int]:
    """The seats of the players, the first one left of the button first."""
    started = hand.betting.started
    order = [(hand.button + 1 + step) % len(started) for step in range(len(started))]
    return [seat for seat in order if started[seat]]


def same(one: TableHand, other: TableHand) -> bool:
    """Whether two hands came to the same point, whatever their seats are called."""
    return _outcome(one) == _outcome(other)


def _outcome(hand: TableHand) -> tuple[Any, ...]:
    seats, betting = seats_in_order(hand), hand.betting
    players = [(hand.contributions[seat], betting.live[seat], hand.bets[seat]) for seat in seats]
    to_act = None if hand.to_act is None else seats.index(hand.to_act)
    return players, hand.dead, hand.board, to_act


def _dead(hand: TableHand) -> bool:
    """Whether anybody had dead chips to post."""
    return any(isinstance(entry, Post) and entry.kind == "dead" for entry in hand.dealing.log)


def _antes(hand: TableHand) -> dict[int, Chips]:
    """What each seat posts beside the blinds; of dead chips, what it had for them."""
    live: dict[int, Chips] = {post.seat: post.amount for post in hand.forced.posts if post.kind == "ante"}
    if not _dead(hand):
        return live
    if live:
        raise HistoryError("a history does not tell antes and dead chips of one hand apart")
    dead: dict[int, Chips] = {}
    for entry in hand.dealing.log:
        if isinstance(entry, Post) and entry.kind == "dead":
            dead[entry.seat] = total((dead.get(entry.seat, 0), entry.amount))
    return dead


def _blinds(hand: TableHand, places: dict[int, int]) -> dict[int, Chips]:
    """Each seat's blind or straddle; below 0 where it would else be taken for the last one before the first to act."""
    posts = [post for post in hand.forced.posts if post.kind in ("blind", "straddle")]
    last = (places[hand.forced.first] - 1) % len(places)
    top = max(((post.amount, last) for post in posts if places[post.seat] == last), default=(0, 0))
    return {
        post.seat: negative(post.amount) if top < (post.amount, places[post.seat]) else post.amount for post in posts
    }


def dealt_cards(hand: TableHand) -> list[str]:
    """Each seat's hole cards as they were dealt, folded ones too, ``??`` for those that nobody knows."""
    dealt = [""] * len(hand.dealing.holes)
    for entry in hand.dealing.log:
        if isinstance(entry, Move) and entry.target.startswith("seat "):
            dealt[int(entry.target[5:])] += entry.cards
    return dealt


def _hole_cards(hand: TableHand, places: dict[int, int]) -> Iterator[str]:
    dealt = dealt_cards(hand)
    for seat in places:
        if cards := dealt[seat]:
            yield f"d dh p{places[seat] + 1} {cards}"


def _actions(hand: TableHand, places: dict[int, int]) -> Iterator[str]:
    log, shows = hand.dealing.log, list(_all_in_shows(hand, places))
    bets = [at for at, entry in enumerate(log) if isinstance(entry, Act) and entry.verb in _BETS]
    last = bets[-1] if bets else -1
    if not bets:
        yield from shows
    for at, entry in enumerate(log):
        if isinstance(entry, Act):
            yield f"p{places[entry.seat] + 1} {_word(entry, hand)}"
        elif isinstance(entry, Move) and entry.target == "board":
            yield f"d db {entry.cards}"
        elif isinstance(entry, Dealer) and (entry.method != "deal" or entry.arguments):
            raise HistoryError(f"a history does not tell irregularities such as {entry.method}")
        if at == last:
            yield from shows


def _all_in_shows(hand: TableHand, places: dict[int, int]) -> Iterator[str]:
    """The hands that lie open without a word, as they do once nobody can bet any more."""
    for seat in hand.showing_order or [seat for seat in places if hand.betting.live[seat]]:
        cards = hand.dealing.holes[seat]
        if seat in hand.tabled and seat not in hand.decided and NO_CARD not in cards:
            yield f"p{places[seat] + 1} sm {text(cards)}"


def _word(act: Act, hand: TableHand) -> str:
    match act.verb:
        case "bet" | "raise_to":
            return f"cbr {act.amount}"
        case "show":
            return f"sm {text(hand.dealing.holes[act.seat])}"
        case verb if verb in _WORDS:
            return _WORDS[verb]
    raise HistoryError(f"a history does not tell {act.verb.replace('_', ' ')}")
