"""Open cards of five-card stud by their ranks alone: how many pairs of equal ranks there are, then rank by rank."""

from collections.abc import Sequence

KINDS = {0: "high card", 1: "pair", 2: "two pair", 3: "three of a kind", 6: "four of a kind"}
ORDER = ["high card", "pair", "two pair", "three of a kind", "four of a kind"]


def better(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether the ranks of one hand beat those of another of as many cards."""
    places = [ORDER.index(kind(ranks)) for ranks in (one, other)]
    if places[0] != places[1]:
        return places[0] > places[1]
    for copies in (4, 3, 2, 1):
        for rank in range(14, 1, -1):
            held = [list(ranks).count(rank) == copies for ranks in (one, other)]
            if held[0] != held[1]:
                return held[0]
    return False


def kind(ranks: Sequence[int]) -> str:
    """What the ranks make."""
    equal = sum(ranks[place] == rank for place in range(len(ranks)) for rank in ranks[:place])
    return KINDS[equal]
