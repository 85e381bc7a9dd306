/* Boards dealt to hole cards as they are drawn, and who wins. */
#ifndef HOLDEM_CORE_SAMPLE_PLAY_H
#define HOLDEM_CORE_SAMPLE_PLAY_H

#include "common/simd.h"
#include "sample/draw.h"

enum { DRAWN = -1, SAME = -2 }; /* a combo for each row, or the first row's for all */

typedef struct {
    int players, missing;
    int step; /* from row to row: the players, or 0 where the first row stands for all */
    uint64_t board_masks, board_sum;
    int left;                              /* cards, once all players hold theirs */
    int open, place[MOST_PLAYERS];         /* how many are dealt any two cards; each one's place, or DRAWN, or SAME */
    int64_t *counts;     /* (2 ** players) */
    int64_t *categories; /* (players, 9), or NULL */
    int64_t *held;       /* (players, 1326), or NULL */
    double *shares;      /* (players, 1326), or NULL */
    card_deck deck;
    uint64_t deck_sums[64], combo_sums[COMBOS], combo_masks[COMBOS]; /* masks of ranks by suit, as CARD_MASKS */
    int by_board_ranks;                    /* winners are looked up, since all hands are SAME; else these are not set */
    given_hands given;
} game;

typedef struct {
    uint8_t cards[5][BLOCK];                /* those dealt, as places in the deck */
    uint8_t holes[2 * MOST_PLAYERS][BLOCK]; /* the same for the open players */
    uint64_t sums[BLOCK];
    uint16_t strengths[MOST_PLAYERS][BLOCK], winners[BLOCK];
    taken_cards taken;
} showdown_block;

/* Takes the hole cards out of the deck. Returns how many rows come before one with a card twice or not in the deck. */
ALWAYS_INLINE ptrdiff_t take_hole_cards(const game *game, const uint16_t *tuples, ptrdiff_t rows, taken_cards *taken) {
    int players = game->players;
    uint8_t clashes[BLOCK], any = 0;
    taken->count = 0;
    for (int player = 0; player < players; player++)
        if (game->place[player] == DRAWN) take_combos(taken, &game->deck, tuples + player, players, rows);
    if (!taken->count) return rows;
    for (int row = 0; row < BLOCK; row++) clashes[row] = taken->columns[taken->count - 1][row] == NOT_IN_DECK;
    for (int column = 1; column < taken->count; column++)
        for (int row = 0; row < BLOCK; row++)
            clashes[row] |= taken->columns[column][row] == taken->columns[column - 1][row];
    for (ptrdiff_t row = 0; row < rows; row++) any |= clashes[row];
    for (ptrdiff_t row = 0; UNLIKELY(any) && row < rows; row++)
        if (clashes[row]) return row;
    return rows;
}

ALWAYS_INLINE void deal_open(const game *game, generator *source, showdown_block *block) {
    int count = 2 * game->open;
    deal_columns(source, game->left + count, count, &block->taken, block->holes, 1);
}

/* Writes the open players' combos where their columns are. */
static void name_open(const game *game, const showdown_block *block, ptrdiff_t rows, uint16_t *tuples) {
    const uint8_t *deck = game->deck.cards;
    for (int player = 0; player < game->players; player++) {
        int place = game->place[player];
        for (ptrdiff_t row = 0; place >= 0 && row < rows; row++) {
            int a = deck[block->holes[2 * place][row]], b = deck[block->holes[2 * place + 1][row]];
            int high = a > b ? a : b;
            tuples[row * game->players + player] = (uint16_t)(high * (high - 1) / 2 + (a + b - high));
        }
    }
}

ALWAYS_INLINE void add_board(const game *game, showdown_block *block, int missing) {
    for (int row = 0; row < BLOCK; row++) {
        uint64_t sum = game->board_sum;
        for (int card = 0; card < missing; card++) sum += game->deck_sums[block->cards[card][row]];
        block->sums[row] = sum;
    }
}

ALWAYS_INLINE void deal_boards(const game *game, generator *source, showdown_block *block) {
    deal_columns(source, game->left, game->missing, &block->taken, block->cards, 0);
    switch (game->missing) {
    case 0: add_board(game, block, 0); break;
    case 1: add_board(game, block, 1); break;
    case 2: add_board(game, block, 2); break;
    case 3: add_board(game, block, 3); break;
    case 4: add_board(game, block, 4); break;
    default: add_board(game, block, 5);
    }
}

