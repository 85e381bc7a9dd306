"""The Open Hand History format, JSON: ``.ohh`` files of hands, read as the histories that PHH files are read as.

Of its games the table plays hold'em: no-limit, pot-limit and fixed-limit, on one board and without a cap on what a
player may put in. How a hand is read:

- Positions follow from ``dealer_seat``, where nobody need sit, and the seats of those who do something in the hand: a
  player who does nothing, not even post or fold, sits out.
- The amount of an action is what it puts in: a raise to 20 after a bet of 2 is one of 18.
- The "Post SB" and the "Post BB" next to the button are the blinds. Another big blind and a "Post Extra Blind" are
  posted out of turn, live up to what there is to call and dead beyond; another small blind is dead, as are "Post Dead"
  and "Added To Pot".
- Antes are live if everybody posts one. With dead chips in the same hand they are dead too, which comes to the same
  unless one is short.
- Chips added during a hand ("Added Chips") count from the next one.
- Uncalled chips come back without a word. The pots must hold what went in, which must have been won from them or taken
  (``rake``, ``jackpot``); finishing stacks and winnings are what the file says, for ``replay --check``.

Files may be strangers': a hand has at most 262,144 bytes, lists and objects 16 deep and amounts of 100 digits. A hand
beyond that is refused, and the others of the file are read.

Source: the Open Hand History specification, version 1.4.7, hh-specs.handhistory.org.

Example:
    >>> text = '''{"ohh": {"game_type": "Holdem", "bet_limit": {"bet_type": "PL"}, "dealer_seat": 5,
    ...   "game_number": "7", "small_blind_amount": 0.5, "big_blind_amount": 1.00, "players": [
    ...     {"id": 0, "seat": 2, "name": "Ann", "starting_stack": 100}, {"id": 1, "seat": 5, "starting_stack": 80.5}],
    ...   "rounds": [{"street": "Preflop", "actions": [
    ...     {"player_id": 1, "action": "Post SB", "amount": 0.50}, {"player_id": 0, "action": "Post BB", "amount": 1},
    ...     {"player_id": 1, "action": "Raise", "amount": 2.50}, {"player_id": 0, "action": "Fold"}]}],
    ...   "pots": [{"amount": 2.00, "rake": 0.10, "player_wins": [{"player_id": 1, "win_amount": 1.90}]}]}}'''
    >>> history = read(text)
    >>> history.variant, history.actions[2:], history.finishing_stacks
    ('PT', ('p2 cbr 3.00', 'p1 f'), (99, Decimal('81.40')))
    >>> history.settle().stacks
    (Decimal('99.00'), Decimal('81.50'))
"""

from __future__ import annotations

import os
from decimal import Context, Decimal, localcontext
from io import BytesIO
from itertools import islice
from reprlib import repr as shortened
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from holdem_core.errors import HistoryError, OtherGameError
from holdem_core.histories.objects import (
    Piece,
    parse,
    read_amount,
    read_cards,
    read_list,
    read_object,
    read_objects,
    read_text,
    read_whole,
    split,
)
from holdem_core.histories.phh import History, from_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from holdem_core.chips import Chips

_VARIANTS = {"NL": "NT", "PL": "PT", "FL": "FT"}
_NOT_PLAYED = {"Run_It_Twice": "run twice", "Bomb_Pot": "a bomb pot", "Cap": "of a game with a cap"}
_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_LIVE = ("Post SB", "Post BB", "Post Extra Blind", "Straddle")
_DEAD = ("Post Dead", "Added To Pot", "Add to Pot")
_POSTS = ("Post Ante", *_LIVE, *_DEAD)
_VERBS = {"Fold": "f", "Check": "cc", "Call": "cc", "Bet": "cbr", "Raise": "cbr"}
_CARDS = ("Dealt Cards", "Shows Cards", "Mucks Cards")
_NO_PART = ("Added Chips", "Sits Down", "Stands Up")
_ACTIONS = (*_POSTS, *_VERBS, *_CARDS, *_NO_PART)
_KEPT = {
    "game_number": "hand",
    "site_name": "venue",
    "table_name": "table",
    "start_date_utc": "_start_date_utc",
}  # by their names in PHH
_EXACT = Context(prec=1000)  # no sum of amounts of 100 places is rounded


class _Player(NamedTuple):
    number: int
    seat: int
    name: str
    stack: Chips


