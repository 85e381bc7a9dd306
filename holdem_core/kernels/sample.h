/* Random deals in plain C: hole cards out of weighted ranges, boards, and who wins.
   Rows go in blocks, a column for each card, so that compilers turn most passes over a block into vectors. */
#ifndef HOLDEM_CORE_SAMPLE_H
#define HOLDEM_CORE_SAMPLE_H

#include <string.h>
#include "evaluate.h"
#include "given_hands.h"
#include "simd.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

enum { COMBOS = 1326, BLOCK = 256, NOT_IN_DECK = 255 };
#if defined(__GNUC__)
#define NEVER_INLINE static __attribute__((noinline))
#define RESTRICT __restrict
#elif defined(_MSC_VER)
#define NEVER_INLINE static __declspec(noinline)
#define RESTRICT __restrict
#else
#define NEVER_INLINE static
#define RESTRICT
#endif
/* GCC makes no vectors of a short loop that it has unrolled. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEEP_ROLLED _Pragma("GCC unroll 1")
#else
#define KEEP_ROLLED
#endif


/* --- random numbers ------------------------------------------------------------------------------------ */

/* Generators side by side, so that compilers step them in vectors: words[i] holds the i-th word of each. */
enum { LANES = 8 };
typedef struct {
    uint64_t words[4][LANES];
} generator;

ALWAYS_INLINE uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* xoshiro256++ 1.0 of Blackman and Vigna in each lane; `count` is a multiple of the lanes. */
ALWAYS_INLINE void fill_words(generator *source, uint64_t *RESTRICT words, int count) {
    uint64_t *RESTRICT a = source->words[0], *RESTRICT b = source->words[1];
    uint64_t *RESTRICT c = source->words[2], *RESTRICT d = source->words[3];
    for (int first = 0; first < count; first += LANES) {
        KEEP_ROLLED
        for (int lane = 0; lane < LANES; lane++) {
            uint64_t shifted = b[lane] << 17;
            words[first + lane] = rotated(a[lane] + d[lane], 23) + a[lane];
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = rotated(d[lane], 45);
        }
    }
}

/* The product of two words: its upper half is returned, its lower one goes to *low. */
ALWAYS_INLINE uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    uint64_t high;
    *low = _umul128(a, b, &high);
    return high;
#else
    uint64_t lower = (a & 0xffffffffu) * b; /* b has less than 32 bits wherever this is called */
    uint64_t upper = (a >> 32) * b + (lower >> 32);
    *low = upper << 32 | (lower & 0xffffffffu);
    return upper >> 32;
#endif
}

/* Draws again for the few rows whose numbers were refused. */
NEVER_INLINE void replace_refused(generator *source, uint32_t bound, uint16_t refused, const uint16_t *numbers,
                                  uint8_t *places) {
    for (int row = 0; row < BLOCK; row++) {
        uint32_t product = numbers[row] * bound;
        if ((uint16_t)product >= refused) continue;
        do {
            uint64_t words[LANES];
            fill_words(source, words, LANES);
            product = (uint32_t)(words[0] >> 48) * bound;
        } while ((uint16_t)product < refused);
        places[row] = (uint8_t)(product >> 16);
    }
}

/* A place below `bound` in each row by Lemire's multiplication: the upper half of sixteen random bits times the bound,
   which is exact where lower halves less than 2**16 modulo the bound are refused. */
ALWAYS_INLINE void find_places(generator *source, uint32_t bound, uint8_t *places) {
    union {
        uint64_t words[BLOCK / 4];
        uint16_t numbers[BLOCK];
    } random;
    uint16_t factor = (uint16_t)bound, refused = (uint16_t)(65536 % bound), least = UINT16_MAX;
    fill_words(source, random.words, BLOCK / 4);
    for (int row = 0; row < BLOCK; row++) {
        uint16_t low = (uint16_t)(random.numbers[row] * factor);
        places[row] = (uint8_t)((uint32_t)random.numbers[row] * factor >> 16);
        least = low < least ? low : least;
    }
    if (UNLIKELY(least < refused)) replace_refused(source, bound, refused, random.numbers, places);
}


/* --- cards in columns ---------------------------------------------------------------------------------- */

/* The cards that can be dealt at all, in order; elsewhere cards go by their place in it. */
typedef struct {
    int size;
    uint8_t cards[64];
    uint16_t combos[COMBOS]; /* the places of a combo's cards or NOT_IN_DECK, the higher card's in the upper byte */
} card_deck;

