/* Two ranges on complete boards, a pair of ranks at a time.

   Without a flush a combo's strength depends on its two ranks alone; with one, also on which of its cards are of the
   flush's suit. So the combos of one pair of ranks fall into one to four parts of equal strength, and a part is known
   by what it weighs with each of its cards. The parts are walked in order of strength: a part beats what lies below it,
   less what shares a card with it. */
#ifndef HOLDEM_CORE_EQUITY_SWEEP_TWO_H
#define HOLDEM_CORE_EQUITY_SWEEP_TWO_H

#include <string.h>
#include "common/simd.h"
#include "equity/sweep.h"
#include "evaluate/strength.h"

enum { PARTS = 4, SEATS = 2, TWO_STATES = 3, TURNS = 4 };
#define EVERY_SUIT 15u
#define EVERY_HIGH 0x1111u /* the pairs of suits with clubs as the lower card's */

typedef struct {
    double suit[SUITS];
} by_suit;

ALWAYS_INLINE double sum_of(const by_suit *weights) {
    return (weights->suit[0] + weights->suit[1]) + (weights->suit[2] + weights->suit[3]);
}

/* The combos of a pair of ranks. Pairs of suits are bits, that of the higher card times four plus that of the lower. */
typedef struct {
    int32_t start, end;
    uint8_t high, low; /* the ranks */
    uint16_t held;     /* which pairs of suits somebody may hold */
    uint32_t sum;      /* of the rank keys */
    by_suit weights[SEATS][SUITS]; /* by the suits of the higher and of the lower card */
} rank_pair;

/* Some combos of a pair of ranks: what they weigh in each range, in all and with each of their cards. */
typedef struct {
    uint16_t pair, suits;
    uint8_t high, low; /* the ranks */
    double all[SEATS], own; /* own: the weight of both players' holding the same combo */
    by_suit high_card[SEATS], low_card[SEATS];
} part;

typedef struct {
    rank_pair *pairs;     /* (groups) */
    part *parts;          /* (4, groups): what they weighed on the last board that had the like */
    by_suit *combos;      /* (4, groups, 2, 4): their weights in each range by both suits; empty at first */
    by_suit *met;         /* (2, groups, 3, 4): where combos are told apart, what each meets; empty at first */
    uint32_t *order;      /* (2, 4 * groups): the order of a board with a flush; room to sort */
    uint32_t *rank_order; /* (13, groups): the order without a flush, for the last board that ended with each rank */
    uint32_t rank_sums[RANKS]; /* the sums of those boards' rank keys */
} heads_up_room;

/* What somebody holds, as far as it has been walked: in all and by card. */
typedef struct {
    double all;
    by_suit with[RANKS];
} walked_weight;

static void read_pairs(const sweep_ranges *ranges, heads_up_room *room) {
    memset(room->rank_sums, 0, sizeof room->rank_sums);
    for (ptrdiff_t group = 0; group < ranges->groups; group++) {
        const uint8_t *first = ranges->cards + 2 * ranges->starts[group];
        rank_pair pair = {.start = ranges->starts[group], .end = ranges->starts[group + 1]};
        pair.high = first[0] >> 2, pair.low = first[1] >> 2;
        pair.sum = (uint32_t)((CARD_SUMS[first[0]] + CARD_SUMS[first[1]]) >> 32);
        for (int32_t combo = pair.start; combo < pair.end; combo++) {
            int high = ranges->cards[2 * combo] & 3, low = ranges->cards[2 * combo + 1] & 3;
            pair.held |= (uint16_t)(1u << (SUITS * high + low));
            for (int seat = 0; seat < SEATS; seat++)
                pair.weights[seat][high].suit[low] = ranges->weights[seat * ranges->count + combo];
        }
        room->pairs[group] = pair;
        for (int suited = 0; suited < PARTS; suited++)
            room->parts[suited * ranges->groups + group] =
                (part){.pair = (uint16_t)group, .high = pair.high, .low = pair.low};
    }
}