class _Action(NamedTuple):
    """What a player does, first by the player's id, then by their place from left of the button."""

    player: int
    name: str
    amount: Chips
    cards: list[str]


class _Round(NamedTuple):
    street: str
    cards: list[str]
    actions: list[_Action]

    def placed(self, places: Mapping[int, int]) -> _Round:
        return self._replace(actions=[action._replace(player=places[action.player]) for action in self.actions])


class _Posts(NamedTuple):
    """What each place posts; ``blinds`` are as in PHH: what the live ones should be, below 0 out of turn."""

    antes: list[Chips]
    dead: list[Chips]
    live: list[Chips]
    blinds: list[Chips]


# --- files --------------------------------------------------------------------------------------------


def read(source: str | os.PathLike[str]) -> History:
    """Reads one hand.

    Args:
        source: a path, or the text itself, which starts with a brace.

    Raises:
        OtherGameError: the hand is none of hold'em.
        HistoryError: this is no hand that the table plays, or there are several.
        OSError: the file cannot be opened.
    """
    if isinstance(source, str) and source.lstrip().startswith("{"):
        pieces = list(islice(split(BytesIO(source.encode("utf-8", "surrogatepass"))), 2))
    else:
        with open(source, "rb") as stream:
            pieces = list(islice(split(stream), 2))
    if len(pieces) != 1:
        raise HistoryError("there are several hands; read_many reads them" if pieces else "there is no hand")
    return _read(pieces[0])


