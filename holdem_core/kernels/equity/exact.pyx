# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Exact equities: boards that stand for others, ranges swept over them, tuples of hands played on them.

The goal is to enumerate boards, not hands. On each board the combos are sorted once by strength; a combo then beats
all the weight below it less what shares a card with it (``sweep``). Where hands are given, the ranks of the board
alone tell who wins, as long as nobody has a flush: one look-up a board (``count_winners``). ``boards_of`` lists the
boards, ``play_out`` compares hand by hand what is too tangled to subtract, and ``add_wins`` fills the table before
the flop.

Each loop checks the shapes of what it is given, then runs without the interpreter's lock.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc

from math import comb

import numpy as np

from holdem_core.kernels.common.simd import WITH_AVX2

cdef extern from "equity/canonical_boards.h" nogil:
    ctypedef struct board_list:
        const uint8_t *board
        const uint8_t *deck
        int known, deck_size, missing, relabellings
        uint8_t *boards
        uint8_t *weights
    ptrdiff_t complete_boards(board_list *, const uint8_t *)

cdef extern from "equity/preflop_tally.h" nogil:
    enum: ROW, BOARDS_AT_ONCE
    ctypedef void tally(const uint16_t *, const uint16_t *, uint32_t, uint32_t *)
    tally tally_wins_plain
    tally tally_wins_avx2
    void tally_boards(const uint8_t *, ptrdiff_t, uint32_t, tally *, uint16_t *, uint32_t *)

cdef extern from "common/deck.h" nogil:
    enum: DECK, RANKS, SUITS, COMBOS_HERE "COMBOS"

cdef extern from "equity/sweep.h" nogil:
    ctypedef struct sweep_ranges:
        int players
        ptrdiff_t count, groups
        const uint8_t *cards
        const int32_t *starts
        const double *weights
        const uint8_t *wanted
        double *met
        int by_combo
        double *categories

cdef extern from "equity/sweep_two.h" nogil:
    ctypedef struct rank_pair:
        pass
    ctypedef struct part:
        pass
    enum: PARTS, SEATS, TWO_STATES
    ctypedef struct by_suit:
        pass
    ctypedef struct heads_up_room:
        rank_pair *pairs
        part *parts
        by_suit *combos
        by_suit *met
        uint32_t *order
        uint32_t *rank_order
    ctypedef void sweep_two_ranges(
        const sweep_ranges *, const uint8_t *, const uint8_t *, ptrdiff_t, heads_up_room *)
    sweep_two_ranges sweep_two_plain
    sweep_two_ranges sweep_two_avx2

cdef extern from "equity/sweep_three.h" nogil:
    enum: CATEGORIES
    ctypedef struct live_combo:
        pass
    ctypedef struct sweep_room:
        uint32_t *items
        live_combo *line
    ctypedef void sweep_three_ranges(
        const sweep_ranges *, const uint8_t *, const uint8_t *, ptrdiff_t, sweep_room *)
    sweep_three_ranges sweep_three_plain
    sweep_three_ranges sweep_three_avx2

cdef extern from "equity/given_hands.h" nogil:
    enum: MOST_PLAYERS_HERE "MOST_PLAYERS"

cdef extern from "equity/play_tuples.h" nogil:
    ctypedef struct given_tuples:
        int players
        ptrdiff_t count, combos
        const uint16_t *places
        const double *weights
        const uint8_t *cards
        double *counts
        double *met
        double *shares
        double *categories
    ctypedef struct played_combo:
        pass
    void prepare_combos(const given_tuples *, played_combo *)
    void play_tuples(const given_tuples *, const uint8_t *, double, played_combo *)

cdef extern from "equity/play_runouts.h" nogil:
    ctypedef struct runouts:
        int deck_size
        int64_t *counts
    void play_runouts(runouts *, const uint8_t *, int, const uint8_t *, int, const uint8_t *)

COMBOS = COMBOS_HERE
MOST_PLAYERS = MOST_PLAYERS_HERE

cdef tally *chosen_tally = tally_wins_avx2 if WITH_AVX2 else tally_wins_plain
cdef sweep_two_ranges *chosen_sweep_two = sweep_two_avx2 if WITH_AVX2 else sweep_two_plain
cdef sweep_three_ranges *chosen_sweep_three = sweep_three_avx2 if WITH_AVX2 else sweep_three_plain


