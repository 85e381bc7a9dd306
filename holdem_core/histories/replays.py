"""How a hand history becomes a hand at the table: its actions one by one, and the deck that they were dealt from."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from holdem_core.cards import CARD_NAMES, DECK_SIZE, NO_CARD
from holdem_core.errors import HistoryError, HoldemError
from holdem_core.histories.departures import TWO_CARDS, Departure, let_pass
from holdem_core.pots.amounts import negative, smallest_unit, total
from holdem_core.table.dealing import read_cards
from holdem_core.table.games import MOST_PLAYERS, Game
from holdem_core.table.logs import Post, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from holdem_core.histories.history import History
    from holdem_core.pots.amounts import Chips
    from holdem_core.table.games import Limit
    from holdem_core.table.hand import TableHand
    from holdem_core.table.rulebooks import Rulebook

HOLE_CARDS = 2
STREET_ENDS = (3, 4, 5)  # board cards once a street is dealt
LIMITS: dict[str, Limit] = {"NT": "no-limit", "FT": "fixed-limit", "PT": "pot-limit"}

_CENT = Decimal("0.01")
_AMOUNT = re.compile(r"[0-9]{1,99}(?:\.[0-9]{1,99})?")
_SEATS = {f"p{player}": player - 1 for player in range(1, MOST_PLAYERS + 1)}
_CARDS = {"??": NO_CARD, **{name: card for card, name in enumerate(CARD_NAMES)}}


class Step(NamedTuple):
    """What an action asks of the table; several actions that deal are one step, once nothing is missing of it."""

    action: int
    verb: str
    seat: int = -1
    amount: Chips = 0


class Replay(NamedTuple):
    """A hand as far as its history goes, and what of it the rules do not allow."""

    hand: TableHand
    departures: tuple[Departure, ...]


class Script:
    """The actions of a history, read.

    Attributes:
        steps: what the table is to do.
        holes: each seat's cards, those included that it shows later.
        board: the community cards.
    """

    __slots__ = ("_owners", "board", "holes", "steps")

    def __init__(self, history: History) -> None:
        self.steps: list[Step] = []
        self.holes: list[list[int]] = [[] for _ in history.starting_stacks]
        self.board: list[int] = []
        self._owners: dict[int, str] = {}
        for number, action in enumerate(history.actions):
            try:
                self._read(number, action)
            except HoldemError as error:
                raise history.error(error, number) from None

    def _read(self, number: int, action: str) -> None:
        match action.partition("#")[0].split():
            case [player, "f" | "cc" as verb]:
                self.steps.append(Step(number, verb, self._seat(player)))
            case [player, "cbr", amount]:
                self.steps.append(Step(number, "cbr", self._seat(player), read_amount(amount)))
            case ["d", "dh", player, cards]:
                self._deal_hole_cards(number, self._seat(player), cards)
            case ["d", "db", cards]:
                self._deal_board(number, cards)
            case [player, "sm", *shown] if len(shown) < 2:
                seat = self._seat(player)
                if shown and shown[0] != "-":
                    self._learn(seat, _read_cards(shown[0]))
                if not shown or self.known(seat):
                    self.steps.append(Step(number, "show" if shown else "muck", seat))
            case []:
                pass
            case [_, "sd" | "pb" as verb, *_]:
                raise HistoryError(f"{verb} is no action of hold'em")
            case _:
                raise HistoryError("this is no action, such as 'p1 cc', 'p1 cbr 200', 'd dh p1 AhKh' or 'd db 2c3c4c'")

    def known(self, seat: int) -> bool:
        """Whether both cards of a seat are."""
        return len(self.holes[seat]) == HOLE_CARDS and NO_CARD not in self.holes[seat]

    def _seat(self, player: str) -> int:
        seat = _SEATS.get(player, MOST_PLAYERS)
        if seat >= len(self.holes):
            raise HistoryError(f"{player!r} is no player; they are p1 to p{len(self.holes)}")
        return seat

    def _deal_hole_cards(self, number: int, seat: int, cards: str) -> None:
        held = self.holes[seat]
        held += self._new(_read_cards(cards), f"p{seat + 1}")
        if len(held) > HOLE_CARDS:
            raise HistoryError(f"p{seat + 1} would hold {len(held)} cards")
        if set(map(len, self.holes)) == {HOLE_CARDS}:
            self.steps.append(Step(number, "hole cards"))

    def _deal_board(self, number: int, cards: str) -> None:
        before = len(self.board)
        self.board += self._new(_read_cards(cards), "the board")
        if len(self.board) > STREET_ENDS[-1]:
            raise HistoryError(f"the board would have {len(self.board)} cards")
        self.steps += [Step(number, "deal") for end in STREET_ENDS if before < end <= len(self.board)]

    def _learn(self, seat: int, shown: list[int]) -> None:
        """Cards that a seat shows take the place of those that were unknown."""
        held, shown = self.holes[seat], [card for card in shown if card != NO_CARD]
        known = [card for card in held if card != NO_CARD]
        new = [card for card in shown if card not in known]
        if len(new) > len(held) - len(known):
            raise HistoryError(f"p{seat + 1} shows {text(shown)}, and was dealt {text(held) or 'no cards'}")
        unknown = [NO_CARD] * (len(held) - len(known) - len(new))
        self.holes[seat] = known + self._new(new, f"p{seat + 1}") + unknown

    def _new(self, cards: list[int], owner: str) -> list[int]:
        owners = self._owners
        for card in cards:
            if card in owners:
                raise HistoryError(f"{text([card])} belongs to {owners[card]}, and to {owner}")
            if card != NO_CARD:
                owners[card] = owner
        return cards

    def short(self) -> str:
        """Whose cards are missing, if anybody's are."""
        for seat, cards in enumerate(self.holes):
            if len(cards) < HOLE_CARDS:
                return f"p{seat + 1} was dealt {'one card' if cards else 'no cards'}, and a hand is two"
        return "the hole cards are dealt after that"

    def deck(self) -> list[int]:
        """The deck in the order of the deal; burns, the stub and what nobody has seen are unknown."""
        rounds = ([hole[place] if place < len(hole) else NO_CARD for hole in self.holes] for place in range(HOLE_CARDS))
        board = self.board + [NO_CARD] * (STREET_ENDS[-1] - len(self.board))
        dealt = [card for cards in rounds for card in cards]
        dealt += [NO_CARD, *board[:3], NO_CARD, board[3], NO_CARD, board[4]]
        return dealt + [NO_CARD] * (DECK_SIZE - len(dealt))


