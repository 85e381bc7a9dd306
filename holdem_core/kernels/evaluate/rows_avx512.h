/* Packed rows of cards to strengths with AVX-512, eight hands a vector: what rows_vectors.h needs. */
#ifndef HOLDEM_CORE_EVALUATE_ROWS_AVX512_H
#define HOLDEM_CORE_EVALUATE_ROWS_AVX512_H

#include "evaluate/rows_avx2.h"

#if HAVE_AVX2_KERNELS

typedef VECTOR_OF(uint8_t, 64) bytes_avx512;
typedef VECTOR_OF(uint16_t, 64) halves_avx512;
typedef VECTOR_OF(uint64_t, 64) words_avx512;

AVX512 static inline bytes_avx512 repeat_avx512(const uint8_t *sixteen) {
    return (bytes_avx512)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)sixteen));
}

AVX512 static inline bytes_avx512 load_rows_avx512(const uint8_t *rows, int cards) {
    __m512i pairs = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)rows));
    pairs = _mm512_inserti32x4(pairs, _mm_loadu_si128((const __m128i *)(rows + 2 * cards)), 1);
    pairs = _mm512_inserti32x4(pairs, _mm_loadu_si128((const __m128i *)(rows + 4 * cards)), 2);
    return (bytes_avx512)_mm512_inserti32x4(pairs, _mm_loadu_si128((const __m128i *)(rows + 6 * cards)), 3);
}

AVX512 static inline bytes_avx512 shuffle_avx512(bytes_avx512 bytes, bytes_avx512 places) {
    return (bytes_avx512)_mm512_shuffle_epi8((__m512i)bytes, (__m512i)places);
}

AVX512 static inline words_avx512 sum_bytes_avx512(bytes_avx512 bytes) {
    return (words_avx512)_mm512_sad_epu8((__m512i)bytes, _mm512_setzero_si512());
}

AVX512 static inline uint32_t marked_lanes_avx512(words_avx512 lanes) {
    return _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes);
}

AVX512 static inline int any_bit_avx512(bytes_avx512 bytes) {
    return _mm512_test_epi64_mask((__m512i)bytes, (__m512i)bytes) != 0;
}

#define VECTOR_BYTES 64
#define TARGET AVX512
#define NAMED(name) name##_avx512
#include "evaluate/rows_vectors.h"
#else
static evaluate_rows *const evaluate_rows_avx512 = evaluate_rows_plain;
#endif

#endif
