/* Arrays of hands in plain C: packed rows, seats that share a board, tables at the showdown, the best five. */
#ifndef HOLDEM_CORE_EVALUATE_ROWS_H
#define HOLDEM_CORE_EVALUATE_ROWS_H

#include "evaluate/strength.h"

/* Rows checked together, sixteen bytes at once on any processor that has vectors. Every other row is marked with a bit
   that no card has: cards of neighbouring rows never look alike, and those of no others are compared. */
#if defined(__GNUC__)
enum { ROWS_A_CHECK = 32, ROW_MARK = 64, FARTHEST_APART = 6 };
typedef uint8_t sixteen_bytes __attribute__((vector_size(16), aligned(1), may_alias));
typedef struct {
    uint8_t marks[ROWS_A_CHECK * 7], marked[ROWS_A_CHECK * 7 + FARTHEST_APART];
} row_check;

ALWAYS_INLINE void make_check(row_check *check, int cards) {
    for (int i = 0; i < ROWS_A_CHECK * cards; i++) check->marks[i] = i / cards % 2 ? ROW_MARK : 0;
    for (int i = 0; i < FARTHEST_APART; i++) check->marked[ROWS_A_CHECK * cards + i] = 255;
}

/* Whether the rows of a check are known to be fine. */
ALWAYS_INLINE int rows_are_fine(row_check *check, const uint8_t *rows, int cards) {
    sixteen_bytes high = {0}, alike = {0};
    uint64_t bad[2];
    for (int i = 0; i < ROWS_A_CHECK * cards; i += 16) {
        sixteen_bytes here = *(const sixteen_bytes *)(rows + i);
        high |= here | (here + (128 - 52)); /* the top bit tells */
        *(sixteen_bytes *)(check->marked + i) = here ^ *(const sixteen_bytes *)(check->marks + i);
    }
    for (int i = 0; i < ROWS_A_CHECK * cards; i += 16)
        for (int apart = 1; apart < cards; apart++)
            alike |= (sixteen_bytes)(*(const sixteen_bytes *)(check->marked + i) ==
                                     *(const sixteen_bytes *)(check->marked + i + apart));
    alike |= high & 128;
    memcpy(bad, &alike, sizeof bad);
    return !(bad[0] | bad[1]);
}
#else
enum { ROWS_A_CHECK = 1 };
typedef int row_check;
ALWAYS_INLINE void make_check(row_check *check, int cards) { (void)check, (void)cards; }
ALWAYS_INLINE int rows_are_fine(row_check *check, const uint8_t *row, int cards) {
    return (void)check, row_is_fine(row, cards);
}
#endif

ALWAYS_INLINE ptrdiff_t rows_plain(const uint8_t *rows, ptrdiff_t count, int cards, int validate,
                                   uint16_t *strengths) {
    row_check check;
    ptrdiff_t fine = validate ? 0 : count; /* rows known to be */
    if (validate && count >= ROWS_A_CHECK) make_check(&check, cards);
    for (ptrdiff_t i = 0; i < count;) {
        if (i == fine) {
            const uint8_t *row = rows + i * cards;
            if (i + ROWS_A_CHECK <= count && rows_are_fine(&check, row, cards)) fine += ROWS_A_CHECK;
            else if (row_is_fine(row, cards)) fine++;
            else return i;
        }
        for (; i < fine; i++) strengths[i] = row_strength(rows + i * cards, cards);
    }
    return count;
}

/* Evaluates packed rows of 5, 6 or 7 cards. Returns how many rows came before the first bad one. */
typedef ptrdiff_t evaluate_rows(const uint8_t *rows, ptrdiff_t count, int cards, int validate,
                                uint16_t *strengths);

/* One copy of the loop for each number of cards, so that the compiler sees the number. */
#define FOR_EACH_WIDTH(rows_function)                                                              \
    switch (cards * 2 + !!validate) {                                                              \
    case 10: return rows_function(rows, count, 5, 0, strengths);                                   \
    case 11: return rows_function(rows, count, 5, 1, strengths);                                   \
    case 12: return rows_function(rows, count, 6, 0, strengths);                                   \
    case 13: return rows_function(rows, count, 6, 1, strengths);                                   \
    case 14: return rows_function(rows, count, 7, 0, strengths);                                   \
    default: return rows_function(rows, count, 7, 1, strengths);                                   \
    }

