# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Arrays of hands and of tables to strengths: gufuncs over the kernels.

The goal is ``STRENGTHS[(SHIFTS[sum >> a] + (sum >> b)) & mask]`` with the sum of seven cards' keys: see
``make_tables.py`` for the scheme, ``arrays.h`` for the plain kernel, ``rows_simd.h`` for the one that evaluates 32
hands a round and ``seats_avx2.h`` for the one that sums a board once for all seats of its table.

What was tried, as the ratio to OMPEval on the same 4 million random hands (Zen 3, one thread, no validation):

- the plain kernel, 64-bit card sums and two look-ups: 2.0 to 2.8;
- key bytes summed by AVX2, look-ups scalar: 3.3; a flush that branches to find its suit costs a third of
  that, masks of all suits at once 4.3; prefetching 1 KB ahead on top, for hands that come from memory: 5.0;
- rows of 2**12, 2**13 or 2**14 (tables of 131, 116 or 131 KB): no difference; the smallest was kept;
- tables of six seats, as the ratio to the plain kernel's hands, in turns: sixteen seats summed and looked up at once
  1.5, a block of 32 tables summed before its look-ups 1.6, the boards summed in columns too 1.75; checked, 2.7.
  Joined rows of the same hands are a quarter faster still: the look-ups are the same, and flushes, a fifth of the
  time, are found one by one. Look-ups unrolled by four and flushes sought 64 seats at once: no difference. A row of
  91 strengths, of any two ranks, for each board's ranks (1.5 MB, made in 3 ms), so that a seat takes one look-up: 1.07,
  not kept; with one board at all tables, everything in the caches and no flush, it would be 1.5 times joined rows.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy

cimport numpy as cnp
from holdem_core.kernels.gufunc cimport (
    INTEGER_TYPE_COUNT, INTEGER_TYPES, LoopContext, add_loop, gufunc_loop, make_gufunc, operand_type, read_id,
)

from holdem_core.errors import CardError
from holdem_core.kernels.evaluate import evaluate_hand
from holdem_core.kernels.simd import SIMD, WITH_AVX2

cnp.import_array()
cnp.import_ufunc()

cdef extern from "evaluate.h" nogil:
    enum: HAND_NO_CARD, HAND_DUPLICATE
    bint row_is_fine(const uint8_t *, int)
    int row_status(const uint8_t *, int, int *)

cdef extern from "arrays.h" nogil:
    ctypedef ptrdiff_t evaluate_rows(const uint8_t *, ptrdiff_t, int, int, uint16_t *)
    evaluate_rows evaluate_rows_plain
    ptrdiff_t first_bad_seat(const uint8_t *, ptrdiff_t, int, const uint8_t *, int, int)
    void seats_plain(const uint8_t *, ptrdiff_t, int, const uint8_t *, int, uint16_t *)
    enum: TABLE_FINE, TABLE_NO_CARD, TABLE_DUPLICATE, TABLE_SHORT_BOARD, TABLE_ODD_BOARD
    int showdown_strengths(
        const uint8_t *, ptrdiff_t, const uint8_t *, const uint8_t *, uint16_t *, ptrdiff_t *)
    void clear_folded(const uint8_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, uint16_t *)
    void best_five_cards(const uint8_t *, int, uint8_t *)

cdef extern from "evaluate_avx2.h" nogil:
    evaluate_rows evaluate_rows_avx2

cdef extern from "evaluate_avx512.h" nogil:
    evaluate_rows evaluate_rows_avx512

cdef extern from "seats_avx2.h" nogil:
    enum: MOST_SEATS "MOST_SEATS_A_TABLE", SPARE "TABLES_A_GROUP"
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

NO_CARD, DUPLICATE = HAND_NO_CARD, HAND_DUPLICATE
TABLE_FAULTS = {TABLE_NO_CARD: "no card", TABLE_DUPLICATE: "duplicate", TABLE_SHORT_BOARD: "short board",
                TABLE_ODD_BOARD: "odd board"}

cdef enum:
    BLOCK = 256
    STRETCH = 1024  # tables evaluated before they are looked at: whole blocks of the kernel, which leaves SPARE ones
    MOST_CARDS = 7


