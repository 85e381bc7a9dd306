/* Hole cards with a board a table to strengths with AVX2: sixteen seats a vector.

   The boards of a block of tables are summed first, once for all their seats, and laid out in columns: all first
   cards, all second ones. The seats of eight tables then lie one behind the other, and byte shuffles hand each its
   table's part. Two hole cards are two bytes of a 16-bit lane; multiply-adds by one sum up their keys' bytes. */
#ifndef HOLDEM_CORE_EVALUATE_SEATS_AVX2_H
#define HOLDEM_CORE_EVALUATE_SEATS_AVX2_H

#include <string.h>
#include "evaluate/rows_avx2.h"

enum {
    TABLES_A_BLOCK = 32,
    TABLES_A_GROUP = 8,
    MOST_VECTORS = MOST_SEATS / 2, /* of a group */
    MOST_SEATS_A_BLOCK = TABLES_A_BLOCK * MOST_SEATS
};

/* Tables whose cards lie packed in rows: a row of two cards a seat and one of five for the board. */
typedef struct {
    const uint8_t *holes, *boards;
    ptrdiff_t hole_stride, board_stride; /* from table to table */
    ptrdiff_t count;
    int seats;
} card_tables;

/* Evaluates tables into packed strengths. Returns how many it did: it stops before a block with a bad hand, and before
   the last tables, where it would read too far. */
typedef ptrdiff_t evaluate_tables(const card_tables *tables, int validate, uint16_t *strengths);

static ptrdiff_t evaluate_tables_plain(const card_tables *tables, int validate, uint16_t *strengths) {
    return (void)tables, (void)validate, (void)strengths, 0;
}

/* Returns how many tables come before one whose cards are not all known and all different. */
typedef ptrdiff_t count_different(const card_tables *tables);

static ptrdiff_t count_different_plain(const card_tables *tables) { return (void)tables, 0; }

#if HAVE_AVX2_KERNELS
#define SEATS_INLINE AVX2 __attribute__((always_inline)) static inline

typedef struct {
    uint8_t holes[2 * MOST_SEATS_A_BLOCK + 16];
    uint32_t board_keys[TABLES_A_BLOCK];
    uint16_t board_suits[TABLES_A_BLOCK]; /* counters, biased */
    uint8_t columns[5][TABLES_A_BLOCK];   /* the boards' first cards, and so on */
    uint32_t sums[MOST_SEATS_A_BLOCK + 8];
    uint16_t flushes[MOST_SEATS_A_BLOCK + 8];
} table_block;

/* Which of a group's eight tables each of sixteen seats belongs to, as shuffles of what the tables have. */
typedef struct {
    __m256i cards, suits, keys[2]; /* a top bit for seats beyond the group */
} seat_owners;

typedef struct {
    __m256i keys[3], clubs_diamonds, hearts_spades;
    seat_owners owners[MOST_VECTORS];
    int vectors, seats;
} seat_tables;

/* The seat in a vector's lane: unpacking then leaves the seats in order. */
static int seat_of_lane(int lane) { return (lane & 3) | (lane & 4) << 1 | (lane & 8) >> 1; }

AVX2 static void make_owners(seat_owners *owners, int first_seat, int seats) {
    uint8_t cards[32] __attribute__((aligned(32))), suits[32] __attribute__((aligned(32)));
    uint32_t keys[16] __attribute__((aligned(32)));
    for (int lane = 0; lane < 16; lane++) {
        int seat = seat_of_lane(lane), table = (first_seat + seat) / seats;
        int beyond = table >= TABLES_A_GROUP;
        cards[2 * lane] = cards[2 * lane + 1] = beyond ? 0x80 : table;
        suits[2 * lane] = beyond ? 0x80 : 2 * table;
        suits[2 * lane + 1] = beyond ? 0x80 : 2 * table + 1;
        keys[seat] = beyond ? 0 : table;
    }
    owners->cards = _mm256_load_si256((const __m256i *)cards);
    owners->suits = _mm256_load_si256((const __m256i *)suits);
    owners->keys[0] = _mm256_load_si256((const __m256i *)keys);
    owners->keys[1] = _mm256_load_si256((const __m256i *)keys + 1);
}

AVX2 static void make_seat_tables(seat_tables *shuffles, int seats) {
    uint8_t keys[3][16], counters[2][16];
    make_nibble_tables(keys, counters);
    for (int byte = 0; byte < 3; byte++) shuffles->keys[byte] = both_halves(keys[byte]);
    shuffles->clubs_diamonds = both_halves(counters[0]);
    shuffles->hearts_spades = both_halves(counters[1]);
    shuffles->seats = seats;
    shuffles->vectors = (TABLES_A_GROUP * seats + 15) / 16;
    for (int i = 0; i < shuffles->vectors; i++) make_owners(&shuffles->owners[i], 16 * i, seats);
}

