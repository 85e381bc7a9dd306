/* What is asked of two or three ranges on complete boards. */
#ifndef HOLDEM_CORE_EQUITY_SWEEP_H
#define HOLDEM_CORE_EQUITY_SWEEP_H

#include <stddef.h>
#include <stdint.h>

enum { DECK = 52 };

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

#endif
