/* Who gets how many chips, for one hand, in plain C: no Python, no allocation.

   1. A live seat's uncalled bet goes back.
   2. The seats that contend, sorted by what they put in, give the levels of the pots; what lies above the
      highest level falls into the last pot. Dead chips go into the first.
   3. The rake is taken from the pots in proportion.
   4. Each pot goes to the strongest seats that reached its level: whole units, the odd ones in order.

   Most hands have no rake and no tie that matters. Then pots need not be built: the strongest contender takes
   what all seats have up to his level, the strongest of those who put in more takes what they have up to his,
   and so on. That is twice as fast, and any hand it does not fit goes the long way. */
#ifndef HOLDEM_CORE_SETTLE_HAND_H
#define HOLDEM_CORE_SETTLE_HAND_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "common/compiler.h"

enum {
    SETTLED = 0,
    NEGATIVE_CONTRIBUTION,
    NEGATIVE_DEAD,
    TOO_MANY_CHIPS,
    NOBODY_LEFT,
    NO_SUCH_BUTTON,
    BAD_ORDER,
    BAD_UNIT,
    BAD_STRENGTH,
    BAD_RAKE
};

#define OUT_OF_IT INT64_MIN /* the value of a seat that cannot win */
#define CLOCKWISE INT64_MIN /* stands for an order */

#define LIVE_BY_STRENGTH (-128) /* no byte of a boolean mask */

typedef struct {
    int64_t amount; /* a fixed rake, where there is no denominator */
    int64_t numerator, denominator, cap; /* a share; a cap below 0 is none */
    int flop; /* whether the share is due */
} rake_terms;

