/* Exact equities in plain C: boards that stand for others, and wins of every pair of hands over every other. */
#ifndef HOLDEM_CORE_EQUITY_H
#define HOLDEM_CORE_EQUITY_H

#include <string.h>
#include "evaluate.h"

enum { COMBOS = 1326, ROW = 1328, BOARDS_AT_ONCE = 64, CANONICAL_BOARDS = 134459 };
#define BLOCKED 32767 /* stronger than any hand: nothing beats cards that are on the board */

ALWAYS_INLINE uint64_t mask_of_ids(const uint8_t *cards, int count) {
    uint64_t mask = 0;
    for (int i = 0; i < count; i++) mask |= (uint64_t)1 << cards[i];
    return mask;
}

/* The number of different boards that relabelling the suits makes of one. */
static uint8_t orbit_size(const uint16_t *suits) {
    int size = 24, run = 1;
    for (int suit = 1; suit < 4; suit++) {
        run = suits[suit] == suits[suit - 1] ? run + 1 : 1;
        size /= run;
    }
    return (uint8_t)size;
}

/* Five-card boards whose suits are in falling order of their ranks' masks: each stands for all relabellings. */
static ptrdiff_t canonical_boards(uint8_t *boards, uint8_t *weights) {
    static const int MASKS = 1 << 13;
    ptrdiff_t count = 0;
    uint16_t suits[4];
    uint8_t bits[1 << 13];
    for (int mask = 0; mask < MASKS; mask++) bits[mask] = (uint8_t)((mask & 1) + (mask ? bits[mask >> 1] : 0));
    for (int first = 0; first < MASKS; first++) {
        if (bits[first] > 5) continue;
        for (int second = 0; second <= first; second++) {
            if (bits[first] + bits[second] > 5) continue;
            for (int third = 0; third <= second; third++) {
                int left = 5 - bits[first] - bits[second] - bits[third];
                if (left < 0) continue;
                for (int fourth = 0; fourth <= third; fourth++) {
                    if (bits[fourth] != left) continue;
                    suits[0] = (uint16_t)first, suits[1] = (uint16_t)second;
                    suits[2] = (uint16_t)third, suits[3] = (uint16_t)fourth;
                    uint8_t *card = boards + 5 * count;
                    for (int suit = 0; suit < 4; suit++)
                        for (int rank = 0; rank < 13; rank++)
                            if (suits[suit] >> rank & 1) *card++ = (uint8_t)(4 * rank + suit);
                    weights[count++] = orbit_size(suits);
                }
            }
        }
    }
    return count;
}

/* The strength of every combo on one board, twice: combos that hold one of its cards have none in the
   first row, and cannot be beaten in the second. */