ALWAYS_INLINE void weigh(const rank_pair *pair, unsigned suits, part *held, by_suit (*weights)[SUITS]) {
    static const double KEPT[16][SUITS] = { /* by a mask of suits */
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
    };
    double own[SUITS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        double low_card[SUITS] = {0};
        for (int high = 0; high < SUITS; high++) {
            const double *kept = KEPT[suits >> (SUITS * high) & EVERY_SUIT];
            for (int low = 0; low < SUITS; low++)
                weights[seat][high].suit[low] = kept[low] * pair->weights[seat][high].suit[low];
        }
        for (int low = 0; low < SUITS; low++)
            low_card[low] = (weights[seat][0].suit[low] + weights[seat][1].suit[low]) +
                            (weights[seat][2].suit[low] + weights[seat][3].suit[low]);
        for (int high = 0; high < SUITS; high++) held->high_card[seat].suit[high] = sum_of(&weights[seat][high]);
        memcpy(held->low_card[seat].suit, low_card, sizeof low_card);
        held->all[seat] = sum_of(&held->low_card[seat]);
    }
    for (int high = 0; high < SUITS; high++)
        for (int low = 0; low < SUITS; low++) own[low] += weights[0][high].suit[low] * weights[1][high].suit[low];
    held->own = (own[0] + own[1]) + (own[2] + own[3]);
    held->suits = (uint16_t)suits;
}

/* The board as its ranks' keys, and the suit of three of its cards or more. */
typedef struct {
    uint32_t sum;
    int suit, lacking; /* cards of that suit that a flush needs besides; more than two if there is none */
    unsigned ranks;    /* of that suit, as a mask */
    unsigned highs[RANKS], lows[RANKS]; /* suits left of each rank, as those of a higher card and of a lower */
} texture;

ALWAYS_INLINE texture texture_of(const uint8_t *cards) {
    texture board = {.sum = (uint32_t)(sum_cards(cards, 5) >> 32), .lacking = 5};
    uint64_t masks = mask_cards(cards, 5);
    int counts[SUITS] = {0};
    for (int rank = 0; rank < RANKS; rank++) board.lows[rank] = EVERY_SUIT;
    for (int i = 0; i < 5; i++) {
        int suit = cards[i] & 3;
        board.lows[cards[i] >> 2] &= ~(1u << suit);
        if (++counts[suit] >= 3) board.suit = suit, board.lacking = 5 - counts[suit];
    }
    board.ranks = masks >> (16 * board.suit) & 8191;
    for (int rank = 0; rank < RANKS; rank++) {
        unsigned left = board.lows[rank];
        board.highs[rank] = (left & 1) | (left & 2) << 3 | (left & 4) << 6 | (left & 8) << 9;
    }
    return board;
}

/* The pairs of suits that the board leaves of a pair of ranks. */
ALWAYS_INLINE unsigned suits_left(const texture *board, const rank_pair *pair) {
    return board->highs[pair->high] * board->lows[pair->low] & pair->held;
}

ALWAYS_INLINE void keep_part(heads_up_room *room, ptrdiff_t place, unsigned suits) {
    part *held = room->parts + place;
    if (held->suits == suits) return;
    weigh(room->pairs + held->pair, suits, held, (by_suit(*)[SUITS])room->combos + SEATS * place);
}

/* The parts that are left on a board where a flush is possible. Returns how many. */
ALWAYS_INLINE ptrdiff_t order_with_flush(const texture *board, ptrdiff_t groups, heads_up_room *room) {
    unsigned high_suited = EVERY_SUIT << (SUITS * board->suit), low_suited = EVERY_HIGH << board->suit;
    ptrdiff_t count = 0;
    for (ptrdiff_t group = 0; group < groups; group++) {
        const rank_pair *pair = room->pairs + group;
        unsigned left = suits_left(board, pair), flush;
        for (unsigned suited = 0; suited < PARTS; suited++) {
            if ((int)((suited >> 1) + (suited & 1)) < board->lacking) continue;
            flush = left & (suited & 2 ? high_suited : ~high_suited) & (suited & 1 ? low_suited : ~low_suited);
            if (!flush) continue;
            unsigned ranks = board->ranks | (suited >> 1) << pair->high | (suited & 1) << pair->low;
            keep_part(room, suited * groups + group, flush);
            room->order[count++] = (uint32_t)FLUSH_STRENGTHS[ranks] << 16 | (uint32_t)(suited * groups + group);
            left &= ~flush;
        }
        if (!left) continue;
        keep_part(room, group, left);
        room->order[count++] = (uint32_t)rank_strength(board->sum + pair->sum, 7) << 16 | (uint32_t)group;
    }
    sort_by_strength(room->order, room->order + PARTS * groups, count);
    return count;
}