typedef struct {
    ptrdiff_t seats;
    int64_t *contributions; /* less the uncalled bet, once it is back */
    int64_t *strengths;
    int8_t *live;
    int64_t *order;         /* seats as they take odd chips, or CLOCKWISE from the button */
    int64_t button, unit, dead;
    rake_terms rake;
    /* room for the work */
    int64_t *values;        /* the strength of a seat that can win */
    ptrdiff_t *contenders;
    int64_t *pots, *takes;
    uint64_t *remainders; /* chips short of a whole unit, and the fraction of one */
    uint64_t *fractions;
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

/* Whether the numbers of a hand can be; the seat at fault goes to culprit. */
static int check_hand(hand_chips *hand) {
    uint64_t total = (uint64_t)hand->dead;
    if (hand->dead < 0) return NEGATIVE_DEAD;
    for (ptrdiff_t seat = 0; seat < hand->seats; seat++) {
        hand->culprit = seat;
        if (hand->contributions[seat] < 0) return NEGATIVE_CONTRIBUTION;
        total += (uint64_t)hand->contributions[seat];
        if (total > INT64_MAX) return TOO_MANY_CHIPS;
        if (hand->strengths[seat] == OUT_OF_IT) return BAD_STRENGTH;
    }
    if (hand->unit < 1) return BAD_UNIT;
    if (hand->order[0] == CLOCKWISE) {
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
ALWAYS_INLINE int64_t return_uncalled(hand_chips *hand, ptrdiff_t seats) {
    int64_t most = 0, second = 0, total = hand->dead;
    ptrdiff_t bettor = 0;
    for (ptrdiff_t seat = 0; seat < seats; seat++) {
        int64_t chips = hand->contributions[seat];
        int64_t lesser = chips < most ? chips : most;
        total += chips;
        second = lesser > second ? lesser : second;
        bettor = chips > most ? seat : bettor;
        most = chips > most ? chips : most;
        hand->returned[seat] = 0;
        hand->payouts[seat] = 0;
    }
    int64_t excess = hand->live[bettor] ? most - second : 0;
    hand->returned[bettor] = hand->payouts[bettor] = excess;
    hand->contributions[bettor] -= excess;
    return total - excess;
}

/* Marks the seats that can win: live ones that show a hand, or the only live one. Returns how many there are. */
ALWAYS_INLINE ptrdiff_t find_contenders(hand_chips *hand, ptrdiff_t seats) {
    ptrdiff_t live = 0, shown = 0, last_live = 0;
    for (ptrdiff_t seat = 0; seat < seats; seat++) {
        int64_t strength = hand->strengths[seat];
        int8_t alive = hand->live[seat] == LIVE_BY_STRENGTH ? strength > 0 : hand->live[seat] != 0;
        int contends = alive && strength != 0;
        hand->live[seat] = alive;
        hand->values[seat] = contends ? strength : OUT_OF_IT;
        live += alive;
        shown += contends;
        last_live = alive ? seat : last_live;
    }
    if (live != 1) return shown;
    hand->values[last_live] = 0;
    return 1;
}

/* Lists the contenders by what they put in. */
static void sort_contenders(hand_chips *hand) {
    ptrdiff_t count = 0;
    for (ptrdiff_t seat = 0; seat < hand->seats; seat++) {
        int64_t chips = hand->contributions[seat];
        if (hand->values[seat] == OUT_OF_IT) continue;
        ptrdiff_t at = count++;
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

/* What the house takes of the pots together, into `raked`. */
static int find_rake(hand_chips *hand, int64_t total) {
    const rake_terms *rake = &hand->rake;
    uint64_t rest, unit = (uint64_t)hand->unit, denominator = (uint64_t)rake->denominator;
    if (rake->denominator == 0) {
        hand->raked = rake->amount;
        return rake->amount < 0 || rake->amount > total ? BAD_RAKE : SETTLED;
    }
    hand->raked = 0;
    if (!rake->flop || rake->numerator == 0) return SETTLED;
    uint64_t chips = multiply_divide((uint64_t)total, (uint64_t)rake->numerator, denominator, &rest);
    uint64_t units = chips / unit, over = chips % unit;
    /* The exact share is `over` and rest / denominator chips above whole units: more or less than half a one? */
    uint64_t missing = unit - over;
    int above = over > missing || (over == missing && rest) || (over + 1 == missing && rest > denominator - rest);
    int half = (over == missing && !rest) || (over + 1 == missing && rest && rest == denominator - rest);
    if (above || (half && units & 1)) units++;
    int64_t most = rake->cap >= 0 && rake->cap < total ? rake->cap : total;
    hand->raked = units > (uint64_t)(most / hand->unit) ? most : (int64_t)units * hand->unit;
    return SETTLED;
}

static int has_larger_remainder(const hand_chips *hand, ptrdiff_t pot, ptrdiff_t other) {
    if (hand->remainders[pot] != hand->remainders[other]) return hand->remainders[pot] > hand->remainders[other];
    return hand->fractions[pot] > hand->fractions[other];
}

/* Takes the rake from the pots in proportion: whole units by largest remainder, the earlier pot first, and
   never more than a pot holds. */
static void take_rake(hand_chips *hand, ptrdiff_t pots, int64_t total) {
    uint64_t raked = (uint64_t)hand->raked, unit = (uint64_t)hand->unit;
    int64_t left = hand->raked;
    for (ptrdiff_t pot = 0; pot < pots; pot++) {
        uint64_t share = multiply_divide(raked, (uint64_t)hand->pots[pot], (uint64_t)total, &hand->fractions[pot]);
        hand->remainders[pot] = share % unit;
        hand->takes[pot] = (int64_t)(share - hand->remainders[pot]);
        left -= hand->takes[pot];
    }
    for (ptrdiff_t given = 0; left > 0; given++) {
        if (given % pots == 0)
            for (ptrdiff_t pot = 0; pot < pots; pot++) hand->starts[pots + pot] = 0;
        ptrdiff_t next = -1;
        for (ptrdiff_t pot = 0; pot < pots; pot++)
            if (!hand->starts[pots + pot] && (next < 0 || has_larger_remainder(hand, pot, next))) next = pot;
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
    ptrdiff_t winners = 0, winner = 0;
    int64_t best = OUT_OF_IT, level = hand->contributions[hand->contenders[start]];
    for (ptrdiff_t i = start; i < count; i++) {
        int64_t value = hand->values[hand->contenders[i]];
        winners = value > best ? 1 : winners + (value == best);
        winner = value > best ? hand->contenders[i] : winner;
        best = value > best ? value : best;
    }
    if (winners == 1) {
        hand->payouts[winner] += pot;
        return;
    }
    int64_t units = pot / hand->unit, odd = units % winners, below = pot % hand->unit;
    for (ptrdiff_t i = 0; i < hand->seats; i++) {
        ptrdiff_t seat = hand->order[0] == CLOCKWISE ? (hand->button + 1 + i) % hand->seats : hand->order[i];
        if (hand->values[seat] != best || hand->contributions[seat] < level) continue;
        hand->payouts[seat] += units / winners * hand->unit + (odd > 0 ? hand->unit : 0) + below;
        odd--;
        below = 0;
    }
}

/* Pays a hand whose pots all have one winner each, without building them; 0 if some pot is tied. */
ALWAYS_INLINE int pay_single_winners(hand_chips *hand, ptrdiff_t seats, int64_t total) {
    int64_t highest = 0, level = -1, reached = 0;
    for (ptrdiff_t seat = 0; seat < seats; seat++) {
        int64_t chips = hand->values[seat] != OUT_OF_IT ? hand->contributions[seat] : 0;
        highest = chips > highest ? chips : highest;
    }
    for (;;) {
        int64_t best = OUT_OF_IT, up_to_winner = hand->dead;
        ptrdiff_t winner = 0, winners = 0;
        for (ptrdiff_t seat = 0; seat < seats; seat++) {
            int64_t value = hand->contributions[seat] > level ? hand->values[seat] : OUT_OF_IT;
            winners = value > best ? 1 : winners + (value == best);
            winner = value > best ? seat : winner;
            best = value > best ? value : best;
        }
        if (winners > 1) return 0;
        level = hand->contributions[winner];
        if (level == highest) {
            hand->payouts[winner] += total - reached;
            return 1;
        }
        for (ptrdiff_t seat = 0; seat < seats; seat++) {
            int64_t chips = hand->contributions[seat];
            up_to_winner += chips < level ? chips : level;
        }
        hand->payouts[winner] += up_to_winner - reached;
        reached = up_to_winner;
    }
}

ALWAYS_INLINE int settle_seats(hand_chips *hand, ptrdiff_t seats) {
    int status = check_hand(hand);
    if (status != SETTLED) return status;
    ptrdiff_t count = find_contenders(hand, seats);
    if (count == 0) return NOBODY_LEFT;
    int64_t total = return_uncalled(hand, seats);
    status = find_rake(hand, total);
    if (status != SETTLED) return status;
    if (hand->raked == 0 && pay_single_winners(hand, seats, total)) return SETTLED;
    memcpy(hand->payouts, hand->returned, (size_t)seats * sizeof *hand->payouts);
    sort_contenders(hand);
    ptrdiff_t pots = layer_pots(hand, count, total);
    if (hand->raked > 0) take_rake(hand, pots, total);
    for (ptrdiff_t pot = 0; pot < pots; pot++) award_pot(hand, hand->pots[pot], hand->starts[pot], count);
    return SETTLED;
}

/* The usual numbers of seats get loops of their own, so that the compiler can unroll them. */
static int settle_hand(hand_chips *hand) {
    switch (hand->seats) {
    case 2: return settle_seats(hand, 2);
    case 6: return settle_seats(hand, 6);
    case 9: return settle_seats(hand, 9);
    default: return settle_seats(hand, hand->seats);
    }
}

#endif
