"""How a hand history becomes a hand at the table: its actions one by one, and the deck that they were dealt from."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from holdem_core.cards import CARD_NAMES, DECK_SIZE, NO_CARD
from holdem_core.chips import negative, smallest_unit, total
from holdem_core.errors import HistoryError, HoldemError
from holdem_core.table.dealing import read_cards
from holdem_core.table.games import MOST_PLAYERS, Game
from holdem_core.table.logs import Post, text

if TYPE_CHECKING:
    from holdem_core.chips import Chips
    from holdem_core.histories.phh import History
    from holdem_core.table.hand import TableHand
    from holdem_core.table.rulebooks import Rulebook

HOLE_CARDS = 2
STREET_ENDS = (3, 4, 5)  # board cards once a street is dealt
LIMITS = {"NT": "no-limit", "FT": "fixed-limit"}

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
            self.steps.append(Step(number, "deal"))

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
    amounts += history.finishing_stacks or ()
    words = [word for action in history.actions if "cbr" in action and "." in action for word in action.split()]
    amounts += [Decimal(word) for word in words if _AMOUNT.fullmatch(word)]
    if "currency" in history.other:
        amounts.append(_CENT)
    return smallest_unit(amount for amount in amounts if not is_unknown(amount))


@lru_cache(maxsize=64)
def _game(variant: str, blinds: tuple[Chips, ...], bets: tuple[Chips, Chips], unit: Chips) -> Game:
    """What a hand was a hand of; a file mostly tells hands of one game."""
    first = sorted(amount for amount in blinds[:2] if amount > 0)
    straddles = tuple(amount for amount in blinds[2:] if amount > 0)
    return Game(LIMITS[variant], tuple(first), straddles=straddles, bets=bets, unit=unit)


def read_posts(history: History) -> list[Post]:
    """Antes, then blinds and straddles, the largest last, since the seat after it speaks first.

    Two players post what stands at the other's place. A blind below 0 is posted out of turn by a player who comes in.
    """
    antes, blinds = history.antes, history.blinds_or_straddles
    if len(antes) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    trimmed = history.ante_trimming_status and sum(ante > 0 for ante in antes) > 1
    posts = [Post(seat, "ante" if trimmed else "dead", ante) for seat, ante in enumerate(antes) if ante]
    live = [
        Post(seat, "straddle" if seat > 1 and blind > 0 else "blind", negative(blind) if blind < 0 else blind)
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


def play(history: History, rulebook: Rulebook) -> TableHand:
    """Plays a history to where it stops."""
    script = Script(history)
    try:
        game = _game(history.variant, history.blinds_or_straddles, history.bets, smallest_chip(history))
        if rulebook is not game.rulebook:
            game = replace(game, rulebook=rulebook)
        hand = game.start(
            read_stacks(history),
            button=len(history.starting_stacks) - 1,
            deck=script.deck(),
            rng=0,
            posts=read_posts(history),
            automatic=False,
        )
    except HoldemError as error:
        raise history.error(error) from None
    early: list[Step] = []
    for step in script.steps:
        try:
            _take(hand, step, early)
        except HoldemError as error:
            raise history.error(error, step.action) from None
    for step in early:
        if hand.street in ("showdown", "over"):
            _muck(hand, step.seat)
    return hand


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
        case "deal":
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