def read_many(
    source: IO[bytes] | str | os.PathLike[str], progress: Callable[[int], None] | None = None
) -> Iterator[History | HistoryError]:
    r"""Reads the hands of a file one after the other, so that its size does not matter.

    Args:
        source: a path, or a binary stream of objects, one after the other.
        progress: called before each hand with the number of bytes read.

    Yields:
        Each hand, or in its place the error that says why it is none.

    Example:
        >>> import io
        >>> for hand in read_many(io.BytesIO(b'{"ohh": {"game_number": "7", "game_type": "Omaha"}}\n\n{"ohh": 1}\n')):
        ...     print(hand)
        hand 7: game_type is 'Omaha'; the table plays Holdem
        line 3: ohh is 1, not an object
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as stream:
            yield from read_many(stream, progress)
        return
    for piece in split(source):
        if progress is not None:
            progress(source.tell())
        try:
            yield _read(piece)
        except HistoryError as error:
            yield error


def _read(piece: Piece) -> History:
    """The hand of an object; errors name it, or its line."""
    title = f"line {piece.line}"
    try:
        hand = parse(piece)
        number = read_text(hand, "game_number")
        title = title if number is None else f"hand {number}"
        with localcontext(_EXACT):
            return _history(hand)
    except HistoryError as error:
        raise type(error)(f"{title}: {error}") from None


# --- hands --------------------------------------------------------------------------------------------


def _history(hand: dict[str, Any]) -> History:
    """The history of a hand, made of the fields that a PHH file would have."""
    variant, big_blind = _variant(hand), read_amount(hand, "big_blind_amount")
    bets = {"small_bet": big_blind, "big_bet": 2 * big_blind} if variant == "FT" else {"min_bet": big_blind}
    players = _players(hand)
    rounds = _rounds(hand, {player.number for player in players})
    there = {action.player for street in rounds for action in street.actions}
    players = [player for player in players if player.number in there]
    if len(players) < 2:
        raise HistoryError(f"players: {len(players)} of them took part, and it takes two")
    places = {player.number: place for place, player in enumerate(players)}
    rounds = [street.placed(places) for street in rounds]
    posts = _posts(hand, rounds, [player.stack for player in players])
    antes = [ante + dead for ante, dead in zip(posts.antes, posts.dead, strict=True)]
    order = slice(None, None, -1 if len(players) == 2 else 1)  # two players post what stands at the other's place
    return from_table(
        {
            "variant": variant,
            "ante_trimming_status": all(posts.antes) and not any(posts.dead),
            "antes": antes[order],
            "blinds_or_straddles": posts.blinds[order],
            **bets,
            "starting_stacks": [player.stack for player in players],
            "actions": _actions(rounds, len(players), posts.live),
            "seats": [player.seat for player in players],
            "players": [player.name for player in players],
            **_outcome(hand, players, _put_in(rounds, len(players), posts.live)),
            **_about(hand),
        }
    )


def _variant(hand: dict[str, Any]) -> str:
    """What is played, if the table plays it."""
    if (game := hand.get("game_type")) != "Holdem":
        kind = OtherGameError if isinstance(game, str) else HistoryError
        raise kind(f"game_type is {shortened(game)}; the table plays Holdem")
    limit = read_object("bet_limit", hand.get("bet_limit"))
    if (bet_type := read_text(limit, "bet_type")) not in _VARIANTS:
        raise HistoryError(f"bet_type is {shortened(bet_type)}; it is one of {', '.join(_VARIANTS)}")
    flags = read_list(hand, "flags") + ["Cap"] * bool(read_amount(limit, "bet_cap"))
    for flag, words in _NOT_PLAYED.items():
        if flag in flags:
            raise HistoryError(f"the hand is {words}, which the table does not play")
    return _VARIANTS[bet_type]


def _players(hand: dict[str, Any]) -> list[_Player]:
    """Who is listed, the first one left of the button first."""
    button = read_whole(hand, "dealer_seat")
    players = [
        _Player(
            read_whole(player, "id"),
            read_whole(player, "seat"),
            read_text(player, "name") or "",
            read_amount(player, "starting_stack"),
        )
        for player in read_objects(hand, "players")
    ]
    for what in ("number", "seat"):
        if len({getattr(player, what) for player in players}) < len(players):
            raise HistoryError(f"two players have one {'id' if what == 'number' else what}")
    return sorted(players, key=lambda player: (player.seat <= button, player.seat))


def _rounds(hand: dict[str, Any], players: set[int]) -> list[_Round]:
    """The streets, without what is no part of the play."""
    rounds: list[_Round] = []
    left = list(_STREETS)
    for table in read_objects(hand, "rounds"):
        street = read_text(table, "street")
        if street not in left:
            told = "comes twice or too late" if street in _STREETS else f"is none of {', '.join(_STREETS)}"
            raise HistoryError(f"street {shortened(street)} {told}")
        del left[: left.index(street) + 1]
        actions: list[_Action] = []
        for number, action in enumerate(read_objects(table, "actions"), 1):
            try:
                actions.append(_action(action, street, players))
            except HistoryError as error:
                raise HistoryError(f"{street}, action {number}: {error}") from None
        played = [action for action in actions if action.name not in _NO_PART]
        rounds.append(_Round(street, read_cards(table), played))
    return rounds


def _action(table: dict[str, Any], street: str, players: set[int]) -> _Action:
    name = read_text(table, "action")
    if name not in _ACTIONS:
        raise HistoryError(f"{shortened(name)} is none of {', '.join(_ACTIONS)}")
    if name in _POSTS and street != "Preflop":
        raise HistoryError(f"{name} belongs to Preflop")
    if (player := read_whole(table, "player_id")) not in players:
        raise HistoryError(f"player_id is {player}, and no player has that id")
    return _Action(player, name, read_amount(table, "amount"), read_cards(table))


def _posts(hand: dict[str, Any], rounds: Sequence[_Round], stacks: Sequence[Chips]) -> _Posts:
    """What is posted, and how much of it is live."""
    actions = [action for street in rounds for action in street.actions if action.name in _POSTS]
    bigs = [action.player for action in actions if action.name == "Post BB"]
    smalls = [action.player for action in actions if action.name == "Post SB" and action.player not in bigs]
    small, big = min(smalls, default=-1), min(bigs, default=-1)
    antes, dead, live = (_nothing(len(stacks)) for _ in range(3))
    late = set[int]()
    for place, name, amount, _ in actions:
        if name == "Post Ante":
            antes[place] += amount
        elif name in _DEAD or (name == "Post SB" and place != small):
            dead[place] += amount
        else:
            live[place] += amount
            if name == "Post Extra Blind" or (name == "Post BB" and place != big):
                late.add(place)
    blinds = list(live)
    for place, nominal in ((small, "small_blind_amount"), (big, "big_blind_amount")):
        if place >= 0 and antes[place] + dead[place] + live[place] == stacks[place]:  # all-in for less, perhaps
            blinds[place] = max(live[place], read_amount(hand, nominal))
    in_turn = [blinds[place] for place in range(len(stacks)) if place not in late]
    to_call = max([read_amount(hand, "big_blind_amount"), *in_turn])
    for place in late:
        dead[place] += max(live[place] - to_call, 0)
        live[place] = min(live[place], to_call)
        blinds[place] = -live[place]
    if any(dead) and len(set(antes)) > 2 - (0 in antes):
        raise HistoryError("antes and dead chips of one hand are told apart by no history, and an ante is short")
    return _Posts(antes, dead, live, blinds)


def _actions(rounds: Sequence[_Round], count: int, live: Sequence[Chips]) -> list[str]:
    """The actions as in PHH: all cards that are known of a hand are dealt, and raises are to an amount."""
    holes: list[list[str]] = [[] for _ in range(count)]
    lines, folded = list[str](), set[int]()
    for street in rounds:
        bets = list(live) if street.street == "Preflop" else _nothing(count)
        if street.cards:
            lines.append(f"d db {''.join(street.cards)}")
        for place, name, amount, cards in street.actions:
            player = f"p{place + 1}"
            holes[place] += [card for card in cards if card not in holes[place]]
            if len(holes[place]) > 2:
                raise HistoryError(f"{player} has {len(holes[place])} cards, {', '.join(holes[place])}")
            if name in _VERBS:
                bets[place] += amount
                lines.append(f"{player} {_VERBS[name]}" + (f" {_text(bets[place])}" if _VERBS[name] == "cbr" else ""))
                folded |= {place} if name == "Fold" else set()
            elif place not in folded and name == "Shows Cards" and cards:
                lines.append(f"{player} sm {''.join(cards)}")
            elif place not in folded and name == "Mucks Cards":
                lines.append(f"{player} sm")
    return [f"d dh p{place} {''.join([*cards, '??', '??'][:2])}" for place, cards in enumerate(holes, 1)] + lines


def _nothing(count: int) -> list[Chips]:
    return [0] * count


def _text(amount: Chips) -> str:
    return f"{amount:f}" if isinstance(amount, Decimal) else str(amount)


def _put_in(rounds: Sequence[_Round], count: int, live: Sequence[Chips]) -> tuple[list[Chips], list[Chips]]:
    """What each place puts in, and what of it nobody calls."""
    put_in, back = _nothing(count), _nothing(count)
    for street in rounds:
        bets = list(live) if street.street == "Preflop" else _nothing(count)
        for place, name, amount, _ in street.actions:
            put_in[place] += amount if name in _POSTS or name in _VERBS else 0
            bets[place] += amount if name in _VERBS else 0
        second, first = sorted([0, 0, *bets])[-2:]
        if first > second:
            back[bets.index(first)] += first - second
    return put_in, back


def _outcome(
    hand: dict[str, Any], players: Sequence[_Player], chips: tuple[list[Chips], list[Chips]]
) -> dict[str, list[Chips]]:
    """What is told of the end, if anything is.

    Some count the uncalled chips among what the last player wins.
    """
    pots, (put_in, back) = read_objects(hand, "pots"), chips
    if not pots:
        return {}
    won: dict[int, Chips] = {player.number: 0 for player in players}
    for win in (win for pot in pots for win in read_objects(pot, "player_wins")):
        if (player := read_whole(win, "player_id")) not in won:
            raise HistoryError(f"player_id {player} wins, and did not play")
        won[player] += read_amount(win, "win_amount")
    total, *taken = (sum(read_amount(pot, name) for pot in pots) for name in ("amount", "rake", "jackpot"))
    if total != sum(won.values()) + sum(taken):
        raise HistoryError(f"the pots hold {total}; {sum(won.values())} was won and {sum(taken)} taken from them")
    if total == sum(put_in):
        back = _nothing(len(players))
    elif total != sum(put_in) - sum(back):
        raise HistoryError(f"the pots hold {total}, and {sum(put_in) - sum(back)} went in")
    ends = zip(players, put_in, back, won.values(), strict=True)
    return {
        "finishing_stacks": [player.stack - paid + uncalled + gain for player, paid, uncalled, gain in ends],
        "winnings": list(won.values()),
    }


def _about(hand: dict[str, Any]) -> dict[str, str]:
    """What else is kept; the chips of a tournament are no currency."""
    names = _KEPT if hand.get("tournament") is True else {**_KEPT, "currency": "currency"}
    return {ours: text for name, ours in names.items() if (text := read_text(hand, name)) is not None}
