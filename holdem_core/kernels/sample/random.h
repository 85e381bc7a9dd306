/* Random numbers by the block, from generators side by side: most passes over a block become vectors. */
#ifndef HOLDEM_CORE_SAMPLE_RANDOM_H
#define HOLDEM_CORE_SAMPLE_RANDOM_H

#include <stdint.h>
#include "common/compiler.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

enum { BLOCK = 256 }; /* rows at once */

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

#endif
