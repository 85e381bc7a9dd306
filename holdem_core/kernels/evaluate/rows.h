/* Packed rows of cards to strengths in plain C. */
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
        high |= here | (here + (128 - DECK)); /* the top bit tells */
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

#endif
