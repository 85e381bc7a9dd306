"""What rooms let pass though the rules do not: a refused action is done as nearly as it can be, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from holdem_core.errors import HoldemError
    from holdem_core.pots.amounts import Chips
    from holdem_core.table.hand import TableHand


class Rule(NamedTuple):
    """What the rules say, and where."""

    sentence: str
    source: str


_ROBERTS = "Robert's Rules of Poker, version 11"
_BETTING, _BIG_BETS = f'{_ROBERTS}, "Betting and raising"', f'{_ROBERTS}, "No-limit and pot-limit"'

TWO_CARDS = Rule("every player is dealt two cards", f'{_ROBERTS}, "Hold\'em"')
IN_TURN = Rule("players act in turn", "A000-09; TDA 2024, rule 53")
ONE_ACT = Rule("nobody acts who has folded, is all-in or has answered every bet", _BETTING)
TABLE_STAKES = Rule("nobody bets more than the stack", f'{_ROBERTS}, "The buy-in"')
RAISES = Rule("a raise is to more than there is to call", _BETTING)
CALLABLE = Rule("somebody can call more than the bet that is raised", "TDA 2024, rules 15 and 65")
REOPENED = Rule("who has acted raises again only after a full raise", f"TDA 2024, rule 47-A; {_BIG_BETS}, rule 3")
CAPPED = Rule("at fixed limit a street has so many bets and no more", f"TDA 2024, rule 48; {_BETTING}, rule 3")
FIXED_SIZE = Rule("at fixed limit a bet or a raise has one size", f"TDA 2024, rule 47-B; {_BETTING}, rule 6")
LEAST_RAISE = Rule("a bet is at least the smallest one, a raise at least the last", f"TDA 2024, rule 43-A; {_BIG_BETS}")
MOST_RAISE = Rule("a bet or a raise is at most what the betting structure allows", f"TDA 2024, rule 54; {_BIG_BETS}")
STREETS = Rule("the next cards come once the betting is over", f'{_ROBERTS}, "Hold\'em"')
OVER = Rule("no cards come once all have folded but one", f'{_ROBERTS}, "Hold\'em"')
SHOWDOWN = Rule("hands are shown and mucked once, and at the showdown", f'{_ROBERTS}, "Showdown"')


class Departure(NamedTuple):
    """Something that the rules do not allow, and a room let pass.

    Attributes:
        street: when.
        player: who, from 1; ``None`` for the dealer.
        action: as the history tells it.
        rule: what the rules say.
        source: where they say it.
    """

    street: str
    player: int | None
    action: str
    rule: str
    source: str

    def __str__(self) -> str:
        who = "the dealer" if self.player is None else f"p{self.player}"
        return f"{self.street}, {who}, {self.action!r}: {self.rule} ({self.source})"


def let_pass(hand: TableHand, verb: str, seat: int, amount: Chips, refusal: HoldemError) -> Rule:
    """Does what a step of a history asks though the table refused it, or as much of it as makes sense.

    Chips go in as they are told, up to the stack. Who has nothing to do does nothing, and who folds has folded.

    Args:
        hand: the hand, with hole cards dealt.
        verb: ``"f"``, ``"cc"``, ``"cbr"``, ``"deal"``, ``"show"`` or ``"muck"``.
        seat: whose action it is.
        amount: what a bet becomes.
        refusal: what the table said, raised again where nothing makes sense.
    """
    match verb:
        case "deal":
            return _let_deal(hand, refusal)
        case "show" | "muck":
            return SHOWDOWN
    if hand.over or not hand.betting.live[seat]:
        if verb == "cbr":
            raise refusal
        return ONE_ACT
    match verb:
        case "f":
            return _let_fold(hand, seat)
        case "cc":
            return _let_call(hand, seat)
    return _let_raise(hand, seat, hand.betting.terms.scale.whole(amount))


def _let_deal(hand: TableHand, refusal: HoldemError) -> Rule:
    """Whoever has yet to speak, and owes nothing, has checked."""
    if hand.over:
        return OVER
    if hand.due or hand.to_act is None:
        raise refusal
    while hand.to_act is not None:
        if hand.to_call:
            raise refusal
        hand.force(hand.bets[hand.to_act])
    hand.deal()
    return STREETS


def _let_fold(hand: TableHand, seat: int) -> Rule:
    rule = IN_TURN if hand.betting.stacks[seat] and hand.to_act is not None else ONE_ACT
    hand.force(seat=seat)
    return rule


def _let_call(hand: TableHand, seat: int) -> Rule:
    """A check or a call before one's turn; of a seat that has nothing to do, nothing."""
    betting = hand.betting
    price = betting.price(seat)
    if hand.to_act is None or not betting.stacks[seat] or (betting.acted[seat] and not price):
        return ONE_ACT
    hand.force(betting.terms.scale.chips(betting.bets[seat] + price), seat)
    return IN_TURN


def _let_raise(hand: TableHand, seat: int, whole: int) -> Rule:
    """A bet or a raise of any size; one that is no more than there is to call is a call."""
    betting = hand.betting
    most = betting.bets[seat] + betting.stacks[seat]
    if whole <= betting.bet or most <= betting.bet:
        called = _let_call(hand, seat)
        return called if called is ONE_ACT else RAISES
    rule = TABLE_STAKES if whole > most else _broken_by(hand, seat, whole)
    hand.force(betting.terms.scale.chips(min(whole, most)), seat)
    return rule


def _broken_by(hand: TableHand, seat: int, whole: int) -> Rule:
    """The rule that a raise within the stack breaks."""
    betting = hand.betting
    if seat != hand.to_act:
        return IN_TURN
    others = (other for other in hand.live if other != seat)
    if all(betting.bets[other] + betting.stacks[other] <= betting.bet for other in others):
        return CALLABLE
    if betting.raise_closed(seat):
        fixed = betting.terms.limit == "fixed-limit"
        return CAPPED if fixed and betting.raises >= betting.terms.rulebook.cap else REOPENED
    if betting.terms.limit == "fixed-limit":
        return FIXED_SIZE
    return LEAST_RAISE if whole < betting.bet + betting.step else MOST_RAISE
