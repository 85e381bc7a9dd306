"""What each source rules where the sources differ, as plain data: one value for every policy of the table.

A field names a point on which rulebooks disagree, its values are the known answers. ``ROBERTS`` has a value for every
point; where another text is silent its value is that of ``ROBERTS``, and ``inherited`` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from holdem_core.errors import RuleError
from holdem_core.pots.amounts import is_whole


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook:
    """The policies of one card room. Copy and change it with ``but``.

    ``repr`` gives one of the known rulebooks by its name here, and any other by what it changes in one of them.

    A policy with a single value is a point on which all texts agree; it stands here so that the list is whole. Where
    burns lie and what touches the muck is only described: hands are played alike under every value.

    Attributes:
        name: what the rulebook is called.
        code: how the ids of its rules begin.
        source: the text it follows.
        inherited: the fields on which that text is silent.
        exposed_misdeal: D1: how many of the first cards off the deck make a misdeal if one of them is exposed.
        several_exposed: D2: what two or more exposed hole cards make.
        exposed_replacement: D3: the card that replaces an exposed hole card.
        long_flop: D4: a flop of too many cards is dealt again, always or unless the extra card is known, or one of its
            cards becomes the next burn by lot.
        redealt_flop_burn: D5: whether the burn stays when a flop is dealt again, and is the only one, or goes back.
        premature_flop: D6: whether an early flop is shuffled back at once or when the betting is over.
        premature_turn: D7: an early turn gives way to the river card and comes back for the river, or the deck is
            shuffled and the turn dealt again.
        fifth_card: D8: the card that takes the place of an early turn.
        cut: D9: after which shuffles the deck is cut.
        wrong_burns: D10: a street that came without its burn, or with two: put right unless there was substantial
            action; put right until anybody acts; put right by lot until anybody acts.
        later_cards: D10: once such a street stands, whether the later cards are those that would have come, or
            simply the next ones.
        out_of_turn: D11: action out of turn is refused, or its chips stay in the pot, or it binds unless the action
            changed.
        uncalled: D12: a bet that nobody called.
        all_in_raise: D13: whether a raise may take the whole stack, or must leave a full bet.
        tap_outs: D13: how often a player may go all-in in a session; ``None`` is without end.
        play_board: D14: how a player who plays the board keeps the claim: they say so before they throw their cards
            away, or they table both.
        burns_lie: D15: where the burns lie. Only described: the table keeps them in a pile of their own.
        showing: D16: who shows first, and whether an all-in lets nobody muck: once the betting is over all hands are
            tabled then.
        muck_contact: D17: a hand that touched the muck. Only described: at this table a fold is final.
        antes: D18: whether there are antes.
        straddles: D18: whether there are straddles.
        button: D18: how the button moves past players who left.
        reraise: D19: a raise is at least the size of the last full bet or raise, or of the last raise of any size.
        cap: the most bets and raises on a street at fixed limit.
        cap_heads_up: whether the cap holds for two players too, or is lifted if they are two before it is reached.
        short_all_in: at fixed limit, how much of a bet an all-in must be to count as one.
        pot_limit_blind: at pot limit, what the small blind counts for before the flop.
        pot_limit_rounding: whether the pot is taken as it is, or rounded up to the unit.
        short_ante: what a stack too short for the big blind and its ante pays first.
        substantial_action: what makes a misdeal too late: two actions with chips or three of any kind, or the
            actions of two players.
        extra_card: one hole card too many is used as the burn, or makes a misdeal.
        exposed_top: five-card stud: where the cards go that a card exposed on the pack takes with it.
        last_check: five-card stud: whether the last round's check must beat the open cards of those who checked.

    Thread safety: a rulebook never changes.

    Example:
        >>> ROBERTS.but(cap=5, name="Five bets").cap
        5
        >>> ROOM.exposed_misdeal, "cap" in ROOM.inherited
        (1, False)
        >>> ROOM, ROOM.but(name="Five bets", cap=5)
        (ROOM, ROOM.but(name='Five bets', cap=5))
    """

    name: str
    code: str
    source: str
    inherited: frozenset[str] = field(default=frozenset())

    exposed_misdeal: Literal[0, 1, 2] = 2
    several_exposed: Literal["misdeal"] = "misdeal"
    exposed_replacement: Literal["first burn"] = "first burn"
    long_flop: Literal["redeal", "redeal unless known", "lot"] = "redeal"
    redealt_flop_burn: Literal["stays", "goes back"] = "stays"
    premature_flop: Literal["shuffle at once", "shuffle after betting"] = "shuffle after betting"
    premature_turn: Literal["river card", "redeal"] = "river card"
    fifth_card: Literal["after a burn"] = "after a burn"
    cut: Literal["always", "not for early turns and rivers", "never"] = "always"
    wrong_burns: Literal["substantial action", "any action", "lot"] = "any action"
    later_cards: Literal["as if no error", "next"] = "as if no error"
    out_of_turn: Literal["refused", "chips bind", "binds unless changed"] = "refused"
    uncalled: Literal["returned"] = "returned"
    all_in_raise: Literal["any", "with a bet left"] = "any"
    tap_outs: int | None = None
    play_board: Literal["declare", "table both"] = "declare"
    burns_lie: Literal["separate", "beside the flop", "on the table"] = "separate"
    showing: Literal["last aggressor", "all hands at an all-in"] = "last aggressor"
    muck_contact: Literal["dead", "dead unless identifiable", "dead when pushed in"] = "dead unless identifiable"
    antes: bool = True
    straddles: bool = True
    button: Literal["dead", "moving"] = "dead"
    reraise: Literal["last full raise", "last raise"] = "last full raise"
    cap: int = 4
    cap_heads_up: Literal["lifted", "kept"] = "lifted"
    short_all_in: Literal["half bet", "full bet"] = "half bet"
    pot_limit_blind: Literal["actual", "big blind"] = "actual"
    pot_limit_rounding: Literal["none", "up"] = "none"
    short_ante: Literal["blind first", "ante first"] = "blind first"
    substantial_action: Literal["two with chips or three", "two players"] = "two players"
    extra_card: Literal["burn", "misdeal"] = "burn"
    exposed_top: Literal["burn", "bury"] = "burn"
    last_check: bool = False

    def __post_init__(self) -> None:
        for name in ("name", "code", "source"):
            if not isinstance(getattr(self, name), str):
                raise RuleError(f"{name} is {getattr(self, name)!r}, no text")
        for name, known in _KNOWN.items():
            value = getattr(self, name)
            if type(value) is not type(known[0]) or value not in known:
                raise RuleError(f"{name} is {value!r}; it is one of {', '.join(map(repr, known))}")
        if not is_whole(self.cap) or self.cap < 1:
            raise RuleError(f"cap is {self.cap!r}; a street has at least one bet")
        if self.tap_outs is not None and (not is_whole(self.tap_outs) or self.tap_outs < 0):
            raise RuleError(f"tap_outs is {self.tap_outs!r}; it is None, or a whole number from 0 on")

    def __repr__(self) -> str:
        known = {name: book for name, book in globals().items() if isinstance(book, Rulebook)}
        changes = {name: self._changes(book) for name, book in known.items()}
        nearest = min(known, key=lambda name: len(changes[name]))
        told = ", ".join(f"{name}={value!r}" for name, value in changes[nearest].items())
        return f"{nearest}.but({told})" if told else nearest

    def _changes(self, other: Rulebook) -> dict[str, Any]:
        """What to change in another rulebook to have this one."""
        names = [each.name for each in fields(self) if each.name != "inherited"]
        changes = {name: value for name in names if (value := getattr(self, name)) != getattr(other, name)}
        inherited = other.inherited.difference(changes)
        return changes if self.inherited == inherited else {**changes, "inherited": self.inherited}

    def but(self, **changes: Any) -> Rulebook:
        """A copy with other values; what is named is no longer inherited."""
        if unknown := sorted(changes.keys() - {each.name for each in fields(self)}):
            raise RuleError(f"a rulebook has no {unknown[0]!r}")
        return replace(self, **{"inherited": self.inherited.difference(changes), **changes})


_KNOWN: dict[str, tuple[Any, ...]] = {
    name: (True, False) if hint is bool else get_args(hint)
    for name, hint in get_type_hints(Rulebook).items()
    if hint is bool or get_origin(hint) is Literal
}
_NAMES = {"name", "code", "source", "inherited"}

ROBERTS = Rulebook("Robert's Rules", "RRoP", "Robert's Rules of Poker, version 11")


def _silent_but_for(name: str, code: str, source: str, **stated: Any) -> Rulebook:
    """A rulebook that says this much; the rest is inherited from ``ROBERTS``."""
    policies = {each.name for each in fields(Rulebook)} - _NAMES
    inherited = frozenset(policies - stated.keys())
    return replace(ROBERTS, name=name, code=code, source=source, inherited=inherited, **stated)


STUD_HOUSE = _silent_but_for(
    "Stud house rules",
    "A000",
    "five-card stud house rules",
    out_of_turn="chips bind",
    all_in_raise="with a bet left",
    tap_outs=1,
    exposed_top="burn",
    last_check=True,
)
POKERMANIA = _silent_but_for(
    "Pokermania",
    "A001",
    "Pokermania, irregularities in all flop games",
    exposed_misdeal=0,
    exposed_replacement="first burn",
    long_flop="redeal unless known",
    redealt_flop_burn="goes back",
    premature_flop="shuffle at once",
    premature_turn="river card",
    fifth_card="after a burn",
    cut="not for early turns and rivers",
    wrong_burns="substantial action",
    later_cards="next",
    substantial_action="two with chips or three",
)
ROOM = _silent_but_for(
    "Online room",
    "A002",
    "an online room's rules of hold'em",
    exposed_misdeal=1,
    several_exposed="misdeal",
    exposed_replacement="first burn",
    long_flop="redeal",
    redealt_flop_burn="stays",
    premature_turn="river card",
    fifth_card="after a burn",
    cut="always",
    all_in_raise="any",
    play_board="declare",
    burns_lie="beside the flop",
    showing="last aggressor",
    muck_contact="dead",
    antes=False,
    straddles=True,
    reraise="last raise",
    cap=4,
    extra_card="burn",
)
ROBERTS_OLD = _silent_but_for(
    "Robert's Rules, old",
    "A003",
    "an early text of Robert's Rules of Poker, hold'em",
    exposed_misdeal=1,
    several_exposed="misdeal",
    exposed_replacement="first burn",
    long_flop="redeal",
    redealt_flop_burn="stays",
    premature_turn="river card",
    fifth_card="after a burn",
    cut="always",
    play_board="declare",
    burns_lie="on the table",
    antes=True,
    extra_card="burn",
)
TDA_2024 = _silent_but_for(
    "TDA 2024",
    "TDA24",
    "Poker Tournament Directors Association, rules of 2024",
    exposed_misdeal=2,
    several_exposed="misdeal",
    long_flop="lot",
    redealt_flop_burn="stays",
    premature_turn="redeal",
    wrong_burns="lot",
    later_cards="next",
    out_of_turn="binds unless changed",
    uncalled="returned",
    all_in_raise="any",
    play_board="table both",
    burns_lie="separate",
    showing="all hands at an all-in",
    muck_contact="dead when pushed in",
    straddles=False,
    button="dead",
    reraise="last full raise",
    cap_heads_up="kept",
    short_all_in="half bet",
    pot_limit_blind="actual",
    short_ante="blind first",
    substantial_action="two with chips or three",
    extra_card="misdeal",
)
RULEBOOKS = (STUD_HOUSE, POKERMANIA, ROOM, ROBERTS_OLD, ROBERTS, TDA_2024)
