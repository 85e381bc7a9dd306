# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True
"""The strength of one hand: from ids, from text, and for other compiled code.

The goal is ``row_strength`` of ``strength.h``, two look-ups, for little more than a call of Python's costs: ids and
texts are read without making objects, and the ints that are returned lie ready.

What was tried for a call from Python, as its time: through Cython's argument parsing 70 ns, through a bare
METH_FASTCALL and ready-made ints 54; 0.83 of that with ids told by the addresses of small ints, 0.71 with the
ready-made ones side by side too. A callable type of our own with a vectorcall: 0.93 from C; from a loop in Python
1.08 on 3.11, 1.04 on 3.12 and 0.9 on 3.13, hence ``evaluate`` is one and ``evaluate7`` is not.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from cpython.object cimport PyObject

from functools import update_wrapper

from holdem_core.errors import CardError

cdef extern from "Python.h":
    ctypedef void *PyCFunction
    ctypedef struct PyMethodDef:
        const char *ml_name
        PyCFunction ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL
    object PyCFunction_NewEx(PyMethodDef *, PyObject *, PyObject *)

cdef extern from "evaluate/ints.h":
    int find_small_ints() except -1
    int make_strength_ints() except -1
    bint small_ids(PyObject **, int, uint8_t *)
    long id_of(PyObject *) except? -1
    object int_of_strength(uint16_t)

cdef extern from "evaluate/text_first.h":
    object make_text_first_type()
    object make_text_first(object, object)

cdef extern from "evaluate/strength.h" nogil:
    enum: DECK, HAND_NO_CARD, HAND_DUPLICATE
    uint16_t row_strength(const uint8_t *, int)
    bint row_is_fine(const uint8_t *, int)
    const uint64_t *CARD_SUMS
    const uint64_t *CARD_MASKS
    uint16_t sum_strength(uint64_t, uint64_t, int)
    int row_status(const uint8_t *, int, int *)


# --- one hand ----------------------------------------------------------------------------------------

cdef int refuse(const uint8_t *row, int cards, str where) except -1:
    """Raises what is wrong with a row of cards, if anything is."""
    cdef int column = 0
    cdef int status = row_status(row, cards, &column)
    if status == HAND_NO_CARD:
        raise CardError(f"{where}card {column} is no card id: those run from 0 to {DECK - 1}")
    if status == HAND_DUPLICATE:
        name = "23456789TJQKA"[row[column] >> 2] + "cdhs"[row[column] & 3]
        raise CardError(f"{where}card {column} is {name} again")
    return 0


find_small_ints()
make_strength_ints()


cdef object evaluate_any_seven(PyObject **numbers, Py_ssize_t count):
    """``evaluate7`` for any integers, and what it raises."""
    cdef uint8_t row[7]
    cdef long card
    cdef int i
    if count != 7:
        raise TypeError(f"evaluate7 takes seven card ids, not {count}")
    for i in range(7):
        card = id_of(numbers[i])
        if not 0 <= card < DECK:
            shown = <object>numbers[i] if -2**32 < card < 2**32 else "a number of many digits"
            raise CardError(f"card {i} is {shown}, and card ids run from 0 to {DECK - 1}")
        row[i] = <uint8_t>card
    refuse(row, 7, "")
    return row_strength(row, 7)


cdef object evaluate_seven(PyObject *module, PyObject **numbers, Py_ssize_t count):
    """``evaluate7``, straight from the caller's stack."""
    cdef uint8_t row[7]
    if count == 7 and small_ids(numbers, 7, row) and row_is_fine(row, 7):
        return int_of_strength(row_strength(row, 7))
    return evaluate_any_seven(numbers, count)


# A plain C function: Cython's own cost as much again as the evaluation.
cdef PyMethodDef _evaluate7
_evaluate7.ml_name = "evaluate7"
_evaluate7.ml_meth = <PyCFunction>evaluate_seven
_evaluate7.ml_flags = METH_FASTCALL
_evaluate7.ml_doc = b"""evaluate7(c0, c1, c2, c3, c4, c5, c6, /)
--

The strength of seven card ids: the call for one hand in a loop.

Args:
    c0, c1, c2, c3, c4, c5, c6: card ids, 0 to 51, all different.

Returns:
    The strength, an int from 49 (nine high) to 7462 (royal flush): greater is stronger.

Raises:
    CardError: an id out of range, or a card twice.
    TypeError: another number of cards, or something that is no integer.

Example:
    >>> evaluate7(51, 47, 43, 39, 35, 0, 5)
    7462
"""
_module_name = "holdem_core.kernels.evaluate"  # by which pickle finds the function
globals()["evaluate7"] = PyCFunction_NewEx(&_evaluate7, NULL, <PyObject *>_module_name)


def evaluate_hand(bytes cards not None):
    """The strength of 5, 6 or 7 card ids, one a byte; raises ``CardError`` as ``evaluate7`` does."""
    cdef const uint8_t *row = cards
    cdef int count = <int>min(len(cards), 8)
    if count < 5 or count > 7:
        raise CardError(f"a hand has 5 to 7 cards, not {len(cards)}")
    if not row_is_fine(row, count):
        refuse(row, count, "")
    return row_strength(row, count)


# --- one hand from text ------------------------------------------------------------------------------

cdef object _text_first = make_text_first_type()


def text_first(function):
    """``function``, but that one hand spelt plainly, as one text or as two, is evaluated without calling it.

    A text is plain that has ranks and suits in ASCII side by side (``"AhKd"``). What is returned then is the strength
    of the five to seven cards, which ``function`` has to return as well: it only takes four times as long. Every other
    call, also of texts that are no hand, goes to ``function``, which is found as ``__wrapped__``.
    """
    return update_wrapper(make_text_first(_text_first, function), function)


# --- one hand for other compiled code ----------------------------------------------------------------

cdef uint16_t evaluate7(const uint8_t *cards) noexcept nogil:
    """The strength of seven card ids."""
    return row_strength(cards, 7)


cdef void add_card(HandKey *key, uint8_t card) noexcept nogil:
    key.sum += CARD_SUMS[card]
    key.masks |= CARD_MASKS[card]
    key.cards += 1


cdef void remove_card(HandKey *key, uint8_t card) noexcept nogil:
    key.sum -= CARD_SUMS[card]
    key.masks &= ~CARD_MASKS[card]
    key.cards -= 1


cdef uint16_t key_strength(const HandKey *key) noexcept nogil:
    """The strength of five, six or seven cards; 0 for any other number."""
    return sum_strength(key.sum, key.masks, <int>key.cards)