static ptrdiff_t evaluate_rows_plain(const uint8_t *rows, ptrdiff_t count, int cards, int validate,
                                     uint16_t *strengths) {
    FOR_EACH_WIDTH(rows_plain)
}

/* The first seat whose cards, with the board, are no hand; `seats` if there is none. */
static ptrdiff_t first_bad_seat(const uint8_t *holes, ptrdiff_t seats, int hole_cards, const uint8_t *board,
                                int board_cards, int duplicates) {
    uint64_t board_sum = 0, board_seen = 0;
    uint8_t board_high = 0;
    for (int i = 0; i < board_cards; i++) {
        uint64_t bit = (uint64_t)1 << (board[i] & 63);
        board_sum += bit;
        board_seen |= bit;
        board_high |= board[i];
    }
    for (ptrdiff_t seat = 0; seat < seats; seat++, holes += hole_cards) {
        uint64_t sum = board_sum, seen = board_seen;
        uint8_t high = board_high;
        for (int i = 0; i < hole_cards; i++) {
            uint64_t bit = (uint64_t)1 << (holes[i] & 63);
            sum += bit;
            seen |= bit;
            high |= holes[i];
        }
        if (UNLIKELY(high > 63 || seen >> 52 || (duplicates && sum != seen))) return seat;
    }
    return seats;
}

ALWAYS_INLINE void seats_of(const uint8_t *holes, ptrdiff_t seats, int hole_cards, const uint8_t *board,
                            int board_cards, uint16_t *strengths) {
    uint64_t board_sum = sum_cards(board, board_cards);
    for (ptrdiff_t seat = 0; seat < seats; seat++, holes += hole_cards) {
        uint64_t sum = board_sum + sum_cards(holes, hole_cards);
        uint32_t flush = flush_of(sum);
        if (UNLIKELY(flush)) {
            uint64_t masks = mask_cards(board, board_cards) | mask_cards(holes, hole_cards);
            strengths[seat] = flush_strength(masks, flush);
        } else {
            strengths[seat] = rank_strength((uint32_t)(sum >> 32), hole_cards + board_cards);
        }
    }
}

/* The strengths of one table's seats: hole cards packed seat by seat, one board, at most seven cards. */
static void seats_plain(const uint8_t *holes, ptrdiff_t seats, int hole_cards, const uint8_t *board,
                        int board_cards, uint16_t *strengths) {
    if (hole_cards == 2 && board_cards == 5) seats_of(holes, seats, 2, board, 5, strengths);
    else seats_of(holes, seats, hole_cards, board, board_cards, strengths);
}

/* The strengths of one table at the showdown: 0 for seats that are not live, and for live ones without cards.
   Known cards must all differ; more than one live seat needs five board cards. The card at fault is
   *culprit: 2 * seat + 0 or 1, or 2 * seats + its place on the board. */
enum { TABLE_FINE = 0, TABLE_NO_CARD = 1, TABLE_DUPLICATE = 2, TABLE_SHORT_BOARD = 3, TABLE_ODD_BOARD = 4 };
#define UNSEEN 255

