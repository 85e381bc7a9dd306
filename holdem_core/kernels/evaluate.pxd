"""The evaluator for other Cython code, without the interpreter's lock: ``cimport holdem_core.kernels.evaluate``."""

from libc.stdint cimport uint8_t, uint16_t

cdef uint16_t hand_strength(const uint8_t *cards, int count) noexcept nogil
