/* The kernel for rows in vectors of 64 bytes, each made of two with AVX2: what AVX-512 does, where there is none. */
#include "evaluate/rows_avx2.h"

typedef VECTOR_OF(uint8_t, 64) bytes_wide;
typedef VECTOR_OF(uint16_t, 64) halves_wide;
typedef VECTOR_OF(uint64_t, 64) words_wide;
typedef union {
    bytes_wide bytes;
    words_wide words;
    bytes_avx2 halves[2];
    words_avx2 sums[2];
} two_halves;

AVX2 __attribute__((always_inline)) static inline bytes_wide repeat_wide(const uint8_t *sixteen) {
    two_halves all;
    for (int i = 0; i < 2; i++) all.halves[i] = repeat_avx2(sixteen);
    return all.bytes;
}

AVX2 __attribute__((always_inline)) static inline bytes_wide load_rows_wide(const uint8_t *rows, int cards) {
    two_halves all;
    for (int i = 0; i < 2; i++) all.halves[i] = load_rows_avx2(rows + 4 * cards * i, cards);
    return all.bytes;
}

AVX2 __attribute__((always_inline)) static inline bytes_wide shuffle_wide(bytes_wide bytes, bytes_wide places) {
    two_halves from = {bytes}, to = {places};
    for (int i = 0; i < 2; i++) to.halves[i] = shuffle_avx2(from.halves[i], to.halves[i]);
    return to.bytes;
}

AVX2 __attribute__((always_inline)) static inline words_wide sum_bytes_wide(bytes_wide bytes) {
    two_halves all = {bytes};
    for (int i = 0; i < 2; i++) all.sums[i] = sum_bytes_avx2(all.halves[i]);
    return all.words;
}

AVX2 __attribute__((always_inline)) static inline uint32_t marked_lanes_wide(words_wide lanes) {
    two_halves all = {(bytes_wide)lanes};
    return marked_lanes_avx2(all.sums[0]) | marked_lanes_avx2(all.sums[1]) << 4;
}

AVX2 __attribute__((always_inline)) static inline int any_bit_wide(bytes_wide bytes) {
    two_halves all = {bytes};
    return any_bit_avx2(all.halves[0] | all.halves[1]);
}

#define VECTOR_BYTES 64
#define TARGET AVX2
#define NAMED(name) name##_wide
#include "evaluate/rows_vectors.h"

ptrdiff_t wide_rows(const uint8_t *rows, ptrdiff_t count, int cards, int validate, uint16_t *strengths) {
    return evaluate_rows_wide(rows, count, cards, validate, strengths);
}
