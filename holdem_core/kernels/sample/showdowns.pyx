# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Random deals out of weighted ranges, and who wins them.

The goal is independent, exactly distributed deals at the cost of their look-ups. A row is one deal: hole cards for
every player from ``draw``, then a board and a showdown in ``play``. Boards are not rejected: places below the number
of cards left are moved up past the cards that are taken, kept sorted, a column of bytes for each card of 256 rows, so
that compilers turn it into vectors. So are the random numbers made, by eight generators side by side; they do not
depend on the instruction set. ``random.h``, ``draw.h`` and ``play.h`` say how each step is exact.

What was tried, on a Zen 3 that others used too, two hands against each other before the flop unless it says otherwise:

- sorted columns, against finding the n-th card left a row at a time: as fast as by bit deposits (BMI2), a third of
  the time of plain arithmetic, so that no second way is needed where there are no deposits;
- players who may hold any two cards dealt to after the others: a third of the time of rejection for six of them;
- one combo each repeated, not drawn: the share of drawing fell from 18 to 6 in a hundred;
- eight generators and sixteen bits a card, against one generator and 32 bits for two or three cards: a third of the
  time of finding places, all in all 1.1 to 1.4 times as fast; with four generators places take a third longer;
- a branch for flushes, against listing the rows that hold one while strengths are found: 0.75 of the time of finding
  strengths, since the place in the list of one row waits for the row before;
- even tables drawn from in vectors, without thresholds: six tenths of the time of uneven ones;
- loops that go row by row in functions of their own: 0.9 of the time between two ranges, since among the vectors of
  the others their variables lay in memory;
- where all players hold the same hands in every row, a table of winners by the board's ranks, made anew for each task,
  and the deck without their cards: 0.55 of the time;
- blocks of 128 or 512 rows, the two look-ups of a strength in passes of their own or by gathers, one copy of the
  loops for two players, four counts of winners by turns, one column after the other of only 32 rows: no difference
  beyond noise, or slower.

The ratio to OMPEval's samples a second is 4.2 for two hands, 2.2 between two ranges and 2.9 between six random hands.
Six wide ranges that collide six times in seven come to half of it: OMPEval walks from one deal to a neighbour, so that
its samples depend on one another, while these are independent.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

import numpy as np

from holdem_core.kernels.common.simd import WITH_AVX2

cdef extern from "sample/play.h" nogil:
    enum: DECK, COMBOS, MOST_PLAYERS, CATEGORIES, LANES
    ctypedef struct generator:
        pass
    ctypedef struct hand_source:
        const uint64_t *thresholds
        const uint16_t *aliases
        const uint16_t *combos
        uint32_t count, width
        uint32_t *columns
        bint even
        uint32_t even_refused
        uint64_t refused
    ctypedef struct draw_plan:
        int weighted
        bint impossible
    ctypedef struct game:
        int players, missing, step
        uint64_t board_masks, board_sum
        int left, open
        int *place
        bint by_board_ranks
        int64_t *counts
        int64_t *categories
        int64_t *held
        double *shares
    ctypedef ptrdiff_t draw_function(
        const draw_plan *, const uint64_t *, generator *, ptrdiff_t, int64_t, int64_t *, uint16_t *)
    ctypedef ptrdiff_t play_function(const game *, uint16_t *, ptrdiff_t, generator *)
    draw_function draw_tuples_plain, draw_tuples_avx2
    play_function play_tuples_plain, play_tuples_avx2
    int count_cards(uint64_t)
    void fill_combo_masks(uint64_t *)
    void make_game(game *, uint64_t)
    void make_same(game *, const uint16_t *)
    enum: DRAWN, SAME
    void make_plan(draw_plan *, const hand_source *, int, int, uint64_t, const uint64_t *)
    uint64_t sum_cards(const uint8_t *, int)
    uint64_t mask_cards(const uint8_t *, int)


cdef draw_function *chosen_draw = draw_tuples_avx2 if WITH_AVX2 else draw_tuples_plain
cdef play_function *chosen_play = play_tuples_avx2 if WITH_AVX2 else play_tuples_plain


cdef uint64_t card_mask(cards, str name) except? 1:
    """Bits of card ids, as an integer that C can hold."""
    if not 0 <= cards < <uint64_t>1 << DECK:
        raise ValueError(f"{name} is a mask of {DECK} cards, not {cards}")
    return cards


