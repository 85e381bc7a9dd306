# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Arrays of hands and of tables to strengths: gufuncs over the kernels.

The goal is ``STRENGTHS[(SHIFTS[sum >> a] + (sum >> b)) & mask]`` with the sum of seven cards' keys: see
``tools/make_tables.py`` for the scheme, ``rows.h`` for the plain kernel, ``rows_vectors.h`` for the one that evaluates
32 hands a round and ``seats_avx2.h`` for the one that sums a board once for all seats of its table.

What was tried, as the ratio to OMPEval on the same 4 million random hands (Zen 3, one thread, no validation):

- the plain kernel, 64-bit card sums and two look-ups: 2.0 to 2.8;
- key bytes summed by AVX2, look-ups scalar: 3.3; a flush that branches to find its suit costs a third of
  that, masks of all suits at once 4.3; prefetching 1 KB ahead on top, for hands that come from memory: 5.0;
- rows of 2**12, 2**13 or 2**14 (tables of 131, 116 or 131 KB): no difference; the smallest was kept;
- tables of six seats, as the ratio to the plain kernel's hands, in turns: sixteen seats summed and looked up at once
  1.5, a block of 32 tables summed before its look-ups 1.6, the boards summed in columns too 1.75; checked, 2.7.
  Joined rows of the same hands are a quarter faster still: the look-ups are the same, and flushes, a fifth of the
  time, are found one by one. Look-ups unrolled by four and flushes sought 64 seats at once: no difference. Flushes
  of many blocks listed without branches and found together: 1.08 to 1.13, for more code; of rows: 1.0. A row of
  91 strengths, of any two ranks, for each board's ranks (1.5 MB, made in 3 ms), so that a seat takes one look-up: 1.07,
  not kept; with one board at all tables, everything in the caches and no flush, it would be 1.5 times joined rows.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy

cimport numpy as cnp
from holdem_core.kernels.common.gufunc cimport (
    INTEGER_TYPE_COUNT, INTEGER_TYPES, LoopContext, add_loop, gufunc_loop, is_checked, make_gufunc, operand_bytes,
    operand_type,
)

from holdem_core.errors import CardError
from holdem_core.kernels.evaluate.hand import evaluate_hand
from holdem_core.kernels.common.simd import SIMD, WITH_AVX2

cnp.import_array()
cnp.import_ufunc()

cdef extern from "common/deck.h" nogil:
    enum: MOST_SEATS_HERE "MOST_SEATS"

cdef extern from "evaluate/strength.h" nogil:
    enum: CATEGORIES, HAND_NO_CARD, HAND_DUPLICATE
    const uint16_t *BEST "BEST_OF_CATEGORY"
    bint row_is_fine(const uint8_t *, int)
    int row_status(const uint8_t *, int, int *)

cdef extern from "evaluate/pack_ids.h" nogil:
    ctypedef struct card_rows:
        const char *data
        ptrdiff_t row_stride, card_stride
        int cards, id_bytes
    bint lie_packed(const card_rows *)
    void pack_rows(const card_rows *, ptrdiff_t, ptrdiff_t, uint8_t *, int)
    ptrdiff_t first_row_of_no_cards(const uint8_t *, ptrdiff_t, int)

cdef extern from "evaluate/rows.h" nogil:
    ctypedef ptrdiff_t evaluate_rows(const uint8_t *, ptrdiff_t, int, int, uint16_t *)
    evaluate_rows evaluate_rows_plain

cdef extern from "evaluate/seats.h" nogil:
    ptrdiff_t first_bad_seat(const uint8_t *, ptrdiff_t, int, const uint8_t *, int, int)
    void seats_plain(const uint8_t *, ptrdiff_t, int, const uint8_t *, int, uint16_t *)
    enum: TABLE_FINE, TABLE_NO_CARD, TABLE_DUPLICATE, TABLE_SHORT_BOARD, TABLE_ODD_BOARD
    int showdown_strengths(
        const uint8_t *, ptrdiff_t, const uint8_t *, const uint8_t *, uint16_t *, ptrdiff_t *)
    void clear_folded(const uint8_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, uint16_t *)

cdef extern from "evaluate/best_five.h" nogil:
    void best_five_cards(const uint8_t *, int, uint8_t *)

cdef extern from "evaluate/rows_avx2.h" nogil:
    evaluate_rows evaluate_rows_avx2

