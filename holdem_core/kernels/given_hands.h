/* Who wins where all players' hole cards are given: the board's ranks tell, as long as nobody has a flush. */
#ifndef HOLDEM_CORE_GIVEN_HANDS_H
#define HOLDEM_CORE_GIVEN_HANDS_H

#include "evaluate.h"

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
    for (; rank < 13; rank++) {
        if (!left[rank]) continue;
        left[rank]--;
        fill_winners(given, rank, missing - 1, board + RANK_KEYS[rank], left);
        left[rank]++;
    }
}

/* Prepares given hands, and finds the winners on every board that a deck without them can complete. */
static void make_winners(given_hands *given, uint64_t board_sum, const uint8_t *deck, int deck_size, int missing) {
    int left[13] = {0};
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

/* The cards that can come, in order, and how often each set of players wins. */
typedef struct {
    given_hands given;
    uint64_t sums[52], masks[52];
    int deck_size, next_rank[52]; /* where the cards of another rank begin */
    int64_t *counts; /* (2 ** players) */
} runouts;

ALWAYS_INLINE void count_board(const runouts *all, uint64_t sum, uint64_t masks) {
    const given_hands *given = &all->given;
    uint16_t winners = UNLIKELY(any_flush(given, sum)) ? winners_with_flush(given, sum, masks)
                                                       : given->winners[place_of_5((uint32_t)(sum >> 32))];
    all->counts[winners]++;
}

#define ONE_OF_EACH_SUIT 0x1111u

/* Counts the winners on every board that one or more of the cards from `first` on complete. */
static void count_runouts(const runouts *all, int first, int missing, uint64_t sum, uint64_t masks) {
    if (missing == 1 && !any_flush(&all->given, sum + ONE_OF_EACH_SUIT)) { /* ranks alone matter */
        for (int card = first, next; card < all->deck_size; card = next) {
            uint32_t ranks = (uint32_t)((sum + all->sums[card]) >> 32);
            next = all->next_rank[card];
            all->counts[all->given.winners[place_of_5(ranks)]] += next - card;
        }
        return;
    }
    for (int card = first; card <= all->deck_size - missing; card++) {
        uint64_t with_it = sum + all->sums[card], masks_with_it = masks | all->masks[card];
        if (missing == 1) count_board(all, with_it, masks_with_it);
        else count_runouts(all, card + 1, missing - 1, with_it, masks_with_it);
    }
}

/* Plays given hands on every board that some cards complete. */
static void play_runouts(runouts *all, const uint8_t *holes, int players, const uint8_t *board, int known,
                         const uint8_t *deck) {
    given_hands *given = &all->given;
    given->players = players;
    for (int player = 0; player < players; player++) {
        given->sums[player] = sum_cards(holes + 2 * player, 2);
        given->masks[player] = mask_cards(holes + 2 * player, 2);
    }
    for (int i = all->deck_size - 1; i >= 0; i--) {
        int ends = i + 1 == all->deck_size || deck[i + 1] >> 2 != deck[i] >> 2;
        all->sums[i] = CARD_SUMS[deck[i]];
        all->masks[i] = CARD_MASKS[deck[i]];
        all->next_rank[i] = ends ? i + 1 : all->next_rank[i + 1];
    }
    make_winners(given, sum_cards(board, known), deck, all->deck_size, 5 - known);
    if (known == 5) count_board(all, sum_cards(board, 5), mask_cards(board, 5));
    else count_runouts(all, 0, 5 - known, sum_cards(board, known), mask_cards(board, known));
}

#endif
