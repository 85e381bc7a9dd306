/* Who gets how many chips, for eight hands side by side with AVX2.

   A block of hands is read into columns of 32-bit numbers, a row of columns a seat, so that each vector holds one
   seat of eight hands. Pots are paid from the first: of the seats that put in more than the level reached so far
   the strongest take what lies between it and the next. Where one seat is the strongest, the next level is all that
   it put in; where several tie, it is the next that any contender reached, since every pot has its own odd chips.

   Hands in another order than clockwise, raked ones, more seats than a deck deals, and blocks with a hand that does not
   fit or that cannot be, go the long way through settle.h, which also says what is wrong. */
#ifndef HOLDEM_CORE_SETTLE_HANDS_AVX2_H
#define HOLDEM_CORE_SETTLE_HANDS_AVX2_H

#include "common/deck.h"
#include "common/simd.h"
#include "settle/hand.h"
#include "settle/operands.h"

enum { BLOCK_HANDS = 64, LANES = 8 };

#if defined(__GNUC__)
#define FOR_VECTORS __attribute__((aligned(32)))
#else
#define FOR_VECTORS
#endif

typedef int32_t column[BLOCK_HANDS];

typedef struct {
    column chips[MOST_SEATS], strengths[MOST_SEATS], live[MOST_SEATS];
    column button, unit, dead, total;
    column payouts[MOST_SEATS], returned[MOST_SEATS];
} FOR_VECTORS hand_block;

#if HAVE_AVX2_KERNELS
#include <immintrin.h>

#define LANES_INLINE AVX2 ALWAYS_INLINE

typedef int32_t lanes __attribute__((vector_size(32), may_alias));

LANES_INLINE lanes max_lanes(lanes a, lanes b) { return (lanes)_mm256_max_epi32((__m256i)a, (__m256i)b); }
LANES_INLINE lanes min_lanes(lanes a, lanes b) { return (lanes)_mm256_min_epi32((__m256i)a, (__m256i)b); }
LANES_INLINE lanes max_unsigned(lanes a, lanes b) { return (lanes)_mm256_max_epu32((__m256i)a, (__m256i)b); }
LANES_INLINE lanes min_unsigned(lanes a, lanes b) { return (lanes)_mm256_min_epu32((__m256i)a, (__m256i)b); }
LANES_INLINE lanes choose(lanes mask, lanes yes, lanes no) {
    return (lanes)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
}
LANES_INLINE lanes all_lanes(int32_t number) { return (lanes)_mm256_set1_epi32(number); }
LANES_INLINE int any_lane(lanes mask) { return !_mm256_testz_si256((__m256i)mask, (__m256i)mask); }
LANES_INLINE lanes lanes_at(const int32_t *column) { return *(const lanes *)column; }

/* Quotients of numbers from 0 on: doubles hold them exactly enough that none is rounded up to a whole one. */
LANES_INLINE lanes divide(lanes dividend, lanes divisor) {
    __m256i a = (__m256i)dividend, b = (__m256i)divisor;
    __m256d low = _mm256_div_pd(_mm256_cvtepi32_pd(_mm256_castsi256_si128(a)),
                                _mm256_cvtepi32_pd(_mm256_castsi256_si128(b)));
    __m256d high = _mm256_div_pd(_mm256_cvtepi32_pd(_mm256_extracti128_si256(a, 1)),
                                 _mm256_cvtepi32_pd(_mm256_extracti128_si256(b, 1)));
    return (lanes)_mm256_set_m128i(_mm256_cvttpd_epi32(high), _mm256_cvttpd_epi32(low));
}

/* Eight hands on their way to be settled. */
typedef struct {
    lanes chips[MOST_SEATS];
    lanes reach[MOST_SEATS];  /* the chips of a seat that can win, else -1 */
    lanes values[MOST_SEATS]; /* unsigned, the higher wins; 0 for a seat that cannot */
    lanes payouts[MOST_SEATS];
    lanes button, unit, dead, total;
    lanes highest; /* the level of the last pot */
    lanes level, reached; /* paid up to here, and how many chips that were */
} lane_hands;