cdef extern from "evaluate/rows_avx512.h" nogil:
    evaluate_rows evaluate_rows_avx512

cdef extern from "evaluate/seats_avx2.h" nogil:
    enum: SPARE "TABLES_A_GROUP"
    ctypedef struct card_tables:
        const uint8_t *holes
        const uint8_t *boards
        ptrdiff_t hole_stride, board_stride, count
        int seats
    ctypedef ptrdiff_t evaluate_tables(const card_tables *, int, uint16_t *)
    evaluate_tables evaluate_tables_plain, evaluate_tables_avx2
    ctypedef ptrdiff_t count_different(const card_tables *)
    count_different count_different_plain, count_different_avx2

cdef evaluate_rows *chosen_rows = evaluate_rows_avx2 if WITH_AVX2 else evaluate_rows_plain
if SIMD == "avx512":
    chosen_rows = evaluate_rows_avx512
cdef evaluate_tables *chosen_tables = evaluate_tables_avx2 if WITH_AVX2 else evaluate_tables_plain
cdef count_different *chosen_different = count_different_avx2 if WITH_AVX2 else count_different_plain

NOT_A_CARD, DUPLICATE = HAND_NO_CARD, HAND_DUPLICATE
MOST_SEATS = MOST_SEATS_HERE
BEST_OF_CATEGORY = tuple([BEST[category] for category in range(CATEGORIES)])
TABLE_FAULTS = {TABLE_NO_CARD: "no card", TABLE_DUPLICATE: "duplicate", TABLE_SHORT_BOARD: "short board",
                TABLE_ODD_BOARD: "odd board"}

cdef enum:
    BLOCK = 1024
    COPIES = 256   # tables packed at once
    STRETCH = 1024  # tables evaluated before they are looked at: whole blocks of the kernel, which leaves SPARE ones
    MOST_CARDS = 7


cdef card_rows rows_of(
    LoopContext *context, int operand, const char *data, ptrdiff_t cards, ptrdiff_t row_stride, ptrdiff_t card_stride,
) noexcept nogil:
    """A loop's operand as rows of cards."""
    cdef card_rows rows
    rows.data, rows.cards, rows.id_bytes = data, <int>cards, operand_bytes(context, operand)
    rows.row_stride, rows.card_stride = row_stride, card_stride
    return rows


cdef bint may_hold_no_card(LoopContext *context, int operands) noexcept nogil:
    """Whether ids have to be looked at even unchecked: those of any type but bytes."""
    cdef int operand
    for operand in range(operands):
        if operand_type(context, operand) != cnp.NPY_UBYTE:
            return True
    return False


cdef const uint8_t *packed_rows(const card_rows *rows, ptrdiff_t first, ptrdiff_t count, uint8_t *room) noexcept nogil:
    """Rows of ids, packed: where they lie if they are, else copied."""
    if lie_packed(rows):
        return <const uint8_t *>rows.data + first * rows.cards
    pack_rows(rows, first, count, room, rows.cards)
    return room


cdef int refuse_row(const uint8_t *row, int cards, ptrdiff_t index) except -1 with gil:
    try:
        evaluate_hand(row[:cards])
    except CardError as error:
        raise CardError(f"hand {index}: {error}") from None


cdef int clear_strengths(char *out, ptrdiff_t count, ptrdiff_t stride) noexcept nogil:
    cdef ptrdiff_t i
    for i in range(count):
        (<uint16_t *>(out + i * stride))[0] = 0
    return 0


cdef uint16_t *strengths_at(char *out, ptrdiff_t first, ptrdiff_t stride, uint16_t *room) noexcept nogil:
    """Where the kernels may put strengths: where they belong if those lie packed, else in a room."""
    return <uint16_t *>out + first if stride == sizeof(uint16_t) else room


cdef int spread_strengths(
    const uint16_t *strengths, ptrdiff_t count, char *out, ptrdiff_t first, ptrdiff_t stride
) noexcept nogil:
    """Strengths to where they belong, if they are not there."""
    cdef ptrdiff_t i
    if stride != sizeof(uint16_t):
        for i in range(count):
            (<uint16_t *>(out + (first + i) * stride))[0] = strengths[i]
    return 0


