"""How the streets of a flop game come out of the dealer's hands, errors and the doings of earlier rulings included."""

from __future__ import annotations

from holdem_core.errors import RuleError
from holdem_core.table.rulings import RuledHand

PREFLOP, FLOP, TURN, RIVER = range(4)
BOARD_CARDS = (0, 3, 1, 1)


class Streets(RuledHand):
    """A flop game's streets, and what is to be done before and after them because of an irregularity.

    Attributes:
        burns_due: how many cards are burned before each street.
        reshuffles: what is done to the stub before a street, "shuffle" or "cut".
        wrong_burns, wrong_street: how many burns too many (or, below 0, too few) a street came with, until that is
            ruled on: the last one, or an earlier one since which nobody could bet.
        extra_cards: how many cards too many were turned, until that is ruled on.
    """

    __slots__ = (
        "burns_due",
        "extra_cards",
        "reshuffles",
        "wrong_burns",
        "wrong_street",
    )

    burns_due: list[int]
    reshuffles: dict[int, str]
    wrong_burns: int
    wrong_street: int
    extra_cards: int

    def _begin_dealing(self) -> None:
        self._dealt = self.exposed_top = False
        self.street_number = self.wrong_street = PREFLOP
        self.wrong_burns = self.extra_cards = 0
        self.burns_due, self.reshuffles = [0, 1, 1, 1], {}

    @property
    def due(self) -> str | None:
        """What the dealer is to deal."""
        raise NotImplementedError

    def _at_showdown(self) -> bool:
        return not self.extra_cards and super()._at_showdown()

    def _open_street(self) -> None:
        """Starts the betting on a street."""
        raise NotImplementedError

    def _deal_street(self, extra_burns: int = 0, extra_cards: int = 0) -> None:
        """Burns and turns the next street; with errors it stays unopened until they are ruled on."""
        self._prepare_stub()
        open_error = self.wrong_burns and not self.betting.begun
        self.street_number += 1
        street = self.street_number
        self.betting.close(self.betting.terms.bets[street >= TURN])
        if extra_burns or not open_error:
            self.wrong_burns, self.wrong_street = extra_burns, street
        self.extra_cards = extra_cards
        self._turn_street(street, extra_burns, extra_cards)
        if not extra_cards:
            self._open_street()

    def _turn_street(self, street: int, extra_burns: int = 0, extra_cards: int = 0) -> None:
        if burns := self.burns_due[street] + extra_burns:
            self.dealing.deal("burns", burns)
        self.dealing.deal("board", BOARD_CARDS[street] + extra_cards)

    def _prepare_stub(self) -> None:
        """What earlier rulings left to do before the next street."""
        if self.exposed_top:
            self._clear_top()
        what = self.reshuffles.pop(self.street_number + 1, None)
        if self.dealing.aside and what == "shuffle":
            self.dealing.move(list(self.dealing.aside), "aside", "stub")
        if what == "shuffle":
            self.dealing.shuffle(cut=self._cuts_early(self.street_number + 1))
        elif what == "cut":
            self.dealing.cut()

    def _cards_on(self, street: int) -> int:
        """How many cards a street needs, its burns included."""
        return self.burns_due[street] + BOARD_CARDS[street]

    def _cards_to_come(self) -> int:
        return sum(map(self._cards_on, range(self.street_number + 1, RIVER + 1)))

    def _check_stub(self, street: int, needed: int) -> None:
        """Sees that there are enough cards to deal a street."""
        left = len(self.dealing.stub)
        if self.due:
            left += len(self.dealing.aside) * (street in self.reshuffles) - len(self.live) * self._burns_top()
        if needed > left:
            raise RuleError(f"that takes {needed} cards, and {left} are left")

    def _cuts_early(self, street: int) -> bool:
        """Whether the deck is cut once an early street was shuffled back."""
        return self.rulebook.cut == "always" or (self.rulebook.cut != "never" and street == FLOP)
