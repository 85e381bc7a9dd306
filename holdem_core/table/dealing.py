"""The cards of one hand: the stub, the burns, the muck, the board and what the seats hold.

Cards only ever move from one pile to another, so that all piles together are always the deck. Each move is kept, and a
ruling tells the moves that it made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_core._options import random_generator
from holdem_core.cards import DECK_SIZE, NO_CARD, card_bytes
from holdem_core.errors import CardError
from holdem_core.pots.amounts import is_whole
from holdem_core.table.logs import TEXTS, Move, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdem_core.table.logs import Entry


class Dealing:
    """The piles of one hand.

    Attributes:
        stub: the undealt cards, the next one last.
        burns, muck, board, aside: the other piles, in the order in which cards came; ``aside`` holds cards that were
            taken out of play for a while.
        holes: each seat's cards.
        exposed: cards that everybody has seen, wherever they lie now.
        seed, shuffles: shuffles during the hand follow from both, so that a hand's future is plain data.
        log: every move so far, among what else happened.
    """

    __slots__ = ("aside", "board", "burns", "exposed", "holes", "log", "muck", "seed", "shuffles", "stub")

    def __init__(self, deck: Sequence[int], seats: int, seed: int) -> None:
        self.stub = list(reversed(deck))
        self.burns: list[int] = []
        self.muck: list[int] = []
        self.board: list[int] = []
        self.aside: list[int] = []
        self.holes: list[list[int]] = [[] for _ in range(seats)]
        self.exposed: set[int] = set()
        self.seed = seed
        self.shuffles = 0
        self.log: list[Entry] = []

    def state(self) -> dict[str, Any]:
        """Every attribute by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def copy(self) -> Dealing:
        """The same piles, to be dealt from apart."""
        twin = Dealing.__new__(Dealing)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, (list, set)) else value)
        twin.holes = [cards.copy() for cards in self.holes]
        return twin

    def __eq__(self, other: object) -> bool:
        return self.state() == other.state() if isinstance(other, Dealing) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def pile(self, name: str) -> list[int]:
        """A pile by name: "stub", "burns", "muck", "board", "aside", or "seat 3"."""
        if name.startswith("seat "):
            return self.holes[int(name[5:])]
        pile: list[int] = getattr(self, name)
        return pile

    def deal(self, target: str, count: int = 1) -> list[int]:
        """Moves the next cards of the stub to a pile."""
        stub = self.stub
        cards = [stub.pop() for _ in range(count)]
        self.pile(target).extend(cards)
        self.log.append(Move(text(cards), "stub", target))
        return cards

    def deal_round(self, seats: Iterable[int]) -> None:
        """Deals each seat a card."""
        for seat in seats:
            card = self.stub.pop()
            self.holes[seat].append(card)
            self.log.append(Move(TEXTS[card], "stub", f"seat {seat}"))

    def move(self, cards: Sequence[int], source: str, target: str) -> None:
        """Moves cards from a pile to another; those that go to the stub go on top, the first one uppermost."""
        taken, put = self.pile(source), self.pile(target)
        for card in cards:
            taken.remove(card)
        put.extend(reversed(cards) if target == "stub" else cards)
        self.log.append(Move(text(cards), source, target))

    def discard(self, seat: int) -> None:
        """Throws a seat's cards into the muck."""
        if cards := self.holes[seat]:
            self.muck.extend(cards)
            self.log.append(Move(text(cards), f"seat {seat}", "muck"))
            self.holes[seat] = []

    def gather(self) -> None:
        """Takes every card back into the stub, which then is the deck again."""
        for name in ("burns", "muck", "board", "aside", *(f"seat {seat}" for seat in range(len(self.holes)))):
            if pile := self.pile(name):
                self.move(list(pile), name, "stub")

    def shuffle(self, *, cut: bool = True) -> None:
        """Shuffles the stub, so that nobody knows a card of it any more, and cuts it."""
        rng = self._chance()
        self.exposed.difference_update(self.stub)
        self.stub = [self.stub[place] for place in rng.permutation(len(self.stub)).tolist()]
        self.log.append(Move(text(reversed(self.stub)), "stub", "stub"))
        if cut:
            self.cut()

    def cut(self) -> None:
        """Puts some of the uppermost cards under the others."""
        at = self.lot(len(self.stub)) if self.stub else 0
        self.stub = self.stub[at:] + self.stub[:at]
        self.log.append(Move(text(reversed(self.stub)), "stub", "stub"))

    def bury(self, count: int) -> None:
        """Puts the uppermost cards under the stub, one after another."""
        at = max(0, len(self.stub) - count)
        self.log.append(Move(text(reversed(self.stub[at:])), "stub", "stub"))
        self.stub = self.stub[at:] + self.stub[:at]

    def lot(self, count: int) -> int:
        """A number below ``count``, each as likely."""
        return int(self._chance().integers(count))

    def _chance(self) -> np.random.Generator:
        self.shuffles += 1
        return np.random.default_rng([self.seed, self.shuffles])


def deck_and_seed(deck: Any, rng: Any) -> tuple[list[int], int]:
    """The deck, and the seed of the shuffles during the hand; a seed that is given serves for both."""
    if is_whole(rng) and rng >= 0:
        return read_deck(deck, rng), int(rng)
    generator = random_generator(rng)
    return read_deck(deck, generator), int(generator.integers(2**63))


def read_deck(deck: Any, rng: Any) -> list[int]:
    """A whole deck in the order in which it is dealt: as given, then the cards that are missing in any order.

    ``NO_CARD``, or ``??`` in text, is a card that nobody knows; a deck with such cards is given whole.
    """
    if deck is None:
        return list(np.random.default_rng(rng).permutation(DECK_SIZE).tolist())
    cards = read_cards(deck)
    if len(cards) > DECK_SIZE:
        raise CardError(f"the deck has {len(cards)} cards")
    if len(cards) < DECK_SIZE:
        if NO_CARD in cards:
            raise CardError(f"{len(cards)} cards of the deck are given, some of them unknown; give all {DECK_SIZE}")
        missing = sorted(set(range(DECK_SIZE)).difference(cards))
        cards += [missing[place] for place in np.random.default_rng(rng).permutation(len(missing)).tolist()]
    return cards


def read_cards(cards: Any) -> list[int]:
    """Cards that are all different, those apart that nobody knows: ``??`` in text, else ``NO_CARD``."""
    ids: list[int] = []
    if isinstance(cards, str):
        for number, known in enumerate(cards.split("??")):
            ids += [NO_CARD] * (number > 0) + list(card_bytes(known))
    else:
        if not hasattr(cards, "__iter__"):
            raise CardError(f"{cards!r} are no cards")
        for card in cards:
            if type(card) is int and (0 <= card < DECK_SIZE or card == NO_CARD):
                ids.append(card)
            else:
                ids += [NO_CARD] if is_whole(card) and card == NO_CARD else card_bytes([card])
    seen = [card for card in ids if card != NO_CARD]
    if len(set(seen)) < len(seen):
        card_bytes(seen)  # says which card is there twice
    return ids
