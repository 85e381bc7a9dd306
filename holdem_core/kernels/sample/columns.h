/* Blocks of random numbers and of cards, a column for each card: most passes over a block become vectors. */
#ifndef HOLDEM_CORE_SAMPLE_COLUMNS_H
#define HOLDEM_CORE_SAMPLE_COLUMNS_H

#include <string.h>
#include "evaluate/strength.h"
#include "equity/given_hands.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

enum { COMBOS = 1326, BLOCK = 256, NOT_IN_DECK = 255 };
#if defined(__GNUC__)
#define NEVER_INLINE static __attribute__((noinline))
#define RESTRICT __restrict
#elif defined(_MSC_VER)
#define NEVER_INLINE static __declspec(noinline)
#define RESTRICT __restrict
#else
#define NEVER_INLINE static
#define RESTRICT
#endif
/* GCC makes no vectors of a short loop that it has unrolled. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEEP_ROLLED _Pragma("GCC unroll 1")
#else
#define KEEP_ROLLED
#endif


/* --- random numbers ------------------------------------------------------------------------------------ */

/* Generators side by side, so that compilers step them in vectors: words[i] holds the i-th word of each. */
enum { LANES = 8 };
typedef struct {
    uint64_t words[4][LANES];
} generator;

ALWAYS_INLINE uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* xoshiro256++ 1.0 of Blackman and Vigna in each lane; `count` is a multiple of the lanes. */
ALWAYS_INLINE void fill_words(generator *source, uint64_t *RESTRICT words, int count) {
    uint64_t *RESTRICT a = source->words[0], *RESTRICT b = source->words[1];
    uint64_t *RESTRICT c = source->words[2], *RESTRICT d = source->words[3];
    for (int first = 0; first < count; first += LANES) {
        KEEP_ROLLED
        for (int lane = 0; lane < LANES; lane++) {
            uint64_t shifted = b[lane] << 17;
            words[first + lane] = rotated(a[lane] + d[lane], 23) + a[lane];
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = rotated(d[lane], 45);
        }
    }
}

/* The product of two words: its upper half is returned, its lower one goes to *low. */
ALWAYS_INLINE uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    uint64_t high;
    *low = _umul128(a, b, &high);
    return high;
#else
    uint64_t lower = (a & 0xffffffffu) * b; /* b has less than 32 bits wherever this is called */
    uint64_t upper = (a >> 32) * b + (lower >> 32);
    *low = upper << 32 | (lower & 0xffffffffu);
    return upper >> 32;
#endif
}

/* Draws again for the few rows whose numbers were refused. */
NEVER_INLINE void replace_refused(generator *source, uint32_t bound, uint16_t refused, const uint16_t *numbers,
                                  uint8_t *places) {
    for (int row = 0; row < BLOCK; row++) {
        uint32_t product = numbers[row] * bound;
        if ((uint16_t)product >= refused) continue;
        do {
            uint64_t words[LANES];
            fill_words(source, words, LANES);
            product = (uint32_t)(words[0] >> 48) * bound;
        } while ((uint16_t)product < refused);
        places[row] = (uint8_t)(product >> 16);
    }
}

/* A place below `bound` in each row by Lemire's multiplication: the upper half of sixteen random bits times the bound,
   which is exact where lower halves less than 2**16 modulo the bound are refused. */
ALWAYS_INLINE void find_places(generator *source, uint32_t bound, uint8_t *places) {
    union {
        uint64_t words[BLOCK / 4];
        uint16_t numbers[BLOCK];
    } random;
    uint16_t factor = (uint16_t)bound, refused = (uint16_t)(65536 % bound), least = UINT16_MAX;
    fill_words(source, random.words, BLOCK / 4);
    for (int row = 0; row < BLOCK; row++) {
        uint16_t low = (uint16_t)(random.numbers[row] * factor);
        places[row] = (uint8_t)((uint32_t)random.numbers[row] * factor >> 16);
        least = low < least ? low : least;
    }
    if (UNLIKELY(least < refused)) replace_refused(source, bound, refused, random.numbers, places);
}


/* --- cards in columns ---------------------------------------------------------------------------------- */

/* The cards that can be dealt at all, in order; elsewhere cards go by their place in it. */
typedef struct {
    int size;
    uint8_t cards[64];
    uint16_t combos[COMBOS]; /* the places of a combo's cards or NOT_IN_DECK, the higher card's in the upper byte */
} card_deck;

static void make_deck(card_deck *deck, uint64_t used) {
    uint8_t place_of[52];
    ptrdiff_t combo = 0;
    deck->size = 0;
    memset(deck->cards, 0, sizeof deck->cards);
    for (int card = 0; card < 52; card++) {
        place_of[card] = used >> card & 1 ? NOT_IN_DECK : (uint8_t)deck->size;
        if (!(used >> card & 1)) deck->cards[deck->size++] = (uint8_t)card;
    }
    for (int high = 1; high < 52; high++)
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
