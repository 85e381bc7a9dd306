/* Three ranges on complete boards: every combo against all that the two others may hold.

   On each board the combos are walked in order of strength. A combo beats what lies below it, less what shares a card
   with it and less the pairs of the others' combos that share a card with each other. */
#ifndef HOLDEM_CORE_EQUITY_SWEEP_THREE_H
#define HOLDEM_CORE_EQUITY_SWEEP_THREE_H

#include <string.h>
#include "common/simd.h"
#include "equity/sweep.h"
#include "evaluate/strength.h"

enum { OTHERS = 2, THREE_STATES = 5 };

/* A combo that the board leaves. */
typedef struct {
    uint8_t high, low;
    uint16_t strength;
    int32_t combo;
} live_combo;

/* Whether some suit has three cards on the board: else strengths depend on ranks alone. */
static int flush_is_possible(const uint8_t *board) {
    int counts[SUITS] = {0};
    for (int i = 0; i < 5; i++)
        if (++counts[board[i] & 3] == 3) return 1;
    return 0;
}

/* Finds the strength of every pair of ranks, if ranks alone decide, or else of every combo: an item holds it above the
   pair's or the combo's number. Returns how many items there are. */
static ptrdiff_t strengths_on(const sweep_ranges *ranges, const uint8_t *board, int by_ranks, uint32_t *items) {
    uint64_t board_sum = sum_cards(board, 5), masks = mask_cards(board, 5);
    ptrdiff_t count = by_ranks ? ranges->groups : ranges->count;
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint8_t *cards = ranges->cards + 2 * (by_ranks ? ranges->starts[i] : i);
        uint16_t strength = by_ranks
            ? rank_strength((uint32_t)((board_sum + CARD_SUMS[cards[0]] + CARD_SUMS[cards[1]]) >> 32), 7)
            : pair_strength(board_sum, masks, cards[0], cards[1]);
        items[i] = (uint32_t)strength << 16 | (uint32_t)i;
    }
    return count;
}

/* Lines up the combos that the board leaves, the weakest first. */
static ptrdiff_t line_up(const sweep_ranges *ranges, const uint8_t *board, uint32_t *items, live_combo *line) {
    uint64_t on_board = mask_of_ids(board, 5);
    int by_ranks = !flush_is_possible(board);
    ptrdiff_t live = 0, count = strengths_on(ranges, board, by_ranks, items);
    sort_by_strength(items, items + ranges->count, count);
    for (ptrdiff_t i = 0; i < count; i++) {
        int32_t place = items[i] & 0xFFFF, start = by_ranks ? ranges->starts[place] : place;
        int32_t end = by_ranks ? ranges->starts[place + 1] : place + 1;
        for (int32_t combo = start; combo < end; combo++) {
            const uint8_t *cards = ranges->cards + 2 * combo;
            line[live] = (live_combo){cards[0], cards[1], (uint16_t)(items[i] >> 16), combo};
            live += !((on_board >> cards[0] | on_board >> cards[1]) & 1);
        }
    }
    return live;
}

/* What one of the others holds, as far as it has been walked: by card and by pair of cards. */
typedef struct {
    double all, with[DECK], pairs[DECK][DECK];
} held_weight;

/* Empties it; pairs one by one, since they are few as a rule. */
ALWAYS_INLINE void let_go(held_weight *held, const live_combo *line, ptrdiff_t count) {
    held->all = 0;
    memset(held->with, 0, sizeof held->with);
    for (ptrdiff_t i = 0; i < count; i++)
        held->pairs[line[i].high][line[i].low] = held->pairs[line[i].low][line[i].high] = 0;
}

/* The weight of one other's combos that share no card with mine; `own` is what mine weighs among them. */
ALWAYS_INLINE double met_by_one(double all, const double *with, live_combo mine, double own) {
    return all - with[mine.high] - with[mine.low] + own;
}

/* The weight of pairs of the two others' combos of which no two share a card, nor one with mine. Pairs that share
   a card with each other: by card, less once those that share both; `shared` is the weight of the latter. */
ALWAYS_INLINE double met_by_two(const held_weight *one, const held_weight *two, double shared, live_combo mine) {
    const double *one_high = one->pairs[mine.high], *one_low = one->pairs[mine.low];
    const double *two_high = two->pairs[mine.high], *two_low = two->pairs[mine.low];
    double one_own = one_high[mine.low], two_own = two_high[mine.low];
    double sums[4] = {0};
    for (int card = 0; card < DECK; card += 4)
        for (int lane = 0; lane < 4; lane++) {
            int k = card + lane;
            double with_one = one->with[k] - one_high[k] - one_low[k];
            double with_two = two->with[k] - two_high[k] - two_low[k];
            sums[lane] += with_one * with_two + one_high[k] * two_high[k] + one_low[k] * two_low[k];
        }
    double sharing = (sums[0] + sums[1]) + (sums[2] + sums[3]) - shared - one_own * two_own;
    /* my own two cards are no cards of theirs */
    sharing -= (one->with[mine.high] - one_own) * (two->with[mine.high] - two_own);
    sharing -= (one->with[mine.low] - one_own) * (two->with[mine.low] - two_own);
    return met_by_one(one->all, one->with, mine, one_own) * met_by_one(two->all, two->with, mine, two_own) - sharing;
}

/* One player's view of a board. In state s of the others, those with a bit in s have been walked up to and with my own
   strength, the rest to just below it: state 0 is what I beat, state 3 what I do not lose to; state 4 is all. */
typedef struct {
    const live_combo *line;
    double boards;
    const double *mine, *theirs[OTHERS];
    double *met; /* (count or 1, 5) */
    int by_combo;
    held_weight *held; /* (OTHERS) */
    double shared;     /* the weight of the two others' pairs of equal combos */
} view;

