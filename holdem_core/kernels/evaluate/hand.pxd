"""The evaluator for other compiled code, without the interpreter's lock: ``from holdem_core.kernels.evaluate cimport ...``.

Nothing is checked: card ids run from 0 to 51 and differ. ``evaluate7`` takes seven of them. A ``HandKey`` holds the
cards of a hand that changes card by card: start with ``HandKey(0, 0, 0)``, add and remove in any order, and take the
strength whenever there are five to seven. From Numba and the like the functions are called by their address
(``numba.extending.get_cython_function_address``).
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

ctypedef struct HandKey:
    uint64_t sum    # of the cards' rank keys and suit counters
    uint64_t masks  # the ranks held of each suit
    uint64_t cards  # how many

cdef uint16_t evaluate7(const uint8_t *cards) noexcept nogil
cdef void add_card(HandKey *key, uint8_t card) noexcept nogil
cdef void remove_card(HandKey *key, uint8_t card) noexcept nogil
cdef uint16_t key_strength(const HandKey *key) noexcept nogil
