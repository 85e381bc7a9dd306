"""What every hand at the table has: the verbs of its players, its chips and piles, its log, copies."""

from __future__ import annotations

from decimal import Decimal
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from holdem_core.cards import NO_CARD
from holdem_core.errors import HoldemError, RuleError
from holdem_core.pots.amounts import Chips, exact_chips, is_whole
from holdem_core.pots.one import build_pots
from holdem_core.table.logs import Act, Dealer, Log, Move, Post, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from holdem_core.pots.one import Pots
    from holdem_core.showdowns.story import Showdown
    from holdem_core.table.betting import Betting, Legal
    from holdem_core.table.dealing import Dealing
    from holdem_core.table.logs import Entry
    from holdem_core.table.rulebooks import Rulebook

VERBS = ("fold", "check", "call", "bet", "raise_to", "all_in")


def truth(name: str, value: Any) -> bool:
    """A yes or a no."""
    if not isinstance(value, (bool, np.bool_)):
        raise RuleError(f"{name} is {value!r}, neither true nor false")
    return bool(value)


class View(NamedTuple):
    """A hand as one seat may see it; ``??`` are cards that it may not.

    Attributes:
        seat: whose view, or ``None`` for somebody who is not in the hand.
        street, board, to_act: as the hand's.
        hole_cards: its own, and those that were exposed or tabled.
        burns, muck: hidden but for exposed cards.
        stub: how many cards are left to deal, and the uppermost if it lies face up.
        stacks, bets, contributions, live: everybody's.
        legal: what it may do, if it is its turn.
    """

    seat: int | None
    street: str
    board: str
    to_act: int | None
    hole_cards: tuple[str, ...]
    burns: str
    muck: str
    stub: int
    top: str
    stacks: tuple[Chips, ...]
    bets: tuple[Chips, ...]
    contributions: tuple[Chips, ...]
    live: tuple[int, ...]
    legal: Legal | None


class Muck(str):
    """The muck's cards as text. Called with a seat, it throws that seat's hand away: a pile and a verb of one name.

    The verb is the hand's own: a copy or a pickle of the pile is the text alone, like those of the other piles.
    """

    __slots__ = ("_hand",)

    _hand: PlayedHand

    def __new__(cls, cards: str, hand: PlayedHand) -> Muck:
        """The pile of a hand."""
        pile = super().__new__(cls, cards)
        pile._hand = hand
        return pile

    def __call__(self, seat: int, declare_board: bool = False) -> None:
        """Throws a hand away at the showdown."""
        self._hand.throw_away(seat, declare_board)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