cdef int evaluate_copies(
    const card_rows *hands, const card_rows *boards, ptrdiff_t count, bint look, bint validate,
    char *out, ptrdiff_t out_stride,
) except -1 nogil:
    """Hands, each with its board behind it, by way of small packed copies."""
    cdef int cards = hands.cards + boards.cards
    cdef ptrdiff_t start = 0, rows, done
    cdef uint8_t room[BLOCK * MOST_CARDS]
    cdef uint16_t strength_room[BLOCK]
    cdef uint16_t *strengths
    while start < count:
        rows = min(count - start, BLOCK)
        strengths = strengths_at(out, start, out_stride, strength_room)
        pack_rows(hands, start, rows, room, cards)
        pack_rows(boards, start, rows, room + hands.cards, cards)
        done = first_row_of_no_cards(room, rows, cards) if look and not validate else rows
        if done == rows:
            done = chosen_rows(room, rows, cards, validate, strengths)
        if done < rows:
            refuse_row(room + done * cards, cards, start + done)
        spread_strengths(strengths, rows, out, start, out_stride)
        start += rows
    return 0


cdef int evaluate_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions, const cnp.npy_intp *strides,
    void *auxiliary,
) except -1 nogil:
    """(k)->(): rows of ids to strengths, packed bytes where they lie."""
    cdef bint validate = is_checked(context)
    cdef ptrdiff_t count = dimensions[0], done
    cdef bint look = may_hold_no_card(context, 1)
    cdef card_rows hands, none
    if not 5 <= dimensions[1] <= MOST_CARDS:
        return clear_strengths(data[1], count, strides[1])
    hands = rows_of(context, 0, data[0], dimensions[1], strides[0], strides[2])
    none = rows_of(context, 0, NULL, 0, 0, 0)
    if look or not lie_packed(&hands) or strides[1] != sizeof(uint16_t):
        return evaluate_copies(&hands, &none, count, look, validate, data[1], strides[1])
    done = chosen_rows(<const uint8_t *>data[0], count, hands.cards, validate, <uint16_t *>data[1])
    if done < count:
        refuse_row(<const uint8_t *>data[0] + done * hands.cards, hands.cards, done)
    return 0


cdef int evaluate_seats(
    const card_rows *holes, const card_rows *board, ptrdiff_t seats, bint look, bint validate,
    char *out, ptrdiff_t out_stride, ptrdiff_t first_index,
) except -1 nogil:
    """One board under any number of seats' hole cards."""
    cdef uint8_t board_room[MOST_CARDS]
    cdef uint8_t hole_room[BLOCK * MOST_CARDS]
    cdef uint8_t joined[MOST_CARDS]
    cdef uint16_t strength_room[BLOCK]
    cdef uint16_t *strengths
    cdef ptrdiff_t start = 0, block, bad
    cdef const uint8_t *holes_here
    cdef const uint8_t *board_here = packed_rows(board, 0, 1, board_room)
    while start < seats:
        block = min(seats - start, BLOCK)
        holes_here = packed_rows(holes, start, block, hole_room)
        if validate or look:
            bad = first_bad_seat(holes_here, block, holes.cards, board_here, board.cards, validate)
            if bad < block:
                memcpy(joined, holes_here + bad * holes.cards, holes.cards)
                memcpy(joined + holes.cards, board_here, board.cards)
                refuse_row(joined, holes.cards + board.cards, first_index + start + bad)
        strengths = strengths_at(out, start, out_stride, strength_room)
        seats_plain(holes_here, block, holes.cards, board_here, board.cards, strengths)
        spread_strengths(strengths, block, out, start, out_stride)
        start += block
    return 0


cdef int with_board_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    """(h),(b)->(): hole cards with a board each, or all with the same one."""
    cdef bint validate = is_checked(context)
    cdef ptrdiff_t count = dimensions[0]
    cdef bint look = may_hold_no_card(context, 2)
    cdef card_rows holes, boards
    if not 5 <= dimensions[1] + dimensions[2] <= MOST_CARDS:
        return clear_strengths(data[2], count, strides[2])
    holes = rows_of(context, 0, data[0], dimensions[1], strides[0], strides[3])
    boards = rows_of(context, 1, data[1], dimensions[2], strides[1], strides[4])
    if strides[1] == 0:
        return evaluate_seats(&holes, &boards, count, look, validate, data[2], strides[2], 0)
    return evaluate_copies(&holes, &boards, count, look, validate, data[2], strides[2])