static void make_deck(card_deck *deck, uint64_t used) {
    uint8_t place_of[52];
    ptrdiff_t combo = 0;
    deck->size = 0;
    memset(deck->cards, 0, sizeof deck->cards);
    for (int card = 0; card < 52; card++) {
        place_of[card] = used >> card & 1 ? NOT_IN_DECK : (uint8_t)deck->size;
        if (!(used >> card & 1)) deck->cards[deck->size++] = (uint8_t)card;
    }
    for (int high = 1; high < 52; high++)
        for (int low = 0; low < high; low++, combo++)
            deck->combos[combo] = (uint16_t)(place_of[high] << 8 | place_of[low]);
}

/* What each row has taken out of the deck so far, in rising order: column after column. */
typedef struct {
    uint8_t columns[MOST_PLAYERS * 2 + 5][BLOCK];
    int count;
} taken_cards;

ALWAYS_INLINE void take_column(taken_cards *taken, const uint8_t *cards) {
    uint8_t moving[BLOCK];
    memcpy(moving, cards, BLOCK);
    for (int column = 0; column < taken->count; column++) {
        uint8_t *here = taken->columns[column];
        for (int row = 0; row < BLOCK; row++) {
            uint8_t a = here[row], b = moving[row];
            here[row] = a < b ? a : b;
            moving[row] = a < b ? b : a;
        }
    }
    memcpy(taken->columns[taken->count++], moving, BLOCK);
}

/* A loop of its own, as others that go row by row: among the vectors its variables would lie in memory. */
NEVER_INLINE void find_pairs(const card_deck *deck, const uint16_t *RESTRICT combos, int step, ptrdiff_t rows,
                             uint16_t *RESTRICT pairs) {
    for (ptrdiff_t row = 0; row < rows; row++, combos += step) pairs[row] = deck->combos[*combos];
    for (ptrdiff_t row = rows; row < BLOCK; row++) pairs[row] = 0;
}

ALWAYS_INLINE void take_combos(taken_cards *taken, const card_deck *deck, const uint16_t *combos, int step,
                               ptrdiff_t rows) {
    uint16_t pairs[BLOCK];
    uint8_t high[BLOCK], low[BLOCK];
    find_pairs(deck, combos, step, rows, pairs);
    for (int row = 0; row < BLOCK; row++) {
        high[row] = (uint8_t)(pairs[row] >> 8);
        low[row] = (uint8_t)pairs[row];
    }
    take_column(taken, low);
    take_column(taken, high);
}

/* Turns places among the cards that are left into places in the deck: one up for each card taken below. */
ALWAYS_INLINE void skip_taken(const taken_cards *taken, uint8_t *places) {
    for (int column = 0; column < taken->count; column++)
        for (int row = 0; row < BLOCK; row++) places[row] += places[row] >= taken->columns[column][row];
}

/* Deals so many cards to each row, of which so many are left. */
ALWAYS_INLINE void deal_columns(generator *source, int left, int count, taken_cards *taken, uint8_t cards[][BLOCK],
                                int keep) {
    for (int card = 0; card < count; card++) {
        find_places(source, (uint32_t)(left - card), cards[card]);
        skip_taken(taken, cards[card]);
        if (keep || card + 1 < count) take_column(taken, cards[card]);
    }
}

static int count_cards(uint64_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}


/* --- hole cards ---------------------------------------------------------------------------------------- */

/* A player's range as Walker's table: place i counts with its threshold / 2**64, else its alias does. Or the ranges of
   several players as one: `width` combos at each place, which do not collide. */
typedef struct {
    const uint64_t *thresholds;
    const uint16_t *aliases, *combos; /* (count, width) */
    uint32_t count, width, columns[MOST_PLAYERS];
    int even; /* no place gives way */
    uint32_t even_refused; /* what is refused of the leftovers of 32 bits where it is even, of 64 where not */
    uint64_t refused;
} hand_source;

typedef struct {
    int columns, weighted, fixed;      /* of a row; how many sources draw from tables, and how many hold one combo */
    hand_source sources[MOST_PLAYERS]; /* the weighted first; one of several players alone among them */
    uint64_t used;                     /* the cards that nobody draws, the fixed players' too */
    int impossible;
} draw_plan;