class PlayedHand:
    """A hand that is being played; the games add how it is dealt and shown.

    Attributes:
        acts, dealers_acts: the methods that entries of the log name.

    Thread safety: a hand belongs to one thread; a ``copy`` may go to another.
    """

    __slots__ = ("_automatic", "_result", "_start", "betting", "dealing", "decided", "rulebook", "tabled", "void")

    acts: ClassVar[tuple[str, ...]] = ("fold", "check", "call", "bet", "raise_to", "force", "show", "throw_away")
    dealers_acts: ClassVar[tuple[str, ...]] = ()

    betting: Betting
    dealing: Dealing
    rulebook: Rulebook
    _start: dict[str, Any]
    _automatic: bool
    decided: dict[int, str]
    tabled: set[int]
    void: bool
    _result: Showdown | None

    def _begin(
        self, betting: Betting, dealing: Dealing, rulebook: Rulebook, start: dict[str, Any], automatic: bool
    ) -> None:
        self.betting, self.dealing, self.rulebook = betting, dealing, rulebook
        self._start, self._automatic = start, automatic
        self.decided, self.tabled = {}, set()
        self.void, self._result = False, None

    # --- the games' own -----------------------------------------------------------------------------

    @property
    def street(self) -> str:
        """How far the hand is."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        """Whether the hand is done."""
        raise NotImplementedError

    @property
    def result(self) -> Showdown:
        """Who won what."""
        raise NotImplementedError

    def _payouts(self) -> Sequence[int]:
        """What each seat is paid, in whole numbers of the hand's scale."""
        return list(map(self.betting.terms.scale.whole, self.result.payouts))

    def _go_on(self) -> None:
        """What the dealer does once nobody is to act."""
        raise NotImplementedError

    # --- the state ----------------------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is to bet, or ``None``."""
        return self.betting.to_act

    @property
    def to_call(self) -> Chips:
        """What it costs that seat to stay in: 0 if there is no bet to match, or nobody is to act."""
        seat, betting = self.betting.to_act, self.betting
        return betting.terms.scale.chips(0 if seat is None else betting.price(seat))

    @property
    def legal(self) -> Legal:
        """What that seat may do, and why not the rest."""
        return self.betting.legal()

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return tuple([seat for seat, alive in enumerate(self.betting.live) if alive])

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """Each seat's chips behind; once the hand is over, with what it won."""
        stacks = self.betting.stacks
        if self.over and not self.void:
            stacks = [stack + won for stack, won in zip(stacks, self._payouts(), strict=True)]
        return self._chips(stacks)

    @property
    def contributions(self) -> tuple[Chips, ...]:
        """What each seat has put in, dead chips apart."""
        return self._chips(self.betting.contributions)

    @property
    def bets(self) -> tuple[Chips, ...]:
        """What of it is this street's."""
        return self._chips(self.betting.bets)

    @property
    def dead(self) -> Chips:
        """The chips in the pot that nobody matches."""
        return self.betting.terms.scale.chips(self.betting.dead)

    @property
    def pots(self) -> Pots:
        """The pots as they stand."""
        return build_pots(self.contributions, set(self.live), dead=self.dead)

    @property
    def board(self) -> str:
        """The community cards."""
        return text(self.dealing.board)

    @property
    def burns(self) -> str:
        """The burned cards, the first one first."""
        return text(self.dealing.burns)

    @property
    def muck(self) -> Muck:
        """The dead cards. ``muck(seat, declare_board=False)`` throws a hand away at the showdown."""
        return Muck(text(self.dealing.muck), self)

    @property
    def stub(self) -> str:
        """The undealt cards, the next one first."""
        return text(reversed(self.dealing.stub))

    @property
    def aside(self) -> str:
        """The cards that a ruling took out of play for a while."""
        return text(self.dealing.aside)

    @property
    def hole_cards(self) -> tuple[str, ...]:
        """The cards that each seat holds."""
        return tuple(text(cards) for cards in self.dealing.holes)

    @property
    def log(self) -> Log:
        """Everything since the start; ``Game.replay`` plays it again."""
        start = {name: value.copy() if isinstance(value, dict) else value for name, value in self._start.items()}
        return Log(start, tuple(self.dealing.log))

    def _chips(self, amounts: list[int]) -> tuple[Chips, ...]:
        return self.betting.terms.scale.all_chips(amounts)

    # --- the verbs ----------------------------------------------------------------------------------

    def fold(self, seat: int | None = None) -> None:
        """Gives the hand up.

        Every verb is done by the seat whose turn it is, or by another out of turn, if the rulebook allows that.

        Raises:
            RuleError: says why not. The hand is as it was.
        """
        seat = self._seat(seat)
        self.betting.fold(seat)
        self._log_act(seat, "fold")
        self.dealing.discard(seat)
        self._continue()

    def check(self, seat: int | None = None) -> None:
        """Bets nothing, where there is nothing to call."""
        seat = self._seat(seat)
        self.betting.check(seat)
        self._log_act(seat, "check")
        self._continue()

    def call(self, seat: int | None = None) -> None:
        """Matches the bet, or puts in what is left."""
        seat = self._seat(seat)
        self.betting.call(seat)
        self._log_act(seat, "call")
        self._continue()

    def bet(self, amount: Chips, seat: int | None = None) -> None:
        """Bets where there is no bet yet."""
        seat = self._seat(seat)
        if self.betting.bet:
            raise RuleError(f"there is a bet of {self.betting.terms.scale.chips(self.betting.bet)}; raise it, or call")
        self._raise(seat, "bet", amount)

    def raise_to(self, amount: Chips, seat: int | None = None) -> None:
        """Bets or raises, so that the seat's bet on this street is ``amount``."""
        self._raise(self._seat(seat), "raise_to", amount)

    def all_in(self, seat: int | None = None) -> None:
        """Puts in the whole stack as a bet or a raise; where there is a bet and no raise is open to the seat, it calls.

        So it does with a stack that is no more than the call, against players who are all-in, or after a short all-in
        that does not let it raise again: chips beyond the call would only come back.

        Raises:
            RuleError: the whole stack is more than a bet or a raise may come to, or neither that nor a call is open.
        """
        seat, betting = self._seat(seat), self.betting
        if betting.only_calls(seat):
            self.call(seat)
        else:
            whole = betting.bets[seat] + betting.stacks[seat]
            self._raise(seat, "raise_to", betting.terms.scale.chips(whole))

    def _raise(self, seat: int, verb: str, amount: Chips) -> None:
        amount = exact_chips(verb, amount)
        self.betting.raise_to(seat, self._whole(verb, amount))
        self._log_act(seat, verb, amount)
        self._continue()

    def force(self, amount: Chips | None = None, seat: int | None = None) -> None:
        """Folds a live hand, or makes its bet on this street ``amount``, though the rules do not allow it now.

        This is for hands that were played elsewhere; see ``History.departures``. Out of turn, the turn stays where it
        is.

        Raises:
            RuleError: the seat is not live or no cards are dealt, or the amount is less than the seat has bet already,
                or more than it has. The hand is as it was.
        """
        seat, betting = self._seat(seat), self.betting
        if self.over or not self.dealing.holes[seat] or not betting.live[seat]:
            raise RuleError(f"seat {seat} is not in the hand")
        if amount is not None:
            amount = exact_chips("force", amount)
        whole = None if amount is None else self._whole("force", amount)
        least, most = betting.bets[seat], betting.bets[seat] + betting.stacks[seat]
        if whole is not None and not least <= whole <= most:
            low, high = betting.terms.scale.all_chips((least, most))
            raise RuleError(f"the bet of seat {seat} cannot become {amount}; it is {low} to {high}")
        betting.force(seat, whole)
        self._result = None
        self._log_act(seat, "force", amount)
        if whole is None:
            self.tabled.discard(seat)
            self.dealing.discard(seat)
        self._continue()

    def announce(self, verb: str, amount: Chips | None = None, seat: int | None = None) -> bool:
        """Says what one does, without chips: it binds in turn, and out of turn only where the rulebook says so.

        An amount is what the bet becomes, where one bets or raises; beside a call or an all-in it may be said what that
        puts in.

        Returns:
            Whether the word stands; if not, nothing has happened.

        Raises:
            RuleError: no such verb, a bet or a raise of no amount, an amount that the act does not put in, or an act
                that is refused. The hand is as it was.
            ChipError: an amount that is not exact.

        Source: five-card stud house rules, "Verbal betting"; TDA 2024, rules 40 and 53.
        """
        if verb not in VERBS:
            raise RuleError(f"{verb!r} is no announcement; it is one of {', '.join(VERBS)}")
        seat = self._seat(seat)
        if seat != self.to_act and verb != "fold" and self.rulebook.out_of_turn == "chips bind":
            return False
        if verb in ("bet", "raise_to"):
            if amount is None:
                raise RuleError(f"{verb} of how much?")
            getattr(self, verb)(amount, seat)
        else:
            self._check_said(verb, amount, seat)
            getattr(self, verb)(seat)
        return True

    def _check_said(self, verb: str, amount: Chips | None, seat: int) -> None:
        """Refuses an amount that is not what a call or an all-in puts in, and any beside a fold or a check."""
        if amount is None:
            return
        betting, price = self.betting, self.betting.price(seat)
        takes = {"call": price, "all_in": price if betting.only_calls(seat) else betting.stacks[seat]}
        if verb not in takes:
            raise RuleError(f"{verb} takes no amount")
        if self._whole(verb, amount) != takes[verb]:
            raise RuleError(f"{verb} is for {betting.terms.scale.chips(takes[verb])}, not {amount}")

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            if self.betting.to_act is None:
                raise RuleError("nobody is to act" if not self.over else "the hand is over")
            return self.betting.to_act
        if not is_whole(seat) or not 0 <= seat < len(self.betting.stacks):
            raise RuleError(f"seat is {seat!r}, and the seats are 0 to {len(self.betting.stacks) - 1}")
        return int(seat)

    def _whole(self, what: str, amount: Chips) -> int:
        """An amount in whole numbers of the hand's smallest chip."""
        scale = self.betting.terms.scale
        amount = exact_chips(what, amount)
        whole = scale.whole(amount)
        if scale.chips(whole) != amount:
            raise RuleError(f"{amount} is no whole number of the unit {scale.chips(self.betting.terms.unit)}")
        return whole

    def _log_act(self, seat: int, verb: str, amount: Chips | None = None) -> None:
        self.dealing.log.append(Act(seat, verb, amount))

    def _continue(self) -> None:
        """Lets the dealer go on if nobody is to act."""
        if self.betting.to_act is None:
            self._go_on()

    def throw_away(self, seat: int, declare_board: bool) -> None:
        """What ``muck(seat, declare_board)`` does."""
        raise NotImplementedError

    # --- views --------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """The hand as a seat, or somebody who is not in it, may see it."""
        if seat is not None:
            seat = self._seat(seat)
        dealing, seen = self.dealing, self.dealing.exposed

        def visible(cards: list[int]) -> str:
            return text(card if card in seen else NO_CARD for card in cards)

        holes = tuple(
            text(cards) if owner == seat or owner in self.tabled else visible(cards)
            for owner, cards in enumerate(dealing.holes)
        )
        top = dealing.stub[-1:]
        return View(
            seat=seat,
            street=self.street,
            board=self.board,
            to_act=self.to_act,
            hole_cards=holes,
            burns=visible(dealing.burns),
            muck=visible(dealing.muck),
            stub=len(dealing.stub),
            top=text(top) if top and top[0] in seen else "",
            stacks=self.stacks,
            bets=self.bets,
            contributions=self.contributions,
            live=self.live,
            legal=self.legal if seat is not None and seat == self.to_act else None,
        )

    # --- copies -------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Every attribute by name, but what follows from the others."""
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return {name: getattr(self, name) for name in slots if name != "_result"}

    def copy(self) -> Self:
        """The same hand, to be played on apart: whatever happens to one, the other stays."""
        twin = type(self).__new__(type(self))
        for name, value in self.state().items():
            setattr(twin, name, value.copy() if hasattr(value, "copy") else value)
        twin._result = self._result
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayedHand) or type(self) is not type(other):
            return NotImplemented
        return self.state() == other.state()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        turn = "" if self.to_act is None else f", seat {self.to_act} to act"
        pot = self.betting.terms.scale.chips(self.betting.pot)
        return f"<{type(self).__name__}: {'void' if self.void else self.street}, {pot:,} in the pot{turn}>"