cdef const uint8_t *packed_rows(
    const char *source, ptrdiff_t rows, int cards, ptrdiff_t row_stride, ptrdiff_t card_stride,
    int type_number, uint8_t *room,
) noexcept nogil:
    """Rows of ids, packed: where they lie if they are, else copied; ids that fit no byte become 255."""
    cdef ptrdiff_t row
    cdef int card
    if type_number == cnp.NPY_UBYTE and (card_stride == 1 or cards == 1) and (row_stride == cards or rows == 1):
        return <const uint8_t *>source
    for row in range(rows):
        for card in range(cards):
            room[row * cards + card] = read_id(source + row * row_stride + card * card_stride, type_number)
    return room


cdef ptrdiff_t first_row_of_no_cards(const uint8_t *rows, ptrdiff_t count, int cards) noexcept nogil:
    """The first row with an id over 51; ``count`` if there is none."""
    cdef ptrdiff_t i
    for i in range(count * cards):
        if rows[i] > 51:
            return i // cards
    return count


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


cdef int put_strengths(char *out, ptrdiff_t count, ptrdiff_t stride, const uint16_t *values) noexcept nogil:
    cdef ptrdiff_t i
    for i in range(count):
        (<uint16_t *>(out + i * stride))[0] = values[i]
    return 0


cdef int evaluate_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, bint validate,
) except -1 nogil:
    """(k)->(): rows of ids to strengths, packed ones where they lie, others by way of a small copy."""
    cdef ptrdiff_t count = dimensions[0], start = 0, rows, done, i
    cdef int cards = <int>min(dimensions[1], 8)
    cdef int type_number = operand_type(context, 0)
    cdef bint in_place = (
        type_number == cnp.NPY_UBYTE and strides[2] == 1 and strides[0] == cards and strides[1] == 2)
    cdef uint8_t room[BLOCK * MOST_CARDS]
    cdef uint16_t strengths[BLOCK]
    cdef const uint8_t *packed
    if cards < 5 or cards > 7:
        return clear_strengths(data[1], count, strides[1])
    if in_place:
        done = chosen_rows(<const uint8_t *>data[0], count, cards, validate, <uint16_t *>data[1])
        if done < count:
            refuse_row(<const uint8_t *>data[0] + done * cards, cards, done)
        return 0
    while start < count:
        rows = min(count - start, BLOCK)
        packed = packed_rows(data[0] + start * strides[0], rows, cards, strides[0], strides[2], type_number, room)
        done = rows
        if type_number != cnp.NPY_UBYTE and not validate:
            done = first_row_of_no_cards(packed, rows, cards)
        if done == rows:
            done = chosen_rows(packed, rows, cards, validate, strengths)
        if done < rows:
            refuse_row(packed + done * cards, cards, start + done)
        put_strengths(data[1] + start * strides[1], rows, strides[1], strengths)
        start += rows
    return 0


cdef int evaluate_seats(
    const char *holes, ptrdiff_t seats, int hole_cards, ptrdiff_t seat_stride, ptrdiff_t hole_stride,
    int hole_type, const char *board, int board_cards, ptrdiff_t board_stride, int board_type,
    char *out, ptrdiff_t out_stride, ptrdiff_t first_index, bint validate,
) except -1 nogil:
    """One board under any number of seats' hole cards."""
    cdef uint8_t board_room[MOST_CARDS]
    cdef uint8_t hole_room[BLOCK * MOST_CARDS]
    cdef uint8_t joined[MOST_CARDS]
    cdef uint16_t strengths[BLOCK]
    cdef ptrdiff_t start = 0, block, bad
    cdef bint packed_out = out_stride == sizeof(uint16_t)
    cdef const uint8_t *holes_here
    cdef const uint8_t *board_here = packed_rows(board, 1, board_cards, 0, board_stride, board_type, board_room)
    while start < seats:
        block = min(seats - start, BLOCK)
        holes_here = packed_rows(
            holes + start * seat_stride, block, hole_cards, seat_stride, hole_stride, hole_type, hole_room)
        if validate or hole_type != cnp.NPY_UBYTE or board_type != cnp.NPY_UBYTE:
            bad = first_bad_seat(holes_here, block, hole_cards, board_here, board_cards, validate)
            if bad < block:
                memcpy(joined, holes_here + bad * hole_cards, hole_cards)
                memcpy(joined + hole_cards, board_here, board_cards)
                refuse_row(joined, hole_cards + board_cards, first_index + start + bad)
        if packed_out:
            seats_plain(holes_here, block, hole_cards, board_here, board_cards, <uint16_t *>out + start)
        else:
            seats_plain(holes_here, block, hole_cards, board_here, board_cards, strengths)
            put_strengths(out + start * out_stride, block, out_stride, strengths)
        start += block
    return 0


