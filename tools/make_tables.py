"""Makes `holdem_core/kernels/evaluate/tables.h`: every look-up table of the evaluator, by a slow reference evaluator.

Run it to write the header again, or with `--check` to compare the checked-in one byte for byte.

The goal is one strength, 1 to 7462, for 5, 6 or 7 cards, in two look-ups:

1.  Each rank has a 32-bit key. The sum of the keys of a hand names its multiset of ranks (49,205 of
    them for seven cards): the keys grow so that no two sums agree, which holds below 2**23. They are
    then multiplied by an odd number modulo 2**23, which keeps the sums apart and scatters them, and
    shifted to the top of the word, so that sums wrap at 2**32 by themselves.
2.  A sum is a row (its top bits) and a place in the row. Rows are slid over one another in one array
    until no two filled places meet (row displacement, longest row first): strength =
    STRENGTHS[(SHIFTS[row] + sum) modulo the array's size]. Seven cards: 16 KB of shifts and 100 KB of
    filled strengths; six: 8 and 39 KB; five: 8 and 12 KB. The array's size is a power of two, so even
    a sum that no hand has looks up a place that exists.
3.  A flush hides the ranks of the other suits: the suit's 13-bit mask indexes FLUSH_STRENGTHS (16 KB).

CARD_SUMS holds a card's rank key in the upper half and a one in its suit's four-bit counter in the lower;
CARD_MASKS holds its rank's bit in its suit's sixteen bits. Both are zero for bytes that are no card. BEST_OF_CATEGORY
holds the strength of the best hand of each category.

The multiplier is the best of 25 tried for each width of row: it fills the seven-card array to 49,757
places, one hundredth above the least possible.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).parent.parent / "holdem_core" / "kernels" / "evaluate" / "tables.h"

RANKS = 13
DECK = range(4 * RANKS)
CARDS = (5, 6, 7)
SUM_BITS = 23
DISTINCT_SUMS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
MULTIPLIER = 4660679
ROW_BITS = {5: 12, 6: 12, 7: 13}
PLACE_BITS = {5: 13, 6: 15, 7: 16}

Ranks: TypeAlias = tuple[int, ...]  # how many cards of each rank, deuce first


def rank_multisets(cards: int, ranks: int = RANKS) -> Iterator[Ranks]:
    """Every way to choose the ranks of so many cards, at most four alike."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for count in range(min(cards, 4) + 1):
        for lower in rank_multisets(cards - count, ranks - 1):
            yield (*lower, count)


def five_card_order(ranks: Ranks, flush: bool) -> tuple[int, ...]:
    """A key that sorts five-card hands as poker does: the category, then the ranks that decide."""
    groups = sorted(((count, rank) for rank, count in enumerate(ranks) if count), reverse=True)
    shape = [count for count, _ in groups]
    order = [rank for _, rank in groups]
    if order == [12, 3, 2, 1, 0]:
        order = [3]  # the wheel: a straight to the five
        straight = True
    else:
        straight = len(order) == 5 and order[0] - order[4] == 4
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if straight:
        category = 8 if flush else 4
    elif flush:
        category = 5
    return (category, *order)


def reference_strengths() -> tuple[dict[int, dict[Ranks, int]], list[int], list[int]]:
    """The strength of every multiset of 5, 6 and 7 ranks, of every mask of a flush suit's ranks, and of each
    category's best hand.
    """
    orders = {(ranks, False): five_card_order(ranks, False) for ranks in rank_multisets(5)}
    for suited in itertools.combinations(range(RANKS), 5):
        ranks = tuple(int(rank in suited) for rank in range(RANKS))
        orders[ranks, True] = five_card_order(ranks, True)
    dense = {order: strength for strength, order in enumerate(sorted(set(orders.values())), start=1)}

    strengths = {5: {ranks: dense[orders[ranks, False]] for ranks in rank_multisets(5)}}
    for cards in (6, 7):
        fewer = strengths[cards - 1]
        strengths[cards] = {
            ranks: max(
                fewer[(*ranks[:rank], count - 1, *ranks[rank + 1 :])] for rank, count in enumerate(ranks) if count
            )
            for ranks in rank_multisets(cards)
        }

    flushes = [0] * (1 << RANKS)
    for mask in range(1 << RANKS):
        if mask.bit_count() == 5:
            ranks = tuple(mask >> rank & 1 for rank in range(RANKS))
            flushes[mask] = dense[orders[ranks, True]]
        elif mask.bit_count() > 5:
            flushes[mask] = max(flushes[mask ^ 1 << rank] for rank in range(RANKS) if mask >> rank & 1)
    best = {order[0]: strength for order, strength in dense.items()}  # the last of each, since they rise
    return strengths, flushes, list(best.values())