_ENTRIES = {Act, Dealer, Move, Post}
_PLAIN = {int, str, dict, NoneType}


def replayed(game: Any, log: Log, arguments: Mapping[str, str]) -> Any:
    """Starts a hand of a game as its log tells, does to it what follows, and makes sure that the same came of it.

    ``arguments`` says what the log's start calls each argument of ``game.start``.
    """
    if not isinstance(log, Log) or not isinstance(log.start, dict) or not isinstance(log.entries, (tuple, list)):
        raise RuleError(f"{log!r} is no log")
    if not isinstance(before := log.start.get("game"), type(game)) or before != game:
        raise RuleError("the log is of a hand of another game")
    _check_entries(log.entries)
    hand = _started(game, log.start, arguments)
    done = hand.dealing.log
    for at, entry in enumerate(log.entries):
        if at >= len(done):
            _do_again(hand, at, entry)
        if done[at : at + 1] != [entry]:
            raise RuleError(f"entry {at} of the log, {_told(entry)}, does not follow from what comes before it")
    if len(done) > (count := len(log.entries)):
        raise RuleError(f"the log ends at entry {count}, before {done[count]}")
    return hand


def _started(game: Any, told: dict[str, Any], arguments: Mapping[str, str]) -> Any:
    """Starts a hand with what a log tells, and makes sure that its own log tells the same."""
    if missing := [name for name in arguments if name not in told]:
        raise RuleError(f"the log's start has no {missing[0]!r}")
    if unknown := [name for name in told if name not in arguments and name != "game"]:
        raise RuleError(f"the log's start has {unknown[0]!r}; it is game, {', '.join(arguments)}")
    if not is_whole(seed := told["seed"]) or seed < 0:
        raise RuleError(f"the log's seed is {seed!r}; it is a whole number from 0 on")
    hand = game.start(**{argument: told[name] for name, argument in arguments.items()})
    for name in arguments:
        value, mine = told[name], hand._start[name]
        if type(value) is not type(mine) or value != mine:
            raise RuleError(f"the log's start has {name} {value!r}; of a hand that starts so it is {mine!r}")
    return hand