cdef generator *generator_of(uint64_t[:, ::1] state) except NULL:
    cdef int lane
    cdef bint fine = state.shape[0] == 4 and state.shape[1] == LANES
    for lane in range(LANES if fine else 0):
        fine = fine and (state[0, lane] | state[1, lane] | state[2, lane] | state[3, lane]) != 0
    if not fine:
        raise ValueError("a state is eight generators of four words that are not all zero")
    return <generator *>&state[0, 0]


cdef int check_below(const uint16_t[:] ids, uint16_t end, str name) except -1:
    cdef uint16_t largest = 0
    cdef ptrdiff_t i, count = ids.shape[0], step = ids.strides[0] // <ptrdiff_t>sizeof(uint16_t)
    cdef const uint16_t *first = &ids[0] if count else NULL
    if step == 1:  # a loop of its own, which goes in vectors
        for i in range(count):
            largest = first[i] if first[i] > largest else largest
    else:
        for i in range(count):
            largest = first[i * step] if first[i * step] > largest else largest
    if largest >= end:
        raise ValueError(f"{name} must be below {end}, not {largest}")
    return 0


cdef uint64_t take_same(const uint16_t[:] combos, uint64_t used) except 0:
    """The cards of a combo that stands in all rows, as a mask of ids; none of them may be used already."""
    cdef ptrdiff_t row
    cdef uint64_t cards
    cdef uint16_t different = 0
    cdef uint64_t masks[COMBOS]
    check_below(combos[:1], COMBOS, "combos")
    for row in range(1, combos.shape[0]):
        different |= combos[row] ^ combos[0]
    if different:
        raise ValueError("a row holds another hand than the first, where all hold the same")
    fill_combo_masks(masks)
    cards = masks[combos[0]]
    if used & cards:
        raise ValueError("row 0 has a card twice, or one that is dead or on the board")
    return cards


cdef bint gives_way(const uint16_t[::1] aliases) noexcept:
    """Whether any place of a table has an alias other than itself."""
    cdef bint found = False
    cdef ptrdiff_t place
    for place in range(aliases.shape[0]):
        found |= aliases[place] != place
    return found


def alias_table(const double[::1] weights):
    """Walker's table by Vose's method: to draw in proportion to weights, choose a place evenly, then it or its alias.

    Args:
        weights: float64 (m), m from 1 to 65536; none negative, and more than nothing together.

    Returns:
        uint64[m], the probability of the place itself times 2**64, and uint16[m], what else to take. A place that
        never gives way is its own alias.
    """
    cdef ptrdiff_t count = weights.shape[0], smalls = 0, larges = 0, i, small, large
    if not 1 <= count <= 65536:
        raise ValueError(f"a table is made of 1 to 65536 weights, not {count}")
    probabilities = np.asarray(weights)
    with np.errstate(over="ignore"):
        total = probabilities.sum()
    if not (probabilities.min() >= 0 and 0 < total < np.inf):
        raise ValueError("weights are finite and not negative, and some weight is needed")
    cdef double[::1] scaled = probabilities / total * count
    thresholds = np.full(count, 2**64 - 1, dtype=np.uint64)
    aliases = np.arange(count, dtype=np.uint16)
    cdef uint64_t[::1] threshold_view = thresholds
    cdef uint16_t[::1] alias_view = aliases
    cdef ptrdiff_t[::1] poor = np.empty(count, dtype=np.intp), rich = np.empty(count, dtype=np.intp)
    for i in range(count):
        if scaled[i] < 1:
            poor[smalls] = i
            smalls += 1
        else:
            rich[larges] = i
            larges += 1
    while smalls and larges:
        smalls -= 1
        small, large = poor[smalls], rich[larges - 1]
        threshold_view[small] = <uint64_t>(scaled[small] * 18446744073709551616.0)
        alias_view[small] = <uint16_t>large
        scaled[large] -= 1 - scaled[small]
        if scaled[large] < 1:
            larges -= 1
            poor[smalls] = large
            smalls += 1
    return thresholds, aliases