static int showdown_strengths(const uint8_t *holes, ptrdiff_t seats, const uint8_t *board, const uint8_t *live,
                              uint16_t *strengths, ptrdiff_t *culprit) {
    uint64_t seen = 0, sum = 0;
    ptrdiff_t board_cards = 0, live_seats = 0;
    for (int i = 0; i < 5; i++) {
        *culprit = 2 * seats + i;
        if (board[i] == UNSEEN) continue;
        if (board[i] > 51) return TABLE_NO_CARD;
        if (seen >> board[i] & 1) return TABLE_DUPLICATE;
        seen |= (uint64_t)1 << board[i];
        sum += CARD_SUMS[board[i]];
        if (board_cards++ != i) return TABLE_ODD_BOARD;
    }
    if (board_cards == 1 || board_cards == 2) return TABLE_ODD_BOARD;
    for (ptrdiff_t seat = 0; seat < seats; seat++) {
        uint8_t first = holes[2 * seat], second = holes[2 * seat + 1];
        live_seats += live[seat] != 0;
        strengths[seat] = 0;
        if (first == UNSEEN && second == UNSEEN) continue;
        *culprit = 2 * seat + (first <= 51);
        if (first > 51 || second > 51) return TABLE_NO_CARD;
        *culprit = 2 * seat + !(seen >> first & 1);
        if (seen >> first & 1 || seen >> second & 1 || first == second) return TABLE_DUPLICATE;
        seen |= (uint64_t)1 << first | (uint64_t)1 << second;
        if (!live[seat] || board_cards < 5) continue;
        uint64_t all = sum + CARD_SUMS[first] + CARD_SUMS[second];
        uint32_t flush = flush_of(all);
        strengths[seat] = UNLIKELY(flush) ? flush_strength(mask_cards(board, 5) | mask_cards(holes + 2 * seat, 2), flush)
                                          : rank_strength((uint32_t)(all >> 32), 7);
    }
    *culprit = 2 * seats + board_cards;
    return live_seats > 1 && board_cards < 5 ? TABLE_SHORT_BOARD : TABLE_FINE;
}

/* Clears the strengths of seats that are not live, of tables one behind the other. */
static void clear_folded(const uint8_t *live, ptrdiff_t stride, ptrdiff_t tables, ptrdiff_t seats,
                         uint16_t *strengths) {
    if (stride == seats) seats *= tables, tables = 1;
    for (ptrdiff_t table = 0; table < tables; table++, live += stride, strengths += seats)
        for (ptrdiff_t seat = 0; seat < seats; seat++) strengths[seat] &= (uint16_t)(live[seat] ? 0xffff : 0);
}

/* The best five of 5, 6 or 7 cards as a person would lay them down: by how often their rank counts, then by
   rank, an ace last in a wheel. Of cards that serve equally, the later in the row. */
static void best_five_cards(const uint8_t *row, int cards, uint8_t *five) {
    uint32_t flush = flush_of(sum_cards(row, cards));
    uint8_t by_rank[13][7], counts[13] = {0};
    uint32_t present = 0;
    for (int i = cards - 1; i >= 0; i--) {
        int rank = row[i] >> 2;
        if (row[i] > 51) continue;
        if (flush && !(flush >> (4 * (row[i] & 3)) & 8)) continue;
        by_rank[rank][counts[rank]++] = row[i];
        present |= 1u << rank;
    }
    for (int i = 0; i < 5; i++) five[i] = 255;

    /* Bit r + 1 for rank r, and the ace below the deuce as well. */
    uint32_t ladder = present << 1 | present >> 12;
    uint32_t tops = ladder & ladder << 1 & ladder << 2 & ladder << 3 & ladder << 4;
    int quads = -1, most = -1, second = -1; /* the ranks held most often, higher first */
    for (int rank = 12; rank >= 0; rank--) {
        if (counts[rank] >= 4 && quads < 0) quads = rank;
        if (counts[rank] >= 2) {
            if (most < 0) most = rank;
            else if (counts[rank] > counts[most] && counts[most] < 3) second = most, most = rank;
            else if (second < 0) second = rank;
        }
    }
    int filled = 0;
    int full_house = most >= 0 && counts[most] >= 3 && second >= 0;
    if (tops && quads < 0 && !full_house) {
        int top = 13;
        while (!(tops >> top & 1)) top--;
        for (int step = top; filled < 5; step--) five[filled++] = by_rank[(step + 12) % 13][0];
        return;
    }
    if (quads >= 0) {
        while (filled < 4) five[filled] = by_rank[quads][filled], filled++;
        counts[quads] = 0;
    } else if (most >= 0) {
        int alike = counts[most] < 3 ? counts[most] : 3;
        while (filled < alike) five[filled] = by_rank[most][filled], filled++;
        counts[most] = 0;
        if (second >= 0 && (alike == 2 || full_house)) {
            five[filled++] = by_rank[second][0];
            five[filled++] = by_rank[second][1];
            counts[second] = 0;
        }
    }
    for (int rank = 12; rank >= 0 && filled < 5; rank--)
        for (int i = 0; i < counts[rank] && filled < 5; i++) five[filled++] = by_rank[rank][i];
}

#endif