def _check_entries(entries: Sequence[Any]) -> None:
    """Sees that what stands in a log can be compared with what a hand does; that it is the same is seen then."""
    if set(map(type, entries)) <= _ENTRIES and {type(part) for entry in entries for part in entry} <= _PLAIN:
        return
    for at, entry in enumerate(entries):
        if not _is_entry(entry):
            raise RuleError(f"entry {at} of the log is {entry!r}, which is none")


def _is_entry(entry: Any) -> bool:
    """Whether something is an entry whose parts are what they have to be, whatever they say."""
    match entry:
        case Post(seat, kind, amount):
            return is_whole(seat) and isinstance(kind, str) and _is_exact(amount)
        case Act(seat, verb, amount):
            return is_whole(seat) and isinstance(verb, str) and (amount is None or _is_exact(amount))
        case Dealer(method, arguments):
            return isinstance(arguments, dict) and all(isinstance(name, str) for name in (method, *arguments))
        case Move():
            return all(isinstance(part, str) for part in entry)
    return False


def _is_exact(amount: Any) -> bool:
    return is_whole(amount) or (isinstance(amount, Decimal) and amount.is_finite())


def _told(entry: Entry) -> str:
    return str(entry) if _is_entry(entry) else repr(entry)


def _do_again(hand: Any, at: int, entry: Entry) -> None:
    """Does what an entry tells, if it is an act of a player or of the dealer."""
    try:
        if isinstance(entry, Act) and entry.verb in hand.acts:
            arguments = () if entry.amount is None else (entry.amount,)
            getattr(hand, entry.verb)(*arguments, seat=entry.seat)
        elif isinstance(entry, Dealer) and entry.method in hand.dealers_acts:
            getattr(hand, entry.method)(**entry.arguments)
        else:
            raise RuleError("it does not follow from what comes before it")
    except TypeError as error:
        raise RuleError(f"entry {at} of the log, {_told(entry)}: it takes other arguments") from error
    except HoldemError as error:
        raise RuleError(f"entry {at} of the log, {_told(entry)}: {error}") from error
