"""A hand of hold'em at the table, from the blinds to the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdem_core.cards import NO_CARD
from holdem_core.errors import RuleError
from holdem_core.kernels.evaluate import evaluate7
from holdem_core.pots.amounts import is_whole
from holdem_core.pots.one import table_payouts
from holdem_core.showdowns.one import showdown
from holdem_core.table.irregularities import Irregularities
from holdem_core.table.logs import Dealer, Post
from holdem_core.table.play import truth
from holdem_core.table.streets import BOARD_CARDS, RIVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdem_core.showdowns.story import Showdown
    from holdem_core.table.betting import Betting
    from holdem_core.table.blinds import Forced, Positions
    from holdem_core.table.dealing import Dealing
    from holdem_core.table.games import Game

STREETS = ("preflop", "flop", "turn", "river")


class TableHand(Irregularities):
    """One hand of hold'em.

    ``Game.start`` makes it. Players act by its verbs, each for the seat ``to_act`` unless another is named. An
    automatic hand deals by itself and tables all hands at the end; otherwise the dealer's part is ``deal()``, whenever
    ``due`` names something, and the players' is ``show`` and ``muck``.

    Attributes:
        game: what is played.
        positions: the button and the blinds.

    Thread safety: a hand belongs to one thread; a ``copy`` may go to another.
    """

    __slots__ = ("forced", "game", "positions")

    streets = STREETS
    game: Game
    positions: Positions
    forced: Forced

    def __init__(
        self,
        game: Game,
        positions: Positions,
        forced: Forced,
        betting: Betting,
        dealing: Dealing,
        start: dict[str, Any],
        automatic: bool,
    ) -> None:
        self.game, self.positions, self.forced = game, positions, forced
        self._begin(betting, dealing, game.rulebook, start, automatic)
        self._begin_dealing()
        self._post()
        if automatic:
            self._deal_hole_cards()
            self._continue()

    def _post(self) -> None:
        betting, scale = self.betting, self.betting.terms.scale
        for post in self.forced.posts:
            amount = scale.whole(post.amount)
            if post.kind in ("ante", "dead"):
                put = betting.ante(post.seat, amount, dead=post.kind == "dead")
            else:
                put = betting.post(post.seat, amount)
            if put:
                self.dealing.log.append(Post(post.seat, post.kind, scale.chips(put)))
        if betting.terms.limit == "pot-limit":
            betting.counted = [scale.whole(amount) for amount in self.forced.nominal]

    # --- the dealer ---------------------------------------------------------------------------------

    @property
    def button(self) -> int:
        """The seat of the button, which may be empty."""
        return self.positions.button

    @property
    def due(self) -> str | None:
        """What the dealer is to deal: ``"hole cards"`` or a street's name; ``None`` if nothing."""
        if self.void or self.extra_cards or self.betting.to_act is not None or not self.betting.contested:
            return None
        if not self._dealt:
            return "hole cards"
        return STREETS[self.street_number + 1] if self.street_number < RIVER else None

    def deal(self, *, burns: int | None = None, cards: int | None = None) -> None:
        """Deals what is due: hole cards one at a time from the left of the button, or a burn and the next street.

        Args:
            burns: how many cards are burned, if that is one too few or too many; see ``no_burn`` and ``two_burns``.
            cards: how many board cards are turned, if that is too many; play waits for ``long_flop`` or
                ``several_turned``.

        Raises:
            RuleError: nothing is to be dealt.
        """
        if (due := self.due) is None:
            raise RuleError("the hand is over" if self.over else self._why_not_due())
        extra_burns, extra_cards = self._dealing_errors(due, burns, cards)
        given = {name: int(value) for name, value in (("burns", burns), ("cards", cards)) if value is not None}
        self.dealing.log.append(Dealer("deal", given))
        if due == "hole cards":
            self._deal_hole_cards()
        else:
            self._deal_street(extra_burns, extra_cards)
        self._continue()

    def _why_not_due(self) -> str:
        if self.extra_cards:
            return f"the {STREETS[self.street_number]} has {self.extra_cards} cards too many: rule on that first"
        return "nothing is to be dealt before the betting is over"

    def _dealing_errors(self, due: str, burns: int | None, cards: int | None) -> tuple[int, int]:
        """How many burns and board cards are too many."""
        for name, count in (("burns", burns), ("cards", cards)):
            if count is not None and not is_whole(count):
                raise RuleError(f"{name} is {count!r}; it is a whole number")
        burns, cards = None if burns is None else int(burns), None if cards is None else int(cards)
        if due == "hole cards":
            if burns is not None or cards is not None:
                raise RuleError("hole cards are dealt without burns, two a seat")
            return 0, 0
        street = self.street_number + 1
        right_burns, right_cards = self.burns_due[street], BOARD_CARDS[street]
        extra_burns = 0 if burns is None else burns - right_burns
        extra_cards = 0 if cards is None else cards - right_cards
        if not -1 <= extra_burns <= 1:
            raise RuleError(f"burns is {burns}; the {due} comes with {right_burns}, or in error with one more or less")
        if extra_cards < 0:
            raise RuleError(f"cards is {cards}; the {due} has {right_cards}, or in error more")
        if extra_burns and extra_cards:
            raise RuleError("a street comes with one error at a time, in its burns or in its cards")
        whole = self._cards_to_come() if extra_burns > 0 else self._cards_on(street)
        self._check_stub(street, whole + extra_burns + extra_cards)
        return extra_burns, extra_cards

    def _deal_hole_cards(self) -> None:
        self.dealing.deal_round(self._seats_from_button() * 2)
        self._dealt = True
        self.betting.open(self.forced.first, self.betting.terms.scale.whole(self.forced.bet))

    def _open_street(self) -> None:
        self.betting.open(self._speaks_first())

    def _speaks_first(self) -> int:
        return (self.button + 1) % len(self.betting.stacks)

    def _go_on(self) -> None:
        """What follows once nobody is to act: all-in hands are tabled, and an automatic hand is dealt on."""
        if not self.betting.contested or not self._dealt or self.extra_cards:
            return
        if self._all_in() or self._all_show() or (self._automatic and self.street_number == RIVER):
            self.tabled.update(self.live)
        if self._automatic and self.street_number < RIVER:
            self._deal_street()
            self._continue()

    # --- the showdown -------------------------------------------------------------------------------

    def throw_away(self, seat: int, declare_board: bool = False) -> None:
        """Mucks a hand at the showdown; ``declare_board`` says before that it plays the board.

        ``hand.muck(seat, declare_board)`` is the same.

        Source: Robert's Rules of Poker, version 11, "Hold'em", rule 6; TDA 2024, rule 19.
        """
        declare_board = truth("declare_board", declare_board)
        declared = declare_board and self.rulebook.play_board == "declare"
        self._throw_away(seat, "declared" if declared else "mucked", "declare_board" if declare_board else "throw_away")

    def declare_board(self, seat: int) -> None:
        """Says that one plays the board and throws the cards away."""
        self.throw_away(seat, declare_board=True)

    def _payouts(self) -> Sequence[int]:
        """The payouts of ``result``, without its words where every live hand was tabled."""
        dealing, betting, live = self.dealing, self.betting, self.live
        worded = self._result or self.decided or self.game.rake is not None
        if worded or any(NO_CARD in dealing.holes[seat] for seat in live):
            return super()._payouts()
        if len(live) == 1:
            return [betting.pot * (seat in live) for seat in range(len(betting.stacks))]
        strengths = [0] * len(dealing.holes)
        for seat in live:
            strengths[seat] = evaluate7(*dealing.holes[seat], *dealing.board)
        return table_payouts(betting.contributions, strengths, set(live), self.button, betting.terms.unit, betting.dead)

    def _settle(self) -> Showdown:
        live, contested = set(self.live), len(self.live) > 1
        terms = self._terms(self.game.rake)
        told = showdown(
            [cards if contested and NO_CARD not in cards else () for cards in self.dealing.holes],
            self.dealing.board,
            self.contributions,
            folded={seat for seat in range(len(self.betting.stacks)) if seat not in live},
            mucked=set(self._mucked),
            declared={seat for seat in live if self.decided.get(seat) == "declared"},
            button=self.button,
            **terms,
        )
        if not self._alone_in_a_pot():
            return told
        return told._replace(settlement=self._award(told.hands, button=self.button, **terms))
