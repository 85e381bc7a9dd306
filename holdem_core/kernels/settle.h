/* Who gets how many chips, for one hand, in plain C: no Python, no allocation.

   1. A live seat's uncalled bet goes back.
   2. The seats that contend, sorted by what they put in, give the levels of the pots; what lies above the
      highest level falls into the last pot. Dead chips go into the first.
   3. The rake is taken from the pots in proportion.
   4. Each pot goes to the strongest seats that reached its level: whole units, the odd ones in order. */
#ifndef HOLDEM_CORE_SETTLE_H
#define HOLDEM_CORE_SETTLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SETTLED = 0,
    NEGATIVE_CONTRIBUTION,
    NEGATIVE_DEAD,
    TOO_MANY_CHIPS,
    NOBODY_LEFT,
    NO_SUCH_BUTTON,
    BAD_ORDER,
    BAD_UNIT,
    BAD_RAKE
};

enum { NOT_LIVE = 0, LIVE = 1, LIVE_BY_STRENGTH = 2 };

typedef struct {
    int64_t amount; /* a fixed rake, or -1: the share below */
    int64_t numerator, denominator, cap; /* cap -1: none */
    int flop;       /* whether the share is due */
} rake_terms;

typedef struct {
    ptrdiff_t seats;
    int64_t *contributions; /* less the uncalled bet, once it is back */
    int64_t *strengths;
    int8_t *live;
    int64_t *order;         /* seats as they take odd chips; order[0] < 0: clockwise from the button */
    int64_t button, unit, dead;
    rake_terms rake;
    /* room for the work */
    ptrdiff_t *contenders;
    int64_t *pots, *takes;
    uint64_t *remainders;
    ptrdiff_t *starts;      /* each pot's first contender */
    /* the answer */
    int64_t *payouts, *returned;
    int64_t raked;
    ptrdiff_t culprit;      /* the seat that a status speaks of */
} hand_chips;

/* a * b / divisor and the remainder, exact; the quotient must fit. */
static inline uint64_t multiply_divide(uint64_t a, uint64_t b, uint64_t divisor, uint64_t *remainder) {
    if (b == 0 || a <= UINT64_MAX / b) {
        *remainder = a * b % divisor;
        return a * b / divisor;
    }
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *remainder = (uint64_t)(product % divisor);
    return (uint64_t)(product / divisor);
#else
    uint64_t quotient = 0, rest = 0; /* b's bits from the top, the divisor below 2**63 */
    for (int bit = 63; bit >= 0; bit--) {
        quotient <<= 1;
        rest <<= 1;
        if (rest >= divisor) rest -= divisor, quotient++;
        if (b >> bit & 1) {
            quotient += a / divisor;
            rest += a % divisor;
            if (rest >= divisor) rest -= divisor, quotient++;
        }
    }
    *remainder = rest;
    return quotient;
#endif
}

static int check_hand(hand_chips *hand) {
    uint64_t total = (uint64_t)hand->dead;
    if (hand->dead < 0) return NEGATIVE_DEAD;
    for (ptrdiff_t seat = 0; seat < hand->seats; seat++) {
        hand->culprit = seat;
        if (hand->contributions[seat] < 0) return NEGATIVE_CONTRIBUTION;
        total += (uint64_t)hand->contributions[seat];
        if (total > INT64_MAX) return TOO_MANY_CHIPS;
    }
    if (hand->unit < 1) return BAD_UNIT;
    if (hand->order[0] < 0) {
        if (hand->button < 0 || hand->button >= hand->seats) return NO_SUCH_BUTTON;
        return SETTLED;
    }
    for (ptrdiff_t i = 0; i < hand->seats; i++) hand->starts[i] = 0;
    for (ptrdiff_t i = 0; i < hand->seats; i++) {
        int64_t seat = hand->order[i];
        hand->culprit = i;
        if (seat < 0 || seat >= hand->seats || hand->starts[seat]++) return BAD_ORDER;
    }
    return SETTLED;
}

/* Gives a live seat back what nobody could call. Returns the chips that stay in. */
static int64_t return_uncalled(hand_chips *hand) {
    int64_t most = 0, second = 0, total = hand->dead;
    ptrdiff_t bettor = 0;
    for (ptrdiff_t seat = 0; seat < hand->seats; seat++) {
        int64_t chips = hand->contributions[seat];
        total += chips;
        if (chips > most) second = most, most = chips, bettor = seat;
        else if (chips > second) second = chips;
    }
    memset(hand->returned, 0, (size_t)hand->seats * sizeof *hand->returned);
    if (hand->live[bettor] && most > second) {
        hand->returned[bettor] = most - second;
        hand->contributions[bettor] = second;
        total -= most - second;
    }
    memcpy(hand->payouts, hand->returned, (size_t)hand->seats * sizeof *hand->payouts);
    return total;
}

/* The seats that can win, sorted by contribution: live ones that show a hand, or the only live one. */
static ptrdiff_t find_contenders(hand_chips *hand) {
    ptrdiff_t live = 0, shown = 0, last_live = 0;
    for (ptrdiff_t seat = 0; seat < hand->seats; seat++) {
        if (hand->live[seat] == LIVE_BY_STRENGTH) hand->live[seat] = hand->strengths[seat] > 0;
        if (!hand->live[seat]) continue;
        live++;
        last_live = seat;
        if (hand->strengths[seat] != 0) hand->contenders[shown++] = seat;
    }
    if (live == 1) {
        hand->contenders[0] = last_live;
        return 1;
    }
    return shown;
}