/* The parts by ranks alone, also those that the board leaves empty: boards of equal ranks share their order. */
ALWAYS_INLINE const uint32_t *order_by_ranks(const texture *board, int last_rank, ptrdiff_t groups,
                                             heads_up_room *room) {
    uint32_t *order = room->rank_order + last_rank * groups;
    for (ptrdiff_t group = 0; group < groups; group++)
        keep_part(room, group, suits_left(board, room->pairs + group));
    if (room->rank_sums[last_rank] == board->sum) return order;
    for (ptrdiff_t group = 0; group < groups; group++)
        order[group] = (uint32_t)rank_strength(board->sum + room->pairs[group].sum, 7) << 16 | (uint32_t)group;
    sort_by_strength(order, room->order, groups);
    room->rank_sums[last_rank] = board->sum;
    return order;
}

ALWAYS_INLINE const part *part_of(const heads_up_room *room, uint32_t entry) {
    return room->parts + (entry & 0xFFFF);
}

ALWAYS_INLINE void walk_past(const part *here, int seat, walked_weight *walked) {
    const double *high = here->high_card[seat].suit, *low = here->low_card[seat].suit;
    double *with_high = walked->with[here->high].suit, *with_low = walked->with[here->low].suit;
    walked->all += here->all[seat];
    for (int suit = 0; suit < SUITS; suit++) with_high[suit] += high[suit];
    for (int suit = 0; suit < SUITS; suit++) with_low[suit] += low[suit];
}

/* Adds what a part of my range meets of what has been walked. */
ALWAYS_INLINE void meet_by_part(const part *here, int me, const walked_weight *walked, by_suit *met) {
    const double *with_high = walked->with[here->high].suit, *with_low = walked->with[here->low].suit;
    const double *high = here->high_card[me].suit, *low = here->low_card[me].suit;
    for (int suit = 0; suit < SUITS; suit++)
        met->suit[suit] += high[suit] * (walked->all - with_high[suit]) - low[suit] * with_low[suit];
}

/* What both meet of each other once all has been walked, but for the combos that are the same. */
ALWAYS_INLINE double met_in_all(const walked_weight *walked) {
    by_suit sharing = {{0}};
    for (int rank = 0; rank < RANKS; rank++)
        for (int suit = 0; suit < SUITS; suit++)
            sharing.suit[suit] += walked[0].with[rank].suit[suit] * walked[1].with[rank].suit[suit];
    return walked[0].all * walked[1].all - sum_of(&sharing);
}

/* Both players' wins on a board, part by part; who does not lose is all that is left of the other's wins. */
ALWAYS_INLINE void count_wins(const sweep_ranges *ranges, const heads_up_room *room, const uint32_t *order,
                              ptrdiff_t count, double boards) {
    walked_weight walked[SEATS] = {{0}};
    by_suit wins[SEATS][TURNS] = {{{{0}}}}; /* in turns, so that sums are vectors and do not wait for each other */
    double own = 0;
    ptrdiff_t below = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const part *here = part_of(room, order[i]);
        for (; order[below] >> 16 < order[i] >> 16; below++)
            for (int seat = 0; seat < SEATS; seat++) walk_past(part_of(room, order[below]), seat, walked + seat);
        for (int seat = 0; seat < SEATS; seat++)
            meet_by_part(here, seat, walked + (1 - seat), &wins[seat][i % TURNS]);
        own += here->own;
    }
    for (; below < count; below++)
        for (int seat = 0; seat < SEATS; seat++) walk_past(part_of(room, order[below]), seat, walked + seat);
    double any = met_in_all(walked) + own, won[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++)
        for (int turn = 0; turn < TURNS; turn++) won[seat] += sum_of(&wins[seat][turn]);
    for (int seat = 0; seat < SEATS; seat++) {
        double *met = ranges->met + TWO_STATES * seat;
        met[0] += boards * won[seat];
        met[1] += boards * (any - won[1 - seat]);
        met[2] += boards * any;
    }
}

/* One player's view of a board, combo by combo. */
typedef struct {
    heads_up_room *room;
    by_suit *met; /* (groups, 3, 4) */
    const uint32_t *order;
    int me;
    double boards;
    walked_weight walked;
} seat_view;