static void combo_strengths(const uint8_t *board, uint16_t *strengths, uint16_t *unbeaten) {
    uint64_t on_board = mask_of_ids(board, 5), board_sum = sum_cards(board, 5), masks = mask_cards(board, 5);
    ptrdiff_t combo = 0;
    for (int high = 1; high < 52; high++) {
        uint64_t with_high = board_sum + CARD_SUMS[high];
        int high_out = (int)(on_board >> high & 1);
        for (int low = 0; low < high; low++, combo++) {
            if (high_out || on_board >> low & 1) {
                strengths[combo] = 0;
                unbeaten[combo] = BLOCKED;
                continue;
            }
            uint64_t sum = with_high + CARD_SUMS[low];
            uint32_t flush = flush_of(sum);
            strengths[combo] = unbeaten[combo] =
                UNLIKELY(flush) ? flush_strength(masks | CARD_MASKS[high] | CARD_MASKS[low], flush)
                                : rank_strength((uint32_t)(sum >> 32), 7);
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

static void tally_wins_plain(const uint16_t *strengths, const uint16_t *unbeaten, uint32_t weight, uint32_t *wins) {
    tally_wins(strengths, unbeaten, weight, wins);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void tally_wins_avx2(const uint16_t *strengths, const uint16_t *unbeaten,
                                                            uint32_t weight, uint32_t *wins) {
    tally_wins(strengths, unbeaten, weight, wins);
}
#else
static tally *const tally_wins_avx2 = tally_wins_plain;
#endif

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


/* --- two ranges on complete boards ------------------------------------------------------------------- */

/* The combos that either player may hold, those of one pair of ranks side by side, with what they weigh. */
typedef struct {
    ptrdiff_t count, groups;
    const uint8_t *cards;         /* (count, 2) */
    const double *theirs;         /* (count) */
    const int32_t *starts;        /* (groups + 1): where each pair of ranks begins */
    double *wins, *ties, *totals; /* (count): what each of my combos meets, by weight of theirs */
} two_ranges;

typedef struct {
    uint16_t strength;
    int32_t start, end; /* the combos of this strength, or some of them */
} same_strength;

/* Sorts by strength: two passes of seven bits. */
static void sort_by_strength(same_strength *items, same_strength *room, ptrdiff_t count) {
    for (int shift = 0; shift < 14; shift += 7) {
        int32_t places[129] = {0};
        for (ptrdiff_t i = 0; i < count; i++) places[(items[i].strength >> shift & 127) + 1]++;
        for (int digit = 0; digit < 128; digit++) places[digit + 1] += places[digit];
        for (ptrdiff_t i = 0; i < count; i++) room[places[items[i].strength >> shift & 127]++] = items[i];
        same_strength *sorted = room;
        room = items;
        items = sorted;
    }
}

/* Whether some suit has three cards on the board: else strengths depend on ranks alone. */
static int flush_is_possible(const uint8_t *board) {
    int counts[4] = {0};
    for (int i = 0; i < 5; i++)
        if (++counts[board[i] & 3] == 3) return 1;
    return 0;
}

/* Finds the strength of every combo that the board leaves, one item a pair of ranks or one a combo. */
static ptrdiff_t strengths_on(const two_ranges *ranges, const uint8_t *board, uint64_t on_board,
                              same_strength *items) {
    ptrdiff_t count = 0;
    uint64_t board_sum = sum_cards(board, 5), masks = mask_cards(board, 5);
    int by_ranks = !flush_is_possible(board);
    for (ptrdiff_t group = 0; group < ranges->groups; group++) {
        int32_t start = ranges->starts[group], end = ranges->starts[group + 1];
        const uint8_t *cards = ranges->cards + 2 * start;
        if (by_ranks) {
            uint32_t sum = (uint32_t)((board_sum + CARD_SUMS[cards[0]] + CARD_SUMS[cards[1]]) >> 32);
            items[count++] = (same_strength){rank_strength(sum, 7), start, end};
            continue;
        }
        for (int32_t combo = start; combo < end; combo++, cards += 2) {
            if ((on_board >> cards[0] | on_board >> cards[1]) & 1) continue;
            uint64_t sum = board_sum + CARD_SUMS[cards[0]] + CARD_SUMS[cards[1]];
            uint32_t flush = flush_of(sum);
            uint16_t strength = UNLIKELY(flush)
                                    ? flush_strength(masks | CARD_MASKS[cards[0]] | CARD_MASKS[cards[1]], flush)
                                    : rank_strength((uint32_t)(sum >> 32), 7);
            items[count++] = (same_strength){strength, combo, combo + 1};
        }
    }
    return count;
}

/* A weight of theirs by card: what of it a combo of mine meets is all of it less what holds one of its cards. */
typedef struct {
    double all, with[52];
} held_weight;

ALWAYS_INLINE double met_by(const held_weight *weight, const uint8_t *cards) {
    return weight->all - weight->with[cards[0]] - weight->with[cards[1]];
}

ALWAYS_INLINE void hold(held_weight *weight, const uint8_t *cards, double amount) {
    weight->all += amount;
    weight->with[cards[0]] += amount;
    weight->with[cards[1]] += amount;
}

/* Adds one board: the combos in order of strength, each beating the weight below it that shares none of its cards. */
static void sweep_board(two_ranges *ranges, const uint8_t *board, double boards, same_strength *items) {
    held_weight below = {0}, level = {0};
    uint64_t on_board = mask_of_ids(board, 5);
    ptrdiff_t count = strengths_on(ranges, board, on_board, items);
    sort_by_strength(items, items + ranges->count, count);
    for (ptrdiff_t first = 0, last; first < count; first = last) {
        for (last = first; last < count && items[last].strength == items[first].strength; last++)
            for (int32_t combo = items[last].start; combo < items[last].end; combo++) {
                const uint8_t *cards = ranges->cards + 2 * combo;
                if ((on_board >> cards[0] | on_board >> cards[1]) & 1) continue;
                hold(&level, cards, ranges->theirs[combo]);
            }
        for (ptrdiff_t item = first; item < last; item++)
            for (int32_t combo = items[item].start; combo < items[item].end; combo++) {
                const uint8_t *cards = ranges->cards + 2 * combo;
                if ((on_board >> cards[0] | on_board >> cards[1]) & 1) continue;
                ranges->wins[combo] += boards * met_by(&below, cards);
                /* the combo itself was taken off twice, once with each card */
                ranges->ties[combo] += boards * (met_by(&level, cards) + ranges->theirs[combo]);
            }
        for (ptrdiff_t item = first; item < last; item++)
            for (int32_t combo = items[item].start; combo < items[item].end; combo++) {
                const uint8_t *cards = ranges->cards + 2 * combo;
                if ((on_board >> cards[0] | on_board >> cards[1]) & 1) continue;
                hold(&below, cards, ranges->theirs[combo]);
                level.with[cards[0]] = level.with[cards[1]] = 0;
            }
        level.all = 0;
    }
    for (ptrdiff_t combo = 0; combo < ranges->count; combo++) {
        const uint8_t *cards = ranges->cards + 2 * combo;
        if ((on_board >> cards[0] | on_board >> cards[1]) & 1) continue;
        ranges->totals[combo] += boards * (met_by(&below, cards) + ranges->theirs[combo]);
    }
}

#endif
