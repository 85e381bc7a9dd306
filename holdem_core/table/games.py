"""What is played at a table: the betting structure, the forced bets and the rulebook; it starts and replays hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from holdem_core.errors import ChipError, RuleError
from holdem_core.pots.amounts import Chips, Scale, exact_chips, is_whole, listed, total
from holdem_core.pots.rake import Rake, rake_amounts
from holdem_core.table.betting import Betting, Terms
from holdem_core.table.blinds import (
    Forced,
    Positions,
    add_up,
    check_order,
    first_positions,
    forced_bets,
    next_positions,
    occupied_after,
)
from holdem_core.table.dealing import Dealing, deck_and_seed
from holdem_core.table.hand import TableHand
from holdem_core.table.logs import Log, Post
from holdem_core.table.play import replayed, truth
from holdem_core.table.rulebooks import ROBERTS, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Limit: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
LIMITS: tuple[Limit, ...] = get_args(Limit)
MOST_PLAYERS = 22
POSTS = ("ante", "blind", "straddle", "dead")
_STARTED_BY = {
    "stacks": "stacks",
    "positions": "button",
    "missed": "missed",
    "posts": "posts",
    "deck": "deck",
    "seed": "rng",
    "tapped_out": "tapped_out",
    "automatic": "automatic",
}


def check_limit(limit: Any) -> None:
    """Refuses what is no betting structure."""
    if not isinstance(limit, str) or limit not in LIMITS:
        raise RuleError(f"limit is {limit!r}; it is one of {', '.join(LIMITS)}")


def check_house(rulebook: Any, rake: Any) -> None:
    """Refuses what is no rulebook, and what is no rake."""
    if not isinstance(rulebook, Rulebook):
        raise RuleError(f"rulebook is {rulebook!r}; it is a Rulebook, such as ROBERTS")
    if rake is not None and not isinstance(rake, Rake):
        read_amount("rake", rake)


def read_unit(unit: Any, bets: tuple[Chips, Chips]) -> Chips | None:
    """The smallest chip, if one is given: it is above 0, and no more than a bet."""
    if unit is None:
        return None
    chips = read_amount("unit", unit)
    if chips == 0:
        raise ChipError("unit is 0; the smallest chip is above 0")
    if chips > min(bets):
        raise ChipError(f"unit is {chips}, above a bet of {min(bets)}; it is the smallest chip at the table")
    return chips


def scale_and_unit(
    unit: Chips | None, named: Sequence[tuple[str, Chips]], stacks: Sequence[Chips] = (), posts: Sequence[Post] = ()
) -> tuple[Scale, int]:
    """What makes a game's amounts and those of a hand whole, and the smallest chip.

    It is the one that is given, or the one in which they are written.
    """
    posted, given = [post.amount for post in posts], [] if unit is None else [unit]
    scale = Scale([*(amount for _, amount in named), *stacks, *posted, *given])
    seats = ((f"stack of seat {seat}", stack) for seat, stack in enumerate(stacks))
    return scale, scale.unit(
        unit, chain(named, seats, ((f"{kind} of seat {seat}", paid) for seat, kind, paid in posts))
    )


def read_amount(name: str, amount: Any) -> Chips:
    """An ante, a rake or a unit."""
    chips = exact_chips(name, amount)
    if chips < 0:
        raise ChipError(f"{name} is {chips}, below 0")
    return chips


def read_bets(bets: Any) -> tuple[Chips, Chips]:
    """The small and the big bet."""
    if not hasattr(bets, "__len__") or len(bets) != 2:
        raise RuleError(f"bets are {bets}; they are two, the small and the big one")
    small, big = (exact_chips("bets", bet) for bet in bets)
    if not 0 < small <= big:
        raise RuleError(f"bets are {small} and {big}; there is something to bet, and the small one comes first")
    return small, big


def read_stacks(stacks: Sequence[Any], most: int) -> list[Chips]:
    """Each seat's chips, 0 for an empty one, of 2 to ``most`` players."""
    given = enumerate(listed("stacks", stacks))
    chips = [0 if stack is None else exact_chips(f"stack of seat {seat}", stack) for seat, stack in given]
    for seat, stack in enumerate(chips):
        if stack < 0:
            raise ChipError(f"stack of seat {seat} is {stack}, below 0")
    players = sum(stack > 0 for stack in chips)
    if not 2 <= players <= most:
        raise RuleError(f"{players} players; a hand has 2 to {most}")
    return chips


