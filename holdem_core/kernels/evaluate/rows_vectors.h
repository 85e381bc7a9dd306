/* Packed rows of cards to strengths in vectors, 32 hands a round.

   Included after rows_avx2.h's helpers, once for each width, by a header that defines VECTOR_BYTES, TARGET and
   NAMED, which gives a name its width; so named, the vectors bytes, halves and words, and six functions that GCC does
   not spell for them: repeat, load_rows, shuffle, sum_bytes, marked_lanes and any_bit.

   Each hand lies in eight bytes. Byte shuffles turn cards into the three bytes of their rank keys and into suit
   counters; each hand's bytes are added up. The two look-ups that follow stay scalar, since gathers are no faster. A
   flush, one hand in 33, is found afterwards from the suit counters, so that no branch waits for it. */

#define BYTES NAMED(bytes)
#define HALVES NAMED(halves)
#define WORDS NAMED(words)
enum { NAMED(HANDS) = VECTOR_BYTES / 8 };

TARGET __attribute__((always_inline)) static inline ptrdiff_t
NAMED(rows)(const uint8_t *rows, ptrdiff_t count, int cards, int validate, uint16_t *strengths) {
    uint8_t keys[3][16], counters[2][16], bytes[16];
    BYTES key[3], turns[3];
    make_nibble_tables(keys, counters);
    for (int byte = 0; byte < 3; byte++) key[byte] = NAMED(repeat)(keys[byte]);
    const BYTES clubs_diamonds = NAMED(repeat)(counters[0]), hearts_spades = NAMED(repeat)(counters[1]);
    make_spread(cards, bytes);
    const BYTES spread = NAMED(repeat)(bytes);
    for (int turn = 0; turn < 3; turn++) {
        make_turn(cards, turn + 1, bytes);
        turns[turn] = NAMED(repeat)(bytes);
    }
    /* The empty bytes of a lane: their top bit makes a shuffle give zero, and no card equals them. */
    const BYTES padding = (BYTES)((WORDS){0} + (0x8080808080808080u << 8 * cards));

    ptrdiff_t i = 0;
    for (; i + 34 <= count; i += 32) { /* two hands more, since the last load reads past its rows */
        uint64_t sums[32] __attribute__((aligned(64))), suits[32] __attribute__((aligned(64)));
        uint32_t flushes = 0;
        BYTES alike = {0}, high = {0};
        for (int j = 0; j < 32; j += NAMED(HANDS)) {
            const uint8_t *some = rows + cards * (i + j);
            for (int ahead = 0; ahead < VECTOR_BYTES; ahead += 32)
                _mm_prefetch((const char *)some + PREFETCH_BYTES + ahead, _MM_HINT_T0);
            BYTES hands = NAMED(shuffle)(NAMED(load_rows)(some, cards), spread);
            if (validate) {
                high |= hands | (hands + (128 - DECK)); /* the top bit tells */
                /* a row equals itself turned by 1, 2 or 3 columns only where two cards are alike */
                for (int turn = 0; turn < cards / 2; turn++)
                    alike |= (BYTES)(hands == (NAMED(shuffle)(hands, turns[turn]) | padding));
            }
            BYTES ranks = (BYTES)((HALVES)hands >> 2) & 0x0f;
            WORDS sum = NAMED(sum_bytes)(NAMED(shuffle)(key[0], ranks)) << 8;
            sum += NAMED(sum_bytes)(NAMED(shuffle)(key[1], ranks)) << 16;
            sum += NAMED(sum_bytes)(NAMED(shuffle)(key[2], ranks)) << 24;
            *(WORDS *)(sums + j) = sum;

            hands |= padding;
            WORDS suit = NAMED(sum_bytes)(NAMED(shuffle)(hearts_spades, hands)) << 8;
            suit += NAMED(sum_bytes)(NAMED(shuffle)(clubs_diamonds, hands)) + SUIT_BIAS;
            suit &= SUIT_FLUSH;
            *(WORDS *)(suits + j) = suit;
            flushes |= NAMED(marked_lanes)(suit) << j;
        }
        if (validate && UNLIKELY(NAMED(any_bit)(alike | (high & 0x80)))) break;
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

TARGET static ptrdiff_t NAMED(evaluate_rows)(const uint8_t *rows, ptrdiff_t count, int cards, int validate,
                                             uint16_t *strengths) {
    FOR_EACH_WIDTH(NAMED(rows))
}

#undef BYTES
#undef HALVES
#undef WORDS
#undef VECTOR_BYTES
#undef TARGET
#undef NAMED
