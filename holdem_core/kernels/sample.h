/* Random deals in plain C: hole cards out of weighted ranges, boards, and who wins.
   Rows go in blocks, a column for each card, so that compilers turn most passes over a block into vectors. */
#ifndef HOLDEM_CORE_SAMPLE_H
#define HOLDEM_CORE_SAMPLE_H

#include <string.h>
#include "evaluate.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

enum { COMBOS = 1326, MOST_PLAYERS = 10, BLOCK = 256, NOT_IN_DECK = 255 };
#if defined(__GNUC__)
#define NEVER_INLINE static __attribute__((noinline))
#elif defined(_MSC_VER)
#define NEVER_INLINE static __declspec(noinline)
#else
#define NEVER_INLINE static
#endif
#define LOW_HALF 0xffffffffu


/* --- random numbers ------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t words[4];
} generator;

ALWAYS_INLINE uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* xoshiro256++ 1.0 of Blackman and Vigna. */
ALWAYS_INLINE uint64_t next_word(generator *source) {
    uint64_t *s = source->words, word = rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return word;
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

/* So many cards out of `left`. Either half of a random word gives some of them, by Lemire's multiplication again
   and again: what is left below the point chooses the next. It is exact where leftovers below 2**32 modulo the
   product of the bounds are refused (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation). */
typedef struct {
    uint32_t left, refused[2];
} card_choice;

static card_choice choose_from(uint32_t left, int count) {
    card_choice choice = {left, {0, 0}};
    uint32_t products[2] = {1, 1};
    for (int card = 0; card < count; card++) products[card >= 2] *= left - (uint32_t)card;
    for (int half = 0; half < 2; half++) choice.refused[half] = (uint32_t)(((uint64_t)1 << 32) % products[half]);
    return choice;
}

/* Whether what is left of a word's halves says to draw another. */
ALWAYS_INLINE uint32_t is_refused(const card_choice *choice, uint64_t first, uint64_t second) {
    return (first < choice->refused[0]) | (second < choice->refused[1]);
}

/* Finds a place for each card of a row: below `left` less the cards before it. The words come first, so that the
   rest goes in vectors; the few that are refused, after. */
ALWAYS_INLINE void find_places(generator *source, const card_choice *choice, int count, ptrdiff_t rows,
                               uint8_t places[][BLOCK]) {
    uint64_t halves[2][BLOCK] = {{0}}, refused = 0;
    generator local = *source;
    card_choice bounds = *choice;
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t word = next_word(&local);
        halves[0][row] = word >> 32;
        halves[1][row] = word & LOW_HALF;
    }
    for (int card = 0; card < count; card++) {
        uint64_t *parts = halves[card >= 2], bound = bounds.left - (uint32_t)card;
        for (int row = 0; row < BLOCK; row++) {
            uint64_t product = parts[row] * bound;
            places[card][row] = (uint8_t)(product >> 32);
            parts[row] = product & LOW_HALF;
        }
    }
    for (int row = 0; row < BLOCK; row++) refused |= is_refused(&bounds, halves[0][row], halves[1][row]);
    for (ptrdiff_t row = 0; UNLIKELY(refused) && row < rows; row++)
        while (is_refused(&bounds, halves[0][row], halves[1][row])) {
            uint64_t word = next_word(&local), *part;
            halves[0][row] = word >> 32, halves[1][row] = word & LOW_HALF;
            for (int card = 0; card < count; card++) {
                part = &halves[card >= 2][row];
                *part *= bounds.left - (uint32_t)card;
                places[card][row] = (uint8_t)(*part >> 32);
                *part &= LOW_HALF;
            }
        }
    *source = local;
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
    int count;
    uint8_t columns[MOST_PLAYERS * 2 + 5][BLOCK];
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

ALWAYS_INLINE void take_combos(taken_cards *taken, const card_deck *deck, const uint16_t *combos, int step,
                               ptrdiff_t rows) {
    uint16_t pairs[BLOCK] = {0};
    uint8_t high[BLOCK], low[BLOCK];
    for (ptrdiff_t row = 0; row < rows; row++, combos += step) pairs[row] = deck->combos[*combos];
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

ALWAYS_INLINE void deal_columns(generator *source, const card_choice *choice, int count, ptrdiff_t rows,
                                taken_cards *taken, uint8_t cards[][BLOCK], int keep) {
    find_places(source, choice, count, rows, cards);
    for (int card = 0; card < count; card++) {
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

ALWAYS_INLINE uint32_t random_place(generator *source, const hand_source *hands) {
    uint64_t fraction;
    uint32_t place;
    do place = (uint32_t)multiply(next_word(source), hands->count, &fraction);
    while (UNLIKELY(fraction < hands->refused));
    uint32_t other = 0u - (fraction >= hands->thresholds[place]); /* a mask, since a branch could not be foretold */
    return place ^ ((place ^ hands->aliases[place]) & other);
}

/* Fills rows with the hands of players that draw from tables. A row is kept by moving on from it, without a branch;
   `patient` draws for all the players before it looks whether they collide. Returns the rows filled. */
ALWAYS_INLINE ptrdiff_t draw_weighted(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                      ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples,
                                      int weighted, int patient) {
    ptrdiff_t row = 0;
    int64_t tried = 0;
    int columns = plan->columns;
    uint64_t used = plan->used;
    generator local = *source;
    hand_source sources[MOST_PLAYERS];
    memcpy(sources, plan->sources, sizeof sources[0] * (size_t)weighted);
    for (; row < rows && tried < most_tries; tried++) {
        uint16_t *tuple = tuples + row * columns;
        uint64_t seen = used, clash = 0;
        for (int player = 0; player < weighted; player++) {
            uint16_t combo = sources[player].combos[random_place(&local, &sources[player])];
            clash |= seen & combo_masks[combo];
            if (!patient && clash) break;
            seen |= combo_masks[combo];
            tuple[sources[player].columns[0]] = combo;
        }
        row += !clash;
    }
    *tries += tried;
    *source = local;
    return row;
}

/* The same where one table lists what all of them hold together. */
ALWAYS_INLINE ptrdiff_t draw_listed(const draw_plan *plan, generator *source, ptrdiff_t rows, int64_t most_tries,
                                    int64_t *tries, uint16_t *tuples, uint32_t width) {
    generator local = *source;
    hand_source listed = plan->sources[0];
    rows = rows < most_tries ? rows : (ptrdiff_t)most_tries;
    for (ptrdiff_t row = 0; row < rows; row++, tuples += plan->columns) {
        const uint16_t *combos = listed.combos + (size_t)random_place(&local, &listed) * width;
        for (uint32_t i = 0; i < width; i++) tuples[listed.columns[i]] = combos[i];
    }
    *tries += rows;
    *source = local;
    return rows;
}

/* Functions of their own, so that the generator stays in registers. */
#define DRAW_WEIGHTED(name, weighted, patient)                                                                         \
    NEVER_INLINE ptrdiff_t name(const draw_plan *plan, const uint64_t *combo_masks, generator *source,                 \
                                ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples) {                \
        return draw_weighted(plan, combo_masks, source, rows, most_tries, tries, tuples, weighted, patient);           \
    }
DRAW_WEIGHTED(draw_for_one, 1, 1)
DRAW_WEIGHTED(draw_for_two, 2, 1)
DRAW_WEIGHTED(draw_for_more, plan->weighted, 0)

#define DRAW_LISTED(name, width)                                                                                       \
    NEVER_INLINE ptrdiff_t name(const draw_plan *plan, generator *source, ptrdiff_t rows, int64_t most_tries,          \
                                int64_t *tries, uint16_t *tuples) {                                                    \
        return draw_listed(plan, source, rows, most_tries, tries, tuples, width);                                      \
    }
DRAW_LISTED(draw_pairs, 2)
DRAW_LISTED(draw_longer, plan->sources[0].width)

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
    *tries += filled;
    return filled;
}

ALWAYS_INLINE ptrdiff_t draw_block(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                   ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    ptrdiff_t filled;
    uint32_t width = plan->sources[0].width;
    if (width == 2) filled = draw_pairs(plan, source, rows, most_tries, tries, tuples);
    else if (width > 2) filled = draw_longer(plan, source, rows, most_tries, tries, tuples);
    else switch (plan->weighted) {
    case 1: filled = draw_for_one(plan, combo_masks, source, rows, most_tries, tries, tuples); break;
    case 2: filled = draw_for_two(plan, combo_masks, source, rows, most_tries, tries, tuples); break;
    default: filled = draw_for_more(plan, combo_masks, source, rows, most_tries, tries, tuples);
    }
    if (plan->fixed)
        for (ptrdiff_t row = 0; row < filled; row++) write_fixed(plan, tuples + row * plan->columns);
    return filled;
}

ALWAYS_INLINE ptrdiff_t draw_tuples(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state,
                                    ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    generator source;
    ptrdiff_t filled = 0;
    if (!plan->weighted) return repeat_fixed(plan, rows, most_tries, tries, tuples);
    memcpy(source.words, state, sizeof source.words);
    while (filled < rows && *tries < most_tries) {
        ptrdiff_t wanted = rows - filled < BLOCK ? rows - filled : BLOCK;
        filled += draw_block(plan, combo_masks, &source, wanted, most_tries - *tries, tries,
                             tuples + filled * plan->columns);
    }
    memcpy(state, source.words, sizeof source.words);
    return filled;
}


/* --- boards and showdowns ------------------------------------------------------------------------------ */

typedef struct {
    int players, missing;
    uint64_t board_masks, board_sum;
    card_choice choice, pairs[MOST_PLAYERS / 2]; /* of the board's cards, and of those of two open players each */
    int open, place_if_open[MOST_PLAYERS];       /* how many are dealt any two cards; each player's place among them, or -1 */
    int64_t *counts;     /* (2 ** players) */
    int64_t *categories; /* (players, 9), or NULL */
    int64_t *held;       /* (players, 1326), or NULL */
    double *shares;      /* (players, 1326), or NULL */
    card_deck deck;
    uint64_t deck_sums[64], combo_sums[COMBOS], combo_masks[COMBOS]; /* masks of ranks by suit, as CARD_MASKS */
} game;

typedef struct {
    taken_cards taken;
    uint8_t cards[5][BLOCK]; /* those dealt, as places in the deck */
    uint8_t holes[2 * MOST_PLAYERS][BLOCK]; /* the same for the open players */
    uint64_t sums[BLOCK];
    uint16_t strengths[MOST_PLAYERS][BLOCK], winners[BLOCK];
} showdown_block;

/* Takes the hole cards out of the deck. Returns how many rows come before one with a card twice or not in the deck. */
ALWAYS_INLINE ptrdiff_t take_hole_cards(const game *game, const uint16_t *tuples, ptrdiff_t rows, taken_cards *taken) {
    int players = game->players;
    uint8_t clashes[BLOCK], any = 0;
    taken->count = 0;
    for (int player = 0; player < players; player++)
        if (game->place_if_open[player] < 0) take_combos(taken, &game->deck, tuples + player, players, rows);
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

ALWAYS_INLINE void deal_open(const game *game, generator *source, ptrdiff_t rows, showdown_block *block) {
    for (int first = 0; first < game->open; first += 2) {
        uint8_t(*cards)[BLOCK] = block->holes + 2 * first;
        const card_choice *choice = &game->pairs[first / 2];
        if (first + 1 < game->open) deal_columns(source, choice, 4, rows, &block->taken, cards, 1);
        else deal_columns(source, choice, 2, rows, &block->taken, cards, 1);
    }
}

/* Writes the open players' combos where their columns are. */
static void name_open(const game *game, const showdown_block *block, ptrdiff_t rows, uint16_t *tuples) {
    const uint8_t *deck = game->deck.cards;
    for (int player = 0; player < game->players; player++) {
        int place = game->place_if_open[player];
        for (ptrdiff_t row = 0; place >= 0 && row < rows; row++) {
            int a = deck[block->holes[2 * place][row]], b = deck[block->holes[2 * place + 1][row]], high = a > b ? a : b;
            tuples[row * game->players + player] = (uint16_t)(high * (high - 1) / 2 + (a + b - high));
        }
    }
}

ALWAYS_INLINE void deal_boards(const game *game, generator *source, ptrdiff_t rows, showdown_block *block,
                               int missing) {
    if (missing) deal_columns(source, &game->choice, missing, rows, &block->taken, block->cards, 0);
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t sum = game->board_sum;
        for (int card = 0; card < missing; card++) sum += game->deck_sums[block->cards[card][row]];
        block->sums[row] = sum;
    }
}

/* What a player's hole cards add to the board's sum, and their masks. */
ALWAYS_INLINE uint64_t hole_sum(const game *game, const showdown_block *block, const uint16_t *combos, int place,
                                ptrdiff_t row) {
    if (place < 0) return game->combo_sums[combos[row * game->players]];
    return game->deck_sums[block->holes[2 * place][row]] + game->deck_sums[block->holes[2 * place + 1][row]];
}

ALWAYS_INLINE uint64_t hole_masks(const game *game, const showdown_block *block, const uint16_t *combos, int place,
                                  ptrdiff_t row) {
    if (place < 0) return game->combo_masks[combos[row * game->players]];
    const uint8_t *deck = game->deck.cards;
    return CARD_MASKS[deck[block->holes[2 * place][row]]] | CARD_MASKS[deck[block->holes[2 * place + 1][row]]];
}

/* The strengths of one player's hands; flushes come after, over those that the ranks alone gave. */
ALWAYS_INLINE void find_strengths_of(const game *game, const uint16_t *combos, int place, ptrdiff_t rows,
                                     const showdown_block *block, uint16_t *strengths) {
    uint16_t flushes[BLOCK];
    ptrdiff_t found = 0;
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t sum = block->sums[row] + hole_sum(game, block, combos, place, row);
        strengths[row] = rank_strength((uint32_t)(sum >> 32), 7);
        flushes[found] = (uint16_t)row;
        found += flush_of(sum) != 0;
    }
    for (ptrdiff_t i = 0; i < found; i++) {
        ptrdiff_t row = flushes[i];
        uint64_t masks = game->board_masks | hole_masks(game, block, combos, place, row);
        uint64_t sum = block->sums[row] + hole_sum(game, block, combos, place, row);
        for (int card = 0; card < game->missing; card++)
            masks |= CARD_MASKS[game->deck.cards[block->cards[card][row]]];
        strengths[row] = flush_strength(masks, flush_of(sum));
    }
}

ALWAYS_INLINE void find_strengths(const game *game, const uint16_t *tuples, ptrdiff_t rows, showdown_block *block) {
    for (int player = 0; player < game->players; player++) {
        int place = game->place_if_open[player];
        const uint16_t *combos = tuples + player;
        if (place < 0) find_strengths_of(game, combos, -1, rows, block, block->strengths[player]);
        else find_strengths_of(game, combos, place, rows, block, block->strengths[player]);
    }
}

ALWAYS_INLINE void find_winners(const game *game, ptrdiff_t rows, showdown_block *block) {
    int players = game->players;
    uint16_t best[BLOCK];
    memcpy(best, block->strengths[0], sizeof best);
    memset(block->winners, 0, sizeof block->winners);
    for (int player = 1; player < players; player++)
        for (int row = 0; row < BLOCK; row++) {
            uint16_t strength = block->strengths[player][row];
            best[row] = strength > best[row] ? strength : best[row];
        }
    for (int player = 0; player < players; player++)
        for (int row = 0; row < BLOCK; row++)
            block->winners[row] |= (uint16_t)((block->strengths[player][row] == best[row]) << player);
    if (players == 2) {
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
        for (ptrdiff_t row = 0; row < rows; row++, combo += game->players) {
            uint32_t winners = block->winners[row];
            if (game->held) game->held[player * COMBOS + *combo]++;
            if (game->shares && winners >> player & 1)
                game->shares[player * COMBOS + *combo] += 1.0 / count_cards(winners);
        }
    }
}

/* Deals and compares. Returns how many rows came before one that cannot be. */
ALWAYS_INLINE ptrdiff_t play_tuples(const game *game, uint16_t *tuples, ptrdiff_t rows, uint64_t *state) {
    generator source;
    showdown_block block;
    ptrdiff_t done = 0, fine = BLOCK, wanted = BLOCK;
    memcpy(source.words, state, sizeof source.words);
    memset(block.strengths, 0, sizeof block.strengths);
    memset(block.cards, 0, sizeof block.cards);
    memset(block.holes, 0, sizeof block.holes);
    for (; done < rows && fine == wanted; done += fine, tuples += fine * game->players) {
        wanted = rows - done < BLOCK ? rows - done : BLOCK;
        fine = take_hole_cards(game, tuples, wanted, &block.taken);
        deal_open(game, &source, fine, &block);
        if (game->held || game->shares) name_open(game, &block, fine, tuples);
        switch (game->missing) {
        case 0: deal_boards(game, &source, fine, &block, 0); break;
        case 1: deal_boards(game, &source, fine, &block, 1); break;
        case 2: deal_boards(game, &source, fine, &block, 2); break;
        case 3: deal_boards(game, &source, fine, &block, 3); break;
        case 4: deal_boards(game, &source, fine, &block, 4); break;
        default: deal_boards(game, &source, fine, &block, 5);
        }
        find_strengths(game, tuples, fine, &block);
        find_winners(game, fine, &block);
        if (game->categories || game->held || game->shares) count_more(game, tuples, fine, &block);
    }
    memcpy(state, source.words, sizeof source.words);
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


/* --- one copy for every processor, one for those with AVX2 ----------------------------------------------- */

typedef ptrdiff_t draw_function(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples);
typedef ptrdiff_t play_function(const game *game, uint16_t *tuples, ptrdiff_t rows, uint64_t *state);

static ptrdiff_t draw_plain(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state, ptrdiff_t rows,
                            int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, state, rows, most_tries, tries, tuples);
}

static ptrdiff_t play_plain(const game *game, uint16_t *tuples, ptrdiff_t rows, uint64_t *state) {
    return play_tuples(game, tuples, rows, state);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static ptrdiff_t draw_avx2(const draw_plan *plan, const uint64_t *combo_masks,
                                                           uint64_t *state, ptrdiff_t rows, int64_t most_tries,
                                                           int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, state, rows, most_tries, tries, tuples);
}

__attribute__((target("avx2"))) static ptrdiff_t play_avx2(const game *game, uint16_t *tuples, ptrdiff_t rows,
                                                           uint64_t *state) {
    return play_tuples(game, tuples, rows, state);
}
#else
static draw_function *const draw_avx2 = draw_plain;
static play_function *const play_avx2 = play_plain;
#endif

#endif
