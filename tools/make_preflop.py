"""Makes the table of all heads-up match-ups before the flop, `holdem_core/data/preflop.npz`.

``python tools/make_preflop.py`` writes it again, from nothing; with ``--check`` it compares 1,000 match-ups of
the one in place with a plain enumeration of their boards.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from holdem_core.cards import DECK_SIZE, format_cards
from holdem_core.equities.preflop import BOARDS, SUIT_ORDERS, disjoint, layout, relabellings, spread
from holdem_core.evaluation import evaluate
from holdem_core.kernels.equity.exact import add_wins, boards_of
from holdem_core.ranges.combos import COMBO_CARDS, COMBOS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = Path(__file__).parent.parent / "holdem_core" / "data" / "preflop.npz"
_CHECKED = 1000


def _class_order(beats: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The 169 classes from the best to the worst against a random hand, equal ones in their own order."""
    against_all = np.where(disjoint(), BOARDS + beats - beats.T, 0).sum(axis=1)
    first, *_ = layout()
    return np.argsort(-against_all[first], kind="stable").astype(np.uint8)


def _count_wins(boards: NDArray[np.uint8], weights: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Wins on canonical boards, each counted as often as it stands for others."""
    counted = np.zeros((COMBOS, COMBOS), dtype=np.uint32)
    for weight in np.unique(weights):
        add_wins(np.ascontiguousarray(boards[weights == weight]), int(weight), counted)
    return counted


def make() -> NDArray[np.uint32]:
    """The table from nothing, on two threads."""
    deck = np.arange(DECK_SIZE, dtype=np.uint8)
    boards, weights = boards_of(deck[:0], deck, SUIT_ORDERS)
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(_count_wins, (boards[::2], boards[1::2]), (weights[::2], weights[1::2]))
        counted = np.sum([half.astype(np.int64) for half in halves], axis=0)
    first, _, places, entries = layout()
    # A board stands for its relabellings: relabel the hands instead, and each board comes 24 / weight times.
    rows = np.sum([counted[np.ix_(moved[first], moved)] for moved in relabellings()], axis=0) // 24
    table = np.zeros(entries, dtype=np.uint32)
    table[places] = np.where(disjoint()[first], rows, 0)
    return table


def check() -> list[str]:
    """Compares match-ups of the table in place with plain enumeration, on two threads; returns what differs."""
    rng = np.random.default_rng(20)
    drawn = rng.choice(np.argwhere(disjoint()), size=_CHECKED, replace=False)
    _boards_of_48()
    with np.load(FILE) as arrays:
        wins = spread(arrays["wins"])
    with ThreadPoolExecutor(2) as pool:
        complaints = pool.map(lambda match_up: _complaint(match_up, wins), drawn.tolist())
        return [complaint for complaint in complaints if complaint]


def _complaint(match_up: list[int], wins: NDArray[np.float64]) -> str:
    """What is wrong with the table's answer to two combos, if anything is."""
    mine, theirs = match_up
    hands = COMBO_CARDS[match_up]
    deck = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), hands)
    boards = deck[_boards_of_48()]
    ours, others = evaluate(hands, boards[:, None, :], validate=False).T
    expected = int(np.count_nonzero(ours > others)), int(np.count_nonzero(ours < others))
    found = int(wins[mine, theirs]), int(wins[theirs, mine])
    return "" if found == expected else f"{format_cards(hands[0])} v {format_cards(hands[1])}: {found}, not {expected}"


@cache
def _boards_of_48() -> NDArray[np.uint8]:
    """uint8[1712304, 5]: every choice of five of 48 cards."""
    choices = itertools.chain.from_iterable(itertools.combinations(range(DECK_SIZE - 4), 5))
    return np.fromiter(choices, dtype=np.uint8, count=5 * BOARDS).reshape(-1, 5)


def main() -> int:
    """Makes the table, or checks the one in place."""
    parser = argparse.ArgumentParser(description="Make the table of heads-up match-ups before the flop.")
    parser.add_argument("--check", action="store_true", help="check the table in place instead of making it")
    if parser.parse_args().check:
        complaints = check()
        print("\n".join(complaints) or f"{_CHECKED:,} match-ups are as they should be")
        return int(bool(complaints))
    table = make()
    with FILE.open("wb") as file:
        np.savez_compressed(file, wins=table, class_order=_class_order(spread(table)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
