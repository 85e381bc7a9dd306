/* Packed rows of cards to strengths with AVX2: 32 hands a round.

   Four hands lie in a vector, eight bytes each. Byte shuffles turn cards into the three bytes of their
   rank keys and into suit counters; sums of absolute differences against zero add up each hand's bytes.
   The two look-ups that follow stay scalar, since gathers are no faster. A flush, one hand in 33, is
   found afterwards from the suit counters, so that no branch waits for it. */
#ifndef HOLDEM_CORE_EVALUATE_AVX2_H
#define HOLDEM_CORE_EVALUATE_AVX2_H

#include "evaluate.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2_KERNEL 1
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,popcnt")))
#define PREFETCH_BYTES 1024

AVX2 static inline __m256i both_halves(const uint8_t *sixteen) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sixteen));
}

AVX2 static inline __m256i add_bytes(__m256i bytes) {
    return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

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

AVX2 __attribute__((always_inline)) static inline ptrdiff_t
rows_avx2(const uint8_t *rows, ptrdiff_t count, int cards, int validate, uint16_t *strengths) {
    uint8_t bytes[16], keys[3][16], counters[2][16];
    make_nibble_tables(keys, counters);
    const __m256i key1 = both_halves(keys[0]), key2 = both_halves(keys[1]), key3 = both_halves(keys[2]);
    const __m256i clubs_diamonds = both_halves(counters[0]), hearts_spades = both_halves(counters[1]);
    make_spread(cards, bytes);
    const __m256i spread = both_halves(bytes);
    __m256i turns[3];
    for (int turn = 0; turn < 3; turn++) {
        make_turn(cards, turn + 1, bytes);
        turns[turn] = both_halves(bytes);
    }
    /* The empty bytes of a lane: their top bit makes a shuffle give zero, and no card equals them. */
    const __m256i padding = _mm256_set1_epi64x((long long)(0x8080808080808080ull << 8 * cards));
    const __m256i low_nibble = _mm256_set1_epi8(0x0f), last_card = _mm256_set1_epi8(51);
    const __m256i bias = _mm256_set1_epi64x(SUIT_BIAS), five = _mm256_set1_epi64x(SUIT_FLUSH);
    const __m256i zero = _mm256_setzero_si256();

    ptrdiff_t i = 0;
    for (; i + 34 <= count; i += 32) { /* two hands more, since the last load reads past its rows */
        uint64_t sums[32] __attribute__((aligned(32))), suits[32] __attribute__((aligned(32)));
        uint32_t flushes = 0;
        __m256i bad = zero;
        for (int j = 0; j < 32; j += 4) {
            const uint8_t *four = rows + cards * (i + j);
            _mm_prefetch((const char *)four + PREFETCH_BYTES, _MM_HINT_T0);
            __m256i hands = _mm256_inserti128_si256(
                _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)four)),
                _mm_loadu_si128((const __m128i *)(four + 2 * cards)), 1);
            hands = _mm256_shuffle_epi8(hands, spread);
            if (validate) {
                bad = _mm256_or_si256(bad, _mm256_subs_epu8(hands, last_card));
                /* a row equals itself turned by 1, 2 or 3 columns only where two cards are alike */
                for (int turn = 0; turn < cards / 2; turn++) {
                    __m256i alike = _mm256_cmpeq_epi8(
                        hands, _mm256_or_si256(_mm256_shuffle_epi8(hands, turns[turn]), padding));
                    bad = _mm256_or_si256(bad, alike);
                }
            }
            __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(hands, 2), low_nibble);
            __m256i sum1 = add_bytes(_mm256_shuffle_epi8(key1, ranks));
            __m256i sum2 = add_bytes(_mm256_shuffle_epi8(key2, ranks));
            __m256i sum3 = add_bytes(_mm256_shuffle_epi8(key3, ranks));
            __m256i sum = _mm256_add_epi64(_mm256_slli_epi64(sum1, 8), _mm256_slli_epi64(sum2, 16));
            _mm256_store_si256((__m256i *)(sums + j), _mm256_add_epi64(sum, _mm256_slli_epi64(sum3, 24)));

            hands = _mm256_or_si256(hands, padding);
            __m256i low = add_bytes(_mm256_shuffle_epi8(clubs_diamonds, hands));
            __m256i high = add_bytes(_mm256_shuffle_epi8(hearts_spades, hands));
            __m256i suit = _mm256_add_epi64(_mm256_or_si256(low, _mm256_slli_epi64(high, 8)), bias);
            suit = _mm256_and_si256(suit, five);
            _mm256_store_si256((__m256i *)(suits + j), suit);
            __m256d no_flush = _mm256_castsi256_pd(_mm256_cmpeq_epi64(suit, zero));
            flushes |= (uint32_t)(_mm256_movemask_pd(no_flush) ^ 15) << j;
        }
        if (validate && UNLIKELY(!_mm256_testz_si256(bad, bad))) break;
        for (int j = 0; j < 32; j++) strengths[i + j] = rank_strength((uint32_t)sums[j], cards);
        while (flushes) {
            int j = __builtin_ctz(flushes);
            flushes &= flushes - 1;
            uint64_t masks = mask_cards(rows + cards * (i + j), cards);
            strengths[i + j] = flush_strength(masks, (uint32_t)suits[j]);
        }
    }
    return i + rows_plain(rows + cards * i, count - i, cards, validate, strengths + i);
}

AVX2 static ptrdiff_t evaluate_rows_avx2(const uint8_t *rows, ptrdiff_t count, int cards, int validate,
                                         uint16_t *strengths) {
    FOR_EACH_WIDTH(rows_avx2)
}

static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"); }
#else
#define HAVE_AVX2_KERNEL 0
static evaluate_rows *const evaluate_rows_avx2 = evaluate_rows_plain;
static int has_avx2(void) { return 0; }
#endif

#endif