def read_amount(word: str) -> Chips:
    """An amount of an action."""
    if word.isdecimal() and len(word) < 100:
        return int(word)
    if not _AMOUNT.fullmatch(word):
        raise HistoryError(f"{word!r} is no number of chips such as 500 or 12.50")
    return Decimal(word)


def _read_cards(cards: str) -> list[int]:
    try:
        return [_CARDS[cards[at : at + 2]] for at in range(0, len(cards), 2)]
    except KeyError:
        return read_cards(cards)


# --- the start ----------------------------------------------------------------------------------------


def smallest_chip(history: History) -> Chips:
    """The chip in which every amount of a history is written, finishing stacks included; of a currency, a cent at most.

    Card rooms split pots to the cent, though all amounts may be whole.
    """
    amounts = [*history.antes, *history.blinds_or_straddles, *history.bets, *history.starting_stacks]
    amounts += [*(history.finishing_stacks or ()), *(history.winnings or ())]
    words = [word for action in history.actions if "cbr" in action and "." in action for word in action.split()]
    amounts += [Decimal(word) for word in words if _AMOUNT.fullmatch(word)]
    if "currency" in history.other:
        amounts.append(_CENT)
    return smallest_unit(amount for amount in amounts if not is_unknown(amount))


@lru_cache(maxsize=64)
def _game(
    variant: str, blinds: tuple[Chips, ...], bets: tuple[Chips, Chips], unit: Chips, rulebook: Rulebook, rake: Any
) -> Game:
    """What a hand was a hand of; a file mostly tells hands of one game."""
    straddlers = _straddlers(blinds, bets[0])
    first = sorted(amount for place, amount in enumerate(blinds) if amount > 0 and place not in straddlers)
    straddles = tuple(blinds[place] for place in straddlers)
    return Game(LIMITS[variant], tuple(first), straddles=straddles, bets=bets, unit=unit, rulebook=rulebook, rake=rake)


def _straddlers(blinds: Sequence[Chips], bet: Chips) -> list[int]:
    """The places that straddle: beyond the first two, with more than was posted before, which is a bet or more."""
    late = [place for place in range(2, len(blinds)) if blinds[place] > 0]
    return [place for place in late if blinds[place] > max(blinds[:place]) >= bet]


def read_posts(history: History) -> list[Post]:
    """Antes, then blinds and straddles, the largest last, since the seat after it speaks first.

    Two players post what stands at the other's place. A blind below 0 is posted out of turn by a player who comes in.
    """
    antes, blinds = history.antes, history.blinds_or_straddles
    if len(antes) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    trimmed = history.ante_trimming_status and sum(ante > 0 for ante in antes) > 1
    posts = [Post(seat, "ante" if trimmed else "dead", ante) for seat, ante in enumerate(antes) if ante]
    straddlers = _straddlers(blinds, history.bets[0])
    live = [
        Post(seat, "straddle" if seat in straddlers else "blind", negative(blind) if blind < 0 else blind)
        for seat, blind in enumerate(blinds)
        if blind
    ]
    return posts + sorted(live, key=lambda post: (max(blinds[post.seat], 0), post.seat))


