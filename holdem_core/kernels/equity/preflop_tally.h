/* Wins of every pair of hole cards over every other, for the table of match-ups before the flop. */
#ifndef HOLDEM_CORE_EQUITY_PREFLOP_TALLY_H
#define HOLDEM_CORE_EQUITY_PREFLOP_TALLY_H

#include "common/simd.h"
#include "evaluate/strength.h"

enum { ROW = (COMBOS + 7) / 8 * 8, BOARDS_AT_ONCE = 64 }; /* rows are padded for vectors */
#define BLOCKED 32767 /* stronger than any hand: nothing beats cards that are on the board */

/* The strength of every combo on one board, twice: combos that hold one of its cards have none in the
   first row, and cannot be beaten in the second. */
static void combo_strengths(const uint8_t *board, uint16_t *strengths, uint16_t *unbeaten) {
    uint64_t on_board = mask_of_ids(board, 5), board_sum = sum_cards(board, 5), masks = mask_cards(board, 5);
    ptrdiff_t combo = 0;
    for (int high = 1; high < DECK; high++) {
        int high_out = (int)(on_board >> high & 1);
        for (int low = 0; low < high; low++, combo++) {
            if (high_out || on_board >> low & 1) {
                strengths[combo] = 0;
                unbeaten[combo] = BLOCKED;
                continue;
            }
            strengths[combo] = unbeaten[combo] = pair_strength(board_sum, masks, high, low);
        }
    }
    for (; combo < ROW; combo++) strengths[combo] = 0, unbeaten[combo] = BLOCKED;
}

/* Adds to wins[i][j] the boards on which combo i beats combo j, `weight` for each. At most 64 boards at once, so
   that sixteen bits count them; four at a time, so that a count is loaded and stored once for four. */
ALWAYS_INLINE void tally_wins(const uint16_t *strengths, const uint16_t *unbeaten, uint32_t weight, uint32_t *wins) {
    for (ptrdiff_t i = 0; i < COMBOS; i++) {
        uint16_t counts[ROW] = {0};
        for (ptrdiff_t board = 0; board < BOARDS_AT_ONCE; board += 4) {
            const uint16_t *theirs = unbeaten + board * ROW;
            int16_t mine[4];
            for (int b = 0; b < 4; b++) mine[b] = (int16_t)strengths[(board + b) * ROW + i];
            for (ptrdiff_t j = 0; j < ROW; j++) {
                uint16_t count = counts[j];
                for (int b = 0; b < 4; b++) count += mine[b] > (int16_t)theirs[b * ROW + j];
                counts[j] = count;
            }
        }
        uint32_t *row = wins + i * COMBOS;
        for (ptrdiff_t j = 0; j < COMBOS; j++) row[j] += weight * counts[j];
    }
}

typedef void tally(const uint16_t *strengths, const uint16_t *unbeaten, uint32_t weight, uint32_t *wins);

COMPILE_TWICE(void, tally_wins, (const uint16_t *strengths, const uint16_t *unbeaten, uint32_t weight, uint32_t *wins),
              tally_wins(strengths, unbeaten, weight, wins))

/* All combos against all on boards of one weight: wins is 1326 x 1326, room holds 2 * 64 * 1328 strengths. */
static void tally_boards(const uint8_t *boards, ptrdiff_t count, uint32_t weight, tally *add, uint16_t *room,
                         uint32_t *wins) {
    uint16_t *unbeaten = room + BOARDS_AT_ONCE * ROW;
    for (ptrdiff_t start = 0; start < count; start += BOARDS_AT_ONCE) {
        ptrdiff_t here = count - start < BOARDS_AT_ONCE ? count - start : BOARDS_AT_ONCE;
        for (ptrdiff_t board = 0; board < here; board++)
            combo_strengths(boards + 5 * (start + board), room + board * ROW, unbeaten + board * ROW);
        for (ptrdiff_t at = here * ROW; at < BOARDS_AT_ONCE * ROW; at++) room[at] = 0, unbeaten[at] = BLOCKED;
        add(room, unbeaten, weight, wins);
    }
}

#endif
