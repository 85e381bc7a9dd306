/* Random deals in plain C: hole cards out of weighted ranges, boards, and who wins.
   Rows go in blocks: each pass over a block is short, and its branches can be foretold. */
#ifndef HOLDEM_CORE_SAMPLE_H
#define HOLDEM_CORE_SAMPLE_H

#include <string.h>
#include "evaluate.h"
#if defined(_MSC_VER)
#include <intrin.h>
#endif

enum { COMBOS = 1326, MOST_PLAYERS = 10, BLOCK = 256 };
#define DECK (((uint64_t)1 << 52) - 1)

/* Where bits can be deposited fast there is a second copy of each loop: `fast` is a constant in all of them. */
#if defined(__x86_64__) && defined(__GNUC__)
#define FAST __attribute__((target("avx2,bmi,bmi2,popcnt")))
/* The first two generations of Zen have the instruction, but as a slow program. */
static int has_fast_deposit(void) {
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
/* In assembly, because an inlined function may not name an instruction that its plain callers lack. */
ALWAYS_INLINE int deposited_bit(uint64_t mask, uint32_t place) {
    uint64_t bit;
    __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"((uint64_t)1 << place), "r"(mask));
    return __builtin_ctzll(bit);
}
#else
#define FAST
static int has_fast_deposit(void) { return 0; }
ALWAYS_INLINE int deposited_bit(uint64_t mask, uint32_t place) { return 0; }
#endif


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

/* Finds places: each below `left` less the cards before it. */
ALWAYS_INLINE void random_places(generator *source, const card_choice *choice, int count, uint32_t *places) {
    uint32_t parts[2];
    do {
        uint64_t word = next_word(source);
        parts[0] = (uint32_t)(word >> 32), parts[1] = (uint32_t)word;
        for (int card = 0; card < count; card++) {
            uint64_t product = (uint64_t)parts[card >= 2] * (choice->left - (uint32_t)card);
            places[card] = (uint32_t)(product >> 32);
            parts[card >= 2] = (uint32_t)product;
        }
    } while (UNLIKELY(parts[0] < choice->refused[0] || (count > 2 && parts[1] < choice->refused[1])));
}

/* The position of the bit of a mask that has `place` set bits below it: sums of bits are halved six times. */
static inline int nth_bit(uint64_t mask, uint32_t place) {
    uint64_t pairs = mask - (mask >> 1 & 0x5555555555555555u);
    uint64_t fours = (pairs & 0x3333333333333333u) + (pairs >> 2 & 0x3333333333333333u);
    uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    uint64_t shorts = (bytes + (bytes >> 8)) & 0x00ff00ff00ff00ffu;
    uint64_t half = (shorts + (shorts >> 16)) & 63;
    const uint64_t sums[6] = {half, shorts, bytes, fours, pairs, mask};
    uint32_t position = 0;
    for (int level = 0; level < 6; level++) {
        uint32_t width = 32u >> level, counted = width >= 8 ? 63 : 2 * width - 1;
        uint32_t below = (uint32_t)(sums[level] >> position) & counted, above = place >= below;
        position += width * above;
        place -= below & (0u - above);
    }
    return (int)position;
}

/* Takes so many random cards out of *open, which must have as many as the choice was made for. */
ALWAYS_INLINE void take_cards(generator *source, const card_choice *choice, int count, uint64_t *open, int *cards,
                              int fast) {
    uint32_t places[5];
    random_places(source, choice, count, places);
    for (int card = 0; card < count; card++) {
        cards[card] = fast ? deposited_bit(*open, places[card]) : nth_bit(*open, places[card]);
        *open ^= (uint64_t)1 << cards[card];
    }
}

static int count_cards(uint64_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}


/* --- hole cards ---------------------------------------------------------------------------------------- */

/* A player's range as Walker's table: place i counts with its threshold / 2**64, else its alias does. */
typedef struct {
    const uint64_t *thresholds;
    const uint16_t *aliases, *combos;
    uint32_t count, column;
    uint64_t refused;
} hand_source;

typedef struct {
    int players, weighted, fixed, open; /* how many draw from tables, hold one combo, hold any two cards alike */
    hand_source sources[MOST_PLAYERS];  /* the weighted first, then the fixed, then the open */
    uint64_t used;                      /* the cards that nobody draws, the fixed players' too */
    int impossible;
    card_choice pairs[MOST_PLAYERS / 2];
} draw_plan;

static void fill_combos(uint64_t *masks, uint64_t *sums) {
    ptrdiff_t combo = 0;
    for (int high = 1; high < 52; high++)
        for (int low = 0; low < high; low++, combo++) {
            masks[combo] = (uint64_t)1 << high | (uint64_t)1 << low;
            if (sums) sums[combo] = CARD_SUMS[high] + CARD_SUMS[low];
        }
}

/* Whether a range is every two cards that are not used, all alike. */
static int holds_any_two(const hand_source *source, uint64_t used, const uint64_t *combo_masks) {
    uint8_t seen[COMBOS] = {0};
    uint32_t left = (uint32_t)(52 - count_cards(used)), found = 0;
    for (uint32_t place = 0; place < source->count; place++) {
        uint16_t combo = source->combos[place];
        if (source->aliases[place] != place || seen[combo]) return 0;
        seen[combo] = 1;
        found += !(combo_masks[combo] & used);
    }
    return found == left * (left - 1) / 2;
}

/* Sorts players by how their cards are found. Players who may hold any two cards come last: whatever the others
   hold leaves them equally many ways, so that dealing to them after the others is the joint distribution too. */
static void make_plan(draw_plan *plan, const hand_source *sources, int players, uint64_t used,
                      const uint64_t *combo_masks) {
    int kinds[MOST_PLAYERS], counts[3] = {0, 0, 0}, placed = 0;
    plan->players = players;
    plan->used = used;
    plan->impossible = 0;
    for (int player = 0; player < players; player++) {
        const hand_source *source = &sources[player];
        kinds[player] = source->count == 1 ? 1 : holds_any_two(source, used, combo_masks) ? 2 : 0;
        counts[kinds[player]]++;
        if (kinds[player] != 1) continue;
        plan->impossible |= (plan->used & combo_masks[source->combos[0]]) != 0;
        plan->used |= combo_masks[source->combos[0]];
    }
    for (int kind = 0; kind < 3; kind++)
        for (int player = 0; player < players; player++)
            if (kinds[player] == kind) plan->sources[placed++] = sources[player];
    plan->weighted = counts[0], plan->fixed = counts[1], plan->open = counts[2];
    int left = 52 - count_cards(plan->used) - 2 * plan->weighted;
    plan->impossible |= left < 2 * plan->open;
    for (int pair = 0; !plan->impossible && 2 * pair < plan->open; pair++)
        plan->pairs[pair] = choose_from((uint32_t)(left - 4 * pair), 2 * pair + 1 < plan->open ? 4 : 2);
}

ALWAYS_INLINE uint16_t random_combo(generator *source, const hand_source *hands) {
    uint64_t fraction;
    uint32_t place;
    do place = (uint32_t)multiply(next_word(source), hands->count, &fraction);
    while (UNLIKELY(fraction < hands->refused));
    return hands->combos[fraction < hands->thresholds[place] ? place : hands->aliases[place]];
}

/* Fills rows with the hands of players that draw from tables. A row is kept by moving on from it, without a branch;
   `patient` draws for all the players before it looks whether they collide. Returns the rows filled. */
ALWAYS_INLINE ptrdiff_t draw_weighted(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                      ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples,
                                      uint64_t *held, int weighted, int patient) {
    ptrdiff_t row = 0;
    int64_t tried = 0;
    for (; row < rows && tried < most_tries; tried++) {
        uint16_t *tuple = tuples + row * plan->players;
        uint64_t seen = plan->used, clash = 0;
        for (int player = 0; player < weighted; player++) {
            uint16_t combo = random_combo(source, &plan->sources[player]);
            clash |= seen & combo_masks[combo];
            if (!patient && clash) break;
            seen |= combo_masks[combo];
            tuple[plan->sources[player].column] = combo;
        }
        held[row] = seen;
        row += !clash;
    }
    *tries += tried;
    return row;
}

/* Fills the columns of players who may hold any two cards that the row leaves. */
ALWAYS_INLINE void draw_open(const draw_plan *plan, generator *source, ptrdiff_t rows, uint16_t *tuples,
                             uint64_t *held, int fast) {
    const hand_source *players = plan->sources + plan->weighted + plan->fixed;
    for (int first = 0; first < plan->open; first += 2) {
        const card_choice *choice = &plan->pairs[first / 2];
        int both = first + 1 < plan->open, cards[4];
        for (ptrdiff_t row = 0; row < rows; row++) {
            uint64_t open = DECK & ~held[row];
            take_cards(source, choice, both ? 4 : 2, &open, cards, fast);
            for (int i = 0; i <= both; i++) {
                int a = cards[2 * i], b = cards[2 * i + 1], high = a > b ? a : b, low = a > b ? b : a;
                tuples[row * plan->players + players[first + i].column] = (uint16_t)(high * (high - 1) / 2 + low);
            }
            held[row] = DECK & ~open;
        }
    }
}

ALWAYS_INLINE ptrdiff_t draw_block(const draw_plan *plan, const uint64_t *combo_masks, generator *source,
                                   ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples, int fast) {
    uint64_t held[BLOCK];
    ptrdiff_t filled;
    switch (plan->weighted) {
    case 1: filled = draw_weighted(plan, combo_masks, source, rows, most_tries, tries, tuples, held, 1, 1); break;
    case 2: filled = draw_weighted(plan, combo_masks, source, rows, most_tries, tries, tuples, held, 2, 1); break;
    default:
        filled = draw_weighted(plan, combo_masks, source, rows, most_tries, tries, tuples, held, plan->weighted, 0);
    }
    for (int player = plan->weighted; player < plan->weighted + plan->fixed; player++)
        for (ptrdiff_t row = 0; row < filled; row++)
            tuples[row * plan->players + plan->sources[player].column] = plan->sources[player].combos[0];
    draw_open(plan, source, filled, tuples, held, fast);
    return filled;
}

ALWAYS_INLINE ptrdiff_t draw_tuples(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state,
                                    ptrdiff_t rows, int64_t most_tries, int64_t *tries, uint16_t *tuples, int fast) {
    generator source;
    ptrdiff_t filled = 0;
    memcpy(source.words, state, sizeof source.words);
    while (filled < rows && *tries < most_tries) {
        ptrdiff_t wanted = rows - filled < BLOCK ? rows - filled : BLOCK;
        filled += draw_block(plan, combo_masks, &source, wanted, most_tries - *tries, tries,
                             tuples + filled * plan->players, fast);
    }
    memcpy(state, source.words, sizeof source.words);
    return filled;
}


/* --- boards and showdowns ------------------------------------------------------------------------------ */

typedef struct {
    int players, missing;
    uint64_t board, used; /* the cards on the board; those and the dead ones */
    uint64_t board_sum;
    card_choice choice;
    int64_t *counts;     /* (2 ** players) */
    int64_t *categories; /* (players, 9), or NULL */
    int64_t *held;       /* (players, 1326), or NULL */
    double *shares;      /* (players, 1326), or NULL */
    uint64_t combo_masks[COMBOS], combo_sums[COMBOS];
} game;

typedef struct {
    uint64_t held[BLOCK], boards[BLOCK], sums[BLOCK];
    uint16_t strengths[MOST_PLAYERS][BLOCK], winners[BLOCK];
} showdown_block;

/* Finds which cards each row takes out of the deck. Returns how many rows come before one with a card twice. */
static ptrdiff_t rows_held(const game *game, const uint16_t *tuples, ptrdiff_t rows, uint64_t *held) {
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t seen = game->used, clash = 0;
        for (int player = 0; player < game->players; player++) {
            uint64_t mask = game->combo_masks[*tuples++];
            clash |= seen & mask;
            seen |= mask;
        }
        if (UNLIKELY(clash != 0)) return row;
        held[row] = seen;
    }
    return rows;
}