/* The holes of a block of tables one behind the other: where they lie if they do, else copied, in steps of 16 bytes
   that the next table writes over. */
SEATS_INLINE const uint8_t *pack_holes(table_block *block, const card_tables *tables, ptrdiff_t first) {
    const uint8_t *row = tables->holes + first * tables->hole_stride;
    uint8_t *packed = block->holes;
    if (tables->hole_stride == 2 * tables->seats) return row;
    for (int table = 0; table < TABLES_A_BLOCK; table++, row += tables->hole_stride, packed += 2 * tables->seats)
        for (int i = 0; i < 2 * tables->seats; i += 16)
            _mm_storeu_si128((__m128i *)(packed + i), _mm_loadu_si128((const __m128i *)(row + i)));
    return block->holes;
}

/* The five bytes of a board and not one more. */
SEATS_INLINE __m128i load_board(const uint8_t *board) {
    int four;
    memcpy(&four, board, sizeof four);
    return _mm_insert_epi8(_mm_cvtsi32_si128(four), board[4], 4);
}

/* Turns the boards of eight tables into columns. */
SEATS_INLINE void lay_columns(table_block *block, int table, const uint8_t *boards, ptrdiff_t stride) {
    __m128i pairs[4], quads[4];
    for (int i = 0; i < 4; i++) {
        pairs[i] = _mm_unpacklo_epi8(load_board(boards + i * stride), load_board(boards + (i + 4) * stride));
    }
    quads[0] = _mm_unpacklo_epi8(pairs[0], pairs[2]);
    quads[1] = _mm_unpackhi_epi8(pairs[0], pairs[2]);
    quads[2] = _mm_unpacklo_epi8(pairs[1], pairs[3]);
    quads[3] = _mm_unpackhi_epi8(pairs[1], pairs[3]);
    __m128i first = _mm_unpacklo_epi8(quads[0], quads[2]), second = _mm_unpackhi_epi8(quads[0], quads[2]);
    _mm_storel_epi64((__m128i *)(block->columns[0] + table), first);
    _mm_storeh_pd((double *)(block->columns[1] + table), _mm_castsi128_pd(first));
    _mm_storel_epi64((__m128i *)(block->columns[2] + table), second);
    _mm_storeh_pd((double *)(block->columns[3] + table), _mm_castsi128_pd(second));
    _mm_storel_epi64((__m128i *)(block->columns[4] + table), _mm_unpacklo_epi8(quads[1], quads[3]));
}

/* The bytes that a byte shuffle finds for the five cards of sixteen boards, summed. */
SEATS_INLINE __m256i sum_columns(const __m128i *columns, __m256i table) {
    __m256i sum = _mm256_setzero_si256();
    for (int i = 0; i < 5; i++) {
        __m128i bytes = _mm_shuffle_epi8(_mm256_castsi256_si128(table), columns[i]);
        sum = _mm256_add_epi16(sum, _mm256_cvtepu8_epi16(bytes));
    }
    return sum;
}

/* The keys and counters of the boards, and their columns. */
SEATS_INLINE void sum_boards(table_block *block, const seat_tables *shuffles, const uint8_t *boards, ptrdiff_t stride) {
    for (int table = 0; table < TABLES_A_BLOCK; table += 8) lay_columns(block, table, boards + table * stride, stride);
    for (int table = 0; table < TABLES_A_BLOCK; table += 16) {
        __m128i cards[5], ranks[5];
        for (int i = 0; i < 5; i++) {
            cards[i] = _mm_loadu_si128((const __m128i *)(block->columns[i] + table));
            ranks[i] = _mm_and_si128(_mm_srli_epi16(cards[i], 2), _mm_set1_epi8(0x0f));
        }
        __m256i sum1 = sum_columns(ranks, shuffles->keys[0]), sum2 = sum_columns(ranks, shuffles->keys[1]);
        __m256i low = _mm256_slli_epi16(sum1, 8), high = _mm256_add_epi16(sum2, _mm256_srli_epi16(sum1, 8));
        high = _mm256_add_epi16(high, _mm256_slli_epi16(sum_columns(ranks, shuffles->keys[2]), 8));
        low = _mm256_permute4x64_epi64(low, 0xd8);
        high = _mm256_permute4x64_epi64(high, 0xd8);
        _mm256_storeu_si256((__m256i *)(block->board_keys + table), _mm256_unpacklo_epi16(low, high));
        _mm256_storeu_si256((__m256i *)(block->board_keys + table + 8), _mm256_unpackhi_epi16(low, high));
        __m256i suits = _mm256_slli_epi16(sum_columns(cards, shuffles->hearts_spades), 8);
        suits = _mm256_add_epi16(suits, sum_columns(cards, shuffles->clubs_diamonds));
        suits = _mm256_add_epi16(suits, _mm256_set1_epi16(SUIT_BIAS));
        _mm256_storeu_si256((__m256i *)(block->board_suits + table), suits);
    }
}

