/* Which five cards make the hand. */
#ifndef HOLDEM_CORE_EVALUATE_BEST_FIVE_H
#define HOLDEM_CORE_EVALUATE_BEST_FIVE_H

#include "evaluate/strength.h"

/* The best five of 5, 6 or 7 cards as a person would lay them down: by how often their rank counts, then by
   rank, an ace last in a wheel. Of cards that serve equally, the later in the row. */
static void best_five_cards(const uint8_t *row, int cards, uint8_t *five) {
    uint32_t flush = flush_of(sum_cards(row, cards));
    uint8_t by_rank[RANKS][7], counts[RANKS] = {0};
    uint32_t present = 0;
    for (int i = cards - 1; i >= 0; i--) {
        int rank = row[i] >> 2;
        if (row[i] >= DECK) continue;
        if (flush && !(flush >> (4 * (row[i] & 3)) & 8)) continue;
        by_rank[rank][counts[rank]++] = row[i];
        present |= 1u << rank;
    }
    for (int i = 0; i < 5; i++) five[i] = UNSEEN;

    /* Bit r + 1 for rank r, and the ace below the deuce as well. */
    uint32_t ladder = present << 1 | present >> 12;
    uint32_t tops = ladder & ladder << 1 & ladder << 2 & ladder << 3 & ladder << 4;
    int quads = -1, most = -1, second = -1; /* the ranks held most often, higher first */
    for (int rank = 12; rank >= 0; rank--) {
        if (counts[rank] >= 4 && quads < 0) quads = rank;
        if (counts[rank] >= 2) {
            if (most < 0) most = rank;
            else if (counts[rank] > counts[most] && counts[most] < 3) second = most, most = rank;
            else if (second < 0) second = rank;
        }
    }
    int filled = 0;
    int full_house = most >= 0 && counts[most] >= 3 && second >= 0;
    if (tops && quads < 0 && !full_house) {
        int top = 13;
        while (!(tops >> top & 1)) top--;
        for (int step = top; filled < 5; step--) five[filled++] = by_rank[(step + 12) % 13][0];
        return;
    }
    if (quads >= 0) {
        while (filled < 4) five[filled] = by_rank[quads][filled], filled++;
        counts[quads] = 0;
    } else if (most >= 0) {
        int alike = counts[most] < 3 ? counts[most] : 3;
        while (filled < alike) five[filled] = by_rank[most][filled], filled++;
        counts[most] = 0;
        if (second >= 0 && (alike == 2 || full_house)) {
            five[filled++] = by_rank[second][0];
            five[filled++] = by_rank[second][1];
            counts[second] = 0;
        }
    }
    for (int rank = 12; rank >= 0 && filled < 5; rank--)
        for (int i = 0; i < counts[rank] && filled < 5; i++) five[filled++] = by_rank[rank][i];
}

#endif
