# cython: language_level=3, boundscheck=False, wraparound=False
"""How often a hand wins when the turn and the river come: the evaluator called from Cython, without the lock.

Build: ``cythonize -i runouts.pyx``, with holdem-core installed.
"""

from libc.stdint cimport uint8_t, uint64_t

from holdem_core.kernels.evaluate cimport HandKey, add_card, key_strength, remove_card


def wins(const uint8_t[:] mine, const uint8_t[:] yours, const uint8_t[:] flop):
    """Of all turns and rivers: how many each of two hands wins, and how many are split."""
    cdef HandKey me = HandKey(0, 0, 0), you = HandKey(0, 0, 0)
    cdef uint64_t used = 0
    cdef uint8_t turn, river
    cdef long won = 0, lost = 0, tied = 0
    cdef int i, difference
    for i in range(2):
        add_card(&me, mine[i])
        add_card(&you, yours[i])
        used |= <uint64_t>1 << mine[i] | <uint64_t>1 << yours[i]
    for i in range(3):
        add_card(&me, flop[i])
        add_card(&you, flop[i])
        used |= <uint64_t>1 << flop[i]
    with nogil:
        for turn in range(52):
            if used >> turn & 1:
                continue
            add_card(&me, turn)
            add_card(&you, turn)
            for river in range(turn):
                if used >> river & 1:
                    continue
                add_card(&me, river)
                add_card(&you, river)
                difference = <int>key_strength(&me) - <int>key_strength(&you)
                won += difference > 0
                lost += difference < 0
                tied += difference == 0
                remove_card(&me, river)
                remove_card(&you, river)
            remove_card(&me, turn)
            remove_card(&you, turn)
    return won, lost, tied