def draw(
    uint16_t[:, ::1] tuples, list combos, list tables, used, uint64_t[:, ::1] state, int64_t most_tries,
    list columns=None,
):
    """Fills rows with hole cards: combos of all players together, so that no card comes twice.

    Every player draws alone, and where two collide all draw anew: to draw again only for the one who collides
    would favour what the other holds. What several players hold can also be drawn from one list of tuples.

    Args:
        tuples: uint16 (n, P), to be filled with combos; P from 1 to 10.
        combos: the combos that each player may hold, P arrays uint16 (m), m from 1 to 1326; or for several players
            together uint16 (m, w), m up to 65535, tuples that do not collide and hold no used card.
        tables: what ``alias_table`` made of their weights, as many pairs.
        used: the cards that nobody can hold, as a mask of ids.
        state: eight generators xoshiro256++, uint64 (4, 8), a generator's words in a column; they move on.
        most_tries: after how many tries to give up.
        columns: the columns of ``tuples`` that each fills, by default one each in order; others hold anything. Only one may
            fill several, and it holds all that is drawn from tables: the others hold one combo each.

    Returns:
        The rows filled, and the tries it took.
    """
    cdef ptrdiff_t players = tuples.shape[1], filled, source, column
    cdef uint64_t used_mask = card_mask(used, "used")
    cdef int64_t tries = 0
    cdef hand_source sources[MOST_PLAYERS]
    cdef draw_plan plan
    cdef uint64_t combo_masks[COMBOS]
    cdef const uint64_t[::1] thresholds
    cdef const uint16_t[::1] aliases
    cdef const uint16_t[:, ::1] hands
    cdef int count = <int>len(combos)
    cdef generator *generators = generator_of(state)
    cdef bint listed = False
    if columns is None:
        columns = [(player,) for player in range(players)]
    filling = sorted(sum(map(list, columns), []))
    if not 1 <= players <= MOST_PLAYERS or not set(filling) <= set(range(players)) or len(set(filling)) < len(filling):
        raise ValueError(f"1 to {MOST_PLAYERS} players have a column each")
    if not len(columns) == len(combos) == len(tables):
        raise ValueError("combos and tables are as many as columns")
    kept = []  # the arrays that the sources point into
    for source in range(count):
        width = len(columns[source])
        hands, (thresholds, aliases) = np.reshape(combos[source], (-1, width)), tables[source]
        kept.append((hands, thresholds, aliases))
        if not 1 <= hands.shape[0] == thresholds.shape[0] == aliases.shape[0] <= (COMBOS if width == 1 else 65535):
            raise ValueError(f"combos, thresholds and aliases are as many of each, for one player 1 to {COMBOS}")
        check_below(<const uint16_t[:hands.shape[0] * width]>&hands[0, 0], COMBOS, "combos")
        check_below(aliases, <uint16_t>hands.shape[0], "aliases")
        sources[source].combos = &hands[0, 0]
        sources[source].thresholds = &thresholds[0]
        sources[source].aliases = &aliases[0]
        sources[source].count, sources[source].width = <uint32_t>hands.shape[0], <uint32_t>width
        for column in range(width):
            sources[source].columns[column] = <uint32_t>columns[source][column]
        sources[source].even = gives_way(aliases) == 0
        sources[source].even_refused = <uint32_t>((<uint64_t>1 << 32) % <uint64_t>hands.shape[0])
        sources[source].refused = (-<uint64_t>hands.shape[0]) % <uint64_t>hands.shape[0]
        listed |= width > 1 and hands.shape[0] > 1
    if tuples.shape[0] == 0 or most_tries <= 0:
        return 0, 0
    with nogil:
        fill_combo_masks(combo_masks)
        make_plan(&plan, sources, count, <int>players, used_mask, combo_masks)
    if listed and plan.weighted > 1:
        raise ValueError("what is listed for several players must hold all that is drawn from tables")
    if plan.impossible:
        return 0, most_tries
    with nogil:
        filled = chosen_draw(&plan, combo_masks, generators, tuples.shape[0], most_tries, &tries, &tuples[0, 0])
    return filled, tries