/* Bytes that are not zero where a board has no card, or one twice. */
SEATS_INLINE __m256i bad_boards(const table_block *block) {
    __m256i bad = _mm256_setzero_si256();
    for (int i = 0; i < 5; i++) {
        __m256i column = _mm256_loadu_si256((const __m256i *)block->columns[i]);
        bad = _mm256_or_si256(bad, _mm256_subs_epu8(column, _mm256_set1_epi8(DECK - 1)));
        for (int j = 0; j < i; j++)
            bad = _mm256_or_si256(
                bad, _mm256_cmpeq_epi8(column, _mm256_loadu_si256((const __m256i *)block->columns[j])));
    }
    return bad;
}

/* Bytes that are not zero where hole cards are none, alike, or on their board. */
SEATS_INLINE __m256i bad_holes(__m256i holes, const table_block *block, int table, const seat_owners *owners) {
    __m256i swapped = _mm256_or_si256(_mm256_slli_epi16(holes, 8), _mm256_srli_epi16(holes, 8));
    __m256i beyond = _mm256_subs_epu8(holes, _mm256_set1_epi8(DECK - 1));
    __m256i bad = _mm256_or_si256(beyond, _mm256_cmpeq_epi8(holes, swapped));
    for (int i = 0; i < 5; i++) {
        __m256i column = _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(block->columns[i] + table)));
        bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(holes, _mm256_shuffle_epi8(column, owners->cards)));
    }
    return _mm256_blendv_epi8(bad, _mm256_setzero_si256(), owners->cards);
}

/* The rank keys of sixteen seats with their boards, in the seats' order. */
SEATS_INLINE void sum_seats(__m256i holes, const seat_tables *shuffles, const uint32_t *board_keys,
                            const seat_owners *owners, uint32_t *sums) {
    const __m256i one = _mm256_set1_epi8(1);
    __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(holes, 2), _mm256_set1_epi8(0x0f));
    __m256i sum1 = _mm256_maddubs_epi16(_mm256_shuffle_epi8(shuffles->keys[0], ranks), one);
    __m256i sum2 = _mm256_maddubs_epi16(_mm256_shuffle_epi8(shuffles->keys[1], ranks), one);
    __m256i sum3 = _mm256_maddubs_epi16(_mm256_shuffle_epi8(shuffles->keys[2], ranks), one);
    __m256i low = _mm256_slli_epi16(sum1, 8);
    __m256i high = _mm256_add_epi16(sum2, _mm256_add_epi16(_mm256_slli_epi16(sum3, 8), _mm256_srli_epi16(sum1, 8)));
    __m256i boards = _mm256_loadu_si256((const __m256i *)board_keys);
    __m256i first = _mm256_add_epi32(_mm256_unpacklo_epi16(low, high),
                                     _mm256_permutevar8x32_epi32(boards, owners->keys[0]));
    __m256i second = _mm256_add_epi32(_mm256_unpackhi_epi16(low, high),
                                      _mm256_permutevar8x32_epi32(boards, owners->keys[1]));
    _mm256_storeu_si256((__m256i *)sums, first);
    _mm256_storeu_si256((__m256i *)sums + 1, second);
}

/* The counters, of suits that sixteen seats have five cards of, in the seats' order. */
SEATS_INLINE __m256i find_flushes(__m256i holes, const seat_tables *shuffles, const uint16_t *board_suits,
                                  const seat_owners *owners) {
    const __m256i one = _mm256_set1_epi8(1);
    __m256i low = _mm256_maddubs_epi16(_mm256_shuffle_epi8(shuffles->clubs_diamonds, holes), one);
    __m256i high = _mm256_maddubs_epi16(_mm256_shuffle_epi8(shuffles->hearts_spades, holes), one);
    __m256i boards = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)board_suits));
    __m256i suits = _mm256_add_epi16(_mm256_shuffle_epi8(boards, owners->suits),
                                     _mm256_add_epi16(low, _mm256_slli_epi16(high, 8)));
    suits = _mm256_and_si256(suits, _mm256_set1_epi16((short)SUIT_FLUSH));
    return _mm256_permute4x64_epi64(suits, 0xd8);
}

