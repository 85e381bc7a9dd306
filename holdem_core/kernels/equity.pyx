# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Exact equities: the boards that stand for all, and every pair of hole cards against every other."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

import numpy as np

from holdem_core.kernels.evaluate import SIMD

cdef extern from "equity.h" nogil:
    enum: COMBOS, ROW, BOARDS_AT_ONCE, CANONICAL_BOARDS
    ctypedef void tally(const uint16_t *, const uint16_t *, uint32_t, uint32_t *)
    tally tally_wins_plain
    tally tally_wins_avx2
    ptrdiff_t canonical_boards(uint8_t *, uint8_t *)
    void tally_boards(const uint8_t *, ptrdiff_t, uint32_t, tally *, uint16_t *, uint32_t *)
    ctypedef struct two_ranges:
        ptrdiff_t count, groups
        const uint8_t *cards

        const double *theirs
        const int32_t *starts
        double *wins
        double *ties
        double *totals
    ctypedef struct same_strength:
        pass
    void sweep_board(two_ranges *, const uint8_t *, double, same_strength *)


cdef tally *chosen_tally = tally_wins_avx2 if SIMD == "avx2" else tally_wins_plain


def all_boards():
    """The boards of five that stand for all 2,598,960 under relabelling of suits.

    Returns:
        uint8[134459, 5] and the number of boards that each stands for, uint8[134459].
    """
    boards = np.empty((CANONICAL_BOARDS, 5), dtype=np.uint8)
    weights = np.empty(CANONICAL_BOARDS, dtype=np.uint8)
    cdef uint8_t[:, ::1] board_view = boards
    cdef uint8_t[::1] weight_view = weights
    with nogil:
        canonical_boards(&board_view[0, 0], &weight_view[0])
    return boards, weights


def add_wins(const uint8_t[:, ::1] boards, uint32_t weight, uint32_t[:, ::1] wins):
    """Adds to ``wins[i, j]`` the weight of each board (n, 5) on which combo i beats combo j."""
    if boards.shape[1] != 5 or wins.shape[0] != COMBOS or wins.shape[1] != COMBOS:
        raise ValueError("boards are (n, 5) and wins (1326, 1326)")
    if boards.shape[0] == 0:
        return
    cdef uint16_t *room = <uint16_t *>malloc(2 * BOARDS_AT_ONCE * ROW * sizeof(uint16_t))
    if room == NULL:
        raise MemoryError("no room for the strengths of 64 boards")
    with nogil:
        tally_boards(&boards[0, 0], boards.shape[0], weight, chosen_tally, room, &wins[0, 0])
        free(room)


def sweep(
    const uint8_t[:, ::1] boards, const double[::1] board_weights, const uint8_t[:, ::1] cards,
    const int32_t[::1] starts, const double[::1] theirs,
):
    """What each combo meets on complete boards: weights of theirs that it beats, ties with and faces at all.

    Args:
        boards: uint8 (n, 5), and how often each counts, float64 (n).
        cards: the combos, uint8 (m, 2), those of one pair of ranks side by side; ``starts`` says where each pair
            of ranks begins, int32 (groups + 1).
        theirs: what each combo weighs in the other's range, float64 (m).

    Returns:
        float64 (3, m): won, tied, and all.
    """
    met = np.zeros((3, cards.shape[0]))
    cdef double[:, ::1] view = met
    cdef two_ranges ranges
    cdef ptrdiff_t board
    cdef same_strength *items
    if cards.shape[0] == 0 or boards.shape[0] == 0:
        return met
    if boards.shape[1] != 5 or cards.shape[1] != 2 or theirs.shape[0] != cards.shape[0]:
        raise ValueError("boards are (n, 5), cards (m, 2) and weights (m)")
    ranges.count = cards.shape[0]
    ranges.groups = starts.shape[0] - 1
    ranges.cards = &cards[0, 0]
    ranges.starts = &starts[0]
    ranges.theirs = &theirs[0]
    ranges.wins = &view[0, 0]
    ranges.ties = &view[1, 0]
    ranges.totals = &view[2, 0]
    items = <same_strength *>malloc(2 * ranges.count * sizeof(same_strength))
    if items == NULL:
        raise MemoryError("no room to sort the combos")
    with nogil:
        for board in range(boards.shape[0]):
            sweep_board(&ranges, &boards[board, 0], board_weights[board], items)
        free(items)
    return met