ALWAYS_INLINE void deal_boards(const game *game, generator *source, ptrdiff_t rows, showdown_block *block,
                               int missing, int fast) {
    card_choice choice = game->choice;
    for (ptrdiff_t row = 0; row < rows; row++) {
        uint64_t before = DECK & ~block->held[row], open = before, sum = game->board_sum;
        int cards[5];
        if (missing) take_cards(source, &choice, missing, &open, cards, fast);
        for (int card = 0; card < missing; card++) sum += CARD_SUMS[cards[card]];
        block->boards[row] = game->board | (before ^ open);
        block->sums[row] = sum;
    }
}

/* The strength of the flush in some cards, given as the bits of their ids. */
ALWAYS_INLINE uint16_t flush_in(uint64_t cards, uint32_t flush) {
    int suit = ((flush & 0x8800u) != 0) * 2 + ((flush & 0x8080u) != 0);
    uint64_t ranks = cards >> suit & 0x1111111111111111u;
    ranks = (ranks | ranks >> 3) & 0x0303030303030303u;
    ranks = (ranks | ranks >> 6) & 0x000f000f000f000fu;
    ranks = (ranks | ranks >> 12) & 0x000000ff000000ffu;
    return FLUSH_STRENGTHS[(ranks | ranks >> 24) & 8191];
}