/* Sums up eight tables of a block. Returns bytes that are not zero where a hand is bad, if that matters. */
SEATS_INLINE __m256i sum_group(table_block *block, const uint8_t *holes, int table, const seat_tables *shuffles,
                               int validate) {
    int seat = table * shuffles->seats;
    __m256i bad = _mm256_setzero_si256();
    for (int i = 0; i < shuffles->vectors; i++, seat += 16) {
        const seat_owners *owners = &shuffles->owners[i];
        __m256i cards = _mm256_loadu_si256((const __m256i *)(holes + 2 * seat));
        cards = _mm256_permute4x64_epi64(cards, 0xd8);
        if (validate) bad = _mm256_or_si256(bad, bad_holes(cards, block, table, owners));
        sum_seats(cards, shuffles, block->board_keys + table, owners, block->sums + seat);
        __m256i flushes = find_flushes(cards, shuffles, block->board_suits + table, owners);
        _mm256_storeu_si256((__m256i *)(block->flushes + seat), flushes);
    }
    return bad;
}

/* Puts in the strengths of the seats that have a flush. */
SEATS_INLINE void put_flushes(const table_block *block, const uint8_t *holes, int seats, uint16_t *strengths) {
    for (int first = 0; first < TABLES_A_BLOCK * seats; first += 32) {
        __m256i zero = _mm256_setzero_si256(), *flushes = (__m256i *)(block->flushes + first);
        __m256i none = _mm256_packs_epi16(_mm256_cmpeq_epi16(_mm256_loadu_si256(flushes), zero),
                                          _mm256_cmpeq_epi16(_mm256_loadu_si256(flushes + 1), zero));
        uint32_t marks = ~(uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(none, 0xd8));
        for (; marks; marks &= marks - 1) {
            int seat = first + __builtin_ctz(marks), table = seat / seats;
            uint64_t masks = mask_cards(holes + 2 * seat, 2);
            for (int i = 0; i < 5; i++) masks |= CARD_MASKS[block->columns[i][table]];
            strengths[seat] = flush_strength(masks, block->flushes[seat]);
        }
    }
}

/* Holes are read up to sixteen bytes past a row, hence the last eight tables are left. */
AVX2 static ptrdiff_t evaluate_tables_avx2(const card_tables *tables, int validate, uint16_t *strengths) {
    seat_tables shuffles;
    table_block block;
    ptrdiff_t first = 0;
    int seats = tables->seats;
    if (tables->count < TABLES_A_BLOCK + TABLES_A_GROUP) return 0;
    make_seat_tables(&shuffles, seats);
    for (; first + TABLES_A_BLOCK + TABLES_A_GROUP <= tables->count; first += TABLES_A_BLOCK) {
        const uint8_t *holes = pack_holes(&block, tables, first);
        sum_boards(&block, &shuffles, tables->boards + first * tables->board_stride, tables->board_stride);
        __m256i bad = validate ? bad_boards(&block) : _mm256_setzero_si256();
        for (int table = 0; table < TABLES_A_BLOCK; table += TABLES_A_GROUP)
            bad = _mm256_or_si256(bad, sum_group(&block, holes, table, &shuffles, validate));
        if (UNLIKELY(!_mm256_testz_si256(bad, bad))) break;
        for (int i = 0; i < TABLES_A_BLOCK * seats; i++) strengths[i] = rank_strength(block.sums[i], 7);
        put_flushes(&block, holes, seats, strengths);
        strengths += TABLES_A_BLOCK * seats;
    }
    return first;
}

/* The bits of four cards, none for what is no card. */
SEATS_INLINE __m256i bits_of_four(const uint8_t *cards) {
    int four;
    memcpy(&four, cards, sizeof four);
    return _mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)));
}

SEATS_INLINE uint64_t bit_of(uint8_t card) { return (uint64_t)(card < 64) << (card & 63); }

/* Whether cards are all known and all different: as many bits are set as there are cards. */
SEATS_INLINE int all_differ(const uint8_t *holes, int cards, const uint8_t *board) {
    __m256i bits = bits_of_four(board);
    uint64_t seen = bit_of(board[4]);
    int card = 0;
    for (; card + 4 <= cards; card += 4) bits = _mm256_or_si256(bits, bits_of_four(holes + card));
    for (; card < cards; card++) seen |= bit_of(holes[card]);
    __m128i halves = _mm_or_si128(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1));
    seen |= (uint64_t)_mm_cvtsi128_si64(halves) | (uint64_t)_mm_extract_epi64(halves, 1);
    return !(seen >> DECK) && __builtin_popcountll(seen) == cards + 5;
}

AVX2 static ptrdiff_t count_different_avx2(const card_tables *tables) {
    ptrdiff_t table = 0;
    const uint8_t *holes = tables->holes, *board = tables->boards;
    for (; table < tables->count; table++, holes += tables->hole_stride, board += tables->board_stride)
        if (!all_differ(holes, 2 * tables->seats, board)) break;
    return table;
}
#else
static evaluate_tables *const evaluate_tables_avx2 = evaluate_tables_plain;
static count_different *const count_different_avx2 = count_different_plain;
#endif

#endif
