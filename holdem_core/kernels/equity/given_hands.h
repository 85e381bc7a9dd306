/* Who wins where all players' hole cards are given: the board's ranks tell, as long as nobody has a flush. */
#ifndef HOLDEM_CORE_EQUITY_GIVEN_HANDS_H
#define HOLDEM_CORE_EQUITY_GIVEN_HANDS_H

#include "evaluate/strength.h"

enum { MOST_PLAYERS = 10 };

typedef struct {
    int players;
    uint64_t sums[MOST_PLAYERS], masks[MOST_PLAYERS]; /* of each player's hole cards, as CARD_SUMS and CARD_MASKS */
    uint32_t suit_bias;                 /* SUIT_BIAS, and in each counter the most cards that any player holds */
    uint16_t winners[PLACE_MASK_5 + 1]; /* as a mask, at the place of the board's ranks */
} given_hands;

ALWAYS_INLINE uint16_t winners_among(const uint16_t *strengths, int players) {
    uint16_t best = 0, winners = 0;
    for (int player = 0; player < players; player++) best = strengths[player] > best ? strengths[player] : best;
    for (int player = 0; player < players; player++) winners |= (uint16_t)((strengths[player] == best) << player);
    return winners;
}

/* Fills in the winners on every board that ranks from `rank` on can complete; `left` cards of each can be on it. */
static void fill_winners(given_hands *given, int rank, int missing, uint32_t board, int *left) {
    if (!missing) {
        uint16_t strengths[MOST_PLAYERS];
        for (int player = 0; player < given->players; player++)
            strengths[player] = rank_strength(board + (uint32_t)(given->sums[player] >> 32), 7);
        given->winners[place_of_5(board)] = winners_among(strengths, given->players);
        return;
    }
    for (; rank < RANKS; rank++) {
        if (!left[rank]) continue;
        left[rank]--;
        fill_winners(given, rank, missing - 1, board + RANK_KEYS[rank], left);
        left[rank]++;
    }
}

/* Finds the winners on every board that a deck without the hole cards can complete; these are set already. */
static void make_winners(given_hands *given, uint64_t board_sum, const uint8_t *deck, int deck_size, int missing) {
    int left[RANKS] = {0};
    for (int i = 0; i < deck_size; i++) left[deck[i] >> 2]++;
    given->suit_bias = 0;
    for (int suit = 0; suit < 16; suit += 4) {
        uint32_t most = 0;
        for (int player = 0; player < given->players; player++) {
            uint32_t held = (uint32_t)given->sums[player] >> suit & 15;
            most = held > most ? held : most;
        }
        given->suit_bias |= most << suit;
    }
    given->suit_bias += SUIT_BIAS;
    fill_winners(given, 0, missing, (uint32_t)(board_sum >> 32), left);
}

/* Bits that are set if anybody has a flush. */
ALWAYS_INLINE uint32_t any_flush(const given_hands *given, uint64_t board_sum) {
    return ((uint32_t)board_sum + given->suit_bias) & SUIT_FLUSH;
}

/* The winners where somebody may have a flush. */
static uint16_t winners_with_flush(const given_hands *given, uint64_t board_sum, uint64_t board_masks) {
    uint16_t strengths[MOST_PLAYERS];
    for (int player = 0; player < given->players; player++)
        strengths[player] = sum_strength(board_sum + given->sums[player], board_masks | given->masks[player], 7);
    return winners_among(strengths, given->players);
}

#endif
