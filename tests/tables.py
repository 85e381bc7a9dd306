"""Hands of hold'em dealt from a stacked deck whose cards have names, for tests of the dealing.

In the order of the deal: ``h1[1] .. h1[P]`` and ``h2[1] .. h2[P]`` are the hole cards, then come ``b1``, ``f1 f2 f3``,
``b2``, ``t``, ``b3`` and ``r``, the burns and the board of a clean deal, and ``x1 x2 ..``, the rest. Player 1 is seat
0, left of the button; the last seat has the button.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from holdem_core.cards import CARD_NAMES
from holdem_core.errors import RuleError
from holdem_core.table import (
    POKERMANIA,
    ROBERTS,
    ROBERTS_OLD,
    ROOM,
    RULEBOOKS,
    STUD_HOUSE,
    TDA_2024,
    Game,
    Move,
    Rulebook,
    Ruling,
)
from holdem_core.table.hand import TableHand

SOURCES = {
    "A000": STUD_HOUSE,
    "A001": POKERMANIA,
    "A002": ROOM,
    "A003": ROBERTS_OLD,
    "RRoP": ROBERTS,
    "TDA24": TDA_2024,
}
DECK = [CARD_NAMES[card * 23 % 52] for card in range(52)]
STREETS = ("flop", "turn", "river")
CLEAN = ("f1 f2 f3 t r", "b1 b2 b3")  # the board and the burns of a clean deal


def named_deck(players: int) -> list[str]:
    """The names of all cards in the order in which they are dealt."""
    holes = [f"h{turn}[{player}]" for turn in (1, 2) for player in range(1, players + 1)]
    named = [*holes, *["b1", "f1", "f2", "f3", "b2", "t", "b3", "r"]]
    return named + [f"x{number}" for number in range(1, 53 - len(named))]


@dataclass
class Table:
    """A hand, and how its cards are called."""

    hand: TableHand
    players: int

    def __post_init__(self) -> None:
        self.names = dict(zip(DECK, named_deck(self.players), strict=True))

    def read(self, cards: str) -> str:
        """Cards by their names."""
        return " ".join(self.names[cards[at : at + 2]] for at in range(0, len(cards), 2))

    @property
    def board(self) -> str:
        return self.read(self.hand.board)

    @property
    def burns(self) -> str:
        return self.read(self.hand.burns)

    @property
    def muck(self) -> str:
        return self.read(self.hand.muck)

    @property
    def aside(self) -> str:
        return self.read(self.hand.aside)

    @property
    def stub(self) -> list[str]:
        return self.read(self.hand.stub).split()

    def player(self, number: int) -> str:
        """What a player holds; player 1 sits left of the button."""
        return self.read(self.hand.hole_cards[number - 1])

    @property
    def holes(self) -> list[str]:
        return [self.player(number) for number in range(1, self.players + 1)]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(entry for entry in self.hand.log.entries if isinstance(entry, Move))

    def orders(self, moves: tuple[Move, ...] | None = None) -> list[list[str]]:
        """The order of the stub after each shuffle and each cut, of a ruling's moves or of all so far."""
        chosen = self.moves if moves is None else moves
        return [self.read(move.cards).split() for move in chosen if move.source == move.target == "stub"]

    def deal(self, **errors: int) -> Table:
        self.hand.deal(**errors)
        return self

    def close_round(self) -> Table:
        """Everybody who is to act checks or calls."""
        while self.hand.to_act is not None:
            if self.hand.legal.check:
                self.hand.check()
            else:
                self.hand.call()
        return self

    def until(self, street: str) -> Table:
        """Plays on until the street is due; its betting is over then, and the dealer's turn."""
        while self.close_round().hand.due != street:
            self.hand.deal()
        return self

    def finish(self) -> Table:
        """Plays on until nothing is due."""
        while self.close_round().hand.due:
            self.hand.deal()
        return self

    def check_piles(self) -> None:
        """All piles together are the deck."""
        hand = self.hand
        cards = hand.stub + hand.burns + hand.muck + hand.board + hand.aside + "".join(hand.hole_cards)
        assert len(cards) == 104
        assert {cards[at : at + 2] for at in range(0, 104, 2)} == set(CARD_NAMES)

    def rule(self, method: str, *arguments: Any, **named: Any) -> Ruling:
        """What the hand rules; its moves are the log's, and all cards are there before and after."""
        before = len(self.moves)
        ruling: Ruling = getattr(self.hand, method)(*arguments, **named)
        self.check_piles()
        assert ruling.moves == self.moves[before : before + len(ruling.moves)]
        assert ruling.sentence.endswith(".")
        code = ruling.rule.split("/")[1] if "/" in ruling.rule else ruling.rule.split("-")[0]
        assert ruling.source == SOURCES[code].source
        return ruling


def clean(players: int = 3) -> list[str]:
    """What every player holds after a clean deal."""
    return [f"h1[{player}] h2[{player}]" for player in range(1, players + 1)]


def rest(players: int = 3) -> set[str]:
    """The cards that a clean deal never reaches: 38 of them for three players."""
    return {name for name in named_deck(players) if name.startswith("x")}


class Sit(Protocol):
    """Starts a hand from a named deck."""

    def __call__(self, rulebook: Rulebook = ..., players: int = ..., **how: Any) -> Table: ...


def _sit_down(
    rulebook: Rulebook = ROBERTS,
    players: int = 3,
    *,
    stacks: list[int] | None = None,
    automatic: bool = False,
    dealt: bool = True,
    **game: Any,
) -> Table:
    """A hand whose hole cards are dealt, unless told otherwise; the last seat has the button."""
    chips = stacks or [10_000] * players
    hand = Game(rulebook=rulebook, **game).start(chips, players - 1, "".join(DECK), rng=2, automatic=automatic)
    if dealt and not automatic:
        hand.deal()
    return Table(hand, players)


def seating() -> Iterator[Sit]:
    """What the fixture yields to start hands; in the end every card is somewhere, the logs tell the same hands, and no
    move is of no card.
    """
    tables: list[Table] = []

    def start(rulebook: Rulebook = ROBERTS, players: int = 3, **how: Any) -> Table:
        tables.append(_sit_down(rulebook, players, **how))
        return tables[-1]

    yield start
    for table in tables:
        table.check_piles()
        assert table.hand.game.replay(table.hand.log) == table.hand
        assert all(move.cards for move in table.moves if move.source != move.target)


def ids(book: Rulebook) -> str:
    """A rulebook's name in the name of a test."""
    return book.name.replace(" ", "-")


def refused(table: Table, method: str, *arguments: Any, **named: Any) -> None:
    """The ruling is refused, and the hand is exactly as it was."""
    before = table.hand.copy()
    with pytest.raises(RuleError):
        getattr(table.hand, method)(*arguments, **named)
    assert table.hand == before
    assert table.hand.log == before.log


every_rulebook = pytest.mark.parametrize("book", RULEBOOKS, ids=ids)
