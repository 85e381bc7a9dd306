"""Equities: how often each player wins, exactly, from hands or weighted ranges.

So far for two players. Before the flop the table of all match-ups answers; with a board, or with dead cards, every
way to complete the board is swept: the combos of both players in order of strength, each beating the weight below
it that shares none of its cards.
"""

from __future__ import annotations

from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from holdem_core.cards import DECK_SIZE, Cards, card_bytes, format_cards
from holdem_core.combos import COMBO_CARDS
from holdem_core.errors import CardError, RangeError
from holdem_core.kernels.equity import sweep
from holdem_core.preflop import BOARDS, disjoint, wins
from holdem_core.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARD_SIZE = 5


class Equity(NamedTuple):
    """What a spot is worth to each player.

    Attributes:
        players: each player's hands as text.
        counts: for each set of winners, as a mask (bit i for player i), how many deals it wins: integers, or sums of
            weights where a range has weights.

    Thread safety: it never changes.
    """

    players: tuple[str, ...]
    counts: dict[int, Any]

    @property
    def samples(self) -> Any:
        """How many deals were counted, or their weight."""
        return sum(self.counts.values())

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return True

    def _share(self, weigh: Any) -> NDArray[np.float64]:
        seats = range(len(self.players))
        sums = [sum(count * weigh(mask, 1 << seat) for mask, count in self.counts.items()) for seat in seats]
        return np.array([float(total) / float(self.samples) for total in sums])

    @property
    def win(self) -> NDArray[np.float64]:
        """float64[P]: the probability of winning alone."""
        return self._share(lambda mask, seat: int(mask == seat))

    @property
    def tie(self) -> NDArray[np.float64]:
        """float64[P]: the probability of sharing a win."""
        return self._share(lambda mask, seat: int(mask != seat and mask & seat != 0))

    @property
    def lose(self) -> NDArray[np.float64]:
        """float64[P]: the probability of winning nothing."""
        return self._share(lambda mask, seat: int(mask & seat == 0))

    @property
    def equity(self) -> NDArray[np.float64]:
        """float64[P]: the share of the pot, a tie of k players as 1 / k each."""
        return self.win + self.tie / len(self.players)

    @property
    def stderr(self) -> NDArray[np.float64]:
        """float64[P]: the standard error of ``equity``, 0 where it is exact."""
        return np.zeros(len(self.players))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        figures = zip(self.players, self.equity, self.win, self.tie, self.lose, strict=True)
        names = ("hands", "equity", "win", "tie", "lose")
        return {
            "exact": self.exact,
            "samples": self.samples,
            "counts": {str(mask): count for mask, count in self.counts.items()},
            "players": [dict(zip(names, (hands, *map(float, shares)), strict=True)) for hands, *shares in figures],
        }

    def __str__(self) -> str:
        width = max(map(len, self.players))
        lines = [f"exact, {self.samples:,} deals"]
        for hands, *shares in zip(self.players, self.equity, self.win, self.tie, self.lose, strict=True):
            shown = "  ".join(
                f"{name} {share:9.4%}" for name, share in zip(("equity", "win", "tie", "lose"), shares, strict=True)
            )
            lines.append(f"{hands.ljust(width)}  {shown}")
        return "\n".join(lines)