cdef bint are_packed(
    char **data, const cnp.npy_intp *dimensions, const cnp.npy_intp *strides, const cnp.npy_intp *within,
    card_tables *tables,
) noexcept nogil:
    """Whether a loop's tables lie as the kernel for tables reads them; then ``tables`` says where.

    ``data`` and ``strides`` are bytes of (p,2) and (5), ``within`` their strides from seat to seat and card to card,
    then that of the board.
    """
    tables.holes, tables.boards = <const uint8_t *>data[0], <const uint8_t *>data[1]
    tables.hole_stride, tables.board_stride = strides[0], strides[1]
    tables.count, tables.seats = dimensions[0], <int>min(dimensions[1], MOST_SEATS_HERE + 1)
    return (within[0] == 2 and within[1] == within[2] == 1 and strides[0] >= 2 * tables.seats
            and 0 < tables.seats <= MOST_SEATS_HERE)


cdef card_tables some_tables(const card_tables *tables, ptrdiff_t first, ptrdiff_t count) noexcept nogil:
    cdef card_tables some = tables[0]
    some.holes += first * some.hole_stride
    some.boards += first * some.board_stride
    some.count = count
    return some


cdef ptrdiff_t evaluate_table_copies(
    const card_rows *holes, ptrdiff_t table_stride, const card_rows *boards, ptrdiff_t count, int seats, bint look,
    bint validate, uint16_t *strengths,
) noexcept nogil:
    """Tables by way of small packed copies; returns how many it did, none with a bad hand and not the last ones."""
    cdef uint8_t hole_room[2 * MOST_SEATS_HERE * (COPIES + SPARE)]
    cdef uint8_t board_room[5 * (COPIES + SPARE)]
    cdef card_rows here
    cdef card_tables tables
    cdef ptrdiff_t done = 0, some = 1, table
    tables.holes, tables.boards, tables.hole_stride, tables.board_stride = hole_room, board_room, 2 * seats, 5
    tables.seats = seats
    while some:
        tables.count = min(COPIES + SPARE, count - done)
        for table in range(tables.count):
            here = holes[0]
            here.data += (done + table) * table_stride
            pack_rows(&here, 0, seats, hole_room + 2 * seats * table, 2)
        pack_rows(boards, done, tables.count, board_room, 5)
        if look and not validate and not (
                first_row_of_no_cards(hole_room, seats * tables.count, 2) == seats * tables.count
                and first_row_of_no_cards(board_room, tables.count, 5) == tables.count):
            break
        some = chosen_tables(&tables, validate, strengths + done * seats)
        done += some
    return done


cdef int seats_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    """(p,h),(b)->(p): a board for each table of p seats."""
    cdef bint validate = is_checked(context)
    cdef ptrdiff_t table = 0, seats = dimensions[1]
    cdef bint look = may_hold_no_card(context, 2)
    cdef card_rows holes, boards
    cdef card_tables tables
    if not 5 <= dimensions[2] + dimensions[3] <= MOST_CARDS:
        for table in range(dimensions[0]):
            clear_strengths(data[2] + table * strides[2], seats, strides[6])
        return 0
    holes = rows_of(context, 0, data[0], dimensions[2], strides[3], strides[4])
    boards = rows_of(context, 1, data[1], dimensions[3], strides[1], strides[5])
    if (holes.cards == 2 and boards.cards == 5 and 0 < seats <= MOST_SEATS_HERE
            and strides[6] == sizeof(uint16_t) and strides[2] == strides[6] * seats):
        if not look and are_packed(data, dimensions, strides, strides + 3, &tables):
            table = chosen_tables(&tables, validate, <uint16_t *>data[2])
        else:
            table = evaluate_table_copies(
                &holes, strides[0], &boards, dimensions[0], <int>seats, look, validate, <uint16_t *>data[2])
    holes.data += table * strides[0]
    boards.data += table * strides[1]
    for table in range(table, dimensions[0]):
        evaluate_seats(
            &holes, &boards, seats, look, validate, data[2] + table * strides[2], strides[6], table * seats)
        holes.data += strides[0]
        boards.data += strides[1]
    return 0