/* What a player's hole cards add to the board's sum, and their masks. */
ALWAYS_INLINE uint64_t hole_sum(const game *game, const showdown_block *block, const uint16_t *combos, int place,
                                ptrdiff_t row) {
    if (place < 0) return game->combo_sums[combos[place == SAME ? 0 : row * game->players]];
    return game->deck_sums[block->holes[2 * place][row]] + game->deck_sums[block->holes[2 * place + 1][row]];
}

ALWAYS_INLINE uint64_t hole_masks(const game *game, const showdown_block *block, const uint16_t *combos, int place,
                                  ptrdiff_t row) {
    if (place < 0) return game->combo_masks[combos[place == SAME ? 0 : row * game->players]];
    const uint8_t *deck = game->deck.cards;
    return CARD_MASKS[deck[block->holes[2 * place][row]]] | CARD_MASKS[deck[block->holes[2 * place + 1][row]]];
}

ALWAYS_INLINE uint64_t masks_of_board(const game *game, const showdown_block *block, ptrdiff_t row) {
    uint64_t masks = game->board_masks;
    for (int card = 0; card < game->missing; card++) masks |= CARD_MASKS[game->deck.cards[block->cards[card][row]]];
    return masks;
}

/* A flush is one hand in thirty: a function of its own keeps it out of the way of the others. */
NEVER_INLINE uint16_t strength_of_flush(const game *game, const showdown_block *block, uint64_t masks, ptrdiff_t row,
                                        uint32_t flush) {
    return flush_strength(masks | masks_of_board(game, block, row), flush);
}

/* The strengths of one player's hands. */
ALWAYS_INLINE void find_strengths_of(const game *game, const uint16_t *RESTRICT combos, int place, ptrdiff_t rows,
                                     const showdown_block *block, uint16_t *RESTRICT strengths) {
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t sum = block->sums[row] + hole_sum(game, block, combos, place, row);
        uint32_t flush = flush_of(sum);
        strengths[row] = UNLIKELY(flush)
            ? strength_of_flush(game, block, hole_masks(game, block, combos, place, row), row, flush)
            : rank_strength((uint32_t)(sum >> 32), 7);
    }
}

NEVER_INLINE void find_strengths(const game *game, const uint16_t *tuples, ptrdiff_t rows, showdown_block *block) {
    for (int player = 0; player < game->players; player++) {
        int place = game->place[player];
        const uint16_t *combos = tuples + player;
        uint16_t *strengths = block->strengths[player];
        if (place >= 0) find_strengths_of(game, combos, place, rows, block, strengths);
        else if (place == SAME) find_strengths_of(game, combos, SAME, rows, block, strengths);
        else find_strengths_of(game, combos, DRAWN, rows, block, strengths);
    }
}

ALWAYS_INLINE void find_winners(const game *game, showdown_block *block) {
    uint16_t best[BLOCK];
    memcpy(best, block->strengths[0], sizeof best);
    memset(block->winners, 0, sizeof block->winners);
    for (int player = 1; player < game->players; player++)
        for (int row = 0; row < BLOCK; row++) {
            uint16_t strength = block->strengths[player][row];
            best[row] = strength > best[row] ? strength : best[row];
        }
    for (int player = 0; player < game->players; player++)
        for (int row = 0; row < BLOCK; row++)
            block->winners[row] |= (uint16_t)((block->strengths[player][row] == best[row]) << player);
}

NEVER_INLINE void look_up_winners(const game *game, ptrdiff_t rows, const uint64_t *RESTRICT sums,
                                  uint16_t *RESTRICT winners) {
    const uint16_t *by_place = game->given.winners;
    for (ptrdiff_t row = 0; row < rows; row++) winners[row] = by_place[place_of_5((uint32_t)(sums[row] >> 32))];
}

