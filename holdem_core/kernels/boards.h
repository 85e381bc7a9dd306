/* Complete boards, one for all that relabelling the suits makes of it. */
#ifndef HOLDEM_CORE_BOARDS_H
#define HOLDEM_CORE_BOARDS_H

#include <stddef.h>
#include <stdint.h>

#define ONE_SUIT 0x1111111111111u /* the bits of the clubs, one in four */

static uint64_t relabel(uint64_t cards, const uint8_t *suits) {
    uint64_t moved = 0;
    for (int suit = 0; suit < 4; suit++) moved |= (cards >> suit & ONE_SUIT) << suits[suit];
    return moved;
}

/* How many boards this one stands for, if it is the least of them; else 0. The relabellings are a group. */
static int stands_for(uint64_t cards, const uint8_t *relabellings, int count) {
    int unmoved = 0;
    for (int i = 0; i < count; i++) {
        uint64_t moved = relabel(cards, relabellings + 4 * i);
        if (moved < cards) return 0;
        unmoved += moved == cards;
    }
    return count / unmoved;
}

/* Writes the board with every choice of `missing` cards of the deck, at most five, that is the least of its kind.
   Returns how many there are. */
static ptrdiff_t complete_boards(const uint8_t *board, int known, const uint8_t *deck, int deck_size,
                                 const uint8_t *relabellings, int relabelling_count, uint8_t *boards,
                                 double *weights) {
    int missing = 5 - known, at[5];
    ptrdiff_t count = 0;
    if (missing > deck_size) return 0;
    for (int i = 0; i < missing; i++) at[i] = i;
    for (;;) {
        uint64_t coming = 0;
        for (int i = 0; i < missing; i++) coming |= (uint64_t)1 << deck[at[i]];
        int weight = stands_for(coming, relabellings, relabelling_count);
        if (weight) {
            uint8_t *row = boards + 5 * count;
            for (int i = 0; i < known; i++) row[i] = board[i];
            for (int i = 0; i < missing; i++) row[known + i] = deck[at[i]];
            weights[count++] = weight;
        }
        int last = missing - 1;
        while (last >= 0 && at[last] == deck_size - missing + last) last--;
        if (last < 0) return count;
        at[last]++;
        for (int i = last + 1; i < missing; i++) at[i] = at[i - 1] + 1;
    }
}

#endif
