"""Hands in which the dealer's errors are ruled on, and the rulings that every game has."""

from __future__ import annotations

from holdem_core.errors import RuleError
from holdem_core.table.logs import Dealer, Move
from holdem_core.table.rulings import Ruling, rule_and_source
from holdem_core.table.showing import ShownHand


class RuledHand(ShownHand):
    """A hand in which errors of the dealer are ruled on.

    Attributes:
        exposed_top: whether a card lies face up on the stub until the betting is over.
    """

    __slots__ = ("exposed_top",)

    exposed_top: bool

    # --- the games' own -----------------------------------------------------------------------------

    def _begin_dealing(self) -> None:
        raise NotImplementedError

    def _post(self) -> None:
        raise NotImplementedError

    def _deal_hole_cards(self) -> None:
        raise NotImplementedError

    def _cards_to_come(self) -> int:
        """How many cards the rest of the hand needs."""
        raise NotImplementedError

    # --- rulings ------------------------------------------------------------------------------------

    def _rule(self, kind: str, sentence: str, since: int) -> Ruling:
        """The ruling under its id in the rulebook's own text, or in the text that it inherits the rule from."""
        moves = tuple(entry for entry in self.dealing.log[since:] if isinstance(entry, Move))
        return Ruling(*rule_and_source(self.rulebook, kind), sentence, moves)

    def _begin_ruling(self, method: str, *, finished: bool = False, **arguments: object) -> int:
        """Logs what the dealer did; ``finished`` hands are ruled on too, unless they are void or all but one folded."""
        if self.over and (self.void or len(self.live) < 2 or not finished):
            raise RuleError("the hand is over")
        self.dealing.log.append(Dealer(method, arguments))
        return len(self.dealing.log)

    def top_card_exposed(self) -> Ruling:
        """The dealer exposed the top card of the stub before the betting was over.

        It stays on the stub until then. Before the next street as many cards are burned, or buried, as there are live
        seats, the exposed one first.

        Source: A000-01, A000-02.
        """
        if self.to_act is None or not self.dealing.stub:
            raise RuleError("the top card lies face up until the betting is over, and no betting goes on")
        if self.exposed_top:
            raise RuleError("the top card lies face up already")
        since = self._begin_ruling("top_card_exposed")
        self.exposed_top = True
        self.dealing.exposed.add(self.dealing.stub[-1])
        return self._rule("top card exposed", "The card stays on the stub until the betting is over.", since)

    def fouled_deck(self) -> Ruling:
        """The deck is not a deck: the deal is void, and all chips go back.

        Source: TDA 2024, rule 35-E; Robert's Rules of Poker, version 11, "Irregularities", rule 4.
        """
        since = self._begin_ruling("fouled_deck")
        self.void = True
        self.betting.take_back()
        return self._rule("fouled deck", "The deal is void, and all chips go back.", since)

    def misdeal(self, reason: str = "misdeal") -> Ruling:
        """Something else went wrong with the deal: all cards are gathered, shuffled and dealt again.

        Bets go back but for the posts; the button stays. After substantial action it is too late, and the hand goes on.

        Source: TDA 2024, rules 35 and 36; Robert's Rules of Poker, version 11, "Misdeals".
        """
        if not self._dealt:
            raise RuleError("no cards are dealt yet")
        since = self._begin_ruling("misdeal", reason=reason)
        if self.street_number or self.betting.substantial_action():
            return self._rule("too late for a misdeal", "There was substantial action: play on.", since)
        return self._misdealt("misdeal", f"The deal is done again: {reason}.", since)

    def _misdealt(self, kind: str, sentence: str, since: int) -> Ruling:
        self.dealing.gather()
        self.dealing.shuffle(cut=self._cuts())
        self.betting.take_back()
        self.tabled.clear()
        self._begin_dealing()
        self._post()
        self._deal_hole_cards()
        ruling = self._rule(kind, sentence, since)
        self._continue()
        return ruling

    def _clear_top(self) -> None:
        """Burns or buries, from the exposed card on, a card for each live seat; buries where burning leaves too few."""
        self.exposed_top = False
        count, dealing = len(self.live), self.dealing
        if self.rulebook.exposed_top == "burn" and len(dealing.stub) - count >= self._cards_to_come():
            dealing.deal("burns", count)
        else:
            dealing.bury(count)

    def _cuts(self) -> bool:
        return self.rulebook.cut != "never"
