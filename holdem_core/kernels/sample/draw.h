/* Hole cards out of weighted ranges, so that no card comes twice. */
#ifndef HOLDEM_CORE_SAMPLE_DRAW_H
#define HOLDEM_CORE_SAMPLE_DRAW_H

#include "sample/columns.h"

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
    for (int high = 1; high < DECK; high++)
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

#endif