/* Sums are kept in variables of their own where they could wait for each other in memory. */
ALWAYS_INLINE void walk(view *at, int other, ptrdiff_t first, ptrdiff_t last) {
    held_weight *held = &at->held[other];
    double all = held->all, shared = at->shared;
    for (ptrdiff_t i = first; i < last; i++) {
        live_combo here = at->line[i];
        double weight = at->theirs[other][here.combo];
        if (weight == 0) continue;
        shared += weight * at->held[1 - other].pairs[here.high][here.low];
        held->pairs[here.high][here.low] = held->pairs[here.low][here.high] = weight;
        all += weight;
        held->with[here.high] += weight;
        held->with[here.low] += weight;
    }
    held->all = all;
    at->shared = shared;
}

/* Takes back the first other's combos, given what he held before them. */
ALWAYS_INLINE void walk_back(view *at, ptrdiff_t first, ptrdiff_t last, double all, const double *with) {
    held_weight *one = &at->held[0], *two = &at->held[1];
    one->all = all;
    memcpy(one->with, with, sizeof one->with);
    for (ptrdiff_t i = first; i < last; i++) {
        live_combo here = at->line[i];
        at->shared -= one->pairs[here.high][here.low] * two->pairs[here.high][here.low];
        one->pairs[here.high][here.low] = one->pairs[here.low][here.high] = 0;
    }
}

/* Asks what each of my combos from first to last meets now, by weight. A bit in `states` for each state that this is.
   Returns the sum. */
ALWAYS_INLINE double ask(view *at, ptrdiff_t first, ptrdiff_t last, unsigned states) {
    double sum = 0;
    for (ptrdiff_t i = first; i < last; i++) {
        live_combo here = at->line[i];
        double mine = at->mine[here.combo];
        if (mine == 0) continue;
        double met = met_by_two(&at->held[0], &at->held[1], at->shared, here) * (mine * at->boards);
        sum += met;
        if (!at->by_combo) continue;
        for (int state = 0; state < THREE_STATES; state++)
            if (states >> state & 1) at->met[THREE_STATES * here.combo + state] += met;
    }
    for (int state = 0; state < THREE_STATES; state++)
        if (!at->by_combo && states >> state & 1) at->met[state] += sum;
    return sum;
}

ALWAYS_INLINE int any_of(const view *at, const double *weights, ptrdiff_t first, ptrdiff_t last) {
    for (ptrdiff_t i = first; i < last; i++)
        if (weights[at->line[i].combo] != 0) return 1;
    return 0;
}

/* The combos of one strength against two others. A state that differs from another by nobody is asked about once. */
ALWAYS_INLINE void meet_two(view *at, ptrdiff_t first, ptrdiff_t last) {
    int one = any_of(at, at->theirs[0], first, last), two = any_of(at, at->theirs[1], first, last);
    double all = at->held[0].all, with[DECK];
    if (!any_of(at, at->mine, first, last)) {
        walk(at, 0, first, last);
        walk(at, 1, first, last);
        return;
    }
    ask(at, first, last, one ? (two ? 1 : 1 | 4) : (two ? 1 | 2 : 1 | 2 | 4 | 8));
    if (one) {
        memcpy(with, at->held[0].with, sizeof with);
        walk(at, 0, first, last);
        ask(at, first, last, two ? 2 : 2 | 8);
    }
    if (two) {
        walk(at, 1, first, last);
        ask(at, first, last, one ? 8 : 4 | 8);
    }
    if (one && two) {
        walk_back(at, first, last, all, with);
        ask(at, first, last, 4);
        walk(at, 0, first, last);
    }
}

ALWAYS_INLINE void look(view *at, ptrdiff_t count, int meet_all, double *categories) {
    at->shared = 0;
    for (ptrdiff_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && at->line[last].strength == at->line[first].strength;) last++;
        meet_two(at, first, last);
    }
    for (ptrdiff_t first = 0, last; meet_all && first < count; first = last) {
        last = categories ? first + 1 : count;
        double met = ask(at, first, last, 1u << (THREE_STATES - 1));
        if (categories) categories[category_of(at->line[first].strength)] += met;
    }
    for (int other = 0; other < OTHERS; other++) let_go(&at->held[other], at->line, count);
}

/* Room for the combos of one board and for what the others hold of them. */
typedef struct {
    uint32_t *items;  /* (2 * count) */
    live_combo *line; /* (count + 1) */
    held_weight held[OTHERS]; /* empty between boards */
} sweep_room;

ALWAYS_INLINE void sweep_three(const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights,
                               ptrdiff_t count, sweep_room *room) {
    for (ptrdiff_t board = 0; board < count; board++) {
        ptrdiff_t live = line_up(ranges, boards + 5 * board, room->items, room->line);
        view at = {.line = room->line, .boards = weights[board], .held = room->held, .by_combo = ranges->by_combo};
        for (int me = 0; me <= OTHERS; me++) {
            if (!ranges->wanted[me]) continue;
            at.mine = ranges->weights + me * ranges->count;
            for (int other = 0; other < OTHERS; other++)
                at.theirs[other] = ranges->weights + (other + (other >= me)) * ranges->count;
            at.met = ranges->met + me * THREE_STATES * (at.by_combo ? ranges->count : 1);
            look(&at, live, ranges->wanted[me] > 1,
                 ranges->categories ? ranges->categories + me * CATEGORIES : NULL);
        }
    }
}

typedef void sweep_three_ranges(const sweep_ranges *, const uint8_t *, const uint8_t *, ptrdiff_t, sweep_room *);

COMPILE_TWICE(void, sweep_three, (const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights,
                                  ptrdiff_t count, sweep_room *room),
              sweep_three(ranges, boards, weights, count, room))

#endif
