"""Who posts what before the cards: the button and the blinds from hand to hand, straddles, antes, missed blinds."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from holdem_core.errors import ChipError, RuleError
from holdem_core.pots.amounts import negative, total
from holdem_core.table.logs import Post

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from holdem_core.pots.amounts import Chips


class Positions(NamedTuple):
    """Where the button and the blinds are.

    Attributes:
        button: the seat of the button, which may be empty.
        blinds: the seat of each blind, the smallest first; nobody posts for an empty one.
        big: further seats that post the big blind, instead of a smaller one or on the button (moving button).
    """

    button: int
    blinds: tuple[int, ...]
    big: tuple[int, ...] = ()


def occupied_after(seat: int, taken: Sequence[bool]) -> int:
    """The next occupied seat clockwise; ``seat`` itself if there is no other."""
    clockwise = (*taken[seat + 1 :], *taken[: seat + 1])
    return (seat + 1 + clockwise.index(True)) % len(taken)


def occupied_before(seat: int, taken: Sequence[bool]) -> int:
    """The next occupied seat counter-clockwise; ``seat`` itself if there is no other."""
    around = (*taken[seat:], *taken[:seat])[::-1]
    return (seat - 1 - around.index(True)) % len(taken)


def first_positions(button: int, taken: Sequence[bool], blinds: int) -> Positions:
    """The blinds of a hand that follows no other: the occupied seats left of the button.

    With two players and two blinds the button posts the small one.
    """
    players = sum(taken)
    if blinds > players:
        raise RuleError(f"{blinds} blinds and {players} players")
    seat, seats = button, []
    if players == 2 and blinds == 2:
        small = button if taken[button] else occupied_after(button, taken)
        return Positions(small, (small, occupied_after(small, taken)))
    for _ in range(blinds):
        seat = occupied_after(seat, taken)
        seats.append(seat)
    return Positions(button, tuple(seats))


def check_order(positions: Positions, taken: Sequence[bool]) -> None:
    """Refuses blinds that do not lie clockwise from the button, a seat each.

    Source: A002-03; TDA 2024, rule 34-B.
    """
    button, blinds, count = positions.button, positions.blinds, len(taken)
    told = f"the button is seat {button}, the blinds are seats {', '.join(map(str, blinds))}"
    if sum(taken) == 2 and len(blinds) == 2:
        if blinds[0] != button or blinds[1] == button:
            raise RuleError(f"{told}; with two players the button posts the small blind")
        return
    steps = [(seat - button - 1) % count for seat in blinds]
    closed = len(blinds) == 2 and blinds[1] == button
    if closed or any(step >= following for step, following in pairwise(steps)):
        raise RuleError(f"{told}; the blinds lie clockwise from the button, a seat each")


def next_positions(before: Positions, taken: Sequence[bool], policy: str) -> Positions:
    """The button and the blinds of the next hand.

    ``"dead"``: the big blind moves to the next player, the other blinds and the button to where the blind before them
    was, though nobody may sit there any more. ``"moving"``: the button moves to the next player and the blinds lie left
    of it; a seat that would so be spared the big blind, be it the button's, posts it beside the other, and where the
    big blind would not go forward, because somebody came in behind it, the button moves on.

    Source: TDA 2024, rules 32 and 34; Robert's Rules of Poker, version 11, "Button and blind use".
    """
    blinds = len(before.blinds)
    chairs = (before.button, *before.blinds)
    big = occupied_after(chairs[-1], taken)
    if sum(taken) == 2 and blinds == 2:
        small = occupied_after(big, taken)
        return Positions(small, (small, big))
    if policy == "dead":
        button, *others = _in_order([*chairs[1:], big], taken)
        return Positions(button, tuple(others))
    after = first_positions(occupied_after(before.button, taken), taken, blinds)
    if not blinds:
        return after
    while after.blinds[-1] != big and _lies_behind(after.blinds[-1], before, len(taken)):  # somebody came in there
        after = first_positions(occupied_after(after.button, taken), taken, blinds)
    return after._replace(big=_spared(chairs[-1], after, taken))


def _in_order(places: list[int], taken: Sequence[bool]) -> list[int]:
    """The button and the blinds clockwise: one that the big blind passed over, because somebody came in behind it, goes
    to the player before the next.
    """
    count, big = len(taken), places[-1]
    for at in reversed(range(len(places) - 2)):
        following = (places[at + 1] - big) % count
        if not 0 < (places[at] - big) % count < following:
            places[at] = occupied_before(places[at + 1], taken)
    return places


def _lies_behind(seat: int, before: Positions, count: int) -> bool:
    """Whether a seat lies left of the button up to the big blind, which with three blinds may be the button's."""
    big = before.blinds[-1]
    return (big - seat) % count < ((big - before.button) % count or count)