def read_stacks(history: History) -> list[Chips]:
    """The starting stacks; in the place of one that nobody knows, more than there can be to call."""
    if math.inf not in history.starting_stacks:
        return list(history.starting_stacks)
    known = [stack for stack in history.starting_stacks if not is_unknown(stack)]
    bets = [read_amount(word) for action in history.actions for word in action.split() if _AMOUNT.fullmatch(word)]
    forced = (*history.antes, *history.blinds_or_straddles, *history.bets)
    bottomless = total(100 * [*known, *bets, *(max(amount, negative(amount)) for amount in forced)])
    return [bottomless if is_unknown(stack) else stack for stack in history.starting_stacks]


def is_unknown(stack: Chips) -> bool:
    """Whether a stack is written as ``inf``, which is one that nobody knows."""
    return stack == math.inf


# --- the hand -----------------------------------------------------------------------------------------


def play(history: History, rulebook: Rulebook, *, lenient: bool = False, rake: Any = None) -> Replay:
    """Plays a history to where it stops."""
    script = Script(history)
    hand = _start(history, script, rulebook, rake)
    early: list[Step] = []
    departures: list[Departure] = []
    for step in script.steps:
        try:
            try:
                _take(hand, step, early)
            except HoldemError as error:
                refusal = HistoryError(script.short()) if hand.due == "hole cards" else error
                if not lenient:
                    raise refusal from None
                departures += _let_pass(history, hand, step, early, refusal)
        except HoldemError as error:
            raise history.error(error, step.action) from None
    for step in early:
        if hand.over or (hand.street == "showdown" and step.seat in {*hand.to_show, *hand.tabled}):
            _muck(hand, step.seat)
    return Replay(hand, tuple(departures))


def settle(history: History, rulebook: Rulebook, *, lenient: bool = False, rake: Any = None) -> Replay:
    """Plays a history, and at a showdown decides what it leaves open."""
    replay = play(history, rulebook, lenient=lenient, rake=rake)
    try:
        finish(replay.hand)
        if replay.hand.showing_order:
            _ = replay.hand.result
    except HoldemError as error:
        raise history.error(error) from None
    return replay


def _start(history: History, script: Script, rulebook: Rulebook, rake: Any) -> TableHand:
    try:
        unit = smallest_chip(history)
        game = _game(history.variant, history.blinds_or_straddles, history.bets, unit, rulebook, rake)
        return game.start(
            read_stacks(history),
            button=len(history.starting_stacks) - 1,
            deck=script.deck(),
            rng=0,
            posts=read_posts(history),
            automatic=False,
        )
    except HoldemError as error:
        raise history.error(error) from None


def _let_pass(
    history: History, hand: TableHand, step: Step, early: list[Step], refusal: HoldemError
) -> Iterator[Departure]:
    """Does what the table refused, as rooms do; a hand mucked too early is mucked at the end."""
    action = history.actions[step.action]
    player = step.seat + 1 if step.seat >= 0 else None
    if hand.due == "hole cards":
        yield Departure(hand.street, None, action, *TWO_CARDS)
        hand.deal()
        try:
            _take(hand, step, early)
        except HoldemError as error:
            refusal = error
        else:
            return
    street = hand.street
    yield Departure(street, player, action, *let_pass(hand, step.verb, step.seat, step.amount, refusal))
    if step.verb == "muck":
        early.append(step)


def _take(hand: TableHand, step: Step, early: list[Step]) -> None:
    """Takes a step; a hand mucked before the board is complete waits in ``early``."""
    _, verb, seat, amount = step
    match verb:
        case "f":
            hand.fold(seat)
        case "cc":
            betting = hand.betting
            (hand.check if betting.bets[seat] == betting.bet else hand.call)(seat)
        case "cbr":
            hand.raise_to(amount, seat)
        case "hole cards":
            if hand.due == "hole cards":
                hand.deal()
        case "deal":
            if hand.due == "hole cards":
                raise HistoryError("the hole cards come first")
            hand.deal()
        case "show":
            if seat not in hand.tabled and not hand.over:
                hand.show(seat)
        case _:
            if seat in hand.tabled and hand.due:
                early.append(step)
            else:
                _muck(hand, seat)


def _muck(hand: TableHand, seat: int) -> None:
    """Throws a hand away, also one that the table has seen because it is all-in; who wins without showing may."""
    hand.tabled.discard(seat)
    if not hand.over:
        hand.throw_away(seat)


def finish(hand: TableHand) -> None:
    """At the showdown, shows the known hands that have yet to be; if there are any, the unknown ones are mucked."""
    holes = hand.dealing.holes
    for seat in hand.to_show:
        if NO_CARD not in holes[seat]:
            hand.show(seat)
    if hand.showing_order and any(NO_CARD not in holes[seat] for seat in hand.tabled):
        for seat in hand.live:
            if NO_CARD in holes[seat]:
                _muck(hand, seat)