static void sort_contenders(hand_chips *hand, ptrdiff_t count) {
    for (ptrdiff_t i = 1; i < count; i++) {
        ptrdiff_t seat = hand->contenders[i], at = i;
        int64_t chips = hand->contributions[seat];
        for (; at > 0 && hand->contributions[hand->contenders[at - 1]] > chips; at--)
            hand->contenders[at] = hand->contenders[at - 1];
        hand->contenders[at] = seat;
    }
}

/* Layers the chips by the contenders' levels. Returns the number of pots. */
static ptrdiff_t layer_pots(hand_chips *hand, ptrdiff_t count, int64_t total) {
    int64_t level = -1, reached = 0;
    ptrdiff_t pots = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        int64_t chips = hand->contributions[hand->contenders[i]];
        if (chips == level) continue;
        level = chips;
        int64_t below = hand->dead;
        for (ptrdiff_t seat = 0; seat < hand->seats; seat++)
            below += hand->contributions[seat] < level ? hand->contributions[seat] : level;
        hand->starts[pots] = i;
        hand->pots[pots++] = below - reached;
        reached = below;
    }
    hand->pots[pots - 1] += total - reached;
    return pots;
}

/* What the house takes of the pots together; -1 if that cannot be. */
static int64_t rake_due(const hand_chips *hand, int64_t total) {
    const rake_terms *rake = &hand->rake;
    uint64_t remainder, divisor;
    if (rake->amount >= 0) return rake->amount <= total ? rake->amount : -1;
    if (!rake->flop || rake->numerator == 0) return 0;
    if (rake->denominator > INT64_MAX / hand->unit) return -1;
    divisor = (uint64_t)rake->denominator * (uint64_t)hand->unit;
    uint64_t units = multiply_divide((uint64_t)total, (uint64_t)rake->numerator, divisor, &remainder);
    if (remainder > divisor - remainder || (remainder == divisor - remainder && units & 1)) units++;
    int64_t most = rake->cap >= 0 && rake->cap < total ? rake->cap : total;
    return units > (uint64_t)(most / hand->unit) ? most : (int64_t)units * hand->unit;
}

/* Takes the rake from the pots in proportion: whole units by largest remainder, the earlier pot first, and
   never more than a pot holds. */
static void take_rake(hand_chips *hand, ptrdiff_t pots, int64_t total) {
    uint64_t units = (uint64_t)(hand->raked / hand->unit);
    int64_t left = hand->raked;
    for (ptrdiff_t pot = 0; pot < pots; pot++) {
        uint64_t share = multiply_divide(units, (uint64_t)hand->pots[pot], (uint64_t)total, &hand->remainders[pot]);
        hand->takes[pot] = (int64_t)share * hand->unit;
        left -= hand->takes[pot];
    }
    for (ptrdiff_t given = 0; left > 0; given++) {
        if (given % pots == 0)
            for (ptrdiff_t pot = 0; pot < pots; pot++) hand->starts[pots + pot] = 0;
        ptrdiff_t next = -1;
        for (ptrdiff_t pot = 0; pot < pots; pot++)
            if (!hand->starts[pots + pot] && (next < 0 || hand->remainders[pot] > hand->remainders[next])) next = pot;
        hand->starts[pots + next] = 1;
        int64_t take = hand->pots[next] - hand->takes[next];
        if (take > hand->unit) take = hand->unit;
        if (take > left) take = left;
        hand->takes[next] += take;
        left -= take;
    }
    for (ptrdiff_t pot = 0; pot < pots; pot++) hand->pots[pot] -= hand->takes[pot];
}

/* Splits one pot among the strongest of the contenders from `start` on. */
static void award_pot(hand_chips *hand, int64_t pot, ptrdiff_t start, ptrdiff_t count) {
    ptrdiff_t winners = 0, only = hand->contenders[start];
    int64_t best = 0;
    for (ptrdiff_t i = start; i < count; i++) {
        ptrdiff_t seat = hand->contenders[i];
        if (winners == 0 || hand->strengths[seat] > best) {
            best = hand->strengths[seat];
            winners = 1;
            only = seat;
        } else {
            winners += hand->strengths[seat] == best;
        }
    }
    if (winners == 1) {
        hand->payouts[only] += pot;
        return;
    }
    int64_t level = hand->contributions[hand->contenders[start]];
    int64_t units = pot / hand->unit, odd = units % winners, below = pot % hand->unit;
    for (ptrdiff_t i = 0; i < hand->seats; i++) {
        ptrdiff_t seat = hand->order[0] < 0 ? (hand->button + 1 + i) % hand->seats : hand->order[i];
        if (!hand->live[seat] || hand->strengths[seat] != best || hand->contributions[seat] < level) continue;
        hand->payouts[seat] += units / winners * hand->unit + (odd > 0 ? hand->unit : 0) + below;
        odd--;
        below = 0;
    }
}

static int settle_hand(hand_chips *hand) {
    int status = check_hand(hand);
    if (status != SETTLED) return status;
    ptrdiff_t count = find_contenders(hand);
    if (count == 0) return NOBODY_LEFT;
    int64_t total = return_uncalled(hand);
    sort_contenders(hand, count);
    ptrdiff_t pots = layer_pots(hand, count, total);
    hand->raked = rake_due(hand, total);
    if (hand->raked < 0) return BAD_RAKE;
    if (hand->raked > 0) take_rake(hand, pots, total);
    for (ptrdiff_t pot = 0; pot < pots; pot++) award_pot(hand, hand->pots[pot], hand->starts[pot], count);
    return SETTLED;
}

#endif