/* Notes what each of my combos of some parts meets of what has been walked; `own` says whether that is these parts
   too. Returns the sum. */
ALWAYS_INLINE double meet_by_combo(seat_view *at, ptrdiff_t first, ptrdiff_t last, int own, int state) {
    by_suit sums = {{0}};
    for (ptrdiff_t i = first; i < last; i++) {
        const part *here = part_of(at->room, at->order[i]);
        const by_suit *both = at->room->combos + SEATS * SUITS * (here - at->room->parts);
        const by_suit *mine = both + SUITS * at->me, *theirs = both + SUITS * (1 - at->me);
        const double *with_high = at->walked.with[here->high].suit, *with_low = at->walked.with[here->low].suit;
        by_suit *noted = at->met + SUITS * (TWO_STATES * here->pair + state);
        for (int high = 0; high < SUITS; high++) {
            double others = at->walked.all - with_high[high], met[SUITS];
            for (int low = 0; low < SUITS; low++)
                met[low] = mine[high].suit[low] * (others - with_low[low] + (own ? theirs[high].suit[low] : 0));
            for (int low = 0; low < SUITS; low++) noted[high].suit[low] += at->boards * met[low];
            for (int low = 0; low < SUITS; low++) sums.suit[low] += met[low];
        }
    }
    return sum_of(&sums);
}

ALWAYS_INLINE void look_from_seat(seat_view *at, ptrdiff_t count, double *categories) {
    for (ptrdiff_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && at->order[last] >> 16 == at->order[first] >> 16;) last++;
        meet_by_combo(at, first, last, 0, 0);
        for (ptrdiff_t i = first; i < last; i++) walk_past(part_of(at->room, at->order[i]), 1 - at->me, &at->walked);
        meet_by_combo(at, first, last, 1, 1);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        double met = meet_by_combo(at, i, i + 1, 1, 2);
        if (categories) categories[category_of((uint16_t)(at->order[i] >> 16))] += at->boards * met;
    }
}

static void write_met(const sweep_ranges *ranges, const heads_up_room *room) {
    for (ptrdiff_t i = 0; i < SEATS * ranges->groups; i++) {
        const rank_pair *pair = room->pairs + i % ranges->groups;
        double *met = ranges->met + TWO_STATES * (ranges->by_combo ? ranges->count : 1) * (i / ranges->groups);
        for (int32_t combo = pair->start; combo < pair->end; combo++) {
            int high = ranges->cards[2 * combo] & 3, low = ranges->cards[2 * combo + 1] & 3;
            for (int state = 0; state < TWO_STATES; state++)
                met[TWO_STATES * (ranges->by_combo ? combo : 0) + state] +=
                    room->met[SUITS * (TWO_STATES * i + state) + high].suit[low];
        }
    }
}

ALWAYS_INLINE void sweep_two(const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights,
                             ptrdiff_t count, heads_up_room *room) {
    read_pairs(ranges, room);
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint8_t *cards = boards + 5 * i;
        texture board = texture_of(cards);
        const uint32_t *order = room->order;
        ptrdiff_t parts = ranges->groups;
        if (board.lacking <= 2) parts = order_with_flush(&board, ranges->groups, room);
        else order = order_by_ranks(&board, cards[4] >> 2, ranges->groups, room);
        if (!ranges->by_combo && !ranges->categories) {
            count_wins(ranges, room, order, parts, weights[i]);
            continue;
        }
        for (int me = 0; me < SEATS; me++) {
            seat_view at = {.room = room, .order = order, .me = me, .boards = weights[i]};
            at.met = room->met + SUITS * TWO_STATES * ranges->groups * me;
            look_from_seat(&at, parts, ranges->categories ? ranges->categories + CATEGORIES * me : NULL);
        }
    }
    if (ranges->by_combo || ranges->categories) write_met(ranges, room);
}

typedef void sweep_two_ranges(const sweep_ranges *, const uint8_t *, const uint8_t *, ptrdiff_t, heads_up_room *);

COMPILE_TWICE(void, sweep_two, (const sweep_ranges *ranges, const uint8_t *boards, const uint8_t *weights,
                                ptrdiff_t count, heads_up_room *room),
              sweep_two(ranges, boards, weights, count, room))

#endif