cdef int show_table(
    char **data, ptrdiff_t seats, const cnp.npy_intp *strides, const cnp.npy_intp *within, ptrdiff_t table,
    uint16_t *strengths, ptrdiff_t *culprit,
) noexcept nogil:
    """Reads one table out of a loop's operands: holes (p,2), board (5), live (p)."""
    cdef uint8_t hole_room[2 * MOST_SEATS_HERE]
    cdef uint8_t board_room[5]
    cdef uint8_t live_room[MOST_SEATS_HERE]
    cdef card_rows holes = card_rows(data[0] + table * strides[0], within[0], within[1], 2, 1)
    cdef card_rows board = card_rows(data[1] + table * strides[1], 5, within[2], 5, 1)
    cdef card_rows live = card_rows(data[2] + table * strides[2], within[3], 1, 1, 1)
    return showdown_strengths(
        packed_rows(&holes, 0, seats, hole_room),
        seats,
        packed_rows(&board, 0, 1, board_room),
        packed_rows(&live, 0, seats, live_room),
        strengths,
        culprit,
    )


cdef int refuse_table(ptrdiff_t table) except -1 with gil:
    raise CardError(f"hand {table} has cards that cannot be")


cdef int show_tables(
    char **data, ptrdiff_t seats, const cnp.npy_intp *strides, ptrdiff_t first, ptrdiff_t count,
) except -1 nogil:
    """The strengths at the showdown of tables one by one."""
    cdef uint16_t room[MOST_SEATS_HERE]
    cdef uint16_t *strengths
    cdef ptrdiff_t table, culprit
    for table in range(first, first + count):
        strengths = strengths_at(data[3] + table * strides[3], 0, strides[8], room)
        if (seats > MOST_SEATS_HERE
                or show_table(data, seats, strides, strides + 4, table, strengths, &culprit) != TABLE_FINE):
            refuse_table(table)
        spread_strengths(strengths, seats, data[3] + table * strides[3], 0, strides[8])
    return 0


cdef ptrdiff_t show_packed(
    char **data, ptrdiff_t seats, const cnp.npy_intp *strides, const card_tables *tables, ptrdiff_t first,
) except -1 nogil:
    """The strengths at the showdown of the next stretch of packed tables; returns how many tables it did."""
    cdef uint16_t *strengths = <uint16_t *>(data[3] + first * strides[3])
    cdef card_tables here = some_tables(tables, first, min(STRETCH + SPARE, tables.count - first))
    cdef ptrdiff_t count = min(chosen_tables(&here, False, strengths), STRETCH), done = 0
    clear_folded(<const uint8_t *>data[2] + first * strides[2], strides[2], count, seats, strengths)
    while done < count:
        here = some_tables(tables, first + done, count - done)
        done += chosen_different(&here)
        if done < count:  # cards that nobody has seen, or cannot be
            show_tables(data, seats, strides, first + done, 1)
            done += 1
    return count


cdef int showdown_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions, const cnp.npy_intp *strides,
    void *auxiliary,
) except -1 nogil:
    """(p,2),(5),(p)->(p): strengths at the showdown, 0 for seats that do not show."""
    cdef ptrdiff_t first = 0, done
    cdef card_tables tables
    cdef bint packed = (
        are_packed(data, dimensions, strides, strides + 4, &tables) and strides[7] == 1
        and strides[8] == sizeof(uint16_t) and strides[3] == strides[8] * dimensions[1])
    while first < dimensions[0]:
        done = show_packed(data, dimensions[1], strides, &tables, first) if packed else 0
        if done == 0:
            done = min(STRETCH, dimensions[0] - first)
            show_tables(data, dimensions[1], strides, first, done)
        first += done
    return 0


cdef int table_fault_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions, const cnp.npy_intp *strides,
    void *auxiliary,
) except -1 nogil:
    """(p,2),(5),(p)->(),(): what is wrong with each table, and with which of its cards."""
    cdef ptrdiff_t table, culprit = 0
    cdef uint16_t strengths[MOST_SEATS_HERE]
    if dimensions[1] > MOST_SEATS_HERE:
        refuse_table(0)
    for table in range(dimensions[0]):
        (<uint8_t *>(data[3] + table * strides[3]))[0] = show_table(
            data, dimensions[1], strides, strides + 5, table, strengths, &culprit)
        (<uint8_t *>(data[4] + table * strides[4]))[0] = <uint8_t>culprit
    return 0