def rank_keys() -> list[int]:
    """The key of each rank, at the top of a 32-bit word."""
    return [(number * MULTIPLIER % (1 << SUM_BITS)) << (32 - SUM_BITS) for number in DISTINCT_SUMS]


def displace_rows(strengths: dict[Ranks, int], cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Slides the rows of sums into one array; returns a shift for each row and the filled array."""
    multisets = np.array(list(strengths), dtype=np.uint64)
    keys = np.array(rank_keys(), dtype=np.uint64)
    sums = ((multisets @ keys) % np.uint64(1 << 32) >> np.uint64(32 - SUM_BITS)).astype(np.int64)
    if len(np.unique(sums)) != len(sums):
        raise ValueError(f"two multisets of {cards} ranks have the same sum")
    values = np.array(list(strengths.values()))
    rows = sums >> SUM_BITS - ROW_BITS[cards]
    places = 1 << PLACE_BITS[cards]
    shifts = np.zeros(1 << ROW_BITS[cards], dtype=np.int64)
    filled = np.zeros(2 * places, dtype=np.int64)
    row_numbers, row_lengths = np.unique(rows, return_counts=True)
    for row in row_numbers[np.argsort(-row_lengths, kind="stable")]:
        members = np.flatnonzero(rows == row)
        steps = sums[members] - sums[members].min()
        taken = np.zeros(places, dtype=bool)
        for step in steps:
            taken |= filled[step : step + places] > 0
        start = int(np.argmin(taken))
        if taken[start] or start + steps.max() >= places:
            raise ValueError(f"no room for row {row} of {cards} cards")
        filled[start + steps] = values[members]
        shifts[row] = (start - sums[members].min()) % places
    return shifts, filled[:places]


def c_array(kind: str, name: str, values: list[int]) -> str:
    """One C array of constants, sixteen to a line."""
    suffix = "ULL" if kind == "uint64_t" else ""
    texts = [f"{value}{suffix}" for value in values]
    lines = (", ".join(texts[at : at + 16]) for at in range(0, len(texts), 16))
    return f"static const {kind} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "};\n"


def header() -> str:
    """The whole text of `tables.h`."""
    strengths, flushes, best = reference_strengths()
    keys = rank_keys()
    no_cards = [0] * (256 - 4 * RANKS)
    parts = [
        "/* Generated by: python tools/make_tables.py */\n",
        "#include <stdint.h>\n",
        f"#define SUM_SHIFT {32 - SUM_BITS}\n",
        c_array("uint32_t", "RANK_KEYS", keys + [0] * 3),
        c_array("uint64_t", "CARD_SUMS", [keys[card >> 2] << 32 | 1 << 4 * (card & 3) for card in DECK] + no_cards),
        c_array("uint64_t", "CARD_MASKS", [1 << 16 * (card & 3) + (card >> 2) for card in DECK] + no_cards),
        c_array("uint16_t", "FLUSH_STRENGTHS", flushes),
        f"#define CATEGORIES {len(best)}\n",
        c_array("uint16_t", "BEST_OF_CATEGORY", best),
    ]
    for cards in CARDS:
        shifts, filled = displace_rows(strengths[cards], cards)
        parts += [
            f"#define ROW_SHIFT_{cards} {32 - ROW_BITS[cards]}\n",
            f"#define PLACE_MASK_{cards} {(1 << PLACE_BITS[cards]) - 1}\n",
            c_array("uint16_t", f"SHIFTS_{cards}", shifts.tolist()),
            c_array("uint16_t", f"STRENGTHS_{cards}", filled.tolist()),
        ]
    return "\n".join(parts)


def main() -> int:
    """Writes the header, or compares it with the one in place."""
    parser = argparse.ArgumentParser(description="Make the evaluator's tables.")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    text = header()
    if not check:
        FILE.write_text(text, encoding="ascii", newline="\n")
        return 0
    if FILE.read_bytes() == text.encode("ascii"):
        print(f"{FILE.name} is what its generator makes")
        return 0
    print(f"{FILE.name} differs from what its generator makes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
