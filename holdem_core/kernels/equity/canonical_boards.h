/* Complete boards, one for all that relabelling the suits makes of it. */
#ifndef HOLDEM_CORE_EQUITY_CANONICAL_BOARDS_H
#define HOLDEM_CORE_EQUITY_CANONICAL_BOARDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "common/deck.h"

#define ONE_SUIT 0x1111111111111u /* the bits of the clubs, one in four */

static uint64_t relabel(uint64_t cards, const uint8_t *suits) {
    uint64_t moved = 0;
    for (int suit = 0; suit < 4; suit++) moved |= (cards >> suit & ONE_SUIT) << suits[suit];
    return moved;
}

/* What is chosen from, and what each relabelling of suits makes of it: relabellings are a group, the first may be any. */
typedef struct {
    const uint8_t *board, *deck;
    int known, deck_size, missing, relabellings;
    uint64_t moved_by[24][DECK]; /* by relabelling and place in the deck */
    uint8_t *boards;
    uint8_t *weights;
    ptrdiff_t count;
} board_list;

/* How many boards this one stands for, if it is the least of them; else 0. `moved` is what each relabelling makes of
   all cards but the last, which stands at `place`. */
static inline int stands_for(const board_list *list, uint64_t cards, const uint64_t *moved, int place) {
    int unmoved = 0;
    for (int i = 0; i < list->relabellings; i++) {
        uint64_t image = moved[i] | list->moved_by[i][place];
        if (image < cards) return 0;
        unmoved += image == cards;
    }
    return list->relabellings / unmoved;
}

/* Writes every way to go on from the cards chosen so far, in rising order. */
static void choose(board_list *list, int chosen, int first, const uint8_t *row, uint64_t cards, const uint64_t *moved) {
    int last = chosen + 1 == list->missing;
    for (int place = first; place <= list->deck_size - list->missing + chosen; place++) {
        uint64_t with_it = cards | (uint64_t)1 << list->deck[place];
        if (last) {
            int weight = list->relabellings > 1 ? stands_for(list, with_it, moved, place) : 1;
            uint8_t *board = list->boards + 5 * list->count;
            memcpy(board, row, 4);
            board[4] = list->deck[place];
            list->weights[list->count] = (uint8_t)weight;
            list->count += weight != 0;
            continue;
        }
        uint64_t moved_with_it[24];
        uint8_t longer[5];
        memcpy(longer, row, 5);
        longer[list->known + chosen] = list->deck[place];
        for (int i = 0; i < list->relabellings; i++) moved_with_it[i] = moved[i] | list->moved_by[i][place];
        choose(list, chosen + 1, place + 1, longer, with_it, moved_with_it);
    }
}

/* Writes the board with every choice of the missing cards of a rising deck that is the least of its kind; there is
   room for one more than there can be. Returns how many there are. */
static ptrdiff_t complete_boards(board_list *list, const uint8_t *relabellings) {
    uint8_t row[5] = {0};
    uint64_t moved[24] = {0};
    for (int i = 0; i < list->known; i++) row[i] = list->board[i];
    for (int i = 0; i < list->relabellings; i++)
        for (int place = 0; place < list->deck_size; place++)
            list->moved_by[i][place] = relabel((uint64_t)1 << list->deck[place], relabellings + 4 * i);
    list->count = 0;
    if (list->missing) {
        choose(list, 0, 0, row, 0, moved);
    } else {
        memcpy(list->boards, row, 5);
        list->weights[0] = 1;
        list->count = 1;
    }
    return list->count;
}

#endif