def _spared(big_before: int, after: Positions, taken: Sequence[bool]) -> tuple[int, ...]:
    """The players that the big blind would pass over."""
    count = len(taken)
    passed = range(big_before + 1, big_before + (after.blinds[-1] - big_before) % count)
    return tuple([seat % count for seat in passed if taken[seat % count]])


class Forced(NamedTuple):
    """All posts in order, the bet there is to match, the seat that speaks first, and what each seat's live posts should
    add up to, blinds that nobody posts included.
    """

    posts: tuple[Post, ...]
    bet: Chips
    first: int
    nominal: tuple[Chips, ...]


def forced_bets(
    positions: Positions,
    taken: Sequence[bool],
    *,
    blinds: Sequence[Chips],
    straddles: Sequence[Chips],
    ante: Chips,
    big_blind_ante: Chips,
    ante_first: bool,
    missed: Mapping[int, Chips],
) -> Forced:
    """What everybody posts: antes, blinds, straddles, then missed blinds, live up to the big blind and dead beyond.

    Source: Robert's Rules of Poker, version 11, "Button and blind use"; the order of the big blind and its ante: TDA
    2024, RP-11.
    """
    antes = [Post(seat, "ante", ante) for seat, here in enumerate(taken) if here and ante]
    due = [Post(seat, "blind", blinds[-1]) for seat in positions.big if seat not in positions.blinds]
    due += [
        Post(seat, "blind", blinds[-1] if seat in positions.big else amount)
        for seat, amount in zip(positions.blinds, blinds, strict=True)
    ]
    live = [post for post in due if taken[post.seat]]
    dead = [Post(positions.blinds[-1], "dead", big_blind_ante)] if big_blind_ante else []
    last, bet = (positions.button, *positions.blinds)[-1], max(blinds, default=0)
    straddled = _straddles(positions, taken, last, bet, straddles)
    if straddled:
        last, _, bet = straddled[-1]
    in_turn = [*antes, *(dead + live if ante_first else live + dead), *straddled]
    late = _missed(taken, missed, max(blinds, default=0), live + straddled) if missed else []
    return Forced((*in_turn, *late), bet, occupied_after(last, taken), add_up([*due, *straddled, *late], len(taken)))


def add_up(posts: Iterable[Post], seats: int) -> tuple[Chips, ...]:
    """What each seat's live posts come to."""
    live: list[list[Chips]] = [[] for _ in range(seats)]
    for post in posts:
        if post.kind in ("blind", "straddle"):
            live[post.seat].append(post.amount)
    return tuple(map(total, live))


def _straddles(
    positions: Positions, taken: Sequence[bool], last: int, bet: Chips, straddles: Sequence[Chips]
) -> list[Post]:
    """Each straddle is twice the bet before it and comes from the next player."""
    posts: list[Post] = []
    for number, amount in enumerate(straddles):
        last = occupied_after(last, taken)
        if last in (*positions.blinds, *positions.big) or any(post.seat == last for post in posts):
            raise RuleError(f"nobody is left to post straddle {number}, {amount}")
        if amount != (twice := total((bet, bet))):
            raise RuleError(f"straddle {number} is {amount}; it is twice the bet before it, {twice}")
        posts.append(Post(last, "straddle", amount))
        bet = amount
    return posts


def _missed(taken: Sequence[bool], missed: Mapping[int, Chips], big_blind: Chips, before: list[Post]) -> list[Post]:
    posts, posted = list[Post](), {post.seat for post in before}
    for seat, amount in sorted(missed.items()):
        if not 0 <= seat < len(taken) or not taken[seat]:
            raise RuleError(f"nobody sits in seat {seat} to post missed blinds")
        if seat in posted:
            raise RuleError(f"seat {seat} is in the blinds, and posts no missed ones")
        if amount <= 0:
            raise ChipError(f"missed blinds of seat {seat} are {amount}; they are above 0")
        posts.append(Post(seat, "blind", min(amount, big_blind)))
        if amount > big_blind:
            posts.append(Post(seat, "dead", total((amount, negative(big_blind)))))
    return posts