/* Gives uncalled bets back and finds out who can win. */
LANES_INLINE void open_hands(lane_hands *hands, hand_block *block, ptrdiff_t at, int seats) {
    lanes most = {0}, second = {0}, live[MOST_SEATS], live_seats = {0};
    for (int seat = 0; seat < seats; seat++) {
        lanes chips = lanes_at(block->chips[seat] + at), mark = lanes_at(block->live[seat] + at);
        lanes by_strength = (mark == LIVE_BY_STRENGTH) & (lanes_at(block->strengths[seat] + at) > 0);
        live[seat] = by_strength | (mark > 0);
        live_seats -= live[seat];
        second = max_lanes(second, min_lanes(chips, most));
        most = max_lanes(most, chips);
    }
    lanes alone = live_seats == 1, excess = most - second;
    hands->total = lanes_at(block->total + at);
    hands->highest = all_lanes(-1);
    for (int seat = 0; seat < seats; seat++) {
        lanes chips = lanes_at(block->chips[seat] + at), strength = lanes_at(block->strengths[seat] + at);
        lanes returned = (chips == most) & live[seat] & excess;
        lanes out = ~(live[seat] & ((strength != 0) | alone));
        hands->chips[seat] = chips - returned;
        hands->reach[seat] = hands->chips[seat] | out;
        hands->values[seat] = ~out & (strength ^ INT32_MIN);
        hands->highest = max_lanes(hands->highest, hands->reach[seat]);
        hands->total -= returned;
        hands->payouts[seat] = returned;
        *(lanes *)(block->returned[seat] + at) = returned;
    }
}

/* Pays a pot out in whole units, the odd ones clockwise from the button, what is below one to the first winner. */
LANES_INLINE void split_pot(lane_hands *hands, const lanes *won, lanes winners, lanes pot, int seats) {
    lanes units = divide(pot, hands->unit), each = divide(units, winners);
    lanes odd = units - each * winners, below = pot - units * hands->unit, share = each * hands->unit;
    lanes winners_to_button = {0}, passed = {0};
    for (int seat = 0; seat < seats; seat++) winners_to_button -= won[seat] & (hands->button >= seat);
    for (int seat = 0; seat < seats; seat++) {
        lanes turn = passed - winners_to_button + (winners & (hands->button >= seat));
        lanes chips = share + (hands->unit & (turn < odd)) + (below & (turn == 0));
        hands->payouts[seat] += won[seat] & chips;
        passed -= won[seat];
    }
}

/* Pays the next pot, or all that one seat takes, up to the new level. A hand that is paid out has nothing left. */
LANES_INLINE void pay_next(lane_hands *hands, int seats) {
    lanes won[MOST_SEATS], best = {0}, winners = {0}, winner = {0}, lowest = all_lanes(-1);
    for (int seat = 0; seat < seats; seat++) {
        lanes out = hands->level >= hands->reach[seat];
        won[seat] = ~out & hands->values[seat];
        best = max_unsigned(best, won[seat]);
        lowest = min_unsigned(lowest, hands->reach[seat] | out);
    }
    for (int seat = 0; seat < seats; seat++) {
        won[seat] = won[seat] == best;
        winners -= won[seat];
        winner = max_lanes(winner, won[seat] & hands->chips[seat]);
    }
    lanes tied = winners > 1;
    hands->level = min_unsigned(choose(tied, lowest, winner), hands->highest);
    lanes below = hands->dead;
    for (int seat = 0; seat < seats; seat++) below += min_lanes(hands->chips[seat], hands->level);
    below = choose(hands->level == hands->highest, hands->total, below);
    lanes pot = below - hands->reached;
    hands->reached = below;
    if (any_lane(tied & (pot > 0))) split_pot(hands, won, winners, pot, seats);
    else for (int seat = 0; seat < seats; seat++) hands->payouts[seat] += won[seat] & pot;
}

/* Settles eight hands of a block; 0 if one of them cannot be. */
LANES_INLINE int settle_lanes(hand_block *block, ptrdiff_t at, int seats) {
    lane_hands hands;
    hands.button = lanes_at(block->button + at);
    hands.unit = lanes_at(block->unit + at);
    hands.dead = lanes_at(block->dead + at);
    hands.level = all_lanes(-1);
    hands.reached = all_lanes(0);
    open_hands(&hands, block, at, seats);
    if (any_lane((hands.highest < 0) | (hands.unit < 1) | (hands.button >= seats))) return 0;
    do pay_next(&hands, seats);
    while (any_lane(hands.level != hands.highest));
    for (int seat = 0; seat < seats; seat++) *(lanes *)(block->payouts[seat] + at) = hands.payouts[seat];
    return 1;
}

/* Reads one number a hand. Returns the bits that are set in any of them. */
LANES_INLINE uint64_t read_column(int32_t *column, const hand_operands *from, int operand, ptrdiff_t first,
                                  ptrdiff_t hands) {
    uint64_t bits = 0;
    for (ptrdiff_t hand = 0; hand < hands; hand++) {
        int64_t number = *(const int64_t *)operand_at(from, operand, first + hand);
        bits |= (uint64_t)number;
        column[hand] = (int32_t)number;
    }
    return bits;
}

