/* Card ids of any integer type, from wherever they lie, packed into bytes. */
#ifndef HOLDEM_CORE_EVALUATE_PACK_IDS_H
#define HOLDEM_CORE_EVALUATE_PACK_IDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "evaluate/strength.h"

/* Rows of card ids of one size in an array, with their strides in bytes. */
typedef struct {
    const char *data;
    ptrdiff_t row_stride, card_stride;
    int cards, id_bytes;
} card_rows;

static inline int lie_together(const card_rows *rows) {
    return (rows->card_stride == rows->id_bytes || rows->cards == 1) && rows->row_stride == rows->cards * rows->id_bytes;
}

static inline int lie_packed(const card_rows *rows) { return rows->id_bytes == 1 && lie_together(rows); }

/* A number that fits no byte becomes 255, which is no card either; read without a sign, a negative one is great. Rows
   that lie one behind the other are cut to bytes first and looked at afterwards, which vectors do best; two or five
   cards side by side have loops of their own. */
#define TO_BYTE(id) ((uint8_t)((id) > 255 ? 255 : (id)))
#define PACK_IDS(type)                                                                                                 \
    ALWAYS_INLINE void copy_##type(const char *source, ptrdiff_t rows, ptrdiff_t stride, int cards, uint8_t *to,       \
                                   int width) {                                                                        \
        for (ptrdiff_t row = 0; row < rows; row++, source += stride, to += width) {                                    \
            if (sizeof(type) == 1) memcpy(to, source, cards);                                                          \
            else                                                                                                       \
                for (int card = 0; card < cards; card++) to[card] = TO_BYTE(((const type *)source)[card]);             \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void pack_##type(const card_rows *from, ptrdiff_t first, ptrdiff_t rows, uint8_t *to, int width) {          \
        const char *source = from->data + first * from->row_stride;                                                    \
        int side_by_side = from->card_stride == sizeof(type);                                                          \
        if (from->cards == width && lie_together(from)) {                                                              \
            const type *ids = (const type *)source;                                                                    \
            type all = 0;                                                                                              \
            for (ptrdiff_t i = 0; i < rows * width; i++) all |= ids[i], to[i] = (uint8_t)ids[i];                       \
            if (all <= 255) return;                                                                                    \
        }                                                                                                              \
        if (side_by_side && from->cards == 2) copy_##type(source, rows, from->row_stride, 2, to, width);               \
        else if (side_by_side && from->cards == 5) copy_##type(source, rows, from->row_stride, 5, to, width);          \
        else                                                                                                           \
            for (int card = 0; card < from->cards; card++) {                                                           \
                const char *at = source + card * from->card_stride;                                                    \
                for (ptrdiff_t row = 0; row < rows; row++, at += from->row_stride)                                     \
                    to[row * width + card] = TO_BYTE(*(const type *)at);                                               \
            }                                                                                                          \
    }
PACK_IDS(uint8_t)
PACK_IDS(uint16_t)
PACK_IDS(uint32_t)
PACK_IDS(uint64_t)

/* Puts rows of ids at the beginning of as many packed rows of a width, their own or a greater one. Not inlined: GCC
   would warn of rooms too small for more cards than callers ever ask for. */
NEVER_INLINE void pack_rows(const card_rows *from, ptrdiff_t first, ptrdiff_t rows, uint8_t *to, int width) {
    switch (from->id_bytes) {
    case 1: pack_uint8_t(from, first, rows, to, width); break;
    case 2: pack_uint16_t(from, first, rows, to, width); break;
    case 4: pack_uint32_t(from, first, rows, to, width); break;
    default: pack_uint64_t(from, first, rows, to, width);
    }
}

/* The first packed row with an id that is no card; `count` if there is none. */
static ptrdiff_t first_row_of_no_cards(const uint8_t *rows, ptrdiff_t count, int cards) {
    uint8_t high = 0;
    for (ptrdiff_t i = 0; i < count * cards; i++) high |= rows[i] | (uint8_t)(rows[i] + (128 - DECK));
    if (!(high & 128)) return count;
    ptrdiff_t i = 0;
    while (rows[i] < DECK) i++;
    return i / cards;
}

#endif