/* The cards of every combo as bits of their ids. */
static void fill_combo_masks(uint64_t *masks) {
    ptrdiff_t combo = 0;
    for (int high = 1; high < 52; high++)
        for (int low = 0; low < high; low++) masks[combo++] = (uint64_t)1 << high | (uint64_t)1 << low;
}

/* Sorts sources by how their cards are found. */
static void make_plan(draw_plan *plan, const hand_source *sources, int source_count, int columns, uint64_t used,
                      const uint64_t *combo_masks) {
    plan->columns = columns;
    plan->weighted = plan->fixed = plan->impossible = 0;
    plan->used = used;
    for (int i = 0; i < source_count; i++)
        if (sources[i].count > 1) plan->sources[plan->weighted++] = sources[i];
    for (int i = 0; i < source_count; i++) {
        if (sources[i].count > 1) continue;
        plan->sources[plan->weighted + plan->fixed++] = sources[i];
        for (uint32_t k = 0; k < sources[i].width; k++) {
            uint64_t cards = combo_masks[sources[i].combos[k]];
            plan->impossible |= (plan->used & cards) != 0;
            plan->used |= cards;
        }
    }
}

/* Draws again for the few rows whose numbers were refused. */
NEVER_INLINE void replace_refused_evenly(generator *source, const hand_source *hands, const uint32_t *numbers,
                                         uint16_t *places) {
    for (int row = 0; row < BLOCK; row++) {
        uint64_t product = (uint64_t)numbers[row] * hands->count;
        if ((uint32_t)product >= hands->even_refused) continue;
        do {
            uint64_t words[LANES];
            fill_words(source, words, LANES);
            product = (words[0] >> 32) * hands->count;
        } while ((uint32_t)product < hands->even_refused);
        places[row] = (uint16_t)(product >> 32);
    }
}

/* A place of the table in each row, where each is as likely. */
ALWAYS_INLINE void find_even_places(generator *source, const hand_source *hands, uint16_t *places) {
    union {
        uint64_t words[BLOCK / 2];
        uint32_t numbers[BLOCK];
    } random;
    uint32_t count = hands->count, least = UINT32_MAX;
    fill_words(source, random.words, BLOCK / 2);
    for (int row = 0; row < BLOCK; row++) {
        uint32_t low = random.numbers[row] * count;
        places[row] = (uint16_t)((uint64_t)random.numbers[row] * count >> 32);
        least = low < least ? low : least;
    }
    if (UNLIKELY(least < hands->even_refused)) replace_refused_evenly(source, hands, random.numbers, places);
}

/* A place of the table in each row, as likely as its weight says. */
ALWAYS_INLINE void find_table_places(generator *source, const hand_source *hands, uint16_t *places) {
    uint64_t words[BLOCK], fraction;
    if (hands->even) {
        find_even_places(source, hands, places);
        return;
    }
    fill_words(source, words, BLOCK);
    for (int row = 0; row < BLOCK; row++) {
        uint32_t place = (uint32_t)multiply(words[row], hands->count, &fraction);
        while (UNLIKELY(fraction < hands->refused)) {
            uint64_t others[LANES];
            fill_words(source, others, LANES);
            place = (uint32_t)multiply(others[0], hands->count, &fraction);
        }
        uint32_t other = 0u - (fraction >= hands->thresholds[place]); /* a mask, since no branch could be foretold */
        places[row] = (uint16_t)(place ^ ((place ^ hands->aliases[place]) & other));
    }
}

/* Fills rows with the hands of players that draw from tables. A row is kept by moving on from it, without a branch.
   Returns the rows filled. */
ALWAYS_INLINE ptrdiff_t draw_weighted(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                      ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    uint16_t places[MOST_PLAYERS][BLOCK];
    int weighted = plan->weighted;
    ptrdiff_t filled = 0;
    int64_t tried = 0;
    while (filled < rows && tried < most_tries) {
        int most = most_tries - tried < BLOCK ? (int)(most_tries - tried) : BLOCK, row = 0;
        for (int player = 0; player < weighted; player++)
            find_table_places(source, &plan->sources[player], places[player]);
        for (; row < most && filled < rows; row++) {
            uint16_t *tuple = tuples + filled * plan->columns;
            uint64_t seen = plan->used, clash = 0;
            for (int player = 0; player < weighted; player++) {
                const hand_source *hands = &plan->sources[player];
                uint16_t combo = hands->combos[places[player][row]];
                clash |= seen & combo_masks[combo];
                seen |= combo_masks[combo];
                tuple[hands->columns[0]] = combo;
            }
            filled += !clash;
        }
        tried += row;
    }
    *tries = tried;
    return filled;
}

