/* Python's ints in and out of a call that has no time to look into them: card ids by address, strengths ready-made.

   Without this evaluate7 takes 1.4 times as long on Python 3.11, 1.7 on 3.12 and 3.13; with strengths as pointers to
   ints that Python made, 1.12. It is only for CPython with its global lock: the ints made here are copies, byte for
   byte, of ones that Python made, with a head by PyObject_Init and a reference that is never given back. Under the
   lock nothing more is known of an int than its head and its digits. Builds without the lock keep in the head whose
   an object is; they, and other Pythons, take the plain way. */
#ifndef HOLDEM_CORE_EVALUATE_INTS_H
#define HOLDEM_CORE_EVALUATE_INTS_H

#include <Python.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

enum { SMALL_INTS = 64, STRENGTH_COUNT = 7463 };

#if defined(CYTHON_COMPILING_IN_CPYTHON) && CYTHON_COMPILING_IN_CPYTHON && !defined(Py_GIL_DISABLED)

/* CPython has one object for each small int, and these lie in an array: the address says which it is. Whether that
   is so is looked up once, and the references are kept, so that nothing else can come to lie there. Where it is not
   so the address stays 0, and no object is near enough. */
static uintptr_t address_of_zero = 0;

static int find_small_ints(void) {
    uintptr_t first = 0;
    for (int i = 0; i < SMALL_INTS; i++) {
        PyObject *number = PyLong_FromLong(i);
        if (number == NULL) return -1;
        if (i == 0) first = (uintptr_t)number;
        if ((uintptr_t)number != first + i * sizeof(PyLongObject)) return 0;
    }
    address_of_zero = first;
    return 0;
}

/* Fills a row; whether all the numbers were small ints. */
static inline int small_ids(PyObject **numbers, int count, uint8_t *row) {
    uintptr_t farthest = 0;
    for (int i = 0; i < count; i++) {
        uintptr_t distance = (uintptr_t)numbers[i] - address_of_zero;
        farthest |= distance;
        row[i] = (uint8_t)(distance / sizeof(PyLongObject));
    }
    return farthest < SMALL_INTS * sizeof(PyLongObject);
}

/* Every strength as an int, side by side: a table of pointers to them would be one cache miss more. The first
   reference is never given back, so that none is ever freed. */
static PyLongObject strength_ints[STRENGTH_COUNT];

static int make_strength_ints(void) {
    size_t head = sizeof(PyObject), size = PyLong_Type.tp_basicsize + PyLong_Type.tp_itemsize; /* of one digit */
    if (size > sizeof(PyLongObject)) {
        PyErr_SetString(PyExc_ImportError, "an int of one digit is longer than this Python's headers say");
        return -1;
    }
    for (int i = 0; i < STRENGTH_COUNT; i++) {
        PyObject *number = PyLong_FromLong(i), *copy = (PyObject *)&strength_ints[i];
        if (number == NULL) return -1;
        PyObject_Init(copy, &PyLong_Type);
        memcpy((char *)copy + head, (char *)number + head, size - head);
        Py_DECREF(number);
    }
    return 0;
}

static inline PyObject *int_of_strength(uint16_t strength) {
    PyObject *number = (PyObject *)&strength_ints[strength];
    Py_INCREF(number);
    return number;
}

#else

static int find_small_ints(void) { return 0; }
static int make_strength_ints(void) { return 0; }
static inline int small_ids(PyObject **numbers, int count, uint8_t *row) { return 0; }
static inline PyObject *int_of_strength(uint16_t strength) { return PyLong_FromLong(strength); }

#endif

/* -1 with an exception set for what is no integer; a huge one is no card either way. */
static inline long id_of(PyObject *number) {
    int overflow;
    long value = PyLong_AsLongAndOverflow(number, &overflow);
    return overflow ? LONG_MAX : value;
}

#endif