cdef int best_five_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    """(h),(b)->(5): the best five of each hand with its board."""
    cdef ptrdiff_t row, i
    cdef int cards = <int>(dimensions[1] + dimensions[2])
    cdef uint8_t hand[MOST_CARDS]
    cdef uint8_t five[5]
    cdef card_rows holes, boards
    if dimensions[1] > MOST_CARDS or dimensions[2] > MOST_CARDS - dimensions[1]:
        refuse_table(0)
    holes = rows_of(context, 0, data[0], dimensions[1], strides[0], strides[3])
    boards = rows_of(context, 1, data[1], dimensions[2], strides[1], strides[4])
    for row in range(dimensions[0]):
        pack_rows(&holes, row, 1, hand, cards)
        pack_rows(&boards, row, 1, hand + holes.cards, cards)
        if not row_is_fine(hand, cards):
            refuse_row(hand, cards, row)
        best_five_cards(hand, cards, five)
        for i in range(5):
            (<uint8_t *>(data[2] + row * strides[2] + i * strides[5]))[0] = five[i]
    return 0


cdef int status_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    """(k)->(),(): what is wrong with each row of cards, and with which of them."""
    cdef ptrdiff_t row
    cdef int column = 0
    cdef uint8_t hand[MOST_CARDS]
    cdef card_rows hands = rows_of(context, 0, data[0], min(dimensions[1], MOST_CARDS), strides[0], strides[3])
    for row in range(dimensions[0]):
        pack_rows(&hands, row, 1, hand, hands.cards)
        (<uint8_t *>(data[1] + row * strides[1]))[0] = row_status(hand, hands.cards, &column)
        (<uint8_t *>(data[2] + row * strides[2]))[0] = column
    return 0


# --- the gufuncs -------------------------------------------------------------------------------------

ctypedef struct recipe:
    const char *name
    const char *signature
    const char *inputs   # a letter each: * for any integer type, B for uint8
    const char *outputs  # B for uint8, H for uint16
    gufunc_loop *loop
    bint checked

cdef recipe[10] RECIPES
RECIPES[0] = recipe(b"strengths", b"(k)->()", b"*", b"H", evaluate_loop, True)
RECIPES[1] = recipe(b"strengths_unchecked", b"(k)->()", b"*", b"H", evaluate_loop, False)
RECIPES[2] = recipe(b"strengths_with_board", b"(h),(b)->()", b"**", b"H", with_board_loop, True)
RECIPES[3] = recipe(b"strengths_with_board_unchecked", b"(h),(b)->()", b"**", b"H", with_board_loop, False)
RECIPES[4] = recipe(b"seat_strengths", b"(p,h),(b)->(p)", b"**", b"H", seats_loop, True)
RECIPES[5] = recipe(b"seat_strengths_unchecked", b"(p,h),(b)->(p)", b"**", b"H", seats_loop, False)
RECIPES[6] = recipe(b"best_fives", b"(h),(b)->(5)", b"**", b"B", best_five_loop, True)
RECIPES[7] = recipe(b"card_faults", b"(k)->(),()", b"*", b"BB", status_loop, True)
RECIPES[8] = recipe(b"table_strengths", b"(p,2),(5),(p)->(p)", b"BBB", b"H", showdown_loop, True)
RECIPES[9] = recipe(b"table_faults", b"(p,2),(5),(p)->(),()", b"BBB", b"BB", table_fault_loop, True)


cdef int add_loops(object gufunc, const recipe *made, bytes letters, int *types, int operand) except -1:
    """Adds a loop for each choice of the types of an operand and those behind it."""
    cdef int i
    if operand == len(letters):
        return add_loop(gufunc, made.loop, types)
    if letters[operand] == c"*":
        for i in range(INTEGER_TYPE_COUNT):
            types[operand] = INTEGER_TYPES[i]
            add_loops(gufunc, made, letters, types, operand + 1)
        return 0
    types[operand] = cnp.NPY_USHORT if letters[operand] == c"H" else cnp.NPY_UBYTE
    return add_loops(gufunc, made, letters, types, operand + 1)


def __getattr__(str name not None):
    """Makes a gufunc when it is first asked for: their loops for all types would take a third of the import."""
    cdef int types[8]
    cdef int i
    for i in range(<int>(sizeof(RECIPES) // sizeof(RECIPES[0]))):
        if name == RECIPES[i].name.decode():
            gufunc = make_gufunc(
                RECIPES[i].name, RECIPES[i].signature, <int>len(RECIPES[i].inputs), <int>len(RECIPES[i].outputs),
                RECIPES[i].checked)
            add_loops(gufunc, &RECIPES[i], RECIPES[i].inputs + RECIPES[i].outputs, types, 0)
            return globals().setdefault(name, gufunc)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
