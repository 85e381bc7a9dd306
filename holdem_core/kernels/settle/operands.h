/* The operands of the settling gufuncs: one table, of which C, Cython and Python make theirs.

   Each has its name and a letter for its type: q for int64, b for int8, s for strengths, which are uint16 as evaluate()
   gives them or int64. Those of a seat come first among the inputs and among the outputs, so that the number of one
   among them is also where its stride from seat to seat stands. */
#ifndef HOLDEM_CORE_SETTLE_OPERANDS_H
#define HOLDEM_CORE_SETTLE_OPERANDS_H

#include <stddef.h>
#include "common/compiler.h"

#define SEAT_INPUTS(OPERAND)                                                                                           \
    OPERAND(contributions, 'q')                                                                                        \
    OPERAND(strengths, 's')                                                                                            \
    OPERAND(live, 'b')  /* 0, 1, or LIVE_BY_STRENGTH */                                                                \
    OPERAND(order, 'q') /* the seats as they take odd chips, or CLOCKWISE from the button */
#define HAND_INPUTS(OPERAND)                                                                                           \
    OPERAND(button, 'q')                                                                                               \
    OPERAND(unit, 'q')                                                                                                 \
    OPERAND(dead, 'q')                                                                                                 \
    OPERAND(rake, 'q')        /* an amount, where the denominator is 0 */                                              \
    OPERAND(numerator, 'q')   /* of a share */                                                                         \
    OPERAND(denominator, 'q')                                                                                          \
    OPERAND(cap, 'q')         /* -1 for none */                                                                        \
    OPERAND(flop, 'b')        /* whether the share is due */
#define SEAT_OUTPUTS(OPERAND)                                                                                          \
    OPERAND(payouts, 'q')                                                                                              \
    OPERAND(returned, 'q')
#define HAND_OUTPUTS(OPERAND) OPERAND(raked, 'q')

#define NUMBER_OF(name, type) operand_##name,
#define SEAT_STRIDE_OF(name, type) seat_stride_##name,
#define NAME_OF(name, type) #name,
#define TYPE_OF(name, type) type,

enum {
    SEAT_INPUTS(NUMBER_OF) SEAT_INPUT_COUNT,
    LAST_SEAT_INPUT = SEAT_INPUT_COUNT - 1,
    HAND_INPUTS(NUMBER_OF) INPUT_COUNT,
    LAST_INPUT = INPUT_COUNT - 1,
    SEAT_OUTPUTS(NUMBER_OF) HAND_OUTPUTS(NUMBER_OF) OPERAND_COUNT
};
enum { SEAT_INPUTS(SEAT_STRIDE_OF) SEAT_OUTPUTS(SEAT_STRIDE_OF) };

static const char *const OPERAND_NAMES[] = {SEAT_INPUTS(NAME_OF) HAND_INPUTS(NAME_OF) SEAT_OUTPUTS(NAME_OF)
                                                HAND_OUTPUTS(NAME_OF)};
static const char OPERAND_TYPES[] = {SEAT_INPUTS(TYPE_OF) HAND_INPUTS(TYPE_OF) SEAT_OUTPUTS(TYPE_OF)
                                         HAND_OUTPUTS(TYPE_OF)};

/* Where the operands of a loop lie: the first hand's, and the strides from hand to hand and from seat to seat. */
typedef struct {
    char **data;
    const ptrdiff_t *by_hand, *by_seat; /* by operand_..., and by seat_stride_... */
    ptrdiff_t seats;
    int short_strengths; /* whether strengths are uint16 */
} hand_operands;

ALWAYS_INLINE char *operand_at(const hand_operands *operands, int operand, ptrdiff_t hand) {
    return operands->data[operand] + hand * operands->by_hand[operand];
}

#endif