cdef int with_board_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, bint validate,
) except -1 nogil:
    """(h),(b)->(): hole cards with a board each, or all with the same one."""
    cdef ptrdiff_t count = dimensions[0], seats, start = 0
    cdef int hole_type = operand_type(context, 0), board_type = operand_type(context, 1)
    if not 5 <= dimensions[1] + dimensions[2] <= MOST_CARDS:
        return clear_strengths(data[2], count, strides[2])
    seats = count if strides[1] == 0 else 1
    while start < count:
        evaluate_seats(
            data[0] + start * strides[0], seats, <int>dimensions[1], strides[0], strides[3], hole_type,
            data[1] + start * strides[1], <int>dimensions[2], strides[4], board_type,
            data[2] + start * strides[2], strides[2], start, validate)
        start += seats
    return 0


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
    tables.count, tables.seats = dimensions[0], <int>min(dimensions[1], MOST_SEATS + 1)
    return (within[0] == 2 and within[1] == within[2] == 1 and strides[0] >= 2 * tables.seats
            and 0 < tables.seats <= MOST_SEATS)


cdef card_tables some_tables(const card_tables *tables, ptrdiff_t first, ptrdiff_t count) noexcept nogil:
    cdef card_tables some = tables[0]
    some.holes += first * some.hole_stride
    some.boards += first * some.board_stride
    some.count = count
    return some


cdef int seats_loop(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, bint validate,
) except -1 nogil:
    """(p,h),(b)->(p): a board for each table of p seats."""
    cdef ptrdiff_t table = 0
    cdef int hole_type = operand_type(context, 0), board_type = operand_type(context, 1)
    cdef card_tables tables
    if (hole_type == board_type == cnp.NPY_UBYTE and dimensions[2] == 2 and dimensions[3] == 5
            and strides[6] == sizeof(uint16_t) and strides[2] == strides[6] * dimensions[1]
            and are_packed(data, dimensions, strides, strides + 3, &tables)):
        table = chosen_tables(&tables, validate, <uint16_t *>data[2])
    for table in range(table, dimensions[0]):
        if not 5 <= dimensions[2] + dimensions[3] <= MOST_CARDS:
            clear_strengths(data[2] + table * strides[2], dimensions[1], strides[6])
            continue
        evaluate_seats(
            data[0] + table * strides[0], dimensions[1], <int>dimensions[2], strides[3], strides[4], hole_type,
            data[1] + table * strides[1], <int>dimensions[3], strides[5], board_type,
            data[2] + table * strides[2], strides[6], table * dimensions[1], validate)
    return 0


cdef int show_table(
    char **data, ptrdiff_t seats, const cnp.npy_intp *strides, const cnp.npy_intp *within, ptrdiff_t table,
    uint16_t *strengths, ptrdiff_t *culprit,
) noexcept nogil:
    """Reads one table out of a loop's operands: holes (p,2), board (5), live (p)."""
    cdef uint8_t hole_room[2 * MOST_SEATS]
    cdef uint8_t board_room[5]
    cdef uint8_t live_room[MOST_SEATS]
    return showdown_strengths(
        packed_rows(data[0] + table * strides[0], seats, 2, within[0], within[1], cnp.NPY_UBYTE, hole_room),
        seats,
        packed_rows(data[1] + table * strides[1], 1, 5, 0, within[2], cnp.NPY_UBYTE, board_room),
        packed_rows(data[2] + table * strides[2], seats, 1, within[3], 0, cnp.NPY_UBYTE, live_room),
        strengths,
        culprit,
    )


cdef int refuse_table(ptrdiff_t table) except -1 with gil:
    raise CardError(f"hand {table} has cards that cannot be")


