/* What is asked of two or three ranges on complete boards, and what both sweeps of the boards share. */
#ifndef HOLDEM_CORE_EQUITY_SWEEP_H
#define HOLDEM_CORE_EQUITY_SWEEP_H

#include <stddef.h>
#include <stdint.h>
#include "common/deck.h"

/* The combos that some player may hold, those of one pair of ranks side by side. */
typedef struct {
    int players;
    ptrdiff_t count, groups;
    const uint8_t *cards;   /* (count, 2), the higher card first */
    const int32_t *starts;  /* (groups + 1): where each pair of ranks begins */
    const double *weights;  /* (players, count) */
    const uint8_t *wanted;  /* (players): of three, 1 to ask about his combos, 2 also about all that they meet */
    double *met;            /* (players, count or 1, 2 ** (players - 1) + 1): by state of the others, and last all */
    int by_combo;           /* whether met is by combo */
    double *categories;     /* (players, 9), or NULL */
} sweep_ranges;

/* Sorts items by the strengths in their upper halves: two passes of seven bits, which keep the order of equal ones. */
static void sort_by_strength(uint32_t *items, uint32_t *room, ptrdiff_t count) {
    for (int shift = 16; shift < 30; shift += 7) {
        int32_t places[129] = {0};
        for (ptrdiff_t i = 0; i < count; i++) places[(items[i] >> shift & 127) + 1]++;
        for (int digit = 0; digit < 128; digit++) places[digit + 1] += places[digit];
        for (ptrdiff_t i = 0; i < count; i++) room[places[items[i] >> shift & 127]++] = items[i];
        uint32_t *sorted = room;
        room = items;
        items = sorted;
    }
}

#endif