def equity(*hands_or_ranges: str | Range, board: Cards = "", dead: Cards = "") -> Equity:
    """The exact equity of two players' hands or ranges against each other.

    Every pair of combos that share no card weighs the product of its weights, and every way to complete the board
    comes equally often.

    Args:
        hands_or_ranges: two hands or ranges, as ``Range`` reads them.
        board: 0, 3, 4 or 5 community cards.
        dead: cards that nobody can be dealt.

    Returns:
        An ``Equity``.

    Raises:
        CardError: a board that is none, or a card on the board that is also dead.
        RangeError: a range that cannot be read or that no cards can fill, and any number of players but two.

    Example:
        >>> print(equity("AKs", "QQ+", board="Kh7d2c"))
        exact, 29,700 deals
        AKs  equity  58.6465%  win  58.6465%  tie   0.0000%  lose  41.3535%
        QQ+  equity  41.3535%  win  41.3535%  tie   0.0000%  lose  58.6465%
        >>> equity("AhKh", "QsQd").counts
        {1: 787966, 2: 917606, 3: 6732}
    """
    ranges = [given if isinstance(given, Range) else Range(given) for given in hands_or_ranges]
    if len(ranges) != 2:
        raise RangeError(f"equities are of two players so far, not of {len(ranges)}")
    community, gone = card_bytes(board), card_bytes(dead)
    if len(community) not in (0, 3, 4, BOARD_SIZE):
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {len(community)}")
    if shared := set(community) & set(gone):
        raise CardError(f"{format_cards(sorted(shared))} is on the board and dead")
    weights = [_held(given, community + gone, player) for player, given in enumerate(ranges)]
    won, tied, total = _swept(weights, community, gone) if community or gone else _looked_up(weights)
    if not total > 0:
        raise RangeError("the players' ranges collide: no hand of one leaves a hand of the other")
    counts = {1: won, 2: total - won - tied, 3: tied}
    if all(set(np.unique(weight)) <= {0.0, 1.0} for weight in weights):
        counts = {mask: round(count) for mask, count in counts.items()}
    return Equity(tuple(map(str, ranges)), counts)


def _held(given: Range, used: bytes, player: int) -> NDArray[np.float64]:
    """A range's weights without the combos that hold a card in use."""
    weights = np.where(np.isin(COMBO_CARDS, list(used)).any(axis=1), 0.0, given.weights)
    if not weights.any():
        raise RangeError(f"player {player} has no hand left in {str(given)!r} beside the board and the dead cards")
    return weights


def _looked_up(weights: list[NDArray[np.float64]]) -> tuple[float, float, float]:
    """Won, tied and all, from the table of match-ups before the flop."""
    mine, theirs = (np.flatnonzero(weight) for weight in weights)
    here, there = np.ix_(mine, theirs), np.ix_(theirs, mine)
    ours, others = weights[0][mine], weights[1][theirs]
    won = float(ours @ wins()[here].astype(np.float64) @ others)
    lost = float(others @ wins()[there].astype(np.float64) @ ours)
    total = float(ours @ disjoint()[here].astype(np.float64) @ others) * BOARDS
    return won, total - won - lost, total


def _swept(weights: list[NDArray[np.float64]], board: bytes, dead: bytes) -> tuple[float, float, float]:
    """Won, tied and all, over every way to complete the board."""
    held = np.flatnonzero(weights[0] + weights[1])
    ranks = COMBO_CARDS[held] >> 2
    pair_of_ranks = 13 * ranks.max(axis=1).astype(np.int32) + ranks.min(axis=1)
    order = np.argsort(pair_of_ranks, kind="stable")
    held, pair_of_ranks = held[order], pair_of_ranks[order]
    starts = np.flatnonzero(np.diff(pair_of_ranks, prepend=-1, append=-1)).astype(np.int32)
    boards = _completions(board, dead)
    met = sweep(boards, np.ones(len(boards)), COMBO_CARDS[held], starts, weights[1][held])
    won, tied, total = met @ weights[0][held]
    return float(won), float(tied), float(total)


def _completions(board: bytes, dead: bytes) -> NDArray[np.uint8]:
    """uint8[n, 5]: the board with every choice of the cards to come."""
    left = [card for card in range(DECK_SIZE) if card not in board + dead]
    missing = BOARD_SIZE - len(board)
    count = comb(len(left), missing)
    boards = np.empty((count, BOARD_SIZE), dtype=np.uint8)
    boards[:, : len(board)] = np.frombuffer(board, dtype=np.uint8)
    coming = chain.from_iterable(combinations(left, missing))
    boards[:, len(board) :] = np.fromiter(coming, dtype=np.uint8, count=count * missing).reshape(count, missing)
    return boards
