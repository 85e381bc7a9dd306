"""Ranges as plain sets: a combo is a set of two cards, and each form of the notation says which combos it holds."""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]

Combo = frozenset[str]
Combos = frozenset[Combo]

EVERY: Combos = frozenset(frozenset(cards) for cards in combinations(DECK, 2))
BY_HIGHER_CARD = [frozenset({high, low}) for place, high in enumerate(DECK) for low in DECK[:place]]
INDEX = {combo: number for number, combo in enumerate(BY_HIGHER_CARD)}
HIGH_TO_LOW = RANKS[::-1]


def holds(ranks: str, suits: str = "") -> Combos:
    """``holds("AK", "s")``: the combos of two ranks, suited, offsuit or both."""
    wanted: Callable[[Combo], bool] = {
        "s": lambda combo: len({card[1] for card in combo}) == 1,
        "o": lambda combo: len({card[1] for card in combo}) == 2,
        "": lambda combo: True,
    }[suits]
    return frozenset(combo for combo in EVERY if sorted(card[0] for card in combo) == sorted(ranks) and wanted(combo))


def union(parts: Iterable[Combos]) -> Combos:
    return frozenset(combo for part in parts for combo in part)


def upward(ranks: str, suits: str = "") -> Combos:
    """``upward("AT", "s")``: pairs up to aces, or kickers up to just under the first card."""
    first, second = (RANKS.index(rank) for rank in ranks)
    if first == second:
        return union(holds(rank + rank) for rank in RANKS[first:])
    return union(holds(ranks[0] + kicker, suits) for kicker in RANKS[second:first])


def between(one: str, other: str, suits: str = "") -> Combos:
    """``between("A5", "A2", "s")``: one of the ends, or any step from the lower to the higher."""
    lower, higher = sorted((one, other), key=lambda ranks: [RANKS.index(rank) for rank in ranks])
    if one[0] == other[0]:
        steps = [one[0] + kicker for kicker in RANKS[RANKS.index(lower[1]) : RANKS.index(higher[1]) + 1]]
    else:
        firsts = RANKS[RANKS.index(lower[0]) : RANKS.index(higher[0]) + 1]
        seconds = RANKS[RANKS.index(lower[1]) : RANKS.index(higher[1]) + 1]
        steps = [first + second for first, second in zip(firsts, seconds, strict=True)]
    return union(holds(step, suits) for step in steps)


def cell(row: int, column: int) -> Combos:
    """The combos of a cell of the grid: suited above the diagonal, offsuit below."""
    ranks = HIGH_TO_LOW[row] + HIGH_TO_LOW[column]
    return holds(ranks, "s" if column > row else "o" if column < row else "")


def listed(weights: Mapping[Combo, float]) -> list[float]:
    """The weights of all combos in the order of their indices."""
    return [weights.get(combo, 0.0) for combo in BY_HIGHER_CARD]
