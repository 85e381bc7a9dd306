# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""Random cards into arrays: a partial Fisher-Yates shuffle a hand, on NumPy's bit generators.

The goal is the same cards from the same seed on every machine, and one random number a card.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cimport numpy as cnp
from numpy.random cimport bitgen_t

cnp.import_array()


cdef uint32_t below(bitgen_t *source, uint32_t bound) noexcept nogil:
    """A uniform integer in [0, bound), by Lemire's method: exact, without a division as a rule."""
    cdef uint64_t product = <uint64_t>source.next_uint32(source.state) * bound
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t threshold
    if low < bound:
        threshold = (<uint32_t>-<int>bound) % bound
        while low < threshold:
            product = <uint64_t>source.next_uint32(source.state) * bound
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


def deal_rows(uint8_t[:, ::1] rows, const uint8_t[::1] deck, bit_generator):
    """Fills each row with different cards of the deck, in a uniformly random order."""
    cdef bitgen_t *source = <bitgen_t *>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")
    cdef const uint8_t *fresh = &deck[0] if deck.shape[0] else NULL
    cdef uint8_t cards[256]
    cdef uint8_t card
    cdef Py_ssize_t row, column
    cdef uint32_t size = deck.shape[0], other
    if size > 256 or rows.shape[1] > size:
        raise ValueError("a row cannot be longer than the deck, nor the deck than 256 cards")
    with bit_generator.lock, nogil:
        for row in range(rows.shape[0]):
            if size > 0:
                memcpy(cards, fresh, size)  # so that a deal depends on the random numbers alone, not on the one before
            for column in range(rows.shape[1]):
                other = <uint32_t>column + below(source, size - <uint32_t>column)
                card = cards[other]
                cards[other] = cards[column]
                cards[column] = card
                rows[row, column] = card