cdef int check_rising(numbers, str what) except -1:
    if np.any(np.diff(np.asarray(numbers).astype(np.int64)) <= 0):
        raise ValueError(f"{what} must rise")
    return 0


cdef int check_cards(const uint8_t[:, ::1] cards, int width) except -1:
    """Refuses what would be read beyond the tables."""
    if cards.shape[1] != width:
        raise ValueError(f"rows of {width} cards are needed, not of {cards.shape[1]}")
    if cards.shape[0] and np.max(cards) >= DECK:
        raise ValueError(f"a card id is over {DECK - 1}")
    return 0


def boards_of(const uint8_t[::1] board, const uint8_t[::1] deck, const uint8_t[:, ::1] relabellings):
    """The board with every choice of the cards to come, one for all that some relabellings of suits make of it.

    Args:
        board: uint8 (0 to 5).
        deck: the cards that can come, uint8 (n), rising.
        relabellings: what each makes of the four suits, uint8 (m, 4); they form a group and leave ``board`` and ``deck``
            as they are.

    Returns:
        uint8 (b, 5), and how many boards each stands for, uint8 (b).
    """
    cdef board_list list
    cdef uint8_t nothing = 0
    list.known, list.deck_size, list.missing = <int>board.shape[0], <int>deck.shape[0], 5 - <int>board.shape[0]
    if list.known > 5 or list.deck_size > DECK or np.max(deck, initial=0) >= DECK:
        raise ValueError(f"a board has at most five cards, and a deck {DECK}")
    check_rising(deck, "the deck")
    orders = np.asarray(relabellings).tolist()
    if not 1 <= len(orders) <= 24 or any(sorted(order) != [0, 1, 2, 3] for order in orders):
        raise ValueError("relabellings are 1 to 24 orders of the four suits")
    if [0, 1, 2, 3] not in orders:
        raise ValueError("relabellings are a group, and one leaves the suits as they are")
    most = comb(list.deck_size, list.missing)
    boards, weights = np.empty((most + 1, 5), dtype=np.uint8), np.empty(most + 1, dtype=np.uint8)
    cdef uint8_t[:, ::1] board_view = boards
    cdef uint8_t[::1] weight_view = weights
    cdef ptrdiff_t count = 0
    list.board = &board[0] if list.known else &nothing
    list.deck = &deck[0] if list.deck_size else &nothing
    list.relabellings = <int>relabellings.shape[0]
    list.boards, list.weights = &board_view[0, 0], &weight_view[0]
    if most:
        with nogil:
            count = complete_boards(&list, &relabellings[0, 0])
    return boards[:count].copy(), weights[:count].copy()


def add_wins(const uint8_t[:, ::1] boards, uint32_t weight, uint32_t[:, ::1] wins):
    """Adds to ``wins[i, j]`` the weight of each board (n, 5) on which combo i beats combo j."""
    check_cards(boards, 5)
    if wins.shape[0] != COMBOS_HERE or wins.shape[1] != COMBOS_HERE:
        raise ValueError(f"wins are ({COMBOS}, {COMBOS})")
    if boards.shape[0] == 0:
        return
    cdef uint16_t *room = <uint16_t *>malloc(2 * BOARDS_AT_ONCE * ROW * sizeof(uint16_t))
    if room == NULL:
        raise MemoryError("no room for the strengths of 64 boards")
    with nogil:
        tally_boards(&boards[0, 0], boards.shape[0], weight, chosen_tally, room, &wins[0, 0])
        free(room)


cdef int sweep_two(
    const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights, ptrdiff_t count
) except -1:
    cdef heads_up_room room
    cdef size_t groups = ranges.groups
    room.pairs = <rank_pair *>malloc(groups * sizeof(rank_pair))
    room.parts = <part *>malloc(PARTS * groups * sizeof(part))
    room.combos = <by_suit *>calloc(PARTS * groups * SEATS * SUITS, sizeof(by_suit))
    room.met = <by_suit *>calloc(SEATS * groups * TWO_STATES * SUITS, sizeof(by_suit))
    room.order = <uint32_t *>malloc(2 * PARTS * groups * sizeof(uint32_t))
    room.rank_order = <uint32_t *>malloc(RANKS * groups * sizeof(uint32_t))
    try:
        if not (room.pairs and room.parts and room.combos and room.met and room.order and room.rank_order):
            raise MemoryError("no room to sort the pairs of ranks")
        with nogil:
            chosen_sweep_two(ranges, boards, weights, count, &room)
    finally:
        free(room.pairs)
        free(room.parts)
        free(room.combos)
        free(room.met)
        free(room.order)
        free(room.rank_order)
    return 0


