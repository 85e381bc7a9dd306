/* Every player's combo given, tuple by tuple, on complete boards. */
#ifndef HOLDEM_CORE_TUPLES_H
#define HOLDEM_CORE_TUPLES_H

#include "evaluate.h"

enum { MOST_PLAYERS = 10 };

typedef struct {
    int players;
    ptrdiff_t count, combos;
    const uint16_t *places; /* (count, players): each player's combo, as its place in cards */
    const double *weights;  /* (count) */
    const uint8_t *cards;   /* (combos, 2) */
    double *counts;         /* (2 ** players): by winners as a mask */
    double *met, *shares;   /* (count) and (count, players), or both NULL: boards, and what of them each player takes */
    double *categories;     /* (players, 9), or NULL */
} given_tuples;

/* The strength of every combo on one board; 0 for those that hold one of its cards. */
static void combo_strengths_on(const given_tuples *tuples, const uint8_t *board, uint16_t *strengths) {
    uint64_t board_sum = sum_cards(board, 5), masks = mask_cards(board, 5);
    uint64_t on_board = mask_of_ids(board, 5);
    for (ptrdiff_t combo = 0; combo < tuples->combos; combo++) {
        const uint8_t *cards = tuples->cards + 2 * combo;
        uint64_t sum = board_sum + CARD_SUMS[cards[0]] + CARD_SUMS[cards[1]];
        uint32_t flush = flush_of(sum);
        if ((on_board >> cards[0] | on_board >> cards[1]) & 1) strengths[combo] = 0;
        else if (UNLIKELY(flush))
            strengths[combo] = flush_strength(masks | CARD_MASKS[cards[0]] | CARD_MASKS[cards[1]], flush);
        else strengths[combo] = rank_strength((uint32_t)(sum >> 32), 7);
    }
}

ALWAYS_INLINE void note_tuple(const given_tuples *tuples, ptrdiff_t tuple, const uint16_t *strengths,
                              unsigned winners, double boards) {
    const uint16_t *places = tuples->places + tuple * tuples->players;
    int shared_by = 0;
    for (int player = 0; player < tuples->players; player++) shared_by += winners >> player & 1;
    tuples->met[tuple] += boards;
    for (int player = 0; player < tuples->players; player++) {
        if (winners >> player & 1) tuples->shares[tuple * tuples->players + player] += boards / shared_by;
        tuples->categories[CATEGORIES * player + category_of(strengths[places[player]])] +=
            boards * tuples->weights[tuple];
    }
}

static void play_tuples(const given_tuples *tuples, const uint8_t *board, double boards, uint16_t *strengths) {
    combo_strengths_on(tuples, board, strengths);
    for (ptrdiff_t tuple = 0; tuple < tuples->count; tuple++) {
        const uint16_t *places = tuples->places + tuple * tuples->players;
        uint16_t best = 0, worst = UINT16_MAX;
        unsigned winners = 0;
        for (int player = 0; player < tuples->players; player++) {
            uint16_t strength = strengths[places[player]];
            unsigned bit = 1u << player;
            winners = strength > best ? bit : strength == best ? winners | bit : winners;
            best = strength > best ? strength : best;
            worst = strength < worst ? strength : worst;
        }
        if (!worst) continue;
        tuples->counts[winners] += boards * tuples->weights[tuple];
        if (tuples->met) note_tuple(tuples, tuple, strengths, winners, boards);
    }
}

#endif