def read_tapped_out(tapped_out: Any, count: int) -> tuple[int, ...]:
    """The seat of each all-in earlier in the session."""
    if isinstance(tapped_out, (str, bytes)) or not hasattr(tapped_out, "__iter__"):
        raise RuleError(f"tapped_out is {tapped_out!r}; it holds the seat of each all-in")
    return tuple([read_seat("tapped_out", seat, count) for seat in tapped_out])


def all_ins_used_up(rulebook: Rulebook, earlier: Sequence[int], count: int) -> frozenset[int]:
    """The seats that may not go all-in any more, by the seat of each all-in earlier in the session (A000-14)."""
    if (most := rulebook.tap_outs) is None:
        return frozenset()
    return frozenset(seat for seat in range(count) if earlier.count(seat) >= most)


def read_seat(name: str, seat: Any, count: int) -> int:
    """One of ``count`` seats."""
    if not is_whole(seat) or not 0 <= seat < count:
        raise RuleError(f"{name} is {seat!r}, and the seats are 0 to {count - 1}")
    return int(seat)


@dataclass(frozen=True, slots=True)
class Game:
    """Hold'em as it is played at one table.

    Args:
        limit: ``"no-limit"``, ``"pot-limit"`` or ``"fixed-limit"``.
        blinds: the blinds, posted by the seats left of the button in this order; one, several or none.
        ante: what every seat puts in before the cards.
        big_blind_ante: what the big blind puts in for all; nobody matches it.
        straddles: further blinds in this hand, each twice the bet before it, by the seats after the big blind.
        bets: the small and the big bet at fixed limit, by default the big blind and twice that. Otherwise the smallest
            bet before and from the turn on, by default the big blind (or the ante, where there are no blinds).
        unit: the smallest chip, such as 25: bets are whole numbers of it unless all-in, and pots are divided down to
            it. By default the greatest of 1, 0.1, 0.01, ... in which the game's amounts and a hand's stacks and posts
            are written, so that stacks of ``Decimal("100.00")`` are in cents.
        rulebook: what the table rules where rulebooks differ.
        rake: what the house takes: a ``Rake``, or an amount a hand, at most all there is and nothing before the flop.

    Amounts are int or ``Decimal``.

    Raises:
        ChipError: an amount that is not exact, below 0, or no whole number of the unit, or a unit above a bet.
        RuleError: forced bets that the rulebook does not know, or no bet at all to play for.

    Thread safety: a game never changes.

    Source: Robert's Rules of Poker, version 11, "Button and blind use" and "Hold'em"; A002-02 to A002-09, A003-03.

    Example:
        >>> hand = Game(blinds=(50, 100)).start([10_000, 10_000, 10_000], button=0, rng=1)
        >>> hand.to_act, hand.legal.call, hand.legal.raise_to
        (0, 100, (200, 10000))
        >>> hand.raise_to(250)
        >>> hand.fold()
        >>> hand.call()
        >>> hand.street, hand.pots.pots[0].amount
        ('flop', 550)
    """

    limit: Limit = "no-limit"
    blinds: tuple[Chips, ...] = (50, 100)
    ante: Chips = 0
    big_blind_ante: Chips = 0
    straddles: tuple[Chips, ...] = ()
    bets: tuple[Chips, Chips] | None = None
    unit: Chips | None = None
    rulebook: Rulebook = ROBERTS
    rake: Chips | Rake | None = None

    def __post_init__(self) -> None:
        check_limit(self.limit)
        check_house(self.rulebook, self.rake)
        for name in ("blinds", "straddles"):
            given = listed(name, getattr(self, name))
            amounts = tuple(exact_chips(f"{name}[{at}]", amount) for at, amount in enumerate(given))
            object.__setattr__(self, name, amounts)
            if any(amount <= 0 for amount in amounts):
                raise ChipError(f"{name} are {amounts}; each is above 0")
        for name in ("ante", "big_blind_ante"):
            object.__setattr__(self, name, read_amount(name, getattr(self, name)))
        if list(self.blinds) != sorted(self.blinds):
            raise RuleError(f"blinds are {self.blinds}; the smallest comes first")
        self._check_rulebook()
        self._set_bets()

    def _check_rulebook(self) -> None:
        if (self.ante or self.big_blind_ante) and not self.rulebook.antes:
            raise RuleError(f"{self.rulebook.name} knows no antes")
        if self.straddles and not self.rulebook.straddles:
            raise RuleError(f"{self.rulebook.name} knows no straddles")
        if (self.big_blind_ante or self.straddles) and not self.blinds:
            raise RuleError("without blinds there is no big blind to post an ante, and nobody to straddle")

    def _set_bets(self) -> None:
        least = max(self.blinds, default=self.ante)
        if self.bets is None and not least:
            raise RuleError("blinds, an ante or bets are missing: without them there is nothing to bet")
        twice = total((least, least))
        bets = read_bets((least, twice if self.limit == "fixed-limit" else least) if self.bets is None else self.bets)
        object.__setattr__(self, "bets", bets)
        object.__setattr__(self, "unit", read_unit(self.unit, bets))
        scale_and_unit(self.unit, self._amounts())

    def _amounts(self) -> list[tuple[str, Chips]]:
        """The game's own amounts and what they are called."""
        several = (("blind", self.blinds), ("straddle", self.straddles), ("bet", self.bets or ()))
        named = [(name, amount) for name, amounts in several for amount in amounts]
        return [("ante", self.ante), ("big_blind_ante", self.big_blind_ante), *named, *rake_amounts(self.rake)]

    # --- hands --------------------------------------------------------------------------------------

    def start(
        self,
        stacks: Sequence[Chips | None],
        button: int | Positions,
        deck: Any = None,
        rng: Any = None,
        *,
        missed: Mapping[int, Chips] | None = None,
        posts: Iterable[Post] | None = None,
        tapped_out: Iterable[int] = (),
        automatic: bool = True,
    ) -> TableHand:
        """Starts a hand.

        Args:
            stacks: each seat's chips, clockwise; 0 or ``None`` is an empty seat.
            button: the seat of the button, which may be empty, or what ``next_button`` returned.
            deck: cards in the order in which they are dealt, text or ids; what is missing follows in random order. By
                default all of it is random.
            rng: what ``numpy.random.default_rng`` takes.
            missed: the blinds that seats missed and now post: live up to the big blind, the rest dead.
            posts: what is posted instead of the game's blinds and antes and of ``missed``, in order, for hands that
                were played elsewhere; the seat after the last blind or straddle speaks first.
            tapped_out: the seat of each all-in earlier in the session, for ``Rulebook.tap_outs``.
            automatic: deal each street and table the hands without being told.

        Raises:
            ChipError, RuleError, CardError: name the seat, the amount or the card.

        Example:
            >>> hand = Game().start([500, 500], button=1, deck="AhQsKhQd", rng=3)
            >>> hand.hole_cards
            ('AhKh', 'QsQd')
        """
        chips = read_stacks(stacks, MOST_PLAYERS)
        taken = [stack > 0 for stack in chips]
        positions = self._positions(button, taken)
        missed = _read_missed({} if missed is None else missed)
        if posts is not None:
            posts = _read_posts(posts, taken)
            if missed:
                raise RuleError(f"missed is {missed}, and posts are given: what was missed is among them")
        forced = self._forced(positions, taken, missed) if posts is None else _given(posts, taken, positions)
        earlier = read_tapped_out(tapped_out, len(chips))
        cards, seed = deck_and_seed(deck, rng)
        return self._begin(
            {
                "game": self,
                "stacks": tuple(chips),
                "positions": positions,
                "missed": missed,
                "posts": posts,
                "deck": tuple(cards),
                "seed": seed,
                "tapped_out": earlier,
                "automatic": truth("automatic", automatic),
            },
            forced,
        )

    def _begin(self, start: dict[str, Any], forced: Forced) -> TableHand:
        stacks: Sequence[Chips] = start["stacks"]
        small, big = self.bets or (0, 0)
        scale, unit = scale_and_unit(self.unit, self._amounts(), stacks, forced.posts)
        bets = scale.whole(small), scale.whole(big)
        used_up = all_ins_used_up(self.rulebook, start["tapped_out"], len(stacks))
        terms = Terms(self.limit, bets, unit, self.rulebook, scale, used_up)
        betting = Betting(terms, [scale.whole(stack) for stack in stacks])
        dealing = Dealing(start["deck"], len(stacks), start["seed"])
        return TableHand(self, start["positions"], forced, betting, dealing, start, start["automatic"])

    def replay(self, log: Log) -> TableHand:
        """Plays a hand again from its log, to the same state.

        Raises:
            RuleError: the log is of another game, or tells something that does not follow from what comes before it.
            RuleError, ChipError, CardError: no hand starts as the log says.
        """
        hand: TableHand = replayed(self, log, _STARTED_BY)
        return hand

    def next_button(self, before: TableHand | Positions, stacks: Sequence[Chips | None]) -> Positions:
        """The button and the blinds of the hand after ``before``, dead or moving as the rulebook says.

        Args:
            before: the last hand, or where its button and blinds were.
            stacks: the chips with which the next hand starts.

        Raises:
            RuleError: ``before`` is neither a hand nor its positions, has a seat that is not at the table, or fewer
                than two players are left.

        Example:
            >>> game = Game()
            >>> game.next_button(game.start([500, 500, 500, 500], button=0, rng=1), [500, 500, 0, 500])
            Positions(button=1, blinds=(2, 3), big=())
        """
        positions = before.positions if isinstance(before, TableHand) else before
        if not isinstance(positions, Positions):
            raise RuleError(f"before is {before!r}, neither a hand nor its positions")
        taken = [bool(stack) for stack in stacks]
        for seat in (positions.button, *positions.blinds):
            read_seat("a blind or the button before", seat, len(taken))
        if sum(taken) < 2:
            raise RuleError(f"{sum(taken)} players are left")
        return next_positions(positions, taken, self.rulebook.button)

    def _positions(self, button: int | Positions, taken: Sequence[bool]) -> Positions:
        seat = button.button if isinstance(button, Positions) else button
        seat = read_seat("button", seat, len(taken))
        if not isinstance(button, Positions):
            return first_positions(seat, taken, len(self.blinds))
        blinds, big = _read_seats(button.blinds, len(taken)), _read_seats(button.big, len(taken))
        if len(blinds) != len(self.blinds):
            raise RuleError(f"positions of {len(blinds)} blinds in a game of {len(self.blinds)}")
        if blinds and not taken[blinds[-1]]:
            raise RuleError(f"nobody sits in seat {blinds[-1]} to post the big blind")
        positions = Positions(seat, blinds, big)
        check_order(positions, taken)
        return positions

    def _forced(self, positions: Positions, taken: Sequence[bool], missed: Mapping[int, Chips]) -> Forced:
        forced = forced_bets(
            positions,
            taken,
            blinds=self.blinds,
            straddles=self.straddles,
            ante=self.ante,
            big_blind_ante=self.big_blind_ante,
            ante_first=self.rulebook.short_ante == "ante first",
            missed=missed,
        )
        if self.rulebook.pot_limit_blind == "big blind":
            blinds = enumerate(forced.nominal)
            counted = [max(amount, self.blinds[-1]) if seat in positions.blinds else amount for seat, amount in blinds]
            return forced._replace(nominal=tuple(counted))
        return forced


