"""What a rulebook says to errors: the rules' ids, and the rulings that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from holdem_core._texts import printable
from holdem_core.errors import RuleError
from holdem_core.table.logs import Dealer, Move
from holdem_core.table.rulebooks import RULEBOOKS
from holdem_core.table.showing import ShownHand

if TYPE_CHECKING:
    from holdem_core.table.rulebooks import Rulebook

_SOURCES = {book.code: book.source for book in RULEBOOKS}
_HOUSE, _FLOP_GAMES, _ROBERTS, _TDA = "A000", "A001", "RRoP", "TDA24"

# What each rule is called in the texts: the policy on which they differ there, if they do, with its point in the table
# of differences, and the ids; the first id is for rulebooks of which nothing is said.
_RULES: dict[str, tuple[str | None, str, dict[str, str]]] = {
    "first card exposed": ("exposed_misdeal", "D1", {"A002": "A002-21", "A003": "A003-05"}),
    "card replaced": ("exposed_misdeal", "D1", {"A001": "A001-01", "A002": "A002-22", "A003": "A003-06"}),
    "several exposed": ("several_exposed", "D2", {"A002": "A002-23", "A003": "A003-07"}),
    "extra card burned": ("extra_card", "misdeals", {"A002": "A002-28", "A003": "A003-12"}),
    "extra cards": ("extra_card", "misdeals", {"A002": "A002-29", "A003": "A003-12"}),
    "flop without burn redealt": ("wrong_burns", "D10", {"A001": "A001-02"}),
    "flop without burn stands": ("wrong_burns", "D10", {"A001": "A001-03"}),
    "known flop without burn stands": ("wrong_burns", "D10", {"A001": "A001-03b"}),
    "flop without burn put right": ("wrong_burns", "D10", {"A001": "A001-04"}),
    "card without burn stands": ("wrong_burns", "D10", {"A001": "A001-05"}),
    "card without burn put right": ("wrong_burns", "D10", {"A001": "A001-06"}),
    "two burns put right": (None, "", {_ROBERTS: "D10/RRoP"}),
    "two burns stand": (None, "", {_ROBERTS: "D10/RRoP"}),
    "long flop redealt": ("long_flop", "D4", {"A001": "A001-07", "A002": "A002-24", "A003": "A003-08"}),
    "long flop put right": ("long_flop", "D4", {"A001": "A001-08"}),
    "early flop": ("redealt_flop_burn", "D5", {"A001": "A001-09", "A002": "A002-25", "A003": "A003-09"}),
    "early turn": ("premature_turn", "D7", {"A001": "A001-10", "A002": "A002-26", "A003": "A003-10"}),
    "early river": ("premature_turn", "D7", {"A001": "A001-11", "A002": "A002-27", "A003": "A003-11"}),
    "two turned on the river": (None, "", {_FLOP_GAMES: "A001-12"}),
    "two turned": (None, "", {_FLOP_GAMES: "A001-13"}),
    "two turned, order unknown": (None, "", {_FLOP_GAMES: "A001-14"}),
    "several turned": (None, "", {_FLOP_GAMES: "A001-15"}),
    "several turned, order unknown": (None, "", {_FLOP_GAMES: "A001-16"}),
    "top card exposed": (None, "", {_HOUSE: "A000-01"}),
    "miscalled high hand": (None, "", {_HOUSE: "A000-18"}),
    "miscalled high hand stands": (None, "", {_HOUSE: "A000-18"}),
    "fouled deck": (None, "", {_ROBERTS: "RRoP-irregularities-4", _TDA: "TDA24-r35-E"}),
    "misdeal": (None, "", {_ROBERTS: "RRoP-misdeals", _TDA: "TDA24-r35"}),
    "too late for a misdeal": (None, "", {_ROBERTS: "RRoP-misdeals-2", _TDA: "TDA24-r35-D"}),
}


class Ruling(NamedTuple):
    """What a rulebook says to an irregularity.

    Attributes:
        rule: the rule's id.
        source: the text it is in.
        sentence: what was ruled.
        moves: the cards that moved for it, the dealer's error included.
    """

    rule: str
    source: str
    sentence: str
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return printable(f"{self.sentence} ({self.rule}, {self.source})")


def _rule_and_source(rulebook: Rulebook, kind: str) -> tuple[str, str]:
    """The id of a rule, and the text it is in: the rulebook's own, or the one from which it has the rule."""
    policy, point, ids = _RULES[kind]
    code = next(iter(ids)) if policy is None else _ROBERTS
    if rulebook.code in ids or (policy is not None and policy not in rulebook.inherited):
        code = rulebook.code
    return ids.get(code, f"{point}/{code}"), _SOURCES.get(code, rulebook.source)


class RuledHand(ShownHand):
    """A hand in which errors of the dealer are ruled on.

    Attributes:
        exposed_top: whether a card lies face up on the stub until the betting is over.
    """

    __slots__ = ("exposed_top",)

    dealers_acts: ClassVar[tuple[str, ...]] = ("deal", "top_card_exposed", "fouled_deck", "misdeal")
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
        return Ruling(*_rule_and_source(self.rulebook, kind), sentence, moves)

    def _begin_ruling(self, method: str, *, finished: bool = False, **arguments: object) -> int:
        """Logs what the dealer did; ``finished`` hands are ruled on too, unless they are void or all but one folded."""
        if self.over and (self.void or not self.betting.contested or not finished):
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

        Bets go back but for the posts; the button stays. After substantial action, or once a later street is out, it is
        too late, and the hand goes on.

        Source: TDA 2024, rules 35 and 36; Robert's Rules of Poker, version 11, "Misdeals".
        """
        if not self._dealt:
            raise RuleError("no cards are dealt yet")
        if not isinstance(reason, str):
            raise RuleError(f"the reason of a misdeal is {reason!r}, no text")
        since = self._begin_ruling("misdeal", reason=reason)
        if self.betting.substantial_action():
            return self._rule("too late for a misdeal", "There was substantial action: play on.", since)
        if self.street_number:
            return self._rule("too late for a misdeal", f"The {self.streets[1]} is out: play on.", since)
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
        """Burns or buries, from the exposed card on, a card for each live seat."""
        if self._burns_top():
            self.dealing.deal("burns", len(self.live))
        else:
            self.dealing.bury(len(self.live))
        self.exposed_top = False

    def _burns_top(self) -> bool:
        """Whether cards are burned for one that lies face up; they are buried where burning leaves too few."""
        burns = self.exposed_top and self.rulebook.exposed_top == "burn"
        return burns and len(self.dealing.stub) - len(self.live) >= self._cards_to_come()

    def _cuts(self) -> bool:
        return self.rulebook.cut != "never"