/* The winners where hands are the same in all rows. */
ALWAYS_INLINE void find_same_winners(const game *game, ptrdiff_t rows, showdown_block *block) {
    uint8_t listed[BLOCK];
    int found = 0;
    look_up_winners(game, rows, block->sums, block->winners);
    for (int row = 0; row < (int)rows; row++) { /* no branch, for one row in fifteen it would be foretold wrongly */
        listed[found] = (uint8_t)row;
        found += any_flush(&game->given, block->sums[row]) != 0;
    }
    for (int i = 0; i < found; i++) {
        int row = listed[i];
        block->winners[row] = winners_with_flush(&game->given, block->sums[row], masks_of_board(game, block, row));
    }
}

ALWAYS_INLINE void count_winners(const game *game, ptrdiff_t rows, const showdown_block *block) {
    if (game->players == 2) {
        int64_t met[4] = {0};
        for (ptrdiff_t row = 0; row < rows; row++) met[1] += block->winners[row] == 1;
        for (ptrdiff_t row = 0; row < rows; row++) met[2] += block->winners[row] == 2;
        met[3] = rows - met[1] - met[2];
        for (int mask = 1; mask < 4; mask++) game->counts[mask] += met[mask];
        return;
    }
    for (ptrdiff_t row = 0; row < rows; row++) game->counts[block->winners[row]]++;
}

/* What is counted only where it is asked for. */
static void count_more(const game *game, const uint16_t *tuples, ptrdiff_t rows, const showdown_block *block) {
    for (int player = 0; player < game->players; player++) {
        const uint16_t *combo = tuples + player;
        if (game->categories)
            for (ptrdiff_t row = 0; row < rows; row++)
                game->categories[player * CATEGORIES + category_of(block->strengths[player][row])]++;
        for (ptrdiff_t row = 0; row < rows; row++, combo += game->step) {
            uint32_t winners = block->winners[row];
            if (game->held) game->held[player * COMBOS + *combo]++;
            if (game->shares && winners >> player & 1)
                game->shares[player * COMBOS + *combo] += 1.0 / count_cards(winners);
        }
    }
}

/* Deals and compares. Returns how many rows came before one that cannot be. */
ALWAYS_INLINE ptrdiff_t play_tuples(const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source) {
    showdown_block block;
    ptrdiff_t done = 0, fine = BLOCK, wanted = BLOCK;
    memset(block.strengths, 0, sizeof block.strengths);
    for (; done < rows && fine == wanted; done += fine, tuples += fine * game->step) {
        wanted = rows - done < BLOCK ? rows - done : BLOCK;
        fine = take_hole_cards(game, tuples, wanted, &block.taken);
        deal_open(game, source, &block);
        if (game->held || game->shares) name_open(game, &block, fine, tuples);
        deal_boards(game, source, &block);
        if (game->by_board_ranks) {
            find_same_winners(game, fine, &block);
        } else {
            find_strengths(game, tuples, fine, &block);
            find_winners(game, &block);
        }
        count_winners(game, fine, &block);
        if (game->categories || game->held || game->shares) count_more(game, tuples, fine, &block);
    }
    return done;
}

static void make_game(game *game, uint64_t used) {
    make_deck(&game->deck, used);
    ptrdiff_t combo = 0;
    for (int high = 1; high < DECK; high++)
        for (int low = 0; low < high; low++, combo++) {
            game->combo_masks[combo] = CARD_MASKS[high] | CARD_MASKS[low];
            game->combo_sums[combo] = CARD_SUMS[high] + CARD_SUMS[low];
        }
    for (int place = 0; place < 64; place++) game->deck_sums[place] = CARD_SUMS[game->deck.cards[place]];
}

/* Where all hold the first row's hands in every row. */
static void make_same(game *game, const uint16_t *combos) {
    game->given.players = game->players;
    for (int player = 0; player < game->players; player++) {
        game->given.sums[player] = game->combo_sums[combos[player]];
        game->given.masks[player] = game->combo_masks[combos[player]];
    }
    make_winners(&game->given, game->board_sum, game->deck.cards, game->deck.size, game->missing);
}

typedef ptrdiff_t draw_function(const draw_plan *plan, const uint64_t *combo_masks, generator *source, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples);
typedef ptrdiff_t play_function(const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source);

COMPILE_TWICE(ptrdiff_t, draw_tuples, (const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                       ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples),
              return draw_tuples(plan, combo_masks, source, rows, most_tries, tries, tuples))

COMPILE_TWICE(ptrdiff_t, play_tuples, (const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source),
              return play_tuples(game, tuples, rows, source))

#endif
