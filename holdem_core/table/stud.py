"""Five-card stud by the rules of the house: one card down and four up, and the highest open hand speaks first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from holdem_core.cards import NO_CARD
from holdem_core.errors import CardError, RuleError
from holdem_core.hands import Hand
from holdem_core.pots.amounts import Chips
from holdem_core.pots.rake import rake_amounts
from holdem_core.showdowns.story import Showdown
from holdem_core.table.betting import Betting, Terms
from holdem_core.table.dealing import Dealing, deck_and_seed
from holdem_core.table.games import (
    all_ins_used_up,
    check_house,
    check_limit,
    read_amount,
    read_bets,
    read_seat,
    read_stacks,
    read_tapped_out,
    read_unit,
    scale_and_unit,
)
from holdem_core.table.logs import Dealer, Log, Post, text
from holdem_core.table.open_cards import beats_open, open_strength
from holdem_core.table.play import replayed, truth
from holdem_core.table.rulebooks import STUD_HOUSE, Rulebook
from holdem_core.table.rulings import RuledHand, Ruling
from holdem_core.table.showing import LAST_STREET

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdem_core.pots.rake import Rake
    from holdem_core.table.games import Limit

STREETS = ("second", "third", "fourth", "fifth")
MOST_PLAYERS = 10
_STARTED_BY = {
    "stacks": "stacks",
    "dealer": "dealer",
    "deck": "deck",
    "seed": "rng",
    "tapped_out": "tapped_out",
    "automatic": "automatic",
}


@dataclass(frozen=True, slots=True)
class StudGame:
    """Five-card stud as it is played at one table.

    Args:
        limit: ``"no-limit"``, ``"pot-limit"`` or ``"fixed-limit"``.
        ante: what every seat puts in before the cards.
        bets: the small and the big bet at fixed limit, the big one from the fourth card on; otherwise the smallest bet
            before and from the fourth card on. The big one is the full bet that ``Rulebook.all_in_raise`` means.
        unit: the smallest chip: bets are whole numbers of it unless all-in, and pots are divided down to it. By default
            the greatest of 1, 0.1, 0.01, ... in which the game's amounts and a hand's stacks are written.
        rulebook: what the table rules where rulebooks differ.
        rake: what the house takes: a ``Rake``, or an amount a hand, at most all there is and nothing before the third
            card.

    Amounts are int or ``Decimal``.

    Raises:
        ChipError: an amount that is not exact, below 0, or no whole number of the unit, or a unit above a bet.
        RuleError: a rulebook without antes, or no bet at all to play for.

    Thread safety: a game never changes.

    Source: five-card stud house rules, A000-01 to A000-21.

    Example:
        >>> game = StudGame(ante=5, bets=(10, 20))
        >>> hand = game.start([500, 500, 500], dealer=2, deck="Ah2c3d Kh7c9d Kd7d9h Kc7h9c Ks7s9s")
        >>> hand.open_cards, hand.high_hand
        (('Kh', '7c', '9d'), 0)
        >>> hand.bet(10)
        >>> hand.call()
        >>> hand.fold()
        >>> hand.street, hand.open_cards, hand.legal.raise_to
        ('third', ('KhKd', '7c7d', ''), (10, 10))
        >>> hand.bet(10)
        >>> hand.fold()
        >>> hand.result.net
        (20, -15, -5)
    """

    limit: Limit = "fixed-limit"
    ante: Chips = 5
    bets: tuple[Chips, Chips] = (10, 20)
    unit: Chips | None = None
    rulebook: Rulebook = STUD_HOUSE
    rake: Chips | Rake | None = None

    def __post_init__(self) -> None:
        check_limit(self.limit)
        check_house(self.rulebook, self.rake)
        object.__setattr__(self, "ante", read_amount("ante", self.ante))
        if self.ante and not self.rulebook.antes:
            raise RuleError(f"{self.rulebook.name} knows no antes")
        object.__setattr__(self, "bets", read_bets(self.bets))
        object.__setattr__(self, "unit", read_unit(self.unit, self.bets))
        scale_and_unit(self.unit, self._amounts())

    def _amounts(self) -> list[tuple[str, Chips]]:
        """The game's own amounts and what they are called."""
        small, big = self.bets
        return [("ante", self.ante), ("bet", small), ("bet", big), *rake_amounts(self.rake)]

    def start(
        self,
        stacks: Sequence[Chips | None],
        dealer: int,
        deck: Any = None,
        rng: Any = None,
        *,
        tapped_out: Iterable[int] = (),
        automatic: bool = True,
    ) -> StudHand:
        """Starts a hand.

        Args:
            stacks: each seat's chips, clockwise; 0 or ``None`` is an empty seat.
            dealer: the dealer's seat, which may be empty; the seats left of it are dealt to first.
            deck: cards in the order in which they are dealt, text or ids; what is missing follows in random order. By
                default all of it is random.
            rng: what ``numpy.random.default_rng`` takes.
            tapped_out: the seat of each all-in earlier in the session, for ``Rulebook.tap_outs``.
            automatic: deal each street and table the hands without being told.

        Raises:
            ChipError, RuleError, CardError: name the seat, the amount or the card.

        Source: A000-04, A000-14.
        """
        chips = read_stacks(stacks, MOST_PLAYERS)
        dealer = read_seat("dealer", dealer, len(chips))
        earlier = read_tapped_out(tapped_out, len(chips))
        cards, seed = deck_and_seed(deck, rng)
        if NO_CARD in cards:
            raise CardError("the deck has unknown cards, and the open ones say who speaks first")
        return self._begin(
            {
                "game": self,
                "stacks": tuple(chips),
                "dealer": dealer,
                "deck": tuple(cards),
                "seed": seed,
                "tapped_out": earlier,
                "automatic": truth("automatic", automatic),
            }
        )

    def _begin(self, start: dict[str, Any]) -> StudHand:
        stacks: Sequence[Chips] = start["stacks"]
        small, big = self.bets
        scale, unit = scale_and_unit(self.unit, self._amounts(), stacks)
        bets = scale.whole(small), scale.whole(big)
        used_up = all_ins_used_up(self.rulebook, start["tapped_out"], len(stacks))
        terms = Terms(self.limit, bets, unit, self.rulebook, scale, used_up)
        betting = Betting(terms, [scale.whole(stack) for stack in stacks])
        dealing = Dealing(start["deck"], len(stacks), start["seed"])
        return StudHand(self, start["dealer"], betting, dealing, start, start["automatic"])

    def replay(self, log: Log) -> StudHand:
        """Plays a hand again from its log, to the same state.

        Raises:
            RuleError: the log is of another game, or tells something that does not follow from what comes before it.
            RuleError, ChipError, CardError: no hand starts as the log says.
        """
        hand: StudHand = replayed(self, log, _STARTED_BY)
        return hand