ALWAYS_INLINE void find_strengths(const game *game, const uint16_t *tuples, ptrdiff_t rows, showdown_block *block) {
    for (int player = 0; player < game->players; player++) {
        const uint16_t *combo = tuples + player;
        uint16_t flushes[BLOCK];
        ptrdiff_t found = 0;
        for (ptrdiff_t row = 0; row < rows; row++, combo += game->players) {
            uint64_t sum = block->sums[row] + game->combo_sums[*combo];
            block->strengths[player][row] = rank_strength((uint32_t)(sum >> 32), 7);
            flushes[found] = (uint16_t)row;
            found += flush_of(sum) != 0;
        }
        for (ptrdiff_t i = 0; i < found; i++) {
            ptrdiff_t row = flushes[i];
            uint16_t held = tuples[row * game->players + player];
            uint32_t flush = flush_of(block->sums[row] + game->combo_sums[held]);
            block->strengths[player][row] = flush_in(block->boards[row] | game->combo_masks[held], flush);
        }
    }
}

ALWAYS_INLINE void find_winners(const game *game, ptrdiff_t rows, showdown_block *block) {
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

/* Deals and compares. Returns how many rows came before one with a card twice. */
ALWAYS_INLINE ptrdiff_t play_tuples(const game *game, const uint16_t *tuples, ptrdiff_t rows, uint64_t *state,
                                    int fast) {
    generator source;
    showdown_block block;
    ptrdiff_t done = 0, fine = BLOCK, wanted = BLOCK;
    memcpy(source.words, state, sizeof source.words);
    memset(block.strengths, 0, sizeof block.strengths);
    for (; done < rows && fine == wanted; done += fine, tuples += fine * game->players) {
        wanted = rows - done < BLOCK ? rows - done : BLOCK;
        fine = rows_held(game, tuples, wanted, block.held);
        switch (game->missing) {
        case 0: deal_boards(game, &source, fine, &block, 0, fast); break;
        case 1: deal_boards(game, &source, fine, &block, 1, fast); break;
        case 2: deal_boards(game, &source, fine, &block, 2, fast); break;
        case 5: deal_boards(game, &source, fine, &block, 5, fast); break;
        default: deal_boards(game, &source, fine, &block, game->missing, fast);
        }
        find_strengths(game, tuples, fine, &block);
        find_winners(game, fine, &block);
        if (game->categories || game->held || game->shares) count_more(game, tuples, fine, &block);
    }
    memcpy(state, source.words, sizeof source.words);
    return done;
}


/* --- both copies --------------------------------------------------------------------------------------- */

typedef ptrdiff_t draw_function(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples);
typedef ptrdiff_t play_function(const game *game, const uint16_t *tuples, ptrdiff_t rows, uint64_t *state);

static ptrdiff_t draw_plain(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state, ptrdiff_t rows,
                            int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, state, rows, most_tries, tries, tuples, 0);
}

FAST static ptrdiff_t draw_fast(const draw_plan *plan, const uint64_t *combo_masks, uint64_t *state, ptrdiff_t rows,
                                int64_t most_tries, int64_t *tries, uint16_t *tuples) {
    return draw_tuples(plan, combo_masks, state, rows, most_tries, tries, tuples, 1);
}

static ptrdiff_t play_plain(const game *game, const uint16_t *tuples, ptrdiff_t rows, uint64_t *state) {
    return play_tuples(game, tuples, rows, state, 0);
}

FAST static ptrdiff_t play_fast(const game *game, const uint16_t *tuples, ptrdiff_t rows, uint64_t *state) {
    return play_tuples(game, tuples, rows, state, 1);
}

#endif