def play(
    uint16_t[:, ::1] tuples, const uint8_t[::1] board, dead, uint64_t[:, ::1] state, int64_t[::1] counts,
    int64_t[:, ::1] categories=None, int64_t[:, ::1] held=None, double[:, ::1] shares=None, any_two=0, same=0,
    ptrdiff_t times=1,
):
    """Completes the board once for each row of hole cards, evenly from the cards that are left, and counts who wins.

    Args:
        tuples: the players' combos, uint16 (n, P), P from 2 to 10.
        board: the community cards so far, uint8 (0 to 5).
        dead: the cards that cannot be dealt, as a mask of ids.
        state: eight generators xoshiro256++, uint64 (4, 8), a generator's words in a column; they move on.
        counts: int64 (2**P); a row adds 1 at the mask of its winners, bit i for player i.
        categories: int64 (P, 9); a row adds 1 for each player at the category of their hand, 0 for a high card.
        held: int64 (P, 1326); a row adds 1 for each player at their combo.
        shares: float64 (P, 1326); a row adds 1 / k at the combo of each of its k winners.
        any_two: the players, as a mask, who are dealt any two of the cards that are left, whatever their columns hold:
            whatever the others hold leaves them equally many, so that this is the joint distribution too. With ``held``
            or ``shares`` their columns are filled.
        same: the players, as a mask, who hold in every row what they hold in the first. Where these are all players and
            winners alone are counted, they are looked up by the board's ranks.
        times: how many boards a row is dealt; more than one only where there is one row, the same for all players.

    Raises:
        ValueError: wrong shapes or ids, too few cards; a row with a card twice, once the rows before it are counted.
    """
    cdef ptrdiff_t players = tuples.shape[1], rows = tuples.shape[0], done, player
    cdef uint64_t used = card_mask(dead, "dead"), on_board = 0
    cdef unsigned int open_players, same_players
    cdef int left
    cdef generator *generators = generator_of(state)
    cdef game *spot
    if not 2 <= players <= MOST_PLAYERS or counts.shape[0] != 1 << players:
        raise ValueError(f"2 to {MOST_PLAYERS} players have counts of 2**P sets of winners")
    if board.shape[0] > 5:
        raise ValueError("a board has at most 5 cards")
    for card in board:
        if card >= DECK or on_board >> card & 1:
            raise ValueError(f"a board is of different ids from 0 to {DECK - 1}")
        on_board |= <uint64_t>1 << card
    if categories is not None and (categories.shape[0] != players or categories.shape[1] != CATEGORIES):
        raise ValueError(f"categories are (P, {CATEGORIES})")
    if held is not None and (held.shape[0] != players or held.shape[1] != COMBOS):
        raise ValueError(f"held is (P, {COMBOS})")
    if shares is not None and (shares.shape[0] != players or shares.shape[1] != COMBOS):
        raise ValueError(f"shares are (P, {COMBOS})")
    used |= on_board
    left = DECK - count_cards(used) - 2 * <int>players
    if left < 5 - board.shape[0]:
        raise ValueError("there are too few cards to complete the board")
    if not (0 <= any_two < 1 << players and 0 <= same < 1 << players and not any_two & same):
        raise ValueError("any_two and same are masks of different players")
    open_players, same_players = any_two, same
    for player in range(players if rows else 0):
        if same_players >> player & 1:
            used |= take_same(tuples[:, player], used)
        elif not open_players >> player & 1:
            check_below(tuples[:, player], COMBOS, "combos")
    if times != 1:
        if not (rows == 1 and same_players == (1u << players) - 1 and times >= 0):
            raise ValueError("only one row, the same for all players, can be dealt several boards")
        rows = times
    if rows == 0:
        return
    spot = <game *>malloc(sizeof(game))
    if spot == NULL:
        raise MemoryError("no room for the sums of all combos")
    spot.players = <int>players
    spot.step = <int>players if times == 1 else 0
    spot.missing = <int>(5 - board.shape[0])
    spot.board_masks = mask_cards(&board[0], <int>board.shape[0]) if board.shape[0] else 0
    spot.board_sum = sum_cards(&board[0], <int>board.shape[0]) if board.shape[0] else 0
    spot.left = left
    spot.open = 0
    for player in range(players):
        spot.place[player] = spot.open if open_players >> player & 1 else SAME if same_players >> player & 1 else DRAWN
        spot.open += open_players >> player & 1
    spot.counts = &counts[0]
    spot.categories = NULL if categories is None else &categories[0, 0]
    spot.held = NULL if held is None else &held[0, 0]
    spot.shares = NULL if shares is None else &shares[0, 0]
    spot.by_board_ranks = same_players == (1u << players) - 1 and categories is None and held is None and shares is None
    with nogil:
        make_game(spot, used)
        if spot.by_board_ranks:
            make_same(spot, &tuples[0, 0])
        done = chosen_play(spot, &tuples[0, 0], rows, generators)
        free(spot)
    if done < rows:
        raise ValueError(f"row {done} has a card twice, or one that is dead or on the board")
