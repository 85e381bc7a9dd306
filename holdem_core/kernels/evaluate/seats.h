/* Seats that share a board to strengths in plain C: of one table as it is, or at its showdown. */
#ifndef HOLDEM_CORE_EVALUATE_SEATS_H
#define HOLDEM_CORE_EVALUATE_SEATS_H

#include "evaluate/strength.h"

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
        if (UNLIKELY(high > 63 || seen >> DECK || (duplicates && sum != seen))) return seat;
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

static int showdown_strengths(const uint8_t *holes, ptrdiff_t seats, const uint8_t *board, const uint8_t *live,
                              uint16_t *strengths, ptrdiff_t *culprit) {
    uint64_t seen = 0, sum = 0;
    ptrdiff_t board_cards = 0, live_seats = 0;
    for (int i = 0; i < 5; i++) {
        *culprit = 2 * seats + i;
        if (board[i] == UNSEEN) continue;
        if (board[i] >= DECK) return TABLE_NO_CARD;
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
        *culprit = 2 * seat + (first < DECK);
        if (first >= DECK || second >= DECK) return TABLE_NO_CARD;
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

#endif
