/* Cards dealt to a block of rows, a column for each card: most passes over a block become vectors. */
#ifndef HOLDEM_CORE_SAMPLE_COLUMNS_H
#define HOLDEM_CORE_SAMPLE_COLUMNS_H

#include <string.h>
#include "equity/given_hands.h"
#include "evaluate/strength.h"
#include "sample/random.h"

enum { NOT_IN_DECK = 255 };

/* The cards that can be dealt at all, in order; elsewhere cards go by their place in it. */
typedef struct {
    int size;
    uint8_t cards[64];
    uint16_t combos[COMBOS]; /* the places of a combo's cards or NOT_IN_DECK, the higher card's in the upper byte */
} card_deck;

static void make_deck(card_deck *deck, uint64_t used) {
    uint8_t place_of[DECK];
    ptrdiff_t combo = 0;
    deck->size = 0;
    memset(deck->cards, 0, sizeof deck->cards);
    for (int card = 0; card < DECK; card++) {
        place_of[card] = used >> card & 1 ? NOT_IN_DECK : (uint8_t)deck->size;
        if (!(used >> card & 1)) deck->cards[deck->size++] = (uint8_t)card;
    }
    for (int high = 1; high < DECK; high++)
        for (int low = 0; low < high; low++, combo++)
            deck->combos[combo] = (uint16_t)(place_of[high] << 8 | place_of[low]);
}

/* What each row has taken out of the deck so far, in rising order: column after column. */
typedef struct {
    uint8_t columns[MOST_PLAYERS * 2 + 5][BLOCK];
    int count;
} taken_cards;

ALWAYS_INLINE void take_column(taken_cards *taken, const uint8_t *cards) {
    uint8_t moving[BLOCK];
    memcpy(moving, cards, BLOCK);
    for (int column = 0; column < taken->count; column++) {
        uint8_t *here = taken->columns[column];
        for (int row = 0; row < BLOCK; row++) {
            uint8_t a = here[row], b = moving[row];
            here[row] = a < b ? a : b;
            moving[row] = a < b ? b : a;
        }
    }
    memcpy(taken->columns[taken->count++], moving, BLOCK);
}

/* A loop of its own, as others that go row by row: among the vectors its variables would lie in memory. */
NEVER_INLINE void find_pairs(const card_deck *deck, const uint16_t *RESTRICT combos, int step, ptrdiff_t rows,
                             uint16_t *RESTRICT pairs) {
    for (ptrdiff_t row = 0; row < rows; row++, combos += step) pairs[row] = deck->combos[*combos];
    for (ptrdiff_t row = rows; row < BLOCK; row++) pairs[row] = 0;
}

ALWAYS_INLINE void take_combos(taken_cards *taken, const card_deck *deck, const uint16_t *combos, int step,
                               ptrdiff_t rows) {
    uint16_t pairs[BLOCK];
    uint8_t high[BLOCK], low[BLOCK];
    find_pairs(deck, combos, step, rows, pairs);
    for (int row = 0; row < BLOCK; row++) {
        high[row] = (uint8_t)(pairs[row] >> 8);
        low[row] = (uint8_t)pairs[row];
    }
    take_column(taken, low);
    take_column(taken, high);
}

/* Turns places among the cards that are left into places in the deck: one up for each card taken below. */
ALWAYS_INLINE void skip_taken(const taken_cards *taken, uint8_t *places) {
    for (int column = 0; column < taken->count; column++)
        for (int row = 0; row < BLOCK; row++) places[row] += places[row] >= taken->columns[column][row];
}

/* Deals so many cards to each row, of which so many are left. */
ALWAYS_INLINE void deal_columns(generator *source, int left, int count, taken_cards *taken, uint8_t cards[][BLOCK],
                                int keep) {
    for (int card = 0; card < count; card++) {
        find_places(source, (uint32_t)(left - card), cards[card]);
        skip_taken(taken, cards[card]);
        if (keep || card + 1 < count) take_column(taken, cards[card]);
    }
}

static int count_cards(uint64_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

#endif