class StudHand(RuledHand):
    """One hand of five-card stud.

    ``StudGame.start`` makes it. Players act by the verbs of hold'em, each for the seat ``to_act`` unless another is
    named. An automatic hand deals by itself and tables all hands at the end; otherwise the dealer's part is ``deal()``,
    whenever ``due`` names a street, and ``call_high_hand`` where they err, and the players' is ``show`` and ``muck``.
    No cards are burned between the rounds.

    Attributes:
        game: what is played.
        dealer: the dealer's seat.
        high_hand: the seat with the highest open hand when the round began, of several the first from the dealer's
            left. It speaks first, or if it has no chips left the next one that has.
        called_high: the seat that the dealer called the high hand.

    Thread safety: a hand belongs to one thread; a ``copy`` may go to another.
    """

    __slots__ = ("called_high", "dealer", "game", "high_hand")

    streets = STREETS
    dealers_acts = (*RuledHand.dealers_acts, "call_high_hand", "miscalled_high_hand")
    game: StudGame
    dealer: int
    high_hand: int | None
    called_high: int | None

    def __init__(
        self,
        game: StudGame,
        dealer: int,
        betting: Betting,
        dealing: Dealing,
        start: dict[str, Any],
        automatic: bool,
    ) -> None:
        self.game, self.dealer = game, dealer
        self._begin(betting, dealing, game.rulebook, start, automatic)
        self._begin_dealing()
        self._post()
        if automatic:
            self._deal_hole_cards()
            self._continue()

    def _begin_dealing(self) -> None:
        self._dealt = self.exposed_top = False
        self.street_number = 0
        self.high_hand = self.called_high = None

    def _post(self) -> None:
        scale = self.betting.terms.scale
        for seat in self._seats_from_button():
            if paid := self.betting.ante(seat, scale.whole(self.game.ante)):
                self.dealing.log.append(Post(seat, "ante", scale.chips(paid)))

    # --- the cards ----------------------------------------------------------------------------------

    @property
    def button(self) -> int:
        """The dealer's seat."""
        return self.dealer

    @property
    def open_cards(self) -> tuple[str, ...]:
        """The cards that lie face up before each seat."""
        return tuple(text(cards[1:]) for cards in self.dealing.holes)

    @property
    def due(self) -> str | None:
        """The street that the dealer is to deal; ``None`` if nothing."""
        if self.void or self.betting.to_act is not None or not self.betting.contested:
            return None
        if not self._dealt:
            return STREETS[0]
        return STREETS[self.street_number + 1] if self.street_number < LAST_STREET else None

    def deal(self, *, up_first: bool = False) -> None:
        """Deals what is due, from the dealer's left: a card down and one up each, later one up.

        Raises:
            RuleError: nothing is to be dealt, or the card that comes face up is to be dealt before the hole card.

        Source: A000-04, A000-13.
        """
        if truth("up_first", up_first):
            raise RuleError("the first card is dealt face down, and the second face up (A000-04)")
        if self.due is None:
            raise RuleError("the hand is over" if self.over else "nothing is to be dealt before the betting is over")
        self.dealing.log.append(Dealer("deal", {}))
        if self._dealt:
            self._deal_street()
        else:
            self._deal_hole_cards()
        self._continue()

    def turn_hole_card_up(self, seat: int) -> None:
        """Asks to turn the hole card up and to get the next one down, which nobody may.

        Raises:
            RuleError: always.

        Source: A000-06.
        """
        raise RuleError(f"seat {self._seat(seat)} cannot turn its hole card up and get the next one down (A000-06)")

    def _deal_hole_cards(self) -> None:
        for seat in self._seats_from_button():
            self.dealing.deal(f"seat {seat}")
        self._dealt = True
        self._deal_open_cards()

    def _deal_street(self) -> None:
        if self.exposed_top:
            self._clear_top()
        self.street_number += 1
        self.betting.close(self.betting.terms.bets[self.street_number > 1])
        self._deal_open_cards()

    def _deal_open_cards(self) -> None:
        for seat in self._seats_from_button():
            self.dealing.exposed.update(self.dealing.deal(f"seat {seat}"))
        self._open_street()

    def _cards_to_come(self) -> int:
        return (LAST_STREET - self.street_number) * len(self.live)

    def _go_on(self) -> None:
        """What follows once nobody is to act: an automatic hand is dealt on, and tabled at the end."""
        if not self.betting.contested or not self._dealt:
            return
        if self.street_number == LAST_STREET:
            if self._automatic or self._all_show():
                self.tabled.update(self.live)
        elif self._automatic:
            self._deal_street()
            self._continue()

    # --- who speaks first ---------------------------------------------------------------------------

    def call_high_hand(self, seat: int) -> None:
        """Lets the dealer call this seat's open hand the highest, rightly or not, so that it speaks first.

        Raises:
            RuleError: somebody has acted, the seat has folded, or the hand is automatic.

        Source: A000-18, A000-20.
        """
        seat = self._seat(seat)
        if self._automatic:
            raise RuleError("in an automatic hand the dealer calls the highest open hand")
        if self.to_act is None or self.betting.begun or self.betting.ahead:
            raise RuleError("the high hand is called before anybody acts on the round")
        if seat not in self.live:
            raise RuleError(f"seat {seat} has no open hand")
        self.dealing.log.append(Dealer("call_high_hand", {"seat": seat}))
        self._begin_round(seat)

    def miscalled_high_hand(self) -> Ruling:
        """The dealer called the wrong open hand the highest, and that is found out.

        While the round's betting goes on, its chips go back and the proper player speaks first; hands that were folded
        stay folded. Afterwards it stands.

        Raises:
            RuleError: the hand that was called is the highest.

        Source: A000-18, A000-19.
        """
        if self.called_high == self.high_hand:
            raise RuleError("the highest open hand was called")
        since = self._begin_ruling("miscalled_high_hand")
        if self.to_act is None:
            return self._rule("miscalled high hand stands", "The betting on the round is over: it stands.", since)
        self.betting.give_back()
        self._open_street()
        return self._rule("miscalled high hand", "The round's bets go back, and the high hand speaks first.", since)

    def _open_street(self) -> None:
        order, holes = self._seats_from_button(), self.dealing.holes
        self.high_hand = max(order, key=lambda seat: open_strength(holes[seat][1:]))
        self._begin_round(self.high_hand)

    def _begin_round(self, first: int) -> None:
        self.called_high = first
        if self.rulebook.last_check and self.street_number == LAST_STREET:
            self.betting.unbeaten = self._unbeaten()
        self.betting.open(first)

    def _unbeaten(self) -> dict[int, tuple[int, ...]]:
        """For each live seat, the others whose open cards it does not beat (A000-08)."""
        live, holes = self.live, self.dealing.holes
        return {
            seat: tuple(other for other in live if other != seat and not beats_open(holes[seat], holes[other][1:]))
            for seat in live
        }

    # --- the showdown -------------------------------------------------------------------------------

    def _speaks_first(self) -> int:
        assert self.high_hand is not None
        return self.high_hand

    def throw_away(self, seat: int, declare_board: bool = False) -> None:
        """Mucks a hand at the showdown; ``hand.muck(seat)`` is the same."""
        if truth("declare_board", declare_board):
            raise RuleError("stud has no board to play")
        self._throw_away(seat, "mucked", "throw_away")

    def _settle(self) -> Showdown:
        """Five cards against five; odd chips go by the highest card, by suit where ranks are equal.

        Source: Robert's Rules of Poker, version 11, "Ties", rule 5(b).
        """
        seats, holes = range(len(self.betting.stacks)), self.dealing.holes
        mucked = frozenset(self._mucked)
        showing = set(self.live) - mucked
        shown = showing if len(showing) > 1 else showing & self.tabled
        hands = tuple(Hand(holes[seat]) if seat in shown else None for seat in seats)
        settlement = self._award(
            hands,
            order=sorted(seats, key=lambda seat: max(holes[seat], default=-1), reverse=True),
            flop=self.street_number > 0,
            **self._terms(self.game.rake),
        )
        return Showdown(
            names=tuple(f"seat {seat}" for seat in seats),
            hole_cards=tuple(text(holes[seat]) if seat in shown else "" for seat in seats),
            board="",
            folded=frozenset(seats) - showing - mucked,
            mucked=mucked,
            declared=frozenset(),
            hands=hands,
            settlement=settlement,
        )