cdef int sweep_three(
    const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights, ptrdiff_t count
) except -1:
    cdef sweep_room *room = <sweep_room *>calloc(1, sizeof(sweep_room))
    cdef uint32_t *items = <uint32_t *>malloc(2 * ranges.count * sizeof(uint32_t))
    cdef live_combo *line = <live_combo *>malloc((ranges.count + 1) * sizeof(live_combo))
    try:
        if room == NULL or items == NULL or line == NULL:
            raise MemoryError("no room to sort the combos")
        room.items, room.line = items, line
        with nogil:
            chosen_sweep_three(ranges, boards, weights, count, room)
    finally:
        free(room)
        free(items)
        free(line)
    return 0


def sweep(
    const uint8_t[:, ::1] boards, const uint8_t[::1] board_weights, const uint8_t[:, ::1] cards,
    const int32_t[::1] starts, const double[:, ::1] weights, const uint8_t[::1] wanted, bint by_combo,
    bint categories,
):
    """What each combo of two or three ranges meets on complete boards.

    Args:
        boards: uint8 (b, 5), and how often each counts, uint8 (b).
        cards: the combos, uint8 (n, 2), the higher card first, those of one pair of ranks side by side; ``starts``
            says where each pair of ranks begins, and where the last ends, int32 (g + 1).
        weights: what each combo weighs in each player's range, float64 (P, n).
        wanted: for each player 1 to look from their combos, 2 also at all that they meet, uint8 (P); with two players
            both are looked from.
        by_combo: whether to tell the combos apart.
        categories: whether to count the categories of their hands, where all that they meet is wanted.

    Returns:
        float64 (P, n or 1, 2 ** (P - 1) + 1): the weight of tuples with each combo of a player (or with any) in which
        the others with a bit in the last index lose to it or tie and the rest lose; last that of all tuples.
        And the weight of each category in each player's hands, float64 (P, 9).
    """
    cdef ptrdiff_t players = weights.shape[0], count = cards.shape[0], groups = starts.shape[0] - 1
    check_cards(boards, 5)
    check_cards(cards, 2)
    if count > COMBOS_HERE:
        raise ValueError(f"there are {COMBOS} combos")
    if players not in (2, 3) or wanted.shape[0] != players or weights.shape[1] != count:
        raise ValueError("two or three ranges with a weight for each combo are needed")
    if board_weights.shape[0] != boards.shape[0] or groups < 0 or starts[0] != 0 or starts[groups] != count:
        raise ValueError("weights of the boards, or starts of the pairs of ranks, do not fit")
    check_rising(starts, "starts")
    met = np.zeros((players, count if by_combo else 1, (1 << (players - 1)) + 1))
    in_categories = np.zeros((players, CATEGORIES))
    if count == 0 or boards.shape[0] == 0:
        return met, in_categories
    cdef double[:, :, ::1] met_view = met
    cdef double[:, ::1] category_view = in_categories
    cdef sweep_ranges ranges
    ranges.players = <int>players
    ranges.count, ranges.groups = count, groups
    ranges.cards, ranges.starts = &cards[0, 0], &starts[0]
    ranges.weights, ranges.wanted = &weights[0, 0], &wanted[0]
    ranges.met, ranges.by_combo = &met_view[0, 0, 0], by_combo
    ranges.categories = &category_view[0, 0] if categories else NULL
    cdef const uint8_t *first_board = &boards[0, 0]
    cdef const uint8_t *first_weight = &board_weights[0]
    if players == 2:
        sweep_two(&ranges, first_board, first_weight, boards.shape[0])
    else:
        sweep_three(&ranges, first_board, first_weight, boards.shape[0])
    return met, in_categories


