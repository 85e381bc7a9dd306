"""The Open Hand History format, JSON: ``.ohh`` files of hands, read as the histories that PHH files are read as.

Of its games the table plays hold'em: no-limit, pot-limit and fixed-limit, on one board and without a cap on what a
player may put in. How a hand is read:

- Positions follow from ``dealer_seat``, where nobody need sit, and the seats of those who play: who does nothing in a
  hand that is over, not even post or fold, sits out.
- The amount of an action is what it puts in: a raise to 20 after a bet of 2 is one of 18.
- The "Post SB" and the "Post BB" next to the button are the blinds. Another big blind and a "Post Extra Blind" are
  posted out of turn, live up to what there is to call and dead beyond; another small blind is dead, as are "Post Dead"
  and "Added To Pot".
- Antes are live if everybody posts one. With dead chips in the same hand they are dead too, which comes to the same
  unless one is short. At fixed limit the small bet is the big blind.
- Chips added during a hand ("Added Chips") count from the next one.
- A call brings the bet to what the others have bet, or is all-in for less; a call of more or less is refused.
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
from itertools import chain, islice
from reprlib import repr as shortened
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from holdem_core.errors import HistoryError, OtherGameError
from holdem_core.histories.history import History, from_table
from holdem_core.histories.objects import (
    Piece,
    parse,
    read_amount,
    read_cards,
    read_each,
    read_list,
    read_object,
    read_text,
    read_whole,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from holdem_core.pots.amounts import Chips

_VARIANTS = {"NL": "NT", "PL": "PT", "FL": "FT"}
_NOT_PLAYED = {"Run_It_Twice": "run twice", "Bomb_Pot": "a bomb pot", "Cap": "of a game with a cap"}
_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_LIVE = ("Post SB", "Post BB", "Post Extra Blind", "Straddle")
_DEAD = ("Post Dead", "Added To Pot", "Add to Pot")
_POSTS = ("Post Ante", *_LIVE, *_DEAD)
_BETS = ("Call", "Bet", "Raise")
_VERBS = {"Fold": "f", "Check": "cc", "Call": "cc", "Bet": "cbr", "Raise": "cbr"}
_CARDS = ("Dealt Cards", "Shows Cards", "Mucks Cards")
_NO_PART = ("Added Chips", "Sits Down", "Stands Up")
_ACTIONS = (*_POSTS, *_VERBS, *_CARDS, *_NO_PART)
_KEPT = {"game_number": "hand", "site_name": "venue", "table_name": "table", "start_date_utc": "_start_date_utc"}
_EXACT = Context(prec=1000)  # no sum of amounts of 100 places is rounded


class _Player(NamedTuple):
    number: int
    seat: int
    name: str
    stack: Chips
    sits_out: bool


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


class _Pot(NamedTuple):
    amount: Chips
    taken: Chips
    wins: list[tuple[int, Chips]]


class _Posts(NamedTuple):
    """What each place posts, the antes and blinds as in PHH.

    ``antes`` have other dead chips among them, and ``dead`` has those of them that nobody matches. ``blinds`` are what
    should be posted, below 0 out of turn, and ``live`` is what is.
    """

    antes: list[Chips]
    trimmed: bool
    dead: list[Chips]
    blinds: list[Chips]
    live: list[Chips]


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
    rounds = read_each(hand, "rounds", _round)
    there = {action.player for street in rounds for action in street.actions}
    if strangers := there.difference(player.number for player in players):
        raise HistoryError(f"player_id is {min(strangers)}, and no player has that id")
    over = bool(read_list(hand, "pots"))
    players = [player for player in players if player.number in there or not (over or player.sits_out)]
    if len(players) < 2:
        raise HistoryError(f"{len(players)} of the players took part, and a hand has 2 or more")
    rounds = _in_places(rounds, {player.number: place for place, player in enumerate(players)})
    posts = _posts(hand, rounds, [player.stack for player in players])
    put_in = _nothing(len(players))
    for place, _, amount, _ in chain.from_iterable(street.actions for street in rounds):
        put_in[place] += amount
    uncalled = _uncalled([paid - dead for paid, dead in zip(put_in, posts.dead, strict=True)])
    order = slice(None, None, -1 if len(players) == 2 else 1)  # two players post what stands at the other's place
    return from_table(
        {
            "variant": variant,
            "ante_trimming_status": posts.trimmed,
            "antes": posts.antes[order],
            "blinds_or_straddles": posts.blinds[order],
            **bets,
            "starting_stacks": [player.stack for player in players],
            "actions": _actions(rounds, [player.stack for player in players], posts, big_blind),
            "seats": [player.seat for player in players],
            "players": [player.name for player in players],
            **_outcome(hand, players, put_in, uncalled),
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
    button, players = read_whole(hand, "dealer_seat"), read_each(hand, "players", _player)
    if len({player.number for player in players}) < len(players):
        raise HistoryError("two players have one id")
    if len({player.seat for player in players}) < len(players):
        raise HistoryError("two players have one seat")
    return sorted(players, key=lambda player: (player.seat <= button, player.seat))


def _player(table: dict[str, Any]) -> _Player:
    name, stack = read_text(table, "name") or "", read_amount(table, "starting_stack")
    sits_out = table.get("is_sitting_out") is True
    return _Player(read_whole(table, "id"), read_whole(table, "seat"), name, stack, sits_out)


def _round(table: dict[str, Any]) -> _Round:
    if (street := read_text(table, "street")) not in _STREETS:
        raise HistoryError(f"street is {shortened(street)}; it is one of {', '.join(_STREETS)}")
    actions = read_each(table, "actions", _action)
    for at, action in enumerate(actions):
        if action.name in _POSTS and street != "Preflop":
            raise HistoryError(f"actions[{at}]: {action.name} belongs to Preflop")
    return _Round(street, read_cards(table), [action for action in actions if action.name not in _NO_PART])


def _action(table: dict[str, Any]) -> _Action:
    if (name := read_text(table, "action")) not in _ACTIONS:
        raise HistoryError(f"action is {shortened(name)}; it is one of {', '.join(_ACTIONS)}")
    amount = read_amount(table, "amount")
    if amount and name not in (*_POSTS, *_BETS, *_NO_PART):
        raise HistoryError(f"{name} puts nothing in, and amount is {amount}")
    return _Action(read_whole(table, "player_id"), name, amount, read_cards(table))


def _in_places(rounds: Sequence[_Round], places: Mapping[int, int]) -> list[_Round]:
    """The streets, each once and in order, with players by their places."""
    streets = [_STREETS.index(street.street) for street in rounds]
    if streets != sorted(set(streets)):
        raise HistoryError(
            f"the streets are {', '.join(street.street for street in rounds)}; each comes once, in order"
        )
    return [
        street._replace(actions=[action._replace(player=places[action.player]) for action in street.actions])
        for street in rounds
    ]


def _posts(hand: dict[str, Any], rounds: Sequence[_Round], stacks: Sequence[Chips]) -> _Posts:
    """What is posted, and how much of it is live."""
    actions = [action for street in rounds[:1] for action in street.actions if action.name in _POSTS]
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
    nominals = read_amount(hand, "small_blind_amount"), read_amount(hand, "big_blind_amount")
    for place, nominal in zip((small, big), nominals, strict=True):
        if place >= 0 and antes[place] + dead[place] + live[place] == stacks[place]:  # all-in for less, perhaps
            blinds[place] = max(live[place], nominal)
    in_turn = [blinds[place] for place in range(len(stacks)) if place not in late]
    to_call = max([nominals[1], *in_turn])
    for place in late:
        dead[place] += max(live[place] - to_call, 0)
        live[place] = min(live[place], to_call)
        blinds[place] = -live[place]
    if any(dead) and len({*antes} - {0}) > 1:
        raise HistoryError("an ante is short, and a history does not tell antes and dead chips of one hand apart")
    trimmed, both = all(antes) and not any(dead), [ante + other for ante, other in zip(antes, dead, strict=True)]
    return _Posts(both, trimmed, dead if trimmed else both, blinds, live)


def _actions(rounds: Sequence[_Round], stacks: Sequence[Chips], posts: _Posts, big_blind: Chips) -> list[str]:
    """The actions as in PHH: all cards that are known of a hand are dealt, and raises are to an amount."""
    holes: list[list[str]] = [[] for _ in stacks]
    lines, folded = list[str](), set[int]()
    left = [stack - dead - live for stack, dead, live in zip(stacks, posts.antes, posts.live, strict=True)]
    for street in rounds:
        bets, least = (list(posts.live), big_blind) if street.street == "Preflop" else (_nothing(len(stacks)), 0)
        if street.cards:
            lines.append(f"d db {''.join(street.cards)}")
        for place, name, amount, cards in street.actions:
            player = f"p{place + 1}"
            holes[place] += [card for card in cards if card not in holes[place]]
            if len(holes[place]) > 2:
                raise HistoryError(f"{player} has {len(holes[place])} cards, {', '.join(holes[place])}")
            if name in _VERBS:
                highest = max(bets)
                bets[place] += amount
                left[place] -= amount
                if name == "Call" and (bets[place] > max(least, highest) or (bets[place] < highest and left[place])):
                    raise HistoryError(
                        f"{player}'s Call of {amount} makes their bet {bets[place]}, and the bet is {highest}"
                    )
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


def _uncalled(bets: Sequence[Chips]) -> list[Chips]:
    """What comes back of each bet: nothing but the excess of the largest."""
    *_, second, first = sorted(bets)
    return [first - second if bet == first else 0 for bet in bets]


def _outcome(
    hand: dict[str, Any], players: Sequence[_Player], put_in: Sequence[Chips], uncalled: Sequence[Chips]
) -> dict[str, list[Chips]]:
    """What is told of the end, if anything is; some count uncalled chips among those that the last player wins."""
    pots = read_each(hand, "pots", _pot)
    if not pots:
        return {}
    won: dict[int, Chips] = {player.number: 0 for player in players}
    for pot in pots:
        for player, amount in pot.wins:
            if player not in won:
                raise HistoryError(f"the player of id {player} wins, and took no part")
            won[player] += amount
    total, taken, gains = sum(pot.amount for pot in pots), sum(pot.taken for pot in pots), list(won.values())
    if total != sum(gains) + taken:
        raise HistoryError(f"the pots hold {total}, and {sum(gains)} was won and {taken} taken from them")
    if total == sum(put_in):
        uncalled = _nothing(len(players))
    elif total != sum(put_in) - sum(uncalled):
        raise HistoryError(f"the pots hold {total}, and {sum(put_in) - sum(uncalled)} went in")
    ends = zip(players, put_in, uncalled, gains, strict=True)
    return {
        "finishing_stacks": [player.stack - paid + back + gain for player, paid, back, gain in ends],
        "winnings": gains,
    }


def _pot(table: dict[str, Any]) -> _Pot:
    taken = read_amount(table, "rake") + read_amount(table, "jackpot")
    return _Pot(read_amount(table, "amount"), taken, read_each(table, "player_wins", _win))


def _win(table: dict[str, Any]) -> tuple[int, Chips]:
    return read_whole(table, "player_id"), read_amount(table, "win_amount")


def _about(hand: dict[str, Any]) -> dict[str, str]:
    """What else is kept; the chips of a tournament are no currency."""
    is_tournament = hand.get("tournament") is True or hand.get("tournament_info") is not None
    names = _KEPT if is_tournament else {**_KEPT, "currency": "currency"}
    return {ours: text for name, ours in names.items() if (text := read_text(hand, name)) is not None}
