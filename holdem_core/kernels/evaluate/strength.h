/* Cards to strengths in plain C: no Python, no allocation, safe for any bytes.
   The scheme and its tables are explained in tools/make_tables.py.

   Each of the four libraries that include this has the tables to itself: 190 KB of those for seven and five cards, 260
   with those for six. One copy reached through pointers would run as many instructions, within one per cent, and spare
   650 KB of 2.2 MB (stripped). They are left apart since a library that is not in use takes no memory, the other
   libraries then need nothing filled in at their import, and any C file can include this header alone. */
#ifndef HOLDEM_CORE_EVALUATE_STRENGTH_H
#define HOLDEM_CORE_EVALUATE_STRENGTH_H

#include <stddef.h>
#include <string.h>
#include "common/compiler.h"
#include "common/deck.h"
#include "evaluate/tables.h"

enum { HAND_FINE = 0, HAND_NO_CARD = 1, HAND_DUPLICATE = 2 };

/* Three more than a suit's cards in each of four counters: five cards set a counter's top bit. */
#define SUIT_BIAS 0x3333u
#define SUIT_FLUSH 0x8888u

/* Where the strength of a sum of five rank keys stands: another place for each five ranks. */
ALWAYS_INLINE uint32_t place_of_5(uint32_t sum) {
    return ((sum >> SUM_SHIFT) + SHIFTS_5[sum >> ROW_SHIFT_5]) & PLACE_MASK_5;
}

/* The strength of a sum of rank keys, for 5, 6 or 7 cards. */
ALWAYS_INLINE uint16_t rank_strength(uint32_t sum, int cards) {
    uint32_t place = sum >> SUM_SHIFT;
    switch (cards) {
    case 7: return STRENGTHS_7[(place + SHIFTS_7[sum >> ROW_SHIFT_7]) & PLACE_MASK_7];
    case 6: return STRENGTHS_6[(place + SHIFTS_6[sum >> ROW_SHIFT_6]) & PLACE_MASK_6];
    case 5: return STRENGTHS_5[place_of_5(sum)];
    default: return 0;
    }
}

/* The strength of a flush: its suit's rank mask out of the card masks taken together. */
ALWAYS_INLINE uint16_t flush_strength(uint64_t masks, uint32_t flush) {
    int suit = ((flush & 0x8800u) != 0) * 2 + ((flush & 0x8080u) != 0);
    return FLUSH_STRENGTHS[(masks >> (16 * suit)) & 8191];
}

ALWAYS_INLINE uint64_t sum_cards(const uint8_t *cards, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) sum += CARD_SUMS[cards[i]];
    return sum;
}

ALWAYS_INLINE uint64_t mask_cards(const uint8_t *cards, int count) {
    uint64_t masks = 0;
    for (int i = 0; i < count; i++) masks |= CARD_MASKS[cards[i]];
    return masks;
}

ALWAYS_INLINE uint64_t mask_of_ids(const uint8_t *cards, int count) {
    uint64_t mask = 0;
    for (int i = 0; i < count; i++) mask |= (uint64_t)1 << cards[i];
    return mask;
}

ALWAYS_INLINE uint32_t flush_of(uint64_t sum) { return ((uint32_t)sum + SUIT_BIAS) & SUIT_FLUSH; }

/* The strength of cards taken together: the sum of their keys, the union of their masks. */
ALWAYS_INLINE uint16_t sum_strength(uint64_t sum, uint64_t masks, int cards) {
    uint32_t flush = flush_of(sum);
    return UNLIKELY(flush) ? flush_strength(masks, flush) : rank_strength((uint32_t)(sum >> 32), cards);
}

ALWAYS_INLINE uint16_t row_strength(const uint8_t *row, int cards) {
    uint64_t sum = sum_cards(row, cards);
    uint32_t flush = flush_of(sum);
    if (UNLIKELY(flush)) return flush_strength(mask_cards(row, cards), flush);
    return rank_strength((uint32_t)(sum >> 32), cards);
}

/* The strength of two cards with a board of five, given as the board's sum and masks. */
ALWAYS_INLINE uint16_t pair_strength(uint64_t board_sum, uint64_t board_masks, int first, int second) {
    uint64_t sum = board_sum + CARD_SUMS[first] + CARD_SUMS[second];
    return sum_strength(sum, board_masks | CARD_MASKS[first] | CARD_MASKS[second], 7);
}

/* The category of a strength, 0 (high card) to 8 (straight flush). */
ALWAYS_INLINE int category_of(uint16_t strength) {
    int category = 0;
    for (int i = 0; i < CATEGORIES - 1; i++) category += strength > BEST_OF_CATEGORY[i];
    return category;
}

/* What is wrong with a row of cards, if anything; the offending column goes to *column. */
static inline int row_status(const uint8_t *row, int cards, int *column) {
    uint64_t seen = 0;
    for (int i = 0; i < cards; i++) {
        *column = i;
        if (row[i] >= DECK) return HAND_NO_CARD;
        if (seen >> row[i] & 1) return HAND_DUPLICATE;
        seen |= (uint64_t)1 << row[i];
    }
    return HAND_FINE;
}

/* Whether a row's cards are cards and all different: only then do their bits add up to their union. */
ALWAYS_INLINE int row_is_fine(const uint8_t *row, int cards) {
    uint64_t sum = 0, seen = 0;
    uint8_t high = 0;
    for (int i = 0; i < cards; i++) {
        uint64_t bit = (uint64_t)1 << (row[i] & 63);
        sum += bit;
        seen |= bit;
        high |= row[i];
    }
    return sum == seen && !(seen >> DECK) && high < 64;
}

#endif