/* Writes the tuples at so many places of a list into the columns of those who hold them. */
ALWAYS_INLINE void write_listed(const hand_source *listed, const uint16_t *places, ptrdiff_t rows, uint32_t width,
                                uint16_t *tuples, int columns) {
    for (uint32_t i = 0; i < width; i++) {
        const uint16_t *combos = listed->combos + i;
        uint16_t *column = tuples + listed->columns[i];
        for (ptrdiff_t row = 0; row < rows; row++) column[row * columns] = combos[(size_t)places[row] * width];
    }
}

/* Fills rows where one table lists what those who draw hold together: none is rejected. */
ALWAYS_INLINE ptrdiff_t draw_listed(const draw_plan *plan, generator *source, ptrdiff_t rows, int64_t most_tries,
                                    int64_t *tries, uint16_t *tuples) {
    uint16_t places[BLOCK];
    const hand_source *listed = &plan->sources[0];
    rows = rows < most_tries ? rows : (ptrdiff_t)most_tries;
    for (ptrdiff_t row = 0; row < rows; row += BLOCK) {
        ptrdiff_t count = rows - row < BLOCK ? rows - row : BLOCK;
        find_table_places(source, listed, places);
        write_listed(listed, places, count, listed->width, tuples + row * plan->columns, plan->columns);
    }
    *tries = rows;
    return rows;
}

ALWAYS_INLINE void write_fixed(const draw_plan *plan, uint16_t *tuple) {
    for (int i = plan->weighted; i < plan->weighted + plan->fixed; i++)
        for (uint32_t k = 0; k < plan->sources[i].width; k++)
            tuple[plan->sources[i].columns[k]] = plan->sources[i].combos[k];
}

/* Where nobody draws from a table, all rows are the same. */
static ptrdiff_t repeat_fixed(const draw_plan *plan, ptrdiff_t rows, int64_t most_tries, int64_t *tries,
                              uint16_t *tuples) {
    ptrdiff_t filled = rows < most_tries ? rows : (ptrdiff_t)most_tries;
    size_t size = (size_t)plan->columns * sizeof *tuples, done = size, all = (size_t)filled * size;
    write_fixed(plan, tuples);
    for (size_t more; done < all; done += more) {
        more = done < all - done ? done : all - done;
        memcpy((char *)tuples + done, tuples, more);
    }
    *tries = filled;
    return filled;
}

/* Returns the rows filled; how many tries it took goes to *tries. */
ALWAYS_INLINE ptrdiff_t draw_tuples(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                    ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    ptrdiff_t filled;
    if (!plan->weighted) return repeat_fixed(plan, rows, most_tries, tries, tuples);
    if (plan->sources[0].width > 1) filled = draw_listed(plan, source, rows, most_tries, tries, tuples);
    else filled = draw_weighted(plan, combo_masks, source, rows, most_tries, tries, tuples);
    for (ptrdiff_t row = 0; plan->fixed && row < filled; row++) write_fixed(plan, tuples + row * plan->columns);
    return filled;
}


/* --- boards and showdowns ------------------------------------------------------------------------------ */

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
    for (int high = 1; high < 52; high++)
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


/* --- one copy for every processor, one for those with AVX2 ----------------------------------------------- */

typedef ptrdiff_t draw_function(const draw_plan *plan, const uint64_t *combo_masks, generator *source, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples);
typedef ptrdiff_t play_function(const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source);

static ptrdiff_t draw_plain(const draw_plan *plan, const uint64_t *combo_masks, generator *source, ptrdiff_t rows,
                            int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, source, rows, most_tries, tries, tuples);
}

static ptrdiff_t play_plain(const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source) {
    return play_tuples(game, tuples, rows, source);
}

#if HAVE_AVX2_KERNELS
AVX2 static ptrdiff_t draw_avx2(const draw_plan *plan, const uint64_t *combo_masks, generator *source, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, source, rows, most_tries, tries, tuples);
}

AVX2 static ptrdiff_t play_avx2(const game *game, uint16_t *tuples, ptrdiff_t rows, generator *source) {
    return play_tuples(game, tuples, rows, source);
}
#else
static draw_function *const draw_avx2 = draw_plain;
static play_function *const play_avx2 = play_plain;
#endif

#endif