def _read_seats(seats: Any, count: int) -> tuple[int, ...]:
    """The seats of blinds."""
    if not isinstance(seats, (tuple, list)):
        raise RuleError(f"the blinds' seats are {seats!r}, no tuple of them")
    if strange := [seat for seat in seats if not is_whole(seat) or not 0 <= seat < count]:
        raise RuleError(f"a blind is seat {strange[0]!r}'s, and the seats are 0 to {count - 1}")
    return tuple(map(int, seats))


def _read_missed(missed: Mapping[int, Any]) -> dict[int, Chips]:
    """What seats missed."""
    if not isinstance(missed, Mapping) or not all(map(is_whole, missed)):
        raise RuleError(f"missed is {missed!r}; it gives seats their amounts")
    return {int(seat): exact_chips(f"missed blinds of seat {seat}", amount) for seat, amount in missed.items()}


def _read_posts(posts: Any, taken: Sequence[bool]) -> tuple[Post, ...]:
    """Posts as a history tells them."""
    if isinstance(posts, (str, bytes)) or not hasattr(posts, "__iter__"):
        raise RuleError(f"posts are {posts!r}; each is a seat, a kind and an amount")
    read = []
    for post in posts:
        if not isinstance(post, tuple) or len(post) != 3 or not is_whole(post[0]) or not isinstance(post[1], str):
            raise RuleError(f"{post!r} is no post: it is a seat, a kind and an amount")
        seat, kind, amount = int(post[0]), post[1], exact_chips(f"{post[1]} of seat {post[0]}", post[2])
        if kind not in POSTS:
            raise RuleError(f"seat {seat} posts {kind!r}; a post is one of {', '.join(POSTS)}")
        if amount < 0:
            raise ChipError(f"{kind} of seat {seat} is {amount}, below 0")
        if not 0 <= seat < len(taken) or not taken[seat]:
            raise RuleError(f"nobody sits in seat {seat} to post {kind} {amount}")
        read.append(Post(seat, kind, amount))
    return tuple(read)


def _given(posts: Sequence[Post], taken: Sequence[bool], positions: Positions) -> Forced:
    """What there is to match once these posts are in, and who speaks first."""
    live = [post for post in posts if post.kind in ("blind", "straddle")]
    last = live[-1].seat if live else positions.button
    bet = max((post.amount for post in live), default=0)
    return Forced(tuple(posts), bet, occupied_after(last, taken), add_up(live, len(taken)))
