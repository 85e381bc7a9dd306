/* Packed rows of cards to strengths with AVX2, four hands a vector: what rows_vectors.h needs. */
#ifndef HOLDEM_CORE_EVALUATE_ROWS_AVX2_H
#define HOLDEM_CORE_EVALUATE_ROWS_AVX2_H

#include "common/simd.h"
#include "evaluate/rows.h"

#if HAVE_AVX2_KERNELS
#include <immintrin.h>

#define PREFETCH_BYTES 1024
/* A vector of so many bytes, which lies aligned and may be read as any other type. */
#define VECTOR_OF(type, bytes) type __attribute__((vector_size(bytes), may_alias))

/* What a byte shuffle finds for a rank, and for a card by its suit: the bytes of its key, a one in its counter. */
static void make_nibble_tables(uint8_t keys[3][16], uint8_t counters[2][16]) {
    for (int i = 0; i < 16; i++) {
        for (int byte = 0; byte < 3; byte++) keys[byte][i] = (uint8_t)(RANK_KEYS[i] >> (8 * byte + 8));
        counters[0][i] = (i & 3) == 0 ? 1 : (i & 3) == 1 ? 16 : 0;
        counters[1][i] = (i & 3) == 2 ? 1 : (i & 3) == 3 ? 16 : 0;
    }
}

/* The byte shuffle that spreads two packed rows over eight-byte lanes. */
static void make_spread(int cards, uint8_t *shuffle) {
    for (int i = 0; i < 16; i++) shuffle[i] = i % 8 < cards ? cards * (i / 8) + i % 8 : 0x80;
}

/* The byte shuffle that turns each lane's row by so many columns. */
static void make_turn(int cards, int columns, uint8_t *shuffle) {
    for (int i = 0; i < 16; i++)
        shuffle[i] = i % 8 < cards ? i / 8 * 8 + (i % 8 + columns) % cards : 0x80;
}

typedef VECTOR_OF(uint8_t, 32) bytes_avx2;
typedef VECTOR_OF(uint16_t, 32) halves_avx2;
typedef VECTOR_OF(uint64_t, 32) words_avx2;

AVX2 static inline __m256i both_halves(const uint8_t *sixteen) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sixteen));
}

AVX2 static inline bytes_avx2 repeat_avx2(const uint8_t *sixteen) { return (bytes_avx2)both_halves(sixteen); }

AVX2 static inline bytes_avx2 load_rows_avx2(const uint8_t *rows, int cards) {
    __m128i first = _mm_loadu_si128((const __m128i *)rows);
    __m128i second = _mm_loadu_si128((const __m128i *)(rows + 2 * cards));
    return (bytes_avx2)_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
}

AVX2 static inline bytes_avx2 shuffle_avx2(bytes_avx2 bytes, bytes_avx2 places) {
    return (bytes_avx2)_mm256_shuffle_epi8((__m256i)bytes, (__m256i)places);
}

AVX2 static inline words_avx2 sum_bytes_avx2(bytes_avx2 bytes) {
    return (words_avx2)_mm256_sad_epu8((__m256i)bytes, _mm256_setzero_si256());
}

AVX2 static inline uint32_t marked_lanes_avx2(words_avx2 lanes) {
    return (uint32_t)_mm256_movemask_pd((__m256d)(lanes == 0)) ^ 15;
}

AVX2 static inline int any_bit_avx2(bytes_avx2 bytes) { return !_mm256_testz_si256((__m256i)bytes, (__m256i)bytes); }

#define VECTOR_BYTES 32
#define TARGET AVX2
#define NAMED(name) name##_avx2
#include "evaluate/rows_vectors.h"
#else
static evaluate_rows *const evaluate_rows_avx2 = evaluate_rows_plain;
#endif

#endif
