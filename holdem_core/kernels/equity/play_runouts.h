/* Given hands on every board that some cards complete. */
#ifndef HOLDEM_CORE_EQUITY_PLAY_RUNOUTS_H
#define HOLDEM_CORE_EQUITY_PLAY_RUNOUTS_H

#include "equity/given_hands.h"

/* The cards that can come, in order, and how often each set of players wins. */
typedef struct {
    given_hands given;
    uint64_t sums[DECK], masks[DECK];
    int deck_size, next_rank[DECK]; /* where the cards of another rank begin */
    int64_t *counts; /* (2 ** players) */
} runouts;

ALWAYS_INLINE void count_board(const runouts *runs, uint64_t sum, uint64_t masks) {
    const given_hands *given = &runs->given;
    uint16_t winners = UNLIKELY(any_flush(given, sum)) ? winners_with_flush(given, sum, masks)
                                                       : given->winners[place_of_5((uint32_t)(sum >> 32))];
    runs->counts[winners]++;
}

#define ONE_OF_EACH_SUIT 0x1111u

/* Counts the winners on every board that one or more of the cards from `first` on complete. */
static void count_runouts(const runouts *runs, int first, int missing, uint64_t sum, uint64_t masks) {
    if (missing == 1 && !any_flush(&runs->given, sum + ONE_OF_EACH_SUIT)) { /* ranks alone matter */
        for (int card = first, next; card < runs->deck_size; card = next) {
            uint32_t ranks = (uint32_t)((sum + runs->sums[card]) >> 32);
            next = runs->next_rank[card];
            runs->counts[runs->given.winners[place_of_5(ranks)]] += next - card;
        }
        return;
    }
    for (int card = first; card <= runs->deck_size - missing; card++) {
        uint64_t with_it = sum + runs->sums[card], masks_with_it = masks | runs->masks[card];
        if (missing == 1) count_board(runs, with_it, masks_with_it);
        else count_runouts(runs, card + 1, missing - 1, with_it, masks_with_it);
    }
}

/* Plays given hands on every board that some cards complete. */
static void play_runouts(runouts *runs, const uint8_t *holes, int players, const uint8_t *board, int known,
                         const uint8_t *deck) {
    given_hands *given = &runs->given;
    given->players = players;
    for (int player = 0; player < players; player++) {
        given->sums[player] = sum_cards(holes + 2 * player, 2);
        given->masks[player] = mask_cards(holes + 2 * player, 2);
    }
    for (int i = runs->deck_size - 1; i >= 0; i--) {
        int ends = i + 1 == runs->deck_size || deck[i + 1] >> 2 != deck[i] >> 2;
        runs->sums[i] = CARD_SUMS[deck[i]];
        runs->masks[i] = CARD_MASKS[deck[i]];
        runs->next_rank[i] = ends ? i + 1 : runs->next_rank[i + 1];
    }
    make_winners(given, sum_cards(board, known), deck, runs->deck_size, 5 - known);
    if (known == 5) count_board(runs, sum_cards(board, 5), mask_cards(board, 5));
    else count_runouts(runs, 0, 5 - known, sum_cards(board, known), mask_cards(board, known));
}

#endif
