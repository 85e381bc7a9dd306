"""What goes wrong with the cards of a flop game, and what the rulebook makes of it.

One method an irregularity. The dealer's error is made first where it is not made yet (a street that is due is dealt
wrongly, an early one is turned), then put right or left standing, and a ``Ruling`` tells which rule that was.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from holdem_core.errors import RuleError
from holdem_core.pots.amounts import is_whole
from holdem_core.table.play import truth
from holdem_core.table.rulings import Ruling
from holdem_core.table.streets import BOARD_CARDS, FLOP, PREFLOP, RIVER, TURN, Streets

if TYPE_CHECKING:
    from collections.abc import Iterator


class Irregularities(Streets):
    """The rulings on a flop game's irregularities.

    Thread safety: a hand belongs to one thread; a ``copy`` may go to another.
    """

    __slots__ = ()

    acts = (*Streets.acts, "declare_board")
    dealers_acts = (
        *Streets.dealers_acts,
        "exposed_hole_cards",
        "extra_hole_cards",
        "no_burn",
        "two_burns",
        "long_flop",
        "several_turned",
        "premature_flop",
        "premature_turn",
        "premature_river",
    )

    def _check_deal_is_fresh(self) -> None:
        if not self._dealt or self.street_number != PREFLOP or self.betting.begun:
            raise RuleError("hole cards are put right between the deal and the first act")

    def exposed_hole_cards(self, exposed: Iterable[tuple[int, int]]) -> Ruling:
        """The dealer exposed hole cards while dealing: (seat, 0 for the first card or 1 for the second) each.

        One card is replaced by what would have been the first burn, and becomes the burn itself; if it was among the
        first off the deck (``Rulebook.exposed_misdeal``), or there are several, it is a misdeal.

        Raises:
            RuleError: somebody has acted, or there is no such card.

        Source: A001-01, A002-21 to 23, A003-05 to 07; TDA 2024, rule 35.
        """
        self._check_deal_is_fresh()
        order, cards = self._seats_from_button(), list[tuple[int, int]]()
        if not isinstance(exposed, Iterable):
            raise RuleError(f"exposed is {exposed!r}; name seats and cards, as in [(2, 0)]")
        for pair in exposed:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(map(is_whole, pair)):
                raise RuleError(f"{pair!r} is no hole card: name a seat in the hand, and 0 or 1, as in [(2, 0)]")
            seat, card = map(int, pair)
            if seat not in order or card not in (0, 1):
                raise RuleError(f"seat {seat} has no card {card} to expose")
            cards.append((seat, card))
        if not cards or len(set(cards)) < len(cards):
            raise RuleError("name each exposed card once")
        since = self._begin_ruling("exposed_hole_cards", exposed=cards)
        dealing = self.dealing
        if len(cards) > 1 or dealing.exposed.intersection(dealing.burns):
            return self._misdealt("several exposed", "More than one hole card was exposed: a misdeal.", since)
        ((seat, card),) = cards
        place = card * len(order) + order.index(seat)
        if place < self.rulebook.exposed_misdeal:
            which = ("first", "second")[place]
            return self._misdealt("first card exposed", f"The {which} card off the deck was exposed: a misdeal.", since)
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
        count = int(count)
        since = self._begin_ruling("extra_hole_cards", count=count, seat=seat)
        before = set(self.dealing.burns).difference(self.dealing.exposed)
        extra = self.dealing.deal(f"seat {seat}", count)
        if count > 1 or before or self.rulebook.extra_card == "misdeal":
            return self._misdealt("extra cards", "Hole cards too many were dealt: a misdeal.", since)
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
        street, policy = self.wrong_street, self.rulebook.wrong_burns
        self.wrong_burns = 0
        if self._too_late() or (street != FLOP and not order_known):
            self._burn_for(street)
            known = "known " if order_known else ""
            kind = f"{known}flop without burn stands" if street == FLOP else "card without burn stands"
            return self._rule(kind, "The cards stand as they were dealt, without a burn.", since)
        with self._later_streets_back(street):
            if street != FLOP or (order_known and policy == "substantial action"):
                self._turn_into_burn(self.dealing.board[-BOARD_CARDS[street]])
                kind = "flop without burn put right" if street == FLOP else "card without burn put right"
                sentence = "The first card becomes the burn, and the next one takes its place."
            elif policy == "lot":
                self._turn_into_burn(self.dealing.board[self.dealing.lot(BOARD_CARDS[FLOP])])
                kind, sentence = "flop without burn put right", "One flop card becomes the burn, by lot."
            else:
                self._redeal_flop(burn=True)
                kind, sentence = "flop without burn redealt", "The flop is shuffled back and dealt again."
        return self._rule(kind, sentence, since)

    def _burn_for(self, street: int) -> None:
        """Burns one more before the street after one that stands without a burn, so that the later cards are those that
        would have come; a stub that is shuffled before then has no such cards.
        """
        later = street + 1
        if self.rulebook.later_cards == "as if no error" and street < RIVER and later not in self.reshuffles:
            self.burns_due[later] += 1

    def two_burns(self, order_known: bool = True) -> Ruling:
        """The street came with two burns, one too many; it is dealt so, or was dealt so, as for ``no_burn``.

        Before anybody acted the cards are put in their places; then, or if they cannot be, the board stands. Either way
        the later cards are those that would have come.

        Source: Robert's Rules of Poker, version 11, "Hold'em"; TDA 2024, rule 38.
        """
        since = self._begin_burn_ruling("two_burns", 1, order_known)
        street, dealing = self.wrong_street, self.dealing
        self.wrong_burns = 0
        if self._too_late() or not order_known:
            dealing.move(dealing.burns[-1:], "burns", "stub")
            return self._rule("two burns stand", "The board stands; the second burn is the next street's.", since)
        with self._later_streets_back(street):
            self._return_to_top(dealing.board[-1:])
            dealing.move(dealing.burns[-1:], "burns", "board")
            dealing.board.insert(len(dealing.board) - BOARD_CARDS[street], dealing.board.pop())
        return self._rule("two burns put right", "The second burn comes to the board, the last card back.", since)

    def long_flop(self, cards: int = 4, order_known: bool = True) -> Ruling:
        """The flop has too many cards; it is due and dealt so, or ``deal(cards=...)`` dealt it so.

        Source: A001-07, A001-08, A002-24, A003-08; TDA 2024, rule 39.
        """
        since = self._begin_turned_ruling("long_flop", FLOP, cards, order_known)
        dealing, extra, policy = self.dealing, self.extra_cards, self.rulebook.long_flop
        self.extra_cards = 0
        if extra == 1 and policy == "lot":
            self._return_to_top([dealing.board[dealing.lot(len(dealing.board))]])
            kind, sentence = "long flop put right", "One flop card becomes the next burn, by lot."
        elif policy == "redeal unless known" and order_known:
            self._return_to_top(dealing.board[-extra:])
            kind, sentence = "long flop put right", "What is too much goes back on the stub."
        else:
            self._redeal_flop(burn=self._take_back_burn())
            kind, sentence = "long flop redealt", "The flop is shuffled back and dealt again."
        self._open_street()
        return self._rule(kind, sentence, since)

    def several_turned(self, cards: int = 2, order_known: bool = True) -> Ruling:
        """Several cards were turned where one is due; ``deal(cards=...)`` may have dealt them.

        Source: A001-12 to A001-16, for every rulebook.
        """
        since = self._begin_turned_ruling("several_turned", None, cards, order_known)
        dealing, extra = self.dealing, self.extra_cards
        self.extra_cards = 0
        kind = "two turned" if extra == 1 else "several turned"
        if not order_known:
            dealing.move(dealing.board[-1 - extra :], "board", "stub")
            dealing.shuffle(cut=self._cuts())
            dealing.deal("board")
            kind, sentence = f"{kind}, order unknown", "All go back, and a new card is turned."
        elif self.street_number == RIVER:
            dealing.exposed.update(dealing.board[-extra:])
            dealing.move(dealing.board[-extra:], "board", "muck")
            kind = f"{kind} on the river" if extra == 1 else kind
            sentence = "The first card stays, and the rest is dead."
        elif extra == 1:
            self._return_to_top(dealing.board[-1:])
            sentence = "The first card stays; the other is the next burn."
        else:
            self._return_to_top(dealing.board[-extra:])
            dealing.shuffle(cut=self._cuts())
            sentence = "The first card stays; the rest is shuffled back."
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

    # --- what rulings have in common ----------------------------------------------------------------

    def _too_late(self) -> bool:
        """Whether so much was done on the street that a wrong burn stands."""
        if self.rulebook.wrong_burns == "substantial action":
            return self.betting.substantial_action()
        return self.betting.begun

    def _begin_burn_ruling(self, method: str, wrong: int, order_known: bool) -> int:
        """Makes the error if the street is still due, or sees that it was made.

        Where nobody could bet any more, the hand is over with its last card, and the error is put right still.
        """
        order_known = truth("order_known", order_known)
        due = self.wrong_burns != wrong and self.due not in (None, "hole cards")
        if not due and self.wrong_burns != wrong:
            came = self.street_number != PREFLOP
            street_name = self.streets[self.street_number]
            raise RuleError(f"the {street_name} came with its burn" if came else "no street is due, and none came yet")
        if due:
            street = self.street_number + 1
            if self.burns_due[street] + wrong < 0:
                raise RuleError("the burn of the next street lies there already")
            self._check_stub(street, self._cards_on(street) + wrong)
        since = self._begin_ruling(method, finished=not self.betting.begun, order_known=order_known)
        self._result = None
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
        if not is_whole(cards) or cards <= BOARD_CARDS[turned]:
            raise RuleError(f"{cards!r} cards are not too many: it is more than {BOARD_CARDS[turned]}")
        cards, order_known = int(cards), truth("order_known", order_known)
        if not due and cards != BOARD_CARDS[turned] + self.extra_cards:
            raise RuleError(f"{BOARD_CARDS[turned] + self.extra_cards} cards were turned, not {cards}")
        if due:
            self._check_stub(turned, self.burns_due[turned] + cards)
        since = self._begin_ruling(method, cards=cards, order_known=order_known)
        if due:
            self._deal_street(extra_cards=cards - BOARD_CARDS[turned])
        return since

    def _begin_early(self, method: str, street: int) -> int:
        """Turns the next street while the betting goes on."""
        if self.street_number != street or self.to_act is None:
            raise RuleError(f"a {method.replace('_', ' ')} comes while the betting on the street before it goes on")
        instead = 2 if street == FLOP and self.rulebook.premature_turn == "river card" else 0
        self._check_stub(street + 1, self._cards_on(street + 1) + instead)
        since = self._begin_ruling(method)
        self._turn_street(street + 1)
        self.exposed_top = False
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

    def _turn_into_burn(self, card: int) -> None:
        self.dealing.exposed.add(card)
        self.dealing.move([card], "board", "burns")
        self.dealing.deal("board")

    @contextmanager
    def _later_streets_back(self, street: int) -> Iterator[None]:
        """Takes the streets after one back onto the stub for a while, and deals them again."""
        dealing = self.dealing
        for later in range(self.street_number, street, -1):
            self._return_to_top(dealing.board[-BOARD_CARDS[later] :])
            if burns := self.burns_due[later]:
                dealing.move(dealing.burns[-burns:], "burns", "stub")
        yield
        for later in range(street + 1, self.street_number + 1):
            self._turn_street(later)

    def _return_to_top(self, cards: list[int]) -> None:
        """Puts board cards back on the stub, in the order in which they came off it; everybody has seen them."""
        self.dealing.exposed.update(cards)
        self.dealing.move(cards, "board", "stub")