def count_winners(const uint8_t[:, ::1] holes, const uint8_t[::1] board, const uint8_t[::1] deck):
    """Who wins, for one tuple of hands, on every board that a deck completes.

    Args:
        holes: uint8 (P, 2), for 2 to 10 players.
        board: uint8 (0 to 5).
        deck: the cards that can come, uint8 (n), rising, at least as many as the board lacks; all cards differ.

    Returns:
        The boards by winners as a mask, int64 (2 ** P).
    """
    cdef ptrdiff_t players = holes.shape[0]
    cdef runouts runs
    cdef uint8_t nothing = 0
    cards = np.concatenate([np.ravel(holes), board, deck])
    if not 2 <= players <= MOST_PLAYERS_HERE or holes.shape[1] != 2 or board.shape[0] > 5:
        raise ValueError(f"2 to {MOST_PLAYERS} players with two cards each are needed, and a board of at most five")
    if np.max(cards) >= DECK or len(np.unique(cards)) < len(cards) or deck.shape[0] < 5 - board.shape[0]:
        raise ValueError(f"cards are ids up to {DECK - 1}, each once, and enough to complete the board")
    check_rising(deck, "the deck")
    counts = np.zeros(1 << players, dtype=np.int64)
    cdef int64_t[::1] count_view = counts
    runs.deck_size = <int>deck.shape[0]
    runs.counts = &count_view[0]
    cdef const uint8_t *first_on_board = &board[0] if board.shape[0] else &nothing
    cdef const uint8_t *first_in_deck = &deck[0] if deck.shape[0] else &nothing
    with nogil:
        play_runouts(&runs, &holes[0, 0], <int>players, first_on_board, <int>board.shape[0], first_in_deck)
    return counts


def play_out(
    const uint8_t[:, ::1] boards, const uint8_t[::1] board_weights, const uint8_t[:, ::1] cards,
    const uint16_t[:, ::1] places, const double[::1] weights, bint noted,
):
    """Who wins, for tuples of hands on complete boards; tuples that share a card with a board are passed over.

    Args:
        boards: uint8 (b, 5), and how often each counts, uint8 (b).
        cards: the combos, uint8 (n, 2).
        places: each player's combo in each tuple, as a row of ``cards``, uint16 (t, P), for 2 to 10 players; no two of
            a tuple share a card.
        weights: what each tuple weighs, float64 (t).
        noted: whether to return more than the counts.

    Returns:
        The weight by winners as a mask, float64 (2 ** P); for each tuple the boards that it met, (t), and what of
        them each player takes, (t, P); the weight of each category in each player's hands, (P, 9).
    """
    cdef ptrdiff_t tuples = places.shape[0], players = places.shape[1], board
    check_cards(boards, 5)
    check_cards(cards, 2)
    if not 2 <= players <= MOST_PLAYERS_HERE or weights.shape[0] != tuples or board_weights.shape[0] != boards.shape[0]:
        raise ValueError(
            f"tuples of 2 to {MOST_PLAYERS} players with a weight each are needed, and a weight for each board")
    if tuples and np.max(places) >= cards.shape[0]:
        raise ValueError("a place is beyond the combos")
    counts, met, shares = np.zeros(1 << players), np.zeros(tuples), np.zeros((tuples, players))
    categories = np.zeros((players, CATEGORIES))
    if tuples == 0 or boards.shape[0] == 0:
        return counts, met, shares, categories
    cdef double[::1] count_view = counts, met_view = met
    cdef double[:, ::1] share_view = shares, category_view = categories
    cdef given_tuples given
    given.players = <int>players
    given.count, given.combos = tuples, cards.shape[0]
    given.places, given.weights, given.cards = &places[0, 0], &weights[0], &cards[0, 0]
    given.counts = &count_view[0]
    given.met = &met_view[0] if noted else NULL
    given.shares, given.categories = &share_view[0, 0], &category_view[0, 0]
    cdef played_combo *combos = <played_combo *>malloc(given.combos * sizeof(played_combo))
    if combos == NULL:
        raise MemoryError("no room for the strengths of the combos")
    with nogil:
        prepare_combos(&given, combos)
        for board in range(boards.shape[0]):
            play_tuples(&given, &boards[board, 0], board_weights[board], combos)
        free(combos)
    return counts, met, shares, categories
