"""What goes wrong with the cards of a flop game, and what the rulebook makes of it.

One method an irregularity. The dealer's error is made first where it is not made yet (a street that is due is dealt
wrongly, an early one is turned), then put right or left standing, and a ``Ruling`` tells which rule that was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from holdem_core.chips import is_whole
from holdem_core.errors import RuleError
from holdem_core.table.logs import Dealer, Move
from holdem_core.table.play import PlayedHand
from holdem_core.table.rulebooks import RULEBOOKS

if TYPE_CHECKING:
    from collections.abc import Iterable

_SOURCES = {book.code: book.source for book in RULEBOOKS}
_HOUSE, _FLOP_GAMES, _ROBERTS, _TDA = "A000", "A001", "RRoP", "TDA24"

# What each rule is called in the texts: the policy it belongs to, its point in the table of differences, and its ids.
_RULES: dict[str, tuple[str, str, dict[str, str]]] = {
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
    "two burns put right": ("two burns", "D10", {_ROBERTS: "D10/RRoP"}),
    "two burns stand": ("two burns", "D10", {_ROBERTS: "D10/RRoP"}),
    "long flop redealt": ("long_flop", "D4", {"A001": "A001-07", "A002": "A002-24", "A003": "A003-08"}),
    "long flop put right": ("long_flop", "D4", {"A001": "A001-08"}),
    "early flop": ("redealt_flop_burn", "D5", {"A001": "A001-09", "A002": "A002-25", "A003": "A003-09"}),
    "early turn": ("premature_turn", "D7", {"A001": "A001-10", "A002": "A002-26", "A003": "A003-10"}),
    "early river": ("premature_turn", "D7", {"A001": "A001-11", "A002": "A002-27", "A003": "A003-11"}),
    "two turned on the river": ("two turned", "", {_FLOP_GAMES: "A001-12"}),
    "two turned": ("two turned", "", {_FLOP_GAMES: "A001-13"}),
    "two turned, order unknown": ("two turned", "", {_FLOP_GAMES: "A001-14"}),
    "several turned": ("two turned", "", {_FLOP_GAMES: "A001-15"}),
    "several turned, order unknown": ("two turned", "", {_FLOP_GAMES: "A001-16"}),
    "top card exposed": ("exposed top", "", {_HOUSE: "A000-01"}),
    "fouled deck": ("fouled deck", "", {_TDA: "TDA24-r35-E"}),
    "misdeal": ("misdeal", "", {_TDA: "TDA24-r35"}),
    "too late for a misdeal": ("misdeal", "", {_TDA: "TDA24-r35-D"}),
}
PREFLOP, FLOP, TURN, RIVER = range(4)
BOARD_CARDS = (0, 3, 1, 1)


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
        return f"{self.sentence} ({self.rule}, {self.source})"


class Irregularities(PlayedHand):
    """A flop game's streets as they come out of the dealer's hands, and the rulings on them.

    Attributes:
        street_number: 0 before the flop to 3 on the river.
        burns_due: how many cards are burned before each street.
        reshuffles: what is done to the stub before a street, "shuffle" or "cut".
        wrong_burns: how many burns too many (or, below 0, too few) the street came with, until that is ruled on.
        extra_cards: how many cards too many were turned, until that is ruled on.
        exposed_top: whether a card lies face up on the stub until the betting is over.
    """

    __slots__ = (
        "_dealt",
        "burns_due",
        "exposed_top",
        "extra_cards",
        "reshuffles",
        "street_number",
        "wrong_burns",
    )

    _dealt: bool
    street_number: int
    burns_due: list[int]
    reshuffles: dict[int, str]
    wrong_burns: int
    extra_cards: int
    exposed_top: bool

    def _begin_dealing(self) -> None:
        self._dealt = self.exposed_top = False
        self.street_number, self.wrong_burns, self.extra_cards = PREFLOP, 0, 0
        self.burns_due, self.reshuffles = [0, 1, 1, 1], {}

    # --- the hand's own -----------------------------------------------------------------------------

    @property
    def due(self) -> str | None:
        """What the dealer is to deal."""
        raise NotImplementedError

    def _seats_from_button(self) -> list[int]:
        """The seats that are dealt to, in the order of the deal."""
        raise NotImplementedError

    def _deal_hole_cards(self) -> None:
        raise NotImplementedError

    def _open_street(self) -> None:
        raise NotImplementedError

    def _post(self) -> None:
        raise NotImplementedError

    # --- streets ------------------------------------------------------------------------------------

    def _deal_street(self, extra_burns: int = 0, extra_cards: int = 0) -> None:
        """Burns and turns the next street; with errors it stays unopened until they are ruled on."""
        self._prepare_stub()
        self.street_number += 1
        street = self.street_number
        self.betting.close(self.betting.terms.bets[street >= TURN])
        self.wrong_burns, self.extra_cards = extra_burns, extra_cards
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

    def _clear_top(self) -> None:
        """Burns or buries, from the exposed card on, a card for each live seat; buries where burning leaves too few."""
        self.exposed_top = False
        count, dealing = len(self.live), self.dealing
        needed = sum(self.burns_due[self.street_number + 1 :]) + sum(BOARD_CARDS[self.street_number + 1 :])
        if self.rulebook.exposed_top == "burn" and len(dealing.stub) - count >= needed:
            dealing.deal("burns", count)
        else:
            dealing.bury(count)

    def _cuts_early(self, street: int) -> bool:
        """Whether the deck is cut once an early street was shuffled back."""
        return self.rulebook.cut == "always" or (self.rulebook.cut != "never" and street == FLOP)

    def _cuts(self) -> bool:
        return self.rulebook.cut != "never"

    # --- rulings ------------------------------------------------------------------------------------

    def _rule(self, kind: str, sentence: str, since: int) -> Ruling:
        """The ruling under its id in the rulebook's own text, or in the text that it inherits the rule from."""
        policy, point, ids = _RULES[kind]
        book = self.rulebook
        code = book.code if book.code in ids or (point and policy not in book.inherited) else _ROBERTS
        if code not in ids and len(ids) == 1 and not hasattr(book, policy):
            code = next(iter(ids))
        moves = tuple(entry for entry in self.dealing.log[since:] if isinstance(entry, Move))
        return Ruling(ids.get(code, f"{point}/{code}"), _SOURCES.get(code, book.source), sentence, moves)

    def _begin_ruling(self, method: str, **arguments: object) -> int:
        if self.over:
            raise RuleError("the hand is over")
        self.dealing.log.append(Dealer(method, arguments))
        return len(self.dealing.log)

    def _check_deal_is_fresh(self) -> None:
        if not self._dealt or self.street_number != PREFLOP or self.betting.actions:
            raise RuleError("hole cards are put right between the deal and the first act")

    def exposed_hole_cards(self, exposed: Iterable[tuple[int, int]]) -> Ruling:
        """The dealer exposed hole cards while dealing: (seat, 0 for the first card or 1 for the second) each.

        One card is replaced by what would have been the first burn, and becomes the burn itself; if it was among the
        first off the deck (``Rulebook.exposed_misdeal``), or there are several, it is a misdeal.

        Raises:
            RuleError: somebody has acted, or there is no such card.

        Source: A001-01, A002-21 to 23, A003-05 to 07; TDA 2024, rule 35.
        """
        cards = [(seat, card) for seat, card in exposed]
        self._check_deal_is_fresh()
        order = self._seats_from_button()
        for seat, card in cards:
            if seat not in order or card not in (0, 1):
                raise RuleError(f"({seat}, {card}) is no hole card: it is a seat in the hand, and 0 or 1")
        if not cards or len(set(cards)) < len(cards):
            raise RuleError("name each exposed card once")
        since = self._begin_ruling("exposed_hole_cards", exposed=cards)
        if len(cards) > 1:
            return self._misdealt("several exposed", f"{len(cards)} hole cards were exposed: a misdeal.", since)
        ((seat, card),) = cards
        place = card * len(order) + order.index(seat)
        if place < self.rulebook.exposed_misdeal:
            which = ("first", "second")[place]
            return self._misdealt("first card exposed", f"The {which} card off the deck was exposed: a misdeal.", since)
        dealing = self.dealing
        shown = dealing.holes[seat][card]
        dealing.exposed.add(shown)
        dealing.move([shown], f"seat {seat}", "burns")
        (replacement,) = dealing.deal(f"seat {seat}")
        dealing.holes[seat].remove(replacement)
        dealing.holes[seat].insert(card, replacement)
        self.burns_due[FLOP] = 0
        return self._rule("card replaced", "The top card replaces the exposed one, which is the first burn.", since)

    def extra_hole_cards(self, count: int = 1, seat: int | None = None) -> Ruling:
        """The dealer dealt too many hole cards once everybody had two, by default to the first seat.

        One is the first burn; several (or one, under ``Rulebook.extra_card``) are a misdeal.

        Source: A002-28, A002-29, A003-12.
        """
        self._check_deal_is_fresh()
        order = self._seats_from_button()
        seat = order[0] if seat is None else self._seat(seat)
        if seat not in order or not is_whole(count) or not 1 <= count <= len(self.dealing.stub):
            raise RuleError(f"{count!r} extra cards for seat {seat}")
        since = self._begin_ruling("extra_hole_cards", count=count, seat=seat)
        extra = self.dealing.deal(f"seat {seat}", count)
        if count > 1 or self.rulebook.extra_card == "misdeal":
            what = "A hole card too many was" if count == 1 else f"{count} hole cards too many were"
            return self._misdealt("extra cards", f"{what} dealt: a misdeal.", since)
        self.dealing.move(extra, f"seat {seat}", "burns")
        self.burns_due[FLOP] = 0
        return self._rule("extra card burned", "The extra card goes back and is the first burn.", since)

    def no_burn(self, order_known: bool = True) -> Ruling:
        """The street came without its burn.

        Where it is due it is dealt so, and that is found at once; where ``deal(burns=0)`` dealt it so, it is found now,
        after what was done since.

        Args:
            order_known: whether the cards can be put back in the order in which they came.

        Source: A001-02 to A001-06; TDA 2024, rule 39; Robert's Rules of Poker, version 11, "Hold'em".
        """
        since = self._begin_burn_ruling("no_burn", -1, order_known)
        street, late = self.street_number, self._too_late()
        self.wrong_burns = 0
        if late or (street != FLOP and not order_known):
            if self.rulebook.later_cards == "as if no error" and street < RIVER:
                self.burns_due[street + 1] += 1
            known = "known " if order_known else ""
            kind = f"{known}flop without burn stands" if street == FLOP else "card without burn stands"
            return self._rule(kind, "The cards stand as they were dealt, without a burn.", since)
        if street == FLOP and self.rulebook.wrong_burns == "lot":
            self._burn_by_lot()
            return self._rule("flop without burn put right", "One flop card becomes the burn, by lot.", since)
        if street == FLOP and (not order_known or self.rulebook.wrong_burns == "any action"):
            self._redeal_flop(burn=True)
            return self._rule("flop without burn redealt", "The flop is shuffled back and dealt again.", since)
        burn = self.dealing.board[-BOARD_CARDS[street]]
        self._turn_into_burn(burn)
        kind = "flop without burn put right" if street == FLOP else "card without burn put right"
        return self._rule(kind, "The first card becomes the burn, and the next one takes its place.", since)

    def two_burns(self, order_known: bool = True) -> Ruling:
        """The street came with two burns, one too many; it is dealt so, or was dealt so, as for ``no_burn``.

        Before anybody acted the cards are put in their places; then, or if they cannot be, the board stands. Either way
        the later cards are those that would have come.

        Source: Robert's Rules of Poker, version 11, "Hold'em"; TDA 2024, rule 38.
        """
        since = self._begin_burn_ruling("two_burns", 1, order_known)
        late, dealing = self._too_late(), self.dealing
        self.wrong_burns = 0
        extra = dealing.burns[-1]
        if late or not order_known:
            dealing.move([extra], "burns", "stub")
            return self._rule("two burns stand", "The board stands; the second burn is the next street's.", since)
        cards = BOARD_CARDS[self.street_number]
        last = dealing.board[-1]
        dealing.exposed.add(last)
        dealing.move([last], "board", "stub")
        dealing.move([extra], "burns", "board")
        dealing.board.insert(len(dealing.board) - cards, dealing.board.pop())
        return self._rule("two burns put right", "The second burn comes to the board, the last card back.", since)

    def long_flop(self, cards: int = 4, order_known: bool = True) -> Ruling:
        """The flop has too many cards; it is due and dealt so, or ``deal(cards=...)`` dealt it so.

        Source: A001-07, A001-08, A002-24, A003-08; TDA 2024, rule 39.
        """
        since = self._begin_turned_ruling("long_flop", FLOP, cards, order_known)
        dealing, extra, policy = self.dealing, self.extra_cards, self.rulebook.long_flop
        self.extra_cards = 0
        if extra == 1 and policy == "lot":
            dealing.move([dealing.board[dealing.lot(len(dealing.board))]], "board", "stub")
            self._open_street()
            return self._rule("long flop put right", "One flop card becomes the next burn, by lot.", since)
        if policy == "redeal unless known" and order_known:
            self._return_to_top(extra)
            self._open_street()
            return self._rule("long flop put right", "What is too much goes back on the stub.", since)
        self._redeal_flop(burn=self._take_back_burn())
        self._open_street()
        return self._rule("long flop redealt", "The flop is shuffled back and dealt again.", since)

    def several_turned(self, cards: int = 2, order_known: bool = True) -> Ruling:
        """Several cards were turned where one is due; ``deal(cards=...)`` may have dealt them.

        Source: A001-12 to A001-16, for every rulebook.
        """
        since = self._begin_turned_ruling("several_turned", None, cards, order_known)
        dealing, extra = self.dealing, self.extra_cards
        self.extra_cards = 0
        number = "two" if extra == 1 else "several"
        if not order_known:
            dealing.move(dealing.board[-1 - extra :], "board", "stub")
            dealing.shuffle(cut=self._cuts())
            dealing.deal("board")
            self._open_street()
            return self._rule(f"{number} turned, order unknown", "All go back, and a new card is turned.", since)
        if self.street_number == RIVER:
            dealing.exposed.update(dealing.board[-extra:])
            dealing.move(dealing.board[-extra:], "board", "muck")
            kind = "two turned on the river" if extra == 1 else "several turned"
            sentence = "The first card stays, and the rest is dead."
        else:
            self._return_to_top(extra)
            if extra > 1:
                dealing.shuffle(cut=self._cuts())
            kind = f"{number} turned"
            fate = "the other is the next burn" if extra == 1 else "the rest is shuffled back"
            sentence = f"The first card stays; {fate}."
        self._open_street()
        return self._rule(kind, sentence, since)

    def premature_flop(self) -> Ruling:
        """The flop was turned before the betting was over.

        Source: A001-09, A002-25, A003-09.
        """
        since = self._begin_early("premature_flop", PREFLOP)
        dealing, at_once = self.dealing, self.rulebook.premature_flop == "shuffle at once"
        dealing.exposed.update(dealing.board)
        burn_back = self._take_back_burn(to="stub" if at_once else "aside")
        dealing.move(list(dealing.board), "board", "stub" if at_once else "aside")
        self.burns_due[FLOP] = int(burn_back)
        if at_once:
            dealing.shuffle(cut=False)
        self.reshuffles[FLOP] = "shuffle" if not at_once else "cut" if self._cuts() else ""
        return self._rule("early flop", "The flop goes back; the betting is finished, then a new one is dealt.", since)

    def premature_turn(self) -> Ruling:
        """The turn was turned before the betting was over.

        Source: A001-10, A002-26, A003-10; TDA 2024, rule 39.
        """
        since = self._begin_early("premature_turn", FLOP)
        dealing = self.dealing
        card = dealing.board[-1]
        if self.rulebook.premature_turn == "redeal":
            dealing.move([card], "board", "stub")
            dealing.shuffle(cut=self._cuts_early(TURN))
            self.burns_due[TURN] = 0
            return self._rule("early turn", "The card is shuffled back; the turn comes without another burn.", since)
        dealing.exposed.add(card)
        dealing.move([card], "board", "aside")
        self.burns_due[TURN:] = [1, 0]
        self.reshuffles[RIVER] = "shuffle"
        sentence = "The card is set aside until the river; the turn is what would have been the river."
        return self._rule("early turn", sentence, since)

    def premature_river(self) -> Ruling:
        """The river was turned before the betting was over.

        Source: A001-11, A002-27, A003-11.
        """
        since = self._begin_early("premature_river", TURN)
        self.dealing.move(self.dealing.board[-1:], "board", "stub")
        self.dealing.shuffle(cut=self._cuts_early(RIVER))
        self.burns_due[RIVER] = 0
        return self._rule("early river", "The card is shuffled back; the river comes without another burn.", since)

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
        if self.street_number != PREFLOP or self.betting.substantial_action():
            return self._rule("too late for a misdeal", "There was substantial action: play on.", since)
        return self._misdealt("misdeal", f"The deal is done again: {reason}.", since)

    # --- what rulings have in common ----------------------------------------------------------------

    def _misdealt(self, kind: str, sentence: str, since: int) -> Ruling:
        self.dealing.gather()
        self.dealing.shuffle(cut=self._cuts())
        self.betting.take_back()
        self._begin_dealing()
        self._post()
        self._deal_hole_cards()
        ruling = self._rule(kind, sentence, since)
        self._continue()
        return ruling

    def _too_late(self) -> bool:
        """Whether so much was done on the street that a wrong burn stands."""
        if self.rulebook.wrong_burns == "substantial action":
            return self.betting.substantial_action()
        return self.betting.actions > 0

    def _begin_burn_ruling(self, method: str, wrong: int, order_known: bool) -> int:
        """Makes the error if the street is still due, or sees that it was made."""
        due = self.wrong_burns != wrong and self.due not in (None, "hole cards")
        if not due and self.wrong_burns != wrong:
            raise RuleError(f"the {('hand', 'flop', 'turn', 'river')[self.street_number]} came with its burn")
        if due and self.burns_due[self.street_number + 1] + wrong < 0:
            raise RuleError("the burn of the next street lies there already")
        since = self._begin_ruling(method, order_known=order_known)
        if due:
            self._deal_street(extra_burns=wrong)
        return since

    def _begin_turned_ruling(self, method: str, street: int | None, cards: int, order_known: bool) -> int:
        """Turns too many cards if the street is still due, or sees that they were turned."""
        due = self.due not in (None, "hole cards")
        turned = self.street_number + due
        if not due and not self.extra_cards:
            raise RuleError("no street is due, and none came with too many cards")
        if (street is None) == (turned == FLOP):
            raise RuleError("too many cards of a flop are a long_flop, of a later street several_turned")
        if not due and cards != BOARD_CARDS[turned] + self.extra_cards:
            raise RuleError(f"{BOARD_CARDS[turned] + self.extra_cards} cards were turned, not {cards}")
        if not is_whole(cards) or not BOARD_CARDS[turned] < cards <= len(self.dealing.stub):
            raise RuleError(f"{cards!r} cards are not too many: it is more than {BOARD_CARDS[turned]}")
        since = self._begin_ruling(method, cards=cards, order_known=order_known)
        if due:
            self._deal_street(extra_cards=cards - BOARD_CARDS[turned])
        return since

    def _begin_early(self, method: str, street: int) -> int:
        """Turns the next street while the betting goes on."""
        if self.street_number != street or self.to_act is None:
            raise RuleError(f"{method} is while the betting before that street goes on")
        since = self._begin_ruling(method)
        self._turn_street(street + 1)
        return since

    def _take_back_burn(self, to: str = "stub") -> bool:
        """Takes the burn of a flop that is dealt again back too, if the rulebook says so."""
        if self.rulebook.redealt_flop_burn == "goes back":
            self.dealing.move(self.dealing.burns[-1:], "burns", to)
            return True
        return False

    def _redeal_flop(self, *, burn: bool) -> None:
        dealing = self.dealing
        dealing.move(list(dealing.board), "board", "stub")
        dealing.shuffle(cut=self._cuts())
        if burn:
            dealing.deal("burns")
        dealing.deal("board", BOARD_CARDS[FLOP])

    def _burn_by_lot(self) -> None:
        board = self.dealing.board
        self._turn_into_burn(board[self.dealing.lot(len(board))])

    def _turn_into_burn(self, card: int) -> None:
        self.dealing.exposed.add(card)
        self.dealing.move([card], "board", "burns")
        self.dealing.deal("board")

    def _return_to_top(self, count: int) -> None:
        """Puts the last cards of the board back on the stub, in the order in which they came off it."""
        cards = self.dealing.board[-count:]
        self.dealing.exposed.update(cards)
        self.dealing.move(cards, "board", "stub")