cdef int show_tables(
    char **data, ptrdiff_t seats, const cnp.npy_intp *strides, ptrdiff_t first, ptrdiff_t count,
) except -1 nogil:
    """The strengths at the showdown of tables one by one."""
    cdef uint16_t strengths[MOST_SEATS]
    cdef ptrdiff_t table, culprit
    for table in range(first, first + count):
        if (seats > MOST_SEATS
                or show_table(data, seats, strides, strides + 4, table, strengths, &culprit) != TABLE_FINE):
            refuse_table(table)
        put_strengths(data[3] + table * strides[3], seats, strides[8], strengths)
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
    cdef uint16_t strengths[MOST_SEATS]
    if dimensions[1] > MOST_SEATS:
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
    cdef ptrdiff_t row
    cdef int i, hole_cards = <int>dimensions[1], cards = <int>(dimensions[1] + dimensions[2])
    cdef uint8_t hand[MOST_CARDS]
    cdef uint8_t five[5]
    for row in range(dimensions[0]):
        if cards > MOST_CARDS:
            refuse_table(row)
        for i in range(cards):
            if i < hole_cards:
                hand[i] = read_id(data[0] + row * strides[0] + i * strides[3], operand_type(context, 0))
            else:
                hand[i] = read_id(
                    data[1] + row * strides[1] + (i - hole_cards) * strides[4], operand_type(context, 1))
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
    cdef int column = 0, cards = <int>min(dimensions[1], MOST_CARDS)
    cdef uint8_t room[MOST_CARDS]
    for row in range(dimensions[0]):
        (<uint8_t *>(data[1] + row * strides[1]))[0] = row_status(
            packed_rows(data[0] + row * strides[0], 1, cards, 0, strides[3], operand_type(context, 0), room),
            cards, &column)
        (<uint8_t *>(data[2] + row * strides[2]))[0] = column
    return 0


cdef int evaluate_checked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return evaluate_loop(context, data, dimensions, strides, True)


cdef int evaluate_unchecked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return evaluate_loop(context, data, dimensions, strides, False)


cdef int with_board_checked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return with_board_loop(context, data, dimensions, strides, True)


cdef int with_board_unchecked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return with_board_loop(context, data, dimensions, strides, False)


cdef int seats_checked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return seats_loop(context, data, dimensions, strides, True)


cdef int seats_unchecked(
    LoopContext *context, char **data, const cnp.npy_intp *dimensions,
    const cnp.npy_intp *strides, void *auxiliary,
) except -1 nogil:
    return seats_loop(context, data, dimensions, strides, False)


# --- the gufuncs -------------------------------------------------------------------------------------

ctypedef struct recipe:
    const char *name
    const char *signature
    const char *inputs   # a letter each: * for any integer type, B for uint8
    const char *outputs  # B for uint8, H for uint16
    gufunc_loop *loop

cdef recipe[10] RECIPES
RECIPES[0] = recipe(b"strengths", b"(k)->()", b"*", b"H", evaluate_checked)
RECIPES[1] = recipe(b"strengths_unchecked", b"(k)->()", b"*", b"H", evaluate_unchecked)
RECIPES[2] = recipe(b"strengths_with_board", b"(h),(b)->()", b"**", b"H", with_board_checked)
RECIPES[3] = recipe(b"strengths_with_board_unchecked", b"(h),(b)->()", b"**", b"H", with_board_unchecked)
RECIPES[4] = recipe(b"seat_strengths", b"(p,h),(b)->(p)", b"**", b"H", seats_checked)
RECIPES[5] = recipe(b"seat_strengths_unchecked", b"(p,h),(b)->(p)", b"**", b"H", seats_unchecked)
RECIPES[6] = recipe(b"best_fives", b"(h),(b)->(5)", b"**", b"B", best_five_loop)
RECIPES[7] = recipe(b"card_faults", b"(k)->(),()", b"*", b"BB", status_loop)
RECIPES[8] = recipe(b"table_strengths", b"(p,2),(5),(p)->(p)", b"BBB", b"H", showdown_loop)
RECIPES[9] = recipe(b"table_faults", b"(p,2),(5),(p)->(),()", b"BBB", b"BB", table_fault_loop)


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
                RECIPES[i].name, RECIPES[i].signature, <int>len(RECIPES[i].inputs), <int>len(RECIPES[i].outputs))
            add_loops(gufunc, &RECIPES[i], RECIPES[i].inputs + RECIPES[i].outputs, types, 0)
            return globals().setdefault(name, gufunc)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
