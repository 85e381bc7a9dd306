"""A betting round's chips: whose turn it is, what they may do and why not, for every betting structure.

No cards here: hold'em and stud play through the same rounds. Amounts are whole numbers of the hand's smallest chip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from holdem_core.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdem_core.pots.amounts import Chips, Scale
    from holdem_core.table.rulebooks import Rulebook


class Terms(NamedTuple):
    """What is bet on at a table, in whole numbers of ``scale``.

    ``bets`` are the sizes of the small and the big bet at fixed limit, and the smallest bet twice otherwise; seats in
    ``tapped_out`` have used up their all-ins of the session.
    """

    limit: str
    bets: tuple[int, int]
    unit: int
    rulebook: Rulebook
    scale: Scale
    tapped_out: frozenset[int] = frozenset()


class Legal(NamedTuple):
    """What a seat may do.

    Attributes:
        seat: whose turn it is, or ``None`` if nobody's.
        fold, check: whether it may.
        call: what a call costs, 0 if there is nothing to call or no call is allowed.
        raise_to: the least and the most its bet on this street may become, or ``None``.
        closed: why not, for each of ``"fold"``, ``"check"``, ``"call"`` and ``"raise"`` that is not open.
    """

    seat: int | None
    fold: bool
    check: bool
    call: Chips
    raise_to: tuple[Chips, Chips] | None
    closed: dict[str, str]


class Ahead(NamedTuple):
    """What a seat did before its turn, and the bet it faced then."""

    verb: str
    amount: int
    bet: int


class Betting:
    """The chips of one hand, street by street.

    Attributes:
        started: chips before the hand, a seat.
        stacks: chips behind, a seat.
        bets: chips in on this street.
        contributions: chips in during the hand, antes included, dead chips not.
        dead_by_seat: chips in that nobody matches.
        live: seats that were dealt in and have not folded.
        acted: seats that have acted on this street.
        bet: what there is to match on this street.
        size: the street's bet at fixed limit, else the smallest bet.
        full: the last full bet or raise, which decides who may raise again.
        step: what the next raise must add.
        full_bet: at fixed limit, the level up to which the bets count as full ones.
        raises: at fixed limit, how many bets and raises there were.
        uncapped: at fixed limit, whether two players were left before the cap.
        counted: at pot limit, what each seat's bet counts for at least, though its blind was less.
        to_act: whose turn it is; ``None`` once the round is over.
        aggressor: who bet or raised last on this street.
        ahead: what seats did before their turn.
        unbeaten: for each seat, those behind whose check it may not check.
        actions, chip_actions, actors: how many acts in turn there were on this street, how many of them put chips in,
            and by whom, as a bit a seat.
    """

    __slots__ = (
        "acted",
        "actions",
        "actors",
        "aggressor",
        "ahead",
        "bet",
        "bets",
        "chip_actions",
        "contributions",
        "counted",
        "dead_by_seat",
        "full",
        "full_bet",
        "live",
        "raises",
        "size",
        "stacks",
        "started",
        "step",
        "terms",
        "to_act",
        "unbeaten",
        "uncapped",
    )

    def __init__(self, terms: Terms, stacks: Sequence[int]) -> None:
        self.terms = terms
        self.started = tuple(stacks)
        self.take_back()

    def _clear(self, size: int) -> None:
        self.size = self.step = self.full = size
        self.bets = [0] * len(self.stacks)
        self.counted = [0] * len(self.stacks)
        self.acted = [False] * len(self.stacks)
        self.bet = self.full_bet = self.raises = self.actions = self.chip_actions = self.actors = 0
        self.uncapped = False
        self.to_act: int | None = None
        self.aggressor: int | None = None
        self.ahead: dict[int, Ahead] = {}
        self.unbeaten: dict[int, tuple[int, ...]] = {}

    def state(self) -> dict[str, Any]:
        """Every attribute by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def copy(self) -> Betting:
        """The same round, to be played on apart."""
        twin = Betting.__new__(Betting)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, (list, dict)) else value)
        return twin

    def __eq__(self, other: object) -> bool:
        return self.state() == other.state() if isinstance(other, Betting) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    # --- chips that are no action -------------------------------------------------------------------

    def take_back(self) -> None:
        """Gives everybody's chips back, as if nothing had been posted."""
        self.stacks = list(self.started)
        self.live = [stack > 0 for stack in self.stacks]
        self.contributions = [0] * len(self.stacks)
        self.dead_by_seat = [0] * len(self.stacks)
        self._clear(self.terms.bets[0])

    def post(self, seat: int, amount: int) -> int:
        """Puts in a live blind, or what is left of the stack."""
        paid = min(amount, self.stacks[seat])
        self._put_in(seat, paid)
        return paid

    def ante(self, seat: int, amount: int, *, dead: bool = False) -> int:
        """Puts in an ante, or what is left of the stack; a dead one is matched by nobody."""
        paid = min(amount, self.stacks[seat])
        self.stacks[seat] -= paid
        if dead:
            self.dead_by_seat[seat] += paid
        else:
            self.contributions[seat] += paid
        return paid

    def give_back(self) -> None:
        """Gives this street's bets back, to begin it anew; hands that were folded stay folded."""
        for seat, bet in enumerate(self.bets):
            self.stacks[seat] += bet
            self.contributions[seat] -= bet
        self._clear(self.size)

    @property
    def pot(self) -> int:
        """All the chips that are in."""
        return sum(self.contributions) + self.dead

    @property
    def dead(self) -> int:
        """The chips that nobody matches."""
        return sum(self.dead_by_seat)

    @property
    def contested(self) -> bool:
        """Whether more than one seat is live."""
        return self.live.count(True) > 1

    # --- rounds -------------------------------------------------------------------------------------

    def open(self, first: int, blind: int = 0) -> None:
        """Starts the round: ``first`` speaks first, and ``blind`` is there to match."""
        if blind:
            self.bet = self.full_bet = blind
            self.step = self.full = max(self.size, blind)
            self.raises = 1
        self._lift_cap()
        self.to_act = self._next(first)

    def close(self, size: int) -> None:
        """Ends the round; the next one's bets are of this size."""
        self._clear(size)

    def _next(self, start: int) -> int | None:
        """The first seat from ``start`` on that has to act; what was done ahead of turn is done on the way."""
        live, ahead, seats = self.live, self.ahead, len(self.stacks)
        if not self.contested:
            return None
        for step in range(seats):
            seat = (start + step) % seats
            if seat in ahead and self._catch_up(seat):
                return self._next((seat + 1) % seats)
            if live[seat] and self._has_to_act(seat):
                return seat
        return None

    def _has_to_act(self, seat: int) -> bool:
        """Whether a seat owes chips that somebody could win, or has yet to speak to somebody who could answer."""
        if not self.live[seat] or not self.stacks[seat]:
            return False
        mine = self.bets[seat]
        owes = mine < self.bet
        if self.acted[seat] and not owes:
            return False
        return self._has_rival(seat, mine)

    def _lift_cap(self) -> None:
        if self.terms.limit == "fixed-limit" and self.terms.rulebook.cap_heads_up == "lifted":
            rivals = sum(alive and stack > 0 for alive, stack in zip(self.live, self.stacks, strict=True))
            self.uncapped = self.uncapped or (rivals <= 2 and self.raises < self.terms.rulebook.cap)

    @property
    def begun(self) -> bool:
        """Whether anybody has acted on this street, in turn or not."""
        return any(self.acted)

    def substantial_action(self) -> bool:
        """Whether so much was done in turn on this street that errors before it stand.

        Source: TDA 2024, rule 36; Robert's Rules of Poker, version 11, "Misdeals", rule 2.
        """
        if self.terms.rulebook.substantial_action == "two players":
            return self.actors.bit_count() >= 2
        return self.actions >= 3 or (self.actions >= 2 and self.chip_actions >= 1)

    # --- what may be done ---------------------------------------------------------------------------

    def legal(self) -> Legal:
        """What the seat whose turn it is may do."""
        if (seat := self.to_act) is None:
            closed = dict.fromkeys(("fold", "check", "call", "raise"), "nobody is to act")
            return Legal(None, fold=False, check=False, call=0, raise_to=None, closed=closed)
        closed = {}
        if no_check := self.check_closed(seat):
            closed["check"] = no_check
        if no_call := self.call_closed(seat):
            closed["call"] = no_call
        low, high, no_raise = self._raise_bounds(seat)
        if no_raise:
            closed["raise"] = no_raise
        price, least, most = self.terms.scale.all_chips((0 if no_call else self.price(seat), low, high))
        return Legal(seat, True, no_check is None, price, None if no_raise else (least, most), closed)

    def price(self, seat: int) -> int:
        """What a call costs."""
        return min(self.bet - self.bets[seat], self.stacks[seat])

    def check_closed(self, seat: int) -> str | None:
        """Why a seat may not check."""
        if self.bet - self.bets[seat]:
            return f"there is a bet to call, for {self._chips(self.price(seat))}"
        for other in self.unbeaten.get(seat, ()):
            if self.live[other] and self.acted[other]:
                return f"seat {other} has checked, and its open cards are not beaten"
        return None

    def call_closed(self, seat: int) -> str | None:
        """Why a seat may not call."""
        owed = self.bet - self.bets[seat]
        if not owed:
            return "there is no bet to call"
        return self._tap_out_closed(seat) if owed >= self.stacks[seat] else None

    def raise_closed(self, seat: int) -> str | None:
        """Why a seat may not bet or raise."""
        terms, owed = self.terms, self.bet - self.bets[seat]
        if self.stacks[seat] <= owed:
            return "the stack is no more than the call"
        if not self._is_covered(seat):
            return "nobody is left who could call more"
        if self.acted[seat] and owed < self._reopening():
            return f"the bet has gone up by {self._chips(owed)} since, which is no full raise"
        if terms.limit == "fixed-limit" and self.raises >= terms.rulebook.cap and not self.uncapped:
            return f"the betting is capped at {terms.rulebook.cap} bets"
        return None

    def only_calls(self, seat: int) -> bool:
        """Whether a seat faces a bet that it may not raise."""
        return self.bets[seat] < self.bet and self._raise_bounds(seat)[2] is not None

    def _raise_bounds(self, seat: int) -> tuple[int, int, str | None]:
        """The least and the most a seat's bet may become, or why not."""
        if reason := self.raise_closed(seat):
            return 0, 0, reason
        low, high = self._sizes(seat)
        if low > high and self._keeps_a_bet():
            return 0, 0, f"a raise must leave a full bet behind, {self._chips(self.terms.bets[1])}"
        return (0, 0, self._tap_out_closed(seat)) if low > high else (low, high, None)

    def _keeps_a_bet(self) -> bool:
        """Whether a raise must leave a full bet (A000-15); who bets first may bet everything."""
        return self.terms.rulebook.all_in_raise == "with a bet left" and self.bet > 0

    def _is_covered(self, seat: int) -> bool:
        """Whether another live seat has more than the bet, so that it could call a raise."""
        bet, bets, stacks = self.bet, self.bets, self.stacks
        for other, alive in enumerate(self.live):
            if alive and other != seat and bets[other] + stacks[other] > bet:
                return True
        return False

    def _has_rival(self, seat: int, bet: int) -> bool:
        """Whether another live seat has chips behind, or has put in more than ``bet``."""
        for other, alive in enumerate(self.live):
            if alive and other != seat and (self.stacks[other] or self.bets[other] > bet):
                return True
        return False

    def _reopening(self) -> int:
        """What a seat that has acted must face to raise again."""
        if self.terms.limit != "fixed-limit":
            return self.full
        return -(-self.size // 2) if self.terms.rulebook.short_all_in == "half bet" else self.size

    def _sizes(self, seat: int) -> tuple[int, int]:
        """The least and the most a seat's bet may become; crossed where a rule of the house leaves nothing."""
        terms, all_in = self.terms, self.bets[seat] + self.stacks[seat]
        if terms.limit == "fixed-limit":
            low = high = -(-(self.full_bet + self.size) // terms.unit) * terms.unit
        else:
            low = -(-(self.bet + self.step) // terms.unit) * terms.unit
            high = max(low, self._pot_raise(seat)) if terms.limit == "pot-limit" else all_in
        most = all_in
        if self._keeps_a_bet():
            most = (all_in - terms.bets[1]) // terms.unit * terms.unit
        elif seat in terms.tapped_out:
            most = (all_in - 1) // terms.unit * terms.unit
        if most == all_in:
            low = min(low, most)
        return low, min(high, most)

    def _pot_raise(self, seat: int) -> int:
        """The bet after a call and a raise by all that is then in the pot."""
        unit, called = self.terms.unit, self.bets.copy()
        called[seat] = self.bet
        short = sum([max(0, least - bet) for least, bet in zip(self.counted, called, strict=True)])
        pot = self.pot + short + self.bet - self.bets[seat]
        if self.terms.rulebook.pot_limit_rounding == "up":
            pot = -(-pot // unit) * unit
        return (self.bet + pot) // unit * unit

    def _tap_out_closed(self, seat: int) -> str | None:
        return f"seat {seat} has been all-in this session" if seat in self.terms.tapped_out else None

    def _chips(self, whole: int) -> Chips:
        return self.terms.scale.chips(whole)

    # --- what is done -------------------------------------------------------------------------------

    def fold(self, seat: int) -> None:
        """Gives the hand up."""
        if seat != self.to_act:
            self._check_early(seat, may_act=self.live[seat] and self.stacks[seat] > 0)
        self._give_up(seat)
        self._go_on_after(seat, chips=False)

    def _give_up(self, seat: int) -> None:
        self.live[seat] = False
        self.ahead.pop(seat, None)

    def _go_on_after(self, seat: int, *, chips: bool) -> None:
        """Ends what a seat did, perhaps out of turn: then the turn stays where it is."""
        turn = self.to_act
        self._done(seat, chips=chips, in_turn=seat == turn)
        self.to_act = self._next((seat + 1) % len(self.stacks) if turn in (seat, None) else turn)

    def check(self, seat: int) -> None:
        """Bets nothing."""
        early = self._is_early(seat)
        if reason := self.check_closed(seat):
            raise RuleError(f"seat {seat} cannot check: {reason}")
        if early:
            self._go_ahead(seat, "check", self.bets[seat])
        else:
            self._act(seat, 0)

    def call(self, seat: int) -> None:
        """Matches the bet, or puts in what is left."""
        early = self._is_early(seat)
        if reason := self.call_closed(seat):
            raise RuleError(f"seat {seat} cannot call: {reason}")
        if early:
            self._go_ahead(seat, "call", self.bets[seat] + self.price(seat))
        else:
            self._act(seat, self.price(seat))

    def raise_to(self, seat: int, amount: int) -> None:
        """Bets or raises, so that the seat's bet on this street is ``amount``."""
        early = self._is_early(seat)
        low, high, reason = self._raise_bounds(seat)
        if reason:
            raise RuleError(f"seat {seat} cannot raise: {reason}")
        if not low <= amount <= high:
            span = f"{self._chips(low)}" if low == high else f"{self._chips(low)} to {self._chips(high)}"
            raise RuleError(f"seat {seat} cannot make it {self._chips(amount)}; it is {span}")
        if amount % self.terms.unit and amount != self.bets[seat] + self.stacks[seat]:
            raise RuleError(f"{self._chips(amount)} is no whole number of the unit {self._chips(self.terms.unit)}")
        if early:
            self._go_ahead(seat, "raise", amount)
        else:
            self._lift_bet(seat, amount)
            self._act(seat, amount - self.bets[seat])

    def force(self, seat: int, amount: int | None) -> None:
        """Folds a live seat (``None``), or makes its bet ``amount``, whatever the rules say to turn and size."""
        paid = 0
        if amount is None:
            self._give_up(seat)
        else:
            if amount > self.bet:
                self._lift_bet(seat, amount)
            paid = amount - self.bets[seat]
            self._put_in(seat, paid)
        self._go_on_after(seat, chips=paid > 0)

    def _lift_bet(self, seat: int, amount: int) -> None:
        """Makes ``amount`` the bet to match, and keeps count of what is a full raise."""
        before, self.bet, self.aggressor = self.bet, amount, seat
        added = amount - before
        if added >= self.full:
            self.full = self.step = added
        elif before and self.terms.rulebook.reraise == "last raise":
            self.step = added
        if self.terms.limit == "fixed-limit" and amount - self.full_bet >= self._reopening():
            self.full_bet = amount
            self.raises += 1

    def _act(self, seat: int, paid: int) -> None:
        if paid:
            self._put_in(seat, paid)
        self._done(seat, chips=paid > 0)
        self.to_act = self._next((seat + 1) % len(self.stacks))

    def _put_in(self, seat: int, paid: int) -> None:
        self.stacks[seat] -= paid
        self.bets[seat] += paid
        self.contributions[seat] += paid

    def _done(self, seat: int, *, chips: bool, in_turn: bool = True) -> None:
        self.acted[seat] = True
        if in_turn:
            self.actions += 1
            self.chip_actions += chips
            self.actors |= 1 << seat
        self._lift_cap()

    # --- before one's turn --------------------------------------------------------------------------

    def _is_early(self, seat: int) -> bool:
        """Whether a seat acts before its turn; refused where the rulebook has no use for it, or no turn will come."""
        if seat == self.to_act:
            return False
        self._check_early(seat, may_act=self._has_to_act(seat))
        if seat in self.ahead:
            raise RuleError(f"seat {seat} has acted ahead of turn already; seat {self.to_act} is to act")
        return True

    def _check_early(self, seat: int, *, may_act: bool) -> None:
        if self.to_act is None or not may_act:
            waits = self.to_act is not None and self.acted[seat] and self.live[seat] and self.stacks[seat]
            what = f"acted; seat {self.to_act} is to act" if waits else "nothing to do"
            raise RuleError(f"seat {seat} has {what}")
        if self.terms.rulebook.out_of_turn == "refused":
            raise RuleError(f"seat {seat} acts out of turn; seat {self.to_act} is to act")

    def _go_ahead(self, seat: int, verb: str, amount: int) -> None:
        """Keeps for its turn what a seat does before it; where chips bind they go in at once, and a check is nothing.

        Source: A000-09, A000-21; TDA 2024, rule 53.
        """
        if self.terms.rulebook.out_of_turn == "binds unless changed":
            self.ahead[seat] = Ahead(verb, amount, self.bet)
        elif paid := amount - self.bets[seat]:
            self.ahead[seat] = Ahead(verb, amount, self.bet)
            self._put_in(seat, paid)

    def _catch_up(self, seat: int) -> bool:
        """Does what a seat did ahead of its turn, now that it is, and says whether that was its act."""
        verb, amount, faced = self.ahead.pop(seat)
        if self.terms.rulebook.out_of_turn == "chips bind":
            return self._stand(seat)
        if faced != self.bet or (verb == "check" and self.check_closed(seat)):
            return False
        if verb == "raise":
            self._lift_bet(seat, amount)
        paid = self.price(seat)
        self._put_in(seat, paid)
        self._done(seat, chips=paid > 0)
        return True

    def _stand(self, seat: int) -> bool:
        """Chips that went in ahead of turn: a bet or a raise if they are more than the bet, a call if equal, and if
        less they wait for the rest.

        Source: A000-09a to A000-09d.
        """
        if self.bets[seat] < self.bet:
            return False
        if self.bets[seat] > self.bet:
            self._lift_bet(seat, self.bets[seat])
        self._done(seat, chips=True)
        return True
