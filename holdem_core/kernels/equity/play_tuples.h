/* Every player's combo given, tuple by tuple, on complete boards. */
#ifndef HOLDEM_CORE_EQUITY_PLAY_TUPLES_H
#define HOLDEM_CORE_EQUITY_PLAY_TUPLES_H

#include "evaluate/strength.h"

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

/* A combo, and room for its strength on the board at hand. */
typedef struct {
    uint64_t sum, bits;
    uint16_t strength;
} played_combo;

static void prepare_combos(const given_tuples *tuples, played_combo *combos) {
    for (ptrdiff_t combo = 0; combo < tuples->combos; combo++) {
        const uint8_t *cards = tuples->cards + 2 * combo;
        combos[combo] = (played_combo){sum_cards(cards, 2), mask_of_ids(cards, 2), 0};
    }
}

/* Finds the strength of every combo on one board; 0 for those that hold one of its cards. */
ALWAYS_INLINE void play_combos(const given_tuples *tuples, const uint8_t *board, played_combo *combos) {
    uint64_t board_sum = sum_cards(board, 5), on_board = mask_of_ids(board, 5);
    for (ptrdiff_t i = 0; i < tuples->combos; i++) {
        uint64_t sum = board_sum + combos[i].sum;
        uint32_t flush = flush_of(sum);
        if (UNLIKELY(combos[i].bits & on_board)) {
            combos[i].strength = 0;
        } else if (UNLIKELY(flush)) {
            uint64_t masks = mask_cards(board, 5) | mask_cards(tuples->cards + 2 * i, 2);
            combos[i].strength = flush_strength(masks, flush);
        } else {
            combos[i].strength = rank_strength((uint32_t)(sum >> 32), 7);
        }
    }
}

ALWAYS_INLINE void note_tuple(const given_tuples *tuples, ptrdiff_t tuple, const played_combo *combos,
                              unsigned winners, double boards) {
    const uint16_t *places = tuples->places + tuple * tuples->players;
    int shared_by = 0;
    for (int player = 0; player < tuples->players; player++) shared_by += winners >> player & 1;
    tuples->met[tuple] += boards;
    for (int player = 0; player < tuples->players; player++) {
        if (winners >> player & 1) tuples->shares[tuple * tuples->players + player] += boards / shared_by;
        tuples->categories[CATEGORIES * player + category_of(combos[places[player]].strength)] +=
            boards * tuples->weights[tuple];
    }
}

static void play_tuples(const given_tuples *tuples, const uint8_t *board, double boards, played_combo *combos) {
    play_combos(tuples, board, combos);
    for (ptrdiff_t tuple = 0; tuple < tuples->count; tuple++) {
        const uint16_t *places = tuples->places + tuple * tuples->players;
        uint16_t best = 0, worst = UINT16_MAX;
        unsigned winners = 0;
        for (int player = 0; player < tuples->players; player++) {
            uint16_t strength = combos[places[player]].strength;
            best = strength > best ? strength : best;
            worst = strength < worst ? strength : worst;
        }
        if (!worst) continue;
        for (int player = 0; player < tuples->players; player++)
            winners |= (unsigned)(combos[places[player]].strength == best) << player;
        tuples->counts[winners] += boards * tuples->weights[tuple];
        if (tuples->met) note_tuple(tuples, tuple, combos, winners, boards);
    }
}

#endif