/* Reads chips, strengths and who is live; the bits that are set in any chips, or all if a strength is too long. */
LANES_INLINE uint64_t read_seats(hand_block *block, const hand_operands *from, ptrdiff_t first, ptrdiff_t hand,
                                 int seats, int short_strengths) {
    const char *chips = operand_at(from, operand_contributions, first + hand);
    const char *strengths = operand_at(from, operand_strengths, first + hand);
    const char *live = operand_at(from, operand_live, first + hand);
    const ptrdiff_t *by_seat = from->by_seat;
    uint64_t bits = 0, total = (uint64_t)block->dead[hand];
    for (int seat = 0; seat < seats; seat++) {
        uint64_t amount = *(const uint64_t *)chips;
        int64_t strength = short_strengths ? *(const uint16_t *)strengths : *(const int64_t *)strengths;
        bits |= amount;
        total += amount;
        if (strength != (int32_t)strength || strength == INT32_MIN) bits = UINT64_MAX;
        block->chips[seat][hand] = (int32_t)amount;
        block->strengths[seat][hand] = (int32_t)strength;
        block->live[seat][hand] = *(const int8_t *)(live + seat * by_seat[seat_stride_live]);
        chips += by_seat[seat_stride_contributions], strengths += by_seat[seat_stride_strengths];
    }
    block->total[hand] = (int32_t)total;
    return bits | total;
}

/* Reads hands into columns; 0 if one has a number that 32 bits do not hold. */
LANES_INLINE int read_block(hand_block *block, const hand_operands *from, ptrdiff_t first, ptrdiff_t hands, int seats) {
    uint64_t bits = read_column(block->button, from, operand_button, first, hands);
    bits |= read_column(block->unit, from, operand_unit, first, hands);
    bits |= read_column(block->dead, from, operand_dead, first, hands);
    if (from->short_strengths)
        for (ptrdiff_t hand = 0; hand < hands; hand++) bits |= read_seats(block, from, first, hand, seats, 1);
    else
        for (ptrdiff_t hand = 0; hand < hands; hand++) bits |= read_seats(block, from, first, hand, seats, 0);
    return !(bits >> 31);
}

LANES_INLINE void write_hand(const hand_block *block, const hand_operands *to, ptrdiff_t first, ptrdiff_t hand,
                             int seats) {
    char *payouts = operand_at(to, operand_payouts, first + hand);
    char *returned = operand_at(to, operand_returned, first + hand);
    for (int seat = 0; seat < seats; seat++) {
        *(int64_t *)(payouts + seat * to->by_seat[seat_stride_payouts]) = block->payouts[seat][hand];
        *(int64_t *)(returned + seat * to->by_seat[seat_stride_returned]) = block->returned[seat][hand];
    }
    *(int64_t *)operand_at(to, operand_raked, first + hand) = 0;
}

LANES_INLINE int settle_seats_avx2(hand_block *block, const hand_operands *operands, ptrdiff_t first, ptrdiff_t hands,
                                   int seats) {
    if (!read_block(block, operands, first, hands, seats)) return 0;
    for (ptrdiff_t at = 0; at < hands; at += LANES)
        if (!settle_lanes(block, at, seats)) return 0;
    for (ptrdiff_t hand = 0; hand < hands; hand++) write_hand(block, operands, first, hand, seats);
    return 1;
}

/* Settles a block, some multiple of eight hands; 0 if that takes the long way. */
AVX2 static int settle_block_avx2(hand_block *block, const hand_operands *operands, ptrdiff_t first, ptrdiff_t hands) {
    switch (operands->seats) {
    case 2: return settle_seats_avx2(block, operands, first, hands, 2);
    case 6: return settle_seats_avx2(block, operands, first, hands, 6);
    case 9: return settle_seats_avx2(block, operands, first, hands, 9);
    default: return settle_seats_avx2(block, operands, first, hands, (int)operands->seats);
    }
}

#else
static int settle_block_avx2(hand_block *block, const hand_operands *operands, ptrdiff_t first, ptrdiff_t hands) {
    return (void)block, (void)operands, (void)first, (void)hands, 0;
}
#endif

/* Whether a loop's hands can go in blocks: none too long, none raked, all odd chips clockwise from the button. */
static int fits_blocks(const hand_operands *operands) {
    const ptrdiff_t *by_hand = operands->by_hand;
    int one_order = !by_hand[operand_order] && !operands->by_seat[seat_stride_order];
    int one_rake = !by_hand[operand_rake] && !by_hand[operand_denominator];
    return operands->seats <= MOST_SEATS && one_order && one_rake &&
           *(int64_t *)operands->data[operand_order] == CLOCKWISE &&
           *(int64_t *)operands->data[operand_rake] == 0 && *(int64_t *)operands->data[operand_denominator] == 0;
}

#endif
