"""What hands at the table have in common from street to street: the order of the deal, and the showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from holdem_core.errors import RuleError
from holdem_core.pots.one import settle_hand
from holdem_core.pots.rake import Rake
from holdem_core.table.play import PlayedHand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdem_core.hands import Hand
    from holdem_core.pots.one import HandSettlement
    from holdem_core.showdowns.story import Showdown

LAST_STREET = 3


def house_rake(rake: Any) -> Rake | None:
    """What the house takes from a hand: of an amount as much as there is, and nothing before the flop."""
    return rake if rake is None or isinstance(rake, Rake) else Rake(100, cap=rake)


class ShownHand(PlayedHand):
    """A hand of four streets.

    Attributes:
        streets: what the streets are called.
        street_number: 0 to 3.
    """

    __slots__ = ("_dealt", "street_number")

    streets: ClassVar[tuple[str, ...]]
    _dealt: bool
    street_number: int

    # --- the games' own -----------------------------------------------------------------------------

    @property
    def button(self) -> int:
        """The seat of the button, which may be empty."""
        raise NotImplementedError

    def _speaks_first(self) -> int:
        """The seat from which on somebody speaks first on a later street."""
        raise NotImplementedError

    def _settle(self) -> Showdown:
        raise NotImplementedError

    # --- streets ------------------------------------------------------------------------------------

    @property
    def street(self) -> str:
        """The name of the street; ``"showdown"``; ``"over"``."""
        if self.over:
            return "over"
        return "showdown" if self._at_showdown() else self.streets[self.street_number]

    def _seats_from_button(self) -> list[int]:
        seats = len(self.betting.stacks)
        order = [(self.button + 1 + step) % seats for step in range(seats)]
        return [seat for seat in order if self.betting.live[seat]]

    def _all_in(self) -> bool:
        """Whether no two live seats can bet against each other any more."""
        stacks = self.betting.stacks
        return len([seat for seat in self.live if stacks[seat]]) < 2

    def _all_show(self) -> bool:
        """Whether all hands are tabled at the showdown because somebody is all-in.

        Source: TDA 2024, rule 16.
        """
        all_in = any(not self.betting.stacks[seat] for seat in self.live)
        return all_in and self.rulebook.showing == "all hands at an all-in" and self._at_showdown()

    # --- the showdown -------------------------------------------------------------------------------

    def _at_showdown(self) -> bool:
        betting = self.betting
        ended = self._dealt and self.street_number == LAST_STREET and betting.to_act is None
        return ended and not self.void and betting.contested

    @property
    def over(self) -> bool:
        """Whether the hand is done: one seat is left, or every hand is shown or mucked, or the deal is void."""
        if self.void or not self.betting.contested:
            return True
        return self._at_showdown() and not self._waiting()

    @property
    def showing_order(self) -> tuple[int, ...]:
        """The live seats in the order in which they show: players of the last side pot first, and among those of a pot
        the last aggressor of the last street, else whoever had to speak first on it, then clockwise.

        Source: TDA 2024, rules 16 and 17; Robert's Rules of Poker, version 11, "Showdown", rule 7.
        """
        if not self._at_showdown():
            return ()
        betting, count = self.betting, len(self.betting.stacks)
        first = self._speaks_first() if betting.aggressor is None else betting.aggressor
        clockwise = [seat for step in range(count) if betting.live[seat := (first + step) % count]]
        if len({betting.contributions[seat] for seat in clockwise}) == 1:
            return tuple(clockwise)
        pots = self.pots.pots
        last_pot = {seat: place for place, pot in enumerate(pots) for seat in pot.eligible}
        return tuple(sorted(clockwise, key=lambda seat: -last_pot.get(seat, 0)))

    @property
    def to_show(self) -> tuple[int, ...]:
        """The seats that have yet to show or to muck, in order; nobody if all others have mucked."""
        waiting = self._waiting() if self._at_showdown() else []
        return tuple(seat for seat in self.showing_order if seat in waiting) if waiting else ()

    def _waiting(self) -> list[int]:
        """The live seats that have yet to show or to muck; none if all but one have mucked."""
        waiting = [seat for seat in self.live if seat not in self.decided and seat not in self.tabled]
        mucked = list(self.decided.values()).count("mucked")
        return [] if len(waiting) == 1 and mucked == len(self.live) - 1 else waiting

    def show(self, seat: int) -> None:
        """Tables a hand at the showdown.

        Raises:
            RuleError: it is no showdown, or the seat has shown or mucked.
        """
        seat = self._undecided(seat)
        self.decided[seat] = "shown"
        self.tabled.add(seat)
        self._log_act(seat, "show")

    def _throw_away(self, seat: int, decision: str, verb: str) -> None:
        """Discards a hand at the showdown."""
        seat = self._undecided(seat)
        self.decided[seat] = decision
        self._result = None
        self._log_act(seat, verb)
        self.dealing.discard(seat)

    def _undecided(self, seat: int) -> int:
        seat = self._seat(seat)
        if not self._at_showdown():
            raise RuleError("hands are shown and mucked at the showdown, once the betting is over")
        if seat not in self.to_show:
            done = self.decided.get(seat, "tabled" if seat in self.tabled else None)
            raise RuleError(f"seat {seat} has {f'already {done}' if done else 'nothing to show'}")
        return seat

    @property
    def _mucked(self) -> list[int]:
        """The live seats that threw their hands away, in that order."""
        return [seat for seat, decision in self.decided.items() if decision == "mucked"]

    def _alone_in_a_pot(self) -> list[int]:
        """The seats that mucked as the last to claim a side pot, and have won it without showing; the last one first.

        Source: TDA 2024, rule 17-B; A000-13, A002-15.
        """
        mucked, chips = self._mucked, self.betting.contributions
        claimed, alone = max(chips[seat] for seat in self.live if seat not in mucked), []
        for seat in reversed(mucked):
            if chips[seat] > claimed:
                claimed = chips[seat]
                alone.append(seat)
        return alone

    def _terms(self, rake: Any) -> dict[str, Any]:
        """What ``settle`` is told of the hand's chips beside the contributions."""
        betting = self.betting
        unit = betting.terms.scale.chips(betting.terms.unit)
        return {"unit": unit, "dead": self._chips(betting.dead_by_seat), "rake": house_rake(rake)}

    def _award(self, hands: Sequence[Hand | None], **terms: Any) -> HandSettlement:
        """Settles the hands that are shown; ``terms`` are those of ``settle``."""
        mucked, alone = self._mucked, self._alone_in_a_pot()
        strengths = [
            hand.strength if hand else int(self.betting.live[seat] and seat not in mucked)
            for seat, hand in enumerate(hands)
        ]
        for place, seat in enumerate(alone):
            strengths[seat] = -1 - place  # below every hand that is shown, and the later muck above the earlier one
        settlement = settle_hand(self.contributions, strengths, live=set(self.live), **terms)
        awards = []
        for award in settlement.awards:
            claimants = tuple(seat for seat in award.eligible if seat not in alone or seat in award.winners)
            awards.append(award._replace(eligible=claimants))
        return settlement._replace(awards=tuple(awards))

    @property
    def result(self) -> Showdown:
        """The settled hand; seats that have yet to show count as showing.

        Raises:
            RuleError: the cards or the betting are not complete, or the deal was void.
        """
        if self._result is None:
            if self.void:
                raise RuleError("the deal was void, and all chips went back")
            if self.betting.contested and not self._at_showdown():
                raise RuleError("the hand is not over")
            self._result = self._settle()
        return self._result
